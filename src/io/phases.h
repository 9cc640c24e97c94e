/* phases.h - inside of the log of phases: its rows, for the text and the page. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_PHASES_H
#define SP_IO_PHASES_H

#include "io/teller.h"

/* One line of the log. own, enemy: killed and wounded in that phase; -1: nothing is said of it. */
typedef struct sp_phase_row {
  int32_t assault; /* numbered from 0 */
  size_t event;    /* of the story */
  int64_t own, enemy;
} sp_phase_row;

/* In order of assault, then of hour; *rows is malloc'd. false: memory is out. */
bool sp_phase_rows(const sp_story *log, sp_phase_row **rows, size_t *count);
/* What the line says of its phase. */
void sp_phase_say(sp_teller *t, size_t event, char out[SP_PHRASE]);
/* "Ming, 5 July 1642, near Songshan": whose assault a line opens. */
void sp_phase_title(sp_teller *t, const sp_world *world, size_t event, char out[SP_PHRASE]);

#endif
