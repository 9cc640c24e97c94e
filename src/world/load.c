/* load.c - from a save to a war: the parts found, the model read again from its texts, the state put into it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const sp_where nowhere = {NULL, 0, 0};

static sp_status refuse(sp_faults *faults, const char *id, const char *slot, const char *value) {
  sp_fault(faults, SP_FAULT_ERROR, nowhere, id, slot, value, (char *)NULL);
  return SP_CORRUPT;
}

/* ---- parts */

/* The envelope: magic, format, length, checksum. */
static sp_status open_envelope(const unsigned char *data, size_t size, sp_faults *faults) {
  sp_reader in = {data, size, 0, false};
  const unsigned char *magic = sp_read(&in, sizeof sp_save_magic);
  if (!magic || memcmp(magic, sp_save_magic, sizeof sp_save_magic) != 0) return refuse(faults, "save.not_a_save", NULL, NULL);
  uint32_t format = (uint32_t)sp_read_number(&in, 4);
  if (in.broken) return refuse(faults, "save.truncated", NULL, NULL);
  if (format != SP_SAVE_FORMAT) {
    char found[16], known[16];
    snprintf(found, sizeof found, "%lu", (unsigned long)format);
    snprintf(known, sizeof known, "%lu", (unsigned long)SP_SAVE_FORMAT);
    sp_fault(faults, SP_FAULT_ERROR, nowhere, "save.format", "found", found, "known", known, (char *)NULL);
    return SP_MISMATCH;
  }
  if (size < in.at + 12 || memcmp(data + size - 12, "ENDS", 4) != 0) return refuse(faults, "save.truncated", NULL, NULL);
  sp_reader end = {data + size - 8, 8, 0, false};
  if (sp_read_number(&end, 8) != sp_hash_bytes(data, size - 8, 0)) return refuse(faults, "save.checksum", NULL, NULL);
  return SP_OK;
}

static sp_reader *part_of(sp_save_parts *parts, const unsigned char *tag) {
  if (memcmp(tag, "INFO", 4) == 0) return &parts->info;
  if (memcmp(tag, "TEXT", 4) == 0) return &parts->sources;
  if (memcmp(tag, "CNST", 4) == 0) return &parts->constants;
  return memcmp(tag, "HEAD", 4) == 0 ? &parts->head : NULL;
}

static sp_status require_parts(const sp_save_parts *parts, sp_faults *faults) {
  if (!parts->info.data) return refuse(faults, "save.section_missing", "part", "INFO");
  if (!parts->sources.data) return refuse(faults, "save.section_missing", "part", "TEXT");
  if (!parts->constants.data) return refuse(faults, "save.section_missing", "part", "CNST");
  return parts->head.data ? SP_OK : refuse(faults, "save.section_missing", "part", "HEAD");
}

sp_status sp_save_split(const unsigned char *data, size_t size, sp_faults *faults, sp_save_parts *parts) {
  memset(parts, 0, sizeof *parts);
  if (!data) return refuse(faults, "save.not_a_save", NULL, NULL);
  sp_status status = open_envelope(data, size, faults);
  if (status != SP_OK) return status;
  sp_reader in = {data, size - 12, 12, false};
  while (sp_read_left(&in) > 0) {
    size_t start = in.at;
    const unsigned char *tag = sp_read(&in, 4);
    uint64_t length = sp_read_number(&in, 8);
    const unsigned char *content = length <= sp_read_left(&in) ? sp_read(&in, (size_t)length) : NULL;
    if (in.broken || !content) return refuse(faults, "save.truncated", NULL, NULL);
    sp_reader *part = part_of(parts, tag);
    if (part) {
      *part = (sp_reader){content, (size_t)length, 0, false};
    } else if (memcmp(tag, "TABL", 4) == 0) {
      /* Tables stand together: one span from the first to the last. */
      if (!parts->tables.data) parts->tables = (sp_reader){data + start, 0, 0, false};
      parts->tables.size = (size_t)(data + in.at - parts->tables.data);
    } else {
      char name[5] = {0};
      for (int i = 0; i < 4; i++) name[i] = tag[i] >= ' ' && tag[i] < 127 ? (char)tag[i] : '?';
      sp_fault(faults, SP_FAULT_WARNING, nowhere, "save.section_unknown", "part", name, (char *)NULL);
    }
  }
  return require_parts(parts, faults);
}

sp_status sp_save_read_info(sp_reader in, sp_save_info *info) {
  memset(info, 0, sizeof *info);
  size_t length;
  const char *version = sp_read_text(&in, &length);
  if (length > 0) memcpy(info->version, version, length < sizeof info->version ? length : sizeof info->version - 1);
  info->format = SP_SAVE_FORMAT;
  info->rules_hash = sp_read_number(&in, 8);
  info->constants_hash = sp_read_number(&in, 8);
  info->model_hash = sp_read_number(&in, 8);
  info->seed = sp_read_number(&in, 8);
  info->minute = (sp_minute)sp_read_number(&in, 8);
  info->tick = (int64_t)sp_read_number(&in, 8);
  info->rules_differ = info->rules_hash != sp_rules_hash();
  info->constants_differ = info->constants_hash != sp_constants_hash(sp_constants_default());
  return in.broken ? SP_CORRUPT : SP_OK;
}

sp_status sp_save_describe(const unsigned char *data, size_t size, sp_save_info *info, sp_faults *faults) {
  if (!info) return SP_BAD_INPUT;
  sp_save_parts parts;
  sp_status status = sp_save_split(data, size, faults, &parts);
  if (status == SP_OK) status = sp_save_read_info(parts.info, info);
  if (status == SP_CORRUPT && sp_faults_total(faults) == 0) refuse(faults, "save.section", "part", "INFO");
  return status;
}

/* ---- constants */

sp_status sp_load_constants(sp_reader in, sp_constants *constants, sp_faults *faults) {
  *constants = sp_constants_default_values;
  uint64_t count = sp_read_number(&in, 4);
  for (uint64_t i = 0; i < count && !in.broken; i++) {
    char name[128] = {0};
    size_t length;
    const char *text = sp_read_text(&in, &length);
    uint64_t bits = sp_read_number(&in, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    memcpy(name, text, length < sizeof name ? length : sizeof name - 1);
    if (in.broken) break;
    sp_status status = sp_constants_set(constants, name, value);
    if (status == SP_OK) continue;
    const char *id = status == SP_NOT_FOUND ? "save.constant_unknown" : "save.constant_range";
    sp_fault(faults, SP_FAULT_WARNING, nowhere, id, "name", name, (char *)NULL);
  }
  return in.broken ? refuse(faults, "save.section", "part", "CNST") : SP_OK;
}

/* ---- the model, from its texts */

typedef struct texts {
  size_t count;
  const char **role, **file, **text;
  size_t *length;
} texts;

static const char *keep(sp_arena *arena, const void *bytes, size_t length) {
  char *copy = sp_arena_alloc(arena, length + 1, 1);
  if (copy && length > 0) memcpy(copy, bytes, length);
  return copy;
}

static sp_status read_texts(sp_reader in, sp_arena *arena, texts *out) {
  uint64_t count = sp_read_number(&in, 4);
  /* Each takes sixteen bytes at least: a count that cannot be true asks for no memory. */
  if (in.broken || count > sp_read_left(&in) / 16) return SP_CORRUPT;
  out->count = (size_t)count;
  out->role = sp_arena_alloc(arena, out->count + 1, sizeof *out->role);
  out->file = sp_arena_alloc(arena, out->count + 1, sizeof *out->file);
  out->text = sp_arena_alloc(arena, out->count + 1, sizeof *out->text);
  out->length = sp_arena_alloc(arena, out->count + 1, sizeof *out->length);
  if (!out->role || !out->file || !out->text || !out->length) return SP_NO_MEMORY;
  for (size_t i = 0; i < out->count; i++) {
    size_t role_length, file_length;
    const char *role = sp_read_text(&in, &role_length), *file = sp_read_text(&in, &file_length);
    uint64_t length = sp_read_number(&in, 8);
    if (in.broken || length > sp_read_left(&in)) return SP_CORRUPT;
    const unsigned char *text = sp_read(&in, (size_t)length);
    out->role[i] = keep(arena, role, role_length);
    out->file[i] = keep(arena, file, file_length);
    out->text[i] = keep(arena, text, (size_t)length);
    out->length[i] = (size_t)length;
    if (!out->role[i] || !out->file[i] || !out->text[i]) return SP_NO_MEMORY;
  }
  return SP_OK;
}

static sp_status read_model(sp_reader in, sp_model_reader reader, void *context, sp_faults *faults, sp_model **model) {
  *model = NULL;
  sp_arena *arena = sp_arena_create();
  if (!arena) return SP_NO_MEMORY;
  texts all = {0};
  sp_status status = read_texts(in, arena, &all);
  if (status == SP_CORRUPT) refuse(faults, "save.section", "part", "TEXT");
  if (status == SP_OK) status = reader(context, all.count, all.role, all.file, all.text, all.length, faults, model);
  if (status == SP_OK && !*model) status = SP_CORRUPT;
  sp_arena_destroy(arena);
  return status;
}

sp_status sp_load(const unsigned char *data, size_t size, sp_model_reader reader, void *context, sp_faults *faults, sp_save_info *info, sp_world **world) {
  if (!reader || !world) return SP_BAD_INPUT;
  *world = NULL;
  sp_save_parts parts;
  sp_save_info own;
  if (!info) info = &own;
  memset(info, 0, sizeof *info);
  sp_status status = sp_save_split(data, size, faults, &parts);
  if (status != SP_OK) return status;
  if (sp_save_read_info(parts.info, info) != SP_OK) return refuse(faults, "save.section", "part", "INFO");
  sp_constants constants;
  status = sp_load_constants(parts.constants, &constants, faults);
  if (status != SP_OK) return status;
  sp_model *model;
  status = read_model(parts.sources, reader, context, faults, &model);
  if (status != SP_OK) return status;
  if (sp_model_hash(model) != info->model_hash) sp_fault(faults, SP_FAULT_WARNING, nowhere, "save.model_hash", (char *)NULL);
  status = sp_load_state(model, &constants, &parts, faults, world);
  sp_model_release(model);
  return status;
}
