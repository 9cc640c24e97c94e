/* Powder and grenades in trains and depots: issued, drawn, mixed, left, blown up, taken; to the gram.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/munitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define NEAR(a, b, e) assert_true((a) > (b) - (e) && (a) < (b) + (e))

static void lot(sp_lab *lab, const char *id, double strength, double dud) {
  sp_lot_def def = SP_LOT_DEF_INIT;
  def.id = id;
  def.strength = strength;
  def.spread = 0.0;
  def.dud = dud;
  def.weak = def.premature = 0.0;
  assert_int_equal(sp_scenario_add_lot(lab->scenario, &def), SP_OK);
}

static void depot(sp_lab *lab, const char *id, const char *place, double powder_kg, int32_t grenades, const char *of) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.place = place;
  def.powder_kg = powder_kg;
  def.grenades = grenades;
  def.lot = of;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

static void shot(sp_lab *lab, const char *id, const char *side, const char *place, int32_t men, int32_t carts, double powder_kg) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  def.powder_kg = powder_kg;
  sp_lab_formation_def(lab, &def);
  sp_lab_strength(lab, id, SP_ARM_SHOT, men);
  if (carts) sp_lab_strength(lab, id, SP_ARM_CART, carts);
}

static int64_t red(const sp_world *w, sp_munition kind, sp_munition_line line) { return sp_munition_standing(w, kind, sp_model_find(w->model, SP_ENTITY_SIDE, "red"), line); }
static double pouch(const sp_world *w, const char *id) { return w->combat.powder[sp_lab_row(w, id)]; }
static int64_t train_g(const sp_world *w, const char *id) { return w->munition.powder_g[sp_lab_row(w, id)]; }

/* 1,000 matchlocks want 480 kg; half of that is gone, and the train has 200 kg. */
static void pouches_are_filled_from_the_train(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(3.0, 15);
  shot(&lab, "van", "red", "town", 1000, 10, 200.0);
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = 0.0;
  w->combat.powder[0] = 0.5;
  sp_lab_run(w);
  NEAR(pouch(w, "van"), 0.5 + 200.0 / 480.0, 1e-9);
  assert_true(train_g(w, "van") == 0 && red(w, SP_POWDER, SP_MUNITION_ISSUED) == 200000);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_ISSUED, "van", NULL, 1), 60);
  assert_null(sp_lab_event(w, SP_EVENT_NO_POWDER, "van", NULL, 1)); /* three quarters full is not empty */
  sp_lab_close(w);
}

static void an_empty_train_is_told_once(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(5.0, 15);
  shot(&lab, "van", "red", "town", 1000, 10, 1.0);
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = 0.0;
  w->combat.powder[0] = 0.1;
  sp_lab_run(w);
  NEAR(pouch(w, "van"), 0.1 + 1.0 / 480.0, 1e-9);
  assert_int_equal(sp_lab_count(w, SP_EVENT_NO_POWDER, "van"), 1);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_NO_POWDER, "van", NULL, 1), 60);
  sp_lab_close(w);
}

/* Guns and hand guns want 480 and 1,500 kg; of 990 kg each gets its half. */
static void guns_and_hand_guns_share(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(2.0, 60);
  shot(&lab, "van", "red", "town", 1000, 30, 990.0);
  sp_lab_strength(&lab, "van", SP_ARM_HEAVY_GUN, 10);
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = 0.0;
  w->combat.powder[0] = w->combat.shot[0] = 0.0;
  sp_lab_run(w);
  NEAR(w->combat.powder[0], 0.5, 1e-9);
  NEAR(w->combat.shot[0], 0.5, 1e-9);
  sp_lab_close(w);
}

/* Two at one magazine with half of what they want: both end as full. */
static void a_magazine_is_shared(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(2.0, 15);
  shot(&lab, "one", "red", "town", 1000, 0, -1.0);
  shot(&lab, "two", "red", "town", 500, 0, -1.0);
  depot(&lab, "tower", "town", 360.0, 0, NULL); /* they want 720 */
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = 0.0;
  w->combat.powder[0] = w->combat.powder[1] = 0.0;
  sp_lab_run(w);
  NEAR(pouch(w, "one"), 0.5, 1e-5);
  NEAR(pouch(w, "two"), 0.5, 1e-5);
  assert_true(w->depot.powder_g[0] <= 2);
  sp_lab_close(w);
}

static void of_whom_no_powder_is_told_nothing_is_filled(void **state) {
  (void)state;
  for (int told = 0; told < 2; told++) {
    sp_lab lab = sp_lab_post_road(3.0, 15);
    shot(&lab, "red-van", "red", "town", 500, 0, told ? 100.0 : -1.0);
    shot(&lab, "blue-van", "blue", "far", 500, 0, -1.0);
    sp_world *w = sp_lab_war(&lab, 1);
    w->combat.powder[sp_lab_row(w, "blue-van")] = w->combat.powder[sp_lab_row(w, "red-van")] = 0.25;
    sp_lab_run(w);
    assert_true(pouch(w, "blue-van") == 0.25);
    assert_true(told ? pouch(w, "red-van") > 0.6 : pouch(w, "red-van") == 0.25);
    assert_int_equal(sp_used(w, SP_TABLE_ARSENAL), told ? 2 : 0);
    sp_lab_close(w);
  }
}

/* 10 carts and no beasts take 1,100 kg; 4,000 kg pass the door in an hour. Half and half of strengths 1 and 0.5 is 0.75. */
static void drawn_powder_is_mixed(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(3.0, 15);
  lot(&lab, "thin", 0.5, 0.6);
  shot(&lab, "van", "red", "town", 1000, 10, 550.0);
  depot(&lab, "tower", "town", 3000.0, 500, "thin");
  sp_lab_order(&lab, "day 1 06:00 van to van: draw powder");
  sp_lab_order(&lab, "day 1 07:30 van to van: draw 300 grenades");
  sp_lab_order(&lab, "day 1 08:30 van to van: unload all grenades");
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = 0.0;
  sp_lab_run(w);
  assert_true(train_g(w, "van") == 1100000 && w->depot.powder_g[0] == 2450000);
  NEAR(w->munition.powder_ln[0], -0.2876821, 1e-6); /* ln 0.75 */
  const sp_event *e = sp_lab_event(w, SP_EVENT_MUNITIONS_DRAWN, "van", NULL, 2);
  assert_non_null(e);
  assert_true(e->a == 300 && e->b == SP_GRENADES);
  NEAR(w->combat.lot_bad[0], 0.6, 1e-9);
  assert_true(w->combat.grenades[0] == 0 && w->depot.grenades[0] == 500);
  /* a quarter hour at the door at the most, after the staff's few minutes */
  assert_in_range(sp_lab_minute(w, SP_EVENT_MUNITIONS_DRAWN, "van", NULL, 1), 1, 60);
  sp_lab_close(w);
}

static void what_cannot_be_carried_stays(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(6.0, 15);
  shot(&lab, "van", "red", "town", 500, 10, 2000.0);
  sp_lab_order(&lab, "day 1 06:00 van to van: march to post");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_MUNITIONS_LEFT, "van", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->a, 900);
  assert_true(train_g(w, "van") == 1100000 && red(w, SP_POWDER, SP_MUNITION_KEPT) == 900000);
  sp_lab_close(w);
}

/* Grams are spent in a fight: what the pouches lack afterwards comes out of the train. */
static void a_fight_costs_powder(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(10.0, 15);
  shot(&lab, "red-van", "red", "town", 1500, 40, 3000.0);
  shot(&lab, "blue-van", "blue", "post", 1500, 40, 3000.0);
  sp_lab_order(&lab, "day 1 06:00 blue-van to blue-van: attack red-van at town");
  sp_world *w = sp_lab_war(&lab, 3);
  sp_lab_run(w);
  assert_non_null(sp_lab_event(w, SP_EVENT_ISSUED, NULL, NULL, 1));
  int64_t spent = sp_munition_standing(w, SP_POWDER, 0, SP_MUNITION_ISSUED) + sp_munition_standing(w, SP_POWDER, 1, SP_MUNITION_ISSUED);
  assert_true(spent > 50000 && spent < 2000000);
  sp_lab_close(w);
}

static void fire_and_powder(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(24.0, 15);
  shot(&lab, "guard", "red", "town", 400, 0, -1.0);
  depot(&lab, "tower", "town", 9000.0, 300, NULL);
  sp_lab_order(&lab, "day 1 06:00 guard to guard: burn stores");
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = w->constants.health_sick_per_day = 0.0;
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_MAGAZINE_BLOWS, NULL, NULL, 1);
  assert_non_null(e);
  assert_true(e->a == 9000 && e->c == 300 && e->b > 3 && e->b < 45); /* 6 * 3 looked for */
  assert_int_equal(sp_lab_men(w, "guard"), 400 - e->b);
  assert_true(red(w, SP_POWDER, SP_MUNITION_BURNT) == 9000000 && red(w, SP_GRENADES, SP_MUNITION_BURNT) == 300);
  assert_true(w->depot.burning_since[0] == 0);
  sp_lab_close(w);
}

/* Ticks of any length see it go up in the same minute, and fill the same pouches. */
static void ticks_agree(void **state) {
  (void)state;
  int64_t blows[3], left[3];
  static const int32_t ticks[] = {5, 15, 60};
  for (int n = 0; n < 3; n++) {
    sp_lab lab = sp_lab_post_road(24.0, ticks[n]);
    shot(&lab, "guard", "red", "town", 400, 10, 500.0);
    shot(&lab, "other", "red", "far", 400, 10, 500.0);
    depot(&lab, "tower", "town", 9000.0, 300, NULL);
    sp_world *w = sp_lab_war(&lab, 5);
    w->constants.straggle_camp_per_day = 0.0;
    w->combat.powder[0] = w->combat.powder[1] = 0.3;
    w->depot.burning_since[0] = w->head->minute + 1;
    sp_lab_run(w);
    blows[n] = sp_lab_minute(w, SP_EVENT_MAGAZINE_BLOWS, NULL, NULL, 1);
    left[n] = red(w, SP_POWDER, SP_MUNITION_CARRIED);
    sp_lab_close(w);
  }
  assert_true(blows[0] > 0 && blows[0] == blows[1] && blows[1] == blows[2]);
  assert_true(left[0] == left[1] && left[1] == left[2]);
}

static void a_magazine_goes_with_the_ground(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(10.0, 15);
  shot(&lab, "comers", "blue", "post", 800, 10, -1.0);
  depot(&lab, "tower", "town", 2000.0, 300, NULL);
  sp_lab_order(&lab, "day 1 06:00 comers to comers: march to town");
  sp_lab_order(&lab, "day 1 13:00 comers to comers: draw 600 kg of powder");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_MAGAZINE_TAKEN, NULL, NULL, 1);
  assert_non_null(e);
  assert_true(e->a == 2000 && e->b == 300 && e->object == sp_lab_key(w, "comers"));
  int32_t blue = sp_model_find(w->model, SP_ENTITY_SIDE, "blue");
  assert_true(sp_munition_standing(w, SP_POWDER, blue, SP_MUNITION_ENEMY) == -2000000);
  assert_true(train_g(w, "comers") == 600000);
  sp_lab_close(w);
}

/* As with grain: nobody carries powder into a fire. */
static void nothing_is_unloaded_into_a_fire(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(2.0, 15);
  lot(&lab, "sound", 1.0, 0.0);
  shot(&lab, "van", "red", "town", 1000, 20, 1000.0);
  depot(&lab, "tower", "town", 10.0, 400, "sound");
  sp_lab_order(&lab, "day 1 06:00 van to van: unload powder");
  sp_world *w = sp_lab_war(&lab, 1);
  w->depot.burning_since[0] = w->head->minute;
  while (w->munition.task[sp_lab_row(w, "van")] != SP_CHORE_UNLOAD) assert_int_equal(sp_world_step(w), SP_OK);
  int64_t had = train_g(w, "van");
  if (w->depot.burning_since[0]) assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(had == 1000000 && train_g(w, "van") == had);
  w->depot.burning_since[0] = 0;
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(train_g(w, "van") < had);
  sp_lab_close(w);
}

static void joining_and_parting(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(6.0, 15);
  lot(&lab, "thin", 0.5, 0.6);
  shot(&lab, "van", "red", "town", 1000, 20, 1000.0);
  shot(&lab, "rear", "red", "town", 500, 10, 600.0);
  depot(&lab, "tower", "town", 10.0, 400, "thin");
  sp_lab_order(&lab, "day 1 06:00 rear to rear: merge with van");
  sp_lab_order(&lab, "day 1 08:00 van to van: detach 300 men and 10 cart to halt");
  sp_world *w = sp_lab_war(&lab, 1);
  w->combat.powder[sp_lab_row(w, "rear")] = 0.4;
  sp_lab_run(w); /* the register is checked every tick */
  assert_int_equal(sp_used(w, SP_TABLE_FORMATION), 3);
  assert_true(w->munition.powder_g[2] > 0 && w->munition.powder_g[2] < red(w, SP_POWDER, SP_MUNITION_CARRIED));
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pouches_are_filled_from_the_train), cmocka_unit_test(an_empty_train_is_told_once), cmocka_unit_test(guns_and_hand_guns_share), cmocka_unit_test(a_magazine_is_shared), cmocka_unit_test(of_whom_no_powder_is_told_nothing_is_filled),
                                     cmocka_unit_test(drawn_powder_is_mixed), cmocka_unit_test(what_cannot_be_carried_stays), cmocka_unit_test(a_fight_costs_powder),
                                     cmocka_unit_test(fire_and_powder), cmocka_unit_test(ticks_agree), cmocka_unit_test(a_magazine_goes_with_the_ground), cmocka_unit_test(joining_and_parting), cmocka_unit_test(nothing_is_unloaded_into_a_fire)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
