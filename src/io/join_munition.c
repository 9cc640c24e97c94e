/* join_munition.c - powder and grenades told: drawn, issued, lost, blown up, tried, judged, complained of.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>

enum { SOUND_FROM = 90, MIDDLING_FROM = 75, STRONG_FROM = 115 }; /* hundredths of sound powder, as judged */

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

/* Powder by the weights of the reader: kilograms, or jin. */
static int64_t weighed(const sp_teller *t, int64_t kg) { return sp_weight_in(t->lang, kg); }

static void tell(sp_teller *t, size_t i, const char *sub, sp_slots *s, sp_prose *out) {
  char stem[SP_STEM * 2];
  snprintf(stem, sizeof stem, "event.%s%s", sp_event_name((sp_event_type)event_at(t, i)->type), sub);
  sp_tell_stem(t, i, stem, s, out);
}

static void tell_powder(sp_teller *t, size_t i, const char *sub, sp_prose *out) {
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, weighed(t, event_at(t, i)->a), s.n);
  tell(t, i, sub, &s, out);
}

const char *sp_munition_stem(const sp_event *e) {
  switch ((sp_event_type)e->type) {
  case SP_EVENT_MUNITIONS_DRAWN:
  case SP_EVENT_MUNITIONS_UNLOADED:
  case SP_EVENT_MUNITIONS_HANDED: return e->b == 0 ? "powder" : "grenades";
  case SP_EVENT_POWDER_LOOKED: return e->a >= STRONG_FROM ? "strong" : e->a >= SOUND_FROM ? "sound" : e->a >= MIDDLING_FROM ? "middling" : "weak";
  default: return NULL;
  }
}

static void tell_kind(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  sp_slots s;
  sp_slots_of(t, i, &s);
  if (e->b == 0) sp_say_count(t->lang, weighed(t, e->a), s.n);
  tell(t, i, e->b == 0 ? ".powder" : ".grenades", &s, out);
}

static void counted(const sp_teller *t, const char *id, int64_t n, char *out) {
  char number[SP_SAY];
  sp_say_count(t->lang, n, number);
  const char *args[] = {"n", number, NULL};
  (void)sp_text(t->lang, id, args, out, SP_PHRASE);
}

/* "1,200 kg of powder and 300 grenades" */
static void list_both(sp_teller *t, sp_slots *s, int64_t kg, int64_t grenades) {
  char part[2][SP_PHRASE];
  size_t used = 0;
  if (kg > 0) counted(t, "story.munition.powder", weighed(t, kg), part[used++]);
  if (grenades > 0) counted(t, grenades == 1 ? "story.munition.grenades_one" : "story.munition.grenades", grenades, part[used++]);
  sp_list_into(t, s, (const char (*)[SP_PHRASE])part, used, 0);
}

static void tell_both(sp_teller *t, size_t i, int32_t grenades, const char *sub, sp_prose *out) {
  sp_slots s;
  sp_slots_of(t, i, &s);
  list_both(t, &s, event_at(t, i)->a, grenades);
  tell(t, i, sub, &s, out);
}

static void tell_tried(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, e->c, s.depth);
  sp_say_count(t->lang, (int64_t)(e->value + 0.5), s.limit);
  tell(t, i, e->b == 0 ? ".none" : "", &s, out);
}

static void tell_looked(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  char sub[SP_STEM];
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, e->b, s.depth);
  sp_say_count(t->lang, e->c, s.limit);
  snprintf(sub, sizeof sub, ".%s%s", sp_munition_stem(e), e->object ? ".by" : "");
  tell(t, i, sub, &s, out);
}

bool sp_tell_munition(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  sp_slots s;
  switch ((sp_event_type)e->type) {
  case SP_EVENT_ISSUED: tell_powder(t, i, e->object ? ".from" : "", out); return true;
  case SP_EVENT_MUNITIONS_LEFT: tell_powder(t, i, "", out); return true;
  case SP_EVENT_MUNITIONS_LOST: tell_powder(t, i, e->object ? ".by" : "", out); return true;
  case SP_EVENT_MUNITIONS_DRAWN:
  case SP_EVENT_MUNITIONS_UNLOADED:
  case SP_EVENT_MUNITIONS_HANDED: tell_kind(t, i, out); return true;
  case SP_EVENT_MAGAZINE_TAKEN: tell_both(t, i, e->b, e->object ? ".by" : "", out); return true;
  case SP_EVENT_MAGAZINE_BLOWS: tell_both(t, i, e->c, e->b > 0 ? ".dead" : "", out); return true;
  case SP_EVENT_TRIED: tell_tried(t, i, out); return true;
  case SP_EVENT_POWDER_LOOKED: tell_looked(t, i, out); return true;
  case SP_EVENT_REFUSES:
    sp_slots_of(t, i, &s);
    tell(t, i, !e->object ? "" : e->b > 0 ? ".lot" : ".depot", &s, out);
    return true;
  case SP_EVENT_COMPLAINS: /* the word that carries it is told by itself */
    sp_slots_of(t, i, &s);
    if (!e->object) tell(t, i, "", &s, out);
    return true;
  case SP_EVENT_GRENADES:
    if (e->c <= 0) return false;
    sp_slots_of(t, i, &s);
    sp_say_count(t->lang, e->c, s.limit);
    tell(t, i, e->c == 1 ? ".burst_one" : ".burst_some", &s, out);
    return true;
  default: return false;
  }
}
