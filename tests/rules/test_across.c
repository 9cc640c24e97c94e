/* A river between two bodies: who comes to blows over it, who shoots over it, by its state at that moment.
 * SPDX-License-Identifier: Apache-2.0 */
#include "model/model.h"
#include "rules/rules.h"
#include "support/lab.h"
#include "world/passage.h"
#include "world/waters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* west - 4 km - over - 4 km - east; 60 m of water, so deep at the crossing, twice as deep elsewhere. */
static sp_lab river(double hours, sp_crossing_kind kind, double depth_m) {
  sp_lab lab = sp_lab_open(hours, 15);
  sp_lab_side(&lab, "house");
  sp_lab_side(&lab, "foe");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 8000.0, 0.0);
  sp_lab_place(&lab, "landing", 4400.0, 0.0);
  sp_lab_river(&lab, "stream", 4000.0, depth_m, 100.0);
  sp_lab_crossing(&lab, "over", "stream", 4000.0, kind, 3.5);
  sp_lab_road(&lab, "west", "over", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "over", "landing", 400.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "landing", "east", 3600.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *side, const char *at, int32_t men) {
  sp_lab_formation(lab, id, side, NULL, at);
  sp_lab_strength(lab, id, SP_ARM_FOOT, men);
}

static sp_world *war(sp_lab *lab) {
  sp_world *w = sp_lab_war(lab, 1);
  w->constants.staff_sigma = w->constants.rider_sigma = w->constants.bridge_sigma = 0.0;
  return w;
}

static sp_xy xy(const sp_world *w, double east_of_m, double north_m) {
  sp_xy at = w->model->node[w->model->crossing[0].node].at;
  return (sp_xy){at.x + east_of_m, at.y + north_m};
}

/* Passed once, or thrice, it lies between; not at all, or twice, it does not. A bend on the line itself is passed once. */
static void which_side_of_a_line(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(1.0, 15);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 12000.0, 0.0);
  /* Down at 2 km, up again at 4, down at 6: an S across the road. In degrees, a metre of the plane being 1 / 110,958 and 1 / 90,163. */
  static const double way[][2] = {{2000, 3000}, {2000, 0}, {2000, -3000}, {4000, -3000}, {4000, 3000}, {6000, 3000}, {6000, -3000}};
  sp_point line[7];
  for (int n = 0; n < 7; n++) line[n] = (sp_point){36.0 + way[n][1] / 110958.0, 118.0 + way[n][0] / 90163.0};
  sp_river_def def = SP_RIVER_DEF_INIT;
  def.id = "bend";
  def.points = line;
  def.point_count = 7;
  def.width_m = 60.0;
  for (int n = 0; n < 12; n++) def.depth_m[n] = 3.0;
  assert_int_equal(sp_scenario_add_river(lab.scenario, &def), SP_OK);
  body(&lab, "men", "house", "a", 10);
  sp_model *m = sp_lab_compile(&lab);
  sp_xy a = m->node[m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "a")]].at, b = m->node[m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "b")]].at;
  sp_river_cut cut[SP_RIVER_CUTS];
  static const struct { double from, to; int32_t between; } cases[] = {{0, 1000, 0}, {0, 3000, 1}, {0, 5000, 0}, {0, 7000, 1}, {3000, 7000, 0}, {3000, 5000, 1}, {7000, 11000, 0}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    sp_xy from = {a.x + (b.x - a.x) * cases[n].from / 12000.0, a.y}, to = {a.x + (b.x - a.x) * cases[n].to / 12000.0, a.y};
    assert_int_equal(sp_rivers_between(m, from, to, cut), cases[n].between);
    assert_int_equal(sp_rivers_between(m, to, from, cut), cases[n].between);
  }
  sp_xy through = {a.x + 4000.0, a.y}; /* over the middle point of the first stretch, which lies on the road */
  assert_int_equal(sp_rivers_between(m, (sp_xy){a.x + 1000.0, a.y}, (sp_xy){through.x - 1000.0, a.y}, cut), 1);
  assert_true(cut[0].at.x > a.x + 1900.0 && cut[0].at.x < a.x + 2100.0);
  sp_model_release(m);
}

/* Depth, a bridge near by, ice: each opens the way, for whom it bears. */
static void what_opens_it(void **state) {
  (void)state;
  sp_lab lab = river(2.0, SP_CROSSING_FORD, 0.4);
  body(&lab, "men", "house", "west", 100);
  sp_world *w = war(&lab);
  sp_xy here = xy(w, -300.0, 0.0), there = xy(w, 300.0, 0.0), up = xy(w, -300.0, 2500.0), up_there = xy(w, 300.0, 2500.0);
  assert_false(sp_water_bars(w, true, here, up)); /* one bank */
  assert_false(sp_water_bars(w, true, here, there));
  w->ford.depth_m[0] = 1.0; /* 0.9 stops foot, 1.2 horse */
  w->river.rise_m[0] = 0.6;
  assert_true(sp_water_bars(w, true, here, there));
  assert_false(sp_water_bars(w, false, here, there));
  w->ford.depth_m[0] = 0.4;
  w->river.rise_m[0] = 0.0;
  assert_false(sp_water_bars(w, true, up, up_there)); /* 2 * 0.4 m away from the ford */
  w->river.rise_m[0] = 0.2;
  assert_true(sp_water_bars(w, true, up, up_there)); /* 2 * 0.4 + 0.2 = 1.0 m */
  assert_false(sp_water_bars(w, false, up, up_there));
  w->river.rise_m[0] = 5.0;
  w->ford.depth_m[0] = 5.4;
  assert_true(sp_water_bars(w, false, here, there));
  w->ford.bridges[0] = 1;
  assert_false(sp_water_bars(w, false, here, there));
  assert_true(sp_water_bars(w, true, up, up_there)); /* 2.5 km from it */
  w->ford.bridges[0] = 0;
  w->ford.ice_bears[0] = SP_ICE_FOOT;
  w->ford.ice_cm[0] = 10.0;
  assert_false(sp_water_bars(w, true, up, up_there));
  assert_true(sp_water_bars(w, false, up, up_there));
  sp_lab_close(w);
}

/* The guard stands on the very spot of the crossing, come from the east; the raiders are told to attack it from the west. */
static void nobody_fights_over_deep_water(void **state) {
  (void)state;
  for (int bridge = 0; bridge < 2; bridge++) {
    sp_lab lab = river(30.0, bridge ? SP_CROSSING_BRIDGE : SP_CROSSING_FORD, 3.0);
    body(&lab, "guard", "house", "east", 800);
    body(&lab, "raiders", "foe", "west", 2000);
    sp_lab_order(&lab, "guard to guard: hold over");
    sp_lab_order(&lab, "at 12:00 raiders to raiders: attack at over");
    sp_world *w = war(&lab);
    sp_lab_run(w);
    assert_true((sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) > 0) == (bridge == 1));
    if (!bridge) {
      assert_true(w->formation.node[sp_lab_row(w, "guard")] == w->model->crossing[0].node && w->hq.bank[sp_lab_row(w, "guard")] > 0);
      assert_true(sp_water_between(w, sp_lab_row(w, "raiders"), sp_lab_row(w, "guard")) && sp_water_between(w, sp_lab_row(w, "guard"), sp_lab_row(w, "raiders")));
    }
    sp_lab_close(w);
  }
}

/* Of a column astride a river that has risen, the half on his own bank can be come at; of one wholly beyond, nothing. */
static void half_a_column(void **state) {
  (void)state;
  sp_lab lab = river(30.0, SP_CROSSING_FORD, 0.4);
  body(&lab, "column", "house", "west", 4000);
  body(&lab, "foe", "foe", "east", 500);
  sp_lab_order(&lab, "column to column: march to landing");
  sp_world *w = war(&lab);
  int32_t column = sp_lab_row(w, "column"), foe = sp_lab_row(w, "foe");
  while (sp_lab_count(w, SP_EVENT_CROSSING_HALF, "column") == 0) assert_int_equal(sp_world_step(w), SP_OK);
  w->ford.depth_m[0] = 5.0;
  w->river.rise_m[0] = 4.6;
  assert_true(w->formation.crossing[column] >= 0);
  assert_false(sp_water_between(w, foe, column));
  while (w->formation.crossing[column] >= 0) assert_int_equal(sp_world_step(w), SP_OK);
  w->ford.depth_m[0] = 5.0;
  w->river.rise_m[0] = 4.6;
  assert_false(sp_water_between(w, foe, column));
  assert_true(sp_water_before(w, column, xy(w, -500.0, 0.0)));
  sp_lab_close(w);
}

typedef struct fire { int32_t fell, shooters_fell; double left; } fire;

/* Guns at the landing, 400 m beyond the water; a camp that comes to the other bank, or does not. */
static fire cannonade(double depth_m, int32_t guns, const char *told) {
  sp_lab lab = river(10.0, SP_CROSSING_FORD, depth_m);
  body(&lab, "battery", "house", "landing", 500);
  if (guns > 0) sp_lab_strength(&lab, "battery", SP_ARM_LIGHT_GUN, guns);
  body(&lab, "camp", "foe", "west", 1500);
  sp_lab_order(&lab, "battery to battery: hold");
  sp_lab_order(&lab, told);
  sp_world *w = war(&lab);
  sp_lab_run(w);
  fire f = {.left = w->combat.shot[sp_lab_row(w, "battery")]};
  assert_int_equal(sp_lab_count(w, SP_EVENT_SHOCK, NULL), 0);
  for (int n = 1; n <= sp_lab_count(w, SP_EVENT_FIRE_ACROSS, "camp"); n++) f.fell += sp_lab_event(w, SP_EVENT_FIRE_ACROSS, "camp", NULL, n)->a;
  for (int n = 1; n <= sp_lab_count(w, SP_EVENT_FIRE_ACROSS, "battery"); n++) f.shooters_fell += sp_lab_event(w, SP_EVENT_FIRE_ACROSS, "battery", NULL, n)->a;
  assert_int_equal(1500 - sp_lab_men(w, "camp"), f.fell);
  sp_lab_close(w);
  return f;
}

static void guns_speak_over_it(void **state) {
  (void)state;
  const char *come = "camp to camp: march to over", *stay = "camp to camp: camp";
  fire few = cannonade(3.0, 4, come), many = cannonade(3.0, 16, come);
  assert_true(few.fell > 0 && many.fell > few.fell);
  assert_true(few.left >= 0.5 - 0.1 && few.left < 0.51); /* they keep half */
  assert_int_equal(few.shooters_fell, 0);                /* 400 m: no hand gun answers */
  assert_int_equal(cannonade(3.0, 0, come).fell, 0);
  assert_int_equal(cannonade(3.0, 4, stay).fell, 0);     /* 4.4 km off */
  fire bridging = cannonade(3.0, 4, "camp to camp: bridge at over");
  assert_true(bridging.fell > few.fell && bridging.left < 0.4); /* on those who bridge it they spend all */
}

/* A garrison 600 m from the guns, behind nothing or a city's wall: half covered, or nine tenths; where cover stops balls as it stops bullets, a fifth as many fall. */
static void a_wall_covers_its_garrison(void **state) {
  (void)state;
  int32_t fell[2] = {0};
  for (int walled = 0; walled < 2; walled++) {
    sp_lab lab = river(8.0, SP_CROSSING_FORD, 3.0);
    sp_lab_town(&lab, "fort", SP_PLACE_VILLAGE, 3800.0, walled ? SP_WALL_CITY : SP_WALL_NONE);
    sp_lab_road(&lab, "fort", "west", 3800.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    body(&lab, "battery", "house", "landing", 500);
    sp_lab_strength(&lab, "battery", SP_ARM_LIGHT_GUN, 16);
    body(&lab, "garrison", "foe", "fort", 1500);
    sp_lab_order(&lab, "battery to battery: hold");
    sp_world *w = war(&lab);
    w->constants.fight_cover_gun = 1.0;
    sp_lab_run(w);
    fell[walled] = 1500 - sp_lab_men(w, "garrison");
    sp_lab_close(w);
  }
  assert_true(fell[1] > 0 && fell[1] < 0.4 * fell[0]);
}

/* An enemy reported 700 m from where one lies, give or take 20 m, is another for all that is known: beyond the 600 m of the bank, within reach of guns. */
static void they_shoot_at_whom_they_know(void **state) {
  (void)state;
  for (int off = 0; off < 2; off++) {
    sp_lab lab = river(8.0, SP_CROSSING_FORD, 3.0);
    body(&lab, "battery", "house", "landing", 500);
    sp_lab_strength(&lab, "battery", SP_ARM_LIGHT_GUN, 16);
    body(&lab, "camp", "foe", "west", 1500);
    sp_lab_order(&lab, "battery to battery: hold");
    sp_lab_order(&lab, "camp to camp: march to over");
    sp_world *w = war(&lab);
    int32_t battery = sp_lab_row(w, "battery"), camp = sp_lab_row(w, "camp"), known = 0;
    while (sp_lab_count(w, SP_EVENT_FIRE_ACROSS, "camp") == 0) assert_int_equal(sp_world_step(w), SP_OK);
    for (int32_t c = battery * SP_CONTACTS; c < (battery + 1) * SP_CONTACTS; c++) {
      int32_t r = w->contact.report[c];
      if (r < 0 || w->contact.friendly[c]) continue;
      w->report.x[r] = w->formation.head_x[camp];
      w->report.y[r] = w->formation.head_y[camp] + (off ? 700.0 : 600.0);
      w->report.error_m[r] = 20.0;
      w->report.seen[r] = w->head->minute;
      known++;
    }
    assert_true(known > 0);
    int64_t now = w->head->minute + 60 - w->head->minute % 60; /* not yet to be told */
    sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = now, .to = now + 15, .dt_min = 15.0, .dice = {.seed = w->head->seed, .tick = (uint32_t)w->head->tick}};
    w->hq.across_fell[camp] = 0;
    w->hq.across_at[camp] = 0;
    sp_rule_across(&t);
    assert_true((w->hq.across_at[camp] > 0) == (off == 0));
    sp_lab_close(w);
  }
}

/* Riders strike a camp's foragers over a brook, not over a river. */
static void riders_do_not_swim(void **state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    sp_lab lab = river(12.0, SP_CROSSING_FORD, deep ? 3.0 : 0.3);
    sp_lab_formation(&lab, "riders", "foe", NULL, "landing");
    sp_lab_strength(&lab, "riders", SP_ARM_HORSE, 300);
    sp_lab_strength(&lab, "riders", SP_ARM_MOUNT, 300);
    body(&lab, "column", "house", "west", 6000);
    sp_lab_order(&lab, "column to column: march to over");
    sp_lab_order(&lab, "riders to riders: harass the enemy");
    sp_world *w = war(&lab);
    sp_lab_run(w);
    assert_true((sp_lab_count(w, SP_EVENT_HARASSES, "riders") > 0) == (deep == 0));
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(which_side_of_a_line), cmocka_unit_test(what_opens_it), cmocka_unit_test(nobody_fights_over_deep_water),
      cmocka_unit_test(half_a_column), cmocka_unit_test(guns_speak_over_it), cmocka_unit_test(a_wall_covers_its_garrison), cmocka_unit_test(they_shoot_at_whom_they_know), cmocka_unit_test(riders_do_not_swim),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
