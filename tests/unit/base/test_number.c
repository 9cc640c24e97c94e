/* The error bounds that number.c states, against long double over millions of points.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#ifdef __SANITIZE_ADDRESS__
#define POINTS 100000
#else
#define POINTS 1000000
#endif

/* A sequence of its own, so that a test of numbers does not lean on the dice. */
static double spread(uint64_t i, double low, double high) {
  uint64_t bits = sp_hash_mix(7, i) >> 11;
  return low + (high - low) * ((double)bits * 0x1p-53);
}

static double ulps(double got, long double want) {
  int exponent;
  frexpl(want, &exponent);
  long double ulp = ldexpl(1.0L, (exponent < -1021 ? -1021 : exponent) - 53);
  return (double)(fabsl((long double)got - want) / ulp);
}

static void exp_within_two_ulp(void **state) {
  (void)state;
  double worst = 0.0;
  for (uint64_t i = 0; i < POINTS; i++) {
    double x = i % 2 ? spread(i, -708.0, 709.0) : spread(i, -2.0, 2.0);
    worst = fmax(worst, ulps(sp_exp(x), expl((long double)x)));
  }
  print_message("exp: %.3f ulp\n", worst);
  assert_true(worst <= 2.0);
  assert_true(ulps(sp_exp(-708.0), expl(-708.0L)) <= 2.0);
  assert_true(ulps(sp_exp(709.0), expl(709.0L)) <= 2.0);
  assert_true(sp_exp(0.0) == 1.0);
  assert_true(sp_exp(709.5) == DBL_MAX && sp_exp((double)INFINITY) == DBL_MAX);
  assert_true(sp_exp(-708.5) == 0.0 && sp_exp(-(double)INFINITY) == 0.0);
  assert_true(isnan(sp_exp((double)NAN)));
}

static void log_within_two_ulp(void **state) {
  (void)state;
  double worst = 0.0;
  for (uint64_t i = 0; i < POINTS; i++) {
    double x = i % 3 == 0 ? spread(i, 0.5, 2.0) : i % 3 == 1 ? 1.0 + spread(i, -1e-5, 1e-5) : exp(spread(i, -744.0, 709.0));
    if (x == 1.0) continue;
    worst = fmax(worst, ulps(sp_log(x), logl((long double)x)));
  }
  print_message("log: %.3f ulp\n", worst);
  assert_true(worst <= 2.0);
  assert_true(sp_log(1.0) == 0.0);
  assert_true(ulps(sp_log(0x1p-1074), logl(0x1p-1074L)) <= 2.0);
  assert_true(ulps(sp_log(DBL_MAX), logl((long double)DBL_MAX)) <= 2.0);
  assert_true(sp_log(0.0) == -DBL_MAX && sp_log(-3.0) == -DBL_MAX);
  assert_true(isnan(sp_log((double)NAN)));
}

static void pow_and_hazard(void **state) {
  (void)state;
  double worst = 0.0, worst_hazard = 0.0;
  for (uint64_t i = 0; i < POINTS; i++) {
    double x = exp(spread(2 * i, -30.0, 30.0)), y = spread(2 * i + 1, -3.3, 3.3);
    long double want = powl((long double)x, (long double)y);
    worst = fmax(worst, (double)(fabsl((long double)sp_pow(x, y) - want) / want));
    double rate = exp(spread(i, -40.0, 3.0)), dt = 0.25;
    want = -expm1l(-(long double)(rate * dt));
    worst_hazard = fmax(worst_hazard, (double)(fabsl((long double)sp_hazard(rate, dt) - want) / want));
  }
  print_message("pow: %.2e, hazard: %.2e\n", worst, worst_hazard);
  assert_true(worst <= 1e-13);
  assert_true(worst_hazard <= 1e-14);
  assert_true(sp_pow(7.0, 0.0) == 1.0);
  assert_true(sp_pow(0.0, 2.0) == 0.0 && sp_pow(-1.0, 2.0) == 0.0);
  assert_true(sp_hazard(0.0, 5.0) == 0.0 && sp_hazard(-1.0, 5.0) == 0.0 && sp_hazard(1e9, 1e9) == 1.0);
}

static void sine_and_cosine(void **state) {
  (void)state;
  double worst = 0.0;
  for (uint64_t i = 0; i < POINTS; i++) {
    double x = i % 2 ? spread(i, -1e6, 1e6) : spread(i, -7.0, 7.0);
    worst = fmax(worst, (double)fabsl((long double)sp_sin(x) - sinl((long double)x)));
    worst = fmax(worst, (double)fabsl((long double)sp_cos(x) - cosl((long double)x)));
  }
  print_message("sin, cos: %.2e\n", worst);
  assert_true(worst <= 1e-14);
  assert_true(sp_sin(0.0) == 0.0 && sp_cos(0.0) == 1.0);
  assert_true(fabs(sp_sin(1e9) - sin(1e9)) < 1e-6); /* no promise, but no nonsense */
  assert_true(fabs(sp_sin(DBL_MAX)) <= 1.0 && fabs(sp_cos(-DBL_MAX)) <= 1.0);
  assert_true(isnan(sp_sin((double)INFINITY)) && isnan(sp_cos((double)NAN)));
}

static void inverse_circular(void **state) {
  (void)state;
  double worst = 0.0, worst_acos = 0.0;
  for (uint64_t i = 0; i < POINTS; i++) {
    double y = spread(2 * i, -1.0, 1.0), x = spread(2 * i + 1, -1.0, 1.0);
    if (i % 4 == 0) y *= 1e-9;
    if (i % 4 == 1) x *= 1e-9;
    worst = fmax(worst, (double)fabsl((long double)sp_atan2(y, x) - atan2l((long double)y, (long double)x)));
    double c = i % 2 ? y : 1.0 - fabs(spread(i, 0.0, 1e-6));
    worst_acos = fmax(worst_acos, (double)fabsl((long double)sp_acos(c) - acosl((long double)c)));
  }
  print_message("atan2: %.2e, acos: %.2e\n", worst, worst_acos);
  assert_true(worst <= 1e-14 && worst_acos <= 1e-14);
  assert_true(sp_atan2(0.0, 0.0) == 0.0 && sp_atan2(0.0, -1.0) == SP_PI && sp_atan2(0.0, 1.0) == 0.0);
  assert_true(sp_atan2(1.0, 0.0) == 0.5 * SP_PI && sp_atan2(-1.0, 0.0) == -0.5 * SP_PI);
  assert_true(sp_atan2(5.0, 5.0) == 0.25 * SP_PI);
  assert_true(sp_acos(1.5) == 0.0 && sp_acos(-1.5) == SP_PI);
  assert_true(fabs(sp_acos(0.5) - SP_PI / 3.0) <= 1e-15);
}

static void conversions_clamp(void **state) {
  (void)state;
  assert_int_equal(sp_to_i32(2.9), 2);
  assert_int_equal(sp_to_i32(-2.9), -2);
  assert_int_equal(sp_to_i32(2147483646.5), INT32_MAX - 1);
  assert_int_equal(sp_to_i32(1e300), INT32_MAX);
  assert_int_equal(sp_to_i32(-2147483648.9), INT32_MIN);
  assert_int_equal(sp_to_i32(-(double)INFINITY), INT32_MIN);
  assert_int_equal(sp_to_i32((double)NAN), 0);
  assert_true(sp_to_i64(9223372036854774784.0) == 9223372036854774784);
  assert_true(sp_to_i64(9223372036854775808.0) == INT64_MAX);
  assert_true(sp_to_i64(-1e19) == INT64_MIN);
  assert_true(sp_to_i64((double)NAN) == 0);
  assert_true(sp_to_i64(-0.5) == 0);
}

static void rounding_agrees_with_libm(void **state) {
  (void)state;
  static const double edges[] = {0.5,     1.5,     2.5,    -0.5,       -1.5,        -2.5, 0.49999999999999994,
                                 0x1p51,  -0x1p51, 0x1p52, 0x1p52 - 0.5, 0.5 - 0x1p52, 1e18, -1e300};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    assert_true(sp_floor(edges[i]) == floor(edges[i]));
    assert_true(sp_rint(edges[i]) == rint(edges[i]));
  }
  for (uint64_t i = 0; i < POINTS; i++) {
    double x = spread(i, -1.0, 1.0) * pow(2.0, (double)(i % 60));
    assert_true(sp_floor(x) == floor(x));
    assert_true(sp_rint(x) == rint(x));
  }
  assert_true(isnan(sp_floor((double)NAN)) && isinf(sp_rint((double)INFINITY)));
  assert_true(sp_sqrt(-1.0) == 0.0 && sp_sqrt(9.0) == 3.0);
}

static void least_and_greatest(void **state) {
  (void)state;
  assert_true(sp_min((double)NAN, 2.0) == 2.0 && sp_max((double)NAN, 2.0) == 2.0);
  assert_true(sp_clamp(5.0, 0.0, 1.0) == 1.0 && sp_clamp(-5.0, 0.0, 1.0) == 0.0 && sp_clamp(0.5, 0.0, 1.0) == 0.5);
  assert_true(sp_abs(-2.0) == 2.0 && sp_min_i32(-1, 2) == -1 && sp_max_i64(-1, 2) == 2);
}

/* The same bits on every machine: if this fails, every recorded war is lost. */
static void bits_are_fixed(void **state) {
  (void)state;
  uint64_t hash = 0;
  for (uint64_t i = 0; i < 20000; i++) {
    double x = spread(i, -50.0, 50.0);
    const double answers[] = {sp_exp(x), sp_log(sp_abs(x)), sp_sin(x), sp_cos(x), sp_acos(x / 50.0), sp_atan2(x, 3.0), sp_pow(sp_abs(x), 1.5)};
    hash = sp_hash_bytes(answers, sizeof answers, hash);
  }
  assert_true(hash == 0xf10c4f004625aad0ULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exp_within_two_ulp),   cmocka_unit_test(log_within_two_ulp),
      cmocka_unit_test(pow_and_hazard),       cmocka_unit_test(sine_and_cosine),
      cmocka_unit_test(inverse_circular),     cmocka_unit_test(conversions_clamp),
      cmocka_unit_test(least_and_greatest),   cmocka_unit_test(rounding_agrees_with_libm),
      cmocka_unit_test(bits_are_fixed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
