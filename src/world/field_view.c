/* field_view.c - columns by name, for export and bindings. SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <string.h>

sp_status sp_world_field(const sp_world *w, const char *table, const char *field, sp_field_view *out) {
  if (!w || !table || !field || !out) return SP_BAD_INPUT;
  int t = sp_table_by_name(table);
  const sp_field_info *f = t >= 0 ? sp_field_by_name((sp_table)t, field) : NULL;
  if (!f) return SP_NOT_FOUND;
  bool is_unsigned = f->type == SP_FIELD_u8 || f->type == SP_FIELD_u16 || f->type == SP_FIELD_u32 || f->type == SP_FIELD_u64;
  *out = (sp_field_view){
      .data = sp_column_data(w, f),
      .type = f->type == SP_FIELD_f64 ? 'f' : is_unsigned ? 'u' : 'i',
      .size = (int32_t)f->size,
      .count = f->count,
      .rows = sp_used(w, f->table),
      .unit = f->unit,
      .meaning = f->meaning,
  };
  return SP_OK;
}

size_t sp_world_field_count(void) { return sp_field_total; }

void sp_world_field_name(size_t index, const char **table, const char **field) {
  bool there = index < sp_field_total;
  if (table) *table = there ? sp_table_names[sp_fields[index].table] : NULL;
  if (field) *field = there ? sp_fields[index].name : NULL;
}
