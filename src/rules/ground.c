/* ground.c - water in the soil, mud on the road, snow, and what runs off to the rivers.
 *
 * Models   for each weather region and soil: soil water, mud with hysteresis, lying snow.
 * Reads    region.rain_mm_h, temperature_c, light.   Writes  region.water_mm, mud, snow_mm, runoff_mm_h.
 * Emits    MUD (muddy, deep), MUD_DRIES, judged on loam, the commonest soil.
 * Formula  src/lore/ground.c: a bucket per soil; mud from fullness, slower to dry than to soak;
 *          frozen ground is hard. Below freezing, rain lies as snow and melts by degree-hours.
 * Sources  ground.def.
 * Leaves out  the churning by feet and wheels (the column behind fares worse than the table says).
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"

static int mud_class(const sp_constants *k, double mud) { return mud >= k->ground_deep_mud ? 2 : mud >= k->ground_muddy ? 1 : 0; }

/* Water that reaches the soil, mm/h, after snow has taken or given its part. Between the two
 * temperatures of weather.def rain and snow fall mixed. */
static double thaw(sp_tick *t, int32_t r) {
  sp_world *w = t->world;
  double falling = w->region.rain_mm_h[r], air = w->region.temperature_c[r], hours = t->dt_min / 60.0;
  double as_snow = sp_clamp((t->k->weather_rain_all_c - air) / (t->k->weather_rain_all_c - t->k->weather_snow_all_c), 0.0, 1.0);
  w->region.snow_mm[r] += falling * as_snow * hours;
  double melt = sp_min(w->region.snow_mm[r], t->k->ground_melt_mm_h_c * sp_max(0.0, air) * hours);
  w->region.snow_mm[r] -= melt;
  return falling * (1.0 - as_snow) + melt / hours;
}

void sp_rule_ground(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t r = 0; r < t->model->region_count; r++) {
    double *water = &w->region.water_mm[r * SP_SOIL_COUNT], *mud = &w->region.mud[r * SP_SOIL_COUNT];
    double soaking = thaw(t, r), before = mud[SP_SOIL_LOAM];
    for (int soil = 0; soil < SP_SOIL_COUNT; soil++) {
      double runoff = 0.0;
      water[soil] = sp_calc_soil_water_mm(t->k, (sp_soil)soil, water[soil], soaking, w->region.temperature_c[r], w->region.light[r], t->dt_min, &runoff);
      mud[soil] = sp_calc_mud(t->k, (sp_soil)soil, water[soil], w->region.temperature_c[r], mud[soil]);
      if (soil == SP_SOIL_LOAM) w->region.runoff_mm_h[r] = runoff;
    }
    int was = mud_class(t->k, before), is = mud_class(t->k, mud[SP_SOIL_LOAM]);
    if (is == was || (is < was && is > 0)) continue;
    sp_xy at = t->model->region[r].middle;
    sp_emit(w, (sp_event){.minute = t->to, .type = is > was ? SP_EVENT_MUD : SP_EVENT_MUD_DRIES, .side = -1, .node = -1, .subject = t->model->region[r].key, .a = is, .value = mud[SP_SOIL_LOAM], .x_m = at.x, .y_m = at.y});
  }
}
