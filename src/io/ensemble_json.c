/* ensemble_json.c - an ensemble as JSON, and its runs as CSV. SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "io/ensemble.h"
#include "io/measure_words.h"
#include "io/table_out.h"

/* What never came has no number. */
static json_t *real(double value) { return isinf(value) || isnan(value) ? json_null() : json_real(value); }

static json_t *interval(sp_interval x) { return json_pack("{s:o, s:o, s:o}", "value", real(x.value), "low95", real(x.low), "high95", real(x.high)); }

static json_t *words(const char *text) { return text ? json_string(text) : json_null(); }

static json_t *measure_json(const sp_ensemble *e, int32_t arm, int32_t m) {
  const sp_model *model = e->arm[arm].model;
  const sp_measure_def *def = sp_model_measure(model, m);
  const sp_measure_summary *s = &e->summary[arm][m];
  json_t *quantiles = json_object();
  for (int q = 0; s->sample && q < SP_QUANTILES; q++) {
    char key[16];
    snprintf(key, sizeof key, "%g", sp_ensemble_quantiles[q] * 100.0);
    json_object_set_new(quantiles, key, real(s->quantile[q]));
  }
  json_t *out = json_pack("{s:s, s:o, s:o, s:s, s:I, s:I, s:I, s:o, s:o, s:o}", "id", def->id, "name_en", words(def->name.en), "name_zh", words(def->name.zh), "unit",
                          sp_measure_unit(model, m), "wars", (json_int_t)s->wars, "known", (json_int_t)s->known, "never", (json_int_t)(s->sample - s->known), "quantiles", quantiles,
                          "median", s->sample ? interval(s->median) : json_null(), "mean", s->known ? real(s->mean) : json_null());
  if (out && s->has_told) json_object_set_new(out, "told", real(def->told));
  if (out && s->has_told) json_object_set_new(out, "told_percentile", real(s->told_rank * 100.0));
  return out;
}

static json_t *measures_json(const sp_ensemble *e, int32_t arm) {
  json_t *list = json_array();
  for (int32_t i = 0; i < e->arm[arm].measures; i++) json_array_append_new(list, measure_json(e, arm, e->arm[arm].order[i]));
  return list;
}

static json_t *bound(double value) { return value > -SP_NO_BOUND && value < SP_NO_BOUND ? json_real(value) : json_null(); }

static json_t *expectations_json(const sp_ensemble *e) {
  const sp_model *model = e->arm[0].model;
  json_t *list = json_array();
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_EXPECTATION); i++) {
    int32_t row = e->expectation_order[i];
    const sp_expectation_def *def = sp_model_expectation(model, row);
    const sp_expectation_summary *s = &e->expectation[row];
    json_t *out = json_pack("{s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:o}", "id", def->id, "name_en", words(def->name.en), "name_zh", words(def->name.zh), "measure", def->measure,
                            "low", bound(def->low), "high", bound(def->high), "given", words(def->given), "against", words(def->against));
    if (def->against) json_object_set_new(out, "times", json_real(def->times));
    if (s->by_share) {
      json_object_set_new(out, "share", json_real(def->share));
      json_object_set_new(out, "share_most", json_real(def->share_most));
      json_object_set_new(out, "within", json_integer((json_int_t)s->hits));
    } else {
      json_object_set_new(out, "quantile", json_real(def->quantile));
    }
    json_object_set_new(out, "wars", s->asked ? json_integer((json_int_t)s->wars) : json_null());
    json_object_set_new(out, "found", s->asked && s->wars ? interval(s->found) : json_null());
    json_object_set_new(out, "verdict", s->asked ? json_string(sp_verdict_word(s->verdict)) : json_null());
    json_array_append_new(list, out);
  }
  return list;
}

static json_t *pairs_json(const sp_ensemble *e) {
  json_t *list = json_array();
  for (int32_t i = 0; i < e->arm[0].measures; i++) {
    int32_t m = e->arm[0].order[i];
    const sp_pair_summary *p = &e->pair[m];
    if (p->other < 0) continue;
    json_array_append_new(list, json_pack("{s:s, s:I, s:o, s:o, s:o, s:o}", "id", sp_model_id(e->arm[0].model, SP_ENTITY_MEASURE, m), "pairs", (json_int_t)p->pairs, "median",
                                          p->pairs ? interval(p->median) : json_null(), "mean", p->both ? interval(p->mean) : json_null(), "more", interval(p->more), "less",
                                          interval(p->less)));
  }
  return list;
}

sp_status sp_ensemble_json(sp_ensemble *e, FILE *file) {
  sp_status status = e && file ? sp_ensemble_judge(e) : SP_BAD_INPUT;
  if (status != SP_OK) return status;
  json_t *with = json_array();
  char model[20];
  for (size_t i = 0; i < e->about.withs; i++) json_array_append_new(with, json_string(e->about.with[i]));
  snprintf(model, sizeof model, "%016" PRIx64, sp_model_hash(e->arm[0].model));
  json_t *root = json_pack("{s:s, s:s, s:s, s:o, s:o, s:I, s:I, s:o, s:o}", "scenario", e->about.scenario, "version", sp_version(), "model_hash", model, "with", with, "against",
                           words(e->about.against), "seed", (json_int_t)e->about.seed, "runs", (json_int_t)e->about.runs, "measures", measures_json(e, 0), "expectations",
                           expectations_json(e));
  if (root && e->arms == 2) json_object_set_new(root, "against_measures", measures_json(e, 1));
  if (root && e->arms == 2) json_object_set_new(root, "differences", pairs_json(e));
  if (!root) return SP_NO_MEMORY;
  bool written = json_dumpf(root, file, JSON_INDENT(1) | JSON_REAL_PRECISION(10)) == 0 && fputc('\n', file) != EOF;
  json_decref(root);
  return written ? SP_OK : SP_IO;
}

/* ---- CSV */

static void csv_number(sp_prose *out, double value) {
  char text[40];
  snprintf(text, sizeof text, ",%.10g", value); /* no program of the house sets a locale */
  sp_prose_put(out, text);
}

static void csv_heads(const sp_arm_runs *arm, sp_prose *out) {
  sp_prose_put(out, "run,overlay,seed,state,end_minute,hash");
  for (int32_t i = 0; i < arm->measures; i++) {
    char head[200];
    const char *unit = sp_measure_unit(arm->model, arm->order[i]);
    snprintf(head, sizeof head, "%s%s%s%s", sp_model_id(arm->model, SP_ENTITY_MEASURE, arm->order[i]), *unit ? " (" : "", unit, *unit ? ")" : "");
    sp_prose_put(out, ",");
    sp_csv_cell(out, head);
  }
  sp_prose_put(out, "\r\n");
}

/* The columns are arm 0's; a measure that arm 1 does not have is empty there. */
static void csv_row(const sp_ensemble *e, int32_t a, uint32_t n, sp_prose *out) {
  const sp_arm_runs *arm = &e->arm[a], *first = &e->arm[0];
  char head[160];
  snprintf(head, sizeof head, "%" PRIu32 ",%s,%" PRIu64 ",%s,%" PRId64 ",%016" PRIx64, n, a ? e->about.against : "", sp_ensemble_seed(e->about.seed, n), arm->state[n] == SP_RUN_DONE ? "done" : "failed",
           arm->minute[n] - sp_model_campaign(arm->model)->start, arm->hash[n]);
  sp_prose_put(out, head);
  for (int32_t i = 0; i < first->measures; i++) {
    int32_t m = a == 0 ? first->order[i] : sp_model_find(arm->model, SP_ENTITY_MEASURE, sp_model_id(first->model, SP_ENTITY_MEASURE, first->order[i]));
    size_t at = m >= 0 ? sp_arm_at(arm, n) + (size_t)m : 0;
    if (m >= 0 && arm->known[at]) csv_number(out, arm->value[at]);
    else sp_prose_put(out, ",");
  }
  sp_prose_put(out, "\r\n");
}

sp_status sp_ensemble_csv(const sp_ensemble *e, FILE *file) {
  if (!e || !file) return SP_BAD_INPUT;
  sp_prose out = {0};
  csv_heads(&e->arm[0], &out);
  for (uint32_t n = 0; n < e->about.runs; n++) {
    for (int32_t a = 0; a < e->arms; a++)
      if (e->arm[a].state[n] != SP_RUN_MISSING) csv_row(e, a, n, &out);
  }
  sp_status status = out.failed ? SP_NO_MEMORY : fwrite(sp_prose_text(&out), 1, out.length, file) != out.length ? SP_IO : SP_OK;
  sp_prose_free(&out);
  return status;
}
