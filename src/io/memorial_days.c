/* memorial_days.c - day by day what was done, as far as the author knows. SPDX-License-Identifier: Apache-2.0 */
#include "io/memorial.h"

#include <stdio.h>
#include <string.h>

enum { DAY = 1440, SENTENCES_A_DAY = 16, SENTENCE = 512 };

typedef struct day {
  sp_memorial *m;
  sp_minute midnight;
  sp_prose text;
  int32_t sentences;
  int64_t cut, taken, all_cut, all_taken;
  char said[SENTENCES_A_DAY][SENTENCE]; /* none stands twice */
} day;

static bool is_ours(const sp_memorial *m, sp_key key) {
  int32_t row = key ? sp_memorial_row(m, key) : -1;
  return row >= 0 && m->under[row];
}

static void put(day *d, const char *id, const char *const *args) {
  char sentence[SENTENCE];
  sp_text(d->m->lang, id, args, sentence, sizeof sentence);
  if (d->m->lang == SP_LANG_EN) sp_capitalise(sentence);
  if (d->sentences >= SENTENCES_A_DAY) return;
  for (int32_t n = 0; n < d->sentences; n++)
    if (strcmp(sentence, d->said[n]) == 0) return;
  if (d->text.length > 0 && d->m->lang == SP_LANG_EN) sp_prose_put(&d->text, " ");
  sp_prose_put(&d->text, sentence);
  memcpy(d->said[d->sentences++], sentence, sizeof sentence);
}

static const char *word_for_fall(const sp_event *e) {
  const char *word = sp_word_for(SP_WORDS_FATE, e->b);
  return word && strcmp(word, "killed") == 0 ? "memorial.day.killed" : word && strcmp(word, "captured") == 0 ? "memorial.day.captured" : "memorial.day.hit";
}

/* Who writes well of himself says that his men were overborne; another says that they gave way. */
static const char *break_of(const sp_memorial *m, const sp_event *e) {
  if (!is_ours(m, e->subject)) return "memorial.day.enemy_breaks";
  return m->honour < 0.5 ? "memorial.day.overborne" : "memorial.day.gives_way";
}

static const char *sentence_for(const sp_memorial *m, const sp_logged_event *event) {
  const sp_event *e = &event->e;
  bool place = sp_story_text(m->log, event->place[m->lang])[0] != 0;
  switch ((sp_event_type)e->type) {
  case SP_EVENT_BATTLE_BEGINS: return is_ours(m, e->subject) ? "memorial.day.falls_on" : "memorial.day.is_attacked";
  case SP_EVENT_BATTLE_ENDS: return e->a + e->b > 0 && is_ours(m, e->subject) ? "memorial.day.holds_field" : NULL;
  case SP_EVENT_BREAKS: return is_ours(m, e->subject) || is_ours(m, e->object) ? break_of(m, e) : NULL;
  case SP_EVENT_BREAKS_OFF: return "memorial.day.draws_off";
  case SP_EVENT_PLACE_TAKEN: return place ? "memorial.day.takes_place" : NULL;
  case SP_EVENT_LEADER_FALLS: return e->a >= 0 ? word_for_fall(e) : NULL;
  case SP_EVENT_HEAD_ARRIVES: return e->subject == m->author && place ? "memorial.day.arrives" : NULL;
  case SP_EVENT_PROMISED: return e->subject == m->author ? "memorial.day.promises" : NULL;
  case SP_EVENT_PETITIONS: return e->object ? "memorial.day.petitions" : "memorial.day.petitions_bare";
  case SP_EVENT_COURT_ANSWERS: return e->c == 2 ? "memorial.day.court_dismisses" : e->c == 1 ? "memorial.day.court_inspects" : "memorial.day.court_shelves";
  case SP_EVENT_CAPTIVES_TALK: {
    const char *chief = sp_word_for(SP_WORDS_CHIEF_SAID, e->b);
    return chief && strcmp(chief, "fled") == 0 ? "memorial.day.captives" : NULL;
  }
  default: return NULL;
  }
}

static void take(day *d, const sp_logged_event *event, bool known) {
  sp_memorial *m = d->m;
  const sp_event *e = &event->e;
  if (e->type == SP_EVENT_CATCHES || e->type == SP_EVENT_SWEEPS) {
    if (!is_ours(m, e->subject)) return;
    d->all_cut += e->a, d->all_taken += e->b;
    if (known) d->cut += e->a, d->taken += e->b;
    return;
  }
  const char *id = known ? sentence_for(m, event) : NULL;
  if (!id) return;
  char who[SP_PHRASE], whom[SP_PHRASE], clock[SP_SAY], name[SP_PHRASE] = "";
  sp_phrase_who(&m->teller, e->subject, who);
  sp_phrase_who(&m->teller, e->object, whom);
  sp_say_clock(m->lang, e->minute, clock);
  char used[SP_SAY], failed[SP_SAY];
  sp_say_digits(e->a, used);
  sp_say_digits(e->b, failed);
  bool person = e->type == SP_EVENT_LEADER_FALLS;
  if (person) snprintf(name, sizeof name, "%s", sp_model_name(m->model, SP_ENTITY_PERSON, e->a, m->lang));
  const char *args[] = {"who", who, "whom", whom, "clock", clock, "n", used, "m", failed, "name", name, "where", sp_story_text(m->log, event->where[m->lang]), "place", sp_story_text(m->log, event->place[m->lang]), NULL};
  put(d, id, args);
}

static void put_heads(day *d) {
  sp_memorial *m = d->m;
  char what[SP_SAY * 3], date[SP_SAY], heads[SP_SAY * 2], taken[SP_SAY * 2];
  int64_t claimed = (int64_t)(m->claim * (double)d->cut + 0.5);
  if (claimed + d->taken <= 0) return;
  sp_say_solar(m->lang, d->midnight, date);
  sp_text(m->lang, "memorial.figure.heads_day", (const char *[]){"date", date, NULL}, what, sizeof what);
  sp_memorial_figure(m, what, claimed, d->all_cut, "reports", heads);
  sp_text(m->lang, "memorial.figure.taken_day", (const char *[]){"date", date, NULL}, what, sizeof what);
  sp_memorial_figure(m, what, d->taken, d->all_taken, "reports", taken);
  const char *args[] = {"heads", heads, "taken", taken, NULL};
  d->sentences = 0; /* never cut for length */
  put(d, "memorial.day.heads", args);
}

static void finish(day *d) {
  sp_memorial *m = d->m;
  if (d->text.length == 0 && d->cut + d->taken == 0) return;
  char date[256];
  if (m->lang == SP_LANG_ZH) sp_say_lunar(m->lang, d->midnight + DAY / 2, date, sizeof date);
  else sp_say_solar(m->lang, d->midnight, date);
  put_heads(d);
  const char *args[] = {"date", date, "text", sp_prose_text(&d->text), NULL};
  sp_memorial_say(m, "memorial.day", args);
  if (d->text.failed) m->out.failed = true;
}

void sp_memorial_days(sp_memorial *m) {
  size_t count = m->log->events.count;
  for (size_t i = 0; i < count;) {
    day d = {.m = m, .midnight = sp_day_of(m->log->events.data[i].e.minute)};
    for (; i < count && sp_day_of(m->log->events.data[i].e.minute) == d.midnight; i++) take(&d, &m->log->events.data[i], m->known[i] > 0);
    finish(&d);
    sp_prose_free(&d.text);
  }
}
