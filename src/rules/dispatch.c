/* dispatch.c - orders whose hour has come are written and handed to the rider.
 *
 * Models    a headquarters gives the orders that fall due: one paper for each recipient, "all" meaning the direct
 *           subordinates of that hour; what it was told to write (word, request, report) it sends.
 * Reads     orders SCHEDULED with due <= the end of the tick, in order of due minute, then key; hq.superior.
 * Writes    messages (born RIDING, their rider not yet mounted), order.state, hq.sent.
 *           An order to a body that was yet to be detached is read at its hour.
 * Emits     ORDER_GIVEN; ORDER_REFUSED when the recipient is gone and the sender knows it, or was never detached; DELIVERED to a headquarters within 500 m.
 * Formula   none. The paper carries the minute it was due, not the tick's: ticks of any length agree.
 *           It comes before signals and riders, so that a paper leaves within its own tick.
 * Sources   none: bookkeeping.
 * Leaves out  the time of writing (it is part of the staff's time over the paper that caused it).
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/orders.h"
#include "world/papers.h"

static int by_due(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  if (w->order.due[a] != w->order.due[b]) return w->order.due[a] < w->order.due[b] ? -1 : 1;
  return w->order.key[a] < w->order.key[b] ? -1 : w->order.key[a] > w->order.key[b];
}

static int by_hq_key(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return w->hq.key[a] < w->hq.key[b] ? -1 : w->hq.key[a] > w->hq.key[b];
}

static bool already_sent(const sp_world *w, int32_t o, int32_t to) {
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++)
    if (w->message.state[m] != SP_MESSAGE_FREE && w->message.order[m] == o && w->message.to_hq[m] == to && w->message.kind[m] == SP_MESSAGE_ORDER) return true;
  return false;
}

static bool own_paper(const sp_world *w, int32_t o) {
  sp_verb verb = (sp_verb)w->order.verb[o];
  return w->order.to_hq[o] == w->order.from_hq[o] && (verb == SP_VERB_WORD || verb == SP_VERB_ASK || verb == SP_VERB_REPORT);
}

/* What a headquarters tells itself to write needs no second paper. */
static bool write_own(sp_world *w, int32_t o) {
  int32_t from = w->order.from_hq[o], to = w->order.about_hq[o];
  if (to >= 0) {
    sp_paper paper = {.kind = sp_paper_kind((sp_verb)w->order.verb[o]), .from_hq = from, .to_hq = to, .order = -1, .word = w->order.word[o], .ask = (sp_ask)w->order.ask[o], .sent = w->order.due[o]};
    int32_t m = sp_paper_send(w, &paper);
    if (m < 0) return false;
    sp_key self = sp_hq_formation_key(w, from);
    if (w->order.thought[o] == SP_ACT_ORDERS) sp_emit(w, (sp_event){.minute = sp_max_i64(w->order.due[o], w->head->minute), .type = SP_EVENT_ORDER_GIVEN, .side = w->hq.side[from], .node = -1, .subject = self, .object = self, .a = o, .b = m, .x_m = w->hq.x[from], .y_m = w->hq.y[from]});
  }
  w->order.state[o] = SP_ORDER_OBEYED;
  return true;
}

/* That a body is no more one knows whom it has joined, or who stands where it was; else the rider finds it out. */
static bool known_gone(const sp_world *w, int32_t from, int32_t to) {
  if (w->hq.alive[to]) return false;
  double dx = w->hq.x[from] - w->hq.x[to], dy = w->hq.y[from] - w->hq.y[to];
  return sp_formation_living(w, w->hq.formation[to]) == w->hq.formation[from] || dx * dx + dy * dy < SP_PAPER_NEAR_M * SP_PAPER_NEAR_M;
}

static bool send_to(sp_world *w, int32_t o, int32_t to) {
  if (known_gone(w, w->order.from_hq[o], to)) {
    int32_t from = w->order.from_hq[o];
    sp_emit(w, (sp_event){.minute = sp_max_i64(w->order.due[o], w->head->minute), .type = SP_EVENT_ORDER_REFUSED, .side = w->hq.side[from], .node = -1, .subject = sp_hq_formation_key(w, to), .a = o, .b = SP_REFUSED_GONE, .x_m = w->hq.x[from], .y_m = w->hq.y[from]});
    return true;
  }
  sp_paper paper = {.kind = SP_MESSAGE_ORDER, .from_hq = w->order.from_hq[o], .to_hq = to, .order = o, .word = -1, .sent = w->order.due[o]};
  return sp_paper_send(w, &paper) >= 0;
}

/* false: no row was left; the rest goes next tick. */
static bool send_to_all(sp_world *w, int32_t o) {
  sp_array(int32_t) under = {0};
  bool good = true;
  for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ) && good; h++)
    if (w->hq.alive[h] && w->hq.superior[h] == w->order.from_hq[o]) good = sp_push(&under, h);
  good = good && sp_sort(under.data, under.count, sizeof *under.data, by_hq_key, w);
  for (size_t i = 0; i < under.count && good; i++) good = already_sent(w, o, under.data[i]) || send_to(w, o, under.data[i]);
  sp_array_free(&under);
  return good;
}

static void give(sp_world *w, int32_t o) {
  int32_t from = w->order.from_hq[o];
  if (!w->hq.alive[from]) {
    w->order.state[o] = SP_ORDER_REFUSED_;
    return;
  }
  if (own_paper(w, o)) {
    (void)write_own(w, o);
    return;
  }
  bool done = w->order.to_hq[o] >= 0 ? send_to(w, o, w->order.to_hq[o]) : send_to_all(w, o);
  if (done) w->order.state[o] = SP_ORDER_ISSUED;
}

/* Whom it names has been detached by now, or has not: then it finds nobody. It stays LATE in the telling, since its own words
 * are all there is of it. */
static void read_again(sp_world *w, int32_t o) {
  int32_t from = w->order.from_hq[o];
  if (!sp_order_enter_late(w, o))
    sp_emit(w, (sp_event){.minute = sp_max_i64(w->order.due[o], w->head->minute), .type = SP_EVENT_ORDER_REFUSED, .side = w->hq.side[from], .node = -1, .subject = sp_hq_formation_key(w, from), .a = o, .b = SP_REFUSED_NOBODY, .x_m = w->hq.x[from], .y_m = w->hq.y[from]});
  w->order.trigger_seen[o] = 1; /* read once */
}

typedef sp_array(int32_t) due_orders;

/* From row `first` on, those whose hour has come: to be given, and to be read again. */
static void add_due(const sp_tick *t, int32_t first, due_orders *give_now, due_orders *late) {
  const sp_world *w = t->world;
  for (int32_t o = first; o < sp_used(w, SP_TABLE_ORDER); o++) {
    if (w->order.due[o] > t->to) continue;
    if (w->order.state[o] == SP_ORDER_SCHEDULED && !sp_push(give_now, o)) return;
    if (w->order.state[o] == SP_ORDER_LATE && !w->order.trigger_seen[o] && !sp_push(late, o)) return;
  }
}

static void each_by_due(sp_world *w, const due_orders *due, void (*act)(sp_world *, int32_t)) {
  if (!due->count || !sp_sort(due->data, due->count, sizeof *due->data, by_due, w)) return;
  for (size_t i = 0; i < due->count; i++) act(w, due->data[i]);
}

void sp_rule_dispatch(sp_tick *t) {
  due_orders now = {0}, late = {0};
  int32_t before = sp_used(t->world, SP_TABLE_ORDER);
  add_due(t, 0, &now, &late);
  each_by_due(t->world, &late, read_again);
  add_due(t, before, &now, &late); /* what they say is due now */
  each_by_due(t->world, &now, give);
  sp_array_free(&late);
  sp_array_free(&now);
}
