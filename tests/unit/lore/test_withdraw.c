/* test_withdraw.c - going back in touch of the enemy, by hand. SPDX-License-Identifier: Apache-2.0 */
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

/* 1,000 foot in order 0.8 on an open plain by day, as many horse after them under a man without caution. */
static sp_withdrawal plain(void) { return (sp_withdrawal){.men = 1000, .order = 0.8, .enemy_horse = 1000, .enemy_attacks = 1, .light = 1}; }

static void by_hand(void **state) {
  (void)state;
  sp_withdrawal x = plain();
  near(sp_calc_withdraw_overtaken(K, &x), 1.0 - sp_exp(-0.06 * sp_exp(0.4)), 1e-12); /* 0.0856 */
  near(sp_calc_withdraw_disorder(K, &x), 0.3, 1e-12);
  x.in_turns = true; /* 0.4 of it */
  near(sp_calc_withdraw_overtaken(K, &x), 1.0 - sp_exp(-0.024 * sp_exp(0.4)), 1e-12);
  near(sp_calc_withdraw_disorder(K, &x), 0.12, 1e-12);
  x = plain(), x.staying = 1000; /* as many stand as go: half */
  near(sp_calc_withdraw_overtaken(K, &x), 1.0 - sp_exp(-0.03 * sp_exp(0.4)), 1e-12);
  x = plain(), x.enemy_horse = 0, x.enemy_foot = 1000; /* foot is worth 0.15 */
  near(sp_calc_withdraw_pressed(K, &x), 0.15, 1e-12);
  x = plain(), x.enemy_attacks = 0; /* told to hold: half is let go */
  near(sp_calc_withdraw_pressed(K, &x), 0.5, 1e-12);
  x = plain(), x.enemy_caution = 0.5; /* 1 - 0.6 * 0.5 */
  near(sp_calc_withdraw_pressed(K, &x), 0.7, 1e-12);
  x = plain(), x.relief = SP_RELIEF_HILLS, x.cover = SP_COVER_WOOD; /* 0.6 * 0.35 */
  near(sp_calc_withdraw_overtaken(K, &x), 1.0 - sp_exp(-0.06 * 0.21 * sp_exp(0.4)), 1e-12);
  x = plain(), x.enemy_horse = 0;
  near(sp_calc_withdraw_overtaken(K, &x), 0.0, 1e-15);
  x = plain(), x.men = 0;
  near(sp_calc_withdraw_overtaken(K, &x), 0.0, 1e-15);
}

static void monotone(void **state) {
  (void)state;
  double order = 1.0, horse = -1.0, rear = 1.0;
  for (int n = 0; n <= 10; n++) {
    sp_withdrawal x = plain();
    x.order = n / 10.0;
    double now = sp_calc_withdraw_overtaken(K, &x);
    assert_true(now < order && now > 0.0);
    order = now;
    x = plain(), x.enemy_horse = 100.0 * n;
    now = sp_calc_withdraw_overtaken(K, &x);
    assert_true(now > horse && now < 1.0);
    horse = now;
    x = plain(), x.staying = 300.0 * n;
    now = sp_calc_withdraw_overtaken(K, &x);
    assert_true(now < rear);
    rear = now;
  }
  sp_withdrawal day = plain(), night = plain();
  night.light = 0.0;
  assert_true(sp_calc_withdraw_overtaken(K, &night) < sp_calc_withdraw_overtaken(K, &day));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(monotone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
