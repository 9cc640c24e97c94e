/* A war that is copied at every tick is the same war, in every scenario of the house.
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/lab.h"

static void same(const sp_world *left, const sp_world *right, const char *name) {
  sp_difference d;
  if (sp_world_hash(left, NULL) == sp_world_hash(right, NULL)) return;
  (void)sp_world_compare(left, right, &d);
  fail_msg("%s, tick %" PRId64 ": %s %s.%s: %s | %s", name, sp_world_tick(left), d.subject, d.table, d.field, d.left, d.right);
}

/* One world goes on unbroken; another is replaced by its copy before each tick; a third is a buffer that is written over. */
static void follow(const char *name) {
  sp_world *unbroken = sp_lab_read(name, 3), *copied = NULL, *buffer = NULL, *next;
  sp_world_set_events(unbroken, SP_EVENTS_NONE);
  assert_int_equal(sp_world_copy(unbroken, &copied), SP_OK);
  assert_int_equal(sp_world_copy(unbroken, &buffer), SP_OK);
  while (!sp_world_over(unbroken)) {
    assert_int_equal(sp_world_copy(copied, &next), SP_OK);
    sp_world_destroy(copied);
    copied = next;
    bool turn = sp_world_tick(unbroken) % 7 == 0; /* the buffer lags behind and is brought up again */
    if (turn) assert_int_equal(sp_world_copy_into(unbroken, buffer), SP_OK);
    assert_int_equal(sp_world_step(unbroken), SP_OK);
    assert_int_equal(sp_world_step(copied), SP_OK);
    same(unbroken, copied, name);
    if (!turn) continue;
    assert_int_equal(sp_world_step(buffer), SP_OK);
    same(unbroken, buffer, name);
  }
  sp_world_destroy(buffer);
  sp_world_destroy(copied);
  sp_lab_close(unbroken);
}

static void two_columns(void **state) {
  (void)state;
  follow("lab/two-columns");
}

static void ford(void **state) {
  (void)state;
  follow("lab/ford/dry-day");
  follow("lab/ford/rain-day");
}

static void waters(void **state) {
  (void)state;
  follow("lab/ice/thin");
  follow("lab/bridge/broken");
  follow("lab/rafts");
}

static void bread_and_walls(void **state) {
  (void)state;
  follow("lab/convoy");
  follow("lab/depot");
  follow("lab/siege/ladders");
  follow("lab/ambush");
  follow("lab/ditch/deep");
  follow("lab/wounded/bare");
  follow("lab/lots");
  follow("lab/smoke");
}

static void riders(void **state) {
  (void)state;
  follow("lab/riders");
}

static void pursuit(void **state) {
  (void)state;
  follow("jinzhou-pursuit");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_columns), cmocka_unit_test(ford), cmocka_unit_test(waters), cmocka_unit_test(bread_and_walls), cmocka_unit_test(riders), cmocka_unit_test(pursuit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
