/* siege.c - a wall: what it is worth to those behind it, and how guns bring it down.
 *
 * Strength: of a city's wall 1, a town's 0.9, a fort's 0.8, of ruins 0.3. Cover rises with it, from rubble to merlons.
 * Breach: hits / (hits per metre * strength / a fort's). Thirty guns at five rounds an hour, every second striking, bring down 62 m of a
 *   fort's wall in ten hours: 30 * 5 * 10 / 2 / 12.
 * How far a breach opens: its length to siege_breach_full_m, 60 m. A full breach leaves rubble, half a deep ditch; the wall proper, which
 *   must be climbed, is gone in proportion.
 *
 * Ring: gaps = exp(-men per km / 600), and of these a ditch shuts its part. 4,000 men about a fort of 1,700 m, 5.5 km of ring: 70 % closed
 *   with posts, 91 % with a deep ditch all along.
 *
 * Passing it: a body is twelve minutes among the posts and gives more signs of itself than one man, by the root of its number: 1 + sqrt(men / 20).
 *   Chance to be unheeded exp(-rate * 12 * signs): 80 men by black night through a ring six tenths closed exp(-0.045 * 12 * 3) = 0.20.
 *
 * Repair: 150 man-hours to a metre, ten men at each, and never fewer than at a breach that would do: 300 men at 30 m of breach or less close 2 m an hour by day, 1.2 by black night.
 *
 * Mines: mine.c. Left out: ladders counted, towers and gates apart, the moat filled in.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_supply.h"

double sp_calc_wall_m(const sp_constants *c, sp_wall_kind kind) {
  switch (kind) {
  case SP_WALL_CITY: return c->siege_city_m;
  case SP_WALL_TOWN: return c->siege_town_m;
  case SP_WALL_NONE: return 0.0;
  default: return c->siege_fort_m;
  }
}

double sp_lore_wall_strength(const sp_constants *c, sp_wall_kind kind) {
  switch (kind) {
  case SP_WALL_CITY: return 1.0;
  case SP_WALL_TOWN: return c->siege_town;
  case SP_WALL_FORT: return c->siege_fort;
  case SP_WALL_RUINS: return c->siege_ruins;
  default: return 0.0;
  }
}

double sp_calc_ring(const sp_constants *c, double men, double works_m, double ring_m) {
  if (ring_m <= 0.0) return 0.0;
  double gaps = sp_exp(-sp_max(0.0, men) / (ring_m * 0.001) / c->siege_ring_men_per_km);
  return 1.0 - gaps * (1.0 - c->siege_ring_works * sp_lore_unit(works_m / ring_m));
}

double sp_calc_ring_caught_per_min(const sp_constants *c, double ring, double light) {
  return c->siege_ring_caught_per_min * sp_lore_unit(ring) * sp_lore_loss(c->siege_ring_dark, sp_lore_dark(c, light));
}

double sp_calc_ring_slip(const sp_constants *c, double ring, double men, double light) {
  double signs = 1.0 + sp_sqrt(sp_max(0.0, men) / c->siege_ring_heed_men);
  return sp_exp(-sp_calc_ring_caught_per_min(c, ring, light) * c->siege_ring_pass_min * signs);
}

double sp_calc_breach_m(const sp_constants *c, sp_wall_kind kind, double hits) {
  double each = c->siege_hits_per_m * sp_lore_wall_strength(c, kind) / c->siege_fort;
  return each > 0.0 ? sp_max(0.0, hits) / each : 0.0;
}

double sp_calc_repair_m_h(const sp_constants *c, double diggers, double breach_m, double light) {
  if (breach_m <= 0.0) return 0.0;
  double men = sp_min(sp_max(0.0, diggers), c->siege_repair_men_per_m * sp_max(breach_m, c->siege_breach_enough_m)); /* at a narrow one they stand in depth */
  return men / c->siege_repair_mh_m * sp_lore_loss(c->siege_repair_dark, sp_lore_dark(c, light));
}

sp_wall_worth sp_calc_wall_worth(const sp_constants *c, sp_wall_kind kind, double breach_m) {
  double s = sp_lore_wall_strength(c, kind), open = sp_lore_unit(sp_max(0.0, breach_m) / c->siege_breach_full_m);
  if (s <= 0.0) return (sp_wall_worth){.cover = 0.0};
  double cover = c->siege_cover_least + (c->siege_cover_most - c->siege_cover_least) * s;
  double obstacle = kind == SP_WALL_RUINS ? c->siege_rubble : 1.0;
  return (sp_wall_worth){.cover = cover * (1.0 - c->siege_breach_cover * open), .obstacle = obstacle + (sp_min(obstacle, c->siege_rubble) - obstacle) * open,
                         .wall = kind == SP_WALL_RUINS ? 0.0 : s * (1.0 - open)};
}
