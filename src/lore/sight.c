/* sight.c - how far bodies of men are made out, how soon, how truly; how far sound carries.
 *
 * Visibility: a rider's horizon by day (5.6 km), 200 m in black night, between them with the cube of light;
 *   divided by 1 + rain / 4 mm/h; no farther than the fog. The dust of a body on the march shows it from farther
 *   off by day: dust_m is how far its dust would show (sp_calc_dust_m), 0 for none.
 * Finding: rate = base * size * (1 - distance / visibility)^2 * motion * cover * screen; screen_horse are horse
 *   of the body's own side between it and the observer.
 * Estimate: log-normal spread from near to far, a share better or worse by the observer's skill. So the spread of
 *   the heading; and the chance that a body is taken for another kind grows straight with the distance. Whose it is
 *   can be told within 2 km of clear day, nearer as one sees less far.
 * Left out: folds of the ground, height of the observer, sun in the eyes, false contacts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

static double sight_by_day(const sp_constants *c, double light) {
  double t = sp_lore_unit(light / c->sighting_light_enough);
  return t * t * t;
}

double sp_calc_visibility_m(const sp_constants *c, double light, double rain_mm_h, double fog_m, double dust_m) {
  double day = sight_by_day(c, light);
  double clear = c->sighting_night_m + (c->sighting_clear_m - c->sighting_night_m) * day;
  double seen = sp_max(clear, sp_max(0.0, dust_m) * day);
  seen /= 1.0 + sp_max(0.0, rain_mm_h) / c->sighting_rain_half_mm_h;
  return fog_m > 0.0 ? sp_min(seen, fog_m) : seen;
}

double sp_calc_dust_m(const sp_constants *c, const sp_column *column, double mud, double rain_mm_h, double snow) {
  if (mud > 0.0 || rain_mm_h > 0.0 || snow > 0.0) return 0.0;
  double raised = column->foot + column->followers + 2.0 * (column->mounted + column->led_horses);
  return c->sighting_dust_m * raised / (raised + c->sighting_dust_men);
}

static double sight_cover(const sp_constants *c, sp_cover cover) {
  switch (cover) {
  case SP_COVER_FIELDS: return c->sighting_fields;
  case SP_COVER_MIXED: return c->sighting_mixed;
  case SP_COVER_WOOD: return c->sighting_wood;
  case SP_COVER_MARSH: return c->sighting_marsh;
  default: return 1.0;
  }
}

double sp_calc_sight_per_min(const sp_constants *c, double distance_m, double visibility_m, double target_men,
                             bool moving, double screen_horse, sp_cover cover) {
  if (!(distance_m < visibility_m) || target_men <= 0.0) return 0.0;
  double near = 1.0 - sp_max(0.0, distance_m) / visibility_m;
  double size = target_men / (target_men + c->sighting_men_half);
  double screen = c->sighting_screen_half / (c->sighting_screen_half + sp_max(0.0, screen_horse));
  double rate = c->sighting_per_min * size * near * near * screen * sight_cover(c, cover);
  return moving ? rate * c->sighting_moving : rate;
}

/* 0 close by .. 1 as far as one sees, and not at all. */
static double sight_far(double distance_m, double visibility_m) { return visibility_m > 0.0 ? sp_lore_unit(distance_m / visibility_m) : 1.0; }

static double sight_skill(const sp_constants *c, double skill) { return 1.0 + c->sighting_sigma_skill * (1.0 - 2.0 * sp_lore_unit(skill)); }

double sp_calc_estimate_sigma(const sp_constants *c, double distance_m, double visibility_m, double skill) {
  double spread = c->sighting_sigma_near + (c->sighting_sigma_far - c->sighting_sigma_near) * sight_far(distance_m, visibility_m);
  return spread * sight_skill(c, skill);
}

double sp_calc_heading_sigma_deg(const sp_constants *c, double distance_m, double visibility_m, double skill) {
  double spread = c->sighting_heading_near_deg + (c->sighting_heading_far_deg - c->sighting_heading_near_deg) * sight_far(distance_m, visibility_m);
  return spread * sight_skill(c, skill);
}

double sp_calc_kind_wrong(const sp_constants *c, double distance_m, double visibility_m, double skill) {
  return sp_lore_unit(c->sighting_kind_wrong * sight_far(distance_m, visibility_m) * sight_skill(c, skill));
}

bool sp_calc_side_told(const sp_constants *c, double distance_m, double visibility_m) {
  return distance_m <= c->sighting_told_m * sp_min(1.0, visibility_m / c->sighting_clear_m);
}

double sp_calc_hearing_m(const sp_constants *c, double rain_mm_h, double wind_m_s, bool gun) {
  double reach = gun ? c->signal_gun_m : c->signal_drum_m;
  double rain = 1.0 + sp_max(0.0, rain_mm_h) / c->signal_rain_half_mm_h;
  double wind = 1.0 + sp_max(0.0, wind_m_s) / c->signal_wind_half_m_s;
  return reach / (rain * wind);
}
