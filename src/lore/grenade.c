/* grenade.c - men hit by grenades.
 *
 * A grenade that bursts among men in close order hits fight_grenade_hit of them, a weak one a part of that; cover stops less
 *   of it than of balls, since it is thrown over; armour as much as of balls. Heavy rain puts out fuses as it wets
 *   touch-holes. What becomes of each grenade is the lot's: the rule draws it.
 * Left out: horses that shy.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

double sp_calc_grenade_hits(const sp_constants *c, const sp_grenades *g) {
  double bursts = sp_max(0.0, g->good) + c->fight_grenade_weak * sp_max(0.0, g->weak);
  double dry = sp_calc_misfire(c, 0.0), wetted = dry < 1.0 ? (sp_calc_misfire(c, g->rain_mm_h) - dry) / (1.0 - dry) : 1.0;
  bursts *= 1.0 - c->fight_gun_wet * sp_lore_unit(wetted);
  double filled = 1.0 - sp_exp(-sp_max(0.0, g->target_density) / c->fight_density_per_m);
  double open = (1.0 - c->fight_grenade_cover * sp_lore_unit(g->target_cover)) * (1.0 - c->fight_armour_ball * sp_lore_unit(g->target_armour));
  return c->fight_grenade_hit * bursts * filled * open;
}
