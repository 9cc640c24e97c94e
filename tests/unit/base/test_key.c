/* Keys: fixed for ever, never nobody, and pairs know who is who.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void hash_is_xxh64(void **state) {
  (void)state;
  /* Published values of XXH64 with seed 0. */
  assert_true(sp_hash_bytes("", 0, 0) == 0xef46db3751d8e999ULL);
  assert_true(sp_hash_bytes("abc", 3, 0) == 0x44bc2cf5ad770999ULL);
  assert_true(sp_key_of("abc") == 0x44bc2cf5ad770999ULL);
  assert_true(sp_hash_bytes("abc", 3, 1) != sp_hash_bytes("abc", 3, 0));
}

static void pairs_are_not_symmetric(void **state) {
  (void)state;
  for (uint64_t i = 1; i < 1000; i++) {
    sp_key a = sp_hash_mix(1, i), b = sp_hash_mix(2, i);
    assert_true(sp_key_pair(a, b) != sp_key_pair(b, a));
    assert_true(sp_key_pair(a, b) == sp_key_pair(a, b));
    assert_true(sp_key_pair(a, a) != a);
  }
}

static int by_value(const void *a, const void *b, void *context) {
  (void)context;
  const sp_key *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* A quarter of a million neighbours in every argument: with 64 good bits none may meet. */
static void the_born_do_not_meet(void **state) {
  (void)state;
  sp_array(sp_key) keys = {0};
  for (uint64_t parent = 0; parent < 16; parent++) {
    for (int64_t tick = -16; tick < 16; tick++) {
      for (uint32_t purpose = 0; purpose < 16; purpose++) {
        for (uint32_t ordinal = 0; ordinal < 32; ordinal++) {
          assert_true(sp_push(&keys, sp_key_born(parent, tick, purpose, ordinal)));
        }
      }
    }
  }
  assert_true(sp_sort(keys.data, keys.count, sizeof *keys.data, by_value, NULL));
  assert_true(keys.data[0] != 0);
  for (size_t i = 1; i < keys.count; i++) assert_true(keys.data[i] != keys.data[i - 1]);
  sp_array_free(&keys);
}

static int bits_set(uint64_t x) {
  int count = 0;
  for (; x; x &= x - 1) count++;
  return count;
}

static void every_bit_moves_half_the_bits(void **state) {
  (void)state;
  for (int bit = 0; bit < 64; bit++) {
    int by_hash = 0, by_value_bit = 0;
    for (uint64_t i = 0; i < 256; i++) {
      uint64_t plain = sp_hash_mix(i, i * i);
      by_hash += bits_set(plain ^ sp_hash_mix(i ^ (1ULL << bit), i * i));
      by_value_bit += bits_set(plain ^ sp_hash_mix(i, (i * i) ^ (1ULL << bit)));
    }
    /* 256 times 64 bits at one half: 8192, standard deviation 64. */
    assert_in_range(by_hash, 8192 - 384, 8192 + 384);
    assert_in_range(by_value_bit, 8192 - 384, 8192 + 384);
  }
}

/* Saves and recorded wars hold these: they may never change. */
static void keys_are_frozen(void **state) {
  (void)state;
  assert_true(sp_key_born(1, 2, 3, 4) == 0x8bbb08e20c21f323ULL);
  assert_true(sp_key_pair(1, 2) == 0x081a5c1377856b73ULL);
  assert_true(sp_imagined_seed(1, 2, 3, 4) == 0x3b3499e975d6870fULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hash_is_xxh64),        cmocka_unit_test(pairs_are_not_symmetric),
      cmocka_unit_test(the_born_do_not_meet), cmocka_unit_test(every_bit_moves_half_the_bits),
      cmocka_unit_test(keys_are_frozen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
