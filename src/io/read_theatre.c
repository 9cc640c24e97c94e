/* read_theatre.c - a GeoJSON map into the scenario's theatre.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "io/readers.h"
#include "io/schema.h"

typedef struct map_reader {
  sp_reading *reading;
  sp_scenario *scenario;
  sp_theatre_read *theatre;
  size_t points;
  bool full; /* the limit of points was met and told */
} map_reader;

typedef struct shape {
  const sp_point *points;
  size_t count;
} shape;

/* ---- coordinates */

static void complain_at(map_reader *m, const sp_doc_node *node, const sp_io_path *path, const char *id, const char *limit) {
  char key[SP_IO_PATH_MAX], found[SP_IO_SHOWN_MAX];
  sp_io_path_write(path, key);
  if (node->kind == SP_DOC_MAP || node->kind == SP_DOC_LIST) snprintf(found, sizeof found, "%s", node->kind == SP_DOC_MAP ? "{…}" : "[…]");
  else sp_io_show(node->text, node->length, found);
  sp_io_complain(m->reading, sp_io_node_where(m->reading, node), id, "key", key, "value", found, "limit", limit);
  m->reading->incomplete = true;
}

static bool take_degrees(map_reader *m, const sp_doc_node *node, const sp_io_path *path, double limit, const char *id, double *out) {
  const char *rest = node->kind == SP_DOC_TEXT ? sp_io_number(node->text, out) : NULL;
  if (!rest || *rest) {
    complain_at(m, node, path, "io.want.number", NULL);
    return false;
  }
  if (*out >= -limit && *out <= limit) return true;
  complain_at(m, node, path, id, NULL);
  return false;
}

static bool take_point(map_reader *m, const sp_doc_node *node, const sp_io_path *path, sp_point *out) {
  if (m->full) return false;
  if (++m->points > SP_THEATRE_POINTS_MAX) {
    char limit[SP_IO_SHOWN_MAX];
    snprintf(limit, sizeof limit, "%d", SP_THEATRE_POINTS_MAX);
    complain_at(m, node, path, "io.too_many_points", limit);
    m->full = true;
    return false;
  }
  if (node->kind != SP_DOC_LIST || node->count < 2 || node->count > 4) {
    complain_at(m, node, path, "io.want.point", NULL);
    return false;
  }
  const sp_doc_node *lon = node->first, *lat = lon->next;
  sp_io_path lon_path = {.up = path, .index = 0}, lat_path = {.up = path, .index = 1};
  bool good = take_degrees(m, lon, &lon_path, 180.0, "io.longitude", &out->lon_deg);
  return take_degrees(m, lat, &lat_path, 80.0, "io.latitude", &out->lat_deg) && good;
}

static bool take_points(map_reader *m, const sp_doc_node *node, const sp_io_path *path, shape *out) {
  if (node->kind != SP_DOC_LIST) {
    complain_at(m, node, path, "io.want.points", NULL);
    return false;
  }
  sp_point *points = sp_io_arena_alloc(m->reading->arena, node->count, sizeof *points);
  if (!points) {
    m->reading->no_memory = true;
    return false;
  }
  bool good = true;
  int32_t index = 0;
  for (const sp_doc_node *item = node->first; item && !m->full; item = item->next, index++)
    good = take_point(m, item, &(sp_io_path){.up = path, .index = index}, &points[index]) && good;
  *out = (shape){points, node->count};
  return good && !m->full;
}

static bool same_point(sp_point a, sp_point b) {
  return a.lat_deg <= b.lat_deg && a.lat_deg >= b.lat_deg && a.lon_deg <= b.lon_deg && a.lon_deg >= b.lon_deg;
}

static bool take_ring(map_reader *m, const sp_doc_node *node, const sp_io_path *path, shape *out) {
  if (node->count != 1) {
    complain_at(m, node, path, "io.one_ring", NULL);
    return false;
  }
  sp_io_path ring_path = {.up = path, .index = 0};
  if (!take_points(m, node->first, &ring_path, out)) return false;
  size_t corners = out->count;
  if (corners > 1 && same_point(out->points[0], out->points[corners - 1])) corners--;
  if (corners >= 3) return true;
  complain_at(m, node->first, &ring_path, "io.ring_too_short", NULL);
  return false;
}

static bool take_shape(map_reader *m, const char *type, const sp_doc_node *node, const sp_io_path *path, shape *out) {
  if (strcmp(type, "Polygon") == 0) return take_ring(m, node, path, out);
  if (strcmp(type, "LineString") == 0) {
    if (!take_points(m, node, path, out)) return false;
    if (out->count >= 2) return true;
    complain_at(m, node, path, "io.line_too_short", NULL);
    return false;
  }
  sp_point *point = sp_io_arena_alloc(m->reading->arena, 1, sizeof *point);
  if (!point) m->reading->no_memory = true;
  if (!point || !take_point(m, node, path, point)) return false;
  *out = (shape){point, 1};
  return true;
}

/* The geometry must be of the type that the kind of thing asks for. */
static bool take_geometry(map_reader *m, sp_schema_object kind, const sp_doc_node *feature, const sp_io_path *path, shape *out) {
  static const char *const wanted[] = {"Point", "LineString", "LineString", "Point", "Polygon", "Polygon"};
  const sp_doc_node *geometry = sp_doc_get(feature, "geometry");
  if (!geometry || geometry->kind != SP_DOC_MAP) return false;
  sp_io_path here = {.up = path, .key = "geometry"};
  size_t before = m->reading->fault_count;
  sp_schema_check(m->reading, SP_OBJECT_GEOMETRY, geometry, &here);
  if (m->reading->fault_count != before || kind == SP_OBJECT_NONE) return false;
  const char *type = sp_schema_text(geometry, "type"), *want = wanted[kind - SP_OBJECT_PLACE];
  if (strcmp(type, want) != 0) {
    sp_io_complain(m->reading, sp_io_node_where(m->reading, sp_doc_get(geometry, "type")), "io.geometry_type", "kind",
                   sp_schema_text(sp_doc_get(feature, "properties"), "kind"), "value", type, "expected", want);
    m->reading->incomplete = true;
    return false;
  }
  sp_io_path inner = {.up = &here, .key = "coordinates"};
  return take_shape(m, type, sp_doc_get(geometry, "coordinates"), &inner, out);
}

/* ---- the kinds of things */

typedef struct thing {
  const sp_doc_node *properties;
  const char *id;
  sp_name name;
  sp_where where;
  shape shape;
} thing;

/* Weather is given by place. */
static void remember_site(map_reader *m, const thing *t) {
  sp_theatre_read *theatre = m->theatre;
  if (theatre->site_count == theatre->site_room) {
    size_t room = theatre->site_room ? theatre->site_room * 2 : 64;
    sp_io_site *sites = sp_io_arena_alloc(m->reading->arena, room, sizeof *sites);
    if (!sites) {
      m->reading->no_memory = true;
      return;
    }
    if (theatre->site_count > 0) memcpy(sites, theatre->sites, theatre->site_count * sizeof *sites);
    theatre->sites = sites;
    theatre->site_room = room;
  }
  theatre->sites[theatre->site_count++] = (sp_io_site){t->id, t->shape.count > 0 ? t->shape.points[0] : (sp_point){0}};
}

static void add_place(map_reader *m, const thing *t) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = t->id;
  def.name = t->name;
  def.at = t->shape.points[0];
  def.kind = (sp_place_kind)sp_schema_word(SP_OBJECT_PLACE, t->properties, "type", SP_PLACE_VILLAGE);
  def.precision_m = sp_schema_number(SP_OBJECT_PLACE, t->properties, "precision", def.precision_m);
  def.wall = (sp_wall_kind)sp_schema_word(SP_OBJECT_PLACE, t->properties, "wall", SP_WALL_NONE);
  def.wall_length_m = sp_schema_number(SP_OBJECT_PLACE, t->properties, "wall_length", 0.0);
  def.walled = sp_schema_bool(t->properties, "walled", def.wall > SP_WALL_RUINS);
  def.where = t->where;
  sp_io_kept(m->reading, sp_scenario_add_place(m->scenario, &def));
}

static uint16_t closed_months(const sp_doc_node *properties) {
  const sp_doc_node *list = sp_doc_get(properties, "closed_months");
  uint16_t months = 0;
  if (!list || list->kind != SP_DOC_LIST) return 0;
  for (const sp_doc_node *item = list->first; item; item = item->next) {
    double value = 0.0;
    if (item->kind == SP_DOC_TEXT && sp_io_number(item->text, &value) && value >= 1.0 && value <= 12.0)
      months = (uint16_t)(months | 1u << ((unsigned)value - 1));
  }
  return months;
}

static void add_road(map_reader *m, const thing *t) {
  sp_road_def def = SP_ROAD_DEF_INIT;
  def.id = t->id;
  def.name = t->name;
  def.from = sp_schema_id(t->properties, "from");
  def.to = sp_schema_id(t->properties, "to");
  def.road_class = (sp_road_class)sp_schema_word(SP_OBJECT_ROAD, t->properties, "class", SP_ROAD_ROAD);
  def.points = t->shape.points;
  def.point_count = t->shape.count;
  def.whole_line = true;
  def.length_m = sp_schema_number(SP_OBJECT_ROAD, t->properties, "length", def.length_m);
  def.tracks_dry = sp_schema_whole(SP_OBJECT_ROAD, t->properties, "tracks_dry", def.tracks_dry);
  def.tracks_wet = sp_schema_whole(SP_OBJECT_ROAD, t->properties, "tracks_wet", def.tracks_wet);
  def.closed_months = closed_months(t->properties);
  def.relief = (sp_relief)sp_schema_word(SP_OBJECT_ROAD, t->properties, "relief", (int)def.relief);
  def.where = t->where;
  sp_io_kept(m->reading, sp_scenario_add_road(m->scenario, &def));
}

static void add_river(map_reader *m, const thing *t) {
  sp_river_def def = SP_RIVER_DEF_INIT;
  def.id = t->id;
  def.name = t->name;
  def.points = t->shape.points;
  def.point_count = t->shape.count;
  def.width_m = sp_schema_number(SP_OBJECT_RIVER, t->properties, "width", def.width_m);
  sp_schema_numbers(SP_OBJECT_RIVER, t->properties, "depth", def.depth_m, 12);
  def.catchment_km2 = sp_schema_number(SP_OBJECT_RIVER, t->properties, "catchment_km2", def.catchment_km2);
  def.response_hours = sp_schema_number(SP_OBJECT_RIVER, t->properties, "response", def.response_hours * 60.0) / 60.0;
  def.where = t->where;
  sp_io_kept(m->reading, sp_scenario_add_river(m->scenario, &def));
}

static void add_crossing(map_reader *m, const thing *t) {
  sp_crossing_def def = SP_CROSSING_DEF_INIT;
  def.id = t->id;
  def.name = t->name;
  def.river = sp_schema_id(t->properties, "river");
  def.at = t->shape.points[0];
  def.kind = (sp_crossing_kind)sp_schema_word(SP_OBJECT_CROSSING, t->properties, "type", SP_CROSSING_FORD);
  def.width_m = sp_schema_number(SP_OBJECT_CROSSING, t->properties, "width", def.width_m);
  def.depth_offset_m = sp_schema_number(SP_OBJECT_CROSSING, t->properties, "depth_offset", def.depth_offset_m);
  def.count = sp_schema_whole(SP_OBJECT_CROSSING, t->properties, "count", def.count);
  def.where = t->where;
  sp_io_kept(m->reading, sp_scenario_add_crossing(m->scenario, &def));
}

static void add_ground(map_reader *m, const thing *t) {
  sp_ground_def def = SP_GROUND_DEF_INIT;
  def.id = t->id;
  def.name = t->name;
  def.relief = (sp_relief)sp_schema_word(SP_OBJECT_GROUND, t->properties, "relief", SP_RELIEF_PLAIN);
  def.cover = (sp_cover)sp_schema_word(SP_OBJECT_GROUND, t->properties, "cover", SP_COVER_OPEN);
  def.soil = (sp_soil)sp_schema_word(SP_OBJECT_GROUND, t->properties, "soil", SP_SOIL_LOAM);
  def.ring = t->shape.points;
  def.point_count = t->shape.count;
  def.where = t->where;
  sp_io_kept(m->reading, sp_scenario_add_ground(m->scenario, &def));
}

static void add_land(map_reader *m, const thing *t) {
  sp_land_def def = SP_LAND_DEF_INIT;
  def.id = t->id;
  def.ring = t->shape.points;
  def.point_count = t->shape.count;
  def.where = t->where;
  sp_io_kept(m->reading, sp_scenario_add_land(m->scenario, &def));
}

/* ---- features */

/* The kind decides which keys may stand in the properties. */
static sp_schema_object kind_of(map_reader *m, const sp_doc_node *properties, const sp_io_path *path) {
  int index = sp_schema_word(SP_OBJECT_PLACE, properties, "kind", -1);
  if (index >= 0) return (sp_schema_object)((int)SP_OBJECT_PLACE + index);
  const sp_schema_key *key = sp_schema_find(SP_OBJECT_PLACE, "kind");
  const sp_doc_node *node = sp_doc_get(properties, "kind");
  sp_io_path here = {.up = path, .key = "kind"};
  if (node) {
    sp_schema_check_value(m->reading, key, node, &here);
  } else {
    char shown[SP_IO_PATH_MAX];
    sp_io_path_write(&here, shown);
    sp_io_complain(m->reading, sp_io_node_where(m->reading, properties), "fault.missing_key", "key", shown);
    m->reading->incomplete = true;
  }
  return SP_OBJECT_NONE;
}

static void read_feature(map_reader *m, const sp_doc_node *feature, const sp_io_path *path) {
  static void (*const add[])(map_reader *, const thing *) = {add_place, add_road, add_river, add_crossing, add_ground, add_land};
  if (feature->kind != SP_DOC_MAP) {
    complain_at(m, feature, path, feature->kind == SP_DOC_NOTHING ? "io.nothing" : "io.want.map", NULL);
    m->theatre->known = false;
    return;
  }
  sp_schema_check(m->reading, SP_OBJECT_FEATURE, feature, path);
  const sp_doc_node *properties = sp_doc_get(feature, "properties");
  sp_schema_object kind = SP_OBJECT_NONE;
  sp_io_path inner = {.up = path, .key = "properties"};
  if (properties && properties->kind == SP_DOC_MAP) kind = kind_of(m, properties, &inner);
  if (kind != SP_OBJECT_NONE) sp_schema_check(m->reading, kind, properties, &inner);
  thing t = {.properties = properties, .id = sp_schema_id(properties, "id"), .name = sp_schema_name(properties, "name")};
  const sp_doc_node *id = sp_doc_get(properties, "id");
  bool drawn = take_geometry(m, kind, feature, path, &t.shape);
  /* One drawn wrongly is still known by name: its own fault is enough. */
  if (t.id && (kind == SP_OBJECT_PLACE || kind == SP_OBJECT_CROSSING)) remember_site(m, &t);
  if (kind == SP_OBJECT_NONE) m->theatre->known = false;
  if (!drawn) return;
  if (!t.id && (id || kind != SP_OBJECT_ROAD)) return;
  t.where = sp_io_node_where(m->reading, id ? id : properties);
  add[kind - SP_OBJECT_PLACE](m, &t);
}

static void read_head(map_reader *m, const sp_doc_node *head) {
  sp_theatre_def def = SP_THEATRE_DEF_INIT;
  double bounds[4];
  def.id = sp_schema_id(head, "id");
  if (!def.id) return;
  def.name = sp_schema_name(head, "name");
  def.mesh_m = sp_schema_number(SP_OBJECT_HEAD, head, "mesh", def.mesh_m);
  def.region_m = sp_schema_number(SP_OBJECT_HEAD, head, "region", def.region_m);
  def.attribution = sp_schema_text(head, "attribution");
  const sp_doc_node *box = sp_doc_get(head, "bounds");
  if (sp_schema_numbers(SP_OBJECT_HEAD, head, "bounds", bounds, 4)) {
    bool ordered = bounds[0] < bounds[2] && bounds[1] < bounds[3] && bounds[1] >= -80.0 && bounds[3] <= 80.0;
    if (!ordered) sp_io_complain(m->reading, sp_io_node_where(m->reading, box), "io.bounds", NULL);
    def.south_west = (sp_point){.lat_deg = bounds[1], .lon_deg = bounds[0]};
    def.north_east = (sp_point){.lat_deg = bounds[3], .lon_deg = bounds[2]};
    if (!ordered) m->reading->incomplete = true;
  }
  def.where = sp_io_node_where(m->reading, sp_doc_get(head, "id"));
  m->theatre->id = def.id;
  m->theatre->id_where = def.where;
  sp_io_kept(m->reading, sp_scenario_set_theatre(m->scenario, &def));
}

void sp_io_read_theatre(sp_reading *reading, const sp_doc *doc, sp_scenario *scenario, sp_theatre_read *theatre) {
  map_reader m = {.reading = reading, .scenario = scenario, .theatre = theatre};
  if (doc->root->kind != SP_DOC_MAP) {
    sp_io_complain(reading, sp_io_node_where(reading, doc->root), "io.not_a_theatre", NULL);
    reading->incomplete = true;
    return;
  }
  theatre->known = true;
  sp_schema_check(reading, SP_OBJECT_THEATRE, doc->root, NULL);
  read_head(&m, sp_doc_get(doc->root, "shapan"));
  const sp_doc_node *features = sp_doc_get(doc->root, "features");
  if (!features || features->kind != SP_DOC_LIST) return;
  sp_io_path path = {.key = "features"};
  int32_t index = 0;
  for (const sp_doc_node *item = features->first; item && !reading->no_memory && !m.full; item = item->next)
    read_feature(&m, item, &(sp_io_path){.up = &path, .index = index++});
}
