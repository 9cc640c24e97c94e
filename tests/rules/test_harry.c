/* Horse that a commander sends of his own to hang on an enemy, and calls back: by hand, by task, and in a war.
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* At 10:30: 600 foot and 400 horse who have no orders; 5,000 march by at 6 km. */
static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630};
  p.self = (sp_self){.men = 1000, .foot = 600, .mounted = 400, .order = 0.8, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_NONE};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.body[0] = (sp_known_body){.number = 1, .at = {6000.0, 0.0}, .confidence = 0.9, .men = 5000, .shape = SP_SHAPE_MARCHING, .seen = 620};
  p.body_count = 1;
  return p;
}

static bool thinks(const sp_picture *p, sp_decision *d) {
  sp_mind m = mind(p);
  return sp_mind_harry(&m, d);
}

static double gain(const sp_picture *p) {
  sp_decision d;
  assert_true(thinks(p, &d));
  return without_luck(option_of(&d, SP_ACT_HARASS)) - without_luck(option_of(&d, SP_ACT_KEEP_HORSE));
}

/* 200 of 400 horse go, two thirds of 300: half of chance, a third of fitness in order of 0.8, less 0.3 of 0.7 of danger, a quarter of 0.6 beyond his orders. */
static void by_hand(void **state) {
  (void)state;
  sp_picture p = picture();
  sp_mind m = mind(&p);
  sp_decision d;
  assert_int_equal(sp_mind_party(&m), 200);
  assert_true(thinks(&p, &d));
  assert_int_equal(d.count, 2);
  near(without_luck(option_of(&d, SP_ACT_KEEP_HORSE)), 0.3 * 0.5, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_HARASS)), 0.5 + 0.5 * 0.8 * 2.0 / 3.0 - 0.3 * 0.7 - 0.5 * 0.6 * 0.5, 1e-9);
  assert_int_equal(option_of(&d, SP_ACT_HARASS)->body, 0);
}

static void weights_pull_the_right_way(void **state) {
  (void)state;
  sp_picture p = picture(), camped = picture(), dark = picture(), tired = picture(), bold = picture(), free = picture(), few = picture();
  camped.body[0].shape = SP_SHAPE_CAMPED;
  dark.self.light = 0.1;
  tired.self.fatigue = 0.7;
  bold.self.trait[SP_TRAIT_INITIATIVE] = 1.0;
  free.self.task = SP_TASK_PURSUE;
  few.self.mounted = 120;
  assert_true(gain(&camped) < gain(&p) && gain(&dark) < gain(&p) && gain(&tired) < gain(&p) && gain(&few) < gain(&p));
  assert_true(gain(&bold) > gain(&p) && gain(&free) > gain(&p));
}

static void who_sends_nobody(void **state) {
  (void)state;
  sp_decision d;
  sp_picture weak = picture(), stands = picture(), far = picture(), horse = picture(), foot = picture(), busy = picture(), bound = picture(), between = picture(), told_off = picture(), lately = picture(), shadows = picture(), holds = picture(), walled = picture();
  weak.body[0].men = 800; /* him he attacks, or not */
  stands.body[0].shape = SP_SHAPE_STANDING;
  far.body[0].at.x = 25000.0;
  horse.body[0].horse = 2; /* they would be caught */
  foot.self.mounted = 90;
  busy.self.fights = true;
  bound.self.task = SP_TASK_GO;
  shadows.self.task = SP_TASK_KEEP_OFF;
  holds.self.task = SP_TASK_STAND;
  walled.self.wall = 0.5;
  between.from = 631;
  between.now = 645;
  told_off.self.born_of = 3;
  lately.self.harried = 60; /* nine hours ago */
  const sp_picture *all[] = {&weak, &stands, &far, &horse, &foot, &busy, &bound, &between, &told_off, &lately, &shadows, &holds, &walled};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) assert_false(thinks(all[n], &d));
}

/* Fresh they stay; after mind_party_h, or with fewer than two thirds left, they are called back, once; and no second party goes. */
static void they_are_called_back(void **state) {
  (void)state;
  sp_decision d;
  sp_picture p = picture();
  p.now += 2880, p.from += 2880;
  p.body[0].seen += 2880;
  p.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 9, .relation = SP_RELATION_UNDER_HIM, .at = {5000.0, 0.0}, .confidence = 1.0, .men = 195, .party_sent = p.now - 6 * 60, .party_men = 200};
  p.body_count = 2;
  assert_false(thinks(&p, &d));
  p.body[1].party_sent = p.now - 12 * 60;
  assert_true(thinks(&p, &d));
  near(without_luck(option_of(&d, SP_ACT_RECALL)), 0.6, 1e-9);
  near(without_luck(option_of(&d, SP_ACT_KEEP_HORSE)), 0.25, 1e-9);
  p.body[1].task = SP_TASK_GO;
  assert_false(thinks(&p, &d));
  p.body[1].task = SP_TASK_NONE;
  p.body[1].party_sent = p.now - 3 * 60;
  p.body[1].men = 120;
  assert_true(thinks(&p, &d));
  near(without_luck(option_of(&d, SP_ACT_RECALL)), 0.6 * 0.25 + 0.7, 1e-9);
}

static int32_t decides(const sp_world *w, sp_act act) {
  size_t count;
  const sp_event *e = sp_world_events(w, &count);
  int32_t n = 0;
  for (size_t i = 0; i < count; i++) n += e[i].type == SP_EVENT_DECIDES && e[i].a == (int32_t)act && e[i].subject == sp_lab_key(w, "watch");
  return n;
}

/* Whether the recall has been heard, and what the party is about since, he does not know: nothing of it shows in what he is laid out. */
static void he_does_not_know_whether_it_was_heard(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/harass", 1);
  int32_t chief = sp_lab_row(w, "column"), party = sp_lab_row(w, "riders");
  w->formation.born_of[party] = sp_lab_key(w, "column");
  w->hq.told_off[party] = w->head->minute - 600;
  w->hq.told_off_men[party] = 200;
  sp_picture p = {.formation = sp_lab_key(w, "column"), .now = w->head->minute, .body_count = 1};
  p.body[0] = (sp_known_body){.friendly = true, .relation = SP_RELATION_UNDER_HIM, .formation = sp_lab_key(w, "riders"), .men = 150};
  sp_picture q = p;
  assert_true(sp_picture_parties(w, chief, &p));
  assert_true(p.body[0].party_sent == w->head->minute - 600 && p.body[0].party_men == 200);
  w->hq.mission[party] = -1;
  w->formation.verb[party] = SP_VERB_MERGE;
  w->hq.harasses[party] = 0;
  assert_true(sp_picture_parties(w, chief, &q));
  assert_true(q.body[0].party_sent == p.body[0].party_sent && q.body[0].party_men == p.body[0].party_men);
  w->hq.told_off[party] = 0; /* another's men, told off for something else */
  assert_false(sp_picture_parties(w, chief, &q));
  sp_lab_close(w);
}

/* A column of 5,000 passes 4 km from 600 foot and 400 horse camped on a hill without orders, and marches on for a day. */
static void a_column_is_not_left_in_peace(void **state) {
  (void)state;
  int sent = 0, struck = 0, back = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sp_lab lab = sp_lab_open(30.0, 15);
    lab.campaign.commanders = SP_COMMANDERS_MACHINE;
    sp_lab_side(&lab, "red");
    sp_lab_side(&lab, "blue");
    sp_lab_place(&lab, "hill", 9000.0, 4000.0);
    sp_lab_place(&lab, "west", 0.0, 0.0);
    sp_lab_place(&lab, "bend", 9000.0, 0.0);
    sp_lab_place(&lab, "east", 40000.0, 0.0);
    sp_lab_road(&lab, "west", "bend", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_road(&lab, "bend", "east", 31000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_road(&lab, "bend", "hill", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_formation(&lab, "watch", "red", NULL, "hill");
    sp_lab_formation(&lab, "column", "blue", NULL, "west");
    sp_lab_strength(&lab, "watch", SP_ARM_FOOT, 600);
    sp_lab_strength(&lab, "watch", SP_ARM_HORSE, 400);
    sp_lab_strength(&lab, "watch", SP_ARM_MOUNT, 500);
    sp_lab_strength(&lab, "column", SP_ARM_SPEAR, 5000);
    sp_lab_order(&lab, "column to column: march to east");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    bool party = decides(w, SP_ACT_HARASS) > 0;
    sent += party;
    struck += party && sp_lab_count(w, SP_EVENT_HARASSES, NULL) > 0;
    back += decides(w, SP_ACT_RECALL) > 0 && sp_lab_count(w, SP_EVENT_MERGED, NULL) > 0;
    assert_true(decides(w, SP_ACT_RECALL) <= decides(w, SP_ACT_HARASS)); /* each is called once */
    assert_int_equal(decides(w, SP_ACT_GO) + decides(w, SP_ACT_SEND), 0); /* horse that can ride away calls nobody off the hill */
    sp_lab_close(w);
  }
  assert_true(sent >= 6 && struck >= 5 && back >= 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(weights_pull_the_right_way), cmocka_unit_test(who_sends_nobody), cmocka_unit_test(they_are_called_back), cmocka_unit_test(he_does_not_know_whether_it_was_heard), cmocka_unit_test(a_column_is_not_left_in_peace)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
