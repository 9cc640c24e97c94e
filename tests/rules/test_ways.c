/* Route costs are a function of their epoch: a world that has seen the water rise by and by, and a copy that comes to
 * it late, reckon the same ways.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/scratch.h"
#include "world/ways.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static sp_world *open_war(void) {
  sp_lab lab = sp_lab_open(12.0, 15);
  sp_lab_side(&lab, "house");
  sp_lab_place(&lab, "gate", 0.0, 0.0);
  sp_lab_place(&lab, "inn", 12000.0, 0.0);
  sp_lab_river(&lab, "brook", 6000.0, 0.35, 40.0);
  sp_lab_crossing(&lab, "ford", "brook", 6000.0, SP_CROSSING_FORD, 8.0);
  sp_lab_road(&lab, "gate", "ford", 6000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "ford", "inn", 6000.0, SP_ROAD_TRACK, SP_RELIEF_HILLS);
  sp_lab_formation(&lab, "main", "house", NULL, "gate");
  sp_lab_strength(&lab, "main", SP_ARM_FOOT, 400);
  return sp_lab_war(&lab, 5);
}

static void same_costs(const sp_world *a, const sp_world *b) {
  for (int mover = 0; mover < SP_MOVER_COUNT; mover++) {
    const sp_route_costs *left = sp_ways_costs(a, (sp_mover)mover), *right = sp_ways_costs(b, (sp_mover)mover);
    assert_true(left->epoch == right->epoch);
    assert_memory_equal(left->edge_min, right->edge_min, (size_t)a->model->edge_count * sizeof(double));
    assert_memory_equal(left->node_min, right->node_min, (size_t)a->model->node_count * sizeof(double));
  }
}

static void late_copies_agree(void **state) {
  (void)state;
  sp_world *w = open_war();
  for (int step = 0; step < 200; step++) {
    sp_world *copy;
    w->ford.depth_m[0] = 0.3 + 0.0071 * step;
    w->region.snow_mm[0] = 0.13 * step;
    for (int soil = 0; soil < SP_SOIL_COUNT; soil++) w->region.mud[soil] = 0.004 * step;
    assert_int_equal(sp_ways_refresh(w), SP_OK);
    assert_int_equal(sp_world_copy(w, &copy), SP_OK);
    assert_int_equal(sp_ways_refresh(copy), SP_OK);
    same_costs(w, copy);
    sp_world_destroy(copy);
  }
  sp_lab_close(w);
}

static void what_costs_come_from_changes_the_epoch(void **state) {
  (void)state;
  sp_world *w = open_war();
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  int32_t ford = w->model->crossing[0].node;
  uint64_t before = sp_ways_costs(w, SP_MOVER_FOOT)->epoch;
  double minutes = sp_ways_costs(w, SP_MOVER_FOOT)->node_min[ford];
  w->ford.depth_m[0] = 0.39; /* the same decimetre */
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  assert_true(sp_ways_costs(w, SP_MOVER_FOOT)->epoch == before);
  w->ford.depth_m[0] = 0.61;
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  assert_true(sp_ways_costs(w, SP_MOVER_FOOT)->epoch != before);
  assert_true(sp_ways_costs(w, SP_MOVER_FOOT)->node_min[ford] > minutes);
  before = sp_ways_costs(w, SP_MOVER_FOOT)->epoch;
  w->constants.march_foot_m_min *= 0.9;
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  assert_true(sp_ways_costs(w, SP_MOVER_FOOT)->epoch != before);
  w->ford.depth_m[0] = 3.0;
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  assert_true(sp_ways_costs(w, SP_MOVER_FOOT)->node_min[ford] == w->constants.crossing_wait_min);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(late_copies_agree), cmocka_unit_test(what_costs_come_from_changes_the_epoch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
