/* order_moment.c - when an order is to be carried out: a moment in an assault that somebody sees, or a signal agreed upon.
 *
 *   when FORMATION closes|touches|is in|breaks     it is within shot; at blows, or in the ditch; the line before it is gone; it runs
 *   when the enemy breaks|is seen
 *   when the wall is breached [at PLACE], at the breach [of PLACE]
 *   when the signal sounds [from HQ]               "give the signal", "fire the signal gun", "beat the drum", "raise the flag"
 *   when word comes from HQ
 *   after N min
 * and after any of them "after N min". At the head of a line the sender keeps the order and gives it then; at its end the recipient does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_moment.h"

#include <stdio.h>
#include <string.h>

/* "after 20 min"; "after -5 min" too, that the number may be blamed. */
static bool is_after(const sp_order_lines *l, int32_t at) {
  const sp_token *t = &l->token[at];
  if (at + 1 >= l->count || t->kind != SP_TOKEN_WORD || strcmp(t->word, "after") != 0 || t[1].kind != SP_TOKEN_WORD) return false;
  const char *n = t[1].word + (t[1].word[0] == '-');
  return *n >= '0' && *n <= '9';
}

/* The wall named; none is named where it is plain which. */
static bool of_place(sp_order_lines *l, const sp_token *wall) {
  if (l->reader->model->wall_count == 0) return sp_order_blame(l, wall, "order.no_wall_at_all");
  return !sp_order_take(l, "at|of|in") || sp_order_walled(l, &l->draft->trigger_node);
}

static bool then_after(sp_order_lines *l) {
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  return !sp_order_take(l, "after") || sp_order_minutes(l, &l->draft->after_min);
}

static bool of_formation(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  const sp_token *name = sp_order_peek(l);
  if (!sp_order_formation(l, &d->trigger_of)) return false;
  l->watched = name;
  if (d->late) return sp_order_blame(l, name, "order.moment_late");
  (void)sp_order_take(l, "is|are|has|have");
  if (sp_order_take(l, "closes|close|closed")) d->trigger = SP_TRIGGER_CLOSES;
  else if (sp_order_take(l, "touches|touch|touched")) {
    d->trigger = SP_TRIGGER_TOUCHES;
    (void)sp_order_take(l, "ditch|wall|enemy|line");
  } else if (sp_order_take(l, "in|inside|over")) d->trigger = SP_TRIGGER_IN;
  else if (sp_order_take(l, "breaks|break|broken|runs|run")) d->trigger = SP_TRIGGER_BREAKS;
  else return sp_order_expected(l, "closes, touches, is in, breaks");
  return true;
}

static bool of_enemy(sp_order_lines *l) {
  (void)sp_order_take(l, "is|are|has|have");
  if (sp_order_take(l, "breaks|break|broken|runs|run")) l->draft->trigger = SP_TRIGGER_ENEMY_BREAKS;
  else if (sp_order_take(l, "seen|comes|appears")) l->draft->trigger = SP_TRIGGER_CONTACT;
  else return sp_order_expected(l, "breaks, is seen");
  return true;
}

static bool of_wall(sp_order_lines *l) {
  const sp_token *wall = &l->token[l->next - 1];
  (void)sp_order_take(l, "is|has");
  if (!sp_order_take(l, "breached|down|open|fallen|made")) return sp_order_expected(l, "breached");
  l->draft->trigger = SP_TRIGGER_BREACH;
  return of_place(l, wall);
}

static bool of_signal(sp_order_lines *l) {
  (void)sp_order_take(l, "is|has");
  (void)sp_order_take(l, "sounds|given|heard|comes|rises");
  l->draft->trigger = SP_TRIGGER_SIGNAL;
  return !sp_order_take(l, "from|of") || sp_order_formation(l, &l->draft->trigger_of);
}

static bool of_word(sp_order_lines *l) {
  if (!sp_order_take(l, "comes|arrives")) return sp_order_expected(l, "comes");
  if (!sp_order_take(l, "from")) return sp_order_expected(l, "from");
  l->draft->trigger = SP_TRIGGER_WORD;
  l->watched = sp_order_peek(l);
  return sp_order_formation(l, &l->draft->trigger_of);
}

bool sp_order_moment(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  bool good;
  d->trigger_count = 1;
  if (sp_order_peek(l)->kind != SP_TOKEN_WORD) return sp_order_expected(l, "a formation, the enemy, the wall, the signal, word");
  if (sp_order_take(l, "enemy")) good = of_enemy(l);
  else if (sp_order_take(l, "wall|breach")) good = of_wall(l);
  else if (sp_order_take(l, "signal")) good = of_signal(l);
  else if (sp_order_take(l, "word")) good = of_word(l);
  else good = of_formation(l);
  if (!good) return false;
  return then_after(l);
}

bool sp_order_at_breach(sp_order_lines *l) {
  const sp_token *wall = &l->token[l->next + 1];
  if (!sp_order_is(l, "at") || l->next + 1 >= l->count || wall->kind != SP_TOKEN_WORD || strcmp(wall->word, "breach") != 0) return false;
  l->next += 2;
  l->draft->trigger = SP_TRIGGER_BREACH;
  l->draft->trigger_count = 1;
  (void)(of_place(l, wall) && then_after(l));
  return true;
}

/* Orders that have a "when" or "after" of their own: to flee when the line wavers, to break a bridge after the last has crossed. */
static bool has_its_own(const sp_order_lines *l) { return sp_order_is(l, "flee|escape|break|burn"); }

static bool begins_moment(const sp_order_lines *l, int32_t at) {
  const sp_token *t = &l->token[at];
  if (t->kind != SP_TOKEN_WORD) return false;
  if (strcmp(t->word, "when") == 0 || strcmp(t->word, "once") == 0) return strcmp(t[1].word, "last") != 0; /* of a bridge */
  if (strcmp(t->word, "at") == 0) return strcmp(t[1].word, "breach") == 0;
  return is_after(l, at);
}

/* The words at `at` on: what the recipient is to wait for. */
static bool moment_at(sp_order_lines *l, int32_t at) {
  sp_order_draft *d = l->draft;
  l->next = at;
  if (sp_order_take(l, "when|once")) {
    if (!sp_order_moment(l)) return false;
  } else if (sp_order_at_breach(l)) {
    if (l->failed) return false;
  } else {
    (void)sp_order_take(l, "after");
    d->trigger = SP_TRIGGER_DELAY;
    d->trigger_count = 1;
    if (!sp_order_minutes(l, &d->after_min)) return false;
  }
  return sp_order_peek(l)->kind == SP_TOKEN_END || sp_order_blame(l, sp_order_peek(l), "order.too_much");
}

bool sp_order_moment_last(sp_order_lines *l) {
  int32_t first = l->next, at = first + 1;
  if (sp_order_peek(l)->kind != SP_TOKEN_WORD || has_its_own(l)) return true;
  while (at < l->count && !begins_moment(l, at)) at++;
  if (at >= l->count) return true;
  if (l->draft->trigger != SP_TRIGGER_NONE) return sp_order_blame(l, &l->token[at], "order.moment_twice");
  if (!moment_at(l, at)) return false;
  l->draft->kept = true;
  l->next = first;
  if (l->token[at - 1].kind == SP_TOKEN_COMMA) at--;
  l->token[at].kind = SP_TOKEN_END;
  return true;
}

/* ---- the signal itself */

static const struct { const char *line, *said; } calls[SP_CALL_COUNT] = {
    [SP_CALL_ANY] = {"give the signal", "order.say.signal"},
    [SP_CALL_GUN] = {"fire the signal gun", "order.say.signal_gun"},
    [SP_CALL_DRUM] = {"beat the drum", "order.say.signal_drum"},
    [SP_CALL_FLAG] = {"raise the flag", "order.say.signal_flag"},
};

/* "give the signal": "give" alone is of bread (order_supply.c). */
static bool gives_signal(sp_order_lines *l) {
  int32_t first = l->next;
  if (sp_order_take(l, "give") && sp_order_is(l, "signal")) return true;
  l->next = first;
  return false;
}

bool sp_order_signal(sp_order_lines *l, bool *good) {
  sp_call call;
  if (gives_signal(l) || sp_order_take(l, "sound")) {
    call = SP_CALL_ANY;
    *good = sp_order_take(l, "signal") || sp_order_expected(l, "signal");
  } else if (sp_order_take(l, "fire")) {
    call = SP_CALL_GUN;
    *good = sp_order_take(l, "signal") || sp_order_expected(l, "signal");
    (void)(*good && sp_order_take(l, "gun|shot"));
  } else if (sp_order_take(l, "beat")) {
    call = SP_CALL_DRUM;
    *good = sp_order_take(l, "drum|drums") || sp_order_expected(l, "drum");
  } else if (sp_order_take(l, "raise|wave")) {
    call = SP_CALL_FLAG;
    *good = sp_order_take(l, "flag|standard") || sp_order_expected(l, "flag");
  } else return false;
  l->draft->verb = SP_VERB_SIGNAL;
  l->draft->amount = call;
  return true;
}

static int64_t call_of(const sp_world *w, int32_t o) { return sp_max_i64(0, sp_min_i64(SP_CALL_COUNT - 1, w->order.amount[o])); }

bool sp_order_signal_line(const sp_world *w, int32_t o, char *out, size_t size) {
  if (w->order.verb[o] != SP_VERB_SIGNAL) return false;
  snprintf(out, size, "%s", calls[call_of(w, o)].line);
  return true;
}

bool sp_order_signal_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  if (w->order.verb[o] != SP_VERB_SIGNAL) return false;
  (void)sp_text(lang, calls[call_of(w, o)].said, NULL, out, size);
  return true;
}

/* ---- back into words */

static bool waits(const sp_world *w, int32_t o) { return sp_is_moment((sp_trigger)w->order.trigger[o]) && (w->order.kept[o] || w->order.state[o] == SP_ORDER_STANDING); }

/* What the recipient is to wait for that a sender could not keep for him: word and contact too. */
static bool is_said(const sp_world *w, int32_t o) { return waits(w, o) || (w->order.kept[o] && w->order.trigger[o] != SP_TRIGGER_NONE); }

bool sp_order_moment_line(const sp_world *w, int32_t o, char *out, size_t size) {
  static const char *const does[SP_TRIGGER_COUNT] = {[SP_TRIGGER_CLOSES] = "closes", [SP_TRIGGER_TOUCHES] = "touches", [SP_TRIGGER_IN] = "is in", [SP_TRIGGER_BREAKS] = "breaks"};
  char name[160] = "?", after[48] = "";
  if (!is_said(w, o)) return false;
  sp_trigger trigger = (sp_trigger)w->order.trigger[o];
  int32_t hq = w->order.trigger_hq[o], node = w->order.trigger_node[o];
  if (hq >= 0) sp_formation_word(w, w->hq.formation[hq], name, sizeof name);
  if (w->order.after_min[o]) snprintf(after, sizeof after, " after %d min", w->order.after_min[o]);
  if (trigger == SP_TRIGGER_DELAY) snprintf(out, size, "after %d min", w->order.after_min[o]);
  else if (trigger == SP_TRIGGER_ENEMY_BREAKS) snprintf(out, size, "when the enemy breaks%s", after);
  else if (trigger == SP_TRIGGER_CONTACT) snprintf(out, size, "when the enemy is seen%s", after);
  else if (trigger == SP_TRIGGER_WORD) snprintf(out, size, "when word comes from %s%s", name, after);
  else if (trigger == SP_TRIGGER_SIGNAL) snprintf(out, size, "when the signal sounds from %s%s", name, after);
  else if (trigger == SP_TRIGGER_BREACH) {
    const sp_model *m = w->model;
    const char *place = node >= 0 && m->node[node].place >= 0 ? sp_model_id(m, SP_ENTITY_PLACE, m->node[node].place) : NULL;
    snprintf(out, size, "when the wall is breached%s%s%s", place ? " at " : "", place ? place : "", after);
  } else snprintf(out, size, "when %s %s%s", name, does[trigger] ? does[trigger] : "closes", after);
  return true;
}

bool sp_order_moment_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  static const char *const id[SP_TRIGGER_COUNT] = {[SP_TRIGGER_CONTACT] = "contact", [SP_TRIGGER_WORD] = "word", [SP_TRIGGER_CLOSES] = "closes", [SP_TRIGGER_TOUCHES] = "touches", [SP_TRIGGER_IN] = "in", [SP_TRIGGER_BREAKS] = "breaks", [SP_TRIGGER_ENEMY_BREAKS] = "enemy_breaks", [SP_TRIGGER_BREACH] = "breach", [SP_TRIGGER_SIGNAL] = "signal", [SP_TRIGGER_DELAY] = "delay"};
  char who[256] = "", place[256] = "", after[256] = "", number[32], full[64];
  if (!is_said(w, o) || !id[w->order.trigger[o]]) return false;
  sp_trigger trigger = (sp_trigger)w->order.trigger[o];
  int32_t hq = w->order.trigger_hq[o], node = w->order.trigger_node[o], minutes = w->order.after_min[o];
  if (hq >= 0) (void)sp_world_name(w, w->formation.key[w->hq.formation[hq]], lang, who, sizeof who);
  if (node >= 0 && w->model->node[node].place >= 0) snprintf(place, sizeof place, "%s", sp_model_name(w->model, SP_ENTITY_PLACE, w->model->node[node].place, lang));
  if (lang == SP_LANG_ZH) sp_say_number_zh(minutes, number, sizeof number);
  else snprintf(number, sizeof number, "%d", minutes);
  if (minutes && trigger != SP_TRIGGER_DELAY) (void)sp_text(lang, "order.say.when.after", (const char *[]){"n", number, NULL}, after, sizeof after);
  snprintf(full, sizeof full, "order.say.when.%s%s", id[trigger], trigger == SP_TRIGGER_BREACH && place[0] ? "_at" : "");
  (void)sp_text(lang, full, (const char *[]){"who", who, "place", place, "n", number, "after", after, NULL}, out, size);
  return true;
}
