/* picture.c - what is heard becomes what is believed; what is believed grows old, and is passed on.
 *
 * Models    the reports in a paper enter the picture when the staff has dealt with it: own bodies by name, enemy
 *           bodies by place alone, as nobody can ask them who they are. Old contacts are worth less, then forgotten.
 *           Whoever has seen something his superior does not know sends a rider, half an hour after the last at the
 *           earliest unless it is the first enemy of all, and of a body already reported only every other hour
 *           unless it changed greatly; and everybody sends word of his own state at dusk. Whoever fears for bad news (tidings.c) sends it
 *           later, and the enemy smaller. Whoever
 *           stands at a store of his side sees what is in it; every paper tells what its sender knew of stores, and of smoke seen from far.
 * Reads     messages acted on in this tick, contacts, the minute of sunset.
 * Writes    contacts, book, fire, hq.report_due, hq.last_report; new papers of kind REPORT.
 * Emits     LOST_SIGHT when a contact becomes a memory.
 * Formula   confidence = first * half / (half + age), age from the minute of seeing; looked at every half hour
 *           of the clock. Sixteen contacts to a headquarters: the least believed goes first (world/belief.c).
 * Sources   picture.def.
 * Leaves out  rumour; conclusions (they are the minds').
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "shapan/calc_repute.h"
#include "world/belief.h"
#include "world/books.h"
#include "world/fires.h"
#include "world/papers.h"
#include "world/stores.h"

#define AGE_MIN 30
#define MOST_CARRIED 3
#define PURPOSE_SHADED 0x73686164u

/* books: NULL, nobody keeps any. */
static void read_paper(sp_world *w, int32_t m, sp_books *books) {
  int32_t hq = w->message.to_hq[m];
  if (!w->hq.alive[hq] || w->message.from_hq[m] == hq) return;
  if (books && w->hq.side[hq] == w->hq.side[w->message.from_hq[m]]) sp_stores_told(w, books, w->message.from_hq[m], hq, w->message.sent[m]);
  if (sp_used(w, SP_TABLE_FIRE) > 0 && w->hq.side[hq] == w->hq.side[w->message.from_hq[m]]) sp_fires_told(w, w->message.from_hq[m], hq, w->message.sent[m]);
  uint32_t claimed = 0;
  for (int i = 0; i < 4; i++) {
    int32_t r = w->message.report[m * 4 + i];
    if (r < 0) continue;
    int32_t c = sp_belief_learn(w, hq, r, w->message.acted[m], claimed, NULL);
    if (c < 0 || w->contact.friendly[c]) continue;
    claimed |= sp_belief_bit(c);
    /* Told by his superior, he need not tell it back. */
    if (w->hq.superior[hq] == w->message.from_hq[m]) w->contact.sent_up[c] = 1;
    else w->hq.report_due[hq] = 1;
  }
}

static void read_papers(sp_tick *t) {
  sp_world *w = t->world;
  sp_papers read = sp_papers_acted(w, t->from, t->to);
  sp_books books = {.first = NULL};
  bool kept = read.count && sp_books_are_kept(w) && sp_books_open(w, &books);
  for (size_t i = 0; i < read.count; i++) read_paper(w, read.data[i], kept ? &books : NULL);
  sp_books_close(&books);
  sp_array_free(&read);
}

/* Who stands at the doors of a store sees what is in it; who comes where one of his was and finds the enemy in it sees that. */
static void look_into_stores(sp_tick *t) {
  sp_world *w = t->world;
  sp_books books;
  sp_store_note note;
  if (!sp_books_open(w, &books)) return;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->formation.alive[f] || !w->hq.alive[f] || sp_at_sea(w, f)) continue;
    for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
      bool own = w->depot.side[d] == w->formation.side[f];
      sp_xy at = {w->depot.x[d], w->depot.y[d]};
      if (!w->depot.alive[d] || !sp_body_within(w, f, at, own ? t->k->depot_reach_m : t->k->depot_hold_m)) continue;
      if (own || (sp_store_noted(w, &books, f, d, &note) && note.side == w->formation.side[f])) sp_store_seen(w, &books, f, d, t->to);
    }
  }
  sp_books_close(&books);
}

static void grow_old(sp_tick *t) {
  sp_world *w = t->world;
  sp_minute now = t->to - t->to % AGE_MIN;
  for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ); h++) {
    if (!w->hq.alive[h] || !w->hq.contact_count[h]) continue;
    int32_t left = w->hq.contact_count[h];
    for (int32_t c = h * SP_CONTACTS; left > 0 && c < (h + 1) * SP_CONTACTS; c++) {
      int32_t r = w->contact.report[c];
      if (r < 0) continue;
      left--;
      double before = w->contact.confidence[c], after = sp_belief_confidence(w, r, now);
      w->contact.confidence[c] = after;
      if (w->contact.friendly[c]) continue; /* one does not forget one's own */
      if (before >= t->k->picture_memory && after < t->k->picture_memory)
        sp_emit(w, (sp_event){.minute = sp_max_i64(now, t->from), .type = SP_EVENT_LOST_SIGHT, .side = w->hq.side[h], .node = w->report.node[r], .subject = sp_hq_formation_key(w, h), .c = w->contact.number[c], .x_m = w->report.x[r], .y_m = w->report.y[r]});
      if (after < t->k->picture_forget) sp_belief_forget(w, c);
    }
  }
}

/* ---- passing on */

static bool before(const sp_world *w, int32_t a, int32_t b) {
  sp_minute x = w->report.seen[w->contact.report[a]], y = w->report.seen[w->contact.report[b]];
  return x != y ? x > y : w->contact.number[a] < w->contact.number[b];
}

/* Bad news that he does not dare to send yet. */
static bool kept_back(const sp_world *w, int32_t h, int32_t c, sp_minute minute) {
  if (w->repute.chilled[h] <= 0.0 || w->report.shape[w->contact.report[c]] == SP_SHAPE_FLEEING) return false;
  return (double)(minute - w->contact.heard[c]) < sp_calc_news_kept_min(&w->constants, w->repute.chilled[h]);
}

/* The newest enemy contacts that the superior has not been told of. */
static int32_t unsent(const sp_world *w, int32_t h, sp_minute minute, int32_t chosen[MOST_CARRIED], bool *any_sent, int32_t *all) {
  int32_t n = 0;
  *any_sent = false;
  *all = 0;
  for (int32_t c = h * SP_CONTACTS; c < (h + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] < 0 || w->contact.friendly[c]) continue;
    if (w->contact.sent_up[c]) {
      *any_sent = true;
      continue;
    }
    (*all)++;
    if (kept_back(w, h, c, minute)) continue;
    int32_t at = n < MOST_CARRIED ? n++ : MOST_CARRIED;
    while (at > 0 && before(w, c, chosen[at - 1])) {
      if (at < MOST_CARRIED) chosen[at] = chosen[at - 1];
      at--;
    }
    if (at < MOST_CARRIED) chosen[at] = c;
  }
  return n;
}

/* The report as he passes it on, held once for him: itself, or by one who fears, the enemy made smaller. */
static int32_t as_reported(sp_world *w, int32_t h, int32_t r, sp_minute minute) {
  bool shaded = w->repute.chilled[h] > 0.0 && w->report.shape[r] != SP_SHAPE_FLEEING;
  int32_t copy = shaded ? sp_row_new(w, SP_TABLE_REPORT, sp_key_born(sp_key_pair(w->hq.key[h], w->report.key[r]), minute, PURPOSE_SHADED, 0)) : -1;
  if (copy < 0) {
    sp_report_hold(w, r);
    return r;
  }
  sp_report_copy(w, r, copy);
  w->report.men[copy] = sp_to_i32(sp_rint(sp_calc_news_enemy(&w->constants, w->repute.chilled[h], w->report.men[r])));
  return copy;
}

static void report_up(sp_tick *t, int32_t h, sp_minute minute, bool at_dusk) {
  sp_world *w = t->world;
  int32_t up = w->hq.superior[h], chosen[MOST_CARRIED], report[MOST_CARRIED], all;
  if (up < 0 || !w->hq.alive[up]) return;
  bool any_sent;
  int32_t n = unsent(w, h, minute, chosen, &any_sent, &all);
  bool waited = (double)(minute - w->hq.last_report[h]) >= t->k->picture_every_min;
  if (!at_dusk && n == 0) {
    w->hq.report_due[h] = all > 0; /* he waits with the worst of it */
    return;
  }
  if (!waited && (at_dusk || any_sent)) return;
  for (int32_t i = 0; i < n; i++) report[i] = as_reported(w, h, w->contact.report[chosen[i]], minute);
  sp_paper paper = {.kind = SP_MESSAGE_REPORT, .from_hq = h, .to_hq = up, .order = -1, .word = -1, .sent = minute, .report = report, .report_count = n};
  bool sent = sp_paper_send(w, &paper) >= 0;
  for (int32_t i = 0; i < n; i++) sp_report_release(w, report[i]); /* the paper holds them now */
  if (!sent) return;
  for (int32_t i = 0; i < n; i++) w->contact.sent_up[chosen[i]] = 1;
  w->hq.last_report[h] = minute;
  w->hq.report_due[h] = all > n;
}

/* Sunset over the middle of the theatre, when it falls into this tick; -1: it does not. */
static sp_minute dusk_in(const sp_tick *t) {
  const sp_model *m = t->model;
  sp_xy middle = {0.5 * (m->low.x + m->high.x), 0.5 * (m->low.y + m->high.y)};
  sp_minute day = t->to - (t->to % 1440 + 1440) % 1440;
  double rise, set;
  sp_calc_sun_times(sp_unproject(&m->projection, middle).lat_deg, day, &rise, &set);
  sp_minute at = day + sp_to_i64(set);
  return at > t->from && at <= t->to ? at : -1;
}

void sp_rule_picture(sp_tick *t) {
  sp_world *w = t->world;
  read_papers(t);
  if (t->to / AGE_MIN != t->from / AGE_MIN) grow_old(t);
  if (t->to / 60 != t->from / 60 && sp_books_are_kept(w)) look_into_stores(t);
  sp_minute dusk = dusk_in(t);
  for (int32_t h = 0; h < sp_used(w, SP_TABLE_HQ); h++) {
    if (!w->hq.alive[h]) continue;
    if (w->hq.report_due[h]) report_up(t, h, t->to, false);
    if (dusk >= 0) report_up(t, h, sp_max_i64(dusk, w->hq.last_report[h]), true);
  }
}
