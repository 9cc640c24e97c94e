/* recorder.c - a war in one file: opening, orders, hashes. SPDX-License-Identifier: Apache-2.0 */
#include "shapan/recorder.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define FRAME_LIMIT ((uint64_t)1 << 31) /* a frame that claims more is damaged */
#define PACK_LEVEL 9

static const char magic[8] = "SPREC\0\0\1";

struct sp_recorder {
  unsigned char *opening;
  size_t opening_size;
  json_t *orders, *hashes;
  int64_t last_day;
};

struct sp_recording {
  unsigned char *opening;
  size_t opening_size;
  json_t *story; /* {"orders": [...], "hashes": [...], "end": minute} */
};

sp_recorder *sp_recorder_begin(const sp_world *world) {
  sp_recorder *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->orders = json_array();
  r->hashes = json_array();
  r->last_day = sp_world_minute(world) / 1440;
  if (!r->orders || !r->hashes || sp_save(world, &r->opening, &r->opening_size) != SP_OK) {
    sp_recorder_destroy(r);
    return NULL;
  }
  return r;
}

void sp_recorder_destroy(sp_recorder *r) {
  if (!r) return;
  sp_buffer_free(r->opening);
  json_decref(r->orders);
  json_decref(r->hashes);
  free(r);
}

/* Hashes as text: JSON numbers would lose bits in other readers. */
static sp_status keep_hashes(json_t *list, const sp_world *world) {
  json_t *row = json_pack("{s:I}", "minute", (json_int_t)sp_world_minute(world));
  for (int n = 0; row && n < SP_SUBSYSTEM_COUNT; n++) {
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, sp_world_hash(world, sp_world_subsystem(n)));
    json_object_set_new(row, sp_world_subsystem(n), json_string(text));
  }
  return row && json_array_append_new(list, row) == 0 ? SP_OK : SP_NO_MEMORY;
}

sp_status sp_recorder_step(sp_recorder *r, const sp_world *world) {
  int64_t day = sp_world_minute(world) / 1440;
  if (day == r->last_day && !sp_world_over(world)) return SP_OK;
  r->last_day = day;
  return keep_hashes(r->hashes, world);
}

sp_status sp_recorder_order(sp_recorder *r, const sp_world *world, sp_key sender, const char *text) {
  char key[20];
  snprintf(key, sizeof key, "%016" PRIx64, sender);
  json_t *row = json_pack("{s:I,s:s,s:s}", "minute", (json_int_t)sp_world_minute(world), "sender", key, "text", text);
  return row && json_array_append_new(r->orders, row) == 0 ? SP_OK : SP_NO_MEMORY;
}

static void put_u64(unsigned char *at, uint64_t value) {
  for (int n = 0; n < 8; n++) at[n] = (unsigned char)(value >> (8 * n) & 0xff);
}

static uint64_t get_u64(const unsigned char *at) {
  uint64_t value = 0;
  for (int n = 7; n >= 0; n--) value = value << 8 | at[n];
  return value;
}

static sp_status write_frame(FILE *file, const void *data, size_t size) {
  size_t room = ZSTD_compressBound(size);
  unsigned char *packed = malloc(room ? room : 1), head[16];
  ZSTD_CCtx *context = ZSTD_createCCtx();
  sp_status status = packed && context ? SP_OK : SP_NO_MEMORY;
  if (status == SP_OK) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, PACK_LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size_t got = ZSTD_compress2(context, packed, room, data, size);
    put_u64(head, size);
    put_u64(head + 8, got);
    bool ok = !ZSTD_isError(got) && fwrite(head, 1, sizeof head, file) == sizeof head && fwrite(packed, 1, got, file) == got;
    status = ok ? SP_OK : SP_IO;
  }
  ZSTD_freeCCtx(context);
  free(packed);
  return status;
}

sp_status sp_recorder_write(const sp_recorder *r, const sp_world *world, FILE *file) {
  json_t *story = json_pack("{s:O,s:O,s:I}", "orders", r->orders, "hashes", r->hashes, "end", (json_int_t)sp_world_minute(world));
  char *text = story ? json_dumps(story, JSON_COMPACT) : NULL;
  sp_status status = text ? SP_OK : SP_NO_MEMORY;
  if (status == SP_OK && fwrite(magic, 1, sizeof magic, file) != sizeof magic) status = SP_IO;
  if (status == SP_OK) status = write_frame(file, r->opening, r->opening_size);
  if (status == SP_OK) status = write_frame(file, text, strlen(text));
  free(text);
  json_decref(story);
  return status;
}

bool sp_recording_is(const unsigned char *data, size_t size) { return size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0; }

/* One frame at *at; *at moves past it. NULL: damaged, or no memory. */
static unsigned char *read_frame(const unsigned char *data, size_t size, size_t *at, size_t *length) {
  if (size - *at < 16) return NULL;
  uint64_t raw = get_u64(data + *at), packed = get_u64(data + *at + 8);
  *at += 16;
  if (raw > FRAME_LIMIT || packed > size - *at) return NULL;
  unsigned long long stated = ZSTD_getFrameContentSize(data + *at, (size_t)packed);
  if (stated != raw) return NULL; /* before any memory is asked for */
  unsigned char *bytes = malloc((size_t)raw + 1);
  if (!bytes) return NULL;
  size_t got = ZSTD_decompress(bytes, (size_t)raw, data + *at, (size_t)packed);
  if (ZSTD_isError(got) || got != raw) {
    free(bytes);
    return NULL;
  }
  *at += (size_t)packed;
  *length = (size_t)raw;
  return bytes;
}

static bool story_is_whole(const json_t *story) {
  return json_is_array(json_object_get(story, "orders")) && json_is_array(json_object_get(story, "hashes")) && json_is_integer(json_object_get(story, "end"));
}

sp_status sp_recording_open(const unsigned char *data, size_t size, sp_faults *faults, sp_recording **out) {
  *out = NULL;
  size_t at = sizeof magic, length = 0;
  sp_recording *r = calloc(1, sizeof *r);
  if (!r) return SP_NO_MEMORY;
  unsigned char *text = NULL;
  if (sp_recording_is(data, size)) r->opening = read_frame(data, size, &at, &r->opening_size);
  if (r->opening) text = read_frame(data, size, &at, &length);
  if (text) r->story = json_loadb((const char *)text, length, JSON_REJECT_DUPLICATES, NULL);
  free(text);
  if (!r->story || !story_is_whole(r->story) || at != size) {
    sp_recording_close(r);
    sp_fault(faults, SP_FAULT_ERROR, (sp_where){0}, "fault.recording_damaged", (char *)NULL);
    return SP_CORRUPT;
  }
  *out = r;
  return SP_OK;
}

void sp_recording_close(sp_recording *r) {
  if (!r) return;
  free(r->opening);
  json_decref(r->story);
  free(r);
}

sp_status sp_recording_world(const sp_recording *r, sp_model_reader reader, void *context, sp_faults *faults, sp_save_info *info, sp_world **world) {
  return sp_load(r->opening, r->opening_size, reader, context, faults, info, world);
}

sp_status sp_recording_orders(const sp_recording *r, sp_world *world) {
  size_t n;
  json_t *row;
  json_array_foreach(json_object_get(r->story, "orders"), n, row) {
    if (json_integer_value(json_object_get(row, "minute")) != sp_world_minute(world)) continue;
    const char *key = json_string_value(json_object_get(row, "sender")), *text = json_string_value(json_object_get(row, "text"));
    if (!key || !text) return SP_CORRUPT;
    sp_status status = sp_world_order(world, strtoull(key, NULL, 16), text, NULL);
    if (status != SP_OK) return status;
  }
  return SP_OK;
}

sp_minute sp_recording_end(const sp_recording *r) { return json_integer_value(json_object_get(r->story, "end")); }

size_t sp_recording_hashes(const sp_recording *r) { return json_array_size(json_object_get(r->story, "hashes")); }

sp_status sp_recording_compare(const sp_recording *r, const sp_world *world, const char **subsystem) {
  size_t n;
  json_t *row;
  json_array_foreach(json_object_get(r->story, "hashes"), n, row) {
    if (json_integer_value(json_object_get(row, "minute")) != sp_world_minute(world)) continue;
    for (int s = 0; s < SP_SUBSYSTEM_COUNT; s++) {
      const char *text = json_string_value(json_object_get(row, sp_world_subsystem(s)));
      if (text && strtoull(text, NULL, 16) == sp_world_hash(world, sp_world_subsystem(s))) continue;
      *subsystem = sp_world_subsystem(s);
      return SP_MISMATCH;
    }
  }
  return SP_OK;
}
