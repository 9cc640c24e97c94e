/* columns.c - the world's columns by name.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/columns.h"

#include <stdlib.h>
#include <string.h>

sp_field_view sp_field_of(const sp_world *world, const char *table, const char *field) {
  sp_field_view view = {0};
  if (sp_world_field(world, table, field, &view) != SP_OK) view = (sp_field_view){0};
  return view;
}

static const unsigned char *element_at(const sp_field_view *view, int32_t row, int32_t element) {
  if (!view->data || row < 0 || row >= view->rows || element < 0 || element >= view->count) return NULL;
  size_t index = (size_t)row * (size_t)view->count + (size_t)element;
  return (const unsigned char *)view->data + index * (size_t)view->size;
}

#define READ(type) \
  do { \
    type value; \
    memcpy(&value, at, sizeof value); \
    return (int64_t)value; \
  } while (0)

int64_t sp_field_int(const sp_field_view *view, int32_t row, int32_t element) {
  const unsigned char *at = element_at(view, row, element);
  if (!at || view->type == 'f') return 0;
  if (view->type == 'i') {
    if (view->size == 1) READ(int8_t);
    if (view->size == 2) READ(int16_t);
    if (view->size == 4) READ(int32_t);
    READ(int64_t);
  }
  if (view->size == 1) READ(uint8_t);
  if (view->size == 2) READ(uint16_t);
  if (view->size == 4) READ(uint32_t);
  READ(uint64_t); /* keys: the bits are kept */
}

double sp_field_real(const sp_field_view *view, int32_t row, int32_t element) {
  if (view->type != 'f') return (double)sp_field_int(view, row, element);
  const unsigned char *at = element_at(view, row, element);
  if (!at) return 0;
  double value;
  memcpy(&value, at, sizeof value);
  return value;
}

sp_row_filter sp_rows_of(const sp_world *world, const char *table) {
  static const char *const marks[] = {"alive", "state", "holder_kind", "holders", "report"};
  sp_row_filter filter = {.key = sp_field_of(world, table, "key")};
  filter.rows = filter.key.rows;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (strcmp(marks[i], "report") == 0 && strcmp(table, "contact") != 0) continue; /* elsewhere a list of reports */
    filter.mark = sp_field_of(world, table, marks[i]);
    filter.negative = strcmp(marks[i], "report") == 0;
    if (filter.mark.data) break;
  }
  if (filter.mark.rows > filter.rows) filter.rows = filter.mark.rows;
  return filter;
}

bool sp_row_shown(const sp_row_filter *filter, int32_t row) {
  if (filter->key.data && sp_field_int(&filter->key, row, 0) == 0) return false;
  if (!filter->mark.data) return true;
  int64_t mark = sp_field_int(&filter->mark, row, 0);
  return filter->negative ? mark >= 0 : mark != 0;
}

/* ---- as the file has it */

typedef struct placed {
  sp_where where;
  int32_t row;
} placed;

static int by_place(const void *left, const void *right) {
  const placed *a = left, *b = right;
  if (a->where.line != b->where.line) return a->where.line < b->where.line ? -1 : 1;
  if (a->where.column != b->where.column) return a->where.column < b->where.column ? -1 : 1;
  return a->row < b->row ? -1 : a->row > b->row;
}

int32_t *sp_rows_in_file_order(const sp_model *model, sp_entity_kind kind) {
  int32_t count = sp_model_count(model, kind);
  placed *list = calloc((size_t)count + 1, sizeof *list);
  int32_t *rows = calloc((size_t)count + 1, sizeof *rows);
  if (!list || !rows) {
    free(list);
    free(rows);
    return NULL;
  }
  for (int32_t i = 0; i < count; i++) {
    const sp_side_def *side = kind == SP_ENTITY_SIDE ? sp_model_side(model, i) : NULL;
    const sp_measure_def *measure = kind == SP_ENTITY_MEASURE ? sp_model_measure(model, i) : NULL;
    const sp_expectation_def *expected = kind == SP_ENTITY_EXPECTATION ? sp_model_expectation(model, i) : NULL;
    list[i] = (placed){side ? side->where : measure ? measure->where : expected ? expected->where : (sp_where){0}, i};
  }
  qsort(list, (size_t)count, sizeof *list, by_place); /* a total order: rows differ */
  for (int32_t i = 0; i < count; i++) rows[i] = list[i].row;
  free(list);
  return rows;
}
