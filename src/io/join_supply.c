/* join_supply.c - bread told: who is short, what a day of hunger cost, what became of the stores. And places that
 * change hands: of posts along the road only those taken from an enemy are worth a word.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>
#include <string.h>

enum { SAME_EVENING_MIN = 1, A_DAY_MIN = 1440, A_DAY_AND_MORE_MIN = 1500, SOME_DAYS_MIN = 4 * 1440, A_WEEK_MIN = 6 * 1440, FEW_SHI = 20, A_TRAIN_DAYS = 45 };

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }
static bool same_state(const sp_event *first, const sp_event *other) { return first->side == other->side && first->a == other->a && first->minute == other->minute && !first->object && !other->object; }

/* "the Koreans in the Main column", "the others in the Main column"; a body that eats as one by its own name. */
static void say_larder(const sp_teller *t, sp_key body, sp_key object, char out[SP_PHRASE]) {
  char who[SP_PHRASE], contingent[SP_PHRASE];
  sp_phrase_who(t, body, who);
  if (object && object != body) sp_phrase_who(t, object, contingent);
  bool english = t->lang == SP_LANG_EN && object && object != body;
  const char *plain = english && strncmp(contingent, "The ", 4) == 0 ? contingent + 4 : contingent;
  if (!object) snprintf(out, SP_PHRASE, "%s", who);
  else (void)sp_text(t->lang, object == body ? "story.larder.others" : "story.larder.of", (const char *[]){"who", who, "contingent", object == body ? who : plain, NULL}, out, SP_PHRASE);
}

static void counted(const sp_teller *t, const char *id, int64_t n, char *out, size_t size) {
  char number[SP_SAY], whole[SP_STEM];
  sp_say_count(t->lang, n, number);
  snprintf(whole, sizeof whole, "%s%s", id, n == 1 ? "_one" : "");
  const char *args[] = {"n", number, NULL};
  (void)sp_text(t->lang, whole, args, out, size);
}

/* Bodies of one side that come to the same pass on one evening are one sentence. */
static void tell_state(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, SAME_EVENING_MIN, same_state);
  sp_slots s;
  char stem[SP_STEM], state[SP_STEM + 8];
  sp_slots_of(t, i, &s);
  const sp_event *e = event_at(t, i);
  const char *sub = e->type == SP_EVENT_HUNGRY && e->a > 3 ? ".starving" : e->type == SP_EVENT_BREAD_LOW && e->a == 0 ? ".last" : e->type == SP_EVENT_BREAD_LOW && e->a == 1 ? ".one" : "";
  snprintf(stem, sizeof stem, "event.%s%s", sp_event_name((sp_event_type)e->type), sub);
  snprintf(state, sizeof state, "%s.many", stem);
  if (e->object) say_larder(t, e->subject, e->object, s.who);
  if (sp_list_bodies(t, &g, &s) > 1) sp_tell_stem(t, i, state, &s, out);
  else sp_tell_stem(t, i, stem, &s, out);
}

/* "of the Van 14 dead and 32 gone off". */
static void say_toll(const sp_teller *t, const sp_event *first, const int64_t counts[3], char out[SP_PHRASE]) {
  static const char *const kinds[3] = {"story.toll.dead", "story.toll.gone", "story.toll.beasts"};
  char part[3][SP_PHRASE], who[SP_PHRASE];
  const char *list[3];
  size_t used = 0;
  for (int n = 0; n < 3; n++) {
    if (counts[n] <= 0) continue;
    counted(t, kinds[n], counts[n], part[used], SP_PHRASE);
    list[used] = part[used];
    used++;
  }
  sp_prose joined = {0};
  sp_prose_list(&joined, t->lang, list, used);
  say_larder(t, first->subject, first->object, who);
  const char *args[] = {"who", who, "toll", sp_prose_text(&joined), NULL};
  (void)sp_text(t->lang, "story.toll.of", args, out, SP_PHRASE);
  sp_prose_free(&joined);
}

/* A week of a body's hunger is one sentence on the last day of it; an evening that stands alone has its own. */
static void tell_week(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_event *first = event_at(t, i);
  int64_t counts[3] = {first->a, first->b, first->c};
  int32_t evenings = 1;
  for (int32_t k = t->next[i]; k >= 0; k = t->next[k]) {
    const sp_event *e = event_at(t, (size_t)k);
    if (e->minute > first->minute + A_WEEK_MIN || e->minute > *minute + SOME_DAYS_MIN) break;
    if (e->object != first->object) continue;
    t->told[k] = 1;
    counts[0] += e->a;
    counts[1] += e->b;
    counts[2] += e->c;
    *minute = e->minute;
    evenings++;
  }
  sp_slots s;
  sp_slots_of(t, i, &s);
  char item[1][SP_PHRASE];
  say_toll(t, first, counts, item[0]);
  sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])item, 1);
  sp_say_count(t->lang, (*minute - first->minute) / 1440 + 1, s.m);
  sp_tell_stem(t, i, evenings > 1 ? "event.starves.days" : "event.starves", &s, out);
}

/* Day after day the same: one sentence on the last day of them sums them up. */
static void tell_foraged(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  sp_minute last = event_at(t, i)->minute;
  int64_t shi = event_at(t, i)->a;
  int32_t days = 1;
  for (int32_t k = t->next[i]; k >= 0 && event_at(t, (size_t)k)->minute <= last + A_DAY_AND_MORE_MIN; k = t->next[k]) {
    t->told[k] = 1;
    last = event_at(t, (size_t)k)->minute;
    shi += event_at(t, (size_t)k)->a;
    days++;
  }
  if (shi < FEW_SHI) return;
  *minute = last;
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_say_count(t->lang, shi, s.n);
  sp_say_count(t->lang, days, s.m);
  sp_tell_stem(t, i, days > 1 ? "event.foraged.days" : "event.foraged", &s, out);
}

/* A week of it is one sentence on the last day. */
static void tell_slaughter(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_event *first = event_at(t, i);
  int64_t horses = first->a, draught = first->b, rations = first->c;
  int32_t evenings = 1;
  for (int32_t k = t->next[i]; k >= 0; k = t->next[k]) {
    const sp_event *e = event_at(t, (size_t)k);
    if (e->minute > first->minute + A_WEEK_MIN || e->minute > *minute + SOME_DAYS_MIN) break;
    if (e->object != first->object) continue;
    t->told[k] = 1;
    horses += e->a;
    draught += e->b;
    rations += e->c;
    *minute = e->minute;
    evenings++;
  }
  char part[2][SP_PHRASE];
  size_t used = 0;
  sp_slots s;
  sp_slots_of(t, i, &s);
  say_larder(t, first->subject, first->object, s.who);
  if (horses > 0) counted(t, "story.beasts.horses", horses, part[used++], SP_PHRASE);
  if (draught > 0) counted(t, "story.beasts.draught", draught, part[used++], SP_PHRASE);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])part, used, 0);
  sp_say_count(t->lang, rations, s.n);
  sp_say_count(t->lang, (*minute - first->minute) / 1440 + 1, s.m);
  sp_tell_stem(t, i, evenings > 1 ? "event.slaughters.days" : "event.slaughters", &s, out);
}

static void tell_plain(sp_teller *t, size_t i, const char *sub, sp_prose *out) {
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  snprintf(stem, sizeof stem, "event.%s%s", sp_event_name((sp_event_type)event_at(t, i)->type), sub);
  sp_tell_stem(t, i, stem, &s, out);
}

static bool is_of_place(const sp_event *e, sp_key place) {
  return e->object == place && (e->type == SP_EVENT_PLACE_OCCUPIED || e->type == SP_EVENT_PLACE_LEFT || e->type == SP_EVENT_PLACE_TAKEN);
}

/* A column that goes through holds nothing: who comes and is gone within a day and a night; and a place that has been told to
 * stand empty, and is still nobody else's, is not told so again. */
static bool is_passed_through(const sp_teller *t, size_t i) {
  const sp_event *own = event_at(t, i);
  if (own->type == SP_EVENT_PLACE_OCCUPIED) {
    for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= own->minute + A_DAY_AND_MORE_MIN; k++)
      if (is_of_place(event_at(t, k), own->object)) return event_at(t, k)->type == SP_EVENT_PLACE_LEFT;
    return false;
  }
  for (size_t k = i; k-- > 0;) {
    const sp_event *e = event_at(t, k);
    if (!is_of_place(e, own->object)) continue;
    return e->type == SP_EVENT_PLACE_LEFT || (e->type == SP_EVENT_PLACE_OCCUPIED && own->minute - e->minute <= A_DAY_AND_MORE_MIN);
  }
  return false;
}

/* "the Koreans in it have nothing, the White Banners bread for six days". */
static void tell_unequal(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  sp_slots s;
  sp_slots_of(t, i, &s);
  char plenty[SP_PHRASE] = "";
  const char *name = e->a > 0 && t->log->model ? sp_model_name(t->log->model, SP_ENTITY_CONTINGENT, e->a - 1, t->lang) : NULL;
  if (name && t->lang == SP_LANG_EN) snprintf(plenty, sizeof plenty, "the %s", strncmp(name, "The ", 4) == 0 ? name + 4 : name);
  else if (name) snprintf(plenty, sizeof plenty, "%s", name);
  else (void)sp_text(t->lang, "story.larder.rest", NULL, plenty, sizeof plenty);
  say_larder(t, e->subject, e->object, s.who);
  snprintf(s.whom, sizeof s.whom, "%s", plenty);
  sp_say_count(t->lang, e->b, s.n);
  sp_say_count(t->lang, e->c, s.m);
  sp_tell_stem(t, i, e->c > 1 ? "event.unequal_bread.days" : "event.unequal_bread", &s, out);
}

static void tell_given(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  sp_slots s;
  sp_slots_of(t, i, &s);
  say_larder(t, e->subject, e->object, s.whom);
  sp_say_count(t->lang, e->a, s.n);
  sp_say_count(t->lang, e->b, s.m);
  sp_tell_stem(t, i, "event.gives_bread", &s, out);
}

/* "120 shi of grain and 300 grenades". */
static void tell_goods(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  static const char *const kinds[3] = {"story.goods.grain", "story.goods.powder", "story.goods.grenades"};
  const int32_t counts[3] = {e->a, e->b, e->c};
  char part[3][SP_PHRASE];
  size_t used = 0;
  sp_slots s;
  sp_slots_of(t, i, &s);
  for (int n = 0; n < 3; n++)
    if (counts[n] > 0) counted(t, kinds[n], counts[n], part[used++], SP_PHRASE);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])part, used, 0);
  sp_phrase_side(t, e->side, e->subject, s.side);
  int32_t days = (int32_t)(e->value / 1440.0);
  sp_say_count(t->lang, days, s.n);
  sp_tell_stem(t, i, e->value < A_DAY_MIN ? "event.supplies_arrive" : days == 1 ? "event.supplies_arrive.late_one" : "event.supplies_arrive.late", &s, out);
}

static void tell_delay(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  static const char *const why[] = {"", "", ".shut", ".cut"};
  char stem[SP_STEM];
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_phrase_side(t, e->side, e->subject, s.side);
  sp_say_count(t->lang, (int64_t)(e->value / 1440.0), s.n);
  snprintf(stem, sizeof stem, "event.%s%s", sp_event_name((sp_event_type)e->type), why[e->a >= 1 && e->a <= 3 ? e->a : 1]);
  sp_tell_stem(t, i, stem, &s, out);
}

bool sp_tell_supply(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  const sp_event *e = event_at(t, i);
  switch ((sp_event_type)e->type) {
  case SP_EVENT_BREAD_LOW:
  case SP_EVENT_BREAD_OUT:
  case SP_EVENT_HUNGRY:
  case SP_EVENT_FED_AGAIN: tell_state(t, i, out); return true;
  case SP_EVENT_SUPPLIES_ARRIVE: tell_goods(t, i, out); return true;
  case SP_EVENT_SUPPLIES_LATE:
  case SP_EVENT_SUPPLIES_TURN_BACK: tell_delay(t, i, out); return true;
  case SP_EVENT_UNEQUAL_BREAD: tell_unequal(t, i, out); return true;
  case SP_EVENT_GIVES_BREAD: tell_given(t, i, out); return true;
  case SP_EVENT_SHARES_BREAD: tell_plain(t, i, e->a ? "" : ".apart", out); return true;
  case SP_EVENT_STARVES: tell_week(t, i, out, minute); return true;
  case SP_EVENT_FORAGED: tell_foraged(t, i, out, minute); return true;
  case SP_EVENT_AMBUSH_STRIKES: tell_plain(t, i, e->a < 25 ? "" : e->a < 80 ? ".middle" : ".tail", out); return true;
  case SP_EVENT_PLACE_OCCUPIED:
  case SP_EVENT_PLACE_LEFT:
    if ((e->c == SP_PLACE_CITY || e->c == SP_PLACE_FORT) && !is_passed_through(t, i)) tell_plain(t, i, "", out);
    return true;
  case SP_EVENT_SLAUGHTERS: tell_slaughter(t, i, out, minute); return true;
  case SP_EVENT_GRAIN_LOST:
    if (e->a < FEW_SHI) return true; /* the register has them */
    tell_plain(t, i, e->object ? ".by" : "", out);
    return true;
  case SP_EVENT_DEPOT_BURNS: tell_plain(t, i, e->a > 0 ? "" : ".no_grain", out); return true;
  case SP_EVENT_DEPOT_TAKEN: tell_plain(t, i, e->object ? ".by" : "", out); return true;
  case SP_EVENT_DRAWS: tell_plain(t, i, e->b == 0 ? ".under_a_day" : e->b == 1 ? ".a_day" : e->b > A_TRAIN_DAYS ? ".load" : "", out); return true;
  default: return false;
  }
}
