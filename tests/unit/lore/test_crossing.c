/* test_crossing.c - bridges, fords and ferries by the hour; the arithmetic is in the comments.
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

static void the_host_over_the_daling(void **state) {
  (void)state;
  sp_column host = {.foot = 90000, .mounted = 60000, .carts = 10000};
  sp_flow ten = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 10, 1.3, 1.0);
  /* 90,000/30,000 + 60,000/9,000 + 10,000/1,500 = 3 + 6.667 + 6.667 = 16.33 h */
  near(sp_calc_crossing_h(&ten, &host), 16.333, 0.001);
  sp_flow three = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 3, 1.3, 1.0);
  near(sp_calc_crossing_h(&three, &host), 54.444, 0.001); /* the same by 10/3 */
  /* followers walk with the foot; 25,000 beasts, of which 20,000 are in harness: 5,000/9,000 = 0.556 h more */
  host.foot = 60000, host.followers = 30000, host.draught = 25000;
  near(sp_calc_crossing_h(&ten, &host), 16.889, 0.001);
  /* a black night takes half of every flow */
  sp_flow night = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 10, 1.3, 0.0);
  near(sp_calc_crossing_h(&night, &host), 2 * 16.889, 0.002);
}

static void bridges(void **state) {
  (void)state;
  sp_flow one = sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 0, 9.0, 1.0); /* 0 bridges are one; depth is no matter */
  near(one.foot_per_h, 3000, 1e-9);
  near(one.horse_per_h, 900, 1e-9);
  near(one.cart_per_h, 150, 1e-9);
  sp_flow stone = sp_calc_crossing_flow(K, SP_CROSSING_BRIDGE, 7.0, 1, 0, 1.0); /* twice as wide, firm: * 2 * 1.2 */
  near(stone.foot_per_h, 7200, 1e-6);
  near(stone.cart_per_h, 360, 1e-6);
}

static void fords_by_depth(void **state) {
  (void)state;
  near(sp_calc_ford_limit_m(K, SP_ARM_SHOT), 0.9, 1e-12);
  near(sp_calc_ford_limit_m(K, SP_ARM_FOLLOWER), 0.9, 1e-12);
  near(sp_calc_ford_limit_m(K, SP_ARM_HORSE), 1.2, 1e-12);
  near(sp_calc_ford_limit_m(K, SP_ARM_DRAUGHT), 1.2, 1e-12);
  near(sp_calc_ford_limit_m(K, SP_ARM_CART), 0.7, 1e-12);
  near(sp_calc_ford_limit_m(K, SP_ARM_HEAVY_GUN), 0.7, 1e-12);
  /* 8 m: eight lanes of 540 = 4,320 foot in shallows; at 0.45 m, half the limit, 3/4 of it */
  near(sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 1, 0, 1).foot_per_h, 4320, 1e-6);
  near(sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 1, 0.45, 1).foot_per_h, 3240, 1e-6);
  near(sp_calc_crossing_flow(K, SP_CROSSING_FORD, 0, 1, 0.45, 1).foot_per_h, 3240, 1e-6); /* 8 m when nothing is said */
  near(sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 2, 0.45, 1).foot_per_h, 6480, 1e-6);
  /* a path of 0.5 m still has one lane for each arm */
  near(sp_calc_crossing_flow(K, SP_CROSSING_FORD, 0.5, 1, 0, 1).cart_per_h, 60, 1e-6);
  sp_flow deep = sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 1, 1.0, 1);
  assert_true(deep.foot_per_h == 0.0 && deep.cart_per_h == 0.0 && deep.gun_per_h == 0.0 && deep.horse_per_h > 0.0);
  sp_column foot = {.foot = 1}, horse = {.mounted = 10}, nobody = {0};
  assert_true(sp_calc_crossing_h(&deep, &foot) < 0.0);
  assert_true(sp_calc_crossing_h(&deep, &horse) > 0.0);
  assert_true(sp_calc_crossing_h(&deep, &nobody) == 0.0);
}

/* No step at the limit, never faster in deeper or darker water. */
static void the_weakest_arm_says_how_deep(void **state) {
  (void)state;
  sp_column nobody = {0}, foot = {.foot = 100}, horse = {.mounted = 100, .led_horses = 50}, train = {.foot = 100, .carts = 1, .draught = 2};
  assert_true(sp_calc_column_limit_m(K, &nobody) > 100.0);
  near(sp_calc_column_limit_m(K, &foot), 0.9, 1e-12);
  near(sp_calc_column_limit_m(K, &horse), 1.2, 1e-12);
  near(sp_calc_column_limit_m(K, &train), 0.7, 1e-12);
}

static void deeper_is_never_faster(void **state) {
  (void)state;
  sp_flow before = sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 1, 0, 1);
  for (int i = 1; i <= 1300; i++) {
    sp_flow now = sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 1, i / 1000.0, 1);
    assert_true(now.foot_per_h <= before.foot_per_h && now.horse_per_h <= before.horse_per_h);
    assert_true(now.cart_per_h <= before.cart_per_h && now.gun_per_h <= before.gun_per_h);
    assert_true(before.foot_per_h - now.foot_per_h < 0.01 * 4320);
    assert_true(sp_calc_crossing_flow(K, SP_CROSSING_FORD, 8, 1, i / 1000.0, 0.2).foot_per_h <= now.foot_per_h);
    before = now;
  }
  assert_true(before.horse_per_h == 0.0);
}

static void ferries(void **state) {
  (void)state;
  /* 150 m of water: 2 * 150/40 + 14 = 21.5 min a trip, 2.79 trips an hour; 10 boats of 25 men */
  sp_flow ferry = sp_calc_crossing_flow(K, SP_CROSSING_FERRY, 150, 10, 3, 1);
  near(ferry.foot_per_h, 10 * 25 * 60 / 21.5, 1e-6);
  near(ferry.horse_per_h, 10 * 6 * 60 / 21.5, 1e-6);
  near(ferry.cart_per_h, 10 * 60 / 21.5, 1e-6);
  assert_true(ferry.foot_per_h < sp_calc_crossing_flow(K, SP_CROSSING_FLOATING, 0, 1, 3, 1).foot_per_h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_host_over_the_daling), cmocka_unit_test(bridges), cmocka_unit_test(fords_by_depth),
      cmocka_unit_test(deeper_is_never_faster), cmocka_unit_test(the_weakest_arm_says_how_deep), cmocka_unit_test(ferries),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
