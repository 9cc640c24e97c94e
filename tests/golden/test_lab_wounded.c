/* scenarios/lab/wounded: the same army with carts and physicians, and without. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/world.h"

enum { SEEDS = 10, SERIOUS = 400, ALL = 3900 };

typedef struct outcome {
  int64_t dead, left, tolls, present;
} outcome;

static int64_t on_line(const sp_world *w, sp_line line) {
  int64_t sum = 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++)
    for (int r = 0; r < SP_RANK_COUNT && sp_arm_is_man((sp_arm)w->tally.arm[i]); r++) {
      size_t cell = (size_t)i * SP_RANK_COUNT * SP_LINE_COUNT + (size_t)r * SP_LINE_COUNT + (size_t)line;
      sum += (int64_t)w->tally.opening[cell] + w->tally.came_in[cell] - w->tally.went_out[cell];
    }
  return sum;
}

/* Dead of wounds in thirty days; the few lightly wounded of them (2 of 100) and the sick are counted apart or left out. */
static outcome a_month(const char *lab) {
  outcome sum = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read(lab, seed);
    w->constants.health_light_dead_30d = 0.005;
    sp_lab_run(w); /* every invariant, every tick */
    int64_t all = 0;
    for (int line = 0; line < SP_LINE_COUNT; line++) all += on_line(w, (sp_line)line);
    assert_int_equal(all, ALL);
    for (int n = 1; sp_lab_event(w, SP_EVENT_DEATHS, NULL, NULL, n); n++) {
      sum.dead += sp_lab_event(w, SP_EVENT_DEATHS, NULL, NULL, n)->a;
      sum.tolls++;
    }
    for (int n = 1; sp_lab_event(w, SP_EVENT_WOUNDED_LEFT, NULL, NULL, n); n++) sum.left += sp_lab_event(w, SP_EVENT_WOUNDED_LEFT, NULL, NULL, n)->a;
    sum.present += sp_lab_men(w, "host");
    sp_lab_close(w);
  }
  return sum;
}

static void carts_and_physicians_save_lives(void **state) {
  (void)state;
  outcome carried = a_month("lab/wounded/carried"), bare = a_month("lab/wounded/bare");
  assert_int_equal(carried.left, 0);
  assert_in_range(bare.left, SEEDS * (SERIOUS - 5), SEEDS * SERIOUS); /* a few die before they set out */
  assert_true(carried.dead > SEEDS * SERIOUS * 20 / 100 && carried.dead < SEEDS * SERIOUS * 40 / 100);
  assert_true(bare.dead > 2 * carried.dead && bare.dead < (int64_t)SEEDS * SERIOUS);
  assert_true(carried.tolls <= SEEDS * 30); /* once a day */
  assert_true(carried.present > bare.present);
}

/* 400 by 150 bearers, one an hour each: 160 minutes and a little more at dawn. */
static void orders_leave_or_take_them(void **state) {
  (void)state;
  sp_world *usual = sp_lab_read("lab/wounded/carried", 1), *left = sp_lab_read_with("lab/wounded/carried", "left", 1), *taken = sp_lab_read_with("lab/wounded/carried", "taken", 1);
  sp_world *all[] = {usual, left, taken};
  for (int n = 0; n < 3; n++)
    for (int hours = 0; hours < 12; hours++) assert_int_equal(sp_world_step(all[n]), SP_OK);
  int64_t begins = sp_lab_minute(usual, SP_EVENT_MARCH_BEGINS, "host", NULL, 1), waits = sp_lab_minute(taken, SP_EVENT_MARCH_BEGINS, "host", NULL, 1) - begins;
  assert_null(sp_lab_event(usual, SP_EVENT_WOUNDED_LEFT, "host", NULL, 1));
  assert_in_range(sp_lab_event(left, SP_EVENT_WOUNDED_LEFT, "host", NULL, 1)->a, SERIOUS - 15, SERIOUS);
  assert_in_range(sp_lab_minute(left, SP_EVENT_MARCH_BEGINS, "host", NULL, 1), begins - 30, begins + 30); /* a staff takes its time */
  assert_null(sp_lab_event(taken, SP_EVENT_WOUNDED_LEFT, "host", NULL, 1));
  assert_in_range(sp_lab_event(taken, SP_EVENT_LOADS_WOUNDED, "host", NULL, 1)->a, SERIOUS - 15, SERIOUS);
  assert_in_range(waits, 80, 200);
  for (int n = 0; n < 3; n++) sp_lab_close(all[n]);
}

static void the_days_are_told(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/wounded/carried", 1);
  sp_lab_run(w);
  assert_true(sp_lab_golden(w, "scenarios/lab/wounded/carried/golden/events.txt"));
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(carts_and_physicians_save_lives), cmocka_unit_test(orders_leave_or_take_them), cmocka_unit_test(the_days_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
