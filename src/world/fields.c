/* fields.c - the description of every state field, made from fields.def.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <string.h>

#define FIELD(TABLE, member, type, length, name, unit, owner, meaning) \
  {#name, unit, #owner, meaning, SP_TABLE_##TABLE, SP_FIELD_##type, length, sizeof(sp_t_##type), offsetof(struct sp_world, member.name)},
#define SP_F_FORMATION(...) FIELD(FORMATION, formation, __VA_ARGS__)
#define SP_F_COMBAT(...) FIELD(COMBAT, combat, __VA_ARGS__)
#define SP_F_ENGAGEMENT(...) FIELD(ENGAGEMENT, engagement, __VA_ARGS__)
#define SP_F_STRENGTH(...) FIELD(STRENGTH, strength, __VA_ARGS__)
#define SP_F_TALLY(...) FIELD(TALLY, tally, __VA_ARGS__)
#define SP_F_POOL(...) FIELD(POOL, pool, __VA_ARGS__)
#define SP_F_HQ(...) FIELD(HQ, hq, __VA_ARGS__)
#define SP_F_REPORT(...) FIELD(REPORT, report, __VA_ARGS__)
#define SP_F_CONTACT(...) FIELD(CONTACT, contact, __VA_ARGS__)
#define SP_F_ORDER(...) FIELD(ORDER, order, __VA_ARGS__)
#define SP_F_MESSAGE(...) FIELD(MESSAGE, message, __VA_ARGS__)
#define SP_F_WORD(...) FIELD(WORD, word, __VA_ARGS__)
#define SP_F_PERSON(...) FIELD(PERSON, person, __VA_ARGS__)
#define SP_F_REGION(...) FIELD(REGION, region, __VA_ARGS__)
#define SP_F_RIVER(...) FIELD(RIVER, river, __VA_ARGS__)
#define SP_F_FORD(...) FIELD(FORD, ford, __VA_ARGS__)
#define SP_F_READING(...) FIELD(READING, reading, __VA_ARGS__)
#define SP_F_PROVISION(...) FIELD(PROVISION, provision, __VA_ARGS__)
#define SP_F_DEPOT(...) FIELD(DEPOT, depot, __VA_ARGS__)
#define SP_F_LAND(...) FIELD(LAND, land, __VA_ARGS__)
#define SP_F_STOCK(...) FIELD(STOCK, stock, __VA_ARGS__)
#define SP_F_PLACE(...) FIELD(PLACE, place, __VA_ARGS__)
#define SP_F_WALL(...) FIELD(WALL, wall, __VA_ARGS__)
#define SP_F_WORK(...) FIELD(WORK, work, __VA_ARGS__)
#define SP_F_WARD(...) FIELD(WARD, ward, __VA_ARGS__)
#define SP_F_HEALTH(...) FIELD(HEALTH, health, __VA_ARGS__)
#define SP_F_MUNITION(...) FIELD(MUNITION, munition, __VA_ARGS__)
#define SP_F_ARSENAL(...) FIELD(ARSENAL, arsenal, __VA_ARGS__)
#define SP_F_VOYAGE(...) FIELD(VOYAGE, voyage, __VA_ARGS__)
#define SP_F_REPUTE(...) FIELD(REPUTE, repute, __VA_ARGS__)
#define SP_F_BOOK(...) FIELD(BOOK, book, __VA_ARGS__)
#define SP_F_FIRE(...) FIELD(FIRE, fire, __VA_ARGS__)
#define SP_F_SUPPLIER(...) FIELD(SUPPLIER, supplier, __VA_ARGS__)
#define SP_F_PETITION(...) FIELD(PETITION, petition, __VA_ARGS__)
#define SP_F_LARDER(...) FIELD(LARDER, larder, __VA_ARGS__)
#define SP_F_FEEDING(...) FIELD(FEEDING, feeding, __VA_ARGS__)
#define SP_F_DELIVERY(...) FIELD(DELIVERY, delivery, __VA_ARGS__)
#define SP_F_MINE(...) FIELD(MINE, mine, __VA_ARGS__)
#define SP_F_PHASE(...) FIELD(PHASE, phase, __VA_ARGS__)
const sp_field_info sp_fields[] = {
#include "world/fields.def"
};
#define FIELD_TOTAL (sizeof sp_fields / sizeof *sp_fields)
const size_t sp_field_total = FIELD_TOTAL;

const char *const sp_table_names[SP_TABLE_COUNT] = {
#define SP_TABLE(name, NAME, subsystem, meaning) #name,
#include "world/tables.def"
};
const char *const sp_table_subsystems[SP_TABLE_COUNT] = {
#define SP_TABLE(name, NAME, subsystem, meaning) #subsystem,
#include "world/tables.def"
};

#define SP_F_FORMATION(type, length, ...) +(length) * sizeof(sp_t_##type)
enum {
  FORMATION_BYTES = 0
#include "world/fields.def"
};
_Static_assert(FORMATION_BYTES <= 512, "a formation's row stays within 512 bytes");

size_t sp_world_formation_bytes(void) { return FORMATION_BYTES; }

#define SP_REF(table, field, target) {offsetof(struct sp_world, table.field), SP_TARGET_##target},
static const struct reference {
  size_t column;
  sp_target target;
} references[] = {
#include "world/refs.def"
};

/* fields.def lists tables in the order of tables.def, so that halving finds where one begins. */
static size_t first_field(int table) {
  size_t low = 0, high = FIELD_TOTAL;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if ((int)sp_fields[middle].table < table) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sp_field_info *sp_table_fields(sp_table table, size_t *count) {
  size_t first = first_field((int)table);
  *count = first_field((int)table + 1) - first;
  return sp_fields + first;
}

const sp_field_info *sp_field_by_name(sp_table table, const char *name) {
  size_t count;
  const sp_field_info *field = sp_table_fields(table, &count);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(field[i].name, name) == 0) return &field[i];
  }
  return NULL;
}

int sp_table_by_name(const char *name) {
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    if (strcmp(sp_table_names[t], name) == 0) return t;
  }
  return -1;
}

sp_target sp_field_target(const sp_field_info *field) {
  for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
    if (references[i].column == field->column) return references[i].target;
  }
  return SP_TARGET_NONE;
}

/* Columns are pointers of many types: memcpy keeps the aliasing rules. */
void *sp_column_data(const sp_world *w, const sp_field_info *field) {
  void *data;
  memcpy(&data, (const char *)w + field->column, sizeof data);
  return data;
}

void sp_column_bind(sp_world *w, const sp_field_info *field, void *data) { memcpy((char *)w + field->column, &data, sizeof data); }

uint64_t sp_element_raw(const sp_world *w, const sp_field_info *field, int32_t row, int32_t i) {
  size_t at = (size_t)row * (size_t)field->count + (size_t)i;
  const void *data = sp_column_data(w, field);
  switch (field->type) {
    case SP_FIELD_i8: return (uint64_t)(int64_t)((const int8_t *)data)[at];
    case SP_FIELD_u8: return ((const uint8_t *)data)[at];
    case SP_FIELD_i16: return (uint64_t)(int64_t)((const int16_t *)data)[at];
    case SP_FIELD_u16: return ((const uint16_t *)data)[at];
    case SP_FIELD_i32: return (uint64_t)(int64_t)((const int32_t *)data)[at];
    case SP_FIELD_u32: return ((const uint32_t *)data)[at];
    case SP_FIELD_i64: return (uint64_t)((const int64_t *)data)[at];
    case SP_FIELD_u64: return ((const uint64_t *)data)[at];
    case SP_FIELD_f64: {
      double value = ((const double *)data)[at];
      uint64_t bits = 0;
      if (value != 0.0) memcpy(&bits, &value, sizeof bits);
      return bits;
    }
  }
  return 0;
}

static uint64_t text_hash(const sp_world *w, int32_t row) {
  const char *text = (const char *)w->word.text + (size_t)row * 240;
  const char *end = memchr(text, 0, 240);
  return sp_hash_bytes(text, end ? (size_t)(end - text) : 240, 0);
}

static uint64_t key_at(const sp_world *w, sp_table table, const uint64_t *keys, int64_t row, uint64_t raw) {
  /* "Nobody" and what is out of range stay numbers: the check will speak of them. */
  return row >= 0 && row < w->head->used[table] ? keys[row] : raw;
}

uint64_t sp_element(const sp_world *w, const sp_field_info *field, sp_target target, int32_t row, int32_t i) {
  uint64_t raw = sp_element_raw(w, field, row, i);
  int64_t index = (int64_t)raw;
  if (target == SP_TARGET_HOLDER) {
    uint8_t kind = w->strength.holder_kind[row];
    target = kind == SP_HOLDER_FORMATION ? SP_TARGET_FORMATION : SP_TARGET_NONE;
    if (kind == SP_HOLDER_POOL) return key_at(w, SP_TABLE_POOL, w->pool.key, index, raw);
    if (kind == SP_HOLDER_FORD) return key_at(w, SP_TABLE_FORD, w->ford.key, index, raw);
    if (kind == SP_HOLDER_MESSAGE) return key_at(w, SP_TABLE_MESSAGE, w->message.key, index, raw);
    if (kind == SP_HOLDER_WARD) return key_at(w, SP_TABLE_WARD, w->ward.key, index, raw);
  }
  switch (target) {
    case SP_TARGET_FORMATION: return key_at(w, SP_TABLE_FORMATION, w->formation.key, index, raw);
    case SP_TARGET_HQ: return key_at(w, SP_TABLE_HQ, w->hq.key, index, raw);
    case SP_TARGET_REPORT: return key_at(w, SP_TABLE_REPORT, w->report.key, index, raw);
    case SP_TARGET_ORDER: return key_at(w, SP_TABLE_ORDER, w->order.key, index, raw);
    case SP_TARGET_ENGAGEMENT: return key_at(w, SP_TABLE_ENGAGEMENT, w->engagement.key, index, raw);
    case SP_TARGET_WORD: return index >= 0 && index < sp_used(w, SP_TABLE_WORD) ? text_hash(w, (int32_t)index) : raw;
    default: return raw; /* the model's rows stand in order of key: their numbers are stable */
  }
}

/* Elements up to and with the first that ends the list. */
static int32_t up_to_end(const int32_t *list, int32_t count, int32_t ends) {
  int32_t n = 0;
  while (n < count && list[n] != ends) n++;
  return sp_min_i32(n + 1, count);
}

#define IS(table, name) (field->column == offsetof(struct sp_world, table.name))
int32_t sp_element_count(const sp_world *w, const sp_field_info *field, int32_t row) {
  if (field->count == 1) return 1;
  if (IS(formation, leg)) return sp_min_i32(sp_max_i32(w->formation.leg_count[row], 0), field->count);
  if (IS(formation, via_node)) return up_to_end(&w->formation.via_node[row * 4], 4, -1);
  if (IS(order, via_node)) return up_to_end(&w->order.via_node[row * 4], 4, -1);
  if (IS(message, report)) return up_to_end(&w->message.report[row * 4], 4, -1);
  if (IS(order, detach_arm) || IS(order, detach_class) || IS(order, detach_unit)) {
    int32_t parts = up_to_end(&w->order.detach_count[row * 3], 3, 0);
    return w->order.detach_count[row * 3 + parts - 1] == 0 ? parts - 1 : parts;
  }
  return IS(order, detach_count) ? up_to_end(&w->order.detach_count[row * 3], 3, 0) : field->count;
}
