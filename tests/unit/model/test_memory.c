/* Memory runs out at every single allocation in turn: the answer is SP_NO_MEMORY, nothing leaks, nothing breaks.
 * Needs glibc's inner allocator; left out where a sanitizer owns malloc.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "unit/model/model_scenes.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define SANITIZED 1
#endif

static long left = -1; /* allocations until memory is out; negative: plenty */
static long held;      /* blocks given out while counting */
static bool counting;

#ifndef SANITIZED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);

static bool refused(void) {
  if (!counting || left < 0) return false;
  if (left == 0) return true;
  left--;
  return false;
}

void *malloc(size_t size) {
  if (refused()) return NULL;
  held += counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (refused()) return NULL;
  held += counting;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  if (refused()) return NULL;
  held += counting && !old;
  return __libc_realloc(old, size);
}

void free(void *old) {
  held -= counting && old;
  __libc_free(old);
}
#endif

static sp_scenario *small_war(void) {
  sp_scenario *s = scene_create(4000.0);
  scene_place(s, "a", -8, 0);
  scene_place(s, "b", 8, 0);
  scene_river(s, "shi", (const double[][2]){{0, -30}, {0, 30}}, 2);
  scene_crossing(s, "ford", "shi", 0, 0);
  scene_road(s, "af", "a", "ford");
  scene_road(s, "fb", "ford", "b");
  scene_ground(s, "hills", SP_RELIEF_HILLS, -20, -20, -3, 20);
  scene_land(s, "land", -40, -40, 40, 40);
  scene_side(s, "qing");
  scene_person(s, "hooge", "qing");
  scene_formation(s, "van", "qing", NULL, "hooge", "a");
  scene_men(s, "van", "zhi", 100);
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = "rear";
  def.parent = "van";
  def.at = (sp_position_def){"a", "b", 3000.0};
  assert_int_equal(sp_scenario_add_formation(s, &def), SP_OK);
  return s;
}

static void compile_survives_every_refusal(void **state) {
  (void)state;
#ifdef SANITIZED
  skip();
#else
  sp_scenario *s = small_war();
  sp_status status = SP_NO_MEMORY;
  long tries = 0;
  for (long n = 0; status != SP_OK; n++, tries++) {
    sp_model *m = NULL;
    held = 0;
    left = n;
    counting = true;
    status = sp_compile(s, NULL, &m);
    left = -1;
    if (status == SP_OK) sp_model_release(m);
    counting = false;
    assert_true(status == SP_OK || (status == SP_NO_MEMORY && !m));
    assert_int_equal(held, 0);
    assert_true(n < 5000);
  }
  assert_true(tries > 20);
  sp_scenario_destroy(s);
#endif
}

static void scenario_survives_every_refusal(void **state) {
  (void)state;
#ifdef SANITIZED
  skip();
#else
  char *big = calloc(1, 3000);
  memset(big, 'x', 2999);
  for (long n = 0; n < 12; n++) {
    held = 0;
    left = n;
    counting = true;
    sp_scenario *s = sp_scenario_create();
    for (int i = 0; s && i < 4; i++) {
      sp_place_def def = SP_PLACE_DEF_INIT;
      def.id = big;
      sp_status status = sp_scenario_add_place(s, &def);
      if (status != SP_OK && status != SP_NO_MEMORY) left = -99;
      status = sp_scenario_add_source(s, "scenario", "f", big, 3000);
      if (status != SP_OK && status != SP_NO_MEMORY) left = -99;
    }
    sp_scenario_destroy(s);
    counting = false;
    assert_true(left > -99);
    assert_int_equal(held, 0);
  }
  free(big);
#endif
}

static void routes_survive_every_refusal(void **state) {
  (void)state;
#ifdef SANITIZED
  skip();
#else
  sp_scenario *s = small_war();
  sp_model *m = scene_compile(s);
  double *length = calloc((size_t)m->edge_count, sizeof *length);
  for (int32_t i = 0; i < m->edge_count; i++) length[i] = m->edge[i].length_m;
  sp_route_costs costs = {length, NULL, 1, 0};
  double wanted = sp_model_distance_m(m, "a", "b");
  int answered = 0;
  for (long n = 0; n < 20; n++) {
    double minutes[2] = {wanted, wanted};
    held = 0;
    left = n;
    counting = true;
    sp_route_cache *cache = sp_route_cache_create(m, 1 << 20);
    if (cache) {
      answered++;
      minutes[0] = sp_route_minutes(cache, scene_node(m, "a"), scene_node(m, "b"), SP_MOVER_FOOT, &costs);
      (void)sp_route_minutes(cache, scene_node(m, "b"), scene_node(m, "a"), SP_MOVER_FOOT, &costs);
      minutes[1] = sp_route_minutes(cache, scene_node(m, "a"), scene_node(m, "b"), SP_MOVER_FOOT, &costs);
    }
    sp_route_cache_destroy(cache);
    left = -1;
    counting = false;
    assert_int_equal(held, 0);
    assert_true(sp_abs(minutes[0] - wanted) < 1e-6 && sp_abs(minutes[1] - wanted) < 1e-6);
  }
  assert_true(answered > 3 && answered < 20);
  free(length);
  sp_model_release(m);
  sp_scenario_destroy(s);
#endif
}

int main(void) {
  (void)left;
  (void)held;
  (void)counting;
  (void)small_war;
  const struct CMUnitTest tests[] = {cmocka_unit_test(compile_survives_every_refusal), cmocka_unit_test(scenario_survives_every_refusal),
                                     cmocka_unit_test(routes_survive_every_refusal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
