/* database.c - a run as SQLite: what is so at each hour, and what happened.
 *
 * State tables are made from the world's fields by name (fields.def), so that a new field needs no word here. One
 * transaction from the first row to the last; indexes come when all rows are in.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/database.h"

#include "io/columns.h"
#include "io/daybook.h"
#include "io/fates.h"
#include "io/prose.h"
#include "io/register_rows.h"
#include "io/run_log.h"
#include "shapan/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 128, STATES = 6 };

static const char *const states[STATES] = {"formation", "combat", "engagement", "ford", "region", "pool"};

struct sp_database {
  sp_db_file file;
  sp_minute every, next;
  sp_daymarks days;
  sp_where_memo memo;
};

/* ---- tables of state */

static size_t fields_of(const sp_world *world, const char *table, const char *names[FIELDS_MAX], sp_field_view views[FIELDS_MAX]) {
  size_t count = 0;
  for (size_t i = 0; i < sp_world_field_count() && count < FIELDS_MAX; i++) {
    const char *of = NULL, *field = NULL;
    sp_world_field_name(i, &of, &field);
    if (!of || strcmp(of, table) != 0 || strcmp(field, "alive") == 0 || strcmp(field, "leg") == 0) continue; /* only live rows; routes are the map's */
    names[count] = field;
    views[count++] = sp_field_of(world, table, field);
  }
  return count;
}

static bool is_key(const sp_field_view *view) { return view->type == 'u' && view->size == 8; }
static bool is_named(const char *table) { return strcmp(table, "formation") == 0 || strcmp(table, "ford") == 0 || strcmp(table, "region") == 0; }

static void column_name(const char *name, const sp_field_view *view, int32_t element, char out[96]) {
  if (view->count > 1) snprintf(out, 96, "%s_%d", name, (int)element);
  else snprintf(out, 96, "%s", name);
}

static void make_state(sp_database *d, const sp_world *world, const char *table) {
  const char *names[FIELDS_MAX];
  sp_field_view views[FIELDS_MAX];
  size_t count = fields_of(world, table, names, views);
  char name[96];
  sp_prose ddl = {0};
  sp_prose_put(&ddl, "CREATE TABLE \"");
  sp_prose_put(&ddl, table);
  sp_prose_put(&ddl, "\"(minute INTEGER NOT NULL, time TEXT NOT NULL");
  if (is_named(table)) sp_prose_put(&ddl, ", name_en TEXT NOT NULL, name_zh TEXT NOT NULL");
  for (size_t f = 0; f < count; f++)
    for (int32_t e = 0; e < views[f].count; e++) {
      column_name(names[f], &views[f], e, name);
      sp_prose_put(&ddl, ", \"");
      sp_prose_put(&ddl, name);
      sp_prose_put(&ddl, is_key(&views[f]) ? "\" TEXT" : views[f].type == 'f' ? "\" REAL NOT NULL" : "\" INTEGER NOT NULL");
      sp_db_meaning(&d->file, table, name, views[f].unit, views[f].meaning);
    }
  sp_prose_put(&ddl, ") STRICT");
  if (ddl.failed) d->file.failed = SP_NO_MEMORY;
  sp_db_run(&d->file, sp_prose_text(&ddl));
  sp_prose_free(&ddl);
}

static void bind_hour(sp_db_file *file, sp_minute minute) {
  char time[SP_SAY];
  sp_db_integer(file, minute);
  sp_say_iso(minute, time);
  sp_db_text(file, time);
}

static void bind_names(sp_db_file *file, const sp_world *world, sp_key key) {
  char words[SP_FATE_WORDS];
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    words[0] = 0;
    if (key) sp_world_name(world, key, (sp_lang)lang, words, sizeof words);
    sp_db_text(file, words);
  }
}

static void take_state(sp_database *d, const sp_world *world, const char *table) {
  const char *names[FIELDS_MAX];
  sp_field_view views[FIELDS_MAX];
  size_t count = fields_of(world, table, names, views);
  sp_row_filter rows = sp_rows_of(world, table);
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    sp_db_begin(&d->file, table);
    bind_hour(&d->file, sp_world_minute(world));
    if (is_named(table)) bind_names(&d->file, world, (sp_key)sp_field_int(&rows.key, row, 0));
    for (size_t f = 0; f < count; f++)
      for (int32_t e = 0; e < views[f].count; e++) {
        if (is_key(&views[f])) sp_db_key(&d->file, (sp_key)sp_field_int(&views[f], row, e));
        else if (views[f].type == 'f') sp_db_real(&d->file, sp_field_real(&views[f], row, e));
        else sp_db_integer(&d->file, sp_field_int(&views[f], row, e));
      }
    sp_db_end(&d->file);
  }
}

/* ---- what is believed, and the register */

static void take_beliefs(sp_database *d, const sp_world *world) {
  sp_row_filter rows = sp_rows_of(world, "formation");
  for (int32_t row = 0; row < rows.rows; row++) {
    sp_key key = (sp_key)sp_field_int(&rows.key, row, 0);
    sp_seat *seat = NULL;
    sp_contact_view v;
    if (!sp_row_shown(&rows, row) || sp_seat_open(world, key, &seat) != SP_OK) continue;
    for (size_t i = 0; i < sp_seat_contact_count(seat); i++) {
      if (sp_seat_contact(seat, i, &v) != SP_OK) continue;
      sp_db_begin(&d->file, "belief");
      bind_hour(&d->file, sp_world_minute(world));
      sp_db_key(&d->file, key);
      sp_db_integer(&d->file, v.number);
      sp_db_integer(&d->file, v.friendly);
      sp_db_key(&d->file, v.formation);
      sp_db_real(&d->file, v.at.lat_deg);
      sp_db_real(&d->file, v.at.lon_deg);
      sp_db_real(&d->file, v.error_m);
      sp_db_integer(&d->file, v.seen);
      sp_db_integer(&d->file, v.heard);
      sp_db_integer(&d->file, v.men);
      sp_db_real(&d->file, v.sigma);
      sp_db_real(&d->file, v.heading_deg);
      sp_db_integer(&d->file, v.horse);
      sp_db_real(&d->file, v.confidence);
      sp_db_key(&d->file, v.source);
      sp_db_end(&d->file);
    }
    sp_seat_close(seat);
  }
}

static void take_register(sp_database *d, const sp_world *world) {
  sp_register r;
  sp_status status = sp_register_rows(world, SP_LANG_EN, &r);
  if (status != SP_OK) d->file.failed = status;
  for (size_t i = 0; status == SP_OK && i < r.count; i++)
    for (int32_t line = 0; line < r.lines; line++)
      for (int rank = 0; rank < SP_RANK_COUNT; rank++) {
        const sp_register_row *row = &r.rows[i];
        if (row->rank[line][rank] == 0) continue;
        sp_db_begin(&d->file, "register");
        bind_hour(&d->file, sp_world_minute(world));
        sp_db_text(&d->file, row->side >= 0 ? sp_model_id(r.model, SP_ENTITY_SIDE, row->side) : "");
        sp_db_text(&d->file, sp_model_id(r.model, SP_ENTITY_CONTINGENT, row->contingent));
        sp_db_text(&d->file, sp_arm_name((sp_arm)row->arm, SP_LANG_EN));
        sp_db_text(&d->file, sp_class_name((sp_troop_class)row->troop_class, SP_LANG_EN));
        sp_db_text(&d->file, sp_rank_name((sp_rank)rank, SP_LANG_EN));
        sp_db_text(&d->file, sp_word_for(SP_WORDS_LINE, line));
        sp_db_integer(&d->file, row->rank[line][rank]);
        sp_db_end(&d->file);
      }
  if (status == SP_OK) free(r.rows);
}

/* ---- what is kept by the day */

static void begin_row(void *to, sp_sheet sheet) { sp_db_begin(to, sp_sheet_name(sheet)); }
static void put_integer(void *to, int64_t value) { sp_db_integer(to, value); }
static void put_real(void *to, double value) { sp_db_real(to, value); }
static void put_text(void *to, const char *text) { sp_db_text(to, text); }
static void end_row(void *to) { sp_db_end(to); }

static void take_day(sp_database *d, const sp_world *world) { sp_sheets_take(world, &(sp_sheet_sink){&d->file, begin_row, put_integer, put_real, put_text, end_row}, &d->memo); }

static void make_sheets(sp_database *d) {
  size_t count = 0;
  const sp_sheet_cell *cells = sp_sheet_cells(&count);
  sp_db_column *columns = calloc(count, sizeof *columns);
  if (!columns) d->file.failed = SP_NO_MEMORY;
  for (size_t n = 0; columns && n < count; n++) columns[n] = (sp_db_column){sp_sheet_name(cells[n].sheet), cells[n].name, cells[n].type, cells[n].unit, cells[n].meaning};
  if (columns) sp_db_tables(&d->file, columns, count);
  free(columns);
}

/* ---- at the end */

static void put_events(sp_database *d, const sp_story *log, const sp_world *world) {
  for (size_t i = 0; i < log->events.count; i++) {
    const sp_logged_event *l = &log->events.data[i];
    const sp_event *e = &l->e;
    sp_point at = sp_world_point(world, e->x_m, e->y_m);
    bool placed = e->node >= 0 || e->x_m < 0 || e->x_m > 0 || e->y_m < 0 || e->y_m > 0;
    sp_db_begin(&d->file, "event");
    sp_db_integer(&d->file, (int64_t)i + 1);
    bind_hour(&d->file, e->minute);
    sp_db_text(&d->file, sp_event_name((sp_event_type)e->type));
    sp_db_integer(&d->file, e->level);
    sp_db_text(&d->file, e->side >= 0 ? sp_model_id(sp_world_model(world), SP_ENTITY_SIDE, e->side) : NULL);
    sp_db_key(&d->file, e->subject);
    sp_db_key(&d->file, e->object);
    sp_db_integer(&d->file, e->a);
    sp_db_integer(&d->file, e->b);
    sp_db_integer(&d->file, e->c);
    sp_db_real(&d->file, e->value);
    if (placed) sp_db_real(&d->file, at.lat_deg);
    else sp_db_null(&d->file);
    if (placed) sp_db_real(&d->file, at.lon_deg);
    else sp_db_null(&d->file);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_story_text(log, l->where[lang]));
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_story_text(log, l->text[lang]));
    if (l->message >= 0) sp_db_integer(&d->file, (int64_t)l->message + 1);
    else sp_db_null(&d->file);
    sp_db_end(&d->file);
  }
}

static void put_names(sp_database *d, const sp_story *log) {
  for (size_t i = 0; i < log->names.count; i++) {
    const sp_logged_name *n = &log->names.data[i];
    sp_db_begin(&d->file, "name");
    sp_db_key(&d->file, n->key);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_story_text(log, n->name[lang]));
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_story_text(log, n->chief[lang]));
    sp_db_end(&d->file);
  }
}

static void put_papers(sp_database *d, const sp_story *log) {
  static const char *const fates[] = {"under way", "heard", "acted", "caught", "lost"};
  for (size_t i = 0; i < log->messages.count; i++) {
    const sp_logged_message *m = &log->messages.data[i];
    const sp_message_facts *f = &m->facts;
    const sp_minute hours[] = {f->sent, f->tail, f->middle, f->head, f->delivered, f->acted, f->ended};
    sp_db_begin(&d->file, "paper");
    sp_db_integer(&d->file, (int64_t)i + 1);
    sp_db_text(&d->file, sp_word_for(SP_WORDS_MESSAGE_KIND, f->kind));
    sp_db_integer(&d->file, f->signal);
    sp_db_key(&d->file, f->from);
    sp_db_key(&d->file, f->to);
    for (size_t k = 0; k < sizeof hours / sizeof *hours; k++) {
      if (hours[k]) sp_db_integer(&d->file, hours[k]);
      else sp_db_null(&d->file);
    }
    sp_db_text(&d->file, fates[f->fate]);
    sp_db_key(&d->file, f->taken_by);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_story_text(log, m->text[lang]));
    sp_db_end(&d->file);
  }
}

static void put_persons(sp_database *d, const sp_story *log, const sp_world *world) {
  size_t count = 0;
  const sp_model *model = sp_world_model(world);
  sp_fate_row *rows = sp_fates_of(log, world, &count);
  char what[SP_FATE_WORDS], where[SP_LANG_COUNT][SP_FATE_WORDS], known[SP_FATE_WORDS];
  if (!rows) d->file.failed = SP_NO_MEMORY;
  for (size_t i = 0; i < count; i++) {
    const sp_fate_row *r = &rows[i];
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_fate_say(r, log, world, (sp_lang)lang, what, where[lang], known);
    sp_db_begin(&d->file, "person");
    sp_db_text(&d->file, sp_model_id(model, SP_ENTITY_PERSON, r->person));
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_model_name(model, SP_ENTITY_PERSON, r->person, (sp_lang)lang));
    sp_db_text(&d->file, r->side >= 0 ? sp_model_id(model, SP_ENTITY_SIDE, r->side) : NULL);
    sp_db_key(&d->file, r->formation);
    sp_db_text(&d->file, r->word);
    if (r->minute) sp_db_integer(&d->file, r->minute);
    else sp_db_null(&d->file);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, where[lang]);
    if (r->heard) sp_db_integer(&d->file, r->heard);
    else sp_db_null(&d->file);
    sp_db_key(&d->file, r->heard_by);
    sp_db_end(&d->file);
  }
  free(rows);
}

static void put_measures(sp_database *d, const sp_world *world) {
  static const char *const units[SP_MEASURE_COUNT] = {
#define SP_MEASURE_KIND(name, word, unit, en, zh) [SP_MEASURE_##name] = unit,
#include "shapan/kinds.def"
  };
  const sp_model *model = sp_world_model(world);
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_MEASURE); i++) {
    const sp_measure_def *def = sp_model_measure(model, i);
    double value = 0;
    sp_db_begin(&d->file, "measure");
    sp_db_text(&d->file, sp_model_id(model, SP_ENTITY_MEASURE, i));
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_db_text(&d->file, sp_model_name(model, SP_ENTITY_MEASURE, i, (sp_lang)lang));
    sp_db_text(&d->file, def && def->kind < SP_MEASURE_COUNT ? units[def->kind] : "");
    if (sp_world_measure(world, i, &value) == SP_OK) sp_db_real(&d->file, value);
    else sp_db_null(&d->file);
    sp_db_end(&d->file);
  }
}

static void put_run(sp_database *d, const sp_world *world) {
  const sp_campaign_def *c = sp_model_campaign(sp_world_model(world));
  char seed[32], start[SP_SAY], now[SP_SAY], tick[32];
  snprintf(seed, sizeof seed, "%" PRIu64, sp_world_seed(world));
  snprintf(tick, sizeof tick, "%" PRId64, sp_world_tick(world));
  sp_say_iso(c->start, start);
  sp_say_iso(sp_world_minute(world), now);
  const char *const rows[][2] = {{"campaign", c->id}, {"name_en", c->name.en}, {"name_zh", c->name.zh}, {"seed", seed}, {"start", start}, {"end", now}, {"ticks", tick}, {"program", sp_version()}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sp_db_begin(&d->file, "run");
    sp_db_text(&d->file, rows[i][0]);
    sp_db_text(&d->file, rows[i][1]);
    sp_db_end(&d->file);
  }
}

/* ---- the whole */

sp_status sp_database_create(const char *path, const sp_world *world, sp_minute every_min, sp_database **database) {
  if (!database) return SP_BAD_INPUT;
  *database = NULL;
  if (!path || !world || every_min < 1) return SP_BAD_INPUT;
  sp_database *d = calloc(1, sizeof *d);
  if (!d) return SP_NO_MEMORY;
  d->every = every_min;
  d->next = sp_world_minute(world);
  d->days.last = -1;
  sp_status status = sp_db_open(&d->file, path);
  if (status == SP_OK) sp_db_schema(&d->file);
  for (int i = 0; status == SP_OK && i < STATES; i++) make_state(d, world, states[i]);
  if (status == SP_OK) make_sheets(d);
  if (status == SP_OK) status = d->file.failed;
  if (status != SP_OK) sp_database_close(d);
  else *database = d;
  return status;
}

sp_status sp_database_take(sp_database *d, const sp_world *world) {
  if (!d || !world) return SP_BAD_INPUT;
  sp_minute now = sp_world_minute(world);
  if (sp_daymark_due(&d->days, world)) take_day(d, world);
  if (now < d->next && !sp_world_over(world)) return d->file.failed;
  d->next = now - now % d->every + d->every;
  for (int i = 0; i < STATES; i++) take_state(d, world, states[i]);
  take_beliefs(d, world);
  take_register(d, world);
  return d->file.failed;
}

sp_status sp_database_finish(sp_database *d, const sp_story *log, const sp_world *world) {
  if (!d || !log || !world) return SP_BAD_INPUT;
  if (sp_daymark_end(&d->days, world)) take_day(d, world);
  put_run(d, world);
  put_names(d, log);
  put_events(d, log, world);
  put_papers(d, log);
  put_persons(d, log, world);
  put_measures(d, world);
  sp_db_indexes(&d->file);
  return d->file.failed;
}

void sp_database_close(sp_database *d) {
  if (!d) return;
  sp_db_close(&d->file);
  sp_where_memo_free(&d->memo);
  free(d);
}
