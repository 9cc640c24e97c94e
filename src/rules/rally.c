/* rally.c - broken men stand again, and the scattered come back.
 *
 * Models   a broken body that is left alone halts and falls in again, far from whole: it regains its order in camp, over hours; men
 *          who ran into the hills come back by day over several days, by who chased them.
 * Reads    combat.stance, since, broke_at, hunted, chasing; pool.willing; positions, light, order.
 * Writes   combat.stance, since; formation.order, verb, goal_node; counts through the ledger.
 * Emits    RALLIES, STRAGGLERS_BACK.
 * Formula  src/lore/pursuit.c; standing again is drawn on the marks of the fight's clock, coming back on the hour. Of a pool's men,
 *          but for the stragglers who come back of themselves (pool.willing, straggle.c), a share means to come back; the more of
 *          these are back, the fewer of those who remain will come.
 * Sources  rally.def.
 * Leaves out  officers' threats, food and pay as reasons to come back; men who go home.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/way_plan.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/near.h"
#include "world/pools.h"
#include "world/ride.h"
#include "world/trace.h"

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, int32_t a, int32_t b) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = a, .b = b, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

/* 1 with pursuers behind them, falling to 0 at rally_safe_m from the nearest formed enemy. */
static double pressed_by(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  sp_xy tail = {w->formation.tail_x[i], w->formation.tail_y[i]}, head = {w->formation.head_x[i], w->formation.head_y[i]};
  double least = t->k->rally_safe_m;
  int32_t count;
  const int32_t *chaser = sp_chasers(w, &count);
  for (int32_t n = 0; n < count; n++)
    if (w->combat.chasing[chaser[n]] == w->formation.key[i] && w->formation.alive[chaser[n]] && sp_men_of(w, chaser[n]) > 0) return 1.0;
  const sp_near *near = sp_near_build(w, t->to, t->k->rally_safe_m);
  for (int32_t side = 0; side < t->model->side_count; side++) {
    if (side == w->formation.side[i]) continue;
    sp_near_walk walk = sp_near_about(near, side, head, least + w->formation.extent_m[i]);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
      if (!w->formation.alive[f] || sp_men_of(w, f) <= 0 || (w->combat.stance[f] != SP_STEADY && w->combat.stance[f] != SP_WAVERING)) continue;
      if (sp_body_beyond(w, f, head, least + w->formation.extent_m[i])) continue;
      least = sp_min(least, sp_min(sp_column_distance_m(w, f, tail, NULL), sp_column_distance_m(w, f, head, NULL)));
    }
  }
  return 1.0 - least / t->k->rally_safe_m;
}

static void stand_again(sp_tick *t, int32_t i, sp_minute mark) {
  sp_world *w = t->world;
  w->combat.stance[i] = SP_RALLYING;
  w->combat.since[i] = mark;
  w->formation.order[i] = sp_max(w->formation.order[i], t->k->rally_steady_order);
  w->formation.verb[i] = SP_VERB_NONE;
  w->formation.through_night[i] = 0;
  w->formation.goal_node[i] = -1;
  sp_forget_way(w, i);
  emit(t, i, SP_EVENT_RALLIES, mark, sp_men_of(w, i), (int32_t)(mark - w->combat.broke_at[i]));
}

static void try_to_stand(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (w->combat.broke_at[i] == 0 || sp_men_of(w, i) <= 0) return;
  double pursued = pressed_by(t, i), quality = sp_quality_of(w, i), skill = sp_commander_trait(w, i, SP_TRAIT_SKILL);
  for (sp_minute mark = sp_first_step(t->from); mark <= t->to; mark += SP_FIGHT_STEP_MIN) {
    if (mark <= w->combat.broke_at[i]) continue;
    double per_h = sp_calc_rally_per_h(t->k, quality, skill, pursued, (double)(mark - w->combat.broke_at[i]) / 60.0, w->formation.order[i]);
    sp_dice dice = sp_step_dice(t->dice.seed, mark);
    bool stands = per_h > 0.0 && sp_uniform(&dice, w->formation.key[i], SP_STREAM_RALLY, 0) < sp_hazard(per_h, SP_FIGHT_STEP_MIN / 60.0);
    if (sp_tracing(w, w->formation.key[i])) {
      sp_trace r = {.minute = mark, .kind = SP_TRACE_RALLY, .subject = w->formation.key[i], .taken = stands, .result = per_h};
      sp_trace_add(&r, "hours", (double)(mark - w->combat.broke_at[i]) / 60.0);
      sp_trace_add(&r, "pursued", pursued);
      sp_trace_add(&r, "order", w->formation.order[i]);
      sp_trace_add(&r, "quality_share", quality);
      sp_trace_put(w, &r);
    }
    if (!stands) continue;
    stand_again(t, i, mark);
    return;
  }
}

/* ---- the scattered */

static bool takes_in(const sp_world *w, int32_t f) {
  bool stands = w->formation.activity[f] == SP_IN_CAMP || w->formation.activity[f] == SP_HALTED_IN_COLUMN;
  return w->formation.alive[f] && stands && w->combat.stance[f] != SP_BROKEN && w->combat.stance[f] != SP_YIELDED;
}

static double walk_to(const sp_world *w, int32_t p, int32_t f) {
  double dx = w->formation.head_x[f] - w->pool.x[p], dy = w->formation.head_y[f] - w->pool.y[p];
  return sp_sqrt(dx * dx + dy * dy);
}

/* Their own body where it stands within a walk, else the nearest of their side that does. */
static int32_t whither(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  int32_t home = sp_formation_living(w, w->pool.formation[p]), best = -1;
  double least = t->k->rally_back_m;
  if (home >= 0 && takes_in(w, home) && walk_to(w, p, home) <= least) return home;
  sp_near_walk walk = sp_near_about(sp_near_build(w, t->to, least), w->pool.side[p], (sp_xy){w->pool.x[p], w->pool.y[p]}, least);
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
    if (!takes_in(w, f)) continue;
    double away = walk_to(w, p, f);
    if (away > least || (best >= 0 && away == least && w->formation.key[f] > w->formation.key[best])) continue;
    best = f;
    least = away;
  }
  return best;
}

static void come_back(sp_tick *t, int32_t p, sp_minute mark) {
  sp_world *w = t->world;
  int32_t of = w->pool.formation[p], away = w->pool.men[p] - w->pool.willing[p]; /* the willing stragglers are straggle.c's */
  if (!sp_pool_is_scattered(w, p) || away <= 0) return;
  if (w->region.light[t->model->node[w->pool.node[p]].region] < t->k->march_start_light) return;
  int32_t home = whither(t, p);
  if (home < 0) return;
  double per_h = sp_calc_rally_back_per_h(t->k), willing = sp_calc_rally_willing_share(t->k, sp_pool_back_share(w, p), (double)(mark - w->combat.broke_at[of]) / 60.0);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  int32_t back = sp_drawn(&dice, w->pool.key[p], SP_STREAM_RALLY, 0, away, sp_hazard(per_h * willing, 1.0));
  if (back <= 0) return;
  back = sp_transfer_men(w, sp_in_pool(p), sp_in_formation(home), back, SP_CAUSE_RALLIED);
  sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_STRAGGLERS_BACK, .side = w->pool.side[p], .node = -1, .subject = w->formation.key[home], .a = back, .x_m = w->pool.x[p], .y_m = w->pool.y[p]});
  sp_pool_close_if_empty(w, p);
}

void sp_rule_rally(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  bool ever = false;
  for (int32_t i = 0; i < used; i++) {
    ever = ever || w->combat.broke_at[i] > 0;
    if (!w->formation.alive[i]) continue;
    if (w->combat.stance[i] == SP_BROKEN) try_to_stand(t, i);
    else if (w->combat.stance[i] == SP_RALLYING && w->formation.order[i] >= t->k->rally_steady_order + t->k->rally_steady_gain) {
      w->combat.stance[i] = SP_STEADY;
      w->combat.since[i] = t->to;
    }
  }
  if (!ever) return;
  for (sp_minute mark = (t->from / 60 + 1) * 60; mark <= t->to; mark += 60) {
    for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++)
      if (w->pool.alive[p]) come_back(t, p, mark);
  }
}
