/* The gaps of a ring as those within know them: seen from the wall by day, with error, growing old; and what they are used for.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/lab.h"
#include "support/near.h"
#include "world/earthworks.h"

enum { NORTH_EAST = 1, EAST = 2, WEST = 6 };

/* A hundred men in a fort, 1,200 about it who lie to the east; roads lead east, the short way to "goal", and west, 6 km more. */
static sp_world *shut_in(int32_t start_hour, const char *order, sp_commanders commanders) {
  sp_lab lab = sp_lab_open(40.0, 15);
  sp_lab_start_at(&lab, start_hour);
  lab.campaign.commanders = commanders;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_walled(&lab, "fort", 0.0, SP_WALL_FORT);
  sp_lab_place(&lab, "lines", 700.0, 0.0);
  sp_lab_place(&lab, "east", 4000.0, 0.0);
  sp_lab_place(&lab, "west", -4000.0, 0.0);
  sp_lab_place(&lab, "goal", 9000.0, 9000.0);
  sp_lab_road(&lab, "fort", "lines", 700.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "lines", "east", 3300.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "east", "goal", 12000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "fort", "west", 4000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "west", "goal", 18000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "band", "blue", NULL, "fort");
  sp_lab_formation(&lab, "host", "red", NULL, "lines");
  sp_lab_strength(&lab, "band", SP_ARM_FOOT, 100);
  sp_lab_strength(&lab, "host", SP_ARM_FOOT, 1200);
  sp_lab_order(&lab, "host to host: invest fort");
  if (order) sp_lab_order(&lab, order);
  return sp_lab_war(&lab, 5);
}

static void run_to(sp_world *w, int64_t minutes) {
  sp_minute until = sp_model_campaign(sp_world_model(w))->start + minutes;
  while (sp_world_minute(w) < until) assert_int_equal(sp_world_step(w), SP_OK);
}

/* By day each octant within four spreads of the truth, and not the truth; by night nothing new; another garrison begins anew. */
static void watchers_see_by_day(void **state) {
  (void)state;
  sp_world *w = shut_in(6, NULL, SP_COMMANDERS_ORDERS);
  int8_t blue = w->formation.side[sp_lab_row(w, "band")];
  assert_true(sp_ring_believed(w, 0, blue, EAST) < 0.0);
  run_to(w, 180);
  double off = 0.0;
  assert_int_equal(w->wall.watched_by[0], blue + 1);
  for (int32_t k = 0; k < SP_OCTANTS; k++) {
    double closed = w->wall.closed[k], seen = w->wall.seen_closed[k];
    assert_true(closed > 0.0 && w->wall.seen_at[k] == sp_world_minute(w));
    assert_true(seen >= 0.0 && seen <= 1.0 && sp_abs(seen - closed) < 4.0 * w->constants.siege_ring_eye);
    near(sp_ring_believed(w, 0, blue, k), seen, 1e-12);
    off += sp_abs(seen - closed);
  }
  assert_true(off > 0.05);
  assert_true(sp_ring_believed(w, 0, (int8_t)(1 - blue), EAST) < 0.0); /* those without see what they do themselves */
  run_to(w, 18 * 60);
  assert_true(w->wall.seen_at[EAST] < sp_world_minute(w) - 180 && w->wall.seen_at[EAST] > sp_world_minute(w) - 360); /* since dusk */
  w->wall.watched_by[0] = (uint8_t)(2 - blue);
  run_to(w, 19 * 60);
  assert_true(w->wall.watched_by[0] == blue + 1 && w->wall.seen_at[EAST] == 0 && sp_ring_believed(w, 0, blue, EAST) < 0.0);
  sp_lab_close(w);
}

static void as_seen(sp_world *w, double east, double west, double others, int64_t age_min) {
  w->wall.watched_by[0] = (uint8_t)(w->formation.side[sp_lab_row(w, "band")] + 1);
  for (int32_t k = 0; k < SP_OCTANTS; k++) {
    w->wall.seen_closed[k] = k == EAST ? east : k == WEST ? west : others;
    w->wall.seen_at[k] = sp_world_minute(w) - age_min;
  }
}

/* Twelve hours old, it is worth half: 0.2 and the ring's mean (0.9 + 0.2 + 6 * 0.5) / 8 = 0.5125 make 0.35625. */
static void what_was_seen_grows_old(void **state) {
  (void)state;
  sp_world *w = shut_in(21, NULL, SP_COMMANDERS_ORDERS);
  int8_t blue = w->formation.side[sp_lab_row(w, "band")];
  as_seen(w, 0.9, 0.2, 0.5, 0);
  near(sp_ring_believed(w, 0, blue, WEST), 0.2, 1e-12);
  assert_int_equal(sp_ring_thinnest(w, 0, blue), WEST);
  as_seen(w, 0.9, 0.2, 0.5, 720);
  near(sp_ring_believed(w, 0, blue, WEST), 0.35625, 1e-12);
  w->wall.seen_at[WEST] = 0; /* hidden by smoke all day: as the others, (0.9 + 3) / 7 */
  near(sp_ring_believed(w, 0, blue, WEST), 3.9 / 7.0, 1e-12);
  assert_int_equal(sp_ring_thinnest(w, 0, blue), 0);
  sp_lab_close(w);
}

/* By the road that looks open, whatever the truth; by the short one when both look alike, or nothing is known; by the one that his orders name. */
static void he_chooses_his_side(void **state) {
  (void)state;
  static const struct { double east, west; const char *order; int32_t gate, leaves_by; } how[] = {
      {0.9, 0.1, "band to band: march to goal through the night", WEST + 1, WEST},
      {0.1, 0.9, "band to band: march to goal through the night", EAST + 1, EAST},
      {0.5, 0.5, "band to band: march to goal through the night", EAST + 1, EAST},
      {-1.0, -1.0, "band to band: march to goal through the night", 0, NORTH_EAST}, /* towards it */
      {0.9, 0.1, "band to band: march to goal by east through the night", 0, EAST},
  };
  for (size_t n = 0; n < sizeof how / sizeof *how; n++) {
    sp_world *w = shut_in(21, NULL, SP_COMMANDERS_ORDERS);
    int32_t band = sp_lab_row(w, "band");
    run_to(w, 120); /* the ring is drawn, unseen */
    assert_true(w->wall.ring[0] > 0.1 && w->wall.seen_at[EAST] == 0);
    if (how[n].east >= 0.0) as_seen(w, how[n].east, how[n].west, 0.5, 60);
    assert_int_equal(sp_world_order(w, sp_lab_key(w, "band"), how[n].order, NULL), SP_OK);
    int32_t gate = 0;
    while (sp_lab_count(w, SP_EVENT_RING_SLIPPED, "band") == 0 && sp_world_minute(w) < w->model->campaign.start + 7 * 60) {
      assert_int_equal(sp_world_step(w), SP_OK);
      if (w->hq.barred[band] || sp_lab_count(w, SP_EVENT_RING_SLIPPED, "band")) gate = w->hq.gate[band];
    }
    const sp_event *e = sp_lab_event(w, SP_EVENT_RING_SLIPPED, "band", NULL, 1);
    if (!e) e = sp_lab_event(w, SP_EVENT_RING_BARS, "band", NULL, 1);
    assert_non_null(e);
    assert_int_equal(gate, how[n].gate);
    assert_int_equal(e->c, how[n].leaves_by + 1);
    if (how[n].leaves_by == WEST) { /* through the gap, and on by that road */
      assert_int_equal(sp_lab_count(w, SP_EVENT_RING_SLIPPED, "band"), 1);
      run_to(w, (sp_world_minute(w) - w->model->campaign.start) + 90);
      assert_true(w->formation.head_x[band] < -1000.0);
      assert_int_equal(w->hq.gate[band], 0); /* he is out */
    }
    sp_lab_close(w);
  }
}

/* A rider from within goes through the side that is thought thinnest, wherever his road leads; one from without, or who knows nothing, by his road. */
static void a_rider_finds_the_thin_side(void **state) {
  (void)state;
  sp_world *w = shut_in(21, NULL, SP_COMMANDERS_ORDERS);
  int32_t band = sp_lab_row(w, "band"), captor = -1;
  int8_t blue = w->formation.side[band];
  run_to(w, 120);
  sp_xy fort = w->model->node[w->model->wall[0].node].at, east = {fort.x + 400.0, fort.y};
  w->wall.closed[EAST] = 0.8;
  w->wall.closed[WEST] = 0.1;
  double by_road = sp_ring_caught_per_min(w, east, band, blue, 1.0, &captor);
  near(by_road, 0.3 * 0.8, 1e-12);
  as_seen(w, 0.9, 0.1, 0.5, 60);
  near(sp_ring_caught_per_min(w, east, band, blue, 1.0, &captor), 0.3 * 0.1, 1e-12);
  near(sp_ring_caught_per_min(w, east, -1, blue, 1.0, &captor), by_road, 1e-12);
  as_seen(w, 0.1, 0.9, 0.5, 60); /* deceived */
  near(sp_ring_caught_per_min(w, east, band, blue, 1.0, &captor), by_road, 1e-12);
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(watchers_see_by_day), cmocka_unit_test(what_was_seen_grows_old), cmocka_unit_test(he_chooses_his_side), cmocka_unit_test(a_rider_finds_the_thin_side)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
