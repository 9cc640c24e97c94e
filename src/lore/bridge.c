/* bridge.c - the work of a floating bridge, and of breaking it.
 *
 * Boats: one to so many metres of water. Work: so many man-hours a metre, where boats lie ready and where timber must be
 *   found, mixed by the share of boats there are. Hands: more than a bridge has work for do not help.
 * Swept away: a hazard by how far the rise exceeds what it bears, and by the thickness of the ice that drifts down.
 * 150 m from 30 boats: 2,250 man-hours, 15 hours of daylight for 150 men.
 *
 * Left out: current and wind, anchors, the trade of the men (boatmen and carpenters do better), roads to the bridgehead.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

/* By the water above what it bears, and by floes. */
double sp_calc_bridge_swept_per_h(const sp_constants *c, bool floating, double rise_m, double drift_cm) {
  double bears = floating ? c->flood_floating_m : c->flood_standing_m;
  return c->flood_per_h * sp_max(0.0, rise_m / bears - 1.0) + c->flood_drift_per_h * (floating ? 1.0 : c->flood_drift_standing) * 0.1 * sp_max(0.0, drift_cm);
}

int32_t sp_calc_bridge_boats(const sp_constants *c, double width_m) {
  double boats = sp_max(0.0, width_m) / c->bridge_boat_m, whole = sp_floor(boats);
  return sp_to_i32(boats > whole ? whole + 1.0 : whole);
}

double sp_calc_bridge_man_h(const sp_constants *c, double width_m, double boats_share, bool wood) {
  double share = sp_clamp(boats_share, 0.0, 1.0), timber = c->bridge_timber_mh_m * (wood ? 1.0 : c->bridge_haul);
  return sp_max(0.0, width_m) * (share * c->bridge_boat_mh_m + (1.0 - share) * timber);
}

double sp_calc_bridge_hands(const sp_constants *c, double men, int32_t bridges, double light) {
  double room = c->bridge_hands * (double)sp_max_i32(1, bridges);
  return sp_clamp(men, 0.0, room) * sp_lore_loss(c->bridge_dark, sp_lore_dark(c, light));
}

double sp_calc_bridge_break_man_h(const sp_constants *c, double width_m, bool floating, bool save) {
  double per_m = !floating ? c->bridge_raze_mh_m : save ? c->bridge_save_mh_m : c->bridge_cut_mh_m;
  return sp_max(0.0, width_m) * per_m;
}
