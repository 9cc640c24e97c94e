/* join_battle.c - a battle told hour by hour, not as fifty equal lines.
 *
 * Both sides' order of battle stands with the opening, both sides' fallen in one sentence; what breaks together is told
 * together, what wavers and breaks at once only breaks. Between a body's entry into a fight and its end, and in flight
 * and chase, the march's own small news of it (tails, halts, files) are left out.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_STEP = 5, WINDOW_MOMENT = 15, WINDOW_SHOCK = 45, WINDOW_HOUR = 60, WINDOW_LONG = 180, WINDOW_AGAIN = 120, WINDOW_REST = 30, WORTH_TELLING = 15, WORTH_FIRE = 30, SECTOR_CENTRE = 1, SECTOR_RESERVE = 3, FEW = 20, FEW_PRISONERS = 3, LOOK = 4000 };

static const sp_event *event_at(const sp_teller *t, size_t i) { return &t->log->events.data[i].e; }

static bool same_fight_and_side(const sp_event *first, const sp_event *other) { return first->c == other->c && first->side == other->side; }
static bool same_subject(const sp_event *first, const sp_event *other) { return first->subject == other->subject; }
static bool same_object(const sp_event *first, const sp_event *other) { return first->object == other->object; }
static bool same_side(const sp_event *first, const sp_event *other) { return first->side == other->side; }

/* ---- who is in which fight, in flight, in chase */

typedef struct following {
  uint8_t *busy;     /* by name */
  int32_t *fight;    /* by name: the opening event, index + 1 */
  SP_LOG_LIST(int32_t) opened; /* by row of the engagement: the latest opening, index + 1 */
} following;

static int64_t name_index(const sp_teller *t, sp_key key) {
  const sp_logged_name *name = sp_story_name_of(t->log, key);
  return name ? (int64_t)(name - t->log->names.data) : -1;
}

static bool note_opening(following *f, int32_t row, int32_t index) {
  while (f->opened.count <= (size_t)row) {
    if (!sp_story_grow(&f->opened, sizeof *f->opened.data)) return false;
    f->opened.data[f->opened.count++] = 0;
  }
  f->opened.data[row] = index;
  return true;
}

/* A body may be named before its fight's opening is: events of one minute stand in order of key. */
static bool note_openings_of_minute(const sp_teller *t, size_t i, following *f) {
  for (size_t k = i; k < t->log->events.count && event_at(t, k)->minute == event_at(t, i)->minute; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type == SP_EVENT_BATTLE_BEGINS && e->c >= 0 && e->c < INT32_MAX / 2 && !note_opening(f, e->c, (int32_t)k + 1)) return false;
  }
  return true;
}

static void let_all_go(const sp_teller *t, following *f, int32_t fight) {
  for (size_t n = 0; n < t->log->names.count; n++)
    if (f->fight[n] == fight && f->busy[n] == SP_BUSY_FIGHT) f->busy[n] = SP_BUSY_NO;
}

static void change(const sp_teller *t, const sp_event *e, int64_t n, following *f) {
  int32_t opening = e->c >= 0 && (size_t)e->c < f->opened.count ? f->opened.data[e->c] : 0;
  switch ((sp_event_type)e->type) {
  case SP_EVENT_BATTLE_BEGINS:
  case SP_EVENT_BATTLE_JOINED:
    f->busy[n] = SP_BUSY_FIGHT;
    f->fight[n] = opening;
    break;
  case SP_EVENT_BREAKS: f->busy[n] = SP_BUSY_FLIGHT; break;
  case SP_EVENT_PURSUES: f->busy[n] = SP_BUSY_CHASE; break;
  case SP_EVENT_BATTLE_ENDS: let_all_go(t, f, f->fight[n]); break;
  case SP_EVENT_BREAKS_OFF:
  case SP_EVENT_RALLIES:
  case SP_EVENT_PURSUIT_ENDS: f->busy[n] = SP_BUSY_NO; break;
  default: break;
  }
}

bool sp_follow_fights(sp_teller *t) {
  size_t names = t->log->names.count;
  following f = {.busy = calloc(names + 1, 1), .fight = calloc(names + 1, sizeof *f.fight)};
  bool fine = f.busy && f.fight;
  sp_minute noted = INT64_MIN;
  for (size_t i = 0; fine && i < t->log->events.count; i++) {
    const sp_event *e = event_at(t, i);
    if (e->minute != noted) fine = note_openings_of_minute(t, i, &f);
    noted = e->minute;
    int64_t n = name_index(t, e->subject);
    if (n < 0) continue;
    t->busy[i] = f.busy[n];
    if (e->type == SP_EVENT_BATTLE_ENDS) t->fight[i] = f.fight[n];
    change(t, e, n, &f);
    if (e->type != SP_EVENT_BATTLE_ENDS) t->fight[i] = f.fight[n];
  }
  free(f.busy);
  free(f.fight);
  free(f.opened.data);
  return fine;
}

/* ---- which sentence */

static const char *going_back(const sp_event *e) {
  static const char *const of[2][3] = {{"both", "cut", "taken"}, {"turns_both", "turns_cut", "turns_taken"}};
  return of[e->c != 0][e->a > 0 && e->b > 0 ? 0 : e->a > 0 ? 1 : 2];
}

const char *sp_battle_stem(const sp_event *e) {
  const char *word;
  switch ((sp_event_type)e->type) {
  case SP_EVENT_BATTLE_JOINED: return (word = sp_word_for(SP_WORDS_SECTOR, e->a)) ? word : "centre";
  case SP_EVENT_RESERVE_IN: return (word = sp_word_for(SP_WORDS_SECTOR, e->a)) && e->a < SECTOR_RESERVE ? word : "centre";
  case SP_EVENT_BREAKS: return e->object ? "before" : "alone";
  case SP_EVENT_BATTLE_ENDS: return e->a + e->b <= 0 ? "bloodless" : e->c == 1 ? "attacker" : e->c == 2 ? "defender" : "nobody";
  case SP_EVENT_GOES_BACK: return going_back(e);
  case SP_EVENT_CATCHES: return e->a > 0 && e->b > 0 ? "both" : e->a > 0 ? "cut" : "taken";
  case SP_EVENT_PURSUIT_ENDS: return e->b > 0 && e->c > 0 ? "count" : e->b > 0 ? "cut" : e->c > 0 ? "taken" : "plain";
  case SP_EVENT_LEADER_FALLS: return (word = sp_word_for(SP_WORDS_FATE, e->b)) && e->b > 0 ? word : "missing";
  case SP_EVENT_FLANKED: return e->b == 2 ? "rear" : "flank";
  case SP_EVENT_GRENADES: return e->c > 0 ? "burst" : "plain";
  case SP_EVENT_SMOKE: return 3 * (e->b + e->c) > e->a ? "fails" : e->value > 0.0 ? "enemy" : e->value < 0.0 ? "own" : "between";
  case SP_EVENT_LEADER_FLEES: return e->a < 0 ? "officer" : e->object ? "own" : "all";
  case SP_EVENT_TAKES_OVER: return e->a >= 0 ? "named" : "unnamed";
  case SP_EVENT_GUNS_LOST: return e->object ? "taken" : "left";
  default: return NULL;
  }
}

static void say_in(const sp_teller *t, const char *id, const char *const *args, char out[SP_PHRASE]) { sp_text(t->lang, id, args, out, SP_PHRASE); }

/* One body by itself, or all of them in one sentence under "event.x.many". */
static void tell_bodies(sp_teller *t, size_t i, int32_t minutes, sp_alike *alike, const char *one, const char *many, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, minutes, alike);
  sp_slots s;
  sp_slots_of(t, i, &s);
  size_t used = sp_list_bodies(t, &g, &s);
  sp_tell_stem(t, i, used > 1 ? many : one, &s, out);
}

/* ---- the opening and the ending */

/* "for Ming the Van on the left and the Main body in the centre"; empty when nobody stands there. */
static void say_line(sp_teller *t, const size_t *joined, size_t count, int8_t side, char out[SP_PHRASE]) {
  sp_slots s;
  char items[SP_LIST_MAX][SP_PHRASE], who[SP_PHRASE], id[SP_STEM];
  size_t used = 0, more = 0;
  bool wings = false;
  for (size_t k = 0; k < count; k++) wings = wings || (event_at(t, joined[k])->side == side && (event_at(t, joined[k])->a == 0 || event_at(t, joined[k])->a == 2));
  static const int32_t order[4] = {0, SECTOR_CENTRE, 2, SECTOR_RESERVE};
  for (int o = 0; o < 4; o++)
    for (size_t k = 0; k < count; k++) {
      const sp_event *e = event_at(t, joined[k]);
      if (e->side != side || e->a != order[o]) continue;
      if (used == SP_LIST_MAX) {
        more++;
        continue;
      }
      sp_phrase_who(t, e->subject, who);
      const char *args[] = {"who", who, NULL};
      snprintf(id, sizeof id, "story.sector.%s", sp_word_for(SP_WORDS_SECTOR, e->a));
      if (e->a == SECTOR_CENTRE && !wings) snprintf(items[used++], SP_PHRASE, "%s", who);
      else say_in(t, id, args, items[used++]);
    }
  out[0] = 0;
  if (used == 0) return;
  sp_phrase_side(t, side, event_at(t, joined[0])->subject, who);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, more);
  const char *line[] = {"side", who, "list", s.list, NULL};
  say_in(t, "story.line", line, out);
}

static void tell_begins(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *begins = event_at(t, i);
  size_t joined[64], count = 0, first = i;
  while (first > 0 && event_at(t, first - 1)->minute == begins->minute) first--;
  for (size_t k = first; k < t->log->events.count && event_at(t, k)->minute == begins->minute; k++) {
    const sp_event *e = event_at(t, k);
    if (e->type != SP_EVENT_BATTLE_JOINED || e->c != begins->c || t->told[k] || count == sizeof joined / sizeof *joined) continue;
    t->told[k] = 1;
    joined[count++] = k;
  }
  t->told[i] = 1;
  sp_tell_plain(t, i, out);
  const sp_logged_name *other = sp_story_name_of(t->log, begins->object);
  char lines[2][SP_PHRASE];
  size_t used = 0;
  say_line(t, joined, count, begins->side, lines[used]);
  if (lines[used][0]) used++;
  if (other && other->side != begins->side) say_line(t, joined, count, other->side, lines[used]);
  if (used < 2 && other && other->side != begins->side && lines[used][0]) used++;
  if (used == 0 || count < 2) return;
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])lines, used);
  sp_tell_stem(t, i, "event.battle_begins.line", &s, out);
}

static void tell_joined(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute == e->minute; k++) {
    if (event_at(t, k)->type != SP_EVENT_BATTLE_BEGINS || event_at(t, k)->c != e->c || t->told[k]) continue;
    tell_begins(t, k, out);
    return;
  }
  char stem[SP_STEM];
  sp_stem_of(t, i, stem);
  tell_bodies(t, i, WINDOW_MOMENT, same_fight_and_side, stem, "event.battle_joined.many", out);
}

/* Winner first; who nobody beats, attacker first. */
static void tell_ends(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i), *begins = t->fight[i] > 0 ? event_at(t, (size_t)t->fight[i] - 1) : NULL;
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  if (begins) {
    const sp_logged_name *stood = sp_story_name_of(t->log, begins->object);
    bool kept = e->c == 2;
    sp_phrase_side(t, begins->side, begins->subject, kept ? s.side_whom : s.side);
    sp_phrase_side(t, stood ? stood->side : -1, begins->object, kept ? s.side : s.side_whom);
  }
  if (e->c == 2) {
    sp_say_count(t->lang, e->b, s.n);
    sp_say_count(t->lang, e->a, s.m);
  }
  char *first = e->c == 2 ? s.m : s.n, *second = e->c == 2 ? s.n : s.m;
  if (t->lang == SP_LANG_EN && e->a == 0) snprintf(first, SP_SAY, "none");
  if (t->lang == SP_LANG_EN && e->b == 0) snprintf(second, SP_SAY, "none");
  sp_say_duration(t->lang, 60.0 * e->value, s.time);
  sp_tell_stem(t, i, stem, &s, out);
}

/* ---- blows and losses */

static bool met_before(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  for (size_t k = i, left = LOOK; k-- > 0 && left > 0 && (int64_t)k >= t->fight[i]; left--)
    if (event_at(t, k)->type == SP_EVENT_SHOCK && t->fight[k] == t->fight[i] && event_at(t, k)->subject == e->subject) return true;
  return false;
}

static void tell_shock(sp_teller *t, size_t i, sp_prose *out) {
  bool again = met_before(t, i);
  sp_gathered g = sp_gather(t, i, WINDOW_SHOCK, same_fight_and_side);
  sp_slots s;
  char items[SP_LIST_MAX][SP_PHRASE], who[SP_PHRASE], whom[SP_PHRASE];
  size_t used = 0;
  sp_slots_of(t, i, &s);
  for (size_t k = 0; k < g.listed; k++) {
    const sp_event *e = event_at(t, g.index[k]);
    bool told = false;
    for (size_t j = 0; j < k; j++) told = told || (event_at(t, g.index[j])->subject == e->subject && event_at(t, g.index[j])->object == e->object);
    if (told) continue;
    sp_phrase_who(t, e->subject, who);
    sp_phrase_who(t, e->object, whom);
    const char *args[] = {"who", who, "whom", whom, NULL};
    say_in(t, "story.against", args, items[used++]);
  }
  sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])items, used);
  sp_tell_stem(t, i, used > 1 ? "event.shock.many" : again ? "event.shock.again" : "event.shock", &s, out);
}

static bool same_fight_and_minute(const sp_event *first, const sp_event *other) { return first->c == other->c; }

/* The hour's fallen of both sides; the attacker's first, as the fight has it. */
static void tell_losses(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, 0, same_fight_and_minute);
  int8_t attacker = t->fight[i] > 0 ? event_at(t, (size_t)t->fight[i] - 1)->side : event_at(t, i)->side;
  char items[2][SP_PHRASE], side[SP_PHRASE], n[SP_SAY], m[SP_SAY];
  size_t used = 0;
  int64_t total = 0;
  sp_slots s;
  for (int pass = 0; pass < 2; pass++)
    for (size_t k = 0; k < g.listed && used < 2; k++) {
      const sp_event *e = event_at(t, g.index[k]);
      if ((e->side == attacker) != (pass == 0)) continue;
      total += (int64_t)e->a + e->b;
      sp_phrase_side(t, e->side, e->subject, side);
      sp_say_count(t->lang, e->a, n);
      sp_say_count(t->lang, e->b, m);
      const char *args[] = {"side", side, "n", n, "m", m, NULL};
      say_in(t, e->a > 0 && e->b > 0 ? "story.toll.both" : e->a > 0 ? "story.toll.killed" : "story.toll.wounded", args, items[used++]);
    }
  sp_slots_of(t, i, &s);
  sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])items, used);
  sp_minute began = t->fight[i] > 0 ? event_at(t, (size_t)t->fight[i] - 1)->minute : 0;
  const char *stem = total < FEW ? "event.losses.few" : event_at(t, i)->minute < began + WINDOW_SHOCK ? "event.losses.first" : "event.losses";
  sp_tell_stem(t, i, stem, &s, out);
}

/* The body that suffers most in the hour, where it suffers much: the others are in the hour's sum. */
static void tell_fire(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, 0, same_fight_and_minute);
  size_t most = i;
  for (size_t k = 0; k < g.listed; k++)
    if (event_at(t, g.index[k])->a > event_at(t, most)->a) most = g.index[k];
  if (event_at(t, most)->a >= WORTH_FIRE) sp_tell_plain(t, most, out);
}

/* ---- wavering and breaking */

/* Told a while ago, or about to break: then that is the news. */
static bool wavers_without_news(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  for (size_t k = i, left = LOOK; k-- > 0 && left > 0 && event_at(t, k)->minute >= e->minute - WINDOW_AGAIN; left--)
    if (event_at(t, k)->type == SP_EVENT_WAVERS && event_at(t, k)->subject == e->subject) return true;
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= e->minute + WINDOW_STEP; k++)
    if (event_at(t, k)->type == SP_EVENT_BREAKS && event_at(t, k)->subject == e->subject) return true;
  return false;
}

static bool same_unrest(const sp_event *first, const sp_event *other) { return same_fight_and_side(first, other) && first->a == other->a; }

static void tell_wavers(sp_teller *t, size_t i, sp_prose *out) {
  if (wavers_without_news(t, i)) return;
  for (size_t k = i + 1; k < t->log->events.count && event_at(t, k)->minute <= event_at(t, i)->minute + WINDOW_MOMENT; k++)
    if (event_at(t, k)->type == SP_EVENT_WAVERS && event_at(t, k)->subject != event_at(t, i)->subject && wavers_without_news(t, k)) t->told[k] = 1;
  tell_bodies(t, i, WINDOW_MOMENT, same_unrest, "event.wavers", "event.wavers.many", out);
}

/* The one with a cause of its own first; the others go with it. */
static void tell_breaks(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_STEP, same_fight_and_side);
  size_t first = 0, used = 0;
  while (first < g.listed && strcmp(sp_word_for(SP_WORDS_BREAK_CAUSE, event_at(t, g.index[first])->a) ? sp_word_for(SP_WORDS_BREAK_CAUSE, event_at(t, g.index[first])->a) : "", "neighbour") == 0) first++;
  if (first == g.listed) first = 0;
  sp_slots s;
  char stem[SP_STEM], items[SP_LIST_MAX][SP_PHRASE];
  size_t leads = g.index[first];
  sp_slots_of(t, leads, &s);
  sp_stem_of(t, leads, stem);
  sp_say_count(t->lang, event_at(t, leads)->b, s.n);
  sp_tell_stem(t, leads, stem, &s, out);
  for (size_t k = 0; k < g.listed; k++)
    if (k != first) sp_phrase_who(t, event_at(t, g.index[k])->subject, items[used++]);
  if (used == 0) return;
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, g.count - g.listed);
  sp_tell_stem(t, leads, "event.breaks.many", &s, out);
}

/* The first of a run of equal news about one body; the rest is passed over. */
static bool told_lately(const sp_teller *t, size_t i, int32_t minutes) {
  const sp_event *e = event_at(t, i);
  for (size_t k = i, left = LOOK; k-- > 0 && left > 0 && event_at(t, k)->minute >= e->minute - minutes; left--)
    if (event_at(t, k)->type == e->type && event_at(t, k)->subject == e->subject && event_at(t, k)->object == e->object) return true;
  return false;
}

/* ---- flight */

static void add_counted(const sp_teller *t, const char *word, int64_t n, char items[SP_LIST_MAX][SP_PHRASE], size_t *used) {
  if (n <= 0) return;
  char number[SP_SAY], id[SP_STEM];
  sp_say_count(t->lang, n, number);
  const char *args[] = {"n", number, NULL};
  snprintf(id, sizeof id, "story.%s%s", word, n == 1 ? "_one" : "");
  if (!sp_text_has(t->lang, id)) snprintf(id, sizeof id, "story.%s", word);
  say_in(t, id, args, items[(*used)++]);
}

static void tell_sheds(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_LONG, same_subject);
  int64_t sum[4] = {0};
  for (size_t k = 0; k < g.listed; k++) {
    const sp_event *e = event_at(t, g.index[k]);
    if (e->a >= 1 && e->a <= 3) sum[e->a] += e->b;
  }
  char items[SP_LIST_MAX][SP_PHRASE];
  size_t used = 0;
  add_counted(t, "shed.wheels", sum[1], items, &used);
  add_counted(t, "shed.armour", sum[2], items, &used);
  add_counted(t, "shed.arms", sum[3], items, &used);
  if (used == 0) return;
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, 0);
  sp_tell_stem(t, i, "event.sheds", &s, out);
}

static void tell_guns(sp_teller *t, size_t i, sp_prose *out) {
  char items[SP_LIST_MAX][SP_PHRASE], stem[SP_STEM];
  size_t used = 0;
  sp_slots s;
  add_counted(t, "guns.light", event_at(t, i)->a, items, &used);
  add_counted(t, "guns.heavy", event_at(t, i)->b, items, &used);
  if (used == 0) return;
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  sp_list_into(t, &s, (const char (*)[SP_PHRASE])items, used, 0);
  sp_tell_stem(t, i, stem, &s, out);
}

/* ---- pursuit and prisoners */

static void tell_catches(sp_teller *t, size_t i, sp_prose *out) {
  sp_gathered g = sp_gather(t, i, WINDOW_MOMENT, same_side);
  char items[SP_LIST_MAX][SP_PHRASE], who[SP_PHRASE], n[SP_SAY], m[SP_SAY], id[SP_STEM];
  size_t used = 0;
  sp_event sum[SP_LIST_MAX];
  size_t pursuers = 0;
  for (size_t k = 0; k < g.listed; k++) {
    const sp_event *e = event_at(t, g.index[k]);
    size_t at = 0;
    while (at < pursuers && sum[at].subject != e->subject) at++;
    if (at == pursuers) {
      sum[pursuers++] = *e;
      continue;
    }
    sum[at].a += e->a;
    sum[at].b += e->b;
  }
  sp_slots s;
  sp_slots_of(t, i, &s);
  if (pursuers == 1) {
    sp_say_count(t->lang, sum[0].a, s.n);
    sp_say_count(t->lang, sum[0].b, s.m);
    snprintf(id, sizeof id, "event.catches.%s", sp_battle_stem(&sum[0]));
    sp_tell_stem(t, i, id, &s, out);
    return;
  }
  for (size_t k = 0; k < pursuers; k++) {
    const sp_event *e = &sum[k];
    sp_phrase_who(t, e->subject, who);
    sp_say_count(t->lang, e->a, n);
    sp_say_count(t->lang, e->b, m);
    const char *args[] = {"who", who, "n", n, "m", m, NULL};
    snprintf(id, sizeof id, "story.caught.%s", sp_battle_stem(e));
    say_in(t, id, args, items[used++]);
  }
  sp_clauses_into(t, &s, (const char (*)[SP_PHRASE])items, used);
  sp_tell_stem(t, i, "event.catches.many", &s, out);
}

static void tell_pursuit_ends(sp_teller *t, size_t i, sp_prose *out) {
  const sp_event *e = event_at(t, i);
  const char *why = sp_word_for(SP_WORDS_PURSUIT_END, e->a);
  if (why && strcmp(why, "ordered") == 0 && e->b + e->c == 0) return;
  sp_slots s;
  char stem[SP_STEM];
  sp_slots_of(t, i, &s);
  sp_stem_of(t, i, stem);
  sp_say_count(t->lang, e->b, s.n);
  sp_say_count(t->lang, e->c, s.m);
  sp_tell_stem(t, i, stem, &s, out);
}

/* Men in a of one body over some hours, with the last b. */
static void tell_sum(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  sp_gathered g = sp_gather(t, i, WINDOW_LONG, same_subject);
  int64_t total = 0;
  sp_slots s;
  char stem[SP_STEM];
  for (size_t k = 0; k < g.listed; k++) total += event_at(t, g.index[k])->a;
  if (total < FEW_PRISONERS) return; /* the register has them */
  size_t last = g.index[g.listed - 1];
  *minute = event_at(t, last)->minute;
  sp_slots_of(t, last, &s);
  sp_stem_of(t, last, stem);
  sp_say_count(t->lang, total, s.n);
  sp_tell_stem(t, last, stem, &s, out);
}

/* ---- leaders */

static void tell_leader(sp_teller *t, size_t i, sp_prose *out) {
  int64_t n = name_index(t, event_at(t, i)->subject);
  sp_tell_plain(t, i, out);
  if (n >= 0) t->led[n] = (int32_t)i + 1; /* from here on he is not named as its commander any more */
}

/* ---- the march's news of bodies that fight, flee or chase */

static bool is_small_news(const sp_teller *t, size_t i) {
  bool flees = t->busy[i] == SP_BUSY_FLIGHT;
  switch ((sp_event_type)event_at(t, i)->type) {
  case SP_EVENT_TAIL_LEAVES:
  case SP_EVENT_TAIL_PASSES:
  case SP_EVENT_TAIL_ARRIVES:
  case SP_EVENT_HALTED:
  case SP_EVENT_CONTACT:
  case SP_EVENT_CONTACT_ENDS:
  case SP_EVENT_BLOCKED:
  case SP_EVENT_REVERSED:
  case SP_EVENT_STRAGGLERS:
  case SP_EVENT_LONG_HALT: return true;
  case SP_EVENT_HEAD_PASSES:
  case SP_EVENT_MARCH_BEGINS:
  case SP_EVENT_ASSEMBLING: return t->busy[i] != SP_BUSY_NO;
  case SP_EVENT_HEAD_ARRIVES:
  case SP_EVENT_CAMPED:
  case SP_EVENT_NO_WAY:
  case SP_EVENT_SIGHTED:
  case SP_EVENT_LOST_SIGHT: return flees;
  default: return false;
  }
}

static bool tell_small_news(sp_teller *t, size_t i, sp_prose *out) {
  if (!is_small_news(t, i)) return false;
  int32_t later = t->next[i]; /* it may only have stopped for breath */
  bool runs_on = later >= 0 && t->busy[later] == SP_BUSY_FLIGHT;
  bool ends_flight = t->busy[i] == SP_BUSY_FLIGHT && event_at(t, i)->type == SP_EVENT_TAIL_ARRIVES && t->log->events.data[i].place[t->lang] && !runs_on;
  if (!ends_flight) return true;
  sp_slots s;
  sp_slots_of(t, i, &s);
  sp_tell_stem(t, i, "event.tail_arrives.flight", &s, out);
  return true;
}

/* ---- the switch */

/* Whoever gives up a chase stands still; that needs no order and no second sentence. */
static bool halts_after_chase(const sp_teller *t, size_t i) {
  const sp_event *e = event_at(t, i);
  if (e->type != SP_EVENT_HALTED) return false;
  size_t first = i;
  while (first > 0 && event_at(t, first - 1)->minute >= e->minute - WINDOW_REST) first--;
  for (size_t k = first; k < t->log->events.count && event_at(t, k)->minute <= e->minute + WINDOW_REST; k++)
    if (event_at(t, k)->type == SP_EVENT_PURSUIT_ENDS && event_at(t, k)->subject == e->subject) return true;
  return false;
}

static void tell_deployed(sp_teller *t, size_t i, sp_prose *out) {
  if (event_at(t, i)->value < WORTH_TELLING) return; /* it stood ready */
  tell_bodies(t, i, WINDOW_MOMENT, same_side, "event.deployed", "event.deployed.many", out);
}

bool sp_tell_battle(sp_teller *t, size_t i, sp_prose *out, sp_minute *minute) {
  if (halts_after_chase(t, i)) return true;
  if (t->busy[i] != SP_BUSY_NO && tell_small_news(t, i, out)) return true;
  switch ((sp_event_type)event_at(t, i)->type) {
  case SP_EVENT_BATTLE_BEGINS: tell_begins(t, i, out); return true;
  case SP_EVENT_BATTLE_JOINED: tell_joined(t, i, out); return true;
  case SP_EVENT_BATTLE_ENDS: tell_ends(t, i, out); return true;
  case SP_EVENT_DEPLOYED: tell_deployed(t, i, out); return true;
  case SP_EVENT_SHOCK: tell_shock(t, i, out); return true;
  case SP_EVENT_LOSSES: tell_losses(t, i, out); return true;
  case SP_EVENT_WAVERS: tell_wavers(t, i, out); return true;
  case SP_EVENT_FIRE: tell_fire(t, i, out); return true;
  case SP_EVENT_BREAKS: tell_breaks(t, i, out); return true;
  case SP_EVENT_BREAKS_OFF: tell_bodies(t, i, WINDOW_MOMENT, same_fight_and_side, "event.breaks_off", "event.breaks_off.many", out); return true;
  case SP_EVENT_OUT_OF_POWDER: tell_bodies(t, i, WINDOW_SHOCK, same_side, "event.out_of_powder", "event.out_of_powder.many", out); return true;
  case SP_EVENT_PURSUES: tell_bodies(t, i, WINDOW_MOMENT, same_object, "event.pursues", "event.pursues.many", out); return true;
  case SP_EVENT_RESERVE_STANDS:
  case SP_EVENT_RUN_THROUGH:
    if (!told_lately(t, i, WINDOW_AGAIN)) sp_tell_plain(t, i, out);
    return true;
  case SP_EVENT_SHEDS: tell_sheds(t, i, out); return true;
  case SP_EVENT_GUNS_LOST: tell_guns(t, i, out); return true;
  case SP_EVENT_SCATTERS: sp_tell_men_of(t, i, out, minute); return true;
  case SP_EVENT_CATCHES: tell_catches(t, i, out); return true;
  case SP_EVENT_PURSUIT_ENDS: tell_pursuit_ends(t, i, out); return true;
  case SP_EVENT_PRISONERS:
  case SP_EVENT_ESCAPES: tell_sum(t, i, out, minute); return true;
  case SP_EVENT_LEADER_FALLS:
  case SP_EVENT_LEADER_FLEES:
  case SP_EVENT_TAKES_OVER: tell_leader(t, i, out); return true;
  case SP_EVENT_RALLIES: {
    sp_slots s;
    sp_slots_of(t, i, &s);
    sp_say_duration(t->lang, (double)event_at(t, i)->b, s.time);
    sp_tell_stem(t, i, "event.rallies", &s, out);
    return true;
  }
  default: return false;
  }
}
