/* Going by sea: who finds room, hours by the clock, gales, rafts; a lane is no way for anybody on land.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "support/lab.h"
#include "world/voyage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* inland - 5 km - shore ~ so many metres of sea ~ island. */
static sp_lab coast(double hours, int32_t tick, double sea_m) {
  sp_lab lab = sp_lab_open(hours, tick);
  sp_lab_side(&lab, "house");
  sp_lab_side(&lab, "foe");
  sp_lab_place(&lab, "inland", -5000.0, 0.0);
  sp_lab_place(&lab, "shore", 0.0, 0.0);
  sp_lab_place(&lab, "island", sea_m, 0.0);
  sp_lab_road(&lab, "inland", "shore", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "shore", "island", sea_m, SP_ROAD_SEA, SP_RELIEF_PLAIN);
  return lab;
}

static void body(sp_lab *lab, const char *id, const char *side, const char *at, int32_t men, int32_t boats) {
  sp_lab_formation(lab, id, side, NULL, at);
  sp_lab_strength(lab, id, SP_ARM_FOOT, men);
  if (boats) sp_lab_strength(lab, id, SP_ARM_BOAT, boats);
}

static sp_world *war(sp_lab *lab, uint64_t seed) {
  sp_world *w = sp_lab_war(lab, seed);
  w->constants.staff_sigma = w->constants.rider_sigma = w->constants.straggle_camp_per_day = 0.0;
  return w;
}

static int32_t lost(const sp_world *w, sp_arm arm) {
  int32_t n = 0;
  for (int32_t y = 0; y < sp_used(w, SP_TABLE_TALLY); y++)
    for (int r = 0; w->tally.arm[y] == arm && r < SP_RANK_COUNT; r++) n += w->tally.came_in[y * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + SP_LINE_LOST];
  return n;
}

/* 100 men in 4 boats: an hour to load, 9,000 m at 75 a minute are 2 hours, an hour to land; with ticks of any length. */
static void a_voyage_takes_its_hours(void **state) {
  (void)state;
  int64_t first = 0;
  static const int32_t ticks[] = {5, 15, 60};
  for (int n = 0; n < 3; n++) {
    sp_lab lab = coast(10.0, ticks[n], 9000.0);
    body(&lab, "few", "house", "shore", 100, 4);
    sp_lab_order(&lab, "few to few: embark for island");
    sp_world *w = war(&lab, 1);
    sp_lab_run(w);
    int64_t embarks = sp_lab_minute(w, SP_EVENT_EMBARKS, "few", NULL, 1), sails = sp_lab_minute(w, SP_EVENT_SAILS, "few", NULL, 1), lands = sp_lab_minute(w, SP_EVENT_LANDS, "few", NULL, 1);
    assert_true(embarks >= 0);
    assert_in_range(sails - embarks, 59, 61);
    assert_in_range(lands - sails, 179, 182);
    if (n == 0) first = lands;
    assert_in_range(lands, first - 2, first + 2);
    int32_t f = sp_lab_row(w, "few");
    assert_int_equal(w->formation.node[f], w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "island")]);
    assert_int_equal(w->formation.verb[f], SP_VERB_NONE);
    assert_int_equal(sp_lab_men(w, "few"), 100);
    assert_int_equal(sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_BOAT), 4);
    for (int32_t v = 0; v < sp_used(w, SP_TABLE_VOYAGE); v++) assert_int_equal(w->voyage.alive[v], 0); /* nothing is left over */
    sp_lab_close(w);
  }
}

/* A letter to the island: 5 km on foot at 80 m/min, 9 km of sea at 75; not without a boat, not in a gale, and a boat may go down with it. */
static void letters_go_by_sea(void **state) {
  (void)state;
  enum { BOAT, NO_BOAT, GALE, SINKS, FOES_BOAT };
  for (int how = BOAT; how <= FOES_BOAT; how++) {
    sp_lab lab = coast(20.0, how == GALE ? 60 : 15, 9000.0);
    body(&lab, "chief", "house", "inland", 300, 0);
    body(&lab, "boatmen", how == FOES_BOAT ? "foe" : "house", "shore", 20, how == NO_BOAT ? 0 : 2);
    body(&lab, "isle", "house", "island", 100, 0);
    sp_lab_order(&lab, "day 1 07:00 chief to isle: halt");
    sp_lab_wind(&lab, 0.0, how == GALE ? 9.0 : how == SINKS ? 3.5 : 24.0, how == GALE ? 15.0 : 0.0, 270.0);
    if (how == GALE) sp_lab_wind(&lab, 9.0, 24.0, 0.0, 270.0);
    if (how == SINKS) sp_lab_wind(&lab, 3.5, 24.0, 15.0, 270.0);
    sp_world *w = war(&lab, 1);
    if (how == SINKS) w->constants.boat_founder_per_h = 100.0;
    sp_lab_run(w);
    int64_t there = sp_lab_minute(w, SP_EVENT_DELIVERED, "isle", NULL, 1);
    if (how == BOAT) assert_in_range(there, 240, 285);
    else if (how == GALE) assert_int_equal(there, 9 * 60 + 120); /* when it drops */
    else assert_int_equal(there, -1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_LOST, NULL), how == SINKS);
    assert_int_equal(sp_lab_count(w, SP_EVENT_RIDER_BACK, NULL), how == BOAT || how == GALE);
    sp_lab_close(w);
  }
}

/* The enemy a kilometre off, men out of all order: 1.5 an hour by two thirds. In order nobody crowds; nor with nobody near. */
static void they_crowd_the_boats(void **state) {
  (void)state;
  int32_t drowned = 0, left = 0, rushes[3] = {0};
  for (int how = 0; how < 3; how++) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
      sp_lab lab = coast(20.0, 15, 9000.0);
      sp_lab_place(&lab, "hill", -1000.0, 300.0);
      sp_lab_place(&lab, "farm", -4000.0, 2000.0);
      sp_lab_road(&lab, "hill", "inland", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
      sp_lab_road(&lab, "farm", "inland", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
      body(&lab, "many", "house", "shore", 1200, 40);
      body(&lab, "foe", "foe", how == 2 ? "farm" : "hill", 500, 0);
      sp_lab_order(&lab, "many to many: embark for island");
      sp_world *w = war(&lab, seed);
      int32_t f = sp_lab_row(w, "many");
      while (!sp_world_over(w)) {
        w->formation.order[f] = how == 1 ? 1.0 : 0.0;
        assert_int_equal(sp_world_step(w), SP_OK);
      }
      rushes[how] += sp_lab_count(w, SP_EVENT_BOATS_RUSHED, "many");
      const sp_event *e = sp_lab_event(w, SP_EVENT_BOATS_RUSHED, "many", NULL, 1);
      if (e) {
        drowned += e->a;
        left += e->b;
        assert_int_equal(sp_lab_men(w, "many"), 1200 - e->a - e->b);
        assert_int_equal(lost(w, SP_ARM_FOOT), e->a);
        assert_true(e->value > 900.0 && e->value < 1200.0);
      }
      sp_lab_close(w);
    }
  }
  assert_true(rushes[0] >= 4 && rushes[1] == 0 && rushes[2] == 0);
  assert_true(drowned > 0 && left > drowned);
  sp_constants c = sp_constants_default_values;
  assert_true(sp_calc_boat_rush_per_h(&c, 0.5, 0.5) == 1.5 * 0.25);
}

static void with_bread(sp_lab *lab, const char *id, const char *at, double days) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.side = "house";
  def.at.place = at;
  def.order_now = 1.0;
  def.camped = true;
  def.bread_days = days;
  sp_lab_formation_def(lab, &def);
}

/* About half of the loading is done when they crowd: of horses, guns and bread what is not loaded stays with the men who are left, as hungry as the others.
 * With no row for a body of their own nobody stays, and nobody is said to. */
static void what_is_not_loaded_stays(void **state) {
  (void)state;
  for (int full = 0; full < 2; full++) {
    sp_lab lab = coast(20.0, 15, 9000.0);
    sp_lab_place(&lab, "hill", -1000.0, 300.0);
    sp_lab_road(&lab, "hill", "inland", 5000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
    with_bread(&lab, "many", "shore", 2.0);
    sp_lab_strength(&lab, "many", SP_ARM_FOOT, 1200);
    sp_lab_strength(&lab, "many", SP_ARM_BOAT, 120);
    sp_lab_strength(&lab, "many", SP_ARM_MOUNT, 200);
    sp_lab_strength(&lab, "many", SP_ARM_LIGHT_GUN, 20);
    body(&lab, "foe", "foe", "hill", 500, 0);
    sp_lab_order(&lab, "many to many: embark for island");
    sp_world *w = war(&lab, 1);
    int32_t f = sp_lab_row(w, "many"), bodies = sp_used(w, SP_TABLE_FORMATION);
    w->constants.boat_rush_per_h = 0.0;
    while (sp_lab_count(w, SP_EVENT_EMBARKS, "many") == 0) assert_int_equal(sp_world_step(w), SP_OK);
    assert_int_equal(sp_used(w, SP_TABLE_FORMATION), bodies); /* there is room for all */
    double whole = sp_calc_boat_load_min(&w->constants, 120, 0);
    assert_int_equal(sp_world_run(w, w->head->minute + 15 * (int64_t)(whole / 30.0)), SP_OK);
    w->constants.boat_rush_per_h = 1e6;
    w->formation.order[f] = 0.0;
    w->provision.missed[f] = 1.5;
    w->provision.weak[f] = 0.25;
    int32_t room = w->head->capacity[SP_TABLE_FORMATION];
    int64_t grain = w->provision.grain_g[f], now = w->head->minute;
    sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = now, .to = now + 15, .dt_min = 15.0, .dice = {.seed = w->head->seed, .tick = (uint32_t)w->head->tick}};
    if (full) w->head->capacity[SP_TABLE_FORMATION] = bodies;
    sp_rule_boat(&t);
    w->head->capacity[SP_TABLE_FORMATION] = room;
    const sp_event *e = sp_lab_event(w, SP_EVENT_BOATS_RUSHED, "many", NULL, 1);
    assert_non_null(e);
    assert_int_equal(sp_men_of(w, f), 1200 - e->a - e->b);
    if (full) {
      assert_true(e->a > 0 && e->b == 0 && w->formation.mounts[f] == 200 && sp_lab_count(w, SP_EVENT_STAYS_ASHORE, NULL) == 0);
    } else {
      double undone = e->b / 1200.0;
      int32_t stay = bodies;
      assert_true(undone > 0.3 && undone < 0.9 && sp_used(w, SP_TABLE_FORMATION) == bodies + 1);
      assert_int_equal(w->formation.foot[stay], e->b);
      assert_in_range(w->formation.mounts[stay], (int32_t)(200.0 * undone) - 1, (int32_t)(200.0 * undone) + 2);
      assert_in_range(w->formation.light_guns[stay], (int32_t)(20.0 * undone) - 1, (int32_t)(20.0 * undone) + 2);
      assert_int_equal(w->formation.mounts[f] + w->formation.mounts[stay], 200);
      assert_true(grain > 0 && w->provision.grain_g[f] + w->provision.grain_g[stay] == grain);
      double bread = (double)w->provision.grain_g[stay] / (double)grain;
      assert_true(bread > undone - 0.01 && bread < undone + 0.01);
      assert_true(w->provision.missed[stay] == 1.5 && w->provision.weak[stay] == 0.25);
    }
    char message[200] = "";
    assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);
    sp_lab_close(w);
  }
}

/* Two boats take 60: they are the others', who stay; of 150 men 90 stay, with every horse. */
static void who_finds_no_room_stays(void **state) {
  (void)state;
  sp_lab lab = coast(10.0, 15, 9000.0);
  body(&lab, "many", "house", "inland", 150, 0);
  sp_lab_strength(&lab, "many", SP_ARM_MOUNT, 20);
  body(&lab, "boatmen", "house", "shore", 10, 2);
  sp_lab_order(&lab, "many to many: embark for island");
  sp_world *w = war(&lab, 1);
  sp_lab_run(w);
  const sp_event *stays = sp_lab_event(w, SP_EVENT_STAYS_ASHORE, "many", NULL, 1);
  assert_non_null(stays);
  assert_int_equal(stays->a, 90);
  assert_int_equal(stays->b, 20);
  assert_non_null(sp_lab_event(w, SP_EVENT_LANDS, "many", NULL, 1));
  assert_int_equal(sp_lab_men(w, "many"), 60);
  assert_int_equal(sp_lab_of(w, "many", "mounts"), 0);
  int32_t rest = sp_formation_by_key(w, stays->object);
  assert_true(rest >= 0 && w->formation.born_of[rest] == sp_lab_key(w, "many"));
  assert_int_equal(sp_men_of(w, rest), 90);
  assert_int_equal(w->formation.mounts[rest], 20);
  assert_int_equal(sp_lab_men(w, "boatmen"), 10);
  sp_lab_close(w);
}

static void without_boats_it_waits_for_them(void **state) {
  (void)state;
  sp_lab lab = coast(20.0, 15, 9000.0);
  body(&lab, "stranded", "house", "shore", 60, 0);
  body(&lab, "help", "house", "island", 10, 3);
  sp_lab_order(&lab, "stranded to stranded: embark for island");
  sp_lab_order(&lab, "help to help: embark for shore");
  sp_world *w = war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_WAITS_FOR_BOATS, "stranded"), 1);
  int64_t come = sp_lab_minute(w, SP_EVENT_LANDS, "help", NULL, 1), embarks = sp_lab_minute(w, SP_EVENT_EMBARKS, "stranded", NULL, 1);
  assert_true(come > 0);
  assert_in_range(embarks, come, come + 15);
  assert_non_null(sp_lab_event(w, SP_EVENT_LANDS, "stranded", NULL, 1));
  sp_lab_close(w);
}

static void wind_keeps_them_in_port(void **state) {
  (void)state;
  sp_lab lab = coast(12.0, 15, 9000.0);
  sp_lab_wind(&lab, 0.0, 5.0, 11.0, 0.0);
  body(&lab, "few", "house", "shore", 100, 4);
  sp_lab_order(&lab, "few to few: embark for island");
  sp_world *w = war(&lab, 1);
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_WIND_BOUND, "few"), 1);
  assert_in_range(sp_lab_minute(w, SP_EVENT_SAILS, "few", NULL, 1), 300, 360);
  assert_int_equal(lost(w, SP_ARM_FOOT), 0);
  sp_lab_close(w);
}

/* 30 km: two hours out it begins to blow. Boats turn back; rafts and boats go down with their men, and the register knows of each. */
static void a_gale_drives_back_and_drowns(void **state) {
  (void)state;
  int32_t drowned = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sp_lab lab = coast(30.0, 15, 30000.0);
    sp_lab_wind(&lab, 4.0, 26.0, 16.0, 90.0);
    body(&lab, "few", "house", "shore", 300, 10);
    sp_lab_order(&lab, "few to few: embark for island");
    sp_world *w = war(&lab, seed);
    sp_lab_run(w); /* the register is checked at every tick */
    assert_int_equal(sp_lab_count(w, SP_EVENT_DRIVEN_BACK, "few"), 1);
    assert_int_equal(sp_lab_count(w, SP_EVENT_LANDS, "few"), 0);
    int32_t told = 0, boats = 0;
    for (int n = 1; n <= sp_lab_count(w, SP_EVENT_BOATS_LOST, "few"); n++) {
      told += sp_lab_event(w, SP_EVENT_BOATS_LOST, "few", NULL, n)->a;
      boats += sp_lab_event(w, SP_EVENT_BOATS_LOST, "few", NULL, n)->b;
    }
    assert_int_equal(lost(w, SP_ARM_FOOT), told);
    assert_int_equal(lost(w, SP_ARM_BOAT), boats);
    int32_t sick = 0; /* a night in port */
    for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) sick += w->ward.alive[p] ? w->ward.men[p] : 0;
    assert_int_equal(sp_lab_men(w, "few") + sick, 300 - told);
    drowned += told;
    sp_lab_close(w);
  }
  assert_true(drowned > 0);
}

static int64_t on_captured_line(const sp_world *w) {
  int64_t n = 0;
  for (int32_t y = 0; y < sp_used(w, SP_TABLE_TALLY); y++)
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      int32_t at = y * SP_RANK_COUNT * SP_LINE_COUNT + r * SP_LINE_COUNT + SP_LINE_CAPTURED;
      n += (int64_t)w->tally.came_in[at] - w->tally.went_out[at];
    }
  return n;
}

/* Prisoners who go down with their captors are captured no more: those who are left on that line are those who are guarded. */
static void prisoners_drown_too(void **state) {
  (void)state;
  int32_t drowned = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    sp_lab lab = coast(30.0, 15, 30000.0);
    sp_lab_wind(&lab, 4.0, 26.0, 16.0, 90.0);
    body(&lab, "few", "house", "shore", 300, 16);
    body(&lab, "taken", "foe", "island", 200, 0);
    sp_lab_order(&lab, "few to few: embark for island");
    sp_world *w = war(&lab, seed);
    w->constants.captives_escape_per_h = 0.0;
    int32_t few = sp_lab_row(w, "few"), taken = sp_lab_row(w, "taken");
    w->combat.captives[few] = sp_transfer_men(w, sp_in_formation(taken), sp_on_line(SP_LINE_CAPTURED), 100, SP_CAUSE_TAKEN);
    sp_lab_run(w);
    assert_int_equal(on_captured_line(w), w->combat.captives[few] + w->health.captives_lying[few]);
    drowned += 100 - (int32_t)on_captured_line(w);
    sp_lab_close(w);
  }
  assert_true(drowned > 0);
}

/* A lane is no road: a column says that there is no way, and stays. */
static void nobody_marches_over_the_sea(void **state) {
  (void)state;
  sp_lab lab = coast(10.0, 15, 9000.0);
  body(&lab, "column", "house", "inland", 100, 0);
  body(&lab, "chief", "house", "island", 50, 0);
  sp_lab_order(&lab, "column to column: march to island");
  sp_lab_order(&lab, "chief to chief: send word to column: \"come\"");
  sp_world *w = war(&lab, 1);
  sp_lab_run(w);
  assert_non_null(sp_lab_event(w, SP_EVENT_NO_WAY, "column", NULL, 1));
  assert_true(sp_lab_of(w, "column", "marched_m") <= 5000.0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_DELIVERED, "column"), 0);
  sp_lab_close(w);
}

/* Who is attacked on the beach does not come away: he fights; the same without the enemy is off in time. */
static void nobody_embarks_in_a_fight(void **state) {
  (void)state;
  for (int foes = 0; foes < 2; foes++) {
    sp_lab lab = coast(12.0, 15, 9000.0);
    sp_lab_formation(&lab, "few", "house", NULL, "shore");
    sp_lab_strength(&lab, "few", SP_ARM_FOOT, 900);
    sp_lab_strength(&lab, "few", SP_ARM_BOAT, 40);
    sp_lab_order(&lab, "day 1 07:30 few to few: embark for island");
    if (foes) body(&lab, "raiders", "foe", "inland", 1500, 0);
    if (foes) sp_lab_order(&lab, "raiders to raiders: attack the enemy at shore");
    sp_world *w = war(&lab, 1);
    sp_lab_run(w);
    if (foes) {
      int64_t fight = sp_lab_minute(w, SP_EVENT_BATTLE_BEGINS, NULL, NULL, 1);
      assert_true(fight > 0);
      int64_t sails = sp_lab_minute(w, SP_EVENT_SAILS, "few", NULL, 1), ends = sp_lab_minute(w, SP_EVENT_BATTLE_ENDS, NULL, NULL, 1);
      assert_true(sails < 0 || (ends > 0 && sails > ends));
    } else {
      assert_non_null(sp_lab_event(w, SP_EVENT_LANDS, "few", NULL, 1));
    }
    sp_lab_close(w);
  }
}

/* 5 rafts of 4 carts: 400 man-hours, 60 of 100 men find work: 6 hours 40 minutes. Carts for two more are not there. */
static void rafts_are_built_of_carts(void **state) {
  (void)state;
  int64_t took[2];
  for (int n = 0; n < 2; n++) {
    sp_lab lab = coast(20.0, n ? 60 : 5, 9000.0);
    body(&lab, "few", "house", "shore", 100, 0);
    sp_lab_strength(&lab, "few", SP_ARM_CART, 23);
    sp_lab_order(&lab, "few to few: build 5 rafts");
    sp_lab_order(&lab, "day 1 15:00 few to few: build 2 rafts");
    sp_lab_order(&lab, "day 1 17:00 few to few: embark for island");
    sp_world *w = war(&lab, 1);
    sp_lab_run(w);
    const sp_event *ready = sp_lab_event(w, SP_EVENT_RAFTS_READY, "few", NULL, 1);
    assert_non_null(ready);
    assert_int_equal(ready->a, 5);
    took[n] = ready->minute - sp_lab_event(w, SP_EVENT_RAFTS_BEGUN, "few", NULL, 1)->minute;
    assert_in_range(took[n], 398, 404);
    assert_int_equal(sp_lab_event(w, SP_EVENT_NO_TIMBER, "few", NULL, 1)->a, 2);
    assert_int_equal(sp_lab_event(w, SP_EVENT_EMBARKS, "few", NULL, 1)->a, 75);
    assert_int_equal(sp_lab_event(w, SP_EVENT_STAYS_ASHORE, "few", NULL, 1)->a, 25);
    assert_non_null(sp_lab_event(w, SP_EVENT_LANDS, "few", NULL, 1));
    sp_lab_close(w);
  }
}

/* An order that comes while it is at sea is done ashore; a part cannot be sent off on the water. */
static void orders_wait_until_it_is_ashore(void **state) {
  (void)state;
  sp_lab lab = coast(24.0, 15, 30000.0);
  sp_lab_place(&lab, "hut", 33000.0, 0.0);
  sp_lab_road(&lab, "island", "hut", 3000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  body(&lab, "few", "house", "shore", 100, 4);
  sp_lab_order(&lab, "few to few: embark for island");
  sp_lab_order(&lab, "day 1 09:00 few to few: march to hut, through the night");
  sp_lab_order(&lab, "day 1 09:30 few to few: detach 20 men to halt");
  sp_world *w = war(&lab, 1);
  sp_lab_run(w);
  int64_t lands = sp_lab_minute(w, SP_EVENT_LANDS, "few", NULL, 1);
  assert_true(lands > 0 && sp_lab_minute(w, SP_EVENT_MARCH_BEGINS, "few", NULL, 1) >= lands);
  assert_non_null(sp_lab_event(w, SP_EVENT_HEAD_ARRIVES, "few", "hut", 1));
  assert_int_equal(sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "few", NULL, 1)->b, SP_REFUSED_AT_SEA);
  sp_lab_close(w);
}

/* Half of the way over: it is at sea, in words too; its own eyes and the enemy's on the shore see nothing of each other. */
static void on_the_water_it_is_nowhere_on_land(void **state) {
  (void)state;
  sp_lab lab = coast(24.0, 15, 30000.0);
  body(&lab, "few", "house", "shore", 100, 4);
  body(&lab, "watch", "foe", "inland", 500, 0);
  sp_lab_order(&lab, "few to few: embark for island");
  sp_lab_order(&lab, "day 1 08:30 watch to watch: attack the enemy at shore");
  sp_world *w = war(&lab, 1);
  int32_t f = sp_lab_row(w, "few");
  assert_int_equal(sp_world_run(w, w->head->minute + 150), SP_OK);
  assert_true(sp_at_sea(w, f) && w->formation.head_m[f] > 3000.0 && w->formation.head_m[f] < 9000.0);
  char where[200];
  (void)sp_world_where(w, -1, w->formation.head_x[f], w->formation.head_y[f], SP_LANG_EN, where, sizeof where);
  assert_non_null(strstr(where, "on the sea"));
  sp_lab_run(w);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  assert_non_null(sp_lab_event(w, SP_EVENT_HEAD_ARRIVES, "watch", "shore", 1));
  assert_non_null(sp_lab_event(w, SP_EVENT_LANDS, "few", "island", 1));
  assert_int_equal(sp_lab_men(w, "few"), 100);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_voyage_takes_its_hours), cmocka_unit_test(letters_go_by_sea), cmocka_unit_test(they_crowd_the_boats), cmocka_unit_test(what_is_not_loaded_stays),
                                     cmocka_unit_test(who_finds_no_room_stays),     cmocka_unit_test(without_boats_it_waits_for_them),
                                     cmocka_unit_test(wind_keeps_them_in_port),       cmocka_unit_test(a_gale_drives_back_and_drowns), cmocka_unit_test(nobody_marches_over_the_sea),
                                     cmocka_unit_test(nobody_embarks_in_a_fight),     cmocka_unit_test(rafts_are_built_of_carts),    cmocka_unit_test(orders_wait_until_it_is_ashore),
                                     cmocka_unit_test(prisoners_drown_too), cmocka_unit_test(on_the_water_it_is_nowhere_on_land)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
