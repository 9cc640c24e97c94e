/* Places: held by who stands there alone, kept while nobody comes, told when an enemy takes them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void fort(sp_lab *lab, const char *id, double east_m) {
  sp_lab_place(lab, id, east_m, 0.0);
}

static sp_lab open_lab(double hours) {
  sp_lab lab = sp_lab_open(hours, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  fort(&lab, "fort", 0.0);
  fort(&lab, "mid", 8000.0);
  fort(&lab, "end", 16000.0);
  sp_lab_road(&lab, "fort", "mid", 8000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mid", "end", 8000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  return lab;
}

static void wants(sp_lab *lab, const char *id, const char *side, const char *place, bool held) {
  sp_objective_def def = SP_OBJECTIVE_DEF_INIT;
  def.id = id;
  def.side = side;
  def.place = place;
  def.held = held;
  assert_int_equal(sp_scenario_add_objective(lab->scenario, &def), SP_OK);
}

static int32_t holder(const sp_world *w, const char *place) { return w->place.holder[sp_model_find(w->model, SP_ENTITY_PLACE, place)]; }
static int32_t side(const sp_world *w, const char *id) { return sp_model_find(w->model, SP_ENTITY_SIDE, id); }

/* Red leaves the fort at six; blue, 16 km off, is there before noon. Between the two it stands empty and is still red's. */
static void left_and_taken(void **state) {
  (void)state;
  sp_lab lab = open_lab(9.0);
  wants(&lab, "keep", "red", "fort", true);
  wants(&lab, "get", "blue", "fort", false);
  sp_lab_formation(&lab, "guard", "red", NULL, "fort");
  sp_lab_strength(&lab, "guard", SP_ARM_FOOT, 200);
  sp_lab_formation(&lab, "host", "blue", NULL, "end");
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 900);
  sp_lab_order(&lab, "day 1 06:00 guard to guard: march to mid");
  sp_world *w = sp_lab_war(&lab, 1);
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(holder(w, "fort"), side(w, "red"));
  assert_int_equal(sp_lab_count(w, SP_EVENT_PLACE_OCCUPIED, NULL), 0); /* so it stood at the opening */
  sp_lab_run(w);
  assert_true(sp_lab_minute(w, SP_EVENT_PLACE_LEFT, NULL, "fort", 1) > 30);
  assert_int_equal(holder(w, "fort"), side(w, "red"));
  sp_lab_close(w);
}

static void taken_from_its_holder(void **state) {
  (void)state;
  for (int many = 0; many < 2; many++) {
    sp_lab lab = open_lab(9.0);
    wants(&lab, "keep", "red", "fort", true);
    sp_lab_formation(&lab, "host", "blue", NULL, "end");
    sp_lab_strength(&lab, "host", SP_ARM_FOOT, many ? 900 : 30);
    sp_lab_order(&lab, "day 1 06:00 host to host: march to fort");
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    assert_int_equal(holder(w, "fort"), side(w, many ? "blue" : "red")); /* thirty men hold nothing */
    int64_t taken = sp_lab_minute(w, SP_EVENT_PLACE_TAKEN, NULL, "fort", 1);
    if (many) assert_true(taken > 180 && taken % 60 == 0 && sp_lab_event(w, SP_EVENT_PLACE_TAKEN, NULL, "fort", 1)->a == side(w, "red"));
    else assert_int_equal(taken, -1);
    sp_lab_close(w);
  }
}

static void where_both_stand_it_stays(void **state) {
  (void)state;
  sp_lab lab = open_lab(4.0);
  wants(&lab, "keep", "red", "fort", true);
  sp_lab_formation(&lab, "guard", "red", NULL, "fort");
  sp_lab_strength(&lab, "guard", SP_ARM_FOOT, 100);
  sp_lab_formation(&lab, "host", "blue", NULL, "fort");
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 900);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(holder(w, "fort"), side(w, "red"));
  assert_int_equal(sp_lab_count(w, SP_EVENT_PLACE_TAKEN, NULL), 0);
  sp_lab_close(w);
}

static void only_what_counts_is_held(void **state) {
  (void)state;
  sp_lab lab = open_lab(2.0);
  sp_lab_formation(&lab, "guard", "red", NULL, "mid");
  sp_lab_strength(&lab, "guard", SP_ARM_FOOT, 100);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  int32_t kind = (int32_t)w->model->place_def[sp_model_find(w->model, SP_ENTITY_PLACE, "mid")].kind;
  bool counts = kind == SP_PLACE_CITY || kind == SP_PLACE_FORT || kind == SP_PLACE_POST || kind == SP_PLACE_PASS || kind == SP_PLACE_GATE || kind == SP_PLACE_PORT || kind == SP_PLACE_ISLAND;
  assert_int_equal(holder(w, "mid") == side(w, "red"), counts);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(left_and_taken), cmocka_unit_test(taken_from_its_holder), cmocka_unit_test(where_both_stand_it_stays), cmocka_unit_test(only_what_counts_is_held)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
