/* muster.h - what a body brings to a fight as it comes into it: used by engage. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_MUSTER_H
#define SP_RULES_MUSTER_H

#include "rules/rules.h"
#include "world/earthworks.h"

/* How far it is caught unready, 0..1. */
double sp_surprise_of(const sp_tick *t, int32_t formation);
/* How far a ring of war wagons is closed about it, 0..1: only about men who wait for the enemy. */
double sp_laager_of(const sp_tick *t, int32_t engagement, int32_t formation);
/* What ditch, parapet and wall do for it against this enemy; nothing for those who come on, or are caught in column. */
sp_works_use sp_stands_in_works(const sp_tick *t, int32_t engagement, int32_t formation);
/* Cover of works (`earth`: of those it stands in), wagons and ground, 0..1; combat.laager is known by then. */
double sp_cover_of(const sp_tick *t, int32_t engagement, int32_t formation, double earth);
/* Minutes in which it comes into line. */
double sp_deploy_min(const sp_tick *t, int32_t engagement, int32_t formation);
/* Of a body astride a crossing only those on this bank can come into line: most of it that can, 0..1. */
double sp_most_deployed(const sp_world *w, int32_t engagement, int32_t formation);
/* A late-comer's direction against the line: 0 from before the enemy, 0.5 on his flank, 1 in his rear; *wing gets the
 * wing by the attacker's numbering. */
double sp_flanking_of(const sp_tick *t, int32_t engagement, int32_t formation, int32_t *wing);

#endif
