/* Mines: orders; the gallery by the clock; powder to the gram; what is heard and dug against; how a charge goes off; who mines of his own accord.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shapan/calc_supply.h"
#include "support/lab.h"
#include "support/minds.h"
#include "support/near.h"
#include "world/munitions.h"
#include "world/orders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { HOST = 3000, WITHIN = 800 };

/* host in camp at "west", 2 km from "fort", which the garrison holds. */
static sp_lab fort(double hours, int32_t tick) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_walled(&lab, "fort", 2000.0, SP_WALL_FORT);
  sp_lab_place(&lab, "east", 9000.0, 0.0);
  sp_lab_road(&lab, "west", "fort", 2000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "fort", "east", 7000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "host", "red", NULL, "west");
  sp_lab_formation(&lab, "garrison", "blue", NULL, "fort");
  sp_lab_strength(&lab, "host", SP_ARM_SPEAR, HOST);
  sp_lab_strength(&lab, "garrison", SP_ARM_SHOT, WITHIN);
  sp_lab_order(&lab, "garrison to garrison: hold fort");
  return lab;
}

static const sp_event *first(const sp_world *w, sp_event_type type) { return sp_lab_event(w, type, NULL, NULL, 1); }

/* ---- the language */

static void what_is_read(void **state) {
  (void)state;
  static const struct { const char *text; sp_verb verb; uint16_t manner; int64_t amount; } line[] = {
      {"host to host: mine the wall at fort", SP_VERB_HOLD, SP_MANNER_MINE | SP_MANNER_INVEST, 0},
      {"host to host: mine fort with 1200 kg of powder, and wait for the word", SP_VERB_HOLD, SP_MANNER_MINE | SP_MANNER_INVEST | SP_MANNER_MINE_WAITS, 1200000},
      {"host to host: mine the wall of fort and wait, with 2 t", SP_VERB_HOLD, SP_MANNER_MINE | SP_MANNER_INVEST | SP_MANNER_MINE_WAITS, 2000000},
      {"garrison to garrison: countermine at fort", SP_VERB_HOLD, SP_MANNER_MINE, -1},
      {"garrison to garrison: countermine", SP_VERB_HOLD, SP_MANNER_MINE, -1},
      {"host to host: blow the mine", SP_VERB_BLOW, 0, 0},
  };
  sp_lab lab = fort(2.0, 15);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_order_reader reader = {.model = sp_world_model(w), .world = w, .now = sp_world_minute(w)};
  for (size_t n = 0; n < sizeof line / sizeof *line; n++) {
    sp_order_draft d, e;
    assert_int_equal(sp_order_parse(&reader, line[n].text, (sp_where){"orders", 1, 1}, NULL, &d), SP_OK);
    assert_int_equal(d.verb, line[n].verb);
    assert_int_equal(d.manner, line[n].manner);
    assert_int_equal(d.amount, line[n].amount);
    char said[300];
    int32_t row = sp_used(w, SP_TABLE_ORDER);
    assert_int_equal(sp_order_enter(w, &d, -1), SP_OK);
    sp_order_canonical(w, row, said, sizeof said);
    if (sp_order_parse(&reader, said, (sp_where){"orders", 1, 1}, NULL, &e) != SP_OK) fail_msg("not read back: %s", said);
    assert_true(e.verb == d.verb && e.manner == d.manner && e.amount == d.amount && e.goal_node == d.goal_node);
    for (int lang = 0; lang < SP_LANG_COUNT; lang++) {
      assert_true(sp_world_order_text(w, row, (sp_lang)lang, said, sizeof said) > 0);
      assert_null(strstr(said, "order.say"));
      if (lang == SP_LANG_ZH && d.amount == 2000000) assert_non_null(strstr(said, "三千三百九十斤")); /* at 0.59 kg */
    }
  }
  static const struct { const char *text, *says; } bad[] = {{"host to host: mine the wall at west", "no wall"}, {"host to host: mine the wall at fort with 3 tables of powder", "powder such as"}, {"host to host: mine the wall at fort with 0 kg", "powder such as"}, {"host to host: mine the wall at fort, quickly", "with, and"}, {"host to host: blow the bridge", "the mine"}};
  for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) {
    sp_order_draft d;
    sp_faults *faults = sp_faults_create();
    assert_int_equal(sp_order_parse(&reader, bad[n].text, (sp_where){"orders", 1, 1}, faults, &d), SP_BAD_INPUT);
    char text[400];
    (void)sp_faults_format(faults, 0, SP_LANG_EN, text, sizeof text);
    if (!strstr(text, bad[n].says)) fail_msg("%s: %s", bad[n].text, text);
    sp_faults_destroy(faults);
  }
  sp_lab_close(w);
}

/* ---- the gallery */

/* 60 m at 0.2 m an hour are 300 h, charging twelve; whatever the length of a tick, where no roof comes in and nobody hears. */
static void by_the_clock(void **state) {
  (void)state;
  int32_t whole = 0;
  for (uint64_t seed = 1; seed <= 8; seed++)
    for (int32_t tick = 15; tick <= 60; tick += 45) {
      sp_lab lab = fort(24.0 * 15, tick);
      sp_lab_order(&lab, "host to host: mine the wall at fort with 500 kg of powder, and wait");
      sp_world *w = sp_lab_war(&lab, seed);
      sp_lab_run(w);
      const sp_event *begun = first(w, SP_EVENT_MINE_BEGUN), *ready = first(w, SP_EVENT_MINE_READY);
      assert_non_null(begun);
      assert_int_equal(begun->a, 60);
      near(begun->value, 312 * 60, 1e-6);
      assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0); /* nobody storms meanwhile */
      if (!first(w, SP_EVENT_MINE_CAVES)) {
        whole++;
        assert_non_null(ready);
        assert_int_equal(ready->a, 500);
        assert_in_range(ready->minute - begun->minute, 312 * 60, 312 * 60 + 3 * tick);
        assert_null(first(w, SP_EVENT_MINE_BLOWS)); /* it waits for the word */
      }
      sp_lab_close(w);
    }
  assert_true(whole >= 8);
}

/* Lit at the word, or as soon as it is ready; the four ends as often as they should come. */
static void how_it_ends(void **state) {
  (void)state;
  enum { SEEDS = 80 };
  int32_t end[SP_BLAST_COUNT] = {0}, lit = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_lab lab = fort(24.0 * 18, 60);
    sp_lab_order(&lab, "host to host: mine the wall at fort with 500 kg of powder, and wait");
    sp_lab_order(&lab, "day 16 06:00 host to host: blow the mine");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    const sp_event *e = first(w, SP_EVENT_MINE_BLOWS);
    if (e) {
      lit++;
      end[e->a]++;
      assert_true(e->minute >= w->model->campaign.start + 15 * 1440);
      double breach = sp_calc_mine_breach_m(&w->constants, SP_WALL_FORT, 500.0);
      if (e->a == SP_BLAST_BREACH) near(e->value, breach, 1e-9);
      if (e->a == SP_BLAST_BREACH) near(w->wall.breach_m[0], breach, 1e-6);
      if (e->a == SP_BLAST_FAILS) assert_true(sp_lab_count(w, SP_EVENT_MINE_BLOWS, NULL) > 1); /* lit again */
      if (e->a == SP_BLAST_BACK) assert_true(e->c > 20 && w->wall.breach_m[0] <= 0.0);
    }
    sp_lab_close(w);
  }
  /* 12 in the hundred fail, 13.2 blow back, 74.8 open the wall: three spreads of the binomial either way. */
  assert_true(lit > SEEDS * 8 / 10);
  assert_in_range(end[SP_BLAST_FAILS], lit * 12 / 100 - 9, lit * 12 / 100 + 9);
  assert_in_range(end[SP_BLAST_BACK], lit * 13 / 100 - 10, lit * 13 / 100 + 10);
  assert_in_range(end[SP_BLAST_BREACH], lit * 75 / 100 - 12, lit * 75 / 100 + 12);
  assert_int_equal(end[SP_BLAST_NOTHING], 0);
}

/* Who was to storm when the wall is breached does so at the next look after the mine, and not without one. */
static void a_storm_at_the_breach(void **state) {
  (void)state;
  int32_t opened = 0, shut = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    sp_lab lab = fort(24.0 * 17, 30);
    sp_lab_formation(&lab, "second", "red", NULL, "west");
    sp_lab_strength(&lab, "second", SP_ARM_SPEAR, 2000);
    sp_lab_order(&lab, "host to host: mine the wall at fort with 2000 kg of powder");
    sp_lab_order(&lab, "second to second: attack the enemy at fort, when the wall is breached");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    sp_minute breach = 0;
    for (int n = 1; sp_lab_event(w, SP_EVENT_MINE_BLOWS, NULL, NULL, n); n++)
      if (sp_lab_event(w, SP_EVENT_MINE_BLOWS, NULL, NULL, n)->a == SP_BLAST_BREACH) breach = sp_lab_event(w, SP_EVENT_MINE_BLOWS, NULL, NULL, n)->minute;
    const sp_event *opens = sp_lab_event(w, SP_EVENT_PHASE_OPENS, "second", NULL, 1), *fight = first(w, SP_EVENT_BATTLE_BEGINS);
    assert_int_equal(opens != NULL, breach > 0);
    if (opens) {
      opened++;
      assert_true(opens->minute > breach);
      if (w->region.light[0] > 0.0) assert_true(opens->minute <= breach + 12 * 60); /* by night nobody sees it from two kilometres off */
      assert_true(fight && fight->minute > breach);
    } else {
      shut++;
      assert_null(fight);
    }
    sp_lab_close(w);
  }
  assert_true(opened >= 4 && shut >= 1);
}

/* Too little powder shakes the ground. No word without a mine; nobody mines his own wall. */
/* The garrison is gone and the place is theirs: no mine goes on under it, whether somebody of theirs stands within or nobody does. */
static void not_under_ones_own(void **state) {
  (void)state;
  sp_lab lab = fort(24.0 * 3, 60);
  sp_lab_order(&lab, "host to host: mine the wall at fort");
  sp_world *w = sp_lab_war(&lab, 1);
  int32_t place = w->model->node[w->model->wall[0].node].place;
  while (!sp_world_over(w) && !first(w, SP_EVENT_MINE_BEGUN)) assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(w->mine.alive[0], 1);
  int32_t g = sp_lab_row(w, "garrison");
  (void)sp_transfer_men(w, sp_in_formation(g), sp_on_line(SP_LINE_DESERTED), sp_men_of(w, g), SP_CAUSE_SCATTERED);
  w->place.holder[place] = -1;
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(w->mine.alive[0], 1); /* nobody's yet */
  w->place.holder[place] = w->formation.side[sp_lab_row(w, "host")];
  assert_int_equal(sp_world_step(w), SP_OK);
  assert_int_equal(w->mine.alive[0], 0);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_MINE_BEGUN, NULL), 1);
  sp_lab_close(w);
}

static void what_comes_to_nothing(void **state) {
  (void)state;
  int32_t shook = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sp_lab lab = fort(24.0 * 16, 60);
    sp_lab_order(&lab, "host to host: mine the wall at fort with 50 kg of powder");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    for (int n = 1; sp_lab_event(w, SP_EVENT_MINE_BLOWS, NULL, NULL, n); n++) {
      int32_t how = sp_lab_event(w, SP_EVENT_MINE_BLOWS, NULL, NULL, n)->a;
      assert_int_not_equal(how, SP_BLAST_BREACH);
      shook += how == SP_BLAST_NOTHING;
    }
    near(w->wall.breach_m[0], 0.0, 0.0);
    sp_lab_close(w);
  }
  assert_true(shook >= 2);
  sp_lab lab = fort(12.0, 15);
  sp_lab_order(&lab, "host to host: blow the mine");
  sp_lab_order(&lab, "garrison to garrison: mine the wall at fort");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "host", NULL, 1)->b, SP_REFUSED_NO_MINE);
  assert_null(first(w, SP_EVENT_MINE_BEGUN));
  sp_lab_close(w);
}

/* ---- those within */

static void heard_and_met(void **state) {
  (void)state;
  enum { SEEDS = 60 };
  int32_t heard = 0, against = 0, met = 0, lost = 0, untold = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++)
    for (int dig = 0; dig < 2; dig++) {
      sp_lab lab = fort(24.0 * 24, 60);
      sp_lab_order(&lab, "host to host: mine the wall at fort with 500 kg of powder, and wait");
      if (dig) sp_lab_order(&lab, "day 1 12:00 garrison to garrison: countermine at fort");
      sp_world *w = sp_lab_war(&lab, seed);
      sp_lab_run(w);
      const sp_event *ear = first(w, SP_EVENT_MINE_HEARD), *ready = first(w, SP_EVENT_MINE_READY);
      if (!dig) {
        heard += ear != NULL;
        untold += first(w, SP_EVENT_MINE_AGAINST) != NULL;
        if (ear && ready) assert_true(ear->minute <= ready->minute);
      } else {
        against += first(w, SP_EVENT_MINE_AGAINST) != NULL;
        int32_t here = 0;
        for (int n = 1; sp_lab_event(w, SP_EVENT_MINE_MET, NULL, NULL, n); n++) {
          const sp_event *e = sp_lab_event(w, SP_EVENT_MINE_MET, NULL, NULL, n);
          met++;
          lost += e->a;
          here += e->a;
          assert_true(e->minute >= ear->minute + 60 * 70); /* 15 m at 0.2 m an hour are 75 hours */
        }
        assert_in_range(sp_lab_count(w, SP_EVENT_MINE_BEGUN, NULL), sp_max_i32(1, here), 1 + here); /* who has lost one begins anew, on the next tick */
        if (here > 0) assert_true(sp_lab_count(w, SP_EVENT_MINE_BEGUN, NULL) > 1 || first(w, SP_EVENT_MINE_MET)->minute >= w->model->campaign.end - 60);
      }
      sp_lab_close(w);
    }
  assert_int_equal(untold, 0);                                            /* to hear is not to dig */
  assert_in_range(heard, SEEDS * 60 / 100 - 12, SEEDS * 60 / 100 + 15);   /* 60.5 in the hundred, more where the roof came in and the last metres were dug twice */
  print_message("heard %d, dug against %d, met %d, lost %d\n", (int)heard, (int)against, (int)met, (int)lost);
  assert_true(against > SEEDS / 3 && met > SEEDS / 5);
  assert_in_range(lost, met * 65 / 100 - 12, met * 65 / 100 + 12);
}

/* ---- powder */

static sp_world *with_powder(const char *order, double kg, uint64_t seed) {
  sp_lab lab = fort(24.0 * 15, 60);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "train";
  def.side = "red";
  def.at.place = "west";
  def.camped = true;
  def.powder_kg = kg;
  sp_lab_formation_def(&lab, &def);
  sp_lab_strength(&lab, "train", SP_ARM_SPEAR, HOST);
  sp_lab_strength(&lab, "train", SP_ARM_CART, 40);
  sp_lab_strength(&lab, "train", SP_ARM_DRAUGHT, 160);
  sp_lab_order(&lab, order);
  return sp_lab_war(&lab, seed);
}

static void powder_is_laid_to_the_gram(void **state) {
  (void)state;
  int32_t laid = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    sp_world *w = with_powder("train to train: mine the wall at fort with 800 kg of powder, and wait", 2000.0, seed);
    sp_lab_run(w); /* the register of powder is checked with every tick */
    const sp_event *ready = first(w, SP_EVENT_MINE_READY);
    if (ready) {
      laid++;
      assert_int_equal(ready->a, 800);
      assert_int_equal(sp_munition_standing(w, SP_POWDER, w->formation.side[sp_lab_row(w, "train")], SP_MUNITION_BURNT), 800000);
      assert_int_equal(w->munition.powder_g[sp_lab_row(w, "train")], 1200000);
    }
    sp_lab_close(w);
  }
  assert_true(laid > 0);
  sp_world *w = with_powder("train to train: mine the wall at fort, and wait", 40.0, 2); /* 128 kg at the least */
  sp_lab_run(w);
  const sp_event *none = first(w, SP_EVENT_MINE_NO_POWDER);
  assert_non_null(none);
  assert_int_equal(none->a, 128);
  assert_int_equal(none->b, 40);
  assert_int_equal(sp_lab_count(w, SP_EVENT_MINE_NO_POWDER, NULL), 1);
  assert_null(first(w, SP_EVENT_MINE_READY));
  sp_lab_close(w);
}

/* ---- of his own accord */

/* 3,000 men sent to take a city of 1,000; weeks of bread. */
static sp_picture picture(void) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630, .has_superior = true};
  p.self = (sp_self){.men = 3000, .foot = 3000, .order = 0.8, .quality = 0.5, .light = 1.0, .steady = true, .task = SP_TASK_ATTACK};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.self.town = (sp_town){.is = true, .at = {800.0, 0.0}, .radius_m = 600.0, .wall = 1.0, .ring_m = 5000.0, .air_c = 10.0, .mine_h = 312.0, .mine_opens = 0.4};
  p.means = (sp_means){.looked = true, .eats = true, .need_g = 3e6, .carried_g = 3e8};
  p.body[0] = (sp_known_body){.number = 1, .at = {850.0, 0.0}, .confidence = 0.9, .sigma = 0.2, .men = 1500, .shape = SP_SHAPE_CAMPED, .seen = 620, .heard = 620};
  p.body_count = 1;
  return p;
}

static const sp_option *mines(const sp_picture *p, sp_decision *d) {
  sp_mind m = mind(p);
  assert_true(sp_mind_leaguer(&m, d));
  return option_of(d, SP_ACT_MINE);
}

static void what_he_weighs(void **state) {
  (void)state;
  sp_decision d, e;
  sp_picture p = picture(), none = picture(), guns = picture(), low = picture(), long_ = picture(), hungry = picture();
  const sp_option *o = mines(&p, &d);
  assert_non_null(o);
  /* Orders 0.6 of 0.6; a ring of 5 km by 3,000; the wall that falls 0.4; thirteen days of forty. */
  near(without_luck(o), 0.36 + 1.0 * (1.0 - sp_exp(-1.0) - 0.35) + 0.4 - 0.5 * 13.0 / 40.0, 1e-9);
  none.self.town.mine_opens = 0.1;
  guns.self.town.guns = 6.0;
  low.self.town.wall = 0.1;
  long_.self.town.mine_h = 24.0 * 41;
  assert_null(mines(&none, &e));
  assert_null(mines(&guns, &e));
  assert_null(mines(&low, &e));
  assert_null(mines(&long_, &e));
  hungry.means.carried_g = 3e6 * 9; /* nine days of bread for thirteen of digging */
  assert_true(without_luck(mines(&hungry, &e)) < without_luck(mines(&p, &d)));
}

static void he_mines(void **state) {
  (void)state;
  int32_t begun = 0, dug_against = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    sp_lab lab = sp_lab_open(24.0 * 20, 60);
    lab.campaign.commanders = SP_COMMANDERS_MACHINE;
    sp_lab_side(&lab, "red");
    sp_lab_side(&lab, "blue");
    sp_lab_place(&lab, "west", 0.0, 0.0);
    sp_lab_walled(&lab, "town", 6000.0, SP_WALL_CITY);
    sp_lab_road(&lab, "west", "town", 6000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_formation_def host = SP_FORMATION_DEF_INIT;
    host.id = "host";
    host.side = "red";
    host.at.place = "west";
    host.camped = true;
    host.powder_kg = seed % 4 ? 3000.0 : -1.0; /* of every fourth nothing is said: nobody mines by a side whose powder nobody counts */
    sp_lab_formation_def(&lab, &host);
    sp_lab_formation(&lab, "garrison", "blue", NULL, "town");
    sp_lab_strength(&lab, "host", SP_ARM_SPEAR, 4000);
    sp_lab_strength(&lab, "host", SP_ARM_CART, 60);
    sp_lab_strength(&lab, "host", SP_ARM_DRAUGHT, 240);
    sp_lab_strength(&lab, "garrison", SP_ARM_SHOT, 3000);
    sp_lab_order(&lab, "host to host: attack the enemy at town");
    sp_lab_order(&lab, "garrison to garrison: hold town");
    sp_world *w = sp_lab_war(&lab, seed);
    sp_lab_run(w);
    begun += first(w, SP_EVENT_MINE_BEGUN) != NULL;
    if (seed % 4 == 0) assert_null(first(w, SP_EVENT_MINE_BEGUN));
    dug_against += first(w, SP_EVENT_MINE_AGAINST) != NULL;
    if (first(w, SP_EVENT_MINE_AGAINST)) assert_non_null(first(w, SP_EVENT_MINE_HEARD));
    sp_lab_close(w);
  }
  assert_true(begun >= 5);
  assert_true(dug_against >= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_read), cmocka_unit_test(by_the_clock), cmocka_unit_test(how_it_ends), cmocka_unit_test(a_storm_at_the_breach), cmocka_unit_test(not_under_ones_own), cmocka_unit_test(what_comes_to_nothing), cmocka_unit_test(heard_and_met), cmocka_unit_test(powder_is_laid_to_the_gram), cmocka_unit_test(what_he_weighs), cmocka_unit_test(he_mines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
