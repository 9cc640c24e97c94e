/* test_schema.c - the table is sound, and judges each type at its edges.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reading_help.h"

#include "io/schema.h"

static void table_is_sound(void **state) {
  (void)state;
  for (int object = 0; object < SP_OBJECT_COUNT; object++) {
    size_t count = 0;
    const sp_schema_key *keys = sp_schema_keys((sp_schema_object)object, &count);
    const sp_schema_about *about = sp_schema_about_object((sp_schema_object)object);
    assert_true(count > 0);
    assert_true(strlen(about->en) > 5 && strlen(about->zh) > 5);
    for (size_t i = 0; i < count; i++) {
      assert_true(strlen(keys[i].en) > 0 && strlen(keys[i].zh) > 0);
      assert_true(keys[i].low <= keys[i].high);
      assert_ptr_equal(sp_schema_find((sp_schema_object)object, keys[i].key), &keys[i]); /* so none stands twice */
      if (keys[i].type == SP_TYPE_WORD) {
        size_t words = 0;
        sp_schema_word_list((sp_schema_words)keys[i].detail, &words);
        assert_true(words > 0);
      }
      if (keys[i].type == SP_TYPE_QUANTITY || keys[i].type == SP_TYPE_WHOLE) assert_true(keys[i].low < keys[i].high);
    }
  }
  assert_null(sp_schema_find(SP_OBJECT_SCENARIO, "speed"));
  assert_int_equal(sp_schema_word_index(SP_WORDS_ROAD, "country"), -1); /* the mesh's own */
  assert_int_equal(sp_schema_word_index(SP_WORDS_RELIEF, "rolling"), 1);
}

static void ids(void **state) {
  (void)state;
  char sixty[62];
  memset(sixty, 'a', 61);
  sixty[60] = '\0';
  assert_true(sp_schema_is_id("a"));
  assert_true(sp_schema_is_id("9-lives_x"));
  assert_true(sp_schema_is_id(sixty));
  sixty[60] = 'a';
  sixty[61] = '\0';
  assert_false(sp_schema_is_id(sixty));
  assert_false(sp_schema_is_id(""));
  assert_false(sp_schema_is_id("-a"));
  assert_false(sp_schema_is_id("A"));
  assert_false(sp_schema_is_id("a b"));
  assert_false(sp_schema_is_id("\xE9\x98\x9F"));
}

/* Judges one mapping of an object; the fault expected, or none. */
static void judge(sp_schema_object object, const char *text, const char *id, int line, int column) {
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(sp_doc_read(&r, text, strlen(text), &doc), SP_OK);
  sp_schema_check(&r, object, doc.root, NULL);
  expect_texts(r.faults);
  if (id) {
    assert_int_equal(sp_faults_total(r.faults), 1);
    expect_fault(r.faults, 0, id, line, column);
  } else {
    assert_int_equal(sp_faults_total(r.faults), 0);
    assert_false(r.incomplete);
  }
  reading_close(&r);
}

static void single_values(void **state) {
  (void)state;
  judge(SP_OBJECT_NAME, "en: x", NULL, 0, 0);
  judge(SP_OBJECT_NAME, "en: \xF0\x9F\x90\x8E", NULL, 0, 0); /* any character will do in a name */
  judge(SP_OBJECT_NAME, "note: x", "io.name_empty", 1, 1);
  judge(SP_OBJECT_NAME, "en: ''", "io.text_empty", 1, 5);
  judge(SP_OBJECT_NAME, "en: [x]", "io.want.text", 1, 5);
  judge(SP_OBJECT_NAME, "{en: x, note: [y]}", "io.want.text", 1, 15);
  judge(SP_OBJECT_TRAITS, "caution: 1", NULL, 0, 0);
  judge(SP_OBJECT_TRAITS, "caution: 100 %", NULL, 0, 0);
  judge(SP_OBJECT_TRAITS, "caution: 1.0001", "io.range", 1, 10);
  judge(SP_OBJECT_TRAITS, "caution: high", "io.want.share", 1, 10);
  judge(SP_OBJECT_TRAITS, "caushun: 1", "fault.unknown_key", 1, 1);
  judge(SP_OBJECT_TRAITS, "cautoin: 1", "fault.unknown_key_near", 1, 1);
  judge(SP_OBJECT_STRENGTH, "{arm: foot, soldiers: 2000000}", NULL, 0, 0);
  judge(SP_OBJECT_STRENGTH, "{arm: foot, soldiers: 2000001}", "io.range", 1, 23);
  judge(SP_OBJECT_STRENGTH, "{arm: foot, soldiers: 1.5}", "io.want.whole", 1, 23);
  judge(SP_OBJECT_STRENGTH, "{arm: foot, soldiers: -1}", "io.range", 1, 23);
  judge(SP_OBJECT_STRENGTH, "{arm: fot}", "fault.bad_value_near", 1, 7);
  judge(SP_OBJECT_STRENGTH, "{arm: elephants}", "fault.bad_value", 1, 7);
  judge(SP_OBJECT_STRENGTH, "{arm: }", "io.nothing", 1, 7);
  judge(SP_OBJECT_STRENGTH, "{soldiers: 1}", "fault.missing_key", 1, 1);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, colour: '#12aBcF'}", NULL, 0, 0);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, colour: '#12aBc'}", "io.want.colour", 1, 25);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, orders: 'x'}", "io.want.orders", 1, 25);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, people: {A: {name: {en: x}}}}", "io.key_no_id", 1, 26);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, people: {a: x}}", "io.want.map", 1, 29);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, people: {a: {name: {en: x}}, note: some}}", NULL, 0, 0);
  judge(SP_OBJECT_SIDE, "{name: {en: x}, army: {a: 1}}", "io.want.list", 1, 23);
}

static void lists_and_places(void **state) {
  (void)state;
  judge(SP_OBJECT_PART, "{id: a, name: {en: x}, at: {place: b, toward: c, distance: 3 km}}", NULL, 0, 0);
  judge(SP_OBJECT_PART, "{id: a, name: {en: x}, at: {place: b, distance: 3 km}}", "io.half_position", 1, 28);
  judge(SP_OBJECT_PART, "{id: a, name: {en: x}, at: [b]}", "io.want.position", 1, 28);
  judge(SP_OBJECT_PART, "{id: a, name: {en: x}, commander_at: tail}", NULL, 0, 0);
  judge(SP_OBJECT_PART, "{id: a, name: {en: x}, commander_at: van}", "io.want.column_spot", 1, 38);
  judge(SP_OBJECT_PART, "{id: a, name: {en: x}, parts: [{id: b}]}", "fault.missing_key", 1, 32);
  judge(SP_OBJECT_HEAD, "{id: a, name: {en: x}, region: 40 km, bounds: [1, 2, 3, 4]}", NULL, 0, 0);
  judge(SP_OBJECT_HEAD, "{id: a, name: {en: x}, region: 10 km}", "io.range_unit", 1, 32);
  judge(SP_OBJECT_HEAD, "{id: a, name: {en: x}, bounds: [1, 2, 3]}", "io.want.numbers", 1, 32);
  judge(SP_OBJECT_HEAD, "{id: a, name: {en: x}, bounds: [1, 2, 3, east]}", "io.want.number", 1, 42);
  judge(SP_OBJECT_RIVER, "{kind: river, id: a, width: 9 m, depth: [1 m,1 m,1 m,1 m,1 m,1 m,1 m,1 m,1 m,1 m,1 m,1 m]}", NULL, 0, 0);
  judge(SP_OBJECT_RIVER, "{kind: river, id: a, width: 9 m, depth: [1 m]}", "io.want.numbers", 1, 41);
  judge(SP_OBJECT_RIVER, "{kind: river, id: a, width: 9 m, depth: 2}", "io.no_unit", 1, 41);
  judge(SP_OBJECT_RIVER, "{kind: river, id: a, width: 9 m, depth: 1 m, _drawn: [x], fid: 3}", NULL, 0, 0);
  judge(SP_OBJECT_WEATHER, "{from: 1642-08-05 05:00, to: noon}", "io.want.time", 1, 30);
  judge(SP_OBJECT_SCENARIO, "{campaign: a, name: {en: x}, theatre: t, start: day 1 05:00, end: 1642-08-05 05:00, sides: {a: {name: {en: x}}}}", "io.start_is_date", 1, 49);
  judge(SP_OBJECT_SCENARIO, "{campaign: a, name: {en: x}, theatre: t, start: 1642-08-05 05:00, end: 1642-08-05 05:00, sides: {}}", "io.too_few", 1, 97);
}

static void values_fall_back(void **state) {
  (void)state;
  static const char text[] = "{order: 30 %, fatigue: much, files: 4, camped: true, at: B, commander_at: middle}";
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(sp_doc_read(&r, text, strlen(text), &doc), SP_OK);
  double order = sp_schema_number(SP_OBJECT_PART, doc.root, "order", 0.8);
  assert_true(order > 0.2999 && order < 0.3001);
  assert_true(sp_schema_number(SP_OBJECT_PART, doc.root, "fatigue", 0.25) == 0.25);
  assert_true(sp_schema_number(SP_OBJECT_PART, doc.root, "knows_ground", 0.25) == 0.25);
  assert_true(sp_schema_number(SP_OBJECT_PART, doc.root, "commander_at", 0.25) == 0.5);
  assert_int_equal(sp_schema_whole(SP_OBJECT_PART, doc.root, "files", 1), 4);
  assert_true(sp_schema_bool(doc.root, "camped", false));
  assert_null(sp_schema_id(doc.root, "at"));
  assert_string_equal(sp_schema_text(doc.root, "at"), "B");
  reading_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_sound), cmocka_unit_test(ids), cmocka_unit_test(single_values),
      cmocka_unit_test(lists_and_places), cmocka_unit_test(values_fall_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
