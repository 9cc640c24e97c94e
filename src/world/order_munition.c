/* order_munition.c - orders about powder and grenades: how much of them, trials, the eye of an expert; read and said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_munition.h"

#include <stdio.h>

#define MOST_TRIED 2000

/* ---- reading */

bool sp_order_of_munitions(sp_order_lines *l) {
  const sp_token *next = sp_order_peek(l);
  bool of = sp_order_take(l, "of");
  if (sp_order_take(l, "powder|gunpowder")) return l->draft->manner = SP_SUPPLY_POWDER, true;
  if (sp_order_take(l, "grenades|grenade")) return l->draft->manner = SP_SUPPLY_GRENADES, true;
  if (of && next) l->next--; /* of something else */
  return false;
}

/* "refuse them if more than 2 fail". */
static bool refuse_if(sp_order_lines *l) {
  if (!sp_order_take(l, "refuse|reject")) return true;
  (void)sp_order_take(l, "them|all");
  if (!sp_order_take(l, "if")) return sp_order_expected(l, "if");
  if (!sp_order_take(l, "more")) return sp_order_expected(l, "more");
  if (!sp_order_take(l, "than")) return sp_order_expected(l, "than");
  const sp_token *t = sp_order_peek(l);
  int32_t most = 0;
  if (t->kind != SP_TOKEN_WORD || !sp_order_whole(t->word, &most)) return sp_order_expected(l, "2");
  if (most >= l->draft->amount) return sp_order_blame(l, t, "order.trial_most");
  l->next++;
  l->draft->follow_m = most + 1;
  return sp_order_take(l, "fail|fails") || sp_order_expected(l, "fail");
}

static bool try_some(sp_order_lines *l) {
  const sp_token *first = sp_order_peek(l);
  int32_t count = 0;
  if (first->kind != SP_TOKEN_WORD || !sp_order_whole(first->word, &count)) return sp_order_expected(l, "20 grenades");
  if (count < 1 || count > MOST_TRIED) return sp_order_blame(l, first, "order.trial_many");
  l->next++;
  l->draft->amount = count;
  if (!sp_order_take(l, "grenades|grenade")) return sp_order_expected(l, "grenades");
  (void)sp_order_take_kind(l, SP_TOKEN_COMMA);
  (void)sp_order_take(l, "and");
  return refuse_if(l);
}

static bool look_over(sp_order_lines *l) {
  if (!sp_order_take(l, "over")) return sp_order_expected(l, "over");
  (void)sp_order_take(l, "the");
  if (!sp_order_take(l, "powder|gunpowder")) return sp_order_expected(l, "the powder");
  return !sp_order_take(l, "by") || sp_order_person(l, &l->draft->detach_person);
}

bool sp_order_munition(sp_order_lines *l, bool *good) {
  if (sp_order_take(l, "try")) l->draft->verb = SP_VERB_TRY, *good = try_some(l);
  else if (sp_order_take(l, "look")) l->draft->verb = SP_VERB_LOOK_OVER, *good = look_over(l);
  else return false;
  return true;
}

/* ---- the canonical line */

size_t sp_order_munition_amount(const sp_world *w, int32_t o, char *out, size_t size) {
  long long n = (long long)w->order.amount[o];
  bool powder = w->order.ask[o] == SP_SUPPLY_POWDER;
  if (n < 0) return (size_t)snprintf(out, size, powder ? "all powder" : "all grenades");
  if (!powder) return (size_t)snprintf(out, size, "%lld grenades", n);
  if (n % 1000 == 0) return (size_t)snprintf(out, size, "%lld kg of powder", n / 1000);
  return (size_t)snprintf(out, size, "%lld.%03lld kg of powder", n / 1000, n % 1000);
}

static const char *person_id(const sp_world *w, int32_t person) { return w->model->id[SP_ENTITY_PERSON][person]; }

bool sp_order_munition_line(const sp_world *w, int32_t o, char *out, size_t size) {
  if (w->order.verb[o] == SP_VERB_LOOK_OVER) {
    int32_t by = w->order.detach_person[o];
    snprintf(out, size, "look over the powder%s%s", by >= 0 ? " by " : "", by >= 0 ? person_id(w, by) : "");
    return true;
  }
  if (w->order.verb[o] != SP_VERB_TRY) return false;
  long long n = (long long)w->order.amount[o];
  if (w->order.follow_m[o] > 0) snprintf(out, size, "try %lld grenades, refuse them if more than %d fail", n, (int)w->order.follow_m[o] - 1);
  else snprintf(out, size, "try %lld grenades", n);
  return true;
}

/* ---- a sentence */

static void number(sp_lang lang, int64_t n, char *out, size_t size) {
  if (lang == SP_LANG_ZH) sp_say_number_zh(n, out, size);
  else snprintf(out, size, "%lld", (long long)n);
}

void sp_order_munition_said(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  bool powder = w->order.ask[o] == SP_SUPPLY_POWDER;
  char n[64] = "";
  int64_t much = w->order.amount[o];
  if (much >= 0) number(lang, powder ? sp_to_i64(sp_max(1.0, sp_rint(sp_said_weight(lang, (double)much / 1000.0)))) : much, n, sizeof n);
  const char *id = much < 0 ? (powder ? "order.say.all_powder" : "order.say.all_grenades") : powder ? "order.say.kg_of_powder" : "order.say.grenades";
  (void)sp_text(lang, id, (const char *[]){"n", n, NULL}, out, size);
}

bool sp_order_munition_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  char n[64] = "", m[64] = "";
  if (w->order.verb[o] == SP_VERB_LOOK_OVER) {
    int32_t by = w->order.detach_person[o];
    const char *who = by >= 0 ? sp_model_name(w->model, SP_ENTITY_PERSON, by, lang) : "";
    (void)sp_text(lang, by >= 0 ? "order.say.look_over_by" : "order.say.look_over", (const char *[]){"who", who, NULL}, out, size);
    return true;
  }
  if (w->order.verb[o] != SP_VERB_TRY) return false;
  number(lang, w->order.amount[o], n, sizeof n);
  if (w->order.follow_m[o] > 0) number(lang, w->order.follow_m[o] - 1, m, sizeof m);
  (void)sp_text(lang, w->order.follow_m[o] > 0 ? "order.say.try_refuse" : "order.say.try", (const char *[]){"n", n, "m", m, NULL}, out, size);
  return true;
}
