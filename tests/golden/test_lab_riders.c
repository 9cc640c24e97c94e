/* scenarios/lab/riders: riders who look for a general at the head of a long column. Figures from its SOURCES.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"

static sp_world *war;

static int set_up(void **state) {
  (void)state;
  war = sp_lab_read("lab/riders", 1);
  sp_lab_run(war);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  sp_lab_close(war);
  return 0;
}

/* The nth event of that kind in which `from` sends to the column. */
static int64_t of(sp_event_type type, const char *from, int nth) {
  sp_key sender = sp_lab_key(war, from);
  for (int n = 1;; n++) {
    const sp_event *e = sp_lab_event(war, type, "column", NULL, n);
    if (!e) return -1;
    if (e->object == sender && --nth == 0) return e->minute - sp_model_campaign(sp_world_model(war))->start;
  }
}

static void the_column_itself(void **state) {
  (void)state;
  assert_int_equal(sp_lab_minute(war, SP_EVENT_MARCH_BEGINS, "column", "gate", 1), 54);  /* 24 + 30 */
  assert_int_equal(sp_lab_minute(war, SP_EVENT_TAIL_LEAVES, "column", "gate", 1), 160);  /* 5,633.6 m / 53.3 = 105.7 */
  assert_int_equal(sp_lab_minute(war, SP_EVENT_HEAD_PASSES, "column", "mill", 1), 280);  /* 54 + 225.1 */
  assert_int_equal(sp_lab_minute(war, SP_EVENT_TAIL_PASSES, "column", "mill", 1), 398);  /* 6,265 m behind: + 117.6 */
}

static void from_behind_he_passes_the_whole_column(void **state) {
  (void)state;
  assert_int_equal(of(SP_EVENT_RIDER_AT_TAIL, "rear", 2), 338);   /* 338.3 */
  assert_in_range(of(SP_EVENT_RIDER_AT_MIDDLE, "rear", 2), 365, 366); /* + 3,048.5 / 111.5 = 27.3 */
  assert_in_range(of(SP_EVENT_RIDER_AT_HEAD, "rear", 2), 393, 394); /* + 54.7 and a little: it lengthens meanwhile */
  assert_int_equal(of(SP_EVENT_DELIVERED, "rear", 2), of(SP_EVENT_RIDER_AT_HEAD, "rear", 2));
  assert_true(of(SP_EVENT_RIDER_AT_TAIL, "rear", 1) < of(SP_EVENT_RIDER_AT_MIDDLE, "rear", 1));
  assert_true(of(SP_EVENT_RIDER_AT_MIDDLE, "rear", 1) < of(SP_EVENT_RIDER_AT_HEAD, "rear", 1));
}

static void head_on_he_has_the_general_at_once(void **state) {
  (void)state;
  assert_int_equal(of(SP_EVENT_RIDER_AT_HEAD, "front", 1), 218); /* 18,883 m at 225.1 + 53.3: 67.8 */
  assert_int_equal(of(SP_EVENT_DELIVERED, "front", 1), 218);
  assert_int_equal(of(SP_EVENT_RIDER_AT_MIDDLE, "front", 1), 231); /* the word runs on: 2,901 m at 210.9: 13.8 */
  assert_int_equal(of(SP_EVENT_RIDER_AT_TAIL, "front", 1), 245);
  assert_int_equal(of(SP_EVENT_DELIVERED, "front", 2), 363);       /* 9,289 m at 224.8 + 53.3: 33.4 */
  assert_int_equal(of(SP_EVENT_RIDER_AT_MIDDLE, "front", 2), 378); /* 3,090 m at 210.7: 14.7 */
}

static void the_way_decides_not_the_distance(void **state) {
  (void)state;
  /* a rider just behind the tail is later at the general than one twice as far ahead */
  int64_t behind = of(SP_EVENT_DELIVERED, "rear", 2) - 270, ahead = of(SP_EVENT_DELIVERED, "front", 2) - 330;
  assert_true(behind > 3 * ahead);
}

static void by_night_to_a_camp(void **state) {
  (void)state;
  int64_t night = of(SP_EVENT_DELIVERED, "rear", 3);
  /* 30 km at 245.0 m/min by day, half of it in the dark and less as the horse tires: far more than 122 min */
  assert_in_range(night - 1020, 245, 330);
  assert_int_equal(of(SP_EVENT_RIDER_AT_TAIL, "rear", 3), night);
  assert_int_equal(of(SP_EVENT_DELIVERED, "front", 3), 1020); /* they camp in the same place: no ride at all */
}

static void nothing_else_has_changed(void **state) {
  (void)state;
  assert_true(sp_lab_golden(war, "scenarios/lab/riders/golden/events.txt"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_column_itself),           cmocka_unit_test(from_behind_he_passes_the_whole_column),
      cmocka_unit_test(head_on_he_has_the_general_at_once), cmocka_unit_test(the_way_decides_not_the_distance),
      cmocka_unit_test(by_night_to_a_camp),          cmocka_unit_test(nothing_else_has_changed),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
