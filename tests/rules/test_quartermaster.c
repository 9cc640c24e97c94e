/* Commanders who look to their bread: what weighs how, by hand; what they do in a war; and that they go by what they were told of stores, not
 * by what is in them. SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/stores.h"
#include "shapan/calc_supply.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define DAY_G 1000000.0 /* what his men eat in a day */

/* 1,000 men with bread for so many days, at noon, when bread is reckoned; a chief 50 km off. */
static sp_picture picture(double days) {
  sp_picture p = {.formation = 7, .from = 660, .now = 720, .has_superior = true};
  p.self = (sp_self){.men = 1000, .foot = 1000, .order = 0.8, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_STAND};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.means = (sp_means){.looked = true, .eats = true, .need_g = DAY_G, .bread_days = days, .carried_g = days * DAY_G, .room_g = (13.0 - days) * DAY_G, .free_to = true};
  p.body[0] = (sp_known_body){.number = 1, .friendly = true, .formation = 3, .relation = SP_RELATION_CHIEF, .at = {-50000.0, 0.0}, .confidence = 1.0, .men = 5000, .seen = 600, .quality = 0.5};
  p.body_count = 1;
  return p;
}

static void add_store(sp_picture *p, double x, double days) {
  int32_t n = p->means.store_count++;
  p->means.store[n] = (sp_known_store){.depot = (sp_key)(50 + n), .luck = (sp_key)(50 + n), .at = {x, 0.0}, .grain_g = days * DAY_G, .in_reach = x < 5000.0 && x > -5000.0};
}

static sp_decision reckon(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_bread(&m, &d));
  return d;
}

/* Two days of eight: want 0.75, weighed by 1.2. Half rations make four of it, 0.5, and cost 0.35; the chief is two marches off: a third of the half
 * that is hoped for. */
static void by_hand(void **state) {
  (void)state;
  sp_picture p = picture(2.0);
  sp_decision d = reckon(&p);
  assert_int_equal(d.option[0].act, SP_ACT_LIVE_ON);
  near(without_luck(&d.option[0]), -1.2 * 0.75, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_HALF_RATION)), -1.2 * 0.5 - 0.35, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_ASK_BREAD)), -1.2 * 0.75 * (1.0 - 0.5 / 3.0) - 0.2 * 0.5 * 0.5, 1e-9);
  assert_true(!option_of(&d, SP_ACT_TO_STORE) && !option_of(&d, SP_ACT_FETCH) && !option_of(&d, SP_ACT_SLAUGHTER) && !option_of(&d, SP_ACT_FORAGE));
  /* A store one march off with plenty: to go there costs 0.9 of his orders, 0.4 of his name, a tenth for the way. */
  add_store(&p, 25000.0, 100.0);
  d = reckon(&p);
  near(without_luck(option_of(&d, SP_ACT_TO_STORE)), -0.9 * 0.8 * 0.75 - 0.4 * 0.5 * 0.5 - 0.1, 1e-9);
  /* Carts for eight days, out and back in two: half of the want goes, and the road and the parting cost 0.12. */
  p.means.carts = 100;
  p.means.cart_share = 8.0 / 13.0;
  p.means.carried_g = DAY_G;
  p.means.room_g = 12.0 * DAY_G;
  d = reckon(&p);
  near(option_of(&d, SP_ACT_FETCH)->term[SP_TERM_HUNGER], -1.2 * (1.0 - 1.0 / 8.0) * 0.5, 1e-9);
  near(option_of(&d, SP_ACT_FETCH)->term[SP_TERM_PRICE], -0.3 * 0.4, 1e-9);
  /* What lies on the carts is unloaded first. */
  p.means.carried_g = 4.0 * DAY_G;
  p.means.room_g = 9.0 * DAY_G;
  p.means.unloads_here = true;
  d = reckon(&p);
  assert_true(option_of(&d, SP_ACT_EMPTY_CARTS) && !option_of(&d, SP_ACT_FETCH));
}

static void weights_pull_the_right_way(void **state) {
  (void)state;
  double stays = 1e9, goes = -1e9, first = 0.0;
  for (int days = 6; days >= 0; days--) { /* the less bread, the less he stays as he is, and the more he goes for it */
    sp_picture p = picture(days);
    add_store(&p, 25000.0, 100.0);
    sp_decision d = reckon(&p);
    double now = without_luck(option_of(&d, SP_ACT_LIVE_ON)), then = without_luck(option_of(&d, SP_ACT_TO_STORE)) - now;
    assert_true(now < stays && then > goes - 1e-12);
    if (days == 6) first = then;
    stays = now;
    goes = then;
  }
  assert_true(goes > first + 0.1);
  for (int task = 0; task < SP_TASK_COUNT; task++) { /* whatever he is bound to, it costs him something to leave it */
    sp_picture p = picture(1.0);
    add_store(&p, 25000.0, 100.0);
    p.self.task = (sp_task)task;
    sp_decision d = reckon(&p);
    const sp_option *go = option_of(&d, SP_ACT_TO_STORE);
    assert_true(!go || (go->term[SP_TERM_OBEY] < -0.1 && go->term[SP_TERM_OBEY] > -2.0));
  }
  sp_picture free = picture(1.0), bound = picture(1.0), unsafe = picture(1.0);
  sp_picture *all[] = {&free, &bound, &unsafe};
  for (int n = 0; n < 3; n++) add_store(all[n], 25000.0, 100.0);
  free.self.task = SP_TASK_NONE;
  unsafe.body[1] = (sp_known_body){.number = 2, .at = {12000.0, 1000.0}, .confidence = 0.9, .men = 2000, .shape = SP_SHAPE_CAMPED, .seen = 700, .heard = 700};
  unsafe.body_count = 2;
  sp_decision a = reckon(&free), b = reckon(&bound), c = reckon(&unsafe);
  assert_true(without_luck(option_of(&a, SP_ACT_TO_STORE)) > without_luck(option_of(&b, SP_ACT_TO_STORE)));
  assert_true(without_luck(option_of(&b, SP_ACT_TO_STORE)) > without_luck(option_of(&c, SP_ACT_TO_STORE)));
}

static void who_does_not_think_of_bread(void **state) {
  (void)state;
  sp_decision d;
  sp_picture plenty = picture(12.0), fed = picture(1.0), fights = picture(1.0), between = picture(1.0), untold = picture(1.0), asked = picture(1.0);
  sp_mind m = mind(&plenty);
  assert_false(sp_mind_bread(&m, &d));
  m = mind(&fed);
  add_store(&fed, 1000.0, 60.0); /* he sits at a full store */
  assert_false(sp_mind_bread(&m, &d));
  m = mind(&fights);
  fights.self.fights = true;
  assert_false(sp_mind_bread(&m, &d));
  m = mind(&between);
  between.from = 721;
  between.now = 780;
  assert_false(sp_mind_bread(&m, &d));
  m = mind(&untold);
  untold.means.eats = false; /* nothing is told of bread in this war */
  assert_false(sp_mind_bread(&m, &d));
  m = mind(&asked);
  asked.self.asked_bread = 600; /* two hours ago */
  assert_true(sp_mind_bread(&m, &d));
  assert_null(option_of(&d, SP_ACT_ASK_BREAD));
  near(d.option[0].term[SP_TERM_HUNGER], -1.2 * 0.875 * (1.0 - 0.25), 1e-9); /* and waits for the answer */
}

/* Who cut the ration himself gives it back when there is bread for eight days again, and not before; told to, he does not. */
static void the_ration_is_given_back(void **state) {
  (void)state;
  for (int by_order = 0; by_order < 2; by_order++) {
    for (int days = 6; days <= 10; days += 2) {
      sp_picture p = picture(days);
      p.means.withheld = 0.5;
      p.self.rationed = !by_order;
      sp_mind m = mind(&p);
      sp_decision d;
      bool thinks = sp_mind_bread(&m, &d);
      assert_int_equal(thinks && option_of(&d, SP_ACT_FULL_RATION) != NULL, !by_order && days >= 8);
    }
  }
}

/* ---- leaving a store */

static sp_picture leaving(double enemy_m) {
  sp_picture p = picture(1.0);
  p.self.task = SP_TASK_GO;
  p.self.has_goal = true;
  p.self.goal = (sp_xy){-30000.0, 0.0};
  p.means.sets_off = true;
  p.means.room_g = 9.0 * DAY_G;
  add_store(&p, 0.0, 40.0);
  p.body[1] = (sp_known_body){.number = 2, .at = {enemy_m, 0.0}, .confidence = 0.9, .men = 4000, .shape = SP_SHAPE_MARCHING, .seen = 700, .heard = 700};
  p.body_count = 2;
  return p;
}

static sp_decision leave(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_leaving(&m, &d));
  return d;
}

/* An enemy 20 km off of 40 that count: half, times 1.4. Left: that and a want of 0.875 times 1.2. Loaded: ten days are carried, nothing is wanted,
 * nine days' grain, 9,000 kg, is a quarter hour at the doors. Burnt: 0.5 * 0.75 of shame and 0.15 for doing it unbidden. */
static void a_store_left_by_hand(void **state) {
  (void)state;
  const sp_constants *k = sp_constants_default();
  sp_picture p = leaving(20000.0);
  sp_decision d = leave(&p);
  assert_int_equal(d.count, 3);
  near(without_luck(option_of(&d, SP_ACT_LEAVE_STORE)), -1.2 * 0.875 - 1.4 * 0.5, 1e-9);
  double hours = 9.0 * DAY_G / (k->depot_door_shi_h * k->ration_shi_kg * 1000.0);
  near(without_luck(option_of(&d, SP_ACT_CARRY)), -0.5 * 0.8 * 0.75 * hours / 6.0 - (0.375 + 0.15), 1e-9);
  near(without_luck(option_of(&d, SP_ACT_BURN_STORE)), -1.2 * 0.875 + 0.15 - 0.375 - 0.15, 1e-9);
  sp_picture hot = leaving(20000.0);
  hot.self.trait[SP_TRAIT_TEMPER] = 1.0;
  sp_decision e = leave(&hot);
  assert_true(without_luck(option_of(&e, SP_ACT_BURN_STORE)) > without_luck(option_of(&d, SP_ACT_BURN_STORE)));
}

static void who_burns_nothing(void **state) {
  (void)state;
  sp_picture nobody = leaving(20000.0), friends = leaving(20000.0), stays = leaving(20000.0), near_by = leaving(20000.0);
  nobody.body_count = 1; /* no enemy that he knows of */
  sp_decision d = leave(&nobody);
  assert_null(option_of(&d, SP_ACT_BURN_STORE));
  friends.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = 9, .relation = SP_RELATION_FRIEND, .at = {500.0, 0.0}, .men = 900, .shape = SP_SHAPE_CAMPED, .seen = 700};
  friends.body_count = 3;
  d = leave(&friends);
  assert_null(option_of(&d, SP_ACT_BURN_STORE));
  near(option_of(&d, SP_ACT_LEAVE_STORE)->term[SP_TERM_DANGER], 0.0, 1e-12);
  sp_mind m = mind(&stays);
  stays.means.sets_off = false;
  assert_false(sp_mind_leaving(&m, &d));
  m = mind(&near_by);
  near_by.self.goal = (sp_xy){3000.0, 0.0}; /* it is at his door where he goes, too */
  assert_false(sp_mind_leaving(&m, &d));
}

/* ---- powder and grenades */

/* Half an issue of one and a half that leave him easy, the enemy 10 km off of 20: want 2/3 * (0.4 + 0.6 / 2). */
static sp_picture light_pouches(double enemy_m) {
  sp_picture p = picture(10.0);
  p.means.powder_told = true;
  p.means.pouches = 0.5;
  p.body[1] = (sp_known_body){.number = 2, .at = {enemy_m, 0.0}, .confidence = 0.9, .men = 4000, .shape = SP_SHAPE_CAMPED, .seen = 700, .heard = 700};
  p.body_count = 2;
  return p;
}

static void powder_by_hand(void **state) {
  (void)state;
  sp_picture p = light_pouches(10000.0), peace = light_pouches(50000.0), full = light_pouches(1000.0), store = light_pouches(10000.0);
  sp_mind m = mind(&p);
  sp_decision d, e;
  assert_true(sp_mind_powder(&m, &d));
  double want = 2.0 / 3.0 * 0.7;
  near(without_luck(option_of(&d, SP_ACT_MAKE_DO)), -0.8 * want, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_ASK_POWDER)), -0.8 * want * (1.0 - 0.5 / 3.0) - 0.05, 1e-9);
  m = mind(&peace);
  assert_true(sp_mind_powder(&m, &e));
  assert_true(without_luck(&e.option[0]) > without_luck(&d.option[0])); /* who has nobody to shoot at can wait */
  m = mind(&full);
  full.means.pouches = 1.0;
  full.means.train_issues = 0.5;
  assert_false(sp_mind_powder(&m, &d));
  add_store(&store, 100.0, 0.0);
  store.means.store[0].powder_g = 1e6;
  store.means.train_room_issues = 2.0;
  m = mind(&store);
  assert_true(sp_mind_powder(&m, &d));
  near(without_luck(option_of(&d, SP_ACT_DRAW_POWDER)), 0.0, 1e-9);
  assert_null(option_of(&d, SP_ACT_ASK_POWDER)); /* what lies at his door he need not ask for */
}

/* Chief beside a full magazine, 20 km from one of his who asks for powder and was last told so. */
static sp_decision begged(sp_task told, bool train, bool enemy, bool walled) {
  static const sp_known_paper paper = {.occasion = SP_OCCASION_REQUEST, .from = 20, .serial = 1, .for_powder = true, .acted = 700};
  sp_picture p = picture(10.0);
  add_store(&p, 0.0, 10.0);
  p.means.store[0].powder_g = 1e6;
  p.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 20, .relation = SP_RELATION_UNDER_HIM, .at = {20000.0, 0.0}, .confidence = 1.0, .men = 1000, .seen = 600, .task = told, .garrison = walled};
  p.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = 21, .relation = SP_RELATION_UNDER_HIM, .at = {0.0, 100.0}, .confidence = 1.0, .men = 120, .seen = 600, .horse = 3, .train = true};
  p.body[3] = (sp_known_body){.number = 4, .at = {22000.0, 0.0}, .confidence = 0.9, .men = 2000, .shape = SP_SHAPE_CAMPED, .seen = 600};
  if (!train) p.body[2].horse = 0;
  p.body_count = enemy ? 4 : 3;
  p.paper = &paper;
  p.paper_count = 1;
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_answer(&m, 0, &d));
  return d;
}

/* Half a need of 0.8, 0.7 of it before an enemy; eight tenths of a day's way; of his orders' 0.8 two tenths, and where he was told to stand nine; carts on the road 0.3 of 0.7 at
 * middling caution. */
static void a_call_for_powder_by_hand(void **state) {
  (void)state;
  sp_decision d = begged(SP_TASK_NONE, false, false, false);
  near(without_luck(option_of(&d, SP_ACT_WAIT)), 0.3 * 0.6, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_CALL_IN)), 0.8 * 0.5 - 0.08 - 0.2 * 0.8, 1e-9);
  assert_null(option_of(&d, SP_ACT_FETCH_POWDER));
  d = begged(SP_TASK_STAND, true, false, false);
  near(without_luck(option_of(&d, SP_ACT_CALL_IN)), 0.8 * 0.5 - 0.08 - 0.9 * 0.8, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_FETCH_POWDER)), 0.8 * 0.5 - 0.1 * (0.8 + 100.0 / 25000.0) - 0.3 * 0.7 * 0.5, 1e-9);
  assert_int_equal(option_of(&d, SP_ACT_FETCH_POWDER)->body, 2);
  d = begged(SP_TASK_NONE, false, true, false);
  near(without_luck(option_of(&d, SP_ACT_CALL_IN)), 0.8 * 0.7 - 0.08 - 0.2 * 0.8, 1e-9);
  d = begged(SP_TASK_NONE, false, false, true); /* a garrison that nobody told to hold its town */
  near(without_luck(option_of(&d, SP_ACT_CALL_IN)), 0.8 * 0.5 - 0.08 - 0.9 * 0.8, 1e-9);
}

static sp_picture doubtful(double tried, double failed) {
  sp_picture p = picture(10.0);
  p.means.grenades = 1000;
  p.means.grenades_tried = tried;
  p.means.grenades_failed = failed;
  return p;
}

static void a_lot_that_failed_is_tried(void **state) {
  (void)state;
  const sp_constants *k = sp_constants_default();
  sp_picture bad = doubtful(10.0, 4.0), sound = doubtful(10.0, 0.0), known = doubtful(200.0, 60.0), close_by = doubtful(10.0, 4.0), few = doubtful(10.0, 4.0);
  sp_lot_plan plan = sp_calc_lot_plan(0.1, 0.3, 0.1, 0.1);
  sp_mind m = mind(&bad);
  sp_decision d;
  assert_true(sp_mind_lot(&m, &d));
  near(without_luck(option_of(&d, SP_ACT_TRUST)), -0.6 * sp_calc_lot_worse(4.0, 10.0, 0.3, k->munition_prior, k->munition_prior), 1e-9);
  near(without_luck(option_of(&d, SP_ACT_TRY_LOT)), -0.4 * plan.sample / 1000.0, 1e-9);
  m = mind(&sound);
  assert_false(sp_mind_lot(&m, &d)); /* nobody has seen one fail */
  m = mind(&known);
  assert_false(sp_mind_lot(&m, &d)); /* he knows what they are */
  m = mind(&close_by);
  close_by.body[1] = (sp_known_body){.number = 2, .at = {3000.0, 0.0}, .confidence = 0.9, .men = 4000, .shape = SP_SHAPE_CAMPED, .seen = 700, .heard = 700};
  close_by.body_count = 2;
  assert_false(sp_mind_lot(&m, &d)); /* there is no time */
  m = mind(&few);
  few.means.grenades = 2 * plan.sample; /* they would be gone */
  assert_false(sp_mind_lot(&m, &d));
}

/* ---- in the war */

static void body(sp_lab *lab, const char *id, const char *parent, const char *place, double bread_days, int32_t men, int32_t carts) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.parent = parent;
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  def.commander_share = def.fatigue_now = 0.0;
  def.bread_days = bread_days;
  sp_lab_formation_def(lab, &def);
  sp_lab_strength(lab, id, SP_ARM_FOOT, men);
  if (carts == 0) return;
  sp_lab_strength(lab, id, SP_ARM_CART, carts);
  sp_lab_strength(lab, id, SP_ARM_DRAUGHT, 2 * carts);
}

static void granary(sp_lab *lab, const char *place) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = "granary";
  def.side = "red";
  def.place = place;
  def.grain_kg = 400000.0;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

/* A road from "here" by "mid" to "there", 20 km, through land laid waste; a store at the far end. */
static sp_lab wasted(sp_commanders commanders, double hours) {
  sp_lab lab = sp_lab_open(hours, 30);
  lab.campaign.commanders = commanders;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "here", 0.0, 0.0);
  sp_lab_place(&lab, "mid", 10000.0, 0.0);
  sp_lab_place(&lab, "there", 20000.0, 0.0);
  sp_lab_road(&lab, "here", "mid", 10000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mid", "there", 10000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_waste_def waste = SP_WASTE_DEF_INIT;
  waste.place = "mid";
  waste.within_m = 60000.0;
  assert_int_equal(sp_scenario_add_waste(lab.scenario, &waste), SP_OK);
  granary(&lab, "there");
  return lab;
}

static int32_t decides(const sp_world *w, const char *who, sp_act act) {
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  int32_t n = 0;
  for (size_t i = 0; i < count; i++) n += e[i].type == SP_EVENT_DECIDES && e[i].a == (int32_t)act && (!who || e[i].subject == sp_lab_key(w, who));
  return n;
}

/* His own carts go, fill and come back into the body; without a mind of his own he starves beside the road. */
static void carts_are_sent_for_bread(void **state) {
  (void)state;
  double missed[2];
  for (int thinks = 0; thinks < 2; thinks++) {
    sp_lab lab = wasted(thinks ? SP_COMMANDERS_MACHINE : SP_COMMANDERS_ORDERS, 24.0 * 9.0);
    body(&lab, "host", NULL, "here", 2.0, 3000, 120);
    sp_lab_order(&lab, "host to host: hold here");
    sp_world *w = sp_lab_war(&lab, 5);
    sp_lab_run(w);
    missed[thinks] = w->provision.missed[sp_lab_row(w, "host")];
    assert_int_equal(decides(w, "host", SP_ACT_FETCH) > 0, thinks);
    if (thinks) {
      assert_true(sp_lab_count(w, SP_EVENT_DETACHED, "host") >= 1 && sp_lab_count(w, SP_EVENT_MERGED, NULL) >= 1);
      assert_true(decides(w, NULL, SP_ACT_DRAW) >= 1 && decides(w, NULL, SP_ACT_BRING) >= 1);
      assert_true((sp_verb)sp_lab_of(w, "host", "verb") == SP_VERB_HOLD && sp_lab_of(w, "host", "head_x") < 1000.0); /* and he holds what he was to hold */
    }
    sp_lab_close(w);
  }
  assert_true(missed[1] < 0.5 * missed[0]);
}

/* 120 carts of the chief's, with their teams. */
static void add_train(sp_lab *lab, double bread_days) {
  sp_formation_def train = SP_FORMATION_DEF_INIT;
  train.id = "train";
  train.side = "red";
  train.parent = "chief";
  train.at.place = "there";
  train.camped = true;
  train.bread_days = bread_days;
  sp_lab_formation_def(lab, &train);
  sp_lab_strength(lab, "train", SP_ARM_FOLLOWER, 120);
  sp_lab_strength(lab, "train", SP_ARM_CART, 120);
  sp_lab_strength(lab, "train", SP_ARM_DRAUGHT, 240);
}

/* He asks; his chief at the store sends a train; its officer fills it, brings it, and hands it over. */
static void a_train_is_sent_to_who_asks(void **state) {
  (void)state;
  sp_lab lab = wasted(SP_COMMANDERS_MACHINE, 24.0 * 7.0);
  body(&lab, "chief", NULL, "there", 5.0, 1000, 0);
  body(&lab, "outpost", "chief", "here", 3.0, 1200, 0);
  add_train(&lab, 1.0);
  sp_lab_order(&lab, "chief to outpost: hold here");
  sp_world *w = sp_lab_war(&lab, 5);
  sp_lab_run(w);
  assert_true(decides(w, "outpost", SP_ACT_ASK_BREAD) >= 1);
  assert_true(decides(w, "chief", SP_ACT_FETCH) >= 1);
  assert_true(decides(w, "train", SP_ACT_BRING) >= 1);
  assert_true(sp_lab_count(w, SP_EVENT_HANDS_OVER, "train") >= 1);
  assert_true(w->provision.missed[sp_lab_row(w, "outpost")] < 1.5);
  sp_lab_close(w);
}

/* The granary is emptied behind everybody's back. Until somebody has seen it, or could have, nobody does anything else. */
static void what_he_cannot_know_feeds_nobody(void **state) {
  (void)state;
  sp_world *war[2];
  for (int emptied = 0; emptied < 2; emptied++) {
    sp_lab lab = wasted(SP_COMMANDERS_MACHINE, 24.0 * 3.0);
    body(&lab, "host", NULL, "here", 2.0, 3000, 120);
    sp_lab_order(&lab, "host to host: hold here");
    war[emptied] = sp_lab_war(&lab, 5);
  }
  (void)sp_store_move(war[1], sp_store_kept(war[1], 0), sp_store_line_of(SP_STORE_LOST, 0), 399000000); /* a quarter of a day is left */
  assert_true(war[1]->depot.grain_g[0] < war[0]->depot.grain_g[0]);
  int64_t until = sp_world_minute(war[0]) + 14 * 60; /* nobody is within sight of it before */
  while (sp_world_minute(war[0]) < until) {
    for (int n = 0; n < 2; n++) assert_int_equal(sp_world_step(war[n]), SP_OK);
    assert_int_equal(sp_used(war[0], SP_TABLE_ORDER), sp_used(war[1], SP_TABLE_ORDER));
    for (int32_t o = 0; o < sp_used(war[0], SP_TABLE_ORDER); o++) assert_true(war[0]->order.key[o] == war[1]->order.key[o]);
  }
  assert_true(decides(war[0], "host", SP_ACT_FETCH) > 0); /* it was a matter of that store */
  for (int n = 0; n < 2; n++) sp_lab_close(war[n]);
}

/* Pouches at one share of their fill: does he ask, and is he full again after three days? */
static bool asks_for_powder(double filled, uint64_t seed, bool *full) {
  sp_lab lab = wasted(SP_COMMANDERS_MACHINE, 24.0 * 3.0);
  sp_depot_def magazine = SP_DEPOT_DEF_INIT;
  magazine.id = "magazine";
  magazine.side = "red";
  magazine.place = "there";
  magazine.grain_kg = 100000.0;
  magazine.powder_kg = 3000.0;
  assert_int_equal(sp_scenario_add_depot(lab.scenario, &magazine), SP_OK);
  body(&lab, "chief", NULL, "there", 5.0, 1000, 0);
  body(&lab, "shots", "chief", "here", 12.0, 100, 0);
  sp_lab_strength(&lab, "shots", SP_ARM_SHOT, 900);
  sp_world *w = sp_lab_war(&lab, seed);
  w->combat.powder[sp_lab_row(w, "shots")] = filled;
  if (filled >= 1.0) w->constants.mind_powder_wary = 1.0;
  sp_lab_run(w);
  bool asks = decides(w, "shots", SP_ACT_ASK_POWDER) > 0;
  *full = decides(w, "chief", SP_ACT_CALL_IN) >= 1 && w->combat.powder[sp_lab_row(w, "shots")] > 0.9;
  sp_lab_close(w);
  return asks;
}

/* His pouches are nearly empty: he asks, and his chief at the magazine calls him in, when he has no better thought. One who has enough behind him does not. */
static void pouches_that_grow_light(void **state) {
  (void)state;
  int called = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    bool full = false;
    assert_true(asks_for_powder(0.1, seed, &full));
    called += full;
    assert_false(asks_for_powder(1.0, seed, &full));
  }
  assert_true(called >= 7);
}

/* Who was told to hold stays, and a train of his chief's brings him powder: into his pouches, for he has no carts. */
static void a_train_brings_powder(void **state) {
  (void)state;
  int full = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    sp_lab lab = wasted(SP_COMMANDERS_MACHINE, 24.0 * 4.0);
    sp_depot_def magazine = SP_DEPOT_DEF_INIT;
    magazine.id = "magazine";
    magazine.side = "red";
    magazine.place = "there";
    magazine.powder_kg = 3000.0;
    assert_int_equal(sp_scenario_add_depot(lab.scenario, &magazine), SP_OK);
    body(&lab, "chief", NULL, "there", 5.0, 1000, 0);
    body(&lab, "shots", "chief", "here", 12.0, 100, 0);
    sp_lab_strength(&lab, "shots", SP_ARM_SHOT, 900);
    add_train(&lab, 8.0);
    sp_lab_order(&lab, "chief to shots: hold here");
    sp_world *w = sp_lab_war(&lab, seed);
    w->combat.powder[sp_lab_row(w, "shots")] = 0.1;
    sp_lab_run(w);
    assert_int_equal(decides(w, "chief", SP_ACT_CALL_IN), 0);
    assert_true(sp_lab_of(w, "shots", "head_x") < 1000.0);
    int32_t handed = sp_lab_count(w, SP_EVENT_MUNITIONS_HANDED, "train");
    assert_true(handed <= decides(w, "train", SP_ACT_DELIVER) && decides(w, "train", SP_ACT_DELIVER) <= 3); /* once a day at the most */
    full += handed >= 1 && w->combat.powder[sp_lab_row(w, "shots")] > 0.9;
    sp_lab_close(w);
  }
  assert_true(full >= 3);
}

/* Ten thrown, five duds, and days without an enemy: some are tried; of the sound lot none is. */
static void duds_are_looked_into(void **state) {
  (void)state;
  for (int failed = 0; failed < 2; failed++) {
    sp_lab lab = wasted(SP_COMMANDERS_MACHINE, 12.0);
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = "storm";
    def.side = "red";
    def.at.place = "here";
    def.camped = true;
    def.bread_days = 12.0;
    def.grenades = 800;
    sp_lab_formation_def(&lab, &def);
    sp_lab_strength(&lab, "storm", SP_ARM_FOOT, 500);
    sp_world *w = sp_lab_war(&lab, 5);
    w->munition.tried[sp_lab_row(w, "storm")] = 10.0;
    w->munition.failed[sp_lab_row(w, "storm")] = failed ? 5.0 : 0.0;
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_TRIED, "storm") > 0, failed);
    sp_lab_close(w);
  }
}

/* The labs with commanders of their own mind: a shut-up garrison stretches its bread; who must give up a granary before an enemy's eyes does
 * not leave it to him whole. */
static void what_the_labs_show(void **state) {
  (void)state;
  sp_world *shut = sp_lab_read_with("lab/hunger", "machine", 1);
  sp_lab_run(shut);
  assert_true(decides(shut, "garrison", SP_ACT_HALF_RATION) == 1 && decides(shut, "garrison", SP_ACT_SLAUGHTER) >= 1);
  sp_lab_close(shut);
  int32_t denied = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) { /* some are on the road within the tick in which they were told to go */
    sp_world *left = sp_lab_read_with("lab/depot", "machine", seed);
    sp_lab_run(left);
    bool chose = decides(left, "garrison", SP_ACT_BURN_STORE) + decides(left, "garrison", SP_ACT_CARRY) >= 1;
    if (decides(left, "garrison", SP_ACT_BURN_STORE)) assert_true(sp_lab_count(left, SP_EVENT_DEPOT_BURNS, NULL) >= 1);
    denied += chose;
    sp_lab_close(left);
  }
  assert_true(denied >= 3);
}

/* Ten days for the body; a third of it has one, who feed apart, and another third twenty: want 0 for the whole, 7/8 for the third. To leave it so
 * weighs 1.2 * 7/8 / 3 and a shame of 0.5 * 0.5 * 0.9 / 3; to make the others give, 0.5 / 3 * half of theirs; if they are his own, and he is greedy, 0.8 * greed * half more. */
static void the_full_and_the_hungry(void **state) {
  (void)state;
  sp_picture p = picture(10.0);
  p.means.bread_days = 10.0;
  p.means.unequal = true;
  p.means.hungry_share = p.means.full_share = 1.0 / 3.0;
  p.means.hungry_days = 1.0;
  p.means.full_days = 20.0;
  sp_decision d = reckon(&p);
  double left = 1.2 * (7.0 / 8.0) / 3.0;
  near(without_luck(&d.option[0]), -left - 0.5 * 0.5 * 0.9 / 3.0, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_SHARE_BREAD)), -0.5 / 3.0 * 0.5, 1e-9);
  p.means.own_full = true;
  p.self.trait[SP_TRAIT_GREED] = 1.0;
  d = reckon(&p);
  near(without_luck(option_of(&d, SP_ACT_SHARE_BREAD)), -0.5 / 3.0 * 0.5 - 0.8 * 0.5, 1e-9);
  p.means.hungry_days = 4.0; /* more than a few: no matter yet */
  sp_mind m = mind(&p);
  assert_false(sp_mind_bread(&m, &d));
}

/* Three thousand of three contingents: a commander who thinks has them share; who keeps to the letter leaves one of them hungry. */
static void one_camp_three_kitchens(void **state) {
  (void)state;
  for (int thinks = 0; thinks < 2; thinks++) {
    sp_world *w = thinks ? sp_lab_read_with("lab/larders", "machine", 1) : sp_lab_read("lab/larders", 1);
    sp_lab_run(w);
    assert_int_equal(decides(w, "garrison", SP_ACT_SHARE_BREAD), thinks);
    assert_int_equal(sp_lab_count(w, SP_EVENT_UNEQUAL_BREAD, "garrison") > 0, !thinks);
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(weights_pull_the_right_way),
      cmocka_unit_test(who_does_not_think_of_bread),
      cmocka_unit_test(the_ration_is_given_back),
      cmocka_unit_test(a_store_left_by_hand),
      cmocka_unit_test(who_burns_nothing),
      cmocka_unit_test(powder_by_hand),
      cmocka_unit_test(a_call_for_powder_by_hand),
      cmocka_unit_test(a_lot_that_failed_is_tried),
      cmocka_unit_test(carts_are_sent_for_bread),
      cmocka_unit_test(pouches_that_grow_light),
      cmocka_unit_test(a_train_brings_powder),
      cmocka_unit_test(duds_are_looked_into),
      cmocka_unit_test(a_train_is_sent_to_who_asks),
      cmocka_unit_test(what_he_cannot_know_feeds_nobody),
      cmocka_unit_test(the_full_and_the_hungry), cmocka_unit_test(one_camp_three_kitchens), cmocka_unit_test(what_the_labs_show),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
