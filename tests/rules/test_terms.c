/* Terms: what a garrison asks for, what it gets, what becomes of its men, its arms and the place.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shapan/calc_supply.h"
#include "support/lab.h"
#include "world/earthworks.h"
#include "world/orders.h"

/* Nobody storms: both red bodies draw a ring, and it stands. */
static sp_world *shut_in(void) {
  sp_world *w = sp_lab_read_with("lab/siege/ladders", "ring", 1);
  for (int32_t o = 0; o < sp_used(w, SP_TABLE_ORDER); o++)
    if (w->order.verb[o] == SP_VERB_DETACH) w->order.state[o] = SP_ORDER_OBEYED;
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 4 * 60), SP_OK);
  assert_true(w->wall.ring[0] > 0.8);
  return w;
}

static void tell(sp_world *w, const char *who, const char *what) {
  char line[200];
  (void)snprintf(line, sizeof line, "%s to %s: %s", who, who, what);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, who), line, NULL), SP_OK);
}

static int32_t captured(const sp_world *w) {
  int32_t sum = 0;
  for (int32_t y = 0; y < sp_used(w, SP_TABLE_TALLY); y++)
    for (int r = 0; r < SP_RANK_COUNT && sp_arm_is_man((sp_arm)w->tally.arm[y]); r++) {
      int32_t at = y * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + SP_LINE_CAPTURED;
      sum += w->tally.came_in[at] - w->tally.went_out[at];
    }
  return sum;
}

/* He asks for all, then for less, six hours apart, and gets what they were told to grant. */
static void step_by_step_to_prisoners(void **state) {
  (void)state;
  sp_world *w = shut_in();
  int32_t g = sp_lab_row(w, "garrison"), red = sp_lab_row(w, "red-foot"), men = sp_men_of(w, g);
  tell(w, "red-foot", "offer terms as prisoners");
  tell(w, "garrison", "surrender");
  while (!sp_world_over(w) && sp_lab_count(w, SP_EVENT_TERMS_GRANTED, NULL) == 0) assert_int_equal(sp_world_step(w), SP_OK);
  const sp_event *e = sp_lab_event(w, SP_EVENT_TERMS_GRANTED, "red-foot", NULL, 1);
  assert_true(e && e->a == SP_TERMS_PRISONERS && e->b <= men && e->b > men - 60);
  assert_true(captured(w) >= e->b && captured(w) < e->b + 10 && w->combat.captives[red] == e->b && sp_men_of(w, g) == 0);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_ASKS_TERMS, "garrison"), 3);
  assert_int_equal(sp_lab_count(w, SP_EVENT_TERMS_REFUSED, "red-foot"), 2);
  for (int n = 1; n <= 3; n++) assert_int_equal(sp_lab_event(w, SP_EVENT_ASKS_TERMS, NULL, NULL, n)->a, 4 - n);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_TERMS_REFUSED, NULL, NULL, 1) - sp_lab_minute(w, SP_EVENT_ASKS_TERMS, NULL, NULL, 1), 120);
  assert_int_equal(sp_lab_minute(w, SP_EVENT_ASKS_TERMS, NULL, NULL, 2) - sp_lab_minute(w, SP_EVENT_TERMS_REFUSED, NULL, NULL, 1), 360);
  assert_int_equal(sp_men_of(w, g), 0); /* who gets away by night has no body to come back to */
  assert_int_equal(w->combat.stance[g], SP_YIELDED);
  assert_int_equal(w->formation.light_guns[g], 0);
  assert_int_equal(w->formation.node[red], w->model->wall[0].node); /* they have gone in */
  assert_true(w->wall.asked[0] == 0 && w->wall.shut_since[0] == 0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  sp_lab_close(w);
}

/* Twenty of the besiegers lie bound in the town; when its garrison lays down its arms they are free. */
static void their_prisoners_are_free(void **state) {
  (void)state;
  sp_world *w = shut_in();
  int32_t g = sp_lab_row(w, "garrison"), red = sp_lab_row(w, "red-foot");
  w->constants.captives_escape_per_h = w->constants.captives_escape_unguarded_per_h = 0.0;
  w->combat.captives[g] = sp_transfer_men(w, sp_in_formation(red), sp_on_line(SP_LINE_CAPTURED), 20, SP_CAUSE_TAKEN);
  tell(w, "red-foot", "offer terms as prisoners");
  tell(w, "garrison", "surrender");
  while (!sp_world_over(w) && sp_lab_count(w, SP_EVENT_TERMS_GRANTED, NULL) == 0) assert_int_equal(sp_world_step(w), SP_OK);
  int32_t held = w->combat.captives[g];
  assert_int_equal(held, 20);
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 60), SP_OK);
  const sp_event *e = sp_lab_event(w, SP_EVENT_ESCAPES, "garrison", NULL, sp_lab_count(w, SP_EVENT_ESCAPES, "garrison"));
  assert_non_null(e);
  assert_int_equal(e->a, held);
  assert_int_equal(w->combat.captives[g], 0);
  sp_lab_close(w);
}

/* With arms, they go their way between those who shut them in, guns and all but the heavy ones; without, they are no soldiers any more. */
static void they_march_off_in_peace(void **state) {
  (void)state;
  for (int armed = 0; armed < 2; armed++) {
    sp_world *w = shut_in();
    int32_t g = sp_lab_row(w, "garrison"), men = sp_men_of(w, g), well = w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "well")];
    tell(w, "red-foot", armed ? "offer terms" : "offer terms without arms");
    tell(w, "garrison", "surrender without arms");
    assert_int_equal(sp_world_run(w, sp_world_minute(w) + 36 * 60), SP_OK);
    const sp_event *e = sp_lab_event(w, SP_EVENT_TERMS_GRANTED, "red-foot", NULL, 1);
    assert_non_null(e);
    assert_int_equal(e->a, armed ? SP_TERMS_ARMED : SP_TERMS_UNARMED);
    assert_true(sp_men_of(w, g) > men - 80 && captured(w) < 20);
    assert_true(armed ? w->combat.shed[g] == 0.0 && w->formation.light_guns[g] == 20 : w->combat.shed[g] == 1.0 && w->formation.light_guns[g] == 0);
    assert_int_equal(w->formation.node[g], well);
    assert_int_equal(w->formation.node[sp_lab_row(w, "red-foot")], w->model->wall[0].node);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
    assert_true(sp_has_safe_conduct(w, g) && !sp_can_fight(w, g));
    tell(w, "garrison", "attack the enemy at fort"); /* who breaks the terms has their peace no longer */
    assert_int_equal(sp_world_run(w, sp_world_minute(w) + 60), SP_OK);
    assert_true(!sp_has_safe_conduct(w, g));
    sp_lab_close(w);
  }
}

static void who_gives_no_quarter_grants_nothing(void **state) {
  (void)state;
  for (int how = 0; how < 2; how++) {
    sp_world *w = shut_in();
    int32_t g = sp_lab_row(w, "garrison");
    if (how) tell(w, "red-foot", "refuse terms");
    else w->combat.quarter[sp_lab_row(w, "red-foot")] = SP_QUARTER_NONE;
    tell(w, "garrison", "surrender");
    sp_lab_run(w);
    assert_int_equal(sp_lab_count(w, SP_EVENT_TERMS_REFUSED, NULL), 3);
    assert_int_equal(sp_lab_count(w, SP_EVENT_TERMS_GRANTED, NULL), 0);
    assert_true(sp_men_of(w, g) > 2900 && sp_wall_of(w, g) == 0);
    sp_lab_close(w);
  }
}

/* Of himself only where commanders decide, at six in the morning, and not if he was told never to. */
static void of_himself(void **state) {
  (void)state;
  for (int how = 0; how < 3; how++) {
    sp_world *w = shut_in();
    sp_model *m = (sp_model *)(uintptr_t)w->model;
    sp_commanders before = m->campaign.commanders;
    w->constants.terms_per_d = 1000.0;
    w->constants.mind_least_sent = 1e6; /* nobody sallies, and breaks the ring */
    if (how == 2) tell(w, "garrison", "refuse terms");
    if (how > 0) assert_int_equal(sp_world_run(w, sp_world_minute(w) + 60), SP_OK);
    if (how > 0) m->campaign.commanders = SP_COMMANDERS_MACHINE;
    assert_int_equal(sp_world_run(w, sp_world_minute(w) + 22 * 60), SP_OK);
    m->campaign.commanders = before;
    const sp_event *e = sp_lab_event(w, SP_EVENT_ASKS_TERMS, "garrison", NULL, 1);
    assert_int_equal(e != NULL, how == 1);
    if (e) assert_int_equal(e->minute % 1440, 360);
    sp_lab_close(w);
  }
}

static void the_orders_read_back(void **state) {
  (void)state;
  static const char *const line[][2] = {{"surrender", "surrender as prisoners"}, {"yield with arms", "surrender with arms"}, {"capitulate without arms", "surrender without arms"}, {"offer terms", "offer terms with arms"},
                                        {"offer terms as prisoners", "offer terms as prisoners"}, {"refuse terms", "refuse terms"}};
  sp_world *w = sp_lab_read("lab/siege/ladders", 1);
  for (size_t n = 0; n < sizeof line / sizeof *line; n++) {
    char said[400], text[400];
    tell(w, "garrison", line[n][0]);
    int32_t o = sp_used(w, SP_TABLE_ORDER) - 1;
    sp_order_canonical(w, o, said, sizeof said);
    assert_non_null(strstr(said, line[n][1]));
    tell(w, "garrison", strstr(said, line[n][1]));
    assert_true(w->order.amount[o] == w->order.amount[sp_used(w, SP_TABLE_ORDER) - 1] && w->order.follow_m[o] == w->order.follow_m[sp_used(w, SP_TABLE_ORDER) - 1]);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) assert_true(sp_world_order_text(w, o, (sp_lang)lang, text, sizeof text) > 10);
  }
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "garrison"), "garrison to garrison: surrender with honour", NULL), SP_BAD_INPUT);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(step_by_step_to_prisoners), cmocka_unit_test(they_march_off_in_peace), cmocka_unit_test(who_gives_no_quarter_grants_nothing), cmocka_unit_test(of_himself), cmocka_unit_test(their_prisoners_are_free), cmocka_unit_test(the_orders_read_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
