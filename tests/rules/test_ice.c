/* Rivers that freeze under an army: who waits, who walks over, who breaks in.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/passage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void air(sp_lab *lab, double from_h, double to_h, double degrees) {
  sp_weather_def def = SP_WEATHER_DEF_INIT;
  lab->weather_given = true;
  def.from = lab->campaign.start + (sp_minute)(from_h * 60.0);
  def.to = lab->campaign.start + (sp_minute)(to_h * 60.0);
  def.has_rain = def.has_temperature = def.has_wind = def.has_cloud = true;
  def.temperature_c = degrees;
  assert_int_equal(sp_scenario_add_weather(lab->scenario, &def), SP_OK);
}

static void ice_at_opening(sp_lab *lab, double cm) {
  sp_water_def def = SP_WATER_DEF_INIT;
  def.crossing = "over";
  def.has_ice = true;
  def.ice_cm = cm;
  assert_int_equal(sp_scenario_add_water(lab->scenario, &def), SP_OK);
}

static sp_lab river(double hours, int32_t tick, sp_crossing_kind kind) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 8000.0, 0.0);
  sp_lab_river(&lab, "stream", 4000.0, 0.5, 100.0);
  sp_lab_crossing(&lab, "over", "stream", 4000.0, kind, kind == SP_CROSSING_FERRY ? 60.0 : kind == SP_CROSSING_FORD ? 8.0 : 3.5);
  sp_lab_road(&lab, "west", "over", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "over", "east", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  return lab;
}

static void body(sp_lab *lab, const char *id, sp_arm arm, int32_t count) {
  sp_lab_formation(lab, id, "house", NULL, "west");
  sp_lab_strength(lab, id, SP_ARM_FOOT, 100);
  if (arm != SP_ARM_FOOT) sp_lab_strength(lab, id, arm, count);
  else sp_lab_strength(lab, id, SP_ARM_SPEAR, count);
  char line[80];
  (void)snprintf(line, sizeof line, "%s to %s: march to east through the night", id, id);
  sp_lab_order(lab, line);
}

static int64_t when(const sp_world *w, sp_event_type type, sp_arm arm) {
  for (int n = 1;; n++) {
    const sp_event *e = sp_lab_event(w, type, NULL, "over", n);
    if (!e) return -1;
    if (e->a == (int32_t)arm) return sp_lab_minute(w, type, NULL, "over", n);
  }
}

/* 0.5 m of water at 15 C, air of -10: cold in 1.25 ln 2.5 = 1.145 days; 4 cm after 0.55 more, 9 cm (28.03 degree-days) after
 * 2.80, 11.4 cm after 4.50, 15.2 cm after 7.99. */
static void a_ferry_stops_and_the_foot_walk_over(void **state) {
  (void)state;
  for (int32_t tick = 5; tick <= 60; tick += 55) {
    sp_lab lab = river(240.0, tick, SP_CROSSING_FERRY);
    air(&lab, 0.0, 241.0, -10.0);
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    const double day = 1440.0;
    assert_in_range(when(w, SP_EVENT_ICE_SHUTS, SP_ARM_FOOT), (1.145 + 0.5536) * day - tick - 5, (1.145 + 0.5536) * day + tick + 5);
    assert_in_range(when(w, SP_EVENT_ICE_BEARS, SP_ARM_FOOT), (1.145 + 2.803) * day - tick - 5, (1.145 + 2.803) * day + tick + 5);
    assert_in_range(when(w, SP_EVENT_ICE_BEARS, SP_ARM_HORSE), (1.145 + 4.497) * day - tick - 5, (1.145 + 4.497) * day + tick + 5);
    assert_in_range(when(w, SP_EVENT_ICE_BEARS, SP_ARM_HEAVY_GUN), (1.145 + 7.994) * day - tick - 5, (1.145 + 7.994) * day + tick + 5);
    assert_int_equal(sp_lab_count(w, SP_EVENT_ICE_FAILS, NULL), 0);
    sp_lab_close(w);
  }
}

/* Ordered bodies refuse ice that does not bear all their arms, and wait for it; each goes over when it does. */
static void each_arm_waits_for_its_ice(void **state) {
  (void)state;
  static const struct { sp_arm arm; const char *id; } arms[] = {{SP_ARM_FOOT, "foot"}, {SP_ARM_CART, "train"}, {SP_ARM_HEAVY_GUN, "guns"}};
  for (int n = 0; n < 3; n++) {
    sp_lab lab = river(240.0, 15, SP_CROSSING_FORD);
    air(&lab, 0.0, 241.0, -10.0);
    ice_at_opening(&lab, 8.0);
    body(&lab, arms[n].id, arms[n].arm, 10);
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    int64_t bears = when(w, SP_EVENT_ICE_BEARS, arms[n].arm == SP_ARM_CART ? SP_ARM_HORSE : arms[n].arm), begins = sp_lab_minute(w, SP_EVENT_CROSSING_BEGINS, arms[n].id, "over", 1);
    assert_true(bears > 0 && begins >= bears && begins <= bears + 15);
    assert_int_equal(sp_lab_event(w, SP_EVENT_QUEUE_BEGINS, arms[n].id, "over", 1)->a, 3);
    assert_true(sp_lab_minute(w, SP_EVENT_TAIL_ARRIVES, arms[n].id, "east", 1) > begins);
    assert_int_equal(sp_lab_count(w, SP_EVENT_ICE_BREAKS, NULL), 0);
    sp_lab_close(w);
  }
}

/* 12,000 foot: over the ice in their column's own time, over a floating bridge in four hours. */
static void ice_is_wider_than_a_bridge(void **state) {
  (void)state;
  double took[2];
  for (int iced = 0; iced < 2; iced++) {
    sp_lab lab = river(72.0, 15, SP_CROSSING_FLOATING);
    air(&lab, 0.0, 73.0, -10.0);
    if (iced) ice_at_opening(&lab, 30.0);
    body(&lab, "foot", SP_ARM_FOOT, 11900);
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    took[iced] = sp_lab_event(w, SP_EVENT_CROSSING_ENDS, "foot", "over", 1)->value;
    sp_lab_close(w);
  }
  assert_true(took[0] > 235.0); /* 12,000 / 3,000 an hour */
  assert_true(took[1] < 0.6 * took[0]);
}

/* A thaw: it goes on bearing a little below what it had to have, then fails arm by arm, heavy first. */
static void thaw_undoes_it(void **state) {
  (void)state;
  sp_lab lab = river(120.0, 15, SP_CROSSING_FERRY);
  air(&lab, 0.0, 121.0, 5.0);
  ice_at_opening(&lab, 16.0);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  int64_t heavy = when(w, SP_EVENT_ICE_FAILS, SP_ARM_HEAVY_GUN), horse = when(w, SP_EVENT_ICE_FAILS, SP_ARM_HORSE), foot = when(w, SP_EVENT_ICE_FAILS, SP_ARM_FOOT);
  assert_in_range(heavy, (16.0 - 13.68) / 5.0 * 1440.0 - 16, (16.0 - 13.68) / 5.0 * 1440.0 + 16);
  assert_in_range(horse, (16.0 - 10.26) / 5.0 * 1440.0 - 16, (16.0 - 10.26) / 5.0 * 1440.0 + 16);
  assert_in_range(foot, (16.0 - 8.1) / 5.0 * 1440.0 - 16, (16.0 - 8.1) / 5.0 * 1440.0 + 16);
  assert_int_equal(sp_lab_count(w, SP_EVENT_ICE_SHUTS, NULL), 0); /* it was closed to boats all along */
  int64_t clears = when(w, SP_EVENT_ICE_CLEARS, SP_ARM_FOOT);
  assert_in_range(clears, (16.0 - 3.7) / 5.0 * 1440.0 - 16, (16.0 - 3.4) / 5.0 * 1440.0 + 16);
  assert_true(sp_lab_value(w, "ford", "ice_cm", 0) == 0.0);
  sp_lab_close(w);
}

/* The season's own frost, where the scenario says nothing of ice: January's is thick, October's is none. */
static void a_season_has_frozen_before_the_opening(void **state) {
  (void)state;
  for (int january = 0; january < 2; january++) {
    sp_lab lab = river(24.0, 15, SP_CROSSING_FERRY);
    lab.weather_given = true;
    lab.campaign.start = sp_minute_of((sp_date){1642, january ? 1 : 10, 20, 6, 0});
    lab.campaign.end = lab.campaign.start + 1440;
    sp_season_def season = SP_SEASON_DEF_INIT;
    static const double means[12] = {-9, -6, 0, 9, 16, 21, 24, 23, 17, 10, 0, -7};
    for (int m = 0; m < 12; m++) {
      season.temperature_c[m] = means[m];
      season.temperature_swing_c[m] = 5.0;
    }
    assert_int_equal(sp_scenario_set_season(lab.scenario, &season), SP_OK);
    sp_world *w = sp_lab_war(&lab, 1);
    double ice = sp_lab_value(w, "ford", "ice_cm", 0);
    if (january) assert_true(ice > 25.0 && ice < 60.0);
    else assert_true(ice == 0.0 && sp_lab_value(w, "ford", "water_c", 0) > 5.0);
    sp_lab_close(w);
  }
}

/* Men who run for their lives go where ordered men refuse; some break in, and all are accounted for. */
static void fugitives_break_in(void **state) {
  (void)state;
  int32_t left[2];
  for (int flees = 0; flees < 2; flees++) {
    sp_lab lab = river(30.0, 15, SP_CROSSING_FERRY);
    air(&lab, 0.0, 31.0, -1.0);
    ice_at_opening(&lab, 5.0);
    body(&lab, "foot", SP_ARM_FOOT, 1900);
    sp_world *w = sp_lab_war(&lab, 1);
    while (!sp_world_over(w)) {
      if (flees && w->formation.queue_since[0]) w->combat.stance[0] = SP_BROKEN;
      assert_int_equal(sp_world_step(w), SP_OK);
      char message[200] = "";
      assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);
    }
    left[flees] = sp_lab_men(w, "foot");
    assert_true((sp_lab_count(w, SP_EVENT_ICE_BREAKS, "foot") > 0) == (flees > 0));
    assert_true((sp_lab_count(w, SP_EVENT_CROSSING_BEGINS, "foot") > 0) == (flees > 0));
    sp_lab_close(w);
  }
  assert_true(left[0] > 1950);
  assert_true(left[1] < left[0] - 50);
}

/* Through a skin of ice they wade: nobody walks on it, so nobody breaks in. */
static void nobody_breaks_in_who_wades(void **state) {
  (void)state;
  sp_lab lab = river(6.0, 5, SP_CROSSING_FORD);
  air(&lab, 0.0, 7.0, 0.0);
  ice_at_opening(&lab, 1.0);
  body(&lab, "foot", SP_ARM_FOOT, 1900);
  sp_world *w = sp_lab_war(&lab, 1);
  bool ran = false;
  while (!sp_world_over(w)) {
    if (w->formation.crossing[0] >= 0) w->combat.stance[0] = SP_BROKEN;
    assert_int_equal(sp_world_step(w), SP_OK);
    ran = ran || (w->combat.stance[0] == SP_BROKEN && w->formation.crossing[0] >= 0);
  }
  assert_true(ran && w->ford.ice_cm[0] > 0.0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_ICE_BREAKS, NULL), 0);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ferry_stops_and_the_foot_walk_over), cmocka_unit_test(each_arm_waits_for_its_ice), cmocka_unit_test(ice_is_wider_than_a_bridge),
      cmocka_unit_test(thaw_undoes_it), cmocka_unit_test(a_season_has_frozen_before_the_opening), cmocka_unit_test(fugitives_break_in),
      cmocka_unit_test(nobody_breaks_in_who_wades),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
