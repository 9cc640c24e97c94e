/* sweep.c - those who come along the road after a rout find men in the fields and ditches.
 *
 * Models   scattered men and stragglers near a formed enemy body being found, and cut down or brought in by the quarter it gives;
 *          on the plain many, in hills and woods hardly anybody; by night next to nobody; who has lain for hours is gone.
 * Reads    pools; places, stance, quarter of the bodies; relief and cover of the road, light, rain.
 * Writes   combat.captives, heads, swept_cut, swept_taken; repute.cut_down, taken, captives_*; counts through the ledger.
 * Emits    SWEEPS (by the hour).
 * Formula  sp_calc_found_per_h, drawn every quarter of an hour of the clock for each pool by the nearest body alone (of equals the
 *          lower key); those found are cut down or taken as the overtaken are, but nobody slips off.
 * Sources  sweep.def; src/lore/pursuit.c.
 * Leaves out  country people who give them away or hide them; searches into the hills by order.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/battle.h"
#include "world/belief.h"
#include "world/near.h"
#include "world/pools.h"
#include "world/repute.h"
#include "world/ride.h"
#include "rules/rules.h"
#include "world/scratch.h"
#include "world/waters.h"

#define QUARTER_MIN 15
#define UNARMED 1.0 /* as those who have thrown everything away */

static bool searches(const sp_world *w, int32_t f) {
  return w->formation.alive[f] && !sp_at_sea(w, f) && w->combat.stance[f] == SP_STEADY && w->combat.engagement[f] < 0 && !w->combat.chasing[f] && sp_men_of(w, f) > 0;
}

/* Nearest formed enemy body about a pool that is free to look, or -1. */
static int32_t searcher_of(const sp_tick *t, const sp_near *near, int32_t p) {
  const sp_world *w = t->world;
  sp_xy at = {w->pool.x[p], w->pool.y[p]};
  double least = t->k->sweep_reach_m;
  uint32_t others = sp_near_others(near, w->pool.side[p], at, least);
  int32_t best = -1;
  for (int32_t side = 0; others && side < t->model->side_count; side++) {
    if (!(others >> side & 1u)) continue;
    sp_near_walk walk = sp_near_about(near, side, at, t->k->sweep_reach_m);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
      double nearer = least;
      if (!searches(w, f) || !sp_is_nearer(w, f, at, best, &nearer) || sp_water_before(w, f, at)) continue;
      best = f;
      least = nearer;
    }
  }
  return best;
}

/* Ground about a pool: that of the road it lies by. */
static void ground_of(const sp_tick *t, int32_t p, sp_hiding *x) {
  const sp_world *w = t->world;
  int32_t edge = w->pool.leg[p] == SP_NO_LEG ? -1 : sp_leg_edge(w->pool.leg[p]), node = w->pool.node[p], region = sp_region_at(t->model, (sp_xy){w->pool.x[p], w->pool.y[p]});
  if (edge >= 0 || node >= 0) {
    x->relief = (sp_relief)(edge >= 0 ? t->model->edge[edge].relief : t->model->node[node].relief);
    x->cover = (sp_cover)(edge >= 0 ? t->model->edge[edge].cover : t->model->node[node].cover);
  }
  x->light = w->region.light[region];
  x->rain_mm_h = w->region.rain_mm_h[region];
}

static void find_men(sp_tick *t, const sp_near *near, int32_t p, sp_minute mark) {
  sp_world *w = t->world;
  int32_t f = searcher_of(t, near, p), men = w->pool.men[p];
  if (f < 0) return;
  int32_t *guards = &w->scratch->stack[f];
  if (*guards < 0) *guards = sp_guards_of(w, f); /* as they were before it found anybody: no pool comes first */
  double bound = *guards, free = sp_max(0.0, (double)sp_men_of(w, f) - bound);
  sp_hiding x = {.men = men, .searchers = t->k->sweep_searchers * free, .hours = (double)(mark - w->pool.since[p]) / 60.0};
  ground_of(t, p, &x);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  int32_t found = sp_drawn(&dice, w->pool.key[p], SP_STREAM_FOUND, 0, men, sp_hazard(sp_calc_found_per_h(t->k, &x), QUARTER_MIN / 60.0));
  if (found <= 0) return;
  double cut = 0.0, taken = 0.0;
  sp_calc_overtaken_fate(t->k, w->combat.quarter[f], UNARMED, sp_mounted_share(w, f), 1.0, &cut, &taken);
  int32_t die = sp_drawn(&dice, w->pool.key[p], SP_STREAM_FOUND, 1, found, cut + taken > 0.0 ? cut / (cut + taken) : 0.0);
  int32_t dead = sp_transfer_men(w, sp_in_pool(p), sp_on_line(SP_LINE_KILLED), die, SP_CAUSE_CUT_DOWN);
  int32_t caught = sp_transfer_men(w, sp_in_pool(p), sp_on_line(SP_LINE_CAPTURED), found - die, SP_CAUSE_TAKEN);
  w->pool.willing[p] = sp_min_i32(w->pool.willing[p], w->pool.men[p]);
  w->combat.captives[f] += caught;
  w->repute.cut_down[f] += dead;
  w->repute.taken[f] += caught;
  sp_captives_note(w, f, w->pool.formation[p], caught, mark);
  w->combat.heads[f] += (int32_t)sp_round_of(sp_uniform(&dice, w->pool.key[p], SP_STREAM_FOUND, 2), t->k->pursuit_heads_claimed * dead);
  w->combat.swept_cut[f] += dead;
  w->combat.swept_taken[f] += caught;
  sp_pool_close_if_empty(w, p);
}

static void tell(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    int32_t cut = w->combat.swept_cut[f], taken = w->combat.swept_taken[f];
    if (!w->formation.alive[f] || cut + taken == 0) continue;
    sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_SWEEPS, .side = w->formation.side[f], .node = -1, .subject = w->formation.key[f], .a = cut, .b = taken, .x_m = w->formation.tail_x[f], .y_m = w->formation.tail_y[f]});
    w->combat.swept_cut[f] = w->combat.swept_taken[f] = 0;
  }
}

static bool anybody_lies_about(const sp_world *w) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++)
    if (w->pool.alive[p] && w->pool.men[p] > 0) return true;
  return false;
}

static void search_all(sp_tick *t, const sp_near *near, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) w->scratch->stack[f] = -1;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++)
    if (w->pool.alive[p] && w->pool.men[p] > 0) find_men(t, near, p, mark);
}

void sp_rule_sweep(sp_tick *t) {
  const sp_near *near = anybody_lies_about(t->world) ? sp_near_build(t->world, t->to, t->k->sweep_reach_m) : NULL; /* nobody moves after sighting */
  for (sp_minute mark = (t->from / QUARTER_MIN + 1) * QUARTER_MIN; mark <= t->to; mark += QUARTER_MIN) {
    if (near) search_all(t, near, mark);
    if (mark % 60 == 0) tell(t, mark);
  }
}
