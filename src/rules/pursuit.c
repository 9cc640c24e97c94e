/* pursuit.c - those who chase broken men, and what becomes of the overtaken.
 *
 * Models   who takes up the chase (who attacks, in reach, no formed enemy before him; horse first, foot under a bold commander or
 *          by order; no more than are needed); the chase along the fugitives' road, the horse of a mixed body ahead of its foot; overtaken men cut down, taken or let slip; wind; why it ends.
 * Reads    combat.stance, posture, quarter, shed, broken_by; verb, positions after the mover, light, mud; what it was promised.
 * Writes   combat.chasing, wind, chase_*, told_*, heads, captives (added to), repute.cut_down, taken, colours_due, captives_*; hunted and overtaken of the fugitives; of the
 *          pursuers formation.verb, follow, pace, goal_node, through via; pools; counts through the ledger.
 * Emits    PURSUES, CATCHES (by the hour), PURSUIT_ENDS.
 * Formula  src/lore/pursuit.c, on the marks of the fight's clock: all who are overtaken in a step are drawn from the state at its
 *          beginning, then counted. Men who guard prisoners do not chase, and nobody is overtaken over a river that cannot be passed. formation.follow of a pursuer is 0 when the chase was
 *          its own thought: then it stands when the chase is over; one who was ordered to pursue goes on after the enemy.
 * Sources  pursuit.def.
 * Leaves out  horse that rides so far ahead that its foot loses it: it comes back to the column of its foot.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/way_plan.h"
#include "shapan/calc_repute.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/pools.h"
#include "world/repute.h"
#include "world/ride.h"
#include "world/trace.h"
#include "world/waters.h"

/* One pursuer and his fugitives in one step. */
typedef struct chase {
  int32_t pursuer, fugitive, overtaken, cut_down, taken;
} chase;
typedef sp_array(int32_t) rows;

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, sp_key object, int32_t a, int32_t b, int32_t c) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = object, .a = a, .b = b, .c = c, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

static bool formed(const sp_world *w, int32_t f) { return w->combat.stance[f] == SP_STEADY || w->combat.stance[f] == SP_WAVERING; }
static bool runs(const sp_world *w, int32_t f) { return f >= 0 && w->formation.alive[f] && w->combat.stance[f] == SP_BROKEN && sp_men_of(w, f) > 0; }

/* From any part of the pursuers' column to any of the fugitives'. */
static double gap_between(const sp_world *w, int32_t p, int32_t f) {
  sp_xy tail = {w->formation.tail_x[p], w->formation.tail_y[p]}, his = {w->formation.tail_x[f], w->formation.tail_y[f]};
  double gap = sp_min(sp_column_distance_m(w, f, sp_head_of(w, p), NULL), sp_column_distance_m(w, f, tail, NULL));
  return sp_min(gap, sp_min(sp_column_distance_m(w, p, sp_head_of(w, f), NULL), sp_column_distance_m(w, p, his, NULL)));
}

static bool too_dark(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  return !w->formation.through_night[p] && w->region.light[sp_formation_region(w, p)] < t->k->pursuit_dark_light;
}

/* Formed enemies near by. */
static double formed_men(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  const sp_near *near = sp_near_build(w, t->to, t->k->pursuit_formed_m);
  double men = 0.0;
  for (int32_t side = 0; side < t->model->side_count; side++) {
    if (side == w->formation.side[p]) continue;
    sp_near_walk walk = sp_near_about(near, side, sp_head_of(w, p), t->k->pursuit_formed_m);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
      if (!w->formation.alive[f] || !formed(w, f) || sp_body_beyond(w, f, sp_head_of(w, p), t->k->pursuit_formed_m)) continue;
      if (sp_column_distance_m(w, f, sp_head_of(w, p), NULL) <= t->k->pursuit_formed_m) men += sp_men_of(w, f);
    }
  }
  return men;
}

/* Of some number: then nobody lets his ranks go. */
static bool formed_ahead(const sp_tick *t, int32_t p) {
  double men = formed_men(t, p);
  return men >= t->k->pursuit_formed_share * sp_men_of(t->world, p) && men > 0.0;
}

/* ---- taking it up */

/* The first thing that keeps a body of this side from going after anybody. */
static sp_chase_bar bar_to_chase(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  bool ordered = w->formation.verb[p] == SP_VERB_PURSUE;
  if (!w->formation.alive[p] || w->combat.chasing[p]) return SP_CHASE_BUSY;
  if (w->combat.stance[p] != SP_STEADY) return SP_CHASE_UNSTEADY;
  if (sp_men_of(w, p) - sp_guards_of(w, p) <= 0) return SP_CHASE_GUARDS;
  if (!ordered && w->formation.verb[p] != SP_VERB_ATTACK && w->combat.posture[p] != SP_POSTURE_ATTACK) return SP_CHASE_UNASKED;
  bool rested = w->combat.chase_ended[p] == 0 || (double)(t->to - w->combat.chase_ended[p]) >= t->k->pursuit_again_min;
  if (!rested || sp_wind_now(w, p, t->to) <= 2.0 * t->k->pursuit_blown_wind) return SP_CHASE_SPENT;
  bool horse = sp_mounted_share(w, p) >= 0.5, bold = sp_commander_trait(w, p, SP_TRAIT_CAUTION) < t->k->pursuit_bold_caution;
  if (!ordered && !horse && !bold) return SP_CHASE_CAUTIOUS;
  if (too_dark(t, p)) return SP_CHASE_DARK;
  return sp_front_is_clear(w, p) ? SP_CHASE_FREE : SP_CHASE_FRONT;
}

/* Men who are after this body already. */
static double after_them(const sp_world *w, const rows *hunters, int32_t f) {
  double men = 0.0;
  for (size_t n = 0; n < hunters->count; n++)
    if (w->combat.chasing[hunters->data[n]] == w->formation.key[f]) men += sp_men_of(w, hunters->data[n]);
  return men;
}

/* From how far a body takes up the chase: who was sent after them with horse need not have been upon them when they ran. */
static double reach_of(const sp_tick *t, int32_t p) {
  bool rides_out = t->world->formation.verb[p] == SP_VERB_PURSUE && t->world->formation.mounted[p] > 0;
  return rides_out ? sp_max(t->k->pursuit_ahead_m, t->k->pursuit_reach_m) : t->k->pursuit_reach_m;
}

/* The nearest in reach after whom not enough have gone yet; who was ordered to pursue goes at any rate. */
static int32_t quarry_of(const sp_tick *t, int32_t p, const rows *broken, const rows *hunters) {
  const sp_world *w = t->world;
  bool ordered = w->formation.verb[p] == SP_VERB_PURSUE;
  int32_t best = -1;
  const double reach = reach_of(t, p);
  double least = reach;
  for (size_t n = 0; n < broken->count; n++) {
    int32_t f = broken->data[n];
    if (w->formation.side[f] == w->formation.side[p] || sp_body_beyond(w, f, sp_head_of(w, p), reach + w->formation.extent_m[p])) continue;
    if (!runs(w, f) || (!ordered && after_them(w, hunters, f) >= sp_men_of(w, f))) continue;
    double gap = gap_between(w, p, f);
    if (gap > least || (best >= 0 && gap == least && w->formation.key[f] > w->formation.key[best])) continue;
    if (!ordered && sp_water_between(w, p, f)) continue;
    best = f;
    least = gap;
  }
  return best;
}

static void take_up(sp_tick *t, int32_t p, int32_t f) {
  sp_world *w = t->world;
  if (w->formation.verb[p] != SP_VERB_PURSUE) w->formation.follow[p] = 0;
  w->combat.wind[p] = sp_wind_now(w, p, t->to);
  sp_chase_set(w, p, w->formation.key[f]);
  w->combat.engagement[p] = -1;
  w->combat.chase_cut[p] = w->combat.chase_taken[p] = w->combat.told_cut[p] = w->combat.told_taken[p] = 0;
  w->formation.verb[p] = SP_VERB_PURSUE;
  w->formation.pace[p] = SP_PACE_FORCED;
  w->formation.start_minute[p] = t->to;
  w->formation.goal_node[p] = -1;
  for (int n = 0; n < 4; n++) w->formation.via_node[p * 4 + n] = -1;
  emit(t, p, SP_EVENT_PURSUES, t->to, w->formation.key[f], 0, 0, 0);
}

/* The nearest broken enemy, whoever is after him; -1: there is none. */
static int32_t nearest_broken(const sp_world *w, int32_t p, const rows *broken, double *gap) {
  int32_t best = -1;
  for (size_t n = 0; n < broken->count; n++) {
    int32_t f = broken->data[n];
    if (w->formation.side[f] == w->formation.side[p] || !runs(w, f)) continue;
    double away = gap_between(w, p, f);
    if (best >= 0 && (away > *gap || (away == *gap && w->formation.key[f] > w->formation.key[best]))) continue;
    best = f;
    *gap = away;
  }
  return best;
}

/* Somebody asks why it goes, or why not: every condition with its number. */
static void trace_chase(const sp_tick *t, int32_t p, int32_t f, sp_chase_bar bar, const rows *broken, const rows *hunters) {
  const sp_world *w = t->world;
  const sp_constants *k = t->k;
  if (!w->formation.alive[p] || sp_men_of(w, p) <= 0) return;
  double gap = 0.0;
  int32_t near = f >= 0 ? f : nearest_broken(w, p, broken, &gap);
  if (near < 0 || !sp_tracing_either(w, w->formation.key[p], w->formation.key[near])) return;
  if (f >= 0) gap = gap_between(w, p, f);
  if (bar == SP_CHASE_NONE_IN_REACH && gap <= reach_of(t, p)) bar = SP_CHASE_ENOUGH;
  sp_trace r = {.minute = t->to, .kind = SP_TRACE_CHASE, .subject = w->formation.key[p], .object = w->formation.key[near], .option = (int32_t)bar, .taken = bar == SP_CHASE_FREE, .result = gap};
  sp_trace_add(&r, "reach_m", reach_of(t, p));
  sp_trace_add(&r, "free_men", sp_men_of(w, p) - sp_guards_of(w, p));
  sp_trace_add(&r, "wind", sp_wind_now(w, p, t->to));
  sp_trace_add(&r, "wind_least", 2.0 * k->pursuit_blown_wind);
  sp_trace_add(&r, "horse_share", sp_mounted_share(w, p));
  sp_trace_add(&r, "caution", sp_commander_trait(w, p, SP_TRAIT_CAUTION));
  sp_trace_add(&r, "caution_most", k->pursuit_bold_caution);
  sp_trace_add(&r, "light", w->region.light[sp_formation_region(w, p)]);
  sp_trace_add(&r, "light_least", k->pursuit_dark_light);
  sp_trace_add(&r, "quarry_men", sp_men_of(w, near));
  sp_trace_add(&r, "men_after", after_them(w, hunters, near));
  sp_trace_add(&r, "formed_men", formed_men(t, p));
  sp_trace_add(&r, "formed_most", k->pursuit_formed_share * sp_men_of(w, p));
  if (w->combat.chase_ended[p]) sp_trace_add(&r, "rested_min", (double)(t->to - w->combat.chase_ended[p]));
  sp_trace_put(w, &r);
}

static int horse_first(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  double x = sp_mounted_share(w, a), y = sp_mounted_share(w, b);
  if (x != y) return x > y ? -1 : 1;
  return (w->formation.key[a] > w->formation.key[b]) - (w->formation.key[a] < w->formation.key[b]);
}

static void take_up_all(sp_tick *t, const rows *broken, rows *hunters) {
  sp_world *w = t->world;
  rows ready = {0};
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_FORMATION); p++) {
    sp_chase_bar bar = bar_to_chase(t, p);
    if (bar == SP_CHASE_FREE) (void)sp_push(&ready, p);
    else if (w->trace && bar != SP_CHASE_BUSY) trace_chase(t, p, -1, bar, broken, hunters);
  }
  (void)sp_sort(ready.data, ready.count, sizeof *ready.data, horse_first, w);
  for (size_t n = 0; n < ready.count; n++) {
    int32_t p = ready.data[n], f = quarry_of(t, p, broken, hunters);
    sp_chase_bar bar = f < 0 ? SP_CHASE_NONE_IN_REACH : formed_ahead(t, p) ? SP_CHASE_FORMED : SP_CHASE_FREE;
    if (w->trace) trace_chase(t, p, f, bar, broken, hunters);
    if (bar != SP_CHASE_FREE) continue;
    take_up(t, p, f);
    (void)sp_push(hunters, p);
  }
  sp_array_free(&ready);
}

/* ---- the end of it */

static void tell_catches(sp_tick *t, int32_t p, sp_minute minute) {
  sp_world *w = t->world;
  int32_t cut = w->combat.chase_cut[p] - w->combat.told_cut[p], taken = w->combat.chase_taken[p] - w->combat.told_taken[p];
  if (cut + taken > 0) emit(t, p, SP_EVENT_CATCHES, minute, w->combat.chasing[p], cut, taken, 0);
  w->combat.told_cut[p] = w->combat.chase_cut[p];
  w->combat.told_taken[p] = w->combat.chase_taken[p];
}

/* Who was promised something rides on when others would stop. */
static double blown_at(const sp_tick *t, int32_t p) { return t->k->pursuit_blown_wind * sp_calc_promise_wind(t->k, t->world->repute.promised[p]); }

static void trace_end(const sp_tick *t, int32_t p, sp_pursuit_end why, sp_minute minute) {
  const sp_world *w = t->world;
  int32_t f = sp_formation_by_key(w, w->combat.chasing[p]);
  sp_trace r = {.minute = minute, .kind = SP_TRACE_CHASE_END, .subject = w->formation.key[p], .object = w->combat.chasing[p], .option = (int32_t)why, .result = f >= 0 ? gap_between(w, p, f) : 0.0};
  sp_trace_add(&r, "lost_m", t->k->pursuit_lost_m);
  sp_trace_add(&r, "wind", w->combat.wind[p]);
  sp_trace_add(&r, "wind_least", blown_at(t, p));
  sp_trace_add(&r, "light", w->region.light[sp_formation_region(w, p)]);
  sp_trace_add(&r, "light_least", t->k->pursuit_dark_light);
  sp_trace_add(&r, "formed_men", formed_men(t, p));
  sp_trace_add(&r, "formed_most", t->k->pursuit_formed_share * sp_men_of(w, p));
  if (w->repute.promised[p] > 0.0) sp_trace_add(&r, "promise", w->repute.promised[p]);
  if (f >= 0) sp_trace_add(&r, "loot_per_h", sp_calc_stop_for_loot_per_h(t->k, sp_commander_trait(w, p, SP_TRAIT_GREED), w->combat.shed[f], w->formation.order[p]));
  sp_trace_put(w, &r);
}

static void finish(sp_tick *t, int32_t p, sp_pursuit_end why, sp_minute minute) {
  sp_world *w = t->world;
  if (sp_tracing_either(w, w->formation.key[p], w->combat.chasing[p])) trace_end(t, p, why, minute);
  tell_catches(t, p, minute);
  emit(t, p, SP_EVENT_PURSUIT_ENDS, minute, w->combat.chasing[p], (int32_t)why, w->combat.chase_cut[p], w->combat.chase_taken[p]);
  sp_chase_set(w, p, 0);
  w->combat.chase_ended[p] = minute;
  if (why == SP_PURSUIT_ORDERED) return; /* it is about something else already */
  w->formation.pace[p] = SP_PACE_ORDINARY;
  w->formation.goal_node[p] = -1;
  sp_forget_way(w, p);
  if (w->formation.follow[p]) return;
  w->formation.verb[p] = SP_VERB_HOLD;
  w->combat.posture[p] = SP_POSTURE_HOLD;
}

static bool over(sp_tick *t, int32_t p, int32_t f, sp_minute mark, sp_pursuit_end *why) {
  const sp_world *w = t->world;
  if (w->formation.verb[p] != SP_VERB_PURSUE || w->combat.stance[p] != SP_STEADY) return *why = SP_PURSUIT_ORDERED, true;
  if (f >= 0 && sp_men_of(w, f) == 0) return *why = SP_PURSUIT_CAUGHT_ALL, true;
  if (!runs(w, f)) return *why = f >= 0 && w->formation.alive[f] ? SP_PURSUIT_FORMED_TROOPS : SP_PURSUIT_LOST_THEM, true;
  if (too_dark(t, p)) return *why = SP_PURSUIT_DARK, true;
  if (w->combat.wind[p] <= blown_at(t, p)) return *why = SP_PURSUIT_BLOWN, true;
  if (formed_ahead(t, p)) return *why = SP_PURSUIT_FORMED_TROOPS, true;
  if (gap_between(w, p, f) > t->k->pursuit_lost_m) return *why = SP_PURSUIT_LOST_THEM, true;
  double per_h = sp_calc_stop_for_loot_per_h(t->k, sp_commander_trait(w, p, SP_TRAIT_GREED), w->combat.shed[f], w->formation.order[p]);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  per_h *= sp_calc_promise_loot(t->k, w->repute.promise[p], w->repute.promised[p]);
  bool loot = w->combat.shed[f] > 0.0 && sp_uniform(&dice, w->formation.key[p], SP_STREAM_CATCH, 1) < sp_hazard(per_h, SP_FIGHT_STEP_MIN / 60.0);
  return loot && (*why = SP_PURSUIT_LOOT, true);
}

/* ---- one step */

static double mud_at(const sp_world *w, int32_t f, sp_relief *relief, sp_cover *cover) {
  int32_t edge = sp_formation_edge(w, f), node = w->formation.node[f];
  *relief = (sp_relief)(edge >= 0 ? w->model->edge[edge].relief : w->model->node[node].relief);
  *cover = (sp_cover)(edge >= 0 ? w->model->edge[edge].cover : w->model->node[node].cover);
  uint8_t soil = edge >= 0 ? w->model->edge[edge].soil : w->model->node[node].soil;
  return w->region.mud[sp_formation_region(w, f) * SP_SOIL_COUNT + soil];
}

/* How fast, term by term, for who asks. */
static void trace_overtaking(const sp_tick *t, const chase *c, double rate, double luck, const double part[SP_CATCH_PARTS], sp_minute mark) {
  static const char *const names[SP_CATCH_PARTS] = {"by_horse", "by_foot", "wind", "light", "mud", "rain", "order", "caution", "shed", "ground", "cut_off"};
  const sp_world *w = t->world;
  sp_trace r = {.minute = mark, .kind = SP_TRACE_OVERTAKE, .subject = w->formation.key[c->pursuer], .object = w->formation.key[c->fugitive], .taken = c->overtaken > 0, .result = rate};
  for (int n = 0; n < SP_CATCH_PARTS; n++) sp_trace_add(&r, names[n], part[n]);
  sp_trace_add(&r, "flight_luck", luck);
  sp_trace_put(w, &r);
}

static bool nowhere_to_go(const sp_world *w, int32_t f) { return w->formation.in_contact[f] || w->formation.goal_node[f] < 0; }

static void overtake(sp_tick *t, chase *c, sp_minute mark) {
  const sp_world *w = t->world;
  int32_t p = c->pursuer, f = c->fugitive, men = sp_men_of(w, f), region = sp_formation_region(w, f);
  /* The horse of a mixed body rides ahead of its foot and strikes what it reaches. */
  double gap = gap_between(w, p, f), with_foot = gap <= t->k->pursuit_reach_m ? 1.0 : 0.0;
  if (gap > (w->formation.mounted[p] > 0 ? t->k->pursuit_ahead_m : t->k->pursuit_reach_m) || sp_water_between(w, p, f)) return;
  double free = 1.0 - sp_guards_of(w, p) / sp_max(1.0, (double)sp_men_of(w, p)), cut_off = nowhere_to_go(w, f) ? 1.0 : 0.0, cut = 0.0, taken = 0.0, part[SP_CATCH_PARTS];
  sp_chase x = {.fugitives_foot = w->formation.foot[f] + w->formation.followers[f], .fugitives_horse = w->formation.mounted[f], .shed = w->combat.shed[f],
                .pursuers_foot = with_foot * free * w->formation.foot[p], .pursuers_horse = free * w->formation.mounted[p], .wind = w->combat.wind[p],
                .light = w->region.light[region], .rain_mm_h = w->region.rain_mm_h[region], .caution = sp_commander_trait(w, p, SP_TRAIT_CAUTION),
                .order = w->formation.order[p], .cut_off = cut_off};
  x.mud = mud_at(w, f, &x.relief, &x.cover);
  double luck = sp_luck_in_flight(w, f), rate = sp_calc_overtaken_parts(t->k, &x, part) * luck;
  sp_calc_overtaken_fate(t->k, w->combat.quarter[p], x.shed, with_foot > 0.0 ? sp_mounted_share(w, p) : 1.0, cut_off, &cut, &taken);
  sp_key pair = sp_key_pair(w->formation.key[p], w->formation.key[f]);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  c->overtaken = sp_drawn(&dice, pair, SP_STREAM_CATCH, 0, men, sp_hazard(rate, SP_FIGHT_STEP_MIN / 60.0));
  if (sp_tracing_either(w, w->formation.key[p], w->formation.key[f])) trace_overtaking(t, c, rate, luck, part, mark);
  if (c->overtaken <= 0) return;
  c->cut_down = sp_drawn(&dice, pair, SP_STREAM_YIELD, 0, c->overtaken, sp_min(1.0, cut));
  double of_rest = cut < 1.0 ? sp_min(1.0, taken / (1.0 - cut)) : 0.0;
  c->taken = sp_drawn(&dice, pair, SP_STREAM_YIELD, 1, c->overtaken - c->cut_down, of_rest);
}

/* The horses of dead and captured riders are the pursuers' booty. */
static void take_horses(sp_tick *t, int32_t f, int32_t riders_lost, int32_t riders_before) {
  sp_world *w = t->world;
  if (riders_lost <= 0 || riders_before <= 0) return;
  double share = (double)riders_lost / riders_before;
  for (int32_t s = w->formation.first_strength[f], next; s >= 0; s = next) {
    next = w->strength.next[s];
    if (w->strength.arm[s] != SP_ARM_MOUNT) continue;
    int32_t n = w->strength.count[s * SP_RANK_COUNT];
    sp_transfer(w, s, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), SP_RANK_SOLDIER, sp_min_i32(n, sp_to_i32(share * n + 0.5)), SP_CAUSE_CAPTURED_GEAR);
  }
}

static void settle(sp_tick *t, const chase *c, sp_minute mark) {
  sp_world *w = t->world;
  int32_t p = c->pursuer, f = c->fugitive, men = sp_men_of(w, f), riders = w->formation.mounted[f];
  if (c->overtaken <= 0 || men <= 0) return;
  int32_t dead = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_KILLED), c->cut_down, SP_CAUSE_CUT_DOWN);
  int32_t caught = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), c->taken, SP_CAUSE_TAKEN);
  take_horses(t, f, riders - w->formation.mounted[f], riders);
  int32_t slip = c->overtaken - c->cut_down - c->taken, pool = slip > 0 ? sp_pool_near(w, f, (sp_xy){w->formation.tail_x[f], w->formation.tail_y[f]}) : -1;
  if (slip > 0 && pool < 0) pool = sp_pool_new(w, f, mark, SP_POOL_SCATTERED);
  if (pool >= 0) {
    w->combat.left_road[f] += sp_transfer_men(w, sp_in_formation(f), sp_in_pool(pool), slip, SP_CAUSE_SCATTERED);
    w->pool.since[pool] = mark;
  }
  w->combat.chase_cut[p] += dead;
  w->combat.chase_taken[p] += caught;
  w->combat.captives[p] += caught;
  w->repute.cut_down[p] += dead;
  w->repute.taken[p] += caught;
  w->repute.colours_due[p] += t->k->pursuit_colours_taken * (dead + caught) / t->k->pursuit_colour_men;
  sp_captives_note(w, p, f, caught, mark);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  w->combat.heads[p] += (int32_t)sp_round_of(sp_uniform(&dice, w->formation.key[p], SP_STREAM_YIELD, 2), t->k->pursuit_heads_claimed * dead);
  w->combat.overtaken[f] = sp_min(1.0, w->combat.overtaken[f] + (double)c->overtaken / men);
  w->combat.hunted[f] = sp_max(w->combat.hunted[f], 0.5 + 0.5 * sp_mounted_share(w, p));
}

/* Nobody is left: what they had belongs to those who ran them down. */
static void nobody_left(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  if (sp_men_of(w, f) > 0 || w->combat.stance[f] != SP_BROKEN) return;
  (void)sp_transfer_all(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), SP_CAUSE_CAPTURED_GEAR);
  w->combat.stance[f] = SP_YIELDED;
  w->combat.since[f] = t->to;
  w->formation.verb[f] = SP_VERB_NONE;
  w->formation.goal_node[f] = -1;
  sp_forget_way(w, f);
}

static void lose_wind(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  sp_relief relief;
  sp_cover cover;
  double mud = mud_at(w, p, &relief, &cover);
  w->combat.wind[p] = sp_max(0.0, w->combat.wind[p] - sp_calc_wind_per_h(t->k, sp_mounted_share(w, p), mud, w->formation.fatigue[p]) * SP_FIGHT_STEP_MIN / 60.0);
}

/* After them: the end of the road on which their rear is, while they are in sight; else where they are believed to be. */
static void aim(sp_tick *t, int32_t p, int32_t f) {
  sp_world *w = t->world;
  int32_t goal = w->formation.leg_count[f] > 0 ? sp_leg_end(t->model, w->formation.leg[f * SP_LEGS]) : w->formation.node[f];
  if (gap_between(w, p, f) > 2.0 * t->k->pursuit_reach_m) {
    int32_t report = sp_believed_report(w, p, SP_QUARRY_ENEMY);
    goal = report < 0 ? w->formation.goal_node[p] : w->report.goal_node[report] >= 0 ? w->report.goal_node[report] : w->report.node[report]; /* captives may have said whither */
  }
  if (goal == w->formation.goal_node[p]) return;
  w->formation.goal_node[p] = goal;
  sp_forget_way(w, p);
}

static void step(sp_tick *t, rows *hunters, sp_minute mark) {
  sp_world *w = t->world;
  sp_array(chase) chases = {0};
  size_t kept = 0;
  for (size_t n = 0; n < hunters->count; n++) {
    int32_t p = hunters->data[n], f = sp_formation_by_key(w, w->combat.chasing[p]);
    sp_pursuit_end why;
    if (over(t, p, f, mark, &why)) {
      finish(t, p, why, mark);
      continue;
    }
    hunters->data[kept++] = p;
    chase c = {.pursuer = p, .fugitive = f};
    overtake(t, &c, mark);
    if (!sp_push(&chases, c)) break;
  }
  hunters->count = kept;
  for (size_t n = 0; n < chases.count; n++) settle(t, &chases.data[n], mark);
  for (size_t n = 0; n < chases.count; n++) {
    nobody_left(t, chases.data[n].fugitive);
    lose_wind(t, chases.data[n].pursuer);
    if (mark % 60 == 0) tell_catches(t, chases.data[n].pursuer, mark);
  }
  sp_array_free(&chases);
}

/* ---- the rule */

void sp_rule_pursuit(sp_tick *t) {
  sp_world *w = t->world;
  rows broken = {0}, hunters = {0};
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    if (w->combat.stance[i] == SP_BROKEN) {
      w->combat.overtaken[i] = 0.0;
      if (runs(w, i)) (void)sp_push(&broken, i);
    }
    if (w->combat.chasing[i]) (void)sp_push(&hunters, i);
  }
  if (broken.count == 0 && hunters.count == 0) return;
  (void)sp_sort_by_key(hunters.data, hunters.count, w->formation.key);
  sp_pools_list(w);
  for (sp_minute mark = sp_first_step(t->from); mark <= t->to; mark += SP_FIGHT_STEP_MIN) step(t, &hunters, mark);
  if (broken.count > 0) take_up_all(t, &broken, &hunters);
  for (size_t n = 0; n < hunters.count; n++) {
    int32_t p = hunters.data[n], f = sp_formation_by_key(w, w->combat.chasing[p]);
    if (w->combat.chasing[p] && runs(w, f)) aim(t, p, f);
  }
  sp_array_free(&broken);
  sp_array_free(&hunters);
}
