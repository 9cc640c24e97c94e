/* terms.c - when a garrison asks for terms, and whether it gets them.
 *
 * Hazard a day: terms_per_d * exp(3 * hunger + 1.5 * want of bread + 6.5 * breach + 1.5 * alone - 3 * relief - 1.5 * honour - loyalty), honour and loyalty
 *   from -1 to 1. Want of bread: 1 - days / 10. Alone: 1 - exp(-days shut in / 20), as far as he believes no relief near.
 * Shut in for sixty days, starving (hunger 0.8), without bread, middling in all: 0.0005 * exp(2.4 + 1.5 + 1.43) = 0.10 a day. The day of a full breach,
 *   fed: 0.0005 * exp(6.5) = 0.33. Fed, behind a whole wall, a year: 0.0005 * exp(1.5) = 0.0022, once in fifteen months.
 * Grant: of besiegers who have been told nothing: 0.4 with arms, 0.8 without, less four fifths at a full breach; prisoners always.
 *
 * Left out: inhabitants who press or betray him, bribes, hostages, what befell the last place that yielded.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_supply.h"

double sp_calc_yield_per_d(const sp_constants *c, const sp_plight *p) {
  double relief = sp_lore_unit(p->relief), want = p->bread_d < 0.0 ? 0.0 : 1.0 - sp_lore_unit(p->bread_d / c->terms_bread_d);
  double alone = (1.0 - sp_exp(-sp_max(0.0, p->shut_d) / c->terms_alone_d)) * (1.0 - relief);
  double x = c->terms_hunger * sp_lore_unit(p->hunger) + c->terms_bread * want + c->terms_breach * sp_lore_unit(p->breach) + c->terms_alone * alone - c->terms_relief * relief;
  return c->terms_per_d * sp_exp(x - c->terms_honour * sp_lore_above_middling(p->honour) - c->terms_loyalty * sp_lore_above_middling(p->loyalty));
}

double sp_calc_grant(const sp_constants *c, sp_terms asked, double breach) {
  if (asked == SP_TERMS_PRISONERS) return 1.0;
  double before = asked == SP_TERMS_ARMED ? c->terms_grant_armed : asked == SP_TERMS_UNARMED ? c->terms_grant_unarmed : 0.0;
  return before * (1.0 - c->terms_grant_breach * sp_lore_unit(breach));
}
