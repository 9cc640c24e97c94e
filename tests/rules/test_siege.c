/* Walls: guns first and by day, phases in their order, nobody walks in, what a wall does for those behind it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/earthworks.h"
#include "shapan/calc_supply.h"
#include "world/orders.h"

static sp_world *siege(const char *which, uint64_t seed) { return sp_lab_read(which, seed); }

/* Orders of the scenario that are not to be given. */
static void call_off(sp_world *w, const char *body) {
  int32_t f = sp_lab_row(w, body);
  for (int32_t o = 0; o < sp_used(w, SP_TABLE_ORDER); o++)
    if (w->order.state[o] == SP_ORDER_SCHEDULED && w->order.to_hq[o] == w->formation.hq[f]) w->order.state[o] = SP_ORDER_OBEYED;
}

static int32_t phase_of(const sp_world *w, int nth) {
  const sp_event *e = sp_lab_event(w, SP_EVENT_SIEGE_PHASE, NULL, NULL, nth);
  return e ? e->a : -1;
}

static void guns_speak_first(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/guns", 1);
  int32_t red = sp_lab_row(w, "red-foot");
  while (!sp_world_over(w) && phase_of(w, 2) < 0) {
    assert_int_equal(sp_world_step(w), SP_OK);
    if (phase_of(w, 2) < 0) assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  }
  assert_int_equal(phase_of(w, 1), SP_SIEGE_GUNS);
  assert_int_equal(phase_of(w, 2), SP_SIEGE_BREACHED);
  assert_int_equal(phase_of(w, 3), SP_SIEGE_FORWARD);
  assert_true(w->wall.breach_m[0] >= w->constants.siege_breach_enough_m && w->wall.breach_m[0] < w->constants.siege_breach_enough_m + 12.0);
  /* 12 hits a metre, every second round: some 700 rounds of thirty guns' 1,800. */
  assert_true(w->combat.shot[red] > 0.4 && w->combat.shot[red] < 0.8);
  int64_t rounds = 0, hits = 0, killed = 0;
  for (int n = 1; n <= sp_lab_count(w, SP_EVENT_BATTERS, NULL); n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_BATTERS, NULL, NULL, n);
    rounds += e->c;
    hits += e->a;
    killed += e->b;
  }
  assert_true(hits == w->wall.hits[0] && hits > rounds * 4 / 10 && hits < rounds * 6 / 10);
  assert_true(killed > 5 && killed < hits / 6); /* 0.06 a hit */
  sp_lab_run(w);
  int32_t last = 0;
  for (int n = 1; n <= sp_lab_count(w, SP_EVENT_SIEGE_PHASE, NULL); n++) { /* each phase once, in its order */
    assert_true(phase_of(w, n) > last);
    last = phase_of(w, n);
  }
  assert_true(last == SP_SIEGE_REPULSED || last == SP_SIEGE_CARRIED);
  sp_lab_close(w);
}

/* Without shot they are so much iron, and the ladders go up at once. */
static void without_shot_they_climb(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/guns", 1);
  w->combat.shot[sp_lab_row(w, "red-foot")] = 0.0;
  sp_lab_run(w);
  assert_int_equal(phase_of(w, 1), SP_SIEGE_FORWARD);
  assert_true(w->wall.hits[0] == 0 && w->wall.breach_m[0] == 0.0);
  sp_lab_close(w);
}

/* The sun is down at 19:00: no round is fired until it is up again, and what was begun is gone on with. */
static void by_day_only(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/guns", 1);
  w->constants.siege_hits_per_m = 25.0; /* a day will not do */
  while (!sp_world_over(w) && phase_of(w, 2) < 0) assert_int_equal(sp_world_step(w), SP_OK);
  const sp_event *breached = sp_lab_event(w, SP_EVENT_SIEGE_PHASE, NULL, NULL, 2);
  assert_non_null(breached);
  assert_int_equal(breached->a, SP_SIEGE_BREACHED);
  int64_t opening = breached->minute - breached->minute % 1440;
  assert_true(breached->c > 18 * 60); /* over the night */
  for (int n = 1; n <= sp_lab_count(w, SP_EVENT_BATTERS, NULL); n++) {
    const sp_event *e = sp_lab_event(w, SP_EVENT_BATTERS, NULL, NULL, n);
    int64_t hour = e->minute % 1440 / 60;
    assert_true(hour >= 5 && hour <= 19);
  }
  assert_true(breached->minute - opening > 5 * 60);
  sp_lab_close(w);
}

/* Whoever merely marches by way of a held place stops before it. */
/* The nearest that red-foot comes to the fort on such a march. */
static double comes_near_m(const char *order, bool *arrives) {
  sp_world *w = siege("lab/siege/ladders", 1);
  int32_t red = sp_lab_row(w, "red-foot");
  call_off(w, "red-foot");
  call_off(w, "red-second");
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-foot"), order, NULL), SP_OK);
  sp_xy fort = w->model->node[w->model->wall[0].node].at;
  double least = 1e9;
  while (!sp_world_over(w) && sp_world_minute(w) < w->model->campaign.start + 24 * 60) {
    assert_int_equal(sp_world_step(w), SP_OK);
    least = sp_min(least, sp_abs(fort.x - w->formation.head_x[red]));
  }
  *arrives = sp_lab_count(w, SP_EVENT_HEAD_ARRIVES, "red-foot") > 0;
  assert_int_equal(sp_lab_count(w, SP_EVENT_SIEGE_PHASE, NULL), 0);
  sp_lab_close(w);
  return least;
}

/* Who is bound for the fort stops before it; who is bound for the well behind it goes round. */
static void nobody_walks_in(void **state) {
  (void)state;
  bool arrives = true;
  double least = comes_near_m("day 1 05:30 red-foot to red-foot: march to fort", &arrives);
  assert_true(least > 200.0 && least < 600.0 && !arrives);
  (void)comes_near_m("day 1 05:30 red-foot to red-foot: march to well", &arrives);
  assert_true(arrives);
}

/* 3,060 men want 1,700 m * 0.7 = 1,190: the wall is manned. 119 of them hold a tenth of it. */
static void what_it_does_for_them(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/ladders", 1);
  assert_int_equal(sp_world_step(w), SP_OK);
  int32_t g = sp_lab_row(w, "garrison");
  assert_int_equal(sp_wall_of(w, g), 0);
  assert_int_equal(sp_wall_of(w, sp_lab_row(w, "red-foot")), -1);
  sp_works_use use = sp_wall_about(w, g);
  assert_true(use.cover > 0.809 && use.cover < 0.811 && use.ditch == 1.0 && use.ring == 1.0 && use.wall == 0.8);
  w->wall.breach_m[0] = 60.0;
  use = sp_wall_about(w, g);
  assert_true(use.ditch == 0.5 && use.wall == 0.0);
  w->wall.breach_m[0] = 0.0;
  int32_t men = sp_men_of(w, g) - 119;
  assert_int_equal(sp_transfer_men(w, sp_in_formation(g), sp_on_line(SP_LINE_DESERTED), men, SP_CAUSE_SCATTERED), men);
  use = sp_wall_about(w, g);
  assert_true(use.wall > 0.079 && use.wall < 0.081 && use.ring > 0.099 && use.ring < 0.101);
  w->combat.posture[g] = SP_POSTURE_ATTACK; /* who goes out has no wall */
  assert_int_equal(sp_wall_of(w, g), -1);
  sp_lab_close(w);
}

/* Both bodies draw the ring: 7,300 men on 5.47 km, eight octants of 684 m. To the west, where they lie, 0.3 of them: 1 - exp(-3,203 / 600) = 0.995; on
 * each other side 0.1: 1 - exp(-1,068 / 600) = 0.831; 0.852 in all. They stop short of the wall and close up. */
static sp_world *invested(int32_t hours) {
  sp_world *w = siege("lab/siege/ladders", 1);
  call_off(w, "red-foot");
  call_off(w, "red-second");
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-foot"), "day 1 05:30 red-foot to red-foot: invest fort", NULL), SP_OK);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-second"), "day 1 05:30 red-second to red-second: invest fort, entrenched deep", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + (int64_t)hours * 60), SP_OK);
  return w;
}

static void the_order_reads_back(void **state) {
  (void)state;
  sp_world *w = invested(1);
  char line[400], text[400];
  sp_order_canonical(w, w->hq.mission[sp_lab_row(w, "red-second")], line, sizeof line);
  assert_string_equal(line, "day 1 05:30 red-second to red-second: invest fort, entrenched deep");
  (void)sp_world_order_text(w, w->hq.mission[sp_lab_row(w, "red-second")], SP_LANG_EN, text, sizeof text);
  assert_non_null(strstr(text, "draw a ring about Stone Fort and dig in to a deep ditch"));
  sp_lab_close(w);
}

static void a_ring_is_drawn(void **state) {
  (void)state;
  sp_world *w = invested(5);
  int32_t red = sp_lab_row(w, "red-foot");
  double away = w->model->node[w->model->wall[0].node].at.x - w->formation.head_x[red];
  assert_true(away > 250.0 && away < 1000.0);
  assert_true(w->formation.extent_m[red] <= 1.0);
  assert_true(w->wall.ring[0] > 0.84 && w->wall.ring[0] < 0.86);
  assert_true(w->wall.closed[6] > 0.993 && w->wall.closed[2] > 0.82 && w->wall.closed[2] < 0.84);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RING, NULL) >= 1, 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL), 0);
  assert_true(sp_used(w, SP_TABLE_WORK) == 1 && w->work.moved_m3[0] > 100.0 && w->work.facing[0] > 0.9); /* they dig, and look at the town */
  double then = w->wall.ring[0];
  assert_int_equal(sp_world_run(w, sp_world_minute(w) + 36 * 60), SP_OK);
  assert_true(w->wall.ring[0] > then); /* the ditch */
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-foot"), "red-foot to red-foot: march to west", NULL), SP_OK);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-second"), "red-second to red-second: march to west", NULL), SP_OK);
  sp_lab_run(w);
  assert_true(w->wall.ring[0] == 0.0 && w->wall.ring_by[0] == 0);
  sp_lab_close(w);
}

/* The rate at which its posts take a man of the other side near the wall, of their own never, far off never. */
static void riders_pass_it_at_their_peril(void **state) {
  (void)state;
  sp_world *w = invested(5);
  int8_t blue = w->formation.side[sp_lab_row(w, "garrison")], red = w->formation.side[sp_lab_row(w, "red-foot")];
  sp_xy fort = w->model->node[w->model->wall[0].node].at, far = {fort.x + 3000.0, fort.y};
  int32_t captor = -1;
  double day = sp_ring_caught_per_min(w, fort, -1, blue, 1.0, &captor), night = sp_ring_caught_per_min(w, fort, -1, blue, 0.0, &captor);
  assert_int_equal(captor, sp_lab_row(w, "red-foot"));
  assert_true(day > 0.24 && day < 0.30 && night > 0.24 * day && night < 0.26 * day);
  assert_true(sp_ring_caught_per_min(w, fort, -1, red, 1.0, &captor) == 0.0 && sp_ring_caught_per_min(w, far, -1, blue, 1.0, &captor) == 0.0);
  sp_lab_close(w);
}

static int64_t hour(const sp_world *w, int32_t hours) { return sp_world_minute(w) + (int64_t)hours * 60; }

/* By day, three thousand of them: exp(-0.3 * 0.83 * 12 * (1 + sqrt(3,060 / 20))) is nothing. They stay behind their wall, and it is told once. */
static void who_would_march_out_is_kept_in(void **state) {
  (void)state;
  sp_world *w = invested(5);
  int32_t g = sp_lab_row(w, "garrison"), fort = w->model->wall[0].node;
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "garrison"), "garrison to garrison: march to well", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, hour(w, 7)), SP_OK);
  assert_true(w->hq.barred[g] && w->formation.node[g] == fort && w->formation.verb[g] == SP_VERB_MARCH);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RING_BARS, "garrison"), 1);
  const sp_event *e = sp_lab_event(w, SP_EVENT_RING_BARS, "garrison", NULL, 1);
  assert_true(e->c == 3 && e->object == sp_lab_key(w, "red-foot")); /* to the east */
  w->constants.siege_ring_caught_per_min = 0.0; /* the posts sleep */
  assert_int_equal(sp_world_run(w, hour(w, 5)), SP_OK);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RING_SLIPPED, "garrison"), 1);
  assert_true(w->formation.head_x[g] > w->model->node[fort].at.x + 1000.0);
  sp_lab_close(w);
}

/* A hundred who went to the village before the ring was drawn do not come in again, as long as it is drawn. */
static void who_would_come_in_is_kept_out(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/ladders", 1);
  call_off(w, "red-foot");
  call_off(w, "red-second");
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "garrison"), "day 1 05:10 garrison to garrison: detach 100 shot as band to march to well", NULL), SP_OK);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-foot"), "day 1 07:00 red-foot to red-foot: invest fort", NULL), SP_OK);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-second"), "day 1 07:00 red-second to red-second: invest fort", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, hour(w, 7)), SP_OK);
  int32_t band = sp_used(w, SP_TABLE_FORMATION) - 1;
  assert_true(w->wall.ring[0] > 0.8 && w->formation.born_of[band] == sp_lab_key(w, "garrison"));
  assert_int_equal(sp_world_order(w, w->formation.key[band], "band to band: march to fort", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, hour(w, 4)), SP_OK);
  sp_xy fort = w->model->node[w->model->wall[0].node].at;
  assert_true(w->hq.barred[band] && w->formation.head_x[band] > fort.x + 550.0 && w->formation.head_x[band] < fort.x + 1000.0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_RING_BARS, NULL), 1);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-foot"), "red-foot to red-foot: march to west", NULL), SP_OK);
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "red-second"), "red-second to red-second: march to west", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, hour(w, 4)), SP_OK);
  assert_true(w->wall.ring[0] == 0.0 && !w->hq.barred[band] && w->formation.node[band] == w->model->wall[0].node);
  sp_lab_close(w);
}

/* Who fights his way out is not stopped by posts: he has those who draw the ring before him, on whichever side. */
static void a_sally_is_a_fight(void **state) {
  (void)state;
  sp_world *w = invested(5);
  int32_t g = sp_lab_row(w, "garrison");
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "garrison"), "garrison to garrison: attack the enemy at well", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, hour(w, 3)), SP_OK);
  assert_true(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) > 0 && !w->hq.barred[g]);
  sp_lab_close(w);
}

/* Twelve of a hundred by black night through a ring of one half: exp(-0.0375 * 12 * (1 + sqrt(12 / 20))) = 0.450. */
static void few_slip_through_by_night(void **state) {
  (void)state;
  const sp_constants *k = sp_constants_default();
  double p = sp_calc_ring_slip(k, 0.5, 12.0, 0.0);
  assert_true(p > 0.449 && p < 0.451);
  assert_true(sp_calc_ring_slip(k, 0.0, 5000.0, 1.0) == 1.0);
  double before = 1.0;
  for (int n = 0; n <= 20; n++) {
    double now = sp_calc_ring_slip(k, 0.05 * n, 50.0, 0.2);
    assert_true(now <= before && sp_calc_ring_slip(k, 0.05 * n, 60.0, 0.2) <= now && sp_calc_ring_slip(k, 0.05 * n, 50.0, 0.3) <= now);
    before = now;
  }
}

static void octants(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/ladders", 1);
  sp_xy m = w->model->node[w->model->wall[0].node].at;
  static const double way[8][2] = {{0, 9}, {9, 9}, {9, 0}, {9, -9}, {0, -9}, {-9, -9}, {-9, 0}, {-9, 9}};
  for (int32_t n = 0; n < 8; n++) assert_int_equal(sp_octant_of(w, 0, (sp_xy){m.x + way[n][0], m.y + way[n][1]}), n);
  assert_int_equal(sp_octant_of(w, 0, (sp_xy){m.x + 41.0, m.y + 100.0}), 0);
  assert_int_equal(sp_octant_of(w, 0, (sp_xy){m.x + 42.0, m.y + 100.0}), 1);
  sp_lab_close(w);
}

/* Nobody shuts in his own: the garrison itself is told to, and says why not. */
static void nobody_invests_his_own(void **state) {
  (void)state;
  sp_world *w = siege("lab/siege/ladders", 1);
  int32_t g = sp_lab_row(w, "garrison");
  assert_int_equal(sp_world_order(w, sp_lab_key(w, "garrison"), "day 1 05:10 garrison to garrison: invest fort", NULL), SP_OK);
  assert_int_equal(sp_world_run(w, hour(w, 1)), SP_OK);
  const sp_event *e = sp_lab_event(w, SP_EVENT_ORDER_REFUSED, "garrison", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->b, SP_REFUSED_OURS);
  assert_true(w->hq.invests[g] < 0 && sp_wall_of(w, g) == 0);
  sp_lab_close(w);
}

/* 300 men at 30 m: 300 / 150 = 2 m an hour by day, 1.2 by black night; nobody closes more than there is. */
static void repairs_by_hand(void **state) {
  (void)state;
  const sp_constants *k = sp_constants_default();
  assert_true(sp_calc_repair_m_h(k, 900.0, 30.0, 1.0) == 2.0);
  double night = sp_calc_repair_m_h(k, 900.0, 30.0, 0.0);
  assert_true(night > 1.199 && night < 1.201);
  assert_true(sp_calc_repair_m_h(k, 75.0, 30.0, 1.0) == 0.5 && sp_calc_repair_m_h(k, 900.0, 0.0, 1.0) == 0.0 && sp_calc_repair_m_h(k, -5.0, 30.0, 1.0) == 0.0);
}

/* Nobody mends unless told to, nor by night unless told that, nor in an hour in which the wall is struck. */
static void who_mends_the_wall(void **state) {
  (void)state;
  for (int how = 0; how < 4; how++) { /* untold; told; told, and struck; told, to the end */
    sp_world *w = siege("lab/siege/ladders", 1);
    call_off(w, "red-foot");
    call_off(w, "red-second");
    w->wall.breach_m[0] = 30.0;
    w->wall.hits[0] = 360;
    if (how > 0) assert_int_equal(sp_world_order(w, sp_lab_key(w, "garrison"), how == 3 ? "day 1 05:10 garrison to garrison: repair the wall through the night" : "day 1 05:10 garrison to garrison: repair the wall", NULL), SP_OK);
    for (int n = 0; n < 5 * 4; n++) {
      if (how == 2) w->wall.rounds[0] = 0.4; /* somebody shoots now and then, and misses */
      assert_int_equal(sp_world_step(w), SP_OK);
    }
    if (how == 0 || how == 2) assert_true(w->wall.breach_m[0] == 30.0 && w->wall.hits[0] == 360);
    else assert_true(w->wall.breach_m[0] > 19.0 && w->wall.breach_m[0] < 26.0 && w->wall.hits[0] > 12.0 * w->wall.breach_m[0] - 2.0 && w->wall.hits[0] < 12.0 * w->wall.breach_m[0] + 2.0);
    if (how == 3) {
      sp_lab_run(w);
      assert_true(w->wall.breach_m[0] == 0.0 && w->wall.hits[0] == 0);
      const sp_event *e = sp_lab_event(w, SP_EVENT_WALL_MENDED, "garrison", NULL, sp_lab_count(w, SP_EVENT_WALL_MENDED, "garrison"));
      assert_true(e && e->a == 1);
      char line[300];
      sp_order_canonical(w, w->hq.mission[sp_lab_row(w, "garrison")], line, sizeof line);
      assert_non_null(strstr(line, "repair the wall, through the night"));
      assert_int_equal(sp_used(w, SP_TABLE_WORK), 0); /* they mend, and dig nothing else */
    }
    sp_lab_close(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(guns_speak_first), cmocka_unit_test(without_shot_they_climb), cmocka_unit_test(by_day_only), cmocka_unit_test(nobody_walks_in), cmocka_unit_test(what_it_does_for_them),
                                     cmocka_unit_test(the_order_reads_back), cmocka_unit_test(a_ring_is_drawn), cmocka_unit_test(who_would_march_out_is_kept_in), cmocka_unit_test(who_would_come_in_is_kept_out), cmocka_unit_test(a_sally_is_a_fight), cmocka_unit_test(few_slip_through_by_night), cmocka_unit_test(octants), cmocka_unit_test(repairs_by_hand), cmocka_unit_test(who_mends_the_wall), cmocka_unit_test(nobody_invests_his_own), cmocka_unit_test(riders_pass_it_at_their_peril)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
