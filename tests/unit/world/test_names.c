/* test_names.c - words for places and bodies in both languages. SPDX-License-Identifier: Apache-2.0 */
#include "army.h"
#include "world/orders.h"

#include <ctype.h>
#include <string.h>

static void where_is(const sp_world *w, int32_t node, double east_m, double north_m, const char *en, const char *zh) {
  char text[256];
  sp_xy west = w->model->node[w->model->place_node[sp_model_find(w->model, SP_ENTITY_PLACE, "west")]].at;
  size_t needed = sp_world_where(w, node, west.x + east_m, west.y + north_m, SP_LANG_EN, text, sizeof text);
  assert_string_equal(text, en);
  assert_int_equal(needed, strlen(en));
  sp_world_where(w, node, west.x + east_m, west.y + north_m, SP_LANG_ZH, text, sizeof text);
  assert_string_equal(text, zh);
}

/* The road west-ford is drawn straight over about 10.3 km and is 12 km long by the tape. */
static void places_are_said_by_the_nearest_name(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t west = m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "west")];
  where_is(w, west, 0.0, 0.0, "at Westford", "在西渡");
  where_is(w, m->crossing[0].node, 0.0, 0.0, "at Reed ford", "在苇渡");
  where_is(w, -1, 100.0, -200.0, "at Westford", "在西渡");
  double drawn = m->node[m->crossing[0].node].at.x - m->node[west].at.x;
  where_is(w, -1, drawn / 12.0 * 3.4, 0.0, "3.4 km from Westford on the road to Reed ford", "在西渡往苇渡道上六里处"); /* 3400 / 576 = 5.9 */
  where_is(w, -1, drawn / 12.0 * 11.5, 0.0, "500 m from Reed ford on the road to Westford", "在苇渡往西渡道上一里处"); /* 500 / 576: more than three quarters */
  where_is(w, -1, drawn / 12.0 * 11.6, 0.0, "400 m from Reed ford on the road to Westford", "在苇渡往西渡道上二百五十步处"); /* 400 / 1.6 */
  where_is(w, -1, 0.0, 5000.0, "5 km north of Westford", "在西渡以北九里"); /* 8.7 */
  where_is(w, -1, -3000.0, -3000.0, "4.2 km south-west of Westford", "在西渡西南七里"); /* 4243 m: 7.4 */
  where_is(w, -1, -12000.0, 100.0, "12 km west of Westford", "在西渡以西二十一里"); /* 20.8 */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void name_is(const sp_world *w, sp_key key, const char *en, const char *zh) {
  char text[256];
  sp_world_name(w, key, SP_LANG_EN, text, sizeof text);
  assert_string_equal(text, en);
  assert_int_equal(sp_world_name(w, key, SP_LANG_ZH, text, sizeof text), strlen(zh));
  assert_string_equal(text, zh);
}

static int32_t detach(sp_world *w, int32_t parent, int32_t ordinal, int32_t unit) {
  int32_t row = sp_row_new(w, SP_TABLE_FORMATION, sp_key_born(w->formation.key[parent], 1, 4, (uint32_t)ordinal));
  assert_true(row >= 0);
  w->formation.start[row] = -1;
  w->formation.born_of[row] = w->formation.key[parent];
  w->formation.ordinal[row] = ordinal;
  w->formation.name_unit[row] = unit;
  return row;
}

static void bodies_have_names(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t van = army_row(w, "van"), main = army_row(w, "main");
  name_is(w, w->formation.key[van], "Vanguard", "前锋");
  name_is(w, w->hq.key[van], "headquarters of Vanguard", "前锋中军");
  name_is(w, m->crossing[0].key, "Reed ford", "苇渡");
  name_is(w, m->person[0].key, "He", "何");
  name_is(w, 0, "nobody", "无人");
  name_is(w, 4711, "an unknown body", "来历不明之众");
  int32_t first = detach(w, van, 1, -1), twelfth = detach(w, van, 12, -1), of_first = detach(w, first, 2, -1);
  int32_t iron = detach(w, main, 23, sp_model_find(m, SP_ENTITY_UNIT, "iron"));
  name_is(w, w->formation.key[first], "Vanguard, 1st detachment", "前锋分遣第一队");
  name_is(w, w->formation.key[twelfth], "Vanguard, 12th detachment", "前锋分遣第十二队");
  name_is(w, w->formation.key[of_first], "Vanguard, 1st detachment, 2nd detachment", "前锋分遣第一队分遣第二队");
  name_is(w, w->formation.key[iron], "Iron battalion", "铁营");
  w->formation.alive[first] = 0; /* the dead are still spoken of */
  name_is(w, w->formation.key[first], "Vanguard, 1st detachment", "前锋分遣第一队");
  int32_t pool = army_pool(w, van);
  name_is(w, w->pool.key[pool], "stragglers of Vanguard", "前锋掉队之众");
  char small[4];
  assert_int_equal(sp_world_name(w, w->formation.key[van], SP_LANG_ZH, small, sizeof small), 6);
  assert_string_equal(small, "前"); /* never half a character */
  sp_world_destroy(w);
  sp_model_release(m);
}

static void forks_without_names_are_no_places(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  int32_t west = m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "west")];
  sp_xy at = m->node[west].at;
  assert_int_equal(sp_nearest_place(m, at), west);
  m->place_def[m->node[west].place].kind = SP_PLACE_BEND;
  assert_int_equal(sp_nearest_place(m, at), m->crossing[0].node);
  sp_model_release(m);
}

/* Stores that a convoy left at a fork on its way are not at "(nothing)". */
static void stores_have_names(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t west = m->place_node[sp_model_find(m, SP_ENTITY_PLACE, "west")], d = sp_row_new(w, SP_TABLE_DEPOT, 77);
  assert_true(d >= 0);
  w->depot.start[d] = -1;
  w->depot.node[d] = west;
  name_is(w, 77, "the stores at Westford", "西渡之仓");
  m->place_def[m->node[west].place].kind = SP_PLACE_BEND;
  name_is(w, 77, "the stores near Reed ford", "苇渡近旁之仓");
  m->node[west].place = -1;
  name_is(w, 77, "the stores near Reed ford", "苇渡近旁之仓");
  sp_world_destroy(w);
  sp_model_release(m);
}

static void events_are_named_and_settled(void **state) {
  (void)state;
  static const char *const declared[] = {
#define SP_EVENT(name, level, meaning) #name,
#include "shapan/events.def"
  };
  for (int t = 0; t < SP_EVENT_TYPE_COUNT; t++) {
    const char *name = sp_event_name((sp_event_type)t);
    assert_int_equal(strlen(name), strlen(declared[t]));
    for (size_t i = 0; name[i]; i++) assert_int_equal(name[i], tolower((unsigned char)declared[t][i]));
    assert_true(strlen(sp_event_meaning((sp_event_type)t)) > 0);
  }
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  static const struct { uint8_t phase; sp_minute minute; sp_key subject; int32_t a; } told[] = {
      {1, 10, 5, 0}, {1, 5, 9, 1}, {2, 5, 3, 2}, {1, 5, 2, 3}, {1, 5, 9, 4}, {2, 10, 1, 5},
  };
  static const int32_t wanted[] = {3, 1, 4, 2, 0, 5};
  for (size_t i = 0; i < 6; i++) {
    w->event_phase = told[i].phase;
    sp_emit(w, (sp_event){.minute = told[i].minute, .type = SP_EVENT_HALTED, .subject = told[i].subject, .a = told[i].a});
  }
  sp_emit(w, (sp_event){.type = SP_EVENT_ASSEMBLING}); /* level 2: not asked for */
  size_t count;
  sp_events_settle(w, 0);
  const sp_event *events = sp_world_events(w, &count);
  assert_int_equal(count, 6);
  for (size_t i = 0; i < 6; i++) assert_int_equal(events[i].a, wanted[i]);
  assert_int_equal(events[0].level, 1);
  uint64_t hash = sp_world_hash(w, NULL);
  sp_world_drain_events(w);
  sp_world_set_events(w, SP_EVENTS_NONE);
  assert_true(sp_world_hash(w, NULL) == hash); /* listening changes nothing */
  sp_world_destroy(w);
  sp_model_release(m);
}

/* Head 2 km up the second leg, tail 3 km before the end of the first: a column over the ford, 5 km long. */
static void a_column_lies_on_its_legs(void **state) {
  (void)state;
  sp_model *m = army_model(EXTRA_NONE);
  sp_world *w = army_world(m);
  int32_t van = army_row(w, "van"), ford = m->crossing[0].node;
  sp_leg first = w->formation.leg[van * SP_LEGS], second = SP_NO_LEG;
  if (sp_leg_end(m, first) != ford) first ^= 1u;
  for (int32_t e = 0; e < m->edge_count; e++) {
    if (e == sp_leg_edge(first)) continue;
    second = sp_leg_of(e, m->edge[e].node[0] != ford);
    if (sp_leg_start(m, second) == ford) break;
  }
  assert_int_equal(sp_leg_start(m, second), ford);
  w->formation.leg[van * SP_LEGS] = first;
  w->formation.leg[van * SP_LEGS + 1] = second;
  w->formation.leg_count[van] = 2;
  w->formation.head_leg[van] = 1;
  w->formation.head_m[van] = 2000.0;
  w->formation.tail_m[van] = 9000.0;
  w->formation.extent_m[van] = 5000.0;
  sp_xy head = sp_leg_point(m, second, 2000.0, NULL), tail = sp_leg_point(m, first, 9000.0, NULL), heading;
  w->formation.head_x[van] = w->hq.x[van] = head.x;
  w->formation.head_y[van] = w->hq.y[van] = head.y;
  w->formation.tail_x[van] = tail.x;
  w->formation.tail_y[van] = tail.y;
  army_check(w);
  sp_xy at = sp_formation_point(w, van, 2000.0);
  assert_near(at.x, m->node[ford].at.x, 0.01);
  at = sp_formation_point(w, van, 1e9);
  assert_near(at.x, tail.x, 0.01);
  sp_leg_point(m, first, 100.0, &heading);
  assert_true(heading.x > 0.99); /* eastward, as it marches */
  sp_leg_point(m, first ^ 1u, 100.0, &heading);
  assert_true(heading.x < -0.99);
  sp_point points[8];
  size_t needed = sp_world_trace(w, van, points, 8);
  assert_int_equal(needed, 3);
  assert_true(points[0].lon_deg > points[1].lon_deg && points[1].lon_deg > points[2].lon_deg);
  assert_near(points[1].lon_deg, 121.62, 1e-4);
  assert_int_equal(sp_world_trace(w, van, NULL, 0), 3);
  sp_world_destroy(w);
  sp_model_release(m);
}

/* As the chronicle counts them: steps below a li, half li below ten. */
static void chinese_numbers(void **state) {
  (void)state;
  static const struct { int64_t n; const char *said; } cases[] = {
      {0, "零"}, {10, "十"}, {12, "十二"}, {112, "一百一十二"}, {1005, "一千零五"}, {10000, "一万"}, {20010, "二万零一十"}, {99999, "九万九千九百九十九"}, {100000, "十万"},
      {100001, "十万零一"}, {200000, "二十万"}, {1200300, "一百二十万零三百"}, {100010000, "一亿零一万"}, {123456789, "一亿二千三百四十五万六千七百八十九"}};
  char out[96];
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    sp_say_number_zh(cases[n].n, out, sizeof out);
    assert_string_equal(out, cases[n].said);
  }
}

static void distances_in_orders(void **state) {
  (void)state;
  char out[64];
  sp_say_li(400.0, out, sizeof out);
  assert_string_equal(out, "二百五十步"); /* of 1.6 m */
  sp_say_li(1000.0, out, sizeof out);
  assert_string_equal(out, "一里半"); /* 1.74 li of 576 m */
  sp_say_li(6240.0, out, sizeof out);
  assert_string_equal(out, "十一里"); /* 10.83 */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(chinese_numbers), cmocka_unit_test(distances_in_orders), 
      cmocka_unit_test(places_are_said_by_the_nearest_name), cmocka_unit_test(bodies_have_names),
      cmocka_unit_test(forks_without_names_are_no_places),   cmocka_unit_test(stores_have_names), cmocka_unit_test(events_are_named_and_settled),
      cmocka_unit_test(a_column_lies_on_its_legs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
