/* test_ice.c - ice step by step against Stefan's root done by hand, a winter at Jinzhou, and what must never go the wrong way.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_supply.h"

#define K sp_constants_default()
#define NEAR(a, b, tolerance) assert_true((a) - (b) < (tolerance) && (b) - (a) < (tolerance))

static double freeze(double ice, double air, double days, double step_min) {
  double water = 0.0;
  for (double left = days * 1440.0; left > 0.5; left -= step_min) ice = sp_calc_ice_step_cm(K, ice, &water, air, 0.0, 1.0, step_min);
  return ice;
}

static void steps_of_any_length_make_the_root(void **state) {
  (void)state;
  NEAR(freeze(0.0, -10.0, 10.0, 15.0), 17.0, 1e-6); /* 1.7 * root of 100 degree-days */
  NEAR(freeze(0.0, -10.0, 10.0, 5.0), 17.0, 1e-6);
  NEAR(freeze(0.0, -10.0, 10.0, 14400.0), 17.0, 1e-6);
  NEAR(freeze(0.0, -4.0, 7.0, 60.0), 8.995554, 1e-5); /* a week of 4 degrees of frost: foot, nearly */
  NEAR(freeze(17.0, -10.0, 10.0, 60.0), 24.0416306, 1e-6); /* on top of what there is: root of 200 */
}

static void open_water_must_cool_first(void **state) {
  (void)state;
  double water = 10.0; /* 2 m, lag 5 days, air of -10: at nothing after 5 ln 2 = 3.466 days */
  assert_true(sp_calc_ice_step_cm(K, 0.0, &water, -10.0, 0.0, 2.0, 3.4 * 1440.0) == 0.0);
  NEAR(water, -10.0 + 20.0 * 0.50661699, 1e-6);
  water = 10.0;
  NEAR(sp_calc_ice_step_cm(K, 0.0, &water, -10.0, 0.0, 2.0, 4.4657359 * 1440.0), 1.7 * 3.16227766, 1e-5); /* one day more */
  assert_true(water == 0.0);
  water = 10.0;
  assert_true(sp_calc_ice_step_cm(K, 0.0, &water, 3.0, 0.0, 2.0, 1e6) == 0.0 && water > 2.99 && water < 3.01);
}

static void it_thaws_by_degree_days_and_rain(void **state) {
  (void)state;
  double water = 0.0;
  NEAR(sp_calc_ice_step_cm(K, 20.0, &water, 5.0, 0.0, 1.0, 2.0 * 1440.0), 10.0, 1e-9);          /* 1 cm a degree-day */
  NEAR(sp_calc_ice_step_cm(K, 20.0, &water, 5.0, 2.0, 1.0, 1440.0), 20.0 - 5.0 - 0.02 * 48.0, 1e-9); /* and 48 mm */
  assert_true(sp_calc_ice_step_cm(K, 3.0, &water, 5.0, 0.0, 1.0, 1440.0) == 0.0);
}

/* Degrees at Jinzhou in the 1640s by the day of the year: 7 C through the year, -10 in January, 24 in July, 5 to either
 * side by the hour (science: 8-10 through the year and a mean minimum of -12.6 in January today, then 1-2 colder). */
static double jinzhou_c(int day, double hour) { return 7.0 - 17.0 * sp_cos(2.0 * SP_PI * (day - 20) / 365.0) + 5.0 * sp_cos(2.0 * SP_PI * (hour - 14.5) / 24.0); }

#define OCTOBER 274 /* the day of the year that is its first */
#define NOVEMBER (OCTOBER + 31)
#define MARCH (365 + 60)

static void rivers_of_jinzhou_freeze_in_november_and_open_in_march(void **state) {
  (void)state;
  double ice = 0.0, water = 14.0, most = 0.0;
  int frost = 0, stands = 0, foot = 0, heavy = 0, open = 0;
  for (int day = OCTOBER; day < OCTOBER + 250; day++) {
    for (int hour = 0; hour < 24; hour++) ice = sp_calc_ice_step_cm(K, ice, &water, jinzhou_c(day, hour), 0.0, 1.3, 60.0);
    if (!frost && jinzhou_c(day, 14.5) < 0.0) frost = day; /* it does not thaw at noon */
    if (!stands && ice > 1.0) stands = day;
    if (!foot && ice >= sp_calc_ice_needed_cm(K, SP_ARM_FOOT)) foot = day;
    if (!heavy && ice >= sp_calc_ice_needed_cm(K, SP_ARM_HEAVY_GUN)) heavy = day;
    if (foot && !open && ice < sp_calc_ice_needed_cm(K, SP_ARM_FOOT)) open = day;
    most = sp_max(most, ice);
  }
  assert_in_range(stands, NOVEMBER + 14, NOVEMBER + 24); /* about 20 November */
  assert_in_range(foot, frost - 8, frost + 8);           /* a week or so about the first lasting frost */
  assert_in_range(foot - stands, 7, 18);
  assert_in_range(heavy - foot, 4, 20);
  assert_in_range(open, MARCH + 14, MARCH + 41);         /* late March to early April */
  assert_true(most > 30.0 && most < 80.0);
}

/* A cold night alone freezes nothing; a week of 5 degrees of frost after it bears foot. */
static void a_snap_of_cold(void **state) {
  (void)state;
  double water = 4.0, ice = sp_calc_ice_step_cm(K, 0.0, &water, -5.0, 0.0, 1.0, 720.0);
  assert_true(ice == 0.0 && water > 0.0);
  ice = sp_calc_ice_step_cm(K, ice, &water, -5.0, 0.0, 1.0, 5.0 * 1440.0);
  assert_true(ice < sp_calc_ice_needed_cm(K, SP_ARM_FOOT));
  ice = sp_calc_ice_step_cm(K, ice, &water, -5.0, 0.0, 1.0, 3.0 * 1440.0);
  assert_true(ice > sp_calc_ice_needed_cm(K, SP_ARM_FOOT));
}

static void colder_is_never_thinner(void **state) {
  (void)state;
  for (int start = 0; start <= 20; start += 4) {
    double last = 1e9;
    for (int air = -20; air <= 10; air++) {
      double water = start > 0 ? 0.0 : 3.0, ice = sp_calc_ice_step_cm(K, start, &water, air, air > 0 ? 1.0 : 0.0, 1.0, 720.0);
      assert_true(ice <= last && water >= 0.0 && ice >= 0.0);
      last = ice;
    }
  }
}

static void what_passes(void **state) {
  (void)state;
  sp_flow ice = sp_calc_ice_flow(K, 1.0), one = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 1, 0, 1.0), night = sp_calc_ice_flow(K, 0.0);
  NEAR(ice.foot_per_h, 18000.0, 1e-6);
  NEAR(ice.cart_per_h, 900.0, 1e-6);
  NEAR(night.horse_per_h, 2700.0, 1e-6);
  assert_true(ice.gun_per_h > one.gun_per_h && ice.cart_team == one.cart_team);
  assert_true(sp_calc_ice_open(K, 0.0) == 1.0 && sp_calc_ice_open(K, 4.0) == 0.0 && sp_calc_ice_open(K, 40.0) == 0.0);
  NEAR(sp_calc_ice_open(K, 1.0), 0.75, 1e-12);
  assert_true(sp_calc_ice_drown_share(K, 9.0, 9.0) == 0.0 && sp_calc_ice_drown_share(K, 4.4, 9.0) == 1.0);
  NEAR(sp_calc_ice_drown_share(K, 4.5, 9.0), 0.15, 1e-12);
  NEAR(sp_calc_ice_drown_share(K, 6.75, 9.0), 0.0375, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_of_any_length_make_the_root), cmocka_unit_test(open_water_must_cool_first),
      cmocka_unit_test(it_thaws_by_degree_days_and_rain), cmocka_unit_test(rivers_of_jinzhou_freeze_in_november_and_open_in_march),
      cmocka_unit_test(a_snap_of_cold), cmocka_unit_test(colder_is_never_thinner), cmocka_unit_test(what_passes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
