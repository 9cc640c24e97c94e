/* What bodies do that are ordered to attack, hold or pursue: where they go, and that the order stays with them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int32_t node_of(const sp_world *w, const char *id) { return w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, id)]; }

static sp_world *ordered(const char *line, const char *ming_at, double hours) {
  sp_lab lab;
  sp_broken_road(&lab, hours);
  sp_broken_body(&lab, "guard", "ming", NULL, ming_at, 800, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "east", 0, 3000);
  if (line) sp_lab_order(&lab, line);
  return sp_broken_open(&lab, 1);
}

static void attack_at_a_place(void **state) {
  (void)state;
  sp_world *w = ordered("day 1 06:00 banner to banner: attack the enemy at field, briskly, giving no quarter", "field", 12.0);
  int32_t p = sp_broken_row(w, "banner");
  sp_broken_until(w, 90);
  assert_int_equal(w->formation.verb[p], SP_VERB_ATTACK);
  assert_int_equal(w->combat.posture[p], SP_POSTURE_ATTACK);
  assert_int_equal(w->combat.quarter[p], SP_QUARTER_NONE);
  assert_int_equal(w->formation.goal_node[p], node_of(w, "field"));
  assert_true(w->formation.head_x[p] < w->model->node[node_of(w, "east")].at.x - 500.0);
  sp_broken_until(w, 300);
  assert_true(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, "banner") >= 1);
  sp_lab_close(w);
}

/* Nobody is at the place: it stands there, still ready to attack. */
static void nobody_there(void **state) {
  (void)state;
  sp_world *w = ordered("day 1 06:00 banner to banner: attack at knoll, briskly", "home", 12.0);
  int32_t p = sp_broken_row(w, "banner");
  sp_broken_until(w, 8 * 60);
  assert_int_equal(sp_lab_count(w, SP_EVENT_HEAD_ARRIVES, "banner"), 1);
  assert_int_equal(w->formation.verb[p], SP_VERB_ATTACK);
  assert_int_equal(w->formation.node[p], node_of(w, "knoll"));
  assert_int_equal(sp_lab_count(w, SP_EVENT_ASSEMBLING, "banner"), 1); /* and does not fall in again each quarter of an hour */
  sp_lab_close(w);
}

/* They know of no enemy yet: they wait; once he is seen they go at him. */
static void attack_whom_they_know_of(void **state) {
  (void)state;
  sp_world *w = ordered("day 1 06:00 banner to banner: attack", "home", 12.0);
  int32_t p = sp_broken_row(w, "banner");
  sp_broken_until(w, 120);
  assert_true(w->formation.marched_m[p] == 0.0);
  sp_lab_close(w);
  w = ordered("day 1 06:00 banner to banner: attack", "field", 12.0);
  p = sp_broken_row(w, "banner");
  w->constants.sighting_clear_m = 20000.0; /* he is seen at once across the plain */
  sp_broken_until(w, 240);
  assert_true(w->formation.marched_m[p] > 4000.0);
  sp_lab_close(w);
}

static void hold_a_place(void **state) {
  (void)state;
  sp_world *w = ordered("day 1 06:00 guard to guard: hold knoll as rear guard, quarter to all", "field", 8.0);
  int32_t g = sp_broken_row(w, "guard");
  sp_broken_until(w, 150);
  assert_int_equal(w->formation.verb[g], SP_VERB_HOLD);
  assert_int_equal(w->combat.posture[g], SP_POSTURE_REAR_GUARD);
  assert_int_equal(w->combat.quarter[g], SP_QUARTER_ALL);
  assert_int_equal(w->formation.node[g], node_of(w, "knoll"));
  sp_broken_until(w, 300);
  assert_int_equal(w->formation.verb[g], SP_VERB_HOLD);
  assert_int_equal(sp_lab_count(w, SP_EVENT_HEAD_ARRIVES, "guard"), 1);
  sp_lab_close(w);
}

static void a_march_is_no_attack(void **state) {
  (void)state;
  sp_world *w = ordered("day 1 06:00 banner to banner: march to knoll", "home", 8.0);
  int32_t p = sp_broken_row(w, "banner");
  w->combat.posture[p] = SP_POSTURE_ATTACK;
  sp_broken_until(w, 90);
  assert_int_equal(w->combat.posture[p], SP_POSTURE_AVOID);
  sp_lab_close(w);
}

/* From the order to the chase: 3,000 horse fall upon 800 foot on an open plain. */
static void to_the_end(void **state) {
  (void)state;
  int32_t broken = 0, chased = 0;
  for (uint64_t seed = 1; seed <= 16; seed++) {
    sp_lab lab;
    sp_broken_road(&lab, 13.0);
    sp_broken_body(&lab, "chief", "ming", NULL, "home", 300, 0);
    sp_broken_body(&lab, "guard", "ming", "chief", "field", 800, 0);
    sp_broken_body(&lab, "banner", "qing", NULL, "east", 0, 3000);
    sp_lab_order(&lab, "day 1 06:00 banner to banner: attack the enemy at field, briskly");
    sp_world *w = sp_broken_open(&lab, seed);
    sp_broken_until(w, 13 * 60);
    broken += sp_lab_count(w, SP_EVENT_BREAKS, "guard") > 0;
    chased += sp_lab_count(w, SP_EVENT_PURSUES, "banner") > 0;
    assert_true(sp_lab_count(w, SP_EVENT_PURSUES, "banner") == 0 || sp_lab_count(w, SP_EVENT_BREAKS, "guard") > 0);
    int32_t all = sp_lab_men(w, "guard") + sp_lab_men(w, "chief") + sp_broken_line(w, "ming", SP_LINE_STRAGGLING) + sp_broken_line(w, "ming", SP_LINE_KILLED) + sp_broken_line(w, "ming", SP_LINE_CAPTURED) +
                  sp_broken_line(w, "ming", SP_LINE_WOUNDED_LIGHT) + sp_broken_line(w, "ming", SP_LINE_WOUNDED_SERIOUS) + sp_broken_line(w, "ming", SP_LINE_ON_ROAD) + sp_broken_line(w, "ming", SP_LINE_SICK) + sp_broken_line(w, "ming", SP_LINE_DIED);
    assert_int_equal(all, 1100);
    sp_lab_close(w);
  }
  assert_true(broken >= 4 && chased >= 4); /* horse alone seldom breaks foot in order */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(attack_at_a_place), cmocka_unit_test(nobody_there), cmocka_unit_test(attack_whom_they_know_of),
                                     cmocka_unit_test(hold_a_place), cmocka_unit_test(a_march_is_no_attack), cmocka_unit_test(to_the_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
