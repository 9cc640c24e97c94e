/* Sallies: orders; guns spiked, a mine pulled down, ditches filled; back behind the wall; who sends men out of his own accord. A storm by night.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/earthworks.h"
#include "world/orders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GUNS = 12 };

/* "host" with guns comes from "west" and shuts in "fort". */
static sp_lab siege(double hours, const char *host_order) {
  sp_lab lab = sp_lab_open(hours, 15);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_walled(&lab, "fort", 2500.0, SP_WALL_FORT);
  sp_lab_road(&lab, "west", "fort", 2500.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "red", NULL, "west");
  sp_lab_formation(&lab, "garrison", "blue", NULL, "fort");
  sp_lab_strength(&lab, "host", SP_ARM_SPEAR, 1500);
  sp_lab_strength(&lab, "host", SP_ARM_GUNNER, 200);
  sp_lab_strength(&lab, "host", SP_ARM_HEAVY_GUN, GUNS);
  sp_lab_strength(&lab, "host", SP_ARM_DRAUGHT, 200);
  sp_lab_strength(&lab, "garrison", SP_ARM_SPEAR, 2500);
  sp_lab_order(&lab, "garrison to garrison: hold fort");
  sp_lab_order(&lab, host_order);
  return lab;
}

static void what_is_read(void **state) {
  (void)state;
  static const struct { const char *text; int64_t amount; bool night; } line[] = {
      {"garrison to garrison: sally", SP_SALLY_ANY, false}, {"garrison to garrison: sally out against the guns, by night", SP_SALLY_GUNS, true},
      {"garrison to garrison: sally against the mine", SP_SALLY_MINE, false}, {"garrison to garrison: sally against the works, through the night", SP_SALLY_WORKS, true}};
  sp_lab lab = siege(2.0, "host to host: hold");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_order_reader reader = {.model = sp_world_model(w), .world = w, .now = sp_world_minute(w)};
  for (size_t n = 0; n < sizeof line / sizeof *line; n++) {
    sp_order_draft d, e;
    assert_int_equal(sp_order_parse(&reader, line[n].text, (sp_where){"orders", 1, 1}, NULL, &d), SP_OK);
    assert_int_equal(d.verb, SP_VERB_ATTACK);
    assert_int_equal(d.amount, line[n].amount);
    assert_int_equal(d.through_night, line[n].night);
    char said[300];
    int32_t row = sp_used(w, SP_TABLE_ORDER);
    assert_int_equal(sp_order_enter(w, &d, -1), SP_OK);
    sp_order_canonical(w, row, said, sizeof said);
    if (sp_order_parse(&reader, said, (sp_where){"orders", 1, 1}, NULL, &e) != SP_OK) fail_msg("not read back: %s", said);
    assert_true(e.amount == d.amount && e.through_night == d.through_night && e.verb == d.verb);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) assert_true(sp_world_order_text(w, row, (sp_lang)lang, said, sizeof said) > 0 && !strstr(said, "order.say"));
  }
  sp_faults *faults = sp_faults_create();
  sp_order_draft d;
  char text[300];
  assert_int_equal(sp_order_parse(&reader, "garrison to garrison: sally against the moon", (sp_where){"orders", 1, 1}, faults, &d), SP_BAD_INPUT);
  (void)sp_faults_format(faults, 0, SP_LANG_EN, text, sizeof text);
  assert_non_null(strstr(text, "the guns"));
  sp_faults_destroy(faults);
  sp_lab_close(w);
}

/* Out, among the guns, and in again; sent against a mine they leave guns alone. The register is checked with every tick. */
static void guns_are_spiked(void **state) {
  (void)state;
  int32_t harmed = 0, back = 0, spiked = 0, joined = 0;
  for (uint64_t seed = 1; seed <= 12; seed++)
    for (int mine = 0; mine < 2; mine++) {
      sp_lab lab = siege(12.0, "host to host: invest fort");
      sp_lab_order(&lab, mine ? "day 1 10:00 garrison to garrison: detach 1500 men as out to sally against the mine" : "day 1 10:00 garrison to garrison: detach 1500 men as out to sally against the guns");
      sp_world *w = sp_lab_war(&lab, seed);
      sp_lab_run(w);
      int32_t guns = 0, n = 1;
      for (const sp_event *e; (e = sp_lab_event(w, SP_EVENT_SALLY_HARM, NULL, NULL, n)); n++) guns += e->a;
      if (mine) assert_int_equal(n, 1); /* there is none */
      if (!mine) {
        harmed += guns > 0;
        spiked += guns;
        back += sp_lab_count(w, SP_EVENT_SALLY_BACK, NULL) > 0;
        const sp_event *in = sp_lab_event(w, SP_EVENT_MERGED, NULL, NULL, 1);
        joined += in && in->object == sp_lab_key(w, "garrison");
        assert_true(guns <= GUNS);
      }
      sp_lab_close(w);
    }
  print_message("harmed in %d of 12, back in %d, with their own again in %d, guns spiked %d\n", (int)harmed, (int)back, (int)joined, (int)spiked);
  assert_true(harmed >= 4 && back >= 6 && joined >= 4);
}

/* Guns spiked in twelve wars when each wants so many men. */
static int32_t spiked_with(double men_to_a_gun) {
  int32_t guns = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    sp_lab lab = siege(12.0, "host to host: invest fort");
    sp_lab_order(&lab, "day 1 10:00 garrison to garrison: detach 1500 men as out to sally against the guns");
    sp_world *w = sp_lab_war(&lab, seed);
    w->constants.sally_gun_men = men_to_a_gun;
    sp_lab_run(w);
    int32_t n = 1;
    for (const sp_event *e; (e = sp_lab_event(w, SP_EVENT_SALLY_HARM, NULL, NULL, n)); n++) guns += e->a;
    sp_lab_close(w);
  }
  return guns;
}

/* Twelve guns: a hundred men to each are there; with 1,500 wanted for one, they are at less than one at a time. */
static void few_men_spike_few_guns(void **state) {
  (void)state;
  int32_t all = spiked_with(10.0), same = spiked_with(60.0), one = spiked_with(1500.0);
  print_message("spiked %d, %d, %d\n", (int)all, (int)same, (int)one);
  assert_int_equal(all, same); /* 720 men are enough for all */
  assert_true(one > 0 && one < all / 3);
}

/* Two bodies before one party, in one ditch: what its diggers can do in a tick is done once, and each kind of harm is told by itself. */
static void ditches_are_filled_once(void **state) {
  (void)state;
  int32_t filled = 0, before_two = 0, kinds = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sp_lab lab = siege(14.0, "host to host: invest fort");
    sp_lab_formation(&lab, "second", "red", NULL, "west");
    sp_lab_strength(&lab, "second", SP_ARM_SPEAR, 1200);
    sp_lab_order(&lab, "second to second: invest fort");
    sp_lab_order(&lab, "day 1 10:00 garrison to garrison: detach 2000 men as out to sally");
    sp_world *w = sp_lab_war(&lab, seed);
    int32_t n = 1;
    while (!sp_world_over(w)) {
      assert_int_equal(sp_world_reserve(w), SP_OK);
      int32_t work = -1;
      for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
        if (!w->formation.alive[f] || !w->hq.sallies[f] || w->combat.engagement[f] < 0) continue;
        if (work < 0) work = sp_row_new(w, SP_TABLE_WORK, sp_key_pair(seed, (uint64_t)sp_world_minute(w)));
        assert_true(work >= 0);
        w->work.alive[work] = 1; /* a ditch without end where they stand */
        w->work.held_by[work] = w->formation.side[sp_lab_row(w, "host")];
        w->work.x[work] = w->formation.head_x[f];
        w->work.y[work] = w->formation.head_y[f];
        w->work.moved_m3[work] = 1e6;
        sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = sp_world_minute(w) - 15, .to = sp_world_minute(w), .dt_min = 15.0, .dice = {seed, 0}};
        double can = sp_diggers_of(w, f) * w->constants.sally_fill * w->constants.dig_m3_h * 0.25;
        w->hq.sally_for[f] = SP_SALLY_WORKS;
        int32_t two = 0;
        for (int32_t g = 0; g < sp_used(w, SP_TABLE_FORMATION); g++) two += w->combat.engagement[g] == w->combat.engagement[f] && w->formation.side[g] != w->formation.side[f] && w->combat.men_before[g] > 0;
        sp_rule_sally(&t);
        double done = 1e6 - w->work.moved_m3[work];
        assert_true(done <= can + 1e-6);
        filled += done > 0.0;
        before_two += done > 0.0 && two > 1;
        w->hq.sally_for[f] = SP_SALLY_ANY;
      }
      if (work >= 0) sp_row_free(w, SP_TABLE_WORK, work);
      assert_int_equal(sp_world_step(w), SP_OK);
    }
    for (const sp_event *e; (e = sp_lab_event(w, SP_EVENT_SALLY_HARM, NULL, NULL, n)); n++) {
      assert_int_equal((e->a > 0) + (e->b > 0) + (e->c > 0), 1);
      kinds |= e->a > 0 ? 1 : e->b > 0 ? 2 : 4;
    }
    sp_lab_close(w);
  }
  print_message("filled in %d ticks, in %d of them before two bodies; kinds %d\n", (int)filled, (int)before_two, (int)kinds);
  assert_true(filled > 0 && before_two > 0 && (kinds & 5) == 5);
}

static void a_mine_is_pulled_down(void **state) {
  (void)state;
  int32_t pulled = 0;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    sp_lab lab = siege(60.0, "host to host: mine the wall at fort with 500 kg of powder");
    sp_lab_order(&lab, "day 2 09:00 garrison to garrison: detach 1800 men as out to sally against the mine");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    assert_non_null(sp_lab_event(w, SP_EVENT_MINE_BEGUN, NULL, NULL, 1));
    const sp_event *e = sp_lab_event(w, SP_EVENT_SALLY_HARM, NULL, NULL, 1);
    pulled += e && e->b;
    if (e && e->b) assert_true(e->a == 0 && sp_lab_event(w, SP_EVENT_MINE_BEGUN, NULL, NULL, 1)->minute < e->minute);
    sp_lab_close(w);
  }
  assert_true(pulled >= 3);
}

/* A hundred go out against a host that only shuts them in: no storm begins, the rest stay on their wall, and the fight is over when the hundred are in. */
static void a_sally_is_no_storm(void **state) {
  (void)state;
  int32_t fought = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sp_lab lab = siege(24.0, "host to host: invest fort");
    sp_lab_order(&lab, "day 1 10:00 garrison to garrison: detach 100 men as out to sally against the works");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    int32_t begun = sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL);
    fought += begun > 0;
    assert_int_equal(sp_lab_count(w, SP_EVENT_SIEGE_PHASE, NULL), 0);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_JOINED, "garrison"), 0);
    assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_ENDS, NULL), begun);
    assert_int_equal(w->combat.engagement[sp_lab_row(w, "garrison")], -1);
    sp_lab_close(w);
  }
  assert_true(fought >= 4);
}

static void not_from_the_open(void **state) {
  (void)state;
  sp_lab lab = siege(3.0, "host to host: sally");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "host", NULL, 1)->b, SP_REFUSED_NO_WALL);
  sp_lab_close(w);
}

/* ---- of his own accord */

static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 660};
  p.self = (sp_self){.men = 3000, .foot = 3000, .order = 0.9, .quality = 0.5, .light = 0.0, .steady = true, .wall = 0.8, .shut_in = true, .task = SP_TASK_STAND};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.body[0] = (sp_known_body){.number = 1, .at = {700.0, 0.0}, .confidence = 0.9, .sigma = 0.2, .men = 990, .shape = SP_SHAPE_CAMPED, .seen = 650, .heard = 650};
  p.body_count = 1;
  return p;
}

static double ahead(const sp_picture *p) {
  sp_mind m = mind(p);
  sp_decision d;
  assert_true(sp_mind_sally(&m, &d));
  return without_luck(option_of(&d, SP_ACT_SALLY)) - without_luck(option_of(&d, SP_ACT_STAY_IN));
}

/* 990 of 3,000 against 990 in camp by black night: even; 0.5 of chance, 0.2 of need, 0.15 of temper, against 0.35 of danger, 0.15 for his orders; habit 0.25. */
static void by_hand(void **state) {
  (void)state;
  sp_picture p = picture();
  near(ahead(&p), 0.5 + 0.2 + 0.15 - 0.35 - 0.15 - 0.25, 1e-9);
  sp_picture day = picture(), many = picture(), hot = picture(), wary = picture(), bold = picture(), up = picture();
  day.self.light = 1.0;
  many.body[0].men = 4000;
  hot.self.trait[SP_TRAIT_TEMPER] = 1.0;
  wary.self.trait[SP_TRAIT_CAUTION] = 1.0;
  bold.self.trait[SP_TRAIT_INITIATIVE] = 1.0;
  up.body[0].shape = SP_SHAPE_STANDING;
  assert_true(ahead(&day) < ahead(&p) && ahead(&many) < ahead(&p) && ahead(&wary) < ahead(&p) && ahead(&up) < ahead(&p));
  assert_true(ahead(&hot) > ahead(&p) && ahead(&bold) > ahead(&p));
  sp_picture open = picture(), lately = picture(), few = picture();
  open.self.shut_in = false; /* they march by */
  lately.self.sallied = 500;
  few.self.men = few.self.foot = 300;
  sp_picture sent = picture(), low = picture(), alone = picture();
  sent.self.born_of = 5; /* a party himself */
  low.self.wall = 0.1;
  alone.body_count = 0;
  sp_picture *none[] = {&open, &lately, &few, &sent, &low, &alone};
  for (size_t n = 0; n < sizeof none / sizeof *none; n++) {
    sp_mind m = mind(none[n]);
    sp_decision d;
    assert_false(sp_mind_sally(&m, &d));
  }
}

static void he_sends_them_out(void **state) {
  (void)state;
  int32_t out = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sp_lab lab = siege(60.0, "host to host: invest fort");
    sp_lab_strength(&lab, "host", SP_ARM_BOW, 2500); /* enough for a ring that is spoken of */
    sp_lab_strength(&lab, "garrison", SP_ARM_BOW, 3500);
    lab.campaign.commanders = SP_COMMANDERS_MACHINE;
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    int32_t sent = 0;
    size_t count;
    const sp_event *e = sp_world_events(w, &count);
    for (size_t i = 0; i < count; i++) sent += e[i].type == SP_EVENT_DECIDES && e[i].a == SP_ACT_SALLY;
    assert_true(sent <= 3); /* once a day at most */
    out += sent > 0;
    sp_lab_close(w);
  }
  print_message("of 8 garrisons %d sent men out\n", (int)out);
  assert_true(out > 0);
}

/* ---- a storm by night: fewer fall on the way, and order goes sooner */

static void by_night(void **state) {
  (void)state;
  double fallen[2] = {0.0}, order[2] = {0.0};
  for (uint64_t seed = 1; seed <= 24; seed++)
    for (int night = 0; night < 2; night++) {
      sp_lab lab = sp_lab_open(30.0, 15);
      sp_lab_side(&lab, "red");
      sp_lab_side(&lab, "blue");
      sp_lab_place(&lab, "west", 0.0, 0.0);
      sp_lab_walled(&lab, "fort", 1500.0, SP_WALL_FORT);
      sp_lab_road(&lab, "west", "fort", 1500.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
      sp_lab_formation(&lab, "storm", "red", NULL, "west");
      sp_lab_formation(&lab, "garrison", "blue", NULL, "fort");
      sp_lab_strength(&lab, "storm", SP_ARM_SPEAR, 4000);
      sp_lab_strength(&lab, "garrison", SP_ARM_SHOT, 2000);
      sp_lab_order(&lab, "garrison to garrison: hold fort");
      sp_lab_order(&lab, night ? "day 1 20:00 storm to storm: attack the enemy at fort, through the night" : "day 1 08:00 storm to storm: attack the enemy at fort");
      sp_world *w = sp_lab_war(&lab, seed);
      int32_t row = sp_lab_row(w, "storm");
      while (!sp_world_over(w) && w->combat.engagement[row] < 0) assert_int_equal(sp_world_step(w), SP_OK);
      sp_minute end = sp_world_minute(w) + 120; /* of the first two hours */
      while (!sp_world_over(w) && sp_world_minute(w) < end) assert_int_equal(sp_world_step(w), SP_OK);
      fallen[night] += w->combat.killed_first[row];
      order[night] += w->formation.order[row];
      sp_lab_close(w);
    }
  print_message("fallen by day %.0f, by night %.0f; order %.2f, %.2f\n", fallen[0] / 24, fallen[1] / 24, order[0] / 24, order[1] / 24);
  assert_true(fallen[1] < 0.8 * fallen[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_read), cmocka_unit_test(guns_are_spiked), cmocka_unit_test(few_men_spike_few_guns), cmocka_unit_test(ditches_are_filled_once), cmocka_unit_test(a_mine_is_pulled_down), cmocka_unit_test(a_sally_is_no_storm), cmocka_unit_test(not_from_the_open), cmocka_unit_test(by_hand), cmocka_unit_test(he_sends_them_out), cmocka_unit_test(by_night)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
