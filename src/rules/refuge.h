/* refuge.h - from whom men run, and where to: used by rout and leaders. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_REFUGE_H
#define SP_RULES_REFUGE_H

#include "rules/rules.h"

/* The enemy from whom a body runs: who chases it, who broke it, or the nearest formed one about. -1: nobody. */
int32_t sp_feared(const sp_tick *t, int32_t formation);
/* Node of the friends it knows of, else of the places about, that is nearest by road by a way that does not lead past
 * the enemy; it turns its column about for that. -1: there is none. */
int32_t sp_refuge_of(sp_tick *t, int32_t formation, int32_t enemy);

#endif
