/* Faults: collected, ordered, said in two languages on one clean line each.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *line(const sp_faults *faults, size_t index, sp_lang lang) {
  static char buffer[4096];
  size_t needed = sp_faults_format(faults, index, lang, buffer, sizeof buffer);
  assert_int_equal(needed, strlen(buffer));
  return buffer;
}

static void said_in_both_languages(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  sp_where where = {"war.yaml", 3, 7};
  sp_fault(faults, SP_FAULT_ERROR, where, "fault.unknown_id_near", "kind", "place", "id", "jinzhuo", "near", "jinzhou", (char *)NULL);
  sp_fault(faults, SP_FAULT_WARNING, (sp_where){"war.yaml", 4, 0}, "fault.empty", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"war.yaml", 0, 0}, "fault.not_utf8", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){NULL, 0, 0}, "fault.not_utf8", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){NULL, 2, 5}, "fault.out_of_range", "key", "men", "value", "-1", "low", "0", "high", "9", "unit", "", (char *)NULL);
  assert_string_equal(line(faults, 0, SP_LANG_EN), "war.yaml:3:7: error: there is no place called \"jinzhuo\"; did you mean \"jinzhou\"?");
  assert_string_equal(line(faults, 0, SP_LANG_ZH), "war.yaml:3:7: 错误: 地名之中并无“jinzhuo”，莫非“jinzhou”？");
  assert_string_equal(line(faults, 1, SP_LANG_EN), "war.yaml:4: warning: there is nothing here");
  assert_string_equal(line(faults, 1, SP_LANG_ZH), "war.yaml:4: 警告: 此处空无一物");
  assert_string_equal(line(faults, 2, SP_LANG_EN), "war.yaml: error: this is not UTF-8 text");
  assert_string_equal(line(faults, 3, SP_LANG_EN), "error: this is not UTF-8 text");
  assert_string_equal(line(faults, 4, SP_LANG_EN), "2:5: error: \"men\" is -1; it must lie between 0 and 9");
  assert_int_equal(sp_faults_count(faults, SP_FAULT_ERROR), 4);
  assert_int_equal(sp_faults_count(faults, SP_FAULT_WARNING), 1);
  assert_int_equal(sp_faults_total(faults), 5);
  sp_faults_clear(faults);
  assert_int_equal(sp_faults_total(faults), 0);
  sp_faults_destroy(faults);
}

static void ordered_and_without_repeats(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  sp_where here = {"b.yaml", 2, 1};
  sp_fault(faults, SP_FAULT_ERROR, here, "fault.missing_key", "key", "z", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, here, "fault.missing_key", "key", "a", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, here, "fault.missing_key", "key", "z", (char *)NULL); /* a repeat, not a neighbour */
  sp_fault(faults, SP_FAULT_WARNING, here, "fault.missing_key", "key", "z", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"b.yaml", 1, 9}, "fault.empty", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"b.yaml", 10, 1}, "fault.empty", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"a.yaml", 99, 1}, "fault.empty", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){NULL, 5, 1}, "fault.empty", (char *)NULL);
  for (int round = 0; round < 2; round++) { /* sorting twice changes nothing */
    sp_faults_sort(faults);
    assert_int_equal(sp_faults_total(faults), 7);
    assert_string_equal(line(faults, 0, SP_LANG_EN), "5:1: error: there is nothing here");
    assert_string_equal(line(faults, 1, SP_LANG_EN), "a.yaml:99:1: error: there is nothing here");
    assert_string_equal(line(faults, 2, SP_LANG_EN), "b.yaml:1:9: error: there is nothing here");
    assert_string_equal(line(faults, 3, SP_LANG_EN), "b.yaml:2:1: error: \"z\" is missing");
    assert_string_equal(line(faults, 4, SP_LANG_EN), "b.yaml:2:1: error: \"a\" is missing");
    assert_string_equal(line(faults, 5, SP_LANG_EN), "b.yaml:2:1: warning: \"z\" is missing");
    assert_string_equal(line(faults, 6, SP_LANG_EN), "b.yaml:10:1: error: there is nothing here");
  }
  sp_faults_destroy(faults);
}

static void values_are_copied_and_cleaned(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  char value[16] = "a\nb\x01\xff\x7f锦";
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"f", 1, 1}, "fault.bad_number", "value", value, (char *)NULL);
  memset(value, '!', sizeof value - 1);
  assert_string_equal(line(faults, 0, SP_LANG_EN), "f:1:1: error: \"a\\nb\\x01�\\x7f锦\" is not a number");
  char *large = malloc(300001);
  memset(large, 'x', 300000);
  large[300000] = 0;
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"f", 1, 1}, "fault.bad_number", "value", large, (char *)NULL);
  free(large);
  assert_int_equal(strlen(line(faults, 1, SP_LANG_EN)), strlen("f:1:1: error: \"\" is not a number") + 400 + 3);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"f", 1, 1}, "fault.bad_number", "value", (const char *)NULL, (char *)NULL);
  assert_string_equal(line(faults, 2, SP_LANG_EN), "f:1:1: error: \"\" is not a number");
  sp_faults_destroy(faults);
}

static void unknown_messages_show_what_they_hold(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"f", 1, 1}, "fault.no_such", "a", "1", "b", "2", (char *)NULL);
  sp_fault(faults, SP_FAULT_ERROR, (sp_where){"f", 1, 1}, "fault.no_such", (char *)NULL);
  assert_string_equal(line(faults, 0, SP_LANG_EN), "f:1:1: error: fault.no_such (a: 1, b: 2)");
  assert_string_equal(line(faults, 1, SP_LANG_ZH), "f:1:1: 错误: fault.no_such");
  sp_faults_destroy(faults);
}

static void views_and_edges(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  sp_fault(faults, SP_FAULT_WARNING, (sp_where){"f", 1, 2}, "fault.empty", (char *)NULL);
  sp_fault_view view;
  assert_int_equal(sp_faults_get(faults, 0, &view), SP_OK);
  assert_string_equal(view.id, "fault.empty");
  assert_string_equal(view.where.file, "f");
  assert_int_equal(view.where.line * 10 + view.where.column, 12);
  assert_int_equal(view.severity, SP_FAULT_WARNING);
  assert_int_equal(sp_faults_get(faults, 1, &view), SP_NOT_FOUND);
  char small[8];
  assert_int_equal(sp_faults_format(faults, 0, SP_LANG_EN, small, sizeof small), strlen("f:1:2: warning: there is nothing here"));
  assert_string_equal(small, "f:1:2: ");
  assert_int_equal(sp_faults_format(faults, 0, SP_LANG_EN, NULL, 0), strlen("f:1:2: warning: there is nothing here"));
  assert_int_equal(sp_faults_format(faults, 9, SP_LANG_EN, small, sizeof small), 0);
  assert_string_equal(small, "");
  sp_fault(NULL, SP_FAULT_ERROR, (sp_where){"f", 1, 2}, "fault.empty", (char *)NULL);
  assert_int_equal(sp_faults_total(NULL) + sp_faults_count(NULL, SP_FAULT_ERROR), 0);
  sp_faults_sort(NULL);
  sp_faults_clear(NULL);
  sp_faults_destroy(NULL);
  sp_faults_destroy(faults);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(said_in_both_languages),        cmocka_unit_test(ordered_and_without_repeats),
      cmocka_unit_test(values_are_copied_and_cleaned), cmocka_unit_test(unknown_messages_show_what_they_hold),
      cmocka_unit_test(views_and_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
