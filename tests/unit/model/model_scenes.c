/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/model/model_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(call) must((call) == SP_OK, #call)

static void must(bool held, const char *what) {
  if (held) return;
  fprintf(stderr, "scene: %s failed\n", what);
  abort();
}

sp_point scene_point(double x_km, double y_km) {
  sp_projection about = sp_projection_about(40.0, 122.0);
  return sp_unproject(&about, (sp_xy){x_km * 1000.0, y_km * 1000.0});
}

sp_scenario *scene_create(double mesh_m) {
  sp_scenario *s = sp_scenario_create();
  must(s != NULL, "sp_scenario_create");
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "scene";
  theatre.mesh_m = mesh_m;
  MUST(sp_scenario_set_theatre(s, &theatre));
  sp_campaign_def campaign = SP_CAMPAIGN_DEF_INIT;
  campaign.id = "scene";
  campaign.start = sp_minute_of((sp_date){.year = 1642, .month = 8, .day = 5, .hour = 5});
  campaign.end = campaign.start + 1440;
  MUST(sp_scenario_set_campaign(s, &campaign));
  return s;
}

void scene_place(sp_scenario *s, const char *id, double x_km, double y_km) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = id;
  def.at = scene_point(x_km, y_km);
  def.kind = SP_PLACE_VILLAGE;
  MUST(sp_scenario_add_place(s, &def));
}

void scene_road(sp_scenario *s, const char *id, const char *from, const char *to) {
  sp_road_def def = SP_ROAD_DEF_INIT;
  def.id = id;
  def.from = from;
  def.to = to;
  def.road_class = SP_ROAD_ROAD;
  MUST(sp_scenario_add_road(s, &def));
}

void scene_road_by(sp_scenario *s, const char *id, const char *from, const char *to, double x_km, double y_km) {
  sp_point bend = scene_point(x_km, y_km);
  sp_road_def def = SP_ROAD_DEF_INIT;
  def.id = id;
  def.from = from;
  def.to = to;
  def.road_class = SP_ROAD_ROAD;
  def.points = &bend;
  def.point_count = 1;
  MUST(sp_scenario_add_road(s, &def));
}

void scene_river(sp_scenario *s, const char *id, const double (*xy_km)[2], size_t count) {
  sp_point *points = calloc(count, sizeof *points);
  must(points != NULL, "calloc");
  for (size_t i = 0; i < count; i++) points[i] = scene_point(xy_km[i][0], xy_km[i][1]);
  sp_river_def def = SP_RIVER_DEF_INIT;
  def.id = id;
  def.points = points;
  def.point_count = count;
  def.width_m = 40.0;
  for (int i = 0; i < 12; i++) def.depth_m[i] = 0.5;
  MUST(sp_scenario_add_river(s, &def));
  free(points);
}

void scene_crossing(sp_scenario *s, const char *id, const char *river, double x_km, double y_km) {
  sp_crossing_def def = SP_CROSSING_DEF_INIT;
  def.id = id;
  def.river = river;
  def.at = scene_point(x_km, y_km);
  MUST(sp_scenario_add_crossing(s, &def));
}

static void rectangle(sp_point ring[4], double west, double south, double east, double north) {
  ring[0] = scene_point(west, south);
  ring[1] = scene_point(east, south);
  ring[2] = scene_point(east, north);
  ring[3] = scene_point(west, north);
}

void scene_land(sp_scenario *s, const char *id, double west_km, double south_km, double east_km, double north_km) {
  sp_point ring[4];
  rectangle(ring, west_km, south_km, east_km, north_km);
  sp_land_def def = SP_LAND_DEF_INIT;
  def.id = id;
  def.ring = ring;
  def.point_count = 4;
  MUST(sp_scenario_add_land(s, &def));
}

void scene_ground(sp_scenario *s, const char *id, sp_relief relief, double west_km, double south_km, double east_km, double north_km) {
  sp_point ring[4];
  rectangle(ring, west_km, south_km, east_km, north_km);
  sp_ground_def def = SP_GROUND_DEF_INIT;
  def.id = id;
  def.relief = relief;
  def.ring = ring;
  def.point_count = 4;
  MUST(sp_scenario_add_ground(s, &def));
}

void scene_side(sp_scenario *s, const char *id) {
  sp_side_def def = SP_SIDE_DEF_INIT;
  def.id = id;
  MUST(sp_scenario_add_side(s, &def));
}

void scene_person(sp_scenario *s, const char *id, const char *side) {
  sp_person_def def;
  sp_person_def_init(&def);
  def.id = id;
  def.side = side;
  MUST(sp_scenario_add_person(s, &def));
}

void scene_formation(sp_scenario *s, const char *id, const char *side, const char *parent, const char *commander, const char *place) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.parent = parent;
  def.commander = commander;
  def.at.place = place;
  MUST(sp_scenario_add_formation(s, &def));
}

void scene_men(sp_scenario *s, const char *formation, const char *unit, int32_t men) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.unit = unit;
  def.arm = SP_ARM_FOOT;
  def.count[SP_RANK_SOLDIER] = men;
  MUST(sp_scenario_add_strength(s, &def));
}

static void print_faults(const sp_faults *faults) {
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char text[400];
    (void)sp_faults_format(faults, i, SP_LANG_EN, text, sizeof text);
    fprintf(stderr, "%s\n", text);
  }
}

sp_model *scene_compile(sp_scenario *s) {
  sp_model *m = NULL;
  sp_faults *faults = sp_faults_create();
  sp_status status = sp_compile(s, faults, &m);
  if (status != SP_OK) print_faults(faults);
  sp_faults_destroy(faults);
  must(status == SP_OK, "sp_compile");
  return m;
}

static int count_faults(sp_scenario *s, const char *fault_id) {
  sp_model *m = NULL;
  sp_faults *faults = sp_faults_create();
  int count = 0;
  sp_status status = sp_compile(s, faults, &m);
  must((status == SP_OK) == (sp_faults_count(faults, SP_FAULT_ERROR) == 0), "status agrees with faults");
  must((status == SP_OK) == (m != NULL), "model only when all is well");
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    sp_fault_view view;
    char text[600];
    must(sp_faults_get(faults, i, &view) == SP_OK, "sp_faults_get");
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      (void)sp_faults_format(faults, i, (sp_lang)lang, text, sizeof text);
      must(strstr(text, "fault.") == NULL && strchr(text, '{') == NULL, "every fault has its words and all slots");
    }
    if (fault_id ? strcmp(view.id, fault_id) == 0 : view.severity == SP_FAULT_ERROR) count++;
  }
  sp_faults_destroy(faults);
  sp_model_release(m);
  return count;
}

int scene_faults(sp_scenario *s, const char *fault_id) { return count_faults(s, fault_id); }

int scene_errors(sp_scenario *s) { return count_faults(s, NULL); }

int32_t scene_edge(const sp_model *m, const char *road) {
  int32_t row = sp_model_find(m, SP_ENTITY_ROAD, road);
  for (int32_t i = 0; i < m->edge_count; i++)
    if (row >= 0 && m->edge[i].road == row) return i;
  return -1;
}

int32_t scene_node(const sp_model *m, const char *site) {
  int32_t row = sp_model_find(m, SP_ENTITY_PLACE, site);
  if (row >= 0) return m->place_node[row];
  row = sp_model_find(m, SP_ENTITY_CROSSING, site);
  return row >= 0 ? m->crossing[row].node : -1;
}
