/* test_repute.c - what prisoners know, what promises are worth, when news is bad: figures worked out by hand.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_repute.h"
#include "support/near.h"

#define K (sp_constants_default())
enum { RANKS = 1, SILVER = 2, PLUNDER = 3 };

static void what_prisoners_know(void **state) {
  (void)state;
  near(sp_calc_talk_min(K, 0.5), 25.0, 1e-12);
  near(sp_calc_talk_min(K, 1.0), 12.5, 1e-12);
  near(sp_calc_talk_knows(K, 1, 0.25), 0.25, 1e-12);
  near(sp_calc_talk_knows(K, 2, 0.25), 1.0 - 0.75 * 0.75, 1e-12);
  near(sp_calc_talk_knows(K, 500, 0.25), sp_calc_talk_knows(K, 12, 0.25), 0.0); /* a dozen are heard, no more */
  near(sp_calc_talk_knows(K, 0, 0.25), 0.0, 0.0);
  near(sp_calc_talk_knows(K, 1, 1.0), 1.0, 0.0);
  near(sp_calc_talk_sigma(K, 1), 0.7, 1e-12);
  near(sp_calc_talk_sigma(K, 4), 0.35, 1e-12);
  near(sp_calc_talk_sigma(K, 400), 0.25, 1e-12); /* 0.7 / root of 12 is less: they share their rumours */
  near(sp_calc_talk_false(K, 1, 0.5), 0.35, 1e-12);
  near(sp_calc_talk_false(K, 4, 1.0), 0.35 * 0.5 / 2.0, 1e-12);
  double before = 2.0;
  for (int n = 1; n <= 40; n++) { /* the more are heard, the less is false, and never dearer */
    double now = sp_calc_talk_false(K, n, 0.5);
    assert_true(now <= before && now >= 0.0);
    assert_true(sp_calc_talk_knows(K, n, 0.3) <= sp_calc_talk_knows(K, n + 1, 0.3));
    before = now;
  }
}

static void two_estimates_of_one_number(void **state) {
  (void)state;
  double sigma = 0.0;
  near(sp_calc_talk_weighed(1000, 0.5, 4000, 0.5, &sigma), 2000.0, 1e-6); /* equal weights: the geometric mean */
  near(sigma, 0.5 / sp_sqrt(2.0), 1e-12);
  near(sp_calc_talk_weighed(1000, 0.1, 4000, 0.7, &sigma), 1000.0 * sp_exp(sp_log(4.0) * (1.0 / 0.49) / (100.0 + 1.0 / 0.49)), 1e-6);
  assert_true(sigma < 0.1);
}

static void what_a_promise_is_worth(void **state) {
  (void)state;
  near(sp_calc_promise_weight(K, RANKS, 2), 1.0 - sp_exp(-1.0), 1e-12);
  near(sp_calc_promise_weight(K, SILVER, 50), 1.0 - sp_exp(-1.0), 1e-12);
  near(sp_calc_promise_weight(K, PLUNDER, 0), 0.5, 1e-12);
  near(sp_calc_promise_weight(K, 0, 5), 0.0, 0.0);
  near(sp_calc_promise_trust(K, 0, 0, false), 1.0, 0.0);
  near(sp_calc_promise_trust(K, 0, 1, false), 0.5, 1e-12);
  near(sp_calc_promise_trust(K, 0, 2, false), 1.0 / 3.0, 1e-12);
  near(sp_calc_promise_trust(K, 2, 1, false), 4.0 / 6.0, 1e-12);
  near(sp_calc_promise_trust(K, 0, 0, true), 0.33, 1e-12);
  near(sp_calc_promise_loot(K, RANKS, 1.0), sp_exp(-0.7), 1e-12);
  near(sp_calc_promise_loot(K, PLUNDER, 0.5), sp_exp(0.35), 1e-12);
  near(sp_calc_promise_loot(K, 0, 1.0), 1.0, 0.0);
  near(sp_calc_promise_wind(K, 0.5), 0.8, 1e-12);
  near(sp_calc_promise_keeps(K, 0.5, 0.5), 0.7, 1e-12);
  near(sp_calc_promise_keeps(K, 1.0, 0.0), 1.0, 0.0);
  near(sp_calc_promise_keeps(K, 0.0, 1.0), 0.2, 1e-12);
  for (int n = 0; n < 9; n++) {
    assert_true(sp_calc_promise_weight(K, RANKS, n) < sp_calc_promise_weight(K, RANKS, n + 1));
    assert_true(sp_calc_promise_trust(K, 1, n, false) > sp_calc_promise_trust(K, 1, n + 1, false));
    assert_true(sp_calc_promise_trust(K, n, 1, false) < sp_calc_promise_trust(K, n + 1, 1, false));
  }
}

static void when_news_is_bad(void **state) {
  (void)state;
  near(sp_calc_news_worse(K, 1000, 1000, 0, 1000), sp_log(10.0), 1e-9); /* nobody counts as a tenth */
  near(sp_calc_news_worse(K, 1000, 1000, 0, 50), 0.0, 1e-12);           /* fewer than that is no news */
  near(sp_calc_news_worse(K, 1000, 500, 500, 500), sp_log(2.0), 1e-9);
  near(sp_calc_news_worse(K, 1000, 1000, 2000, 1000), -sp_log(2.0), 1e-9);
  near(sp_calc_news_punished(K, 1.0, 0.4), 0.0, 0.0);
  near(sp_calc_news_punished(K, 1.0, 0.9), 0.5, 1e-12);
  near(sp_calc_news_punished(K, 0.5, 3.0), 0.5, 1e-12);
  near(sp_calc_news_punished(K, 0.0, 3.0), 0.0, 0.0);
  near(sp_calc_news_enemy(K, 0.8, 1000), 600.0, 1e-9);
  near(sp_calc_news_own(K, 0.8, 900, 1000), 940.0, 1e-9);
  near(sp_calc_news_own(K, 0.8, 1100, 1000), 1100.0, 1e-9); /* he has gained men: nothing to hide */
  near(sp_calc_news_kept_min(K, 0.5), 60.0, 1e-12);
  near(sp_calc_news_fear(K, 0.8, 10.0), 0.4, 1e-12);
  near(sp_calc_news_fear(K, 0.8, 0.0), 0.8, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_prisoners_know), cmocka_unit_test(two_estimates_of_one_number), cmocka_unit_test(what_a_promise_is_worth), cmocka_unit_test(when_news_is_bad)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
