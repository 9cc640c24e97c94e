/* test_ask.c - questions through the library: bad calls, words in any order, ranges that hold their value, monotone answers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "shapan/ask.h"

static sp_answer *ask(const char *topic, const char *text) {
  sp_answer *answer = NULL;
  sp_question q = {.topic = topic, .word = &text, .words = 1};
  sp_faults *faults = sp_faults_create();
  sp_status status = sp_ask(&q, faults, &answer);
  if (status != SP_OK) {
    char why[300] = "";
    if (sp_faults_total(faults)) sp_faults_format(faults, 0, SP_LANG_EN, why, sizeof why);
    fail_msg("%s %s: %s", topic, text, why);
  }
  sp_faults_destroy(faults);
  return answer;
}

static double value(const char *topic, const char *text, const char *key) {
  double x = -1.0;
  sp_answer *answer = ask(topic, text);
  assert_int_equal(sp_answer_value(answer, key, &x, NULL, NULL), SP_OK);
  sp_answer_destroy(answer);
  return x;
}

static void bad_calls_are_answered(void **state) {
  (void)state;
  sp_answer *answer = NULL;
  sp_question q = {0};
  assert_int_equal(sp_ask(NULL, NULL, &answer), SP_BAD_INPUT);
  assert_int_equal(sp_ask(&q, NULL, &answer), SP_BAD_INPUT);
  q.topic = "depot";
  q.words = 1;
  assert_int_equal(sp_ask(&q, NULL, &answer), SP_BAD_INPUT); /* words without any */
  q.words = 0;
  assert_int_equal(sp_ask(&q, NULL, NULL), SP_BAD_INPUT);
  assert_int_equal(sp_ask(&q, NULL, &answer), SP_BAD_INPUT); /* nothing asked; nobody to tell */
  assert_null(answer);
  assert_null(sp_ask_topic(1000));
  assert_null(sp_answer_text(NULL, SP_LANG_EN));
  assert_null(sp_answer_json(NULL));
  sp_answer_destroy(NULL);
  answer = ask("depot", "10 shi, 5 men");
  double x;
  assert_int_equal(sp_answer_value(answer, "weeks", &x, NULL, NULL), SP_NOT_FOUND);
  sp_answer_destroy(answer);
}

static void words_in_any_order(void **state) {
  (void)state;
  double first = value("bridge", "90000 foot, 60000 horse, 10000 carts, 10 bridges", "hours");
  assert_true(value("bridge", "10 bridges 10,000 carts 60,000 horse 90,000 men", "hours") == first);
  assert_true(value("bridge", "over ten bridges, 10000 wagons and 90000 infantry and 60000 cavalry", "hours") == first);
  assert_true(value("bridge", "90000步兵，60000骑兵，10000大车，10浮桥", "hours") == first);
  assert_true(value("ditch", "3 m deep, 6 m wide, 2 km, 100 men", "m3") == value("ditch", "depth 3 m width 6 m 100 men 2 km", "m3"));
  assert_true(value("depot", "88 t, 100 men", "days") > 0.999 * value("depot", "1000 shi, 100 men", "days"));
}

static void every_range_holds_its_value(void **state) {
  (void)state;
  static const char *const question[][3] = {
      {"march", "8000 foot, 40 carts, 22 km", "tail_in_h"}, {"column", "50000 foot, 3000 carts", "length_km"}, {"bridge", "9000 foot, 300 carts", "hours"}, {"courier", "60 km column, marching", "tail_h"},
      {"ration", "100 men", "shi_per_day"}, {"depot", "700 shi, 100 men, 50 horses", "days"}, {"train", "5 carts, 120 km", "delivered_percent"}, {"forage", "20000 men, 100 horses", "days"},
      {"siege", "13000 shi, 30000 men", "half_dead_day"}, {"ditch", "6 km, 5000 men", "days"}, {"mine", "60 m, 300 men, fort, 900 kg powder", "breach_m"}, {"ice", "20 days, -8 C", "thickness_cm"}};
  for (size_t i = 0; i < sizeof question / sizeof *question; i++) {
    double x, low, high;
    sp_answer *answer = ask(question[i][0], question[i][1]);
    assert_int_equal(sp_answer_value(answer, question[i][2], &x, &low, &high), SP_OK);
    if (!(low < x && x < high)) fail_msg("%s: %g not within %g..%g", question[i][0], x, low, high);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) { /* every slot of every sentence is filled */
      char *text = sp_answer_text(answer, (sp_lang)lang);
      assert_non_null(text);
      if (strpbrk(text, "{}")) fail_msg("%s leaves a slot open:\n%s", question[i][0], text);
      free(text);
    }
    sp_answer_destroy(answer);
  }
}

static void answers_go_the_right_way(void **state) {
  (void)state;
  double length = 0.0, days = 1e9, reach = 1e9, chance = -1.0;
  for (int n = 0; n <= 20; n++) {
    char text[120];
    snprintf(text, sizeof text, "50000 foot, 10000 horse, %d carts", n * 300);
    double x = value("column", text, "length_km");
    assert_true(x > length);
    length = x;
    snprintf(text, sizeof text, "70000 shi, %d men", 10000 + n * 10000);
    x = value("depot", text, "days");
    assert_true(x < days);
    days = x;
    snprintf(text, sizeof text, "1 cart, %d km, return, carried", 20 + n * 20);
    x = value("train", text, "delivered_percent");
    assert_true(x <= reach);
    reach = x;
    snprintf(text, sizeof text, "%d failures in 20 trials", n);
    x = value("lot", text, "chance_percent");
    assert_true(x > chance);
    chance = x;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bad_calls_are_answered), cmocka_unit_test(words_in_any_order), cmocka_unit_test(every_range_holds_its_value), cmocka_unit_test(answers_go_the_right_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
