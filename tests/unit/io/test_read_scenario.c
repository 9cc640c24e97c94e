/* test_read_scenario.c - from two texts to the definitions that a scenario holds.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reading_help.h"

#include "model/compile.h"
#include "shapan/io.h"

static const char map[] =
    "{\"type\": \"FeatureCollection\", \"name\": \"layer\",\n"
    " \"shapan\": {\"id\": \"valley\", \"name\": {\"en\": \"Valley\"}, \"mesh\": \"2 km\", \"bounds\": [120.5, 38.5, 122, 39.5]},\n"
    " \"features\": [\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"place\", \"id\": \"mill\", \"type\": \"city\", \"walled\": true, \"precision\": \"1 km\"},\n"
    " \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.0, 39.0, 12]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"place\", \"id\": \"tower\", \"type\": \"fort\"},\n"
    " \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.3, 39.0]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"river\", \"id\": \"reed\", \"width\": \"30 m\", \"depth\": \"0.4 m\", \"response\": \"90 min\"},\n"
    " \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[121.15, 39.2], [121.15, 38.8]]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"crossing\", \"id\": \"ford\", \"river\": \"reed\", \"type\": \"floating-bridge\", \"depth_offset\": \"-0.1 m\", \"count\": 2},\n"
    " \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.15, 39.0]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"road\", \"from\": \"mill\", \"to\": \"ford\", \"class\": \"post\", \"length\": \"60 li\", \"closed_months\": [1, 7, 12], \"tracks_dry\": 2},\n"
    " \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[121.0, 39.0], [121.1, 39.1], [121.15, 39.0]]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"ground\", \"id\": \"wood\", \"relief\": \"hills\", \"cover\": \"wood\", \"_style\": {\"fill\": 1}},\n"
    " \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[121.2, 38.9], [121.4, 38.9], [121.4, 39.1]]]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"land\", \"id\": \"shore\"},\n"
    " \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[119, 37], [124, 37], [121, 42], [119, 37]]]}}\n"
    "]}\n";

static const char campaign[] =
    "campaign: ford\n"
    "name: {en: The ford, zh: \xE6\xB8\xA1}\n"
    "summary: {en: Two columns.}\n"
    "theatre: valley\n"
    "start: lunar 1642-7-10 05:00\n"
    "end: day 2 05:00\n"
    "tick: 0.5 h\n"
    "sides:\n"
    "  north:\n"
    "    name: {en: North}\n"
    "    colour: \"#2b4a8b\"\n"
    "    contingents:\n"
    "      left: {name: {en: Left wing}}\n"
    "    people: {li: {name: {en: Li}},\n"
    "      he: {name: {en: He}, title: {en: general}, traits: {caution: 0.8}, source: nobody}}\n"
    "    army:\n"
    "      - id: van\n"
    "        name: {en: Van}\n"
    "        commander: he\n"
    "        contingent: left\n"
    "        at: {place: mill, toward: ford, distance: 3 km}\n"
    "        camped: true\n"
    "        commander_at: middle\n"
    "        strength:\n"
    "          - {arm: foot, class: guards, soldiers: 900, company-officers: 9, generals: 1, quality: 0.6}\n"
    "          - {arm: cart, count: 30}\n"
    "        parts:\n"
    "          - {id: zhi, name: {en: Zhi}, contingent: left, strength: [{arm: follower, soldiers: 300}, {arm: draught, count: 60}]}\n"
    "          - id: flank\n"
    "            name: {en: Flank}\n"
    "            commander: li\n"
    "            strength: [{arm: foot, soldiers: 10}]\n"
    "    orders: |\n"
    "      # the crossing\n"
    "\n"
    "      day 1 06:00 he to van: march to tower  \n"
    "        on contact he to van: halt\n"
    "    objectives:\n"
    "      hold: {place: tower, name: {en: Hold}}\n"
    "weather:\n"
    "  - {from: day 1 05:00, to: day 1 14:00, rain: 8 mm/h, wind: 5 m/s from SW, at: ford}\n"
    "  - {from: day 1 14:00, to: day 2 05:00, temperature: -3 C, cloud: 50 %, fog: 0 m}\n"
    "season:\n"
    "  wet_day_chance: [0,0,0,0,0,0,0,.5,0,0,0,0]\n"
    "  rain_mm_per_wet_day: [1,1,1,1,1,1,1,30,1,1,1,1]\n"
    "  temperature_c: [-5,0,0,0,0,0,0,24,0,0,0,0]\n"
    "measures:\n"
    "  arrives: {kind: arrival, subject: van, object: tower, at: day 2 00:00}\n"
    "  men: {kind: men, subject: north, object: present}\n"
    "expectations:\n"
    "  soon: {measure: arrives, low: 4 h, high: 500, share: 50 %}\n"
    "  many: {measure: men, low: 900, high: 1300}\n";

static sp_scenario *read_good(void) {
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  sp_status status = sp_read_scenario_text("s.yaml", campaign, strlen(campaign), map, strlen(map), "t.geojson", faults, &scenario);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char text[1000];
    sp_faults_format(faults, i, SP_LANG_EN, text, sizeof text);
    print_message("%s\n", text);
  }
  assert_int_equal(status, SP_OK);
  assert_int_equal(sp_faults_total(faults), 0);
  sp_faults_destroy(faults);
  assert_non_null(scenario);
  return scenario;
}

#define ROW(scenario, kind, type, index) (&((const type *)(scenario)->list[SP_DEF_##kind].data)[index])

static bool near(double value, double wanted) {
  return value > wanted - 1e-9 && value < wanted + 1e-9;
}

static void theatre(void **state) {
  (void)state;
  sp_scenario *s = read_good();
  assert_string_equal(s->theatre.id, "valley");
  assert_true(near(s->theatre.mesh_m, 2000.0));
  assert_true(near(s->theatre.region_m, 40000.0));
  assert_true(near(s->theatre.south_west.lon_deg, 120.5) && near(s->theatre.south_west.lat_deg, 38.5));
  assert_true(near(s->theatre.north_east.lon_deg, 122.0) && near(s->theatre.north_east.lat_deg, 39.5));
  assert_int_equal(s->list[SP_DEF_PLACE].count, 2);
  const sp_place_def *mill = ROW(s, PLACE, sp_place_def, 0);
  assert_string_equal(mill->id, "mill");
  assert_int_equal(mill->kind, SP_PLACE_CITY);
  assert_true(mill->walled);
  assert_true(near(mill->precision_m, 1000.0) && near(mill->at.lon_deg, 121.0) && near(mill->at.lat_deg, 39.0));
  assert_string_equal(mill->where.file, "t.geojson");
  assert_int_equal(mill->where.line, 4);
  const sp_river_def *reed = ROW(s, RIVER, sp_river_def, 0);
  assert_true(near(reed->width_m, 30.0) && near(reed->depth_m[0], 0.4) && near(reed->depth_m[11], 0.4) && near(reed->response_hours, 1.5));
  assert_int_equal(reed->point_count, 2);
  const sp_crossing_def *ford = ROW(s, CROSSING, sp_crossing_def, 0);
  assert_int_equal(ford->kind, SP_CROSSING_FLOATING);
  assert_int_equal(ford->count, 2);
  assert_true(near(ford->depth_offset_m, -0.1));
  const sp_road_def *road = ROW(s, ROAD, sp_road_def, 0);
  assert_null(road->id);
  assert_string_equal(road->from, "mill");
  assert_string_equal(road->to, "ford");
  assert_int_equal(road->road_class, SP_ROAD_POST);
  assert_int_equal(road->point_count, 3);
  assert_true(near(road->points[1].lat_deg, 39.1) && near(road->length_m, 34560.0));
  assert_int_equal(road->closed_months, 1 | 1 << 6 | 1 << 11);
  assert_int_equal(road->tracks_dry, 2);
  assert_int_equal(road->relief, SP_RELIEF_COUNT);
  const sp_ground_def *wood = ROW(s, GROUND, sp_ground_def, 0);
  assert_int_equal(wood->relief, SP_RELIEF_HILLS);
  assert_int_equal(wood->cover, SP_COVER_WOOD);
  assert_int_equal(wood->soil, SP_SOIL_LOAM);
  assert_int_equal(ROW(s, LAND, sp_land_def, 0)->point_count, 4);
  sp_scenario_destroy(s);
}

static void order_of_battle(void **state) {
  (void)state;
  sp_scenario *s = read_good();
  const sp_person_def *he = ROW(s, PERSON, sp_person_def, 1);
  assert_string_equal(he->side, "north");
  assert_string_equal(he->title_en, "general");
  assert_true(near(he->trait[SP_TRAIT_CAUTION], 0.8));
  assert_int_equal(s->list[SP_DEF_FORMATION].count, 2);
  const sp_formation_def *van = ROW(s, FORMATION, sp_formation_def, 0), *flank = ROW(s, FORMATION, sp_formation_def, 1);
  assert_null(van->parent);
  assert_string_equal(van->at.place, "mill");
  assert_string_equal(van->at.toward, "ford");
  assert_true(near(van->at.distance_m, 3000.0) && near(van->commander_share, 0.5) && near(van->order_now, 0.8));
  assert_true(van->camped);
  assert_int_equal(van->where.line, 17);
  assert_int_equal(van->where.column, 13);
  assert_string_equal(flank->parent, "van");
  assert_null(flank->at.place); /* compile gives it the place of the one above */
  assert_int_equal(s->list[SP_DEF_STRENGTH].count, 5);
  const sp_strength_def *foot = ROW(s, STRENGTH, sp_strength_def, 0), *carts = ROW(s, STRENGTH, sp_strength_def, 1);
  assert_int_equal(foot->arm, SP_ARM_FOOT);
  assert_int_equal(foot->troop_class, SP_CLASS_GUARDS);
  assert_int_equal(foot->count[SP_RANK_SOLDIER], 900);
  assert_int_equal(foot->count[SP_RANK_COMPANY], 9);
  assert_int_equal(foot->count[SP_RANK_BATTALION], 0);
  assert_int_equal(foot->count[SP_RANK_GENERAL], 1);
  assert_true(near(foot->quality, 0.6));
  assert_int_equal(carts->troop_class, SP_CLASS_MATERIEL);
  assert_int_equal(carts->count[SP_RANK_SOLDIER], 30);
  const sp_strength_def *zhi = ROW(s, STRENGTH, sp_strength_def, 2);
  assert_string_equal(zhi->formation, "van");
  assert_string_equal(zhi->unit, "zhi");
  assert_string_equal(zhi->unit_name.en, "Zhi");
  assert_string_equal(zhi->contingent, "left");
  assert_int_equal(zhi->troop_class, SP_CLASS_FOLLOWERS);
  assert_string_equal(ROW(s, STRENGTH, sp_strength_def, 4)->formation, "flank");
  sp_scenario_destroy(s);
}

static void story(void **state) {
  (void)state;
  sp_scenario *s = read_good();
  sp_minute start = sp_minute_of((sp_date){1642, 8, 5, 5, 0});
  assert_string_equal(s->campaign.id, "ford");
  assert_int_equal(s->campaign.start, start);
  assert_int_equal(s->campaign.end, start + 1440);
  assert_int_equal(s->campaign.tick_min, 30);
  assert_int_equal(s->list[SP_DEF_ORDER].count, 2);
  const sp_order_def *march = ROW(s, ORDER, sp_order_def, 0), *halt = ROW(s, ORDER, sp_order_def, 1);
  assert_string_equal(march->text, "day 1 06:00 he to van: march to tower");
  assert_int_equal(march->where.line, 36);
  assert_int_equal(march->where.column, 7);
  assert_string_equal(halt->text, "on contact he to van: halt");
  assert_int_equal(halt->where.line, 37);
  assert_int_equal(halt->where.column, 9);
  const sp_weather_def *rain = ROW(s, WEATHER, sp_weather_def, 0), *cold = ROW(s, WEATHER, sp_weather_def, 1);
  assert_true(rain->has_rain && rain->has_wind && !rain->has_temperature && !rain->has_fog && !rain->has_cloud);
  assert_true(near(rain->rain_mm_h, 8.0) && near(rain->wind_from_deg, 225.0) && near(rain->at.lon_deg, 121.15));
  assert_int_equal(rain->to - rain->from, 9 * 60);
  assert_true(!cold->has_rain && cold->has_fog && near(cold->temperature_c, -3.0) && near(cold->cloud, 0.5));
  assert_true(s->has_season);
  assert_true(near(s->season.rain_mm_per_wet_day[7], 30.0) && near(s->season.temperature_c[0], -5.0));
  const sp_measure_def *arrives = ROW(s, MEASURE, sp_measure_def, 0);
  assert_int_equal(arrives->kind, SP_MEASURE_ARRIVAL);
  assert_int_equal(arrives->at, start + 19 * 60);
  const sp_expectation_def *soon = ROW(s, EXPECTATION, sp_expectation_def, 0);
  assert_true(near(soon->low, 240.0) && near(soon->high, 500.0) && near(soon->share, 0.5));
  assert_true(near(ROW(s, EXPECTATION, sp_expectation_def, 1)->low, 900.0));
  assert_int_equal(s->list[SP_DEF_OBJECTIVE].count, 1);
  assert_int_equal(s->source.count, 2);
  sp_scenario_destroy(s);
}

/* What read gives, compile takes. */
static void compiles(void **state) {
  (void)state;
  sp_scenario *s = read_good();
  sp_faults *faults = sp_faults_create();
  sp_model *model = NULL;
  sp_status status = sp_compile(s, faults, &model);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char text[1000];
    sp_faults_format(faults, i, SP_LANG_EN, text, sizeof text);
    print_message("%s\n", text);
  }
  assert_int_equal(status, SP_OK);
  assert_int_equal(sp_model_count(model, SP_ENTITY_FORMATION), 2);
  sp_model_release(model);
  sp_faults_destroy(faults);
  sp_scenario_destroy(s);
}

/* Reads the campaign with one piece replaced. */
static void expect_one(const char *from, const char *to, const char *id, int line, int column) {
  char text[sizeof campaign + 400];
  const char *at = strstr(campaign, from);
  assert_non_null(at);
  int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - campaign), campaign, to, at + strlen(from));
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  assert_int_equal(sp_read_scenario_text("s.yaml", text, (size_t)length, map, strlen(map), "t.geojson", faults, &scenario), SP_BAD_INPUT);
  assert_null(scenario);
  assert_true(sp_faults_total(faults) >= 1);
  expect_fault(faults, 0, id, line, column);
  expect_texts(faults);
  sp_faults_destroy(faults);
}

static void faults_of_the_reader(void **state) {
  (void)state;
  expect_one("at: ford}", "at: fort}", "io.unknown_place_near", 41, 81);
  expect_one("theatre: valley", "theatre: hill", "io.theatre_id", 2, 19); /* in the map's file */
  expect_one("low: 4 h", "low: 4 km", "io.bad_unit", 51, 33);
  expect_one("low: 900", "low: 4 km", "io.want.number", 52, 29);
  expect_one("tick: 0.5 h", "tick: 7.5 min", "io.whole_minutes", 7, 7);
  expect_one("{arm: cart, count: 30}", "{arm: cart, count: 30, generals: 1}", "io.no_ranks", 26, 36);
  expect_one("{arm: cart, count: 30}", "{arm: cart, quality: 1}", "io.no_count", 26, 13);
  expect_one("{arm: cart, count: 30}", "{arm: cart, count: 30, soldiers: 3}", "io.count_twice", 26, 36);
  expect_one("{id: zhi,", "{id: zhi, files: 3,", "io.unit_key", 28, 23);
  expect_one(", strength: [{arm: follower, soldiers: 300}, {arm: draught, count: 60}]", "", "io.unit_empty", 28, 13);
  expect_one("        at: {place: mill, toward: ford, distance: 3 km}\n", "", "io.no_position", 17, 9);
  expect_one("start: lunar 1642-7-10 05:00", "start: soon", "io.want.start", 5, 8);
}

static void long_order(void **state) {
  (void)state;
  char text[sizeof campaign + 1400], long_line[1100];
  memset(long_line, 'x', sizeof long_line - 1);
  long_line[sizeof long_line - 1] = '\0';
  const char *at = strstr(campaign, "on contact");
  int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - campaign), campaign, long_line, at);
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  assert_int_equal(sp_read_scenario_text("s", text, (size_t)length, map, strlen(map), "t", faults, &scenario), SP_BAD_INPUT);
  expect_fault(faults, 0, "io.order_too_long", 37, 9);
  sp_faults_destroy(faults);
}

static void without_a_map(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  assert_int_equal(sp_read_scenario_text("s", campaign, strlen(campaign), NULL, 0, NULL, faults, &scenario), SP_BAD_INPUT);
  expect_fault(faults, 0, "io.no_map", 0, 0);
  assert_int_equal(sp_faults_total(faults), 1); /* no ghosts of places that are not there */
  sp_faults_destroy(faults);
  assert_int_equal(sp_read_scenario_text("s", "", 0, "", 0, "t", NULL, &scenario), SP_BAD_INPUT); /* faults may be NULL */
}

static void too_many_points(void **state) {
  (void)state;
  size_t room = 200 + 200001 * 6, used = 0;
  char *text = malloc(room);
  assert_non_null(text);
  used += (size_t)sprintf(text, "{type: FeatureCollection, shapan: {id: valley, name: {en: x}}, features: [{type: Feature, properties: {kind: land, id: a}, geometry: {type: Polygon, coordinates: [[");
  for (int i = 0; i < 200001; i++) used += (size_t)sprintf(text + used, "[%d,%d],", i % 3, i % 2);
  text[used - 1] = ' ';
  assert_true(used + 8 < room);
  used += (size_t)sprintf(text + used, "]]}}]}");
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  assert_int_equal(sp_read_scenario_text("s", campaign, strlen(campaign), text, used, "t", faults, &scenario), SP_BAD_INPUT);
  bool told = false;
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    sp_fault_view view;
    assert_int_equal(sp_faults_get(faults, i, &view), SP_OK);
    told = told || strcmp(view.id, "io.too_many_points") == 0;
  }
  assert_true(told);
  sp_faults_destroy(faults);
  free(text);
}

static void files_are_found(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  assert_int_equal(sp_read_scenario(SP_SOURCE_DIR "/tests/unit/io/good", faults, &scenario), SP_OK);
  sp_scenario_destroy(scenario);
  assert_int_equal(sp_read_scenario(SP_SOURCE_DIR "/tests/unit/io/good/scenario.yaml", faults, &scenario), SP_OK);
  sp_scenario_destroy(scenario);
  assert_int_equal(sp_faults_total(faults), 0);
  assert_int_equal(sp_read_scenario("no-such-campaign-anywhere", faults, &scenario), SP_NOT_FOUND);
  expect_fault(faults, 0, "io.no_scenario", 0, 0);
  sp_faults_clear(faults);
  assert_int_equal(sp_read_scenario("", faults, &scenario), SP_NOT_FOUND);
  char endless[3000];
  memset(endless, 'x', sizeof endless - 1);
  endless[sizeof endless - 1] = '\0';
  assert_int_equal(sp_read_scenario(endless, faults, &scenario), SP_NOT_FOUND);
  assert_null(scenario);
  sp_faults_destroy(faults);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(theatre),      cmocka_unit_test(order_of_battle),      cmocka_unit_test(story),
      cmocka_unit_test(compiles),     cmocka_unit_test(faults_of_the_reader), cmocka_unit_test(long_order),
      cmocka_unit_test(without_a_map), cmocka_unit_test(too_many_points),     cmocka_unit_test(files_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
