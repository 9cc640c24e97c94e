/* Commanders on pictures: what weighs how, by hand and by comparison; and that what a man cannot know moves nothing he does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630, .has_superior = true};
  p.self = (sp_self){.men = 2000, .foot = 1500, .mounted = 500, .order = 0.8, .fatigue = 0.2, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_ATTACK};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.body[0] = (sp_known_body){.number = 1, .at = {1500.0, 0.0}, .confidence = 0.9, .sigma = 0.3, .men = 2000, .shape = SP_SHAPE_STANDING, .seen = 620, .heard = 620};
  p.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 3, .relation = SP_RELATION_CHIEF, .at = {-20000.0, 0.0}, .confidence = 1.0, .men = 5000, .seen = 600, .quality = 0.5};
  p.body_count = 2;
  return p;
}

static double score_of(const sp_picture *p, sp_act act) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  const sp_option *o = option_of(&d, act);
  assert_non_null(o);
  return o->score - o->term[SP_TERM_LUCK];
}

/* An enemy of 2,000 at 1.5 km: power 2000 * (0.4 + 0.6 * 0.7) * (0.5 + 0.5) weighed by 0.3 + 0.7 * 0.5; own power
 * 2000 * (0.4 + 0.6 * 0.8) * (0.5 + 0.5). */
static void a_scene_by_hand(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_scene s = sp_mind_scene(&m);
  assert_int_equal(s.nearest, 0);
  assert_int_equal(s.beaten, -1);
  assert_true(sp_abs(s.close - 0.5) < 1e-12);
  double own = 2000.0 * 0.88, enemy = 2000.0 * 0.65 * 0.82;
  assert_true(sp_abs(s.odds - sp_log(own / enemy)) < 1e-9);
  assert_true(s.danger == 0.0 && s.bad == 0.0 && s.idle == 0.0 && s.works == 0.0);
  p.self.lost = 0.15;
  p.self.fights = true;
  p.self.wavering = true;
  s = sp_mind_scene(&m);
  assert_true(sp_abs(s.bad - 1.5) < 1e-12 && s.close == 1.0); /* 0.15 / 0.15 + 0.5 */
}

/* The stronger enemy is a danger in the field, less so to who stands behind a wall, none to who holds a whole one. */
static void a_wall_takes_the_danger_away(void **state) {
  (void)state;
  sp_picture p = picture();
  p.body[0].men = 8000;
  sp_mind m = mind(&p);
  sp_scene open = sp_mind_scene(&m);
  assert_true(open.danger > 0.5 && open.danger == open.abroad);
  p.self.wall = 0.8;
  sp_scene fort = sp_mind_scene(&m);
  assert_true(fort.abroad == open.abroad && sp_abs(fort.danger - 0.2 * open.danger) < 1e-12);
  p.self.wall = 1.0;
  p.body[0].at = (sp_xy){300.0, 0.0};
  assert_true(sp_mind_scene(&m).danger <= 0.0);
  sp_decision d;
  assert_false(sp_mind_alarm(&m, &d)); /* and he calls for nobody */
  p.self.wall = 0.0;
  assert_true(sp_mind_alarm(&m, &d));
}

/* Told to follow the enemy at a distance he goes at him less gladly than who is told nothing, or to march on. */
static void who_is_to_keep_off_keeps_off(void **state) {
  (void)state;
  sp_picture p = picture();
  p.self.task = SP_TASK_NONE;
  double idle = score_of(&p, SP_ACT_ATTACK);
  p.self.task = SP_TASK_GO;
  double marches = score_of(&p, SP_ACT_ATTACK);
  p.self.task = SP_TASK_KEEP_OFF;
  double keeps = score_of(&p, SP_ACT_ATTACK);
  const sp_constants *k = sp_constants_default();
  assert_true(keeps < marches && keeps < idle);
  assert_true(sp_abs((marches - keeps) - 0.4 * k->mind_obey * 0.75) < 1e-9); /* -0.8 against -0.4, loyalty 0.5 */
  assert_true(score_of(&p, SP_ACT_ORDERS) > keeps);
}

static void terms_add_up(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  assert_true(d.count >= 3 && d.count <= SP_OPTIONS);
  for (int32_t n = 0; n < d.count; n++) {
    double sum = 0.0;
    for (int k = 0; k < SP_TERM_COUNT; k++) sum += d.option[n].term[k];
    assert_true(sp_abs(sum - d.option[n].score) < 1e-12);
    assert_true(d.option[n].score <= d.option[d.chosen].score);
  }
  /* attack as ordered: 0.8 * (0.5 + 0.5 * 0.5), no habit but that of his orders */
  const sp_option *orders = option_of(&d, SP_ACT_ORDERS);
  assert_true(sp_abs(orders->term[SP_TERM_OBEY] - 0.6) < 1e-12);
}

static void weights_pull_the_right_way(void **state) {
  (void)state;
  double before = -1e9;
  for (int men = 250; men <= 16000; men *= 2) { /* the stronger, the likelier to attack */
    sp_picture p = picture();
    p.self.men = men;
    double now = score_of(&p, SP_ACT_ORDERS);
    assert_true(now >= before);
    before = now;
  }
  for (int trait = 0; trait <= 10; trait++) { /* the warier, the less */
    sp_picture p = picture();
    p.self.trait[SP_TRAIT_CAUTION] = trait / 10.0;
    p.body[0].shape = SP_SHAPE_CAMPED;
    double now = score_of(&p, SP_ACT_ORDERS);
    if (trait) assert_true(now <= before);
    before = now;
  }
  sp_picture day = picture(), night = picture();
  night.self.light = 0.0;
  assert_true(score_of(&night, SP_ACT_ORDERS) < score_of(&day, SP_ACT_ORDERS));
  sp_picture works = picture();
  works.body[0].shape = SP_SHAPE_CAMPED;
  assert_true(score_of(&works, SP_ACT_ORDERS) < score_of(&day, SP_ACT_ORDERS));
}

/* Formed men who stand by while others run look like a trap, to the wary most of all. */
static void a_trick_is_feared(void **state) {
  (void)state;
  sp_picture p = picture();
  p.body[2] = (sp_known_body){.number = 3, .at = {1000.0, 300.0}, .confidence = 0.9, .sigma = 0.3, .men = 3000, .shape = SP_SHAPE_FLEEING, .seen = 625, .heard = 625};
  p.body_count = 3;
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  const sp_option *pursue = option_of(&d, SP_ACT_PURSUE);
  assert_non_null(pursue);
  /* 2,000 of 5,000 stand by: 0.6 * 0.5 * 0.4 */
  assert_true(sp_abs(pursue->term[SP_TERM_TRICK] + 0.6 * 0.5 * 0.4) < 1e-12);
}

/* Prisoners say that their chief is gone: then it is none, as far as they are believed; that he is there: then the more. */
static void prisoners_are_listened_to(void **state) {
  (void)state;
  sp_picture p = picture();
  p.body[2] = (sp_known_body){.number = 3, .at = {1000.0, 300.0}, .confidence = 0.9, .sigma = 0.3, .men = 3000, .shape = SP_SHAPE_FLEEING, .seen = 625, .heard = 625};
  p.body_count = 3;
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  double before = option_of(&d, SP_ACT_PURSUE)->score;
  assert_true(option_of(&d, SP_ACT_PURSUE)->term[SP_TERM_CAPTIVES] == 0.0);
  p.chief_gone = 1.0;
  assert_true(sp_mind_field(&m, &d));
  const sp_option *pursue = option_of(&d, SP_ACT_PURSUE);
  assert_true(sp_abs(pursue->term[SP_TERM_CAPTIVES] - 0.8 * 0.6 * 0.5 * 0.4) < 1e-12); /* four fifths of the fear */
  assert_true(sp_abs(pursue->score - before - pursue->term[SP_TERM_CAPTIVES]) < 1e-12);
  p.chief_gone = -1.0;
  assert_true(sp_mind_field(&m, &d));
  assert_true(sp_abs(option_of(&d, SP_ACT_PURSUE)->term[SP_TERM_CAPTIVES] + 0.5 * 0.8 * 0.6 * 0.5 * 0.4) < 1e-12);
  p.body_count = 2; /* nobody runs, nobody is idle for a reason: there is nothing to be afraid of */
  p.chief_gone = 1.0;
  assert_true(sp_mind_field(&m, &d));
  assert_true(option_of(&d, SP_ACT_ORDERS)->term[SP_TERM_CAPTIVES] == 0.0);
}

/* Whose name is feared is left alone, by the wary most: 0.5 * (0.5 + caution) * renown, by how near he is; half of it in standing before him. */
static void a_name_is_feared(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  double before = option_of(&d, SP_ACT_ORDERS)->score, stood = option_of(&d, SP_ACT_HOLD)->score;
  assert_true(option_of(&d, SP_ACT_ORDERS)->term[SP_TERM_FEARED] == 0.0);
  p.body[0].renown = 0.8; /* at 1.5 km of 3 */
  assert_true(sp_mind_field(&m, &d));
  assert_true(sp_abs(option_of(&d, SP_ACT_ORDERS)->term[SP_TERM_FEARED] + 0.5 * 1.0 * 0.4) < 1e-12);
  assert_true(sp_abs(option_of(&d, SP_ACT_ORDERS)->score - before + 0.2) < 1e-12);
  assert_true(sp_abs(option_of(&d, SP_ACT_HOLD)->score - stood + 0.1) < 1e-12);
  p.body[0].shape = SP_SHAPE_FLEEING; /* of a man who runs nobody is afraid */
  assert_true(sp_mind_scene(&m).renown == 0.0);
}

/* In need he promises rank to his own men; hunted, to the helper near by, the lighter the less honour he has. */
static void rank_is_promised_in_need(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_false(sp_mind_promise(&m, &d)); /* nothing presses him */
  p.self.fights = true;
  p.self.lost = 0.15;
  assert_true(sp_mind_promise(&m, &d));
  const sp_option *own = option_of(&d, SP_ACT_PROMISE);
  assert_true(own && own->body == -1);
  assert_true(sp_abs(own->term[SP_TERM_NEED] - 0.6) < 1e-12); /* the fight is as bad as it counts */
  assert_true(sp_abs(own->term[SP_TERM_LIFE] - 0.5 * 0.6 * 0.5) < 1e-12);
  assert_true(sp_abs(own->term[SP_TERM_COST] + 0.4 * 0.5) < 1e-12);
  assert_int_equal(sp_mind_ranks(&m), 1 + (int)(2.0 * sp_mind_scene(&m).peril));
  p.self.promised = true;
  assert_false(sp_mind_promise(&m, &d)); /* one is open already */
  p.self.promised = false;
  p.self.gave = 600;
  assert_false(sp_mind_promise(&m, &d));
  p = picture();
  p.self.act = SP_ACT_RIDE_OFF;
  p.self.men = 300;
  p.body[0].at = (sp_xy){200.0, 0.0};
  m = mind(&p);
  assert_false(sp_mind_promise(&m, &d)); /* nobody is near to help */
  p.body[2] = (sp_known_body){.number = 4, .friendly = true, .formation = 9, .relation = SP_RELATION_FRIEND, .at = {-900.0, 0.0}, .confidence = 1.0, .men = 1000, .seen = 628, .heard = 628, .quality = 0.5};
  p.body_count = 3;
  assert_true(sp_mind_promise(&m, &d));
  assert_true(option_of(&d, SP_ACT_PROMISE) && option_of(&d, SP_ACT_PROMISE)->body == 2);
  double before = 1e9;
  for (int n = 0; n <= 10; n++) {
    p.self.trait[SP_TRAIT_HONOUR] = n / 10.0;
    assert_true(sp_mind_promise(&m, &d));
    double now = option_of(&d, SP_ACT_PROMISE)->score - option_of(&d, SP_ACT_SAY_NOTHING)->score;
    assert_true(now < before);
    before = now;
  }
  p.body[2].at.x = -1300.0; /* farther than four tenths of 3 km */
  assert_false(sp_mind_promise(&m, &d));
}

static sp_picture beaten_chief(double honour) {
  sp_picture p = picture();
  p.self.task = SP_TASK_REAR_GUARD;
  p.self.leads = p.self.fights = true;
  p.self.lost = 0.1;
  p.self.fight_own = 3000.0;
  p.self.fight_enemy = 6000.0;
  p.self.trait[SP_TRAIT_HONOUR] = honour;
  return p;
}

static void honour_keeps_a_man_with_his_men(void **state) {
  (void)state;
  double before = 1e9;
  for (int n = 0; n <= 10; n++) {
    sp_picture p = beaten_chief(n / 10.0);
    double now = score_of(&p, SP_ACT_RIDE_OFF);
    assert_true(now < before);
    before = now;
  }
  sp_picture alone = beaten_chief(0.0);
  alone.self.leads = false; /* who leads nobody has nobody to leave */
  sp_mind m = mind(&alone);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  assert_null(option_of(&d, SP_ACT_RIDE_OFF));
}

static double help_ahead(int32_t serial, double caller_m) {
  sp_picture p = picture();
  p.has_superior = false;
  p.self.task = SP_TASK_NONE;
  p.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = 20, .relation = SP_RELATION_UNDER_HIM, .at = {-5000.0, 0.0}, .men = 3000, .seen = 600};
  p.body[3] = (sp_known_body){.number = 4, .friendly = true, .formation = 21, .relation = SP_RELATION_UNDER_HIM, .at = {-5000.0 - caller_m, 0.0}, .men = 6000, .seen = 600};
  p.body_count = 4;
  sp_known_paper call = {.occasion = SP_OCCASION_REQUEST, .from = 21, .serial = serial, .for_help = true, .acted = 620};
  p.paper = &call;
  p.paper_count = 1;
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_answer(&m, 0, &d));
  const sp_option *send = option_of(&d, SP_ACT_SEND), *wait = option_of(&d, SP_ACT_WAIT);
  assert_true(send && wait && d.after_min > 0);
  return (send->score - send->term[SP_TERM_LUCK]) - (wait->score - wait->term[SP_TERM_LUCK]);
}

static void the_second_call_is_believed(void **state) {
  (void)state;
  assert_true(help_ahead(1, 5000.0) < help_ahead(2, 5000.0));
  assert_true(help_ahead(2, 5000.0) < help_ahead(3, 5000.0));
  assert_true(help_ahead(2, 15000.0) < help_ahead(2, 5000.0)); /* and what is near is worth more */
}

/* Who stands nearest to the caller himself may send of his own men; others are sent where they are nearer. */
static void help_of_his_own_men(void **state) {
  (void)state;
  for (int near = 0; near < 2; near++) {
    sp_picture p = picture();
    p.has_superior = false;
    p.self.task = SP_TASK_NONE;
    p.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = 20, .relation = SP_RELATION_UNDER_HIM, .at = {near ? -26000.0 : -12000.0, 0.0}, .men = 2000, .seen = 600};
    p.body[3] = (sp_known_body){.number = 4, .friendly = true, .formation = 21, .relation = SP_RELATION_UNDER_HIM, .at = {near ? -2000.0 : -15000.0, 0.0}, .men = 6000, .seen = 600};
    p.body_count = 4;
    sp_known_paper call = {.occasion = SP_OCCASION_REQUEST, .from = 21, .serial = 2, .for_help = true, .acted = 620};
    p.paper = &call;
    p.paper_count = 1;
    sp_mind m = mind(&p);
    sp_decision d;
    assert_true(sp_mind_answer(&m, 0, &d));
    double own = 0.0, other = 0.0;
    for (int32_t n = 0; n < d.count; n++) {
      if (d.option[n].act != SP_ACT_SEND) continue;
      *(d.option[n].body < 0 ? &own : &other) = d.option[n].score - d.option[n].term[SP_TERM_LUCK];
    }
    assert_true(near ? own > other : own < other);
    p.self.men = 300; /* too few to be divided */
    assert_true(sp_mind_answer(&m, 0, &d));
    for (int32_t n = 0; n < d.count; n++) assert_false(d.option[n].act == SP_ACT_SEND && d.option[n].body < 0);
  }
}

/* Ten calls in an hour do not draw ten times on the same body. */
static void who_was_drawn_on_is_not_asked_again(void **state) {
  (void)state;
  sp_picture p = picture();
  p.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = 20, .relation = SP_RELATION_UNDER_HIM, .at = {-5000.0, 0.0}, .men = 3000, .seen = 600, .drawn_on = true};
  p.body[3] = (sp_known_body){.number = 4, .friendly = true, .formation = 21, .relation = SP_RELATION_UNDER_HIM, .at = {-9000.0, 0.0}, .men = 6000, .seen = 600};
  p.body_count = 4;
  sp_known_paper call = {.occasion = SP_OCCASION_REQUEST, .from = 21, .serial = 2, .for_help = true, .acted = 620};
  p.paper = &call;
  p.paper_count = 1;
  sp_mind m = mind(&p);
  sp_decision d;
  p.self.drawn_on = true; /* nor upon himself */
  assert_true(sp_mind_answer(&m, 0, &d));
  assert_null(option_of(&d, SP_ACT_SEND));
  p.body[2].drawn_on = false;
  assert_true(sp_mind_answer(&m, 0, &d));
  assert_non_null(option_of(&d, SP_ACT_SEND));
}

/* Ordered on with an enemy in the road: the longer he stands, the more his orders ask him to clear it. By hand after three hours at
 * 1,500 m: 0.8 * 0.75 * (1 - 0.7) to go on, 0.8 * 0.75 * (-0.4 + 1) to attack. An enemy behind him bars nothing. */
static void an_enemy_in_the_road_is_cleared_away(void **state) {
  (void)state;
  sp_picture p = picture();
  p.self.task = SP_TASK_GO;
  p.self.has_goal = true;
  p.self.goal = (sp_xy){9000.0, 0.0};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  double fresh = score_of(&p, SP_ACT_ATTACK);
  p.self.stood_hours = 3.0;
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_field(&m, &d));
  assert_true(sp_abs(option_of(&d, SP_ACT_ORDERS)->term[SP_TERM_OBEY] - 0.6 * 0.3) < 1e-12);
  assert_true(sp_abs(option_of(&d, SP_ACT_ATTACK)->term[SP_TERM_OBEY] - 0.6 * 0.6) < 1e-12);
  assert_true(score_of(&p, SP_ACT_ATTACK) > fresh);
  p.self.goal = (sp_xy){-9000.0, 0.0};
  assert_true(sp_abs(score_of(&p, SP_ACT_ATTACK) - fresh) < 1e-12);
}

/* What he resolved just now stands three times as fast as an old habit, and falls back to it in two hours. */
static void a_fresh_resolve_is_not_taken_back(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_decision d;
  const double wanted[] = {0.75, 0.5, 0.25};
  p.self.act = SP_ACT_HOLD;
  p.self.task = SP_TASK_ATTACK;
  for (int n = 0; n < 3; n++) {
    p.self.act_since = p.now - 60 * n;
    assert_true(sp_mind_field(&m, &d));
    assert_true(sp_abs(option_of(&d, SP_ACT_HOLD)->term[SP_TERM_HABIT] - wanted[n]) < 1e-12);
  }
}

static void horse_and_veterans_are_sent_first(void **state) {
  (void)state;
  sp_picture p = picture();
  p.self.leads = true;
  p.body[0].shape = SP_SHAPE_FLEEING;
  const double mounted[] = {0.0, 1.0, 0.0}, quality[] = {0.35, 0.6, 0.65};
  for (int n = 0; n < 3; n++)
    p.body[2 + n] = (sp_known_body){.number = 3 + n, .friendly = true, .formation = (sp_key)(30 + n), .relation = SP_RELATION_UNDER_HIM, .at = {500.0, 0.0}, .men = 800, .seen = 620, .mounted = mounted[n], .quality = quality[n]};
  p.body_count = 5;
  sp_mind m = mind(&p);
  assert_true(sp_mind_may_send(&m));
  assert_int_equal(sp_mind_next_to_send(&m, 0), 3);
  assert_int_equal(sp_mind_next_to_send(&m, 1u << 3), 4);
  assert_int_equal(sp_mind_next_to_send(&m, 1u << 3 | 1u << 4), 2);
  sp_decision d;
  sp_mind_send_after(&m, 3, &d);
  assert_int_equal(d.option[d.chosen].act, SP_ACT_SEND_AFTER);
  p.body[2].task = p.body[4].task = SP_TASK_PURSUE; /* 1,600 are after 2,000 already: enough */
  sp_decision enough;
  sp_mind_send_after(&m, 3, &enough);
  assert_true(option_of(&enough, SP_ACT_SEND_AFTER)->score < option_of(&d, SP_ACT_SEND_AFTER)->score);
}

static sp_picture after_the_fight(double caution, sp_shape shape) {
  sp_picture p = picture();
  p.self.leads = true;
  p.self.trait[SP_TRAIT_CAUTION] = caution;
  p.self.fights = true;
  p.body[0].shape = SP_SHAPE_FLEEING;
  p.body[0].men = 3000;
  p.body[1] = p.body[0];
  p.body[1].number = 2;
  p.body[1].shape = shape;
  p.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = (sp_key)30, .relation = SP_RELATION_UNDER_HIM, .at = {500.0, 0.0}, .men = 900, .seen = p.now, .mounted = 1.0, .quality = 0.5, .task = SP_TASK_STAND};
  p.body_count = 3;
  return p;
}

/* How much more he is for sending his horse, which he told to stand, than for keeping it. */
static double for_sending(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  sp_mind_send_after(&m, 2, &d);
  return without_luck(option_of(&d, SP_ACT_SEND_AFTER)) - without_luck(option_of(&d, SP_ACT_KEEP));
}

static void horse_is_let_go_when_the_enemy_is_beaten(void **state) {
  (void)state;
  sp_picture won = after_the_fight(0.5, SP_SHAPE_FLEEING), half = after_the_fight(0.5, SP_SHAPE_FIGHTING), wary = after_the_fight(0.9, SP_SHAPE_FIGHTING), bold = after_the_fight(0.1, SP_SHAPE_FIGHTING);
  assert_true(for_sending(&won) > 0.0);   /* all run: the ground need not be held any more */
  assert_true(for_sending(&half) < 0.0);  /* half of them stand and fight: it must */
  assert_true(for_sending(&wary) < for_sending(&half) && for_sending(&half) < for_sending(&bold));
  double least = for_sending(&won);
  sp_picture worse = won;
  worse.self.light = 0.1;
  assert_true(for_sending(&worse) < least);
  worse = won, worse.self.fatigue = 0.8;
  assert_true(for_sending(&worse) < least);
  worse = won, worse.self.lost = 0.15; /* as bad as can be: mind_bad_loss */
  assert_true(for_sending(&worse) < least);
  worse = won, worse.body[2].task = SP_TASK_REAR_GUARD; /* that is to cover the others, whoever runs */
  near(for_sending(&worse), least - sp_constants_default()->mind_obey, 1e-12);
}

/* ---- in the war */

/* Red attacks in the morning and is beaten; blue's horse stands behind its foot under a chief of its own. The number of the horse's chases. */
static int32_t chases(sp_commanders commanders, uint64_t seed) {
  sp_lab lab = sp_lab_open(9.0, 15);
  lab.campaign.commanders = commanders;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 9000.0, 0.0);
  sp_lab_place(&lab, "east", 18000.0, 0.0);
  sp_lab_road(&lab, "west", "mill", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "red-foot", "red", NULL, "west");
  sp_lab_strength(&lab, "red-foot", SP_ARM_SPEAR, 1500);
  sp_lab_formation(&lab, "blue-foot", "blue", NULL, "mill");
  sp_lab_strength(&lab, "blue-foot", SP_ARM_SHOT, 4000);
  sp_lab_formation(&lab, "blue-horse", "blue", "blue-foot", "mill");
  sp_lab_strength(&lab, "blue-horse", SP_ARM_HORSE, 900);
  sp_lab_strength(&lab, "blue-horse", SP_ARM_MOUNT, 900);
  sp_lab_order(&lab, "blue-foot to blue-foot: hold");
  sp_lab_order(&lab, "blue-foot to blue-horse: hold");
  sp_lab_order(&lab, "red-foot to red-foot: attack the enemy at mill");
  sp_world *w = sp_lab_war(&lab, seed);
  sp_lab_run(w);
  int32_t count = sp_lab_count(w, SP_EVENT_PURSUES, "blue-horse");
  sp_lab_close(w);
  return count;
}

/* To the letter of their orders they stand; where the chase is left to the chief, he sends his horse. */
static void who_held_his_ground_sends_his_horse(void **state) {
  (void)state;
  int32_t letter = 0, chase = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    letter += chases(SP_COMMANDERS_ORDERS, seed);
    chase += chases(SP_COMMANDERS_CHASE, seed) > 0;
  }
  assert_int_equal(letter, 0);
  assert_true(chase >= 3);
}

static sp_world *meeting(sp_arm enemy_arm) {
  sp_lab lab = sp_lab_open(8.0, 15);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 9000.0, 0.0);
  sp_lab_place(&lab, "east", 18000.0, 0.0);
  sp_lab_road(&lab, "west", "mill", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "red-main", "red", NULL, "west");
  sp_lab_formation(&lab, "red-van", "red", "red-main", "mill");
  sp_lab_formation(&lab, "enemy", "blue", NULL, "east");
  sp_lab_strength(&lab, "red-main", SP_ARM_FOOT, 3000);
  sp_lab_strength(&lab, "red-van", SP_ARM_FOOT, 700);
  sp_lab_strength(&lab, "red-van", SP_ARM_HORSE, 100);
  sp_lab_strength(&lab, "red-van", SP_ARM_MOUNT, 100);
  sp_strength_def men = SP_STRENGTH_DEF_INIT;
  men.formation = "enemy";
  men.arm = enemy_arm;
  men.troop_class = SP_CLASS_LINE;
  men.count[SP_RANK_SOLDIER] = 2500;
  assert_int_equal(sp_scenario_add_strength(lab.scenario, &men), SP_OK);
  sp_lab_order(&lab, "red-van to red-van: hold");
  sp_lab_order(&lab, "enemy to enemy: march to west");
  return sp_lab_war(&lab, 5);
}

static int32_t decided_before_the_fight(const sp_world *w, const sp_event **list, int32_t room) {
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  int32_t n = 0;
  for (size_t i = 0; i < count && e[i].type != SP_EVENT_BATTLE_BEGINS; i++)
    if (e[i].type == SP_EVENT_DECIDES && (e[i].subject == sp_lab_key(w, "red-main") || e[i].subject == sp_lab_key(w, "red-van")) && n < room) list[n++] = &e[i];
  return n;
}

/* Nobody sees with what the enemy's foot is armed before he fights it. */
static void what_he_cannot_know_moves_nothing(void **state) {
  (void)state;
  sp_world *spears = meeting(SP_ARM_SPEAR), *shot = meeting(SP_ARM_SHOT);
  sp_lab_run(spears);
  sp_lab_run(shot);
  const sp_event *left[64], *right[64];
  int32_t many = decided_before_the_fight(spears, left, 64), as_many = decided_before_the_fight(shot, right, 64);
  assert_true(many > 0);
  assert_int_equal(many, as_many);
  for (int32_t n = 0; n < many; n++)
    assert_true(left[n]->minute == right[n]->minute && left[n]->subject == right[n]->subject && left[n]->a == right[n]->a && left[n]->b == right[n]->b && left[n]->value == right[n]->value);
  sp_lab_close(spears);
  sp_lab_close(shot);
}

/* Two armies ordered through each other on one road: it comes to a fight, and nobody is seen to turn about more than every half hour. */
static void nobody_stands_for_days_nor_goes_back_and_forth(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(30.0, 15);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 18000.0, 0.0);
  sp_lab_road(&lab, "west", "east", 18000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "ours", "red", NULL, "west");
  sp_lab_formation(&lab, "theirs", "blue", NULL, "east");
  sp_lab_strength(&lab, "ours", SP_ARM_FOOT, 2500);
  sp_lab_strength(&lab, "theirs", SP_ARM_FOOT, 3600);
  sp_lab_order(&lab, "ours to ours: march to east");
  sp_lab_order(&lab, "theirs to theirs: march to west");
  sp_world *w = sp_lab_war(&lab, 5);
  sp_lab_run(w);
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  bool fought = false;
  for (size_t i = 0; i < count; i++) {
    fought = fought || e[i].type == SP_EVENT_BATTLE_BEGINS;
    int32_t turns = 0;
    for (size_t k = i; k < count && e[k].minute <= e[i].minute + 360; k++)
      if (e[k].type == SP_EVENT_DECIDES && e[k].subject == e[i].subject && e[k].a <= (int32_t)SP_ACT_RIDE_OFF) turns++;
    assert_true(turns <= 12);
  }
  assert_true(fought);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scene_by_hand),
      cmocka_unit_test(a_wall_takes_the_danger_away),
      cmocka_unit_test(who_is_to_keep_off_keeps_off),
      cmocka_unit_test(terms_add_up),
      cmocka_unit_test(weights_pull_the_right_way),
      cmocka_unit_test(a_trick_is_feared), cmocka_unit_test(prisoners_are_listened_to), cmocka_unit_test(a_name_is_feared), cmocka_unit_test(rank_is_promised_in_need),
      cmocka_unit_test(honour_keeps_a_man_with_his_men),
      cmocka_unit_test(the_second_call_is_believed),
      cmocka_unit_test(help_of_his_own_men), cmocka_unit_test(horse_is_let_go_when_the_enemy_is_beaten), cmocka_unit_test(who_held_his_ground_sends_his_horse), cmocka_unit_test(horse_and_veterans_are_sent_first),
      cmocka_unit_test(who_was_drawn_on_is_not_asked_again),
      cmocka_unit_test(an_enemy_in_the_road_is_cleared_away),
      cmocka_unit_test(a_fresh_resolve_is_not_taken_back),
      cmocka_unit_test(nobody_stands_for_days_nor_goes_back_and_forth),
      cmocka_unit_test(horse_and_veterans_are_sent_first),
      cmocka_unit_test(what_he_cannot_know_moves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
