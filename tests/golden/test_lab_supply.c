/* scenarios/lab/hunger, larders, convoy, deliveries, depot: each shows one thing of bread, over several seeds. What is held is the direction.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/stores.h"

enum { SEEDS = 3 };

static void bread_given_by_halves_lasts_longer(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    double men[3], missed[3];
    int64_t out[3];
    static const char *const with[3] = {NULL, "half-rations", "horses-first"};
    for (int n = 0; n < 3; n++) {
      sp_world *w = sp_lab_read_with("lab/hunger", with[n], seed);
      assert_int_equal(sp_world_run(w, w->head->minute + 30 * 1440), SP_OK);
      missed[n] = sp_lab_value(w, "provision", "missed", 0);
      out[n] = sp_lab_minute(w, SP_EVENT_BREAD_OUT, "garrison", NULL, 1);
      sp_lab_run(w);
      men[n] = sp_lab_men(w, "garrison");
      sp_lab_close(w);
    }
    assert_true(out[0] > 10 * 1440 && out[0] < 14 * 1440 && (out[1] < 0 || out[1] > out[0] + 10 * 1440));
    assert_true(missed[2] > missed[0] + 3.0); /* meat that spoils feeds nobody */
    assert_true(men[0] > men[2] && men[1] > men[2]);
  }
}

/* The auxiliaries go hungry long before the others, or all on one evening; a commander who thinks has them share. */
static void three_kitchens_or_one(void **state) {
  (void)state;
  static const char *const with[3] = {NULL, "shared", "machine"};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    int64_t first[3];
    double spread[3];
    for (int n = 0; n < 3; n++) {
      sp_world *w = sp_lab_read_with("lab/larders", with[n], seed);
      sp_lab_run(w);
      first[n] = sp_lab_minute(w, SP_EVENT_BREAD_OUT, "garrison", NULL, 1);
      double least = 1e9, most = 0.0;
      for (int32_t r = 0; r < sp_used(w, SP_TABLE_LARDER); r++) {
        double missed = sp_lab_value(w, "larder", "missed", r);
        if (missed < least) least = missed;
        if (missed > most) most = missed;
      }
      spread[n] = most - least;
      sp_lab_close(w);
    }
    assert_true(first[0] > 2 * 1440 && first[0] < 7 * 1440);
    assert_true(first[1] > first[0] + 5 * 1440 && first[2] > first[1]);
    assert_true(spread[0] > 10.0 && spread[1] < 0.5 && spread[2] < 0.5);
  }
}

static void carts_from_beyond_the_map(void **state) {
  (void)state;
  sp_world *fed = sp_lab_read("lab/deliveries", 1), *cut = sp_lab_read_with("lab/deliveries", "road-cut", 1);
  sp_lab_run(fed);
  sp_lab_run(cut);
  assert_int_equal(sp_lab_count(fed, SP_EVENT_SUPPLIES_ARRIVE, NULL), 4);
  assert_true(sp_lab_minute(fed, SP_EVENT_BREAD_OUT, "host", NULL, 1) < 0);
  assert_int_equal(sp_lab_count(cut, SP_EVENT_SUPPLIES_ARRIVE, NULL), 0);
  assert_int_equal(sp_lab_count(cut, SP_EVENT_SUPPLIES_LATE, NULL), 4);
  int64_t out = sp_lab_minute(cut, SP_EVENT_BREAD_OUT, "host", NULL, 1);
  assert_true(out > 5 * 1440 && out < 9 * 1440);
  sp_lab_close(fed);
  sp_lab_close(cut);
}

static void a_host_whose_road_is_cut_goes_hungry(void **state) {
  (void)state;
  int32_t hungry = 0;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    sp_world *fed = sp_lab_read("lab/convoy", seed), *cut = sp_lab_read_with("lab/convoy", "road-cut", seed);
    sp_lab_run(fed);
    sp_lab_run(cut);
    assert_true(sp_lab_minute(fed, SP_EVENT_BREAD_OUT, "host", NULL, 1) < 0);
    assert_non_null(sp_lab_event(fed, SP_EVENT_UNLOADS, "first-convoy", NULL, 1));
    int64_t out = sp_lab_minute(cut, SP_EVENT_BREAD_OUT, "host", NULL, 1);
    if (out > 7 * 1440 && out < 11 * 1440) hungry++;
    int32_t qing = sp_model_find(cut->model, SP_ENTITY_SIDE, "qing");
    assert_true(sp_store_standing(cut, qing, SP_STORE_ENEMY) <= 0);
    sp_lab_close(fed);
    sp_lab_close(cut);
  }
  assert_true(hungry >= 8); /* now and then the escort holds */
}

static void ashes_feed_nobody(void **state) {
  (void)state;
  int64_t out[3];
  static const char *const with[3] = {NULL, "burn", "carry"};
  for (int n = 0; n < 3; n++) {
    sp_world *w = sp_lab_read_with("lab/depot", with[n], 1);
    sp_lab_run(w);
    out[n] = sp_lab_minute(w, SP_EVENT_BREAD_OUT, "comers", NULL, 1);
    assert_true(out[n] > 0);
    sp_lab_close(w);
  }
  assert_true(out[1] < out[2] && out[2] < out[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(carts_from_beyond_the_map), cmocka_unit_test(three_kitchens_or_one), cmocka_unit_test(bread_given_by_halves_lasts_longer), cmocka_unit_test(a_host_whose_road_is_cut_goes_hungry), cmocka_unit_test(ashes_feed_nobody)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
