/* quantity.h - numbers with units, and times, as people write them in files.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_QUANTITY_H
#define SP_IO_QUANTITY_H

#include "shapan/base.h"

/* What a number measures; the comment is the unit it is kept in. */
typedef enum sp_io_measure {
  SP_IO_PLAIN,       /* a bare number */
  SP_IO_LENGTH,      /* m */
  SP_IO_DURATION,    /* min */
  SP_IO_WEIGHT,      /* kg */
  SP_IO_RAIN,        /* mm/h */
  SP_IO_TEMPERATURE, /* C */
  SP_IO_SPEED,       /* m/s */
  SP_IO_ANGLE,       /* deg */
  SP_IO_SHARE,       /* 0..1: bare, or in per cent */
  SP_IO_MEASURE_COUNT
} sp_io_measure;

typedef enum sp_io_reading_of {
  SP_IO_GOOD,
  SP_IO_NO_NUMBER, /* does not begin with a number */
  SP_IO_NO_UNIT,   /* a unit is needed */
  SP_IO_BAD_UNIT,  /* this unit will not do; *unit points at it within text */
} sp_io_reading_of;

/* Whole text: "35 km", "40 li", "-3 C", "12". A dot is the decimal sign in every locale.
 * Up to 15 digits and powers of ten to 22 are read exactly; longer numbers within 2 units in
 * the last place, the same on every machine. unit may be NULL. */
sp_io_reading_of sp_io_quantity(const char *text, sp_io_measure measure, double *out, const char **unit);

/* The number at the head of text and the rest after it; NULL when there is none.
 * Numbers beyond 1e300 are read as 1e300. */
const char *sp_io_number(const char *text, double *out);

const char *sp_io_unit_name(sp_io_measure measure);  /* "m"; "" for plain numbers and shares */
const char *sp_io_units_list(sp_io_measure measure); /* "m, km, li" */

/* "5 m/s from SW", "3 m/s from 225 deg". from: degrees the wind comes from. */
sp_io_reading_of sp_io_wind(const char *text, double *speed_m_s, double *from_deg);

enum { SP_IO_YEAR_MIN = 1200, SP_IO_YEAR_MAX = 1950, SP_IO_DAYS_MAX = 2000 };

typedef enum sp_io_time_result {
  SP_IO_TIME_GOOD,
  SP_IO_TIME_BAD,         /* not of any form we know */
  SP_IO_TIME_NO_START,    /* "day N" before a start is known */
  SP_IO_TIME_NO_DATE,     /* 30 February */
  SP_IO_TIME_NO_LUNAR,    /* no such month or day in that lunar year */
  SP_IO_TIME_YEAR,        /* outside SP_IO_YEAR_MIN..MAX */
} sp_io_time_result;

/* "day 3 06:00" (day 1 is the day of *start), "1642-08-05 05:00", "lunar 1642-7-10 05:00",
 * "lunar 1642-7i-10 05:00" in an intercalary month; 24:00 is the end of the day.
 * start may be NULL. */
sp_io_time_result sp_io_time(const char *text, const sp_minute *start, sp_minute *out);

#endif
