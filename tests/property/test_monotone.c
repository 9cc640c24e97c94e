/* What ought to help never hurts, at equal dice: armour, order, dry weather; and a chase is the same by ticks of any length.
 * In the first step of a fight the dice meet states that differ in one thing alone; later both runs go their own ways.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/rules.h"
#include "support/lab.h"
#include "world/battle.h"

enum { SEEDS = 40, STEPS = 6 };

typedef struct meeting {
  sp_troop_class blue; /* class of the men who hold */
  double order;        /* theirs */
  double rain_mm_h;
} meeting;

/* Red attacks, blue holds 300 m off; all is ready and the sides are at each other in one tick. */
static sp_world *meet(const meeting *m, uint64_t seed) {
  sp_lab lab = sp_lab_open(6.0, 5);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 300.0, 0.0);
  sp_lab_road(&lab, "west", "east", 300.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  for (int n = 0; n < 2; n++) {
    const char *id = n ? "blue0" : "red0";
    sp_lab_formation(&lab, id, n ? "blue" : "red", NULL, n ? "east" : "west");
    for (int a = 0; a < 2; a++) {
      sp_strength_def men = SP_STRENGTH_DEF_INIT;
      men.formation = id;
      men.arm = a ? SP_ARM_SHOT : SP_ARM_SPEAR;
      men.troop_class = n ? m->blue : SP_CLASS_LINE;
      men.count[SP_RANK_SOLDIER] = 2000;
      assert_int_equal(sp_scenario_add_strength(lab.scenario, &men), SP_OK);
    }
  }
  if (m->rain_mm_h > 0.0) sp_lab_rain(&lab, 0.0, 6.0, m->rain_mm_h);
  sp_lab_order(&lab, "day 1 06:00 red0 to red0: attack the enemy at east");
  sp_lab_order(&lab, "day 1 06:00 blue0 to blue0: hold east");
  sp_world *w = sp_lab_war(&lab, seed);
  int32_t blue = sp_world_formation_row(w, sp_lab_key(w, "blue0"));
  for (int n = 0; n < 40 && w->combat.engagement[blue] < 0; n++) assert_int_equal(sp_world_step(w), SP_OK);
  int32_t e = w->combat.engagement[blue];
  assert_true(e >= 0);
  w->formation.order[blue] = m->order;
  for (int32_t f = 0; f < 2; f++) w->combat.deployed[f] = 1.0;
  for (int s = 0; s < 3; s++) w->engagement.gap_m[e * 3 + s] = 60.0;
  return w;
}

static void fight(sp_world *w, int steps) {
  for (int n = 0; n < steps; n++) {
    sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = w->head->minute, .to = w->head->minute + 5, .dt_min = 5.0, .dice = {.seed = w->head->seed, .tick = (uint32_t)w->head->tick}};
    sp_rule_fight(&t);
    w->head->minute += 5;
    w->head->tick++;
  }
}

static int32_t fallen(const sp_world *w, const char *id) {
  int32_t f = sp_world_formation_row(w, sp_lab_key(w, id));
  return 4000 - sp_men_of(w, f);
}

static void more_armour_never_more_dead(void **state) {
  (void)state;
  int32_t sum[2] = {0, 0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    int32_t one[2], many[2];
    for (int a = 0; a < 2; a++) {
      meeting m = {.blue = a ? SP_CLASS_ARMOURED : SP_CLASS_LINE, .order = 1.0};
      sp_world *w = meet(&m, seed);
      fight(w, 1);
      one[a] = fallen(w, "blue0");
      fight(w, STEPS);
      many[a] = fallen(w, "blue0");
      sum[a] += many[a];
      sp_lab_close(w);
    }
    assert_true(one[1] <= one[0]);
  }
  assert_true(sum[0] > 100 && sum[1] < sum[0]);
}

static void rain_never_helps_matchlocks(void **state) {
  (void)state;
  int32_t sum[3] = {0, 0, 0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    int32_t one[3];
    for (int r = 0; r < 3; r++) {
      meeting m = {.blue = SP_CLASS_LINE, .order = 1.0, .rain_mm_h = 4.0 * r};
      sp_world *w = meet(&m, seed);
      for (int f = 0; f < 2; f++) w->formation.order[f] = 1.0; /* whatever mud did to them on the way */
      w->constants.morale_press = 0.05;
      fight(w, 1);
      one[r] = fallen(w, "red0");
      sum[r] += one[r];
      sp_lab_close(w);
    }
    assert_true(one[1] <= one[0] && one[2] <= one[1]);
  }
  assert_true(sum[2] < sum[0]);
}

/* Up to the first break the dice are the same, and the less orderly body's hazard is the higher in every step. */
static void higher_order_never_breaks_sooner(void **state) {
  (void)state;
  int32_t sooner = 0, broke = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    int first[2] = {99, 99};
    for (int a = 0; a < 2; a++) {
      meeting m = {.blue = SP_CLASS_LINE, .order = a ? 0.9 : 0.3};
      sp_world *w = meet(&m, seed);
      w->constants.morale_break_per_h = 0.03;
      w->constants.fight_order_per_loss = 1.0;
      int32_t blue = sp_world_formation_row(w, sp_lab_key(w, "blue0"));
      w->constants.morale_press = 0.05; /* hand to hand order is power too, and runs part */
      w->constants.morale_press_unasked = 0.05;
      for (int n = 0; n < 36 && w->combat.engagement[blue] >= 0; n++) {
        fight(w, 1);
        if (w->combat.stance[blue] != SP_BROKEN) continue;
        first[a] = n;
        break;
      }
      sp_lab_close(w);
    }
    broke += first[0] < 99;
    sooner += first[1] < first[0];
  }
  assert_true(broke > 5);
  assert_int_equal(sooner, 0);
}

/* 6,000 broken foot, so many horse after them: who is cut down or taken in two hours. */
static int32_t run_down(int32_t tick_min, int32_t horse, uint64_t seed) {
  sp_lab lab = sp_lab_open(4.0, tick_min);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "field", 0.0, 0.0);
  sp_lab_place(&lab, "home", -30000.0, 0.0);
  sp_lab_place(&lab, "knoll", 300.0, 0.0);
  sp_lab_road(&lab, "home", "field", 30000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "field", "knoll", 300.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "foot", "blue", NULL, "field");
  sp_lab_strength(&lab, "foot", SP_ARM_SPEAR, 6000);
  sp_lab_formation(&lab, "horse", "red", NULL, "knoll");
  sp_lab_strength(&lab, "horse", SP_ARM_HORSE, horse);
  sp_lab_strength(&lab, "horse", SP_ARM_MOUNT, horse);
  sp_world *w = sp_lab_war(&lab, seed);
  w->constants.rout_luck_sigma = 0.0;
  w->constants.pursuit_loot_per_h = 0.15;
  int32_t f = sp_world_formation_row(w, sp_lab_key(w, "foot")), p = sp_world_formation_row(w, sp_lab_key(w, "horse"));
  w->combat.stance[f] = SP_BROKEN;
  w->combat.since[f] = w->head->minute;
  w->combat.broken_by[f] = w->formation.key[p];
  w->combat.posture[p] = SP_POSTURE_ATTACK;
  sp_minute until = w->head->minute + 120;
  while (w->head->minute < until) assert_int_equal(sp_world_step(w), SP_OK);
  int32_t taken = w->combat.chase_cut[p] + w->combat.chase_taken[p];
  sp_lab_close(w);
  return taken;
}

/* Near the same by 5, 15 and 30 minutes. */
static void a_chase_agrees_over_tick_lengths(void **state) {
  (void)state;
  static const int32_t tick[3] = {5, 15, 30};
  double sum[3] = {0.0, 0.0, 0.0};
  for (uint64_t seed = 1; seed <= 12; seed++)
    for (int n = 0; n < 3; n++) sum[n] += run_down(tick[n], 2000, seed);
  assert_true(sum[0] > 12.0 * 200.0);
  for (int n = 1; n < 3; n++) {
    if (sum[n] < 0.7 * sum[0] || sum[n] > 1.3 * sum[0]) fail_msg("ticks of %d min: %g overtaken, of 5 min: %g", (int)tick[n], sum[n], sum[0]);
  }
}

/* More horse overtake more, but each of them fewer, and together never more than there are. */
static void more_horse_overtake_more(void **state) {
  (void)state;
  static const int32_t horse[4] = {250, 1000, 3000, 6000};
  double before = 0.0, each = 1e9;
  for (int n = 0; n < 4; n++) {
    double sum = 0.0;
    for (uint64_t seed = 1; seed <= 6; seed++) sum += run_down(15, horse[n], seed);
    assert_true(sum > before && sum / horse[n] < each && sum < 6.0 * 6000.0);
    before = sum;
    each = sum / horse[n];
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(more_armour_never_more_dead),
      cmocka_unit_test(rain_never_helps_matchlocks),
      cmocka_unit_test(higher_order_never_breaks_sooner),
      cmocka_unit_test(a_chase_agrees_over_tick_lengths),
      cmocka_unit_test(more_horse_overtake_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
