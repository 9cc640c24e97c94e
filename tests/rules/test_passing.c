/* An army goes by a town that is held against it; whom a wall serves; scouts of those who follow; what a detachment knows; and
 * measures of hours and distances. SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/near.h"
#include "world/belief.h"
#include "world/earthworks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* From west by town to east, ten kilometres each; eight hundred hold the town. */
static sp_world *by_the_town(sp_place_kind kind, sp_wall_kind wall, const char *order) {
  sp_lab lab = sp_lab_open(10.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_town(&lab, "west", SP_PLACE_VILLAGE, 0.0, SP_WALL_NONE);
  sp_lab_town(&lab, "town", kind, 10000.0, wall);
  sp_lab_town(&lab, "east", SP_PLACE_VILLAGE, 20000.0, SP_WALL_NONE);
  sp_lab_road(&lab, "west", "town", 10000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "town", "east", 10000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "army", "red", NULL, "west");
  sp_lab_strength(&lab, "army", SP_ARM_FOOT, 3000);
  sp_lab_formation(&lab, "garrison", "blue", NULL, "town");
  sp_lab_strength(&lab, "garrison", SP_ARM_FOOT, 800);
  sp_lab_order(&lab, "garrison to garrison: hold");
  sp_lab_order(&lab, order);
  return sp_lab_war(&lab, 1);
}

static void the_gate_is_barred_and_not_the_country(void **state) {
  (void)state;
  sp_world *w = by_the_town(SP_PLACE_CITY, SP_WALL_CITY, "army to army: march to east");
  sp_lab_run(w);
  assert_true(sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "army", "east", 1) > 0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CONTACT, "army"), 0);
  sp_lab_close(w);
  w = by_the_town(SP_PLACE_CITY, SP_WALL_NONE, "army to army: march to east"); /* the same men in an open village stand in the road */
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "army", "east", 1), -1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CONTACT, "army"), 1);
  sp_lab_close(w);
  w = by_the_town(SP_PLACE_PASS, SP_WALL_CITY, "army to army: march to east"); /* and round a pass there is no way */
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "army", "east", 1), -1);
  sp_lab_close(w);
  w = by_the_town(SP_PLACE_CITY, SP_WALL_CITY, "army to army: march to town"); /* who wants the town stops before the gate */
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "army", "town", 1), -1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_CONTACT, "army"), 1);
  sp_lab_close(w);
}

static void a_wall_serves_whose_the_place_is(void **state) {
  (void)state;
  sp_world *w = by_the_town(SP_PLACE_CITY, SP_WALL_CITY, "army to army: hold");
  assert_int_equal(sp_world_step(w), SP_OK);
  int32_t garrison = sp_lab_row(w, "garrison"), town = w->model->node[w->formation.node[garrison]].place;
  assert_int_equal(w->place.holder[town], w->formation.side[garrison]);
  assert_int_equal(sp_wall_of(w, garrison), 0);
  assert_true(sp_wall_about(w, garrison).wall > 0.3);
  w->place.holder[town] = w->formation.side[sp_lab_row(w, "army")]; /* they camp before the gate of a town that is the enemy's */
  assert_int_equal(sp_wall_of(w, garrison), -1);
  assert_true(sp_wall_about(w, garrison).wall <= 0.0);
  w->place.holder[town] = -1; /* nobody's: whoever stands there */
  assert_int_equal(sp_wall_of(w, garrison), 0);
  sp_lab_close(w);
}

/* ---- following */

/* Foot goes off along the road from five kilometres before them; they follow ten kilometres behind. */
static sp_world *a_long_way_behind(double scouts_horse) {
  sp_lab lab = sp_lab_open(9.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  static const char *const stage[] = {"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12"};
  for (int n = 0; n < 13; n++) { /* a village every five kilometres: the road's turnings */
    sp_lab_town(&lab, stage[n], SP_PLACE_VILLAGE, 5000.0 * n, SP_WALL_NONE);
    if (n > 0) sp_lab_road(&lab, stage[n - 1], stage[n], 5000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  }
  sp_lab_formation(&lab, "hounds", "red", NULL, "v0");
  sp_lab_strength(&lab, "hounds", SP_ARM_HORSE, 600);
  sp_lab_strength(&lab, "hounds", SP_ARM_MOUNT, 700);
  sp_lab_formation(&lab, "host", "blue", NULL, "v1");
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 2000);
  sp_lab_order(&lab, "host to host: march to v12");
  sp_lab_order(&lab, "hounds to hounds: follow the enemy at 10 km");
  sp_world *w = sp_lab_war(&lab, 3);
  w->constants.sighting_scouts_horse = scouts_horse;
  sp_lab_run(w);
  return w;
}

static double gap_m(const sp_world *w) { return w->formation.tail_x[sp_lab_row(w, "host")] - w->formation.head_x[sp_lab_row(w, "hounds")]; }

static sp_minute last_seen(const sp_world *w) {
  int32_t hq = w->formation.hq[sp_lab_row(w, "hounds")];
  sp_minute last = -1;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++)
    if (w->contact.report[c] >= 0 && !w->contact.friendly[c] && w->report.seen[w->contact.report[c]] > last) last = w->report.seen[w->contact.report[c]];
  return last;
}

static void who_follows_has_scouts_before_him(void **state) {
  (void)state;
  sp_world *w = a_long_way_behind(100.0);
  assert_true(gap_m(w) > 9000.0 && gap_m(w) < 13000.0); /* ten, and what the report is old by */
  assert_true(sp_world_minute(w) - last_seen(w) <= 60);
  double with_scouts = w->formation.head_x[sp_lab_row(w, "hounds")];
  sp_lab_close(w);
  w = a_long_way_behind(601.0); /* too few horse to send any out: they lose him */
  assert_true(last_seen(w) < 0 || sp_world_minute(w) - last_seen(w) > 180);
  assert_true(w->formation.head_x[sp_lab_row(w, "hounds")] < with_scouts - 5000.0);
  sp_lab_close(w);
}

static void a_detachment_knows_whom_it_left(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(4.0, 5);
  sp_lab_formation(&lab, "main", "red", NULL, "town");
  sp_lab_strength(&lab, "main", SP_ARM_FOOT, 2000);
  sp_lab_order(&lab, "main to main: detach 300 foot as party to hold");
  sp_world *w = sp_lab_war(&lab, 1);
  int32_t party = -1;
  while (party < 0 && !sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
      if (w->formation.born_of[f] == sp_lab_key(w, "main")) party = f;
  }
  assert_true(party >= 0 && sp_world_minute(w) % 30 != 0); /* before anybody looks about him for friends */
  assert_true(sp_belief_friend(w, w->formation.hq[party], sp_lab_key(w, "main")) >= 0);
  sp_lab_close(w);
}

/* ---- measures */

static void measure(sp_lab *lab, sp_measure_kind kind, const char *id, const char *subject, const char *object) {
  sp_measure_def def = SP_MEASURE_DEF_INIT;
  def.kind = kind;
  def.id = id;
  def.subject = subject;
  def.object = object;
  assert_int_equal(sp_scenario_add_measure(lab->scenario, &def), SP_OK);
}

static void spacing(sp_lab *lab, const char *id, double from_h, double least_m, double most_m) {
  sp_measure_def def = SP_MEASURE_DEF_INIT;
  def.kind = SP_MEASURE_SPACING;
  def.id = id;
  def.subject = "stays";
  def.object = "goes";
  def.from = from_h > 0.0 ? lab->campaign.start + (sp_minute)(from_h * 60.0) : 0;
  def.least_m = least_m;
  if (most_m > 0.0) def.most_m = most_m;
  assert_int_equal(sp_scenario_add_measure(lab->scenario, &def), SP_OK);
}

static double value_of(const sp_world *w, const char *id) {
  double value = -1.0;
  sp_status got = sp_world_measure(w, sp_model_find(w->model, SP_ENTITY_MEASURE, id), &value);
  return got == SP_OK ? value : -1.0;
}

/* One body stays, the other goes from beside it at 53.3 m/min when its officer's staff has written and it has fallen in, 48 minutes
 * on: 0.6 km away after one hour, 3.8 after two, 7.0 after three, 10.2 after four. */
static void hours_and_distances(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(4.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_town(&lab, "west", SP_PLACE_VILLAGE, 0.0, SP_WALL_NONE);
  sp_lab_town(&lab, "mill", SP_PLACE_VILLAGE, 4000.0, SP_WALL_NONE);
  sp_lab_town(&lab, "east", SP_PLACE_VILLAGE, 40000.0, SP_WALL_NONE);
  sp_lab_road(&lab, "west", "mill", 4000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 36000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "stays", "red", NULL, "west");
  sp_lab_strength(&lab, "stays", SP_ARM_FOOT, 10);
  sp_lab_formation(&lab, "goes", "red", NULL, "west");
  sp_lab_strength(&lab, "goes", SP_ARM_FOOT, 10);
  sp_lab_order(&lab, "goes to goes: march to east");
  measure(&lab, SP_MEASURE_ARRIVAL, "at-mill", "goes", "mill");
  measure(&lab, SP_MEASURE_TAIL_ARRIVAL, "past-mill", "goes", "mill");
  measure(&lab, SP_MEASURE_ARRIVAL, "never", "goes", "east");
  measure(&lab, SP_MEASURE_FIRST, "first", "never at-mill past-mill", NULL);
  measure(&lab, SP_MEASURE_LAST, "last", "at-mill past-mill", NULL);
  measure(&lab, SP_MEASURE_LAST, "last-never", "at-mill never", NULL);
  measure(&lab, SP_MEASURE_DIFFERENCE, "passage", "last", "first");
  measure(&lab, SP_MEASURE_DIFFERENCE, "back", "at-mill", "past-mill");
  measure(&lab, SP_MEASURE_DIFFERENCE, "unknown", "last", "never");
  spacing(&lab, "two-to-six", 0.0, 2000.0, 6000.0);
  spacing(&lab, "beyond-eight", 0.0, 8000.0, 0.0);
  spacing(&lab, "after-two", 2.0, 0.0, 10000.0);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  double at = value_of(w, "at-mill"), past = value_of(w, "past-mill");
  assert_true(at > 120.0 && at < 126.0 && past >= at);
  near(value_of(w, "first"), at, 1e-9);
  near(value_of(w, "last"), past, 1e-9);
  near(value_of(w, "passage"), past - at, 1e-9);
  near(value_of(w, "back"), at - past, 1e-9);
  near(value_of(w, "last-never"), -1.0, 1e-9); /* not known */
  near(value_of(w, "unknown"), -1.0, 1e-9);
  near(value_of(w, "two-to-six"), 1.0 / 4.0, 1e-9);   /* after two hours */
  near(value_of(w, "beyond-eight"), 1.0 / 4.0, 1e-9); /* after four */
  near(value_of(w, "after-two"), 1.0 / 2.0, 1e-9);    /* of the third and fourth, the third */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_gate_is_barred_and_not_the_country),
      cmocka_unit_test(a_wall_serves_whose_the_place_is),
      cmocka_unit_test(who_follows_has_scouts_before_him),
      cmocka_unit_test(a_detachment_knows_whom_it_left),
      cmocka_unit_test(hours_and_distances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
