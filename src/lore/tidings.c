/* tidings.c - when news is bad, whether its bearer pays for it, and what that does to the next news.
 *
 * Worse: the log of the enemy's men to one's own, after against before. An enemy of whom nothing was known counts as a tenth of
 *   one's own, so that the first sight of as many as oneself is ln 10 = 2.3 worse than was believed.
 * Punished: by the chief's severity, nothing below odds half as bad again, wholly from four times as bad.
 * Chilled: numbers of the enemy shaded by up to half, own losses kept back by up to half, both held up to two hours; the fear halves
 *   in ten days.
 *
 * Left out: rewards for good news; a staff that softens a paper on its own; lies about the enemy's whereabouts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_repute.h"

#define LN_2 0.6931471805599453

double sp_calc_news_worse(const sp_constants *c, double own_before, double own_after, double enemy_before, double enemy_after) {
  double own = sp_max(1.0, own_before), unseen = c->tidings_unseen * own;
  double before = sp_max(unseen, enemy_before) / own, after = sp_max(unseen, enemy_after) / sp_max(1.0, own_after);
  return sp_log(after / before);
}

double sp_calc_news_punished(const sp_constants *c, double severity, double worse) {
  return sp_lore_unit(severity) * sp_lore_ramp(worse, c->tidings_first_ln, c->tidings_full_ln); /* their ranges do not meet */
}

double sp_calc_news_enemy(const sp_constants *c, double chilled, double men) { return sp_max(0.0, men) * (1.0 - c->tidings_shades * sp_lore_unit(chilled)); }

double sp_calc_news_own(const sp_constants *c, double chilled, double men, double opening) {
  double lost = sp_max(0.0, opening - sp_max(0.0, men));
  return sp_max(0.0, men) + c->tidings_hides * sp_lore_unit(chilled) * lost;
}

double sp_calc_news_kept_min(const sp_constants *c, double chilled) { return c->tidings_kept_min * sp_lore_unit(chilled); }

double sp_calc_news_fear(const sp_constants *c, double chilled, double days) { return sp_lore_unit(chilled) * sp_exp(-LN_2 * sp_max(0.0, days) / c->tidings_half_days); }
