/* Parties that strike and ride off: hand-computed figures, and which way each thing pulls. SPDX-License-Identifier: Apache-2.0 */
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

static sp_harass column(void) {
  return (sp_harass){.strikers = 150.0, .quality = 0.5, .order = 1.0, .wind = 1.0, .men = 4000.0, .exposed = 400.0, .density = 2.0, .shot = 140.0, .his_quality = 0.5, .his_order = 1.0, .light = 1.0};
}

static void by_hand(void **state) {
  (void)state;
  near(sp_calc_harass_strikers(K, 300.0, SP_RELIEF_PLAIN, SP_COVER_OPEN), 150.0, 1e-9);
  near(sp_calc_harass_strikers(K, 300.0, SP_RELIEF_HILLS, SP_COVER_WOOD), 45.0, 1e-9);   /* 0.6 * 0.5 */
  near(sp_calc_harass_strikers(K, 300.0, SP_RELIEF_ROLLING, SP_COVER_MIXED), 90.0, 1e-9); /* 0.8 * 0.75 */
  sp_harass h = column();
  near(sp_calc_harass_min(K, &h), 10.0, 1e-9);
  near(sp_calc_harass_delay_min(K, &h), 16.93, 0.01); /* 20 * (1 - exp(-150 / 80)) */
  h.screen = 75.0;
  near(sp_calc_harass_min(K, &h), 7.0, 1e-9);
  h.screen = 600.0;
  near(sp_calc_harass_min(K, &h), 4.0, 1e-9);
  near(sp_calc_harass_delay_min(K, &h), 3.556, 0.01); /* 14 * 0.8467 * 0.3 */
  h.shot = 0.0;
  near(sp_calc_harass_lost(K, &h), 7.316, 0.001); /* 150 * (1 - exp(-0.05)) */
  h.wind = 0.4;
  near(sp_calc_harass_lost(K, &h), 27.19, 0.01); /* 150 * (1 - exp(-0.2)) */
  h.light = 0.0;
  h.screen = 0.0;
  near(sp_calc_harass_min(K, &h), 15.0, 1e-9);
  sp_harass foragers = {.strikers = 50.0, .men = 2000.0, .exposed = 100.0, .foragers = true, .light = 1.0};
  near(sp_calc_harass_hits(K, &foragers), 9.516, 0.001); /* 100 * (1 - exp(-50 * 0.02 * 10 / 100)) */
  near(sp_calc_harass_finds(K, 0.0), 1.0, 0.0);
  near(sp_calc_harass_finds(K, 1.0), 0.3, 1e-12);
  near(sp_calc_harass_hits(K, &(sp_harass){.strikers = 0.0, .exposed = 10.0}), 0.0, 0.0);
}

/* 75 bows, six times busy, ten minutes at 35 m: as the fire of a line, so many minutes of it. */
static void arrows_are_arrows(void **state) {
  (void)state;
  sp_harass h = column();
  sp_fire f = {.bow = 150.0 * 0.5 * 6.0, .range_m = 35.0, .quality = 0.5, .order = 1.0, .light = 1.0, .target_density = 2.0};
  double hits = sp_calc_harass_hits(K, &h);
  near(hits, 10.0 * sp_calc_fire_hits_per_min(K, &f, NULL), 1e-9);
  assert_true(hits > 3.0 && hits < 30.0);
  h.exposed = 1.0;
  near(sp_calc_harass_hits(K, &h), 1.0, 0.0); /* nobody is hit who is not there */
}

static void what_pulls_which_way(void **state) {
  (void)state;
  double hits = 1e9, lost = -1.0, delay = 1e9;
  for (int n = 0; n <= 10; n++) {
    sp_harass h = column();
    h.screen = 30.0 * n;
    assert_true(sp_calc_harass_hits(K, &h) <= hits && sp_calc_harass_delay_min(K, &h) <= delay);
    hits = sp_calc_harass_hits(K, &h);
    delay = sp_calc_harass_delay_min(K, &h);
    h.shot = 0.0;
    assert_true(sp_calc_harass_lost(K, &h) >= lost);
    lost = sp_calc_harass_lost(K, &h);
  }
  lost = 1e9;
  for (int n = 0; n <= 10; n++) {
    sp_harass h = column();
    h.screen = 150.0;
    h.wind = 0.1 * n;
    assert_true(sp_calc_harass_lost(K, &h) <= lost);
    lost = sp_calc_harass_lost(K, &h);
  }
  delay = -1.0;
  for (int n = 0; n <= 10; n++) {
    sp_harass h = column();
    h.strikers = 50.0 * n;
    assert_true(sp_calc_harass_delay_min(K, &h) >= delay);
    delay = sp_calc_harass_delay_min(K, &h);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(arrows_are_arrows), cmocka_unit_test(what_pulls_which_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
