/* works.c - ditch and parapet: how far the digging has come, how much is dug in an hour, and what that is worth in a fight.
 *
 * Measures: a ditch is works_width times as wide as it is meant to be deep and narrows to half at the bottom; it is dug at its
 *   whole width, layer by layer, so that earth per metre = 3/4 width * depth reached. 2 m deep: 6 m2; 1 m: 1.5 m2.
 * Digging: men with tools * rate of dig.c at the depth reached * light * rain * mud * weariness; ten hours of a longer day's light. Frozen
 *   soil is slow down to the depth of the frost. 6 km at 6 m2, 36,000 m3, 5,000 tools, loam: 2,500 m3 an hour down to 1.5 m, less
 *   below, 15 hours: a day and a half.
 * Cover: most * (1 - exp(-earth per metre / 1.2 m2)): a scrape of half a square metre 0.25, a shallow ditch 0.54, a deep one 0.745.
 * Obstacle: from nothing at 0.7 m straight to all at 2 m; stakes hinder what the ditch lets through.
 *
 * Left out: water in the ditch, revetment, wolf-pits, works decaying, loopholes and bastions that flank the ditch.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_supply.h"

double sp_calc_works_section_m2(const sp_constants *c, double wanted_m, double depth_m) {
  return sp_calc_ditch_m3(1.0, c->works_width * wanted_m, depth_m);
}

double sp_calc_works_depth_m(const sp_constants *c, double wanted_m, double section_m2) {
  double per_m = sp_calc_works_section_m2(c, wanted_m, 1.0);
  return per_m > 0.0 ? sp_clamp(section_m2 / per_m, 0.0, wanted_m) : 0.0;
}

double sp_calc_works_cover(const sp_constants *c, double section_m2) {
  return c->works_cover_most * (1.0 - sp_exp(-sp_max(0.0, section_m2) / c->works_cover_m2));
}

double sp_calc_works_obstacle(const sp_constants *c, double depth_m, double palisade) {
  double ditch = sp_lore_ramp(depth_m, c->works_obstacle_from_m, sp_max(c->works_deep_m, c->works_obstacle_from_m + 0.1));
  return 1.0 - (1.0 - ditch) * (1.0 - c->works_palisade * sp_lore_unit(palisade));
}

double sp_calc_works_frost_m(const sp_constants *c, double ground_c) {
  return sp_clamp(-ground_c * c->works_frost_m_per_c, 0.0, c->works_frost_most_m);
}

double sp_calc_works_diggers(const sp_constants *c, double men, double tools) {
  return sp_max(0.0, sp_min(tools, c->works_free_share * men));
}

/* How much of an hour by the clock is work, by what hinders all of it alike. */
static double work_share(const sp_constants *c, const sp_digging *d) {
  double share = 1.0;
  if (d->light < c->works_light) share = d->by_night ? sp_lore_loss(c->works_dark, sp_lore_unit(1.0 - d->light / c->works_light)) : 0.0;
  share *= sp_min(1.0, c->dig_day_h / sp_max(1.0, d->daylight_h));
  share *= sp_lore_loss(c->works_rain, sp_lore_rain(c, d->rain_mm_h));
  share *= sp_lore_loss(c->works_mud, sp_lore_unit(d->mud));
  return share * sp_lore_loss(c->works_weary, sp_lore_unit(d->fatigue));
}

double sp_calc_works_m3_h(const sp_constants *c, const sp_digging *d) {
  bool frozen = d->depth_m < d->frost_m;
  return sp_max(0.0, d->diggers) * sp_calc_dig_m3_h(c, d->soil, d->depth_m, frozen) * work_share(c, d);
}

double sp_calc_works_stakes_m_h(const sp_constants *c, const sp_digging *d) {
  return sp_max(0.0, d->diggers) * work_share(c, d) / c->works_stake_man_h_m;
}
