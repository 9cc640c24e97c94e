/* test_ground.c - soil water, mud that dries later than it came, frost.
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

static void one_step_by_hand(void **state) {
  (void)state;
  double runoff;
  /* loam 30 of 50 mm, 12 mm/h, 25 C, full light, 5 min: fullness 0.6, runoff share 0.45 * 0.36 = 0.162;
   * soaks in 12 * 0.838 = 10.056; dries 0.5 * 0.6 = 0.3; drains 0.02 * (30 - 25) = 0.1; (10.056 - 0.4)/12 = 0.80467 */
  near(sp_calc_soil_water_mm(K, SP_SOIL_LOAM, 30, 12, 25, 1, 5, &runoff), 30.804667, 1e-6);
  near(runoff, 1.944, 1e-9);
  /* hard frost: nothing soaks in, dries or drains; nine tenths run off */
  near(sp_calc_soil_water_mm(K, SP_SOIL_LOAM, 30, 12, -5, 1, 60, &runoff), 30.0, 1e-12);
  near(runoff, 10.8, 1e-9);
  near(sp_calc_soil_water_mm(K, SP_SOIL_LOAM, 500, 0, 10, 0, 5, NULL), 50.0 - 0.02 * 25 / 12, 1e-9); /* no more than full */
}

static void bounds_and_ticks(void **state) {
  (void)state;
  for (int soil = 0; soil < SP_SOIL_COUNT; soil++) {
    double capacity = sp_calc_soil_capacity_mm(K, (sp_soil)soil);
    double water[3] = {0, 0, 0}, run[3] = {0, 0, 0};
    const double tick[3] = {5, 15, 60};
    for (int k = 0; k < 3; k++) {
      for (double t = 0; t < 3000; t += tick[k]) {
        double runoff, rain = t < 600 ? 20.0 : 0.0; /* 200 mm in ten hours, then forty dry ones */
        water[k] = sp_calc_soil_water_mm(K, (sp_soil)soil, water[k], rain, 20, 0.5, tick[k], &runoff);
        run[k] += runoff * tick[k] / 60;
        assert_true(water[k] >= 0.0 && water[k] <= capacity && runoff >= 0.0 && runoff <= rain);
      }
      assert_true(water[k] == water[0]); /* five-minute steps inside, whatever the tick */
      near(run[k], run[0], 1e-9);
    }
  }
}

static void mud_comes_late_and_goes_later(void **state) {
  (void)state;
  /* wetting loam at 0.775 of capacity: 0.7 * (0.775 - 0.55)/0.45 = 0.35 */
  near(sp_calc_mud(K, SP_SOIL_LOAM, 38.75, 15, 0), 0.35, 1e-9);
  near(sp_calc_mud(K, SP_SOIL_LOAM, 27, 15, 0), 0.0, 1e-12); /* 0.54: below the wetting line */
  near(sp_calc_mud(K, SP_SOIL_LOAM, 50, 15, 0), 0.7, 1e-12);
  /* drying from full to 0.7: 0.7 * (0.7 - 0.4)/0.6 = 0.35, where wetting gives 0.2333 */
  near(sp_calc_mud(K, SP_SOIL_LOAM, 35, 15, 0.7), 0.35, 1e-9);
  near(sp_calc_mud(K, SP_SOIL_LOAM, 35, 15, 0.0), 0.233333333, 1e-9);
  near(sp_calc_mud(K, SP_SOIL_LOAM, 35, 15, 0.3), 0.3, 1e-12); /* between the lines it stays */
  near(sp_calc_mud(K, SP_SOIL_CLAY, 60, 15, 0), 1.0, 1e-12);
  assert_true(sp_calc_mud(K, SP_SOIL_SAND, 30, 15, 0) < 0.25);
  double before = 0;
  for (double water = 0; water <= 50; water += 0.5) {
    double now = sp_calc_mud(K, SP_SOIL_LOAM, water, 15, 0);
    assert_true(now >= before);
    before = now;
  }
}

static void frost_makes_it_firm(void **state) {
  (void)state;
  assert_true(sp_calc_mud(K, SP_SOIL_CLAY, 60, -2, 1.0) == 0.0);
  near(sp_calc_mud(K, SP_SOIL_LOAM, 50, -1, 0.7), 0.35, 1e-9); /* half hard: at most half of the worst */
  /* asking twice changes nothing: no tick may bite more often than another */
  double once = sp_calc_mud(K, SP_SOIL_LOAM, 30, -1, 0.4), twice = sp_calc_mud(K, SP_SOIL_LOAM, 30, -1, once);
  assert_true(once == twice);
  assert_true(sp_calc_mud(K, SP_SOIL_LOAM, 50, 1, 0.0) > 0.6); /* thaw */
}

/* Nine hours of 9 mm/h on a half-wet August road: good at five, muddy by eight, deep by noon, firm after two to four days. */
static void a_wet_day_and_after(void **state) {
  (void)state;
  double water = 25, mud = 0, at[10];
  for (int i = 0; i < 36; i++) {
    if (i % 4 == 0) at[i / 4] = mud;
    water = sp_calc_soil_water_mm(K, SP_SOIL_LOAM, water, 9, 23, 0.8, 15, NULL);
    mud = sp_calc_mud(K, SP_SOIL_LOAM, water, 23, mud);
  }
  assert_true(at[0] == 0.0 && at[3] > 0.3 && at[7] > 0.6);
  int days = 0;
  while (mud > 0.2 && days < 20) {
    for (int i = 0; i < 96; i++) {
      double light = i >= 20 && i < 76 ? 1.0 : 0.0;
      water = sp_calc_soil_water_mm(K, SP_SOIL_LOAM, water, 0, 24, light, 15, NULL);
      mud = sp_calc_mud(K, SP_SOIL_LOAM, water, 24, mud);
    }
    days++;
  }
  if (days < 1 || days > 4) fail_msg("muddy for %d days", days);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_step_by_hand), cmocka_unit_test(bounds_and_ticks), cmocka_unit_test(mud_comes_late_and_goes_later),
      cmocka_unit_test(frost_makes_it_firm), cmocka_unit_test(a_wet_day_and_after),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
