/* shapan/record.h - save, record, replay, compare.
 *
 * A save holds state by field name, checksummed, with the scenario's and theatre's texts:
 * it needs nothing else to be read again. A record holds a save of the opening, every order
 * given since, the hashes of each day, and saves at chosen times.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SHAPAN_RECORD_H
#define SHAPAN_RECORD_H

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a save's texts become a model again; libshapan-io's sp_read_sources is one. */
typedef sp_status (*sp_model_reader)(void *context, size_t count, const char *const *roles, const char *const *files,
                                     const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model);

/* Serialised state in one malloc'd buffer; the caller frees it with sp_buffer_free. */
SP_API sp_status sp_save(const sp_world *world, unsigned char **data, size_t *size);
SP_API void sp_buffer_free(unsigned char *data);

typedef struct sp_save_info {
  char version[96];
  uint32_t format;
  uint64_t rules_hash, constants_hash, model_hash, seed;
  sp_minute minute;
  int64_t tick;
  bool rules_differ, constants_differ; /* against this build and its defaults */
} sp_save_info;
SP_API sp_status sp_save_describe(const unsigned char *data, size_t size, sp_save_info *info, sp_faults *faults);

/* Rebuilds model and world. Under other rules it works, and info says so. Truncated or altered data: SP_CORRUPT with a fault. */
SP_API sp_status sp_load(const unsigned char *data, size_t size, sp_model_reader reader, void *context, sp_faults *faults, sp_save_info *info, sp_world **world);

/* The first difference of two worlds: table, key, field. SP_OK when equal, SP_MISMATCH with the words filled. */
typedef struct sp_difference {
  sp_minute minute;
  char subsystem[32], table[32], field[32], subject[128];
  char left[64], right[64];
} sp_difference;
SP_API sp_status sp_world_compare(const sp_world *left, const sp_world *right, sp_difference *difference);
/* All differences, at most `limit`; returns how many there are. */
SP_API size_t sp_world_differences(const sp_world *left, const sp_world *right, sp_difference *out, size_t limit);

#ifdef __cplusplus
}
#endif
#endif
