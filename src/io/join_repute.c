/* join_repute.c - what prisoners say, what is promised, and how bad news is received, told.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>
#include <string.h>

enum { WINDOW_HEARD = 30, WINDOW_TALK = 240 };

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

static const char *word_of(sp_words family, int32_t index, const char *otherwise) {
  const char *word = sp_word_for(family, index);
  return word ? word : otherwise;
}

const char *sp_repute_stem(const sp_event *e) {
  switch ((sp_event_type)e->type) {
  case SP_EVENT_CAPTIVES_TALK: return e->value > 0.0 ? "false" : NULL;
  case SP_EVENT_PROMISED: return e->subject == e->object ? "own" : e->c ? "running" : NULL;
  case SP_EVENT_PROMISE_ENDS: return word_of(SP_WORDS_PROMISE_END, e->c, "lapsed");
  case SP_EVENT_BEARER_PUNISHED: return e->a <= 0 ? "losses" : e->b <= 0 ? "unlooked" : NULL;
  default: return NULL;
  }
}

static void clause(const sp_teller *t, const char *id, const char *slot, const char *value, char out[SP_PHRASE]) {
  const char *args[] = {slot, value, NULL};
  sp_text(t->lang, id, args, out, SP_PHRASE);
}

/* "they were 3,200, bound for Shihe; Abatai led them; he has ridden off" */
/* The same was said of the same man to this side a while ago; of numbers alone the story makes nothing. */
static bool is_no_news(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  if (e->b == 0 && e->node < 0) return true;
  for (size_t k = i; k-- > 0 && event_at(t, k)->minute >= e->minute - WINDOW_TALK;) {
    const sp_event *before = event_at(t, k);
    if (before->type == e->type && before->side == e->side && before->b == e->b && before->c == e->c && (before->value > 0.0) == (e->value > 0.0) && (before->node >= 0 || e->node < 0)) return true;
  }
  return false;
}

static void tell_talk(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  if (is_no_news(t, i)) return;
  char items[4][SP_PHRASE], number[SP_SAY];
  const char *place = sp_story_text(t->log, t->log->events.data[i].place[t->lang]), *chief = word_of(SP_WORDS_CHIEF_SAID, e->b, "unsaid");
  size_t used = 0;
  sp_slots s;
  char stem[SP_STEM], id[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  sp_say_about(t->lang, e->a, number);
  clause(t, "story.talk.strength", "n", number, items[used++]);
  if (place[0]) clause(t, "story.talk.bound", "place", place, items[used++]);
  const char *name = e->c >= 0 && t->log->model ? sp_model_name(t->log->model, SP_ENTITY_PERSON, e->c, t->lang) : NULL;
  bool said = strcmp(chief, "unsaid") != 0;
  if (name && !said) clause(t, "story.talk.led", "chief", name, items[used++]);
  if (said) {
    snprintf(id, sizeof id, "story.talk.%s%s", chief, name ? "" : "_unnamed");
    clause(t, id, "chief", name ? name : "", items[used++]);
  }
  sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])items, used);
  sp_tell_stem(t, i, stem, &s, out);
}

/* "three ranks", "fifty taels a head", "the plunder" in the slot kind. */
static void say_promise(const sp_teller *t, const sp_event *e, char out[SP_PHRASE]) {
  char number[SP_SAY], id[SP_STEM];
  const char *word = word_of(SP_WORDS_PROMISE, e->a, "plunder");
  sp_say_count(t->lang, e->b, number);
  snprintf(id, sizeof id, "story.promise.%s%s", word, strcmp(word, "ranks") == 0 && e->b == 1 ? "_one" : "");
  clause(t, id, "n", number, out);
}

static void tell_promise(sp_teller *t, size_t i, sp_prose *out) {
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  say_promise(t, event_at(t, i), s.kind);
  sp_tell_stem(t, i, stem, &s, out);
}

/* He resolves to promise, and is heard: one thing. */
static bool is_heard_at_once(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  const char *act = sp_word_for(SP_WORDS_ACT, e->a);
  if (e->type != SP_EVENT_DECIDES || !act || strcmp(act, "promise") != 0) return false;
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= e->minute + WINDOW_HEARD; k++)
    if (event_at(t, k)->type == SP_EVENT_PROMISED && event_at(t, k)->subject == e->subject) return true;
  return false;
}

bool sp_tell_repute(sp_teller *t, size_t i, sp_prose *out) {
  switch ((sp_event_type)event_at(t, i)->type) {
  case SP_EVENT_CAPTIVES_TALK: tell_talk(t, i, out); return true;
  case SP_EVENT_PROMISED:
  case SP_EVENT_PROMISE_ENDS: tell_promise(t, i, out); return true;
  case SP_EVENT_DECIDES: return is_heard_at_once(t, i);
  default: return false;
  }
}
