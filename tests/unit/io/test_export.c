/* What programs read: CSV after RFC 4180, JSON one object a line.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "story_world.h"

#include "io/columns.h"
#include "io/table_out.h"

#include <jansson.h>

/* Cells of the line at *text after RFC 4180; moves to the next line. */
static size_t cells_of(const char **text) {
  size_t cells = 1;
  bool quoted = false;
  const char *c = *text;
  for (; *c; c++) {
    if (*c == '"') quoted = !quoted;
    if (quoted) continue;
    if (*c == ',') cells++;
    if (c[0] == '\r' && c[1] == '\n') break;
    assert_true(*c != '\n');
  }
  assert_true(*c == '\r');
  *text = c + 2;
  return cells;
}

static void every_table_is_square(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  const char *last = "";
  for (size_t i = 0; i < sp_world_field_count(); i++) {
    const char *table, *field;
    sp_world_field_name(i, &table, &field);
    if (strcmp(table, last) == 0) continue;
    last = table;
    char *text;
    STORY_TEXT(text, sp_write_csv(story_file, war.world, table));
    const char *at = text;
    size_t wide = cells_of(&at);
    while (*at) assert_int_equal(cells_of(&at), wide);
    free(text);
  }
  FILE *file = fopen("/dev/null", "w");
  assert_non_null(file);
  assert_int_equal(sp_write_csv(file, war.world, "no-such-table"), SP_NOT_FOUND);
  fclose(file);
  story_end(&war);
}

static void heads_name_units_and_values_come_back(void **state) {
  (void)state;
  story_war war = story_begin();
  char *text;
  STORY_TEXT(text, sp_write_csv(story_file, war.world, "region"));
  assert_int_equal(strncmp(text, "key (key),name_en,name_zh,", 26), 0);
  assert_non_null(strstr(text, "rain_mm_h (mm/h)"));
  const char *row = strstr(text, "\r\n") + 2;
  sp_row_filter rows = sp_rows_of(war.world, "region");
  assert_int_equal(strtoull(row, NULL, 16), (unsigned long long)sp_field_int(&rows.key, 0, 0));
  free(text);
  /* two formations live, free rows are left out */
  STORY_TEXT(text, sp_write_csv(story_file, war.world, "formation"));
  const char *at = text;
  size_t lines = 0;
  while (*at) {
    cells_of(&at);
    lines++;
  }
  assert_int_equal(lines, 3);
  free(text);
  story_end(&war);
}

static void quotes_are_doubled(void **state) {
  (void)state;
  sp_prose out = {0};
  sp_csv_cell(&out, "plain");
  sp_prose_put(&out, ",");
  sp_csv_cell(&out, "the \"old\" camp, west");
  assert_string_equal(sp_prose_text(&out), "plain,\"the \"\"old\"\" camp, west\"");
  sp_prose_free(&out);
}

static void the_register_as_csv_adds_up(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  char *text;
  STORY_TEXT(text, sp_write_register_csv(story_file, war.world, SP_LANG_EN));
  assert_non_null(strstr(text, "\"The camp, \"\"old\"\"\""));
  const char *at = text;
  size_t wide = cells_of(&at), rows = 0;
  long long opening = 0;
  while (*at) {
    const char *line = at;
    assert_int_equal(cells_of(&at), wide);
    char *copy = strndup(line, (size_t)(at - line) - 2);
    const char *rank = strstr(copy, ",men,") ? strstr(copy, ",men,") + 5 : strstr(copy, ",company officers,") + 18;
    long long open = atoll(rank), sum = atoll(strrchr(copy, ',') + 1);
    assert_int_equal(open, sum);
    opening += open;
    rows++;
    free(copy);
  }
  assert_int_equal(opening, 3730 + 240);
  assert_int_equal(rows, 7); /* three arms of men with officers, and horses */
  free(text);
  story_end(&war);
}

static void events_are_objects_in_order(void **state) {
  (void)state;
  story_war war = story_begin();
  story_run(&war);
  char *text;
  STORY_TEXT(text, sp_write_events_jsonl(story_file, war.log, war.world));
  size_t lines = 0;
  sp_minute last = 0;
  bool marched = false;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
    json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(o);
    const sp_event *e = sp_story_event(war.log, lines);
    assert_non_null(e);
    assert_int_equal(json_integer_value(json_object_get(o, "minute")), e->minute);
    assert_string_equal(json_string_value(json_object_get(o, "type")), sp_event_name((sp_event_type)e->type));
    assert_true(json_integer_value(json_object_get(o, "minute")) >= last);
    last = json_integer_value(json_object_get(o, "minute"));
    if (e->type == SP_EVENT_MARCH_BEGINS) {
      marched = true;
      assert_string_equal(json_string_value(json_object_get(o, "side")), "ming");
      assert_non_null(json_string_value(json_object_get(json_object_get(o, "subject"), "zh")));
      assert_true(json_is_number(json_object_get(o, "lat")));
    }
    json_decref(o);
  }
  assert_true(marched);
  assert_null(sp_story_event(war.log, lines));
  free(text);
  story_end(&war);
}

static void a_full_disk_is_said(void **state) {
  (void)state;
  story_war war = story_begin();
  FILE *file = fopen("/dev/full", "w");
  if (!file) skip();
  setvbuf(file, NULL, _IONBF, 0);
  assert_int_equal(sp_write_register(file, war.world, SP_LANG_EN), SP_IO);
  assert_int_equal(sp_write_csv(file, war.world, "region"), SP_IO);
  fclose(file);
  story_end(&war);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_table_is_square),
      cmocka_unit_test(heads_name_units_and_values_come_back),
      cmocka_unit_test(quotes_are_doubled),
      cmocka_unit_test(the_register_as_csv_adds_up),
      cmocka_unit_test(events_are_objects_in_order),
      cmocka_unit_test(a_full_disk_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
