/* The order of battle: who belongs to whom, who commands, who stands where.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/model/model_scenes.h"

/* a --10 km-- b --10 km (20 by road)-- c; everything else off the road. */
static sp_scenario *army_scene(double mesh_m) {
  sp_scenario *s = scene_create(mesh_m);
  scene_place(s, "a", 0, 0);
  scene_place(s, "b", 10, 0);
  scene_place(s, "c", 20, 0);
  scene_road(s, "ab", "a", "b");
  sp_road_def road = SP_ROAD_DEF_INIT;
  road.id = "bc";
  road.from = "c";
  road.to = "b";
  road.length_m = 20000.0;
  assert_int_equal(sp_scenario_add_road(s, &road), SP_OK);
  scene_side(s, "qing");
  scene_side(s, "ming");
  scene_person(s, "hooge", "qing");
  scene_person(s, "wu", "ming");
  return s;
}

static sp_status add_toward(sp_scenario *s, const char *id, const char *place, const char *toward, double distance_m) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "qing";
  def.at = (sp_position_def){place, toward, distance_m};
  return sp_scenario_add_formation(s, &def);
}

static const sp_formation_start *formation(const sp_model *m, const char *id) {
  return &m->formation[sp_model_find(m, SP_ENTITY_FORMATION, id)];
}

static void inheritance_runs_down_the_tree(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  /* subordinates first: the order of lines does not matter */
  scene_formation(s, "third", NULL, "second", NULL, NULL);
  scene_formation(s, "second", NULL, "first", NULL, NULL);
  scene_formation(s, "first", "qing", NULL, "hooge", "b");
  scene_men(s, "third", "zhi", 300);
  scene_men(s, "third", NULL, 20);
  scene_men(s, "third", "zhi", 100);
  sp_model *m = scene_compile(s);
  const sp_formation_start *third = formation(m, "third");
  assert_int_equal(third->side, sp_model_find(m, SP_ENTITY_SIDE, "qing"));
  assert_int_equal(third->node, scene_node(m, "b"));
  assert_int_equal(m->formation[third->parent].key, sp_key_of("second"));
  /* no contingent was declared: the side's own was made */
  assert_int_equal(m->contingent_count, 1);
  assert_int_equal(third->contingent, 0);
  assert_string_equal(sp_model_id(m, SP_ENTITY_CONTINGENT, 0), "qing");
  assert_int_equal(third->strength_count, 3);
  assert_int_equal(m->strength[third->first_strength].unit, -1);
  assert_int_equal(m->strength[third->first_strength + 1].count[SP_RANK_SOLDIER], 100);
  assert_int_equal(m->strength[third->first_strength + 2].count[SP_RANK_SOLDIER], 300);
  assert_int_equal(m->unit_count, 1);
  assert_int_equal(formation(m, "first")->commander, sp_model_find(m, SP_ENTITY_PERSON, "hooge"));
  assert_int_equal(formation(m, "second")->commander, -1);
  sp_model_release(m);
  sp_scenario_destroy(s);
}

static void positions_along_the_way(void **state) {
  (void)state;
  for (int meshed = 0; meshed < 2; meshed++) { /* with open country about, a column still stands on the road */
    sp_scenario *s = army_scene(meshed ? 4000.0 : 0.0);
    assert_int_equal(add_toward(s, "f1", "a", "c", 3000.0), SP_OK);
    assert_int_equal(add_toward(s, "f3", "b", "a", 2500.0), SP_OK);
    if (!meshed) assert_int_equal(add_toward(s, "f2", "a", "c", 16000.0), SP_OK);
    sp_model *m = scene_compile(s);
    const sp_formation_start *f = formation(m, "f1");
    int32_t ab = scene_edge(m, "ab"), bc = scene_edge(m, "bc");
    assert_int_equal(f->node, -1);
    assert_int_equal(f->leg_edge, ab);
    double from_a = m->edge[ab].node[0] == scene_node(m, "a") ? f->leg_m : m->edge[ab].length_m - f->leg_m;
    assert_true(sp_abs(from_a - 3000.0) < 1e-6);
    f = formation(m, "f3");
    double from_b = m->edge[ab].node[0] == scene_node(m, "b") ? f->leg_m : m->edge[ab].length_m - f->leg_m;
    assert_true(sp_abs(from_b - 2500.0) < 1e-6);
    if (!meshed) {
      f = formation(m, "f2");
      assert_int_equal(f->leg_edge, bc);
      from_b = m->edge[bc].node[0] == scene_node(m, "b") ? f->leg_m : m->edge[bc].length_m - f->leg_m;
      assert_true(sp_abs(from_b - (16000.0 - m->edge[ab].length_m)) < 1e-6);
    }
    sp_model_release(m);
    sp_scenario_destroy(s);
  }
}

static void impossible_positions_are_refused(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  scene_place(s, "island", 40, 40);
  assert_int_equal(add_toward(s, "ok", "island", NULL, 0.0), SP_OK); /* an island is a place */
  assert_int_equal(scene_errors(s), 0);
  assert_int_equal(add_toward(s, "f1", "a", "c", 31000.0), SP_OK);
  assert_int_equal(add_toward(s, "f2", "a", "island", 3000.0), SP_OK);
  assert_int_equal(scene_faults(s, "fault.out_of_range"), 1);
  assert_int_equal(scene_faults(s, "fault.no_way"), 1);
  assert_int_equal(scene_errors(s), 2);
  assert_int_equal(add_toward(s, "f3", NULL, NULL, 0.0), SP_OK);
  assert_int_equal(scene_faults(s, "fault.formation_nowhere"), 1);
  sp_scenario_destroy(s);
}

static void the_chain_of_command_is_a_tree(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  scene_formation(s, "x", "qing", "z", NULL, "a");
  scene_formation(s, "y", "qing", "x", NULL, "a");
  scene_formation(s, "z", "qing", "y", NULL, "a");
  scene_formation(s, "self", "qing", "self", NULL, "a");
  assert_int_equal(scene_faults(s, "fault.parent_cycle"), 2);
  assert_int_equal(scene_errors(s), 2);
  sp_scenario_destroy(s);
}

static void officers_serve_once_and_their_own_side(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  scene_formation(s, "x", "qing", NULL, "hooge", "a");
  scene_formation(s, "y", "qing", "x", "hooge", "a");
  scene_formation(s, "w", "qing", "x", "wu", "a");
  scene_formation(s, "v", "ming", "x", "nobody", "a");
  assert_int_equal(scene_faults(s, "fault.commands_twice"), 1);
  assert_int_equal(scene_faults(s, "fault.officer_of_other_side"), 1);
  assert_int_equal(scene_faults(s, "fault.parent_of_other_side"), 1);
  assert_int_equal(scene_faults(s, "fault.unknown_id"), 1);
  assert_int_equal(scene_errors(s), 5); /* and v is counted with x's contingent */
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "u";
  def.side = "ming";
  def.at.place = "a";
  def.commander = def.deputy = "wu";
  assert_int_equal(sp_scenario_add_formation(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.own_deputy"), 1);
  sp_scenario_destroy(s);
}

static void contingents_belong_to_a_side(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  sp_contingent_def c = SP_CONTINGENT_DEF_INIT;
  c.id = "left-wing";
  c.side = "qing";
  assert_int_equal(sp_scenario_add_contingent(s, &c), SP_OK);
  scene_formation(s, "x", "qing", NULL, NULL, "a");
  scene_men(s, "x", NULL, 10);
  sp_model *m = scene_compile(s); /* the only one is meant */
  assert_int_equal(m->contingent_count, 1);
  assert_int_equal(formation(m, "x")->contingent, 0);
  sp_model_release(m);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "u";
  def.side = "ming";
  def.at.place = "a";
  def.contingent = "left-wing";
  assert_int_equal(sp_scenario_add_formation(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.contingent_of_other_side"), 1);
  sp_scenario_destroy(s);
}

static void strengths_are_judged(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  scene_formation(s, "x", "qing", NULL, NULL, "a");
  scene_formation(s, "y", "qing", NULL, NULL, "a");
  assert_int_equal(scene_faults(s, "fault.formation_empty"), 2);
  scene_men(s, "x", "zhi", -1);
  scene_men(s, "y", "zhi", 1);
  scene_men(s, "y", "x", 1);
  scene_men(s, "z", NULL, 1);
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = "x";
  def.arm = SP_ARM_CART;
  def.count[SP_RANK_GENERAL] = 1;
  assert_int_equal(sp_scenario_add_strength(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.out_of_range"), 1);
  assert_int_equal(scene_faults(s, "fault.unit_in_two_formations"), 1);
  assert_int_equal(scene_faults(s, "fault.unit_named_as_formation"), 1);
  assert_int_equal(scene_faults(s, "fault.rank_of_thing"), 1);
  assert_int_equal(scene_errors(s), 5);
  sp_scenario_destroy(s);
}

static void traits_fall_back(void **state) {
  (void)state;
  sp_scenario *s = army_scene(0.0);
  sp_person_def def;
  sp_person_def_init(&def);
  def.id = "abatai";
  def.side = "qing";
  def.trait[SP_TRAIT_CAUTION] = 0.9;
  def.trait[SP_TRAIT_LOYALTY] = -1.0;
  assert_int_equal(sp_scenario_add_person(s, &def), SP_OK);
  sp_model *m = scene_compile(s);
  const sp_person *p = &m->person[sp_model_find(m, SP_ENTITY_PERSON, "abatai")];
  assert_true(p->trait[SP_TRAIT_CAUTION] > 0.89 && p->trait[SP_TRAIT_LOYALTY] > 0.69 && p->trait[SP_TRAIT_GREED] < 0.31);
  sp_model_release(m);
  def.id = "wild";
  def.trait[SP_TRAIT_TEMPER] = 1.5;
  assert_int_equal(sp_scenario_add_person(s, &def), SP_OK);
  assert_int_equal(scene_faults(s, "fault.out_of_range"), 1);
  sp_scenario_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(inheritance_runs_down_the_tree), cmocka_unit_test(positions_along_the_way),
    cmocka_unit_test(impossible_positions_are_refused), cmocka_unit_test(the_chain_of_command_is_a_tree),
    cmocka_unit_test(officers_serve_once_and_their_own_side), cmocka_unit_test(contingents_belong_to_a_side),
    cmocka_unit_test(strengths_are_judged), cmocka_unit_test(traits_fall_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
