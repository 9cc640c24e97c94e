/* picture_river.c - a river in his way, or behind him, laid out for a mind: what he sees from its bank, what he has to bridge it with, the way round
 * as the march would plan it. SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "world/passage.h"
#include "world/ride.h"
#include "world/scratch.h"
#include "world/ways.h"

#define DEEPEST 4.0 /* times the depth that he can pass: deeper is no worse to wait for */
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
  if (falls > 0.0) return sp_min((depth - limit_m) / falls, DEEPEST * t->k->crossing_wait_min / 60.0);
  double waited = w->formation.queue_since[f] ? (double)(t->to - w->formation.queue_since[f]) / 60.0 : 0.0;
  return t->k->crossing_wait_min / 60.0 * sp_clamp(depth / sp_max(0.1, limit_m), 1.0, DEEPEST) + 0.5 * waited;
}

static bool is_shut(const sp_world *w, int32_t c, const sp_column *column) {
  sp_passage passage = sp_passage_at(w, c, false);
  return sp_passage_limit_m(w, &passage, column) <= passage.depth_m;
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
  const sp_route_costs *costs = sp_ways_costs(w, mover);
  sp_leg head = w->formation.leg[f * SP_LEGS + w->formation.head_leg[f]], legs[ROUND_LEGS];
  double minutes = 0.0, on = sp_route_minutes(w->routes, t->model->crossing[c].node, goal, mover, costs);
  int32_t n = sp_ways_route(w, sp_leg_start(t->model, head), goal, mover, head, w->formation.key[f], legs, ROUND_LEGS, &minutes);
  *by = -1;
  for (int32_t i = 0; i < n && i < ROUND_LEGS && *by < 0; i++) {
    int32_t other = t->model->node[sp_leg_end(t->model, legs[i])].crossing;
    if (other == c || (other >= 0 && is_shut(w, other, &column))) return -1.0;
    if (other >= 0) *by = t->model->crossing[other].node;
  }
  if (n < 0 || *by < 0) return -1.0;
  double back = costs->edge_min[sp_leg_edge(head)] * w->formation.head_m[f] / sp_max(1.0, sp_leg_length(t->model, head));
  return sp_max(0.0, sp_max(0.0, back) + minutes - sp_max(0.0, on)) / 60.0;
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
    p->self.river.away_m = away;
  }
}
