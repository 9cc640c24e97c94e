/* The bearer of bad news: who is punished, who hears of it, how late and how small the next news is, and when the fear ends.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/after_break.h"
#include "shapan/calc_repute.h"
#include "support/near.h"
#include "world/belief.h"
#include "world/papers.h"

/* A lord at the inn with 1,000, scouts at the field 10 km from him, another post at the ford; nobody of the enemy near. */
static sp_world *open(double severity) {
  sp_lab lab;
  sp_broken_road(&lab, 24.0);
  sp_person_def def;
  sp_person_def_init(&def);
  def.id = "lord";
  def.side = "ming";
  def.trait[SP_TRAIT_SEVERITY] = severity;
  assert_int_equal(sp_scenario_add_person(lab.scenario, &def), SP_OK);
  sp_formation_def camp = SP_FORMATION_DEF_INIT;
  camp.id = "camp";
  camp.side = "ming";
  camp.at.place = "inn";
  camp.commander = "lord";
  camp.order_now = 1.0;
  camp.camped = true;
  sp_lab_formation_def(&lab, &camp);
  sp_lab_strength(&lab, "camp", SP_ARM_HORSE, 1000);
  sp_lab_strength(&lab, "camp", SP_ARM_MOUNT, 1000);
  sp_broken_body(&lab, "scouts", "ming", "camp", "field", 0, 100);
  sp_broken_body(&lab, "post", "ming", "camp", "ford-village", 0, 100);
  sp_broken_body(&lab, "host", "qing", NULL, "east", 0, 60);
  return sp_broken_open(&lab, 7);
}

/* The scouts take `men` of the enemy, at that place, to be there. */
static int32_t they_see(sp_world *w, const char *who, int32_t men, double x) {
  int32_t i = sp_broken_row(w, who), r = sp_row_new(w, SP_TABLE_REPORT, sp_key_born(w->formation.key[i], w->head->minute, 77, (uint32_t)men));
  assert_true(r >= 0);
  w->report.holders[r] = 1;
  w->report.observer[r] = i;
  w->report.seen[r] = w->head->minute;
  w->report.kind[r] = SP_REPORT_SEEN;
  w->report.side[r] = w->formation.side[sp_broken_row(w, "host")];
  w->report.x[r] = x;
  w->report.node[r] = sp_nearest_node(w->model, (sp_xy){x, 0.0});
  w->report.men[r] = men;
  w->report.sigma[r] = 0.2;
  w->report.error_m[r] = 100.0;
  w->report.heading_deg[r] = -1.0;
  w->report.shape[r] = SP_SHAPE_STANDING;
  w->report.goal_node[r] = -1;
  int32_t c = sp_belief_learn(w, i, r, w->head->minute, 0, NULL);
  w->hq.report_due[i] = 1;
  sp_report_release(w, r);
  return c;
}

static int32_t enemy_in(const sp_world *w, const char *who) {
  int32_t i = sp_broken_row(w, who), men = 0;
  for (int32_t c = i * SP_CONTACTS; c < (i + 1) * SP_CONTACTS; c++)
    if (w->contact.report[c] >= 0 && !w->contact.friendly[c]) men += w->report.men[w->contact.report[c]];
  return men;
}

static double east_of(const sp_world *w, const char *place) { return w->model->node[w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, place)]].at.x; }

static void only_the_severe_punish(void **state) {
  (void)state;
  for (int severe = 0; severe < 2; severe++) {
    sp_world *w = open(severe ? 1.0 : 0.0);
    (void)they_see(w, "scouts", 5000, east_of(w, "field") + 3000.0);
    sp_broken_until(w, 300);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BEARER_PUNISHED, "camp"), severe);
    assert_int_equal(enemy_in(w, "camp"), 5000); /* he is told the truth the first time, and has it in mind, angry or not */
    near(w->repute.chilled[sp_broken_row(w, "scouts")], severe ? 0.8 : 0.0, 0.02);
    near(w->repute.chilled[sp_broken_row(w, "post")], 0.0, 0.0); /* nobody has ridden there */
    if (severe) {
      const sp_event *e = sp_lab_event(w, SP_EVENT_BEARER_PUNISHED, "camp", NULL, 1);
      assert_int_equal(e->a, 5000);
      assert_int_equal(e->b, 0);
      near(e->value, sp_log(5000.0 / 120.0), 1e-9); /* 1,200 of his own: a tenth, of whom he would not wonder */
    }
    sp_lab_close(w);
  }
}

static void few_are_no_news(void **state) {
  (void)state;
  sp_world *w = open(1.0);
  (void)they_see(w, "scouts", 150, east_of(w, "field") + 3000.0); /* ln(150 / 120) = 0.22 */
  sp_broken_until(w, 300);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BEARER_PUNISHED, NULL), 0);
  sp_lab_close(w);
}

/* Who fears waits, two hours by 0.8, and leaves out of 1,000 four in ten. */
static void the_next_news_is_late_and_small(void **state) {
  (void)state;
  int64_t heard[2];
  for (int chilled = 0; chilled < 2; chilled++) {
    sp_world *w = open(0.0);
    int32_t scouts = sp_broken_row(w, "scouts");
    w->repute.chilled[scouts] = chilled ? 0.8 : 0.0;
    (void)they_see(w, "scouts", 1000, east_of(w, "field") + 3000.0);
    sp_minute m = 0;
    while (enemy_in(w, "camp") == 0 && m < 600) sp_broken_until(w, m += 15);
    heard[chilled] = m;
    assert_int_equal(enemy_in(w, "camp"), chilled ? 600 : 1000);
    assert_int_equal(enemy_in(w, "scouts"), 1000); /* he himself knows */
    sp_lab_close(w);
  }
  assert_in_range(heard[1] - heard[0], 0.8 * 120 - 15, 0.8 * 120 + 30);
}

/* Own losses: of 40 lost, 0.8 * 0.5 are kept back. */
static void own_losses_are_kept_back(void **state) {
  (void)state;
  sp_world *w = open(0.0);
  int32_t scouts = sp_broken_row(w, "scouts");
  w->repute.chilled[scouts] = 0.8;
  (void)sp_transfer_men(w, sp_in_formation(scouts), sp_on_line(SP_LINE_KILLED), 40, SP_CAUSE_KILLED);
  sp_paper paper = {.kind = SP_MESSAGE_REPORT, .from_hq = scouts, .to_hq = sp_broken_row(w, "camp"), .order = -1, .word = -1, .sent = w->head->minute};
  int32_t m = sp_paper_send(w, &paper);
  assert_true(m >= 0);
  assert_int_equal(w->report.men[w->message.report[m * 4]], 60 + 16);
  paper.to_hq = sp_broken_row(w, "post"); /* to his equals he tells the truth */
  m = sp_paper_send(w, &paper);
  assert_int_equal(w->report.men[w->message.report[m * 4]], 60);
  sp_lab_close(w);
}

/* The lord's next rider tells at the post why the scouts were punished. */
static void who_hears_of_it_fears_too(void **state) {
  (void)state;
  sp_world *w = open(1.0);
  (void)they_see(w, "scouts", 5000, east_of(w, "field") + 3000.0);
  sp_broken_until(w, 300);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BEARER_PUNISHED, "camp"), 1);
  assert_int_equal(sp_world_order(w, w->formation.key[sp_broken_row(w, "camp")], "to post: hold", NULL), SP_OK);
  sp_broken_until(w, 480);
  near(w->repute.chilled[sp_broken_row(w, "post")], 0.4, 0.01);
  sp_lab_close(w);
}

/* Others report as many: he owns that it was true, and the next word from him takes the fear away. */
static void proved_right(void **state) {
  (void)state;
  sp_world *w = open(1.0);
  (void)they_see(w, "scouts", 5000, east_of(w, "field") + 3000.0);
  sp_broken_until(w, 300);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BEARER_PUNISHED, "camp"), 1);
  (void)they_see(w, "post", 4000, east_of(w, "field") + 3000.0);
  sp_broken_until(w, 480);
  const sp_event *e = sp_lab_event(w, SP_EVENT_BEARER_RIGHT, "camp", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->b, 4000); /* seven tenths of 5,000 would have done */
  assert_true(w->repute.chilled[sp_broken_row(w, "scouts")] > 0.7);
  assert_int_equal(sp_world_order(w, w->formation.key[sp_broken_row(w, "camp")], "to scouts: hold", NULL), SP_OK);
  sp_broken_until(w, 720);
  near(w->repute.chilled[sp_broken_row(w, "scouts")], 0.0, 0.0);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(only_the_severe_punish), cmocka_unit_test(few_are_no_news), cmocka_unit_test(the_next_news_is_late_and_small), cmocka_unit_test(own_losses_are_kept_back), cmocka_unit_test(who_hears_of_it_fears_too), cmocka_unit_test(proved_right)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
