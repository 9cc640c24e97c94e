/* footing.h - what ground and sky of a place do to everybody who goes over it. Worked out once for all of them; the
 * formulas of march.c and rider.c begin from it. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LORE_FOOTING_H
#define SP_LORE_FOOTING_H

#include "lore/lore.h"

typedef struct sp_footing {
  double mud, dark;               /* 0..1 */
  double pace;                    /* factor of a march by relief, mud, rain and snow */
  double tire_ground, tire_sky;   /* factors of fatigue */
  double straggle;                /* factor of straggling, before cover */
  double rider_mud, rider_rain, rider_snow; /* factors of a rider's pace */
} sp_footing;

/* Of a march. */
double sp_lore_relief_factor(const sp_constants *c, sp_relief relief);

/* A stretch of way as one body finds it. */
typedef struct sp_stretch {
  const sp_footing *footing;
  sp_road_class road;
  sp_relief relief;
  sp_cover cover;
  double knows_ground; /* 0..1 */
} sp_stretch;

/* Of relief, mud, rain, snow, light and temperature alone. */
sp_footing sp_lore_footing(const sp_constants *c, const sp_going *going);

/* What a march takes from the body alone: it changes only with its men, its orders and the class of road. */
typedef struct sp_marching_order {
  double own_pace_m_min; /* on this road, fresh, in the best of going */
  double ranks_m, wheels_m; /* length of men and beasts on one track, and of carriages, at slack 1 */
  double horse_share;
} sp_marching_order;
sp_marching_order sp_lore_marching_order(const sp_constants *c, const sp_column *column, sp_road_class road, sp_pace pace, double files);
/* The factor on its own pace. */
double sp_lore_going_factor(const sp_constants *c, const sp_stretch *stretch, double fatigue);
static inline double sp_lore_column_m(const sp_constants *c, const sp_marching_order *order, double slack, double tracks) {
  return slack * (order->ranks_m / sp_max(1.0, tracks) + order->wheels_m / sp_max(1.0, tracks - c->march_shoulders));
}

/* As sp_calc_fatigue_per_min, _straggle_per_min, _rider_m_min. */
double sp_lore_fatigue_per_min(const sp_constants *c, sp_pace pace, const sp_footing *footing, double horse_share);
double sp_lore_straggle_per_min(const sp_constants *c, double fatigue, const sp_stretch *stretch, sp_pace pace, double quality);
double sp_lore_rider_m_min(const sp_constants *c, const sp_stretch *stretch, double hours_ridden);

static inline sp_stretch sp_lore_stretch(const sp_going *g, const sp_footing *footing) {
  return (sp_stretch){footing, g->road, g->relief, g->cover, g->knows_ground};
}

#endif
