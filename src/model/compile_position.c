/* compile_position.c - where formations stand at the opening: at a place or crossing, or so far along the
 * way towards another. That way keeps to the roads where there are any: a pace of open country counts as three.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <stdlib.h>

#define COUNTRY_WEIGHT 3.0

typedef struct way_finder {
  double *cost;      /* by edge */
  int32_t from, to;  /* the last question; formations of one column often ask the same */
  sp_leg *legs;
  int32_t count;
} way_finder;

static bool prepare(sp_compiler *c, way_finder *finder) {
  const sp_model *m = c->model;
  *finder = (way_finder){.cost = sp_compile_scratch(c, (size_t)m->edge_count, sizeof *finder->cost), .from = -1, .to = -1};
  if (!finder->cost) return false;
  for (int32_t i = 0; i < m->edge_count; i++)
    finder->cost[i] = m->edge[i].length_m * (m->edge[i].road >= 0 ? 1.0 : COUNTRY_WEIGHT);
  return true;
}

static void stand_on_leg(const sp_model *m, sp_formation_start *row, sp_leg leg, double along) {
  const sp_edge *edge = &m->edge[sp_leg_edge(leg)];
  row->leg_edge = sp_leg_edge(leg);
  row->leg_m = sp_leg_backward(leg) ? edge->length_m - along : along;
}

static int32_t end_of_leg(const sp_model *m, sp_leg leg) { return m->edge[sp_leg_edge(leg)].node[sp_leg_backward(leg) ? 0 : 1]; }

static void stand_along(sp_compiler *c, sp_formation_start *row, const sp_formation_def *def, const way_finder *finder) {
  const sp_model *m = c->model;
  double left = def->at.distance_m, whole = 0.0;
  for (int32_t i = 0; i < finder->count; i++) {
    double length = m->edge[sp_leg_edge(finder->legs[i])].length_m;
    if (left < length) {
      stand_on_leg(m, row, finder->legs[i], left);
      return;
    }
    left -= length;
    whole += length;
    if (left <= 0.0) {
      row->node = end_of_leg(m, finder->legs[i]);
      return;
    }
  }
  (void)sp_check_range(c, sp_at_spot(def->where, def->at_spot), "distance", def->at.distance_m, 0.0, whole, "m");
}

static void find_way(sp_compiler *c, way_finder *finder, int32_t from, int32_t to) {
  double cost;
  if (finder->from == from && finder->to == to) return;
  free(finder->legs);
  finder->from = from;
  finder->to = to;
  finder->count = sp_shortest_way(c->model, from, to, finder->cost, c->model->index->edge_scale, &finder->legs, &cost);
  if (finder->count == -2) c->no_memory = true;
}

static void place_formation(sp_compiler *c, way_finder *finder, int32_t i) {
  sp_model *m = c->model;
  const sp_formation_def *def = &m->formation_def[i];
  sp_formation_start *row = &m->formation[i];
  if (!def->at.place) {
    const sp_formation_start *parent = &m->formation[row->parent];
    row->node = parent->node;
    row->leg_edge = parent->leg_edge;
    row->leg_m = parent->leg_m;
    return;
  }
  int32_t from = sp_site_node(m, sp_resolve_site(c, sp_at_spot(def->where, def->at_spot), "at", def->at.place));
  if (!def->at.toward || !(def->at.distance_m > 0.0)) {
    row->node = from;
    return;
  }
  find_way(c, finder, from, sp_site_node(m, sp_resolve_site(c, sp_at_spot(def->where, def->toward_spot), "toward", def->at.toward)));
  if (finder->count < 0) sp_error(c, sp_at_spot(def->where, def->toward_spot), "fault.no_way", "from", def->at.place, "to", def->at.toward);
  else stand_along(c, row, def, finder);
}

void sp_compile_positions(sp_compiler *c) {
  way_finder finder;
  if (!prepare(c, &finder)) return;
  for (int32_t k = 0; k < c->formation_ordered && !c->no_memory; k++) place_formation(c, &finder, c->formation_order[k]);
  free(finder.legs);
}
