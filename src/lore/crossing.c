/* crossing.c - what a bridge, a ford or a ferry passes in an hour.
 *
 * Bridges: foot, led horses and carts in practice per floating bridge (from Dyer's spacing), times the number of
 *   bridges and their width; a standing bridge a fifth more. Hours of the arms add up, since they follow each
 *   other: 90,000 foot, 60,000 horse, 10,000 carts over ten bridges 3 + 6.7 + 6.7 = 16.3 h.
 * Fords: lanes by the usable width, flow per lane falling with the square of depth over its arm's limit, to
 *   nothing at the limit: 0.5 m takes 31 % from the foot, 0.8 m 79 %.
 * Ferries: boats times load over the round trip; for a ferry width_m is the width of the water.
 * Everything is halved in black night. Beasts in harness cross with their carriage.
 *
 * Left out: ice, banks cut up by traffic, a bridge's limits of load and of high water.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

static sp_flow scaled(sp_flow flow, double by) {
  flow.foot_per_h *= by;
  flow.horse_per_h *= by;
  flow.cart_per_h *= by;
  flow.gun_per_h *= by;
  return flow;
}

static sp_flow bridge_flow(const sp_constants *c, double width_m) {
  double width = width_m > 0.0 ? sp_clamp(width_m / c->crossing_bridge_width_m, 0.3, 4.0) : 1.0;
  sp_flow flow = {.foot_per_h = c->crossing_bridge_foot_h,
                  .horse_per_h = c->crossing_bridge_horse_h,
                  .cart_per_h = c->crossing_bridge_cart_h,
                  .gun_per_h = c->crossing_bridge_gun_h};
  return scaled(flow, width);
}

static double lane_flow(double per_lane_h, double width_m, double lane_m, double depth_m, double limit_m) {
  double depth = sp_max(0.0, depth_m) / limit_m;
  if (depth >= 1.0) return 0.0;
  return per_lane_h * sp_max(1.0, width_m / lane_m) * (1.0 - depth * depth);
}

static sp_flow ford_flow(const sp_constants *c, double width_m, double depth_m) {
  double width = width_m > 0.0 ? width_m : c->crossing_ford_width_m;
  sp_flow flow = {0};
  flow.foot_per_h =
      lane_flow(c->crossing_ford_foot_h, width, c->crossing_ford_foot_lane_m, depth_m, c->crossing_ford_foot_m);
  flow.horse_per_h =
      lane_flow(c->crossing_ford_horse_h, width, c->crossing_ford_horse_lane_m, depth_m, c->crossing_ford_horse_m);
  flow.cart_per_h =
      lane_flow(c->crossing_ford_cart_h, width, c->crossing_ford_cart_lane_m, depth_m, c->crossing_ford_cart_m);
  flow.gun_per_h =
      lane_flow(c->crossing_ford_gun_h, width, c->crossing_ford_cart_lane_m, depth_m, c->crossing_ford_cart_m);
  return flow;
}

static sp_flow ferry_flow(const sp_constants *c, double width_m) {
  double width = width_m > 0.0 ? width_m : c->crossing_ferry_width_m;
  double trips_per_h = 60.0 / (2.0 * width / c->crossing_ferry_m_min + c->crossing_ferry_turn_min);
  sp_flow load = {.foot_per_h = c->crossing_ferry_foot,
                  .horse_per_h = c->crossing_ferry_horse,
                  .cart_per_h = c->crossing_ferry_cart,
                  .gun_per_h = c->crossing_ferry_gun};
  return scaled(load, trips_per_h);
}

sp_flow sp_calc_crossing_flow(const sp_constants *c, sp_crossing_kind kind, double width_m, int32_t count,
                              double depth_m, double light) {
  double side_by_side = count > 1 ? (double)count : 1.0;
  double seen = sp_lore_loss(c->crossing_dark, sp_lore_dark(c, light));
  sp_flow flow;
  switch (kind) {
  case SP_CROSSING_BRIDGE: flow = scaled(bridge_flow(c, width_m), c->crossing_bridge_firm); break;
  case SP_CROSSING_FLOATING: flow = bridge_flow(c, width_m); break;
  case SP_CROSSING_FERRY: flow = ferry_flow(c, width_m); break;
  default: flow = ford_flow(c, width_m, depth_m); break;
  }
  flow.cart_team = c->march_team_cart;
  flow.light_gun_team = c->march_team_light_gun;
  flow.heavy_gun_team = c->march_team_heavy_gun;
  return scaled(flow, side_by_side * seen);
}

/* Hours that `count` need; an arm that cannot pass makes the whole impossible. */
static bool add_hours(double *hours, double count, double per_h) {
  if (count <= 0.0) return true;
  if (per_h <= 0.0) return false;
  *hours += count / per_h;
  return true;
}

double sp_calc_crossing_h(const sp_flow *flow, const sp_column *column) {
  double hours = 0.0;
  double harnessed = column->carts * flow->cart_team + column->light_guns * flow->light_gun_team +
                     column->heavy_guns * flow->heavy_gun_team;
  double horses = column->mounted + column->led_horses + sp_max(0.0, column->draught - harnessed);
  bool passes = add_hours(&hours, column->foot + column->followers, flow->foot_per_h) &&
                add_hours(&hours, horses, flow->horse_per_h) && add_hours(&hours, column->carts, flow->cart_per_h) &&
                add_hours(&hours, column->light_guns + column->heavy_guns, flow->gun_per_h);
  return passes ? hours : -1.0;
}

double sp_calc_column_limit_m(const sp_constants *c, const sp_column *column) {
  double limit = 1e9;
  if (column->foot + column->followers > 0.0) limit = sp_min(limit, c->crossing_ford_foot_m);
  if (column->mounted + column->led_horses + column->draught > 0.0) limit = sp_min(limit, c->crossing_ford_horse_m);
  if (column->carts + column->light_guns + column->heavy_guns > 0.0) limit = sp_min(limit, c->crossing_ford_cart_m);
  return limit;
}

double sp_calc_ford_limit_m(const sp_constants *c, sp_arm arm) {
  switch (arm) {
  case SP_ARM_HORSE:
  case SP_ARM_MOUNT:
  case SP_ARM_DRAUGHT: return c->crossing_ford_horse_m;
  case SP_ARM_CART:
  case SP_ARM_SHIELD_WAGON:
  case SP_ARM_WAR_WAGON:
  case SP_ARM_BOAT:
  case SP_ARM_LIGHT_GUN:
  case SP_ARM_HEAVY_GUN: return c->crossing_ford_cart_m;
  default: return c->crossing_ford_foot_m;
  }
}

double sp_calc_crossing_elapsed_h(const sp_constants *c, double work_h, double daylight_h, bool by_night) {
  double day_h = sp_clamp(daylight_h, 0.0, 24.0), night_h = 24.0 - day_h;
  double at_night = by_night ? c->crossing_dark : 0.0, a_day = day_h + night_h * at_night;
  if (a_day <= 0.0) return work_h > 0.0 ? 1e15 : 0.0;
  double work = sp_clamp(work_h, 0.0, 1e12), whole = sp_floor(work / a_day), left = work - whole * a_day;
  if (left <= 0.0 && whole > 0.0) { /* done with the last hour of work of the day before */
    whole -= 1.0;
    left = a_day;
  }
  return whole * 24.0 + (left <= day_h ? left : day_h + (left - day_h) / at_night);
}
