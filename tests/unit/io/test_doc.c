/* test_doc.c - the tree: kinds, places, limits, and what is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reading_help.h"

static sp_status read_text(sp_reading *reading, const char *text, sp_doc *doc) {
  return sp_doc_read(reading, text, strlen(text), doc);
}

static void tree_and_places(void **state) {
  (void)state;
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(read_text(&r, "a: no\nb:\n  - 1\n  - {c: 'x', d: }\n\"\xE9\x98\x9F\": [~, null]\n", &doc), SP_OK);
  assert_int_equal(doc.root->kind, SP_DOC_MAP);
  assert_int_equal(doc.root->count, 3);
  const sp_doc_node *a = sp_doc_get(doc.root, "a"), *b = sp_doc_get(doc.root, "b"), *c = sp_doc_get(b->first->next, "c");
  assert_int_equal(a->kind, SP_DOC_TEXT); /* "no" is no truth value */
  assert_string_equal(a->text, "no");
  assert_int_equal(a->line, 1);
  assert_int_equal(a->column, 4);
  assert_int_equal(b->kind, SP_DOC_LIST);
  assert_int_equal(b->key_line, 2);
  assert_string_equal(c->text, "x");
  assert_false(c->plain);
  assert_int_equal(c->line, 4);
  assert_int_equal(c->column, 9);
  assert_int_equal(sp_doc_get(b->first->next, "d")->kind, SP_DOC_NOTHING);
  const sp_doc_node *list = sp_doc_get(doc.root, "\xE9\x98\x9F");
  assert_int_equal(list->column, 6); /* counted in characters, not bytes */
  assert_int_equal(list->first->next->kind, SP_DOC_NOTHING);
  assert_null(sp_doc_get(doc.root, "e"));
  assert_int_equal(r.fault_count, 0);
  reading_close(&r);
}

static void json_is_read(void **state) {
  (void)state;
  sp_reading r = reading_open("a.json");
  sp_doc doc;
  assert_int_equal(read_text(&r, "{\n\t\"a\":1,\n\t\"b\":[1.5,-2e3],\"c\":\"\\u9526\\/\"}", &doc), SP_OK);
  assert_string_equal(sp_doc_get(doc.root, "a")->text, "1");
  assert_int_equal(sp_doc_get(doc.root, "b")->count, 2);
  assert_string_equal(sp_doc_get(doc.root, "c")->text, "\xE9\x94\xA6/");
  reading_close(&r);
}

/* The block keeps its lines; their columns come from the file, whatever the indentation. */
static void check_block(const char *text) {
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(read_text(&r, text, &doc), SP_OK);
  const sp_doc_node *node = sp_doc_get(sp_doc_get(doc.root, "s"), "orders");
  assert_true(node->literal);
  sp_doc_block_walk walk = sp_doc_block_start(&doc, node);
  sp_doc_block_line line;
  assert_true(sp_doc_block_next(&walk, &line));
  assert_int_equal(line.length, 0);
  assert_int_equal(line.line, 4);
  assert_true(sp_doc_block_next(&walk, &line));
  assert_memory_equal(line.text, "\xE9\x98\x9F: one", line.length);
  assert_int_equal(line.line, 5);
  assert_int_equal(line.column, 5);
  assert_true(sp_doc_block_next(&walk, &line));
  assert_memory_equal(line.text, "  two", line.length);
  assert_int_equal(line.line, 6);
  assert_int_equal(line.column, 5);
  assert_false(sp_doc_block_next(&walk, &line));
  reading_close(&r);
}

static void literal_lines(void **state) {
  (void)state;
  check_block("# \xE9\x98\x9F\ns:\n  orders: | # remark\n\n    \xE9\x98\x9F: one\n      two\nt: 1\n");
  check_block("# \xE9\x98\x9F\r\ns:\r\n  orders: |\r\n\r\n    \xE9\x98\x9F: one\r\n      two\r\n");
  check_block("\xEF\xBB\xBF# x\rs:\r  orders: |\r\r    \xE9\x98\x9F: one\r      two\r");
}

static void literal_explicit_indent(void **state) {
  (void)state;
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(read_text(&r, "o: |1\n   x\n", &doc), SP_OK);
  sp_doc_block_walk walk = sp_doc_block_start(&doc, doc.root->first);
  sp_doc_block_line line;
  assert_true(sp_doc_block_next(&walk, &line));
  assert_int_equal(line.length, 3); /* two spaces belong to the text */
  assert_int_equal(line.column, 2);
  reading_close(&r);
}

typedef struct bad {
  const char *text, *id;
  int line, column;
} bad;

static void refused(void **state) {
  (void)state;
  static const bad cases[] = {
      {"", "fault.empty", 0, 0},
      {"# x\n", "fault.empty", 0, 0},
      {"~", "fault.empty", 0, 0},
      {"a: [1, 2", "io.yaml.list_end", 2, 1},
      {"a: {b: 1\nc: 2", "io.yaml.map_end", 2, 2},
      {"a: 'x", "io.yaml.quote", 1, 6},
      {"a: 1\n\tb: 2\n", "io.yaml.tab", 2, 1},
      {"a: b: c", "io.yaml.value", 1, 5},
      {"a: - b", "io.yaml.dash", 1, 4},
      {"a: \"\\q\"", "io.yaml.escape", 1, 5},
      {"a: \"\\ud83d\"", "io.yaml.unicode", 1, 7},
      {"a: |x\n  y\n", "io.yaml.block", 1, 5},
      {"a: 1\n---\nb: 2\n", "io.second_document", 2, 1},
      {"[a]: 1", "io.key_not_word", 1, 1},
      {"a: \x01", "io.control_character", 1, 4},
      {"a: \xFF", "fault.not_utf8", 1, 4},
      {"\n\xED\xA0\x80", "fault.not_utf8", 2, 1},
      {"\xC0\x80", "fault.not_utf8", 1, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sp_reading r = reading_open("a.yaml");
    sp_doc doc;
    assert_int_equal(read_text(&r, cases[i].text, &doc), SP_BAD_INPUT);
    assert_null(doc.root);
    assert_int_equal(sp_faults_total(r.faults), 1);
    expect_fault(r.faults, 0, cases[i].id, cases[i].line, cases[i].column);
    expect_texts(r.faults);
    reading_close(&r);
  }
}

static void nul_is_refused(void **state) {
  (void)state;
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(sp_doc_read(&r, "a: b\0c", 6, &doc), SP_BAD_INPUT);
  expect_fault(r.faults, 0, "io.control_character", 1, 5);
  reading_close(&r);
}

/* Lesser faults leave the tree standing, so that the rest is judged too. */
static void told_and_kept(void **state) {
  (void)state;
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(read_text(&r, "a: &x 1\nb: *x\nc: !t 2\na: 3\nd: \"\\0\"\n", &doc), SP_OK);
  assert_int_equal(doc.root->count, 5);
  sp_faults_sort(r.faults);
  assert_int_equal(sp_faults_total(r.faults), 5);
  expect_fault(r.faults, 0, "io.no_anchor", 1, 4);
  expect_fault(r.faults, 1, "io.no_alias", 2, 4);
  expect_fault(r.faults, 2, "io.no_tag", 3, 4);
  expect_fault(r.faults, 3, "io.duplicate_key", 4, 1);
  expect_fault(r.faults, 4, "io.control_character", 5, 4);
  expect_texts(r.faults);
  assert_string_equal(sp_doc_get(doc.root, "a")->text, "1");
  reading_close(&r);
}

static void duplicates_in_a_large_map(void **state) {
  (void)state;
  char *text = malloc(200000);
  assert_non_null(text);
  size_t used = 0;
  for (int i = 0; i < 5000; i++) used += (size_t)sprintf(text + used, "key%d: 1\n", i);
  used += (size_t)sprintf(text + used, "key17: 2\n");
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(sp_doc_read(&r, text, used, &doc), SP_OK);
  assert_int_equal(sp_faults_total(r.faults), 1);
  expect_fault(r.faults, 0, "io.duplicate_key", 5001, 1);
  char line[300];
  sp_faults_format(r.faults, 0, SP_LANG_EN, line, sizeof line);
  assert_non_null(strstr(line, "line 18"));
  reading_close(&r);
  free(text);
}

static void limits(void **state) {
  (void)state;
  char *text = malloc(SP_DOC_BYTES_MAX + 1);
  assert_non_null(text);
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  memset(text, '[', 100000); /* libyaml alone would take minutes over this */
  assert_int_equal(sp_doc_read(&r, text, 100000, &doc), SP_BAD_INPUT);
  expect_fault(r.faults, 0, "fault.too_deep", 1, SP_DOC_DEPTH_MAX + 1);
  reading_close(&r);

  r = reading_open("a.yaml");
  memset(text, ' ', SP_DOC_BYTES_MAX + 1);
  assert_int_equal(sp_doc_read(&r, text, SP_DOC_BYTES_MAX + 1, &doc), SP_BAD_INPUT);
  expect_fault(r.faults, 0, "io.too_large", 0, 0);
  reading_close(&r);
  free(text);

  char nested[2 * SP_DOC_DEPTH_MAX + 1];
  memset(nested, '[', SP_DOC_DEPTH_MAX);
  memset(nested + SP_DOC_DEPTH_MAX, ']', SP_DOC_DEPTH_MAX);
  r = reading_open("a.yaml");
  assert_int_equal(sp_doc_read(&r, nested, 2 * SP_DOC_DEPTH_MAX, &doc), SP_OK);
  reading_close(&r);
}

static void faults_are_bounded(void **state) {
  (void)state;
  char *text = malloc(100000);
  assert_non_null(text);
  size_t used = 0;
  for (int i = 0; i < 2000; i++) used += (size_t)sprintf(text + used, "- &a 1\n");
  sp_reading r = reading_open("a.yaml");
  sp_doc doc;
  assert_int_equal(sp_doc_read(&r, text, used, &doc), SP_OK);
  assert_int_equal(sp_faults_total(r.faults), SP_READING_FAULTS_MAX);
  expect_fault(r.faults, SP_READING_FAULTS_MAX - 1, "io.many_faults", SP_READING_FAULTS_MAX, 3);
  reading_close(&r);
  free(text);
}

static void paths(void **state) {
  (void)state;
  char text[SP_IO_PATH_MAX];
  sp_io_path a = {.key = "sides"}, b = {.up = &a, .key = "qing"}, c = {.up = &b, .index = 2}, d = {.up = &c, .key = "at"};
  sp_io_path_write(&d, text);
  assert_string_equal(text, "sides.qing[2].at");
  sp_io_path_write(NULL, text);
  assert_string_equal(text, "");
  sp_io_path many[64] = {{.key = "a-rather-long-key"}};
  for (int i = 1; i < 64; i++) many[i] = (sp_io_path){.up = &many[i - 1], .key = "a-rather-long-key"};
  sp_io_path_write(&many[63], text);
  assert_memory_equal(text, "...", 3);
  assert_true(strlen(text) < SP_IO_PATH_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tree_and_places),   cmocka_unit_test(json_is_read),
      cmocka_unit_test(literal_lines),     cmocka_unit_test(literal_explicit_indent),
      cmocka_unit_test(refused),           cmocka_unit_test(nul_is_refused),
      cmocka_unit_test(told_and_kept),     cmocka_unit_test(duplicates_in_a_large_map),
      cmocka_unit_test(limits),            cmocka_unit_test(faults_are_bounded),
      cmocka_unit_test(paths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
