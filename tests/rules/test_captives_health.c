/* Prisoners who are wounded, sick or hungry: in their captors' wards, tended and fed last, left behind first.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/infirmary.h"
#include "support/near.h"
#include "world/stores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define MAN_G 1320 /* 1.5 sheng of 880 g */

typedef struct jail {
  int32_t sound, light, serious, own_serious, physicians, carts;
  double bread_days; /* of the captors: nothing is told of bread when below nought */
  double depot_men_days;
} jail;

static int32_t host_of(const sp_world *w) { return sp_broken_row(w, "host"); }
static int32_t guard_of(const sp_world *w) { return sp_broken_row(w, "guard"); }
static int32_t captured(const sp_world *w) { return sp_broken_line(w, "ming", SP_LINE_CAPTURED); }

static void take_line(sp_world *w, sp_line line) {
  int32_t host = host_of(w), guard = guard_of(w);
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || w->ward.formation[p] != host || w->ward.line[p] != line || w->ward.carer[p] != host) continue;
    int32_t bed = sp_ward_of(w, host, guard, line, w->head->minute);
    assert_true(bed >= 0);
    (void)sp_ward_shift(w, p, bed, w->ward.men[p], SP_CAUSE_TAKEN);
  }
}

/* 1,000 captors, far from the 5,000 of whom they hold some. */
static sp_world *hold(const jail *j, double days, const char *order, uint64_t seed) {
  sp_lab lab;
  sp_broken_road(&lab, 24.0 * days);
  sp_lab_formation(&lab, "host", "ming", NULL, "home");
  sp_infirmary_foot(&lab, "host", 5000, j->light, j->serious, 0);
  sp_formation_def guard = SP_FORMATION_DEF_INIT;
  guard.id = "guard";
  guard.side = "qing";
  guard.at.place = "east";
  guard.camped = true;
  guard.order_now = 1.0;
  if (j->bread_days >= 0.0) guard.bread_days = j->bread_days;
  sp_lab_formation_def(&lab, &guard);
  sp_infirmary_foot(&lab, "guard", 1000, 0, j->own_serious, 0);
  if (j->carts) sp_lab_strength(&lab, "guard", SP_ARM_CART, j->carts);
  if (j->depot_men_days > 0.0) {
    sp_depot_def depot = SP_DEPOT_DEF_INIT;
    depot.id = "store";
    depot.side = "qing";
    depot.place = "east";
    depot.grain_kg = j->depot_men_days * 1000.0 * MAN_G / 1000.0;
    assert_int_equal(sp_scenario_add_depot(lab.scenario, &depot), SP_OK);
  }
  if (order) sp_lab_order(&lab, order);
  sp_world *w = sp_broken_open(&lab, seed);
  w->constants.straggle_camp_per_day = w->constants.captives_escape_per_h = w->constants.captives_escape_unguarded_per_h = 0.0;
  int32_t p = guard_of(w);
  w->health.physicians[p] = j->physicians;
  assert_int_equal(sp_world_step(w), SP_OK);
  sp_wards_list(w);
  w->combat.captives[p] = w->combat.captives_new[p] = sp_transfer_men(w, sp_in_formation(host_of(w)), sp_on_line(SP_LINE_CAPTURED), j->sound, SP_CAUSE_TAKEN);
  take_line(w, SP_LINE_WOUNDED_LIGHT);
  take_line(w, SP_LINE_WOUNDED_SERIOUS);
  sp_captives_count(w);
  assert_int_equal(w->health.captives_lying[p], j->light + j->serious);
  assert_int_equal(captured(w), j->sound + j->light + j->serious);
  assert_int_equal(sp_world_check(w, NULL, 0), SP_OK);
  return w;
}

static void all_are_somewhere(const sp_world *w, const jail *j) {
  int32_t p = guard_of(w);
  assert_int_equal(sp_infirmary_all(w, "ming"), 5000 + j->light + j->serious);
  assert_int_equal(captured(w), w->combat.captives[p] + w->health.captives_lying[p]);
}

/* 60 who walk sound and 60 with light wounds want twenty guards; the seriously wounded want none. */
static void the_register_holds(void **state) {
  (void)state;
  const jail j = {.sound = 60, .light = 60, .serious = 100, .bread_days = -1.0};
  sp_world *w = hold(&j, 1.0, NULL, 1);
  char message[160];
  int32_t p = guard_of(w);
  assert_int_equal(sp_guards_of(w, p), 20);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_WOUNDED_SERIOUS), 0);
  sp_wards_list(w);
  assert_int_equal(sp_patients_with(w, p, SP_LINE_WOUNDED_SERIOUS), 0); /* they are nobody's patients but his prisoners */
  assert_int_equal(sp_captive_patients_with(w, p, SP_LINE_WOUNDED_SERIOUS), 100);
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_STRENGTH); s++) {
    if (w->strength.holder_kind[s] != SP_HOLDER_FORMATION || w->strength.holder[s] != host_of(w)) continue;
    assert_int_equal(sp_unheld_of(w, s, SP_RANK_SOLDIER, SP_LINE_CAPTURED), 60);
    assert_int_equal(sp_transfer(w, s, sp_on_line(SP_LINE_CAPTURED), sp_on_line(SP_LINE_DIED), SP_RANK_SOLDIER, 61, SP_CAUSE_STARVED), 0); /* those in wards are not to be had so */
  }
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_WARD); n++) /* and the check can fail: more in wards than were taken */
    if (w->ward.alive[n] && w->ward.line[n] == SP_LINE_WOUNDED_SERIOUS && w->ward.men[n] > 0) {
      w->strength.count[w->ward.first_strength[n] * SP_RANK_COUNT] += 200;
      w->ward.men[n] += 200;
      assert_int_equal(sp_world_check(w, message, sizeof message), SP_CORRUPT);
      w->strength.count[w->ward.first_strength[n] * SP_RANK_COUNT] -= 200;
      w->ward.men[n] -= 200;
    }
  sp_broken_until(w, 1440);
  all_are_somewhere(w, &j);
  sp_lab_close(w);
}

/* 50 physicians see to 2,000: to all of 1,000 prisoners when they have none of their own (25 % dead in 30 days), to none of them
 * beside 4,000 of their own (35 %). */
static int32_t dead_of_a_thousand(int32_t own, int32_t physicians) {
  int32_t dead = 0;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    const jail j = {.serious = 1000, .own_serious = own, .physicians = physicians, .bread_days = -1.0};
    sp_world *w = hold(&j, 30.0, NULL, seed);
    w->constants.health_sick_per_day = 0.0;
    sp_broken_until(w, 30 * 1440);
    all_are_somewhere(w, &j);
    dead += sp_broken_line(w, "ming", SP_LINE_DIED);
    assert_true(sp_lab_count(w, SP_EVENT_CAPTIVES_DIE, "guard") > 10);
    sp_lab_close(w);
  }
  return dead;
}

static void tended_last(void **state) {
  (void)state;
  assert_in_range(dead_of_a_thousand(0, 50), 3 * 250 - 90, 3 * 250 + 90);
  assert_in_range(dead_of_a_thousand(4000, 50), 3 * 350 - 100, 3 * 350 + 100);
}

/* Who mends is a prisoner like the others: nobody goes home, a cripple neither. */
static void the_mended_stay_prisoners(void **state) {
  (void)state;
  const jail j = {.light = 300, .serious = 300, .physicians = 100, .bread_days = -1.0};
  sp_world *w = hold(&j, 100.0, NULL, 5);
  w->constants.health_sick_per_day = 0.0;
  sp_broken_until(w, 100 * 1440);
  all_are_somewhere(w, &j);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_LEFT), 0);
  assert_in_range(w->combat.captives[guard_of(w)], 600 - 6 - 75 - 40, 600 - 6 - 75 + 40);
  assert_int_equal(sp_lab_count(w, SP_EVENT_MENDED, "host"), 0);
  sp_lab_close(w);
}

/* Ten carts take twenty. Their own come first. */
static void left_first(void **state) {
  (void)state;
  for (int own = 0; own <= 20; own += 10) {
    const jail j = {.serious = 100, .own_serious = own, .carts = 10, .bread_days = -1.0};
    sp_world *w = hold(&j, 1.0, "day 1 07:00 guard to guard: march to knoll", 3);
    w->constants.health_dead_30d_untended = 0.0;
    w->constants.health_jolted = w->constants.health_field = 0.0;
    sp_broken_until(w, 3 * 60);
    int32_t p = guard_of(w), carried = 20 - own, dead = sp_broken_line(w, "ming", SP_LINE_DIED);
    assert_int_equal(w->health.captives_lying[p], carried);
    assert_int_equal(sp_lab_event(w, SP_EVENT_CAPTIVES_LEFT, "guard", NULL, 1)->a, 100 - carried);
    assert_int_equal(sp_lab_count(w, SP_EVENT_CAPTIVES_LEFT, "guard"), 1); /* and it does not take them up again as it goes */
    assert_int_equal(sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_SERIOUS, SP_LIES_IN_FIELD) + dead, 100 - carried);
    assert_int_equal(sp_broken_line(w, "ming", SP_LINE_WOUNDED_SERIOUS) + dead, 100 - carried);
    assert_int_equal(captured(w), carried);
    sp_wards_list(w);
    assert_int_equal(sp_patients_with(w, p, SP_LINE_WOUNDED_SERIOUS), own);
    sp_lab_close(w);
  }
}

static void free_when_the_captors_break(void **state) {
  (void)state;
  const jail j = {.sound = 40, .light = 50, .serious = 60, .bread_days = -1.0};
  sp_world *w = hold(&j, 1.0, NULL, 3);
  sp_broken_break(w, "guard", NULL);
  sp_broken_until(w, 45);
  assert_int_equal(captured(w), 0);
  assert_int_equal(w->health.captives_lying[guard_of(w)], 0);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_WOUNDED_SERIOUS), 60);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_WOUNDED_LIGHT), 50);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_STRAGGLING), 40);
  sp_broken_until(w, 1440);
  all_are_somewhere(w, &j);
  sp_lab_close(w);
}

static int64_t eaten(const sp_world *w) { return sp_store_standing(w, w->formation.side[guard_of(w)], SP_STORE_EATEN); }

/* The guards' 1,000 rations, and 0.67 of one for each of 300 who walk and 100 who lie. */
static void they_eat_of_their_guards_bread(void **state) {
  (void)state;
  const jail j = {.sound = 300, .serious = 100, .bread_days = 5.0};
  sp_world *w = hold(&j, 1.0, NULL, 2);
  w->constants.health_dead_30d_untended = w->constants.health_sick_per_day = w->constants.forage_hands_share = 0.0;
  sp_broken_until(w, 13 * 60);
  int32_t p = guard_of(w);
  double held = w->combat.captives[p] + w->health.captives_lying[p];
  near((double)eaten(w), (1000.0 + 0.67 * held) * MAN_G, 2.0);
  near(w->health.captives_missed[p], 0.0, 1e-12);
  near(sp_bread_days(w, p), (5000.0 - 1000.0 - 0.67 * held) / (1000.0 + 0.67 * held), 1e-6);
  sp_lab_close(w);
}

/* A store with a day's bread for the guards has none for them: a ration missed. As many again come who ate that day, and the store
 * is filled for all: half a ration missed on the mean, less what a day's eating makes good. */
static void they_hunger_first(void **state) {
  (void)state;
  jail j = {.sound = 400, .bread_days = 0.0, .depot_men_days = 1.0};
  sp_world *w = hold(&j, 2.0, NULL, 2);
  w->constants.health_sick_per_day = w->constants.forage_hands_share = 0.0;
  w->constants.hunger_recover_d = 0.1;
  sp_broken_until(w, 13 * 60);
  int32_t p = guard_of(w);
  near((double)eaten(w), 1000.0 * MAN_G, 2.0);
  near(w->health.captives_missed[p], 1.0, 1e-9);
  near(w->provision.missed[p], 0.0, 1e-6);
  w->combat.captives[p] += sp_transfer_men(w, sp_in_formation(host_of(w)), sp_on_line(SP_LINE_CAPTURED), 400, SP_CAUSE_TAKEN);
  assert_int_equal(w->combat.captives[p], 800);
  (void)sp_store_move(w, sp_store_line_of(SP_STORE_LAND, w->formation.side[p]), sp_store_carried(w, p), 3000 * (int64_t)MAN_G);
  sp_broken_until(w, 37 * 60);
  near(w->health.captives_missed[p], 0.5 - 0.1, 1e-9);
  sp_lab_close(w);
}

/* Weeks without bread: half are dead when so many rations are missed, and the chronicle's event says of what. */
static void they_starve(void **state) {
  (void)state;
  const jail j = {.sound = 1000, .bread_days = 0.0, .depot_men_days = 0.01};
  sp_world *w = hold(&j, 60.0, NULL, 4);
  w->constants.forage_hands_share = w->constants.health_sick_per_day = 0.0;
  int32_t told = 0;
  sp_broken_until(w, 59 * 1440);
  all_are_somewhere(w, &j);
  for (int n = 1; sp_lab_event(w, SP_EVENT_CAPTIVES_DIE, "guard", NULL, n); n++) told += sp_lab_event(w, SP_EVENT_CAPTIVES_DIE, "guard", NULL, n)->b;
  int32_t dead = sp_broken_line(w, "ming", SP_LINE_DIED);
  assert_true(dead > 300);
  assert_in_range(told, dead - 60, dead);
  sp_lab_close(w);
}

/* A camp of prisoners in the frost sickens more than their guards, who have tents: shelter 0.6 against 0.18. */
static void they_fall_sick(void **state) {
  (void)state;
  const jail j = {.sound = 3000, .bread_days = -1.0};
  sp_world *w = hold(&j, 20.0, NULL, 6);
  sp_broken_until(w, 20 * 1440);
  all_are_somewhere(w, &j);
  int32_t ill = 0, p = guard_of(w);
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_WARD); n++)
    if (w->ward.alive[n] && w->ward.carer[n] == p && sp_ward_is_captive(w, n)) {
      assert_int_equal(w->ward.line[n], SP_LINE_SICK);
      ill += w->ward.men[n];
    }
  assert_in_range(ill, 40, 250); /* 0.0015 a day and what the spot adds: some 6 % in twenty days, of whom half have mended */
  assert_int_equal(ill, w->health.captives_lying[p]);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_register_holds),          cmocka_unit_test(tended_last),    cmocka_unit_test(the_mended_stay_prisoners),
      cmocka_unit_test(left_first),                  cmocka_unit_test(free_when_the_captors_break),
      cmocka_unit_test(they_eat_of_their_guards_bread), cmocka_unit_test(they_hunger_first), cmocka_unit_test(they_starve),
      cmocka_unit_test(they_fall_sick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
