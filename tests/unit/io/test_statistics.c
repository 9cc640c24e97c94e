/* test_statistics.c - intervals by hand, and the binomial against GSL. SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "io/statistics.h"

static void near(double value, double wanted, double within) {
  if (!(fabs(value - wanted) <= within)) fail_msg("%.10g is not %.10g", value, wanted);
}

/* z = 1.959964: z2 = 3.841459. 1 of 10: mid (0.1 + 0.192073) / 1.3841459 = 0.211013, half 1.959964 sqrt(0.009 + 0.00960365) / 1.3841459 = 0.193137. */
static void wilson(void **state) {
  (void)state;
  sp_interval x = sp_wilson(1, 10);
  near(x.value, 0.1, 1e-12);
  near(x.low, 0.017876, 2e-6);
  near(x.high, 0.404150, 2e-6);
  x = sp_wilson(5, 10); /* 0.5 +- 1.959964 sqrt(0.025 + 0.00960365) / 1.3841459 = 0.263407 */
  near(x.low, 0.236593, 2e-6);
  near(x.high, 0.763407, 2e-6);
  x = sp_wilson(0, 10); /* 3.841459 / 13.841459 */
  near(x.low, 0.0, 0.0);
  near(x.high, 0.277533, 2e-6);
  x = sp_wilson(10, 10);
  near(x.low, 0.722467, 2e-6);
  near(x.high, 1.0, 0.0);
  x = sp_wilson(0, 0);
  near(x.low, 0.0, 0.0);
  near(x.high, 1.0, 0.0);
}

/* n = 10: P(B <= 1) = 11/1024 = 0.0107, P(B <= 2) = 56/1024 = 0.0547: the second and the ninth.
 * n = 6: P(B <= 0) = 1/64 = 0.0156: the first and the last. n = 5: 1/32 = 0.031: none. */
static void ranks(void **state) {
  (void)state;
  static const size_t table[][3] = {{5, 0, 6}, {6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {10, 2, 9}, {20, 6, 15}, {100, 40, 61}};
  size_t low, high;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    sp_quantile_ranks(table[i][0], 0.5, &low, &high);
    assert_int_equal(low, table[i][1]);
    assert_int_equal(high, table[i][2]);
  }
  sp_quantile_ranks(0, 0.5, &low, &high);
  assert_true(low == 0 && high == 1);
}

static void ranks_against_gsl(void **state) {
  (void)state;
  static const unsigned n[] = {7, 40, 399, 400, 5000, 200000};
  static const double q[] = {0.01, 0.1, 0.5, 0.73, 0.99};
  for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
    for (size_t k = 0; k < sizeof q / sizeof *q; k++) {
      size_t low, high;
      sp_quantile_ranks(n[i], q[k], &low, &high);
      if (low > 0) assert_true(gsl_cdf_binomial_P((unsigned)low - 1, q[k], n[i]) <= 0.025);
      assert_true(gsl_cdf_binomial_P((unsigned)low, q[k], n[i]) > 0.025); /* one rank nearer would leave out too much */
      if (high <= n[i]) assert_true(gsl_cdf_binomial_P((unsigned)high - 1, q[k], n[i]) >= 0.975);
      if (high >= 2) assert_true(gsl_cdf_binomial_P((unsigned)high - 2, q[k], n[i]) < 0.975);
    }
  }
}

static void quantiles(void **state) {
  (void)state;
  const double x[] = {1, 2, 4, 8, 16}, never[] = {3, 5, HUGE_VAL, HUGE_VAL};
  near(sp_quantile_of(x, 5, 0.0), 1, 0);
  near(sp_quantile_of(x, 5, 0.5), 4, 0);
  near(sp_quantile_of(x, 5, 0.9), 12.8, 1e-12); /* 8 + 0.6 x 8 */
  near(sp_quantile_of(x, 5, 1.0), 16, 0);
  near(sp_quantile_of(x, 1, 0.3), 1, 0);
  near(sp_quantile_of(never, 4, 0.25), 4.5, 1e-12); /* 3 + 0.75 x 2 */
  assert_true(isinf(sp_quantile_of(never, 4, 0.5)));
  assert_true(isinf(sp_quantile_of(never, 4, 0.9)));
  near(sp_quantile_of(never, 4, 1.0 / 3.0), 5, 1e-9); /* just at the last that came */
  sp_interval median = sp_quantile_interval(x, 5, 0.5);
  assert_true(isinf(median.low) && median.low < 0 && isinf(median.high));
}

static void mid_ranks(void **state) {
  (void)state;
  const double x[] = {1, 2, 2, 2, 5, HUGE_VAL};
  near(sp_mid_rank(x, 6, 2.0), 2.5 / 6.0, 1e-12); /* one below, half of three */
  near(sp_mid_rank(x, 6, 0.0), 0.0, 0.0);
  near(sp_mid_rank(x, 6, 5.5), 5.0 / 6.0, 1e-12);
}

/* 1, 2, 3, 6: mean 3, variance (4 + 1 + 0 + 9) / 3, its root over 2: 1.080123; x 1.959964 = 2.117002. */
static void means(void **state) {
  (void)state;
  const double x[] = {1, 2, 3, 6};
  sp_interval mean = sp_mean_interval(x, 4);
  near(mean.value, 3.0, 1e-12);
  near(mean.low, 0.882998, 2e-6);
  near(mean.high, 5.117002, 2e-6);
  assert_true(isinf(sp_mean_interval(x, 1).high));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wilson), cmocka_unit_test(ranks), cmocka_unit_test(ranks_against_gsl), cmocka_unit_test(quantiles), cmocka_unit_test(mid_ranks), cmocka_unit_test(means),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
