/* What is taken along and what hunger does, against arithmetic done by hand; and what must never go the wrong way.
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

static void what_a_column_takes_along(void **state) {
  (void)state;
  sp_column foot = {.foot = 100000};
  NEAR(sp_calc_carried_kg(K, &foot), 1300000.0, 1e-6); /* 13 kg each: ten days less a crumb */
  sp_column train = {.foot = 100, .carts = 50, .draught = 120};
  /* 1,300 in bags; 50 carts of 5 shi of 88 kg, six tenths: 13,200; twenty beasts beyond the teams, 90 each: 1,800 */
  NEAR(sp_calc_carried_kg(K, &train), 16300.0, 1e-6);
  sp_column horse = {.mounted = 1000, .led_horses = 700};
  NEAR(sp_calc_carried_kg(K, &horse), 13000.0 + 10000.0 + 42000.0, 1e-6);
}

static void worth_by_rations_missed(void **state) {
  (void)state;
  static const double row[][2] = {{0, 1}, {2, 1}, {3.5, 0.9}, {5, 0.8}, {7.5, 0.675}, {10, 0.55}, {15, 0.3}, {17.5, 0.2}, {20, 0.1}, {60, 0.1}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) NEAR(sp_calc_hungry_worth(K, row[i][0]), row[i][1], 1e-12);
}

static void short_rations_cost_less_than_they_lack(void **state) {
  (void)state;
  assert_true(sp_calc_day_missed(K, 0.0) == 0.0);
  NEAR(sp_calc_day_missed(K, 1.0), 1.0, 1e-12);
  NEAR(sp_calc_day_missed(K, 0.5), 0.25, 1e-12);
  double last = 0.0;
  for (double lack = 0.05; lack <= 1.0; lack += 0.05) {
    double missed = sp_calc_day_missed(K, lack);
    assert_true(missed > last && missed <= lack + 1e-12);
    last = missed;
  }
}

/* Step by step or at one go, as many are left. */
static void the_dead_add_up(void **state) {
  (void)state;
  double left = 1.0;
  for (int d = 0; d < 40; d++) left *= 1.0 - sp_calc_starved_between(K, d, d + 1);
  NEAR(left, 1.0 - sp_calc_starved_share(K, 40), 1e-12);
  assert_true(sp_calc_starved_between(K, 0, 19) == 0.0);
  assert_true(sp_calc_starved_between(K, 49, 60) == 1.0 && sp_calc_starved_between(K, 90, 91) == 0.0); /* nobody is left to die */
  assert_true(sp_calc_beasts_starved_between(K, 0, 10) == 0.0);
  NEAR(sp_calc_beasts_starved_between(K, 0, 20), 0.5, 1e-12);
}

static void the_hungry_leave_the_sooner(void **state) {
  (void)state;
  NEAR(sp_calc_hungry_leave_per_d(K, 5.0), 0.004988, 1e-6); /* 15 % a month: 1 - exp(-0.005) */
  double last = -1.0;
  for (double d = 0.0; d <= 12.0; d += 0.5) {
    double leave = sp_calc_hungry_leave_per_d(K, d);
    assert_true(leave >= last && leave < 0.02);
    last = leave;
  }
}

static void a_beast_wants_both(void **state) {
  (void)state;
  assert_true(sp_calc_beast_fed(K, 1.0, 1.0) == 1.0);
  NEAR(sp_calc_beast_fed(K, 1.0, 0.0), 0.6, 1e-12);
  NEAR(sp_calc_beast_fed(K, 0.0, 1.0), 0.8, 1e-12);
  NEAR(sp_calc_beast_fed(K, 0.5, 0.5), 0.7, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_column_takes_along),  cmocka_unit_test(worth_by_rations_missed), cmocka_unit_test(short_rations_cost_less_than_they_lack),
                                     cmocka_unit_test(the_dead_add_up), cmocka_unit_test(the_hungry_leave_the_sooner), cmocka_unit_test(a_beast_wants_both)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
