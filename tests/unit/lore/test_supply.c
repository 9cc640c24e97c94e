/* test_supply.c - rations, depots, trains, posts, forage, ditches, ice against the books and against arithmetic done by hand;
 * and what must never go the wrong way.
 * SPDX-License-Identifier: Apache-2.0
 */
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

static void the_books_rations_are_exact(void **state) {
  (void)state;
  sp_ration tang = sp_calc_ration(K, SP_RATION_TANG); /* 太白陰經 */
  assert_true(sp_calc_need_shi_d(&tang, 12500, 0) == 250.0);
  assert_true(sp_calc_need_shi_d(&tang, 0, 25000) == 1250.0);
  sp_ration parched = sp_calc_ration(K, SP_RATION_PARCHED), dried = sp_calc_ration(K, SP_RATION_DRIED); /* 武備志 */
  assert_true(sp_calc_need_shi_d(&parched, 100, 0) == 1.0);
  assert_true(sp_calc_depot_days(&dried, 1.0, 1, 0) == 50.0);
  assert_true(sp_calc_slaughter_rations(K, 1, 0, 0) == 50.0);
  assert_true(sp_calc_slaughter_rations(K, 0, 1, 0) == 50.0);
  assert_true(sp_calc_slaughter_rations(K, 0, 0, 1) == 30.0);
  assert_true(sp_calc_slaughter_rations(K, 0, 640, 0) == 32000.0); /* a meal for 80,000 */
}

static void the_depot_of_seventy_thousand_shi(void **state) {
  (void)state;
  static const struct { double sheng, men, horses, days; } row[] = {
      {1.0, 100000, 0, 70.0}, {1.5, 100000, 0, 46.667}, {2.0, 100000, 0, 35.0}, {1.5, 100000, 20000, 33.333}, {1.5, 100000, 40000, 25.926}, {1.5, 250000, 0, 18.667}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    sp_ration r = {.man_sheng = row[i].sheng, .horse_sheng = 3.0, .shi_kg = 88.0};
    NEAR(sp_calc_depot_days(&r, 70000, row[i].men, row[i].horses), row[i].days, 0.001);
  }
  sp_ration r = sp_calc_ration(K, SP_RATION_CAMPAIGN);
  assert_true(sp_calc_depot_days(&r, 70000, 0, 0) == SP_CALC_ENDLESS);
  assert_true(sp_calc_depot_days(&r, -5, 10, 0) == 0.0);
}

static void hunger_kills_after_weeks(void **state) {
  (void)state;
  assert_true(sp_calc_starved_share(K, 0) == 0.0 && sp_calc_starved_share(K, 20) == 0.0);
  NEAR(sp_calc_starved_share(K, 35), 0.5, 1e-12);
  NEAR(sp_calc_starved_share(K, 27.5), 0.25, 1e-12);
  assert_true(sp_calc_starved_share(K, 400) == 1.0);
}

/* 夢溪筆談: one, two, three porters to a soldier. */
static void the_porters_of_shen_kuo(void **state) {
  (void)state;
  static const double out[] = {5, 18, 26, 31}, back[] = {3, 9, 13, 16};
  for (int32_t n = 0; n <= 3; n++) {
    assert_true(sp_calc_porter_days(K, n, false) == out[n]);
    assert_true(sp_calc_porter_days(K, n, true) == back[n]);
  }
  for (int32_t n = 0; n < 60; n++) assert_true(sp_calc_porter_days(K, n + 1, false) >= sp_calc_porter_days(K, n, false));
}

static void a_train_eats_itself(void **state) {
  (void)state;
  sp_carriage k = {.load_kg = 100.0, .eats_kg_d = 2.7, .m_per_day = 24000.0}; /* c - 2et: 18.5 days */
  NEAR(sp_calc_carriage_reach_m(&k, true) / k.m_per_day, 18.52, 0.01);
  NEAR(sp_calc_carriage_reach_m(&k, false) / k.m_per_day, 37.04, 0.01);
  NEAR(sp_calc_delivered_share(&k, 240000, true), 1.0 - 2.7 * 20 / 100.0, 1e-12);
  NEAR(sp_calc_delivered_share(&k, 240000, false), 1.0 - 2.7 * 10 / 100.0, 1e-12);
  assert_true(sp_calc_delivered_share(&k, 9e6, true) == 0.0);
  NEAR(sp_calc_carriers_needed(&k, 1000, 240000), 1000.0 * 20 / 46.0, 1e-9);
  assert_true(sp_calc_carriers_needed(&k, 1000, 9e6) == SP_CALC_ENDLESS);
  sp_ration r = sp_calc_ration(K, SP_RATION_CAMPAIGN);
  sp_carriage cart = sp_calc_carriage(K, SP_CARRIER_CART, &r, false);
  NEAR(cart.load_kg, 440.0, 1e-9);
  NEAR(cart.eats_kg_d, 2 * 10.0 + 1.32, 1e-9);
  NEAR(sp_calc_carriage_reach_m(&cart, true), 440.0 / (2 * 21.32) * 14000.0, 0.01);
}

static const sp_going fair = {.road = SP_ROAD_POST, .light = 1.0, .temperature_c = 15.0, .knows_ground = 0.5};

static void word_on_the_road(void **state) {
  (void)state;
  NEAR(sp_calc_letter_h(K, SP_RELAY_FOOT, &fair, 300 * 576.0), 24.0, 1e-9);   /* 急遞鋪 */
  NEAR(sp_calc_letter_h(K, SP_RELAY_FOOT, &fair, 10 * 576.0), 0.8, 1e-9);     /* three ke and a little */
  NEAR(sp_calc_letter_h(K, SP_RELAY_EXPRESS, &fair, 400 * 576.0), 24.0, 1e-9);
  NEAR(sp_calc_letter_h(K, SP_RELAY_RIDER, &fair, 12480.0), 1.0, 1e-6);       /* 208 m/min while fresh */
  NEAR(sp_calc_along_column_min(K, &fair, 14560.0, 0.0, false), 100.0, 1e-6); /* 0.7 of it */
  NEAR(sp_calc_along_column_min(K, &fair, 19890.0, 53.3, false), 100.0, 0.01); /* 145.6 + 53.3 towards each other */
  NEAR(sp_calc_along_column_min(K, &fair, 9230.0, 53.3, true), 100.0, 0.01);
  assert_true(sp_calc_along_column_min(K, &fair, 1000.0, 500.0, true) == SP_CALC_ENDLESS);
}

static void the_country_gives_and_is_eaten_up(void **state) {
  (void)state;
  sp_forage_land land = {.reach_m = 10000, .month = 9};
  NEAR(sp_calc_forage_grain_shi(K, &land), SP_PI * 100 * 20 * 3 * 0.4, 1e-6);
  double before = sp_calc_forage_grain_shi(K, &land);
  static const int32_t after_harvest[] = {10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t i = 0; i < sizeof after_harvest / sizeof *after_harvest; i++) {
    land.month = after_harvest[i];
    double now = sp_calc_forage_grain_shi(K, &land);
    assert_true(now < before && now > 0.0);
    before = now;
  }
  land.month = 7;
  double summer = sp_calc_forage_green_kg(K, &land);
  land.month = 12;
  assert_true(sp_calc_forage_green_kg(K, &land) < 0.2 * summer);
  double settled = sp_calc_forage_grain_shi(K, &land);
  land.devastated = true;
  NEAR(sp_calc_forage_grain_shi(K, &land), 0.05 * settled, 1e-9);
}

static void spades(void **state) {
  (void)state;
  assert_true(sp_calc_ditch_m3(6000, 4, 2) == 36000.0);
  NEAR(sp_calc_ditch_h(K, 36000, 2, 5000, SP_SOIL_LOAM, false), 36000.0 / (5000 * 0.375), 1e-9);
  NEAR(sp_calc_dig_m3_h(K, SP_SOIL_LOAM, 1.0, false), 0.5, 1e-12);
  NEAR(sp_calc_dig_m3_h(K, SP_SOIL_LOAM, 3.0, true), 0.5 * 0.25 / 2.0, 1e-12);
  assert_true(sp_calc_ditch_h(K, 10, 2, 0, SP_SOIL_LOAM, false) == SP_CALC_ENDLESS);
  /* 太白陰經: a moat 20 chi wide, 10 deep, 10 at the bottom, 30 cubic chi a man a day (0.3 m to the chi, ten hours): the slow end. */
  sp_constants slow = *K;
  slow.dig_m3_h = 0.16;
  NEAR(sp_calc_dig_m3_h(&slow, SP_SOIL_LOAM, 3.0, false) * 10.0, 30 * 0.027, 0.05);
}

static void ice_bears_by_dyer(void **state) {
  (void)state;
  double foot = sp_calc_ice_needed_cm(K, SP_ARM_SPEAR), horse = sp_calc_ice_needed_cm(K, SP_ARM_HORSE), heavy = sp_calc_ice_needed_cm(K, SP_ARM_HEAVY_GUN);
  assert_true(foot >= 3 * 2.54 && foot <= 4 * 2.55);
  NEAR(horse, 4.5 * 2.54, 0.1);
  NEAR(heavy, 6 * 2.54, 0.1);
  assert_true(sp_calc_ice_needed_cm(K, SP_ARM_LIGHT_GUN) == horse && sp_calc_ice_needed_cm(K, SP_ARM_CART) == horse);
  NEAR(sp_calc_ice_cm(K, 100.0), 17.0, 1e-9);
  assert_true(sp_calc_ice_cm(K, -3.0) == 0.0);
}

static void a_night_by_the_bridges(void **state) {
  (void)state;
  NEAR(sp_calc_crossing_elapsed_h(K, 10, 12, true), 10.0, 1e-9);
  NEAR(sp_calc_crossing_elapsed_h(K, 16.333, 12, true), 12 + 4.333 / 0.5, 1e-6);
  NEAR(sp_calc_crossing_elapsed_h(K, 16.333, 12, false), 24 + 4.333, 1e-6);
  NEAR(sp_calc_crossing_elapsed_h(K, 12, 12, false), 12.0, 1e-9);
  NEAR(sp_calc_crossing_elapsed_h(K, 54.444, 12, true), 72.444, 0.001);
  assert_true(sp_calc_crossing_elapsed_h(K, 5, 0, false) > 1e14);
  assert_true(sp_calc_crossing_elapsed_h(K, 0, 12, true) == 0.0);
}

/* A keyed draw between two ends. */
static double among(uint64_t *seed, double low, double high) {
  *seed = sp_hash_mix(*seed, 77);
  return low + (high - low) * (double)(*seed >> 40) / 16777216.0;
}

static void nothing_goes_the_wrong_way(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int n = 0; n < 3000; n++) {
    double foot = among(&seed, 0, 1e5), horse = among(&seed, 0, 5e4), carts = among(&seed, 0, 1e4), more = among(&seed, 0, 5e3);
    sp_column a = {.foot = foot, .mounted = horse, .carts = carts}, b = a;
    b.carts += more;
    assert_true(sp_calc_column_m(K, &b, 4, 1.5, 1) >= sp_calc_column_m(K, &a, 4, 1.5, 1));
    assert_true(sp_calc_passage_h(K, &b, &fair, 4, 1.5, 1) >= sp_calc_passage_h(K, &a, &fair, 4, 1.5, 1));
    sp_flow flow = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 3, 0, 1.0), wider = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 4, 0, 1.0);
    assert_true(sp_calc_crossing_h(&flow, &b) >= sp_calc_crossing_h(&flow, &a));
    assert_true(sp_calc_crossing_h(&wider, &a) <= sp_calc_crossing_h(&flow, &a));
    double work = among(&seed, 0, 100), light = among(&seed, 1, 23);
    assert_true(sp_calc_crossing_elapsed_h(K, work + more / 1e3, light, true) >= sp_calc_crossing_elapsed_h(K, work, light, true));
    assert_true(sp_calc_crossing_elapsed_h(K, work, light, false) >= sp_calc_crossing_elapsed_h(K, work, light, true) - 1e-9);
    sp_ration r = sp_calc_ration(K, (sp_ration_norm)(n % SP_RATION_NORM_COUNT));
    double shi = among(&seed, 0, 1e5);
    assert_true(sp_calc_depot_days(&r, shi + more, foot + 1, horse) >= sp_calc_depot_days(&r, shi, foot + 1, horse));
    assert_true(sp_calc_depot_days(&r, shi, foot + 1 + more, horse) <= sp_calc_depot_days(&r, shi, foot + 1, horse));
    assert_true(sp_calc_starved_share(K, work + 1) >= sp_calc_starved_share(K, work));
    sp_carriage k = sp_calc_carriage(K, (sp_carrier)(n % SP_CARRIER_COUNT), &r, n & 1);
    double way = among(&seed, 0, 1e6);
    assert_true(sp_calc_delivered_share(&k, way + more, true) <= sp_calc_delivered_share(&k, way, true));
    assert_true(sp_calc_delivered_share(&k, way, true) <= sp_calc_delivered_share(&k, way, false));
    assert_true(sp_calc_carriers_needed(&k, work, way + more) >= sp_calc_carriers_needed(&k, work, way) * (1 - 1e-12));
    assert_true(sp_calc_letter_h(K, SP_RELAY_RIDER, &fair, way / 10 + more) >= sp_calc_letter_h(K, SP_RELAY_RIDER, &fair, way / 10));
    double depth = among(&seed, 0.1, 6);
    assert_true(sp_calc_dig_m3_h(K, SP_SOIL_LOAM, depth + 0.1, false) <= sp_calc_dig_m3_h(K, SP_SOIL_LOAM, depth, false));
    assert_true(sp_calc_ditch_h(K, more, depth, foot + 2, SP_SOIL_CLAY, false) <= sp_calc_ditch_h(K, more, depth, foot + 1, SP_SOIL_CLAY, true));
    assert_true(sp_calc_ice_cm(K, work + 1) > sp_calc_ice_cm(K, work));
  }
}

static void long_ways_want_rest(void **state) {
  (void)state;
  sp_column division = {.foot = 8000, .light_guns = 16, .carts = 40};
  NEAR(sp_calc_march_days(K, &division, 22500, &fair, false), 22500 / 53.3 / 60 / 7, 1e-9);
  NEAR(sp_calc_march_days(K, &division, 150000, &fair, true) * 15.0, 150.0, 1.0); /* 15 km a day in the long run */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_books_rations_are_exact), cmocka_unit_test(the_depot_of_seventy_thousand_shi), cmocka_unit_test(hunger_kills_after_weeks), cmocka_unit_test(the_porters_of_shen_kuo),
      cmocka_unit_test(a_train_eats_itself), cmocka_unit_test(word_on_the_road), cmocka_unit_test(the_country_gives_and_is_eaten_up), cmocka_unit_test(spades),
      cmocka_unit_test(ice_bears_by_dyer), cmocka_unit_test(a_night_by_the_bridges), cmocka_unit_test(nothing_goes_the_wrong_way), cmocka_unit_test(long_ways_want_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
