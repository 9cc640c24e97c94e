/* log_take.c - from the world into the log, once after every step.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"
#include "io/run_log.h"

#include <string.h>

enum { WORDS = 600 };

typedef struct taking {
  sp_story *log;
  const sp_world *world;
  bool failed;
  sp_field_view formation_key, formation_hq, hq_formation, hq_person;
} taking;

static sp_text_ref keep(taking *t, const char *text) {
  sp_text_ref ref = sp_story_keep(t->log, text);
  if (ref < 0) t->failed = true;
  return ref < 0 ? 0 : ref;
}

static sp_key formation_key(const taking *t, int32_t row) { return (sp_key)sp_field_int(&t->formation_key, row, 0); }

static sp_key hq_key(const taking *t, int64_t hq) {
  if (hq < 0) return 0;
  return formation_key(t, (int32_t)sp_field_int(&t->hq_formation, (int32_t)hq, 0));
}

/* ---- names */

static void name_chief(taking *t, sp_logged_name *name, int32_t row) {
  int32_t hq = (int32_t)sp_field_int(&t->formation_hq, row, 0);
  int32_t person = hq >= 0 ? (int32_t)sp_field_int(&t->hq_person, hq, 0) : -1;
  if (person < 0 || !t->log->model) return;
  const sp_person_def *def = sp_model_person(t->log->model, person);
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    name->chief[lang] = keep(t, sp_model_name(t->log->model, SP_ENTITY_PERSON, person, (sp_lang)lang));
    if (def) name->title[lang] = keep(t, lang == SP_LANG_ZH ? def->title_zh : def->title_en);
  }
}

static void name_it(taking *t, sp_key key) {
  if (key == 0 || t->failed) return;
  bool made;
  sp_logged_name *name = sp_story_name_row(t->log, key, &made);
  if (!name) t->failed = true;
  if (!name || !made) return;
  char words[WORDS];
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    words[0] = 0;
    sp_world_name(t->world, key, (sp_lang)lang, words, sizeof words);
    name->name[lang] = keep(t, words);
  }
  int32_t row = sp_world_formation_row(t->world, key);
  if (row < 0) return;
  sp_field_view side = sp_field_of(t->world, "formation", "side");
  name->side = (int8_t)sp_field_int(&side, row, 0);
  name_chief(t, name, row);
}

/* ---- papers */

static int64_t message_in_row(const taking *t, int32_t row) {
  return row >= 0 && (size_t)row < t->log->row_message.count ? (int64_t)t->log->row_message.data[row] - 1 : -1;
}

static void note_row(taking *t, int32_t row, int64_t message) {
  while (t->log->row_message.count <= (size_t)row) {
    if (!sp_story_grow(&t->log->row_message, sizeof *t->log->row_message.data)) {
      t->failed = true;
      return;
    }
    t->log->row_message.data[t->log->row_message.count++] = 0;
  }
  t->log->row_message.data[row] = (int32_t)message + 1;
  t->log->messages.data[message].row = row;
}

/* "Hooge to Van: march to Fuzhou": the command alone; who and to whom stand in the event. */
static const char *command_of(const char *text, int lang) {
  const char *mark = lang == SP_LANG_ZH ? "\xEF\xBC\x9A" : ": "; /* the wide colon */
  const char *at = strstr(text, mark);
  return at ? at + strlen(mark) : text;
}

/* What a rule has written stands in both languages, the second after SP_WORD_PARTS. */
static void of_language(char *words, int lang) {
  char *other = strchr(words, SP_WORD_PARTS);
  if (!other) return;
  *other = 0;
  if (lang == SP_LANG_ZH) memmove(words, other + 1, strlen(other + 1) + 1);
}

static void describe_paper(taking *t, sp_logged_message *m, int32_t row) {
  sp_field_view order = sp_field_of(t->world, "message", "order"), word = sp_field_of(t->world, "message", "word");
  sp_field_view text = sp_field_of(t->world, "word", "text");
  int32_t order_row = (int32_t)sp_field_int(&order, row, 0), word_row = (int32_t)sp_field_int(&word, row, 0);
  char words[WORDS];
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    words[0] = 0;
    if (order_row >= 0 && order.data) sp_world_order_text(t->world, order_row, (sp_lang)lang, words, sizeof words);
    if (!words[0] && word_row >= 0 && text.data) {
      int32_t i = 0;
      for (; i < text.count && i < WORDS - 1; i++) {
        words[i] = (char)sp_field_int(&text, word_row, i);
        if (!words[i]) break;
      }
      words[i] = 0;
      of_language(words, lang);
    }
    m->text[lang] = keep(t, order_row >= 0 ? command_of(words, lang) : words);
  }
}

/* Papers that the world still holds: found again by key, their hours brought up to date. */
static void take_papers(taking *t) {
  static const char *const hours[] = {"sent", "reached_tail", "reached_middle", "reached_head", "delivered", "acted"};
  sp_row_filter rows = sp_rows_of(t->world, "message");
  sp_field_view hour[6], kind = sp_field_of(t->world, "message", "kind"), signal = sp_field_of(t->world, "message", "signal"),
                         serial = sp_field_of(t->world, "message", "serial"), ask = sp_field_of(t->world, "message", "ask"),
                         from = sp_field_of(t->world, "message", "from_hq"), to = sp_field_of(t->world, "message", "to_hq");
  for (int i = 0; i < 6; i++) hour[i] = sp_field_of(t->world, "message", hours[i]);
  for (int32_t row = 0; row < rows.rows && !t->failed; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    sp_key key = (sp_key)sp_field_int(&rows.key, row, 0);
    int64_t index = message_in_row(t, row);
    if (index < 0 || t->log->messages.data[index].facts.key != key) {
      sp_message_facts facts = {.key = key,
                                .from = hq_key(t, sp_field_int(&from, row, 0)),
                                .to = hq_key(t, sp_field_int(&to, row, 0)),
                                .kind = (int32_t)sp_field_int(&kind, row, 0),
                                .serial = (int32_t)sp_field_int(&serial, row, 0)};
      index = sp_story_append_message(t->log, &facts);
      if (index < 0) {
        t->failed = true;
        return;
      }
      note_row(t, row, index);
      t->log->messages.data[index].ask = (int32_t)sp_field_int(&ask, row, 0);
      describe_paper(t, &t->log->messages.data[index], row);
      name_it(t, facts.from);
      name_it(t, facts.to);
    }
    sp_message_facts *f = &t->log->messages.data[index].facts;
    sp_minute *slots[6] = {&f->sent, &f->tail, &f->middle, &f->head, &f->delivered, &f->acted};
    for (int i = 0; i < 6; i++) *slots[i] = sp_field_int(&hour[i], row, 0);
    if (sp_field_int(&signal, row, 0)) f->signal = true;
    if (f->fate < SP_WORD_HEARD && f->delivered) f->fate = SP_WORD_HEARD;
    if (f->fate == SP_WORD_HEARD && f->acted) f->fate = SP_WORD_ACTED;
  }
}

typedef struct about { bool is, back; } about; /* the event names a paper in a; subject is its recipient */

static about about_paper(const sp_event *e) {
  switch ((sp_event_type)e->type) {
  case SP_EVENT_RIDER_LEAVES:
  case SP_EVENT_RIDER_CAUGHT:
  case SP_EVENT_RIDER_LOST:
  case SP_EVENT_RIDER_BACK:
  case SP_EVENT_SIGNAL: return (about){true, false};
  case SP_EVENT_RIDER_AT_TAIL:
  case SP_EVENT_RIDER_AT_MIDDLE:
  case SP_EVENT_RIDER_AT_HEAD:
  case SP_EVENT_DELIVERED:
  case SP_EVENT_ACTED: return (about){true, true};
  default: return (about){false, false};
  }
}

static bool speaks_of(const sp_logged_message *m, const sp_event *e, sp_key from, sp_key to) {
  if ((from != 0 && m->facts.from != from) || (to != 0 && m->facts.to != to)) return false;
  return m->facts.sent <= e->minute && (m->facts.ended == 0 || m->facts.ended >= e->minute);
}

/* The paper an event speaks of: the latest in that row between those two. One that lived and died within the tick
 * left no row behind and is booked from its events alone. */
static void bind_paper(taking *t, sp_logged_event *event) {
  const sp_event *e = &event->e;
  about who = about_paper(e);
  bool order = e->type == SP_EVENT_ORDER_GIVEN;
  bool ends = e->type == SP_EVENT_RIDER_CAUGHT || e->type == SP_EVENT_RIDER_BACK;
  int32_t row = order ? e->b : e->a;
  if ((!who.is && !order) || row < 0) return;
  sp_key from = who.back ? e->object : e->subject, to = ends ? 0 : who.back ? e->subject : e->object;
  int64_t index = message_in_row(t, row);
  if (index >= 0 && !speaks_of(&t->log->messages.data[index], e, from, to)) index = -1;
  for (size_t i = t->log->messages.count, left = 1000; index < 0 && i-- > 0 && left > 0; left--) {
    const sp_logged_message *m = &t->log->messages.data[i];
    if (m->row == row && speaks_of(m, e, from, to)) index = (int64_t)i;
  }
  if (index < 0 && who.is && !ends && e->type != SP_EVENT_RIDER_LOST) {
    sp_message_facts facts = {.from = from, .to = to, .kind = e->b};
    index = sp_story_append_message(t->log, &facts);
    if (index < 0) t->failed = true;
    else t->log->messages.data[index].row = row;
  }
  event->message = (int32_t)index;
}

/* ---- events */

/* Of the arms that a column holds, the one that can wade least deep. */
static int32_t shallowest_arm(const taking *t, sp_key key, double depth_m) {
  static const struct { const char *field; sp_arm arm; } kinds[] = {
      {"foot", SP_ARM_FOOT}, {"carts", SP_ARM_CART}, {"heavy_guns", SP_ARM_HEAVY_GUN}, {"light_guns", SP_ARM_LIGHT_GUN}, {"mounted", SP_ARM_HORSE}};
  int32_t row = sp_world_formation_row(t->world, key), found = -1;
  const sp_constants *c = sp_world_constants(t->world);
  if (row < 0 || !c) return -1;
  double least = depth_m;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    sp_field_view held = sp_field_of(t->world, "formation", kinds[i].field);
    double limit = sp_calc_ford_limit_m(c, kinds[i].arm);
    if (sp_field_int(&held, row, 0) > 0 && limit < least) {
      least = limit;
      found = (int32_t)kinds[i].arm;
    }
  }
  return found;
}

/* Words for a spot cost a search of the roads, so only sentences that name one pay for it. */
static bool told_with_place(const sp_event *e) {
  switch ((sp_event_type)e->type) {
  case SP_EVENT_RIDER_CAUGHT:
  case SP_EVENT_RIDER_LOST:
  case SP_EVENT_MARCH_BEGINS:
  case SP_EVENT_TAIL_LEAVES:
  case SP_EVENT_HEAD_ARRIVES:
  case SP_EVENT_TAIL_ARRIVES:
  case SP_EVENT_HALTED:
  case SP_EVENT_LONG_HALT:
  case SP_EVENT_CAMPED:
  case SP_EVENT_BLOCKED:
  case SP_EVENT_NO_WAY:
  case SP_EVENT_SIGHTED:
  case SP_EVENT_CONTACT:
  case SP_EVENT_DETACHED:
  case SP_EVENT_MERGED:
  case SP_EVENT_REVERSED:
  case SP_EVENT_ORDER_REFUSED:
  case SP_EVENT_BATTLE_BEGINS:
  case SP_EVENT_WOUNDED_LEFT:
  case SP_EVENT_RALLIES:
  case SP_EVENT_WORKS_BEGUN:
  case SP_EVENT_WORKS_DONE:
  case SP_EVENT_SMOKE_SEEN:
  case SP_EVENT_WORKS_TAKEN: return true;
  default: return false;
  }
}

static void describe_event(taking *t, sp_logged_event *event) {
  const sp_event *e = &event->e;
  char words[WORDS];
  bool order = e->type == SP_EVENT_ORDER_GIVEN || e->type == SP_EVENT_ORDER_REFUSED || e->type == SP_EVENT_STANDING || (e->type >= SP_EVENT_PHASE_WAITS && e->type <= SP_EVENT_PHASE_ENDS);
  bool named = e->type == SP_EVENT_LEADER_FALLS || e->type == SP_EVENT_LEADER_FLEES || e->type == SP_EVENT_TAKES_OVER || e->type == SP_EVENT_LEADER_DIES || e->type == SP_EVENT_LEADER_MENDS;
  bool goal = e->type == SP_EVENT_MARCH_BEGINS || e->type == SP_EVENT_NO_WAY;
  for (int lang = 0; lang < SP_LANG_COUNT && !t->failed; lang++) {
    words[0] = 0;
    if (order && e->a >= 0) sp_world_order_text(t->world, e->a, (sp_lang)lang, words, sizeof words);
    if (named && e->a >= 0 && t->log->model) event->text[lang] = keep(t, sp_model_name(t->log->model, SP_ENTITY_PERSON, e->a, (sp_lang)lang));
    else event->text[lang] = keep(t, command_of(words, lang));
    words[0] = 0;
    if (goal) sp_world_place_name(t->world, e->a, (sp_lang)lang, words, sizeof words);
    event->goal[lang] = keep(t, words);
    words[0] = 0;
    bool placed = told_with_place(e) && (e->node >= 0 || e->x_m < 0 || e->x_m > 0 || e->y_m < 0 || e->y_m > 0);
    if (placed) sp_world_where(t->world, e->node, e->x_m, e->y_m, (sp_lang)lang, words, sizeof words);
    event->where[lang] = keep(t, words);
    words[0] = 0;
    if (e->node >= 0) sp_world_place_name(t->world, e->node, (sp_lang)lang, words, sizeof words);
    event->place[lang] = keep(t, words);
  }
  if (e->type == SP_EVENT_MARCH_BEGINS) {
    sp_field_view speed = sp_field_of(t->world, "formation", "speed_m_min");
    double m_min = sp_field_real(&speed, sp_world_formation_row(t->world, e->subject), 0);
    if (m_min > 1) event->passing_min = e->value / m_min;
  }
  if (e->type == SP_EVENT_QUEUE_BEGINS && e->a == 1) event->arm = shallowest_arm(t, e->subject, e->value);
}

static void take_sky(taking *t) {
  static const char *const fields[] = {"rain_mm_h", "temperature_c", "wind_m_s", "cloud", "fog_m"};
  sp_field_view view[5], from = sp_field_of(t->world, "region", "wind_from_deg");
  double sum[5] = {0}, x = 0, y = 0;
  for (int i = 0; i < 5; i++) view[i] = sp_field_of(t->world, "region", fields[i]);
  int32_t rows = view[0].rows;
  if (rows <= 0 || sp_world_tick(t->world) == 0) return; /* before the first tick no sky has been made */
  if (!sp_story_grow(&t->log->sky, sizeof *t->log->sky.data)) {
    t->failed = true;
    return;
  }
  static const double turn[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  for (int32_t row = 0; row < rows; row++) {
    for (int i = 0; i < 5; i++) sum[i] += sp_field_real(&view[i], row, 0);
    double eighth = sp_field_real(&from, row, 0) / 45.0;
    int32_t way = eighth > -8 && eighth < 16 ? (int32_t)(eighth + 8.5) % 8 : 0;
    x += turn[way][0] * sp_field_real(&view[2], row, 0);
    y += turn[way][1] * sp_field_real(&view[2], row, 0);
  }
  double n = (double)rows;
  t->log->sky.data[t->log->sky.count++] =
      (sp_sky){sp_world_minute(t->world), sum[0] / n, sum[1] / n, sum[2] / n, x / n, y / n, sum[3] / n, sum[4] / n};
}

/* Those of whom nothing is ever told have names too. */
static void name_all(taking *t) {
  for (int32_t row = 0; row < t->formation_key.rows && !t->failed; row++) name_it(t, (sp_key)sp_field_int(&t->formation_key, row, 0));
}

sp_status sp_story_take(sp_story *log, sp_world *world) {
  if (!log || !world) return SP_BAD_INPUT;
  taking t = {.log = log,
              .world = world,
              .formation_key = sp_field_of(world, "formation", "key"),
              .formation_hq = sp_field_of(world, "formation", "hq"),
              .hq_formation = sp_field_of(world, "hq", "formation"),
              .hq_person = sp_field_of(world, "hq", "person")};
  size_t count = 0, kept = log->events.count, sky = log->sky.count, forces = log->forces.count;
  const sp_event *events = sp_world_events(world, &count);
  if (log->names.count == 0) name_all(&t);
  take_sky(&t);
  if (!t.failed && !sp_story_take_forces(log, world)) t.failed = true;
  take_papers(&t);
  for (size_t i = 0; i < count && !t.failed; i++) {
    name_it(&t, events[i].subject);
    name_it(&t, events[i].object);
    int64_t at = t.failed ? -1 : sp_story_append(log, &events[i]);
    if (at < 0) t.failed = true;
    if (at < 0) break;
    bind_paper(&t, &log->events.data[at]);
    describe_event(&t, &log->events.data[at]);
    sp_story_book(log, &log->events.data[at]);
  }
  if (t.failed) { /* taken again as a whole; papers and names found so far stay true */
    log->events.count = kept;
    log->sky.count = sky;
    log->forces.count = forces;
    return SP_NO_MEMORY;
  }
  sp_world_drain_events(world);
  return SP_OK;
}
