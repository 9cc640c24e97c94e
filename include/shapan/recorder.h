/* shapan/recorder.h - a whole war in one file, and its proof (libshapan-io).
 *
 * A recording holds a save of the opening, every order given since, and the hashes of each day, packed with
 * zstd. Replaying fights the war again and compares. SPDX-License-Identifier: Apache-2.0 */
#ifndef SHAPAN_RECORDER_H
#define SHAPAN_RECORDER_H

#include <stdio.h>

#include "shapan/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_recorder sp_recorder;
typedef struct sp_recording sp_recording;

/* ---- making one: begin at the opening, step after every step, order after every sp_world_order */
SP_API sp_recorder *sp_recorder_begin(const sp_world *world); /* NULL when memory is out */
SP_API void sp_recorder_destroy(sp_recorder *recorder);
SP_API sp_status sp_recorder_step(sp_recorder *recorder, const sp_world *world);
SP_API sp_status sp_recorder_order(sp_recorder *recorder, const sp_world *world, sp_key sender, const char *text);
SP_API sp_status sp_recorder_write(const sp_recorder *recorder, const sp_world *world, FILE *file);

/* ---- reading one */
/* True when the bytes begin as a recording does (a plain save begins otherwise). */
SP_API bool sp_recording_is(const unsigned char *data, size_t size);
/* SP_CORRUPT with a fault when the bytes are damaged. Caller closes. */
SP_API sp_status sp_recording_open(const unsigned char *data, size_t size, sp_faults *faults, sp_recording **recording);
SP_API void sp_recording_close(sp_recording *recording);
/* The world as it opened. */
SP_API sp_status sp_recording_world(const sp_recording *recording, sp_model_reader reader, void *context, sp_faults *faults, sp_save_info *info, sp_world **world);
/* Gives the orders that were given at the world's present minute. Call before each step. */
SP_API sp_status sp_recording_orders(const sp_recording *recording, sp_world *world);
/* The first minute of the recording's end. */
SP_API sp_minute sp_recording_end(const sp_recording *recording);

/* Compares the world with the hashes kept for its minute. SP_OK: equal, or none kept for this minute;
 * SP_MISMATCH with the subsystem's name (static). */
SP_API sp_status sp_recording_compare(const sp_recording *recording, const sp_world *world, const char **subsystem);
/* How many hashes are kept. */
SP_API size_t sp_recording_hashes(const sp_recording *recording);

#ifdef __cplusplus
}
#endif
#endif
