/* json_schema.c - the schema's table as a JSON Schema, so that editors complete and complain.
 *
 * draft-07, because that is what the YAML plug-ins of editors understand.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <jansson.h>
#include <string.h>

#include "io/schema.h"
#include "shapan/io.h"

#define ID_PATTERN "^[a-z0-9][a-z0-9_-]{0,59}$"
#define NUMBER_PATTERN "[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?"
#define CLOCK_PATTERN "[0-9]{1,2}:[0-9]{2}"
#define DATE_PATTERN "(lunar +)?[0-9]{4}-[0-9]{1,2}i?-[0-9]{1,2}[ T]+" CLOCK_PATTERN
#define DAY_PATTERN "day +[0-9]+ +" CLOCK_PATTERN

/* jansson steals references and passes failures on: a NULL anywhere makes the whole NULL. */
static json_t *reference(const char *object) {
  char lower[32], target[64];
  size_t i = 0;
  for (; object[i] && i < sizeof lower - 1; i++) lower[i] = (char)(object[i] >= 'A' && object[i] <= 'Z' ? object[i] - 'A' + 'a' : object[i]);
  lower[i] = '\0';
  snprintf(target, sizeof target, "#/definitions/%s", lower);
  return json_pack("{s:s}", "$ref", target);
}

static json_t *string_like(const char *pattern) {
  return json_pack("{s:s, s:s}", "type", "string", "pattern", pattern);
}

static json_t *number_between(const char *type, const sp_schema_key *key) {
  return json_pack("{s:s, s:f, s:f}", "type", type, "minimum", key->low, "maximum", key->high);
}

/* "12 km" in any listed unit; a share may be bare, and so may a plain number. */
static json_t *quantity(const sp_schema_key *key) {
  char pattern[256], units[64] = "";
  const char *list = sp_io_units_list(key->measure);
  size_t used = 0;
  for (const char *p = list; *p && used + 2 < sizeof units; p++)
    if (*p == ',') units[used++] = '|';
    else if (*p != ' ') units[used++] = *p;
  units[used] = '\0';
  snprintf(pattern, sizeof pattern, "^ *" NUMBER_PATTERN " *(%s)$", units);
  if (key->measure != SP_IO_SHARE) return string_like(pattern);
  return json_pack("{s:[o, o]}", "anyOf", number_between("number", key), string_like(pattern));
}

static json_t *enumeration(sp_schema_words words) {
  size_t count = 0;
  const char *const *list = sp_schema_word_list(words, &count);
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++)
    if (json_array_append_new(array, json_string(list[i])) != 0) {
      json_decref(array);
      return NULL;
    }
  return json_pack("{s:o}", "enum", array);
}

static json_t *list_of(json_t *item, int least, int most) {
  return json_pack("{s:s, s:o, s:i, s:i}", "type", "array", "items", item, "minItems", least, "maxItems", most);
}

static json_t *map_of(const char *object) {
  return json_pack("{s:s, s:{s:s}, s:{s:o}, s:b}", "type", "object", "propertyNames", "pattern", ID_PATTERN, "patternProperties", ID_PATTERN,
                   reference(object), "additionalProperties", 0);
}

static const char *object_name(int object) {
  return sp_schema_about_object((sp_schema_object)object)->name;
}

static json_t *any_of_kinds(void) {
  json_t *array = json_array();
  for (int object = SP_OBJECT_PLACE; object <= SP_OBJECT_LAND; object++)
    if (json_array_append_new(array, reference(object_name(object))) != 0) {
      json_decref(array);
      return NULL;
    }
  return json_pack("{s:o}", "anyOf", array);
}

static json_t *column_spot(const sp_schema_key *key) {
  return json_pack("{s:[{s:[s, s, s]}, o]}", "anyOf", "enum", "head", "middle", "tail", number_between("number", key));
}

static json_t *lists(const sp_schema_key *key) {
  switch (key->type) {
  case SP_TYPE_NUMBERS: return list_of(number_between("number", key), key->detail, key->detail);
  case SP_TYPE_MONTHLY: return json_pack("{s:[o, o]}", "anyOf", quantity(key), list_of(quantity(key), 12, 12));
  case SP_TYPE_MONTHS: return list_of(number_between("integer", key), 0, 12);
  case SP_TYPE_LIST_OF:
  case SP_TYPE_LIST: return list_of(reference(object_name(key->detail)), 0, (int)key->high);
  case SP_TYPE_TREE: return json_pack("{s:s}", "type", "object");
  case SP_TYPE_COORDINATES: return json_pack("{s:s}", "type", "array");
  default: return json_object();
  }
}

static json_t *value_schema(const sp_schema_key *key) {
  switch (key->type) {
  case SP_TYPE_TEXT: return json_pack("{s:s, s:i, s:i}", "type", "string", "minLength", 1, "maxLength", (int)key->high);
  case SP_TYPE_ID: return string_like(ID_PATTERN);
  case SP_TYPE_BOOL: return json_pack("{s:s}", "type", "boolean");
  case SP_TYPE_WHOLE: return number_between("integer", key);
  case SP_TYPE_NUMBER: return number_between("number", key);
  case SP_TYPE_QUANTITY: return quantity(key);
  case SP_TYPE_START: return string_like("^" DATE_PATTERN "$");
  case SP_TYPE_TIME: return string_like("^(" DAY_PATTERN "|" DATE_PATTERN ")$");
  case SP_TYPE_WORD: return enumeration((sp_schema_words)key->detail);
  case SP_TYPE_COLOUR: return string_like("^#[0-9a-fA-F]{6}$");
  case SP_TYPE_WIND: return string_like("^" NUMBER_PATTERN " *m/s from ([NESW]{1,3}|[0-9.]+ *(deg|\xC2\xB0))$");
  case SP_TYPE_COLUMN_SPOT: return column_spot(key);
  case SP_TYPE_VALUE: return json_pack("{s:[s, s]}", "type", "number", "string");
  case SP_TYPE_POSITION: return json_pack("{s:[o, o]}", "anyOf", string_like(ID_PATTERN), reference("POSITION"));
  case SP_TYPE_ORDERS: return json_pack("{s:[s, s]}", "type", "string", "null");
  case SP_TYPE_MAP: return reference(object_name(key->detail));
  case SP_TYPE_MAP_OF: return map_of(object_name(key->detail));
  case SP_TYPE_PROPERTIES: return any_of_kinds();
  case SP_TYPE_GEOMETRY: return reference("GEOMETRY");
  default: return lists(key);
  }
}

/* $ref hides its neighbours in draft-07, so the meaning goes beside an allOf. */
static json_t *described(const sp_schema_key *key) {
  char text[600];
  json_t *value = value_schema(key);
  snprintf(text, sizeof text, "%s \xC2\xB7 %s", key->en, key->zh);
  if (value && json_object_get(value, "$ref")) value = json_pack("{s:[o]}", "allOf", value);
  if (!value || json_object_set_new(value, "description", json_string(text)) != 0) {
    json_decref(value);
    return NULL;
  }
  return value;
}

static json_t *object_schema(sp_schema_object object) {
  size_t count = 0;
  const sp_schema_key *keys = sp_schema_keys(object, &count);
  json_t *properties = json_object(), *needed = json_array();
  bool whole = properties && needed;
  for (size_t i = 0; whole && i < count; i++) {
    whole = json_object_set_new(properties, keys[i].key, described(&keys[i])) == 0;
    if (keys[i].needed) whole = whole && json_array_append_new(needed, json_string(keys[i].key)) == 0;
  }
  whole = whole && json_object_set_new(properties, "source", json_pack("{s:s}", "type", "string")) == 0;
  whole = whole && json_object_set_new(properties, "note", json_pack("{s:s}", "type", "string")) == 0;
  if (!whole) {
    json_decref(properties);
    json_decref(needed);
    return NULL;
  }
  json_t *schema = json_pack("{s:s, s:s, s:o, s:o, s:b}", "description", sp_schema_about_object(object)->en, "type", "object", "properties",
                             properties, "required", needed, "additionalProperties", 0);
  if (schema && object >= SP_OBJECT_THEATRE)
    json_object_set_new(schema, "patternProperties", json_pack("{s:{}, s:{}}", "^_", "^(fid|styleUrl)$"));
  if (schema && object == SP_OBJECT_NAME) json_object_set_new(schema, "minProperties", json_integer(1));
  return schema;
}

sp_status sp_write_json_schema(FILE *file) {
  json_t *definitions = json_object();
  bool whole = definitions != NULL;
  for (int object = 0; whole && object < SP_OBJECT_COUNT; object++) {
    json_t *target = reference(object_name(object));
    const char *path = json_string_value(json_object_get(target, "$ref"));
    whole = path && json_object_set_new(definitions, path + strlen("#/definitions/"), object_schema((sp_schema_object)object)) == 0;
    json_decref(target);
  }
  if (!whole) {
    json_decref(definitions);
    return SP_NO_MEMORY;
  }
  json_t *schema = json_pack("{s:s, s:s, s:s, s:o}", "$schema", "http://json-schema.org/draft-07/schema#", "title", "shapan scenario", "$ref",
                             "#/definitions/scenario", "definitions", definitions);
  if (!schema) return SP_NO_MEMORY;
  bool written = json_dumpf(schema, file, JSON_INDENT(2)) == 0 && fputc('\n', file) != EOF && fflush(file) == 0;
  json_decref(schema);
  return written ? SP_OK : SP_IO;
}
