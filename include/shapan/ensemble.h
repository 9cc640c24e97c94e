/* shapan/ensemble.h - one campaign fought many times.
 *
 * Run n of a base seed is the war of seed sp_ensemble_seed(base, n), the same everywhere and by itself: who wants to see it
 * opens it with that seed. The model is shared; a run belongs to one thread; how many there are changes nothing in any run.
 * Two ensembles of one base seed, of a scenario with and without an overlay, are compared run by run under the same luck.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_ENSEMBLE_H
#define SHAPAN_ENSEMBLE_H

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SP_ENSEMBLE_RUNS_MAX = 1000000, SP_ENSEMBLE_THREADS_MAX = 256 };

/* One war and what was read off it. */
typedef struct sp_ensemble_run {
  uint32_t run;
  uint64_t seed;
  sp_status status;      /* SP_OK, or why the war stopped: then the rest is as far as it came */
  sp_minute minute;      /* where it ended */
  uint64_t hash;         /* of the whole world there */
  int32_t measures;      /* rows of the model's measures */
  const double *value;   /* [measures] */
  const bool *known;     /* [measures] */
} sp_ensemble_run;

typedef struct sp_ensemble_options {
  size_t size;
  uint64_t seed;                 /* base */
  const uint32_t *runs;          /* which, each below SP_ENSEMBLE_RUNS_MAX; NULL = 0 .. count - 1 */
  uint32_t count;
  int32_t threads;               /* 1..SP_ENSEMBLE_THREADS_MAX; fewer are used when there is no more to do */
  sp_minute until;               /* 0 = the campaign's end */
  const sp_constants *constants; /* NULL = the sourced values */
  /* Called with each run that is done, by one thread at a time but in no order; what it is given lives during the call. */
  void (*done)(void *context, const sp_ensemble_run *run);
  /* Asked between ticks by any thread; true: no more runs, and those under way are dropped. May be NULL. */
  bool (*stop)(void *context);
  void *context;
} sp_ensemble_options;
#define SP_ENSEMBLE_OPTIONS_INIT {.size = sizeof(sp_ensemble_options), .seed = 1, .threads = 1}

/* 49 bits of a hash of base and run: fifteen digits, which spreadsheets and JSON readers keep whole. */
SP_API uint64_t sp_ensemble_seed(uint64_t base, uint32_t run);

/* SP_OK also when stopped, and when single runs failed: see their status. SP_BAD_INPUT, SP_NO_MEMORY. */
SP_API sp_status sp_ensemble_fight(sp_model *model, const sp_ensemble_options *options);

#ifdef __cplusplus
}
#endif
#endif
