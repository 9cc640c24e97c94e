/* test_battles.c - tables of battles: what is read, every fault with its place, and that predictions see no outcome.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "reading_help.h"
#include "shapan/validate.h"

#define HEAD "id,year,battle,attacker_men,attacker_cavalry,attacker_guns,attacker_losses,defender_men,defender_losses,winner,defender_posture,terrain,weather,front_km\n"

static sp_battles *read_fine(const char *text) {
  sp_faults *faults = sp_faults_create();
  sp_battles *battles = NULL;
  sp_status status = sp_read_battles_text("t.csv", text, strlen(text), faults, &battles);
  char line[400];
  for (size_t n = 0; n < sp_faults_total(faults); n++) sp_faults_format(faults, n, SP_LANG_EN, line, sizeof line), print_error("%s\n", line);
  assert_int_equal(status, SP_OK);
  assert_int_equal(sp_faults_total(faults), 0);
  sp_faults_destroy(faults);
  return battles;
}

static sp_faults *read_bad(const char *text) {
  sp_faults *faults = sp_faults_create();
  sp_battles *battles = NULL;
  assert_int_equal(sp_read_battles_text("t.csv", text, strlen(text), faults, &battles), SP_BAD_INPUT);
  assert_null(battles);
  sp_faults_sort(faults);
  expect_texts(faults);
  return faults;
}

static void test_row(void **state) {
  (void)state;
  sp_battles *b = read_fine("\xef\xbb\xbf" HEAD "7,1634,\"Nordlingen, \"\"the first\"\"\",25000,10000,,12000,35000,2000,defender,PD,G/W/,W/H/C/F/T,2.8\r\n\r\n8,1700,X,300,,0,,200,,draw,,,,\n");
  assert_int_equal(sp_battles_count(b), 2);
  const sp_battle *one = sp_battles_get(b, 0), *two = sp_battles_get(b, 1);
  assert_string_equal(one->name, "Nordlingen, \"the first\"");
  assert_int_equal(one->men[0], 25000);
  assert_int_equal(one->horse[0], 10000);
  assert_int_equal(one->guns[0], -1);
  assert_int_equal(one->horse[1], -1);
  assert_int_equal(one->posture, SP_TRIAL_PREPARED);
  assert_int_equal(one->relief, SP_RELIEF_HILLS);
  assert_int_equal(one->cover, SP_COVER_WOOD);
  assert_true(one->rain_mm_h == 4.0 && one->temperature_c == 0.0 && one->front_km == 2.8);
  assert_int_equal(one->month, 10);
  const sp_outcome *o = sp_battles_outcome(b, 0);
  assert_true(o->known && o->winner == SP_TRIAL_DEFENDER && o->losses[0] == 12000.0 && o->losses[1] == 2000.0);
  assert_int_equal(two->guns[0], 0); /* none, not unknown */
  assert_true(sp_battles_outcome(b, 1)->known && sp_battles_outcome(b, 1)->winner == SP_TRIAL_NOBODY);
  assert_true(sp_battles_outcome(b, 1)->losses[0] < 0.0);
  assert_null(sp_battles_get(b, 2));
  sp_battles_destroy(b);
}

static void test_cells_that_cannot_be(void **state) {
  (void)state;
  sp_faults *f = read_bad(HEAD
                          "1,1634,A,twelve,,,,35000,,defender,PD,R/M/,,\n"
                          "2,1634,B,100.5,,,,35000,,attacker,XX,R/M/,,\n"
                          "3,1634,C,20000,20001,,,35000,,nobody,HD,Q/M/,,\n"
                          "4,3000,,20000,,,30000,,,draw,HD,R/M/,D/S/Z/S/T,0\n"
                          "4,1700,E,20000,,,,20000,,draw,HD,R/M/,,\n");
  expect_fault(f, 0, "battles.not_whole", 2, 10);
  expect_fault(f, 1, "battles.not_whole", 3, 10);
  expect_fault(f, 2, "battles.code", 3, 35);
  expect_fault(f, 3, "battles.more_than_men", 4, 16);
  expect_fault(f, 4, "battles.code", 4, 31);
  expect_fault(f, 5, "battles.code", 4, 41);
  expect_fault(f, 6, "battles.range", 5, 3);
  expect_fault(f, 7, "battles.empty", 5, 8);
  expect_fault(f, 8, "battles.more_than_men", 5, 17);
  expect_fault(f, 9, "battles.empty", 5, 23);
  expect_fault(f, 10, "battles.code", 5, 38);
  expect_fault(f, 11, "battles.range", 5, 48);
  expect_fault(f, 12, "battles.same_id", 6, 1);
  assert_int_equal(sp_faults_total(f), 13);
  sp_faults_destroy(f);
}

static void test_lines_and_quotes(void **state) {
  (void)state;
  sp_faults *f = read_bad("id,year,battle,attacker_men,defender_men\n1,1700,A,100\n2,1700,\"B\"x,100,100\n3,1700,\"C,100,100\n");
  expect_fault(f, 0, "battles.cells", 2, 1);
  expect_fault(f, 1, "battles.quote", 3, 11);
  expect_fault(f, 2, "battles.quote", 4, 8);
  assert_int_equal(sp_faults_total(f), 3);
  sp_faults_destroy(f);
}

static void test_columns(void **state) {
  (void)state;
  sp_faults *f = read_bad("id,year,year,battle,atacker_men,defender_men\n");
  expect_fault(f, 0, "battles.missing_column", 1, 0);
  expect_fault(f, 1, "battles.column_twice", 1, 9);
  expect_fault(f, 2, "battles.unknown_column_near", 1, 21);
  sp_faults_destroy(f);
  f = read_bad("");
  expect_fault(f, 0, "battles.nothing", 1, 0);
  sp_faults_destroy(f);
  f = read_bad(HEAD);
  expect_fault(f, 0, "battles.nothing", 1, 0);
  sp_faults_destroy(f);
  /* A column that nobody reads is named, and no more. */
  f = sp_faults_create();
  sp_battles *b = NULL;
  const char *text = "id,year,battle,attacker_men,defender_men,colour_of_coats\n1,1700,A,1000,1000,red\n";
  assert_int_equal(sp_read_battles_text("t.csv", text, strlen(text), f, &b), SP_OK);
  assert_int_equal(sp_faults_count(f, SP_FAULT_ERROR), 0);
  expect_fault(f, 0, "battles.unknown_column", 1, 42);
  assert_false(sp_battles_outcome(b, 0)->known);
  sp_battles_destroy(b);
  sp_faults_destroy(f);
}

static void test_house_table(void **state) {
  (void)state;
  sp_battles *b = NULL;
  assert_int_equal(sp_read_battles(SP_SOURCE_DIR "/reference/battles_train.csv", NULL, &b), SP_OK);
  assert_int_equal(sp_battles_count(b), 137);
  int won[3] = {0};
  sp_trial_def def;
  for (size_t n = 0; n < 137; n++) {
    won[sp_battles_outcome(b, n)->winner]++;
    sp_battle_trial(sp_battles_get(b, n), &def);
    assert_int_equal(sp_trial_check(&def, NULL), SP_OK);
  }
  assert_true(won[SP_TRIAL_ATTACKER] == 75 && won[SP_TRIAL_DEFENDER] == 57 && won[SP_TRIAL_NOBODY] == 5);
  sp_battles_destroy(b);
  sp_faults *f = sp_faults_create();
  assert_int_equal(sp_read_battles("no-such-table.csv", f, &b), SP_NOT_FOUND);
  expect_fault(f, 0, "battles.no_file", 0, 0);
  sp_faults_destroy(f);
}

/* JSON from the first "p" of a battle to its end, of a table whose outcomes are as given. */
static char *told(const char *outcomes[2], int32_t threads) {
  char text[600];
  snprintf(text, sizeof text, "id,year,battle,attacker_men,defender_men,winner,attacker_losses,defender_losses\n1,1700,A,2000,1500,%s\n2,1750,B,1200,1500,%s\n3,1710,C,900,900,attacker,50,200\n", outcomes[0], outcomes[1]);
  sp_battles *b = read_fine(text);
  sp_validate_options o = SP_VALIDATE_OPTIONS_INIT;
  o.runs = 12;
  o.threads = threads;
  sp_validation *v = NULL;
  assert_int_equal(sp_validate(b, &o, &v), SP_OK);
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(sp_validation_json(v, file), SP_OK);
  long size = ftell(file);
  char *json = malloc((size_t)size + 1);
  rewind(file);
  assert_int_equal(fread(json, 1, (size_t)size, file), size);
  json[size] = '\0';
  fclose(file);
  sp_validation_destroy(v);
  sp_battles_destroy(b);
  return json;
}

/* The chance given to a battle's attacker is the same whoever won and whatever was lost, and with any threads. */
static void test_predictions_see_no_outcome(void **state) {
  (void)state;
  const char *was[2] = {"attacker,100,700", "defender,300,100"}, *other[2] = {"defender,900,20", "draw,,"};
  char *first = told(was, 1), *second = told(other, 1), *third = told(was, 3);
  assert_string_equal(first, third);
  assert_string_not_equal(first, second);
  const char *a = first, *b = second;
  int chances = 0;
  while ((a = strstr(a, "\"p\":")) && (b = strstr(b, "\"p\":"))) {
    size_t length = strcspn(a, "\n");
    assert_int_equal(strncmp(a, b, length), 0);
    a += length;
    b += length;
    chances++;
  }
  assert_int_equal(chances, 3);
  free(first);
  free(second);
  free(third);
}

static void test_plots(void **state) {
  (void)state;
  sp_battles *b = read_fine("id,year,battle,attacker_men,defender_men,winner,attacker_losses,defender_losses\n1,1700,A & B,2000,1500,attacker,100,600\n");
  sp_validate_options o = SP_VALIDATE_OPTIONS_INIT;
  o.runs = 10;
  sp_validation *v = NULL;
  assert_int_equal(sp_validate(b, &o, &v), SP_OK);
  for (int n = 0; n <= SP_PLOT_COUNT; n++) {
    FILE *file = tmpfile();
    char text[8] = "";
    sp_status status = sp_validation_plot_svg(v, (sp_validation_plot)n, file);
    assert_int_equal(status, n < SP_PLOT_COUNT ? SP_OK : SP_BAD_INPUT);
    rewind(file);
    if (n < SP_PLOT_COUNT) {
      assert_int_equal(fread(text, 1, 4, file), 4);
      assert_string_equal(text, "<svg");
    }
    fclose(file);
  }
  sp_validation_destroy(v);
  o.runs = 9;
  assert_int_equal(sp_validate(b, &o, &v), SP_BAD_INPUT);
  sp_battles_destroy(b);
  o.runs = 10;
  b = read_fine("id,year,battle,attacker_men,defender_men\n1,1700,A,2000,1500\n");
  assert_int_equal(sp_validate(b, &o, &v), SP_BAD_INPUT); /* nobody won: nothing to score */
  assert_null(v);
  sp_battles_destroy(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_row),     cmocka_unit_test(test_cells_that_cannot_be),         cmocka_unit_test(test_lines_and_quotes),
      cmocka_unit_test(test_columns), cmocka_unit_test(test_house_table),                  cmocka_unit_test(test_predictions_see_no_outcome),
      cmocka_unit_test(test_plots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
