/* ice.c - what river ice bears, how it grows and goes, and what passes over it.
 *
 * Bearing (Dyer): 3-4 inches foot, 4.5 horse and light guns, 6 heavy field guns; carts as light guns. Sound ice, open order.
 * Growth: Stefan's law, thickness = growth * root of the degree-days of frost; snow and current are in the growth.
 * Step by step: open water follows the air with a lag that grows with its depth, and has no ice until it is down to
 *   0 C; then thickness^2 grows by growth^2 per degree-day of frost, so that steps of any length agree with the root.
 *   Above 0 C the sheet goes by so much per degree-day, and by more where rain runs over it.
 * Flow: as many tracks side by side as a bridge's roadway, spaced so that their loads do not add up.
 *
 * Left out: old and cracked ice, snow on the sheet, faster and slower water, springs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

#define MIN_PER_DAY 1440.0
#define SHALLOWEST_M 0.2 /* of water that cools: a puddle is ice by morning, a river not in an hour */

double sp_calc_ice_cm(const sp_constants *c, double frost_degree_days) { return c->ice_growth_cm * sp_sqrt(frost_degree_days); }

double sp_calc_ice_needed_cm(const sp_constants *c, sp_arm arm) {
  switch (arm) {
  case SP_ARM_HEAVY_GUN: return c->ice_heavy_cm;
  case SP_ARM_HORSE:
  case SP_ARM_MOUNT:
  case SP_ARM_DRAUGHT:
  case SP_ARM_CART:
  case SP_ARM_LIGHT_GUN: return c->ice_horse_cm;
  default: return c->ice_foot_cm;
  }
}

double sp_calc_ice_step_cm(const sp_constants *c, double ice_cm, double *water_c, double air_c, double rain_mm_h, double depth_m, double dt_min) {
  double ice = sp_max(0.0, ice_cm), days = sp_max(0.0, dt_min) / MIN_PER_DAY;
  if (ice <= 0.0) {
    double lag_days = c->ice_cooling_d_m * sp_max(SHALLOWEST_M, depth_m), water = sp_max(0.0, *water_c);
    double after = air_c + (water - air_c) * sp_exp(-days / lag_days);
    *water_c = sp_max(0.0, after);
    if (after >= 0.0) return 0.0;
    days -= water > 0.0 ? lag_days * sp_log((water - air_c) / -air_c) : 0.0; /* it was down to nothing by then */
  }
  *water_c = 0.0;
  days = sp_max(0.0, days);
  if (air_c < 0.0) return sp_sqrt(ice * ice + c->ice_growth_cm * c->ice_growth_cm * -air_c * days);
  return sp_max(0.0, ice - (c->ice_melt_cm * air_c + c->ice_rain_cm_mm * sp_max(0.0, rain_mm_h) * 24.0) * days);
}

sp_flow sp_calc_ice_flow(const sp_constants *c, double light) {
  sp_flow flow = sp_calc_crossing_flow(c, SP_CROSSING_FLOATING, 0.0, 1, 0.0, light);
  flow.foot_per_h *= c->ice_tracks;
  flow.horse_per_h *= c->ice_tracks;
  flow.cart_per_h *= c->ice_tracks;
  flow.gun_per_h *= c->ice_tracks;
  return flow;
}

double sp_calc_ice_open(const sp_constants *c, double ice_cm) { return sp_clamp(1.0 - ice_cm / c->ice_break_cm, 0.0, 1.0); }

double sp_calc_ice_drown_share(const sp_constants *c, double ice_cm, double needed_cm) {
  double dare = c->ice_dare * needed_cm;
  if (ice_cm >= needed_cm) return 0.0;
  if (ice_cm < dare) return 1.0;
  double thin = (needed_cm - ice_cm) / sp_max(needed_cm - dare, 1e-9);
  return c->ice_drown * thin * thin;
}
