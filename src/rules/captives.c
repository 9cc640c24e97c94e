/* captives.c - prisoners under guard, and those who get away.
 *
 * Models   prisoners go with the body that took them; guards who keep them do not fight or chase; where guards are too few, at
 *          night and on the march some escape; when the captors break all do.
 * Reads    combat.captives, stance; light, activity.   Writes  combat.captives, captives_new; pools; counts through the ledger.
 * Emits    PRISONERS, ESCAPES.
 * Formula  src/lore/pursuit.c; the dice are thrown on the hour. Who escapes is one of the captured of the captors' enemies; he lies
 *          hidden near the road as his body's straggler, and comes back as such.
 * Sources  captives.def.
 * Leaves out  ransom, enrolment, killing of prisoners, rope and food; who talks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/pools.h"

/* No kind of man is always the first to get away: the order is mixed anew each hour. */
typedef struct kind {
  uint64_t mixed;
  sp_key key;
  int32_t strength;
} kind;

static bool before(const kind *a, const kind *b) { return a->mixed != b->mixed ? a->mixed < b->mixed : a->key < b->key; }

/* Those whom bodies of one side could have taken, kept for the next guards of that side. Of a great many kinds few get
 * away in an hour: the first in order are taken off a heap as they are asked for. */
typedef struct taken {
  sp_array(kind) heap, drawn; /* the heap's first is the next in order; the others are drawn already */
  sp_minute minute;           /* of what hour; 0: none yet */
} taken;

typedef struct rounds {
  sp_tick *t;
  taken by_side[SP_MAX_SIDES];
  bool pools_listed;
} rounds;

static void sink(kind *heap, size_t count, size_t at) {
  kind moved = heap[at];
  for (size_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
    if (child + 1 < count && before(&heap[child + 1], &heap[child])) child++;
    if (!before(&heap[child], &moved)) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

/* The n-th kind in order of the hour; -1: there are no more. */
static int32_t nth_kind(taken *k, size_t n) {
  while (n >= k->drawn.count) {
    if (k->heap.count == 0 || !sp_push(&k->drawn, k->heap.data[0])) return -1;
    k->heap.data[0] = k->heap.data[--k->heap.count];
    if (k->heap.count > 0) sink(k->heap.data, k->heap.count, 0);
  }
  return k->drawn.data[n].strength;
}

static void list_kinds(const sp_world *w, int8_t side, taken *k) {
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_STRENGTH); s++) {
    if (w->strength.holder_kind[s] != SP_HOLDER_FORMATION || !sp_arm_is_man((sp_arm)w->strength.arm[s])) continue;
    int32_t f = w->strength.holder[s];
    if (!w->formation.alive[f] || w->model->contingent[w->strength.contingent[s]].side == side) continue;
    if (w->formation.side[f] == w->model->contingent[w->strength.contingent[s]].side) (void)sp_push(&k->heap, (kind){sp_hash_mix(w->strength.key[s], (uint64_t)k->minute), w->strength.key[s], s});
  }
  for (size_t at = k->heap.count / 2; at-- > 0;) sink(k->heap.data, k->heap.count, at);
}

/* Up to n of one kind, into a pool of their own body near the guards. */
static int32_t let_go(sp_tick *t, int32_t guards, int32_t s, int32_t n, sp_minute minute) {
  sp_world *w = t->world;
  int32_t owner = w->strength.holder[s], gone = 0, held = 0;
  for (int r = 0; r < SP_RANK_COUNT; r++) held += sp_on_line_of(w, s, (sp_rank)r, SP_LINE_CAPTURED);
  if (held <= 0) return 0;
  sp_xy at = {w->formation.tail_x[guards], w->formation.tail_y[guards]};
  int32_t p = sp_pool_near(w, owner, at);
  if (p < 0) {
    p = sp_pool_new(w, owner, minute, SP_POOL_ESCAPED);
    if (p < 0) return 0;
    bool on_leg = w->formation.leg_count[guards] > 0;
    w->pool.leg[p] = on_leg ? w->formation.leg[guards * SP_LEGS] : SP_NO_LEG;
    w->pool.node[p] = on_leg ? sp_leg_start(t->model, w->formation.leg[guards * SP_LEGS]) : w->formation.node[guards];
    w->pool.x[p] = at.x;
    w->pool.y[p] = at.y;
  }
  for (int r = 0; r < SP_RANK_COUNT && gone < n; r++) {
    int32_t there = sp_min_i32(n - gone, sp_on_line_of(w, s, (sp_rank)r, SP_LINE_CAPTURED));
    gone += sp_transfer(w, s, sp_on_line(SP_LINE_CAPTURED), sp_in_pool(p), (sp_rank)r, there, SP_CAUSE_ESCAPED);
  }
  sp_dice dice = sp_step_dice(t->dice.seed, minute);
  w->pool.willing[p] += sp_drawn(&dice, w->strength.key[s], SP_STREAM_ESCAPE, 1, gone, t->k->straggle_back_share);
  w->pool.since[p] = minute;
  sp_pool_close_if_empty(w, p);
  return gone;
}

static taken *kinds_of(rounds *r, int8_t side, sp_minute minute) {
  taken *k = &r->by_side[side];
  if (k->minute == minute) return k;
  k->heap.count = k->drawn.count = 0;
  k->minute = minute;
  list_kinds(r->t->world, side, k);
  return k;
}

static void escape(rounds *r, int32_t guards, int32_t n, sp_minute minute) {
  sp_tick *t = r->t;
  sp_world *w = t->world;
  taken *kinds = kinds_of(r, w->formation.side[guards], minute);
  if (!r->pools_listed) sp_pools_list(w); /* new ones are added as they are made */
  int32_t gone = 0;
  for (size_t k = 0; gone < n; k++) {
    int32_t strength = nth_kind(kinds, k);
    if (strength < 0) break;
    gone += let_go(t, guards, strength, n - gone, minute);
  }
  r->pools_listed = gone == n; /* else one may have been closed again */
  w->combat.captives[guards] -= gone;
  w->combat.captives_new[guards] = sp_min_i32(w->combat.captives_new[guards], w->combat.captives[guards]);
  if (gone > 0) sp_emit(w, (sp_event){.minute = minute, .type = SP_EVENT_ESCAPES, .side = w->formation.side[guards], .node = -1, .subject = w->formation.key[guards], .a = gone, .x_m = w->formation.tail_x[guards], .y_m = w->formation.tail_y[guards]});
}

static void hour(rounds *r, int32_t i, sp_minute mark) {
  sp_tick *t = r->t;
  sp_world *w = t->world;
  int32_t held = w->combat.captives[i], fresh = held - w->combat.captives_new[i];
  double wanted = sp_calc_guards_wanted(t->k, held, sp_in_town(w, i));
  if (fresh > 0) sp_emit(w, (sp_event){.minute = mark, .type = SP_EVENT_PRISONERS, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = fresh, .b = sp_to_i32(wanted + 0.5), .x_m = w->formation.tail_x[i], .y_m = w->formation.tail_y[i]});
  w->combat.captives_new[i] = held;
  double light = w->region.light[sp_formation_region(w, i)];
  double per_h = sp_calc_escape_per_h(t->k, held, sp_guards_of(w, i), light, w->formation.activity[i] == SP_MARCHING);
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  int32_t gone = sp_drawn(&dice, w->formation.key[i], SP_STREAM_ESCAPE, 0, held, sp_hazard(per_h, 1.0));
  if (gone > 0) escape(r, i, gone, mark);
}

void sp_rule_captives(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  rounds r = {.t = t};
  for (int32_t i = 0; i < used; i++) {
    if (w->combat.captives[i] <= 0 || !w->formation.alive[i] || sp_at_sea(w, i)) continue;
    bool lost = w->combat.stance[i] == SP_BROKEN || w->combat.stance[i] == SP_YIELDED;
    if (lost) escape(&r, i, w->combat.captives[i], t->to);
    for (sp_minute mark = (t->from / 60 + 1) * 60; mark <= t->to && w->combat.captives[i] > 0 && !lost; mark += 60) hour(&r, i, mark);
  }
  for (int s = 0; s < SP_MAX_SIDES; s++) {
    sp_array_free(&r.by_side[s].heap);
    sp_array_free(&r.by_side[s].drawn);
  }
}
