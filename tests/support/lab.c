/* lab.c - small straight theatres for tests. SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapan/io.h"

#define LAT 36.0
#define LON 118.0
#define M_PER_DEGREE_EAST 90163.0
#define M_PER_DEGREE_NORTH 110958.0
#define DRAWN_SHARE 0.995 /* the line is drawn a little shorter than the road is long, so that the stated length holds */

static void need(bool fine, const char *what) {
  if (fine) return;
  fprintf(stderr, "lab: %s failed\n", what);
  abort();
}

static void need_ok(sp_status status, const char *what, const sp_faults *faults) {
  if (status == SP_OK) return;
  fprintf(stderr, "lab: %s: %s\n", what, sp_status_name(status));
  char line[600];
  for (size_t n = 0; faults && n < sp_faults_total(faults); n++) {
    sp_faults_format(faults, n, SP_LANG_EN, line, sizeof line);
    fprintf(stderr, "  %s\n", line);
  }
  abort();
}

static sp_point at(double east_m, double north_m) {
  return (sp_point){.lat_deg = LAT + north_m * DRAWN_SHARE / M_PER_DEGREE_NORTH, .lon_deg = LON + east_m * DRAWN_SHARE / M_PER_DEGREE_EAST};
}

sp_lab sp_lab_open(double hours, int32_t tick_min) {
  sp_lab lab = {.scenario = sp_scenario_create(), .campaign = SP_CAMPAIGN_DEF_INIT};
  need(lab.scenario != NULL, "memory");
  lab.campaign.id = "lab";
  lab.campaign.tick_min = tick_min;
  lab.campaign.commanders = SP_COMMANDERS_ORDERS; /* a laboratory shows the rules alone */
  lab.campaign.start = sp_minute_of((sp_date){1640, 5, 10, SP_LAB_START_HOUR, 0});
  lab.campaign.end = lab.campaign.start + (sp_minute)(hours * 60.0);
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "lab";
  theatre.mesh_m = 0.0;
  need_ok(sp_scenario_set_theatre(lab.scenario, &theatre), "theatre", NULL);
  return lab;
}

void sp_lab_start_at(sp_lab *lab, int32_t hour) {
  sp_minute lasts = lab->campaign.end - lab->campaign.start;
  lab->campaign.start = sp_minute_of((sp_date){1640, 5, 10, hour, 0});
  lab->campaign.end = lab->campaign.start + lasts;
}

void sp_lab_place(sp_lab *lab, const char *id, double east_m, double north_m) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = id;
  def.kind = SP_PLACE_VILLAGE;
  def.at = at(east_m, north_m);
  need_ok(sp_scenario_add_place(lab->scenario, &def), "place", NULL);
}

void sp_lab_town(sp_lab *lab, const char *id, sp_place_kind kind, double east_m, sp_wall_kind wall) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = id;
  def.kind = kind;
  def.wall = wall;
  def.at = at(east_m, 0.0);
  need_ok(sp_scenario_add_place(lab->scenario, &def), "town", NULL);
}

void sp_lab_walled(sp_lab *lab, const char *id, double east_m, sp_wall_kind wall) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = id;
  def.kind = SP_PLACE_CITY;
  def.walled = true;
  def.wall = wall;
  def.at = at(east_m, 0.0);
  need_ok(sp_scenario_add_place(lab->scenario, &def), "place", NULL);
}

void sp_lab_road(sp_lab *lab, const char *from, const char *to, double length_m, sp_road_class road_class, sp_relief relief) {
  sp_road_def def = SP_ROAD_DEF_INIT;
  def.from = from;
  def.to = to;
  def.length_m = length_m;
  def.road_class = road_class;
  def.relief = relief;
  def.tracks_dry = def.tracks_wet = 1;
  need_ok(sp_scenario_add_road(lab->scenario, &def), "road", NULL);
}

void sp_lab_river(sp_lab *lab, const char *id, double east_m, double depth_m, double catchment_km2) {
  sp_point line[2] = {at(east_m, 4000.0), at(east_m, -4000.0)};
  sp_river_def def = SP_RIVER_DEF_INIT;
  def.id = id;
  def.points = line;
  def.point_count = 2;
  def.width_m = 60.0;
  def.catchment_km2 = catchment_km2;
  for (int month = 0; month < 12; month++) def.depth_m[month] = depth_m;
  need_ok(sp_scenario_add_river(lab->scenario, &def), "river", NULL);
}

void sp_lab_crossing(sp_lab *lab, const char *id, const char *river, double east_m, sp_crossing_kind kind, double width_m) {
  sp_crossing_def def = SP_CROSSING_DEF_INIT;
  def.id = id;
  def.river = river;
  def.at = at(east_m, 0.0);
  def.kind = kind;
  def.width_m = width_m;
  need_ok(sp_scenario_add_crossing(lab->scenario, &def), "crossing", NULL);
}

static void weather(sp_lab *lab, sp_minute from, sp_minute to, double mm_h) {
  sp_weather_def def = SP_WEATHER_DEF_INIT;
  def.from = from;
  def.to = to;
  def.has_rain = def.has_temperature = def.has_wind = def.has_cloud = true;
  def.rain_mm_h = mm_h;
  def.temperature_c = 15.0;
  def.cloud = mm_h > 0.0 ? 1.0 : 0.0;
  need_ok(sp_scenario_add_weather(lab->scenario, &def), "weather", NULL);
}

/* The fair sky goes in first, so that rain lies over it. */
static void fair_sky(sp_lab *lab) {
  if (lab->weather_given) return;
  lab->weather_given = true;
  weather(lab, lab->campaign.start - 1440, lab->campaign.end + 1440, 0.0);
}

void sp_lab_rain(sp_lab *lab, double from_h, double to_h, double mm_h) {
  fair_sky(lab);
  weather(lab, lab->campaign.start + (sp_minute)(from_h * 60.0), lab->campaign.start + (sp_minute)(to_h * 60.0), mm_h);
}

void sp_lab_wind(sp_lab *lab, double from_h, double to_h, double m_s, double from_deg) {
  fair_sky(lab);
  sp_weather_def def = SP_WEATHER_DEF_INIT;
  def.from = lab->campaign.start + (sp_minute)(from_h * 60.0);
  def.to = lab->campaign.start + (sp_minute)(to_h * 60.0);
  def.has_wind = true;
  def.wind_m_s = m_s;
  def.wind_from_deg = from_deg;
  need_ok(sp_scenario_add_weather(lab->scenario, &def), "wind", NULL);
}

void sp_lab_side(sp_lab *lab, const char *id) {
  sp_side_def side = SP_SIDE_DEF_INIT;
  side.id = id;
  need_ok(sp_scenario_add_side(lab->scenario, &side), "side", NULL);
  char name[80];
  (void)snprintf(name, sizeof name, "%s-men", id);
  sp_contingent_def contingent = SP_CONTINGENT_DEF_INIT;
  contingent.id = name;
  contingent.side = id;
  need_ok(sp_scenario_add_contingent(lab->scenario, &contingent), "contingent", NULL);
}

void sp_lab_formation_def(sp_lab *lab, const sp_formation_def *def) {
  sp_formation_def copy = *def;
  char name[80];
  (void)snprintf(name, sizeof name, "%s-men", def->side);
  if (!copy.contingent) copy.contingent = name;
  need_ok(sp_scenario_add_formation(lab->scenario, &copy), "formation", NULL);
}

sp_lab sp_lab_post_road(double hours, int32_t tick_min) {
  sp_lab lab = sp_lab_open(hours, tick_min);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 12000.0, 0.0);
  sp_lab_place(&lab, "far", 40000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 12000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "post", "far", 28000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  return lab;
}

void sp_lab_formation(sp_lab *lab, const char *id, const char *side, const char *parent, const char *place) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.parent = parent;
  def.at.place = place;
  def.commander_share = 0.0;
  def.order_now = 1.0;
  def.fatigue_now = 0.0;
  def.camped = true;
  sp_lab_formation_def(lab, &def);
}

void sp_lab_camp_of_chief(sp_lab *lab, const char *id, double caution, double bread_days) {
  sp_person_def chief;
  sp_person_def_init(&chief);
  chief.id = "chief";
  chief.side = "red";
  chief.trait[SP_TRAIT_CAUTION] = caution;
  need_ok(sp_scenario_add_person(lab->scenario, &chief), "person", NULL);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.at.place = "west";
  def.commander = "chief";
  def.order_now = 1.0;
  def.fatigue_now = def.commander_share = 0.0;
  def.camped = true;
  def.bread_days = bread_days;
  sp_lab_formation_def(lab, &def);
}

void sp_lab_strength(sp_lab *lab, const char *formation, sp_arm arm, int32_t count) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.arm = arm;
  def.count[SP_RANK_SOLDIER] = count;
  need_ok(sp_scenario_add_strength(lab->scenario, &def), "strength", NULL);
}

void sp_lab_order(sp_lab *lab, const char *text) {
  sp_order_def def = SP_ORDER_DEF_INIT;
  def.text = text;
  def.where = (sp_where){.file = text, .line = 1, .column = 1};
  need_ok(sp_scenario_add_order(lab->scenario, &def), "order", NULL);
}

sp_model *sp_lab_compile(sp_lab *lab) {
  fair_sky(lab);
  need_ok(sp_scenario_set_campaign(lab->scenario, &lab->campaign), "campaign", NULL);
  sp_faults *faults = sp_faults_create();
  sp_model *model = NULL;
  need_ok(sp_compile(lab->scenario, faults, &model), "compile", faults);
  sp_faults_destroy(faults);
  sp_scenario_destroy(lab->scenario);
  lab->scenario = NULL;
  return model;
}

sp_world *sp_lab_world(sp_model *model, uint64_t seed) {
  sp_faults *faults = sp_faults_create();
  sp_world *world = NULL;
  need_ok(sp_world_create(model, NULL, seed, faults, &world), "world", faults);
  sp_faults_destroy(faults);
  sp_world_set_events(world, SP_EVENTS_FULL);
  return world;
}

sp_world *sp_lab_war(sp_lab *lab, uint64_t seed) {
  sp_model *model = sp_lab_compile(lab);
  sp_world *world = sp_lab_world(model, seed);
  sp_model_release(model);
  return world;
}

sp_world *sp_lab_read(const char *name, uint64_t seed) { return sp_lab_read_with(name, NULL, seed); }

sp_world *sp_lab_read_with(const char *name, const char *overlay, uint64_t seed) {
  char path[600];
  (void)snprintf(path, sizeof path, "%s/scenarios/%s", SP_SOURCE_DIR, name);
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  need_ok(sp_read_scenario_with(path, &overlay, overlay ? 1 : 0, faults, &scenario), path, faults);
  sp_model *model = NULL;
  need_ok(sp_compile(scenario, faults, &model), path, faults);
  sp_scenario_destroy(scenario);
  sp_faults_destroy(faults);
  sp_world *world = sp_lab_world(model, seed);
  sp_model_release(model);
  return world;
}

void sp_lab_run(sp_world *world) {
  char message[300] = "";
  while (!sp_world_over(world)) {
    sp_status stepped = sp_world_step(world);
    if (stepped == SP_CORRUPT && sp_world_check(world, message, sizeof message) != SP_OK) fprintf(stderr, "lab: tick %lld: %s\n", (long long)sp_world_tick(world), message);
    need_ok(stepped, "step", NULL);
    sp_status status = sp_world_check(world, message, sizeof message);
    if (status != SP_OK) fprintf(stderr, "lab: tick %lld: %s\n", (long long)sp_world_tick(world), message);
    need_ok(status, "check", NULL);
  }
}

void sp_lab_close(sp_world *world) { sp_world_destroy(world); }

/* ---- reading */

double sp_lab_value(const sp_world *world, const char *table, const char *field, int32_t row) {
  sp_field_view view;
  need_ok(sp_world_field(world, table, field, &view), field, NULL);
  need(row >= 0 && row < view.rows, field);
  const unsigned char *cell = (const unsigned char *)view.data + (size_t)row * (size_t)view.count * (size_t)view.size;
  double real;
  uint8_t u8; int8_t i8; uint16_t u16; int16_t i16; uint32_t u32; int32_t i32; int64_t i64;
  switch (view.type * 10 + view.size) {
    case 'f' * 10 + 8: memcpy(&real, cell, 8); return real;
    case 'u' * 10 + 1: memcpy(&u8, cell, 1); return u8;
    case 'i' * 10 + 1: memcpy(&i8, cell, 1); return i8;
    case 'u' * 10 + 2: memcpy(&u16, cell, 2); return u16;
    case 'i' * 10 + 2: memcpy(&i16, cell, 2); return i16;
    case 'u' * 10 + 4: memcpy(&u32, cell, 4); return u32;
    case 'i' * 10 + 4: memcpy(&i32, cell, 4); return i32;
    case 'i' * 10 + 8: memcpy(&i64, cell, 8); return (double)i64;
    default: need(false, field); return 0.0;
  }
}

int32_t sp_lab_row(const sp_world *world, const char *formation) {
  int32_t row = sp_model_find(sp_world_model(world), SP_ENTITY_FORMATION, formation);
  need(row >= 0, formation);
  return row;
}

double sp_lab_of(const sp_world *world, const char *formation, const char *field) { return sp_lab_value(world, "formation", field, sp_lab_row(world, formation)); }

int32_t sp_lab_men(const sp_world *world, const char *formation) {
  return (int32_t)(sp_lab_of(world, formation, "foot") + sp_lab_of(world, formation, "mounted") + sp_lab_of(world, formation, "followers"));
}

sp_key sp_lab_key(const sp_world *world, const char *formation) {
  sp_field_view view;
  need_ok(sp_world_field(world, "formation", "key", &view), "key", NULL);
  sp_key key;
  memcpy(&key, (const unsigned char *)view.data + (size_t)sp_lab_row(world, formation) * sizeof key, sizeof key);
  return key;
}

static bool is_at(const sp_world *world, int32_t node, const char *place) {
  const sp_model *model = sp_world_model(world);
  sp_entity_kind kind = SP_ENTITY_PLACE;
  int32_t index = sp_model_find(model, kind, place);
  if (index < 0) index = sp_model_find(model, kind = SP_ENTITY_CROSSING, place);
  need(index >= 0, place);
  char name[200];
  sp_world_place_name(world, node, SP_LANG_EN, name, sizeof name);
  return node >= 0 && strcmp(name, sp_model_name(model, kind, index, SP_LANG_EN)) == 0;
}

const sp_event *sp_lab_event(const sp_world *world, sp_event_type type, const char *formation, const char *place, int nth) {
  size_t count = 0;
  const sp_event *event = sp_world_events(world, &count);
  sp_key key = formation ? sp_lab_key(world, formation) : 0;
  for (size_t n = 0; n < count; n++) {
    if (event[n].type != (uint16_t)type || (formation && event[n].subject != key) || (place && !is_at(world, event[n].node, place))) continue;
    if (--nth == 0) return &event[n];
  }
  return NULL;
}

int64_t sp_lab_minute(const sp_world *world, sp_event_type type, const char *formation, const char *place, int nth) {
  const sp_event *event = sp_lab_event(world, type, formation, place, nth);
  return event ? event->minute - sp_model_campaign(sp_world_model(world))->start : -1;
}

int32_t sp_lab_count(const sp_world *world, sp_event_type type, const char *formation) {
  int32_t count = 0;
  while (sp_lab_event(world, type, formation, NULL, count + 1)) count++;
  return count;
}

void sp_lab_tell(const sp_world *world, FILE *file) {
  size_t count = 0;
  const sp_event *event = sp_world_events(world, &count);
  for (size_t n = 0; n < count; n++) {
    const sp_event *e = &event[n];
    char subject[80] = "", object[80] = "", where[120] = "";
    if (e->subject) sp_world_name(world, e->subject, SP_LANG_EN, subject, sizeof subject);
    if (e->object) sp_world_name(world, e->object, SP_LANG_EN, object, sizeof object);
    if (e->node >= 0) sp_world_place_name(world, e->node, SP_LANG_EN, where, sizeof where);
    fprintf(file, "%5lld %-16s %-14s %-14s %-8s %d %d %d %.6g\n", (long long)(e->minute - sp_model_campaign(sp_world_model(world))->start),
            sp_event_name((sp_event_type)e->type), subject, object, where, e->a, e->b, e->c, e->value);
  }
}

bool sp_lab_golden(const sp_world *world, const char *path) {
  char full[600], want[400], have[400];
  (void)snprintf(full, sizeof full, "%s/%s", SP_SOURCE_DIR, path);
  bool anew = getenv("SP_WRITE_GOLDEN") != NULL;
  FILE *golden = fopen(full, anew ? "w" : "r"), *now = tmpfile();
  need(golden && now, full);
  if (anew) sp_lab_tell(world, golden);
  sp_lab_tell(world, now);
  rewind(now);
  bool same = true;
  for (int line = 1; same && !anew; line++) {
    const char *left = fgets(want, sizeof want, golden), *right = fgets(have, sizeof have, now);
    if (!left && !right) break;
    same = left && right && strcmp(want, have) == 0;
    if (!same) fprintf(stderr, "%s:%d: wanted %s  but have %s", path, line, left ? want : "nothing\n", right ? have : "nothing\n");
  }
  fclose(golden);
  fclose(now);
  return same;
}
