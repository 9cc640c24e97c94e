/* forage.c - what an army can take from the country round its camp.
 *
 * Grain = land within reach * people a km2 * stores a head * share found * what is left since the harvest (a twelfth less each
 *   month from September on). Devastated land holds forage_waste of it.
 * Grass = land within reach * green fodder a km2, in full from May to October; forage_winter_grass of it otherwise. Devastated
 *   land has its grass.
 *
 * Left out: the enemy who wants the same grass, woods and marsh within the circle, gathering hands, cattle driven off.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

enum { HARVEST_MONTH = 9, GRASS_FROM = 5, GRASS_TO = 10 };

static double area_km2(const sp_constants *c, const sp_forage_land *land) {
  double reach_km = land->reach_m > 0.0 ? land->reach_m / 1000.0 : c->forage_reach_km;
  return SP_PI * reach_km * reach_km;
}

double sp_calc_forage_grain_shi(const sp_constants *c, const sp_forage_land *land) {
  int32_t since = (land->month + 12 - HARVEST_MONTH) % 12;
  double left = (12.0 - since) / 12.0, kept = land->devastated ? c->forage_waste : 1.0;
  return area_km2(c, land) * c->forage_people_km2 * c->forage_store_shi * c->forage_found * left * kept;
}

double sp_calc_forage_green_kg(const sp_constants *c, const sp_forage_land *land) {
  bool good = land->month >= GRASS_FROM && land->month <= GRASS_TO;
  return area_km2(c, land) * c->forage_grass_t_km2 * 1000.0 * (good ? 1.0 : c->forage_winter_grass);
}

double sp_calc_forage_green_kg_d(const sp_constants *c, double horses) { return sp_max(0.0, horses) * c->forage_green_kg; }
