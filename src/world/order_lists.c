/* order_lists.c - the orders that one headquarters has given, without a walk over all that were ever given.
 *
 * Rows of orders are never used again, and nobody else becomes their giver: the lists in the scratch need only be told of the rows
 * that have come since they were last asked. SPDX-License-Identifier: Apache-2.0 */
#include "world/orders.h"
#include "world/scratch.h"

/* Lists that hold every row used so far, or NULL: there is no memory for them. */
static const sp_scratch *whole_lists(const sp_world *w) {
  sp_scratch *s = w->scratch;
  int32_t used = sp_used(w, SP_TABLE_ORDER);
  if (!s || s->order_capacity < used || s->capacity < sp_used(w, SP_TABLE_HQ)) return NULL;
  if (s->orders_listed == 0)
    for (int32_t hq = 0; hq < s->capacity; hq++) s->order_first[hq] = -1;
  for (; s->orders_listed < used; s->orders_listed++) {
    int32_t o = s->orders_listed, hq = w->order.from_hq[o];
    if (hq < 0) continue;
    s->order_next[o] = s->order_first[hq];
    s->order_first[hq] = o;
  }
  return s;
}

static int32_t look_below(const sp_world *w, int32_t hq, int32_t order) {
  do order--;
  while (order >= 0 && w->order.from_hq[order] != hq);
  return order;
}

int32_t sp_order_last_of(const sp_world *w, int32_t hq) {
  const sp_scratch *s = whole_lists(w);
  int32_t order = s ? s->order_first[hq] : look_below(w, hq, sp_used(w, SP_TABLE_ORDER));
#ifdef SP_DEV
  SP_CHECK(order == look_below(w, hq, sp_used(w, SP_TABLE_ORDER)));
#endif
  return order;
}

int32_t sp_order_before(const sp_world *w, int32_t order) {
  int32_t hq = w->order.from_hq[order];
  const sp_scratch *s = whole_lists(w);
  int32_t before = s ? s->order_next[order] : look_below(w, hq, order);
#ifdef SP_DEV
  SP_CHECK(before == look_below(w, hq, order));
#endif
  return before;
}
