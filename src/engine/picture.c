/* picture.c - one headquarters' beliefs laid out for a mind. What is written here is all that he can know: contacts with their
 * errors and ages, his own men, the chain of command, the orders he gave himself.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/scratch.h"
#include "world/stores.h"

#include <stdlib.h>

/* Is the body to be followed the enemy's? */
static bool behind_enemy(const sp_world *w, int32_t o) {
  int32_t row = w->order.follow[o] == SP_FOLLOW_ENEMY ? -1 : sp_formation_row(w, w->order.follow[o]), hq = w->order.from_hq[o];
  return w->order.follow[o] == SP_FOLLOW_ENEMY || (row >= 0 && hq >= 0 && w->formation.side[row] != w->formation.side[w->hq.formation[hq]]);
}

static sp_task task_of(const sp_world *w, int32_t o, bool arrived) {
  if (o < 0) return SP_TASK_NONE;
  sp_verb verb = (sp_verb)w->order.verb[o];
  if (verb == SP_VERB_DETACH) verb = (sp_verb)w->order.detach_verb[o];
  switch (verb) {
    case SP_VERB_MARCH:
    case SP_VERB_CROSS:
    case SP_VERB_EMBARK:
    case SP_VERB_MERGE: return arrived ? SP_TASK_NONE : SP_TASK_GO;
    case SP_VERB_FOLLOW: return arrived ? SP_TASK_NONE : behind_enemy(w, o) ? SP_TASK_KEEP_OFF : SP_TASK_GO;
    case SP_VERB_HOLD: return w->order.ask[o] & SP_MANNER_REAR_GUARD ? SP_TASK_REAR_GUARD : SP_TASK_STAND;
    case SP_VERB_CAMP: return w->order.goal_node[o] >= 0 && !arrived ? SP_TASK_GO : SP_TASK_STAND;
    case SP_VERB_BRIDGE:
    case SP_VERB_RAFTS:
    case SP_VERB_BREAK:
    case SP_VERB_HALT: return SP_TASK_STAND;
    case SP_VERB_ATTACK: return SP_TASK_ATTACK;
    case SP_VERB_PURSUE: return SP_TASK_PURSUE;
    default: return SP_TASK_NONE;
  }
}

/* The order that a commander last gave to one who is under him, or -1; he does not know whether it was heard. */
static int32_t last_order(const sp_world *w, int32_t hq, int32_t under) {
  int32_t best = -1;
  for (int32_t o = sp_order_last_of(w, hq); o >= 0; o = sp_order_before(w, o)) {
    bool ours = w->order.to_hq[o] == under || (w->order.to_hq[o] < 0 && under != hq);
    bool given = (w->order.state[o] >= SP_ORDER_ISSUED && w->order.state[o] != SP_ORDER_LATE) || (w->order.state[o] == SP_ORDER_SCHEDULED && w->order.thought[o] != SP_ACT_ORDERS);
    if (!ours || !given || w->order.verb[o] == SP_VERB_DETACH) continue;
    if (best >= 0 && (w->order.due[o] < w->order.due[best] || (w->order.due[o] == w->order.due[best] && w->order.key[o] < w->order.key[best]))) continue;
    best = o;
  }
  return best;
}

/* What everybody on that side knows of those troops: what they were at the opening, or those whom they were detached from. */
static void known_troops(const sp_world *w, int32_t row, sp_known_body *b) {
  while (row >= 0 && w->formation.start[row] < 0 && w->formation.born_of[row]) row = sp_formation_row(w, w->formation.born_of[row]);
  sp_troops nobody = {.quality = 0.5, .mounted = -1.0}, troops = row >= 0 && w->formation.start[row] >= 0 ? w->scratch->troops[w->formation.start[row]] : nobody;
  b->train = b->horse == 3 || troops.guns;
  b->quality = troops.quality;
  b->mounted = troops.mounted >= 0.0 ? troops.mounted : b->horse == 2 ? 1.0 : b->horse == 1 ? 0.4 : 0.0;
}

static sp_relation relation_of(const sp_world *w, int32_t hq, int32_t row) {
  if (row < 0) return SP_RELATION_FRIEND;
  if (w->hq.superior[hq] == row) return SP_RELATION_CHIEF;
  return w->hq.superior[row] == hq ? SP_RELATION_UNDER_HIM : SP_RELATION_FRIEND;
}

static void take_contact(const sp_tick *t, int32_t hq, int32_t c, sp_known_body *b) {
  const sp_world *w = t->world;
  int32_t r = w->contact.report[c];
  *b = (sp_known_body){.number = w->contact.number[c], .friendly = w->contact.friendly[c], .fresh = w->contact.heard[c] > t->from, .formation = w->report.subject[r],
                       .shape = (sp_shape)w->report.shape[r], .at = {w->report.x[r], w->report.y[r]}, .error_m = sp_belief_error_m(w, r, t->to),
                       .sigma = w->report.sigma[r], .confidence = w->contact.confidence[c],
                       .seen = w->report.seen[r], .heard = w->contact.heard[c], .men = w->report.men[r], .horse = w->report.horse[r]};
  if (!b->friendly) {
    bool there = w->report.leader[r] > 0 && w->report.chief[r] != SP_CHIEF_FLED && w->report.chief[r] != SP_CHIEF_FALLEN;
    if (there) b->renown = sp_person_trait(w, w->report.leader[r] - 1, SP_TRAIT_RENOWN);
    return;
  }
  int32_t row = sp_formation_row(w, b->formation);
  b->relation = relation_of(w, hq, row);
  known_troops(w, row, b);
}

/* ---- himself */

int32_t *sp_men_in_fights(const sp_world *w) {
  int32_t *men = calloc((size_t)sp_used(w, SP_TABLE_ENGAGEMENT) * 2 + 1, sizeof *men);
  for (int32_t g = 0; men && g < sp_used(w, SP_TABLE_FORMATION); g++) {
    int32_t e = w->combat.engagement[g], part = e >= 0 && w->formation.alive[g] ? sp_part_of(w, e, g) : -1;
    if (part >= 0) men[e * 2 + part] += w->formation.foot[g] + w->formation.mounted[g];
  }
  return men;
}

static void see_fight(const sp_tick *t, int32_t f, const int32_t *in_fights, sp_self *self) {
  const sp_world *w = t->world;
  int32_t e = w->combat.engagement[f];
  if (e < 0 || !w->combat.men_before[f]) return;
  int32_t part = sp_part_of(w, e, f);
  self->fight_own = in_fights[e * 2 + part];
  double enemy = in_fights[e * 2 + 1 - part];
  sp_dice dice = {t->dice.seed, (uint32_t)(t->to / 60)};
  double u = sp_uniform(&dice, sp_key_pair(w->formation.key[f], w->engagement.key[e]), SP_STREAM_SIGHT_ERROR, 1);
  self->fights = true;
  self->fight_enemy = sp_lognormal_of(u, enemy, t->k->mind_fight_eye_sigma);
  self->lost = sp_clamp(1.0 - (double)sp_men_of(w, f) / sp_max(1.0, (double)w->combat.men_before[f]), 0.0, 1.0);
  double began = w->engagement.began_men[e * 2 + part];
  self->friends_gone = began > 0.0 ? sp_clamp(w->engagement.gone_men[e * 2 + part] / began, 0.0, 1.0) : 0.0;
}

/* Does the body do something else than the act he chose? A failed attack, an ended chase leave it standing. */
static bool has_left(const sp_world *w, int32_t f, sp_task task, sp_act act) {
  sp_verb verb = (sp_verb)w->formation.verb[f];
  bool stands = verb == SP_VERB_NONE || verb == SP_VERB_HALT || verb == SP_VERB_CAMP || verb == SP_VERB_HOLD;
  if (act == SP_ACT_ORDERS) return (task == SP_TASK_ATTACK || task == SP_TASK_PURSUE) && stands;
  return (act == SP_ACT_ATTACK || act == SP_ACT_PURSUE || act == SP_ACT_WATCH) && stands;
}

#define BEFORE 4.0 /* times the reach of a siege: from there he sees the wall, and has not come to it yet */

/* A mine under it, as he reckons it: by the ground before his eyes and the powder in his train. */
static void reckon_mine(const sp_world *w, int32_t f, int32_t wall, sp_town *town) {
  const sp_model *m = w->model;
  const sp_constants *k = &w->constants;
  const sp_node *node = &m->node[m->wall[wall].node];
  double mud = w->region.mud[node->region * SP_SOIL_COUNT + node->soil], pace = sp_calc_mine_m_h(k, sp_diggers_of(w, f), (sp_soil)node->soil, mud, node->cover == SP_COVER_MARSH);
  double kg = m->side[w->formation.side[f]].munitioned ? (double)w->munition.powder_g[f] / 1000.0 : 0.0; /* of powder that nobody counts nobody lays by tons of his own accord */
  town->mine_h = sp_calc_mine_h(k, k->mine_start_m, pace);
  town->mine_opens = sp_clamp(sp_calc_mine_breach_m(k, m->wall[wall].kind, kg) / k->siege_breach_full_m, 0.0, 1.0);
}

/* A walled place of somebody else's that his orders name, and that he stands before. */
static void see_town(const sp_world *w, int32_t hq, int32_t f, sp_self *self) {
  const sp_model *m = w->model;
  const sp_constants *k = &w->constants;
  int32_t o = w->hq.mission[hq], node = w->order.goal_node[o], wall = -1;
  bool meant = self->task == SP_TASK_ATTACK || (w->order.ask[o] & SP_MANNER_INVEST && self->task == SP_TASK_STAND);
  for (int32_t i = 0; i < m->wall_count && meant && node >= 0; i++)
    if (m->wall[i].node == node) wall = i;
  if (wall < 0) return;
  sp_xy at = m->node[node].at;
  if (!sp_body_within(w, f, at, BEFORE * k->siege_reach_m) || w->formation.node[f] == node) return;
  sp_wall_worth worth = sp_calc_wall_worth(k, m->wall[wall].kind, w->wall.breach_m[wall]);
  double length = sp_wall_length_m(w, wall);
  self->town = (sp_town){.is = true, .at = at, .radius_m = length / (2.0 * SP_PI) + 0.5 * k->siege_ring_m, .wall = sp_max(worth.wall, worth.obstacle * worth.cover), .ring_m = sp_ring_m(w, wall),
                         .guns = w->combat.shot[f] > 0.0 ? w->formation.heavy_guns[f] : 0.0, .air_c = w->region.temperature_c[sp_formation_region(w, f)], .repulsed = w->hq.repulsed[hq]};
  reckon_mine(w, f, wall, &self->town);
}

static void see_orders(const sp_tick *t, int32_t hq, int32_t f, sp_self *self) {
  const sp_world *w = t->world;
  int32_t o = w->hq.mission[hq];
  sp_verb verb = (sp_verb)w->formation.verb[f];
  self->act = (sp_act)w->hq.act[hq];
  self->stood_hours = w->formation.stood_min[f] / 60.0;
  self->act_since = w->hq.act_since[hq];
  bool arrived = self->act == SP_ACT_ORDERS && (verb == SP_VERB_NONE || verb == SP_VERB_HALT || verb == SP_VERB_CAMP);
  self->task = task_of(w, o, arrived);
  self->works = (verb == SP_VERB_BRIDGE && self->act == SP_ACT_BRIDGE) || (verb == SP_VERB_BREAK && self->act == SP_ACT_BREAK_BRIDGE);
  if (has_left(w, f, self->task, self->act)) self->act = SP_ACT_HOLD, self->act_since = 0;
  if (o < 0) return;
  self->pressed_hours = w->hq.pressed_since[hq] ? (double)(t->to - w->hq.pressed_since[hq]) / 60.0 : 0.0;
  self->fetches_powder = w->order.thought[o] == SP_ACT_FETCH_POWDER && w->order.to_hq[o] >= 0;
  self->fetches = self->fetches_powder || (w->order.thought[o] == SP_ACT_FETCH && w->order.to_hq[o] >= 0);
  if (self->fetches) self->fetch_for = sp_hq_formation_key(w, w->order.about_hq[o] >= 0 ? w->order.about_hq[o] : w->order.from_hq[o]);
  self->has_goal = w->order.goal_node[o] >= 0;
  see_town(w, hq, f, self);
  if (self->has_goal) self->goal = t->model->node[w->order.goal_node[o]].at;
}

/* What prisoners told, here or to those who wrote; worth less with age. */
static double chief_gone(const sp_tick *t, int32_t hq) {
  const sp_world *w = t->world;
  sp_chief_said said = (sp_chief_said)w->repute.chief_said[hq];
  if (said == SP_CHIEF_UNSAID) return 0.0;
  double age_h = sp_max(0.0, (double)(t->to - w->repute.chief_said_at[hq]) / 60.0);
  return (said == SP_CHIEF_WITH_THEM ? -1.0 : 1.0) * t->k->mind_captives_h / (t->k->mind_captives_h + age_h);
}

static void see_himself(const sp_tick *t, int32_t hq, const int32_t *in_fights, sp_self *self) {
  const sp_world *w = t->world;
  int32_t f = w->hq.formation[hq];
  sp_arms arms = sp_arms_of(w, f);
  *self = (sp_self){.men = w->formation.foot[f] + w->formation.mounted[f], .foot = w->formation.foot[f], .mounted = w->formation.mounted[f],
                    .order = w->formation.order[f], .fatigue = w->formation.fatigue[f], .quality = sp_quality_of(w, f), .light = w->region.light[sp_formation_region(w, f)],
                    .steady = w->combat.stance[f] == SP_STEADY, .wavering = w->combat.stance[f] == SP_WAVERING, .touches = w->formation.in_contact[f],
                    .chases = w->combat.chasing[f] != 0, .marches = w->formation.activity[f] == SP_MARCHING, .asked = w->hq.asked[hq], .asked_times = w->hq.asked_times[hq],
                    .commanded = w->hq.commanded[hq], .promised = w->repute.promise[f] != SP_PROMISE_NONE, .gave = w->repute.gave_at[hq], .asked_bread = w->hq.asked_bread[hq], .asked_powder = w->hq.asked_powder[hq], .fetched = w->hq.fetched[hq], .harried = w->hq.harried[hq], .sallied = w->hq.sallied[hq], .rationed = w->hq.rationed[hq] != 0, .born_of = w->formation.born_of[f], .train = sp_formation_horse(w, f) == 3 || 2.0 * (arms.foot + arms.horse) < arms.men};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) self->trait[n] = sp_commander_trait(w, f, (sp_trait)n);
  self->wall = sp_wall_about(w, f).wall;
  int32_t behind = self->wall > 0.0 ? sp_wall_of(w, f) : -1;
  self->shut_in = behind >= 0 && w->wall.ring_told[behind] > 0 && sp_ring_against(w, behind, w->formation.side[f]) >= 0;
  see_fight(t, f, in_fights, self);
  see_orders(t, hq, f, self);
}

void sp_picture_of(const sp_tick *t, int32_t hq, const int32_t *in_fights, sp_picture *p, int32_t contact[16]) {
  const sp_world *w = t->world;
  p->formation = sp_hq_formation_key(w, hq);
  p->from = t->from;
  p->now = t->to;
  p->at = (sp_xy){w->hq.x[hq], w->hq.y[hq]};
  p->has_superior = w->hq.superior[hq] >= 0;
  p->chief_gone = chief_gone(t, hq);
  p->body_count = 0;
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] < 0) continue;
    contact[p->body_count] = c;
    take_contact(t, hq, c, &p->body[p->body_count++]);
  }
  see_himself(t, hq, in_fights, &p->self);
}

void sp_picture_drawn_on(const sp_world *w, int32_t hq, sp_picture *p) {
  p->self.drawn_on = false;
  for (int32_t n = 0; n < p->body_count; n++) p->body[n].drawn_on = false;
  for (int32_t o = sp_order_last_of(w, hq); o >= 0; o = sp_order_before(w, o)) {
    if (w->order.thought[o] != SP_ACT_SEND || (double)(p->now - w->order.due[o]) > w->constants.mind_drawn_on_min || w->order.to_hq[o] < 0) continue;
    int32_t n = sp_mind_body_of(p, sp_hq_formation_key(w, w->order.to_hq[o]));
    if (n >= 0) p->body[n].drawn_on = true;
    if (w->order.to_hq[o] == hq) p->self.drawn_on = true;
  }
}

/* Since he sent that party he has given it other work; a recall is none until it is back, whether it has heard of it or not. */
static bool told_otherwise(const sp_world *w, int32_t hq, int32_t party) {
  int32_t o = last_order(w, hq, party);
  return o >= 0 && w->order.due[o] > w->hq.told_off[party] && w->order.verb[o] != SP_VERB_MERGE && w->order.verb[o] != SP_VERB_FOLLOW;
}

bool sp_picture_parties(const sp_world *w, int32_t hq, sp_picture *p) {
  bool any = false;
  for (int32_t n = 0; n < p->body_count; n++) {
    sp_known_body *b = &p->body[n];
    int32_t row = b->relation == SP_RELATION_UNDER_HIM ? sp_formation_row(w, b->formation) : -1;
    bool party = row >= 0 && w->formation.born_of[row] == p->formation && w->hq.told_off[row] && !told_otherwise(w, hq, row);
    b->party_sent = party ? w->hq.told_off[row] : 0;
    b->party_men = party ? w->hq.told_off_men[row] : 0;
    any = any || party;
  }
  return any;
}

/* Where walls stand everybody on his side knows. */
static bool in_walled_place(const sp_world *w, sp_xy at) {
  for (int32_t i = 0; i < w->model->wall_count; i++)
    if (sp_mind_apart(at, w->model->node[w->model->wall[i].node].at) <= w->constants.depot_hold_m) return true;
  return false;
}

void sp_picture_tasks(const sp_world *w, int32_t hq, sp_picture *p) {
  for (int32_t n = 0; n < p->body_count; n++) {
    if (p->body[n].relation != SP_RELATION_UNDER_HIM) continue;
    p->body[n].task = task_of(w, last_order(w, hq, sp_formation_row(w, p->body[n].formation)), false);
    p->body[n].garrison = p->body[n].shape != SP_SHAPE_MARCHING && in_walled_place(w, p->body[n].at);
  }
}
