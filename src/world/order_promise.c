/* order_promise.c - "promise 3 ranks", "promise 50 taels a head", "promise the plunder": read and said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_promise.h"

#include <stdio.h>

#define MOST_RANKS 9
#define MOST_TAELS 1000

/* "3 ranks", "a rank"; "50 taels a head". */
static bool amount(sp_order_lines *l) {
  sp_order_draft *d = l->draft;
  const sp_token *number = sp_order_peek(l);
  int32_t n = 1;
  if (number->kind == SP_TOKEN_WORD && sp_order_whole(number->word, &n)) l->next++;
  else if (!sp_order_take(l, "a|one")) return sp_order_expected(l, "3 ranks, 50 taels a head, plunder");
  d->amount = n;
  if (sp_order_take(l, "rank|ranks")) {
    d->manner = SP_PROMISE_RANKS;
    return (n >= 1 && n <= MOST_RANKS) || sp_order_blame(l, number, "order.ranks_many");
  }
  if (!sp_order_take(l, "tael|taels")) return sp_order_expected(l, "ranks, taels");
  d->manner = SP_PROMISE_SILVER;
  if (n < 1 || n > MOST_TAELS) return sp_order_blame(l, number, "order.taels_many");
  if (sp_order_take(l, "a|per|each")) return sp_order_take(l, "head|man") || sp_order_expected(l, "head");
  return true;
}

bool sp_order_promise(sp_order_lines *l, bool *good) {
  if (!sp_order_take(l, "promise")) return false;
  l->draft->verb = SP_VERB_PROMISE;
  if (sp_order_take(l, "plunder|loot")) {
    l->draft->manner = SP_PROMISE_PLUNDER;
    *good = true;
  } else *good = amount(l);
  return true;
}

bool sp_order_promise_line(const sp_world *w, int32_t o, char *out, size_t size) {
  int n = (int)w->order.amount[o];
  if (w->order.verb[o] != SP_VERB_PROMISE) return false;
  switch (w->order.ask[o]) {
    case SP_PROMISE_RANKS: snprintf(out, size, n == 1 ? "promise a rank" : "promise %d ranks", n); break;
    case SP_PROMISE_SILVER: snprintf(out, size, "promise %d taels a head", n); break;
    default: snprintf(out, size, "promise the plunder"); break;
  }
  return true;
}

bool sp_order_promise_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  static const char *const id[SP_PROMISE_COUNT] = {"order.say.promise_plunder", "order.say.promise_ranks", "order.say.promise_silver", "order.say.promise_plunder"};
  char n[64];
  if (w->order.verb[o] != SP_VERB_PROMISE) return false;
  int64_t much = w->order.amount[o];
  uint16_t kind = w->order.ask[o] < SP_PROMISE_COUNT ? w->order.ask[o] : SP_PROMISE_PLUNDER;
  if (lang == SP_LANG_ZH) sp_say_number_zh(much, n, sizeof n);
  else snprintf(n, sizeof n, "%lld", (long long)much);
  bool one = kind == SP_PROMISE_RANKS && much == 1;
  (void)sp_text(lang, one ? "order.say.promise_rank" : id[kind], (const char *[]){"n", n, NULL}, out, size);
  return true;
}
