/* The staff's table: one paper after another, by hand. SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/papers.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_world *four(int32_t tick, const char *const *orders, int count) {
  sp_lab lab = sp_lab_open(6.0, tick);
  sp_lab_side(&lab, "qing");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 9000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 9000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  const char *id[] = {"army", "one", "two", "far"};
  for (int i = 0; i < 4; i++) {
    sp_lab_formation(&lab, id[i], "qing", i ? "army" : NULL, i == 3 ? "b" : "a");
    sp_lab_strength(&lab, id[i], SP_ARM_HORSE, 200);
  }
  for (int i = 0; i < count; i++) sp_lab_order(&lab, orders[i]);
  sp_world *w = sp_lab_war(&lab, 3);
  w->constants.rider_sigma = w->constants.staff_sigma = 0.0;
  w->constants.signal_heard = 0.0;
  return w;
}

/* Middling staff 19 min. Three papers at once: the first 19; the second begins then and takes 19 * 1.5 = 28.5,
 * the third 19 * 2 = 38 after that. */
static void one_after_another(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 one: ask army for help", "day 1 07:00 two: ask army for help", "day 1 07:03 one: ask army for instructions"};
  static const int32_t ticks[] = {5, 15, 60};
  for (int i = 0; i < 3; i++) {
    sp_world *w = four(ticks[i], orders, 3);
    sp_lab_run(w);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "army", NULL, 1), 60);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "army", NULL, 3), 63);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "army", NULL, 1), 79);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "army", NULL, 2), 79 + 28);      /* 28.5 to even */
    assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "army", NULL, 3), 79 + 28 + 38);
    int32_t hq = w->formation.hq[sp_formation_by_key(w, sp_lab_key(w, "army"))];
    assert_int_equal(w->hq.waiting[hq], 0);
    assert_true(w->hq.staff_free[hq] == sp_model_campaign(sp_world_model(w))->start + 79 + 28 + 38);
    sp_lab_close(w);
  }
}

/* Reports are read beside that: 19 / 4 = 4.75. */
static void reports_do_not_queue(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 one: ask army for help", "day 1 07:01 two: report to army"};
  sp_world *w = four(15, orders, 2);
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "army", NULL, 1), 66); /* 61 + 5 */
  assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "army", NULL, 2), 79);
  sp_lab_close(w);
}

/* An order to write is dealt with by the staff that gets it: 19 minutes, then its rider leaves. */
static void told_to_ask(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 army to one: send word to far: \"come\""};
  sp_world *w = four(15, orders, 1);
  sp_lab_run(w);
  sp_minute sent = 0;
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++)
    if (w->message.state[m] != SP_MESSAGE_FREE && w->message.kind[m] == SP_MESSAGE_WORD) sent = w->message.sent[m];
  assert_true(sent == sp_model_campaign(sp_world_model(w))->start + 79);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "one"), 1);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "far", NULL, 1), 79 + 43); /* 9000 / 208 = 43.3 */
  sp_lab_close(w);
}

/* "all" are the direct subordinates, each with a paper of his own. */
static void to_all(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 army to all: halt"};
  sp_world *w = four(15, orders, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_ORDER_GIVEN, "army"), 3);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "army"), 1);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "one", NULL, 1), 60);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "far", NULL, 1), 103);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_after_another), cmocka_unit_test(reports_do_not_queue), cmocka_unit_test(told_to_ask), cmocka_unit_test(to_all)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
