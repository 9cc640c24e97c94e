/* measure.c - what a run is asked: each measure is read off the world after every tick, from state and the tick's
 * events alone, and kept in the world, so that a saved and loaded run answers as an unbroken one.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"
#include "world/larders.h"
#include "world/munitions.h"
#include "world/orders.h"
#include "world/stores.h"

static void keep(sp_world *w, int32_t m, double value) {
  w->reading.value[m] = value;
  w->reading.known[m] = 1;
}

/* A formation by its id, its commander's, or the name an order gave to a detachment; -1: not (yet) there. */
static int32_t row_of(const sp_world *w, const char *word) { return word ? sp_formation_by_key(w, sp_formation_by_word(w->model, w, word)) : -1; }

static int line_of(const char *word) {
  static const char *const words[] = {
#define SP_LINE(name, word, en, zh) word,
#include "shapan/kinds.def"
  };
  for (int n = 0; word && n < SP_LINE_COUNT; n++) {
    if (strcmp(words[n], word) == 0) return n;
  }
  return SP_LINE_PRESENT;
}

/* A formation's men are those with it, in its pools, or its wounded and sick wherever they lie but in captivity; a contingent's or side's come from the register. */
static void read_men(sp_world *w, int32_t m, const sp_measure *q) {
  const sp_model *model = w->model;
  int line = line_of(q->object);
  int32_t row = row_of(w, q->subject);
  double sum = 0.0;
  if (row >= 0 && line == SP_LINE_PRESENT) {
    sum = sp_men_of(w, row);
  } else if (row >= 0 && sp_line_of_patients((sp_line)line)) {
    for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) sum += w->ward.alive[p] && w->ward.formation[p] == row && (int)sp_ward_line(w, p) == line ? w->ward.men[p] : 0;
  } else if (row >= 0) {
    for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++) sum += w->pool.alive[p] && w->pool.formation[p] == row ? w->pool.men[p] : 0;
  } else {
    int32_t contingent = sp_model_find(model, SP_ENTITY_CONTINGENT, q->subject), side = sp_model_find(model, SP_ENTITY_SIDE, q->subject);
    for (int32_t y = 0; y < sp_used(w, SP_TABLE_TALLY); y++) {
      if (!sp_arm_is_man((sp_arm)w->tally.arm[y])) continue;
      if (contingent >= 0 ? w->tally.contingent[y] != contingent : model->contingent[w->tally.contingent[y]].side != side) continue;
      for (int r = 0; r < SP_RANK_COUNT; r++) {
        int32_t at = y * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + line;
        sum += w->tally.opening[at] + w->tally.came_in[at] - w->tally.went_out[at];
      }
    }
  }
  keep(w, m, sum);
}

static void read_arrival(const sp_tick *t, int32_t m, const sp_measure *q, size_t first, bool tail) {
  sp_world *w = t->world;
  if (w->reading.known[m]) return;
  sp_key subject = sp_formation_by_word(t->model, w, q->subject);
  if (!subject) return;
  int32_t place = sp_model_find(t->model, SP_ENTITY_PLACE, q->object), crossing = sp_model_find(t->model, SP_ENTITY_CROSSING, q->object);
  int32_t node = place >= 0 ? t->model->place_node[place] : crossing >= 0 ? t->model->crossing[crossing].node : -1;
  for (size_t n = first; n < w->events.count; n++) {
    const sp_event *e = &w->events.data[n];
    bool passes = tail ? e->type == SP_EVENT_TAIL_PASSES || e->type == SP_EVENT_TAIL_ARRIVES : e->type == SP_EVENT_HEAD_PASSES || e->type == SP_EVENT_HEAD_ARRIVES;
    if (!passes || e->subject != subject || e->node != node) continue;
    keep(w, m, (double)(e->minute - t->model->campaign.start));
    return;
  }
}

/* "word 2 abatai hooge": the n-th paper of a kind (word, request, order, report) from one headquarters to another. */
typedef struct paper {
  int kind;
  int32_t serial;
  sp_key from, to;
} paper;

static bool read_paper(const sp_world *w, const char *text, bool numbered, paper *out) {
  char copy[256], *next = copy;
  size_t length = text ? strlen(text) : 0;
  if (length == 0 || length >= sizeof copy) return false;
  memcpy(copy, text, length + 1);
  const char *word[4] = {0};
  for (int n = 0; n < 4; n++) {
    if (n == 1 && !numbered) continue;
    while (*next == ' ') next++;
    if (!*next) return false;
    word[n] = next;
    while (*next && *next != ' ') next++;
    if (*next) *next++ = '\0';
  }
  static const char *const kinds[] = {"order", "request", "word", "report"};
  out->kind = -1;
  for (int n = 0; n < 4; n++) {
    if (strcmp(word[0], kinds[n]) == 0) out->kind = n;
  }
  out->serial = 0;
  for (const char *c = numbered ? word[1] : "1"; *c >= '0' && *c <= '9' && out->serial < 100000; c++) out->serial = out->serial * 10 + (*c - '0');
  out->from = sp_formation_by_word(w->model, w, word[2]);
  out->to = sp_formation_by_word(w->model, w, word[3]);
  return out->kind >= 0 && out->serial > 0 && out->from && out->to;
}

static void read_delivery(const sp_tick *t, int32_t m, const sp_measure *q) {
  sp_world *w = t->world;
  paper wanted;
  if (w->reading.known[m] || !read_paper(w, q->subject, true, &wanted)) return;
  int32_t from = sp_formation_by_key(w, wanted.from), to = sp_formation_by_key(w, wanted.to);
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_MESSAGE); n++) {
    if (w->message.state[n] == SP_MESSAGE_FREE || w->message.kind[n] != wanted.kind || w->message.serial[n] != wanted.serial) continue;
    if (w->message.from_hq[n] != from || w->message.to_hq[n] != to || !w->message.delivered[n]) continue;
    keep(w, m, (double)(w->message.delivered[n] - w->message.sent[n]));
  }
}

static bool is_paper(const sp_world *w, int32_t n, const paper *p, bool numbered) {
  if (w->message.state[n] == SP_MESSAGE_FREE || w->message.kind[n] != p->kind || !w->message.delivered[n]) return false;
  if (numbered && w->message.serial[n] != p->serial) return false;
  return w->message.from_hq[n] == sp_formation_by_key(w, p->from) && w->message.to_hq[n] == sp_formation_by_key(w, p->to);
}

/* From the sending of one paper to the hearing of the first of another sort that was sent after it was heard. The first
 * may be long forgotten by then: until the answer is known its two minutes stand in the value, in SPAN_MIN's system. */
#define SPAN_MIN 4194304.0 /* longer than any campaign */

static void read_answer(const sp_tick *t, int32_t m, const sp_measure *q) {
  sp_world *w = t->world;
  paper asked, answer;
  if (w->reading.known[m] || !read_paper(w, q->subject, true, &asked) || !read_paper(w, q->object, false, &answer)) return;
  sp_minute start = t->model->campaign.start, first = 0;
  for (int32_t n = 0; w->reading.value[m] <= 0.0 && n < sp_used(w, SP_TABLE_MESSAGE); n++) {
    if (is_paper(w, n, &asked, true)) w->reading.value[m] = (double)(w->message.sent[n] - start) * SPAN_MIN + (double)(w->message.delivered[n] - start) + 1.0;
  }
  if (w->reading.value[m] <= 0.0) return;
  double sent_min = sp_floor(w->reading.value[m] / SPAN_MIN), heard_min = w->reading.value[m] - sent_min * SPAN_MIN - 1.0;
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_MESSAGE); n++) {
    if (!is_paper(w, n, &answer, false) || (double)(w->message.sent[n] - start) < heard_min) continue;
    if (!first || w->message.delivered[n] < first) first = w->message.delivered[n];
  }
  if (first) keep(w, m, (double)(first - start) - sent_min);
}

/* What an event of this tick adds to a measure that counts them. */
static double counted(const sp_measure *q, const sp_event *e, sp_key subject, sp_key object) {
  bool theirs = e->subject == subject && (!q->object || e->object == object);
  switch (q->kind) {
    case SP_MEASURE_CONTACT: {
      bool meets = e->type == SP_EVENT_CONTACT || e->type == SP_EVENT_BATTLE_BEGINS || e->type == SP_EVENT_SHOCK || (e->type == SP_EVENT_BATTLE_JOINED && !q->object);
      return meets && (theirs || (e->object == subject && (!q->object || e->subject == object)));
    }
    case SP_MEASURE_STORMS: return theirs && e->type == SP_EVENT_SHOCK;
    case SP_MEASURE_BREAKS: return theirs && e->type == SP_EVENT_BREAKS;
    case SP_MEASURE_CUT_DOWN: return theirs && e->type == SP_EVENT_CATCHES ? e->a : 0.0;
    case SP_MEASURE_TAKEN: return theirs && e->type == SP_EVENT_CATCHES ? e->b : 0.0;
    case SP_MEASURE_ESCAPED: return theirs && e->type == SP_EVENT_ESCAPES ? e->a : 0.0;
    default: return 0.0;
  }
}

/* Known, as nought at first, from when there is such a body. */
static void read_count(const sp_tick *t, int32_t m, const sp_measure *q, size_t first) {
  sp_world *w = t->world;
  sp_key subject = sp_formation_by_word(t->model, w, q->subject), object = q->object ? sp_formation_by_word(t->model, w, q->object) : 0;
  if (!subject || (q->object && !object)) return;
  double sum = w->reading.known[m] ? w->reading.value[m] : 0.0;
  for (size_t n = first; n < w->events.count; n++) sum += counted(q, &w->events.data[n], subject, object);
  keep(w, m, q->kind == SP_MEASURE_CONTACT ? sp_min(sum, 1.0) : sum);
}

/* The least of those that are known. */
static void read_first(sp_world *w, int32_t m, const sp_measure *q) {
  bool any = false;
  double least = 0.0;
  for (int32_t n = 0; n < q->part_count; n++) {
    double value = w->reading.value[q->part[n]];
    if (!w->reading.known[q->part[n]] || (any && value >= least)) continue;
    any = true;
    least = value;
  }
  if (any) keep(w, m, least);
}

static void read_made(sp_world *w, int32_t m, const sp_measure *q) {
  double sum = 0.0, most = 0.0, by = q->by >= 0 ? w->reading.value[q->by] : q->divisor;
  if (q->kind == SP_MEASURE_FIRST) {
    read_first(w, m, q);
    return;
  }
  for (int32_t n = 0; n < q->part_count; n++) {
    double value = w->reading.value[q->part[n]];
    if (!w->reading.known[q->part[n]]) return;
    sum += value;
    most = n == 0 || value > most ? value : most;
  }
  if (q->kind == SP_MEASURE_SUM) keep(w, m, sum);
  else if (q->kind == SP_MEASURE_LAST) keep(w, m, most);
  else if (q->kind == SP_MEASURE_DIFFERENCE && q->by >= 0 && w->reading.known[q->by]) keep(w, m, sum - by);
  else if (q->kind == SP_MEASURE_DIFFERENCE) return;
  else if (by > 0.0 && (q->by < 0 || w->reading.known[q->by])) keep(w, m, sum / by);
}

sp_status sp_world_delivery_waits(const sp_world *w, int32_t index, double *minutes) {
  paper wanted;
  if (!w || !minutes || index < 0 || index >= w->model->measure_count) return SP_BAD_INPUT;
  const sp_measure *q = &w->model->measure[index];
  if (q->kind != SP_MEASURE_DELIVERY || w->reading.known[index] || !read_paper(w, q->subject, true, &wanted)) return SP_NOT_FOUND;
  int32_t from = sp_formation_by_key(w, wanted.from), to = sp_formation_by_key(w, wanted.to);
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_MESSAGE); n++) {
    if (w->message.state[n] == SP_MESSAGE_FREE || w->message.kind[n] != wanted.kind || w->message.serial[n] != wanted.serial) continue;
    if (w->message.from_hq[n] != from || w->message.to_hq[n] != to || w->message.delivered[n]) continue;
    bool lost = w->message.state[n] == SP_MESSAGE_DONE || w->message.state[n] == SP_MESSAGE_RETURNING;
    *minutes = lost ? 1e9 : (double)(w->head->minute - w->message.sent[n]);
    return SP_OK;
  }
  return SP_NOT_FOUND;
}

/* Between the nearest ends of two columns. */
static double gap_between(const sp_world *w, int32_t a, int32_t b) {
  double least = 0.0;
  const double ax[2] = {w->formation.head_x[a], w->formation.tail_x[a]}, ay[2] = {w->formation.head_y[a], w->formation.tail_y[a]};
  const double bx[2] = {w->formation.head_x[b], w->formation.tail_x[b]}, by[2] = {w->formation.head_y[b], w->formation.tail_y[b]};
  for (int n = 0; n < 4; n++) {
    double dx = ax[n / 2] - bx[n % 2], dy = ay[n / 2] - by[n % 2], gap = sp_sqrt(dx * dx + dy * dy);
    least = n == 0 ? gap : sp_min(least, gap);
  }
  return least;
}

static void read_gap(sp_world *w, int32_t m, const sp_measure *q) {
  int32_t a = row_of(w, q->subject), b = row_of(w, q->object);
  if (a < 0 || b < 0) return;
  double gap = gap_between(w, a, b);
  if (!w->reading.known[m] || gap < w->reading.value[m]) keep(w, m, gap);
}

/* Looked at on the hour; the hours counted before follow from the clock. */
static void read_spacing(const sp_tick *t, int32_t m, const sp_measure *q) {
  sp_world *w = t->world;
  int32_t a = row_of(w, q->subject), b = row_of(w, q->object);
  sp_minute begin = sp_max_i64(q->from, t->model->campaign.start);
  if (a < 0 || b < 0 || t->to < begin + 60 || t->to / 60 == t->from / 60) return;
  double gap = gap_between(w, a, b), hours = (double)(t->to / 60 - begin / 60), within = gap >= q->least_m && gap <= q->most_m ? 1.0 : 0.0;
  keep(w, m, (w->reading.value[m] * (hours - 1.0) + within) / hours);
}

/* A formation's own, a depot's, or all that a side has carried and stored. */
static void read_grain(sp_world *w, int32_t m, const sp_measure *q) {
  int32_t row = row_of(w, q->subject), side = sp_model_find(w->model, SP_ENTITY_SIDE, q->subject), depot = sp_model_find(w->model, SP_ENTITY_DEPOT, q->subject);
  int64_t grams = 0;
  if (row >= 0) grams = w->provision.grain_g[row];
  else if (depot >= 0) grams = w->depot.grain_g[depot]; /* declared depots have the model's rows */
  else if (side >= 0) grams = sp_store_standing(w, side, SP_STORE_CARRIED) + sp_store_standing(w, side, SP_STORE_KEPT);
  else return;
  keep(w, m, (double)grams / 1000.0);
}

/* Of a body, or of one contingent in it that feeds apart. */
static void read_hunger(sp_world *w, int32_t m, const sp_measure *q) {
  int32_t row = row_of(w, q->subject), contingent = q->object ? sp_model_find(w->model, SP_ENTITY_CONTINGENT, q->object) : -1;
  int32_t larder = contingent >= 0 && row >= 0 ? sp_larder_of(w, row, w->model->contingent[contingent].feeds + 1) : -1;
  if (row < 0 || (q->object && larder < 0)) return;
  sp_minute out = larder >= 0 ? w->larder.first_out[larder] : w->provision.first_out[row];
  if (q->kind == SP_MEASURE_HUNGER) keep(w, m, larder >= 0 ? w->larder.missed[larder] : w->provision.missed[row]);
  else if (out) keep(w, m, (double)(out - w->model->campaign.start));
}

static void read_takes(sp_world *w, int32_t m, const sp_measure *q, size_t first) {
  int32_t side = sp_model_find(w->model, SP_ENTITY_SIDE, q->subject), place = sp_model_find(w->model, SP_ENTITY_PLACE, q->object);
  for (size_t n = first; n < w->events.count && !w->reading.known[m] && place >= 0; n++) {
    const sp_event *e = &w->events.data[n];
    bool gained = e->type == SP_EVENT_PLACE_TAKEN || e->type == SP_EVENT_PLACE_OCCUPIED;
    if (gained && e->side == side && e->object == w->place.key[place]) keep(w, m, (double)(e->minute - w->model->campaign.start));
  }
}

static void read_holds(sp_world *w, int32_t m, const sp_measure *q) {
  const sp_model *model = w->model;
  int32_t side = sp_model_find(model, SP_ENTITY_SIDE, q->subject), held = 0;
  if (q->object) {
    int32_t place = sp_model_find(model, SP_ENTITY_PLACE, q->object);
    held = place >= 0 && w->place.holder[place] == side;
  }
  for (int32_t i = 0; !q->object && i < model->objective_count; i++) {
    int32_t place = sp_model_find(model, SP_ENTITY_PLACE, model->objective_def[i].place);
    held += place >= 0 && sp_model_find(model, SP_ENTITY_SIDE, model->objective_def[i].side) == side && w->place.holder[place] == side;
  }
  keep(w, m, held);
}

/* The same of powder; with a formation what is in its pouches and at its guns too. */
static void read_powder(sp_world *w, int32_t m, const sp_measure *q) {
  int32_t row = row_of(w, q->subject), side = sp_model_find(w->model, SP_ENTITY_SIDE, q->subject), depot = sp_model_find(w->model, SP_ENTITY_DEPOT, q->subject);
  double grams = 0.0;
  if (row >= 0) grams = (double)w->munition.powder_g[row] + sp_issue_full_g(w, row) - sp_issue_wanting_g(w, row);
  else if (depot >= 0) grams = (double)w->depot.powder_g[depot];
  else if (side >= 0) grams = (double)(sp_munition_standing(w, SP_POWDER, side, SP_MUNITION_CARRIED) + sp_munition_standing(w, SP_POWDER, side, SP_MUNITION_KEPT));
  else return;
  keep(w, m, grams / 1000.0);
}

void sp_measures_read(sp_tick *t, size_t first_event) {
  sp_world *w = t->world;
  for (int32_t m = 0; m < t->model->measure_count; m++) {
    const sp_measure *q = &t->model->measure[m];
    int32_t crossing = q->subject ? sp_model_find(t->model, SP_ENTITY_CROSSING, q->subject) : -1;
    int32_t row = row_of(w, q->subject);
    if (q->at && t->from >= q->at) continue; /* read once, at its minute */
    switch (q->kind) {
      case SP_MEASURE_MEN: read_men(w, m, q); break;
      case SP_MEASURE_ARRIVAL: read_arrival(t, m, q, first_event, false); break;
      case SP_MEASURE_TAIL_ARRIVAL: read_arrival(t, m, q, first_event, true); break;
      case SP_MEASURE_DELIVERY: read_delivery(t, m, q); break;
      case SP_MEASURE_QUEUE:
        if (crossing >= 0) keep(w, m, w->ford.longest_queue_min[crossing]);
        break;
      case SP_MEASURE_DEPTH:
        if (crossing >= 0) keep(w, m, w->ford.greatest_m[crossing]);
        break;
      case SP_MEASURE_MARCHED:
        if (row >= 0) keep(w, m, w->formation.marched_m[row]);
        break;
      case SP_MEASURE_GAP: read_gap(w, m, q); break;
      case SP_MEASURE_ANSWER: read_answer(t, m, q); break;
      case SP_MEASURE_CONTACT:
      case SP_MEASURE_STORMS:
      case SP_MEASURE_BREAKS:
      case SP_MEASURE_CUT_DOWN:
      case SP_MEASURE_TAKEN:
      case SP_MEASURE_ESCAPED: read_count(t, m, q, first_event); break;
      case SP_MEASURE_TAKES: read_takes(w, m, q, first_event); break;
      case SP_MEASURE_HOLDS: read_holds(w, m, q); break;
      case SP_MEASURE_GRAIN: read_grain(w, m, q); break;
      case SP_MEASURE_POWDER: read_powder(w, m, q); break;
      case SP_MEASURE_BREAD_ENDS:
      case SP_MEASURE_HUNGER: read_hunger(w, m, q); break;
      case SP_MEASURE_SPACING: read_spacing(t, m, q); break;
      case SP_MEASURE_SUM:
      case SP_MEASURE_RATIO:
      case SP_MEASURE_FIRST:
      case SP_MEASURE_LAST:
      case SP_MEASURE_DIFFERENCE:
      case SP_MEASURE_COUNT: break;
    }
  }
  for (int rank = 1; rank <= 2; rank++) { /* ratios may be of sums */
    for (int32_t m = 0; m < t->model->measure_count; m++) {
      const sp_measure *q = &t->model->measure[m];
      if (sp_measure_rank(q->kind) == rank && !(q->at && t->from >= q->at)) read_made(w, m, q);
    }
  }
}
