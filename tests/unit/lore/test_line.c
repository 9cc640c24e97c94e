/* test_line.c - frontage, men per metre, deployment.
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

static void frontage(void **state) {
  (void)state;
  near(sp_calc_frontage_m(K, SP_RELIEF_PLAIN, SP_COVER_OPEN, SP_ROAD_POST), 6000, 1e-9);
  near(sp_calc_frontage_m(K, SP_RELIEF_ROLLING, SP_COVER_FIELDS, SP_ROAD_ROAD), 6000 * 0.8 * 0.95, 1e-9);
  near(sp_calc_frontage_m(K, SP_RELIEF_HILLS, SP_COVER_WOOD, SP_ROAD_TRACK), 6000 * 0.4 * 0.4, 1e-9);
  near(sp_calc_frontage_m(K, SP_RELIEF_MOUNTAIN, SP_COVER_OPEN, SP_ROAD_PATH), 600 * 0.4, 1e-9); /* a defile */
  near(sp_calc_frontage_m(K, SP_RELIEF_PLAIN, SP_COVER_OPEN, SP_ROAD_PATH), 6000, 1e-9); /* a path over a plain is none */
  near(sp_calc_frontage_m(K, SP_RELIEF_PLAIN, SP_COVER_MARSH, SP_ROAD_CAUSEWAY), 80, 1e-9);
  near(sp_calc_frontage_m(K, SP_RELIEF_PLAIN, SP_COVER_MARSH, SP_ROAD_COUNTRY), 1200, 1e-9);
  for (int relief = 1; relief < SP_RELIEF_COUNT; relief++) {
    for (int cover = 1; cover < SP_COVER_COUNT; cover++) {
      double here = sp_calc_frontage_m(K, (sp_relief)relief, (sp_cover)cover, SP_ROAD_ROAD);
      assert_true(here > 0.0 && here < sp_calc_frontage_m(K, (sp_relief)relief, SP_COVER_OPEN, SP_ROAD_ROAD));
      assert_true(here < sp_calc_frontage_m(K, (sp_relief)(relief - 1), (sp_cover)cover, SP_ROAD_ROAD));
    }
  }
}

static void men_per_metre(void **state) {
  (void)state;
  near(sp_calc_line_men_per_m(K, 0.0), 5, 1e-12);
  near(sp_calc_line_men_per_m(K, 1.0), 2, 1e-12);
  /* 750 foot on 150 m, 250 horse on 125 m: 1,000 on 275 m */
  near(sp_calc_line_men_per_m(K, 0.25), 1000.0 / 275.0, 1e-9);
}

static void deployment(void **state) {
  (void)state;
  near(sp_calc_deploy_min(K, 3000, 1, 0.5, SP_RELIEF_PLAIN), 70, 1e-9); /* 20 + 3,000/60 */
  near(sp_calc_deploy_min(K, 0, 1, 0.5, SP_RELIEF_PLAIN), 20, 1e-9);
  near(sp_calc_deploy_min(K, 3000, 0, 0.5, SP_RELIEF_PLAIN), 140, 1e-9);
  near(sp_calc_deploy_min(K, 3000, 1, 1, SP_RELIEF_PLAIN), 35, 1e-9);
  near(sp_calc_deploy_min(K, 3000, 1, 0, SP_RELIEF_HILLS), 70 * 1.5 * 1.4, 1e-9);
  for (int i = 1; i <= 10; i++) {
    double now = i * 0.1, before = (i - 1) * 0.1;
    assert_true(sp_calc_deploy_min(K, 1000, now, 0.4, SP_RELIEF_ROLLING) <
                sp_calc_deploy_min(K, 1000, before, 0.4, SP_RELIEF_ROLLING));
    assert_true(sp_calc_deploy_min(K, 1000, 0.5, now, SP_RELIEF_ROLLING) <
                sp_calc_deploy_min(K, 1000, 0.5, before, SP_RELIEF_ROLLING));
    assert_true(sp_calc_deploy_min(K, 1000 * now, 0.5, 0.5, SP_RELIEF_ROLLING) >
                sp_calc_deploy_min(K, 1000 * before, 0.5, 0.5, SP_RELIEF_ROLLING));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frontage),
      cmocka_unit_test(men_per_metre),
      cmocka_unit_test(deployment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
