/* relay.c - how long a letter is on the road, and when an order reaches the tail of a column.
 *
 * Posts: li a day and night, riders and horses changed: foot relay 300, horse post 200, express 400.
 * One rider: his pace on that going, tiring from the third hour; five-minute steps.
 * Along a column he keeps rider_inside of his pace. A column that marches comes towards him on the way to the tail and
 *   walks away from him on the way back: t = length / (pace of rider + or - pace of column).
 *
 * Left out: nights a lone rider sleeps, the staff's minutes (sp_calc_staff_min), riders taken or lost.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

#define STEP_MIN 5.0
#define MOST_STEPS 20000 /* ten weeks in the saddle */

static double relay_li_d(const sp_constants *c, sp_relay relay) {
  switch (relay) {
  case SP_RELAY_FOOT: return c->relay_foot_li_d;
  case SP_RELAY_EXPRESS: return c->relay_express_li_d;
  default: return c->relay_post_li_d;
  }
}

/* Minutes for a way at the rider's pace times `share` plus `toward_m_min`. */
static double ride_min(const sp_constants *c, const sp_going *going, double way_m, double share, double toward_m_min) {
  double left = sp_max(0.0, way_m), minutes = 0.0;
  for (int32_t step = 0; step < MOST_STEPS && left > 0.0; step++) {
    double gain = sp_calc_rider_m_min(c, going, minutes / 60.0) * share + toward_m_min;
    if (gain <= 0.0) return SP_CALC_ENDLESS;
    double taken = sp_min(STEP_MIN, left / gain);
    minutes += taken;
    left -= taken < STEP_MIN ? left : gain * STEP_MIN;
  }
  return left > 0.0 ? SP_CALC_ENDLESS : minutes;
}

double sp_calc_letter_h(const sp_constants *c, sp_relay relay, const sp_going *going, double distance_m) {
  if (relay == SP_RELAY_RIDER) return ride_min(c, going, distance_m, 1.0, 0.0) / 60.0;
  return sp_max(0.0, distance_m) / (relay_li_d(c, relay) * SP_LI_M) * 24.0;
}

double sp_calc_along_column_min(const sp_constants *c, const sp_going *going, double column_m, double column_m_min, bool back) {
  return ride_min(c, going, column_m, c->rider_inside, back ? -column_m_min : column_m_min);
}
