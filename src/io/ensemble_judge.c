/* ensemble_judge.c - quantiles, expectations and comparisons from the runs of an ensemble, in order of their number.
 *
 * Hours that never came count as later than all that did; other measures without a value are left out, and how many wars
 * had one is said. An expectation is hit when its 95 % interval lies wholly within what is wanted, missed when it lies wholly
 * outside, else undecided: Wilson's interval for shares, order statistics for quantiles.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/columns.h"
#include "io/ensemble.h"
#include "io/scores.h"

/* Room for one number of each run. */
typedef struct judge {
  sp_ensemble *e;
  double *x, *y;
} judge;

/* ---- measures */

static void summarise(judge *j, const sp_arm_runs *arm, int32_t measure, sp_measure_summary *out) {
  const sp_measure_def *def = sp_model_measure(arm->model, measure);
  double sum = 0.0, value;
  for (uint32_t n = 0; n < j->e->about.runs; n++) {
    out->wars += arm->state[n] == SP_RUN_DONE;
    if (!sp_arm_value(arm, n, measure, &value)) continue;
    j->x[out->sample++] = value;
    if (isinf(value)) continue;
    out->known++;
    sum += value;
  }
  out->mean = out->known ? sum / (double)out->known : 0.0;
  sp_sort_numbers(j->x, out->sample);
  for (int q = 0; q < SP_QUANTILES && out->sample; q++) out->quantile[q] = sp_quantile_of(j->x, out->sample, sp_ensemble_quantiles[q]);
  out->median = sp_quantile_interval(j->x, out->sample, 0.5);
  out->has_told = def->has_told && out->sample > 0;
  out->told_rank = out->has_told ? sp_mid_rank(j->x, out->sample, def->told) : 0.0;
}

/* ---- expectations */

/* Does the run count, and with which figure? */
static bool figure(const sp_ensemble *e, const sp_expectation_def *def, const int32_t measure[SP_ARMS], const int32_t given[SP_ARMS], uint32_t run, double *out) {
  int32_t arms = def->against ? 2 : 1;
  double value[SP_ARMS] = {0};
  for (int32_t a = 0; a < arms; a++) {
    const sp_arm_runs *arm = &e->arm[a];
    if (arm->state[run] != SP_RUN_DONE) return false;
    if (def->given) {
      double condition;
      if (!sp_arm_value(arm, run, given[a], &condition) || isinf(condition) || !(condition < 0.0 || condition > 0.0)) return false;
    }
    if (!sp_arm_value(arm, run, measure[a], &value[a])) value[a] = (double)NAN;
  }
  *out = def->against ? value[1] - def->times * value[0] : value[0]; /* two that never came: no number */
  return true;
}

static sp_verdict verdict_of(sp_interval found, double low, double high) {
  if (found.low >= low && found.high <= high) return SP_VERDICT_HIT;
  return found.high < low || found.low > high ? SP_VERDICT_MISSED : SP_VERDICT_UNDECIDED;
}

static void hold(judge *j, int32_t index, sp_expectation_summary *out) {
  const sp_ensemble *e = j->e;
  const sp_expectation_def *def = sp_model_expectation(e->arm[0].model, index);
  int32_t measure[SP_ARMS] = {-1, -1}, given[SP_ARMS] = {-1, -1};
  size_t sample = 0;
  out->asked = !def->against || (e->arms == 2 && strcmp(def->against, e->about.against) == 0);
  for (int32_t a = 0; a < e->arms; a++) {
    measure[a] = sp_model_find(e->arm[a].model, SP_ENTITY_MEASURE, def->measure);
    if (def->given) given[a] = sp_model_find(e->arm[a].model, SP_ENTITY_MEASURE, def->given);
  }
  out->measure = measure[0];
  out->by_share = def->share > 0.0 || def->share_most < 1.0;
  for (uint32_t n = 0; out->asked && n < e->about.runs; n++) {
    double value;
    if (!figure(e, def, measure, given, n, &value)) continue;
    if (isnan(value) && !out->by_share) continue;
    out->wars++;
    out->hits += value >= def->low && value <= def->high;
    j->x[sample++] = value;
  }
  if (out->by_share) {
    out->found = sp_wilson(out->hits, out->wars);
    out->verdict = out->wars ? verdict_of(out->found, def->share, def->share_most) : SP_VERDICT_UNDECIDED;
  } else {
    sp_sort_numbers(j->x, sample);
    out->found = sp_quantile_interval(j->x, sample, def->quantile);
    out->verdict = sample ? verdict_of(out->found, def->low > -SP_NO_BOUND ? def->low : -HUGE_VAL, def->high < SP_NO_BOUND ? def->high : HUGE_VAL) : SP_VERDICT_UNDECIDED;
  }
}

/* ---- comparisons */

static void compare(judge *j, int32_t measure, sp_pair_summary *out) {
  const sp_ensemble *e = j->e;
  size_t more = 0, less = 0;
  out->other = sp_model_find(e->arm[1].model, SP_ENTITY_MEASURE, sp_model_id(e->arm[0].model, SP_ENTITY_MEASURE, measure));
  for (uint32_t n = 0; n < e->about.runs; n++) {
    double here, there;
    if (!sp_arm_value(&e->arm[0], n, measure, &here) || !sp_arm_value(&e->arm[1], n, out->other, &there)) continue;
    double difference = there - here;
    if (isnan(difference)) continue; /* neither came */
    j->x[out->pairs++] = difference;
    more += difference > 0.0;
    less += difference < 0.0;
    if (!isinf(difference)) j->y[out->both++] = difference;
  }
  out->mean = sp_mean_interval(j->y, out->both);
  out->more = sp_wilson(more, out->pairs);
  out->less = sp_wilson(less, out->pairs);
  sp_sort_numbers(j->x, out->pairs);
  out->median = sp_quantile_interval(j->x, out->pairs, 0.5);
}

/* ---- all of it */

static void judge_all(judge *j) {
  sp_ensemble *e = j->e;
  for (int32_t a = 0; a < e->arms; a++)
    for (int32_t m = 0; m < e->arm[a].measures; m++) summarise(j, &e->arm[a], m, &e->summary[a][m]);
  for (int32_t i = 0; i < sp_model_count(e->arm[0].model, SP_ENTITY_EXPECTATION); i++) hold(j, i, &e->expectation[i]);
  for (int32_t m = 0; e->arms == 2 && m < e->arm[0].measures; m++) compare(j, m, &e->pair[m]);
}

sp_status sp_ensemble_judge(sp_ensemble *e) {
  if (e->judged) return SP_OK;
  size_t room = (size_t)e->about.runs + 1, expectations = (size_t)sp_model_count(e->arm[0].model, SP_ENTITY_EXPECTATION) + 1;
  judge j = {.e = e, .x = calloc(room, sizeof *j.x), .y = calloc(room, sizeof *j.y)};
  bool made = j.x && j.y;
  for (int32_t a = 0; a < e->arms; a++) made = (e->summary[a] = calloc((size_t)e->arm[a].measures + 1, sizeof *e->summary[a])) && made;
  made = (e->pair = calloc((size_t)e->arm[0].measures + 1, sizeof *e->pair)) && made;
  made = (e->expectation = calloc(expectations, sizeof *e->expectation)) && made;
  made = (e->expectation_order = sp_rows_in_file_order(e->arm[0].model, SP_ENTITY_EXPECTATION)) && made;
  e->judged = true;
  if (made) judge_all(&j);
  else sp_ensemble_forget(e);
  free(j.x);
  free(j.y);
  return made ? SP_OK : SP_NO_MEMORY;
}

void sp_ensemble_forget(sp_ensemble *e) {
  if (!e->judged) return;
  for (int32_t a = 0; a < SP_ARMS; a++) free(e->summary[a]);
  free(e->pair);
  free(e->expectation);
  free(e->expectation_order);
  memset(e->summary, 0, sizeof e->summary);
  e->pair = NULL;
  e->expectation = NULL;
  e->expectation_order = NULL;
  e->judged = false;
}

sp_status sp_ensemble_verdicts(sp_ensemble *e, size_t count[SP_VERDICT_COUNT]) {
  for (int v = 0; v < SP_VERDICT_COUNT; v++) count[v] = 0;
  sp_status status = sp_ensemble_judge(e);
  for (int32_t i = 0; status == SP_OK && i < sp_model_count(e->arm[0].model, SP_ENTITY_EXPECTATION); i++)
    if (e->expectation[i].asked) count[e->expectation[i].verdict]++;
  return status;
}
