/* dice.c - keyed dice on Philox4x32-10.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/dice.h"

#include "base/base.h"

#include <Random123/philox.h>

static uint32_t low32(uint64_t x) { return (uint32_t)(x & 0xffffffffU); }

static uint32_t high32(uint64_t x) { return (uint32_t)(x >> 32); }

sp_draw4 sp_draw(const sp_dice *dice, sp_key key, sp_stream stream, uint32_t k) {
  SP_CHECK(k < 65536U && (uint32_t)stream < 65536U);
  philox4x32_ctr_t counter = {{dice->tick, low32(key), high32(key), (uint32_t)stream << 16 | k}};
  philox4x32_key_t seed = {{low32(dice->seed), high32(dice->seed)}};
  philox4x32_ctr_t block = philox4x32_R(10, counter, seed);
  return (sp_draw4){{block.v[0], block.v[1], block.v[2], block.v[3]}};
}

double sp_unit53(uint32_t high, uint32_t low) {
  uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
  return (double)bits * 0x1p-53;
}

double sp_uniform(const sp_dice *dice, sp_key key, sp_stream stream, uint32_t k) {
  sp_draw4 block = sp_draw(dice, key, stream, k);
  return sp_unit53(block.word[0], block.word[1]);
}

uint64_t sp_imagined_seed(uint64_t seed, sp_key headquarters, int64_t tick, uint32_t sample) {
  static const char purpose[] = "council"; /* keeps imagined wars off every seed a person would type */
  uint64_t hash = sp_hash_bytes(purpose, sizeof purpose - 1, seed);
  hash = sp_hash_mix(hash, headquarters);
  hash = sp_hash_mix(hash, (uint64_t)tick);
  return sp_hash_mix(hash, sample);
}
