/* ensemble.h - inside of ensembles: the table of runs, and what is computed from it once for all writers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_ENSEMBLE_H
#define SP_IO_ENSEMBLE_H

#include "io/statistics.h"
#include "shapan/ensemble_report.h"

enum { SP_QUANTILES = 11, SP_ARMS = 2 };
extern const double sp_ensemble_quantiles[SP_QUANTILES]; /* 0 the least .. 1 the greatest */

typedef enum sp_run_state { SP_RUN_MISSING, SP_RUN_DONE, SP_RUN_FAILED } sp_run_state;

/* The runs of one arm: columns by run, and run by measure. */
typedef struct sp_arm_runs {
  sp_model *model;
  int32_t measures;
  int32_t *order;         /* measures as the file has them */
  uint8_t *state;
  uint64_t *hash;
  sp_minute *minute;
  double *value;
  bool *known;
} sp_arm_runs;

typedef struct sp_measure_summary {
  size_t wars, known;     /* done; with a value */
  size_t sample;          /* what the quantiles are of: known ones, and for hours also what never came */
  double quantile[SP_QUANTILES];
  sp_interval median;
  double mean;            /* of the known ones */
  bool has_told;
  double told_rank;       /* 0..1 */
} sp_measure_summary;

typedef struct sp_expectation_summary {
  bool asked;             /* false: held against an overlay that is not here */
  int32_t measure;
  size_t wars;            /* that count */
  size_t hits;            /* of these, within the bounds */
  bool by_share;
  sp_interval found;      /* the share, or the quantile */
  sp_verdict verdict;
} sp_expectation_summary;

/* Arm 1 - arm 0, run by run. */
typedef struct sp_pair_summary {
  int32_t other;          /* the measure in arm 1, -1: not there */
  size_t pairs;           /* runs with a value in both, or hours that came in one */
  size_t both;            /* of these, with a value in both */
  sp_interval median, mean; /* the mean of pairs with two values */
  sp_interval more, less;   /* shares of pairs */
} sp_pair_summary;

struct sp_ensemble {
  sp_ensemble_about about;
  char *texts;            /* what about points into */
  const char *with[16];
  sp_arm_runs arm[SP_ARMS];
  int32_t arms;
  /* computed by sp_ensemble_judge */
  bool judged;
  sp_measure_summary *summary[SP_ARMS]; /* by measure */
  sp_expectation_summary *expectation;  /* of arm 0's model */
  int32_t *expectation_order;
  sp_pair_summary *pair;                /* by measure of arm 0 */
};

/* Where a run's values begin. */
size_t sp_arm_at(const sp_arm_runs *arm, uint32_t run);
/* The value of a measure in a run; INFINITY for hours that never came. false: none. */
bool sp_arm_value(const sp_arm_runs *arm, uint32_t run, int32_t measure, double *out);
/* The name in that language, else the other, else the id. */
const char *sp_named(sp_name name, const char *id, sp_lang lang);

sp_status sp_ensemble_judge(sp_ensemble *e);
void sp_ensemble_forget(sp_ensemble *e); /* what was computed */

const char *sp_verdict_word(sp_verdict verdict); /* "hit", "missed", "undecided" */

#endif
