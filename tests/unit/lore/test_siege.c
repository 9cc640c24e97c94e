/* test_siege.c - what a wall is worth, how guns bring it down, and what it is to climb it; by hand.
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
#include "shapan/calc_supply.h"
#include "support/near.h"

#define K (sp_constants_default())

/* Thirty guns, five rounds an hour, ten hours, every second striking: 750 hits, 62.5 m of a fort's wall, a city's 50. */
static void guns_bring_it_down(void **state) {
  (void)state;
  near(sp_calc_breach_m(K, SP_WALL_FORT, 750.0), 62.5, 1e-9);
  near(sp_calc_breach_m(K, SP_WALL_CITY, 750.0), 50.0, 1e-9);
  near(sp_calc_breach_m(K, SP_WALL_TOWN, 750.0), 750.0 / 13.5, 1e-9);
  near(sp_calc_breach_m(K, SP_WALL_FORT, -3.0), 0.0, 1e-12);
  near(sp_calc_breach_m(K, SP_WALL_NONE, 100.0), 0.0, 1e-12);
}

static void lengths(void **state) {
  (void)state;
  near(sp_calc_wall_m(K, SP_WALL_FORT), 1700.0, 1e-9);
  near(sp_calc_wall_m(K, SP_WALL_RUINS), 1700.0, 1e-9);
  near(sp_calc_wall_m(K, SP_WALL_CITY), 3100.0, 1e-9);
  near(sp_calc_wall_m(K, SP_WALL_NONE), 0.0, 1e-12);
}

/* A fort: cover 0.45 + 0.45 * 0.8 = 0.81; a breach of 60 m takes 0.4 of it, leaves half a ditch and no wall. */
static void whole_and_breached(void **state) {
  (void)state;
  sp_wall_worth w = sp_calc_wall_worth(K, SP_WALL_FORT, 0.0);
  near(w.cover, 0.81, 1e-12);
  near(w.obstacle, 1.0, 1e-12);
  near(w.wall, 0.8, 1e-12);
  w = sp_calc_wall_worth(K, SP_WALL_FORT, 30.0);
  near(w.cover, 0.81 * 0.8, 1e-12);
  near(w.obstacle, 0.75, 1e-12);
  near(w.wall, 0.4, 1e-12);
  w = sp_calc_wall_worth(K, SP_WALL_CITY, 500.0);
  near(w.cover, 0.54, 1e-12);
  near(w.obstacle, 0.5, 1e-12);
  near(w.wall, 0.0, 1e-12);
  w = sp_calc_wall_worth(K, SP_WALL_RUINS, 0.0);
  near(w.cover, 0.45 + 0.45 * 0.3, 1e-12);
  near(w.obstacle, 0.5, 1e-12);
  near(w.wall, 0.0, 1e-12);
  w = sp_calc_wall_worth(K, SP_WALL_NONE, 0.0);
  assert_true(w.cover == 0.0 && w.obstacle == 0.0 && w.wall == 0.0);
}

/* Wider breach, less worth; stronger wall, more. */
static void monotone(void **state) {
  (void)state;
  for (int kind = SP_WALL_RUINS; kind < SP_WALL_KIND_COUNT; kind++) {
    sp_wall_worth last = sp_calc_wall_worth(K, (sp_wall_kind)kind, 0.0);
    for (double m = 5.0; m < 90.0; m += 5.0) {
      sp_wall_worth now = sp_calc_wall_worth(K, (sp_wall_kind)kind, m);
      assert_true(now.cover <= last.cover && now.obstacle <= last.obstacle && now.wall <= last.wall && now.cover > 0.0);
      last = now;
    }
    sp_wall_worth weaker = sp_calc_wall_worth(K, (sp_wall_kind)(kind - 1), 10.0), own = sp_calc_wall_worth(K, (sp_wall_kind)kind, 10.0);
    assert_true(weaker.cover < own.cover && weaker.obstacle <= own.obstacle && weaker.wall <= own.wall);
  }
}

/* 4,000 men on 5.47 km: 731 a kilometre, gaps exp(-731 / 600) = 0.296; a deep ditch all along shuts 0.7 of them. */
static void a_ring(void **state) {
  (void)state;
  double length = 1700.0 + 6.283185307179586 * 600.0;
  near(length, 5469.91, 0.01);
  near(sp_calc_ring(K, 4000.0, 0.0, length), 1.0 - 0.295588, 1e-5);
  near(sp_calc_ring(K, 4000.0, length, length), 1.0 - 0.3 * 0.295588, 1e-5);
  near(sp_calc_ring(K, 0.0, 0.0, length), 0.0, 1e-12);
  near(sp_calc_ring(K, 4000.0, 0.0, 0.0), 0.0, 1e-12);
  assert_true(sp_calc_ring(K, 8000.0, 0.0, length) > sp_calc_ring(K, 4000.0, 0.0, length));
  near(sp_calc_ring_caught_per_min(K, 1.0, 1.0), 0.3, 1e-12);
  near(sp_calc_ring_caught_per_min(K, 0.5, 0.0), 0.0375, 1e-12);
}

/* Over a ditch 0.4 of a foot soldier's power and half his order; up a city wall as well, 0.35 of that. */
static void up_the_wall(void **state) {
  (void)state;
  sp_melee own = {.foot = 1000.0, .quality = 0.5, .order = 1.0}, ditch = own, wall;
  ditch.ditch = 1.0;
  wall = ditch;
  wall.wall = 1.0;
  near(sp_calc_melee_power(K, &own, &wall, SP_RELIEF_PLAIN), 0.35 * sp_calc_melee_power(K, &own, &ditch, SP_RELIEF_PLAIN), 1e-9);
  assert_true(sp_calc_melee_hits_per_min(K, &wall, &own, SP_RELIEF_PLAIN) < sp_calc_melee_hits_per_min(K, &ditch, &own, SP_RELIEF_PLAIN));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(guns_bring_it_down), cmocka_unit_test(lengths), cmocka_unit_test(whole_and_breached), cmocka_unit_test(monotone), cmocka_unit_test(a_ring), cmocka_unit_test(up_the_wall)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
