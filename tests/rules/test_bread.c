/* Bread: what is eaten, from where, and what want does; the register of grain, to the gram.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/near.h"
#include "world/stores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define SHI_KG 88.0
#define MAN_G 1320 /* 1.5 sheng of 880 g */

typedef struct town {
  double bread_days, depot_shi, waste_m;
  int32_t foot, horses;
} town;

static void depot(sp_lab *lab, const char *id, const char *side, const char *place, double shi, bool outside) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = id;
  def.side = side;
  def.place = place;
  def.grain_kg = shi * SHI_KG;
  def.outside = outside;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

static void waste(sp_lab *lab, const char *place, double within_m) {
  sp_waste_def def = SP_WASTE_DEF_INIT;
  def.place = place;
  def.within_m = within_m;
  assert_int_equal(sp_scenario_add_waste(lab->scenario, &def), SP_OK);
}

static void body(sp_lab *lab, const char *id, const char *side, const char *place, double bread_days) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  def.bread_days = bread_days;
  sp_lab_formation_def(lab, &def);
}

static sp_lab a_town(const town *t, double days, int32_t tick) {
  sp_lab lab = sp_lab_open(24.0 * days, tick);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 30000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_place(&lab, "north", 0.0, 20000.0); /* so that there is country on all sides */
  sp_lab_place(&lab, "south", 0.0, -20000.0);
  sp_lab_place(&lab, "west", -20000.0, 0.0);
  sp_lab_road(&lab, "town", "north", 20000.0, SP_ROAD_PATH, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "town", "south", 20000.0, SP_ROAD_PATH, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "town", "west", 20000.0, SP_ROAD_PATH, SP_RELIEF_PLAIN);
  if (t->depot_shi > 0.0) depot(&lab, "granary", "red", "town", t->depot_shi, false);
  if (t->waste_m > 0.0) waste(&lab, "town", t->waste_m);
  body(&lab, "garrison", "red", "town", t->bread_days);
  if (t->foot) sp_lab_strength(&lab, "garrison", SP_ARM_FOOT, t->foot);
  if (t->horses) sp_lab_strength(&lab, "garrison", SP_ARM_MOUNT, t->horses);
  return lab;
}

static double provision(const sp_world *w, const char *field) { return sp_lab_value(w, "provision", field, 0); }

/* Nobody leaves or dies and no land gives: what is eaten can be counted. */
static void still(sp_world *w) {
  w->constants.straggle_camp_per_day = w->constants.health_sick_per_day = 0.0;
  w->constants.hunger_desert_month = 0.0;
  w->constants.forage_waste = 0.0;
}

static void bread_is_eaten_at_the_evening_meal(void **state) {
  (void)state;
  town t = {.bread_days = 10.0, .foot = 1000, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 3.0, 15);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  assert_true(w->provision.grain_g[0] == 10 * 1000 * MAN_G);
  assert_int_equal(sp_world_run(w, w->head->minute + 705), SP_OK); /* from 06:00 to 17:45 */
  assert_true(w->provision.grain_g[0] == 10 * 1000 * MAN_G);
  sp_lab_run(w);
  assert_true(w->provision.grain_g[0] == 7 * 1000 * MAN_G); /* three evenings */
  assert_true(sp_store_standing(w, 0, SP_STORE_EATEN) == 3 * 1000 * MAN_G);
  assert_true(provision(w, "missed") == 0.0);
  sp_lab_close(w);
}

static void two_hundred_lie(sp_lab *lab, int how) {
  sp_strength_def hurt = SP_STRENGTH_DEF_INIT;
  hurt.formation = "garrison";
  hurt.arm = SP_ARM_SPEAR;
  hurt.patients[how] = 200;
  assert_int_equal(sp_scenario_add_strength(lab->scenario, &hurt), SP_OK);
}

/* 200 wounded eat with the 800 who are well. */
static void the_wounded_eat_too(void **state) {
  (void)state;
  town t = {.bread_days = 5.0, .foot = 800, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 1.0, 15);
  two_hundred_lie(&lab, 0);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  w->constants.health_light_dead_30d = 0.0;
  int64_t before = w->provision.grain_g[0];
  sp_lab_run(w);
  assert_true(before - w->provision.grain_g[0] == (int64_t)1000 * MAN_G);
  sp_lab_close(w);
}

/* 800 well men and 200 who lie with them: 5,000 rations are five days, not six and a quarter; on the first evening there are
 * four days of bread left, and it is told. At half rations they last twice as long. */
static void days_of_bread_count_the_patients(void **state) {
  (void)state;
  town t = {.bread_days = 5.0, .foot = 800, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 5.0, 15);
  two_hundred_lie(&lab, 1);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  w->constants.health_dead_30d = w->constants.health_dead_30d_untended = 0.0;
  assert_true(w->provision.grain_g[0] == (int64_t)5000 * MAN_G);
  near(sp_bread_days(w, 0), 5.0, 1e-9);
  w->provision.withheld[0] = 0.5;
  near(sp_bread_days(w, 0), 10.0, 1e-9);
  w->provision.withheld[0] = 0.0;
  sp_lab_run(w);
  const sp_event *low = sp_lab_event(w, SP_EVENT_BREAD_LOW, "garrison", NULL, 1);
  assert_non_null(low);
  assert_int_equal(low->a, 4);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_BREAD_LOW, "garrison", NULL, 1), 720);
  near(sp_bread_days(w, 0), 0.0, 1e-9);
  sp_lab_close(w);
}

/* 66 shi feed 1,000 men for 4.4 days: four days and, on the fifth, two men of five go short. */
static void the_depot_before_the_bags(void **state) {
  (void)state;
  town t = {.bread_days = 1.0, .depot_shi = 66.0, .foot = 1000, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 6.0, 60);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_minute start = w->head->minute;
  assert_int_equal(sp_world_run(w, start + 4 * 1440), SP_OK);
  assert_true(w->provision.grain_g[0] == 1000 * MAN_G && w->depot.grain_g[0] == 66 * 88000 - 4 * 1000 * MAN_G);
  assert_int_equal(sp_world_run(w, start + 5 * 1440), SP_OK);
  assert_true(w->depot.grain_g[0] <= 1); /* a gram may be lost in dividing */
  assert_true(w->provision.grain_g[0] >= 400 * MAN_G - 1 && w->provision.grain_g[0] <= 400 * MAN_G + 1);
  assert_true(provision(w, "missed") == 0.0 && sp_lab_minute(w, SP_EVENT_BREAD_OUT, "garrison", NULL, 1) < 0);
  sp_lab_run(w); /* the sixth evening: 400 of 1,000 rations; 0.6 short cost 0.36 of a ration */
  double missed = provision(w, "missed");
  assert_true(missed > 0.3599 && missed < 0.3601);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_BREAD_OUT, "garrison", NULL, 1), 5 * 1440 + 720);
  sp_lab_close(w);
}

/* When the depot is eaten up, it is told, and they look for bread in the country. */
static void an_empty_depot_feeds_nobody(void **state) {
  (void)state;
  town t = {.bread_days = 1.0, .depot_shi = 33.0, .foot = 1000};
  sp_lab lab = a_town(&t, 5.0, 60);
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = w->constants.health_sick_per_day = 0.0;
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_DEPOT_EMPTY, NULL), 1);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_DEPOT_EMPTY, NULL, NULL, 1), 2 * 1440 + 720); /* 2.2 days' worth of it */
  assert_true(sp_lab_minute(w, SP_EVENT_FORAGED, "garrison", NULL, 1) == 3 * 1440 + 720);
  sp_lab_close(w);
}

/* Men without a beast who eat from a full depot want for nothing, however little they carry. */
static void a_full_depot_is_plenty(void **state) {
  (void)state;
  town t = {.bread_days = 1.0, .depot_shi = 1500.0, .foot = 1000, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 5.0, 60);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w);
  assert_true(w->provision.grain_g[0] == 1000 * MAN_G);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BREAD_LOW, "garrison"), 0);
  assert_int_equal(w->provision.told[0], SP_BREAD_PLENTY);
  sp_lab_close(w);
}

/* 300 draught beasts of whom 100 draw 50 carts: the first 200 that starve leave none behind. */
static void carts_stay_while_there_are_teams(void **state) {
  (void)state;
  for (int few = 0; few < 2; few++) {
    town t = {.bread_days = 40.0, .foot = 1000, .waste_m = 50000.0};
    sp_lab lab = a_town(&t, 20.0, 60);
    sp_lab_strength(&lab, "garrison", SP_ARM_DRAUGHT, few ? 100 : 300);
    sp_lab_strength(&lab, "garrison", SP_ARM_CART, 50);
    sp_world *w = sp_lab_war(&lab, 1);
    still(w);
    w->constants.provision_low_d = 400.0; /* they get nothing of the men's bread, and there is no grass */
    w->constants.forage_grass_t_km2 = 0.0;
    w->constants.provision_team = 2.0;
    sp_lab_run(w);
    int32_t draught = w->formation.draught[0], carts = w->formation.carts[0];
    assert_true(draught < (few ? 80 : 230)); /* half of them are dead at 20 */
    assert_true(few ? carts >= draught / 2 && carts <= draught / 2 + 10 : draught >= 100 && carts == 50);
    sp_lab_close(w);
  }
}

static void two_share_what_is_too_little(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(24.0, 60);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 30000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  depot(&lab, "granary", "red", "town", 15.0, false); /* 1,000 rations */
  waste(&lab, "town", 50000.0);
  body(&lab, "many", "red", "town", 0.0);
  body(&lab, "few", "red", "town", 0.0);
  sp_lab_strength(&lab, "many", SP_ARM_FOOT, 1500);
  sp_lab_strength(&lab, "few", SP_ARM_FOOT, 500);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  sp_lab_run(w);
  double many = sp_lab_value(w, "provision", "went_short", sp_lab_row(w, "many")), few = sp_lab_value(w, "provision", "went_short", sp_lab_row(w, "few"));
  assert_true(many > 0.4999 && many < 0.5001 && few > 0.4999 && few < 0.5001);
  sp_lab_close(w);
}

static void half_rations_last_longer(void **state) {
  (void)state;
  int64_t out[2];
  double missed[2];
  for (int half = 0; half < 2; half++) {
    town t = {.bread_days = 6.0, .foot = 1000, .waste_m = 50000.0};
    sp_lab lab = a_town(&t, 16.0, 60);
    if (half) sp_lab_order(&lab, "day 1 06:30 garrison to garrison: issue half rations");
    sp_world *w = sp_lab_war(&lab, 1);
    still(w);
    sp_lab_run(w);
    out[half] = sp_lab_minute(w, SP_EVENT_BREAD_OUT, "garrison", NULL, 1);
    missed[half] = provision(w, "missed");
    sp_lab_close(w);
  }
  assert_int_equal(out[0], 6 * 1440 + 720);
  assert_int_equal(out[1], 12 * 1440 + 720);
  assert_true(missed[0] > 9.99 && missed[0] < 10.01); /* ten evenings */
  assert_true(missed[1] > 6.99 && missed[1] < 7.01);  /* twelve quarters and four whole */
}

/* Beasts are slaughtered after three rations missed: 20 feed 1,000 men for a day. */
static void horses_feed_men(void **state) {
  (void)state;
  town t = {.bread_days = 0.0, .foot = 1000, .horses = 200, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 5.0, 60);
  sp_world *w = sp_lab_war(&lab, 1);
  still(w);
  w->constants.hunger_slaughter_d = 3.0;
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_SLAUGHTERS, "garrison", NULL, 1);
  assert_non_null(e);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_SLAUGHTERS, "garrison", NULL, 1), 3 * 1440 + 720);
  assert_int_equal(e->a, 21); /* a beast more than is needed */
  assert_true(w->formation.mounts[0] == 200 - 21 - sp_lab_event(w, SP_EVENT_SLAUGHTERS, "garrison", NULL, 2)->a);
  sp_lab_close(w);
}

static void the_starving_weaken_leave_and_die(void **state) {
  (void)state;
  town t = {.bread_days = 0.0, .foot = 2000, .waste_m = 50000.0};
  sp_lab lab = a_town(&t, 36.0, 60);
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.straggle_camp_per_day = w->constants.forage_waste = w->constants.health_sick_per_day = 0.0;
  sp_lab_run(w);
  int32_t dead = 0, gone = 0;
  for (int n = 1;; n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_STARVES, "garrison", NULL, n);
    if (!e) break;
    if (sp_lab_minute(w, SP_EVENT_STARVES, "garrison", NULL, n) < 20 * 1440) assert_int_equal(e->a, 0); /* nobody dies before the twentieth ration */
    dead += e->a;
    gone += e->b;
  }
  assert_int_equal(sp_lab_men(w, "garrison"), 2000 - dead - gone);
  assert_true(dead > 500 && gone > 200); /* half are dead at 35 missed; 1 % a day go */
  assert_true(w->provision.weak[0] > 0.89 && w->formation.fatigue[0] >= w->provision.weak[0] - 1e-9);
  assert_true(sp_lab_count(w, SP_EVENT_HUNGRY, "garrison") == 2);
  sp_lab_close(w);
}

/* Two bodies of one camp find as much as one of their size; what is taken is gone; a waste gives nothing. */
static void land_gives_once(void **state) {
  (void)state;
  int64_t found[2];
  for (int wasted = 0; wasted < 2; wasted++) {
    town t = {.bread_days = 0.0, .foot = 20000, .waste_m = wasted ? 50000.0 : 0.0};
    sp_lab lab = a_town(&t, 30.0, 60);
    sp_world *w = sp_lab_war(&lab, 1);
    w->constants.straggle_camp_per_day = 0.0;
    if (wasted) w->constants.forage_waste = 0.0;
    sp_lab_run(w);
    found[wasted] = -sp_store_standing(w, 0, SP_STORE_LAND);
    double taken = 0.0;
    for (int32_t c = 0; c < sp_used(w, SP_TABLE_LAND); c++) taken = w->land.grain_taken[c] > taken ? w->land.grain_taken[c] : taken;
    if (!wasted) assert_true(taken > 0.9 && taken <= 1.0);
    sp_lab_close(w);
  }
  /* May: a third of the harvest is left. Within 10 km 314 km2 * 20 * 3 shi * 0.4 / 3 = 2,513 shi; cells cut the circle's edge */
  assert_true(found[0] > (int64_t)(1800.0 * SHI_KG * 1000.0) && found[0] < (int64_t)(3200.0 * SHI_KG * 1000.0));
  assert_true(found[1] == 0);
}

static void ticks_agree(void **state) {
  (void)state;
  static const int32_t ticks[] = {5, 15, 60};
  int32_t men[3];
  int64_t grain[3];
  for (int n = 0; n < 3; n++) {
    town t = {.bread_days = 3.0, .foot = 3000, .horses = 100};
    sp_lab lab = a_town(&t, 12.0, ticks[n]);
    sp_world *w = sp_lab_war(&lab, 4);
    w->constants.straggle_camp_per_day = 0.0;
    sp_lab_run(w);
    men[n] = sp_lab_men(w, "garrison");
    grain[n] = sp_store_standing(w, 0, SP_STORE_EATEN);
    sp_lab_close(w);
  }
  assert_int_equal(men[0], men[1]);
  assert_int_equal(men[1], men[2]);
  assert_true(grain[0] == grain[1] && grain[1] == grain[2]);
}

static void who_says_nothing_is_fed(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(24.0 * 10, 60);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "town", 0.0, 0.0);
  sp_lab_place(&lab, "post", 30000.0, 0.0);
  sp_lab_road(&lab, "town", "post", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "garrison", "red", NULL, "town");
  sp_lab_strength(&lab, "garrison", SP_ARM_FOOT, 1000);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_used(w, SP_TABLE_STOCK), 0);
  assert_true(provision(w, "missed") == 0.0);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bread_is_eaten_at_the_evening_meal), cmocka_unit_test(the_wounded_eat_too), cmocka_unit_test(days_of_bread_count_the_patients), cmocka_unit_test(the_depot_before_the_bags),
                                     cmocka_unit_test(a_full_depot_is_plenty), cmocka_unit_test(an_empty_depot_feeds_nobody), cmocka_unit_test(carts_stay_while_there_are_teams), cmocka_unit_test(two_share_what_is_too_little), cmocka_unit_test(half_rations_last_longer),
                                     cmocka_unit_test(horses_feed_men), cmocka_unit_test(the_starving_weaken_leave_and_die),
                                     cmocka_unit_test(land_gives_once), cmocka_unit_test(ticks_agree), cmocka_unit_test(who_says_nothing_is_fed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
