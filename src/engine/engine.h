/* engine.h - runs the list of rules. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_ENGINE_H
#define SP_ENGINE_ENGINE_H

#include "rules/rules.h"

void sp_minds_before_march(sp_tick *t);
void sp_minds_after_sighting(sp_tick *t);
/* parts.c: when the part of a tick that now begins is over; the tick ends at `end`. Room has been made for it (sp_world_reserve). */
sp_minute sp_part_of_tick(const sp_world *w, sp_minute end);
/* measure.c: what a run is asked, read after each tick. */
void sp_measures_read(sp_tick *t, size_t first_event);

#endif
