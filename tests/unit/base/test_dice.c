/* Philox against the known answers of Random123, and what the keys of dice promise.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void expect_block(sp_dice dice, sp_key key, uint32_t stream, uint32_t k, const uint32_t want[4]) {
  sp_draw4 got = sp_draw(&dice, key, (sp_stream)stream, k);
  for (int i = 0; i < 4; i++) assert_int_equal(got.word[i], want[i]);
}

/* The three philox4x32-10 rows of Random123's kat_vectors. */
static void known_answers(void **state) {
  (void)state;
  expect_block((sp_dice){0, 0}, 0, 0, 0, (const uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  expect_block((sp_dice){UINT64_MAX, UINT32_MAX}, UINT64_MAX, 0xffff, 0xffff,
               (const uint32_t[]){0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  /* counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0 */
  expect_block((sp_dice){0x299f31d0a4093822, 0x243f6a88}, 0x13198a2e85a308d3, 0x0370, 0x7344,
               (const uint32_t[]){0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

static void uniforms_lie_in_their_range(void **state) {
  (void)state;
  assert_true(sp_unit53(0, 0) == 0.0);
  assert_true(sp_unit53(0, 0x7ff) == 0.0); /* the last eleven bits are not used */
  assert_true(sp_unit53(0, 0x800) == 0x1p-53);
  assert_true(sp_unit53(0x80000000, 0) == 0.5);
  assert_true(sp_unit53(UINT32_MAX, UINT32_MAX) == 1.0 - 0x1p-53);
  double sum = 0.0, squares = 0.0;
  sp_dice dice = {42, 0};
  for (; dice.tick < 100000; dice.tick++) {
    double u = sp_uniform(&dice, sp_key_of("qing-van"), SP_STREAM_STRAGGLE, 0);
    assert_true(u >= 0.0 && u < 1.0);
    sum += u;
    squares += u * u;
  }
  /* Five standard errors: 0.2887 and 0.298 over the root of 100,000. */
  assert_true(sp_abs(sum / 1e5 - 0.5) < 0.0046);
  assert_true(sp_abs(squares / 1e5 - 1.0 / 3) < 0.0048);
}

static void each_part_of_the_key_matters(void **state) {
  (void)state;
  sp_dice dice = {1, 2}, other_seed = {2, 2}, other_tick = {1, 3};
  double u = sp_uniform(&dice, 3, SP_STREAM_SIGHT, 4);
  assert_true(u == sp_uniform(&dice, 3, SP_STREAM_SIGHT, 4));
  assert_true(u != sp_uniform(&other_seed, 3, SP_STREAM_SIGHT, 4));
  assert_true(u != sp_uniform(&other_tick, 3, SP_STREAM_SIGHT, 4));
  assert_true(u != sp_uniform(&dice, 5, SP_STREAM_SIGHT, 4));
  assert_true(u != sp_uniform(&dice, 3, SP_STREAM_SIGHT_ERROR, 4));
  assert_true(u != sp_uniform(&dice, 3, SP_STREAM_SIGHT, 5));
}

static void streams_have_numbers_of_their_own(void **state) {
  (void)state;
  static const unsigned numbers[] = {
#undef SP_STREAM
#define SP_STREAM(name, number, meaning) number,
#include "base/streams.def"
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    assert_true(numbers[i] > 0 && numbers[i] < SP_STREAM_LIMIT_);
    for (size_t j = 0; j < i; j++) assert_int_not_equal(numbers[i], numbers[j]);
  }
}

static void imagined_seeds_differ(void **state) {
  (void)state;
  uint64_t seed = sp_imagined_seed(1, 2, 3, 4);
  assert_true(seed == sp_imagined_seed(1, 2, 3, 4));
  assert_true(seed != 1);
  assert_true(seed != sp_imagined_seed(2, 2, 3, 4));
  assert_true(seed != sp_imagined_seed(1, 3, 3, 4));
  assert_true(seed != sp_imagined_seed(1, 2, 4, 4));
  assert_true(seed != sp_imagined_seed(1, 2, 3, 5));
  assert_true(sp_imagined_seed(1, 3, 2, 4) != seed); /* headquarters and tick are not exchangeable */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_answers),
      cmocka_unit_test(uniforms_lie_in_their_range),
      cmocka_unit_test(each_part_of_the_key_matters),
      cmocka_unit_test(streams_have_numbers_of_their_own),
      cmocka_unit_test(imagined_seeds_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
