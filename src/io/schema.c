/* schema.c - the table, and judging a tree by it.
 *
 * Judging and taking are apart: first everything is judged and every fault told, then the
 * readers take what they need and fall back in silence where a value was wrong.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/schema.h"

#include <stdio.h>
#include <string.h>

#include "io/readers.h"

/* ---- the table */

static const sp_schema_key keys[] = {
#define NEEDED true
#define OPTIONAL false
#define SP_KEY(object, key, type, measure, low, high, need, detail, en, zh) \
  {SP_OBJECT_##object, key, SP_TYPE_##type, SP_IO_##measure, low, high, need, (int)(detail), en, zh},
#include "io/scenario.schema.def"
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

static const sp_schema_about abouts[SP_OBJECT_COUNT] = {
#define SP_OBJECT(name, en, zh) [SP_OBJECT_##name] = {#name, en, zh},
#include "io/scenario.schema.def"
};

static const char *const arm_words[] = {
#define SP_ARM(name, word, category, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const class_words[] = {
#define SP_TROOP_CLASS(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const commanders_words[] = {
#define SP_COMMANDERS(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const arsenal_words[] = {"sound", "corrupt"};
static const char *const measure_words[] = {
#define SP_MEASURE_KIND(name, word, unit, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const place_words[] = {
#define SP_PLACE_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const wall_words[] = {
#define SP_WALL_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const road_words[] = {
#define SP_ROAD_CLASS(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const crossing_words[] = {
#define SP_CROSSING_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const relief_words[] = {
#define SP_RELIEF_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const cover_words[] = {
#define SP_COVER_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const soil_words[] = {
#define SP_SOIL_KIND(name, word, en, zh) word,
#include "shapan/kinds.def"
};
static const char *const collection_words[] = {"FeatureCollection"};
static const char *const feature_words[] = {"Feature"};
static const char *const geometry_words[] = {"Point", "LineString", "Polygon"};
static const char *const feature_kind_words[] = {"place", "road", "river", "crossing", "ground", "land"};

#define WORDS(list) {list, sizeof list / sizeof *list}
static const struct {
  const char *const *words;
  size_t count;
} word_lists[SP_WORDS_COUNT] = {
    [SP_WORDS_ARM] = WORDS(arm_words),
    [SP_WORDS_CLASS] = WORDS(class_words),
    [SP_WORDS_MEASURE] = WORDS(measure_words),
    [SP_WORDS_COMMANDERS] = WORDS(commanders_words),
    [SP_WORDS_ARSENAL] = WORDS(arsenal_words),
    [SP_WORDS_PLACE] = WORDS(place_words),
    [SP_WORDS_WALL] = WORDS(wall_words),
    [SP_WORDS_ROAD] = {road_words, SP_ROAD_COUNTRY}, /* open country is the mesh's, not for files */
    [SP_WORDS_CROSSING] = WORDS(crossing_words),
    [SP_WORDS_RELIEF] = WORDS(relief_words),
    [SP_WORDS_COVER] = WORDS(cover_words),
    [SP_WORDS_SOIL] = WORDS(soil_words),
    [SP_WORDS_COLLECTION] = WORDS(collection_words),
    [SP_WORDS_FEATURE] = WORDS(feature_words),
    [SP_WORDS_GEOMETRY] = WORDS(geometry_words),
    [SP_WORDS_FEATURE_KIND] = WORDS(feature_kind_words),
};

const sp_schema_key *sp_schema_keys(sp_schema_object object, size_t *count) {
  size_t first = 0;
  while (first < KEY_COUNT && keys[first].object != object) first++;
  size_t end = first;
  while (end < KEY_COUNT && keys[end].object == object) end++;
  *count = end - first;
  return keys + (first < KEY_COUNT ? first : 0);
}

const sp_schema_key *sp_schema_find(sp_schema_object object, const char *key) {
  size_t count = 0;
  const sp_schema_key *list = sp_schema_keys(object, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i].key, key) == 0) return &list[i];
  return NULL;
}

const sp_schema_about *sp_schema_about_object(sp_schema_object object) {
  return &abouts[object];
}

const char *const *sp_schema_word_list(sp_schema_words words, size_t *count) {
  *count = word_lists[words].count;
  return word_lists[words].words;
}

int sp_schema_word_index(sp_schema_words words, const char *word) {
  for (size_t i = 0; i < word_lists[words].count; i++)
    if (strcmp(word_lists[words].words[i], word) == 0) return (int)i;
  return -1;
}

bool sp_schema_is_id(const char *text) {
  size_t length = 0;
  for (const char *p = text; *p; p++, length++) {
    bool word = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
    if (!word && (length == 0 || (*p != '-' && *p != '_'))) return false;
    if (length >= 60) return false;
  }
  return length > 0;
}

bool sp_schema_is_free(sp_schema_object object, const char *key) {
  if (strcmp(key, "source") == 0 || strcmp(key, "note") == 0) return true;
  if (object < SP_OBJECT_THEATRE) return false;
  return key[0] == '_' || strcmp(key, "fid") == 0 || strcmp(key, "styleUrl") == 0;
}

/* ---- complaints */

static sp_where value_where(const sp_reading *reading, const sp_doc_node *node) { return sp_io_node_where(reading, node); }
static sp_where key_where(const sp_reading *reading, const sp_doc_node *node) { return sp_io_key_where(reading, node); }

/* What stands there, in signs rather than words, so that it needs no translation. */
static void describe(const sp_doc_node *node, char buffer[SP_IO_SHOWN_MAX]) {
  if (node->kind == SP_DOC_MAP) snprintf(buffer, SP_IO_SHOWN_MAX, "{…}");
  else if (node->kind == SP_DOC_LIST) snprintf(buffer, SP_IO_SHOWN_MAX, "[…]");
  else sp_io_show(node->text, node->length, buffer);
}

typedef struct judged {
  sp_reading *reading;
  const sp_schema_key *key;
  const sp_doc_node *node;
  const sp_io_path *path;
} judged;

/* One fault about the value, with its path, what was found and one slot more. Always false. */
static bool wrong(const judged *j, const char *id, const char *slot, const char *value) {
  char path[SP_IO_PATH_MAX], found[SP_IO_SHOWN_MAX];
  if (j->node->told) return false;
  sp_io_path_write(j->path, path);
  describe(j->node, found);
  /* An unquoted #2b4a8b is a remark to YAML: the colour's own words help more. */
  bool nothing = j->node->kind == SP_DOC_NOTHING && j->key->type != SP_TYPE_COLOUR;
  if (nothing) sp_io_complain(j->reading, value_where(j->reading, j->node), "io.nothing", "key", path);
  else sp_io_complain(j->reading, value_where(j->reading, j->node), id, "key", path, "value", found, slot, value);
  return false;
}

static bool wrong_limit(const judged *j, const char *id, double limit) {
  char shown[SP_IO_SHOWN_MAX];
  sp_io_show_number(limit, shown);
  return wrong(j, id, "limit", shown);
}

static bool in_range(const judged *j, double value) {
  if (value >= j->key->low && value <= j->key->high) return true;
  char path[SP_IO_PATH_MAX], found[SP_IO_SHOWN_MAX], low[SP_IO_SHOWN_MAX], high[SP_IO_SHOWN_MAX];
  sp_io_path_write(j->path, path);
  describe(j->node, found);
  sp_io_show_number(j->key->low, low);
  sp_io_show_number(j->key->high, high);
  const char *unit = sp_io_unit_name(j->key->measure);
  if (*unit) sp_io_complain(j->reading, value_where(j->reading, j->node), "io.range_unit", "key", path, "value", found, "low", low, "high", high, "unit", unit);
  else sp_io_complain(j->reading, value_where(j->reading, j->node), "io.range", "key", path, "value", found, "low", low, "high", high);
  return false;
}

static void join_words(const char *const *words, size_t count, char *buffer, size_t size) {
  size_t used = 0;
  buffer[0] = '\0';
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(words[i]);
    if (used + length + 3 > size) return;
    if (i > 0) {
      memcpy(buffer + used, ", ", 2);
      used += 2;
    }
    memcpy(buffer + used, words[i], length + 1);
    used += length;
  }
}

/* ---- single values */

static bool judge_text(const judged *j) {
  if (j->node->kind != SP_DOC_TEXT) return wrong(j, "io.want.text", NULL, NULL);
  if (j->node->length == 0) return wrong(j, "io.text_empty", NULL, NULL);
  size_t characters = 0;
  for (size_t i = 0; i < j->node->length; i++)
    if (((unsigned char)j->node->text[i] & 0xC0) != 0x80) characters++;
  return (double)characters <= j->key->high || wrong_limit(j, "io.text_too_long", j->key->high);
}

static bool judge_id(const judged *j) {
  if (j->node->kind == SP_DOC_TEXT && sp_schema_is_id(j->node->text)) return true;
  return wrong(j, "io.want.id", NULL, NULL);
}

static bool judge_bool(const judged *j) {
  if (j->node->kind == SP_DOC_TEXT && (strcmp(j->node->text, "true") == 0 || strcmp(j->node->text, "false") == 0)) return true;
  return wrong(j, "io.want.bool", NULL, NULL);
}

static bool bare_number(const sp_doc_node *node, double *out) {
  if (node->kind != SP_DOC_TEXT) return false;
  const char *rest = sp_io_number(node->text, out);
  return rest && !*rest;
}

static bool judge_number(const judged *j) {
  double value = 0.0;
  if (!bare_number(j->node, &value)) return wrong(j, "io.want.number", NULL, NULL);
  return in_range(j, value);
}

static bool judge_whole(const judged *j) {
  double value = 0.0;
  if (!bare_number(j->node, &value)) return wrong(j, "io.want.whole", NULL, NULL);
  if (!in_range(j, value)) return false;
  return value == (double)(int64_t)value || wrong(j, "io.want.whole", NULL, NULL);
}

static bool judge_quantity(const judged *j) {
  const char *units = sp_io_units_list(j->key->measure), *unit = NULL;
  bool share = j->key->measure == SP_IO_SHARE;
  const char *want = share ? "io.want.share" : "io.want.quantity";
  if (j->node->kind != SP_DOC_TEXT) return wrong(j, want, "units", units);
  double value = 0.0;
  switch (sp_io_quantity(j->node->text, j->key->measure, &value, &unit)) {
  case SP_IO_GOOD: return in_range(j, value);
  case SP_IO_NO_NUMBER: return wrong(j, want, "units", units);
  case SP_IO_NO_UNIT: return wrong(j, "io.no_unit", "units", units);
  default: return wrong(j, share ? "io.want.share" : "io.bad_unit", "units", units);
  }
}

static bool judge_time(const judged *j) {
  if (j->node->kind != SP_DOC_TEXT) return wrong(j, "io.want.time", NULL, NULL);
  sp_minute time = 0;
  bool opening = j->key->type == SP_TYPE_START;
  sp_minute start = j->reading->has_start ? j->reading->start : 0;
  switch (sp_io_time(j->node->text, opening ? NULL : &start, &time)) {
  case SP_IO_TIME_GOOD: return true;
  case SP_IO_TIME_NO_START: return wrong(j, "io.start_is_date", NULL, NULL);
  case SP_IO_TIME_NO_DATE: return wrong(j, "io.no_such_date", NULL, NULL);
  case SP_IO_TIME_NO_LUNAR: return wrong(j, "io.no_such_lunar", NULL, NULL);
  case SP_IO_TIME_YEAR: return wrong_limit(j, "io.year", SP_IO_YEAR_MAX);
  default: return wrong(j, opening ? "io.want.start" : "io.want.time", NULL, NULL);
  }
}

static bool judge_word(const judged *j) {
  size_t count = 0;
  const char *const *words = sp_schema_word_list((sp_schema_words)j->key->detail, &count);
  char expected[400], found[SP_IO_SHOWN_MAX];
  if (j->node->kind == SP_DOC_NOTHING) return wrong(j, "io.nothing", NULL, NULL);
  if (j->node->kind == SP_DOC_TEXT && sp_schema_word_index((sp_schema_words)j->key->detail, j->node->text) >= 0) return true;
  join_words(words, count, expected, sizeof expected);
  describe(j->node, found);
  const char *near = j->node->kind == SP_DOC_TEXT ? sp_nearest(j->node->text, words, count) : NULL;
  sp_where where = value_where(j->reading, j->node);
  if (near) sp_io_complain(j->reading, where, "fault.bad_value_near", "value", found, "near", near, "expected", expected);
  else sp_io_complain(j->reading, where, "fault.bad_value", "value", found, "expected", expected);
  return false;
}

static bool judge_colour(const judged *j) {
  const char *text = j->node->text;
  bool good = j->node->kind == SP_DOC_TEXT && j->node->length == 7 && text[0] == '#';
  for (int i = 1; good && i < 7; i++) good = strchr("0123456789abcdefABCDEF", text[i]) != NULL;
  return good || wrong(j, "io.want.colour", NULL, NULL);
}

static bool judge_wind(const judged *j) {
  double speed = 0.0, from = 0.0;
  if (j->node->kind != SP_DOC_TEXT || sp_io_wind(j->node->text, &speed, &from) != SP_IO_GOOD) return wrong(j, "io.want.wind", NULL, NULL);
  return in_range(j, speed);
}

static bool column_word(const char *text) {
  return strcmp(text, "head") == 0 || strcmp(text, "middle") == 0 || strcmp(text, "tail") == 0;
}

static bool judge_column_spot(const judged *j) {
  double value = 0.0;
  if (j->node->kind == SP_DOC_TEXT && column_word(j->node->text)) return true;
  if (j->node->kind != SP_DOC_TEXT || sp_io_quantity(j->node->text, SP_IO_SHARE, &value, NULL) != SP_IO_GOOD)
    return wrong(j, "io.want.column_spot", NULL, NULL);
  return in_range(j, value);
}

/* Which unit would do depends on the measure: the reader judges that. */
static bool judge_value(const judged *j) {
  double value = 0.0;
  if (j->node->kind != SP_DOC_TEXT || !sp_io_number(j->node->text, &value)) return wrong(j, "io.want.value", NULL, NULL);
  return in_range(j, value);
}

/* ---- lists of values */

static bool judge_item(const judged *j, sp_schema_type type, const sp_doc_node *item, int32_t index) {
  sp_schema_key key = *j->key;
  key.type = type;
  sp_io_path path = {.up = j->path, .index = index};
  size_t before = j->reading->fault_count;
  sp_schema_check_value(j->reading, &key, item, &path);
  return j->reading->fault_count == before;
}

static bool judge_items(const judged *j, sp_schema_type type) {
  bool good = true;
  int32_t index = 0;
  for (const sp_doc_node *item = j->node->first; item; item = item->next) good = judge_item(j, type, item, index++) && good;
  return good;
}

static bool judge_numbers(const judged *j) {
  if (j->node->kind != SP_DOC_LIST || j->node->count != (uint32_t)j->key->detail) return wrong_limit(j, "io.want.numbers", j->key->detail);
  return judge_items(j, SP_TYPE_NUMBER);
}

static bool judge_monthly(const judged *j) {
  if (j->node->kind != SP_DOC_LIST) return judge_quantity(j);
  if (j->node->count != 12) return wrong_limit(j, "io.want.numbers", 12);
  return judge_items(j, SP_TYPE_QUANTITY);
}

static bool judge_months(const judged *j) {
  if (j->node->kind != SP_DOC_LIST || j->node->count > 12) return wrong(j, "io.want.months", NULL, NULL);
  return judge_items(j, SP_TYPE_WHOLE);
}

static bool judge_position(const judged *j) {
  if (j->node->kind == SP_DOC_TEXT) return judge_id(j);
  if (j->node->kind != SP_DOC_MAP) return wrong(j, "io.want.position", NULL, NULL);
  size_t before = j->reading->fault_count;
  sp_schema_check(j->reading, SP_OBJECT_POSITION, j->node, j->path);
  if (!sp_doc_get(j->node, "toward") != !sp_doc_get(j->node, "distance")) return wrong(j, "io.half_position", NULL, NULL);
  return j->reading->fault_count == before;
}

static bool judge_orders(const judged *j) {
  if (j->node->kind == SP_DOC_NOTHING || j->node->lines || (j->node->kind == SP_DOC_TEXT && j->node->literal)) return true;
  return wrong(j, "io.want.orders", NULL, NULL);
}

/* ---- mappings and lists of mappings */

static bool judge_map(const judged *j) {
  if (j->node->kind != SP_DOC_MAP) return wrong(j, "io.want.map", NULL, NULL);
  sp_schema_check(j->reading, (sp_schema_object)j->key->detail, j->node, j->path);
  return true;
}

static bool judge_map_of(const judged *j) {
  if (j->node->kind != SP_DOC_MAP) return wrong(j, "io.want.map_of", NULL, NULL);
  if (j->node->count > j->key->high) return wrong_limit(j, "io.too_many", j->key->high);
  if (j->node->count < j->key->low) return wrong(j, "io.too_few", NULL, NULL);
  bool good = true;
  for (const sp_doc_node *entry = j->node->first; entry; entry = entry->next) {
    if (entry->kind == SP_DOC_TEXT && sp_schema_is_free((sp_schema_object)j->key->detail, entry->key)) continue;
    sp_io_path path = {.up = j->path, .key = entry->key};
    judged inner = {j->reading, j->key, entry, &path};
    if (!sp_schema_is_id(entry->key)) {
      char shown[SP_IO_SHOWN_MAX];
      sp_io_show(entry->key, strlen(entry->key), shown);
      sp_io_complain(j->reading, key_where(j->reading, entry), "io.key_no_id", "value", shown);
      good = false;
    }
    good = judge_map(&inner) && good;
  }
  return good;
}

static bool judge_list(const judged *j) {
  if (j->node->kind != SP_DOC_LIST) return wrong(j, "io.want.list", NULL, NULL);
  return j->key->high <= 0 || j->node->count <= j->key->high || wrong_limit(j, "io.too_many", j->key->high);
}

static bool judge_list_of(const judged *j) {
  if (!judge_list(j)) return false;
  bool good = true;
  int32_t index = 0;
  for (const sp_doc_node *item = j->node->first; item; item = item->next) {
    sp_io_path path = {.up = j->path, .index = index++};
    good = judge_map(&(judged){j->reading, j->key, item, &path}) && good;
  }
  return good;
}

/* The reader judges these by their kind. */
static bool judge_later(const judged *j) {
  return j->node->kind == SP_DOC_MAP || wrong(j, "io.want.map", NULL, NULL);
}

static bool judge_any(const judged *j) {
  (void)j;
  return true;
}

static bool (*const judges[SP_TYPE_COUNT])(const judged *) = {
    [SP_TYPE_ANY] = judge_any,           [SP_TYPE_TEXT] = judge_text,
    [SP_TYPE_ID] = judge_id,             [SP_TYPE_BOOL] = judge_bool,
    [SP_TYPE_WHOLE] = judge_whole,       [SP_TYPE_NUMBER] = judge_number,
    [SP_TYPE_QUANTITY] = judge_quantity, [SP_TYPE_START] = judge_time,
    [SP_TYPE_TIME] = judge_time,         [SP_TYPE_WORD] = judge_word,
    [SP_TYPE_COLOUR] = judge_colour,     [SP_TYPE_WIND] = judge_wind,
    [SP_TYPE_COLUMN_SPOT] = judge_column_spot,
    [SP_TYPE_VALUE] = judge_value,       [SP_TYPE_NUMBERS] = judge_numbers,
    [SP_TYPE_MONTHLY] = judge_monthly,   [SP_TYPE_MONTHS] = judge_months,
    [SP_TYPE_POSITION] = judge_position, [SP_TYPE_ORDERS] = judge_orders,
    [SP_TYPE_MAP] = judge_map,           [SP_TYPE_MAP_OF] = judge_map_of,
    [SP_TYPE_LIST_OF] = judge_list_of,   [SP_TYPE_LIST] = judge_list,
    [SP_TYPE_PROPERTIES] = judge_later,  [SP_TYPE_GEOMETRY] = judge_later,
    [SP_TYPE_COORDINATES] = judge_list,  [SP_TYPE_TREE] = judge_later,
};

/* A wrong number or colour has a harmless fallback. Anything else leaves a hole. */
static bool harmless(const sp_schema_key *key) {
  return !key->needed && key->type <= SP_TYPE_MONTHS && key->type != SP_TYPE_ID && key->type != SP_TYPE_TIME && key->type != SP_TYPE_START;
}

void sp_schema_check_value(sp_reading *reading, const sp_schema_key *key, const sp_doc_node *node, const sp_io_path *path) {
  if (!judges[key->type](&(judged){reading, key, node, path}) && !harmless(key)) reading->incomplete = true;
}

static void complain_unknown(sp_reading *reading, sp_schema_object object, const sp_doc_node *node, const sp_io_path *up) {
  size_t count = 0;
  const sp_schema_key *list = sp_schema_keys(object, &count);
  const char *words[64];
  char expected[400], path[SP_IO_PATH_MAX];
  if (count > 64) count = 64;
  for (size_t i = 0; i < count; i++) words[i] = list[i].key;
  join_words(words, count, expected, sizeof expected);
  sp_io_path_write(&(sp_io_path){.up = up, .key = node->key}, path);
  const char *near = sp_nearest(node->key, words, count);
  sp_where where = key_where(reading, node);
  if (near) sp_io_complain(reading, where, "fault.unknown_key_near", "key", path, "near", near, "expected", expected);
  else sp_io_complain(reading, where, "fault.unknown_key", "key", path, "expected", expected);
  reading->incomplete = true;
}

void sp_schema_check_keys(sp_reading *reading, sp_schema_object object, const sp_doc_node *map, const sp_io_path *path) {
  size_t count = 0;
  const sp_schema_key *list = sp_schema_keys(object, &count);
  for (size_t i = 0; i < count; i++) {
    if (!list[i].needed || sp_doc_get(map, list[i].key)) continue;
    char missing[SP_IO_PATH_MAX];
    sp_io_path_write(&(sp_io_path){.up = path, .key = list[i].key}, missing);
    sp_io_complain(reading, value_where(reading, map), "fault.missing_key", "key", missing);
    reading->incomplete = true;
  }
  for (const sp_doc_node *node = map->first; node; node = node->next)
    if (!sp_schema_find(object, node->key) && !sp_schema_is_free(object, node->key)) complain_unknown(reading, object, node, path);
}

static void check_free(sp_reading *reading, const sp_doc_node *node, const sp_io_path *path) {
  static const sp_schema_key remark = {SP_OBJECT_NONE, "note", SP_TYPE_TEXT, SP_IO_PLAIN, 0, 4000, false, 0, "", ""};
  if (strcmp(node->key, "source") == 0 || strcmp(node->key, "note") == 0) sp_schema_check_value(reading, &remark, node, path);
}

void sp_schema_check(sp_reading *reading, sp_schema_object object, const sp_doc_node *map, const sp_io_path *path) {
  sp_schema_check_keys(reading, object, map, path);
  for (const sp_doc_node *node = map->first; node; node = node->next) {
    sp_io_path here = {.up = path, .key = node->key};
    const sp_schema_key *key = sp_schema_find(object, node->key);
    if (key) sp_schema_check_value(reading, key, node, &here);
    else check_free(reading, node, &here);
  }
  if (object == SP_OBJECT_NAME && !sp_doc_get(map, "en") && !sp_doc_get(map, "zh")) {
    char shown[SP_IO_PATH_MAX];
    sp_io_path_write(path, shown);
    sp_io_complain(reading, value_where(reading, map), "io.name_empty", "key", shown);
  }
}
