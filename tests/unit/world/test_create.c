/* test_create.c - what stands where at the opening. SPDX-License-Identifier: Apache-2.0 */
#include "army.h"

static void rows_are_the_models(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  assert_int_equal(sp_used(w, SP_TABLE_FORMATION), 4);
  assert_int_equal(sp_used(w, SP_TABLE_HQ), 4);
  assert_int_equal(sp_used(w, SP_TABLE_CONTACT), 64);
  for (int32_t i = 0; i < 4; i++) {
    assert_true(w->formation.key[i] == m->formation[i].key);
    assert_int_equal(w->formation.hq[i], i);
    assert_true(w->hq.key[i] == sp_key_pair(w->formation.key[i], sp_key_of("hq")));
    assert_int_equal(sp_formation_by_key(w, w->formation.key[i]), i);
    assert_int_equal(sp_world_formation_row(w, w->hq.key[i]), i);
  }
  assert_int_equal(sp_formation_by_key(w, 12345), -1);
  assert_int_equal(sp_world_minute(w), m->campaign.start);
  assert_int_equal(sp_world_seed(w), 7);
  assert_true(sp_world_formation_bytes() <= 512);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void bodies_stand_where_they_were_put(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t main = army_row(w, "main"), van = army_row(w, "van"), guard = army_row(w, "guard");
  assert_int_equal(w->formation.node[main], m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "west")]);
  assert_int_equal(w->formation.leg_count[main], 0);
  assert_int_equal(w->formation.activity[main], SP_HALTED_IN_COLUMN);
  assert_int_equal(w->formation.activity[guard], SP_IN_CAMP);
  assert_int_equal(w->formation.node[van], -1);
  assert_int_equal(w->formation.leg_count[van], 1);
  /* 5 km of 12 from west, whichever end the edge is counted from */
  sp_leg leg = w->formation.leg[van * SP_LEGS];
  double from_start = w->formation.head_m[van];
  double from_west = sp_leg_start(m, leg) == w->formation.node[main] ? from_start : 12000.0 - from_start;
  assert_near(from_west, 5000.0, 0.01);
  assert_near(w->formation.extent_m[van], 0.0, 0.0);
  double share = (w->formation.head_x[van] - w->formation.head_x[main]) / (m->node[m->crossing[0].node].at.x - w->formation.head_x[main]);
  assert_near(share, 5.0 / 12.0, 1e-6);
  assert_int_equal(w->hq.superior[van], main);
  assert_int_equal(w->hq.superior[main], -1);
  assert_int_equal(w->hq.person[main], sp_model_find(m, SP_ENTITY_PERSON, "he"));
  assert_int_equal(w->person.formation[w->hq.person[main]], main);
  assert_near(w->ford.depth_m[0], 0.6, 1e-12); /* August: 0.7 m, the ford 0.1 m less */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void sums_are_the_order_of_battle(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t main = army_row(w, "main");
  assert_int_equal(w->formation.foot[main], 922 + 306);
  assert_int_equal(w->formation.mounted[main], 205);
  assert_int_equal(w->formation.mounts[main], 260);
  assert_int_equal(w->formation.carts[main], 40);
  assert_int_equal(w->formation.heavy_guns[main], 3);
  assert_int_equal(sp_men_of(w, main), 1433);
  sp_column column = sp_column_of(w, main);
  assert_near(column.led_horses, 55.0, 0.0);
  assert_near(column.foot, 1228.0, 0.0);
  sp_world_destroy(w);
  sp_model_release(m);
}

static bool knows(const sp_world *w, int32_t hq, int32_t about) {
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] >= 0 && w->report.subject[w->contact.report[c]] == w->formation.key[about]) return true;
  }
  return false;
}

static void each_knows_his_own(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t main = army_row(w, "main"), van = army_row(w, "van"), rear = army_row(w, "rear"), guard = army_row(w, "guard");
  assert_true(knows(w, main, van) && knows(w, main, rear) && knows(w, van, main) && knows(w, van, rear) && knows(w, rear, van));
  assert_false(knows(w, main, guard) || knows(w, guard, main) || knows(w, van, van));
  assert_int_equal(w->hq.contact_count[main], 2);
  assert_int_equal(w->hq.contact_count[guard], 0);
  int32_t held = 0;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_REPORT); r++) held += w->report.holders[r];
  assert_int_equal(held, 6); /* three bodies, each known to the two others; nobody holds the guard's */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void pictures_have_sixteen_lines(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_MANY);
  sp_world *w = army_world(m);
  int32_t band = army_row(w, "band-7");
  assert_int_equal(w->hq.contact_count[band], SP_CONTACTS);
  assert_true(knows(w, band, army_row(w, "main"))); /* the superior first of all */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void a_seat_shows_the_picture(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t van = army_row(w, "van"), main = army_row(w, "main");
  sp_seat *seat = NULL;
  assert_int_equal(sp_seat_open(w, 99, &seat), SP_NOT_FOUND);
  assert_null(seat);
  assert_int_equal(sp_seat_open(w, w->formation.key[van], &seat), SP_OK);
  assert_int_equal(sp_seat_contact_count(seat), 2);
  sp_contact_view view;
  assert_int_equal(sp_seat_contact(seat, 2, &view), SP_NOT_FOUND);
  assert_int_equal(sp_seat_contact(seat, 0, &view), SP_OK);
  assert_int_equal(view.number, 1);
  assert_true(view.friendly && view.formation == w->formation.key[main]);
  assert_near(view.at.lat_deg, 39.5, 1e-4);
  assert_near(view.at.lon_deg, 121.5, 1e-4);
  /* what he cannot know does not show: the enemy marches off, and the seat says the same */
  int32_t guard = army_row(w, "guard");
  w->formation.head_x[guard] += 5000.0;
  sp_seat *again = NULL;
  assert_int_equal(sp_seat_open(w, w->formation.key[van], &again), SP_OK);
  sp_contact_view other;
  for (size_t i = 0; i < 2; i++) {
    sp_seat_contact(seat, i, &view);
    sp_seat_contact(again, i, &other);
    assert_true(view.at.lat_deg == other.at.lat_deg && view.at.lon_deg == other.at.lon_deg && view.men == other.men && view.error_m == other.error_m);
  }
  sp_seat_close(seat); /* a seat outlives the step, and here the world */
  sp_world_destroy(w);
  assert_int_equal(sp_seat_contact_count(again), 2);
  sp_seat_close(again);
  sp_model_release(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_the_models),       cmocka_unit_test(bodies_stand_where_they_were_put),
      cmocka_unit_test(sums_are_the_order_of_battle), cmocka_unit_test(each_knows_his_own),
      cmocka_unit_test(pictures_have_sixteen_lines), cmocka_unit_test(a_seat_shows_the_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
