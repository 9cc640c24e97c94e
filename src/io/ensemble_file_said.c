/* ensemble_file_said.c - quantiles, expectations and differences into an ensemble's file, written anew each time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/ensemble_file.h"

#include <math.h>

/* A number that is none, or has no end, is NULL: what never came, an interval that so few wars cannot close. */
static void bind_real(sqlite3_stmt *s, int at, double value, bool there) {
  if (there && !isinf(value) && !isnan(value)) sqlite3_bind_double(s, at, value);
  else sqlite3_bind_null(s, at);
}

static void bind_interval(sqlite3_stmt *s, int at, sp_interval x, bool there) {
  bind_real(s, at, x.value, there);
  bind_real(s, at + 1, x.low, there);
  bind_real(s, at + 2, x.high, there);
}

static sp_status write_quantiles(sp_ensemble_file *f, const sp_ensemble *e, int32_t a) {
  const sp_arm_runs *arm = &e->arm[a];
  sqlite3_stmt *s = sp_file_prepare(f, "INSERT INTO quantiles VALUES (?, ?, ?, ?)");
  sp_status status = s ? SP_OK : SP_IO;
  for (int32_t m = 0; status == SP_OK && m < arm->measures; m++) {
    const sp_measure_summary *sum = &e->summary[a][m];
    for (int q = 0; status == SP_OK && q < SP_QUANTILES && sum->sample; q++) {
      sqlite3_bind_int(s, 1, a);
      sqlite3_bind_text(s, 2, sp_model_id(arm->model, SP_ENTITY_MEASURE, m), -1, SQLITE_STATIC);
      sqlite3_bind_double(s, 3, sp_ensemble_quantiles[q]);
      bind_real(s, 4, sum->quantile[q], true);
      status = sp_file_step(f, s);
    }
  }
  sqlite3_finalize(s);
  return status;
}

static sp_status write_summaries(sp_ensemble_file *f, const sp_ensemble *e, int32_t a) {
  const sp_arm_runs *arm = &e->arm[a];
  sqlite3_stmt *s = sp_file_prepare(f, "INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sp_status status = s ? SP_OK : SP_IO;
  for (int32_t m = 0; status == SP_OK && m < arm->measures; m++) {
    const sp_measure_summary *sum = &e->summary[a][m];
    sqlite3_bind_int(s, 1, a);
    sqlite3_bind_text(s, 2, sp_model_id(arm->model, SP_ENTITY_MEASURE, m), -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)sum->wars);
    sqlite3_bind_int64(s, 4, (sqlite3_int64)sum->known);
    sqlite3_bind_int64(s, 5, (sqlite3_int64)(sum->sample - sum->known));
    bind_real(s, 6, sum->mean, sum->known > 0);
    bind_real(s, 7, sum->median.low, sum->sample > 0);
    bind_real(s, 8, sum->median.high, sum->sample > 0);
    bind_real(s, 9, sum->told_rank * 100.0, sum->has_told);
    status = sp_file_step(f, s);
  }
  sqlite3_finalize(s);
  return status;
}

static sp_status write_expectations(sp_ensemble_file *f, const sp_ensemble *e) {
  const sp_model *model = e->arm[0].model;
  sqlite3_stmt *s = sp_file_prepare(f, "INSERT INTO expectations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sp_status status = s ? SP_OK : SP_IO;
  for (int32_t i = 0; status == SP_OK && i < sp_model_count(model, SP_ENTITY_EXPECTATION); i++) {
    const sp_expectation_def *def = sp_model_expectation(model, i);
    const sp_expectation_summary *x = &e->expectation[i];
    sqlite3_bind_text(s, 1, def->id, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, def->measure, -1, SQLITE_STATIC);
    bind_real(s, 3, def->low, def->low > -SP_NO_BOUND);
    bind_real(s, 4, def->high, def->high < SP_NO_BOUND);
    bind_real(s, 5, def->share, x->by_share);
    bind_real(s, 6, def->share_most, x->by_share);
    bind_real(s, 7, def->quantile, !x->by_share);
    sqlite3_bind_text(s, 8, def->given, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 9, def->against, -1, SQLITE_STATIC);
    sqlite3_bind_double(s, 10, def->times);
    if (x->asked) sqlite3_bind_int64(s, 11, (sqlite3_int64)x->wars);
    else sqlite3_bind_null(s, 11);
    if (x->asked && x->by_share) sqlite3_bind_int64(s, 12, (sqlite3_int64)x->hits);
    else sqlite3_bind_null(s, 12);
    bind_interval(s, 13, x->found, x->asked && x->wars > 0);
    sqlite3_bind_text(s, 16, x->asked ? sp_verdict_word(x->verdict) : NULL, -1, SQLITE_STATIC);
    status = sp_file_step(f, s);
  }
  sqlite3_finalize(s);
  return status;
}

static sp_status write_differences(sp_ensemble_file *f, const sp_ensemble *e) {
  sqlite3_stmt *s = sp_file_prepare(f, "INSERT INTO differences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sp_status status = s ? SP_OK : SP_IO;
  for (int32_t m = 0; status == SP_OK && m < e->arm[0].measures; m++) {
    const sp_pair_summary *p = &e->pair[m];
    if (p->other < 0) continue;
    sqlite3_bind_text(s, 1, sp_model_id(e->arm[0].model, SP_ENTITY_MEASURE, m), -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)p->pairs);
    bind_interval(s, 3, p->median, p->pairs > 0);
    bind_interval(s, 6, p->mean, p->both > 0);
    sqlite3_bind_double(s, 9, p->more.value);
    sqlite3_bind_double(s, 10, p->less.value);
    status = sp_file_step(f, s);
  }
  sqlite3_finalize(s);
  return status;
}

sp_status sp_file_write_said(sp_ensemble_file *f, sp_ensemble *e) {
  sp_status status = sp_file_do(f, "DELETE FROM quantiles; DELETE FROM summaries; DELETE FROM expectations; DELETE FROM differences");
  for (int32_t a = 0; status == SP_OK && a < e->arms; a++) {
    status = write_quantiles(f, e, a);
    if (status == SP_OK) status = write_summaries(f, e, a);
  }
  if (status == SP_OK) status = write_expectations(f, e);
  if (status == SP_OK && e->arms == 2) status = write_differences(f, e);
  return status;
}
