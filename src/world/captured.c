/* captured.c - prisoners by kind. SPDX-License-Identifier: Apache-2.0 */
#include "world/captured.h"

#include "world/wards.h"

static bool before(const sp_captured_kind *a, const sp_captured_kind *b) { return a->mixed != b->mixed ? a->mixed < b->mixed : a->key < b->key; }

static void sink(sp_captured_kind *heap, size_t count, size_t at) {
  sp_captured_kind moved = heap[at];
  for (size_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
    if (child + 1 < count && before(&heap[child + 1], &heap[child])) child++;
    if (!before(&heap[child], &moved)) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

static void list_kinds(const sp_world *w, sp_captured *k) {
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_STRENGTH); s++) {
    if (w->strength.holder_kind[s] != SP_HOLDER_FORMATION || !sp_arm_is_man((sp_arm)w->strength.arm[s])) continue;
    int32_t f = w->strength.holder[s];
    if (!w->formation.alive[f] || w->model->contingent[w->strength.contingent[s]].side == k->side) continue;
    if (w->formation.side[f] == w->model->contingent[w->strength.contingent[s]].side) (void)sp_push(&k->heap, (sp_captured_kind){sp_hash_mix(w->strength.key[s], (uint64_t)k->minute), w->strength.key[s], s});
  }
  for (size_t at = k->heap.count / 2; at-- > 0;) sink(k->heap.data, k->heap.count, at);
}

int32_t sp_captured_nth(const sp_world *w, sp_captured *k, int8_t captors, sp_minute minute, size_t n) {
  if (k->minute != minute || k->side != captors) {
    k->heap.count = k->drawn.count = 0;
    k->minute = minute;
    k->side = captors;
    list_kinds(w, k);
  }
  while (n >= k->drawn.count) {
    if (k->heap.count == 0 || !sp_push(&k->drawn, k->heap.data[0])) return -1;
    k->heap.data[0] = k->heap.data[--k->heap.count];
    if (k->heap.count > 0) sink(k->heap.data, k->heap.count, 0);
  }
  return k->drawn.data[n].strength;
}

void sp_captured_free(sp_captured *k) {
  sp_array_free(&k->heap);
  sp_array_free(&k->drawn);
}

int32_t sp_captured_sound(const sp_world *w, int32_t s) {
  int32_t held = 0;
  for (int r = 0; r < SP_RANK_COUNT; r++) held += sp_unheld_of(w, s, (sp_rank)r, SP_LINE_CAPTURED);
  return held;
}

/* Up to n of a kind to an account, generals last. */
static int32_t move_kind(sp_world *w, int32_t s, sp_account to, int32_t n, sp_cause cause) {
  int32_t gone = 0;
  for (int r = 0; r < SP_RANK_COUNT && gone < n; r++) {
    int32_t there = sp_min_i32(n - gone, sp_unheld_of(w, s, (sp_rank)r, SP_LINE_CAPTURED));
    gone += sp_transfer(w, s, sp_on_line(SP_LINE_CAPTURED), to, (sp_rank)r, there, cause);
  }
  return gone;
}

int32_t sp_captured_die(sp_world *w, sp_captured *k, int32_t captor, int32_t n, sp_minute minute, sp_cause cause) { return sp_captured_leave(w, k, captor, n, minute, SP_LINE_DIED, cause); }

int32_t sp_captured_leave(sp_world *w, sp_captured *k, int32_t captor, int32_t n, sp_minute minute, sp_line line, sp_cause cause) {
  int32_t gone = 0;
  for (size_t i = 0; gone < n; i++) {
    int32_t s = sp_captured_nth(w, k, w->formation.side[captor], minute, i);
    if (s < 0) break;
    gone += move_kind(w, s, sp_on_line(line), n - gone, cause);
  }
  sp_captives_less(w, captor, gone);
  return gone;
}

int32_t sp_captured_fall_sick(sp_world *w, sp_captured *k, int32_t captor, int32_t n, sp_minute minute) {
  int32_t gone = 0;
  for (size_t i = 0; gone < n; i++) {
    int32_t s = sp_captured_nth(w, k, w->formation.side[captor], minute, i);
    if (s < 0) break;
    if (sp_captured_sound(w, s) <= 0) continue;
    int32_t ward = sp_ward_of(w, w->strength.holder[s], captor, SP_LINE_SICK, minute);
    if (ward < 0) break;
    int32_t came = move_kind(w, s, sp_in_ward(w, ward), n - gone, SP_CAUSE_FELL_SICK);
    sp_ward_newcomers(w, ward, came);
    gone += came;
  }
  sp_captives_less(w, captor, gone);
  return gone;
}
