/* Explanations: numbers of lab/two-columns as worked out by hand in its SOURCES.md; a decision told best first; papers of
 * which nothing is known.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/explain.h"
#include "shapan/io.h"
#include "world/trace.h"

static sp_minute hour(int h, int m) { return sp_minute_of((sp_date){1640, 5, 10, h, m}); }

static sp_world *open_war(void) {
  sp_scenario *scenario = NULL;
  sp_model *model = NULL;
  sp_world *world = NULL;
  assert_int_equal(sp_read_scenario(SP_SOURCE_DIR "/scenarios/lab/two-columns", NULL, &scenario), SP_OK);
  assert_int_equal(sp_compile(scenario, NULL, &model), SP_OK);
  sp_scenario_destroy(scenario);
  assert_int_equal(sp_world_create(model, NULL, 1, NULL, &world), SP_OK);
  sp_model_release(model);
  return world;
}

static sp_key body(const sp_world *w, const char *id) {
  sp_key key = 0;
  char near[64];
  assert_int_equal(sp_explain_find(w, id, &key, near, sizeof near), SP_OK);
  return key;
}

static void fight(sp_world *w, sp_explain *x, sp_minute until) {
  while (sp_world_minute(w) < until) {
    assert_int_equal(sp_world_step(w), SP_OK);
    assert_int_equal(sp_explain_take(x, w), SP_OK);
  }
}

static double spent(const sp_ledger *l, const char *cause) {
  for (size_t n = 0; n < l->count; n++)
    if (strcmp(l->line[n].cause, cause) == 0) return l->line[n].minutes;
  return 0.0;
}

static void the_train_by_hand(void **state) {
  (void)state;
  sp_world *w = open_war();
  sp_explain *x = sp_explain_begin(w, body(w, "train"));
  assert_non_null(x);
  fight(w, x, hour(9, 0));
  sp_explained_order o = sp_explain_order(x, hour(9, 0));
  assert_true(o.given >= 0 && o.message >= 0 && !o.alone);
  assert_int_equal(o.from, hour(6, 38)); /* given at 0, heard at 29, acted on at 38 */
  sp_ledger l;
  sp_ledger_of_march(x, o.from, hour(9, 0), &l);
  assert_true(fabs(l.minutes - 142.0) < 1e-9); /* 06:38 to 09:00 */
  assert_int_equal(l.shown, 142);
  assert_true(fabs(spent(&l, "assembling") - 15.0) < 1e-9); /* 15 + 15 * 400 / 8000 = 15.75: 06:38 to 06:53 */
  double way = spent(&l, "going");
  assert_true(fabs(way * 53.3 - l.metres) < 0.5); /* dry, level, by day: the pace of foot, which the carts keep */
  assert_true(fabs(way + spent(&l, "passage") - 127.0) < 1e-9);
  int64_t shown = 0;
  for (size_t n = 0; n < l.count; n++) shown += l.line[n].shown;
  assert_int_equal(shown, l.shown);
  int64_t at = sp_explain_last(x, SP_TRACE_CROSSING, hour(9, 0), INT64_MAX);
  assert_true(at >= 0);
  assert_true(fabs(x->traces.data[at].result - 37.0) < 0.05); /* foot 400 / 1,920 an hour, carts 20 / 48.98 */
  assert_true(fabs(sp_trace_value(&x->traces.data[at], "foot_min") - 12.5) < 1e-9);
  assert_true(fabs(sp_trace_value(&x->traces.data[at], "wheels_min") - 24.5) < 0.05);
  sp_ledger paper;
  sp_ledger_of_paper(x, &x->story->messages.data[o.message], hour(9, 0), &paper);
  assert_int_equal(paper.shown, 38);
  assert_true(fabs(spent(&paper, "riding") - 29.0) < 1.0 && fabs(spent(&paper, "writing") - 9.0) < 1.0);
  sp_explain_end(x, w);
  sp_world_destroy(w);
}

/* A part of a tick is cut where the question begins. */
static void a_window_cuts_a_tick(void **state) {
  (void)state;
  sp_world *w = open_war();
  sp_explain *x = sp_explain_begin(w, body(w, "main"));
  fight(w, x, hour(9, 0));
  sp_ledger whole, first, rest;
  sp_ledger_of_march(x, hour(6, 20), hour(8, 0), &whole);
  sp_ledger_of_march(x, hour(6, 20), hour(7, 15), &first);
  sp_ledger_of_march(x, hour(7, 15), hour(8, 0), &rest);
  assert_true(fabs(whole.minutes - 100.0) < 1e-9);
  assert_true(fabs(first.minutes - 55.0) < 1e-9);
  assert_true(fabs(rest.minutes - 45.0) < 1e-9);
  assert_true(fabs(first.metres + rest.metres - whole.metres) < 1e-6);
  sp_explain_end(x, w);
  sp_world_destroy(w);
}

static char *told(const sp_explain *x, const sp_world *w, sp_explain_options o) {
  static char *text;
  static size_t size;
  FILE *file = open_memstream(&text, &size);
  assert_non_null(file);
  assert_int_equal(sp_explain_write(x, w, &o, file), SP_OK);
  fclose(file);
  return text;
}

static bool before(const char *text, const char *first, const char *second) {
  const char *found = strstr(text, first);
  return found && strstr(found, second);
}

static void a_choice_best_first(void **state) {
  (void)state;
  sp_world *w = open_war();
  sp_key train = body(w, "train");
  sp_explain *x = sp_explain_begin(w, train);
  fight(w, x, hour(7, 0));
  sp_trace a = {.minute = hour(7, 0), .kind = SP_TRACE_CHOICE, .subject = train, .option = 901, .result = -0.5};
  sp_trace_add(&a, "weary", -0.5);
  sp_trace b = {.minute = hour(7, 0), .kind = SP_TRACE_CHOICE, .subject = train, .option = 902, .taken = true, .result = 1.25};
  sp_trace_add(&b, "odds", 0.25);
  sp_trace_add(&b, "caution", 1.0);
  sp_trace_put(w, &b); /* the chosen comes first */
  sp_trace_put(w, &a);
  sp_explain_options o = SP_EXPLAIN_OPTIONS_INIT;
  o.why = SP_WHY_DECISION;
  char *text = told(x, w, o);
  assert_true(before(text, "act 902", "act 901"));
  assert_non_null(strstr(text, "the commander's caution +1.00 and odds +0.25"));
  assert_non_null(strstr(text, "→"));
  free(text);
  o.lang = SP_LANG_ZH;
  text = told(x, w, o);
  assert_non_null(strstr(text, "第902策"));
  free(text);
  sp_explain_end(x, w);
  sp_world_destroy(w);
}

static void names_are_found(void **state) {
  (void)state;
  sp_world *w = open_war();
  sp_key key = 0;
  char near[64];
  assert_true(body(w, "train") == body(w, "Train") && body(w, "辎重队") == body(w, "train"));
  assert_int_equal(sp_explain_find(w, "trian", &key, near, sizeof near), SP_NOT_FOUND);
  assert_string_equal(near, "train");
  assert_int_equal(sp_explain_find(w, "🐎🐎🐎🐎", &key, near, sizeof near), SP_NOT_FOUND);
  assert_string_equal(near, "");
  assert_int_equal(sp_explain_find(w, "train/1", &key, near, sizeof near), SP_NOT_FOUND);
  assert_int_equal(sp_explain_find(w, "", &key, near, sizeof near), SP_NOT_FOUND);
  sp_world_destroy(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_train_by_hand), cmocka_unit_test(a_window_cuts_a_tick), cmocka_unit_test(a_choice_best_first), cmocka_unit_test(names_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
