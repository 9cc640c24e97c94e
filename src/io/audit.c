/* audit.c - every book of a war, line by line: opening + in - out = closing, beside what is there when it is counted.
 *
 * Books are read from the registers, counts from those who hold: bodies, stragglers, riders, wards, crossings, depots. Nothing is
 * read twice from one place, so that a line which was entered falsely shows.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/register_rows.h"

#include "io/columns.h"
#include "io/table_out.h"
#include "shapan/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tallied { int64_t opening, in, out, held; } tallied;
typedef struct count {
  sp_register r; /* for its model, words, lines */
  tallied *cell; /* [side][force][line] */
} count;

/* Numbers of holder_kind, fixed by the save format. */
enum { BY_FORMATION = 1, BY_POOL, BY_MESSAGE, BY_CROSSING, BY_WARD };

static tallied *at(const count *c, int32_t contingent, int32_t arm, int32_t line) {
  int32_t side = sp_model_contingent_side(c->r.model, contingent);
  return side >= 0 && line >= 0 && line < c->r.lines ? &c->cell[(side * SP_FORCE_COUNT + (int32_t)sp_force_of(arm)) * c->r.lines + line] : NULL;
}

static void read_books(count *c) {
  sp_row_filter rows = sp_rows_of(c->r.world, "tally");
  sp_field_view contingent = sp_field_of(c->r.world, "tally", "contingent"), arm = sp_field_of(c->r.world, "tally", "arm"), opening = sp_field_of(c->r.world, "tally", "opening"),
                in = sp_field_of(c->r.world, "tally", "came_in"), out = sp_field_of(c->r.world, "tally", "went_out");
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    for (int32_t n = 0; n < opening.count; n++) { /* [rank][line] */
      tallied *t = at(c, (int32_t)sp_field_int(&contingent, row, 0), (int32_t)sp_field_int(&arm, row, 0), n % c->r.lines);
      if (!t) continue;
      t->opening += sp_field_int(&opening, row, n);
      t->in += sp_field_int(&in, row, n);
      t->out += sp_field_int(&out, row, n);
    }
  }
}

static int32_t line_called(const char *word) {
  int32_t line = 0;
  while (sp_word_for(SP_WORDS_LINE, line) && strcmp(sp_word_for(SP_WORDS_LINE, line), word) != 0) line++;
  return line;
}

static void count_holders(count *c) {
  sp_row_filter rows = sp_rows_of(c->r.world, "strength");
  sp_field_view contingent = sp_field_of(c->r.world, "strength", "contingent"), arm = sp_field_of(c->r.world, "strength", "arm"), kind = sp_field_of(c->r.world, "strength", "holder_kind"),
                holder = sp_field_of(c->r.world, "strength", "holder"), number = sp_field_of(c->r.world, "strength", "count"), ward = sp_field_of(c->r.world, "ward", "line"), carer = sp_field_of(c->r.world, "ward", "carer"), of = sp_field_of(c->r.world, "ward", "side"), side = sp_field_of(c->r.world, "formation", "side");
  const int32_t present = line_called("present"), straggling = line_called("straggling"), riding = line_called("carrying-word"), captured = line_called("captured");
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    int64_t by = sp_field_int(&kind, row, 0);
    int32_t line = by == BY_POOL ? straggling : by == BY_MESSAGE ? riding : by == BY_WARD ? (int32_t)sp_field_int(&ward, (int32_t)sp_field_int(&holder, row, 0), 0) : present;
    int64_t with = by == BY_WARD ? sp_field_int(&carer, (int32_t)sp_field_int(&holder, row, 0), 0) : -1;
    if (with >= 0 && sp_field_int(&side, (int32_t)with, 0) != sp_field_int(&of, (int32_t)sp_field_int(&holder, row, 0), 0)) line = captured; /* prisoners in a ward of their captors */
    tallied *t = at(c, (int32_t)sp_field_int(&contingent, row, 0), (int32_t)sp_field_int(&arm, row, 0), line);
    for (int32_t n = 0; t && n < number.count; n++) t->held += sp_field_int(&number, row, n);
  }
}

static bool is_held(const char *line) {
  static const char *const held[] = {"present", "straggling", "wounded-light", "wounded-serious", "sick", "carrying-word"};
  for (size_t n = 0; n < sizeof held / sizeof *held; n++)
    if (strcmp(held[n], line) == 0) return true;
  return false;
}

static void cell(sp_table_out *table, int64_t n) {
  char digits[SP_SAY];
  sp_say_digits(n, digits);
  sp_table_cell(table, n == 0 ? "." : digits);
}

static void word(const count *c, sp_table_out *table, const char *id) {
  char words[SP_SAY * 4];
  sp_text(c->r.lang, id, NULL, words, sizeof words);
  sp_table_cell(table, words);
}

/* The lines of one force; what they come to in all neither grows nor shrinks. */
static int64_t put_force(const count *c, int32_t side, int32_t force, sp_table_out *table) {
  static const char *const names[SP_FORCE_COUNT] = {"register.total_men", "register.total_horses", "register.total_carts", "register.total_guns", "register.total_tools"};
  char id[64];
  tallied sum = {0};
  int64_t wrong = 0;
  bool first = true;
  for (int32_t line = 0; line < c->r.lines; line++) {
    const char *called = sp_word_for(SP_WORDS_LINE, line);
    const tallied *t = &c->cell[(side * SP_FORCE_COUNT + force) * c->r.lines + line];
    if (!t->opening && !t->in && !t->out && !t->held) continue;
    int64_t closing = t->opening + t->in - t->out;
    bool bad = closing < 0 || t->held > closing || (is_held(called) && t->held != closing);
    if (first) word(c, table, names[force]);
    else sp_table_cell(table, "");
    first = false;
    snprintf(id, sizeof id, "register.line.%s", called);
    for (char *x = id; *x; x++) *x = *x == '-' ? '_' : *x;
    word(c, table, id);
    cell(table, t->opening);
    cell(table, t->in);
    cell(table, t->out);
    cell(table, closing);
    if (is_held(called)) cell(table, t->held);
    else sp_table_cell(table, "");
    sp_table_cell(table, bad ? "*" : "");
    wrong += bad;
    sum.opening += t->opening;
    sum.in += t->in;
    sum.out += t->out;
  }
  if (first) return 0;
  sp_table_cell(table, "");
  word(c, table, "register.sum");
  cell(table, sum.opening);
  cell(table, sum.in);
  cell(table, sum.out);
  cell(table, sum.opening + sum.in - sum.out);
  sp_table_cell(table, "");
  sp_table_cell(table, sum.in == sum.out ? "" : "*");
  return wrong + (sum.in != sum.out);
}

static int64_t put_side(const count *c, int32_t side, sp_prose *out) {
  static const char *const ids[] = {"book", "line", "opening", "in", "out", "closing", "held", "wrong"};
  sp_table_out table = {.columns = sizeof ids / sizeof *ids, .right = 0x7C};
  char id[64];
  int64_t wrong = 0;
  for (size_t n = 0; n < table.columns; n++) {
    snprintf(id, sizeof id, "register.store.%s", ids[n]);
    word(c, &table, id);
  }
  sp_table_rule(&table);
  for (int32_t force = 0; force < SP_FORCE_COUNT; force++) wrong += put_force(c, side, force, &table);
  sp_prose_put(out, "\n");
  sp_prose_put(out, sp_model_name(c->r.model, SP_ENTITY_SIDE, side, c->r.lang));
  sp_prose_put(out, "\n\n");
  sp_table_put(&table, "  ", out);
  if (table.failed) out->failed = true;
  sp_table_free(&table);
  return wrong;
}

static void put_verdict(const count *c, int64_t wrong, sp_prose *out) {
  char n[SP_SAY];
  sp_say_count(c->r.lang, wrong, n);
  const char *args[] = {"n", n, NULL};
  char id[64];
  snprintf(id, sizeof id, wrong == 0 ? "audit.agrees" : wrong == 1 ? "audit.one_wrong" : "audit.wrong");
  sp_prose said = {0};
  sp_prose_fill(&said, c->r.lang, id, args);
  if (said.data && c->r.lang == SP_LANG_EN) sp_capitalise(said.data);
  sp_prose_put(out, "\n");
  sp_wrap(out, "", sp_prose_text(&said), 96);
  if (said.failed) out->failed = true;
  sp_prose_free(&said);
}

static void put_title(const count *c, sp_prose *out) {
  const sp_campaign_def *campaign = sp_model_campaign(c->r.model);
  char clock[SP_SAY], solar[SP_SAY];
  sp_say_clock(c->r.lang, sp_world_minute(c->r.world), clock);
  sp_say_solar(c->r.lang, sp_world_minute(c->r.world), solar);
  const char *name = c->r.lang == SP_LANG_ZH && campaign->name.zh ? campaign->name.zh : campaign->name.en ? campaign->name.en : campaign->id;
  const char *args[] = {"name", name, "clock", clock, "solar", solar, NULL};
  sp_prose_fill(out, c->r.lang, "audit.title", args);
  sp_prose_put(out, "\n");
  sp_prose_fill(out, c->r.lang, "audit.note", NULL);
  sp_prose_put(out, "\n");
}

sp_status sp_write_audit(FILE *file, const sp_world *world, sp_lang lang, int64_t *wrong) {
  if (!file || !world || (unsigned)lang >= SP_LANG_COUNT || !wrong) return SP_BAD_INPUT;
  count c = {0};
  sp_status status = sp_register_rows(world, lang, &c.r);
  if (status != SP_OK) return status;
  int32_t sides = sp_model_count(c.r.model, SP_ENTITY_SIDE);
  c.cell = calloc((size_t)sides * SP_FORCE_COUNT * (size_t)c.r.lines + 1, sizeof *c.cell);
  sp_prose out = {0};
  *wrong = 0;
  if (c.cell) {
    read_books(&c);
    count_holders(&c);
    put_title(&c, &out);
    for (int32_t side = 0; side < sides; side++) *wrong += put_side(&c, side, &out);
    *wrong += sp_register_books(&c.r, &out);
    put_verdict(&c, *wrong, &out);
  }
  if (!c.cell || out.failed) status = SP_NO_MEMORY;
  else if (fwrite(sp_prose_text(&out), 1, out.length, file) != out.length) status = SP_IO;
  sp_prose_free(&out);
  free(c.cell);
  free(c.r.rows);
  return status;
}
