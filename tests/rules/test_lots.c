/* What becomes known of grenades and powder: trials, refusals, the eye, what failure does, the complaint.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/munitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(a, b, e) assert_true((a) > (b) - (e) && (a) < (b) + (e))

static void lot(sp_lab *lab, const char *id, double strength, double dud, double bribe) {
  sp_lot_def def = SP_LOT_DEF_INIT;
  def.id = id;
  def.strength = strength;
  def.spread = 0.0;
  def.dud = dud;
  def.weak = def.premature = 0.0;
  def.bribe = bribe;
  assert_int_equal(sp_scenario_add_lot(lab->scenario, &def), SP_OK);
}

static sp_lab open_lab(double hours, int32_t tick, double dud) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 3000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 3000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  lot(&lab, "shells", 0.6, dud, 0.0);
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *side, const char *parent, const char *place, int32_t men, int32_t grenades) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.parent = parent;
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  def.grenades = grenades;
  def.lot = "shells";
  sp_lab_formation_def(lab, &def);
  sp_lab_strength(lab, id, SP_ARM_SPEAR, men);
}

/* Twenty at two minutes each are forty minutes, all of them gone; ticks of any length see the same ones fail. */
static void a_trial(void **state) {
  (void)state;
  int32_t failed[3];
  static const int32_t ticks[] = {5, 15, 60};
  for (int n = 0; n < 3; n++) {
    sp_lab lab = open_lab(6.0, ticks[n], 0.4);
    body(&lab, "van", "red", NULL, "town", 500, 400);
    sp_lab_order(&lab, "day 1 06:00 van to van: try 20 grenades");
    sp_world *w = sp_lab_war(&lab, 7);
    sp_lab_run(w);
    const sp_event *e = sp_lab_event(w, SP_EVENT_TRIED, "van", NULL, 1);
    assert_non_null(e);
    assert_in_range(sp_lab_minute(w, SP_EVENT_TRIED, "van", NULL, 1), 40, 40 + 60);
    assert_int_equal(e->a, 20);
    assert_true(e->b > 1 && e->b < 16);
    assert_true(e->c < 40 && e->value > 40.0);
    assert_int_equal(w->combat.grenades[0], 380);
    NEAR(w->munition.tried[0], 20.0, 1e-9);
    NEAR(w->munition.failed[0], (double)e->b, 1e-9);
    assert_null(sp_lab_event(w, SP_EVENT_REFUSES, "van", NULL, 1));
    failed[n] = e->b;
    sp_lab_close(w);
  }
  assert_true(failed[0] == failed[1] && failed[1] == failed[2]);
}

/* Of many trials of twenty as many pass as the binomial says: P(at most 4 | 0.15) = 0.83, P(at most 4 | 0.40) = 0.05. */
static void a_plan_holds_over_many_wars(void **state) {
  (void)state;
  int32_t refused[2] = {0, 0};
  for (int bad = 0; bad < 2; bad++) {
    for (uint64_t seed = 1; seed <= 60; seed++) {
      sp_lab lab = open_lab(2.0, 60, bad ? 0.40 : 0.15);
      body(&lab, "van", "red", NULL, "town", 500, 400);
      sp_lab_order(&lab, "day 1 06:00 van to van: try 20 grenades, refuse them if more than 4 fail");
      sp_world *w = sp_lab_war(&lab, seed);
      sp_lab_run(w);
      assert_non_null(sp_lab_event(w, SP_EVENT_TRIED, "van", NULL, 1));
      bool gone = w->combat.grenades[0] == 0;
      assert_int_equal(w->munition.aside[0], gone ? 380 : 0);
      refused[bad] += gone;
      sp_lab_close(w);
    }
  }
  assert_in_range(refused[0], 3, 19); /* 10 looked for */
  assert_in_range(refused[1], 52, 60); /* 57 */
}

/* What was drawn goes back, and what is left of it there is sealed; another store is drawn from next. */
static void a_refused_lot_is_sealed(void **state) {
  (void)state;
  sp_lab lab = open_lab(8.0, 15, 0.9);
  body(&lab, "van", "red", NULL, "town", 500, 0);
  for (int n = 0; n < 2; n++) {
    sp_depot_def def = SP_DEPOT_DEF_INIT;
    def.id = n ? "sound-store" : "foul-store";
    def.side = "red";
    def.place = n ? "post" : "town";
    def.grenades = 1000;
    def.lot = n ? NULL : "shells";
    assert_int_equal(sp_scenario_add_depot(lab.scenario, &def), SP_OK);
  }
  sp_lab_order(&lab, "day 1 06:00 van to van: draw 400 grenades");
  sp_lab_order(&lab, "day 1 07:00 van to van: try 20 grenades, refuse them if more than 4 fail");
  sp_lab_order(&lab, "day 1 09:00 van to van: draw 400 grenades");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_REFUSES, "van", NULL, 1);
  assert_non_null(e);
  int32_t foul = sp_model_find(w->model, SP_ENTITY_DEPOT, "foul-store"), sound = sp_model_find(w->model, SP_ENTITY_DEPOT, "sound-store");
  assert_true(e->a == 380 && e->b == 600);
  assert_true(w->depot.refused[foul] == 980 && w->depot.grenades[foul] == 0 && w->depot.grenades[sound] == 600);
  assert_int_equal(w->combat.grenades[0], 400);
  NEAR(sp_grenades_bad(w, 0), 0.15, 1e-9);
  assert_true(w->munition.tried[0] == 0.0); /* of these nothing is known */
  assert_true(sp_munition_standing(w, SP_GRENADES, sp_model_find(w->model, SP_ENTITY_SIDE, "red"), SP_MUNITION_TRIED) == 20);
  sp_lab_close(w);
}

/* The eye: the same man sees the same thing twice, and two eyes are surer than one. */
static void an_eye(void **state) {
  (void)state;
  double sum = 0.0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    sp_lab lab = open_lab(5.0, 15, 0.1);
    sp_person_def smith;
    sp_person_def_init(&smith);
    smith.id = "smith";
    smith.side = "red";
    smith.name.en = "Smith";
    smith.trait[SP_TRAIT_SKILL] = 1.0;
    assert_int_equal(sp_scenario_add_person(lab.scenario, &smith), SP_OK);
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = "van";
    def.side = "red";
    def.at.place = "town";
    def.commander = "smith";
    def.lot = "shells";
    sp_lab_formation_def(&lab, &def);
    sp_lab_strength(&lab, "van", SP_ARM_SHOT, 500);
    sp_lab_order(&lab, "day 1 06:00 van to van: look over the powder");
    sp_lab_order(&lab, "day 1 07:00 van to van: look over the powder by smith");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    const sp_event *first = sp_lab_event(w, SP_EVENT_POWDER_LOOKED, "van", NULL, 1), *again = sp_lab_event(w, SP_EVENT_POWDER_LOOKED, "van", NULL, 2);
    assert_true(first && again && first->a == again->a);
    NEAR(first->value, 0.6, 1e-6);
    NEAR(w->munition.reading_ln[0], 0.12, 1e-9); /* he learns nothing by looking again */
    sum += w->munition.reading[0];
    sp_lab_close(w);
  }
  NEAR(sum / 40.0, 0.6, 0.05); /* spread 0.12 / root of 40 */
}

/* Men who throw duds at a charge: they know it afterwards, are shaken by it, and their officer writes. */
static void failures_are_seen_and_written_of(void **state) {
  (void)state;
  int32_t complaints = 0, heard = 0;
  double worst[2] = {0.0, 0.0};
  for (int bad = 0; bad < 2; bad++) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
      sp_lab lab = open_lab(8.0, 15, bad ? 0.7 : 0.1);
      sp_lab_formation(&lab, "chief", "red", NULL, "town");
      sp_lab_strength(&lab, "chief", SP_ARM_HORSE, 200);
      body(&lab, "van", "red", "chief", "town", 1500, 600);
      body(&lab, "foe", "blue", NULL, "post", 1500, 0);
      sp_lab_order(&lab, "day 1 06:00 foe to foe: attack van");
      sp_world *w = sp_lab_war(&lab, seed);
      int32_t van = sp_lab_row(w, "van");
      while (w->head->minute < w->model->campaign.end) {
        assert_int_equal(sp_world_step(w), SP_OK);
        if (w->munition.failing[van] > worst[bad]) worst[bad] = w->munition.failing[van];
      }
      char message[200];
      assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);
      const sp_event *e = sp_lab_event(w, SP_EVENT_COMPLAINS, "van", NULL, 1);
      if (!bad) assert_null(e);
      if (bad && e) {
        complaints++;
        assert_true(e->b * 3 > e->a);
        for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++) {
          int32_t word = w->message.word[m];
          if (w->message.state[m] && w->message.kind[m] == SP_MESSAGE_WORD && word >= 0) heard += w->message.delivered[m] > 0 && strchr((const char *)&w->word.text[(size_t)word * 240], SP_WORD_PARTS) != NULL;
        }
      }
      sp_lab_close(w);
    }
  }
  assert_true(complaints >= 2 && heard >= complaints - 1);
  assert_true(worst[1] > 0.4 && worst[0] < 0.3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_trial), cmocka_unit_test(a_plan_holds_over_many_wars), cmocka_unit_test(a_refused_lot_is_sealed), cmocka_unit_test(an_eye), cmocka_unit_test(failures_are_seen_and_written_of)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
