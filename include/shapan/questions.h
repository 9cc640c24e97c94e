/* shapan/questions.h - what is asked of a run: measures, and what is expected of them.
 *
 * Part of a scenario; see scenario.h for how definitions are handed over.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_QUESTIONS_H
#define SHAPAN_QUESTIONS_H

#include "shapan/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the value of one key stands; all zero = not known, and faults of it point at the definition.
 * Readers of files fill them in; who builds by hand need not. */
typedef struct sp_spot {
  int32_t line, column;
  const char *file; /* NULL = the file of its definition's `where` */
} sp_spot;

typedef enum sp_measure_kind {
#define SP_MEASURE_KIND(name, word, unit, en, zh) SP_MEASURE_##name,
#include "shapan/kinds.def"
  SP_MEASURE_COUNT
} sp_measure_kind;

/* A number read off one run. */
typedef struct sp_measure_def {
  size_t size;
  const char *id;
  sp_name name;
  sp_measure_kind kind;
  const char *subject;     /* formation, person, contingent, crossing, message or measures, by kind */
  const char *object;      /* place, line, formation, message or measure, by kind */
  sp_minute at;            /* when to read it; 0 = at the end */
  sp_minute from;          /* SPACING: counted from this time; 0 = from the opening */
  double least_m, most_m;  /* SPACING: the distance between them */
  bool has_told;
  double told;             /* what the story or the sources say it was, in the measure's unit */
  sp_where where;
  sp_spot subject_spot, object_spot;
} sp_measure_def;
#define SP_MEASURE_DEF_INIT {.size = sizeof(sp_measure_def), .most_m = SP_NO_BOUND}

/* What history or arithmetic says a measure should be: its `quantile` lies within low..high; or, when share or share_most
 * is given, at least `share` and at most `share_most` of the runs do. */
typedef struct sp_expectation_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *measure;
  double low, high;        /* -SP_NO_BOUND, SP_NO_BOUND = no bound on that side */
  double share;            /* 0..1; 0 = no least share */
  double share_most;       /* 0..1; 1 = no greatest share */
  double quantile;         /* 0..1; default the median */
  const char *given;       /* only runs in which this measure is known and not 0; NULL = all */
  const char *against;     /* overlay: the figure is overlay - times * as it is, run by run; NULL = of one ensemble */
  double times;            /* default 1 */
  sp_where where;
  sp_spot measure_spot, low_spot, given_spot;
} sp_expectation_def;
#define SP_NO_BOUND 1e300
#define SP_EXPECTATION_DEF_INIT \
  {.size = sizeof(sp_expectation_def), .low = -SP_NO_BOUND, .high = SP_NO_BOUND, .share_most = 1.0, .quantile = 0.5, .times = 1.0}

#ifdef __cplusplus
}
#endif
#endif
