/* projection.c - the plane of a theatre: transverse Mercator on WGS84 about its middle, true to scale there.
 * Series of Snyder, Map Projections (USGS 1395), p. 60-64: within 5 degrees of the middle meridian better
 * than two centimetres, within 12 degrees better than ten metres.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#define AXIS_M 6378137.0
#define E2 0.00669437999014 /* first eccentricity squared */
#define DEGREE (SP_PI / 180.0)

static double wrap_degrees(double degrees) { return degrees - 360.0 * sp_floor((degrees + 180.0) / 360.0); }

static double meridian_radius(double sin_lat) {
  double w = 1.0 - E2 * sin_lat * sin_lat;
  return AXIS_M * (1.0 - E2) / (w * sp_sqrt(w));
}

static double normal_radius(double sin_lat) { return AXIS_M / sp_sqrt(1.0 - E2 * sin_lat * sin_lat); }

/* Metres along the meridian from the equator. */
static double meridian_arc(double lat) {
  const double e4 = E2 * E2, e6 = e4 * E2;
  return AXIS_M * ((1.0 - E2 / 4.0 - 3.0 * e4 / 64.0 - 5.0 * e6 / 256.0) * lat -
                   (3.0 * E2 / 8.0 + 3.0 * e4 / 32.0 + 45.0 * e6 / 1024.0) * sp_sin(2.0 * lat) +
                   (15.0 * e4 / 256.0 + 45.0 * e6 / 1024.0) * sp_sin(4.0 * lat) -
                   (35.0 * e6 / 3072.0) * sp_sin(6.0 * lat));
}

sp_projection sp_projection_about(double lat_deg, double lon_deg) {
  double lat = sp_clamp(lat_deg, -85.0, 85.0) * DEGREE;
  double s = sp_sin(lat);
  return (sp_projection){.lat0_rad = lat,
                         .lon0_rad = wrap_degrees(lon_deg) * DEGREE,
                         .radius_m = sp_sqrt(meridian_radius(s) * normal_radius(s))};
}

sp_xy sp_project(const sp_projection *p, sp_point at) {
  double lat = sp_clamp(at.lat_deg, -89.0, 89.0) * DEGREE;
  double s = sp_sin(lat), c = sp_cos(lat), tan = s / c;
  double n = normal_radius(s), t = tan * tan, ep2 = E2 / (1.0 - E2), cc = ep2 * c * c;
  double a = wrap_degrees(at.lon_deg - p->lon0_rad / DEGREE) * DEGREE * c;
  double a2 = a * a, a3 = a2 * a, a4 = a2 * a2, a5 = a4 * a, a6 = a4 * a2;
  double x = n * (a + (1.0 - t + cc) * a3 / 6.0 + (5.0 - 18.0 * t + t * t + 72.0 * cc - 58.0 * ep2) * a5 / 120.0);
  double y = meridian_arc(lat) - meridian_arc(p->lat0_rad) +
             n * tan * (a2 / 2.0 + (5.0 - t + 9.0 * cc + 4.0 * cc * cc) * a4 / 24.0 +
                        (61.0 - 58.0 * t + t * t + 600.0 * cc - 330.0 * ep2) * a6 / 720.0);
  return (sp_xy){x, y};
}

/* Latitude whose meridian arc is m, by the rectifying series. */
static double footpoint(double m) {
  const double root = sp_sqrt(1.0 - E2), e1 = (1.0 - root) / (1.0 + root);
  const double e2 = e1 * e1, e3 = e2 * e1, e4 = e3 * e1;
  double mu = m / (AXIS_M * (1.0 - E2 / 4.0 - 3.0 * E2 * E2 / 64.0 - 5.0 * E2 * E2 * E2 / 256.0));
  return mu + (3.0 * e1 / 2.0 - 27.0 * e3 / 32.0) * sp_sin(2.0 * mu) +
         (21.0 * e2 / 16.0 - 55.0 * e4 / 32.0) * sp_sin(4.0 * mu) + (151.0 * e3 / 96.0) * sp_sin(6.0 * mu) +
         (1097.0 * e4 / 512.0) * sp_sin(8.0 * mu);
}

sp_point sp_unproject(const sp_projection *p, sp_xy at) {
  double lat1 = footpoint(meridian_arc(p->lat0_rad) + at.y);
  double s = sp_sin(lat1), c = sp_cos(lat1), tan = s / c;
  double n = normal_radius(s), r = meridian_radius(s), t = tan * tan, ep2 = E2 / (1.0 - E2), cc = ep2 * c * c;
  double d = at.x / n, d2 = d * d, d3 = d2 * d, d4 = d2 * d2, d5 = d4 * d, d6 = d4 * d2;
  double lat = lat1 - n * tan / r *
                        (d2 / 2.0 - (5.0 + 3.0 * t + 10.0 * cc - 4.0 * cc * cc - 9.0 * ep2) * d4 / 24.0 +
                         (61.0 + 90.0 * t + 298.0 * cc + 45.0 * t * t - 252.0 * ep2 - 3.0 * cc * cc) * d6 / 720.0);
  double lon = (d - (1.0 + 2.0 * t + cc) * d3 / 6.0 +
                (5.0 - 2.0 * cc + 28.0 * t - 3.0 * cc * cc + 8.0 * ep2 + 24.0 * t * t) * d5 / 120.0) / c;
  return (sp_point){.lat_deg = lat / DEGREE, .lon_deg = wrap_degrees((p->lon0_rad + lon) / DEGREE)};
}

/* The projection stretches with the distance from the middle meridian: scale 1 + x^2 / 2R^2 (mean over the line). */
double sp_plane_true_m(const sp_projection *p, sp_xy a, sp_xy b) {
  double dx = b.x - a.x, dy = b.y - a.y;
  double stretch = (a.x * a.x + a.x * b.x + b.x * b.x) / (6.0 * p->radius_m * p->radius_m);
  return sp_sqrt(dx * dx + dy * dy) / (1.0 + stretch);
}

/* Angle on the sphere of geodetic latitudes, times the ellipsoid's radius along that heading (Euler). */
double sp_geodesic_m(sp_point a, sp_point b) {
  double lat_a = a.lat_deg * DEGREE, lat_b = b.lat_deg * DEGREE;
  double d_lat = lat_b - lat_a, d_lon = wrap_degrees(b.lon_deg - a.lon_deg) * DEGREE;
  double middle = 0.5 * (lat_a + lat_b);
  double sin_lat = sp_sin(0.5 * d_lat), sin_lon = sp_sin(0.5 * d_lon);
  double h = sp_clamp(sin_lat * sin_lat + sp_cos(lat_a) * sp_cos(lat_b) * sin_lon * sin_lon, 0.0, 1.0);
  double angle = 2.0 * sp_atan2(sp_sqrt(h), sp_sqrt(1.0 - h));
  double north = d_lat, east = sp_cos(middle) * d_lon;
  double square = north * north + east * east;
  if (!(square > 0.0)) return 0.0;
  double s = sp_sin(middle), m = meridian_radius(s), n = normal_radius(s);
  return angle * sp_sqrt((m * m * north * north + n * n * east * east) / square);
}
