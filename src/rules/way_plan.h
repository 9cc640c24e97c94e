/* way_plan.h - planning a formation's way: used by the march rule and by orders.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_WAY_PLAN_H
#define SP_RULES_WAY_PLAN_H

#include "rules/rules.h"

/* Plans, or extends, the legs ahead of the head toward the goal by way of the via places; turns the column
 * about when the way lies behind it. false: there is no way. */
bool sp_plan_way(sp_tick *t, int32_t formation);
/* Drops the legs ahead of the head's own: the goal has changed. */
void sp_forget_way(sp_world *w, int32_t formation);
/* Head becomes tail. */
void sp_turn_about(sp_world *w, int32_t formation);
/* The report on which a headquarters bases where `followed` is: its contact for its own side's body, else the
 * nearest enemy body it knows of. -1: it knows of none. */
int32_t sp_believed_report(const sp_world *w, int32_t formation, sp_key followed);

#endif
