/* statistics.h - what so many runs allow to be said, at 95 %. Pure; every function has hand-computed tests.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_STATISTICS_H
#define SP_IO_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sp_interval {
  double value, low, high;
} sp_interval;

/* A share of n and Wilson's interval; n = 0: 0 within 0..1. */
sp_interval sp_wilson(size_t hits, size_t n);

/* Ranks (from 1) of the order statistics between which the quantile lies at 95 %: the least that leaves out no more than
 * 2.5 % on either side. 0 and n + 1: so few values cannot say. */
void sp_quantile_ranks(size_t n, double q, size_t *low, size_t *high);

/* The quantile of a sorted sample (linear between order statistics) and its interval; -INFINITY, INFINITY where there is none.
 * The sample may end in INFINITY: what never came. */
sp_interval sp_quantile_interval(const double *sorted, size_t n, double q);
double sp_quantile_of(const double *sorted, size_t n, double q); /* n > 0 */

/* The share of a sorted sample below x, half of what equals it included. */
double sp_mid_rank(const double *sorted, size_t n, double x);

/* Mean and its interval from the normal distribution; n < 2: no interval. */
sp_interval sp_mean_interval(const double *x, size_t n);

#endif
