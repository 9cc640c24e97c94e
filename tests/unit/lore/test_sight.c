/* test_sight.c - visibility, finding, estimates, sound.
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

static void visibility(void **state) {
  (void)state;
  near(sp_calc_visibility_m(K, 1, 0, 0, 0), 5600, 1e-9);
  near(sp_calc_visibility_m(K, 0, 0, 0, 0), 200, 1e-9);
  near(sp_calc_visibility_m(K, 0.375, 0, 0, 0), 200 + 5400 / 8.0, 1e-9); /* half of enough light, cubed */
  near(sp_calc_visibility_m(K, 1, 8, 0, 0), 5600 / 3.0, 1e-9);          /* 1 + 8/4 */
  near(sp_calc_visibility_m(K, 1, 0, 300, 0), 300, 1e-9);               /* fog */
  near(sp_calc_visibility_m(K, 0, 0, 300, 0), 200, 1e-9);               /* night is worse than that fog */
  near(sp_calc_visibility_m(K, 1, 0, 0, 9000), 9000, 1e-9);             /* dust by day, */
  near(sp_calc_visibility_m(K, 0, 0, 0, 9000), 200, 1e-9);              /* none by night */
  sp_column great = {.foot = 10000, .mounted = 4000};
  near(sp_calc_dust_m(K, &great, 0, 0, 0), 11000 * 0.9, 1e-6); /* 18,000/(18,000 + 2,000) */
  assert_true(sp_calc_dust_m(K, &great, 0.1, 0, 0) == 0.0 && sp_calc_dust_m(K, &great, 0, 1, 0) == 0.0);
  double before = 1e9;
  for (int i = 0; i <= 20; i++) {
    double now = sp_calc_visibility_m(K, 0.9, i, 0, 0);
    assert_true(now <= before);
    before = now;
  }
}

static void finding(void **state) {
  (void)state;
  /* 900 men half way out: 0.5 * 900/1,200 * 0.25; in motion 1.6 times, in wood 0.15, behind 500 horse half */
  near(sp_calc_sight_per_min(K, 1000, 2000, 900, false, 0, SP_COVER_OPEN), 0.09375, 1e-12);
  near(sp_calc_sight_per_min(K, 1000, 2000, 900, true, 0, SP_COVER_OPEN), 0.15, 1e-12);
  near(sp_calc_sight_per_min(K, 1000, 2000, 900, false, 0, SP_COVER_WOOD), 0.0140625, 1e-12);
  near(sp_calc_sight_per_min(K, 1000, 2000, 900, false, 500, SP_COVER_OPEN), 0.046875, 1e-12);
  assert_true(sp_calc_sight_per_min(K, 2000, 2000, 900, true, 0, SP_COVER_OPEN) == 0.0);
  assert_true(sp_calc_sight_per_min(K, 0, 0, 900, true, 0, SP_COVER_OPEN) == 0.0);
  assert_true(sp_calc_sight_per_min(K, 100, 2000, 0, true, 0, SP_COVER_OPEN) == 0.0);
}

static void estimates(void **state) {
  (void)state;
  near(sp_calc_estimate_sigma(K, 0, 2000, 0.5), 0.1, 1e-12);
  near(sp_calc_estimate_sigma(K, 2000, 2000, 0.5), 0.7, 1e-12);
  near(sp_calc_estimate_sigma(K, 1000, 2000, 0.5), 0.4, 1e-12);
  near(sp_calc_estimate_sigma(K, 1000, 2000, 1.0), 0.24, 1e-12); /* 0.4 * (1 - 0.4) */
  near(sp_calc_estimate_sigma(K, 1000, 2000, 0.0), 0.56, 1e-12);
  near(sp_calc_estimate_sigma(K, 1000, 0, 0.5), 0.7, 1e-12);
  near(sp_calc_heading_sigma_deg(K, 0, 2000, 0.5), 5.0, 1e-12);
  near(sp_calc_heading_sigma_deg(K, 1000, 2000, 0.5), 22.5, 1e-12); /* 5 + 35 / 2 */
  near(sp_calc_heading_sigma_deg(K, 1000, 2000, 1.0), 13.5, 1e-12);
  near(sp_calc_kind_wrong(K, 0, 2000, 0.5), 0.0, 1e-12);
  near(sp_calc_kind_wrong(K, 1000, 2000, 0.5), 0.2, 1e-12);
  near(sp_calc_kind_wrong(K, 2000, 2000, 0.0), 0.56, 1e-12); /* 0.4 * 1.4 */
  assert_true(sp_calc_side_told(K, 2000, 5600) && !sp_calc_side_told(K, 2001, 5600));
  assert_true(sp_calc_side_told(K, 1000, 2800) && !sp_calc_side_told(K, 1001, 2800)); /* rain that halves the sight halves this too */
}

static void hearing(void **state) {
  (void)state;
  near(sp_calc_hearing_m(K, 0, 0, false), 1500, 1e-9);
  near(sp_calc_hearing_m(K, 0, 0, true), 15000, 1e-9);
  near(sp_calc_hearing_m(K, 12, 12, true), 15000 / 4.0, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(visibility), cmocka_unit_test(finding), cmocka_unit_test(estimates), cmocka_unit_test(hearing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
