/* Prisoners: kept by enough guards, lost with too few, free when the captors break.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_world *with_prisoners(int32_t captors, int32_t prisoners) {
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_broken_body(&lab, "ming-men", "ming", NULL, "home", 3000, 200);
  sp_broken_body(&lab, "banner", "qing", NULL, "east", captors, 0);
  sp_world *w = sp_broken_open(&lab, 4);
  w->constants.straggle_camp_per_day = 0.0;
  int32_t f = sp_broken_row(w, "ming-men"), p = sp_broken_row(w, "banner");
  w->combat.captives[p] = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), prisoners, SP_CAUSE_TAKEN);
  assert_int_equal(w->combat.captives[p], prisoners);
  return w;
}

/* 600 prisoners want 100 guards. 0.2 % an hour get away even so. */
static void enough_guards(void **state) {
  (void)state;
  sp_world *w = with_prisoners(2000, 600);
  int32_t p = sp_broken_row(w, "banner");
  assert_int_equal(sp_guards_of(w, p), 100);
  sp_broken_until(w, 300);
  const sp_event *told = sp_lab_event(w, SP_EVENT_PRISONERS, "banner", NULL, 1);
  assert_non_null(told);
  assert_int_equal(told->a, 600);
  assert_int_equal(told->b, 100);
  assert_int_equal(sp_lab_count(w, SP_EVENT_PRISONERS, "banner"), 1);
  assert_in_range(w->combat.captives[p], 600 - 24, 600);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_CAPTURED), w->combat.captives[p]);
  sp_lab_close(w);
}

/* 100 men spare 50: half of what is wanted. 0.002 + 0.4 * 0.25 = 0.102 an hour: 40 % in five hours by day. */
static void too_few_guards(void **state) {
  (void)state;
  sp_world *w = with_prisoners(100, 600);
  w->constants.sweep_per_h = 0.0; /* who is away is not found again */
  int32_t p = sp_broken_row(w, "banner"), f = sp_broken_row(w, "ming-men");
  assert_int_equal(sp_guards_of(w, p), 50);
  sp_broken_until(w, 61);
  int32_t first = 600 - w->combat.captives[p];
  assert_in_range(first, 58 - 30, 58 + 30);
  sp_broken_until(w, 300);
  assert_true(w->combat.captives[p] < 600 - first);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_CAPTURED), w->combat.captives[p]);
  int32_t hiding = sp_broken_line(w, "ming", SP_LINE_STRAGGLING);
  assert_int_equal(hiding, 600 - w->combat.captives[p]);
  int32_t pools = 0;
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_POOL); n++) {
    if (!w->pool.alive[n]) continue;
    pools++;
    assert_int_equal(w->pool.formation[n], f);
    assert_true(w->pool.x[n] - w->formation.tail_x[p] < 1.0 && w->formation.tail_x[p] - w->pool.x[n] < 1.0); /* where the guards are */
  }
  assert_int_equal(pools, 1);
  sp_lab_close(w);
}

static void all_go_free_when_the_captors_break(void **state) {
  (void)state;
  sp_world *w = with_prisoners(2000, 600);
  int32_t p = sp_broken_row(w, "banner");
  sp_broken_until(w, 30);
  sp_broken_break(w, "banner", NULL);
  sp_broken_until(w, 45);
  assert_int_equal(w->combat.captives[p], 0);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_CAPTURED), 0);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_STRAGGLING), 600);
  assert_int_equal(sp_lab_event(w, SP_EVENT_ESCAPES, "banner", NULL, 1)->a, 600);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(enough_guards), cmocka_unit_test(too_few_guards), cmocka_unit_test(all_go_free_when_the_captors_break)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
