/* quantity.c - numbers with units and times.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/quantity.h"

#include <string.h>

#include "shapan/model.h"

/* ---- numbers */

static bool digit(char c) {
  return c >= '0' && c <= '9';
}

/* Scales by a power of ten. Powers to 22 are exact doubles, so the common case rounds once. */
static double scaled(uint64_t mantissa, int exponent) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  double value = (double)mantissa;
  while (exponent > 22) {
    value *= 1e22;
    exponent -= 22;
  }
  while (exponent < -22) {
    value /= 1e22;
    exponent += 22;
  }
  return exponent >= 0 ? value * powers[exponent] : value / powers[-exponent];
}

static const char *exponent_part(const char *text, int *exponent) {
  const char *p = text;
  if (*p != 'e' && *p != 'E') return text;
  p++;
  bool minus = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if (!digit(*p)) return text;
  int value = 0;
  for (; digit(*p); p++)
    if (value < 100000) value = value * 10 + (*p - '0');
  *exponent += minus ? -value : value;
  return p;
}

const char *sp_io_number(const char *text, double *out) {
  const char *p = text;
  bool minus = *p == '-', any = false, point = false;
  if (*p == '-' || *p == '+') p++;
  uint64_t mantissa = 0;
  int exponent = 0, dropped = 0;
  for (;; p++) {
    if (*p == '.' && !point && (any || digit(p[1]))) {
      point = true;
      continue;
    }
    if (!digit(*p)) break;
    any = true;
    if (mantissa < UINT64_C(100000000000000000)) {
      mantissa = mantissa * 10 + (uint64_t)(*p - '0');
      if (point && exponent > -100000) exponent--;
    } else if (!point && dropped < 100000) {
      dropped++;
    }
  }
  if (!any) return NULL;
  exponent += dropped;
  p = exponent_part(p, &exponent);
  /* Beyond this all is zero or infinite; the clamp keeps the scaling short. */
  if (exponent > 400) exponent = 400;
  if (exponent < -400) exponent = -400;
  double value = mantissa == 0 ? 0.0 : scaled(mantissa, exponent);
  if (value > 1e300) value = 1e300; /* no range reaches so far: it is refused as too large, not as no number */
  *out = minus ? -value : value;
  return p;
}

/* ---- units */

typedef struct unit {
  sp_io_measure measure;
  const char *word;
  double factor; /* to the kept unit */
  bool listed;   /* named in messages; the others are other spellings */
} unit;

static const unit units[] = {
    {SP_IO_LENGTH, "m", 1.0, true},
    {SP_IO_LENGTH, "cm", 0.01, false}, /* of ice; nobody is advised to measure roads in it */
    {SP_IO_LENGTH, "km", 1000.0, true},
    {SP_IO_LENGTH, "li", SP_LI_M, true},
    {SP_IO_LENGTH, "\xE9\x87\x8C", SP_LI_M, false}, /* 里 */
    {SP_IO_DURATION, "min", 1.0, true},
    {SP_IO_DURATION, "h", 60.0, true},
    {SP_IO_DURATION, "days", 1440.0, true},
    {SP_IO_DURATION, "day", 1440.0, false},
    {SP_IO_WEIGHT, "kg", 1.0, true},
    {SP_IO_WEIGHT, "t", 1000.0, true},
    {SP_IO_WEIGHT, "shi", 88.0, true},
    {SP_IO_WEIGHT, "jin", 0.59, true},
    {SP_IO_WEIGHT, "\xE7\x9F\xB3", 88.0, false}, /* 石 */
    {SP_IO_WEIGHT, "\xE6\x96\xA4", 0.59, false}, /* 斤 */
    {SP_IO_RAIN, "mm/h", 1.0, true},
    {SP_IO_TEMPERATURE, "C", 1.0, true},
    {SP_IO_TEMPERATURE, "\xC2\xB0"
                        "C",
     1.0, false}, /* °C */
    {SP_IO_SPEED, "m/s", 1.0, true},
    {SP_IO_ANGLE, "deg", 1.0, true},
    {SP_IO_ANGLE, "\xC2\xB0", 1.0, false}, /* ° */
    {SP_IO_SHARE, "", 1.0, false},
    {SP_IO_SHARE, "%", 0.01, true},
    {SP_IO_PLAIN, "", 1.0, false},
};

static const char *blanks(const char *text) {
  while (*text == ' ' || *text == '\t') text++;
  return text;
}

sp_io_reading_of sp_io_quantity(const char *text, sp_io_measure measure, double *out, const char **unit_found) {
  double value = 0.0;
  const char *rest = sp_io_number(blanks(text), &value);
  if (!rest) return SP_IO_NO_NUMBER;
  rest = blanks(rest);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (units[i].measure != measure || strcmp(units[i].word, rest) != 0) continue;
    /* 0.01 is no exact double: dividing gives the double nearest to what was meant. */
    *out = measure == SP_IO_SHARE && *rest ? value / 100.0 : value * units[i].factor;
    return SP_IO_GOOD;
  }
  if (!*rest) return SP_IO_NO_UNIT;
  if (unit_found) *unit_found = rest;
  return SP_IO_BAD_UNIT;
}

const char *sp_io_unit_name(sp_io_measure measure) {
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (units[i].measure == measure && units[i].listed && measure != SP_IO_SHARE) return units[i].word;
  return "";
}

const char *sp_io_units_list(sp_io_measure measure) {
  switch (measure) {
  case SP_IO_LENGTH: return "m, km, li";
  case SP_IO_DURATION: return "min, h, days";
  case SP_IO_WEIGHT: return "kg, t, shi, jin";
  case SP_IO_SHARE: return "%";
  default: return sp_io_unit_name(measure);
  }
}

/* ---- wind */

static bool compass(const char *word, double *deg) {
  static const char *const points[16] = {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                         "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};
  for (int i = 0; i < 16; i++) {
    if (strcmp(points[i], word) != 0) continue;
    *deg = 22.5 * i;
    return true;
  }
  return false;
}

sp_io_reading_of sp_io_wind(const char *text, double *speed_m_s, double *from_deg) {
  const char *from = strstr(text, " from ");
  char head[64];
  if (!from || (size_t)(from - text) >= sizeof head) return SP_IO_NO_NUMBER;
  memcpy(head, text, (size_t)(from - text));
  head[from - text] = '\0';
  for (size_t end = strlen(head); end > 0 && head[end - 1] == ' '; end--) head[end - 1] = '\0';
  sp_io_reading_of result = sp_io_quantity(head, SP_IO_SPEED, speed_m_s, NULL);
  if (result != SP_IO_GOOD) return result;
  const char *where = blanks(from + 6);
  if (compass(where, from_deg)) return SP_IO_GOOD;
  if (sp_io_quantity(where, SP_IO_ANGLE, from_deg, NULL) != SP_IO_GOOD) return SP_IO_BAD_UNIT;
  return *from_deg >= 0.0 && *from_deg <= 360.0 ? SP_IO_GOOD : SP_IO_BAD_UNIT;
}

/* ---- times */

/* A whole number of at most five digits; NULL when there is none. */
static const char *whole(const char *text, int32_t *out) {
  int32_t value = 0;
  const char *p = text;
  for (; digit(*p); p++) {
    if (p - text >= 5) return NULL;
    value = value * 10 + (*p - '0');
  }
  if (p == text) return NULL;
  *out = value;
  return p;
}

static bool clock_time(const char *text, int32_t *minutes) {
  int32_t hour = 0, minute = 0;
  const char *p = whole(text, &hour);
  if (!p || *p != ':' || !digit(p[1]) || !digit(p[2]) || p[3]) return false;
  minute = (p[1] - '0') * 10 + (p[2] - '0');
  if (hour > 24 || minute > 59 || (hour == 24 && minute > 0)) return false;
  *minutes = hour * 60 + minute;
  return true;
}

typedef struct written_date {
  int32_t year, month, day;
  bool leap;
} written_date;

static const char *year_month_day(const char *text, bool lunar, written_date *out) {
  const char *p = whole(text, &out->year);
  if (!p || *p != '-') return NULL;
  p = whole(p + 1, &out->month);
  if (!p) return NULL;
  out->leap = lunar && *p == 'i';
  if (out->leap) p++;
  if (*p != '-') return NULL;
  return whole(p + 1, &out->day);
}

static bool solar_midnight(const written_date *date, sp_minute *out) {
  static const int32_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (date->month < 1 || date->month > 12 || date->day < 1) return false;
  bool long_year = date->year % 4 == 0 && (date->year % 100 != 0 || date->year % 400 == 0);
  if (date->day > days[date->month - 1] + (long_year && date->month == 2)) return false;
  *out = sp_minute_of((sp_date){.year = date->year, .month = date->month, .day = date->day});
  return true;
}

/* Walks from month to month: from the first day of one, 35 days on is always within the next. */
static bool lunar_midnight(const written_date *date, sp_minute *out) {
  if (date->month < 1 || date->month > 12 || date->day < 1 || date->day > 30) return false;
  const sp_minute day = 1440, noon = 720;
  /* New Year falls between 20 January and 21 February: the 10th of January is in the year before. */
  sp_minute at = sp_minute_of((sp_date){.year = date->year, .month = 1, .day = 10}) + noon;
  for (int month = 0; month < 18; month++) {
    sp_lunar_date found = sp_lunar_of(at);
    sp_minute first = at - (found.day - 1) * day;
    if (found.year == date->year && found.month == date->month && found.leap == date->leap) {
      sp_minute wanted = first + (date->day - 1) * day;
      if (sp_lunar_of(wanted).day != date->day) return false; /* a short month has no 30th */
      *out = wanted - noon;
      return true;
    }
    at = first + 35 * day;
  }
  return false;
}

static const char *skip_word(const char *text, const char *word) {
  size_t length = strlen(word);
  if (strncmp(text, word, length) != 0 || text[length] != ' ') return NULL;
  return blanks(text + length);
}

static sp_io_time_result campaign_day(const char *text, const sp_minute *start, sp_minute *out) {
  int32_t day = 0, minutes = 0;
  const char *p = whole(text, &day);
  if (!p || *p != ' ' || !clock_time(blanks(p), &minutes) || day < 1 || day > SP_IO_DAYS_MAX) return SP_IO_TIME_BAD;
  if (!start) return SP_IO_TIME_NO_START;
  sp_date date = sp_date_of(*start);
  date.hour = date.minute = 0;
  *out = sp_minute_of(date) + (sp_minute)(day - 1) * 1440 + minutes;
  return SP_IO_TIME_GOOD;
}

sp_io_time_result sp_io_time(const char *text, const sp_minute *start, sp_minute *out) {
  const char *p = blanks(text), *after = skip_word(p, "day");
  if (after) return campaign_day(after, start, out);
  after = skip_word(p, "lunar");
  bool lunar = after != NULL;
  written_date date = {0};
  int32_t minutes = 0;
  p = year_month_day(lunar ? after : p, lunar, &date);
  if (!p || (*p != ' ' && *p != 'T') || !clock_time(blanks(p + 1), &minutes)) return SP_IO_TIME_BAD;
  if (date.year < SP_IO_YEAR_MIN || date.year > SP_IO_YEAR_MAX) return SP_IO_TIME_YEAR;
  sp_minute midnight = 0;
  if (lunar && !lunar_midnight(&date, &midnight)) return SP_IO_TIME_NO_LUNAR;
  if (!lunar && !solar_midnight(&date, &midnight)) return SP_IO_TIME_NO_DATE;
  *out = midnight + minutes;
  return SP_IO_TIME_GOOD;
}
