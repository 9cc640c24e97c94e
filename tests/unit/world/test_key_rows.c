/* test_key_rows.c - the index from keys to rows. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "world/key_rows.h"

enum { MOST = 3000 };

static void every_key_has_its_row(void **state) {
  (void)state;
  static sp_key key[MOST];
  sp_key_rows k = {.slot = NULL};
  assert_false(sp_key_rows_whole(&k, 0));
  for (int32_t i = 0; i < MOST; i++) key[i] = sp_key_pair(17, (sp_key)i + 1);
  for (int32_t used = 1; used <= MOST; used += 7) { /* by and by, as bodies are born */
    sp_key_rows_enter(&k, key, used);
    assert_true(sp_key_rows_whole(&k, used));
    assert_false(sp_key_rows_whole(&k, used + 1));
    assert_int_equal(sp_key_rows_find(&k, key, key[used - 1]), used - 1);
    assert_int_equal(sp_key_rows_find(&k, key, key[used / 2]), used / 2);
    if (used < MOST) assert_int_equal(sp_key_rows_find(&k, key, key[used]), -1);
  }
  assert_int_equal(sp_key_rows_find(&k, key, 0), -1);
  sp_key_rows_forget(&k);
  assert_false(sp_key_rows_whole(&k, MOST));
  sp_key_rows_enter(&k, key + 1, 1); /* of another world */
  assert_int_equal(sp_key_rows_find(&k, key + 1, key[1]), 0);
  assert_int_equal(sp_key_rows_find(&k, key + 1, key[0]), -1);
  sp_key_rows_free(&k);
}

static void keys_that_end_alike_do_not_hide_each_other(void **state) {
  (void)state;
  sp_key key[24];
  sp_key_rows k = {.slot = NULL};
  for (int32_t i = 0; i < 24; i++) key[i] = ((sp_key)i + 1) << 40 | 0xffff; /* all belong in the last slot and run over */
  sp_key_rows_enter(&k, key, 24);
  for (int32_t i = 0; i < 24; i++) assert_int_equal(sp_key_rows_find(&k, key, key[i]), i);
  assert_int_equal(sp_key_rows_find(&k, key, (sp_key)99 << 40 | 0xffff), -1);
  sp_key_rows_free(&k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_key_has_its_row), cmocka_unit_test(keys_that_end_alike_do_not_hide_each_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
