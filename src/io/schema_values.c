/* schema_values.c - taking values that were judged already, in silence.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "io/schema.h"

static const sp_doc_node *text_node(const sp_doc_node *map, const char *key) {
  const sp_doc_node *node = sp_doc_get(map, key);
  return node && node->kind == SP_DOC_TEXT ? node : NULL;
}

const char *sp_schema_text(const sp_doc_node *map, const char *key) {
  const sp_doc_node *node = text_node(map, key);
  return node && node->length > 0 ? node->text : NULL;
}

const char *sp_schema_id(const sp_doc_node *map, const char *key) {
  const char *text = sp_schema_text(map, key);
  return text && sp_schema_is_id(text) ? text : NULL;
}

bool sp_schema_bool(const sp_doc_node *map, const char *key, bool fallback) {
  const char *text = sp_schema_text(map, key);
  if (text && strcmp(text, "true") == 0) return true;
  if (text && strcmp(text, "false") == 0) return false;
  return fallback;
}

static bool take_number(const sp_schema_key *key, const sp_doc_node *node, double *out) {
  if (node->kind != SP_DOC_TEXT) return false;
  double value = 0.0;
  const char *text = node->text;
  if (key->type == SP_TYPE_COLUMN_SPOT && strcmp(text, "head") == 0) value = 0.0;
  else if (key->type == SP_TYPE_COLUMN_SPOT && strcmp(text, "middle") == 0) value = 0.5;
  else if (key->type == SP_TYPE_COLUMN_SPOT && strcmp(text, "tail") == 0) value = 1.0;
  else if (sp_io_quantity(text, key->measure, &value, NULL) != SP_IO_GOOD) return false;
  if (!(value >= key->low && value <= key->high)) return false;
  *out = value;
  return true;
}

double sp_schema_number(sp_schema_object object, const sp_doc_node *map, const char *key, double fallback) {
  const sp_doc_node *node = sp_doc_get(map, key);
  const sp_schema_key *row = sp_schema_find(object, key);
  double value = fallback;
  return node && row && take_number(row, node, &value) ? value : fallback;
}

int32_t sp_schema_whole(sp_schema_object object, const sp_doc_node *map, const char *key, int32_t fallback) {
  /* The ranges of the table lie within int32. */
  double value = sp_schema_number(object, map, key, fallback);
  return value == (double)(int32_t)value ? (int32_t)value : fallback;
}

int sp_schema_word(sp_schema_object object, const sp_doc_node *map, const char *key, int fallback) {
  const char *text = sp_schema_text(map, key);
  const sp_schema_key *row = sp_schema_find(object, key);
  int index = text && row ? sp_schema_word_index((sp_schema_words)row->detail, text) : -1;
  return index >= 0 ? index : fallback;
}

bool sp_schema_time(const sp_reading *reading, const sp_doc_node *map, const char *key, sp_minute *out) {
  const char *text = sp_schema_text(map, key);
  return text && sp_io_time(text, reading->has_start ? &reading->start : NULL, out) == SP_IO_TIME_GOOD;
}

bool sp_schema_numbers(sp_schema_object object, const sp_doc_node *map, const char *key, double *out, size_t count) {
  const sp_doc_node *node = sp_doc_get(map, key);
  const sp_schema_key *row = sp_schema_find(object, key);
  if (!node || !row) return false;
  if (node->kind == SP_DOC_TEXT && row->type == SP_TYPE_MONTHLY) {
    double value = 0.0;
    if (!take_number(row, node, &value)) return false;
    for (size_t i = 0; i < count; i++) out[i] = value;
    return true;
  }
  if (node->kind != SP_DOC_LIST || node->count != count) return false;
  const sp_doc_node *item = node->first;
  for (size_t i = 0; i < count; i++, item = item->next)
    if (!take_number(row, item, &out[i])) return false;
  return true;
}

const sp_doc_node *sp_schema_first(sp_schema_object object, const sp_doc_node *map, const char *key) {
  const sp_doc_node *node = sp_doc_get(map, key);
  const sp_schema_key *row = sp_schema_find(object, key);
  if (!node || !row || node->kind != (row->type == SP_TYPE_MAP_OF ? SP_DOC_MAP : SP_DOC_LIST)) return NULL;
  return node->count <= row->high ? node->first : NULL;
}

sp_name sp_schema_name(const sp_doc_node *map, const char *key) {
  const sp_doc_node *node = sp_doc_get(map, key);
  return (sp_name){.en = sp_schema_text(node, "en"), .zh = sp_schema_text(node, "zh")};
}
