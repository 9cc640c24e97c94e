/* The open end of a search against plain arrays: what leaves it, in which order, and that it can be moved and used again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "model/frontier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>

enum { NODES = 700 };

static uint64_t dice_state;

static int32_t die(int32_t sides) {
  dice_state = sp_hash_mix(dice_state, 1);
  return (int32_t)(dice_state % (uint64_t)sides);
}

typedef struct plain { double cost; bool in, out; } plain;

static int32_t least(const plain *all) {
  int32_t best = -1;
  for (int32_t n = 0; n < NODES; n++)
    if (all[n].in && !all[n].out && (best < 0 || all[n].cost < all[best].cost)) best = n;
  return best;
}

/* Offers and takes by chance. Costs are small whole numbers, so that many are equal. */
static void run(sp_frontier *f, bool grows) {
  plain all[NODES] = {{0.0, false, false}};
  int32_t taken = 0, known = 0;
  void *memory[8] = {NULL};
  int moves = 0;
  for (int step = 0; step < 4000; step++) {
    if (grows && f->count == f->room) {
      memory[moves] = malloc(sp_frontier_bytes(2 * f->room));
      assert_non_null(memory[moves]);
      sp_frontier_move(f, memory[moves++], 2 * f->room);
    }
    if (die(3) && f->count < f->room) {
      int32_t node = die(NODES);
      double cost = (double)die(40);
      sp_frontier_offer(f, node, cost);
      known += !all[node].in;
      if (!all[node].in || (!all[node].out && cost < all[node].cost)) all[node].cost = cost;
      all[node].in = true;
    } else if (f->open > 0) {
      int32_t at = sp_frontier_take(f), wanted = least(all);
      assert_int_equal(f->reached[at].node, wanted);
      assert_true(f->reached[at].cost == all[wanted].cost);
      assert_int_equal(f->reached[at].rank, taken);
      all[wanted].out = true;
      taken++;
    }
    assert_int_equal(f->count, known);
    assert_int_equal(f->open, known - taken);
  }
  for (int32_t n = 0; n < NODES; n++) {
    int32_t at = sp_frontier_find(f, n);
    assert_true(all[n].in ? at >= 0 && f->reached[at].node == n : at < 0);
    assert_true((sp_frontier_rank(f, n) >= 0) == all[n].out);
  }
  assert_true(taken > 300);
  if (!grows) return;
  assert_true(moves > 3);
  for (int i = 0; i < moves; i++) free(memory[i]);
}

static void nodes_leave_by_cost_and_then_by_number(void **state) {
  (void)state;
  sp_frontier f;
  assert_true(sp_frontier_create(&f, NODES));
  dice_state = 3;
  for (int again = 0; again < 5; again++) {
    run(&f, false);
    sp_frontier_clear(&f);
    for (int32_t n = 0; n < NODES; n++) assert_int_equal(sp_frontier_find(&f, n), -1);
  }
  sp_frontier_destroy(&f);
  sp_frontier_destroy(&f);
}

static void a_larger_memory_changes_nothing(void **state) {
  (void)state;
  int32_t room = sp_frontier_room(1);
  void *small = malloc(sp_frontier_bytes(room));
  assert_non_null(small);
  sp_frontier f;
  sp_frontier_lay(&f, small, room);
  dice_state = 4;
  run(&f, true);
  free(small);
  assert_int_equal(sp_frontier_room(16), 16);
  assert_int_equal(sp_frontier_room(17), 32);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nodes_leave_by_cost_and_then_by_number), cmocka_unit_test(a_larger_memory_changes_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
