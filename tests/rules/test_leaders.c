/* Commanders fall with their men; deputies take over.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"
#include "rules/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sp_world *commanded(bool deputy, sp_troop_class sort, uint64_t seed) {
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  static const char *const people[] = {"cao", "wu"};
  for (int n = 0; n < 2; n++) {
    sp_person_def def;
    sp_person_def_init(&def);
    def.id = people[n];
    def.side = "ming";
    def.trait[SP_TRAIT_VIGOUR] = 1.0;
    assert_int_equal(sp_scenario_add_person(lab.scenario, &def), SP_OK);
  }
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "wing";
  def.side = "ming";
  def.commander = "cao";
  def.deputy = deputy ? "wu" : NULL;
  def.at.place = "field";
  def.camped = true;
  sp_lab_formation_def(&lab, &def);
  sp_strength_def men = SP_STRENGTH_DEF_INIT;
  men.formation = "wing";
  men.arm = SP_ARM_SPEAR;
  men.troop_class = sort;
  men.count[SP_RANK_SOLDIER] = 1000;
  men.count[SP_RANK_GENERAL] = 1;
  assert_int_equal(sp_scenario_add_strength(lab.scenario, &men), SP_OK);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 1000, 0);
  return sp_broken_open(&lab, seed);
}

/* The rule alone, over so many ticks of a fight in which a body loses this share of its men in an hour. */
static void fight_on(sp_world *w, const char *id, double loss_per_h, int ticks) {
  int32_t i = sp_broken_row(w, id);
  for (int n = 0; n < ticks; n++) {
    sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = w->head->minute, .to = w->head->minute + 15, .dt_min = 15.0, .dice = {.seed = w->head->seed, .tick = (uint32_t)w->head->tick}};
    w->combat.engagement[i] = 0;
    w->combat.recent_loss[i] = loss_per_h * w->constants.fight_fade_h;
    sp_rule_leaders(&t);
    w->head->minute += 15;
    w->head->tick++;
  }
  w->combat.engagement[i] = -1;
  w->combat.recent_loss[i] = 0.0;
}

/* A man in front runs 2.5 times his men's risk: four hours at 10 % an hour come to 1 - exp(-2.5 * 0.4) = 63 %; household
 * men all about him take 60 % of it off: 1 - exp(-0.4) = 33 %. */
static int32_t falls_in(sp_troop_class sort, int32_t wars) {
  int32_t falls = 0;
  for (int32_t seed = 1; seed <= wars; seed++) {
    sp_world *w = commanded(false, sort, (uint64_t)seed);
    fight_on(w, "wing", 0.10, 16);
    falls += sp_lab_count(w, SP_EVENT_LEADER_FALLS, "wing");
    sp_lab_close(w);
  }
  return falls;
}

static void a_man_in_front_is_a_mark(void **state) {
  (void)state;
  int32_t line = falls_in(SP_CLASS_LINE, 80), guarded = falls_in(SP_CLASS_RETAINERS, 80);
  assert_in_range(line, 50 - 16, 50 + 16);
  assert_in_range(guarded, 26 - 14, 26 + 14);
}

static void who_has_no_losses_is_safe(void **state) {
  (void)state;
  sp_world *w = commanded(true, SP_CLASS_LINE, 1);
  fight_on(w, "wing", 0.0, 40);
  assert_int_equal(sp_lab_count(w, SP_EVENT_LEADER_FALLS, NULL), 0);
  sp_lab_close(w);
}

static void the_deputy_takes_over(void **state) {
  (void)state;
  for (int deputy = 0; deputy < 2; deputy++) {
    sp_world *w = commanded(deputy, SP_CLASS_LINE, 1);
    int32_t i = sp_broken_row(w, "wing"), cao = sp_model_find(w->model, SP_ENTITY_PERSON, "cao"), wu = sp_model_find(w->model, SP_ENTITY_PERSON, "wu");
    assert_int_equal(w->hq.person[i], cao);
    while (sp_lab_count(w, SP_EVENT_LEADER_FALLS, "wing") == 0) fight_on(w, "wing", 0.99, 1);
    const sp_event *fell = sp_lab_event(w, SP_EVENT_LEADER_FALLS, "wing", NULL, 1);
    sp_fate fate = (sp_fate)w->person.fate[cao];
    assert_int_equal(fell->a, cao);
    assert_int_equal(fell->b, fate);
    assert_true(fate == SP_FATE_KILLED || fate == SP_FATE_WOUNDED);
    assert_int_equal(sp_broken_line(w, "ming", fate == SP_FATE_KILLED ? SP_LINE_KILLED : SP_LINE_WOUNDED_SERIOUS), 1); /* the general himself */
    assert_true(w->combat.leader[i] > 0.4 && w->combat.leader[i] <= 0.5);
    assert_true(w->combat.shaken[i] >= 0.29);
    sp_minute fell_at = fell->minute;
    fight_on(w, "wing", 0.0, 3);
    const sp_event *taken = sp_lab_event(w, SP_EVENT_TAKES_OVER, "wing", NULL, 1);
    assert_non_null(taken);
    assert_true(taken->minute == fell_at + 20);
    assert_int_equal(taken->a, deputy ? wu : -1);
    assert_int_equal(w->hq.person[i], deputy ? wu : -1);
    fight_on(w, "wing", 0.0, 40);
    assert_int_equal(sp_lab_count(w, SP_EVENT_TAKES_OVER, "wing"), 1);
    assert_true(w->combat.leader[i] == 0.0); /* it fades */
    sp_lab_close(w);
  }
}

static void taken_in_flight_where_quarter_is_given(void **state) {
  (void)state;
  int32_t taken = 0, killed = 0;
  for (int quarter = 0; quarter < 2; quarter++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      sp_world *w = commanded(true, SP_CLASS_LINE, seed);
      int32_t i = sp_broken_row(w, "wing"), p = sp_broken_row(w, "banner"), cao = sp_model_find(w->model, SP_ENTITY_PERSON, "cao");
      w->combat.stance[i] = SP_BROKEN;
      w->combat.chasing[p] = w->formation.key[i];
      w->combat.quarter[p] = quarter ? SP_QUARTER_ALL : SP_QUARTER_NONE;
      for (int n = 0; n < 40 && w->person.fate[cao] == SP_FATE_WITH_ARMY; n++) {
        w->combat.overtaken[i] = 0.5;
        fight_on(w, "wing", 0.0, 1);
      }
      if (!quarter) assert_int_equal(w->person.fate[cao], SP_FATE_KILLED);
      taken += w->person.fate[cao] == SP_FATE_CAPTURED;
      killed += quarter && w->person.fate[cao] == SP_FATE_KILLED;
      sp_lab_close(w);
    }
  assert_true(taken > 4 && killed > 4 && taken + killed == 20);
}

/* A body of 900 foot with 100 mounted retainers, a chief and a deputy; another body under him; the enemy on the knoll. */
static sp_world *with_a_way_out(const char *order, bool household, uint64_t seed) {
  sp_lab lab;
  sp_broken_road(&lab, 8.0);
  static const char *const people[] = {"cao", "wu"};
  for (int n = 0; n < 2; n++) {
    sp_person_def def;
    sp_person_def_init(&def);
    def.id = people[n];
    def.side = "ming";
    assert_int_equal(sp_scenario_add_person(lab.scenario, &def), SP_OK);
  }
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "wing";
  def.side = "ming";
  def.commander = "cao";
  def.deputy = "wu";
  def.at.place = "field";
  def.camped = true;
  sp_lab_formation_def(&lab, &def);
  sp_lab_strength(&lab, "wing", SP_ARM_SPEAR, 900);
  sp_strength_def own = SP_STRENGTH_DEF_INIT;
  own.formation = "wing";
  own.arm = SP_ARM_HORSE;
  own.troop_class = household ? SP_CLASS_RETAINERS : SP_CLASS_LINE;
  own.count[SP_RANK_SOLDIER] = 100;
  assert_int_equal(sp_scenario_add_strength(lab.scenario, &own), SP_OK);
  sp_lab_strength(&lab, "wing", SP_ARM_MOUNT, 150);
  sp_broken_body(&lab, "second", "ming", "wing", "field", 800, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 1000, 0);
  if (order) sp_lab_order(&lab, order);
  return sp_broken_open(&lab, seed);
}

static void he_rides_off_with_his_own(void **state) {
  (void)state;
  sp_world *w = with_a_way_out("day 1 06:30 wing to wing: flee to home", true, 1);
  int32_t i = sp_broken_row(w, "wing"), second = sp_broken_row(w, "second"), cao = sp_model_find(w->model, SP_ENTITY_PERSON, "cao"), wu = sp_model_find(w->model, SP_ENTITY_PERSON, "wu");
  sp_broken_until(w, 100); /* half an hour in the staff, twenty minutes without a leader */
  assert_int_equal(sp_lab_count(w, SP_EVENT_LEADER_FLEES, NULL), 1);
  const sp_event *e = sp_lab_event(w, SP_EVENT_LEADER_FLEES, "wing", NULL, 1);
  int32_t child = sp_world_formation_row(w, e->object);
  assert_true(child >= 0);
  assert_int_equal(e->a, cao);
  assert_int_equal(e->b, 100);
  assert_int_equal(w->formation.mounted[child], 100);
  assert_int_equal(w->formation.mounts[child], 150);
  assert_int_equal(w->formation.mounted[i], 0);
  assert_int_equal(w->formation.foot[i], 900);
  assert_int_equal(w->hq.person[child], cao);
  assert_int_equal(w->person.formation[cao], child);
  assert_int_equal(w->hq.person[i], wu); /* 20 minutes later */
  assert_int_equal(sp_lab_count(w, SP_EVENT_TAKES_OVER, "wing"), 1);
  assert_true(w->combat.leader[i] > 0.0 && w->combat.leader[second] > w->combat.leader[i]); /* nobody takes over for him there */
  assert_true(w->combat.shaken[second] > 0.0);
  sp_broken_until(w, 7 * 60);
  assert_int_equal(sp_lab_count(w, SP_EVENT_LEADER_FLEES, NULL), 1);
  assert_true(w->formation.head_x[child] < w->model->node[w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "inn")]].at.x + 100.0); /* ten km off and on */
  sp_lab_close(w);
}

/* Who has no household takes all he commands himself. */
static void without_a_household_all_go(void **state) {
  (void)state;
  sp_world *w = with_a_way_out("day 1 06:30 wing to wing: flee to home", false, 1);
  sp_broken_until(w, 75);
  const sp_event *e = sp_lab_event(w, SP_EVENT_LEADER_FLEES, "wing", NULL, 1);
  assert_non_null(e);
  assert_true(e->object == 0);
  assert_int_equal(e->b, 1000);
  assert_int_equal(w->formation.verb[sp_broken_row(w, "wing")], SP_VERB_MARCH);
  assert_true(w->combat.leader[sp_broken_row(w, "second")] > 0.5);
  sp_lab_close(w);
}

/* Kept for when the line wavers: until then nothing; another order in between is the end of it. */
static void kept_for_when_the_line_wavers(void **state) {
  (void)state;
  for (int told = 0; told < 2; told++) {
    sp_world *w = with_a_way_out("day 1 06:15 wing to wing: flee when the line wavers", true, 1);
    int32_t i = sp_broken_row(w, "wing");
    sp_broken_until(w, 90);
    assert_int_equal(w->combat.flees[i], SP_FLEES_IF_WAVERING);
    assert_int_equal(sp_lab_count(w, SP_EVENT_LEADER_FLEES, NULL), 0);
    if (told) assert_int_equal(sp_world_order(w, w->formation.key[i], "to wing: hold", NULL), SP_OK);
    sp_broken_until(w, 180);
    w->combat.stance[i] = SP_WAVERING;
    w->combat.since[i] = w->head->minute;
    sp_broken_until(w, 210);
    assert_int_equal(sp_lab_count(w, SP_EVENT_LEADER_FLEES, NULL), told ? 0 : 1);
    sp_lab_close(w);
  }
}

/* The officer named for a detachment leads it when the order comes; one who has fallen before that leads nobody. */
static void the_dead_lead_no_detachment(void **state) {
  (void)state;
  for (int falls = 0; falls < 2; falls++) {
    sp_world *w = with_a_way_out("day 1 06:30 wing to wing: detach 300 men under wu to march to home", true, 1);
    int32_t wu = sp_model_find(w->model, SP_ENTITY_PERSON, "wu");
    if (falls) {
      w->person.fate[wu] = SP_FATE_KILLED;
      w->person.fate_minute[wu] = w->head->minute + 1;
    }
    sp_broken_until(w, 120);
    const sp_event *e = sp_lab_event(w, SP_EVENT_DETACHED, "wing", NULL, 1);
    assert_non_null(e);
    int32_t child = sp_world_formation_row(w, e->object);
    assert_true(child >= 0);
    assert_int_equal(w->hq.person[child], falls ? -1 : wu);
    assert_int_equal(w->person.formation[wu], falls ? sp_broken_row(w, "wing") : child);
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_man_in_front_is_a_mark),
      cmocka_unit_test(who_has_no_losses_is_safe),
      cmocka_unit_test(the_deputy_takes_over),
      cmocka_unit_test(taken_in_flight_where_quarter_is_given),
      cmocka_unit_test(he_rides_off_with_his_own),
      cmocka_unit_test(without_a_household_all_go),
      cmocka_unit_test(kept_for_when_the_line_wavers),
      cmocka_unit_test(the_dead_lead_no_detachment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
