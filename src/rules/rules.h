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

/* The whole minute, of the tick's, by which something has happened that many minutes into it. */
static inline sp_minute sp_minute_into(const sp_tick *t, double into_min) {
  sp_minute at = t->to - sp_to_i64(sp_floor(sp_max(0.0, t->dt_min - into_min)));
  return sp_max_i64(t->from, sp_min_i64(at, t->to));
}

/* Dice of who goes first, of equals: by the hour the tick ends in, so that ticks of any length share them. */
static inline sp_dice sp_tie_dice(const sp_tick *t) { return (sp_dice){t->dice.seed, (uint32_t)((t->to - 1) / 60)}; }

#define SP_RULE(name) void sp_rule_##name(sp_tick *t);
#define SP_MINDS(when)
#include "engine/tick.def"

#endif
