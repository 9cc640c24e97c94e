/* ride.c - riders, columns and edges measured against each other. SPDX-License-Identifier: Apache-2.0 */
#include "world/ride.h"

#include "world/scratch.h"

#define PIECE_M 3000.0 /* a column's bends are followed in pieces of this */
#define MOST_PIECES 16

bool sp_column_measure(const sp_world *w, int32_t f, sp_leg leg, double along, double *at_m, int *direction) {
  double offset = -w->formation.tail_m[f];
  const sp_leg *legs = &w->formation.leg[f * SP_LEGS];
  for (int32_t i = 0; i < w->formation.leg_count[f]; i++) {
    double length = sp_leg_length(w->model, legs[i]);
    if (sp_leg_edge(legs[i]) == sp_leg_edge(leg)) {
      bool same = legs[i] == leg;
      *direction = same ? 1 : -1;
      *at_m = offset + (same ? along : length - along);
      return true;
    }
    offset += length;
  }
  return false;
}

bool sp_column_measure_node(const sp_world *w, int32_t f, int32_t node, double *at_m) {
  double offset = -w->formation.tail_m[f];
  const sp_leg *legs = &w->formation.leg[f * SP_LEGS];
  int32_t count = w->formation.leg_count[f];
  for (int32_t i = 0; i < count; i++) {
    if (sp_leg_start(w->model, legs[i]) == node) {
      *at_m = offset;
      return true;
    }
    offset += sp_leg_length(w->model, legs[i]);
  }
  *at_m = offset;
  return count > 0 && sp_leg_end(w->model, legs[count - 1]) == node;
}

void sp_column_spot(const sp_world *w, int32_t f, double at_m, sp_leg *leg, double *along_m) {
  const sp_leg *legs = &w->formation.leg[f * SP_LEGS];
  double along = sp_max(at_m + w->formation.tail_m[f], 0.0);
  int32_t i = 0;
  while (i + 1 < w->formation.leg_count[f] && along > sp_leg_length(w->model, legs[i])) along -= sp_leg_length(w->model, legs[i++]);
  *leg = legs[i];
  *along_m = sp_min(along, sp_leg_length(w->model, legs[i]));
}

double sp_column_chief_m(const sp_world *w, int32_t f) { return w->formation.extent_m[f] * (1.0 - sp_clamp(w->formation.commander_share[f], 0.0, 1.0)); }

double sp_column_pace_m_min(const sp_world *w, int32_t f) {
  return w->formation.activity[f] == SP_MARCHING && !w->formation.blocked[f] ? w->formation.speed_m_min[f] : 0.0;
}

double sp_edge_nearest_m(const sp_model *m, int32_t edge, sp_xy at, double *off_m) {
  const sp_edge *e = &m->edge[edge];
  const sp_xy *p = m->point + e->first_point;
  double best = -1.0, best_along = 0.0, drawn = 0.0;
  for (int32_t i = 0; i + 1 < e->point_count; i++) {
    double dx = p[i + 1].x - p[i].x, dy = p[i + 1].y - p[i].y, length2 = dx * dx + dy * dy, length = sp_sqrt(length2);
    double share = length2 > 0.0 ? sp_clamp(((at.x - p[i].x) * dx + (at.y - p[i].y) * dy) / length2, 0.0, 1.0) : 0.0;
    double x = p[i].x + share * dx - at.x, y = p[i].y + share * dy - at.y, off = x * x + y * y;
    if (best < 0.0 || off < best) {
      best = off;
      best_along = drawn + share * length;
    }
    drawn += length;
  }
  *off_m = sp_sqrt(best);
  return drawn > 0.0 ? best_along * (e->length_m / drawn) : 0.0;
}

double sp_column_distance_m(const sp_world *w, int32_t f, sp_xy at, sp_xy *nearest) {
  double extent = w->formation.extent_m[f];
  sp_xy from = {w->formation.head_x[f], w->formation.head_y[f]}, best_at = from;
  double best = (at.x - from.x) * (at.x - from.x) + (at.y - from.y) * (at.y - from.y);
  int32_t pieces = extent > 1.0 ? sp_min_i32(MOST_PIECES, 1 + sp_to_i32(extent / PIECE_M)) : 0;
  for (int32_t i = 1; i <= pieces; i++) {
    sp_xy to = i == pieces ? (sp_xy){w->formation.tail_x[f], w->formation.tail_y[f]} : sp_formation_point(w, f, extent * (double)i / (double)pieces);
    double dx = to.x - from.x, dy = to.y - from.y, length2 = dx * dx + dy * dy;
    double share = length2 > 0.0 ? sp_clamp(((at.x - from.x) * dx + (at.y - from.y) * dy) / length2, 0.0, 1.0) : 0.0;
    sp_xy spot = {from.x + share * dx, from.y + share * dy};
    double off = (spot.x - at.x) * (spot.x - at.x) + (spot.y - at.y) * (spot.y - at.y);
    if (off < best) {
      best = off;
      best_at = spot;
    }
    from = to;
  }
  if (nearest) *nearest = best_at;
  return sp_sqrt(best);
}

static double draw_luck(const sp_world *w, sp_key paper) {
  sp_dice once = {w->head->seed, 0};
  return sp_lognormal_of(sp_uniform(&once, paper, SP_STREAM_RIDER_SPEED, 0), 1.0, w->constants.rider_sigma);
}

double sp_rider_luck(const sp_world *w, int32_t m) {
  sp_key paper = w->message.key[m];
  if (!w->scratch || m >= w->scratch->paper_capacity) return draw_luck(w, paper);
  sp_ride_luck *kept = &w->scratch->ride_luck[m];
  if (kept->paper != paper) *kept = (sp_ride_luck){paper, draw_luck(w, paper)};
#ifdef SP_DEV
  SP_CHECK(kept->luck == draw_luck(w, paper));
#endif
  return kept->luck;
}
