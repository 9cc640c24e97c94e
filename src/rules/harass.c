/* harass.c - mounted parties that hang on an enemy: they strike, and ride off before formed troops come.
 *
 * Models   a party told to harass follows its enemy at a distance (march.c) and rides in, every hour at most, on the part of a column
 *          nearest to it, on foragers of a body in camp, and by night, if it was told to go on through it, on the camp; how long it has before
 *          foot or horse are there; who falls on both sides; the time for which the column's head stands; foragers who then keep close;
 *          horses that lose their wind and must be rested.
 * Reads    hq.harasses, verb, the picture of the party; places and columns, activity, arms; light, rain, ground, mud; foraging.
 * Writes   hq.strikes_at, held_up_until, fright; combat.wind, chase_ended of the party; formation.order and fatigue of both; wards; counts
 *          through the ledger.
 * Emits    HARASSES, HORSES_BLOWN.
 * Formula  src/lore/harass.c. A party strikes only where its headquarters has an enemy in its picture, and by day not before nearly as many formed
 *          horse as ride in, whom it would see. All strikes of a tick are reckoned from the state
 *          before any of them, at its last mark of five minutes, by which their dice are keyed. Horse of the column's side within harass_screen_m is
 *          its screen; of a long column's own that part which is so near. Killed and wounded as by fire.
 *          Nobody rides in over a river that cannot be passed now (world/waters.c).
 * Sources  harass.def.
 * Leaves out  carts and beasts, a screen lured away, prisoners.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/fallen.h"
#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/near.h"
#include "world/ride.h"
#include "world/stores.h"
#include "world/wards.h"
#include "world/waters.h"

enum { TAIL, FLANK, FORAGERS, CAMP, NOTHING };
enum { DIE_HIT, DIE_LOST, DIE_KILLED, DIE_OWN_KILLED, DIE_SERIOUS, DIE_OWN_SERIOUS };
#define REAR 0.25 /* of a column: its tail */

typedef struct strike {
  int32_t party, prey, part;
  sp_minute mark;
  sp_xy spot;
  sp_harass h;
} strike;
typedef sp_array(strike) strikes;

/* Has the party an enemy in its picture about there? */
static bool knows_of(const sp_tick *t, int32_t f, sp_xy at) { return sp_belief_enemy_about(t->world, f, at, t->k->harass_reach_m, t->to); }

static bool is_dark(const sp_tick *t, int32_t f) { return t->world->region.light[sp_formation_region(t->world, f)] < t->k->engage_dark_light; }

static bool forages(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  return sp_used(w, SP_TABLE_LAND) > 0 && w->provision.foraging[f] != SP_FORAGES_NEVER && (w->provision.foraging[f] == SP_FORAGES_ALWAYS || sp_bread_days(w, f) < t->k->provision_forage_below_d);
}

/* What of a body can be struck at that spot of it: a column strung out, foragers by day, a camp by night. Formed men cannot. */
static int32_t part_of(const sp_tick *t, int32_t e, sp_xy spot) {
  const sp_world *w = t->world;
  double extent = w->formation.extent_m[e], dx = w->formation.tail_x[e] - spot.x, dy = w->formation.tail_y[e] - spot.y;
  bool road = w->formation.activity[e] == SP_MARCHING || w->formation.activity[e] == SP_LONG_HALT || w->formation.activity[e] == SP_WAITING_TO_CROSS || extent > t->k->harass_front_m;
  if (road && extent > 1.0) return dx * dx + dy * dy <= REAR * extent * REAR * extent ? TAIL : FLANK;
  if (w->formation.activity[e] != SP_IN_CAMP) return NOTHING;
  if (is_dark(t, e)) return sp_wall_of(w, e) < 0 ? CAMP : NOTHING;
  return forages(t, e) ? FORAGERS : NOTHING;
}

/* The nearest body of another side that it can strike; of equals the lower key. */
static int32_t prey_of(const sp_tick *t, const sp_near *near, int32_t f, strike *s) {
  const sp_world *w = t->world;
  sp_xy at = sp_head_of(w, f);
  double least = t->k->harass_reach_m;
  int32_t best = -1;
  for (int32_t side = 0; side < t->model->side_count; side++) {
    if (side == w->formation.side[f]) continue;
    sp_near_walk walk = sp_near_about(near, side, at, least);
    for (int32_t e = sp_near_next(&walk); e >= 0; e = sp_near_next(&walk)) {
      if (w->combat.stance[e] >= SP_BROKEN || w->combat.engagement[e] >= 0 || sp_has_safe_conduct(w, e) || sp_at_sea(w, e) || sp_men_of(w, e) <= 0) continue;
      sp_xy spot;
      double away = sp_column_distance_m(w, e, at, &spot);
      if (away > least || (best >= 0 && away == least && w->formation.key[e] > w->formation.key[best])) continue;
      int32_t part = part_of(t, e, spot);
      if (part == NOTHING || !knows_of(t, f, spot) || sp_water_before(w, f, spot)) continue;
      best = e;
      least = away;
      s->part = part;
      s->spot = spot;
    }
  }
  return best;
}

/* Formed horse that comes to the help of those struck. */
static double screen_at(const sp_tick *t, const sp_near *near, int32_t prey, sp_xy spot) {
  const sp_world *w = t->world;
  double reach = t->k->harass_screen_m, horse = 0.0;
  sp_near_walk walk = sp_near_about(near, w->formation.side[prey], spot, reach);
  for (int32_t g = sp_near_next(&walk); g >= 0; g = sp_near_next(&walk)) {
    if (w->formation.mounted[g] <= 0 || w->combat.stance[g] > SP_WAVERING || w->combat.engagement[g] >= 0 || sp_at_sea(w, g) || sp_column_distance_m(w, g, spot, NULL) > reach || sp_water_before(w, g, spot)) continue;
    double there = w->formation.extent_m[g] > 2.0 * reach ? 2.0 * reach / w->formation.extent_m[g] : 1.0;
    horse += there * sp_max(0.0, (double)w->formation.mounted[g] - (g == prey ? sp_guards_of(w, g) : 0));
  }
  return horse;
}

static void ground_at(const sp_world *w, int32_t f, sp_relief *relief, sp_cover *cover, double *mud) {
  int32_t edge = sp_formation_edge(w, f), node = w->formation.node[f];
  *relief = (sp_relief)(edge >= 0 ? w->model->edge[edge].relief : w->model->node[node].relief);
  *cover = (sp_cover)(edge >= 0 ? w->model->edge[edge].cover : w->model->node[node].cover);
  *mud = w->region.mud[sp_formation_region(w, f) * SP_SOIL_COUNT + (edge >= 0 ? w->model->edge[edge].soil : w->model->node[node].soil)];
}

/* Who of the prey can be struck, and how they stand. */
static void expose(const sp_tick *t, strike *s) {
  const sp_world *w = t->world;
  int32_t e = s->prey;
  double men = sp_men_of(w, e), extent = w->formation.extent_m[e];
  sp_arms arms = sp_arms_of(w, e);
  s->h.men = men;
  if (s->part <= FLANK) {
    s->h.density = men / sp_max(extent, t->k->harass_front_m);
    s->h.exposed = sp_min(men, s->h.density * t->k->harass_front_m);
  } else if (s->part == FORAGERS) {
    s->h.exposed = men * t->k->forage_hands_share * t->k->harass_out_share;
    s->h.foragers = true;
  } else {
    sp_xy at = sp_head_of(w, e), from = sp_head_of(w, s->party);
    double dx = from.x - at.x, dy = from.y - at.y, far = sp_sqrt(dx * dx + dy * dy);
    s->h.exposed = men * t->k->harass_camp_share;
    s->h.density = s->h.exposed / t->k->harass_front_m;
    s->h.cover_share = sp_used(w, SP_TABLE_WORK) > 0 && far > 0.0 ? sp_works_about(w, e, (sp_xy){dx / far, dy / far}).cover : 0.0;
  }
  double share = s->h.exposed / sp_max(1.0, men);
  if (w->combat.powder[e] > 0.0) s->h.shot = share * arms.shot;
  if (w->combat.arrows[e] > 0.0) s->h.bow = share * arms.bow;
  s->h.his_quality = arms.quality;
  s->h.his_order = w->formation.order[e];
  s->h.armour = arms.armour;
}

static bool reckon(const sp_tick *t, const sp_near *near, int32_t f, sp_minute mark, strike *s) {
  const sp_world *w = t->world;
  *s = (strike){.party = f, .mark = mark};
  s->prey = prey_of(t, near, f, s);
  if (s->prey < 0 || (is_dark(t, s->prey) && !w->formation.through_night[f])) return false;
  sp_relief relief;
  sp_cover cover;
  double mud;
  ground_at(w, s->prey, &relief, &cover, &mud);
  sp_arms arms = sp_arms_of(w, f);
  int32_t region = sp_formation_region(w, s->prey);
  s->h.strikers = sp_calc_harass_strikers(t->k, w->combat.arrows[f] > 0.0 || s->part == FORAGERS ? arms.horse : 0.0, relief, cover);
  if (s->h.strikers < 1.0) return false;
  s->h.quality = arms.quality;
  s->h.order = w->formation.order[f];
  s->h.own_armour = arms.armour;
  s->h.wind = sp_wind_now(w, f, mark) * (1.0 - t->k->harass_weary * w->formation.fatigue[f]);
  s->h.light = w->region.light[region];
  s->h.rain_mm_h = w->region.rain_mm_h[region];
  expose(t, s);
  s->h.screen = screen_at(t, near, s->prey, s->spot);
  return is_dark(t, s->prey) || s->h.screen <= t->k->harass_dares * s->h.strikers;
}

static int32_t fall(sp_tick *t, int32_t f, int32_t n, const strike *s, uint32_t killed_die, uint32_t serious_die) {
  const sp_world *w = t->world;
  const sp_fall_die die = {sp_key_pair(w->formation.key[s->party], w->formation.key[s->prey]), SP_STREAM_HARASS, killed_die, serious_die};
  return sp_men_fall(t, f, n, s->mark, &die);
}

/* The horses: in at a gallop, about, and off again. */
static void spend_wind(sp_tick *t, const strike *s) {
  sp_world *w = t->world;
  int32_t f = s->party;
  sp_relief relief;
  sp_cover cover;
  double mud;
  ground_at(w, f, &relief, &cover, &mud);
  double minutes = sp_calc_harass_min(t->k, &s->h) + 2.0 * t->k->harass_keep_m / t->k->harass_run_m_min;
  double left = sp_max(0.0, sp_wind_now(w, f, s->mark) - sp_calc_wind_per_h(t->k, 1.0, mud, w->formation.fatigue[f]) * minutes / 60.0);
  w->combat.wind[f] = left;
  w->combat.chase_ended[f] = s->mark;
  w->formation.fatigue[f] = sp_min(1.0, w->formation.fatigue[f] + t->k->harass_tires);
  w->hq.strikes_at[f] = s->mark + sp_to_i64(t->k->harass_every_min);
  if (left >= t->k->harass_wind_least) return;
  sp_event e = sp_event_of(w, SP_EVENT_HORSES_BLOWN, f, s->mark);
  e.value = 60.0 * (t->k->harass_wind_least - left) / t->k->pursuit_wind_back_per_h;
  sp_emit(w, e);
}

static void settle(sp_tick *t, const strike *s, int32_t hits, int32_t lost) {
  sp_world *w = t->world;
  int32_t e = s->prey, riders = w->formation.mounted[s->party];
  double held = sp_calc_harass_held(t->k, &s->h), delay = s->part <= FLANK ? sp_calc_harass_delay_min(t->k, &s->h) : 0.0;
  sp_minute until = s->mark + sp_to_i64(delay);
  int32_t fell = fall(t, e, hits, s, DIE_KILLED, DIE_SERIOUS), own = fall(t, s->party, lost, s, DIE_OWN_KILLED, DIE_OWN_SERIOUS);
  if (s->part <= FLANK) {
    delay = sp_max(0.0, (double)(until - sp_max_i64(s->mark, w->hq.held_up_until[e])));
    w->hq.held_up_until[e] = sp_max_i64(w->hq.held_up_until[e], until);
    w->formation.order[e] = sp_max(0.0, w->formation.order[e] - t->k->harass_shakes * held);
  }
  if (s->part == CAMP) w->formation.fatigue[e] = sp_min(1.0, w->formation.fatigue[e] + t->k->harass_wakes * held);
  w->hq.fright[e] += (1.0 - w->hq.fright[e]) * t->k->harass_fright;
  sp_event told = sp_event_of(w, SP_EVENT_HARASSES, s->party, s->mark);
  told.object = w->formation.key[e];
  told.a = fell;
  told.b = own;
  told.c = s->part;
  told.value = delay;
  told.x_m = s->spot.x;
  told.y_m = s->spot.y;
  sp_emit(w, told);
  if (riders > 0) spend_wind(t, s);
}

static void strike_all(sp_tick *t, const strikes *list) {
  const sp_world *w = t->world;
  for (size_t n = 0; n < list->count; n++) {
    const strike *s = &list->data[n];
    sp_dice dice = sp_step_dice(t->dice.seed, s->mark);
    sp_key pair = sp_key_pair(w->formation.key[s->party], w->formation.key[s->prey]);
    int32_t exposed = sp_to_i32(sp_floor(s->h.exposed)), strikers = sp_to_i32(sp_floor(s->h.strikers));
    int32_t hits = exposed > 0 ? sp_drawn(&dice, pair, SP_STREAM_HARASS, DIE_HIT, exposed, sp_min(1.0, sp_calc_harass_hits(t->k, &s->h) / exposed)) : 0;
    int32_t lost = strikers > 0 ? sp_drawn(&dice, pair, SP_STREAM_HARASS, DIE_LOST, strikers, sp_min(1.0, sp_calc_harass_lost(t->k, &s->h) / strikers)) : 0;
    settle(t, s, hits, lost);
  }
}

/* The last mark in this tick, where bodies stand as they do now; 0: there is none, or the party may not strike so soon. */
static sp_minute next_mark(const sp_tick *t, int32_t f) {
  sp_minute mark = t->to - t->to % SP_FIGHT_STEP_MIN;
  return mark > t->from && mark >= t->world->hq.strikes_at[f] ? mark : 0;
}

static bool may_strike(const sp_tick *t, int32_t f, sp_minute mark) {
  const sp_world *w = t->world;
  return mark && sp_harasses(w, f) && w->combat.engagement[f] < 0 && !sp_at_sea(w, f) && w->formation.start_minute[f] < t->to && w->formation.fatigue[f] < t->k->march_spent &&
         sp_wind_now(w, f, mark) >= t->k->harass_wind_least;
}

void sp_rule_harass(sp_tick *t) {
  sp_world *w = t->world;
  strikes list = {0};
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  sp_array(int32_t) parties = {0};
  for (int32_t f = 0; f < used; f++) {
    if (w->hq.fright[f] > 0.0) w->hq.fright[f] = w->hq.fright[f] > 0.001 ? w->hq.fright[f] * sp_exp(-t->dt_min / 60.0 / t->k->harass_fade_h) : 0.0;
    if (w->hq.harasses[f] && w->formation.alive[f] && may_strike(t, f, next_mark(t, f)) && !sp_push(&parties, f)) break; /* no memory: they ride in a tick later */
  }
  if (parties.count > 0) {
    const sp_near *near = sp_near_build(w, t->to, sp_max(t->k->harass_reach_m, t->k->harass_screen_m));
    (void)sp_sort_by_key(parties.data, parties.count, w->formation.key);
    for (size_t n = 0; n < parties.count; n++) {
      strike s;
      if (reckon(t, near, parties.data[n], next_mark(t, parties.data[n]), &s) && !sp_push(&list, s)) break;
    }
    if (list.count > 0) sp_wards_list(w);
    strike_all(t, &list);
  }
  sp_array_free(&parties);
  sp_array_free(&list);
}
