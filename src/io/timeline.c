/* timeline.c - every paper from hand to hand, as a table and as CSV.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/prose.h"
#include "io/run_log.h"
#include "io/table_out.h"

#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 14, WORDS = 700 };

static const char *const heads[COLUMNS] = {"kind", "nth", "from", "to", "sent", "tail", "middle", "head", "heard", "acted", "minutes", "staff", "fate", "text"};

typedef struct line {
  const sp_story *log;
  sp_lang lang;
  sp_minute start;
  bool plain; /* ISO times and bare numbers, for CSV */
  char cell[COLUMNS][WORDS];
} line;

static void name_of(const line *l, sp_key key, char out[WORDS]) {
  const sp_logged_name *name = sp_story_name_of(l->log, key);
  snprintf(out, WORDS, "%s", name ? sp_story_text(l->log, name->name[l->lang]) : "");
}

/* "07:05"; "2/07:05" on the second day. Traditional hours would break the columns, so both languages read the clock. */
static void hour_of(const line *l, sp_minute minute, char out[WORDS]) {
  char clock[SP_SAY];
  out[0] = 0;
  if (minute == 0) return;
  if (l->plain) {
    sp_say_iso(minute, clock);
    snprintf(out, WORDS, "%s", clock);
    return;
  }
  sp_say_clock(SP_LANG_EN, minute, clock);
  int64_t day = (sp_day_of(minute) - sp_day_of(l->start)) / 1440 + 1;
  if (day == 1) snprintf(out, WORDS, "%s", clock);
  else snprintf(out, WORDS, "%lld/%s", (long long)day, clock);
}

static void fate_of(const line *l, const sp_message_facts *f, char out[WORDS]) {
  static const char *const words[] = {"under_way", "heard", "acted", "caught", "lost"};
  char who[WORDS], id[64];
  if (f->fate == SP_WORD_CAUGHT && f->taken_by) {
    name_of(l, f->taken_by, who);
    const char *args[] = {"who", who, NULL};
    sp_text(l->lang, "timeline.caught_by", args, out, WORDS);
    return;
  }
  snprintf(id, sizeof id, "timeline.fate.%s", words[f->fate]);
  sp_text(l->lang, id, NULL, out, WORDS);
}

static void minutes_between(sp_minute from, sp_minute to, char out[WORDS]) {
  out[0] = 0;
  if (from != 0 && to >= from) snprintf(out, WORDS, "%lld", (long long)(to - from));
}

static void fill(line *l, const sp_logged_message *m) {
  const sp_message_facts *f = &m->facts;
  const char *word = sp_word_for(SP_WORDS_MESSAGE_KIND, f->kind);
  char id[64], kind[WORDS];
  snprintf(id, sizeof id, "timeline.kind.%s", word ? word : "word");
  sp_text(l->lang, id, NULL, kind, sizeof kind);
  const char *args[] = {"kind", kind, NULL};
  if (f->signal) sp_text(l->lang, "timeline.signal", args, l->cell[0], WORDS);
  else snprintf(l->cell[0], WORDS, "%s", kind);
  l->cell[1][0] = 0;
  if (f->serial > 0) snprintf(l->cell[1], WORDS, "%d", f->serial);
  name_of(l, f->from, l->cell[2]);
  name_of(l, f->to, l->cell[3]);
  const sp_minute hours[6] = {f->sent, f->tail, f->middle, f->head, f->delivered, f->acted};
  for (int i = 0; i < 6; i++) hour_of(l, hours[i], l->cell[4 + i]);
  minutes_between(f->sent, f->delivered, l->cell[10]);
  minutes_between(f->delivered, f->acted, l->cell[11]);
  if (f->acted == 0) l->cell[11][0] = 0;
  if (f->delivered == 0) l->cell[10][0] = 0;
  fate_of(l, f, l->cell[12]);
  snprintf(l->cell[13], WORDS, "%s", sp_story_text(l->log, m->text[l->lang]));
}

/* Papers in order of sending; those of one minute as they came. */
static _Thread_local const sp_logged_message *sorted_messages;

static int by_sending(const void *left, const void *right) {
  size_t a = *(const size_t *)left, b = *(const size_t *)right;
  sp_minute x = sorted_messages[a].facts.sent, y = sorted_messages[b].facts.sent;
  if (x != y) return x < y ? -1 : 1;
  return a < b ? -1 : a > b;
}

static size_t *order_of(const sp_story *log) {
  size_t *order = malloc((log->messages.count + 1) * sizeof *order);
  if (!order) return NULL;
  for (size_t i = 0; i < log->messages.count; i++) order[i] = i;
  sorted_messages = log->messages.data;
  if (log->messages.count) qsort(order, log->messages.count, sizeof *order, by_sending);
  return order;
}

static void start_line(line *l, const sp_story *log, const sp_world *world, sp_lang lang, bool plain) {
  const sp_model *model = log->model ? log->model : world ? sp_world_model(world) : NULL;
  l->log = log;
  l->lang = lang;
  l->plain = plain;
  l->start = model ? sp_model_campaign(model)->start : log->messages.count ? log->messages.data[0].facts.sent : 0;
}

static void put_title(const line *l, const sp_model *model, sp_prose *out) {
  if (!model) return;
  const sp_campaign_def *campaign = sp_model_campaign(model);
  const char *name = l->lang == SP_LANG_ZH && campaign->name.zh ? campaign->name.zh : campaign->name.en ? campaign->name.en : campaign->id;
  const char *args[] = {"name", name, NULL};
  sp_prose_fill(out, l->lang, "timeline.title", args);
  sp_prose_put(out, "\n\n");
}

static sp_status finish(FILE *file, sp_prose *out) {
  sp_status status = SP_OK;
  if (out->failed) status = SP_NO_MEMORY;
  else if (fwrite(sp_prose_text(out), 1, out->length, file) != out->length) status = SP_IO;
  sp_prose_free(out);
  return status;
}

sp_status sp_write_timeline(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) {
  if (!file || !log || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  line *l = calloc(1, sizeof *l);
  size_t *order = order_of(log);
  sp_prose out = {0};
  sp_table_out table = {.columns = COLUMNS, .right = 0xFF2};
  char words[WORDS], id[64];
  if (!l || !order) {
    free(l);
    free(order);
    return SP_NO_MEMORY;
  }
  start_line(l, log, world, lang, false);
  put_title(l, log->model, &out);
  for (int i = 0; i < COLUMNS; i++) {
    snprintf(id, sizeof id, "timeline.head.%s", heads[i]);
    sp_text(lang, id, NULL, words, sizeof words);
    sp_table_cell(&table, words);
  }
  sp_table_rule(&table);
  for (size_t i = 0; i < log->messages.count; i++) {
    fill(l, &log->messages.data[order[i]]);
    for (int k = 0; k < COLUMNS; k++) sp_table_cell(&table, l->cell[k]);
  }
  if (log->messages.count) {
    sp_table_put(&table, "", &out);
  } else {
    sp_prose_fill(&out, lang, "timeline.none", NULL);
    sp_prose_put(&out, "\n");
  }
  sp_table_free(&table);
  free(order);
  free(l);
  return finish(file, &out);
}

sp_status sp_write_timeline_csv(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) {
  if (!file || !log || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  static const char *const fields[COLUMNS] = {"kind", "serial", "from", "to", "sent (local solar)", "tail (local solar)", "middle (local solar)", "head (local solar)",
                                              "heard (local solar)", "acted (local solar)", "under way (min)", "in staff (min)", "fate", "text"};
  line *l = calloc(1, sizeof *l);
  size_t *order = order_of(log);
  sp_prose out = {0};
  if (!l || !order) {
    free(l);
    free(order);
    return SP_NO_MEMORY;
  }
  start_line(l, log, world, lang, true);
  for (int k = 0; k < COLUMNS; k++) {
    if (k) sp_prose_put(&out, ",");
    sp_csv_cell(&out, fields[k]);
  }
  sp_prose_put(&out, "\r\n");
  for (size_t i = 0; i < log->messages.count; i++) {
    fill(l, &log->messages.data[order[i]]);
    for (int k = 0; k < COLUMNS; k++) {
      if (k) sp_prose_put(&out, ",");
      sp_csv_cell(&out, l->cell[k]);
    }
    sp_prose_put(&out, "\r\n");
  }
  free(order);
  free(l);
  return finish(file, &out);
}
