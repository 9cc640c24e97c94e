/* scenarios/lab/bridge: ten bridges and three; a bridge broken in time, and one that was left. Figures from its SOURCES.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"

static const char *const corps[] = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"};

/* Hours from the order until the last of the host is over. */
static double last_over_h(const sp_world *war) {
  int64_t last = 0;
  for (int n = 0; n < 10; n++) {
    int64_t over = sp_lab_minute(war, SP_EVENT_CROSSING_ENDS, corps[n], "bridges", 1);
    assert_true(over > 0);
    if (over > last) last = over;
  }
  return (double)last / 60.0;
}

static void ten_bridges_pass_the_host_in_a_day(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/bridge/ten", 1);
  sp_lab_run(war);
  double hours = last_over_h(war);
  assert_true(hours >= 16.0 && hours <= 30.0);
  assert_int_equal(sp_lab_count(war, SP_EVENT_QUEUE_BEGINS, NULL), 0); /* a bridge for each */
  assert_true(sp_lab_golden(war, "scenarios/lab/bridge/golden/ten.txt"));
  sp_lab_close(war);
}

static void three_bridges_pass_it_in_days(void **state) {
  (void)state;
  sp_world *war = sp_lab_read("lab/bridge/three", 1);
  sp_lab_run(war);
  double days = last_over_h(war) / 24.0;
  assert_true(days >= 2.5 && days <= 5.0);
  assert_true(sp_lab_value(war, "ford", "longest_queue_min", 0) > 2.0 * 1440.0);
  assert_true(sp_lab_golden(war, "scenarios/lab/bridge/golden/three.txt"));
  sp_lab_close(war);
}

static void a_bridge_broken_in_time_stops_the_pursuit(void **state) {
  (void)state;
  for (int kept = 0; kept < 2; kept++) {
    sp_world *war = sp_lab_read(kept ? "lab/bridge/kept" : "lab/bridge/broken", 1);
    sp_lab_run(war);
    int64_t main_over = sp_lab_minute(war, SP_EVENT_CROSSING_ENDS, "main", "bridges", 1), down = sp_lab_minute(war, SP_EVENT_BRIDGE_BROKEN, "guard", "bridges", 1);
    assert_true(kept ? down < 0 : down >= main_over && down <= main_over + 60); /* 2 x 150 m x 0.4 man-hours by 150 men: 48 minutes */
    assert_true((sp_lab_count(war, SP_EVENT_CROSSING_BEGINS, "horse") > 0) == (kept > 0));
    assert_true((sp_lab_count(war, SP_EVENT_BATTLE_BEGINS, NULL) > 0) == (kept > 0));
    assert_true(sp_lab_golden(war, kept ? "scenarios/lab/bridge/golden/kept.txt" : "scenarios/lab/bridge/golden/broken.txt"));
    sp_lab_close(war);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ten_bridges_pass_the_host_in_a_day), cmocka_unit_test(three_bridges_pass_it_in_days), cmocka_unit_test(a_bridge_broken_in_time_stops_the_pursuit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
