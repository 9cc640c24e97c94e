/* table_out.h - tables in columns that stand straight in both scripts; sums that several writers need.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_TABLE_OUT_H
#define SP_IO_TABLE_OUT_H

#include "io/prose.h"
#include "shapan/world.h"

enum { SP_TABLE_COLUMNS = 20 };

/* Cells are added row by row; columns are as wide as their widest cell. */
typedef struct sp_table_out {
  size_t columns;
  uint32_t right; /* bit i: column i is flush right */
  char **cells;
  size_t count, capacity;
  bool failed;
} sp_table_out;

void sp_table_cell(sp_table_out *table, const char *text); /* copied; NULL = "" */
void sp_table_rule(sp_table_out *table);                   /* a line of dashes; only between whole rows */
void sp_table_put(sp_table_out *table, const char *indent, sp_prose *out);
/* The same as a Markdown table; its first row is the head. */
void sp_table_put_markdown(const sp_table_out *table, sp_prose *out);
void sp_table_free(sp_table_out *table);

typedef enum sp_force { SP_FORCE_MEN, SP_FORCE_HORSES, SP_FORCE_CARTS, SP_FORCE_GUNS, SP_FORCE_TOOLS, SP_FORCE_COUNT } sp_force;
/* What a side had at the opening, from the register. */
void sp_opening_force(const sp_world *world, int32_t side, int64_t sum[SP_FORCE_COUNT]);
sp_force sp_force_of(int32_t arm);

/* One cell of RFC 4180, without the comma. */
void sp_csv_cell(sp_prose *out, const char *text);

#endif
