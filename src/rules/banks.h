/* banks.h - where a column lies to a river: read off its interval. For crossing, traffic and the mover.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_BANKS_H
#define SP_RULES_BANKS_H

#include "rules/rules.h"

/* How far the head is beyond a node of its way; below 0 while it has still to come up. false: the node is not on the
 * legs it holds (wholly past it, or going elsewhere). */
bool sp_head_beyond(const sp_world *w, int32_t formation, int32_t node, double *beyond_m);
/* Who is astride which crossing is a matter of where head and tail lie, so it is looked at anew: sets
 * formation.crossing and crossed_share. A column that is over ends its crossing at the minute over. */
void sp_settle_banks(sp_tick *t, int32_t formation, sp_minute over);
/* Tells, if its beginning was told, that it is over. */
void sp_end_crossing(sp_tick *t, int32_t formation, int32_t crossing, sp_minute over);
/* For those who ask: what the passage of a body that steps in takes. */
void sp_trace_passage(const sp_tick *t, int32_t formation, int32_t crossing, int32_t waited_min);
/* Half of it is over. */
void sp_tell_half_over(sp_tick *t, int32_t formation, int32_t crossing, sp_minute at, double depth_m);
/* Columns astride each crossing, into scratch passing. */
void sp_count_astride(sp_world *w);

#endif
