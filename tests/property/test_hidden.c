/* A body that nobody can see or hear of, far from everything, moves no die: every other formation's row, every
 * paper and every view is byte for byte what it is without it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shapan/view.h"
#include "support/lab.h"

static const char *const seen[] = {"main", "van", "enemy"};
#define SEEN 3

static sp_world *build(bool hidden, sp_commanders commanders) {
  sp_lab lab = sp_lab_open(20.0, 15);
  lab.campaign.commanders = commanders;
  sp_lab_side(&lab, "red");
  sp_lab_side(&lab, "blue");
  sp_lab_place(&lab, "west", 0.0, 0.0);
  sp_lab_place(&lab, "mill", 8000.0, 0.0);
  sp_lab_place(&lab, "east", 16000.0, 0.0);
  sp_lab_place(&lab, "far", 90000.0, 60000.0); /* beyond sight, gun and dust */
  sp_lab_place(&lab, "farther", 99000.0, 60000.0);
  sp_lab_road(&lab, "west", "mill", 8000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "mill", "east", 8000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "far", "farther", 9000.0, SP_ROAD_ROAD, SP_RELIEF_PLAIN);
  sp_lab_formation(&lab, "main", "red", NULL, "west");
  sp_lab_formation(&lab, "van", "red", "main", "mill");
  sp_lab_formation(&lab, "enemy", "blue", NULL, "east");
  sp_lab_strength(&lab, "main", SP_ARM_FOOT, 6000);
  sp_lab_strength(&lab, "van", SP_ARM_FOOT, 900);
  sp_lab_strength(&lab, "van", SP_ARM_HORSE, 100);
  sp_lab_strength(&lab, "van", SP_ARM_MOUNT, 100);
  sp_lab_strength(&lab, "enemy", SP_ARM_FOOT, 3000);
  sp_lab_strength(&lab, "enemy", SP_ARM_HORSE, 50);
  sp_lab_strength(&lab, "enemy", SP_ARM_MOUNT, 50);
  if (hidden) {
    sp_lab_formation(&lab, "ambush", "blue", NULL, "far");
    sp_lab_strength(&lab, "ambush", SP_ARM_FOOT, 5000);
    sp_lab_order(&lab, "ambush to ambush: march to farther");
    sp_lab_order(&lab, "day 1 12:00 ambush to ambush: march to far");
  }
  sp_lab_order(&lab, "main to main: march to mill");
  sp_lab_order(&lab, "main to van: march to east slowly");
  sp_lab_order(&lab, "enemy to enemy: march to mill");
  sp_lab_order(&lab, "day 1 09:00 van to van: send word to main: \"dust ahead\"");
  return sp_lab_war(&lab, 3);
}

/* Rows of other tables may stand elsewhere; what they say is compared by the seats and the papers below. */
static bool names_a_row(const char *field) {
  static const char *const rows[] = {"start", "parent", "joined", "hq", "first_strength"};
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    if (strcmp(field, rows[n]) == 0) return true;
  }
  return false;
}

static int32_t compare_rows(const sp_world *a, const sp_world *b) {
  int32_t compared = 0;
  for (size_t n = 0; n < sp_world_field_count(); n++) {
    const char *table, *field;
    sp_field_view left, right;
    sp_world_field_name(n, &table, &field);
    if (strcmp(table, "formation") != 0 || names_a_row(field)) continue;
    assert_int_equal(sp_world_field(a, table, field, &left), SP_OK);
    assert_int_equal(sp_world_field(b, table, field, &right), SP_OK);
    size_t row = (size_t)left.size * (size_t)left.count;
    for (int f = 0; f < SEEN; f++) {
      int32_t i = sp_world_formation_row(a, sp_lab_key(a, seen[f])), j = sp_world_formation_row(b, sp_lab_key(b, seen[f]));
      bool same = memcmp((const char *)left.data + (size_t)i * row, (const char *)right.data + (size_t)j * row, row) == 0;
      if (!same) print_error("tick %d: %s of %s differs\n", (int)sp_world_tick(a), field, seen[f]);
      assert_true(same);
      compared++;
    }
  }
  return compared;
}

static void compare_seats(const sp_world *a, const sp_world *b) {
  for (int f = 0; f < SEEN; f++) {
    sp_seat *left, *right;
    assert_int_equal(sp_seat_open(a, sp_lab_key(a, seen[f]), &left), SP_OK);
    assert_int_equal(sp_seat_open(b, sp_lab_key(b, seen[f]), &right), SP_OK);
    assert_int_equal(sp_seat_contact_count(left), sp_seat_contact_count(right));
    for (size_t n = 0; n < sp_seat_contact_count(left); n++) {
      sp_contact_view one, other;
      memset(&one, 0, sizeof one);
      memset(&other, 0, sizeof other);
      assert_int_equal(sp_seat_contact(left, n, &one), SP_OK);
      assert_int_equal(sp_seat_contact(right, n, &other), SP_OK);
      assert_true(one.number == other.number && one.formation == other.formation && one.men == other.men && one.seen == other.seen && one.heard == other.heard);
      assert_true(one.at.lat_deg == other.at.lat_deg && one.at.lon_deg == other.at.lon_deg && one.confidence == other.confidence && one.sigma == other.sigma);
    }
    sp_seat_close(left);
    sp_seat_close(right);
  }
}

/* What happened to those who are seen, in order; the hidden body's own events left out. */
static void compare_events(const sp_world *a, const sp_world *b, sp_key hidden) {
  size_t many, as_many, m = 0;
  const sp_event *left = sp_world_events(a, &many), *right = sp_world_events(b, &as_many);
  for (size_t n = 0; n < many; n++, m++) {
    while (m < as_many && (right[m].subject == hidden || right[m].object == hidden)) m++;
    assert_true(m < as_many);
    assert_true(left[n].minute == right[m].minute && left[n].type == right[m].type && left[n].subject == right[m].subject && left[n].value == right[m].value);
  }
}

static void move_no_die(sp_commanders commanders) {
  sp_world *without = build(false, commanders), *with = build(true, commanders);
  sp_key hidden = sp_lab_key(with, "ambush");
  while (!sp_world_over(without)) {
    assert_int_equal(sp_world_step(without), SP_OK);
    assert_int_equal(sp_world_step(with), SP_OK);
    assert_true(compare_rows(without, with) > 100);
    compare_seats(without, with);
  }
  compare_events(without, with, hidden);
  assert_true(sp_lab_of(with, "ambush", "marched_m") > 8000.0); /* it was there, and marched */
  assert_true(sp_lab_count(without, SP_EVENT_SIGHTED, NULL) > 0); /* and eyes were open */
  assert_true(sp_lab_count(without, SP_EVENT_STRAGGLERS, NULL) > 0);
  sp_lab_close(without);
  sp_lab_close(with);
}

static void a_hidden_body_moves_no_die(void **state) {
  (void)state;
  move_no_die(SP_COMMANDERS_ORDERS);
}

static void nor_does_it_where_commanders_think(void **state) {
  (void)state;
  move_no_die(SP_COMMANDERS_MACHINE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_hidden_body_moves_no_die), cmocka_unit_test(nor_does_it_where_commanders_think)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
