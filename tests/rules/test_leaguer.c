/* Commanders before a walled place: what weighs how, by hand; who storms, who draws a ring, who raises a siege; and that what they cannot know
 * of a garrison moves none of it. SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* 4,000 men sent to take a fort 800 m off with a wall of 0.8; 1,000 believed within; a store 40 km behind. */
static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630, .has_superior = true};
  p.self = (sp_self){.men = 4000, .foot = 4000, .order = 0.8, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_ATTACK};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.self.town = (sp_town){.is = true, .at = {800.0, 0.0}, .radius_m = 600.0, .wall = 0.8, .ring_m = 5000.0, .air_c = 10.0};
  p.means = (sp_means){.looked = true, .eats = true, .need_g = 4e6, .carried_g = 4e7};
  p.means.store[0] = (sp_known_store){.depot = 40, .luck = 40, .at = {-40000.0, 0.0}, .grain_g = 1e9};
  p.means.store_count = 1;
  p.body[0] = (sp_known_body){.number = 1, .at = {850.0, 0.0}, .confidence = 0.9, .sigma = 0.2, .men = 1000, .shape = SP_SHAPE_CAMPED, .seen = 620, .heard = 620};
  p.body_count = 1;
  return p;
}

static sp_decision look(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_leaguer(&m, &d));
  return d;
}

static double storm_ahead(const sp_picture *p) {
  sp_decision d = look(p);
  return without_luck(option_of(&d, SP_ACT_ORDERS)) - without_luck(option_of(&d, SP_ACT_INVEST));
}

/* To storm: 0.6 of orders, 0.25 as he is about it, half of ln 4, the estimate's 0.4 * 0.5 * 0.2, the wall's 1 * 0.8, temper's 0.15. A ring of 5 km wants 3,000 for 63 in the
 * hundred: 4,000 close 1 - exp(-4/3); 0.4 of orders. Bread for ten days: nobody thinks of it. */
static void by_hand(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_decision d = look(&p);
  assert_int_equal(d.count, 2);
  near(without_luck(option_of(&d, SP_ACT_ORDERS)), 0.6 + 0.25 + 0.5 * sp_log(4.0) - 0.04 - 0.8 + 0.15, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_INVEST)), 0.24 + 1.0 * (1.0 - sp_exp(-4.0 / 3.0) - 0.35), 1e-9);
}

static void weights_pull_the_right_way(void **state) {
  (void)state;
  double before = 1e9;
  for (int32_t men = 500; men <= 8000; men *= 2) { /* the more within */
    sp_picture p = picture();
    p.body[0].men = men;
    assert_true(storm_ahead(&p) < before);
    before = storm_ahead(&p);
  }
  before = 1e9;
  for (int n = 0; n <= 10; n++) { /* the higher the wall */
    sp_picture p = picture();
    p.self.town.wall = n / 10.0;
    assert_true(storm_ahead(&p) < before);
    before = storm_ahead(&p);
  }
  sp_picture plain = picture(), guns = picture(), hot = picture(), wary = picture(), beaten = picture(), hungry = picture(), cold = picture();
  guns.self.town.guns = 12.0;
  hot.self.trait[SP_TRAIT_TEMPER] = 1.0;
  wary.self.trait[SP_TRAIT_CAUTION] = 1.0;
  beaten.self.town.repulsed = 2;
  hungry.means.carried_g = 4e6; /* a ring wants bread */
  cold.self.town.air_c = -20.0;
  double at = storm_ahead(&plain);
  assert_true(storm_ahead(&guns) > at && storm_ahead(&hot) > at && storm_ahead(&hungry) > at && storm_ahead(&cold) > at);
  assert_true(storm_ahead(&wary) < at && storm_ahead(&beaten) < at);
}

/* Want of bread, being beaten off or frost are reasons to go; without one nobody thinks of it. */
static void who_raises_a_siege(void **state) {
  (void)state;
  sp_picture content = picture(), hungry = picture(), beaten = picture(), nowhere = picture();
  sp_decision d = look(&content);
  assert_null(option_of(&d, SP_ACT_RAISE));
  hungry.means.carried_g = 4e6;
  d = look(&hungry);
  /* One day of eight: want 0.875. To go: against his orders 0.6, and his name 0.25. */
  near(without_luck(option_of(&d, SP_ACT_RAISE)), -0.6 - 0.25, 1e-9);
  beaten.self.town.repulsed = 1;
  d = look(&beaten);
  assert_non_null(option_of(&d, SP_ACT_RAISE));
  nowhere.means.carried_g = 4e6;
  nowhere.means.store_count = 0; /* and no chief: whither? */
  d = look(&nowhere);
  assert_null(option_of(&d, SP_ACT_RAISE));
}

/* An army as strong as his own 10 km from the place, of 15 that count. */
static void relief_is_faced(void **state) {
  (void)state;
  sp_picture p = picture(), far = picture();
  p.body[1] = (sp_known_body){.number = 2, .at = {10800.0, 0.0}, .confidence = 0.9, .sigma = 0.3, .men = 4000, .shape = SP_SHAPE_MARCHING, .seen = 620, .heard = 620};
  p.body_count = 2;
  far.body[1] = p.body[1];
  far.body[1].at.x = 16000.0;
  far.body_count = 2;
  sp_decision d = look(&p), e = look(&far), none;
  const sp_option *face = option_of(&d, SP_ACT_FACE);
  assert_non_null(face);
  assert_int_equal(face->body, 1);
  double relief = 1.2 - 10.0 / 15.0;
  near(without_luck(face), 0.18 - 0.3 * 0.9 * relief, 1e-9);
  near(option_of(&d, SP_ACT_INVEST)->term[SP_TERM_DANGER], -1.5 * 0.9 * relief, 1e-9);
  assert_true(without_luck(face) > without_luck(option_of(&d, SP_ACT_INVEST)));
  assert_null(option_of(&e, SP_ACT_FACE));
  sp_mind m = mind(&p);
  assert_true(sp_mind_besieges(&m));
  p.body[1].at.x = 2900.0; /* now it is a matter for the field */
  assert_false(sp_mind_besieges(&m));
  sp_picture near_chief = picture();
  near_chief.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 3, .relation = SP_RELATION_CHIEF, .at = {0.0, 500.0}, .men = 900, .seen = 620};
  near_chief.body_count = 2;
  m = mind(&near_chief);
  assert_false(sp_mind_leaguer(&m, &none) || sp_mind_besieges(&m)); /* who has his chief by him does as he is told */
}

/* ---- in the war */

static int32_t decides(const sp_world *w, sp_act act) {
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  int32_t n = 0;
  for (size_t i = 0; i < count; i++) n += e[i].type == SP_EVENT_DECIDES && e[i].a == (int32_t)act;
  return n;
}

static sp_world *siege(int32_t men, double caution, sp_arm within, double bread_days) {
  sp_lab lab = sp_lab_open(60.0, 15);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_walled(&lab, "town", 6000.0, SP_WALL_CITY);
  sp_lab_road(&lab, "west", "town", 6000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_camp_of_chief(&lab, "host", caution, bread_days);
  sp_lab_formation(&lab, "garrison", "blue", NULL, "town");
  sp_lab_strength(&lab, "host", SP_ARM_SPEAR, men);
  sp_lab_strength(&lab, "garrison", within, 3000);
  sp_lab_order(&lab, "host to host: attack the enemy at town");
  sp_lab_order(&lab, "garrison to garrison: hold town");
  return sp_lab_war(&lab, 5);
}

/* With ladders alone against a city's wall he draws a ring; with enough men to one within, and a hot head, he runs at it. */
static void ring_or_ladders(void **state) {
  (void)state;
  sp_world *wary = siege(6000, 0.8, SP_ARM_SPEAR, -1.0);
  sp_lab_run(wary);
  assert_true(decides(wary, SP_ACT_INVEST) >= 1);
  assert_true(sp_lab_count(wary, SP_EVENT_RING, "host") >= 1);
  assert_int_equal(sp_lab_count(wary, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  sp_lab_close(wary);
  sp_world *few = siege(1500, 0.0, SP_ARM_SPEAR, -1.0); /* too few for a ring, and not told to go away */
  sp_lab_run(few);
  assert_int_equal(sp_lab_count(few, SP_EVENT_RING, "host"), 0);
  sp_lab_close(few);
}

/* Nobody outside knows with what those within are armed. */
static void what_he_cannot_know_moves_no_siege(void **state) {
  (void)state;
  sp_world *war[2] = {siege(6000, 0.8, SP_ARM_SPEAR, -1.0), siege(6000, 0.8, SP_ARM_SHOT, -1.0)};
  for (int n = 0; n < 2; n++) sp_lab_run(war[n]);
  assert_true(decides(war[0], SP_ACT_INVEST) >= 1);
  for (int n = 1; n <= decides(war[0], SP_ACT_INVEST); n++)
    assert_int_equal(sp_lab_minute(war[0], SP_EVENT_DECIDES, "host", NULL, n), sp_lab_minute(war[1], SP_EVENT_DECIDES, "host", NULL, n));
  assert_int_equal(decides(war[0], SP_ACT_INVEST), decides(war[1], SP_ACT_INVEST));
  assert_int_equal(decides(war[0], SP_ACT_ORDERS), decides(war[1], SP_ACT_ORDERS));
  for (int n = 0; n < 2; n++) sp_lab_close(war[n]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(weights_pull_the_right_way),
      cmocka_unit_test(who_raises_a_siege),
      cmocka_unit_test(relief_is_faced),
      cmocka_unit_test(ring_or_ladders),
      cmocka_unit_test(what_he_cannot_know_moves_no_siege),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
