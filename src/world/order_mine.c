/* order_mine.c - orders about mines:
 *   mine the wall at PLACE [with N kg of powder] [and wait]     a ring is drawn about the place as well
 *   countermine [at PLACE]                                      from within
 *   blow the mine
 *   sally [against the guns|the mine|the works] [through the night]
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_mine.h"

#include <stdio.h>
#include <string.h>

#define MOST_KG 1e6

/* "with N kg of powder", or t: no other weight is read. */
static bool charge(sp_order_lines *l) {
  const sp_token *t = sp_order_peek(l);
  const char *unit = NULL;
  double value;
  if (!sp_order_quantity(l, "order.mine_charge", &value, &unit)) return false;
  double kg = unit && strcmp(unit, "t") == 0 ? 1000.0 * value : value;
  bool known = unit && (strcmp(unit, "kg") == 0 || strcmp(unit, "t") == 0);
  if (!known || !(kg >= 1.0 && kg <= MOST_KG)) return sp_order_blame(l, t, "order.mine_charge");
  l->draft->amount = sp_to_i64(1000.0 * kg);
  (void)sp_order_take(l, "of");
  (void)sp_order_take(l, "powder");
  return true;
}

static bool mine(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  d->manner |= SP_MANNER_MINE | SP_MANNER_INVEST;
  if (sp_order_take(l, "wall|walls")) {
    if (!sp_order_take(l, "at|of")) return sp_order_expected(l, "at");
  } else (void)sp_order_take(l, "at|of");
  if (!sp_order_walled(l, &l->draft->goal_node)) return false;
  for (;;) {
    (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
    if (sp_order_take(l, "with")) {
      if (!charge(l)) return false;
    } else if (sp_order_take(l, "and")) {
      if (!sp_order_take(l, "wait")) return sp_order_expected(l, "wait");
      (void)sp_order_take(l, "for");
      (void)sp_order_take(l, "word");
      d->manner |= SP_MANNER_MINE_WAITS;
    } else return sp_order_peek(l)->kind == SP_TOKEN_END || sp_order_expected(l, "with, and");
  }
}

static bool sally(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  d->follow = SP_FOLLOW_ENEMY;
  d->amount = SP_SALLY_ANY;
  (void)sp_order_take(l, "out");
  if (sp_order_take(l, "against|on|at")) {
    if (sp_order_take(l, "guns|batteries|battery")) d->amount = SP_SALLY_GUNS;
    else if (sp_order_take(l, "mine|gallery")) d->amount = SP_SALLY_MINE;
    else if (sp_order_take(l, "works|ditches|trenches")) d->amount = SP_SALLY_WORKS;
    else if (!sp_order_take(l, "enemy")) return sp_order_expected(l, "the guns, the mine, the works, the enemy");
  }
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  if (sp_order_take(l, "through|by")) {
    if (!sp_order_take(l, "night")) return sp_order_expected(l, "night");
    d->through_night = true;
  }
  return sp_order_peek(l)->kind == SP_TOKEN_END || sp_order_expected(l, "against, through the night");
}

bool sp_order_mine(sp_order_lines *l, sp_verb *verb, bool *good) {
  if (sp_order_take(l, "sally")) {
    *verb = SP_VERB_ATTACK;
    *good = sally(l);
    return true;
  }
  if (sp_order_take(l, "mine|undermine")) {
    *verb = SP_VERB_HOLD;
    *good = mine(l);
  } else if (sp_order_take(l, "countermine")) {
    *verb = SP_VERB_HOLD;
    l->draft->manner |= SP_MANNER_MINE;
    l->draft->amount = -1;
    *good = !sp_order_take(l, "at|in") || sp_order_walled(l, &l->draft->goal_node);
  } else if (sp_order_take(l, "blow|spring")) {
    *verb = SP_VERB_BLOW;
    *good = sp_order_take(l, "mine") || sp_order_expected(l, "the mine");
  } else return false;
  return true;
}

static bool is_mine(const sp_world *w, int32_t o) {
  sp_verb verb = (sp_verb)w->order.verb[o];
  return (verb == SP_VERB_DETACH ? w->order.detach_verb[o] == SP_VERB_HOLD : verb == SP_VERB_HOLD) && w->order.ask[o] & SP_MANNER_MINE;
}

static int64_t sally_of(const sp_world *w, int32_t o) {
  sp_verb verb = (sp_verb)(w->order.verb[o] == SP_VERB_DETACH ? w->order.detach_verb[o] : w->order.verb[o]);
  return verb == SP_VERB_ATTACK && w->order.amount[o] > 0 ? sp_min_i64(w->order.amount[o], SP_SALLY_WORKS) : SP_SALLY_NONE;
}

static const char *place_of(const sp_world *w, int32_t o) {
  int32_t node = w->order.goal_node[o], place = node >= 0 ? w->model->node[node].place : -1;
  return place >= 0 ? sp_model_id(w->model, SP_ENTITY_PLACE, place) : NULL;
}

bool sp_order_mine_line(const sp_world *w, int32_t o, char *out, size_t size) {
  const char *place = place_of(w, o);
  char powder[64] = "";
  static const char *const against[SP_SALLY_COUNT] = {"", "", " against the guns", " against the mine", " against the works"};
  if (w->order.verb[o] == SP_VERB_BLOW) return snprintf(out, size, "blow the mine"), true;
  if (sally_of(w, o)) return snprintf(out, size, "sally%s%s", against[sally_of(w, o)], w->order.through_night[o] ? ", through the night" : ""), true;
  if (!is_mine(w, o)) return false;
  if (w->order.amount[o] > 0) snprintf(powder, sizeof powder, " with %lld kg of powder", (long long)(w->order.amount[o] / 1000));
  if (w->order.amount[o] < 0) snprintf(out, size, "countermine%s%s", place ? " at " : "", place ? place : "");
  else snprintf(out, size, "mine the wall at %s%s%s", place ? place : "?", powder, w->order.ask[o] & SP_MANNER_MINE_WAITS ? ", and wait" : "");
  return true;
}

bool sp_order_mine_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  char number[32], powder[256] = "", waits[256] = "";
  if (w->order.verb[o] == SP_VERB_BLOW) return (void)sp_text(lang, "order.say.blow", NULL, out, size), true;
  static const char *const said[SP_SALLY_COUNT] = {NULL, "order.say.sally", "order.say.sally_guns", "order.say.sally_mine", "order.say.sally_works"};
  if (sally_of(w, o)) {
    if (w->order.through_night[o]) (void)sp_text(lang, "order.say.through_night", NULL, waits, sizeof waits);
    (void)sp_text(lang, said[sally_of(w, o)], (const char *[]){"night", waits, NULL}, out, size);
    return true;
  }
  if (!is_mine(w, o)) return false;
  int32_t node = w->order.goal_node[o], at = node >= 0 ? w->model->node[node].place : -1;
  const char *place = at >= 0 ? sp_model_name(w->model, SP_ENTITY_PLACE, at, lang) : "";
  double kg = (double)w->order.amount[o] / 1000.0;
  if (lang == SP_LANG_ZH) sp_say_number_zh(sp_to_i64(sp_rint(sp_said_weight(lang, kg))), number, sizeof number);
  else snprintf(number, sizeof number, "%.0f", kg);
  if (kg > 0.0) (void)sp_text(lang, "order.say.mine_powder", (const char *[]){"n", number, NULL}, powder, sizeof powder);
  if (w->order.ask[o] & SP_MANNER_MINE_WAITS) (void)sp_text(lang, "order.say.mine_waits", NULL, waits, sizeof waits);
  const char *id = w->order.amount[o] < 0 ? (at >= 0 ? "order.say.countermine_at" : "order.say.countermine") : "order.say.mine";
  (void)sp_text(lang, id, (const char *[]){"place", place, "powder", powder, "waits", waits, NULL}, out, size);
  return true;
}
