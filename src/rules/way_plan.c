/* way_plan.c - the legs ahead: planned when an order comes or the held legs run short.
 * The way lies through the via places to the goal; a column whose way lies behind it turns about.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/way_plan.h"

#include <string.h>

#include "world/belief.h"
#include "world/orders.h"
#include "world/ways.h"

static sp_leg *legs_of(sp_world *w, int32_t i) { return &w->formation.leg[i * SP_LEGS]; }

void sp_forget_way(sp_world *w, int32_t i) {
  w->formation.route_whole[i] = 0;
  if (w->formation.leg_count[i] > 0) w->formation.leg_count[i] = (int16_t)(w->formation.head_leg[i] + 1);
}

void sp_turn_about(sp_world *w, int32_t i) {
  sp_leg *leg = legs_of(w, i);
  int32_t n = w->formation.head_leg[i] + 1;
  double new_head = sp_leg_length(w->model, leg[0]) - w->formation.tail_m[i];
  double new_tail = sp_leg_length(w->model, leg[n - 1]) - w->formation.head_m[i];
  for (int32_t a = 0, b = n - 1; a <= b; a++, b--) {
    sp_leg front = leg[a];
    leg[a] = leg[b] ^ 1u;
    leg[b] = front ^ 1u;
  }
  w->formation.leg_count[i] = (int16_t)n;
  w->formation.head_m[i] = new_head;
  w->formation.tail_m[i] = new_tail;
  w->formation.route_whole[i] = 0;
  if (w->formation.extent_m[i] > 0.0) { /* he stays among the same men */
    w->formation.commander_share[i] = 1.0 - w->formation.commander_share[i];
    w->formation.turned[i] ^= 1;
  }
  if (w->formation.crossing[i] >= 0) w->formation.crossed_share[i] = 1.0 - w->formation.crossed_share[i];
  double x = w->formation.head_x[i], y = w->formation.head_y[i];
  w->formation.head_x[i] = w->formation.tail_x[i];
  w->formation.head_y[i] = w->formation.tail_y[i];
  w->formation.tail_x[i] = x;
  w->formation.tail_y[i] = y;
}

static int32_t next_target(const sp_world *w, int32_t i) {
  int32_t via = w->formation.via_node[i * 4];
  return via >= 0 ? via : w->formation.goal_node[i];
}

/* It stands, or comes, before a bridge that is gone, and its way lies beyond. Who was ordered to cross waits there. */
static bool bridge_gone(const sp_world *w, int32_t i, sp_mover mover) {
  if (w->formation.leg_count[i] == 0 || w->formation.verb[i] == SP_VERB_CROSS) return false;
  sp_leg last = w->formation.leg[i * SP_LEGS + w->formation.leg_count[i] - 1];
  int32_t node = sp_leg_end(w->model, last);
  bool bank = w->model->node[node].crossing >= 0 && sp_leg_bank(w->model, last, true);
  return bank && node != next_target(w, i) && sp_ways_costs(w, mover)->node_min[node] < 0.0;
}

/* Which way round: on, or back? Judged by minutes to the next target. */
static bool way_lies_behind(sp_world *w, int32_t i, sp_mover mover, int32_t target) {
  sp_leg leg = legs_of(w, i)[w->formation.head_leg[i]];
  const sp_route_costs *costs = sp_ways_costs(w, mover);
  double length = sp_leg_length(w->model, leg), whole = costs->edge_min[sp_leg_edge(leg)];
  if (whole < 0.0) whole = length / 20.0; /* shut for this mover, yet here it stands: it must get off */
  int32_t end = sp_leg_end(w->model, leg);
  double on = bridge_gone(w, i, mover) ? -1.0 : sp_route_minutes(w->routes, end, target, mover, costs);
  if (on >= 0.0 && end != target && sp_leg_bank(w->model, leg, true)) on += sp_max(0.0, costs->node_min[end]); /* the river before him is still to be passed */
  double back = sp_route_minutes(w->routes, sp_leg_start(w->model, leg), target, mover, costs);
  if (back < 0.0) return false;
  double ahead_min = on + whole * (length - w->formation.head_m[i]) / length;
  double behind_min = back + whole * w->formation.head_m[i] / length;
  return on < 0.0 || behind_min + w->constants.march_turn_margin_min < ahead_min;
}

static void drop_via(sp_world *w, int32_t i) {
  int32_t *via = &w->formation.via_node[i * 4];
  memmove(via, via + 1, 3 * sizeof *via);
  via[3] = -1;
}

/* Appends legs from `from` through the targets while room is left. false: some target cannot be reached. */
static bool append(sp_world *w, int32_t i, sp_mover mover, int32_t from) {
  sp_leg *leg = legs_of(w, i);
  w->formation.route_whole[i] = 0;
  for (;;) {
    int32_t target = next_target(w, i), room = SP_LEGS - w->formation.leg_count[i];
    sp_leg avoid = w->formation.leg_count[i] > 0 ? leg[w->formation.leg_count[i] - 1] ^ 1u : SP_NO_LEG;
    double minutes = 0.0;
    int32_t n = sp_ways_route(w, from, target, mover, avoid, w->formation.key[i], leg + w->formation.leg_count[i], room, &minutes);
    if (n < 0 && avoid != SP_NO_LEG) n = sp_ways_route(w, from, target, mover, SP_NO_LEG, w->formation.key[i], leg + w->formation.leg_count[i], room, &minutes);
    if (n < 0) return false;
    w->formation.leg_count[i] = (int16_t)(w->formation.leg_count[i] + sp_min_i32(n, room));
    if (n > room) return true; /* go on when these are behind us */
    bool last = target == w->formation.goal_node[i] && w->formation.via_node[i * 4] < 0;
    if (last) {
      w->formation.route_whole[i] = 1;
      return true;
    }
    drop_via(w, i);
    from = target;
  }
}

static void emit_turn(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (w->formation.extent_m[i] < 1.0) return;
  sp_emit(w, (sp_event){.minute = t->from, .type = SP_EVENT_REVERSED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

bool sp_plan_way(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_column column = sp_column_of(w, i);
  sp_mover mover = sp_mover_of(&column);
  if (w->formation.goal_node[i] < 0) return false;
  if (w->formation.leg_count[i] == 0) {
    w->formation.head_leg[i] = 0;
    w->formation.head_m[i] = w->formation.tail_m[i] = w->formation.extent_m[i] = 0.0;
    return append(w, i, mover, w->formation.node[i]);
  }
  bool at_last = w->formation.head_leg[i] + 1 == w->formation.leg_count[i];
  if (at_last && way_lies_behind(w, i, mover, next_target(w, i))) {
    sp_turn_about(w, i);
    emit_turn(t, i);
  }
  if (bridge_gone(w, i, mover)) return false;
  sp_leg last = legs_of(w, i)[w->formation.leg_count[i] - 1];
  return append(w, i, mover, sp_leg_end(t->model, last));
}

void sp_form_anew(sp_world *w, int32_t i) {
  if (!w->formation.turned[i] || w->formation.extent_m[i] > 0.0) return;
  w->formation.commander_share[i] = 1.0 - w->formation.commander_share[i];
  w->formation.turned[i] = 0;
}

int32_t sp_quarry(const sp_world *w, int32_t i) {
  sp_key followed = w->formation.follow[i];
  int32_t row = followed == SP_FOLLOW_ENEMY ? -1 : sp_formation_row(w, followed);
  if (followed == SP_FOLLOW_ENEMY || (row >= 0 && w->formation.side[row] != w->formation.side[i])) return SP_QUARRY_ENEMY;
  row = sp_formation_living(w, row);
  return row >= 0 && row != i ? row : SP_QUARRY_GONE;
}

static int32_t friend_report(const sp_world *w, int32_t i, int32_t quarry) {
  int32_t best = -1;
  for (int32_t c = i * SP_CONTACTS; c < (i + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || !w->contact.friendly[c] || sp_formation_living(w, sp_formation_row(w, w->report.subject[r])) != quarry) continue;
    if (best < 0 || w->report.seen[r] > w->report.seen[best] || (w->report.seen[r] == w->report.seen[best] && w->report.key[r] < w->report.key[best])) best = r;
  }
  return best;
}

/* How far an enemy is for a seeker: what was seen long ago may be anywhere, and pursuers look for men who run. */
static double away_m(const sp_world *w, int32_t i, int32_t r) {
  double dx = w->report.x[r] - w->formation.head_x[i], dy = w->report.y[r] - w->formation.head_y[i];
  bool stands = w->formation.verb[i] == SP_VERB_PURSUE && w->report.shape[r] != SP_SHAPE_FLEEING;
  return sp_sqrt(dx * dx + dy * dy) + sp_belief_error_m(w, r, w->head->minute) + (stands ? w->constants.pursuit_reach_m : 0.0);
}

int32_t sp_believed_report(const sp_world *w, int32_t i, int32_t quarry) {
  if (quarry == SP_QUARRY_GONE) return -1;
  if (quarry != SP_QUARRY_ENEMY) return friend_report(w, i, quarry);
  int32_t best = -1;
  double least = 0.0;
  for (int32_t c = i * SP_CONTACTS; c < (i + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c]) continue;
    double away = away_m(w, i, r);
    if (best < 0 || away < least || (away == least && w->contact.number[c] < w->contact.number[best])) {
      best = c;
      least = away;
    }
  }
  return best >= 0 ? w->contact.report[best] : -1;
}
