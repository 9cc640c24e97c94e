/* svg.c - a small writer of SVG text.
 *
 * printf is not used for reals: its decimal sign depends on the locale, its rounding on the library.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/svg.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void sp_svg_free(sp_svg *svg) {
  free(svg->data);
  *svg = (sp_svg){0};
}

static void put(sp_svg *svg, const char *bytes, size_t length) {
  if (svg->no_memory) return;
  if (svg->room - svg->length <= length) {
    size_t room = svg->room ? svg->room : 16384;
    while (room - svg->length <= length) {
      if (room > SIZE_MAX / 2) {
        svg->no_memory = true;
        return;
      }
      room *= 2;
    }
    char *data = realloc(svg->data, room);
    if (!data) {
      svg->no_memory = true;
      return;
    }
    svg->data = data;
    svg->room = room;
  }
  memcpy(svg->data + svg->length, bytes, length);
  svg->length += length;
  svg->data[svg->length] = 0;
}

static void puts_(sp_svg *svg, const char *text) { put(svg, text, strlen(text)); }

int32_t sp_svg_round(double value) {
  if (!(value > -2147483647.0)) return value < 0.0 ? INT32_MIN + 1 : 0;
  if (value > 2147483646.0) return INT32_MAX;
  return (int32_t)(value < 0.0 ? value - 0.5 : value + 0.5); /* cast-ok: range judged above */
}

void sp_svg_number(double value, int decimals, char *out) {
  static const int64_t power[] = {1, 10, 100, 1000};
  if (!(value > -1e12)) value = value < 0.0 ? -1e12 : 0.0;
  if (value > 1e12) value = 1e12;
  bool minus = value < 0.0;
  int64_t scale = power[decimals];
  int64_t n = (int64_t)((minus ? -value : value) * (double)scale + 0.5); /* cast-ok: 0 to 1e15 */
  while (decimals > 0 && n % 10 == 0) {
    n /= 10;
    scale /= 10;
    decimals--;
  }
  char digits[24];
  int count = 0;
  for (int64_t rest = n; rest > 0 || count <= decimals; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  if (minus && n != 0) *out++ = '-';
  while (count > 0) {
    if (count == decimals) *out++ = '.';
    *out++ = digits[--count];
  }
  *out = 0;
}

static void put_real(sp_svg *svg, double value, int decimals) {
  char text[24];
  sp_svg_number(value, decimals, text);
  puts_(svg, text);
}

static void put_int(sp_svg *svg, int value) {
  char text[16];
  char *at = text + sizeof text;
  unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *--at = '-';
  put(svg, at, (size_t)(text + sizeof text - at));
}

static void put_colour(sp_svg *svg, uint32_t colour) {
  static const char hex[] = "0123456789abcdef";
  char text[7] = "#";
  for (int i = 0; i < 6; i++) text[1 + i] = hex[colour >> (20 - 4 * i) & 15];
  put(svg, text, 7);
}

/* Length of the UTF-8 character at text when XML may hold it, else 0. */
static size_t good_character(const unsigned char *text) {
  unsigned char c = text[0];
  if (c < 0x80) return c >= 0x20 || c == '\t' || c == '\n' ? (c == 0x7F ? 0 : 1) : 0;
  size_t length = c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
  for (size_t i = 1; i < length; i++)
    if ((text[i] & 0xC0) != 0x80) return 0;
  if (c == 0xE0 && text[1] < 0xA0) return 0;                     /* over-long */
  if (c == 0xED && text[1] > 0x9F) return 0;                     /* surrogates */
  if (c == 0xEF && text[1] == 0xBF && text[2] > 0xBD) return 0;  /* U+FFFE, U+FFFF */
  if (c == 0xF0 && text[1] < 0x90) return 0;
  if (c == 0xF4 && text[1] > 0x8F) return 0;
  return length;
}

static void put_escaped(sp_svg *svg, const char *text) {
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    size_t length = good_character(at);
    if (length == 0) puts_(svg, "\xEF\xBF\xBD");
    else if (*at == '&') puts_(svg, "&amp;");
    else if (*at == '<') puts_(svg, "&lt;");
    else if (*at == '>') puts_(svg, "&gt;");
    else if (*at == '"') puts_(svg, "&quot;");
    else if (*at == '\'') puts_(svg, "&#39;");
    else put(svg, (const char *)at, length);
    at += length ? length : 1;
  }
}

void sp_svg_put(sp_svg *svg, const char *format, ...) {
  va_list args;
  va_start(args, format);
  for (const char *at = format; *at;) {
    size_t plain = strcspn(at, "%");
    put(svg, at, plain);
    at += plain;
    if (!*at) break;
    switch (*++at) {
    case 'p':
      put_real(svg, va_arg(args, double), 1);
      put(svg, " ", 1);
      put_real(svg, va_arg(args, double), 1);
      break;
    case 'n': put_real(svg, va_arg(args, double), 2); break;
    case 'd': put_int(svg, va_arg(args, int)); break;
    case 's': put_escaped(svg, va_arg(args, const char *)); break;
    case 'r': puts_(svg, va_arg(args, const char *)); break;
    case 'c': put_colour(svg, va_arg(args, uint32_t)); break;
    default: put(svg, "%", 1); break;
    }
    at++;
  }
  va_end(args);
}
