/* test_ledger.c - nobody is counted twice and nobody vanishes. SPDX-License-Identifier: Apache-2.0 */
#include "army.h"
#include "world/wards.h"

static int32_t line_count(const sp_world *w, sp_arm arm, sp_rank rank, sp_line line) {
  int32_t sum = 0;
  for (int32_t t = 0; t < sp_used(w, SP_TABLE_TALLY); t++) {
    int32_t at = t * 48 + (int32_t)rank * 12 + (int32_t)line;
    if (w->tally.arm[t] == arm) sum += w->tally.opening[at] + w->tally.came_in[at] - w->tally.went_out[at];
  }
  return sum;
}

static void detaching_does_not_move_the_register(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t main = army_row(w, "main"), van = army_row(w, "van");
  int32_t horse = army_strength(w, main, SP_ARM_HORSE);
  assert_int_equal(sp_transfer(w, horse, sp_in_formation(main), sp_in_formation(van), SP_RANK_SOLDIER, 120, SP_CAUSE_DETACH), 120);
  assert_int_equal(w->formation.mounted[main], 85);
  assert_int_equal(w->formation.mounted[van], 425);
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY) * 48; i++) assert_int_equal(w->tally.came_in[i] | w->tally.went_out[i], 0);
  army_check(w);
  /* more than there are: nobody moves */
  assert_int_equal(sp_transfer(w, horse, sp_in_formation(main), sp_in_formation(van), SP_RANK_SOLDIER, 81, SP_CAUSE_DETACH), 0);
  assert_int_equal(sp_transfer(w, horse, sp_in_formation(main), sp_in_formation(van), SP_RANK_SOLDIER, 0, SP_CAUSE_DETACH), 0);
  assert_int_equal(w->formation.mounted[main], 85);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void lines_are_written_out_and_in(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t van = army_row(w, "van"), horse = army_strength(w, van, SP_ARM_HORSE);
  int32_t rider = army_message(w, van, army_row(w, "main"));
  sp_transfer(w, horse, sp_in_formation(van), sp_in_message(rider), SP_RANK_SOLDIER, 1, SP_CAUSE_RODE_OFF);
  assert_int_equal(line_count(w, SP_ARM_HORSE, SP_RANK_SOLDIER, SP_LINE_ON_ROAD), 1);
  assert_int_equal(line_count(w, SP_ARM_HORSE, SP_RANK_SOLDIER, SP_LINE_PRESENT), 499);
  army_check(w);
  int32_t his = sp_ledger_first(w, sp_in_message(rider));
  sp_transfer(w, his, sp_in_message(rider), sp_on_line(SP_LINE_CAPTURED), SP_RANK_SOLDIER, 1, SP_CAUSE_RIDER_TAKEN);
  assert_int_equal(line_count(w, SP_ARM_HORSE, SP_RANK_SOLDIER, SP_LINE_ON_ROAD), 0);
  assert_int_equal(line_count(w, SP_ARM_HORSE, SP_RANK_SOLDIER, SP_LINE_CAPTURED), 1);
  sp_row_free(w, SP_TABLE_MESSAGE, rider);
  assert_false(sp_row_live(w, SP_TABLE_STRENGTH, his));
  army_check(w);
  /* and from a bare line back to a body; not more than the line has */
  assert_int_equal(sp_transfer(w, horse, sp_on_line(SP_LINE_CAPTURED), sp_in_formation(van), SP_RANK_SOLDIER, 2, SP_CAUSE_RODE_BACK), 0);
  assert_int_equal(sp_transfer(w, horse, sp_on_line(SP_LINE_CAPTURED), sp_in_formation(van), SP_RANK_SOLDIER, 1, SP_CAUSE_RODE_BACK), 1);
  assert_int_equal(w->formation.mounted[van], 305);
  army_check(w);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* rear: spear 70 + 1 company officer, followers 150: 221 men. 100 of them: 100*70/221 = 31.67, 100*1/221 = 0.45,
 * 100*150/221 = 67.87: whole parts 31, 0, 67 make 98; the two left go to the remainders .87 and .67. */
static void shares_go_by_largest_remainder(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t rear = army_row(w, "rear"), pool = army_pool(w, rear);
  assert_int_equal(sp_transfer_men(w, sp_in_formation(rear), sp_in_pool(pool), 100, SP_CAUSE_FELL_OUT), 100);
  assert_int_equal(w->pool.men[pool], 100);
  int32_t spear = -1, follower = -1;
  for (int32_t row = w->pool.first_strength[pool]; row >= 0; row = w->strength.next[row]) {
    if (w->strength.arm[row] == SP_ARM_SPEAR) spear = row;
    else follower = row;
  }
  assert_int_equal(w->strength.count[spear * 4 + SP_RANK_SOLDIER], 32);
  assert_int_equal(w->strength.count[spear * 4 + SP_RANK_COMPANY], 0);
  assert_int_equal(w->strength.count[follower * 4 + SP_RANK_SOLDIER], 68);
  army_check(w);
  assert_int_equal(sp_transfer_men(w, sp_in_pool(pool), sp_in_formation(rear), 1000, SP_CAUSE_CAME_BACK), 100);
  assert_int_equal(w->pool.men[pool], 0);
  sp_row_free(w, SP_TABLE_POOL, pool);
  army_check(w);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void generals_go_last(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t guard = army_row(w, "guard"), pool = army_pool(w, guard), bow = army_strength(w, guard, SP_ARM_BOW);
  sp_transfer_men(w, sp_in_formation(guard), sp_in_pool(pool), 408, SP_CAUSE_FELL_OUT);
  assert_int_equal(sp_men_of(w, guard), 1);
  assert_int_equal(w->strength.count[bow * 4 + SP_RANK_GENERAL], 1);
  assert_int_equal(sp_transfer_men(w, sp_in_formation(guard), sp_in_pool(pool), 5, SP_CAUSE_FELL_OUT), 1);
  army_check(w);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void all_of_it_merges(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t main = army_row(w, "main"), van = army_row(w, "van");
  double men = sp_men_of(w, main) + sp_men_of(w, van);
  assert_true(sp_transfer_all(w, sp_in_formation(main), sp_in_formation(van), SP_CAUSE_MERGE));
  assert_int_equal(sp_men_of(w, main), 0);
  assert_int_equal(w->formation.carts[van], 40);
  assert_int_equal(w->formation.heavy_guns[van], 3);
  assert_near(sp_men_of(w, van), men, 0.0);
  sp_row_free(w, SP_TABLE_FORMATION, main);
  assert_int_equal(sp_formation_by_key(w, m->formation[main].key), -1);
  army_check(w);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void full_tables_refuse_whole(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t main = army_row(w, "main"), van = army_row(w, "van"), rider;
  while ((rider = army_message(w, main, van)) >= 0 && sp_used(w, SP_TABLE_STRENGTH) < w->head->capacity[SP_TABLE_STRENGTH]) {
    sp_transfer_men(w, sp_in_formation(main), sp_in_message(rider), 2, SP_CAUSE_RODE_OFF); /* of two kinds: two rows */
  }
  assert_int_equal(sp_used(w, SP_TABLE_STRENGTH), w->head->capacity[SP_TABLE_STRENGTH]);
  int32_t before = sp_men_of(w, main), empty = army_pool(w, main);
  assert_true(empty >= 0);
  assert_false(sp_transfer_all(w, sp_in_formation(main), sp_in_pool(empty), SP_CAUSE_FELL_OUT));
  assert_int_equal(sp_men_of(w, main), before);
  army_check(w);
  assert_int_equal(sp_world_reserve(w), SP_OK);
  assert_true(sp_transfer_all(w, sp_in_formation(main), sp_in_pool(empty), SP_CAUSE_FELL_OUT));
  army_check(w);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* A hundred thousand transfers between bodies, pools, riders and lines, chosen by a fixed sequence. */
static uint32_t next_random(uint64_t *s) {
  *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)(*s >> 33);
}

static sp_account pick(const sp_world *w, uint64_t *s, const int32_t *pools, const int32_t *riders, const int32_t *wards) {
  static const sp_line bare[] = {SP_LINE_KILLED, SP_LINE_DIED, SP_LINE_CAPTURED, SP_LINE_DESERTED, SP_LINE_LOST};
  switch (next_random(s) % 5) {
    case 0: return sp_in_formation((int32_t)(next_random(s) % (uint32_t)sp_used(w, SP_TABLE_FORMATION)));
    case 1: return sp_in_pool(pools[next_random(s) % 4]);
    case 2: return sp_in_message(riders[next_random(s) % 4]);
    case 3: return sp_in_ward(w, wards[next_random(s) % 4]);
    default: return sp_on_line(bare[next_random(s) % 5]);
  }
}

static void conserved_under_random_transfers(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t pools[4], riders[4], wards[4];
  for (int32_t i = 0; i < 4; i++) {
    pools[i] = army_pool(w, i);
    riders[i] = army_message(w, i, (i + 1) % 4);
    wards[i] = sp_ward_of(w, i, i, sp_patient_line[i % SP_PATIENT_LINES], w->head->minute);
    assert_true(wards[i] >= 0);
  }
  uint64_t s = 42;
  int64_t moved = 0, all = 0;
  for (int32_t i = 0; i < 48 * sp_used(w, SP_TABLE_TALLY); i++) all += w->tally.opening[i];
  for (int i = 0; i < 100000; i++) {
    sp_account from = pick(w, &s, pools, riders, wards), to = pick(w, &s, pools, riders, wards);
    int32_t n = (int32_t)(next_random(&s) % 40);
    bool held = from.holder_kind != SP_HOLDER_FREE;
    if (held && next_random(&s) % 8 == 0) {
      moved += sp_transfer_men(w, from, to, n, SP_CAUSE_FELL_OUT);
    } else {
      int32_t row = held ? sp_ledger_first(w, from) : (int32_t)(next_random(&s) % (uint32_t)sp_used(w, SP_TABLE_STRENGTH));
      for (uint32_t skip = next_random(&s) % 6; held && skip > 0 && row >= 0 && w->strength.next[row] >= 0; skip--) row = w->strength.next[row];
      if (row >= 0) moved += sp_transfer(w, row, from, to, (sp_rank)(next_random(&s) % 4), n, SP_CAUSE_CAME_BACK);
    }
    if (i % 5000 == 0) army_check(w);
    if (i % 5000 == 0) assert_int_equal(sp_world_reserve(w), SP_OK);
  }
  army_check(w);
  assert_true(moved > 100000); /* or the test would prove nothing */
  int64_t closing = 0;
  for (int32_t i = 0; i < 48 * sp_used(w, SP_TABLE_TALLY); i++) closing += w->tally.opening[i] + w->tally.came_in[i] - w->tally.went_out[i];
  assert_int_equal(closing, all);
  /* the check can fail: one man more anywhere is found */
  w->strength.count[sp_ledger_first(w, sp_in_formation(0)) * 4]++;
  char message[160];
  assert_int_equal(sp_ledger_check(w, message, sizeof message), SP_CORRUPT);
  w->strength.count[sp_ledger_first(w, sp_in_formation(0)) * 4]--;
  w->formation.carts[1]++;
  assert_int_equal(sp_ledger_check(w, message, sizeof message), SP_OK);
  assert_int_equal(sp_world_check(w, message, sizeof message), SP_CORRUPT);
  w->formation.carts[1]--;
  w->tally.came_in[SP_LINE_KILLED]++;
  assert_int_equal(sp_ledger_check(w, message, sizeof message), SP_CORRUPT);
  sp_world_destroy(w);
  sp_model_release(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(detaching_does_not_move_the_register), cmocka_unit_test(lines_are_written_out_and_in),
      cmocka_unit_test(shares_go_by_largest_remainder),       cmocka_unit_test(generals_go_last),
      cmocka_unit_test(all_of_it_merges),                     cmocka_unit_test(full_tables_refuse_whole),
      cmocka_unit_test(conserved_under_random_transfers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
