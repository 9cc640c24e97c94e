/* era.c - the day as both calendars name it, the hour as clock and as double hour and watch.
 *
 * A double hour (shichen) begins an hour before its middle: mao is 05:00 to 07:00, its first half mao chu, its
 * second mao zheng; each half has four ke of a quarter of an hour, as counted since 1645; the Ming divided the day into a hundred,
 * which differs by less than a minute a ke. Watches (geng) are the double hours from 19:00 to 05:00.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/prose.h"

#include <stdio.h>
#include <string.h>

#define MINUTES_PER_DAY 1440

typedef enum house { HOUSE_MING, HOUSE_JIN, HOUSE_QING } house;

typedef struct era {
  house house;
  int32_t from[3], to[3], first_year;
  const char *en, *zh;
} era;

static const era eras[] = {
#define SP_ERA(house, fy, fm, fd, ty, tm, td, first, en, zh) {HOUSE_##house, {fy, fm, fd}, {ty, tm, td}, first, en, zh},
#include "io/era.def"
};

static const char *const stems[10] = {"甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸"};
static const char *const branches[12] = {"子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥"};
static const char *const digits[10] = {"〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

sp_minute sp_day_of(sp_minute minute) {
  sp_minute of_day = minute % MINUTES_PER_DAY;
  return minute - (of_day < 0 ? of_day + MINUTES_PER_DAY : of_day);
}

static int32_t minute_of_day(sp_minute minute) { return (int32_t)(minute - sp_day_of(minute)); }

void sp_say_iso(sp_minute minute, char out[SP_SAY]) {
  sp_date d = sp_date_of(minute);
  snprintf(out, SP_SAY, "%04d-%02d-%02dT%02d:%02d", d.year, d.month, d.day, d.hour, d.minute);
}

void sp_say_clock(sp_lang lang, sp_minute minute, char out[SP_SAY]) {
  int32_t m = minute_of_day(minute);
  if (lang == SP_LANG_EN) {
    snprintf(out, SP_SAY, "%02d:%02d", m / 60, m % 60);
    return;
  }
  static const char *const ke[4] = {"", "一刻", "二刻", "三刻"};
  int32_t from_zi = (m + 60) % MINUTES_PER_DAY;
  snprintf(out, SP_SAY, "%s%s%s（%02d:%02d）", branches[from_zi / 120], from_zi / 60 % 2 ? "正" : "初", ke[from_zi % 60 / 15],
           m / 60, m % 60);
}

void sp_say_double_hour(sp_minute minute, char out[SP_SAY]) {
  static const char *const watch[12] = {"三更", "四更", "五更", "", "", "", "", "", "", "", "初更", "二更"};
  int32_t branch = (minute_of_day(minute) + 60) % MINUTES_PER_DAY / 120;
  snprintf(out, SP_SAY, "%s时%s%s", branches[branch], watch[branch][0] ? " · " : "", watch[branch]);
}

void sp_say_solar(sp_lang lang, sp_minute minute, char out[SP_SAY]) {
  static const char *const months[12] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
  sp_date d = sp_date_of(minute);
  if (lang == SP_LANG_EN) {
    snprintf(out, SP_SAY, "%d %s %d", d.day, months[(d.month - 1) % 12], d.year);
    return;
  }
  char year[32], month[SP_SAY], day[SP_SAY];
  snprintf(year, sizeof year, "%d", d.year);
  out[0] = 0;
  strcat(out, "公历");
  for (const char *c = year; *c; c++) strcat(out, *c >= '0' && *c <= '9' ? digits[*c - '0'] : "前");
  sp_say_count(SP_LANG_ZH, d.month, month);
  sp_say_count(SP_LANG_ZH, d.day, day);
  snprintf(out + strlen(out), SP_SAY - strlen(out), "年%.9s月%.12s日", month, day);
}

static bool before(const sp_lunar_date *l, const int32_t date[3], bool included) {
  int64_t left = ((int64_t)l->year * 100 + l->month) * 100 + l->day;
  int64_t right = ((int64_t)date[0] * 100 + date[1]) * 100 + date[2];
  return left < right || (included && left == right);
}

static const era *era_of(const sp_lunar_date *l, bool ming) {
  for (size_t i = 0; i < sizeof eras / sizeof *eras; i++)
    if ((eras[i].house == HOUSE_MING) == ming && !before(l, eras[i].from, false) && before(l, eras[i].to, true))
      return &eras[i];
  return NULL;
}

static void zh_year(const era *e, int32_t year, char out[SP_SAY]) {
  char number[SP_SAY];
  sp_say_count(SP_LANG_ZH, year - e->first_year + 1, number);
  snprintf(out, SP_SAY, "%s%.30s年", e->zh, year == e->first_year ? "元" : number);
}

static void zh_lunar(const sp_lunar_date *l, const era *ming, const era *other, char *out, size_t size) {
  static const char *const tens[3] = {"初", "十", "廿"};
  char year[SP_SAY] = "", second[SP_SAY] = "", number[SP_SAY], day[SP_SAY];
  const era *first = ming ? ming : other;
  if (first) zh_year(first, l->year, year);
  else { /* no reign title: the year's place in the sixty */
    int32_t cycle = (l->year - 4) % 60;
    if (cycle < 0) cycle += 60;
    snprintf(year, sizeof year, "%s%s年", stems[cycle % 10], branches[cycle % 12]);
  }
  if (ming && other) zh_year(other, l->year, second);
  sp_say_count(SP_LANG_ZH, l->month, number);
  if (l->day == 10) snprintf(day, sizeof day, "初十");
  else if (l->day == 20 || l->day == 30) snprintf(day, sizeof day, "%s十", digits[l->day / 10]);
  else snprintf(day, sizeof day, "%s%s", tens[l->day / 10 % 3], digits[l->day % 10]);
  snprintf(out, size, "%s%s%s%s%s%s%s月%s日%s%s", year, second[0] ? "（" : "",
           !second[0] ? "" : other->house == HOUSE_QING ? "清" : "后金", second, second[0] ? "）" : "", l->leap ? "闰" : "",
           l->month == 1 ? "正" : number, day, stems[l->stem_branch % 10], branches[l->stem_branch % 12]);
}

static const char *nth(int32_t n, char out[SP_SAY]) {
  int32_t tens = n % 100;
  const char *end = tens >= 11 && tens <= 13 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
  snprintf(out, SP_SAY, "%d%s", n, end);
  return out;
}

void sp_say_lunar(sp_lang lang, sp_minute minute, char *out, size_t size) {
  sp_lunar_date l = sp_lunar_of(minute);
  if (size == 0) return;
  out[0] = 0;
  if (l.month == 0) return;
  const era *ming = era_of(&l, true), *other = era_of(&l, false);
  if (lang == SP_LANG_ZH) {
    zh_lunar(&l, ming, other, out, size);
    return;
  }
  char day[SP_SAY], month[SP_SAY], year[SP_SAY], reign[SP_SAY] = "", second[SP_SAY] = "";
  const era *first = ming ? ming : other;
  if (first) snprintf(reign, sizeof reign, ", %.15s year of %s", nth(l.year - first->first_year + 1, year), first->en);
  if (ming && other) snprintf(second, sizeof second, " (%.15s of %s)", nth(l.year - other->first_year + 1, year), other->en);
  snprintf(out, size, "%s day of the %s%s moon%s%s", nth(l.day, day), l.leap ? "intercalary " : "", nth(l.month, month), reign,
           second);
}
