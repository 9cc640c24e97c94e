/* test_wounded.c - where the wounded are: with their body, left, gathered, taken. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rules/infirmary.h"
#include "shapan/record.h"
#include "support/near.h"
#include "world/stores.h"

static void the_opening_lays_them_with_their_body(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_lab_formation(&lab, "host", "ming", NULL, "field");
  sp_infirmary_foot(&lab, "host", 1000, 300, 200, 50);
  sp_lab_formation(&lab, "enemy", "qing", NULL, "east");
  sp_lab_strength(&lab, "enemy", SP_ARM_SPEAR, 10);
  sp_world *w = sp_broken_open(&lab, 1);
  assert_int_equal(sp_infirmary_all(w, "ming"), 1550);
  assert_int_equal(sp_lab_men(w, "host"), 1000);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_WOUNDED_LIGHT), 300);
  assert_int_equal(sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_SERIOUS, SP_LIES_WITH_BODY), 200);
  assert_int_equal(sp_infirmary_lying(w, "host", SP_LINE_SICK, SP_LIES_WITH_BODY), 50);
  /* the check can fail: a man more in a ward, or a ward under the wrong line */
  char message[160];
  int32_t p = 0, s = w->ward.first_strength[p];
  w->strength.count[s * SP_RANK_COUNT]++;
  assert_int_equal(sp_world_check(w, message, sizeof message), SP_CORRUPT);
  w->strength.count[s * SP_RANK_COUNT]--;
  w->ward.lies[p] = SP_LIES_IN_FIELD;
  assert_int_equal(sp_world_check(w, message, sizeof message), SP_CORRUPT);
  w->ward.lies[p] = SP_LIES_WITH_BODY;
  assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);
  sp_lab_close(w);
}

/* Left within the hour at two places far from each other, they lie in two wards with dice of their own. */
static void two_places_of_an_hour_are_two_wards(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_lab_formation(&lab, "host", "ming", NULL, "field");
  sp_infirmary_foot(&lab, "host", 1000, 0, 20, 0);
  sp_lab_formation(&lab, "enemy", "qing", NULL, "east");
  sp_lab_strength(&lab, "enemy", SP_ARM_SPEAR, 10);
  sp_world *w = sp_broken_open(&lab, 1);
  int32_t host = sp_lab_row(w, "host");
  sp_xy here = sp_tail_of(w, host);
  sp_wards_list(w);
  int32_t first = sp_ward_at(w, host, here, SP_LIES_IN_FIELD, SP_LINE_WOUNDED_SERIOUS, w->head->minute);
  here.x += 2000.0;
  int32_t second = sp_ward_at(w, host, here, SP_LIES_IN_FIELD, SP_LINE_WOUNDED_SERIOUS, w->head->minute);
  assert_true(first >= 0 && second >= 0 && first != second);
  assert_true(w->ward.key[first] != w->ward.key[second]);
  assert_int_equal(sp_ward_at(w, host, here, SP_LIES_IN_FIELD, SP_LINE_WOUNDED_SERIOUS, w->head->minute), second);
  sp_lab_close(w);
}

/* Of 200 seriously wounded 25 carts (50) and 20 led horses (10) take 60 along; beside the village the others find people. */
static double waste_about; /* m round "field"; 0: settled country */
static int32_t left_by(int32_t carts, int32_t led, bool enemy_near, int32_t *tended) {
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_lab_formation(&lab, "host", "ming", NULL, "field");
  sp_infirmary_foot(&lab, "host", 1000, 300, 200, 0);
  if (waste_about > 0.0) {
    sp_waste_def waste = SP_WASTE_DEF_INIT;
    waste.place = "field";
    waste.within_m = waste_about;
    assert_int_equal(sp_scenario_add_waste(lab.scenario, &waste), SP_OK);
  }
  if (carts) sp_lab_strength(&lab, "host", SP_ARM_CART, carts);
  if (led) sp_lab_strength(&lab, "host", SP_ARM_MOUNT, led);
  sp_lab_formation(&lab, "enemy", "qing", NULL, enemy_near ? "ford-village" : "east");
  sp_lab_strength(&lab, "enemy", SP_ARM_SPEAR, 10);
  sp_lab_order(&lab, "day 1 06:10 host to host: march to knoll");
  sp_world *w = sp_broken_open(&lab, 1);
  sp_broken_until(w, 60);
  int32_t left = 200 - sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_SERIOUS, SP_LIES_WITH_BODY);
  *tended = sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_SERIOUS, SP_LIES_TENDED);
  assert_int_equal(sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_LIGHT, SP_LIES_WITH_BODY), 300); /* they walk */
  assert_int_equal(sp_infirmary_all(w, "ming"), 1500);
  if (left > 0) assert_int_equal(sp_lab_event(w, SP_EVENT_WOUNDED_LEFT, "host", NULL, 1)->a, left);
  else assert_null(sp_lab_event(w, SP_EVENT_WOUNDED_LEFT, "host", NULL, 1));
  sp_lab_close(w);
  return left;
}

static void carts_carry_four_each(void **state) {
  (void)state;
  int32_t tended = 0, before = 201;
  assert_int_equal(left_by(25, 20, false, &tended), 140);
  assert_int_equal(tended, 140);
  assert_int_equal(left_by(25, 20, true, &tended), 140);
  assert_int_equal(tended, 0); /* nobody stays with them before the enemy's eyes */
  waste_about = 3000.0;
  assert_int_equal(left_by(25, 20, false, &tended), 140);
  assert_int_equal(tended, 0); /* nobody lives there to tend them */
  waste_about = 0.0;
  for (int32_t carts = 0; carts <= 120; carts += 30) { /* more carts never leave more */
    int32_t left = left_by(carts, 0, false, &tended);
    assert_true(left < before || left == 0);
    before = left;
  }
  assert_int_equal(before, 0);
}

/* 3,000 men, 200 of whom cannot walk, 40 carts, full of grain: half of them (80) go along at once; by order nobody, or with nine
 * carts of ten 144, whom 150 bearers load in 57.6 minutes, and the grain of sixteen carts stays. */
static void by_order(const char *order, int32_t carried, bool waits, bool in_column) {
  sp_lab lab;
  sp_broken_road(&lab, 8.0);
  sp_formation_def host = SP_FORMATION_DEF_INIT;
  host.id = "host";
  host.side = "ming";
  host.at.place = "field";
  host.camped = !in_column;
  host.order_now = 1.0;
  host.bread_days = 1.0;
  sp_lab_formation_def(&lab, &host);
  sp_infirmary_foot(&lab, "host", 3000, 50, 200, 0);
  sp_lab_strength(&lab, "host", SP_ARM_CART, 40);
  sp_lab_strength(&lab, "host", SP_ARM_DRAUGHT, 80);
  if (order) sp_lab_order(&lab, order);
  sp_lab_order(&lab, "day 1 07:10 host to host: march to home");
  sp_world *w = sp_broken_open(&lab, 1);
  int32_t f = sp_broken_row(w, "host");
  int64_t full = sp_can_carry_g(w, f);
  (void)sp_store_move(w, sp_store_line_of(SP_STORE_LAND, w->formation.side[f]), sp_store_carried(w, f), full - w->provision.grain_g[f]);
  sp_broken_until(w, 5 * 60);
  const sp_event *loads = sp_lab_event(w, SP_EVENT_LOADS_WOUNDED, "host", NULL, 1);
  int64_t begins = sp_lab_minute(w, SP_EVENT_MARCH_BEGINS, "host", NULL, 1);
  assert_int_equal(sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_SERIOUS, SP_LIES_WITH_BODY), carried);
  assert_int_equal(sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_LIGHT, SP_LIES_WITH_BODY), 50); /* they walk */
  assert_int_equal(sp_lab_event(w, SP_EVENT_WOUNDED_LEFT, "host", NULL, 1)->a, 200 - carried);
  if (waits) {
    assert_int_equal(loads->a, 144);
    near(loads->value, 57.6, 0.1); /* the morning is not quite bright */
    assert_int_equal(sp_lab_count(w, SP_EVENT_LOADS_WOUNDED, "host"), 1);
    double cart_g = 16.0 * w->constants.cartage_cart_shi * w->constants.ration_shi_kg * w->constants.provision_cart_share * 1000.0;
    int64_t now = sp_can_carry_g(w, f);
    w->health.carries[f] = SP_CARRIES_AS_IT_CAN;
    near((double)(sp_can_carry_g(w, f) - now), cart_g, 1000.0);
    w->health.carries[f] = SP_CARRIES_ALL;
    assert_true(sp_lab_count(w, SP_EVENT_LEAVES_GRAIN, "host") >= 1);
    assert_true(w->provision.grain_g[f] <= now);
  } else {
    assert_null(loads);
  }
  assert_true(waits ? begins >= 70 + 57 : begins < 70 + 57);
  assert_int_equal(sp_infirmary_all(w, "ming"), 3250);
  sp_lab_close(w);
}

static void left_or_taken_by_order(void **state) {
  (void)state;
  by_order(NULL, 80, false, false);
  by_order("day 1 06:10 host to host: carry the wounded", 80, false, false);
  by_order("day 1 06:10 host to host: leave the wounded", 0, false, false);
  by_order("day 1 06:10 host to host: take the wounded", 144, true, false);
  by_order("day 1 06:10 host to host: take the wounded", 144, true, true); /* they have stood in column, and load as well */
}

/* A hundred who cannot walk, with carts and teams and nobody to lead them, stay; with ten men who can they go. */
static void without_a_sound_man_nobody_goes(void **state) {
  (void)state;
  for (int32_t men = 0; men <= 10; men += 10) {
    sp_lab lab;
    sp_broken_road(&lab, 8.0);
    sp_formation_def host = SP_FORMATION_DEF_INIT;
    host.id = "host";
    host.side = "ming";
    host.at.place = "field";
    sp_lab_formation_def(&lab, &host);
    sp_infirmary_foot(&lab, "host", men, 0, 100, 0);
    sp_lab_strength(&lab, "host", SP_ARM_CART, 40);
    sp_lab_strength(&lab, "host", SP_ARM_DRAUGHT, 80);
    sp_lab_order(&lab, "day 1 07:10 host to host: march to home");
    sp_world *w = sp_broken_open(&lab, 1);
    sp_broken_until(w, 5 * 60);
    assert_int_equal(sp_lab_count(w, SP_EVENT_MARCH_BEGINS, "host"), men > 0);
    sp_lab_close(w);
  }
}

/* Of 200 sick without a cart the half that cannot walk stays when they set out, once, and not half of the rest with every tick. */
static void the_sick_are_left_once(void **state) {
  (void)state;
  static const int32_t ticks[] = {5, 15, 60};
  for (size_t n = 0; n < sizeof ticks / sizeof *ticks; n++) {
    sp_lab lab;
    sp_broken_road(&lab, 9.0);
    lab.campaign.tick_min = ticks[n];
    sp_lab_formation(&lab, "host", "ming", NULL, "field");
    sp_infirmary_foot(&lab, "host", 1000, 0, 0, 200);
    sp_lab_order(&lab, "day 1 06:10 host to host: march to east");
    sp_world *w = sp_broken_open(&lab, 1);
    sp_lab_run(w);
    int64_t left = 0;
    for (int k = 1; k <= sp_lab_count(w, SP_EVENT_WOUNDED_LEFT, "host"); k++) left += sp_lab_event(w, SP_EVENT_WOUNDED_LEFT, "host", NULL, k)->a;
    assert_true(sp_lab_of(w, "host", "marched_m") > 3000.0);
    assert_in_range(left, 95, 105);
    sp_lab_close(w);
  }
}

/* Broken before the enemy's eyes: who cannot walk stays, and is taken or killed by the quarter that is given. */
static void left_on_the_field(sp_quarter quarter, int32_t out[2]) {
  sp_lab lab;
  sp_broken_road(&lab, 8.0);
  sp_lab_formation(&lab, "guard", "ming", NULL, "field");
  sp_infirmary_foot(&lab, "guard", 1000, 400, 200, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "field", 2000, 0);
  sp_world *w = sp_broken_open(&lab, 5);
  w->constants.wounded_keep_up = 0.5;
  sp_broken_break(w, "guard", "banner");
  w->combat.since[sp_broken_row(w, "guard")] += 5; /* within the first tick */
  w->combat.quarter[sp_broken_row(w, "banner")] = (uint8_t)quarter;
  sp_broken_until(w, 15);
  int32_t walk = sp_infirmary_lying(w, "guard", SP_LINE_WOUNDED_LIGHT, SP_LIES_WITH_BODY);
  assert_in_range(walk, 160, 240); /* half of the 400 keep up */
  assert_int_equal(sp_infirmary_lying(w, "guard", SP_LINE_WOUNDED_SERIOUS, SP_LIES_WITH_BODY), 0);
  sp_broken_until(w, 8 * 60);
  assert_int_equal(sp_infirmary_lying(w, "guard", SP_LINE_WOUNDED_SERIOUS, SP_LIES_IN_FIELD), 0);
  assert_int_equal(sp_infirmary_all(w, "ming"), 1600);
  out[0] = out[1] = 0;
  for (int n = 1; sp_lab_event(w, SP_EVENT_WOUNDED_FOUND, "banner", NULL, n); n++) {
    out[0] += sp_lab_event(w, SP_EVENT_WOUNDED_FOUND, "banner", NULL, n)->a;
    out[1] += sp_lab_event(w, SP_EVENT_WOUNDED_FOUND, "banner", NULL, n)->b;
  }
  assert_in_range(out[0] + out[1], 340, 440); /* all who cannot walk, but for a few who die first, and the half of the others who fell behind */
  sp_lab_close(w);
}

static void the_enemy_finds_them(void **state) {
  (void)state;
  int32_t none[2], all[2];
  left_on_the_field(SP_QUARTER_NONE, none);
  left_on_the_field(SP_QUARTER_ALL, all);
  assert_true(none[0] > 2 * none[1]);
  assert_true(all[1] > 4 * all[0]);
}

/* Their own hold the field: by two hours of bearers all are in, and none has been asked for his name twice. */
static void their_own_bring_them_in(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 8.0);
  sp_lab_formation(&lab, "guard", "ming", NULL, "field");
  sp_infirmary_foot(&lab, "guard", 300, 0, 120, 0);
  sp_broken_body(&lab, "main", "ming", NULL, "field", 4000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "east", 10, 0);
  sp_world *w = sp_broken_open(&lab, 2);
  sp_broken_break(w, "guard", NULL);
  sp_broken_until(w, 3 * 60);
  int32_t with_main = 0, main = sp_broken_row(w, "main");
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++)
    if (w->ward.alive[p] && w->ward.carer[p] == main && w->ward.line[p] == SP_LINE_WOUNDED_SERIOUS) with_main += w->ward.men[p];
  assert_in_range(with_main, 110, 120);
  assert_true(sp_lab_count(w, SP_EVENT_WOUNDED_GATHERED, "main") >= 1);
  assert_int_equal(sp_infirmary_lying(w, "guard", SP_LINE_WOUNDED_SERIOUS, SP_LIES_IN_FIELD), 0); /* they still belong to the guard */
  sp_lab_close(w);
}

static void a_neighbour_takes_them_over(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 8.0);
  sp_lab_formation(&lab, "guard", "ming", NULL, "field");
  sp_infirmary_foot(&lab, "guard", 300, 0, 120, 0);
  sp_broken_body(&lab, "main", "ming", NULL, "field", 4000, 0);
  sp_lab_order(&lab, "day 1 06:10 guard to guard: march to inn");
  sp_world *w = sp_broken_open(&lab, 2);
  sp_broken_until(w, 60);
  assert_int_equal(sp_lab_count(w, SP_EVENT_WOUNDED_LEFT, NULL), 0);
  assert_int_equal(sp_infirmary_lying(w, "guard", SP_LINE_WOUNDED_SERIOUS, SP_LIES_WITH_BODY), 120);
  sp_wards_list(w);
  assert_int_equal(sp_patients_with(w, sp_broken_row(w, "main"), SP_LINE_WOUNDED_SERIOUS), 120);
  sp_lab_close(w);
}

static void who_joins_brings_his_wounded_and_physicians(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_broken_body(&lab, "main", "ming", NULL, "field", 2000, 0);
  sp_lab_formation(&lab, "guard", "ming", "main", "field");
  sp_infirmary_foot(&lab, "guard", 300, 80, 120, 30);
  sp_lab_order(&lab, "day 1 06:10 main to guard: join main");
  sp_world *w = sp_broken_open(&lab, 2);
  int32_t main = sp_broken_row(w, "main"), guard = sp_broken_row(w, "guard");
  w->health.physicians[main] = 2;
  w->health.physicians[guard] = 3;
  sp_broken_until(w, 3 * 60);
  assert_int_equal(w->formation.alive[guard], 0);
  assert_int_equal(w->health.physicians[main], 5);
  sp_wards_list(w);
  assert_int_equal(sp_patients_with(w, main, SP_LINE_WOUNDED_SERIOUS), 120);
  assert_int_equal(sp_patients_with(w, main, SP_LINE_WOUNDED_LIGHT), 80);
  assert_int_equal(sp_patients_with(w, main, SP_LINE_SICK), 30);
  sp_lab_close(w);
}

/* A battle to the end and a day after it: nobody is lost to the count, and those it wounded all lie somewhere. */
static void a_battle_leaves_nobody_out(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 40.0);
  sp_broken_body(&lab, "guard", "ming", NULL, "field", 1500, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 2500, 600);
  sp_lab_order(&lab, "day 1 06:00 banner to banner: attack the enemy at field");
  sp_world *w = sp_broken_open(&lab, 3);
  sp_broken_until(w, 40 * 60);
  assert_int_equal(sp_infirmary_all(w, "ming"), 1500);
  assert_int_equal(sp_infirmary_all(w, "qing"), 3100);
  assert_in_range(sp_lab_count(w, SP_EVENT_DEATHS, NULL), 1, 2); /* one toll a day for a side */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_opening_lays_them_with_their_body), cmocka_unit_test(two_places_of_an_hour_are_two_wards), cmocka_unit_test(carts_carry_four_each), cmocka_unit_test(left_or_taken_by_order), cmocka_unit_test(the_sick_are_left_once),
      cmocka_unit_test(the_enemy_finds_them),                  cmocka_unit_test(their_own_bring_them_in),
      cmocka_unit_test(a_neighbour_takes_them_over),           cmocka_unit_test(who_joins_brings_his_wounded_and_physicians),
      cmocka_unit_test(without_a_sound_man_nobody_goes), cmocka_unit_test(a_battle_leaves_nobody_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
