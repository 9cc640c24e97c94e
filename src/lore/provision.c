/* provision.c - what an army takes along, and what want does to it.
 *
 * Carried: what men on foot and in the saddle have in their bags, led horses, pack beasts beyond the carts' teams, and the part
 *   of each cart that is not tents and powder. 100,000 foot carry 1,300 t, ten days of their own bread.
 * Hunger counts in full rations missed and not made good; a day on half rations costs less than half of one, for the body saves
 *   (hunger_saves: half rations cost a quarter, two thirds a ninth). A man's worth falls along straight lines: whole up to
 *   hunger_unfelt_d, then through the values after 5, 10, 15 and 20 rations. The dead follow lore/ration.c. Men leave at a
 *   rate that grows with the same count: hunger_desert_month at five rations, double at ten and beyond.
 * Beasts: grain alone gives them part of their feed, grass alone another; together they have it all. They die as men do,
 *   only sooner.
 *
 * Left out: thirst, salt, cold that makes hunger worse, what a fat horse can do without, the officers' larger share.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

double sp_calc_carried_kg(const sp_constants *c, const sp_column *column) {
  double men = (double)column->foot + column->followers + column->mounted, carts = column->carts;
  double pack = sp_max(0.0, column->draught - carts * c->provision_team);
  double ridden = column->mounted;
  return men * c->provision_man_kg + ridden * c->provision_saddle_kg + column->led_horses * c->provision_led_kg + pack * c->cartage_mule_kg +
         carts * c->cartage_cart_shi * c->ration_shi_kg * c->provision_cart_share;
}

double sp_calc_day_missed(const sp_constants *c, double short_share) { return sp_pow(sp_lore_unit(short_share), c->hunger_saves); }

static double between(double x, double x0, double y0, double x1, double y1) { return y0 + (y1 - y0) * (x - x0) / (x1 - x0); }

double sp_calc_hungry_worth(const sp_constants *c, double rations_missed) {
  double d = rations_missed;
  if (d <= c->hunger_unfelt_d) return 1.0;
  if (d <= 5.0) return between(d, c->hunger_unfelt_d, 1.0, 5.0, c->hunger_strength_5d);
  if (d <= 10.0) return between(d, 5.0, c->hunger_strength_5d, 10.0, c->hunger_strength_10d);
  if (d <= 15.0) return between(d, 10.0, c->hunger_strength_10d, 15.0, c->hunger_strength_15d);
  return d <= 20.0 ? between(d, 15.0, c->hunger_strength_15d, 20.0, c->hunger_strength_20d) : c->hunger_strength_20d;
}

double sp_calc_hungry_leave_per_d(const sp_constants *c, double rations_missed) {
  return sp_hazard(c->hunger_desert_month * (1.0 / 30.0) * sp_clamp(rations_missed * 0.2, 0.0, 2.0), 1.0);
}

/* Of those who live, dead of it between two counts of missed rations. */
static double dead_between(double dead_before, double dead_after) {
  return dead_before >= 1.0 ? 0.0 : sp_clamp((dead_after - dead_before) / (1.0 - dead_before), 0.0, 1.0);
}

double sp_calc_starved_between(const sp_constants *c, double missed_before, double missed_after) {
  return dead_between(sp_calc_starved_share(c, missed_before), sp_calc_starved_share(c, missed_after));
}

static double beasts_dead(const sp_constants *c, double missed) {
  return 0.5 * sp_clamp((missed - c->hunger_beast_begin_d) / (c->hunger_beast_half_d - c->hunger_beast_begin_d), 0.0, 2.0);
}

double sp_calc_beasts_starved_between(const sp_constants *c, double missed_before, double missed_after) {
  return dead_between(beasts_dead(c, missed_before), beasts_dead(c, missed_after));
}

double sp_calc_beast_fed(const sp_constants *c, double grain_share, double grass_share) {
  return sp_min(1.0, c->provision_grain_alone * sp_lore_unit(grain_share) + c->provision_grass_alone * sp_lore_unit(grass_share));
}
