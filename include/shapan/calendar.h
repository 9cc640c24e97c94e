/* shapan/calendar.h - minutes, Gregorian dates, and the lunar date shown beside them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SHAPAN_CALENDAR_H
#define SHAPAN_CALENDAR_H

#include "shapan/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_date {
  int32_t year, month, day; /* proleptic Gregorian */
  int32_t hour, minute;     /* local solar time */
} sp_date;

/* The lunar date shown beside the solar one. Computed from new moons and solar
 * terms; the tests hold it against dated events. */
typedef struct sp_lunar_date {
  int32_t year;        /* Gregorian year in which this lunar year began */
  int32_t month;       /* 1..12 */
  int32_t day;         /* 1..30 */
  bool leap;           /* an intercalary month (闰月) */
  int32_t stem_branch; /* day in the sixty-cycle, 0 = jiazi (甲子) */
} sp_lunar_date;

SP_API sp_minute sp_minute_of(sp_date date);
SP_API sp_date sp_date_of(sp_minute minute);
SP_API sp_lunar_date sp_lunar_of(sp_minute minute); /* years 0 to 4000; beyond them month is 0 */

#ifdef __cplusplus
}
#endif
#endif
