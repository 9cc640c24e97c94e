/* test_river.c - the small coastal river of a wet August, steady state, monotone and the same for any tick.
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

static void between(double value, double low, double high) {
  if (!(value >= low && value <= high)) fail_msg("%.9g is not in [%g, %g]", value, low, high);
}

typedef struct country { double water, store, rise, greatest; } country;

/* Loam, half full at dawn as in a wet month; the river is 60 m wide. */
static void rain_for(country *c, double minutes, double rain, double catchment, double tick) {
  for (double t = 0; t < minutes; t += tick) {
    double runoff;
    c->water = sp_calc_soil_water_mm(K, SP_SOIL_LOAM, c->water, rain, 23, 0.8, tick, &runoff);
    c->rise = sp_calc_river_rise_m(K, c->rise, &c->store, runoff, 0, 60, catchment, tick);
    c->greatest = sp_max(c->greatest, c->rise);
  }
}

static void wet_august_day(void **state) {
  (void)state;
  for (double catchment = 100; catchment <= 300; catchment += 50) {
    for (double rain = 8; rain <= 10; rain += 1) {
      country c = {.water = 25};
      rain_for(&c, 240, rain, catchment, 15);
      assert_true(c.rise < 0.5); /* nine in the morning: not yet */
      rain_for(&c, 300, rain, catchment, 15);
      between(c.rise, 0.5, 0.9); /* two in the afternoon, nine hours of rain */
      rain_for(&c, 180, 2, catchment, 15);
      between(c.greatest, 0.5, 0.9);
      double crest = c.rise;
      rain_for(&c, 24 * 60, 0, catchment, 15);
      between(c.rise, 0.0, 0.35 * crest); /* most of it is gone the next afternoon, */
      rain_for(&c, 24 * 60, 0, catchment, 15);
      between(c.rise, 0.0, 0.05); /* all of it a day later */
    }
  }
}

static void steady_rain_ends_on_the_rating_curve(void **state) {
  (void)state;
  /* 3.6 mm/h over 99 km2 are 99 m3/s; on 60 m, 1.65 m2/s; / 5 = 0.33; root 0.5745 m */
  near(sp_calc_river_level_m(K, 3.6, 60, 99), 0.574456265, 1e-8);
  double store = 0, rise = 0;
  for (int i = 0; i < 400; i++) rise = sp_calc_river_rise_m(K, rise, &store, 3.6, 4, 60, 99, 60);
  near(rise, 0.574456265, 1e-6);
  near(store, 14.4, 1e-6); /* 3.6 mm/h held for 4 h */
  /* and one reservoir's exact answer on the way: 4 h of it give store = 14.4 * (1 - 1/e) = 9.1025 */
  store = 0;
  sp_calc_river_rise_m(K, 0, &store, 3.6, 4, 60, 99, 240);
  near(store, 9.102536, 1e-5);
  near(sp_calc_river_response_h(K, 100), 3.5, 1e-9);
}

static void the_same_for_any_tick(void **state) {
  (void)state;
  const double tick[] = {5, 10, 15, 20, 30, 60};
  country first = {0};
  for (int k = 0; k < 6; k++) {
    double store = 0, rise = 0;
    for (double t = 0; t < 480; t += tick[k]) rise = sp_calc_river_rise_m(K, rise, &store, 4, 5, 60, 200, tick[k]);
    for (double t = 0; t < 480; t += tick[k]) rise = sp_calc_river_rise_m(K, rise, &store, 0, 5, 60, 200, tick[k]);
    if (k == 0) first = (country){.store = store, .rise = rise};
    assert_true(store == first.store && rise == first.rise); /* to the bit */
  }
  double with_soil = 0;
  for (int k = 0; k < 6; k++) {
    country c = {.water = 25};
    rain_for(&c, 540, 9, 200, tick[k]);
    if (k == 0) with_soil = c.rise;
    near(c.rise, with_soil, 0.02); /* runoff is a mean over the tick: two centimetres */
  }
}

static void more_rain_is_never_lower(void **state) {
  (void)state;
  double before = -1;
  for (double rain = 0; rain <= 40; rain += 0.5) {
    country c = {.water = 20};
    rain_for(&c, 360, rain, 200, 15);
    assert_true(c.rise >= before && c.rise >= 0.0 && c.store >= 0.0);
    before = c.rise;
  }
  double store = 0;
  assert_true(sp_calc_river_rise_m(K, 0, &store, 0, 5, 60, 200, 60) == 0.0 && store == 0.0);
  store = 1e-3; /* the last drop runs out and does not linger as a tiny number */
  double rise = 0.01;
  for (int i = 0; i < 200; i++) rise = sp_calc_river_rise_m(K, rise, &store, 0, 5, 60, 200, 60);
  assert_true(rise == 0.0 && store == 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wet_august_day), cmocka_unit_test(steady_rain_ends_on_the_rating_curve),
      cmocka_unit_test(the_same_for_any_tick), cmocka_unit_test(more_rain_is_never_lower),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
