/* Broken bodies: where they run, what they throw away, who leaves the road, whom they run through.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int32_t place_node(const sp_world *w, const char *id) { return w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, id)]; }

/* The chief is at home, 20 km west; the enemy 1 km east. */
static sp_world *beaten(double hours, uint64_t seed) {
  sp_lab lab;
  sp_broken_road(&lab, hours);
  sp_broken_body(&lab, "chief", "ming", NULL, "home", 2000, 0);
  sp_broken_body(&lab, "beaten", "ming", "chief", "field", 10000, 0);
  sp_lab_strength(&lab, "beaten", SP_ARM_CART, 50);
  sp_lab_strength(&lab, "beaten", SP_ARM_DRAUGHT, 110);
  sp_lab_strength(&lab, "beaten", SP_ARM_LIGHT_GUN, 4);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 5000, 0);
  sp_world *w = sp_broken_open(&lab, seed);
  w->constants.rally_per_h = 0.0;
  return w;
}

static void they_run_to_their_own_by_night_too(void **state) {
  (void)state;
  sp_world *w = beaten(14.0, 1);
  sp_broken_break(w, "beaten", "banner");
  int32_t i = sp_broken_row(w, "beaten");
  sp_broken_until(w, 30);
  assert_int_equal(w->formation.verb[i], SP_VERB_FLEE);
  assert_int_equal(w->formation.goal_node[i], place_node(w, "home"));
  assert_true(w->formation.head_x[i] < w->model->node[place_node(w, "field")].at.x - 300.0);
  sp_broken_until(w, 14 * 60);
  /* Foot with carts at 53 m/min need some 6 h for 20 km, fugitives less; then they stand there, still broken. */
  assert_int_equal(w->formation.goal_node[i], -1);
  assert_true(w->formation.head_x[i] < w->model->node[place_node(w, "home")].at.x + 300.0);
  assert_int_equal(w->combat.stance[i], SP_BROKEN);
  assert_int_equal(w->combat.posture[i], SP_POSTURE_AVOID);
  sp_lab_close(w);
}

static void not_past_the_enemy(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_broken_body(&lab, "chief", "ming", NULL, "home", 2000, 0);
  sp_broken_body(&lab, "beaten", "ming", "chief", "field", 3000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "ford-village", 5000, 0); /* between them */
  sp_world *w = sp_broken_open(&lab, 1);
  w->constants.rally_per_h = 0.0;
  sp_broken_break(w, "beaten", "banner");
  sp_broken_until(w, 60);
  int32_t i = sp_broken_row(w, "beaten");
  assert_true(w->formation.head_x[i] > w->model->node[place_node(w, "field")].at.x + 300.0); /* east, away from him and from home */
  sp_lab_close(w);
}

/* He stands in the middle of the road home, with no place near him: that way is closed all the same. */
static void not_past_an_enemy_on_the_road(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 6.0);
  sp_broken_body(&lab, "chief", "ming", NULL, "home", 2000, 0);
  sp_broken_body(&lab, "beaten", "ming", "chief", "field", 3000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "ford-village", 0, 1000);
  sp_lab_order(&lab, "day 1 06:00 banner to banner: march to knoll");
  sp_world *w = sp_broken_open(&lab, 1);
  w->constants.rally_per_h = 0.0;
  int32_t i = sp_broken_row(w, "beaten"), enemy = sp_broken_row(w, "banner");
  double field = w->model->node[place_node(w, "field")].at.x;
  while (w->formation.head_x[enemy] < field - 1500.0 && !sp_world_over(w)) sp_broken_until(w, w->head->minute - w->model->campaign.start + 15);
  assert_true(w->formation.head_x[enemy] < field - 250.0);
  sp_broken_break(w, "beaten", "banner");
  w->formation.verb[enemy] = SP_VERB_HALT; /* he stands now */
  w->formation.goal_node[enemy] = -1;
  sp_broken_until(w, w->head->minute - w->model->campaign.start + 45);
  assert_true(w->formation.head_x[i] > field + 300.0);
  sp_lab_close(w);
}

/* Something goes in each step when the hazard is as good as certain: three steps make the tick. */
static void carts_then_armour_then_arms(void **state) {
  (void)state;
  sp_world *w = beaten(3.0, 1);
  w->constants.rout_shed_per_h = 1e4;
  int32_t i = sp_broken_row(w, "beaten");
  sp_broken_break(w, "beaten", "banner");
  sp_broken_until(w, 15);
  const sp_event *first = sp_lab_event(w, SP_EVENT_SHEDS, "beaten", NULL, 1), *second = sp_lab_event(w, SP_EVENT_SHEDS, "beaten", NULL, 2);
  assert_non_null(first);
  assert_non_null(second);
  assert_int_equal(first->a, 1);
  assert_int_equal(first->b, 54);
  assert_int_equal(second->a, 3); /* nobody of the line has armour to throw away */
  assert_int_equal(w->formation.carts[i], 0);
  assert_int_equal(w->formation.light_guns[i], 0);
  assert_int_equal(w->formation.draught[i], 2); /* 108 of 110 were in harness: two to a carriage */
  assert_true(w->combat.shed[i] == 1.0);
  assert_true(sp_arms_left(1.0) > 0.19 && sp_arms_left(1.0) < 0.21);
  assert_true(sp_armour_left(0.25) == 1.0 && sp_armour_left(0.5) == 0.0);
  sp_lab_close(w);
}

/* An enemy at their heels: what is not spoilt is his; all, or none. */
static void guns_are_spoilt_or_his(void **state) {
  (void)state;
  for (int spoilt = 0; spoilt < 2; spoilt++) {
    sp_world *w = beaten(3.0, 1);
    w->constants.rout_shed_per_h = 1e4;
    w->constants.rout_guns_spoilt = spoilt;
    int32_t i = sp_broken_row(w, "beaten"), p = sp_broken_row(w, "banner");
    sp_broken_break(w, "beaten", "banner");
    w->combat.chasing[p] = w->formation.key[i];
    w->combat.wind[p] = 1.0;
    w->formation.verb[p] = SP_VERB_PURSUE;
    sp_broken_until(w, 15);
    assert_int_equal(w->formation.light_guns[i], 0);
    const sp_event *lost = sp_lab_event(w, SP_EVENT_GUNS_LOST, "beaten", NULL, 1);
    if (spoilt) assert_null(lost);
    else assert_int_equal(lost ? lost->a : -1, 4);
    sp_lab_close(w);
  }
}

/* 0.06 an hour by day on an open plain: 1 - exp(-0.06 * 5) = 25.9 % of 10,000 in five hours, spread 44. */
static void some_leave_the_road(void **state) {
  (void)state;
  sp_world *w = beaten(6.0, 7);
  w->constants.rout_scatter_per_h = 0.06;
  w->constants.straggle_fresh_per_h = 0.0;
  w->constants.straggle_camp_per_day = 0.0;
  sp_broken_break(w, "beaten", NULL);
  w->formation.verb[sp_broken_row(w, "beaten")] = SP_VERB_NONE;
  sp_broken_until(w, 5 * 60);
  int32_t riders = sp_broken_line(w, "ming", SP_LINE_ON_ROAD); /* they have left it too, but with a paper */
  int32_t gone = 10000 - sp_lab_men(w, "beaten") - riders;
  assert_in_range(gone, 2592 - 4 * 44, 2592 + 4 * 44);
  int32_t told = 0;
  for (int n = 1; sp_lab_event(w, SP_EVENT_SCATTERS, "beaten", NULL, n); n++) told += sp_lab_event(w, SP_EVENT_SCATTERS, "beaten", NULL, n)->a;
  assert_int_equal(told, gone); /* the last word fell on the hour */
  assert_int_equal(sp_lab_count(w, SP_EVENT_SCATTERS, "beaten"), 5);
  sp_lab_close(w);
}

/* 10,000 run through 2,000: crowd 2 * 10 / 12 is more than whole, so 0.5 for the idle and half of that with an order. */
static void friends_are_shaken(void **state) {
  (void)state;
  for (int ordered = 0; ordered < 2; ordered++) {
    sp_lab lab;
    sp_broken_road(&lab, 4.0);
    sp_broken_body(&lab, "chief", "ming", NULL, "home", 2000, 0);
    sp_broken_body(&lab, "beaten", "ming", "chief", "field", 10000, 0);
    sp_broken_body(&lab, "reserve", "ming", "chief", "ford-village", 2000, 0);
    sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 5000, 0);
    sp_world *w = sp_broken_open(&lab, 3);
    w->constants.rally_per_h = 0.0;
    if (ordered) w->formation.verb[sp_broken_row(w, "reserve")] = SP_VERB_HOLD;
    sp_broken_break(w, "beaten", "banner");
    while (!sp_world_over(w) && sp_lab_count(w, SP_EVENT_RUN_THROUGH, "reserve") == 0) sp_broken_until(w, w->head->minute - w->model->campaign.start + 15);
    assert_int_equal(sp_lab_count(w, SP_EVENT_RUN_THROUGH, "reserve"), 1);
    double shaken = w->combat.shaken[sp_broken_row(w, "reserve")];
    assert_true(shaken > (ordered ? 0.24 : 0.49) && shaken < (ordered ? 0.26 : 0.51));
    sp_broken_until(w, 240);
    assert_int_equal(sp_lab_count(w, SP_EVENT_RUN_THROUGH, "reserve"), 1); /* once, not every tick */
    sp_lab_close(w);
  }
}

static void broken_men_take_no_orders(void **state) {
  (void)state;
  sp_lab lab;
  sp_broken_road(&lab, 4.0);
  sp_broken_body(&lab, "beaten", "ming", NULL, "field", 3000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", 5000, 0);
  sp_lab_order(&lab, "day 1 06:20 beaten to beaten: march to east");
  sp_world *w = sp_broken_open(&lab, 1);
  w->constants.rally_per_h = 0.0;
  sp_broken_break(w, "beaten", "banner");
  sp_broken_until(w, 180);
  const sp_event *refused = sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "beaten", NULL, 1);
  assert_non_null(refused);
  assert_int_equal(refused->b, SP_REFUSED_BROKEN);
  assert_int_equal(w->formation.verb[sp_broken_row(w, "beaten")], SP_VERB_FLEE);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_run_to_their_own_by_night_too), cmocka_unit_test(not_past_the_enemy), cmocka_unit_test(not_past_an_enemy_on_the_road), cmocka_unit_test(carts_then_armour_then_arms), cmocka_unit_test(guns_are_spoilt_or_his),
                                     cmocka_unit_test(some_leave_the_road), cmocka_unit_test(friends_are_shaken), cmocka_unit_test(broken_men_take_no_orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
