/* ice.c - what river ice bears and how it grows.
 *
 * Bearing (Dyer): 3-4 inches foot, 4.5 horse and light guns, 6 heavy field guns; carts as light guns. Sound ice, open order.
 * Growth: Stefan's law, thickness = growth * root of the degree-days of frost; snow and current are in the growth.
 *
 * Left out: thaw, old and cracked ice, rivers that rise under it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

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
