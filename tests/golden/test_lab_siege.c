/* scenarios/lab/siege: the same fort stormed with ladders and after guns have breached it, over two hundred seeds.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/lab.h"
#include "world/world.h"

enum { SEEDS = 200 };

typedef struct outcome {
  int32_t held;
  double red, blue; /* share killed and wounded where the fort held: means */
} outcome;

static double fell(const sp_world *w, const char *side) {
  int64_t men = 0, down = 0;
  int32_t s = sp_model_find(w->model, SP_ENTITY_SIDE, side);
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++) {
    if (w->model->contingent[w->tally.contingent[i]].side != s || !sp_arm_is_man((sp_arm)w->tally.arm[i])) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++)
      for (int line = 0; line < SP_LINE_COUNT; line++) {
        size_t cell = (size_t)i * SP_RANK_COUNT * SP_LINE_COUNT + (size_t)r * SP_LINE_COUNT + (size_t)line;
        men += w->tally.opening[cell];
        if (line == SP_LINE_KILLED || line == SP_LINE_WOUNDED_LIGHT || line == SP_LINE_WOUNDED_SERIOUS) down += (int64_t)w->tally.came_in[cell] - w->tally.went_out[cell];
      }
  }
  return (double)down / (double)men;
}

static outcome stormed(const char *lab, bool guns) {
  outcome o = {.held = 0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    sp_world *w = sp_lab_read(lab, seed);
    while (!sp_world_over(w)) assert_int_equal(sp_world_step(w), SP_OK);
    assert_true(sp_lab_count(w, SP_EVENT_SIEGE_PHASE, NULL) >= 2); /* they go forward; they carry it or are thrown back */
    assert_int_equal(sp_lab_event(w, SP_EVENT_SIEGE_PHASE, NULL, NULL, 1)->a, guns ? SP_SIEGE_GUNS : SP_SIEGE_FORWARD);
    if (sp_lab_count(w, SP_EVENT_BREAKS, "garrison") == 0) {
      o.held++;
      o.red += fell(w, "red");
      o.blue += fell(w, "blue");
    }
    sp_lab_close(w);
  }
  o.red /= o.held;
  o.blue /= o.held;
  print_message("%s: held %d of %d; where it held red lost %.3f, blue %.3f\n", lab, (int)o.held, (int)SEEDS, o.red, o.blue);
  return o;
}

/* A whole wall is seldom carried, and its storm costs 10 to 25 in the hundred against 3 to 8; a breach changes that. */
static void a_breach_opens_the_way(void **state) {
  (void)state;
  outcome ladders = stormed("lab/siege/ladders", false), guns = stormed("lab/siege/guns", true);
  assert_true(10 * ladders.held >= 8 * SEEDS);
  assert_true(5 * (ladders.held - guns.held) >= SEEDS);
  assert_true(ladders.red > 0.08 && ladders.red < 0.25);
  assert_true(ladders.blue > 0.03 && ladders.blue < 0.08);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_breach_opens_the_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
