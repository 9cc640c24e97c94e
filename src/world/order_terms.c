/* order_terms.c - orders about surrender: the least a garrison may take, the most besiegers may grant; read and said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_terms.h"

#include <stdio.h>

#include "shapan/calc_supply.h"

enum { SURRENDER, OFFER, REFUSE }; /* order.follow_m */

static const char *const said_line[] = {"", " as prisoners", " without arms", " with arms", ""};

/* [with arms|without arms|as prisoners] */
static bool which(sp_order_lines *l, sp_terms unsaid) {
  l->draft->amount = unsaid;
  if (sp_order_peek(l)->kind == SP_TOKEN_END) return true;
  if (sp_order_take(l, "as")) {
    l->draft->amount = SP_TERMS_PRISONERS;
    return sp_order_take(l, "prisoners|prisoner|captives") || sp_order_expected(l, "prisoners");
  }
  bool with = sp_order_take(l, "with");
  if (!with && !sp_order_take(l, "without")) return sp_order_expected(l, "with arms, without arms, as prisoners");
  l->draft->amount = with ? SP_TERMS_ARMED : SP_TERMS_UNARMED;
  return sp_order_take(l, "arms") || sp_order_expected(l, "arms");
}

bool sp_order_terms(sp_order_lines *l, bool *good) {
  sp_order_draft *d = l->draft;
  if (sp_order_take(l, "surrender|yield|capitulate")) {
    d->follow_m = SURRENDER;
    *good = which(l, SP_TERMS_PRISONERS);
  } else if (sp_order_take(l, "offer")) {
    d->follow_m = OFFER;
    *good = (sp_order_take(l, "terms") || sp_order_expected(l, "terms")) && which(l, SP_TERMS_ARMED);
  } else if (sp_order_take(l, "refuse")) {
    d->follow_m = REFUSE;
    d->amount = SP_TERMS_NEVER;
    *good = sp_order_take(l, "terms") || sp_order_expected(l, "terms");
  } else return false;
  d->verb = SP_VERB_TERMS;
  return true;
}

bool sp_order_terms_line(const sp_world *w, int32_t o, char *out, size_t size) {
  if (w->order.verb[o] != SP_VERB_TERMS) return false;
  int64_t n = w->order.amount[o];
  const char *how = n >= 0 && n <= SP_TERMS_NEVER ? said_line[n] : "";
  snprintf(out, size, "%s%s", w->order.follow_m[o] == SURRENDER ? "surrender" : w->order.follow_m[o] == OFFER ? "offer terms" : "refuse terms", how);
  return true;
}

bool sp_order_terms_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  static const char *const word[] = {"order.terms.prisoners", "order.terms.prisoners", "order.terms.unarmed", "order.terms.armed", "order.terms.prisoners"};
  if (w->order.verb[o] != SP_VERB_TERMS) return false;
  char how[160];
  int64_t n = w->order.amount[o];
  (void)sp_text(lang, word[n >= 0 && n <= SP_TERMS_NEVER ? n : 0], NULL, how, sizeof how);
  const char *id = w->order.follow_m[o] == SURRENDER ? "order.say.surrender" : w->order.follow_m[o] == OFFER ? "order.say.offer_terms" : "order.say.refuse_terms";
  (void)sp_text(lang, id, (const char *[]){"how", how, NULL}, out, size);
  return true;
}
