/* calendar.c - minutes to solar dates, and the lunar date shown beside them.
 *
 * New moons: mean phase with the periodic terms of Meeus, Astronomical Algorithms, ch. 49
 * (a few minutes; the difference of dynamical from universal time, about a minute then, is left out).
 * Months begin on the day of the new moon at Beijing, 116.4 degrees east.
 * Zhongqi by the sun that the almanac of the time believed in: under the Ming (Datong) twelve equal steps of
 * a year of 365.2425 days from the Shoushi epoch, the solstice of 1280; then (Shixian) the eccentric sun of
 * Lixiang kaocheng, epoch 1684; from 1742 (Kepler's ellipse) the true longitude, Meeus, ch. 25, low accuracy.
 * The Shixian calendar began in 1645, but for that year its later constants would put the leap month a month
 * early, where equal steps give the sixth month as both almanacs of that year had it: the change is made in 1646.
 * The month with the winter solstice is the eleventh; when thirteen months lie between two such months, the
 * first without a zhongqi is intercalary.
 * Lunar dates are given for the years 0 to 4000; beyond them month is 0.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/model.h"

#define MINUTES_PER_DAY 1440
#define JULIAN_DAY_OF_EPOCH 2305448 /* 1600-01-01 */
#define JULIAN_DAY_OF_SHIXIAN 2322296 /* 1646-02-16, new year of Shunzhi 3 */
#define JULIAN_DAY_OF_ELLIPSE 2357348 /* 1742-02-05, new year of Qianlong 7 */
#define BEIJING_TURN (116.4 / 360.0)
#define SHOUSHI_SOLSTICE 2188926.06 /* day 己未 and six hundredths, from local midnight */
#define SHOUSHI_YEAR 365.2425
#define YEARS_LIMIT 500000

static int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/* Days since 1600-01-01. March-based years make the leap day the last of a year. */
static int64_t days_of(int64_t year, int64_t month, int64_t day) {
  year += floor_div(month - 1, 12);
  month = month - 1 - 12 * floor_div(month - 1, 12); /* 0 = January */
  int64_t from_march = (month + 10) % 12;
  int64_t y = year - (month < 2 ? 1 : 0);
  int64_t era = floor_div(y, 400);
  int64_t of_era = y - era * 400;
  int64_t of_year = (153 * from_march + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 584328; /* 0000-03-01 to 1600-01-01 */
}

sp_minute sp_minute_of(sp_date date) {
  return (days_of(date.year, date.month, date.day) * 24 + date.hour) * 60 + date.minute;
}

static sp_date date_of_days(int64_t days) {
  int64_t z = days + 584328;
  int64_t era = floor_div(z, 146097);
  int64_t of_era = z - era * 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
  int64_t from_march = (5 * of_year + 2) / 153;
  int64_t month = from_march < 10 ? from_march + 3 : from_march - 9;
  return (sp_date){.year = (int32_t)(year + era * 400 + (month <= 2 ? 1 : 0)),
                   .month = (int32_t)month,
                   .day = (int32_t)(of_year - (153 * from_march + 2) / 5 + 1)};
}

static sp_minute within_limits(sp_minute minute) {
  const sp_minute limit = (sp_minute)YEARS_LIMIT * 366 * MINUTES_PER_DAY;
  return minute < -limit ? -limit : minute > limit ? limit : minute;
}

sp_date sp_date_of(sp_minute minute) {
  minute = within_limits(minute);
  int64_t days = floor_div(minute, MINUTES_PER_DAY);
  int32_t of_day = (int32_t)(minute - days * MINUTES_PER_DAY);
  sp_date date = date_of_days(days);
  date.hour = of_day / 60;
  date.minute = of_day % 60;
  return date;
}

static double sin_deg(double degrees) {
  degrees -= 360.0 * sp_floor(degrees / 360.0);
  return sp_sin(degrees * (SP_PI / 180.0));
}

/* Moment of new moon k (k = 0: 2000-01-06) as a Julian date. */
static double new_moon(int64_t lunation) {
  double k = (double)lunation;
  double t = k / 1236.85, t2 = t * t, t3 = t2 * t, t4 = t3 * t;
  double mean = 2451550.09766 + 29.530588861 * k + 0.00015437 * t2 - 0.000000150 * t3 + 0.00000000073 * t4;
  double e = 1.0 - 0.002516 * t - 0.0000074 * t2;
  double sun = 2.5534 + 29.10535670 * k - 0.0000014 * t2 - 0.00000011 * t3;
  double moon = 201.5643 + 385.81693528 * k + 0.0107582 * t2 + 0.00001238 * t3 - 0.000000058 * t4;
  double node = 160.7108 + 390.67050284 * k - 0.0016118 * t2 - 0.00000227 * t3 + 0.000000011 * t4;
  double ascending = 124.7746 - 1.56375588 * k + 0.0020672 * t2 + 0.00000215 * t3;
  return mean - 0.40720 * sin_deg(moon) + 0.17241 * e * sin_deg(sun) + 0.01608 * sin_deg(2.0 * moon) +
         0.01039 * sin_deg(2.0 * node) + 0.00739 * e * sin_deg(moon - sun) - 0.00514 * e * sin_deg(moon + sun) +
         0.00208 * e * e * sin_deg(2.0 * sun) - 0.00111 * sin_deg(moon - 2.0 * node) -
         0.00057 * sin_deg(moon + 2.0 * node) + 0.00056 * e * sin_deg(2.0 * moon + sun) -
         0.00042 * sin_deg(3.0 * moon) + 0.00042 * e * sin_deg(sun + 2.0 * node) +
         0.00038 * e * sin_deg(sun - 2.0 * node) - 0.00024 * e * sin_deg(2.0 * moon - sun) -
         0.00017 * sin_deg(ascending) - 0.00007 * sin_deg(moon + 2.0 * sun);
}

/* The Julian day number of the civil day at Beijing in which lunation k begins. */
static int64_t month_start(int64_t k) { return sp_to_i64(sp_floor(new_moon(k) + 0.5 + BEIJING_TURN)); }

/* The sun's apparent longitude in degrees, counted on over the years instead of from 0 to 360. */
static double sun_longitude(double julian_date) {
  double t = (julian_date - 2451545.0) / 36525.0;
  double mean = 280.46646 + 36000.76983 * t + 0.0003032 * t * t;
  double anomaly = 357.52911 + 35999.05029 * t - 0.0001537 * t * t;
  double centre = (1.914602 - 0.004817 * t - 0.000014 * t * t) * sin_deg(anomaly) +
                  (0.019993 - 0.000101 * t) * sin_deg(2.0 * anomaly) + 0.000289 * sin_deg(3.0 * anomaly);
  return mean + centre - 0.00569 - 0.00478 * sin_deg(125.04 - 1934.136 * t);
}

/* Lixiang kaocheng, first part: mean solstice on day 7.656374926 of the cycle (1683-12-21), daily motion
 * 3548.3305169", perigee 7 deg 10' 11" past the solstice moving 61.16666" a year, double eccentricity 0.0358416. */
static double eccentric_sun(double day) {
  const double year = 365.2421875, eccentricity = 0.0179208;
  double days = day - 2336118.656374926;
  double mean = days * (3548.3305169 / 3600.0);
  double anomaly = mean - (7.0 + 10.0 / 60.0 + 11.0 / 3600.0) - days / year * (61.16666 / 3600.0);
  return 270.0 + mean + (180.0 / SP_PI) * (2.0 * eccentricity * sin_deg(anomaly) +
                                           1.25 * eccentricity * eccentricity * sin_deg(2.0 * anomaly));
}

typedef enum sun { SUN_EQUAL_STEPS, SUN_ECCENTRIC, SUN_TRUE } sun;

/* How many zhongqi lie before the midnight that begins `day`; those with number 0 mod 12 are winter solstices. */
static int64_t zhongqi_before(int64_t day, sun by) {
  if (by == SUN_EQUAL_STEPS) {
    double steps = ((double)day - SHOUSHI_SOLSTICE) / (SHOUSHI_YEAR / 12.0);
    return -sp_to_i64(sp_floor(-steps));
  }
  double longitude = by == SUN_ECCENTRIC ? eccentric_sun((double)day) : sun_longitude((double)day - 0.5 - BEIJING_TURN);
  return sp_to_i64(sp_floor((longitude - 270.0) / 30.0)) + 1;
}

static int64_t lunation_of(int64_t day) {
  int64_t k = sp_to_i64(sp_floor(((double)day - 2451550.6) / 29.530588861));
  while (month_start(k) > day) k--;
  while (month_start(k + 1) <= day) k++;
  return k;
}

static void name_month(sp_lunar_date *lunar, int64_t k, sun by) {
  int64_t before_end = zhongqi_before(month_start(k + 1), by);
  int64_t solstice = 12 * floor_div(before_end - 1, 12);
  int64_t first = k; /* the eleventh month that begins this solstice year */
  while (zhongqi_before(month_start(first), by) > solstice) first--;
  int64_t next = k + 1;
  while (zhongqi_before(month_start(next + 1), by) <= solstice + 12) next++;
  int64_t number = 11 + (k - first);
  if (next - first == 13) {
    int64_t leap = first + 1;
    while (leap < next &&
           zhongqi_before(month_start(leap), by) != zhongqi_before(month_start(leap + 1), by))
      leap++;
    if (leap <= k) number--;
    lunar->leap = leap == k;
  }
  /* The eleventh month always begins in November or December. */
  int32_t solstice_year = date_of_days(month_start(first) - JULIAN_DAY_OF_EPOCH).year;
  lunar->year = number <= 12 ? solstice_year : solstice_year + 1;
  lunar->month = (int32_t)((number - 1) % 12) + 1;
}

sp_lunar_date sp_lunar_of(sp_minute minute) {
  minute = within_limits(minute);
  int64_t days = floor_div(minute, MINUTES_PER_DAY);
  int64_t julian_day = days + JULIAN_DAY_OF_EPOCH;
  int64_t cycle = julian_day + 49;
  sp_lunar_date lunar = {.stem_branch = (int32_t)(cycle - 60 * floor_div(cycle, 60))};
  int32_t year = date_of_days(days).year;
  if (year < 0 || year > 4000) {
    lunar.year = year;
    return lunar;
  }
  int64_t k = lunation_of(julian_day);
  lunar.day = (int32_t)(julian_day - month_start(k)) + 1;
  sun by = julian_day < JULIAN_DAY_OF_SHIXIAN ? SUN_EQUAL_STEPS : julian_day < JULIAN_DAY_OF_ELLIPSE ? SUN_ECCENTRIC : SUN_TRUE;
  name_month(&lunar, k, by);
  return lunar;
}

double sp_of_months(const double by_month[12], sp_minute minute) {
  sp_date date = sp_date_of(minute);
  double month = (date.month - 1) + (date.day - 15) / 30.0;
  if (month < 0.0) month += 12.0;
  int low = sp_to_i32(month) % 12, high = (low + 1) % 12;
  return by_month[low] + (month - sp_floor(month)) * (by_month[high] - by_month[low]);
}
