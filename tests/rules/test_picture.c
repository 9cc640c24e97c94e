/* Beliefs: merging by place, age, sixteen and no more, holders counted, what is passed on and when.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/belief.h"
#include "world/papers.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_world *small(double hours) {
  sp_lab lab = sp_lab_open(hours, 15);
  sp_lab_side(&lab, "qing");
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 8000.0, 0.0);
  sp_lab_place(&lab, "z", 60000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 8000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "b", "z", 52000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "army", "qing", NULL, "a");
  sp_lab_formation(&lab, "watch", "qing", "army", "b");
  sp_lab_formation(&lab, "foe", "ming", NULL, "z");
  for (int i = 0; i < 3; i++) sp_lab_strength(&lab, ((const char *[]){"army", "watch", "foe"})[i], SP_ARM_HORSE, 300);
  sp_world *w = sp_lab_war(&lab, 5);
  w->constants.rider_sigma = w->constants.staff_sigma = 0.0;
  return w;
}

static int32_t hq_of(const sp_world *w, const char *id) { return w->formation.hq[sp_formation_by_key(w, sp_lab_key(w, id))]; }

static int32_t rumour(sp_world *w, int32_t hq, double x, double y, int32_t men, sp_minute seen) {
  static uint32_t nth;
  int32_t r = sp_row_new(w, SP_TABLE_REPORT, sp_key_born(1, seen, 99, ++nth));
  assert_true(r >= 0);
  w->report.holders[r] = 1;
  w->report.observer[r] = hq;
  w->report.seen[r] = seen;
  w->report.side[r] = w->formation.side[sp_formation_by_key(w, sp_lab_key(w, "foe"))];
  w->report.x[r] = x;
  w->report.y[r] = y;
  w->report.men[r] = men;
  w->report.error_m[r] = 100.0;
  w->report.heading_deg[r] = -1.0;
  w->report.goal_node[r] = w->report.node[r] = -1;
  return r;
}

static int32_t reports_held(const sp_world *w) {
  int32_t n = 0;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_REPORT); r++) n += w->report.holders[r] > 0;
  return n;
}

/* Gate: 500 + 2 * (100 + 100) = 900 m at the same minute. */
static void merged_by_place(void **state) {
  (void)state;
  sp_world *w = small(1.0);
  int32_t hq = hq_of(w, "watch"), before = w->hq.contact_count[hq];
  sp_minute now = sp_world_minute(w);
  bool fresh;
  int32_t first = rumour(w, hq, 10000.0, 0.0, 900, now), c = sp_belief_learn(w, hq, first, now, 0, &fresh);
  assert_true(c >= 0 && fresh);
  sp_report_release(w, first);
  int32_t near = rumour(w, hq, 10890.0, 0.0, 1000, now);
  assert_int_equal(sp_belief_learn(w, hq, near, now, 0, &fresh), c);
  assert_false(fresh);
  sp_report_release(w, near);
  assert_int_equal(w->report.holders[first], 0); /* nobody holds the old one */
  assert_int_equal(w->report.men[w->contact.report[c]], 1000); /* the newest counts */
  int32_t apart = rumour(w, hq, 10890.0 + 910.0, 0.0, 500, now);
  assert_true(sp_belief_learn(w, hq, apart, now, 0, &fresh) != c && fresh);
  sp_report_release(w, apart);
  assert_int_equal(w->hq.contact_count[hq], before + 2);
  /* An older sighting of the same body is no news. */
  int32_t old = rumour(w, hq, 10890.0, 0.0, 1000, now - 10);
  assert_int_equal(sp_belief_learn(w, hq, old, now, 0, &fresh), -1);
  sp_report_release(w, old);
  /* Two seen at once by one eye are two, however near. */
  int32_t twin = rumour(w, hq, 10890.0, 0.0, 1000, now + 1);
  int32_t d = sp_belief_learn(w, hq, twin, now + 1, sp_belief_bit(c), &fresh);
  assert_true(d >= 0 && d != c);
  sp_report_release(w, twin);
  sp_lab_close(w);
}

/* half / (half + age): six hours old is worth half of what it was, eighteen a quarter. */
static void age(void **state) {
  (void)state;
  sp_world *w = small(1.0);
  int32_t hq = hq_of(w, "watch"), r = rumour(w, hq, 10000.0, 0.0, 900, sp_world_minute(w));
  sp_minute now = sp_world_minute(w);
  assert_true(sp_belief_confidence(w, r, now) == 1.0);
  assert_true(sp_belief_confidence(w, r, now + 360) == 0.5);
  assert_true(sp_belief_confidence(w, r, now + 1080) == 0.25);
  assert_true(sp_belief_error_m(w, r, now + 60) == 100.0 + 40.0 * 60.0);
  assert_true(sp_belief_error_m(w, r, now + 6000) == 100.0 + 20000.0);
  sp_report_release(w, r);
  sp_lab_close(w);
}

static void sixteen_and_no_more(void **state) {
  (void)state;
  sp_world *w = small(1.0);
  int32_t hq = hq_of(w, "foe"); /* alone on its side: nothing known */
  sp_minute now = sp_world_minute(w);
  assert_int_equal(w->hq.contact_count[hq], 0);
  int32_t base = reports_held(w);
  for (int i = 0; i < 20; i++) {
    /* The third is the oldest, the others equally old. */
    int32_t r = rumour(w, hq, 100000.0 * i, 0.0, 100 + i, i == 2 ? now - 700 : now - 600);
    assert_true(sp_belief_learn(w, hq, r, now, 0, NULL) >= 0);
    sp_report_release(w, r);
  }
  assert_int_equal(w->hq.contact_count[hq], 16);
  assert_int_equal(reports_held(w), base + 16);
  /* Gone: the oldest, then among equals those numbered first. */
  bool held[20] = {false};
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) held[w->report.men[w->contact.report[c]] - 100] = true;
  assert_false(held[2] || held[0] || held[1] || held[3]);
  for (int i = 4; i < 20; i++) assert_true(held[i]);
  sp_lab_close(w);
}

static void memories_and_oblivion(void **state) {
  (void)state;
  sp_world *w = small(140.0);
  int32_t hq = hq_of(w, "army");
  int32_t r = rumour(w, hq, -30000.0, 0.0, 900, sp_world_minute(w)); /* where nobody is */
  (void)sp_belief_learn(w, hq, r, sp_world_minute(w), 0, NULL);
  sp_report_release(w, r);
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_LOST_SIGHT, "army", NULL, 1), 390); /* below half at the next half hour */
  bool still = false; /* 360 / (360 + age) < 0.05 after 114 hours */
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) still = still || (w->contact.report[c] >= 0 && !w->contact.friendly[c]);
  assert_false(still);
  sp_lab_close(w);
}

/* At dusk everybody sends his state up; the first enemy goes up at once, more of them not before half an hour. */
static void passed_on(void **state) {
  (void)state;
  sp_world *w = small(16.0);
  int32_t hq = hq_of(w, "watch");
  for (int i = 0; i < 3; i++) assert_int_equal(sp_world_step(w), SP_OK);
  sp_minute now = sp_world_minute(w), start = sp_model_campaign(sp_world_model(w))->start;
  int32_t r = rumour(w, hq, 30000.0, 0.0, 900, now);
  (void)sp_belief_learn(w, hq, r, now, 0, NULL);
  sp_report_release(w, r);
  w->hq.report_due[hq] = 1;
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(w->hq.last_report[hq] == now + 15);
  assert_int_equal(w->hq.report_due[hq], 0);
  int32_t s = rumour(w, hq, -30000.0, 0.0, 900, now + 15);
  (void)sp_belief_learn(w, hq, s, now + 15, 0, NULL);
  sp_report_release(w, s);
  w->hq.report_due[hq] = 1;
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(w->hq.last_report[hq] == now + 15); /* half an hour has not passed */
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(w->hq.last_report[hq] == now + 45);
  sp_lab_run(w);
  int64_t dusk = sp_lab_minute(w, SP_EVENT_DUSK, NULL, NULL, 1);
  assert_true(dusk > 0);
  assert_true(w->hq.last_report[hq] - start == dusk);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "watch"), 3);
  /* The army has heard of both, and knows their places only. */
  int32_t army = hq_of(w, "army"), enemies = 0;
  for (int32_t c = army * SP_CONTACTS; c < (army + 1) * SP_CONTACTS; c++) enemies += w->contact.report[c] >= 0 && !w->contact.friendly[c];
  assert_int_equal(enemies, 2);
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++) assert_true(w->message.state[m] != SP_MESSAGE_DONE); /* reports' rows are freed */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(merged_by_place), cmocka_unit_test(age), cmocka_unit_test(sixteen_and_no_more), cmocka_unit_test(memories_and_oblivion), cmocka_unit_test(passed_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
