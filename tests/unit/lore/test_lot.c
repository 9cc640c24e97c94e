/* test_lot.c - the incomplete beta and what stands on it, against the GNU Scientific Library.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

#include "base/base.h"
#include "shapan/calc_supply.h"

static double among(uint64_t *seed, double low, double high) {
  *seed = sp_hash_mix(*seed, 91);
  return low + (high - low) * (double)(*seed >> 40) / 16777216.0;
}

static void ln_gamma_keeps_its_word(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int n = 0; n < 20000; n++) {
    double x = exp(among(&seed, -6, 11)), truth = gsl_sf_lngamma(x);
    if (fabs(sp_calc_ln_gamma(x) - truth) > 1e-13 * fmax(1.0, fabs(truth))) fail_msg("ln gamma(%.17g) = %.17g, not %.17g", x, sp_calc_ln_gamma(x), truth);
  }
}

static void beta_keeps_its_word(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int n = 0; n < 40000; n++) {
    double a = exp(among(&seed, -2, 9.2)), b = exp(among(&seed, -2, 9.2)), mean = a / (a + b);
    double x = n % 3 ? among(&seed, 0, 1) : fmin(0.999999, fmax(1e-6, mean + among(&seed, -4, 4) * sqrt(mean * (1 - mean) / (a + b + 1))));
    double truth = gsl_cdf_beta_P(x, a, b), ours = sp_calc_beta_share(x, a, b);
    if (fabs(ours - truth) > (a > 100 || b > 100 ? 1e-10 : 1e-12)) fail_msg("I(%.17g; %.17g, %.17g) = %.17g, not %.17g", x, a, b, ours, truth);
  }
  assert_true(sp_calc_beta_share(0.0, 2, 3) == 0.0 && sp_calc_beta_share(1.0, 2, 3) == 1.0 && sp_calc_beta_share(-1.0, 2, 3) == 0.0);
}

static void quantiles_come_back(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int n = 0; n < 2000; n++) {
    double a = exp(among(&seed, 0, 6)), b = exp(among(&seed, 0, 6)), p = among(&seed, 0.001, 0.999);
    assert_true(fabs(sp_calc_beta_quantile(p, a, b) - gsl_cdf_beta_Pinv(p, a, b)) < 1e-9);
  }
}

static void binomial_shares(void **state) {
  (void)state;
  for (int n = 1; n <= 60; n++)
    for (int c = -1; c <= n; c++)
      for (int k = 0; k <= 10; k++) {
        double truth = c < 0 ? 0.0 : gsl_cdf_binomial_P((unsigned)c, k / 10.0, (unsigned)n);
        assert_true(fabs(sp_calc_binomial_share(c, n, k / 10.0) - truth) < 1e-11);
      }
}

/* 8 failures in 20: by hand, the chance is that of 8 or fewer in a binomial of 21 at 0.3. */
static void eight_in_twenty(void **state) {
  (void)state;
  assert_true(fabs(sp_calc_lot_worse(8, 20, 0.3, 1, 1) - gsl_cdf_binomial_P(8, 0.3, 21)) < 1e-12);
  assert_true(fabs(sp_calc_lot_worse(8, 20, 0.3, 1, 1) - 0.85235) < 1e-5);
  assert_true(fabs(sp_calc_lot_worse(0, 0, 0.3, 1, 1) - 0.7) < 1e-12); /* nothing tried: the prior */
  for (int f = 0; f < 20; f++) {
    assert_true(sp_calc_lot_worse(f + 1, 20, 0.3, 1, 1) > sp_calc_lot_worse(f, 20, 0.3, 1, 1));
    assert_true(sp_calc_lot_worse(f, 20, 0.4, 1, 1) < sp_calc_lot_worse(f, 20, 0.3, 1, 1));
  }
}

/* The plan is the smallest: against every smaller sample and every acceptance number. */
static void the_smallest_plan(void **state) {
  (void)state;
  static const struct { double good, bad, a, b; } asked[] = {{0.1, 0.4, 0.05, 0.1}, {0.05, 0.2, 0.05, 0.1}, {0.02, 0.1, 0.1, 0.1}, {0.1, 0.3, 0.01, 0.05}, {0.0, 0.3, 0.05, 0.1}};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    sp_lot_plan p = sp_calc_lot_plan(asked[i].good, asked[i].bad, asked[i].a, asked[i].b);
    assert_true(p.sample > 0 && p.risk_good <= asked[i].a && p.risk_bad <= asked[i].b);
    for (int n = 1; n < p.sample; n++)
      for (int c = 0; c < n; c++)
        assert_false(gsl_cdf_binomial_Q((unsigned)c, asked[i].good, (unsigned)n) <= asked[i].a - 1e-9 && gsl_cdf_binomial_P((unsigned)c, asked[i].bad, (unsigned)n) <= asked[i].b - 1e-9);
  }
  assert_int_equal(sp_calc_lot_plan(0.3, 0.301, 0.01, 0.01).sample, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ln_gamma_keeps_its_word), cmocka_unit_test(beta_keeps_its_word), cmocka_unit_test(quantiles_come_back), cmocka_unit_test(binomial_shares), cmocka_unit_test(eight_in_twenty), cmocka_unit_test(the_smallest_plan)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
