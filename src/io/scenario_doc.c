/* scenario_doc.c - docs/scenario.md from the schema's table.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "io/schema.h"
#include "shapan/io.h"

typedef enum doc_place { HEAD, ORDERS, THEATRE } doc_place;

static const struct {
  doc_place place;
  const char *text;
} lines[] = {
#define SP_DOC_LINE(place, text) {place, text},
#include "io/scenario_doc.def"
};

static void write_lines(FILE *file, doc_place place) {
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (lines[i].place == place) fprintf(file, "%s\n", lines[i].text);
}

/* "SCENARIO" as a heading's "scenario". */
static void write_lower(FILE *file, const char *word) {
  for (; *word; word++) fputc(*word >= 'A' && *word <= 'Z' ? *word - 'A' + 'a' : *word, file);
}

static void write_range(FILE *file, const sp_schema_key *key) {
  const char *unit = sp_io_unit_name(key->measure);
  if (key->high > key->low) fprintf(file, ", %.10g to %.10g%s%s", key->low, key->high, *unit ? " " : "", unit);
}

static void write_words(FILE *file, sp_schema_words words) {
  size_t count = 0;
  const char *const *list = sp_schema_word_list(words, &count);
  for (size_t i = 0; i < count; i++) fprintf(file, "%s`%s`", i > 0 ? ", " : "", list[i]);
}

static void write_link(FILE *file, const char *before, int object) {
  const char *name = sp_schema_about_object((sp_schema_object)object)->name;
  fprintf(file, "%s[", before);
  write_lower(file, name);
  fputs("](#", file);
  write_lower(file, name);
  fputc(')', file);
}

static const char *measure_word(sp_io_measure measure) {
  switch (measure) {
  case SP_IO_LENGTH: return "length";
  case SP_IO_DURATION: return "duration";
  case SP_IO_WEIGHT: return "weight";
  case SP_IO_RAIN: return "rain";
  case SP_IO_TEMPERATURE: return "temperature";
  case SP_IO_SPEED: return "speed";
  case SP_IO_ANGLE: return "angle";
  case SP_IO_SHARE: return "share";
  default: return "number";
  }
}

/* What stands there in words, for types that need neither range nor link. */
static const char *plain_type(sp_schema_type type) {
  switch (type) {
  case SP_TYPE_TEXT: return "text";
  case SP_TYPE_ID: return "id";
  case SP_TYPE_BOOL: return "`true` or `false`";
  case SP_TYPE_START: return "date and hour";
  case SP_TYPE_TIME: return "time";
  case SP_TYPE_COLOUR: return "`\"#rrggbb\"`";
  case SP_TYPE_COLUMN_SPOT: return "`head`, `middle`, `tail` or a share";
  case SP_TYPE_VALUE: return "number or quantity";
  case SP_TYPE_MONTHS: return "list of months, 1 to 12";
  case SP_TYPE_ORDERS: return "block of [orders](#orders)";
  case SP_TYPE_COORDINATES: return "list";
  default: return "any";
  }
}

static void write_type(FILE *file, const sp_schema_key *key) {
  switch (key->type) {
  case SP_TYPE_WHOLE: fputs("whole number", file); break;
  case SP_TYPE_NUMBER: fputs("number", file); break;
  case SP_TYPE_QUANTITY: fputs(measure_word(key->measure), file); break;
  case SP_TYPE_MONTHLY: fprintf(file, "%s, or twelve", measure_word(key->measure)); break;
  case SP_TYPE_NUMBERS: fprintf(file, "list of %d numbers", key->detail); break;
  case SP_TYPE_WIND: fputs("wind", file); break;
  case SP_TYPE_WORD: write_words(file, (sp_schema_words)key->detail); return;
  case SP_TYPE_MAP: write_link(file, "", key->detail); return;
  case SP_TYPE_MAP_OF: write_link(file, "map from ids to ", key->detail); return;
  case SP_TYPE_LIST_OF:
  case SP_TYPE_LIST: write_link(file, "list of ", key->detail); return;
  case SP_TYPE_POSITION: write_link(file, "id or ", key->detail); return;
  case SP_TYPE_TREE: write_link(file, "in the shape of ", key->detail); return;
  case SP_TYPE_GEOMETRY: write_link(file, "", SP_OBJECT_GEOMETRY); return;
  case SP_TYPE_PROPERTIES: fputs("one of the kinds below, by its `kind`", file); return;
  default: fputs(plain_type(key->type), file); return;
  }
  write_range(file, key);
}

static void write_object(FILE *file, sp_schema_object object) {
  size_t count = 0;
  const sp_schema_key *keys = sp_schema_keys(object, &count);
  const sp_schema_about *about = sp_schema_about_object(object);
  fputs("### ", file);
  write_lower(file, about->name);
  fprintf(file, "\n\n%s\n\n%s\n\n| key | value | meaning | 释义 |\n|---|---|---|---|\n", about->en, about->zh);
  for (size_t i = 0; i < count; i++) {
    fprintf(file, "| `%s`%s | ", keys[i].key, keys[i].needed ? " *" : "");
    write_type(file, &keys[i]);
    fprintf(file, " | %s | %s |\n", keys[i].en, keys[i].zh);
  }
  fputc('\n', file);
}

sp_status sp_write_scenario_doc(FILE *file) {
  write_lines(file, HEAD);
  fputs("Keys marked * are needed.\n\n", file);
  for (int object = 0; object < SP_OBJECT_THEATRE; object++) write_object(file, (sp_schema_object)object);
  write_lines(file, ORDERS);
  write_lines(file, THEATRE);
  for (int object = SP_OBJECT_THEATRE; object < SP_OBJECT_COUNT; object++) write_object(file, (sp_schema_object)object);
  return fflush(file) == 0 && !ferror(file) ? SP_OK : SP_IO;
}
