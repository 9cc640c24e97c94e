/* Arenas: zeroed, aligned, and not to be fooled by sizes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void zeroed_aligned_and_apart(void **state) {
  (void)state;
  sp_arena *arena = sp_arena_create();
  unsigned char *places[600];
  for (size_t i = 0; i < 600; i++) {
    size_t size = (i * 37) % 5000;
    places[i] = sp_arena_alloc(arena, 1, size);
    assert_non_null(places[i]);
    assert_int_equal((uintptr_t)places[i] % 16, 0);
    for (size_t j = 0; j < size; j++) assert_int_equal(places[i][j], 0);
    memset(places[i], (int)(i % 251) + 1, size);
  }
  for (size_t i = 0; i < 600; i++) {
    size_t size = (i * 37) % 5000;
    for (size_t j = 0; j < size; j++) assert_int_equal(places[i][j], i % 251 + 1);
  }
  sp_arena_destroy(arena);
}

static void refuses_what_overflows(void **state) {
  (void)state;
  sp_arena *arena = sp_arena_create();
  assert_null(sp_arena_alloc(arena, SIZE_MAX, 2));
  assert_null(sp_arena_alloc(arena, SIZE_MAX / 2 + 1, 2));
  assert_null(sp_arena_alloc(arena, 1, SIZE_MAX));
  assert_null(sp_arena_alloc(arena, 1, SIZE_MAX - 15));
  assert_non_null(sp_arena_alloc(arena, SIZE_MAX, 0));
  assert_non_null(sp_arena_alloc(arena, 0, 8));
  sp_arena_destroy(arena);
  sp_arena_destroy(NULL);
}

static void a_big_wish_wastes_no_chunk(void **state) {
  (void)state;
  sp_arena *arena = sp_arena_create();
  char *first = sp_arena_alloc(arena, 16, 1);
  assert_non_null(sp_arena_alloc(arena, 1, 3000000));
  size_t held = sp_arena_bytes(arena);
  assert_true(held > 3000000);
  assert_ptr_equal((char *)sp_arena_alloc(arena, 16, 1), first + 16);
  assert_int_equal(sp_arena_bytes(arena), held);
  sp_arena_destroy(arena);
}

static void copies_of_text(void **state) {
  (void)state;
  sp_arena *arena = sp_arena_create();
  assert_string_equal(sp_arena_strdup(arena, "锦州"), "锦州");
  assert_string_equal(sp_arena_strdup(arena, ""), "");
  assert_null(sp_arena_strdup(arena, NULL));
  assert_null(sp_arena_strndup(arena, NULL, 4));
  assert_string_equal(sp_arena_strndup(arena, "dalinghe", 4), "dali");
  assert_string_equal(sp_arena_strndup(arena, "ab", 100), "ab");
  sp_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(zeroed_aligned_and_apart),
      cmocka_unit_test(refuses_what_overflows),
      cmocka_unit_test(a_big_wish_wastes_no_chunk),
      cmocka_unit_test(copies_of_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
