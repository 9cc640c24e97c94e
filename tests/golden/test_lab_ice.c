/* scenarios/lab/ice: the same three columns before thin ice and thick. Figures from its SOURCES.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"

static const char *const bodies[] = {"foot", "horse", "guns"};

static int64_t begins(const sp_world *war, const char *body) { return sp_lab_minute(war, SP_EVENT_CROSSING_BEGINS, body, "ferry", 1); }

/* 8 cm and 6 degrees of frost: 9 cm after 0.98 days, 11.4 after 3.80, 15.2 after 9.63. Each goes over in the quarter of an hour. */
static void on_thin_ice_each_waits_for_its_own(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/ice/thin", 1);
  sp_lab_run(war);
  static const double days[] = {0.980, 3.802, 9.634};
  for (int n = 0; n < 3; n++) {
    int64_t from = (int64_t)(days[n] * 1440.0);
    assert_in_range(begins(war, bodies[n]), from - 15, from + 30);
    assert_int_equal(sp_lab_event(war, SP_EVENT_QUEUE_BEGINS, bodies[n], "ferry", 1)->a, 3);
  }
  assert_int_equal(sp_lab_count(war, SP_EVENT_ICE_BREAKS, NULL), 0);
  assert_true(sp_lab_golden(war, "scenarios/lab/ice/golden/thin.txt"));
  sp_lab_close(war);
}

static void on_thick_ice_nobody_waits(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/ice/thick", 1);
  sp_lab_run(war);
  assert_int_equal(sp_lab_count(war, SP_EVENT_QUEUE_BEGINS, NULL), 0);
  for (int n = 0; n < 3; n++) assert_in_range(begins(war, bodies[n]), 100, 700);
  /* 3,000 foot in the time of their own column: ten boats would take hours */
  assert_true(sp_lab_event(war, SP_EVENT_CROSSING_ENDS, "foot", "ferry", 1)->value < 30.0);
  assert_true(sp_lab_golden(war, "scenarios/lab/ice/golden/thick.txt"));
  sp_lab_close(war);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(on_thin_ice_each_waits_for_its_own), cmocka_unit_test(on_thick_ice_nobody_waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
