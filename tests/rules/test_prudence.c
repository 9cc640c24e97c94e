/* What keeps a commander from throwing men away: an attack against hopeless odds, help that cannot help, a store that lies
 * behind the enemy as men march. SPDX-License-Identifier: Apache-2.0 */
#include "engine/thinking.h"
#include "support/lab.h"
#include "support/minds.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static bool near_to(double a, double b) { return sp_abs(a - b) < 1e-9; }

/* 1,000 men told to attack, so many of the enemy 1,500 m before them. */
static sp_picture before(int32_t enemy) {
  sp_picture p = {.formation = 7, .from = 600, .now = 630, .has_superior = true};
  p.self = (sp_self){.men = 1000, .foot = 1000, .order = 0.8, .fatigue = 0.2, .quality = 0.5, .light = 1.0, .steady = true, .leads = true, .task = SP_TASK_ATTACK};
  for (int n = 0; n < SP_TRAIT_COUNT; n++) p.self.trait[n] = 0.5;
  p.body[0] = (sp_known_body){.number = 1, .at = {1500.0, 0.0}, .confidence = 0.9, .sigma = 0.3, .men = enemy, .quality = 0.5, .shape = SP_SHAPE_STANDING, .seen = 620, .heard = 620};
  p.body[1] = (sp_known_body){.number = 2, .friendly = true, .formation = 3, .relation = SP_RELATION_CHIEF, .at = {-20000.0, 0.0}, .confidence = 1.0, .men = 5000, .seen = 600, .quality = 0.5};
  p.body_count = 2;
  return p;
}

/* Nothing up to e^2 to one, where the odds say it; whole at e^4; the harder the more men the enemy has. */
static void hopeless_odds(void **state) {
  (void)state;
  static const int32_t enemies[] = {2000, 7000, 20000, 60000, 200000};
  double last = 1e9, fixed = 0.0;
  for (size_t n = 0; n < sizeof enemies / sizeof *enemies; n++) {
    sp_picture p = before(enemies[n]);
    sp_mind m = mind(&p);
    sp_decision d;
    assert_true(sp_mind_field(&m, &d));
    sp_scene s = sp_mind_scene(&m);
    const sp_option *attack = option_of(&d, SP_ACT_ORDERS);
    assert_non_null(attack);
    if (n < 2) assert_true(near_to(s.hopeless, 0.0) && near_to(attack->term[SP_TERM_DANGER], 0.0));
    else assert_true(s.hopeless > fixed && near_to(attack->term[SP_TERM_DANGER], -s.hopeless));
    fixed = s.hopeless;
    double sum = attack->term[SP_TERM_ODDS] + attack->term[SP_TERM_DANGER];
    assert_true(sum < last);
    last = sum;
  }
  assert_true(near_to(fixed, 1.0));
}

/* A caller of 300 with help of 0.33 * 3,000 faces four times 1,290; against 10,320 that is half. */
static void help_that_cannot_help(void **state) {
  (void)state;
  static const sp_known_paper paper = {.occasion = SP_OCCASION_REQUEST, .from = 20, .serial = 2, .for_help = true, .acted = 625};
  static const int32_t enemies[] = {2000, 5160, 10320, 41280};
  static const double beyond[] = {0.0, 0.0, 0.5, 0.875};
  double last = 1e9;
  for (size_t n = 0; n < 4; n++) {
    sp_picture p = before(enemies[n]);
    p.self.men = 100;
    p.body[0].at = (sp_xy){12000.0, 0.0};
    p.body[2] = (sp_known_body){.number = 3, .friendly = true, .formation = 20, .relation = SP_RELATION_UNDER_HIM, .at = {11000.0, 0.0}, .confidence = 1.0, .men = 300, .seen = 620};
    p.body[3] = (sp_known_body){.number = 4, .friendly = true, .formation = 21, .relation = SP_RELATION_UNDER_HIM, .at = {0.0, 100.0}, .confidence = 1.0, .men = 3000, .seen = 620};
    p.body_count = 4;
    p.paper = &paper;
    p.paper_count = 1;
    sp_mind m = mind(&p);
    sp_decision d;
    assert_true(sp_mind_answer(&m, 0, &d));
    const sp_option *send = option_of(&d, SP_ACT_SEND);
    assert_non_null(send);
    double help = 300.0 + 0.33 * 3000.0, share = enemies[n] > 4.0 * help ? 1.0 - 4.0 * help / enemies[n] : 0.0;
    assert_true(near_to(share, beyond[n]) && near_to(send->term[SP_TERM_DANGER], -0.3 * 0.7 * 0.5 - 0.8 * share));
    double sum = send->term[SP_TERM_NEED] + send->term[SP_TERM_DANGER];
    assert_true(sum <= last);
    last = sum;
  }
}

/* The store lies 25 km east; the road there leads by a town six kilometres north of the straight way, and the enemy is in it. */
static void a_store_behind_the_enemy(void **state) {
  (void)state;
  for (int by_road = 0; by_road < 3; by_road++) { /* a straight road too; the road by the town alone; none that leads there */
    sp_lab lab = sp_lab_open(6.0, 15);
    sp_lab_side(&lab, "red");
    sp_lab_side(&lab, "blue");
    sp_lab_place(&lab, "camp", 0.0, 0.0);
    sp_lab_place(&lab, "town", 12000.0, 7000.0);
    sp_lab_place(&lab, "granary", 25000.0, 0.0);
    sp_lab_road(&lab, "camp", "town", 15000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    if (by_road < 2) sp_lab_road(&lab, "town", "granary", 16000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    if (!by_road) sp_lab_road(&lab, "camp", "granary", 25000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    sp_lab_formation(&lab, "host", "red", NULL, "camp");
    sp_lab_strength(&lab, "host", SP_ARM_FOOT, 1000);
    sp_lab_formation(&lab, "enemy", "blue", NULL, "town");
    sp_lab_strength(&lab, "enemy", SP_ARM_FOOT, 4000);
    sp_depot_def depot = SP_DEPOT_DEF_INIT;
    depot.id = "store";
    depot.side = "red";
    depot.place = "granary";
    depot.grain_kg = 88000.0;
    assert_int_equal(sp_scenario_add_depot(lab.scenario, &depot), SP_OK);
    sp_world *w = sp_lab_war(&lab, 5);
    for (int n = 0; n < 4; n++) assert_int_equal(sp_world_step(w), SP_OK);
    sp_minute now = w->head->minute;
    sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = now - 15, .to = now, .dt_min = 15.0, .dice = {.seed = 5, .tick = 4}};
    sp_books books;
    assert_true(sp_books_open(w, &books));
    int32_t hq = w->formation.hq[sp_lab_row(w, "host")], enemy = sp_lab_row(w, "enemy");
    sp_picture p = before(4000);
    p.at = (sp_xy){w->hq.x[hq], w->hq.y[hq]};
    p.body[0].at = (sp_xy){w->formation.head_x[enemy], w->formation.head_y[enemy]};
    sp_picture_means(&t, hq, &books, &p);
    assert_int_equal(p.means.store_count, 1);
    sp_mind m = mind(&p);
    double danger = sp_mind_danger_to_store(&m, 0, p.at, 1000.0);
    if (by_road == 2) assert_true(near_to(danger, 1.0));
    else if (by_road) assert_true(p.means.store[0].threat_men > 3900.0 && near_to(danger, 1.0));
    else assert_true(p.means.store[0].threat_men < 0.2 * 4000.0 && danger < 0.6);
    p.body[0].at.x = p.at.x - 3000.0; /* behind him it bars no way */
    p.body[0].at.y = p.at.y;
    sp_picture_means(&t, hq, &books, &p);
    if (by_road < 2) assert_true(near_to(p.means.store[0].threat_men, 0.0) && near_to(sp_mind_danger_to_store(&m, 0, p.at, 1000.0), 0.0));
    sp_books_close(&books);
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hopeless_odds), cmocka_unit_test(help_that_cannot_help), cmocka_unit_test(a_store_behind_the_enemy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
