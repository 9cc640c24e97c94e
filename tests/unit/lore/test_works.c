/* test_works.c - ditch and parapet against sums by hand: how fast, how deep, what for.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_battle.h"
#include "shapan/calc_supply.h"
#include "support/near.h"

#define K (sp_constants_default())

static sp_digging by_day(double diggers) { return (sp_digging){.diggers = diggers, .soil = SP_SOIL_LOAM, .light = 1.0}; }

/* 4 m wide, 2 m at the bottom: 3 m2 for each metre of depth. */
static void measures(void **state) {
  (void)state;
  near(sp_calc_works_section_m2(K, 2.0, 2.0), 6.0, 1e-12);
  near(sp_calc_works_section_m2(K, 1.0, 1.0), 1.5, 1e-12);
  near(sp_calc_works_section_m2(K, 2.0, 0.5), 1.5, 1e-12);
  near(sp_calc_works_depth_m(K, 2.0, 1.5), 0.5, 1e-12);
  near(sp_calc_works_depth_m(K, 1.0, 1.5), 1.0, 1e-12);
  near(sp_calc_works_depth_m(K, 2.0, 60.0), 2.0, 1e-12); /* no deeper than wanted */
  near(sp_calc_works_depth_m(K, 2.0, -1.0), 0.0, 1e-12);
  near(sp_calc_works_depth_m(K, 0.0, 1.0), 0.0, 1e-12);
}

/* 0.75 (1 - exp(-m2 / 1.2)). */
static void what_it_is_worth(void **state) {
  (void)state;
  near(sp_calc_works_cover(K, 0.0), 0.0, 1e-12);
  near(sp_calc_works_cover(K, 0.5), 0.75 * (1.0 - 0.6592406302), 1e-9);
  near(sp_calc_works_cover(K, 1.5), 0.535121, 1e-6);
  near(sp_calc_works_cover(K, 6.0), 0.744947, 1e-6);
  near(sp_calc_works_obstacle(K, 0.7, 0.0), 0.0, 1e-12);
  near(sp_calc_works_obstacle(K, 1.0, 0.0), 0.3 / 1.3, 1e-12);
  near(sp_calc_works_obstacle(K, 2.0, 0.0), 1.0, 1e-12);
  near(sp_calc_works_obstacle(K, 0.0, 1.0), 0.35, 1e-12);
  near(sp_calc_works_obstacle(K, 1.35, 0.5), 1.0 - 0.5 * (1.0 - 0.175), 1e-12);
  double cover = -1.0, obstacle = -1.0;
  for (double x = 0.0; x < 4.0; x += 0.25) {
    assert_true(sp_calc_works_cover(K, x) > cover && sp_calc_works_obstacle(K, x, 0.0) >= obstacle);
    cover = sp_calc_works_cover(K, x);
    obstacle = sp_calc_works_obstacle(K, x, 0.0);
    assert_true(cover < K->works_cover_most && obstacle <= 1.0);
  }
}

/* 5,000 tools, loam: 2,500 m3 an hour, at 2 m three quarters of it; of fourteen hours of light ten are work. */
static void how_fast(void **state) {
  (void)state;
  sp_digging d = by_day(5000.0);
  near(sp_calc_works_m3_h(K, &d), 2500.0, 1e-9);
  d.depth_m = 2.0;
  near(sp_calc_works_m3_h(K, &d), 1875.0, 1e-9);
  d = by_day(5000.0), d.daylight_h = 14.0;
  near(sp_calc_works_m3_h(K, &d), 2500.0 * 10.0 / 14.0, 1e-9);
  d = by_day(5000.0), d.frost_m = 0.5;
  near(sp_calc_works_m3_h(K, &d), 625.0, 1e-9);
  d.depth_m = 0.6; /* below the frost */
  near(sp_calc_works_m3_h(K, &d), 2500.0, 1e-9);
  d = by_day(5000.0), d.rain_mm_h = 100.0;
  near(sp_calc_works_m3_h(K, &d), 1000.0, 1e-9);
  d = by_day(5000.0), d.mud = 1.0;
  near(sp_calc_works_m3_h(K, &d), 1500.0, 1e-9);
  d = by_day(5000.0), d.fatigue = 1.0;
  near(sp_calc_works_m3_h(K, &d), 1250.0, 1e-9);
  d = by_day(5000.0), d.light = 0.0;
  near(sp_calc_works_m3_h(K, &d), 0.0, 1e-12);
  d.by_night = true;
  near(sp_calc_works_m3_h(K, &d), 1000.0, 1e-9);
  d = by_day(400.0);
  near(sp_calc_works_stakes_m_h(K, &d), 100.0, 1e-9);
  d = by_day(-3.0);
  near(sp_calc_works_m3_h(K, &d), 0.0, 1e-12);
}

/* 6 km at 6 m2 in steps of a quarter of an hour: a day and a half of ten hours. */
static void a_day_and_a_half(void **state) {
  (void)state;
  double moved = 0.0, hours = 0.0;
  while (moved < 36000.0 && hours < 100.0) {
    sp_digging d = by_day(5000.0);
    d.depth_m = sp_calc_works_depth_m(K, 2.0, moved / 6000.0);
    moved += 0.25 * sp_calc_works_m3_h(K, &d);
    hours += 0.25;
  }
  near(hours, 15.0, 0.3);
}

static void who_digs(void **state) {
  (void)state;
  near(sp_calc_works_diggers(K, 40000.0, 5000.0), 5000.0, 1e-9); /* tools, not men, are the limit */
  near(sp_calc_works_diggers(K, 1000.0, 5000.0), 600.0, 1e-9);
  near(sp_calc_works_diggers(K, 1000.0, 0.0), 0.0, 1e-9);
  near(sp_calc_works_frost_m(K, -10.0), 1.0, 1e-12);
  near(sp_calc_works_frost_m(K, 3.0), 0.0, 1e-12);
  near(sp_calc_works_frost_m(K, -40.0), 1.3, 1e-12);
}

static sp_melee men(double foot, double horse) { return (sp_melee){.foot = foot, .horse = horse, .quality = 0.5, .order = 1.0}; }

/* A deep ditch leaves a horseman a twentieth, a foot soldier 0.4 of his power and half of his order. */
static void a_ditch_before_them(void **state) {
  (void)state;
  sp_melee foot = men(1000.0, 0.0), horse = men(0.0, 1000.0), open = men(1000.0, 0.0), ditch = open;
  ditch.ditch = 1.0;
  near(sp_calc_melee_power(K, &foot, &open, SP_RELIEF_PLAIN), 1000.0, 1e-9);
  near(sp_calc_melee_power(K, &foot, &ditch, SP_RELIEF_PLAIN), 400.0 * (1.0 - 0.55 * 0.5), 1e-9);
  near(sp_calc_melee_power(K, &horse, &ditch, SP_RELIEF_PLAIN), 50.0 * (1.0 - 0.55 * 0.5), 1e-9);
  near(sp_calc_melee_power(K, &ditch, &foot, SP_RELIEF_PLAIN), 1000.0, 1e-9); /* his own is no hindrance to him */
  assert_true(sp_calc_melee_hits_per_min(K, &ditch, &foot, SP_RELIEF_PLAIN) < sp_calc_melee_hits_per_min(K, &open, &foot, SP_RELIEF_PLAIN));
  assert_true(sp_calc_melee_hits_per_min(K, &foot, &ditch, SP_RELIEF_PLAIN) > sp_calc_melee_hits_per_min(K, &foot, &open, SP_RELIEF_PLAIN));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures), cmocka_unit_test(what_it_is_worth), cmocka_unit_test(how_fast),
      cmocka_unit_test(a_day_and_a_half), cmocka_unit_test(who_digs), cmocka_unit_test(a_ditch_before_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
