/* hash.c - what a war's state comes to, per subsystem.
 *
 * Live fields of live rows, rows in order of key: where rows stand, which were used before and what lies in freed
 * ones says nothing. Indices enter as the keys of what they name. Words have no rows of their own here: their text
 * enters through the orders and papers that carry them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <stdlib.h>
#include <string.h>

typedef struct row_plan {
  const sp_field_info *field;
  size_t count;
  sp_target target[64];
} row_plan;

static row_plan plan_of(sp_table table) {
  row_plan plan;
  plan.field = sp_table_fields(table, &plan.count);
  SP_CHECK(plan.count <= sizeof plan.target / sizeof *plan.target);
  for (size_t i = 0; i < plan.count; i++) plan.target[i] = sp_field_target(&plan.field[i]);
  return plan;
}

static void put(unsigned char *at, uint64_t value) {
  for (int i = 0; i < 8; i++) at[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t row_hash(const sp_world *w, const row_plan *plan, int32_t row) {
  unsigned char bytes[8 * 512];
  size_t at = 0;
  for (size_t i = 0; i < plan->count; i++) {
    const sp_field_info *f = &plan->field[i];
    if (plan->target[i] == SP_TARGET_DERIVED) continue;
    int32_t count = sp_element_count(w, f, row);
    SP_CHECK(at + 8 * (size_t)count <= sizeof bytes);
    for (int32_t e = 0; e < count; e++, at += 8) put(bytes + at, sp_element(w, f, plan->target[i], row, e));
  }
  return sp_hash_bytes(bytes, at, 0);
}

static int compare_refs(const void *a, const void *b, void *context) {
  (void)context;
  const sp_row_ref *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static bool empty_strength(const sp_world *w, int32_t row) {
  int32_t any = 0;
  for (int r = 0; r < SP_RANK_COUNT; r++) any |= w->strength.count[row * SP_RANK_COUNT + r];
  return any == 0;
}

bool sp_rows_in_order(const sp_world *w, sp_table table, sp_row_ref **out, size_t *count) {
  int32_t used = table == SP_TABLE_WORD ? 0 : sp_used(w, table);
  *count = 0;
  *out = malloc(((size_t)used + 1) * sizeof **out);
  if (!*out) return false;
  row_plan plan = plan_of(table);
  bool sorted = true;
  for (int32_t row = 0; row < used; row++) {
    if (!sp_row_live(w, table, row) || (table == SP_TABLE_STRENGTH && empty_strength(w, row))) continue;
    (*out)[*count] = (sp_row_ref){sp_row_key(w, table, row), row_hash(w, &plan, row), row};
    sorted = sorted && (*count == 0 || compare_refs(&(*out)[*count - 1], &(*out)[*count], NULL) < 0);
    (*count)++;
  }
  if (sorted || sp_sort(*out, *count, sizeof **out, compare_refs, NULL)) return true;
  free(*out);
  *out = NULL;
  return false;
}

static bool table_hash(const sp_world *w, sp_table table, uint64_t *hash) {
  sp_row_ref *rows;
  size_t count;
  if (!sp_rows_in_order(w, table, &rows, &count)) return false;
  *hash = sp_hash_mix(*hash, count);
  for (size_t i = 0; i < count; i++) *hash = sp_hash_mix(*hash, rows[i].hash);
  free(rows);
  return true;
}

const char *sp_world_subsystem(int32_t n) {
  static const char *const names[SP_SUBSYSTEM_COUNT] = {"sky", "march", "battle", "word", "picture", "register", "supply", "places", "health", "munition", "repute"};
  return n >= 0 && n < SP_SUBSYSTEM_COUNT ? names[n] : NULL;
}

uint64_t sp_world_hash_subsystem(const sp_world *w, const char *subsystem) {
  bool known = false;
  uint64_t hash = sp_hash_bytes(subsystem, strlen(subsystem), 0);
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    if (strcmp(sp_table_subsystems[t], subsystem) != 0) continue;
    known = true;
    if (!table_hash(w, (sp_table)t, &hash)) return 0;
  }
  return known ? hash : 0;
}

uint64_t sp_world_hash(const sp_world *w, const char *subsystem) {
  if (!w) return 0;
  if (subsystem) return sp_world_hash_subsystem(w, subsystem);
  uint64_t hash = sp_hash_mix(w->head->seed, (uint64_t)w->head->minute);
  hash = sp_hash_mix(hash, (uint64_t)w->head->tick);
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    bool first = true;
    for (int before = 0; before < t; before++) first = first && strcmp(sp_table_subsystems[before], sp_table_subsystems[t]) != 0;
    if (first) hash = sp_hash_mix(hash, sp_world_hash_subsystem(w, sp_table_subsystems[t]));
  }
  return hash;
}
