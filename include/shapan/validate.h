/* shapan/validate.h - the rules of battle against history.
 *
 * Each battle is fought many times without a word of its outcome; then the predictions are scored. Whatever is
 * fitted to outcomes (baselines, recalibration) is fitted without the battle that it predicts.
 * Part of libshapan-io.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_VALIDATE_H
#define SHAPAN_VALIDATE_H

#include <stdio.h>

#include "shapan/battles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_validate_options {
  size_t size;
  uint32_t runs;      /* of each battle, 10..100,000 */
  uint64_t seed;
  int32_t threads;    /* 1..64 */
  const sp_constants *constants; /* NULL = the sourced values */
  void (*progress)(void *context, size_t done, size_t of); /* after each battle; may be NULL */
  void *context;
} sp_validate_options;
#define SP_VALIDATE_OPTIONS_INIT {.size = sizeof(sp_validate_options), .runs = 100, .seed = 1, .threads = 2}

typedef struct sp_validation sp_validation;

/* Fights and scores; battles must outlive the validation. The same battles, options and constants give the same numbers whatever the threads.
 * SP_BAD_INPUT: no battle has a known winner, or an option is out of range. Caller destroys. */
SP_API sp_status sp_validate(const sp_battles *battles, const sp_validate_options *options, sp_validation **out);
SP_API void sp_validation_destroy(sp_validation *validation);

/* Scores and baselines as tables; all numbers and every battle as JSON; a page with both, quantiles and the battles
 * that went worst. pictures: where the page finds the plots, or NULL. */
SP_API sp_status sp_validation_text(const sp_validation *validation, sp_lang lang, FILE *file);
SP_API sp_status sp_validation_json(const sp_validation *validation, FILE *file);
SP_API sp_status sp_validation_markdown(const sp_validation *validation, const char *pictures, FILE *file);

typedef enum sp_validation_plot {
  SP_PLOT_RELIABILITY, /* chance of the attacker given, against how often he won */
  SP_PLOT_LOSSES,      /* quantiles of losses, rules against history */
  SP_PLOT_BATTLES,     /* each battle's loser: what came, within what was expected */
  SP_PLOT_COUNT
} sp_validation_plot;
SP_API const char *sp_validation_plot_name(sp_validation_plot plot); /* "reliability"; NULL past the end */
SP_API sp_status sp_validation_plot_svg(const sp_validation *validation, sp_validation_plot plot, FILE *file);

#ifdef __cplusplus
}
#endif
#endif
