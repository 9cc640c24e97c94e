/* test_scores.c - scores against values worked out by hand or known. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "io/scores.h"

#define near(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static void test_binary(void **state) {
  (void)state;
  const double p[4] = {0.8, 0.6, 0.5, 0.1}, y[4] = {1.0, 0.0, 1.0, 0.0};
  sp_binary_score s = sp_score_binary(p, y, 4);
  assert_int_equal(s.count, 4);
  near(s.brier, (0.04 + 0.36 + 0.25 + 0.01) / 4.0, 1e-12);
  near(s.log_loss, -(log(0.8) + log(0.4) + log(0.5) + log(0.9)) / 4.0, 1e-12);
  near(s.accuracy, (1.0 + 0.0 + 0.5 + 1.0) / 4.0, 1e-12);
  const double sure = 0.0, came = 1.0; /* certainty that was wrong costs much, not everything */
  near(sp_score_binary(&sure, &came, 1).log_loss, -log(0.001), 1e-12);
  near(sp_score_binary(&sure, &came, 1).brier, 1.0, 1e-12);
}

/* A chance of 0.3 guessed from 10 runs: all eleven counts, weighed by hand with the binomial, squared error before and after. */
static void test_luck(void **state) {
  (void)state;
  near(sp_score_luck(3.0, 10.0), (10.0 / 11.0) * (10.0 / 11.0) * 0.21 / 9.0, 1e-15);
  assert_true(sp_score_luck(0.0, 10.0) == 0.0 && sp_score_luck(1.0, 1.0) == 0.0);
  double weight = pow(0.7, 10.0), luck = 0.0, noise = 0.0;
  for (int won = 0; won <= 10; won++) {
    double told = (won + 0.5) / 11.0, mean = 3.5 / 11.0;
    luck += weight * sp_score_luck(won, 10.0);
    noise += weight * (told - mean) * (told - mean);
    weight *= 0.3 / 0.7 * (10 - won) / (won + 1.0);
  }
  near(luck, noise, 1e-12); /* without bias */
  assert_true(sp_score_luck(50.0, 100.0) > 3.9 * sp_score_luck(200.0, 400.0)); /* a quarter with four times the runs */
  assert_true(sp_score_even(59.0, 100.0) && !sp_score_even(60.0, 100.0)); /* 0.098 */
  assert_true(sp_score_even(41.0, 100.0) && !sp_score_even(40.0, 100.0));
  assert_true(!sp_score_even(59.0 * 4.0, 400.0) && sp_score_even(0.0, 0.0));
}

/* Hours of study against passing an examination, the textbook's twenty students: -4.0777, 1.5046. */
static const double hours[20] = {0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 4.0, 4.25, 4.5, 4.75, 5.0, 5.5};
static const double passed[20] = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1};

static void table(double x[40]) {
  for (int i = 0; i < 20; i++) x[2 * i] = 1.0, x[2 * i + 1] = hours[i];
}

static void test_logistic(void **state) {
  (void)state;
  double x[40], beta[SP_FIT_COLUMNS];
  table(x);
  assert_true(sp_fit_logistic(x, passed, 20, 2, beta));
  near(beta[0], -4.0777, 2e-4);
  near(beta[1], 1.5046, 2e-4);
  const double three[2] = {1.0, 3.0};
  near(sp_logistic(three, beta, 2), 0.6073, 2e-4);
  assert_false(sp_fit_logistic(x, passed, 8, SP_FIT_COLUMNS + 1, beta));
}

/* A constant alone gives the log odds of the mean. */
static void test_logistic_constant(void **state) {
  (void)state;
  const double x[4] = {1, 1, 1, 1}, y[4] = {1, 1, 1, 0};
  double beta[SP_FIT_COLUMNS];
  assert_true(sp_fit_logistic(x, y, 4, 1, beta));
  near(beta[0], log(3.0), 1e-8);
}

/* What separates perfectly would run to infinity: the ridge ends it. */
static void test_logistic_separated(void **state) {
  (void)state;
  const double x[8] = {1, -2, 1, -1, 1, 1, 1, 2}, y[4] = {0, 0, 1, 1};
  double beta[SP_FIT_COLUMNS];
  assert_true(sp_fit_logistic(x, y, 4, 2, beta));
  assert_true(isfinite(beta[1]) && beta[1] > 3.0);
}

/* Leaving one out equals a fit to the other nineteen; a battle must not vote for itself. */
static void test_left_out(void **state) {
  (void)state;
  double x[40], less[38], rest[19], beta[SP_FIT_COLUMNS], p[20];
  table(x);
  assert_true(sp_logistic_left_out(x, passed, 20, 2, p));
  for (int i = 1; i < 20; i++) less[2 * i - 2] = 1.0, less[2 * i - 1] = hours[i], rest[i - 1] = passed[i];
  assert_true(sp_fit_logistic(less, rest, 19, 2, beta));
  near(p[0], sp_logistic(x, beta, 2), 1e-9);
  const double y[4] = {1, 1, 0, 0};
  double rate[4];
  sp_rate_left_out(y, 4, rate);
  near(rate[0], (1.0 + 0.5) / 4.0, 1e-12);
  near(rate[3], (2.0 + 0.5) / 4.0, 1e-12);
}

static void test_slope(void **state) {
  (void)state;
  const double x[3] = {0, 1, 2}, y[3] = {1, 3, 2}, level[3] = {4, 4, 4};
  near(sp_fit_slope(x, y, 3), 0.5, 1e-12);
  near(sp_fit_slope(level, y, 3), 0.0, 0.0);
}

static void test_quantile(void **state) {
  (void)state;
  double x[5] = {9, 1, 5, 3, 7};
  sp_sort_numbers(x, 5);
  near(sp_quantile(x, 5, 0.0), 1.0, 0.0);
  near(sp_quantile(x, 5, 0.5), 5.0, 1e-12);
  near(sp_quantile(x, 5, 0.9), 8.2, 1e-12);
  near(sp_quantile(x, 5, 1.0), 9.0, 0.0);
  near(sp_quantile(x, 1, 0.3), 1.0, 0.0);
  near(sp_quantile(x, 0, 0.3), 0.0, 0.0);
}

static void test_crps(void **state) {
  (void)state;
  const double one = 2.0, x[3] = {1.0, 2.0, 4.0};
  near(sp_score_crps(&one, 1, 5.0), 3.0, 1e-12); /* a point forecast: the error */
  /* mean |x - 3| = (2 + 1 + 1)/3; pairs 1, 3, 2 twice over nine, halved: 6/9 */
  near(sp_score_crps(x, 3, 3.0), 4.0 / 3.0 - 6.0 / 9.0, 1e-12);
  assert_true(sp_score_crps(x, 3, 2.0) < sp_score_crps(x, 3, 9.0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_binary), cmocka_unit_test(test_luck),   cmocka_unit_test(test_logistic), cmocka_unit_test(test_logistic_constant), cmocka_unit_test(test_logistic_separated),
      cmocka_unit_test(test_left_out), cmocka_unit_test(test_slope),    cmocka_unit_test(test_quantile),          cmocka_unit_test(test_crps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
