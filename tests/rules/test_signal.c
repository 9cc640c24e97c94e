/* Drums and guns: who is called, how far, and that a call needs neither rider nor staff.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* army at a; near 1 km on, wing 6 km on, both under it; other under nobody, 1 km on. */
static sp_world *camp(const char *order, bool guns) {
  sp_lab lab = sp_lab_open(3.0, 15);
  sp_lab_side(&lab, "qing");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 1000.0, 0.0);
  sp_lab_place(&lab, "c", 6000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 1000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "b", "c", 5000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "army", "qing", NULL, "a");
  sp_lab_formation(&lab, "near", "qing", "army", "b");
  sp_lab_formation(&lab, "other", "qing", NULL, "b");
  sp_lab_formation(&lab, "wing", "qing", "army", "c");
  for (int i = 0; i < 4; i++) sp_lab_strength(&lab, ((const char *[]){"army", "near", "other", "wing"})[i], SP_ARM_HORSE, 200);
  if (guns) sp_lab_strength(&lab, "army", SP_ARM_LIGHT_GUN, 4);
  sp_lab_order(&lab, order);
  sp_world *w = sp_lab_war(&lab, 3);
  /* Certain within the reach, so that only the reach decides: 1 - d / reach would be drawn else. */
  w->constants.signal_heard = 1000.0;
  w->constants.rider_sigma = w->constants.staff_sigma = 0.0;
  return w;
}

static void a_drum_reaches_its_own(void **state) {
  (void)state;
  sp_world *w = camp("day 1 07:00 army to near: march to c", false);
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_SIGNAL, "army", NULL, 1), 60);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "near", NULL, 1), 60); /* no staff */
  assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "army"), 0);
  sp_lab_close(w);
}

static void not_those_of_others(void **state) {
  (void)state;
  sp_world *w = camp("day 1 07:00 army to other: halt", false);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_SIGNAL, "army"), 0);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "other", NULL, 1), 66); /* a look about, and 1000 / 208 = 4.8 */
  sp_lab_close(w);
}

static void no_drum_says_follow(void **state) {
  (void)state;
  sp_world *w = camp("day 1 07:00 army to near: follow wing at 1 km", false);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_SIGNAL, "army"), 0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "army"), 1);
  sp_lab_close(w);
}

/* After the enemy is a call that all know; not whom to spare, nor by what road. */
static void a_drum_sends_after_the_enemy(void **state) {
  (void)state;
  static const char *const order[] = {"day 1 07:00 army to near: pursue the enemy", "day 1 07:00 army to near: pursue the enemy, no quarter", "day 1 07:00 army to near: pursue the enemy by c"};
  for (int i = 0; i < 3; i++) {
    sp_world *w = camp(order[i], true); /* a gun does not say it */
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_SIGNAL, "army"), i == 0);
    sp_lab_close(w);
  }
}

/* 6 km: beyond the drum (1.5 km), within the gun (15 km); a gun cannot say where to. */
static void a_gun_says_halt(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    sp_world *w = camp(i == 2 ? "day 1 07:00 army to wing: march to b" : "day 1 07:00 army to wing: halt", i > 0);
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_SIGNAL, "army"), i == 1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "army"), i != 1);
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_drum_reaches_its_own), cmocka_unit_test(not_those_of_others), cmocka_unit_test(no_drum_says_follow), cmocka_unit_test(a_drum_sends_after_the_enemy), cmocka_unit_test(a_gun_says_halt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
