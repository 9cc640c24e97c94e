/* acts.c - what a commander has chosen becomes orders and papers like any others: to himself, to those under him, to whom he
 * calls. Nothing is done here that a player could not write as a line of orders.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/acts.h"
#include "world/battle.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/trace.h"

#define FEW 30 /* a party so small is not split */

sp_order_draft sp_act_blank(const sp_doing *x, sp_key to, sp_verb verb) {
  sp_order_draft d = {.sender = x->p->formation, .recipient_count = 1, .due = x->due, .trigger_node = -1, .verb = verb, .pace = SP_PACE_ORDINARY, .goal_node = -1, .via_node = {-1, -1, -1, -1}, .detach_person = -1, .dig_toward = -1};
  d.recipient[0] = to;
  for (int n = 0; n < 3; n++) {
    d.detach_arm[n] = d.detach_class[n] = SP_ANY;
    d.detach_unit[n] = -1;
  }
  d.content = sp_hash_mix((uint64_t)x->act, (uint64_t)verb);
  return d;
}

bool sp_act_give(const sp_doing *x, const sp_order_draft *d) { return sp_order_thought(x->t->world, d, x->act) >= 0; }

/* ---- to himself */

static bool tell_himself(const sp_doing *x, sp_verb verb, int32_t goal, bool enemy) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, verb);
  d.goal_node = goal;
  if (enemy) d.follow = SP_FOLLOW_ENEMY;
  if (verb == SP_VERB_FOLLOW) d.follow_m = sp_to_i32(x->t->k->mind_watch_m);
  if (x->act == SP_ACT_RIDE_OFF) {
    d.pace = SP_PACE_BRISK;
    d.through_night = true;
  }
  if (verb == SP_VERB_HOLD && x->p->self.task == SP_TASK_REAR_GUARD) d.manner = SP_MANNER_REAR_GUARD;
  return sp_act_give(x, &d);
}

bool sp_act_ask(const sp_doing *x, sp_ask what, sp_key whom) {
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_ASK);
  d.about = whom;
  d.ask = what;
  d.content = sp_hash_mix(d.content, whom);
  return sp_act_give(x, &d);
}

/* The foot stays to bar the road, that which is with him or that which comes behind; he goes on. */
static bool drop_off_foot(const sp_doing *x, int32_t behind) {
  if (behind >= 0 && x->p->body[behind].friendly) {
    sp_order_draft hold = sp_act_blank(x, x->p->body[behind].formation, SP_VERB_HOLD);
    hold.manner = SP_MANNER_REAR_GUARD;
    return sp_act_give(x, &hold);
  }
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_DETACH);
  d.detach_count[0] = -1;
  d.detach_arm[0] = SP_ARM_FOOT;
  d.detach_verb = SP_VERB_HOLD;
  d.manner = SP_MANNER_REAR_GUARD;
  return sp_act_give(x, &d);
}

/* The horse goes with him; the foot, where there are both, runs after it by itself. */
static bool ride_off(const sp_doing *x, int32_t goal) {
  const sp_self *self = &x->p->self;
  if (self->mounted >= FEW && self->foot >= FEW) {
    sp_order_draft foot = sp_act_blank(x, x->p->formation, SP_VERB_DETACH);
    foot.detach_count[0] = -1;
    foot.detach_arm[0] = SP_ARM_FOOT;
    foot.detach_verb = SP_VERB_MARCH;
    foot.goal_node = goal;
    foot.pace = SP_PACE_BRISK;
    foot.through_night = true;
    if (sp_order_thought(x->t->world, &foot, SP_ACT_FALL_BACK) < 0) return false;
  }
  return tell_himself(x, SP_VERB_MARCH, goal, false);
}

/* ---- to others */

int32_t sp_act_node_of(const sp_doing *x, int32_t body) { return x->t->world->report.node[x->t->world->contact.report[x->contact[body]]]; }

/* helper -1: of his own men, under an officer of theirs. */
static bool send_help(const sp_doing *x, int32_t helper, int32_t caller) {
  const sp_world *w = x->t->world;
  const sp_self *self = &x->p->self;
  const sp_known_body *b = helper >= 0 ? &x->p->body[helper] : NULL;
  sp_key from = b ? b->formation : x->p->formation;
  double sent = x->t->k->mind_help_share * (b ? b->men : self->men), mounted = b ? b->mounted : (double)self->mounted / (double)sp_max_i32(self->men, 1);
  int32_t horse = sp_to_i32(sp_floor(sent * mounted)), foot = sp_to_i32(sp_floor(sent * (1.0 - mounted))), n = 0, row = b ? sp_formation_row(w, from) : -1;
  if (horse < FEW && foot >= FEW) horse = 0; /* nobody asks for three horsemen by number */
  if (foot < FEW && horse >= FEW) foot = 0;
  sp_order_draft d = sp_act_blank(x, from, SP_VERB_DETACH);
  if (foot > 0) {
    d.detach_count[n] = foot;
    d.detach_arm[n++] = SP_ARM_FOOT;
  }
  if (horse > 0) {
    d.detach_count[n] = horse;
    d.detach_arm[n] = SP_ARM_HORSE;
  }
  d.detach_verb = SP_VERB_ATTACK; /* whom it meets there */
  d.follow = SP_FOLLOW_ENEMY;
  d.goal_node = sp_act_node_of(x, caller);
  d.detach_person = row >= 0 ? w->hq.person[row] : -1;
  return sp_act_give(x, &d);
}

static bool send_after(const sp_doing *x, int32_t body) {
  sp_order_draft d = sp_act_blank(x, x->p->body[body].formation, SP_VERB_PURSUE);
  d.follow = SP_FOLLOW_ENEMY;
  d.pace = SP_PACE_BRISK;
  return sp_act_give(x, &d);
}

/* A party of his horse; a camp it strikes by night. */
static bool send_to_harass(const sp_doing *x, int32_t prey) {
  const sp_mind m = {.p = x->p, .k = x->t->k, .seed = x->t->dice.seed};
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_DETACH);
  d.detach_count[0] = sp_mind_party(&m);
  d.detach_arm[0] = SP_ARM_HORSE;
  d.detach_verb = SP_VERB_FOLLOW;
  d.follow = SP_FOLLOW_ENEMY;
  d.manner = SP_MANNER_HARASS;
  d.through_night = x->p->body[prey].shape == SP_SHAPE_CAMPED;
  return sp_act_give(x, &d);
}

/* A part of his men, through the night. */
static bool send_out(const sp_doing *x) {
  const sp_mind m = {.p = x->p, .k = x->t->k, .seed = x->t->dice.seed};
  sp_order_draft d = sp_act_blank(x, x->p->formation, SP_VERB_DETACH);
  d.detach_count[0] = sp_mind_sally_men(&m);
  d.detach_verb = SP_VERB_ATTACK;
  d.follow = SP_FOLLOW_ENEMY;
  d.amount = SP_SALLY_ANY;
  d.through_night = true;
  return sp_act_give(x, &d);
}

static bool recall(const sp_doing *x, int32_t party) {
  sp_order_draft d = sp_act_blank(x, x->p->body[party].formation, SP_VERB_MERGE);
  d.follow = x->p->formation;
  return sp_act_give(x, &d);
}

/* His own men, or the helper near by. */
static bool promise(const sp_doing *x, int32_t helper) {
  const sp_mind m = {.p = x->p, .k = x->t->k, .seed = x->t->dice.seed};
  sp_order_draft d = sp_act_blank(x, helper >= 0 ? x->p->body[helper].formation : x->p->formation, SP_VERB_PROMISE);
  d.manner = SP_PROMISE_RANKS;
  d.amount = sp_mind_ranks(&m);
  return sp_act_give(x, &d);
}

/* All whom he may call come into his camp; his chief is asked for leave afterwards. */
static bool gather(const sp_doing *x) {
  const sp_mind m = {.p = x->p, .k = x->t->k, .seed = x->t->dice.seed};
  int32_t f = x->t->world->hq.formation[x->hq], here = x->t->world->formation.node[f], chief = sp_mind_chief(x->p);
  if (here < 0) here = sp_nearest_node(x->t->model, x->p->at);
  bool any = false;
  for (int32_t b = 0; b < x->p->body_count; b++) {
    if (!sp_mind_may_gather(&m, b)) continue;
    sp_order_draft d = sp_act_blank(x, x->p->body[b].formation, SP_VERB_CAMP);
    d.goal_node = here;
    any = sp_act_give(x, &d) || any;
  }
  return any && (chief < 0 || sp_act_ask(x, SP_ASK_LEAVE, x->p->body[chief].formation));
}

static bool forbid(const sp_doing *x, int32_t asker) {
  sp_order_draft d = sp_act_blank(x, x->p->body[asker].formation, SP_VERB_MARCH);
  d.goal_node = sp_nearest_node(x->t->model, x->p->at);
  return sp_act_give(x, &d);
}

static bool consent(const sp_doing *x, int32_t asker) {
  sp_order_draft d = sp_act_blank(x, x->p->body[asker].formation, SP_VERB_HOLD);
  return sp_act_give(x, &d);
}

bool sp_pass_up(sp_world *w, int32_t m, sp_minute due) {
  int32_t hq = w->message.to_hq[m];
  sp_paper paper = {.kind = SP_MESSAGE_REQUEST, .from_hq = hq, .to_hq = w->hq.superior[hq], .order = -1, .word = w->message.word[m], .ask = (sp_ask)w->message.ask[m], .sent = due};
  return sp_paper_send(w, &paper) >= 0;
}

/* ---- the story */

static void tell(const sp_doing *x, const sp_decision *d, sp_key about) {
  sp_world *w = x->t->world;
  const sp_option *o = &d->option[d->chosen];
  int32_t number = o->body >= 0 && !x->p->body[o->body].friendly ? x->p->body[o->body].number : -1;
  int32_t node = o->body >= 0 ? sp_act_node_of(x, o->body) : -1;
  sp_emit(w, (sp_event){.minute = x->t->to, .type = SP_EVENT_DECIDES, .side = w->hq.side[x->hq], .node = node, .subject = x->p->formation, .object = about, .a = (int32_t)o->act, .b = (int32_t)d->reason, .c = number, .value = d->margin, .x_m = w->hq.x[x->hq], .y_m = w->hq.y[x->hq]});
}

/* Who falls back with his command, and not from it, has it fall back too. */
static void take_them_along(const sp_doing *x, int32_t node) {
  for (int32_t b = 0; b < x->p->body_count; b++) {
    const sp_known_body *under = &x->p->body[b];
    if (under->relation != SP_RELATION_UNDER_HIM || under->shape == SP_SHAPE_FLEEING || sp_mind_apart(under->at, x->p->at) > x->t->k->mind_near_m) continue;
    if (x->act == SP_ACT_TO_STORE && under->task == SP_TASK_GO) continue; /* sent for bread, or elsewhere */
    sp_order_draft d = sp_act_blank(x, under->formation, SP_VERB_MARCH);
    d.goal_node = node;
    (void)sp_act_give(x, &d);
  }
}

static bool own_act(const sp_doing *x, const sp_option *o) {
  switch (o->act) {
    case SP_ACT_ORDERS: return sp_order_again(x->t->world, x->t->world->hq.mission[x->hq], x->hq, x->due, 0) >= 0;
    case SP_ACT_ATTACK: return tell_himself(x, SP_VERB_ATTACK, -1, true);
    case SP_ACT_HOLD: return tell_himself(x, SP_VERB_HOLD, -1, false);
    case SP_ACT_FALL_BACK: take_them_along(x, sp_act_node_of(x, o->body)); return tell_himself(x, SP_VERB_MARCH, sp_act_node_of(x, o->body), false);
    case SP_ACT_RIDE_OFF: return ride_off(x, sp_act_node_of(x, o->body));
    case SP_ACT_WATCH: return tell_himself(x, SP_VERB_FOLLOW, -1, true);
    case SP_ACT_PURSUE: return tell_himself(x, SP_VERB_PURSUE, -1, true);
    case SP_ACT_BRIDGE: return sp_act_bridge(x);
    case SP_ACT_GO_ROUND: return sp_act_go_round(x);
    case SP_ACT_BREAK_BRIDGE: return sp_act_break_bridge(x);
    case SP_ACT_INVEST: return sp_act_invest(x);
    case SP_ACT_MINE: return sp_act_mine(x);
    case SP_ACT_STORM: return sp_act_storm(x);
    case SP_ACT_FACE: return sp_act_face(x, o);
    case SP_ACT_RAISE:
    case SP_ACT_TO_STORE: {
      int32_t node = o->store >= 0 ? sp_act_store_node(x, o) : o->body >= 0 ? sp_act_node_of(x, o->body) : -1;
      if (node < 0) return false;
      take_them_along(x, node);
      return tell_himself(x, SP_VERB_MARCH, node, false);
    }
    case SP_ACT_BRING: return sp_act_bring(x, o);
    default: return false;
  }
}

/* What he does with his own men: said only when it is something new. */
static void do_himself(const sp_doing *x, const sp_decision *d) {
  sp_world *w = x->t->world;
  const sp_option *o = &d->option[d->chosen];
  if (o->act == x->p->self.act || (o->act == SP_ACT_ORDERS && w->hq.mission[x->hq] < 0)) return;
  if (!own_act(x, o)) return; /* no row for an order: he will think of it again */
  w->hq.act[x->hq] = (uint8_t)o->act;
  w->hq.act_since[x->hq] = x->t->to;
  tell(x, d, o->body >= 0 ? x->p->body[o->body].formation : 0);
}

/* ---- for those who ask why */

static void trace_option(const sp_tick *t, const sp_picture *p, const sp_option *o, sp_key caller, bool taken) {
  sp_trace trace = {.minute = t->to, .kind = SP_TRACE_CHOICE, .subject = p->formation, .object = o->body >= 0 && p->body[o->body].friendly ? p->body[o->body].formation : caller, .option = (int32_t)o->act, .taken = taken, .result = o->score};
  for (int n = 0; n < SP_TERM_COUNT; n++)
    if (o->term[n] < 0.0 || o->term[n] > 0.0) sp_trace_add(&trace, sp_term_words[n], o->term[n]);
  sp_trace_put(t->world, &trace);
}

static void trace_decision(const sp_tick *t, const sp_picture *p, const sp_decision *d, sp_key caller) {
  if (!sp_tracing(t->world, p->formation)) return;
  trace_option(t, p, &d->option[d->chosen], caller, true);
  for (int32_t n = 0; n < d->count; n++)
    if (n != d->chosen) trace_option(t, p, &d->option[n], caller, false);
}

/* Things are left as they are, and nothing is told of it. */
static bool is_nothing(sp_act act) {
  switch (act) {
    case SP_ACT_SAY_NOTHING:
    case SP_ACT_KEEP:
    case SP_ACT_KEEP_HORSE:
    case SP_ACT_COME_ON:
    case SP_ACT_STAY_IN:
    case SP_ACT_LEAVE_BRIDGE:
    case SP_ACT_LEAVE_ALONE:
    case SP_ACT_SPARE:
    case SP_ACT_LIVE_ON:
    case SP_ACT_MAKE_DO:
    case SP_ACT_TRUST:
    case SP_ACT_LINGER: return true;
    default: return false;
  }
}

/* acts_means.c sees to it. */
static bool is_of_stores(sp_act act) {
  switch (act) {
    case SP_ACT_HALF_RATION:
    case SP_ACT_FULL_RATION:
    case SP_ACT_ASK_BREAD:
    case SP_ACT_EMPTY_CARTS:
    case SP_ACT_FETCH:
    case SP_ACT_FETCH_POWDER:
    case SP_ACT_SLAUGHTER:
    case SP_ACT_SHARE_BREAD:
    case SP_ACT_FORAGE:
    case SP_ACT_DRAW:
    case SP_ACT_DELIVER:
    case SP_ACT_ASK_POWDER:
    case SP_ACT_DRAW_POWDER:
    case SP_ACT_TRY_LOT:
    case SP_ACT_CARRY:
    case SP_ACT_BURN_STORE:
    case SP_ACT_CALL_IN: return true;
    default: return false;
  }
}

void sp_carry_out(sp_tick *t, int32_t hq, const sp_picture *p, const int32_t contact[16], const sp_decision *d, int32_t message, sp_minute due) {
  sp_world *w = t->world;
  const sp_option *o = &d->option[d->chosen];
  sp_doing x = {t, hq, p, contact, o->act, due};
  sp_key from = message >= 0 ? sp_hq_formation_key(w, w->message.from_hq[message]) : 0, with = o->body >= 0 ? p->body[o->body].formation : 0;
  int32_t caller = message >= 0 ? sp_mind_body_of(p, from) : -1;
  trace_decision(t, p, d, from);
  bool done = false;
  switch (o->act) {
    case SP_ACT_BLOCK: done = drop_off_foot(&x, o->body); break;
    case SP_ACT_ASK_CHIEF:
    case SP_ACT_ASK_NEIGHBOUR:
      done = sp_act_ask(&x, SP_ASK_HELP, with);
      if (done) w->hq.asked[hq] = t->to, w->hq.asked_times[hq]++;
      break;
    case SP_ACT_SEND: done = caller >= 0 && send_help(&x, o->body, caller); break;
    case SP_ACT_GO: done = caller >= 0 && tell_himself(&x, SP_VERB_ATTACK, sp_act_node_of(&x, caller), true); break;
    case SP_ACT_PASS_UP: done = message >= 0 && sp_pass_up(w, message, due); break;
    case SP_ACT_WAIT: done = true; break;
    case SP_ACT_SEND_AFTER:
      if (send_after(&x, o->body)) w->hq.commanded[hq] = t->to;
      return; /* the order given tells it */
    case SP_ACT_GATHER:
      done = gather(&x);
      if (done) w->hq.commanded[hq] = t->to;
      break;
    case SP_ACT_PROMISE:
      done = promise(&x, o->body);
      if (done) w->repute.gave_at[hq] = t->to;
      break;
    case SP_ACT_HARASS:
      done = send_to_harass(&x, o->body);
      if (done) w->hq.harried[hq] = t->to;
      break;
    case SP_ACT_SALLY:
      done = send_out(&x);
      if (done) w->hq.sallied[hq] = t->to;
      break;
    case SP_ACT_GUARD_BRIDGE: done = sp_act_guard_bridge(&x); break;
    case SP_ACT_RECALL: done = recall(&x, o->body); break;
    case SP_ACT_HOLD_BACK: done = true; break; /* moments.c strikes the order */
    case SP_ACT_CONSENT: done = o->body >= 0 && consent(&x, o->body); break;
    case SP_ACT_FORBID: done = o->body >= 0 && forbid(&x, o->body); break;
    case SP_ACT_LEAVE_STORE: w->hq.cleared[hq] = t->to; return;
    case SP_ACT_DIG:
    case SP_ACT_DIG_DEEP: done = sp_act_dig(&x); break;
    case SP_ACT_REPAIR: done = sp_act_repair(&x); break;
    default:
      if (is_nothing(o->act)) return;
      if (is_of_stores(o->act)) done = sp_act_supply(&x, o, from ? from : with);
      else do_himself(&x, d);
  }
  if (done) tell(&x, d, message >= 0 && o->act != SP_ACT_SEND ? from : with);
}
