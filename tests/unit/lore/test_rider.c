/* test_rider.c - messengers, the staff's table, riders taken.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/constants.h"
#include "support/near.h"

#define K (sp_constants_default())
#define KM_H 0.06 /* from metres a minute */

static const sp_going dry_road = {.road = SP_ROAD_POST, .cover = SP_COVER_FIELDS, .light = 1.0, .temperature_c = 20, .knows_ground = 0.5};

static void between(double value, double low, double high) {
  if (!(value >= low && value <= high)) fail_msg("%.9g is not in [%g, %g]", value, low, high);
}

static void pace_of_orderlies(void **state) {
  (void)state;
  near(sp_calc_rider_m_min(K, &dry_road, 0), 208.0, 1e-9);
  between(sp_calc_rider_m_min(K, &dry_road, 0) * KM_H, 10, 15);
  sp_going g = dry_road;
  g.mud = 0.7; /* 1 - 0.65 * 0.7 = 0.545 */
  near(sp_calc_rider_m_min(K, &g, 0), 208 * 0.545, 1e-9);
  between(sp_calc_rider_m_min(K, &g, 0) * KM_H, 5, 7);
  g = dry_road;
  g.light = 0.0;
  near(sp_calc_rider_m_min(K, &g, 0), 104.0, 1e-9);
  between(sp_calc_rider_m_min(K, &g, 0) * KM_H, 5, 7);
  g.mud = 1.0, g.snow = 1.0; /* never slower than a led horse */
  near(sp_calc_rider_m_min(K, &g, 0), 208 * 0.32, 1e-9);
}

static void a_horse_tires(void **state) {
  (void)state;
  near(sp_calc_rider_m_min(K, &dry_road, 3), 208.0, 1e-9);
  near(sp_calc_rider_m_min(K, &dry_road, 5.5), 208 * 0.8, 1e-9); /* half way from 3 to 8 h, half way to 0.6 */
  near(sp_calc_rider_m_min(K, &dry_road, 20), 208 * 0.6, 1e-9);
}

static void worse_is_never_faster(void **state) {
  (void)state;
  double before[5];
  for (int i = 0; i <= 20; i++) {
    double x = i / 20.0;
    sp_going rain = dry_road, mud = dry_road, dark = dry_road, snow = dry_road;
    rain.rain_mm_h = 20 * x, mud.mud = x, dark.light = 1 - x, snow.snow = x;
    double now[5] = {sp_calc_rider_m_min(K, &rain, 0), sp_calc_rider_m_min(K, &mud, 0), sp_calc_rider_m_min(K, &dark, 0),
                     sp_calc_rider_m_min(K, &snow, 0), sp_calc_rider_m_min(K, &dry_road, 12 * x)};
    for (int k = 0; k < 5; k++) {
      if (i > 0) assert_true(now[k] <= before[k]);
      before[k] = now[k];
    }
  }
}

/* 30 km of wet August road from Abatai to Hooge, mud growing to 0.6: the clock that works gives 4 h 15 min. */
static void the_second_request(void **state) {
  (void)state;
  sp_going g = dry_road;
  g.rain_mm_h = 9, g.mud = 0.6, g.light = 0.8;
  double gone = 0, minutes = 0;
  for (; gone < 30000; minutes += 15) gone += 15 * sp_calc_rider_m_min(K, &g, minutes / 60);
  between(minutes / 60, 3.5, 5.0);
}

static void staff(void **state) {
  (void)state;
  near(sp_calc_staff_min(K, 1, 0), 8, 1e-12);
  near(sp_calc_staff_min(K, 0, 0), 30, 1e-12);
  near(sp_calc_staff_min(K, 0.5, 0), 19, 1e-12);
  near(sp_calc_staff_min(K, 0.5, 2), 38, 1e-12); /* 19 * (1 + 0.5 * 2) */
}

static void over_water(void **state) {
  (void)state;
  near(sp_calc_rider_passage_min(K, SP_CROSSING_BRIDGE, 60, 3, false), 0.0, 1e-12);
  near(sp_calc_rider_passage_min(K, SP_CROSSING_FORD, 60, 0, false), 1.2, 1e-12);       /* 60 / 50 */
  near(sp_calc_rider_passage_min(K, SP_CROSSING_FORD, 60, 0.6, false), 1.6, 1e-12);     /* / (1 - 0.25) */
  near(sp_calc_rider_passage_min(K, SP_CROSSING_FORD, 60, 0.6, true), 2.16, 1e-12);     /* a runner: / (1 - 4 / 9) */
  assert_true(sp_calc_rider_passage_min(K, SP_CROSSING_FORD, 60, 1.2, false) < 0.0);
  assert_true(sp_calc_rider_passage_min(K, SP_CROSSING_FORD, 60, 0.9, true) < 0.0);
  near(sp_calc_rider_passage_min(K, SP_CROSSING_FERRY, 100, 5, false), 19.0, 1e-12);    /* 2 * 100 / 40 + 14 */
}

static void taken(void **state) {
  (void)state;
  /* amid 150 horse in the open: 0.06 * 150/300; half way out of reach: a quarter of it */
  near(sp_calc_caught_per_min(K, 0, 150, 1, SP_COVER_OPEN), 0.03, 1e-12);
  near(sp_calc_caught_per_min(K, 750, 150, 1, SP_COVER_OPEN), 0.0075, 1e-12);
  near(sp_calc_caught_per_min(K, 0, 150, 1, SP_COVER_WOOD), 0.012, 1e-12);
  assert_true(sp_calc_caught_per_min(K, 1500, 150, 1, SP_COVER_OPEN) == 0.0);
  assert_true(sp_calc_caught_per_min(K, 310, 5000, 0, SP_COVER_OPEN) == 0.0); /* reach by night 300 m */
  assert_true(sp_calc_caught_per_min(K, 0, 0, 1, SP_COVER_OPEN) == 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pace_of_orderlies), cmocka_unit_test(a_horse_tires), cmocka_unit_test(worse_is_never_faster),
      cmocka_unit_test(the_second_request), cmocka_unit_test(staff), cmocka_unit_test(over_water), cmocka_unit_test(taken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
