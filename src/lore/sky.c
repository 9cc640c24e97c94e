/* sky.c - sun, moon and the light they leave.
 *
 * Local apparent solar time: the sun is highest at noon, no equation of time. Declination from the sun's mean
 * longitude with two terms of the equation of the centre: good to some hundredths of a degree in these centuries,
 * a quarter of a minute of sunrise. Rise and set at -0.833 degrees (refraction 34', semi-diameter 16').
 * The moon's age comes from the lunar day; it stands so far east of the sun along the ecliptic (its own
 * latitude, up to 5 degrees, is left out) and gives light with the square of its lit share, a half moon a quarter.
 *
 * Light, 0..1: 1 from a few degrees of sun, 0.7 at sunrise, 0.15 at the end of civil twilight, 0 at 12 degrees
 * down; cloud takes a fifth by day and most of moon and stars. The brighter of sky and moon counts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#define DEGREE (SP_PI / 180.0)
#define DAY_MIN 1440
#define DAYS_TO_2000_NOON 146097.5 /* from 1600-01-01 00:00 to 2000-01-01 12:00: 400 Gregorian years and a half day */
#define SUN_RISE_DEG (-0.833)
#define SYNODIC_DAYS 29.530588

static double asin_deg(double x) { return 90.0 - sp_acos(x) / DEGREE; }

static double sun_longitude_deg(double days) {
  double mean = 280.460 + 0.9856474 * days;
  double anomaly = (357.528 + 0.9856003 * days) * DEGREE;
  return mean + 1.915 * sp_sin(anomaly) + 0.020 * sp_sin(2.0 * anomaly);
}

static double declination_deg(double longitude_deg, double days) {
  double tilt = (23.439 - 0.0000004 * days) * DEGREE;
  return asin_deg(sp_sin(tilt) * sp_sin(longitude_deg * DEGREE));
}

static sp_minute minute_of_day(sp_minute minute) {
  sp_minute rest = minute % DAY_MIN;
  return rest < 0 ? rest + DAY_MIN : rest;
}

static double days_of(sp_minute minute) { return (double)minute / DAY_MIN - DAYS_TO_2000_NOON; }
static double hour_angle_deg(sp_minute minute) { return ((double)minute_of_day(minute) - 720.0) / 4.0; }

sp_lore_height sp_lore_sun_at(sp_minute minute) {
  double days = days_of(minute), decl = declination_deg(sun_longitude_deg(days), days) * DEGREE;
  return (sp_lore_height){sp_sin(decl), sp_cos(decl), sp_cos(hour_angle_deg(minute) * DEGREE)};
}

sp_lore_place sp_lore_place_of(double lat_deg) { return (sp_lore_place){sp_sin(lat_deg * DEGREE), sp_cos(lat_deg * DEGREE)}; }

double sp_lore_height_deg(const sp_lore_height *body, const sp_lore_place *place) {
  return asin_deg(place->sin_lat * body->sin_decl + place->cos_lat * body->cos_decl * body->cos_hour);
}

double sp_calc_sun_deg(double lat_deg, sp_minute minute) {
  sp_lore_height sun = sp_lore_sun_at(minute);
  sp_lore_place place = sp_lore_place_of(lat_deg);
  return sp_lore_height_deg(&sun, &place);
}

void sp_calc_sun_times(double lat_deg, sp_minute day, double *rise_min, double *set_min) {
  double days = days_of(day - minute_of_day(day) + DAY_MIN / 2);
  double lat = lat_deg * DEGREE, decl = declination_deg(sun_longitude_deg(days), days) * DEGREE;
  double down = sp_cos(lat) * sp_cos(decl);
  double up = sp_sin(SUN_RISE_DEG * DEGREE) - sp_sin(lat) * sp_sin(decl);
  double cosine = down > 1e-9 ? up / down : up > 0.0 ? 1.0 : -1.0; /* at the poles it is all day or all night */
  double half_min = 4.0 * sp_acos(cosine) / DEGREE;                /* sp_acos clamps: 0 or 720 */
  *rise_min = 720.0 - half_min;
  *set_min = 720.0 + half_min;
}

sp_lore_height sp_lore_moon_at(sp_minute minute, double *lit) {
  sp_lunar_date date = sp_lunar_of(minute);
  /* conjunction falls some time in the first day: half a day on the mean */
  double age = sp_max(0.0, date.day - 1.5 + (double)minute_of_day(minute) / DAY_MIN);
  double east_deg = age / SYNODIC_DAYS * 360.0;
  double days = days_of(minute);
  double decl = declination_deg(sun_longitude_deg(days) + east_deg, days) * DEGREE;
  *lit = 0.5 - 0.5 * sp_cos(east_deg * DEGREE);
  return (sp_lore_height){sp_sin(decl), sp_cos(decl), sp_cos((hour_angle_deg(minute) - east_deg) * DEGREE)};
}

void sp_calc_moon(double lat_deg, sp_minute minute, double *lit, double *moon_deg) {
  sp_lore_height moon = sp_lore_moon_at(minute, lit);
  sp_lore_place place = sp_lore_place_of(lat_deg);
  *moon_deg = sp_lore_height_deg(&moon, &place);
}

static double sunlight(const sp_constants *c, double sun_deg) {
  if (sun_deg >= SUN_RISE_DEG) {
    double risen = sp_lore_ramp(sun_deg, SUN_RISE_DEG, c->calendar_light_full_deg);
    return c->calendar_light_sunrise + (1.0 - c->calendar_light_sunrise) * risen;
  }
  if (sun_deg >= -6.0) {
    double dawn = sp_lore_ramp(sun_deg, -6.0, SUN_RISE_DEG);
    return c->calendar_light_civil + (c->calendar_light_sunrise - c->calendar_light_civil) * dawn;
  }
  return c->calendar_light_civil * sp_lore_ramp(sun_deg, c->calendar_light_dark_deg, -6.0);
}

double sp_lore_light(const sp_constants *c, double sun_deg, double moon_deg, double lit, double cloud) {
  double closed = sp_lore_unit(cloud);
  double day = sunlight(c, sun_deg) * (1.0 - c->calendar_cloud_day * closed);
  if (day >= c->calendar_light_moon + c->calendar_light_stars) return day; /* no moon can add to it: with the sun well up nobody need ask where it stands */
  double night = c->calendar_light_stars +
                 c->calendar_light_moon * lit * lit * sp_lore_ramp(moon_deg, 0.0, c->calendar_moon_high_deg);
  return sp_max(day, night * (1.0 - c->calendar_cloud_night * closed));
}

double sp_calc_light(const sp_constants *c, double lat_deg, sp_minute minute, double cloud) {
  double lit = 0.0, moon_deg = 0.0, sun_deg = sp_calc_sun_deg(lat_deg, minute);
  if (sun_deg < c->calendar_light_full_deg) sp_calc_moon(lat_deg, minute, &lit, &moon_deg);
  return sp_lore_light(c, sun_deg, moon_deg, lit, cloud);
}
