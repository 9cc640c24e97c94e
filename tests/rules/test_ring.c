/* Columns that each wait for the next in a ring: none may count on another's step, whichever stands first in the table.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "rules/rules.h"
#include "world/scratch.h"
#include "world/ways.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { BODIES = 4 };

static sp_world *open_war(void) {
  static const char *const id[BODIES] = {"a", "b", "c", "d"}, *const from[BODIES] = {"a-from", "b-from", "c-from", "d-from"}, *const to[BODIES] = {"a-to", "b-to", "c-to", "d-to"};
  sp_lab lab = sp_lab_open(6.0, 15);
  sp_lab_side(&lab, "house");
  for (int i = 0; i < BODIES; i++) {
    sp_lab_place(&lab, from[i], 0.0, 3000.0 * i);
    sp_lab_place(&lab, to[i], 9000.0, 3000.0 * i);
    sp_lab_road(&lab, from[i], to[i], 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_formation(&lab, id[i], "house", NULL, from[i]);
    sp_lab_strength(&lab, id[i], SP_ARM_FOOT, 200);
  }
  return sp_lab_war(&lab, 1);
}

static void a_ring_has_its_gaps_and_no_more(void **state) {
  (void)state;
  sp_world *w = open_war();
  assert_int_equal(sp_ways_refresh(w), SP_OK);
  sp_scratch *s = w->scratch;
  for (int32_t i = 0; i < BODIES; i++) {
    const sp_node *node = &w->model->node[w->formation.node[i]];
    w->formation.leg[i * SP_LEGS] = w->model->half_edge[node->first_edge].leg;
    w->formation.leg_count[i] = 1;
    w->formation.head_m[i] = 1000.0;
    w->formation.tail_m[i] = 900.0;
    w->formation.extent_m[i] = w->formation.column_m[i] = 100.0;
    w->formation.node[i] = -1;
    w->formation.activity[i] = SP_MARCHING;
    w->formation.speed_m_min[i] = 50.0;
    s->march_min[i] = 15.0;
    s->begin_min[i] = s->turn_min[i] = s->turn_m[i] = s->tire_per_min[i] = 0.0;
    s->free_m[i] = 1e12;
    s->gap_m[i] = 10.0 + i;
    s->blocker[i] = i == 3 ? 0 : (i + 1) % 3; /* a, b, c in a ring; d behind a */
  }
  sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .dice = {1, 1}, .from = w->head->minute, .to = w->head->minute + 15, .dt_min = 15.0};
  sp_rule_mover(&t);
  for (int32_t i = 0; i < 3; i++) assert_true(sp_abs(w->formation.head_m[i] - (1010.0 + i)) < 1e-6);
  assert_true(sp_abs(w->formation.head_m[3] - (1013.0 + 10.0)) < 1e-6); /* its gap, and what a's tail has gone */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ring_has_its_gaps_and_no_more)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
