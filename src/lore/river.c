/* river.c - from runoff to the height of the water above its ordinary level.
 *
 * Two reservoirs in a row. The catchment's: dS/dt = runoff - S / k, S in mm, k the response in hours, solved
 * exactly over a step. Its outflow S / k (mm/h) over the catchment is a discharge Q; the rating curve
 * Q / width = a * rise^2 (speed and width of the flood both grow with it) says how high such a flood would
 * stand, and the channel follows that height with a lag of its own, a share of k. Steady rain r for ever:
 * rise = sqrt(r * catchment / (3.6 * width * a)).
 *
 * Steps are five minutes inside, whatever the tick, so that ticks of 5, 15 and 60 minutes agree to the bit
 * while the runoff is steady. A coastal river of 60 m and 100-300 km2 rises by 0.5-0.9 m in nine hours of
 * 8-10 mm/h on half-wet loam.
 *
 * Left out: snow on the hills (its melt comes as runoff), tides, ice, a flood wave's way downstream.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#define STEP_MIN 5.0
#define STORE_LEAST_MM 1e-6 /* less is nothing: no endless tails of tiny numbers */
#define RISE_LEAST_M 1e-4

typedef struct river_step {
  double keep_store, keep_rise; /* shares that outlast one step */
} river_step;

static river_step step_of(double k_min, double lag_min, double dt_min) {
  return (river_step){sp_exp(-dt_min / k_min), sp_exp(-dt_min / lag_min)};
}

double sp_calc_river_response_h(const sp_constants *c, double catchment_km2) {
  return c->river_response_root_h * sp_sqrt(sp_max(1.0, catchment_km2));
}

double sp_calc_river_level_m(const sp_constants *c, double outflow_mm_h, double width_m, double catchment_km2) {
  double discharge_m3_s = sp_max(0.0, outflow_mm_h) * sp_max(0.0, catchment_km2) / 3.6; /* 1 mm on 1 km2 = 1000 m3 */
  return sp_sqrt(discharge_m3_s / (sp_max(1.0, width_m) * c->river_rating_m_s));
}

double sp_calc_river_rise_m(const sp_constants *c, double rise_m, double *store_mm, double runoff_mm_h,
                            double response_hours, double width_m, double catchment_km2, double dt_min) {
  double k_h = sp_max(0.25, response_hours > 0.0 ? response_hours : sp_calc_river_response_h(c, catchment_km2));
  double lag_min = sp_max(5.0, k_h * 60.0 * c->river_channel_share);
  double full_mm = sp_max(0.0, runoff_mm_h) * k_h; /* where the store settles */
  double rise = sp_max(0.0, rise_m), store = sp_max(0.0, *store_mm);
  river_step whole = step_of(k_h * 60.0, lag_min, STEP_MIN);
  for (double left = dt_min; left > 0.0; left -= STEP_MIN) {
    river_step s = left >= STEP_MIN ? whole : step_of(k_h * 60.0, lag_min, left);
    store = full_mm + (store - full_mm) * s.keep_store;
    if (store < STORE_LEAST_MM) store = 0.0;
    double level = sp_calc_river_level_m(c, store / k_h, width_m, catchment_km2);
    rise = level + (rise - level) * s.keep_rise;
    if (rise < RISE_LEAST_M && level < RISE_LEAST_M) rise = 0.0;
  }
  *store_mm = store;
  return rise;
}
