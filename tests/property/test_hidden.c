/* A body that nobody can see or hear of, far from everything, moves no die: every other formation's row, every
 * paper and every view is byte for byte what it is without it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shapan/view.h"
#include "support/lab.h"
#include "world/world.h"

static const char *const seen[] = {"main", "van", "enemy"};
#define SEEN 3

static void body(sp_lab *lab, const char *id, const char *side, const char *parent, const char *place, double bread_days) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.parent = parent;
  def.at.place = place;
  def.commander_share = def.fatigue_now = 0.0;
  def.order_now = 1.0;
  def.camped = true;
  def.bread_days = bread_days;
  if (strcmp(id, "ambush") == 0) def.contingent = "far-men"; /* whoever is taken or comes back is known by his contingent only */
  sp_lab_formation_def(lab, &def);
}

static void foot(sp_lab *lab, const char *id, int32_t men, int32_t hurt) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = id;
  def.arm = SP_ARM_FOOT;
  def.count[SP_RANK_SOLDIER] = men;
  for (int n = 0; n < SP_PATIENTS; n++) def.patients[n] = hurt;
  assert_int_equal(sp_scenario_add_strength(lab->scenario, &def), SP_OK);
  sp_lab_strength(lab, id, SP_ARM_TOOL, men / 10);
}

static void depot(sp_lab *lab, const char *id, const char *side, const char *place) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = id;
  def.side = side;
  def.place = place;
  def.grain_kg = 4000.0;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

static sp_world *build(bool hidden, sp_commanders commanders, int32_t tick_min) {
  sp_lab lab = sp_lab_open(44.0, tick_min);
  lab.campaign.commanders = commanders;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 8000.0, 0.0);
  sp_lab_place(&lab, "east", 16000.0, 0.0);
  sp_lab_place(&lab, "far", 90000.0, 60000.0); /* beyond sight, gun and dust */
  sp_lab_place(&lab, "farther", 99000.0, 60000.0);
  sp_lab_road(&lab, "west", "mill", 8000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 8000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "far", "farther", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  body(&lab, "main", "red", NULL, "west", 0.5);
  body(&lab, "van", "red", "main", "mill", 1.0);
  body(&lab, "enemy", "blue", NULL, "east", 0.0);
  foot(&lab, "main", 6000, 90);
  foot(&lab, "van", 900, 30);
  depot(&lab, "west-barn", "red", "west");
  depot(&lab, "east-barn", "blue", "east");
  sp_lab_strength(&lab, "van", SP_ARM_HORSE, 100);
  sp_lab_strength(&lab, "van", SP_ARM_MOUNT, 100);
  foot(&lab, "enemy", 3000, 60);
  sp_lab_strength(&lab, "enemy", SP_ARM_HORSE, 50);
  sp_lab_strength(&lab, "enemy", SP_ARM_MOUNT, 50);
  if (hidden) {
    sp_contingent_def men = SP_CONTINGENT_DEF_INIT;
    men.id = "far-men";
    men.side = "blue";
    assert_int_equal(sp_scenario_add_contingent(lab.scenario, &men), SP_OK);
    body(&lab, "ambush", "blue", NULL, "far", 0.0);
    foot(&lab, "ambush", 5000, 200);
    depot(&lab, "far-barn", "blue", "far");
    sp_lab_order(&lab, "ambush to ambush: draw all");
    sp_lab_order(&lab, "day 2 05:00 ambush to ambush: forage always");
    sp_lab_order(&lab, "day 2 06:00 ambush to ambush: entrench deep all round");
    sp_lab_order(&lab, "day 2 10:00 ambush to ambush: ambush the enemy");
    sp_lab_order(&lab, "day 2 11:00 ambush to ambush: burn stores");
    sp_lab_order(&lab, "ambush to ambush: march to farther");
    sp_lab_order(&lab, "day 1 12:00 ambush to ambush: march to far");
  }
  sp_lab_order(&lab, "main to main: march to mill");
  sp_lab_order(&lab, "main to van: march to east slowly");
  sp_lab_order(&lab, "enemy to enemy: march to mill");
  sp_lab_order(&lab, "day 1 12:00 main to main: entrench shallow");
  sp_lab_order(&lab, "day 1 13:00 enemy to enemy: forage always");
  sp_lab_order(&lab, "day 2 05:00 enemy to enemy: hold east entrenched deep all round");
  sp_lab_order(&lab, "day 1 09:00 van to van: send word to main: \"dust ahead\"");
  return sp_lab_war(&lab, 3);
}

/* Rows of other tables may stand elsewhere; what they say is compared by the seats and the papers below. */
static bool names_a_row(const char *field) {
  static const char *const rows[] = {"start", "parent", "joined", "hq", "first_strength", "engagement", "contingent"};
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    if (strcmp(field, rows[n]) == 0) return true;
  }
  return false;
}

static int32_t compare_rows(const sp_world *a, const sp_world *b) {
  int32_t compared = 0;
  bool good = true;
  for (size_t n = 0; n < sp_world_field_count(); n++) {
    const char *table, *field;
    sp_field_view left, right;
    sp_world_field_name(n, &table, &field);
    bool of_a_body = strcmp(table, "formation") == 0 || strcmp(table, "combat") == 0 || strcmp(table, "provision") == 0 || strcmp(table, "health") == 0;
    if (!of_a_body || names_a_row(field)) continue;
    assert_int_equal(sp_world_field(a, table, field, &left), SP_OK);
    assert_int_equal(sp_world_field(b, table, field, &right), SP_OK);
    size_t row = (size_t)left.size * (size_t)left.count;
    for (int f = 0; f < SEEN; f++) {
      int32_t i = sp_world_formation_row(a, sp_lab_key(a, seen[f])), j = sp_world_formation_row(b, sp_lab_key(b, seen[f]));
      bool same = memcmp((const char *)left.data + (size_t)i * row, (const char *)right.data + (size_t)j * row, row) == 0;
      if (!same) print_error("tick %d: %s.%s of %s differs: %g and %g\n", (int)sp_world_tick(a), table, field, seen[f], sp_lab_value(a, table, field, i), sp_lab_value(b, table, field, j));
      good = good && same;
      compared++;
    }
  }
  assert_true(good);
  return compared;
}

static void compare_seats(const sp_world *a, const sp_world *b) {
  for (int f = 0; f < SEEN; f++) {
    sp_seat *left, *right;
    assert_int_equal(sp_seat_open(a, sp_lab_key(a, seen[f]), &left), SP_OK);
    assert_int_equal(sp_seat_open(b, sp_lab_key(b, seen[f]), &right), SP_OK);
    assert_int_equal(sp_seat_contact_count(left), sp_seat_contact_count(right));
    for (size_t n = 0; n < sp_seat_contact_count(left); n++) {
      sp_contact_view one, other;
      memset(&one, 0, sizeof one);
      memset(&other, 0, sizeof other);
      assert_int_equal(sp_seat_contact(left, n, &one), SP_OK);
      assert_int_equal(sp_seat_contact(right, n, &other), SP_OK);
      assert_true(one.number == other.number && one.formation == other.formation && one.men == other.men && one.seen == other.seen && one.heard == other.heard);
      assert_true(one.at.lat_deg == other.at.lat_deg && one.at.lon_deg == other.at.lon_deg && one.confidence == other.confidence && one.sigma == other.sigma);
    }
    sp_seat_close(left);
    sp_seat_close(right);
  }
}

/* What happened to those who are seen, in order; the hidden body's own events left out. */
static void compare_events(const sp_world *a, const sp_world *b, sp_key hidden) {
  const sp_model *m_b = sp_world_model(b);
  sp_key barn = m_b->depot[sp_model_find(m_b, SP_ENTITY_DEPOT, "far-barn")].key;
  size_t many, as_many, m = 0;
  const sp_event *left = sp_world_events(a, &many), *right = sp_world_events(b, &as_many);
  for (size_t n = 0; n < many; n++, m++) {
    if (left[n].type == SP_EVENT_DEATHS) m--; /* told of a whole side */
    if (left[n].type == SP_EVENT_DEATHS) continue;
    while (m < as_many && (right[m].type == SP_EVENT_DEATHS || right[m].subject == hidden || right[m].object == hidden || right[m].subject == barn)) m++;
    assert_true(m < as_many);
    if (!(left[n].minute == right[m].minute && left[n].type == right[m].type && left[n].subject == right[m].subject && left[n].value == right[m].value)) {
      char who[80] = "", other[80] = "";
      sp_world_name(a, left[n].subject, SP_LANG_EN, who, sizeof who);
      sp_world_name(b, right[m].subject, SP_LANG_EN, other, sizeof other);
      print_error("minute %lld: %s of %s (%g), beside it %s of %s (%g)\n", (long long)left[n].minute, sp_event_name((sp_event_type)left[n].type), who, left[n].value, sp_event_name((sp_event_type)right[m].type), other, right[m].value);
    }
    assert_true(left[n].minute == right[m].minute && left[n].type == right[m].type && left[n].subject == right[m].subject && left[n].value == right[m].value);
  }
}

static void move_no_die(sp_commanders commanders, int32_t tick_min) {
  sp_world *without = build(false, commanders, tick_min), *with = build(true, commanders, tick_min);
  sp_key hidden = sp_lab_key(with, "ambush");
  while (!sp_world_over(without)) {
    assert_int_equal(sp_world_step(without), SP_OK);
    assert_int_equal(sp_world_step(with), SP_OK);
    assert_true(compare_rows(without, with) > 100);
    compare_seats(without, with);
  }
  compare_events(without, with, hidden);
  assert_true(sp_lab_of(with, "ambush", "marched_m") > 8000.0); /* it was there, and marched */
  assert_true(sp_lab_count(without, SP_EVENT_SIGHTED, NULL) > 0); /* and eyes were open */
  assert_true(sp_lab_count(without, SP_EVENT_STRAGGLERS, NULL) > 0);
  assert_true(sp_lab_count(without, SP_EVENT_FORAGED, NULL) > 0 && sp_lab_count(without, SP_EVENT_WORKS_BEGUN, NULL) + (commanders == SP_COMMANDERS_MACHINE) > 0);
  assert_true(tick_min > 15 || sp_lab_count(with, SP_EVENT_DRAWS, "ambush") > 0);
  sp_lab_close(without);
  sp_lab_close(with);
}

static void a_hidden_body_moves_no_die(void **state) {
  (void)state;
  move_no_die(SP_COMMANDERS_ORDERS, 15);
}

static void nor_does_it_where_commanders_think(void **state) {
  (void)state;
  move_no_die(SP_COMMANDERS_MACHINE, 15);
}

/* An hour's tick is gone through in parts where enemies may meet, and by nothing else. */
static void nor_in_long_ticks(void **state) {
  (void)state;
  move_no_die(SP_COMMANDERS_MACHINE, 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_hidden_body_moves_no_die), cmocka_unit_test(nor_does_it_where_commanders_think), cmocka_unit_test(nor_in_long_ticks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
