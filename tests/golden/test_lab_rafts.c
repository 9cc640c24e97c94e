/* scenarios/lab/rafts: guards sent off by raft and grain brought by boat, in calm and in a gale, over several seeds.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/stores.h"

enum { SEEDS = 5 };

static int32_t guards(const sp_world *w, const sp_event *detached) { return sp_men_of(w, sp_formation_row(w, detached->object)); }

static void a_gale_decides_who_comes_over(void **state) {
  (void)state;
  int32_t over[2] = {0, 0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    for (int gale = 0; gale < 2; gale++) {
      sp_world *w = sp_lab_read_with("lab/rafts", gale ? "gale" : NULL, seed);
      sp_lab_run(w);
      const sp_event *ready = sp_lab_event(w, SP_EVENT_RAFTS_READY, "host", NULL, 1), *off = sp_lab_event(w, SP_EVENT_DETACHED, "host", NULL, 1);
      assert_non_null(ready);
      assert_int_equal(ready->a, 14);
      assert_non_null(off);
      assert_in_range(off->minute - ready->minute, 1, 240);
      assert_int_equal(off->a, 200);
      assert_int_equal(sp_lab_count(w, SP_EVENT_STAYS_ASHORE, NULL), 0);
      assert_in_range(sp_lab_men(w, "host"), 1750, 1800); /* the host stays */
      over[gale] += guards(w, off);
      if (!gale) {
        assert_true(guards(w, off) >= 195);
        assert_int_equal(sp_lab_count(w, SP_EVENT_BOATS_LOST, NULL), 0);
        const sp_event *grain = sp_lab_event(w, SP_EVENT_LANDS, "boats", NULL, 1);
        assert_non_null(grain);
        assert_true(grain->minute < off->minute + 24 * 60);
        assert_non_null(sp_lab_event(w, SP_EVENT_UNLOADS, "boats", NULL, 1));
        assert_in_range(sp_lab_count(w, SP_EVENT_LANDS, NULL), 2, 2);
      } else {
        assert_int_equal(sp_lab_count(w, SP_EVENT_DRIVEN_BACK, NULL), 2);
        assert_true(sp_lab_count(w, SP_EVENT_BOATS_LOST, NULL) > 2);
      }
      if (seed == 1) assert_true(sp_lab_golden(w, gale ? "scenarios/lab/rafts/golden/gale.txt" : "scenarios/lab/rafts/golden/calm.txt"));
      sp_lab_close(w);
    }
  }
  assert_true(over[1] * 3 < over[0] * 2); /* of 1,000 in five runs a third and more are lost */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_gale_decides_who_comes_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
