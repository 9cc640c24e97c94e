/* refuge.c - where men run to. SPDX-License-Identifier: Apache-2.0 */
#include "rules/refuge.h"

#include "rules/way_plan.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/near.h"
#include "world/ride.h"
#include "world/ways.h"

#define MOST_REFUGES 24
#define NEAREST_PLACES 8
#define WAY_LOOKED_AT 12
#define LOOKS_PER_LEG 8

static double apart(sp_xy a, sp_xy b) { return sp_sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }
static bool stands_in_order(const sp_world *w, int32_t f) { return w->combat.stance[f] == SP_STEADY || w->combat.stance[f] == SP_WAVERING; }

/* Is this enemy nearer to them than the nearest so far? Who hunts them counts wherever he is. */
static void look_at(const sp_tick *t, int32_t i, int32_t f, int32_t *best, double *least) {
  const sp_world *w = t->world;
  if (!w->formation.alive[f] || w->formation.side[f] == w->formation.side[i] || !stands_in_order(w, f) || sp_men_of(w, f) <= 0) return;
  bool hunts = w->combat.chasing[f] == w->formation.key[i] || w->combat.broken_by[i] == w->formation.key[f];
  if (!hunts && sp_body_beyond(w, f, sp_head_of(w, i), t->k->rally_safe_m + w->formation.extent_m[i])) return;
  double away = sp_min(sp_column_distance_m(w, f, sp_head_of(w, i), NULL), sp_column_distance_m(w, f, sp_tail_of(w, i), NULL));
  if (!hunts && away > t->k->rally_safe_m) return;
  if (*best >= 0 && (away > *least || (away == *least && w->formation.key[f] > w->formation.key[*best]))) return;
  *best = f;
  *least = away;
}

/* The enemy from whom they run: who chases them, who broke them, or the nearest formed one about. -1: nobody. */
int32_t sp_feared(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  const sp_near *near = sp_near_build(w, t->to, t->k->rally_safe_m);
  sp_key own = w->formation.key[i];
  int32_t best = -1, broke = w->combat.broken_by[i] ? sp_formation_by_key(w, w->combat.broken_by[i]) : -1;
  double least = 0.0;
  if (broke >= 0) look_at(t, i, broke, &best, &least);
  int32_t count;
  const int32_t *chaser = sp_chasers(w, &count);
  for (int32_t n = 0; n < count; n++)
    if (w->combat.chasing[chaser[n]] == own) look_at(t, i, chaser[n], &best, &least);
  for (int32_t side = 0; side < t->model->side_count; side++) {
    if (side == w->formation.side[i]) continue;
    sp_near_walk walk = sp_near_about(near, side, sp_head_of(w, i), t->k->rally_safe_m + w->formation.extent_m[i]);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) look_at(t, i, f, &best, &least);
  }
  return best >= 0 && least <= 3.0 * t->k->rally_safe_m ? best : -1;
}

/* ---- where to */

typedef struct refuges {
  int32_t node[MOST_REFUGES];
  double worth_min[MOST_REFUGES];
  int32_t count;
} refuges;

static void add_refuge(refuges *r, int32_t node, double worth_min) {
  if (node >= 0 && r->count < MOST_REFUGES) {
    r->node[r->count] = node;
    r->worth_min[r->count++] = worth_min;
  }
}

/* Friends where they are believed to stand: the superior first of all. */
static void add_friends(const sp_world *w, int32_t i, refuges *r) {
  int32_t superior = w->hq.superior[i];
  sp_key chief = superior >= 0 ? w->formation.key[w->hq.formation[superior]] : 0;
  for (int32_t c = i * SP_CONTACTS; c < (i + 1) * SP_CONTACTS; c++) {
    int32_t report = w->contact.report[c];
    if (report < 0 || !w->contact.friendly[c]) continue;
    if (apart(sp_near_middle(w, i), (sp_xy){w->report.x[report], w->report.y[report]}) > 2.0 * w->constants.rout_refuge_m) continue;
    add_refuge(r, w->report.node[report], w->report.subject[report] == chief ? w->constants.rout_chief_worth_min : 0.0);
  }
}

/* The named places that lie nearest as the crow flies, away from the enemy. */
static void add_places(const sp_tick *t, sp_xy at, const sp_xy *enemy, refuges *r) {
  const sp_model *m = t->model;
  int32_t node[NEAREST_PLACES], count = 0;
  double away[NEAREST_PLACES];
  for (int32_t p = 0; p < m->place_count; p++) {
    sp_xy there = m->node[m->place_node[p]].at;
    double d = apart(at, there);
    if (d < t->k->rout_refuge_away_m || d > t->k->rout_refuge_m || (enemy && apart(there, *enemy) < apart(at, *enemy) + t->k->rout_refuge_away_m)) continue;
    if (count == NEAREST_PLACES && away[count - 1] <= d) continue;
    int32_t n = count < NEAREST_PLACES ? count++ : count - 1;
    for (; n > 0 && away[n - 1] > d; n--) {
      away[n] = away[n - 1];
      node[n] = node[n - 1];
    }
    away[n] = d;
    node[n] = m->place_node[p];
  }
  for (int32_t n = 0; n < count; n++) add_refuge(r, node[n], 0.0);
}

/* Does this leg come much nearer to the enemy than `near`? He may stand in the middle of it. */
static bool leads_past(const sp_model *m, sp_leg leg, sp_xy enemy, double near) {
  double length = sp_leg_length(m, leg);
  for (int n = 1; n <= LOOKS_PER_LEG; n++)
    if (apart(sp_leg_point(m, leg, length * n / LOOKS_PER_LEG, NULL), enemy) < 0.9 * near) return true;
  return false;
}

/* Minutes by road; negative: no way, or one that leads past the enemy. */
static double minutes_clear_of(sp_tick *t, int32_t i, int32_t from, int32_t goal, const sp_xy *enemy) {
  sp_world *w = t->world;
  sp_column column = sp_column_of(w, i);
  sp_leg leg[WAY_LOOKED_AT];
  double minutes = 0.0;
  int32_t n = sp_ways_route(w, from, goal, sp_mover_of(&column), SP_NO_LEG, w->formation.key[i], leg, WAY_LOOKED_AT, &minutes);
  if (n <= 0) return -1.0;
  double near = enemy ? apart(t->model->node[from].at, *enemy) : 0.0;
  for (int32_t k = 0; enemy && k < sp_min_i32(n, WAY_LOOKED_AT); k++)
    if (leads_past(t->model, leg[k], *enemy, near)) return -1.0;
  return minutes;
}

/* The end of the column that is away from the enemy becomes its head. */
static int32_t face_away(sp_tick *t, int32_t i, const sp_xy *enemy) {
  sp_world *w = t->world;
  if (w->formation.leg_count[i] == 0) return w->formation.node[i];
  sp_forget_way(w, i);
  int32_t n = w->formation.head_leg[i];
  sp_leg first = w->formation.leg[i * SP_LEGS], last = w->formation.leg[i * SP_LEGS + n];
  sp_xy ahead = t->model->node[sp_leg_end(t->model, last)].at, behind = t->model->node[sp_leg_start(t->model, first)].at;
  double front = enemy ? apart(ahead, *enemy) - apart(sp_head_of(w, i), *enemy) : 1.0, back = enemy ? apart(behind, *enemy) - apart(sp_tail_of(w, i), *enemy) : 0.0;
  bool turn = enemy && (w->formation.extent_m[i] > 1.0 ? apart(sp_tail_of(w, i), *enemy) > apart(sp_head_of(w, i), *enemy) : back > front);
  if (turn) sp_turn_about(w, i);
  return sp_leg_end(t->model, w->formation.leg[i * SP_LEGS + w->formation.head_leg[i]]);
}

/* Of these the one that costs least, or -1. */
static int32_t best_of(sp_tick *t, int32_t i, int32_t from, const refuges *r, const sp_xy *enemy) {
  sp_xy at = sp_near_middle(t->world, i);
  int32_t best = -1;
  double least = 0.0;
  for (int32_t n = 0; n < r->count; n++) {
    bool away = !enemy || apart(t->model->node[r->node[n]].at, *enemy) >= apart(at, *enemy) + t->k->rout_refuge_away_m;
    double minutes = away ? minutes_clear_of(t, i, from, r->node[n], enemy) : -1.0;
    if (minutes < 0.0) continue;
    minutes -= r->worth_min[n];
    if (best >= 0 && (minutes > least || (minutes == least && t->model->node[r->node[n]].key >= t->model->node[best].key))) continue;
    best = r->node[n];
    least = minutes;
  }
  return best;
}

/* Friends first; only who knows of none in reach makes for some place, or just on. */
int32_t sp_refuge_of(sp_tick *t, int32_t i, int32_t enemy) {
  sp_world *w = t->world;
  sp_xy danger = {0.0, 0.0}, at = sp_near_middle(w, i);
  if (enemy >= 0) (void)sp_column_distance_m(w, enemy, at, &danger);
  const sp_xy *from_whom = enemy >= 0 ? &danger : NULL;
  int32_t from = face_away(t, i, from_whom);
  refuges friends = {.count = 0}, places = {.count = 0};
  add_friends(w, i, &friends);
  int32_t best = best_of(t, i, from, &friends, from_whom);
  if (best >= 0) return best;
  add_places(t, at, from_whom, &places);
  best = best_of(t, i, from, &places, from_whom);
  if (best < 0 && w->formation.leg_count[i] > 0 && from_whom && apart(t->model->node[from].at, danger) > apart(sp_head_of(w, i), danger)) best = from; /* on, anywhere */
  return best;
}

