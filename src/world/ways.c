/* ways.c - route costs under today's ground. Minutes are those of a small fresh body by day:
 * a lower bound for every column, as the routing contract wants. Costs come from steps only: mud and snow by
 * region in quarters, the water over a ford in decimetres and by who can pass. The epoch is made of these steps and
 * of the constants, so that equal epochs are equal costs, in a copy or a loaded war too; and a storm changes it a
 * few times, not every tick.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/ways.h"

#include <stdlib.h>
#include <string.h>

#include "world/passage.h"
#include "world/scratch.h"

#define STEPS 4
#define DEPTH_STEP_M 0.1

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
      .snow = sp_calc_snow_share(&w->constants, w->region.snow_mm[r]),
      .light = w->region.light[r],
      .temperature_c = w->region.temperature_c[r],
      .knows_ground = knows_ground,
  };
}

/* Of the ground as it is now; what was worked out for the same ground before is handed out again. */
static const sp_footing *footing_of(const sp_world *w, const sp_edge *e) {
  int32_t r = e->region;
  sp_footing_kept *kept = &w->scratch->footing[(r * SP_SOIL_COUNT + e->soil) * SP_RELIEF_COUNT + e->relief];
  double mud = w->region.mud[r * SP_SOIL_COUNT + e->soil];
  bool same = kept->mud == mud && kept->rain_mm_h == w->region.rain_mm_h[r] && kept->snow_mm == w->region.snow_mm[r] && kept->light == w->region.light[r] &&
              kept->temperature_c == w->region.temperature_c[r] && kept->footing.pace > 0.0;
  if (!same) {
    sp_going going = sp_going_on(w, (int32_t)(e - w->model->edge), 0.0);
    *kept = (sp_footing_kept){mud, going.rain_mm_h, w->region.snow_mm[r], going.light, going.temperature_c, sp_lore_footing(&w->constants, &going)};
  }
#ifdef SP_DEV
  sp_going going = sp_going_on(w, (int32_t)(e - w->model->edge), 0.0);
  sp_footing fresh = sp_lore_footing(&w->constants, &going);
  SP_CHECK(memcmp(&fresh, &kept->footing, sizeof fresh) == 0);
#endif
  return &kept->footing;
}

sp_stretch sp_stretch_on(const sp_world *w, int32_t edge, double knows_ground) {
  const sp_edge *e = &w->model->edge[edge];
  return (sp_stretch){footing_of(w, e), (sp_road_class)e->road_class, (sp_relief)e->relief, (sp_cover)e->cover, knows_ground};
}

static double steps_of(double share) { return sp_floor(share * STEPS + 0.5); }

/* Below the true depth, so that minutes stay a lower bound. */
static double depth_steps(double depth_m) { return sp_floor(depth_m / DEPTH_STEP_M); }

/* What a crossing asks of the mover at a depth, under whole centimetres of ice; negative: it cannot pass. */
static double ford_h(const sp_world *w, int32_t crossing, double depth_m, const sp_column *column) {
  sp_passage p = sp_passage_at(w, crossing, false);
  p.depth_m = depth_m;
  p.light = 1.0;
  p.ice_cm = sp_floor(p.ice_cm);
  sp_flow flow = sp_passage_flow(w, &p, column);
  return sp_calc_crossing_h(&flow, column);
}

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

/* What all movers have in common: the month, the constants, mud and snow. Four bits hold a share's steps. */
static uint64_t ground_epoch(const sp_world *w) {
  uint64_t hash = sp_hash_bytes(&w->constants, sizeof w->constants, (uint64_t)sp_date_of(w->head->minute).month);
  for (int32_t r = 0; r < w->model->region_count; r++) {
    uint64_t steps = (uint64_t)sp_to_i32(steps_of(sp_calc_snow_share(&w->constants, w->region.snow_mm[r])));
    for (int32_t soil = 0; soil < SP_SOIL_COUNT; soil++) steps = steps << 4 | (uint64_t)sp_to_i32(steps_of(w->region.mud[r * SP_SOIL_COUNT + soil]));
    hash = sp_hash_mix(hash, steps);
  }
  return hash;
}

/* Nought is nobody's. */
static uint64_t edges_epoch_of(sp_mover mover, uint64_t ground) {
  uint64_t hash = sp_hash_mix((uint64_t)mover, ground);
  return hash ? hash : 1;
}

static uint64_t epoch_of(const sp_world *w, sp_mover mover, uint64_t ground) {
  const sp_model *m = w->model;
  uint64_t hash = edges_epoch_of(mover, ground);
  sp_column column = sample_column(mover);
  for (int32_t c = 0; c < m->crossing_count; c++) {
    hash = sp_hash_mix(hash, (uint64_t)sp_to_i32(depth_steps(w->ford.depth_m[c])));
    hash = sp_hash_mix(hash, ford_h(w, c, w->ford.depth_m[c], &column) < 0.0);
    if (w->ford.bridges[c] + w->ford.broken[c] + w->ford.begun[c] > 0) hash = sp_hash_mix(hash, (uint64_t)w->ford.bridges[c] << 40 | (uint64_t)w->ford.broken[c] << 8 | (w->ford.begun[c] > 0));
    if (w->ford.ice_cm[c] > 0.0) hash = sp_hash_mix(hash, (uint64_t)sp_to_i32(sp_floor(w->ford.ice_cm[c])) << 8 | w->ford.ice_bears[c]);
  }
  return hash ? hash : 1;
}

/* Thousands of edges of the mesh are of a few sorts: each sort's speed is worked out once in a rebuild. */
typedef struct sorts {
  double *speed; /* m/min by region, soil, class, relief and cover; 0 = not yet */
  int32_t month;
} sorts;

static size_t sort_of(const sp_edge *e) {
  return ((((size_t)e->region * SP_SOIL_COUNT + e->soil) * SP_ROAD_CLASS_COUNT + e->road_class) * SP_RELIEF_COUNT + e->relief) * SP_COVER_COUNT + e->cover;
}

static double speed_on(const sp_world *w, sp_mover mover, int32_t edge, const sp_column *column) {
  sp_going going = sp_going_on(w, edge, 1.0);
  going.mud = steps_of(going.mud) / STEPS;
  going.snow = steps_of(going.snow) / STEPS;
  going.rain_mm_h = 0.0;
  going.light = 1.0;
  going.temperature_c = w->constants.weather_default_c;
  double speed = mover == SP_MOVER_RIDER ? sp_calc_rider_m_min(&w->constants, &going, 0.0) : sp_calc_march_m_min(&w->constants, column, &going, SP_PACE_ORDINARY, 0.0);
  return sp_max(speed, 1.0);
}

static double edge_minutes(const sp_world *w, sp_mover mover, int32_t edge, const sp_column *column, const sorts *known) {
  const sp_edge *e = &w->model->edge[edge];
  if (e->road_class == SP_ROAD_SEA || e->closed_months >> (known->month - 1) & 1) return -1.0;
  bool wheels = mover == SP_MOVER_WHEELS;
  if (wheels && (e->road_class == SP_ROAD_PATH || (e->road_class == SP_ROAD_COUNTRY && e->relief == SP_RELIEF_MOUNTAIN))) return -1.0;
  double *speed = &known->speed[sort_of(e)];
  if (*speed <= 0.0) *speed = speed_on(w, mover, edge, column);
  double minutes = e->length_m / *speed;
  if (e->road_class == SP_ROAD_COUNTRY && e->relief >= SP_RELIEF_HILLS) minutes *= w->constants.march_country_steep;
  return minutes;
}

/* A shut ford is a long wait, not a wall: the water will fall; so is a bridge that is being built. One that is gone is a
 * wall to all but a rider, who finds a boat. */
static double passing_min(const sp_world *w, sp_mover mover, int32_t c, const sp_column *column) {
  bool shut = ford_h(w, c, w->ford.depth_m[c], column) < 0.0;
  if (!shut) return 60.0 * ford_h(w, c, DEPTH_STEP_M * depth_steps(w->ford.depth_m[c]), column);
  return mover != SP_MOVER_RIDER && sp_passage_fallen(w, c) && w->ford.begun[c] == 0 ? -1.0 : w->constants.crossing_wait_min;
}

static sp_status rebuild_edges(sp_world *w, sp_mover mover, const sp_column *column) {
  sp_scratch *s = w->scratch;
  const sp_model *m = w->model;
  sorts known = {.speed = calloc((size_t)m->region_count * SP_SOIL_COUNT * SP_ROAD_CLASS_COUNT * SP_RELIEF_COUNT * SP_COVER_COUNT + 1, sizeof(double)), .month = sp_date_of(w->head->minute).month};
  if (!known.speed) return SP_NO_MEMORY;
  for (int32_t e = 0; e < m->edge_count; e++) s->edge_min[mover][e] = edge_minutes(w, mover, e, column, &known);
  free(known.speed);
  return SP_OK;
}

/* Water and ice change far more often than mud and snow: then only the crossings are gone through. */
static sp_status rebuild(sp_world *w, sp_mover mover, uint64_t edges, uint64_t epoch) {
  sp_scratch *s = w->scratch;
  const sp_model *m = w->model;
  if (!s->edge_min[mover]) s->edge_min[mover] = calloc((size_t)m->edge_count + 1, sizeof(double));
  if (!s->node_min[mover]) s->node_min[mover] = calloc((size_t)m->node_count + 1, sizeof(double));
  if (!s->edge_min[mover] || !s->node_min[mover]) return SP_NO_MEMORY;
  sp_column column = sample_column(mover);
  if (edges != s->edges_epoch[mover] && rebuild_edges(w, mover, &column) != SP_OK) return SP_NO_MEMORY;
  s->edges_epoch[mover] = edges;
  for (int32_t c = 0; c < m->crossing_count; c++) s->node_min[mover][m->crossing[c].node] = passing_min(w, mover, c, &column);
  s->ways_epoch[mover] = epoch;
  s->costs[mover] = (sp_route_costs){.edge_min = s->edge_min[mover], .node_min = s->node_min[mover], .epoch = epoch, .edge_epoch = edges};
  return SP_OK;
}

sp_status sp_ways_refresh(sp_world *w) {
  sp_status status = sp_scratch_prepare(w);
  uint64_t ground = ground_epoch(w);
  for (int mover = 0; status == SP_OK && mover < SP_MOVER_COUNT; mover++) {
    uint64_t epoch = epoch_of(w, (sp_mover)mover, ground);
    if (epoch != w->scratch->ways_epoch[mover]) status = rebuild(w, (sp_mover)mover, edges_epoch_of((sp_mover)mover, ground), epoch);
  }
  if (status != SP_OK) return status;
  const sp_route_costs *wheels = &w->scratch->costs[SP_MOVER_WHEELS], *rider = &w->scratch->costs[SP_MOVER_RIDER];
  w->scratch->highway = (sp_route_costs){.edge_min = wheels->edge_min, .node_min = rider->node_min, .epoch = sp_hash_mix(sp_hash_mix(1, wheels->epoch), rider->epoch), .edge_epoch = wheels->edge_epoch};
  return SP_OK;
}

const sp_route_costs *sp_ways_costs(const sp_world *w, sp_mover mover) { return &w->scratch->costs[mover]; }
const sp_route_costs *sp_ways_highway(const sp_world *w) { return &w->scratch->highway; }

int32_t sp_ways_route(sp_world *w, int32_t from_node, int32_t goal_node, sp_mover mover, sp_leg avoid, sp_key tie, sp_leg *legs, int32_t max_legs, double *minutes) {
  sp_route_query query = {.from_node = from_node, .goal_node = goal_node, .avoid_leg = avoid, .mover = mover, .costs = sp_ways_costs(w, mover), .tie_key = tie};
  return sp_route(w->routes, &query, legs, max_legs, minutes);
}
