/* phases.c - orders kept for their moment: rows, and what is told of them. SPDX-License-Identifier: Apache-2.0 */
#include "world/phases.h"

#include "world/battle.h"
#include "world/orders.h"

#define PURPOSE_PHASE 0x70686173u

static sp_key watched(const sp_world *w, int32_t order) { return w->order.trigger_hq[order] >= 0 ? w->formation.key[w->hq.formation[w->order.trigger_hq[order]]] : 0; }

static void emit(sp_world *w, int32_t p, sp_event_type type, sp_minute minute, int32_t order, int32_t b, int32_t c) {
  int32_t hq = w->phase.hq[p], f = w->hq.formation[hq], body = sp_phase_body(w, p);
  sp_event e = sp_event_of(w, type, body >= 0 ? body : f, sp_max_i64(minute, w->head->minute));
  e.object = watched(w, w->phase.order[p]);
  e.a = order;
  e.b = b;
  e.c = c;
  sp_emit(w, e);
}

bool sp_phase_open(sp_world *w, int32_t order, int32_t hq, sp_minute since) {
  int32_t row = sp_row_new(w, SP_TABLE_PHASE, sp_key_born(w->order.key[order], since, PURPOSE_PHASE, 0));
  if (row < 0) return false;
  int32_t to = w->order.to_hq[order];
  w->phase.alive[row] = 1;
  w->phase.state[row] = SP_PHASE_NEW;
  w->phase.hq[row] = hq;
  w->phase.who[row] = to >= 0 ? w->formation.key[w->hq.formation[to]] : 0;
  w->phase.order[row] = order;
  w->phase.given[row] = -1;
  w->phase.since[row] = since;
  return true;
}

void sp_phase_tell(sp_world *w, int32_t p) {
  int32_t order = w->phase.order[p];
  w->phase.state[p] = SP_PHASE_WAITS;
  emit(w, p, SP_EVENT_PHASE_WAITS, w->phase.since[p], order, w->order.trigger[order], 0);
}

int32_t sp_phase_of(const sp_world *w, int32_t order) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++)
    if (w->phase.alive[p] && w->phase.order[p] == order) return p;
  return -1;
}

int32_t sp_phase_body(const sp_world *w, int32_t p) {
  int32_t row = w->phase.who[p] ? sp_formation_row(w, w->phase.who[p]) : -1;
  return row < 0 ? -1 : sp_formation_living(w, row);
}

void sp_phase_give(sp_world *w, int32_t p, int32_t copy, sp_minute minute) {
  int32_t f = sp_phase_body(w, p), e = f >= 0 ? w->combat.engagement[f] : -1;
  w->phase.state[p] = SP_PHASE_GIVEN;
  w->phase.given[p] = copy;
  w->phase.patience[p] = minute;
  if (e >= 0 && w->combat.men_before[f]) {
    w->phase.fight[p] = w->engagement.key[e];
    w->phase.own_then[p] = w->combat.killed_first[f];
    w->phase.enemy_then[p] = w->engagement.lost[e * 2 + 1 - sp_part_of(w, e, f)];
  }
  sp_minute known = w->phase.known[p] ? w->phase.known[p] : minute;
  emit(w, p, SP_EVENT_PHASE_OPENS, minute, copy, w->order.trigger[w->phase.order[p]], (int32_t)(minute - known));
}

void sp_phase_fail(sp_world *w, int32_t p, sp_phase_cause cause, sp_minute minute) {
  int32_t order = w->phase.order[p], given = w->phase.given[p];
  sp_minute from = w->phase.known[p] ? w->phase.known[p] : w->phase.since[p];
  emit(w, p, SP_EVENT_PHASE_FAILS, minute, given >= 0 ? given : order, (int32_t)cause, (int32_t)sp_max_i64(0, minute - from));
  if (w->order.state[order] == SP_ORDER_STANDING) w->order.state[order] = SP_ORDER_REFUSED_;
  sp_row_free(w, SP_TABLE_PHASE, p);
}

void sp_phases_cancel(sp_world *w, int32_t f, sp_minute minute) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++)
    if (w->phase.alive[p] && w->phase.state[p] <= SP_PHASE_WAITS && w->phase.hq[p] == f && w->phase.who[p] == w->formation.key[f]) sp_phase_fail(w, p, SP_PHASE_CANCELLED, minute);
}

bool sp_waits_for_its_moment(const sp_world *w, int32_t f) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++) {
    if (!w->phase.alive[p] || w->phase.state[p] > SP_PHASE_WAITS || w->phase.who[p] != w->formation.key[f]) continue;
    if (sp_verb_fights((sp_verb)w->order.verb[w->phase.order[p]])) return true;
  }
  return false;
}

bool sp_comes_at_its_moment(const sp_world *w, int32_t f) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PHASE); p++)
    if (w->phase.alive[p] && w->phase.state[p] == SP_PHASE_GIVEN && w->phase.who[p] == w->formation.key[f]) return true;
  return false;
}
