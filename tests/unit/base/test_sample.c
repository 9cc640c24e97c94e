/* Quantile functions: against GSL, and never decreasing, least of all at the seam.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <gsl/gsl_cdf.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#ifdef __SANITIZE_ADDRESS__
#define FEWER 10
#else
#define FEWER 1
#endif

static const double hard_u[] = {0.0,    0x1p-53, 1e-12, 1e-9, 1e-6,  0.001,        0.01,          0.1,
                                0.3,    0.5,     0.7,   0.9,  0.99,  0.999,        0.9970999,     0.9971001,
                                1 - 1e-6, 1 - 1e-9, 1 - 1e-12, 1.0 - 0x1p-52, 1.0 - 0x1p-53};
#define HARD (sizeof hard_u / sizeof *hard_u)

static double any_u(uint64_t i) { return (double)(sp_hash_mix(11, i) >> 11) * 0x1p-53; }

static void normal_is_the_quantile(void **state) {
  (void)state;
  double worst = 0.0;
  for (uint64_t i = 0; i < 100000; i++) {
    double u = i % 2 ? any_u(i) : exp(-37.0 * any_u(i));
    double z = gsl_cdf_ugaussian_Pinv(u);
    if (fabs(z) > 1e-3) worst = fmax(worst, fabs(sp_normal_of(u) / z - 1.0));
  }
  print_message("normal: %.2e relative\n", worst);
  assert_true(worst < 1e-12);
  assert_true(sp_normal_of(0.5) == 0.0);
  assert_true(sp_normal_of(0.0) == sp_normal_of(0x1p-54));
  assert_true(sp_normal_of(0.0) < -8.2 && sp_normal_of(0.0) > -8.4);
  assert_true(sp_normal_of(1.0) < 8.3 && sp_normal_of((double)NAN) == sp_normal_of(0.0));
  assert_true(sp_normal_of(0.25) == -sp_normal_of(0.75));
}

static void lognormal_exponential_and_rounding(void **state) {
  (void)state;
  assert_true(sp_lognormal_of(0.5, 8.0, 0.3) == 8.0);
  assert_true(fabs(sp_lognormal_of(0.8413447460685429, 8.0, 0.3) - 8.0 * exp(0.3)) < 1e-9);
  assert_true(fabs(sp_exponential_of(0.5, 10.0) - 10.0 * log(2.0)) < 1e-14);
  assert_true(sp_exponential_of(0.0, 10.0) == 0.0 && sp_exponential_of(1.0, 1.0) < 37.0);
  assert_true(fabs(sp_exponential_of(1e-12, 1.0) / 1e-12 - 1.0) < 1e-11);
  assert_int_equal(sp_round_of(0.6, 2.3), 2);
  assert_int_equal(sp_round_of(0.71, 2.3), 3);
  assert_int_equal(sp_round_of(0.7, -2.3), -2);
  assert_int_equal(sp_round_of(0.2, -2.3), -3);
  assert_int_equal(sp_round_of(1.0 - 0x1p-53, 3.0), 3);
  assert_true(sp_round_of(0.5, 1e300) == INT64_MAX);
}

static void small_binomials_by_hand(void **state) {
  (void)state;
  /* n = 2, p = 1/4: F(0) = 9/16, F(1) = 15/16. */
  assert_int_equal(sp_binomial_of(0.5624, 2, 0.25), 0);
  assert_int_equal(sp_binomial_of(0.5626, 2, 0.25), 1);
  assert_int_equal(sp_binomial_of(0.9374, 2, 0.25), 1);
  assert_int_equal(sp_binomial_of(0.9376, 2, 0.25), 2);
  /* p = 3/4: F(0) = 1/16, F(1) = 7/16. A value of F itself belongs to the next count. */
  assert_int_equal(sp_binomial_of(0.0624, 2, 0.75), 0);
  assert_int_equal(sp_binomial_of(0.0625, 2, 0.75), 1);
  assert_int_equal(sp_binomial_of(0.4376, 2, 0.75), 2);
  assert_int_equal(sp_binomial_of(0.5, 1, 0.5), 1);
  assert_int_equal(sp_binomial_of(0.9, 0, 0.5), 0);
  assert_int_equal(sp_binomial_of(0.9, -5, 0.5), 0);
  assert_int_equal(sp_binomial_of(0.9, 10, -0.5), 0);
  assert_int_equal(sp_binomial_of(0.9, 10, (double)NAN), 0);
  assert_int_equal(sp_binomial_of(0.1, 10, 1.0), 10);
  assert_int_equal(sp_binomial_of(0.1, 10, 7.0), 10);
  /* n p = 1e-6: more than 1 comes once in 2e12, more than 2 once in 6e18; the last u stands at 1 in 9e15. */
  assert_int_equal(sp_binomial_of(1.0, 1000000000000, 1e-18), 2);
  assert_in_range(sp_binomial_of(1.0, 1000000, 1e-5), 40, 50); /* the far tail ends somewhere sensible */
}

/* Inversion must be the quantile itself: F(k-1) <= u < F(k) by GSL's incomplete beta. */
static void inversion_is_exact(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 60000 / FEWER; i++) {
    unsigned n = 1 + (unsigned)(sp_hash_mix(3, i) % (i % 3 ? 200 : 20000));
    double np = 40.0 * any_u(3 * i), p = fmin(np / n, 1.0);
    if (i % 2) p = 1.0 - p;
    double u = i % 5 ? any_u(3 * i + 1) : 1.0 - exp(-33.0 * any_u(3 * i + 1));
    if (p <= 0.0 || p >= 1.0 || fmin(n * p, n * (1.0 - p)) >= 40.0) continue;
    int64_t k = sp_binomial_of(u, n, p);
    assert_true(k >= 0 && k <= n);
    /* In the upper half the tail is compared, as it has digits that F has not. */
    double slack = 1e-11;
    if (u < 0.5) {
      assert_true(u < gsl_cdf_binomial_P((unsigned)k, p, n) * (1.0 + slack));
      if (k > 0) assert_true(u >= gsl_cdf_binomial_P((unsigned)k - 1, p, n) * (1.0 - slack));
    } else {
      double v = 1.0 - u;
      assert_true(gsl_cdf_binomial_Q((unsigned)k, p, n) < v * (1.0 + slack));
      if (k > 0) assert_true(gsl_cdf_binomial_Q((unsigned)k - 1, p, n) >= v * (1.0 - slack));
    }
  }
}

/* Chance of each count under sp_binomial_of, found by bisection in u, so that moments carry no sampling error. */
static void compare_law(int64_t n, double p, double most_off) {
  double mean = 0.0, square = 0.0, off = 0.0, before = 0.0;
  int64_t low = sp_binomial_of(0.0, n, p), high = sp_binomial_of(1.0, n, p);
  for (int64_t k = low; k <= high; k++) {
    double a = before, b = 1.0; /* least u that gives more than k */
    for (int step = 0; step < 50 && k < high; step++) {
      double middle = 0.5 * (a + b);
      if (sp_binomial_of(middle, n, p) > k) b = middle;
      else a = middle;
    }
    off = fmax(off, fabs(b - gsl_cdf_binomial_P((unsigned)k, p, (unsigned)n)));
    mean += (double)k * (b - before);
    square += ((double)k - (double)n * p) * ((double)k - (double)n * p) * (b - before);
    before = b;
  }
  double want = (double)n * p, spread = want * (1.0 - p);
  print_message("n %lld p %g: F off %.1e, mean off %.1e, variance off %.1e\n", (long long)n, p, off, mean - want,
                square / spread - 1.0);
  assert_true(off < most_off);
  assert_true(fabs(mean - want) < 0.001 * sqrt(spread));
  assert_true(fabs(square / spread - 1.0) < 0.002);
}

static void moments_agree_with_gsl(void **state) {
  (void)state;
  compare_law(10, 0.3, 1e-12);
  compare_law(1000, 0.01, 1e-12);
  compare_law(300, 0.9, 1e-12);
  compare_law(50, 0.5, 1e-12);
  compare_law(100, 0.45, 5e-4); /* from here on expanded */
  compare_law(82, 0.5, 5e-4);
  compare_law(500, 0.0801, 5e-4);
  compare_law(100000, 0.00045, 5e-4);
  compare_law(1000, 0.3, 5e-4);
  compare_law(1000, 0.95, 5e-4);
  compare_law(20000, 0.02, 5e-4);
}

/* Every n and a fine grid of p about the seams n p = 40 and n (1-p) = 40, hard and ordinary u. */
static void rises_with_p_across_the_seams(void **state) {
  (void)state;
  static const int64_t trials[] = {41, 79, 80, 81, 85, 90, 100, 130, 200, 333, 1000, 5000, 100000, 2000000};
  for (size_t t = 0; t < sizeof trials / sizeof *trials; t++) {
    int64_t n = trials[t];
    for (uint64_t j = 0; j < HARD + 60 / FEWER; j++) {
      double u = j < HARD ? hard_u[j] : any_u(j + 1000 * t);
      int64_t before = 0;
      for (int step = 0; step <= 300; step++) {
        double p = (double)(20 * step) / (300.0 * (double)n) + 34.0 / (double)n; /* n p from 34 to 54 */
        int64_t k = sp_binomial_of(u, n, fmin(p, 1.0));
        assert_true(k >= before);
        before = k;
      }
      before = 0;
      for (int step = 0; step <= 300; step++) {
        double q = (54.0 - (double)(20 * step) / 300.0) / (double)n; /* n (1-p) from 54 to 34 */
        int64_t k = sp_binomial_of(u, n, fmax(1.0 - q, 0.0));
        assert_true(k >= before);
        before = k;
      }
    }
  }
}

static void rises_with_n_across_the_seams(void **state) {
  (void)state;
  for (int at = 1; at < 100; at++) {
    double p = at / 100.0;
    for (uint64_t j = 0; j < HARD + 40 / FEWER; j++) {
      double u = j < HARD ? hard_u[j] : any_u(j + 777 * (uint64_t)at);
      int64_t before = 0;
      int64_t last = sp_to_i64(60.0 / fmin(p, 1.0 - p));
      int64_t stride = 1 + last / 400;
      for (int64_t n = 1; n <= last; n += stride) {
        int64_t k = sp_binomial_of(u, n, p);
        assert_true(k >= before);
        before = k;
      }
    }
  }
}

static void rises_with_u(void **state) {
  (void)state;
  static const struct { int64_t n; double p; } laws[] = {{30, 0.2}, {30, 0.8}, {81, 0.5}, {100, 0.41}, {100, 0.59},
                                                         {4000, 0.0101}, {4000, 0.9899}, {100000, 0.3}};
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    int64_t before = 0;
    for (int step = 0; step <= 20000; step++) {
      int64_t k = sp_binomial_of(step / 20000.0, laws[i].n, laws[i].p);
      assert_true(k >= before);
      before = k;
    }
    before = 0;
    for (double v = 0.01; v > 0x1p-53; v *= 0.93) {
      int64_t k = sp_binomial_of(1.0 - v, laws[i].n, laws[i].p);
      assert_true(k >= before);
      before = k;
    }
  }
}

/* Random pairs (n, p) <= (n', p'): the seam is a curve, and not only its two axes matter. */
static void rises_along_any_road(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 400000 / FEWER; i++) {
    double u = i % 4 ? any_u(5 * i) : hard_u[i / 4 % HARD];
    int64_t n = 60 + sp_to_i64(140.0 * any_u(5 * i + 1)) * (i % 7 ? 1 : 50), more = n + sp_to_i64(12.0 * any_u(5 * i + 2));
    double p = (37.0 + 6.0 * any_u(5 * i + 3)) / (double)n;
    if (i % 3 == 0) p = 1.0 - p;
    double higher = fmin(1.0, p * (1.0 + 0.1 * any_u(5 * i + 4)));
    assert_true(sp_binomial_of(u, n, p) <= sp_binomial_of(u, more, higher));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_is_the_quantile),        cmocka_unit_test(lognormal_exponential_and_rounding),
      cmocka_unit_test(small_binomials_by_hand),       cmocka_unit_test(inversion_is_exact),
      cmocka_unit_test(moments_agree_with_gsl),        cmocka_unit_test(rises_with_p_across_the_seams),
      cmocka_unit_test(rises_with_n_across_the_seams), cmocka_unit_test(rises_with_u),
      cmocka_unit_test(rises_along_any_road),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
