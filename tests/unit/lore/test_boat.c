/* test_boat.c - room, loading, way and danger of boats and rafts against arithmetic done by hand.
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

static void room_and_hours(void **state) {
  (void)state;
  sp_cargo cargo = {.men = 200.0, .beasts = 20.0, .carts = 5.0, .light_guns = 2.0, .heavy_guns = 1.0, .grain_kg = 8000.0};
  NEAR(sp_calc_boat_cargo(K, &cargo), 200.0 + 100.0 + 60.0 + 10.0 + 30.0 + 100.0);
  NEAR(sp_calc_boat_room(K, 10.0, 4.0), 360.0);
  NEAR(sp_calc_boat_load_min(K, 3.0, 0.0), 60.0);
  NEAR(sp_calc_boat_load_min(K, 30.0, 6.0), 180.0); /* twelve at a time */
  NEAR(sp_calc_boat_work(K, 1.0), 1.0);
  NEAR(sp_calc_boat_work(K, 0.0), 0.5);
  double hours = 75000.0 / sp_calc_boat_m_min(K, true, 0.0, 0.0) / 60.0;
  assert_true(hours > 47.0 && hours < 49.0); /* a raft is two days to an island 75 km off */
  NEAR(75000.0 / sp_calc_boat_m_min(K, false, 0.0, 0.0), 1000.0);
  NEAR(sp_calc_boat_m_min(K, false, 10.0, 1.0), 112.5);
  NEAR(sp_calc_boat_m_min(K, false, 10.0, -1.0), 37.5);
  NEAR(sp_calc_boat_m_min(K, false, 5.0, -1.0), 56.25);
  NEAR(sp_calc_boat_founder_per_h(K, false, 10.0), 0.0);
  NEAR(sp_calc_boat_founder_per_h(K, false, 15.0), 0.05);
  NEAR(sp_calc_boat_founder_per_h(K, true, 12.0), 0.2);
}

/* More to carry never wants less room, more boats never have less; more wind is never safer, and a raft never safer than a boat. */
static void more_is_never_less(void **state) {
  (void)state;
  for (int n = 0; n < 60; n++) {
    assert_true(sp_calc_boat_room(K, n + 1, n) > sp_calc_boat_room(K, n, n) && sp_calc_boat_room(K, n, n + 1) > sp_calc_boat_room(K, n, n));
    assert_true(sp_calc_boat_load_min(K, n + 1, 0.0) >= sp_calc_boat_load_min(K, n, 0.0));
    double wind = 0.5 * n;
    assert_true(sp_calc_boat_founder_per_h(K, false, wind + 0.5) >= sp_calc_boat_founder_per_h(K, false, wind));
    assert_true(sp_calc_boat_founder_per_h(K, true, wind) >= sp_calc_boat_founder_per_h(K, false, wind));
    assert_true(sp_calc_boat_m_min(K, true, wind, 0.3) <= sp_calc_boat_m_min(K, false, wind, 0.3) && sp_calc_boat_m_min(K, true, wind, -1.0) > 0.0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(room_and_hours), cmocka_unit_test(more_is_never_less)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
