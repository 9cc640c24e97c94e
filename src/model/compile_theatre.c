/* compile_theatre.c - judges what is drawn: ranges, references, and fills what was left to defaults.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#define MONTHS 12

static void judge_points(sp_compiler *c, sp_where where, const sp_point *point, size_t count, size_t least) {
  if (count < least) {
    char text[32];
    sp_error(c, where, "fault.too_few_points", "least", sp_number_text(text, sizeof text, (double)least));
    c->bad_points = true;
  }
  if (count > INT32_MAX / 4) c->no_memory = true;
  for (size_t i = 0; i < count; i++) {
    if (sp_check_point(c, where, point[i])) continue;
    c->bad_points = true;
    return; /* one fault a line is enough */
  }
}

static void judge_places(sp_compiler *c) {
  for (int32_t i = 0; i < c->model->place_count; i++) {
    const sp_place_def *def = &c->model->place_def[i];
    if (!sp_check_point(c, def->where, def->at)) c->bad_points = true;
    (void)sp_check_choice(c, def->where, "type", (int32_t)def->kind, SP_PLACE_KIND_COUNT);
    (void)sp_check_choice(c, def->where, "wall", (int32_t)def->wall, SP_WALL_KIND_COUNT);
    (void)sp_check_range(c, def->where, "wall_length", def->wall_length_m, 0.0, 40000.0, "m");
    if (def->wall_length_m > 0.0 && def->wall == SP_WALL_NONE) sp_error(c, def->where, "fault.wall_of_nothing", "place", def->id);
    (void)sp_check_range(c, def->where, "precision", def->precision_m, 0.0, 100000.0, "m");
  }
}

/* Columns of foot and horse abreast. A post road is wide and has soft shoulders; open country takes what it takes. */
void sp_tracks_by_class(sp_road_class road_class, uint8_t *dry, uint8_t *wet) {
  static const uint8_t tracks[SP_ROAD_CLASS_COUNT][2] = {
    [SP_ROAD_POST] = {4, 2}, [SP_ROAD_ROAD] = {3, 1},     [SP_ROAD_TRACK] = {2, 1},
    [SP_ROAD_PATH] = {1, 1}, [SP_ROAD_CAUSEWAY] = {1, 1}, [SP_ROAD_COUNTRY] = {6, 2},
    [SP_ROAD_SEA] = {1, 1},
  };
  *dry = tracks[road_class][0];
  *wet = tracks[road_class][1];
}

static void judge_road(sp_compiler *c, int32_t i, sp_road_def *def) {
  c->road_end[0][i] = sp_resolve_site(c, def->where, "from", def->from);
  c->road_end[1][i] = sp_resolve_site(c, def->where, "to", def->to);
  if (c->road_end[0][i] >= 0 && c->road_end[0][i] == c->road_end[1][i])
    sp_error(c, def->where, "fault.road_to_itself", "road", def->id, "place", def->from);
  judge_points(c, def->where, def->points, def->point_count, 0);
  (void)sp_check_range(c, def->where, "length", def->length_m, 0.0, 2000000.0, "m");
  (void)sp_check_range(c, def->where, "tracks_dry", (double)def->tracks_dry, 0.0, SP_MAX_TRACKS, "");
  (void)sp_check_range(c, def->where, "tracks_wet", (double)def->tracks_wet, 0.0, SP_MAX_TRACKS, "");
  (void)sp_check_range(c, def->where, "closed_months", (double)def->closed_months, 0.0, 4095.0, "");
  (void)sp_check_range(c, def->where, "relief", (double)def->relief, 0.0, (double)SP_RELIEF_COUNT, "");
  /* open country is the mesh's */
  if (!sp_check_choice(c, def->where, "class", (int32_t)def->road_class, SP_ROAD_COUNTRY)) return;
  for (int end = 0; end < 2 && def->road_class == SP_ROAD_SEA; end++) {
    if (c->road_end[end][i] >= c->model->place_count) sp_error(c, def->where, "fault.sea_lane_at_crossing", "road", def->id, "site", end ? def->to : def->from);
  }
  uint8_t dry, wet;
  sp_tracks_by_class(def->road_class, &dry, &wet);
  if (def->tracks_dry == 0) def->tracks_dry = sp_max_i32(dry, def->tracks_wet);
  if (def->tracks_wet == 0) def->tracks_wet = sp_min_i32(wet, def->tracks_dry);
}

static void judge_river(sp_compiler *c, sp_river_def *def) {
  judge_points(c, def->where, def->points, def->point_count, 2);
  (void)sp_check_range(c, def->where, "width", def->width_m, 0.5, 20000.0, "m");
  for (int month = 0; month < MONTHS; month++) {
    if (!sp_check_range(c, def->where, "depth", def->depth_m[month], 0.0, 50.0, "m")) break;
  }
  (void)sp_check_range(c, def->where, "catchment_km2", def->catchment_km2, 0.0, 10000000.0, "km2");
  (void)sp_check_range(c, def->where, "response", def->response_hours, 0.0, 2000.0, "h");
}

static void judge_crossing(sp_compiler *c, int32_t i, sp_crossing_def *def) {
  static const double width_by_kind[SP_CROSSING_KIND_COUNT] = {
    [SP_CROSSING_FORD] = 20.0, [SP_CROSSING_BRIDGE] = 4.0, [SP_CROSSING_FLOATING] = 4.0, [SP_CROSSING_FERRY] = 4.0};
  sp_crossing *row = &c->model->crossing[i];
  if (!sp_check_point(c, def->where, def->at)) c->bad_points = true;
  row->river = sp_resolve(c, def->where, SP_DEF_RIVER, "river", def->river);
  (void)sp_check_range(c, def->where, "width", def->width_m, 0.0, 2000.0, "m");
  (void)sp_check_range(c, def->where, "depth_offset", def->depth_offset_m, -50.0, 50.0, "m");
  (void)sp_check_range(c, def->where, "count", (double)def->count, 0.0, 1000.0, "");
  if (!sp_check_choice(c, def->where, "type", (int32_t)def->kind, SP_CROSSING_KIND_COUNT)) return;
  if (!(def->width_m > 0.0)) def->width_m = width_by_kind[def->kind];
  if (def->count == 0) def->count = 1;
  row->key = c->model->key[SP_ENTITY_CROSSING][i];
  row->node = -1;
  row->kind = def->kind;
  row->width_m = def->width_m;
  row->depth_offset_m = def->depth_offset_m;
  row->count = def->count;
  row->ice_cm = -1.0;
  row->bridges = 0;
}

/* What the scenario says of crossings at its opening. */
static void judge_waters(sp_compiler *c) {
  const sp_def_list *list = &c->scenario->list[SP_DEF_WATER];
  const sp_water_def *def = list->data;
  for (size_t i = 0; i < list->count; i++) {
    int32_t crossing = sp_resolve(c, def[i].where, SP_DEF_CROSSING, "crossing", def[i].crossing);
    bool fine = !def[i].has_ice || sp_check_range(c, def[i].where, "ice", def[i].ice_cm, 0.0, 300.0, "cm");
    fine = sp_check_range(c, def[i].where, "bridges", (double)def[i].bridges, 0.0, 1000.0, "") && fine;
    if (crossing >= 0 && fine) c->model->crossing[crossing].bridges = def[i].bridges;
    if (crossing >= 0 && fine && def[i].has_ice) c->model->crossing[crossing].ice_cm = def[i].ice_cm;
  }
}

static void judge_polygons(sp_compiler *c) {
  sp_model *m = c->model;
  for (int32_t i = 0; i < m->ground_count; i++) {
    const sp_ground_def *def = &m->ground_def[i];
    judge_points(c, def->where, def->ring, def->point_count, 3);
    (void)sp_check_choice(c, def->where, "relief", (int32_t)def->relief, SP_RELIEF_COUNT);
    (void)sp_check_choice(c, def->where, "cover", (int32_t)def->cover, SP_COVER_COUNT);
    (void)sp_check_choice(c, def->where, "soil", (int32_t)def->soil, SP_SOIL_COUNT);
  }
  for (int32_t i = 0; i < m->land_count; i++) {
    judge_points(c, m->land_def[i].where, m->land_def[i].ring, m->land_def[i].point_count, 3);
  }
}

static bool is_zero(double x) { return x >= 0.0 && x <= 0.0; } /* not for not-a-number */

static void judge_frame(sp_compiler *c) {
  const sp_theatre_def *t = &c->model->theatre;
  if (!c->scenario->has_theatre) return;
  if (!t->id || !t->id[0]) sp_error(c, t->where, "fault.missing_key", "key", "id");
  else if (!sp_check_id(t->id)) sp_error(c, t->where, "fault.bad_id", "id", t->id);
  if (!is_zero(t->mesh_m)) (void)sp_check_range(c, t->where, "mesh", t->mesh_m, 500.0, 50000.0, "m");
  (void)sp_check_range(c, t->where, "region", t->region_m, 25000.0, 50000.0, "m");
  sp_point sw = t->south_west, ne = t->north_east;
  if (is_zero(sw.lat_deg) && is_zero(sw.lon_deg) && is_zero(ne.lat_deg) && is_zero(ne.lon_deg)) return;
  if (!sp_check_point(c, t->where, sw) || !sp_check_point(c, t->where, ne)) c->bad_points = true;
  else if (!(sw.lat_deg < ne.lat_deg && sw.lon_deg < ne.lon_deg)) {
    sp_error(c, t->where, "fault.bounds_order", "key", "bounds");
    c->bad_points = true;
  }
}

void sp_compile_theatre(sp_compiler *c) {
  sp_model *m = c->model;
  m->crossing = sp_compile_alloc(c, (size_t)m->crossing_count, sizeof *m->crossing);
  m->river = sp_compile_alloc(c, (size_t)m->river_count, sizeof *m->river);
  m->place_node = sp_compile_alloc(c, (size_t)m->place_count, sizeof *m->place_node);
  for (int end = 0; end < 2; end++)
    c->road_end[end] = sp_compile_scratch(c, (size_t)m->road_count, sizeof *c->road_end[end]);
  if (c->no_memory) return;
  judge_frame(c);
  judge_places(c);
  for (int32_t i = 0; i < m->road_count; i++) judge_road(c, i, &m->road_def[i]);
  for (int32_t i = 0; i < m->river_count; i++) judge_river(c, &m->river_def[i]);
  for (int32_t i = 0; i < m->crossing_count; i++) judge_crossing(c, i, &m->crossing_def[i]);
  judge_waters(c);
  judge_polygons(c);
}
