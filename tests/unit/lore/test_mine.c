/* Galleries and charges: by hand, and which way each thing pulls. SPDX-License-Identifier: Apache-2.0 */
#include "model/constants.h"
#include "shapan/calc_supply.h"
#include "support/near.h"

static const sp_constants *k(void) { return sp_constants_default(); }

/* 36 men in three reliefs: 12 at work, 60 man-hours to a metre. 60 m and twelve hours of charging. */
static void by_hand(void **state) {
  (void)state;
  near(sp_calc_mine_m_h(k(), 36, SP_SOIL_LOAM, 0.0, false), 0.2, 1e-12);
  near(sp_calc_mine_m_h(k(), 5000, SP_SOIL_LOAM, 0.0, false), 0.2, 1e-12); /* no more find room */
  near(sp_calc_mine_m_h(k(), 18, SP_SOIL_LOAM, 0.0, false), 0.1, 1e-12);
  near(sp_calc_mine_m_h(k(), 36, SP_SOIL_SAND, 0.5, false), 0.2 * 0.6 * 0.6, 1e-12);
  near(sp_calc_mine_m_h(k(), 36, SP_SOIL_STONE, 0.0, true), 0.2 * 0.05, 1e-12);
  near(sp_calc_mine_h(k(), 60, 0.2), 312.0, 1e-9);
  near(sp_calc_mine_ordinary_kg(k(), SP_WALL_CITY), 1.4 * 512.0, 1e-9);
  near(sp_calc_mine_ordinary_kg(k(), SP_WALL_FORT), 1.4 * 6.4 * 6.4 * 6.4, 1e-9);
  near(sp_calc_mine_breach_m(k(), SP_WALL_CITY, 1.4 * 512.0), 16.0, 1e-9);
  near(sp_calc_mine_breach_m(k(), SP_WALL_CITY, 8 * 1.4 * 512.0), 32.0, 1e-6); /* eight times the powder, twice the hole */
  near(sp_calc_mine_breach_m(k(), SP_WALL_CITY, 1e6), 32.0, 1e-9);
  near(sp_calc_mine_breach_m(k(), SP_WALL_CITY, 0.34 * 1.4 * 512.0), 0.0, 0.0);
  near(sp_calc_mine_full_kg(k(), SP_WALL_CITY), 8 * 1.4 * 512.0, 1e-6);
  near(sp_calc_mine_heard_per_h(k(), 10.0), 0.0075, 1e-12);
  near(sp_calc_mine_heard(k(), 60.0, 0.2), 1.0 - sp_exp(-0.015 * (50.0 + 12.0)), 1e-12); /* 100 h at half the rate, twelve at all of it */
  near(sp_calc_mine_works(k()), 0.88 * 0.85, 1e-12);
  near(sp_calc_mine_cave_per_m(k(), SP_SOIL_SAND, 1.0), 0.003 * 3.0 * 4.0, 1e-12);
}

static void nothing_and_nonsense(void **state) {
  (void)state;
  near(sp_calc_mine_m_h(k(), 0.0, SP_SOIL_LOAM, 0.0, false), 0.0, 0.0);
  near(sp_calc_mine_m_h(k(), -5.0, SP_SOIL_LOAM, 0.0, false), 0.0, 0.0);
  assert_true(sp_calc_mine_h(k(), 60, 0.0) >= SP_CALC_ENDLESS);
  near(sp_calc_mine_h(k(), 0.0, 0.0), 12.0, 0.0);
  near(sp_calc_mine_breach_m(k(), SP_WALL_NONE, 1000.0), 0.0, 0.0);
  near(sp_calc_mine_breach_m(k(), SP_WALL_CITY, 0.0), 0.0, 0.0);
  near(sp_calc_mine_heard_per_h(k(), 1e6), 0.0, 0.0);
  near(sp_calc_mine_heard(k(), -1.0, -1.0), 1.0 - sp_exp(-0.015 * 12.0), 1e-12);
}

static void each_the_right_way(void **state) {
  (void)state;
  double before = -1.0;
  for (double kg = 0.0; kg <= 8000.0; kg += 50.0) {
    double breach = sp_calc_mine_breach_m(k(), SP_WALL_TOWN, kg);
    assert_true(breach >= before);
    before = breach;
  }
  for (double mud = 0.0; mud < 1.0; mud += 0.1) {
    assert_true(sp_calc_mine_m_h(k(), 40, SP_SOIL_CLAY, mud + 0.1, false) < sp_calc_mine_m_h(k(), 40, SP_SOIL_CLAY, mud, false));
    assert_true(sp_calc_mine_cave_per_m(k(), SP_SOIL_CLAY, mud + 0.1) > sp_calc_mine_cave_per_m(k(), SP_SOIL_CLAY, mud));
  }
  for (double left = 0.0; left < 20.0; left += 1.0) assert_true(sp_calc_mine_heard_per_h(k(), left + 1.0) < sp_calc_mine_heard_per_h(k(), left));
  assert_true(sp_calc_mine_heard(k(), 60.0, 0.1) > sp_calc_mine_heard(k(), 60.0, 0.2)); /* who digs longer is heard sooner or later */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(nothing_and_nonsense), cmocka_unit_test(each_the_right_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
