/* join.c - small events that belong together become one paragraph, and equal ones are told once.
 *
 * A rider is one story: its hours at tail, middle and head stand with the delivery. Rain over several districts,
 * several arms stopped by one ford, several columns halting at dusk are one sentence each.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_MOMENT = 5, WINDOW_SIGHT = 15, WINDOW_SAME = 30, WINDOW_HOUR = 60, WINDOW_STRAGGLE = 180, WINDOW_AGAIN = 360, LOOK_AHEAD = 4000, WORTH_TELLING = 15, LONGEST_PASSAGE = 720, FEW_MEN = 5, NAMED_FORDS = 3, NAMED_BODIES = 5 };

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

void sp_tell_plain(sp_teller *t, size_t i, sp_prose *out) {
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  sp_tell_stem(t, i, stem, &s, out);
}

sp_gathered sp_gather(sp_teller *t, size_t i, int32_t minutes, sp_alike *alike) {
  sp_gathered g = {{0}, 0, 0};
  const sp_event *first = event_at(t, i);
  size_t end = t->log->events.count < i + LOOK_AHEAD ? t->log->events.count : i + LOOK_AHEAD;
  for (size_t k = i; k < end && event_at(t, k)->minute <= first->minute + minutes; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != first->type || t->told[k] || !alike(first, e)) continue;
    t->told[k] = 1;
    if (g.listed < SP_LIST_MAX) g.index[g.listed++] = k;
    g.count++;
  }
  return g;
}

static bool same_cause(const sp_event *first, const sp_event *other) { return first->a == other->a && first->side == other->side; }
static bool same_degree(const sp_event *first, const sp_event *other) { return first->a == other->a; }
static bool same_subject(const sp_event *first, const sp_event *other) { return first->subject == other->subject; }
static bool same_side(const sp_event *first, const sp_event *other) { return first->side == other->side; }

void sp_list_into(sp_teller *t, sp_slots *s, const char (*items)[SP_PHRASE], size_t count, size_t more) {
  const char *list[SP_LIST_MAX + 1];
  char rest[SP_PHRASE], number[SP_SAY];
  for (size_t i = 0; i < count; i++) list[i] = items[i];
  if (more > 0) {
    sp_say_count(t->lang, (int64_t)more, number);
    const char *args[] = {"n", number, NULL};
    sp_text(t->lang, "story.list.more", args, rest, sizeof rest);
    list[count++] = rest;
  }
  sp_prose joined = {0};
  sp_prose_list(&joined, t->lang, list, count);
  snprintf(s->list, sizeof s->list, "%s", sp_prose_text(&joined));
  sp_prose_free(&joined);
}

void sp_clauses_into(sp_teller *t, sp_slots *s, const char (*items)[SP_PHRASE], size_t count) {
  char joined[sizeof s->list];
  s->list[0] = 0;
  for (size_t k = 0; k < count; k++) {
    const char *args[] = {"one", s->list, "other", items[k], NULL};
    if (k == 0) snprintf(joined, sizeof joined, "%.*s", SP_PHRASE - 1, items[k]);
    else sp_text(t->lang, "story.clauses", args, joined, sizeof joined);
    memcpy(s->list, joined, sizeof joined);
  }
}

size_t sp_list_bodies(sp_teller *t, const sp_gathered *g, sp_slots *s) {
  char items[SP_LIST_MAX][SP_PHRASE];
  size_t used = 0;
  for (size_t k = 0; k < g->listed; k++) {
    bool again = false;
    for (size_t j = 0; j < k; j++) again = again || event_at(t, g->index[j])->subject == event_at(t, g->index[k])->subject;
    if (!again) sp_phrase_who(t, event_at(t, g->index[k])->subject, items[used++]);
  }
  sp_list_into(t, s, (const char (*)[SP_PHRASE])items, used, g->count - g->listed);
  return used;
}

/* ---- sky and rivers */

static void tell_sky(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_SAME, same_degree);
  sp_slots s;
  char stem[SP_STEM], items[SP_LIST_MAX][SP_PHRASE];
  sp_slots_of(t, i, &s);
  int32_t regions = t->log->model ? sp_model_count(t->log->model, SP_ENTITY_REGION) : 0;
  if (g.count > 3 || (int32_t)g.count == regions) {
    const char *word = (int32_t)g.count >= regions ? "everywhere" : (int32_t)g.count * 2 >= regions ? "most" : "wide";
    sp_phrase_text(t->lang, "country", word, s.who);
  } else {
    for (size_t k = 0; k < g.listed; k++) sp_phrase_who(t, event_at(t, g.index[k])->subject, items[k]);
    sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, g.listed, 0);
    snprintf(s.who, sizeof s.who, "%.*s", (int)sizeof s.who - 4, s.list);
  }
  sp_stem_of(t, i, stem);
  sp_minute then = event_at(t, i)->minute - (event_at(t, i)->type == SP_EVENT_RAIN_ENDS); /* what has ended was before */
  const char *sky = sp_phrase_sky(t->log, then);
  if (strncmp(stem, "event.rain_", 11) == 0 && sky && strcmp(sky, "snow") == 0) memcpy(stem + 6, "snow", 4);
  sp_tell_stem(t, i, stem, &s, out);
}

/* Did anybody come to this crossing? */
static bool ford_matters(const sp_teller *t, size_t i) {
  sp_key crossing = event_at(t, i)->subject;
  int32_t node = event_at(t, i)->node;
  for (size_t k = 0; k < t->log->events.count; k++) {
    const sp_event *e = event_at(t, k);
    bool water = e->type == SP_EVENT_FORD_CLOSED || e->type == SP_EVENT_FORD_OPEN || (e->type >= SP_EVENT_ICE_BEARS && e->type <= SP_EVENT_ICE_CLEARS);
    if (e->object == crossing || (node >= 0 && e->node == node && !water)) return true;
  }
  return false;
}

static bool same_kind_of_arm(const sp_event *first, const sp_event *other) { return strcmp(sp_phrase_arm(first->a), sp_phrase_arm(other->a)) == 0; }

/* Rivers where nobody is: told together, or the story drowns in them. */
static void tell_far_fords(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *first = event_at(t, i);
  char items[SP_LIST_MAX][SP_PHRASE];
  size_t used = 0, more = 0;
  for (size_t k = i; k < t->log->events.count && event_at(t, k)->minute <= first->minute + WINDOW_STRAGGLE; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != first->type || t->told[k] || !same_kind_of_arm(first, e) || ford_matters(t, k)) continue;
    t->told[k] = 1;
    if (used < SP_LIST_MAX) sp_phrase_who(t, e->subject, items[used++]);
    else more++;
  }
  sp_slots s;
  char stem[SP_STEM + 8];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, more);
  sp_say_count(t->lang, (int64_t)(used + more), s.n);
  if (used > NAMED_FORDS) snprintf(stem + strlen(stem), sizeof stem - strlen(stem), ".far");
  else if (used > 1) snprintf(stem + strlen(stem), sizeof stem - strlen(stem), ".many");
  else snprintf(s.list, sizeof s.list, "%s", s.arm);
  sp_tell_stem(t, i, stem, &s, out);
}

/* The ford of one crossing for several arms. */
static void tell_ford(sp_teller *t, size_t i, sp_prose *out) {
  if (!ford_matters(t, i)) {
    tell_far_fords(t, i, out);
    return;
  }
  sp_gathered g = sp_gather(t, i, WINDOW_SAME / 2, same_subject);
  static const char *const kinds[3] = {"foot", "horse", "wheels"};
  char items[SP_LIST_MAX][SP_PHRASE];
  size_t used = 0;
  sp_slots s;
  sp_slots_of(t, g.index[g.listed - 1], &s);
  for (int k = 0; k < 3; k++) {
    bool named = false;
    for (size_t j = 0; j < g.listed; j++)
      if (strcmp(sp_phrase_arm(event_at(t, g.index[j])->a), kinds[k]) == 0) named = true;
    if (named) sp_phrase_text(t->lang, "arm", kinds[k], items[used++]);
  }
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, 0);
  char stem[SP_STEM];
  sp_stem_of(t, i, stem);
  sp_tell_stem(t, i, stem, &s, out);
}

/* One frost closes many rivers: told together, those that matter by name. */
static void tell_ice(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_AGAIN, same_degree);
  char items[SP_LIST_MAX][SP_PHRASE], stem[SP_STEM];
  sp_slots s;
  sp_slots_of(t, i, &s);
  size_t used = 0;
  for (size_t k = 0; k < g.listed; k++) {
    if (g.count <= NAMED_FORDS || ford_matters(t, g.index[k])) sp_phrase_who(t, event_at(t, g.index[k])->subject, items[used++]);
  }
  if (used == 0) sp_text(t->lang, "story.rivers", NULL, s.who, sizeof s.who);
  else {
    sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, g.count - used);
    snprintf(s.who, sizeof s.who, "%.*s", (int)sizeof s.who - 4, s.list);
  }
  sp_stem_of(t, i, stem);
  sp_tell_stem(t, i, stem, &s, out);
}

/* ---- one order for many */

static bool same_order(const sp_event *first, const sp_event *other) { return first->subject == other->subject && first->a == other->a; }

/* "Resolves to ask for help" and "asks for help" at one moment are one thing. */
static bool writes_at_once(const sp_teller *t, size_t i) {
  const sp_event *own = event_at(t, i);
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= own->minute + WINDOW_MOMENT; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != SP_EVENT_RIDER_LEAVES || e->subject != own->subject) continue;
    const char *kind = sp_word_for(SP_WORDS_MESSAGE_KIND, e->b);
    if (kind && (strcmp(kind, "request") == 0 || strcmp(kind, "word") == 0)) return true;
  }
  return false;
}

/* Instructions to himself that have just come into force: he "had his instructions", and does as he said. */
static bool is_standing_told(const sp_teller *t, size_t i) {
  const sp_event *own = event_at(t, i);
  const char *text = sp_story_text(t->log, t->log->events.data[i].text[t->lang]);
  for (size_t k = i, left = LOOK_AHEAD; k-- > 0 && left > 0 && event_at(t, k)->minute >= own->minute - WINDOW_AGAIN; left--) {
    const sp_event *e = event_at(t, k);
    if ((e->type == SP_EVENT_STANDING || e->type == SP_EVENT_PHASE_OPENS) && e->subject == own->subject && strcmp(sp_story_text(t->log, t->log->events.data[k].text[t->lang]), text) == 0) return true;
  }
  return false;
}

static void tell_order(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, 0, same_order);
  sp_slots s;
  char items[SP_LIST_MAX][SP_PHRASE];
  bool own = event_at(t, i)->subject == event_at(t, i)->object;
  if (own && (writes_at_once(t, i) || is_standing_told(t, i))) return;
  sp_slots_of(t, i, &s);
  if (g.count > 1) {
    for (size_t k = 0; k < g.listed; k++) sp_phrase_who(t, event_at(t, g.index[k])->object, items[k]);
    sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, g.listed, g.count - g.listed);
  }
  sp_tell_stem(t, i, g.count > 1 ? "event.order_given.many" : own ? "event.order_given.own" : "event.order_given", &s, out);
}

/* ---- head and tail */

/* Minutes since the head did what the tail does now; negative: not known. */
static double since_head(const sp_teller *t, size_t i, sp_event_type head) {
  const sp_event *e = event_at(t, i);
  for (size_t k = i, left = LOOK_AHEAD; k-- > 0 && left > 0; left--)
    if (event_at(t, k)->type == head && event_at(t, k)->subject == e->subject) return (double)(e->minute - event_at(t, k)->minute);
  return -1;
}

static void tell_tail(sp_teller *t, size_t i, sp_prose *out) {
  bool leaves = event_at(t, i)->type == SP_EVENT_TAIL_LEAVES;
  double minutes = since_head(t, i, leaves ? SP_EVENT_MARCH_BEGINS : SP_EVENT_HEAD_ARRIVES);
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_say_duration(t->lang, minutes, s.time);
  if (leaves) sp_tell_stem(t, i, minutes >= WORTH_TELLING ? "event.tail_leaves.timed" : "event.tail_leaves", &s, out);
  else sp_tell_stem(t, i, minutes >= WORTH_TELLING ? "event.tail_arrives.timed" : "event.tail_arrives.plain", &s, out);
}

/* ---- many columns doing one thing */

/* Falling in again and again without leaving, or halting before an enemy whose meeting was told: no news. */
static bool no_news(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  bool falls_in = e->type == SP_EVENT_ASSEMBLING;
  const char *cause = e->type == SP_EVENT_HALTED ? sp_word_for(SP_WORDS_HALT_CAUSE, e->a) : NULL;
  bool before_enemy = cause && strcmp(cause, "enemy") == 0;
  if (!falls_in && !before_enemy) return false;
  for (size_t k = i, left = LOOK_AHEAD; k-- > 0 && left > 0; left--) {
    const sp_event *b = event_at(t, k);
    if (before_enemy && b->minute < e->minute - WINDOW_SAME) return false;
    if (before_enemy && b->type == SP_EVENT_CONTACT && (b->subject == e->subject || b->object == e->subject)) return true;
    if (!falls_in || b->subject != e->subject) continue;
    if (b->type == SP_EVENT_ASSEMBLING) return b->minute + 2 * WINDOW_AGAIN > e->minute;
    if (b->type == SP_EVENT_MARCH_BEGINS || b->type == SP_EVENT_CAMPED) return false;
  }
  return false;
}

static void tell_together(sp_teller *t, size_t i, sp_prose *out) {
  if (no_news(t, i)) return;
  size_t end = t->log->events.count < i + LOOK_AHEAD ? t->log->events.count : i + LOOK_AHEAD;
  for (size_t k = i + 1; k < end && event_at(t, k)->minute <= event_at(t, i)->minute + WINDOW_SAME; k++)
    if (event_at(t, k)->type == event_at(t, i)->type && no_news(t, k)) t->told[k] = 1;
  sp_gathered g = sp_gather(t, i, WINDOW_SAME, same_cause);
  sp_slots s;
  char stem[SP_STEM + 8], items[SP_LIST_MAX][SP_PHRASE];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  if (g.count > 1) {
    size_t used = 0;
    for (size_t k = 0; k < g.listed; k++) {
      bool again = false;
      for (size_t j = 0; j < k; j++)
        if (event_at(t, g.index[j])->subject == event_at(t, g.index[k])->subject) again = true;
      if (!again) sp_phrase_who(t, event_at(t, g.index[k])->subject, items[used++]);
    }
    sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, g.count - g.listed);
    if (used > 1) snprintf(stem + strlen(stem), sizeof stem - strlen(stem), ".many");
  }
  sp_tell_stem(t, i, stem, &s, out);
}

/* At a crossing the crossing itself is told, or the wait before it. */
static bool is_crossed_there(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  bool head = e->type == SP_EVENT_HEAD_PASSES;
  for (size_t k = i, left = LOOK_AHEAD; k-- > 0 && left > 0 && event_at(t, k)->minute >= e->minute - WINDOW_MOMENT; left--) {
    const sp_event *b = event_at(t, k);
    if (b->subject == e->subject && b->node == e->node && b->type == (head ? SP_EVENT_CROSSING_BEGINS : SP_EVENT_CROSSING_ENDS)) return true;
  }
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= e->minute + WINDOW_MOMENT; k++) {
    const sp_event *b = event_at(t, k);
    if (b->subject == e->subject && b->node == e->node && (b->type == (head ? SP_EVENT_CROSSING_BEGINS : SP_EVENT_CROSSING_ENDS) || (head && b->type == SP_EVENT_QUEUE_BEGINS))) return true;
  }
  return false;
}

/* Head and tail of one column at one place in one sentence: the passage is the news. The tail's event, or -1. */
static int64_t tail_of_passage(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  if (e->type != SP_EVENT_HEAD_PASSES) return -1;
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= e->minute + LONGEST_PASSAGE; k++) {
    const sp_event *b = event_at(t, k);
    if (b->subject != e->subject) continue;
    if (b->type == SP_EVENT_BREAKS || b->type == SP_EVENT_REVERSED || b->type == SP_EVENT_CAMPED || b->type == SP_EVENT_DETACHED) return -1;
    if (b->type == SP_EVENT_TAIL_PASSES && b->node == e->node) return t->told[k] ? -1 : (int64_t)k;
  }
  return -1;
}

static void tell_passage(sp_teller *t, size_t i, size_t tail, sp_slots *s, char stem[SP_STEM + 8]) {
  double minutes = (double)(event_at(t, tail)->minute - event_at(t, i)->minute);
  t->told[tail] = 1;
  sp_say_duration(t->lang, minutes, s->time);
  sp_say_clock(t->lang, event_at(t, tail)->minute, s->clock);
  snprintf(stem, SP_STEM + 8, "event.head_passes.%s", minutes >= WORTH_TELLING ? "whole" : "short");
}

/* Who has turned about and comes by again is told of once more. */
static bool at_another_place(const sp_event *first, const sp_event *other) { return first->subject == other->subject && first->node != other->node; }

/* Places passed by one head within the hour. */
static void tell_passes(sp_teller *t, size_t i, sp_prose *out) {
  if (is_crossed_there(t, i)) return;
  size_t end = t->log->events.count < i + LOOK_AHEAD ? t->log->events.count : i + LOOK_AHEAD;
  for (size_t k = i + 1; k < end && event_at(t, k)->minute <= event_at(t, i)->minute + WINDOW_HOUR; k++)
    if (event_at(t, k)->type == event_at(t, i)->type && event_at(t, k)->subject == event_at(t, i)->subject && is_crossed_there(t, k)) t->told[k] = 1;
  sp_gathered g = sp_gather(t, i, WINDOW_HOUR, at_another_place);
  sp_slots s;
  char stem[SP_STEM + 8], items[SP_LIST_MAX][SP_PHRASE], clock[SP_SAY];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  size_t used = 0;
  const char *named = "";
  for (size_t k = 0; k < g.listed; k++) {
    const char *place = sp_story_text(t->log, t->log->events.data[g.index[k]].place[t->lang]);
    if (strcmp(place, named) == 0) continue; /* two spots of one name */
    named = place;
    sp_say_clock(t->lang, event_at(t, g.index[k])->minute, clock);
    const char *args[] = {"place", place, "clock", clock, NULL};
    sp_text(t->lang, used == 0 ? "story.place_now" : "story.place_at", args, items[used], SP_PHRASE);
    used++;
  }
  if (used > 1) {
    sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, g.count - g.listed);
    snprintf(stem, sizeof stem, "event.%s.many", sp_event_name((sp_event_type)event_at(t, i)->type));
  } else {
    int64_t tail = tail_of_passage(t, i);
    if (tail >= 0) tell_passage(t, i, (size_t)tail, &s, stem);
  }
  sp_tell_stem(t, i, stem, &s, out);
}

/* Those with most men by name, the others by their number. */
static int64_t leave_out_the_few(sp_key *who, int64_t *men, size_t *used) {
  int64_t others = 0;
  for (size_t n = 1; n < *used; n++) {
    sp_key key = who[n];
    int64_t count = men[n];
    size_t m = n;
    for (; m > 0 && men[m - 1] < count; m--) who[m] = who[m - 1], men[m] = men[m - 1];
    who[m] = key;
    men[m] = count;
  }
  for (; *used > NAMED_BODIES + 1; (*used)--) others += men[*used - 1];
  return others;
}

void sp_tell_by_body(sp_teller *t, size_t i, int32_t minutes, sp_alike *alike, int64_t few, sp_prose *out, sp_minute *minute) {
  sp_key who[SP_LIST_MAX];
  int64_t men[SP_LIST_MAX], total = 0, others = 0;
  size_t used = 0, end = t->log->events.count < i + LOOK_AHEAD ? t->log->events.count : i + LOOK_AHEAD;
  char items[SP_LIST_MAX][SP_PHRASE], name[SP_PHRASE], number[SP_SAY], stem[SP_STEM];
  const sp_event *first = event_at(t, i);
  for (size_t k = i; k < end && event_at(t, k)->minute <= first->minute + minutes; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != first->type || t->told[k] || t->rests[k] != t->rests[i] || !alike(first, e)) continue;
    t->told[k] = 1;
    *minute = e->minute;
    total += e->a;
    size_t at = 0;
    while (at < used && who[at] != e->subject) at++;
    if (at == used && used < SP_LIST_MAX) {
      who[used] = e->subject;
      men[used++] = 0;
    }
    if (at < used) men[at] += e->a;
    else others += e->a;
  }
  if (total < few) return;
  others += leave_out_the_few(who, men, &used);
  sp_slots s;
  sp_slots_of(t, i, &s);
  for (size_t k = 0; k < used; k++) {
    sp_phrase_who(t, who[k], name);
    sp_say_count(t->lang, men[k], number);
    const char *args[] = {"n", number, "who", name, NULL};
    sp_text(t->lang, "story.men_of", args, items[k], SP_PHRASE);
  }
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, (size_t)others);
  sp_say_count(t->lang, total, s.n);
  sp_stem_of(t, i, stem);
  if (t->rests[i]) snprintf(stem, sizeof stem, "event.%s.camp", sp_event_name((sp_event_type)first->type));
  sp_tell_stem(t, i, stem, &s, out);
}

void sp_tell_men_of(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  bool road = event_at(t, i)->type == SP_EVENT_STRAGGLERS || event_at(t, i)->type == SP_EVENT_STRAGGLERS_BACK;
  sp_tell_by_body(t, i, WINDOW_STRAGGLE, same_side, road ? FEW_MEN : 0, out, minute); /* the register has the few; a story does not stop for three men */
}

/* ---- the same again */

/* Follows the chain of events of the same type and pair while the pauses are no longer than `pause`. */
static size_t swallow(sp_teller *t, size_t i, int32_t pause, sp_minute *last) {
  size_t count = 1;
  *last = event_at(t, i)->minute;
  t->told[i] = 1;
  for (int32_t k = t->next[i]; k >= 0; k = t->next[k]) {
    const sp_event *e = event_at(t, (size_t)k);
    if (e->minute > *last + pause) break;
    if (e->object != event_at(t, i)->object || t->told[k]) continue;
    t->told[k] = 1;
    *last = e->minute;
    count++;
  }
  return count;
}

/* Two that meet, or part, are one event: what the other side would say of it is not said again. */
static void swallow_other_side(sp_teller *t, size_t i) {
  const sp_event *first = event_at(t, i);
  if (first->type != SP_EVENT_CONTACT && first->type != SP_EVENT_CONTACT_ENDS) return;
  size_t end = t->log->events.count < i + LOOK_AHEAD ? t->log->events.count : i + LOOK_AHEAD;
  for (size_t k = i + 1; k < end && event_at(t, k)->minute <= first->minute + WINDOW_HOUR; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type == first->type && e->subject == first->object && e->object == first->subject) t->told[k] = 1;
  }
}

static void tell_once(sp_teller *t, size_t i, int32_t pause, bool timed, sp_prose *out) {
  swallow_other_side(t, i);
  sp_minute last;
  size_t count = swallow(t, i, pause, &last);
  sp_slots s;
  char stem[SP_STEM + 8];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  if (timed && count > 1) {
    snprintf(stem + strlen(stem), sizeof stem - strlen(stem), ".long");
    sp_say_duration(t->lang, (double)(last - event_at(t, i)->minute), s.time);
    sp_say_clock(t->lang, last, s.clock);
  }
  sp_tell_stem(t, i, stem, &s, out);
}

static bool same_front(const sp_event *first, const sp_event *other) { return first->object == other->object; }

/* A jam: three or more behind one within the hour are one sentence. */
static void tell_blocked(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *first = event_at(t, i);
  sp_key who[3] = {0};
  size_t used = 0;
  for (size_t k = i; k < t->log->events.count && used < 3 && event_at(t, k)->minute <= first->minute + WINDOW_HOUR; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != SP_EVENT_BLOCKED || e->object != first->object || t->told[k] || e->subject == who[0] || e->subject == who[1]) continue;
    who[used++] = e->subject;
  }
  if (used < 3) {
    tell_once(t, i, WINDOW_HOUR, true, out);
    return;
  }
  sp_gathered g = sp_gather(t, i, WINDOW_HOUR, same_front);
  sp_slots s;
  sp_slots_of(t, i, &s);
  (void)sp_list_bodies(t, &g, &s);
  sp_tell_stem(t, i, "event.blocked.many", &s, out);
}

/* Two armies that come into sight of each other: one sentence for each side and a quarter of an hour, each body named once. */
static void tell_sighted(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_SIGHT, same_side);
  char items[SP_LIST_MAX][SP_PHRASE];
  size_t used = 0;
  bool one_eye = true;
  sp_slots s;
  for (size_t k = 1; k < g.listed; k++) one_eye = one_eye && event_at(t, g.index[k])->subject == event_at(t, i)->subject;
  for (size_t k = 0; k < g.listed; k++) {
    sp_slots one;
    bool again = false; /* who saw it first speaks of it */
    for (size_t j = 0; j < k; j++) again = again || event_at(t, g.index[j])->object == event_at(t, g.index[k])->object;
    if (again) continue;
    sp_slots_of(t, g.index[k], &one);
    const char *args[] = {"who", one.who, "whom", one.whom, "n", one.n, "length", one.length, NULL};
    sp_text(t->lang, one_eye ? "story.sight_alone" : "story.sight", args, items[used++], SP_PHRASE);
  }
  for (size_t k = 0; k < g.listed; k++) { /* of the same two bodies no more for a while */
    sp_minute last;
    (void)swallow(t, g.index[k], WINDOW_AGAIN, &last);
  }
  sp_slots_of(t, i, &s);
  if (used > 1) sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])items, used);
  sp_tell_stem(t, i, used <= 1 ? "event.sighted" : one_eye ? "event.sighted.several" : "event.sighted.many", &s, out);
}

/* ---- the switch of the story */

void sp_tell(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  if (t->told[i]) return;
  *minute = event_at(t, i)->minute;
  if (sp_tell_health(t, i, out, minute) || sp_tell_munition(t, i, out) || sp_tell_repute(t, i, out) || sp_tell_phase(t, i, out) || sp_tell_battle(t, i, out, minute) || sp_tell_supply(t, i, out, minute) || sp_tell_siege(t, i, out, minute) || sp_tell_papers(t, i, out, minute)) {
    t->told[i] = 1;
    return;
  }
  switch ((sp_event_type)event_at(t, i)->type) {
  case SP_EVENT_RAIN_BEGINS:
  case SP_EVENT_RAIN_HEAVY:
  case SP_EVENT_RAIN_EASES:
  case SP_EVENT_RAIN_ENDS:
  case SP_EVENT_MUD:
  case SP_EVENT_MUD_DRIES: tell_sky(t, i, out); break;
  case SP_EVENT_FORD_CLOSED:
  case SP_EVENT_FORD_OPEN: tell_ford(t, i, out); break;
  case SP_EVENT_ICE_BEARS:
  case SP_EVENT_ICE_FAILS:
  case SP_EVENT_ICE_SHUTS:
  case SP_EVENT_ICE_CLEARS: tell_ice(t, i, out); break;
  case SP_EVENT_ORDER_GIVEN: tell_order(t, i, out); break;
  case SP_EVENT_TAIL_LEAVES:
  case SP_EVENT_TAIL_ARRIVES: tell_tail(t, i, out); break;
  case SP_EVENT_HALTED:
  case SP_EVENT_CAMPED:
  case SP_EVENT_LONG_HALT:
  case SP_EVENT_ASSEMBLING: tell_together(t, i, out); break;
  case SP_EVENT_HEAD_PASSES:
  case SP_EVENT_TAIL_PASSES: tell_passes(t, i, out); break;
  case SP_EVENT_STRAGGLERS:
  case SP_EVENT_STRAGGLERS_BACK: sp_tell_men_of(t, i, out, minute); break;
  case SP_EVENT_BLOCKED: tell_blocked(t, i, out); break;
  case SP_EVENT_SIGHTED: tell_sighted(t, i, out); break;
  case SP_EVENT_LOST_SIGHT:
  case SP_EVENT_CONTACT:
  case SP_EVENT_CONTACT_ENDS:
  case SP_EVENT_NO_WAY:
  case SP_EVENT_STANDING: tell_once(t, i, WINDOW_AGAIN, false, out); break;
  default: sp_tell_plain(t, i, out);
  }
  t->told[i] = 1;
}

/* ---- opening and closing */

/* Next event of the same type and subject: one slot of a hash per pair, holding the latest seen from the end. */
static bool link_events(sp_teller *t) {
  size_t count = t->log->events.count, size = 64;
  while (size < count * 2) size *= 2;
  int32_t *slot = malloc(size * sizeof *slot);
  if (!slot) return false;
  for (size_t i = 0; i < size; i++) slot[i] = -1;
  for (size_t i = count; i-- > 0;) {
    const sp_event *e = event_at(t, i);
    uint64_t mixed = (e->subject ^ ((uint64_t)e->type << 56)) * 0x9E3779B97F4A7C15U;
    size_t at = (size_t)(mixed >> 20) & (size - 1);
    while (slot[at] >= 0 && (event_at(t, (size_t)slot[at])->subject != e->subject || event_at(t, (size_t)slot[at])->type != e->type))
      at = (at + 1) & (size - 1);
    t->next[i] = slot[at];
    slot[at] = (int32_t)i;
  }
  free(slot);
  return true;
}

static bool is_on_its_way(sp_event_type type) {
  return type == SP_EVENT_MARCH_BEGINS || type == SP_EVENT_HEAD_PASSES || type == SP_EVENT_CROSSING_BEGINS || type == SP_EVENT_BATTLE_JOINED || type == SP_EVENT_BREAKS || type == SP_EVENT_PURSUES || type == SP_EVENT_CATCHES;
}

/* Who has lain in camp for three hours: his stragglers are no men of the roadside. */
static bool follow_rest(sp_teller *t) {
  sp_minute *since = calloc(t->log->names.count + 1, sizeof *since); /* at rest since; INT64_MAX: on the road */
  for (size_t i = 0; since && i < t->log->events.count; i++) {
    const sp_event *e = event_at(t, i);
    bool sets_out = is_on_its_way((sp_event_type)e->type), rests = e->type == SP_EVENT_CAMPED || e->type == SP_EVENT_TAIL_ARRIVES || e->type == SP_EVENT_HALTED;
    if (!sets_out && !rests && e->type != SP_EVENT_STRAGGLERS) continue;
    const sp_logged_name *name = sp_story_name_of(t->log, e->subject);
    if (!name) continue;
    size_t n = (size_t)(name - t->log->names.data);
    if (sets_out) since[n] = INT64_MAX;
    else if (rests && since[n] == INT64_MAX) since[n] = e->minute;
    else if (!rests) t->rests[i] = since[n] < e->minute - WINDOW_STRAGGLE;
  }
  free(since);
  return since != NULL;
}

sp_status sp_teller_open(sp_teller *t, const sp_story *log, const sp_constants *constants, sp_lang lang) {
  size_t events = log->events.count;
  *t = (sp_teller){.log = log, .constants = constants ? constants : sp_constants_default(), .lang = lang};
  if (events > INT32_MAX) return SP_LIMIT;
  t->told = calloc(events + 1, 1);
  t->next = calloc(events + 1, sizeof *t->next);
  t->ordered = calloc(log->messages.count + 1, 1);
  t->introduced = calloc(log->names.count + 1, 1);
  t->led = calloc(log->names.count + 1, sizeof *t->led);
  t->busy = calloc(events + 1, 1);
  t->rests = calloc(events + 1, 1);
  t->fight = calloc(events + 1, sizeof *t->fight);
  if (!t->told || !t->next || !t->ordered || !t->introduced || !t->led || !t->busy || !t->rests || !t->fight || !link_events(t) || !sp_follow_fights(t) || !follow_rest(t)) {
    sp_teller_close(t);
    return SP_NO_MEMORY;
  }
  for (size_t i = 0; i < events; i++) {
    const sp_logged_event *event = &log->events.data[i];
    if (event->e.type == SP_EVENT_ORDER_GIVEN && event->message >= 0) t->ordered[event->message] = 1;
  }
  return SP_OK;
}

void sp_teller_close(sp_teller *t) {
  free(t->told);
  free(t->next);
  free(t->ordered);
  free(t->introduced);
  free(t->led);
  free(t->busy);
  free(t->rests);
  free(t->fight);
  *t = (sp_teller){0};
}
