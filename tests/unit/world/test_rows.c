/* test_rows.c - births and deaths of rows, growth, copies, hashes. SPDX-License-Identifier: Apache-2.0 */
#include "army.h"

#include <string.h>

static void freed_rows_are_used_again(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t a = army_message(w, 0, 1), b = army_message(w, 1, 2), c = army_message(w, 2, 3);
  assert_int_equal(b, a + 1);
  assert_int_equal(c, b + 1);
  sp_row_free(w, SP_TABLE_MESSAGE, b);
  assert_int_equal(w->message.key[b], 0);
  army_check(w);
  assert_int_equal(army_message(w, 3, 0), b);
  assert_int_equal(sp_used(w, SP_TABLE_MESSAGE), c + 1);
  army_check(w);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void reports_live_as_long_as_they_are_held(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t van = army_row(w, "van"), main = army_row(w, "main");
  int32_t paper = army_message(w, van, main), report = w->contact.report[van * SP_CONTACTS];
  int32_t holders = w->report.holders[report];
  w->message.report[paper * 4] = report;
  sp_report_hold(w, report);
  army_check(w);
  sp_row_free(w, SP_TABLE_MESSAGE, paper);
  assert_int_equal(w->report.holders[report], holders);
  army_check(w);
  /* a report held by one contact alone goes with it */
  int32_t rear = army_row(w, "rear");
  sp_transfer_all(w, sp_in_formation(rear), sp_in_formation(main), SP_CAUSE_MERGE);
  sp_row_free(w, SP_TABLE_FORMATION, rear);
  sp_transfer_all(w, sp_in_formation(main), sp_in_formation(van), SP_CAUSE_MERGE);
  sp_row_free(w, SP_TABLE_FORMATION, main);
  army_check(w);
  int32_t alive = 0;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_REPORT); r++) alive += w->report.holders[r] > 0;
  assert_int_equal(alive, 2); /* what the van knows of the two others */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void births_wait_for_room_and_growth_keeps_values(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t made = 0, row;
  while ((row = sp_row_new(w, SP_TABLE_FORMATION, sp_key_born(1, made, 3, 0))) >= 0) {
    w->formation.start[row] = w->formation.name_unit[row] = w->formation.parent[row] = w->formation.joined[row] = -1;
    w->formation.first_strength[row] = w->formation.goal_node[row] = w->formation.crossing[row] = -1;
    w->formation.via_node[row * 4] = -1;
    w->hq.superior[row] = w->hq.person[row] = -1;
    w->formation.head_x[row] = w->formation.tail_x[row] = m->node[0].at.x;
    w->formation.head_y[row] = w->formation.tail_y[row] = m->node[0].at.y;
    w->formation.fatigue[row] = made % 10 / 10.0;
    made++;
  }
  assert_true(made >= 64);
  army_check(w);
  uint64_t before = sp_world_hash(w, NULL);
  int32_t capacity = w->head->capacity[SP_TABLE_FORMATION], used = sp_used(w, SP_TABLE_FORMATION);
  assert_int_equal(used, capacity);
  assert_int_equal(sp_world_reserve(w), SP_OK);
  assert_true(w->head->capacity[SP_TABLE_FORMATION] >= used + 64);
  assert_int_equal(w->head->capacity[SP_TABLE_CONTACT], w->head->capacity[SP_TABLE_HQ] * SP_CONTACTS);
  assert_int_equal(w->head->capacity[SP_TABLE_FORMATION], sp_capacity_for(SP_TABLE_FORMATION, used));
  assert_true(sp_world_hash(w, NULL) == before);
  assert_int_equal(sp_formation_by_key(w, sp_key_born(1, made - 1, 3, 0)), used - 1);
  army_check(w);
  size_t bytes = sp_world_bytes(w);
  assert_int_equal(sp_world_reserve(w), SP_OK);
  assert_int_equal(sp_world_bytes(w), bytes); /* enough is enough */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void columns_stand_at_lines_of_64_bytes(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  for (size_t i = 0; i < sp_field_total; i++) {
    const sp_field_info *f = &sp_fields[i];
    size_t at = (size_t)((uint8_t *)sp_column_data(w, f) - w->block);
    assert_int_equal(at % 64, 0);
    assert_true(at + (size_t)w->head->capacity[f->table] * (size_t)f->count * f->size <= (size_t)w->head->block_bytes);
  }
  size_t fields = 0, count;
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    const sp_field_info *first = sp_table_fields((sp_table)t, &count);
    assert_true(count > 0 && first->table == (sp_table)t && first[count - 1].table == (sp_table)t);
    fields += count;
  }
  assert_int_equal(fields, sp_field_total);
  sp_field_view view;
  assert_int_equal(sp_world_field(w, "formation", "leg", &view), SP_OK);
  assert_ptr_equal(view.data, w->formation.leg);
  assert_true(view.type == 'u' && view.size == 4 && view.count == 40 && view.rows == 4);
  assert_int_equal(sp_world_field(w, "formation", "legs", &view), SP_NOT_FOUND);
  assert_int_equal(sp_world_field(w, "rank", "leg", &view), SP_NOT_FOUND);
  sp_world_destroy(w);
  sp_model_release(m);
}

static void copies_are_the_same_war_and_then_their_own(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m), *copy = NULL;
  assert_int_equal(sp_world_copy(w, &copy), SP_OK);
  assert_memory_equal(w->block, copy->block, (size_t)w->head->block_bytes);
  assert_true(sp_world_hash(copy, NULL) == sp_world_hash(w, NULL));
  copy->formation.fatigue[0] = 0.9;
  assert_true(w->formation.fatigue[0] < 0.5);
  assert_true(sp_world_hash(copy, NULL) != sp_world_hash(w, NULL));
  /* back again, into memory that is there, and into memory that is too small */
  assert_int_equal(sp_world_copy_into(w, copy), SP_OK);
  assert_true(sp_world_hash(copy, NULL) == sp_world_hash(w, NULL));
  while (army_message(w, 0, 1) >= 0) {}
  assert_int_equal(sp_world_reserve(w), SP_OK);
  assert_int_equal(sp_world_copy_into(w, copy), SP_OK);
  assert_true(sp_world_hash(copy, NULL) == sp_world_hash(w, NULL));
  army_check(copy);
  sp_model *other = army_model(EXTRA_MANY);
  sp_world *foreign = army_world(other);
  assert_int_equal(sp_world_copy_into(w, foreign), SP_MISMATCH);
  sp_world_destroy(foreign);
  sp_model_release(other);
  sp_world_destroy(w);
  army_check(copy); /* a copy does not need what it was made from */
  sp_world_destroy(copy);
  sp_model_release(m);
}

static void hash_is_of_content_not_of_rows(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE), *reversed = army_model(EXTRA_REVERSED);
  sp_world *w = army_world(m), *v = army_world(reversed);
  assert_true(sp_world_hash(w, NULL) == sp_world_hash(v, NULL)); /* the order of lines in a file says nothing */
  sp_model_release(reversed);
  sp_world_destroy(v);
  v = army_world(m);
  /* the same two papers in other rows, and a freed row between */
  int32_t a = army_message(w, 0, 1), b = army_message(w, 1, 2);
  int32_t gap = army_message(v, 3, 3), d = army_message(v, 1, 2), c = army_message(v, 0, 1);
  w->message.key[a] = v->message.key[c] = 77;
  w->message.key[b] = v->message.key[d] = 66;
  w->message.order[a] = v->message.order[c] = -1;
  sp_row_free(v, SP_TABLE_MESSAGE, gap);
  assert_true(sp_world_hash(w, "word") == sp_world_hash(v, "word"));
  assert_int_equal(sp_world_compare(w, v, NULL), SP_OK);
  v->message.ridden_min[c] += 1.0;
  assert_true(sp_world_hash(w, "word") != sp_world_hash(v, "word"));
  assert_true(sp_world_hash(w, "march") == sp_world_hash(v, "march"));
  assert_int_equal(sp_world_hash(w, "no such"), 0);
  /* legs beyond the last are left over from another road */
  uint64_t march = sp_world_hash(w, "march");
  w->formation.leg[SP_LEGS - 1] = 3;
  assert_true(sp_world_hash(w, "march") == march);
  w->formation.head_m[0] = -0.0;
  if (w->formation.leg_count[0] == 0) assert_true(sp_world_hash(w, "march") == march);
  sp_world_destroy(w);
  sp_world_destroy(v);
  sp_model_release(m);
}

static void differences_say_where(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m), *v = army_world(m);
  sp_difference d[4];
  assert_int_equal(sp_world_compare(w, v, d), SP_OK);
  int32_t van = army_row(w, "van");
  v->formation.fatigue[van] = 0.25;
  int32_t rider = army_message(v, van, army_row(w, "main"));
  (void)rider;
  assert_int_equal(sp_world_compare(w, v, d), SP_MISMATCH);
  assert_string_equal(d[0].table, "formation");
  assert_string_equal(d[0].field, "fatigue");
  assert_string_equal(d[0].subsystem, "march");
  assert_string_equal(d[0].right, "0.25");
  assert_memory_equal(d[0].subject, "Vanguard [", 10);
  assert_int_equal(sp_world_differences(w, v, d, 4), 2);
  assert_string_equal(d[1].table, "message");
  assert_string_equal(d[1].left, "not there");
  assert_int_equal(sp_world_differences(w, v, NULL, 0), 2);
  sp_world_destroy(w);
  sp_world_destroy(v);
  sp_model_release(m);
}

static void broken_states_are_found(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t van = army_row(w, "van");
  char message[160];
#define BREAKS(field, value)                                                     \
  do {                                                                           \
    __typeof__(field) was = (field);                                             \
    (field) = (value);                                                           \
    assert_int_equal(sp_world_check(w, message, sizeof message), SP_CORRUPT);    \
    assert_true(message[0] != 0);                                                \
    (field) = was;                                                               \
    assert_int_equal(sp_world_check(w, message, sizeof message), SP_OK);         \
  } while (0)
  BREAKS(w->formation.fatigue[van], 1.5);
  BREAKS(w->formation.order[van], sp_exp(1e9) * sp_exp(700.0) / 0.0); /* no number at all */
  BREAKS(w->formation.extent_m[van], -1.0);
  BREAKS(w->formation.head_m[van], 1e6);
  BREAKS(w->formation.head_x[van], 0.5 + w->formation.head_x[van] * 2.0);
  BREAKS(w->formation.leg[van * SP_LEGS], 4000000000u);
  BREAKS(w->formation.parent[van], 100);
  BREAKS(w->formation.hq[van], van == 0 ? 1 : 0);
  BREAKS(w->formation.foot[van], 1);
  BREAKS(w->formation.node[van], 0);
  BREAKS(w->hq.contact_count[van], 1);
  BREAKS(w->hq.sallies[van], -1);
  BREAKS(w->hq.sallies[van], w->model->node_count + 1);
  BREAKS(w->hq.sally_for[van], SP_SALLY_COUNT);
  BREAKS(w->hq.mines[van], -1);
  BREAKS(w->hq.mines[van], w->model->node_count + 1);
  BREAKS(w->combat.bridge_at[van], -1);
  BREAKS(w->combat.bridge_at[van], w->model->crossing_count + 1);
  BREAKS(w->report.holders[0], 9);
  BREAKS(w->strength.quality[0], -0.1);
  BREAKS(w->strength.arm[0], 99);
  BREAKS(w->tally.opening[SP_LINE_PRESENT], 1 + w->tally.opening[SP_LINE_PRESENT]);
  BREAKS(w->head->used[SP_TABLE_HQ], 3);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* What is hashed apart, together, is everything: a table whose subsystem nobody names would be in no golden file. */
static void every_table_is_in_a_subsystem(void **state) {
  (void)state;
  for (int t = 0; t < SP_TABLE_COUNT; t++) {
    bool named = false;
    for (int32_t n = 0; n < SP_SUBSYSTEM_COUNT; n++) named = named || strcmp(sp_table_subsystems[t], sp_world_subsystem(n)) == 0;
    if (!named) fail_msg("table %s: subsystem %s is not in the list", sp_table_names[t], sp_table_subsystems[t]);
  }
  assert_null(sp_world_subsystem(SP_SUBSYSTEM_COUNT));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_table_is_in_a_subsystem),
      cmocka_unit_test(freed_rows_are_used_again),
      cmocka_unit_test(reports_live_as_long_as_they_are_held),
      cmocka_unit_test(births_wait_for_room_and_growth_keeps_values),
      cmocka_unit_test(columns_stand_at_lines_of_64_bytes),
      cmocka_unit_test(copies_are_the_same_war_and_then_their_own),
      cmocka_unit_test(hash_is_of_content_not_of_rows),
      cmocka_unit_test(differences_say_where),
      cmocka_unit_test(broken_states_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
