/* Columns that meet, overtake and stand in each other's way on one track.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/belief.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_lab open_road(double hours, int32_t tick) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_side(&lab, "foe");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 20000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 20000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN); /* one track */
  return lab;
}

static sp_world *war(sp_lab *lab) {
  sp_world *w = sp_lab_war(lab, 1);
  w->constants.staff_sigma = w->constants.rider_sigma = 0.0;
  return w;
}

/* How late a column is that meets another of so many men, against one that has the road to itself. */
static int64_t arrives(int32_t others, int32_t tick) {
  sp_lab lab = open_road(11.0, tick);
  sp_lab_formation(&lab, "east", "house", NULL, "a");
  sp_lab_strength(&lab, "east", SP_ARM_FOOT, 1000);
  sp_lab_order(&lab, "east to east: march to b");
  if (others) {
    sp_lab_formation(&lab, "west", "house", NULL, "b");
    sp_lab_strength(&lab, "west", SP_ARM_FOOT, others);
    sp_lab_order(&lab, "west to west: march to a");
  }
  sp_world *w = war(&lab);
  sp_lab_run(w);
  int64_t at = sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "east", NULL, 1);
  sp_lab_close(w);
  return at;
}

/* 4,000 men take 1,000 ranks of 0.92 m, with slack some 1,200 m. Their head and tail pass at 2 x 53.3 m/min, both at
 * half of that while alongside: 1,200 / 53.3 = 22 minutes at half pace, so 11 late; nothing before they meet. */
static void columns_that_meet(void **state) {
  (void)state;
  int64_t alone = arrives(0, 5), met = arrives(4000, 5), coarse = arrives(4000, 15);
  assert_true(alone > 0 && met >= alone + 9 && met <= alone + 16);
  assert_true(coarse >= met - 4 && coarse <= met + 4);
  int64_t longer = arrives(8000, 5);
  assert_true(longer >= met + 7 && longer <= met + 18); /* twice the column, twice the delay */
}

/* Who stands before the enemy neither raises dust nor goes anywhere, and rests as in a halt. */
static void stands_before_the_enemy(void **state) {
  (void)state;
  sp_lab lab = open_road(11.0, 15);
  sp_lab_formation(&lab, "van", "house", NULL, "a");
  sp_lab_strength(&lab, "van", SP_ARM_FOOT, 1000);
  sp_lab_formation(&lab, "host", "foe", NULL, "b");
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 1000);
  sp_lab_order(&lab, "van to van: march to b");
  sp_world *w = war(&lab);
  double most = 0.0;
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    most = sp_max(most, w->formation.fatigue[sp_lab_row(w, "van")]);
  }
  const sp_event *e = sp_lab_event(w, SP_EVENT_CONTACT, "van", NULL, 1);
  assert_non_null(e);
  assert_true(e->value <= w->constants.march_touch_m + 1.0); /* as near as they came, not as the tick began */
  assert_int_equal(w->formation.in_contact[sp_lab_row(w, "van")], 1);
  assert_int_equal(w->formation.activity[sp_lab_row(w, "van")], SP_HALTED_IN_COLUMN);
  assert_false(sp_formation_marches(w, sp_lab_row(w, "van")));
  assert_true(sp_formation_heading(w, sp_lab_row(w, "van")) < 0.0);
  assert_true(w->formation.fatigue[sp_lab_row(w, "van")] < most - 0.01);
  sp_lab_close(w);
}

/* Sixty bodies at one spot and one road of one track, and ten that come against them: they string out behind each other. In dev builds traffic.c
 * holds what it finds in a crowd that is in order against a look at everybody. */
static void a_crowd_strings_out(void **state) {
  (void)state;
  enum { BODIES = 60, AGAINST = 10 };
  sp_lab lab = open_road(6.0, 15);
  for (int n = 0; n < BODIES + AGAINST; n++) {
    char id[16], order[64];
    (void)snprintf(id, sizeof id, "f%d", n);
    (void)snprintf(order, sizeof order, "%s to %s: march to %s", id, id, n < BODIES ? "b" : "a");
    sp_lab_formation(&lab, id, "house", NULL, n < BODIES ? "a" : "b");
    sp_lab_strength(&lab, id, SP_ARM_FOOT, 200 + 5 * n);
    sp_lab_order(&lab, order);
  }
  sp_world *w = war(&lab);
  double least = 1e9, most = 0.0;
  sp_lab_run(w);
  for (int32_t i = 0; i < BODIES + AGAINST; i++) {
    least = sp_min(least, w->formation.marched_m[i]);
    most = sp_max(most, w->formation.marched_m[i]);
  }
  assert_true(most > 10000.0); /* nobody is ahead of it */
  assert_true(least < most - 500.0); /* who comes after waits until those before him are out */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(columns_that_meet), cmocka_unit_test(stands_before_the_enemy), cmocka_unit_test(a_crowd_strings_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
