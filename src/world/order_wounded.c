/* order_wounded.c - orders about those who cannot walk: left, taken, or carried as the carts allow; read and said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/order_wounded.h"

#include <stdio.h>

static const struct { const char *words, *line, *said; } orders[SP_CARRIES_COUNT] = {
    [SP_CARRIES_AS_IT_CAN] = {"carry", "carry the wounded", "order.say.carry_wounded"},
    [SP_CARRIES_NOBODY] = {"leave", "leave the wounded", "order.say.leave_wounded"},
    [SP_CARRIES_ALL] = {"take", "take the wounded", "order.say.take_wounded"},
};

bool sp_order_wounded(sp_order_lines *l, bool *good) {
  for (int32_t n = 0; n < SP_CARRIES_COUNT; n++) {
    if (!sp_order_take(l, orders[n].words)) continue;
    l->draft->verb = SP_VERB_WOUNDED;
    l->draft->amount = n;
    *good = sp_order_take(l, "wounded|sick") || sp_order_expected(l, "the wounded"); /* "the" is no word of its own */
    return true;
  }
  return false;
}

static int64_t which(const sp_world *w, int32_t o) { return sp_max_i64(0, sp_min_i64(SP_CARRIES_COUNT - 1, w->order.amount[o])); }

bool sp_order_wounded_line(const sp_world *w, int32_t o, char *out, size_t size) {
  if (w->order.verb[o] != SP_VERB_WOUNDED) return false;
  snprintf(out, size, "%s", orders[which(w, o)].line);
  return true;
}

bool sp_order_wounded_say(const sp_world *w, int32_t o, sp_lang lang, char *out, size_t size) {
  if (w->order.verb[o] != SP_VERB_WOUNDED) return false;
  (void)sp_text(lang, orders[which(w, o)].said, NULL, out, size);
  return true;
}
