/* test_save.c - a save brings back the same war, and nothing else passes for one. SPDX-License-Identifier: Apache-2.0 */
#include "army.h"

#include <stdlib.h>
#include <string.h>

static sp_status reads_anything(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts,
                                const size_t *lengths, sp_faults *faults, sp_model **model) {
  (void)faults;
  for (size_t i = 0; i < count; i++) assert_true(roles[i] && files[i] && texts[i] && texts[i][lengths[i]] == 0);
  sp_model_retain(context);
  *model = context;
  return SP_OK;
}

/* The model as its texts would make it; asserts that the texts came through. */
static sp_status reads(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths,
                       sp_faults *faults, sp_model **model) {
  (void)faults;
  if (count == 1) {
    assert_string_equal(roles[0], "scenario");
    assert_string_equal(files[0], "strip.yaml");
    assert_string_equal(texts[0], "the strip");
    assert_int_equal(lengths[0], 9);
  }
  sp_model_retain(context);
  *model = context;
  return SP_OK;
}

/* A war with something in every table that is born in it. */
static sp_world *lively(sp_model *m) {
  sp_constants *k = sp_constants_create();
  assert_int_equal(sp_constants_set(k, "ground_field_share", 0.45), SP_OK);
  sp_world *w = NULL;
  assert_int_equal(sp_world_create(m, k, 11, NULL, &w), SP_OK);
  sp_constants_destroy(k);
  int32_t main = army_row(w, "main"), van = army_row(w, "van");
  int32_t pool = army_pool(w, main), gone = army_pool(w, van), rider = army_message(w, van, main), word = sp_row_new(w, SP_TABLE_WORD, 0);
  memcpy(&w->word.text[word * 240], "we hold the ford", 17);
  w->message.word[rider] = word;
  w->message.ridden_min[rider] = 12.5;
  sp_transfer_men(w, sp_in_formation(main), sp_in_pool(pool), 77, SP_CAUSE_FELL_OUT);
  sp_transfer_men(w, sp_in_formation(van), sp_in_message(rider), 1, SP_CAUSE_RODE_OFF);
  sp_row_free(w, SP_TABLE_POOL, gone);
  w->head->minute += 90;
  w->head->tick += 6;
  w->head->reports_day = 3;
  army_check(w);
  return w;
}

static void a_save_is_the_same_war(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m), *back = NULL;
  unsigned char *data = NULL, *again = NULL;
  size_t size = 0, more = 0;
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  sp_faults *faults = sp_faults_create();
  sp_save_info info;
  assert_int_equal(sp_load(data, size, reads, m, faults, &info, &back), SP_OK);
  assert_int_equal(sp_faults_total(faults), 0);
  assert_true(sp_world_hash(back, NULL) == sp_world_hash(w, NULL));
  assert_int_equal(sp_world_compare(w, back, NULL), SP_OK);
  assert_memory_equal(w->block, back->block, (size_t)w->head->block_bytes);
  assert_memory_equal(&w->constants, &back->constants, sizeof w->constants);
  assert_true(info.seed == 11 && info.tick == 6 && info.minute == w->head->minute && info.constants_differ && !info.rules_differ);
  sp_save_info described;
  assert_int_equal(sp_save_describe(data, size, &described, NULL), SP_OK);
  assert_memory_equal(&info, &described, sizeof info);
  assert_int_equal(sp_save(back, &again, &more), SP_OK);
  assert_int_equal(more, size);
  assert_memory_equal(data, again, size);
  sp_buffer_free(again);
  sp_buffer_free(data);
  sp_faults_destroy(faults);
  sp_world_destroy(back);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void refuse(const unsigned char *data, size_t size, sp_model *m) {
  sp_faults *faults = sp_faults_create();
  sp_world *w = NULL;
  sp_status status = sp_load(data, size, reads, m, faults, NULL, &w);
  assert_true(status == SP_CORRUPT || status == SP_MISMATCH);
  assert_null(w);
  assert_true(sp_faults_count(faults, SP_FAULT_ERROR) > 0);
  sp_faults_destroy(faults);
}

static void what_is_cut_short_or_altered_is_refused(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m);
  unsigned char *data = NULL;
  size_t size = 0;
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  for (size_t cut = 0; cut < size; cut += cut < 600 ? 1 : 37) refuse(data, cut, m);
  for (size_t at = 0; at < size; at += at < 600 ? 1 : 211) {
    data[at] ^= (unsigned char)(1u << (at % 8));
    refuse(data, size, m);
    data[at] ^= (unsigned char)(1u << (at % 8));
  }
  refuse((const unsigned char *)"SHAPAN", 6, m);
  sp_buffer_free(data);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void seal(unsigned char *data, size_t size) {
  uint64_t hash = sp_hash_bytes(data, size - 8, 0);
  for (int i = 0; i < 8; i++) data[size - 8 + (size_t)i] = (unsigned char)(hash >> (8 * i));
}

/* Forged with a checksum that holds: it may load, but then every invariant holds; it never falls over. */
static void forgeries_do_no_harm(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m);
  unsigned char *data = NULL;
  size_t size = 0, loaded = 0, refused = 0;
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  unsigned char *forged = malloc(size);
  assert_non_null(forged);
  uint64_t s = 5;
  for (int i = 0; i < 4000; i++) {
    memcpy(forged, data, size);
    s = s * 6364136223846793005ULL + 1442695040888963407ULL;
    size_t at = (size_t)(s >> 33) % (size - 8);
    forged[at] = (unsigned char)(i % 3 == 0 ? 0xff : i % 3 == 1 ? forged[at] + 1 : (int)(s >> 20));
    seal(forged, size);
    sp_world *v = NULL;
    if (sp_load(forged, size, reads_anything, m, NULL, NULL, &v) == SP_OK) {
      army_check(v);
      loaded++;
    } else {
      assert_null(v);
      refused++;
    }
    sp_world_destroy(v);
  }
  assert_true(refused > 500 && loaded > 500);
  free(forged);
  sp_buffer_free(data);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* Names of tables and fields stand behind their length. Returns how many were found. */
static size_t rename_in(unsigned char *data, size_t size, const char *from, const char *to) {
  size_t length = strlen(from), renamed = 0;
  for (size_t at = 4; at + length <= size; at++) {
    bool named = data[at - 4] == length && !data[at - 3] && !data[at - 2] && !data[at - 1] && memcmp(data + at, from, length) == 0;
    if (!named) continue;
    memcpy(data + at, to, length);
    renamed++;
  }
  return renamed;
}

/* Renames a field where it stands: an old save then has one that is unknown, and lacks one that is known. */
static void old_saves_load_with_a_word(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m);
  unsigned char *data = NULL;
  size_t size = 0;
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  assert_int_equal(rename_in(data, size, "knows_ground", "owned_ground"), 1);
  seal(data, size);
  sp_faults *faults = sp_faults_create();
  sp_world *v = NULL;
  assert_int_equal(sp_load(data, size, reads, m, faults, NULL, &v), SP_OK);
  assert_int_equal(sp_faults_count(faults, SP_FAULT_WARNING), 2);
  sp_fault_view view;
  sp_faults_get(faults, 0, &view);
  assert_string_equal(view.id, "save.field_unknown");
  sp_faults_get(faults, 1, &view);
  assert_string_equal(view.id, "save.field_missing");
  assert_near(v->formation.knows_ground[0], 0.0, 0.0);
  assert_near(v->formation.order[0], 0.8, 0.0);
  sp_faults_destroy(faults);
  sp_world_destroy(v);
  sp_buffer_free(data);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* A save from before there were wards: its wounded stand on a line of the register and nowhere else. */
static void old_wounded_are_laid_somewhere(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m);
  int32_t main = army_row(w, "main"), row = w->formation.first_strength[main];
  while (row >= 0 && (!sp_arm_is_man((sp_arm)w->strength.arm[row]) || w->strength.count[row * SP_RANK_COUNT] < 7)) row = w->strength.next[row];
  assert_true(row >= 0);
  assert_int_equal(sp_transfer(w, row, sp_in_formation(main), sp_on_line(SP_LINE_KILLED), SP_RANK_SOLDIER, 7, SP_CAUSE_KILLED), 7);
  int32_t tally = 0;
  while (tally < sp_used(w, SP_TABLE_TALLY) && (w->tally.arm[tally] != w->strength.arm[row] || w->tally.contingent[tally] != w->strength.contingent[row] || w->tally.troop_class[tally] != w->strength.troop_class[row])) tally++;
  assert_true(tally < sp_used(w, SP_TABLE_TALLY));
  int32_t *in = &w->tally.came_in[tally * SP_RANK_COUNT * SP_LINE_COUNT];
  in[SP_LINE_KILLED] -= 7;
  in[SP_LINE_WOUNDED_SERIOUS] += 7;
  unsigned char *data = NULL;
  size_t size = 0;
  char message[160];
  assert_int_equal(sp_ledger_check(w, message, sizeof message), SP_CORRUPT); /* as it would be today */
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  assert_int_equal(rename_in(data, size, "ward", "wood"), 2);
  assert_int_equal(rename_in(data, size, "health", "wealth"), 2);
  seal(data, size);
  sp_faults *faults = sp_faults_create();
  sp_world *v = NULL;
  assert_int_equal(sp_load(data, size, reads, m, faults, NULL, &v), SP_OK);
  army_check(v);
  int32_t lying = 0;
  for (int32_t p = 0; p < sp_used(v, SP_TABLE_WARD); p++) lying += v->ward.alive[p] && v->ward.line[p] == SP_LINE_WOUNDED_SERIOUS ? v->ward.men[p] : 0;
  assert_int_equal(lying, 7);
  sp_faults_destroy(faults);
  sp_world_destroy(v);
  sp_buffer_free(data);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* The war saved without one table, as from before there was such a thing, and read again. */
static sp_world *loaded_without(sp_world *w, sp_model *m, const char *table, const char *other) {
  unsigned char *data = NULL;
  size_t size = 0;
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  assert_int_equal(rename_in(data, size, table, other), 2);
  seal(data, size);
  sp_world *v = NULL;
  assert_int_equal(sp_load(data, size, reads, m, NULL, NULL, &v), SP_OK);
  army_check(v);
  sp_buffer_free(data);
  return v;
}

/* A save from before powder was counted has no such table: every body then has its row, and nothing behind its pouches. */
static void a_save_from_before_powder(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m), *v = loaded_without(w, m, "munition", "somewhat");
  assert_int_equal(sp_used(v, SP_TABLE_MUNITION), sp_used(w, SP_TABLE_FORMATION));
  for (int32_t f = 0; f < sp_used(v, SP_TABLE_MUNITION); f++) {
    assert_true(v->munition.key[f] == w->munition.key[f] && v->munition.alive[f] == w->formation.alive[f] && v->munition.trial_most[f] == -1);
  }
  sp_world_destroy(v);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* One from before anything was promised has no table of repute, and nobody has promised anything. */
static void a_save_from_before_repute(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = lively(m);
  w->repute.promise[0] = SP_PROMISE_RANKS;
  w->repute.promised[0] = 0.5;
  sp_world *v = loaded_without(w, m, "repute", "saying");
  assert_int_equal(sp_used(v, SP_TABLE_REPUTE), sp_used(w, SP_TABLE_FORMATION));
  for (int32_t f = 0; f < sp_used(v, SP_TABLE_REPUTE); f++)
    assert_true(v->repute.key[f] == w->repute.key[f] && v->repute.alive[f] == w->formation.alive[f] && v->repute.promise[f] == SP_PROMISE_NONE && v->repute.promise_person[f] == -1 && v->repute.promised[f] == 0.0);
  sp_world_destroy(v);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void another_war_is_not_this_one(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE), *other = army_model(EXTRA_MANY);
  sp_world *w = army_world(m);
  unsigned char *data = NULL;
  size_t size = 0;
  assert_int_equal(sp_save(w, &data, &size), SP_OK);
  refuse(data, size, other);
  sp_buffer_free(data);
  sp_world_destroy(w);
  sp_model_release(other);
  sp_model_release(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_save_is_the_same_war), cmocka_unit_test(what_is_cut_short_or_altered_is_refused),
      cmocka_unit_test(forgeries_do_no_harm),   cmocka_unit_test(old_saves_load_with_a_word),
      cmocka_unit_test(old_wounded_are_laid_somewhere),
      cmocka_unit_test(a_save_from_before_powder), cmocka_unit_test(a_save_from_before_repute),
      cmocka_unit_test(another_war_is_not_this_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
