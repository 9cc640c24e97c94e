/* join_siege.c - parties that strike and ride off: one strike is a sentence, a day of them is one too.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>

enum { A_NIGHT_MIN = 6 * 60 };

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

/* "19 men", "one man", "nobody". */
static void say_men(const sp_teller *t, const char *family, int64_t n, char out[SP_SAY]) {
  char number[SP_SAY], id[SP_STEM];
  sp_say_count(t->lang, n, number);
  snprintf(id, sizeof id, "%s.%s", family, n == 0 ? "none" : n == 1 ? "one" : "many");
  (void)sp_text(t->lang, id, (const char *[]){"n", number, NULL}, out, SP_SAY);
}

/* Strikes of one party on one body with less than a night between them. */
static void tell_harassed(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  static const char *const parts[] = {"", ".flank", ".foragers", ".camp"};
  const sp_event *first = event_at(t, i);
  sp_minute last = first->minute;
  int64_t hit = first->a, own = first->b;
  int32_t times = 1;
  double held = first->value;
  for (int32_t k = t->next[i]; k >= 0 && event_at(t, (size_t)k)->minute <= last + A_NIGHT_MIN; k = t->next[k]) {
    const sp_event *e = event_at(t, (size_t)k);
    if (e->object != first->object) continue;
    t->told[k] = 1;
    last = e->minute;
    hit += e->a;
    own += e->b;
    held += e->value;
    times++;
  }
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  say_men(t, "story.struck", hit, s.n);
  say_men(t, "story.riders", own, s.m);
  if (times == 1) snprintf(stem, sizeof stem, "event.harasses%s", parts[first->c >= 0 && first->c < 4 ? first->c : 0]);
  else snprintf(stem, sizeof stem, "event.harasses.many%s", held < 1.0 ? ".none" : "");
  sp_say_count(t->lang, times, s.nth);
  sp_say_duration(t->lang, held, s.time);
  sp_say_clock(t->lang, last, s.clock);
  sp_tell_stem(t, i, stem, &s, out);
  (void)minute;
}

bool sp_tell_siege(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  if (event_at(t, i)->type != SP_EVENT_HARASSES) return false;
  tell_harassed(t, i, out, minute);
  return true;
}
