/* ways.c - route costs under today's ground. Minutes are those of a small fresh body by day:
 * a lower bound for every column, as the routing contract wants. Mud is quantised by region in
 * quarters, crossings by who can pass, so a storm changes the epoch a few times, not every tick.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/ways.h"

#include <stdlib.h>

#include "world/scratch.h"

#define MUD_STEPS 4
#define WAIT_FOR_WATER_MIN 360.0 /* a shut ford is a long wait, not a wall: the water will fall */
#define COUNTRY_STEEP_FACTOR 2.0

sp_mover sp_mover_of(const sp_column *column) {
  if (column->carts > 0.0 || column->light_guns > 0.0 || column->heavy_guns > 0.0) return SP_MOVER_WHEELS;
  if (column->foot > 0.0 || column->followers > 0.0) return SP_MOVER_FOOT;
  return SP_MOVER_HORSE;
}

sp_going sp_going_on(const sp_world *w, int32_t edge, double knows_ground) {
  const sp_edge *e = &w->model->edge[edge];
  int32_t r = e->region;
  return (sp_going){
      .road = (sp_road_class)e->road_class,
      .relief = (sp_relief)e->relief,
      .cover = (sp_cover)e->cover,
      .mud = w->region.mud[r * SP_SOIL_COUNT + e->soil],
      .rain_mm_h = w->region.rain_mm_h[r],
      .snow = sp_min(1.0, w->region.snow_mm[r] / w->constants.ground_snow_deep_mm),
      .light = w->region.light[r],
      .temperature_c = w->region.temperature_c[r],
      .knows_ground = knows_ground,
  };
}

static double quantised(double mud) { return sp_floor(mud * MUD_STEPS + 0.5) / MUD_STEPS; }

static sp_column sample_column(sp_mover mover) {
  switch (mover) {
    case SP_MOVER_FOOT: return (sp_column){.foot = 100.0};
    case SP_MOVER_WHEELS: return (sp_column){.foot = 100.0, .carts = 5.0};
    case SP_MOVER_HORSE:
    case SP_MOVER_RIDER:
    case SP_MOVER_COUNT: break;
  }
  return (sp_column){.mounted = 100.0, .led_horses = 100.0};
}

static uint64_t epoch_of(const sp_world *w, sp_mover mover) {
  const sp_model *m = w->model;
  uint64_t hash = sp_hash_mix((uint64_t)mover, (uint64_t)sp_date_of(w->head->minute).month);
  for (int32_t r = 0; r < m->region_count * SP_SOIL_COUNT; r++) hash = sp_hash_mix(hash, (uint64_t)sp_to_i32(sp_floor(w->region.mud[r] * MUD_STEPS + 0.5)));
  sp_column column = sample_column(mover);
  for (int32_t c = 0; c < m->crossing_count; c++) {
    sp_flow flow = sp_calc_crossing_flow(&w->constants, m->crossing[c].kind, m->crossing[c].width_m, m->crossing[c].count, w->ford.depth_m[c], 1.0);
    hash = sp_hash_mix(hash, sp_calc_crossing_h(&flow, &column) < 0.0);
  }
  return hash ? hash : 1;
}

static double edge_minutes(const sp_world *w, sp_mover mover, int32_t edge, const sp_column *column) {
  const sp_edge *e = &w->model->edge[edge];
  int32_t month = sp_date_of(w->head->minute).month;
  if (e->closed_months >> (month - 1) & 1) return -1.0;
  bool wheels = mover == SP_MOVER_WHEELS;
  if (wheels && (e->road_class == SP_ROAD_PATH || (e->road_class == SP_ROAD_COUNTRY && e->relief == SP_RELIEF_MOUNTAIN))) return -1.0;
  sp_going going = sp_going_on(w, edge, 1.0);
  going.mud = quantised(going.mud);
  going.rain_mm_h = 0.0;
  going.light = 1.0;
  going.temperature_c = 15.0;
  double speed = mover == SP_MOVER_RIDER ? sp_calc_rider_m_min(&w->constants, &going, 0.0) : sp_calc_march_m_min(&w->constants, column, &going, SP_PACE_ORDINARY, 0.0);
  double minutes = e->length_m / sp_max(speed, 1.0);
  if (e->road_class == SP_ROAD_COUNTRY && e->relief >= SP_RELIEF_HILLS) minutes *= COUNTRY_STEEP_FACTOR;
  return minutes;
}

static sp_status rebuild(sp_world *w, sp_mover mover, uint64_t epoch) {
  sp_scratch *s = w->scratch;
  const sp_model *m = w->model;
  if (!s->edge_min[mover]) s->edge_min[mover] = calloc((size_t)m->edge_count + 1, sizeof(double));
  if (!s->node_min[mover]) s->node_min[mover] = calloc((size_t)m->node_count + 1, sizeof(double));
  if (!s->edge_min[mover] || !s->node_min[mover]) return SP_NO_MEMORY;
  sp_column column = sample_column(mover);
  for (int32_t e = 0; e < m->edge_count; e++) s->edge_min[mover][e] = edge_minutes(w, mover, e, &column);
  for (int32_t c = 0; c < m->crossing_count; c++) {
    const sp_crossing *x = &m->crossing[c];
    sp_flow flow = sp_calc_crossing_flow(&w->constants, x->kind, x->width_m, x->count, w->ford.depth_m[c], 1.0);
    double hours = sp_calc_crossing_h(&flow, &column);
    s->node_min[mover][x->node] = hours < 0.0 ? WAIT_FOR_WATER_MIN : hours * 60.0;
  }
  s->ways_epoch[mover] = epoch;
  s->costs[mover] = (sp_route_costs){.edge_min = s->edge_min[mover], .node_min = s->node_min[mover], .epoch = epoch};
  return SP_OK;
}

sp_status sp_ways_refresh(sp_world *w) {
  sp_status status = sp_scratch_prepare(w);
  for (int mover = 0; status == SP_OK && mover < SP_MOVER_COUNT; mover++) {
    uint64_t epoch = epoch_of(w, (sp_mover)mover);
    if (epoch != w->scratch->ways_epoch[mover]) status = rebuild(w, (sp_mover)mover, epoch);
  }
  return status;
}

const sp_route_costs *sp_ways_costs(const sp_world *w, sp_mover mover) { return &w->scratch->costs[mover]; }

int32_t sp_ways_route(sp_world *w, int32_t from_node, int32_t goal_node, sp_mover mover, sp_leg avoid, sp_key tie, sp_leg *legs, int32_t max_legs, double *minutes) {
  sp_route_query query = {.from_node = from_node, .goal_node = goal_node, .avoid_leg = avoid, .mover = mover, .costs = sp_ways_costs(w, mover), .tie_key = tie};
  return sp_route(w->routes, &query, legs, max_legs, minutes);
}
