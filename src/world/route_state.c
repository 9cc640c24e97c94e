/* route_state.c - where on the road: legs, and the spots of a column between its head and its tail.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

sp_xy sp_leg_point(const sp_model *m, sp_leg leg, double along_m, sp_xy *heading) {
  double length = sp_leg_length(m, leg);
  along_m = sp_clamp(along_m, 0.0, length);
  sp_xy at = sp_edge_point(m, sp_leg_edge(leg), sp_leg_backward(leg) ? length - along_m : along_m, heading);
  if (heading && sp_leg_backward(leg)) *heading = (sp_xy){-heading->x, -heading->y};
  return at;
}

sp_xy sp_formation_point(const sp_world *w, int32_t row, double back_m) {
  if (w->formation.leg_count[row] <= 0) return (sp_xy){w->formation.head_x[row], w->formation.head_y[row]};
  const sp_leg *legs = &w->formation.leg[row * SP_LEGS];
  double back = sp_clamp(back_m, 0.0, w->formation.extent_m[row]), at = w->formation.head_m[row];
  int32_t leg = w->formation.head_leg[row];
  while (back > at && leg > 0) {
    back -= at;
    at = sp_leg_length(w->model, legs[--leg]);
  }
  at -= back;
  if (leg == 0) at = sp_max(at, w->formation.tail_m[row]);
  return sp_leg_point(w->model, legs[leg], at, NULL);
}

typedef struct trace {
  const sp_model *model;
  sp_point *points;
  size_t size, needed;
} trace;

static void add_point(trace *t, sp_xy at) {
  if (t->needed < t->size) t->points[t->needed] = sp_unproject(&t->model->projection, at);
  t->needed++;
}

/* The drawn bends of a leg strictly between two ways along it, from the farther to the nearer. */
static void add_bends(trace *t, sp_leg leg, double from_m, double to_m) {
  const sp_edge *edge = &t->model->edge[sp_leg_edge(leg)];
  const sp_xy *point = t->model->point + edge->first_point;
  double scale = edge->drawn_m > 0.0 ? edge->length_m / edge->drawn_m : 1.0, along = 0.0;
  bool backward = sp_leg_backward(leg);
  /* Walk against the leg's direction: from the edge's end when it goes forward, from its start when backward. */
  for (int32_t i = 1; i + 1 < edge->point_count; i++) {
    int32_t here = backward ? i : edge->point_count - 1 - i, before = backward ? i - 1 : here + 1;
    double dx = point[here].x - point[before].x, dy = point[here].y - point[before].y;
    along += scale * sp_sqrt(dx * dx + dy * dy);
    double way = edge->length_m - along;
    if (way < from_m && way > to_m) add_point(t, point[here]);
  }
}

size_t sp_world_trace(const sp_world *w, int32_t row, sp_point *points, size_t size) {
  if (!w || row < 0 || row >= sp_used(w, SP_TABLE_FORMATION)) return 0;
  trace t = {w->model, points, points ? size : 0, 0};
  add_point(&t, (sp_xy){w->formation.head_x[row], w->formation.head_y[row]});
  if (w->formation.leg_count[row] <= 0 || w->formation.extent_m[row] <= 0.0) return t.needed;
  const sp_leg *legs = &w->formation.leg[row * SP_LEGS];
  double from = w->formation.head_m[row];
  for (int32_t leg = w->formation.head_leg[row]; leg >= 0; leg--) {
    double to = leg == 0 ? w->formation.tail_m[row] : 0.0;
    add_bends(&t, legs[leg], from, to);
    if (leg > 0) {
      add_point(&t, w->model->node[sp_leg_start(w->model, legs[leg])].at);
      from = sp_leg_length(w->model, legs[leg - 1]);
    }
  }
  add_point(&t, (sp_xy){w->formation.tail_x[row], w->formation.tail_y[row]});
  return t.needed;
}

sp_point sp_world_point(const sp_world *w, double x_m, double y_m) { return sp_unproject(&w->model->projection, (sp_xy){x_m, y_m}); }
