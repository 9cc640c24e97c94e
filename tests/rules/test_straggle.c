/* Stragglers: no more come back than mean to, whatever the tick the hour's dice are the same, and who falls out lies
 * with the nearest of his own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_world *open_war(double hours, int32_t tick) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 6000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 6000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "house", NULL, "a");
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 20000);
  return sp_lab_war(&lab, 1);
}

static int32_t lying(const sp_world *w, int32_t *willing) {
  int32_t men = 0;
  *willing = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++) {
    if (!w->pool.alive[p]) continue;
    men += w->pool.men[p];
    *willing += w->pool.willing[p];
  }
  return men;
}

/* They stand beside their own for half a year: of those who fell out on the first day three in five are back. */
static void the_unwilling_stay_away(void **state) {
  (void)state;
  sp_world *w = open_war(24.0 * 90.0, 60);
  w->formation.straggle_due[0] = 0.05; /* a thousand fall out in the first hour */
  w->constants.straggle_camp_per_day = 0.0;
  assert_int_equal(sp_world_step(w), SP_OK);
  int32_t willing, lost = lying(w, &willing);
  assert_in_range(lost, 800, 1200);
  assert_true(willing > 0.53 * lost && willing < 0.67 * lost);
  sp_lab_run(w);
  int32_t left = lying(w, &willing); /* 90 days are 7.5 half-lives: one in 180 of the willing is still away */
  assert_true(left > 0.33 * lost && left < 0.47 * lost);
  sp_lab_close(w);
}

static void dice_of_the_hour(void **state) {
  (void)state;
  static const int32_t ticks[] = {5, 15, 60};
  int32_t lost[3], willing[3];
  for (int i = 0; i < 3; i++) {
    sp_world *w = open_war(2.0, ticks[i]);
    w->formation.straggle_due[0] = 0.05;
    sp_lab_run(w);
    lost[i] = lying(w, &willing[i]);
    sp_lab_close(w);
  }
  assert_true(lost[0] > 0 && lost[1] == lost[0] && lost[2] == lost[0]);
  assert_true(willing[1] == willing[0] && willing[2] == willing[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_unwilling_stay_away), cmocka_unit_test(dice_of_the_hour)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
