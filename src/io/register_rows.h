/* register_rows.h - the tally as rows: ranks summed, lines closed (opening + in - out).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_REGISTER_ROWS_H
#define SP_IO_REGISTER_ROWS_H

#include "io/prose.h"
#include "shapan/world.h"

enum { SP_REGISTER_LINES = 16 };

typedef struct sp_register_row {
  int32_t side, contingent, arm, troop_class;
  int64_t opening;                 /* over all lines */
  int64_t line[SP_REGISTER_LINES]; /* what stands on each now */
  int64_t rank[SP_REGISTER_LINES][SP_RANK_COUNT], rank_opening[SP_RANK_COUNT];
} sp_register_row;

typedef struct sp_register {
  const sp_world *world;
  const sp_model *model;
  sp_lang lang;
  sp_register_row *rows; /* in order of side, contingent, arm, class; the caller frees */
  size_t count;
  int32_t lines;
  bool shown[SP_REGISTER_LINES]; /* lines on which anybody stands; the first always */
  int64_t wrong;                 /* rows written that do not add up */
} sp_register;

sp_status sp_register_rows(const sp_world *world, sp_lang lang, sp_register *out);

/* ---- register_stores.c: nothing is written of what is not told in the war */
void sp_register_stores(const sp_register *r, sp_prose *out); /* depots; bread, powder and lots of the bodies */
int64_t sp_register_books(const sp_register *r, sp_prose *out); /* grain, powder, grenades, smoke pots by line; lines that do not add up */

#endif
