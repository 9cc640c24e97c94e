/* The chase: who takes it up, how many are overtaken and what becomes of them, and why it ends.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/after_break.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct hunt {
  int32_t fugitives, fugitive_horse, foot, horse;
  int start_hour;
  double hours;
  bool reserve; /* a formed body of 4,000 Ming stands at ford-village */
} hunt;

static sp_world *open_hunt(const hunt *h, uint64_t seed) {
  sp_lab lab;
  sp_broken_road(&lab, h->hours);
  if (h->start_hour) sp_lab_start_at(&lab, h->start_hour);
  sp_broken_body(&lab, "chief", "ming", NULL, "home", 500, 0);
  sp_broken_body(&lab, "beaten", "ming", "chief", "field", h->fugitives, h->fugitive_horse);
  if (h->reserve) sp_broken_body(&lab, "reserve", "ming", "chief", "ford-village", 4000, 0);
  sp_broken_body(&lab, "banner", "qing", NULL, "knoll", h->foot, h->horse);
  sp_world *w = sp_broken_open(&lab, seed);
  w->constants.rally_per_h = w->constants.rout_shed_per_h = w->constants.pursuit_loot_per_h = 0.0;
  w->constants.straggle_fresh_per_h = w->constants.straggle_camp_per_day = 0.0;
  w->combat.posture[sp_broken_row(w, "banner")] = SP_POSTURE_ATTACK;
  sp_broken_break(w, "beaten", "banner");
  return w;
}

/* One horseman to four: 0.55 * 3 * 0.25 / (0.55 * 0.75 + 3 * 0.25) = 0.355 an hour in a usual chase. Here they go over an open plain (1 / 0.56), dry
 * (1 / 0.96), in good order (1 / 0.88), half of all being shed, a middling commander; the wind falls from 1 to 0.75 and is the usual 0.875 on
 * average: 2.11 times as many, 0.75 an hour, and more as the crowd thins. By steps of five minutes that is 2,357 of 4,000 in an hour,
 * of which 0.35 * (1 - 0.4) = 21 % slip off and 0.3 * (1 - 0.3 * 0.5) = 25.5 % of the rest die. */
static void horse_after_foot(void **state) {
  (void)state;
  hunt h = {.fugitives = 4000, .horse = 1000, .hours = 3.0};
  sp_world *w = open_hunt(&h, 1);
  w->constants.rout_scatter_per_h = 0.0;
  w->combat.shed[sp_broken_row(w, "beaten")] = 0.5;
  sp_broken_until(w, 15);
  assert_int_equal(sp_lab_count(w, SP_EVENT_PURSUES, "banner"), 1);
  assert_int_equal(w->formation.verb[sp_broken_row(w, "banner")], SP_VERB_PURSUE);
  sp_broken_until(w, 75);
  int32_t left = sp_lab_men(w, "beaten"), p = sp_broken_row(w, "banner"), cut = w->combat.chase_cut[p], taken = w->combat.chase_taken[p];
  assert_in_range(4000 - left, 2357 - 200, 2357 + 200); /* the first and the last minutes are not wholly in reach */
  assert_in_range(100 * (cut + taken) / (4000 - left), 79 - 3, 79 + 3);
  assert_in_range(1000 * cut / (cut + taken), 255 - 30, 255 + 30);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_KILLED), cut);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_CAPTURED), w->combat.captives[p]);
  assert_in_range(w->combat.captives[p], taken - 5, taken); /* one or two got away again */
  int32_t in_hiding = sp_broken_line(w, "ming", SP_LINE_STRAGGLING), back = sp_lab_men(w, "chief") - 500; /* some come in to the chief at once */
  assert_in_range(in_hiding + back, 4000 - left - cut - w->combat.captives[p] - 3, 4000 - left - cut - w->combat.captives[p]); /* riders are out */
  assert_in_range(w->combat.heads[p], 0.6 * cut - 12, 0.6 * cut + 12);
  assert_true(w->combat.hunted[sp_broken_row(w, "beaten")] == 1.0);
  sp_lab_close(w);
}

static void quarter_decides_who_lives(void **state) {
  (void)state;
  double dead[3];
  for (int q = 0; q < 3; q++) {
    hunt h = {.fugitives = 4000, .horse = 1000, .hours = 2.0};
    sp_world *w = open_hunt(&h, 5);
    int32_t p = sp_broken_row(w, "banner");
    w->combat.quarter[p] = (uint8_t)q;
    sp_broken_until(w, 90);
    assert_true(w->combat.chase_cut[p] + w->combat.chase_taken[p] > 200);
    dead[q] = (double)w->combat.chase_cut[p] / (w->combat.chase_cut[p] + w->combat.chase_taken[p]);
    sp_lab_close(w);
  }
  assert_true(dead[SP_QUARTER_NONE] > 0.65 && dead[SP_QUARTER_NONE] < 0.85);
  assert_true(dead[SP_QUARTER_ALL] < 0.2 && dead[SP_QUARTER_ALL] < dead[SP_QUARTER_SOME]);
}

/* Foot after foot: 0.08 an hour in a usual chase, 0.08 / (0.56 * 0.96 * 0.88 * 0.825) * 1 / 0.8875 = 0.23 over an open plain while they have their breath,
 * after men who carry everything; 0.28 / 0.8875 of the usual with eight tenths of it gone. Most get away. */
static void most_get_away_from_foot(void **state) {
  (void)state;
  hunt h = {.fugitives = 4000, .foot = 6000, .hours = 4.0};
  sp_world *w = open_hunt(&h, 1);
  sp_broken_until(w, 180);
  assert_int_equal(sp_lab_count(w, SP_EVENT_PURSUES, "banner"), 1);
  int32_t lost = sp_broken_line(w, "ming", SP_LINE_KILLED) + sp_broken_line(w, "ming", SP_LINE_CAPTURED);
  assert_in_range(lost, 4000 / 12, 4000 / 4);
  sp_lab_close(w);
}

static void who_does_not_attack_does_not_chase(void **state) {
  (void)state;
  hunt h = {.fugitives = 4000, .horse = 1000, .hours = 2.0};
  sp_world *w = open_hunt(&h, 1);
  w->combat.posture[sp_broken_row(w, "banner")] = SP_POSTURE_HOLD;
  w->constants.sweep_per_h = 0.0; /* nor picks up who lies about */
  sp_broken_until(w, 60);
  assert_int_equal(sp_lab_count(w, SP_EVENT_PURSUES, NULL), 0);
  assert_int_equal(sp_broken_line(w, "ming", SP_LINE_KILLED), 0);
  sp_lab_close(w);
}

static sp_pursuit_end end_of(sp_world *w) {
  const sp_event *end = sp_lab_event(w, SP_EVENT_PURSUIT_ENDS, "banner", NULL, 1);
  assert_non_null(end);
  return (sp_pursuit_end)end->a;
}

static void it_ends_with_the_light(void **state) {
  (void)state;
  hunt h = {.fugitives = 4000, .horse = 1000, .start_hour = 18, .hours = 4.0};
  sp_world *w = open_hunt(&h, 1);
  w->constants.pursuit_wind_horse_per_h = 0.01;
  sp_broken_until(w, 240);
  assert_int_equal(end_of(w), SP_PURSUIT_DARK);
  assert_in_range(sp_lab_minute(w, SP_EVENT_PURSUIT_ENDS, "banner", NULL, 1), 30, 110); /* the sun sets about 19:00 */
  int32_t p = sp_broken_row(w, "banner");
  assert_true(w->combat.chasing[p] == 0);
  assert_int_equal(w->formation.verb[p], SP_VERB_HOLD);
  sp_lab_close(w);
}

/* Fresh horse loses 0.25 of its wind an hour, faster as it tires: 0.85 is gone in some three hours. */
static void it_ends_with_the_wind(void **state) {
  (void)state;
  hunt h = {.fugitives = 8000, .horse = 300, .hours = 6.0};
  sp_world *w = open_hunt(&h, 1);
  w->constants.march_spent = 1.0;
  sp_broken_until(w, 360);
  assert_int_equal(end_of(w), SP_PURSUIT_BLOWN);
  assert_in_range(sp_lab_minute(w, SP_EVENT_PURSUIT_ENDS, "banner", NULL, 1), 120, 225);
  assert_int_equal(sp_lab_count(w, SP_EVENT_PURSUES, "banner"), 1); /* and not again at once */
  sp_lab_close(w);
}

static void it_ends_at_formed_troops(void **state) {
  (void)state;
  hunt h = {.fugitives = 4000, .horse = 1000, .hours = 4.0, .reserve = true};
  sp_world *w = open_hunt(&h, 1);
  sp_broken_until(w, 180);
  assert_int_equal(end_of(w), SP_PURSUIT_FORMED_TROOPS);
  double away = w->formation.head_x[sp_broken_row(w, "banner")] - w->formation.head_x[sp_broken_row(w, "reserve")];
  assert_true(away > 0.0 && away < 2500.0);
  sp_lab_close(w);
}

static void horses_are_booty_and_nobody_is_left(void **state) {
  (void)state;
  hunt h = {.fugitives = 0, .fugitive_horse = 60, .horse = 3000, .hours = 4.0};
  sp_world *w = open_hunt(&h, 1);
  w->constants.pursuit_horse_horse_per_h = 500.0;
  w->constants.pursuit_deals_horse_per_h = 500.0;
  sp_broken_until(w, 120);
  int32_t f = sp_broken_row(w, "beaten");
  assert_int_equal(sp_lab_men(w, "beaten"), 0);
  assert_int_equal(w->formation.mounts[f], 0);
  assert_int_equal(w->combat.stance[f], SP_YIELDED);
  assert_int_equal(end_of(w), SP_PURSUIT_CAUGHT_ALL);
  sp_lab_close(w);
}

/* Nobody is in reach of the foot; what the horse strikes ahead it strikes as horse does. */
static void horse_of_a_mixed_body_rides_ahead(void **state) {
  (void)state;
  int32_t overtaken[2];
  for (int ahead = 0; ahead < 2; ahead++) {
    hunt h = {.fugitives = 4000, .foot = 2000, .horse = 800, .hours = 3.0};
    sp_world *w = open_hunt(&h, 1);
    w->constants.rout_scatter_per_h = 0.0;
    sp_broken_until(w, 15);
    assert_int_equal(sp_lab_count(w, SP_EVENT_PURSUES, "banner"), 1);
    int32_t p = sp_broken_row(w, "banner"), before = w->combat.chase_cut[p] + w->combat.chase_taken[p];
    w->constants.pursuit_reach_m = -1.0;
    if (!ahead) w->constants.pursuit_ahead_m = -1.0;
    sp_broken_until(w, 60);
    overtaken[ahead] = w->combat.chase_cut[p] + w->combat.chase_taken[p] - before;
    sp_lab_close(w);
  }
  assert_int_equal(overtaken[0], 0);
  assert_true(overtaken[1] > 50);
}

/* Who attacks must be upon them when they run; horse that was ordered after them need not, foot must. */
static void who_is_sent_after_them_rides_out(void **state) {
  (void)state;
  for (int how = 0; how < 3; how++) { /* horse that attacks, horse ordered to pursue, foot ordered to pursue */
    hunt h = {.fugitives = 4000, .foot = how == 2 ? 1000 : 0, .horse = how == 2 ? 0 : 1000, .hours = 2.0};
    sp_world *w = open_hunt(&h, 1);
    w->constants.pursuit_reach_m = 500.0; /* they stand a kilometre apart, and run */
    w->constants.pursuit_ahead_m = 6000.0;
    if (how > 0) w->formation.verb[sp_broken_row(w, "banner")] = SP_VERB_PURSUE;
    sp_broken_until(w, 15);
    assert_int_equal(sp_lab_count(w, SP_EVENT_PURSUES, "banner"), how == 1);
    sp_lab_close(w);
  }
}

/* The best of chases, ten times as fast: all are in one line of the register once, and nobody is overtaken twice. */
static void nobody_is_overtaken_twice(void **state) {
  (void)state;
  hunt h = {.fugitives = 2000, .fugitive_horse = 100, .horse = 2500, .hours = 3.0};
  sp_world *w = open_hunt(&h, 3);
  w->constants.pursuit_horse_foot_per_h = w->constants.pursuit_horse_horse_per_h = 8.0;
  sp_broken_until(w, 150); /* looks at the ledger each tick */
  int32_t p = sp_broken_row(w, "banner"), cut = w->combat.chase_cut[p], taken = w->combat.chase_taken[p];
  int32_t dead = sp_broken_line(w, "ming", SP_LINE_KILLED), captive = sp_broken_line(w, "ming", SP_LINE_CAPTURED), hiding = sp_broken_line(w, "ming", SP_LINE_STRAGGLING);
  assert_true(cut + taken > 1200 && cut + taken <= 2100 && dead >= cut && captive <= taken + dead);
  assert_in_range(dead + captive + hiding + sp_lab_men(w, "beaten") + sp_lab_men(w, "chief"), 2600 - 3, 2600); /* riders are out */
  sp_lab_close(w);
}

static void guards_do_not_chase(void **state) {
  (void)state;
  int32_t caught[2];
  for (int laden = 0; laden < 2; laden++) {
    hunt h = {.fugitives = 4000, .horse = 400, .hours = 2.0};
    sp_world *w = open_hunt(&h, 1);
    int32_t p = sp_broken_row(w, "banner"), f = sp_broken_row(w, "beaten");
    int32_t moved = sp_transfer_men(w, sp_in_formation(f), sp_on_line(SP_LINE_CAPTURED), laden ? 1200 : 0, SP_CAUSE_TAKEN);
    w->combat.captives[p] = moved;
    assert_int_equal(sp_guards_of(w, p), laden ? 200 : 0); /* one to six, half of the men at the most */
    sp_broken_until(w, 90);
    caught[laden] = w->combat.chase_cut[p] + w->combat.chase_taken[p];
    sp_lab_close(w);
  }
  assert_true(caught[1] < caught[0] * 4 / 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(horse_after_foot), cmocka_unit_test(quarter_decides_who_lives), cmocka_unit_test(most_get_away_from_foot),
                                     cmocka_unit_test(who_does_not_attack_does_not_chase), cmocka_unit_test(it_ends_with_the_light), cmocka_unit_test(it_ends_with_the_wind),
                                     cmocka_unit_test(it_ends_at_formed_troops), cmocka_unit_test(horses_are_booty_and_nobody_is_left), cmocka_unit_test(horse_of_a_mixed_body_rides_ahead), cmocka_unit_test(guards_do_not_chase), cmocka_unit_test(who_is_sent_after_them_rides_out), cmocka_unit_test(nobody_is_overtaken_twice)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
