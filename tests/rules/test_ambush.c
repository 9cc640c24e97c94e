/* Ambush: who lies hidden is passed by, strikes head or middle, and is no ambush any more once he is seen.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/battle.h"
#include "world/orders.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const sp_event *strike_of(sp_world *w) { return sp_lab_event(w, SP_EVENT_AMBUSH_STRIKES, "waylayers", NULL, 1); }

static int32_t column_at_strike, killed_blue, killed_red;

static int32_t killed(const sp_world *w, const char *side) {
  int32_t sum = 0, s = sp_model_find(w->model, SP_ENTITY_SIDE, side);
  for (int32_t y = 0; y < sp_used(w, SP_TABLE_TALLY); y++) {
    if (w->model->contingent[w->tally.contingent[y]].side != s || !sp_arm_is_man((sp_arm)w->tally.arm[y])) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      int32_t at = y * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + SP_LINE_KILLED;
      sum += w->tally.came_in[at] - w->tally.went_out[at];
    }
  }
  return sum;
}

/* Per cent of the column that was by when they struck; -1: they did not. */
static int32_t run(const char *overlay, uint64_t seed) {
  sp_world *w = sp_lab_read_with("lab/ambush", overlay, seed);
  sp_lab_run(w);
  const sp_event *e = strike_of(w);
  column_at_strike = e ? e->a : -1;
  killed_blue = killed(w, "blue");
  killed_red = killed(w, "red");
  sp_lab_close(w);
  return column_at_strike;
}

static void head_or_middle(void **state) {
  (void)state;
  int32_t middle = 0, head = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    int32_t by = run(NULL, seed);
    if (by >= 40) middle++; /* else they were found: they struck what was before them, or nobody */
    by = run("at-the-head", seed);
    if (by >= 0 && by < 25) head++;
    else assert_int_equal(by, -1);
  }
  assert_true(middle >= 4 && head >= 4);
}

/* The same horse loses fewer for each man it kills when nobody has seen it. */
static void not_to_be_seen_is_worth_something(void **state) {
  (void)state;
  double hidden[2] = {0.0}, open[2] = {0.0};
  for (uint64_t seed = 1; seed <= 12; seed++) {
    (void)run(NULL, seed);
    hidden[0] += killed_red;
    hidden[1] += killed_blue;
    (void)run("in-the-open", seed);
    open[0] += killed_red;
    open[1] += killed_blue;
  }
  assert_true(hidden[0] * open[1] < open[0] * hidden[1]);
}

/* By a bare road in broad day they are seen, and then they simply hold. */
static void found_first(void **state) {
  (void)state;
  int32_t found = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sp_lab lab = sp_lab_open(8.0, 15);
    sp_lab_side(&lab, "red");
    sp_lab_side(&lab, "blue");
    sp_lab_place(&lab, "west", 0.0, 0.0);
    sp_lab_place(&lab, "mid", 6000.0, 0.0);
    sp_lab_place(&lab, "east", 12000.0, 0.0);
    sp_lab_road(&lab, "west", "mid", 6000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
    sp_lab_road(&lab, "mid", "east", 6000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
    sp_lab_formation(&lab, "waylayers", "red", NULL, "mid");
    sp_lab_strength(&lab, "waylayers", SP_ARM_FOOT, 3000);
    sp_lab_formation(&lab, "scouts", "blue", NULL, "west");
    sp_lab_strength(&lab, "scouts", SP_ARM_HORSE, 200);
    sp_lab_strength(&lab, "scouts", SP_ARM_MOUNT, 200);
    sp_lab_order(&lab, "day 1 06:00 waylayers to waylayers: ambush the enemy letting the head pass");
    sp_lab_order(&lab, "day 1 07:00 scouts to scouts: march to east slowly");
    sp_world *w = sp_lab_war(&lab, seed);
    w->constants.ambush_hidden = 1.0; /* they light their fires */
    w->constants.ambush_shows_m = 6000.0;
    sp_lab_run(w);
    const sp_event *e = sp_lab_event(w, SP_EVENT_AMBUSH_FOUND, "waylayers", NULL, 1);
    if (e) found++;
    assert_int_equal(w->combat.ambush[sp_lab_row(w, "waylayers")], SP_AMBUSH_NONE);
    sp_lab_close(w);
  }
  assert_true(found >= 5);
}

/* Another order ends it. */
static void other_orders(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(6.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 12000.0, 0.0);
  sp_lab_road(&lab, "west", "east", 12000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "waylayers", "red", NULL, "west");
  sp_lab_strength(&lab, "waylayers", SP_ARM_FOOT, 300);
  sp_lab_order(&lab, "day 1 06:00 waylayers to waylayers: ambush the enemy");
  sp_lab_order(&lab, "day 1 08:00 waylayers to waylayers: march to east");
  sp_world *w = sp_lab_war(&lab, 1);
  assert_int_equal(sp_world_run(w, w->head->minute + 60), SP_OK);
  assert_true(sp_lies_in_wait(w, 0));
  assert_int_equal(sp_lab_count(w, SP_EVENT_AMBUSH_LIES, "waylayers"), 1);
  sp_lab_run(w);
  assert_true(!w->combat.ambush[0] && w->formation.marched_m[0] > 5000.0);
  sp_lab_close(w);
}

/* To say how to fight takes nothing from what is ordered. */
static void an_ambush_stays_one_whatever_is_said_of_quarter(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/ambush", 1);
  sp_key who = sp_lab_key(w, "waylayers");
  assert_int_equal(sp_world_order(w, who, "day 1 06:00 waylayers to waylayers: ambush the enemy at mound letting the head pass giving no quarter", NULL), SP_OK);
  int32_t o = sp_used(w, SP_TABLE_ORDER) - 1;
  assert_true(w->order.ask[o] == (SP_MANNER_AMBUSH | SP_MANNER_LET_PASS | (SP_QUARTER_NONE + 1)));
  while (sp_world_minute(w) < w->model->campaign.start + 150) assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(w->combat.ambush[sp_lab_row(w, "waylayers")], SP_AMBUSH_LETS_PASS);
  assert_int_equal(w->combat.quarter[sp_lab_row(w, "waylayers")], SP_QUARTER_NONE);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(an_ambush_stays_one_whatever_is_said_of_quarter), cmocka_unit_test(head_or_middle), cmocka_unit_test(not_to_be_seen_is_worth_something), cmocka_unit_test(found_first), cmocka_unit_test(other_orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
