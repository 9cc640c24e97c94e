/* The war computed by hand: scenarios/lab/two-columns/SOURCES.md works out every minute and man below.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/lab.h"

static sp_world *war;

static int set_up(void **state) {
  (void)state;
  war = sp_lab_read("lab/two-columns", 1);
  sp_lab_run(war);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  sp_lab_close(war);
  return 0;
}

static int64_t at(sp_event_type type, const char *formation, const char *place) { return sp_lab_minute(war, type, formation, place, 1); }

static void orders_are_carried(void **state) {
  (void)state;
  assert_int_equal(at(SP_EVENT_ACTED, "main", NULL), 27);      /* 19 min * exp(0.5 * 0.6959) = 26.9 */
  assert_int_equal(at(SP_EVENT_DELIVERED, "train", NULL), 29); /* 2,410 m / (80 * 1.0561 m/min) = 28.5 */
  assert_int_equal(at(SP_EVENT_ACTED, "train", NULL), 38);     /* + 19 * exp(0.5 * -1.4510) = 9.2 */
  /* the second: 2,648.7 m between them at 09:50, closing at 64.05 + 53.3 m/min: 22.5 */
  assert_int_equal(sp_lab_minute(war, SP_EVENT_DELIVERED, "train", NULL, 2), 253);
  assert_int_equal(sp_lab_minute(war, SP_EVENT_RIDER_AT_HEAD, "train", NULL, 2), 253);
  assert_int_equal(sp_lab_minute(war, SP_EVENT_RIDER_AT_MIDDLE, "train", NULL, 2), 255); /* 265.9 m / 98.14 */
  assert_int_equal(sp_lab_minute(war, SP_EVENT_RIDER_AT_TAIL, "train", NULL, 2), 258);   /* 531.9 m / 98.14 */
  assert_int_equal(sp_lab_minute(war, SP_EVENT_ACTED, "train", NULL, 2), 269);           /* + 15.8 */
  assert_int_equal(sp_lab_event(war, SP_EVENT_DELIVERED, "train", NULL, 2)->value, 23);
}

static void columns_leave(void **state) {
  (void)state;
  assert_int_equal(at(SP_EVENT_ASSEMBLING, "main", "gate"), 27);
  assert_int_equal(at(SP_EVENT_MARCH_BEGINS, "main", "gate"), 43); /* 15 + 15 * 999 / 8000: 16 whole minutes */
  assert_int_equal(at(SP_EVENT_TAIL_LEAVES, "main", "gate"), 49);  /* 275.7 m / 53.3 = 5.2 */
  assert_true(sp_lab_event(war, SP_EVENT_MARCH_BEGINS, "main", "gate", 1)->value > 275.72 && sp_lab_event(war, SP_EVENT_MARCH_BEGINS, "main", "gate", 1)->value < 275.73);
  assert_int_equal(at(SP_EVENT_MARCH_BEGINS, "train", "camp"), 53); /* 15 whole minutes */
  assert_int_equal(at(SP_EVENT_TAIL_LEAVES, "train", "camp"), 63);  /* 494.4 m / 53.3 = 9.3 */
  assert_int_equal(at(SP_EVENT_HEAD_PASSES, "train", "gate"), 99);  /* 53 + 45.2 */
  assert_int_equal(at(SP_EVENT_TAIL_PASSES, "train", "gate"), 108); /* 107.7 */
}

static void columns_cross(void **state) {
  (void)state;
  assert_int_equal(at(SP_EVENT_HEAD_PASSES, "main", "ford"), 104); /* 43 + 60.5 */
  assert_int_equal(at(SP_EVENT_CROSSING_BEGINS, "main", "ford"), 104);
  assert_int_equal(at(SP_EVENT_RIDER_BACK, "main", NULL), 115); /* he comes up with them at the ford: 114.5 */
  assert_int_equal(at(SP_EVENT_CROSSING_HALF, "main", "ford"), 120); /* 105 + 0.4522 * 31.25 = 119.1 */
  assert_int_equal(sp_lab_event(war, SP_EVENT_CROSSING_HALF, "main", "ford", 1)->a, 500);
  assert_int_equal(sp_lab_event(war, SP_EVENT_CROSSING_HALF, "main", "ford", 1)->b, 500);
  assert_int_equal(at(SP_EVENT_CROSSING_ENDS, "main", "ford"), 135); /* 120 + 0.4722 * 31.22 = 134.7 */
  assert_int_equal(at(SP_EVENT_TAIL_PASSES, "main", "ford"), 135);
  assert_int_equal(at(SP_EVENT_CROSSING_BEGINS, "train", "ford"), 159); /* 53 + 105.7 */
  assert_int_equal(at(SP_EVENT_CROSSING_HALF, "train", "ford"), 178);   /* 158.7 + 18.5 */
  assert_int_equal(at(SP_EVENT_CROSSING_ENDS, "train", "ford"), 196);   /* 158.7 + 12.5 + 24.5 */
  assert_int_equal(at(SP_EVENT_TAIL_PASSES, "train", "ford"), 196);
  assert_int_equal(sp_lab_count(war, SP_EVENT_QUEUE_BEGINS, NULL), 0);
}

static void columns_come_to_rest(void **state) {
  (void)state;
  assert_int_equal(at(SP_EVENT_HEAD_ARRIVES, "main", "inn"), 224); /* 135 + (5000 - 298.7) / 53.3 = 223.2 */
  assert_int_equal(at(SP_EVENT_TAIL_ARRIVES, "main", "inn"), 228); /* + 295.8 / 63.96 */
  assert_int_equal(at(SP_EVENT_HALTED, "train", NULL), 269);       /* when the order is acted on, not before */
  assert_int_equal(at(SP_EVENT_TAIL_ARRIVES, "train", NULL), 278); /* + 539.7 / 63.96 */
  assert_int_equal(at(SP_EVENT_HEAD_ARRIVES, "train", NULL), -1);
  double marched = sp_lab_of(war, "train", "marched_m");
  assert_true(marched > 5635.0 + 4429.5 && marched < 5635.0 + 4430.5); /* 570 m short of the inn */
}

static void men_fall_out(void **state) {
  (void)state;
  assert_int_equal(sp_lab_count(war, SP_EVENT_STRAGGLERS, NULL), 0); /* this seed is kind; nobody could come back either */
  assert_int_equal(sp_lab_count(war, SP_EVENT_STRAGGLERS_BACK, NULL), 0);
  assert_int_equal(sp_lab_men(war, "main"), 1000); /* both runners are back */
  assert_int_equal(sp_lab_men(war, "train"), 400);
}

static void length_by_fatigue(void **state) {
  (void)state;
  double length = sp_lab_of(war, "train", "column_m");
  assert_true(length > 539.6 && length < 539.7); /* 412 m * (1.2 + 0.65 * 0.169008), as measured at 255 */
}

static void nothing_else_has_changed(void **state) {
  (void)state;
  assert_true(sp_lab_golden(war, "scenarios/lab/two-columns/golden/events.txt"));
}

static void same_seed_same_war(void **state) {
  (void)state;
  sp_world *again = sp_lab_read("lab/two-columns", 1), *other = sp_lab_read("lab/two-columns", 2);
  sp_lab_run(again);
  sp_lab_run(other);
  assert_true(sp_world_hash(again, NULL) == sp_world_hash(war, NULL));
  assert_true(sp_world_hash(other, NULL) != sp_world_hash(war, NULL));
  sp_lab_close(again);
  sp_lab_close(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_are_carried),  cmocka_unit_test(columns_leave), cmocka_unit_test(columns_cross),
      cmocka_unit_test(columns_come_to_rest), cmocka_unit_test(men_fall_out), cmocka_unit_test(length_by_fatigue),
      cmocka_unit_test(nothing_else_has_changed), cmocka_unit_test(same_seed_same_war),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
