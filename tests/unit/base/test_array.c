/* Arrays that grow, and a sort that keeps equals in their order.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct item {
  int32_t value;
  uint32_t order;
  char padding[5]; /* an awkward size on purpose */
} item;

static int by_value(const void *a, const void *b, void *context) {
  const item *x = a, *y = b;
  ++*(size_t *)context;
  return (x->value > y->value) - (x->value < y->value);
}

static void grows_and_is_freed(void **state) {
  (void)state;
  sp_array(int) numbers = {0};
  for (int i = 0; i < 10000; i++) assert_true(sp_push(&numbers, i * 3));
  assert_int_equal(numbers.count, 10000);
  for (int i = 0; i < 10000; i++) assert_int_equal(numbers.data[i], i * 3);
  sp_array_free(&numbers);
  assert_null(numbers.data);
  assert_int_equal(numbers.count + numbers.capacity, 0);
  sp_array(item) items = {0};
  assert_true(sp_push(&items, (item){.value = 4, .order = 2}));
  assert_int_equal(items.data[0].order, 2);
  sp_array_free(&items);
}

static void refuses_what_overflows(void **state) {
  (void)state;
  sp_array(item) items = {0};
  assert_false(sp_array_reserve((void **)&items.data, &items.capacity, SIZE_MAX / 4, sizeof(item)));
  assert_false(sp_array_reserve((void **)&items.data, &items.capacity, SIZE_MAX, 1));
  assert_null(items.data);
  assert_int_equal(items.capacity, 0);
}

/* Every length about the width of a run and its doublings, many equals. */
static void sort_is_stable(void **state) {
  (void)state;
  static item items[1100];
  for (size_t count = 0; count < 1100; count += count < 140 ? 1 : 97) {
    for (uint32_t i = 0; i < count; i++) {
      items[i] = (item){.value = (int32_t)(sp_hash_mix(count, i) % 7), .order = i};
    }
    size_t compared = 0;
    assert_true(sp_sort(items, count, sizeof *items, by_value, &compared));
    for (size_t i = 1; i < count; i++) {
      assert_true(items[i - 1].value <= items[i].value);
      if (items[i - 1].value == items[i].value) assert_true(items[i - 1].order < items[i].order);
    }
    assert_true(count < 2 || compared >= count - 1);
    assert_true(compared <= count * 14);
  }
}

static void sort_of_nothing_and_of_too_much(void **state) {
  (void)state;
  size_t compared = 0;
  item one = {.value = 1};
  assert_true(sp_sort(NULL, 0, sizeof one, by_value, &compared));
  assert_true(sp_sort(&one, 1, sizeof one, by_value, &compared));
  assert_int_equal(compared, 0);
  assert_false(sp_sort(&one, SIZE_MAX / 2, sizeof one, by_value, &compared));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grows_and_is_freed),
      cmocka_unit_test(refuses_what_overflows),
      cmocka_unit_test(sort_is_stable),
      cmocka_unit_test(sort_of_nothing_and_of_too_much),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
