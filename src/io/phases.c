/* phases.c - the log of an assault's phases: hour, phase, who, what it cost.
 *
 * An assault is what one side does to get at the other, without six hours' pause: its orders kept for their moment, its signals, the fights
 * that it opens, who comes to blows, who breaks, and before walls the steps of the storm. An assault of which none of the first
 * or the last is told is a plain fight, and stands in the chronicle alone.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/phases.h"

#include <stdio.h>
#include <stdlib.h>

#include "io/columns.h"
#include "io/table_out.h"

enum { PAUSE_MIN = 6 * 60 };

static const sp_event *at(const sp_story *log, size_t i) { return &log->events.data[i].e; }

static bool is_phase(sp_event_type type) { return (type >= SP_EVENT_PHASE_WAITS && type <= SP_EVENT_PHASE_FAILS) || type == SP_EVENT_SIEGE_PHASE || type == SP_EVENT_MINE_BLOWS; }

static bool counts(const sp_event *e) {
  return is_phase((sp_event_type)e->type) || e->type == SP_EVENT_SIGNAL_GIVEN || e->type == SP_EVENT_MINE_BEGUN || e->type == SP_EVENT_MINE_READY || e->type == SP_EVENT_BATTLE_BEGINS || e->type == SP_EVENT_BATTLE_ENDS || e->type == SP_EVENT_SHOCK || e->type == SP_EVENT_BREAKS;
}

/* ---- what a phase cost */

/* Killed and wounded by the hour, of this side and of the others, from one minute to another. */
static void losses_between(const sp_story *log, int8_t side, sp_minute from, sp_minute to, sp_phase_row *row) {
  row->own = row->enemy = 0;
  for (size_t i = 0; i < log->events.count; i++) {
    const sp_event *e = at(log, i);
    if (e->minute <= from || e->minute > to) continue;
    if (e->type == SP_EVENT_BATTERS && e->side == side) row->enemy += e->b;
    if (e->type != SP_EVENT_LOSSES) continue;
    if (e->side == side) row->own += e->a + e->b;
    else row->enemy += e->a + e->b;
  }
}

static void cost_of(const sp_story *log, sp_phase_row *row) {
  const sp_event *e = at(log, row->event);
  row->own = row->enemy = -1;
  if (e->type == SP_EVENT_MINE_BLOWS) {
    row->own = e->c;
    row->enemy = e->b;
  }
  for (size_t i = row->event + 1; i < log->events.count; i++) {
    const sp_event *later = at(log, i);
    if (e->type == SP_EVENT_PHASE_COMES && later->type == SP_EVENT_PHASE_ENDS && later->subject == e->subject && later->a == e->a) {
      row->own = later->b;
      row->enemy = later->c;
      return;
    }
    bool same_field = later->x_m <= e->x_m && later->x_m >= e->x_m && later->y_m <= e->y_m && later->y_m >= e->y_m;
    if (e->type == SP_EVENT_BATTLE_BEGINS && later->type == SP_EVENT_BATTLE_ENDS && same_field) {
      row->own = later->a;
      row->enemy = later->b;
      return;
    }
    if (e->type == SP_EVENT_SIEGE_PHASE && later->type == SP_EVENT_SIEGE_PHASE && later->node == e->node) {
      losses_between(log, e->side, e->minute, later->minute, row);
      return;
    }
  }
}

/* ---- rows */

typedef struct row_list { sp_phase_row *data; size_t count, capacity; } row_list;

static bool told_of(const sp_story *log, const row_list *list, size_t first, size_t i) {
  const sp_event *e = at(log, i);
  for (size_t n = first; n < list->count; n++)
    if (at(log, list->data[n].event)->type == e->type && at(log, list->data[n].event)->subject == e->subject) return true;
  return false;
}

/* A plain fight is struck off again. */
static void close_assault(const sp_story *log, row_list *list, size_t first, int32_t *assault) {
  bool phases = false;
  for (size_t n = first; n < list->count; n++) phases = phases || is_phase((sp_event_type)at(log, list->data[n].event)->type);
  if (!phases) list->count = first;
  else if (list->count > first) (*assault)++;
}

static bool side_rows(const sp_story *log, int8_t side, row_list *list, int32_t *assault) {
  size_t first = list->count;
  sp_minute last = 0;
  for (size_t i = 0; i < log->events.count; i++) {
    const sp_event *e = at(log, i);
    if (e->side != side || !counts(e)) continue;
    bool ends = e->type == SP_EVENT_PHASE_FAILS || e->type == SP_EVENT_BATTLE_ENDS || e->type == SP_EVENT_BREAKS;
    if (list->count > first && !ends && e->minute > last + PAUSE_MIN) {
      close_assault(log, list, first, assault);
      first = list->count;
    }
    if ((!ends && e->type != SP_EVENT_PHASE_WAITS) || list->count == first) last = e->minute;
    if (e->type == SP_EVENT_SHOCK && told_of(log, list, first, i)) continue;
    if (!sp_story_grow(list, sizeof *list->data)) return false;
    sp_phase_row row = {*assault, i, -1, -1};
    cost_of(log, &row);
    list->data[list->count++] = row;
  }
  close_assault(log, list, first, assault);
  return true;
}

bool sp_phase_rows(const sp_story *log, sp_phase_row **rows, size_t *count) {
  row_list list = {NULL, 0, 0};
  int32_t assault = 0, sides = log->model ? sp_model_count(log->model, SP_ENTITY_SIDE) : 0;
  int32_t *order = log->model ? sp_rows_in_file_order(log->model, SP_ENTITY_SIDE) : NULL;
  bool good = sides == 0 || order;
  for (int32_t n = 0; n < sides && good; n++) good = side_rows(log, (int8_t)order[n], &list, &assault);
  free(order);
  *rows = list.data;
  *count = good ? list.count : 0;
  return good;
}

/* ---- words */

static const char *siege_word(const sp_event *e) {
  static const char *const phase[] = {"given_up", "guns", "breached", "forward", "ditch", "climb", "repulsed", "carried"};
  return e->a == 5 && e->b ? "breach" : e->a >= 0 && e->a < 8 ? phase[e->a] : "given_up";
}

static const char *word_of(const sp_event *e) {
  switch ((sp_event_type)e->type) {
  case SP_EVENT_PHASE_WAITS: return "waits";
  case SP_EVENT_PHASE_OPENS: return "opens";
  case SP_EVENT_PHASE_COMES: return e->value > 0.0 ? "comes" : "done";
  case SP_EVENT_PHASE_FAILS: return "fails";
  case SP_EVENT_SIGNAL_GIVEN: return "signal";
  case SP_EVENT_BATTLE_BEGINS: return "begins";
  case SP_EVENT_BATTLE_ENDS: return "over";
  case SP_EVENT_SHOCK: return "shock";
  case SP_EVENT_MINE_BEGUN: return "mine_begun";
  case SP_EVENT_MINE_READY: return "mine_ready";
  case SP_EVENT_MINE_BLOWS: return e->a == 0 ? "mine_breach" : e->a == 1 ? "mine_nothing" : e->a == 2 ? "mine_fails" : "mine_back";
  case SP_EVENT_BREAKS: return "breaks";
  default: return "siege";
  }
}

void sp_phase_say(sp_teller *t, size_t event, char out[SP_PHRASE]) {
  const sp_event *e = at(t->log, event);
  char id[SP_STEM], why[SP_PHRASE] = "", phase[SP_PHRASE] = "", whom[SP_PHRASE], n[SP_SAY], m[SP_SAY], length[SP_SAY];
  const char *cause = e->type == SP_EVENT_PHASE_FAILS ? sp_word_for(SP_WORDS_PHASE_CAUSE, e->b) : NULL;
  snprintf(id, sizeof id, "phase.%s", cause ? cause : "never");
  if (cause) (void)sp_text(t->lang, id, NULL, why, sizeof why);
  snprintf(id, sizeof id, "siege.%s", siege_word(e));
  if (e->type == SP_EVENT_SIEGE_PHASE) (void)sp_text(t->lang, id, NULL, phase, sizeof phase);
  sp_phrase_who(t, e->object, whom);
  sp_say_count(t->lang, e->type == SP_EVENT_MINE_READY ? sp_weight_in(t->lang, e->a) : e->type == SP_EVENT_PHASE_COMES ? e->b : e->a, n);
  sp_say_count(t->lang, e->b, m);
  sp_say_length(t->lang, e->value, length);
  snprintf(id, sizeof id, "phases.%s", word_of(e));
  (void)sp_text(t->lang, id, (const char *[]){"text", sp_story_text(t->log, t->log->events.data[event].text[t->lang]), "why", why, "phase", phase, "whom", whom, "n", n, "m", m, "length", length, NULL}, out, SP_PHRASE);
}

void sp_phase_title(sp_teller *t, const sp_world *world, size_t event, char out[SP_PHRASE]) {
  const sp_event *e = at(t->log, event);
  char side[SP_PHRASE], where[SP_PHRASE], day[SP_SAY];
  sp_phrase_side(t, e->side, e->subject, side);
  sp_say_solar(t->lang, e->minute, day);
  sp_world_where(world, e->node, e->x_m, e->y_m, t->lang, where, sizeof where);
  (void)sp_text(t->lang, "phases.assault", (const char *[]){"side", side, "day", day, "where", where, NULL}, out, SP_PHRASE);
  if (t->lang == SP_LANG_EN) sp_capitalise(out);
}

static void say_loss(sp_lang lang, int64_t n, char out[SP_SAY]) {
  out[0] = 0;
  if (n >= 0) sp_say_digits(n, out);
  (void)lang;
}

static void put_assault(sp_teller *t, const sp_world *world, const sp_phase_row *rows, size_t first, size_t end, sp_prose *out) {
  static const char *const heads[] = {"clock", "who", "phase", "own", "enemy"};
  sp_table_out table = {.columns = 5, .right = 8u | 16u};
  char words[SP_PHRASE], id[SP_STEM], clock[SP_SAY], number[SP_SAY];
  sp_phase_title(t, world, rows[first].event, words);
  sp_prose_put(out, words);
  sp_prose_put(out, "\n");
  for (size_t n = 0; n < sizeof heads / sizeof *heads; n++) {
    snprintf(id, sizeof id, "phases.head.%s", heads[n]);
    (void)sp_text(t->lang, id, NULL, words, sizeof words);
    sp_table_cell(&table, words);
  }
  sp_table_rule(&table);
  for (size_t n = first; n < end; n++) {
    const sp_event *e = at(t->log, rows[n].event);
    sp_say_clock(t->lang, e->minute, clock);
    sp_table_cell(&table, clock);
    sp_phrase_who(t, e->subject, words);
    if (t->lang == SP_LANG_EN) sp_capitalise(words);
    sp_table_cell(&table, words);
    sp_phase_say(t, rows[n].event, words);
    sp_table_cell(&table, words);
    say_loss(t->lang, rows[n].own, number);
    sp_table_cell(&table, number);
    say_loss(t->lang, rows[n].enemy, number);
    sp_table_cell(&table, number);
  }
  sp_table_put(&table, "  ", out);
  if (table.failed) out->failed = true;
  sp_table_free(&table);
}

sp_status sp_write_phases(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) {
  sp_phase_row *rows = NULL;
  size_t count = 0;
  if (!file || !log || !world || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_teller t;
  sp_status status = sp_teller_open(&t, log, NULL, lang);
  if (status != SP_OK) return status;
  sp_prose out = {0};
  bool good = sp_phase_rows(log, &rows, &count);
  sp_prose_fill(&out, lang, count ? "phases.title" : "phases.none", NULL);
  sp_prose_put(&out, "\n");
  for (size_t n = 0, end; n < count; n = end) {
    for (end = n + 1; end < count && rows[end].assault == rows[n].assault;) end++;
    sp_prose_put(&out, "\n");
    put_assault(&t, world, rows, n, end, &out);
  }
  status = !good || out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&out), 1, out.length, file) == out.length ? SP_OK : SP_IO;
  sp_prose_free(&out);
  sp_teller_close(&t);
  free(rows);
  return status;
}
