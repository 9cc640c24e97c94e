/* phases.c - orders kept for their moment: whether it has come, whether he who keeps them knows, and what comes of them.
 *
 * Models   an assault in phases: an order that is to be carried out when another body is within shot, at blows, in, or broken; when the enemy
 *          breaks, the wall is breached, a signal is given, so many minutes have passed. He who keeps the order looks for it, as far as
 *          one makes out what men do; beyond that he has what riders told him. A signal is heard or seen once, or missed. When
 *          the moment has come the order is given (engine/moments.c); who was to come is at it, or does not come, for a reason that is named.
 * Reads    table phase; orders, papers; engagement shot_at, struck_at, lost; combat stance, success, killed_first; contacts; wall.breach_m; hq.signalled; light, rain, fog, wind.
 * Writes   table phase.
 * Emits    PHASE_WAITS, PHASE_COMES, PHASE_FAILS, PHASE_ENDS.
 * Formula  sight: src/lore/sight.c and sighting_shape_m; hearing: as signal.c, one keyed draw for each signal and keeper. It comes first in the tick, so
 *          that what a fight did in the last one is known when minds are asked.
 * Sources  phases.def.
 * Leaves out  signals misread, or given by the enemy to deceive; smoke of the guns between the keeper and what he looks for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/phases.h"
#include "world/ride.h"

/* ---- whether it has come, and whether he knows */

/* How far he sees, with what keeps him from it over his own head. */
static double sight_m(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  int32_t r = sp_formation_region(w, f);
  return sp_calc_visibility_m(t->k, w->region.light[r], w->region.rain_mm_h[r], w->region.fog_m[r], 0.0);
}

static sp_stage stage_wanted(sp_trigger trigger) { return trigger == SP_TRIGGER_IN ? SP_STAGE_IN : trigger == SP_TRIGGER_TOUCHES ? SP_STAGE_AT_BLOWS : SP_STAGE_CLOSE; }

/* When a body came so far, as it is in truth: 0 it has not. */
static sp_minute came_to(const sp_world *w, int32_t g, sp_trigger trigger) {
  sp_minute since;
  if (trigger == SP_TRIGGER_BREAKS) return w->combat.stance[g] == SP_BROKEN ? sp_max_i64(1, w->combat.since[g]) : 0;
  return sp_stage_of(w, g, &since) >= stage_wanted(trigger) ? sp_max_i64(1, since) : 0;
}

/* Does he make out what this body does? */
static bool makes_out(const sp_tick *t, int32_t hq, int32_t g) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  sp_xy eye = {w->hq.x[hq], w->hq.y[hq]};
  return f == g || sp_column_distance_m(w, g, eye, NULL) <= sp_min(sight_m(t, f), t->k->sighting_shape_m);
}

/* As riders told him, or he saw from farther off. */
static sp_minute told_of(const sp_world *w, int32_t hq, sp_key body, sp_trigger trigger, sp_minute since) {
  int32_t c = sp_belief_friend(w, hq, body), r = c >= 0 ? w->contact.report[c] : -1;
  if (r < 0 || w->report.seen[r] < since) return 0;
  bool so = trigger == SP_TRIGGER_BREAKS ? w->report.shape[r] == SP_SHAPE_FLEEING : w->report.stage[r] >= stage_wanted(trigger);
  return so ? sp_max_i64(1, w->contact.heard[c]) : 0;
}

static sp_minute see_body(const sp_tick *t, int32_t p, int32_t o) {
  const sp_world *w = t->world;
  int32_t hq = w->phase.hq[p], g = w->hq.formation[w->order.trigger_hq[o]];
  sp_trigger trigger = (sp_trigger)w->order.trigger[o];
  sp_minute truth = w->formation.alive[g] ? came_to(w, g, trigger) : 0;
  if (truth && !makes_out(t, hq, g)) truth = 0;
  return truth ? truth : told_of(w, hq, w->formation.key[g], trigger, w->phase.since[p]);
}

static sp_minute see_enemy_run(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  int32_t hq = w->phase.hq[p];
  sp_minute first = 0;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    if (r < 0 || w->contact.friendly[c] || w->report.shape[r] != SP_SHAPE_FLEEING || w->report.seen[r] < w->phase.since[p]) continue;
    if (!first || w->contact.heard[c] < first) first = w->contact.heard[c];
  }
  return first;
}

/* The place named, or that the order itself names; else the nearest that has a wall. */
static int32_t wall_meant(const sp_world *w, int32_t f, int32_t o) {
  const sp_model *m = w->model;
  int32_t node = w->order.trigger_node[o] >= 0 ? w->order.trigger_node[o] : w->order.goal_node[o], best = -1;
  double least = 0.0;
  for (int32_t i = 0; i < m->wall_count; i++) {
    sp_xy at = m->node[m->wall[i].node].at;
    double dx = at.x - w->formation.head_x[f], dy = at.y - w->formation.head_y[f], d2 = dx * dx + dy * dy;
    if (m->wall[i].node == node) return i;
    if (best >= 0 && d2 >= least) continue;
    best = i;
    least = d2;
  }
  return best;
}

static sp_minute see_breach(const sp_tick *t, int32_t p, int32_t o) {
  const sp_world *w = t->world;
  int32_t hq = w->phase.hq[p], f = w->hq.formation[hq], i = wall_meant(w, f, o);
  if (i < 0 || w->wall.breach_m[i] < t->k->phase_breach * t->k->siege_breach_enough_m) return 0;
  sp_xy at = t->model->node[t->model->wall[i].node].at;
  double dx = at.x - w->hq.x[hq], dy = at.y - w->hq.y[hq], reach = sp_min(sight_m(t, f), t->k->phase_wall_m);
  return dx * dx + dy * dy <= reach * reach ? t->from : 0;
}

static double hearing_over(const sp_tick *t, int32_t f, bool gun) {
  int32_t r = sp_formation_region(t->world, f);
  return sp_calc_hearing_m(t->k, t->world->region.rain_mm_h[r], t->world->region.wind_m_s[r], gun);
}

/* How far this signal reaches between the two. */
static double signal_reach_m(const sp_tick *t, int32_t from, int32_t to) {
  sp_call call = (sp_call)t->world->hq.signal_by[from];
  if (call == SP_CALL_FLAG) return sp_min(t->k->phase_flag_m, sp_min(sight_m(t, from), sight_m(t, to)));
  return sp_min(hearing_over(t, from, call == SP_CALL_GUN), hearing_over(t, to, call == SP_CALL_GUN));
}

/* -1: it was given and missed. */
static sp_minute hear_signal(const sp_tick *t, int32_t p, int32_t o) {
  const sp_world *w = t->world;
  int32_t hq = w->phase.hq[p], from = w->order.trigger_hq[o];
  sp_minute given = w->hq.signalled[from];
  if (!given || given < w->phase.since[p]) return 0;
  double dx = w->hq.x[from] - w->hq.x[hq], dy = w->hq.y[from] - w->hq.y[hq], distance = sp_sqrt(dx * dx + dy * dy), reach = signal_reach_m(t, w->hq.formation[from], w->hq.formation[hq]);
  sp_dice once = {t->dice.seed, 0};
  double u = sp_uniform(&once, sp_key_born(w->phase.key[p], given, 0, 0), SP_STREAM_SIGNAL, 1);
  return from == hq || u < t->k->signal_heard * (1.0 - distance / sp_max(1.0, reach)) ? given : -1;
}

static sp_minute look(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  int32_t o = w->phase.order[p];
  switch ((sp_trigger)w->order.trigger[o]) {
    case SP_TRIGGER_CLOSES:
    case SP_TRIGGER_TOUCHES:
    case SP_TRIGGER_IN:
    case SP_TRIGGER_BREAKS: return w->order.trigger_hq[o] >= 0 ? see_body(t, p, o) : 0;
    case SP_TRIGGER_ENEMY_BREAKS: return see_enemy_run(t, p);
    case SP_TRIGGER_BREACH: return see_breach(t, p, o);
    case SP_TRIGGER_SIGNAL: return w->order.trigger_hq[o] >= 0 ? hear_signal(t, p, o) : 0;
    case SP_TRIGGER_DELAY: return w->phase.since[p];
    default: return 0; /* a mind sees to it (standing.c) */
  }
}

/* It comes no more: whom it hangs on is gone, or runs, and he sees it, or has been told of their flight. Else he waits. */
static bool is_past_hope(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  int32_t o = w->phase.order[p], hq = w->phase.hq[p];
  sp_trigger trigger = (sp_trigger)w->order.trigger[o];
  bool of_body = trigger == SP_TRIGGER_CLOSES || trigger == SP_TRIGGER_TOUCHES || trigger == SP_TRIGGER_IN || trigger == SP_TRIGGER_BREAKS || trigger == SP_TRIGGER_SIGNAL;
  if (!of_body || w->order.trigger_hq[o] < 0) return false;
  int32_t g = w->hq.formation[w->order.trigger_hq[o]];
  bool flight_ends_it = trigger != SP_TRIGGER_BREAKS && trigger != SP_TRIGGER_SIGNAL;
  if (!makes_out(t, hq, g)) return flight_ends_it && told_of(w, hq, w->formation.key[g], SP_TRIGGER_BREAKS, w->phase.since[p]) > 0;
  return !w->formation.alive[g] || sp_men_of(w, g) <= 0 || (flight_ends_it && w->combat.stance[g] == SP_BROKEN);
}

static void wait_on(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  int32_t hq = w->phase.hq[p], f = w->hq.formation[hq];
  if (w->phase.state[p] == SP_PHASE_NEW) sp_phase_tell(w, p);
  if (!w->hq.alive[hq] || !w->formation.alive[f]) sp_phase_fail(w, p, SP_PHASE_GONE, t->from);
  else if (w->combat.stance[f] == SP_BROKEN || w->combat.stance[f] == SP_YIELDED) sp_phase_fail(w, p, SP_PHASE_BROKEN, t->from);
  else if (!w->phase.known[p]) {
    sp_minute known = look(t, p);
    if (known < 0) sp_phase_fail(w, p, SP_PHASE_UNHEARD, t->from);
    else if (known > 0) w->phase.known[p] = sp_max_i64(known, w->phase.since[p]);
    else if (is_past_hope(t, p)) sp_phase_fail(w, p, SP_PHASE_NEVER, t->from);
  }
}

/* ---- whether they come */

static bool fights_now(const sp_world *w, int32_t f) { return w->combat.engagement[f] >= 0 && w->combat.men_before[f] > 0 && w->combat.sector[f] < SP_SECTOR_RESERVE; }

/* The fight of its side near by that it is on its way into. */
static int32_t fight_ahead(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  int32_t best = -1;
  double least = 4.0 * t->k->engage_join_m * t->k->engage_join_m;
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++) {
    double dx = w->engagement.x[e] - w->formation.head_x[f], dy = w->engagement.y[e] - w->formation.head_y[f], d2 = dx * dx + dy * dy;
    if (!w->engagement.alive[e] || sp_part_of(w, e, f) < 0 || d2 > least || (best >= 0 && d2 == least && w->engagement.key[e] > w->engagement.key[best])) continue;
    least = d2;
    best = e;
  }
  return best;
}

static int32_t enemy_lost_in(const sp_world *w, int32_t e, int32_t f) { return w->engagement.lost[e * 2 + 1 - sp_part_of(w, e, f)]; }

static void begin(sp_tick *t, int32_t p, int32_t f) {
  sp_world *w = t->world;
  int32_t e = w->combat.engagement[f], best = -1;
  bool fights = fights_now(w, f) && sp_verb_fights((sp_verb)w->order.verb[w->phase.given[p]]);
  w->phase.state[p] = SP_PHASE_UNDER_WAY;
  w->phase.begun[p] = t->from;
  if (!fights) w->phase.fight[p] = 0;
  else if (w->phase.fight[p] != w->engagement.key[e]) {
    w->phase.fight[p] = w->engagement.key[e];
    w->phase.own_then[p] = w->phase.enemy_then[p] = 0;
  }
  for (int32_t g = 0; fights && g < sp_used(w, SP_TABLE_FORMATION); g++)
    if (w->combat.engagement[g] == e && w->formation.side[g] != w->formation.side[f] && w->combat.men_before[g]) best = sp_larger_body(w, best, g);
  sp_event c = sp_event_of(w, SP_EVENT_PHASE_COMES, f, t->from);
  c.object = best >= 0 ? w->formation.key[best] : 0;
  c.a = w->phase.given[p];
  c.b = sp_men_of(w, f);
  c.c = (int32_t)sp_max_i64(0, t->from - w->order.due[w->phase.given[p]]);
  c.value = fights ? 1.0 : 0.0;
  sp_emit(w, c);
}

/* The paper that carries it, or -1. */
static int32_t paper_of(const sp_world *w, int32_t o) {
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++)
    if (w->message.state[m] != SP_MESSAGE_FREE && w->message.order[m] == o && w->message.kind[m] == SP_MESSAGE_ORDER) return m;
  return -1;
}

static bool knows_an_enemy(const sp_world *w, int32_t f) {
  for (int32_t c = f * SP_CONTACTS; c < (f + 1) * SP_CONTACTS; c++)
    if (w->contact.report[c] >= 0 && !w->contact.friendly[c]) return true;
  return false;
}

static bool is_over(const sp_world *w, sp_key fight) {
  for (int32_t e = 0; e < sp_used(w, SP_TABLE_ENGAGEMENT); e++)
    if (w->engagement.alive[e] && w->engagement.key[e] == fight) return false;
  return fight != 0;
}

static sp_phase_cause why_not(const sp_world *w, int32_t p, int32_t f, int32_t o) {
  int32_t m = paper_of(w, o);
  if (m >= 0 && w->message.state[m] == SP_MESSAGE_DONE && !w->message.acted[m]) return SP_PHASE_UNHEARD;
  if (w->hq.mission[f] != o && w->order.state[o] == SP_ORDER_OBEYED) return SP_PHASE_CANCELLED; /* told otherwise since */
  if (w->hq.act[f] != SP_ACT_ORDERS && w->hq.act[f] != SP_ACT_ATTACK) return SP_PHASE_UNWILLING;
  if (is_over(w, w->phase.fight[p])) return SP_PHASE_TOO_LATE;
  return sp_verb_fights((sp_verb)w->order.verb[o]) && !knows_an_enemy(w, f) ? SP_PHASE_NOBODY : SP_PHASE_HELD_UP;
}

/* Is it about what it was told? */
static bool is_at_it(const sp_world *w, int32_t f, int32_t o) {
  sp_verb verb = (sp_verb)w->order.verb[o];
  if (verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE) return fights_now(w, f) || w->combat.chasing[f] != 0;
  return w->order.state[o] == SP_ORDER_OBEYED;
}

static void follow(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  int32_t o = w->phase.given[p], f = sp_phase_body(w, p);
  if (w->phase.who[p] == 0) { /* told to all: each is a body of his own */
    sp_row_free(w, SP_TABLE_PHASE, p);
    return;
  }
  if (f < 0 || sp_men_of(w, f) <= 0) sp_phase_fail(w, p, SP_PHASE_GONE, t->from);
  else if (w->combat.stance[f] == SP_BROKEN || w->combat.stance[f] == SP_YIELDED) sp_phase_fail(w, p, SP_PHASE_BROKEN, t->from);
  else if (w->order.state[o] == SP_ORDER_REFUSED_) sp_phase_fail(w, p, SP_PHASE_REFUSED, t->from);
  else if (is_at_it(w, f, o)) begin(t, p, f);
  else {
    int32_t e = fight_ahead(t, f), m = paper_of(w, o);
    if (e >= 0) {
      w->phase.fight[p] = w->engagement.key[e];
      w->phase.enemy_then[p] = enemy_lost_in(w, e, f);
      w->phase.own_then[p] = 0;
    }
    bool under_way = sp_formation_marches(w, f) || (m >= 0 && w->message.state[m] != SP_MESSAGE_DONE && w->message.acted[m] == 0) || w->formation.start_minute[f] > t->from;
    if (under_way) w->phase.patience[p] = t->from;
    else if ((double)(t->from - w->phase.patience[p]) >= t->k->phase_patience_min) sp_phase_fail(w, p, why_not(w, p, f, o), t->from);
  }
}

/* ---- until it is over */

static void go_on(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  int32_t f = sp_phase_body(w, p), e = -1;
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_ENGAGEMENT) && f >= 0 && w->phase.fight[p]; n++)
    if (w->engagement.alive[n] && w->engagement.key[n] == w->phase.fight[p]) e = n;
  if (e >= 0 && sp_part_of(w, e, f) >= 0) w->phase.enemy_lost[p] = sp_max_i32(w->phase.enemy_lost[p], enemy_lost_in(w, e, f) - w->phase.enemy_then[p]);
  if (f >= 0 && w->formation.alive[f] && e >= 0 && w->combat.engagement[f] == e) return;
  sp_event end = sp_event_of(w, SP_EVENT_PHASE_ENDS, f >= 0 ? f : w->hq.formation[w->phase.hq[p]], t->from);
  end.a = w->phase.given[p];
  end.b = f >= 0 && w->phase.fight[p] ? sp_max_i32(0, w->combat.killed_first[f] - w->phase.own_then[p]) : 0;
  end.c = w->phase.enemy_lost[p];
  end.value = (double)(t->from - w->phase.begun[p]);
  if (w->phase.fight[p]) sp_emit(w, end); /* a march is told when it begins */
  sp_row_free(w, SP_TABLE_PHASE, p);
}

/* Nobody waits beyond the end of the story; who was on his way is told of as held up. In this last tick a moment may still be
 * given (engine/moments.c): that is told of there, and is left. */
static void close_all(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++) {
    if (!w->phase.alive[p] || w->phase.state[p] > SP_PHASE_GIVEN) continue;
    if (w->phase.state[p] == SP_PHASE_GIVEN) sp_phase_fail(w, p, SP_PHASE_HELD_UP, t->to);
    else if (!w->phase.known[p]) sp_phase_fail(w, p, SP_PHASE_NEVER, t->to);
    else if (w->phase.known[p] + w->order.after_min[w->phase.order[p]] > t->to) sp_phase_fail(w, p, SP_PHASE_HELD_UP, t->to);
  }
}

void sp_rule_phases(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_PHASE);
  for (int32_t p = 0; p < used; p++) {
    if (!w->phase.alive[p]) continue;
    if (w->phase.state[p] <= SP_PHASE_WAITS) wait_on(t, p);
    else if (w->phase.state[p] == SP_PHASE_GIVEN) follow(t, p);
    else go_on(t, p);
  }
  if (used > 0 && t->to >= t->model->campaign.end) close_all(t);
}
