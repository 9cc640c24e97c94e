/* Grenades by their lot, powder of a lot, wagons, works, late-comers on a flank, night.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "battlefield.h"
#include "rules/battle_step.h"

static sp_world *armed(int32_t grenades, double premature, uint64_t seed) {
  sp_battlefield b = SP_BATTLEFIELD;
  b.apart_m = 300.0; /* at each other at once */
  sp_world *w = sp_battlefield_open(&b, seed);
  w->constants.morale_press = 0.3;
  for (int32_t f = 0; f < 3; f++) {
    char id[20];
    (void)snprintf(id, sizeof id, "red%d", (int)f);
    int32_t i = sp_battlefield_row(w, id);
    w->combat.grenades[i] = grenades;
    w->combat.lot_bad[i * 3] = w->combat.lot_bad[i * 3 + 1] = 0.0;
    w->combat.lot_bad[i * 3 + 2] = premature;
  }
  return w;
}

/* What was thrown is gone, and of a lot that bursts in the hand everything did. */
static void grenades_are_thrown_at_the_onset(void **state) {
  (void)state;
  int32_t thrown = 0, early = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sp_world *w = armed(600, 1.0, seed);
    int32_t own = 0, left = 0;
    sp_battlefield_step(w, 12);
    for (int32_t n = 1; n <= sp_lab_count(w, SP_EVENT_GRENADES, NULL); n++) {
      const sp_event *e = sp_lab_event(w, SP_EVENT_GRENADES, NULL, NULL, n);
      own += e->a;
      assert_int_equal(e->b, 0);
      assert_int_equal(e->c, e->a);
      early += e->c;
    }
    for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) left += w->combat.grenades[f];
    assert_int_equal(left + own, 1800);
    thrown += own;
    sp_lab_close(w);
  }
  assert_true(thrown > 0 && early == thrown);
}

/* Equal dice: a sound lot costs the enemy more, a lot that bursts in the hand its owner. */
static void the_lot_tells(void **state) {
  (void)state;
  int32_t red[2] = {0, 0}, blue[2] = {0, 0};
  for (uint64_t seed = 1; seed <= 8; seed++)
    for (int bad = 0; bad < 2; bad++) {
      sp_world *w = armed(1200, bad, seed);
      sp_battlefield_step(w, 8);
      red[bad] += sp_battlefield_line(w, "red", SP_LINE_KILLED) + sp_battlefield_line(w, "red", SP_LINE_WOUNDED_LIGHT) + sp_battlefield_line(w, "red", SP_LINE_WOUNDED_SERIOUS);
      blue[bad] += sp_battlefield_line(w, "blue", SP_LINE_KILLED) + sp_battlefield_line(w, "blue", SP_LINE_WOUNDED_LIGHT) + sp_battlefield_line(w, "blue", SP_LINE_WOUNDED_SERIOUS);
      sp_lab_close(w);
    }
  assert_true(red[1] > red[0]);
  assert_true(blue[1] < blue[0]);
}

/* A lot without spread is what it says; the draw of another is one for the war. */
static void a_lot_is_a_lot(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(2.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lot_def sure = SP_LOT_DEF_INIT, wide = SP_LOT_DEF_INIT;
  sure.id = "sure";
  sure.strength = 0.7;
  sure.spread = 0.0;
  wide.id = "wide";
  wide.spread = 0.35;
  wide.dud = 0.2;
  assert_int_equal(sp_scenario_add_lot(lab.scenario, &sure), SP_OK);
  assert_int_equal(sp_scenario_add_lot(lab.scenario, &wide), SP_OK);
  static const char *const id[] = {"r0", "r1", "r2", "r3"}, *const lot[] = {"sure", "wide", "wide", NULL};
  for (int n = 0; n < 4; n++) {
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = id[n];
    def.side = "red";
    def.at.place = "a";
    def.lot = lot[n];
    def.grenades = 10 * n;
    def.works = 0.25 * n;
    sp_lab_formation_def(&lab, &def);
    sp_lab_strength(&lab, id[n], SP_ARM_SHOT, 100);
  }
  sp_world *w = sp_lab_war(&lab, 5);
  int32_t row[4];
  for (int n = 0; n < 4; n++) row[n] = sp_battlefield_row(w, id[n]);
  assert_true(w->combat.lot_ln[row[0]] > -0.357 && w->combat.lot_ln[row[0]] < -0.356); /* ln 0.7 */
  assert_true(w->combat.lot_ln[row[1]] == w->combat.lot_ln[row[2]]);
  assert_true(w->combat.lot_ln[row[1]] != 0.0);
  assert_true(w->combat.lot_ln[row[3]] == 0.0);
  assert_true(w->combat.lot_bad[row[1] * 3] == 0.2);
  assert_true(w->combat.lot_bad[row[3] * 3] == 0.1); /* a good arsenal's */
  assert_int_equal(w->combat.grenades[row[2]], 20);
  assert_true(w->combat.works[row[3]] == 0.75);
  sp_lab_close(w);
}

/* FIRE tells by the hour what LOSSES sums up, of what fell to fire. */
static void fire_is_told_by_the_hour(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 3);
  sp_battlefield_step(w, 12);
  int64_t by_fire = 0, all = 0;
  for (int32_t n = 1; n <= sp_lab_count(w, SP_EVENT_FIRE, NULL); n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_FIRE, NULL, NULL, n);
    assert_true(e->a > 0 && e->minute % 60 == 0 && e->object != 0 && e->object != e->subject);
    by_fire += e->a;
  }
  for (int32_t n = 1; n <= sp_lab_count(w, SP_EVENT_LOSSES, NULL); n++) all += sp_lab_event(w, SP_EVENT_LOSSES, NULL, NULL, n)->a + sp_lab_event(w, SP_EVENT_LOSSES, NULL, NULL, n)->b;
  assert_true(by_fire > 0 && by_fire <= all);
  sp_lab_close(w);
}

/* Red attacks along the road; two of its bodies come to the fight an hour late, from north of it or from behind blue. */
static sp_world *late(double east_m, double north_m) {
  sp_lab lab = sp_lab_open(8.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 1000.0, 0.0);
  sp_lab_place(&lab, "late", east_m, north_m);
  sp_lab_road(&lab, "west", "east", 1000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  double dx = east_m - 1000.0, dy = north_m;
  sp_lab_road(&lab, "late", "east", sp_sqrt(dx * dx + dy * dy), SP_ROAD_POST, SP_RELIEF_PLAIN);
  static const char *const id[] = {"r0", "b0", "late0"}, *const at[] = {"west", "east", "late"};
  for (int n = 0; n < 3; n++) {
    sp_lab_formation(&lab, id[n], n == 1 ? "blue" : "red", NULL, at[n]);
    sp_lab_strength(&lab, id[n], SP_ARM_SPEAR, n == 2 ? 1500 : 2500);
  }
  sp_lab_order(&lab, "day 1 06:00 b0 to b0: hold east");
  sp_lab_order(&lab, "day 1 06:00 r0 to r0: attack the enemy at east");
  sp_lab_order(&lab, "day 1 07:00 late0 to late0: attack b0 at east");
  return sp_lab_war(&lab, 2);
}

static void late_comers_open_a_flank(void **state) {
  (void)state;
  static const double from[3][2] = {{-2200.0, 100.0}, {1000.0, 3200.0}, {4200.0, 100.0}};
  for (int n = 0; n < 3; n++) {
    sp_world *w = late(from[n][0], from[n][1]);
    int32_t i = sp_battlefield_row(w, "late0");
    w->constants.morale_break_per_h = 0.003; /* they are to stand until he is there */
    w->constants.morale_give_up_per_h = 0.02;
    for (int32_t k = 0; k < 32 && sp_lab_count(w, SP_EVENT_BATTLE_JOINED, "late0") == 0; k++) sp_battlefield_step(w, 1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_JOINED, "late0"), 1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_FLANKED, "late0"), n > 0);
    assert_true(w->combat.flanking[i] == 0.5 * n);
    if (n > 0) assert_int_equal(sp_lab_event(w, SP_EVENT_FLANKED, "late0", NULL, 1)->b, n);
    sp_lab_close(w);
  }
}

/* 1,000 men in the rear of 2,000 open all of it; on the flank three quarters; 500 from the reserve take half off; a closed ring
 * of wagons four fifths of what is left. */
static void what_opens_a_flank_and_what_closes_it(void **state) {
  (void)state;
  sp_battlefield b = SP_BATTLEFIELD;
  sp_world *w = sp_battlefield_open(&b, 1);
  for (int n = 0; n < 8 && sp_battlefield_fight(w) < 0; n++) sp_battlefield_step(w, 1);
  int32_t e = sp_battlefield_fight(w), red = sp_battlefield_row(w, "red0"), blue = sp_battlefield_row(w, "blue0");
  sp_tick t = {.world = w, .model = w->model, .k = &w->constants};
  w->constants.fight_overlap = 0.0;
  for (int s = 0; s < 3; s++) w->engagement.gap_m[e * 3 + s] = 0.0;
  static const struct { double flanking, closes, laager, open; } c[] = {{0, 0, 0, 0}, {1, 0, 0, 1}, {0.5, 0, 0, 0.75}, {1, 500, 0, 0.5}, {1, 1000, 0, 0}, {1, 0, 1, 0.2}, {1, 500, 1, 0.1}};
  for (size_t n = 0; n < sizeof c / sizeof *c; n++) {
    sp_fighter f[2] = {{.formation = red, .part = SP_ATTACKER, .sector = SP_SECTOR_CENTRE, .stands = true, .line = 1000.0}, {.formation = blue, .part = SP_DEFENDER, .sector = SP_SECTOR_CENTRE, .stands = true, .line = c[n].closes}};
    sp_fight_state x = {.engagement = e, .fighter = f, .count = 2};
    for (int p = 0; p < 2; p++) x.line[p][SP_SECTOR_CENTRE] = (sp_line_state){.bodies = 1, .men = 2000.0, .foot = 2000.0, .room = 1.0, .laager = p == 1 ? c[n].laager : 0.0};
    w->combat.flanking[red] = c[n].flanking;
    w->combat.closes[blue] = c[n].closes > 0.0;
    sp_set_flanks(&t, &x);
    double open = x.line[SP_DEFENDER][SP_SECTOR_CENTRE].flanked;
    if (open < c[n].open - 1e-9 || open > c[n].open + 1e-9) fail_msg("case %d: %g open", (int)n, open);
    assert_true(x.line[SP_ATTACKER][SP_SECTOR_CENTRE].flanked == 0.0);
  }
  sp_lab_close(w);
}

/* Three bodies of horse among nine: none of them stands in the centre. */
static void horse_stands_on_the_wings(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(4.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", 1000.0, 0.0);
  sp_lab_road(&lab, "west", "east", 1000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  char id[8], order[80];
  for (int n = 0; n < 18; n++) {
    bool red = n < 9, horse = n % 3 == 0;
    (void)snprintf(id, sizeof id, "%c%d", red ? 'r' : 'b', n % 9);
    sp_lab_formation(&lab, id, red ? "red" : "blue", NULL, red ? "west" : "east");
    sp_lab_strength(&lab, id, horse ? SP_ARM_HORSE : SP_ARM_SPEAR, 800);
    if (horse) sp_lab_strength(&lab, id, SP_ARM_MOUNT, 800);
    (void)snprintf(order, sizeof order, "day 1 06:00 %s to %s: %s", id, id, red ? "attack the enemy at east" : "hold east");
    sp_lab_order(&lab, order);
  }
  sp_world *w = sp_lab_war(&lab, 2);
  for (int32_t k = 0; k < 8 && sp_battlefield_fight(w) < 0; k++) sp_battlefield_step(w, 1);
  int32_t wings = 0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (w->combat.engagement[f] < 0 || w->formation.mounted[f] == 0 || w->combat.sector[f] == SP_SECTOR_RESERVE) continue;
    assert_int_not_equal(w->combat.sector[f], SP_SECTOR_CENTRE);
    wings++;
  }
  assert_true(wings > 0);
  sp_lab_close(w);
}

/* By night nobody opens a fight but he who was told to go on through it; then night does not end it. */
static void a_fight_by_night(void **state) {
  (void)state;
  for (int told = 0; told < 2; told++) {
    sp_battlefield b = SP_BATTLEFIELD;
    b.apart_m = 600.0;
    b.hour = 21;
    b.hours = 5.0;
    sp_world *w = sp_battlefield_open(&b, 2);
    for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) w->formation.through_night[f] = (uint8_t)told;
    sp_battlefield_step(w, 4);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), told);
    int32_t e = sp_battlefield_fight(w);
    assert_int_equal(e >= 0, told);
    if (told) assert_int_equal(w->engagement.by_night[e], 1);
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grenades_are_thrown_at_the_onset), cmocka_unit_test(the_lot_tells),      cmocka_unit_test(a_lot_is_a_lot),
      cmocka_unit_test(fire_is_told_by_the_hour),         cmocka_unit_test(late_comers_open_a_flank), cmocka_unit_test(horse_stands_on_the_wings), cmocka_unit_test(what_opens_a_flank_and_what_closes_it),
      cmocka_unit_test(a_fight_by_night),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
