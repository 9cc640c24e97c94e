/* withdraw.c - going back in touch of the enemy: who is overtaken, what order is lost.
 *
 * Pressed: horse that comes after them, and a little of the foot, to each man who goes; at most one. Of an enemy who only held his
 *   ground half is let go, of a cautious one's less.
 * Covered: friends who stay divide it; men who go back in turns have half of their own standing at any time, and pay for it in time.
 * Overtaken: 1 - exp(-share * exp(order * (1 - o)) * pressed * covered * ground * light). As many horse after 1,000 foot in order
 *   0.8: 0.06 * e^0.4 = 9 of a hundred; in turns four; with as many friends who stand, four and a half.
 *
 * Left out: guns that are left, ground that hides, pursuers who are led into a fire.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

static double ground_of(const sp_constants *c, const sp_withdrawal *x) {
  double slope = x->relief == SP_RELIEF_MOUNTAIN  ? c->pursuit_mountain
                 : x->relief == SP_RELIEF_HILLS   ? c->pursuit_hills
                 : x->relief == SP_RELIEF_ROLLING ? 0.5 * (1.0 + c->pursuit_hills)
                                                  : 1.0;
  return slope * (x->cover == SP_COVER_WOOD ? c->pursuit_wood : x->cover == SP_COVER_MIXED ? c->pursuit_mixed : x->cover == SP_COVER_MARSH ? c->pursuit_marsh : 1.0);
}

double sp_calc_withdraw_pressed(const sp_constants *c, const sp_withdrawal *x) {
  if (x->men <= 0.0) return 0.0;
  double after = sp_max(0.0, x->enemy_horse) + c->withdraw_foot * sp_max(0.0, x->enemy_foot);
  double let_go = 1.0 - (1.0 - c->withdraw_keeps) * (1.0 - sp_lore_unit(x->enemy_attacks));
  return sp_min(1.0, after / x->men) * let_go * (1.0 - c->withdraw_caution * sp_lore_unit(x->enemy_caution));
}

double sp_calc_withdraw_covered(const sp_constants *c, const sp_withdrawal *x) {
  double stay = x->men > 0.0 ? sp_max(0.0, x->staying) / x->men : 0.0;
  return (x->in_turns ? c->withdraw_turns : 1.0) / (1.0 + c->withdraw_rear * stay);
}

double sp_calc_withdraw_overtaken(const sp_constants *c, const sp_withdrawal *x) {
  double loose = sp_exp(c->withdraw_order * (1.0 - sp_lore_unit(x->order)));
  double seen = sp_lore_loss(c->pursuit_dark, sp_lore_dark(c, x->light));
  return 1.0 - sp_exp(-c->withdraw_share * loose * sp_calc_withdraw_pressed(c, x) * sp_calc_withdraw_covered(c, x) * ground_of(c, x) * seen);
}

double sp_calc_withdraw_disorder(const sp_constants *c, const sp_withdrawal *x) {
  return c->withdraw_disorder * sp_calc_withdraw_pressed(c, x) * sp_calc_withdraw_covered(c, x);
}
