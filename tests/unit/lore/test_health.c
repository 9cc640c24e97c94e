/* test_health.c - dying, mending, falling sick, carrying, by hand. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_health.h"
#include "support/near.h"

#define K (sp_constants_default())

static const sp_bed tended = {.care = 1.0, .shelter = 1.0, .temperature_c = 15.0};
static const sp_bed untended = {.care = 0.0, .shelter = 1.0, .temperature_c = 15.0};

static void care_and_carriage(void **state) {
  (void)state;
  near(sp_calc_care(K, 10, 400), 1.0, 1e-12); /* one to forty */
  near(sp_calc_care(K, 5, 400), 0.5, 1e-12);
  near(sp_calc_care(K, 0, 400), 0.0, 1e-12);
  near(sp_calc_care(K, 0, 0), 0.0, 1e-12);
  near(sp_calc_care(K, 3, 0), 1.0, 1e-12);
  near(sp_calc_care_left(K, 3, 100, 40), 0.5, 1e-12); /* 120 in all, 100 of their own: 20 for 40 prisoners */
  near(sp_calc_care_left(K, 3, 120, 40), 0.0, 1e-12);
  near(sp_calc_care_left(K, 3, 100, 20), 1.0, 1e-12);
  near(sp_calc_care_left(K, 0, -5, 20), 0.0, 1e-12);
  near(sp_calc_carriage_for_wounded(K, 25, 20), 60.0, 1e-9); /* 25 * 0.5 * 4 + 20 * 0.5 */
  near(sp_calc_carriage_for_wounded(K, -3, -1), 0.0, 1e-12);
  near(sp_calc_carriage_cleared(K, 25, 20), 100.0, 1e-9); /* 25 * 0.9 * 4 + 20 * 0.5 */
  near(sp_calc_carts_cleared(K, 25, 20, 80.0), 5.0, 1e-9);   /* 20 beyond 60, four to a cart */
  near(sp_calc_carts_cleared(K, 25, 20, 500.0), 10.0, 1e-9);
  near(sp_calc_carts_cleared(K, 25, 20, 30.0), 0.0, 1e-12);
  near(sp_calc_loading_min(K, 100, 4000, 1.0), 30.0, 1e-9);  /* 200 bearers, one an hour each */
  near(sp_calc_loading_min(K, 100, 4000, 0.0), 100.0, 1e-9);
  near(sp_calc_to_be_carried(K, 100, 40), 120.0, 1e-9);
  near(sp_calc_gathered_per_h(K, 4000, 1.0), 100.0, 1e-9); /* 200 bearers, one in two hours each */
  near(sp_calc_gathered_per_h(K, 4000, 0.0), 30.0, 1e-9);
}

/* -ln 0.75 = 0.28768 over a factor 1 - e^-3.75 = 0.97648, by 8 days: 0.036827 a day at first. */
static void wounds_kill_first_of_all(void **state) {
  (void)state;
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, 1.0, &tended), 0.036827, 1e-6);
  near(sp_calc_wound_fresh(K, 8.0), 0.36787944, 1e-8);
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, sp_calc_wound_fresh(K, 8.0), &tended), 0.013548, 1e-6);
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, 1.0, &untended), 0.055145, 1e-6); /* -ln 0.65 / 0.97648 / 8 */
  sp_bed cart = tended;
  cart.jolted = 1.0;
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, 1.0, &cart), 1.3 * 0.036827, 1e-6);
  sp_bed field = {.in_field = true, .temperature_c = 15.0, .shelter = 0.0};
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, 1.0, &field), 4.0 * 0.055145, 4e-6);
  sp_bed frost = {.care = 1.0, .shelter = 0.0, .temperature_c = -20.0}; /* 0.005 * 5 * 2 a day on top */
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, 1.0, &frost), 0.036827 + 0.05, 1e-6);
  frost.shelter = 1.0;
  near(sp_calc_death_per_day(K, SP_AILMENT_SERIOUS, 1.0, &frost), 0.036827, 1e-6);
  near(sp_calc_death_per_day(K, SP_AILMENT_SICK, 0.0, &tended), 0.12 / 14.0, 1e-9);
  near(sp_calc_death_per_day(K, SP_AILMENT_SICK, 0.0, &untended), 0.18 / 14.0, 1e-9);
}

static void they_rise_in_their_weeks(void **state) {
  (void)state;
  near(sp_calc_mend_per_day(K, SP_AILMENT_SERIOUS, 20.9), 0.0, 0.0);
  near(sp_calc_mend_per_day(K, SP_AILMENT_SERIOUS, 21.0), 0.0657882, 1e-6); /* ln 10 / 35 */
  near(sp_calc_mend_per_day(K, SP_AILMENT_LIGHT, 6.9), 0.0, 0.0);
  near(sp_calc_mend_per_day(K, SP_AILMENT_LIGHT, 7.0), 0.1644704, 1e-6); /* ln 10 / 14 */
  near(sp_calc_crippled_share(K, SP_AILMENT_SERIOUS, 1.0), 0.27, 1e-12);
  near(sp_calc_crippled_share(K, SP_AILMENT_SERIOUS, 0.0), 0.38, 1e-12);
  near(sp_calc_crippled_share(K, SP_AILMENT_LIGHT, 0.0), 0.0, 0.0);
}

static void add_up(const sp_course *x) { near(x->dead + x->back + x->crippled + x->lying, 1.0, 1e-9); }

/* The told shares: 25 dead, 20 crippled, 55 back of 100; without physicians 35, 25, 40. */
static void the_course_is_the_told_one(void **state) {
  (void)state;
  sp_course x = sp_calc_course(K, SP_AILMENT_SERIOUS, 30.0, &tended);
  near(x.dead, 0.25, 0.005);
  add_up(&x);
  x = sp_calc_course(K, SP_AILMENT_SERIOUS, 120.0, &tended);
  near(x.dead, 0.25, 0.01);
  near(x.crippled, 0.20, 0.01);
  near(x.back, 0.55, 0.01);
  add_up(&x);
  x = sp_calc_course(K, SP_AILMENT_SERIOUS, 120.0, &untended);
  near(x.dead, 0.35, 0.01);
  near(x.crippled, 0.25, 0.01);
  near(x.back, 0.40, 0.01);
  x = sp_calc_course(K, SP_AILMENT_SERIOUS, 56.0, &tended); /* nine of ten who live have left their beds */
  near(x.lying / (1.0 - x.dead), 0.1, 0.01);
  x = sp_calc_course(K, SP_AILMENT_LIGHT, 21.0, &untended);
  assert_true(x.back > 0.85 && x.dead < 0.03);
  x = sp_calc_course(K, SP_AILMENT_SICK, 200.0, &tended);
  near(x.dead, 0.12, 0.001);
  x = sp_calc_course(K, SP_AILMENT_SERIOUS, -5.0, &tended);
  near(x.lying, 1.0, 0.0);
}

static void worse_beds_are_never_better(void **state) {
  (void)state;
  double before = 0.0;
  for (int n = 10; n >= 0; n--) {
    sp_bed bed = {.care = 0.1 * n, .shelter = 0.5, .temperature_c = -12.0, .rain_mm_h = 4.0, .jolted = 0.5};
    sp_course x = sp_calc_course(K, SP_AILMENT_SERIOUS, 30.0, &bed);
    assert_true(x.dead > before);
    before = x.dead;
  }
  before = 0.0;
  for (int n = 10; n >= 0; n--) {
    sp_bed bed = {.care = 0.5, .shelter = 0.1 * n, .temperature_c = -15.0, .rain_mm_h = 4.0};
    double dead = sp_calc_course(K, SP_AILMENT_SERIOUS, 30.0, &bed).dead;
    assert_true(dead > before);
    before = dead;
  }
  before = 0.0;
  for (int n = 0; n <= 10; n++) {
    sp_bed bed = {.care = 0.5, .shelter = 0.8, .temperature_c = 10.0, .hunger = 0.1 * n};
    double dead = sp_calc_course(K, SP_AILMENT_SICK, 30.0, &bed).dead;
    assert_true(dead > before);
    before = dead;
  }
}

/* 0.0015 * (1 + 0.06 * 30 * 2 + 0) = 0.0069; 19 % in a month. */
static void camps_make_sick(void **state) {
  (void)state;
  sp_camp_air x = {.camp_days = 30.0, .men = 20000.0, .shelter = 0.6, .temperature_c = 15.0};
  near(sp_calc_sick_per_day(K, &x), 0.0069, 1e-9);
  x.fatigue = 1.0;
  near(sp_calc_sick_per_day(K, &x), 0.00915, 1e-9);
  x.hunger = 1.0; /* and 2 * 0.0015 for the starving */
  near(sp_calc_sick_per_day(K, &x), 0.01215, 1e-9);
  x = (sp_camp_air){.temperature_c = -20.0}; /* 0.0015 + 0.005 * 2 */
  near(sp_calc_sick_per_day(K, &x), 0.0115, 1e-9);
  x.shelter = 1.0;
  near(sp_calc_sick_per_day(K, &x), 0.0015, 1e-9);
  double before = 0.0;
  for (int days = 0; days <= 60; days += 10) {
    x = (sp_camp_air){.camp_days = days, .men = 5000.0, .temperature_c = 15.0};
    double now = sp_calc_sick_per_day(K, &x);
    assert_true(days > 40 ? now == before : now > before);
    before = now;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(care_and_carriage),          cmocka_unit_test(wounds_kill_first_of_all),    cmocka_unit_test(they_rise_in_their_weeks),
      cmocka_unit_test(the_course_is_the_told_one), cmocka_unit_test(worse_beds_are_never_better), cmocka_unit_test(camps_make_sick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
