/* acts_means.c - what a commander has chosen to do about his ground, his bread and his powder becomes orders like any others.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/acts.h"
#include "shapan/calc_supply.h"

/* He goes on with what he was at, rest or stand, and digs. */
bool sp_act_dig(const sp_doing *x) {
  const sp_world *w = x->t->world;
  bool holds = w->formation.verb[w->hq.formation[x->hq]] == SP_VERB_HOLD;
  sp_order_draft d = sp_act_blank(x, x->p->formation, holds ? SP_VERB_HOLD : SP_VERB_CAMP);
  d.manner = x->act == SP_ACT_DIG_DEEP ? SP_MANNER_DEEP : SP_MANNER_SHALLOW;
  if (holds && x->p->self.task == SP_TASK_REAR_GUARD) d.manner |= SP_MANNER_REAR_GUARD;
  return sp_act_give(x, &d);
}

/* He holds the place as before, and has the breach closed. */
bool sp_act_repair(const sp_doing *x) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_HOLD);
  d.manner = SP_MANNER_REPAIR;
  if (x->p->self.task == SP_TASK_REAR_GUARD) d.manner |= SP_MANNER_REAR_GUARD;
  return sp_act_give(x, &d);
}

/* ---- bread */

int32_t sp_act_store_node(const sp_doing *x, const sp_option *o) {
  const sp_world *w = x->t->world;
  for (int32_t d = 0; o->store >= 0 && d < sp_used(w, SP_TABLE_DEPOT); d++)
    if (w->depot.alive[d] && w->depot.key[d] == x->p->means.store[o->store].depot) return w->depot.node[d];
  return -1;
}

static bool chore(const sp_doing *x, sp_verb verb, int64_t amount) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, verb);
  d.amount = amount;
  return sp_act_give(x, &d);
}

/* A train goes to the store and then to whom it is for; without one, his own carts with an escort. */
static bool fetch(const sp_doing *x, const sp_option *o, sp_key whom) {
  int32_t node = sp_act_store_node(x, o);
  if (node < 0) return false;
  sp_order_draft d = sp_act_blank(x, o->body >= 0 ? x->p->body[o->body].formation : x->p->formation, o->body >= 0 ? SP_VERB_MARCH : SP_VERB_DETACH);
  d.goal_node = node;
  d.about = o->body >= 0 && whom != x->p->body[o->body].formation ? whom : x->p->formation;
  d.content = sp_hash_mix(d.content, d.about);
  if (o->body < 0) {
    double share = x->t->k->mind_escort_share;
    int32_t foot = sp_to_i32(share * x->p->self.foot), horse = foot > 0 ? 0 : sp_to_i32(share * x->p->self.mounted);
    d.detach_count[0] = sp_max_i32(1, foot + horse);
    d.detach_arm[0] = foot > 0 ? SP_ARM_FOOT : SP_ARM_HORSE;
    d.detach_count[1] = d.detach_count[2] = -1;
    d.detach_arm[1] = SP_ARM_CART;
    d.detach_arm[2] = SP_ARM_DRAUGHT;
    d.detach_verb = SP_VERB_MARCH;
  }
  return sp_act_give(x, &d);
}

/* Those that can be spared, as many as feed his men for a day. */
static bool slaughter(const sp_doing *x) {
  const sp_means *m = &x->p->means;
  bool oxen = m->idle_draught > 0;
  int32_t day = sp_to_i32(sp_floor(x->p->self.men / (oxen ? x->t->k->ration_ox_men : x->t->k->ration_horse_men))) + 1;
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_SLAUGHTER);
  d.detach_arm[0] = oxen ? SP_ARM_DRAUGHT : SP_ARM_MOUNT;
  d.amount = sp_min_i32(day, oxen ? m->idle_draught : m->led);
  return d.amount > 0 && sp_act_give(x, &d);
}

/* Of powder all, of grain all but some days' bread of his own. */
static bool deliver(const sp_doing *x, sp_key whom) {
  const sp_means *m = &x->p->means;
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_HAND_OVER);
  d.follow = whom;
  x->t->world->hq.fetched[x->hq] = x->t->to;
  if (x->p->self.fetches_powder) {
    d.manner = SP_SUPPLY_POWDER;
    d.amount = -1;
    return sp_act_give(x, &d);
  }
  d.amount = sp_to_i64(m->carried_g - x->t->k->mind_bread_few_d * (m->need_g + m->beasts_g));
  return d.amount > 0 && sp_act_give(x, &d);
}

static bool call_in(const sp_doing *x, const sp_option *o) {
  sp_order_draft d = sp_act_blank(x, x->p->body[o->body].formation, SP_VERB_MARCH);
  d.goal_node = sp_act_store_node(x, o);
  return d.goal_node >= 0 && sp_act_give(x, &d);
}

/* What he was told to do he does so many hours later. */
static bool put_off(const sp_doing *x, double hours) {
  sp_world *w = x->t->world;
  return w->hq.mission[x->hq] >= 0 && sp_order_again(w, w->hq.mission[x->hq], x->hq, x->due, x->t->to + sp_to_i64(60.0 * hours)) >= 0;
}

/* The march waits while the doors are open. */
static bool carry(const sp_doing *x, const sp_option *o) {
  const sp_constants *k = x->t->k;
  double load = sp_min(x->p->means.room_g, x->p->means.store[o->store].grain_g), hours = load / (k->depot_door_shi_h * k->ration_shi_kg * 1000.0);
  return put_off(x, hours + 1.0) && chore(x, SP_VERB_DRAW, -1);
}

/* With brands and straw it is the work of an hour. */
static bool burn(const sp_doing *x) {
  if (x->p->self.act == SP_ACT_ORDERS) (void)put_off(x, 1.0);
  if (!chore(x, SP_VERB_BURN_STORES, -1)) return false;
  x->t->world->hq.cleared[x->hq] = x->t->to;
  return true;
}

static bool draw_powder(const sp_doing *x) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_DRAW);
  d.manner = SP_SUPPLY_POWDER;
  d.amount = -1;
  return sp_act_give(x, &d);
}

static bool try_lot(const sp_doing *x) {
  const sp_constants *k = x->t->k;
  sp_lot_plan plan = sp_calc_lot_plan(k->mind_lot_good, k->mind_lot_bad, k->mind_lot_risk, k->mind_lot_risk);
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_TRY);
  d.amount = plan.sample;
  d.follow_m = plan.accept + 1;
  return sp_act_give(x, &d);
}

bool sp_act_supply(const sp_doing *x, const sp_option *o, sp_key whom) {
  sp_world *w = x->t->world;
  bool done = false;
  switch (o->act) {
    case SP_ACT_HALF_RATION:
    case SP_ACT_FULL_RATION:
      done = chore(x, SP_VERB_RATION, o->act == SP_ACT_HALF_RATION ? 500 : 1000);
      if (done) w->hq.rationed[x->hq] = o->act == SP_ACT_HALF_RATION;
      break;
    case SP_ACT_ASK_BREAD:
      done = sp_act_ask(x, SP_ASK_BREAD, whom);
      if (done) w->hq.asked_bread[x->hq] = x->t->to;
      break;
    case SP_ACT_EMPTY_CARTS: done = chore(x, SP_VERB_UNLOAD, -1); break;
    case SP_ACT_FETCH:
    case SP_ACT_FETCH_POWDER:
      done = fetch(x, o, whom);
      if (done) w->hq.fetched[x->hq] = x->t->to;
      break;
    case SP_ACT_SHARE_BREAD: done = chore(x, SP_VERB_SHARE, 1); break;
    case SP_ACT_SLAUGHTER: done = slaughter(x); break;
    case SP_ACT_FORAGE: done = chore(x, SP_VERB_FORAGE, SP_FORAGES_IN_NEED); break;
    case SP_ACT_DRAW: done = x->p->self.fetches_powder ? draw_powder(x) : chore(x, SP_VERB_DRAW, -1); break;
    case SP_ACT_DELIVER: done = deliver(x, whom); break;
    case SP_ACT_CALL_IN: done = call_in(x, o); break;
    case SP_ACT_CARRY: done = carry(x, o); break;
    case SP_ACT_ASK_POWDER:
      done = sp_act_ask(x, SP_ASK_POWDER, whom);
      if (done) w->hq.asked_powder[x->hq] = x->t->to;
      break;
    case SP_ACT_DRAW_POWDER: done = draw_powder(x); break;
    case SP_ACT_TRY_LOT: done = try_lot(x); break;
    case SP_ACT_BURN_STORE: done = burn(x); break;
    default: break;
  }
  return done;
}

/* Told off from the body that waits, it joins it again, and the grain with it; else it goes where that is believed. */
bool sp_act_bring(const sp_doing *x, const sp_option *o) {
  bool home = o->body >= 0 && x->p->self.born_of == x->p->body[o->body].formation;
  sp_order_draft d = sp_act_blank(x, x->p->formation, home ? SP_VERB_MERGE : SP_VERB_MARCH);
  if (home) d.follow = x->p->body[o->body].formation;
  else d.goal_node = sp_act_node_of(x, o->body);
  return sp_act_give(x, &d);
}

/* ---- before a walled place */

static void tell_those_by(const sp_doing *x, const sp_order_draft *draft) {
  for (int32_t b = 0; b < x->p->body_count; b++) {
    const sp_known_body *under = &x->p->body[b];
    if (under->relation != SP_RELATION_UNDER_HIM || under->train || under->shape == SP_SHAPE_FLEEING || sp_mind_apart(under->at, x->p->at) > x->t->k->mind_near_m) continue;
    sp_order_draft d = *draft;
    d.recipient[0] = under->formation;
    (void)sp_act_give(x, &d);
  }
}

/* Told to himself and to those under him who are by. */
static bool tell_all(const sp_doing *x, const sp_order_draft *draft) {
  tell_those_by(x, draft);
  return sp_act_give(x, draft);
}

static sp_order_draft about_the_town(const sp_doing *x, sp_verb verb) {
  const sp_world *w = x->t->world;
  sp_order_draft d = sp_act_blank(x, x->p->formation, verb);
  d.goal_node = w->order.goal_node[w->hq.mission[x->hq]];
  return d;
}

bool sp_act_invest(const sp_doing *x) {
  sp_order_draft d = about_the_town(x, SP_VERB_HOLD);
  d.manner = SP_MANNER_INVEST;
  return tell_all(x, &d);
}

/* He digs; those under him who are by draw the ring with him. */
bool sp_act_mine(const sp_doing *x) {
  sp_order_draft ring = about_the_town(x, SP_VERB_HOLD), d = ring;
  ring.manner = SP_MANNER_INVEST;
  d.manner = SP_MANNER_MINE | SP_MANNER_INVEST;
  return tell_those_by(x, &ring), sp_act_give(x, &d);
}

bool sp_act_storm(const sp_doing *x) {
  sp_order_draft d = about_the_town(x, SP_VERB_ATTACK);
  d.follow = SP_FOLLOW_ENEMY;
  return tell_all(x, &d);
}

bool sp_act_face(const sp_doing *x, const sp_option *o) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_HOLD);
  d.manner = SP_MANNER_SHALLOW;
  d.dig_toward = sp_act_node_of(x, o->body);
  return tell_all(x, &d);
}

/* ---- rivers */

bool sp_act_bridge(const sp_doing *x) {
  const sp_mind m = {.p = x->p, .k = x->t->k, .seed = x->t->dice.seed};
  double hours;
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_BRIDGE);
  d.via_node[0] = x->p->self.river.node;
  d.follow_m = sp_mind_bridges(&m, &hours);
  return sp_act_give(x, &d);
}

/* Foot, where he has enough; they hold it till they are told otherwise. */
bool sp_act_guard_bridge(const sp_doing *x) {
  const sp_mind m = {.p = x->p, .k = x->t->k, .seed = x->t->dice.seed};
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_DETACH);
  d.detach_count[0] = sp_mind_guard(&m);
  d.detach_arm[0] = x->p->self.foot >= 2 * d.detach_count[0] ? SP_ARM_FOOT : SP_ARM_HORSE;
  d.detach_verb = SP_VERB_HOLD;
  d.goal_node = x->p->self.river.node;
  return sp_act_give(x, &d);
}

/* To where he was bound, by the other crossing. */
bool sp_act_go_round(const sp_doing *x) {
  const sp_world *w = x->t->world;
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_MARCH);
  d.goal_node = w->order.goal_node[w->hq.mission[x->hq]];
  d.via_node[0] = x->p->self.river.round_by;
  return sp_act_give(x, &d);
}

bool sp_act_break_bridge(const sp_doing *x) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_BREAK);
  d.via_node[0] = x->p->self.river.node;
  d.manner = SP_MANNER_AFTER_LAST;
  return sp_act_give(x, &d);
}
