/* test_grenade.c - grenades, wagons, night: by hand.
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

/* 100 good ones into five men per metre: 100 * 0.5 * (1 - exp(-5 / 1.5) = 0.9643) = 48.2; weak ones a quarter. */
static void hits(void **state) {
  (void)state;
  sp_grenades g = {.good = 100, .target_density = 5};
  near(sp_calc_grenade_hits(K, &g), 48.22, 0.01);
  g = (sp_grenades){.weak = 100, .target_density = 5};
  near(sp_calc_grenade_hits(K, &g), 12.05, 0.01);
  g = (sp_grenades){.good = 100, .target_density = 5, .target_cover = 1}; /* full cover stops three of ten */
  near(sp_calc_grenade_hits(K, &g), 33.75, 0.01);
  g = (sp_grenades){.good = 100, .target_density = 5, .target_armour = 1}; /* armour one of four */
  near(sp_calc_grenade_hits(K, &g), 36.16, 0.01);
  g = (sp_grenades){.good = 100, .target_density = 5, .rain_mm_h = 40}; /* a downpour wets half of the fuses */
  near(sp_calc_grenade_hits(K, &g), 24.11, 0.01);
  g = (sp_grenades){.good = 100};
  near(sp_calc_grenade_hits(K, &g), 0, 0);
}

/* 50 wagons of 4 m before 400 m: half of the line; half of that in hills, nothing in wood, marsh, mountains. */
static void shield_wagons(void **state) {
  (void)state;
  near(sp_calc_shield_share(K, 50, 400, SP_RELIEF_PLAIN, SP_COVER_OPEN), 0.5, 1e-12);
  near(sp_calc_shield_share(K, 500, 400, SP_RELIEF_PLAIN, SP_COVER_OPEN), 1, 1e-12);
  near(sp_calc_shield_share(K, 50, 400, SP_RELIEF_HILLS, SP_COVER_OPEN), 0.25, 1e-12);
  near(sp_calc_shield_share(K, 50, 400, SP_RELIEF_PLAIN, SP_COVER_WOOD), 0, 0);
  near(sp_calc_shield_share(K, 50, 400, SP_RELIEF_PLAIN, SP_COVER_MARSH), 0, 0);
  near(sp_calc_shield_share(K, 50, 400, SP_RELIEF_MOUNTAIN, SP_COVER_OPEN), 0, 0);
  near(sp_calc_shield_share(K, 0, 400, SP_RELIEF_PLAIN, SP_COVER_OPEN), 0, 0);
}

/* 2,500 men and 400 beasts: 15,000 + 3,200 square metres, a side of 134.9 m, 539.6 m round; 54 wagons of 5 m are half. */
static void laager(void **state) {
  (void)state;
  near(sp_calc_laager(K, 54, 2500, 400, SP_RELIEF_PLAIN, SP_COVER_FIELDS), 0.50034, 1e-4);
  near(sp_calc_laager(K, 128, 2500, 400, SP_RELIEF_PLAIN, SP_COVER_FIELDS), 1, 0);
  near(sp_calc_laager(K, 54, 2500, 400, SP_RELIEF_HILLS, SP_COVER_FIELDS), 0.25017, 1e-4);
  near(sp_calc_laager(K, 54, 0, 0, SP_RELIEF_PLAIN, SP_COVER_FIELDS), 0, 0);
}

static void night(void **state) {
  (void)state;
  near(sp_calc_dark(K, 1.0), 0, 0);
  near(sp_calc_dark(K, 0.0), 1, 0);
  near(sp_calc_dark_blows(K, 0.0), 1, 0);
  near(sp_calc_dark_blows(K, 1.0), 0.6, 1e-12);
  near(sp_calc_dark_disorder(K, 0.0), 1, 0);
  near(sp_calc_dark_disorder(K, 1.0), 3, 1e-12);
}

/* Twice as deep: 2^0.7; never less than a line; half of it horse: 1.5^0.7. */
static void depth(void **state) {
  (void)state;
  near(sp_calc_depth(K, 2.0, 0.0), 1.62450, 1e-4);
  near(sp_calc_depth(K, 0.3, 0.0), 1, 1e-12);
  near(sp_calc_depth(K, 2.0, 0.5), 1.32819, 1e-4);
  near(sp_calc_depth(K, 2.0, 1.0), 1, 1e-12);
  near(sp_calc_depth(K, 100.0, 0.0), sp_calc_depth(K, 3.0, 0.0), 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hits), cmocka_unit_test(shield_wagons), cmocka_unit_test(laager), cmocka_unit_test(night), cmocka_unit_test(depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
