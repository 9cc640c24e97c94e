/* Fire and hand-to-hand: who falls, of what rank, on which line of the register. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "battlefield.h"

static int32_t fallen(const sp_world *w, const char *side) {
  return sp_battlefield_line(w, side, SP_LINE_KILLED) + sp_battlefield_line(w, side, SP_LINE_WOUNDED_LIGHT) + sp_battlefield_line(w, side, SP_LINE_WOUNDED_SERIOUS);
}

/* Before anybody flees the engagement's count, the bodies' own and the register are one. */
static void losses_stand_in_the_register(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 3);
  int32_t checked = 0;
  for (int32_t n = 0; n < 20 && sp_lab_count(w, SP_EVENT_BREAKS, NULL) == 0; n++) {
    sp_battlefield_step(w, 1);
    int32_t e = sp_battlefield_fight(w), own[2] = {0, 0};
    if (e < 0 || sp_lab_count(w, SP_EVENT_BREAKS, NULL) > 0) continue; /* of those who break some lightly wounded scatter at once */
    for (int32_t f = 0; f < 6; f++) own[sp_part_of(w, e, f)] += w->combat.killed_first[f];
    assert_int_equal(w->engagement.lost[e * 2], fallen(w, "red"));
    assert_int_equal(w->engagement.lost[e * 2 + 1], fallen(w, "blue"));
    assert_int_equal(own[0], w->engagement.lost[e * 2]);
    assert_int_equal(own[1], w->engagement.lost[e * 2 + 1]);
    checked += w->engagement.lost[e * 2] > 0;
  }
  assert_true(checked > 0);
  sp_lab_close(w);
}

/* Written down in the other order, sides and bodies: the same battle. */
static void the_order_of_lines_favours_nobody(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD, turned = SP_BATTLEFIELD;
  turned.reversed = true;
  b.red = b.blue = turned.red = turned.blue = 5;
  sp_world *w = sp_battlefield_open(&b, 4), *v = sp_battlefield_open(&turned, 4);
  sp_battlefield_step(w, 20);
  sp_battlefield_step(v, 20);
  assert_true(fallen(w, "red") > 0);
  for (int32_t n = 0; n < 5; n++) {
    for (int32_t side = 0; side < 2; side++) {
      char id[20];
      (void)snprintf(id, sizeof id, "%s%d", side ? "red" : "blue", (int)n);
      int32_t i = sp_battlefield_row(w, id), j = sp_battlefield_row(v, id);
      assert_int_equal(sp_men_of(w, i), sp_men_of(v, j));
      assert_int_equal(w->combat.stance[i], v->combat.stance[j]);
      assert_true(w->formation.order[i] == v->formation.order[j]);
    }
  }
  sp_lab_close(v);
  sp_lab_close(w);
}

/* Three to one in numbers, and the losses before the first break are within a factor of two of each other. */
static void numbers_hardly_tell_in_losses(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.red_men = 6000;
  b.blue_men = 2000;
  double red = 0.0, blue = 0.0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sp_world *w = sp_battlefield_open(&b, seed);
    for (int32_t n = 0; n < 12 && sp_lab_count(w, SP_EVENT_BREAKS, NULL) == 0; n++) sp_battlefield_step(w, 1);
    red += fallen(w, "red");
    blue += fallen(w, "blue");
    sp_lab_close(w);
  }
  assert_true(red > 100.0 && blue > 100.0);
  assert_true(red < 2.0 * blue && blue < 2.0 * red);
}

/* A downpour: no match burns, no powder is spent, and nobody has gone out of it. */
static void in_a_downpour_nobody_shoots(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.apart_m = 500.0;
  sp_world *dry = sp_battlefield_open(&b, 6);
  b.rain = true; /* and nobody sees far */
  sp_world *wet = sp_battlefield_open(&b, 6);
  sp_battlefield_step(dry, 8);
  sp_battlefield_step(wet, 8);
  assert_true(sp_battlefield_fight(dry) >= 0 && sp_battlefield_fight(wet) >= 0);
  int32_t row = sp_battlefield_row(dry, "blue0");
  assert_true(dry->combat.powder[row] < 1.0);
  assert_true(wet->combat.powder[row] == 1.0);
  sp_lab_close(wet);
  sp_lab_close(dry);
}

static void pouches_run_empty(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 6);
  int32_t row = sp_battlefield_row(w, "blue0");
  w->combat.powder[row] = 0.02;
  sp_battlefield_step(w, 10);
  assert_true(w->combat.powder[row] == 0.0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_OUT_OF_POWDER, "blue0"), 1);
  sp_lab_close(w);
}

/* 3,000 company officers in 30,000, at 1.4 times a soldier's risk: 0.1346 of those who fall, give or take. */
static void officers_fall_more_often(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(8.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 1000.0, 0.0);
  sp_lab_road(&lab, "west", "east", 1000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  for (int32_t n = 0; n < 2; n++) {
    sp_lab_formation(&lab, n ? "blue0" : "red0", n ? "blue" : "red", NULL, n ? "east" : "west");
    sp_strength_def men = SP_STRENGTH_DEF_INIT;
    men.formation = n ? "blue0" : "red0";
    men.arm = SP_ARM_SHOT;
    men.count[SP_RANK_SOLDIER] = 27000;
    men.count[SP_RANK_COMPANY] = 3000;
    assert_int_equal(sp_scenario_add_strength(lab.scenario, &men), SP_OK);
  }
  sp_world *w = sp_lab_war(&lab, 9);
  w->combat.posture[sp_battlefield_row(w, "red0")] = SP_POSTURE_ATTACK;
  w->formation.verb[sp_battlefield_row(w, "red0")] = SP_VERB_ATTACK;
  w->formation.follow[sp_battlefield_row(w, "red0")] = UINT64_MAX;
  sp_battlefield_step(w, 32);
  double officers = 0.0, all = 0.0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++)
    for (int32_t r = 0; r < SP_RANK_COUNT; r++)
      for (int32_t l = SP_LINE_KILLED; l <= SP_LINE_WOUNDED_SERIOUS; l++) {
        double n = w->tally.came_in[i * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + l];
        all += n;
        if (r == SP_RANK_COMPANY) officers += n;
      }
  assert_true(all > 300.0);
  double expected = 0.1 * w->constants.fight_rank_company / (0.9 + 0.1 * w->constants.fight_rank_company);
  assert_float_equal((float)(officers / all), (float)expected, 0.02f);
  sp_lab_close(w);
}

/* Lines go forward 60 m a minute: 800 m or less to 80 m takes a quarter of an hour at the most, once they stand in line. */
static void lines_close_to_shot_and_stand(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 1);
  int32_t ticks = 0;
  while (sp_battlefield_fight(w) < 0 && ticks++ < 8) sp_battlefield_step(w, 1);
  int32_t e = sp_battlefield_fight(w);
  for (int32_t s = 0; s < 3; s++) assert_true(w->engagement.gap_m[e * 3 + s] > w->constants.fight_stand_m);
  sp_battlefield_step(w, 3);
  for (int32_t s = 0; s < 3; s++) {
    double gap = w->engagement.gap_m[e * 3 + s];
    assert_true(gap == 0.0 || gap == w->constants.fight_stand_m || gap == w->constants.fight_stand_bow_m);
  }
  sp_lab_close(w);
}

/* The mean of a dozen battles, ticks of 5 and of 30 minutes: two hours from the first contact cost the same within a half. (Two ticks pass before it, and lines form a tick later.) */
static void the_tick_does_not_matter(void **state) {
  (void)state;
  double lost[2] = {0.0, 0.0};
  for (int32_t n = 0; n < 2; n++)
    for (uint64_t seed = 1; seed <= 12; seed++) {
      sp_battlefield b = SP_BATTLEFIELD;
      b.tick_min = n ? 30 : 5;
      b.hours = 4.0;
      b.red_men = b.blue_men = 2000;
      sp_world *w = sp_battlefield_open(&b, seed);
      while (!sp_world_over(w) && sp_battlefield_fight(w) < 0) sp_battlefield_step(w, 1);
      assert_true(sp_battlefield_fight(w) >= 0);
      sp_battlefield_step(w, 120 / b.tick_min);
      lost[n] += fallen(w, "red") + fallen(w, "blue");
      sp_lab_close(w);
    }
  assert_true(lost[0] > 500.0);
  print_message("%g and %g\n", lost[0], lost[1]);
  assert_true(lost[1] > lost[0] / 1.5 && lost[1] < lost[0] * 1.5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(losses_stand_in_the_register), cmocka_unit_test(the_order_of_lines_favours_nobody), cmocka_unit_test(numbers_hardly_tell_in_losses),
      cmocka_unit_test(in_a_downpour_nobody_shoots),  cmocka_unit_test(pouches_run_empty),                 cmocka_unit_test(officers_fall_more_often),
      cmocka_unit_test(lines_close_to_shot_and_stand), cmocka_unit_test(the_tick_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
