/* test_toll.c - killed, serious, light; officers and commanders.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_battle.h"
#include "support/near.h"

#define K (sp_constants_default())

static void who_falls(void **state) {
  (void)state;
  near(sp_calc_killed_share(K, SP_TOLL_FIRE), 0.26, 1e-12);
  near(sp_calc_killed_share(K, SP_TOLL_SHOCK), 0.33, 1e-12);
  near(sp_calc_killed_share(K, SP_TOLL_FLIGHT), 0.75, 1e-12);
  near(sp_calc_serious_share(K, SP_TOLL_FIRE), 0.45, 1e-12);
  near(sp_calc_serious_share(K, SP_TOLL_SHOCK), 0.4, 1e-12);
  near(sp_calc_serious_share(K, SP_TOLL_FLIGHT), 0.6, 1e-12);
  /* killed to wounded, by fire and hand-to-hand: between 1 : 2 and 1 : 4.8 */
  for (int how = SP_TOLL_FIRE; how <= SP_TOLL_SHOCK; how++) {
    double killed = sp_calc_killed_share(K, (sp_toll)how), wounded_to_one = (1.0 - killed) / killed;
    assert_true(wounded_to_one > 2.0 && wounded_to_one < 4.8);
  }
}

static void officers(void **state) {
  (void)state;
  near(sp_calc_rank_risk(K, SP_RANK_SOLDIER), 1.0, 1e-12);
  near(sp_calc_rank_risk(K, SP_RANK_COMPANY), 1.4, 1e-12);
  near(sp_calc_rank_risk(K, SP_RANK_BATTALION), 1.6, 1e-12);
  near(sp_calc_rank_risk(K, SP_RANK_GENERAL), 1.0, 1e-12);
}

static void commanders(void **state) {
  (void)state;
  near(sp_calc_leader_hit(K, 0.01, 0, 0), 0.002, 1e-12);
  near(sp_calc_leader_hit(K, 0.01, 1, 0), 0.025, 1e-12);
  near(sp_calc_leader_hit(K, 0.01, 0.5, 0), 0.0135, 1e-12);
  near(sp_calc_leader_hit(K, 0.01, 1, 1), 0.010, 1e-12); /* household men about him */
  assert_true(sp_calc_leader_hit(K, 0, 1, 0) == 0.0);
  assert_true(sp_calc_leader_hit(K, 1, 1, 0) == 1.0); /* a chance, whatever the losses */
  for (double x = 0.1; x <= 1; x += 0.1) {
    assert_true(sp_calc_leader_hit(K, 0.05, x, 0.2) > sp_calc_leader_hit(K, 0.05, x - 0.05, 0.2));
    assert_true(sp_calc_leader_hit(K, 0.05, 0.5, x) < sp_calc_leader_hit(K, 0.05, 0.5, x - 0.05));
  }
  /* 8 % of his men over a battle: one in sixty behind, one in five in front */
  near(sp_calc_leader_hit(K, 0.08, 0, 0), 1.0 / 60.0, 0.002);
  near(sp_calc_leader_hit(K, 0.08, 1, 0), 0.2, 0.002);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_falls),
      cmocka_unit_test(officers),
      cmocka_unit_test(commanders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
