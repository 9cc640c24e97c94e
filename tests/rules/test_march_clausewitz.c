/* Clausewitz's five points of marching (On War, V.11), walked by the rules themselves: march, mover, traffic.
 * A division is 8,000 foot with 16 guns and 40 carts, in middling order; hours count from falling in to the
 * tail's arrival at the camp.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/lab.h"

/* Slack 1.5, what the formulas take where nothing is known: 2.5 - 1.3 * 0.77. */
static void add_division(sp_lab *lab, const char *id, const char *place) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "house";
  def.at.place = place;
  def.order_now = 0.77;
  def.fatigue_now = 0.0;
  def.camped = true;
  sp_lab_formation_def(lab, &def);
  sp_lab_strength(lab, id, SP_ARM_FOOT, 8000);
  sp_lab_strength(lab, id, SP_ARM_LIGHT_GUN, 16);
  sp_lab_strength(lab, id, SP_ARM_CART, 40);
  sp_lab_strength(lab, id, SP_ARM_DRAUGHT, 112);
}

static sp_world *march(double road_m, sp_relief relief, int divisions, double hours, const char *how) {
  static const char *const ids[] = {"first", "second", "third"};
  sp_lab lab = sp_lab_open(hours, 15);
  sp_lab_start_at(&lab, 4);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "start", 0.0, 0.0);
  sp_lab_place(&lab, "goal", road_m, 0.0);
  sp_lab_road(&lab, "start", "goal", road_m, SP_ROAD_ROAD, relief);
  for (int n = 0; n < divisions; n++) {
    char order[120];
    add_division(&lab, ids[n], "start");
    (void)snprintf(order, sizeof order, "%s to %s: march to goal at 05:00%s", ids[n], ids[n], how);
    sp_lab_order(&lab, order);
  }
  sp_world *war = sp_lab_war(&lab, 1);
  sp_lab_run(war);
  return war;
}

/* Hours from the first falling in to the last tail's arrival. */
static double day_h(const sp_world *war, int divisions) {
  int64_t begin = sp_lab_minute(war, SP_EVENT_ASSEMBLING, NULL, NULL, 1), last = -1;
  for (int n = 1; n <= divisions; n++) {
    int64_t in = sp_lab_minute(war, SP_EVENT_TAIL_ARRIVES, NULL, "goal", n);
    assert_true(in > 0);
    if (in > last) last = in;
  }
  return (double)(last - begin) / 60.0;
}

static void between(double low, double value, double high) {
  if (value < low || value > high) print_error("%.2f h is not within %.1f .. %.1f\n", value, low, high);
  assert_true(value >= low && value <= high);
}

static void one_division_22_km(void **state) {
  (void)state;
  sp_world *war = march(22500.0, SP_RELIEF_PLAIN, 1, 16.0, "");
  between(8.0, day_h(war, 1), 10.0); /* 0.5 + 7.0 + passage and weariness */
  sp_lab_close(war);
}

static void the_same_in_hills(void **state) {
  (void)state;
  sp_world *war = march(22500.0, SP_RELIEF_HILLS, 1, 18.0, "");
  between(10.0, day_h(war, 1), 12.0);
  sp_lab_close(war);
}

static void one_division_37_km(void **state) {
  (void)state;
  sp_world *war = march(37500.0, SP_RELIEF_PLAIN, 1, 30.0, " through the night");
  between(15.0, day_h(war, 1), 17.5); /* "16 hours" of a long northern day; here the last of them are dark */
  assert_int_equal(sp_lab_count(war, SP_EVENT_LONG_HALT, "first"), 1);
  sp_lab_close(war);
}

static void three_divisions_45_km(void **state) {
  (void)state;
  sp_world *war = march(45000.0, SP_RELIEF_PLAIN, 3, 40.0, " through the night");
  double hours = day_h(war, 3);
  between(20.0, hours, 33.0); /* "20 hours or more"; nearly half of them are dark here, and the last divisions lie down for some */
  sp_world *alone = march(45000.0, SP_RELIEF_PLAIN, 1, 40.0, " through the night");
  assert_true(hours > day_h(alone, 1) + 2.0); /* each further division adds its passage at least */
  sp_lab_close(alone);
  sp_lab_close(war);
}

/* Six stages of 30 km, one a day: each must be done on its day. */
static void thirty_km_a_day_for_days(void **state) {
  (void)state;
  static const char *const stage[] = {"start", "camp-1", "camp-2", "camp-3", "camp-4", "camp-5", "camp-6"};
  sp_lab lab = sp_lab_open(24.0 * 6.0, 15);
  sp_lab_start_at(&lab, 4);
  sp_lab_side(&lab, "house");
  for (int n = 0; n < 7; n++) sp_lab_place(&lab, stage[n], 30000.0 * n, 0.0);
  for (int n = 0; n < 6; n++) sp_lab_road(&lab, stage[n], stage[n + 1], 30000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  add_division(&lab, "first", "start");
  for (int n = 1; n < 7; n++) {
    char order[120];
    (void)snprintf(order, sizeof order, "day %d 04:00 first to first: march to %s at 05:00", n, stage[n]);
    sp_lab_order(&lab, order);
  }
  sp_world *war = sp_lab_war(&lab, 1);
  sp_lab_run(war);
  for (int n = 1; n < 7; n++) {
    int64_t in = sp_lab_minute(war, SP_EVENT_TAIL_ARRIVES, "first", stage[n], 1);
    assert_true(in > 0);
    between(10.0, (double)(in - 1440 * (n - 1)) / 60.0 - 1.0, 16.0); /* from 05:00: the head by daylight, the tail soon after dark */
  }
  double left = sp_lab_men(war, "first");
  assert_true(left < 8000.0 - 6.0 * 0.0025 * 8000.0); /* 0.25 % on an ordinary day, 0.8 % on a strenuous one */
  assert_true(left > 8000.0 - 6.0 * 0.015 * 8000.0);
  sp_lab_close(war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_division_22_km),    cmocka_unit_test(the_same_in_hills),      cmocka_unit_test(one_division_37_km),
      cmocka_unit_test(three_divisions_45_km), cmocka_unit_test(thirty_km_a_day_for_days),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
