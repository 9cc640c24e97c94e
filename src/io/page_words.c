/* page_words.c - names, words, papers, orders, fates and the two chronicles of a page, as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/fates.h"
#include "io/phases.h"
#include "io/page.h"
#include "io/run_log.h"
#include "io/teller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void key(sp_prose *out, const char *name) {
  sp_prose_put(out, ",\"");
  sp_prose_put(out, name);
  sp_prose_put(out, "\":");
}

static void comma(sp_prose *out, int64_t n) { sp_prose_put(out, n > 0 ? "," : ""); }

static void text_pair(sp_prose *out, const char *id) {
  char words[SP_LANG_COUNT][SP_FATE_WORDS];
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_text((sp_lang)lang, id, NULL, words[lang], SP_FATE_WORDS);
  sp_json_pair(out, words[0], words[1]);
}

static void names_of(const sp_model *model, sp_entity_kind kind, const char *name, sp_prose *out) {
  key(out, name);
  sp_prose_put(out, "[");
  for (int32_t i = 0; i < sp_model_count(model, kind); i++) {
    comma(out, i);
    sp_json_pair(out, sp_model_name(model, kind, i, SP_LANG_EN), sp_model_name(model, kind, i, SP_LANG_ZH));
  }
  sp_prose_put(out, "]");
}

/* ---- words of the page itself and of its numbers */

static const char *const ui[] = {
    "play", "pause", "back", "forth", "speed", "time", "truth", "belief_of", "ghost", "chronicle", "brief", "register", "papers", "phases", "fates", "stated", "forces", "lang",
    "men", "commander", "unnamed", "doing", "order", "no_order", "from", "own", "fatigue", "cohesion", "cause", "prisoners", "heads", "column", "fight",
    "fight_line", "lost", "closed", "open", "rain", "dry", "night", "dusk", "day", "seen", "heard", "guess", "spread", "arms0", "arms1", "arms2", "arms3",
    "contingent", "opening", "sum", "arrived", "acted", "name", "body", "what", "known", "said", "true", "difference", "asof", "unheard", "before_him",
    "stated_note", "stated_pick", "losses", "close", "gone", "keys", "zoom_in", "zoom_out", "whole", "ago", "minutes", "hours", "signal", "under_way",
    "w_heard", "w_acted", "w_caught", "w_lost", "day_n", "pool_of", "rider_to", "truth_note", "belief_note", "wheel_limit", "km", "li", "heads_note", "map",
    "panels", "missing", "stated_own", "stated_enemy", "by", "nobody", "no_papers", "fates_note", "phases_note", "no_phases", "phase", "lost_own", "lost_enemy", "works_of", "bridge_gone", "bridges", "ice"};

static void put_ui(sp_prose *out) {
  char id[64];
  key(out, "ui");
  sp_prose_put(out, "{");
  for (size_t i = 0; i < sizeof ui / sizeof *ui; i++) {
    comma(out, (int64_t)i);
    sp_json_text(out, ui[i]);
    sp_prose_put(out, ":");
    snprintf(id, sizeof id, "page.%s", ui[i]);
    text_pair(out, id);
  }
  sp_prose_put(out, "}");
}

static void word_list(sp_prose *out, const char *name, const char *prefix, const char *const *words, size_t count) {
  char id[64];
  key(out, name);
  sp_prose_put(out, "[");
  for (size_t i = 0; i < count; i++) {
    comma(out, (int64_t)i);
    snprintf(id, sizeof id, "%s.%s", prefix, words[i]);
    text_pair(out, id);
  }
  sp_prose_put(out, "]");
}

static void put_kinds(sp_prose *out) {
  /* In the order of the numbers of SP_TRACK_STATE (page.c). */
  static const char *const doing[] = {"halted", "camp", "assembling", "marching", "waiting", "long_halt", "broken", "rallying", "fighting", "at_sea"};
  const char *words[24];
  size_t count;
  word_list(out, "doing", "register.doing", doing, sizeof doing / sizeof *doing);
  for (count = 0; count < 24 && (words[count] = sp_word_for(SP_WORDS_LINE, (int32_t)count)); count++) {}
  key(out, "lines");
  sp_prose_put(out, "[");
  for (size_t i = 0; i < count; i++) {
    char id[64];
    snprintf(id, sizeof id, "register.line.%s", words[i]);
    for (char *c = id; *c; c++) *c = *c == '-' ? '_' : *c;
    comma(out, (int64_t)i);
    text_pair(out, id);
  }
  sp_prose_put(out, "]");
  for (count = 0; count < 24 && (words[count] = sp_word_for(SP_WORDS_MESSAGE_KIND, (int32_t)count)); count++) {}
  word_list(out, "kinds", "timeline.kind", words, count);
  for (count = 0; count < 24 && (words[count] = sp_word_for(SP_WORDS_BREAK_CAUSE, (int32_t)count)); count++) {}
  word_list(out, "causes", "story.cause", words, count);
  key(out, "arms");
  sp_prose_put(out, "[");
  for (int i = 0; i < SP_ARM_COUNT; i++) {
    comma(out, i);
    sp_json_pair(out, sp_arm_name((sp_arm)i, SP_LANG_EN), sp_arm_name((sp_arm)i, SP_LANG_ZH));
  }
  sp_prose_put(out, "]");
}

/* ---- the campaign */

static void put_campaign(const sp_page *p, const sp_page_view *view, sp_prose *out) {
  const sp_campaign_def *c = sp_model_campaign(p->model);
  const char *en = c->name.en && c->name.en[0] ? c->name.en : c->name.zh && c->name.zh[0] ? c->name.zh : c->id, *zh = c->name.zh && c->name.zh[0] ? c->name.zh : en;
  char words[SP_LANG_COUNT][SP_SAY], lunar[SP_LANG_COUNT][SP_FATE_WORDS];
  key(out, "name");
  sp_json_pair(out, en, zh);
  key(out, "summary");
  sp_json_pair(out, c->summary_en ? c->summary_en : c->summary_zh ? c->summary_zh : "", c->summary_zh ? c->summary_zh : c->summary_en ? c->summary_en : "");
  key(out, "days");
  sp_prose_put(out, "[");
  sp_minute first = sp_day_of(p->start), last = p->frames.count ? p->frames.data[p->frames.count - 1] : p->start;
  for (sp_minute day = first; day <= last; day += 1440) {
    comma(out, day - first);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      sp_say_solar((sp_lang)lang, day, words[lang]);
      sp_say_lunar((sp_lang)lang, day, lunar[lang], sizeof lunar[lang]);
    }
    sp_prose_put(out, "[");
    sp_json_pair(out, words[0], words[1]);
    sp_prose_put(out, ",");
    sp_json_pair(out, lunar[0], lunar[1]);
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
  key(out, "clock0"); /* minute of the day at the opening */
  sp_json_number(out, p->start - first);
  key(out, "size");
  char number[64];
  snprintf(number, sizeof number, "[%d,%d]", (int)(view->x1 - view->x0 + 0.5), (int)(view->y1 - view->y0 + 0.5)); /* cast-ok: a sheet */
  sp_prose_put(out, number);
  key(out, "war");
  snprintf(number, sizeof number, "[%d,%d,%d,%d]", (int)view->war[0], (int)view->war[1], (int)view->war[2], (int)view->war[3]);
  sp_prose_put(out, number);
  key(out, "metres"); /* in a thousand sheet units */
  sp_json_number(out, view->per_m > 0 ? (int64_t)(1000.0 / view->per_m + 0.5) : 0); /* cast-ok: some thousand kilometres at most */
}

static void put_sides(const sp_page *p, const sp_page_view *view, sp_prose *out) {
  char colour[16];
  names_of(p->model, SP_ENTITY_SIDE, "sides", out);
  key(out, "colours");
  sp_prose_put(out, "[");
  for (int32_t i = 0; i < sp_model_count(p->model, SP_ENTITY_SIDE); i++) {
    comma(out, i);
    snprintf(colour, sizeof colour, "\"#%06x\"", (unsigned)(i < 8 ? view->side_colour[i] : 0x5b5348u) & 0xffffffu);
    sp_prose_put(out, colour);
  }
  sp_prose_put(out, "]");
  names_of(p->model, SP_ENTITY_CONTINGENT, "contingents", out);
  key(out, "contingentSides");
  sp_prose_put(out, "[");
  for (int32_t i = 0; i < sp_model_count(p->model, SP_ENTITY_CONTINGENT); i++) {
    comma(out, i);
    sp_json_number(out, sp_model_contingent_side(p->model, i));
  }
  sp_prose_put(out, "]");
}

static void put_bodies(const sp_page *p, const sp_story *log, const sp_world *world, sp_prose *out) {
  char name[SP_LANG_COUNT][SP_FATE_WORDS];
  key(out, "bodies");
  sp_prose_put(out, "[");
  for (size_t i = 0; i < p->bodies.count; i++) {
    comma(out, (int64_t)i);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_body_say(log, world, p->bodies.data[i].key, (sp_lang)lang, name[lang]);
    sp_prose_put(out, "[");
    sp_json_number(out, p->bodies.data[i].side);
    sp_prose_put(out, ",");
    sp_json_pair(out, name[0], name[1]);
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
  key(out, "people");
  sp_prose_put(out, "[");
  for (int32_t i = 0; i < sp_model_count(p->model, SP_ENTITY_PERSON); i++) {
    comma(out, i);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_person_say(p->model, i, (sp_lang)lang, name[lang]);
    sp_json_pair(out, name[0], name[1]);
  }
  sp_prose_put(out, "]");
}

/* [x, y, bridges of the map, ford?, cm that a man on foot can pass, cm for wheels, name] */
static void put_crossings(const sp_page *p, const sp_page_view *v, const sp_world *world, sp_prose *out) {
  const sp_constants *c = sp_world_constants(world);
  char numbers[96];
  key(out, "crossings");
  sp_prose_put(out, "[");
  for (int32_t i = 0; i < sp_model_count(p->model, SP_ENTITY_CROSSING); i++) {
    const sp_crossing_def *def = sp_model_crossing(p->model, i);
    double x = v->mid_x + (def->at.lon_deg - v->lon) * v->per_lon - v->x0, y = v->mid_y - (def->at.lat_deg - v->lat) * v->per_lat - v->y0;
    comma(out, i);
    snprintf(numbers, sizeof numbers, "[%d,%d,%d,%d,%d,%d,", x > 1e6 || x < -1e6 ? -99999 : (int)x, y > 1e6 || y < -1e6 ? -99999 : (int)y, /* cast-ok: range judged */
             def->kind == SP_CROSSING_BRIDGE || def->kind == SP_CROSSING_FLOATING ? (def->count > 1 ? def->count : 1) : 0, def->kind == SP_CROSSING_FORD, /* cast-ok: range judged */
             (int)(sp_calc_ford_limit_m(c, SP_ARM_FOOT) * 100 + 0.5), (int)(sp_calc_ford_limit_m(c, SP_ARM_CART) * 100 + 0.5)); /* cast-ok: a depth */
    sp_prose_put(out, numbers);
    sp_json_pair(out, sp_model_name(p->model, SP_ENTITY_CROSSING, i, SP_LANG_EN), sp_model_name(p->model, SP_ENTITY_CROSSING, i, SP_LANG_ZH));
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
}

/* ---- papers and orders */

static void minute(const sp_page *p, sp_minute at, sp_prose *out) {
  sp_prose_put(out, ",");
  sp_json_number(out, at ? at - p->start : -1);
}

static void put_papers(const sp_page *p, const sp_story *log, sp_prose *out) {
  key(out, "papers");
  sp_prose_put(out, "[");
  for (size_t i = 0; i < log->messages.count; i++) {
    const sp_logged_message *m = &log->messages.data[i];
    comma(out, (int64_t)i);
    sp_prose_put(out, "[");
    const int64_t numbers[] = {m->facts.kind, m->facts.signal, sp_page_body_of(p, m->facts.from), sp_page_body_of(p, m->facts.to), (int64_t)m->facts.fate, sp_page_body_of(p, m->facts.taken_by)};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
      comma(out, (int64_t)k);
      sp_json_number(out, numbers[k]);
    }
    minute(p, m->facts.sent, out);
    minute(p, m->facts.delivered, out);
    minute(p, m->facts.acted, out);
    minute(p, m->facts.ended, out);
    sp_prose_put(out, ",");
    sp_json_pair(out, sp_story_text(log, m->text[0]), sp_story_text(log, m->text[1]));
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
}

static bool is_order(const sp_logged_message *m) {
  const char *word = sp_word_for(SP_WORDS_MESSAGE_KIND, m->facts.kind);
  return word && strcmp(word, "order") == 0;
}

/* [body, minute, from, words]: from when on a body is under which order. */
static void put_orders(const sp_page *p, const sp_story *log, sp_prose *out) {
  int64_t count = 0;
  key(out, "orders");
  sp_prose_put(out, "[");
  for (size_t i = 0; i < log->events.count; i++) {
    const sp_logged_event *l = &log->events.data[i];
    const sp_text_ref *words = NULL;
    if (l->e.type == SP_EVENT_ACTED && l->message >= 0 && is_order(&log->messages.data[l->message])) words = log->messages.data[l->message].text;
    if (l->e.type == SP_EVENT_ORDER_GIVEN && (l->e.object == 0 || l->e.object == l->e.subject)) words = l->text;
    if (l->e.type == SP_EVENT_STANDING || l->e.type == SP_EVENT_PHASE_OPENS) words = l->text;
    int32_t body = words ? sp_page_body_of(p, l->e.subject) : -1;
    if (body < 0 || !sp_story_text(log, words[0])[0]) continue;
    comma(out, count++);
    sp_prose_put(out, "[");
    sp_json_number(out, body);
    minute(p, l->e.minute, out);
    sp_prose_put(out, ",");
    sp_json_number(out, l->e.type == SP_EVENT_ACTED ? sp_page_body_of(p, l->e.object) : body);
    sp_prose_put(out, ",");
    sp_json_pair(out, sp_story_text(log, words[0]), sp_story_text(log, words[1]));
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
}

/* [side, person, body, minute, what, where, known] */
static void put_fates(const sp_page *p, const sp_story *log, const sp_world *world, sp_prose *out) {
  size_t count = 0;
  sp_fate_row *rows = sp_fates_of(log, world, &count);
  char what[SP_LANG_COUNT][SP_FATE_WORDS], where[SP_LANG_COUNT][SP_FATE_WORDS], known[SP_LANG_COUNT][SP_FATE_WORDS];
  if (!rows) out->failed = true;
  key(out, "fates");
  sp_prose_put(out, "[");
  for (size_t i = 0; i < count; i++) {
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) sp_fate_say(&rows[i], log, world, (sp_lang)lang, what[lang], where[lang], known[lang]);
    comma(out, (int64_t)i);
    sp_prose_put(out, "[");
    sp_json_number(out, rows[i].side);
    sp_prose_put(out, ",");
    sp_json_number(out, rows[i].person);
    sp_prose_put(out, ",");
    sp_json_number(out, sp_page_body_of(p, rows[i].formation));
    minute(p, rows[i].minute, out);
    sp_prose_put(out, ",");
    sp_json_pair(out, what[0], what[1]);
    sp_prose_put(out, ",");
    sp_json_pair(out, where[0], where[1]);
    sp_prose_put(out, ",");
    sp_json_pair(out, known[0], known[1]);
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
  free(rows);
}

/* [assault, title where it opens, minute, body, phase, own lost, enemy lost]; below 0: nothing is said of it */
static void put_phases(const sp_page *p, const sp_story *log, const sp_world *world, sp_prose *out) {
  sp_phase_row *rows = NULL;
  size_t count = 0;
  sp_teller t[SP_LANG_COUNT];
  bool open[SP_LANG_COUNT], good = sp_phase_rows(log, &rows, &count);
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) good = (open[lang] = sp_teller_open(&t[lang], log, NULL, (sp_lang)lang) == SP_OK) && good;
  key(out, "phases");
  sp_prose_put(out, "[");
  for (size_t n = 0; n < count && good; n++) {
    char title[SP_LANG_COUNT][SP_PHRASE], phase[SP_LANG_COUNT][SP_PHRASE];
    const sp_event *e = &log->events.data[rows[n].event].e;
    bool first = n == 0 || rows[n - 1].assault != rows[n].assault;
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      title[lang][0] = 0;
      if (first) sp_phase_title(&t[lang], world, rows[n].event, title[lang]);
      sp_phase_say(&t[lang], rows[n].event, phase[lang]);
    }
    comma(out, (int64_t)n);
    sp_prose_put(out, "[");
    sp_json_number(out, rows[n].assault);
    sp_prose_put(out, ",");
    sp_json_pair(out, title[0], title[1]);
    minute(p, e->minute, out);
    sp_prose_put(out, ",");
    sp_json_number(out, sp_page_body_of(p, e->subject));
    sp_prose_put(out, ",");
    sp_json_pair(out, phase[0], phase[1]);
    sp_prose_put(out, ",");
    sp_json_number(out, rows[n].own);
    sp_prose_put(out, ",");
    sp_json_number(out, rows[n].enemy);
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
  for (int lang = 0; lang < SP_LANG_COUNT; lang++)
    if (open[lang]) sp_teller_close(&t[lang]);
  free(rows);
  if (!good) out->failed = true;
}

void sp_page_put_words(const sp_page *p, const sp_story *log, const sp_world *world, const sp_page_view *view, sp_prose *out) {
  put_campaign(p, view, out);
  put_sides(p, view, out);
  put_bodies(p, log, world, out);
  put_crossings(p, view, world, out);
  put_kinds(out);
  put_papers(p, log, out);
  put_orders(p, log, out);
  put_fates(p, log, world, out);
  put_phases(p, log, world, out);
  put_ui(out);
}

/* ---- the chronicles: [[minute, body, text, 1 when the digest has it], ...] by language */

typedef struct telling {
  const sp_page *page;
  sp_prose *out;
  int64_t count;
} telling;

static void put_paragraph(void *context, sp_minute at, const sp_event *event, const char *text, bool in_digest) {
  telling *t = context;
  comma(t->out, t->count++);
  sp_prose_put(t->out, "[");
  sp_json_number(t->out, at - t->page->start);
  sp_prose_put(t->out, ",");
  sp_json_number(t->out, sp_page_body_of(t->page, event->subject));
  sp_prose_put(t->out, ",");
  sp_json_text(t->out, text);
  sp_prose_put(t->out, in_digest ? ",1]" : "]");
}

sp_status sp_page_put_story(const sp_page *p, const sp_story *log, const sp_world *world, sp_prose *out) {
  sp_status status = SP_OK;
  key(out, "story");
  sp_prose_put(out, "[");
  for (int lang = 0; lang < SP_LANG_COUNT && status == SP_OK; lang++) {
    telling t = {p, out, 0};
    sp_prose_put(out, lang ? ",[" : "[");
    status = sp_each_paragraph(log, world, (sp_lang)lang, put_paragraph, &t);
    sp_prose_put(out, "]");
  }
  sp_prose_put(out, "]");
  return status;
}
