/* What orders do to bodies: detaching, joining, following, and hours that are still to come.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/belief.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A road of 40 km from a by b and c to d; sides house and foe. */
static sp_lab open_road(double hours) {
  sp_lab lab = sp_lab_open(hours, 15);
  sp_lab_side(&lab, "house");
  sp_lab_side(&lab, "foe");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 10000.0, 0.0);
  sp_lab_place(&lab, "c", 20000.0, 0.0);
  sp_lab_place(&lab, "d", 40000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 10000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "b", "c", 10000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "c", "d", 20000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *side, const char *parent, const char *place, int32_t foot) {
  sp_lab_formation(lab, id, side, parent, place);
  sp_lab_strength(lab, id, SP_ARM_FOOT, foot);
}

static sp_world *war(sp_lab *lab) {
  sp_world *w = sp_lab_war(lab, 1);
  w->constants.staff_sigma = w->constants.rider_sigma = 0.0;
  return w;
}

static int32_t child_of(const sp_world *w, const char *id) {
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++)
    if (w->formation.born_of[i] == sp_lab_key(w, id)) return i;
  fail_msg("%s has sent nobody off", id);
  return -1;
}

/* ---- joining */

/* Whatever their keys: first into second while second goes into third, and all are together. */
static void chain(const char *first, const char *second, const char *third) {
  sp_lab lab = open_road(6.0);
  char line[80];
  const char *id[] = {first, second, third};
  for (int i = 0; i < 3; i++) body(&lab, id[i], "house", i ? id[0] : NULL, "a", 100);
  for (int i = 0; i < 2; i++) {
    (void)snprintf(line, sizeof line, "%s to %s: merge with %s", id[i], id[i], id[i + 1]);
    sp_lab_order(&lab, line);
  }
  sp_world *w = war(&lab);
  sp_lab_run(w);
  assert_int_equal(w->formation.alive[sp_lab_row(w, first)], 0);
  assert_int_equal(w->formation.alive[sp_lab_row(w, second)], 0);
  assert_in_range(sp_men_of(w, sp_lab_row(w, third)), 297, 300); /* stragglers apart */
  assert_int_equal(sp_lab_count(w, SP_EVENT_MERGED, first), 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_MERGED, second), 1);
  sp_lab_close(w);
}

static void chains_of_joiners(void **state) {
  (void)state;
  static const char *const id[] = {"ax", "bx", "cx"};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if (a != b) chain(id[a], id[b], id[3 - a - b]);
}

/* b joins a third body on the way while the rear is to follow b: it follows on in the third. */
static void follows_into_the_joined(void **state) {
  (void)state;
  sp_lab lab = open_road(12.0);
  body(&lab, "chief", "house", NULL, "a", 100);
  body(&lab, "van", "house", "chief", "b", 200);
  body(&lab, "wing", "house", "chief", "b", 200);
  body(&lab, "rear", "house", "chief", "a", 200);
  body(&lab, "host", "foe", NULL, "d", 200);
  sp_lab_order(&lab, "chief to rear: follow van at 1 km");
  sp_lab_order(&lab, "chief to van: merge with wing");
  sp_lab_order(&lab, "day 1 10:00 chief to wing: march to c");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  assert_int_equal(w->formation.alive[sp_lab_row(w, "van")], 0);
  assert_int_equal(w->formation.verb[sp_lab_row(w, "rear")], SP_VERB_FOLLOW);
  assert_true(w->formation.head_x[sp_lab_row(w, "rear")] < w->formation.head_x[sp_lab_row(w, "wing")] + 1.0); /* nobody went on to the enemy */
  assert_true(w->formation.marched_m[sp_lab_row(w, "rear")] > 8000.0);
  sp_lab_close(w);
}

/* The chief joins those that follow him: there is nobody left to follow, and they say so once. */
static void nobody_left_to_follow(void **state) {
  (void)state;
  sp_lab lab = open_road(8.0);
  body(&lab, "chief", "house", NULL, "a", 100);
  body(&lab, "rear", "house", "chief", "a", 200);
  body(&lab, "host", "foe", NULL, "b", 200);
  sp_lab_order(&lab, "chief to rear: follow chief at 1 km");
  sp_lab_order(&lab, "day 1 08:00 chief to chief: merge with rear");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  int32_t gone = 0;
  for (int n = 1; sp_lab_event(w, SP_EVENT_HALTED, "rear", NULL, n); n++) gone += sp_lab_event(w, SP_EVENT_HALTED, "rear", NULL, n)->a == SP_HALT_GONE;
  assert_int_equal(gone, 1);
  assert_true(w->formation.marched_m[sp_lab_row(w, "rear")] < 1.0);
  sp_lab_close(w);
}

static void follows_the_unknown(void **state) {
  (void)state;
  sp_lab lab = open_road(4.0);
  body(&lab, "chief", "house", NULL, "a", 100);
  body(&lab, "host", "foe", NULL, "d", 200);
  sp_lab_order(&lab, "chief to chief: follow enemy at 2 km");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_HALTED, "chief"), 1);
  assert_int_equal(sp_lab_event(w, SP_EVENT_HALTED, "chief", NULL, 1)->a, SP_HALT_UNKNOWN);
  sp_lab_close(w);
}

/* A body joins a column of its side anywhere along it. */
static void joins_the_middle_of_a_column(void **state) {
  (void)state;
  sp_lab lab = open_road(12.0);
  body(&lab, "long", "house", NULL, "a", 12000);
  body(&lab, "few", "house", "long", "b", 50);
  sp_lab_order(&lab, "long to long: march to c");
  sp_lab_order(&lab, "day 1 09:45 few to few: merge with long");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_MERGED, "few", NULL, 1);
  assert_non_null(e);
  int64_t passed = sp_lab_minute(w, SP_EVENT_HEAD_PASSES, "long", "b", 1), there = sp_lab_minute(w, SP_EVENT_TAIL_PASSES, "long", "b", 1);
  int64_t joined = sp_lab_minute(w, SP_EVENT_MERGED, "few", NULL, 1);
  assert_true(passed > 0 && joined > passed + 15 && (there < 0 || joined < there));
  sp_lab_close(w);
}

/* ---- hours still to come */

/* On the march to d; at 09:00 told to be on the way to b from 11:00: until then it goes on. */
static void keeps_on_until_the_hour(void **state) {
  (void)state;
  sp_lab lab = open_road(10.0);
  body(&lab, "host", "house", NULL, "b", 300);
  sp_lab_order(&lab, "host to host: march to d");
  sp_lab_order(&lab, "day 1 09:00 host to host: march to b, at 11:00");
  sp_world *w = war(&lab);
  double farthest = 0.0;
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    farthest = sp_max(farthest, w->formation.head_x[sp_lab_row(w, "host")]);
    sp_minute now = sp_world_minute(w) - sp_model_campaign(sp_world_model(w))->start;
    if (now == 5 * 60 - 15) assert_int_equal(w->formation.goal_node[sp_lab_row(w, "host")], w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "d")]);
  }
  int64_t turned = sp_lab_minute(w, SP_EVENT_REVERSED, "host", NULL, 1);
  assert_true(turned >= 5 * 60 - 15 && turned <= 5 * 60);
  assert_true(farthest - w->model->node[w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "b")]].at.x > 10000.0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_HEAD_ARRIVES, "host"), 1);
  assert_int_equal(w->formation.next_order[sp_lab_row(w, "host")], -1);
  sp_lab_close(w);
}

/* A later order takes the place of the one that waits. */
static void the_last_order_counts(void **state) {
  (void)state;
  sp_lab lab = open_road(10.0);
  body(&lab, "host", "house", NULL, "b", 300);
  sp_lab_order(&lab, "host to host: march to d");
  sp_lab_order(&lab, "day 1 09:00 host to host: march to b, at 12:00");
  sp_lab_order(&lab, "day 1 10:00 host to host: halt");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_REVERSED, "host"), 0);
  assert_int_equal(w->formation.activity[sp_lab_row(w, "host")], SP_HALTED_IN_COLUMN);
  sp_lab_close(w);
}

/* ---- sending off */

static sp_world *detaches(const char *order) {
  sp_lab lab = open_road(3.0);
  body(&lab, "army", "house", NULL, "a", 1000);
  sp_lab_strength(&lab, "army", SP_ARM_HORSE, 600);
  sp_lab_strength(&lab, "army", SP_ARM_MOUNT, 600);
  sp_lab_strength(&lab, "army", SP_ARM_CART, 10);
  sp_lab_order(&lab, order);
  sp_world *w = war(&lab);
  sp_lab_run(w);
  return w;
}

/* The men asked for in one breath with the horse are of those that are left. */
static void items_that_overlap(void **state) {
  (void)state;
  sp_world *w = detaches("army to army: detach 400 horse and 500 men to march to b");
  int32_t child = child_of(w, "army");
  assert_in_range(sp_men_of(w, child), 895, 900); /* a straggler or two */
  assert_in_range(sp_men_of(w, sp_lab_row(w, "army")), 695, 700);
  sp_lab_close(w);
}

/* Who sends off all his men goes with them: nothing is left on the road that is nobody. */
static void sends_all_his_men(void **state) {
  (void)state;
  sp_world *w = detaches("army to army: detach all men to march to b");
  int32_t child = child_of(w, "army");
  assert_in_range(sp_men_of(w, child), 1590, 1600); /* a straggler or two */
  assert_int_equal(w->formation.carts[child], 10);
  assert_int_equal(w->formation.alive[sp_lab_row(w, "army")], 0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_MERGED, "army"), 0);
  sp_lab_close(w);
}

/* ---- turning about */

static void a_turned_column_forms_anew(void **state) {
  (void)state;
  sp_lab lab = open_road(20.0);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "host";
  def.side = "house";
  def.at.place = "b";
  def.commander_share = 0.2;
  def.camped = true;
  sp_lab_formation_def(&lab, &def);
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 3000);
  sp_lab_order(&lab, "host to host: march to d");
  sp_lab_order(&lab, "day 1 10:00 host to host: march to b");
  sp_lab_order(&lab, "day 1 18:00 host to host: march to a, through the night");
  sp_world *w = war(&lab);
  bool mirrored = false;
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    double share = w->formation.commander_share[sp_lab_row(w, "host")];
    if (share > 0.5) mirrored = w->formation.turned[sp_lab_row(w, "host")] == 1;
  }
  assert_true(mirrored);
  assert_true(sp_lab_minute(w, SP_EVENT_MARCH_BEGINS, "host", "b", 2) > 12 * 60);
  double share = w->formation.commander_share[sp_lab_row(w, "host")];
  assert_true(share > 0.19999 && share < 0.20001 && w->formation.turned[sp_lab_row(w, "host")] == 0);
  sp_lab_close(w);
}

/* ---- names */

/* At a seat a name that only the enemy bears is free: a refusal would tell that he has such a body. */
static void an_enemys_name_is_free(void **state) {
  (void)state;
  sp_lab lab = open_road(6.0);
  body(&lab, "army", "house", NULL, "a", 1000);
  body(&lab, "host", "foe", NULL, "d", 1000);
  sp_lab_order(&lab, "host to host: detach 100 men as ghost to march to c");
  sp_world *w = war(&lab);
  for (int n = 0; n < 8; n++) assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(w->formation.name_word[child_of(w, "host")] >= 0);
  sp_key seat = sp_lab_key(w, "army");
  assert_int_equal(sp_world_order(w, seat, "army to army: detach 100 men as ghost to march to b", NULL), SP_OK);
  for (int n = 0; n < 4; n++) assert_int_equal(sp_world_step(w), SP_OK);
  int32_t child = child_of(w, "army");
  assert_int_equal(sp_world_order(w, seat, "army to ghost: halt", NULL), SP_OK);
  int32_t last = -1;
  for (int32_t o = 0; o < sp_used(w, SP_TABLE_ORDER); o++)
    if (w->order.state[o] != SP_ORDER_FREE && w->order.to_hq[o] == child) last = o;
  assert_true(last >= 0); /* his own ghost, not the enemy's */
  assert_int_equal(sp_world_order(w, seat, "army to army: detach 100 men as ghost to march to b", NULL), SP_BAD_INPUT);
  assert_int_equal(sp_world_order(w, seat, "army to army: detach 100 men as host to march to b", NULL), SP_OK);
  sp_lab_close(w);
}

/* ---- orders to those who are yet to be sent off */

static sp_status checks(const char *second, char *text, size_t size) {
  sp_lab lab = open_road(6.0);
  body(&lab, "host", "house", NULL, "a", 1000);
  body(&lab, "foe-host", "foe", NULL, "d", 100);
  sp_lab_order(&lab, "host to host: detach 100 men as patrol to march to b");
  sp_lab_order(&lab, second);
  sp_faults *faults = sp_faults_create();
  sp_world *w = NULL;
  sp_model *model = sp_lab_compile(&lab);
  sp_status status = sp_world_create(model, NULL, 1, faults, &w);
  sp_model_release(model);
  text[0] = 0;
  if (sp_faults_total(faults)) sp_faults_format(faults, 0, SP_LANG_EN, text, size);
  sp_faults_destroy(faults);
  sp_world_destroy(w);
  return status;
}

/* A scenario may order about, by name and at an hour, whom one of its lines is to detach. */
static void a_detachment_is_ordered_by_the_name_it_will_bear(void **state) {
  (void)state;
  sp_lab lab = open_road(12.0);
  body(&lab, "host", "house", NULL, "a", 1000);
  sp_lab_order(&lab, "host to host: detach 100 men as patrol to march to b");
  sp_lab_order(&lab, "at 09:00 host to patrol: march to c");
  sp_lab_order(&lab, "at 10:00 host to host: follow patrol at 2 km");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  int32_t patrol = child_of(w, "host"), host = sp_lab_row(w, "host");
  const sp_model *m = w->model;
  assert_true(sp_formation_is_at(w, patrol, m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "c")]));
  assert_true(w->formation.follow[host] == w->formation.key[patrol]);
  sp_lab_close(w);
}

/* Nobody was ever sent off: the order is read out and finds nobody, once; the war goes on. */
static void an_order_to_nobody_is_told_once(void **state) {
  (void)state;
  sp_lab lab = open_road(12.0);
  body(&lab, "host", "house", NULL, "a", 1000);
  sp_lab_order(&lab, "at 15:00 host to host: detach 100 men as patrol to march to b");
  sp_lab_order(&lab, "at 09:00 host to patrol: march to c");
  sp_world *w = war(&lab);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "host", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->b, SP_REFUSED_NOBODY);
  assert_int_equal(sp_lab_count(w, SP_EVENT_ORDER_REFUSED, NULL), 1);
  sp_lab_close(w);
}

static void whom_and_when_a_late_order_wants(void **state) {
  (void)state;
  char text[400];
  assert_int_equal(checks("at 09:00 host to patrol: march to c", text, sizeof text), SP_OK);
  assert_int_equal(checks("host to patrol: march to c", text, sizeof text), SP_BAD_INPUT);
  assert_non_null(strstr(text, "say when"));
  assert_int_equal(checks("on contact host to patrol: march to c", text, sizeof text), SP_BAD_INPUT);
  assert_non_null(strstr(text, "say when"));
  assert_int_equal(checks("at 09:00 patrol to host: march to c", text, sizeof text), SP_BAD_INPUT);
  assert_non_null(strstr(text, "cannot give them"));
  assert_int_equal(checks("at 09:00 foe-host to patrol: march to c", text, sizeof text), SP_BAD_INPUT);
  assert_int_equal(checks("at 09:00 host to patrols: march to c", text, sizeof text), SP_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_of_joiners),         cmocka_unit_test(follows_into_the_joined), cmocka_unit_test(nobody_left_to_follow),
      cmocka_unit_test(follows_the_unknown),       cmocka_unit_test(joins_the_middle_of_a_column), cmocka_unit_test(keeps_on_until_the_hour),
      cmocka_unit_test(the_last_order_counts),     cmocka_unit_test(items_that_overlap), cmocka_unit_test(sends_all_his_men),
      cmocka_unit_test(a_turned_column_forms_anew), cmocka_unit_test(an_enemys_name_is_free),
      cmocka_unit_test(a_detachment_is_ordered_by_the_name_it_will_bear),
      cmocka_unit_test(an_order_to_nobody_is_told_once),
      cmocka_unit_test(whom_and_when_a_late_order_wants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
