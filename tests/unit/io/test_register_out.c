/* The register on the page: sums shown, columns straight, nobody missing.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "story_world.h"

#include "io/prose.h"
#include "io/table_out.h"

static char *line_with(const char *text, const char *word) {
  const char *found = strstr(text, word);
  assert_non_null(found);
  while (found > text && found[-1] != '\n') found--;
  return strndup(found, strcspn(found, "\n"));
}

static void opening_equals_the_sum(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  char *text;
  STORY_TEXT(text, sp_write_register(story_file, war.world, SP_LANG_EN));
  /* men: 3000 + 30 spears, 198 + 2 horse, 495 + 5 shot */
  char *total = line_with(text, "men in all");
  const char *opening = strstr(total, "3,730");
  assert_non_null(opening);
  assert_non_null(strstr(opening + 5, "3,730"));
  assert_null(strchr(total, '*'));
  free(total);
  char *horses = line_with(text, "horses and beasts");
  assert_non_null(strstr(horses, "240"));
  free(horses);
  assert_non_null(strstr(text, "Every line adds up."));
  assert_non_null(strstr(text, "Hong, governor"));
  assert_non_null(strstr(text, "Advance guard"));
  free(text);
  story_end(&war);
}

/* Every row of the side's table ends in the same column, in either script. */
static void columns_stand_straight(void **state) {
  (void)state;
  story_war war = story_begin();
  for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
    char *text;
    STORY_TEXT(text, sp_write_register(story_file, war.world, (sp_lang)lang));
    const char *words[3] = {sp_arm_name(SP_ARM_SPEAR, (sp_lang)lang), sp_arm_name(SP_ARM_MOUNT, (sp_lang)lang), lang ? "人合计" : "men in all"};
    size_t wide = 0;
    for (int i = 0; i < 3; i++) {
      char *line = line_with(text, words[i]);
      if (i == 0) wide = sp_wide(line);
      assert_int_equal(sp_wide(line), wide);
      free(line);
    }
    free(text);
  }
  story_end(&war);
}

static void wide_characters_are_two_columns(void **state) {
  (void)state;
  assert_int_equal(sp_wide("殿军"), 4);
  assert_int_equal(sp_wide("a，b"), 4);
  assert_int_equal(sp_wide("café"), 4);
  assert_int_equal(sp_wide("\xF0\xA0\x80\x80"), 2); /* U+20000 */
}

static void a_table_pads_by_width(void **state) {
  (void)state;
  sp_table_out table = {.columns = 2, .right = 2};
  static const char *const cells[] = {"殿军", "7", "a", "1,200"};
  for (int i = 0; i < 4; i++) sp_table_cell(&table, cells[i]);
  sp_prose out = {0};
  sp_table_put(&table, "", &out);
  assert_string_equal(sp_prose_text(&out), "殿军      7\na     1,200\n");
  sp_table_free(&table);
  sp_prose_free(&out);
}

static void measures_are_listed(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  char *text;
  STORY_TEXT(text, sp_write_measures(story_file, war.world, SP_LANG_EN));
  char *line = line_with(text, "way of the main body");
  assert_non_null(strstr(line, " km"));
  free(line);
  free(text);
  story_end(&war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opening_equals_the_sum),
      cmocka_unit_test(columns_stand_straight),
      cmocka_unit_test(wide_characters_are_two_columns),
      cmocka_unit_test(a_table_pads_by_width),
      cmocka_unit_test(measures_are_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
