/* fires.h - smoke and glow that headquarters have seen or heard of. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_FIRES_H
#define SP_WORLD_FIRES_H

#include "world/world.h"

/* What is noted of a fire: where it is taken to be, how far off that may be, whether it was a glow by night. */
typedef struct sp_fire_note {
  sp_xy at;
  double error_m;
  sp_minute minute;
  bool glow;
} sp_fire_note;

/* Which row every headquarters has of that fire, -1 none; room for one number to each. */
void sp_fire_rows(const sp_world *w, int32_t depot, int32_t *row);
/* A body's men see it; row: its headquarters' of that fire. true: it did not know of it. */
bool sp_fire_seen(sp_world *w, int32_t formation, int32_t depot, int32_t row, const sp_fire_note *note);
/* What `from` knew when he wrote becomes known to `to`. */
void sp_fires_told(sp_world *w, int32_t from, int32_t to, sp_minute written);
/* What was seen last before that minute is forgotten. */
void sp_fires_forget(sp_world *w, sp_minute before);

#endif
