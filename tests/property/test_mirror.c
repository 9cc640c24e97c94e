/* The order in which a scenario is written down favours nobody, nor does the number of a side: the same ids in
 * another order are the same war, and sides that change names change nothing else.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include <cmocka.h>

#include "support/lab.h"

typedef struct body {
  const char *id, *parent, *place;
  int side;
  int32_t foot, horse, carts, hurt, tools;
  double bread_days;
} body;

static const body bodies[] = {
    {"west-main", NULL, "west", 0, 3000, 0, 40, 120, 300, 2.0}, {"west-van", "west-main", "west-mill", 0, 800, 200, 0, 0, 0, 0.5}, {"west-rear", "west-main", "west", 0, 1200, 0, 20, 60, 100, -1.0},
    {"east-main", NULL, "east", 1, 2500, 0, 30, 90, 0, 3.0},    {"east-horse", "east-main", "east-mill", 1, 0, 600, 0, 20, 0, 0.2},  {"east-rear", "east-main", "east", 1, 900, 0, 0, 0, 400, 0.0},
    {"east-wait", "east-main", "hill", 1, 500, 300, 0, 0, 0, 1.0},
};
static const char *const orders[] = {
    "west-main to west-main: march to east-mill",
    "west-main to west-van: march to ford",
    "day 1 07:00 west-main to west-rear: follow west-main at 2 km",
    "east-main to east-horse: march to west-mill briskly",
    "east-main to east-main: march to ford",
    "day 1 08:00 east-main to east-rear: march to east-mill",
    "on contact east-horse to east-horse: report to east-main",
    "day 1 10:00 west-main to west-van: halt",
    "day 1 11:00 west-main to west-rear: bridge at ford, 2 bridges",
    "day 1 12:00 east-main to east-rear: break the bridge at ford after the last has crossed",
    "east-main to east-wait: ambush the enemy at hill letting the head pass giving no quarter",
    "east-main to east-rear: entrench deep all round",
    "west-main to west-rear: draw 3 days",
    "day 1 06:30 east-main to east-main: draw all",
    "day 1 06:30 east-main to east-rear: draw all",
    "day 1 08:30 west-main to west-main: hand over 4 shi to west-rear",
    "day 1 13:00 west-main to west-van: forage always",
    "day 1 14:00 east-main to east-horse: slaughter 40 horses",
    "day 1 15:00 east-main to east-rear: burn stores",
    "day 1 09:00 east-main to east-horse: harass the enemy",
};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static void add_body(sp_lab *lab, const body *b, const char *const sides[2]) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = b->id;
  def.side = sides[b->side];
  def.parent = b->parent;
  def.contingent = b->side ? "east-men" : "west-men"; /* else it has its side's name, and is another with another name */
  def.at.place = b->place;
  def.camped = true;
  def.bread_days = b->bread_days;
  def.physicians = b->hurt / 20;
  sp_lab_formation_def(lab, &def);
  if (b->foot) {
    sp_strength_def foot = SP_STRENGTH_DEF_INIT;
    foot.formation = b->id;
    foot.arm = SP_ARM_FOOT;
    foot.count[SP_RANK_SOLDIER] = b->foot;
    for (int n = 0; n < SP_PATIENTS; n++) foot.patients[n] = b->hurt;
    assert_int_equal(sp_scenario_add_strength(lab->scenario, &foot), SP_OK);
  }
  if (b->tools) sp_lab_strength(lab, b->id, SP_ARM_TOOL, b->tools);
  if (b->horse) sp_lab_strength(lab, b->id, SP_ARM_HORSE, b->horse);
  if (b->horse) sp_lab_strength(lab, b->id, SP_ARM_MOUNT, b->horse);
  if (b->carts) sp_lab_strength(lab, b->id, SP_ARM_CART, b->carts);
  if (b->carts) sp_lab_strength(lab, b->id, SP_ARM_DRAUGHT, b->carts * 2);
}

static void add_place(sp_lab *lab, int n) {
  static const char *const ids[] = {"west", "west-mill", "east-mill", "east", "hill"};
  static const double at[] = {-9000.0, -4000.0, 4000.0, 9000.0, 6500.0};
  sp_lab_place(lab, ids[n], at[n], n == 4 ? 250.0 : 0.0);
}

/* Two stores at one place for either side, one of them outside. */
static void add_depot(sp_lab *lab, int n, const char *const sides[2]) {
  static const char *const ids[] = {"west-barn", "west-stack", "east-barn", "east-stack", "mill-stack"}, *const at[] = {"west", "west", "east", "east", "east-mill"};
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = ids[n];
  def.side = sides[n / 2 ? 1 : 0];
  def.place = at[n];
  def.grain_kg = 2000.0 + 20000.0 * n;
  def.outside = n % 2 != 0 || n == 4;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

static void add_road(sp_lab *lab, int n) {
  static const char *const ends[][2] = {{"west", "west-mill"}, {"west-mill", "ford"}, {"ford", "east-mill"}, {"east-mill", "east"}, {"hill", "east-mill"}};
  static const double length[] = {5000.0, 4000.0, 4000.0, 5000.0, 2700.0};
  sp_lab_road(lab, ends[n][0], ends[n][1], length[n], n == 4 ? SP_ROAD_PATH : SP_ROAD_ROAD, SP_RELIEF_PLAIN);
}

/* step 1 writes everything down in order, -1 the other way round. */
static sp_world *build(int step, const char *const sides[2], sp_commanders commanders) {
  sp_lab lab = sp_lab_open(40.0, 15);
  lab.campaign.commanders = commanders;
  int last = step > 0 ? 0 : 1;
  sp_lab_side(&lab, sides[last]);
  sp_lab_side(&lab, sides[1 - last]);
  for (int n = 0; n < 2; n++) {
    sp_contingent_def men = SP_CONTINGENT_DEF_INIT;
    men.id = n ? "east-men" : "west-men";
    men.side = sides[n];
    assert_int_equal(sp_scenario_add_contingent(lab.scenario, &men), SP_OK);
  }
  for (int n = 0; n < 5; n++) add_place(&lab, step > 0 ? n : 4 - n);
  for (int n = 0; n < 5; n++) add_road(&lab, step > 0 ? n : 4 - n);
  for (int n = 0; n < 5; n++) add_depot(&lab, step > 0 ? n : 4 - n, sides);
  sp_lab_river(&lab, "brook", 0.0, 0.4, 40.0);
  sp_lab_crossing(&lab, "ford", "brook", 0.0, SP_CROSSING_FORD, 6.0);
  for (int n = 0; n < COUNT(bodies); n++) add_body(&lab, &bodies[step > 0 ? n : COUNT(bodies) - 1 - n], sides);
  for (int n = 0; n < COUNT(orders); n++) sp_lab_order(&lab, orders[step > 0 ? n : COUNT(orders) - 1 - n]);
  sp_lab_rain(&lab, 2.0, 5.0, 4.0);
  return sp_lab_war(&lab, 7);
}

static void order_of_lines(sp_commanders commanders) {
  static const char *const sides[2] = {"red", "blue"};
  sp_world *a = build(1, sides, commanders), *b = build(-1, sides, commanders);
  assert_true(sp_model_hash(sp_world_model(a)) == sp_model_hash(sp_world_model(b)));
  while (!sp_world_over(a)) {
    assert_int_equal(sp_world_step(a), SP_OK);
    assert_int_equal(sp_world_step(b), SP_OK);
    assert_true(sp_world_hash(a, NULL) == sp_world_hash(b, NULL));
  }
  size_t many = 0, as_many = 0;
  const sp_event *left = sp_world_events(a, &many), *right = sp_world_events(b, &as_many);
  assert_int_equal(many, as_many);
  assert_true(many > 40); /* something did happen */
  assert_true(sp_lab_count(a, SP_EVENT_CONTACT, NULL) > 0);
  if (commanders == SP_COMMANDERS_ORDERS) assert_true(sp_lab_count(a, SP_EVENT_DRAWS, NULL) > 1 && sp_lab_count(a, SP_EVENT_AMBUSH_LIES, NULL) > 0 && sp_lab_count(a, SP_EVENT_WORKS_BEGUN, NULL) > 0 && sp_lab_count(a, SP_EVENT_DEPOT_BURNS, NULL) > 0);
  assert_true((sp_lab_count(a, SP_EVENT_DECIDES, NULL) > 0) == (commanders == SP_COMMANDERS_MACHINE));
  int32_t decided[2] = {0, 0};
  for (int n = 0; n < COUNT(bodies); n++) decided[bodies[n].side] += sp_lab_count(a, SP_EVENT_DECIDES, bodies[n].id);
  if (commanders == SP_COMMANDERS_MACHINE) assert_true(decided[0] > 0 && decided[1] > 0); /* on either side */
  for (size_t n = 0; n < many; n++) {
    assert_true(left[n].minute == right[n].minute && left[n].type == right[n].type && left[n].subject == right[n].subject && left[n].object == right[n].object);
  }
  sp_lab_close(a);
  sp_lab_close(b);
}

static void the_order_of_lines_changes_nothing(void **state) {
  (void)state;
  order_of_lines(SP_COMMANDERS_ORDERS);
  order_of_lines(SP_COMMANDERS_MACHINE);
}

static void names_of_sides(sp_commanders commanders) {
  static const char *const sides[2] = {"red", "blue"}, *const swapped[2] = {"blue", "red"};
  static const char *const fields[] = {"activity", "verb", "head_m", "tail_m", "extent_m", "column_m", "fatigue", "order", "marched_m", "straggle_due", "head_x", "head_y", "crossed_share", "queue_since", "in_contact", "foot", "mounted", "mounts", "leg_count"};
  static const char *const fed[] = {"grain_g", "missed", "missed_beasts", "meat", "task_done"};
  sp_world *a = build(1, sides, commanders), *b = build(1, swapped, commanders);
  while (!sp_world_over(a)) {
    assert_int_equal(sp_world_step(a), SP_OK);
    assert_int_equal(sp_world_step(b), SP_OK);
    for (int n = 0; n < COUNT(bodies); n++) {
      for (int f = 0; f < COUNT(fields); f++) {
        double left = sp_lab_of(a, bodies[n].id, fields[f]), right = sp_lab_of(b, bodies[n].id, fields[f]);
        if (left != right) print_error("tick %d, %s of %s: %.17g and %.17g\n", (int)sp_world_tick(a), fields[f], bodies[n].id, left, right);
        assert_true(left == right);
      }
      for (int f = 0; f < COUNT(fed); f++) {
        double left = sp_lab_value(a, "provision", fed[f], sp_lab_row(a, bodies[n].id)), right = sp_lab_value(b, "provision", fed[f], sp_lab_row(b, bodies[n].id));
        if (left != right) print_error("tick %d, %s of %s: %.17g and %.17g\n", (int)sp_world_tick(a), fed[f], bodies[n].id, left, right);
        assert_true(left == right);
      }
    }
  }
  sp_lab_close(a);
  sp_lab_close(b);
}

static void the_names_of_sides_change_nothing_else(void **state) {
  (void)state;
  names_of_sides(SP_COMMANDERS_ORDERS);
  names_of_sides(SP_COMMANDERS_MACHINE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_order_of_lines_changes_nothing),
      cmocka_unit_test(the_names_of_sides_change_nothing_else),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
