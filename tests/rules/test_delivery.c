/* What comes from outside the theatre: on its hour, late, or not at all; counted to the gram.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/near.h"
#include "world/munitions.h"
#include "world/stores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define SHI_G 88000

static sp_delivery_def grain_to(sp_lab *lab, const char *place, const char *by, int64_t hours, double shi) {
  sp_delivery_def def = SP_DELIVERY_DEF_INIT;
  def.side = "red";
  def.place = place;
  def.by = by;
  def.at = lab->campaign.start + hours * 60;
  def.grain_kg = shi * SHI_G / 1000.0;
  return def;
}

static void add(sp_lab *lab, const sp_delivery_def *def) { assert_int_equal(sp_scenario_add_delivery(lab->scenario, def), SP_OK); }

/* A man to eat of it, so that red is there; `men` of blue at a place, or none. */
static void bodies(sp_lab *lab, const char *blue_at, int32_t men) {
  sp_lab_formation(lab, "watch", "red", NULL, "town");
  sp_lab_strength(lab, "watch", SP_ARM_FOOT, 1000);
  if (men <= 0) return;
  sp_lab_formation(lab, "foe", "blue", NULL, blue_at);
  sp_lab_strength(lab, "foe", SP_ARM_FOOT, men);
}

static int32_t red(const sp_world *w) { return sp_model_find(w->model, SP_ENTITY_SIDE, "red"); }
static int64_t delivered(const sp_world *w) { return -sp_store_standing(w, red(w), SP_STORE_OUTSIDE); }

/* Every two days, three times; at its own minute, whatever the tick. */
static void on_its_hour(void **state) {
  (void)state;
  for (int tick = 5; tick <= 60; tick += 55) {
    sp_lab lab = sp_lab_post_road(24.0 * 8.0, tick);
    sp_delivery_def def = grain_to(&lab, "town", NULL, 30, 100.0);
    def.at += 7;
    def.every_min = 2880.0;
    def.times = 3;
    add(&lab, &def);
    bodies(&lab, NULL, 0);
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    for (int n = 0; n < 3; n++) assert_int_equal(sp_lab_minute(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, n + 1), 30 * 60 + 7 + n * 2880);
    assert_int_equal(sp_lab_count(w, SP_EVENT_SUPPLIES_ARRIVE, NULL), 3);
    assert_true(delivered(w) == 300 * SHI_G);
    assert_true(sp_store_standing(w, red(w), SP_STORE_KEPT) + sp_store_standing(w, red(w), SP_STORE_EATEN) + sp_store_standing(w, red(w), SP_STORE_CARRIED) >= 300 * SHI_G); /* and what was found in the country */
    sp_lab_close(w);
  }
}

/* On the road that it comes by stand 1,000 of the enemy; they go away on the third day. 200 do not bar it, nor do any where the road does not lead. */
static void the_road_is_cut(void **state) {
  (void)state;
  static const struct { const char *at; int32_t men; bool bars; } cases[] = {{"post", 1000, true}, {"post", 200, false}, {"far", 1000, false}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    sp_lab lab = sp_lab_post_road(24.0 * 4.0, 15);
    sp_lab_place(&lab, "gate", 20000.0, 0.0);
    sp_lab_road(&lab, "post", "gate", 8000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
    sp_delivery_def def = grain_to(&lab, "town", "gate", 24, 100.0);
    add(&lab, &def);
    bodies(&lab, cases[n].at, cases[n].men);
    sp_lab_order(&lab, "day 3 06:00 foe to foe: march to far");
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_SUPPLIES_LATE, NULL), cases[n].bars);
    const sp_event *e = sp_lab_event(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, 1);
    assert_non_null(e);
    if (cases[n].bars) {
      assert_int_equal(sp_lab_event(w, SP_EVENT_SUPPLIES_LATE, NULL, NULL, 1)->a, 3);
      assert_in_range(sp_lab_minute(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, 1), 2 * 1440, 2 * 1440 + 6 * 60); /* when their head is four kilometres off */
      assert_true(e->value > 1440.0);
    } else {
      assert_int_equal(sp_lab_minute(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, 1), 1440);
    }
    assert_true(delivered(w) == 100 * SHI_G);
    sp_lab_close(w);
  }
}

/* Three hours apart, and the road cut until the third day: all that waited come then, one after the other, and none in an hour gone by. */
static void those_that_waited_come_later(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(24.0 * 4.0, 15);
  sp_lab_place(&lab, "gate", 20000.0, 0.0);
  sp_lab_road(&lab, "post", "gate", 8000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_delivery_def def = grain_to(&lab, "town", "gate", 24, 100.0);
  def.every_min = 180.0;
  def.times = 6;
  add(&lab, &def);
  bodies(&lab, "post", 1000);
  sp_lab_order(&lab, "day 3 06:00 foe to foe: march to far");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_SUPPLIES_ARRIVE, NULL), 6);
  for (int n = 1; n <= 6; n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, n);
    assert_true(sp_lab_minute(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, n) >= 2 * 1440);
    assert_true(e->value > 1440.0 - 180.0 * n);
  }
  assert_true(delivered(w) == 600 * SHI_G);
  sp_lab_close(w);
}

/* After five days of waiting it turns back, and the next one is looked for at its own hour: in the open it comes then, into a fort that was the
 * enemy's and stands empty it does not. */
static void it_turns_back(void **state) {
  (void)state;
  for (int fort = 0; fort < 2; fort++) {
    sp_lab lab = sp_lab_post_road(24.0 * 10.0, 30);
    if (fort) sp_lab_town(&lab, "keep", SP_PLACE_FORT, 60000.0, SP_WALL_NONE);
    else sp_lab_place(&lab, "keep", 60000.0, 0.0);
    sp_lab_road(&lab, "far", "keep", 20000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
    sp_delivery_def def = grain_to(&lab, "keep", NULL, 24, 100.0);
    def.every_min = 6 * 1440.0;
    add(&lab, &def);
    bodies(&lab, "keep", 1000);
    sp_lab_order(&lab, "day 7 00:30 foe to foe: march to far");
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_SUPPLIES_TURN_BACK, NULL, NULL, 1), 1440 + 5 * 1440);
    assert_int_equal(w->delivery.turned[0], 1);
    assert_int_equal(w->delivery.done[0], fort ? 1 : 2);
    assert_true(delivered(w) == (fort ? 0 : 100) * SHI_G);
    const sp_event *late = sp_lab_event(w, SP_EVENT_SUPPLIES_LATE, NULL, NULL, 2);
    assert_true(fort ? late && late->a == 1 : !late);
    if (!fort) assert_int_equal(sp_lab_minute(w, SP_EVENT_SUPPLIES_ARRIVE, NULL, NULL, 1), 7 * 1440);
    sp_lab_close(w);
  }
}

/* 100 kg of sound powder and 300 good grenades lie there; as much of a lot of half the strength comes, of whose grenades four of ten are duds. */
static void powder_and_grenades_are_mixed(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(24.0, 15);
  sp_lot_def lot = SP_LOT_DEF_INIT;
  lot.id = "thin";
  lot.strength = 0.5;
  lot.spread = 0.0;
  lot.dud = 0.4;
  lot.weak = lot.premature = 0.0;
  assert_int_equal(sp_scenario_add_lot(lab.scenario, &lot), SP_OK);
  sp_depot_def depot = SP_DEPOT_DEF_INIT;
  depot.id = "magazine";
  depot.side = "red";
  depot.place = "far";
  depot.powder_kg = 100.0;
  depot.grenades = 300;
  assert_int_equal(sp_scenario_add_depot(lab.scenario, &depot), SP_OK);
  sp_delivery_def def = grain_to(&lab, "far", NULL, 6, 0.0);
  def.grain_kg = -1.0;
  def.powder_kg = 100.0;
  def.grenades = 300;
  def.lot = "thin";
  add(&lab, &def);
  bodies(&lab, NULL, 0);
  sp_world *w = sp_lab_war(&lab, 1);
  double dud = w->depot.lot_bad[0];
  sp_lab_run(w);
  assert_true(w->depot.powder_g[0] == 200000 && w->depot.grenades[0] == 600);
  near(w->depot.powder_ln[0], sp_log(0.75), 1e-9);
  near(w->depot.lot_bad[0], (dud + 0.4) / 2.0, 1e-12);
  assert_true(sp_munition_standing(w, SP_POWDER, red(w), SP_MUNITION_OUTSIDE) == -100000 && sp_munition_standing(w, SP_GRENADES, red(w), SP_MUNITION_OUTSIDE) == -300);
  sp_lab_close(w);
}

/* Two alike on one day are two; the order in which they are told is nothing. */
static void two_alike_are_two(void **state) {
  (void)state;
  uint64_t hash[2];
  for (int n = 0; n < 2; n++) {
    sp_lab lab = sp_lab_post_road(48.0, 15);
    sp_delivery_def first = grain_to(&lab, "town", NULL, 6, 10.0), second = grain_to(&lab, "far", "town", 6, 20.0);
    add(&lab, n ? &second : &first);
    add(&lab, &first);
    add(&lab, n ? &first : &second);
    bodies(&lab, NULL, 0);
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    assert_true(delivered(w) == 40 * SHI_G);
    hash[n] = sp_world_hash(w, NULL);
    sp_lab_close(w);
  }
  assert_true(hash[0] == hash[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(on_its_hour), cmocka_unit_test(the_road_is_cut), cmocka_unit_test(those_that_waited_come_later), cmocka_unit_test(it_turns_back), cmocka_unit_test(powder_and_grenades_are_mixed), cmocka_unit_test(two_alike_are_two)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
