/* night.c - what darkness does to a fight, beside fire (fire.c) and the press (the rule): blows fall wide, and men lose their
 *   places. Both in proportion to how dark it is for men on a road: nothing while they see enough, all in black night.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

double sp_calc_dark(const sp_constants *c, double light) { return sp_lore_dark(c, light); }
double sp_calc_dark_blows(const sp_constants *c, double dark) { return sp_lore_loss(c->fight_dark_blows, sp_lore_unit(dark)); }
double sp_calc_dark_disorder(const sp_constants *c, double dark) { return 1.0 + (c->fight_dark_disorder - 1.0) * sp_lore_unit(dark); }
