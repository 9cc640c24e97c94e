/* Instructions kept for an occasion: they fire when the thing is known, no sooner, and as often as they say.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "minds/minds.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* ---- the mind alone */

static sp_known_paper request(sp_key from, int32_t serial, bool for_help, sp_minute acted) {
  return (sp_known_paper){.occasion = SP_OCCASION_REQUEST, .from = from, .serial = serial, .for_help = for_help, .acted = acted};
}

static void the_second_request(void **state) {
  (void)state;
  const sp_known_paper papers[] = {request(7, 1, true, 100), {.occasion = SP_OCCASION_WORD, .from = 7, .serial = 1, .acted = 101}, request(8, 1, true, 102), request(7, 2, true, 103)};
  const sp_instruction wait[] = {{.key = 1, .occasion = SP_OCCASION_REQUEST, .of = 7, .count = 2, .after_min = 25}, {.key = 2, .occasion = SP_OCCASION_WORD, .of = 0, .count = 0}};
  sp_picture p = {.from = 90, .now = 105, .has_superior = true, .paper = papers, .paper_count = 4, .instruction = wait, .instruction_count = 2};
  sp_choice choice[8];
  int32_t seen[2];
  assert_int_equal(sp_mind_standing(&p, false, seen, choice, 8), 2);
  assert_int_equal(choice[0].kind, SP_CHOICE_GIVE);
  assert_int_equal(choice[0].index, 0);
  assert_int_equal(choice[0].due, 103 + 25);
  assert_int_equal(choice[0].times, 2);
  assert_int_equal(choice[1].index, 1);
  assert_int_equal(choice[1].due, 101);
  assert_int_equal(seen[0], 2);
  assert_int_equal(seen[1], 1);
  /* 8 is spoken of nowhere: his call goes up; 7's do not, though the first was not answered. */
  assert_int_equal(sp_mind_pass_up(&p, choice, 8), 1);
  assert_int_equal(choice[0].kind, SP_CHOICE_PASS_UP);
  assert_int_equal(choice[0].index, 2);
}

static void passed_up_once(void **state) {
  (void)state;
  const sp_known_paper papers[] = {request(8, 2, true, 102), request(9, 1, false, 103)};
  sp_picture p = {.from = 90, .now = 105, .has_superior = true, .paper = papers, .paper_count = 2};
  sp_choice choice[4];
  assert_int_equal(sp_mind_pass_up(&p, choice, 4), 0); /* the second call; and one for instructions only */
}

/* ---- in the war */

static sp_world *war(const char *const *orders, int count, int32_t tick) {
  sp_lab lab = sp_lab_open(10.0, tick);
  sp_lab_side(&lab, "qing");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 5000.0, 0.0);
  sp_lab_place(&lab, "c", 30000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 5000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "b", "c", 25000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "chief", "qing", NULL, "a");
  sp_lab_formation(&lab, "army", "qing", "chief", "a");
  sp_lab_formation(&lab, "relief", "qing", "army", "a");
  sp_lab_formation(&lab, "rear", "qing", "army", "c");
  for (int i = 0; i < 4; i++) sp_lab_strength(&lab, ((const char *[]){"chief", "army", "relief", "rear"})[i], SP_ARM_HORSE, 200);
  for (int i = 0; i < count; i++) sp_lab_order(&lab, orders[i]);
  sp_world *w = sp_lab_war(&lab, 3);
  w->constants.rider_sigma = w->constants.staff_sigma = 0.0;
  w->constants.signal_heard = 0.0;
  return w;
}

/* 30 km at 208 m/min is 144 minutes, tiring from the third hour; staff 19; then 25 of hesitation. */
static void request_to_order(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 rear: ask army for help", "day 1 08:00 rear: ask army for help", "on request 2 from rear after 25 min army to relief: march to c"};
  static const int32_t ticks[] = {5, 15, 60};
  for (int i = 0; i < 3; i++) {
    sp_world *w = war(orders, 3, ticks[i]);
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_STANDING, "army"), 1);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "army", NULL, 1), 60 + 144);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "army", NULL, 2), 120 + 144);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_STANDING, "army", NULL, 1), 120 + 144 + 19);
    /* Due at 308: a tick of an hour finds that out in the tick that ends at 300. */
    assert_int_equal(sp_lab_minute(w, SP_EVENT_ORDER_GIVEN, "army", NULL, 1), 120 + 144 + 19 + 25);
    assert_int_equal(sp_lab_minute(w, SP_EVENT_ACTED, "relief", NULL, 1), 308 + 19);
    assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LEAVES, "army"), 0); /* covered: nothing goes up, and relief stands beside him */
    sp_lab_close(w);
  }
}

static void uncovered_goes_up(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 rear: ask army for help", "day 1 08:00 rear: ask army for help"};
  sp_world *w = war(orders, 2, 15);
  sp_lab_run(w);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_DELIVERED, "chief", NULL, 1), 60 + 144 + 19);
  assert_int_equal(sp_lab_count(w, SP_EVENT_DELIVERED, "chief"), 1); /* once for each caller */
  sp_lab_close(w);
}

static void on_arrival(void **state) {
  (void)state;
  static const char *const orders[] = {"army to army: march to b", "on arrival at b army to relief: march to b", "on arrival at a army to relief: halt"};
  sp_world *w = war(orders, 3, 15);
  sp_lab_run(w);
  int64_t there = sp_lab_minute(w, SP_EVENT_HEAD_ARRIVES, "army", NULL, 1), known = sp_lab_minute(w, SP_EVENT_STANDING, "army", NULL, 1);
  assert_true(there > 0 && known >= there && known < there + 15);
  assert_int_equal(sp_lab_count(w, SP_EVENT_STANDING, "army"), 1); /* it stood at a already: that is no arrival */
  sp_lab_close(w);
}

static void every_time(void **state) {
  (void)state;
  static const char *const orders[] = {"day 1 07:00 relief: send word to army: \"one\"", "day 1 08:00 relief: send word to army: \"two\"", "on word from relief army to relief: halt"};
  sp_world *w = war(orders, 3, 15);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_STANDING, "army"), 2);
  assert_int_equal(sp_lab_count(w, SP_EVENT_ACTED, "relief"), 2);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_second_request), cmocka_unit_test(passed_up_once), cmocka_unit_test(request_to_order), cmocka_unit_test(uncovered_goes_up), cmocka_unit_test(on_arrival), cmocka_unit_test(every_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
