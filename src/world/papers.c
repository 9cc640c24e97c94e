/* papers.c - a paper's birth, delivery and end. SPDX-License-Identifier: Apache-2.0 */
#include "world/papers.h"

#include "shapan/calc_repute.h"
#include "world/belief.h"
#include "world/rows.h"
#include "world/scratch.h"

#define PURPOSE_PAPER 0x70617065u

sp_key sp_hq_formation_key(const sp_world *w, int32_t hq) {
  if (hq < 0 || w->hq.formation[hq] < 0) return 0;
  return w->formation.key[w->hq.formation[hq]];
}

void sp_paper_emit(sp_world *w, sp_event_type type, int32_t m, sp_key subject, sp_key object, sp_minute minute, double value) {
  if (!sp_wants(w, type)) return;
  const sp_message_columns *c = &w->message;
  int32_t hq = type == SP_EVENT_RIDER_LEAVES || type == SP_EVENT_SIGNAL ? c->from_hq[m] : c->to_hq[m];
  bool on_road = type == SP_EVENT_RIDER_CAUGHT || type == SP_EVENT_RIDER_LOST;
  sp_emit(w, (sp_event){.minute = sp_max_i64(minute, w->head->minute),
                        .type = (uint16_t)type,
                        .side = w->hq.side[c->from_hq[m]],
                        .node = -1,
                        .subject = subject,
                        .object = object,
                        .a = m,
                        .b = c->kind[m],
                        .value = value,
                        .x_m = on_road ? c->x[m] : w->hq.x[hq],
                        .y_m = on_road ? c->y[m] : w->hq.y[hq]});
}

static bool numbered(const sp_world *w, int32_t m) { return w->message.state[m] != SP_MESSAGE_FREE && w->message.kind[m] != SP_MESSAGE_REPORT; }

static void list_paper(sp_scratch *s, int32_t from_hq, int32_t m) {
  s->paper_next[m] = s->paper_first[from_hq];
  s->paper_first[from_hq] = m;
}

/* The numbered papers by sender, once a tick. NULL: no room for lists outside a tick. */
static const sp_scratch *papers_by_sender(const sp_world *w) {
  sp_scratch *s = w->scratch;
  if (!s || s->paper_capacity < w->head->capacity[SP_TABLE_MESSAGE] || s->capacity < w->head->capacity[SP_TABLE_FORMATION]) return NULL;
  if (s->papers_tick == w->head->tick + 1) return s;
  for (int32_t hq = 0; hq < s->capacity; hq++) s->paper_first[hq] = -1; /* those too who are yet to be born in this tick */
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++)
    if (numbered(w, m)) list_paper(s, w->message.from_hq[m], m);
  s->papers_tick = w->head->tick + 1;
  return s;
}

/* Rows of orders, requests and words are never freed, so the last number is still to be read off them. */
static int32_t serial_of(const sp_world *w, const sp_paper *p) {
  if (p->kind == SP_MESSAGE_REPORT) return 0;
  int32_t last = 0, used = sp_used(w, SP_TABLE_MESSAGE);
  const sp_scratch *s = papers_by_sender(w);
  for (int32_t m = s ? s->paper_first[p->from_hq] : 0; m >= 0 && m < used; m = s ? s->paper_next[m] : m + 1)
    if (numbered(w, m) && w->message.kind[m] == p->kind && w->message.from_hq[m] == p->from_hq && w->message.to_hq[m] == p->to_hq)
      last = sp_max_i32(last, w->message.serial[m]);
  return last + 1;
}

static void aim(sp_world *w, int32_t m, const sp_paper *p) {
  int32_t c = sp_belief_friend(w, p->from_hq, sp_hq_formation_key(w, p->to_hq));
  int32_t r = c >= 0 ? w->contact.report[c] : -1;
  /* Nobody knows where he is: the rider begins by asking at home. */
  int32_t node;
  sp_xy at = r >= 0 ? sp_belief_friend_at(w, r, p->sent, &node) : (sp_xy){w->hq.x[p->from_hq], w->hq.y[p->from_hq]};
  w->message.goal_x[m] = at.x;
  w->message.goal_y[m] = at.y;
  w->message.goal_node[m] = sp_nearest_node(w->model, at);
}

/* Who fears for his news makes his own losses smaller than they are; of a body born in the war nobody knows what it was. */
static void keep_losses_back(sp_world *w, int32_t hq, int32_t report) {
  int32_t start = w->formation.start[w->hq.formation[hq]];
  if (start < 0) return;
  double opening = (double)sp_model_formation_men(w->model, start);
  w->report.men[report] = sp_to_i32(sp_rint(sp_calc_news_own(&w->constants, w->repute.chilled[hq], w->report.men[report], opening)));
}

static void carry(sp_world *w, int32_t m, const sp_paper *p) {
  int32_t n = 0;
  int32_t *held = &w->message.report[m * 4];
  for (int i = 0; i < 4; i++) held[i] = -1;
  int32_t own = sp_report_own_state(w, p->from_hq, w->hq.formation[p->from_hq], p->sent);
  if (own >= 0 && w->repute.chilled[p->from_hq] > 0.0 && w->hq.superior[p->from_hq] == p->to_hq) keep_losses_back(w, p->from_hq, own);
  if (own >= 0) held[n++] = own; /* its first hold passes to the paper */
  for (int32_t i = 0; i < p->report_count && n < 4; i++) {
    sp_report_hold(w, p->report[i]);
    held[n++] = p->report[i];
  }
}

int32_t sp_paper_send(sp_world *w, const sp_paper *p) {
  sp_key key = sp_key_pair(sp_key_born(w->hq.key[p->from_hq], p->sent, PURPOSE_PAPER, (uint32_t)w->hq.sent[p->from_hq]), w->hq.key[p->to_hq]);
  int32_t serial = serial_of(w, p);
  int32_t m = sp_row_new(w, SP_TABLE_MESSAGE, key);
  if (m < 0) return -1;
  sp_message_columns *c = &w->message;
  c->state[m] = SP_MESSAGE_RIDING;
  c->kind[m] = (uint8_t)p->kind;
  c->from_hq[m] = p->from_hq;
  c->to_hq[m] = p->to_hq;
  c->serial[m] = serial;
  c->order[m] = p->order;
  c->word[m] = p->word;
  c->ask[m] = (uint8_t)p->ask;
  c->sent[m] = p->sent;
  c->first_strength[m] = -1;
  c->node[m] = -1;
  c->leg[m] = SP_NO_LEG;
  c->x[m] = w->hq.x[p->from_hq];
  c->y[m] = w->hq.y[p->from_hq];
  if (p->kind != SP_MESSAGE_REPORT && papers_by_sender(w)) list_paper(w->scratch, p->from_hq, m);
  carry(w, m, p);
  aim(w, m, p);
  w->hq.sent[p->from_hq]++;
  bool thought = p->order >= 0 && p->from_hq == p->to_hq && w->order.thought[p->order] != SP_ACT_ORDERS; /* told as what he decided */
  if (p->kind == SP_MESSAGE_ORDER && p->order >= 0 && !thought)
    sp_emit(w, (sp_event){.minute = sp_max_i64(p->sent, w->head->minute),
                          .type = SP_EVENT_ORDER_GIVEN,
                          .side = w->hq.side[p->from_hq],
                          .node = -1,
                          .subject = sp_hq_formation_key(w, p->from_hq),
                          .object = sp_hq_formation_key(w, p->to_hq),
                          .a = p->order,
                          .b = m,
                          .x_m = c->x[m],
                          .y_m = c->y[m]});
  double dx = w->hq.x[p->to_hq] - c->x[m], dy = w->hq.y[p->to_hq] - c->y[m];
  if (w->hq.alive[p->to_hq] && dx * dx + dy * dy < SP_PAPER_NEAR_M * SP_PAPER_NEAR_M) sp_paper_deliver(w, m, p->sent);
  return m;
}

void sp_paper_deliver(sp_world *w, int32_t m, sp_minute minute) {
  sp_message_columns *c = &w->message;
  c->state[m] = SP_MESSAGE_IN_STAFF;
  c->delivered[m] = minute;
  if (c->from_hq[m] == c->to_hq[m]) return;
  sp_paper_emit(w, SP_EVENT_DELIVERED, m, sp_hq_formation_key(w, c->to_hq[m]), sp_hq_formation_key(w, c->from_hq[m]), minute, (double)(minute - c->sent[m]));
}

void sp_paper_close(sp_world *w, int32_t m) {
  for (int i = 0; i < 4; i++) {
    if (w->message.report[m * 4 + i] >= 0) sp_report_release(w, w->message.report[m * 4 + i]);
    w->message.report[m * 4 + i] = -1;
  }
  if (w->message.first_strength[m] >= 0) sp_ledger_close_holder(w, sp_in_message(m));
  w->message.state[m] = SP_MESSAGE_DONE;
  if (w->message.kind[m] == SP_MESSAGE_REPORT) sp_row_free(w, SP_TABLE_MESSAGE, m);
}

sp_message_kind sp_paper_kind(sp_verb verb) {
  if (verb == SP_VERB_ASK) return SP_MESSAGE_REQUEST;
  return verb == SP_VERB_WORD ? SP_MESSAGE_WORD : SP_MESSAGE_REPORT;
}

int sp_paper_by_acted(const void *left, const void *right, void *context) {
  const sp_world *w = context;
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  if (w->message.acted[a] != w->message.acted[b]) return w->message.acted[a] < w->message.acted[b] ? -1 : 1;
  return w->message.key[a] < w->message.key[b] ? -1 : w->message.key[a] > w->message.key[b];
}

sp_papers sp_papers_acted(sp_world *w, sp_minute from, sp_minute to) {
  sp_papers papers = {0};
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++)
    if (sp_paper_acted(w, m, from, to) && !sp_push(&papers, m)) break;
  (void)sp_sort(papers.data, papers.count, sizeof *papers.data, sp_paper_by_acted, w); /* without memory as they lie: none is lost */
  return papers;
}
