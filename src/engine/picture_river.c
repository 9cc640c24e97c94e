/* picture_river.c - a river in his way, or behind him, laid out for a mind: what he sees from its bank, what he has to bridge it with, the way round
 * by what he sees here and by the map: how another crossing stands that is out of his sight he does not know. SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"

#include <stdlib.h>
#include <string.h>

#include "world/orders.h"
#include "shapan/calc_supply.h"
#include "world/passage.h"
#include "world/ride.h"
#include "world/scratch.h"
#include "world/ways.h"

#define ROUND_LEGS 64

bool sp_waits_at_river(const sp_world *w, int32_t f) {
  if (w->model->crossing_count == 0 || w->formation.crossing[f] >= 0) return false;
  bool left_standing = (sp_verb)w->formation.verb[f] == SP_VERB_NONE && w->formation.activity[f] == SP_HALTED_IN_COLUMN; /* the bridge is gone, and there was no way */
  return w->formation.leg_count[f] > 0 && (w->formation.queue_since[f] > 0 || w->formation.activity[f] == SP_WAITING_TO_CROSS || left_standing);
}

/* The crossing at whose bank he stands: the next on the legs that he holds. -1: none. */
static int32_t crossing_ahead(const sp_world *w, int32_t f) {
  for (int32_t n = w->formation.head_leg[f]; n < w->formation.leg_count[f]; n++) {
    int32_t c = w->model->node[sp_leg_end(w->model, w->formation.leg[f * SP_LEGS + n])].crossing;
    if (c >= 0) return sp_column_distance_m(w, f, w->model->node[w->model->crossing[c].node].at, NULL) <= w->constants.bridge_reach_m ? c : -1;
  }
  return -1;
}

/* Falling water is waited for by its rate; rising or gone, by what is reckoned for a shut ford, the more the deeper it is and the longer he has waited. */
static double wait_of(const sp_tick *t, int32_t f, int32_t c, double limit_m) {
  const sp_world *w = t->world;
  double depth = w->ford.depth_m[c], falls = (w->scratch->ford_before_m[c] - depth) / t->dt_min * 60.0;
  if (falls > 0.0) return sp_min((depth - limit_m) / falls, t->k->mind_river_deepest * t->k->crossing_wait_min / 60.0);
  double waited = w->formation.queue_since[f] ? (double)(t->to - w->formation.queue_since[f]) / 60.0 : 0.0;
  return t->k->crossing_wait_min / 60.0 * sp_clamp(depth / sp_max(0.1, limit_m), 1.0, t->k->mind_river_deepest) + 0.5 * waited;
}

static bool in_sight(const sp_world *w, int32_t c, sp_xy from) { return sp_mind_apart(from, w->model->node[w->model->crossing[c].node].at) <= w->constants.mind_near_m; }

static double ordinary_m(const sp_world *w, int32_t c) {
  const sp_crossing *x = &w->model->crossing[c];
  return sp_max(0.0, sp_of_months(w->model->river[x->river].depth_m, w->head->minute) + x->depth_offset_m);
}

/* Hours that he takes another crossing to cost; negative: shut. The same river stands as much over its ordinary depth there as here, and under such ice;
 * the map's bridges stand. */
static double believed_h(const sp_world *w, int32_t here, int32_t c, const sp_column *column) {
  const sp_crossing *x = &w->model->crossing[c];
  bool same = x->river == w->model->crossing[here].river, water = x->kind == SP_CROSSING_FORD || x->kind == SP_CROSSING_FERRY;
  double depth = ordinary_m(w, c) + (same ? w->ford.depth_m[here] - ordinary_m(w, here) : 0.0);
  if (same && water && w->ford.ice_bears[here]) {
    sp_passage as_here = sp_passage_at(w, here, false);
    if (sp_passage_limit_m(w, &as_here, column) <= as_here.depth_m) return -1.0;
    sp_flow ice = sp_calc_ice_flow(&w->constants, 1.0);
    return sp_calc_crossing_h(&ice, column);
  }
  sp_flow flow = sp_calc_crossing_flow(&w->constants, x->kind, x->width_m, sp_max_i32(1, x->count), sp_max(0.0, depth), 1.0);
  return sp_calc_crossing_h(&flow, column);
}

static bool is_shut(const sp_world *w, int32_t here, sp_xy from, int32_t c, const sp_column *column) {
  if (!in_sight(w, c, from)) return believed_h(w, here, c, column) < 0.0;
  sp_passage passage = sp_passage_at(w, c, false);
  return sp_passage_limit_m(w, &passage, column) <= passage.depth_m;
}

/* Costs of the roads with what he believes of the crossings. *node: to be freed; NULL: no memory. */
static sp_route_costs believed_costs(const sp_world *w, sp_mover mover, int32_t here, sp_xy from, const sp_column *column, double **node) {
  const sp_model *m = w->model;
  sp_route_costs costs = *sp_ways_costs(w, mover);
  *node = malloc(((size_t)m->node_count + 1) * sizeof **node);
  if (!*node) return costs;
  memcpy(*node, costs.node_min, (size_t)m->node_count * sizeof **node);
  for (int32_t c = 0; c < m->crossing_count; c++) {
    if (c == here || in_sight(w, c, from)) continue;
    double hours = believed_h(w, here, c, column);
    (*node)[m->crossing[c].node] = hours >= 0.0 ? 60.0 * hours : w->constants.crossing_wait_min;
  }
  costs.node_min = *node;
  costs.epoch = sp_hash_bytes(*node, (size_t)m->node_count * sizeof **node, sp_hash_mix(costs.epoch, 7));
  return costs;
}

/* Nobody marches to and fro between two crossings all day. */
static bool has_tried(const sp_world *w, int32_t hq, sp_minute now) {
  for (int32_t o = 0; o < sp_used(w, SP_TABLE_ORDER); o++)
    if (w->order.from_hq[o] == hq && w->order.thought[o] == SP_ACT_GO_ROUND && now - w->order.due[o] < 1440) return true;
  return false;
}

/* More hours than over this crossing by the best way that does not begin towards it; the first crossing on that way. < 0: there is none. */
static double round_of(const sp_tick *t, int32_t f, int32_t c, int32_t goal, int32_t *by) {
  sp_world *w = t->world;
  sp_column column = sp_column_of(w, f);
  sp_mover mover = sp_mover_of(&column);
  sp_xy from = sp_head_of(w, f);
  double *node;
  sp_route_costs costs = believed_costs(w, mover, c, from, &column, &node);
  sp_leg head = w->formation.leg[f * SP_LEGS + w->formation.head_leg[f]], legs[ROUND_LEGS];
  double minutes = 0.0, on = node ? sp_route_minutes(w->routes, t->model->crossing[c].node, goal, mover, &costs) : -1.0;
  sp_route_query query = {.from_node = sp_leg_start(t->model, head), .goal_node = goal, .avoid_leg = head, .mover = mover, .costs = &costs, .tie_key = w->formation.key[f]};
  int32_t n = node ? sp_route(w->routes, &query, legs, ROUND_LEGS, &minutes) : -1;
  free(node);
  *by = -1;
  for (int32_t i = 0; i < n && i < ROUND_LEGS && *by < 0; i++) {
    int32_t other = t->model->node[sp_leg_end(t->model, legs[i])].crossing;
    if (other == c || (other >= 0 && is_shut(w, c, from, other, &column))) return -1.0;
    if (other >= 0) *by = t->model->crossing[other].node;
  }
  if (n < 0 || *by < 0) return -1.0;
  double back = costs.edge_min[sp_leg_edge(head)] * w->formation.head_m[f] / sp_max(1.0, sp_leg_length(t->model, head));
  return sp_max(0.0, sp_max(0.0, back) + minutes - sp_max(0.0, on)) / 60.0;
}

static bool has_sent_guard(const sp_world *w, int32_t hq, int32_t node, sp_minute now) {
  for (int32_t o = sp_order_last_of(w, hq); o >= 0; o = sp_order_before(w, o))
    if (w->order.thought[o] == SP_ACT_GUARD_BRIDGE && w->order.goal_node[o] == node && now - w->order.due[o] < 1440) return true;
  return false;
}

static int32_t boats_by(const sp_world *w, int32_t f, int32_t c) {
  return sp_count_of_arm(w, w->ford.first_strength[c], SP_ARM_BOAT) - w->ford.boats_in[c] + sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_BOAT);
}

static void see_crossing(const sp_tick *t, int32_t f, int32_t c, sp_known_river *r) {
  const sp_world *w = t->world;
  sp_column column = sp_column_of(w, f);
  sp_flow flow = sp_calc_crossing_flow(t->k, SP_CROSSING_FLOATING, 0.0, 1, 0.0, 1.0);
  r->node = t->model->crossing[c].node;
  r->at = t->model->node[r->node].at;
  r->width_m = t->model->river[t->model->crossing[c].river].width_m;
  r->boats = boats_by(w, f, c);
  r->wood = sp_wood_about(t->model, c);
  r->pass_h = sp_max(0.0, sp_calc_crossing_h(&flow, &column));
  r->bridges = sp_passage_bridges(w, c);
  r->built = w->ford.bridges[c];
}

void sp_picture_river_ahead(const sp_tick *t, int32_t hq, sp_picture *p) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq], o = w->hq.mission[hq], goal = o >= 0 ? w->order.goal_node[o] : -1, c = sp_waits_at_river(w, f) ? crossing_ahead(w, f) : -1;
  p->self.river = (sp_known_river){.node = -1};
  if (c < 0) return;
  sp_passage passage = sp_passage_at(w, c, false);
  sp_column column = sp_column_of(w, f);
  double limit = sp_passage_limit_m(w, &passage, &column);
  see_crossing(t, f, c, &p->self.river);
  p->self.river.ahead = limit <= passage.depth_m && w->ford.begun[c] == 0;
  if (!p->self.river.ahead) return;
  p->self.river.wait_h = wait_of(t, f, c, limit);
  p->self.river.round_h = goal >= 0 && !has_tried(w, hq, t->to) ? round_of(t, f, c, goal, &p->self.river.round_by) : -1.0;
}

/* A standing bridge near behind him, he and all his men beyond it. */
void sp_picture_river_behind(const sp_tick *t, int32_t hq, sp_picture *p) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  double least = t->k->mind_near_m;
  p->self.river = (sp_known_river){.node = -1};
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    if (sp_passage_bridges(w, c) == 0 || w->formation.crossing[f] >= 0) continue;
    sp_xy at = t->model->node[t->model->crossing[c].node].at, tail = {w->formation.tail_x[f], w->formation.tail_y[f]}, head = {w->formation.head_x[f], w->formation.head_y[f]};
    double away = sp_mind_apart(tail, at);
    if (away >= least || sp_mind_apart(head, at) < away) continue;
    least = away;
    see_crossing(t, f, c, &p->self.river);
    p->self.river.behind = true;
    p->self.river.guard_sent = has_sent_guard(w, hq, p->self.river.node, t->to);
    p->self.river.away_m = away;
  }
}
