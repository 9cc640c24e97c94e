/* ensemble_file.c - the runs of an ensemble in a SQLite file that can be gone on with.
 *
 * Runs are added in transactions of SP_FILE_BATCH; what is said of them (quantiles, expectations, differences) is
 * written anew at the end. A file that stopped anywhere in between holds whole runs only. docs/ensembles.md describes the tables.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/ensemble_file.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "io/measure_words.h"

static const char schema[] =
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE overlays (arm INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (arm, place)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE sources (arm INTEGER NOT NULL, place INTEGER NOT NULL, role TEXT NOT NULL, file TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (arm, place)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE measures (arm INTEGER NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL, name_en TEXT, name_zh TEXT, unit TEXT NOT NULL, told REAL, PRIMARY KEY (arm, id)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE runs (arm INTEGER NOT NULL, run INTEGER NOT NULL, seed INTEGER NOT NULL, status INTEGER NOT NULL, minute INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (arm, run)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE readings (arm INTEGER NOT NULL, run INTEGER NOT NULL, measure TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (arm, run, measure)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE quantiles (arm INTEGER NOT NULL, measure TEXT NOT NULL, quantile REAL NOT NULL, value REAL, PRIMARY KEY (arm, measure, quantile)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE summaries (arm INTEGER NOT NULL, measure TEXT NOT NULL, wars INTEGER NOT NULL, known INTEGER NOT NULL, never INTEGER NOT NULL, mean REAL, median_low95 REAL, median_high95 REAL, told_percentile REAL, PRIMARY KEY (arm, measure)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE expectations (id TEXT PRIMARY KEY, measure TEXT NOT NULL, low REAL, high REAL, share REAL, share_most REAL, quantile REAL, given TEXT, against TEXT, times REAL NOT NULL, wars INTEGER, within INTEGER, found REAL, found_low95 REAL, found_high95 REAL, verdict TEXT) STRICT, WITHOUT ROWID;"
    "CREATE TABLE differences (measure TEXT PRIMARY KEY, pairs INTEGER NOT NULL, median REAL, median_low95 REAL, median_high95 REAL, mean REAL, mean_low95 REAL, mean_high95 REAL, more REAL NOT NULL, less REAL NOT NULL) STRICT, WITHOUT ROWID;";

/* ---- SQLite */

static sp_status failed(sp_ensemble_file *f, int code) {
  f->code = code;
  return code == SQLITE_NOMEM ? SP_NO_MEMORY : SP_IO;
}

sp_status sp_file_do(sp_ensemble_file *f, const char *sql) {
  int code = sqlite3_exec(f->db, sql, NULL, NULL, NULL);
  return code == SQLITE_OK ? SP_OK : failed(f, code);
}

sp_status sp_file_begin(sp_ensemble_file *f) {
  if (f->open) return SP_OK;
  sp_status status = sp_file_do(f, "BEGIN IMMEDIATE");
  f->open = status == SP_OK;
  return status;
}

sp_status sp_file_commit(sp_ensemble_file *f) {
  if (!f->open) return SP_OK;
  sp_status status = sp_file_do(f, "COMMIT");
  if (status == SP_OK) f->waiting = 0;
  f->open = !sqlite3_get_autocommit(f->db);
  return status;
}

sqlite3_stmt *sp_file_prepare(sp_ensemble_file *f, const char *sql) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(f->db, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) f->code = code;
  return statement;
}

sp_status sp_file_step(sp_ensemble_file *f, sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SP_OK : failed(f, code);
}

const char *sp_ensemble_file_reason(const sp_ensemble_file *f) { return sqlite3_errstr(f->code); }

/* ---- what it was made under */

bool sp_file_made_under(const sp_ensemble *e, int n, sp_made_under *out) {
  const char *rules = strstr(sp_version(), "rules ");
  uint64_t hash = 0;
  static const sp_made_under sorts[] = {{.key = "constants_hash", .word = "constants"}, {.key = "scenario_hash", .word = "scenario"}, {.key = "overlay_hash", .word = "overlay"}, {.key = "rules_hash", .word = "rules"}};
  int sort = n >= 2 && e->arms < 2 ? n + 1 : n;
  if (sort > 3) return false;
  *out = sorts[sort];
  if (sort == 3) { /* last: a constant changed is a rule changed too, and the nearer name helps more */
    snprintf(out->value, sizeof out->value, "%.16s", rules ? rules + 6 : sp_version());
    out->value[strcspn(out->value, " )")] = '\0';
    return true;
  }
  for (size_t i = 0; sort == 0 && i < sp_constant_count(); i++) { /* the sourced values: an ensemble has no others */
    sp_constant_info info;
    uint64_t bits;
    if (sp_constant_describe(i, &info) != SP_OK) continue;
    memcpy(&bits, &info.value, sizeof bits);
    for (const char *c = info.name; *c; c++) hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    hash = (hash ^ bits) * UINT64_C(1099511628211);
  }
  if (sort > 0) hash = sp_model_hash(e->arm[sort - 1].model);
  snprintf(out->value, sizeof out->value, "%016" PRIx64, hash);
  return true;
}

static sp_status put_about(sp_ensemble_file *f, sqlite3_stmt *s, const char *key, const char *value) {
  sqlite3_bind_text(s, 1, key, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(s, 2, value, -1, SQLITE_TRANSIENT);
  return sp_file_step(f, s);
}

static sp_status write_about(sp_ensemble_file *f, const sp_ensemble *e) {
  sqlite3_stmt *s = sp_file_prepare(f, "INSERT INTO about VALUES (?, ?)");
  char number[24];
  sp_made_under made;
  if (!s) return SP_IO;
  sp_status status = put_about(f, s, "scenario", e->about.scenario);
  if (status == SP_OK && e->about.against) status = put_about(f, s, "against", e->about.against);
  snprintf(number, sizeof number, "%" PRIu64, e->about.seed);
  if (status == SP_OK) status = put_about(f, s, "seed", number);
  snprintf(number, sizeof number, "%" PRIu32, e->about.runs);
  if (status == SP_OK) status = put_about(f, s, "runs", number);
  snprintf(number, sizeof number, "%" PRId64, e->about.until);
  if (status == SP_OK) status = put_about(f, s, "until", number);
  if (status == SP_OK) status = put_about(f, s, "version", sp_version());
  for (int n = 0; status == SP_OK && sp_file_made_under(e, n, &made); n++) status = put_about(f, s, made.key, made.value);
  sqlite3_finalize(s);
  s = status == SP_OK ? sp_file_prepare(f, "INSERT INTO overlays VALUES (0, ?, ?)") : NULL;
  for (size_t i = 0; s && status == SP_OK && i < e->about.withs; i++) {
    sqlite3_bind_int64(s, 1, (sqlite3_int64)i);
    sqlite3_bind_text(s, 2, e->about.with[i], -1, SQLITE_TRANSIENT);
    status = sp_file_step(f, s);
  }
  sqlite3_finalize(s);
  return status == SP_OK && !s ? SP_IO : status;
}

/* The texts the scenario was made of, and its measures: the file says all by itself. */
static sp_status write_arm(sp_ensemble_file *f, const sp_ensemble *e, int32_t a) {
  const sp_arm_runs *arm = &e->arm[a];
  const char *role, *file, *text;
  size_t length;
  sp_status status = SP_OK;
  sqlite3_stmt *s = sp_file_prepare(f, "INSERT INTO sources VALUES (?, ?, ?, ?, ?)");
  for (size_t i = 0; s && status == SP_OK && (text = sp_model_source(arm->model, i, &role, &file, &length)); i++) {
    sqlite3_bind_int(s, 1, a);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)i);
    sqlite3_bind_text(s, 3, role, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 4, file, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 5, text, (int)length, SQLITE_TRANSIENT); /* at most SP_DOC_BYTES_MAX */
    status = sp_file_step(f, s);
  }
  sqlite3_finalize(s);
  if (!s || status != SP_OK) return s ? status : SP_IO;
  s = sp_file_prepare(f, "INSERT INTO measures VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (int32_t i = 0; s && status == SP_OK && i < arm->measures; i++) {
    const sp_measure_def *def = sp_model_measure(arm->model, arm->order[i]);
    sqlite3_bind_int(s, 1, a);
    sqlite3_bind_text(s, 2, def->id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(s, 3, i);
    sqlite3_bind_text(s, 4, def->name.en, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 5, def->name.zh, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 6, sp_measure_unit(arm->model, arm->order[i]), -1, SQLITE_TRANSIENT);
    if (def->has_told) sqlite3_bind_double(s, 7, def->told);
    else sqlite3_bind_null(s, 7);
    status = sp_file_step(f, s);
  }
  sqlite3_finalize(s);
  return s ? status : SP_IO;
}

static sp_status prepare_runs(sp_ensemble_file *f, const sp_ensemble *e) {
  for (int32_t a = 0; a < e->arms; a++) {
    f->model[a] = e->arm[a].model;
    sp_model_retain(f->model[a]);
  }
  f->add_run = sp_file_prepare(f, "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?)");
  f->add_value = sp_file_prepare(f, "INSERT OR REPLACE INTO readings VALUES (?, ?, ?, ?)");
  return f->add_run && f->add_value ? SP_OK : SP_IO;
}

/* ---- making one */

static sp_status open_db(const char *path, int flags, sp_ensemble_file **out, const char **reason) {
  sp_ensemble_file *f = calloc(1, sizeof *f);
  *out = NULL;
  if (!f) return SP_NO_MEMORY;
  int code = sqlite3_open_v2(path, &f->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) {
    *reason = sqlite3_errstr(code);
    sp_ensemble_file_close(f);
    return code == SQLITE_NOMEM ? SP_NO_MEMORY : SP_IO;
  }
  sqlite3_busy_timeout(f->db, 2000);
  *out = f;
  return SP_OK;
}

static sp_status fill_new(sp_ensemble_file *f, const sp_ensemble *e) {
  char pragma[96];
  snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d", SP_FILE_ID, SP_FILE_FORMAT);
  sp_status status = sp_file_begin(f);
  if (status == SP_OK) status = sp_file_do(f, pragma);
  if (status == SP_OK) status = sp_file_do(f, schema);
  if (status == SP_OK) status = write_about(f, e);
  for (int32_t a = 0; status == SP_OK && a < e->arms; a++) status = write_arm(f, e, a);
  if (status == SP_OK) status = sp_file_commit(f);
  return status == SP_OK ? prepare_runs(f, e) : status;
}

sp_status sp_ensemble_file_create(const char *path, const sp_ensemble *e, sp_ensemble_file **out, const char **reason) {
  *out = NULL;
  *reason = "";
  FILE *there = fopen(path, "rb");
  bool taken = there && fgetc(there) != EOF;
  if (there) fclose(there);
  if (taken) return SP_LIMIT;
  sp_ensemble_file *f = NULL;
  sp_status status = open_db(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &f, reason);
  if (status == SP_OK) status = fill_new(f, e);
  if (status == SP_OK) {
    *out = f;
    return SP_OK;
  }
  if (f) *reason = sp_ensemble_file_reason(f);
  sp_ensemble_file_close(f);
  return status;
}

/* ---- adding to it */

static sp_status put_run(sp_ensemble_file *f, int32_t a, const sp_ensemble_run *run) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, run->hash);
  sqlite3_bind_int(f->add_run, 1, a);
  sqlite3_bind_int64(f->add_run, 2, run->run);
  sqlite3_bind_int64(f->add_run, 3, (sqlite3_int64)run->seed); /* 49 bits */
  sqlite3_bind_int(f->add_run, 4, (int)run->status);
  sqlite3_bind_int64(f->add_run, 5, run->minute);
  sqlite3_bind_text(f->add_run, 6, hash, -1, SQLITE_TRANSIENT);
  sp_status status = sp_file_step(f, f->add_run);
  for (int32_t m = 0; status == SP_OK && m < run->measures; m++) {
    if (!run->known[m] || isnan(run->value[m])) continue;
    sqlite3_bind_int(f->add_value, 1, a);
    sqlite3_bind_int64(f->add_value, 2, run->run);
    sqlite3_bind_text(f->add_value, 3, sp_model_id(f->model[a], SP_ENTITY_MEASURE, m), -1, SQLITE_STATIC);
    sqlite3_bind_double(f->add_value, 4, run->value[m]);
    status = sp_file_step(f, f->add_value);
  }
  return status;
}

/* A run that could not be written whole is not written at all. */
sp_status sp_ensemble_file_keep(sp_ensemble_file *f, int32_t arm, const sp_ensemble_run *run) {
  sp_status status = sp_file_begin(f);
  if (status == SP_OK) status = sp_file_do(f, "SAVEPOINT run");
  if (status == SP_OK) {
    status = put_run(f, arm, run);
    if (status == SP_OK) status = sp_file_do(f, "RELEASE run");
    else if (!sqlite3_get_autocommit(f->db)) sqlite3_exec(f->db, "ROLLBACK TO run; RELEASE run", NULL, NULL, NULL);
  }
  f->open = !sqlite3_get_autocommit(f->db); /* a full disk may have ended the transaction */
  if (status == SP_OK && ++f->waiting >= SP_FILE_BATCH) status = sp_file_commit(f);
  return status;
}

sp_status sp_ensemble_file_finish(sp_ensemble_file *f, sp_ensemble *e) {
  sp_status status = sp_file_commit(f); /* the runs first: what is said can be said again */
  if (status == SP_OK) status = sp_ensemble_judge(e);
  if (status == SP_OK) status = sp_file_begin(f);
  if (status == SP_OK) status = sp_file_write_said(f, e);
  if (status == SP_OK) return sp_file_commit(f);
  if (!sqlite3_get_autocommit(f->db)) sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
  f->open = false;
  return status;
}

void sp_ensemble_file_close(sp_ensemble_file *f) {
  if (!f) return;
  sqlite3_finalize(f->add_run);
  sqlite3_finalize(f->add_value);
  sqlite3_close(f->db);
  for (int a = 0; a < SP_ARMS; a++) sp_model_release(f->model[a]);
  for (size_t i = 0; i < sizeof f->texts / sizeof *f->texts; i++) free(f->texts[i]);
  free(f);
}

/* ---- going on with one */

static bool is_ours(sp_ensemble_file *f) {
  static const struct {
    const char *sql;
    int wanted;
  } marks[] = {{"PRAGMA application_id", SP_FILE_ID}, {"PRAGMA user_version", SP_FILE_FORMAT}};
  for (size_t i = 0; i < 2; i++) {
    sqlite3_stmt *s = sp_file_prepare(f, marks[i].sql);
    bool same = s && sqlite3_step(s) == SQLITE_ROW && sqlite3_column_int(s, 0) == marks[i].wanted;
    sqlite3_finalize(s);
    if (!same) return false;
  }
  return true;
}

/* A value of the table about, malloc'd; NULL: none. */
static char *read_about(sp_ensemble_file *f, const char *key) {
  sqlite3_stmt *s = sp_file_prepare(f, "SELECT value FROM about WHERE key = ?");
  char *copy = NULL;
  if (s) sqlite3_bind_text(s, 1, key, -1, SQLITE_TRANSIENT);
  if (s && sqlite3_step(s) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(s, 0);
    if (text && (copy = malloc(strlen(text) + 1))) strcpy(copy, text);
  }
  sqlite3_finalize(s);
  return copy;
}

static uint64_t about_number(sp_ensemble_file *f, const char *key) {
  char *text = read_about(f, key);
  uint64_t value = text ? strtoull(text, NULL, 10) : 0;
  free(text);
  return value;
}

static sp_status read_asked(sp_ensemble_file *f) {
  f->about = (sp_ensemble_about)SP_ENSEMBLE_ABOUT_INIT;
  f->about.scenario = f->texts[0] = read_about(f, "scenario");
  f->about.against = f->texts[1] = read_about(f, "against");
  f->about.seed = about_number(f, "seed");
  uint64_t runs = about_number(f, "runs");
  f->about.until = (sp_minute)about_number(f, "until");
  f->about.runs = runs <= SP_ENSEMBLE_RUNS_MAX ? (uint32_t)runs : 0;
  sqlite3_stmt *s = sp_file_prepare(f, "SELECT name FROM overlays WHERE arm = 0 ORDER BY place");
  while (s && f->about.withs < 16 && sqlite3_step(s) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(s, 0);
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    if (!copy) break;
    f->texts[2 + f->about.withs] = strcpy(copy, text);
    f->with[f->about.withs++] = copy;
  }
  sqlite3_finalize(s);
  f->about.with = f->with;
  return s && f->about.scenario && f->about.runs ? SP_OK : SP_CORRUPT;
}

sp_status sp_ensemble_file_open(const char *path, sp_ensemble_file **out, const char **reason) {
  *out = NULL;
  *reason = "";
  FILE *there = fopen(path, "rb");
  if (!there) return SP_NOT_FOUND;
  fclose(there);
  sp_ensemble_file *f = NULL;
  sp_status status = open_db(path, SQLITE_OPEN_READWRITE, &f, reason);
  if (status == SP_OK) status = is_ours(f) ? read_asked(f) : SP_CORRUPT;
  if (status == SP_OK) {
    *out = f;
    return SP_OK;
  }
  sp_ensemble_file_close(f);
  return status;
}

const sp_ensemble_about *sp_ensemble_file_asked(const sp_ensemble_file *f) { return &f->about; }

/* One run's readings; false: it names a measure that is not there. */
static bool read_values(sqlite3_stmt *s, int32_t a, uint32_t run, const sp_model *model, double *value, bool *known) {
  bool good = true;
  sqlite3_bind_int(s, 1, a);
  sqlite3_bind_int64(s, 2, run);
  while (good && sqlite3_step(s) == SQLITE_ROW) {
    const char *id = (const char *)sqlite3_column_text(s, 0);
    int32_t m = id ? sp_model_find(model, SP_ENTITY_MEASURE, id) : -1;
    good = m >= 0;
    if (!good) break;
    value[m] = sqlite3_column_double(s, 1);
    known[m] = true;
  }
  sqlite3_reset(s);
  return good;
}

static sp_status read_run(sqlite3_stmt *s, sqlite3_stmt *values, sp_ensemble *e, int32_t a, double *value, bool *known) {
  sqlite3_int64 number = sqlite3_column_int64(s, 0);
  if (number < 0 || number >= e->about.runs) return SP_OK; /* fewer are asked for now */
  const char *hash = (const char *)sqlite3_column_text(s, 4);
  sp_ensemble_run run = {.run = (uint32_t)number, .seed = (uint64_t)sqlite3_column_int64(s, 1), .status = (sp_status)sqlite3_column_int(s, 2), .minute = sqlite3_column_int64(s, 3), .hash = hash ? strtoull(hash, NULL, 16) : 0, .measures = e->arm[a].measures, .value = value, .known = known};
  memset(known, 0, (size_t)run.measures * sizeof *known);
  if (!read_values(values, a, run.run, e->arm[a].model, value, known)) return SP_CORRUPT;
  return sp_ensemble_keep(e, a, &run);
}

static sp_status read_arm_runs(sp_ensemble_file *f, sp_ensemble *e, int32_t a) {
  size_t room = (size_t)e->arm[a].measures + 1;
  double *value = calloc(room, sizeof *value);
  bool *known = calloc(room, sizeof *known);
  sqlite3_stmt *s = sp_file_prepare(f, "SELECT run, seed, status, minute, hash FROM runs WHERE arm = ? ORDER BY run");
  sqlite3_stmt *values = sp_file_prepare(f, "SELECT measure, value FROM readings WHERE arm = ? AND run = ?");
  sp_status status = value && known ? s && values ? SP_OK : SP_CORRUPT : SP_NO_MEMORY;
  if (s) sqlite3_bind_int(s, 1, a);
  int code = SQLITE_DONE;
  while (status == SP_OK && (code = sqlite3_step(s)) == SQLITE_ROW) status = read_run(s, values, e, a, value, known);
  if (status == SP_OK && code != SQLITE_DONE) status = failed(f, code);
  sqlite3_finalize(s);
  sqlite3_finalize(values);
  free(value);
  free(known);
  return status == SP_MISMATCH ? SP_CORRUPT : status;
}

sp_status sp_ensemble_file_load(sp_ensemble_file *f, sp_ensemble *e, const char **what) {
  sp_made_under made;
  sp_status status = SP_OK;
  for (int n = 0; sp_file_made_under(e, n, &made); n++) {
    char *kept = read_about(f, made.key);
    bool same = kept && strcmp(kept, made.value) == 0;
    free(kept);
    *what = made.word;
    if (!same) return SP_MISMATCH;
  }
  for (int32_t a = 0; status == SP_OK && a < e->arms; a++) status = read_arm_runs(f, e, a);
  if (status == SP_OK) status = prepare_runs(f, e);
  sqlite3_stmt *s = status == SP_OK ? sp_file_prepare(f, "UPDATE about SET value = ? WHERE key = 'runs'") : NULL;
  if (s) sqlite3_bind_int64(s, 1, e->about.runs > f->about.runs ? e->about.runs : f->about.runs);
  if (s) status = sp_file_step(f, s);
  sqlite3_finalize(s);
  return status;
}
