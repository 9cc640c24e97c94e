/* Papers followed from hand to hand.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "story_world.h"

#include "io/run_log.h"

static void a_rider_crosses_the_country(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  sp_minute start = sp_minute_of((sp_date){1642, 8, 5, 6, 30});
  bool found = false;
  for (size_t i = 0; i < sp_story_message_count(war.log); i++) {
    sp_message_facts f;
    assert_int_equal(sp_story_message(war.log, i, &f), SP_OK);
    if (f.from == f.to || strcmp(sp_word_for(SP_WORDS_MESSAGE_KIND, f.kind), "order") != 0) continue;
    found = true;
    assert_int_equal(f.sent, start);
    assert_int_equal(f.fate, SP_WORD_ACTED);
    /* 17.3 km by post road: a rider needs more than half an hour and less than six */
    assert_true(f.delivered >= f.sent + 30 && f.delivered <= f.sent + 360);
    assert_true(f.acted >= f.delivered);
  }
  assert_true(found);
  sp_message_facts past;
  assert_int_equal(sp_story_message(war.log, sp_story_message_count(war.log), &past), SP_NOT_FOUND);
  story_end(&war);
}

static void a_table_has_a_row_for_each(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  char *text;
  STORY_TEXT(text, sp_write_timeline_csv(story_file, war.log, war.world, SP_LANG_EN));
  size_t rows = 0;
  for (const char *c = text; (c = strstr(c, "\r\n")); c += 2) rows++;
  assert_int_equal(rows, sp_story_message_count(war.log) + 1);
  assert_non_null(strstr(text, "1642-08-05T06:30"));
  assert_non_null(strstr(text, "march to East post"));
  free(text);
  STORY_TEXT(text, sp_write_timeline(story_file, war.log, war.world, SP_LANG_ZH));
  assert_non_null(strstr(text, "前锋营"));
  assert_non_null(strstr(text, "06:30"));
  free(text);
  story_end(&war);
}

static void book(sp_story *log, sp_event_type type, sp_minute minute, sp_key object) {
  sp_event e = {.minute = minute, .type = (uint16_t)type, .subject = 1, .object = object};
  int64_t i = sp_story_append(log, &e);
  assert_true(i >= 0);
  log->events.data[i].message = 0;
  sp_story_book(log, &log->events.data[i]);
}

static void fates_follow_the_events(void **state) {
  (void)state;
  sp_message_facts f = {.from = 1, .to = 2, .sent = 100};
  sp_story *log = sp_story_create(NULL);
  assert_int_equal(sp_story_append_message(log, &f), 0);
  book(log, SP_EVENT_RIDER_CAUGHT, 130, 9);
  assert_int_equal(sp_story_message(log, 0, &f), SP_OK);
  assert_int_equal(f.fate, SP_WORD_CAUGHT);
  assert_int_equal(f.taken_by, 9);
  assert_int_equal(f.ended, 130);
  sp_story_destroy(log);

  log = sp_story_create(NULL);
  f = (sp_message_facts){.from = 1, .to = 2, .sent = 100};
  assert_int_equal(sp_story_append_message(log, &f), 0);
  book(log, SP_EVENT_DELIVERED, 140, 2);
  book(log, SP_EVENT_RIDER_CAUGHT, 170, 9); /* on his way home: the paper had arrived */
  assert_int_equal(sp_story_message(log, 0, &f), SP_OK);
  assert_int_equal(f.fate, SP_WORD_HEARD);
  assert_int_equal(f.delivered, 140);
  sp_story_destroy(log);
}

static void an_empty_log_says_so(void **state) {
  (void)state;
  sp_story *log = sp_story_create(NULL);
  char *text;
  STORY_TEXT(text, sp_write_timeline(story_file, log, NULL, SP_LANG_EN));
  assert_string_equal(text, "No paper was sent.\n");
  free(text);
  sp_story_destroy(log);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_rider_crosses_the_country),
      cmocka_unit_test(a_table_has_a_row_for_each),
      cmocka_unit_test(fates_follow_the_events),
      cmocka_unit_test(an_empty_log_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
