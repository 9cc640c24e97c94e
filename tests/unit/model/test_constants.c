/* test_constants.c - the tables of numbers: every row sound, setting only within range.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/constants.h"

static sp_constant_info info_of(size_t i) {
  sp_constant_info info;
  assert_int_equal(sp_constant_describe(i, &info), SP_OK);
  return info;
}

static void every_row_is_sound(void **state) {
  (void)state;
  assert_true(sp_constant_count() > 100);
  for (size_t i = 0; i < sp_constant_count(); i++) {
    sp_constant_info r = info_of(i);
    bool fixed = strcmp(r.distribution, "fixed") == 0;
    if (!(r.value >= r.low && r.value <= r.high)) fail_msg("%s: %g outside [%g, %g]", r.name, r.value, r.low, r.high);
    if (fixed ? r.low != r.high : !(r.low < r.high)) fail_msg("%s: empty range", r.name);
    if (strcmp(r.distribution, "lognormal") == 0 && !(r.low > 0.0)) fail_msg("%s: lognormal needs low > 0", r.name);
    if (!*r.rule) fail_msg("%s: no rule of that prefix", r.name);
    if (!*r.unit || !*r.meaning || !*r.source) fail_msg("%s: unit, meaning or source missing", r.name);
    if (strlen(r.source_place) < 5) fail_msg("%s: says neither where in the source nor why assumed", r.name);
  }
}

/* How large a value is for this purpose: a share near one by what it leaves. */
static double size_of(const sp_constant_info *r) {
  double size = r->value < 0.0 ? -r->value : r->value;
  return strcmp(r->unit, "1") == 0 && size > 0.5 && size <= 1.0 ? 1.0 - size : size;
}

/* An assumption admits that it may be wrong: its range spans at least a quarter of that. */
static void assumptions_are_wide(void **state) {
  (void)state;
  for (size_t i = 0; i < sp_constant_count(); i++) {
    sp_constant_info r = info_of(i);
    if (r.assumed && r.high - r.low < 0.25 * size_of(&r)) fail_msg("%s: assumed, yet only %g wide", r.name, r.high - r.low);
    assert_true(r.assumed == (strcmp(r.source, "assumption") == 0));
  }
}

static void names_are_unique_and_rows_in_order(void **state) {
  (void)state;
  for (size_t i = 0; i < sp_constant_count(); i++) {
    sp_constant_info a = info_of(i);
    for (size_t k = i + 1; k < sp_constant_count(); k++) {
      if (strcmp(a.name, info_of(k).name) == 0) fail_msg("%s stands twice", a.name);
    }
    double value = -1e300;
    assert_int_equal(sp_constants_value(sp_constants_default(), a.name, &value), SP_OK);
    assert_true(value == a.value);
  }
  double foot;
  assert_int_equal(sp_constants_value(sp_constants_default(), "march_foot_m_min", &foot), SP_OK);
  assert_true(foot == sp_constants_default()->march_foot_m_min && foot == 53.3);
}

static void setting_keeps_to_the_range(void **state) {
  (void)state;
  sp_constants *c = sp_constants_create();
  assert_non_null(c);
  assert_int_equal(sp_constants_set(c, "march_foot_m_min", 60.0), SP_OK); /* the range is 45..60, ends included */
  assert_true(c->march_foot_m_min == 60.0);
  assert_int_equal(sp_constants_set(c, "march_foot_m_min", 60.001), SP_BAD_INPUT);
  assert_int_equal(sp_constants_set(c, "march_foot_m_min", 44.9), SP_BAD_INPUT);
  double zero = 0.0;
  assert_int_equal(sp_constants_set(c, "march_foot_m_min", zero / zero), SP_BAD_INPUT);
  assert_true(c->march_foot_m_min == 60.0);
  assert_int_equal(sp_constants_set(c, "march_foot", 50.0), SP_NOT_FOUND);
  assert_int_equal(sp_constants_set(NULL, "march_foot_m_min", 50.0), SP_BAD_INPUT);
  assert_true(sp_constants_default()->march_foot_m_min == 53.3); /* the defaults stand */
  sp_constants_destroy(c);
}

/* Both ends of every range are allowed, and a step beyond either is not. */
static void every_range_is_kept(void **state) {
  (void)state;
  sp_constants *c = sp_constants_create();
  assert_non_null(c);
  for (size_t i = 0; i < sp_constant_count(); i++) {
    sp_constant_info r = info_of(i);
    double step = r.high - r.low + 1.0;
    assert_int_equal(sp_constants_set(c, r.name, r.low), SP_OK);
    assert_int_equal(sp_constants_set(c, r.name, r.high), SP_OK);
    assert_int_equal(sp_constants_set(c, r.name, r.low - step), SP_BAD_INPUT);
    assert_int_equal(sp_constants_set(c, r.name, r.high + step), SP_BAD_INPUT);
    double value;
    assert_int_equal(sp_constants_value(c, r.name, &value), SP_OK);
    assert_true(value == r.high);
  }
  sp_constants_destroy(c);
}

static void hash_follows_values(void **state) {
  (void)state;
  sp_constants *c = sp_constants_create();
  assert_non_null(c);
  uint64_t before = sp_constants_hash(sp_constants_default());
  assert_true(sp_constants_hash(c) == before);
  for (size_t i = 0; i < sp_constant_count(); i++) {
    sp_constant_info r = info_of(i);
    double other = r.value == r.low ? r.high : r.low;
    if (other == r.value) continue; /* fixed */
    assert_int_equal(sp_constants_set(c, r.name, other), SP_OK);
    assert_true(sp_constants_hash(c) != before);
    assert_int_equal(sp_constants_set(c, r.name, r.value), SP_OK);
    assert_true(sp_constants_hash(c) == before);
  }
  sp_constants_destroy(c);
  sp_constants_destroy(NULL);
}

static void out_of_bounds(void **state) {
  (void)state;
  sp_constant_info info;
  assert_int_equal(sp_constant_describe(sp_constant_count(), &info), SP_NOT_FOUND);
  assert_int_equal(sp_constant_describe(0, NULL), SP_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row_is_sound),      cmocka_unit_test(assumptions_are_wide),
      cmocka_unit_test(names_are_unique_and_rows_in_order), cmocka_unit_test(setting_keeps_to_the_range),
      cmocka_unit_test(every_range_is_kept),     cmocka_unit_test(hash_follows_values),
      cmocka_unit_test(out_of_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
