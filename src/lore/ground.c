/* ground.c - water in the top of the soil, mud, lying snow.
 *
 * A bucket per soil: rain soaks in except for a share that runs off, which grows with the square of the
 * bucket's fullness; water above field capacity drains; light and warmth dry the rest in proportion to fullness.
 * Hard frost closes the bucket: nearly all that reaches it runs off, nothing dries or drains. What falls as
 * snow is the weather's affair: rain_mm_h here is water that reaches the ground.
 *
 * Mud follows fullness s along two lines, wetting (from 0.55) and drying (from 0.40, higher): between them
 * it stays as it was, so a churned road is bad until drier than when it broke. That depends on the path, not on
 * the clock, so any tick gives the same mud. Hard frost makes any mud firm.
 *
 * The bucket runs in five-minute steps inside, so that ticks of 5, 15 and 60 minutes agree.
 * Left out: churning by feet and wheels, slope, crops, thaw over frozen subsoil.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#define STEP_MIN 5.0

static const uint16_t capacity_at[SP_SOIL_COUNT] = {
    [SP_SOIL_LOAM] = SP_LORE_AT(ground_capacity_loam_mm), [SP_SOIL_CLAY] = SP_LORE_AT(ground_capacity_clay_mm),
    [SP_SOIL_SAND] = SP_LORE_AT(ground_capacity_sand_mm), [SP_SOIL_STONE] = SP_LORE_AT(ground_capacity_stone_mm)};
static const uint16_t runoff_at[SP_SOIL_COUNT] = {
    [SP_SOIL_LOAM] = SP_LORE_AT(ground_runoff_loam), [SP_SOIL_CLAY] = SP_LORE_AT(ground_runoff_clay),
    [SP_SOIL_SAND] = SP_LORE_AT(ground_runoff_sand), [SP_SOIL_STONE] = SP_LORE_AT(ground_runoff_stone)};
static const uint16_t drain_at[SP_SOIL_COUNT] = {
    [SP_SOIL_LOAM] = SP_LORE_AT(ground_drain_loam_per_h), [SP_SOIL_CLAY] = SP_LORE_AT(ground_drain_clay_per_h),
    [SP_SOIL_SAND] = SP_LORE_AT(ground_drain_sand_per_h), [SP_SOIL_STONE] = SP_LORE_AT(ground_drain_stone_per_h)};
static const uint16_t mud_at[SP_SOIL_COUNT] = {
    [SP_SOIL_LOAM] = SP_LORE_AT(ground_mud_loam), [SP_SOIL_CLAY] = SP_LORE_AT(ground_mud_clay),
    [SP_SOIL_SAND] = SP_LORE_AT(ground_mud_sand), [SP_SOIL_STONE] = SP_LORE_AT(ground_mud_stone)};

/* 0 thawed .. 1 hard. */
static double frost(const sp_constants *c, double temperature_c) {
  return 1.0 - sp_lore_ramp(temperature_c, c->ground_frost_hard_c, 0.0);
}

double sp_calc_soil_capacity_mm(const sp_constants *c, sp_soil soil) { return SP_LORE_PICK(c, capacity_at, soil); }

double sp_calc_snow_share(const sp_constants *c, double snow_mm) {
  return sp_lore_unit(snow_mm / c->ground_snow_deep_mm);
}

double sp_calc_soil_water_mm(const sp_constants *c, sp_soil soil, double water_mm, double rain_mm_h,
                             double temperature_c, double light, double dt_min, double *runoff_mm_h) {
  double capacity = SP_LORE_PICK(c, capacity_at, soil), runoff_full = SP_LORE_PICK(c, runoff_at, soil);
  double drain = SP_LORE_PICK(c, drain_at, soil);
  double field = capacity * c->ground_field_share;
  double hard = frost(c, temperature_c), open = 1.0 - hard;
  double warmth = sp_lore_unit(temperature_c / c->ground_drying_warm_c);
  double drying_mm_h = c->ground_drying_mm_h * warmth * sp_lore_unit(light) * open;
  double rain = sp_max(0.0, rain_mm_h), water = sp_clamp(water_mm, 0.0, capacity), run_mm = 0.0;
  for (double left = dt_min; left > 0.0; left -= STEP_MIN) {
    double hours = sp_min(left, STEP_MIN) / 60.0, full = water / capacity;
    double share = open * runoff_full * full * full + hard * c->ground_runoff_frozen;
    run_mm += rain * share * hours;
    double lost = drying_mm_h * full + open * drain * sp_max(0.0, water - field);
    /* in frost what does not run off stays as ice on top, not in the soil */
    water = sp_clamp(water + (rain * open * (1.0 - runoff_full * full * full) - lost) * hours, 0.0, capacity);
  }
  if (runoff_mm_h) *runoff_mm_h = dt_min > 0.0 ? run_mm * 60.0 / dt_min : 0.0;
  return water;
}

double sp_calc_mud(const sp_constants *c, sp_soil soil, double water_mm, double temperature_c, double before) {
  double full = water_mm / SP_LORE_PICK(c, capacity_at, soil);
  double most = SP_LORE_PICK(c, mud_at, soil);
  double wetting = most * sp_lore_ramp(full, c->ground_mud_wetting, 1.0);
  double drying = most * sp_lore_ramp(full, c->ground_mud_drying, 1.0);
  /* the drying line lies above the wetting one whatever a study has drawn for either */
  double mud = sp_clamp(before, wetting, sp_max(wetting, drying));
  /* a cap, not a factor: `before` is last tick's answer, and a factor would bite once more with every tick */
  return sp_min(mud, most * (1.0 - frost(c, temperature_c)));
}
