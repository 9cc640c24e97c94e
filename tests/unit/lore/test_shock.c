/* test_shock.c - power and losses hand-to-hand; what a battle costs before anybody breaks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "model/constants.h"
#include "shapan/calc_battle.h"
#include "support/near.h"

#define K (sp_constants_default())

static sp_melee foot(double men) { return (sp_melee){.foot = men, .quality = 0.5, .order = 1}; }
static sp_melee horse(double men) { return (sp_melee){.horse = men, .quality = 0.5, .order = 1}; }

static double power(const sp_melee *own, const sp_melee *other) {
  return sp_calc_melee_power(K, own, other, SP_RELIEF_PLAIN);
}

static double hits(const sp_melee *own, const sp_melee *other) {
  return sp_calc_melee_hits_per_min(K, own, other, SP_RELIEF_PLAIN);
}

static void power_of_foot(void **state) {
  (void)state;
  sp_melee other = foot(1000), own = foot(1000);
  near(power(&own, &other), 1000, 1e-9);
  own.quality = 1;
  near(power(&own, &other), 2013.75, 0.01); /* exp 0.7 */
  own.quality = 0;
  near(power(&own, &other), 496.585, 0.01);
  own = foot(1000), own.order = 0;
  near(power(&own, &other), 450, 1e-9);
  own = foot(1000), own.fatigue = 1;
  near(power(&own, &other), 600, 1e-9);
  own = foot(1000), own.armour = 0.5;
  near(power(&own, &other), 1200, 1e-9);
  own = foot(1000), own.cover = 1;
  near(power(&own, &other), 1800, 1e-9);
  own = foot(1000), own.flanked = 1;
  near(power(&own, &other), 500, 1e-9);
  own = foot(1000), own.form = 0.6931471805599453;
  near(power(&own, &other), 2000, 1e-6);
  own = foot(1000), own.charging = true;
  near(power(&own, &other), 1100, 1e-9);
}

static void power_of_horse(void **state) {
  (void)state;
  sp_melee own = horse(100), mounted = horse(100), ordered = foot(500), loose = foot(500), works = foot(500);
  loose.order = 0.5, works.cover = 1;
  near(power(&own, &mounted), 220, 1e-9);
  near(power(&own, &ordered), 100, 1e-9);
  near(power(&own, &loose), 160, 1e-9);
  near(power(&own, &works), 40, 1e-9);
  near(sp_calc_melee_power(K, &own, &mounted, SP_RELIEF_HILLS), 132, 1e-9);
  near(sp_calc_melee_power(K, &own, &mounted, SP_RELIEF_MOUNTAIN), 77, 1e-9);
  own.charging = true;
  near(power(&own, &mounted), 297, 1e-9);
}

static void losses(void **state) {
  (void)state;
  sp_melee one = foot(1000), two = foot(2000), host = foot(100000), none = foot(0);
  near(hits(&one, &one), 1.9, 1e-12);
  near(hits(&one, &two), 1.9 * 1.23114, 1e-4); /* twice the power: 2 to the 0.3 */
  near(hits(&two, &one), 1.9 * 0.81225, 1e-4);
  near(hits(&one, &host), 3.8, 1e-12); /* bounded: no more than double */
  near(hits(&host, &one), 0.95, 1e-12);
  assert_true(hits(&one, &none) == 0.0 && hits(&none, &one) == 0.0);
  sp_melee open = foot(1000); /* struck in flank: half of its power, 1.8 times the blows that tell */
  open.flanked = 1;
  near(hits(&open, &one), 1.9 * 1.8 * 1.23114, 1e-4);
  sp_melee works = foot(1000);
  works.cover = 1;
  near(hits(&works, &one), 1.9 * 0.6 * 0.83834, 1e-4); /* 1.8 to the -0.3 */
}

/* Three to one costs the few hardly more than twice the share of the many's losses in men. */
static void odds_hardly_tell(void **state) {
  (void)state;
  for (double odds = 1; odds < 10; odds += 0.5) {
    sp_melee few = foot(1000), many = foot(1000 * odds);
    double exchange = hits(&few, &many) / hits(&many, &few);
    assert_true(exchange >= 1.0 - 1e-12 && exchange <= odds + 1e-12 && exchange <= 4.0);
  }
}

static void never_the_wrong_way(void **state) {
  (void)state;
  static const size_t saves[] = {offsetof(sp_melee, armour), offsetof(sp_melee, cover), offsetof(sp_melee, quality),
                                 offsetof(sp_melee, order), offsetof(sp_melee, form)};
  static const size_t costs[] = {offsetof(sp_melee, fatigue), offsetof(sp_melee, flanked)};
  for (int relief = 0; relief < SP_RELIEF_COUNT; relief++) {
    for (double riding = 0; riding <= 1; riding += 0.25) {
      sp_melee other = {.foot = 700, .horse = 300, .quality = 0.6, .order = 0.7, .armour = 0.4, .charging = true};
      sp_melee base = {.foot = 800 * (1 - riding), .horse = 800 * riding};
      for (size_t k = 0; k < 7; k++) {
        sp_melee own = base;
        double *field = (double *)((char *)&own + (k < 5 ? saves[k] : costs[k - 5]));
        for (double before = k < 5 ? 1e9 : 0, i = 0; i <= 20; i++, *field = i * 0.05) {
          double now = sp_calc_melee_hits_per_min(K, &own, &other, (sp_relief)relief);
          assert_true(k < 5 ? now <= before + 1e-12 : now >= before - 1e-12);
          before = now;
        }
      }
    }
  }
}

/* Before anybody breaks: 12,000 a side on 2.5 km, all in line. Standing at 80 m for three quarters of the time under
 * shot and guns, hand-to-hand for the rest: between 3 and 5 % an hour, so that four hours cost 12 to 20 %. Judged before
 * calibration it was 1.5 to 3 % and 6 to 12 %; the calibrated values give some 3.6 and 14 %, and that claim does not hold.
 * History allows it only as an upper end, nobody in reserve and nobody letting go: the winners of the calibration battles
 * lost 8 % at the median and a quarter of them more than 15 %. */
static void what_a_battle_costs(void **state) {
  (void)state;
  sp_fire fire = {.shot = 4800, .bow = 2400, .light_guns = 24, .heavy_guns = 6, .range_m = 80, .quality = 0.5,
                  .order = 0.8, .light = 1, .smoke = 0.4, .powder = 1, .target_armour = 0.33, .target_density = 4.8};
  double standing = sp_calc_fire_hits_per_min(K, &fire, NULL) * 60.0;
  sp_melee line = {.foot = 10000, .horse = 2000, .quality = 0.5, .order = 0.8, .fatigue = 0.3, .armour = 0.33};
  double hewing = hits(&line, &line) * 60.0;
  /* times in and out of hand-to-hand: pressing 0.12 per five minutes at full order, apart 4 an hour */
  double press_per_h = 12.0 * sp_calc_press(K, 1, 0.8, 0.5, 0, true);
  double in_it = press_per_h / (press_per_h + K->fight_draw_apart_per_h);
  assert_true(in_it > 0.15 && in_it < 0.35);
  double share_per_h = (standing * (1.0 - in_it) + hewing * in_it) / 12000.0;
  if (!(share_per_h > 0.03 && share_per_h < 0.05)) fail_msg("%.4f of the men an hour", share_per_h);
  assert_true(share_per_h * 4.0 > 0.12 && share_per_h * 4.0 < 0.2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(power_of_foot),    cmocka_unit_test(power_of_horse),      cmocka_unit_test(losses),
      cmocka_unit_test(odds_hardly_tell), cmocka_unit_test(never_the_wrong_way), cmocka_unit_test(what_a_battle_costs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
