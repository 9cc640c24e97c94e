/* Broken men stand again when they are left alone, and the scattered come back by day.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_world *alone(double hours, bool enemy, uint64_t seed) {
  sp_lab lab;
  sp_broken_road(&lab, hours);
  sp_broken_body(&lab, "beaten", "ming", NULL, "home", 3000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, enemy ? "inn" : "east", 2000, 0);
  sp_world *w = sp_broken_open(&lab, seed);
  w->constants.rout_scatter_per_h = w->constants.straggle_camp_per_day = w->constants.straggle_fresh_per_h = 0.0;
  return w;
}

/* 0.15 an hour from the fourth on (times 1.1 for a tenth of their order), nothing within the first: of 60 bodies the
 * share that stands after eight hours is 1 - exp(-0.165 * (1.5 + 4)) = 60 %. */
static void it_takes_hours(void **state) {
  (void)state;
  int32_t stood = 0, soonest = 100000;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    sp_world *w = alone(9.0, false, seed);
    sp_broken_break(w, "beaten", NULL);
    sp_broken_until(w, 8 * 60);
    const sp_event *rallied = sp_lab_event(w, SP_EVENT_RALLIES, "beaten", NULL, 1);
    if (rallied) {
      stood++;
      soonest = rallied->b < soonest ? rallied->b : soonest;
      assert_int_equal(rallied->a, 3000);
    }
    sp_lab_close(w);
  }
  assert_in_range(stood, 36 - 12, 36 + 12);
  assert_true(soonest > 60);
}

static void then_in_camp_they_are_steady(void **state) {
  (void)state;
  sp_world *w = alone(12.0, false, 1);
  w->constants.rally_per_h = 1e4;
  int32_t i = sp_broken_row(w, "beaten");
  sp_broken_break(w, "beaten", NULL);
  sp_broken_until(w, 90);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RALLIES, "beaten"), 1);
  assert_int_equal(w->combat.stance[i], SP_RALLYING);
  assert_true(w->formation.order[i] >= 0.35 && w->formation.order[i] < 0.45); /* far from whole */
  sp_broken_until(w, 90 + 4 * 60); /* 0.05 an hour in camp: 0.15 in three hours */
  assert_int_equal(w->combat.stance[i], SP_STEADY);
  assert_true(w->formation.order[i] < 0.7);
  sp_lab_close(w);
}

/* Of 1,000 scattered foot, chased by horse, a quarter means to come back; half of these in two days, by day only. */
static void scattered(void **state) {
  (void)state;
  int32_t back[2], first_day = 0;
  for (int by_horse = 0; by_horse < 2; by_horse++) {
    sp_world *w = alone(24.0 * 9.0, false, 2);
    w->constants.straggle_back_share = 0.0;
    int32_t i = sp_broken_row(w, "beaten");
    sp_broken_break(w, "beaten", NULL);
    w->constants.rout_scatter_per_h = 1.6;
    sp_broken_until(w, 15);
    w->constants.rout_scatter_per_h = 0.0;
    w->constants.rally_per_h = 1e4;
    int32_t gone = 3000 - sp_lab_men(w, "beaten");
    assert_true(gone > 600);
    w->combat.hunted[i] = by_horse ? 1.0 : 0.5;
    sp_broken_until(w, 24 * 60);
    first_day = 3000 - gone == 0 ? 0 : sp_lab_men(w, "beaten") - (3000 - gone);
    sp_broken_until(w, 24 * 60 * 9);
    back[by_horse] = (int32_t)(100.0 * (sp_lab_men(w, "beaten") - (3000 - gone)) / gone);
    assert_true(first_day > 0 && first_day < sp_lab_men(w, "beaten") - (3000 - gone));
    for (int n = 1; sp_lab_event(w, SP_EVENT_STRAGGLERS_BACK, "beaten", NULL, n); n++) {
      int64_t hour = (sp_lab_minute(w, SP_EVENT_STRAGGLERS_BACK, "beaten", NULL, n) / 60 + SP_LAB_START_HOUR) % 24;
      assert_true(hour >= 5 && hour <= 19);
    }
    sp_lab_close(w);
  }
  assert_in_range(back[0], 35, 55); /* nine days: nearly all of the 55 % who will */
  assert_in_range(back[1], 14, 25); /* of 25 % */
}

static void nobody_stands_with_the_enemy_at_his_heels(void **state) {
  (void)state;
  int32_t stood[2] = {0, 0};
  for (int hunted = 0; hunted < 2; hunted++)
    for (uint64_t seed = 1; seed <= 30; seed++) {
      sp_world *w = alone(6.0, false, seed);
      sp_broken_break(w, "beaten", NULL);
      w->combat.chasing[sp_broken_row(w, "banner")] = 0;
      if (hunted) { /* one who stands a hundred metres off is as bad */
        int32_t i = sp_broken_row(w, "banner");
        w->formation.node[i] = w->formation.node[sp_broken_row(w, "beaten")];
        w->formation.head_x[i] = w->formation.tail_x[i] = w->hq.x[i] = w->formation.head_x[sp_broken_row(w, "beaten")];
        w->formation.head_y[i] = w->formation.tail_y[i] = w->hq.y[i] = w->formation.head_y[sp_broken_row(w, "beaten")];
        w->formation.verb[sp_broken_row(w, "beaten")] = SP_VERB_FLEE; /* and there is nowhere to go */
        w->formation.goal_node[sp_broken_row(w, "beaten")] = -1;
        w->combat.broke_at[sp_broken_row(w, "beaten")] = w->head->minute;
        w->constants.rout_refuge_m = 1.0;
      }
      sp_broken_until(w, 330);
      stood[hunted] += sp_lab_count(w, SP_EVENT_RALLIES, "beaten");
      sp_lab_close(w);
    }
  assert_true(stood[0] > 5);
  assert_true(stood[1] < stood[0] / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_takes_hours), cmocka_unit_test(then_in_camp_they_are_steady), cmocka_unit_test(scattered), cmocka_unit_test(nobody_stands_with_the_enemy_at_his_heels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
