/* daybook.h - inside of the daybook: sheets described once, rows given cell by cell to whoever writes them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_DAYBOOK_H
#define SP_IO_DAYBOOK_H

#include "shapan/daybook.h"

typedef enum sp_sheet {
#define SP_SHEET(NAME, name, meaning) SP_SHEET_##NAME,
#include "io/daybook.def"
  SP_SHEET_COUNT
} sp_sheet;

typedef struct sp_sheet_cell {
  sp_sheet sheet;
  const char *name, *type, *unit, *meaning; /* type as SQLite has it */
} sp_sheet_cell;

const char *sp_sheet_name(sp_sheet sheet);
const sp_sheet_cell *sp_sheet_cells(size_t *count); /* of all sheets, in order */

/* Where rows go: begin, every cell in the order of daybook.def, end. A NULL text is a null. */
typedef struct sp_sheet_sink {
  void *to;
  void (*begin)(void *to, sp_sheet sheet);
  void (*integer)(void *to, int64_t value);
  void (*real)(void *to, double value);
  void (*text)(void *to, const char *text);
  void (*end)(void *to);
} sp_sheet_sink;

/* Words for places that were asked for before: most bodies and all depots stand where they stood. Zero is an empty one. */
typedef struct sp_where_memo {
  struct sp_where_words { double x, y; char *words[SP_LANG_COUNT]; } *slot;
} sp_where_memo;
void sp_where_memo_free(sp_where_memo *memo);

/* All sheets of the world as it stands. */
void sp_sheets_take(const sp_world *world, const sp_sheet_sink *sink, sp_where_memo *memo);

/* Which states are kept: the opening, each midnight that has passed, the end. */
typedef struct sp_daymarks { sp_minute next, last; } sp_daymarks;
bool sp_daymark_due(sp_daymarks *marks, const sp_world *world);
bool sp_daymark_end(sp_daymarks *marks, const sp_world *world); /* the state as it is now is not kept yet */

#endif
