/* scores.c - log loss, Brier, CRPS, quantiles; a small logistic regression. SPDX-License-Identifier: Apache-2.0 */
#include "io/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_CHANCE 0.001
#define RIDGE 1e-6
#define NEWTON_STEPS 60

static double held(double p) { return p < LEAST_CHANCE ? LEAST_CHANCE : p > 1.0 - LEAST_CHANCE ? 1.0 - LEAST_CHANCE : p; }

sp_binary_score sp_score_binary(const double *p, const double *y, size_t n) {
  sp_binary_score s = {.count = n};
  for (size_t i = 0; i < n; i++) {
    double chance = held(p[i]), off = p[i] - y[i], sure = p[i] > 0.5 ? y[i] : p[i] < 0.5 ? 1.0 - y[i] : 0.5;
    s.log_loss -= y[i] * log(chance) + (1.0 - y[i]) * log(1.0 - chance);
    s.brier += off * off;
    s.accuracy += sure;
  }
  if (n == 0) return s;
  s.log_loss /= (double)n;
  s.brier /= (double)n;
  s.accuracy /= (double)n;
  return s;
}

double sp_score_luck(double won, double runs) {
  if (runs < 2.0) return 0.0;
  double p = won / runs, told = runs / (runs + 1.0);
  return told * told * p * (1.0 - p) / (runs - 1.0);
}

bool sp_score_even(double won, double runs) { return runs < 1.0 || fabs(won / runs - 0.5) <= 1.96 * 0.5 / sqrt(runs); }

double sp_logistic(const double *x, const double *beta, size_t k) {
  double z = 0.0;
  for (size_t j = 0; j < k; j++) z += x[j] * beta[j];
  return z < -700.0 ? 0.0 : 1.0 / (1.0 + exp(-z));
}

/* Solves a symmetric positive system in place by Gauss with pivots. */
static bool solve(double a[SP_FIT_COLUMNS][SP_FIT_COLUMNS], double *b, size_t k) {
  for (size_t c = 0; c < k; c++) {
    size_t best = c;
    for (size_t r = c + 1; r < k; r++)
      if (fabs(a[r][c]) > fabs(a[best][c])) best = r;
    if (!(fabs(a[best][c]) > 1e-300)) return false;
    for (size_t j = 0; j < k; j++) {
      double keep = a[c][j];
      a[c][j] = a[best][j];
      a[best][j] = keep;
    }
    double keep = b[c];
    b[c] = b[best];
    b[best] = keep;
    for (size_t r = 0; r < k; r++) {
      if (r == c) continue;
      double f = a[r][c] / a[c][c];
      for (size_t j = c; j < k; j++) a[r][j] -= f * a[c][j];
      b[r] -= f * b[c];
    }
  }
  for (size_t c = 0; c < k; c++) b[c] /= a[c][c];
  return true;
}

/* Slope and curvature of the penalised log likelihood. Row `without` is left out (n: none). */
static void gather(const double *x, const double *y, size_t n, size_t k, size_t without, const double *beta, double hessian[SP_FIT_COLUMNS][SP_FIT_COLUMNS], double *gradient) {
  memset(hessian, 0, sizeof(double) * SP_FIT_COLUMNS * SP_FIT_COLUMNS);
  for (size_t j = 0; j < k; j++) {
    double ridge = j == 0 ? 0.0 : RIDGE;
    gradient[j] = -ridge * beta[j];
    hessian[j][j] = ridge + 1e-12;
  }
  for (size_t i = 0; i < n; i++) {
    if (i == without) continue;
    const double *row = x + i * k;
    double p = sp_logistic(row, beta, k), w = p * (1.0 - p);
    for (size_t j = 0; j < k; j++) {
      gradient[j] += row[j] * (y[i] - p);
      for (size_t m = 0; m < k; m++) hessian[j][m] += w * row[j] * row[m];
    }
  }
}

static bool fit_without(const double *x, const double *y, size_t n, size_t k, size_t without, double *beta) {
  double hessian[SP_FIT_COLUMNS][SP_FIT_COLUMNS], step[SP_FIT_COLUMNS];
  if (k == 0 || k > SP_FIT_COLUMNS) return false;
  for (size_t j = 0; j < SP_FIT_COLUMNS; j++) beta[j] = 0.0;
  for (int turn = 0; turn < NEWTON_STEPS; turn++) {
    gather(x, y, n, k, without, beta, hessian, step);
    if (!solve(hessian, step, k)) return false;
    double most = 0.0;
    for (size_t j = 0; j < k; j++) {
      step[j] = step[j] > 5.0 ? 5.0 : step[j] < -5.0 ? -5.0 : step[j]; /* far steps overshoot */
      beta[j] += step[j];
      if (fabs(step[j]) > most) most = fabs(step[j]);
    }
    if (most < 1e-10) break;
  }
  return true;
}

bool sp_fit_logistic(const double *x, const double *y, size_t n, size_t k, double beta[SP_FIT_COLUMNS]) { return fit_without(x, y, n, k, n, beta); }

bool sp_logistic_left_out(const double *x, const double *y, size_t n, size_t k, double *p) {
  double beta[SP_FIT_COLUMNS];
  for (size_t i = 0; i < n; i++) {
    if (!fit_without(x, y, n, k, i, beta)) return false;
    p[i] = sp_logistic(x + i * k, beta, k);
  }
  return true;
}

void sp_rate_left_out(const double *y, size_t n, double *p) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += y[i];
  for (size_t i = 0; i < n; i++) p[i] = (sum - y[i] + 0.5) / (double)n;
}

double sp_fit_slope(const double *x, const double *y, size_t n) {
  double mx = 0.0, my = 0.0, sxx = 0.0, sxy = 0.0;
  for (size_t i = 0; i < n; i++) mx += x[i] / (double)n, my += y[i] / (double)n;
  for (size_t i = 0; i < n; i++) sxx += (x[i] - mx) * (x[i] - mx), sxy += (x[i] - mx) * (y[i] - my);
  return sxx > 0.0 ? sxy / sxx : 0.0;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void sp_sort_numbers(double *x, size_t n) {
  if (n) qsort(x, n, sizeof *x, by_value); /* equal numbers are alike: any order of them is the same */
}

double sp_quantile(const double *sorted, size_t n, double q) {
  if (n == 0) return 0.0;
  double at = q * (double)(n - 1);
  size_t low = at <= 0.0 ? 0 : (size_t)at;
  if (low + 1 >= n) return sorted[n - 1];
  return sorted[low] + (at - (double)low) * (sorted[low + 1] - sorted[low]);
}

double sp_score_crps(const double *sorted, size_t n, double y) {
  double off = 0.0, spread = 0.0, count = (double)n;
  if (n == 0) return 0.0;
  for (size_t i = 0; i < n; i++) {
    off += fabs(sorted[i] - y);
    spread += sorted[i] * (2.0 * (double)i + 1.0 - count); /* sum over pairs of |x - x'|, halved */
  }
  return off / count - spread / (count * count);
}
