/* test_bridge.c - boats, man-hours and hands of floating bridges against arithmetic done by hand.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/constants.h"
#include "shapan/calc.h"

#define K sp_constants_default()
#define NEAR(a, b) assert_true((a) - (b) < 1e-9 && (b) - (a) < 1e-9)

static void boats_and_hours(void **state) {
  (void)state;
  assert_int_equal(sp_calc_bridge_boats(K, 150.0), 30); /* Sancha */
  assert_int_equal(sp_calc_bridge_boats(K, 151.0), 31);
  assert_int_equal(sp_calc_bridge_boats(K, 0.0), 0);
  NEAR(sp_calc_bridge_man_h(K, 150.0, 1.0, false), 2250.0);
  NEAR(sp_calc_bridge_man_h(K, 150.0, 0.0, true), 6000.0);
  NEAR(sp_calc_bridge_man_h(K, 150.0, 0.0, false), 12000.0);
  NEAR(sp_calc_bridge_man_h(K, 150.0, 0.5, true), 4125.0);
  NEAR(sp_calc_bridge_hands(K, 600.0, 1, 1.0), 150.0);
  NEAR(sp_calc_bridge_hands(K, 600.0, 3, 1.0), 450.0);
  NEAR(sp_calc_bridge_hands(K, 100.0, 3, 0.0), 50.0); /* by torches */
  NEAR(sp_calc_bridge_break_man_h(K, 150.0, true, false), 60.0);
  NEAR(sp_calc_bridge_break_man_h(K, 150.0, true, true), 300.0);
  NEAR(sp_calc_bridge_break_man_h(K, 150.0, false, false), 600.0);
}

/* More men, boats, wood or light never make it longer. */
static void more_is_never_longer(void **state) {
  (void)state;
  for (int men = 1; men < 2000; men += 37) {
    for (int boats = 0; boats <= 10; boats++) {
      double work = sp_calc_bridge_man_h(K, 150.0, boats / 10.0, false), hours = work / sp_calc_bridge_hands(K, men, 1, 0.5);
      assert_true(sp_calc_bridge_man_h(K, 150.0, (boats + 1) / 10.0, false) <= work && sp_calc_bridge_man_h(K, 150.0, boats / 10.0, true) <= work);
      assert_true(work / sp_calc_bridge_hands(K, men + 37, 1, 0.5) <= hours && work / sp_calc_bridge_hands(K, men, 1, 0.9) <= hours);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boats_and_hours), cmocka_unit_test(more_is_never_longer)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
