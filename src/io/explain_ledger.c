/* explain_ledger.c - where the minutes went.
 *
 * Minutes of going are set against the same way on the same road, dry, by day and fresh: with every slowing factor f
 * taken away it would have taken minutes * product(f). The difference is shared out in proportion to -ln f, so that no factor
 * depends on the order in which they are asked, and the shares add up.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/explain.h"

#include <math.h>
#include <string.h>

static const char *const slows[] = {"mud", "rain", "snow", "night", "strange", "weary", "tired"};
enum { SLOWS = sizeof slows / sizeof *slows };

static void add(sp_ledger *l, const char *cause, sp_key whom, double minutes) {
  if (minutes <= 0.0) return;
  l->minutes += minutes;
  for (size_t n = 0; n < l->count; n++) {
    if (l->line[n].whom != whom || strcmp(l->line[n].cause, cause) != 0) continue;
    l->line[n].minutes += minutes;
    return;
  }
  if (l->count == SP_SPENT_MAX) { /* a long war behind many columns: the last line takes the rest */
    l->line[SP_SPENT_MAX - 1].minutes += minutes;
    return;
  }
  l->line[l->count++] = (sp_spent){.cause = cause, .whom = whom, .minutes = minutes};
}

/* Minutes of going, and the pace's factors of that piece (NULL: not known). */
static void add_going(sp_ledger *l, const char *base, const sp_trace *pace, double minutes) {
  double weight[SLOWS], sum = 0.0, kept = 1.0;
  for (int n = 0; n < SLOWS; n++) {
    double f = pace ? sp_trace_value(pace, slows[n]) : 0.0;
    weight[n] = f > 0.0 && f < 1.0 ? -log(f) : 0.0;
    if (weight[n] > 0.0) kept *= f;
    sum += weight[n];
  }
  double least = pace ? sp_trace_value(pace, "least") : 0.0; /* a rider on the worst of ways still leads his horse at a walk */
  if (least > 1.0) kept = kept * least < 1.0 ? kept * least : 1.0;
  add(l, base, 0, minutes * kept);
  for (int n = 0; n < SLOWS && sum > 0.0; n++) add(l, slows[n], 0, minutes * (1.0 - kept) * weight[n] / sum);
}

/* Whole minutes that add up: the largest remainders are rounded up. */
static void round_all(sp_ledger *l) {
  int64_t sum = 0;
  l->shown = (int64_t)floor(l->minutes + 0.5);
  for (size_t n = 0; n < l->count; n++) sum += l->line[n].shown = (int64_t)floor(l->line[n].minutes);
  for (; sum < l->shown; sum++) {
    size_t best = 0;
    for (size_t n = 1; n < l->count; n++) {
      if (l->line[n].minutes - (double)l->line[n].shown > l->line[best].minutes - (double)l->line[best].shown) best = n;
    }
    l->line[best].shown++;
  }
}

/* What the way itself takes stands first, then the delays, the longest first. */
static bool before(const sp_spent *a, const sp_spent *b) {
  bool way_a = strcmp(a->cause, "going") == 0 || strcmp(a->cause, "riding") == 0, way_b = strcmp(b->cause, "going") == 0 || strcmp(b->cause, "riding") == 0;
  if (way_a != way_b) return way_a;
  if (a->minutes > b->minutes || a->minutes < b->minutes) return a->minutes > b->minutes;
  int by_cause = strcmp(a->cause, b->cause);
  return by_cause ? by_cause < 0 : a->whom < b->whom;
}

static void finish(sp_ledger *l) {
  for (size_t n = 1; n < l->count; n++) {
    sp_spent x = l->line[n];
    size_t m = n;
    for (; m > 0 && before(&x, &l->line[m - 1]); m--) l->line[m] = l->line[m - 1];
    l->line[m] = x;
  }
  round_all(l);
}

static double minutes_of(const sp_trace *t) {
  double sum = 0.0;
  for (int32_t n = 0; n < t->count; n++) sum += t->term[n].value;
  return sum;
}

/* Minutes of the tick that ended then: what its traces say in all. */
static double tick_minutes(const sp_explain *x, size_t first) {
  double sum = 0.0;
  sp_minute minute = x->traces.data[first].minute;
  for (size_t n = first; n < x->traces.count && x->traces.data[n].minute <= minute; n++) {
    const sp_trace *t = &x->traces.data[n];
    if (t->kind == SP_TRACE_MINUTES && t->subject == x->unit && t->minute == minute) sum += minutes_of(t);
  }
  return sum;
}

void sp_ledger_of_march(const sp_explain *x, sp_minute from, sp_minute to, sp_ledger *out) {
  memset(out, 0, sizeof *out);
  const sp_trace *pace = NULL;
  sp_minute tick = -1;
  double skip = 0.0; /* minutes of the first tick that lie before `from` */
  for (size_t n = 0; n < x->traces.count; n++) {
    const sp_trace *t = &x->traces.data[n];
    if (t->subject != x->unit || t->minute <= from || t->minute > to) continue;
    if (t->kind == SP_TRACE_MARCH) pace = t;
    if (t->kind != SP_TRACE_MINUTES) continue;
    if (t->minute != tick) {
      double length = tick_minutes(x, n), late = length - (double)(t->minute - from);
      skip = late > 0.0 ? late : 0.0;
      tick = t->minute;
    }
    double whole = minutes_of(t), used = whole;
    for (int32_t k = 0; k < t->count; k++) {
      double minutes = t->term[k].value, cut = skip < minutes ? skip : minutes;
      skip -= cut;
      used -= cut;
      minutes -= cut;
      if (strcmp(t->term[k].name, "going") == 0) add_going(out, "going", pace && pace->minute == t->minute ? pace : NULL, minutes);
      else add(out, t->term[k].name, t->object, minutes);
    }
    out->metres += whole > 0.0 ? t->result * used / whole : 0.0;
  }
  finish(out);
}

void sp_ledger_of_paper(const sp_explain *x, const sp_logged_message *m, sp_minute to, sp_ledger *out) {
  memset(out, 0, sizeof *out);
  const sp_message_facts *f = &m->facts;
  sp_minute end = f->delivered ? f->delivered : f->ended ? f->ended : to, sent = f->sent;
  for (size_t n = 0; n < x->traces.count; n++) {
    const sp_trace *t = &x->traces.data[n];
    bool this_paper = t->option == m->row && t->subject == f->to && t->object == f->from && t->minute > sent;
    if (!this_paper) continue;
    if (t->minute - end >= 1440) break; /* another paper lies in its row by then */
    if (t->kind == SP_TRACE_STAFF && f->delivered && t->minute >= f->delivered) {
      add(out, "table", 0, sp_trace_value(t, "table"));
      add(out, "writing", 0, t->result - sp_trace_value(t, "table"));
      break; /* the row may carry another paper after this one */
    }
    if (t->kind != SP_TRACE_RIDE || t->minute - end >= 60) continue;
    if (t->count == 1) add(out, t->term[0].name, 0, t->term[0].value);
    else add_going(out, "riding", t, t->result);
  }
  double rode = 0.0;
  for (size_t n = 0; n < out->count; n++) {
    if (strcmp(out->line[n].cause, "table") != 0 && strcmp(out->line[n].cause, "writing") != 0) rode += out->line[n].minutes;
  }
  if (out->count == 0) return; /* a paper of others, of which nothing was kept */
  /* A drum's call takes no ride; nobody to send, or fractions of minutes, are what is left over. */
  if (!f->signal && (double)(end - sent) - rode >= 1.0) add(out, "waits_to_ride", 0, (double)(end - sent) - rode);
  finish(out);
}
