/* join_papers.c - letters told: a rider's way stands with his arrival, reports of one hour are one sentence, and of what is lost
 * again and again the first time and what a week comes to. SPDX-License-Identifier: Apache-2.0 */
#include "io/teller.h"

#include <stdio.h>
#include <string.h>

enum { WINDOW_HOUR = 60, TWO_DAYS = 2880, A_WEEK = 6 * 1440 };

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

/* "the tail at 06:10, the middle at 06:35 and the head at 07:02" */
static bool say_way(sp_teller *t, const sp_message_facts *f, sp_slots *s) {
  static const char *const parts[3] = {"tail", "middle", "head"};
  const sp_minute at[3] = {f->tail, f->middle, f->head};
  int order[3] = {0, 1, 2};
  for (int a = 0; a < 2; a++)
    for (int b = a + 1; b < 3; b++)
      if (at[order[b]] < at[order[a]]) { /* a rider from ahead meets the head first */
        int swap = order[a];
        order[a] = order[b];
        order[b] = swap;
      }
  char items[3][SP_PHRASE], part[SP_PHRASE], clock[SP_SAY];
  size_t used = 0;
  sp_minute first = 0;
  bool apart = false;
  for (int k = 0; k < 3; k++) {
    sp_minute minute = at[order[k]];
    if (minute == 0) continue;
    if (used > 0 && minute != first) apart = true;
    if (used == 0) first = minute;
    sp_phrase_text(t->lang, "part", parts[order[k]], part);
    sp_say_clock(t->lang, minute, clock);
    const char *args[] = {"part", part, "clock", clock, NULL};
    sp_text(t->lang, "story.part_at", args, items[used++], SP_PHRASE);
  }
  if (used < 2 || !apart) return false;
  sp_list_into(t, s, (const char (*)[SP_PHRASE])items, used, 0);
  return true;
}

static void tell_delivered(sp_teller *t, size_t i, sp_prose *out) {
  const sp_logged_event *event = &t->log->events.data[i];
  const sp_message_facts *f = event->message >= 0 ? &t->log->messages.data[event->message].facts : NULL;
  bool ordered = event->message >= 0 && t->ordered[event->message];
  bool near = event->e.value < 1;
  sp_slots s;
  char stem[SP_STEM];
  if (near && ordered) return; /* spoken where both stood: the order has been told */
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  if (near) snprintf(stem, sizeof stem, "event.delivered.near");
  else if (f && f->signal) snprintf(stem, sizeof stem, "event.delivered.heard");
  sp_tell_stem(t, i, stem, &s, out);
  if (!f) return;
  if (say_way(t, f, &s)) sp_tell_stem(t, i, "event.delivered.way", &s, out);
  if (f->acted > f->delivered + 5) {
    sp_say_clock(t->lang, f->acted, s.clock);
    sp_say_duration(t->lang, (double)(f->acted - f->delivered), s.time);
    sp_tell_stem(t, i, "event.delivered.acted", &s, out);
  }
}

static bool is_report(const sp_teller *t, size_t i) {
  const sp_logged_event *event = &t->log->events.data[i];
  int32_t kind = event->message >= 0 ? t->log->messages.data[event->message].facts.kind : event->e.b;
  const char *word = sp_word_for(SP_WORDS_MESSAGE_KIND, kind);
  return word && strcmp(word, "report") == 0;
}

static bool report_alike(const sp_event *first, const sp_event *other) { return first->subject == other->subject && first->b == other->b; }

/* Reports that reach one headquarters within the hour: from whom, and how old the oldest is. */
static void tell_reports(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_HOUR, report_alike);
  char items[SP_LIST_MAX][SP_PHRASE];
  size_t used = 0;
  double oldest = 0;
  sp_slots s;
  for (size_t k = 0; k < g.listed; k++) {
    const sp_event *e = event_at(t, g.index[k]);
    bool again = false;
    for (size_t j = 0; j < k; j++)
      if (event_at(t, g.index[j])->object == e->object) again = true;
    if (e->value > oldest) oldest = e->value;
    if (!again) sp_phrase_who(t, e->object, items[used++]);
  }
  if (oldest < 15) return; /* news from next door */
  sp_slots_of(t, i, &s);
  sp_say_duration(t->lang, oldest, s.time);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, 0);
  sp_tell_stem(t, i, used > 1 ? "event.delivered.reports" : "event.delivered.report", &s, out);
}

static bool same_pair(const sp_event *a, const sp_event *b) {
  return a->type == b->type && ((a->subject == b->subject && a->object == b->object) || (a->subject == b->object && a->object == b->subject));
}

/* Was the same told of the same two not long before? */
static bool goes_on(const sp_teller *t, size_t i) {
  for (size_t k = i; k-- > 0 && event_at(t, k)->minute >= event_at(t, i)->minute - TWO_DAYS;)
    if (same_pair(event_at(t, k), event_at(t, i)) && is_report(t, k)) return true;
  return false;
}

/* Between two who cannot reach each other a report is lost every day: the first is told, then what a week comes to. */
static bool tell_lost_reports(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_event *first = event_at(t, i);
  if (first->type != SP_EVENT_RIDER_LOST || !is_report(t, i) || !goes_on(t, i)) return false;
  sp_minute last = first->minute;
  int64_t count = 1;
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= first->minute + A_WEEK && event_at(t, k)->minute <= last + TWO_DAYS; k++) {
    if (!same_pair(event_at(t, k), first) || !is_report(t, k) || t->told[k]) continue;
    t->told[k] = 1;
    last = event_at(t, k)->minute;
    count++;
  }
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, count, s.n);
  *minute = last;
  sp_tell_stem(t, i, count > 1 ? "event.rider_lost.more" : "event.rider_lost.again", &s, out);
  return true;
}

static void tell_paper(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_logged_event *event = &t->log->events.data[i];
  const sp_message_facts *f = event->message >= 0 ? &t->log->messages.data[event->message].facts : NULL;
  bool ordered = event->message >= 0 && t->ordered[event->message];
  sp_slots s;
  char stem[SP_STEM];
  if (tell_lost_reports(t, i, out, minute)) return;
  switch ((sp_event_type)event->e.type) {
  case SP_EVENT_RIDER_LEAVES:
    if (ordered || is_report(t, i)) return;
    break;
  case SP_EVENT_RIDER_AT_TAIL:
  case SP_EVENT_RIDER_AT_MIDDLE:
  case SP_EVENT_RIDER_AT_HEAD:
    if (f && (f->delivered || f->ended)) return; /* told with his arrival, or his end */
    break;
  case SP_EVENT_ACTED:
    if ((f && f->delivered) || is_report(t, i)) return;
    break;
  case SP_EVENT_RIDER_BACK:
    if (f) return; /* seen in the time line */
    break;
  default: break;
  }
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  sp_tell_stem(t, i, stem, &s, out);
  bool lost = event->e.type == SP_EVENT_RIDER_CAUGHT || event->e.type == SP_EVENT_RIDER_LOST;
  if (lost && f && say_way(t, f, &s)) sp_tell_stem(t, i, "event.delivered.way", &s, out);
}

bool sp_tell_papers(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  switch ((sp_event_type)event_at(t, i)->type) {
  case SP_EVENT_DELIVERED:
    if (is_report(t, i)) tell_reports(t, i, out);
    else tell_delivered(t, i, out);
    return true;
  case SP_EVENT_RIDER_LEAVES:
  case SP_EVENT_RIDER_AT_TAIL:
  case SP_EVENT_RIDER_AT_MIDDLE:
  case SP_EVENT_RIDER_AT_HEAD:
  case SP_EVENT_ACTED:
  case SP_EVENT_RIDER_CAUGHT:
  case SP_EVENT_RIDER_LOST:
  case SP_EVENT_RIDER_BACK: tell_paper(t, i, out, minute); return true;
  default: return false;
  }
}
