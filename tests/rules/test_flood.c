/* Bridges swept away: by how much water, what they take along, a column cut in two by it, those who come later.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shapan/calc.h"
#include "support/lab.h"
#include "support/near.h"
#include "world/passage.h"
#include "world/waters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* west - 4 km - over - 4 km - east; 60 m of water, 3 m deep, under a floating bridge of 12 boats or a standing one. */
static sp_lab river(double hours, int32_t tick, bool floating) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 8000.0, 0.0);
  sp_lab_river(&lab, "stream", 4000.0, 3.0, 100.0);
  sp_lab_crossing(&lab, "over", "stream", 4000.0, floating ? SP_CROSSING_FERRY : SP_CROSSING_BRIDGE, 3.5);
  sp_lab_road(&lab, "west", "over", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "over", "east", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  return lab;
}

static void column(sp_lab *lab, const char *id, const char *at, int32_t men) {
  sp_lab_formation(lab, id, "house", NULL, at);
  sp_lab_strength(lab, id, SP_ARM_FOOT, men);
}

static sp_world *war(sp_lab *lab) {
  sp_world *w = sp_lab_war(lab, 1);
  w->constants.staff_sigma = w->constants.rider_sigma = w->constants.bridge_sigma = 0.0;
  return w;
}

static void step(sp_world *w) {
  char message[200] = "";
  assert_int_equal(sp_world_step(w), SP_OK);
  sp_status ok = sp_world_check(w, message, sizeof message);
  if (ok != SP_OK) print_error("%s\n", message);
  assert_int_equal(ok, SP_OK);
}

static void by_hand(void **state) {
  (void)state;
  sp_constants c = sp_constants_default_values;
  near(sp_calc_bridge_swept_per_h(&c, true, 0.6, 0.0), 0.0, 1e-12);
  near(sp_calc_bridge_swept_per_h(&c, true, 1.2, 0.0), 0.15, 1e-12);        /* twice what it bears */
  near(sp_calc_bridge_swept_per_h(&c, true, 1.8, 20.0), 0.3 + 0.1, 1e-12);  /* three times, and floes of 20 cm */
  near(sp_calc_bridge_swept_per_h(&c, false, 1.8, 20.0), 0.01, 1e-12);      /* a standing one bears 2.5 m */
  near(sp_calc_bridge_swept_per_h(&c, false, 5.0, 0.0), 0.15, 1e-12);
}

/* In a storm the floating bridge goes and its boats with it, the standing one does not; who comes next day finds it gone. */
static void in_a_storm(void **state) {
  (void)state;
  for (int n = 0; n < 3; n++) {
    sp_lab lab = river(30.0, n == 2 ? 60 : 15, n > 0);
    if (n > 0) column(&lab, "train", "west", 600);
    if (n > 0) sp_lab_strength(&lab, "train", SP_ARM_BOAT, 12);
    column(&lab, "late", "east", 500);
    if (n > 0) sp_lab_order(&lab, "train to train: bridge at over");
    sp_lab_order(&lab, "day 2 07:00 late to late: cross at over");
    sp_lab_rain(&lab, 14.0, 22.0, 60.0);
    sp_world *w = war(&lab);
    w->constants.flood_per_h = 5.0;
    while (!sp_world_over(w)) step(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BRIDGE_SWEPT, NULL), n > 0);
    if (n > 0) {
      assert_int_equal(w->ford.bridges[0], 0);
      assert_int_equal(w->ford.boats_in[0], 0);
      const sp_event *gone = sp_lab_event(w, SP_EVENT_BRIDGE_SWEPT, NULL, NULL, 1);
      assert_true(gone->a == 1 && gone->b == 0 && gone->c == 12 && gone->minute % 60 == 0);
    }
    sp_lab_close(w);
  }
}

/* Half over when it goes: 60 m of its length on the bridge, two fifths of these lost; the rest on its two banks, two bodies. */
static void a_column_is_cut_in_two(void **state) {
  (void)state;
  sp_lab lab = river(30.0, 15, false);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "column";
  def.side = "house";
  def.at.place = "west";
  def.order_now = 1.0;
  def.camped = true;
  def.bread_days = 3.0;
  sp_lab_formation_def(&lab, &def);
  sp_lab_strength(&lab, "column", SP_ARM_FOOT, 4000);
  sp_lab_strength(&lab, "column", SP_ARM_CART, 40);
  sp_lab_order(&lab, "column to column: march to east");
  sp_world *w = war(&lab);
  int32_t f = sp_lab_row(w, "column"), bodies = sp_used(w, SP_TABLE_FORMATION);
  while (sp_lab_count(w, SP_EVENT_CROSSING_HALF, "column") == 0) step(w);
  double extent = w->formation.extent_m[f], share = w->formation.crossed_share[f], went = 0.0;
  int32_t men = 0;
  int64_t grain = 0;
  w->constants.flood_standing_m = 0.001;
  w->constants.flood_floating_m = 0.0005;
  w->constants.flood_per_h = 1e4;
  while (sp_lab_count(w, SP_EVENT_BRIDGE_SWEPT, NULL) == 0) {
    extent = w->formation.extent_m[f];
    share = w->formation.crossed_share[f];
    men = sp_lab_men(w, "column");
    grain = w->provision.grain_g[f];
    w->provision.missed[f] = 1.5; /* hungry as they are */
    w->provision.weak[f] = 0.25;
    w->provision.foraging[f] = 1;
    w->river.rise_m[0] = 4.0;
    step(w);
    went += 15.0;
  }
  assert_true(went <= 60.0);
  const sp_event *wreck = sp_lab_event(w, SP_EVENT_BRIDGE_WRECK, "column", NULL, 1);
  double expected = 4000.0 * 60.0 / extent * w->constants.flood_drown;
  assert_true(wreck->a > 0.5 * expected && wreck->a < 1.6 * expected + 5.0);
  assert_int_equal(sp_used(w, SP_TABLE_FORMATION), bodies + 1);
  int32_t rest = bodies;
  assert_int_equal(sp_lab_men(w, "column") + w->formation.foot[rest] + wreck->a, men);
  near(w->formation.foot[rest], (1.0 - share) * (men - wreck->a), 2.0);
  assert_true(w->formation.carts[rest] > 0 && w->formation.carts[rest] < 40);
  near(w->provision.missed[rest], 1.5, 1e-9); /* those cut off are as hungry as the others, and have their share of the bread */
  near(w->provision.weak[rest], 0.25, 1e-9);
  assert_int_equal(w->provision.foraging[rest], 1);
  assert_true(grain > 0 && w->provision.grain_g[f] + w->provision.grain_g[rest] == grain);
  near((double)w->provision.grain_g[rest] / (double)grain, (1.0 - share), 0.02);
  assert_true(w->formation.crossing[f] < 0 && w->formation.crossing[rest] < 0);
  for (int n = 0; n < 8; n++) {
    w->river.rise_m[0] = 4.0;
    step(w);
  }
  assert_true(sp_water_between(w, f, rest));
  while (!sp_world_over(w)) step(w);
  assert_true(sp_lab_minute(w, SP_EVENT_TAIL_ARRIVES, "column", "east", 1) > 0); /* those who are over go on */
  sp_lab_close(w);
}

/* Floes: what broke up in a rise drifts, thins out, and is gone in days. */
static void floes_thin_out(void **state) {
  (void)state;
  sp_lab lab = river(60.0, 15, false);
  column(&lab, "men", "west", 10);
  sp_world *w = war(&lab);
  w->constants.flood_drift_per_h = 0.0;
  w->ford.ice_cm[0] = 20.0;
  w->river.rise_m[0] = 5.0;
  step(w);
  assert_true(w->ford.ice_cm[0] == 0.0);
  near(w->ford.drift_cm[0], 20.0, 1e-9);
  for (int n = 0; n < 4 * 24; n++) step(w);
  near(w->ford.drift_cm[0], 20.0 / 2.718281828, 0.5);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand), cmocka_unit_test(in_a_storm), cmocka_unit_test(a_column_is_cut_in_two), cmocka_unit_test(floes_thin_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
