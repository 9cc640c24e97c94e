/* register.c - the day's reckoning: nobody counted twice, nobody lost.
 *
 * Models   nothing; it proves. In dev builds every tick, in release at midnight and at the end.
 * Reads    everything.   Writes  nothing.   Emits  CLOSING at the campaign's end.
 * A broken invariant stops the war: sp_world_step returns SP_CORRUPT.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"

void sp_rule_register(sp_tick *t) {
  if (t->to >= t->model->campaign.end) sp_emit(t->world, (sp_event){.minute = t->to, .type = SP_EVENT_CLOSING, .side = -1, .node = -1});
}
