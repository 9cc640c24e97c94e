/* test_breaking.c - the hazard of breaking and its causes; giving up; pressing.
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

static sp_stress fresh(void) { return (sp_stress){.quality = 0.5, .leader_skill = 0.5, .order = 1, .size = 1000}; }

/* An average brigade after two or three hours of ordinary contact. */
static sp_stress ordinary(void) {
  sp_stress s = {.recent_loss = 0.025, .total_loss = 0.06, .unanswered = 0.002, .no_reserve = 0.3, .fatigue = 0.45,
                 .pressed = 0.2, .order = 0.75, .quality = 0.5, .leader_skill = 0.5, .size = 2000};
  return s;
}

static double hazard(const sp_stress *s) { return sp_calc_break_per_h(K, s, NULL); }

static void by_hand(void **state) {
  (void)state;
  sp_stress s = fresh();
  near(hazard(&s), 0.014, 1e-12);
  s.recent_loss = 0.1, s.total_loss = 0.1; /* 0.6 + 0.23 */
  near(hazard(&s), 0.014 * 2.29332, 1e-6);
  s = fresh(), s.flank = 1;
  near(hazard(&s), 0.014 * 8.16617, 1e-6); /* exp 2.1 */
  s = fresh(), s.leader = 0.5;
  near(hazard(&s), 0.014 * 2.45960, 1e-6); /* exp 0.9 */
  s = fresh(), s.quality = 1;
  near(hazard(&s), 0.014 / 4.05520, 1e-6); /* exp 1.4 */
  s = fresh(), s.quality = 0;
  near(hazard(&s), 0.014 * 4.05520, 1e-6);
  s = fresh(), s.order = 0;
  near(hazard(&s), 0.014 * 4.95303, 1e-6); /* exp 1.6 */
  s = fresh(), s.form = 0.5, s.works = 0.5;
  near(hazard(&s), 0.014 / 2.71828, 1e-6);
  s = fresh(), s.size = 2718.281828; /* an e-fold */
  near(hazard(&s), 0.014 * 0.860708, 1e-6);
}

/* Two of four days among ruins: half of 0.3; never more than the whole. It is nobody's cause, and stands among what holds. */
static void dread_by_hand(void **state) {
  (void)state;
  sp_stress s = fresh();
  s.waste_days = 2.0;
  near(hazard(&s), 0.014 * 1.161834, 1e-7); /* exp 0.15 */
  double term[SP_STRESS_TERMS], held[SP_HOLD_TERMS];
  (void)sp_calc_break_per_h(K, &s, term);
  near(term[0], 0.15, 1e-12);
  near(sp_calc_break_held(K, &s, held), 0.15, 1e-12);
  near(held[SP_HOLD_DREAD], 0.15, 1e-12);
  s.waste_days = 40.0;
  near(hazard(&s), 0.014 * 1.349859, 1e-7);
}

/* Wholly pressed, and no quarter to be had: 0.3 in the exponent; half pressed half of it; in no straits, or not knowing, nothing. */
static void no_quarter_by_hand(void **state) {
  (void)state;
  sp_stress s = {.pressed = 1.0, .quality = 0.5, .leader_skill = 0.5, .order = 0.8, .size = 1000.0}, knows = s;
  knows.no_quarter = 1.0;
  near(sp_calc_break_per_h(K, &knows, NULL) / sp_calc_break_per_h(K, &s, NULL), sp_exp(-0.3), 1e-12);
  s.pressed = knows.pressed = 0.0;
  near(sp_calc_break_per_h(K, &knows, NULL), sp_calc_break_per_h(K, &s, NULL), 1e-15);
  s.flank = knows.flank = 0.5;
  near(sp_calc_break_per_h(K, &knows, NULL) / sp_calc_break_per_h(K, &s, NULL), sp_exp(-0.15), 1e-12);
  double term[SP_HOLD_TERMS];
  (void)sp_calc_break_held(K, &knows, term);
  near(term[SP_HOLD_NO_QUARTER], -0.15, 1e-12);
}

static void ordinary_contact(void **state) {
  (void)state;
  sp_stress s = ordinary();
  double quiet = hazard(&s);
  /* losses 0.288, unanswered 0.03, no reserve 0.15, weary 0.36, pressed 0.28, order 0.4, size -0.10397: 1.40403 */
  near(quiet, 0.014 * 4.07157, 1e-6);
  assert_true(quiet > 0.04 && quiet < 0.06);
  s.flank = 0.5, s.neighbours = 0.5;
  assert_true(hazard(&s) > 6.0 * quiet && hazard(&s) < 12.0 * quiet);
  s.flank = 1, s.neighbours = 1;
  assert_true(hazard(&s) > 2.0); /* within half an hour or so */
  s = ordinary();
  s.recent_loss = 0.08, s.total_loss = 0.15; /* bloody, but nobody else has gone */
  assert_true(hazard(&s) < 4.0 * quiet);
}

/* The largest term names the cause; the terms add up to the exponent. */
static void causes(void **state) {
  (void)state;
  double term[SP_STRESS_TERMS];
  sp_stress s = ordinary();
  s.neighbours = 0.6, s.form = 0.1;
  double rate = sp_calc_break_per_h(K, &s, term), sum = 0.0;
  for (int i = 0; i < SP_STRESS_TERMS; i++) sum += term[i];
  near(rate, 0.014 * sp_exp(sum), 1e-12);
  int largest = 1;
  for (int i = 2; i < SP_STRESS_TERMS; i++) largest = term[i] > term[largest] ? i : largest;
  assert_int_equal(largest, 4); /* neighbour */
  near(term[1], 6 * 0.025 + 2.3 * 0.06, 1e-12);
  near(term[2], 0.03, 1e-12);
  near(term[8], 0.36, 1e-12);
  near(term[12], 0.0, 1e-12);
  /* each stress alone has its own place */
  static const size_t fields[] = {offsetof(sp_stress, total_loss), offsetof(sp_stress, unanswered),
                                  offsetof(sp_stress, flank),      offsetof(sp_stress, neighbours),
                                  offsetof(sp_stress, leader),     offsetof(sp_stress, no_reserve),
                                  offsetof(sp_stress, out_of_powder), offsetof(sp_stress, fatigue),
                                  offsetof(sp_stress, surprise),   offsetof(sp_stress, shaken),
                                  offsetof(sp_stress, pressed)};
  for (int k = 0; k < 11; k++) {
    sp_stress one = fresh();
    *(double *)((char *)&one + fields[k]) = 1.0;
    (void)sp_calc_break_per_h(K, &one, term);
    for (int i = 1; i < SP_STRESS_TERMS; i++) assert_true(i == k + 1 ? term[i] > 0.0 : term[i] == 0.0);
  }
}

static void never_the_wrong_way(void **state) {
  (void)state;
  static const size_t stresses[] = {
      offsetof(sp_stress, recent_loss), offsetof(sp_stress, total_loss),    offsetof(sp_stress, unanswered),
      offsetof(sp_stress, flank),       offsetof(sp_stress, neighbours),    offsetof(sp_stress, leader),
      offsetof(sp_stress, no_reserve),  offsetof(sp_stress, out_of_powder), offsetof(sp_stress, fatigue),
      offsetof(sp_stress, surprise),    offsetof(sp_stress, shaken),        offsetof(sp_stress, pressed)};
  static const size_t holds[] = {offsetof(sp_stress, quality), offsetof(sp_stress, leader_skill),
                                 offsetof(sp_stress, works),   offsetof(sp_stress, success),
                                 offsetof(sp_stress, order),   offsetof(sp_stress, form)};
  for (double cut_off = 0; cut_off <= 1; cut_off += 0.25) {
    sp_stress base = ordinary();
    base.order = base.quality = base.leader_skill = 0;
    base.cut_off = cut_off;
    for (size_t k = 0; k < 12 + 6; k++) {
      sp_stress s = base;
      double *field = (double *)((char *)&s + (k < 12 ? stresses[k] : holds[k - 12]));
      *field = 0.0;
      double before = hazard(&s);
      for (int i = 1; i <= 20; i++) {
        *field = i * 0.05;
        double now = hazard(&s);
        if (k < 12 ? now <= before : now >= before) fail_msg("field %zu at %g", k, *field);
        before = now;
      }
    }
  }
  sp_stress large = ordinary(), small = ordinary(), forward = ordinary();
  large.size = 8000, forward.attacking = true;
  assert_true(hazard(&large) < hazard(&small) && hazard(&forward) < hazard(&small));
  large.size = 1e9, small.size = 0; /* no size is out of bounds */
  assert_true(hazard(&large) > 0.0 && hazard(&small) < 1.0);
}

/* No way home: firmer while the others stand, worse when they run. */
static void cut_off(void **state) {
  (void)state;
  sp_stress s = ordinary(), free_way = ordinary();
  s.cut_off = 1;
  near(hazard(&s), hazard(&free_way) * 0.548812, 1e-6); /* exp -0.6 */
  s.neighbours = free_way.neighbours = 1;
  near(hazard(&s) / hazard(&free_way), 4.48169, 1e-4); /* exp 1.5 */
}

/* Twelve dice of five minutes are one of an hour. */
static void steps_agree(void **state) {
  (void)state;
  sp_stress s = ordinary();
  double stands = 1.0;
  for (int i = 0; i < 12; i++) stands *= 1.0 - sp_hazard(hazard(&s), 5.0 / 60.0);
  near(1.0 - stands, sp_hazard(hazard(&s), 1.0), 1e-12);
}

static void giving_up(void **state) {
  (void)state;
  assert_true(sp_calc_give_up_per_h(K, 9, 0, 0, 1, 1, 0) == 0.0); /* not yet tried, however late and however cautious */
  double at_5 = 0.035 * (1.0 - 0.3678794) * 1.2214028; /* of 5 % lost: 1 - exp -1, times exp 0.2 */
  near(sp_calc_give_up_per_h(K, 0, 0.05, 0, 1, 0.5, 1), at_5, 1e-7);
  near(sp_calc_give_up_per_h(K, 4, 0.1, 0.1, 1, 0.5, 1), 0.035 * 0.8646647 * 1.8221188, 1e-7); /* exp(0.6 + 0.4 - 0.4) */
  near(sp_calc_give_up_per_h(K, 0, 0.05, 0, 1, 1, 1), at_5 * 2.0137527, 1e-7);
  near(sp_calc_give_up_per_h(K, 0, 0.05, 0, 1, 0.5, 0), at_5 * 4.4816891, 1e-7);
  double least = 0.0; /* the more it has cost, the likelier; the first men count most */
  for (int i = 1; i <= 100; i++) {
    double per_h = sp_calc_give_up_per_h(K, 2, 0.01 * i, 0, 1, 0.5, 1);
    assert_true(per_h > least);
    least = per_h;
  }
  assert_true(sp_calc_give_up_per_h(K, 2, 0.01, 0, 1, 0.5, 1) < 0.25 * sp_calc_give_up_per_h(K, 2, 0.08, 0, 1, 0.5, 1));
  assert_true(sp_calc_give_up_per_h(K, 2, 0.1, 0, 1, 0.5, 1) > sp_calc_give_up_per_h(K, 2, 0.05, 0, 1, 0.5, 1));
  assert_true(sp_calc_give_up_per_h(K, 2, 0.1, 0.1, 1, 0.5, 1) < sp_calc_give_up_per_h(K, 2, 0.1, 0, 1, 0.5, 1));
  assert_true(sp_calc_give_up_per_h(K, 2, 0.1, 0, 3, 0.5, 1) < sp_calc_give_up_per_h(K, 2, 0.1, 0, 1, 0.5, 1));
  assert_true(sp_calc_give_up_per_h(K, 2, 0.1, 0, 0, 0.5, 1) < 1.0); /* no enemy counted, no infinity */
}

static void pressing(void **state) {
  (void)state;
  near(sp_calc_press(K, 1, 1, 0.5, 0, true), 0.113080, 1e-6); /* 1 - exp -0.12 */
  near(sp_calc_press(K, 1, 0, 0.5, 0, true), 0.035360, 1e-6); /* 0.036 */
  near(sp_calc_press(K, 1, 1, 0.5, 1, true), 0.035360, 1e-6);
  near(sp_calc_press(K, 1, 1, 0.5, 0, false), 0.017839, 1e-6); /* 0.018 */
  for (double x = 0.1; x <= 1; x += 0.1) {
    assert_true(sp_calc_press(K, x, 0.5, 0.5, 0.3, true) > sp_calc_press(K, x - 0.05, 0.5, 0.5, 0.3, true));
    assert_true(sp_calc_press(K, 1, x, 0.5, 0.3, true) > sp_calc_press(K, 1, x - 0.05, 0.5, 0.3, true));
    assert_true(sp_calc_press(K, 1, 0.5, x, 0.3, true) > sp_calc_press(K, 1, 0.5, x - 0.05, 0.3, true));
    assert_true(sp_calc_press(K, 1, 0.5, 0.5, x, true) < sp_calc_press(K, 1, 0.5, 0.5, x - 0.05, true));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand), cmocka_unit_test(dread_by_hand),   cmocka_unit_test(no_quarter_by_hand), cmocka_unit_test(ordinary_contact), cmocka_unit_test(causes),
      cmocka_unit_test(never_the_wrong_way), cmocka_unit_test(cut_off), cmocka_unit_test(steps_agree),
      cmocka_unit_test(giving_up), cmocka_unit_test(pressing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
