/* page_json.c - texts for JSON within <script>, and for HTML.
 *
 * What a scenario's author wrote must stay text: no "<" ever reaches the page from him, so nothing he writes can end
 * the script, open a tag or a comment.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Bytes of the UTF-8 character at text; 0: it is none. */
static size_t character(const unsigned char *s) {
  size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4 : 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xC0) != 0x80) return 0;
  if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F)) return 0;
  return length;
}

static bool line_separator(const unsigned char *s) { return s[0] == 0xE2 && s[1] == 0x80 && (s[2] == 0xA8 || s[2] == 0xA9); }

void sp_json_text(sp_prose *out, const char *text) {
  sp_prose_putn(out, "\"", 1);
  for (const unsigned char *s = (const unsigned char *)(text ? text : ""); *s;) {
    size_t length = character(s);
    char code[8];
    if (length == 0) {
      sp_prose_put(out, "\xEF\xBF\xBD");
    } else if (length == 1 && (*s < 0x20 || *s == 0x7F || strchr("\"\\<>&'", *s))) {
      snprintf(code, sizeof code, "\\u%04x", (unsigned)*s);
      sp_prose_put(out, code);
    } else if (length == 3 && line_separator(s)) {
      sp_prose_put(out, s[2] == 0xA8 ? "\\u2028" : "\\u2029");
    } else {
      sp_prose_putn(out, (const char *)s, length);
    }
    s += length ? length : 1;
  }
  sp_prose_putn(out, "\"", 1);
}

void sp_json_number(sp_prose *out, int64_t n) {
  char text[24];
  int length = snprintf(text, sizeof text, "%" PRId64, n);
  sp_prose_putn(out, text, (size_t)length);
}

void sp_json_pair(sp_prose *out, const char *en, const char *zh) {
  sp_prose_putn(out, "[", 1);
  sp_json_text(out, en);
  if (zh && strcmp(en, zh) != 0) {
    sp_prose_putn(out, ",", 1);
    sp_json_text(out, zh);
  }
  sp_prose_putn(out, "]", 1);
}

void sp_html_text(sp_prose *out, const char *text) {
  for (const unsigned char *s = (const unsigned char *)(text ? text : ""); *s;) {
    size_t length = character(s);
    const char *instead = *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : *s == '"' ? "&quot;" : *s == '\'' ? "&#39;" : NULL;
    if (length == 0 || (length == 1 && ((*s < 0x20 && *s != '\t' && *s != '\n') || *s == 0x7F))) instead = "\xEF\xBF\xBD";
    if (instead) sp_prose_put(out, instead);
    else sp_prose_putn(out, (const char *)s, length);
    s += length ? length : 1;
  }
}
