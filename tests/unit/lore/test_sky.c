/* test_sky.c - sunrise and sunset against the campaigns' table, twilight, moon, cloud.
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

static sp_minute at(int year, int month, int day, int hour, int minute) {
  return sp_minute_of((sp_date){.year = year, .month = month, .day = day, .hour = hour, .minute = minute});
}

static void sun_times_of_the_campaigns(void **state) {
  (void)state;
  const struct { double lat; int month, day; double rise, set; } known[] = {
      {39.2, 8, 5, 300, 1140},   /* 05:00-19:00 */
      {41.1, 11, 5, 415, 1025},  /* 06:55-17:05 */
      {41.2, 10, 28, 405, 1035}, /* 06:45-17:15 */
  };
  for (int i = 0; i < 3; i++) {
    double rise, set;
    sp_calc_sun_times(known[i].lat, at(1641, known[i].month, known[i].day, 3, 0), &rise, &set);
    near(rise, known[i].rise, 5);
    near(set, known[i].set, 5);
    near(rise + set, 1440, 1e-9); /* noon is noon */
    /* the height agrees with the times: -0.833 at both, within the day's drift of declination */
    near(sp_calc_sun_deg(known[i].lat, at(1641, known[i].month, known[i].day, 0, 0) + sp_to_i64(rise + 0.5)), -0.833, 0.3);
  }
}

static void heights(void **state) {
  (void)state;
  /* solstice noon at 40 N: 90 - 40 + 23.44; equinox noon 50; midnight at midsummer 40 + 23.44 - 90 */
  near(sp_calc_sun_deg(40, at(1642, 6, 21, 12, 0)), 73.44, 0.15);
  near(sp_calc_sun_deg(40, at(1642, 12, 21, 12, 0)), 26.56, 0.15);
  near(sp_calc_sun_deg(40, at(1642, 3, 20, 12, 0)), 50.0, 0.5);
  near(sp_calc_sun_deg(40, at(1642, 6, 21, 0, 0)), -26.56, 0.15);
  double rise, set;
  sp_calc_sun_times(80, at(1642, 6, 21, 0, 0), &rise, &set); /* no night */
  assert_true(rise == 0.0 && set == 1440.0);
  sp_calc_sun_times(80, at(1642, 12, 21, 0, 0), &rise, &set); /* no day */
  assert_true(rise == 720.0 && set == 720.0);
  sp_calc_sun_times(90, at(1642, 12, 21, 0, 0), &rise, &set);
  assert_true(rise == set);
}

static void dawn_brightens_without_a_step(void **state) {
  (void)state;
  sp_minute day = at(1642, 8, 25, 0, 0); /* new moon about here: nothing but the sun */
  double before = sp_calc_light(K, 39.2, day + 180, 0);
  for (int minute = 181; minute <= 720; minute++) {
    double now = sp_calc_light(K, 39.2, day + minute, 0);
    assert_true(now >= 0.0 && now <= 1.0);
    if (now < before - 0.002 || now > before + 0.05) fail_msg("%d: from %g to %g", minute, before, now);
    before = now;
  }
  assert_true(before == 1.0);
  near(sp_calc_light(K, 39.2, day + 720, 1), 0.8, 1e-12); /* a closed sky takes a fifth */
  /* at sunrise 0.7, half an hour before about civil dawn */
  double rise, set;
  sp_calc_sun_times(39.2, day, &rise, &set);
  near(sp_calc_light(K, 39.2, day + sp_to_i64(rise), 0), 0.7, 0.03);
  near(sp_calc_light(K, 39.2, day + sp_to_i64(rise) - 28, 0), 0.15, 0.05);
}

/* The nights about a full and a new moon, found by the lunar calendar itself. */
static void moon(void **state) {
  (void)state;
  sp_minute day = at(1642, 8, 1, 0, 0);
  while (sp_lunar_of(day).day != 15) day += 1440;
  double lit, height;
  sp_calc_moon(39.2, day + 1439, &lit, &height);
  assert_true(lit > 0.97 && height > 15.0); /* full, and high at midnight */
  double full = sp_calc_light(K, 39.2, day + 1439, 0), covered = sp_calc_light(K, 39.2, day + 1439, 1);
  assert_true(full > 0.15 && full < 0.3 && covered < 0.25 * full);
  while (sp_lunar_of(day).day != 1) day += 1440;
  sp_calc_moon(39.2, day, &lit, &height);
  assert_true(lit < 0.03 && height < -20.0); /* new: under the earth at midnight with the sun */
  near(sp_calc_light(K, 39.2, day, 0), 0.02, 1e-9); /* the stars */
  near(sp_calc_light(K, 39.2, day, 1), 0.004, 1e-9);
  while (sp_lunar_of(day).day != 8) day += 1440; /* first quarter: up in the evening, down after midnight */
  sp_calc_moon(39.2, day + 19 * 60, &lit, &height);
  assert_true(lit > 0.35 && lit < 0.65 && height > 0.0);
  sp_calc_moon(39.2, day + 26 * 60, &lit, &height);
  assert_true(height < 0.0);
}

static void cloud_never_brightens(void **state) {
  (void)state;
  sp_minute day = at(1641, 11, 5, 0, 0);
  for (int minute = 0; minute < 1440; minute += 30) {
    for (int i = 1; i <= 4; i++) {
      assert_true(sp_calc_light(K, 41.1, day + minute, i / 4.0) <= sp_calc_light(K, 41.1, day + minute, (i - 1) / 4.0));
    }
  }
  near(sp_calc_sun_deg(40, -720), sp_calc_sun_deg(40, 720), 0.2); /* before 1600 too: noon of the day before */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sun_times_of_the_campaigns), cmocka_unit_test(heights), cmocka_unit_test(dawn_brightens_without_a_step),
      cmocka_unit_test(moon), cmocka_unit_test(cloud_never_brightens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
