/* test_trial.c - a battle by itself: nobody is lost or made, the same run is the same, threads change nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/trial.h"
#include "world/world.h"

static sp_trial_def small_battle(void) {
  sp_trial_def def = SP_TRIAL_DEF_INIT;
  def.side[0].men = 4000;
  def.side[1].men = 3000;
  return def;
}

static void test_settled(void **state) {
  (void)state;
  sp_trial_def def = small_battle();
  def.side[0].horse = 1000;
  def.side[0].guns = 10;
  def.side[0].archers = 300;
  def.year = 1600;
  const sp_constants *k = sp_constants_default();
  sp_trial_draw a, b, c;
  sp_trial_settle(&def, k, 5, 3, &a);
  sp_trial_settle(&def, k, 5, 3, &b);
  sp_trial_settle(&def, k, 5, 4, &c);
  assert_true(a.host[1].quality == b.host[1].quality && a.attack == b.attack);
  assert_true(a.host[1].quality != c.host[1].quality);
  const sp_trial_host *h = &a.host[0];
  assert_int_equal(h->horse, 1000);
  assert_int_equal(h->guns, 10);
  assert_int_equal(h->gunners, 80);       /* trial_gun_crew 8 each */
  assert_int_equal(h->archers, 300);
  assert_int_equal(h->pikes, 1310);       /* half of 4000 - 1000 - 80 - 300 in 1600 */
  assert_int_equal(h->bodies, 3);         /* 4000 / 2500 would be two; three make a line */
  def.year = 1705;
  sp_trial_settle(&def, k, 5, 3, &a);
  assert_int_equal(a.host[0].pikes, 0);
  def.side[1].quality = 0.9;
  sp_trial_settle(&def, k, 5, 3, &b);
  assert_true(b.host[1].quality == 0.9 && b.host[0].quality == a.host[0].quality); /* what is known shifts no other die */
}

/* The small war has the men that were asked for, arm by arm. */
static void test_men_are_there(void **state) {
  (void)state;
  sp_trial_def def = small_battle();
  def.side[0].men = 31234;
  def.side[0].horse = 7001;
  def.side[0].guns = 26;
  def.side[1].men = 777;
  def.side[1].horse = 50;
  def.side[1].guns = 1;
  sp_world *w = NULL;
  assert_int_equal(sp_trial_open(&def, NULL, 1, 0, &w), SP_OK);
  int32_t men[2] = {0}, horse[2] = {0}, guns[2] = {0}, defender = sp_model_find(w->model, SP_ENTITY_SIDE, "defender");
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    int p = w->formation.side[f] == defender;
    men[p] += w->formation.foot[f] + w->formation.mounted[f];
    horse[p] += w->formation.mounted[f];
    guns[p] += w->formation.light_guns[f] + w->formation.heavy_guns[f];
  }
  assert_true(men[0] == 31234 && horse[0] == 7001 && guns[0] == 26);
  assert_true(men[1] == 777 && horse[1] == 50 && guns[1] == 1);
  sp_world_destroy(w);
}

static void test_result_adds_up(void **state) {
  (void)state;
  sp_trial_def def = small_battle();
  int decided = 0;
  for (uint32_t run = 0; run < 12; run++) {
    sp_trial_result r;
    assert_int_equal(sp_trial_run(&def, NULL, 9, run, &r), SP_OK);
    assert_true(r.men[0] == 4000 && r.men[1] == 3000);
    decided += r.winner != SP_TRIAL_NOBODY;
    for (int p = 0; p < 2; p++) {
      int32_t by_cause = 0;
      for (int c = 0; c < SP_TRIAL_CAUSES; c++) by_cause += r.broke_by[p][c];
      assert_int_equal(by_cause, r.broke[p]);
      assert_true(r.killed[p] >= 0 && r.wounded[p] >= 0 && r.captured[p] >= 0 && r.missing[p] >= 0);
      assert_true(sp_trial_lost(&r, p) <= r.men[p] && r.before_break[p] <= sp_trial_lost(&r, p));
      assert_true((r.broke[p] > 0) == (r.first_cause[p] != 0));
    }
    assert_true(r.hours > 0.0 && r.hours < 30.0);
  }
  assert_true(decided >= 10);
}

static void test_threads(void **state) {
  (void)state;
  sp_trial_def def = small_battle();
  sp_trial_result one[6], three[6];
  memset(one, 0, sizeof one);
  memset(three, 0, sizeof three);
  assert_int_equal(sp_trial_many(&def, NULL, 2, 6, 1, one), SP_OK);
  assert_int_equal(sp_trial_many(&def, NULL, 2, 6, 3, three), SP_OK);
  for (int n = 0; n < 6; n++) {
    assert_int_equal(one[n].winner, three[n].winner);
    assert_memory_equal(one[n].killed, three[n].killed, sizeof one[n].killed);
    assert_memory_equal(one[n].missing, three[n].missing, sizeof one[n].missing);
    assert_true(one[n].hours == three[n].hours);
  }
}

/* Men of both sides missing over some runs, if so many of the foot whom horse has chased come back. */
static int32_t missing_if(double back_by_horse, bool anybody_chases) {
  sp_trial_def def = small_battle();
  def.side[0].horse = 1500;
  def.side[1].horse = 0;
  sp_constants own = *sp_constants_default();
  own.rally_back_foot_by_horse = back_by_horse;
  own.trial_back_sigma = own.trial_back_size = 0.0;
  if (!anybody_chases) own.pursuit_blown_wind = 0.9; /* too breathless for it */
  int32_t missing = 0;
  for (uint32_t run = 0; run < 20; run++) {
    sp_trial_result r;
    assert_int_equal(sp_trial_run(&def, &own, 4, run, &r), SP_OK);
    missing += r.missing[0] + r.missing[1];
  }
  return missing;
}

/* The missing are reckoned by who came after whom, not by who was there. */
static void test_missing(void **state) {
  (void)state;
  int32_t few = missing_if(0.45, true), many = missing_if(0.12, true), unchased = missing_if(0.45, false);
  assert_true(few > 500 && many > few + few / 50);
  assert_int_equal(missing_if(0.12, false), unchased);
}

/* Who was beaten off and then fought on behind the field by the other's horse has not won for it, whoever began that fight. */
static void test_winner_is_of_the_great_fight(void **state) {
  (void)state;
  sp_trial_def def = SP_TRIAL_DEF_INIT;
  def.side[0].men = 6000;
  def.side[0].quality = 0.2;
  def.side[1].men = 6000;
  def.side[1].horse = 3000;
  def.side[1].quality = 0.9;
  int held = 0, broke = 0;
  for (uint32_t run = 0; run < 40; run++) {
    sp_trial_result r;
    assert_int_equal(sp_trial_run(&def, NULL, 6, run, &r), SP_OK);
    held += r.winner == SP_TRIAL_DEFENDER;
    broke += r.broke[1] > r.broke[0];
  }
  print_message("the defender holds the field in %d of 40; more of his bodies broke in %d\n", held, broke);
  assert_true(held + broke >= 38);
}

static void test_out_of_range(void **state) {
  (void)state;
  sp_trial_def def = small_battle();
  def.side[0].men = 49;
  def.side[1].horse = 3001;
  def.rain_mm_h = -1.0;
  def.month = 13;
  sp_faults *faults = sp_faults_create();
  assert_int_equal(sp_trial_check(&def, faults), SP_BAD_INPUT);
  assert_int_equal(sp_faults_total(faults), 4);
  sp_faults_destroy(faults);
  sp_trial_result r;
  assert_int_equal(sp_trial_run(&def, NULL, 1, 0, &r), SP_BAD_INPUT);
  assert_int_equal(sp_trial_many(&def, NULL, 1, 1, 1, &r), SP_BAD_INPUT);
  def = small_battle();
  assert_int_equal(sp_trial_many(&def, NULL, 1, 1, 0, &r), SP_BAD_INPUT);
  assert_null(sp_trial_cause_name(SP_TRIAL_CAUSES));
  assert_string_equal(sp_trial_posture_name(SP_TRIAL_FORTIFIED), "fortified");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_settled), cmocka_unit_test(test_men_are_there), cmocka_unit_test(test_result_adds_up),
      cmocka_unit_test(test_threads), cmocka_unit_test(test_missing), cmocka_unit_test(test_winner_is_of_the_great_fight), cmocka_unit_test(test_out_of_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
