/* mine.c - galleries under a wall, and what a charge of powder does to it.
 *
 * Progress: men at work / man-hours to a metre * soil * (1 - wet * mud), men at work = diggers / 3, at most a crew: 36 men or more in dry loam
 *   drive 12 / 60 = 0.2 m an hour, 60 m in twelve days and a half.
 * Charge: a crater of half-width r asks for q r^3, q = mine_kg_m3; at r = h, the least way to the open, that is the ordinary charge. Breach =
 *   2 r = 2 h (Q / q h^3)^(1/3), nothing below mine_least of the ordinary charge, at most 2 * mine_most * h. Under a city wall, h = 8 m:
 *   717 kg open 16 m, 1,000 kg 17.9 m, 5,735 kg 32 m.
 * Heard: mine_heard_per_h * (1 - way left / mine_hear_m). The last 20 m at 0.2 m an hour: 100 h at half the rate, 1 - exp(-0.75) = 53 in the hundred.
 *
 * Left out: several chambers to a gallery, galleries propped and burnt without powder, mines sprung in the field, ventilation.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_supply.h"

double sp_calc_mine_m_h(const sp_constants *c, double diggers, sp_soil soil, double mud, bool marsh) {
  double ground = soil == SP_SOIL_SAND ? c->mine_sand : soil == SP_SOIL_CLAY ? c->mine_clay : soil == SP_SOIL_STONE ? c->mine_stone : 1.0;
  double men = sp_min(sp_max(0.0, diggers) / 3.0, c->mine_crew);
  return men / c->mine_mh_m * sp_min(ground, marsh ? c->mine_marsh : 1.0) * (1.0 - c->mine_wet * sp_lore_unit(mud));
}

double sp_calc_mine_h(const sp_constants *c, double length_m, double metres_per_h) {
  if (length_m <= 0.0) return c->mine_charge_h;
  return metres_per_h > 0.0 ? sp_min(SP_CALC_ENDLESS, length_m / metres_per_h + c->mine_charge_h) : SP_CALC_ENDLESS;
}

double sp_calc_mine_depth_m(const sp_constants *c, sp_wall_kind kind) { return c->mine_depth_m * sp_lore_wall_strength(c, kind); }

double sp_calc_mine_ordinary_kg(const sp_constants *c, sp_wall_kind kind) {
  double h = sp_calc_mine_depth_m(c, kind);
  return c->mine_kg_m3 * h * h * h;
}

double sp_calc_mine_full_kg(const sp_constants *c, sp_wall_kind kind) { return sp_calc_mine_ordinary_kg(c, kind) * c->mine_most * c->mine_most * c->mine_most; }

double sp_calc_mine_breach_m(const sp_constants *c, sp_wall_kind kind, double charge_kg) {
  double ordinary = sp_calc_mine_ordinary_kg(c, kind), share = ordinary > 0.0 ? charge_kg / ordinary : 0.0;
  if (!(share >= c->mine_least)) return 0.0;
  return 2.0 * sp_calc_mine_depth_m(c, kind) * sp_min(sp_exp(sp_log(share) / 3.0), c->mine_most);
}

double sp_calc_mine_cave_per_m(const sp_constants *c, sp_soil soil, double mud) {
  return c->mine_cave_per_m * (soil == SP_SOIL_SAND ? c->mine_cave_sand : 1.0) * (1.0 + c->mine_cave_wet * sp_lore_unit(mud));
}

double sp_calc_mine_heard_per_h(const sp_constants *c, double left_m) { return c->mine_heard_per_h * sp_lore_unit(1.0 - sp_max(0.0, left_m) / c->mine_hear_m); }

/* Over a gallery driven at one pace: the way within hearing at half the rate, the time of charging at all of it. */
double sp_calc_mine_heard(const sp_constants *c, double length_m, double metres_per_h) {
  double within = sp_min(sp_max(0.0, length_m), c->mine_hear_m), mean = 1.0 - 0.5 * within / c->mine_hear_m;
  double hours = metres_per_h > 0.0 ? within / metres_per_h : 0.0;
  return 1.0 - sp_exp(-c->mine_heard_per_h * (mean * hours + c->mine_charge_h));
}

double sp_calc_mine_works(const sp_constants *c) { return (1.0 - c->mine_fails) * (1.0 - c->mine_back); }
