/* moments.c - orders kept for a moment that has come: given to others by rider or signal like any order; to oneself at a word, unless he who is to go
 * in with his men thinks better of it (minds/moment.c). SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"

#include <stdlib.h>

#include "world/orders.h"
#include "world/papers.h"
#include "world/phases.h"

/* He asks himself whether to go in. true: he does. */
static bool goes_in(sp_tick *t, int32_t p, sp_minute due) {
  sp_world *w = t->world;
  int32_t hq = w->phase.hq[p], o = w->phase.order[p], contact[SP_CONTACTS];
  bool machine = t->model->campaign.commanders == SP_COMMANDERS_MACHINE, to_fight = w->order.verb[o] == SP_VERB_ATTACK || w->order.verb[o] == SP_VERB_PURSUE;
  if (!machine || !to_fight || w->order.to_hq[o] != hq) return true;
  int32_t *in_fights = sp_men_in_fights(w);
  if (!in_fights) return true;
  sp_picture picture = {.paper = NULL};
  sp_picture_of(t, hq, in_fights, &picture, contact);
  free(in_fights);
  sp_mind m = {.p = &picture, .k = t->k, .seed = t->dice.seed, .at = due};
  sp_decision d;
  int32_t on = w->order.trigger_hq[o] >= 0 ? sp_mind_body_of(&picture, sp_hq_formation_key(w, w->order.trigger_hq[o])) : -1;
  sp_trigger trigger = (sp_trigger)w->order.trigger[o];
  sp_mind_moment(&m, on, trigger == SP_TRIGGER_IN || trigger == SP_TRIGGER_ENEMY_BREAKS, trigger == SP_TRIGGER_BREAKS, &d);
  sp_carry_out(t, hq, &picture, contact, &d, -1, due);
  return d.option[d.chosen].act == SP_ACT_COME_ON;
}

/* What he tells himself he calls out: it is known in the minute in which he says it. */
static void call_out(sp_world *w, int32_t copy, int32_t hq, sp_minute due) {
  sp_paper paper = {.kind = SP_MESSAGE_ORDER, .from_hq = hq, .to_hq = hq, .order = copy, .word = -1, .sent = due};
  int32_t m = sp_paper_send(w, &paper);
  if (m < 0) return; /* dispatch.c gives it in the next tick */
  w->message.acted[m] = due;
  w->order.state[copy] = SP_ORDER_ISSUED;
}

static void give(sp_tick *t, int32_t p, sp_minute due) {
  sp_world *w = t->world;
  int32_t o = w->phase.order[p], hq = w->phase.hq[p];
  if (!goes_in(t, p, due)) {
    sp_phase_fail(w, p, SP_PHASE_UNWILLING, due);
    return;
  }
  w->order.trigger_seen[o] = 1; /* part of the copy's key */
  int32_t copy = sp_order_copy(w, o, due);
  if (copy < 0) return;
  w->order.state[o] = SP_ORDER_ISSUED;
  sp_phase_give(w, p, copy, due);
  if (w->order.to_hq[o] == hq) call_out(w, copy, hq, due);
}

static bool has_come(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  if (!w->phase.alive[p] || w->phase.state[p] != SP_PHASE_WAITS || !w->phase.known[p]) return false;
  return w->phase.known[p] + w->order.after_min[w->phase.order[p]] <= t->to && w->order.state[w->phase.order[p]] == SP_ORDER_STANDING;
}

void sp_moments_come(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++)
    if (has_come(t, p)) give(t, p, sp_max_i64(w->phase.known[p] + w->order.after_min[w->phase.order[p]], t->from + 1));
}
