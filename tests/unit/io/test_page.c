/* The page of a run: what is kept, how it is escaped, and that it adds up; fates and the stated register beside it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "story_world.h"

#include "io/fates.h"
#include "io/page.h"
#include "io/run_log.h"

static void json_is_exact_and_safe(void **state) {
  (void)state;
  static const struct { const char *in, *json, *html; } cases[] = {
      {"plain 沙盘", "\"plain 沙盘\"", "plain 沙盘"},
      {"</script>", "\"\\u003c/script\\u003e\"", "&lt;/script&gt;"},
      {"<!--", "\"\\u003c!--\"", "&lt;!--"},
      {"a\"b\\c'&", "\"a\\u0022b\\u005cc\\u0027\\u0026\"", "a&quot;b\\c&#39;&amp;"},
      {"🐉", "\"🐉\"", "🐉"},
      {"\x01\n\x7f", "\"\\u0001\\u000a\\u007f\"", "\xEF\xBF\xBD\n\xEF\xBF\xBD"},
      {"\xE2\x80\xA8\xE2\x80\xA9", "\"\\u2028\\u2029\"", "\xE2\x80\xA8\xE2\x80\xA9"},
      {"\xC0\x80\xED\xA0\x80" "x\xFF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD\"", NULL},
      {"\xE6\xB2", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"", NULL}, /* cut in the middle of a character */
      {"", "\"\"", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sp_prose out = {0};
    sp_json_text(&out, cases[i].in);
    assert_string_equal(sp_prose_text(&out), cases[i].json);
    sp_prose_clear(&out);
    sp_html_text(&out, cases[i].in);
    if (cases[i].html) assert_string_equal(sp_prose_text(&out), cases[i].html);
    sp_prose_free(&out);
  }
  sp_prose out = {0};
  sp_json_text(&out, NULL);
  sp_json_pair(&out, "a", "a");
  sp_json_pair(&out, "a", "甲");
  assert_string_equal(sp_prose_text(&out), "\"\"[\"a\"][\"a\",\"甲\"]");
  sp_prose_free(&out);
}

/* Numbers of the last record of a subject. */
static const int32_t *last_of(const sp_page *page, sp_track kind, uint64_t key, int32_t *count) {
  int32_t s = sp_page_find(page, kind, key);
  assert_true(s >= 0);
  const sp_page_record *record = &page->records.data[page->subjects.data[s].last];
  *count = record->count;
  return page->numbers.data + record->from;
}

static sp_key key_of(const sp_world *world, const char *name) {
  sp_field_view keys;
  char words[200];
  assert_int_equal(sp_world_field(world, "formation", "key", &keys), SP_OK);
  for (int32_t row = 0; row < keys.rows; row++) {
    sp_key key = ((const uint64_t *)keys.data)[row];
    if (key && sp_world_name(world, key, SP_LANG_EN, words, sizeof words) && strcmp(words, name) == 0) return key;
  }
  fail_msg("no %s", name);
  return 0;
}

static void a_run_is_kept_by_its_changes(void **state) {
  (void)state;
  story_war war = story_begin();
  sp_page *page = sp_page_create(war.world);
  assert_non_null(page);
  assert_int_equal(sp_page_take(page, war.world), SP_OK);
  assert_int_equal(sp_page_take(page, war.world), SP_OK); /* the same moment again: nothing new */
  assert_int_equal(page->frames.count, 1);
  sp_key guard = key_of(war.world, "Advance guard");
  int32_t count;
  const int32_t *at = last_of(page, SP_TRACK_PLACE, guard, &count);
  assert_int_equal(count % 2, 0);
  assert_int_equal(at[0], 39000000);
  assert_int_equal(at[1], 121700000);
  const int32_t *men = last_of(page, SP_TRACK_MEN, guard, &count);
  assert_int_equal(count, 2);
  assert_int_equal(men[0], SP_ARM_SHOT);
  assert_int_equal(men[1], 500);
  size_t ticks = 1;
  while (!sp_world_over(war.world)) {
    assert_int_equal(sp_world_step(war.world), SP_OK);
    assert_int_equal(sp_story_take(war.log, war.world), SP_OK);
    assert_int_equal(sp_page_take(page, war.world), SP_OK);
    ticks++;
  }
  assert_int_equal(page->frames.count, ticks); /* a day of 96 ticks is kept whole */
  at = last_of(page, SP_TRACK_PLACE, guard, &count);
  assert_in_range(at[1], 121899000, 121901000); /* it has come to East post */
  /* Every record differs from the one before it, and frames rise. */
  for (size_t i = 0; i < page->subjects.count; i++)
    for (int32_t r = page->subjects.data[i].first; r >= 0 && page->records.data[r].next >= 0; r = page->records.data[r].next) {
      const sp_page_record *a = &page->records.data[r], *b = &page->records.data[a->next];
      assert_true(a->frame < b->frame);
      bool same = a->count == b->count && memcmp(page->numbers.data + a->from, page->numbers.data + b->from, (size_t)a->count * 4) == 0;
      assert_false(same);
    }
  /* Men of the tally stand at 3,730 in every record: nobody is counted twice, nobody vanishes. */
  for (size_t i = 0; i < page->subjects.count; i++)
    for (int32_t r = page->subjects.data[i].first; page->subjects.data[i].kind == SP_TRACK_TALLY && r >= 0; r = page->records.data[r].next) {
      int64_t sum = 0;
      for (int32_t k = 0; k < page->records.data[r].count; k++) sum += page->numbers.data[page->records.data[r].from + (size_t)k];
      assert_int_equal(sum, 3730);
    }
  char *first, *second;
  STORY_TEXT(first, sp_page_write(story_file, page, war.log, war.world, SP_LANG_EN));
  STORY_TEXT(second, sp_page_write(story_file, page, war.log, war.world, SP_LANG_EN));
  assert_string_equal(first, second);
  assert_non_null(strstr(first, "<html lang=\"en\">"));
  assert_non_null(strstr(first, "The camp, \\u0022old\\u0022"));
  assert_null(strstr(first, "<!--="));
  free(first);
  free(second);
  assert_int_equal(sp_page_write(NULL, page, war.log, war.world, SP_LANG_EN), SP_BAD_INPUT);
  assert_int_equal(sp_page_take(NULL, war.world), SP_BAD_INPUT);
  sp_page_destroy(page);
  sp_page_destroy(NULL);
  story_end(&war);
}

static void what_is_gone_is_closed(void **state) {
  (void)state;
  story_war war = story_begin();
  sp_page *page = sp_page_create(war.world);
  bool closed = false;
  while (!sp_world_over(war.world)) {
    assert_int_equal(sp_page_take(page, war.world), SP_OK);
    assert_int_equal(sp_world_step(war.world), SP_OK);
  }
  assert_int_equal(sp_page_take(page, war.world), SP_OK);
  for (size_t i = 0; i < page->subjects.count; i++) {
    const sp_page_subject *s = &page->subjects.data[i];
    if (s->kind != SP_TRACK_RIDER) continue;
    bool gone = page->records.data[s->last].count == 0;
    closed = closed || gone; /* the order of 06:30 came in long ago; somebody may still be riding */
    assert_true(gone || s->seen == (int32_t)page->frames.count - 1);
  }
  assert_true(closed);
  sp_page_destroy(page);
  story_end(&war);
}

static void fates_and_stated(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  size_t count = 0;
  sp_fate_row *rows = sp_fates_of(war.log, war.world, &count);
  assert_non_null(rows);
  assert_int_equal(count, 1);
  assert_string_equal(rows[0].word, "with_army");
  assert_int_equal(rows[0].minute, 0);
  free(rows);
  char *text;
  STORY_TEXT(text, sp_write_fates(story_file, war.log, war.world, SP_LANG_EN));
  assert_non_null(strstr(text, "Hong, governor"));
  assert_non_null(strstr(text, "unharmed"));
  free(text);
  STORY_TEXT(text, sp_write_stated(story_file, war.log, war.world, "main", SP_LANG_EN));
  assert_non_null(strstr(text, "before his eyes"));
  assert_non_null(strstr(text, "No enemy has been reported to him."));
  assert_non_null(strstr(text, "3,730 men at the opening")); /* 3,030 spears, 200 horse, 500 shot */
  free(text);
  FILE *sink = open_memstream(&story_text, &story_size);
  assert_int_equal(sp_write_stated(sink, war.log, war.world, "nobody", SP_LANG_EN), SP_NOT_FOUND);
  assert_int_equal(sp_write_stated(sink, war.log, NULL, "main", SP_LANG_EN), SP_BAD_INPUT);
  fclose(sink);
  free(story_text);
  story_end(&war);
}

/* A general who falls: the event decides, and only a paper that left his men afterwards tells of it. */
static void a_fallen_general(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  sp_key main_body = key_of(war.world, "Main body"), guard = key_of(war.world, "Advance guard");
  sp_minute start = sp_model_campaign(war.model)->start;
  sp_event falls = {.minute = start + 300, .type = SP_EVENT_LEADER_FALLS, .level = 1, .side = 0, .node = -1, .subject = main_body, .a = 0, .b = 1, .x_m = 1000.0, .y_m = 1.0};
  assert_true(sp_story_append(war.log, &falls) >= 0);
  sp_message_facts before = {.key = 5, .from = main_body, .to = guard, .sent = start + 200, .delivered = start + 400};
  sp_message_facts later = {.key = 6, .from = main_body, .to = guard, .sent = start + 310, .delivered = start + 390};
  assert_true(sp_story_append_message(war.log, &before) >= 0);
  size_t count = 0;
  sp_fate_row *rows = sp_fates_of(war.log, war.world, &count);
  assert_string_equal(rows[0].word, "killed");
  assert_int_equal(rows[0].minute, start + 300);
  assert_int_equal(rows[0].heard, 0); /* the paper of before knows nothing of it */
  free(rows);
  assert_true(sp_story_append_message(war.log, &later) >= 0);
  rows = sp_fates_of(war.log, war.world, &count);
  assert_int_equal(rows[0].heard, start + 390);
  assert_int_equal(rows[0].heard_by, guard);
  char what[SP_FATE_WORDS], where[SP_FATE_WORDS], known[SP_FATE_WORDS];
  sp_fate_say(&rows[0], war.log, war.world, SP_LANG_EN, what, where, known);
  assert_string_equal(what, "killed");
  assert_non_null(strstr(known, "Advance guard"));
  assert_non_null(strstr(known, "11:30")); /* 05:00 and 390 minutes */
  free(rows);
  story_end(&war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(json_is_exact_and_safe), cmocka_unit_test(a_run_is_kept_by_its_changes), cmocka_unit_test(what_is_gone_is_closed),
      cmocka_unit_test(fates_and_stated),       cmocka_unit_test(a_fallen_general),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
