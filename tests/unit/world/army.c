/* army.c - see army.h. SPDX-License-Identifier: Apache-2.0 */
#include "army.h"

#include <stdio.h>
#include <string.h>

#define OK(call) assert_int_equal((call), SP_OK)

static const sp_point west = {39.5, 121.5}, ford = {39.5, 121.62}, east = {39.5, 121.70}, south = {39.3, 121.6};

static void add_place(sp_scenario *s, const char *id, const char *en, const char *zh, sp_point at, sp_place_kind kind) {
  sp_place_def def = SP_PLACE_DEF_INIT;
  def.id = id;
  def.name = (sp_name){en, zh};
  def.at = at;
  def.kind = kind;
  OK(sp_scenario_add_place(s, &def));
}

static void add_land(sp_scenario *s) {
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "strip";
  theatre.mesh_m = 0.0;
  theatre.south_west = (sp_point){39.2, 121.4};
  theatre.north_east = (sp_point){39.6, 121.8};
  OK(sp_scenario_set_theatre(s, &theatre));
  add_place(s, "west", "Westford", "西渡", west, SP_PLACE_CITY);
  add_place(s, "east", "Eastgate", "东关", east, SP_PLACE_POST);
  add_place(s, "south", "Southhill", "南山", south, SP_PLACE_HILL);
  sp_point line[] = {{39.58, 121.62}, {39.42, 121.62}};
  sp_river_def river = SP_RIVER_DEF_INIT;
  river.id = "reed";
  river.name = (sp_name){"Reed river", "苇河"};
  river.points = line;
  river.point_count = 2;
  river.width_m = 30.0;
  river.catchment_km2 = 200.0;
  for (int i = 0; i < 12; i++) river.depth_m[i] = 0.5;
  river.depth_m[7] = 0.7;
  OK(sp_scenario_add_river(s, &river));
  sp_crossing_def crossing = SP_CROSSING_DEF_INIT;
  crossing.id = "reed-ford";
  crossing.name = (sp_name){"Reed ford", "苇渡"};
  crossing.river = "reed";
  crossing.at = ford;
  crossing.depth_offset_m = -0.1;
  OK(sp_scenario_add_crossing(s, &crossing));
  const char *ends[][2] = {{"west", "reed-ford"}, {"reed-ford", "east"}};
  double length[] = {12000.0, 8000.0};
  for (int i = 0; i < 2; i++) {
    sp_road_def road = SP_ROAD_DEF_INIT;
    road.from = ends[i][0];
    road.to = ends[i][1];
    road.road_class = SP_ROAD_POST;
    road.length_m = length[i];
    OK(sp_scenario_add_road(s, &road));
  }
}

static void add_formation(sp_scenario *s, const char *id, const char *en, const char *zh, const char *side, const char *parent, sp_position_def at) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.name = (sp_name){en, zh};
  def.side = side;
  def.parent = parent;
  def.contingent = strcmp(side, "north") == 0 ? "left" : "locals";
  def.commander = strcmp(id, "main") == 0 ? "he" : NULL;
  def.at = at;
  def.camped = strcmp(id, "guard") == 0;
  OK(sp_scenario_add_formation(s, &def));
}

static void add_strength(sp_scenario *s, const char *formation, const char *unit, sp_arm arm, sp_troop_class troop_class, int32_t soldiers, int32_t company,
                         int32_t generals) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.unit = unit;
  if (unit) def.unit_name = (sp_name){"Iron battalion", "铁营"};
  def.arm = arm;
  def.troop_class = troop_class;
  def.count[SP_RANK_SOLDIER] = soldiers;
  def.count[SP_RANK_COMPANY] = company;
  def.count[SP_RANK_GENERAL] = generals;
  def.quality = arm == SP_ARM_HORSE ? 0.7 : 0.5;
  OK(sp_scenario_add_strength(s, &def));
}

static void add_people(sp_scenario *s) {
  const char *sides[] = {"north", "south"}, *contingents[] = {"left", "locals"};
  for (int i = 0; i < 2; i++) {
    sp_side_def side = SP_SIDE_DEF_INIT;
    side.id = sides[i];
    OK(sp_scenario_add_side(s, &side));
    sp_contingent_def contingent = SP_CONTINGENT_DEF_INIT;
    contingent.id = contingents[i];
    contingent.side = sides[i];
    OK(sp_scenario_add_contingent(s, &contingent));
  }
  sp_person_def person;
  sp_person_def_init(&person);
  person.id = "he";
  person.name = (sp_name){"He", "何"};
  person.side = "north";
  OK(sp_scenario_add_person(s, &person));
}

static void add_bodies(sp_scenario *s, int extra) {
  for (int n = 0; n < 4; n++) {
    switch (extra == EXTRA_REVERSED ? 3 - n : n) {
      case 0: add_formation(s, "main", "Main body", "中军", "north", NULL, (sp_position_def){"west", NULL, 0.0}); break;
      case 1: add_formation(s, "van", "Vanguard", "前锋", "north", "main", (sp_position_def){"west", "reed-ford", 5000.0}); break;
      case 2: add_formation(s, "rear", "Rear guard", "后队", "north", "main", (sp_position_def){"west", NULL, 0.0}); break;
      default: add_formation(s, "guard", "Guard", "守军", "south", NULL, (sp_position_def){"east", NULL, 0.0}); break;
    }
  }
  for (int i = 0; extra == EXTRA_MANY && i < 20; i++) {
    char id[32];
    snprintf(id, sizeof id, "band-%d", i);
    add_formation(s, id, id, NULL, "north", "main", (sp_position_def){"west", NULL, 0.0});
    add_strength(s, id, NULL, SP_ARM_SPEAR, SP_CLASS_LINE, 100, 0, 0);
  }
}

sp_model *army_model(int extra) {
  sp_scenario *s = sp_scenario_create();
  assert_non_null(s);
  sp_campaign_def campaign = SP_CAMPAIGN_DEF_INIT;
  campaign.id = "strip-war";
  campaign.start = sp_minute_of((sp_date){1642, 8, 5, 5, 0});
  campaign.end = campaign.start + 5 * 1440;
  OK(sp_scenario_set_campaign(s, &campaign));
  add_land(s);
  add_people(s);
  add_bodies(s, extra);
  add_strength(s, "main", NULL, SP_ARM_SPEAR, SP_CLASS_LINE, 900, 20, 2);
  add_strength(s, "main", "iron", SP_ARM_SHOT, SP_CLASS_VETERANS, 300, 6, 0);
  add_strength(s, "main", NULL, SP_ARM_HORSE, SP_CLASS_RETAINERS, 200, 4, 1);
  add_strength(s, "main", NULL, SP_ARM_MOUNT, SP_CLASS_MATERIEL, 260, 0, 0);
  add_strength(s, "main", NULL, SP_ARM_CART, SP_CLASS_MATERIEL, 40, 0, 0);
  add_strength(s, "main", NULL, SP_ARM_HEAVY_GUN, SP_CLASS_MATERIEL, 3, 0, 0);
  add_strength(s, "van", NULL, SP_ARM_SPEAR, SP_CLASS_LINE, 500, 10, 0);
  add_strength(s, "van", NULL, SP_ARM_HORSE, SP_CLASS_RETAINERS, 300, 5, 0);
  add_strength(s, "rear", NULL, SP_ARM_FOLLOWER, SP_CLASS_FOLLOWERS, 150, 0, 0);
  add_strength(s, "rear", NULL, SP_ARM_SPEAR, SP_CLASS_LINE, 70, 1, 0);
  add_strength(s, "guard", NULL, SP_ARM_BOW, SP_CLASS_LINE, 400, 8, 1);
  const char text[] = "the strip";
  OK(sp_scenario_add_source(s, "scenario", "strip.yaml", text, sizeof text - 1));
  sp_faults *faults = sp_faults_create();
  sp_model *model = NULL;
  sp_status status = sp_compile(s, faults, &model);
  for (size_t i = 0; status != SP_OK && i < sp_faults_total(faults); i++) {
    char line[256];
    sp_faults_format(faults, i, SP_LANG_EN, line, sizeof line);
    print_error("%s\n", line);
  }
  sp_faults_destroy(faults);
  sp_scenario_destroy(s);
  assert_int_equal(status, SP_OK);
  return model;
}

sp_world *army_world(sp_model *model) {
  sp_world *w = NULL;
  OK(sp_world_create(model, NULL, 7, NULL, &w));
  army_check(w);
  return w;
}

int32_t army_row(const sp_world *w, const char *formation) {
  int32_t row = sp_model_find(w->model, SP_ENTITY_FORMATION, formation);
  assert_true(row >= 0);
  return row;
}

int32_t army_strength(const sp_world *w, int32_t formation, sp_arm arm) {
  for (int32_t row = w->formation.first_strength[formation]; row >= 0; row = w->strength.next[row]) {
    if (w->strength.arm[row] == arm) return row;
  }
  return -1;
}

void army_check(const sp_world *w) {
  char message[160];
  if (sp_world_check(w, message, sizeof message) != SP_OK) fail_msg("%s", message);
}

int32_t army_pool(sp_world *w, int32_t formation) {
  int32_t pool = sp_row_new(w, SP_TABLE_POOL, sp_key_born(w->formation.key[formation], sp_used(w, SP_TABLE_POOL), 1, 0));
  if (pool < 0) return -1;
  w->pool.alive[pool] = 1;
  w->pool.side[pool] = w->formation.side[formation];
  w->pool.formation[pool] = formation;
  w->pool.first_strength[pool] = -1;
  w->pool.leg[pool] = SP_NO_LEG;
  w->pool.node[pool] = 0;
  return pool;
}

int32_t army_message(sp_world *w, int32_t from, int32_t to) {
  int32_t m = sp_row_new(w, SP_TABLE_MESSAGE, sp_key_born(w->hq.key[from], sp_used(w, SP_TABLE_MESSAGE), 2, (uint32_t)to));
  if (m < 0) return -1;
  w->message.state[m] = SP_MESSAGE_RIDING;
  w->message.from_hq[m] = from;
  w->message.to_hq[m] = to;
  w->message.order[m] = w->message.word[m] = w->message.first_strength[m] = -1;
  w->message.node[m] = w->message.goal_node[m] = -1;
  w->message.leg[m] = SP_NO_LEG;
  for (int i = 0; i < 4; i++) w->message.report[m * 4 + i] = -1;
  return m;
}
