/* Commanders who dig of their own: what weighs how, by hand; who does and who does not; and that what a man cannot know moves no spade.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* 2,000 men at rest, an enemy as many in camp 10 km off: less than eight hours for a ditch that wants four, a deep one of twice what there is. */
static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 660, .has_superior = true};
  p.self = (sp_self){.men = 2000, .foot = 2000, .order = 0.8, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_STAND};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.means = (sp_means){.looked = true, .stood_down = true, .dig_h = {4.0, 15.714285714285715}};
  p.body[0] = (sp_known_body){.number = 1, .at = {10000.0, 0.0}, .confidence = 0.9, .sigma = 0.3, .men = 2000, .shape = SP_SHAPE_CAMPED, .seen = 620, .heard = 620};
  p.body_count = 1;
  return p;
}

/* Fear 2000 * (1 - 10/20) / 2000 = 0.5. Hours 10/3.5 + 6 - 1 = 7.857: the shallow ditch is done, of the deep one half.
 * Left as it is -0.7 * 1 * 0.5; shallow -0.35 * (1 - 0.6) - 0.6 * 0.15 + 0.2 * 0.8 * 0.75; deep -0.35 * (1 - 0.9 / 2) - 0.6 * 2 * 0.15 + 0.12. */
static void by_hand(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_spade(&m, &d));
  assert_int_equal(d.count, 3);
  near(without_luck(option_of(&d, SP_ACT_SPARE)), -0.35, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_DIG)), -0.14 - 0.09 + 0.12, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_DIG_DEEP)), -0.35 * 0.55 - 0.18 + 0.12, 1e-9);
  assert_true(d.option[d.chosen].act == SP_ACT_DIG || d.option[d.chosen].term[SP_TERM_LUCK] > 0.0);
}

/* The same enemy before a wall that covers him whole but for a breach of half of what will do, that wants six hours: fear 0.5 * 0.5. Left -0.7 * 0.25;
 * closed -0.6 * 0.15 + 0.12. One that wants twice the time there is leaves half of the fear; where he is at it he thinks no more of it. */
static void a_breach_by_hand(void **state) {
  (void)state;
  sp_picture p = picture();
  p.means.cover = 1.0;
  p.means.breach = 0.5;
  p.means.mend_h = 6.0;
  p.self.touches = true; /* they stand before the gate */
  sp_mind m = mind(&p);
  sp_decision d;
  assert_true(sp_mind_spade(&m, &d));
  assert_int_equal(d.count, 2);
  near(without_luck(option_of(&d, SP_ACT_SPARE)), -0.7 * 0.25, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_REPAIR)), -0.09 + 0.12, 1e-9);
  p.means.mend_h = 2.0 * 7.8571428571428577;
  assert_true(sp_mind_spade(&m, &d));
  near(without_luck(option_of(&d, SP_ACT_REPAIR)), -0.7 * 0.25 * 0.5 - 0.09 + 0.12, 1e-9);
  p.means.digs = SP_MIND_DIGS_WALL;
  assert_false(sp_mind_spade(&m, &d));
  p.means.digs = 0;
  p.means.breach = 0.0;
  p.self.touches = false;
  assert_false(sp_mind_spade(&m, &d)); /* the wall is whole */
}

static double ahead(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_spade(&m, &d));
  return without_luck(option_of(&d, SP_ACT_DIG)) - without_luck(option_of(&d, SP_ACT_SPARE));
}

static void weights_pull_the_right_way(void **state) {
  (void)state;
  double before = -1e9;
  for (int32_t men = 1000; men <= 4000; men += 500) { /* the more of them */
    sp_picture p = picture();
    p.body[0].men = men;
    assert_true(ahead(&p) > before || men > 4000);
    before = ahead(&p);
  }
  before = -1e9;
  for (int n = 0; n <= 10; n++) { /* the warier he is */
    sp_picture p = picture();
    p.self.trait[SP_TRAIT_CAUTION] = n / 10.0;
    assert_true(ahead(&p) > before);
    before = ahead(&p);
  }
  sp_picture fresh = picture(), spent = picture(), slow = picture(), safe = picture();
  spent.self.fatigue = 0.8;
  slow.means.dig_h[0] = 40.0; /* frozen ground, few spades */
  safe.means.cover = 0.5;
  assert_true(ahead(&spent) < ahead(&fresh) && ahead(&slow) < ahead(&fresh) && ahead(&safe) < ahead(&fresh));
}

static void who_does_not(void **state) {
  (void)state;
  sp_decision d;
  sp_picture late = picture(), far = picture(), goes = picture(), touched = picture(), few = picture(), deep = picture(), behind = picture(), fled = picture();
  sp_mind m = mind(&late);
  late.body[0].shape = SP_SHAPE_MARCHING;
  late.body[0].at.x = 3400.0; /* within the hour: they stand to arms */
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&far);
  far.body[0].at.x = 20001.0; /* not within a day of him */
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&goes);
  goes.means.stood_down = false;
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&touched);
  touched.self.touches = true;
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&few);
  few.body[0].men = 200; /* a patrol */
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&deep);
  deep.means.digs = SP_DIG_DEEP; /* he is about it */
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&behind);
  behind.means.cover = 0.9; /* a town wall */
  assert_false(sp_mind_spade(&m, &d));
  m = mind(&fled);
  fled.body[0].shape = SP_SHAPE_FLEEING;
  assert_false(sp_mind_spade(&m, &d));
}

/* ---- in the war */

static sp_world *watch(sp_arm enemy_arm, double enemy_m, double caution) {
  sp_lab lab = sp_lab_open(12.0, 15);
  lab.campaign.commanders = SP_COMMANDERS_MACHINE;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "east", enemy_m, 0.0);
  sp_lab_road(&lab, "west", "east", enemy_m, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_camp_of_chief(&lab, "camp", caution, -1.0);
  sp_lab_formation(&lab, "enemy", "blue", NULL, "east");
  sp_lab_strength(&lab, "camp", SP_ARM_FOOT, 2000);
  sp_lab_strength(&lab, "enemy", enemy_arm, 6000);
  sp_lab_order(&lab, "camp to camp: hold");
  sp_lab_order(&lab, "enemy to enemy: camp");
  return sp_lab_war(&lab, 5);
}

static void a_camp_before_the_enemy_digs(void **state) {
  (void)state;
  sp_world *near_by = watch(SP_ARM_SPEAR, 5000.0, 0.9), *alone = watch(SP_ARM_SPEAR, 60000.0, 0.9);
  sp_lab_run(near_by);
  sp_lab_run(alone);
  assert_true(sp_lab_count(near_by, SP_EVENT_SIGHTED, "camp") > 0);
  assert_int_equal(sp_lab_count(near_by, SP_EVENT_WORKS_BEGUN, "camp"), 1);
  assert_true(sp_lab_count(near_by, SP_EVENT_WORKS_STAGE, "camp") > 0); /* and there is a bank by evening */
  assert_true((sp_verb)sp_lab_of(near_by, "camp", "verb") == SP_VERB_HOLD); /* he still does what he was told */
  assert_int_equal(sp_lab_count(alone, SP_EVENT_WORKS_BEGUN, NULL), 0);
  sp_lab_close(near_by);
  sp_lab_close(alone);
}

/* Nobody sees from a camp with what the enemy's foot is armed, nor that behind a hill there are more of them. */
static void what_he_cannot_know_moves_no_spade(void **state) {
  (void)state;
  sp_world *spears = watch(SP_ARM_SPEAR, 5000.0, 0.5), *shot = watch(SP_ARM_SHOT, 5000.0, 0.5);
  sp_lab_run(spears);
  sp_lab_run(shot);
  assert_true(sp_lab_count(spears, SP_EVENT_WORKS_BEGUN, "camp") > 0);
  assert_int_equal(sp_lab_minute(spears, SP_EVENT_WORKS_BEGUN, "camp", NULL, 1), sp_lab_minute(shot, SP_EVENT_WORKS_BEGUN, "camp", NULL, 1));
  assert_int_equal(spears->order.key[sp_used(spears, SP_TABLE_ORDER) - 1], shot->order.key[sp_used(shot, SP_TABLE_ORDER) - 1]);
  sp_lab_close(spears);
  sp_lab_close(shot);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(weights_pull_the_right_way),
      cmocka_unit_test(who_does_not),
      cmocka_unit_test(a_camp_before_the_enemy_digs),
      cmocka_unit_test(a_breach_by_hand), cmocka_unit_test(what_he_cannot_know_moves_no_spade),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
