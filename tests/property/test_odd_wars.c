/* Wars that nobody would plan: columns kept at a bank, bodies that follow or join in a ring, a quick column behind a
 * slow one, orders given a thousand times over. A river is passed once, the ledger holds, time runs forward.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/lab.h"

/* West, gate, ford, mill, east on one road of one track. */
static sp_lab country(double hours, int32_t tick_min, int sides) {
  sp_lab lab = sp_lab_open(hours, tick_min);
  sp_lab_side(&lab, "red");
  if (sides > 1) sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "gate", 5000.0, 0.0);
  sp_lab_place(&lab, "mill", 14000.0, 0.0);
  sp_lab_place(&lab, "east", 24000.0, 0.0);
  sp_lab_river(&lab, "brook", 10000.0, 0.4, 40.0);
  sp_lab_crossing(&lab, "ford", "brook", 10000.0, SP_CROSSING_FORD, 6.0);
  sp_lab_road(&lab, "west", "gate", 5000.0, SP_ROAD_TRACK, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "gate", "ford", 5000.0, SP_ROAD_TRACK, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "ford", "mill", 4000.0, SP_ROAD_TRACK, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 10000.0, SP_ROAD_TRACK, SP_RELIEF_PLAIN);
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *side, const char *parent, const char *place, sp_arm arm, int32_t count) {
  sp_lab_formation(lab, id, side, parent, place);
  sp_lab_strength(lab, id, arm, count);
}

static sp_world *open_war(sp_lab *lab) {
  return sp_lab_war(lab, 3);
}

/* To the end, the events of a tick never before those of an earlier one. */
static void run_in_order(sp_world *war) {
  sp_lab_run(war);
  size_t count = 0;
  const sp_event *events = sp_world_events(war, &count);
  for (size_t n = 1; n < count; n++) assert_true(events[n].minute >= events[n - 1].minute);
}

static void crosses_once(const sp_world *war, const char *who, int64_t late_min) {
  int32_t times = sp_lab_count(war, SP_EVENT_CROSSING_BEGINS, who);
  if (times != 1) print_error("%s goes over %d times\n", who, (int)times);
  assert_int_equal(times, 1);
  assert_int_equal(sp_lab_count(war, SP_EVENT_CROSSING_HALF, who), 1);
  assert_int_equal(sp_lab_count(war, SP_EVENT_CROSSING_ENDS, who), 1);
  /* Nobody is beyond the river before he has stepped into it, nor wholly over before his head is. */
  int64_t steps = sp_lab_minute(war, SP_EVENT_CROSSING_BEGINS, who, "ford", 1), beyond = sp_lab_minute(war, SP_EVENT_HEAD_PASSES, who, "ford", 1);
  int64_t over = sp_lab_minute(war, SP_EVENT_CROSSING_ENDS, who, "ford", 1);
  if (beyond < steps || beyond > over + late_min) print_error("%s: steps in at %lld, is seen beyond at %lld, is over at %lld\n", who, (long long)steps, (long long)beyond, (long long)over);
  assert_true(beyond >= steps && beyond <= over + late_min);
}

/* The enemy stands on the far bank: the head finds no room, and nobody is over. */
static void enemy_keeps_the_bank(void **state) {
  (void)state;
  for (int32_t tick = 15; tick <= 60; tick += 45) {
    sp_lab lab = country(12.0, tick, 2);
    body(&lab, "van", "red", NULL, "gate", SP_ARM_FOOT, 3000);
    body(&lab, "foe", "blue", NULL, "ford", SP_ARM_FOOT, 3000);
    sp_lab_order(&lab, "van to van: march to east");
    sp_world *war = open_war(&lab);
    run_in_order(war);
    assert_true(sp_lab_count(war, SP_EVENT_CONTACT, "van") > 0);
    assert_int_equal(sp_lab_count(war, SP_EVENT_CROSSING_BEGINS, "van"), 0);
    assert_int_equal(sp_lab_count(war, SP_EVENT_QUEUE_BEGINS, "van"), 0);
    sp_lab_close(war);
  }
}

/* Enemies meet in the ford: who has stepped in first stands astride, the other before the water. */
static void enemies_meet_in_the_ford(void **state) {
  (void)state;
  sp_lab lab = country(12.0, 15, 2);
  body(&lab, "van", "red", NULL, "gate", SP_ARM_FOOT, 3000);
  body(&lab, "foe", "blue", NULL, "mill", SP_ARM_FOOT, 3000);
  sp_lab_order(&lab, "van to van: march to east");
  sp_lab_order(&lab, "foe to foe: march to west");
  sp_world *war = open_war(&lab);
  run_in_order(war);
  assert_int_equal(sp_lab_count(war, SP_EVENT_CROSSING_BEGINS, "van") + sp_lab_count(war, SP_EVENT_CROSSING_BEGINS, "foe"), 1);
  assert_int_equal(sp_lab_count(war, SP_EVENT_CROSSING_ENDS, NULL), 0);
  sp_lab_close(war);
}

/* Columns that work past each other on one track, and riders behind foot: each passes the river once. */
static void each_passes_once(void **state) {
  (void)state;
  sp_lab lab = country(30.0, 15, 1);
  body(&lab, "long", "red", NULL, "gate", SP_ARM_FOOT, 3000);
  body(&lab, "few", "red", "long", "west", SP_ARM_FOOT, 30);
  body(&lab, "riders", "red", "long", "west", SP_ARM_HORSE, 5);
  sp_lab_strength(&lab, "riders", SP_ARM_MOUNT, 5);
  body(&lab, "back", "red", "long", "mill", SP_ARM_FOOT, 500);
  sp_lab_order(&lab, "long to long: march to east");
  sp_lab_order(&lab, "few to few: march to east");
  sp_lab_order(&lab, "riders to riders: march to east");
  sp_lab_order(&lab, "back to back: march to west");
  sp_world *war = open_war(&lab);
  run_in_order(war);
  crosses_once(war, "long", 0);
  crosses_once(war, "few", 0);
  crosses_once(war, "riders", 0);
  crosses_once(war, "back", 0);
  sp_lab_close(war);
}

/* Sixty bodies in one place with one order, all small beside a tick's way. */
static void a_crowd_passes_once(void **state) {
  (void)state;
  enum { BODIES = 60 };
  static char names[BODIES][16];
  sp_lab lab = country(40.0, 15, 1);
  body(&lab, "top", "red", NULL, "gate", SP_ARM_FOOT, 10);
  for (int n = 0; n < BODIES; n++) {
    (void)snprintf(names[n], sizeof names[n], "b%d", n);
    body(&lab, names[n], "red", "top", "gate", SP_ARM_FOOT, 100);
  }
  sp_lab_order(&lab, "top to all: march to east");
  sp_world *war = open_war(&lab);
  run_in_order(war);
  for (int n = 0; n < BODIES; n++) {
    crosses_once(war, names[n], 15); /* a whole file of them steps off within a tick */
    assert_true(sp_lab_minute(war, SP_EVENT_CROSSING_ENDS, names[n], NULL, 1) < 480); /* two or three minutes each: nobody keeps the ford idle */
    assert_int_equal(sp_lab_count(war, SP_EVENT_HEAD_ARRIVES, names[n]), 1);
  }
  sp_lab_close(war);
}

/* Each follows or joins the other, or one that is no more: nobody is lost, and the war goes on. */
static void rings(void **state) {
  (void)state;
  sp_lab lab = country(60.0, 15, 1);
  body(&lab, "top", "red", NULL, "west", SP_ARM_FOOT, 10);
  body(&lab, "a", "red", "top", "west", SP_ARM_FOOT, 500);
  body(&lab, "b", "red", "top", "gate", SP_ARM_FOOT, 500);
  body(&lab, "c", "red", "top", "mill", SP_ARM_FOOT, 500);
  sp_lab_order(&lab, "a to a: follow b at 1 km");
  sp_lab_order(&lab, "b to b: follow a at 1 km");
  sp_lab_order(&lab, "top to top: follow a at 0 m");
  sp_lab_order(&lab, "day 2 06:00 a to a: merge with b");
  sp_lab_order(&lab, "day 2 06:00 b to b: merge with c");
  sp_lab_order(&lab, "day 2 06:00 c to c: merge with a");
  sp_lab_order(&lab, "day 3 06:00 top to top: merge with a");
  sp_lab_order(&lab, "day 3 06:00 a to a: merge with top");
  sp_lab_order(&lab, "day 3 06:00 a to a: detach all foot to march to east");
  sp_world *war = open_war(&lab);
  run_in_order(war);
  assert_true(sp_lab_count(war, SP_EVENT_MERGED, NULL) >= 1);
  sp_lab_close(war);
}

/* More instructions for one occasion than fit any small table: all are carried out. */
static void many_instructions(void **state) {
  (void)state;
  enum { MANY = 150 };
  sp_lab lab = country(4.0, 15, 1);
  body(&lab, "a", "red", NULL, "west", SP_ARM_FOOT, 500);
  body(&lab, "b", "red", "a", "west", SP_ARM_FOOT, 500);
  char line[100];
  for (int n = 0; n < MANY; n++) {
    (void)snprintf(line, sizeof line, "on word from b after %d min a to b: halt", n);
    sp_lab_order(&lab, line);
  }
  sp_lab_order(&lab, "b to b: send word to a: \"now\"");
  sp_world *war = open_war(&lab);
  run_in_order(war);
  assert_int_equal(sp_lab_count(war, SP_EVENT_STANDING, "a"), MANY);
  sp_lab_close(war);
}

/* The same line three thousand times is three thousand orders, entered in the time of as many. */
static void the_same_line(void **state) {
  (void)state;
  enum { TIMES = 3000 };
  sp_lab lab = country(1.0, 60, 1);
  body(&lab, "a", "red", NULL, "west", SP_ARM_FOOT, 500);
  sp_world *war = sp_lab_war(&lab, 3);
  clock_t begun = clock();
  for (int n = 0; n < TIMES; n++) assert_int_equal(sp_world_order(war, sp_lab_key(war, "a"), "a to a: halt", NULL), SP_OK);
  assert_true((double)(clock() - begun) / CLOCKS_PER_SEC < 20.0); /* under a second; many minutes when each looks through all twins */
  sp_field_view key;
  assert_int_equal(sp_world_field(war, "order", "key", &key), SP_OK);
  assert_int_equal(key.rows, TIMES);
  assert_int_equal(sp_world_check(war, NULL, 0), SP_OK);
  sp_lab_close(war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(enemy_keeps_the_bank), cmocka_unit_test(enemies_meet_in_the_ford), cmocka_unit_test(each_passes_once), cmocka_unit_test(a_crowd_passes_once),
      cmocka_unit_test(rings),                cmocka_unit_test(many_instructions),        cmocka_unit_test(the_same_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
