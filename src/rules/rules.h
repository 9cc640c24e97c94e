/* rules.h - what a rule gets, and the list of rules. A rule is one function over the tick;
 * rules meet only through world fields and events. engine/tick.def fixes their order.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_RULES_H
#define SP_RULES_RULES_H

#include "world/world.h"

typedef struct sp_tick {
  sp_world *world;
  const sp_model *model;
  const sp_constants *k;
  sp_dice dice;         /* seed and number of this tick */
  sp_minute from, to;   /* (from, to] */
  double dt_min;        /* to - from */
} sp_tick;

#define SP_RULE(name) void sp_rule_##name(sp_tick *t);
#define SP_MINDS(when)
#include "engine/tick.def"

#endif
