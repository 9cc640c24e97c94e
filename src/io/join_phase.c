/* join_phase.c - orders kept for their moment, and the signals for them, told. SPDX-License-Identifier: Apache-2.0 */
#include "io/teller.h"

enum { LATE_MIN = 20 }; /* from the moment to the men's being there: less is not spoken of */

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

const char *sp_phase_stem(const sp_event *e) {
  switch ((sp_event_type)e->type) {
  case SP_EVENT_PHASE_OPENS: return sp_word_for(SP_WORDS_TRIGGER, e->b);
  case SP_EVENT_PHASE_COMES: return e->value > 0.0 && e->object ? "fight" : NULL;
  case SP_EVENT_PHASE_FAILS: return sp_word_for(SP_WORDS_PHASE_CAUSE, e->b);
  case SP_EVENT_SIGNAL_GIVEN: return sp_word_for(SP_WORDS_CALL, e->a);
  case SP_EVENT_SALLY_HARM: return e->b ? "mine" : e->a > 0 ? "guns" : "works";
  case SP_EVENT_MINE_MET: return e->a ? "lost" : "kept";
  case SP_EVENT_MINE_READY: return e->c ? "waits" : NULL;
  case SP_EVENT_MINE_BLOWS: return sp_word_for(SP_WORDS_BLAST, e->a);
  default: return NULL;
  }
}

bool sp_tell_phase(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  if (e->type < SP_EVENT_PHASE_WAITS || e->type > SP_EVENT_SALLY_BACK) return false;
  if (e->type == SP_EVENT_PHASE_ENDS && e->b + e->c == 0) return true;
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  if (e->type == SP_EVENT_PHASE_ENDS) {
    sp_say_count(t->lang, e->b, s.n);
    sp_say_count(t->lang, e->c, s.m);
  }
  if (e->type == SP_EVENT_MINE_MET) {
    sp_say_count(t->lang, e->b, s.n);
    sp_say_count(t->lang, e->c, s.m);
  }
  if (e->type == SP_EVENT_MINE_READY || e->type == SP_EVENT_MINE_NO_POWDER) {
    sp_say_count(t->lang, sp_weight_in(t->lang, e->a), s.n);
    sp_say_count(t->lang, sp_weight_in(t->lang, e->b), s.m);
  }
  if (e->type == SP_EVENT_MINE_BLOWS) sp_say_count(t->lang, e->c, s.n);
  if (e->type == SP_EVENT_SALLY_HARM && !e->b && e->a <= 0) sp_say_count(t->lang, e->c, s.n);
  if (e->type <= SP_EVENT_SIGNAL_GIVEN) s.time[0] = 0;
  if (e->type == SP_EVENT_PHASE_COMES && e->c >= LATE_MIN) {
    char late[SP_SAY];
    sp_say_duration(t->lang, (double)e->c, late);
    const char *args[] = {"time", late, NULL};
    (void)sp_text(t->lang, "story.phase.late", args, s.time, sizeof s.time);
  }
  sp_tell_stem(t, i, stem, &s, out);
  return true;
}
