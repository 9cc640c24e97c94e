/* prose.c - a string that grows, lists, and lines that break well.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/prose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sp_prose_free(sp_prose *p) {
  free(p->data);
  *p = (sp_prose){0};
}

void sp_prose_clear(sp_prose *p) {
  p->length = 0;
  if (p->data) p->data[0] = 0;
}

static bool room_for(sp_prose *p, size_t more) {
  if (p->failed || more > SIZE_MAX / 4 - p->length) return !(p->failed = true);
  size_t wanted = p->length + more + 1;
  if (wanted <= p->capacity) return true;
  size_t capacity = p->capacity ? p->capacity : 256;
  while (capacity < wanted) capacity *= 2;
  char *data = realloc(p->data, capacity);
  if (!data) return !(p->failed = true);
  p->data = data;
  p->capacity = capacity;
  return true;
}

void sp_prose_putn(sp_prose *p, const char *text, size_t length) {
  if (!room_for(p, length)) return;
  memcpy(p->data + p->length, text, length);
  p->length += length;
  p->data[p->length] = 0;
}

void sp_prose_put(sp_prose *p, const char *text) { sp_prose_putn(p, text, strlen(text)); }

enum { DIGITS = 336 }; /* whatever the precision */

static bool comes_back(double value, int precision, char digits[DIGITS]) {
  snprintf(digits, DIGITS, "%.*g", precision, value);
  double back = strtod(digits, NULL);
  return !(back < value) && !(back > value);
}

void sp_prose_real(sp_prose *out, double value) {
  char digits[DIGITS];
  for (int low = 6, high = 17; low < high;) { /* what so many digits give back, more of them give back too */
    int middle = (low + high) / 2;
    if (comes_back(value, middle, digits)) high = middle;
    else low = middle + 1;
    if (low == high) (void)comes_back(value, low, digits);
  }
  char *comma = strchr(digits, ','); /* a host may have set a locale */
  if (comma) *comma = '.';
  sp_prose_put(out, digits);
}

void sp_prose_fill(sp_prose *p, sp_lang lang, const char *id, const char *const *args) {
  size_t needed = sp_text(lang, id, args, NULL, 0);
  if (!room_for(p, needed)) return;
  sp_text(lang, id, args, p->data + p->length, needed + 1);
  p->length += needed;
}

const char *sp_prose_text(const sp_prose *p) { return p->data && p->length ? p->data : ""; }

void sp_prose_list(sp_prose *p, sp_lang lang, const char *const *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) sp_prose_put(p, lang == SP_LANG_ZH ? "、" : i + 1 == count ? " and " : ", ");
    sp_prose_put(p, items[i]);
  }
}

void sp_capitalise(char *text) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
}

/* ---- widths, without a locale: Unicode's East Asian Width W and F, as ranges */

static const struct { uint32_t from, to; } wide_ranges[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},
    {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x17000, 0x18CFF}, {0x1F300, 0x1F64F},
    {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

/* Code point at `at`; bad bytes count as themselves. */
static size_t decode(const char *at, uint32_t *code) {
  const unsigned char *s = (const unsigned char *)at;
  size_t more = s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : s[0] >= 0xC0 ? 1 : 0;
  *code = more == 0 ? s[0] : s[0] & (0x3FU >> more);
  for (size_t i = 1; i <= more; i++) {
    if ((s[i] & 0xC0) != 0x80) {
      *code = s[0];
      return 1;
    }
    *code = *code << 6 | (s[i] & 0x3FU);
  }
  return more + 1;
}

static size_t wide_of(uint32_t code) {
  if ((code >= 0x0300 && code <= 0x036F) || (code >= 0x200B && code <= 0x200F)) return 0;
  for (size_t i = 0; i < sizeof wide_ranges / sizeof *wide_ranges; i++)
    if (code >= wide_ranges[i].from && code <= wide_ranges[i].to) return 2;
  return 1;
}

size_t sp_wide(const char *text) {
  size_t columns = 0;
  while (*text) {
    uint32_t code;
    text += decode(text, &code);
    columns += wide_of(code);
  }
  return columns;
}

/* ---- lines */

static bool closes(uint32_t code) {
  static const uint32_t marks[] = {0x3001, 0x3002, 0xFF0C, 0xFF1B, 0xFF1A, 0xFF01, 0xFF1F, 0xFF09,
                                   0x300B, 0x300D, 0x300F, 0x3011, 0x201D, 0x2019, 0x2026, 0x00B7};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (code == marks[i]) return true;
  return false;
}

static bool opens(uint32_t code) {
  return code == 0xFF08 || code == 0x300A || code == 0x300C || code == 0x300E || code == 0x3010 || code == 0x201C ||
         code == 0x2018;
}

/* The longest piece at `at` that may not be broken: a word, or one wide character with the marks that cling to it. */
static size_t piece_at(const char *at, size_t *columns) {
  size_t bytes = 0;
  bool after_wide = false;
  *columns = 0;
  bool must_follow = true;
  while (at[bytes] && at[bytes] != ' ') {
    uint32_t code;
    size_t length = decode(at + bytes, &code);
    bool wide = wide_of(code) == 2;
    if (!must_follow && !closes(code) && (wide || after_wide || opens(code))) break;
    must_follow = opens(code);
    after_wide = wide;
    bytes += length;
    *columns += wide_of(code);
  }
  return bytes;
}

void sp_wrap(sp_prose *out, const char *label, const char *text, size_t width) {
  size_t indent = sp_wide(label), column = indent;
  bool fresh = true; /* nothing on this line yet */
  sp_prose_put(out, label);
  while (*text) {
    size_t spaces = strspn(text, " ");
    size_t columns;
    size_t bytes = piece_at(text + spaces, &columns);
    if (bytes == 0) break;
    size_t gap = fresh ? 0 : spaces > 0 ? 1 : 0;
    if (!fresh && column + gap + columns > width) {
      sp_prose_put(out, "\n");
      for (size_t i = 0; i < indent; i++) sp_prose_put(out, " ");
      column = indent;
      gap = 0;
    }
    if (gap) sp_prose_put(out, " ");
    sp_prose_putn(out, text + spaces, bytes);
    column += gap + columns;
    fresh = false;
    text += spaces + bytes;
  }
  sp_prose_put(out, "\n");
}
