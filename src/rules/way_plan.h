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
/* A body that has closed up forms its column anew: the commander rides where he was told to. */
void sp_form_anew(sp_world *w, int32_t formation);

#define SP_QUARRY_ENEMY (-1) /* the nearest enemy body that is known of */
#define SP_QUARRY_GONE (-2)  /* it is no more, or has become part of the follower */
/* Whom a formation follows or is to join: the row of its own side's body, in which the one named lives on, or one of
 * the above. */
int32_t sp_quarry(const sp_world *w, int32_t formation);
/* The report on which a headquarters bases where its quarry is: its newest of its own side's body, or of what has
 * merged into that; else the enemy body it knows of that is likeliest to be met soonest. -1: it knows of none. */
int32_t sp_believed_report(const sp_world *w, int32_t formation, int32_t quarry);

#endif
