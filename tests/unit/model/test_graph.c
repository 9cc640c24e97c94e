/* Roads, rivers, banks, coast and mesh of a compiled theatre.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/model/model_scenes.h"

static bool near_to(double a, double b, double tolerance) { return sp_abs(a - b) <= tolerance; }

/* A river from south to north at x = 0; a ford at the middle, roads to both sides. */
static sp_scenario *ford_scene(double mesh_m) {
  sp_scenario *s = scene_create(mesh_m);
  scene_river(s, "shi", (const double[][2]){{0, -30}, {0, 0}, {0, 30}}, 3);
  scene_place(s, "west", -10, 0);
  scene_place(s, "east", 10, 0);
  scene_crossing(s, "ford", "shi", 0.3, 0); /* drawn 300 m off the line */
  scene_road(s, "west-road", "west", "ford");
  scene_road(s, "east-road", "ford", "east");
  return s;
}

static void roads_become_edges(void **state) {
  (void)state;
  sp_scenario *s = ford_scene(0.0);
  sp_model *m = scene_compile(s);
  assert_int_equal(m->node_count, 3);
  assert_int_equal(m->edge_count, 2);
  assert_int_equal(m->half_edge_count, 4);
  const sp_edge *west = &m->edge[scene_edge(m, "west-road")], *east = &m->edge[scene_edge(m, "east-road")];
  assert_true(near_to(west->length_m, 10000.0, 1.0));
  assert_true(near_to(east->length_m, 10000.0, 1.0)); /* the ford was moved onto the river */
  assert_int_equal(west->tracks_dry, 3);
  for (int32_t i = 0; i < m->node_count; i++) {
    if (i > 0) assert_true(m->node[i - 1].key < m->node[i].key);
    for (int32_t k = 0; k < m->node[i].edge_count; k++) {
      sp_half_edge half = m->half_edge[m->node[i].first_edge + k];
      const sp_edge *e = &m->edge[sp_leg_edge(half.leg)];
      assert_int_equal(e->node[sp_leg_backward(half.leg) ? 1 : 0], i);
      assert_int_equal(e->node[sp_leg_backward(half.leg) ? 0 : 1], half.to);
    }
  }
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static uint8_t bank_at(const sp_model *m, const char *road, const char *site) {
  const sp_edge *e = &m->edge[scene_edge(m, road)];
  return e->bank[e->node[0] == scene_node(m, site) ? 0 : 1];
}

/* The river runs north: west is its left bank. */
static void banks_are_told_apart(void **state) {
  (void)state;
  sp_scenario *s = ford_scene(0.0);
  sp_model *m = scene_compile(s);
  assert_int_equal(bank_at(m, "west-road", "ford"), 1);
  assert_int_equal(bank_at(m, "east-road", "ford"), 2);
  assert_int_equal(bank_at(m, "west-road", "west"), 0);
  sp_model_release(m);
  assert_int_equal(scene_faults(s, "fault.crossing_one_bank"), 0);
  scene_crossing(s, "north-ford", "shi", 0, 15);
  scene_road(s, "half", "east", "north-ford");
  assert_int_equal(scene_faults(s, "fault.crossing_one_bank"), 1);
  assert_int_equal(scene_errors(s), 0);
  sp_scenario_destroy(s);
}

/* A ford in the elbow of a river: points inside and outside of the bend, nearest to the vertex or to either arm. */
static void banks_at_a_bend(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_river(s, "bend", (const double[][2]){{-20, 0}, {0, 0}, {0, -20}}, 3); /* east, then south */
  scene_crossing(s, "ford", "bend", 0, 0);
  scene_place(s, "outside", 8, 8);
  scene_place(s, "inside", -8, -8);
  scene_place(s, "outside-east", 9, -2);
  scene_road(s, "a", "outside", "ford");
  scene_road(s, "b", "inside", "ford");
  scene_road(s, "c", "outside-east", "ford");
  sp_model *m = scene_compile(s);
  assert_int_equal(bank_at(m, "a", "ford"), 1);
  assert_int_equal(bank_at(m, "b", "ford"), 2);
  assert_int_equal(bank_at(m, "c", "ford"), 1);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void undeclared_crossings_are_refused(void **state) {
  (void)state;
  sp_scenario *s = ford_scene(0.0);
  scene_road(s, "sneak", "west", "east");
  assert_int_equal(scene_faults(s, "fault.undeclared_crossing"), 1);
  sp_scenario_destroy(s);
  s = ford_scene(0.0);
  scene_road_by(s, "over-and-on", "east", "ford", -5, 12); /* ends at the ford, but crosses north of it */
  assert_int_equal(scene_faults(s, "fault.undeclared_crossing"), 1);
  sp_scenario_destroy(s);
  s = ford_scene(0.0);
  scene_place(s, "on-the-river", 0, 20); /* one cannot sneak over by way of a place on the line either */
  scene_road(s, "a", "on-the-river", "west");
  scene_road(s, "b", "on-the-river", "east");
  assert_int_equal(scene_faults(s, "fault.undeclared_crossing"), 2);
  sp_scenario_destroy(s);
  s = ford_scene(0.0);
  scene_river(s, "other", (const double[][2]){{5, -10}, {5, 10}}, 2); /* a ford of one river is none of another */
  assert_int_equal(scene_faults(s, "fault.undeclared_crossing"), 1);
  sp_scenario_destroy(s);
  s = ford_scene(0.0);
  scene_crossing(s, "lost", "shi", 9, 3);
  assert_int_equal(scene_faults(s, "fault.crossing_off_river"), 1);
  sp_scenario_destroy(s);
}

static sp_status add_long_road(sp_scenario *s, double length_m) {
  sp_road_def def = SP_ROAD_DEF_INIT;
  def.id = "winding";
  def.from = "west";
  def.to = "ford";
  def.length_m = length_m;
  return sp_scenario_add_road(s, &def);
}

static void lengths_are_true(void **state) {
  (void)state;
  sp_scenario *s = ford_scene(0.0);
  assert_int_equal(add_long_road(s, 15000.0), SP_OK);
  sp_model *m = scene_compile(s);
  int32_t edge = scene_edge(m, "winding");
  const sp_edge *e = &m->edge[edge];
  assert_true(near_to(e->length_m, 15000.0, 1e-9));
  assert_true(near_to(e->drawn_m, 10000.0, 1.0));
  /* halfway by true length is halfway by the drawn line */
  sp_xy heading, middle = sp_edge_point(m, edge, 7500.0, &heading);
  sp_xy a = m->node[e->node[0]].at, b = m->node[e->node[1]].at;
  assert_true(sp_xy_distance(middle, sp_xy_between(a, b, 0.5)) < 1e-3);
  assert_true(near_to(heading.x, (b.x - a.x) / e->drawn_m, 1e-9));
  assert_true(sp_xy_distance(sp_edge_point(m, edge, 0.0, NULL), a) < 1e-9);
  assert_true(sp_xy_distance(sp_edge_point(m, edge, 1e9, NULL), b) < 1e-6);
  sp_model_release(m);
  sp_scenario_destroy(s);
  s = ford_scene(0.0);
  assert_int_equal(add_long_road(s, 9000.0), SP_OK);
  assert_int_equal(scene_faults(s, "fault.road_shorter_than_line"), 1);
  sp_scenario_destroy(s);
  s = scene_create(0.0);
  scene_place(s, "a", 1, 1);
  scene_place(s, "b", 1, 1);
  scene_road(s, "none", "a", "b");
  assert_int_equal(scene_faults(s, "fault.road_without_length"), 1);
  sp_scenario_destroy(s);
}

static void bends_are_followed(void **state) {
  (void)state;
  sp_scenario *s = scene_create(0.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 6, 0);
  scene_road_by(s, "r", "a", "b", 3, 4);
  sp_model *m = scene_compile(s);
  int32_t edge = scene_edge(m, "r");
  assert_true(near_to(m->edge[edge].length_m, 10000.0, 2.0));
  sp_xy top = sp_edge_point(m, edge, m->edge[edge].length_m / 2.0, NULL);
  sp_xy bend = sp_project(&m->projection, scene_point(3, 4));
  assert_true(sp_xy_distance(top, bend) < 0.01);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

/* Off the road the way is at most 3 % longer than the crow's flight, in every direction. */
static void mesh_is_true_over_all_headings(void **state) {
  double worst = 0.0;
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "centre", 0.7, 1.1);
  for (int i = 0; i < 72; i++) {
    char id[] = "rim-00";
    id[4] = (char)('0' + i / 10);
    id[5] = (char)('0' + i % 10);
    scene_place(s, id, 0.7 + 80.0 * sp_cos(i * SP_PI / 36.0), 1.1 + 80.0 * sp_sin(i * SP_PI / 36.0));
  }
  sp_model *m = scene_compile(s);
  for (int32_t i = 0; i < m->place_count; i++) {
    const char *id = sp_model_id(m, SP_ENTITY_PLACE, i);
    double crow = sp_geodesic_m(m->place_def[sp_model_find(m, SP_ENTITY_PLACE, "centre")].at, m->place_def[i].at);
    double way = sp_model_distance_m(m, "centre", id);
    if (crow < 1000.0) continue;
    assert_true(way >= crow * 0.9999);
    worst = sp_max(worst, way / crow);
  }
  assert_true(worst <= 1.03);
  assert_true(worst > 1.01); /* it is a mesh after all */
  sp_model_release(m);
  sp_scenario_destroy(s);
}

/* Rivers part the mesh but for the ford. */
static void mesh_respects_rivers(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "west", -10, 25);
  scene_place(s, "east", 10, 25);
  scene_land(s, "land", -40, -50, 40, 90); /* from sea to sea, or one could walk around the river's ends */
  scene_river(s, "shi", (const double[][2]){{0, -60}, {0, 0}, {0, 100}}, 3);
  sp_model *m = scene_compile(s);
  assert_true(sp_model_distance_m(m, "west", "east") < 0.0);
  sp_model_release(m);
  scene_crossing(s, "ford", "shi", 0, 0);
  m = scene_compile(s);
  /* by the ford: twice the way from (10, 25) to (0, 0), 26.93 km */
  double way = sp_model_distance_m(m, "west", "east");
  assert_true(way > 2.0 * 26900.0 && way < 2.0 * 26930.0 * 1.03);
  int32_t ford = scene_node(m, "ford"), banks[3] = {0};
  for (int32_t k = 0; k < m->node[ford].edge_count; k++) {
    sp_half_edge half = m->half_edge[m->node[ford].first_edge + k];
    const sp_edge *e = &m->edge[sp_leg_edge(half.leg)];
    uint8_t bank = e->bank[sp_leg_backward(half.leg) ? 1 : 0];
    assert_in_range(bank, 1, 2);
    assert_int_equal(bank, m->node[half.to].at.x < m->node[ford].at.x ? 1 : 2);
    banks[bank]++;
  }
  assert_true(banks[1] > 2 && banks[2] > 2);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

/* Two land rings that share a border, an island, and sea between. */
static void mesh_keeps_to_land(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "west", -30, 0);
  scene_place(s, "east", 30, 0);
  scene_place(s, "island", 80, 0);
  scene_land(s, "a", -50, -20, 1, 20);
  scene_land(s, "b", 1, -20, 50, 20);
  scene_land(s, "c", 70, -10, 90, 10);
  sp_model *m = scene_compile(s);
  double way = sp_model_distance_m(m, "west", "east");
  assert_true(way > 59990.0 && way < 61800.0); /* the shared border is no coast */
  assert_true(sp_model_distance_m(m, "east", "island") < 0.0);
  for (int32_t i = 0; i < m->node_count; i++)
    if (m->node[i].mesh) assert_true(sp_on_land(m, m->node[i].at));
  assert_false(sp_on_land(m, sp_project(&m->projection, scene_point(60, 0))));
  sp_model_release(m);
  assert_int_equal(scene_faults(s, "fault.place_in_sea"), 0);
  scene_place(s, "drowned", 60, 0);
  assert_int_equal(scene_faults(s, "fault.place_in_sea"), 1);
  assert_int_equal(scene_faults(s, "fault.place_cut_off"), 1);
  assert_int_equal(scene_errors(s), 0);
  sp_scenario_destroy(s);
}

static void ground_lies_in_layers(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "plain", -30, 0);
  scene_place(s, "hill", 0, 0);
  scene_place(s, "peak", 10, 0);
  scene_road(s, "up", "hill", "peak");
  scene_road(s, "flat", "plain", "hill");
  scene_ground(s, "hills", SP_RELIEF_HILLS, -12, -20, 20, 20);
  scene_ground(s, "mountain", SP_RELIEF_MOUNTAIN, 6, -5, 20, 5);
  sp_model *m = scene_compile(s);
  assert_int_equal(m->node[scene_node(m, "plain")].relief, SP_RELIEF_PLAIN);
  assert_int_equal(m->node[scene_node(m, "hill")].relief, SP_RELIEF_HILLS);
  assert_int_equal(m->node[scene_node(m, "peak")].relief, SP_RELIEF_MOUNTAIN);
  assert_int_equal(m->edge[scene_edge(m, "up")].relief, SP_RELIEF_HILLS);   /* 6 of 10 km */
  assert_int_equal(m->edge[scene_edge(m, "flat")].relief, SP_RELIEF_PLAIN); /* 18 of 30 km */
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static bool is_a_place(const sp_model *m, int32_t node) { return m->node[node].place >= 0; }
static bool is_none(const sp_model *m, int32_t node) { return m->node[node].key == 0; }

static void nearest_that_fits_is_nearest(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0); /* the mesh's nodes, many more and nearer, do not fit */
  for (int i = 0; i < 12; i++) {
    char id[] = {(char)('a' + i), '\0'};
    scene_place(s, id, 3.0 * (i * 7 % 12), 2.0 * (i * 5 % 12));
  }
  sp_model *m = scene_compile(s);
  uint64_t die = 5;
  for (int i = 0; i < 2000; i++) {
    die = sp_hash_mix(die, 1);
    sp_xy at = {(double)(die % 90000) - 25000.0, (double)(die / 90000 % 90000) - 25000.0};
    int32_t best = -1;
    for (int32_t k = 0; k < m->node_count; k++) {
      if (m->node[k].place < 0) continue;
      double d = sp_xy_distance(at, m->node[k].at), least = best >= 0 ? sp_xy_distance(at, m->node[best].at) : 0.0;
      if (best < 0 || d < least || (d == least && m->node[k].key < m->node[best].key)) best = k;
    }
    assert_int_equal(sp_nearest_node_of(m, at, is_a_place), best);
  }
  assert_int_equal(sp_nearest_node_of(m, (sp_xy){0, 0}, is_none), -1);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void nearest_node_is_nearest(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 21, 13);
  sp_model *m = scene_compile(s);
  uint64_t die = 3;
  for (int i = 0; i < 2000; i++) {
    die = sp_hash_mix(die, 1);
    sp_xy at = {(double)(die % 60000) - 20000.0, (double)(die / 60000 % 60000) - 20000.0};
    int32_t found = sp_nearest_node(m, at);
    bool place_near = false;
    for (int32_t k = 0; k < m->node_count; k++) {
      if (m->node[k].place >= 0 && sp_xy_distance(at, m->node[k].at) <= 50.0) place_near = true;
    }
    for (int32_t k = 0; k < m->node_count && !place_near; k++)
      assert_true(sp_xy_distance(at, m->node[found].at) <= sp_xy_distance(at, m->node[k].at));
  }
  sp_xy beside = m->node[scene_node(m, "a")].at;
  beside.x += 30.0;
  assert_int_equal(sp_nearest_node(m, beside), scene_node(m, "a"));
  assert_int_equal(sp_nearest_node(m, (sp_xy){1e9, 1e9}) >= 0, 1);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void regions_stand_in_a_grid(void **state) {
  (void)state;
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "south-west", 0, 0);
  scene_place(s, "north-east", 100, 70);
  sp_model *m = scene_compile(s);
  /* 100 and 70 km with two meshes of margin each way, in squares of 40 km */
  assert_int_equal(m->region_columns, 3);
  assert_int_equal(m->region_rows, 3);
  assert_int_equal(m->node[scene_node(m, "south-west")].region, 0);
  assert_int_equal(m->node[scene_node(m, "north-east")].region, 5);
  for (int32_t i = 0; i < m->region_count; i++) assert_int_equal(sp_region_at(m, m->region[i].middle), i);
  assert_int_equal(sp_model_find(m, SP_ENTITY_REGION, "region-0001-0002"), 5);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(roads_become_edges), cmocka_unit_test(banks_are_told_apart), cmocka_unit_test(banks_at_a_bend),
    cmocka_unit_test(undeclared_crossings_are_refused), cmocka_unit_test(lengths_are_true), cmocka_unit_test(bends_are_followed),
    cmocka_unit_test(mesh_is_true_over_all_headings), cmocka_unit_test(mesh_respects_rivers), cmocka_unit_test(mesh_keeps_to_land),
    cmocka_unit_test(ground_lies_in_layers), cmocka_unit_test(nearest_node_is_nearest), cmocka_unit_test(nearest_that_fits_is_nearest), cmocka_unit_test(regions_stand_in_a_grid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
