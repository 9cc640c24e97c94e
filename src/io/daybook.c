/* daybook.c - states by the day, kept as CSV from the moment they are taken. SPDX-License-Identifier: Apache-2.0 */
#include "io/daybook.h"

#include <stdlib.h>
#include <string.h>

#include "io/table_out.h"

static const char *const names[SP_SHEET_COUNT] = {
#define SP_SHEET(NAME, name, meaning) name,
#include "io/daybook.def"
};

static const char *const meanings[SP_SHEET_COUNT] = {
#define SP_SHEET(NAME, name, meaning) meaning,
#include "io/daybook.def"
};

static const sp_sheet_cell cells[] = {
#define SP_CELL(NAME, column, type, unit, meaning) {SP_SHEET_##NAME, column, type, unit, meaning},
#include "io/daybook.def"
};

const char *sp_sheet_name(sp_sheet sheet) { return (unsigned)sheet < SP_SHEET_COUNT ? names[sheet] : NULL; }

const sp_sheet_cell *sp_sheet_cells(size_t *count) {
  *count = sizeof cells / sizeof *cells;
  return cells;
}

/* ---- days */

bool sp_daymark_due(sp_daymarks *m, const sp_world *world) {
  sp_minute now = sp_world_minute(world);
  if (now < m->next && !sp_world_over(world)) return false;
  m->next = now - now % 1440 + 1440;
  return sp_daymark_end(m, world);
}

bool sp_daymark_end(sp_daymarks *m, const sp_world *world) {
  sp_minute now = sp_world_minute(world);
  if (m->last == now) return false;
  m->last = now;
  return true;
}

/* ---- CSV */

struct sp_daybook {
  sp_daymarks marks;
  sp_prose sheet[SP_SHEET_COUNT];
  sp_prose *row;  /* in hand */
  bool begun;     /* a cell stands in it */
  sp_where_memo memo;
};

static void begin(void *to, sp_sheet sheet) {
  sp_daybook *b = to;
  b->row = &b->sheet[sheet];
  b->begun = false;
}

static void next_cell(sp_daybook *b) {
  if (b->begun) sp_prose_put(b->row, ",");
  b->begun = true;
}

static void integer(void *to, int64_t value) {
  sp_daybook *b = to;
  char digits[32];
  snprintf(digits, sizeof digits, "%lld", (long long)value);
  next_cell(b);
  sp_prose_put(b->row, digits);
}

static void real(void *to, double value) {
  sp_daybook *b = to;
  next_cell(b);
  sp_prose_real(b->row, value);
}

static void text(void *to, const char *words) {
  sp_daybook *b = to;
  next_cell(b);
  if (words) sp_csv_cell(b->row, words);
}

static void end(void *to) {
  sp_daybook *b = to;
  sp_prose_put(b->row, "\r\n");
}

static sp_status take(sp_daybook *b, const sp_world *world) {
  sp_sheets_take(world, &(sp_sheet_sink){b, begin, integer, real, text, end}, &b->memo);
  for (int s = 0; s < SP_SHEET_COUNT; s++)
    if (b->sheet[s].failed) return SP_NO_MEMORY;
  return SP_OK;
}

sp_daybook *sp_daybook_create(const sp_world *world) {
  sp_daybook *b = world ? calloc(1, sizeof *b) : NULL;
  if (!b) return NULL;
  b->marks.last = -1;
  if (sp_daybook_take(b, world) == SP_OK) return b;
  sp_daybook_destroy(b);
  return NULL;
}

sp_status sp_daybook_take(sp_daybook *b, const sp_world *world) {
  if (!b || !world) return SP_BAD_INPUT;
  return sp_daymark_due(&b->marks, world) ? take(b, world) : SP_OK;
}

sp_status sp_daybook_end(sp_daybook *b, const sp_world *world) {
  if (!b || !world) return SP_BAD_INPUT;
  return sp_daymark_end(&b->marks, world) ? take(b, world) : SP_OK;
}

void sp_daybook_destroy(sp_daybook *b) {
  for (int s = 0; b && s < SP_SHEET_COUNT; s++) sp_prose_free(&b->sheet[s]);
  if (b) sp_where_memo_free(&b->memo);
  free(b);
}

const char *sp_daybook_table(size_t n) { return n < SP_SHEET_COUNT ? names[n] : NULL; }

static void put_heads(sp_prose *out, sp_sheet sheet) {
  char words[160];
  bool first = true;
  for (size_t n = 0; n < sizeof cells / sizeof *cells; n++) {
    if (cells[n].sheet != sheet) continue;
    if (!first) sp_prose_put(out, ",");
    first = false;
    bool bare = !cells[n].unit[0];
    snprintf(words, sizeof words, "%s%s%s%s", cells[n].name, bare ? "" : " (", cells[n].unit, bare ? "" : ")");
    sp_csv_cell(out, words);
  }
  sp_prose_put(out, "\r\n");
}

sp_status sp_write_daybook_csv(FILE *file, const sp_daybook *b, const char *table) {
  if (!file || !b || !table) return SP_BAD_INPUT;
  int s = 0;
  while (s < SP_SHEET_COUNT && strcmp(names[s], table) != 0) s++;
  if (s == SP_SHEET_COUNT) return SP_NOT_FOUND;
  sp_prose heads = {0};
  put_heads(&heads, (sp_sheet)s);
  const sp_prose *parts[] = {&heads, &b->sheet[s]};
  sp_status status = heads.failed ? SP_NO_MEMORY : SP_OK;
  for (size_t n = 0; n < 2 && status == SP_OK; n++)
    if (parts[n]->length && fwrite(parts[n]->data, 1, parts[n]->length, file) != parts[n]->length) status = SP_IO;
  sp_prose_free(&heads);
  return status;
}

/* ---- the page of columns */

static const char intro[] =
    "# Tables by the day\n\n"
    "`shapan run S --out DIR` writes each of these as `DIR/NAME.csv`, `shapan run S --sqlite war.db` as the table `NAME`: the same rows, names and units, one state at the opening, one at each midnight, one at the end. "
    "In CSV a column's unit stands behind its name, `grain_g (g)`, and an empty cell is a null. A `share` is 0..1, a `flag` 0 or 1; a `key` is 16 hexadecimal digits, the same in every table and in `events.jsonl`. "
    "What is not told of in a war has no rows.\n\n"
    "The register of grain by day, in shi of 88 kg:\n\n"
    "```\nsqlite3 war.db \"SELECT day, side, line, closing / 88000 FROM book WHERE book = 'grain' ORDER BY day\"\n```\n\n"
    "This page is what `shapan schema --tables` prints.\n";

sp_status sp_write_tables_doc(FILE *file) {
  if (!file) return SP_BAD_INPUT;
  sp_prose out = {0};
  sp_prose_put(&out, intro);
  for (size_t n = 0; n < sizeof cells / sizeof *cells; n++) {
    bool first = n == 0 || cells[n].sheet != cells[n - 1].sheet, may_lack = !strstr(cells[n].type, "NOT NULL");
    if (first) {
      const char *const head[] = {"\n## ", names[cells[n].sheet], "\n\n", meanings[cells[n].sheet], "\n\n| column | unit | |\n|---|---|---|\n"};
      for (size_t k = 0; k < sizeof head / sizeof *head; k++) sp_prose_put(&out, head[k]);
    }
    const char *const row[] = {"| `", cells[n].name, "` | ", cells[n].unit, " | ", cells[n].meaning, may_lack ? strstr(cells[n].meaning, "null") ? "" : "; null: none" : "", " |\n"};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) sp_prose_put(&out, row[k]);
  }
  sp_status status = out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&out), 1, out.length, file) != out.length ? SP_IO : SP_OK;
  sp_prose_free(&out);
  return status;
}
