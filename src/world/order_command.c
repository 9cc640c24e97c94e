/* order_command.c - the second half of an order: what is to be done, and how.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_mine.h"
#include "world/order_moment.h"
#include "world/order_munition.h"
#include "world/order_promise.h"
#include "world/order_supply.h"
#include "world/order_terms.h"
#include "world/order_wounded.h"

#include <string.h>

#include "world/voyage.h"

#define COMMANDS "march, halt, camp, cross, bridge, break, burn, embark, build, follow, harass, attack, hold, entrench, invest, repair, ambush, pursue, flee, detach, merge, send, ask, report, draw, unload, hand, issue, give, share, eat, forage, slaughter, try, look, promise, surrender, offer, refuse, leave, take, carry, fire, beat, raise, mine, countermine, blow, sally"

static const char *const arm_words[SP_ARM_COUNT] = {
#define SP_ARM(name, word, category, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const class_words[SP_CLASS_COUNT] = {
#define SP_TROOP_CLASS(name, word, en, zh) word,
#include "shapan/kinds.def"
};

/* Index of a word, or of its plural, in a list; -1: not there. */
static int32_t index_of(const char *word, const char *const *list, int32_t count) {
  size_t n = strlen(word);
  for (int32_t i = 0; i < count; i++) {
    size_t length = strlen(list[i]);
    if (strncmp(word, list[i], length) == 0 && (n == length || (n == length + 1 && word[length] == 's'))) return i;
  }
  return -1;
}

bool sp_order_hour(sp_order_lines *l, int32_t *minute, uint8_t *light) {
  *light = 0;
  *minute = 0;
  if (sp_order_take(l, "dawn|daybreak|sunrise")) *light = 1;
  else if (sp_order_take(l, "dusk|sunset|nightfall")) *light = 2;
  else if (sp_order_peek(l)->kind == SP_TOKEN_WORD && sp_order_clock(sp_order_peek(l)->word, minute)) l->next++;
  else {
    const sp_token *t = sp_order_peek(l);
    if (t->kind == SP_TOKEN_WORD && t->word[0] >= '0' && t->word[0] <= '9') return sp_order_blame(l, t, "order.hour_wanted");
    return sp_order_expected(l, "dawn, dusk, 05:00");
  }
  return true;
}

/* Sunrise or sunset of a day over the giver's country. */
sp_minute sp_order_light_minute(const sp_order_lines *l, sp_minute day, uint8_t light) {
  const sp_model *m = l->reader->model;
  double rise = 360.0, set = 1080.0;
  sp_xy middle = {0.5 * (m->low.x + m->high.x), 0.5 * (m->low.y + m->high.y)};
  sp_calc_sun_times(sp_unproject(&m->projection, middle).lat_deg, day, &rise, &set);
  return day + sp_to_i64(light == 1 ? rise : set);
}

static sp_minute day_of(sp_minute minute) { return minute - ((minute % 1440) + 1440) % 1440; }

/* "at dawn", "at 05:00", "on day 2 05:00": when the march is to begin. */
static bool start_hour(sp_order_lines *l, bool on_day) {
  sp_order_draft *d = l->draft;
  int32_t minute, day = 0;
  if (on_day) {
    if (!sp_order_take(l, "day")) return sp_order_expected(l, "day");
    if (!sp_order_whole(sp_order_peek(l)->word, &day) || day < 1 || day > 1100) return sp_order_blame(l, sp_order_peek(l), "order.day_wanted");
    l->next++;
    (void)sp_order_take(l, "at");
  }
  if (!sp_order_hour(l, &minute, &d->start_light)) return false;
  if (on_day) {
    sp_minute midnight = day_of(l->reader->model->campaign.start) + (sp_minute)(day - 1) * 1440;
    d->start_minute = d->start_light ? sp_order_light_minute(l, midnight, d->start_light) : midnight + minute;
  } else if (!d->start_light) {
    if (d->due < 0) d->start_minute = minute + 1;
    else {
      sp_minute at = day_of(d->due) + minute;
      d->start_minute = at < d->due ? at + 1440 : at;
    }
  }
  return true;
}

static bool via(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  int32_t n = 0;
  while (n < 4 && d->via_node[n] >= 0) n++;
  do {
    if (n == 4) return sp_order_blame(l, sp_order_peek(l), "order.via_many");
    if (!sp_order_place(l, false, &d->via_node[n])) return false;
    n++;
    /* A comma goes on with places unless an option or nothing follows. */
    if (sp_order_peek(l)->kind != SP_TOKEN_COMMA || l->token[l->next + 1].kind != SP_TOKEN_WORD) return true;
    l->next++;
  } while (!sp_order_is(l, "at|on|slowly|briskly|forced|through|by|via|slow|brisk|quickly|giving|give|no|quarter|as|entrenched|in"));
  return true;
}

/* "giving no quarter", "giving quarter [to all]", "as rear guard": how a body fights. */
static bool manner(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  if (sp_order_take(l, "as")) {
    if (sp_order_take(l, "rearguard")) return d->manner |= SP_MANNER_REAR_GUARD, true;
    if (!sp_order_take(l, "rear")) return sp_order_expected(l, "rear");
    if (!sp_order_take(l, "guard")) return sp_order_expected(l, "guard");
    d->manner |= SP_MANNER_REAR_GUARD;
    return true;
  }
  bool given = sp_order_take(l, "giving|give"), none = sp_order_take(l, "no");
  if (!sp_order_take(l, "quarter")) return sp_order_expected(l, given && !none ? "no, quarter" : "quarter");
  sp_quarter quarter = none ? SP_QUARTER_NONE : SP_QUARTER_SOME;
  if (!none && sp_order_take(l, "to")) {
    if (!sp_order_take(l, "all")) return sp_order_expected(l, "all");
    quarter = SP_QUARTER_ALL;
  }
  d->manner = (uint16_t)((d->manner & ~SP_MANNER_QUARTER) | (int)(quarter + 1));
  return true;
}

/* [shallow|deep] [toward PLACE|all round]: what is to be dug. Deep when nothing is said: it goes through the other on its way. */
static bool works(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  bool shallow = sp_order_take(l, "shallow");
  if (!shallow) (void)sp_order_take(l, "deep");
  d->manner = (uint16_t)((d->manner & ~(SP_MANNER_DIGS | SP_MANNER_RING)) | (shallow ? SP_MANNER_SHALLOW : SP_MANNER_DEEP));
  d->dig_toward = -1;
  if (sp_order_take(l, "toward|towards|facing")) return sp_order_place(l, false, &d->dig_toward);
  if (!sp_order_take(l, "all")) return true;
  if (!sp_order_take(l, "round|around")) return sp_order_expected(l, "round");
  d->manner |= SP_MANNER_RING;
  return true;
}

/* What besides the options of a march may be said. */
enum { HOW_TO_FIGHT = 1, WHAT_TO_DIG = 2, HOW_TO_GO = 4 };

/* The options of a march, in any order, with or without commas; of a mere march, also that it goes in turns; of one that leads into a fight, also how to fight; of one that
 * ends in standing there, also what to dig. */
static bool march_options(sp_order_lines *l, int more_than) {
  sp_order_draft *d = l->draft;
  for (;;) {
    bool comma = sp_order_take_kind(l, SP_TOKEN_COMMA);
    if ((more_than & HOW_TO_FIGHT) && sp_order_is(l, "giving|give|no|quarter|as")) {
      if (!manner(l)) return false;
    } else if ((more_than & WHAT_TO_DIG) && sp_order_take(l, "entrenched|entrench")) {
      if (!works(l)) return false;
    } else if ((more_than & HOW_TO_GO) && sp_order_take(l, "in")) {
      if (!sp_order_take(l, "turns|turn")) return sp_order_expected(l, "turns");
      d->manner |= SP_MANNER_IN_TURNS;
    } else if (sp_order_take(l, "by|via")) {
      if (!via(l)) return false;
    } else if (sp_order_take(l, "at")) {
      if (!start_hour(l, false)) return false;
    } else if (sp_order_take(l, "on")) {
      if (!start_hour(l, true)) return false;
    } else if (sp_order_take(l, "slowly|slow")) d->pace = SP_PACE_SLOW;
    else if (sp_order_take(l, "briskly|brisk|quickly")) d->pace = SP_PACE_BRISK;
    else if (sp_order_take(l, "forced")) {
      d->pace = SP_PACE_FORCED;
      (void)sp_order_take(l, "march");
    } else if (sp_order_take(l, "through")) {
      if (!sp_order_take(l, "night")) return sp_order_expected(l, "night");
      d->through_night = true;
    } else {
      bool more = comma || sp_order_peek(l)->kind != SP_TOKEN_END;
      return !more || sp_order_expected(l, more_than & WHAT_TO_DIG ? "by, at, on, slowly, briskly, forced, through, giving, as, entrenched" : more_than & HOW_TO_FIGHT ? "by, at, on, slowly, briskly, forced, through, giving, as" : more_than & HOW_TO_GO ? "by, at, on, slowly, briskly, forced, through, in turns" : "by, at, on, slowly, briskly, forced, through");
    }
  }
}

static bool march(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_MARCH;
  if (!sp_order_take(l, "to")) return sp_order_expected(l, "to");
  return sp_order_place(l, false, &l->draft->goal_node) && march_options(l, HOW_TO_GO);
}

static bool camp(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_CAMP;
  if (sp_order_take(l, "at") && !sp_order_place(l, false, &l->draft->goal_node)) return false;
  bool comma = sp_order_take_kind(l, SP_TOKEN_COMMA);
  if (sp_order_take(l, "entrenched|entrench")) return works(l);
  return !comma || sp_order_expected(l, "entrenched");
}

static bool cross(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_CROSS;
  if (sp_order_take(l, "at") && !sp_order_place(l, true, &l->draft->via_node[0])) return false;
  return !sp_order_take(l, "toward|towards|to") || sp_order_place(l, false, &l->draft->goal_node);
}

/* bridge [at CROSSING] [N bridges] */
static bool bridge(sp_order_lines *l, sp_verb *verb) {
  sp_order_draft *d = l->draft;
  *verb = SP_VERB_BRIDGE;
  d->follow_m = 1;
  if (sp_order_take(l, "at") && !sp_order_place(l, true, &d->via_node[0])) return false;
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  const sp_token *number = sp_order_peek(l);
  if (number->kind != SP_TOKEN_WORD || !sp_order_whole(number->word, &d->follow_m)) return true;
  if (d->follow_m < 1 || d->follow_m > 100) return sp_order_blame(l, number, "order.bridges_many");
  l->next++;
  return sp_order_take(l, "bridges|bridge") || sp_order_expected(l, "bridges");
}

/* "burn the stores" is bread's; all else that burns is a bridge. */
static bool burns_a_bridge(const sp_order_lines *l) {
  static const char *const stores[] = {"stores", "store", "granaries", "grain"};
  for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
    if (strcmp(l->token[l->next + 1].word, stores[i]) == 0) return false;
  return true;
}

/* break|burn [the bridge|bridges] [at CROSSING] [after the last has crossed] */
static bool break_bridge(sp_order_lines *l, sp_verb *verb, bool burn) {
  sp_order_draft *d = l->draft;
  *verb = SP_VERB_BREAK;
  if (burn) d->manner |= SP_MANNER_BURN;
  if (!sp_order_take(l, "bridge|bridges")) return sp_order_expected(l, "bridge");
  if (sp_order_take(l, "at") && !sp_order_place(l, true, &d->via_node[0])) return false;
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  if (!sp_order_take(l, "after|when")) return true;
  if (!sp_order_take(l, "last")) return sp_order_expected(l, "last");
  if (!sp_order_take(l, "has|have")) return sp_order_expected(l, "has");
  if (!sp_order_take(l, "crossed|passed")) return sp_order_expected(l, "crossed");
  d->manner |= SP_MANNER_AFTER_LAST;
  return true;
}

/* embark for PLACE [at PLACE]: a lane must lead there. */
static bool embark(sp_order_lines *l, sp_verb *verb) {
  sp_order_draft *d = l->draft;
  *verb = SP_VERB_EMBARK;
  if (!sp_order_take(l, "for|to")) return sp_order_expected(l, "for");
  const sp_token *t = sp_order_peek(l);
  if (!sp_order_place(l, false, &d->goal_node)) return false;
  if (!sp_lanes_to(l->reader->model, d->goal_node)) return sp_order_blame(l, t, "order.no_lane");
  if (!sp_order_take(l, "at|from")) return true;
  t = sp_order_peek(l);
  if (!sp_order_place(l, false, &d->via_node[0])) return false;
  return sp_lane_between(l->reader->model, d->via_node[0], d->goal_node) != SP_NO_LEG || sp_order_blame(l, t, "order.no_lane_between");
}

/* build N rafts [at PLACE] */
static bool build(sp_order_lines *l, sp_verb *verb) {
  sp_order_draft *d = l->draft;
  *verb = SP_VERB_RAFTS;
  const sp_token *number = sp_order_peek(l);
  if (number->kind != SP_TOKEN_WORD || !sp_order_whole(number->word, &d->follow_m)) return sp_order_expected(l, "10 rafts");
  if (d->follow_m < 1 || d->follow_m > 1000) return sp_order_blame(l, number, "order.rafts_many");
  l->next++;
  if (!sp_order_take(l, "rafts|raft")) return sp_order_expected(l, "rafts");
  if (!sp_order_take(l, "at")) return true;
  const sp_token *t = sp_order_peek(l);
  if (!sp_order_place(l, false, &d->via_node[0])) return false;
  return sp_lanes_to(l->reader->model, d->via_node[0]) || sp_order_blame(l, t, "order.no_lane");
}

/* Whom to follow: one's own, or "the enemy", the nearest body known of. A scenario's author may name an enemy body;
 * at a seat its name is as good as none. */
static bool quarry(sp_order_lines *l) {
  if (sp_order_take(l, "enemy")) {
    l->draft->follow = SP_FOLLOW_ENEMY;
    return true;
  }
  sp_key side_of = l->side_of;
  if (!l->reader->seat) l->side_of = 0;
  bool good = sp_order_formation(l, &l->draft->follow);
  l->side_of = side_of;
  return good;
}

static bool follow(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_FOLLOW;
  if (!quarry(l)) return false;
  if (!sp_order_take(l, "at")) return sp_order_expected(l, "at");
  return sp_order_distance(l, &l->draft->follow_m);
}

/* "at" before an hour is an option, before a name the place. */
static bool at_a_place(const sp_order_lines *l) {
  if (!sp_order_is(l, "at")) return false;
  const sp_token *t = &l->token[l->next + 1];
  static const char *const light[] = {"dawn", "daybreak", "sunrise", "dusk", "sunset", "nightfall"};
  for (size_t i = 0; i < sizeof light / sizeof *light; i++)
    if (strcmp(t->word, light[i]) == 0) return false;
  return t->kind != SP_TOKEN_WORD || t->word[0] < '0' || t->word[0] > '9';
}

static bool ends_target(const sp_order_lines *l) {
  return sp_order_peek(l)->kind != SP_TOKEN_WORD || sp_order_is(l, "at|on|by|via|slowly|slow|briskly|brisk|quickly|forced|through|giving|give|no|quarter|as|along|entrenched|entrench");
}

/* harass [the enemy|FORMATION] [OPTION...]: to follow, strike, and ride off. */
static bool harass(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_FOLLOW;
  l->draft->follow = SP_FOLLOW_ENEMY;
  l->draft->manner |= SP_MANNER_HARASS;
  if (!ends_target(l) && !quarry(l)) return false;
  return march_options(l, 0);
}

/* attack [the enemy|FORMATION] [at PLACE] [OPTION...] */
static bool attack(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_ATTACK;
  l->draft->follow = SP_FOLLOW_ENEMY;
  if (!ends_target(l) && !quarry(l)) return false;
  if (at_a_place(l)) {
    l->next++;
    if (!sp_order_place(l, false, &l->draft->goal_node)) return false;
  }
  return march_options(l, HOW_TO_FIGHT);
}

/* pursue [the enemy|FORMATION] [along the road] [OPTION...] */
static bool pursue(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_PURSUE;
  l->draft->follow = SP_FOLLOW_ENEMY;
  if (!ends_target(l) && !quarry(l)) return false;
  if (sp_order_take(l, "along")) { /* as they would anyhow */
    (void)sp_order_take(l, "post");
    if (!sp_order_take(l, "road")) return sp_order_expected(l, "road");
  }
  return march_options(l, HOW_TO_FIGHT);
}

/* hold [[at] PLACE] [OPTION...] */
static bool hold(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_HOLD;
  if (at_a_place(l)) l->next++;
  else if (ends_target(l)) return march_options(l, HOW_TO_FIGHT | WHAT_TO_DIG);
  return sp_order_place(l, false, &l->draft->goal_node) && march_options(l, HOW_TO_FIGHT | WHAT_TO_DIG);
}

/* entrench [at PLACE] [shallow|deep] [toward PLACE|all round] [OPTION...]: to hold a place, and dig in there. */
static bool entrench(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_HOLD;
  if (at_a_place(l)) {
    l->next++;
    if (!sp_order_place(l, false, &l->draft->goal_node)) return false;
  }
  return works(l) && march_options(l, HOW_TO_FIGHT);
}

/* repair the wall [at PLACE] [OPTION...]: to hold a place, and close its breaches. */
static bool repair(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_HOLD;
  l->draft->manner |= SP_MANNER_REPAIR;
  if (!sp_order_take(l, "wall|walls|breach|breaches")) return sp_order_expected(l, "the wall");
  if (at_a_place(l)) {
    l->next++;
    if (!sp_order_place(l, false, &l->draft->goal_node)) return false;
  }
  return march_options(l, HOW_TO_FIGHT);
}

/* invest PLACE [OPTION...]: a ring about a walled place. */
static bool invest(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_HOLD;
  if (!sp_order_walled(l, &l->draft->goal_node)) return false;
  l->draft->manner |= SP_MANNER_INVEST;
  return march_options(l, HOW_TO_FIGHT | WHAT_TO_DIG);
}

/* ambush [the enemy] [at PLACE] [letting the head pass] [OPTION...]: to hold a place unseen until he passes. */
static bool ambush(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_HOLD;
  l->draft->manner |= SP_MANNER_AMBUSH;
  (void)sp_order_take(l, "enemy");
  if (at_a_place(l)) {
    l->next++;
    if (!sp_order_place(l, false, &l->draft->goal_node)) return false;
  }
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  if (sp_order_take(l, "letting")) {
    if (!sp_order_take(l, "head|van")) return sp_order_expected(l, "head");
    if (!sp_order_take(l, "pass")) return sp_order_expected(l, "pass");
    l->draft->manner |= SP_MANNER_LET_PASS;
  }
  return march_options(l, HOW_TO_FIGHT);
}

/* flee [to PLACE] [when the line wavers]: the commander rides off with his own. */
static bool flee(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_FLEE;
  if (sp_order_take(l, "to") && !sp_order_place(l, false, &l->draft->goal_node)) return false;
  if (!sp_order_take(l, "when|if")) return true;
  if (!sp_order_take(l, "line")) return sp_order_expected(l, "line"); /* "the" is no word of its own */
  if (!sp_order_take(l, "wavers|breaks")) return sp_order_expected(l, "wavers");
  l->draft->manner |= SP_MANNER_IF_WAVERING;
  return true;
}

/* One item: N|all [CLASS] [ARM] | [N] UNIT. */
bool sp_order_troops(sp_order_lines *l, int32_t slot) {
  sp_order_draft *d = l->draft;
  const sp_token *first = sp_order_peek(l);
  if (slot == 3) return sp_order_blame(l, first, "order.detach_many");
  d->detach_count[slot] = -1;
  bool counted = first->kind == SP_TOKEN_WORD && sp_order_whole(first->word, &d->detach_count[slot]);
  if (counted && d->detach_count[slot] < 1) return sp_order_blame(l, first, "order.detach_none");
  if (counted) l->next++;
  else (void)sp_order_take(l, "all");
  bool named = false;
  for (;; l->next++) {
    const sp_token *t = sp_order_peek(l);
    int32_t arm = t->kind == SP_TOKEN_WORD ? index_of(t->word, arm_words, SP_ARM_COUNT) : -1;
    int32_t troop_class = t->kind == SP_TOKEN_WORD ? index_of(t->word, class_words, SP_CLASS_COUNT) : -1;
    int32_t unit = t->kind == SP_TOKEN_WORD ? sp_model_find(l->reader->model, SP_ENTITY_UNIT, t->word) : -1;
    bool any = sp_order_is(l, "men|soldiers");
    if (sp_order_is(l, "of")) continue;
    if (unit >= 0 && d->detach_unit[slot] < 0) d->detach_unit[slot] = unit;
    else if (arm >= 0 && d->detach_arm[slot] == SP_ANY) d->detach_arm[slot] = (uint8_t)arm;
    else if (troop_class >= 0 && d->detach_class[slot] == SP_ANY) d->detach_class[slot] = (uint8_t)troop_class;
    else if (!any) break;
    named = true;
  }
  if (named) return true;
  const sp_model *m = l->reader->model;
  const char *names[SP_ARM_COUNT + SP_CLASS_COUNT + 1024];
  size_t count = 0;
  for (int32_t i = 0; i < SP_ARM_COUNT; i++) names[count++] = arm_words[i];
  for (int32_t i = 0; i < SP_CLASS_COUNT; i++) names[count++] = class_words[i];
  for (int32_t i = 0; i < m->unit_count && i < 1024; i++) names[count++] = sp_model_id(m, SP_ENTITY_UNIT, i);
  const sp_token *t = sp_order_peek(l);
  const char *near = t->kind == SP_TOKEN_WORD ? sp_nearest(t->word, names, count) : NULL;
  if (!near) return sp_order_blame(l, t, t->kind == SP_TOKEN_END ? "order.troops_missing" : "order.troops");
  l->failed = true;
  sp_fault(l->faults, SP_FAULT_ERROR, (sp_where){l->where.file, l->where.line, t->column}, "order.troops_near", "word", t->word, "near", near, (char *)NULL);
  return false;
}

static bool detach_name(sp_order_lines *l) {
  const sp_token *t = sp_order_peek(l);
  if (t->kind != SP_TOKEN_WORD) return sp_order_blame(l, t, "order.name_wanted");
  for (const char *c = t->word; *c; c++) {
    bool fine = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || ((*c == '-' || *c == '_') && c > t->word);
    if (!fine) return sp_order_blame(l, t, "order.name_wanted");
  }
  /* At a seat no more is known than one's own side's names: a refusal must not tell of an unseen enemy. */
  int32_t side = l->reader->seat ? sp_side_of_key(l, l->reader->seat) : -1;
  if (sp_formation_by_word_of(l->reader->model, l->reader->world, t->word, side)) return sp_order_blame(l, t, "order.name_taken");
  memcpy(l->draft->name, t->word, sizeof l->draft->name);
  l->next++;
  return true;
}

static bool detach(sp_order_lines *l, sp_verb *verb) {
  sp_order_draft *d = l->draft;
  *verb = SP_VERB_DETACH;
  for (int32_t slot = 0;; slot++) {
    if (!sp_order_troops(l, slot)) return false;
    bool more = sp_order_take_kind(l, SP_TOKEN_COMMA);
    if (sp_order_take(l, "and")) more = true;
    if (!more) break;
  }
  for (;;) {
    if (sp_order_take(l, "under")) {
      if (!sp_order_person(l, &d->detach_person)) return false;
    } else if (sp_order_take(l, "as")) {
      if (!detach_name(l)) return false;
    } else break;
  }
  if (!sp_order_take(l, "to")) return sp_order_expected(l, "to, under, as, and");
  if (sp_order_take(l, "march|go|move")) return march(l, &d->detach_verb);
  if (sp_order_take(l, "follow")) return follow(l, &d->detach_verb);
  if (sp_order_take(l, "harass|harry")) return harass(l, &d->detach_verb);
  if (sp_order_take(l, "camp|encamp")) return camp(l, &d->detach_verb);
  if (sp_order_take(l, "halt|stay")) {
    d->detach_verb = SP_VERB_HALT;
    return true;
  }
  if (sp_order_take(l, "attack")) return attack(l, &d->detach_verb);
  if (sp_order_take(l, "hold")) return hold(l, &d->detach_verb);
  if (sp_order_take(l, "entrench")) return entrench(l, &d->detach_verb);
  if (sp_order_take(l, "invest|blockade")) return invest(l, &d->detach_verb);
  if (sp_order_take(l, "pursue|chase")) return pursue(l, &d->detach_verb);
  if (sp_order_take(l, "bridge")) return bridge(l, &d->detach_verb);
  if (sp_order_is(l, "break|burn")) return break_bridge(l, &d->detach_verb, !sp_order_take(l, "break") && sp_order_take(l, "burn"));
  if (sp_order_take(l, "embark")) return embark(l, &d->detach_verb);
  if (sp_order_take(l, "build")) return build(l, &d->detach_verb);
  if (sp_order_take(l, "ambush|waylay")) return ambush(l, &d->detach_verb);
  bool good = false;
  if (sp_order_is(l, "mine|countermine|sally") && sp_order_mine(l, &d->detach_verb, &good)) return good;
  return sp_order_expected(l, "march, follow, harass, camp, halt, attack, hold, entrench, invest, mine, countermine, sally, ambush, pursue, bridge, break, burn, embark, build");
}

static bool send_word(sp_order_lines *l, sp_verb *verb) {
  sp_order_draft *d = l->draft;
  *verb = SP_VERB_WORD;
  if (!sp_order_take(l, "word")) return sp_order_expected(l, "word");
  if (!sp_order_take(l, "to")) return sp_order_expected(l, "to");
  if (!sp_order_formation(l, &d->about)) return false;
  (void)sp_order_take_kind(l, SP_TOKEN_COLON);
  const sp_token *t = sp_order_peek(l);
  if (t->kind != SP_TOKEN_TEXT || !t->length) return sp_order_blame(l, t, "order.text_wanted");
  if (t->length >= sizeof d->word) return sp_order_blame(l, t, "order.text_long");
  memcpy(d->word, t->at, t->length);
  l->next++;
  return true;
}

static bool ask(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_ASK;
  if (!sp_order_formation(l, &l->draft->about)) return false;
  if (!sp_order_take(l, "for")) return sp_order_expected(l, "for");
  if (sp_order_take(l, "help|relief|aid")) l->draft->ask = SP_ASK_HELP;
  else if (sp_order_take(l, "instructions|orders")) l->draft->ask = SP_ASK_INSTRUCTIONS;
  else if (sp_order_take(l, "bread|grain")) l->draft->ask = SP_ASK_BREAD;
  else if (sp_order_take(l, "powder")) l->draft->ask = SP_ASK_POWDER;
  else if (sp_order_take(l, "leave")) {
    l->draft->ask = SP_ASK_LEAVE;
    if (sp_order_take(l, "to") && !sp_order_take(l, "march|go|move|withdraw")) return sp_order_expected(l, "march");
  } else return sp_order_expected(l, "help, bread, powder, instructions, leave");
  return true;
}

static bool report(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_REPORT;
  if (!sp_order_take(l, "to")) return sp_order_expected(l, "to");
  return sp_order_formation(l, &l->draft->about);
}

static bool merge(sp_order_lines *l, sp_verb *verb) {
  *verb = SP_VERB_MERGE;
  (void)sp_order_take(l, "with");
  return sp_order_formation(l, &l->draft->follow);
}

bool sp_order_command(sp_order_lines *l) {
  sp_verb *verb = &l->draft->verb;
  bool good = false;
  if (!sp_order_moment_last(l)) return false;
  if (sp_order_take(l, "march|go|move|advance|withdraw")) good = march(l, verb);
  else if (sp_order_take(l, "halt|stop")) good = true, *verb = SP_VERB_HALT;
  else if (sp_order_take(l, "camp|encamp")) good = camp(l, verb);
  else if (sp_order_take(l, "cross")) good = cross(l, verb);
  else if (sp_order_take(l, "bridge")) good = bridge(l, verb);
  else if (sp_order_take(l, "break")) good = break_bridge(l, verb, false);
  else if (sp_order_is(l, "burn") && burns_a_bridge(l)) good = l->next++, break_bridge(l, verb, true);
  else if (sp_order_take(l, "embark")) good = embark(l, verb);
  else if (sp_order_take(l, "build")) good = build(l, verb);
  else if (sp_order_take(l, "follow")) good = follow(l, verb);
  else if (sp_order_take(l, "harass|harry")) good = harass(l, verb);
  else if (sp_order_take(l, "attack")) good = attack(l, verb);
  else if (sp_order_take(l, "hold")) good = hold(l, verb);
  else if (sp_order_take(l, "ambush|waylay")) good = ambush(l, verb);
  else if (sp_order_take(l, "entrench")) good = entrench(l, verb);
  else if (sp_order_take(l, "invest|blockade")) good = invest(l, verb);
  else if (sp_order_take(l, "repair|mend")) good = repair(l, verb);
  else if (sp_order_take(l, "pursue|chase")) good = pursue(l, verb);
  else if (sp_order_take(l, "flee|escape")) good = flee(l, verb);
  else if (sp_order_take(l, "detach")) good = detach(l, verb);
  else if (sp_order_take(l, "merge|join")) good = merge(l, verb);
  else if (sp_order_take(l, "send")) good = send_word(l, verb);
  else if (sp_order_take(l, "ask|request|beg")) good = ask(l, verb);
  else if (sp_order_take(l, "report")) good = report(l, verb);
  else if (!sp_order_signal(l, &good) && !sp_order_supply(l, &good) && !sp_order_munition(l, &good) && !sp_order_promise(l, &good) && !sp_order_terms(l, &good) && !sp_order_wounded(l, &good) && !sp_order_mine(l, verb, &good)) return sp_order_expected(l, COMMANDS);
  if (!good) return false;
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  const sp_token *t = sp_order_peek(l);
  return t->kind == SP_TOKEN_END || sp_order_blame(l, t, "order.too_much");
}
