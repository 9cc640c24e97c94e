/* straggle.c - men fall out, lie in pools along the road, and some come back.
 *
 * Models   falling out by fatigue, pace, weather and quality; coming back to a body that stands near.
 * Reads    activity, fatigue, going, quality.   Writes  pool.*, straggle_due; counts through the ledger.
 * Emits    STRAGGLERS, STRAGGLERS_BACK.
 * Formula  the hazard is summed each tick and the dice are thrown on the hour: binomial(men, 1 - exp(-sum)), so the
 *          length of a tick does not matter. Of those who fall out straggle_back_share means to come back (drawn then) and does so at
 *          ln 2 / straggle_back_days while its own stand within straggle_back_reach_m.
 * Sources  straggle.def (Clausewitz V.12: 0.25 % and 0.8 % a day; halts give stragglers time).
 * Leaves out  capture, homes; the scattered of a rout, who never count as willing here, come back by rally.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/body.h"
#include "world/fetch.h"
#include "world/pools.h"
#include "world/scratch.h"
#include "world/trace.h"
#include "world/ways.h"

/* Of this tick: its minutes on the march, and its minutes at rest. Who waits at a bank rests. */
static double hazard_of(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  double marched = w->formation.activity[i] == SP_WAITING_TO_CROSS ? 0.0 : w->scratch->march_min[i];
  double hazard = t->k->straggle_camp_per_day / 1440.0 * (t->dt_min - marched);
  if (marched <= 0.0) return hazard;
  sp_pace pace = (sp_pace)w->formation.pace[i];
  double fatigue = w->formation.fatigue[i], quality = sp_quality_of(w, i);
  if (w->formation.leg_count[i] > 0) {
    sp_stretch stretch = sp_stretch_on(w, sp_leg_edge(w->formation.leg[i * SP_LEGS + w->formation.head_leg[i]]), w->formation.knows_ground[i]);
    return hazard + sp_lore_straggle_per_min(t->k, fatigue, &stretch, pace, quality) * marched;
  }
  int32_t region = t->model->node[sp_max_i32(0, w->formation.node[i])].region;
  sp_going going = {.light = w->region.light[region], .rain_mm_h = w->region.rain_mm_h[region]}; /* in already: the road is behind it */
  return hazard + sp_calc_straggle_per_min(t->k, fatigue, &going, pace, quality) * marched;
}

/* The dice of the hour, whatever the tick. */
static sp_dice dice_of_hour(const sp_tick *t) { return (sp_dice){.seed = t->dice.seed, .tick = (uint32_t)(t->to / 60)}; }

static void fall_out(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  double hazard = w->formation.straggle_due[i];
  w->formation.straggle_due[i] = 0.0;
  int32_t men = sp_men_of(w, i);
  if (men <= 0 || hazard <= 0.0) return;
  sp_dice dice = dice_of_hour(t);
  double u = sp_uniform(&dice, w->formation.key[i], SP_STREAM_STRAGGLE, 0);
  int32_t lost = (int32_t)sp_binomial_of(u, men, sp_hazard(hazard, 1.0));
  if (sp_tracing(w, w->formation.key[i])) {
    sp_trace r = {.minute = t->to, .kind = SP_TRACE_STRAGGLE, .subject = w->formation.key[i], .result = (double)lost};
    sp_trace_add(&r, "per_1000_h", 1000.0 * hazard);
    sp_trace_add(&r, "men", (double)men);
    sp_trace_add(&r, "fatigue", w->formation.fatigue[i]);
    sp_trace_put(w, &r);
  }
  if (lost <= 0) return;
  int32_t p = sp_pool_near(w, i, (sp_xy){w->formation.tail_x[i], w->formation.tail_y[i]});
  if (p < 0) p = sp_pool_new(w, i, t->to - t->to % 60, SP_POOL_FELL_OUT);
  if (p < 0) return;
  lost = sp_transfer_men(w, sp_in_formation(i), sp_in_pool(p), lost, SP_CAUSE_FELL_OUT);
  w->pool.willing[p] += sp_drawn(&dice, w->formation.key[i], SP_STREAM_STRAGGLE, 1, lost, t->k->straggle_back_share);
  w->pool.since[p] = t->to;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_STRAGGLERS, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = lost, .x_m = w->pool.x[p], .y_m = w->pool.y[p]});
}

static void come_back(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  int32_t i = sp_formation_living(w, w->pool.formation[p]);
  if (i < 0 || w->pool.men[p] <= 0 || w->combat.stance[i] == SP_YIELDED) return; /* there is no body to come back to */
  bool stands = w->formation.activity[i] == SP_IN_CAMP || w->formation.activity[i] == SP_HALTED_IN_COLUMN;
  double dx = w->pool.x[p] - w->formation.head_x[i], dy = w->pool.y[p] - w->formation.head_y[i], reach = t->k->straggle_back_reach_m;
  if (!stands || dx * dx + dy * dy > reach * reach) return;
  double per_h = sp_log(2.0) / (t->k->straggle_back_days * 24.0);
  sp_dice dice = dice_of_hour(t);
  double u = sp_uniform(&dice, w->pool.key[p], SP_STREAM_REJOIN, 0);
  int32_t back = (int32_t)sp_binomial_of(u, sp_min_i32(w->pool.willing[p], w->pool.men[p]), sp_hazard(per_h, 1.0));
  if (back <= 0) return;
  back = sp_transfer_men(w, sp_in_pool(p), sp_in_formation(i), back, SP_CAUSE_CAME_BACK);
  w->pool.willing[p] -= back;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_STRAGGLERS_BACK, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = back, .x_m = w->pool.x[p], .y_m = w->pool.y[p]});
  sp_pool_close_if_empty(w, p);
}

void sp_rule_straggle(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  bool hour = t->to / 60 != t->from / 60;
  if (hour) sp_pools_list(w);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i] || sp_at_sea(w, i)) continue;
    sp_fetch_roads(w, i, used);
    w->formation.straggle_due[i] += hazard_of(t, i);
    if (hour) fall_out(t, i);
  }
  if (!hour) return;
  used = sp_used(w, SP_TABLE_POOL);
  for (int32_t p = 0; p < used; p++) {
    if (w->pool.alive[p]) come_back(t, p);
  }
}
