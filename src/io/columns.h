/* columns.h - the world's columns by name, read as integers and reals.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_COLUMNS_H
#define SP_IO_COLUMNS_H

#include "shapan/world.h"

/* A missing field reads as 0 with no rows, so that a reader of an older world needs no cases. */
sp_field_view sp_field_of(const sp_world *world, const char *table, const char *field);
int64_t sp_field_int(const sp_field_view *view, int32_t row, int32_t element);
double sp_field_real(const sp_field_view *view, int32_t row, int32_t element);

/* What tells a free row, for any table: alive, state, holder_kind, holders, report; and the key. */
typedef struct sp_row_filter {
  sp_field_view key, mark;
  int32_t rows;
  bool negative; /* the mark is an index: -1 is free */
} sp_row_filter;
sp_row_filter sp_rows_of(const sp_world *world, const char *table);
bool sp_row_shown(const sp_row_filter *filter, int32_t row);

/* Rows of a model's entities as their definitions stand in the file (the model sorts them by key): malloc'd, or
 * NULL when memory is out. Definitions without a place keep the order of rows. Sides, measures and expectations only. */
int32_t *sp_rows_in_file_order(const sp_model *model, sp_entity_kind kind);

#endif
