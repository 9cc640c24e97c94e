/* Spades: hours and tools by hand, what stops them, works that stay behind and change hands, whose use they are.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/earthworks.h"
#include "world/order_parse.h"

/* "camp" at hill, 3 km east of "gate"; "other" at gate, of the other side. */
typedef struct ground {
  int32_t men, tools; /* tools below 0: nothing is said of them */
  double hours;
  int32_t tick_min, hour;
  bool rain;
  const char *order[3];
} ground;

#define GROUND ((ground){.men = 4000, .tools = 500, .hours = 34.0, .tick_min = 15, .hour = 5})

static sp_world *open_ground(const ground *g) {
  sp_lab lab = sp_lab_open(g->hours, g->tick_min);
  sp_lab_start_at(&lab, g->hour);
  sp_lab_side(&lab, "blue");
  sp_lab_side(&lab, "red");
  sp_lab_place(&lab, "gate", 0.0, 0.0);
  sp_lab_place(&lab, "hill", 3000.0, 0.0);
  sp_lab_place(&lab, "far", 9000.0, 0.0);
  sp_lab_road(&lab, "gate", "hill", 3000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "hill", "far", 6000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  if (g->rain) sp_lab_rain(&lab, 0.0, g->hours, 20.0);
  sp_lab_formation(&lab, "camp", "blue", NULL, "hill");
  sp_lab_strength(&lab, "camp", SP_ARM_SPEAR, g->men);
  if (g->tools >= 0) sp_lab_strength(&lab, "camp", SP_ARM_TOOL, g->tools);
  sp_lab_formation(&lab, "other", "red", NULL, "gate");
  sp_lab_strength(&lab, "other", SP_ARM_SPEAR, 2000);
  for (int i = 0; i < 3; i++)
    if (g->order[i]) sp_lab_order(&lab, g->order[i]);
  sp_world *w = sp_lab_war(&lab, 1);
  w->constants.health_sick_per_day = 0.0; /* every man can be counted on */
  return w;
}

static double moved(const sp_world *w) { return sp_used(w, SP_TABLE_WORK) > 0 ? w->work.moved_m3[0] : 0.0; }

static double moved_by(const ground *g) {
  sp_world *w = open_ground(g);
  sp_lab_run(w);
  double m3 = moved(w);
  sp_lab_close(w);
  return m3;
}

/* 40,000 men, 5,000 tools: a plain has room for 6 km, 6 m2 each, 36,000 m3. Light from about five to seven, ten hours of it
 * work: done on the second day, towards noon. */
static void a_day_and_a_half(void **state) {
  (void)state;
  ground g = GROUND;
  g.men = 40000;
  g.tools = 5000;
  g.order[0] = "day 1 05:00 camp to camp: entrench at hill deep toward gate";
  sp_world *w = open_ground(&g);
  sp_lab_run(w);
  assert_int_equal(sp_used(w, SP_TABLE_WORK), 1);
  assert_true(w->work.front_m[0] == 6000.0);
  assert_true(moved(w) > 35999.0 && moved(w) < 36001.0);
  int64_t done = sp_lab_minute(w, SP_EVENT_WORKS_DONE, "camp", NULL, 1);
  assert_in_range(done, 29 * 60, 33 * 60); /* 10:00 to 14:00 of the second day */
  assert_int_equal(sp_lab_count(w, SP_EVENT_WORKS_BEGUN, "camp"), 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_WORKS_STAGE, "camp"), 3); /* scrape, parapet, deep */
  assert_true(w->work.facing[0] < -0.999);
  assert_true(w->formation.fatigue[sp_lab_row(w, "camp")] < 0.5);
  sp_lab_close(w);
}

/* Half the tools, half the earth; nothing said of tools, one man in eight; none, none. */
static void tools_are_the_limit(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 8.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench deep toward gate";
  double all = moved_by(&g);
  assert_true(all > 500.0 * 0.5 * 4.0 && all < 500.0 * 0.5 * 8.0);
  g.tools = 250;
  double half = moved_by(&g);
  assert_true(half < 0.51 * all && half > 0.49 * all);
  g.tools = -1;
  double unsaid = moved_by(&g);
  assert_true(unsaid < 1.001 * all && unsaid > 0.999 * all); /* 4,000 / 8 = 500 */
  g.tools = 100000;
  assert_true(moved_by(&g) < 4.9 * all); /* 2,400 men are free, and tire */
}

static void no_tools_no_ditch(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 4.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench toward gate";
  sp_world *w = open_ground(&g);
  assert_int_equal(sp_world_step(w), SP_OK);
  int32_t f = sp_lab_row(w, "camp");
  for (int32_t s = w->formation.first_strength[f], next; s >= 0; s = next) {
    next = w->strength.next[s];
    if (w->strength.arm[s] == SP_ARM_TOOL) assert_int_equal(sp_transfer(w, s, sp_in_formation(f), sp_on_line(SP_LINE_LOST), SP_RANK_SOLDIER, 500, SP_CAUSE_THROWN_AWAY), 500);
  }
  double before = moved(w);
  sp_lab_run(w);
  assert_true(moved(w) == before); /* they had some once: nobody has one by the way */
  sp_lab_close(w);
}

static void rain_night_and_the_enemy(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 8.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench deep toward gate";
  double dry = moved_by(&g);
  g.rain = true;
  assert_true(moved_by(&g) < 0.5 * dry);
  g = GROUND;
  g.hours = 6.0;
  g.hour = 21;
  g.order[0] = "day 1 21:00 camp to camp: entrench deep toward gate";
  assert_true(moved_by(&g) == 0.0);
  g.order[0] = "day 1 21:00 camp to camp: entrench deep toward gate, through the night";
  double night = moved_by(&g);
  assert_true(night > 0.25 * 500.0 * 0.5 * 6.0 && night < 500.0 * 0.5 * 6.0);
}

/* The enemy comes up at nine: from then on they stand to arms. */
static void nobody_digs_in_contact(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 3.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench deep toward gate";
  g.order[1] = "day 1 05:00 other to other: attack the enemy at hill";
  sp_world *w = open_ground(&g);
  int32_t f = sp_lab_row(w, "camp");
  while (w->combat.engagement[f] < 0 && !w->formation.in_contact[f] && !sp_world_over(w)) assert_int_equal(sp_world_step(w), SP_OK);
  assert_false(sp_world_over(w));
  double then = moved(w);
  assert_true(then > 0.0);
  for (int n = 0; n < 4 && !sp_world_over(w); n++) {
    assert_int_equal(sp_world_step(w), SP_OK);
    if (w->combat.engagement[f] >= 0 || w->formation.in_contact[f]) assert_true(moved(w) == then);
    else break;
  }
  sp_lab_close(w);
}

/* Steps of 5, 15 and 60 minutes move the same earth, within three in a hundred. */
static void steps_agree(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 12.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench deep toward gate";
  double m3[3];
  for (int n = 0; n < 3; n++) {
    g.tick_min = n == 0 ? 5 : n == 1 ? 15 : 60;
    m3[n] = moved_by(&g);
  }
  assert_true(m3[0] > 0.97 * m3[1] && m3[0] < 1.03 * m3[1]);
  assert_true(m3[2] > 0.93 * m3[1] && m3[2] < 1.07 * m3[1]);
}

static const sp_xy west = {-1.0, 0.0}, east = {1.0, 0.0};

/* They march away; the ditch stays, looks where it looked, and serves who stands in it. */
static void works_stay_behind(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 48.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench shallow toward gate";
  g.order[1] = "day 2 06:00 camp to camp: march to far";
  g.order[2] = "day 2 12:00 other to other: march to hill";
  sp_world *w = open_ground(&g);
  int32_t camp = sp_lab_row(w, "camp"), other = sp_lab_row(w, "other");
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 24 * 60), SP_OK);
  sp_works_use use = sp_works_about(w, camp, west);
  assert_true(use.cover > 0.53 && use.cover < 0.54);   /* 1.5 m2: 0.535 */
  assert_true(use.ditch > 0.22 && use.ditch < 0.24);   /* 1 m: 0.3 / 1.3 */
  assert_true(use.ring == 0.0);
  assert_true(sp_works_about(w, camp, east).cover == 0.0);
  double then = moved(w);
  sp_lab_run(w);
  assert_true(moved(w) == then);
  assert_true(sp_works_about(w, camp, west).cover == 0.0); /* six kilometres off */
  assert_true(sp_works_about(w, other, west).cover > 0.53); /* and it looks the wrong way for him */
  assert_int_equal(sp_lab_count(w, SP_EVENT_WORKS_TAKEN, "other"), 1);
  assert_int_equal(w->work.held_by[0], w->formation.side[other]);
  assert_int_equal(w->work.side[0], w->formation.side[camp]);
  sp_lab_close(w);
}

/* Nobody knows of an enemy: all round, twice the earth, half of it for any side. */
static void all_round(void **state) {
  (void)state;
  ground g = GROUND;
  g.tools = 2000;
  g.hours = 24.0;
  g.order[0] = "day 1 05:00 camp to camp: camp, entrenched shallow all round";
  sp_world *w = open_ground(&g);
  sp_lab_run(w);
  int32_t camp = sp_lab_row(w, "camp");
  assert_true(w->work.ring[0] == 1 && w->work.front_m[0] == 1600.0); /* 4,000 / 5 a metre, twice */
  sp_works_use a = sp_works_about(w, camp, west), b = sp_works_about(w, camp, east);
  assert_true(a.cover == b.cover && a.cover > 0.53 && a.ring > 0.7);
  sp_lab_close(w);
}

/* More men than there is ditch: it covers as large a part of them. */
static void too_many_for_it(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 24.0;
  g.tools = 2000;
  g.order[0] = "day 1 05:00 camp to camp: entrench shallow toward gate";
  sp_world *w = open_ground(&g);
  sp_lab_run(w);
  int32_t camp = sp_lab_row(w, "camp");
  double whole = sp_works_about(w, camp, west).cover;
  w->work.front_m[0] *= 0.5;
  w->work.moved_m3[0] *= 0.5;
  double half = sp_works_about(w, camp, west).cover;
  assert_true(half > 0.499 * whole && half < 0.501 * whole);
  sp_lab_close(w);
}

/* Idle works of one's own are gone on with, and deepened; a new order ends the digging. */
static void gone_on_with(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 24.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench shallow toward gate";
  g.order[1] = "day 1 07:00 camp to camp: halt";
  g.order[2] = "day 1 09:00 camp to camp: entrench deep toward gate";
  sp_world *w = open_ground(&g);
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 150), SP_OK);
  double then = moved(w);
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 60), SP_OK);
  assert_true(then > 0.0 && moved(w) == then);
  sp_lab_run(w);
  assert_int_equal(sp_used(w, SP_TABLE_WORK), 1);
  assert_true(moved(w) > 2.0 * then && w->work.depth_wanted_m[0] == 2.0);
  sp_lab_close(w);
}

static void saved_and_loaded(void **state) {
  (void)state;
  ground g = GROUND;
  g.hours = 24.0;
  g.order[0] = "day 1 05:00 camp to camp: entrench deep toward gate";
  sp_world *w = open_ground(&g), *copy = NULL;
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 300), SP_OK);
  assert_int_equal(sp_world_copy(w, &copy), SP_OK);
  sp_lab_run(w);
  while (!sp_world_over(copy)) assert_int_equal(sp_world_step(copy), SP_OK);
  assert_true(sp_world_hash(w, NULL) == sp_world_hash(copy, NULL));
  assert_true(moved(w) == moved(copy));
  sp_world_destroy(copy);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_day_and_a_half), cmocka_unit_test(tools_are_the_limit), cmocka_unit_test(no_tools_no_ditch), cmocka_unit_test(rain_night_and_the_enemy),
      cmocka_unit_test(nobody_digs_in_contact), cmocka_unit_test(steps_agree), cmocka_unit_test(works_stay_behind), cmocka_unit_test(all_round),
      cmocka_unit_test(too_many_for_it), cmocka_unit_test(gone_on_with), cmocka_unit_test(saved_and_loaded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
