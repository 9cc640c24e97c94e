/* test_withdraw.c - what it costs to go back before an enemy in touch: by order, by his horse, with friends who stay, in turns; and
 * that nobody is lost of it. SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "rules/battlefield.h"

typedef struct how {
  bool in_turns, both, no_horse; /* both: the friend beside it goes too */
  double order;
} how;

typedef struct price { int32_t overtaken, told, minutes, gone; } price;

/* Red is at grips with blue; blue0, and the other or not, is told to go. */
static price fall_back(how h, uint64_t seed) {
  sp_battlefield b = SP_BATTLEFIELD;
  b.red = b.blue = 2;
  b.apart_m = 300.0;
  b.tick_min = 5;
  sp_world *w = sp_battlefield_open(&b, seed);
  w->constants.morale_break_per_h = w->constants.morale_give_up_per_h = 1e-9; /* nobody breaks of it, or gives up */
  w->constants.withdraw_share = 0.15;
  for (int n = 0; n < 60 && (sp_battlefield_fight(w) < 0 || w->engagement.gap_m[sp_battlefield_fight(w) * 3 + 1] > 200.0); n++) sp_battlefield_step(w, 1);
  assert_true(sp_battlefield_fight(w) >= 0);
  int32_t blue[2] = {sp_battlefield_row(w, "blue0"), sp_battlefield_row(w, "blue1")};
  for (int n = 0; n < 2 && h.no_horse; n++) {
    int32_t red = sp_battlefield_row(w, n ? "red1" : "red0");
    (void)sp_transfer_arm(w, w->formation.first_strength[red], sp_in_formation(red), sp_on_line(SP_LINE_LOST), SP_ARM_HORSE, w->formation.mounted[red], SP_CAUSE_SCATTERED);
  }
  sp_minute told = w->head->minute;
  for (int n = 0; n < (h.both ? 2 : 1); n++) {
    w->formation.verb[blue[n]] = SP_VERB_MARCH;
    w->formation.goal_node[blue[n]] = w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "far-east")];
    w->combat.posture[blue[n]] = h.in_turns ? SP_POSTURE_IN_TURNS : SP_POSTURE_AVOID;
    w->formation.start_minute[blue[n]] = told + 1;
  }
  price p = {0};
  while (!sp_lab_event(w, SP_EVENT_BREAKS_OFF, "blue0", NULL, 1) && w->combat.engagement[blue[0]] >= 0 && w->head->minute < told + 90) {
    if (h.order > 0.0) w->formation.order[blue[0]] = h.order;
    sp_battlefield_step(w, 1);
  }
  p.minutes = (int32_t)(w->head->minute - told);
  p.gone = sp_lab_event(w, SP_EVENT_BREAKS_OFF, "blue0", NULL, 1) != NULL;
  const sp_event *e = sp_lab_event(w, SP_EVENT_GOES_BACK, "blue0", NULL, 1);
  if (e) {
    p.told = 1;
    p.overtaken = e->a + e->b;
    assert_int_equal(e->c, h.in_turns);
    assert_true(sp_battlefield_line(w, "blue", SP_LINE_CAPTURED) >= e->b && sp_battlefield_line(w, "blue", SP_LINE_KILLED) >= e->a);
  }
  sp_lab_close(w);
  return p;
}

static price over_seeds(how h) {
  price sum = {0};
  for (uint64_t seed = 1; seed <= 8; seed++) {
    price p = fall_back(h, seed);
    sum.overtaken += p.overtaken;
    sum.told += p.told;
    sum.minutes += p.minutes;
    sum.gone += p.gone;
  }
  return sum;
}

static void what_it_costs(void **state) {
  (void)state;
  price covered = over_seeds((how){.order = 0.8}), alone = over_seeds((how){.both = true, .order = 0.8}), loose = over_seeds((how){.both = true, .order = 0.3});
  price turns = over_seeds((how){.both = true, .in_turns = true, .order = 0.8}), on_foot = over_seeds((how){.both = true, .no_horse = true, .order = 0.8});
  print_message("%d %d %d gone, overtaken %d covered, %d alone, %d loose, %d in turns, %d before foot, minutes %d %d\n", covered.gone, alone.gone, turns.gone, covered.overtaken, alone.overtaken, loose.overtaken, turns.overtaken, on_foot.overtaken, alone.minutes, turns.minutes);
  assert_true(covered.gone == 8 && alone.gone == 8 && turns.gone == 8);
  assert_true(alone.told >= 7 && alone.overtaken > 100);
  assert_true(3 * covered.overtaken < 2 * alone.overtaken);  /* a friend stays in line: some half */
  assert_true(3 * alone.overtaken < 2 * loose.overtaken);    /* e^(2 * 0.5) = 2.7 times */
  assert_true(3 * turns.overtaken < 2 * alone.overtaken);    /* four tenths */
  assert_true(3 * on_foot.overtaken < 2 * alone.overtaken);  /* foot is worth little: 4 * 0.15 to 1 + 4 * 0.15 */
  assert_true(turns.minutes >= 8 * 25 && alone.minutes <= 8 * 20); /* 10 and 25 minutes under fire */
}

/* The order of a line of text is the posture of the body; any other order ends it. */
static void in_turns_by_order(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  b.peace = true;
  sp_world *w = sp_battlefield_open(&b, 1);
  int32_t blue = sp_battlefield_row(w, "blue0");
  static const char *const order[] = {"to blue0: march to far-east, in turns", "to blue0: march to far-east"};
  for (int n = 0; n < 2; n++) {
    assert_int_equal(sp_world_order(w, w->formation.key[blue], order[n], NULL), SP_OK);
    sp_battlefield_step(w, 8);
    assert_int_equal(w->formation.verb[blue], SP_VERB_MARCH);
    assert_int_equal(w->combat.posture[blue], n == 0 ? SP_POSTURE_IN_TURNS : SP_POSTURE_AVOID);
  }
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_it_costs), cmocka_unit_test(in_turns_by_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
