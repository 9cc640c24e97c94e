/* digest.c - the story in short: of each day what weighs most, and what the day has cost either side.
 *
 * The paragraphs are the chronicle's own, chosen by digest.def: the dozen that weigh most, of one kind three at the most. The
 * figures are the register's: those who stand under each line at midnight, and who came to it since the midnight before.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/chronicle.h"
#include "io/columns.h"
#include "io/table_out.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_A_DAY = 12, MOST_OF_A_KIND = 3, DAYS_OF_A_REQUEST = 3 };
#define SP_DIGEST_LEAST 1.5

/* ---- what weighs */

typedef enum counted { NOTHING, A, B, A_B, B_C } counted;

static double count_of(const sp_event *e, counted kind) {
  double a = e->a > 0 ? e->a : 0, b = e->b > 0 ? e->b : 0, c = e->c > 0 ? e->c : 0;
  switch (kind) {
    case A: return a;
    case B: return b;
    case A_B: return a + b;
    case B_C: return b + c;
    default: return 0.0;
  }
}

/* How many digits a number has behind the first; between two powers of ten by the straight way. */
static double decades(double n) {
  double whole = 0.0;
  for (; n >= 10.0; n /= 10.0) whole += 1.0;
  return whole + (n - 1.0) / 9.0;
}

static const struct { sp_event_type type; sp_words words; bool b; const char *word; double weight; } of_word[] = {
#define SP_HEADLINE(EVENT, weight, count)
#define SP_HEADLINE_OF(EVENT, WORDS, field, word, weight) {SP_EVENT_##EVENT, SP_WORDS_##WORDS, #field[0] == 'b', word, weight},
#include "io/digest.def"
};

static double weight_of_event(const sp_event *e) {
  for (size_t n = 0; n < sizeof of_word / sizeof *of_word; n++) {
    if (e->type != (uint16_t)of_word[n].type) continue;
    const char *word = sp_word_for(of_word[n].words, of_word[n].b ? e->b : e->a);
    if (word && strcmp(word, of_word[n].word) == 0) return of_word[n].weight;
  }
  switch ((sp_event_type)e->type) {
#define SP_HEADLINE(EVENT, weight, count) case SP_EVENT_##EVENT: return (weight) + decades(1.0 + count_of(e, count));
#define SP_HEADLINE_OF(EVENT, WORDS, field, word, weight)
#include "io/digest.def"
    default: return 0.0;
  }
}

/* A request that is delivered was told when it was written, if that was within some days. */
static bool is_told_already(const sp_chronicle *c, size_t event) {
  const sp_logged_event *events = c->teller.log->events.data;
  if (events[event].e.type != SP_EVENT_DELIVERED || events[event].message < 0) return false;
  for (size_t k = event; k-- > 0 && events[k].e.minute >= events[event].e.minute - DAYS_OF_A_REQUEST * SP_CHRONICLE_DAY;)
    if (events[k].e.type == SP_EVENT_RIDER_LEAVES && events[k].message == events[event].message) return weight_of_event(&events[k].e) >= weight_of_event(&events[event].e);
  return false;
}

/* Who joins a fight in the minute in which it opens is told with its opening. */
static double weight_of(const sp_chronicle *c, size_t event) {
  const sp_logged_event *events = c->teller.log->events.data;
  const sp_event *e = &events[event].e;
  if (is_told_already(c, event)) return 0.0;
  int32_t opened = e->type == SP_EVENT_BATTLE_JOINED ? c->teller.fight[event] : 0;
  return weight_of_event(opened > 0 && events[opened - 1].e.minute == e->minute ? &events[opened - 1].e : e);
}

typedef struct headline {
  size_t entry;
  double weight;
  uint16_t type;
} headline;

static int heaviest_first(const void *left, const void *right) {
  const headline *a = left, *b = right;
  if (a->weight > b->weight || b->weight > a->weight) return a->weight > b->weight ? -1 : 1;
  return a->entry < b->entry ? -1 : a->entry > b->entry;
}

static int by_entry(const void *left, const void *right) {
  const headline *a = left, *b = right;
  return a->entry < b->entry ? -1 : a->entry > b->entry;
}

/* Of `count` headlines those that are told, in the order of the story; how many. */
static size_t choose(headline *list, size_t count) {
  int of_kind[SP_EVENT_TYPE_COUNT] = {0};
  size_t kept = 0;
  if (count > 1) qsort(list, count, sizeof *list, heaviest_first);
  for (size_t n = 0; n < count && kept < MOST_A_DAY; n++)
    if (of_kind[list[n].type]++ < MOST_OF_A_KIND) list[kept++] = list[n];
  if (kept > 1) qsort(list, kept, sizeof *list, by_entry);
  return kept;
}

/* ---- what it cost */

static void count_side(const sp_world *world, int32_t side, sp_logged_force *force) {
  sp_row_filter rows = sp_rows_of(world, "tally");
  sp_field_view contingent = sp_field_of(world, "tally", "contingent"), arm = sp_field_of(world, "tally", "arm"), opening = sp_field_of(world, "tally", "opening"),
                in = sp_field_of(world, "tally", "came_in"), out = sp_field_of(world, "tally", "went_out");
  *force = (sp_logged_force){.minute = sp_world_minute(world), .side = side};
  for (int32_t row = 0; row < rows.rows; row++) {
    bool men = sp_row_shown(&rows, row) && sp_force_of((int32_t)sp_field_int(&arm, row, 0)) == SP_FORCE_MEN;
    if (!men || sp_model_contingent_side(sp_world_model(world), (int32_t)sp_field_int(&contingent, row, 0)) != side) continue;
    for (int32_t i = 0; i < opening.count; i++) { /* [rank][line] */
      int32_t line = i % SP_LOGGED_LINES;
      int64_t came = sp_field_int(&in, row, i), went = sp_field_int(&out, row, i);
      force->came[line] += came;
      if (line != SP_LOGGED_PRESENT) continue;
      force->present += sp_field_int(&opening, row, i) + came - went;
      force->back += came;
    }
  }
}

bool sp_story_take_forces(sp_story *log, const sp_world *world) {
  sp_minute now = sp_world_minute(world);
  if (!log->model || (log->forces.count > 0 && sp_day_of(log->forces.data[log->forces.count - 1].minute) == sp_day_of(now))) return true;
  for (int32_t side = 0; side < sp_model_count(log->model, SP_ENTITY_SIDE); side++) {
    if (!sp_story_grow(&log->forces, sizeof *log->forces.data)) return false;
    count_side(world, side, &log->forces.data[log->forces.count++]);
  }
  return true;
}

/* Of a side: as it stood at a minute or, for want of that, first after it. The world itself is the last. false: nobody counted. */
static bool force_at(const sp_chronicle *c, int32_t side, sp_minute minute, sp_logged_force *out) {
  const sp_story *log = c->teller.log;
  for (size_t n = 0; n < log->forces.count; n++) {
    *out = log->forces.data[n];
    if (out->side == side && out->minute >= minute) return true;
  }
  if (!c->world || log->forces.count == 0) return false;
  count_side(c->world, side, out);
  return true;
}

/* From one count to a later one: "12 killed, 30 wounded". */
static void say_costs(const sp_chronicle *c, const sp_logged_force *from, const sp_logged_force *to, sp_prose *list) {
  static const struct { const char *id; sp_logged_line line[2]; } parts[] = {
      {"digest.killed", {SP_LOGGED_KILLED, SP_LOGGED_KILLED}}, {"digest.wounded", {SP_LOGGED_WOUNDED_LIGHT, SP_LOGGED_WOUNDED_SERIOUS}},
      {"digest.taken", {SP_LOGGED_CAPTURED, SP_LOGGED_CAPTURED}}, {"digest.astray", {SP_LOGGED_STRAGGLING, SP_LOGGED_STRAGGLING}},
      {"digest.sick", {SP_LOGGED_SICK, SP_LOGGED_SICK}}, {"digest.died", {SP_LOGGED_DIED, SP_LOGGED_DIED}}, {"digest.deserted", {SP_LOGGED_DESERTED, SP_LOGGED_DESERTED}},
  };
  enum { PARTS = sizeof parts / sizeof *parts };
  char said[PARTS + 1][SP_PHRASE], number[SP_SAY];
  const char *items[PARTS + 1];
  size_t used = 0;
  for (size_t n = 0; n <= PARTS; n++) {
    int64_t men = to->back - from->back;
    if (n < PARTS) men = to->came[parts[n].line[0]] - from->came[parts[n].line[0]];
    if (n < PARTS && parts[n].line[1] != parts[n].line[0]) men += to->came[parts[n].line[1]] - from->came[parts[n].line[1]];
    if (men <= 0) continue;
    sp_say_digits(men, number);
    if (c->teller.lang == SP_LANG_ZH) sp_say_count(SP_LANG_ZH, men, number);
    (void)sp_text(c->teller.lang, n < PARTS ? parts[n].id : "digest.back", (const char *[]){"n", number, NULL}, said[used], sizeof said[used]);
    items[used] = said[used];
    used++;
  }
  sp_prose_list(list, c->teller.lang, items, used);
}

/* How each side stands at the end of a span, and what it cost. */
static void put_forces(sp_chronicle *c, sp_minute from, sp_minute to, bool whole) {
  const sp_model *model = c->teller.log->model;
  int32_t sides = model ? sp_model_count(model, SP_ENTITY_SIDE) : 0, *order = sides ? sp_rows_in_file_order(model, SP_ENTITY_SIDE) : NULL;
  for (int32_t n = 0; order && n < sides; n++) {
    sp_logged_force before, after;
    char number[SP_SAY], first[SP_SAY];
    if (!force_at(c, order[n], from, &before) || !force_at(c, order[n], to, &after)) continue;
    if (before.present == 0 && after.present == 0) continue;
    sp_prose costs = {0};
    say_costs(c, &before, &after, &costs);
    sp_say_count(c->teller.lang, after.present, number);
    sp_say_count(c->teller.lang, before.present, first);
    const char *args[] = {"side", sp_model_name(model, SP_ENTITY_SIDE, order[n], c->teller.lang), "n", number, "before", first, "list", sp_prose_text(&costs), NULL};
    static const char *const id[2][2] = {{"digest.stands", "digest.stands_cost"}, {"digest.whole", "digest.whole_cost"}};
    sp_chronicle_line(c, id[whole][costs.length > 0], args, "  ");
    if (costs.failed) c->page.failed = true;
    sp_prose_free(&costs);
  }
  free(order);
}

/* ---- the days */

static void put_day(sp_chronicle *c, sp_minute day, sp_minute last, headline *list, size_t count) {
  sp_minute shown = INT64_MIN, end = c->teller.log->events.count ? c->teller.log->events.data[c->teller.log->events.count - 1].e.minute : last;
  size_t told = choose(list, count);
  sp_chronicle_day(c, day, last);
  sp_prose_put(&c->page, "\n");
  if (!told) sp_chronicle_line(c, last > day ? "chronicle.quiet_days" : "chronicle.quiet_day", NULL, "");
  for (size_t n = 0; n < told; n++) sp_chronicle_put(c, &c->entries[list[n].entry], &shown);
  sp_prose_put(&c->page, "\n");
  put_forces(c, day, last + SP_CHRONICLE_DAY > end ? INT64_MAX : last + SP_CHRONICLE_DAY, false);
}

/* From entry `from` on: those of one day that weigh enough. The first entry of another day. */
static size_t of_day(const sp_chronicle *c, size_t from, headline *list, size_t *count) {
  sp_minute day = sp_day_of(c->entries[from].minute);
  size_t n = from;
  for (*count = 0; n < c->count && sp_day_of(c->entries[n].minute) == day; n++) {
    const sp_event *e = &c->teller.log->events.data[c->entries[n].event].e;
    double weight = weight_of(c, c->entries[n].event);
    if (weight >= SP_DIGEST_LEAST) list[(*count)++] = (headline){n, weight, e->type};
  }
  return n;
}

bool sp_digest_mark(const sp_chronicle *c, bool *mark) {
  headline *list = calloc(c->count + 1, sizeof *list);
  for (size_t n = 0, count; list && n < c->count;) {
    n = of_day(c, n, list, &count);
    for (size_t told = choose(list, count), k = 0; k < told; k++) mark[list[k].entry] = true;
  }
  bool whole = list != NULL;
  free(list);
  return whole;
}

static bool put_days(sp_chronicle *c) {
  headline *list = calloc(c->count + 1, sizeof *list), *next = calloc(c->count + 1, sizeof *next);
  for (size_t n = 0, count; list && next && n < c->count;) {
    sp_minute day = sp_day_of(c->entries[n].minute), last = day;
    n = of_day(c, n, list, &count);
    for (size_t more = 0; count == 0 && n < c->count && sp_day_of(c->entries[n].minute) == last + SP_CHRONICLE_DAY;) { /* quiet days are one */
      size_t end = of_day(c, n, next, &more);
      if (more) break;
      last += SP_CHRONICLE_DAY;
      n = end;
    }
    put_day(c, day, last, list, count);
  }
  bool whole = list && next;
  free(list);
  free(next);
  return whole;
}

sp_status sp_write_digest(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang) {
  if (!file || !log || (unsigned)lang >= SP_LANG_COUNT) return SP_BAD_INPUT;
  sp_chronicle c;
  sp_status status = sp_chronicle_open(&c, log, world, lang);
  if (status == SP_OK) {
    sp_chronicle_head(&c, "digest.title");
    if (!put_days(&c)) status = SP_NO_MEMORY;
    bool days = c.count > 1 && sp_day_of(c.entries[0].minute) != sp_day_of(c.entries[c.count - 1].minute);
    if (days) {
      sp_prose_put(&c.page, "\n");
      sp_chronicle_line(&c, "digest.in_all", NULL, "");
      put_forces(&c, INT64_MIN, INT64_MAX, true);
    }
    if (status == SP_OK) status = sp_chronicle_write(&c, file);
  }
  sp_chronicle_close(&c);
  return status;
}
