/* text.c - every sentence shapan says, by id and language, with named slots.
 *
 * No locale is read: a server speaks two languages at once, and a bare machine may know neither.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/text.h"

#include "base/utf8.h"

#include <string.h>

static const char *look_up(sp_lang lang, const char *id) {
  if ((unsigned)lang >= SP_LANG_COUNT) return NULL;
  const sp_text_table *table = &sp_text_tables[lang];
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(id, table->entries[middle].id);
    if (order == 0) return table->entries[middle].text;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

const char *sp_text_template(sp_lang lang, const char *id) {
  const char *text = look_up(lang, id);
  for (int other = 0; !text && other < SP_LANG_COUNT; other++) text = look_up((sp_lang)other, id);
  return text;
}

bool sp_text_has(sp_lang lang, const char *id) { return id && look_up(lang, id) != NULL; }

void sp_text_put(sp_text_sink *sink, const char *bytes, size_t length) {
  if (sink->needed < sink->size) {
    size_t room = sink->size - sink->needed;
    memcpy(sink->buffer + sink->needed, bytes, length < room ? length : room);
  }
  sink->needed += length;
}

void sp_text_puts(sp_text_sink *sink, const char *text) { sp_text_put(sink, text, strlen(text)); }

size_t sp_text_end(sp_text_sink *sink) {
  if (sink->size == 0) return sink->needed;
  size_t kept = sink->needed;
  if (kept >= sink->size) kept = sp_utf8_whole(sink->buffer, sink->size - 1);
  sink->buffer[kept] = 0;
  return sink->needed;
}

static const char *value_of(const char *name, size_t length, const char *const *args) {
  for (; args && args[0]; args += 2) {
    if (strncmp(args[0], name, length) == 0 && args[0][length] == 0) return args[1];
    if (!args[1]) break; /* a name without a value ends the list too */
  }
  return NULL;
}

/* English counts by one: what follows a slot that says "one" loses its plural. Templates say "{n} men are across". */
static size_t put_singular(sp_text_sink *sink, const char *value, const char *next) {
  static const char *const plural[][2] = {{" men are ", " man is "}, {" men were ", " man was "}, {" men have ", " man has "}, {" men stand ", " man stands "}, {" men", " man"}, {" more prisoners", " more prisoner"}, {" prisoners slip ", " prisoner slips "}, {" prisoners get ", " prisoner gets "}, {" prisoners", " prisoner"}, {" guns", " gun"}, {" carts", " cart"}, {" horses", " horse"}};
  if (strcmp(value, "one") != 0 && strcmp(value, "1") != 0) return 0;
  for (size_t n = 0; n < sizeof plural / sizeof *plural; n++) {
    size_t length = strlen(plural[n][0]);
    if (strncmp(next, plural[n][0], length) != 0 || (plural[n][0][length - 1] != ' ' && ((next[length] >= 'a' && next[length] <= 'z') || next[length] == '-'))) continue;
    sp_text_puts(sink, plural[n][1]);
    return length;
  }
  return 0;
}

void sp_text_fill(sp_text_sink *sink, const char *template_text, const char *const *args) {
  for (const char *at = template_text; *at;) {
    size_t plain = strcspn(at, "{}");
    sp_text_put(sink, at, plain);
    at += plain;
    if (!*at) return;
    size_t length = *at == '{' && at[1] != '{' ? strcspn(at + 1, "{}") : 0;
    const char *value = length && at[1 + length] == '}' ? value_of(at + 1, length, args) : NULL;
    if (value) {
      /* An empty value takes the space before it along: "between 0 and 1 {unit}" may have no unit. */
      if (!*value && at > template_text && at[-1] == ' ' && sink->needed > 0) sink->needed--;
      sp_text_puts(sink, value);
      at += length + 2;
      at += put_singular(sink, value, at);
    } else {
      sp_text_put(sink, at, 1);
      at += at[0] == at[1] ? 2 : 1; /* {{ and }} are braces */
    }
  }
}

size_t sp_text(sp_lang lang, const char *id, const char *const *args, char *buffer, size_t size) {
  sp_text_sink sink = {buffer, size, 0};
  if (id) {
    const char *text = sp_text_template(lang, id);
    if (text) sp_text_fill(&sink, text, args);
    else sp_text_puts(&sink, id);
  }
  return sp_text_end(&sink);
}
