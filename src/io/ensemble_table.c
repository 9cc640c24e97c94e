/* ensemble_table.c - the runs of an ensemble, kept by number. SPDX-License-Identifier: Apache-2.0 */
#include "io/ensemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/columns.h"
#include "io/measure_words.h"

const double sp_ensemble_quantiles[SP_QUANTILES] = {0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0};

const char *sp_verdict_word(sp_verdict verdict) {
  static const char *const words[SP_VERDICT_COUNT] = {"hit", "missed", "undecided"};
  return (unsigned)verdict < SP_VERDICT_COUNT ? words[verdict] : "";
}

const char *sp_named(sp_name name, const char *id, sp_lang lang) {
  const char *first = lang == SP_LANG_ZH ? name.zh : name.en, *second = lang == SP_LANG_ZH ? name.en : name.zh;
  return first && *first ? first : second && *second ? second : id;
}

/* ---- making one */

/* about's texts one after the other in one block. */
static bool copy_about(sp_ensemble *e, const sp_ensemble_about *about) {
  size_t room = strlen(about->scenario) + 1 + (about->against ? strlen(about->against) + 1 : 0);
  for (size_t i = 0; i < about->withs; i++) room += strlen(about->with[i]) + 1;
  char *at = e->texts = malloc(room);
  if (!at) return false;
  e->about = *about;
  e->about.scenario = strcpy(at, about->scenario);
  at += strlen(at) + 1;
  for (size_t i = 0; i < about->withs; i++) {
    e->with[i] = strcpy(at, about->with[i]);
    at += strlen(at) + 1;
  }
  e->about.with = e->with;
  if (about->against) e->about.against = strcpy(at, about->against);
  return true;
}

static bool make_arm(sp_arm_runs *arm, sp_model *model, uint32_t runs) {
  size_t count = runs ? runs : 1;
  arm->model = model;
  arm->measures = sp_model_count(model, SP_ENTITY_MEASURE);
  size_t cells = count * (size_t)(arm->measures ? arm->measures : 1);
  sp_model_retain(model);
  arm->order = sp_rows_in_file_order(model, SP_ENTITY_MEASURE);
  arm->state = calloc(count, sizeof *arm->state);
  arm->hash = calloc(count, sizeof *arm->hash);
  arm->minute = calloc(count, sizeof *arm->minute);
  arm->value = calloc(cells, sizeof *arm->value);
  arm->known = calloc(cells, sizeof *arm->known);
  return arm->order && arm->state && arm->hash && arm->minute && arm->value && arm->known;
}

static void free_arm(sp_arm_runs *arm) {
  sp_model_release(arm->model);
  free(arm->order);
  free(arm->state);
  free(arm->hash);
  free(arm->minute);
  free(arm->value);
  free(arm->known);
}

sp_status sp_ensemble_create(const sp_ensemble_about *about, sp_model *model, sp_model *other, sp_ensemble **out) {
  *out = NULL;
  bool sound = about && about->size == sizeof *about && about->scenario && model && about->runs <= SP_ENSEMBLE_RUNS_MAX && about->withs <= 16 && !about->against == !other;
  if (!sound) return SP_BAD_INPUT;
  sp_ensemble *e = calloc(1, sizeof *e);
  if (!e) return SP_NO_MEMORY;
  e->arms = other ? 2 : 1;
  bool made = copy_about(e, about) && make_arm(&e->arm[0], model, about->runs) && (!other || make_arm(&e->arm[1], other, about->runs));
  if (!made) {
    sp_ensemble_destroy(e);
    return SP_NO_MEMORY;
  }
  *out = e;
  return SP_OK;
}

void sp_ensemble_destroy(sp_ensemble *e) {
  if (!e) return;
  sp_ensemble_forget(e);
  for (int32_t a = 0; a < e->arms; a++) free_arm(&e->arm[a]);
  free(e->texts);
  free(e);
}

const sp_ensemble_about *sp_ensemble_asked(const sp_ensemble *e) { return &e->about; }

sp_model *sp_ensemble_model(const sp_ensemble *e, int32_t arm) { return arm >= 0 && arm < e->arms ? e->arm[arm].model : NULL; }

/* ---- runs */

size_t sp_arm_at(const sp_arm_runs *arm, uint32_t run) { return (size_t)run * (size_t)arm->measures; }

bool sp_arm_value(const sp_arm_runs *arm, uint32_t run, int32_t measure, double *out) {
  if (arm->state[run] != SP_RUN_DONE || measure < 0) return false;
  size_t at = sp_arm_at(arm, run) + (size_t)measure;
  *out = arm->known[at] ? arm->value[at] : HUGE_VAL;
  return arm->known[at] || sp_measure_may_never_come(arm->model, measure);
}

sp_status sp_ensemble_keep(sp_ensemble *e, int32_t arm_number, const sp_ensemble_run *run) {
  if (arm_number < 0 || arm_number >= e->arms || run->run >= e->about.runs) return SP_LIMIT;
  sp_arm_runs *arm = &e->arm[arm_number];
  if (run->measures != arm->measures || run->seed != sp_ensemble_seed(e->about.seed, run->run)) return SP_MISMATCH;
  size_t at = sp_arm_at(arm, run->run);
  arm->state[run->run] = run->status == SP_OK ? SP_RUN_DONE : SP_RUN_FAILED;
  arm->hash[run->run] = run->hash;
  arm->minute[run->run] = run->minute;
  for (int32_t m = 0; m < arm->measures; m++) {
    arm->known[at + (size_t)m] = run->known[m];
    arm->value[at + (size_t)m] = run->known[m] ? run->value[m] : 0.0;
  }
  sp_ensemble_forget(e);
  return SP_OK;
}

uint32_t sp_ensemble_missing(const sp_ensemble *e, int32_t arm, uint32_t *list) {
  uint32_t count = 0;
  if (arm < 0 || arm >= e->arms) return 0;
  for (uint32_t n = 0; n < e->about.runs; n++)
    if (e->arm[arm].state[n] == SP_RUN_MISSING) list[count++] = n;
  return count;
}

uint32_t sp_ensemble_failed(const sp_ensemble *e, uint64_t *seed) {
  uint32_t count = 0;
  for (int32_t a = 0; a < e->arms; a++) {
    for (uint32_t n = 0; n < e->about.runs; n++) {
      if (e->arm[a].state[n] != SP_RUN_FAILED) continue;
      if (count++ == 0 && seed) *seed = sp_ensemble_seed(e->about.seed, n);
    }
  }
  return count;
}
