/* Names, finding, and the hash: equal for equal meaning, different for different meaning.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "unit/model/model_scenes.h"

static void names_fall_back(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  static const sp_name names[] = {{"Jinzhou", "金州"}, {NULL, "复州"}, {"Gaizhou", ""}, {NULL, NULL}};
  static const char *const ids[] = {"jinzhou", "fuzhou", "gaizhou", "xiongyue"};
  for (int i = 0; i < 4; i++) {
    sp_place_def def = SP_PLACE_DEF_INIT;
    def.id = ids[i];
    def.name = names[i];
    def.at = scene_point(i, 0);
    assert_int_equal(sp_scenario_add_place(s, &def), SP_OK);
  }
  sp_model *m = scene_compile(s);
  static const char *const wanted[4][2] = {{"Jinzhou", "金州"}, {"复州", "复州"}, {"Gaizhou", "Gaizhou"}, {"xiongyue", "xiongyue"}};
  assert_int_equal(sp_model_count(m, SP_ENTITY_PLACE), 4);
  for (int i = 0; i < 4; i++) {
    int32_t row = sp_model_find(m, SP_ENTITY_PLACE, ids[i]);
    assert_true(row >= 0);
    assert_string_equal(sp_model_id(m, SP_ENTITY_PLACE, row), ids[i]);
    for (int lang = 0; lang < 2; lang++) assert_string_equal(sp_model_name(m, SP_ENTITY_PLACE, row, (sp_lang)lang), wanted[i][lang]);
  }
  assert_int_equal(sp_model_find(m, SP_ENTITY_PLACE, "beijing"), -1);
  assert_int_equal(sp_model_find(m, SP_ENTITY_PLACE, NULL), -1);
  assert_null(sp_model_id(m, SP_ENTITY_PLACE, 4));
  assert_null(sp_model_name(m, SP_ENTITY_ROAD, 0, SP_LANG_EN));
  assert_null(sp_model_place(m, -1));
  assert_int_equal(sp_model_count(m, SP_ENTITY_KIND_COUNT), 0);
  assert_string_equal(sp_arm_name(SP_ARM_SHOT, SP_LANG_ZH), "鸟铳手");
  assert_string_equal(sp_class_name(SP_CLASS_RETAINERS, SP_LANG_EN), "retainers");
  assert_string_equal(sp_rank_name(SP_RANK_GENERAL, SP_LANG_ZH), "将官");
  assert_string_equal(sp_arm_name(SP_ARM_COUNT, SP_LANG_EN), "");
  assert_true(sp_arm_is_man(SP_ARM_FOLLOWER) && !sp_arm_is_man(SP_ARM_MOUNT));
  sp_model_release(m);
  sp_scenario_destroy(s);
}

enum { PARTS = 16 };

/* One of the lines of a small war, with something changed when `change` names it. */
static void add_part(sp_scenario *s, int part, int change) {
  bool other = part == change;
  sp_weather_def rain = SP_WEATHER_DEF_INIT;
  sp_order_def order = SP_ORDER_DEF_INIT;
  sp_measure_def measure = SP_MEASURE_DEF_INIT;
  sp_crossing_def ford = SP_CROSSING_DEF_INIT;
  switch (part) {
  case 0: scene_place(s, "a", -8, 0); break;
  case 1: scene_place(s, "b", 8, other ? 0.1 : 0.0); break;
  case 2: scene_river(s, "shi", (const double[][2]){{0, other ? -31 : -30}, {0, 30}}, 2); break;
  case 3:
    ford.id = "ford";
    ford.river = "shi";
    ford.at = scene_point(0, 0);
    ford.depth_offset_m = other ? 0.1 : 0.0;
    assert_int_equal(sp_scenario_add_crossing(s, &ford), SP_OK);
    break;
  case 4: scene_road(s, "af", "a", "ford"); break;
  case 5: scene_road_by(s, "fb", "ford", "b", 4, other ? 1 : 0.5); break;
  case 6: scene_ground(s, "hills", other ? SP_RELIEF_MOUNTAIN : SP_RELIEF_HILLS, -20, -20, -3, 20); break;
  case 7: scene_land(s, "land", -40, -40, 40, other ? 41 : 40); break;
  case 8: scene_side(s, "ming"); break;
  case 9: scene_side(s, "qing"); break;
  case 10: scene_formation(s, "van", "qing", NULL, NULL, other ? "b" : "a"); break;
  case 11: scene_formation(s, "rear", NULL, "van", NULL, NULL); break;
  case 12: scene_men(s, "van", "zhi", other ? 101 : 100); break;
  case 13:
    rain.to = 600;
    rain.has_rain = true;
    rain.rain_mm_h = other ? 7.0 : 8.0;
    assert_int_equal(sp_scenario_add_weather(s, &rain), SP_OK);
    break;
  case 14:
    order.text = other ? "van: halt" : "van: march to b";
    assert_int_equal(sp_scenario_add_order(s, &order), SP_OK);
    break;
  case 15:
    measure.id = "m";
    measure.kind = SP_MEASURE_MARCHED;
    measure.subject = other ? "rear" : "van";
    assert_int_equal(sp_scenario_add_measure(s, &measure), SP_OK);
    break;
  default: break;
  }
}

static uint64_t hash_in_order(uint64_t shuffle, int change) {
  int order[PARTS];
  for (int i = 0; i < PARTS; i++) order[i] = i;
  for (int i = PARTS - 1; i > 0 && shuffle; i--) {
    shuffle = sp_hash_mix(shuffle, 1);
    int k = (int)(shuffle % (uint64_t)(i + 1)), keep = order[i];
    order[i] = order[k];
    order[k] = keep;
  }
  sp_scenario *s = scene_create(4000.0);
  for (int i = 0; i < PARTS; i++) add_part(s, order[i], change);
  sp_model *m = scene_compile(s);
  uint64_t hash = sp_model_hash(m);
  sp_model_release(m);
  sp_scenario_destroy(s);
  return hash;
}

static void order_of_lines_says_nothing(void **state) {
  (void)state;
  uint64_t straight = hash_in_order(0, -1);
  assert_true(straight != 0);
  for (uint64_t shuffle = 1; shuffle <= 25; shuffle++) assert_true(hash_in_order(shuffle, -1) == straight);
}

static void every_change_of_meaning_shows(void **state) {
  static const int changes[] = {-1, 1, 2, 3, 5, 6, 7, 10, 12, 13, 14, 15};
  uint64_t hash[12];
  (void)state;
  for (int i = 0; i < 12; i++) {
    hash[i] = hash_in_order(0, changes[i]);
    for (int k = 0; k < i; k++) assert_true(hash[i] != hash[k]);
  }
}

static void names_and_notes_are_not_meaning(void **state) {
  (void)state;
  uint64_t hash[2];
  for (int i = 0; i < 2; i++) {
    sp_scenario *s = scene_create(0.0);
    sp_place_def def = SP_PLACE_DEF_INIT;
    def.id = "a";
    def.name.en = i ? "A" : "Another";
    def.where = (sp_where){.file = "x", .line = i};
    assert_int_equal(sp_scenario_add_place(s, &def), SP_OK);
    sp_model *m = scene_compile(s);
    hash[i] = sp_model_hash(m);
    sp_model_release(m);
    sp_scenario_destroy(s);
  }
  assert_true(hash[0] == hash[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names_fall_back), cmocka_unit_test(order_of_lines_says_nothing),
                                     cmocka_unit_test(every_change_of_meaning_shows), cmocka_unit_test(names_and_notes_are_not_meaning)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
