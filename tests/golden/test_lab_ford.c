/* scenarios/lab/ford: the same two columns on a dry day and on a day of rain. Figures from its SOURCES.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"

static int64_t at(const sp_world *war, sp_event_type type, const char *formation, const char *place) { return sp_lab_minute(war, type, formation, place, 1); }

static void on_a_dry_day_nobody_waits(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/ford/dry-day", 1);
  sp_lab_run(war);
  assert_int_equal(sp_lab_count(war, SP_EVENT_QUEUE_BEGINS, NULL), 0);
  assert_int_equal(sp_lab_count(war, SP_EVENT_FORD_CLOSED, NULL), 0);
  assert_int_equal(at(war, SP_EVENT_CROSSING_BEGINS, "early", "ford"), 114); /* 38 + 4000 / 53.3 = 113.05 */
  assert_int_equal(at(war, SP_EVENT_CROSSING_ENDS, "early", "ford"), 174);   /* + 2000 / 2986.7 h + 20 / 58.8 h = 60.6 */
  assert_int_equal(at(war, SP_EVENT_CROSSING_BEGINS, "late", "ford"), 414);  /* 338 + 75.05 */
  assert_int_equal(at(war, SP_EVENT_CROSSING_ENDS, "late", "ford"), 454);    /* + 40.2 */
  assert_true(sp_lab_value(war, "ford", "greatest_m", 0) == 0.5);
  assert_true(sp_lab_value(war, "ford", "longest_queue_min", 0) == 0.0);
  assert_true(sp_lab_golden(war, "scenarios/lab/ford/golden/dry-day.txt"));
  sp_lab_close(war);
}

static void on_a_day_of_rain_the_late_column_waits_for_the_water(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/ford/rain-day", 1);
  sp_lab_run(war);
  const sp_constants *c = sp_world_constants(war);
  double limit = sp_calc_ford_limit_m(c, SP_ARM_FOOT);
  assert_true(sp_lab_value(war, "ford", "greatest_m", 0) > limit);
  /* the early column is over before the water comes, if more slowly than on a dry day */
  assert_true(at(war, SP_EVENT_CROSSING_ENDS, "early", "ford") > 174);
  assert_true(at(war, SP_EVENT_CROSSING_ENDS, "early", "ford") < 237); /* when carts can no longer pass */
  int64_t closed = -1, open = -1;
  for (int n = 1; n <= 4; n++) {
    const sp_event *e = sp_lab_event(war, SP_EVENT_FORD_CLOSED, NULL, "ford", n);
    if (e && e->a == SP_ARM_FOOT && closed < 0) closed = sp_lab_minute(war, SP_EVENT_FORD_CLOSED, NULL, "ford", n);
    e = sp_lab_event(war, SP_EVENT_FORD_OPEN, NULL, "ford", n);
    if (e && e->a == SP_ARM_FOOT && open < 0) open = sp_lab_minute(war, SP_EVENT_FORD_OPEN, NULL, "ford", n);
  }
  assert_true(closed == 383 && open == 569); /* 6 h after the rain began; 2.5 h after it ended */
  int64_t queue = at(war, SP_EVENT_QUEUE_BEGINS, "late", "ford"), begins = at(war, SP_EVENT_CROSSING_BEGINS, "late", "ford");
  assert_int_equal(queue, 474); /* 338 + 4 km in deep mud */
  assert_int_equal(sp_lab_event(war, SP_EVENT_QUEUE_BEGINS, "late", "ford", 1)->a, 1);
  assert_true(begins == open || begins == open + 1); /* in the minute in which the foot can wade again */
  assert_int_equal(sp_lab_event(war, SP_EVENT_CROSSING_BEGINS, "late", "ford", 1)->a, begins - queue);
  assert_true(sp_lab_value(war, "ford", "longest_queue_min", 0) == (double)(begins - queue));
  /* so near its limit a ford passes few: the crossing takes hours where it took 40 minutes */
  assert_true(at(war, SP_EVENT_CROSSING_ENDS, "late", "ford") - begins > 4 * 40);
  assert_true(at(war, SP_EVENT_TAIL_ARRIVES, "late", "hamlet") > begins);
  assert_true(sp_lab_golden(war, "scenarios/lab/ford/golden/rain-day.txt"));
  sp_lab_close(war);
}

/* Depth through the day: the ordinary level, and the reservoir of src/lore/river.c fed with what the soil sheds. */
static void the_water_is_the_reservoirs(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/ford/rain-day", 1);
  const sp_constants *c = sp_world_constants(war);
  double water = sp_lab_value(war, "region", "water_mm", 0), store = 0.0, rise = 0.0;
  while (!sp_world_over(war)) {
    assert_int_equal(sp_world_step(war), SP_OK);
    double rain = sp_lab_value(war, "region", "rain_mm_h", 0), light = sp_lab_value(war, "region", "light", 0), runoff;
    water = sp_calc_soil_water_mm(c, SP_SOIL_LOAM, water, rain, 20.0, light, 15.0, &runoff);
    rise = sp_calc_river_rise_m(c, rise, &store, runoff, 3.5, 60.0, 100.0, 15.0);
    double gap = sp_lab_value(war, "ford", "depth_m", 0) - (0.5 + rise);
    assert_true(gap < 1e-9 && gap > -1e-9);
  }
  sp_lab_close(war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(on_a_dry_day_nobody_waits),
      cmocka_unit_test(on_a_day_of_rain_the_late_column_waits_for_the_water),
      cmocka_unit_test(the_water_is_the_reservoirs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
