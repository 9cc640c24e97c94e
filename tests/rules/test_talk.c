/* Prisoners are questioned: how long it takes, what enters the picture, what is false, and what the captors' mind makes of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/after_break.h"
#include "shapan/calc_repute.h"
#include "world/belief.h"
#include "world/repute.h"

/* 600 Ming taken by 2,000 Qing, who have not been questioned yet; their body runs for home. */
static sp_world *with_prisoners(uint64_t seed, double falsehood) {
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_broken_body(&lab, "rear", "ming", NULL, "field", 3000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 2000, 0);
  sp_world *w = sp_broken_open(&lab, seed);
  int32_t f = sp_broken_row(w, "rear"), p = sp_broken_row(w, "banner");
  w->constants.talk_false = falsehood;
  w->formation.goal_node[f] = sp_model_find(w->model, SP_ENTITY_PLACE, "home") >= 0 ? w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "home")] : -1;
  int32_t caught = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), 600, SP_CAUSE_TAKEN);
  w->combat.captives[p] = caught;
  sp_captives_note(w, p, f, caught, w->head->minute);
  return w;
}

static int32_t report_of(const sp_world *w, int32_t f) {
  for (int32_t c = f * SP_CONTACTS; c < (f + 1) * SP_CONTACTS; c++)
    if (w->contact.report[c] >= 0 && !w->contact.friendly[c] && w->report.kind[w->contact.report[c]] == SP_REPORT_CAPTIVES) return w->contact.report[c];
  return -1;
}

/* 25 minutes with a questioner of middling skill: nothing in the tick of 15, the tale in that of 30, at its minute. */
static void it_takes_a_while(void **state) {
  (void)state;
  sp_world *w = with_prisoners(3, 0.0);
  int32_t p = sp_broken_row(w, "banner");
  sp_broken_until(w, 15);
  assert_int_equal(report_of(w, p), -1);
  assert_null(sp_lab_event(w, SP_EVENT_CAPTIVES_TALK, NULL, NULL, 1));
  sp_broken_until(w, 30);
  const sp_event *e = sp_lab_event(w, SP_EVENT_CAPTIVES_TALK, "banner", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->minute - w->model->campaign.start, 25);
  assert_true(e->value == 0.0);
  int32_t r = report_of(w, p);
  assert_true(r >= 0);
  /* 3,000 of them: one spread of 0.25, weighed with what the banner sees of them */
  assert_in_range(w->report.men[r], (int)(3000 * sp_exp(-0.75)), (int)(3000 * sp_exp(0.75)));
  assert_true(w->report.sigma[r] <= 0.25 + 1e-12);
  assert_int_equal(w->repute.captives_of[p], 0); /* asked and answered */
  sp_lab_close(w);
}

/* What they say of their chief is true, or turned about. */
static void a_chief_who_rode_off(void **state) {
  (void)state;
  int told = 0;
  for (uint64_t seed = 1; seed <= 12; seed++)
    for (int lie = 0; lie < 2; lie++)
      for (int fled = 0; fled < 2; fled++) {
        sp_world *w = with_prisoners(seed, lie ? 1e9 : 0.0);
        int32_t p = sp_broken_row(w, "banner");
        if (fled) w->repute.saw_flight[sp_broken_row(w, "rear")] = w->head->minute;
        sp_broken_until(w, 30);
        const sp_event *e = sp_lab_event(w, SP_EVENT_CAPTIVES_TALK, "banner", NULL, 1);
        assert_non_null(e);
        assert_true((e->value > 0.0) == (lie != 0));
        if (e->b != SP_CHIEF_UNSAID) {
          assert_int_equal(e->b, (fled != 0) == (lie == 0) ? SP_CHIEF_FLED : SP_CHIEF_WITH_THEM);
          assert_int_equal(w->repute.chief_said[p], e->b);
          told++;
        }
        sp_lab_close(w);
      }
  assert_true(told > 40); /* 1 - 0.65^12 of 48 */
}

/* Whom nobody holds any more nobody asks; the same men are not asked twice, unless their chief has gone since. */
static void not_for_nothing_and_not_twice(void **state) {
  (void)state;
  sp_world *w = with_prisoners(3, 0.0);
  int32_t p = sp_broken_row(w, "banner"), f = sp_broken_row(w, "rear");
  sp_broken_until(w, 30);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CAPTIVES_TALK, "banner"), 1);
  sp_captives_note(w, p, f, 5, w->head->minute);
  sp_broken_until(w, 75);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CAPTIVES_TALK, "banner"), 1);
  w->repute.saw_flight[f] = w->head->minute;
  sp_captives_note(w, p, f, 5, w->head->minute);
  sp_broken_until(w, 120);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CAPTIVES_TALK, "banner"), 2);
  sp_captives_note(w, p, f, 5, w->head->minute);
  sp_broken_break(w, "banner", NULL); /* all go free */
  sp_broken_until(w, 180);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CAPTIVES_TALK, "banner"), 2);
  assert_int_equal(w->repute.captives_of[p], 0);
  sp_lab_close(w);
}

/* A hidden truth moves no die of theirs: the same tale whatever stands elsewhere. */
static void the_tale_hangs_on_them_alone(void **state) {
  (void)state;
  sp_world *a = with_prisoners(9, 0.35), *b = with_prisoners(9, 0.35);
  b->formation.order[sp_broken_row(b, "rear")] = 0.3;
  sp_broken_until(a, 30);
  sp_broken_until(b, 30);
  const sp_event *x = sp_lab_event(a, SP_EVENT_CAPTIVES_TALK, "banner", NULL, 1), *y = sp_lab_event(b, SP_EVENT_CAPTIVES_TALK, "banner", NULL, 1);
  assert_true(x && y && x->a == y->a && x->b == y->b && x->c == y->c && x->node == y->node);
  sp_lab_close(a);
  sp_lab_close(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_takes_a_while), cmocka_unit_test(a_chief_who_rode_off), cmocka_unit_test(not_for_nothing_and_not_twice), cmocka_unit_test(the_tale_hangs_on_them_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
