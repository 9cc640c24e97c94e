/* frontier.c - see frontier.h. A binary heap with places, so that a cost may sink, and an open hash of nodes; nothing
 * walks the hash. SPDX-License-Identifier: Apache-2.0 */
#include "model/frontier.h"

#include <stdlib.h>
#include <string.h>

void sp_frontier_lay(sp_frontier *f, void *memory, int32_t room) {
  *f = (sp_frontier){.reached = memory, .room = room};
  f->heap = (int32_t *)(void *)(f->reached + room);
  f->bucket = f->heap + room;
  memset(f->bucket, 0xff, 2 * (size_t)room * sizeof *f->bucket);
}

static void enter(sp_frontier *f, int32_t place) {
  uint32_t at = sp_frontier_start(f, f->reached[place].node);
  while (f->bucket[at] >= 0) at = (at + 1) & (uint32_t)(2 * f->room - 1);
  f->bucket[at] = place;
}

void sp_frontier_move(sp_frontier *f, void *memory, int32_t room) {
  sp_frontier old = *f;
  sp_frontier_lay(f, memory, room);
  memcpy(f->reached, old.reached, (size_t)old.count * sizeof *old.reached);
  memcpy(f->heap, old.heap, (size_t)old.open * sizeof *old.heap);
  f->count = old.count;
  f->open = old.open;
  f->settled = old.settled;
  for (int32_t i = 0; i < f->count; i++) enter(f, i);
}

int32_t sp_frontier_room(int32_t nodes) {
  int32_t room = 16;
  while (room < nodes) room *= 2;
  return room;
}

bool sp_frontier_create(sp_frontier *f, int32_t nodes) {
  int32_t room = sp_frontier_room(nodes);
  void *memory = malloc(sp_frontier_bytes(room));
  if (memory) sp_frontier_lay(f, memory, room);
  return memory != NULL;
}

void sp_frontier_destroy(sp_frontier *f) {
  free(f->reached);
  *f = (sp_frontier){0};
}

void sp_frontier_clear(sp_frontier *f) {
  /* The last to enter leaves first: whoever stands before it in a row of full buckets stays findable. */
  for (int32_t i = f->count - 1; i >= 0; i--) {
    uint32_t at = sp_frontier_start(f, f->reached[i].node);
    while (f->bucket[at] != i) at = (at + 1) & (uint32_t)(2 * f->room - 1);
    f->bucket[at] = -1;
  }
  f->count = f->open = f->settled = 0;
}

static bool before(const sp_reached *a, const sp_reached *b) { return a->cost < b->cost || (a->cost <= b->cost && a->node < b->node); }

static void stand(sp_frontier *f, int32_t slot, int32_t place) {
  f->heap[slot] = place;
  f->reached[place].place = slot;
}

static void rise(sp_frontier *f, int32_t slot, int32_t place) {
  for (; slot > 0; slot = (slot - 1) / 2) {
    int32_t above = f->heap[(slot - 1) / 2];
    if (!before(&f->reached[place], &f->reached[above])) break;
    stand(f, slot, above);
  }
  stand(f, slot, place);
}

static int32_t add(sp_frontier *f, int32_t node, double cost) {
  SP_CHECK(f->count < f->room);
  int32_t place = f->count++;
  f->reached[place] = (sp_reached){.cost = cost, .node = node, .place = -1, .rank = -1};
  enter(f, place);
  rise(f, f->open++, place);
  return place;
}

int32_t sp_frontier_put(sp_frontier *f, int32_t node, double cost) {
  int32_t place = sp_frontier_find(f, node);
  if (place < 0) return add(f, node, cost);
  f->reached[place].cost = cost;
  rise(f, f->reached[place].place, place);
  return place;
}

void sp_frontier_offer(sp_frontier *f, int32_t node, double cost) {
  int32_t place = sp_frontier_find(f, node);
  if (place < 0) {
    (void)add(f, node, cost);
  } else if (f->reached[place].rank < 0 && cost < f->reached[place].cost) {
    f->reached[place].cost = cost;
    rise(f, f->reached[place].place, place);
  }
}

int32_t sp_frontier_take(sp_frontier *f) {
  int32_t least = f->heap[0], last = f->heap[--f->open], slot = 0;
  f->reached[least].place = -1;
  f->reached[least].rank = f->settled++;
  if (f->open == 0) return least;
  for (;;) {
    int32_t child = 2 * slot + 1;
    if (child >= f->open) break;
    if (child + 1 < f->open && before(&f->reached[f->heap[child + 1]], &f->reached[f->heap[child]])) child++;
    if (!before(&f->reached[f->heap[child]], &f->reached[last])) break;
    stand(f, slot, f->heap[child]);
    slot = child;
  }
  stand(f, slot, last);
  return least;
}
