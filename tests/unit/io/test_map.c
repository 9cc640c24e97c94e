/* The map: figures and letters of the SVG, the fit of the sheet, columns side by side, names apart, and that a seat's
 * map tells nothing that he cannot know.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "io/map_sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- a small theatre: sea in the west, a river with a ford between two towns, hills in the east */

#define OK(call) assert_int_equal(call, SP_OK)
#define assert_near(a, b, error) assert_true((a) - (b) <= (error) && (b) - (a) <= (error))

static void add_place(sp_scenario *s, const char *id, const char *en, const char *zh, double lat, double lon, sp_place_kind kind) {
  sp_place_def d = SP_PLACE_DEF_INIT;
  d.id = id;
  d.name = (sp_name){en, zh};
  d.at = (sp_point){lat, lon};
  d.kind = kind;
  OK(sp_scenario_add_place(s, &d));
}

static void add_road(sp_scenario *s, const char *from, const char *to) {
  sp_road_def d = SP_ROAD_DEF_INIT;
  d.from = from;
  d.to = to;
  d.name = (sp_name){"Great road", "大道"};
  d.road_class = SP_ROAD_POST;
  OK(sp_scenario_add_road(s, &d));
}

static void add_ground(sp_scenario *s, const char *id, sp_relief relief, sp_cover cover, double south, double west, double north, double east) {
  sp_point ring[] = {{south, west}, {south, east}, {north, east}, {north, west}};
  sp_ground_def d = SP_GROUND_DEF_INIT;
  d.id = id;
  d.relief = relief;
  d.cover = cover;
  d.ring = ring;
  d.point_count = 4;
  OK(sp_scenario_add_ground(s, &d));
}

static void add_theatre(sp_scenario *s) {
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "bay";
  theatre.name = (sp_name){"The bay & its shore", "海湾"};
  theatre.south_west = (sp_point){39.0, 121.0};
  theatre.north_east = (sp_point){39.6, 121.8};
  theatre.attribution = "Shore: <nobody>";
  OK(sp_scenario_set_theatre(s, &theatre));
  sp_point shore[] = {{39.0, 121.2}, {39.0, 121.8}, {39.6, 121.8}, {39.6, 121.15}};
  sp_land_def land = {.size = sizeof land, .id = "land", .ring = shore, .point_count = 4};
  OK(sp_scenario_add_land(s, &land));
  sp_point course[] = {{39.30, 121.8}, {39.30, 121.5}, {39.28, 121.18}};
  sp_river_def river = SP_RIVER_DEF_INIT;
  river.id = "long-river";
  river.name = (sp_name){"Long river", "长河"};
  river.points = course;
  river.point_count = 3;
  river.width_m = 60.0;
  for (int i = 0; i < 12; i++) river.depth_m[i] = 0.5;
  OK(sp_scenario_add_river(s, &river));
  sp_crossing_def ford = SP_CROSSING_DEF_INIT;
  ford.id = "ford";
  ford.name = (sp_name){"Old ford", "旧渡"};
  ford.river = "long-river";
  ford.at = (sp_point){39.30, 121.5};
  ford.kind = SP_CROSSING_FORD;
  OK(sp_scenario_add_crossing(s, &ford));
  add_ground(s, "hills", SP_RELIEF_HILLS, SP_COVER_WOOD, 39.05, 121.6, 39.25, 121.78);
  add_place(s, "south-town", "South Town", "南城", 39.10, 121.5, SP_PLACE_CITY);
  add_place(s, "north-town", "North Town", "北城", 39.50, 121.5, SP_PLACE_CITY);
  add_place(s, "east-fort", "East Fort", "东堡", 39.40, 121.7, SP_PLACE_FORT);
  add_road(s, "south-town", "ford");
  add_road(s, "ford", "north-town");
  add_road(s, "north-town", "east-fort");
}

static void add_body(sp_scenario *s, const char *id, const char *en, const char *zh, const char *side, const char *parent, const char *place, int32_t men) {
  sp_formation_def d = SP_FORMATION_DEF_INIT;
  d.id = id;
  d.name = (sp_name){en, zh};
  d.side = side;
  d.parent = parent;
  d.contingent = side;
  d.at.place = place;
  d.camped = true;
  OK(sp_scenario_add_formation(s, &d));
  sp_strength_def men_def = SP_STRENGTH_DEF_INIT;
  men_def.formation = id;
  men_def.arm = SP_ARM_FOOT;
  men_def.count[SP_RANK_SOLDIER] = men;
  OK(sp_scenario_add_strength(s, &men_def));
}

/* hidden_at, hidden_men: the enemy that the blue commander has not seen. */
static sp_world *make_world(const char *hidden_at, int32_t hidden_men) {
  sp_scenario *s = sp_scenario_create();
  assert_non_null(s);
  add_theatre(s);
  sp_campaign_def campaign = SP_CAMPAIGN_DEF_INIT;
  campaign.id = "trial";
  campaign.name = (sp_name){"The trial", "试战"};
  campaign.start = sp_minute_of((sp_date){1642, 8, 5, 10, 0});
  campaign.end = campaign.start + 1440;
  OK(sp_scenario_set_campaign(s, &campaign));
  static const char *const side[] = {"blue", "red"};
  for (int i = 0; i < 2; i++) {
    sp_side_def d = SP_SIDE_DEF_INIT;
    d.id = side[i];
    d.name = (sp_name){i ? "Red" : "Blue", i ? "红军" : "蓝军"};
    OK(sp_scenario_add_side(s, &d));
    sp_contingent_def c = SP_CONTINGENT_DEF_INIT;
    c.id = side[i];
    c.side = side[i];
    OK(sp_scenario_add_contingent(s, &c));
  }
  add_body(s, "van", "Van <1st>", "前队", "blue", NULL, "south-town", 3000);
  add_body(s, "rear", "Rear", "后队", "blue", "van", "south-town", 1200);
  add_body(s, "foe", "Secret foe", "伏兵", "red", NULL, hidden_at, hidden_men);
  sp_faults *faults = sp_faults_create();
  sp_model *model = NULL;
  sp_world *world = NULL;
  sp_status status = sp_compile(s, faults, &model);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char line[400];
    sp_faults_format(faults, i, SP_LANG_EN, line, sizeof line);
    print_message("%s\n", line);
  }
  assert_int_equal(status, SP_OK);
  OK(sp_world_create(model, NULL, 1, faults, &world));
  sp_model_release(model);
  sp_scenario_destroy(s);
  sp_faults_destroy(faults);
  return world;
}

static char *map_of(const sp_world *world, const sp_map_options *options, size_t *length) {
  FILE *file = tmpfile();
  assert_non_null(file);
  OK(sp_write_map(file, world, options));
  size_t size = (size_t)ftell(file);
  char *text = malloc(size + 1);
  assert_non_null(text);
  rewind(file);
  assert_int_equal(fread(text, 1, size, file), size);
  text[size] = 0;
  fclose(file);
  if (length) *length = size;
  return text;
}

/* ---- figures and letters */

static void numbers_are_plain(void **state) {
  (void)state;
  static const struct { double value; int decimals; const char *text; } cases[] = {
      {0.0, 2, "0"},       {1.5, 2, "1.5"},      {-0.004, 2, "0"},   {-0.006, 2, "-0.01"}, {0.05, 1, "0.1"},  {1234.996, 2, "1235"},
      {100.0, 0, "100"},   {0.125, 3, "0.125"},  {9.996, 2, "10"},   {1e15, 1, "1000000000000"}, {-2.50, 1, "-2.5"}};
  char text[24];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    sp_svg_number(cases[i].value, cases[i].decimals, text);
    assert_string_equal(text, cases[i].text);
  }
  double zero = 0.0;
  sp_svg_number(zero / zero, 2, text);
  assert_string_equal(text, "0");
  assert_int_equal(sp_svg_round(2.5), 3);
  assert_int_equal(sp_svg_round(-2.5), -3);
  assert_int_equal(sp_svg_round(1e300), INT32_MAX);
  assert_int_equal(sp_svg_round(zero / zero), 0);
}

static void text_is_escaped(void **state) {
  (void)state;
  sp_svg svg = {0};
  sp_svg_put(&svg, "<a b=\"%s\" c=\"%c\" d=\"%p\" e=\"%n\">%d%%%r</a>", "<&\"'>\x01\xC3(\xEF\xBF\xBF" "金", 0x0A0B0Cu, 1.04, -2.0, 0.333, -7, "<raw/>");
  assert_string_equal(svg.data, "<a b=\"&lt;&amp;&quot;&#39;&gt;\xEF\xBF\xBD\xEF\xBF\xBD(\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" "金\" c=\"#0a0b0c\" d=\"1 -2\" e=\"0.33\">-7%<raw/></a>");
  sp_svg_free(&svg);
}

/* ---- the sheet */

static void the_sheet_is_true_to_scale(void **state) {
  sp_map map = {.model = sp_world_model(*state)};
  sp_map_scene scene = {0};
  map.scene = &scene;
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  o.south_west = (sp_point){39.05, 121.30};
  o.north_east = (sp_point){39.55, 121.70};
  OK(sp_map_lay_out(&map, &o));
  /* 0.5 degrees of latitude at 39.3 N are 55.51 km, 0.4 of longitude 34.50 km: higher than wide */
  assert_near(map.view.field.y1 - map.view.field.y0, 1200.0, 1e-9);
  assert_near(map.view.field.x1 - map.view.field.x0, 900.0, 1e-9);
  sp_map_xy a = sp_map_at(&map, (sp_point){39.25, 121.5}), b = sp_map_at(&map, (sp_point){39.35, 121.5}), c = sp_map_at(&map, (sp_point){39.30, 121.6}), d = sp_map_at(&map, (sp_point){39.30, 121.5});
  assert_near((a.y - b.y) / map.view.per_m, 11102.0, 5.0); /* 0.1 degree of the meridian */
  assert_near((c.x - d.x) / map.view.per_m, 8626.0, 5.0);  /* 0.1 degree of the parallel */
  assert_near(a.x, b.x, 1e-9);
  assert_true(sp_map_inside(&map, sp_map_at(&map, o.south_west), -0.001));
  assert_true(sp_map_inside(&map, sp_map_at(&map, o.north_east), -0.001));
  sp_map_xy west = sp_map_heading(270.0), north_east = sp_map_heading(45.0);
  assert_near(west.x, -1.0, 1e-9);
  assert_near(west.y, 0.0, 1e-9);
  assert_near(north_east.x, 0.70710678, 1e-8);
  assert_near(north_east.y, -0.70710678, 1e-8);
  free(map.cell);
  free(map.height);
}

static void words_of_time_and_number(void **state) {
  sp_map_scene scene = {0};
  sp_map map = {.model = sp_world_model(*state), .scene = &scene, .lang = SP_LANG_EN};
  char out[SP_MAP_TEXT];
  sp_map_say_span(&map, 130, out);
  assert_string_equal(out, "2 h 10 min");
  sp_map_say_about(&map, 3149, 2, out);
  assert_string_equal(out, "about 3,100 horse");
  sp_map_say_men(&map, 1234567, out);
  assert_string_equal(out, "1,234,567 men");
  map.lang = SP_LANG_ZH;
  sp_map_say_span(&map, 45, out);
  assert_string_equal(out, "三刻");
  sp_map_say_span(&map, 300, out);
  assert_string_equal(out, "两个半时辰");
  sp_map_say_men(&map, 3000, out);
  assert_string_equal(out, "3000人");
  assert_near(sp_map_text_width("金州", 10.0), 20.0, 1e-9);
}

/* ---- the whole picture */

static void both_languages_and_the_same_bytes(void **state) {
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  size_t first, second;
  char *en = map_of(*state, &o, &first), *again = map_of(*state, &o, &second);
  assert_int_equal(first, second);
  assert_memory_equal(en, again, first);
  static const char *const english[] = {"Van &lt;1st&gt;", "3,000 men", "South Town", "Old ford", "Secret foe", "ford 0.5", "The bay &amp; its shore", "Shore: &lt;nobody&gt;", "5 August 1642"};
  for (size_t i = 0; i < sizeof english / sizeof english[0]; i++)
    if (!strstr(en, english[i])) fail_msg("the map does not say %s", english[i]);
  o.lang = SP_LANG_ZH;
  char *zh = map_of(*state, &o, NULL);
  static const char *const chinese[] = {"前队", "3000人", "南城", "旧渡", "长河", "试战", "七月初十"};
  for (size_t i = 0; i < sizeof chinese / sizeof chinese[0]; i++)
    if (!strstr(zh, chinese[i])) fail_msg("the map does not say %s", chinese[i]);
  assert_null(strstr(zh, "South Town"));
  assert_null(strstr(zh, "map."));
  assert_null(strstr(en, ">map."));
  free(en);
  free(again);
  free(zh);
}

static void a_seat_learns_nothing_hidden(void **state) {
  (void)state;
  sp_world *here = make_world("north-town", 5000), *there = make_world("east-fort", 9000);
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  o.headquarters = "van";
  o.truth = false;
  size_t a, b;
  char *one = map_of(here, &o, &a), *other = map_of(there, &o, &b);
  assert_int_equal(a, b);
  assert_memory_equal(one, other, a);
  assert_null(strstr(one, "Secret foe"));
  assert_null(strstr(one, "ford 0."));
  assert_non_null(strstr(one, "Rear")); /* his own side he knows */
  free(one);
  free(other);
  o.truth = true; /* the umpire's sheets differ, or the test above proves nothing */
  one = map_of(here, &o, &a);
  other = map_of(there, &o, &b);
  assert_true(a != b || memcmp(one, other, a) != 0);
  free(one);
  free(other);
  sp_world_destroy(here);
  sp_world_destroy(there);
}

static void bad_wishes_are_refused(void **state) {
  FILE *none = fopen("/dev/null", "w");
  assert_non_null(none);
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  assert_int_equal(sp_write_map(NULL, *state, &o), SP_BAD_INPUT);
  assert_int_equal(sp_write_map(none, NULL, &o), SP_BAD_INPUT);
  o.size = 3;
  assert_int_equal(sp_write_map(none, *state, &o), SP_BAD_INPUT);
  o = (sp_map_options)SP_MAP_OPTIONS_INIT;
  o.width_px = 100.0;
  assert_int_equal(sp_write_map(none, *state, &o), SP_BAD_INPUT);
  o = (sp_map_options)SP_MAP_OPTIONS_INIT;
  o.south_west = (sp_point){39.5, 121.0};
  o.north_east = (sp_point){39.1, 121.6};
  assert_int_equal(sp_write_map(none, *state, &o), SP_BAD_INPUT);
  o = (sp_map_options)SP_MAP_OPTIONS_INIT;
  o.headquarters = "nobody";
  assert_int_equal(sp_write_map(none, *state, &o), SP_NOT_FOUND);
  assert_int_equal(sp_write_map(none, *state, NULL), SP_OK);
  fclose(none);
  FILE *full = fopen("/dev/full", "w");
  if (full) {
    assert_int_equal(sp_write_map(full, *state, NULL), SP_IO);
    fclose(full);
  }
}

/* ---- labels: none covers another */

typedef struct word {
  double x0, y0, x1, y1;
} word;

static double attribute(const char *element, const char *name) {
  const char *at = strstr(element, name);
  return at ? strtod(at + strlen(name), NULL) : 0.0;
}

static size_t upright_words(char *svg, word *out, size_t room) {
  size_t count = 0;
  char *at = strstr(svg, "paint-order=\"stroke\""), *end = at ? strstr(at, "\n</g>\n</g>") : NULL;
  if (end) *end = 0;
  while (at && (at = strstr(at, "<text ")) && count < room) {
    char *close = strchr(at, '>'), *text = close + 1, *stop = strstr(text, "</text>");
    bool turned = at - svg > 1 && at[-1] == '>'; /* stands within a turning group */
    *stop = 0;
    double size = attribute(at, "font-size=\""), width = sp_map_text_width(text, size), x = attribute(at, " x=\""), y = attribute(at, " y=\"");
    double left = strstr(at, "\"end\"") ? width : strstr(at, "\"middle\"") ? 0.5 * width : 0.0;
    if (!turned) out[count++] = (word){x - left, y - 0.8 * size, x - left + width, y};
    at = stop + 1;
  }
  return count;
}

/* ---- columns */

static sp_map_body column(sp_key key, size_t first, size_t count, int32_t men) {
  sp_map_body b = {.key = key, .men = men, .state = SP_MAP_MARCHING, .first_point = first, .point_count = count, .name = "Column"};
  return b;
}

static void names_stand_apart(void **state) {
  enum { CROWD = 40 };
  sp_map_body body[CROWD];
  sp_point at[CROWD];
  for (size_t i = 0; i < CROWD; i++) { /* a body every kilometre, 15 units: far too close for all the names */
    at[i] = (sp_point){39.3 + 0.01 * (double)(i / 8), 121.45 + 0.012 * (double)(i % 8)};
    body[i] = column(i + 1, i, 1, (int32_t)(500 + 100 * i));
    body[i].state = SP_MAP_CAMPED;
  }
  sp_map_scene scene = {.truth = true, .seat_side = -1, .body = body, .body_count = CROWD, .point = at, .point_count = CROWD};
  sp_map map = {.model = sp_world_model(*state), .scene = &scene};
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  o.south_west = (sp_point){39.0, 121.0};
  o.north_east = (sp_point){39.6, 121.8};
  OK(sp_map_lay_out(&map, &o));
  sp_map_draw_places(&map);
  sp_map_draw_war(&map);
  sp_map_labels_draw(&map);
  word list[2 * CROWD + 16];
  size_t count = upright_words(map.svg.data, list, sizeof list / sizeof list[0]);
  assert_in_range(count, 24, 2 * CROWD + 8); /* some find room, two lines each */
  for (size_t i = 0; i < count; i++)
    for (size_t k = i + 1; k < count; k++) {
      bool apart = list[i].x1 <= list[k].x0 || list[k].x1 <= list[i].x0 || list[i].y1 <= list[k].y0 || list[k].y1 <= list[i].y0;
      if (!apart) fail_msg("words %zu and %zu overlap", i, k);
    }
  sp_svg_free(&map.svg);
  free(map.cell);
  free(map.height);
  free(map.label);
}

static void columns_on_one_road_lie_side_by_side(void **state) {
  sp_point trace[] = {{39.40, 121.5}, {39.20, 121.5}, {39.40, 121.5}, {39.20, 121.5}};
  sp_map_body body[] = {column(1, 0, 2, 3000), column(2, 2, 2, 2000)};
  sp_map_scene scene = {.truth = true, .seat_side = -1, .body = body, .body_count = 2, .point = trace, .point_count = 4};
  sp_map map = {.model = sp_world_model(*state), .scene = &scene};
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  OK(sp_map_lay_out(&map, &o));
  sp_map_draw_war(&map);
  double x[2], from[2], to[2];
  int found = 0;
  /* a ribbon's outline is 1.7 wider than its 7; its line runs from tail to head */
  for (const char *at = map.svg.data; (at = strstr(at, "<path d=\"M")) != NULL; at++) {
    const char *end = strstr(at, "/>"), *wide = strstr(at, "stroke-width=\"8.7\"");
    if (!wide || wide > end) continue;
    assert_true(found < 2);
    x[found] = strtod(at + 10, NULL);
    from[found] = strtod(strchr(at + 10, ' ') + 1, NULL);
    to[found] = strtod(strchr(strchr(at, 'L'), ' ') + 1, NULL);
    found++;
  }
  assert_int_equal(found, 2);
  double across = x[0] > x[1] ? x[0] - x[1] : x[1] - x[0];
  assert_true(across >= 7.0); /* a ribbon's width at least */
  for (int i = 0; i < 2; i++) assert_near((from[i] - to[i]) / map.view.per_m, 22204.0, 30.0); /* 0.2 degrees of the meridian: its true length */
  sp_svg_free(&map.svg);
  free(map.cell);
  free(map.height);
  free(map.label);
}

static void ten_thousand_bodies_take_seconds(void **state) {
  enum { BODIES = 10000 };
  sp_map_body *body = calloc(BODIES, sizeof *body);
  sp_point *trace = calloc(2 * BODIES, sizeof *trace);
  assert_true(body && trace);
  for (size_t i = 0; i < BODIES; i++) {
    double lat = 39.02 + 0.0056 * (double)(i % 100), lon = 121.22 + 0.0056 * (double)(i / 100);
    trace[2 * i] = (sp_point){lat, lon};
    trace[2 * i + 1] = (sp_point){lat + (i % 3 ? 0.01 : 0.0), lon + 0.004};
    body[i] = column(i + 1, 2 * i, i % 4 ? 2 : 1, (int32_t)(100 + i % 4000));
    body[i].side = (int32_t)(i % 2);
    if (i % 5 == 0) body[i].state = SP_MAP_CAMPED;
  }
  sp_map_scene scene = {.truth = true, .seat_side = -1, .body = body, .body_count = BODIES, .point = trace, .point_count = 2 * BODIES};
  sp_map map = {.model = sp_world_model(*state), .scene = &scene};
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  clock_t begun = clock();
  OK(sp_map_lay_out(&map, &o));
  sp_map_draw_war(&map);
  sp_map_labels_draw(&map);
  double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  assert_false(map.no_memory || map.svg.no_memory);
  assert_true(seconds < 30.0); /* 2 s and less without sanitizers */
  print_message("10000 bodies: %.2f s, %zu bytes\n", seconds, map.svg.length);
  sp_svg_free(&map.svg);
  free(map.cell);
  free(map.height);
  free(map.label);
  free(body);
  free(trace);
}

/* ---- PNG */

static void png_of_the_right_size(void **state) {
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  o.width_px = 400.0;
  size_t length;
  char *svg = map_of(*state, &o, &length), path[] = "test_map_XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  OK(sp_write_png(path, svg, length));
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  unsigned char head[24];
  assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
  fclose(file);
  remove(path);
  assert_memory_equal(head, "\x89PNG\r\n\x1a\n", 8);
  assert_int_equal(head[18] << 8 | head[19], 400);
  assert_int_equal(sp_write_png("no/such/folder/map.png", svg, length), SP_IO);
  assert_int_equal(sp_write_png("unused.png", "<svg", 4), SP_BAD_INPUT);
  assert_int_equal(sp_write_png("unused.png", svg, 0), SP_BAD_INPUT);
  free(svg);
}

/* fontconfig keeps its caches to the end of the process, some by pointers that the leak finder cannot follow. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\nleak:libpango\n"; }

static int set_up(void **state) {
  *state = make_world("north-town", 5000);
  return *state ? 0 : -1;
}

static int tear_down(void **state) {
  sp_world_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_plain),
      cmocka_unit_test(text_is_escaped),
      cmocka_unit_test(the_sheet_is_true_to_scale),
      cmocka_unit_test(words_of_time_and_number),
      cmocka_unit_test(both_languages_and_the_same_bytes),
      cmocka_unit_test(a_seat_learns_nothing_hidden),
      cmocka_unit_test(bad_wishes_are_refused),
      cmocka_unit_test(names_stand_apart),
      cmocka_unit_test(columns_on_one_road_lie_side_by_side),
      cmocka_unit_test(ten_thousand_bodies_take_seconds),
      cmocka_unit_test(png_of_the_right_size),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
