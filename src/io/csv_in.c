/* csv_in.c - cells of a CSV text (RFC 4180), each with its place. SPDX-License-Identifier: Apache-2.0 */
#include "io/csv_in.h"

#include <stdlib.h>
#include <string.h>

sp_csv_in sp_csv_in_open(const char *text, size_t length) {
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, length -= 3;
  return (sp_csv_in){.text = text, .end = text + length, .line = 1, .column = 1};
}

void sp_csv_in_close(sp_csv_in *in) {
  free(in->store);
  free(in->cell);
  *in = (sp_csv_in){0};
}

static bool room_for(sp_csv_in *in, size_t bytes) {
  if (bytes > in->store_room) {
    char *store = realloc(in->store, bytes);
    if (!store) return !(in->no_memory = true);
    in->store = store;
    in->store_room = bytes;
  }
  if (in->count == in->cell_room) {
    size_t room = in->cell_room ? in->cell_room * 2 : 32;
    sp_csv_cell_in *cell = realloc(in->cell, room * sizeof *cell);
    if (!cell) return !(in->no_memory = true);
    in->cell = cell;
    in->cell_room = room;
  }
  return true;
}

/* The next byte; lines and columns (in code points) go along. */
static char take(sp_csv_in *in) {
  char c = *in->text++;
  if (c == '\n') in->line++, in->column = 1;
  else if (((unsigned char)c & 0xc0) != 0x80) in->column++;
  return c;
}

static void stray(sp_csv_in *in, int32_t line, int32_t column) {
  if (in->bad_quote) return;
  in->bad_quote = true;
  in->quote_line = line;
  in->quote_column = column;
}

/* One cell into store from `at`; returns the byte behind its NUL. *last: it ends the row. */
static size_t read_cell(sp_csv_in *in, size_t at, bool *last) {
  sp_csv_cell_in *cell = &in->cell[in->count++];
  *cell = (sp_csv_cell_in){.offset = at, .line = in->line, .column = in->column}; /* the store may move until the row is whole */
  bool quoted = in->text < in->end && *in->text == '"', open = quoted;
  if (quoted) (void)take(in);
  *last = true;
  while (in->text < in->end) {
    int32_t line = in->line, column = in->column;
    char c = take(in);
    if (open && c == '"') {
      open = in->text < in->end && *in->text == '"';
      if (open) in->store[at++] = take(in);
    } else if (!open && c == ',') {
      *last = false;
      break;
    } else if (!open && c == '\n') {
      break;
    } else if (!open && c == '\r' && (in->text == in->end || *in->text == '\n')) {
      continue;
    } else {
      if (!open && (quoted || c == '"')) stray(in, line, column);
      in->store[at++] = c == '\0' ? '?' : c;
    }
  }
  if (open) stray(in, cell->line, cell->column);
  in->store[at++] = '\0';
  return at;
}

bool sp_csv_in_row(sp_csv_in *in) {
  in->bad_quote = false;
  while (in->text < in->end && (*in->text == '\n' || (*in->text == '\r' && in->text + 1 < in->end && in->text[1] == '\n'))) (void)take(in);
  if (in->text >= in->end || in->no_memory) return false;
  in->count = 0;
  size_t at = 0;
  for (bool last = false; !last;) {
    if (!room_for(in, at + (size_t)(in->end - in->text) + 2)) return false;
    at = read_cell(in, at, &last);
  }
  for (size_t n = 0; n < in->count; n++) in->cell[n].text = in->store + in->cell[n].offset;
  return true;
}
