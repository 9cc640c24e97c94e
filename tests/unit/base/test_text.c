/* Messages: slots, braces, fall-backs and buffers too small.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *fill(const char *template_text, const char *const *args) {
  static char buffer[256];
  sp_text_sink sink = {buffer, sizeof buffer, 0};
  sp_text_fill(&sink, template_text, args);
  size_t needed = sp_text_end(&sink);
  assert_int_equal(needed, strlen(buffer));
  return buffer;
}

#define ARGS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void slots_are_filled(void **state) {
  (void)state;
  assert_string_equal(fill("{unit} halts at {place}", ARGS("place", "Jinzhou", "unit", "The van")), "The van halts at Jinzhou");
  assert_string_equal(fill("{a}{a}{ab}", ARGS("a", "1", "ab", "2")), "112");
  assert_string_equal(fill("{unit}", ARGS("unit", "{place}", "place", "no")), "{place}"); /* values are not templates */
  assert_string_equal(fill("", NULL), "");
}

static void what_is_missing_stays_visible(void **state) {
  (void)state;
  assert_string_equal(fill("{unit} halts at {place}", ARGS("unit", "The van")), "The van halts at {place}");
  assert_string_equal(fill("{unit}", NULL), "{unit}");
  assert_string_equal(fill("{un", ARGS("un", "x")), "{un");
  assert_string_equal(fill("{}", ARGS("", "x")), "{}");
}

static void braces(void **state) {
  (void)state;
  assert_string_equal(fill("{{unit}} and {{", ARGS("unit", "x")), "{unit} and {");
  assert_string_equal(fill("{{{unit}}}", ARGS("unit", "x")), "{x}");
  assert_string_equal(fill("a } b", NULL), "a } b");
}

static void an_empty_value_takes_its_space_along(void **state) {
  (void)state;
  assert_string_equal(fill("up to {high} {unit}.", ARGS("high", "9", "unit", "")), "up to 9.");
  assert_string_equal(fill("{unit} on", ARGS("unit", "")), " on");
  /* and what follows "one" is one */
  assert_string_equal(fill("gather {m} prisoners.", ARGS("m", "one")), "gather one prisoner.");
  assert_string_equal(fill("{n} men are across", ARGS("n", "one")), "one man is across");
  assert_string_equal(fill("{n} men-at-arms, {n} mensch", ARGS("n", "one")), "one men-at-arms, one mensch");
  assert_string_equal(fill("{n} men", ARGS("n", "21")), "21 men");
}

static void both_languages(void **state) {
  (void)state;
  char buffer[256];
  const char *const *args = ARGS("value", "十二x");
  size_t needed = sp_text(SP_LANG_EN, "fault.bad_number", args, buffer, sizeof buffer);
  assert_string_equal(buffer, "\"十二x\" is not a number");
  assert_int_equal(needed, strlen(buffer));
  sp_text(SP_LANG_ZH, "fault.bad_number", args, buffer, sizeof buffer);
  assert_string_equal(buffer, "“十二x”不成数目");
  assert_true(sp_text_has(SP_LANG_EN, "fault.bad_number"));
  assert_true(sp_text_has(SP_LANG_ZH, "fault.bad_number"));
  assert_false(sp_text_has(SP_LANG_EN, "fault.bad_number.2"));
  assert_false(sp_text_has(SP_LANG_EN, ""));
  assert_false(sp_text_has(SP_LANG_EN, NULL));
  assert_false(sp_text_has((sp_lang)7, "fault.bad_number"));
}

static void unknown_ids_and_languages(void **state) {
  (void)state;
  char buffer[64];
  sp_text(SP_LANG_EN, "no.such.{id}", ARGS("id", "x"), buffer, sizeof buffer);
  assert_string_equal(buffer, "no.such.{id}");
  sp_text((sp_lang)7, "fault.empty", NULL, buffer, sizeof buffer);
  assert_string_equal(buffer, "there is nothing here");
  assert_int_equal(sp_text(SP_LANG_EN, NULL, NULL, buffer, sizeof buffer), 0);
  assert_string_equal(buffer, "");
}

static void small_buffers(void **state) {
  (void)state;
  char buffer[64];
  size_t whole = sp_text(SP_LANG_ZH, "fault.empty", NULL, NULL, 0);
  assert_int_equal(whole, strlen("此处空无一物"));
  for (size_t size = 1; size <= whole + 1; size++) {
    memset(buffer, 'x', sizeof buffer);
    assert_int_equal(sp_text(SP_LANG_ZH, "fault.empty", NULL, buffer, size), whole);
    assert_int_equal(strlen(buffer), (size - 1) / 3 * 3); /* three bytes to a character, none cut */
    assert_int_equal(buffer[size], 'x');
  }
}

static void tables_are_sorted_and_paired(void **state) {
  (void)state;
  const sp_text_table *en = &sp_text_tables[SP_LANG_EN], *zh = &sp_text_tables[SP_LANG_ZH];
  assert_int_equal(en->count, zh->count);
  for (size_t i = 0; i < en->count; i++) {
    assert_string_equal(en->entries[i].id, zh->entries[i].id);
    if (i > 0) assert_true(strcmp(en->entries[i - 1].id, en->entries[i].id) < 0);
    assert_true(sp_text_has(SP_LANG_EN, en->entries[i].id));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slots_are_filled),          cmocka_unit_test(what_is_missing_stays_visible),
      cmocka_unit_test(braces),                    cmocka_unit_test(an_empty_value_takes_its_space_along),
      cmocka_unit_test(both_languages),            cmocka_unit_test(unknown_ids_and_languages),
      cmocka_unit_test(small_buffers),             cmocka_unit_test(tables_are_sorted_and_paired),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
