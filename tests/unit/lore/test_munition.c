/* lore/munition.c against sums worked out by hand. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/constants.h"
#include "shapan/calc_battle.h"
#include "shapan/calc_supply.h"

#define K (&sp_constants_default_values)
#define NEAR(a, b, e) assert_true((a) > (b) - (e) && (a) < (b) + (e))

static void issues(void **state) {
  (void)state;
  NEAR(sp_calc_pouches_g(K, 1000.0), 480000.0, 1e-6); /* 40 shots of 12 g */
  NEAR(sp_calc_gun_issue_g(K, 0.0, 10.0), 1500000.0, 1e-6);
  NEAR(sp_calc_gun_issue_g(K, 10.0, 0.0), 210000.0, 1e-6);
  sp_column train = {.carts = 40, .draught = 100};
  NEAR(sp_calc_powder_train_kg(K, &train), 0.25 * (40.0 * 5.0 * 88.0 + 20.0 * 90.0), 1e-6); /* four fifths of the beasts draw */
  train.carts = 41;
  sp_column more = train;
  more.draught = 102;
  assert_true(sp_calc_powder_train_kg(K, &more) >= sp_calc_powder_train_kg(K, &train));
}

/* The two arsenals of the design table. */
static void half_of_the_price_makes_the_corrupt_arsenal(void **state) {
  (void)state;
  sp_lot_worth sound = {1.0, 0.10, {0.10, 0.04, 0.01}};
  sp_lot_worth same = sp_calc_lot_bribed(K, sound, 0.0), corrupt = sp_calc_lot_bribed(K, sound, 0.5), all = sp_calc_lot_bribed(K, (sp_lot_worth){1.0, 0.1, {0.5, 0.3, 0.2}}, 1.0);
  NEAR(same.strength, 1.0, 1e-12);
  NEAR(corrupt.strength, 0.7, 1e-12);
  NEAR(corrupt.spread, 0.35, 1e-12);
  NEAR(corrupt.bad[0], 0.20, 1e-12);
  NEAR(corrupt.bad[1], 0.13, 1e-12);
  NEAR(corrupt.bad[2], 0.07, 1e-12);
  NEAR(all.bad[0] + all.bad[1] + all.bad[2], 1.0, 1e-12);
  for (double b = 0.1; b <= 1.0; b += 0.1) {
    sp_lot_worth less = sp_calc_lot_bribed(K, sound, b - 0.1), more = sp_calc_lot_bribed(K, sound, b);
    assert_true(more.strength < less.strength && more.bad[0] > less.bad[0] && more.bad[1] > less.bad[1] && more.bad[2] > less.bad[2]);
  }
}

static void what_a_trial_says(void **state) {
  (void)state;
  double low, high, low_long, high_long;
  sp_calc_lot_interval(K, 8.0, 20.0, &low, &high);
  NEAR(low, 0.218, 0.002); /* Beta(9, 13) */
  NEAR(high, 0.616, 0.002);
  sp_calc_lot_interval(K, 80.0, 200.0, &low_long, &high_long);
  assert_true(low_long > low && high_long < high);
  sp_calc_lot_interval(K, 0.0, 0.0, &low, &high);
  NEAR(low, 0.025, 1e-6);
  NEAR(high, 0.975, 1e-6);
}

static void eyes(void **state) {
  (void)state;
  NEAR(sp_calc_look_ln(K, 0.5), 0.3, 1e-12);
  NEAR(sp_calc_look_ln(K, 1.0), 0.12, 1e-12);
  NEAR(sp_calc_look_ln(K, 0.0), 0.48, 1e-12);
}

static void trust(void **state) {
  (void)state;
  assert_true(sp_calc_weapons_fail(K, 0.15, 1.0, 1.0) == 0.0);
  NEAR(sp_calc_weapons_fail(K, 0.4, 1.0, 0.0), 0.5, 1e-12);
  assert_true(sp_calc_weapons_fail(K, 0.7, 1.0, 0.0) == 1.0);
  NEAR(sp_calc_weapons_fail(K, 0.0, 0.7, 1.0), (0.3 - 0.15) / 0.45, 1e-9);
  NEAR(sp_calc_weapons_fail(K, 0.0, 0.7, 0.25), 0.5 * (0.3 - 0.15) / 0.45, 1e-9);
  assert_true(sp_calc_weapons_fail(K, 0.0, 1.3, 1.0) == 0.0);
  sp_stress calm = {.size = 1000.0, .order = 1.0, .quality = 0.5, .leader_skill = 0.5}, cheated = calm;
  cheated.weapons = 1.0;
  double ratio = sp_calc_break_per_h(K, &cheated, NULL) / sp_calc_break_per_h(K, &calm, NULL);
  NEAR(ratio, 3.3201, 0.001); /* e to the 1.2 */
}

static void blasts(void **state) {
  (void)state;
  NEAR(sp_calc_blast_dead(K, 4000.0), 12.0, 1e-9);
  assert_true(sp_calc_blast_dead(K, 0.0) == 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(issues), cmocka_unit_test(half_of_the_price_makes_the_corrupt_arsenal), cmocka_unit_test(what_a_trial_says),
                                     cmocka_unit_test(eyes), cmocka_unit_test(trust), cmocka_unit_test(blasts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
