/* Smoke pots: hand-computed figures, and what wind, rain and number may not do. SPDX-License-Identifier: Apache-2.0 */
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

static void by_hand(void **state) {
  (void)state;
  near(sp_calc_pots_wanted(K, 600.0), 50.0, 1e-9); /* 12 m each */
  near(sp_calc_pots_wanted(K, -1.0), 0.0, 0.0);
  near(sp_calc_pot_rounds(K, 10.0, 10.0), 160.0 * 13.0, 1e-9); /* weak ones count for three tenths */
  near(sp_calc_smoke_drift(K, 0.75), 0.5, 1e-9);
  near(sp_calc_smoke_drift(K, 9.0), 1.0, 0.0);
  near(sp_calc_smoke_drift(K, -9.0), -1.0, 0.0);
  near(sp_calc_pots_alight(K, 0.0), 1.0, 1e-12);
  /* 25 pots before 300 m fill it; at 8 m/s half as thick: 0.15 / 2 */
  sp_smoke s = {.pots = 25.0, .share = 1.0, .front_m = 300.0, .density = 1e9, .wind_m_s = 8.0};
  near(sp_calc_smoke_choke(K, &s), 0.075, 1e-12);
  near(sp_calc_smoke_hits(K, &s), 1.25, 1e-12); /* a tenth of a man each, half as thick */
  s.share = 0.0;
  near(sp_calc_smoke_choke(K, &s) + sp_calc_smoke_hits(K, &s), 0.0, 0.0);
}

static void veils_and_far_fires(void **state) {
  (void)state;
  near(sp_calc_veil_seen_m(K, 4000.0, 0.25), 2000.0, 1e-9); /* a quarter of a half */
  near(sp_calc_veil_seen_m(K, 4000.0, 0.0), 4000.0, 1e-9);
  near(sp_calc_veil_seen_m(K, 4000.0, 0.5), 0.0, 1e-9);
  near(sp_calc_veil_seen_m(K, 4000.0, 7.0), 0.0, 1e-9);
  near(sp_calc_veiled_fire(K, 1.0, 0.5), 0.4 / 0.7, 1e-9); /* two fifths of the hits, where there were seven tenths */
  near(sp_calc_veiled_fire(K, 0.3, 0.5), 1.0, 1e-12);
  sp_far_fire f = {.tonnes = 100.0, .light = 1.0, .wind_m_s = 10.0};
  near(sp_calc_fire_smoke_m(K, &f), 6250.0, 1e-6); /* 25 km, half for its size, half for the wind */
  near(sp_calc_fire_glow_m(K, &f), 0.0, 1e-9);
  f.light = 0.0;
  near(sp_calc_fire_smoke_m(K, &f), 0.0, 1e-9);
  near(sp_calc_fire_glow_m(K, &f), 10000.0, 1e-6); /* the wind does not touch it */
  f.fog_m = 800.0;
  near(sp_calc_fire_glow_m(K, &f), 800.0, 1e-9);
  for (double x = 0.0; x < 20.0; x += 0.5) {
    sp_far_fire a = {.tonnes = 10.0 * x, .light = 0.7, .rain_mm_h = 2.0, .wind_m_s = 3.0}, more = a, wetter = a, windier = a;
    more.tonnes += 5.0;
    wetter.rain_mm_h += x;
    windier.wind_m_s += x;
    assert_true(sp_calc_fire_smoke_m(K, &more) > sp_calc_fire_smoke_m(K, &a) && sp_calc_fire_smoke_m(K, &wetter) <= sp_calc_fire_smoke_m(K, &a) && sp_calc_fire_smoke_m(K, &windier) <= sp_calc_fire_smoke_m(K, &a));
    assert_true(sp_calc_veil_seen_m(K, 5000.0, 0.02 * x) >= sp_calc_veil_seen_m(K, 5000.0, 0.02 * x + 0.01));
  }
}

/* With a veil of pots the smoke of a sector is nearly whole in a light wind, and soon gone in a gale. */
static void gales_tear_it(void **state) {
  (void)state;
  double rounds_per_m = sp_calc_pot_rounds(K, sp_calc_pots_wanted(K, 300.0), 0.0) / 5.0 / 300.0; /* 2.67 a minute */
  near(rounds_per_m, 2.667, 0.001);
  near(sp_calc_smoke(K, 0.0, rounds_per_m, 2.0, 5.0), 0.888, 0.002); /* 1.2 made, 0.15 cleared: 0.889, reached to e^-6.75 */
  near(sp_calc_smoke(K, 0.0, rounds_per_m, 16.0, 5.0), 0.585, 0.002); /* 0.85 cleared */
  near(sp_calc_smoke(K, 0.585, 0.0, 16.0, 5.0), 0.0083, 0.001); /* and five minutes later nothing */
}

static void never_the_wrong_way(void **state) {
  (void)state;
  for (double wind = 0.0; wind < 25.0; wind += 0.5) {
    sp_smoke s = {.pots = 20.0, .share = 0.7, .front_m = 400.0, .density = 1.5, .wind_m_s = wind}, more = s, windier = s;
    more.pots = 21.0;
    windier.wind_m_s = wind + 0.5;
    assert_true(sp_calc_smoke_choke(K, &more) > sp_calc_smoke_choke(K, &s) && sp_calc_smoke_hits(K, &more) > sp_calc_smoke_hits(K, &s));
    assert_true(sp_calc_smoke_choke(K, &windier) < sp_calc_smoke_choke(K, &s) && sp_calc_smoke_hits(K, &windier) < sp_calc_smoke_hits(K, &s));
    assert_true(sp_calc_smoke_drift(K, wind - 12.0) <= sp_calc_smoke_drift(K, wind - 11.5));
    assert_true(sp_calc_pots_alight(K, wind) >= sp_calc_pots_alight(K, wind + 0.5) && sp_calc_pots_alight(K, wind) >= 0.0);
  }
  sp_smoke flood = {.pots = 1e9, .share = 1.0, .front_m = 0.0, .density = 1.0};
  assert_true(sp_calc_smoke_choke(K, &flood) <= K->smoke_choke);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(veils_and_far_fires), cmocka_unit_test(gales_tear_it), cmocka_unit_test(never_the_wrong_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
