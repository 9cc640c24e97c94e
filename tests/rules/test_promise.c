/* Promises: heard by voice or rider, believed by what his word was worth before, kept or broken; what they do in fight and chase.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/after_break.h"
#include "shapan/calc_battle.h"
#include "shapan/calc_repute.h"
#include "support/near.h"
#include "world/orders.h"
#include "world/repute.h"

static void person(sp_lab *lab, const char *id, double honour, double greed) {
  sp_person_def def;
  sp_person_def_init(&def);
  def.id = id;
  def.side = "ming";
  def.trait[SP_TRAIT_HONOUR] = honour;
  def.trait[SP_TRAIT_GREED] = greed;
  assert_int_equal(sp_scenario_add_person(lab->scenario, &def), SP_OK);
}

/* A chief of that honour at the inn, 10 km from his men in the field; what he says to them he says at 06:00. */
static sp_world *open(double honour, const char *order) {
  sp_lab lab;
  sp_broken_road(&lab, 30.0);
  person(&lab, "chief", honour, 0.5);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "main";
  def.side = "ming";
  def.at.place = "inn";
  def.commander = "chief";
  def.order_now = 1.0;
  def.camped = true;
  sp_lab_formation_def(&lab, &def);
  sp_lab_strength(&lab, "main", SP_ARM_HORSE, 500);
  sp_lab_strength(&lab, "main", SP_ARM_MOUNT, 500);
  sp_broken_body(&lab, "rear", "ming", "main", "field", 3000, 0);
  sp_lab_order(&lab, order);
  return sp_broken_open(&lab, 5);
}

static void by_voice_at_once_by_rider_later(void **state) {
  (void)state;
  sp_world *w = open(0.5, "day 1 06:00 main to main: promise 2 ranks");
  int32_t main = sp_broken_row(w, "main");
  sp_broken_until(w, 45);
  const sp_event *e = sp_lab_event(w, SP_EVENT_PROMISED, "main", NULL, 1);
  assert_non_null(e);
  near(w->repute.promised[main], 1.0 - sp_exp(-1.0), 1e-12);
  assert_int_equal(w->repute.promise[main], SP_PROMISE_RANKS);
  assert_int_equal(w->formation.verb[main], SP_VERB_NONE); /* it goes on with what it was about */
  sp_lab_close(w);
  w = open(0.5, "day 1 06:00 main to rear: promise 50 taels a head");
  int32_t rear = sp_broken_row(w, "rear");
  sp_broken_until(w, 30);
  assert_true(w->repute.promised[rear] == 0.0); /* ten kilometres of road */
  sp_broken_until(w, 180);
  e = sp_lab_event(w, SP_EVENT_PROMISED, "main", NULL, 1);
  assert_non_null(e);
  assert_true(e->minute - w->model->campaign.start > 45);
  near(w->repute.promised[rear], 1.0 - sp_exp(-1.0), 1e-12);
  assert_true(w->repute.promised[sp_broken_row(w, "main")] == 0.0); /* nobody told his own men */
  sp_lab_close(w);
}

static void his_word_by_what_it_was_worth(void **state) {
  (void)state;
  double before = 2.0;
  for (int broken = 0; broken < 4; broken++) {
    sp_world *w = open(0.5, "day 1 06:00 main to main: promise the plunder");
    w->person.promises_broken[0] = broken;
    sp_broken_until(w, 45);
    double now = w->repute.promised[sp_broken_row(w, "main")];
    near(now, 0.5 * 2.0 / (2.0 + 2.0 * broken), 1e-12);
    assert_true(now < before);
    before = now;
    sp_lab_close(w);
  }
  sp_world *w = open(0.5, "day 1 06:00 main to rear: promise the plunder");
  w->repute.saw_flight[sp_broken_row(w, "rear")] = w->head->minute; /* they have seen him go */
  sp_broken_until(w, 180);
  near(w->repute.promised[sp_broken_row(w, "rear")], 0.5 * 0.33, 1e-12);
  sp_lab_close(w);
}

/* Fought for, and two hours after the last blow: kept by the most honourable, and it stands to his credit. */
static void kept_and_broken(void **state) {
  (void)state;
  for (int honour = 0; honour < 2; honour++) {
    sp_world *w = open(honour ? 1.0 : 0.0, "day 1 06:00 main to main: promise 2 ranks");
    int32_t main = sp_broken_row(w, "main");
    w->constants.promise_keeps = honour ? 1.0 : 0.0;
    sp_broken_until(w, 45);
    w->repute.earned_at[main] = w->head->minute;
    sp_broken_until(w, 150);
    assert_null(sp_lab_event(w, SP_EVENT_PROMISE_ENDS, NULL, NULL, 1));
    sp_broken_until(w, 165);
    const sp_event *e = sp_lab_event(w, SP_EVENT_PROMISE_ENDS, "main", NULL, 1);
    assert_non_null(e);
    assert_int_equal(e->c, honour ? SP_PROMISE_KEPT : SP_PROMISE_BROKEN);
    assert_int_equal(w->person.promises_kept[0], honour);
    assert_int_equal(w->person.promises_broken[0], !honour);
    assert_true(w->repute.promise[main] == SP_PROMISE_NONE && w->repute.promised[main] == 0.0);
    sp_lab_close(w);
  }
}

static const sp_event *how_it_ends(sp_world *w, int64_t until) {
  sp_broken_until(w, until);
  return sp_lab_event(w, SP_EVENT_PROMISE_ENDS, NULL, NULL, 1);
}

static void forfeited_orphaned_forgotten(void **state) {
  (void)state;
  sp_world *w = open(1.0, "day 1 06:00 main to main: promise 2 ranks");
  sp_broken_until(w, 45);
  sp_broken_break(w, "main", NULL);
  const sp_event *e = how_it_ends(w, 75);
  assert_true(e && e->c == SP_PROMISE_FORFEIT);
  assert_int_equal(w->person.promises_kept[0] + w->person.promises_broken[0], 0);
  sp_lab_close(w);
  w = open(1.0, "day 1 06:00 main to rear: promise 2 ranks");
  sp_broken_until(w, 180);
  w->repute.earned_at[sp_broken_row(w, "rear")] = w->head->minute;
  w->person.fate[0] = SP_FATE_KILLED;
  e = how_it_ends(w, 330);
  assert_true(e && e->c == SP_PROMISE_NOBODY);
  assert_int_equal(w->person.promises_broken[0], 0); /* the dead break no word */
  sp_lab_close(w);
  w = open(1.0, "day 1 06:00 main to rear: promise 2 ranks");
  sp_broken_until(w, 180);
  w->repute.earned_at[sp_broken_row(w, "rear")] = w->head->minute;
  w->repute.saw_flight[sp_broken_row(w, "rear")] = w->head->minute;
  e = how_it_ends(w, 330);
  assert_true(e && e->c == SP_PROMISE_FLED);
  assert_int_equal(w->person.promises_broken[0], 1);
  sp_lab_close(w);
  w = open(1.0, "day 1 06:00 main to main: promise 2 ranks");
  w->constants.promise_lasts_h = 24.0;
  e = how_it_ends(w, 24 * 60);
  assert_null(e);
  e = how_it_ends(w, 26 * 60);
  assert_true(e && e->c == SP_PROMISE_LAPSED);
  sp_lab_close(w);
}

/* In a fight it holds: the hazard of those who believe in the most falls by 0.5 in the exponent. */
static void it_holds_men(void **state) {
  (void)state;
  const sp_constants *k = sp_constants_default();
  sp_stress s = {.recent_loss = 0.05, .total_loss = 0.1, .quality = 0.5, .leader_skill = 0.5, .order = 0.8, .size = 1000.0}, promised = s;
  promised.promised = 1.0;
  near(sp_calc_break_per_h(k, &promised, NULL) / sp_calc_break_per_h(k, &s, NULL), sp_exp(-0.5), 1e-12);
  double term[SP_HOLD_TERMS], sum = 0.0;
  double held = sp_calc_break_held(k, &promised, term);
  for (int n = 0; n < SP_HOLD_TERMS; n++) sum += term[n];
  near(sum, held, 1e-12);
  near(term[SP_HOLD_PROMISE], -0.5, 1e-12);
}

/* What a chase brings in: with nothing promised, with ranks, with plunder, over many seeds. */
static int64_t caught(sp_promise kind, int *loot) {
  int64_t sum = 0, earned = 0;
  *loot = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    sp_lab lab;
    sp_broken_road(&lab, 8.0);
    sp_broken_body(&lab, "rear", "ming", NULL, "field", 6000, 0);
    sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 0, 1500);
    sp_lab_order(&lab, "day 1 06:00 banner to banner: pursue the enemy");
    sp_world *w = sp_broken_open(&lab, seed);
    int32_t p = sp_broken_row(w, "banner");
    sp_broken_until(w, 45);
    sp_broken_break(w, "rear", "banner");
    if (kind) w->repute.promise[p] = (uint8_t)kind, w->repute.promised[p] = 1.0, w->repute.promised_at[p] = w->head->minute, w->repute.promise_by[p] = w->formation.key[p];
    sp_broken_until(w, 420);
    sum += w->repute.cut_down[p] + w->repute.taken[p];
    for (int n = 1;; n++) {
      const sp_event *e = sp_lab_event(w, SP_EVENT_PURSUIT_ENDS, "banner", NULL, n);
      if (!e) break;
      *loot += e->a == SP_PURSUIT_LOOT;
    }
    int32_t escaped = 0;
    for (int n = 1; sp_lab_event(w, SP_EVENT_ESCAPES, "banner", NULL, n); n++) escaped += sp_lab_event(w, SP_EVENT_ESCAPES, "banner", NULL, n)->a;
    const sp_event *end = sp_lab_event(w, SP_EVENT_PROMISE_ENDS, "banner", NULL, 1);
    if (kind) earned += end && (end->c == SP_PROMISE_KEPT || end->c == SP_PROMISE_BROKEN); /* by the chase alone */
    assert_true(w->repute.taken[p] + w->repute.cut_down[p] <= sp_broken_line(w, "ming", SP_LINE_KILLED) + sp_broken_line(w, "ming", SP_LINE_CAPTURED) + escaped); /* nobody claims whom the register has not */
    sp_lab_close(w);
  }
  if (kind) assert_true(earned > 20); /* in a third of the sixty and more the chase alone settles it */
  return sum;
}

static void pursuers_by_what_they_were_promised(void **state) {
  (void)state;
  int none_stop = 0, ranks_stop = 0, plunder_stop = 0;
  int64_t none = caught(SP_PROMISE_NONE, &none_stop), ranks = caught(SP_PROMISE_RANKS, &ranks_stop), plunder = caught(SP_PROMISE_PLUNDER, &plunder_stop);
  if (!(ranks_stop < none_stop && none_stop < plunder_stop && ranks > none && ranks > plunder)) print_error("stopped for loot %d, %d, %d; caught %lld, %lld, %lld\n", ranks_stop, none_stop, plunder_stop, (long long)ranks, (long long)none, (long long)plunder);
  assert_true(ranks_stop < none_stop && none_stop < plunder_stop);
  assert_true(ranks > none && ranks > plunder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_voice_at_once_by_rider_later), cmocka_unit_test(his_word_by_what_it_was_worth), cmocka_unit_test(kept_and_broken), cmocka_unit_test(forfeited_orphaned_forgotten), cmocka_unit_test(it_holds_men), cmocka_unit_test(pursuers_by_what_they_were_promised)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
