/* dig.c - ditches by man-hours.
 *
 * A ditch narrows to half its width at the bottom: volume = length * 3/4 width * depth. One man moves dig_m3_h in an hour;
 *   from below dig_throw_m earth is handed up once more for each such depth, and every hand slows it:
 *   rate = base * soil * frost / (1 + (depth - throw) / throw).
 * 6 km of ditch 4 m wide and 2 m deep, 36,000 m3, 5,000 men: 19 h, two days. The moat of 太白陰經 ch. 44, 20 chi wide, 10 deep and 10
 *   at the bottom, at 30 cubic chi a man a day, is the low end.
 *
 * Left out: reliefs, tools to be had (give as many diggers as there are tools), water in the ditch, revetment, enemy fire.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

double sp_calc_ditch_m3(double length_m, double width_m, double depth_m) {
  return sp_max(0.0, length_m) * 0.75 * sp_max(0.0, width_m) * sp_max(0.0, depth_m);
}

double sp_calc_dig_m3_h(const sp_constants *c, sp_soil soil, double depth_m, bool frozen) {
  double ground = soil == SP_SOIL_SAND ? c->dig_sand : soil == SP_SOIL_CLAY ? c->dig_clay : soil == SP_SOIL_STONE ? c->dig_stone : 1.0;
  double handed = sp_max(0.0, depth_m - c->dig_throw_m) / c->dig_throw_m;
  return c->dig_m3_h * ground * (frozen ? c->dig_frozen : 1.0) / (1.0 + handed);
}

double sp_calc_ditch_h(const sp_constants *c, double volume_m3, double depth_m, double diggers, sp_soil soil, bool frozen) {
  if (diggers <= 0.0) return volume_m3 > 0.0 ? SP_CALC_ENDLESS : 0.0;
  return sp_min(SP_CALC_ENDLESS, sp_max(0.0, volume_m3) / (diggers * sp_calc_dig_m3_h(c, soil, depth_m, frozen)));
}

double sp_calc_dig_days(const sp_constants *c, double hours) { return sp_max(0.0, hours) / c->dig_day_h; }
