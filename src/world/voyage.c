/* voyage.c - sea lanes, and the rows of those who go by them. SPDX-License-Identifier: Apache-2.0 */
#include "world/voyage.h"

#include "shapan/calc_supply.h"

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

bool sp_free_to_embark(const sp_world *w, int32_t i) {
  bool rests = w->formation.activity[i] == SP_HALTED_IN_COLUMN || w->formation.activity[i] == SP_IN_CAMP;
  return w->formation.alive[i] && rests && w->formation.leg_count[i] == 0 && w->formation.node[i] >= 0 && !w->formation.in_contact[i] && w->combat.engagement[i] < 0 && w->combat.stance[i] == SP_STEADY && sp_men_of(w, i) > 0;
}

/* ---- what it has to carry */

int32_t sp_boats_of(const sp_world *w, int32_t f) { return sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_BOAT); }

int32_t sp_patients_about(const sp_world *w, int32_t f) {
  int32_t n = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) n += w->ward.alive[p] && w->ward.carer[p] == f ? w->ward.men[p] : 0;
  return n;
}

double sp_bags_kg(const sp_world *w, int32_t f) {
  sp_column men = sp_column_of(w, f);
  men = (sp_column){.foot = men.foot, .mounted = men.mounted, .followers = men.followers};
  return sp_calc_carried_kg(&w->constants, &men);
}

double sp_sea_cargo(const sp_world *w, int32_t f) {
  sp_cargo all = {.men = (double)sp_men_of(w, f) + sp_patients_about(w, f) + w->combat.captives[f], .beasts = (double)w->formation.mounts[f] + w->formation.draught[f],
                  .carts = (double)w->formation.carts[f] - sp_boats_of(w, f), .light_guns = w->formation.light_guns[f], .heavy_guns = w->formation.heavy_guns[f], .grain_kg = sp_max(0.0, (double)w->provision.grain_g[f] / 1000.0 - sp_bags_kg(w, f))};
  return sp_calc_boat_cargo(&w->constants, &all);
}

/* ---- rows */

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
