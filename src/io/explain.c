/* explain.c - keeps what is computed about one body, finds it by name, and tells it section by section.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 300, WIDTH = 80 };

const char *sp_why_name(sp_why why) {
  static const char *const names[SP_WHY_COUNT] = {"", "late", "broken", "not-pursuing", "decision", "message", "bread", "powder", "wounded", "digging", "assault", "boats"};
  return (unsigned)why < SP_WHY_COUNT ? names[why] : NULL;
}

/* ---- keeping */

static void keep(void *context, const sp_trace *trace) {
  sp_explain *x = context;
  if (x->failed || !sp_story_grow(&x->traces, sizeof *x->traces.data)) {
    x->failed = true;
    return;
  }
  x->traces.data[x->traces.count++] = *trace;
}

sp_explain *sp_explain_begin(sp_world *world, sp_key unit) {
  sp_explain *x = calloc(1, sizeof *x);
  if (!x) return NULL;
  x->unit = unit;
  x->story = sp_story_create(sp_world_model(world));
  if (!x->story || sp_story_take(x->story, world) != SP_OK) {
    sp_explain_end(x, world);
    return NULL;
  }
  sp_world_set_events(world, SP_EVENTS_FULL);
  sp_world_set_trace(world, keep, x, unit);
  return x;
}

sp_status sp_explain_take(sp_explain *x, sp_world *world) {
  sp_status status = sp_story_take(x->story, world);
  return status == SP_OK && x->failed ? SP_NO_MEMORY : status;
}

void sp_explain_end(sp_explain *x, sp_world *world) {
  if (!x) return;
  if (world) sp_world_set_trace(world, NULL, NULL, 0);
  sp_story_destroy(x->story);
  free(x->traces.data);
  free(x);
}

/* ---- finding */

/* Letters without case; quotes about a name count for nothing. */
static bool same_name(const char *a, const char *b) {
  static const char *const quotes[] = {"“", "”", "「", "」"};
  for (;;) {
    for (size_t n = 0; n < sizeof quotes / sizeof *quotes; n++) {
      if (strncmp(a, quotes[n], strlen(quotes[n])) == 0) a += strlen(quotes[n]);
      if (strncmp(b, quotes[n], strlen(quotes[n])) == 0) b += strlen(quotes[n]);
    }
    char x = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a, y = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b;
    if (x != y) return false;
    if (!x) return true;
    a++;
    b++;
  }
}

/* "rear-guard/2": the second detachment of that body. */
static int32_t detachment(const sp_world *world, const char *text) {
  const char *slash = strrchr(text, '/');
  char id[NAME], *end = NULL;
  if (!slash || slash == text || (size_t)(slash - text) >= sizeof id) return -1;
  memcpy(id, text, (size_t)(slash - text));
  id[slash - text] = 0;
  long nth = strtol(slash + 1, &end, 10);
  int32_t parent = sp_model_find(sp_world_model(world), SP_ENTITY_FORMATION, id);
  if (parent < 0 || *end || nth < 1 || nth > 100000) return -1;
  sp_field_view key = sp_field_of(world, "formation", "key"), of = sp_field_of(world, "formation", "born_of"), ordinal = sp_field_of(world, "formation", "ordinal");
  for (int32_t row = 0; row < key.rows; row++) {
    if (sp_field_int(&of, row, 0) == sp_field_int(&key, parent, 0) && sp_field_int(&ordinal, row, 0) == nth) return row;
  }
  return -1;
}

static int32_t by_name(const sp_world *world, const char *text) {
  sp_field_view key = sp_field_of(world, "formation", "key");
  char name[NAME];
  for (int32_t row = 0; row < key.rows; row++) {
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      sp_world_name(world, (sp_key)sp_field_int(&key, row, 0), (sp_lang)lang, name, sizeof name);
      if (same_name(name, text)) return row;
    }
  }
  return -1;
}

/* A named unit of the order of battle that is no body of its own: where most of its men are. */
static int32_t holder_of(const sp_world *world, const char *text) {
  int32_t unit = sp_model_find(sp_world_model(world), SP_ENTITY_UNIT, text), best = -1;
  int64_t most = 0;
  if (unit < 0) return -1;
  sp_row_filter rows = sp_rows_of(world, "strength");
  sp_field_view of = sp_field_of(world, "strength", "unit"), kind = sp_field_of(world, "strength", "holder_kind"), holder = sp_field_of(world, "strength", "holder"), count = sp_field_of(world, "strength", "count");
  enum { IN_FORMATION = 1 }; /* sp_holder */
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row) || sp_field_int(&of, row, 0) != unit || sp_field_int(&kind, row, 0) != IN_FORMATION) continue;
    int64_t men = 0;
    for (int32_t n = 0; n < count.count; n++) men += sp_field_int(&count, row, n);
    if (men <= most) continue;
    most = men;
    best = (int32_t)sp_field_int(&holder, row, 0);
  }
  return best;
}

static void nearest(const sp_world *world, const char *text, char *near, size_t size) {
  const sp_model *m = sp_world_model(world);
  sp_field_view key = sp_field_of(world, "formation", "key");
  const int32_t persons = sp_field_of(world, "person", "formation").rows;
  size_t count = 0, room = (size_t)key.rows * 2 + (size_t)persons + 1;
  const char **words = calloc(room, sizeof *words);
  char(*names)[NAME] = calloc((size_t)key.rows + 1, sizeof *names);
  near[0] = 0;
  for (int32_t row = 0; words && names && row < key.rows; row++) {
    const char *id = sp_model_id(m, SP_ENTITY_FORMATION, row);
    if (id) words[count++] = id;
    sp_world_name(world, (sp_key)sp_field_int(&key, row, 0), SP_LANG_EN, names[row], NAME);
    words[count++] = names[row];
  }
  for (int32_t row = 0; words && row < persons; row++) {
    const char *id = sp_model_id(m, SP_ENTITY_PERSON, row);
    if (id) words[count++] = id;
  }
  const char *found = count ? sp_nearest(text, words, count) : NULL;
  if (found && strlen(found) < size) memcpy(near, found, strlen(found) + 1);
  free(words);
  free(names);
}

/* The body that a named person leads or rides with. */
static int32_t body_of_person(const sp_world *world, const char *text) {
  int32_t person = sp_model_find(sp_world_model(world), SP_ENTITY_PERSON, text);
  sp_field_view with = sp_field_of(world, "person", "formation");
  return person >= 0 && person < with.rows ? (int32_t)sp_field_int(&with, person, 0) : -1;
}

sp_status sp_explain_find(const sp_world *world, const char *text, sp_key *unit, char *near, size_t size) {
  int32_t row = sp_model_find(sp_world_model(world), SP_ENTITY_FORMATION, text);
  if (row < 0) row = detachment(world, text);
  if (row < 0) row = by_name(world, text);
  if (row < 0) row = body_of_person(world, text);
  if (near && size) near[0] = 0;
  bool part = row < 0;
  if (part) row = holder_of(world, text);
  if (row < 0) {
    if (near && size) nearest(world, text, near, size);
    return SP_NOT_FOUND;
  }
  sp_field_view key = sp_field_of(world, "formation", "key");
  *unit = (sp_key)sp_field_int(&key, row, 0);
  if (part && near && size) sp_world_name(world, *unit, SP_LANG_EN, near, size);
  return SP_OK;
}

/* ---- asking what was kept */

double sp_trace_value(const sp_trace *trace, const char *name) {
  for (int32_t n = 0; n < trace->count; n++) {
    if (strcmp(trace->term[n].name, name) == 0) return trace->term[n].value;
  }
  return 0.0;
}

int64_t sp_explain_last(const sp_explain *x, sp_trace_kind kind, sp_minute to, int64_t below) {
  for (int64_t n = below < (int64_t)x->traces.count ? below - 1 : (int64_t)x->traces.count - 1; n >= 0; n--) {
    const sp_trace *t = &x->traces.data[n];
    if (t->kind == kind && t->subject == x->unit && t->minute <= to) return n;
  }
  return -1;
}

static sp_minute last_taken(const sp_explain *x, sp_trace_kind kind, sp_minute to) {
  for (int64_t n = INT64_MAX; (n = sp_explain_last(x, kind, to, n)) >= 0;) {
    if (x->traces.data[n].taken) return x->traces.data[n].minute;
  }
  return 0;
}

sp_explained_order sp_explain_order(const sp_explain *x, sp_minute to) {
  sp_explained_order o = {.trace = -1, .given = -1, .message = -1, .from = sp_model_campaign(x->story->model)->start};
  o.trace = sp_explain_last(x, SP_TRACE_ORDER, to, INT64_MAX);
  if (o.trace >= 0) {
    const sp_trace *t = &x->traces.data[o.trace];
    for (int64_t n = (int64_t)x->story->events.count - 1; n >= 0 && o.given < 0; n--) {
      const sp_logged_event *e = &x->story->events.data[n];
      if (e->e.type == SP_EVENT_ORDER_GIVEN && e->e.a == t->option && e->e.subject == t->object && e->e.minute <= t->minute) o.given = n;
    }
    if (o.given >= 0) o.message = x->story->events.data[o.given].message;
    o.from = t->minute;
    if (o.message >= 0 && x->story->messages.data[o.message].facts.acted) o.from = x->story->messages.data[o.message].facts.acted;
    if (o.from > t->minute) o.from = t->minute;
  }
  sp_minute broke = last_taken(x, SP_TRACE_BREAK, to), chase = last_taken(x, SP_TRACE_CHASE, to);
  sp_minute left = broke > chase ? broke : chase;
  o.alone = left > o.from;
  if (o.alone) o.from = left;
  return o;
}

/* ---- telling */

void sp_explain_say(sp_explaining *e, const char *id, const char *const *args) {
  sp_prose text = {0};
  sp_prose_fill(&text, e->o->lang, id, args);
  if (text.data && e->o->lang == SP_LANG_EN) sp_capitalise(text.data);
  sp_wrap(&e->out, "", sp_prose_text(&text), WIDTH);
  if (text.failed) e->out.failed = true;
  sp_prose_free(&text);
}

void sp_explain_heading(sp_explaining *e, const char *id) {
  sp_prose_put(&e->out, "\n");
  sp_prose_fill(&e->out, e->o->lang, id, NULL);
  sp_prose_put(&e->out, "\n");
  char text[SP_PHRASE];
  sp_text(e->o->lang, id, NULL, text, sizeof text);
  for (size_t n = sp_wide(text); n > 0; n--) sp_prose_put(&e->out, "-");
  sp_prose_put(&e->out, "\n");
}

void sp_explain_clock(const sp_explaining *e, sp_minute minute, char out[SP_SAY]) {
  char clock[SP_SAY], day[SP_SAY];
  sp_say_clock(SP_LANG_EN, minute, clock);
  int64_t nth = (sp_day_of(minute) - sp_day_of(sp_model_campaign(e->x->story->model)->start)) / 1440 + 1;
  if (sp_day_of(minute) == sp_day_of(e->to)) {
    memcpy(out, clock, sizeof clock);
    return;
  }
  sp_say_digits(nth, day);
  const char *args[] = {"day", day, "clock", clock, NULL};
  sp_text(e->o->lang, "explain.day_clock", args, out, SP_SAY);
}

void sp_explain_who(const sp_explaining *e, sp_key key, char out[SP_PHRASE]) { sp_phrase_who(&e->teller, key, out); }

void sp_explain_term(sp_lang lang, const char *name, char out[SP_PHRASE]) {
  char id[SP_STEM];
  snprintf(id, sizeof id, "term.%.50s", name);
  if (sp_text_has(lang, id)) sp_text(lang, id, NULL, out, SP_PHRASE);
  else snprintf(out, SP_PHRASE, "%s", name);
}

int32_t sp_explain_heaviest(const sp_trace *t, double rest, int32_t index[SP_TRACE_TERMS]) {
  int32_t count = 0;
  for (int32_t n = 0; n < t->count; n++) {
    double off = t->term[n].value - rest, weight = off < 0.0 ? -off : off;
    if (weight < 1e-9) continue;
    int32_t m = count++;
    for (; m > 0; m--) {
      double other = t->term[index[m - 1]].value - rest;
      if ((other < 0.0 ? -other : other) >= weight) break;
      index[m] = index[m - 1];
    }
    index[m] = n;
  }
  return count;
}

static void put_title(sp_explaining *e) {
  char who[SP_PHRASE], clock[SP_SAY], day[SP_SAY], nth[SP_SAY];
  sp_explain_who(e, e->x->unit, who);
  if (e->o->lang == SP_LANG_EN) sp_capitalise(who);
  sp_say_clock(e->o->lang, e->to, clock);
  sp_say_solar(e->o->lang, e->to, day);
  sp_say_digits((sp_day_of(e->to) - sp_day_of(sp_model_campaign(e->x->story->model)->start)) / 1440 + 1, nth);
  const char *args[] = {"who", who, "clock", clock, "day", day, "nth", nth, NULL};
  sp_prose_fill(&e->out, e->o->lang, "explain.title", args);
  sp_prose_put(&e->out, "\n");
  for (int n = 0; n < WIDTH; n++) sp_prose_put(&e->out, "=");
  sp_prose_put(&e->out, "\n");
}

static void put_sections(sp_explaining *e) {
  sp_why why = e->o->why;
  bool any = why == SP_WHY_ANY;
  sp_explain_opening(e);
  if (any || why == SP_WHY_LATE) sp_explain_march(e);
  if (any || why == SP_WHY_MESSAGE) sp_explain_papers(e, !any);
  if (any || why == SP_WHY_BROKEN) sp_explain_heart(e, !any);
  if (any || why == SP_WHY_NOT_PURSUING) sp_explain_chase(e, !any);
  if (any || why == SP_WHY_DECISION) {
    sp_explain_choices(e, !any);
    sp_explain_repute(e, !any);
  }
  sp_explain_supply(e);
}

sp_status sp_explain_write(const sp_explain *x, const sp_world *world, const sp_explain_options *options, FILE *file) {
  sp_explaining e = {.x = x, .world = world, .o = options, .from = options->from, .to = sp_world_minute(world)};
  sp_status status = sp_explain_state(x, world, &e.state);
  if (status != SP_OK) return status;
  e.order = sp_explain_order(x, e.to);
  status = sp_teller_open(&e.teller, x->story, sp_world_constants(world), options->lang);
  if (status == SP_OK && options->json) {
    status = sp_explain_json(&e, file);
  } else if (status == SP_OK) {
    put_title(&e);
    put_sections(&e);
    const char *text = sp_prose_text(&e.out);
    if (e.out.failed) status = SP_NO_MEMORY;
    else if (fwrite(text, 1, e.out.length, file) != e.out.length) status = SP_IO;
  }
  sp_prose_free(&e.out);
  sp_teller_close(&e.teller);
  return status;
}
