/* wagon.c - wagons as cover: shield wagons before a line, war wagons in a ring.
 *
 * Shield wagons (planks and wet hides on two wheels, pushed by their men): share of a line that finds room behind them, each
 *   so many metres wide; half of it in hills, none where no wheel goes. 50 wagons of 4 m before 1,000 foot, 200 m: all of it.
 * Ring: men need 6 square metres each in it and beasts 8; a square of that has sides of its root, and each wagon closes so
 *   many metres of them. 2,500 men and 400 beasts: 18,200 square metres, 540 m, 108 wagons of 5 m; Qi Jiguang gave a
 *   camp of that size 128.
 * Left out: wagons that burn or are shot to pieces, the time it takes to close the ring.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

/* Share of wagons that can be brought where they are wanted. */
static double passable(const sp_constants *c, sp_relief relief, sp_cover cover) {
  if (relief == SP_RELIEF_MOUNTAIN || cover == SP_COVER_WOOD || cover == SP_COVER_MARSH) return 0.0;
  return relief == SP_RELIEF_HILLS ? c->fight_wagon_hills : 1.0;
}

double sp_calc_shield_share(const sp_constants *c, double wagons, double line_m, sp_relief relief, sp_cover cover) {
  if (wagons <= 0.0 || line_m <= 0.0) return 0.0;
  return sp_lore_unit(wagons * c->fight_shield_m / line_m) * passable(c, relief, cover);
}

double sp_calc_laager(const sp_constants *c, double wagons, double men, double beasts, sp_relief relief, sp_cover cover) {
  double area = sp_max(0.0, men) * c->engage_laager_man_m2 + sp_max(0.0, beasts) * c->engage_laager_beast_m2;
  if (wagons <= 0.0 || area <= 0.0) return 0.0;
  return sp_lore_unit(wagons * c->engage_laager_wagon_m / (4.0 * sp_sqrt(area))) * passable(c, relief, cover);
}
