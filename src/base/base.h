/* base.h - the ground floor: arenas, arrays, keys, numbers that are the same everywhere.
 * Knows nothing of war. Only libc, and of libm only sqrt.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_BASE_BASE_H
#define SP_BASE_BASE_H

#include "shapan/base.h"

/* Cheap checks stay on in release; SP_CHECK is for what a caller inside the house owes.
 * SP_DEV checks (whole-world scans, recomputation) run in dev builds only. */
_Noreturn void sp_panic(const char *file, int line, const char *what);
#define SP_CHECK(cond) ((cond) ? (void)0 : sp_panic(__FILE__, __LINE__, #cond))

/* ---- arena.c: bump allocation for what lives and dies together (a model, a parse) */
typedef struct sp_arena sp_arena;
sp_arena *sp_arena_create(void);
void sp_arena_destroy(sp_arena *arena);
/* Zeroed, 16-byte aligned; NULL when memory is out or size overflows. */
void *sp_arena_alloc(sp_arena *arena, size_t count, size_t size);
char *sp_arena_strdup(sp_arena *arena, const char *text); /* NULL stays NULL */
char *sp_arena_strndup(sp_arena *arena, const char *text, size_t length);
size_t sp_arena_bytes(const sp_arena *arena);

/* ---- array.c: growable array of one plain type.
 *   sp_array(int) xs = {0};  if (!sp_push(&xs, 7)) out of memory;  xs.data[i], xs.count  */
#define sp_array(type) struct { type *data; size_t count, capacity; }
bool sp_array_reserve(void **data, size_t *capacity, size_t wanted, size_t size);
#define sp_push(array, ...) \
  ((array)->count < (array)->capacity || sp_array_reserve((void **)&(array)->data, &(array)->capacity, (array)->count + 1, sizeof *(array)->data) \
     ? ((array)->data[(array)->count++] = (__VA_ARGS__), true) \
     : false)
void sp_array_free_(void **data, size_t *count, size_t *capacity);
#define sp_array_free(array) sp_array_free_((void **)&(array)->data, &(array)->count, &(array)->capacity)
/* Stable merge sort with a context; the comparison must be total. false: memory is out, order unchanged. */
bool sp_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context);

/* ---- key.c */
sp_key sp_key_of(const char *id);                    /* hash of a declared id (XXH64); never 0 */
sp_key sp_key_born(sp_key parent, int64_t tick, uint32_t purpose, uint32_t ordinal); /* never 0 */
sp_key sp_key_pair(sp_key first_role, sp_key second_role); /* not symmetric: role matters */
uint64_t sp_hash_bytes(const void *data, size_t size, uint64_t seed); /* XXH64 */
uint64_t sp_hash_mix(uint64_t hash, uint64_t value); /* order matters; for running state hashes */

/* ---- number.h/number.c: the same answer on every machine */
#include "base/number.h"

/* ---- dice.c, sample.c */
#include "base/dice.h"

#endif
