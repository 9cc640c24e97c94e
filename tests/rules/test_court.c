/* Complaints of grenades that fail: up to the court by name, and the answer back. SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"
#include "shapan/calc_supply.h"
#include "support/near.h"
#include "world/munitions.h"
#include "world/petitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* chief at home, wing 4 km off under him, storm with the wing under it; a store of 1,000 grenades of the bureau's, of which two fifths are bad. */
static sp_world *war(double court_d, double days, const char *supplier) {
  sp_lab lab = sp_lab_open(24.0 * days, 15);
  sp_side_def ming = SP_SIDE_DEF_INIT;
  ming.id = "ming";
  ming.court_d = court_d;
  assert_int_equal(sp_scenario_add_side(lab.scenario, &ming), SP_OK);
  sp_contingent_def men = SP_CONTINGENT_DEF_INIT;
  men.id = "ming-men";
  men.side = "ming";
  assert_int_equal(sp_scenario_add_contingent(lab.scenario, &men), SP_OK);
  sp_lab_side(&lab, "qing");
  sp_lab_place(&lab, "home", 0.0, 0.0);
  sp_lab_place(&lab, "field", 4000.0, 0.0);
  sp_lab_road(&lab, "home", "field", 4000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_supplier_def bureau = SP_SUPPLIER_DEF_INIT;
  bureau.id = "bureau";
  bureau.bad = 0.4;
  assert_int_equal(sp_scenario_add_supplier(lab.scenario, &bureau), SP_OK);
  sp_lot_def lot = SP_LOT_DEF_INIT;
  lot.id = "delivery";
  lot.supplier = supplier;
  assert_int_equal(sp_scenario_add_lot(lab.scenario, &lot), SP_OK);
  const char *at[][3] = {{"chief", NULL, "home"}, {"wing", "chief", "field"}, {"storm", "wing", "field"}};
  for (int n = 0; n < 3; n++) {
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = at[n][0];
    def.side = "ming";
    def.parent = at[n][1];
    def.at.place = at[n][2];
    def.camped = true;
    def.order_now = 1.0;
    def.grenades = n == 2 ? 500 : 0;
    def.lot = "delivery";
    sp_lab_formation_def(&lab, &def);
    sp_lab_strength(&lab, at[n][0], SP_ARM_HORSE, 300);
    sp_lab_strength(&lab, at[n][0], SP_ARM_MOUNT, 300);
  }
  sp_depot_def depot = SP_DEPOT_DEF_INIT;
  depot.id = "store";
  depot.side = "ming";
  depot.place = "home";
  depot.grenades = 1000;
  depot.powder_kg = 100.0;
  depot.lot = "delivery";
  assert_int_equal(sp_scenario_add_depot(lab.scenario, &depot), SP_OK);
  sp_world *w = sp_lab_war(&lab, 7);
  w->constants.court_sits_d = 3.0;
  w->constants.staff_sigma = w->constants.rider_sigma = w->constants.rider_lost_per_h = 0.0;
  return w;
}

static int32_t row(const sp_world *w, const char *id) { return sp_broken_row(w, id); }

/* 100 thrown, 50 failed: seen by the commander, who writes of it within the hour. */
static void failed(sp_world *w, int32_t thrown, int32_t bad) { sp_grenades_seen(w, row(w, "storm"), thrown, bad); }

static void until(sp_world *w, double days) { sp_broken_until(w, sp_to_i64(1440.0 * days)); }

static void from_hand_to_hand_and_back(void **state) {
  (void)state;
  sp_world *w = war(2.0, 12.0, "bureau");
  w->constants.court_hears = 1.0;
  w->constants.court_dismisses = 0.0;
  near(w->combat.lot_bad[row(w, "storm") * 3], 0.4 * 10.0 / 15.0, 1e-12); /* as of a good arsenal's bad ones: ten duds, four weak, one that bursts */
  near(w->combat.lot_bad[row(w, "storm") * 3 + 2], 0.4 / 15.0, 1e-12);
  failed(w, 100, 50);
  until(w, 0.5);
  const sp_event *up = sp_lab_event(w, SP_EVENT_PETITIONS, "chief", NULL, 1);
  assert_non_null(sp_lab_event(w, SP_EVENT_COMPLAINS, "storm", NULL, 1));
  assert_non_null(up);
  assert_true(up->object == w->supplier.key[0] && up->a == 100 && up->b == 50);
  near(up->value, 2880.0, 1e-9);
  assert_true(up->minute > sp_lab_event(w, SP_EVENT_COMPLAINS, "storm", NULL, 1)->minute); /* it was ridden, and read */
  assert_int_equal(sp_lab_count(w, SP_EVENT_PETITIONS, NULL), 1);
  assert_int_equal(w->supplier.verdict[0], SP_VERDICT_SHELVED);
  sp_minute posted = up->minute, sent = posted - w->model->campaign.start;
  sp_broken_until(w, sent + (sp_minute)(2 + 3) * 1440 + 15);
  assert_int_equal(w->supplier.verdict[0], SP_VERDICT_INSPECTED); /* he is tried: nobody in the field knows of it */
  assert_int_equal(w->depot.refused[0], 0);
  until(w, 12.0);
  const sp_event *answer = sp_lab_event(w, SP_EVENT_COURT_ANSWERS, "chief", NULL, 1);
  assert_non_null(answer);
  assert_int_equal(answer->minute - posted, (2 + 3 + 2) * 1440);
  assert_int_equal(answer->c, SP_VERDICT_INSPECTED);
  assert_int_equal(w->depot.refused[0], 240); /* 1,000 * 0.4, six of ten of them */
  assert_int_equal(w->depot.grenades[0], 760);
  near(w->depot.lot_bad[0] + w->depot.lot_bad[1] + w->depot.lot_bad[2], 0.4 * 0.4 / 0.76, 1e-9);
  assert_int_equal(w->supplier.used[0], 100);
  assert_int_equal(w->supplier.failed[0], 50);
  assert_int_equal(w->supplier.refused[0], 240);
  int32_t ming = sp_model_find(w->model, SP_ENTITY_SIDE, "ming");
  assert_true(w->supplier.complaints[0] == 1 && w->supplier.heard[ming] == 1 && w->supplier.heard[1 - ming] == 0);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PETITION); p++) assert_false(w->petition.alive[p]); /* it is answered, and its row free */
  char name[80];
  sp_world_name(w, w->supplier.key[0], SP_LANG_EN, name, sizeof name);
  assert_string_equal(name, "bureau");
  sp_lab_close(w);
}

/* What another court has heard of him is nothing to this one: of a chance of one in fifty two hundred complaints make near certainty. */
static void each_court_counts_its_own(void **state) {
  (void)state;
  for (int other = 0; other < 2; other++) {
    sp_world *w = war(1.0, 7.0, "bureau");
    int32_t ming = sp_model_find(w->model, SP_ENTITY_SIDE, "ming");
    w->constants.court_hears = 0.02;
    w->constants.court_dismisses = 0.0;
    w->supplier.heard[other ? 1 - ming : ming] = w->supplier.complaints[0] = 200;
    failed(w, 100, 50);
    sp_lab_run(w);
    assert_int_equal(sp_lab_event(w, SP_EVENT_COURT_ANSWERS, NULL, NULL, 1)->c, other ? SP_VERDICT_SHELVED : SP_VERDICT_INSPECTED);
    assert_int_equal(w->supplier.heard[ming], other ? 1 : 201);
    sp_lab_close(w);
  }
}

/* Sixty tried, some two fifths of them bad: he writes of it as of what failed in a fight. */
static void what_fails_at_a_trial_is_complained_of(void **state) {
  (void)state;
  sp_world *w = war(1.0, 2.0, "bureau");
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "storm"), "storm to storm: try 60 grenades", NULL), SP_OK);
  until(w, 0.5);
  const sp_event *tried = sp_lab_event(w, SP_EVENT_TRIED, "storm", NULL, 1), *e = sp_lab_event(w, SP_EVENT_COMPLAINS, "storm", NULL, 1);
  assert_true(tried && tried->a == 60 && tried->b >= 20);
  assert_true(e && e->a == 60 && e->b == tried->b);
  sp_lab_close(w);
}

static int32_t verdict_of(double hears, double dismisses, const char *supplier, int32_t *aside) {
  sp_world *w = war(1.0, 7.0, supplier);
  w->constants.court_hears = hears;
  w->constants.court_dismisses = dismisses;
  failed(w, 100, 60);
  sp_lab_run(w);
  const sp_event *answer = sp_lab_event(w, SP_EVENT_COURT_ANSWERS, NULL, NULL, 1);
  assert_non_null(answer);
  assert_true((answer->object != 0) == (supplier != NULL));
  int32_t c = answer->c;
  *aside = w->depot.refused[0];
  sp_lab_close(w);
  return c;
}

static void shelved_or_dismissed(void **state) {
  (void)state;
  int32_t aside;
  assert_int_equal(verdict_of(0.0, 1.0, "bureau", &aside), SP_VERDICT_SHELVED);
  assert_int_equal(aside, 0);
  assert_int_equal(verdict_of(1.0, 1.0, "bureau", &aside), SP_VERDICT_DISMISSED);
  assert_int_equal(aside, 240);
  assert_int_equal(verdict_of(1.0, 1.0, NULL, &aside), SP_VERDICT_SHELVED); /* of nobody: nobody is tried */
  assert_int_equal(aside, 0);
}

static void without_a_court_it_ends_with_the_superior(void **state) {
  (void)state;
  sp_world *w = war(0.0, 6.0, "bureau");
  failed(w, 100, 50);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_COMPLAINS, "storm"), 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_PETITIONS, NULL), 0);
  assert_int_equal(sp_used(w, SP_TABLE_PETITION), 0);
  assert_int_equal(w->supplier.used[0], 100);
  sp_lab_close(w);
}

/* Who gets more of another's than he has goes by that name. */
static void a_name_goes_with_the_larger_part(void **state) {
  (void)state;
  sp_world *w = war(1.0, 1.0, "bureau");
  int32_t chief = row(w, "chief"), storm = row(w, "storm");
  w->munition.supplier[chief] = 0;
  w->combat.grenades[chief] = 100;
  (void)sp_munition_move(w, SP_GRENADES, sp_munition_carried(w, storm), sp_munition_carried(w, chief), 50);
  assert_int_equal(sp_supplier_of(w, chief), -1);
  (void)sp_munition_move(w, SP_GRENADES, sp_munition_carried(w, storm), sp_munition_carried(w, chief), 200);
  assert_int_equal(sp_supplier_of(w, chief), 0);
  w->munition.supplier[chief] = 99; /* as a damaged save might have it */
  assert_int_equal(sp_supplier_of(w, chief), -1);
  sp_lab_close(w);
}

static void by_hand(void **state) {
  (void)state;
  const sp_constants *k = sp_constants_default();
  sp_lot_complaint c = {.thrown = 50, .failed = 30, .before = 1, .bribe = 0.5};
  near(sp_calc_court_hears(k, &c), 0.504, 1e-9);
  near(sp_calc_court_dismisses(k, &c), 0.4, 1e-12);
  c.failed = 10; /* two fifths of the proof */
  c.before = 0;
  c.bribe = 0.0;
  near(sp_calc_court_hears(k, &c), 0.24, 1e-9);
  near(sp_calc_court_dismisses(k, &c), 0.16, 1e-12);
  for (double x = 0.0; x <= 1.0; x += 0.05) {
    sp_lot_complaint a = {.thrown = 100, .failed = 100 * x, .before = 3 * x, .bribe = 0.3}, more = a, again = a, bribed = a;
    more.failed = sp_min(100.0, a.failed + 5.0);
    again.before += 1.0;
    bribed.bribe += 0.2;
    assert_true(sp_calc_court_hears(k, &more) >= sp_calc_court_hears(k, &a) && sp_calc_court_hears(k, &again) >= sp_calc_court_hears(k, &a) && sp_calc_court_hears(k, &bribed) <= sp_calc_court_hears(k, &a));
  }
  near(sp_calc_court_hears(k, &(sp_lot_complaint){.thrown = 0.0, .failed = 5.0}), 0.0, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(from_hand_to_hand_and_back), cmocka_unit_test(shelved_or_dismissed), cmocka_unit_test(without_a_court_it_ends_with_the_superior),
      cmocka_unit_test(a_name_goes_with_the_larger_part), cmocka_unit_test(each_court_counts_its_own), cmocka_unit_test(what_fails_at_a_trial_is_complained_of), cmocka_unit_test(by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
