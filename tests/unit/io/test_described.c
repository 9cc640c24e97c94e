/* test_described.c - docs/scenario.md and docs/scenario.schema.json are what the table says.
 * With SP_UPDATE set in the environment they are written anew.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reading_help.h"

#include <jansson.h>

#include "shapan/io.h"

static char *slurp(FILE *file) {
  size_t room = 1 << 20, used = 0;
  char *text = malloc(room);
  assert_non_null(text);
  used = fread(text, 1, room - 1, file);
  assert_true(used < room - 1);
  text[used] = '\0';
  fclose(file);
  return text;
}

static char *written(sp_status (*write)(FILE *)) {
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(write(file), SP_OK);
  rewind(file);
  return slurp(file);
}

static void compare(const char *path, sp_status (*write)(FILE *)) {
  if (getenv("SP_UPDATE")) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(write(file), SP_OK);
    fclose(file);
  }
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *kept = slurp(file), *made = written(write);
  assert_string_equal(kept, made);
  free(kept);
  free(made);
}

static void doc_is_current(void **state) {
  (void)state;
  compare(SP_SOURCE_DIR "/docs/scenario.md", sp_write_scenario_doc);
}

static void schema_is_current(void **state) {
  (void)state;
  compare(SP_SOURCE_DIR "/docs/scenario.schema.json", sp_write_json_schema);
}

/* Every reference leads somewhere: an editor silently ignores a schema that does not. */
static void follow(const json_t *node, const json_t *definitions) {
  const char *key;
  json_t *value;
  size_t index;
  if (json_is_array(node)) json_array_foreach(node, index, value) follow(value, definitions);
  if (!json_is_object(node)) return;
  json_object_foreach((json_t *)(uintptr_t)node, key, value) {
    if (strcmp(key, "$ref") == 0) {
      const char *target = json_string_value(value);
      assert_memory_equal(target, "#/definitions/", 14);
      assert_non_null(json_object_get(definitions, target + 14));
    }
    follow(value, definitions);
  }
}

static void schema_is_sound(void **state) {
  (void)state;
  char *text = written(sp_write_json_schema);
  json_error_t error;
  json_t *schema = json_loads(text, JSON_REJECT_DUPLICATES, &error);
  assert_non_null(schema);
  json_t *definitions = json_object_get(schema, "definitions");
  follow(schema, definitions);
  json_t *scenario = json_object_get(definitions, "scenario");
  assert_true(json_is_false(json_object_get(scenario, "additionalProperties")));
  assert_int_equal(json_array_size(json_object_get(scenario, "required")), 6);
  json_decref(schema);
  free(text);
}

static void refused_writes_are_told(void **state) {
  (void)state;
  FILE *full = fopen("/dev/full", "wb");
  if (!full) skip();
  assert_int_equal(sp_write_json_schema(full), SP_IO);
  assert_int_equal(sp_write_scenario_doc(full), SP_IO);
  fclose(full);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(doc_is_current),
      cmocka_unit_test(schema_is_current),
      cmocka_unit_test(schema_is_sound),
      cmocka_unit_test(refused_writes_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
