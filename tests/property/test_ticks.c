/* Ticks of 5, 15 and 60 minutes tell the same war. Held against the 5-minute one:
 *
 *   head and tail at a place, crossings      15 min: 3 min     60 min: 15 min
 *   a queue's beginning                       15 min: it is told for the bank, though the column ahead may keep it some way off
 *   a tail where the road narrows             60 min: 35 min; the length is measured by the road under the head
 *   halts by order                            to the minute: they happen when they are acted on
 *   papers heard                             15 min: 8 min     60 min: 25 min (a rider takes the column that he
 *                                            looks for to march on as it did when the tick began)
 *   stragglers of 30,000 men in a day        within four standard deviations of two counts
 *   commanders who decide, 240 wars          every war has its fight; in the mean the first decision at most 30 min off, the first fight 15; wars
 *                                            with a decision within 0.1, decisions to a war within a quarter with ticks of 15 and 0.3 with ticks of
 *                                            60, bodies that broke within 0.12 and 0.15 of all, men lost within 0.15 and 0.25. A tick of 60 is gone
 *                                            through in quarters of an hour while it matters (src/engine/parts.c)
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/lab.h"

static sp_world *build(int32_t tick_min) {
  sp_lab lab = sp_lab_open(18.0, tick_min);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "camp", -3000.0, 0.0);
  sp_lab_place(&lab, "gate", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 12000.0, 0.0);
  sp_lab_place(&lab, "inn", 20000.0, 0.0);
  sp_lab_road(&lab, "camp", "gate", 3000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "gate", "ford", 6000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "ford", "mill", 6000.0, SP_ROAD_ROAD, SP_RELIEF_ROLLING);
  sp_lab_road(&lab, "mill", "inn", 8000.0, SP_ROAD_TRACK, SP_RELIEF_PLAIN);
  sp_lab_river(&lab, "brook", 6000.0, 0.35, 40.0);
  sp_lab_crossing(&lab, "ford", "brook", 6000.0, SP_CROSSING_FORD, 8.0);
  sp_lab_formation(&lab, "main", "house", NULL, "gate");
  sp_lab_strength(&lab, "main", SP_ARM_FOOT, 4000);
  sp_lab_strength(&lab, "main", SP_ARM_HORSE, 40);
  sp_lab_strength(&lab, "main", SP_ARM_MOUNT, 40);
  sp_lab_formation(&lab, "train", "house", "main", "camp"); /* comes to the ford while the first is in it: a queue */
  sp_lab_strength(&lab, "train", SP_ARM_FOOT, 1500);
  sp_lab_strength(&lab, "train", SP_ARM_CART, 60);
  sp_lab_strength(&lab, "train", SP_ARM_DRAUGHT, 120);
  sp_lab_formation(&lab, "guard", "house", "main", "camp");
  sp_lab_strength(&lab, "guard", SP_ARM_FOOT, 500);
  sp_lab_order(&lab, "main to main: march to inn");
  sp_lab_order(&lab, "main to train: march to mill");
  sp_lab_order(&lab, "day 1 12:00 main to guard: march to mill");
  sp_lab_order(&lab, "day 1 11:00 main to train: halt");
  sp_world *war = sp_lab_war(&lab, 11);
  sp_lab_run(war);
  return war;
}

typedef struct moment {
  sp_event_type type;
  const char *who, *where;
  int nth, tolerance_15, tolerance_60;
} moment;

static const moment moments[] = {
    {SP_EVENT_MARCH_BEGINS, "main", "gate", 1, 0, 0},    {SP_EVENT_TAIL_LEAVES, "main", "gate", 1, 1, 1},
    {SP_EVENT_HEAD_PASSES, "main", "ford", 1, 1, 1},     {SP_EVENT_CROSSING_BEGINS, "main", "ford", 1, 1, 1},
    {SP_EVENT_CROSSING_HALF, "main", "ford", 1, 1, 3},   {SP_EVENT_CROSSING_ENDS, "main", "ford", 1, 2, 5},
    {SP_EVENT_TAIL_PASSES, "main", "mill", 1, 3, 35},    {SP_EVENT_HEAD_PASSES, "main", "mill", 1, 3, 10},
    {SP_EVENT_HEAD_ARRIVES, "main", "inn", 1, 3, 15},    {SP_EVENT_TAIL_ARRIVES, "main", "inn", 1, 3, 15},
    {SP_EVENT_QUEUE_BEGINS, "train", "ford", 1, 15, 15},  {SP_EVENT_CROSSING_BEGINS, "train", "ford", 1, 3, 10},
    {SP_EVENT_CROSSING_ENDS, "train", "ford", 1, 3, 15}, {SP_EVENT_HALTED, "train", NULL, 1, 8, 25},
    {SP_EVENT_DELIVERED, "train", NULL, 2, 8, 25},       {SP_EVENT_HEAD_ARRIVES, "guard", "mill", 1, 8, 25},
    {SP_EVENT_DELIVERED, "guard", NULL, 1, 8, 25},
};

static void ticks_agree(void **state) {
  (void)state;
  sp_world *fine = build(5), *usual = build(15), *coarse = build(60);
  bool good = true;
  for (size_t n = 0; n < sizeof moments / sizeof *moments; n++) {
    const moment *m = &moments[n];
    int64_t at = sp_lab_minute(fine, m->type, m->who, m->where, m->nth), at_15 = sp_lab_minute(usual, m->type, m->who, m->where, m->nth), at_60 = sp_lab_minute(coarse, m->type, m->who, m->where, m->nth);
    bool fits = at >= 0 && llabs(at_15 - at) <= m->tolerance_15 && at_60 >= 0 && llabs(at_60 - at) <= m->tolerance_60;
    if (!fits) print_error("%s %s: 5 min %lld, 15 min %lld, 60 min %lld\n", m->who, sp_event_name(m->type), (long long)at, (long long)at_15, (long long)at_60);
    good = good && fits;
  }
  assert_true(good);
  double way = sp_lab_of(fine, "main", "fatigue");
  assert_true(sp_lab_of(usual, "main", "fatigue") > way - 0.02 && sp_lab_of(usual, "main", "fatigue") < way + 0.02);
  assert_true(sp_lab_of(coarse, "main", "fatigue") > way - 0.05 && sp_lab_of(coarse, "main", "fatigue") < way + 0.05);
  sp_lab_close(fine);
  sp_lab_close(usual);
  sp_lab_close(coarse);
}

static void a_halt_is_at_its_minute(void **state) {
  (void)state;
  static const int32_t ticks[] = {5, 10, 15, 20, 30, 60};
  for (size_t n = 0; n < sizeof ticks / sizeof *ticks; n++) {
    sp_world *war = build(ticks[n]);
    assert_int_equal(sp_lab_minute(war, SP_EVENT_HALTED, "train", NULL, 1), sp_lab_minute(war, SP_EVENT_ACTED, "train", NULL, 2));
    sp_lab_close(war);
  }
}

static int32_t stragglers(int32_t tick_min) {
  sp_lab lab = sp_lab_open(10.0, tick_min);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "gate", 0.0, 0.0);
  sp_lab_place(&lab, "inn", 22000.0, 0.0);
  sp_lab_road(&lab, "gate", "inn", 22000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "house", NULL, "gate");
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 30000);
  sp_lab_order(&lab, "host to host: march to inn");
  sp_world *war = sp_lab_war(&lab, 11);
  sp_lab_run(war);
  int32_t lost = 30000 - sp_lab_men(war, "host");
  sp_lab_close(war);
  return lost;
}

static void stragglers_agree(void **state) {
  (void)state;
  int32_t fine = stragglers(5), usual = stragglers(15), coarse = stragglers(60);
  assert_in_range(fine, 40, 140); /* 0.25 % of an ordinary day is 75 */
  double spread = 4.0 * sqrt(2.0 * (double)fine);
  assert_true((double)abs(usual - fine) < spread);
  assert_true((double)abs(coarse - fine) < spread);
}

/* ---- parts of a tick */

/* Steps of the clock in the second hour of a war at ticks of that length: a column marches, or does not, to an enemy in camp, or a friend. */
static int64_t parts_of(int32_t tick_min, double apart_m, bool marches, bool hostile) {
  sp_lab lab = sp_lab_open(6.0, tick_min);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "camp", apart_m, 0.0);
  sp_lab_road(&lab, "west", "camp", apart_m, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "column", "red", NULL, "west");
  sp_lab_formation(&lab, "other", hostile ? "blue" : "red", NULL, "camp");
  sp_lab_strength(&lab, "column", SP_ARM_FOOT, 300);
  sp_lab_strength(&lab, "other", SP_ARM_FOOT, 300);
  if (marches) sp_lab_order(&lab, "column to column: march to camp");
  sp_world *war = sp_lab_war(&lab, 3);
  int64_t before = 0, minute = sp_world_minute(war) + 120;
  while (sp_world_minute(war) < minute) {
    if (sp_world_minute(war) == minute - 60) before = sp_world_tick(war); /* the first hour sets it going */
    int64_t from = sp_world_minute(war);
    assert_int_equal(sp_world_step(war), SP_OK);
    assert_int_equal(sp_world_minute(war), from + tick_min); /* from outside it is one tick */
  }
  int64_t parts = sp_world_tick(war) - before;
  sp_lab_close(war);
  return parts;
}

/* Foot makes 3.2 km in an hour, and 3 km is near: 8 km off at first, 5.5 or so after an hour, they may meet in the second; at ticks of half an hour, in its
 * second half. */
static void a_long_tick_has_parts_when_it_matters(void **state) {
  (void)state;
  assert_int_equal(parts_of(60, 8000.0, true, true), 4);
  assert_int_equal(parts_of(30, 8000.0, true, true), 3);
  assert_int_equal(parts_of(60, 20000.0, true, true), 1);
  assert_int_equal(parts_of(60, 5000.0, false, true), 1); /* in camp before each other for weeks */
  assert_int_equal(parts_of(60, 8000.0, true, false), 1);
  assert_int_equal(parts_of(15, 8000.0, true, true), 4); /* no finer than commanders look about them */
  assert_int_equal(parts_of(5, 8000.0, true, true), 12);
}

/* ---- commanders who decide */

#define WARS 240

typedef struct told {
  double decided, fought, lost[2], broke[2], thoughts; /* means: minute of the first decision, of the first fight; men; share of bodies; decisions to a war */
  int decisions, fights;
} told;

static sp_model *meeting(int32_t tick_min) {
  sp_lab lab = sp_lab_open(12.0, tick_min);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 9000.0, 0.0);
  sp_lab_place(&lab, "east", 16000.0, 0.0);
  sp_lab_road(&lab, "west", "mill", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 7000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "main", "red", NULL, "west");
  sp_lab_formation(&lab, "van", "red", "main", "mill");
  sp_lab_formation(&lab, "host", "blue", NULL, "east");
  sp_lab_strength(&lab, "main", SP_ARM_SPEAR, 2500);
  sp_lab_strength(&lab, "van", SP_ARM_SPEAR, 1500);
  sp_lab_strength(&lab, "van", SP_ARM_HORSE, 100);
  sp_lab_strength(&lab, "van", SP_ARM_MOUNT, 100);
  sp_lab_strength(&lab, "host", SP_ARM_SPEAR, 2500);
  sp_lab_order(&lab, "main to van: hold");
  sp_lab_order(&lab, "main to main: march to mill");
  sp_lab_order(&lab, "host to host: attack the enemy at west");
  return sp_lab_compile(&lab);
}

static told many_wars(int32_t tick_min) {
  static const char *const sides[2][2] = {{"main", "van"}, {"host", NULL}};
  sp_model *model = meeting(tick_min);
  told sum = {0};
  for (uint64_t seed = 1; seed <= WARS; seed++) {
    sp_world *war = sp_lab_world(model, seed);
    sp_lab_run(war);
    int64_t decided = sp_lab_minute(war, SP_EVENT_DECIDES, NULL, NULL, 1), fought = sp_lab_minute(war, SP_EVENT_BATTLE_BEGINS, NULL, NULL, 1);
    sum.decisions += decided >= 0;
    sum.fights += fought >= 0;
    sum.thoughts += sp_lab_count(war, SP_EVENT_DECIDES, NULL) / (double)WARS;
    if (decided >= 0) sum.decided += (double)decided;
    if (fought >= 0) sum.fought += (double)fought;
    for (int s = 0; s < 2; s++) {
      int32_t left = 0;
      for (int b = 0; b < 2; b++)
        if (sides[s][b]) left += sp_lab_men(war, sides[s][b]), sum.broke[s] += (sp_lab_count(war, SP_EVENT_BREAKS, sides[s][b]) > 0) / (s ? 1.0 : 2.0) / (double)WARS;
      sum.lost[s] += ((s ? 2500 : 4100) - left) / (double)WARS;
    }
    sp_world_destroy(war);
  }
  sp_model_release(model);
  if (sum.fights) sum.fought /= sum.fights;
  if (sum.decisions) sum.decided /= sum.decisions;
  return sum;
}

static void commanders_agree(void **state) {
  (void)state;
  told fine = many_wars(5);
  static const struct { int32_t tick_min; double thoughts, lost, broke; } held[] = {{15, 0.25, 0.15, 0.12}, {60, 0.3, 0.25, 0.15}};
  assert_true(fine.fights >= WARS - WARS / 25); /* in one of twenty-five they may keep apart */
  assert_true(fine.decisions > WARS * 3 / 4);
  for (size_t n = 0; n < sizeof held / sizeof *held; n++) {
    told other = many_wars(held[n].tick_min);
    bool good = other.fights >= WARS - WARS / 25 && abs(other.decisions - fine.decisions) <= WARS / 10;
    good = good && fabs(other.decided - fine.decided) <= 30.0 && fabs(other.fought - fine.fought) <= 15.0 && fabs(other.thoughts - fine.thoughts) <= held[n].thoughts * fine.thoughts;
    for (int s = 0; s < 2; s++) good = good && fabs(other.lost[s] - fine.lost[s]) <= held[n].lost * fine.lost[s] && fabs(other.broke[s] - fine.broke[s]) <= held[n].broke;
    if (!good)
      print_error("ticks of %d: %.2f decisions of %.2f to a war, in %d wars of %d at %.0f of %.0f, fights %d at %.0f of %.0f, lost %.0f and %.0f of %.0f and %.0f, broke %.2f and %.2f of %.2f and %.2f\n", (int)held[n].tick_min, other.thoughts, fine.thoughts, other.decisions, fine.decisions, other.decided, fine.decided,
                  other.fights, other.fought, fine.fought, other.lost[0], other.lost[1], fine.lost[0], fine.lost[1], other.broke[0], other.broke[1], fine.broke[0], fine.broke[1]);
    assert_true(good);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ticks_agree), cmocka_unit_test(a_halt_is_at_its_minute), cmocka_unit_test(stragglers_agree), cmocka_unit_test(a_long_tick_has_parts_when_it_matters), cmocka_unit_test(commanders_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
