/* key.c - keys and hashes. Keys stand in saves and reach the dice, so that none of this may ever change.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static sp_key not_nobody(uint64_t hash) { return hash ? hash : 0x9e3779b97f4a7c15ULL; }

/* Stafford's variant 13 of the murmur finaliser: every input bit moves every output bit. */
static uint64_t scatter(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

uint64_t sp_hash_bytes(const void *data, size_t size, uint64_t seed) { return XXH64(data, size, seed); }

uint64_t sp_hash_mix(uint64_t hash, uint64_t value) {
  /* The hash is scattered once more than the value: that is what makes order matter. */
  return scatter(scatter(hash + 0x9e3779b97f4a7c15ULL) ^ value);
}

sp_key sp_key_of(const char *id) {
  SP_CHECK(id != NULL);
  return not_nobody(XXH64(id, strlen(id), 0));
}

sp_key sp_key_born(sp_key parent, int64_t tick, uint32_t purpose, uint32_t ordinal) {
  uint64_t hash = sp_hash_mix(parent, (uint64_t)tick);
  return not_nobody(sp_hash_mix(hash, (uint64_t)purpose << 32 | ordinal));
}

sp_key sp_key_pair(sp_key first_role, sp_key second_role) { return not_nobody(sp_hash_mix(first_role, second_role)); }
