/* Who comes to a fight, where he stands in it, and how it ends. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "battlefield.h"

static void who_wants_no_fight_has_none(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.peace = true;
  b.apart_m = 500.0;
  b.hours = 3.0;
  sp_world *w = sp_battlefield_open(&b, 1);
  w->constants.sweep_per_h = 0.0; /* nor are stragglers looked for */
  uint64_t before = sp_world_hash(w, "battle");
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  assert_true(sp_world_hash(w, "battle") == before);
  sp_lab_close(w);
}

/* Eight a side: the fourth and the eighth that come in stay behind (1 of 4, 2 of 8), six stand two by two. */
static void all_who_are_near_stand_in_one_line(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.red = b.blue = 8;
  b.red_men = b.blue_men = 1000;
  sp_world *w = sp_battlefield_open(&b, 1);
  int32_t ticks = 0;
  while (sp_battlefield_fight(w) < 0 && ticks++ < 8) sp_battlefield_step(w, 1);
  int32_t e = sp_battlefield_fight(w), in[2][4] = {{0}};
  assert_true(e >= 0);
  for (int32_t f = 0; f < 16; f++) {
    assert_int_equal(w->combat.engagement[f], e);
    in[sp_part_of(w, e, f)][w->combat.sector[f]]++;
  }
  for (int32_t p = 0; p < 2; p++)
    for (int32_t s = 0; s < 4; s++) assert_int_equal(in[p][s], 2);
  assert_int_equal(w->engagement.attacker[e], w->formation.side[sp_battlefield_row(w, "red0")]);
  assert_int_equal(w->engagement.began_men[e * 2], 8000);
  assert_int_equal(w->engagement.began_men[e * 2 + 1], 8000);
  assert_false(w->engagement.one_line[e]);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_JOINED, NULL), 16);
  sp_lab_close(w);
}

static void two_bodies_have_no_wings(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.blue = 1;
  sp_world *w = sp_battlefield_open(&b, 1);
  sp_battlefield_step(w, 3);
  int32_t e = sp_battlefield_fight(w);
  assert_true(e >= 0 && w->engagement.one_line[e]);
  for (int32_t f = 0; f < 4; f++) assert_int_equal(w->combat.sector[f], SP_SECTOR_CENTRE);
  assert_true(sp_sector_m(w, e) == w->engagement.front_m[e]);
  sp_lab_close(w);
}

/* Who waits stands in line at the next look; who comes on in column takes longer, and never goes back. */
static void columns_come_into_line_by_and_by(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.red_men = 9000;
  sp_world *w = sp_battlefield_open(&b, 1);
  int32_t red = sp_battlefield_row(w, "red0"), blue = sp_battlefield_row(w, "blue0"), ticks = 0;
  while (sp_battlefield_fight(w) < 0 && ticks++ < 8) sp_battlefield_step(w, 1);
  assert_true(w->combat.deployed[red] == 0.0 && w->combat.deployed[blue] == 0.0);
  sp_battlefield_step(w, 1);
  assert_true(w->combat.deployed[blue] == 1.0);
  double share = w->combat.deployed[red];
  assert_true(share > 0.0 && share < 1.0);
  sp_battlefield_step(w, 1);
  assert_true(w->combat.deployed[red] > share);
  assert_true(sp_lab_minute(w, SP_EVENT_DEPLOYED, "blue0", NULL, 1) >= 0);
  sp_lab_close(w);
}

static void a_body_in_a_fight_does_not_march(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 1);
  int32_t red = sp_battlefield_row(w, "red0"), ticks = 0;
  while (sp_battlefield_fight(w) < 0 && ticks++ < 8) sp_battlefield_step(w, 1);
  double marched = w->formation.marched_m[red];
  sp_battlefield_step(w, 2);
  assert_true(w->combat.engagement[red] >= 0);
  assert_true(w->formation.marched_m[red] == marched);
  assert_int_equal(w->formation.activity[red], SP_HALTED_IN_COLUMN);
  sp_lab_close(w);
}

/* Caught on the march by an enemy it knew of: half surprised, still in column. */
static void a_marching_column_is_caught_unready(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.red = b.blue = 1;
  b.apart_m = 4000.0;
  sp_world *w = sp_battlefield_open(&b, 1);
  int32_t blue = sp_battlefield_row(w, "blue0"), ticks = 0;
  w->formation.verb[blue] = SP_VERB_MARCH;
  w->combat.posture[blue] = SP_POSTURE_AVOID;
  w->formation.goal_node[blue] = w->formation.node[sp_battlefield_row(w, "red0")];
  while (sp_battlefield_fight(w) < 0 && ticks++ < 12) sp_battlefield_step(w, 1);
  assert_true(sp_battlefield_fight(w) >= 0);
  assert_true(w->combat.surprise[blue] >= w->constants.engage_surprise_column - 1e-9);
  assert_true(w->combat.cover[blue] == 0.0);
  double before = w->combat.surprise[blue];
  sp_battlefield_step(w, 1);
  assert_true(w->combat.surprise[blue] < before);
  assert_true(w->combat.deployed[blue] < 1.0);
  sp_lab_close(w);
}

static void who_is_ordered_away_breaks_off(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 5);
  int32_t blue = sp_battlefield_row(w, "blue1"), ticks = 0;
  while (sp_battlefield_fight(w) < 0 && ticks++ < 8) sp_battlefield_step(w, 1);
  int32_t e = sp_battlefield_fight(w), men = w->engagement.began_men[e * 2 + 1];
  w->formation.verb[blue] = SP_VERB_MARCH;
  w->combat.posture[blue] = SP_POSTURE_AVOID;
  w->formation.goal_node[blue] = w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "far-east")];
  w->formation.start_minute[blue] = w->head->minute + 1;
  sp_battlefield_step(w, 2);
  assert_int_equal(w->combat.engagement[blue], -1);
  assert_true(sp_lab_event(w, SP_EVENT_BREAKS_OFF, "blue1", NULL, 1) != NULL);
  assert_true(w->engagement.began_men[e * 2 + 1] < men);
  assert_true(w->formation.marched_m[blue] > 0.0);
  sp_lab_close(w);
}

/* 17:30: the sun sets at about 18:50 local time. */
static void night_parts_them(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.hour = 17;
  b.hours = 7.0;
  int32_t ended = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    sp_world *w = sp_battlefield_open(&b, seed);
    sp_lab_run(w);
    assert_int_equal(sp_battlefield_fight(w), -1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 1);
    const sp_event *end = sp_lab_event(w, SP_EVENT_BATTLE_ENDS, NULL, NULL, 1);
    assert_non_null(end);
    ended += end->c == 0;
    sp_lab_close(w);
  }
  assert_true(ended > 0);
}

/* The model is at hand: a lab has no texts to read it from. */
static sp_status at_hand(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)count, (void)roles, (void)files, (void)texts, (void)lengths, (void)faults;
  sp_model_retain(context);
  *model = context;
  return SP_OK;
}

static void a_saved_battle_goes_on_as_if_nothing_had_been(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 2), *copy = NULL, *loaded = NULL;
  sp_battlefield_step(w, 6);
  assert_true(sp_battlefield_fight(w) >= 0);
  unsigned char *data = NULL;
  size_t size = 0;
  assert_int_equal(sp_world_copy(w, &copy), SP_OK);
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  assert_int_equal(sp_load(data, size, at_hand, (void *)w->model, NULL, NULL, &loaded), SP_OK);
  sp_buffer_free(data);
  sp_battlefield_step(w, 4);
  sp_battlefield_step(copy, 4);
  sp_battlefield_step(loaded, 4);
  assert_true(sp_world_hash(w, NULL) == sp_world_hash(copy, NULL));
  assert_true(sp_world_hash(w, NULL) == sp_world_hash(loaded, NULL));
  sp_lab_close(loaded);
  sp_lab_close(copy);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_wants_no_fight_has_none),
      cmocka_unit_test(all_who_are_near_stand_in_one_line),
      cmocka_unit_test(two_bodies_have_no_wings),
      cmocka_unit_test(columns_come_into_line_by_and_by),
      cmocka_unit_test(a_body_in_a_fight_does_not_march),
      cmocka_unit_test(a_marching_column_is_caught_unready),
      cmocka_unit_test(who_is_ordered_away_breaks_off),
      cmocka_unit_test(night_parts_them),
      cmocka_unit_test(a_saved_battle_goes_on_as_if_nothing_had_been),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
