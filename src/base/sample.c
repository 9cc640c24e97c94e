/* sample.c - quantile functions of one uniform.
 *
 * Normal: Wichura's algorithm AS 241 (PPND16), Applied Statistics 37 (1988), relative error about 1e-16.
 *
 * Binomial X(u; n, p) = the least k with F(k) > u. Where n p < 40 or n (1-p) < 40 it is exact, by
 * inversion; elsewhere it is a Cornish-Fisher expansion on the normal quantile, rounded.
 *
 * Each method alone never decreases in n, p or u, but at the seam the expansion may fall one short of
 * the exact count beside it. So the expansion is held between two bounds: the largest exact count among
 * all (n', p') <= (n, p) of the exact region, and the least among all (n', p') >= (n, p). As such bounds
 * move one way only, the whole never decreases. They are few because the exact quantile never
 * decreases either, and because of Anderson and Samuels (1967): along n p = 40 the distribution
 * only spreads as n grows, so that its extreme quantiles stand at the ends. The true count lies between
 * the bounds too: holding to them never makes the answer worse.
 * "Never" means up to rounding of doubles: it asks of two values of p that they differ by more than 1e-12.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/dice.h"
#include "base/number.h"

#define SEAM 40.0
/* Beyond this expected count the expansion clears the bounds by itself, for every u (tested). */
#define SEAM_END 45.0
#define A_LITTLE 1e-9 /* far more than rounding does to a chance */
#define U_LEAST 0x1p-54
#define U_MOST (1.0 - 0x1p-53)

static double clamp_u(double u) { return u >= U_LEAST ? sp_min(u, U_MOST) : U_LEAST; }

/* log(1 - x) without losing the last digits of a small x. */
static double log_one_less(double x) {
  double rest = 1.0 - x;
  return sp_log(rest) - (x - (1.0 - rest)) / rest;
}

/* ---- normal */

static double ratio7(double r, const double top[8], const double bottom[8]) {
  double a = top[7], b = bottom[7];
  for (int i = 6; i >= 0; i--) {
    a = a * r + top[i];
    b = b * r + bottom[i];
  }
  return a / b;
}

double sp_normal_of(double u) {
  static const double middle_top[8] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                       1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                       3.3430575583588128105e4, 2.5090809287301226727e3};
  static const double middle_bottom[8] = {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2,
                                          5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4,
                                          2.8729085735721942674e4, 5.2264952788528545610e3};
  static const double tail_top[8] = {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                                     3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                                     2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const double tail_bottom[8] = {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0,
                                        6.89767334985100004550e-1, 1.48103976427480074590e-1, 1.51986665636164571966e-2,
                                        5.47593808499534494600e-4, 1.05075007164441684324e-9};
  static const double far_top[8] = {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                                    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                    2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const double far_bottom[8] = {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
                                       1.48753612908506148525e-2, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
                                       1.42151175831644588870e-7, 2.04426310338993978564e-15};
  u = clamp_u(u);
  double q = u - 0.5;
  if (sp_abs(q) <= 0.425) return q * ratio7(0.180625 - q * q, middle_top, middle_bottom);
  double r = sp_sqrt(-sp_log(q < 0.0 ? u : 1.0 - u));
  double z = r <= 5.0 ? ratio7(r - 1.6, tail_top, tail_bottom) : ratio7(r - 5.0, far_top, far_bottom);
  return q < 0.0 ? -z : z;
}

double sp_lognormal_of(double u, double median, double sigma) { return median * sp_exp(sigma * sp_normal_of(u)); }

double sp_exponential_of(double u, double mean) { return -mean * log_one_less(sp_clamp(u, 0.0, U_MOST)); }

int64_t sp_round_of(double u, double x) {
  /* Not floor(x + u) as written: that sum may round up to the next whole number when x is whole. */
  double whole = sp_floor(x);
  return sp_to_i64((x - whole) + sp_min(u, U_MOST) >= 1.0 ? whole + 1.0 : whole);
}

/* ---- binomial, exact */

#define TERMS 192 /* at expected count 40 the terms have died out by 130 */

/* The least k with F(k) > below (or >= below, when `or_equal`), for n p <= 40 and p <= 1/2.
 * above = 1 - below is given apart, because in the far tail it has digits that below has not. */
static int64_t invert(double below, double above, bool or_equal, double n, double p) {
  double term[TERMS];
  double odds = p / (1.0 - p), mean = n * p;
  double sum = 0.0, t = sp_exp(n * log_one_less(p));
  bool far_tail = above < 0.0029;
  int32_t k = 0;
  for (; k < TERMS; k++) {
    double here = (double)k;
    term[k] = t;
    sum += t;
    if (!far_tail && (or_equal ? sum >= below : sum > below)) return k;
    if (here >= n) break;
    if (here > mean && t < 0x1p-75) break;
    t *= odds * ((n - here) / (here + 1.0));
  }
  if (!far_tail) return k < TERMS ? k : TERMS - 1;
  /* From the top down, so that small terms are not lost beside a sum near 1. */
  if (k == TERMS) k--;
  double tail = 0.0;
  while (k > 0) {
    double wider = tail + term[k];
    if (or_equal ? wider > above : wider >= above) break;
    tail = wider;
    k--;
  }
  return k;
}

/* Exact quantile, for the region n min(p, 1-p) <= 40. */
static int64_t exact(double u, int64_t n, double p) {
  double trials = (double)n;
  if (p <= 0.5) return invert(u, 1.0 - u, false, trials, p);
  /* Successes are what failures leave. F_X(k) > u says that the failures' F(n-k-1) < 1 - u. */
  return n - invert(1.0 - u, u, true, trials, 1.0 - p);
}

/* ---- binomial, expanded */

/* Third-order Cornish-Fisher. Cumulants carry Sheppard's corrections, since the count is a lattice. */
static int64_t expand(double u, int64_t n, double p) {
  double z = sp_normal_of(u), z2 = z * z;
  double q = 1.0 - p, mean = (double)n * p, spread = mean * q;
  double s2 = spread - 1.0 / 12, s = sp_sqrt(s2);
  double k3 = spread * (q - p), k4 = spread * (1.0 - 6.0 * p * q) + 1.0 / 120;
  double skew = k3 / s2;
  double x = mean + s * z + skew * (z2 - 1.0) / 6 + k4 / s2 * z * (z2 - 3.0) / (24 * s) -
             skew * skew * z * (2.0 * z2 - 5.0) / (36 * s);
  return sp_max_i64(0, sp_min_i64(n, sp_to_i64(sp_floor(x + 0.5))));
}

/* The largest exact count among all (n', p') <= (n, p) with n' p' <= 40. */
static int64_t bound_of_few(double u, int64_t n, double p) {
  int64_t fewest = sp_to_i64(sp_floor(SEAM / p)); /* the last n' at which p itself is still exact */
  int64_t bound = sp_max_i64(exact(u, fewest, p), exact(u, n, SEAM / (double)n));
  return fewest < n ? sp_max_i64(bound, exact(u, fewest + 1, SEAM / (double)(fewest + 1))) : bound;
}

int64_t sp_binomial_of(double u, int64_t n, double p) {
  if (n <= 0 || !(p > 0.0)) return 0;
  if (p >= 1.0) return n;
  u = clamp_u(u);
  double trials = (double)n, hits = trials * p, misses = trials * (1.0 - p);
  if (p <= 0.5 && u + hits < 1.0 - A_LITTLE) return 0; /* none at all has at least the chance 1 - n p */
  if (hits < SEAM || misses < SEAM) return exact(u, n, p);
  int64_t count = expand(u, n, p);
  if (hits < SEAM_END) count = sp_max_i64(count, bound_of_few(u, n, p));
  if (misses < SEAM_END) {
    int64_t last = sp_to_i64(sp_floor(SEAM / (1.0 - p))); /* the last n' with few misses at this p */
    count = sp_max_i64(count, exact(u, sp_min_i64(last, n), p));
    count = sp_min_i64(count, exact(u, n, 1.0 - SEAM / trials));
  }
  return count;
}
