/* compile_plane.c - lays the theatre on the plane: projection, bounds, regions, rivers, coasts, ground,
 * and crossings moved onto the line of their river.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define WIDEST_DEG 24.0       /* more, and one plane would lie too much */
#define SNAP_M 2000.0         /* a crossing farther from its river is a slip of the pen */
#define BANK_WINDOW 64        /* river points each way from a crossing that tell its banks */
#define LEAST_REACH_M 60.0

typedef struct box { sp_point low, high; bool any; } box;

static void widen(box *b, sp_point at) {
  if (!b->any) *b = (box){at, at, true};
  b->low = (sp_point){sp_min(b->low.lat_deg, at.lat_deg), sp_min(b->low.lon_deg, at.lon_deg)};
  b->high = (sp_point){sp_max(b->high.lat_deg, at.lat_deg), sp_max(b->high.lon_deg, at.lon_deg)};
}

static void widen_all(box *b, const sp_point *point, size_t count) {
  for (size_t i = 0; i < count; i++) widen(b, point[i]);
}

/* Coast and ground are often cut from a larger map: they bound the theatre only when nothing else is drawn. */
static box drawn_box(const sp_model *m, bool all) {
  box b = {.any = false};
  for (int32_t i = 0; i < m->place_count; i++) widen(&b, m->place_def[i].at);
  for (int32_t i = 0; i < m->crossing_count; i++) widen(&b, m->crossing_def[i].at);
  for (int32_t i = 0; i < m->road_count; i++) widen_all(&b, m->road_def[i].points, m->road_def[i].point_count);
  for (int32_t i = 0; i < m->river_count; i++) widen_all(&b, m->river_def[i].points, m->river_def[i].point_count);
  if (b.any && !all) return b;
  for (int32_t i = 0; i < m->land_count; i++) widen_all(&b, m->land_def[i].ring, m->land_def[i].point_count);
  for (int32_t i = 0; i < m->ground_count; i++) widen_all(&b, m->ground_def[i].ring, m->ground_def[i].point_count);
  return b;
}

static void spread_bounds(sp_model *m, sp_xy at, double margin) {
  m->low = (sp_xy){sp_min(m->low.x, at.x - margin), sp_min(m->low.y, at.y - margin)};
  m->high = (sp_xy){sp_max(m->high.x, at.x + margin), sp_max(m->high.y, at.y + margin)};
}

/* The box of latitudes and longitudes is no rectangle on the plane: parallels bend. */
static void set_bounds(sp_model *m, const box *b, double margin) {
  m->low = m->high = sp_project(&m->projection, b->low);
  for (int i = 0; i <= 8; i++) {
    double t = (double)i / 8.0;
    double lat = b->low.lat_deg + t * (b->high.lat_deg - b->low.lat_deg);
    double lon = b->low.lon_deg + t * (b->high.lon_deg - b->low.lon_deg);
    spread_bounds(m, sp_project(&m->projection, (sp_point){b->low.lat_deg, lon}), margin);
    spread_bounds(m, sp_project(&m->projection, (sp_point){b->high.lat_deg, lon}), margin);
    spread_bounds(m, sp_project(&m->projection, (sp_point){lat, b->low.lon_deg}), margin);
    spread_bounds(m, sp_project(&m->projection, (sp_point){lat, b->high.lon_deg}), margin);
  }
}

static bool declared_bounds(const sp_theatre_def *t) {
  return t->south_west.lat_deg < t->north_east.lat_deg && t->south_west.lon_deg < t->north_east.lon_deg;
}

static bool frame(sp_compiler *c) {
  sp_model *m = c->model;
  const sp_theatre_def *t = &m->theatre;
  bool declared = declared_bounds(t);
  box b = declared ? (box){t->south_west, t->north_east, true} : drawn_box(m, false), whole = drawn_box(m, true);
  if (!b.any) b = (box){{0.0, 0.0}, {0.0, 0.0}, true};
  widen(&whole, b.low);
  widen(&whole, b.high);
  if (whole.high.lat_deg - whole.low.lat_deg > WIDEST_DEG || whole.high.lon_deg - whole.low.lon_deg > WIDEST_DEG) {
    char limit[32];
    sp_error(c, t->where, "fault.theatre_too_wide", "limit", sp_number_text(limit, sizeof limit, WIDEST_DEG));
    return false;
  }
  m->projection = sp_projection_about(0.5 * (b.low.lat_deg + b.high.lat_deg), 0.5 * (b.low.lon_deg + b.high.lon_deg));
  set_bounds(m, &b, declared ? 0.0 : sp_max(2.0 * t->mesh_m, 1000.0));
  return true;
}

static void judge_inside(sp_compiler *c, sp_where where, const char *id, sp_xy at) {
  const sp_model *m = c->model;
  if (at.x >= m->low.x && at.x <= m->high.x && at.y >= m->low.y && at.y <= m->high.y) return;
  sp_error(c, where, "fault.outside_bounds", "id", id);
}

static void make_regions(sp_compiler *c) {
  sp_model *m = c->model;
  m->region_m = m->theatre.region_m;
  m->region_columns = sp_max_i32(sp_to_i32(-sp_floor(-(m->high.x - m->low.x) / m->region_m)), 1);
  m->region_rows = sp_max_i32(sp_to_i32(-sp_floor(-(m->high.y - m->low.y) / m->region_m)), 1);
  int32_t count = m->region_count = m->region_columns * m->region_rows;
  sp_entity_kind kind = SP_ENTITY_REGION;
  m->region = sp_compile_alloc(c, (size_t)count, sizeof *m->region);
  m->id[kind] = sp_compile_alloc(c, (size_t)count, sizeof *m->id[kind]);
  m->name[kind] = sp_compile_alloc(c, (size_t)count, sizeof *m->name[kind]);
  m->key[kind] = sp_compile_alloc(c, (size_t)count, sizeof *m->key[kind]);
  m->by_id[kind] = sp_compile_alloc(c, (size_t)count, sizeof *m->by_id[kind]);
  if (c->no_memory) return;
  sp_key parent = c->key_of("region");
  for (int32_t i = 0; i < count; i++) {
    int32_t row = i / m->region_columns, column = i % m->region_columns;
    /* four digits each, so that byte order is the order of the grid */
    char id[] = "region-0000-0000";
    for (int32_t d = 0, r = row, k = column; d < 4; d++, r /= 10, k /= 10) {
      id[10 - d] = (char)('0' + r % 10);
      id[15 - d] = (char)('0' + k % 10);
    }
    sp_xy middle = {m->low.x + ((double)column + 0.5) * m->region_m, m->low.y + ((double)row + 0.5) * m->region_m};
    sp_key key = sp_key_born(parent, row, 0, (uint32_t)column);
    m->region[i] = (sp_region){.key = key, .middle = middle, .lat_deg = sp_unproject(&m->projection, middle).lat_deg};
    m->id[kind][i] = sp_arena_strdup(m->arena, id);
    m->key[kind][i] = key;
    m->by_id[kind][i] = i;
    if (!m->id[kind][i]) c->no_memory = true;
  }
  m->id_count[kind] = count;
}

/* Hack's law, in km: length = 1.27 area^0.6; the crest comes after about 1.5 area^0.38 hours (catchments of
 * 100, 1000, 10000 km2: 9, 21, 50 hours). Assumptions for rivers of which nothing better is said. */
static void fill_river(sp_model *m, int32_t i) {
  sp_river_def *def = &m->river_def[i];
  sp_river *row = &m->river[i];
  *row = (sp_river){.key = m->key[SP_ENTITY_RIVER][i], .width_m = def->width_m, .length_m = row->length_m, .region = row->region};
  memcpy(row->depth_m, def->depth_m, sizeof row->depth_m);
  if (!(def->catchment_km2 > 0.0)) def->catchment_km2 = sp_max(sp_pow(row->length_m / 1000.0 / 1.27, 1.0 / 0.6), 1.0);
  if (!(def->response_hours > 0.0)) def->response_hours = sp_max(1.5 * sp_pow(def->catchment_km2, 0.38), 1.0);
  row->catchment_km2 = def->catchment_km2;
  row->response_hours = def->response_hours;
}

static void lay_rivers(sp_compiler *c) {
  sp_model *m = c->model;
  size_t total = 0, sides = 0;
  for (int32_t i = 0; i < m->river_count; i++) total += m->river_def[i].point_count;
  c->river_first = sp_compile_scratch(c, (size_t)m->river_count + 1, sizeof *c->river_first);
  c->river_xy = sp_compile_scratch(c, total, sizeof *c->river_xy);
  sp_segment *segment = sp_compile_alloc(c, total, sizeof *segment); /* the model keeps them: rivers bar fights too */
  if (total > INT32_MAX / 16) c->no_memory = true;
  if (c->no_memory) return;
  int32_t n = 0;
  for (int32_t i = 0; i < m->river_count; i++) {
    const sp_river_def *def = &m->river_def[i];
    double length = 0.0;
    int32_t first = c->river_first[i] = n;
    for (size_t k = 0; k < def->point_count; k++, n++) {
      c->river_xy[n] = sp_project(&m->projection, def->points[k]);
      if (k == 0) continue;
      length += sp_plane_true_m(&m->projection, c->river_xy[n - 1], c->river_xy[n]);
      segment[sides++] = (sp_segment){c->river_xy[n - 1], c->river_xy[n], i};
    }
    m->river[i].length_m = length;
    m->river[i].region = sp_region_at(m, c->river_xy[first + (n - first) / 2]);
    fill_river(m, i);
  }
  c->river_first[m->river_count] = n;
  if (!sp_segment_grid_build(m->arena, segment, (int32_t)sides, sp_max(m->theatre.mesh_m, 1000.0), &c->rivers)) c->no_memory = true;
  m->index->rivers = c->rivers;
}

static void snap_crossing(sp_compiler *c, int32_t i) {
  sp_model *m = c->model;
  const sp_crossing_def *def = &m->crossing_def[i];
  sp_ford_site *ford = &c->ford[i];
  sp_xy at = sp_project(&m->projection, def->at);
  *ford = (sp_ford_site){.at = at};
  judge_inside(c, def->where, def->id, at);
  int32_t river = m->crossing[i].river, best = -1;
  if (river < 0) return;
  int32_t first = c->river_first[river], end = c->river_first[river + 1];
  for (int32_t k = first; k + 1 < end; k++) {
    sp_xy near = sp_nearest_on_segment(at, c->river_xy[k], c->river_xy[k + 1], NULL);
    double distance = sp_xy_distance(at, near);
    if (best >= 0 && distance >= ford->moved_m) continue;
    best = k;
    ford->moved_m = distance;
    ford->at = near;
  }
  ford->reach_m = sp_max(m->river_def[river].width_m, LEAST_REACH_M);
  ford->first = sp_max_i32(first, best - BANK_WINDOW);
  ford->last = sp_min_i32(end - 1, best + 1 + BANK_WINDOW);
  if (ford->moved_m > SNAP_M) {
    char text[32];
    sp_error(c, def->where, "fault.crossing_off_river", "crossing", def->id, "river", def->river, "distance",
             sp_number_text(text, sizeof text, sp_floor(ford->moved_m / 100.0 + 0.5) / 10.0));
  }
}

static sp_xy *project_ring(sp_compiler *c, const sp_point *ring, size_t count) {
  sp_xy *out = sp_compile_alloc(c, count, sizeof *out);
  if (!out) return NULL;
  for (size_t i = 0; i < count; i++) out[i] = sp_project(&c->model->projection, ring[i]);
  return out;
}

static void lay_land(sp_compiler *c) {
  sp_model *m = c->model;
  size_t total = 0, sides = 0;
  for (int32_t i = 0; i < m->land_count; i++) total += m->land_def[i].point_count;
  sp_segment *segment = sp_compile_scratch(c, total, sizeof *segment);
  m->index->land = sp_compile_alloc(c, (size_t)m->land_count, sizeof *m->index->land);
  if (total > INT32_MAX / 16) c->no_memory = true;
  for (int32_t i = 0; i < m->land_count && !c->no_memory; i++) {
    int32_t count = (int32_t)m->land_def[i].point_count;
    sp_xy *xy = project_ring(c, m->land_def[i].ring, (size_t)count);
    if (!xy || !sp_ring_build(m->arena, xy, count, &m->index->land[i])) {
      c->no_memory = true;
      return;
    }
    for (int32_t k = 0; k < count; k++) segment[sides++] = (sp_segment){xy[k], xy[k + 1 < count ? k + 1 : 0], i};
  }
  if (c->no_memory) return;
  m->index->land_count = m->land_count;
  if (!sp_segment_grid_build(c->scratch, segment, (int32_t)sides, sp_max(m->theatre.mesh_m, 1000.0), &c->coasts)) c->no_memory = true;
}

static void lay_ground(sp_compiler *c) {
  sp_model *m = c->model;
  c->ground = sp_compile_scratch(c, (size_t)m->ground_count, sizeof *c->ground);
  for (int32_t i = 0; i < m->ground_count && !c->no_memory; i++) {
    const sp_ground_def *def = &m->ground_def[c->row_of[SP_DEF_GROUND][i]];
    sp_xy *xy = project_ring(c, def->ring, def->point_count);
    if (!xy || !sp_ring_build(c->scratch, xy, (int32_t)def->point_count, &c->ground[i])) c->no_memory = true;
  }
}

void sp_ground_at(const sp_compiler *c, sp_xy at, uint8_t *relief, uint8_t *cover, uint8_t *soil) {
  *relief = SP_RELIEF_PLAIN;
  *cover = SP_COVER_OPEN;
  *soil = SP_SOIL_LOAM;
  for (int32_t i = c->model->ground_count - 1; i >= 0; i--) {
    if (!sp_ring_contains(&c->ground[i], at)) continue;
    const sp_ground_def *def = &c->model->ground_def[c->row_of[SP_DEF_GROUND][i]];
    *relief = (uint8_t)def->relief;
    *cover = (uint8_t)def->cover;
    *soil = (uint8_t)def->soil;
    return;
  }
}

static uint8_t most_common(const int32_t *count, int32_t kinds) {
  int32_t best = 0;
  for (int32_t i = 1; i < kinds; i++) {
    if (count[i] >= count[best]) best = i; /* of equals the rougher, which stands later */
  }
  return (uint8_t)best;
}

/* The ground of an edge is what most of its samples say. */
void sp_ground_along(const sp_compiler *c, const sp_xy *point, int32_t count, double step_m, sp_edge *edge) {
  int32_t relief[SP_RELIEF_COUNT] = {0}, cover[SP_COVER_COUNT] = {0}, soil[SP_SOIL_COUNT] = {0};
  if (c->model->ground_count == 0) {
    sp_ground_at(c, point[0], &edge->relief, &edge->cover, &edge->soil);
    return;
  }
  double next = 0.5 * step_m, before = 0.0; /* samples stand in the middle of their steps */
  for (int32_t i = 0; i + 1 < count; i++) {
    double piece = sp_xy_distance(point[i], point[i + 1]);
    for (; next < before + piece; next += step_m) {
      uint8_t r, v, s;
      sp_ground_at(c, sp_xy_between(point[i], point[i + 1], (next - before) / piece), &r, &v, &s);
      relief[r]++;
      cover[v]++;
      soil[s]++;
    }
    before += piece;
  }
  edge->relief = most_common(relief, SP_RELIEF_COUNT);
  edge->cover = most_common(cover, SP_COVER_COUNT);
  edge->soil = most_common(soil, SP_SOIL_COUNT);
}

void sp_compile_plane(sp_compiler *c) {
  sp_model *m = c->model;
  if (c->bad_points || !(m->theatre.region_m >= 1000.0) || !(m->theatre.mesh_m >= 0.0 && m->theatre.mesh_m <= 50000.0) || !frame(c)) return;
  make_regions(c);
  c->place_xy = sp_compile_scratch(c, (size_t)m->place_count, sizeof *c->place_xy);
  c->ford = sp_compile_scratch(c, (size_t)m->crossing_count, sizeof *c->ford);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->place_count; i++) {
    c->place_xy[i] = sp_project(&m->projection, m->place_def[i].at);
    judge_inside(c, m->place_def[i].where, m->place_def[i].id, c->place_xy[i]);
  }
  lay_rivers(c);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->crossing_count; i++) snap_crossing(c, i);
  lay_land(c);
  if (!c->no_memory) lay_ground(c);
  c->plane_ready = !c->no_memory;
}
