/* scenarios/lab/phases: guns, foot behind wagons, horse at its moment; a horse that does not come, a moment that never does, a signal gun; and the
 * log of phases in both languages. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shapan/story.h"
#include "support/lab.h"
#include "world/phases.h"

enum { SEEDS = 60 };

typedef struct tally { int32_t came, unwilling, never, unheard, failed, opened; } tally;

static tally fought(const char *with) {
  tally t = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = with ? sp_lab_read_with("lab/phases", with, seed) : sp_lab_read("lab/phases", seed);
    sp_lab_run(w);
    const sp_event *fails = sp_lab_event(w, SP_EVENT_PHASE_FAILS, "horse", NULL, 1);
    bool came = sp_lab_count(w, SP_EVENT_PHASE_COMES, "horse") > 0, opened = sp_lab_count(w, SP_EVENT_PHASE_OPENS, "horse") > 0;
    assert_int_equal(sp_lab_count(w, SP_EVENT_PHASE_WAITS, "horse"), 1);
    assert_false(came && !opened);
    assert_false(came && fails); /* one or the other */
    t.came += came;
    t.opened += opened;
    t.failed += fails != NULL;
    t.unwilling += fails && fails->b == SP_PHASE_UNWILLING;
    t.never += fails && fails->b == SP_PHASE_NEVER;
    t.unheard += fails && fails->b == SP_PHASE_UNHEARD;
    sp_lab_close(w);
  }
  print_message("%s: came %d, did not %d (unwilling %d, never %d, unheard %d)\n", with ? with : "as it is", (int)t.came, (int)t.failed, (int)t.unwilling, (int)t.never, (int)t.unheard);
  return t;
}

static void who_comes(void **state) {
  (void)state;
  tally plain = fought(NULL), back = fought("held-back"), never = fought("never"), gun = fought("signal");
  assert_true(10 * plain.came >= 8 * SEEDS && plain.unwilling == 0); /* who keeps to the letter of his orders has no will of his own */
  assert_true(5 * back.unwilling >= SEEDS && back.came < plain.came - SEEDS / 8);
  assert_true(2 * never.never > SEEDS && never.came < plain.came - SEEDS / 4);
  assert_true(gun.unheard > 0 && 4 * gun.unheard < SEEDS && gun.came > SEEDS / 2);
}

static char *log_of(const char *with, uint64_t seed, sp_lang lang) {
  sp_world *w = with ? sp_lab_read_with("lab/phases", with, seed) : sp_lab_read("lab/phases", seed);
  sp_story *story = sp_story_create(sp_world_model(w));
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  assert_non_null(file);
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    assert_int_equal(sp_story_take(story, w), SP_OK);
  }
  assert_int_equal(sp_write_phases(file, story, w, lang), SP_OK);
  fclose(file);
  sp_story_destroy(story);
  sp_lab_close(w);
  return text;
}

static void in_order(const char *text, const char *const *parts, size_t count) {
  const char *at = text;
  for (size_t n = 0; n < count; n++) {
    const char *found = strstr(at, parts[n]);
    if (!found) fail_msg("\"%s\" is not there, or too soon, in:\n%s", parts[n], text);
    at = found;
  }
}

static void the_log(void **state) {
  (void)state;
  static const char *const en[] = {"Phases of assaults", "Red, 10 May 1640", "Lost", "Enemy lost", "The Horse", "waits: attack the enemy at Stone Mound, when Foot are at blows with the enemy", "fight begins, 1,0", "moment has come", "at it, 3,600 men", "moment has come", "at it, 1,500 men", "fight over"};
  static const char *const zh[] = {"攻次录", "红军", "己失", "敌失", "骑营", "待机：俟步营与敌接刃", "战起", "时至", "三千六百人入战", "时至", "一千五百人入战", "战罢"};
  static const char *const failed[] = {"The Horse", "does not come (its moment never came)"};
  static const char *const failed_zh[] = {"骑营", "不至（其时终不至）"};
  char *text = log_of(NULL, 1, SP_LANG_EN);
  in_order(text, en, sizeof en / sizeof *en);
  free(text);
  text = log_of(NULL, 1, SP_LANG_ZH);
  in_order(text, zh, sizeof zh / sizeof *zh);
  free(text);
  text = log_of("never", 2, SP_LANG_EN);
  in_order(text, failed, sizeof failed / sizeof *failed);
  free(text);
  text = log_of("never", 2, SP_LANG_ZH);
  in_order(text, failed_zh, sizeof failed_zh / sizeof *failed_zh);
  free(text);
}

/* A battle without phases has no log. */
static void no_phases(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/tail-attacked/turns-back", 1);
  sp_story *story = sp_story_create(sp_world_model(w));
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  while (!sp_world_over(w)) assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) > 0);
  assert_int_equal(sp_story_take(story, w), SP_OK);
  assert_int_equal(sp_write_phases(file, story, w, SP_LANG_EN), SP_OK);
  fclose(file);
  assert_string_equal(text, "There was no assault with phases.\n");
  free(text);
  sp_story_destroy(story);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(who_comes), cmocka_unit_test(the_log), cmocka_unit_test(no_phases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
