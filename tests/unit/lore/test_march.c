/* test_march.c - columns, pace, Clausewitz's five points, fatigue, straggling; the arithmetic is in the comments.
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

static const sp_going level_road = {.road = SP_ROAD_ROAD, .relief = SP_RELIEF_PLAIN, .cover = SP_COVER_FIELDS,
                                    .light = 1.0, .temperature_c = 15.0, .knows_ground = 0.5};
/* 8,000 men with 16 light guns and 40 carts */
static const sp_column division = {.foot = 7400, .mounted = 600, .carts = 40, .light_guns = 16};

static void between(double value, double low, double high) {
  if (!(value >= low && value <= high)) fail_msg("%.9g is not in [%g, %g]", value, low, high);
}

static void column_of_the_reference(void **state) {
  (void)state;
  sp_column host = {.foot = 50000, .mounted = 10000, .carts = 3000};
  /* 1.5 * (50,000/4*0.92 + 10,000/4*3.6 + 3,000*16) = 1.5 * (11,500 + 9,000 + 48,000) = 102,750 m */
  near(sp_calc_column_m(K, &host, 4, 1.5, 1), 102750.0, 1e-6);
  host.carts = 0; /* 1.5 * 20,500 = 30,750 m, the reference's 31 km without carts */
  near(sp_calc_column_m(K, &host, 4, 1.5, 1), 30750.0, 1e-6);
  host.carts = 3000; /* two tracks halve the ranks only: 1.5 * (20,500/2 + 48,000) = 87,375 */
  near(sp_calc_column_m(K, &host, 4, 1.5, 2), 87375.0, 1e-6);
  /* a fourth track is still shoulders and one of wheels, six on a treeless plain are three of wheels: 1.5 * (20,500/6 + 48,000/3) */
  near(sp_calc_column_m(K, &host, 4, 1.5, 4), 1.5 * (5125.0 + 48000.0), 1e-6);
  near(sp_calc_column_m(K, &host, 4, 1.5, 6), 29125.0, 1e-6);
  /* followers walk like foot, led horses go like horse: 1 * (400/4*0.92 + 40/4*3.6) = 92 + 36 */
  sp_column mixed = {.foot = 300, .followers = 100, .mounted = 30, .led_horses = 10};
  near(sp_calc_column_m(K, &mixed, 4, 1.0, 1), 128.0, 1e-9);
  /* 10 carts (2 beasts each), 1 light gun (2), 1 heavy gun (8) hold 30 of 50 beasts: 20 loose; 20/4*3.6 + 160 + 40 */
  sp_column train = {.draught = 50, .carts = 10, .light_guns = 1, .heavy_guns = 1};
  near(sp_calc_loose_beasts(K, &train), 20.0, 1e-9);
  near(sp_calc_column_m(K, &train, 4, 1.0, 1), 18.0 + 160.0 + 40.0, 1e-9);
  train.draught = 10; /* short of beasts: none loose, never negative */
  near(sp_calc_column_m(K, &train, 4, 1.0, 1), 200.0, 1e-9);
}

static void slack_from_order_and_fatigue(void **state) {
  (void)state;
  near(sp_calc_slack(K, 1.0, 0.0), 1.2, 1e-12);
  near(sp_calc_slack(K, 0.0, 0.5), 2.5, 1e-12);
  near(sp_calc_slack(K, 1.0, 1.0), 1.85, 1e-12); /* 2.5 - 1.3 * 1 * (1 - 0.5) */
  near(sp_calc_slack(K, 0.8, 0.1), 1.512, 1e-12); /* 2.5 - 1.3 * 0.8 * 0.95 */
}

static void pace_of_each_arm(void **state) {
  (void)state;
  sp_column foot = {.foot = 1000}, horse = {.mounted = 1000}, carts = {.followers = 40, .carts = 40}, none = {0};
  near(sp_calc_march_m_min(K, &foot, &level_road, SP_PACE_ORDINARY, 0), 53.3, 1e-9);
  near(sp_calc_march_m_min(K, &foot, &level_road, SP_PACE_FORCED, 0), 53.3 * 1.3, 1e-9);
  near(sp_calc_march_m_min(K, &horse, &level_road, SP_PACE_ORDINARY, 0), 83.3, 1e-9);
  near(sp_calc_march_m_min(K, &horse, &level_road, SP_PACE_BRISK, 0) * 0.06, 6.4, 0.01);
  near(sp_calc_march_m_min(K, &horse, &level_road, SP_PACE_FORCED, 0) * 0.06, 8.0, 0.01);
  near(sp_calc_march_m_min(K, &none, &level_road, SP_PACE_ORDINARY, 0), 83.3, 1e-9);
  /* one man per cart is an ox-cart train: 29.2 m/min * 480 min = 14.0 km in 8 h */
  near(sp_calc_march_m_min(K, &carts, &level_road, SP_PACE_ORDINARY, 0) * 480.0, 14016.0, 1.0);
  /* 11 men to each: (11 - 2)/(20 - 2) = half of the way from 29.2 to 53.3 */
  sp_column helped = {.foot = 440, .carts = 40};
  near(sp_calc_march_m_min(K, &helped, &level_road, SP_PACE_ORDINARY, 0), 41.25, 1e-9);
  near(sp_calc_march_m_min(K, &division, &level_road, SP_PACE_ORDINARY, 0), 53.3, 1e-9);
  sp_column siege = {.foot = 1000, .mounted = 500, .heavy_guns = 4};
  near(sp_calc_march_m_min(K, &siege, &level_road, SP_PACE_ORDINARY, 0), 33.3, 1e-9);
}

static void ground_and_sky(void **state) {
  (void)state;
  sp_column foot = {.foot = 1000};
  sp_going g = level_road;
  g.relief = SP_RELIEF_HILLS; /* 53.3 * 0.8 */
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 42.64, 1e-9);
  g = level_road;
  g.mud = 2.0 / 3.0; /* 1 - 0.6 * 2/3 = 0.6 */
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 31.98, 1e-9);
  g.mud = 1.0;
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 21.32, 1e-9);
  g = level_road;
  g.light = 0.0;
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 31.98, 1e-9); /* night 0.6 */
  g.knows_ground = 1.0; /* 0.6 + 0.2 * 0.5 */
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 53.3 * 0.7, 1e-9);
  g.light = 0.8; /* a closed sky by day hinders nobody */
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 53.3, 1e-9);
  g.snow = 1.0;
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 31.98, 1e-9);
  /* fatigue: none of it up to 0.4; at 0.7 half of 0.3 */
  near(sp_calc_march_m_min(K, &foot, &level_road, SP_PACE_ORDINARY, 0.4), 53.3, 1e-9);
  near(sp_calc_march_m_min(K, &foot, &level_road, SP_PACE_ORDINARY, 0.7), 53.3 * 0.92, 1e-9); /* (0.7 - 0.5) / 0.5 of the 0.2 lost when spent */
  /* country: 0.75 * fields 0.95 * half known (1 - 0.2 * 0.5) */
  g = level_road;
  g.road = SP_ROAD_COUNTRY;
  near(sp_calc_march_m_min(K, &foot, &g, SP_PACE_ORDINARY, 0), 53.3 * 0.75 * 0.95 * 0.9, 1e-9);
}

/* Worse is never faster, for any column, on any road: each condition alone, on a coarse grid of the others. */
static void worse_is_never_faster(void **state) {
  (void)state;
  const sp_column columns[] = {{.foot = 500}, {.mounted = 500}, {.foot = 500, .carts = 50, .draught = 200}, {.heavy_guns = 3}};
  for (int n = 0; n < 4 * SP_ROAD_CLASS_COUNT * SP_PACE_COUNT * 8; n++) {
    const sp_column *col = &columns[n % 4];
    sp_pace pace = (sp_pace)(n / 4 % SP_PACE_COUNT);
    sp_going g = level_road;
    g.road = (sp_road_class)(n / 16 % SP_ROAD_CLASS_COUNT);
    int corner = n / (16 * SP_ROAD_CLASS_COUNT);
    g.mud = corner & 1 ? 0.6 : 0.0;
    g.light = corner & 2 ? 0.1 : 1.0;
    double tired = corner & 4 ? 0.8 : 0.0;
    double before[5];
    for (int i = 0; i <= 20; i++) {
      double x = i / 20.0;
      sp_going rain = g, mud = g, dark = g, snow = g;
      rain.rain_mm_h = 20.0 * x, mud.mud = x, dark.light = 1.0 - x, snow.snow = x;
      double now[5] = {sp_calc_march_m_min(K, col, &rain, pace, tired), sp_calc_march_m_min(K, col, &mud, pace, tired),
                       sp_calc_march_m_min(K, col, &dark, pace, tired), sp_calc_march_m_min(K, col, &snow, pace, tired),
                       sp_calc_march_m_min(K, col, &g, pace, x)};
      for (int k = 0; k < 5; k++) {
        assert_true(now[k] > 0.0);
        if (i > 0) assert_true(now[k] <= before[k]);
        before[k] = now[k];
      }
    }
  }
  for (int pace = 1; pace < SP_PACE_COUNT; pace++) {
    for (int k = 0; k < 4; k++) {
      assert_true(sp_calc_march_m_min(K, &columns[k], &level_road, (sp_pace)pace, 0) >=
                  sp_calc_march_m_min(K, &columns[k], &level_road, (sp_pace)(pace - 1), 0));
    }
  }
}

/* On War, book V ch. 11. The division's column: 7,400/4*0.92 + 600/4*3.6 + 40*16 + 16*20
 * = 1,702 + 540 + 640 + 320 = 3,202 m; * 1.5 = 4,803 m, which pass in 4,803/53.3 = 90.1 min. Falling in 30 min. */
static void clausewitz_five_points(void **state) {
  (void)state;
  near(sp_calc_passage_h(K, &division, &level_road, 4, 1.5, 1), 90.11 / 60, 0.001);
  near(sp_calc_assembly_min(K, 8000, true), 30.0, 1e-9);
  /* 1: 22.5 km in 8-10 h: (30 + 90.1 + 22,500/53.3 = 422.1)/60 = 9.04 h */
  double day = sp_calc_march_day_h(K, &division, 22500, &level_road, 4);
  between(day, 8.0, 10.0);
  near(day, 9.04, 0.01);
  /* 2: in hills 10-12 h: (30 + 90.1/0.8 + 422.1/0.8)/60 = 11.17 h */
  sp_going hills = level_road;
  hills.relief = SP_RELIEF_HILLS;
  day = sp_calc_march_day_h(K, &division, 22500, &hills, 4);
  between(day, 10.0, 12.0);
  near(day, 11.17, 0.01);
  /* 3: 37.5 km in 16 h: (120.1 + 703.6 + a long halt of 138)/60 = 16.03 h */
  near(sp_calc_march_day_h(K, &division, 37500, &level_road, 4), 16.03, 0.01);
  /* 4: 45 km, several divisions, 20 h and more: three fall in together, pass in 3 * 90.1:
   *    (30 + 270.3 + 844.3 + 138)/60 = 21.38 h */
  sp_column three = {.foot = 22200, .mounted = 1800, .carts = 120, .light_guns = 48};
  day = sp_calc_march_day_h(K, &three, 45000, &level_road, 4);
  between(day, 20.0, 23.0);
  near(day, 21.38, 0.01);
  /* 5: 30 km a day continually: no long halt, half of the day left for rest: (120.1 + 562.9)/60 = 11.38 h */
  between(sp_calc_march_day_h(K, &division, 30000, &level_road, 4), 10.0, 12.0);
  /* a further division costs between one and two hours ("a couple of hours"), here its passage of 1.5 h */
  between((sp_calc_march_day_h(K, &three, 22500, &level_road, 4) - 9.04) / 2.0, 1.0, 2.0);
}

static void falling_in_and_halts(void **state) {
  (void)state;
  near(sp_calc_assembly_min(K, 3000, true), 15.0 + 15.0 * 3.0 / 8.0, 1e-9);
  assert_true(sp_calc_assembly_min(K, 3000, false) == 0.0 && sp_calc_assembly_min(K, 0, true) == 0.0);
  near(sp_calc_assembly_min(K, 50000, true), 30.0, 1e-9);
  near(sp_calc_assembly_min(K, 100000, true), 60.0, 1e-9); /* twice as much as 50,000 */
  assert_true(sp_calc_halts_min(K, 569.0) == 0.0);
  near(sp_calc_halts_min(K, 570.0), 138.0, 1e-9);
  near(sp_calc_halts_min(K, 1200.0), 276.0, 1e-9);
}

/* Fatigue and share of stragglers after so many metres, in 15-minute ticks. */
typedef struct day_end { double fatigue, lost; } day_end;
static day_end march_for(double metres, sp_pace pace, const sp_column *col, double horse_share, double tick) {
  day_end d = {0, 0};
  for (double gone = 0; gone < metres;) {
    gone += tick * sp_calc_march_m_min(K, col, &level_road, pace, d.fatigue);
    d.lost += (1.0 - d.lost) * tick * sp_calc_straggle_per_min(K, d.fatigue, &level_road, pace, 0.5);
    d.fatigue += tick * sp_calc_fatigue_per_min(K, pace, &level_road, horse_share);
  }
  return d;
}

static void a_day_tires_and_a_night_restores(void **state) {
  (void)state;
  sp_column foot = {.foot = 8000}, horse = {.mounted = 1000};
  day_end ordinary = march_for(22000, SP_PACE_ORDINARY, &foot, 0, 15); /* 413 min * 0.058/60 = 0.40 */
  between(ordinary.fatigue, 0.35, 0.45);
  day_end forced = march_for(45000, SP_PACE_FORCED, &foot, 0, 15);
  between(forced.fatigue, 0.85, 0.95);
  near(march_for(45000, SP_PACE_FORCED, &foot, 0, 5).fatigue, forced.fatigue, 0.02);
  /* ten hours of dry night in camp: 10 * 0.047 = 0.47 */
  between(600.0 * sp_calc_rest_per_min(K, 0.0, 0.0, true), ordinary.fatigue, 0.5);
  assert_true(sp_calc_rest_per_min(K, 1.0, 0.0, true) < sp_calc_rest_per_min(K, 0.0, 0.0, true));
  assert_true(sp_calc_rest_per_min(K, 0.0, 9.0, true) < sp_calc_rest_per_min(K, 0.0, 0.0, true));
  assert_true(sp_calc_rest_per_min(K, 0.0, 0.0, false) < sp_calc_rest_per_min(K, 0.0, 0.0, true));
  /* horse: 56 km in a day of 8 h is possible, a 4 h chase at 8 km/h leaves something, 8 h of it do not */
  between(march_for(56000, SP_PACE_BRISK, &horse, 1, 15).fatigue, 0.4, 0.8);
  between(march_for(32000, SP_PACE_FORCED, &horse, 1, 15).fatigue, 0.4, 0.7);
  assert_true(march_for(64000, SP_PACE_FORCED, &horse, 1, 15).fatigue > 1.0);
}

static void straggling_by_the_day(void **state) {
  (void)state;
  sp_column foot = {.foot = 8000};
  between(march_for(22000, SP_PACE_ORDINARY, &foot, 0, 15).lost, 0.0020, 0.0030);  /* 0.25 % */
  between(march_for(36000, SP_PACE_BRISK, &foot, 0, 15).lost, 0.0060, 0.0100);     /* strenuous: 0.8 % */
  between(march_for(45000, SP_PACE_FORCED, &foot, 0, 15).lost, 0.02, 0.06);
  double before = 0.0;
  for (int i = 0; i <= 10; i++) {
    double rate = sp_calc_straggle_per_min(K, i / 10.0, &level_road, SP_PACE_ORDINARY, 0.5);
    assert_true(rate > before);
    before = rate;
  }
  /* fresh, ordinary, middling troops: 0.00032/60 a minute; the worst 1.6 of it, the best 0.4 */
  near(sp_calc_straggle_per_min(K, 0, &level_road, SP_PACE_ORDINARY, 0.5), 0.00032 / 60, 1e-12);
  near(sp_calc_straggle_per_min(K, 0, &level_road, SP_PACE_ORDINARY, 0.0), 0.000512 / 60, 1e-12);
  near(sp_calc_straggle_per_min(K, 0, &level_road, SP_PACE_ORDINARY, 1.0), 0.000128 / 60, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(column_of_the_reference), cmocka_unit_test(slack_from_order_and_fatigue),
      cmocka_unit_test(pace_of_each_arm),        cmocka_unit_test(ground_and_sky),
      cmocka_unit_test(worse_is_never_faster),   cmocka_unit_test(clausewitz_five_points),
      cmocka_unit_test(falling_in_and_halts),    cmocka_unit_test(a_day_tires_and_a_night_restores),
      cmocka_unit_test(straggling_by_the_day),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
