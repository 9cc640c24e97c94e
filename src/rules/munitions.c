/* munitions.c - powder and grenades in trains and depots: drawn, unloaded, handed over, issued into pouches, left behind, blown up.
 *
 * Models   pouches and cartridges filled again, on the hour, where a body stands free: from its own train, then from a magazine of
 *          its side within reach, shared by all who want of it; the door of a magazine; what a train cannot carry, which stays
 *          where it was; what the broken drop, which who chases them picks up; powder that goes up in a burning store.
 * Reads    where bodies stand, stance, activity, strength; combat.powder, shot.
 * Writes   combat.powder, shot, lot_ln, grenades, lot_bad; munition.powder_g, powder_ln, drawn_from, tried, failed, reading, told_out, task, task_amount, task_done;
 *          depot.powder_g, grenades and their worth, burning_since of a magazine that is no more; arsenal through world/munitions.c; men through the ledger.
 * Emits    ISSUED, NO_POWDER, MUNITIONS_DRAWN, MUNITIONS_UNLOADED, MUNITIONS_HANDED, MUNITIONS_LEFT, MUNITIONS_LOST, MAGAZINE_BLOWS.
 * Formula  src/lore/munition.c. A side of which no powder is told has its full issue at the opening and no more of it; its bodies
 *          fill up only from what they carry, say out of a taken magazine. Fire: a hazard, its die thrown at each quarter of an hour.
 * Sources  munition.def, depot.def.
 * Leaves out  balls, match and arrows, of which there is no store; sparks without a fire; magazines struck by shells; salvage of
 *          powder that is wet; prisoners who carry it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/munitions.h"

#include <stdlib.h>

#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/stores.h"

enum { QUARTER_MIN = 15 };
#define MOST_OF_A_BODY 0.5 /* that a blast kills */
#define A_QUARTER 0.25     /* of a full issue: below that an empty train is told */

static int32_t kg(int64_t grams) { return sp_to_i32(sp_rint((double)grams / 1000.0)); }
static int32_t amount_of(sp_munition kind, int64_t n) { return kind == SP_POWDER ? kg(n) : sp_to_i32((double)n); }

/* ---- chores: drawing, unloading, handing over */

/* What magazines hold as the tick begins, and how many stand before their doors; by depot and kind. */
typedef struct doors { int64_t *found; int32_t *before; int32_t depots; } doors;

static int64_t door(const sp_tick *t, sp_munition kind) {
  double per_h = kind == SP_POWDER ? t->k->munition_door_kg_h * 1000.0 : t->k->munition_door_pieces_h;
  return sp_to_i64(per_h * t->dt_min / 60.0);
}

static int64_t still_to_do(const sp_world *w, int32_t i, int64_t most) { return sp_chore_left(w->munition.task_amount[i], w->munition.task_done[i], most); }

static int64_t room_of(const sp_world *w, int32_t i, sp_munition kind) { return kind == SP_POWDER ? sp_powder_room_g(w, i) : sp_grenade_room(w, i); }

static void finish(sp_tick *t, int32_t i, sp_event_type type, sp_key other) {
  sp_world *w = t->world;
  sp_munition kind = (sp_munition)w->munition.task_kind[i];
  sp_event e = sp_event_of(w, type, i, t->to);
  e.object = other;
  e.a = amount_of(kind, w->munition.task_done[i]);
  e.b = (int32_t)kind;
  w->munition.task[i] = SP_CHORE_NONE;
  w->munition.task_done[i] = 0;
  if (e.a > 0) sp_emit(w, e);
}

/* The depot that a body draws from or brings to in this tick; -1: none. */
static int32_t depot_of(const sp_world *w, int32_t i) {
  if (w->munition.task[i] == SP_CHORE_DRAW) return sp_magazine_in_reach(w, i, (sp_munition)w->munition.task_kind[i]);
  int32_t node = w->munition.task[i] == SP_CHORE_UNLOAD ? sp_unloads_at(w, i) : -1;
  return node >= 0 ? sp_depot_at(w, w->formation.side[i], node) : -1;
}

static void draw(sp_tick *t, int32_t i, const doors *at) {
  sp_world *w = t->world;
  sp_munition kind = (sp_munition)w->munition.task_kind[i];
  int32_t d = sp_magazine_in_reach(w, i, kind);
  if (d >= at->depots) return; /* opened just now: next tick */
  int64_t room = room_of(w, i, kind), want = still_to_do(w, i, room);
  if (d < 0 || want <= 0) {
    finish(t, i, SP_EVENT_MUNITIONS_DRAWN, w->munition.drawn_from[i]);
    return;
  }
  size_t slot = (size_t)d * SP_MUNITION_COUNT + (size_t)kind;
  int32_t n = sp_max_i32(1, at->before[slot]);
  int64_t part = sp_min_i64(want, sp_min_i64(door(t, kind), at->found[slot]) / n);
  double had = w->combat.grenades[i];
  int64_t got = sp_munition_move(w, kind, sp_munition_kept(w, d), sp_munition_carried(w, i), part);
  w->munition.task_done[i] += got;
  if (kind == SP_GRENADES && got > 0 && w->munition.drawn_from[i] != w->depot.key[d]) { /* what was known of those in hand says nothing of these */
    double old = had / (had + (double)got);
    w->munition.tried[i] *= old;
    w->munition.failed[i] *= old;
  }
  w->munition.drawn_from[i] = w->depot.key[d];
  if (kind == SP_POWDER && got > 0) w->munition.reading[i] = 0.0;
  if (part >= want || at->found[slot] / n <= part) finish(t, i, SP_EVENT_MUNITIONS_DRAWN, w->depot.key[d]);
}

static void unload(sp_tick *t, int32_t i, const doors *at) {
  sp_world *w = t->world;
  sp_munition kind = (sp_munition)w->munition.task_kind[i];
  int32_t node = sp_unloads_at(w, i), d = node >= 0 ? sp_depot_open(w, w->formation.side[i], node) : -1;
  if (d < 0 || w->depot.burning_since[d]) return; /* no place, or no row, or nothing but a fire: later */
  int32_t n = d < at->depots ? sp_max_i32(1, at->before[(size_t)d * SP_MUNITION_COUNT + (size_t)kind]) : 1;
  int64_t want = still_to_do(w, i, sp_munition_held(w, kind, sp_munition_carried(w, i)));
  if (want > 0) {
    int64_t part = sp_min_i64(want, door(t, kind) / n);
    w->munition.task_done[i] += sp_munition_move(w, kind, sp_munition_carried(w, i), sp_munition_kept(w, d), part);
    if (part < want) return;
  }
  finish(t, i, SP_EVENT_MUNITIONS_UNLOADED, w->depot.key[d]);
}

static void hand_over(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_munition kind = (sp_munition)w->munition.task_kind[i];
  int32_t to = sp_formation_by_key(w, w->munition.task_to[i]);
  bool near = to >= 0 && sp_body_within(w, i, sp_head_of(w, to), t->k->depot_hand_reach_m);
  int64_t left = near ? still_to_do(w, i, sp_munition_held(w, kind, sp_munition_carried(w, i))) : 0, want = near ? sp_min_i64(left, room_of(w, to, kind)) : 0;
  if (want > 0) {
    int64_t part = sp_min_i64(want, door(t, kind));
    w->munition.task_done[i] += sp_munition_move(w, kind, sp_munition_carried(w, i), sp_munition_carried(w, to), part);
    if (part < want) return;
  } else if (near && kind == SP_POWDER && sp_stands_free(w, to)) { /* who has no train has pouches */
    int64_t lacks = sp_min_i64(left, sp_to_i64(sp_issue_wanting_g(w, to))), part = sp_min_i64(lacks, door(t, kind));
    if (lacks > 0) w->munition.task_done[i] += sp_issue_powder(w, to, sp_munition_carried(w, i), part);
    if (part < lacks) return;
  }
  finish(t, i, SP_EVENT_MUNITIONS_HANDED, w->munition.task_to[i]);
}

static bool look_at_doors(const sp_world *w, doors *at) {
  at->depots = sp_used(w, SP_TABLE_DEPOT);
  size_t slots = (size_t)at->depots * SP_MUNITION_COUNT;
  at->found = calloc(slots + 1, sizeof *at->found);
  at->before = calloc(slots + 1, sizeof *at->before);
  if (!at->found || !at->before) return false;
  for (int32_t d = 0; d < at->depots; d++) {
    for (int kind = 0; kind < SP_MUNITION_COUNT && w->depot.alive[d]; kind++) at->found[(size_t)d * SP_MUNITION_COUNT + (size_t)kind] = sp_munition_held(w, (sp_munition)kind, sp_munition_kept(w, d));
  }
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_MUNITION); i++) {
    if (!w->munition.alive[i] || w->munition.task[i] == SP_CHORE_NONE || !sp_stands_free(w, i)) continue;
    int32_t d = depot_of(w, i);
    if (d >= 0) at->before[(size_t)d * SP_MUNITION_COUNT + w->munition.task_kind[i]]++;
  }
  return true;
}

static void close_doors(doors *at) {
  free(at->found);
  free(at->before);
}

static void do_chores(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_MUNITION), busy = 0;
  for (int32_t i = 0; i < used; i++) busy += w->munition.alive[i] && w->munition.task[i] != SP_CHORE_NONE;
  if (busy == 0) return;
  doors at;
  bool seen = look_at_doors(w, &at);
  for (int32_t i = 0; i < used && seen; i++) {
    if (!w->munition.alive[i] || !sp_stands_free(w, i)) continue;
    if (w->munition.task[i] == SP_CHORE_DRAW) draw(t, i, &at);
    else if (w->munition.task[i] == SP_CHORE_UNLOAD) unload(t, i, &at);
    else if (w->munition.task[i] == SP_CHORE_HAND_OVER) hand_over(t, i);
  }
  close_doors(&at);
}

/* ---- on the hour: pouches and guns */

static void filled(sp_tick *t, int32_t i, int64_t grams, sp_key from) {
  sp_event e = sp_event_of(t->world, SP_EVENT_ISSUED, i, t->to);
  e.object = from;
  e.a = kg(grams);
  t->world->munition.told_out[i] = 0;
  if (e.a > 0) sp_emit(t->world, e);
}

/* From its own train; what is still wanting after that, g. */
static double from_train(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (sp_issue_wanting_g(w, i) < 1.0) return 0.0;
  int64_t got = sp_issue_powder(w, i, sp_munition_carried(w, i), w->munition.powder_g[i]);
  if (got > 0) filled(t, i, got, 0);
  return sp_issue_wanting_g(w, i);
}

static void tell_empty(sp_tick *t, int32_t i, double wanting) {
  sp_world *w = t->world;
  if (w->munition.told_out[i] || 1.0 - wanting / sp_max(1.0, sp_issue_full_g(w, i)) >= A_QUARTER) return;
  w->munition.told_out[i] = 1;
  sp_emit(w, sp_event_of(w, SP_EVENT_NO_POWDER, i, t->to));
}

/* Whoever wants more than its train has claims it from a magazine; what is too little is shared in proportion. */
static void fill_pouches(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_MUNITION), depots = sp_used(w, SP_TABLE_DEPOT);
  double *claims = calloc((size_t)depots + 1, sizeof *claims), *wanting = calloc((size_t)used + 1, sizeof *wanting);
  int32_t *from = calloc((size_t)used + 1, sizeof *from);
  for (int32_t i = 0; i < used && claims && wanting && from; i++) {
    bool told = w->munition.alive[i] && t->model->side[w->formation.side[i]].munitioned;
    from[i] = -1;
    if (!w->munition.alive[i] || (!told && w->munition.powder_g[i] <= 0) || (w->combat.powder[i] >= 1.0 && w->combat.shot[i] >= 1.0) || !sp_stands_free(w, i)) continue;
    wanting[i] = from_train(t, i);
    if (!told || wanting[i] < 1.0) continue;
    from[i] = sp_magazine_in_reach(w, i, SP_POWDER);
    if (from[i] >= 0) claims[from[i]] += wanting[i];
    else tell_empty(t, i, wanting[i]);
  }
  for (int32_t d = 0; d < depots && claims && wanting && from; d++) {
    double share = claims[d] > 0.0 ? sp_min(1.0, (double)w->depot.powder_g[d] / claims[d]) : 0.0;
    for (int32_t i = 0; i < used && claims[d] > 0.0; i++) {
      if (from[i] != d) continue;
      int64_t got = sp_issue_powder(w, i, sp_munition_kept(w, d), sp_to_i64(share < 1.0 ? sp_floor(share * wanting[i]) : wanting[i] + 1.0));
      if (got > 0) filled(t, i, got, w->depot.key[d]);
    }
  }
  free(claims);
  free(wanting);
  free(from);
}

/* ---- on the hour: what cannot be carried on */

static void lighten(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  bool broken = w->combat.stance[i] >= SP_BROKEN, marches = w->formation.activity[i] == SP_MARCHING;
  if (!broken && !marches) return;
  sp_column column = sp_column_of(w, i);
  int64_t over = w->munition.powder_g[i] - sp_to_i64(sp_rint(1000.0 * sp_calc_powder_train_kg(t->k, &column)));
  if (over <= 0) return;
  sp_event e = sp_event_of(w, broken ? SP_EVENT_MUNITIONS_LOST : SP_EVENT_MUNITIONS_LEFT, i, t->to);
  e.a = kg(over);
  if (broken) {
    int32_t by = sp_formation_by_key(w, w->combat.broken_by[i]);
    bool near = by >= 0 && sp_body_within(w, by, (sp_xy){w->formation.tail_x[i], w->formation.tail_y[i]}, 2.0 * t->k->depot_hand_reach_m);
    int64_t taken = near ? sp_munition_move(w, SP_POWDER, sp_munition_carried(w, i), sp_munition_carried(w, by), sp_min_i64(over, sp_powder_room_g(w, by))) : 0;
    (void)sp_munition_move(w, SP_POWDER, sp_munition_carried(w, i), sp_munition_line_of(SP_MUNITION_LOST, w->formation.side[i]), over - taken);
    e.object = taken > 0 ? w->formation.key[by] : 0;
  } else {
    int32_t node = sp_nearest_place(t->model, (sp_xy){w->formation.tail_x[i], w->formation.tail_y[i]}), d = node >= 0 ? sp_depot_open(w, w->formation.side[i], node) : -1;
    if (d < 0) return;
    (void)sp_munition_move(w, SP_POWDER, sp_munition_carried(w, i), sp_munition_kept(w, d), over);
    e.object = w->depot.key[d];
  }
  if (e.a > 0) sp_emit(w, e);
}

/* ---- fire */

/* Men who stand about it, of whatever side, each alike in danger. */
static int32_t kill_about(sp_tick *t, int32_t d, double dead, const sp_dice *dice) {
  sp_world *w = t->world;
  sp_xy at = t->model->node[w->depot.node[d]].at;
  int32_t used = sp_used(w, SP_TABLE_FORMATION), fallen = 0;
  double men = 0.0;
  for (int32_t i = 0; i < used; i++) {
    if (w->formation.alive[i] && sp_body_within(w, i, at, t->k->munition_blast_m)) men += sp_men_of(w, i);
  }
  if (men <= 0.0) return 0;
  double p = sp_min(MOST_OF_A_BODY, dead / men);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i] || !sp_body_within(w, i, at, t->k->munition_blast_m)) continue;
    double u = sp_uniform(dice, sp_key_pair(w->depot.key[d], w->formation.key[i]), SP_STREAM_DEPOT, 1);
    int32_t n = sp_to_i32((double)sp_binomial_of(u, sp_men_of(w, i), p));
    if (n > 0) fallen += sp_transfer_men(w, sp_in_formation(i), sp_on_line(SP_LINE_KILLED), n, SP_CAUSE_BLOWN_UP);
  }
  return fallen;
}

static void blow_up(sp_tick *t, int32_t d, sp_minute mark, const sp_dice *dice) {
  sp_world *w = t->world;
  sp_xy at = t->model->node[w->depot.node[d]].at;
  sp_magazine kept = sp_munition_kept(w, d), burnt = sp_munition_line_of(SP_MUNITION_BURNT, w->depot.side[d]);
  int32_t pieces = w->depot.grenades[d] + w->depot.refused[d], powder = kg(w->depot.powder_g[d]);
  w->depot.grenades[d] = pieces;
  w->depot.refused[d] = 0;
  (void)sp_munition_move(w, SP_GRENADES, kept, burnt, pieces);
  (void)sp_munition_move(w, SP_POWDER, kept, burnt, w->depot.powder_g[d]);
  int32_t dead = kill_about(t, d, sp_calc_blast_dead(t->k, powder), dice);
  sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_MAGAZINE_BLOWS, .side = w->depot.side[d], .node = w->depot.node[d], .subject = w->depot.key[d], .a = powder, .b = dead, .c = pieces, .x_m = at.x, .y_m = at.y});
}

static void fire(sp_tick *t, int32_t d) {
  sp_world *w = t->world;
  for (sp_minute mark = (t->from / QUARTER_MIN + 1) * QUARTER_MIN; mark <= t->to; mark += QUARTER_MIN) {
    if (mark <= w->depot.burning_since[d] || (w->depot.powder_g[d] <= 0 && w->depot.grenades[d] + w->depot.refused[d] <= 0)) continue;
    sp_dice dice = {.seed = t->dice.seed, .tick = (uint32_t)mark};
    double u = sp_uniform(&dice, w->depot.key[d], SP_STREAM_DEPOT, 0);
    if (u < sp_hazard(t->k->munition_blows_per_h, QUARTER_MIN / 60.0)) blow_up(t, d, mark, &dice);
  }
}

void sp_rule_munitions(sp_tick *t) {
  sp_world *w = t->world;
  if (sp_used(w, SP_TABLE_ARSENAL) == 0) return;
  do_chores(t);
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (w->depot.alive[d] && w->depot.burning_since[d]) fire(t, d);
  }
  if (t->to / 60 == t->from / 60) return;
  fill_pouches(t);
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (w->formation.alive[i] && w->munition.powder_g[i] > 0) lighten(t, i);
  }
}
