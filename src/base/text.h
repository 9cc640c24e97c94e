/* text.h - inside of sp_text: the generated tables and the filling of slots.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_BASE_TEXT_H
#define SP_BASE_TEXT_H

#include "shapan/base.h"

typedef struct sp_text_entry {
  const char *id;
  const char *text;
} sp_text_entry;

typedef struct sp_text_table {
  const sp_text_entry *entries; /* sorted by id in byte order */
  size_t count;
} sp_text_table;

/* Made by tools/po2c.py from po/. */
extern const sp_text_table sp_text_tables[SP_LANG_COUNT];

/* The template of `id` in `lang`, else in the other language, else NULL. Static storage. */
const char *sp_text_template(sp_lang lang, const char *id);

/* Counts all that is written and keeps what fits. Start with {buffer, size, 0}; size may be 0. */
typedef struct sp_text_sink {
  char *buffer;
  size_t size;
  size_t needed; /* bytes so far, without the NUL */
} sp_text_sink;

void sp_text_put(sp_text_sink *sink, const char *bytes, size_t length);
void sp_text_puts(sp_text_sink *sink, const char *text);
/* Ends with a NUL, never inside a code point. Returns `needed`. */
size_t sp_text_end(sp_text_sink *sink);

/* Fills "{name}" from args (NULL-ended name, value pairs; args may be NULL); {{ and }} are braces.
 * A slot that args lack stays visible as {name}; one with an empty value drops the space before it. */
void sp_text_fill(sp_text_sink *sink, const char *template_text, const char *const *args);

/* Weights as each language tells them: kg, and jin. */
static inline double sp_said_weight(sp_lang lang, double kg) { return lang == SP_LANG_ZH ? kg / SP_JIN_KG : kg; }

#endif
