/* scenarios/lab/smoke: a storm behind smoke, in clear air, with a foul lot, in a gale, against the wind, over many seeds.
 * What is held is the direction, and that no pot is lost. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/munitions.h"

enum { SEEDS = 120, POTS = 600 };

typedef struct tally { int32_t carried, broke; int64_t left, ditch_left, lit, bad; } tally;

static tally fought(const char *with, int32_t pots) {
  tally t = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read_with("lab/smoke", with, seed);
    sp_lab_run(w);
    t.carried += sp_lab_count(w, SP_EVENT_BREAKS, "ditch") > 0;
    t.broke += sp_lab_count(w, SP_EVENT_BREAKS, "storm") > 0;
    t.left += sp_lab_men(w, "storm");
    t.ditch_left += sp_lab_men(w, "ditch");
    int64_t lit = 0;
    for (int n = 1;; n++) {
      const sp_event *e = sp_lab_event(w, SP_EVENT_SMOKE, "storm", NULL, n);
      if (!e) break;
      lit += e->a;
      t.bad += e->b + e->c;
      assert_true(e->value == (!with || strcmp(with, "corrupt") == 0 ? 1.0 : 0.0)); /* from behind over the enemy, from the side between */
    }
    int32_t red = w->formation.side[sp_lab_row(w, "storm")];
    int64_t held = sp_munition_standing(w, SP_SMOKE_POTS, red, SP_MUNITION_CARRIED), lost = sp_munition_standing(w, SP_SMOKE_POTS, red, SP_MUNITION_LOST);
    assert_int_equal(sp_munition_standing(w, SP_SMOKE_POTS, red, SP_MUNITION_ISSUED), lit);
    assert_int_equal(held + lost + lit, pots);
    t.lit += lit;
    sp_lab_close(w);
  }
  return t;
}

static void what_a_veil_is_worth(void **state) {
  (void)state;
  tally smoke = fought(NULL, POTS), none = fought("none", 0), foul = fought("corrupt", POTS), gale = fought("gale", POTS), headwind = fought("headwind", POTS);
  assert_true(smoke.carried > none.carried + SEEDS / 20 && smoke.broke < none.broke - SEEDS / 20);
  assert_true(smoke.left > none.left + SEEDS * 80 && smoke.ditch_left < none.ditch_left - SEEDS * 50);
  assert_true(foul.ditch_left > smoke.ditch_left && foul.left > none.left);
  double sound_bad = (double)smoke.bad / (double)smoke.lit, foul_bad = (double)foul.bad / (double)foul.lit;
  assert_true(sound_bad > 0.14 && sound_bad < 0.16 && foul_bad > 0.39 && foul_bad < 0.41);
  assert_true(gale.lit > 0 && gale.ditch_left > foul.ditch_left);
  assert_true(headwind.lit == 0 && headwind.left == none.left && headwind.ditch_left == none.ditch_left); /* the same dice */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_veil_is_worth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
