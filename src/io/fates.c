/* fates.c - what befell every named person, when, where, and who could have heard of it.
 *
 * Read from the events about leaders and, where there is none, from the person's row at the end. A report has no
 * line for a general's fate; what is told is the first paper that left his men afterwards and reached its reader.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/fates.h"

#include "io/columns.h"
#include "io/prose.h"
#include "io/run_log.h"
#include "io/table_out.h"

#include <stdio.h>
#include <stdlib.h>

void sp_person_say(const sp_model *model, int32_t person, sp_lang lang, char out[SP_FATE_WORDS]) {
  const sp_person_def *def = sp_model_person(model, person);
  const char *name = sp_model_name(model, SP_ENTITY_PERSON, person, lang), *english = sp_model_name(model, SP_ENTITY_PERSON, person, SP_LANG_EN);
  const char *title = def ? (lang == SP_LANG_ZH ? def->title_zh : def->title_en) : NULL;
  bool described = english[0] >= 'a' && english[0] <= 'z'; /* "the Han general" is a title already */
  if (!title || !title[0] || described) snprintf(out, SP_FATE_WORDS, "%s", name);
  else if (lang == SP_LANG_ZH) snprintf(out, SP_FATE_WORDS, "%s%s", title, name);
  else snprintf(out, SP_FATE_WORDS, "%s, %s", name, title);
}

void sp_body_say(const sp_story *log, const sp_world *world, sp_key key, sp_lang lang, char out[SP_FATE_WORDS]) {
  const sp_logged_name *name = key ? sp_story_name_of(log, key) : NULL;
  out[0] = 0;
  if (name && sp_story_text(log, name->name[lang])[0]) snprintf(out, SP_FATE_WORDS, "%s", sp_story_text(log, name->name[lang]));
  else if (key) sp_world_name(world, key, lang, out, SP_FATE_WORDS);
}

static void take_event(sp_fate_row *rows, size_t count, const sp_event *e) {
  bool of_leader = e->type == SP_EVENT_LEADER_FALLS || e->type == SP_EVENT_LEADER_FLEES || e->type == SP_EVENT_LEADER_DIES || e->type == SP_EVENT_LEADER_MENDS;
  if (!of_leader || e->a < 0 || (size_t)e->a >= count) return;
  sp_fate_row *row = &rows[e->a];
  const char *word = e->type == SP_EVENT_LEADER_FLEES   ? "fled"
                     : e->type == SP_EVENT_LEADER_DIES  ? "died"
                     : e->type == SP_EVENT_LEADER_MENDS ? "mended"
                                                        : sp_word_for(SP_WORDS_FATE, e->b);
  row->word = word ? word : "missing";
  row->minute = e->minute;
  row->formation = e->subject;
  row->node = e->node;
  row->x_m = e->x_m;
  row->y_m = e->y_m;
}

static void find_paper(sp_fate_row *row, const sp_story *log) {
  for (size_t i = 0; row->minute && i < sp_story_message_count(log); i++) {
    sp_message_facts f;
    if (sp_story_message(log, i, &f) != SP_OK || f.from != row->formation || f.to == f.from || f.sent < row->minute || !f.delivered) continue;
    if (row->heard && row->heard <= f.delivered) continue;
    row->heard = f.delivered;
    row->heard_by = f.to;
    row->sent_by = f.from;
  }
}

enum { STANCE_BROKEN = 2 }; /* of the column "stance", fixed by the save format */

static void take_person(sp_fate_row *row, const sp_world *world, int32_t p) {
  sp_field_view formation = sp_field_of(world, "person", "formation"), fate = sp_field_of(world, "person", "fate"), since = sp_field_of(world, "person", "fate_minute"),
                key = sp_field_of(world, "formation", "key"), side = sp_field_of(world, "formation", "side"), hq = sp_field_of(world, "formation", "hq"),
                x = sp_field_of(world, "hq", "x"), y = sp_field_of(world, "hq", "y"), stance = sp_field_of(world, "combat", "stance");
  int32_t at = p < formation.rows ? (int32_t)sp_field_int(&formation, p, 0) : -1, fell = (int32_t)sp_field_int(&fate, p, 0);
  *row = (sp_fate_row){.person = p, .side = -1, .word = "with_army", .node = -1};
  if (at >= 0) {
    int32_t quarters = (int32_t)sp_field_int(&hq, at, 0);
    row->formation = (sp_key)sp_field_int(&key, at, 0);
    row->side = (int32_t)sp_field_int(&side, at, 0);
    row->x_m = sp_field_real(&x, quarters, 0);
    row->y_m = sp_field_real(&y, quarters, 0);
    if (sp_field_int(&stance, at, 0) == STANCE_BROKEN) row->word = "in_flight";
  }
  const char *word = fell > 0 ? sp_word_for(SP_WORDS_FATE, fell) : NULL;
  if (word) row->word = word;
  if (word) row->minute = sp_field_int(&since, p, 0);
}

/* The model holds persons by key; a side's persons stand together as the sides do in the file. */
sp_fate_row *sp_fates_of(const sp_story *log, const sp_world *world, size_t *count) {
  const sp_model *model = sp_world_model(world);
  int32_t people = sp_model_count(model, SP_ENTITY_PERSON), sides = sp_model_count(model, SP_ENTITY_SIDE);
  sp_fate_row *rows = calloc((size_t)people + 1, sizeof *rows), *sorted = calloc((size_t)people + 1, sizeof *sorted);
  int32_t *order = sp_rows_in_file_order(model, SP_ENTITY_SIDE);
  *count = 0;
  for (int32_t p = 0; rows && sorted && order && p < people; p++) {
    take_person(&rows[p], world, p);
    const sp_person_def *def = sp_model_person(model, p);
    if (def && def->side) rows[p].side = sp_model_find(model, SP_ENTITY_SIDE, def->side);
  }
  for (size_t i = 0; rows && sorted && order && sp_story_event(log, i); i++) take_event(rows, (size_t)people, sp_story_event(log, i));
  for (int32_t n = 0; rows && sorted && order && n <= sides; n++)
    for (int32_t p = 0; p < people; p++) {
      bool here = n < sides ? rows[p].side == order[n] : rows[p].side < 0 || rows[p].side >= sides;
      if (!here) continue;
      find_paper(&rows[p], log);
      sorted[(*count)++] = rows[p];
    }
  bool failed = !rows || !sorted || !order;
  free(rows);
  free(order);
  if (failed) free(sorted);
  return failed ? NULL : sorted;
}

void sp_fate_say(const sp_fate_row *row, const sp_story *log, const sp_world *world, sp_lang lang, char what[SP_FATE_WORDS], char where[SP_FATE_WORDS], char known[SP_FATE_WORDS]) {
  char id[64], by[SP_FATE_WORDS], clock[SP_SAY];
  snprintf(id, sizeof id, "fates.%s", row->word);
  sp_text(lang, id, NULL, what, SP_FATE_WORDS);
  where[0] = known[0] = 0;
  bool placed = row->node >= 0 || row->x_m < 0 || row->x_m > 0 || row->y_m < 0 || row->y_m > 0;
  if (placed) sp_world_where(world, row->node, row->x_m, row->y_m, lang, where, SP_FATE_WORDS);
  if (!row->minute) return;
  if (!row->heard) {
    sp_text(lang, "fates.unheard", NULL, known, SP_FATE_WORDS);
    return;
  }
  sp_body_say(log, world, row->heard_by, lang, by);
  sp_say_clock(lang, row->heard, clock);
  const char *args[] = {"who", by, "clock", clock, NULL};
  sp_text(lang, "fates.heard", args, known, SP_FATE_WORDS);
}

sp_status sp_write_fates(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) {
  static const char *const heads[] = {"name", "body", "what", "when", "where", "known"};
  if (!file || !log || !world || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  size_t count = 0;
  sp_fate_row *rows = sp_fates_of(log, world, &count);
  if (!rows) return SP_NO_MEMORY;
  sp_prose out = {0};
  char words[SP_FATE_WORDS], what[SP_FATE_WORDS], where[SP_FATE_WORDS], known[SP_FATE_WORDS], id[64], solar[SP_SAY], clock[SP_SAY];
  sp_prose_fill(&out, lang, "fates.title", NULL);
  sp_prose_put(&out, "\n\n");
  sp_table_out table = {.columns = 6};
  for (size_t i = 0; i < 6; i++) {
    snprintf(id, sizeof id, "fates.head.%s", heads[i]);
    sp_text(lang, id, NULL, words, sizeof words);
    sp_table_cell(&table, words);
  }
  sp_table_rule(&table);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && rows[i].side != rows[i - 1].side) sp_table_rule(&table);
    sp_person_say(sp_world_model(world), rows[i].person, lang, words);
    sp_table_cell(&table, words);
    sp_body_say(log, world, rows[i].formation, lang, words);
    sp_table_cell(&table, words);
    sp_fate_say(&rows[i], log, world, lang, what, where, known);
    sp_table_cell(&table, what);
    words[0] = 0;
    if (rows[i].minute) {
      sp_say_solar(lang, rows[i].minute, solar);
      sp_say_clock(lang, rows[i].minute, clock);
      snprintf(words, sizeof words, "%s %s", solar, clock);
    }
    sp_table_cell(&table, words);
    sp_table_cell(&table, where);
    sp_table_cell(&table, known);
  }
  sp_table_put(&table, "  ", &out);
  sp_table_free(&table);
  if (count == 0) {
    sp_prose_clear(&out);
    sp_prose_fill(&out, lang, "fates.nobody", NULL);
    sp_prose_put(&out, "\n");
  }
  sp_status status = out.failed || table.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&out), 1, out.length, file) == out.length ? SP_OK : SP_IO;
  sp_prose_free(&out);
  free(rows);
  return status;
}
