/* test_ensemble.c - the runs of an ensemble: the same for any number of threads, each the war of its seed, whole or not at all.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shapan/ensemble.h"
#include "shapan/io.h"

enum { RUNS = 9, MEASURES = 16 };

typedef struct kept {
  uint64_t seed[RUNS], hash[RUNS];
  double value[RUNS][MEASURES];
  bool known[RUNS][MEASURES];
  int times[RUNS];
  int stop_after; /* 0 = never */
  atomic_int told;
} kept;

static void on_done(void *context, const sp_ensemble_run *run) {
  kept *k = context;
  assert_true(run->run < RUNS && run->measures <= MEASURES && run->status == SP_OK);
  k->seed[run->run] = run->seed;
  k->hash[run->run] = run->hash;
  memcpy(k->value[run->run], run->value, (size_t)run->measures * sizeof *run->value);
  memcpy(k->known[run->run], run->known, (size_t)run->measures * sizeof *run->known);
  k->times[run->run]++;
  atomic_fetch_add(&k->told, 1);
}

static bool on_ask(void *context) {
  kept *k = context;
  return k->stop_after > 0 && atomic_load(&k->told) >= k->stop_after;
}

static sp_model *model_of(const char *name) {
  sp_scenario *scenario = NULL;
  sp_model *model = NULL;
  char path[1024];
  snprintf(path, sizeof path, "%s/scenarios/%s", SP_SOURCE_DIR, name);
  assert_int_equal(sp_read_scenario(path, NULL, &scenario), SP_OK);
  assert_int_equal(sp_compile(scenario, NULL, &model), SP_OK);
  sp_scenario_destroy(scenario);
  return model;
}

static sp_ensemble_options asked(kept *k, int32_t threads) {
  sp_ensemble_options o = SP_ENSEMBLE_OPTIONS_INIT;
  o.seed = 42;
  o.count = RUNS;
  o.threads = threads;
  o.done = on_done;
  o.stop = on_ask;
  o.context = k;
  return o;
}

static void threads_change_nothing(void **state) {
  (void)state;
  sp_model *model = model_of("lab/tail-attacked/marches-on");
  kept *one = calloc(1, sizeof *one), *many = calloc(1, sizeof *many);
  sp_ensemble_options o = asked(one, 1);
  assert_int_equal(sp_ensemble_fight(model, &o), SP_OK);
  o = asked(many, 7);
  assert_int_equal(sp_ensemble_fight(model, &o), SP_OK);
  assert_memory_equal(one, many, offsetof(kept, stop_after));
  for (int n = 0; n < RUNS; n++) assert_int_equal(one->times[n], 1);
  assert_true(one->hash[0] != one->hash[1]);
  free(one);
  free(many);
  sp_model_release(model);
}

/* Any run is opened again by its seed alone. */
static void a_run_is_the_war_of_its_seed(void **state) {
  (void)state;
  sp_model *model = model_of("lab/two-columns");
  kept *k = calloc(1, sizeof *k);
  sp_ensemble_options o = asked(k, 2);
  const uint32_t some[] = {7, 3};
  o.runs = some;
  o.count = 2;
  assert_int_equal(sp_ensemble_fight(model, &o), SP_OK);
  assert_int_equal(k->times[0], 0);
  sp_world *world = NULL;
  assert_int_equal(sp_world_create(model, NULL, sp_ensemble_seed(42, 3), NULL, &world), SP_OK);
  assert_int_equal(sp_world_run(world, INT64_MAX), SP_OK);
  assert_true(sp_world_hash(world, NULL) == k->hash[3]);
  double value = 0.0;
  assert_int_equal(sp_world_measure(world, 0, &value), SP_OK);
  assert_true(k->known[3][0] && value == k->value[3][0]);
  sp_world_destroy(world);
  free(k);
  sp_model_release(model);
}

static void seeds(void **state) {
  (void)state;
  assert_true(sp_ensemble_seed(1, 0) == 230489682320306u); /* for ever: files name it */
  assert_true(sp_ensemble_seed(1, 0) != sp_ensemble_seed(1, 1) && sp_ensemble_seed(1, 0) != sp_ensemble_seed(2, 0));
  for (uint32_t n = 0; n < 1000; n++) assert_true(sp_ensemble_seed(UINT64_MAX, n) < UINT64_C(1) << 49);
}

/* Who is stopped has told whole wars only, and none after. */
static void stopped(void **state) {
  (void)state;
  sp_model *model = model_of("lab/two-columns");
  kept *k = calloc(1, sizeof *k), *all = calloc(1, sizeof *all);
  k->stop_after = 2;
  sp_ensemble_options o = asked(k, 2);
  assert_int_equal(sp_ensemble_fight(model, &o), SP_OK);
  o = asked(all, 1);
  assert_int_equal(sp_ensemble_fight(model, &o), SP_OK);
  int told = 0;
  for (int n = 0; n < RUNS; n++) {
    told += k->times[n];
    if (k->times[n]) assert_true(k->hash[n] == all->hash[n]);
  }
  assert_true(told >= 2 && told < RUNS);
  free(k);
  free(all);
  sp_model_release(model);
}

static void bad_input(void **state) {
  (void)state;
  sp_model *model = model_of("lab/two-columns");
  kept *k = calloc(1, sizeof *k);
  sp_ensemble_options o = asked(k, 0);
  assert_int_equal(sp_ensemble_fight(model, &o), SP_BAD_INPUT);
  o.threads = SP_ENSEMBLE_THREADS_MAX + 1;
  assert_int_equal(sp_ensemble_fight(model, &o), SP_BAD_INPUT);
  o.threads = 1;
  o.count = SP_ENSEMBLE_RUNS_MAX + 1;
  assert_int_equal(sp_ensemble_fight(model, &o), SP_BAD_INPUT);
  const uint32_t beyond[] = {SP_ENSEMBLE_RUNS_MAX};
  o.count = 1;
  o.runs = beyond;
  assert_int_equal(sp_ensemble_fight(model, &o), SP_BAD_INPUT);
  o.count = 0;
  assert_int_equal(sp_ensemble_fight(model, &o), SP_OK);
  assert_int_equal(sp_ensemble_fight(NULL, &o), SP_BAD_INPUT);
  free(k);
  sp_model_release(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_change_nothing), cmocka_unit_test(a_run_is_the_war_of_its_seed), cmocka_unit_test(seeds), cmocka_unit_test(stopped), cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
