/* staff.c - papers on a headquarters' table, one after the other.
 *
 * Models    the time between hearing and written order: papers are dealt with in the order in which they came, each
 *           begun when the one before it is done; a heap on the table slows the staff further. Reports are
 *           read beside that, and what the commander does himself on a thought of his own is called out beside it too. An order to write (word, request, report) is carried out by the staff itself.
 * Reads     messages IN_STAFF, the commander's staff work (trait), hq.staff_free.
 * Writes    message.acted, hq.staff_free, hq.waiting; new papers.
 * Emits     ACTED.
 * Formula   acted = max(delivered, staff_free) + sp_calc_staff_min(staff, waiting) * exp(staff_sigma * z), z keyed by
 *           paper; reports: delivered + staff_read_share of that with nobody waiting. Never before the tick's first
 *           minute, for what is past is decided.
 * Sources   staff.def; src/lore/rider.c.
 * Leaves out  urgency (the staff does not sort), the commander's sleep, papers mislaid.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/papers.h"
#include "world/trace.h"

static int by_table(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  const sp_message_columns *c = &w->message;
  if (c->to_hq[a] != c->to_hq[b]) return c->to_hq[a] < c->to_hq[b] ? -1 : 1;
  if (c->delivered[a] != c->delivered[b]) return c->delivered[a] < c->delivered[b] ? -1 : 1;
  return c->key[a] < c->key[b] ? -1 : c->key[a] > c->key[b];
}

static double skill_of(const sp_tick *t, int32_t hq) {
  int32_t person = t->world->hq.person[hq];
  return person >= 0 ? t->model->person[person].trait[SP_TRAIT_STAFF] : 0.5;
}

/* What a commander has made up his mind to do himself he calls out: no clerk writes it. */
static bool is_own_thought(const sp_world *w, int32_t m) {
  int32_t o = w->message.order[m];
  return w->message.kind[m] == SP_MESSAGE_ORDER && o >= 0 && w->message.from_hq[m] == w->message.to_hq[m] && w->order.thought[o] != SP_ACT_ORDERS;
}

static bool is_dealt_with_aside(const sp_world *w, int32_t m) { return w->message.kind[m] == SP_MESSAGE_REPORT || is_own_thought(w, m); }

/* Papers of the same table, earlier in the heap, that were still there when this one came. */
static int32_t waiting_before(const sp_world *w, const int32_t *heap, size_t n) {
  int32_t count = 0;
  for (size_t i = n; i-- > 0 && w->message.to_hq[heap[i]] == w->message.to_hq[heap[n]];)
    count += !is_dealt_with_aside(w, heap[i]) && w->message.acted[heap[i]] > w->message.delivered[heap[n]];
  return count;
}

static void take_up(sp_tick *t, const int32_t *heap, size_t n) {
  sp_world *w = t->world;
  int32_t m = heap[n], hq = w->message.to_hq[m];
  sp_dice once = {t->dice.seed, 0};
  double luck = sp_lognormal_of(sp_uniform(&once, w->message.key[m], SP_STREAM_STAFF, 0), 1.0, t->k->staff_sigma);
  bool aside = is_dealt_with_aside(w, m);
  double minutes = sp_calc_staff_min(t->k, skill_of(t, hq), aside ? 0.0 : (double)waiting_before(w, heap, n)) * luck;
  if (aside) minutes *= t->k->staff_read_share;
  sp_minute begins = aside ? w->message.delivered[m] : sp_max_i64(w->message.delivered[m], w->hq.staff_free[hq]);
  sp_minute done = begins + sp_max_i64(1, sp_to_i64(sp_rint(minutes)));
  if (!aside) w->hq.staff_free[hq] = done;
  w->message.acted[m] = sp_max_i64(done, t->from + 1);
  if (!w->trace) return;
  sp_trace r = {.minute = t->to, .kind = SP_TRACE_STAFF, .subject = sp_hq_formation_key(w, hq), .object = sp_hq_formation_key(w, w->message.from_hq[m]), .option = m, .result = (double)(w->message.acted[m] - w->message.delivered[m])};
  if (!sp_tracing_either(w, r.subject, r.object)) return;
  sp_trace_add(&r, "table", (double)(begins - w->message.delivered[m])); /* until the papers before it are done */
  sp_trace_add(&r, "writing", (double)(done - begins));
  sp_trace_add(&r, "heap", aside ? 0.0 : (double)waiting_before(w, heap, n));
  sp_trace_add(&r, "staff_skill", skill_of(t, hq));
  sp_trace_add(&r, "staff_luck", luck);
  sp_trace_put(w, &r);
}

static void acted_on(sp_tick *t, int32_t m) {
  sp_world *w = t->world;
  int32_t from = w->message.from_hq[m], to = w->message.to_hq[m], o = w->message.order[m];
  sp_minute minute = w->message.acted[m];
  sp_paper_emit(w, SP_EVENT_ACTED, m, sp_hq_formation_key(w, to), sp_hq_formation_key(w, from), minute, (double)(minute - w->message.delivered[m]));
  if (w->message.kind[m] != SP_MESSAGE_ORDER || o < 0) return;
  sp_verb verb = (sp_verb)w->order.verb[o];
  int32_t about = w->order.about_hq[o];
  bool writes = verb == SP_VERB_WORD || verb == SP_VERB_ASK || verb == SP_VERB_REPORT;
  if (!writes || about < 0 || about == to) return;
  sp_paper paper = {.kind = sp_paper_kind(verb), .from_hq = to, .to_hq = about, .order = -1, .word = w->order.word[o], .ask = (sp_ask)w->order.ask[o], .sent = minute};
  if (sp_paper_send(w, &paper) >= 0) w->order.state[o] = SP_ORDER_OBEYED;
  else w->message.acted[m] = t->to + 1; /* no row to be had: the clerk begins again */
}

void sp_rule_staff(sp_tick *t) {
  sp_world *w = t->world;
  sp_array(int32_t) heap = {0};
  bool good = true;
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE) && good; m++)
    if (w->message.state[m] == SP_MESSAGE_IN_STAFF && w->hq.alive[w->message.to_hq[m]]) good = sp_push(&heap, m);
  good = good && sp_sort(heap.data, heap.count, sizeof *heap.data, by_table, w);
  for (size_t n = 0; n < heap.count && good; n++)
    if (w->message.acted[heap.data[n]] == 0) take_up(t, heap.data, n);
  for (size_t n = 0; n < heap.count; n++) w->hq.waiting[w->message.to_hq[heap.data[n]]] = 0;
  for (size_t n = 0; n < heap.count; n++) w->hq.waiting[w->message.to_hq[heap.data[n]]] += w->message.acted[heap.data[n]] > t->to;
  good = good && sp_sort(heap.data, heap.count, sizeof *heap.data, sp_paper_by_acted, w);
  for (size_t n = 0; n < heap.count && good; n++) {
    sp_minute acted = w->message.acted[heap.data[n]];
    if (acted > t->from && acted <= t->to) acted_on(t, heap.data[n]);
  }
  sp_array_free(&heap);
}
