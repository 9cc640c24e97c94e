/* test_ensemble.c - what is said of runs made by hand; a file gone on with equals one written whole; what differs is named.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <unistd.h>

#include "reading_help.h"

#include <jansson.h>

#include "io/ensemble.h"
#include "shapan/io.h"

static const char map[] =
    "{\"type\": \"FeatureCollection\", \"shapan\": {\"id\": \"valley\", \"name\": {\"en\": \"Valley\"}, \"mesh\": \"0 m\", \"bounds\": [120.5, 38.5, 122, 39.5]}, \"features\": [\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"place\", \"id\": \"mill\", \"type\": \"city\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.0, 39.0]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"place\", \"id\": \"tower\", \"type\": \"fort\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.05, 39.0]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"road\", \"from\": \"mill\", \"to\": \"tower\", \"class\": \"post\"}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[121.0, 39.0], [121.05, 39.0]]}}\n"
    "]}\n";

static const char campaign[] =
    "campaign: try\n"
    "name: {en: A trial, zh: \xE4\xB8\x80\xE8\xAF\x95}\n"
    "theatre: valley\n"
    "start: 1642-08-05 05:00\n"
    "end: day 1 06:00\n"
    "sides:\n"
    "  north:\n"
    "    name: {en: North}\n"
    "    army: [{id: van, name: {en: Van}, at: mill, strength: [{arm: foot, soldiers: 900}]}]\n"
    "measures:\n"
    "  lost: {kind: men, subject: north, object: killed, told: 14, name: {en: men | lost}}\n"
    "  arrives: {kind: arrival, subject: van, object: tower, told: 5 h}\n"
    "  met: {kind: contact, subject: van}\n"
    "expectations:\n"
    "  median-hit: {measure: lost, low: 5, high: 15}\n"
    "  median-missed: {measure: lost, high: 6}\n"
    "  median-undecided: {measure: lost, low: 10}\n"
    "  upper-tenth: {measure: lost, quantile: 0.9, low: 15, high: 20}\n"
    "  arrives-half: {measure: arrives, low: 0, share: 0.2, share_most: 0.8}\n"
    "  arrives-often: {measure: arrives, low: 0, share: 0.9}\n"
    "  lost-given-met: {measure: lost, given: met, low: 11, high: 20, share: 0.6}\n"
    "  more-there: {measure: lost, against: other, low: 1}\n"
    "  thrice: {measure: lost, against: other, times: 3, low: 0}\n";

static sp_model *model_of(const char *text) {
  sp_scenario *scenario = NULL;
  sp_model *model = NULL;
  sp_faults *faults = sp_faults_create();
  sp_status status = sp_read_scenario_text("s.yaml", text, strlen(text), map, strlen(map), "t.geojson", faults, &scenario);
  if (status == SP_OK) status = sp_compile(scenario, faults, &model);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char line[1000];
    sp_faults_format(faults, i, SP_LANG_EN, line, sizeof line);
    print_message("%s\n", line);
  }
  assert_int_equal(status, SP_OK);
  sp_faults_destroy(faults);
  sp_scenario_destroy(scenario);
  return model;
}

static sp_ensemble *open_ensemble(sp_model *model, sp_model *other, uint32_t runs) {
  sp_ensemble_about about = SP_ENSEMBLE_ABOUT_INIT;
  sp_ensemble *e = NULL;
  about.scenario = "try";
  about.runs = runs;
  about.against = other ? "other" : NULL;
  assert_int_equal(sp_ensemble_create(&about, model, other, &e), SP_OK);
  return e;
}

/* Run n of 20 loses n + 1 men, arrives after 100 + n minutes when n is even, and has met somebody from run 10 on. */
static void made(const sp_model *model, uint32_t n, double men, double value[3], bool known[3], sp_ensemble_run *run) {
  int32_t lost = sp_model_find(model, SP_ENTITY_MEASURE, "lost"), arrives = sp_model_find(model, SP_ENTITY_MEASURE, "arrives"), met = sp_model_find(model, SP_ENTITY_MEASURE, "met");
  value[lost] = men;
  value[arrives] = 100.0 + n;
  value[met] = n >= 10;
  known[lost] = known[met] = true;
  known[arrives] = n % 2 == 0;
  *run = (sp_ensemble_run){.run = n, .seed = sp_ensemble_seed(1, n), .minute = 60, .hash = n * UINT64_C(0x123456789abcdef), .measures = 3, .value = value, .known = known};
}

static void fill(sp_ensemble *e, int32_t arm, double factor) {
  for (uint32_t n = 20; n-- > 0;) { /* in another order than they are numbered */
    double value[3];
    bool known[3];
    sp_ensemble_run run;
    made(sp_ensemble_model(e, arm), n, factor * (n + 1.0), value, known, &run);
    assert_int_equal(sp_ensemble_keep(e, arm, &run), SP_OK);
  }
}

static void near(double value, double wanted) {
  if (!(fabs(value - wanted) < 1e-9)) fail_msg("%.10g is not %.10g", value, wanted);
}

static const sp_expectation_summary *held(const sp_ensemble *e, const char *id) { return &e->expectation[sp_model_find(e->arm[0].model, SP_ENTITY_EXPECTATION, id)]; }

static void said(void **state) {
  (void)state;
  sp_model *model = model_of(campaign);
  sp_ensemble *e = open_ensemble(model, NULL, 20);
  fill(e, 0, 1.0);
  assert_int_equal(sp_ensemble_judge(e), SP_OK);
  const sp_measure_summary *lost = &e->summary[0][sp_model_find(model, SP_ENTITY_MEASURE, "lost")];
  near(lost->quantile[0], 1);
  near(lost->quantile[3], 2.9); /* 10 % of 1..20: 1 + 0.1 x 19 */
  near(lost->quantile[5], 10.5);
  near(lost->quantile[10], 20);
  near(lost->mean, 10.5);
  near(lost->median.low, 6); /* ranks 6 and 15 of 20 */
  near(lost->median.high, 15);
  near(lost->told_rank, 13.5 / 20); /* 14: thirteen below, itself half */
  const sp_measure_summary *arrives = &e->summary[0][sp_model_find(model, SP_ENTITY_MEASURE, "arrives")];
  assert_int_equal(arrives->known, 10);
  assert_int_equal(arrives->sample, 20);
  near(arrives->mean, 109);
  assert_true(isinf(arrives->quantile[6]) && arrives->quantile[4] < 200);
  near(arrives->told_rank, 0.5); /* five hours: later than the ten that came */
  assert_int_equal(held(e, "median-hit")->verdict, SP_VERDICT_HIT); /* 6..15 within 5..15 */
  assert_int_equal(held(e, "median-missed")->verdict, SP_VERDICT_UNDECIDED); /* 6 is still within */
  assert_int_equal(held(e, "median-undecided")->verdict, SP_VERDICT_UNDECIDED);
  assert_int_equal(held(e, "upper-tenth")->verdict, SP_VERDICT_UNDECIDED);
  near(held(e, "upper-tenth")->found.value, 18.1);
  assert_int_equal(held(e, "arrives-half")->verdict, SP_VERDICT_HIT); /* 10 of 20: 30 to 70 % */
  assert_int_equal(held(e, "arrives-half")->hits, 10);
  assert_int_equal(held(e, "arrives-often")->verdict, SP_VERDICT_MISSED);
  assert_int_equal(held(e, "lost-given-met")->wars, 10);
  assert_int_equal(held(e, "lost-given-met")->hits, 10);
  assert_int_equal(held(e, "lost-given-met")->verdict, SP_VERDICT_HIT); /* Wilson of 10 of 10 begins at 72 % */
  assert_false(held(e, "more-there")->asked);
  size_t count[SP_VERDICT_COUNT];
  assert_int_equal(sp_ensemble_verdicts(e, count), SP_OK);
  assert_true(count[SP_VERDICT_HIT] == 3 && count[SP_VERDICT_MISSED] == 1 && count[SP_VERDICT_UNDECIDED] == 3);
  sp_ensemble_destroy(e);
  sp_model_release(model);
}

static void compared(void **state) {
  (void)state;
  sp_model *model = model_of(campaign);
  sp_ensemble *e = open_ensemble(model, model, 20);
  fill(e, 0, 1.0);
  fill(e, 1, 4.0);
  assert_int_equal(sp_ensemble_judge(e), SP_OK);
  const sp_pair_summary *p = &e->pair[sp_model_find(model, SP_ENTITY_MEASURE, "lost")];
  assert_int_equal(p->pairs, 20);
  near(p->median.value, 31.5); /* three times 10.5 */
  near(p->median.low, 18);
  near(p->mean.value, 31.5);
  near(p->more.value, 1.0);
  near(p->less.value, 0.0);
  const sp_pair_summary *hours = &e->pair[sp_model_find(model, SP_ENTITY_MEASURE, "arrives")];
  assert_int_equal(hours->pairs, 10); /* where neither came there is no pair */
  assert_int_equal(held(e, "more-there")->verdict, SP_VERDICT_HIT);
  assert_int_equal(held(e, "thrice")->verdict, SP_VERDICT_HIT); /* 4x - 3x = x > 0 */
  near(held(e, "thrice")->found.value, 10.5);
  sp_ensemble_destroy(e);
  sp_model_release(model);
}

/* A run with another seed or another count of measures is none of this ensemble's. */
static void kept_as_asked(void **state) {
  (void)state;
  sp_model *model = model_of(campaign);
  sp_ensemble *e = open_ensemble(model, NULL, 20);
  double value[3];
  bool known[3];
  sp_ensemble_run run;
  uint32_t list[20];
  made(model, 3, 1.0, value, known, &run);
  run.seed++;
  assert_int_equal(sp_ensemble_keep(e, 0, &run), SP_MISMATCH);
  run.seed--;
  run.measures = 2;
  assert_int_equal(sp_ensemble_keep(e, 0, &run), SP_MISMATCH);
  run.measures = 3;
  run.run = 20;
  assert_int_equal(sp_ensemble_keep(e, 0, &run), SP_LIMIT);
  run.run = 3;
  assert_int_equal(sp_ensemble_keep(e, 1, &run), SP_LIMIT);
  assert_int_equal(sp_ensemble_missing(e, 0, list), 20);
  run.status = SP_CORRUPT;
  assert_int_equal(sp_ensemble_keep(e, 0, &run), SP_OK);
  assert_int_equal(sp_ensemble_missing(e, 0, list), 19);
  assert_int_equal(list[3], 4);
  uint64_t seed = 0;
  assert_int_equal(sp_ensemble_failed(e, &seed), 1);
  assert_true(seed == run.seed);
  sp_ensemble_destroy(e);
  sp_model_release(model);
}

static char *text_of(sp_ensemble *e, int what) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  assert_non_null(file);
  sp_status status = what == 0 ? sp_ensemble_json(e, file) : what == 1 ? sp_ensemble_text(e, SP_LANG_EN, file) : what == 2 ? sp_ensemble_text(e, SP_LANG_ZH, file) : what == 3 ? sp_ensemble_markdown(e, SP_LANG_EN, file) : sp_ensemble_csv(e, file);
  assert_int_equal(status, SP_OK);
  fclose(file);
  return text;
}

static void written(void **state) {
  (void)state;
  sp_model *model = model_of(campaign);
  sp_ensemble *e = open_ensemble(model, model, 20);
  fill(e, 0, 1.0);
  fill(e, 1, 4.0);
  char *json = text_of(e, 0), *en = text_of(e, 1), *zh = text_of(e, 2), *markdown = text_of(e, 3), *csv = text_of(e, 4);
  json_t *root = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(root);
  assert_int_equal(json_array_size(json_object_get(root, "measures")), 3);
  assert_int_equal(json_array_size(json_object_get(root, "expectations")), 9);
  assert_int_equal(json_array_size(json_object_get(root, "differences")), 3);
  json_t *arrives = json_array_get(json_object_get(root, "measures"), 1);
  assert_true(json_is_null(json_object_get(json_object_get(arrives, "quantiles"), "99"))); /* never: no number */
  json_decref(root);
  for (int n = 0; n < 4; n++) {
    const char *text = n == 0 ? en : n == 1 ? zh : n == 2 ? markdown : json;
    assert_null(strstr(text, "ensemble."));
    assert_null(strchr(text, '{') && n < 3 ? text : NULL); /* no slot left open */
    assert_null(strstr(text, "inf"));
  }
  assert_non_null(strstr(en, "never"));
  assert_non_null(strstr(markdown, "| men \\| lost |"));
  assert_non_null(strstr(csv, "run,overlay,seed,state,end_minute,hash,lost (men),arrives (min),met (times)\r\n"));
  assert_non_null(strstr(csv, "\r\n1,other,"));
  free(json);
  free(en);
  free(zh);
  free(markdown);
  free(csv);
  sp_ensemble_destroy(e);
  sp_model_release(model);
}

/* ---- the file */

static void put(sp_ensemble *e, sp_ensemble_file *f, uint32_t from, uint32_t to) {
  for (uint32_t n = from; n < to; n++) {
    double value[3];
    bool known[3];
    sp_ensemble_run run;
    made(sp_ensemble_model(e, 0), n, n + 1.0, value, known, &run);
    assert_int_equal(sp_ensemble_keep(e, 0, &run), SP_OK);
    assert_int_equal(sp_ensemble_file_keep(f, 0, &run), SP_OK);
  }
}

static void gone_on_with(void **state) {
  (void)state;
  char path[] = SP_BUILD_DIR "/ensemble-XXXXXX";
  int handle = mkstemp(path);
  assert_true(handle >= 0);
  close(handle); /* an empty file may be filled */
  const char *reason = "", *what = "";
  sp_model *model = model_of(campaign);
  sp_ensemble *part = open_ensemble(model, NULL, 20), *rest = NULL, *whole = open_ensemble(model, NULL, 20);
  sp_ensemble_file *f = NULL;
  assert_int_equal(sp_ensemble_file_create(path, part, &f, &reason), SP_OK);
  put(part, f, 0, 7);
  assert_int_equal(sp_ensemble_file_finish(f, part), SP_OK);
  sp_ensemble_file_close(f);
  assert_int_equal(sp_ensemble_file_create(path, part, &f, &reason), SP_LIMIT); /* never over another */
  assert_int_equal(sp_ensemble_file_open(path, &f, &reason), SP_OK);
  const sp_ensemble_about *about = sp_ensemble_file_asked(f);
  assert_string_equal(about->scenario, "try");
  assert_int_equal(about->runs, 20);
  assert_int_equal(sp_ensemble_create(about, model, NULL, &rest), SP_OK);
  assert_int_equal(sp_ensemble_file_load(f, rest, &what), SP_OK);
  uint32_t list[20];
  assert_int_equal(sp_ensemble_missing(rest, 0, list), 13);
  assert_int_equal(list[0], 7);
  put(rest, f, 7, 20);
  assert_int_equal(sp_ensemble_file_finish(f, rest), SP_OK);
  sp_ensemble_file_close(f);
  fill(whole, 0, 1.0);
  char *a = text_of(rest, 0), *b = text_of(whole, 0);
  assert_string_equal(a, b);
  free(a);
  free(b);
  sp_ensemble_destroy(part);
  sp_ensemble_destroy(rest);
  sp_ensemble_destroy(whole);
  sp_model_release(model);
  unlink(path);
}

static void other_scenario(void **state) {
  (void)state;
  char path[] = SP_BUILD_DIR "/ensemble-XXXXXX", changed[sizeof campaign];
  int handle = mkstemp(path);
  assert_true(handle >= 0);
  close(handle);
  const char *reason = "", *what = "";
  memcpy(changed, campaign, sizeof campaign);
  memcpy(strstr(changed, "soldiers: 900"), "soldiers: 901", 13);
  sp_model *model = model_of(campaign), *other = model_of(changed);
  sp_ensemble *e = open_ensemble(model, NULL, 20), *late = open_ensemble(other, NULL, 20);
  sp_ensemble_file *f = NULL;
  assert_int_equal(sp_ensemble_file_create(path, e, &f, &reason), SP_OK);
  sp_ensemble_file_close(f);
  assert_int_equal(sp_ensemble_file_open(path, &f, &reason), SP_OK);
  assert_int_equal(sp_ensemble_file_load(f, late, &what), SP_MISMATCH);
  assert_string_equal(what, "scenario");
  sp_ensemble_file_close(f);
  FILE *file = fopen(path, "wb");
  fputs("not a database", file);
  fclose(file);
  assert_int_equal(sp_ensemble_file_open(path, &f, &reason), SP_CORRUPT);
  unlink(path);
  assert_int_equal(sp_ensemble_file_open(path, &f, &reason), SP_NOT_FOUND);
  assert_int_equal(sp_ensemble_file_create("/nowhere/at/all", e, &f, &reason), SP_IO);
  assert_true(*reason);
  sp_ensemble_destroy(e);
  sp_ensemble_destroy(late);
  sp_model_release(model);
  sp_model_release(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(said), cmocka_unit_test(compared), cmocka_unit_test(kept_as_asked), cmocka_unit_test(written), cmocka_unit_test(gone_on_with), cmocka_unit_test(other_scenario),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
