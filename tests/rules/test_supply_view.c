/* How a body stands for bread, powder, patients, spades, walls and boats; the books and their audit: figures by hand.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shapan/supply.h"

#include <stdlib.h>
#include <string.h>

#include "rules/infirmary.h"
#include "shapan/calc_battle.h"
#include "shapan/calc_supply.h"
#include "shapan/story.h"
#include "support/near.h"
#include "world/orders.h"
#include "world/stores.h"

#define MAN_G 1320 /* 1.5 sheng of 880 g */
#define SHI_G 88000

static void depot(sp_lab *lab, const char *id, const char *place, double shi, double powder_kg) {
  sp_depot_def def = SP_DEPOT_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.place = place;
  def.grain_kg = shi * 88.0;
  if (powder_kg > 0.0) def.powder_kg = powder_kg;
  assert_int_equal(sp_scenario_add_depot(lab->scenario, &def), SP_OK);
}

static void body(sp_lab *lab, const char *id, const char *place, double bread_days, double powder_kg) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "red";
  def.at.place = place;
  def.camped = true;
  def.order_now = 1.0;
  if (bread_days >= 0.0) def.bread_days = bread_days;
  if (powder_kg >= 0.0) def.powder_kg = powder_kg;
  sp_lab_formation_def(lab, &def);
}

/* ---- bread */

/* 1,000 men and 200 who lie with them carry 6,000 rations; 66 shi lie at the town, 10 at the post 12 km on. */
static void bread_by_hand(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(6.0, 15);
  depot(&lab, "granary", "town", 66.0, 0.0);
  depot(&lab, "barn", "post", 10.0, 0.0);
  body(&lab, "van", "town", 5.0, -1.0);
  sp_infirmary_foot(&lab, "van", 1000, 0, 200, 0);
  body(&lab, "rear", "far", 0.0, -1.0);
  sp_lab_strength(&lab, "rear", SP_ARM_FOOT, 100);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_bread_state b;
  assert_int_equal(sp_world_bread(w, sp_lab_key(w, "van"), &b), SP_OK);
  assert_true(b.eats && b.men_g_d == 1000 * MAN_G && b.patients_g_d == 200 * MAN_G && b.beasts_g_d == 0 && b.grain_g == 6000 * MAN_G);
  near(b.days, 5.0, 1e-9);
  assert_true(b.depot == sp_key_of("granary") && b.depot_g == 66 * SHI_G && b.nearest == 0);
  near(b.pace, 1.0, 0.0);
  assert_int_equal(sp_world_bread(w, sp_lab_key(w, "rear"), &b), SP_OK);
  assert_true(b.depot == 0 && b.nearest == sp_key_of("barn") && b.nearest_g == 10 * SHI_G);
  near(b.nearest_m, 28000.0, 200.0); /* of road; on the plane a little less */
  near(b.days, 0.0, 0.0);
  assert_true(sp_world_convoy_for(w, sp_lab_key(w, "rear")) == 0);
  w->provision.task[0] = SP_CHORE_HAND_OVER;
  w->provision.task_to[0] = sp_lab_key(w, "rear");
  assert_true(sp_world_convoy_for(w, sp_lab_key(w, "rear")) == w->formation.key[0]);
  w->provision.task[0] = SP_CHORE_NONE;
  w->provision.task_to[0] = 0;
  /* the weaker, the slower, the longer, the more fall out */
  sp_bread_state before = b;
  for (int n = 1; n <= 5; n++) {
    w->provision.weak[sp_lab_row(w, "rear")] = 0.2 * n;
    assert_int_equal(sp_world_bread(w, sp_lab_key(w, "rear"), &b), SP_OK);
    assert_true(b.pace <= before.pace && b.straggle > before.straggle && b.slack >= before.slack);
    before = b;
  }
  near(b.pace, w->constants.march_fatigue_spent, 1e-9); /* as of men who are spent */
  assert_int_equal(sp_world_bread(w, 12345, &b), SP_NOT_FOUND);
  sp_lab_close(w);
}

/* ---- powder */

/* 1,000 matchlocks with half of their 40 rounds want 240 kg of 480; the train has 200. */
static void powder_by_hand(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(3.0, 15);
  depot(&lab, "arsenal", "town", 1.0, 500.0);
  body(&lab, "van", "town", -1.0, 200.0);
  sp_lab_strength(&lab, "van", SP_ARM_SHOT, 1000);
  sp_lab_strength(&lab, "van", SP_ARM_CART, 20);
  body(&lab, "pikes", "town", -1.0, -1.0);
  sp_lab_strength(&lab, "pikes", SP_ARM_SPEAR, 500);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_powder_state m;
  w->combat.powder[sp_lab_row(w, "van")] = 0.5;
  assert_int_equal(sp_world_powder(w, sp_lab_key(w, "van"), &m), SP_OK);
  assert_true(m.told && !m.fights && m.full_g == 480000 && m.wanting_g == 240000 && m.train_g == 200000 && m.magazine == sp_key_of("arsenal") && m.magazine_g == 500000);
  near(m.rounds, 20.0, 1e-9);
  near(m.hand_guns, 1000.0, 1e-9);
  near(m.rain, 1.0, 0.0);
  assert_int_equal(sp_world_powder(w, sp_lab_key(w, "pikes"), &m), SP_NOT_FOUND);
  sp_lab_close(w);
}

/* What rain takes of hand guns is what does not go off; dry, it takes nothing. */
static void rain_slackens_fire(void **state) {
  (void)state;
  for (int wet = 0; wet < 2; wet++) {
    sp_world *w = sp_lab_read(wet ? "lab/rain-and-matchlocks/rain" : "lab/rain-and-matchlocks/dry", 1);
    int seen = 0;
    while (!sp_world_over(w)) {
      assert_int_equal(sp_world_step(w), SP_OK);
      for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
        sp_powder_state m;
        if (sp_world_powder(w, w->formation.key[f], &m) != SP_OK || !m.fights || m.hand_guns <= 0.0 || m.rounds <= 0.0 || m.range_m > 100.0 || m.guns > 0.0 || m.bows > 0.0) continue;
        double rain = w->region.rain_mm_h[w->engagement.region[w->combat.engagement[f]]];
        near(m.rain, (1.0 - sp_calc_misfire(&w->constants, rain)) / (1.0 - sp_calc_misfire(&w->constants, 0.0)), 1e-9);
        assert_true(wet ? m.rain < 0.9 : m.rain >= 1.0 - 1e-12);
        assert_true(m.smoke <= 1.0 && m.smoke > 0.0 && m.dark <= 1.0);
        seen++;
      }
    }
    assert_true(seen > 0);
    sp_lab_close(w);
  }
}

/* ---- patients: 50 badly hurt and half of 21 sick cannot walk; ten carts of which half take four, 60 led horses of which half take one. */
static void patients_by_hand(void **state) {
  (void)state;
  sp_lab lab = sp_lab_post_road(3.0, 15);
  body(&lab, "van", "town", -1.0, -1.0);
  sp_infirmary_foot(&lab, "van", 500, 30, 50, 21);
  sp_lab_strength(&lab, "van", SP_ARM_CART, 10);
  sp_lab_strength(&lab, "van", SP_ARM_MOUNT, 60);
  sp_world *w = sp_lab_war(&lab, 1);
  sp_patients_state p;
  assert_int_equal(sp_world_patients(w, sp_lab_key(w, "van"), &p), SP_OK);
  assert_true(p.light == 30 && p.serious == 50 && p.sick == 21 && p.carts == 10 && p.led == 60);
  near(p.to_carry, 60.5, 1e-9);
  near(p.places, 50.0, 1e-9);
  sp_lab_close(w);
}

/* ---- spades */

/* 4,000 men with 500 tools dig 250 m3 in an hour of loam, 500 man-hours; nothing hinders them by day. */
static void spades_by_hand(void **state) {
  (void)state;
  sp_lab lab = sp_lab_open(24.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "hill", 0.0, 0.0);
  sp_lab_place(&lab, "gate", 9000.0, 0.0);
  sp_lab_road(&lab, "hill", "gate", 9000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "camp", "red", NULL, "hill");
  sp_lab_strength(&lab, "camp", SP_ARM_SPEAR, 4000);
  sp_lab_strength(&lab, "camp", SP_ARM_TOOL, 500);
  sp_lab_order(&lab, "day 1 08:00 camp to camp: entrench at hill deep toward gate");
  sp_world *w = sp_lab_war(&lab, 1);
  sp_spades_state s;
  sp_key camp = sp_lab_key(w, "camp");
  assert_int_equal(sp_world_spades(w, camp, &s), SP_NOT_FOUND);
  assert_int_equal(sp_world_run(w, w->head->minute + 4 * 60), SP_OK); /* 10:00 */
  assert_int_equal(sp_world_spades(w, camp, &s), SP_OK);
  assert_int_equal(s.bar, SP_DIGS);
  assert_true(s.work == 0 && s.depth_m < 1.5 && s.left_m3 > 0.0);
  near(s.diggers, 500.0, 0.0);
  near(s.wanted_m, w->constants.works_deep_m, 0.0);
  near(s.left_m3 + s.moved_m3, s.front_m * 0.75 * (2.0 * s.wanted_m) * s.wanted_m, 1e-6);
  near(s.man_h_left, s.left_m3 / w->constants.dig_m3_h, 1e-6);
  near(s.dark, 1.0, 0.0);
  near(s.frost, 1.0, 0.0);
  near(s.m3_h, 500.0 * w->constants.dig_m3_h * s.weary * s.pauses * s.rain * s.mud, 1e-6); /* the causes are all there are */
  double by_day = s.man_h_left;
  assert_int_equal(sp_world_run(w, w->head->minute + 13 * 60), SP_OK); /* 23:00 */
  assert_int_equal(sp_world_spades(w, camp, &s), SP_OK);
  assert_int_equal(s.bar, SP_DIG_NIGHT);
  near(s.m3_h, 0.0, 0.0);
  near(s.dark, 0.0, 0.0);
  assert_true(s.man_h_left < by_day); /* what is left is no less for the dark */
  w->hq.dig[sp_lab_row(w, "camp")] = 0;
  assert_int_equal(sp_world_spades(w, camp, &s), SP_OK);
  assert_int_equal(s.bar, SP_DIG_UNTOLD);
  sp_lab_close(w);
}

/* ---- walls */

static void a_siege_step_by_step(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/siege/guns", 1);
  sp_key red = sp_lab_key(w, "red-foot");
  bool waited = false, stormed = false;
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    sp_storm_state s;
    if (sp_world_storm(w, red, &s) != SP_OK) continue;
    assert_true(s.wall == 0 && !s.behind && s.phase == w->wall.phase[0]);
    near(s.enough_m, w->constants.siege_breach_enough_m, 0.0);
    near(s.breach_m, w->wall.breach_m[0], 0.0);
    if (s.phase == SP_SIEGE_GUNS && s.waits && s.daylight && s.heavy_guns > 0.0 && s.rounds > 0.0 && s.breach_m < s.enough_m) waited = true;
    if (s.phase >= SP_SIEGE_FORWARD && !s.waits && s.gap_m >= 0.0) stormed = true;
  }
  assert_true(waited && stormed);
  sp_lab_close(w);
}

/* ---- boats */

static sp_world *coast(int32_t boats, double wind_m_s, const char *at) {
  sp_lab lab = sp_lab_open(10.0, 15);
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "inland", -5000.0, 0.0);
  sp_lab_place(&lab, "shore", 0.0, 0.0);
  sp_lab_place(&lab, "island", 9000.0, 0.0);
  sp_lab_road(&lab, "inland", "shore", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "shore", "island", 9000.0, SP_ROAD_SEA, SP_RELIEF_PLAIN);
  if (wind_m_s > 0.0) sp_lab_wind(&lab, 0.0, 10.0, wind_m_s, 90.0);
  sp_lab_formation(&lab, "few", "red", NULL, at);
  sp_lab_strength(&lab, "few", SP_ARM_FOOT, 100);
  if (boats) sp_lab_strength(&lab, "few", SP_ARM_BOAT, boats);
  sp_lab_order(&lab, "few to few: embark for island");
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.staff_sigma = w->constants.straggle_camp_per_day = 0.0;
  return w;
}

static sp_sea_state sea_after(sp_world *w, sp_minute minutes) {
  sp_sea_state s = {.bar = SP_SEA_BAR_COUNT};
  assert_int_equal(sp_world_run(w, w->head->minute + minutes), SP_OK);
  assert_int_equal(sp_world_sea(w, sp_lab_key(w, "few"), &s), SP_OK);
  return s;
}

static void why_nobody_embarks(void **state) {
  (void)state;
  static const struct { int32_t boats; double wind; const char *at; sp_minute after; sp_sea_bar bar; } cases[] = {
      {0, 0.0, "shore", 120, SP_SEA_NO_BOATS}, {4, 25.0, "shore", 240, SP_SEA_WIND}, {4, 0.0, "inland", 60, SP_SEA_ON_ROAD}, {4, 0.0, "shore", 150, SP_SEA_SAILING}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    sp_world *w = coast(cases[n].boats, cases[n].wind, cases[n].at);
    sp_sea_state s = sea_after(w, cases[n].after);
    assert_int_equal(s.bar, cases[n].bar);
    assert_int_equal(s.boats, cases[n].boats);
    near(s.wanted, 100.0, 1e-9);
    near(s.room, cases[n].boats * w->constants.boat_men, 1e-9);
    if (s.bar == SP_SEA_WIND) assert_true(s.wind_m_s > s.most_m_s);
    if (s.bar == SP_SEA_SAILING) assert_true(s.way_m > 0.0 && s.way_m < s.lane_m && s.lane_m > 8900.0);
    sp_lab_close(w);
  }
}

/* ---- books */

static char *audit_of(const sp_world *w, sp_lang lang, int64_t *wrong) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(sp_write_audit(file, w, lang, wrong), SP_OK);
  size = (size_t)ftell(file);
  text = calloc(1, size + 1);
  assert_non_null(text);
  rewind(file);
  assert_int_equal(fread(text, 1, size, file), size);
  fclose(file);
  return text;
}

/* The books agree at the end of a war; a gram or a man out of place is found. */
static void an_audit_finds_what_is_wrong(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/depot", 1);
  sp_lab_run(w);
  int64_t wrong = -1;
  char *text = audit_of(w, SP_LANG_EN, &wrong);
  assert_true(wrong == 0 && strstr(text, "Every line adds up") && !strchr(text, '*') && strstr(text, "grain, shi"));
  free(text);
  int32_t red = sp_model_find(w->model, SP_ENTITY_SIDE, "red");
  sp_book_row eaten, carried;
  assert_int_equal(sp_world_book(w, red, SP_BOOK_GRAIN, SP_STORE_EATEN, &eaten), SP_OK);
  assert_true(eaten.closing == sp_store_standing(w, red, SP_STORE_EATEN) && eaten.closing > 0 && eaten.held == -1);
  assert_int_equal(sp_world_book(w, red, SP_BOOK_GRAIN, SP_BOOK_LINES, &carried), SP_NOT_FOUND);
  assert_null(sp_book_line(SP_BOOK_GRAIN, SP_BOOK_LINES));
  w->provision.grain_g[sp_lab_row(w, "comers")] += 1;
  text = audit_of(w, SP_LANG_ZH, &wrong);
  assert_true(wrong == 1 && strstr(text, "一目不合"));
  free(text);
  w->provision.grain_g[sp_lab_row(w, "comers")] -= 1;
  w->strength.count[w->formation.first_strength[sp_lab_row(w, "comers")] * SP_RANK_COUNT] += 1;
  text = audit_of(w, SP_LANG_EN, &wrong);
  assert_true(wrong == 1 && strchr(text, '*'));
  free(text);
  w->strength.count[w->formation.first_strength[sp_lab_row(w, "comers")] * SP_RANK_COUNT] -= 1;
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bread_by_hand), cmocka_unit_test(powder_by_hand), cmocka_unit_test(rain_slackens_fire), cmocka_unit_test(patients_by_hand), cmocka_unit_test(spades_by_hand),
                                     cmocka_unit_test(a_siege_step_by_step), cmocka_unit_test(why_nobody_embarks), cmocka_unit_test(an_audit_finds_what_is_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
