/* Large and strange theatres: twenty thousand nodes, ten thousand formations, a coast of two hundred thousand points.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "unit/model/model_scenes.h"

static void named(char out[24], const char *kind, int i) { (void)snprintf(out, 24, "%s-%d", kind, i); }

/* A coast that wanders, closed far inland. */
static void add_coast(sp_scenario *s, int points) {
  sp_point *ring = calloc((size_t)points + 2, sizeof *ring);
  for (int i = 0; i < points; i++) {
    double x = 600.0 * i / points;
    ring[i] = scene_point(x, 20.0 + 8.0 * sp_sin(x / 7.0) + 1.5 * sp_sin(x * 3.0) + 0.2 * sp_sin(x * 41.0));
  }
  ring[points] = scene_point(620, 900);
  ring[points + 1] = scene_point(-20, 900);
  sp_land_def def = SP_LAND_DEF_INIT;
  def.ring = ring;
  def.point_count = (size_t)points + 2;
  assert_int_equal(sp_scenario_add_land(s, &def), SP_OK);
  free(ring);
}

static void add_river(sp_scenario *s, int points) {
  double(*line)[2] = calloc((size_t)points, sizeof *line);
  for (int i = 0; i < points; i++) {
    line[i][0] = 300.0 + 20.0 * sp_sin(i * 20.0 / points);
    line[i][1] = 480.0 - 480.0 * i / points;
  }
  scene_river(s, "liao", (const double(*)[2])line, (size_t)points);
  free(line);
}

enum { SIDE = 40, FORMATIONS = 10000 };

static void add_places(sp_scenario *s) {
  char id[24], from[24], road[24];
  for (int i = 0; i < SIDE * SIDE; i++) {
    named(id, "p", i);
    double x = 14.0 * (i % SIDE) + 5.0, y = 10.0 * (i / SIDE) + 60.0;
    scene_place(s, id, x, y);
    if (i % SIDE == 0 || (x > 270.0 && x < 340.0)) continue; /* no road over the river */
    named(from, "p", i - 1);
    named(road, "r", i);
    scene_road(s, road, from, id);
  }
}

static void add_army(sp_scenario *s) {
  char id[24], parent[24], place[24], toward[24];
  for (int i = 0; i < FORMATIONS; i++) {
    named(id, "f", i);
    named(parent, "f", i / 6);
    named(place, "p", i * 7 % (SIDE * SIDE));
    named(toward, "p", (i * 7 + 41) % (SIDE * SIDE));
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = id;
    def.side = "ming";
    def.parent = i ? parent : NULL;
    def.at.place = place;
    if (i % 4 == 0) {
      def.at.toward = toward;
      def.at.distance_m = 2000.0;
    }
    assert_int_equal(sp_scenario_add_formation(s, &def), SP_OK);
    scene_men(s, id, NULL, 100);
    named(parent, "u", i);
    scene_men(s, id, parent, 50);
  }
}

static void a_large_war_compiles(void **state) {
  (void)state;
  sp_scenario *s = scene_create(3600.0);
  add_coast(s, 200000);
  add_river(s, 20000);
  add_places(s);
  scene_ground(s, "hills", SP_RELIEF_HILLS, 100, 100, 280, 300);
  scene_side(s, "ming");
  add_army(s);
  sp_model *m = scene_compile(s);
  print_message("%d nodes, %d edges, %d formations\n", m->node_count, m->edge_count, m->formation_count);
  assert_true(m->node_count > 20000);
  assert_int_equal(m->formation_count, FORMATIONS);
  assert_int_equal(m->strength_count, 2 * FORMATIONS);
  for (int32_t i = 0; i < m->formation_count; i++) assert_true((m->formation[i].node >= 0) != (m->formation[i].leg_edge >= 0));
  for (int32_t i = 0; i < m->edge_count; i++) {
    if (i > 0) assert_true(m->edge[i - 1].key < m->edge[i].key);
    assert_true(m->edge[i].node[0] < m->edge[i].node[1]);
  }
  sp_model_release(m);
  sp_scenario_destroy(s);
}

/* Sides that all span the whole ring, rivers that all cross each other: indexes must not grow without bound. */
static void tangles_are_survived(void **state) {
  enum { N = 20000 };
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 90, 90);
  double(*line)[2] = calloc(N, sizeof *line);
  for (int i = 0; i < N; i++) {
    line[i][0] = i % 2 ? 100.0 : -10.0;
    line[i][1] = 120.0 * i / N - 10.0;
  }
  scene_river(s, "tangle", (const double(*)[2])line, 200);
  sp_point *ring = calloc(N, sizeof *ring);
  for (int i = 0; i < N; i++) ring[i] = scene_point(line[i][0], i % 2 ? 100.0 - line[i][1] : line[i][1]);
  sp_land_def land = SP_LAND_DEF_INIT;
  land.ring = ring;
  land.point_count = N;
  assert_int_equal(sp_scenario_add_land(s, &land), SP_OK);
  sp_model_release(scene_compile(s));
  sp_scenario_destroy(s);
  free(ring);
  free(line);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_large_war_compiles), cmocka_unit_test(tangles_are_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
