/* footing.c - see footing.h. Sources are those of march.c and rider.c. SPDX-License-Identifier: Apache-2.0 */
#include "lore/footing.h"

double sp_lore_relief_factor(const sp_constants *c, sp_relief relief) {
  switch (relief) {
  case SP_RELIEF_ROLLING: return c->march_relief_rolling;
  case SP_RELIEF_HILLS: return c->march_relief_hills;
  case SP_RELIEF_MOUNTAIN: return c->march_relief_mountain;
  default: return 1.0;
  }
}

/* What relief adds to a march's fatigue, as a share of what hills add. */
static double tire_relief(const sp_constants *c, sp_relief relief) {
  switch (relief) {
  case SP_RELIEF_ROLLING: return c->march_tire_rolling;
  case SP_RELIEF_HILLS: return 1.0;
  case SP_RELIEF_MOUNTAIN: return c->march_tire_mountain;
  default: return 0.0;
  }
}

sp_footing sp_lore_footing(const sp_constants *c, const sp_going *g) {
  double mud = sp_lore_unit(g->mud), snow = sp_lore_unit(g->snow), rain = sp_lore_rain(c, g->rain_mm_h), dark = sp_lore_dark(c, g->light);
  return (sp_footing){
      .mud = g->mud,
      .dark = dark,
      .pace = sp_lore_relief_factor(c, g->relief) * sp_lore_loss(c->march_mud_bottomless, mud) * sp_lore_loss(c->march_rain_heavy, rain) * sp_lore_loss(c->march_snow_deep, snow),
      .tire_ground = 1.0 + c->march_tire_mud * mud + c->march_tire_snow * snow + c->march_tire_hills * tire_relief(c, g->relief),
      .tire_sky = 1.0 + c->march_tire_rain * rain + c->march_tire_dark * dark + c->march_tire_heat_per_c * sp_max(0.0, g->temperature_c - c->march_heat_c) +
                  c->march_tire_cold_per_c * sp_max(0.0, c->march_cold_c - g->temperature_c),
      .straggle = 1.0 + c->straggle_mud * mud + c->straggle_snow * snow + c->straggle_dark * dark + c->straggle_rain * rain,
      .rider_mud = sp_lore_loss(c->rider_mud_bottomless, mud),
      .rider_rain = sp_lore_loss(c->rider_rain_heavy, rain),
      .rider_snow = sp_lore_loss(c->rider_snow, snow),
  };
}
