/* after_break.h - a small war after the break: broken Ming on a road, Qing behind them, friends far off.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_RULES_AFTER_BREAK_H
#define SP_TESTS_RULES_AFTER_BREAK_H

#include "support/lab.h"
#include "world/body.h"
#include "world/rows.h"

/* The road, west to east: home -20 km, inn -10, ford-village -4, field 0, knoll 1, east 15. All post road on a plain. */
void sp_broken_road(sp_lab *lab, double hours);
/* Foot, horse (with a mount each) and their officer, under a chief (or NULL), at a place. */
void sp_broken_body(sp_lab *lab, const char *id, const char *side, const char *chief, const char *place, int32_t foot, int32_t horse);
sp_world *sp_broken_open(sp_lab *lab, uint64_t seed);
int32_t sp_broken_row(const sp_world *w, const char *id);
/* Breaks a body now, before the eyes of another (or NULL). */
void sp_broken_break(sp_world *w, const char *id, const char *by);
/* Steps until so many minutes after the opening, checking every tick. */
void sp_broken_until(sp_world *w, int64_t minutes);
/* Men of a side on a line of the register. */
int32_t sp_broken_line(const sp_world *w, const char *side, sp_line line);

#endif
