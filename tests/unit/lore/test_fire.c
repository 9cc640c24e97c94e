/* test_fire.c - misfires, shot, bows, guns, smoke; what an hour of fire costs.
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
#include "support/near.h"

#define K (sp_constants_default())

/* Clear day, middling men in order, a close line before them. */
static sp_fire clear_day(double range_m) {
  return (sp_fire){.range_m = range_m, .quality = 0.5, .order = 1, .light = 1, .powder = 1, .target_density = 1e6};
}

static double hits(const sp_fire *f) { return sp_calc_fire_hits_per_min(K, f, NULL); }

static void misfires(void **state) {
  (void)state;
  static const double table[][2] = {{0, 0.12}, {0.25, 0.21}, {0.5, 0.3}, {1.75, 0.5}, {3, 0.7}, {7.5, 0.85}, {12, 1}, {50, 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) near(sp_calc_misfire(K, table[i][0]), table[i][1], 1e-12);
  for (int i = 1; i <= 200; i++) assert_true(sp_calc_misfire(K, i * 0.1) >= sp_calc_misfire(K, (i - 1) * 0.1));
}

/* The practice figures: 5 %, 2 %, 0.7 % of the shots at 50, 100, 150 m. */
static void shot(void **state) {
  (void)state;
  static const double practice[][3] = {{50, 0.05, 0.001}, {100, 0.02, 0.0015}, {150, 0.007, 0.0002}};
  for (size_t i = 0; i < 3; i++) {
    double rounds = 0.0;
    sp_fire f = clear_day(practice[i][0]);
    f.shot = 1000;
    double hit = sp_calc_fire_hits_per_min(K, &f, &rounds);
    near(hit / rounds / 0.2, practice[i][1], practice[i][2]); /* 0.2: the stress of battle */
  }
  double rounds = 0.0;
  sp_fire f = clear_day(51);
  f.shot = 1000;
  /* 1,000 * 0.8 * 0.2 * 0.88 = 140.8 rounds; * 0.134 / e * 0.2 = 1.3882 men */
  near(sp_calc_fire_hits_per_min(K, &f, &rounds), 1.3882, 1e-4);
  near(rounds, 140.8, 1e-9);
  f.target_armour = 1.0;
  near(hits(&f), 1.3882 * 0.75, 1e-4);
  f.target_cover = 1.0;
  near(hits(&f), 1.3882 * 0.75 * 0.25, 1e-4);
  f.target_density = 1.5; /* 63 % of a close line */
  near(hits(&f), 1.3882 * 0.75 * 0.25 * 0.63212, 1e-4);
  f.range_m = 145; /* half of them hold their fire */
  (void)sp_calc_fire_hits_per_min(K, &f, &rounds);
  near(rounds, 70.4, 1e-9);
  f.range_m = 180;
  assert_true(sp_calc_fire_hits_per_min(K, &f, &rounds) == 0.0 && rounds == 0.0);
}

static void conditions(void **state) {
  (void)state;
  sp_fire f = clear_day(60);
  f.shot = 500;
  double plain = hits(&f);
  f.quality = 1;
  near(hits(&f), plain * 1.5, 1e-12);
  f.quality = 0.5, f.order = 0;
  near(hits(&f), plain * 0.4, 1e-12);
  f.order = 1, f.light = 0;
  near(hits(&f), plain * 0.2, 1e-12);
  f.light = 1, f.smoke = 0.5;
  near(hits(&f), plain * 0.7, 1e-12);
  f.smoke = 0, f.rain_mm_h = 3;
  near(hits(&f), plain * 0.3 / 0.88, 1e-12);
  f.rain_mm_h = 20;
  assert_true(hits(&f) == 0.0);
  f.rain_mm_h = 0, f.powder = 0.5; /* 30 m are as 60 */
  near(hits(&f), plain * 0.30836, 1e-4 * plain); /* exp(-60/51) */
}

static void bows(void **state) {
  (void)state;
  sp_fire f = clear_day(25);
  f.bow = 1000;
  near(sp_calc_arrows_per_min(K, &f), 200, 1e-9);
  near(hits(&f), 4.4146, 1e-4); /* 200 * 0.3 / e * 0.2 */
  f.target_armour = 1;
  near(hits(&f), 4.4146 * 0.35, 1e-4);
  f.rain_mm_h = 10; /* slack, but shooting */
  near(hits(&f), 4.4146 * 0.35 * 0.6, 1e-4);
  f.range_m = 70;
  near(sp_calc_arrows_per_min(K, &f), 100, 1e-9);
  f.range_m = 90;
  assert_true(hits(&f) == 0.0);
}

static void guns(void **state) {
  (void)state;
  sp_fire f = clear_day(350);
  f.light_guns = 12;
  near(sp_calc_gun_rounds_per_min(K, &f), 2, 1e-12);
  near(hits(&f), 0.294304, 1e-6); /* 2 * 0.4 / e */
  f.rain_mm_h = 12;
  near(hits(&f), 0.147152, 1e-6);
  sp_fire heavy = clear_day(600);
  heavy.heavy_guns = 12;
  near(hits(&heavy), 0.331091, 1e-6); /* 1 * 0.9 / e */
  heavy.target_cover = 1;
  near(hits(&heavy), 0.331091 / 2, 1e-6);
  heavy.range_m = 800;
  near(sp_calc_gun_rounds_per_min(K, &heavy), 0.5, 1e-12);
  heavy.range_m = 1000;
  assert_true(hits(&heavy) == 0.0);
}

/* Everything that ought never to help, swept over a mixed body at several ranges. */
static void never_the_wrong_way(void **state) {
  (void)state;
  static const size_t hinders[] = {offsetof(sp_fire, range_m), offsetof(sp_fire, rain_mm_h), offsetof(sp_fire, smoke),
                                   offsetof(sp_fire, target_armour), offsetof(sp_fire, target_cover)};
  static const double hinder_step[] = {25, 0.4, 0.05, 0.05, 0.05};
  static const size_t helps[] = {offsetof(sp_fire, shot), offsetof(sp_fire, bow), offsetof(sp_fire, light_guns),
                                 offsetof(sp_fire, heavy_guns), offsetof(sp_fire, quality), offsetof(sp_fire, order),
                                 offsetof(sp_fire, light), offsetof(sp_fire, powder), offsetof(sp_fire, target_density)};
  static const double help_step[] = {100, 100, 1, 1, 0.05, 0.05, 0.05, 0.1, 0.5};
  for (double range = 0; range < 200; range += 35) {
    sp_fire base = {.shot = 900, .bow = 500, .light_guns = 6, .heavy_guns = 2, .range_m = range, .quality = 0.1,
                    .order = 0.1, .rain_mm_h = 0.2, .light = 0.05, .powder = 0.4, .target_density = 1.0};
    for (size_t k = 0; k < sizeof hinders / sizeof *hinders; k++) {
      sp_fire f = base;
      double *field = (double *)((char *)&f + hinders[k]);
      for (double before = 1e9, i = 0; i < 40; i++, *field += hinder_step[k]) {
        double now = hits(&f);
        assert_true(now <= before && now >= 0.0);
        before = now;
      }
    }
    for (size_t k = 0; k < sizeof helps / sizeof *helps; k++) {
      sp_fire f = base;
      double *field = (double *)((char *)&f + helps[k]);
      for (double before = -1, i = 0; i < 40; i++, *field += help_step[k]) {
        double now = hits(&f);
        assert_true(now >= before);
        before = now;
      }
    }
  }
}

/* Rain never helps matchlocks, by however little. */
static void rain_and_matchlocks(void **state) {
  (void)state;
  sp_fire f = clear_day(50);
  f.shot = 1000;
  double before = hits(&f);
  for (int i = 1; i <= 120; i++) {
    f.rain_mm_h = i * 0.1;
    double now = hits(&f);
    assert_true(now < before);
    before = now;
  }
  assert_true(before == 0.0);
}

static void smoke(void **state) {
  (void)state;
  /* made 0.045, cleared 0.05 a minute: settles at 0.4737; 0.6133 of the way in ten minutes */
  near(sp_calc_smoke(K, 0, 0.1, 0, 10), 0.290491, 1e-5);
  near(sp_calc_smoke(K, 0, 0.1, 0, 1e4), 0.473684, 1e-6);
  near(sp_calc_smoke(K, 0.8, 0, 4, 4), 0.8 * 0.367879, 1e-6); /* 0.25 a minute in 4 m/s */
  double by_fives = 0.3;
  for (int i = 0; i < 12; i++) by_fives = sp_calc_smoke(K, by_fives, 0.2, 2, 5);
  near(by_fives, sp_calc_smoke(K, 0.3, 0.2, 2, 60), 1e-12);
  assert_true(sp_calc_smoke(K, 0.3, 0.2, 6, 5) < sp_calc_smoke(K, 0.3, 0.2, 2, 5));
  assert_true(sp_calc_smoke(K, 1, 1e6, 0, 60) <= 1.0);
}

/* 12,000 a side on 2.5 km (4.8 a metre), 40 % matchlocks, 24 light and 6 heavy guns, a third of the enemy in armour,
 * 80 m, some smoke: 1.1 % an hour by shot, 0.5 % by guns. Judged before calibration it was 0.5 to 1 % by shot; the
 * battles want more hits, and a man hit to 300 rounds is still within the sources' 200 to 500. */
static void an_hour_of_fire(void **state) {
  (void)state;
  sp_fire f = {.shot = 4800, .range_m = 80, .quality = 0.5, .order = 0.8, .light = 1, .smoke = 0.4, .powder = 1,
               .target_armour = 0.33, .target_density = 4.8};
  double rounds = 0.0;
  double by_shot = sp_calc_fire_hits_per_min(K, &f, &rounds) * 60;
  assert_in_range(sp_to_i64(by_shot), 90, 180);
  assert_in_range(sp_to_i64(rounds * 60 / by_shot), 200, 500); /* rounds to a man hit */
  assert_in_range(sp_to_i64(rounds * 60 / 4800 * 4), 25, 40);  /* of 40 in the pouch after four hours */
  f.shot = 0, f.light_guns = 24, f.heavy_guns = 6;
  assert_in_range(sp_to_i64(hits(&f) * 60), 40, 90);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(misfires),        cmocka_unit_test(shot),
      cmocka_unit_test(conditions),      cmocka_unit_test(bows),
      cmocka_unit_test(guns),            cmocka_unit_test(never_the_wrong_way),
      cmocka_unit_test(rain_and_matchlocks), cmocka_unit_test(smoke),
      cmocka_unit_test(an_hour_of_fire),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
