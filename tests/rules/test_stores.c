/* Stores: doors that let only so much through, convoys, fire, depots that change hands, what cannot be carried.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/stores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define SHI_G 88000

static void depot(sp_lab *lab, const char *id, const char *place, double shi, bool outside) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.place = place;
  def.grain_kg = shi * 88.0;
  def.outside = outside;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

static void carts(sp_lab *lab, const char *id, const char *side, const char *place, int32_t n, double grain_shi) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = side;
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  def.grain_kg = grain_shi * 88.0;
  sp_lab_formation_def(lab, &def);
  sp_lab_strength(lab, id, SP_ARM_FOLLOWER, n);
  sp_lab_strength(lab, id, SP_ARM_CART, n);
}

static int64_t carried(const sp_world *w, const char *id) { return w->provision.grain_g[sp_lab_row(w, id)]; }

/* Two before one door: who is done in this tick has had his turn at it, whichever row he has. 100 shi pass in a tick, 50 to each. */
static void the_order_of_rows_changes_nobodys_part(void **state) {
  (void)state;
  int64_t had[2] = {0, 0};
  for (int swapped = 0; swapped < 2; swapped++) {
    const char *big = swapped ? "beta" : "alpha", *small = swapped ? "alpha" : "beta";
    sp_lab lab = sp_lab_post_road(2.0, 15);
    depot(&lab, "granary", "town", 5000.0, false);
    carts(&lab, big, "red", "town", 200, 0.0);
    carts(&lab, small, "red", "town", 20, 0.0);
    char line[80];
    (void)snprintf(line, sizeof line, "day 1 06:00 %s to %s: draw all", big, big);
    sp_lab_order(&lab, line);
    (void)snprintf(line, sizeof line, "day 1 06:00 %s to %s: draw 10 shi", small, small);
    sp_lab_order(&lab, line);
    sp_world *w = sp_lab_war(&lab, 1);
    while (carried(w, small) == 0 && !sp_world_over(w)) assert_int_equal(sp_world_step(w), SP_OK);
    assert_int_equal(carried(w, small), 10 * SHI_G);
    had[swapped] = carried(w, big);
    sp_lab_close(w);
  }
  assert_int_equal(had[0], 50 * SHI_G);
  assert_int_equal(had[1], 50 * SHI_G);
}

/* 200 carts take 200 * (13 + 264) kg = 629.5 shi; 400 shi pass the doors in an hour. */
static void doors(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(8.0, 15);
  depot(&lab, "granary", "town", 5000.0, false);
  carts(&lab, "train", "red", "town", 200, 0.0);
  sp_lab_order(&lab, "day 1 06:00 train to train: draw all");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_DRAWS, "train", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->a, 630);
  assert_true(carried(w, "train") == (int64_t)200 * 277 * 1000);
  int64_t took = sp_lab_minute(w, SP_EVENT_DRAWS, "train", NULL, 1);
  assert_in_range(took, 90, 90 + 45); /* 94 minutes at the doors, after the staff's few */
  sp_lab_close(w);
}

static void two_at_the_doors_take_twice_as_long(void **state) {
  (void)state;
  int64_t last[2];
  for (int both = 0; both < 2; both++) {
    sp_lab lab = sp_lab_post_road(10.0, 15);
    depot(&lab, "granary", "town", 5000.0, false);
    carts(&lab, "one", "red", "town", 200, 0.0);
    carts(&lab, "two", "red", "town", 200, 0.0);
    sp_lab_order(&lab, "day 1 06:00 one to one: draw all");
    if (both) sp_lab_order(&lab, "day 1 06:00 two to two: draw all");
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    last[both] = sp_lab_minute(w, SP_EVENT_DRAWS, "one", NULL, 1);
    sp_lab_close(w);
  }
  assert_true(last[1] > last[0] + 60);
}

/* A convoy is a column: it marches, unloads, and those at the other end eat from what it brought. */
static void a_convoy(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(36.0, 15);
  depot(&lab, "granary", "town", 5000.0, false);
  carts(&lab, "train", "red", "town", 100, 0.0);
  carts(&lab, "outpost", "red", "post", 50, 0.0);
  sp_lab_order(&lab, "day 1 06:00 train to train: draw 300 shi");
  sp_lab_order(&lab, "day 1 08:00 train to train: march to post");
  sp_lab_order(&lab, "on arrival at post train to train: unload");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_UNLOADS, "train", NULL, 1);
  assert_non_null(e);
  assert_in_range(e->a, 290, 300); /* less what it ate on the way */
  int32_t d = sp_depot_at(w, sp_model_find(w->model, SP_ENTITY_SIDE, "red"), w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "post")]);
  assert_true(d >= 0 && w->depot.grain_g[d] > (int64_t)280 * SHI_G);
  assert_true(sp_lab_value(w, "provision", "missed", sp_lab_row(w, "outpost")) < 0.01);
  sp_lab_close(w);
}

static void what_cannot_be_carried_stays(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(6.0, 15);
  carts(&lab, "train", "red", "town", 100, 1000.0); /* 314.8 shi at most */
  sp_lab_order(&lab, "day 1 06:00 train to train: march to far");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_LEAVES_GRAIN, "train", NULL, 1);
  assert_non_null(e);
  assert_in_range(e->a, 684, 686);
  assert_true(carried(w, "train") <= (int64_t)100 * 277 * 1000);
  sp_lab_close(w);
}

static void hand_over_to_who_stands_near(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(6.0, 15);
  carts(&lab, "rich", "red", "town", 100, 200.0);
  carts(&lab, "poor", "red", "town", 100, 0.0);
  carts(&lab, "far-off", "red", "far", 100, 0.0);
  sp_lab_order(&lab, "day 1 06:00 rich to rich: hand over 50 shi to poor");
  sp_lab_order(&lab, "day 1 08:00 rich to rich: hand over 50 shi to far-off");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_true(carried(w, "poor") == (int64_t)50 * SHI_G && carried(w, "far-off") == 0);
  assert_int_equal(sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "rich", NULL, 1)->b, SP_REFUSED_TOO_FAR);
  sp_lab_close(w);
}

static void fire_leaves_a_little(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(16.0, 15);
  depot(&lab, "granary", "town", 1000.0, false);
  carts(&lab, "guard", "red", "town", 10, 1.0);
  sp_lab_order(&lab, "day 1 06:00 guard to guard: burn stores");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_DEPOT_BURNT, NULL, NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->a, 850);
  assert_int_equal(e->b, 150);
  int64_t burnt = sp_lab_minute(w, SP_EVENT_DEPOT_BURNT, NULL, NULL, 1) - sp_lab_minute(w, SP_EVENT_DEPOT_BURNS, NULL, NULL, 1);
  assert_in_range(burnt, 480, 495);
  assert_true(sp_store_standing(w, sp_model_find(w->model, SP_ENTITY_SIDE, "red"), SP_STORE_BURNT) == (int64_t)850 * SHI_G);
  sp_lab_close(w);
}

/* What is carried out of the fire has not burnt, and is not told so. */
static void what_is_saved_has_not_burnt(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(16.0, 15);
  depot(&lab, "granary", "town", 1000.0, false);
  carts(&lab, "guard", "red", "town", 300, 1.0);
  sp_lab_order(&lab, "day 1 06:00 guard to guard: burn stores");
  sp_world *w = sp_lab_war(&lab, 1);
  while (sp_lab_count(w, SP_EVENT_DEPOT_BURNS, NULL) == 0) assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(sp_store_move(w, sp_store_kept(w, 0), sp_store_carried(w, sp_lab_row(w, "guard")), (int64_t)300 * SHI_G) == (int64_t)300 * SHI_G);
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_DEPOT_BURNT, NULL, NULL, 1);
  assert_non_null(e);
  assert_true(e->a == sp_store_standing(w, sp_model_find(w->model, SP_ENTITY_SIDE, "red"), SP_STORE_BURNT) / SHI_G && e->a <= 550 && e->b == 150);
  sp_lab_close(w);
}

/* In the open the stronger has it; behind walls not while one of its own is left. */
static void whose_the_depot_is(void **state) {
  (void)state;
  for (int outside = 0; outside < 2; outside++) {
    sp_lab lab = sp_lab_post_road(6.0, 15);
    depot(&lab, "granary", "town", 1000.0, outside);
    carts(&lab, "guard", "red", "town", 10, 1.0);
    sp_lab_strength(&lab, "guard", SP_ARM_FOOT, 100);
    sp_lab_formation(&lab, "enemy", "blue", NULL, "town");
    sp_lab_strength(&lab, "enemy", SP_ARM_FOOT, 400);
    sp_world *w = sp_lab_war(&lab, 1);
    sp_lab_run(w);
    int32_t blue = sp_model_find(w->model, SP_ENTITY_SIDE, "blue");
    assert_int_equal(w->depot.side[0] == blue, outside);
    assert_true(sp_store_standing(w, blue, SP_STORE_KEPT) == (outside ? (int64_t)1000 * SHI_G : 0));
    assert_true(sp_store_standing(w, blue, SP_STORE_ENEMY) == -sp_store_standing(w, blue, SP_STORE_KEPT));
    sp_lab_close(w);
  }
}

static void a_detachment_takes_its_share(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(6.0, 15);
  carts(&lab, "train", "red", "town", 100, 300.0);
  sp_lab_order(&lab, "day 1 06:00 train to train: detach 50 follower and 50 cart to march to far");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  int32_t child = w->model->formation_count;
  assert_true(w->formation.alive[child] && w->provision.grain_g[child] == (int64_t)150 * SHI_G && carried(w, "train") == (int64_t)150 * SHI_G);
  sp_lab_close(w);
}

static double missed(const sp_world *w, const char *id) { return sp_lab_value(w, "provision", "missed", sp_lab_row(w, id)); }

/* 300 men live for two days on 30 shi in three heaps; none of them goes hungry while the next heap is full, and one who draws goes
 * from the empty one to the next. */
static void stores_at_one_place_are_one(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(60.0, 15);
  depot(&lab, "a-heap", "town", 2.0, false);
  depot(&lab, "b-heap", "town", 26.0, false);
  depot(&lab, "c-heap", "town", 2.0, true);
  carts(&lab, "eaters", "red", "town", 300, 0.0);
  sp_lab_order(&lab, "day 3 08:00 eaters to eaters: draw all");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_true(missed(w, "eaters") < 1e-9);
  const sp_event *e = sp_lab_event(w, SP_EVENT_DRAWS, "eaters", NULL, 1);
  assert_non_null(e);
  assert_in_range(e->a, 20, 22); /* 30 less two evenings of 4.5 */
  bool a_depot = false;
  for (int d = 0; d < 3; d++) a_depot = a_depot || e->object == w->depot.key[d];
  assert_true(a_depot); /* from a store that has a name */
  assert_int_equal(sp_lab_count(w, SP_EVENT_DRAWS, "eaters"), 1);
  sp_lab_close(w);
}

static void all_that_stands_there_burns(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(20.0, 15);
  depot(&lab, "a-heap", "town", 400.0, false);
  depot(&lab, "b-heap", "town", 600.0, false);
  carts(&lab, "guard", "red", "town", 10, 5.0);
  sp_lab_order(&lab, "day 1 06:00 guard to guard: burn stores");
  sp_lab_order(&lab, "day 1 08:00 guard to guard: unload");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_DEPOT_BURNS, NULL), 2);
  assert_true(sp_store_standing(w, sp_model_find(w->model, SP_ENTITY_SIDE, "red"), SP_STORE_BURNT) == (int64_t)850 * SHI_G);
  const sp_event *e = sp_lab_event(w, SP_EVENT_UNLOADS, "guard", NULL, 1); /* not into the fire: when it is out */
  assert_non_null(e);
  assert_true(e->minute >= sp_lab_event(w, SP_EVENT_DEPOT_BURNT, NULL, NULL, 1)->minute);
  sp_lab_close(w);
}

/* Half-way between two places 28 km apart there is nowhere to unload: who stands there is told so, who marches does it further on. */
static void nothing_is_unloaded_where_nothing_is(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(30.0, 15);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "train";
  def.side = "red";
  def.at = (sp_position_def){.place = "post", .toward = "far", .distance_m = 14000.0};
  def.camped = true;
  def.grain_kg = 20.0 * 88.0;
  sp_lab_formation_def(&lab, &def);
  sp_lab_strength(&lab, "train", SP_ARM_FOLLOWER, 20);
  sp_lab_strength(&lab, "train", SP_ARM_CART, 20);
  sp_lab_order(&lab, "day 1 06:00 train to train: unload");
  sp_lab_order(&lab, "day 1 08:00 train to train: march to far");
  sp_lab_order(&lab, "day 1 10:00 train to train: unload 5 shi");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "train", NULL, 1)->b, SP_REFUSED_NO_STORES);
  assert_int_equal(sp_lab_count(w, SP_EVENT_UNLOADS, "train"), 1);
  assert_int_equal(w->depot.node[0], w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "far")]);
  sp_lab_close(w);
}

/* A depot that has fallen to the enemy keeps its key; its first side opens another at the place under a key of its own. */
static void keys_of_depots(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(2.0, 15);
  depot(&lab, "granary", "post", 10.0, false);
  carts(&lab, "guard", "red", "town", 10, 5.0);
  sp_world *w = sp_lab_war(&lab, 1);
  int32_t red = sp_model_find(w->model, SP_ENTITY_SIDE, "red"), town = w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "town")];
  int32_t first = sp_depot_open(w, red, town);
  assert_true(first >= 0 && sp_depot_open(w, red, town) == first);
  sp_depot_falls_to(w, first, 1 - red);
  int32_t second = sp_depot_open(w, red, town);
  assert_true(second >= 0 && second != first && w->depot.key[second] != w->depot.key[first]);
  assert_int_equal(sp_world_check(w, NULL, 0), SP_OK);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_of_rows_changes_nobodys_part), cmocka_unit_test(doors), cmocka_unit_test(two_at_the_doors_take_twice_as_long), cmocka_unit_test(a_convoy), cmocka_unit_test(what_cannot_be_carried_stays),
                                     cmocka_unit_test(hand_over_to_who_stands_near), cmocka_unit_test(fire_leaves_a_little), cmocka_unit_test(what_is_saved_has_not_burnt), cmocka_unit_test(whose_the_depot_is), cmocka_unit_test(a_detachment_takes_its_share),
                                     cmocka_unit_test(stores_at_one_place_are_one), cmocka_unit_test(all_that_stands_there_burns), cmocka_unit_test(nothing_is_unloaded_where_nothing_is), cmocka_unit_test(keys_of_depots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
