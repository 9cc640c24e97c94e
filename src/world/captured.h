/* captured.h - prisoners by kind: the captured of the register who lie in nobody's ward, in an order in which no kind is always first.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_CAPTURED_H
#define SP_WORLD_CAPTURED_H

#include "base/base.h"
#include "world/world.h"

typedef struct sp_captured_kind {
  uint64_t mixed;
  sp_key key;
  int32_t strength;
} sp_captured_kind;

/* Those whom bodies of one side could hold, kept for the next body of that side. Of a great many kinds few are wanted:
 * the first in order are taken off a heap as they are asked for. Zero is an empty one. */
typedef struct sp_captured {
  sp_array(sp_captured_kind) heap, drawn; /* the heap's first is the next in order; the others are drawn already */
  sp_minute minute;                       /* of what hour; 0: none yet */
  int8_t side;
} sp_captured;

/* The strength row of the n-th kind in order of that minute, of enemies of a side; -1: there are no more. */
int32_t sp_captured_nth(const sp_world *w, sp_captured *k, int8_t captors, sp_minute minute, size_t n);
void sp_captured_free(sp_captured *k);
/* Prisoners of a strength row's kind, of all ranks, who lie in nobody's ward. */
int32_t sp_captured_sound(const sp_world *w, int32_t strength);
/* Up to n of the prisoners of a body, who are not in its wards, die. Returns how many. */
int32_t sp_captured_die(sp_world *w, sp_captured *k, int32_t captor, int32_t n, sp_minute minute, sp_cause cause);
/* The same to any line that nobody holds. */
int32_t sp_captured_leave(sp_world *w, sp_captured *k, int32_t captor, int32_t n, sp_minute minute, sp_line line, sp_cause cause);
/* Up to n of them fall sick and are laid in its wards; the list of wards must be fresh. Returns how many. */
int32_t sp_captured_fall_sick(sp_world *w, sp_captured *k, int32_t captor, int32_t n, sp_minute minute);

#endif
