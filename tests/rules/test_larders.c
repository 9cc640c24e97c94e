/* Bread by contingent: who of one body starves when, what is given and shared, and the register of each, to the gram.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/near.h"
#include "world/larders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define SHI_G 88000
#define MAN_G 1320 /* 1.5 sheng of 880 g */
#define LINES 9
#define OTHERS 8
#define MEAL 720 /* 18:00, from the opening at 06:00 */

static void contingent(sp_lab *lab, const char *id, bool apart, const char *with) {
  sp_contingent_def def = SP_CONTINGENT_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.feeds_apart = apart;
  def.feeds_with = with;
  assert_int_equal(sp_scenario_add_contingent(lab->scenario, &def), SP_OK);
}

static void body(sp_lab *lab, const char *id, const char *place, double bread_days) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  def.contingent = "red-men";
  def.bread_days = bread_days;
  sp_lab_formation_def(lab, &def);
}

static void men_of(sp_lab *lab, const char *formation, const char *id, const char *unit, sp_arm arm, int32_t n) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.unit = unit;
  def.unit_name.en = unit;
  def.contingent = id;
  def.arm = arm;
  def.troop_class = arm == SP_ARM_MOUNT || arm == SP_ARM_DRAUGHT || arm == SP_ARM_CART ? SP_CLASS_MATERIEL : SP_CLASS_LINE;
  def.count[SP_RANK_SOLDIER] = n;
  assert_int_equal(sp_scenario_add_strength(lab->scenario, &def), SP_OK);
}

static void larder(sp_lab *lab, const char *formation, const char *id, double days) {
  sp_larder_def def = SP_LARDER_DEF_INIT;
  def.formation = formation;
  def.contingent = id;
  def.bread_days = days;
  assert_int_equal(sp_scenario_add_larder(lab->scenario, &def), SP_OK);
}

static void depot(sp_lab *lab, const char *id, double shi, const char *feeds) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.place = "town";
  def.grain_kg = shi * SHI_G / 1000.0;
  def.feeds = feeds;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

/* 1,000 men who say nothing with `own` days, 1,000 of the guests with `theirs`. */
static sp_lab a_camp(double days, double own, double theirs) {
  sp_lab lab = sp_lab_open(24.0 * days, 60);
  sp_waste_def waste = SP_WASTE_DEF_INIT;
  sp_lab_side(&lab, "red");
  contingent(&lab, "guests", true, NULL);
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 30000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  waste.place = "town";
  waste.within_m = 90000.0;
  assert_int_equal(sp_scenario_add_waste(lab.scenario, &waste), SP_OK);
  body(&lab, "camp", "town", own);
  sp_lab_strength(&lab, "camp", SP_ARM_FOOT, 1000);
  men_of(&lab, "camp", "guests", NULL, SP_ARM_FOOT, 1000);
  larder(&lab, "camp", "guests", theirs);
  return lab;
}

/* Nobody leaves, dies or falls sick, and no land gives: what is eaten can be counted. */
static void still(sp_world *w) {
  w->constants.straggle_camp_per_day = w->constants.health_sick_per_day = 0.0;
  w->constants.hunger_desert_month = 0.0;
  w->constants.forage_waste = 0.0;
}

static int32_t feeding_of(const sp_world *w, const char *id) { return sp_model_find(w->model, SP_ENTITY_CONTINGENT, id) + 1; }
static int32_t guests_in(const sp_world *w, const char *formation) { return sp_larder_of(w, sp_lab_row(w, formation), feeding_of(w, "guests")); }
static int32_t others_in(const sp_world *w, const char *formation) { return sp_larder_of(w, sp_lab_row(w, formation), 0); }

static int64_t booked(const sp_world *w, int32_t contingent_plus_one, int line) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FEEDING); r++)
    if (w->feeding.contingent[r] == contingent_plus_one) return w->feeding.opening_g[r * LINES + line] + w->feeding.came_in_g[r * LINES + line] - w->feeding.went_out_g[r * LINES + line];
  fail_msg("no register of contingent %d", (int)contingent_plus_one);
  return 0;
}

/* Two days' bread against five: on the third evening the guests go without, the others not; by the fifth they have missed three. */
static void each_eats_its_own(void **state) {
  (void)state;
  sp_lab lab = a_camp(5.0, 5.0, 2.0);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  assert_true(w->provision.grain_g[0] == 7 * 1000 * MAN_G);
  sp_lab_run(w);
  int32_t guests = guests_in(w, "camp"), others = others_in(w, "camp");
  assert_true(w->larder.grain_g[guests] == 0 && w->larder.grain_g[others] == 0);
  near(w->larder.missed[guests], 3.0, 1e-9);
  near(w->larder.missed[others], 0.0, 1e-9);
  near(w->provision.missed[0], 1.5, 1e-9); /* the mean of the body's men */
  assert_true(booked(w, feeding_of(w, "guests"), SP_STORE_EATEN) == 2 * 1000 * MAN_G);
  assert_true(booked(w, 0, SP_STORE_EATEN) == 5 * 1000 * MAN_G);
  const sp_event *out = sp_lab_event(w, SP_EVENT_BREAD_OUT, "camp", NULL, 1);
  assert_non_null(out);
  assert_true(out->object == w->model->contingent[feeding_of(w, "guests") - 1].key);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_BREAD_OUT, "camp", NULL, 1), 2 * 1440 + MEAL);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BREAD_OUT, "camp"), 1);
  const sp_event *unequal = sp_lab_event(w, SP_EVENT_UNEQUAL_BREAD, "camp", NULL, 1); /* the others have two days left */
  assert_non_null(unequal);
  assert_true(unequal->b == 2 && unequal->a == 0 && unequal->object == out->object);
  assert_int_equal(sp_lab_count(w, SP_EVENT_UNEQUAL_BREAD, "camp"), 1);
  sp_lab_close(w);
}

/* As in test_bread.c: where nobody feeds apart there are no larders, and seven thousand rations feed two thousand for three days and a half. */
static void together_they_last_alike(void **state) {
  (void)state;
  sp_lab lab = a_camp(5.0, 5.0, 2.0);
  sp_lab_order(&lab, "day 1 07:00 camp to camp: share bread");
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w);
  near(w->larder.missed[guests_in(w, "camp")], w->larder.missed[others_in(w, "camp")], 1e-6);
  near(w->larder.missed[guests_in(w, "camp")], 0.25 + 1.0, 1e-3); /* half a ration short costs a quarter */
  assert_int_equal(sp_lab_count(w, SP_EVENT_SHARES_BREAD, "camp"), 1);
  assert_true(booked(w, feeding_of(w, "guests"), OTHERS) == -1500 * MAN_G); /* came from the others: 1.5 days of a thousand men */
  assert_true(booked(w, 0, OTHERS) == 1500 * MAN_G);
  sp_lab_close(w);
}

static void apart_again(void **state) {
  (void)state;
  sp_lab lab = a_camp(4.0, 8.0, 2.0);
  sp_lab_order(&lab, "day 1 07:00 camp to camp: share bread");
  sp_lab_order(&lab, "day 2 07:00 camp to camp: eat apart");
  sp_lab_order(&lab, "day 3 07:00 camp to camp: issue half rations to guests");
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w); /* ten days' worth by halves: five each; four evenings, two of them by halves for the guests */
  assert_true(w->larder.grain_g[others_in(w, "camp")] == 1000 * MAN_G);
  assert_true(w->larder.grain_g[guests_in(w, "camp")] == 2 * 1000 * MAN_G);
  near(w->larder.missed[guests_in(w, "camp")], 0.5, 1e-9);
  near(w->larder.missed[others_in(w, "camp")], 0.0, 1e-9);
  sp_lab_close(w);
}

static void what_is_given_is_theirs(void **state) {
  (void)state;
  sp_lab lab = a_camp(5.0, 5.0, 0.0);
  sp_lab_order(&lab, "day 1 07:00 camp to camp: give 15 shi to guests"); /* 1,000 rations */
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w);
  const sp_event *given = sp_lab_event(w, SP_EVENT_GIVES_BREAD, "camp", NULL, 1);
  assert_non_null(given);
  assert_true(given->a == 15 && given->b == 1);
  near(w->larder.missed[guests_in(w, "camp")], 4.0, 1e-9);
  near(w->larder.missed[others_in(w, "camp")], 1.0, 1e-9);
  assert_true(booked(w, 0, OTHERS) == 15 * SHI_G);
  sp_lab_close(w);
}

/* The guests alone eat from their depot; 45 shi are three days of a thousand men. */
static void a_depot_of_their_own(void **state) {
  (void)state;
  sp_lab lab = a_camp(4.0, 2.0, 0.0);
  contingent(&lab, "riders", true, NULL);
  depot(&lab, "for-guests", 45.0, "guests");
  depot(&lab, "for-riders", 45.0, "riders"); /* of whom nobody is there */
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w);
  near(w->larder.missed[guests_in(w, "camp")], 1.0, 1e-9);
  near(w->larder.missed[others_in(w, "camp")], 2.0, 1e-9);
  assert_true(booked(w, feeding_of(w, "guests"), SP_STORE_EATEN) == 45 * SHI_G && booked(w, 0, SP_STORE_EATEN) == 2 * 1000 * MAN_G);
  assert_true(booked(w, feeding_of(w, "guests"), SP_STORE_KEPT) == 0 && booked(w, feeding_of(w, "riders"), SP_STORE_KEPT) == 45 * SHI_G);
  sp_lab_close(w);
}

/* A store for all serves whoever stands there, each by his need; the register has under each what he ate. */
static void a_depot_for_all(void **state) {
  (void)state;
  sp_lab lab = a_camp(2.0, 0.0, 0.0);
  depot(&lab, "granary", 30.0, NULL); /* a day of both */
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w);
  near(w->larder.missed[guests_in(w, "camp")], 1.0, 1e-6);
  near(w->larder.missed[others_in(w, "camp")], 1.0, 1e-6);
  assert_true(booked(w, feeding_of(w, "guests"), SP_STORE_EATEN) == 15 * SHI_G);
  sp_lab_close(w);
}

/* Who goes takes his bread along, and his hunger; who comes brings them. */
static void they_part_and_join(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(72.0, 60);
  sp_lab_side(&lab, "red");
  contingent(&lab, "guests", true, NULL);
  contingent(&lab, "cousins", false, "guests");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 30000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_waste_def waste = SP_WASTE_DEF_INIT;
  waste.place = "town";
  waste.within_m = 90000.0;
  assert_int_equal(sp_scenario_add_waste(lab.scenario, &waste), SP_OK);
  body(&lab, "camp", "town", 6.0);
  sp_lab_strength(&lab, "camp", SP_ARM_FOOT, 1000);
  men_of(&lab, "camp", "guests", "swords", SP_ARM_FOOT, 600);
  men_of(&lab, "camp", "cousins", NULL, SP_ARM_FOOT, 400); /* eat with the guests */
  larder(&lab, "camp", "cousins", 0.0);
  sp_lab_order(&lab, "day 2 08:00 camp to camp: detach 600 swords as hungry to halt");
  sp_lab_order(&lab, "day 2 20:00 camp to hungry: merge with camp");
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_minute start = w->head->minute;
  assert_int_equal(sp_world_run(w, start + 1440 + 5 * 60), SP_OK); /* 11:00 on the second day: parted */
  int32_t hungry = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.alive[f] && w->formation.start[f] < 0) hungry = f;
  assert_true(hungry >= 0);
  assert_int_equal(sp_men_of(w, hungry), 600);
  assert_true(w->provision.grain_g[hungry] == 0);                     /* the others' bread stays with the others */
  assert_true(w->provision.grain_g[0] == (int64_t)5 * 1000 * MAN_G);
  near(w->provision.missed[hungry], 1.0, 1e-9);                       /* and none of them had eaten */
  near(w->provision.missed[0], 400.0 / 1400.0, 1e-9);
  sp_lab_run(w);
  assert_false(w->formation.alive[hungry]);
  assert_int_equal(sp_larder_men(w, guests_in(w, "camp")), 1000);
  near(w->larder.missed[guests_in(w, "camp")], 3.0, 1e-9);
  near(w->larder.missed[others_in(w, "camp")], 0.0, 1e-9);
  assert_true(w->provision.grain_g[0] == (int64_t)3 * 1000 * MAN_G);
  sp_lab_close(w);
}

/* A train brings bread for the guests alone: theirs, unless they were told to share. */
static void train_for_guests(bool shared) {
  sp_lab lab = a_camp(2.0, 0.0, 0.0);
  if (shared) sp_lab_order(&lab, "day 1 06:30 camp to camp: share bread");
  body(&lab, "train", "town", -1.0);
  men_of(&lab, "train", NULL, NULL, SP_ARM_FOOT, 20);
  men_of(&lab, "train", NULL, NULL, SP_ARM_CART, 100);
  men_of(&lab, "train", NULL, NULL, SP_ARM_DRAUGHT, 200);
  depot(&lab, "granary", 45.0, NULL);
  sp_lab_order(&lab, "day 1 06:30 train to train: draw 45 shi");
  sp_lab_order(&lab, "day 1 12:00 train to train: hand over 30 shi to camp for guests");
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_minute start = w->head->minute;
  assert_int_equal(sp_world_run(w, start + 11 * 60), SP_OK);
  assert_true(w->larder.grain_g[guests_in(w, "camp")] == 30 * SHI_G && w->larder.grain_g[others_in(w, "camp")] == 0);
  assert_int_equal(sp_world_run(w, start + 13 * 60), SP_OK);
  near(w->larder.missed[guests_in(w, "camp")], 0.0, 1e-6);
  near(w->larder.missed[others_in(w, "camp")], shared ? 0.0 : 1.0, 1e-6);
  sp_lab_close(w);
}

static void a_train_for_one_of_them(void **state) {
  (void)state;
  train_for_guests(false);
  train_for_guests(true);
}

/* The hungry leave and die; those beside them who eat do not. */
static void only_the_hungry_go(void **state) {
  (void)state;
  sp_lab lab = a_camp(34.0, 60.0, 0.0);
  sp_world *w = sp_lab_war(&lab, 3);
  w->constants.straggle_camp_per_day = w->constants.health_sick_per_day = w->constants.forage_waste = 0.0;
  sp_lab_run(w);
  int32_t guests = sp_larder_men(w, guests_in(w, "camp")), others = sp_larder_men(w, others_in(w, "camp"));
  assert_int_equal(others, 1000);
  assert_in_range(guests, 300, 650); /* 1 % a day go from the tenth day on, and nearly half of the rest are dead of the thirty-fourth ration */
  near(w->provision.weak[0], w->larder.weak[guests_in(w, "camp")] * guests / (guests + others), 1e-9);
  sp_lab_close(w);
}

/* More bread for the guests never leaves them hungrier, and is nothing to the others. */
static void more_bread_is_never_worse(void **state) {
  (void)state;
  double last = 1e9;
  for (int days = 0; days <= 8; days += 2) {
    sp_lab lab = a_camp(8.0, 4.0, days);
    sp_world *w = sp_lab_war(&lab, 1);
    still(w);
    sp_lab_run(w);
    double missed = w->larder.missed[guests_in(w, "camp")];
    assert_true(missed < last);
    last = missed;
    near(w->larder.missed[others_in(w, "camp")], 4.0, 1e-9);
    sp_lab_close(w);
  }
  near(last, 0.0, 1e-9);
}

/* Foraging, slaughter, desertion, marching off with too much: the books of each hold (sp_lab_run looks at every tick), and ticks agree. */
static void the_books_hold(void **state) {
  (void)state;
  int64_t eaten[2][2];
  for (int n = 0; n < 2; n++) {
    sp_lab lab = sp_lab_open(24.0 * 12.0, n ? 60 : 15);
    sp_lab_side(&lab, "red");
    contingent(&lab, "guests", true, NULL);
    contingent(&lab, "riders", true, NULL);
    sp_lab_place(&lab, "town", 0.0, 0.0);
    sp_lab_place(&lab, "post", 30000.0, 0.0);
    sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
    body(&lab, "camp", "town", 3.0);
    sp_lab_strength(&lab, "camp", SP_ARM_FOOT, 997);
    men_of(&lab, "camp", "guests", NULL, SP_ARM_FOOT, 1003);
    men_of(&lab, "camp", "riders", NULL, SP_ARM_HORSE, 601);
    men_of(&lab, "camp", "riders", NULL, SP_ARM_MOUNT, 1201);
    larder(&lab, "camp", "guests", 0.7);
    larder(&lab, "camp", "riders", 9.0);
    depot(&lab, "granary", 37.0, NULL);
    depot(&lab, "hay", 11.0, "riders");
    sp_lab_order(&lab, "day 2 07:00 camp to camp: unload 20 shi");
    sp_lab_order(&lab, "day 4 07:00 camp to camp: draw all");
    sp_lab_order(&lab, "day 5 07:00 camp to camp: march to post");
    sp_lab_order(&lab, "day 8 07:00 camp to camp: slaughter 30 horses");
    sp_lab_order(&lab, "day 9 07:00 camp to camp: give 3 shi to guests");
    sp_world *w = sp_lab_war(&lab, 5);
    w->constants.straggle_camp_per_day = 0.0;
    sp_lab_run(w);
    eaten[n][0] = booked(w, feeding_of(w, "guests"), SP_STORE_EATEN);
    eaten[n][1] = booked(w, feeding_of(w, "guests"), SP_STORE_EATEN) + booked(w, feeding_of(w, "riders"), SP_STORE_EATEN) + booked(w, 0, SP_STORE_EATEN);
    assert_true(eaten[n][1] == sp_store_standing(w, 0, SP_STORE_EATEN)); /* the registers of all are the side's */
    assert_true(sp_lab_count(w, SP_EVENT_SLAUGHTERS, "camp") >= 1);
    sp_lab_close(w);
  }
  assert_true(eaten[0][0] > 0 && (double)eaten[0][0] > 0.97 * (double)eaten[1][0] && (double)eaten[0][0] < 1.03 * (double)eaten[1][0]);
}

/* Whatever the parts, all of it is all of it: not a gram is left in dividing. */
static void all_of_it_goes(void **state) {
  (void)state;
  sp_lab lab = a_camp(1.0, 0.0, 0.0);
  sp_world *w = sp_lab_war(&lab, 1);
  int32_t guests = guests_in(w, "camp"), others = others_in(w, "camp"), side = w->formation.side[0];
  for (int64_t n = 1; n <= 3000; n++) {
    int64_t a = n * 7919 % 1000003 + 1, b = n * 104729 % 1299709 + 1;
    (void)sp_store_move(w, sp_store_line_of(SP_STORE_LAND, side), sp_store_carried_in(w, guests), a);
    (void)sp_store_move(w, sp_store_line_of(SP_STORE_LAND, side), sp_store_carried_in(w, others), b);
    assert_true(sp_store_move(w, sp_store_carried(w, 0), sp_store_line_of(SP_STORE_LOST, side), a + b) == a + b);
    assert_true(w->provision.grain_g[0] == 0 && w->larder.grain_g[guests] == 0 && w->larder.grain_g[others] == 0);
  }
  sp_lab_close(w);
}

/* Where nobody feeds apart there is not a row of it. */
static void others_pay_nothing(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(24.0, 60);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 30000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  body(&lab, "camp", "town", 5.0);
  sp_lab_strength(&lab, "camp", SP_ARM_FOOT, 1000);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_used(w, SP_TABLE_LARDER), 0);
  assert_int_equal(sp_used(w, SP_TABLE_FEEDING), 0);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_eats_its_own), cmocka_unit_test(together_they_last_alike), cmocka_unit_test(apart_again), cmocka_unit_test(what_is_given_is_theirs),
      cmocka_unit_test(a_depot_of_their_own), cmocka_unit_test(a_depot_for_all), cmocka_unit_test(they_part_and_join), cmocka_unit_test(a_train_for_one_of_them),
      cmocka_unit_test(only_the_hungry_go), cmocka_unit_test(more_bread_is_never_worse), cmocka_unit_test(the_books_hold), cmocka_unit_test(all_of_it_goes), cmocka_unit_test(others_pay_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
