/* map_words.c - what stands on the map in words and figures, in either language.
 *
 * The width of a word is reckoned from the advances of Noto Sans, not asked of a font: the same map must come out
 * where no font is installed.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/map_sheet.h"

/* Advances of Noto Sans CJK SC in thousandths, U+0020 to U+007E. */
static const uint16_t advance[95] = {
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555, 555,
    555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293, 535, 646, 543, 812, 723, 742,
    633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620, 554, 325, 564,
    607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338, 270, 338, 555};

double sp_map_text_width(const char *text, double size) {
  int32_t sum = 0;
  for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
    if (*at >= 0x20 && *at < 0x7F) sum += advance[*at - 0x20];
    else if (*at >= 0xC0 && *at < 0xE0) sum += 600; /* accented letters */
    else if (*at >= 0xE0) sum += 1000;              /* ideographs */
  }
  return size * (double)sum / 1000.0;
}

enum { SLOTS = 16 };

void sp_map_say(const sp_map *map, char out[SP_MAP_TEXT], const char *id, ...) {
  const char *args[SLOTS + 1] = {0};
  va_list list;
  va_start(list, id);
  for (int i = 0; i < SLOTS; i++) {
    args[i] = va_arg(list, const char *);
    if (!args[i]) break;
  }
  va_end(list);
  sp_text(map->lang, id, args, out, SP_MAP_TEXT);
}

void sp_map_say_count(const sp_map *map, int32_t n, char out[SP_MAP_TEXT]) {
  char digits[16];
  int length = snprintf(digits, sizeof digits, "%d", (int)n);
  char *to = out;
  for (int i = 0; i < length; i++) {
    int left = length - i;
    if (map->lang == SP_LANG_EN && i > 0 && left % 3 == 0 && digits[i - 1] != '-') *to++ = ',';
    *to++ = digits[i];
  }
  *to = 0;
}

void sp_map_say_men(const sp_map *map, int32_t men, char out[SP_MAP_TEXT]) {
  char count[SP_MAP_TEXT];
  sp_map_say_count(map, men, count);
  sp_map_say(map, out, "map.men", "men", count, (char *)NULL);
}

/* An estimate is said in round numbers: two figures below ten thousand, thousands above. */
void sp_map_say_about(const sp_map *map, int32_t men, int32_t arms, char out[SP_MAP_TEXT]) {
  static const char *const kind[] = {"map.about.foot", "map.about.mixed", "map.about.horse", "map.about.carts"};
  int32_t step = men < 100 ? 10 : men < 1000 ? 50 : men < 10000 ? 100 : 1000;
  int32_t about = men < 10 ? men : men / step * step + (men % step * 2 >= step ? step : 0);
  char count[SP_MAP_TEXT];
  sp_map_say_count(map, about, count);
  sp_map_say(map, out, kind[arms >= 0 && arms < 4 ? arms : 1], "men", count, (char *)NULL);
}

/* Small numbers as a Chinese clerk writes them. */
static void chinese(int32_t n, char out[SP_MAP_TEXT]) {
  static const char *const digit[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
  if (n <= 0 || n > 99) snprintf(out, SP_MAP_TEXT, "%d", (int)n);
  else snprintf(out, SP_MAP_TEXT, "%s%s%s", n >= 20 ? digit[n / 10] : "", n >= 10 ? "十" : "", digit[n % 10]);
}

static void say_number(const sp_map *map, int32_t n, char out[SP_MAP_TEXT]) {
  if (map->lang == SP_LANG_ZH) chinese(n, out);
  else snprintf(out, SP_MAP_TEXT, "%d", (int)n);
}

/* Before a measure word two is 两, not 二. */
static void say_counted(const sp_map *map, int32_t n, char out[SP_MAP_TEXT]) {
  if (map->lang == SP_LANG_ZH && n == 2) snprintf(out, SP_MAP_TEXT, "两");
  else say_number(map, n, out);
}

/* English counts minutes and hours; Chinese 刻 of a quarter of an hour, 时辰 of two hours, and days. */
void sp_map_say_span(const sp_map *map, int64_t minutes, char out[SP_MAP_TEXT]) {
  int32_t n = minutes < 0 ? 0 : minutes > 1000000 ? 1000000 : (int32_t)minutes;
  char a[SP_MAP_TEXT], b[SP_MAP_TEXT] = "";
  if (n >= 2 * 1440) {
    say_counted(map, n / 1440, a);
    sp_map_say(map, out, "map.span.days", "n", a, (char *)NULL);
  } else if (map->lang == SP_LANG_ZH) {
    if (n < 120) say_number(map, (n + 7) / 15 < 1 ? 1 : (n + 7) / 15, a);
    else say_counted(map, n / 120, a);
    sp_map_say(map, out, n < 120 ? "map.span.small" : n % 120 >= 60 ? "map.span.large_half" : "map.span.large", "n", a, (char *)NULL);
  } else if (n < 60) {
    say_number(map, n, a);
    sp_map_say(map, out, "map.span.small", "n", a, (char *)NULL);
  } else {
    say_number(map, n / 60, a);
    sp_map_say(map, out, "map.span.large", "n", a, (char *)NULL);
    say_number(map, n % 60, a);
    sp_map_say(map, b, "map.span.small", "n", a, (char *)NULL);
    size_t used = strlen(out);
    if (n % 60 >= 1 && n < 600) snprintf(out + used, SP_MAP_TEXT - used, " %s", b);
  }
}

void sp_map_say_age(const sp_map *map, int64_t minutes, char out[SP_MAP_TEXT]) {
  char span[SP_MAP_TEXT];
  sp_map_say_span(map, minutes, span);
  if (minutes < 5) sp_map_say(map, out, "map.age.now", (char *)NULL);
  else sp_map_say(map, out, "map.age", "span", span, (char *)NULL);
}

static void say_one(const sp_map *map, const char *family, int32_t n, char out[SP_MAP_TEXT]) {
  char id[SP_MAP_TEXT];
  snprintf(id, sizeof id, "map.%s.%d", family, (int)n);
  sp_map_say(map, out, id, (char *)NULL);
}

/* ---- the sky */

bool sp_map_foggy(const sp_map_sky *sky) {
  return sky->rain_mm_h <= 0.05 && sky->fog_m > 0.0 && sky->fog_m < 2000.0;
}

static const char *sky_word(const sp_map_sky *sky) {
  bool cold = sky->temperature_c <= 0.5;
  if (sky->rain_mm_h >= 7.5) return cold ? "map.sky.heavy_snow" : "map.sky.heavy_rain";
  if (sky->rain_mm_h >= 2.0) return cold ? "map.sky.snow" : "map.sky.rain";
  if (sky->rain_mm_h > 0.05) return cold ? "map.sky.light_snow" : "map.sky.drizzle";
  if (sp_map_foggy(sky)) return "map.sky.fog";
  return sky->cloud > 0.8 ? "map.sky.overcast" : sky->cloud > 0.35 ? "map.sky.cloudy" : "map.sky.clear";
}

static const char *wind_word(double m_s) {
  return m_s < 0.5 ? "map.wind.calm" : m_s < 3.4 ? "map.wind.light" : m_s < 8.0 ? "map.wind.breeze" : m_s < 14.0 ? "map.wind.fresh" : "map.wind.gale";
}

void sp_map_say_sky(const sp_map *map, char sky_out[SP_MAP_TEXT], char air[SP_MAP_TEXT], char light[SP_MAP_TEXT]) {
  const sp_map_sky *sky = &map->scene->sky;
  char word[SP_MAP_TEXT], rain[16], degrees[16], from[SP_MAP_TEXT], wind[SP_MAP_TEXT], temperature[SP_MAP_TEXT];
  sp_map_say(map, word, sky_word(sky), (char *)NULL);
  sp_svg_number(sky->rain_mm_h, 1, rain);
  if (sky->rain_mm_h > 0.05) sp_map_say(map, sky_out, "map.sky.falling", "sky", word, "rain", rain, (char *)NULL);
  else snprintf(sky_out, SP_MAP_TEXT, "%s", word);
  snprintf(degrees, sizeof degrees, "%s%d", sky->temperature_c < -0.5 ? "−" : "", (int)sp_svg_round(sky->temperature_c < 0.0 ? -sky->temperature_c : sky->temperature_c));
  sp_map_say(map, temperature, "map.temperature", "degrees", degrees, (char *)NULL);
  say_one(map, "wind_from", sp_svg_round(sky->wind_from_deg / 45.0) % 8, from);
  sp_map_say(map, wind, wind_word(sky->wind_m_s), "from", sky->wind_m_s < 0.5 ? "" : from, (char *)NULL);
  sp_map_say(map, air, "map.air", "temperature", temperature, "wind", wind, (char *)NULL);
  bool day = sky->sun_deg > -0.8;
  const char *id = day ? "map.light.day" : sky->sun_deg > -12.0 ? "map.light.twilight" : sky->light > 0.08 ? "map.light.moon" : "map.light.dark";
  sp_map_say(map, light, id, (char *)NULL);
}
