/* phrase.c - who, where, how much: the values of a sentence's slots; and the choice between its variants.
 *
 * Variants are drawn by a hash of the event, which is no die of the war: the same war is told in the same words.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/teller.h"

#include <stdio.h>
#include <string.h>

#define A_FEW_PACES_M 10.0 /* nearer than that nobody counts */

void sp_phrase_text(sp_lang lang, const char *family, const char *word, char out[SP_PHRASE]) {
  char id[SP_STEM];
  snprintf(id, sizeof id, "story.%s.%s", family, word);
  sp_text(lang, id, NULL, out, SP_PHRASE);
}

void sp_phrase_who(const sp_teller *t, sp_key key, char out[SP_PHRASE]) {
  const sp_logged_name *name = sp_story_name_of(t->log, key);
  const char *text = name ? sp_story_text(t->log, name->name[t->lang]) : "";
  if (!text[0]) {
    sp_phrase_text(t->lang, "who", "unknown", out);
    return;
  }
  /* English units take an article unless they begin with one, or with an owner. */
  size_t word = strcspn(text, " ");
  bool owner = word > 2 && strncmp(text + word - 2, "'s", 2) == 0;
  bool quoted = strncmp(text, "“", 3) == 0;
  bool plain = t->lang == SP_LANG_ZH || quoted || name->side < 0 || owner || strncmp(text, "All ", 4) == 0 || (text[0] >= 'a' && text[0] <= 'z');
  if (plain) snprintf(out, SP_PHRASE, "%s", text);
  else snprintf(out, SP_PHRASE, "the %s", strncmp(text, "The ", 4) == 0 ? text + 4 : text);
}

void sp_phrase_chief(sp_teller *t, sp_key key, char out[SP_PHRASE]) {
  const sp_logged_name *name = sp_story_name_of(t->log, key);
  const char *chief = name ? sp_story_text(t->log, name->chief[t->lang]) : "";
  int32_t led = name ? t->led[name - t->log->names.data] : 0; /* he fell; another leads */
  bool follows = led > 0 && t->log->events.data[led - 1].e.type == SP_EVENT_TAKES_OVER;
  if (led > 0) chief = follows ? sp_story_text(t->log, t->log->events.data[led - 1].text[t->lang]) : "";
  if (!chief[0]) {
    char who[SP_PHRASE];
    sp_phrase_who(t, key, who);
    const char *args[] = {"who", who, NULL};
    sp_text(t->lang, "story.unnamed_chief", args, out, SP_PHRASE);
    return;
  }
  const char *title = sp_story_text(t->log, name->title[t->lang]), *english = sp_story_text(t->log, name->chief[SP_LANG_EN]);
  size_t index = (size_t)(name - t->log->names.data);
  bool described = english[0] >= 'a' && english[0] <= 'z'; /* "the Han general" is a title already */
  bool full = title[0] && !described && !t->introduced[index] && led == 0;
  t->introduced[index] = 1;
  if (!full) snprintf(out, SP_PHRASE, "%s", chief);
  else if (t->lang == SP_LANG_ZH) snprintf(out, SP_PHRASE, "%s%s", title, chief);
  else snprintf(out, SP_PHRASE, "%s (%s)", chief, title);
}

void sp_phrase_side(const sp_teller *t, int32_t side, sp_key body, char out[SP_PHRASE]) {
  const char *name = t->log->model && side >= 0 ? sp_model_name(t->log->model, SP_ENTITY_SIDE, side, t->lang) : NULL;
  if (!name || !name[0]) sp_phrase_who(t, body, out);
  else snprintf(out, SP_PHRASE, "%s%s", strncmp(name, "The ", 4) == 0 ? "the " : "", strncmp(name, "The ", 4) == 0 ? name + 4 : name);
}

const char *sp_phrase_arm(int32_t arm) {
  switch (arm) {
  case SP_ARM_HORSE:
  case SP_ARM_MOUNT:
  case SP_ARM_DRAUGHT: return "horse";
  case SP_ARM_CART:
  case SP_ARM_SHIELD_WAGON:
  case SP_ARM_WAR_WAGON:
  case SP_ARM_BOAT:
  case SP_ARM_LIGHT_GUN:
  case SP_ARM_HEAVY_GUN: return "wheels";
  default: return "foot";
  }
}

const char *sp_phrase_sky(const sp_story *log, sp_minute minute) {
  if (log->sky.count == 0) return NULL;
  /* A sample closes the tick that it describes: the first one after the moment, found by halving. */
  size_t low = 0, high = log->sky.count - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (log->sky.data[middle].minute > minute) high = middle;
    else low = middle + 1;
  }
  const sp_sky *found = &log->sky.data[low];
  if (found->rain_mm_h > 0.05 && found->temperature_c < 0) return "snow";
  if (found->rain_mm_h >= 4) return "pouring";
  if (found->rain_mm_h > 0.05) return found->rain_mm_h >= 1 ? "rain" : "drizzle";
  if (found->fog_m > 0 && found->fog_m < 1000) return "fog";
  return found->cloud > 0.8 ? "overcast" : found->cloud > 0.35 ? "cloudy" : "clear";
}

/* ---- slots */

static void say_force(const sp_teller *t, const sp_event *e, char *out, size_t size) {
  char number[SP_SAY], part[3][SP_PHRASE];
  const char *items[3];
  static const char *const words[3] = {"men", "horses", "wheels"};
  const int32_t counts[3] = {e->a, e->b, e->c};
  size_t used = 0;
  for (int i = 0; i < 3; i++) {
    if (counts[i] <= 0) continue;
    sp_say_count(t->lang, counts[i], number);
    const char *args[] = {"n", number, NULL};
    char id[SP_STEM];
    snprintf(id, sizeof id, "story.force.%s%s", words[i], counts[i] == 1 ? "_one" : "");
    sp_text(t->lang, id, args, part[used], SP_PHRASE);
    items[used] = part[used];
    used++;
  }
  sp_prose list = {0};
  sp_prose_list(&list, t->lang, items, used);
  snprintf(out, size, "%s", sp_prose_text(&list));
  sp_prose_free(&list);
}

static void say_why(const sp_teller *t, const sp_event *e, char out[SP_PHRASE]) {
  const char *family = NULL, *word = NULL;
  switch ((sp_event_type)e->type) {
  case SP_EVENT_HALTED:
  case SP_EVENT_CAMPED:
    family = "halt";
    word = sp_word_for(SP_WORDS_HALT_CAUSE, e->a);
    break;
  case SP_EVENT_ORDER_REFUSED:
    family = "refused";
    word = sp_word_for(SP_WORDS_REFUSAL, e->b);
    break;
  case SP_EVENT_WAVERS:
  case SP_EVENT_BREAKS:
    family = "cause";
    word = sp_word_for(SP_WORDS_BREAK_CAUSE, e->a);
    break;
  case SP_EVENT_DECIDES:
    family = "reason";
    word = sp_word_for(SP_WORDS_TERM, e->b);
    break;
  case SP_EVENT_PURSUIT_ENDS:
    family = "pursuit_end";
    word = sp_word_for(SP_WORDS_PURSUIT_END, e->a);
    break;
  case SP_EVENT_RING:
  case SP_EVENT_RING_BARS:
  case SP_EVENT_RING_SLIPPED: {
    static const char *const octant[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    family = "octant";
    word = e->c >= 1 && e->c <= 8 ? octant[e->c - 1] : NULL;
    break;
  }
  default: break;
  }
  out[0] = 0;
  if (word) sp_phrase_text(t->lang, family, word, out);
}

static void say_paper(const sp_teller *t, const sp_logged_event *event, sp_slots *s) {
  const sp_logged_message *m = event->message >= 0 ? &t->log->messages.data[event->message] : NULL;
  int32_t kind = m ? m->facts.kind : event->e.b;
  const char *word = sp_word_for(SP_WORDS_MESSAGE_KIND, kind);
  s->kind[0] = 0;
  if (word) sp_phrase_text(t->lang, "paper", word, s->kind);
  int32_t serial = m && m->facts.serial > 0 ? m->facts.serial : 1;
  sp_say_ordinal(t->lang, serial, s->nth);
  const char *ask = m ? sp_word_for(SP_WORDS_ASK, m->ask) : NULL;
  if (!s->why[0] && word && strcmp(word, "request") == 0) sp_phrase_text(t->lang, "ask", ask ? ask : "nothing", s->why);
  if (m && !s->text[0]) s->text = sp_story_text(t->log, m->text[t->lang]);
}

static void say_numbers(const sp_teller *t, const sp_logged_event *event, sp_slots *s) {
  const sp_event *e = &event->e;
  bool seen = e->type == SP_EVENT_SIGHTED;
  if (seen) sp_say_about(t->lang, e->a, s->n);
  else sp_say_count(t->lang, e->a, s->n);
  sp_say_count(t->lang, e->type == SP_EVENT_RING_BARS ? (int64_t)(100.0 * e->value + 0.5) : e->b, s->m);
  sp_phrase_side(t, e->side, e->subject, s->side);
  const sp_logged_name *other = sp_story_name_of(t->log, e->object);
  sp_phrase_side(t, other ? other->side : -1, e->object, s->side_whom);
  bool measured = e->type == SP_EVENT_FOLLOWS || e->type == SP_EVENT_WORKS_BEGUN || e->type == SP_EVENT_WORKS_DONE || e->type == SP_EVENT_WORKS_TAKEN;
  sp_say_length(t->lang, measured ? (double)e->a : e->type == SP_EVENT_WORKS_STAGE ? (double)e->c : e->value, s->length);
  if (seen && e->value < A_FEW_PACES_M) sp_text(t->lang, "story.length.paces", NULL, s->length, sizeof s->length);
  sp_say_depth(t->lang, e->value, s->depth);
  bool ice = (e->type >= SP_EVENT_ICE_BEARS && e->type <= SP_EVENT_ICE_BREAKS) || (e->type == SP_EVENT_QUEUE_BEGINS && e->a == 3);
  if (ice && t->lang == SP_LANG_EN) {
    sp_say_fixed(e->value * 100.0, 0, s->depth);
    strcat(s->depth, " cm");
  }
  double minutes = e->type == SP_EVENT_CROSSING_BEGINS ? (double)e->a : e->type == SP_EVENT_MARCH_BEGINS ? event->passing_min : e->value;
  if (e->type >= SP_EVENT_BRIDGE_BEGUN && e->type <= SP_EVENT_BRIDGE_BROKEN) minutes = 60.0 * e->value;
  if (e->type >= SP_EVENT_EMBARKS && e->type <= SP_EVENT_NO_TIMBER) minutes = 60.0 * e->value;
  sp_say_duration(t->lang, minutes, s->time);
  sp_say_clock(t->lang, e->minute, s->clock);
  int32_t arm = e->type == SP_EVENT_FORD_CLOSED || e->type == SP_EVENT_FORD_OPEN ? e->a : event->arm;
  s->arm[0] = s->limit[0] = 0;
  if (arm < 0 || arm >= SP_ARM_COUNT) return;
  sp_phrase_text(t->lang, "arm", sp_phrase_arm(arm), s->arm);
  sp_say_depth(t->lang, sp_calc_ford_limit_m(t->constants, (sp_arm)arm), s->limit);
}

void sp_slots_of(sp_teller *t, size_t index, sp_slots *s) {
  const sp_logged_event *event = &t->log->events.data[index];
  const sp_event *e = &event->e;
  memset(s, 0, sizeof *s);
  sp_phrase_who(t, e->subject, s->who);
  if (e->type == SP_EVENT_FOLLOWS && !e->object) sp_text(t->lang, "order.say.the_enemy", NULL, s->whom, sizeof s->whom);
  else sp_phrase_who(t, e->object, s->whom);
  s->where = sp_story_text(t->log, event->where[t->lang]);
  s->place = sp_story_text(t->log, event->place[t->lang]);
  s->goal = sp_story_text(t->log, event->goal[t->lang]);
  s->text = sp_story_text(t->log, event->text[t->lang]);
  say_numbers(t, event, s);
  say_why(t, e, s->why);
  if (e->type != SP_EVENT_DECIDES) say_paper(t, event, s);
  if (e->type == SP_EVENT_DETACHED) say_force(t, e, s->list, sizeof s->list);
  const char *sky = sp_phrase_sky(t->log, e->minute);
  sp_phrase_text(t->lang, "sky", sky ? sky : "unseen", s->sky);
}

static void bind_slots(sp_teller *t, const sp_event *e, const char *template_id, sp_slots *s) {
  /* Commanders are named only where a sentence does so: a title is spent when it is said. */
  char probe[16 * 1024];
  const char *mark[] = {"chief", "\x01", "chief_whom", "\x02", NULL};
  sp_text(t->lang, template_id, mark, probe, sizeof probe);
  if (strchr(probe, 1)) sp_phrase_chief(t, e->subject, s->chief);
  if (strchr(probe, 2)) sp_phrase_chief(t, e->object, s->chief_whom);
  const char *pairs[] = {"who",   s->who,   "whom",  s->whom,  "chief", s->chief, "chief_whom", s->chief_whom, "list",  s->list,
                         "n",     s->n,     "m",     s->m,     "length", s->length, "depth",    s->depth,      "time",  s->time,
                         "clock", s->clock, "nth",   s->nth,   "limit", s->limit, "arm",        s->arm,        "why",   s->why,
                         "side",  s->side,  "side_whom", s->side_whom,
                         "kind",  s->kind,  "sky",   s->sky,   "where", s->where, "place",      s->place,      "goal",  s->goal};
  _Static_assert(sizeof pairs / sizeof *pairs == 2 * SP_TELLER_SLOTS, "every slot is bound");
  memcpy(s->args, pairs, sizeof pairs);
  s->args[2 * SP_TELLER_SLOTS] = NULL;
}

/* ---- variants */

static uint32_t cosmetic_hash(const sp_event *e) {
  uint64_t h = 0xCBF29CE484222325U;
  const uint64_t parts[4] = {e->type, e->subject, e->object, (uint64_t)e->minute};
  for (int i = 0; i < 4; i++) {
    h ^= parts[i];
    h *= 0x9E3779B97F4A7C15U;
    h ^= h >> 29;
  }
  return (uint32_t)(h >> 32);
}

/* "The men of the Matchlock men", "the column of the Storming column": a name that says it already says it once. */
static void say_it_once(const char *name, sp_prose *sentence) {
  static const struct { const char *phrase, *word; } said[] = {{"the men of ", "men"}, {"the column of ", "column"}, {"the whole column of ", "column"}, {"the foot of ", "foot"}, {" men of ", "men"}};
  for (size_t n = 0; n < sizeof said / sizeof *said; n++) {
    char lead[SP_PHRASE + 32], lower[SP_PHRASE];
    snprintf(lower, sizeof lower, "%s", name);
    for (char *x = lower; *x; x++) *x = *x >= 'A' && *x <= 'Z' ? (char)(*x - 'A' + 'a') : *x;
    const char *word = strstr(lower, said[n].word);
    char next = word ? word[strlen(said[n].word)] : 0;
    bool whole = word && (word == lower || word[-1] == ' ') && (next == 0 || next == ' ' || next == ','); /* "the Last column, 1st detachment" */
    if (!whole) continue;
    bool number = said[n].phrase[0] == ' '; /* "44 men of the Matchlock men": the number stays */
    snprintf(lead, sizeof lead, "%s%s", said[n].phrase + 1, name); /* of "the" and "The" */
    size_t cut = strlen(said[n].phrase) - (number ? strlen(" of ") : 0);
    for (char *at = strstr(sentence->data, lead); at && at > sentence->data; at = strstr(at, lead)) {
      memmove(at - 1, at - 1 + cut, strlen(at - 1 + cut) + 1);
      sentence->length -= cut;
    }
  }
}

/* A body called 后队 has a tail that is called the same. */
static void say_its_tail(sp_prose *sentence) {
  static const char *const said[][2] = {{"后队后队", "后队之尾"}, {"前队前队", "前队之首"}}; /* of one length */
  for (size_t n = 0; n < sizeof said / sizeof *said; n++)
    for (char *at = strstr(sentence->data, said[n][0]); at; at = strstr(at, said[n][0])) memcpy(at, said[n][1], strlen(said[n][1]));
}

/* ---- number */

/* "one are" and "one men have" are "one is" and "one man has", "no are" is "none are": a template is written for many. */
static const struct { const char *many, *one; bool verb; } agreement[] = {
    {"are", "is", true}, {"have", "has", true}, {"were", "was", true}, {"men", "man", false}, {"horses", "horse", false}, {"beasts", "beast", false},
    {"carts", "cart", false}, {"guns", "gun", false}, {"boats", "boat", false}, {"days", "day", false}, {"prisoners", "prisoner", false}, {"grenades", "grenade", false},
};

static const char *singular(const char *word, size_t length, bool *verb) {
  for (size_t n = 0; n < sizeof agreement / sizeof *agreement; n++) {
    if (strlen(agreement[n].many) != length || strncmp(agreement[n].many, word, length) != 0) continue;
    *verb = agreement[n].verb;
    return agreement[n].one;
  }
  return NULL;
}

static bool is_word(const char *at, size_t length, const char *lower, const char *upper) { return length == strlen(lower) && (strncmp(at, lower, length) == 0 || strncmp(at, upper, length) == 0); }

void sp_phrase_agree(sp_prose *sentence) {
  sp_prose out = {0};
  bool one = false;
  for (const char *at = sp_prose_text(sentence); *at;) {
    size_t length = strcspn(at, " "), bare = strcspn(at, " ,.;:");
    const char *next = at + length + strspn(at + length, " ");
    size_t after = strcspn(next, " ,.;:");
    bool verb = false;
    const char *single = one ? singular(at, bare, &verb) : NULL;
    bool none = length == bare && is_word(at, bare, "no", "No") && singular(next, after, &verb) && verb;
    if (single) sp_prose_put(&out, single);
    else if (none) sp_prose_put(&out, *at == 'N' ? "None" : "none");
    else sp_prose_putn(&out, at, bare);
    sp_prose_putn(&out, at + bare, length - bare);
    one = length == bare && (is_word(at, bare, "one", "One") || (one && single && !verb)); /* "one man has" */
    sp_prose_putn(&out, at + length, (size_t)(next - at) - length);
    at = next;
  }
  if (out.failed) {
    sp_prose_free(&out);
    return;
  }
  sp_prose_free(sentence);
  *sentence = out;
}

void sp_tell_stem(sp_teller *t, size_t index, const char *stem, sp_slots *s, sp_prose *out) {
  const sp_event *e = &t->log->events.data[index].e;
  char id[SP_STEM + 8];
  uint32_t count = 0;
  for (;; count++) {
    snprintf(id, sizeof id, "%s.%u", stem, count + 1);
    if (!sp_text_has(t->lang, id)) break;
  }
  if (count == 0) return;
  uint32_t chosen = cosmetic_hash(e) % count;
  if (count > 1 && chosen + 1 == t->last[e->type]) chosen = (chosen + 1) % count;
  t->last[e->type] = (uint8_t)(chosen + 1);
  snprintf(id, sizeof id, "%s.%u", stem, chosen + 1);
  bind_slots(t, e, id, s);
  const char *args[2 * SP_TELLER_SLOTS + 3] = {"text", s->text};
  memcpy(args + 2, s->args, sizeof s->args);
  sp_prose sentence = {0};
  sp_prose_fill(&sentence, t->lang, id, args);
  if (sentence.data && t->lang == SP_LANG_EN) {
    say_it_once(s->who, &sentence);
    say_it_once(s->whom, &sentence);
    sp_phrase_agree(&sentence);
    sp_capitalise(sentence.data);
  } else if (sentence.data) {
    say_its_tail(&sentence);
  }
  if (out->length > 0 && t->lang == SP_LANG_EN) sp_prose_put(out, " ");
  sp_prose_put(out, sp_prose_text(&sentence));
  if (sentence.failed) out->failed = true;
  sp_prose_free(&sentence);
}

/* By a name in quotes, as who sent it off called it. */
static bool is_called(const sp_teller *t, sp_key key) {
  const sp_logged_name *name = sp_story_name_of(t->log, key);
  return name && strncmp(sp_story_text(t->log, name->name[t->lang]), "“", 3) == 0;
}

static const char *by_the_water(const sp_event *e) {
  if (e->type == SP_EVENT_BOATS_RUSHED) return e->b > 0 ? NULL : "all";
  if (e->type == SP_EVENT_BRIDGE_SWEPT) return e->b > 0 ? "some" : e->a == 1 ? "one" : NULL;
  if (e->type != SP_EVENT_BRIDGE_WRECK) return NULL;
  return e->c > 0 ? (e->a > 0 ? "cut" : "parted") : e->a > 0 ? NULL : "none";
}

void sp_stem_of(const sp_teller *t, size_t index, char stem[SP_STEM]) {
  const sp_logged_event *event = &t->log->events.data[index];
  const sp_event *e = &event->e;
  const char *sub = by_the_water(e);
  switch ((sp_event_type)e->type) {
  case SP_EVENT_DETACHED: sub = is_called(t, e->object) ? "called" : NULL; break;
  case SP_EVENT_MUD: sub = e->a >= 2 ? "deep" : "shallow"; break;
  case SP_EVENT_RIDER_LEAVES:
  case SP_EVENT_DELIVERED:
    sub = sp_word_for(SP_WORDS_MESSAGE_KIND, event->message >= 0 ? t->log->messages.data[event->message].facts.kind : e->b);
    if (sub && strcmp(sub, "word") == 0 && (event->message < 0 || !t->log->messages.data[event->message].text[t->lang])) sub = "word_bare";
    break;
  case SP_EVENT_ICE_BEARS:
  case SP_EVENT_ICE_FAILS: sub = e->a == SP_ARM_HEAVY_GUN ? "heavy" : sp_phrase_arm(e->a); break;
  case SP_EVENT_BRIDGE_BEGUN: sub = e->a == 1 ? (e->b > 0 ? "one_boats" : "one_timber") : e->b > 0 ? "boats" : "timber"; break;
  case SP_EVENT_BRIDGE_READY: sub = e->a == 1 ? "one" : NULL; break;
  case SP_EVENT_BREAK_BEGUN: sub = e->a == 1 ? (e->c ? "one_burn" : "one_take") : e->c ? "burn" : "take"; break;
  case SP_EVENT_BRIDGE_BROKEN: sub = e->b > 0 && e->c > 0 ? "both" : e->b > 0 ? "saved" : e->c > 0 ? "lost" : NULL; break;
  case SP_EVENT_EMBARKS:
  case SP_EVENT_SAILS:
  case SP_EVENT_LANDS: sub = e->c == 2 ? "both" : e->c == 1 ? (e->b == 1 ? "one_raft" : "rafts") : e->b == 1 ? "one" : NULL; break;
  case SP_EVENT_STAYS_ASHORE: sub = e->a <= 0 ? "gear" : e->b > 0 ? NULL : "men"; break;
  case SP_EVENT_BOATS_LOST: sub = e->value < 1.0 ? "all" : e->c == 2 ? "both" : e->c == 1 ? (e->b == 1 ? "one_raft" : "rafts") : e->b == 1 ? "one" : NULL; break;
  case SP_EVENT_RAFTS_BEGUN: sub = e->b ? "carts" : NULL; break;
  case SP_EVENT_ICE_BREAKS: sub = e->b <= 0 ? "men" : e->a <= 0 ? "horses" : NULL; break;
  case SP_EVENT_QUEUE_BEGINS: sub = e->a == 4 ? "gone" : e->a == 3 ? "ice" : e->a != 1 ? "column" : event->arm >= 0 ? "water" : "water_any"; break;
  case SP_EVENT_CROSSING_BEGINS: sub = e->a > 0 ? "waited" : "at_once"; break;
  case SP_EVENT_MARCH_BEGINS: sub = !event->goal[t->lang] ? "follow" : event->passing_min >= 20 ? "long" : "short"; break;
  case SP_EVENT_TAIL_PASSES:
  case SP_EVENT_TAIL_ARRIVES: sub = e->value >= 1 ? "timed" : "plain"; break;
  case SP_EVENT_HEAD_PASSES:
  case SP_EVENT_HEAD_ARRIVES: sub = event->place[t->lang] ? NULL : "open"; break;
  case SP_EVENT_RIDER_CAUGHT: sub = e->object ? NULL : "unseen"; break;
  case SP_EVENT_WOUNDED_LEFT: sub = e->b > 0 ? "tended" : "field"; break;
  case SP_EVENT_DEATHS: sub = e->a > 0 && e->b > 0 ? "both" : e->a > 0 ? "wounds" : "sick"; break;
  case SP_EVENT_COURT_ANSWERS: sub = e->c == 2 ? "dismisses" : e->c == 1 ? "inspects" : "shelved"; break;
  case SP_EVENT_SMOKE_SEEN: sub = e->a ? "glow" : "smoke"; break;
  case SP_EVENT_CAPTIVES_DIE: sub = e->a > 0 && e->b > 0 ? "both" : e->a > 0 ? "sick" : "hunger"; break;
  case SP_EVENT_WOUNDED_FOUND:
  case SP_EVENT_SWEEPS: sub = e->a > 0 && e->b > 0 ? "both" : e->a > 0 ? "cut" : "taken"; break;
  case SP_EVENT_DECIDES:
    sub = sp_word_for(SP_WORDS_ACT, e->a);
    if (sub && strcmp(sub, "send") == 0 && !e->object) sub = "send_own";
    if (sub && strcmp(sub, "promise") == 0 && !e->object) sub = "promise_own";
    break;
  case SP_EVENT_PETITIONS: sub = e->object ? "named" : "bare"; break;
  case SP_EVENT_WORKS_BEGUN: sub = e->b <= 0 ? "bare" : e->c == 2 ? "ring" : "front"; break;
  case SP_EVENT_WORKS_STAGE: sub = e->a >= 3 ? "deep" : e->a == 2 ? "parapet" : "scrape"; break;
  case SP_EVENT_WORKS_DONE: sub = e->c > 0 ? "stakes" : NULL; break;
  case SP_EVENT_RING: sub = e->a >= 2 ? "shut" : e->a == 1 ? "gaps" : "broken"; break;
  case SP_EVENT_WALL_MENDED: sub = e->a ? NULL : "part"; break;
  case SP_EVENT_ASKS_TERMS:
  case SP_EVENT_TERMS_GRANTED:
  case SP_EVENT_TERMS_REFUSED: sub = e->a == 1 ? "prisoners" : e->a == 2 ? "unarmed" : NULL; break;
  case SP_EVENT_BATTERS: sub = e->b > 0 ? "killed" : NULL; break;
  case SP_EVENT_PRISONERS: sub = e->b > 0 ? NULL : "few"; break;
  case SP_EVENT_SIEGE_PHASE: {
    static const char *const phase[] = {"given_up", "guns", "breached", "forward", "ditch", "climb", "repulsed", "carried"};
    sub = e->a == 5 && e->b ? "breach" : e->a >= 0 && e->a < 8 ? phase[e->a] : NULL;
    break;
  }
  case SP_EVENT_FIRE: sub = e->object ? NULL : "gone"; break; /* who shot is in the fight no more */
  default:
    if (!sub) sub = sp_battle_stem(e) ? sp_battle_stem(e) : sp_munition_stem(e);
    if (!sub) sub = sp_repute_stem(e) ? sp_repute_stem(e) : sp_phase_stem(e);
    break;
  }
  snprintf(stem, SP_STEM, "event.%s%s%s", sp_event_name((sp_event_type)e->type), sub ? "." : "", sub ? sub : "");
}
