/* sally.c - men who come out of a walled place, do what harm they can, and go back behind their wall.
 *
 * Models   a body told to sally attacks whom it knows of before the place; at blows with those who have guns it spikes them, with those who dig a
 *          mine it pulls that down, in ditches it fills them, by what it was sent for; after its time, or when it is thrown out of the fight, it goes back,
 *          and who was told off from a body that still stands there joins it again.
 * Reads    hq.sallies, sally_for; engagements and how far they have come (world/battle.h); guns, mines, works of those before it; tools.
 * Writes   hq.sally_since, sallies; guns through the ledger; table mine (struck off); work.moved_m3; an order to itself.
 * Emits    SALLY_HARM, SALLY_BACK.
 * Formula  hazards over the tick, dice keyed by the body and the minute; guns as far as there are sally_gun_men to each; ditches by dig_m3_h.
 * Sources  sally.def.
 * Leaves out  camps set on fire, stores burnt; who follows them in through the gate.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/earthworks.h"
#include "world/orders.h"

enum { DIE_GUNS = 16, DIE_MINE };

static bool sent_for(const sp_world *w, int32_t f, sp_sally what) { return w->hq.sally_for[f] == SP_SALLY_ANY || w->hq.sally_for[f] == what; }

static bool is_before(const sp_world *w, int32_t f, int32_t g, int32_t e) { return w->combat.engagement[g] == e && w->formation.side[g] != w->formation.side[f] && w->combat.men_before[g] > 0; }

/* Of the guns before it, the share that it has men for at once. */
static double share_of_guns(const sp_tick *t, int32_t f, int32_t e) {
  const sp_world *w = t->world;
  double guns = 0.0;
  for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++)
    if (is_before(w, f, g, e)) guns += w->formation.heavy_guns[g] + w->formation.light_guns[g];
  return sp_min(1.0, sp_men_of(w, f) / t->k->sally_gun_men / sp_max(1.0, guns));
}

/* Guns of the body before it, by kind. */
static int32_t spike(sp_tick *t, int32_t f, int32_t g, double share, sp_arm arm, uint32_t die) {
  sp_world *w = t->world;
  int32_t n = arm == SP_ARM_HEAVY_GUN ? w->formation.heavy_guns[g] : w->formation.light_guns[g];
  if (n <= 0) return 0;
  double u = sp_uniform(&t->dice, sp_key_pair(w->formation.key[f], w->formation.key[g]), SP_STREAM_MINE, die);
  int32_t spiked = sp_to_i32((double)sp_binomial_of(u, n, sp_hazard(share * t->k->sally_spike_per_h, t->dt_min / 60.0)));
  return spiked > 0 ? sp_transfer_arm(w, w->formation.first_strength[g], sp_in_formation(g), sp_on_line(SP_LINE_LOST), arm, spiked, SP_CAUSE_SPIKED) : 0;
}

static bool pull_down(sp_tick *t, int32_t f, int32_t g) {
  sp_world *w = t->world;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_MINE); p++) {
    if (!w->mine.alive[p] || w->mine.by[p] != w->formation.key[g]) continue;
    if (sp_uniform(&t->dice, sp_key_pair(w->formation.key[f], w->mine.key[p]), SP_STREAM_MINE, DIE_MINE) >= sp_hazard(t->k->sally_mine_per_h, t->dt_min / 60.0)) return false;
    sp_row_free(w, SP_TABLE_MINE, p);
    return true;
  }
  return false;
}

/* Earth thrown back into the enemy's ditches where it stands, m3. */
static double fill_in(sp_tick *t, int32_t f, int8_t side) {
  sp_world *w = t->world;
  double can = sp_diggers_of(w, f) * t->k->sally_fill * t->k->dig_m3_h * t->dt_min / 60.0, filled = 0.0;
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_WORK) && can > 0.0; n++) {
    if (!w->work.alive[n] || w->work.held_by[n] != side || !sp_work_is_at(w, n, sp_head_of(w, f))) continue;
    double here = sp_min(can, w->work.moved_m3[n]);
    w->work.moved_m3[n] -= here;
    filled += here;
    can -= here;
  }
  return filled;
}

static void tell_harm(sp_tick *t, int32_t f, int32_t g, int32_t guns, bool mine, int32_t filled) {
  sp_event harm = sp_event_of(t->world, SP_EVENT_SALLY_HARM, f, t->to);
  harm.object = t->world->formation.key[g];
  harm.a = guns;
  harm.b = mine;
  harm.c = filled;
  sp_emit(t->world, harm);
}

/* Each kind of harm is told by itself; the diggers have one tick's work, whomever they have before them. */
static void do_harm(sp_tick *t, int32_t f, int32_t e) {
  sp_world *w = t->world;
  bool at_guns = sent_for(w, f, SP_SALLY_GUNS), at_mine = sent_for(w, f, SP_SALLY_MINE), at_works = sent_for(w, f, SP_SALLY_WORKS) && sp_used(w, SP_TABLE_WORK) > 0;
  double share = at_guns ? share_of_guns(t, f, e) : 0.0;
  int32_t largest = -1;
  for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++) {
    if (!is_before(w, f, g, e)) continue;
    largest = sp_larger_body(w, largest, g);
    int32_t guns = at_guns ? spike(t, f, g, share, SP_ARM_HEAVY_GUN, DIE_GUNS) + spike(t, f, g, share, SP_ARM_LIGHT_GUN, DIE_GUNS + 8) : 0;
    if (guns > 0) tell_harm(t, f, g, guns, false, 0);
    if (at_mine && pull_down(t, f, g)) tell_harm(t, f, g, 0, true, 0);
  }
  double filled = at_works && largest >= 0 ? fill_in(t, f, w->formation.side[largest]) : 0.0;
  if (filled >= 1.0) tell_harm(t, f, largest, 0, false, sp_to_i32(sp_rint(filled)));
}

/* The body that it was told off from, if that stands in the place; -1: it does not. */
static int32_t parent_within(const sp_world *w, int32_t f, int32_t node) {
  int32_t row = w->formation.born_of[f] ? sp_formation_row(w, w->formation.born_of[f]) : -1, parent = row >= 0 ? sp_formation_living(w, row) : -1;
  return parent >= 0 && parent != f && w->formation.side[parent] == w->formation.side[f] && w->formation.node[parent] == node && w->combat.stance[parent] <= SP_WAVERING ? parent : -1;
}

/* Behind the wall again: told like any order, and his orders from now on. */
static void go_back(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  int32_t node = w->hq.sallies[f] - 1, parent = parent_within(w, f, node);
  sp_order_draft d = {.sender = w->formation.key[f], .recipient_count = 1, .due = t->to, .trigger_node = -1, .verb = SP_VERB_HOLD, .pace = SP_PACE_BRISK, .through_night = true, .goal_node = node, .via_node = {-1, -1, -1, -1}, .detach_person = -1, .dig_toward = -1, .content = sp_hash_mix(w->formation.key[f], (uint64_t)node)};
  d.recipient[0] = w->formation.key[f];
  if (parent >= 0) d.verb = SP_VERB_MERGE, d.follow = w->formation.key[parent], d.goal_node = -1;
  for (int n = 0; n < 3; n++) d.detach_arm[n] = d.detach_class[n] = SP_ANY, d.detach_unit[n] = -1;
  if (sp_order_thought(w, &d, SP_ACT_ORDERS) < 0) return; /* no row: in the next tick */
  sp_event back = sp_event_of(w, SP_EVENT_SALLY_BACK, f, t->to);
  back.node = node;
  back.a = sp_men_of(w, f);
  back.value = w->hq.sally_since[f] ? (double)(t->to - w->hq.sally_since[f]) : 0.0;
  sp_emit(w, back);
  w->hq.sallies[f] = 0;
}

void sp_rule_sally(sp_tick *t) {
  sp_world *w = t->world;
  if (sp_used(w, SP_TABLE_WALL) == 0) return;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->hq.sallies[f] || !w->formation.alive[f] || w->combat.stance[f] > SP_WAVERING) continue;
    int32_t e = w->combat.engagement[f];
    bool fights = e >= 0 && w->combat.men_before[f] > 0;
    if (fights && !w->hq.sally_since[f]) w->hq.sally_since[f] = t->to;
    if (fights && sp_stage_of(w, f, NULL) >= SP_STAGE_AT_BLOWS) do_harm(t, f, e);
    sp_minute out = w->hq.sally_since[f] ? t->to - w->hq.sally_since[f] : 0, looked = t->to - w->formation.start_minute[f];
    bool enough = w->hq.sally_since[f] ? !fights || (double)out >= t->k->sally_out_min : w->formation.start_minute[f] > 0 && (double)looked >= t->k->sally_find_min;
    if (enough && !w->combat.chasing[f]) go_back(t, f);
  }
}
