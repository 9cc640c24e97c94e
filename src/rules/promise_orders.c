/* promise_orders.c - the part of the orders rule that deals with promises: they are known to the men to whom they were brought, by voice
 * or rider, and to nobody else; what they are worth is settled when they are heard. A new promise takes the place of an open one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/promise_orders.h"

#include "shapan/calc_repute.h"
#include "world/repute.h"
#include "world/ride.h"
#include "world/trace.h"

/* Do they see him run who promises? Their own chief's flight is not forgotten either. */
static bool seen_to_run(const sp_tick *t, int32_t i, int32_t by) {
  const sp_world *w = t->world;
  bool runs = w->combat.stance[by] == SP_BROKEN || (w->hq.rode_off[by] > 0 && w->hq.act[by] == SP_ACT_RIDE_OFF);
  if (w->repute.saw_flight[i] > 0 && w->hq.superior[i] == by) return true;
  return runs && sp_column_distance_m(w, i, (sp_xy){w->hq.x[by], w->hq.y[by]}, NULL) <= t->k->promise_seen_m;
}

void sp_take_promise(sp_tick *t, int32_t i, int32_t o, sp_minute acted) {
  sp_world *w = t->world;
  int32_t hq = w->order.from_hq[o], by = w->hq.formation[hq], person = w->hq.person[hq];
  double kept = person >= 0 ? w->person.promises_kept[person] : 0, broken = person >= 0 ? w->person.promises_broken[person] : 0;
  bool runs = seen_to_run(t, i, by);
  double worth = sp_calc_promise_weight(t->k, w->order.ask[o], (double)w->order.amount[o]), trust = sp_calc_promise_trust(t->k, kept, broken, runs);
  w->repute.promise[i] = (uint8_t)w->order.ask[o];
  w->repute.promise_amount[i] = sp_to_i32((double)w->order.amount[o]);
  w->repute.promise_by[i] = w->formation.key[by];
  w->repute.promise_person[i] = person;
  w->repute.promised_at[i] = acted;
  w->repute.earned_at[i] = 0;
  w->repute.promised[i] = worth * trust;
  sp_emit(w, (sp_event){.minute = sp_max_i64(acted, t->from), .type = SP_EVENT_PROMISED, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[by], .object = w->formation.key[i], .a = w->order.ask[o], .b = w->repute.promise_amount[i], .c = runs, .value = worth * trust, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
  if (!sp_tracing_either(w, w->formation.key[i], w->formation.key[by])) return;
  sp_trace trace = {.minute = acted, .kind = SP_TRACE_PROMISE, .subject = w->formation.key[i], .object = w->formation.key[by], .option = w->order.ask[o], .taken = runs, .result = worth * trust};
  sp_trace_add(&trace, "promise_worth", worth);
  sp_trace_add(&trace, "promise_trust", trust);
  sp_trace_add(&trace, "promises_kept", kept);
  sp_trace_add(&trace, "promises_broken", broken);
  sp_trace_put(w, &trace);
}
