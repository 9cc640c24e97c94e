/* court.c - a complaint of weapons that fail goes from hand to hand to the court, and an answer comes back.
 *
 * Models   a commander's complaint (lots.c) is sent on by every headquarters that has it to its own superior; who has none sends it by
 *          post to the court of his side, so many days off, where it lies some days. It is shelved, or the lots of him who
 *          delivered them are inspected, or he is dismissed: then too what he has delivered is inspected. The answer rides back as long, and
 *          with it those come who go through his grenades in the depots and lay aside the bad ones they find. Each complaint
 *          of one man is gone into the more readily the more have come before; what he gives away in bribes shields him.
 * Reads    papers dealt with in this tick; hq.superior; model.side court_d, suppliers.
 * Writes   petition.*; supplier.complaints, heard, verdict, since, refused; depot.grenades, refused, lot_bad through world/petitions.c; papers.
 * Emits    PETITIONS when it goes to court, COURT_ANSWERS when the answer is there.
 * Formula  src/lore/lot.c; the die is keyed by the complaint.
 * Sources  court.def.
 * Leaves out  whoever keeps a complaint back; new deliveries, and who is dismissed for having complained; powder and smoke pots;
 *          lots of which nobody is named go to court too, and are shelved.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_supply.h"
#include "world/orders.h"
#include "world/papers.h"
#include "world/petitions.h"

enum { DIE_HEARD, DIE_DISMISSED };
_Static_assert(SP_MAX_SIDES == 8, "supplier.heard in fields.def is [8]");

static sp_minute ride_min(const sp_tick *t, int32_t p) { return sp_to_i64(sp_rint(1440.0 * t->model->side[t->world->petition.side[p]].court_d)); }

static void emit(sp_tick *t, int32_t p, sp_event_type type, sp_minute minute, int32_t verdict) {
  sp_world *w = t->world;
  int32_t hq = w->petition.hq[p], f = w->hq.formation[hq], s = w->petition.supplier[p] - 1;
  sp_event e = sp_event_of(w, type, f, minute);
  e.object = s >= 0 && s < sp_used(w, SP_TABLE_SUPPLIER) ? w->supplier.key[s] : 0;
  e.a = w->petition.thrown[p];
  e.b = w->petition.failed[p];
  e.c = verdict;
  e.value = type == SP_EVENT_PETITIONS ? (double)ride_min(t, p) : (double)(minute - w->petition.sent[p]);
  sp_emit(w, e);
}

/* It lies with a headquarters: up, or to court. */
static void pass_on(sp_tick *t, int32_t p, sp_minute minute) {
  sp_world *w = t->world;
  int32_t hq = w->petition.hq[p], up = w->hq.superior[hq];
  if (up >= 0 && w->hq.alive[up]) {
    sp_paper paper = {.kind = SP_MESSAGE_WORD, .from_hq = hq, .to_hq = up, .order = -1, .word = w->petition.word[p], .sent = minute};
    (void)sp_paper_send(w, &paper); /* no row: it is lost in a drawer */
    return;
  }
  w->petition.state[p] = SP_PETITION_TO_COURT;
  w->petition.due[p] = minute + ride_min(t, p) + sp_to_i64(sp_rint(1440.0 * t->k->court_sits_d));
  emit(t, p, SP_EVENT_PETITIONS, minute, 0);
}

/* Is this paper the complaint, come to its next reader? */
static int32_t petition_in(const sp_world *w, int32_t m) {
  if (w->message.kind[m] != SP_MESSAGE_WORD || w->message.word[m] < 0) return -1;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PETITION); p++)
    if (w->petition.alive[p] && w->petition.state[p] == SP_PETITION_WITH_PAPERS && w->petition.word[p] == w->message.word[m] && w->petition.hq[p] == w->message.from_hq[m]) return p;
  return -1;
}

static void read_papers(sp_tick *t) {
  sp_world *w = t->world;
  sp_papers read = sp_papers_acted(w, t->from, t->to);
  for (size_t n = 0; n < read.count; n++) {
    int32_t m = read.data[n], p = petition_in(w, m);
    if (p < 0 || !w->hq.alive[w->message.to_hq[m]]) continue;
    w->petition.hq[p] = w->message.to_hq[m];
    pass_on(t, p, w->message.acted[m]);
  }
  sp_array_free(&read);
}

static void answer(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  int32_t s = w->petition.supplier[p] - 1;
  sp_verdict verdict = SP_VERDICT_SHELVED;
  if (s >= 0 && s < sp_used(w, SP_TABLE_SUPPLIER)) {
    sp_dice dice = {t->dice.seed, 0};
    sp_lot_complaint c = {.thrown = w->petition.thrown[p], .failed = w->petition.failed[p], .before = w->supplier.heard[s * SP_MAX_SIDES + w->petition.side[p]], .bribe = t->model->supplier_def[s].bribe};
    double heard = sp_calc_court_hears(t->k, &c), gone = sp_calc_court_dismisses(t->k, &c);
    if (sp_uniform(&dice, w->petition.key[p], SP_STREAM_COURT, DIE_HEARD) < heard) verdict = sp_uniform(&dice, w->petition.key[p], SP_STREAM_COURT, DIE_DISMISSED) < gone ? SP_VERDICT_DISMISSED : SP_VERDICT_INSPECTED;
    w->supplier.complaints[s]++;
    w->supplier.heard[s * SP_MAX_SIDES + w->petition.side[p]]++;
    if (verdict > w->supplier.verdict[s]) {
      w->supplier.verdict[s] = (uint8_t)verdict;
      w->supplier.since[s] = w->petition.due[p];
    }
  }
  w->petition.verdict[p] = (uint8_t)verdict;
  w->petition.state[p] = SP_PETITION_ANSWERED;
  w->petition.due[p] += ride_min(t, p);
}

static void come_back(sp_tick *t, int32_t p) {
  sp_world *w = t->world;
  int32_t s = w->petition.supplier[p] - 1;
  if (w->petition.verdict[p] != SP_VERDICT_SHELVED && s >= 0 && s < sp_used(w, SP_TABLE_SUPPLIER)) (void)sp_lots_inspect(w, w->petition.side[p], s, t->k->court_finds);
  emit(t, p, SP_EVENT_COURT_ANSWERS, sp_max_i64(w->petition.due[p], t->from + 1), w->petition.verdict[p]);
  w->petition.alive[p] = 0;
  sp_row_free(w, SP_TABLE_PETITION, p);
}

static bool is_own(const sp_world *w, int32_t p) {
  int32_t hq = w->petition.hq[p];
  return (w->hq.superior[hq] < 0 || !w->hq.alive[w->hq.superior[hq]]) && w->petition.of[p] == w->formation.key[w->hq.formation[hq]];
}

void sp_rule_court(sp_tick *t) {
  sp_world *w = t->world;
  if (sp_used(w, SP_TABLE_PETITION) == 0) return;
  read_papers(t);
  sp_array(int32_t) due = {0};
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_PETITION); p++) {
    if (!w->petition.alive[p]) continue;
    if (w->petition.state[p] == SP_PETITION_WITH_PAPERS && w->petition.sent[p] > t->from && is_own(w, p)) pass_on(t, p, t->to); /* he is his own chief */
    bool comes = (w->petition.state[p] == SP_PETITION_TO_COURT || w->petition.state[p] == SP_PETITION_ANSWERED) && w->petition.due[p] <= t->to;
    if (comes && !sp_push(&due, p)) break;
  }
  (void)sp_sort_by_key(due.data, due.count, w->petition.key); /* the second complaint of a man knows of the first */
  for (size_t n = 0; n < due.count; n++) {
    if (w->petition.state[due.data[n]] == SP_PETITION_TO_COURT) answer(t, due.data[n]);
    if (w->petition.state[due.data[n]] == SP_PETITION_ANSWERED && w->petition.due[due.data[n]] <= t->to) come_back(t, due.data[n]);
  }
  sp_array_free(&due);
}
