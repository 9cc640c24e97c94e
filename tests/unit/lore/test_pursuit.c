/* test_pursuit.c - overtaking, fate, scattering, wind, loot, captives, standing again.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_battle.h"
#include "support/near.h"

#define K (sp_constants_default())

/* The chase that the rates of the table are for. Its factors as against the best of chases: wind 1 - 0.5 * 0.25 = 0.875 makes 1 - 0.9 * 0.125
 * = 0.8875, mud 0.1 makes 0.96, order 0.7 makes 0.88, caution 0.5 makes 0.7, half shed 0.825, rolling 0.8, fields 0.7. */
static sp_chase usual_chase(double foot, double horse) {
  return (sp_chase){.fugitives_foot = foot, .fugitives_horse = horse, .wind = 0.875, .light = 1, .mud = 0.1, .order = 0.7, .caution = 0.5, .shed = 0.5, .relief = SP_RELIEF_ROLLING, .cover = SP_COVER_MIXED};
}

/* Fresh horse in order, a bold chief, an open plain, a dry day, fugitives who carry everything. */
static sp_chase good_day(double foot, double horse) {
  return (sp_chase){.fugitives_foot = foot, .fugitives_horse = horse, .wind = 1, .light = 1, .order = 1};
}

static double overtaken(const sp_chase *chase) { return sp_calc_overtaken_per_h(K, chase); }

static void who_is_overtaken(void **state) {
  (void)state;
  sp_chase c = usual_chase(6000, 0);
  c.pursuers_horse = 6000; /* one to each: what the table says */
  near(overtaken(&c), 0.55, 1e-12);
  c.pursuers_horse = 1e9; /* more are in each other's way */
  near(overtaken(&c), 0.55, 1e-12);
  c.pursuers_horse = 2000; /* 0.55 * 3 / 3 / (0.55 * 2 / 3 + 3 / 3) */
  near(overtaken(&c), 0.55 / (0.55 * 2 / 3 + 1), 1e-12);
  c.pursuers_horse = 20; /* a handful: each deals with three, and no more */
  near(overtaken(&c) * 6000, 60, 1.1);
  c = usual_chase(6000, 0), c.pursuers_foot = 6000;
  near(overtaken(&c), 0.08, 1e-12);
  c.pursuers_foot = 1500; /* 0.08 * 1 * 0.25 / (0.08 * 0.75 + 0.25) */
  near(overtaken(&c), 0.02 / 0.31, 1e-12);
  c.pursuers_horse = 2000; /* both */
  near(overtaken(&c), 0.02 / 0.31 + 0.55 / (0.55 * 2 / 3 + 1), 1e-12);
  c = usual_chase(0, 1000), c.pursuers_horse = 1000;
  near(overtaken(&c), 0.18, 1e-12);
  c = usual_chase(500, 500), c.pursuers_horse = 1000; /* half of 0.55, half of 0.18 */
  near(overtaken(&c), 0.365, 1e-12);
  c = usual_chase(0, 1000), c.pursuers_foot = 1e9;
  near(overtaken(&c), 0.01, 1e-12);
  c = usual_chase(0, 0), c.pursuers_horse = 1000;
  assert_true(overtaken(&c) == 0.0);
  c = usual_chase(1000, 0);
  assert_true(overtaken(&c) == 0.0);
}

/* Chases worked out by hand, horse one to one after foot: the factor on 0.55 an hour. */
static void usual_and_unusual(void **state) {
  (void)state;
  const struct { const char *what; double wind, light, rain, mud, order, caution, shed, cut_off; sp_relief relief; sp_cover cover; double factor; } row[] = {
      {"usual", 0.875, 1, 0, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 1.0},
      {"fresh horse", 1, 1, 0, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 1.0 / 0.8875},
      {"nearly blown", 0.2, 1, 0, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 0.28 / 0.8875},
      {"night", 0.875, 0, 0, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 0.2},
      {"bottomless", 0.875, 1, 0, 1, 0.7, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 0.6 / 0.96},
      {"downpour", 0.875, 1, 20, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 0.8},
      {"a mob", 0.875, 1, 0, 0.1, 0, 0.5, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 0.6 / 0.88},
      {"a bold chief", 0.875, 1, 0, 0.1, 0.7, 0, 0.5, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 1.0 / 0.7},
      {"arms kept", 0.875, 1, 0, 0.1, 0.7, 0.5, 0, 0, SP_RELIEF_ROLLING, SP_COVER_MIXED, 1.0 / 0.825},
      {"nowhere to go", 0.875, 1, 0, 0.1, 0.7, 0.5, 0.5, 1, SP_RELIEF_ROLLING, SP_COVER_MIXED, 2.0},
      {"open plain", 0.875, 1, 0, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_PLAIN, SP_COVER_OPEN, 1.0 / 0.56},
      {"wooded hills", 0.875, 1, 0, 0.1, 0.7, 0.5, 0.5, 0, SP_RELIEF_HILLS, SP_COVER_WOOD, 0.21 / 0.56},
      {"the best", 1, 1, 0, 0, 1, 0, 0, 0, SP_RELIEF_PLAIN, SP_COVER_OPEN, 4.1241811},
      {"rain on a post road", 0.875, 1, 20, 0.6, 0.7, 0.5, 1, 0, SP_RELIEF_PLAIN, SP_COVER_OPEN, 0.8 * 0.76 / 0.96 * 0.65 / 0.825 / 0.56},
  };
  for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
    sp_chase c = {.fugitives_foot = 900, .pursuers_horse = 900, .wind = row[n].wind, .light = row[n].light, .rain_mm_h = row[n].rain, .mud = row[n].mud, .order = row[n].order,
                  .caution = row[n].caution, .shed = row[n].shed, .cut_off = row[n].cut_off, .relief = row[n].relief, .cover = row[n].cover};
    if (fabs(overtaken(&c) - 0.55 * row[n].factor) > 1e-6) fail_msg("%s: %.8f an hour is not %.8f", row[n].what, overtaken(&c), 0.55 * row[n].factor);
    assert_true(sp_hazard(overtaken(&c), 24.0) <= 1.0); /* never more than all */
  }
}

/* The terms that explain shows are those that are multiplied; in a usual chase all are 1, whatever the constants are. */
static void terms_make_the_rate(void **state) {
  (void)state;
  sp_constants own = *K;
  double part[SP_CATCH_PARTS];
  for (int n = 0; n < 2; n++) {
    sp_chase c = usual_chase(700, 100);
    c.pursuers_horse = 300, c.pursuers_foot = 90;
    c.wind = 1.0 - own.pursuit_usual_h * own.pursuit_wind_horse_per_h, c.mud = own.pursuit_usual_mud, c.order = own.pursuit_usual_order, c.shed = own.pursuit_usual_shed;
    double rate = sp_calc_overtaken_parts(&own, &c, part);
    for (int p = SP_CATCH_WIND; p < SP_CATCH_PARTS; p++) near(part[p], 1.0, 1e-12);
    near(rate, part[SP_CATCH_BY_HORSE] + part[SP_CATCH_BY_FOOT], 1e-12);
    own.pursuit_blown = 0.25, own.pursuit_caution = 0.9, own.pursuit_shed = 0.6, own.pursuit_no_order = 0.35, own.pursuit_mixed = 0.5, own.pursuit_hills = 0.35, own.pursuit_mud = 0.35;
    own.pursuit_usual_h = 1.0, own.pursuit_usual_mud = 0.2, own.pursuit_usual_order = 0.5, own.pursuit_usual_shed = 0.75;
  }
  sp_chase c = good_day(700, 100);
  c.pursuers_horse = 300, c.pursuers_foot = 90, c.light = 0.05, c.rain_mm_h = 5, c.mud = 0.4, c.cut_off = 1;
  double product = 1.0, rate = sp_calc_overtaken_parts(K, &c, part);
  for (int p = SP_CATCH_WIND; p < SP_CATCH_PARTS; p++) product *= part[p];
  near(rate, product * (part[SP_CATCH_BY_HORSE] + part[SP_CATCH_BY_FOOT]), 1e-12);
  near(rate, overtaken(&c), 1e-15);
}

/* More pursuers never overtake fewer, nor does each of few deal with more than his; under any constants. */
static void numbers_tell(void **state) {
  (void)state;
  sp_constants own = *K;
  static const double usual[] = {0.3, 0.55, 0.8}, each[] = {0.5, 0.8, 3, 6};
  for (size_t u = 0; u < 3; u++) {
    for (size_t e = 0; e < 4; e++) {
      own.pursuit_horse_foot_per_h = usual[u], own.pursuit_deals_horse_per_h = each[e];
      sp_chase c = usual_chase(1000, 0);
      double before = 0.0;
      for (int n = 0; n <= 60; n++) {
        c.pursuers_horse = 25.0 * n;
        double now = sp_calc_overtaken_per_h(&own, &c);
        assert_true(now >= before && now <= usual[u] + 1e-12);
        if (each[e] >= usual[u]) assert_true(now * 1000.0 <= each[e] * c.pursuers_horse + 1e-9);
        before = now;
      }
      near(before, usual[u], 1e-12);
    }
  }
}

static void what_hinders(void **state) {
  (void)state;
  sp_chase base = good_day(1000, 0);
  base.pursuers_horse = 1000;
  double best = overtaken(&base);
  sp_chase c = base;
  c.light = 0;
  near(overtaken(&c), best * 0.2, 1e-12);
  c = base, c.wind = 0;
  near(overtaken(&c), best * 0.1, 1e-12);
  c = base, c.cover = SP_COVER_WOOD;
  near(overtaken(&c), best * 0.35, 1e-12);
  c = base, c.cover = SP_COVER_MIXED;
  near(overtaken(&c), best * 0.7, 1e-12);
  c = base, c.cover = SP_COVER_MARSH, c.relief = SP_RELIEF_HILLS;
  near(overtaken(&c), best * 0.4 * 0.6, 1e-12);
  c = base, c.relief = SP_RELIEF_MOUNTAIN;
  near(overtaken(&c), best * 0.35, 1e-12);
  c = base, c.relief = SP_RELIEF_ROLLING;
  near(overtaken(&c), best * 0.8, 1e-12);
  c = base, c.mud = 0.5;
  near(overtaken(&c), best * 0.8, 1e-12);
  c = base, c.rain_mm_h = 20;
  near(overtaken(&c), best * 0.8, 1e-12);
  c = base, c.caution = 1;
  near(overtaken(&c), best * 0.4, 1e-12);
  c = base, c.order = 0;
  near(overtaken(&c), best * 0.6, 1e-12);
  c = base, c.shed = 1;
  near(overtaken(&c), best * 0.65, 1e-12);
  c = base, c.cut_off = 1;
  near(overtaken(&c), best * 2, 1e-12);
}

static void never_the_wrong_way(void **state) {
  (void)state;
  static const size_t hinders[] = {offsetof(sp_chase, rain_mm_h), offsetof(sp_chase, mud), offsetof(sp_chase, caution),
                                   offsetof(sp_chase, shed)};
  static const size_t helps[] = {offsetof(sp_chase, wind), offsetof(sp_chase, light), offsetof(sp_chase, order),
                                 offsetof(sp_chase, cut_off), offsetof(sp_chase, pursuers_foot),
                                 offsetof(sp_chase, pursuers_horse)};
  for (size_t k = 0; k < 10; k++) {
    sp_chase c = {.fugitives_foot = 30, .fugitives_horse = 10, .pursuers_foot = 1, .pursuers_horse = 1, .wind = 0.1,
                  .order = 0.1, .light = 0.1};
    double *field = (double *)((char *)&c + (k < 4 ? hinders[k] : helps[k - 4]));
    double before = overtaken(&c);
    for (int i = 0; i < 30; i++) {
      *field += 0.1;
      double now = overtaken(&c);
      assert_true(k < 4 ? now <= before : now >= before);
      before = now;
    }
  }
}

static void fate(void **state) {
  (void)state;
  double dead, taken;
  sp_calc_overtaken_fate(K, 0, 0, 0, 0, &dead, &taken); /* 0.65 dealt with, three of ten die */
  near(dead, 0.195, 1e-12);
  near(taken, 0.455, 1e-12);
  sp_calc_overtaken_fate(K, 1, 0, 0, 0, &dead, &taken); /* 1 - 0.4375, three of four */
  near(dead, 0.421875, 1e-12);
  near(taken, 0.140625, 1e-12);
  sp_calc_overtaken_fate(K, 2, 1, 0, 0, &dead, &taken);
  near(dead, 0.65 * 0.084, 1e-12);
  sp_calc_overtaken_fate(K, 0, 1, 0, 0, &dead, &taken);
  near(dead, 0.65 * 0.21, 1e-12);
  sp_calc_overtaken_fate(K, 0, 0, 1, 0, &dead, &taken); /* horse: 0.35 * 0.6 slip off */
  near(dead + taken, 0.79, 1e-12);
  sp_calc_overtaken_fate(K, 0, 0, 0, 1, &dead, &taken); /* nowhere to go: 0.35 * 0.4 */
  near(dead + taken, 0.86, 1e-12);
  for (int32_t quarter = 0; quarter < 3; quarter++) {
    for (int i = 0; i < 27; i++) {
      double shed = (i % 3) * 0.5, horse = (i / 3 % 3) * 0.5, cut_off = (i / 9) * 0.5;
      sp_calc_overtaken_fate(K, quarter, shed, horse, cut_off, &dead, &taken);
      assert_true(dead > 0.0 && taken > 0.0 && dead + taken <= 1.0);
      double to_one = quarter == 1 ? dead / taken : taken / dead;
      assert_true(quarter == 0 ? to_one > 2.0 && to_one < 4.0 : quarter == 1 ? to_one > 2.5 && to_one < 3.5 : to_one > 7);
    }
  }
}

/* What is left after an hour does not depend on the steps. */
static void steps_agree(void **state) {
  (void)state;
  sp_chase c = good_day(5000, 500);
  c.pursuers_horse = 1500, c.pursuers_foot = 3000;
  double rate = overtaken(&c), left = 1.0;
  for (int i = 0; i < 12; i++) left *= 1.0 - sp_hazard(rate, 5.0 / 60.0);
  near(left, 1.0 - sp_hazard(rate, 1.0), 1e-12);
}

static void fugitives(void **state) {
  (void)state;
  near(sp_calc_scatter_per_h(K, SP_RELIEF_PLAIN, SP_COVER_OPEN, 1, 0), 0.04, 1e-12);
  near(sp_calc_scatter_per_h(K, SP_RELIEF_PLAIN, SP_COVER_OPEN, 0, 1), 0.04 * 2.5 * 2, 1e-12);
  near(sp_calc_scatter_per_h(K, SP_RELIEF_HILLS, SP_COVER_WOOD, 1, 0), 0.04 * 3.4, 1e-12);
  near(sp_calc_scatter_per_h(K, SP_RELIEF_MOUNTAIN, SP_COVER_MIXED, 1, 0), 0.04 * 4.0, 1e-12);
  near(sp_calc_flight_pace(K, 0, 0), 1.1, 1e-12);
  near(sp_calc_flight_pace(K, 1, 1), 1.1 * 1.35 * 1.2, 1e-12);
}

static void pursuers(void **state) {
  (void)state;
  near(sp_calc_wind_per_h(K, 1, 0, 0), 0.25, 1e-12);
  near(sp_calc_wind_per_h(K, 0, 0, 0), 0.35, 1e-12);
  near(sp_calc_wind_per_h(K, 1, 1, 0.5), 0.75, 1e-12);
  near(sp_calc_stop_for_loot_per_h(K, 0.5, 0, 1), 0.35, 1e-12);
  near(sp_calc_stop_for_loot_per_h(K, 0.5, 1, 1), 1.05, 1e-12); /* 0.35 * (1 + 2) */
  near(sp_calc_stop_for_loot_per_h(K, 1, 0, 1), 0.35 * 2.71828, 1e-5);
  near(sp_calc_stop_for_loot_per_h(K, 0.5, 0, 0), 1.05, 1e-12);
}

static void who_is_found(void **state) {
  (void)state;
  sp_hiding x = {.men = 600, .searchers = 600, .light = 1.0};
  near(sp_calc_found_per_h(K, &x), 0.12 * 0.5 / 0.62, 1e-12); /* they could deal with half of them in an hour */
  x.searchers = 1e9;
  near(sp_calc_found_per_h(K, &x), 0.12, 1e-6);
  x.relief = SP_RELIEF_HILLS;
  near(sp_calc_found_per_h(K, &x), 0.018, 1e-6);
  x.cover = SP_COVER_WOOD;
  near(sp_calc_found_per_h(K, &x), 0.0045, 1e-6);
  x = (sp_hiding){.men = 600, .searchers = 1e9, .hours = 8.0, .light = 1.0};
  near(sp_calc_found_per_h(K, &x), 0.12 * 0.36787944, 1e-6);
  x.searchers = 0.0;
  assert_true(sp_calc_found_per_h(K, &x) == 0.0);
  for (int n = 1; n < 50; n++) { /* more searchers find no fewer, later no more */
    sp_hiding a = {.men = 600, .searchers = 40.0 * (n - 1), .light = 0.7, .hours = 1.0}, b = a, c = a;
    b.searchers += 40.0;
    c.hours += 1.0;
    assert_true(sp_calc_found_per_h(K, &b) >= sp_calc_found_per_h(K, &a));
    assert_true(sp_calc_found_per_h(K, &c) <= sp_calc_found_per_h(K, &a));
  }
}

static void captives(void **state) {
  (void)state;
  near(sp_calc_guards_wanted(K, 600, false), 100, 1e-12);
  near(sp_calc_guards_wanted(K, 600, true), 40, 1e-12);
  near(sp_calc_escape_per_h(K, 600, 100, 1, false), 0.0007, 1e-12);
  near(sp_calc_escape_per_h(K, 600, 1000, 1, false), 0.0007, 1e-12); /* more guards than wanted are no better */
  near(sp_calc_escape_per_h(K, 600, 50, 1, false), 0.0007 + 0.4 / 4, 1e-12);
  near(sp_calc_escape_per_h(K, 600, 100, 0, true), 0.0007 * 3 * 2, 1e-12);
  assert_true(sp_calc_escape_per_h(K, 0, 0, 0, true) == 0.0);
  for (int guards = 1; guards <= 120; guards++) {
    assert_true(sp_calc_escape_per_h(K, 600, guards, 0.5, true) <= sp_calc_escape_per_h(K, 600, guards - 1, 0.5, true));
  }
}

static void standing_again(void **state) {
  (void)state;
  assert_true(sp_calc_rally_per_h(K, 1, 1, 0, 0.9, 1) == 0.0);
  near(sp_calc_rally_per_h(K, 0.5, 0.5, 0, 4, 0), 0.15, 1e-12);
  near(sp_calc_rally_per_h(K, 0.5, 0.5, 0, 2.5, 0), 0.075, 1e-12);
  near(sp_calc_rally_per_h(K, 0.5, 0.5, 1, 9, 0), 0.0075, 1e-12);
  near(sp_calc_rally_per_h(K, 1, 0.5, 0, 9, 1), 0.3 * 2.45960, 1e-5); /* exp 0.9 */
  near(sp_calc_rally_per_h(K, 0.5, 1, 0, 9, 0), 0.15 * 1.82212, 1e-5); /* exp 0.6 */
  near(sp_calc_rally_back_share(K, 0, 0), 0.55, 1e-12);
  near(sp_calc_rally_back_share(K, 0, 1), 0.25, 1e-12);
  near(sp_calc_rally_back_share(K, 1, 1), 0.7, 1e-12);
  near(sp_calc_rally_back_share(K, 0.5, 0.5), 0.55, 1e-12); /* half of 0.4 and of 0.7 */
  near(sp_hazard(sp_calc_rally_back_per_h(K), 48), 0.5, 1e-12); /* half in two days */
  near(sp_calc_rally_willing_share(K, 0.55, 0), 0.55, 1e-12);
  near(sp_calc_rally_willing_share(K, 0.55, 48), 0.275 / 0.725, 1e-12); /* half of the willing are back: 27.5 of 72.5 remain so */
  assert_true(sp_calc_rally_willing_share(K, 0, 5) == 0.0);
  near(sp_calc_rally_willing_share(K, 1, 5), 1.0, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_is_overtaken), cmocka_unit_test(what_hinders), cmocka_unit_test(never_the_wrong_way),
      cmocka_unit_test(fate),             cmocka_unit_test(steps_agree),  cmocka_unit_test(fugitives),
      cmocka_unit_test(pursuers),         cmocka_unit_test(captives),     cmocka_unit_test(standing_again),
      cmocka_unit_test(who_is_found),      cmocka_unit_test(usual_and_unusual), cmocka_unit_test(terms_make_the_rate),
      cmocka_unit_test(numbers_tell),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
