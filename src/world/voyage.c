/* voyage.c - sea lanes, and the rows of those who go by them. SPDX-License-Identifier: Apache-2.0 */
#include "world/voyage.h"

bool sp_lanes_to(const sp_model *m, int32_t node) {
  for (int32_t h = 0; node >= 0 && h < m->node[node].edge_count; h++)
    if (m->edge[sp_leg_edge(m->half_edge[m->node[node].first_edge + h].leg)].road_class == SP_ROAD_SEA) return true;
  return false;
}

/* Half edges stand in order of key: of equally long lanes the first. */
sp_leg sp_lane_between(const sp_model *m, int32_t from, int32_t to) {
  sp_leg best = SP_NO_LEG;
  for (int32_t h = 0; from >= 0 && h < m->node[from].edge_count; h++) {
    sp_half_edge way = m->half_edge[m->node[from].first_edge + h];
    bool lane = way.to == to && m->edge[sp_leg_edge(way.leg)].road_class == SP_ROAD_SEA;
    if (lane && (best == SP_NO_LEG || sp_leg_length(m, way.leg) < sp_leg_length(m, best))) best = way.leg;
  }
  return best;
}

int32_t sp_port_for(const sp_world *w, int32_t f, int32_t bound_for) {
  const sp_model *m = w->model;
  int32_t best = -1;
  double least = 0.0;
  for (int32_t h = 0; bound_for >= 0 && h < m->node[bound_for].edge_count; h++) {
    sp_half_edge way = m->half_edge[m->node[bound_for].first_edge + h];
    if (m->edge[sp_leg_edge(way.leg)].road_class != SP_ROAD_SEA) continue;
    double dx = m->node[way.to].at.x - w->formation.head_x[f], dy = m->node[way.to].at.y - w->formation.head_y[f], d2 = dx * dx + dy * dy;
    if (best >= 0 && d2 >= least) continue;
    best = way.to;
    least = d2;
  }
  return best;
}

int32_t sp_voyage_of(const sp_world *w, int32_t f) {
  for (int32_t v = 0; v < sp_used(w, SP_TABLE_VOYAGE); v++)
    if (w->voyage.alive[v] && w->voyage.formation[v] == f) return v;
  return -1;
}

int32_t sp_voyage_open(sp_world *w, int32_t f) {
  int32_t v = sp_voyage_of(w, f);
  if (v >= 0) return v;
  v = sp_row_new(w, SP_TABLE_VOYAGE, sp_key_pair(w->formation.key[f], sp_key_of("voyage")));
  if (v < 0) return -1;
  w->voyage.alive[v] = 1;
  w->voyage.formation[v] = f;
  w->voyage.bound_for[v] = w->voyage.rafts_at[v] = -1;
  return v;
}
