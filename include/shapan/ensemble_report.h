/* shapan/ensemble_report.h - what an ensemble says: quantiles, expectations, comparisons, tables, a file (libshapan-io).
 *
 * An sp_ensemble holds the runs of one campaign and, where it is compared, of the same campaign with one overlay more: two
 * arms, 0 as it is and 1 the other, run n of both under the same seed. Everything said of them is computed from the runs in order of their number,
 * so that it does not depend on threads or on the order in which they were fought.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_ENSEMBLE_REPORT_H
#define SHAPAN_ENSEMBLE_REPORT_H

#include <stdio.h>

#include "shapan/ensemble.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_ensemble sp_ensemble;

/* What was asked for. Texts are copied. */
typedef struct sp_ensemble_about {
  size_t size;
  const char *scenario;    /* name or path, as it was given */
  const char *const *with; /* overlays of both arms */
  size_t withs;
  const char *against;     /* the overlay of arm 1; NULL = one arm */
  uint64_t seed;
  uint32_t runs;
  sp_minute until;         /* 0 = the campaign's end */
} sp_ensemble_about;
#define SP_ENSEMBLE_ABOUT_INIT {.size = sizeof(sp_ensemble_about), .seed = 1}

/* Retains the models. other: of arm 1, NULL without `against`. */
SP_API sp_status sp_ensemble_create(const sp_ensemble_about *about, sp_model *model, sp_model *other, sp_ensemble **out);
SP_API void sp_ensemble_destroy(sp_ensemble *ensemble);
SP_API const sp_ensemble_about *sp_ensemble_asked(const sp_ensemble *ensemble);
SP_API sp_model *sp_ensemble_model(const sp_ensemble *ensemble, int32_t arm); /* NULL: no such arm */

/* Keeps one run (a second time: the later). SP_LIMIT: no such run; SP_MISMATCH: another seed or other measures than it should have. */
SP_API sp_status sp_ensemble_keep(sp_ensemble *ensemble, int32_t arm, const sp_ensemble_run *run);
/* Runs not yet kept, in order, into list[asked runs]; returns how many. */
SP_API uint32_t sp_ensemble_missing(const sp_ensemble *ensemble, int32_t arm, uint32_t *list);
/* Runs that stopped on an error: the first one's seed into *seed (may be NULL). */
SP_API uint32_t sp_ensemble_failed(const sp_ensemble *ensemble, uint64_t *seed);

typedef enum sp_verdict { SP_VERDICT_HIT, SP_VERDICT_MISSED, SP_VERDICT_UNDECIDED, SP_VERDICT_COUNT } sp_verdict;
/* How many expectations came out so; those held against an overlay that this ensemble does not have are left out. */
SP_API sp_status sp_ensemble_verdicts(sp_ensemble *ensemble, size_t count[SP_VERDICT_COUNT]);

/* ---- writers: the same runs give the same bytes */
SP_API sp_status sp_ensemble_text(sp_ensemble *ensemble, sp_lang lang, FILE *file);
SP_API sp_status sp_ensemble_markdown(sp_ensemble *ensemble, sp_lang lang, FILE *file);
SP_API sp_status sp_ensemble_json(sp_ensemble *ensemble, FILE *file);
SP_API sp_status sp_ensemble_csv(const sp_ensemble *ensemble, FILE *file); /* one row per run */

/* ---- a file: SQLite, its tables described in docs/ensembles.md */
typedef struct sp_ensemble_file sp_ensemble_file;

/* A new file; SP_LIMIT when there is one already. On failure *reason is what the database says (static until the next call). */
SP_API sp_status sp_ensemble_file_create(const char *path, const sp_ensemble *ensemble, sp_ensemble_file **out, const char **reason);
/* Opens one to go on with. Asked, models and versions are read off it by the calls below. SP_NOT_FOUND, SP_CORRUPT (no such file of ours), SP_IO. */
SP_API sp_status sp_ensemble_file_open(const char *path, sp_ensemble_file **out, const char **reason);
/* What was asked for; lives as long as the file is open. */
SP_API const sp_ensemble_about *sp_ensemble_file_asked(const sp_ensemble_file *file);
/* Reads its runs into an ensemble made of the same scenario. SP_MISMATCH: made under something else, *what says what: "rules",
 * "constants", "scenario" or "overlay". */
SP_API sp_status sp_ensemble_file_load(sp_ensemble_file *file, sp_ensemble *ensemble, const char **what);
/* Adds one run; written to the disk from time to time and by sp_ensemble_file_finish. */
SP_API sp_status sp_ensemble_file_keep(sp_ensemble_file *file, int32_t arm, const sp_ensemble_run *run);
/* Writes what is said of the runs so far, and everything to the disk. */
SP_API sp_status sp_ensemble_file_finish(sp_ensemble_file *file, sp_ensemble *ensemble);
SP_API const char *sp_ensemble_file_reason(const sp_ensemble_file *file); /* of the last failure */
SP_API void sp_ensemble_file_close(sp_ensemble_file *file); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
