/* captives.c - prisoners under guard, and those who get away.
 *
 * Models   prisoners go with the body that took them; guards who keep them do not fight or chase; where guards are too few, at
 *          night and on the march some escape; when the captors break all do.
 * Reads    combat.captives, stance; light, activity.   Writes  combat.captives, captives_new; pools; counts through the ledger.
 * Emits    PRISONERS, ESCAPES.
 * Formula  src/lore/pursuit.c; the dice are thrown on the hour. Who escapes is one of the captured of the captors' enemies; he lies
 *          hidden near the road as his body's straggler, and comes back as such.
 * Sources  captives.def.
 * Leaves out  ransom, enrolment, killing of prisoners, rope; lightly wounded who run; who talks. What they eat is bread.c's, how the
 *          wounded and sick among them fare health.c's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/captured.h"
#include "world/pools.h"
#include "world/wards.h"

typedef struct rounds {
  sp_tick *t;
  sp_captured by_side[SP_MAX_SIDES];
  bool pools_listed;
} rounds;

/* Up to n of one kind, into a pool of their own body near the guards. */
static int32_t let_go(sp_tick *t, int32_t guards, int32_t s, int32_t n, sp_minute minute) {
  sp_world *w = t->world;
  int32_t owner = w->strength.holder[s], gone = 0;
  if (sp_captured_sound(w, s) <= 0) return 0;
  sp_xy at = {w->formation.tail_x[guards], w->formation.tail_y[guards]};
  int32_t p = sp_pool_near(w, owner, at);
  if (p < 0) {
    p = sp_pool_new(w, owner, minute, SP_POOL_ESCAPED);
    if (p < 0) return 0;
    bool on_leg = w->formation.leg_count[guards] > 0;
    w->pool.leg[p] = on_leg ? w->formation.leg[guards * SP_LEGS] : SP_NO_LEG;
    w->pool.node[p] = on_leg ? sp_leg_start(t->model, w->formation.leg[guards * SP_LEGS]) : w->formation.node[guards];
    w->pool.x[p] = at.x;
    w->pool.y[p] = at.y;
  }
  for (int r = 0; r < SP_RANK_COUNT && gone < n; r++) {
    int32_t there = sp_min_i32(n - gone, sp_unheld_of(w, s, (sp_rank)r, SP_LINE_CAPTURED));
    gone += sp_transfer(w, s, sp_on_line(SP_LINE_CAPTURED), sp_in_pool(p), (sp_rank)r, there, SP_CAUSE_ESCAPED);
  }
  sp_dice dice = sp_step_dice(t->dice.seed, minute);
  w->pool.willing[p] += sp_drawn(&dice, w->strength.key[s], SP_STREAM_ESCAPE, 1, gone, t->k->straggle_back_share);
  w->pool.since[p] = minute;
  sp_pool_close_if_empty(w, p);
  return gone;
}

static void escape(rounds *r, int32_t guards, int32_t n, sp_minute minute) {
  sp_tick *t = r->t;
  sp_world *w = t->world;
  int8_t side = w->formation.side[guards];
  if (!r->pools_listed) sp_pools_list(w); /* new ones are added as they are made */
  int32_t gone = 0;
  for (size_t k = 0; gone < n; k++) {
    int32_t strength = sp_captured_nth(w, &r->by_side[side], side, minute, k);
    if (strength < 0) break;
    gone += let_go(t, guards, strength, n - gone, minute);
  }
  r->pools_listed = gone == n; /* else one may have been closed again */
  sp_captives_less(w, guards, gone);
  if (gone > 0) sp_emit(w, (sp_event){.minute = minute, .type = SP_EVENT_ESCAPES, .side = w->formation.side[guards], .node = -1, .subject = w->formation.key[guards], .a = gone, .x_m = w->formation.tail_x[guards], .y_m = w->formation.tail_y[guards]});
}

static void hour(rounds *r, int32_t i, sp_minute mark) {
  sp_tick *t = r->t;
  sp_world *w = t->world;
  int32_t held = w->combat.captives[i], fresh = held - w->combat.captives_new[i];
  int32_t walk = held + w->health.captives_light[i];
  double wanted = sp_calc_guards_wanted(t->k, walk, sp_in_town(w, i));
  if (fresh > 0) sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_PRISONERS, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = fresh, .b = sp_to_i32(wanted + 0.5), .x_m = w->formation.tail_x[i], .y_m = w->formation.tail_y[i]});
  w->combat.captives_new[i] = held;
  double light = w->region.light[sp_formation_region(w, i)];
  double per_h = sp_calc_escape_per_h(t->k, walk, sp_guards_of(w, i), light, w->formation.activity[i] == SP_MARCHING);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  int32_t gone = sp_drawn(&dice, w->formation.key[i], SP_STREAM_ESCAPE, 0, held, sp_hazard(per_h, 1.0));
  if (gone > 0) escape(r, i, gone, mark);
}

void sp_rule_captives(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  rounds r = {.t = t};
  for (int32_t i = 0; i < used; i++) {
    if (w->combat.captives[i] <= 0 || !w->formation.alive[i] || sp_at_sea(w, i)) continue;
    bool lost = w->combat.stance[i] == SP_BROKEN || w->combat.stance[i] == SP_YIELDED;
    if (lost) escape(&r, i, w->combat.captives[i], t->to);
    for (sp_minute mark = (t->from / 60 + 1) * 60; mark <= t->to && w->combat.captives[i] > 0 && !lost; mark += 60) hour(&r, i, mark);
  }
  for (int s = 0; s < SP_MAX_SIDES; s++) sp_captured_free(&r.by_side[s]);
}
