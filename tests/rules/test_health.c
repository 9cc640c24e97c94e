/* test_health.c - days and weeks of the wounded and the sick. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rules/infirmary.h"
#include "support/near.h"

/* A camp of `men` beside their wounded and sick, for days. */
static sp_world *camp(double days, int32_t tick, int32_t men, int32_t light, int32_t serious, int32_t sick, uint64_t seed) {
  sp_lab lab = sp_lab_open(24.0 * days, tick);
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 9000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 9000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "ming", NULL, "a");
  sp_infirmary_foot(&lab, "host", men, light, serious, sick);
  sp_world *w = sp_lab_war(&lab, seed);
  w->constants.straggle_camp_per_day = 0.0;
  return w;
}

static int32_t line(const sp_world *w, sp_line of) { return sp_broken_line(w, "ming", of); }

/* Seriously wounded and nobody else who could die: of 2,000 a fifth to two fifths in thirty days, fewer with physicians. */
static void a_fifth_to_two_fifths_die(void **state) {
  (void)state;
  int32_t dead[2] = {0, 0};
  for (uint64_t seed = 1; seed <= 5; seed++)
    for (int cared = 0; cared < 2; cared++) {
      sp_world *w = camp(30.0, 60, 1, 0, 2000, 0, seed);
      w->health.physicians[0] = cared ? 50 : 0;
      sp_lab_run(w);
      int32_t died = line(w, SP_LINE_DIED);
      assert_in_range(died, 400, 800);
      assert_int_equal(sp_infirmary_all(w, "ming"), 2001);
      dead[cared] += died;
      sp_lab_close(w);
    }
  assert_in_range(dead[1], 5 * 500 - 150, 5 * 500 + 150);
  assert_in_range(dead[0], 5 * 700 - 150, 5 * 700 + 150);
}

/* The same dice with more physicians: on no day are more dead. */
static void more_care_never_more_dead(void **state) {
  (void)state;
  static const int32_t physicians[] = {20, 10, 5, 1, 0};
  for (uint64_t seed = 1; seed <= 6; seed++) {
    int32_t before[41] = {0};
    for (size_t n = 0; n < sizeof physicians / sizeof *physicians; n++) {
      sp_world *w = camp(40.0, 60, 1, 0, 600, 0, seed);
      w->health.physicians[0] = physicians[n];
      for (int day = 0; day <= 40; day++) {
        sp_broken_until(w, day * 1440);
        int32_t died = line(w, SP_LINE_DIED);
        assert_true(died >= before[day]);
        before[day] = died;
      }
      sp_lab_close(w);
    }
  }
}

/* Half of those who die at all have died in the first week. */
static void the_first_week_is_the_worst(void **state) {
  (void)state;
  sp_world *w = camp(30.0, 60, 1, 0, 2000, 0, 3);
  sp_broken_until(w, 7 * 1440);
  int32_t week = line(w, SP_LINE_DIED);
  sp_broken_until(w, 14 * 1440);
  int32_t second = line(w, SP_LINE_DIED) - week;
  sp_lab_run(w);
  assert_true(2 * week > line(w, SP_LINE_DIED));
  assert_true(week > 2 * second - 100 && week > second);
  sp_lab_close(w);
}

static void light_wounds_are_back_in_three_weeks(void **state) {
  (void)state;
  sp_world *w = camp(22.0, 60, 100, 1000, 0, 0, 1);
  w->constants.health_sick_per_day = 0.0;
  sp_broken_until(w, 6 * 1440);
  assert_int_equal(sp_lab_men(w, "host"), 100); /* nobody in the first week */
  sp_broken_until(w, 21 * 1440);
  assert_in_range(sp_lab_men(w, "host"), 100 + 830, 100 + 930);
  assert_true(sp_lab_count(w, SP_EVENT_MENDED, "host") > 5);
  sp_lab_close(w);
}

/* Of the seriously wounded back in 3 to 8 weeks about 55, crippled 20 of 100. */
static void serious_wounds_take_two_months(void **state) {
  (void)state;
  sp_world *w = camp(100.0, 60, 1, 0, 2000, 0, 4);
  w->health.physicians[0] = 100;
  w->constants.health_sick_per_day = 0.0;
  sp_broken_until(w, 20 * 1440);
  assert_int_equal(sp_lab_men(w, "host"), 1);
  sp_lab_run(w);
  assert_in_range(sp_lab_men(w, "host"), 1060, 1160);
  assert_in_range(line(w, SP_LINE_LEFT), 350, 450);
  sp_lab_close(w);
}

/* Whatever the tick, the rounds fall on the same marks of the clock: the same men die, mend and fall sick. */
static void ticks_agree(void **state) {
  (void)state;
  static const int32_t ticks[] = {5, 15, 60};
  int32_t died[3], present[3], sick[3];
  for (int n = 0; n < 3; n++) {
    sp_world *w = camp(12.0, ticks[n], 8000, 500, 500, 200, 9);
    sp_lab_run(w);
    died[n] = line(w, SP_LINE_DIED);
    present[n] = sp_lab_men(w, "host");
    sick[n] = line(w, SP_LINE_SICK);
    sp_lab_close(w);
  }
  assert_true(died[0] > 50);
  for (int n = 1; n < 3; n++) {
    assert_in_range(died[n], died[0] - 8, died[0] + 8); /* fatigue falls off in steps of the tick */
    assert_in_range(present[n], present[0] - 25, present[0] + 25);
    assert_in_range(sick[n], sick[0] - 25, sick[0] + 25);
  }
}

/* 20,000 men on one spot: 8 to 25 of 100 have fallen sick in a month, some 1 to 2 of 100 are dead. */
static void a_standing_camp_sickens(void **state) {
  (void)state;
  sp_world *w = camp(30.0, 60, 20000, 0, 0, 0, 2), *small = camp(30.0, 60, 2000, 0, 0, 0, 2);
  sp_lab_run(w);
  sp_lab_run(small);
  int32_t gone = 20000 - sp_lab_men(w, "host"), died = line(w, SP_LINE_DIED), few = 2000 - sp_lab_men(small, "host");
  assert_in_range(gone, 800, 2400); /* lying or dead: the others are back */
  assert_in_range(died, 150, 500);
  assert_true(gone > 10 * few); /* crowding */
  assert_int_equal(line(w, SP_LINE_SICK) + died, gone);
  sp_lab_close(w);
  sp_lab_close(small);
}

static int32_t dead_in(double temperature_c, double rain, bool camped, double waste_m) {
  sp_lab lab = sp_lab_open(24.0 * 10.0, 60);
  sp_lab_rain(&lab, 0.0, 1.0, 0.0); /* a fair sky, over which the next line is laid */
  sp_weather_def sky = SP_WEATHER_DEF_INIT;
  sky.from = lab.campaign.start - 1440;
  sky.to = lab.campaign.start + 20 * 1440;
  sky.has_rain = sky.has_temperature = true;
  sky.rain_mm_h = rain;
  sky.temperature_c = temperature_c;
  assert_int_equal(sp_scenario_add_weather(lab.scenario, &sky), SP_OK);
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 9000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 9000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "ming", NULL, "a");
  sp_infirmary_foot(&lab, "host", 1, 0, 2000, 0);
  if (waste_m > 0.0) {
    sp_waste_def waste = SP_WASTE_DEF_INIT;
    waste.place = "a";
    waste.within_m = waste_m;
    assert_int_equal(sp_scenario_add_waste(lab.scenario, &waste), SP_OK);
  }
  sp_world *w = sp_lab_war(&lab, 6);
  while (!sp_world_over(w)) {
    if (!camped) w->formation.activity[0] = SP_HALTED_IN_COLUMN;
    assert_int_equal(sp_world_step(w), SP_OK);
  }
  int32_t died = line(w, SP_LINE_DIED);
  near(w->health.waste_days[0], waste_m > 0.0 ? 10.0 : 0.0, 1e-9);
  sp_lab_close(w);
  return died;
}

/* A body elsewhere: who has mended lies in wait for it as a straggler who means to come back, and does. */
static void the_mended_find_their_body(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(24.0 * 60.0, 60);
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 30000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "ming", NULL, "a");
  sp_infirmary_foot(&lab, "host", 500, 0, 400, 0);
  sp_lab_order(&lab, "day 1 06:00 host to host: march to b");
  sp_lab_order(&lab, "day 45 06:00 host to host: march to a");
  sp_world *w = sp_lab_war(&lab, 2);
  w->constants.straggle_camp_per_day = 0.0;
  w->constants.health_sick_per_day = 0.0;
  sp_broken_until(w, 40 * 1440);
  assert_true(sp_infirmary_lying(w, "host", SP_LINE_WOUNDED_SERIOUS, SP_LIES_TENDED) > 40);
  int32_t waiting = line(w, SP_LINE_STRAGGLING), away = sp_lab_men(w, "host");
  assert_true(waiting > 60);
  sp_lab_run(w);
  assert_true(sp_lab_men(w, "host") > away + waiting / 4);
  assert_int_equal(sp_infirmary_all(w, "ming"), 900);
  sp_lab_close(w);
}

/* A commander in bed: in a hundred days he is dead or in the saddle, and who mends has his body in hand again. */
static void a_commander_dies_or_rides_again(void **state) {
  (void)state;
  int32_t died = 0, mended = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    sp_lab lab = sp_lab_open(24.0 * 100.0, 60);
    sp_lab_side(&lab, "ming");
    sp_lab_place(&lab, "a", 0.0, 0.0);
    sp_lab_place(&lab, "b", 9000.0, 0.0);
    sp_lab_road(&lab, "a", "b", 9000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
    sp_person_def cao;
    sp_person_def_init(&cao);
    cao.id = "cao";
    cao.side = "ming";
    assert_int_equal(sp_scenario_add_person(lab.scenario, &cao), SP_OK);
    sp_formation_def host = SP_FORMATION_DEF_INIT;
    host.id = "host";
    host.side = "ming";
    host.commander = "cao";
    host.at.place = "a";
    host.camped = true;
    sp_lab_formation_def(&lab, &host);
    sp_strength_def men = SP_STRENGTH_DEF_INIT;
    men.formation = "host";
    men.arm = SP_ARM_SPEAR;
    men.count[SP_RANK_SOLDIER] = 500;
    men.count[SP_RANK_GENERAL] = 1;
    assert_int_equal(sp_scenario_add_strength(lab.scenario, &men), SP_OK);
    sp_world *w = sp_lab_war(&lab, seed);
    assert_int_equal(sp_world_step(w), SP_OK);
    sp_wards_list(w);
    assert_int_equal(sp_ward_admit(w, 0, SP_LINE_WOUNDED_SERIOUS, w->formation.first_strength[0], SP_RANK_GENERAL, 1, SP_CAUSE_WOUNDED, w->head->minute), 1);
    w->person.fate[0] = SP_FATE_WOUNDED;
    w->person.fate_minute[0] = w->head->minute;
    w->hq.person[0] = -1;
    sp_broken_until(w, 100 * 1440);
    assert_true(w->person.fate[0] == SP_FATE_DIED || w->person.fate[0] == SP_FATE_WITH_ARMY);
    bool dead = w->person.fate[0] == SP_FATE_DIED;
    died += dead;
    mended += !dead;
    assert_int_equal(sp_lab_count(w, dead ? SP_EVENT_LEADER_DIES : SP_EVENT_LEADER_MENDS, "host"), 1);
    assert_int_equal(w->hq.person[0], dead ? -1 : 0);
    assert_int_equal(sp_lab_count(w, SP_EVENT_TAKES_OVER, "host"), dead ? 1 : 2); /* an officer at first; he again when he mends */
    assert_int_equal(line(w, SP_LINE_WOUNDED_SERIOUS), 0);
    sp_lab_close(w);
  }
  assert_true(died >= 1 && mended >= 4);
}

static void frost_and_rain_kill_without_a_roof(void **state) {
  (void)state;
  int32_t mild = dead_in(15.0, 0.0, true, 0.0), frost = dead_in(-20.0, 0.0, true, 0.0), bare = dead_in(-20.0, 0.0, false, 0.0);
  assert_true(frost > mild + 50);
  assert_true(bare > frost + 50);
}

/* Where the country is laid waste a camp gives three fifths of the shelter: 0.36 for 0.6, which frost makes felt and a mild night does not. */
static void a_wasted_land_gives_no_shelter(void **state) {
  (void)state;
  int32_t settled = dead_in(-20.0, 0.0, true, 0.0), waste = dead_in(-20.0, 0.0, true, 5000.0), bare = dead_in(-20.0, 0.0, false, 5000.0);
  assert_true(waste > settled + 30);
  assert_true(bare > waste + 30);
  assert_int_equal(dead_in(15.0, 0.0, true, 0.0), dead_in(15.0, 0.0, true, 5000.0));
}

/* Days there count, and wear off twice as fast on settled ground. */
static void days_of_dread_come_and_go(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(24.0 * 6.0, 60);
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 12000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 12000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "ming", NULL, "a");
  sp_infirmary_foot(&lab, "host", 500, 0, 0, 0);
  sp_waste_def waste = SP_WASTE_DEF_INIT;
  waste.place = "a";
  waste.within_m = 6000.0;
  assert_int_equal(sp_scenario_add_waste(lab.scenario, &waste), SP_OK);
  sp_lab_order(&lab, "day 4 05:00 host to host: march to b");
  sp_world *w = sp_lab_war(&lab, 6);
  sp_broken_until(w, 2 * 1440);
  near(w->health.waste_days[0], 2.0, 1e-9);
  sp_broken_until(w, 6 * 1440);
  assert_true(w->health.waste_days[0] < 1.0); /* three in all, less two a day since */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fifth_to_two_fifths_die),       cmocka_unit_test(more_care_never_more_dead),      cmocka_unit_test(the_first_week_is_the_worst),
      cmocka_unit_test(light_wounds_are_back_in_three_weeks), cmocka_unit_test(serious_wounds_take_two_months), cmocka_unit_test(ticks_agree),
      cmocka_unit_test(a_standing_camp_sickens),         cmocka_unit_test(the_mended_find_their_body),     cmocka_unit_test(a_commander_dies_or_rides_again),
      cmocka_unit_test(frost_and_rain_kill_without_a_roof), cmocka_unit_test(a_wasted_land_gives_no_shelter), cmocka_unit_test(days_of_dread_come_and_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
