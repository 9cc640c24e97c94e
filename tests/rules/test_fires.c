/* Smoke and glow of burning stores seen from far; veils of smoke pots that hide; falling back under fire, and under smoke.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/battlefield.h"
#include "shapan/calc_battle.h"
#include "shapan/view.h"
#include "support/near.h"
#include "world/books.h"
#include "world/stores.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A store of 200 t at "store", burnt at 07:00 by its guard; watch 9 km off, chief 60 km, a friend of the store 8 km beyond it. */
static sp_world *burning_before(sp_commanders commanders, int32_t hour, double rain, double tonnes) {
  sp_lab lab = sp_lab_open(16.0, 15);
  lab.campaign.commanders = commanders;
  sp_lab_start_at(&lab, hour);
  sp_lab_side(&lab, "qing");
  sp_lab_side(&lab, "ming");
  const struct { const char *id; double east; } at[] = {{"far", -60000.0}, {"hill", -9000.0}, {"store", 0.0}, {"back", 8000.0}};
  for (size_t n = 0; n < 4; n++) {
    sp_lab_place(&lab, at[n].id, at[n].east, 0.0);
    if (n) sp_lab_road(&lab, at[n - 1].id, at[n].id, at[n].east - at[n - 1].east, SP_ROAD_POST, SP_RELIEF_PLAIN);
  }
  sp_lab_formation(&lab, "chief", "qing", NULL, "far");
  sp_lab_formation(&lab, "watch", "qing", "chief", "hill");
  sp_lab_formation(&lab, "guard", "ming", NULL, "store");
  sp_lab_formation(&lab, "friend", "ming", NULL, "back");
  sp_lab_strength(&lab, "chief", SP_ARM_HORSE, 200);
  sp_lab_strength(&lab, "watch", SP_ARM_HORSE, 200);
  sp_lab_strength(&lab, "guard", SP_ARM_SPEAR, 200);
  sp_lab_strength(&lab, "friend", SP_ARM_SPEAR, 200);
  sp_depot_def depot = SP_DEPOT_DEF_INIT;
  depot.id = "granary";
  depot.side = "ming";
  depot.place = "store";
  depot.grain_kg = 1000.0 * tonnes;
  assert_int_equal(sp_scenario_add_depot(lab.scenario, &depot), SP_OK);
  if (rain > 0.0) sp_lab_rain(&lab, 0.0, 16.0, rain);
  char order[80];
  (void)snprintf(order, sizeof order, "day 1 %02d:20 guard to guard: burn the stores", (int)hour);
  sp_lab_order(&lab, order);
  sp_lab_order(&lab, "day 1 12:00 watch to watch: send word to chief: \"all well\"");
  sp_world *w = sp_lab_war(&lab, 5);
  w->constants.rider_sigma = w->constants.staff_sigma = 0.0;
  return w;
}

static sp_world *burning(int32_t hour, double rain, double tonnes) { return burning_before(SP_COMMANDERS_ORDERS, hour, rain, tonnes); }

static size_t known_to(const sp_world *w, const char *id, sp_fire_view *first) {
  sp_seat *seat = NULL;
  assert_int_equal(sp_seat_open(w, sp_lab_key(w, id), &seat), SP_OK);
  size_t n = sp_seat_fire_count(seat);
  if (n > 0) assert_int_equal(sp_seat_fire(seat, 0, first), SP_OK);
  assert_int_equal(sp_seat_fire(seat, n, first), SP_NOT_FOUND);
  sp_seat_close(seat);
  return n;
}

/* 200 t: 25 km * 2 / 3 in fair weather. Seen at 9 and 8 km, not at 60; nobody sees bodies so far off. */
static void smoke_by_day(void **state) {
  (void)state;
  sp_world *w = burning(7, 0.0, 200.0);
  sp_fire_view v;
  sp_lab_run(w);
  const sp_event *e = sp_lab_event(w, SP_EVENT_SMOKE_SEEN, "watch", NULL, 1);
  assert_non_null(e);
  assert_int_equal(e->a, 0);
  double dx = e->x_m - sp_lab_of(w, "watch", "head_x"), dy = e->y_m - sp_lab_of(w, "watch", "head_y");
  near(e->value, sqrt(dx * dx + dy * dy), 1e-6); /* as far as it looks to him, not as it is */
  assert_true(e->value > 0.55 * 9000.0 && e->value < 1.45 * 9000.0 && (e->value < 8940.0 || e->value > 9060.0));
  assert_int_equal(sp_lab_count(w, SP_EVENT_SMOKE_SEEN, "watch"), 1); /* once, however long it burns */
  assert_int_equal(sp_lab_count(w, SP_EVENT_SMOKE_SEEN, "friend"), 1);
  assert_int_equal(sp_lab_count(w, SP_EVENT_SMOKE_SEEN, "guard"), 0); /* who laid it knows */
  assert_int_equal(sp_lab_count(w, SP_EVENT_SMOKE_SEEN, "chief"), 0);
  assert_int_equal(sp_lab_count(w, SP_EVENT_SIGHTED, NULL), 0);
  assert_int_equal(known_to(w, "guard", &v), 1);
  near(v.error_m, 0.0, 1e-12);
  assert_int_equal(known_to(w, "watch", &v), 1);
  near(v.error_m, 0.15 * e->value, 1e-6);
  assert_true(v.source == sp_lab_key(w, "watch") && !v.glow && v.since == e->minute && v.seen > v.since);
  assert_int_equal(known_to(w, "friend", &v), 1);
  assert_true(v.source == sp_lab_key(w, "friend")); /* each by his own eyes: nobody writes to him */
  sp_lab_close(w);
}

/* The chief has it when the rider comes, as the watch saw it. */
static void a_paper_tells_of_it(void **state) {
  (void)state;
  sp_world *w = burning(7, 0.0, 200.0);
  sp_fire_view v, his;
  bool before = false;
  while (!sp_world_over(w)) {
    assert_int_equal(sp_world_step(w), SP_OK);
    bool knows = known_to(w, "chief", &v) > 0;
    if (!knows) before = true;
  }
  assert_true(before);
  const sp_event *read = sp_lab_event(w, SP_EVENT_DELIVERED, "chief", NULL, 1);
  assert_non_null(read);
  assert_int_equal(known_to(w, "chief", &v), 1);
  assert_int_equal(known_to(w, "watch", &his), 1);
  assert_true(v.source == sp_lab_key(w, "watch") && v.since == his.since && v.seen <= his.seen);
  near(v.error_m, his.error_m, 1e-9);
  sp_lab_close(w);
}

static void glow_by_night_and_nothing_in_rain(void **state) {
  (void)state;
  sp_world *night = burning(0, 0.0, 200.0);
  sp_lab_run(night);
  assert_int_equal(sp_lab_event(night, SP_EVENT_SMOKE_SEEN, "watch", NULL, 1)->a, 1);
  sp_lab_close(night);
  sp_world *wet = burning(7, 12.0, 200.0); /* 16.7 km by the fourth part */
  sp_lab_run(wet);
  assert_null(sp_lab_event(wet, SP_EVENT_SMOKE_SEEN, NULL, NULL, 1));
  sp_lab_close(wet);
  sp_world *small = burning(7, 0.0, 20.0); /* a sixth of 25 km */
  sp_lab_run(small);
  assert_null(sp_lab_event(small, SP_EVENT_SMOKE_SEEN, NULL, NULL, 1));
  sp_lab_close(small);
}

/* ---- what is made of it */

/* The friend, 8 km off, knows of that granary and takes the smoke for it: in his book it is empty, though tonnes still lie there. Who knows of no store there, or keeps to
 * the letter of his orders and keeps no books, makes nothing of it. */
static void a_smoke_is_taken_for_a_store(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 2; wrong++) {
    sp_world *w = burning_before(SP_COMMANDERS_MACHINE, 7, 0.0, 200.0);
    int32_t far = sp_formation_by_key(w, sp_lab_key(w, "friend"));
    if (wrong) w->constants.fires_take_for = w->constants.depot_reach_m = 0.0; /* never near enough */
    assert_int_equal(sp_world_run(w, w->head->minute + 180), SP_OK);
    sp_books books;
    sp_store_note note;
    assert_true(sp_books_open(w, &books));
    bool knows = sp_store_noted(w, &books, w->formation.hq[far], 0, &note);
    sp_books_close(&books);
    assert_true(knows);
    const sp_event *e = sp_lab_event(w, SP_EVENT_TAKEN_FOR_BURNT, "friend", NULL, 1);
    assert_true((e != NULL) == !wrong);
    assert_int_equal(sp_lab_count(w, SP_EVENT_TAKEN_FOR_BURNT, "watch"), 0); /* it is none of his side's */
    assert_true(wrong ? note.grain_g == 200000000 : note.grain_g == 0);
    if (e) assert_int_equal(e->a, 1);
    assert_true(w->depot.grain_g[0] > 1000000);
    sp_lab_close(w);
  }
}

/* ---- veils */

/* 100 at 1 km in the open are seen within the hour; behind a veil of half its full thickness they are not, beside it they are. */
static int32_t seen_behind(double thick, double off_m, double wind) {
  sp_lab lab = sp_lab_open(1.0, 15);
  sp_lab_start_at(&lab, 9);
  sp_lab_side(&lab, "qing");
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "a", 0.0, 0.0);
  sp_lab_place(&lab, "b", 2000.0, 0.0);
  sp_lab_road(&lab, "a", "b", 2000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "watch", "qing", NULL, "a");
  sp_lab_formation(&lab, "foe", "ming", NULL, "b");
  sp_lab_strength(&lab, "watch", SP_ARM_HORSE, 100);
  sp_lab_strength(&lab, "foe", SP_ARM_SPEAR, 3000);
  sp_lab_wind(&lab, 0.0, 2.0, wind, 0.0);
  sp_world *w = sp_lab_war(&lab, 3);
  w->constants.fight_smoke_clear_per_min = 1e-6;
  int32_t foe = sp_formation_by_key(w, sp_lab_key(w, "foe"));
  w->munition.veil[foe] = thick;
  w->munition.veil_at[foe] = w->head->minute;
  w->munition.veil_m[foe] = 400.0;
  w->munition.veil_xy[foe * 2] = w->formation.head_x[foe] - 100.0;
  w->munition.veil_xy[foe * 2 + 1] = w->formation.head_y[foe] + off_m;
  w->munition.veil_axis[foe * 2] = -1.0;
  sp_lab_run(w);
  int32_t n = sp_lab_count(w, SP_EVENT_SIGHTED, "watch");
  assert_int_equal(sp_lab_count(w, SP_EVENT_SIGHTED, "foe"), n); /* it hides either from the other */
  assert_true(wind > 0.0 ? w->munition.veil[foe] <= 0.0 && w->munition.veil_at[foe] == 0 : w->munition.veil[foe] >= thick * 0.99); /* blown away it is forgotten */
  sp_lab_close(w);
  return n;
}

static void a_veil_hides(void **state) {
  (void)state;
  assert_int_equal(seen_behind(0.0, 0.0, 0.0), 1);
  assert_int_equal(seen_behind(0.9, 0.0, 0.0), 0);
  assert_int_equal(seen_behind(0.9, 300.0, 0.0), 1); /* 200 m to either side */
  assert_int_equal(seen_behind(0.9, 0.0, 12.0), 1);  /* 0.6 a minute: gone within the first quarter of an hour */
}

/* ---- falling back */

typedef struct retreat { int32_t lost, lit, off_min; double veil; } retreat;

/* One against one at grips with fire; after half an hour blue is told to go. */
static retreat fall_back(int32_t pots, double minutes, uint64_t seed) {
  sp_battlefield b = SP_BATTLEFIELD;
  b.red = b.blue = 1;
  b.apart_m = 250.0;
  b.tick_min = 5;
  b.red_men = 6000;
  sp_world *w = sp_battlefield_open(&b, seed);
  w->constants.engage_off_min = minutes;
  w->constants.fight_smoke_clear_per_min = 0.4; /* the enemy's own powder does not hide him already */
  int32_t blue = sp_battlefield_row(w, "blue0"), red = sp_battlefield_row(w, "red0");
  w->munition.smoke_pots[blue] = pots;
  for (int n = 0; n < 40 && (sp_battlefield_fight(w) < 0 || w->engagement.gap_m[sp_battlefield_fight(w) * 3 + 1] > 200.0); n++) sp_battlefield_step(w, 1);
  int32_t e = sp_battlefield_fight(w);
  assert_true(e >= 0);
  w->combat.posture[red] = SP_POSTURE_HOLD; /* it only shoots */
  w->formation.verb[red] = SP_VERB_HOLD;
  sp_minute told = w->head->minute;
  int32_t before = sp_men_of(w, blue);
  w->formation.verb[blue] = SP_VERB_MARCH;
  w->formation.goal_node[blue] = w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "far-east")];
  w->combat.posture[blue] = SP_POSTURE_AVOID;
  w->formation.start_minute[blue] = told + 1;
  retreat out = {0};
  while (w->combat.engagement[blue] >= 0 && w->combat.stance[blue] <= SP_WAVERING && w->head->minute < told + 60) sp_battlefield_step(w, 1);
  out.off_min = (int32_t)(w->head->minute - told);
  out.lost = before - sp_men_of(w, blue);
  out.lit = pots - w->munition.smoke_pots[blue];
  out.veil = w->munition.veil[blue];
  sp_lab_close(w);
  return out;
}

static void under_fire_and_under_smoke(void **state) {
  (void)state;
  int32_t bare = 0, veiled = 0, quick = 0, spared = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    retreat at_once = fall_back(0, 0.0, seed), a = fall_back(0, 40.0, seed), b = fall_back(4000, 40.0, seed);
    assert_in_range(at_once.off_min, 5, 10);
    if (a.off_min >= 41) assert_in_range(a.off_min, 41, 50); /* forty minutes from the first, and the tick in which they end */
    assert_int_equal(a.lit, 0);
    near(a.veil, 0.0, 0.0);
    assert_true(b.lit > 0 && b.veil > 0.5);
    spared += 10 * b.lost <= 9 * a.lost;
    bare += a.lost;
    veiled += b.lost;
    quick += at_once.lost;
  }
  print_message("%d men lost at once, %d in forty minutes, %d under smoke\n", quick, bare, veiled);
  assert_true(quick < bare);                       /* falling back costs men */
  assert_true(veiled < bare && spared >= 6);       /* and fewer under smoke: about three of four hits in touch, where a fight does not end otherwise */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(smoke_by_day), cmocka_unit_test(a_paper_tells_of_it), cmocka_unit_test(glow_by_night_and_nothing_in_rain),
      cmocka_unit_test(a_veil_hides), cmocka_unit_test(a_smoke_is_taken_for_a_store), cmocka_unit_test(under_fire_and_under_smoke),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
