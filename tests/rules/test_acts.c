/* What a commander has chosen, carried out: each act of acts.def is offered to somebody, and each becomes the orders,
 * papers and events that are its meaning. SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "support/lab.h"
#include "support/minds.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- which acts lie open */

/* At 10:30 of some day, so that every clock has just struck. Body 0 is the enemy, 1 his chief. */
static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630, .has_superior = true};
  p.self = (sp_self){.men = 2000, .foot = 1500, .mounted = 500, .order = 0.8, .fatigue = 0.2, .quality = 0.5, .light = 1.0, .steady = true, .leads = true, .task = SP_TASK_ATTACK};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.body[0] = (sp_known_body){.number = 1, .at = {1500.0, 0.0}, .confidence = 0.9, .sigma = 0.3, .men = 2000, .shape = SP_SHAPE_STANDING, .seen = 620, .heard = 620};
  p.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 3, .relation = SP_RELATION_CHIEF, .at = {-20000.0, 0.0}, .confidence = 1.0, .men = 5000, .seen = 600, .quality = 0.5};
  p.body_count = 2;
  return p;
}

static void add_friend(sp_picture *p, sp_relation relation, double x, double y, int32_t men) {
  int32_t n = p->body_count++;
  p->body[n] = (sp_known_body){.number = 1 + n, .friendly = true, .formation = (sp_key)(20 + n), .relation = relation, .at = {x, y}, .confidence = 1.0, .men = men, .seen = 620, .heard = 610, .quality = 0.5};
}

static bool near_to(double a, double b) { return sp_abs(a - b) < 1e-9; }

/* His own fight goes as badly as may be: the need is whole. */
static sp_picture in_need(void) {
  sp_picture p = picture();
  p.self.fights = true;
  p.self.lost = 0.3;
  p.self.fight_own = 2000.0;
  p.self.fight_enemy = 8000.0;
  add_friend(&p, SP_RELATION_FRIEND, 0.0, 5000.0, 1500);
  return p;
}

static void a_call_for_help_by_hand(void **state) {
  (void)state;
  sp_picture p = in_need();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_alarm(&m, &d));
  const sp_option *silent = option_of(&d, SP_ACT_SAY_NOTHING), *chief = option_of(&d, SP_ACT_ASK_CHIEF), *friend = option_of(&d, SP_ACT_ASK_NEIGHBOUR);
  assert_true(silent && chief && friend);
  assert_true(near_to(silent->term[SP_TERM_SHAME], 0.5 * 0.5 * 0.5));
  assert_true(near_to(chief->term[SP_TERM_NEED], 0.8) && near_to(chief->term[SP_TERM_FAR], -0.3 * 20000.0 / 3500.0 / 6.0) && chief->body == 1);
  assert_true(near_to(friend->term[SP_TERM_FAR], -0.3 * 5000.0 / 3500.0 / 6.0) && near_to(friend->term[SP_TERM_BEYOND], -0.6 * 0.7) && friend->body == 2);
  p.self.trait[SP_TRAIT_HONOUR] = 1.0; /* pride keeps silent */
  sp_decision proud;
  assert_true(sp_mind_alarm(&m, &proud));
  assert_true(option_of(&proud, SP_ACT_SAY_NOTHING)->score > silent->score);
}

/* Three calls in vain: by hand mind_habit 0.25 each, half of it twelve hours later, nothing after a day. */
static void calls_in_vain_are_forgotten(void **state) {
  (void)state;
  const int32_t hours[] = {1, 12, 24, 48};
  const double share[] = {1.0 - 1.0 / 24.0, 0.5, 0.0, 0.0};
  for (int n = 0; n < 4; n++) {
    sp_picture p = in_need();
    p.self.asked_times = 3;
    p.self.asked = p.now - hours[n] * 60;
    for (int32_t b = 0; b < p.body_count; b++) p.body[b].seen += 2880, p.body[b].heard += 2880;
    p.from += 2880, p.now += 2880, p.self.asked += 2880;
    sp_mind m = mind(&p);
    sp_decision d;
    assert_true(sp_mind_alarm(&m, &d));
    assert_true(near_to(option_of(&d, SP_ACT_SAY_NOTHING)->term[SP_TERM_HABIT], 0.25 * 3.0 * share[n]));
  }
}

static void who_does_not_call(void **state) {
  (void)state;
  sp_decision d;
  sp_picture calm = picture(), again = in_need(), by = in_need(), between = in_need(), alone = in_need();
  sp_mind m = mind(&calm);
  calm.body[0].men = 1000;
  assert_false(sp_mind_alarm(&m, &d)); /* no need */
  again.self.asked = 600;
  m = mind(&again);
  assert_false(sp_mind_alarm(&m, &d)); /* half an hour ago */
  again.self.asked = 580;
  assert_true(sp_mind_alarm(&m, &d));
  by.body[1].at = (sp_xy){-1000.0, 0.0};
  m = mind(&by);
  assert_false(sp_mind_alarm(&m, &d)); /* his chief sees it */
  between.from = 616;
  between.now = 629;
  m = mind(&between);
  assert_false(sp_mind_alarm(&m, &d)); /* the clock has not struck */
  alone.self.steady = alone.self.leads = false;
  m = mind(&alone);
  assert_false(sp_mind_alarm(&m, &d)); /* nobody minds him any more */
}

static sp_picture hunted(void) {
  sp_picture p = picture();
  p.self.task = SP_TASK_GO;
  p.self.act = SP_ACT_ORDERS;
  p.self.marches = true;
  p.body[0].men = 40000; /* twice e to one and more: danger is whole */
  p.body[0].shape = SP_SHAPE_MARCHING;
  return p;
}

static void foot_bars_the_road(void **state) {
  (void)state;
  sp_picture p = hunted();
  sp_mind m = mind(&p);
  sp_decision d;
  sp_scene s = sp_mind_scene(&m);
  assert_true(near_to(s.danger, 1.0) && near_to(s.close, 0.5));
  assert_true(sp_mind_field(&m, &d));
  assert_int_equal(d.count, 2); /* to bar it, or to go on as he is */
  const sp_option *block = option_of(&d, SP_ACT_BLOCK);
  assert_non_null(block);
  assert_int_equal(block->body, 0);
  assert_true(near_to(block->term[SP_TERM_LIFE], 1.2 * 0.5 * 0.5) && near_to(block->term[SP_TERM_DANGER], 0.5 * 0.7 * 0.5));
  assert_true(near_to(block->term[SP_TERM_SHAME], -0.5 * 0.5) && near_to(block->term[SP_TERM_FRIENDS], -0.15));
  p.self.foot = 0; /* none with him, but some close behind */
  p.self.men = 500;
  add_friend(&p, SP_RELATION_UNDER_HIM, -800.0, 0.0, 700);
  assert_true(sp_mind_field(&m, &d));
  block = option_of(&d, SP_ACT_BLOCK);
  assert_non_null(block);
  assert_int_equal(block->body, 2);
  p.self.mounted = 0; /* who walks himself leaves nobody behind to walk away */
  p.self.men = p.self.foot = 2000;
  assert_true(sp_mind_field(&m, &d));
  assert_null(option_of(&d, SP_ACT_BLOCK));
}

static void nobody_bars_the_road_before_a_camp(void **state) {
  (void)state;
  sp_picture p = hunted();
  sp_mind m = mind(&p);
  sp_decision d;
  static const sp_shape stands[] = {SP_SHAPE_CAMPED, SP_SHAPE_STANDING, SP_SHAPE_UNKNOWN};
  for (size_t n = 0; n < sizeof stands / sizeof *stands; n++) {
    p.body[0].shape = stands[n];
    assert_true(sp_mind_field(&m, &d));
    assert_null(option_of(&d, SP_ACT_BLOCK));
  }
  p.self.touches = true; /* however they stand, they are upon him */
  assert_true(sp_mind_field(&m, &d));
  assert_non_null(option_of(&d, SP_ACT_BLOCK));
  p.self.touches = false; /* half of them come on: half the danger */
  p.body[0].men = 20000;
  p.body[2] = p.body[0];
  p.body[2].number = 3;
  p.body[2].shape = SP_SHAPE_MARCHING;
  p.body_count = 3;
  assert_true(sp_mind_field(&m, &d));
  const sp_option *block = option_of(&d, SP_ACT_BLOCK);
  assert_non_null(block);
  assert_true(near_to(block->term[SP_TERM_LIFE], 1.2 * 0.5 * 0.5 * 0.5));
}

static sp_picture in_camp(void) {
  sp_picture p = picture();
  p.self.task = SP_TASK_STAND;
  p.body[0] = (sp_known_body){.number = 1, .at = {8000.0, 0.0}, .confidence = 0.9, .fresh = true, .sigma = 0.3, .men = 4000, .shape = SP_SHAPE_MARCHING, .seen = 620, .heard = 625};
  add_friend(&p, SP_RELATION_FRIEND, 6000.0, 1000.0, 1500);
  return p;
}

static void gathering_by_hand(void **state) {
  (void)state;
  sp_picture p = in_camp();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_may_gather(&m, 2));
  assert_false(sp_mind_may_gather(&m, 0) || sp_mind_may_gather(&m, 1));
  assert_true(sp_mind_gather(&m, &d));
  const sp_option *gather = option_of(&d, SP_ACT_GATHER), *leave = option_of(&d, SP_ACT_LEAVE_ALONE);
  assert_true(gather && leave);
  assert_true(near_to(gather->term[SP_TERM_NEED], 0.8 * 0.4) && near_to(gather->term[SP_TERM_BEYOND], -0.6 * 0.5));
  assert_true(near_to(leave->term[SP_TERM_DOUBT], 0.3 * 0.6 * 0.5));
  p.self.trait[SP_TRAIT_INITIATIVE] = 1.0;
  assert_true(sp_mind_gather(&m, &d));
  assert_true(near_to(option_of(&d, SP_ACT_GATHER)->term[SP_TERM_BEYOND], 0.0));
}

static void who_gathers_nobody(void **state) {
  (void)state;
  sp_decision d;
  sp_picture stale = in_camp(), passed = in_camp(), larger = in_camp(), own = in_camp();
  stale.body[0].fresh = false;
  sp_mind m = mind(&stale);
  assert_false(sp_mind_gather(&m, &d)); /* no news */
  passed.body[2].at = (sp_xy){-6000.0, 0.0}; /* nearer to the chief already */
  m = mind(&passed);
  assert_false(sp_mind_gather(&m, &d));
  sp_picture away = in_camp(), run = in_camp();
  away.body[2].at = (sp_xy){6000.0, 7000.0}; /* nearer to him than to the enemy: it marches off by itself */
  away.body[0].at = (sp_xy){-4000.0, 0.0};
  m = mind(&away);
  assert_false(sp_mind_gather(&m, &d) || sp_mind_may_gather(&m, 2));
  run.body[0].friendly = true; /* friends run through the fields beyond it: as good as an enemy */
  run.body[0].relation = SP_RELATION_FRIEND;
  run.body[0].shape = SP_SHAPE_FLEEING;
  m = mind(&run);
  assert_true(sp_mind_may_gather(&m, 2));
  larger.body[2].men = 3001; /* one and a half times his own, and one man */
  m = mind(&larger);
  assert_false(sp_mind_gather(&m, &d));
  larger.body[2].men = 3000;
  assert_true(sp_mind_may_gather(&m, 2));
  larger.body[2].shape = SP_SHAPE_STANDING; /* a garrison, or a camp: somebody put them there */
  assert_false(sp_mind_gather(&m, &d) || sp_mind_may_gather(&m, 2));
  larger.body[2].shape = SP_SHAPE_FLEEING; /* they would not hear it */
  assert_false(sp_mind_gather(&m, &d) || sp_mind_may_gather(&m, 2));
  own.body[2].relation = SP_RELATION_UNDER_HIM; /* whom he may order he need not gather */
  m = mind(&own);
  assert_false(sp_mind_gather(&m, &d));
}

static sp_picture asked(const sp_known_paper *paper) {
  sp_picture p = picture();
  add_friend(&p, SP_RELATION_UNDER_HIM, 0.0, -5000.0, 6000);
  add_friend(&p, SP_RELATION_UNDER_HIM, 0.0, 9000.0, 3000);
  p.paper = paper;
  p.paper_count = 1;
  return p;
}

static void leave_given_or_refused(void **state) {
  (void)state;
  const sp_known_paper paper = {.occasion = SP_OCCASION_REQUEST, .from = 23, .serial = 1, .for_leave = true, .acted = 620};
  sp_picture p = asked(&paper);
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_answer(&m, 0, &d));
  assert_int_equal(d.count, 2);
  const sp_option *consent = option_of(&d, SP_ACT_CONSENT), *forbid = option_of(&d, SP_ACT_FORBID);
  assert_true(consent && forbid && consent->body == 3 && forbid->body == 3);
  assert_true(near_to(consent->term[SP_TERM_DANGER], 0.7 * 0.5) && near_to(consent->term[SP_TERM_NEED], 0.2 * 0.8));
  assert_true(near_to(forbid->term[SP_TERM_ANGER], 0.3 * 0.5) && near_to(forbid->term[SP_TERM_FAVOUR], 0.5 * 0.4 * 0.5));
  double before = forbid->score;
  p.self.trait[SP_TRAIT_TEMPER] = 1.0;
  assert_true(sp_mind_answer(&m, 0, &d));
  assert_true(option_of(&d, SP_ACT_FORBID)->score > before);
}

/* The mood in which he reads is that of the hour when the paper came before him, whenever the tick ends. */
static void answers_do_not_hang_on_the_tick(void **state) {
  (void)state;
  const sp_known_paper paper = {.occasion = SP_OCCASION_REQUEST, .from = 23, .serial = 1, .for_help = true, .acted = 712};
  sp_picture fine = asked(&paper), coarse = asked(&paper);
  fine.from = 710, fine.now = 715;
  coarse.from = 660, coarse.now = 720;
  sp_mind a = mind(&fine), b = mind(&coarse);
  sp_decision left, right;
  assert_true(sp_mind_answer(&a, 0, &left) && sp_mind_answer(&b, 0, &right));
  assert_int_equal(left.count, right.count);
  assert_int_equal(left.chosen, right.chosen);
  assert_int_equal(left.after_min, right.after_min);
  for (int32_t n = 0; n < left.count; n++) assert_true(left.option[n].score == right.option[n].score);
}

static void note(bool open[SP_ACT_COUNT], const sp_decision *d) {
  for (int32_t n = 0; n < d->count; n++) open[d->option[n].act] = true;
}

/* Days are a tonne; noon, when bread is reckoned. */
static sp_picture with_stores(double carried_d, double room_d) {
  sp_picture p = picture();
  p.from = 660;
  p.now = 720;
  p.body[0].at.x = 15000.0;
  p.means = (sp_means){.looked = true, .eats = true, .free_to = true, .need_g = 1e6, .carried_g = carried_d * 1e6, .room_g = room_d * 1e6, .cart_share = 0.7, .led = 50};
  p.means.store[0] = (sp_known_store){.depot = 40, .luck = 40, .at = {-30000.0, 0.0}, .grain_g = 1e8};
  p.means.store_count = 1;
  return p;
}

static void acts_about_stores(bool open[SP_ACT_COUNT]) {
  sp_decision d;
  sp_picture hungry = with_stores(0.5, 12.0), laden = with_stores(3.0, 9.0), cut = with_stores(9.0, 3.0), there = with_stores(2.0, 9.0), goes = with_stores(1.0, 9.0), train = with_stores(8.0, 4.0);
  const sp_known_paper call = {.occasion = SP_OCCASION_REQUEST, .from = 22, .serial = 2, .for_bread = true, .acted = 720};
  sp_picture begged = with_stores(8.0, 4.0);
  hungry.means.forbidden_to_forage = true;
  hungry.means.unequal = true; /* contingents that feed apart */
  hungry.means.hungry_share = hungry.means.full_share = 0.5;
  hungry.means.bread_days = 0.5;
  hungry.means.full_days = 1.0;
  sp_mind m = mind(&hungry);
  assert_true(sp_mind_bread(&m, &d));
  note(open, &d);
  laden.means.unloads_here = true;
  m = mind(&laden);
  assert_true(sp_mind_bread(&m, &d));
  note(open, &d);
  cut.means.withheld = 0.5;
  cut.self.rationed = true;
  m = mind(&cut);
  assert_true(sp_mind_bread(&m, &d));
  note(open, &d);
  there.self.act = SP_ACT_TO_STORE;
  there.means.store[0].in_reach = true;
  m = mind(&there);
  assert_true(sp_mind_bread(&m, &d));
  note(open, &d);
  goes.self.task = SP_TASK_GO;
  goes.self.has_goal = goes.means.sets_off = goes.means.store[0].in_reach = true;
  goes.means.store[0].at.x = 0.0;
  goes.self.goal.x = -40000.0;
  m = mind(&goes);
  assert_true(sp_mind_leaving(&m, &d));
  note(open, &d);
  train.self.fetches = train.self.has_goal = true;
  train.self.fetch_for = 3;
  m = mind(&train);
  assert_true(sp_mind_convoy(&m, &d));
  note(open, &d);
  train.self.act = SP_ACT_BRING;
  train.body[1].at.x = 100.0;
  assert_true(sp_mind_convoy(&m, &d));
  note(open, &d);
  add_friend(&begged, SP_RELATION_UNDER_HIM, -9000.0, 0.0, 900);
  begged.paper = &call;
  begged.paper_count = 1;
  m = mind(&begged);
  assert_true(sp_mind_answer(&m, 0, &d));
  note(open, &d);
}

static void acts_about_powder(bool open[SP_ACT_COUNT]) {
  sp_decision d;
  sp_picture far = with_stores(8.0, 4.0), at = with_stores(8.0, 4.0);
  far.means.powder_told = at.means.powder_told = true;
  far.means.grenades = 1000;
  far.means.grenades_tried = 10.0;
  far.means.grenades_failed = 4.0;
  sp_mind m = mind(&far);
  assert_true(sp_mind_powder(&m, &d));
  note(open, &d);
  assert_true(sp_mind_lot(&m, &d));
  note(open, &d);
  at.means.store[0].in_reach = true;
  at.means.store[0].powder_g = at.means.train_room_issues = 1e6;
  m = mind(&at);
  assert_true(sp_mind_powder(&m, &d));
  note(open, &d);
  const sp_known_paper call = {.occasion = SP_OCCASION_REQUEST, .from = 22, .serial = 1, .for_powder = true, .acted = 720};
  add_friend(&at, SP_RELATION_UNDER_HIM, -9000.0, 0.0, 900);
  add_friend(&at, SP_RELATION_UNDER_HIM, -100.0, 0.0, 100);
  at.body[3].horse = 3;
  at.paper = &call;
  at.paper_count = 1;
  assert_true(sp_mind_answer(&m, 0, &d));
  note(open, &d);
}

static void acts_about_a_town(bool open[SP_ACT_COUNT]) {
  sp_decision d;
  sp_picture take = with_stores(0.5, 12.0), shut = with_stores(8.0, 4.0);
  sp_picture *both[] = {&take, &shut};
  for (int n = 0; n < 2; n++) {
    both[n]->self.town = (sp_town){.is = true, .at = {800.0, 0.0}, .radius_m = 600.0, .wall = 0.8, .ring_m = 5000.0, .mine_h = 312.0, .mine_opens = 0.4};
    both[n]->self.task = n ? SP_TASK_STAND : SP_TASK_ATTACK;
    both[n]->body[0].at.x = 8000.0; /* comes to relieve it */
    sp_mind m = mind(both[n]);
    assert_true(sp_mind_leaguer(&m, &d));
    note(open, &d);
  }
}

static void every_act_is_open_to_somebody(void **state) {
  (void)state;
  bool open[SP_ACT_COUNT] = {false};
  const sp_known_paper help = {.occasion = SP_OCCASION_REQUEST, .from = 23, .serial = 2, .for_help = true, .acted = 620}, leave = {.occasion = SP_OCCASION_REQUEST, .from = 23, .serial = 1, .for_leave = true, .acted = 620};
  sp_picture ordered = picture(), chased = hunted(), needy = in_need(), camped = in_camp(), called = asked(&help), begged = asked(&leave), beaten = picture();
  sp_decision d;
  sp_mind m = mind(&ordered);
  assert_true(sp_mind_field(&m, &d));
  note(open, &d);
  ordered.self.task = SP_TASK_NONE;
  ordered.body[2] = (sp_known_body){.number = 3, .at = {1000.0, 300.0}, .confidence = 0.9, .sigma = 0.3, .men = 3000, .shape = SP_SHAPE_FLEEING, .seen = 625, .heard = 625};
  ordered.body_count = 3;
  add_friend(&ordered, SP_RELATION_UNDER_HIM, 500.0, 0.0, 800);
  assert_true(sp_mind_field(&m, &d));
  note(open, &d);
  sp_mind_send_after(&m, 3, &d);
  note(open, &d);
  beaten.self.task = SP_TASK_REAR_GUARD;
  beaten.self.fights = true;
  beaten.self.lost = 0.1;
  beaten.self.fight_enemy = 6000.0;
  m = mind(&beaten);
  assert_true(sp_mind_field(&m, &d));
  note(open, &d);
  assert_true(sp_mind_promise(&m, &d));
  note(open, &d);
  m = mind(&chased);
  assert_true(sp_mind_field(&m, &d));
  note(open, &d);
  m = mind(&needy);
  assert_true(sp_mind_alarm(&m, &d));
  note(open, &d);
  m = mind(&camped);
  assert_true(sp_mind_gather(&m, &d));
  note(open, &d);
  m = mind(&called);
  assert_true(sp_mind_answer(&m, 0, &d));
  note(open, &d);
  m = mind(&begged);
  assert_true(sp_mind_answer(&m, 0, &d));
  note(open, &d);
  sp_picture idle = in_camp();
  idle.means = (sp_means){.looked = true, .stood_down = true, .dig_h = {2.0, 6.0}};
  m = mind(&idle);
  assert_true(sp_mind_spade(&m, &d));
  note(open, &d);
  idle.means.breach = 1.0;
  idle.means.mend_h = 8.0;
  assert_true(sp_mind_spade(&m, &d));
  note(open, &d);
  sp_picture passed = picture();
  passed.self.task = SP_TASK_NONE;
  passed.body[0] = (sp_known_body){.number = 1, .at = {6000.0, 0.0}, .confidence = 0.9, .men = 5000, .shape = SP_SHAPE_MARCHING, .seen = 620};
  m = mind(&passed);
  assert_true(sp_mind_harry(&m, &d));
  note(open, &d);
  add_friend(&passed, SP_RELATION_UNDER_HIM, 5000.0, 0.0, 100);
  passed.body[2].party_sent = 1;
  passed.body[2].party_men = 250;
  assert_true(sp_mind_harry(&m, &d));
  note(open, &d);
  sp_picture bank = picture(), over = picture();
  bank.self.task = over.self.task = SP_TASK_GO;
  bank.self.has_goal = over.self.marches = true;
  bank.self.river = (sp_known_river){.ahead = true, .width_m = 60.0, .wait_h = 6.0, .round_h = 4.0};
  m = mind(&bank);
  assert_true(sp_mind_river(&m, &d));
  note(open, &d);
  over.self.river = (sp_known_river){.behind = true, .at = {200.0, 0.0}, .width_m = 60.0, .bridges = 1};
  over.at = (sp_xy){0.0, 0.0};
  m = mind(&over);
  assert_true(sp_mind_bridge_behind(&m, &d));
  note(open, &d);
  over.body[0].at = (sp_xy){-6000.0, 0.0}; /* now he goes at them, and his way back is over it */
  over.body_count = 1;
  assert_true(sp_mind_bridgehead(&m, &d));
  note(open, &d);
  sp_picture walled = picture();
  walled.self.task = SP_TASK_STAND;
  walled.self.wall = 0.8;
  walled.self.shut_in = true;
  walled.from = 590; /* he looks out once an hour */
  m = mind(&walled);
  assert_true(sp_mind_sally(&m, &d));
  note(open, &d);
  sp_mind_moment(&m, -1, false, false, &d);
  note(open, &d);
  acts_about_stores(open);
  acts_about_a_town(open);
  acts_about_powder(open);
  for (int act = 0; act < SP_ACT_COUNT; act++) {
    if (!open[act]) print_error("%s lies open to nobody\n", sp_act_words[act]);
    assert_true(open[act]);
  }
}

/* ---- carried out */

typedef struct stage {
  sp_world *w;
  sp_tick t;
  int32_t hq, contact[16], chief, under, friend, enemy; /* the last four: bodies of the picture */
  sp_picture p;
} stage;

static int32_t row_of(const sp_world *w, const char *id) { return sp_formation_by_key(w, sp_lab_key(w, id)); }

/* A middle body with its chief behind, one under it, a friend beside it and the enemy before it, all in one valley. */
static stage set_stage(void) {
  sp_lab lab = sp_lab_open(8.0, 15);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 3000.0, 0.0);
  sp_lab_place(&lab, "east", 4200.0, 0.0);
  sp_lab_road(&lab, "west", "mill", 3000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 1200.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "main", "red", NULL, "west");
  sp_lab_formation(&lab, "van", "red", "main", "mill");
  sp_lab_formation(&lab, "scouts", "red", "van", "mill");
  sp_lab_formation(&lab, "wing", "red", "main", "mill");
  sp_lab_formation(&lab, "enemy", "blue", NULL, "east");
  sp_lab_strength(&lab, "main", SP_ARM_FOOT, 3000);
  sp_lab_strength(&lab, "van", SP_ARM_FOOT, 900);
  sp_lab_strength(&lab, "van", SP_ARM_HORSE, 300);
  sp_lab_strength(&lab, "van", SP_ARM_MOUNT, 300);
  sp_lab_strength(&lab, "scouts", SP_ARM_FOOT, 900);
  sp_lab_strength(&lab, "wing", SP_ARM_FOOT, 600);
  sp_lab_strength(&lab, "enemy", SP_ARM_FOOT, 900);
  sp_lab_order(&lab, "van to van: hold");
  sp_lab_order(&lab, "main to wing: hold");
  sp_lab_order(&lab, "wing to wing: ask main for help");
  sp_lab_order(&lab, "van to scouts: hold");
  stage s = {.w = sp_lab_war(&lab, 5)};
  for (int n = 0; n < 4; n++) assert_int_equal(sp_world_step(s.w), SP_OK);
  sp_minute now = s.w->head->minute;
  s.t = (sp_tick){.world = s.w, .model = s.w->model, .k = &s.w->constants, .from = now - 15, .to = now, .dt_min = 15.0, .dice = {.seed = 5, .tick = 4}};
  s.hq = row_of(s.w, "van");
  int32_t *in_fights = sp_men_in_fights(s.w);
  assert_non_null(in_fights);
  sp_picture_of(&s.t, s.hq, in_fights, &s.p, s.contact);
  free(in_fights);
  s.chief = sp_mind_chief(&s.p);
  s.under = sp_mind_body_of(&s.p, sp_lab_key(s.w, "scouts"));
  s.friend = sp_mind_body_of(&s.p, sp_lab_key(s.w, "wing"));
  s.enemy = -1;
  for (int32_t b = 0; b < s.p.body_count; b++)
    if (!s.p.body[b].friendly) s.enemy = b;
  assert_true(s.under >= 0 && s.friend >= 0);
  assert_int_equal(s.p.body[s.under].relation, SP_RELATION_UNDER_HIM);
  assert_int_equal(s.p.body[s.friend].relation, SP_RELATION_FRIEND);
  return s;
}

/* The order that came of it: the newest row; -1: none. */
static int32_t carry_out(stage *s, sp_act act, int32_t body, int32_t message) {
  int32_t before = sp_used(s->w, SP_TABLE_ORDER);
  sp_decision d = {.count = 1, .option[0] = {.act = act, .body = body}};
  sp_carry_out(&s->t, s->hq, &s->p, s->contact, &d, message, s->t.to);
  int32_t after = sp_used(s->w, SP_TABLE_ORDER);
  return after > before ? after - 1 : -1;
}

/* Orders to himself and to others, by act: verb, and whether they are for another. */
static void acts_become_orders(void **state) {
  (void)state;
  static const struct {
    sp_act act;
    sp_verb verb;
    enum { SELF, UNDER, FRIEND, CHIEF } to;
    enum { NOBODY, HIS_UNDER, HIS_FRIEND, HIS_CHIEF } body;
    bool told, kept; /* an event; what he is about since */
  } wanted[] = {
      {SP_ACT_ATTACK, SP_VERB_ATTACK, SELF, NOBODY, true, true},
      {SP_ACT_HOLD, SP_VERB_HOLD, SELF, NOBODY, true, true},
      {SP_ACT_WATCH, SP_VERB_FOLLOW, SELF, NOBODY, true, true},
      {SP_ACT_PURSUE, SP_VERB_PURSUE, SELF, NOBODY, true, true},
      {SP_ACT_FALL_BACK, SP_VERB_MARCH, SELF, HIS_CHIEF, true, true},
      {SP_ACT_RIDE_OFF, SP_VERB_MARCH, SELF, HIS_CHIEF, true, true},
      {SP_ACT_BLOCK, SP_VERB_DETACH, SELF, NOBODY, true, false},
      {SP_ACT_BLOCK, SP_VERB_HOLD, UNDER, HIS_UNDER, true, false},
      {SP_ACT_ASK_CHIEF, SP_VERB_ASK, SELF, HIS_CHIEF, true, false},
      {SP_ACT_ASK_NEIGHBOUR, SP_VERB_ASK, SELF, HIS_FRIEND, true, false},
      {SP_ACT_SEND_AFTER, SP_VERB_PURSUE, UNDER, HIS_UNDER, false, false}, /* the order given tells it */
      {SP_ACT_CONSENT, SP_VERB_HOLD, FRIEND, HIS_FRIEND, true, false},
      {SP_ACT_FORBID, SP_VERB_MARCH, FRIEND, HIS_FRIEND, true, false},
      {SP_ACT_PROMISE, SP_VERB_PROMISE, SELF, NOBODY, true, false},
      {SP_ACT_PROMISE, SP_VERB_PROMISE, FRIEND, HIS_FRIEND, true, false},
  };
  for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++) {
    stage s = set_stage();
    const int32_t bodies[] = {-1, s.under, s.friend, s.chief};
    const char *const names[] = {"van", "scouts", "wing", "main"};
    if (wanted[n].body == HIS_CHIEF && s.chief < 0) fail_msg("he does not know where his chief is");
    s.w->hq.act[s.hq] = SP_ACT_ORDERS;
    s.p.self.act = SP_ACT_ORDERS;
    int32_t told = sp_lab_count(s.w, SP_EVENT_DECIDES, "van"), o = carry_out(&s, wanted[n].act, bodies[wanted[n].body], -1);
    assert_true(o >= 0);
    assert_int_equal(s.w->order.verb[o], wanted[n].verb);
    assert_int_equal(s.w->order.from_hq[o], s.hq);
    assert_int_equal(s.w->order.to_hq[o], row_of(s.w, names[wanted[n].to]));
    assert_int_equal(s.w->order.state[o], SP_ORDER_SCHEDULED);
    assert_int_equal(s.w->order.thought[o], wanted[n].act);
    assert_int_equal(sp_lab_count(s.w, SP_EVENT_DECIDES, "van") - told, wanted[n].told ? 1 : 0);
    assert_int_equal(s.w->hq.act[s.hq], wanted[n].kept ? (int)wanted[n].act : (int)SP_ACT_ORDERS);
    sp_lab_close(s.w);
  }
}

static void acts_that_say_nothing_write_nothing(void **state) {
  (void)state;
  static const sp_act silent[] = {SP_ACT_SAY_NOTHING, SP_ACT_KEEP, SP_ACT_LEAVE_ALONE, SP_ACT_WAIT};
  for (size_t n = 0; n < sizeof silent / sizeof *silent; n++) {
    stage s = set_stage();
    int32_t papers = sp_used(s.w, SP_TABLE_MESSAGE), told = sp_lab_count(s.w, SP_EVENT_DECIDES, "van");
    assert_int_equal(carry_out(&s, silent[n], s.under, -1), -1);
    assert_int_equal(sp_used(s.w, SP_TABLE_MESSAGE), papers);
    assert_int_equal(sp_lab_count(s.w, SP_EVENT_DECIDES, "van") - told, silent[n] == SP_ACT_WAIT ? 1 : 0);
    sp_lab_close(s.w);
  }
}

/* Asking is remembered, so that he does not ask again at once. */
static void a_call_is_remembered(void **state) {
  (void)state;
  stage s = set_stage();
  assert_true(carry_out(&s, SP_ACT_ASK_NEIGHBOUR, s.friend, -1) >= 0);
  assert_int_equal(s.w->hq.asked[s.hq], s.t.to);
  assert_int_equal(s.w->hq.asked_times[s.hq], 1);
  sp_lab_close(s.w);
}

/* Friends are called into his camp, his chief is asked for leave: two orders, and what he did is remembered. */
static void gathering_asks_for_leave(void **state) {
  (void)state;
  stage s = set_stage();
  assert_true(s.chief >= 0);
  s.p.body[s.friend].at = (sp_xy){s.p.at.x + 800.0, s.p.at.y}; /* as he believes */
  s.p.body[s.friend].shape = SP_SHAPE_MARCHING;
  int32_t before = sp_used(s.w, SP_TABLE_ORDER), last = carry_out(&s, SP_ACT_GATHER, -1, -1);
  assert_int_equal(last, before + 1);
  assert_int_equal(s.w->order.verb[before], SP_VERB_CAMP);
  assert_int_equal(s.w->order.to_hq[before], row_of(s.w, "wing"));
  assert_int_equal(s.w->order.goal_node[before], s.w->formation.node[s.hq]);
  assert_int_equal(s.w->order.verb[last], SP_VERB_ASK);
  assert_int_equal(s.w->order.ask[last], SP_ASK_LEAVE);
  assert_int_equal(s.w->order.about_hq[last], row_of(s.w, "main"));
  assert_int_equal(s.w->hq.commanded[s.hq], s.t.to);
  sp_lab_close(s.w);
}

/* A third of the helper goes to where the caller is believed to be; he who goes himself goes there; a call passed up is a paper. */
static void calls_answered(void **state) {
  (void)state;
  static const sp_act acts[] = {SP_ACT_SEND, SP_ACT_GO, SP_ACT_PASS_UP};
  for (size_t n = 0; n < 3; n++) {
    stage s = set_stage();
    sp_paper call = {.kind = SP_MESSAGE_REQUEST, .from_hq = row_of(s.w, "wing"), .to_hq = s.hq, .order = -1, .word = -1, .ask = SP_ASK_HELP, .sent = s.t.to};
    int32_t m = sp_paper_send(s.w, &call), papers = sp_used(s.w, SP_TABLE_MESSAGE);
    assert_true(m >= 0);
    int32_t node = s.w->report.node[s.w->contact.report[s.contact[s.friend]]], o = carry_out(&s, acts[n], n == 0 ? s.under : n == 1 ? -1 : s.friend, m);
    if (acts[n] == SP_ACT_SEND) {
      assert_true(o >= 0);
      assert_int_equal(s.w->order.verb[o], SP_VERB_DETACH);
      assert_int_equal(s.w->order.to_hq[o], row_of(s.w, "scouts"));
      assert_in_range(s.w->order.detach_count[o * 3], 296, 298); /* 0.33 of 900, stragglers apart */
      assert_int_equal(s.w->order.detach_verb[o], SP_VERB_ATTACK);
      assert_int_equal(s.w->order.goal_node[o], node);
    } else if (acts[n] == SP_ACT_GO) {
      assert_true(o >= 0);
      assert_int_equal(s.w->order.verb[o], SP_VERB_ATTACK);
      assert_int_equal(s.w->order.to_hq[o], s.hq);
      assert_int_equal(s.w->order.goal_node[o], node);
    } else {
      assert_int_equal(o, -1);
      assert_int_equal(sp_used(s.w, SP_TABLE_MESSAGE), papers + 1);
      assert_int_equal(s.w->message.to_hq[papers], row_of(s.w, "main"));
      assert_int_equal(s.w->message.kind[papers], SP_MESSAGE_REQUEST);
      assert_int_equal(s.w->message.ask[papers], SP_ASK_HELP);
    }
    sp_lab_close(s.w);
  }
}

/* Back to what he was told: the very order, again, as a thought of his own. */
static void orders_are_taken_up_again(void **state) {
  (void)state;
  stage s = set_stage();
  int32_t mission = s.w->hq.mission[s.hq];
  assert_true(mission >= 0);
  assert_int_equal(s.w->order.verb[mission], SP_VERB_HOLD);
  s.p.self.act = SP_ACT_ATTACK;
  int32_t o = carry_out(&s, SP_ACT_ORDERS, -1, -1);
  assert_true(o >= 0);
  assert_int_equal(s.w->order.verb[o], SP_VERB_HOLD);
  assert_int_equal(s.w->order.from_hq[o], s.hq);
  assert_int_equal(s.w->hq.act[s.hq], SP_ACT_ORDERS);
  sp_lab_close(s.w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_call_for_help_by_hand),
      cmocka_unit_test(who_does_not_call),
      cmocka_unit_test(foot_bars_the_road),
      cmocka_unit_test(nobody_bars_the_road_before_a_camp),
      cmocka_unit_test(calls_in_vain_are_forgotten),
      cmocka_unit_test(gathering_by_hand),
      cmocka_unit_test(who_gathers_nobody),
      cmocka_unit_test(leave_given_or_refused),
      cmocka_unit_test(answers_do_not_hang_on_the_tick),
      cmocka_unit_test(every_act_is_open_to_somebody),
      cmocka_unit_test(acts_become_orders),
      cmocka_unit_test(acts_that_say_nothing_write_nothing),
      cmocka_unit_test(a_call_is_remembered),
      cmocka_unit_test(gathering_asks_for_leave),
      cmocka_unit_test(calls_answered),
      cmocka_unit_test(orders_are_taken_up_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
