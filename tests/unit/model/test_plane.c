/* Rings and segments: the indexes must say what looking at everything says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "model/compile.h"

static uint64_t dice_state;

static double die(double low, double high) {
  dice_state = sp_hash_mix(dice_state, 1);
  return low + (high - low) * (double)(dice_state >> 11) / 9007199254740992.0;
}

static bool slow_inside(const sp_xy *p, int32_t n, sp_xy at) {
  bool inside = false;
  for (int32_t i = 0; i < n; i++) {
    sp_xy a = p[i], b = p[(i + 1) % n];
    if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

static void ring_says_what_all_sides_say(void **state) {
  (void)state;
  dice_state = 7;
  for (int32_t n = 3; n < 2000; n = n * 3 / 2 + 1) {
    sp_arena *arena = sp_arena_create();
    sp_xy *p = sp_arena_alloc(arena, (size_t)n, sizeof *p);
    for (int32_t i = 0; i < n; i++) {
      bool wild = n % 2 == 0; /* a star, or a tangle whose sides all span the whole height */
      double r = wild ? 5000.0 : die(500.0, 5000.0), turn = wild ? (i % 2) * SP_PI + die(-0.3, 0.3) : 2.0 * SP_PI * i / n;
      p[i] = (sp_xy){r * sp_cos(turn), r * sp_sin(turn + (wild ? SP_PI / 2.0 : 0.0))};
    }
    sp_ring ring;
    assert_true(sp_ring_build(arena, p, n, &ring));
    for (int i = 0; i < 500; i++) {
      sp_xy at = {die(-6000.0, 6000.0), die(-6000.0, 6000.0)};
      assert_int_equal(sp_ring_contains(&ring, at), slow_inside(p, n, at));
      assert_int_equal(sp_ring_contains(&ring, p[i % n]), slow_inside(p, n, p[i % n]));
    }
    assert_true(sp_arena_bytes(arena) < 65536 + (size_t)n * 100);
    sp_arena_destroy(arena);
  }
}

static void segments_meet_or_not(void **state) {
  double t;
  (void)state;
  assert_true(sp_segments_meet((sp_xy){0, 0}, (sp_xy){4, 0}, (sp_xy){1, -1}, (sp_xy){1, 1}, &t));
  assert_true(sp_abs(t - 0.25) < 1e-12);
  assert_true(sp_segments_meet((sp_xy){0, 0}, (sp_xy){4, 0}, (sp_xy){4, 0}, (sp_xy){4, 1}, &t)); /* ends touch */
  assert_true(sp_abs(t - 1.0) < 1e-12);
  assert_false(sp_segments_meet((sp_xy){0, 0}, (sp_xy){4, 0}, (sp_xy){4.1, -1}, (sp_xy){4.1, 1}, &t));
  assert_false(sp_segments_meet((sp_xy){0, 0}, (sp_xy){4, 0}, (sp_xy){1, 1}, (sp_xy){3, 1}, &t)); /* beside */
  assert_true(sp_segments_meet((sp_xy){0, 0}, (sp_xy){4, 0}, (sp_xy){1, 0}, (sp_xy){3, 0}, &t)); /* along */
  assert_true(sp_abs(t - 0.5) < 1e-12);
  assert_false(sp_segments_meet((sp_xy){0, 0}, (sp_xy){4, 0}, (sp_xy){5, 0}, (sp_xy){6, 0}, &t));
}

typedef struct tally { int32_t *times; } tally;

static bool count_visit(void *context, const sp_segment *segment, double t) {
  assert_true(t >= 0.0 && t <= 1.0);
  ((tally *)context)->times[segment->owner]++;
  return true;
}

static void grid_visits_each_met_segment_once(void **state) {
  enum { N = 3000 };
  (void)state;
  dice_state = 11;
  sp_arena *arena = sp_arena_create();
  sp_segment *segment = sp_arena_alloc(arena, N, sizeof *segment);
  for (int32_t i = 0; i < N; i++) {
    double long_one = i % 50 == 0 ? 90000.0 : 3000.0;
    sp_xy a = {die(0, 100000), die(0, 100000)};
    segment[i] = (sp_segment){a, {a.x + die(-long_one, long_one), a.y + die(-long_one, long_one)}, i};
  }
  sp_segment_grid grid;
  assert_true(sp_segment_grid_build(arena, segment, N, 4000.0, &grid));
  for (int k = 0; k < 400; k++) {
    static int32_t times[N];
    tally all = {times};
    double reach = k % 2 ? 9000.0 : 60000.0;
    sp_xy a = {die(-20000, 120000), die(-20000, 120000)}, b = {a.x + die(-reach, reach), a.y + (k % 5 ? die(-reach, reach) : 0.0)};
    for (int i = 0; i < N; i++) times[i] = 0;
    assert_true(sp_segment_grid_walk(&grid, a, b, count_visit, &all));
    for (int i = 0; i < N; i++) assert_int_equal(times[i], sp_segments_meet(a, b, segment[i].a, segment[i].b, NULL) ? 1 : 0);
  }
  sp_arena_destroy(arena);
}

static void nonsense_is_survived(void **state) {
  (void)state;
  sp_arena *arena = sp_arena_create();
  sp_xy same[3] = {{5, 5}, {5, 5}, {5, 5}};
  sp_ring ring;
  assert_true(sp_ring_build(arena, same, 3, &ring));
  assert_false(sp_ring_contains(&ring, same[0]));
  sp_segment dot = {{5, 5}, {5, 5}, 0};
  sp_segment_grid grid;
  assert_true(sp_segment_grid_build(arena, &dot, 1, 0.0, &grid));
  int32_t times = 0;
  tally all = {&times};
  assert_true(sp_segment_grid_walk(&grid, (sp_xy){0, 0}, (sp_xy){10, 10}, count_visit, &all));
  assert_int_equal(times, 1);
  assert_true(sp_segment_grid_build(arena, NULL, 0, 100.0, &grid));
  assert_true(sp_segment_grid_walk(&grid, (sp_xy){0, 0}, (sp_xy){10, 10}, count_visit, &all));
  sp_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ring_says_what_all_sides_say), cmocka_unit_test(segments_meet_or_not),
                                     cmocka_unit_test(grid_visits_each_met_segment_once), cmocka_unit_test(nonsense_is_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
