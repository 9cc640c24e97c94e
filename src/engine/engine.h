/* engine.h - runs the list of rules. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_ENGINE_H
#define SP_ENGINE_ENGINE_H

#include "rules/rules.h"

void sp_minds_before_march(sp_tick *t);
void sp_minds_after_sighting(sp_tick *t);
/* measure.c: what a run is asked, read after each tick. */
void sp_measures_read(sp_tick *t, size_t first_event);

#endif
