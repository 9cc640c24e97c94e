/* fetch.h - what the next bodies of a loop lie on is called for while this one is worked out. In a war of thousands the
 * legs of a body, its edge, the edge's points lie far from the processor and one behind the other; a rule that goes through
 * all bodies would wait for each. Hints only: without them the same war takes longer.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_FETCH_H
#define SP_WORLD_FETCH_H

#include "world/world.h"

#define SP_FETCH_LEGS 8 /* so many bodies ahead */
#define SP_FETCH_EDGE 4
#define SP_FETCH_FROM 500 /* bodies; smaller wars lie in the cache as they are */

/* Always inline: a function that does nothing but call for memory has no effect that a compiler knows of, and a call of it
 * would be dropped. */
#define SP_FETCH __attribute__((always_inline)) static inline

/* Of a loop over formations, at body i: the road under the heads of those that follow. */
SP_FETCH void sp_fetch_roads(const sp_world *w, int32_t i, int32_t used) {
  int32_t far = i + SP_FETCH_LEGS, near = i + SP_FETCH_EDGE;
  if (used < SP_FETCH_FROM || far >= used) return;
  __builtin_prefetch(&w->formation.leg[far * SP_LEGS + w->formation.head_leg[far]]);
  if (w->formation.leg_count[near] > 0) __builtin_prefetch(&w->model->edge[sp_leg_edge(w->formation.leg[near * SP_LEGS + w->formation.head_leg[near]])]);
}

/* Every column of a row that stands by itself: a picture's reports lie about in their table, and riders go in order of key. */
#define SP_FETCH_(type, count, name, unit, owner, meaning) __builtin_prefetch(&c->name[(size_t)row * (count)]);
SP_FETCH void sp_fetch_report(const sp_report_columns *c, int32_t row) {
#define SP_F_REPORT SP_FETCH_
#include "world/fields.def"
}
SP_FETCH void sp_fetch_message(const sp_message_columns *c, int32_t row) {
#define SP_F_MESSAGE SP_FETCH_
#include "world/fields.def"
}
#undef SP_FETCH_
/* Of a report: what was seen, and where. */
SP_FETCH void sp_fetch_seen(const sp_report_columns *c, int32_t row) {
  __builtin_prefetch(&c->shape[row]);
  __builtin_prefetch(&c->x[row]);
  __builtin_prefetch(&c->y[row]);
}

#endif
