/* lot.c - what a sample says of a lot of powder or grenades.
 *
 * Judging: each piece of a lot fails with one unknown chance. Before trying it may be anything in 0..1 alike: Beta(1, 1), the
 *   prior (another may be given); after f failures in n trials it is Beta(1 + f, 1 + n - f), and the chance that the lot is
 *   worse than a limit is 1 - I_limit of that. 8 in 20: worse than 30 % with chance 0.85.
 * Planning: the idea of ISO 2859-1 (sample size, acceptance number, operating characteristic) for a lot much larger than the
 *   sample: try n, take the lot when at most c fail. The chance of taking a lot that fails with p is the sum of the binomial
 *   to c; the plan is the smallest n for which some c keeps both risks.
 * Arithmetic: ln gamma by Stirling's series from 12 up; the incomplete beta by its continued fraction (Lentz).
 *
 * Left out: lots mixed of several, failures that come in runs, small lots (the hypergeometric), judges who are bribed.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

#define HALF_LN_2PI 0.91893853320467274178
enum { MOST_TERMS = 3000, MOST_SAMPLE = 2000 };

double sp_calc_ln_gamma(double x) {
  double below = 1.0;
  while (x < 12.0) below *= x++;
  double r = 1.0 / x, r2 = r * r;
  double tail = r * (1.0 / 12.0 - r2 * (1.0 / 360.0 - r2 * (1.0 / 1260.0 - r2 * (1.0 / 1680.0 - r2 * (1.0 / 1188.0)))));
  return (x - 0.5) * sp_log(x) - x + HALF_LN_2PI + tail - sp_log(below);
}

static double away_from_zero(double x) { return sp_abs(x) < 1e-300 ? 1e-300 : x; }

/* The continued fraction of I_x(a, b), which converges fast for x below (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b) {
  double c = 1.0, d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)), h = d;
  for (int32_t m = 1; m <= MOST_TERMS; m++) {
    double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
    d = 1.0 / away_from_zero(1.0 + even * d);
    c = away_from_zero(1.0 + even / c);
    h *= d * c;
    double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    d = 1.0 / away_from_zero(1.0 + odd * d);
    c = away_from_zero(1.0 + odd / c);
    h *= d * c;
    if (sp_abs(d * c - 1.0) < 1e-15) break;
  }
  return h;
}

double sp_calc_beta_share(double x, double a, double b) {
  if (!(x > 0.0)) return 0.0;
  if (x >= 1.0) return 1.0;
  double front = sp_exp(sp_calc_ln_gamma(a + b) - sp_calc_ln_gamma(a) - sp_calc_ln_gamma(b) + a * sp_log(x) + b * sp_log(1.0 - x));
  double share = x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction(x, a, b) / a : 1.0 - front * beta_fraction(1.0 - x, b, a) / b;
  return sp_clamp(share, 0.0, 1.0);
}

double sp_calc_beta_quantile(double share, double a, double b) {
  double low = 0.0, high = 1.0;
  for (int32_t n = 0; n < 60; n++) {
    double middle = (low + high) / 2.0;
    if (sp_calc_beta_share(middle, a, b) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2.0;
}

double sp_calc_binomial_share(int32_t most, int32_t n, double p) {
  if (most < 0) return 0.0;
  if (most >= n) return 1.0;
  return sp_calc_beta_share(1.0 - sp_lore_unit(p), n - most, most + 1.0);
}

double sp_calc_lot_worse(double failures, double trials, double limit, double prior_a, double prior_b) {
  double bad = sp_clamp(failures, 0.0, sp_max(0.0, trials)), sound = sp_max(0.0, trials) - bad;
  return 1.0 - sp_calc_beta_share(sp_lore_unit(limit), prior_a + bad, prior_b + sound);
}

sp_lot_plan sp_calc_lot_plan(double good, double bad, double risk_good, double risk_bad) {
  int32_t accept = 0; /* the least that keeps the good lot's risk only grows with n */
  for (int32_t n = 1; n <= MOST_SAMPLE; n++) {
    while (accept < n && 1.0 - sp_calc_binomial_share(accept, n, good) > risk_good) accept++;
    double taken = sp_calc_binomial_share(accept, n, bad);
    if (taken <= risk_bad) return (sp_lot_plan){n, accept, 1.0 - sp_calc_binomial_share(accept, n, good), taken};
  }
  return (sp_lot_plan){0};
}

/* ---- complaints at court: half and more failed is all the proof that is wanted; each complaint is a chance of its own. Two complaints of 30 of
 * 50, of a man who gives half of the price away: 1 - (1 - 0.6)^2 = 0.84, by 1 - 0.8 / 2: 0.504. */

static double proof(const sp_lot_complaint *x) { return x->thrown > 0.0 ? sp_lore_unit(2.0 * sp_max(0.0, x->failed) / x->thrown) : 0.0; }

double sp_calc_court_hears(const sp_constants *c, const sp_lot_complaint *x) {
  double once = c->court_hears * proof(x), never = sp_exp((1.0 + sp_max(0.0, x->before)) * sp_log(sp_max(1e-9, 1.0 - once)));
  return (1.0 - never) * (1.0 - c->court_shield * sp_lore_unit(x->bribe));
}

double sp_calc_court_dismisses(const sp_constants *c, const sp_lot_complaint *x) { return c->court_dismisses * proof(x); }
