/* number.h - arithmetic that is bit-equal on every compiler and machine.
 * Uses + - * / and sqrt only. Casts from double to integer go through sp_to_*.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_BASE_NUMBER_H
#define SP_BASE_NUMBER_H

#include <math.h>
#include <stdint.h>

#define SP_PI 3.14159265358979323846

static inline double sp_min(double a, double b) { return a < b ? a : b; } /* NaN in a: gives b */
static inline double sp_max(double a, double b) { return a > b ? a : b; }
/* Of low <= high: so written it is two instructions, where the plain way takes eight. NaN in x: gives NaN. */
static inline double sp_clamp(double x, double low, double high) {
#ifdef SP_DEV
  if (low > high) __builtin_trap();
#endif
  double most = high < x ? high : x;
  return low > most ? low : most;
}
static inline double sp_abs(double x) { return x < 0.0 ? -x : x; }
static inline int32_t sp_min_i32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t sp_max_i32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int64_t sp_min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t sp_max_i64(int64_t a, int64_t b) { return a > b ? a : b; }

/* Truncate toward zero, clamping to the type's range; NaN gives 0. */
static inline int32_t sp_to_i32(double x) {
  if (x >= 2147483647.0) return INT32_MAX;
  if (x <= -2147483648.0) return INT32_MIN;
  return x == x ? (int32_t)x : 0; /* cast-ok: in range */
}

static inline int64_t sp_to_i64(double x) {
  if (x >= 9223372036854775808.0) return INT64_MAX;
  if (x <= -9223372036854775808.0) return INT64_MIN;
  return x == x ? (int64_t)x : 0; /* cast-ok: in range */
}

static inline double sp_floor(double x) {
  if (!(x > -0x1p52 && x < 0x1p52)) return x; /* whole already, or not a number */
  double whole = (double)(int64_t)x;          /* cast-ok: in range */
  return whole > x ? whole - 1.0 : whole;
}

double sp_rint(double x); /* half to even */

/* Error bounds are stated and tested in number.c. */
double sp_exp(double x);  /* <= 2 ulp on [-708, 709]; clamps outside to 0 and DBL_MAX */
double sp_log(double x);  /* <= 2 ulp; x <= 0 gives -DBL_MAX */
double sp_pow(double x, double y); /* exp(y log x) for x > 0; x <= 0 gives 0; relative error <= 1e-13 for |y log x| < 100 */
/* Mean of a and b by their weights; a where both are 0. */
static inline double sp_mean_of_two(double a, double of_a, double b, double of_b) { return of_a + of_b > 0.0 ? (a * of_a + b * of_b) / (of_a + of_b) : a; }
double sp_sin(double radians); /* |x| <= 1e6: absolute error <= 1e-14 */
double sp_cos(double radians);
double sp_acos(double x); /* clamps to [-1, 1]; absolute error <= 1e-14 */
double sp_atan2(double y, double x); /* absolute error <= 1e-14; (0,0) gives 0 */
static inline double sp_sqrt(double x) { return x > 0.0 ? sqrt(x) : 0.0; }

/* 1 - exp(-rate*dt): the chance that a hazard strikes within dt. */
double sp_hazard(double rate, double dt);

#endif
