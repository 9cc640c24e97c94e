/* Parties that strike and ride off: what they cost a column, what a screen and tired horses cost them, who cannot do it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/battle.h"
#include "world/orders.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct outcome {
  int32_t strikes, hit, lost;
  double delay_min;
  int64_t passes; /* the head at the bend, half a day on; -1: never */
} outcome;

static outcome run(const char *overlay, uint64_t seed) {
  sp_world *w = overlay ? sp_lab_read_with("lab/harass", overlay, seed) : sp_lab_read("lab/harass", seed);
  outcome o = {0};
  sp_lab_run(w);
  o.strikes = sp_lab_count(w, SP_EVENT_HARASSES, "riders");
  int64_t last = -1000;
  for (int n = 1; n <= o.strikes; n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_HARASSES, "riders", NULL, n);
    o.hit += e->a;
    o.lost += e->b;
    o.delay_min += e->value;
    assert_true(e->minute % 5 == 0 && e->minute - last >= 60);
    last = e->minute;
  }
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  o.passes = sp_lab_minute(w, SP_EVENT_HEAD_PASSES, "column", "bend", 1);
  sp_lab_close(w);
  return o;
}

static outcome sum_of(const char *overlay, uint64_t seeds) {
  outcome sum = {0};
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    outcome o = run(overlay, seed);
    assert_true(o.passes > 0);
    sum.strikes += o.strikes;
    sum.hit += o.hit;
    sum.lost += o.lost;
    sum.delay_min += o.delay_min;
  }
  return sum;
}

/* Without horse of its own the column pays and the riders do not; with some it pays less and they more; before as many as
 * would ride in they do not ride in. */
static void a_screen_is_worth_its_horses(void **state) {
  (void)state;
  outcome bare = sum_of(NULL, 6), some = sum_of("half-screen", 6), screened = sum_of("screen", 6), tired = sum_of("tired-horses", 6);
  assert_true(bare.strikes >= 6 * 5 && bare.hit > 6 * 20 && bare.lost <= 6 * 2);
  assert_true(some.strikes > 0 && (int64_t)some.hit * bare.strikes < (int64_t)bare.hit * some.strikes && some.lost > 2 * (bare.lost + 1) && some.delay_min < bare.delay_min);
  assert_true(screened.strikes == 0 && screened.hit == 0 && screened.lost == 0);
  /* On tired horses they strike less often, and of each hundred who ride in more stay behind. */
  assert_true(tired.strikes < some.strikes);
  assert_true((int64_t)tired.lost * some.strikes > (int64_t)some.lost * tired.strikes);
}

static void it_costs_time(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    sp_world *w = sp_lab_read("lab/harass", seed);
    for (int32_t o = 0; o < sp_used(w, SP_TABLE_ORDER); o++)
      if (w->order.to_hq[o] == sp_lab_row(w, "riders")) w->order.state[o] = SP_ORDER_OBEYED;
    sp_lab_run(w);
    int64_t alone = sp_lab_minute(w, SP_EVENT_HEAD_PASSES, "column", "bend", 1);
    sp_lab_close(w);
    outcome o = run(NULL, seed);
    assert_true(alone > 0 && o.passes >= alone + 45 && (double)(o.passes - alone) <= o.delay_min + 30.0);
  }
}

static void by_night_they_wake_the_camp(void **state) {
  (void)state;
  int32_t camp = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    sp_world *w = sp_lab_read_with("lab/harass", "night", seed);
    sp_lab_run(w);
    for (int n = 1; n <= sp_lab_count(w, SP_EVENT_HARASSES, "riders"); n++) {
      const sp_event *e = sp_lab_event(w, SP_EVENT_HARASSES, "riders", NULL, n);
      bool dark = e->minute % 1440 < 6 * 60 || e->minute % 1440 > 18 * 60;
      if (e->c == 3) camp++, assert_true(dark && e->value == 0.0);
    }
    sp_lab_close(w);
    outcome day = run(NULL, seed);
    assert_true(day.strikes > 0);
  }
  assert_true(camp > 0);
}

/* red "party" at willow, blue "column" of foot at bend, three kilometres on. */
static sp_lab two(sp_arm arm, int32_t men) {
  sp_lab lab = sp_lab_open(10.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "willow", 0.0, 0.0);
  sp_lab_place(&lab, "bend", 3000.0, 0.0);
  sp_lab_place(&lab, "north", 28000.0, 0.0);
  sp_lab_road(&lab, "willow", "bend", 3000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "bend", "north", 25000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "party", "red", NULL, "willow");
  sp_lab_strength(&lab, "party", arm, men);
  if (arm == SP_ARM_HORSE) sp_lab_strength(&lab, "party", SP_ARM_MOUNT, 2 * men);
  sp_lab_formation(&lab, "column", "blue", NULL, "bend");
  sp_lab_strength(&lab, "column", SP_ARM_SPEAR, 3000);
  return lab;
}

static void foot_cannot(void **state) {
  (void)state;
  sp_lab lab = two(SP_ARM_BOW, 300);
  sp_lab_order(&lab, "day 1 06:30 party to party: harass the enemy");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "party", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->b, SP_REFUSED_NO_HORSE);
  assert_int_equal(sp_lab_count(w, SP_EVENT_HARASSES, NULL), 0);
  assert_int_equal(w->hq.harasses[sp_lab_row(w, "party")], 0);
  sp_lab_close(w);
}

static void the_order_reads_back(void **state) {
  (void)state;
  sp_lab lab = two(SP_ARM_HORSE, 300);
  sp_lab_order(&lab, "day 1 06:30 party to party: harry the enemy briskly through the night");
  sp_world *w = sp_lab_war(&lab, 1);
  char line[400], text[400];
  sp_order_canonical(w, 0, line, sizeof line);
  assert_string_equal(line, "day 1 06:30 party to party: harass the enemy, briskly, through the night");
  (void)sp_world_order_text(w, 0, SP_LANG_EN, text, sizeof text);
  assert_non_null(strstr(text, "strike and ride off"));
  assert_int_equal(sp_world_run(w, w->head->minute + 120), SP_OK);
  int32_t f = sp_lab_row(w, "party");
  assert_true(w->hq.harasses[f] && w->formation.verb[f] == SP_VERB_FOLLOW && w->formation.follow_m[f] == 1000 && sp_harasses(w, f));
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "party"), "party to party: march to willow", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, w->head->minute + 75), SP_OK);
  assert_true(!w->hq.harasses[f] && !sp_harasses(w, f));
  sp_lab_close(w);
}

/* Formed men who stand are not struck; the same men strung out on the road are. */
static void only_what_is_strung_out(void **state) {
  (void)state;
  for (int marches = 0; marches < 2; marches++) {
    sp_lab lab = two(SP_ARM_HORSE, 300);
    sp_lab_order(&lab, "day 1 06:30 party to party: harass the enemy");
    if (marches) sp_lab_order(&lab, "day 1 06:30 column to column: march to north");
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_HARASSES, NULL) > 0, marches);
    sp_lab_close(w);
  }
}

/* Foot that attacks gets no fight out of them; fresh horse does when theirs are blown. */
static void who_can_catch_them(void **state) {
  (void)state;
  for (int horse = 0; horse < 2; horse++) {
    sp_lab lab = two(SP_ARM_HORSE, 300);
    sp_lab_formation(&lab, "guard", "blue", NULL, "bend");
    sp_lab_strength(&lab, "guard", horse ? SP_ARM_HORSE : SP_ARM_SPEAR, 900);
    if (horse) sp_lab_strength(&lab, "guard", SP_ARM_MOUNT, 1200);
    sp_lab_order(&lab, "day 1 06:30 party to party: harass the enemy");
    sp_lab_order(&lab, "day 1 07:00 guard to guard: attack the enemy");
    sp_world *w = sp_lab_war(&lab, 1);
    int32_t party = sp_lab_row(w, "party");
    w->combat.wind[party] = 0.1;
    w->combat.chase_ended[party] = w->head->minute;
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) > 0, horse);
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_screen_is_worth_its_horses), cmocka_unit_test(it_costs_time), cmocka_unit_test(by_night_they_wake_the_camp), cmocka_unit_test(foot_cannot),
                                     cmocka_unit_test(the_order_reads_back), cmocka_unit_test(only_what_is_strung_out), cmocka_unit_test(who_can_catch_them)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
