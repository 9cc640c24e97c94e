/* promise.c - what a promise is worth, to whom, and for how long it is believed.
 *
 * Worth: ranks and silver satisfy by degrees, 1 - exp(-amount / scale): two ranks, or fifty taels a head, are worth 0.63 of the
 *   most that can be promised; the plunder of the place or the field a half.
 * Belief: (2 + kept) / (2 + kept + 2 broken): a man of whom nothing is known is believed, one who broke one promise by half, two
 *   by a third. Who promises while he runs is believed by a third of that.
 * What it does: holds men together (morale.def), lets pursuers ride on when their horses are nearly blown, and turns them from
 *   loot where ranks are promised, to it where plunder or silver for heads is.
 * Kept: by honour against greed.
 *
 * Left out: the purse of him who promises; whether his superior will confirm a rank; envy of those who were promised nothing.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_repute.h"

enum { RANKS = 1, SILVER = 2, PLUNDER = 3 };

double sp_calc_promise_weight(const sp_constants *c, int32_t kind, double amount) {
  double n = sp_max(0.0, amount);
  switch (kind) {
    case RANKS: return 1.0 - sp_exp(-n / c->promise_ranks);
    case SILVER: return 1.0 - sp_exp(-n / c->promise_taels);
    case PLUNDER: return c->promise_plunder;
    default: return 0.0;
  }
}

double sp_calc_promise_trust(const sp_constants *c, double kept, double broken, bool in_flight) {
  double good = c->promise_credit + sp_max(0.0, kept);
  double trust = good / (good + c->promise_broken * sp_max(0.0, broken));
  return in_flight ? trust * c->promise_empty : trust;
}

double sp_calc_promise_loot(const sp_constants *c, int32_t kind, double promised) {
  double drawn = kind == RANKS ? -c->promise_holds : kind == SILVER || kind == PLUNDER ? c->promise_draws : 0.0;
  return sp_exp(drawn * sp_lore_unit(promised));
}

double sp_calc_promise_wind(const sp_constants *c, double promised) { return 1.0 - c->promise_spurs * sp_lore_unit(promised); }

double sp_calc_promise_keeps(const sp_constants *c, double honour, double greed) {
  return sp_lore_unit(c->promise_keeps + c->promise_honour * sp_lore_above_middling(honour) - c->promise_greed * sp_lore_above_middling(greed));
}
