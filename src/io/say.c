/* say.c - counts, lengths, depths and durations as people of either language say them.
 *
 * Chinese measures are the builders' of Ming and Qing: chi of 0.32 m, bu of 5 chi, li of 360 bu (576 m);
 * a day has twelve double hours (shichen) of eight ke.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/prose.h"

#include <stdio.h>
#include <string.h>

#define CUN_M 0.032
#define MINUTES_PER_KE 15
#define KE_PER_SHICHEN 8

static int64_t rounded(double value) {
  if (!(value > -9e15)) return value < 0 ? -9000000000000000 : 0;
  if (value > 9e15) return 9000000000000000;
  return value < 0 ? -(int64_t)(0.5 - value) : (int64_t)(value + 0.5);
}

void sp_say_digits(int64_t n, char out[SP_SAY]) {
  char plain[32];
  int length = snprintf(plain, sizeof plain, "%lld", (long long)(n < 0 ? -n : n));
  size_t at = 0;
  if (n < 0) out[at++] = '-';
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) out[at++] = ',';
    out[at++] = plain[i];
  }
  out[at] = 0;
}

static const char *const zh_digit[10] = {"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

/* 0 < n < 10000, after a higher group when `inner`. */
static void zh_group(int64_t n, bool inner, char *out) {
  static const char *const unit[4] = {"千", "百", "十", ""};
  int64_t divisor = 1000;
  bool begun = inner, gap = false;
  for (int i = 0; i < 4; i++, divisor /= 10) {
    int64_t d = n / divisor % 10;
    if (d == 0) {
      gap = begun;
      continue;
    }
    if (gap) strcat(out, zh_digit[0]);
    gap = false;
    if (!(d == 1 && i == 2 && !begun)) strcat(out, zh_digit[d]); /* ten is 十, not 一十 */
    strcat(out, unit[i]);
    begun = true;
  }
}

static void zh_number(int64_t n, char out[SP_SAY]) {
  out[0] = 0;
  if (n < 0) {
    strcat(out, "负");
    n = -n;
  }
  if (n >= 1000000000000) { /* beyond what a war counts */
    snprintf(out + strlen(out), SP_SAY - strlen(out), "%lld", (long long)n);
    return;
  }
  if (n == 0) strcat(out, zh_digit[0]);
  static const char *const unit[3] = {"亿", "万", ""};
  int64_t divisor = 100000000;
  bool begun = false;
  for (int i = 0; i < 3; i++, divisor /= 10000) {
    int64_t group = n / divisor % 10000;
    if (group == 0) continue;
    zh_group(group, begun, out);
    strcat(out, unit[i]);
    begun = true;
  }
}

void sp_say_count(sp_lang lang, int64_t n, char out[SP_SAY]) {
  static const char *const small[13] = {"no",  "one",   "two",   "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  if (lang == SP_LANG_ZH) zh_number(n, out);
  else if (n >= 0 && n <= 12) snprintf(out, SP_SAY, "%s", small[n]);
  else sp_say_digits(n, out);
}

void sp_say_about(sp_lang lang, int64_t n, char out[SP_SAY]) {
  int64_t unit = 1;
  while (n / unit >= 100) unit *= 10;
  sp_say_count(lang, (n + unit / 2) / unit * unit, out);
}

void sp_say_ordinal(sp_lang lang, int64_t n, char out[SP_SAY]) {
  static const char *const small[11] = {"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"};
  if (lang == SP_LANG_ZH) zh_number(n, out);
  else if (n >= 1 && n <= 10) snprintf(out, SP_SAY, "%s", small[n]);
  else {
    int64_t tens = n % 100;
    const char *end = tens >= 11 && tens <= 13 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
    snprintf(out, SP_SAY, "%lld%s", (long long)n, end);
  }
}

void sp_say_fixed(double value, int decimals, char out[SP_SAY]) {
  if (value != value) {
    snprintf(out, SP_SAY, "?");
    return;
  }
  int64_t scale = 1;
  for (int i = 0; i < decimals; i++) scale *= 10;
  if (value > 9e15 / (double)scale || value < -9e15 / (double)scale) {
    snprintf(out, SP_SAY, "%s", value > 0 ? "9999999999999" : "-9999999999999");
    return;
  }
  int64_t n = rounded(value * (double)scale);
  int64_t positive = n < 0 ? -n : n;
  if (decimals == 0) snprintf(out, SP_SAY, "%s%lld", n < 0 ? "-" : "", (long long)positive);
  else snprintf(out, SP_SAY, "%s%lld.%0*lld", n < 0 ? "-" : "", (long long)(positive / scale), decimals, (long long)(positive % scale));
}

void sp_say_length(sp_lang lang, double metres, char out[SP_SAY]) {
  if (!(metres > 0)) metres = 0;
  if (lang == SP_LANG_EN) {
    if (metres < 950) {
      snprintf(out, SP_SAY, "%lld m", (long long)(metres < 100 ? rounded(metres) : rounded(metres / 10) * 10));
    } else {
      sp_say_fixed(metres / 1000, metres < 99500 ? 1 : 0, out);
      char *dot = strstr(out, ".0");
      if (dot && !dot[2]) *dot = 0;
      strcat(out, " km");
    }
    return;
  }
  if (metres < SP_LI_M * 0.97) {
    int64_t bu = rounded(metres / SP_BU_M);
    zh_number(bu > 20 ? (bu + 5) / 10 * 10 : bu, out);
    strcat(out, "步");
    return;
  }
  int64_t half = rounded(metres / SP_LI_M * 2);
  if (half >= 20) half = (half + 1) / 2 * 2;
  zh_number(half / 2, out);
  strcat(out, half % 2 ? "里半" : "里");
}

void sp_say_depth(sp_lang lang, double metres, char out[SP_SAY]) {
  if (!(metres > 0)) metres = 0;
  if (lang == SP_LANG_EN) {
    sp_say_fixed(metres, 2, out);
    strcat(out, " m");
    return;
  }
  int64_t cun = rounded(metres / CUN_M);
  char part[SP_SAY];
  out[0] = 0;
  if (cun >= 10 || cun == 0) {
    zh_number(cun / 10, out);
    strcat(out, "尺");
  }
  if (cun % 10) {
    zh_number(cun % 10, part);
    strcat(out, part);
    strcat(out, "寸");
  }
}

static void en_duration(int64_t minutes, char out[SP_SAY]) {
  char part[SP_SAY];
  out[0] = 0;
  int64_t days = minutes / 1440, hours = minutes / 60 % 24, rest = minutes % 60;
  if (days >= 2) { /* minutes no longer matter */
    sp_say_count(SP_LANG_EN, days, part);
    snprintf(out, SP_SAY, "%.40s days", part);
    if (hours == 0) return;
    sp_say_count(SP_LANG_EN, hours, part);
    snprintf(out + strlen(out), SP_SAY - strlen(out), " and %.30s", hours == 1 ? "an hour" : part);
    if (hours > 1) strcat(out, " hours");
    return;
  }
  hours += days * 24;
  if (hours == 1) strcat(out, "an hour");
  else if (hours > 1) {
    sp_say_count(SP_LANG_EN, hours, part);
    snprintf(out, SP_SAY, "%.40s hours", part);
  }
  if (hours > 0 && rest == 0) return;
  if (hours > 0) strcat(out, " and ");
  sp_say_count(SP_LANG_EN, rest, part);
  if (rest == 1) strcat(out, "a minute");
  else snprintf(out + strlen(out), SP_SAY - strlen(out), "%.30s minutes", part);
}

void sp_say_duration(sp_lang lang, double minutes, char out[SP_SAY]) {
  int64_t whole = rounded(minutes > 0 ? minutes : 0);
  if (lang == SP_LANG_EN) {
    if (whole < 1) snprintf(out, SP_SAY, "less than a minute");
    else en_duration(whole, out);
    return;
  }
  int64_t ke = (whole + MINUTES_PER_KE / 2) / MINUTES_PER_KE;
  int64_t shichen = ke / KE_PER_SHICHEN, rest = ke % KE_PER_SHICHEN, days = shichen / 12;
  char part[SP_SAY];
  out[0] = 0;
  if (ke == 0) {
    strcat(out, "不及一刻");
    return;
  }
  shichen %= 12;
  if (days > 0) {
    zh_number(days, out);
    strcat(out, "日");
    if (shichen + rest > 0) strcat(out, "又");
  }
  if (shichen > 0) {
    zh_number(shichen, part);
    strcat(out, shichen == 2 ? "两" : part);
    strcat(out, rest == 4 ? "个半时辰" : "个时辰");
  } else if (rest == 4) {
    strcat(out, "半个时辰");
  }
  if (rest == 0 || rest == 4) return;
  if (shichen > 0) strcat(out, "又");
  strcat(out, zh_digit[rest]);
  strcat(out, "刻");
}

void sp_say_minutes(double minutes, char out[SP_SAY]) {
  int64_t whole = rounded(minutes > 0 ? minutes : 0);
  snprintf(out, SP_SAY, "%lld h %02lld", (long long)(whole / 60), (long long)(whole % 60));
}
