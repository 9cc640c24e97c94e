/* stated.c - the register as one headquarters would write it, beside the true one.
 *
 * Models    how such registers were made: the strength known at the opening, less whoever is not reported present; the
 *           missing are put down as lost. Of the enemy what scouts guessed, and the heads that one's own men claim.
 * Stated    from the headquarters' picture alone (shapan/view.h); true beside it from the world.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/fates.h"
#include "io/prose.h"
#include "io/register_rows.h"
#include "io/run_log.h"
#include "io/table_out.h"
#include "shapan/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of the register, by the table they are made from. */
enum {
#define SP_LINE(name, word, en, zh) LINE_##name,
#include "shapan/kinds.def"
};

typedef struct stated {
  const sp_story *log;
  const sp_world *world;
  sp_lang lang;
  sp_key seat_key;
  sp_seat *seat;
  int32_t side;
  sp_prose out;
  int64_t opening, said, here, heads;
} stated;

static void say(const stated *s, const char *id, char out[SP_FATE_WORDS]) { sp_text(s->lang, id, NULL, out, SP_FATE_WORDS); }

static void head(const stated *s, sp_table_out *table, const char *name) {
  char id[64], words[SP_FATE_WORDS];
  snprintf(id, sizeof id, "stated.head.%s", name);
  say(s, id, words);
  sp_table_cell(table, words);
}

static void number(sp_table_out *table, int64_t n, bool sign) {
  char digits[SP_SAY], words[SP_SAY + 4];
  sp_say_digits(n < 0 ? -n : n, digits);
  snprintf(words, sizeof words, "%s%s", n < 0 ? "−" : sign && n > 0 ? "+" : "", digits);
  sp_table_cell(table, words);
}

static int64_t men_of(const stated *s, int32_t row) {
  static const char *const parts[3] = {"foot", "mounted", "followers"};
  int64_t sum = 0;
  for (int i = 0; i < 3; i++) {
    sp_field_view view = sp_field_of(s->world, "formation", parts[i]);
    sum += row < view.rows ? sp_field_int(&view, row, 0) : 0;
  }
  return sum;
}

static bool heard_of(const stated *s, sp_key key, sp_contact_view *found) {
  bool any = false;
  sp_contact_view v;
  for (size_t i = 0; i < sp_seat_contact_count(s->seat); i++) {
    if (sp_seat_contact(s->seat, i, &v) != SP_OK || !v.friendly || v.formation != key || (any && v.seen <= found->seen)) continue;
    *found = v;
    any = true;
  }
  return any;
}

static void put_title(stated *s, const char *id, const char *slot, const char *value) {
  const char *args[] = {slot, value, NULL};
  sp_prose_put(&s->out, s->out.length ? "\n" : "");
  sp_prose_fill(&s->out, s->lang, id, args);
  sp_prose_put(&s->out, "\n\n");
}

static void put_own(stated *s) {
  sp_table_out table = {.columns = 5, .right = 0x0E};
  char words[SP_FATE_WORDS], hour[SP_SAY];
  head(s, &table, "body");
  head(s, &table, "said");
  head(s, &table, "true");
  head(s, &table, "difference");
  head(s, &table, "of");
  sp_table_rule(&table);
  sp_row_filter rows = sp_rows_of(s->world, "formation");
  sp_field_view side = sp_field_of(s->world, "formation", "side"), heads = sp_field_of(s->world, "combat", "heads");
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row) || sp_field_int(&side, row, 0) != s->side) continue;
    sp_key key = (sp_key)sp_field_int(&rows.key, row, 0);
    int64_t here = men_of(s, row);
    sp_contact_view v = {0};
    bool own = key == s->seat_key, known = own || heard_of(s, key, &v);
    if (row < heads.rows) s->heads += sp_field_int(&heads, row, 0);
    s->here += here;
    sp_body_say(s->log, s->world, key, s->lang, words);
    sp_table_cell(&table, words);
    int64_t said = own ? here : v.men;
    if (known) number(&table, said, false);
    else sp_table_cell(&table, "?");
    number(&table, here, false);
    if (known) number(&table, said - here, true);
    else sp_table_cell(&table, "");
    if (known) s->said += said;
    say(s, own ? "stated.before_him" : "stated.unheard", words);
    if (known && !own) {
      sp_say_clock(s->lang, v.seen, hour);
      snprintf(words, sizeof words, "%s", hour);
    }
    sp_table_cell(&table, words);
  }
  sp_table_rule(&table);
  say(s, "stated.sum", words);
  sp_table_cell(&table, words);
  number(&table, s->said, false);
  number(&table, s->here, false);
  number(&table, s->said - s->here, true);
  sp_table_cell(&table, "");
  sp_table_put(&table, "  ", &s->out);
  if (table.failed) s->out.failed = true;
  sp_table_free(&table);
}

/* By the truth: who of a side stands on which line of the register, men only. */
static void lines_of(const sp_register *r, int32_t side, bool same, int64_t sum[SP_REGISTER_LINES], int64_t *opening) {
  for (size_t i = 0; i < r->count; i++) {
    if ((r->rows[i].side == side) != same || sp_force_of(r->rows[i].arm) != SP_FORCE_MEN) continue;
    *opening += r->rows[i].opening;
    for (int32_t l = 0; l < r->lines; l++) sum[l] += r->rows[i].line[l];
  }
}

static void put_sentence(stated *s, const char *id, const int64_t *values, const char *const *slots, size_t count) {
  char number_of[8][SP_SAY];
  const char *args[17] = {NULL};
  for (size_t i = 0; i < count && i < 8; i++) {
    sp_say_count(s->lang, values[i] < 0 ? 0 : values[i], number_of[i]);
    args[2 * i] = slots[i];
    args[2 * i + 1] = number_of[i];
  }
  sp_prose line = {0};
  sp_prose_fill(&line, s->lang, id, args);
  sp_wrap(&s->out, "  ", sp_prose_text(&line), 96);
  if (line.failed) s->out.failed = true;
  sp_prose_free(&line);
}

static void put_losses(stated *s, const sp_register *r) {
  int64_t line[SP_REGISTER_LINES] = {0}, opening = 0;
  lines_of(r, s->side, true, line, &opening);
  static const char *const slots[] = {"opening", "said", "missing", "dead", "wounded", "captured", "straggling", "others"};
  int64_t dead = line[LINE_KILLED] + line[LINE_DIED], wounded = line[LINE_WOUNDED_LIGHT] + line[LINE_WOUNDED_SERIOUS];
  const int64_t values[] = {opening, s->said, opening - s->said, dead, wounded, line[LINE_CAPTURED], line[LINE_STRAGGLING],
                            opening - dead - wounded - line[LINE_CAPTURED] - line[LINE_STRAGGLING] - line[LINE_PRESENT]};
  sp_prose_put(&s->out, "\n");
  put_sentence(s, "stated.losses", values, slots, 8);
}

static void put_enemy(stated *s, const sp_register *r) {
  sp_table_out table = {.columns = 5, .right = 0x0A};
  char words[SP_FATE_WORDS], hour[SP_SAY], low[SP_SAY], high[SP_SAY];
  int64_t line[SP_REGISTER_LINES] = {0}, opening = 0, sum = 0, rows = 0;
  head(s, &table, "contact");
  head(s, &table, "guess");
  head(s, &table, "between");
  head(s, &table, "of");
  head(s, &table, "place");
  sp_table_rule(&table);
  for (size_t i = 0; i < sp_seat_contact_count(s->seat); i++) {
    sp_contact_view v;
    if (sp_seat_contact(s->seat, i, &v) != SP_OK || v.friendly) continue;
    rows++;
    sum += v.men;
    snprintf(words, sizeof words, "%d", (int)v.number);
    sp_table_cell(&table, words);
    number(&table, v.men, false);
    double x = v.sigma, factor = 1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0))); /* exp: two cases of three lie between */
    sp_say_digits((int64_t)((double)v.men / factor), low);
    sp_say_digits((int64_t)((double)v.men * factor), high);
    snprintf(words, sizeof words, "%s – %s", low, high);
    sp_table_cell(&table, words);
    sp_say_clock(s->lang, v.seen, hour);
    sp_table_cell(&table, hour);
    sp_body_say(s->log, s->world, v.source, s->lang, words);
    sp_table_cell(&table, words);
  }
  char none[SP_FATE_WORDS];
  say(s, "stated.no_enemy", none);
  if (rows) sp_table_put(&table, "  ", &s->out);
  else sp_wrap(&s->out, "  ", none, 96);
  if (table.failed) s->out.failed = true;
  sp_table_free(&table);
  lines_of(r, s->side, false, line, &opening);
  static const char *const slots[] = {"said", "true", "heads", "dead", "captured"};
  const int64_t values[] = {sum, line[LINE_PRESENT], s->heads, line[LINE_KILLED] + line[LINE_DIED], line[LINE_CAPTURED]};
  sp_prose_put(&s->out, "\n");
  put_sentence(s, "stated.enemy_sum", values, slots, 5);
}

/* Was the word that an officer sent in that minute heard here? */
static bool was_heard(const sp_story *log, const sp_event *e) {
  for (size_t i = 0; i < log->messages.count; i++) {
    const sp_message_facts *m = &log->messages.data[i].facts;
    if (m->from == e->subject && m->to == e->object && m->sent == e->minute && m->delivered > 0) return true;
  }
  return false;
}

/* Complaints of bad arms that have come in: what was claimed, and the truth. */
static void put_complaints(stated *s) {
  for (size_t i = 0; i < s->log->events.count; i++) {
    const sp_event *e = &s->log->events.data[i].e;
    if (e->type != SP_EVENT_COMPLAINS || e->object != s->seat_key || !was_heard(s->log, e)) continue;
    char who[SP_FATE_WORDS], thrown[SP_SAY], failed[SP_SAY], share[SP_SAY];
    sp_body_say(s->log, s->world, e->subject, s->lang, who);
    sp_say_count(s->lang, e->a, thrown);
    sp_say_count(s->lang, e->b, failed);
    sp_say_count(s->lang, (int64_t)(100.0 * e->value + 0.5), share);
    const char *args[] = {"who", who, "thrown", thrown, "failed", failed, "share", share, NULL};
    sp_prose line = {0};
    sp_prose_fill(&line, s->lang, "stated.complaint", args);
    sp_prose_put(&s->out, "\n");
    sp_wrap(&s->out, "  ", sp_prose_text(&line), 96);
    if (line.failed) s->out.failed = true;
    sp_prose_free(&line);
  }
}

/* A formation's row by the id it was declared with; -1: none that is there now. */
static int32_t row_of(const sp_world *world, const char *id) {
  int32_t start = sp_model_find(sp_world_model(world), SP_ENTITY_FORMATION, id);
  sp_row_filter rows = sp_rows_of(world, "formation");
  sp_field_view starts = sp_field_of(world, "formation", "start");
  for (int32_t row = 0; start >= 0 && row < rows.rows; row++)
    if (sp_row_shown(&rows, row) && sp_field_int(&starts, row, 0) == start) return row;
  return -1;
}

sp_status sp_write_stated(FILE *file, const sp_story *log, const sp_world *world, const char *headquarters, sp_lang lang) {
  if (!file || !log || !world || !headquarters || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  int32_t row = row_of(world, headquarters);
  if (row < 0) return SP_NOT_FOUND;
  sp_field_view keys = sp_field_of(world, "formation", "key"), side = sp_field_of(world, "formation", "side");
  stated s = {.log = log, .world = world, .lang = lang, .seat_key = (sp_key)sp_field_int(&keys, row, 0), .side = (int32_t)sp_field_int(&side, row, 0)};
  sp_register r = {0};
  sp_status status = sp_seat_open(world, s.seat_key, &s.seat);
  if (status == SP_OK) status = sp_register_rows(world, lang, &r);
  if (status == SP_OK) {
    char who[SP_FATE_WORDS];
    sp_body_say(log, world, s.seat_key, lang, who);
    put_title(&s, "stated.title", "who", who);
    put_own(&s);
    put_losses(&s, &r);
    put_complaints(&s);
    put_title(&s, "stated.enemy", "who", who);
    put_enemy(&s, &r);
    status = s.out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&s.out), 1, s.out.length, file) == s.out.length ? SP_OK : SP_IO;
  }
  free(r.rows);
  sp_seat_close(s.seat);
  sp_prose_free(&s.out);
  return status;
}
