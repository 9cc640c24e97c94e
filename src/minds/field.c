/* field.c - the enemy is near: what he does with his own men.
 *
 * Models   a commander in the field: to do as he was told, to attack, stand, fall back, keep his distance, go after the
 *          beaten; to save himself and leave his men; being hunted, to drop his foot off on the road.
 * Formula  a sum of terms for each act that is open to him; the weights are mind.def's, times what he believes (scene.c), times
 *          his traits: caution on danger, doubt, tricks and a feared name; honour on shame; loyalty on orders and favour;
 *          initiative against going beyond his orders; temper on anger; greed on booty.
 * Leaves out  terrain that he might choose; cooperation of several bodies in one plan; surrender.
 * SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static double trait(const sp_mind *m, sp_trait which) { return m->p->self.trait[which]; }

/* 1 at his side .. 0 where he cannot see. */
static double chief_is_by(const sp_mind *m) {
  int32_t chief = sp_mind_chief(m->p);
  if (chief < 0) return 0.0;
  return sp_clamp(1.0 - sp_mind_apart(m->p->at, m->p->body[chief].at) / m->k->mind_near_m, 0.0, 1.0);
}

/* 0..1: ordered on, he has the enemy before him in the road, and for how long. */
static double barred(const sp_mind *m, const sp_scene *s) {
  const sp_self *self = &m->p->self;
  if (self->task != SP_TASK_GO || !self->has_goal || s->nearest < 0) return 0.0;
  double before = sp_mind_apart(m->p->at, self->goal) - sp_mind_apart(m->p->body[s->nearest].at, self->goal);
  double ahead = sp_clamp(1.0 + before / m->k->mind_beside_m, 0.0, 1.0); /* by degrees: reports are no surveyor's */
  return ahead * sp_min(1.0, 2.0 * s->close) * sp_clamp(self->stood_hours / m->k->mind_barred_h, 0.0, 1.0);
}

/* To do as he was told: by another road, when he is on it. */
static sp_act as_told(const sp_self *self) { return self->act == SP_ACT_GO_ROUND && self->marches ? SP_ACT_GO_ROUND : SP_ACT_ORDERS; }

/* How far an act is what his orders ask for: 1 the very thing .. -1 their opposite. */
static double agrees(const sp_mind *m, const sp_scene *s, sp_act act) {
  if (act == SP_ACT_GO_ROUND) act = SP_ACT_ORDERS;
  static const double with[SP_TASK_COUNT][SP_ACT_RIDE_OFF + 1] = {
      /* orders attack hold fall_back watch pursue ride_off */
      [SP_TASK_NONE] = {0.3, -0.1, 0.3, -0.2, 0.0, 0.1, -0.5},
      [SP_TASK_GO] = {1.0, -0.4, -0.3, -0.3, -0.5, -0.3, -0.5},
      [SP_TASK_STAND] = {1.0, -0.4, 1.0, -0.7, -0.6, -0.4, -1.0},
      [SP_TASK_REAR_GUARD] = {1.0, -0.3, 1.0, -0.5, -0.6, -0.4, -1.0},
      [SP_TASK_ATTACK] = {1.0, 1.0, -0.5, -0.8, 0.1, 0.6, -1.0},
      [SP_TASK_PURSUE] = {1.0, 0.5, -0.4, -0.6, 0.3, 1.0, -1.0},
      [SP_TASK_KEEP_OFF] = {1.0, -0.8, 0.3, 0.2, 0.7, -0.3, -1.0},
  };
  double value = act <= SP_ACT_RIDE_OFF ? with[m->p->self.task][act] : 0.0;
  if (act == SP_ACT_ORDERS) value -= 0.7 * barred(m, s);
  if (act == SP_ACT_ATTACK) value += barred(m, s);
  if (m->p->self.task != SP_TASK_REAR_GUARD) return value;
  double done = chief_is_by(m) > 0.0 ? 0.0 : sp_clamp(m->p->self.pressed_hours / m->k->mind_rear_h, 0.0, 1.0); /* the rest is away by now */
  if (act == SP_ACT_ORDERS || act == SP_ACT_HOLD) value -= done;
  if (act == SP_ACT_FALL_BACK) value += 1.3 * done;
  return value;
}

static void obey(const sp_mind *m, const sp_scene *s, sp_option *o) {
  o->term[SP_TERM_OBEY] = m->k->mind_obey * (0.5 + 0.5 * trait(m, SP_TRAIT_LOYALTY)) * agrees(m, s, o->act);
  double resolved = m->p->self.act_since ? sp_clamp(1.0 - (double)(m->p->now - m->p->self.act_since) / m->k->mind_resolved_min, 0.0, 1.0) : 0.0;
  if (o->act == m->p->self.act) o->term[SP_TERM_HABIT] = m->k->mind_habit * (1.0 + 2.0 * resolved);
  if (o->act != SP_ACT_ORDERS && o->act != SP_ACT_GO_ROUND) o->term[SP_TERM_FAVOUR] -= m->k->mind_eyes * chief_is_by(m);
}

static double wary(const sp_mind *m) { return 0.5 + trait(m, SP_TRAIT_CAUTION); }

static void as_march(const sp_mind *m, const sp_scene *s, sp_option *o) {
  o->term[SP_TERM_DANGER] -= m->k->mind_caught * wary(m) * s->abroad * s->close;
  if (m->p->self.fights) o->term[SP_TERM_PRICE] -= m->k->mind_price * (1.0 - 0.5 * s->bad);
}

static void as_hold(const sp_mind *m, const sp_scene *s, sp_option *o) {
  double worst = sp_max(s->danger * s->close, s->bad);
  o->term[SP_TERM_DANGER] -= m->k->mind_stay * wary(m) * worst;
  o->term[SP_TERM_SHAME] += 0.3 * m->k->mind_shame * trait(m, SP_TRAIT_HONOUR) * s->close;
  o->term[SP_TERM_FEARED] -= 0.5 * m->k->mind_feared * wary(m) * s->renown;
  if (!m->p->self.fights && s->friends_fight > 0.0) o->term[SP_TERM_FRIENDS] -= 0.5 * m->k->mind_friends * trait(m, SP_TRAIT_HONOUR);
}

/* What speaks against going at anybody. */
static void going_at(const sp_mind *m, const sp_scene *s, sp_option *o) {
  const sp_constants *k = m->k;
  double caution = trait(m, SP_TRAIT_CAUTION), dark = sp_clamp(1.0 - 2.0 * m->p->self.light, 0.0, 1.0);
  o->term[SP_TERM_UNKNOWN] -= k->mind_unknown * caution * s->unknown;
  o->term[SP_TERM_TRICK] -= k->mind_trick * caution * s->idle;
  o->term[SP_TERM_CAPTIVES] += sp_mind_captives(m, s->idle);
  o->term[SP_TERM_FEARED] -= k->mind_feared * wary(m) * s->renown;
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * m->p->self.fatigue - 0.6, 0.0, 1.0);
  o->term[SP_TERM_DARK] -= k->mind_dark * dark;
  bool told = m->p->self.task == SP_TASK_ATTACK || m->p->self.task == SP_TASK_PURSUE;
  if (!told) o->term[SP_TERM_BEYOND] -= k->mind_beyond * (1.0 - trait(m, SP_TRAIT_INITIATIVE)) * (1.0 - barred(m, s));
}

static void as_attack(const sp_mind *m, const sp_scene *s, sp_option *o) {
  const sp_constants *k = m->k;
  going_at(m, s, o);
  o->term[SP_TERM_ODDS] += k->mind_odds * s->odds;
  o->term[SP_TERM_DANGER] -= k->mind_hopeless * wary(m) * s->hopeless;
  o->term[SP_TERM_CHANCE] += k->mind_chance * sp_max(s->marching, s->beaten_share);
  o->term[SP_TERM_WORKS] -= k->mind_works * wary(m) * s->works;
  o->term[SP_TERM_ANGER] += k->mind_anger * trait(m, SP_TRAIT_TEMPER) * sp_min(1.0, s->bad);
  if (s->friends_fight > 0.0) o->term[SP_TERM_FRIENDS] += k->mind_friends * (0.3 + 0.7 * trait(m, SP_TRAIT_HONOUR));
  if (m->p->self.fights) o->term[SP_TERM_DANGER] -= k->mind_stay * wary(m) * s->bad;
}

static void as_pursue(const sp_mind *m, const sp_scene *s, sp_option *o) {
  double horse = m->p->self.men > 0 ? (double)m->p->self.mounted / m->p->self.men : 0.0;
  going_at(m, s, o);
  o->term[SP_TERM_CHANCE] += m->k->mind_chance * (0.7 + trait(m, SP_TRAIT_GREED)) * s->beaten_share;
  o->term[SP_TERM_FIT] += m->k->mind_fit * (horse - 0.3);
  o->term[SP_TERM_DANGER] -= m->k->mind_stay * wary(m) * s->abroad * s->close;
}

/* The act that his orders come to. */
static sp_act ordered(const sp_mind *m) {
  switch (m->p->self.task) {
    case SP_TASK_ATTACK: return SP_ACT_ATTACK;
    case SP_TASK_PURSUE: return SP_ACT_PURSUE;
    case SP_TASK_GO: return SP_ACT_ORDERS;
    default: return SP_ACT_HOLD;
  }
}

static void add_orders(const sp_mind *m, const sp_scene *s, sp_decision *d) {
  sp_option *o = sp_mind_option(d, as_told(&m->p->self), s->nearest);
  obey(m, s, o);
  switch (ordered(m)) {
    case SP_ACT_ATTACK: as_attack(m, s, o); break;
    case SP_ACT_PURSUE: s->beaten >= 0 ? as_pursue(m, s, o) : as_attack(m, s, o); break;
    case SP_ACT_HOLD: as_hold(m, s, o); break;
    default: as_march(m, s, o);
  }
}

static void add_fighting(const sp_mind *m, const sp_scene *s, sp_decision *d) {
  bool train = m->p->self.train;
  if (!train && s->nearest >= 0 && ordered(m) != SP_ACT_ATTACK) {
    sp_option *o = sp_mind_option(d, SP_ACT_ATTACK, s->nearest);
    obey(m, s, o);
    as_attack(m, s, o);
  }
  if (!train && s->beaten >= 0 && ordered(m) != SP_ACT_PURSUE && !m->p->self.fights) {
    sp_option *o = sp_mind_option(d, SP_ACT_PURSUE, s->beaten);
    obey(m, s, o);
    as_pursue(m, s, o);
  }
  if (ordered(m) != SP_ACT_HOLD) {
    sp_option *o = sp_mind_option(d, SP_ACT_HOLD, s->nearest);
    obey(m, s, o);
    as_hold(m, s, o);
  }
}

static void add_withdrawing(const sp_mind *m, const sp_scene *s, sp_decision *d) {
  const sp_constants *k = m->k;
  double worst = sp_max(s->danger * s->close, s->bad), honour = trait(m, SP_TRAIT_HONOUR);
  int32_t chief = sp_mind_chief(m->p);
  bool somewhere = chief >= 0 && sp_mind_apart(m->p->at, m->p->body[chief].at) > m->k->mind_near_m * 0.3;
  if (somewhere && m->p->self.task != SP_TASK_GO) {
    sp_option *o = sp_mind_option(d, SP_ACT_FALL_BACK, chief);
    obey(m, s, o);
    o->term[SP_TERM_DANGER] -= 0.35 * k->mind_stay * wary(m) * worst;
    o->term[SP_TERM_SHAME] -= k->mind_shame * honour * 0.6;
    if (m->p->self.fights) o->term[SP_TERM_PRICE] -= k->mind_price * (1.0 - 0.4 * s->bad);
  }
  bool goes_at = m->p->self.task == SP_TASK_ATTACK || m->p->self.task == SP_TASK_PURSUE || m->p->self.task == SP_TASK_NONE;
  if (s->nearest >= 0 && goes_at && !m->p->self.fights) {
    sp_option *o = sp_mind_option(d, SP_ACT_WATCH, s->nearest);
    obey(m, s, o);
    o->term[SP_TERM_UNKNOWN] += 0.5 * k->mind_unknown * trait(m, SP_TRAIT_CAUTION) * s->unknown;
    o->term[SP_TERM_SHAME] -= 0.3 * k->mind_shame * honour;
    o->term[SP_TERM_DANGER] -= 0.3 * k->mind_stay * wary(m) * s->danger * s->close;
  }
}

/* Only who has others to leave can leave them. */
static void add_riding_off(const sp_mind *m, const sp_scene *s, sp_decision *d) {
  const sp_self *self = &m->p->self;
  bool others_stay = self->leads && (self->fights || s->friends_fight > 0.0 || s->bad > 0.0);
  if (!others_stay || sp_mind_chief(m->p) < 0 || s->peril <= 0.0) return;
  const sp_constants *k = m->k;
  double honour = trait(m, SP_TRAIT_HONOUR), loyalty = trait(m, SP_TRAIT_LOYALTY);
  sp_option *o = sp_mind_option(d, SP_ACT_RIDE_OFF, sp_mind_chief(m->p));
  obey(m, s, o);
  o->term[SP_TERM_LIFE] += k->mind_life * s->peril * (1.0 - honour) * (1.0 - 0.3 * loyalty);
  o->term[SP_TERM_SHAME] -= 2.0 * k->mind_shame * honour;
  o->term[SP_TERM_FAVOUR] -= k->mind_favour * loyalty;
  o->term[SP_TERM_PRICE] -= self->fights ? 0.5 * k->mind_price : 0.0;
}

/* Foot of his that comes close behind him, or -1. */
static int32_t foot_behind(const sp_mind *m) {
  const sp_picture *p = m->p;
  int32_t best = -1;
  double least = 0.7 * m->k->mind_near_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (b->relation != SP_RELATION_UNDER_HIM || b->horse == 2 || b->train || b->men < m->k->mind_few_foot || b->shape == SP_SHAPE_FLEEING || b->shape == SP_SHAPE_FIGHTING) continue;
    double d = sp_mind_apart(p->at, b->at);
    if (d >= least) continue;
    least = d;
    best = n;
  }
  return best;
}

/* On his way with horse, and the enemy after him: his foot may bar the road, that with him or that behind. Not before an enemy
 * who stands where he stood: a march past a camp is no flight. */
static bool add_block(const sp_mind *m, const sp_scene *s, sp_decision *d) {
  const sp_self *self = &m->p->self;
  bool goes = self->act == SP_ACT_RIDE_OFF || self->act == SP_ACT_FALL_BACK || (self->act == SP_ACT_ORDERS && self->task == SP_TASK_GO);
  int32_t behind = self->foot >= m->k->mind_few_foot ? -1 : foot_behind(m);
  if (!goes || !self->marches || self->fights || (self->foot < m->k->mind_few_foot && behind < 0) || self->mounted < m->k->mind_few_horse) return false;
  double hunted = self->touches ? 1.0 : s->marching;
  if (s->nearest < 0 || s->danger <= 0.0 || s->close < 0.2 || hunted <= 0.0) return false;
  const sp_constants *k = m->k;
  double honour = trait(m, SP_TRAIT_HONOUR);
  sp_option *o = sp_mind_option(d, SP_ACT_BLOCK, behind >= 0 ? behind : s->nearest);
  o->term[SP_TERM_LIFE] += k->mind_life * s->danger * s->close * hunted * (1.0 - honour);
  o->term[SP_TERM_DANGER] += 0.5 * k->mind_caught * wary(m) * s->danger * s->close * hunted;
  o->term[SP_TERM_SHAME] -= k->mind_shame * honour;
  o->term[SP_TERM_FRIENDS] -= 0.3 * k->mind_friends;
  return true;
}

/* An act that his bread, or a river, asked for, not the enemy: bread.c, convoy.c, river.c say when it is over. */
static bool goes_for_bread(const sp_picture *p) { return p->self.act == SP_ACT_TO_STORE || p->self.act == SP_ACT_BRING; }
static bool is_about_it(const sp_picture *p) { return goes_for_bread(p) || p->self.works; }

/* With the enemy near he may go on with it all the same. */
static void add_going_on(const sp_mind *m, const sp_scene *s, sp_decision *d) {
  if (!is_about_it(m->p)) return;
  sp_option *o = sp_mind_option(d, m->p->self.act, s->nearest);
  obey(m, s, o);
  as_march(m, s, o);
  if (!goes_for_bread(m->p)) o->term[SP_TERM_NEED] += 0.5 * m->k->mind_need;
  else o->term[SP_TERM_HUNGER] += m->k->mind_bread * 0.5;
}

/* Something new, or the clock: a quarter hour in a fight, half an hour with the enemy near. */
static bool worth_a_thought(const sp_mind *m, const sp_scene *s) {
  const sp_picture *p = m->p;
  int32_t every = sp_max_i32(5, sp_to_i32(m->k->mind_think_min));
  if (p->self.chases || !(p->self.steady || p->self.wavering)) return false;
  if ((p->self.fights || p->self.touches) && sp_mind_mark(p, every)) return true;
  bool away = ((p->self.act == SP_ACT_FALL_BACK || p->self.act == SP_ACT_RIDE_OFF || p->self.act == SP_ACT_GO_ROUND) && p->self.marches) || is_about_it(p) || p->self.act == SP_ACT_BRIDGE || p->self.act == SP_ACT_BREAK_BRIDGE; /* he goes on until he is there */
  bool about = s->nearest >= 0 || s->beaten >= 0 || s->bad > 0.0 || (p->self.act != SP_ACT_ORDERS && !away);
  if (about && sp_mind_mark(p, 2 * every)) return true;
  for (int32_t n = 0; n < p->body_count; n++)
    if (p->body[n].fresh && !p->body[n].friendly && (n == s->nearest || n == s->beaten)) return true;
  return false;
}

bool sp_mind_field(const sp_mind *m, sp_decision *d) {
  sp_scene s = sp_mind_scene(m);
  d->count = 0;
  if (!worth_a_thought(m, &s)) return false;
  const sp_self *self = &m->p->self;
  if (add_block(m, &s, d)) {
    sp_option *on = sp_mind_option(d, self->act, s.nearest);
    as_march(m, &s, on);
    on->term[SP_TERM_HABIT] += m->k->mind_habit;
    sp_mind_choose(m, d);
    return true;
  }
  if (self->act == SP_ACT_RIDE_OFF && (double)(m->p->now - self->act_since) < m->k->mind_rides_on_min) return false;
  if (self->act == SP_ACT_ATTACK && self->fights && s.nearest < 0 && s.bad <= 0.0) return false; /* his fight goes well, and there is nobody else */
  add_orders(m, &s, d);
  add_fighting(m, &s, d);
  add_withdrawing(m, &s, d);
  add_riding_off(m, &s, d);
  add_going_on(m, &s, d);
  if (d->count < 2) return false;
  sp_mind_choose(m, d);
  return true;
}
