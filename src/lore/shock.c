/* shock.c - hand-to-hand: power of a side, and men hit.
 *
 * Power: men, horse counted by its worth (2.2 on a plain against foot in disorder, 1 against foot in good order, less
 *   before works and on slopes), times quality, order, weariness, armour, works, the form of the day, and being
 *   struck in flank; a ditch before the other stops horse and takes more than half of the foot's power and half of its order; a wall to be climbed as much again. It says who gets the better of it: the rule makes "pressed" of the ratio.
 * Hits: a rate per man in contact, and in contact are as many as the smaller side has; times the ratio of the powers
 *   to a small exponent, within bounds. Twice the power costs the weaker 1.23 times and the stronger 0.81 times the
 *   even loss. Until somebody breaks, losses are near even; that is history, and why men break from other
 *   causes. An even fight of 2,000 on either side, none in armour, hits 3.8 men a minute of each.
 * Men cannot hew for long: the rule lets lines draw apart, so that a sector is in hand-to-hand for a quarter of its time.
 * A man in armour is hit less often, and makes his side the stronger: both ways it never adds to its hits.
 *
 * Left out: depth of the mass, length of pikes, single combat, lassos.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

static double horse_ground(const sp_constants *c, sp_relief relief) {
  switch (relief) {
  case SP_RELIEF_ROLLING: return c->fight_horse_rolling;
  case SP_RELIEF_HILLS: return c->fight_horse_hills;
  case SP_RELIEF_MOUNTAIN: return c->fight_horse_mountain;
  default: return 1.0;
  }
}

/* A horseman in foot soldiers. */
static double horse_worth(const sp_constants *c, const sp_melee *other, sp_relief relief) {
  double foot = sp_max(0.0, other->foot), men = foot + sp_max(0.0, other->horse);
  double in_order = men > 0.0 ? foot / men * sp_lore_unit(other->order) : 0.0;
  double worth = c->fight_horse_worth + (c->fight_horse_checked - c->fight_horse_worth) * in_order;
  return worth * horse_ground(c, relief) * sp_lore_loss(c->fight_horse_works, sp_lore_unit(other->cover));
}

double sp_calc_melee_power(const sp_constants *c, const sp_melee *own, const sp_melee *other, sp_relief relief) {
  double foot = sp_max(0.0, own->foot), horse = sp_max(0.0, own->horse);
  if (own->charging) {
    foot *= c->fight_melee_charge_foot;
    horse *= c->fight_melee_charge_horse;
  }
  double ditch = sp_lore_unit(other->ditch);
  double climb = sp_lore_loss(c->fight_wall_climb, sp_lore_unit(other->wall));
  foot *= sp_lore_loss(c->fight_ditch_foot, ditch) * climb;
  horse *= sp_lore_loss(c->fight_ditch_horse, ditch) * climb;
  double men = foot + horse * horse_worth(c, other, relief);
  double worth = sp_exp(c->fight_melee_quality * sp_lore_above_middling(own->quality) + own->form);
  worth *= sp_lore_loss(c->fight_melee_no_order, 1.0 - sp_lore_unit(own->order) * sp_lore_loss(c->fight_ditch_order, ditch));
  worth *= sp_lore_loss(c->fight_melee_weary, sp_lore_unit(own->fatigue));
  worth *= 1.0 + c->fight_melee_armour * sp_lore_unit(own->armour);
  worth *= 1.0 + c->fight_melee_cover * sp_lore_unit(own->cover);
  worth *= sp_lore_loss(c->fight_melee_flanked, sp_lore_unit(own->flanked));
  return men * worth;
}

double sp_calc_melee_hits_per_min(const sp_constants *c, const sp_melee *own, const sp_melee *other,
                                  sp_relief relief) {
  double contact = sp_min(own->foot + own->horse, other->foot + other->horse);
  if (contact <= 0.0) return 0.0;
  double ours = sp_calc_melee_power(c, own, other, relief), theirs = sp_calc_melee_power(c, other, own, relief);
  double most = c->fight_melee_most;
  double exchange = ours > 0.0 ? sp_clamp(sp_pow(theirs / ours, c->fight_melee_power), 1.0 / most, most) : most;
  double saved = (1.0 - c->fight_melee_armour_saves * sp_lore_unit(own->armour)) *
                 (1.0 - c->fight_melee_cover_saves * sp_lore_unit(own->cover)) * (1.0 - c->fight_ditch_saves * sp_lore_unit(own->ditch)) *
                 (1.0 - c->fight_wall_saves * sp_lore_unit(own->wall));
  double flanked = 1.0 + c->fight_melee_flank_hits * sp_lore_unit(own->flanked);
  return c->fight_melee_per_min * contact * exchange * saved * flanked;
}
