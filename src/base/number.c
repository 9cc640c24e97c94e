/* number.c - arithmetic that is bit-equal on every compiler and machine.
 *
 * Everything here is made of + - * / and sqrt, which IEEE 754 rounds in one way
 * only; a libm may round exp or sin as it likes, and does.
 *
 * Error bounds, each tested over millions of points against long double:
 *   exp    2 ulp on [-708, 709]           log    2 ulp over all positive doubles
 *   pow    relative 1e-13, |y log x| < 100
 *   sin, cos   absolute 1e-14, |x| <= 1e6   acos, atan2   absolute 1e-14
 *   hazard     relative 1e-14
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <string.h>

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "doubles must be evaluated as doubles: x87 arithmetic is not bit-equal"
#endif

/* From here up every double is a whole number already. */
#define WHOLE 4503599627370496.0 /* 2^52 */

/* ---- conversions */

double sp_rint(double x) {
  if (!(x > -WHOLE && x < WHOLE)) return x;
  /* Adding 2^52 leaves no bits for a fraction, so that the addition itself rounds half to even. */
  return x < 0.0 ? (x - WHOLE) + WHOLE : (x + WHOLE) - WHOLE;
}

/* ---- exp and log */

/* ln 2 in two parts; the first has 21 zero bits at its end, so that k * LN2_HIGH is exact. */
#define LN2_HIGH 0x1.62e42fee00000p-1
#define LN2_LOW 0x1.a39ef35793c76p-33
#define INVERSE_LN2 1.44269504088896340736

static double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t to_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* exp(r) - 1 - r for |r| <= 0.35: Taylor to r^13 (the rest is below 1e-17), in pairs to keep the chain short. */
static double exp_tail(double r) {
  double r2 = r * r, r4 = r2 * r2;
  double a = 1.0 / 2 + r * (1.0 / 6) + r2 * (1.0 / 24 + r * (1.0 / 120));
  double b = 1.0 / 720 + r * (1.0 / 5040) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
  double c = 1.0 / 3628800 + r * (1.0 / 39916800) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800.0));
  return r2 * (a + r4 * (b + r4 * c));
}

double sp_exp(double x) {
  if (x > 709.0) return DBL_MAX;
  if (x < -708.0) return 0.0;
  if (x != x) return x;
  double k = sp_rint(x * INVERSE_LN2);
  double high = x - k * LN2_HIGH;
  double low = k * LN2_LOW;
  double r = high - low;
  double lost = (high - r) - low;
  double y = 1.0 + (r + (lost + exp_tail(r)));
  return y * from_bits((uint64_t)(sp_to_i64(k) + 1023) << 52);
}

double sp_log(double x) {
  if (x <= 0.0) return -DBL_MAX;
  if (!(x <= DBL_MAX)) return x;
  int64_t k = -1023;
  if (x < DBL_MIN) {
    x *= 18014398509481984.0; /* 2^54: out of the denormals */
    k -= 54;
  }
  uint64_t bits = to_bits(x);
  k += (int64_t)(bits >> 52);
  double m = from_bits((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m > 1.41421356237309504880) {
    m *= 0.5;
    k += 1;
  }
  /* log(1+f) = f - f^2/2 + s (f^2/2 + R), s = f/(2+f), R = 2 s^2/3 + 2 s^4/5 + ... */
  double f = m - 1.0, s = f / (2.0 + f), z = s * s, z2 = z * z;
  double odd = 2.0 / 3 + z2 * (2.0 / 7 + z2 * (2.0 / 11 + z2 * (2.0 / 15 + z2 * (2.0 / 19))));
  double even = 2.0 / 5 + z2 * (2.0 / 9 + z2 * (2.0 / 13 + z2 * (2.0 / 17 + z2 * (2.0 / 21))));
  double rest = z * (odd + z * even);
  double half = 0.5 * f * f, whole = (double)k;
  return whole * LN2_HIGH - ((half - (s * (half + rest) + whole * LN2_LOW)) - f);
}

double sp_pow(double x, double y) { return x > 0.0 ? sp_exp(y * sp_log(x)) : 0.0; }

double sp_hazard(double rate, double dt) {
  double h = rate * dt;
  if (!(h > 0.0)) return 0.0;
  /* Small chances keep their last digits: 1 - exp(-h) would lose them. */
  return h < 0.34 ? h - exp_tail(-h) : 1.0 - sp_exp(-h);
}

/* ---- circular functions */

/* Half of pi in three parts of 33, 33 and 53 bits: k * HALF_PI_1 is exact for k < 2^20. */
#define HALF_PI_1 0x1.921fb54400000p+0
#define HALF_PI_2 0x1.0b4611a600000p-34
#define HALF_PI_3 0x1.3198a2e037073p-69
#define TWO_OVER_PI 0.63661977236758134308

static double sin_kernel(double r) {
  double z = r * r;
  double tail = -1.0 / 6 +
                z * (1.0 / 120 +
                     z * (-1.0 / 5040 +
                          z * (1.0 / 362880 +
                               z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0))))));
  return r + r * z * tail;
}

static double cos_kernel(double r) {
  double z = r * r;
  double tail = 1.0 / 24 +
                z * (-1.0 / 720 +
                     z * (1.0 / 40320 +
                          z * (-1.0 / 3628800 +
                               z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 + z * (1.0 / 20922789888000.0))))));
  return (1.0 - 0.5 * z) + z * z * tail;
}

/* sin(x + quarter * pi/2) */
static double circular(double x, int64_t quarter) {
  if (!(sp_abs(x) <= 1e6)) {
    /* Outside the promise: still within [-1, 1], with fewer true digits. */
    if (!(sp_abs(x) <= 1e15)) return x - x == 0.0 ? 0.0 : x - x;
    x -= 2.0 * SP_PI * sp_rint(x / (2.0 * SP_PI));
  }
  double k = sp_rint(x * TWO_OVER_PI);
  double r = ((x - k * HALF_PI_1) - k * HALF_PI_2) - k * HALF_PI_3;
  uint64_t turn = (uint64_t)(sp_to_i64(k) + quarter) & 3;
  double y = (turn & 1) ? cos_kernel(r) : sin_kernel(r);
  return (turn & 2) ? -y : y;
}

double sp_sin(double radians) { return circular(radians, 0); }

double sp_cos(double radians) { return circular(radians, 1); }

/* atan(t) for t in [0, 1]: the nearest eighth from a table, the rest (at most 1/16) by series. */
static double atan_unit(double t) {
  static const double eighths[9] = {
      0.0,
      0.12435499454676144,
      0.24497866312686414,
      0.35877067027057225,
      0.4636476090008061,
      0.5585993153435624,
      0.6435011087932844,
      0.7188299996216245,
      0.7853981633974483,
  };
  double nearest = sp_rint(8.0 * t);
  double c = nearest * 0.125;
  double d = (t - c) / (1.0 + t * c), z = d * d;
  double tail = -1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13)))));
  return eighths[sp_to_i32(nearest)] + (d + d * z * tail);
}

double sp_atan2(double y, double x) {
  double up = sp_abs(y), along = sp_abs(x);
  if (x != x || y != y) return x + y;
  if (up == 0.0 && along == 0.0) return 0.0;
  double angle;
  if (up == along) angle = 0.25 * SP_PI; /* two infinities too */
  else if (up < along) angle = atan_unit(up / along);
  else angle = 0.5 * SP_PI - atan_unit(along / up);
  if (x < 0.0) angle = SP_PI - angle;
  return y < 0.0 ? -angle : angle;
}

double sp_acos(double x) {
  if (x >= 1.0) return 0.0;
  if (x <= -1.0) return SP_PI;
  return sp_atan2(sp_sqrt((1.0 - x) * (1.0 + x)), x);
}
