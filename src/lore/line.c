/* line.c - the ground of a fight and the line that is drawn up on it.
 *
 * Frontage: what a plain gives, times factors of relief and cover; a path through hills or mountains narrows it
 *   further, a causeway caps it. It is a limit, not what an army takes: 12,000 foot at five a metre stand on
 *   2.4 km whatever the plain.
 * Men per metre: foot and horse side by side, so that their metres add up: 1 / (h / horse + (1 - h) / foot).
 * Deployment: a start for the first troops, then the column's length at the pace at which its rest comes up; both
 *   longer for want of order and for raw troops, and on broken ground. 3,000 m of column in good order: 70 minutes.
 *
 * Depth: what passes over the first line finds the second, and fresh men are fed into the fight as others fall: hits on a mass
 *   twice as deep as finds room are 2^0.7 of those on a line. So losses follow a side's own numbers, as in history, and
 *   not the enemy's alone. Horse that finds no room stays out of shot.
 *
 * Left out: refused flanks, oblique lines, the time to form from line to square.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

#define DEPTH_MOST 3.0 /* beyond, nobody is in reach */

static double front_relief(const sp_constants *c, sp_relief relief) {
  switch (relief) {
  case SP_RELIEF_ROLLING: return c->engage_front_rolling;
  case SP_RELIEF_HILLS: return c->engage_front_hills;
  case SP_RELIEF_MOUNTAIN: return c->engage_front_mountain;
  default: return 1.0;
  }
}

static double front_cover(const sp_constants *c, sp_cover cover) {
  switch (cover) {
  case SP_COVER_FIELDS: return c->engage_front_fields;
  case SP_COVER_MIXED: return c->engage_front_mixed;
  case SP_COVER_WOOD: return c->engage_front_wood;
  case SP_COVER_MARSH: return c->engage_front_marsh;
  default: return 1.0;
  }
}

double sp_calc_frontage_m(const sp_constants *c, sp_relief relief, sp_cover cover, sp_road_class road) {
  double front_m = c->engage_front_plain_m * front_relief(c, relief) * front_cover(c, cover);
  bool steep = relief == SP_RELIEF_HILLS || relief == SP_RELIEF_MOUNTAIN;
  if (road == SP_ROAD_PATH && steep) front_m *= c->engage_front_path;
  return road == SP_ROAD_CAUSEWAY ? sp_min(front_m, c->engage_front_causeway_m) : front_m;
}

double sp_calc_line_men_per_m(const sp_constants *c, double horse_share) {
  double horse = sp_lore_unit(horse_share);
  return 1.0 / (horse / c->engage_horse_per_m + (1.0 - horse) / c->engage_foot_per_m);
}

static double deploy_relief(const sp_constants *c, sp_relief relief) {
  switch (relief) {
  case SP_RELIEF_ROLLING: return c->engage_deploy_rolling;
  case SP_RELIEF_HILLS: return c->engage_deploy_hills;
  case SP_RELIEF_MOUNTAIN: return c->engage_deploy_mountain;
  default: return 1.0;
  }
}

double sp_calc_deploy_min(const sp_constants *c, double column_m, double order, double quality, sp_relief relief) {
  double orderly_min = c->engage_deploy_min + sp_max(0.0, column_m) / c->engage_deploy_m_min;
  double disorder = 1.0 + c->engage_deploy_disorder * (1.0 - sp_lore_unit(order));
  double drill = 1.0 - c->engage_deploy_quality * sp_lore_above_middling(quality);
  return orderly_min * disorder * drill * deploy_relief(c, relief);
}

double sp_calc_depth(const sp_constants *c, double depth, double horse_share) {
  double behind = (sp_clamp(depth, 1.0, DEPTH_MOST) - 1.0) * (1.0 - sp_lore_unit(horse_share));
  return sp_pow(1.0 + behind, c->fight_depth);
}
