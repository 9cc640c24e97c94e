/* order_say.c - an order back in words: the canonical line, and a sentence in either language.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "world/order_mine.h"
#include "world/order_moment.h"
#include "world/order_munition.h"
#include "world/order_promise.h"
#include "world/order_supply.h"
#include "world/order_terms.h"
#include "world/order_wounded.h"

#define PIECE 400

static const char *const arm_words[SP_ARM_COUNT] = {
#define SP_ARM(name, word, category, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const class_words[SP_CLASS_COUNT] = {
#define SP_TROOP_CLASS(name, word, en, zh) word,
#include "shapan/kinds.def"
};

void sp_formation_word(const sp_world *w, int32_t f, char *buffer, size_t size) {
  int32_t start = w->formation.start[f];
  if (start >= 0) {
    snprintf(buffer, size, "%s", sp_model_id(w->model, SP_ENTITY_FORMATION, start));
    return;
  }
  char parent[128] = "?";
  int32_t from = -1;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION) && from < 0; i++)
    if (w->formation.key[i] == w->formation.born_of[f]) from = i;
  if (from >= 0 && from != f) sp_formation_word(w, from, parent, sizeof parent);
  snprintf(buffer, size, "%s-%d", parent, w->formation.ordinal[f]);
}

/* A node's own name, a place's or a crossing's; NULL: it has none, and a commander may go there all the same. */
static const char *own_id(const sp_model *m, int32_t node) {
  if (m->node[node].place >= 0) return sp_model_id(m, SP_ENTITY_PLACE, m->node[node].place);
  return m->node[node].crossing >= 0 ? sp_model_id(m, SP_ENTITY_CROSSING, m->node[node].crossing) : NULL;
}

static const char *own_name(const sp_model *m, int32_t node, sp_lang lang) {
  if (m->node[node].place >= 0) return sp_model_name(m, SP_ENTITY_PLACE, m->node[node].place, lang);
  return m->node[node].crossing >= 0 ? sp_model_name(m, SP_ENTITY_CROSSING, m->node[node].crossing, lang) : NULL;
}

static SP_PRINTF(2, 3) void put(sp_text_sink *s, const char *format, ...) {
  char piece[PIECE];
  va_list args;
  va_start(args, format);
  vsnprintf(piece, sizeof piece, format, args);
  va_end(args);
  sp_text_puts(s, piece);
}

/* A spot without a name by the nearest that has one: who reads it back is told so. */
static void put_node(sp_text_sink *s, const sp_model *m, const char *before, int32_t node) {
  const char *id = node >= 0 ? own_id(m, node) : NULL;
  int32_t near = id || node < 0 ? -1 : sp_nearest_place(m, m->node[node].at);
  put(s, "%s%s%s", before, near >= 0 ? "near " : "", id ? id : near >= 0 ? own_id(m, near) : "?");
}

static void put_hq(sp_text_sink *s, const sp_world *w, int32_t hq) {
  char word[160] = "?";
  if (hq >= 0) sp_formation_word(w, w->hq.formation[hq], word, sizeof word);
  sp_text_puts(s, word);
}

static void put_key(sp_text_sink *s, const sp_world *w, sp_key key) {
  int32_t f = sp_formation_by_key(w, key);
  put_hq(s, w, f < 0 ? -1 : w->formation.hq[f]);
}

static int64_t day_number(const sp_world *w, sp_minute minute) {
  sp_minute start = w->model->campaign.start, midnight = start - ((start % 1440) + 1440) % 1440;
  return (minute - midnight) / 1440 + 1;
}

static int32_t minute_of_day(sp_minute minute) { return (int32_t)(((minute % 1440) + 1440) % 1440); }

static void line_when(sp_text_sink *s, const sp_world *w, int32_t o) {
  const sp_order_columns *c = &w->order;
  static const char *const light[] = {"", "dawn", "dusk"};
  if (c->due[o] >= 0) {
    int32_t at = minute_of_day(c->due[o]);
    put(s, "day %lld ", (long long)day_number(w, c->due[o]));
    if (c->due_light[o]) put(s, "%s ", light[c->due_light[o]]);
    else put(s, "%02d:%02d ", at / 60, at % 60);
    return;
  }
  char moment[PIECE];
  if (sp_is_moment((sp_trigger)c->trigger[o])) {
    if (sp_order_moment_line(w, o, moment, sizeof moment)) put(s, "%s ", moment);
    return;
  }
  switch ((sp_trigger)c->trigger[o]) {
    case SP_TRIGGER_ARRIVAL:
      put_node(s, w->model, "on arrival at ", c->trigger_node[o]);
      sp_text_puts(s, " ");
      break;
    case SP_TRIGGER_REQUEST:
    case SP_TRIGGER_WORD:
      sp_text_puts(s, c->trigger[o] == SP_TRIGGER_WORD ? "on word " : "on request ");
      if (c->trigger_count[o]) put(s, "%d ", c->trigger_count[o]);
      sp_text_puts(s, "from ");
      put_hq(s, w, c->trigger_hq[o]);
      sp_text_puts(s, " ");
      break;
    default: sp_text_puts(s, "on contact "); break;
  }
  if (c->after_min[o]) put(s, "after %d min ", c->after_min[o]);
}

/* Way, hour, pace: what may stand after any order to go somewhere. */
static void line_options(sp_text_sink *s, const sp_world *w, int32_t o) {
  const sp_order_columns *c = &w->order;
  static const char *const pace[SP_PACE_COUNT] = {", slowly", "", ", briskly", ", forced"};
  for (int i = 0; i < 4 && c->via_node[o * 4 + i] >= 0; i++) put_node(s, w->model, i ? ", " : " by ", c->via_node[o * 4 + i]);
  sp_minute start = c->start_minute[o];
  /* An hour of light on a named day has its minute too; the minute alone says all. */
  if (start > 1440) put(s, ", on day %lld %02d:%02d", (long long)day_number(w, start), minute_of_day(start) / 60, minute_of_day(start) % 60);
  else if (start > 0) put(s, ", at %02d:%02d", (int)(start - 1) / 60, (int)(start - 1) % 60);
  else if (c->start_light[o]) sp_text_puts(s, c->start_light[o] == 1 ? ", at dawn" : ", at dusk");
  sp_text_puts(s, pace[c->pace[o] < SP_PACE_COUNT ? c->pace[o] : SP_PACE_ORDINARY]);
  if (c->through_night[o]) sp_text_puts(s, ", through the night");
}

static void line_march(sp_text_sink *s, const sp_world *w, int32_t o) {
  put_node(s, w->model, "march to ", w->order.goal_node[o]);
  line_options(s, w, o);
  if (w->order.ask[o] & SP_MANNER_IN_TURNS) sp_text_puts(s, ", in turns");
}

static void line_works(sp_text_sink *s, const sp_world *w, int32_t o) {
  uint8_t dig = sp_dig_of(w->order.ask[o]);
  if (!dig) return;
  sp_text_puts(s, dig & SP_DIG_DEEP ? ", entrenched deep" : ", entrenched shallow");
  if (dig & SP_DIG_RING) sp_text_puts(s, " all round");
  else if (w->order.dig_toward[o] >= 0) put_node(s, w->model, " toward ", w->order.dig_toward[o]);
}

static void line_camp(sp_text_sink *s, const sp_world *w, int32_t o) {
  sp_text_puts(s, "camp");
  if (w->order.goal_node[o] >= 0) put_node(s, w->model, " at ", w->order.goal_node[o]);
  line_works(s, w, o);
}

static void line_fight(sp_text_sink *s, const sp_world *w, int32_t o, sp_verb verb) {
  const sp_order_columns *c = &w->order;
  static const char *const quarter[] = {"", ", giving quarter", ", giving no quarter", ", giving quarter to all"};
  char mine[PIECE];
  if (sp_order_mine_line(w, o, mine, sizeof mine)) {
    sp_text_puts(s, mine);
    return;
  }
  bool invests = verb == SP_VERB_HOLD && c->ask[o] & SP_MANNER_INVEST, lurks = verb == SP_VERB_HOLD && c->ask[o] & SP_MANNER_AMBUSH;
  sp_text_puts(s, verb == SP_VERB_ATTACK ? "attack" : lurks ? "ambush the enemy" : verb == SP_VERB_HOLD && c->ask[o] & SP_MANNER_REPAIR ? "repair the wall" : invests ? "invest" : verb == SP_VERB_HOLD ? "hold" : "pursue");
  if (verb != SP_VERB_HOLD) {
    sp_text_puts(s, " ");
    if (c->follow[o] == SP_FOLLOW_ENEMY) sp_text_puts(s, "the enemy");
    else put_key(s, w, c->follow[o]);
  }
  if (c->goal_node[o] >= 0) put_node(s, w->model, verb == SP_VERB_HOLD && !lurks && !(c->ask[o] & SP_MANNER_REPAIR) ? " " : " at ", c->goal_node[o]);
  if (c->ask[o] & SP_MANNER_LET_PASS) sp_text_puts(s, " letting the head pass");
  line_options(s, w, o);
  sp_text_puts(s, quarter[c->ask[o] & SP_MANNER_QUARTER]);
  if (c->ask[o] & SP_MANNER_REAR_GUARD) sp_text_puts(s, ", as rear guard");
  if (verb == SP_VERB_HOLD) line_works(s, w, o);
}

static void line_follow(sp_text_sink *s, const sp_world *w, int32_t o) {
  bool harasses = w->order.ask[o] & SP_MANNER_HARASS;
  sp_text_puts(s, harasses ? "harass " : "follow ");
  if (w->order.follow[o] == SP_FOLLOW_ENEMY) sp_text_puts(s, "the enemy");
  else put_key(s, w, w->order.follow[o]);
  if (harasses) line_options(s, w, o);
  else put(s, " at %d m", w->order.follow_m[o]);
}

static void line_bridge(sp_text_sink *s, const sp_world *w, int32_t o, sp_verb verb) {
  const sp_order_columns *c = &w->order;
  sp_text_puts(s, verb == SP_VERB_BRIDGE ? "bridge" : c->ask[o] & SP_MANNER_BURN ? "burn the bridge" : "break the bridge");
  if (c->via_node[o * 4] >= 0) put_node(s, w->model, " at ", c->via_node[o * 4]);
  if (verb == SP_VERB_BRIDGE && c->follow_m[o] != 1) put(s, ", %d bridges", c->follow_m[o]);
  if (verb == SP_VERB_BREAK && c->ask[o] & SP_MANNER_AFTER_LAST) sp_text_puts(s, " after the last has crossed");
}

static void line_sea(sp_text_sink *s, const sp_world *w, int32_t o, sp_verb verb) {
  const sp_order_columns *c = &w->order;
  if (verb == SP_VERB_EMBARK) put_node(s, w->model, "embark for ", c->goal_node[o]);
  else put(s, "build %d rafts", c->follow_m[o]);
  if (c->via_node[o * 4] >= 0) put_node(s, w->model, " at ", c->via_node[o * 4]);
}

static void line_detach(sp_text_sink *s, const sp_world *w, int32_t o) {
  const sp_order_columns *c = &w->order;
  sp_text_puts(s, "detach");
  for (int i = 0; i < 3 && c->detach_count[o * 3 + i] != 0; i++) {
    int at = o * 3 + i;
    if (i) sp_text_puts(s, " and");
    if (c->detach_count[at] > 0) put(s, " %d", c->detach_count[at]);
    else sp_text_puts(s, " all");
    bool any = c->detach_class[at] == SP_ANY && c->detach_arm[at] == SP_ANY && c->detach_unit[at] < 0;
    if (c->detach_class[at] != SP_ANY) put(s, " %s", class_words[c->detach_class[at]]);
    if (c->detach_arm[at] != SP_ANY) put(s, " %s", arm_words[c->detach_arm[at]]);
    if (c->detach_unit[at] >= 0) put(s, " %s", sp_model_id(w->model, SP_ENTITY_UNIT, c->detach_unit[at]));
    if (any) sp_text_puts(s, " men");
  }
  if (c->detach_person[o] >= 0) put(s, " under %s", sp_model_id(w->model, SP_ENTITY_PERSON, c->detach_person[o]));
  if (c->detach_name[o] >= 0) put(s, " as %s", (const char *)&w->word.text[(size_t)c->detach_name[o] * 240]);
  sp_text_puts(s, " to ");
  if (c->detach_verb[o] == SP_VERB_MARCH) line_march(s, w, o);
  else if (c->detach_verb[o] == SP_VERB_FOLLOW) line_follow(s, w, o);
  else if (sp_verb_fights((sp_verb)c->detach_verb[o])) line_fight(s, w, o, (sp_verb)c->detach_verb[o]);
  else if (c->detach_verb[o] == SP_VERB_BRIDGE || c->detach_verb[o] == SP_VERB_BREAK) line_bridge(s, w, o, (sp_verb)c->detach_verb[o]);
  else if (c->detach_verb[o] == SP_VERB_EMBARK || c->detach_verb[o] == SP_VERB_RAFTS) line_sea(s, w, o, (sp_verb)c->detach_verb[o]);
  else if (c->detach_verb[o] == SP_VERB_CAMP) line_camp(s, w, o);
  else sp_text_puts(s, "halt");
}

static void line_command(sp_text_sink *s, const sp_world *w, int32_t o) {
  const sp_order_columns *c = &w->order;
  static const char *const asked[] = {"help", "help", "instructions", "leave to march", "bread", "powder"};
  switch ((sp_verb)c->verb[o]) {
    case SP_VERB_MARCH: line_march(s, w, o); break;
    case SP_VERB_CAMP: line_camp(s, w, o); break;
    case SP_VERB_CROSS:
      sp_text_puts(s, "cross");
      if (c->via_node[o * 4] >= 0) put_node(s, w->model, " at ", c->via_node[o * 4]);
      if (c->goal_node[o] >= 0) put_node(s, w->model, " toward ", c->goal_node[o]);
      break;
    case SP_VERB_FOLLOW: line_follow(s, w, o); break;
    case SP_VERB_ATTACK:
    case SP_VERB_HOLD:
    case SP_VERB_PURSUE: line_fight(s, w, o, (sp_verb)c->verb[o]); break;
    case SP_VERB_DETACH: line_detach(s, w, o); break;
    case SP_VERB_BRIDGE:
    case SP_VERB_BREAK: line_bridge(s, w, o, (sp_verb)c->verb[o]); break;
    case SP_VERB_EMBARK:
    case SP_VERB_RAFTS: line_sea(s, w, o, (sp_verb)c->verb[o]); break;
    case SP_VERB_MERGE:
      sp_text_puts(s, "merge with ");
      put_key(s, w, c->follow[o]);
      break;
    case SP_VERB_WORD:
      sp_text_puts(s, "send word to ");
      put_hq(s, w, c->about_hq[o]);
      put(s, ": \"%s\"", c->word[o] >= 0 ? (const char *)&w->word.text[(size_t)c->word[o] * 240] : "");
      break;
    case SP_VERB_ASK:
      sp_text_puts(s, "ask ");
      put_hq(s, w, c->about_hq[o]);
      put(s, " for %s", asked[c->ask[o] < SP_ASK_COUNT ? c->ask[o] : SP_ASK_NOTHING]);
      break;
    case SP_VERB_REPORT:
      sp_text_puts(s, "report to ");
      put_hq(s, w, c->about_hq[o]);
      break;
    case SP_VERB_FLEE:
      sp_text_puts(s, "flee");
      if (c->goal_node[o] >= 0) put_node(s, w->model, " to ", c->goal_node[o]);
      if (c->ask[o] & SP_MANNER_IF_WAVERING) sp_text_puts(s, " when the line wavers");
      break;
    default: {
      char line[PIECE];
      sp_text_puts(s, sp_order_supply_line(w, o, line, sizeof line) || sp_order_munition_line(w, o, line, sizeof line) || sp_order_promise_line(w, o, line, sizeof line) || sp_order_terms_line(w, o, line, sizeof line) || sp_order_wounded_line(w, o, line, sizeof line) || sp_order_signal_line(w, o, line, sizeof line) || sp_order_mine_line(w, o, line, sizeof line) ? line : "halt");
    }
  }
}

size_t sp_order_canonical(const sp_world *w, int32_t o, char *buffer, size_t size) {
  sp_text_sink s = {buffer, size, 0};
  if (w->order.state[o] == SP_ORDER_LATE) {
    sp_text_puts(&s, w->model->order[w->order.line[o]].text);
    return sp_text_end(&s);
  }
  line_when(&s, w, o);
  put_hq(&s, w, w->order.from_hq[o]);
  sp_text_puts(&s, " to ");
  if (w->order.to_hq[o] < 0) sp_text_puts(&s, "all");
  else put_hq(&s, w, w->order.to_hq[o]);
  sp_text_puts(&s, ": ");
  line_command(&s, w, o);
  char moment[PIECE];
  if (w->order.kept[o] && sp_order_moment_line(w, o, moment, sizeof moment)) put(&s, ", %s", moment);
  return sp_text_end(&s);
}

/* ---- sentences */

typedef struct sentence {
  const sp_world *w;
  int32_t o;
  sp_lang lang;
} sentence;

static void say(const sentence *x, char out[PIECE], const char *id, const char *const *args) { (void)sp_text(x->lang, id, args, out, PIECE); }

/* A node by its name, or as a spot near one that has a name. */
static const char *node_name(const sentence *x, int32_t node, char out[PIECE]) {
  const sp_model *m = x->w->model;
  const char *name = node >= 0 ? own_name(m, node, x->lang) : NULL;
  int32_t near = name || node < 0 ? -1 : sp_nearest_place(m, m->node[node].at);
  if (near >= 0) say(x, out, "order.say.spot", (const char *[]){"place", own_name(m, near, x->lang), NULL});
  else snprintf(out, PIECE, "%s", name ? name : "?");
  return out;
}

/* A headquarters by its commander's name, or by its formation's. */
static void hq_name(const sentence *x, int32_t hq, char out[PIECE]) {
  const sp_world *w = x->w;
  out[0] = 0;
  if (hq < 0) return;
  if (w->hq.person[hq] >= 0) snprintf(out, PIECE, "%s", sp_model_name(w->model, SP_ENTITY_PERSON, w->hq.person[hq], x->lang));
  else (void)sp_world_name(w, w->formation.key[w->hq.formation[hq]], x->lang, out, PIECE);
}

static void say_distance(const sentence *x, int32_t metres, char out[PIECE]) {
  char number[32];
  if (x->lang == SP_LANG_ZH) {
    sp_say_li(metres, out, PIECE);
    return;
  }
  int32_t tenths = sp_to_i32(sp_rint((double)metres / 100.0));
  if (tenths % 10) snprintf(number, sizeof number, "%d.%d", tenths / 10, tenths % 10);
  else snprintf(number, sizeof number, "%d", tenths / 10);
  say(x, out, "order.say.distance", (const char *[]){"distance", number, NULL});
}

static void say_start(const sentence *x, char out[PIECE]) {
  const sp_order_columns *c = &x->w->order;
  sp_minute start = c->start_minute[x->o];
  out[0] = 0;
  if (c->start_light[x->o]) say(x, out, c->start_light[x->o] == 1 ? "order.say.at_dawn" : "order.say.at_dusk", NULL);
  else if (start > 0) {
    char time[32], day[32];
    int32_t at = minute_of_day(start > 1440 ? start : start - 1);
    snprintf(time, sizeof time, "%02d:%02d", at / 60, at % 60);
    snprintf(day, sizeof day, "%lld", (long long)day_number(x->w, start));
    bool other_day = start > 1440 && day_number(x->w, start) != day_number(x->w, sp_max_i64(c->due[x->o], x->w->model->campaign.start));
    say(x, out, other_day ? "order.say.on_day" : "order.say.at_hour", (const char *[]){"time", time, "day", day, NULL});
  }
}

typedef struct said_options { char via[PIECE], start[PIECE], pace[PIECE], night[PIECE]; } said_options;

static void say_options(const sentence *x, said_options *said) {
  const sp_order_columns *c = &x->w->order;
  static const char *const pace_id[SP_PACE_COUNT] = {"order.say.slowly", NULL, "order.say.briskly", "order.say.forced"};
  char places[PIECE] = "";
  said->via[0] = said->pace[0] = said->night[0] = 0;
  sp_text_sink list = {places, sizeof places, 0};
  for (int i = 0; i < 4 && c->via_node[x->o * 4 + i] >= 0; i++) {
    if (i) sp_text_puts(&list, x->lang == SP_LANG_ZH ? "、" : ", ");
    sp_text_puts(&list, node_name(x, c->via_node[x->o * 4 + i], (char[PIECE]){""}));
  }
  if (sp_text_end(&list) > 0) say(x, said->via, "order.say.via", (const char *[]){"places", places, NULL});
  say_start(x, said->start);
  const char *pace_word = c->pace[x->o] < SP_PACE_COUNT ? pace_id[c->pace[x->o]] : NULL;
  if (pace_word) say(x, said->pace, pace_word, NULL);
  if (c->through_night[x->o]) say(x, said->night, "order.say.through_night", NULL);
}

static void say_march(const sentence *x, char out[PIECE]) {
  said_options said;
  say_options(x, &said);
  const char *place = node_name(x, x->w->order.goal_node[x->o], (char[PIECE]){""});
  const char *id = x->w->order.ask[x->o] & SP_MANNER_IN_TURNS ? "order.say.march_in_turns" : "order.say.march";
  say(x, out, id, (const char *[]){"place", place, "via", said.via, "start", said.start, "pace", said.pace, "night", said.night, NULL});
}

/* What is to be dug; empty when nothing is. */
static void say_works(const sentence *x, char out[PIECE]) {
  uint8_t dig = sp_dig_of(x->w->order.ask[x->o]);
  int32_t toward = x->w->order.dig_toward[x->o];
  char facing[PIECE] = "";
  out[0] = 0;
  if (!dig) return;
  if (dig & SP_DIG_RING) say(x, facing, "order.say.dig_round", NULL);
  else if (toward >= 0) say(x, facing, "order.say.dig_toward", (const char *[]){"place", node_name(x, toward, (char[PIECE]){""}), NULL});
  say(x, out, dig & SP_DIG_DEEP ? "order.say.dig_deep" : "order.say.dig_shallow", (const char *[]){"facing", facing, NULL});
}

static void say_fight(const sentence *x, sp_verb verb, char out[PIECE]) {
  static const char *const quarter_id[] = {NULL, "order.say.quarter", "order.say.no_quarter", "order.say.quarter_all"};
  const sp_order_columns *c = &x->w->order;
  int32_t node = c->goal_node[x->o];
  if (sp_order_mine_say(x->w, x->o, x->lang, out, PIECE)) return;
  char whom[PIECE] = "", at[PIECE] = "", quarter[PIECE] = "", rear[PIECE] = "", works[PIECE] = "";
  said_options said;
  say_options(x, &said);
  if (c->follow[x->o] == SP_FOLLOW_ENEMY) say(x, whom, "order.say.the_enemy", NULL);
  else if (verb != SP_VERB_HOLD) (void)sp_world_name(x->w, c->follow[x->o], x->lang, whom, sizeof whom);
  if (node >= 0 && verb != SP_VERB_HOLD) say(x, at, "order.say.fight_at", (const char *[]){"place", node_name(x, node, (char[PIECE]){""}), NULL});
  const char *id = quarter_id[c->ask[x->o] & SP_MANNER_QUARTER];
  if (id) say(x, quarter, id, NULL);
  if (c->ask[x->o] & SP_MANNER_REAR_GUARD) say(x, rear, "order.say.rear_guard", NULL);
  if (verb == SP_VERB_HOLD) say_works(x, works);
  bool lurks = verb == SP_VERB_HOLD && c->ask[x->o] & SP_MANNER_AMBUSH, lets = c->ask[x->o] & SP_MANNER_LET_PASS;
  if (lurks && node >= 0) say(x, at, "order.say.fight_at", (const char *[]){"place", node_name(x, node, (char[PIECE]){""}), NULL});
  bool mends = verb == SP_VERB_HOLD && c->ask[x->o] & SP_MANNER_REPAIR;
  if (mends && node >= 0) say(x, at, "order.say.fight_at", (const char *[]){"place", node_name(x, node, (char[PIECE]){""}), NULL});
  const char *stands = mends ? "order.say.repair" : c->ask[x->o] & SP_MANNER_INVEST ? "order.say.invest" : node >= 0 ? "order.say.hold_place" : "order.say.hold";
  const char *line = verb == SP_VERB_ATTACK ? "order.say.attack" : verb == SP_VERB_PURSUE ? "order.say.pursue" : lurks ? (lets ? "order.say.ambush_pass" : "order.say.ambush") : stands;
  say(x, out, line, (const char *[]){"whom", whom, "at", at, "place", node_name(x, node, (char[PIECE]){""}), "via", said.via, "start", said.start, "pace", said.pace, "night", said.night, "quarter", quarter, "rear", rear, "works", works, NULL});
}

static void say_follow(const sentence *x, char out[PIECE]) {
  char formation[PIECE] = "", distance[PIECE];
  if (x->w->order.follow[x->o] == SP_FOLLOW_ENEMY) say(x, formation, "order.say.the_enemy", NULL);
  else (void)sp_world_name(x->w, x->w->order.follow[x->o], x->lang, formation, sizeof formation);
  if (x->w->order.ask[x->o] & SP_MANNER_HARASS) {
    said_options said;
    say_options(x, &said);
    say(x, out, "order.say.harass", (const char *[]){"formation", formation, "via", said.via, "start", said.start, "pace", said.pace, "night", said.night, NULL});
    return;
  }
  say_distance(x, x->w->order.follow_m[x->o], distance);
  say(x, out, "order.say.follow", (const char *[]){"formation", formation, "distance", distance, NULL});
}

static void say_camp(const sentence *x, char out[PIECE]) {
  int32_t node = x->w->order.goal_node[x->o];
  char works[PIECE];
  say_works(x, works);
  say(x, out, node >= 0 ? "order.say.camp_at" : "order.say.camp", (const char *[]){"place", node_name(x, node, (char[PIECE]){""}), "works", works, NULL});
}

static void say_cross(const sentence *x, char out[PIECE]) {
  const sp_world *w = x->w;
  int32_t via = w->order.via_node[x->o * 4], goal = w->order.goal_node[x->o];
  char at[PIECE] = "", toward[PIECE] = "";
  if (via >= 0) say(x, at, "order.say.cross_at", (const char *[]){"crossing", node_name(x, via, (char[PIECE]){""}), NULL});
  if (goal >= 0) say(x, toward, "order.say.cross_toward", (const char *[]){"place", node_name(x, goal, (char[PIECE]){""}), NULL});
  say(x, out, "order.say.cross", (const char *[]){"at", at, "toward", toward, NULL});
}

static void say_bridge(const sentence *x, sp_verb verb, char out[PIECE]) {
  const sp_order_columns *c = &x->w->order;
  int32_t via = c->via_node[x->o * 4];
  char at[PIECE] = "", after[PIECE] = "", count[32];
  if (via >= 0) say(x, at, "order.say.bridge_at", (const char *[]){"crossing", node_name(x, via, (char[PIECE]){""}), NULL});
  if (x->lang == SP_LANG_ZH) sp_say_number_zh(c->follow_m[x->o], count, sizeof count);
  else snprintf(count, sizeof count, "%d", c->follow_m[x->o]);
  if (c->ask[x->o] & SP_MANNER_AFTER_LAST) say(x, after, "order.say.after_last", NULL);
  const char *id = verb == SP_VERB_BRIDGE ? (c->follow_m[x->o] == 1 ? "order.say.bridge_one" : "order.say.bridge_many") : c->ask[x->o] & SP_MANNER_BURN ? "order.say.burn" : "order.say.break";
  say(x, out, id, (const char *[]){"at", at, "count", count, "after", after, NULL});
}

static void say_sea(const sentence *x, sp_verb verb, char out[PIECE]) {
  const sp_order_columns *c = &x->w->order;
  int32_t at = c->via_node[x->o * 4];
  char here[PIECE] = "", count[32];
  if (at >= 0) say(x, here, "order.say.bridge_at", (const char *[]){"crossing", node_name(x, at, (char[PIECE]){""}), NULL});
  if (x->lang == SP_LANG_ZH) sp_say_number_zh(c->follow_m[x->o], count, sizeof count);
  else snprintf(count, sizeof count, "%d", c->follow_m[x->o]);
  if (verb == SP_VERB_EMBARK) say(x, out, "order.say.embark", (const char *[]){"place", node_name(x, c->goal_node[x->o], (char[PIECE]){""}), "at", here, NULL});
  else say(x, out, "order.say.rafts", (const char *[]){"count", count, "at", here, NULL});
}

static void say_troops(const sentence *x, char out[PIECE]) {
  const sp_order_columns *c = &x->w->order;
  sp_text_sink s = {out, PIECE, 0};
  for (int i = 0; i < 3 && c->detach_count[x->o * 3 + i] != 0; i++) {
    int at = x->o * 3 + i;
    char count[32], kind[PIECE] = "", one[PIECE];
    if (x->lang == SP_LANG_ZH) sp_say_number_zh(c->detach_count[at], count, sizeof count);
    else snprintf(count, sizeof count, "%d", c->detach_count[at]);
    const char *sort = c->detach_class[at] == SP_ANY ? "" : sp_class_name((sp_troop_class)c->detach_class[at], x->lang);
    const char *arm = c->detach_arm[at] == SP_ANY ? "" : sp_arm_name((sp_arm)c->detach_arm[at], x->lang);
    const char *unit = c->detach_unit[at] < 0 ? "" : sp_model_name(x->w->model, SP_ENTITY_UNIT, c->detach_unit[at], x->lang);
    const char *gap = x->lang == SP_LANG_EN && *sort && (*arm || *unit) ? " " : "";
    const char *gap2 = x->lang == SP_LANG_EN && *arm && *unit ? " " : "";
    snprintf(kind, sizeof kind, "%s%s%s%s%s", sort, gap, arm, gap2, unit);
    if (!*kind) say(x, kind, "order.say.men", NULL);
    say(x, one, c->detach_count[at] > 0 ? "order.say.troops" : "order.say.troops_all", (const char *[]){"count", count, "kind", kind, NULL});
    if (i) sp_text_puts(&s, x->lang == SP_LANG_ZH ? "、" : " and ");
    sp_text_puts(&s, one);
  }
  (void)sp_text_end(&s);
}

static void say_detach(const sentence *x, char out[PIECE]) {
  const sp_order_columns *c = &x->w->order;
  char troops[PIECE], leader[PIECE] = "", errand[PIECE];
  say_troops(x, troops);
  if (c->detach_person[x->o] >= 0) say(x, leader, "order.say.under", (const char *[]){"person", sp_model_name(x->w->model, SP_ENTITY_PERSON, c->detach_person[x->o], x->lang), NULL});
  if (c->detach_verb[x->o] == SP_VERB_MARCH) say_march(x, errand);
  else if (c->detach_verb[x->o] == SP_VERB_FOLLOW) say_follow(x, errand);
  else if (c->detach_verb[x->o] == SP_VERB_CAMP) say_camp(x, errand);
  else if (sp_verb_fights((sp_verb)c->detach_verb[x->o])) say_fight(x, (sp_verb)c->detach_verb[x->o], errand);
  else if (c->detach_verb[x->o] == SP_VERB_BRIDGE || c->detach_verb[x->o] == SP_VERB_BREAK) say_bridge(x, (sp_verb)c->detach_verb[x->o], errand);
  else if (c->detach_verb[x->o] == SP_VERB_EMBARK || c->detach_verb[x->o] == SP_VERB_RAFTS) say_sea(x, (sp_verb)c->detach_verb[x->o], errand);
  else say(x, errand, "order.say.halt", NULL);
  say(x, out, "order.say.detach", (const char *[]){"troops", troops, "leader", leader, "errand", errand, NULL});
}

static void say_paper(const sentence *x, char out[PIECE]) {
  static const char *const ask_id[] = {"order.say.ask_help", "order.say.ask_help", "order.say.ask_orders", "order.say.ask_leave", "order.say.ask_bread", "order.say.ask_powder"};
  const sp_order_columns *c = &x->w->order;
  char hq[PIECE];
  hq_name(x, c->about_hq[x->o], hq);
  const char *text = c->word[x->o] >= 0 ? (const char *)&x->w->word.text[(size_t)c->word[x->o] * 240] : "";
  if (c->verb[x->o] == SP_VERB_WORD) say(x, out, "order.say.word", (const char *[]){"hq", hq, "text", text, NULL});
  else if (c->verb[x->o] == SP_VERB_ASK) say(x, out, ask_id[c->ask[x->o] < SP_ASK_COUNT ? c->ask[x->o] : SP_ASK_NOTHING], (const char *[]){"hq", hq, NULL});
  else say(x, out, "order.say.report", (const char *[]){"hq", hq, NULL});
}

static void say_flee(const sentence *x, char out[PIECE]) {
  int32_t node = x->w->order.goal_node[x->o];
  char at[PIECE] = "";
  if (node >= 0) say(x, at, "order.say.flee_to", (const char *[]){"place", node_name(x, node, (char[PIECE]){""}), NULL});
  bool kept = x->w->order.ask[x->o] & SP_MANNER_IF_WAVERING;
  say(x, out, kept ? "order.say.flee_wavering" : "order.say.flee", (const char *[]){"at", at, NULL});
}

static void say_command(const sentence *x, char out[PIECE]) {
  char formation[PIECE] = "";
  switch ((sp_verb)x->w->order.verb[x->o]) {
    case SP_VERB_MARCH: say_march(x, out); break;
    case SP_VERB_CAMP: say_camp(x, out); break;
    case SP_VERB_CROSS: say_cross(x, out); break;
    case SP_VERB_FOLLOW: say_follow(x, out); break;
    case SP_VERB_ATTACK:
    case SP_VERB_HOLD:
    case SP_VERB_PURSUE: say_fight(x, (sp_verb)x->w->order.verb[x->o], out); break;
    case SP_VERB_DETACH: say_detach(x, out); break;
    case SP_VERB_BRIDGE:
    case SP_VERB_BREAK: say_bridge(x, (sp_verb)x->w->order.verb[x->o], out); break;
    case SP_VERB_EMBARK:
    case SP_VERB_RAFTS: say_sea(x, (sp_verb)x->w->order.verb[x->o], out); break;
    case SP_VERB_MERGE:
      (void)sp_world_name(x->w, x->w->order.follow[x->o], x->lang, formation, sizeof formation);
      say(x, out, "order.say.merge", (const char *[]){"formation", formation, NULL});
      break;
    case SP_VERB_WORD:
    case SP_VERB_ASK:
    case SP_VERB_REPORT: say_paper(x, out); break;
    case SP_VERB_FLEE: say_flee(x, out); break;
    default:
      if (!sp_order_supply_say(x->w, x->o, x->lang, out, PIECE) && !sp_order_munition_say(x->w, x->o, x->lang, out, PIECE) && !sp_order_promise_say(x->w, x->o, x->lang, out, PIECE) && !sp_order_terms_say(x->w, x->o, x->lang, out, PIECE) && !sp_order_wounded_say(x->w, x->o, x->lang, out, PIECE) && !sp_order_signal_say(x->w, x->o, x->lang, out, PIECE) && !sp_order_mine_say(x->w, x->o, x->lang, out, PIECE)) say(x, out, "order.say.halt", NULL);
  }
}

size_t sp_world_order_text(const sp_world *w, int32_t o, sp_lang lang, char *buffer, size_t size) {
  if (o < 0 || o >= sp_used(w, SP_TABLE_ORDER) || w->order.state[o] == SP_ORDER_FREE) {
    if (size) buffer[0] = 0;
    return 0;
  }
  if (w->order.state[o] == SP_ORDER_LATE) return sp_order_canonical(w, o, buffer, size); /* in no language but its own */
  sentence x = {w, o, lang};
  char command[PIECE], bare[PIECE], moment[PIECE], sender[PIECE], recipient[PIECE];
  say_command(&x, bare);
  if (sp_order_moment_say(w, o, lang, moment, sizeof moment)) say(&x, command, "order.say.when", (const char *[]){"command", bare, "moment", moment, NULL});
  else memcpy(command, bare, sizeof command);
  hq_name(&x, w->order.from_hq[o], sender);
  if (w->order.to_hq[o] < 0) say(&x, recipient, "order.say.all", NULL);
  else hq_name(&x, w->order.to_hq[o], recipient);
  bool himself = w->order.to_hq[o] == w->order.from_hq[o];
  return sp_text(lang, himself ? "order.say.himself" : "order.say.order", (const char *[]){"sender", sender, "recipient", recipient, "command", command, NULL}, buffer, size);
}
