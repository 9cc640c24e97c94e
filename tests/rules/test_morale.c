/* Wavering, breaking, reserves, giving up. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

#include <cmocka.h>

#include "battlefield.h"

static sp_world *in_battle(const sp_battlefield *b, uint64_t seed) {
  sp_world *w = sp_battlefield_open(b, seed);
  for (int32_t n = 0; n < 8 && sp_battlefield_fight(w) < 0; n++) sp_battlefield_step(w, 1);
  assert_true(sp_battlefield_fight(w) >= 0);
  return w;
}

/* Most shaken, without order: it goes within hours, and the reason given is mostly that. */
static void fugitives_carry_a_body_away(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  int32_t broke = 0, because = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sp_world *w = in_battle(&b, seed);
    int32_t blue = sp_battlefield_row(w, "blue1");
    for (int32_t n = 0; n < 6; n++) {
      if (w->combat.stance[blue] <= SP_WAVERING) w->combat.shaken[blue] = 1.0;
      w->formation.order[blue] = sp_min(w->formation.order[blue], 0.0);
      sp_battlefield_step(w, 1);
    }
    const sp_event *e = sp_lab_event(w, SP_EVENT_BREAKS, "blue1", NULL, 1);
    if (e) {
      broke++;
      because += e->a == SP_BREAK_FUGITIVES;
      assert_int_equal(w->combat.cause[blue], e->a);
      assert_true(e->value >= 0.0 && e->value < 1.0 && e->object != 0);
    }
    sp_lab_close(w);
  }
  assert_true(broke >= 2);
  assert_true(2 * because >= broke); /* now and then a flank weighs more */
}

/* A broken body is broken for good reason: order gone, a cause, an enemy before it; its friends are shaken, its enemies glad. */
static void a_break_is_seen_by_all(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  int32_t seen = 0;
  for (uint64_t seed = 1; seed <= 6 && !seen; seed++) {
    sp_world *w = in_battle(&b, seed);
    for (int32_t n = 0; n < 24 && sp_lab_count(w, SP_EVENT_BREAKS, NULL) == 0; n++) sp_battlefield_step(w, 1);
    const sp_event *e = sp_lab_event(w, SP_EVENT_BREAKS, NULL, NULL, 1);
    if (e && sp_battlefield_fight(w) >= 0) {
      int32_t f = sp_formation_by_key(w, e->subject), glad = 0, shaken = 0;
      assert_true(w->formation.order[f] <= w->constants.morale_broken_order + 1e-9);
      assert_true(w->combat.broken_by[f] == e->object);
      for (int32_t g = 0; g < 6; g++) {
        if (w->formation.side[g] != w->formation.side[f]) glad += w->combat.success[g] > 0.0;
        else if (g != f) shaken += w->combat.shaken[g] > 0.0;
      }
      assert_true(glad > 0 && shaken > 0);
      seen++;
    }
    sp_lab_close(w);
  }
  assert_int_equal(seen, 1);
}

static int32_t count_over(const sp_battlefield *b, sp_event_type type, uint64_t seeds) {
  int32_t count = 0;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    sp_world *w = sp_battlefield_open(b, seed);
    sp_lab_run(w);
    count += sp_lab_count(w, type, NULL);
    sp_lab_close(w);
  }
  return count;
}

/* Loyal commanders send their reserves in; those who care for their own men keep them back. */
static void a_reserve_is_its_commanders_capital(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.red = b.blue = 6;
  b.red_men = b.blue_men = 1500;
  b.hours = 6.0;
  b.loyalty = 1.0;
  int32_t loyal_in = count_over(&b, SP_EVENT_RESERVE_IN, 8), loyal_stand = count_over(&b, SP_EVENT_RESERVE_STANDS, 8);
  b.loyalty = 0.05;
  int32_t own_in = count_over(&b, SP_EVENT_RESERVE_IN, 8), own_stand = count_over(&b, SP_EVENT_RESERVE_STANDS, 8);
  assert_true(loyal_in > loyal_stand);
  assert_true(own_stand > own_in);
}

/* An attack that is given up is over: the attackers hold where they stand, and the field is the defender's. */
static void who_gives_up_does_not_begin_again(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.hours = 10.0;
  int32_t gave_up = 0;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    sp_world *w = sp_battlefield_open(&b, seed);
    w->constants.morale_give_up_per_h = 0.12; /* so that some do within ten wars */
    w->constants.morale_give_up_hour = 0.5;
    w->constants.morale_break_per_h = 0.003;
    w->constants.engage_form_sigma = 0.15;
    w->constants.engage_temper_sigma = 0.25;
    sp_lab_run(w);
    const sp_event *off = sp_lab_event(w, SP_EVENT_BREAKS_OFF, NULL, NULL, 1), *end = sp_lab_event(w, SP_EVENT_BATTLE_ENDS, NULL, NULL, 1);
    if (off && end && end->minute - off->minute <= b.tick_min) {
      gave_up++;
      assert_int_equal(end->c, 2);
      assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 1);
      assert_int_equal(w->formation.verb[sp_formation_by_key(w, off->subject)], SP_VERB_HOLD);
      size_t count = 0;
      const sp_event *e = sp_world_events(w, &count);
      for (size_t n = 0; n < count; n++) assert_false(e[n].type == SP_EVENT_MARCH_BEGINS && e[n].subject == off->subject && e[n].minute >= end->minute); /* nor march on to where the enemy was */
    }
    sp_lab_close(w);
  }
  assert_true(gave_up > 0);
}

static void in_works_and_with_good_men_it_stands_longer(void **state) {
  (void)state;
  double rate[2];
  for (int32_t n = 0; n < 2; n++) {
    sp_stress s = {.recent_loss = 0.05, .total_loss = 0.08, .pressed = 0.5, .quality = n ? 0.8 : 0.4, .works = n ? 0.7 : 0.0, .leader_skill = 0.5, .order = 0.8, .size = 2000.0};
    rate[n] = sp_calc_break_per_h(sp_constants_default(), &s, NULL);
  }
  assert_true(rate[1] < 0.5 * rate[0]);
}

/* exp(-1) of it is left after an hour of peace, and who wavered stands firm. */
static void feelings_fade(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.peace = true;
  sp_world *w = sp_battlefield_open(&b, 1);
  w->combat.shaken[0] = w->combat.success[0] = w->combat.recent_loss[0] = 0.8;
  w->combat.stance[0] = SP_WAVERING;
  w->combat.since[0] = w->head->minute;
  sp_battlefield_step(w, 4);
  assert_float_equal((float)w->combat.shaken[0], 0.8f * 0.36788f, 1e-4f);
  assert_float_equal((float)w->combat.success[0], 0.8f * 0.36788f, 1e-4f);
  assert_float_equal((float)w->combat.recent_loss[0], 0.8f * 0.36788f, 1e-4f);
  assert_int_equal(w->combat.stance[0], SP_STEADY);
  sp_lab_close(w);
}

typedef struct heart { double held; int judged; } heart;

static void hear(void *context, const sp_trace *trace) {
  heart *h = context;
  if (trace->kind != SP_TRACE_HOLD) return;
  h->judged++;
  for (int n = 0; n < trace->count; n++)
    if (strcmp(trace->term[n].name, "no_quarter") == 0) h->held += trace->term[n].value;
}

/* Red gives no quarter: blue holds the longer for it once red has been seen to cut men down, not before. */
static void who_knows_of_no_quarter_holds(void **state) {
  (void)state;
  heart found[3] = {{0}};
  for (int how = 0; how < 3; how++) { /* quarter given; none, and nobody knows; none, and it is known */
    sp_battlefield b = SP_BATTLEFIELD;
    b.red_men = 6000;
    sp_world *w = sp_battlefield_open(&b, 2);
    for (int n = 0; n < 3; n++) {
      int32_t red = sp_battlefield_row(w, ((const char *[]){"red0", "red1", "red2"})[n]);
      w->combat.quarter[red] = how > 0 ? SP_QUARTER_NONE : SP_QUARTER_SOME;
      w->repute.cut_down[red] = how == 2 ? 50 : 0;
    }
    sp_world_set_trace(w, hear, &found[how], w->formation.key[sp_battlefield_row(w, "blue0")]);
    for (int n = 0; n < 16 && w->combat.stance[sp_battlefield_row(w, "blue0")] <= SP_WAVERING; n++) sp_battlefield_step(w, 1);
    sp_world_set_trace(w, NULL, NULL, 0);
    sp_lab_close(w);
  }
  assert_true(found[2].judged > 0 && found[2].held < 0.0);
  assert_true(found[0].held >= 0.0 && found[1].held >= 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_knows_of_no_quarter_holds), cmocka_unit_test(fugitives_carry_a_body_away), cmocka_unit_test(a_break_is_seen_by_all), cmocka_unit_test(a_reserve_is_its_commanders_capital),
      cmocka_unit_test(who_gives_up_does_not_begin_again), cmocka_unit_test(in_works_and_with_good_men_it_stands_longer), cmocka_unit_test(feelings_fade),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
