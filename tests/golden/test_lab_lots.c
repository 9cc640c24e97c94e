/* scenarios/lab/lots: sound grenades, foul ones, and foul ones tried before they are issued, over many seeds. What is held is the direction.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/munitions.h"

enum { SEEDS = 60, SOUND = 0, CORRUPT = 1, INSPECTED = 2 };

typedef struct tally { int32_t carried, broke, refused, complained; int64_t left, thrown, failed, burst; } tally;

static void add_throws(const sp_world *w, tally *t) {
  for (int n = 1;; n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_GRENADES, "storm", NULL, n);
    if (!e) return;
    t->thrown += e->a;
    t->failed += e->b + e->c;
    t->burst += e->c;
  }
}

static tally fought(const char *with) {
  tally t = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read_with("lab/lots", with, seed);
    sp_lab_run(w);
    t.carried += sp_lab_count(w, SP_EVENT_BREAKS, "ditch") > 0;
    t.broke += sp_lab_count(w, SP_EVENT_BREAKS, "storm") > 0;
    t.refused += sp_lab_count(w, SP_EVENT_REFUSES, "storm") > 0;
    t.complained += sp_lab_count(w, SP_EVENT_COMPLAINS, "storm") > 0;
    t.left += sp_lab_men(w, "storm");
    add_throws(w, &t);
    sp_lab_close(w);
  }
  return t;
}

static void what_an_army_pays_for_a_bribe(void **state) {
  (void)state;
  tally sound = fought(NULL), corrupt = fought("corrupt"), inspected = fought("inspected");
  assert_true(sound.carried > corrupt.carried && inspected.carried > corrupt.carried - 3);
  assert_true(sound.broke < corrupt.broke);
  assert_true(sound.left > corrupt.left + SEEDS * 50 && inspected.left > corrupt.left);
  double sound_bad = (double)sound.failed / (double)sound.thrown, foul_bad = (double)corrupt.failed / (double)corrupt.thrown;
  assert_true(sound_bad > 0.14 && sound_bad < 0.16 && foul_bad > 0.39 && foul_bad < 0.41); /* 100,000 thrown */
  assert_true(corrupt.burst > 5 * sound.burst);
  assert_true(inspected.refused >= SEEDS - 4 && corrupt.refused == 0); /* two in a hundred foul lots pass */
  assert_true(corrupt.complained > SEEDS / 2 && sound.complained == 0 && inspected.complained > SEEDS / 2); /* whose lot was found bad at a trial writes of that */
}

static void what_the_trial_says(void **state) {
  (void)state;
  int32_t covered = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read_with("lab/lots", "inspected", seed);
    assert_int_equal(sp_world_run(w, w->head->minute + 5 * 60), SP_OK);
    const sp_event *tried = sp_lab_event(w, SP_EVENT_TRIED, "storm", NULL, 1), *looked = sp_lab_event(w, SP_EVENT_POWDER_LOOKED, "storm", NULL, 1);
    assert_true(tried && looked);
    assert_int_equal(tried->a, 40);
    assert_true(looked->b < looked->a && looked->c > looked->a);
    covered += tried->c <= 40 && tried->value >= 40.0; /* the truth */
    sp_lab_close(w);
  }
  assert_in_range(covered, SEEDS - 8, SEEDS); /* 57 looked for */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_an_army_pays_for_a_bribe), cmocka_unit_test(what_the_trial_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
