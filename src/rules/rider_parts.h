/* rider_parts.h - a ride as rider.c steps it, shared with what is told of it when somebody asks.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_RIDER_PARTS_H
#define SP_RULES_RIDER_PARTS_H

#include "rules/rules.h"

typedef struct ride {
  sp_tick *t;
  int32_t m, target;      /* message, formation sought */
  double now, end;        /* minutes from the tick's beginning */
  double luck;
  bool on_foot, enemies, in_peril; /* there are any; their horse may come within reach in this tick */
  bool gone;              /* whom he seeks is no more; he does not know */
} ride;

static inline bool sp_ride_goes_home(const ride *r) { return r->t->world->message.state[r->m] == SP_MESSAGE_RETURNING; }

/* rider_trace.c: where the minutes of the way out go. Nothing unless somebody asks about either end of it. */
void sp_ride_trace_wait(const ride *r, const char *why, double minutes); /* why: a term */
void sp_ride_trace_piece(const ride *r, sp_leg leg, double minutes);     /* of riding along a leg */

#endif
