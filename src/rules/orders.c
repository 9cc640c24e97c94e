/* orders.c - an order that the staff has dealt with becomes what a body does.
 *
 * Models   promises heard (promise_orders.c); taking up march, halt, camp, cross, bridge, break, embark, rafts, follow, attack, hold, pursue; the intent to ride off; sending off a detachment; joining another body.
 * Reads    messages of kind ORDER acted on in this tick, their orders.
 * Writes   repute.promise*; what is earned goes over with those who join; formation.verb, goal and limits; hq.dig, dig_toward, invests, harasses, terms; combat.posture, quarter, flees, flees_to, ambush, bridge_at, bridge_count, bridge_how; hq.mission, act, act_since, pressed_since, repulsed, rode_off, person,
 *          superior; voyages; new formations; counts through the ledger; person.formation.
 * Emits    DETACHED, MERGED, FOLLOWS, ORDER_REFUSED, PROMISED.
 * Formula  orders are taken up in order of the minute they were acted on, then of key. A detachment takes men of the
 *          named kinds by largest remainder, officers in proportion, and the horses that go with its riders; it
 *          starts where its commander rides; when no man is left behind, the rest goes with it. Bodies join when the
 *          joiner's head is within march_join_m of the other's column as the tick begins. A column on the march keeps
 *          to its old order until the hour that a new one names, one at sea until it is ashore. Broken men take no orders.
 * Sources  none: bookkeeping. The staff's delay is in staff.c, the rider's in rider.c.
 * Leaves out  questions, refusals by will: they are the minds'.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rules/birth.h"
#include "rules/promise_orders.h"
#include "rules/store_orders.h"
#include "rules/way_plan.h"
#include "shapan/calc_supply.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/phases.h"
#include "world/repute.h"
#include "world/ride.h"
#include "world/scratch.h"
#include "world/wards.h"
#include "world/munitions.h"
#include "world/larders.h"
#include "world/stores.h"
#include "world/trace.h"
#include "world/voyage.h"

static void refuse(sp_tick *t, int32_t i, int32_t o, sp_refusal why) {
  sp_world *w = t->world;
  w->order.state[o] = SP_ORDER_REFUSED_;
  sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_ORDER_REFUSED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = o, .b = (int32_t)why, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

/* "at dawn", "at dusk": the first after `after`, where the body is. */
static sp_minute first_light(const sp_tick *t, int32_t i, uint8_t which, sp_minute after) {
  const sp_world *w = t->world;
  sp_point here = sp_unproject(&t->model->projection, (sp_xy){w->formation.head_x[i], w->formation.head_y[i]});
  sp_minute day = after - after % 1440;
  for (int n = 0; n < 3; n++, day += 1440) {
    double rise = 0.0, set = 0.0;
    sp_calc_sun_times(here.lat_deg, day, &rise, &set);
    sp_minute at = day + sp_to_i64(which == 1 ? rise : set);
    if (at >= after) return at;
  }
  return after;
}

/* Not before this minute. */
static sp_minute start_of(const sp_tick *t, int32_t i, int32_t o, sp_minute acted) {
  const sp_world *w = t->world;
  return w->order.start_light[o] ? first_light(t, i, w->order.start_light[o], acted) : sp_max_i64(acted, w->order.start_minute[o]);
}

static void set_march(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute start) {
  sp_world *w = t->world;
  w->formation.verb[i] = (uint8_t)verb;
  w->formation.pace[i] = w->order.pace[o];
  w->formation.through_night[i] = w->order.through_night[o];
  w->formation.follow[i] = 0;
  w->formation.goal_node[i] = w->order.goal_node[o];
  memcpy(&w->formation.via_node[i * 4], &w->order.via_node[o * 4], 4 * sizeof(int32_t));
  w->hq.gate[i] = 0; /* the way is his orders' again */
  w->formation.start_minute[i] = start;
  if (w->formation.activity[i] == SP_ASSEMBLING) w->formation.activity[i] = SP_HALTED_IN_COLUMN; /* falls in for the new order */
  sp_forget_way(w, i);
}

static uint8_t bank_at_node(const sp_model *m, int32_t edge, int32_t node) { return m->edge[edge].bank[m->edge[edge].node[0] == node ? 0 : 1]; }

/* The first named or forked place beyond a crossing, on the bank that the body is not on: best road first. */
static int32_t beyond_crossing(const sp_tick *t, int32_t i, int32_t crossing) {
  const sp_model *m = t->model;
  const sp_world *w = t->world;
  int32_t node = m->crossing[crossing].node, best = -1, best_class = 99;
  double best_away = -1.0;
  uint8_t far_bank = 0;
  for (int32_t h = m->node[node].first_edge; h < m->node[node].first_edge + m->node[node].edge_count; h++) { /* the far bank: ends farther from here */
    int32_t e = sp_leg_edge(m->half_edge[h].leg);
    sp_xy end = m->node[m->half_edge[h].to].at;
    double dx = end.x - w->formation.head_x[i], dy = end.y - w->formation.head_y[i], away = dx * dx + dy * dy;
    if (bank_at_node(m, e, node) && away > best_away) {
      best_away = away;
      far_bank = bank_at_node(m, e, node);
    }
  }
  for (int32_t h = m->node[node].first_edge; h < m->node[node].first_edge + m->node[node].edge_count; h++) {
    int32_t e = sp_leg_edge(m->half_edge[h].leg);
    if (bank_at_node(m, e, node) != far_bank || m->edge[e].road_class >= best_class) continue;
    best = m->half_edge[h].to;
    best_class = m->edge[e].road_class;
  }
  return best;
}

static int32_t nearest_crossing(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  int32_t best = -1;
  double best_d2 = 0.0;
  for (int32_t c = 0; c < t->model->crossing_count; c++) {
    sp_xy at = t->model->node[t->model->crossing[c].node].at;
    double dx = at.x - w->formation.head_x[i], dy = at.y - w->formation.head_y[i], d2 = dx * dx + dy * dy;
    if (best < 0 || d2 < best_d2) {
      best = c;
      best_d2 = d2;
    }
  }
  return best;
}

/* The crossing that an order names, else the nearest; -1: there is none, and it is refused. */
static int32_t crossing_told(sp_tick *t, int32_t i, int32_t o) {
  int32_t via = t->world->order.via_node[o * 4], crossing = via >= 0 ? t->model->node[via].crossing : nearest_crossing(t, i);
  if (crossing < 0) refuse(t, i, o, SP_REFUSED_NO_WAY);
  return crossing;
}

static void set_cross(sp_tick *t, int32_t i, int32_t o, sp_minute start) {
  sp_world *w = t->world;
  int32_t crossing = crossing_told(t, i, o);
  if (crossing < 0) return;
  int32_t toward = w->order.goal_node[o] >= 0 ? w->order.goal_node[o] : beyond_crossing(t, i, crossing);
  if (toward < 0) {
    refuse(t, i, o, SP_REFUSED_NO_WAY);
    return;
  }
  set_march(t, i, o, SP_VERB_CROSS, start);
  int32_t *vias = &w->formation.via_node[i * 4];
  vias[0] = t->model->crossing[crossing].node;
  vias[1] = vias[2] = vias[3] = -1;
  w->formation.goal_node[i] = toward;
}

static void set_follow(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute start) {
  sp_world *w = t->world;
  bool harasses = verb == SP_VERB_FOLLOW && (w->order.ask[o] & SP_MANNER_HARASS);
  if (harasses && w->formation.mounted[i] < t->k->harass_mounted * sp_men_of(w, i)) {
    refuse(t, i, o, SP_REFUSED_NO_HORSE);
    return;
  }
  set_march(t, i, o, verb, start);
  w->hq.harasses[i] = harasses;
  w->formation.follow[i] = w->order.follow[o];
  w->formation.follow_m[i] = harasses ? sp_to_i32(t->k->harass_keep_m) : w->order.follow_m[o];
  w->formation.goal_node[i] = -1;
  if (verb == SP_VERB_FOLLOW && !harasses) sp_emit(w, (sp_event){.minute = start, .type = SP_EVENT_FOLLOWS, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = w->order.follow[o] == SP_FOLLOW_ENEMY ? 0 : w->order.follow[o], .a = w->formation.follow_m[i], .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

/* A column on the march goes on until the minute the order is acted on. */
static void set_rest(sp_world *w, int32_t i, sp_verb verb, sp_minute acted) {
  w->formation.verb[i] = (uint8_t)verb;
  w->formation.start_minute[i] = acted;
}

/* Attack, hold, pursue: whom or where, and how. An enemy meant by name is as good as the nearest one known of. */
static void set_fight(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute acted) {
  sp_world *w = t->world;
  uint8_t quarter = w->order.ask[o] & SP_MANNER_QUARTER;
  if (verb == SP_VERB_HOLD && w->order.goal_node[o] < 0) {
    set_rest(w, i, SP_VERB_HOLD, acted);
    w->formation.goal_node[i] = -1;
    w->formation.follow[i] = 0;
  } else {
    set_march(t, i, o, verb, acted);
    if (verb != SP_VERB_HOLD && w->order.goal_node[o] < 0) w->formation.follow[i] = w->order.follow[o];
  }
  w->combat.posture[i] = verb == SP_VERB_HOLD ? SP_POSTURE_HOLD : SP_POSTURE_ATTACK;
  if (w->order.ask[o] & SP_MANNER_REAR_GUARD) w->combat.posture[i] = SP_POSTURE_REAR_GUARD;
  if (w->order.ask[o] & SP_MANNER_AMBUSH) w->combat.ambush[i] = w->order.ask[o] & SP_MANNER_LET_PASS ? SP_AMBUSH_LETS_PASS : SP_AMBUSH_HEAD;
  if (quarter) w->combat.quarter[i] = (uint8_t)(quarter - 1);
}

/* To build or to break: it goes to the bank, unless it stands there. */
static void set_works(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute start) {
  sp_world *w = t->world;
  int32_t crossing = crossing_told(t, i, o);
  if (crossing < 0) return;
  bool there = sp_column_distance_m(w, i, t->model->node[t->model->crossing[crossing].node].at, NULL) <= t->k->bridge_reach_m;
  set_march(t, i, o, verb, start);
  for (int n = 0; n < 4; n++) w->formation.via_node[i * 4 + n] = -1;
  w->formation.goal_node[i] = there ? -1 : t->model->crossing[crossing].node;
  w->combat.bridge_at[i] = crossing + 1;
  w->combat.bridge_count[i] = verb == SP_VERB_BRIDGE ? w->order.follow_m[o] : 0;
  w->combat.bridge_how[i] = w->order.ask[o];
}

/* By sea: it goes to the place where it is to embark, unless it stands there; so does who is to build rafts. */
static void set_sea(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute start) {
  sp_world *w = t->world;
  int32_t at = w->order.via_node[o * 4], bound = verb == SP_VERB_EMBARK ? w->order.goal_node[o] : -1;
  if (at < 0) at = verb == SP_VERB_EMBARK ? sp_port_for(w, i, bound) : w->formation.leg_count[i] == 0 ? w->formation.node[i] : -1;
  int32_t v = at >= 0 ? sp_voyage_open(w, i) : -1;
  if (v < 0) {
    refuse(t, i, o, SP_REFUSED_NO_WAY);
    return;
  }
  bool there = w->formation.leg_count[i] == 0 && w->formation.node[i] == at;
  set_march(t, i, o, verb, start);
  for (int n = 0; n < 4; n++) w->formation.via_node[i * 4 + n] = -1;
  w->formation.goal_node[i] = there ? -1 : at;
  w->voyage.bound_for[v] = bound;
  w->voyage.stage[v] = w->voyage.told[v] = w->voyage.returning[v] = 0;
  w->voyage.done_min[v] = 0.0;
  w->voyage.since[v] = start;
  w->voyage.rafts_wanted[v] = verb == SP_VERB_RAFTS ? w->order.follow_m[o] : 0;
  w->voyage.rafts_built[v] = 0;
}

/* Orders that send a body somewhere, as against those that have it rest or stand where it is. */
static bool sets_off(const sp_world *w, int32_t o, sp_verb verb) {
  switch (verb) {
    case SP_VERB_CAMP:
    case SP_VERB_HOLD: return w->order.goal_node[o] >= 0;
    default: return verb == SP_VERB_MARCH || verb == SP_VERB_CROSS || verb == SP_VERB_BRIDGE || verb == SP_VERB_BREAK || verb == SP_VERB_EMBARK || verb == SP_VERB_RAFTS || verb == SP_VERB_FOLLOW || verb == SP_VERB_MERGE || sp_verb_fights(verb);
  }
}

/* What is to be dug, and which way it is to look; what is to be shut in. A commander who of himself stands where he is goes on
 * with what he was told to dig or shut in. */
static void set_siege_work(sp_tick *t, int32_t i, int32_t o, sp_verb verb) {
  sp_world *w = t->world;
  bool himself = w->order.thought[o] == SP_ACT_HOLD && verb == SP_VERB_HOLD && w->order.goal_node[o] < 0;
  if (himself) return;
  w->hq.dig[i] = verb == SP_VERB_HOLD || verb == SP_VERB_CAMP ? sp_dig_of(w->order.ask[o]) : 0;
  if (verb == SP_VERB_HOLD && (w->order.ask[o] & SP_MANNER_REPAIR)) w->hq.dig[i] |= SP_DIG_WALL;
  w->hq.invests[i] = verb == SP_VERB_HOLD && w->order.ask[o] & SP_MANNER_INVEST ? w->order.goal_node[o] : -1;
  bool sallies = verb == SP_VERB_ATTACK && w->order.amount[o] > 0;
  w->hq.sallies[i] = sallies ? w->formation.node[i] + 1 : 0;
  w->hq.sally_for[i] = (uint8_t)(sallies ? sp_min_i64(w->order.amount[o], SP_SALLY_WORKS) : SP_SALLY_NONE);
  w->hq.sally_since[i] = 0;
  bool mines = verb == SP_VERB_HOLD && w->order.ask[o] & SP_MANNER_MINE;
  w->hq.mines[i] = mines ? (w->order.goal_node[o] >= 0 ? w->order.goal_node[o] : w->formation.node[i]) + 1 : 0;
  w->hq.mine_how[i] = (uint8_t)(!mines ? 0 : w->order.amount[o] < 0 ? SP_MINING_AGAINST : w->order.ask[o] & SP_MANNER_MINE_WAITS ? SP_MINING_WAITS : 0);
  w->hq.mine_g[i] = mines ? sp_max_i64(0, w->order.amount[o]) : 0;
  w->hq.dig_toward[i] = w->hq.dig[i] ? w->order.dig_toward[o] : -1;
  if (w->hq.dig[i]) w->formation.through_night[i] = w->order.through_night[o];
}

/* As far as he knows men of his own side stand there, and no others. */
static bool believes_ours(const sp_tick *t, int32_t i, int32_t node) {
  const sp_world *w = t->world;
  bool ours = w->formation.node[i] == node;
  sp_xy at = t->model->node[node].at;
  for (int32_t c = i * SP_CONTACTS; c < (i + 1) * SP_CONTACTS; c++) {
    int32_t r = w->contact.report[c];
    double dx = r >= 0 ? w->report.x[r] - at.x : 0.0, dy = r >= 0 ? w->report.y[r] - at.y : 0.0;
    if (r < 0 || dx * dx + dy * dy > t->k->siege_ring_m * t->k->siege_ring_m) continue;
    if (!w->contact.friendly[c]) return false;
    ours = true;
  }
  return ours;
}

static bool has_wall(const sp_model *m, int32_t node) {
  for (int32_t n = 0; n < m->wall_count && node >= 0; n++)
    if (m->wall[n].node == node) return true;
  return false;
}

static void go(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute start) {
  sp_world *w = t->world;
  if (sp_tracing(w, w->formation.key[i])) {
    sp_trace taken = {.minute = t->to, .kind = SP_TRACE_ORDER, .subject = w->formation.key[i], .object = sp_hq_formation_key(w, w->order.from_hq[o]), .option = o, .taken = sets_off(w, o, verb), .result = (double)start};
    sp_trace_put(w, &taken);
  }
  w->formation.next_order[i] = -1;
  w->formation.next_minute[i] = 0;
  if (verb == SP_VERB_HOLD && (w->order.ask[o] & SP_MANNER_INVEST) && believes_ours(t, i, w->order.goal_node[o])) {
    refuse(t, i, o, SP_REFUSED_OURS); /* nobody shuts in his own */
    return;
  }
  if (verb == SP_VERB_ATTACK && w->order.amount[o] > 0 && !has_wall(t->model, w->formation.node[i])) {
    refuse(t, i, o, SP_REFUSED_NO_WALL); /* nobody sallies from the open */
    return;
  }
  w->combat.posture[i] = SP_POSTURE_AVOID;
  w->combat.ambush[i] = SP_AMBUSH_NONE;
  w->combat.ambush_since[i] = 0;
  w->hq.harasses[i] = 0;
  if (w->hq.safe_until[i] && sp_verb_fights(verb)) w->hq.safe_until[i] = 0; /* who fights has broken the terms */
  set_siege_work(t, i, o, verb);
  w->combat.bridge_at[i] = w->combat.bridge_count[i] = 0;
  w->combat.bridge_how[i] = 0;
  w->combat.flees[i] = SP_FLEES_NOT; /* whatever he meant to do, he has something else to do now */
  switch (verb) {
    case SP_VERB_CROSS: set_cross(t, i, o, start); break;
    case SP_VERB_BRIDGE:
    case SP_VERB_BREAK: set_works(t, i, o, verb, start); break;
    case SP_VERB_EMBARK:
    case SP_VERB_RAFTS: set_sea(t, i, o, verb, start); break;
    case SP_VERB_FOLLOW:
    case SP_VERB_MERGE: set_follow(t, i, o, verb, start); break;
    case SP_VERB_ATTACK:
    case SP_VERB_HOLD:
    case SP_VERB_PURSUE: set_fight(t, i, o, verb, start); break;
    case SP_VERB_CAMP:
      if (w->order.goal_node[o] >= 0) set_march(t, i, o, SP_VERB_MARCH, start);
      else set_rest(w, i, SP_VERB_CAMP, start);
      break;
    case SP_VERB_MARCH:
      set_march(t, i, o, SP_VERB_MARCH, start);
      if (w->order.ask[o] & SP_MANNER_IN_TURNS) w->combat.posture[i] = SP_POSTURE_IN_TURNS;
      break;
    default: set_rest(w, i, SP_VERB_HALT, start); break;
  }
}

static void set_verb(sp_tick *t, int32_t i, int32_t o, sp_verb verb, sp_minute acted) {
  sp_world *w = t->world;
  bool marches = w->formation.activity[i] == SP_MARCHING || w->formation.activity[i] == SP_WAITING_TO_CROSS || w->formation.activity[i] == SP_LONG_HALT;
  sp_minute start = sets_off(w, o, verb) ? start_of(t, i, o, acted) : acted;
  if ((marches && start > t->to) || sp_at_sea(w, i)) { /* until then it keeps to what it does */
    w->formation.next_order[i] = o;
    w->formation.next_minute[i] = start;
  } else {
    go(t, i, o, verb, start);
  }
}

/* ---- detachments */

static bool fits(const sp_world *w, int32_t s, int32_t o, int32_t item) {
  sp_arm arm = (sp_arm)w->strength.arm[s];
  uint8_t wanted = w->order.detach_arm[o * 3 + item], wanted_class = w->order.detach_class[o * 3 + item];
  int32_t unit = w->order.detach_unit[o * 3 + item];
  if (wanted == SP_ARM_FOOT ? sp_arm_category_of[arm] != SP_CATEGORY_MAN_FOOT : wanted == 255 ? (unit < 0 && !sp_arm_is_man(arm)) : wanted != arm) return false;
  if (wanted_class != 255 && wanted_class != w->strength.troop_class[s]) return false;
  return unit < 0 || unit == w->strength.unit[s];
}

static int32_t men_fitting(const sp_world *w, int32_t i, int32_t o, int32_t item) {
  int32_t men = 0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    for (int r = 0; r < SP_RANK_GENERAL && fits(w, s, o, item); r++) men += w->strength.count[s * SP_RANK_COUNT + r];
  }
  return men;
}

/* Takes `want` of `have` from the fitting rows: each rank of each row in proportion, the rest of the division
 * going on to the next row, so that the sum is exact. */
static int32_t take(sp_tick *t, int32_t i, int32_t child, int32_t o, int32_t item, int32_t want, int32_t have) {
  sp_world *w = t->world;
  int32_t taken = 0, next;
  double carry = 0.5;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = next) {
    next = w->strength.next[s];
    if (!fits(w, s, o, item)) continue;
    for (int r = 0; r < SP_RANK_GENERAL; r++) {
      int32_t n = w->strength.count[s * SP_RANK_COUNT + r];
      carry += (double)n * want / have;
      int32_t due = sp_min_i32(sp_min_i32(sp_to_i32(sp_floor(carry)), n), want - taken);
      carry -= due;
      taken += sp_transfer(w, s, sp_in_formation(i), sp_in_formation(child), (sp_rank)r, due, SP_CAUSE_DETACH);
    }
  }
  return taken;
}

static int32_t deputy_of(const sp_tick *t, int32_t i, int32_t person) {
  const sp_world *w = t->world;
  int32_t start = w->formation.start[i], deputy = start >= 0 ? t->model->formation[start].deputy : -1;
  bool fit = deputy >= 0 && deputy != person && w->person.fate[deputy] == SP_FATE_WITH_ARMY && w->person.formation[deputy] == i;
  return fit ? deputy : -1;
}

/* ---- joining */

static void join(sp_tick *t, int32_t i, int32_t other, bool told) {
  sp_world *w = t->world;
  int32_t men = sp_men_of(w, i), beasts = w->formation.mounts[i] + w->formation.draught[i];
  sp_larders_count(w, i);
  sp_larders_count(w, other);
  if (!sp_transfer_all(w, sp_in_formation(i), sp_in_formation(other), SP_CAUSE_MERGE)) return; /* no row is free: next tick */
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PERSON); p++) {
    if (w->person.formation[p] == i) w->person.formation[p] = other;
  }
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++) {
    if (w->hq.alive[j] && w->hq.superior[j] == i) w->hq.superior[j] = j == other ? w->hq.superior[i] : other;
    if (w->formation.alive[j] && w->formation.parent[j] == i) w->formation.parent[j] = j == other ? w->formation.parent[i] : other;
  }
  if (told) sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_MERGED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = w->formation.key[other], .a = men, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
  w->health.physicians[other] += w->health.physicians[i];
  w->health.physicians[i] = 0;
  sp_captives_join(w, i, other);
  w->combat.heads[other] += w->combat.heads[i];
  w->combat.swept_cut[other] += w->combat.swept_cut[i]; /* told with the other's at the hour */
  w->combat.swept_taken[other] += w->combat.swept_taken[i];
  sp_munitions_merge(w, i, other, men);
  sp_repute_merge(w, i, other, men);
  sp_grain_merge(w, i, other, men, beasts);
  w->combat.heads[i] = w->combat.swept_cut[i] = w->combat.swept_taken[i] = 0;
  w->formation.joined[i] = other;
  w->formation.verb[i] = SP_VERB_NONE;
  sp_row_free(w, SP_TABLE_FORMATION, i);
}

/* ---- sending off */

/* Men below the rank of general. */
static int32_t men_to_lead(const sp_world *w, int32_t i) {
  int32_t men = 0;
  for (int32_t s = w->formation.first_strength[i]; s >= 0; s = w->strength.next[s]) {
    for (int r = 0; r < SP_RANK_GENERAL && sp_arm_is_man((sp_arm)w->strength.arm[s]); r++) men += w->strength.count[s * SP_RANK_COUNT + r];
  }
  return men;
}

/* An officer who sends all his men off goes with them, and takes what else he has. */
static void go_along(sp_tick *t, int32_t i, int32_t child) {
  sp_world *w = t->world;
  if (men_to_lead(w, i) > 0) return;
  if (w->hq.person[child] < 0) w->hq.person[child] = w->hq.person[i];
  join(t, i, child, false);
}

/* The officer named to lead it, if he is there and able when the order comes; else somebody without a name does. */
static int32_t leader_of_detachment(const sp_world *w, int32_t i, int32_t o) {
  int32_t person = w->order.detach_person[o];
  return person >= 0 && w->person.fate[person] == SP_FATE_WITH_ARMY && w->person.formation[person] == i ? person : -1;
}

static void detach(sp_tick *t, int32_t i, int32_t o, sp_minute acted) {
  sp_world *w = t->world;
  int32_t fitting = 0;
  for (int n = 0; n < 3 && w->order.detach_count[o * 3 + n] != 0; n++) fitting += men_fitting(w, i, o, n);
  if (fitting <= 0) {
    refuse(t, i, o, SP_REFUSED_TOO_FEW);
    return;
  }
  int32_t riders = w->formation.mounted[i], person = leader_of_detachment(w, i, o), child = sp_give_birth(t, i, SP_BORN_DETACHMENT, acted);
  if (child < 0) {
    refuse(t, i, o, SP_REFUSED_GONE);
    return;
  }
  w->formation.name_unit[child] = w->order.detach_count[o * 3 + 1] ? -1 : w->order.detach_unit[o * 3]; /* one unit alone keeps its name */
  w->formation.name_word[child] = w->order.detach_name[o];
  w->hq.mission[child] = o;
  if (w->order.ask[o] & SP_MANNER_HARASS && w->order.detach_verb[o] == SP_VERB_FOLLOW) {
    w->hq.told_off[child] = w->order.due[o];
    w->hq.told_off_men[child] = w->order.detach_count[o * 3];
  }
  w->hq.act_since[child] = acted;
  w->hq.person[child] = person;
  if (person >= 0) w->person.formation[person] = child;
  if (person >= 0 && w->hq.person[i] == person) w->hq.person[i] = deputy_of(t, i, person); /* who leads it himself leaves the rest to another */
  for (int n = 0; n < 3 && w->order.detach_count[o * 3 + n] != 0; n++) { /* "400 horse and 500 men": the men are of those still there */
    int32_t have = men_fitting(w, i, o, n), count = w->order.detach_count[o * 3 + n], want = count < 0 ? have : sp_min_i32(have, count);
    if (want > 0) take(t, i, child, o, n, want, have);
  }
  sp_take_mounts(t, i, child, riders);
  sp_munitions_split(w, i, child, (double)sp_men_of(w, child) / sp_max(1.0, sp_men_of(w, child) + sp_men_of(w, i)));
  sp_grain_split(w, i, child);
  go_along(t, i, child);
  sp_emit(w, (sp_event){.minute = acted, .type = SP_EVENT_DETACHED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .object = w->formation.key[child], .a = sp_men_of(w, child), .b = w->formation.mounts[child], .c = w->formation.carts[child] + w->formation.light_guns[child] + w->formation.heavy_guns[child], .x_m = w->hq.x[i], .y_m = w->hq.y[i]});
  set_verb(t, child, o, (sp_verb)w->order.detach_verb[o], acted);
}

/* ---- meeting */

static bool near(const sp_world *w, int32_t i, int32_t j) {
  return sp_column_distance_m(w, j, (sp_xy){w->formation.head_x[i], w->formation.head_y[i]}, NULL) <= w->constants.march_join_m;
}

/* Whom a body joins in this tick, -1: nobody. Of two that join each other the higher key goes over. */
static int32_t joins_now(const sp_world *w, int32_t i) {
  if (!w->formation.alive[i] || w->formation.verb[i] != SP_VERB_MERGE) return -1;
  int32_t other = sp_quarry(w, i);
  if (other < 0 || sp_at_sea(w, other)) return -1; /* the march rule halts it */
  bool mutual = w->formation.verb[other] == SP_VERB_MERGE && sp_quarry(w, other) == i;
  if (mutual && w->formation.key[i] < w->formation.key[other]) return -1;
  return near(w, i, other) ? other : -1;
}

/* Bodies that join one another in a ring: the lowest key of them stays. */
static void break_rings(sp_world *w, int32_t *into, int32_t used) {
  for (int32_t i = 0; i < used; i++) {
    int32_t lowest = i, j = into[i];
    for (int32_t steps = 0; j >= 0 && j != i && steps < used; steps++, j = into[j]) {
      if (w->formation.key[j] < w->formation.key[lowest]) lowest = j;
    }
    if (j == i && into[i] >= 0) into[lowest] = -1;
  }
}

/* Who joins whom is settled by where they stood as the tick began; those whom nobody joins any more go first, so that
 * in a chain the last are with the first by the end of it. */
static void join_those_met(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION), left = 0, *into = w->scratch->stack;
  for (int32_t i = 0; i < used; i++) {
    into[i] = joins_now(w, i);
    left += into[i] >= 0;
  }
  if (left > 1) break_rings(w, into, used);
  while (left > 0) {
    uint8_t *awaits = w->scratch->mark;
    memset(awaits, 0, (size_t)used);
    for (int32_t i = 0; i < used; i++) {
      if (into[i] >= 0) awaits[into[i]] = 1;
    }
    left = 0;
    for (int32_t i = 0; i < used; i++) {
      left += into[i] >= 0 && awaits[i];
      if (into[i] < 0 || awaits[i]) continue;
      join(t, i, into[i], true);
      into[i] = -1;
    }
  }
}

/* ---- the rule */

/* Who does what an order says: the officer it is for, though he has gone along with all his men under a new name. */
static int32_t obeys(const sp_world *w, int32_t i) {
  while (i >= 0 && !w->formation.alive[i] && w->formation.joined[i] >= 0 && w->formation.born_of[w->formation.joined[i]] == w->formation.key[i]) i = w->formation.joined[i];
  return i >= 0 && w->formation.alive[i] ? i : -1;
}

static bool out_of_hand(const sp_world *w, int32_t i) { return w->combat.stance[i] == SP_BROKEN || w->combat.stance[i] == SP_YIELDED; }

/* An order whose moment is still to come: he keeps it, and goes on with what he does. */
static void keep(sp_tick *t, int32_t message, int32_t i, int32_t o, sp_minute acted) {
  sp_world *w = t->world;
  int32_t kept = sp_order_keep(w, o, i, acted);
  if (kept >= 0 && sp_phase_open(w, kept, i, acted)) {
    w->order.state[o] = SP_ORDER_OBEYED;
    return;
  }
  if (kept >= 0) w->order.state[kept] = SP_ORDER_REFUSED_; /* nobody watches it */
  w->message.acted[message] = t->to + 1; /* no row is free: next tick */
}

/* The signal agreed upon, by what he has: those who wait for it hear or see it, or do not (phases.c). */
static void signal_now(sp_tick *t, int32_t i, int32_t o, sp_minute acted) {
  sp_world *w = t->world;
  sp_call call = (sp_call)sp_max_i64(0, sp_min_i64(SP_CALL_COUNT - 1, w->order.amount[o]));
  bool guns = w->formation.light_guns[i] + w->formation.heavy_guns[i] > 0;
  if (call == SP_CALL_GUN && !guns) {
    refuse(t, i, o, SP_REFUSED_NO_GUNS);
    return;
  }
  if (call == SP_CALL_ANY) call = guns ? SP_CALL_GUN : SP_CALL_DRUM;
  w->hq.signalled[i] = acted;
  w->hq.signal_by[i] = (uint8_t)call;
  w->order.state[o] = SP_ORDER_OBEYED;
  sp_event e = sp_event_of(w, SP_EVENT_SIGNAL_GIVEN, i, acted);
  e.a = (int32_t)call;
  sp_emit(w, e);
}

/* Orders that leave nothing of a plan: whoever is told to go at them, after them, away or to stop waits for no moment any more. */
static bool ends_plan(const sp_world *w, int32_t o, sp_verb verb) {
  bool own = w->order.thought[o] != SP_ACT_ORDERS || w->order.trigger[o] != SP_TRIGGER_NONE;
  return !own && (verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE || verb == SP_VERB_FLEE || verb == SP_VERB_HALT || verb == SP_VERB_MERGE);
}

/* What came from outside, or stood in the plan, is what he is bound by; his own thoughts are not. */
static void note_mission(sp_world *w, int32_t i, int32_t o, sp_minute acted) {
  if (w->order.thought[o] == SP_ACT_RIDE_OFF) w->hq.rode_off[i] = acted;
  bool own = w->order.thought[o] != SP_ACT_ORDERS && w->order.from_hq[o] == w->order.to_hq[o];
  if (own || w->order.verb[o] == SP_VERB_DETACH) return;
  w->hq.mission[i] = o;
  w->hq.act[i] = SP_ACT_ORDERS;
  w->hq.act_since[i] = acted;
  w->hq.pressed_since[i] = 0;
  w->hq.repulsed[i] = 0;
}

static void take_up(sp_tick *t, int32_t message) {
  sp_world *w = t->world;
  int32_t o = w->message.order[message], i = obeys(w, w->message.to_hq[message]);
  if (o < 0 || i < 0) return;
  sp_minute acted = w->message.acted[message];
  sp_verb verb = (sp_verb)w->order.verb[o];
  if (verb == SP_VERB_WORD || verb == SP_VERB_ASK || verb == SP_VERB_REPORT) return; /* the staff writes */
  if (out_of_hand(w, i)) {
    refuse(t, i, o, SP_REFUSED_BROKEN);
    return;
  }
  if (w->order.kept[o]) {
    keep(t, message, i, o, acted);
    return;
  }
  if (verb == SP_VERB_BLOW) { /* mine.c lights it, when it is ready */
    w->hq.blows[i] = acted;
    if (w->hq.mines[i]) w->order.state[o] = SP_ORDER_OBEYED;
    else refuse(t, i, o, SP_REFUSED_NO_MINE);
    return;
  }
  if (verb == SP_VERB_SIGNAL) {
    signal_now(t, i, o, acted);
    return;
  }
  if (ends_plan(w, o, verb)) sp_phases_cancel(w, i, acted);
  if (verb == SP_VERB_DETACH && sp_at_sea(w, i)) {
    refuse(t, i, o, SP_REFUSED_AT_SEA);
    return;
  }
  if (verb == SP_VERB_TERMS) { /* terms.c sees to it, when there is a siege */
    w->hq.terms[i] = (uint8_t)sp_max_i64(SP_TERMS_UNTOLD, sp_min_i64(SP_TERMS_NEVER, w->order.amount[o]));
    w->order.state[o] = SP_ORDER_OBEYED;
    return;
  }
  if (verb == SP_VERB_WOUNDED) { /* wounded.c and march.c see to it, when it marches off */
    w->health.carries[i] = (uint8_t)sp_max_i64(SP_CARRIES_AS_IT_CAN, sp_min_i64(SP_CARRIES_ALL, w->order.amount[o]));
    w->order.state[o] = SP_ORDER_OBEYED;
    return;
  }
  if (sp_verb_supplies(verb)) { /* beside whatever else it is about */
    sp_refusal why;
    if (sp_take_store_order(t, i, o, acted, &why)) w->order.state[o] = SP_ORDER_OBEYED;
    else refuse(t, i, o, why);
    return;
  }
  w->order.state[o] = SP_ORDER_OBEYED;
  if (verb == SP_VERB_PROMISE) {
    sp_take_promise(t, i, o, acted);
    return;
  }
  note_mission(w, i, o, acted);
  if (verb == SP_VERB_FLEE) { /* leaders.c sees to it; until then the body keeps to what it does */
    w->combat.flees[i] = w->order.ask[o] & SP_MANNER_IF_WAVERING ? SP_FLEES_IF_WAVERING : SP_FLEES_NOW;
    w->combat.flees_to[i] = w->order.goal_node[o];
    return;
  }
  if (verb == SP_VERB_DETACH) detach(t, i, o, acted);
  else set_verb(t, i, o, verb, acted);
}

/* Orders that a column on the march kept for their hour. */
static void at_their_hour(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    int32_t o = w->formation.next_order[i];
    if (!w->formation.alive[i] || o < 0 || w->formation.next_minute[i] > t->to || sp_at_sea(w, i)) continue;
    if (out_of_hand(w, i)) {
      w->formation.next_order[i] = -1;
      w->formation.next_minute[i] = 0;
      refuse(t, i, o, SP_REFUSED_BROKEN);
      continue;
    }
    sp_verb verb = (sp_verb)w->order.verb[o];
    go(t, i, o, verb == SP_VERB_DETACH ? (sp_verb)w->order.detach_verb[o] : verb, w->formation.next_minute[i]);
  }
}

void sp_rule_orders(sp_tick *t) {
  sp_world *w = t->world;
  sp_papers acted = sp_papers_acted(w, t->from, t->to);
  for (size_t n = 0; n < acted.count; n++)
    if (w->message.kind[acted.data[n]] == SP_MESSAGE_ORDER) take_up(t, acted.data[n]);
  sp_array_free(&acted);
  at_their_hour(t);
  join_those_met(t);
}
