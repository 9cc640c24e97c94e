/* What sp_compile refuses, what it lets pass, and that the order of lines says nothing.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "unit/model/model_scenes.h"

static void empty_scenario_is_refused_not_fatal(void **state) {
  (void)state;
  sp_scenario *s = sp_scenario_create();
  assert_int_equal(scene_faults(s, "fault.missing_key"), 2); /* campaign, theatre */
  sp_model *m = NULL;
  assert_int_equal(sp_compile(s, NULL, &m), SP_BAD_INPUT); /* no list to write into */
  assert_null(m);
  assert_int_equal(sp_compile(NULL, NULL, &m), SP_BAD_INPUT);
  sp_scenario_destroy(s);
  s = scene_create(4000.0); /* a frame alone compiles: an empty land */
  m = scene_compile(s);
  assert_int_equal(m->node_count, 0);
  assert_int_equal(sp_nearest_node(m, (sp_xy){0, 0}), -1);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void one_place_compiles(void **state) {
  (void)state;
  for (int meshed = 0; meshed < 2; meshed++) {
    sp_scenario *s = scene_create(meshed ? 4000.0 : 0.0);
    scene_place(s, "only", 0, 0);
    sp_model *m = scene_compile(s);
    assert_true(sp_model_distance_m(m, "only", "only") <= 0.0);
    assert_true(sp_model_distance_m(m, "only", "nowhere") < 0.0);
    sp_model_release(m);
    sp_scenario_destroy(s);
  }
}

static void same_spot_is_legal(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  for (int i = 0; i < 300; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "p%d", i);
    scene_place(s, id, 0, 0);
  }
  sp_model *m = scene_compile(s);
  for (int32_t i = 0; i < m->edge_count; i++) assert_true(m->edge[i].length_m > 0.5);
  assert_true(sp_model_distance_m(m, "p1", "p2") > 0.0);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void names_are_judged(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_place(s, "jinzhou", 0, 0);
  scene_place(s, "fuzhou", 30, 0);
  scene_place(s, "fuzhou", 31, 0);
  scene_place(s, "Not An Id", 5, 5);
  scene_place(s, "", 5, 6);
  scene_road(s, "r", "jinzhou", "fuzhuo");
  scene_road(s, "q", "jinzhou", "xxxxxxxxxx");
  scene_road(s, "loop", "jinzhou", "jinzhou");
  scene_road(s, NULL, "jinzhou", NULL);
  assert_int_equal(scene_faults(s, "fault.duplicate_id"), 1);
  assert_int_equal(scene_faults(s, "fault.bad_id"), 2);
  assert_int_equal(scene_faults(s, "fault.unknown_id_near"), 1);
  assert_int_equal(scene_faults(s, "fault.unknown_id"), 1);
  assert_int_equal(scene_faults(s, "fault.road_to_itself"), 1);
  assert_int_equal(scene_faults(s, "fault.missing_key"), 2); /* the road's id and its end */
  assert_int_equal(scene_errors(s), 8);
  sp_scenario_destroy(s);
}

static void place_and_crossing_share_names(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_river(s, "shi", (const double[][2]){{0, -10}, {0, 10}}, 2);
  scene_place(s, "shihe", 3, 0);
  scene_crossing(s, "shihe", "shi", 0, 0);
  assert_int_equal(scene_faults(s, "fault.duplicate_id"), 1);
  sp_scenario_destroy(s);
}

static void unnamed_roads_are_called_by_their_ends(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 5, 0);
  scene_road(s, NULL, "a", "b");
  sp_model *m = scene_compile(s);
  assert_true(scene_edge(m, "a-b") >= 0);
  assert_string_equal(sp_model_road(m, 0)->id, "a-b");
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static sp_key seven(const char *id) { return strlen(id) == 1 ? 7 : sp_key_of(id); }

static void key_collisions_are_refused(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 5, 0);
  sp_faults *faults = sp_faults_create();
  sp_model *m = NULL;
  assert_int_equal(sp_compile_with(s, faults, &m, seven), SP_BAD_INPUT);
  sp_fault_view view;
  assert_int_equal(sp_faults_get(faults, 0, &view), SP_OK);
  assert_string_equal(view.id, "fault.key_collision");
  sp_faults_destroy(faults);
  sp_scenario_destroy(s);
}

static void wild_numbers_are_refused(void **state) {
  static const double wild[] = {-1.0, 1e300, -1e300, DBL_MAX};
  (void)state;
  for (size_t i = 0; i <= sizeof wild / sizeof wild[0]; i++) {
    double zero = 0.0, bad = i < sizeof wild / sizeof wild[0] ? wild[i] : zero / zero; /* not a number, too */
    sp_scenario *s = scene_create(4000.0);
    sp_place_def place = SP_PLACE_DEF_INIT;
    place.id = "p";
    place.at = (sp_point){i == 0 ? -81.0 : bad, 0.0};
    place.precision_m = bad;
    place.kind = SP_PLACE_KIND_COUNT;
    assert_int_equal(sp_scenario_add_place(s, &place), SP_OK);
    assert_int_equal(scene_faults(s, "fault.out_of_range"), 3);
    sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
    theatre.id = "t";
    theatre.mesh_m = theatre.region_m = bad;
    assert_int_equal(sp_scenario_set_theatre(s, &theatre), SP_OK);
    assert_int_equal(scene_faults(s, "fault.out_of_range"), 5);
    sp_scenario_destroy(s);
  }
}

static void lines_need_points(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_river(s, "dry", (const double[][2]){{0, 0}}, 1);
  sp_ground_def ground = SP_GROUND_DEF_INIT;
  sp_land_def land = SP_LAND_DEF_INIT;
  assert_int_equal(sp_scenario_add_ground(s, &ground), SP_OK);
  assert_int_equal(sp_scenario_add_land(s, &land), SP_OK);
  assert_int_equal(scene_faults(s, "fault.too_few_points"), 3);
  assert_int_equal(scene_errors(s), 3);
  sp_scenario_destroy(s);
}

static void maps_have_bounds(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "t";
  theatre.south_west = scene_point(-20, -20);
  theatre.north_east = scene_point(20, 20);
  assert_int_equal(sp_scenario_set_theatre(s, &theatre), SP_OK);
  scene_place(s, "in", 0, 0);
  scene_place(s, "out", 50, 0);
  assert_int_equal(scene_faults(s, "fault.outside_bounds"), 1);
  assert_int_equal(scene_errors(s), 1);
  theatre.north_east = scene_point(-30, 20);
  assert_int_equal(sp_scenario_set_theatre(s, &theatre), SP_OK);
  assert_int_equal(scene_faults(s, "fault.bounds_order"), 1);
  sp_scenario_destroy(s);
  s = scene_create(4000.0);
  scene_place(s, "here", 0, 0);
  sp_place_def far_away = SP_PLACE_DEF_INIT;
  far_away.id = "peru";
  far_away.at = (sp_point){-12.0, -77.0};
  assert_int_equal(sp_scenario_add_place(s, &far_away), SP_OK);
  assert_int_equal(scene_faults(s, "fault.theatre_too_wide"), 1);
  sp_scenario_destroy(s);
  s = scene_create(500.0); /* half a kilometre of mesh over a thousand */
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 900, 900);
  assert_int_equal(scene_faults(s, "fault.mesh_too_fine"), 1);
  sp_scenario_destroy(s);
}

static void campaigns_end(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  sp_campaign_def def = SP_CAMPAIGN_DEF_INIT;
  def.id = "c";
  assert_int_equal(sp_scenario_set_campaign(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.end_before_start"), 1);
  def.end = 4LL * 366 * 1440;
  def.tick_min = 7;
  assert_int_equal(sp_scenario_set_campaign(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.campaign_too_long"), 1);
  assert_int_equal(scene_faults(s, "fault.bad_tick"), 1);
  def.start = INT64_MIN;
  def.end = INT64_MAX;
  assert_int_equal(sp_scenario_set_campaign(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.campaign_too_long"), 1);
  sp_scenario_destroy(s);
}

static void definitions_of_other_sizes_are_refused(void **state) {
  (void)state;
  sp_scenario *s = sp_scenario_create();
  sp_place_def place = SP_PLACE_DEF_INIT;
  place.size--;
  assert_int_equal(sp_scenario_add_place(s, &place), SP_BAD_INPUT);
  assert_int_equal(sp_scenario_add_place(s, NULL), SP_BAD_INPUT);
  assert_int_equal(sp_scenario_add_place(NULL, &place), SP_BAD_INPUT);
  sp_season_def season = {.size = 8};
  assert_int_equal(sp_scenario_set_season(s, &season), SP_BAD_INPUT);
  sp_scenario_destroy(s);
  sp_scenario_destroy(NULL);
}

static void add_weather(sp_scenario *s, sp_minute from, sp_minute to, double rain, double x_km) {
  sp_weather_def def = SP_WEATHER_DEF_INIT;
  def.from = from;
  def.to = to;
  def.has_rain = true;
  def.rain_mm_h = rain;
  if (x_km > 0.0) def.at = scene_point(x_km, 0);
  assert_int_equal(sp_scenario_add_weather(s, &def), SP_OK);
}

static void weather_finds_its_region(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 100, 0);
  add_weather(s, 0, 60, 8.0, 0.0);
  add_weather(s, 0, 60, 4.0, 100.0);
  sp_model *m = scene_compile(s);
  assert_int_equal(m->weather[0].region, -1);
  assert_int_equal(m->weather[1].region, m->node[scene_node(m, "b")].region);
  sp_model_release(m);
  add_weather(s, 60, 60, 8.0, 0.0);
  add_weather(s, 0, 60, 300.0, 0.0);
  add_weather(s, 0, 60, 3.0, 400.0);
  assert_int_equal(scene_faults(s, "fault.end_before_start"), 1);
  assert_int_equal(scene_faults(s, "fault.out_of_range"), 1);
  assert_int_equal(scene_faults(s, "fault.outside_bounds"), 1);
  sp_scenario_destroy(s);
}

static void add_measure(sp_scenario *s, sp_measure_kind kind, const char *id, const char *subject, const char *object) {
  sp_measure_def def = SP_MEASURE_DEF_INIT;
  def.kind = kind;
  def.id = id;
  def.subject = subject;
  def.object = object;
  assert_int_equal(sp_scenario_add_measure(s, &def), SP_OK);
}

static sp_scenario *question_scene(void) {
  sp_scenario *s = scene_create(0.0);
  scene_place(s, "shihe", 2, 0);
  scene_river(s, "shi", (const double[][2]){{0, -10}, {0, 10}}, 2);
  scene_crossing(s, "ford", "shi", 0, 0);
  scene_side(s, "ming");
  scene_person(s, "wu", "ming");
  scene_formation(s, "van", "ming", NULL, "wu", "shihe");
  scene_men(s, "van", NULL, 100);
  sp_order_def order = SP_ORDER_DEF_INIT;
  order.text = "wu to van: detach 10 foot as relief, to march to shihe";
  assert_int_equal(sp_scenario_add_order(s, &order), SP_OK);
  return s;
}

static void questions_are_judged(void **state) {
  (void)state;
  sp_scenario *s = question_scene();
  add_measure(s, SP_MEASURE_MEN, "m1", "ming", "killed");
  add_measure(s, SP_MEASURE_ARRIVAL, "m2", "relief", "shihe"); /* born by an order */
  add_measure(s, SP_MEASURE_TAIL_ARRIVAL, "m3", "van", "ford");
  add_measure(s, SP_MEASURE_DELIVERY, "m4", "word 2 wu van", NULL);
  add_measure(s, SP_MEASURE_QUEUE, "m5", "ford", NULL);
  add_measure(s, SP_MEASURE_GAP, "m6", "van", "relief");
  sp_expectation_def e = SP_EXPECTATION_DEF_INIT;
  e.id = "e";
  e.measure = "m1";
  e.high = 5.0;
  assert_int_equal(sp_scenario_add_expectation(s, &e), SP_OK);
  sp_model_release(scene_compile(s));
  add_measure(s, SP_MEASURE_MEN, "b1", "van", "kiled");
  add_measure(s, SP_MEASURE_ARRIVAL, "b2", "vann", "shihe");
  add_measure(s, SP_MEASURE_DELIVERY, "b3", "word wu van", NULL);
  add_measure(s, SP_MEASURE_DELIVERY, "b4", "word 2 wu van today", NULL);
  add_measure(s, SP_MEASURE_DEPTH, "b5", "shihe", NULL);
  add_measure(s, SP_MEASURE_GAP, "b6", "van", NULL);
  e.id = "e2";
  e.measure = "m9";
  e.low = 6.0;
  e.share = 2.0;
  assert_int_equal(sp_scenario_add_expectation(s, &e), SP_OK);
  assert_int_equal(scene_faults(s, "fault.bad_value"), 2);
  assert_int_equal(scene_faults(s, "fault.low_above_high"), 1);
  assert_int_equal(scene_faults(s, "fault.out_of_range"), 1);
  assert_int_equal(scene_faults(s, "fault.missing_key"), 1);
  assert_int_equal(scene_errors(s), 9);
  sp_scenario_destroy(s);
}

/* What is counted, and what is made of other measures. */
static void made_measures_are_judged(void **state) {
  (void)state;
  sp_scenario *s = question_scene();
  add_measure(s, SP_MEASURE_ANSWER, "g1", "word 1 wu van", "order van relief");
  add_measure(s, SP_MEASURE_CONTACT, "g2", "van", NULL);
  add_measure(s, SP_MEASURE_BREAKS, "g3", "relief", NULL);
  add_measure(s, SP_MEASURE_TAKEN, "g4", "van", "relief");
  add_measure(s, SP_MEASURE_SUM, "g5", "g2 g3", NULL);
  add_measure(s, SP_MEASURE_RATIO, "g6", "g5", "g2");
  add_measure(s, SP_MEASURE_RATIO, "g7", "g4", "6000");
  add_measure(s, SP_MEASURE_FIRST, "g8", "g2 g3", NULL);
  add_measure(s, SP_MEASURE_LAST, "g10", "g2 g3", NULL);
  add_measure(s, SP_MEASURE_DIFFERENCE, "g11", "g10", "g8");
  sp_measure_def between = SP_MEASURE_DEF_INIT;
  between.kind = SP_MEASURE_SPACING;
  between.id = "g12";
  between.subject = "van";
  between.object = "relief";
  between.least_m = 10000.0;
  assert_int_equal(sp_scenario_add_measure(s, &between), SP_OK);
  sp_expectation_def e = SP_EXPECTATION_DEF_INIT;
  e.id = "e";
  e.measure = "g3";
  e.given = "g2";
  e.low = 1.0;
  assert_int_equal(sp_scenario_add_expectation(s, &e), SP_OK);
  sp_model_release(scene_compile(s));
  add_measure(s, SP_MEASURE_ANSWER, "b1", "word 1 wu van", "order 1 van relief"); /* the first, whatever its number */
  add_measure(s, SP_MEASURE_CONTACT, "b2", "vann", NULL);
  add_measure(s, SP_MEASURE_SUM, "b3", "g2 g5", NULL);
  add_measure(s, SP_MEASURE_SUM, "b4", "b4", NULL);
  add_measure(s, SP_MEASURE_SUM, "b5", "g2 g33", NULL);
  add_measure(s, SP_MEASURE_RATIO, "b6", "g6", "g2");
  add_measure(s, SP_MEASURE_RATIO, "b7", "g2", NULL);
  add_measure(s, SP_MEASURE_RATIO, "b8", "g2", "0");
  add_measure(s, SP_MEASURE_MEN, "b9", "van", "killed");
  add_measure(s, SP_MEASURE_LAST, "b10", "g8 g2", NULL);
  add_measure(s, SP_MEASURE_DIFFERENCE, "b11", "g6", "g2");
  add_measure(s, SP_MEASURE_DIFFERENCE, "b12", "g2", "7");
  add_measure(s, SP_MEASURE_DIFFERENCE, "b13", "g2", NULL);
  add_measure(s, SP_MEASURE_SPACING, "b14", "van", "relief");
  between.id = "b15";
  between.most_m = 9000.0;
  assert_int_equal(sp_scenario_add_measure(s, &between), SP_OK);
  between.kind = SP_MEASURE_GAP;
  between.id = "b16";
  assert_int_equal(sp_scenario_add_measure(s, &between), SP_OK);
  e.id = "e2";
  e.given = "g9";
  assert_int_equal(sp_scenario_add_expectation(s, &e), SP_OK);
  assert_int_equal(scene_faults(s, "fault.bad_value"), 2);
  assert_int_equal(scene_faults(s, "fault.measure_of_made"), 5);
  assert_int_equal(scene_faults(s, "fault.missing_key"), 2);
  assert_int_equal(scene_faults(s, "fault.line_not_of_formation"), 1);
  assert_int_equal(scene_faults(s, "fault.spacing_band"), 2);
  assert_int_equal(scene_faults(s, "fault.band_of_spacing"), 1);
  assert_int_equal(scene_errors(s), 17);
  sp_scenario_destroy(s);
}

static void sources_are_kept(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  assert_int_equal(sp_scenario_add_source(s, "scenario", "s.yaml", "a\0b", 3), SP_OK);
  sp_model *m = scene_compile(s);
  sp_scenario_destroy(s); /* the model stands alone */
  const char *role, *file;
  size_t length;
  const char *text = sp_model_source(m, 0, &role, &file, &length);
  assert_memory_equal(text, "a\0b", 4);
  assert_string_equal(role, "scenario");
  assert_string_equal(file, "s.yaml");
  assert_int_equal(length, 3);
  assert_null(sp_model_source(m, 1, NULL, NULL, NULL));
  sp_model_retain(m);
  sp_model_release(m);
  assert_string_equal(sp_model_campaign(m)->id, "scene");
  sp_model_release(m);
  sp_model_release(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(empty_scenario_is_refused_not_fatal), cmocka_unit_test(one_place_compiles), cmocka_unit_test(same_spot_is_legal),
    cmocka_unit_test(names_are_judged), cmocka_unit_test(place_and_crossing_share_names),
    cmocka_unit_test(unnamed_roads_are_called_by_their_ends), cmocka_unit_test(key_collisions_are_refused),
    cmocka_unit_test(wild_numbers_are_refused), cmocka_unit_test(lines_need_points), cmocka_unit_test(maps_have_bounds),
    cmocka_unit_test(campaigns_end), cmocka_unit_test(definitions_of_other_sizes_are_refused),
    cmocka_unit_test(weather_finds_its_region), cmocka_unit_test(questions_are_judged), cmocka_unit_test(made_measures_are_judged), cmocka_unit_test(sources_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
