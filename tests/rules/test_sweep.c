/* Scattered men near the enemy are found, by day and on open ground; a chief who rides off shakes who sees him go.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "after_break.h"
#include "world/pools.h"

/* 600 men of "beaten" lie in the fields where it stands; the enemy stands `away` beside them. */
static sp_world *in_hiding(const char *where, sp_quarter quarter, int32_t hour) {
  sp_lab lab;
  sp_broken_road(&lab, 8.0);
  sp_lab_start_at(&lab, hour);
  sp_broken_body(&lab, "chief", "ming", NULL, "home", 500, 0);
  sp_broken_body(&lab, "beaten", "ming", "chief", "field", 1000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, where, 3000, 0);
  sp_world *w = sp_broken_open(&lab, 1);
  int32_t i = sp_broken_row(w, "beaten");
  w->constants.rally_per_h = 0.0;
  sp_broken_until(w, 15); /* the scratch is laid out by then */
  sp_pools_list(w);
  int32_t p = sp_pool_new(w, i, w->head->minute, SP_POOL_SCATTERED);
  assert_true(p >= 0);
  w->pool.since[p] = w->head->minute;
  assert_int_equal(sp_transfer_men(w, sp_in_formation(i), sp_in_pool(p), 600, SP_CAUSE_SCATTERED), 600);
  w->combat.quarter[sp_broken_row(w, "banner")] = (uint8_t)quarter;
  return w;
}

static int32_t found(sp_world *w) { return sp_broken_line(w, "ming", SP_LINE_KILLED) + sp_broken_line(w, "ming", SP_LINE_CAPTURED); }

/* 3,000 men send out 600, who could deal with 300 an hour: 0.12 * 0.5 / 0.62 = 0.097 an hour, falling with exp(-h/8):
 * in four hours about 1 - exp(-0.097 * 8 * (1 - exp(-0.5))) = 26 % of 600. */
static void found_by_the_road(void **state) {
  (void)state;
  sp_world *w = in_hiding("field", SP_QUARTER_ALL, 8);
  sp_broken_until(w, 255);
  assert_in_range(found(w), 156 - 45, 156 + 45);
  assert_true(sp_broken_line(w, "ming", SP_LINE_CAPTURED) > 5 * sp_broken_line(w, "ming", SP_LINE_KILLED));
  assert_int_equal(w->combat.captives[sp_broken_row(w, "banner")], sp_broken_line(w, "ming", SP_LINE_CAPTURED));
  assert_true(sp_lab_count(w, SP_EVENT_SWEEPS, "banner") >= 3);
  sp_lab_close(w);
}

static void not_from_afar_nor_in_the_dark(void **state) {
  (void)state;
  sp_world *far = in_hiding("ford-village", SP_QUARTER_ALL, 8);
  sp_broken_until(far, 255);
  assert_int_equal(found(far), 0);
  sp_lab_close(far);
  sp_world *night = in_hiding("field", SP_QUARTER_ALL, 21);
  sp_broken_until(night, 255);
  assert_in_range(found(night), 1, 60);
  sp_lab_close(night);
}

static void quarter_decides_what_becomes_of_them(void **state) {
  (void)state;
  sp_world *w = in_hiding("field", SP_QUARTER_NONE, 8);
  sp_broken_until(w, 255);
  assert_true(sp_broken_line(w, "ming", SP_LINE_KILLED) > 2 * sp_broken_line(w, "ming", SP_LINE_CAPTURED));
  sp_lab_close(w);
}

static void they_see_him_go(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_broken_body(&lab, "chief", "ming", NULL, "field", 100, 200);
  sp_broken_body(&lab, "line", "ming", "chief", "field", 3000, 0);
  sp_broken_body(&lab, "far", "ming", "chief", "home", 1000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "ford-village", 1000, 0);
  sp_world *w = sp_broken_open(&lab, 1);
  int32_t chief = sp_broken_row(w, "chief"), line = sp_broken_row(w, "line"), far = sp_broken_row(w, "far");
  w->formation.in_contact[line] = w->formation.in_contact[far] = 1;
  w->hq.rode_off[chief] = w->head->minute + 7;
  sp_broken_until(w, 15);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_LEADER_FLEES, "chief", NULL, 1), 7);
  assert_true(w->combat.leader[line] > 0.8 && w->combat.shaken[line] > 0.3);
  assert_true(w->combat.leader[far] == 0.0); /* twenty kilometres off nobody sees it */
  assert_int_equal(sp_lab_event(w, SP_EVENT_LEADER_FLEES, "chief", NULL, 1)->b, sp_men_of(w, chief));
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(found_by_the_road), cmocka_unit_test(not_from_afar_nor_in_the_dark), cmocka_unit_test(quarter_decides_what_becomes_of_them), cmocka_unit_test(they_see_him_go)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
