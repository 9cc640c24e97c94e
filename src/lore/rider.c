/* rider.c - mounted messengers, the staff's table, and riders taken.
 *
 * Pace: 12.5 km/h fresh, by day, on a dry road; independent factors for road, relief, mud, rain, snow and
 *   darkness bring it to 5-7 km/h in deep mud or by night; all together never below a led horse's 4 km/h, on top
 *   of which a horse tires from the third hour to 0.6 at the eighth (56 km in a day of 8 h is a cavalry day).
 *   Over a ford he wades at 3 km/h, slower by the square of its depth over what stops him.
 *   A change of horse at a post sets hours_ridden to nothing.
 * Staff: the median minutes from hearing to written order; papers that wait add half their own time each.
 * Taken: a rate that falls with the square of distance within the reach of enemy horse, grows towards its full
 *   size with their number, and shrinks with darkness and wood.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/footing.h"

static double rider_road(const sp_constants *c, sp_road_class road) {
  switch (road) {
  case SP_ROAD_TRACK: return c->rider_track;
  case SP_ROAD_PATH: return c->rider_path;
  case SP_ROAD_COUNTRY: return c->rider_country;
  default: return 1.0;
  }
}

static double rider_relief(const sp_constants *c, sp_relief relief) {
  if (relief == SP_RELIEF_MOUNTAIN) return c->rider_mountain;
  return relief == SP_RELIEF_HILLS ? c->rider_hills : 1.0;
}

double sp_lore_rider_m_min(const sp_constants *c, const sp_stretch *stretch, double hours_ridden) {
  const sp_footing *footing = stretch->footing;
  double knows = sp_lore_unit(stretch->knows_ground);
  double night = c->rider_dark + c->rider_dark_ground * (knows - 0.5);
  double factor = rider_road(c, stretch->road) * rider_relief(c, stretch->relief) * footing->rider_mud *
                  footing->rider_rain * footing->rider_snow * sp_lore_loss(night, footing->dark);
  if (stretch->road == SP_ROAD_COUNTRY && stretch->cover >= SP_COVER_WOOD) factor *= c->rider_path;
  double tired = sp_lore_loss(c->rider_tired, sp_lore_ramp(hours_ridden, c->rider_fresh_h, c->rider_tired_h));
  return c->rider_m_min * sp_max(factor, c->rider_least) * tired;
}

double sp_calc_rider_m_min(const sp_constants *c, const sp_going *going, double hours_ridden) {
  sp_footing footing = sp_lore_footing(c, going);
  sp_stretch stretch = sp_lore_stretch(going, &footing);
  return sp_lore_rider_m_min(c, &stretch, hours_ridden);
}

double sp_calc_rider_terms(const sp_constants *c, const sp_going *going, double hours_ridden, double term[SP_RIDE_TERMS]) {
  double knows = sp_lore_unit(going->knows_ground), night = c->rider_dark + c->rider_dark_ground * (knows - 0.5);
  bool wild = going->road == SP_ROAD_COUNTRY && going->cover >= SP_COVER_WOOD;
  term[SP_RIDE_FRESH] = c->rider_m_min;
  term[SP_RIDE_ROAD] = rider_road(c, going->road) * (wild ? c->rider_path : 1.0);
  term[SP_RIDE_RELIEF] = rider_relief(c, going->relief);
  term[SP_RIDE_MUD] = sp_lore_loss(c->rider_mud_bottomless, sp_lore_unit(going->mud));
  term[SP_RIDE_RAIN] = sp_lore_loss(c->rider_rain_heavy, sp_lore_rain(c, going->rain_mm_h));
  term[SP_RIDE_SNOW] = sp_lore_loss(c->rider_snow, sp_lore_unit(going->snow));
  term[SP_RIDE_NIGHT] = sp_lore_loss(night, sp_lore_dark(c, going->light));
  double factor = term[SP_RIDE_ROAD] * term[SP_RIDE_RELIEF] * term[SP_RIDE_MUD] * term[SP_RIDE_RAIN] * term[SP_RIDE_SNOW] * term[SP_RIDE_NIGHT];
  term[SP_RIDE_TIRED] = sp_lore_loss(c->rider_tired, sp_lore_ramp(hours_ridden, c->rider_fresh_h, c->rider_tired_h));
  term[SP_RIDE_LEAST] = sp_max(factor, c->rider_least) / factor;
  return sp_calc_rider_m_min(c, going, hours_ridden);
}

double sp_calc_rider_passage_min(const sp_constants *c, sp_crossing_kind kind, double width_m, double depth_m, bool on_foot) {
  if (kind == SP_CROSSING_FERRY) {
    double width = width_m > 0.0 ? width_m : c->crossing_ferry_width_m;
    return 2.0 * width / c->crossing_ferry_m_min + c->crossing_ferry_turn_min;
  }
  if (kind != SP_CROSSING_FORD) return 0.0;
  double depth = sp_max(0.0, depth_m) / (on_foot ? c->crossing_ford_foot_m : c->crossing_ford_horse_m);
  if (depth >= 1.0) return -1.0;
  return sp_max(0.0, width_m) / (c->rider_ford_m_min * sp_max(0.1, 1.0 - depth * depth));
}

double sp_calc_staff_min(const sp_constants *c, double staff, double waiting) {
  double own = c->staff_slow_min + (c->staff_fast_min - c->staff_slow_min) * sp_lore_unit(staff);
  return own * (1.0 + c->staff_queue_share * sp_max(0.0, waiting));
}

double sp_calc_caught_per_min(const sp_constants *c, double distance_m, double enemy_horse, double light,
                              sp_cover cover) {
  double reach = c->rider_caught_reach_m * sp_lore_loss(c->rider_caught_reach_dark, sp_lore_dark(c, light));
  double near = 1.0 - sp_max(0.0, distance_m) / reach;
  if (near <= 0.0 || enemy_horse <= 0.0) return 0.0;
  double hidden = cover == SP_COVER_WOOD    ? c->rider_caught_wood
                  : cover == SP_COVER_MIXED ? c->rider_caught_mixed
                                            : 1.0;
  double many = enemy_horse / (enemy_horse + c->rider_caught_horse);
  return c->rider_caught_per_min * near * near * many * hidden;
}
