/* scores.h - how good a prediction was. Pure; every function has hand-computed tests.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_SCORES_H
#define SP_IO_SCORES_H

#include <stdbool.h>
#include <stddef.h>

/* ---- events that happen or not; p is the chance that was given, held within 0.001 .. 0.999 */
typedef struct sp_binary_score {
  double log_loss, brier, accuracy; /* means; accuracy: p > 1/2 counts for, p = 1/2 half */
  size_t count;
} sp_binary_score;
sp_binary_score sp_score_binary(const double *p, const double *y, size_t n);
/* What a chance taken from a sample costs in the Brier score beyond the chance of endless runs: `won` of `runs`, told as
 * (won + 1/2) / (runs + 1). Without bias; 0 below two runs. */
double sp_score_luck(double won, double runs);
/* Could so many of so many, told alike, as well be half of them? Within 1.96 standard errors. */
bool sp_score_even(double won, double runs);

/* ---- fits */
enum { SP_FIT_COLUMNS = 4 };
/* Logistic regression by Newton's method with a slight ridge (1e-6; the first column, the constant, is free), so that
 * separated data end. x is n rows of k columns. false: k too large, or no step could be solved. */
bool sp_fit_logistic(const double *x, const double *y, size_t n, size_t k, double beta[SP_FIT_COLUMNS]);
double sp_logistic(const double *x, const double *beta, size_t k);
/* Each row predicted by a fit to all others. */
bool sp_logistic_left_out(const double *x, const double *y, size_t n, size_t k, double *p);
/* The share of the others for which y is 1, (sum + 1/2) / (count + 1). */
void sp_rate_left_out(const double *y, size_t n, double *p);
/* Least squares y = a + b x. 0 when x does not vary. */
double sp_fit_slope(const double *x, const double *y, size_t n);

/* ---- numbers */
void sp_sort_numbers(double *x, size_t n);
double sp_quantile(const double *sorted, size_t n, double q); /* between order statistics, linear */
/* Continuous ranked probability score of a sample against what came: mean |x - y| - half mean |x - x'|. */
double sp_score_crps(const double *sorted, size_t n, double y);

#endif
