/* scenarios/lab/ditch: no ditch, a shallow one, a deep one against the same assault, over four hundred seeds: does it hold, and
 * what does it cost either side? SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/world.h"

enum { SEEDS = 400 };

typedef struct outcome {
  int32_t held;              /* Blue did not break on the day of the assault */
  int64_t fell[2], fought[2]; /* red, blue: killed and wounded where Blue held; men who were there */
} outcome;

static int64_t on_line(const sp_world *w, const char *side, sp_line line, bool opening) {
  int64_t sum = 0;
  int32_t s = sp_model_find(w->model, SP_ENTITY_SIDE, side);
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++) {
    if (w->model->contingent[w->tally.contingent[i]].side != s || !sp_arm_is_man((sp_arm)w->tally.arm[i])) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      size_t cell = (size_t)i * SP_RANK_COUNT * SP_LINE_COUNT + (size_t)r * SP_LINE_COUNT + (size_t)line;
      sum += opening ? (int64_t)w->tally.opening[cell] : (int64_t)w->tally.opening[cell] + w->tally.came_in[cell] - w->tally.went_out[cell];
    }
  }
  return sum;
}

static outcome fought(const char *lab) {
  static const char *const side[2] = {"red", "blue"};
  outcome o = {.held = 0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read(lab, seed);
    while (!sp_world_over(w)) assert_int_equal(sp_world_step(w), SP_OK);
    assert_true(sp_lab_count(w, SP_EVENT_BATTLE_BEGINS, NULL) > 0);
    bool held = sp_lab_count(w, SP_EVENT_BREAKS, "blue-foot") == 0;
    o.held += held;
    for (int s = 0; s < 2 && held; s++) {
      o.fought[s] += on_line(w, side[s], SP_LINE_PRESENT, true);
      o.fell[s] += on_line(w, side[s], SP_LINE_KILLED, false) + on_line(w, side[s], SP_LINE_WOUNDED_LIGHT, false) + on_line(w, side[s], SP_LINE_WOUNDED_SERIOUS, false);
    }
    sp_lab_close(w);
  }
  print_message("%s: held %d of %d; where it held red lost %.3f, blue %.3f\n", lab, (int)o.held, (int)SEEDS, (double)o.fell[0] / (double)o.fought[0], (double)o.fell[1] / (double)o.fought[1]);
  return o;
}

/* Deep ditches hold the first day at least 25 in the hundred more often than shallow ones, and these more often than none. A failed
 * assault costs the attacker 10 to 25 in the hundred, the defender 3 to 8, if a ditch is whole; means over the seeds. */
static void deep_holds_more_often_than_shallow(void **state) {
  (void)state;
  outcome none = fought("lab/ditch/none"), shallow = fought("lab/ditch/shallow"), deep = fought("lab/ditch/deep");
  assert_true(4 * (deep.held - shallow.held) >= SEEDS);
  assert_true(shallow.held > none.held + SEEDS / 10);
  double red = (double)deep.fell[0] / (double)deep.fought[0], blue = (double)deep.fell[1] / (double)deep.fought[1];
  assert_true(red > 0.10 && red < 0.25);
  assert_true(blue > 0.03 && blue < 0.12);
}

/* What is dug by the morning of the assault, and that it is used. */
static void the_ditch_is_there_and_told(void **state) {
  (void)state;
  sp_world *w = sp_lab_read("lab/ditch/deep", 1);
  int32_t blue = sp_lab_row(w, "blue-foot");
  while (!sp_world_over(w) && w->combat.engagement[blue] < 0) assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(w->combat.ditch[blue] > 0.95);
  assert_true(w->combat.cover[blue] > 0.7);
  assert_int_equal(sp_lab_count(w, SP_EVENT_WORKS_DONE, "blue-foot"), 1);
  while (!sp_world_over(w)) assert_int_equal(sp_world_step(w), SP_OK);
  assert_true(w->combat.ditch[blue] == 0.0); /* no fight, no ditch before him */
  sp_lab_close(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(deep_holds_more_often_than_shallow), cmocka_unit_test(the_ditch_is_there_and_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
