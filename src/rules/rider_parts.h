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

/* rider_man.c. Whom they put on a horse, a row of strength, or -1; whether who has been under way so long should turn back. */
int32_t sp_ride_pick_man(const sp_world *w, int32_t formation);
bool sp_ride_is_in_vain(const ride *r, double late_min);

/* rider_sea.c. Is that leg a sea lane? The next leg of a way that leads over one; false: there is none, or none is wanted. */
bool sp_ride_is_lane(const sp_model *model, sp_leg leg);
bool sp_ride_sea_leg(const sp_tick *t, int32_t message, sp_leg *leg);
bool sp_ride_is_over_sea(const ride *r);                                  /* he is at sea, or has a sea to cross yet */
bool sp_ride_puts_out(const ride *r, sp_leg lane);                        /* craft of his side lie there, and the wind lets them out */
double sp_ride_sea_m_min(const ride *r, sp_leg lane);
bool sp_ride_goes_down(const ride *r, sp_leg lane, sp_minute now);        /* in the hour that ends now; the paper is closed then */

/* rider_trace.c: where the minutes of the way out go. Nothing unless somebody asks about either end of it. */
void sp_ride_trace_wait(const ride *r, const char *why, double minutes); /* why: a term */
void sp_ride_trace_piece(const ride *r, sp_leg leg, double minutes);     /* of riding along a leg */

#endif
