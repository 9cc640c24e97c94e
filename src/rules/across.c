/* across.c - fire over a river that cannot be passed: guns and shot speak, and nobody comes to blows.
 *
 * Models   a body that holds its bank, or wants to fight, shoots by daylight at the nearest enemy on the other bank whom its guns, hand guns or bows
 *          reach and of whom its headquarters knows; who is hit answers; builders at a bridge are shot at as long as there is powder.
 * Reads    places, verbs, arms, powder, arrows, shot; pictures; light, rain; works, walls; world/waters.c.
 * Writes   combat.powder, arrows, shot, recent_loss; formation.order; hq.across_at, across_by, across_fell; wards; counts through the ledger.
 * Emits    FIRE_ACROSS (by the hour), OUT_OF_POWDER.
 * Formula  src/lore/fire.c at the distance between the two, for those who find room on across_front_m of bank; on the quarters of the clock, all fire
 *          of a quarter from the state before it, hits drawn by pair. Killed and wounded as by fire; no surprise, no shock, no flight: order and
 *          the memory of the loss are all that it leaves.
 * Sources  across.def; fight.def.
 * Leaves out  smoke over the water, boats shot at, a camp moved out of reach.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/fallen.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/ride.h"
#include "world/wards.h"
#include "world/waters.h"

enum { DIE_HIT, DIE_KILLED, DIE_SERIOUS };
#define QUARTER_MIN 15
#define HOUR_MIN 60
#define MOST_HIT 0.5 /* of those exposed in one quarter */

typedef struct volley {
  int32_t from, at;
  double hits, exposed;                      /* men */
  double powder, arrows, shot;               /* spent, of a full issue */
  double range_m;
} volley;
typedef sp_array(volley) volleys;

static bool bridges(const sp_world *w, int32_t f) { return w->combat.bridge_at[f] && w->formation.verb[f] == SP_VERB_BRIDGE && w->formation.goal_node[f] < 0; }

static bool stands_free(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  return w->formation.alive[f] && w->combat.engagement[f] < 0 && w->combat.stance[f] <= SP_WAVERING && !w->combat.chasing[f] && !sp_at_sea(w, f) && !sp_has_safe_conduct(w, f) && sp_men_of(w, f) > 1;
}

static bool was_hit(const sp_tick *t, int32_t f) { return t->world->hq.across_at[f] && t->to - t->world->hq.across_at[f] <= HOUR_MIN; }

/* Has cause to shoot: it holds, wants to fight, or has been shot at. */
static bool may_shoot(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  bool cause = sp_wants_fight(w, f) || w->formation.verb[f] == SP_VERB_HOLD || was_hit(t, f);
  return cause && stands_free(t, f) && !sp_marches_by(w, f) && !w->hq.harasses[f] && w->region.light[sp_formation_region(w, f)] >= t->k->engage_dark_light;
}

/* What it has to shoot with, and how far that tells at all. */
static sp_arms shooters_of(const sp_tick *t, int32_t f, double keep, double *reach) {
  const sp_world *w = t->world;
  sp_arms arms = sp_arms_of(w, f);
  if (w->combat.powder[f] <= keep) arms.shot = 0.0;
  if (w->combat.arrows[f] <= keep) arms.bow = 0.0;
  if (w->combat.shot[f] <= keep) arms.light_guns = arms.heavy_guns = 0.0;
  *reach = arms.light_guns + arms.heavy_guns > 0.0 ? t->k->fight_gun_reach_m : arms.shot > 0.0 ? t->k->fight_shot_reach_m : arms.bow > 0.0 ? t->k->fight_bow_reach_m : 0.0;
  return arms;
}

/* An enemy was reported on the stretch of bank about that spot. */
static bool knows_of(const sp_tick *t, int32_t f, sp_xy at) { return sp_belief_enemy_about(t->world, f, at, t->k->across_front_m, t->to); }

static double between(const sp_world *w, int32_t f, int32_t g) {
  return sp_min(sp_column_distance_m(w, g, sp_head_of(w, f), NULL), sp_column_distance_m(w, f, sp_head_of(w, g), NULL));
}

/* Builders first, then the nearest, of equals the lower key. */
static int32_t target_of(const sp_tick *t, const sp_near *near, int32_t f, double reach, double *range) {
  const sp_world *w = t->world;
  int32_t best = -1;
  bool best_builds = false;
  for (int32_t side = 0; side < t->model->side_count; side++) {
    if (side == w->formation.side[f]) continue;
    sp_near_walk walk = sp_near_about(near, side, sp_near_middle(w, f), reach + sp_near_radius(w, f));
    for (int32_t g = sp_near_next(&walk); g >= 0; g = sp_near_next(&walk)) {
      double away = between(w, f, g);
      if (away > reach || !stands_free(t, g) || !sp_water_between(w, f, g)) continue;
      bool builds = bridges(w, g), nearer = best < 0 || away < *range || (away == *range && w->formation.key[g] < w->formation.key[best]);
      bool better = best < 0 || builds > best_builds || (builds == best_builds && nearer);
      if (!better || !knows_of(t, f, sp_head_of(w, g))) continue;
      best = g;
      best_builds = builds;
      *range = away;
    }
  }
  return best;
}

/* Share of a body that finds room on the bank. */
static double on_bank(const sp_tick *t, const sp_arms *arms) {
  double per_m = sp_calc_line_men_per_m(t->k, arms->men > 0.0 ? arms->horse / arms->men : 0.0);
  return arms->men > 0.0 ? sp_min(1.0, t->k->across_front_m * per_m / arms->men) : 0.0;
}

static double cover_of(const sp_tick *t, int32_t g, sp_xy from) {
  const sp_world *w = t->world;
  sp_xy at = sp_head_of(w, g);
  double dx = from.x - at.x, dy = from.y - at.y, far = sp_sqrt(dx * dx + dy * dy), works = 0.0;
  if (sp_used(w, SP_TABLE_WORK) > 0 && far > 0.0) works = sp_works_about(w, g, (sp_xy){dx / far, dy / far}).cover;
  if (bridges(w, g) || sp_wants_fight(w, g)) return works;
  if (sp_used(w, SP_TABLE_WALL) > 0) works = sp_max(works, sp_wall_about(w, g).cover);
  return sp_max(works, t->k->across_cover);
}

static bool reckon(const sp_tick *t, const sp_near *near, int32_t f, volley *v) {
  const sp_world *w = t->world;
  double reach, range = 0.0, rounds = 0.0;
  sp_arms arms = shooters_of(t, f, 0.0, &reach);
  int32_t g = reach > 0.0 ? target_of(t, near, f, reach, &range) : -1;
  if (g < 0) return false;
  if (!bridges(w, g)) arms = shooters_of(t, f, t->k->across_keep, &reach);
  if (range > reach) return false;
  sp_arms his = sp_arms_of(w, g);
  double share = on_bank(t, &arms), men = sp_men_of(w, g), target = on_bank(t, &his);
  int32_t region = sp_formation_region(w, f);
  sp_fire fire = {.shot = share * arms.shot, .bow = share * arms.bow, .light_guns = arms.light_guns, .heavy_guns = arms.heavy_guns, .range_m = range, .quality = arms.quality, .order = w->formation.order[f],
                  .rain_mm_h = w->region.rain_mm_h[region], .light = w->region.light[region], .powder = w->combat.lot_ln[f] == 0.0 ? 1.0 : sp_exp(w->combat.lot_ln[f]),
                  .target_armour = his.armour, .target_cover = cover_of(t, g, sp_head_of(w, f)), .target_density = target * his.men / t->k->across_front_m};
  double guns = fire.light_guns + fire.heavy_guns;
  *v = (volley){.from = f, .at = g, .range_m = range, .exposed = target * men};
  v->hits = sp_calc_fire_hits_per_min(t->k, &fire, &rounds) * QUARTER_MIN;
  if (arms.shot > 0.0) v->powder = rounds / arms.shot * QUARTER_MIN / t->k->fight_rounds_full;
  if (arms.bow > 0.0) v->arrows = sp_calc_arrows_per_min(t->k, &fire) / arms.bow * QUARTER_MIN / t->k->fight_arrows_full;
  if (guns > 0.0) v->shot = sp_calc_gun_rounds_per_min(t->k, &fire) / guns * QUARTER_MIN / t->k->fight_shot_full;
  return v->hits > 0.0;
}

static void spend(sp_tick *t, const volley *v, sp_minute mark) {
  sp_world *w = t->world;
  int32_t f = v->from;
  double before = w->combat.powder[f];
  w->combat.powder[f] = sp_max(0.0, before - v->powder);
  w->combat.arrows[f] = sp_max(0.0, w->combat.arrows[f] - v->arrows);
  w->combat.shot[f] = sp_max(0.0, w->combat.shot[f] - v->shot);
  if (v->powder > 0.0 && before > 0.0 && w->combat.powder[f] <= 0.0) sp_emit(w, sp_event_of(w, SP_EVENT_OUT_OF_POWDER, f, mark));
}

static void strike(sp_tick *t, const volley *v, sp_minute mark) {
  sp_world *w = t->world;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_key pair = sp_key_pair(w->formation.key[v->from], w->formation.key[v->at]);
  int32_t g = v->at, exposed = sp_min_i32(sp_to_i32(sp_floor(v->exposed)), sp_men_of(w, g));
  int32_t hit = exposed > 0 ? sp_drawn(&dice, pair, SP_STREAM_ACROSS, DIE_HIT, exposed, sp_min(MOST_HIT, v->hits / exposed)) : 0;
  double men = sp_max(1.0, sp_men_of(w, g));
  spend(t, v, mark);
  int32_t fell = hit > 0 ? sp_men_fall(t, g, hit, mark, &(sp_fall_die){pair, SP_STREAM_ACROSS, DIE_KILLED, DIE_SERIOUS}) : 0;
  w->hq.across_at[g] = mark;
  w->hq.across_by[g] = w->formation.key[v->from];
  w->hq.across_fell[g] += fell;
  w->combat.recent_loss[g] = sp_min(1.0, w->combat.recent_loss[g] + fell / men);
  w->formation.order[g] = sp_max(0.0, w->formation.order[g] - t->k->fight_order_per_loss * fell / men);
}

static void tell(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->hq.across_fell[f]) continue;
    sp_event e = sp_event_of(w, SP_EVENT_FIRE_ACROSS, f, mark);
    e.object = w->hq.across_by[f];
    e.a = w->hq.across_fell[f];
    w->hq.across_fell[f] = 0;
    if (w->formation.alive[f]) sp_emit(w, e);
  }
}

/* All fire of the quarter is reckoned before anybody falls; then it falls in order of who shoots. */
static void quarter(sp_tick *t, const int32_t *list, size_t count, sp_minute mark) {
  const sp_near *near = sp_near_build(t->world, t->to, t->k->fight_gun_reach_m);
  volleys all = {0};
  for (size_t n = 0; n < count; n++) {
    volley v;
    if (may_shoot(t, list[n]) && reckon(t, near, list[n], &v) && !sp_push(&all, v)) break; /* no memory: they shoot in the next */
  }
  if (all.count > 0) sp_wards_list(t->world);
  for (size_t n = 0; n < all.count; n++) strike(t, &all.data[n], mark);
  sp_array_free(&all);
}

void sp_rule_across(sp_tick *t) {
  sp_world *w = t->world;
  if (t->model->river_count == 0 || t->to / QUARTER_MIN == t->from / QUARTER_MIN || !sp_near_two_sides(w)) return;
  sp_array(int32_t) list = {0};
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (may_shoot(t, f) && !sp_push(&list, f)) break;
  if (list.count > 0 && sp_sort_by_key(list.data, list.count, w->formation.key))
    for (sp_minute mark = (t->from / QUARTER_MIN + 1) * QUARTER_MIN; mark <= t->to; mark += QUARTER_MIN) quarter(t, list.data, list.count, mark);
  if (t->to / HOUR_MIN != t->from / HOUR_MIN) tell(t, t->to - t->to % HOUR_MIN);
  sp_array_free(&list);
}
