/* boat.c - boats and rafts on the sea: room, loading, way, wind.
 *
 * Room is counted in men: beasts, carts, guns and grain take that of several. Loading: so many boats side by side, the rest
 *   after them. Way: that of still air, changed by the wind along the course, in proportion to its strength. Danger: none up
 *   to the wind in which they put out, then growing with every part by which it is exceeded.
 * 75 km by raft in still air: 48 hours; by boat 17.
 *
 * Left out: tides, currents, tacking, the trade of the crew, cold, boats of several sizes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

double sp_calc_boat_cargo(const sp_constants *c, const sp_cargo *cargo) {
  return cargo->men + cargo->beasts * c->boat_horse_room + cargo->carts * c->boat_cart_room + cargo->light_guns * c->boat_light_gun_room + cargo->heavy_guns * c->boat_heavy_gun_room + cargo->grain_kg / c->boat_grain_kg;
}

double sp_calc_boat_room(const sp_constants *c, double boats, double rafts) { return sp_max(0.0, boats) * c->boat_men + sp_max(0.0, rafts) * c->boat_raft_men; }

double sp_calc_boat_load_min(const sp_constants *c, double boats, double rafts) {
  return c->boat_load_min * sp_max(1.0, (sp_max(0.0, boats) + sp_max(0.0, rafts)) / c->boat_abreast);
}

double sp_calc_boat_work(const sp_constants *c, double light) { return sp_lore_loss(c->boat_dark, sp_lore_dark(c, light)); }

double sp_calc_boat_wind_m_s(const sp_constants *c, bool rafts) { return rafts ? sp_min(c->boat_raft_wind_m_s, c->boat_wind_m_s) : c->boat_wind_m_s; }

double sp_calc_boat_m_min(const sp_constants *c, bool rafts, double wind_m_s, double astern) {
  double strength = sp_lore_unit(wind_m_s / sp_calc_boat_wind_m_s(c, rafts));
  return (rafts ? sp_min(c->boat_raft_m_min, c->boat_m_min) : c->boat_m_min) * (1.0 + c->boat_wind_share * strength * sp_clamp(astern, -1.0, 1.0));
}

double sp_calc_boat_founder_per_h(const sp_constants *c, bool raft, double wind_m_s) {
  double over = sp_max(0.0, wind_m_s / sp_calc_boat_wind_m_s(c, raft) - 1.0);
  return c->boat_founder_per_h * over * (raft ? c->boat_raft_founder : 1.0);
}

/* Men in order wait their turn. */
double sp_calc_boat_rush_per_h(const sp_constants *c, double nearness, double order) { return c->boat_rush_per_h * sp_lore_unit(nearness) * (1.0 - sp_lore_unit(order)); }

double sp_calc_boat_raft_man_h(const sp_constants *c) { return c->boat_raft_mh; }
