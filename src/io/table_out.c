/* table_out.c - tables in columns that stand straight in both scripts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/table_out.h"

#include "io/columns.h"

#include <stdlib.h>
#include <string.h>

static char *const RULE = (char *)"\x01"; /* never freed, told by address */

static bool push(sp_table_out *table, char *cell) {
  if (table->count == table->capacity) {
    size_t capacity = table->capacity ? table->capacity * 2 : 128;
    char **cells = realloc(table->cells, capacity * sizeof *cells);
    if (!cells) return !(table->failed = true);
    table->cells = cells;
    table->capacity = capacity;
  }
  table->cells[table->count++] = cell;
  return true;
}

void sp_table_cell(sp_table_out *table, const char *text) {
  size_t length = text ? strlen(text) : 0;
  char *copy = malloc(length + 1);
  if (!copy) table->failed = true;
  if (!copy) return;
  if (length) memcpy(copy, text, length);
  copy[length] = 0;
  if (!push(table, copy)) free(copy);
}

void sp_table_rule(sp_table_out *table) {
  for (size_t i = 0; i < table->columns; i++) push(table, RULE);
}

static void pad(sp_prose *out, size_t count, const char *with) {
  for (size_t i = 0; i < count; i++) sp_prose_put(out, with);
}

void sp_table_put(sp_table_out *table, const char *indent, sp_prose *out) {
  size_t width[SP_TABLE_COLUMNS] = {0};
  if (table->failed) out->failed = true;
  if (table->failed || table->columns == 0 || table->columns > SP_TABLE_COLUMNS) return;
  for (size_t i = 0; i < table->count; i++) {
    size_t wide = table->cells[i] == RULE ? 0 : sp_wide(table->cells[i]);
    if (wide > width[i % table->columns]) width[i % table->columns] = wide;
  }
  for (size_t row = 0; row + table->columns <= table->count; row += table->columns) {
    size_t last = table->columns; /* no blanks at the end of a line */
    while (last > 1 && table->cells[row + last - 1] != RULE && !table->cells[row + last - 1][0]) last--;
    sp_prose_put(out, indent);
    for (size_t i = 0; i < last; i++) {
      const char *cell = table->cells[row + i];
      size_t gap = i > 0 ? 2 : 0;
      pad(out, gap, " ");
      if (cell == RULE) {
        pad(out, width[i], "-");
        continue;
      }
      size_t free_columns = width[i] - sp_wide(cell);
      bool right = table->right >> i & 1U;
      if (right) pad(out, free_columns, " ");
      sp_prose_put(out, cell);
      if (!right && i + 1 < last) pad(out, free_columns, " ");
    }
    sp_prose_put(out, "\n");
  }
}

void sp_table_put_markdown(const sp_table_out *table, sp_prose *out) {
  if (table->failed) out->failed = true;
  if (table->failed || table->columns == 0) return;
  for (size_t row = 0; row + table->columns <= table->count; row += table->columns) {
    if (table->cells[row] == RULE) continue;
    for (size_t i = 0; i < table->columns; i++) {
      sp_prose_put(out, i == 0 ? "| " : " | ");
      for (const char *c = table->cells[row + i]; *c; c++) {
        if (*c == '|') sp_prose_put(out, "\\");
        sp_prose_putn(out, c, 1);
      }
    }
    sp_prose_put(out, " |\n");
    for (size_t i = 0; row == 0 && i < table->columns; i++) sp_prose_put(out, table->right >> i & 1U ? "|--:" : "|---");
    if (row == 0) sp_prose_put(out, "|\n");
  }
}

void sp_table_free(sp_table_out *table) {
  for (size_t i = 0; i < table->count; i++)
    if (table->cells[i] != RULE) free(table->cells[i]);
  free(table->cells);
  *table = (sp_table_out){0};
}

sp_force sp_force_of(int32_t arm) {
  switch (arm) {
  case SP_ARM_MOUNT: return SP_FORCE_HORSES;
  case SP_ARM_DRAUGHT: return SP_FORCE_HORSES;
  case SP_ARM_CART:
  case SP_ARM_SHIELD_WAGON:
  case SP_ARM_BOAT:
  case SP_ARM_WAR_WAGON: return SP_FORCE_CARTS;
  case SP_ARM_LIGHT_GUN:
  case SP_ARM_HEAVY_GUN: return SP_FORCE_GUNS;
  case SP_ARM_TOOL: return SP_FORCE_TOOLS;
  default: return SP_FORCE_MEN;
  }
}

void sp_opening_force(const sp_world *world, int32_t side, int64_t sum[SP_FORCE_COUNT]) {
  sp_row_filter rows = sp_rows_of(world, "tally");
  sp_field_view contingent = sp_field_of(world, "tally", "contingent"), arm = sp_field_of(world, "tally", "arm"),
                opening = sp_field_of(world, "tally", "opening");
  for (int i = 0; i < SP_FORCE_COUNT; i++) sum[i] = 0;
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    if (sp_model_contingent_side(sp_world_model(world), (int32_t)sp_field_int(&contingent, row, 0)) != side) continue;
    sp_force force = sp_force_of((int32_t)sp_field_int(&arm, row, 0));
    for (int32_t i = 0; i < opening.count; i++) sum[force] += sp_field_int(&opening, row, i);
  }
}

void sp_csv_cell(sp_prose *out, const char *text) {
  if (!strpbrk(text, ",\"\r\n")) {
    sp_prose_put(out, text);
    return;
  }
  sp_prose_put(out, "\"");
  for (const char *c = text; *c; c++) {
    if (*c == '"') sp_prose_put(out, "\"");
    sp_prose_putn(out, c, 1);
  }
  sp_prose_put(out, "\"");
}
