/* frontier.h - the open end of a search over the graph: the nodes reached so far, with a heap of those not yet settled.
 * Holds only what was reached: a search about a village costs the same in a county and in an empire. Inside of the model
 * layer. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MODEL_FRONTIER_H
#define SP_MODEL_FRONTIER_H

#include "model/compile.h"

typedef struct sp_reached {
  double cost;
  int32_t node;
  int32_t place; /* in the heap; -1: no longer */
  int32_t rank;  /* order of settling, -1 while in the heap */
} sp_reached;

typedef struct sp_frontier {
  sp_reached *reached; /* in order of discovery */
  int32_t *heap;       /* of those in it, by (cost, node) */
  int32_t *bucket;     /* by hash of the node, twice as many as there is room for: where in `reached`, -1 empty */
  int32_t room;        /* a power of two */
  int32_t count, open, settled;
} sp_frontier;

/* Memory for that many nodes, a power of two. */
static inline size_t sp_frontier_bytes(int32_t room) { return (size_t)room * (sizeof(sp_reached) + 3 * sizeof(int32_t)); }
/* An empty one in memory that somebody else owns, aligned for a double. */
void sp_frontier_lay(sp_frontier *f, void *memory, int32_t room);
/* Moves into a larger memory. */
void sp_frontier_move(sp_frontier *f, void *memory, int32_t room);
/* The power of two that holds `nodes`. */
int32_t sp_frontier_room(int32_t nodes);
/* An empty one with its own memory, for all nodes of a graph. false: memory is out. */
bool sp_frontier_create(sp_frontier *f, int32_t nodes);
void sp_frontier_destroy(sp_frontier *f); /* of one that was created, or is all zero */
void sp_frontier_clear(sp_frontier *f);   /* costs no more than the search did */

static inline uint32_t sp_frontier_start(const sp_frontier *f, int32_t node) {
  return ((uint32_t)node * 2654435769u >> 7) & (uint32_t)(2 * f->room - 1);
}

/* Where in `reached` the node stands, or -1. */
static inline int32_t sp_frontier_find(const sp_frontier *f, int32_t node) {
  for (uint32_t at = sp_frontier_start(f, node);; at = (at + 1) & (uint32_t)(2 * f->room - 1)) {
    int32_t found = f->bucket[at];
    if (found < 0 || f->reached[found].node == node) return found;
  }
}

static inline int32_t sp_frontier_rank(const sp_frontier *f, int32_t node) {
  int32_t at = sp_frontier_find(f, node);
  return at >= 0 ? f->reached[at].rank : -1;
}

/* The node, new or still open, at this cost, which is no higher than before. Its place in `reached`. There must be room. */
int32_t sp_frontier_put(sp_frontier *f, int32_t node, double cost);
/* The same, where this cost is an improvement. */
void sp_frontier_offer(sp_frontier *f, int32_t node, double cost);
/* Settles the least by (cost, node) of the open, of which there must be one. Its place in `reached`. */
int32_t sp_frontier_take(sp_frontier *f);

#endif
