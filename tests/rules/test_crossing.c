/* Whose turn it is at a ford: it follows from where they stand, whatever they are told.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* west - 4 km - ford - 4 km - east; 6 m of ford, ankle-deep: 540 * 6 * (1 - (0.3 / 0.9)^2) = 2,880 foot an hour. */
static sp_lab open_ford(double hours, int32_t tick) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 8000.0, 0.0);
  sp_lab_river(&lab, "brook", 4000.0, 0.3, 40.0);
  sp_lab_crossing(&lab, "ford", "brook", 4000.0, SP_CROSSING_FORD, 6.0);
  sp_lab_road(&lab, "west", "ford", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "ford", "east", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *at, int32_t men) {
  sp_lab_formation(lab, id, "house", NULL, at);
  sp_lab_strength(lab, id, SP_ARM_FOOT, men);
}

static sp_world *war(sp_lab *lab) {
  sp_world *w = sp_lab_war(lab, 1);
  w->constants.staff_sigma = w->constants.rider_sigma = 0.0;
  return w;
}

static int32_t astride(const sp_world *w) {
  int32_t n = 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) n += w->formation.alive[i] && w->formation.crossing[i] >= 0;
  return n;
}

static void step(sp_world *w) {
  char message[200] = "";
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);
  assert_true(astride(w) <= 1);
}

static void run(sp_world *w) {
  while (!sp_world_over(w)) step(w);
}

static void run_until_half_over(sp_world *w, const char *id) {
  while (!sp_world_over(w) && sp_lab_count(w, SP_EVENT_CROSSING_HALF, id) == 0) step(w);
  assert_true(w->formation.crossing[sp_lab_row(w, id)] >= 0);
}

static void order(sp_world *w, const char *from, const char *line) {
  sp_faults *faults = NULL;
  assert_int_equal(sp_world_order(w, sp_lab_key(w, from), line, faults), SP_OK);
}

/* Three bodies of 1,200 from each bank, 25 minutes of ford each: all are over in 150 minutes, one at a time, each once. */
static void opposing_files_take_turns(void **state) {
  (void)state;
  static const char *const ids[] = {"w1", "w2", "w3", "e1", "e2", "e3"};
  for (int32_t tick = 5; tick <= 15; tick += 10) {
    sp_lab lab = open_ford(9.0, tick);
    for (int n = 0; n < 6; n++) body(&lab, ids[n], n < 3 ? "west" : "east", 1200);
    for (int n = 0; n < 6; n++) {
      char line[80];
      (void)snprintf(line, sizeof line, "%s to %s: march to %s", ids[n], ids[n], n < 3 ? "east" : "west");
      sp_lab_order(&lab, line);
    }
    sp_world *w = war(&lab);
    run(w);
    int64_t first = 1 << 20, last = 0;
    for (int n = 0; n < 6; n++) {
      assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_BEGINS, ids[n]), 1);
      assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_ENDS, ids[n]), 1);
      int64_t begins = sp_lab_minute(w, SP_EVENT_CROSSING_BEGINS, ids[n], NULL, 1), ends = sp_lab_minute(w, SP_EVENT_CROSSING_ENDS, ids[n], NULL, 1);
      assert_true(ends - begins >= 24);
      first = begins < first ? begins : first;
      last = ends > last ? ends : last;
    }
    assert_true(last - first >= 145 && last - first <= 150 + 6 * tick);
    assert_true(sp_lab_count(w, SP_EVENT_QUEUE_BEGINS, NULL) >= 2);
    sp_lab_close(w);
  }
}

/* The first at the bank is told to halt there, or goes back: the other does not wait for it. */
static void who_will_not_cross_keeps_nobody_waiting(void **state) {
  (void)state;
  static const char *const instead[] = {"lead to lead: halt", "lead to lead: camp", "lead to lead: march to west", "lead to lead: march to ford"};
  for (size_t n = 0; n < sizeof instead / sizeof *instead; n++) {
    sp_lab lab = open_ford(9.0, 15);
    body(&lab, "lead", "west", 1200);
    body(&lab, "other", "east", 1200);
    sp_lab_order(&lab, "lead to lead: march to east");
    sp_lab_order(&lab, "day 1 06:20 other to other: march to west");
    sp_world *w = war(&lab);
    while (!sp_world_over(w) && w->formation.marched_m[sp_lab_row(w, "lead")] < 2500.0) step(w);
    order(w, "lead", instead[n]);
    run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_ENDS, "other"), 1);
    assert_true(sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "other", "west", 1) > 0);
    sp_lab_close(w);
  }
}

/* Half over it is told to halt, to camp, to turn back, to follow at a distance that it has already: it does not stand
 * in the water, and the other gets by. */
static void nobody_stays_in_the_water(void **state) {
  (void)state;
  static const char *const told[] = {"lead to lead: halt", "lead to lead: camp", "lead to lead: march to west", "lead to lead: follow guide at 4 km", "lead to lead: merge with other"};
  for (size_t n = 0; n < sizeof told / sizeof *told; n++) {
    sp_lab lab = open_ford(11.0, 15);
    body(&lab, "lead", "west", 2400);
    body(&lab, "guide", "east", 100);
    body(&lab, "other", "east", 1200);
    sp_lab_order(&lab, "lead to lead: march to east");
    sp_lab_order(&lab, "day 1 07:00 other to other: march to west");
    sp_world *w = war(&lab);
    run_until_half_over(w, "lead");
    order(w, "lead", told[n]);
    for (int more = 0; more < 16; more++) step(w); /* 50 minutes of ford for the whole of it, 25 for the other, an hour of staff */
    int32_t i = sp_lab_row(w, "lead");
    if (w->formation.alive[i] && w->formation.crossing[i] >= 0) print_error("after \"%s\" it stands in the water\n", told[n]);
    assert_true(!w->formation.alive[i] || w->formation.crossing[i] < 0);
    run(w);
    if (n < 4) assert_int_equal(sp_lab_count(w, SP_EVENT_CROSSING_ENDS, "other"), 1);
    sp_lab_close(w);
  }
}

/* Who is astride is read off head and tail: a world in which it has been forgotten finds it again. */
static void the_interval_says_who_is_astride(void **state) {
  (void)state;
  sp_lab lab = open_ford(9.0, 15);
  body(&lab, "lead", "west", 6000);
  sp_lab_order(&lab, "lead to lead: march to east");
  sp_world *w = war(&lab);
  run_until_half_over(w, "lead");
  int32_t i = sp_lab_row(w, "lead"), c = w->formation.crossing[i];
  w->formation.crossing[i] = -1;
  w->formation.crossed_share[i] = 0.0;
  step(w);
  assert_int_equal(w->formation.crossing[i], c);
  assert_true(w->formation.crossed_share[i] > 0.4);
  run(w);
  assert_int_equal(w->formation.crossing[i], -1);
  sp_lab_close(w);
}

/* Seven hours of very hard rain on a small catchment: the water passes 0.9 m under 12,000 foot who need over four hours. In that
 * minute they are cut in two, and so they stay until it has fallen again. */
static void rising_water_cuts_a_column_in_two(void **state) {
  (void)state;
  int64_t cut[2];
  for (int n = 0; n < 2; n++) {
    sp_lab lab = sp_lab_open(30.0, n ? 60 : 5);
    sp_lab_side(&lab, "house");
    sp_lab_place(&lab, "west", 0.0, 0.0);
    sp_lab_place(&lab, "east", 30000.0, 0.0);
    sp_lab_river(&lab, "brook", 4000.0, 0.5, 100.0);
    sp_lab_crossing(&lab, "ford", "brook", 4000.0, SP_CROSSING_FORD, 6.0);
    sp_lab_road(&lab, "west", "ford", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_road(&lab, "ford", "east", 26000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_rain(&lab, 0.5, 8.0, 16.0);
    body(&lab, "host", "west", 12000);
    sp_lab_order(&lab, "host to host: march to east through the night");
    sp_world *w = war(&lab);
    run(w);
    const sp_event *e = sp_lab_event(w, SP_EVENT_CUT_IN_TWO, "host", "ford", 1);
    assert_non_null(e);
    assert_int_equal(sp_lab_count(w, SP_EVENT_CUT_IN_TWO, "host"), 1);
    cut[n] = sp_lab_minute(w, SP_EVENT_CUT_IN_TWO, "host", "ford", 1);
    int64_t closed = -1;
    for (int k = 1; closed < 0; k++) {
      const sp_event *c = sp_lab_event(w, SP_EVENT_FORD_CLOSED, NULL, "ford", k);
      assert_non_null(c);
      if (c->a == SP_ARM_FOOT) closed = sp_lab_minute(w, SP_EVENT_FORD_CLOSED, NULL, "ford", k);
    }
    assert_true(cut[n] == closed || cut[n] == closed + 1); /* in that minute, not at the tick's edge */
    assert_true(e->a > 1000 && e->b > 1000 && e->a + e->b > 11900);
    assert_true(e->value > 0.89 && e->value < 0.91);
    assert_true(sp_lab_minute(w, SP_EVENT_CROSSING_ENDS, "host", "ford", 1) > cut[n] + 120);
    sp_lab_close(w);
  }
  assert_true(cut[0] - cut[1] <= 10 && cut[1] - cut[0] <= 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opposing_files_take_turns),
      cmocka_unit_test(who_will_not_cross_keeps_nobody_waiting),
      cmocka_unit_test(nobody_stays_in_the_water),
      cmocka_unit_test(the_interval_says_who_is_astride),
      cmocka_unit_test(rising_water_cuts_a_column_in_two),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
