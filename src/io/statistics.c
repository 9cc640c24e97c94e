/* statistics.c - intervals for shares, quantiles and means. SPDX-License-Identifier: Apache-2.0 */
#include "io/statistics.h"

#include <math.h>

#define Z95 1.959963984540054
#define OUTSIDE 0.025 /* on either side of 95 % */

sp_interval sp_wilson(size_t hits, size_t n) {
  if (n == 0) return (sp_interval){0.0, 0.0, 1.0};
  double count = (double)n, p = (double)hits / count, z2 = Z95 * Z95;
  double mid = (p + z2 / (2.0 * count)) / (1.0 + z2 / count);
  double half = Z95 * sqrt(p * (1.0 - p) / count + z2 / (4.0 * count * count)) / (1.0 + z2 / count);
  double low = hits == 0 ? 0.0 : mid - half, high = hits == n ? 1.0 : mid + half; /* exact ends, without rounding */
  return (sp_interval){p, low < 0.0 ? 0.0 : low, high > 1.0 ? 1.0 : high};
}

void sp_quantile_ranks(size_t n, double q, size_t *low, size_t *high) {
  double count = (double)n, whole = lgamma(count + 1.0), below = 0.0;
  *low = 0;
  *high = n + 1;
  if (n == 0 || !(q > 0.0 && q < 1.0)) return;
  double up = log(q), down = log1p(-q);
  for (size_t k = 0; k < n; k++) { /* below: the chance that at most k values lie under the quantile */
    double x = (double)k;
    below += exp(whole - lgamma(x + 1.0) - lgamma(count - x + 1.0) + x * up + (count - x) * down);
    if (below <= OUTSIDE) *low = k + 1;
    if (below >= 1.0 - OUTSIDE) {
      *high = k + 1;
      return;
    }
  }
}

double sp_quantile_of(const double *sorted, size_t n, double q) {
  double at = q * (double)(n - 1);
  size_t low = at <= 0.0 ? 0 : (size_t)at;
  if (low + 1 >= n) return sorted[n - 1];
  double part = at - (double)low;
  if (!(part > 0.0) || !(sorted[low] < sorted[low + 1])) return sorted[low]; /* also between two infinities */
  return isinf(sorted[low + 1]) || isinf(sorted[low]) ? sorted[low + 1] : sorted[low] + part * (sorted[low + 1] - sorted[low]);
}

sp_interval sp_quantile_interval(const double *sorted, size_t n, double q) {
  size_t low, high;
  if (n == 0) return (sp_interval){0.0, -HUGE_VAL, HUGE_VAL};
  sp_quantile_ranks(n, q, &low, &high);
  return (sp_interval){sp_quantile_of(sorted, n, q), low > 0 ? sorted[low - 1] : -HUGE_VAL, high <= n ? sorted[high - 1] : HUGE_VAL};
}

double sp_mid_rank(const double *sorted, size_t n, double x) {
  size_t below = 0, equal = 0;
  for (size_t i = 0; i < n; i++) {
    if (sorted[i] < x) below++;
    else if (!(sorted[i] > x)) equal++;
  }
  return n ? ((double)below + 0.5 * (double)equal) / (double)n : 0.5;
}

sp_interval sp_mean_interval(const double *x, size_t n) {
  double sum = 0.0, square = 0.0, count = (double)n;
  for (size_t i = 0; i < n; i++) sum += x[i];
  if (n < 2) return (sp_interval){n ? sum : 0.0, -HUGE_VAL, HUGE_VAL};
  double mean = sum / count;
  for (size_t i = 0; i < n; i++) square += (x[i] - mean) * (x[i] - mean);
  double half = Z95 * sqrt(square / (count - 1.0) / count);
  return (sp_interval){mean, mean - half, mean + half};
}
