/* talk.c - what prisoners know of their own army, and how far it is true.
 *
 * A common man knows little: where his body was bound, one in four; whether his chief rode off, if it happened before their
 *   eyes, one in three. Of n men who are questioned one at least knows with 1 - (1 - p)^n; a staff hears a dozen, no more.
 * Strength: one man's guess is out by a factor of two in one case of three; of n mouths the spread falls with the root, not below a
 *   quarter, because they share their rumours.
 * False: one tale of three where one man is asked by a questioner of middling skill; who asks several apart finds them out.
 *
 * Left out: officers, who know more and say less; torture; spies who let themselves be taken.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_repute.h"

static double heard_of(const sp_constants *c, double captives) { return sp_clamp(captives, 0.0, c->talk_heard); }

/* 1.5 for the dullest, 1 for middling skill, 0.5 for the ablest. */
static double dullness(double skill) { return 1.5 - sp_lore_unit(skill); }

double sp_calc_talk_min(const sp_constants *c, double skill) { return c->talk_min * dullness(skill); }

double sp_calc_talk_knows(const sp_constants *c, double captives, double each) {
  double ignorant = 1.0 - sp_lore_unit(each);
  if (ignorant <= 0.0) return captives > 0.0 ? 1.0 : 0.0;
  return 1.0 - sp_exp(heard_of(c, captives) * sp_log(ignorant));
}

double sp_calc_talk_sigma(const sp_constants *c, double captives) {
  return sp_max(c->talk_men_least, c->talk_men_sigma / sp_sqrt(sp_max(1.0, heard_of(c, captives))));
}

double sp_calc_talk_false(const sp_constants *c, double captives, double skill) {
  return sp_lore_unit(c->talk_false * dullness(skill) / sp_sqrt(sp_max(1.0, heard_of(c, captives))));
}

double sp_calc_talk_weighed(double men, double spread, double other, double other_spread, double *sigma) {
  double a = 1.0 / (spread * spread), b = 1.0 / (other_spread * other_spread);
  *sigma = sp_sqrt(1.0 / (a + b));
  return sp_exp((a * sp_log(sp_max(1.0, men)) + b * sp_log(sp_max(1.0, other))) / (a + b));
}
