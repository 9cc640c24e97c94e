/* join_health.c - the wounded, the sick and men found in hiding told: by body over some hours, or a side's toll of the day; a handful is left to the
 * register. SPDX-License-Identifier: Apache-2.0 */
#include "io/teller.h"

#include <stdio.h>

enum { WINDOW_MIN = 240, FEW_LEFT = 10, FEW_FOUND = 10, FEW_SWEPT = 5, FEW_IN = 20, FEW_DEAD = 5, FEW_SICK = 50, FEW_MENDED = 30, FEW_CAPTIVES = 5, TWO_DAYS = 2880, A_WEEK = 6 * 1440 };
#define ONE_FIELD_M 3000.0

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

static bool same_side_and_bed(const sp_event *first, const sp_event *other) { return first->side == other->side && (first->b > 0) == (other->b > 0); }
/* And in one place: a list of bodies has one. */
static bool same_field(const sp_event *first, const sp_event *other) {
  double dx = first->x_m - other->x_m, dy = first->y_m - other->y_m;
  return same_side_and_bed(first, other) && dx * dx + dy * dy <= ONE_FIELD_M * ONE_FIELD_M;
}
static bool same_subject(const sp_event *first, const sp_event *other) { return first->subject == other->subject; }

static void tell_list(sp_teller *t, size_t i, int64_t few, sp_alike *alike, sp_prose *out) {
  sp_minute last = 0; /* it stands where it began */
  sp_tell_by_body(t, i, WINDOW_MIN, alike, few, out, &last);
}

/* Killed in a and taken in b by one body over some hours. */
static void tell_found(sp_teller *t, size_t i, int64_t few, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_MIN, same_subject);
  int64_t killed = 0, taken = 0;
  for (size_t k = 0; k < g.listed; k++) {
    killed += event_at(t, g.index[k])->a;
    taken += event_at(t, g.index[k])->b;
  }
  if (killed + taken < few) return;
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, killed, s.n);
  sp_say_count(t->lang, taken, s.m);
  snprintf(stem, sizeof stem, "event.%s.%s", sp_event_name((sp_event_type)event_at(t, i)->type), killed > 0 && taken > 0 ? "both" : killed > 0 ? "cut" : "taken");
  sp_tell_stem(t, i, stem, &s, out);
}

static bool same_side(const sp_event *first, const sp_event *other) { return first->side == other->side; }

/* The first night after a fight has a sentence of its own; then a week's dead are told on its last day. */
static void tell_deaths(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_event *first = event_at(t, i);
  bool before = false;
  for (size_t k = i; k-- > 0 && event_at(t, k)->minute >= first->minute - TWO_DAYS && !before;) before = event_at(t, k)->type == first->type && event_at(t, k)->side == first->side && event_at(t, k)->a + event_at(t, k)->b >= FEW_DEAD;
  int64_t wounds = first->a, sick = first->b;
  int32_t mornings = 1;
  for (size_t k = i + 1; before && k < t->log->events.count && event_at(t, k)->minute <= first->minute + A_WEEK && event_at(t, k)->minute <= *minute + TWO_DAYS; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != first->type || e->side != first->side || t->told[k]) continue;
    t->told[k] = 1;
    wounds += e->a;
    sick += e->b;
    *minute = e->minute;
    mornings++;
  }
  if (wounds + sick < FEW_DEAD) return;
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, wounds, s.n);
  sp_say_count(t->lang, sick, s.m);
  sp_say_count(t->lang, (*minute - first->minute) / 1440 + 1, s.limit);
  snprintf(stem, sizeof stem, "event.deaths.%s%s", wounds > 0 && sick > 0 ? "both" : wounds > 0 ? "wounds" : "sick", mornings > 1 ? ".days" : "");
  sp_tell_stem(t, i, stem, &s, out);
}

/* A week's dead among the prisoners of one body, on its last day. */
static void tell_captives(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  sp_gathered g = sp_gather(t, i, A_WEEK, same_subject);
  int64_t sick = 0, starved = 0;
  for (size_t k = 0; k < g.listed; k++) {
    const sp_event *e = event_at(t, g.index[k]);
    sick += e->a;
    starved += e->b;
    *minute = e->minute > *minute ? e->minute : *minute;
  }
  if (sick + starved < FEW_CAPTIVES) return;
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, sick, s.n);
  sp_say_count(t->lang, starved, s.m);
  snprintf(stem, sizeof stem, "event.captives_die.%s", sick > 0 && starved > 0 ? "both" : sick > 0 ? "sick" : "hunger");
  sp_tell_stem(t, i, stem, &s, out);
}

bool sp_tell_health(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_event *e = event_at(t, i);
  switch ((sp_event_type)e->type) {
  case SP_EVENT_WOUNDED_LEFT: tell_list(t, i, FEW_LEFT, same_field, out); return true;
  case SP_EVENT_WOUNDED_GATHERED: tell_list(t, i, FEW_IN, same_side_and_bed, out); return true;
  case SP_EVENT_WOUNDED_FOUND: tell_found(t, i, FEW_FOUND, out); return true;
  case SP_EVENT_SWEEPS: tell_found(t, i, FEW_SWEPT, out); return true;
  case SP_EVENT_FALL_SICK: tell_list(t, i, FEW_SICK, same_side_and_bed, out); return true;
  case SP_EVENT_MENDED: sp_tell_by_body(t, i, A_WEEK, same_side, FEW_MENDED, out, minute); return true;
  case SP_EVENT_CAPTIVES_DIE: tell_captives(t, i, out, minute); return true;
  case SP_EVENT_DEATHS: tell_deaths(t, i, out, minute); return true;
  default: return false;
  }
}
