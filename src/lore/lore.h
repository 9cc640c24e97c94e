/* lore.h - what the formulas share: a constant picked by kind, darkness, ramps, skill.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_LORE_LORE_H
#define SP_LORE_LORE_H

#include <string.h>

#include "model/constants.h"

/* Tables by kind hold places in sp_constants, so that one load replaces a chain of comparisons.
 * A kind outside the table counts as its first: callers pass what compile has judged. */
#define SP_LORE_AT(field) ((uint16_t)offsetof(sp_constants, field))

static inline double sp_lore_pick(const sp_constants *c, const uint16_t *table, size_t count, int kind) {
  size_t index = (size_t)kind < count ? (size_t)kind : 0;
  double value;
  memcpy(&value, (const char *)c + table[index], sizeof value);
  return value;
}
#define SP_LORE_PICK(c, table, kind) sp_lore_pick((c), (table), sizeof(table) / sizeof *(table), (int)(kind))

static inline double sp_lore_unit(double x) { return sp_clamp(x, 0.0, 1.0); }

/* A share as a skill: 0 for middling, -1 for the worst, 1 for the best. */
static inline double sp_lore_above_middling(double share) { return 2.0 * sp_lore_unit(share) - 1.0; }

/* 0 below `low`, 1 above `high`, straight between; low < high. */
static inline double sp_lore_ramp(double x, double low, double high) {
  return sp_lore_unit((x - low) / (high - low));
}

/* How dark it is for men on a road: 0 while they see enough, 1 in black night. */
static inline double sp_lore_dark(const sp_constants *c, double light) {
  return sp_lore_unit(1.0 - light / c->march_light_enough);
}

/* The share of a factor's loss that a condition of strength 0..1 brings. */
static inline double sp_lore_loss(double factor_at_worst, double strength) {
  return 1.0 - (1.0 - factor_at_worst) * strength;
}

static inline double sp_lore_rain(const sp_constants *c, double rain_mm_h) {
  return sp_lore_unit(rain_mm_h / c->march_rain_heavy_mm_h);
}

/* siege.c: of a city's wall 1. */
double sp_lore_wall_strength(const sp_constants *c, sp_wall_kind kind);

/* sky.c, for those who ask for many places at one minute: the sun's or the moon's part of it, and the place's. */
typedef struct sp_lore_height { double sin_decl, cos_decl, cos_hour; } sp_lore_height;
typedef struct sp_lore_place { double sin_lat, cos_lat; } sp_lore_place;
sp_lore_height sp_lore_sun_at(sp_minute minute);
sp_lore_height sp_lore_moon_at(sp_minute minute, double *lit);
sp_lore_place sp_lore_place_of(double lat_deg);
double sp_lore_height_deg(const sp_lore_height *body, const sp_lore_place *place);
double sp_lore_light(const sp_constants *c, double sun_deg, double moon_deg, double lit, double cloud);

#endif
