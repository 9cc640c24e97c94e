/* scenarios/lab: pairs of small wars that differ in one thing, over twenty seeds: does that one thing tell, and which way?
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/world.h"

enum { SEEDS = 20, RED = 0, BLUE = 1 };

/* Sums over the seeds. */
typedef struct outcome {
  int64_t killed[2], wounded[2], captured[2], left; /* left: men with the body named */
  int32_t run_through, broke[2], rode_off, holds[2]; /* holds: fights that ended with the side on the field */
  double peak_shaken; /* of the body named */
} outcome;

static int32_t side_of(const sp_world *w, int side) { return sp_model_find(w->model, SP_ENTITY_SIDE, side == RED ? "red" : "blue"); }

static int64_t on_line(const sp_world *w, int side, sp_line line) {
  int64_t sum = 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++) {
    if (w->model->contingent[w->tally.contingent[i]].side != side_of(w, side) || !sp_arm_is_man((sp_arm)w->tally.arm[i])) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      size_t cell = (size_t)i * SP_RANK_COUNT * SP_LINE_COUNT + (size_t)r * SP_LINE_COUNT + (size_t)line;
      sum += (int64_t)w->tally.opening[cell] + w->tally.came_in[cell] - w->tally.went_out[cell];
    }
  }
  return sum;
}

static void add(const sp_world *w, int32_t body, double shaken, outcome *sum) {
  for (int side = RED; side <= BLUE; side++) {
    sum->killed[side] += on_line(w, side, SP_LINE_KILLED);
    sum->wounded[side] += on_line(w, side, SP_LINE_WOUNDED_LIGHT) + on_line(w, side, SP_LINE_WOUNDED_SERIOUS);
    sum->captured[side] += on_line(w, side, SP_LINE_CAPTURED);
  }
  if (body >= 0) sum->left += sp_men_of(w, body);
  sum->peak_shaken += shaken;
  size_t count = 0;
  const sp_event *e = sp_world_events(w, &count);
  for (size_t n = 0; n < count; n++) {
    if (e[n].type == SP_EVENT_RUN_THROUGH) sum->run_through++;
    if (e[n].type == SP_EVENT_LEADER_FLEES) sum->rode_off++;
    if (e[n].type == SP_EVENT_BATTLE_ENDS && e[n].side >= 0) sum->holds[e[n].side == side_of(w, RED) ? RED : BLUE]++;
    if (e[n].type == SP_EVENT_BATTLE_ENDS) assert_true(e[n].subject != 0); /* even when the victors are after the beaten already */
    if (e[n].type == SP_EVENT_BREAKS) sum->broke[e[n].side == side_of(w, RED) ? RED : BLUE]++;
  }
}

static outcome fought(const char *lab, const char *body) {
  outcome sum = {.left = 0};
  char message[300] = "";
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read(lab, seed);
    w->constants.engage_temper_sigma = 0.25; /* two variants are to differ by what they are, not by luck */
    w->constants.engage_form_sigma = 0.15;
    w->constants.rout_luck_sigma = 0.0;
    int32_t row = body ? sp_model_find(w->model, SP_ENTITY_FORMATION, body) : -1;
    double shaken = 0.0;
    while (!sp_world_over(w)) {
      assert_int_equal(sp_world_step(w), SP_OK);
      if (row >= 0 && w->combat.shaken[row] > shaken) shaken = w->combat.shaken[row];
    }
    assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);
    add(w, row, shaken, &sum);
    sp_lab_close(w);
  }
  return sum;
}

static int64_t lost(const outcome *o, int side) { return o->killed[side] + o->wounded[side] + o->captured[side]; }

/* The head is at its goal long before the tail is over the river. */
static void a_head_arrives_once(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/half-crossed/all-over", 1);
  while (!sp_world_over(w) && sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) == 0) assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(sp_lab_count(w, SP_EVENT_HEAD_ARRIVES, "column"), 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_ENDS, "column"), 1);
  sp_lab_close(w);
}

static void half_crossed_costs_more_than_all_over(void **state) {
  (void)state;
  outcome half = fought("lab/half-crossed/half-over", NULL), all = fought("lab/half-crossed/all-over", NULL);
  assert_true(lost(&half, RED) * lost(&all, BLUE) > lost(&all, RED) * lost(&half, BLUE)); /* for each man of Blue */
  assert_true(lost(&half, BLUE) < lost(&all, BLUE));
  assert_true(half.broke[RED] >= all.broke[RED]);
}

static void a_head_that_turns_back_makes_the_raiders_pay(void **state) {
  (void)state;
  outcome alone = fought("lab/tail-attacked/marches-on", "tail"), helped = fought("lab/tail-attacked/turns-back", "tail");
  assert_true(lost(&helped, BLUE) > lost(&alone, BLUE));
  assert_true(helped.captured[RED] <= alone.captured[RED]);
}

static void a_rear_guard_brings_the_main_body_home(void **state) {
  (void)state;
  outcome none = fought("lab/rear-guard/none", "blue-main"), holds = fought("lab/rear-guard/holds", "blue-main");
  assert_true(holds.left > none.left);
}

static void in_rain_the_matchlocks_hit_less(void **state) {
  (void)state;
  outcome dry = fought("lab/rain-and-matchlocks/dry", NULL), rain = fought("lab/rain-and-matchlocks/rain", NULL);
  assert_true(5 * (rain.killed[RED] + rain.wounded[RED]) < 4 * (dry.killed[RED] + dry.wounded[RED])); /* of those who come on */
}

static void without_quarter_more_die_and_fewer_are_taken(void **state) {
  (void)state;
  outcome none = fought("lab/no-quarter/none", NULL), all = fought("lab/no-quarter/all", NULL);
  assert_true(none.killed[BLUE] > all.killed[BLUE]);
  assert_true(2 * none.captured[BLUE] < all.captured[BLUE]);
}

/* The two wars are the same but for what the friends were told. */
static void fugitives_shake_friends_and_idle_ones_most(void **state) {
  (void)state;
  outcome idle = fought("lab/fugitives-run-through/idle", "second"), told = fought("lab/fugitives-run-through/under-orders", "second");
  assert_true(idle.run_through >= SEEDS / 2 && told.run_through >= SEEDS / 2);
  assert_true(told.peak_shaken > 0.0);
  assert_true(idle.peak_shaken > 1.5 * told.peak_shaken);
}

/* The two wars are the same until the general rides off. */
static void a_general_who_rides_off_saves_his_own_and_ruins_the_others(void **state) {
  (void)state;
  outcome stays = fought("lab/reserve-flees/stays", "blue-left"), flees = fought("lab/reserve-flees/flees", "blue-left");
  assert_int_equal(stays.rode_off, 0);
  assert_true(flees.rode_off >= SEEDS / 4); /* where no line wavered nobody rode */
  assert_true(flees.broke[BLUE] > stays.broke[BLUE]);
  assert_true(flees.holds[RED] > stays.holds[RED]);
  assert_true(flees.left < stays.left);
}

static void behind_shield_wagons_fewer_fall(void **state) {
  (void)state;
  outcome without = fought("lab/shield-wagons/without", NULL), with = fought("lab/shield-wagons/with", NULL);
  assert_true(4 * (with.killed[RED] + with.wounded[RED]) < 3 * (without.killed[RED] + without.wounded[RED]));
  assert_true(with.holds[RED] >= without.holds[RED]);
}

static void a_ring_of_wagons_holds_horse_off(void **state) {
  (void)state;
  outcome open = fought("lab/laager/open", NULL), ring = fought("lab/laager/ring", NULL);
  assert_true(4 * lost(&ring, BLUE) < 3 * lost(&open, BLUE));
  assert_true(ring.broke[BLUE] < open.broke[BLUE]);
  assert_true(ring.holds[BLUE] > open.holds[BLUE]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_head_arrives_once),
      cmocka_unit_test(half_crossed_costs_more_than_all_over),
      cmocka_unit_test(a_head_that_turns_back_makes_the_raiders_pay),
      cmocka_unit_test(a_rear_guard_brings_the_main_body_home),
      cmocka_unit_test(in_rain_the_matchlocks_hit_less),
      cmocka_unit_test(without_quarter_more_die_and_fewer_are_taken),
      cmocka_unit_test(fugitives_shake_friends_and_idle_ones_most),
      cmocka_unit_test(a_general_who_rides_off_saves_his_own_and_ruins_the_others),
      cmocka_unit_test(behind_shield_wagons_fewer_fall),
      cmocka_unit_test(a_ring_of_wagons_holds_horse_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
