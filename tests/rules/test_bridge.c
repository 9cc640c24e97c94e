/* Floating bridges built and broken: hours by hands, boats that go nowhere unaccounted for, columns before a bridge that is gone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/passage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* west - 4 km - over - 4 km - east; a river of 60 m, too deep to wade unless said otherwise. Second way round: 30 km. */
static sp_lab river(double hours, int32_t tick, sp_crossing_kind kind, double depth_m, bool way_round) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_side(&lab, "foe");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 8000.0, 0.0);
  sp_lab_place(&lab, "north", 0.0, 3000.0);
  sp_lab_river(&lab, "stream", 4000.0, depth_m, 100.0);
  sp_lab_crossing(&lab, "over", "stream", 4000.0, kind, 3.5);
  sp_lab_road(&lab, "west", "over", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "over", "east", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "west", "north", 3000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  if (way_round) {
    sp_crossing_def def = SP_CROSSING_DEF_INIT;
    def.id = "far";
    def.river = "stream";
    def.at = (sp_point){36.0 + 3000.0 * 0.995 / 110958.0, 118.0 + 4000.0 * 0.995 / 90163.0};
    def.kind = SP_CROSSING_BRIDGE;
    assert_int_equal(sp_scenario_add_crossing(lab.scenario, &def), SP_OK);
    sp_lab_road(&lab, "north", "far", 15000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_road(&lab, "far", "east", 15000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  }
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *side, const char *at, int32_t men) {
  sp_lab_formation(lab, id, side, NULL, at);
  sp_lab_strength(lab, id, SP_ARM_FOOT, men);
}

static sp_world *war(sp_lab *lab) {
  sp_world *w = sp_lab_war(lab, 1);
  w->constants.staff_sigma = w->constants.rider_sigma = w->constants.bridge_sigma = 0.0;
  return w;
}

static void run(sp_world *w) {
  while (!sp_world_over(w)) {
    char message[200] = "";
    assert_int_equal(sp_world_step(w), SP_OK);
    sp_status ok = sp_world_check(w, message, sizeof message);
    if (ok != SP_OK) print_error("%s\n", message);
    assert_int_equal(ok, SP_OK);
  }
}

static int32_t boats_of(const sp_world *w, int32_t first) {
  int32_t boats = 0;
  for (int32_t s = first; s >= 0; s = w->strength.next[s]) boats += w->strength.arm[s] == SP_ARM_BOAT ? w->strength.count[s * SP_RANK_COUNT] : 0;
  return boats;
}

/* 60 m from 12 boats: 900 man-hours; 150 of 600 men find work, 6 hours. */
static void a_bridge_of_boats_takes_its_hours(void **state) {
  (void)state;
  int64_t took[3];
  for (int n = 0; n < 3; n++) {
    static const int32_t ticks[] = {5, 15, 60};
    sp_lab lab = river(14.0, ticks[n], SP_CROSSING_FERRY, 3.0, false);
    body(&lab, "train", "house", "west", 600);
    sp_lab_strength(&lab, "train", SP_ARM_BOAT, 20);
    sp_lab_strength(&lab, "train", SP_ARM_DRAUGHT, 40);
    sp_lab_order(&lab, "train to train: bridge at over");
    sp_world *w = war(&lab);
    run(w);
    int64_t begun = sp_lab_minute(w, SP_EVENT_BRIDGE_BEGUN, "train", "over", 1), ready = sp_lab_minute(w, SP_EVENT_BRIDGE_READY, "train", "over", 1);
    assert_true(begun > 60 && ready > begun);
    assert_int_equal(sp_lab_event(w, SP_EVENT_BRIDGE_BEGUN, "train", "over", 1)->b, 12);
    took[n] = ready - begun;
    assert_in_range(took[n], 355, 366);
    assert_int_equal(w->ford.bridges[0], 1);
    assert_int_equal(w->ford.boats_in[0], 12);
    assert_int_equal(boats_of(w, w->ford.first_strength[0]), 12);
    assert_int_equal(boats_of(w, w->formation.first_strength[sp_lab_row(w, "train")]), 8);
    assert_int_equal(w->formation.verb[0], SP_VERB_NONE);
    sp_lab_close(w);
  }
}

/* More men on more bridges: side by side as far as there are hands; without boats timber, and more work. */
static void more_bridges_want_more_hands(void **state) {
  (void)state;
  static const struct { int32_t men, boats; double hours; } tries[] = {{600, 40, 6.0}, {300, 40, 12.0}, {600, 0, 32.0}};
  for (int n = 0; n < 3; n++) { /* three bridges: 4 batches fit 600 men at once; 300 build two, then one; of timber 2 x 40 man-hours a metre */
    sp_lab lab = river(60.0, 15, SP_CROSSING_FERRY, 3.0, false);
    lab.campaign.start = sp_minute_of((sp_date){1640, 5, 10, 4, 0});
    body(&lab, "train", "house", "west", tries[n].men);
    if (tries[n].boats) sp_lab_strength(&lab, "train", SP_ARM_BOAT, tries[n].boats);
    sp_lab_order(&lab, "train to train: bridge at over, 3 bridges");
    sp_world *w = war(&lab);
    w->constants.bridge_dark = 1.0;
    run(w);
    assert_int_equal(w->ford.bridges[0], 3);
    int32_t batches = sp_lab_count(w, SP_EVENT_BRIDGE_READY, NULL);
    assert_int_equal(batches, n == 1 ? 2 : 1);
    int64_t took = sp_lab_minute(w, SP_EVENT_BRIDGE_READY, "train", "over", batches) - sp_lab_minute(w, SP_EVENT_BRIDGE_BEGUN, "train", "over", 1);
    assert_in_range(took, tries[n].hours * 60.0 - 5, tries[n].hours * 60.0 + 5);
    sp_lab_close(w);
  }
}

/* The bridge is broken before a column comes: it goes round where it can, says there is no way where it cannot; who was
 * ordered to cross there waits, gives up after hours, or goes over the new bridge. */
static void a_bridge_that_is_gone(void **state) {
  (void)state;
  for (int round = 0; round < 2; round++) {
    sp_lab lab = river(48.0, 15, SP_CROSSING_BRIDGE, 3.0, round > 0);
    body(&lab, "wreckers", "house", "west", 300);
    body(&lab, "column", "house", "west", 1000);
    body(&lab, "sent", "house", "west", 500);
    sp_lab_order(&lab, "wreckers to wreckers: break the bridge at over");
    sp_lab_order(&lab, "at 08:00 column to column: march to east through the night");
    sp_lab_order(&lab, "at 07:30 sent to sent: cross at over toward east");
    sp_world *w = war(&lab);
    w->constants.bridge_raze_mh_m = 0.2; /* it is down before they come */
    run(w);
    assert_true(sp_lab_count(w, SP_EVENT_BRIDGE_BROKEN, "wreckers") == 1);
    assert_int_equal(w->ford.broken[sp_passage_fallen(w, 0) ? 0 : 1], 1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_BEGINS, "sent"), 0);
    assert_int_equal(sp_lab_event(w, SP_EVENT_QUEUE_BEGINS, "sent", "over", 1)->a, 4);
    assert_int_equal(sp_lab_count(w, SP_EVENT_NO_WAY, "sent"), 1);
    int64_t waits = sp_lab_minute(w, SP_EVENT_NO_WAY, "sent", NULL, 1) - sp_lab_minute(w, SP_EVENT_QUEUE_BEGINS, "sent", "over", 1);
    assert_in_range(waits, 480, 500);
    assert_true((sp_lab_minute(w, SP_EVENT_TAIL_ARRIVES, "column", "east", 1) > 0) == (round > 0));
    assert_true((sp_lab_count(w, SP_EVENT_NO_WAY, "column") > 0) == (round == 0));
    sp_lab_close(w);
  }
}

/* A column under way when the bridge falls learns it at the bank and turns back to the way round. */
static void who_is_under_way_turns_back(void **state) {
  (void)state;
  sp_lab lab = river(48.0, 15, SP_CROSSING_BRIDGE, 3.0, true);
  body(&lab, "wreckers", "house", "west", 300);
  body(&lab, "column", "house", "north", 1000);
  sp_lab_order(&lab, "wreckers to wreckers: burn the bridge at over");
  sp_lab_order(&lab, "column to column: march to east by over through the night");
  sp_world *w = war(&lab);
  w->constants.bridge_raze_mh_m = 0.2; /* it is down before the column comes */
  run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_REVERSED, "column"), 1);
  assert_true(sp_lab_minute(w, SP_EVENT_TAIL_ARRIVES, "column", "east", 1) > 0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_NO_WAY, "column"), 0);
  sp_lab_close(w);
}

/* Rebuilt under the eyes of those who wait: they go over when it stands. */
static void those_who_wait_cross_the_new_bridge(void **state) {
  (void)state;
  sp_lab lab = river(48.0, 15, SP_CROSSING_FLOATING, 3.0, false);
  body(&lab, "wreckers", "house", "west", 600);
  body(&lab, "sent", "house", "west", 500);
  sp_lab_strength(&lab, "wreckers", SP_ARM_BOAT, 12);
  sp_lab_order(&lab, "wreckers to wreckers: burn the bridge at over");
  sp_lab_order(&lab, "at 09:30 wreckers to wreckers: bridge at over");
  sp_lab_order(&lab, "at 09:00 sent to sent: cross at over toward east");
  sp_world *w = war(&lab);
  run(w);
  int64_t ready = sp_lab_minute(w, SP_EVENT_BRIDGE_READY, "wreckers", "over", 1);
  assert_true(sp_lab_minute(w, SP_EVENT_QUEUE_BEGINS, "sent", "over", 1) < ready);
  assert_in_range(sp_lab_minute(w, SP_EVENT_CROSSING_BEGINS, "sent", "over", 1), ready, ready + 16);
  assert_int_equal(w->ford.broken[0], 1);
  assert_int_equal(w->ford.bridges[0], 1);
  sp_lab_close(w);
}

/* The last to pass: three bodies cross, then the rear guard takes the bridge up and has its boats again; with the enemy
 * near, or when told to burn, they are gone. The register knows of all. */
static void the_last_to_pass_breaks_it(void **state) {
  (void)state;
  for (int n = 0; n < 3; n++) {
    sp_lab lab = river(48.0, 15, SP_CROSSING_FERRY, 3.0, false);
    body(&lab, "guard", "house", "west", 600);
    body(&lab, "one", "house", "west", 2000);
    body(&lab, "two", "house", "west", 2000);
    sp_lab_strength(&lab, "guard", SP_ARM_BOAT, 12);
    sp_lab_order(&lab, "guard to guard: bridge at over");
    sp_lab_order(&lab, "at 12:00 one to one: cross at over toward east");
    sp_lab_order(&lab, "at 12:00 two to two: cross at over toward east");
    sp_lab_order(&lab, "at 14:00 guard to guard: cross at over toward east");
    sp_lab_order(&lab, n == 1 ? "at 15:40 guard to guard: burn the bridge at over after the last has crossed" : "at 15:40 guard to guard: break the bridge at over after the last has crossed");
    if (n == 2) body(&lab, "raiders", "foe", "west", 100);
    sp_world *w = war(&lab);
    if (n == 2) w->constants.bridge_haste_m = 5000.0; /* west is four kilometres off */
    run(w);
    const sp_event *broken = sp_lab_event(w, SP_EVENT_BRIDGE_BROKEN, "guard", "over", 1);
    assert_non_null(broken);
    int64_t down = sp_lab_minute(w, SP_EVENT_BRIDGE_BROKEN, "guard", "over", 1);
    assert_true(sp_lab_minute(w, SP_EVENT_CROSSING_ENDS, "one", "over", 1) < down && sp_lab_minute(w, SP_EVENT_CROSSING_ENDS, "two", "over", 1) < down);
    assert_int_equal(broken->b, n == 0 ? 12 : 0);
    assert_int_equal(broken->c, n == 0 ? 0 : 12);
    assert_int_equal(boats_of(w, w->formation.first_strength[sp_lab_row(w, "guard")]), n == 0 ? 12 : 0);
    assert_int_equal(w->ford.bridges[0], 0);
    assert_int_equal(w->ford.boats_in[0], 0);
    sp_lab_close(w);
  }
}

/* The enemy comes up on the other bank: where the bridge stands he attacks over it, where it is gone he stands there. */
static void no_fight_over_a_river_without_a_bridge(void **state) {
  (void)state;
  for (int gone = 0; gone < 2; gone++) {
    sp_lab lab = river(30.0, 15, SP_CROSSING_BRIDGE, 3.0, false);
    body(&lab, "guard", "house", "east", 800);
    body(&lab, "raiders", "foe", "west", 2000);
    if (gone) sp_lab_order(&lab, "guard to guard: burn the bridge at over");
    else sp_lab_order(&lab, "guard to guard: hold over");
    sp_lab_order(&lab, "at 12:00 raiders to raiders: attack at east");
    sp_world *w = war(&lab);
    w->constants.bridge_raze_mh_m = 0.4;
    run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BRIDGE_BROKEN, NULL), gone);
    assert_true((sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) > 0) == !gone);
    assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_BEGINS, "raiders") > 0 && gone, 0);
    sp_lab_close(w);
  }
}

static sp_status reads(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts,
                                const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)roles;
  (void)files;
  (void)texts;
  (void)lengths;
  (void)count;
  (void)faults;
  sp_model_retain(context);
  *model = context;
  return SP_OK;
}

/* A war saved while the bridge is half built goes on the same. */
static void a_save_in_the_middle(void **state) {
  (void)state;
  sp_lab lab = river(14.0, 15, SP_CROSSING_FERRY, 3.0, false);
  body(&lab, "train", "house", "west", 600);
  sp_lab_strength(&lab, "train", SP_ARM_BOAT, 20);
  sp_lab_order(&lab, "train to train: bridge at over");
  sp_world *w = war(&lab), *again = NULL;
  while (sp_lab_count(w, SP_EVENT_BRIDGE_HALF, NULL) == 0) assert_int_equal(sp_world_step(w), SP_OK);
  unsigned char *saved = NULL;
  size_t size = 0;
  assert_int_equal(sp_save(w, &saved, &size), SP_OK);
  assert_int_equal(sp_load(saved, size, reads, (void *)(uintptr_t)sp_world_model(w), NULL, NULL, &again), SP_OK);
  sp_buffer_free(saved);
  assert_true(sp_world_hash(w, NULL) == sp_world_hash(again, NULL));
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    assert_int_equal(sp_world_step(again), SP_OK);
    assert_true(sp_world_hash(w, NULL) == sp_world_hash(again, NULL));
  }
  assert_int_equal(again->ford.bridges[0], 1);
  sp_world_destroy(again);
  sp_lab_close(w);
}

/* Flow: two bridges pass a long column in half the time of one. */
static void bridges_side_by_side_add_up(void **state) {
  (void)state;
  double took[2];
  for (int n = 0; n < 2; n++) {
    sp_lab lab = river(48.0, 15, SP_CROSSING_FERRY, 3.0, false);
    body(&lab, "foot", "house", "west", 12000);
    sp_lab_order(&lab, "foot to foot: march to east through the night");
    sp_water_def def = SP_WATER_DEF_INIT;
    def.crossing = "over";
    def.bridges = n + 1;
    assert_int_equal(sp_scenario_add_water(lab.scenario, &def), SP_OK);
    sp_world *w = war(&lab);
    run(w);
    took[n] = sp_lab_event(w, SP_EVENT_CROSSING_ENDS, "foot", "over", 1)->value;
    sp_lab_close(w);
  }
  assert_true(took[0] > 230.0 && took[1] > 0.45 * took[0] && took[1] < 0.6 * took[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bridge_of_boats_takes_its_hours), cmocka_unit_test(more_bridges_want_more_hands), cmocka_unit_test(a_bridge_that_is_gone),
      cmocka_unit_test(who_is_under_way_turns_back), cmocka_unit_test(those_who_wait_cross_the_new_bridge), cmocka_unit_test(the_last_to_pass_breaks_it),
      cmocka_unit_test(bridges_side_by_side_add_up), cmocka_unit_test(a_save_in_the_middle),
      cmocka_unit_test(no_fight_over_a_river_without_a_bridge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
