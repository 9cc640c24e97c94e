/* test_overlay.c - facts laid over a scenario: what comes out, and what is refused, where and with which nearest name.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reading_help.h"

#include "model/compile.h"
#include "shapan/io.h"

static const char map[] =
    "{\"type\": \"FeatureCollection\",\n"
    " \"shapan\": {\"id\": \"valley\", \"name\": {\"en\": \"Valley\"}, \"mesh\": \"4 km\", \"bounds\": [120.5, 38.5, 122, 39.5]},\n"
    " \"features\": [\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"place\", \"id\": \"mill\", \"type\": \"city\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.0, 39.0]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"place\", \"id\": \"tower\", \"type\": \"fort\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [121.3, 39.0]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"river\", \"id\": \"reed\", \"width\": \"30 m\", \"depth\": \"0.4 m\", \"response\": \"90 min\"},\n"
    " \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[121.5, 39.2], [121.5, 38.8]]}},\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"road\", \"from\": \"mill\", \"to\": \"tower\", \"class\": \"post\"},\n"
    " \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[121.0, 39.0], [121.3, 39.0]]}}\n"
    "]}\n";

static const char campaign[] =
    "campaign: ford\n"
    "name: {en: The ford}\n"
    "theatre: valley\n"
    "start: 1642-08-05 05:00\n"
    "end: day 2 05:00\n"
    "sides:\n"
    "  north:\n"
    "    name: {en: North}\n"
    "    people:\n"
    "      he: {name: {en: He}, traits: {caution: 0.8, skill: 0.6}}\n"
    "      li: {name: {en: Li}}\n"
    "    army:\n"
    "      - id: van\n"
    "        name: {en: Van}\n"
    "        commander: he\n"
    "        at: mill\n"
    "        fatigue: 0.3\n"
    "        strength: [{arm: foot, soldiers: 900}]\n"
    "        parts:\n"
    "          - {id: flank, name: {en: Flank}, commander: li, strength: [{arm: foot, soldiers: 50}, {arm: bow, soldiers: 3}]}\n"
    "    orders: |\n"
    "      day 1 06:00 he to van: march to tower\n"
    "      # rest\n"
    "      day 1 09:00 he to  flank: halt\n"
    "    objectives:\n"
    "      hold: {place: tower}\n"
    "      home: {place: mill}\n"
    "weather:\n"
    "  - {from: day 1 05:00, to: day 1 14:00, rain: 8 mm/h}\n"
    "measures:\n"
    "  arrives: {kind: arrival, subject: van, object: tower}\n"
    "  men: {kind: men, subject: north}\n"
    "expectations:\n"
    "  soon: {measure: arrives, low: 4 h, high: 8 h}\n";

#define HEAD "overlay: try\nname: {en: Try}\nreason: {en: To see.}\n" /* three lines: the rest begins at line 4 */

static sp_status lay(const char *const *overlay, size_t count, sp_faults *faults, sp_scenario **out) {
  sp_scenario_text texts[4] = {{"scenario", "s.yaml", campaign, sizeof campaign - 1}, {"theatre", "t.geojson", map, sizeof map - 1}};
  for (size_t i = 0; i < count; i++) texts[2 + i] = (sp_scenario_text){"overlay", i ? "second.yaml" : "first.yaml", overlay[i], strlen(overlay[i])};
  return sp_read_scenario_texts(texts, count + 2, faults, out);
}

static sp_scenario *laid(const char *overlay) {
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  sp_status status = lay(&overlay, 1, faults, &scenario);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char text[1000];
    sp_faults_format(faults, i, SP_LANG_EN, text, sizeof text);
    print_message("%s\n", text);
  }
  assert_int_equal(status, SP_OK);
  sp_faults_destroy(faults);
  return scenario;
}

#define ROW(scenario, kind, type, index) (&((const type *)(scenario)->list[SP_DEF_##kind].data)[index])
#define COUNT(scenario, kind) ((scenario)->list[SP_DEF_##kind].count)

static void changes(void **state) {
  (void)state;
  sp_scenario *s = laid(HEAD
      "change:\n"
      "  end: day 3 05:00\n"
      "  sides:\n"
      "    north:\n"
      "      people: {he: {traits: {caution: 0.1, greed: 0.9}}}\n"
      "      army:\n"
      "        - {id: flank, files: 2, strength: [{arm: foot, soldiers: 70}]}\n"
      "  weather:\n"
      "    - {from: day 1 05:00, to: day 2 00:00, rain: 1 mm/h}\n"
      "    - {from: day 1 05:00, to: day 2 00:00, cloud: 0.5}\n"
      "  expectations: {soon: {high: 9 h}}\n"
      "map:\n"
      "  reed: {width: 40 m, catchment_km2: 7}\n");
  const sp_person_def *he = ROW(s, PERSON, sp_person_def, 0);
  assert_string_equal(he->id, "he");
  assert_true(he->trait[SP_TRAIT_CAUTION] == 0.1 && he->trait[SP_TRAIT_SKILL] == 0.6 && he->trait[SP_TRAIT_GREED] == 0.9);
  assert_int_equal(COUNT(s, FORMATION), 2);
  assert_int_equal(ROW(s, FORMATION, sp_formation_def, 1)->files, 2);
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 1)->commander, "li");
  assert_int_equal(COUNT(s, STRENGTH), 2); /* a list without ids is replaced */
  assert_int_equal(ROW(s, STRENGTH, sp_strength_def, 1)->count[0], 70);
  assert_int_equal(COUNT(s, WEATHER), 2);
  assert_true(ROW(s, WEATHER, sp_weather_def, 0)->rain_mm_h == 1.0);
  const sp_expectation_def *soon = ROW(s, EXPECTATION, sp_expectation_def, 0);
  assert_true(soon->low == 240.0 && soon->high == 540.0);
  const sp_river_def *reed = ROW(s, RIVER, sp_river_def, 0);
  assert_true(reed->width_m == 40.0 && reed->catchment_km2 == 7.0 && reed->response_hours == 1.5);
  assert_int_equal(s->campaign.end - s->campaign.start, 2 * 1440);
  assert_int_equal(COUNT(s, ORDER), 2);
  sp_scenario_destroy(s);
}

static void adds_and_removes(void **state) {
  (void)state;
  sp_scenario *s = laid(HEAD
      "remove:\n"
      "  sides:\n"
      "    north:\n"
      "      objectives: [hold]\n"
      "      people: {he: {traits: }}\n"
      "      army: [{id: van, fatigue: }]\n"
      "      orders: |\n"
      "        day 1 09:00  he to flank: halt\n"
      "  expectations: \n"
      "add:\n"
      "  weather: [{from: day 1 14:00, to: day 2 05:00, fog: 100 m}]\n"
      "  sides:\n"
      "    north:\n"
      "      people: {wu: {name: {en: Wu}}}\n"
      "      army:\n"
      "        - {id: van, files: 3, parts: [{id: rear, name: {en: Rear}, commander: wu, strength: [{arm: foot, soldiers: 5}]}]}\n"
      "        - {id: scouts, name: {en: Scouts}, at: tower, strength: [{arm: horse, soldiers: 8}, {arm: mount, count: 8}]}\n"
      "      orders: |\n"
      "        day 1 10:00 he to scouts: halt\n"
      "  measures: {left: {kind: men, subject: scouts}}\n");
  assert_int_equal(COUNT(s, OBJECTIVE), 1);
  assert_string_equal(ROW(s, OBJECTIVE, sp_objective_def, 0)->id, "home");
  assert_true(ROW(s, PERSON, sp_person_def, 0)->trait[SP_TRAIT_CAUTION] == 0.5);
  const sp_formation_def *van = ROW(s, FORMATION, sp_formation_def, 0);
  assert_true(van->fatigue_now == 0.1 && van->files == 3);
  assert_int_equal(COUNT(s, FORMATION), 4);
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 2)->id, "rear");
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 2)->parent, "van");
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 3)->id, "scouts");
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 3)->where.file, "first.yaml");
  assert_int_equal(COUNT(s, ORDER), 2);
  const sp_order_def *order = ROW(s, ORDER, sp_order_def, 1);
  assert_string_equal(order->text, "day 1 10:00 he to scouts: halt");
  assert_string_equal(order->where.file, "first.yaml");
  assert_int_equal(order->where.line, 22);
  assert_int_equal(order->where.column, 9);
  assert_string_equal(ROW(s, ORDER, sp_order_def, 0)->where.file, "s.yaml");
  assert_int_equal(ROW(s, ORDER, sp_order_def, 0)->where.line, 22);
  assert_int_equal(COUNT(s, WEATHER), 2);
  assert_int_equal(COUNT(s, MEASURE), 3);
  assert_int_equal(COUNT(s, EXPECTATION), 0);
  sp_scenario_destroy(s);
}

/* A part goes with all below it; what a second overlay finds is what the first left. */
static void one_over_another(void **state) {
  (void)state;
  const char *two[] = {HEAD "remove: {sides: {north: {army: [flank], orders: }}}\n",
                       "overlay: more\nname: {en: More}\nreason: {en: To see.}\nchange: {sides: {north: {army: [{id: van, fatigue: 0.5}]}}}\nadd: {sides: {north: {army: [{id: flank, name: {en: New flank}, at: tower, strength: [{arm: foot, soldiers: 1}]}]}}}\n"};
  sp_scenario *s = NULL;
  assert_int_equal(lay(two, 2, NULL, &s), SP_OK);
  assert_int_equal(COUNT(s, FORMATION), 2);
  assert_true(ROW(s, FORMATION, sp_formation_def, 0)->fatigue_now == 0.5);
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 1)->name.en, "New flank");
  assert_string_equal(ROW(s, FORMATION, sp_formation_def, 1)->where.file, "second.yaml");
  assert_int_equal(COUNT(s, ORDER), 0);
  sp_scenario_destroy(s);
}

/* An overlay that says what is so already changes nothing. */
static void saying_the_same(void **state) {
  (void)state;
  sp_scenario *plain = NULL, *same = laid(HEAD "change: {sides: {north: {people: {he: {traits: {caution: 0.8}}}}}}\n");
  sp_model *a = NULL, *b = NULL;
  assert_int_equal(lay(NULL, 0, NULL, &plain), SP_OK);
  sp_faults *faults = sp_faults_create();
  sp_status status = sp_compile(plain, faults, &a);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char text[1000];
    sp_faults_format(faults, i, SP_LANG_EN, text, sizeof text);
    print_message("%s\n", text);
  }
  sp_faults_destroy(faults);
  assert_int_equal(status, SP_OK);
  assert_int_equal(sp_compile(same, NULL, &b), SP_OK);
  assert_true(sp_model_hash(a) == sp_model_hash(b));
  const char *role = NULL, *file = NULL;
  size_t length = 0;
  assert_non_null(sp_model_source(b, 1, &role, &file, &length));
  assert_string_equal(role, "overlay"); /* a save embeds it */
  assert_string_equal(file, "first.yaml");
  sp_model_release(a);
  sp_model_release(b);
  sp_scenario_destroy(plain);
  sp_scenario_destroy(same);
}

typedef struct broken {
  const char *text, *id, *file;
  int line, column;
  const char *says;
} broken;

static const broken cases[] = {
    {HEAD, "io.overlay.empty", "first.yaml", 1, 1, NULL},
    {"overlay: try\nname: {en: Try}\nchange: {}\n", "fault.missing_key", "first.yaml", 1, 1, "reason"},
    {"- a list\n", "io.not_an_overlay", "first.yaml", 1, 1, NULL},
    {HEAD "chance: {}\n", "fault.unknown_key_near", "first.yaml", 4, 1, "\"change\""},
    {HEAD "change: {sides: {nort: {name: {en: X}}}}\n", "io.overlay.unknown_near", "first.yaml", 4, 18, "\"north\""},
    {HEAD "change: {sides: {north: {people: {hee: {traits: {skill: 1}}}}}}\n", "io.overlay.unknown_near", "first.yaml", 4, 35, "\"he\""},
    {HEAD "change: {sides: {north: {army: [{id: flanc, files: 2}]}}}\n", "io.overlay.unknown_near", "first.yaml", 4, 38, "\"flank\""},
    {HEAD "change: {sides: {north: {army: [{files: 2}]}}}\n", "io.overlay.no_id", "first.yaml", 4, 33, NULL},
    {HEAD "change: {sides: {north: {army: [{id: van, fatige: 0.1}]}}}\n", "fault.unknown_key_near", "first.yaml", 4, 43, "\"fatigue\""},
    {HEAD "change: {sides: {north: {army: [{id: van, fatigue: 2}]}}}\n", "io.range", "first.yaml", 4, 52, NULL},
    {HEAD "change: {sides: {north: {contingents: {left: {name: {en: L}}}}}}\n", "io.overlay.nothing_there", "first.yaml", 4, 26, NULL},
    {HEAD "change: {measures: {arives: {at: day 1 12:00}}}\n", "io.overlay.unknown_near", "first.yaml", 4, 21, "\"arrives\""},
    {HEAD "add: {theatre: other}\n", "io.overlay.there", "first.yaml", 4, 7, NULL},
    {HEAD "add: {measures: {men: {kind: arrival}}}\n", "io.overlay.there", "first.yaml", 4, 24, NULL},
    {HEAD "remove: {sides: {north: {people: [lee]}}}\n", "io.overlay.unknown", "first.yaml", 4, 35, NULL},
    {HEAD "remove: {sides: {north: {people: {he: {traits: {caution: 0.5}}}}}}\n", "io.overlay.remove_value", "first.yaml", 4, 49, NULL},
    {HEAD "remove: {weather: [{from: day 1 05:00, to: day 1 14:00}]}\n", "io.overlay.remove_list", "first.yaml", 4, 10, NULL},
    {HEAD "remove: {sides: {north: {orders: \"x\"}}}\n", "io.overlay.remove_lines", "first.yaml", 4, 34, NULL},
    {HEAD "remove:\n  sides:\n    north:\n      orders: |\n        day 1 06:00 he to van: march to towr\n", "io.overlay.unknown_near", "first.yaml", 8, 9, "march to tower"},
    {HEAD "remove: {end: }\n", "fault.missing_key", "s.yaml", 1, 1, "end"},
    {HEAD "map: {reeds: {width: 3 m}}\n", "io.overlay.unknown_near", "first.yaml", 4, 7, "\"reed\""},
    {HEAD "map: {reed: {widht: 3 m}}\n", "fault.unknown_key_near", "first.yaml", 4, 14, "\"width\""},
    {HEAD "map: {reed: 3}\n", "io.overlay.want_map", "first.yaml", 4, 13, NULL},
    {HEAD "change: {a: 1\n", "io.yaml.map_end", "first.yaml", 5, 1, NULL},
    {HEAD "change: {sides: {north: {people: {he: {traits: {caution: 1}, traits: {skill: 1}}}}}}\n", "io.duplicate_key", "first.yaml", 4, 62, NULL},
    {HEAD "change: {sides: {north: {army: [{id: van, at: nowhere}]}}}\n", "fault.unknown_id", "first.yaml", 4, 47, NULL},
    {HEAD "change: {expectations: {soon: {measure: arrivs}}}\n", "fault.unknown_id_near", "first.yaml", 4, 41, "\"arrives\""},
    {HEAD "remove: {expectations: {soon: {low: , high: }}}\n", "io.no_bounds", "s.yaml", 34, 3, NULL},
};

static void refused(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const broken *b = &cases[i];
    sp_faults *faults = sp_faults_create();
    sp_scenario *s = NULL;
    bool found = false;
    sp_model *model = NULL;
    sp_status status = lay(&b->text, 1, faults, &s);
    if (status == SP_OK) status = sp_compile(s, faults, &model); /* names of places and measures are its to judge */
    sp_scenario_destroy(s);
    assert_null(model);
    assert_int_equal(status, SP_BAD_INPUT);
    expect_texts(faults);
    for (size_t f = 0; f < sp_faults_total(faults); f++) {
      sp_fault_view view;
      char text[1500];
      assert_int_equal(sp_faults_get(faults, f, &view), SP_OK);
      sp_faults_format(faults, f, SP_LANG_EN, text, sizeof text);
      if (strcmp(view.id, b->id) == 0 && view.where.line == b->line && view.where.column == b->column && strcmp(view.where.file, b->file) == 0)
        found = !b->says || strstr(text, b->says);
      if (found) break;
      print_message("case %zu: %s (%s)\n", i, text, view.id);
    }
    if (!found) fail_msg("case %zu: no %s at %s:%d:%d", i, b->id, b->file, b->line, b->column);
    sp_faults_destroy(faults);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes), cmocka_unit_test(adds_and_removes), cmocka_unit_test(one_over_another), cmocka_unit_test(saying_the_same), cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
