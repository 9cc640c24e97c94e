/* csv_in.h - cells of a CSV text (RFC 4180), each with its place. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_CSV_IN_H
#define SP_IO_CSV_IN_H

#include "shapan/base.h"

typedef struct sp_csv_cell_in {
  const char *text; /* NUL-ended, quotes taken off */
  size_t offset;    /* of the same in the row's store */
  int32_t line, column;
} sp_csv_cell_in;

/* Reads one text through. Cells stay valid until the next row. */
typedef struct sp_csv_in {
  const char *text, *end;
  int32_t line, column;
  char *store;
  size_t store_room;
  sp_csv_cell_in *cell;
  size_t count, cell_room;
  bool no_memory, bad_quote; /* bad_quote: the last row holds a stray or unclosed quote at line, column */
  int32_t quote_line, quote_column;
} sp_csv_in;

sp_csv_in sp_csv_in_open(const char *text, size_t length);
void sp_csv_in_close(sp_csv_in *in);
bool sp_csv_in_row(sp_csv_in *in); /* false: the end, or no memory. Empty lines are passed over */

#endif
