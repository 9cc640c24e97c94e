/* save.c - a war as one buffer that needs nothing else to be read again.
 *
 *   "SHAPAN\0\n"  u32 format  sections  "ENDS"  u64 XXH64 of all before it
 *   a section: tag of 4 bytes, u64 length, content; little-endian throughout
 *   INFO  text version; u64 rules, constants, model hash, seed; i64 minute, tick
 *   TEXT  u32 count; each: text role, file; u64 length, content
 *   CNST  u32 count; each: text name, f64
 *   HEAD  i32 reports_day; u32 count; each table: text name, i32 used, capacity, free_hint
 *   TABL  text table; u32 rows, fields; each field: text name, u8 type, u32 elements per row, then the column
 *   text: u32 length and bytes. Fields go by name, so that later versions may add, drop and reorder them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <stdlib.h>
#include <string.h>

const unsigned char sp_save_magic[8] = {'S', 'H', 'A', 'P', 'A', 'N', 0, '\n'};

/* The version's text ends in the hash of the rules' sources, in hexadecimal. */
uint64_t sp_rules_hash(void) {
  const char *at = strstr(sp_version(), "rules ");
  if (!at) return sp_hash_bytes(sp_version(), strlen(sp_version()), 0);
  uint64_t hash = 0;
  for (at += 6; *at; at++) {
    int digit = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'f' ? *at - 'a' + 10 : -1;
    if (digit < 0) break;
    hash = hash << 4 | (uint64_t)digit;
  }
  return hash;
}

void sp_save_info_of(const sp_world *w, sp_save_info *info) {
  memset(info, 0, sizeof *info);
  size_t length = strlen(sp_version());
  memcpy(info->version, sp_version(), length < sizeof info->version ? length : sizeof info->version - 1);
  info->format = SP_SAVE_FORMAT;
  info->rules_hash = sp_rules_hash();
  info->constants_hash = sp_constants_hash(&w->constants);
  info->model_hash = sp_model_hash(w->model);
  info->seed = w->head->seed;
  info->minute = w->head->minute;
  info->tick = w->head->tick;
  info->constants_differ = info->constants_hash != sp_constants_hash(sp_constants_default());
}

static void write_word(sp_writer *out, const char *word) { sp_write_text(out, word ? word : "", word ? strlen(word) : 0); }

static void write_info(sp_writer *out, const sp_world *w) {
  sp_save_info info;
  sp_save_info_of(w, &info);
  size_t section = sp_write_begin(out, "INFO");
  write_word(out, sp_version());
  sp_write_number(out, info.rules_hash, 8);
  sp_write_number(out, info.constants_hash, 8);
  sp_write_number(out, info.model_hash, 8);
  sp_write_number(out, info.seed, 8);
  sp_write_number(out, (uint64_t)info.minute, 8);
  sp_write_number(out, (uint64_t)info.tick, 8);
  sp_write_end(out, section);
}

static void write_sources(sp_writer *out, const sp_model *m) {
  const char *role, *file, *text;
  size_t length, count = 0;
  while (sp_model_source(m, count, &role, &file, &length)) count++;
  size_t section = sp_write_begin(out, "TEXT");
  sp_write_number(out, count, 4);
  for (size_t i = 0; i < count; i++) {
    text = sp_model_source(m, i, &role, &file, &length);
    write_word(out, role);
    write_word(out, file);
    sp_write_number(out, length, 8);
    sp_write(out, text, length);
  }
  sp_write_end(out, section);
}

static void write_constants(sp_writer *out, const sp_constants *k) {
  size_t section = sp_write_begin(out, "CNST");
  sp_write_number(out, sp_constant_count(), 4);
  for (size_t i = 0; i < sp_constant_count(); i++) {
    sp_constant_info info;
    double value = 0.0;
    uint64_t bits;
    if (sp_constant_describe(i, &info) != SP_OK) continue;
    sp_constants_value(k, info.name, &value);
    memcpy(&bits, &value, sizeof bits);
    write_word(out, info.name);
    sp_write_number(out, bits, 8);
  }
  sp_write_end(out, section);
}

static void write_head(sp_writer *out, const sp_world *w) {
  size_t section = sp_write_begin(out, "HEAD");
  sp_write_number(out, (uint32_t)w->head->reports_day, 4);
  sp_write_number(out, SP_TABLE_COUNT, 4);
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    write_word(out, sp_table_names[t]);
    sp_write_number(out, (uint32_t)w->head->used[t], 4);
    sp_write_number(out, (uint32_t)w->head->capacity[t], 4);
    sp_write_number(out, (uint32_t)w->head->free_hint[t], 4);
  }
  sp_write_end(out, section);
}

static bool little_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

static void write_column(sp_writer *out, const void *column, size_t elements, size_t size) {
  if (size == 1 || little_endian()) {
    sp_write(out, column, elements * size);
    return;
  }
  for (size_t i = 0; i < elements; i++) {
    for (size_t b = 0; b < size; b++) sp_write(out, (const unsigned char *)column + i * size + (size - 1 - b), 1);
  }
}

static void write_table(sp_writer *out, const sp_world *w, sp_table table) {
  size_t fields, section = sp_write_begin(out, "TABL");
  const sp_field_info *f = sp_table_fields(table, &fields);
  write_word(out, sp_table_names[table]);
  sp_write_number(out, (uint32_t)sp_used(w, table), 4);
  sp_write_number(out, fields, 4);
  for (size_t i = 0; i < fields; i++) {
    write_word(out, f[i].name);
    sp_write_number(out, (uint64_t)f[i].type, 1);
    sp_write_number(out, (uint32_t)f[i].count, 4);
    write_column(out, sp_column_data(w, &f[i]), (size_t)sp_used(w, table) * (size_t)f[i].count, f[i].size);
  }
  sp_write_end(out, section);
}

sp_status sp_save(const sp_world *w, unsigned char **data, size_t *size) {
  if (!w || !data || !size) return SP_BAD_INPUT;
  *data = NULL;
  *size = 0;
  sp_writer out = {0};
  sp_write(&out, sp_save_magic, sizeof sp_save_magic);
  sp_write_number(&out, SP_SAVE_FORMAT, 4);
  write_info(&out, w);
  write_sources(&out, w->model);
  write_constants(&out, &w->constants);
  write_head(&out, w);
  for (int t = 0; t < SP_TABLE_COUNT; t++) write_table(&out, w, (sp_table)t);
  sp_write(&out, "ENDS", 4);
  if (!out.no_memory) sp_write_number(&out, sp_hash_bytes(out.bytes.data, out.bytes.count, 0), 8);
  if (out.no_memory) {
    sp_array_free(&out.bytes);
    return SP_NO_MEMORY;
  }
  *data = out.bytes.data;
  *size = out.bytes.count;
  return SP_OK;
}

void sp_buffer_free(unsigned char *data) { free(data); }
