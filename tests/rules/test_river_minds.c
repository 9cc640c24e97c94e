/* Commanders at rivers: the water waited for, bridged, gone round; the bridge behind them broken. By hand, and in wars.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/ways.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* 2,000 foot on their way before 75 m of water, which is thought to bar them for 12 hours. */
static sp_picture picture(int32_t boats) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630};
  p.self = (sp_self){.men = 2000, .foot = 2000, .order = 0.8, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_GO, .has_goal = true, .goal = {20000.0, 0.0}};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.self.river = (sp_known_river){.ahead = true, .node = 3, .at = {100.0, 0.0}, .width_m = 75.0, .boats = boats, .pass_h = 2.0, .wait_h = 12.0, .round_h = -1.0};
  return p;
}

/* Fifteen boats to a bridge, 15 man-hours a metre, 150 hands: 7.5 hours and two to pass. A second from timber, fetched, would cost 80 a metre: one is built. With sixty boats
 * four stand as soon as one, and are passed in half an hour. */
static void how_many_bridges(void **state) {
  (void)state;
  sp_picture p = picture(15), rich = picture(60), few = picture(60);
  sp_mind m = mind(&p);
  double hours;
  assert_int_equal(sp_mind_bridges(&m, &hours), 1);
  near(hours, 9.5, 1e-9);
  m = mind(&rich);
  assert_int_equal(sp_mind_bridges(&m, &hours), 4);
  near(hours, 8.0, 1e-9);
  few.self.men = 150; /* hands for one */
  few.self.river.pass_h = 0.2;
  m = mind(&few);
  assert_int_equal(sp_mind_bridges(&m, &hours), 1);
}

static sp_decision at_bank(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_river(&m, &d));
  return d;
}

/* Hours lost h weigh 0.8 h / (h + 6); toil 0.6 * 0.15; three tenths of 0.6 beyond his orders at middling initiative. */
static void by_hand(void **state) {
  (void)state;
  sp_picture p = picture(15);
  sp_decision d = at_bank(&p);
  assert_int_equal(d.count, 2);
  near(without_luck(option_of(&d, SP_ACT_ORDERS)), -0.8 * 12.0 / 18.0, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_BRIDGE)), -0.8 * 9.5 / 15.5 - 0.09 - 0.09, 1e-9);
  p.self.river.round_h = 3.0;
  d = at_bank(&p);
  near(without_luck(option_of(&d, SP_ACT_GO_ROUND)), -0.8 * 3.0 / 9.0 - 0.09, 1e-9);
}

static void weights_pull_the_right_way(void **state) {
  (void)state;
  double before = 1e9;
  for (int32_t boats = 15; boats >= 0; boats -= 5) { /* the fewer boats, the worse the bridge */
    sp_picture p = picture(boats);
    sp_decision d = at_bank(&p);
    assert_true(without_luck(option_of(&d, SP_ACT_BRIDGE)) < before);
    before = without_luck(option_of(&d, SP_ACT_BRIDGE));
  }
  sp_picture bare = picture(0), wood = picture(0), soon = picture(15), later = picture(15);
  wood.self.river.wood = true;
  soon.self.river.wait_h = 1.0;
  sp_decision a = at_bank(&bare), b = at_bank(&wood), c = at_bank(&soon), e = at_bank(&later);
  assert_true(without_luck(option_of(&b, SP_ACT_BRIDGE)) > without_luck(option_of(&a, SP_ACT_BRIDGE)));
  assert_true(without_luck(option_of(&c, SP_ACT_ORDERS)) > without_luck(option_of(&e, SP_ACT_ORDERS)));
}

static void who_does_not_think_of_it(void **state) {
  (void)state;
  sp_decision d;
  sp_picture open = picture(15), stays = picture(15), fights = picture(15), works = picture(15), done = picture(15);
  open.self.river.ahead = false;
  stays.self.task = SP_TASK_STAND;
  fights.self.fights = true;
  works.self.act = SP_ACT_BRIDGE;
  works.self.works = true;
  const sp_picture *all[] = {&open, &stays, &fights, &works};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
    sp_mind m = mind(all[n]);
    assert_false(sp_mind_river(&m, &d));
  }
  done.self.act = SP_ACT_BRIDGE; /* it stands: on */
  d = at_bank(&done);
  assert_int_equal(d.option[d.chosen].act, SP_ACT_ORDERS);
}

/* 2,000 over a floating bridge of 75 m, its end 1 km behind them, 3,000 of the enemy 5 km beyond it. */
static sp_picture over(void) {
  sp_picture p = picture(0);
  p.at = (sp_xy){2000.0, 0.0};
  p.self.marches = true;
  p.self.river = (sp_known_river){.behind = true, .node = 3, .at = {0.0, 0.0}, .width_m = 75.0, .away_m = 1000.0, .bridges = 1, .built = 1};
  p.body[0] = (sp_known_body){.number = 1, .at = {-5000.0, 0.0}, .confidence = 0.9, .men = 3000, .shape = SP_SHAPE_MARCHING, .seen = 620, .heard = 620};
  p.body_count = 1;
  return p;
}

/* Three quarters of 20 km off: feared by 0.75, times 0.9 when it is left. Broken: 75 * 0.4 = 30 man-hours by 150 hands are 0.2 h, the way back and on 2 / 3.5 h. */
static void the_bridge_behind(void **state) {
  (void)state;
  sp_picture p = over(), map = over(), friend = over(), before = over(), stays = over();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_bridge_behind(&m, &d));
  double hours = 0.2 + 2.0 / 3.5;
  near(without_luck(option_of(&d, SP_ACT_LEAVE_BRIDGE)), -0.9 * 0.75, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_BREAK_BRIDGE)), -0.8 * hours / (hours + 6.0) - 0.7 * 0.75 * hours / 6.0 - 0.2 * 0.8 * 0.75, 1e-9);
  map.self.river.built = 0; /* the country's own: ten times the work, and nobody told him to */
  m = mind(&map);
  sp_decision e;
  assert_true(sp_mind_bridge_behind(&m, &e));
  assert_true(without_luck(option_of(&e, SP_ACT_BREAK_BRIDGE)) < without_luck(option_of(&d, SP_ACT_BREAK_BRIDGE)) - 0.5 * 0.6 * 0.5);
  friend.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 9, .at = {-1000.0, 0.0}, .men = 500, .shape = SP_SHAPE_MARCHING, .seen = 620};
  friend.body_count = 2;
  m = mind(&friend);
  assert_false(sp_mind_bridge_behind(&m, &d)); /* he is still to come */
  before.body[0].at.x = 6000.0;
  m = mind(&before);
  assert_false(sp_mind_bridge_behind(&m, &d)); /* the enemy is on this side */
  stays.self.marches = false;
  m = mind(&stays);
  assert_false(sp_mind_bridge_behind(&m, &d));
}

/* Going on at the enemy, 3,000 of them 6 km before the bridge: 0.7 of 20 km. His chief is beyond it: 0.9 * 0.7 weighs against 0.25 for the men and three tenths of 0.6 * 0.5. */
static void the_way_back(void **state) {
  (void)state;
  sp_picture p = over(), alone = over(), few = over(), kept = over(), sent = over(), off = over(), party = over();
  sp_picture *all[] = {&p, &alone, &few, &kept, &sent, &off, &party};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
    all[n]->body[0].at.x = 6000.0;
    all[n]->body[1] = (sp_known_body){.number = 2, .friendly = true, .relation = SP_RELATION_CHIEF, .formation = 9, .at = {-12000.0, 0.0}, .men = 5000, .shape = SP_SHAPE_CAMPED, .seen = 600, .confidence = 0.9};
    all[n]->body_count = n == 1 ? 1 : 2;
  }
  sp_picture train = p, friends = p; /* a train weighs as a chief does, others of his side do not */
  train.body[1].relation = friends.body[1].relation = SP_RELATION_FRIEND;
  train.body[1].train = true;
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_bridgehead(&m, &d));
  near(without_luck(option_of(&d, SP_ACT_LEAVE_BRIDGE)), -0.9 * 0.7, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_GUARD_BRIDGE)), -0.25 - 0.3 * 0.6 * 0.5, 1e-9);
  assert_int_equal(sp_mind_guard(&m), 200);
  m = mind(&train);
  assert_true(sp_mind_bridgehead(&m, &d));
  near(without_luck(option_of(&d, SP_ACT_LEAVE_BRIDGE)), -0.9 * 0.7, 1e-9);
  const sp_picture *half[] = {&alone, &friends};
  for (size_t n = 0; n < 2; n++) {
    m = mind(half[n]);
    assert_true(sp_mind_bridgehead(&m, &d));
    near(without_luck(option_of(&d, SP_ACT_LEAVE_BRIDGE)), -0.5 * 0.9 * 0.7, 1e-9);
  }
  few.self.men = 500; /* fifty would be no guard */
  kept.body[1].at.x = -1000.0;
  sent.self.river.guard_sent = true;
  off.self.act = SP_ACT_FALL_BACK;
  party.self.born_of = 3;
  const sp_picture *none[] = {&few, &kept, &sent, &off, &party};
  for (size_t n = 0; n < sizeof none / sizeof *none; n++) {
    m = mind(none[n]);
    assert_false(sp_mind_bridgehead(&m, &d));
  }
}

/* ---- in the war */

/* west - 4 km - over - 4 km - east, a river of 60 m and 3 m deep; a bridge far off, 23 km more by road. */
static sp_lab river(double hours, sp_crossing_kind kind, bool way_round) {
  sp_lab lab = sp_lab_open(hours, 15);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "house");
  sp_lab_side(&lab, "foe");
  sp_lab_place(&lab, "rear", -9000.0, 0.0);
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 8000.0, 0.0);
  sp_lab_place(&lab, "beyond", 30000.0, 0.0);
  sp_lab_place(&lab, "north", 0.0, 3000.0);
  sp_lab_river(&lab, "stream", 4000.0, 3.0, 100.0);
  sp_lab_crossing(&lab, "over", "stream", 4000.0, kind, 3.5);
  sp_lab_road(&lab, "rear", "west", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "west", "over", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "over", "east", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "east", "beyond", 22000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "west", "north", 3000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  if (!way_round) return lab;
  sp_crossing_def def = SP_CROSSING_DEF_INIT;
  def.id = "far";
  def.river = "stream";
  def.at = (sp_point){36.0 + 3000.0 * 0.995 / 110958.0, 118.0 + 4000.0 * 0.995 / 90163.0};
  def.kind = SP_CROSSING_BRIDGE;
  assert_int_equal(sp_scenario_add_crossing(lab.scenario, &def), SP_OK);
  sp_lab_road(&lab, "north", "far", 14000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "far", "east", 14000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  return lab;
}

static int32_t decides(const sp_world *w, const char *who, sp_act act) {
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  int32_t n = 0;
  for (size_t i = 0; i < count; i++) n += e[i].type == SP_EVENT_DECIDES && e[i].a == (int32_t)act && e[i].subject == sp_lab_key(w, who);
  return n;
}

static int64_t first_decides(const sp_world *w, sp_act act) {
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  for (size_t i = 0; i < count; i++)
    if (e[i].type == SP_EVENT_DECIDES && e[i].a == (int32_t)act) return e[i].minute - w->model->campaign.start;
  return INT64_MAX;
}

/* With boats he bridges it at once and is over; without he goes round, where there is a way; else he waits for hours before he has timber fetched. No luck: he does what he
 * thinks best. */
static void over_the_river(void **state) {
  (void)state;
  int64_t began[3];
  for (int how = 0; how < 3; how++) {
    sp_lab lab = river(36.0, SP_CROSSING_FORD, how == 1);
    sp_lab_formation(&lab, "column", "house", NULL, "west");
    sp_lab_strength(&lab, "column", SP_ARM_FOOT, 600);
    if (how == 0) sp_lab_strength(&lab, "column", SP_ARM_BOAT, 20);
    if (how == 0) sp_lab_strength(&lab, "column", SP_ARM_DRAUGHT, 40);
    sp_lab_order(&lab, "column to column: march to east");
    sp_world *w = sp_lab_war(&lab, 3);
    w->constants.mind_luck = 0.0;
    sp_lab_run(w);
    bool there = sp_lab_minute(w, SP_EVENT_TAIL_ARRIVES, "column", "east", 1) > 0;
    began[how] = first_decides(w, SP_ACT_BRIDGE);
    if (how == 0) assert_true(decides(w, "column", SP_ACT_BRIDGE) == 1 && sp_lab_count(w, SP_EVENT_BRIDGE_READY, NULL) == 1 && there); /* and he goes on when it stands */
    if (how == 1) assert_true(decides(w, "column", SP_ACT_GO_ROUND) == 1 && there && sp_lab_minute(w, SP_EVENT_HEAD_PASSES, "column", "far", 1) > 0 && decides(w, "column", SP_ACT_BRIDGE) == 0);
    if (how == 2) assert_true(decides(w, "column", SP_ACT_GO_ROUND) == 0 && !there);
    sp_lab_close(w);
  }
  assert_true(began[2] > began[0] + 120);
}

/* What stands and what is gone out of his sight changes nothing of what is laid out for him; in his sight it does. */
static void he_does_not_know_the_other_crossing(void **state) {
  (void)state;
  sp_lab lab = river(36.0, SP_CROSSING_FORD, true);
  sp_lab_formation(&lab, "column", "house", NULL, "west");
  sp_lab_strength(&lab, "column", SP_ARM_FOOT, 600);
  sp_lab_order(&lab, "column to column: march to east");
  sp_world *w = sp_lab_war(&lab, 3);
  w->constants.mind_beyond = 50.0; /* he waits */
  w->constants.mind_near_m = 2000.0; /* the other crossing is 3 km up the river */
  int32_t hq = sp_lab_row(w, "column");
  while (!sp_waits_at_river(w, hq)) assert_int_equal(sp_world_step(w), SP_OK);
  sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = w->head->minute - 15, .to = w->head->minute, .dt_min = 15.0, .dice = {w->head->seed, 1}};
  int32_t far = sp_model_find(w->model, SP_ENTITY_CROSSING, "far");
  sp_picture before, after, seen;
  sp_picture_river_ahead(&t, hq, &before);
  assert_true(before.self.river.ahead && before.self.river.round_h >= 0.0 && before.self.river.round_by == w->model->crossing[far].node);
  w->ford.broken[far] = 1;
  w->ford.depth_m[far] = 9.0;
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  sp_picture_river_ahead(&t, hq, &after);
  assert_true(after.self.river.round_h == before.self.river.round_h && after.self.river.round_by == before.self.river.round_by && after.self.river.wait_h == before.self.river.wait_h);
  w->constants.mind_near_m = 5000.0;
  sp_picture_river_ahead(&t, hq, &seen);
  assert_true(seen.self.river.round_h < 0.0);
  sp_lab_close(w);
}

/* Told to go on to the end of the road, with three thousand behind him, he breaks the bridge when he is over, and not before his own who follow him are. */
static void who_breaks_the_bridge(void **state) {
  (void)state;
  int broken = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sp_lab lab = river(14.0, SP_CROSSING_BRIDGE, false);
    sp_lab_formation(&lab, "column", "house", NULL, "west");
    sp_lab_strength(&lab, "column", SP_ARM_FOOT, 800);
    sp_lab_formation(&lab, "host", "foe", NULL, "rear");
    sp_lab_strength(&lab, "host", SP_ARM_FOOT, 3000);
    sp_lab_order(&lab, "day 1 07:00 column to column: march to beyond");
    sp_lab_order(&lab, "host to host: march to east");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    bool chose = decides(w, "column", SP_ACT_BREAK_BRIDGE) > 0;
    if (chose && sp_lab_count(w, SP_EVENT_BRIDGE_BROKEN, NULL) > 0) {
      broken++;
      assert_true(sp_lab_minute(w, SP_EVENT_BRIDGE_BROKEN, NULL, NULL, 1) > sp_lab_minute(w, SP_EVENT_TAIL_PASSES, "column", "over", 1));
    }
    sp_lab_close(w);
  }
  assert_true(broken >= 2);
}

/* Over the bridge and on to attack an enemy who camps at the end of the road, his chief behind him: he leaves a guard, once, and it holds the bridge. */
static void a_guard_at_the_bridge(void **state) {
  (void)state;
  int left = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    sp_lab lab = river(14.0, SP_CROSSING_BRIDGE, false);
    sp_lab_formation(&lab, "chief", "house", NULL, "rear");
    sp_lab_strength(&lab, "chief", SP_ARM_FOOT, 2000);
    sp_lab_formation(&lab, "van", "house", "chief", "west");
    sp_lab_strength(&lab, "van", SP_ARM_FOOT, 4000);
    sp_lab_formation(&lab, "scouts", "house", "van", "east");
    sp_lab_strength(&lab, "scouts", SP_ARM_HORSE, 100);
    sp_lab_strength(&lab, "scouts", SP_ARM_MOUNT, 100);
    sp_lab_formation(&lab, "host", "foe", NULL, "beyond");
    sp_lab_strength(&lab, "host", SP_ARM_FOOT, 6000);
    sp_lab_order(&lab, "day 1 08:30 van to van: march to beyond");
    sp_lab_order(&lab, "host to host: march to east");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    int32_t times = decides(w, "van", SP_ACT_GUARD_BRIDGE);
    assert_true(times <= 1);
    for (int32_t f = 0; times && f < sp_used(w, SP_TABLE_FORMATION); f++)
      left += w->formation.born_of[f] == sp_lab_key(w, "van") && w->formation.node[f] == w->model->crossing[0].node && w->formation.verb[f] == SP_VERB_HOLD;
    sp_lab_close(w);
  }
  assert_true(left >= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(how_many_bridges), cmocka_unit_test(by_hand), cmocka_unit_test(weights_pull_the_right_way), cmocka_unit_test(who_does_not_think_of_it), cmocka_unit_test(the_bridge_behind), cmocka_unit_test(over_the_river), cmocka_unit_test(who_breaks_the_bridge), cmocka_unit_test(the_way_back), cmocka_unit_test(he_does_not_know_the_other_crossing), cmocka_unit_test(a_guard_at_the_bridge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
