/* The order language: what is understood, what is blamed and where, and that the canonical line says the same.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/lab.h"
#include "world/orders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* hooge over van, rear (abatai) and last; the Ming have one guard. Road shihe - bend - fuzhou with a ford on it. */
static sp_world *open_war(double mesh_m) {
  sp_lab lab = sp_lab_open(30.0, 15);
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "lab";
  theatre.mesh_m = mesh_m;
  assert_int_equal(sp_scenario_set_theatre(lab.scenario, &theatre), SP_OK);
  sp_lab_side(&lab, "qing");
  sp_lab_side(&lab, "ming");
  sp_lab_place(&lab, "shihe", 0.0, 0.0);
  sp_lab_place(&lab, "pingshan", 4000.0, 0.0);
  sp_lab_place(&lab, "fuzhou", 12000.0, 0.0);
  sp_lab_river(&lab, "shi", 8000.0, 0.5, 100.0);
  sp_lab_crossing(&lab, "baiqiankou", "shi", 8000.0, SP_CROSSING_FORD, 8.0);
  sp_lab_road(&lab, "shihe", "pingshan", 4000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "pingshan", "baiqiankou", 4000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  sp_lab_road(&lab, "baiqiankou", "fuzhou", 4000.0, SP_ROAD_POST, SP_RELIEF_PLAIN);
  const char *person[][2] = {{"hooge", "qing"}, {"abatai", "qing"}, {"liu", "qing"}, {"zhou-xian", "ming"}};
  for (int i = 0; i < 4; i++) {
    sp_person_def def;
    sp_person_def_init(&def);
    def.id = person[i][0];
    def.side = person[i][1];
    def.name = (sp_name){i == 0 ? "Hooge" : i == 1 ? "Abatai" : NULL, i == 0 ? "豪格" : i == 1 ? "阿巴泰" : NULL};
    assert_int_equal(sp_scenario_add_person(lab.scenario, &def), SP_OK);
  }
  const char *body[][4] = {{"army", "qing", NULL, "hooge"}, {"van", "qing", "army", NULL}, {"rear", "qing", "army", "abatai"}, {"last", "qing", "army", NULL}, {"guard", "ming", NULL, "zhou-xian"}};
  for (int i = 0; i < 5; i++) {
    sp_formation_def def = SP_FORMATION_DEF_INIT;
    def.id = body[i][0];
    def.side = body[i][1];
    def.parent = body[i][2];
    def.commander = body[i][3];
    def.at.place = i == 4 ? "fuzhou" : "shihe";
    def.camped = true;
    sp_lab_formation_def(&lab, &def);
    sp_lab_strength(&lab, body[i][0], SP_ARM_HORSE, 100);
    sp_lab_strength(&lab, body[i][0], SP_ARM_SPEAR, 400);
  }
  return sp_lab_war(&lab, 1);
}

static sp_world *war;
static int open_once(void **state) {
  (void)state;
  war = open_war(0.0);
  return 0;
}
static int close_once(void **state) {
  (void)state;
  sp_lab_close(war);
  return 0;
}

static sp_status parse(const char *text, sp_order_draft *d, sp_faults *faults) {
  sp_order_reader reader = {.model = sp_world_model(war), .world = war, .now = sp_world_minute(war)};
  return sp_order_parse(&reader, text, (sp_where){"orders", 7, 5}, faults, d);
}

static sp_minute opening(void) { return sp_world_minute(war); }
static sp_minute midnight(void) { return opening() - 6 * 60; } /* the lab opens at 06:00 */
static int32_t node_of(const char *id) {
  const sp_model *m = sp_world_model(war);
  int32_t place = sp_model_find(m, SP_ENTITY_PLACE, id), crossing = sp_model_find(m, SP_ENTITY_CROSSING, id);
  return place >= 0 ? m->place_node[place] : m->crossing[crossing].node;
}

static void a_march_with_everything(void **state) {
  (void)state;
  sp_order_draft d;
  assert_int_equal(parse("day 2 05:30 Hooge to abatai, van: march to fuzhou by pingshan, baiqiankou, at 07:15, briskly, through the night", &d, NULL), SP_OK);
  assert_true(d.sender == sp_key_of("army"));
  assert_int_equal(d.recipient_count, 2);
  assert_true(d.recipient[0] == sp_key_of("rear") && d.recipient[1] == sp_key_of("van"));
  assert_true(d.due == midnight() + 1440 + 5 * 60 + 30);
  assert_int_equal(d.verb, SP_VERB_MARCH);
  assert_int_equal(d.goal_node, node_of("fuzhou"));
  assert_int_equal(d.via_node[0], node_of("pingshan"));
  assert_int_equal(d.via_node[1], node_of("baiqiankou"));
  assert_int_equal(d.via_node[2], -1);
  assert_true(d.start_minute == midnight() + 1440 + 7 * 60 + 15);
  assert_int_equal(d.pace, SP_PACE_BRISK);
  assert_true(d.through_night);
}

static void hours_and_dates(void **state) {
  (void)state;
  sp_order_draft d;
  assert_int_equal(parse("hooge to van: halt", &d, NULL), SP_OK);
  assert_true(d.due == opening());
  assert_int_equal(parse("1640-05-11 23:05 hooge to van: halt", &d, NULL), SP_OK);
  assert_true(d.due == midnight() + 1440 + 23 * 60 + 5);
  assert_int_equal(parse("at 05:00 hooge to van: halt", &d, NULL), SP_OK); /* past at six: tomorrow's */
  assert_true(d.due == midnight() + 1440 + 5 * 60);
  assert_int_equal(parse("day 2 at dawn hooge to van: camp", &d, NULL), SP_OK);
  assert_int_equal(d.due_light, 1);
  assert_in_range(d.due - midnight() - 1440, 4 * 60 + 45, 5 * 60 + 15); /* 36 N, 11 May: sunrise about 05:00 */
  assert_int_equal(parse("hooge to van: march to fuzhou at dawn", &d, NULL), SP_OK);
  assert_int_equal(d.start_light, 1);
  assert_true(d.start_minute == 0);
  assert_int_equal(parse("hooge to van: march to fuzhou at 05:00", &d, NULL), SP_OK);
  assert_true(d.start_minute == midnight() + 1440 + 300);
}

static void instructions(void **state) {
  (void)state;
  sp_order_draft d;
  assert_int_equal(parse("on request 2 from abatai after 25 min hooge to last: march to pingshan", &d, NULL), SP_OK);
  assert_true(d.due < 0);
  assert_int_equal(d.trigger, SP_TRIGGER_REQUEST);
  assert_int_equal(d.trigger_count, 2);
  assert_true(d.trigger_of == sp_key_of("rear"));
  assert_int_equal(d.after_min, 25);
  assert_int_equal(parse("on word from van after 1.5h, hooge to all: march to fuzhou at 05:00", &d, NULL), SP_OK);
  assert_int_equal(d.trigger_count, 0);
  assert_int_equal(d.after_min, 90);
  assert_true(d.all);
  assert_true(d.start_minute == 301); /* resolved when it is given */
  assert_int_equal(parse("on arrival at baiqiankou hooge to van: cross toward fuzhou", &d, NULL), SP_OK);
  assert_int_equal(d.trigger_node, node_of("baiqiankou"));
  assert_int_equal(d.goal_node, node_of("fuzhou"));
  assert_int_equal(parse("on contact abatai to rear: halt", &d, NULL), SP_OK);
  assert_int_equal(d.trigger_count, 1);
}

static void other_commands(void **state) {
  (void)state;
  sp_order_draft d;
  assert_int_equal(parse("hooge to rear: follow van at 10 li", &d, NULL), SP_OK);
  assert_int_equal(d.follow_m, 5760);
  assert_int_equal(parse("hooge to rear: follow van at 2.5km", &d, NULL), SP_OK);
  assert_int_equal(d.follow_m, 2500);
  assert_int_equal(parse("hooge to rear: detach 1,000 foot and 200 horse as relief under liu to march to fuzhou, forced", &d, NULL), SP_OK);
  assert_int_equal(d.detach_count[0], 1000);
  assert_int_equal(d.detach_arm[0], SP_ARM_FOOT);
  assert_int_equal(d.detach_class[0], SP_ANY);
  assert_int_equal(d.detach_count[1], 200);
  assert_int_equal(d.detach_arm[1], SP_ARM_HORSE);
  assert_int_equal(d.detach_count[2], 0);
  assert_string_equal(d.name, "relief");
  assert_int_equal(d.detach_person, sp_model_find(sp_world_model(war), SP_ENTITY_PERSON, "liu"));
  assert_int_equal(d.detach_verb, SP_VERB_MARCH);
  assert_int_equal(d.pace, SP_PACE_FORCED);
  assert_int_equal(parse("hooge to rear: detach 50 veterans, all carts to camp at pingshan", &d, NULL), SP_OK);
  assert_int_equal(d.detach_class[0], SP_CLASS_VETERANS);
  assert_int_equal(d.detach_count[1], -1);
  assert_int_equal(d.detach_arm[1], SP_ARM_CART);
  assert_int_equal(parse("abatai: send word to hooge: \"the enemy, ten thousand: come\"", &d, NULL), SP_OK);
  assert_true(d.sender == sp_key_of("rear") && d.about == sp_key_of("army"));
  assert_string_equal(d.word, "the enemy, ten thousand: come");
  assert_int_equal(parse("day 1 08:00 abatai: ask hooge for leave to march", &d, NULL), SP_OK);
  assert_int_equal(d.ask, SP_ASK_LEAVE);
  assert_int_equal(parse("hooge to rear: merge with van", &d, NULL), SP_OK);
  assert_true(d.follow == sp_key_of("van"));
  assert_int_equal(parse("abatai: report to hooge", &d, NULL), SP_OK);
}

static void fights(void **state) {
  (void)state;
  sp_order_draft d;
  assert_int_equal(parse("hooge to van: attack", &d, NULL), SP_OK);
  assert_int_equal(d.verb, SP_VERB_ATTACK);
  assert_true(d.follow == SP_FOLLOW_ENEMY && d.goal_node == -1 && d.manner == 0);
  assert_int_equal(parse("day 1 08:00 hooge to van: attack the enemy at fuzhou at dawn, forced, giving no quarter", &d, NULL), SP_OK);
  assert_int_equal(d.goal_node, node_of("fuzhou"));
  assert_int_equal(d.start_light, 1);
  assert_int_equal(d.pace, SP_PACE_FORCED);
  assert_int_equal(d.manner, SP_QUARTER_NONE + 1);
  assert_int_equal(parse("hooge to van: attack at dawn", &d, NULL), SP_OK);
  assert_true(d.start_light == 1 && d.goal_node == -1);
  assert_int_equal(parse("hooge to van: attack guard by pingshan, no quarter", &d, NULL), SP_OK); /* an author may name the enemy */
  assert_true(d.follow == sp_key_of("guard") && d.via_node[0] == node_of("pingshan") && d.via_node[1] == -1);
  assert_int_equal(parse("hooge to van: pursue the enemy along the post road, through the night, quarter to all", &d, NULL), SP_OK);
  assert_true(d.verb == SP_VERB_PURSUE && d.follow == SP_FOLLOW_ENEMY && d.through_night);
  assert_int_equal(d.manner, SP_QUARTER_ALL + 1);
  assert_int_equal(parse("hooge to van: hold", &d, NULL), SP_OK);
  assert_true(d.verb == SP_VERB_HOLD && d.goal_node == -1 && d.follow == 0);
  assert_int_equal(parse("hooge to van: hold baiqiankou as rear guard", &d, NULL), SP_OK);
  assert_int_equal(d.goal_node, node_of("baiqiankou"));
  assert_int_equal(d.manner, SP_MANNER_REAR_GUARD);
  assert_int_equal(parse("hooge to rear: detach all horse to pursue, giving quarter", &d, NULL), SP_OK);
  assert_true(d.verb == SP_VERB_DETACH && d.detach_verb == SP_VERB_PURSUE && d.follow == SP_FOLLOW_ENEMY);
  assert_int_equal(d.manner, SP_QUARTER_SOME + 1);
}

/* line, column of the blamed word counted from 5, message id, slot text that must appear in the English line */
static const struct { const char *line; int32_t column; const char *id, *says; } blamed[] = {
    {"", 5, "order.empty", "missing"},
    {"hooge to van: marhc to fuzhou", 19, "order.word_near", "did you mean \"march\"?"},
    {"hooge to van: march to fuzou", 28, "order.unknown_place_near", "did you mean \"fuzhou\"?"},
    {"hooge to vna: halt", 14, "order.unknown_formation_near", "\"van\""},
    {"hooge to zhou-xian: halt", 14, "order.other_side", "another side"},
    {"hooge to liu: halt", 14, "order.commands_nothing", "liu"},
    {"hooge to van: march to", 27, "order.place_missing", "expected a place"},
    {"hooge to van: march fuzhou", 25, "order.word", "expected to"},
    {"hooge to van:", 18, "order.ends_early", "march"},
    {"hooge to van", 17, "order.nothing_ordered", "colon"},
    {"hooge to van march to fuzhou", 18, "order.colon_wanted", "\"march\""},
    {"van: march to fuzhou", 5, "order.sender_missing", "SENDER to van"},
    {"day 0 05:00 hooge to van: halt", 9, "order.day_wanted", "\"0\""},
    {"day 1 25:00 hooge to van: halt", 11, "order.hour_wanted", "\"25:00\""},
    {"day 1 05:59 hooge to van: halt", 11, "order.out_of_time", "before the opening"},
    {"1650-05-10 07:00 hooge to van: halt", 16, "order.out_of_time", "three years"},
    {"on request 2 form abatai hooge to van: halt", 18, "order.word_near", "\"from\""},
    {"on contact after 25 hooge to van: halt", 25, "order.time_unit", "\"hooge\""},
    {"hooge to rear: follow van at 10 leagues", 37, "order.distance_unit", "li"},
    {"hooge to rear: detach 500 hors to halt", 31, "order.troops_near", "\"horse\""},
    {"hooge to rear: detach 500 horse as van to halt", 40, "order.name_taken", "van"},
    {"abatai: send word to hooge: come", 33, "order.text_wanted", "quotation"},
    {"abatai: send word to hooge: \"come", 33, "order.open_quote", "never closed"},
    {"hooge to van: halt now", 24, "order.too_much", "\"now\""},
    {"hooge to van: march to fuzhou, quick", 36, "order.word", "\"quick\""},
    {"hooge to van: cross at pingshan", 28, "order.unknown_crossing", "pingshan"},
    {"hooge to van: follow van at 3 km", 5, "order.follows_himself", "itself"},
    {"hooge to van: atack the enemy", 19, "order.word_near", "\"attack\"?"},
    {"hooge to van: attack at fuzou", 29, "order.unknown_place_near", "\"fuzhou\"?"},
    {"hooge to van: attack the enemy, giving quarters", 44, "order.word_near", "\"quarter\"?"},
    {"hooge to van: attack the enemy, quarter to some", 48, "order.word", "expected all"},
    {"hooge to van: hold fuzhou as rear gard", 39, "order.word_near", "\"guard\"?"},
    {"hooge to van: entrench at fuzou deep", 31, "order.unknown_place_near", "\"fuzhou\"?"},
    {"hooge to van: entrench at fuzhou shalow", 38, "order.word", "\"shalow\""},
    {"hooge to van: entrench all fuzhou", 32, "order.word", "expected round"},
    {"hooge to van: camp at fuzhou, entrensched", 35, "order.word_near", "\"entrenched\"?"},
    {"hooge to van: attack the enemy, entrenched", 37, "order.word", "entrenched"},
    {"hooge to van: invest fuzhou", 26, "order.unwalled", "no wall"},
    {"hooge to van: hold fuzhou until noon", 31, "order.word", "\"until\""},
    {"hooge to van: pursue along the river", 36, "order.word", "road"},
    {"hooge to van: march to fuzhou, no quarter", 36, "order.word_near", "\"no\""},
    {"hooge to van: attack van", 5, "order.follows_himself", "itself"},
    {"豪格 to van: halt", 5, "order.unknown_formation", "豪格"},
    {"hooge to van: 行 to fuzhou", 19, "order.word", "行"},
};

static void the_wrong_word_is_blamed(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  for (size_t i = 0; i < sizeof blamed / sizeof *blamed; i++) {
    sp_order_draft d;
    char text[600], zh[600];
    sp_fault_view view;
    sp_faults_clear(faults);
    assert_int_equal(parse(blamed[i].line, &d, faults), SP_BAD_INPUT);
    assert_int_equal(sp_faults_total(faults), 1);
    assert_int_equal(sp_faults_get(faults, 0, &view), SP_OK);
    (void)sp_faults_format(faults, 0, SP_LANG_EN, text, sizeof text);
    (void)sp_faults_format(faults, 0, SP_LANG_ZH, zh, sizeof zh);
    if (strcmp(view.id, blamed[i].id) != 0 || view.where.column != blamed[i].column || !strstr(text, blamed[i].says)) print_error("%s\n  %s (%s)\n", blamed[i].line, text, view.id);
    assert_string_equal(view.id, blamed[i].id);
    assert_int_equal(view.where.column, blamed[i].column);
    assert_int_equal(view.where.line, 7);
    assert_non_null(strstr(text, blamed[i].says));
    assert_null(strchr(text, '{'));
    assert_null(strchr(zh, '{'));
  }
  sp_faults_destroy(faults);
}

/* What a seat cannot know must look like what is not there. */
static void a_seat_hears_nothing_of_the_enemy(void **state) {
  (void)state;
  sp_faults *faults = sp_faults_create();
  char hidden[600], absent[600];
  assert_int_equal(sp_world_order(war, sp_key_of("army"), "to guard: halt", faults), SP_BAD_INPUT);
  (void)sp_faults_format(faults, 0, SP_LANG_EN, hidden, sizeof hidden);
  sp_faults_clear(faults);
  assert_int_equal(sp_world_order(war, sp_key_of("army"), "to guars: halt", faults), SP_BAD_INPUT);
  (void)sp_faults_format(faults, 0, SP_LANG_EN, absent, sizeof absent);
  char *at = strstr(absent, "guars");
  assert_non_null(at);
  at[4] = 'd';
  assert_string_equal(hidden, absent);
  sp_faults_clear(faults);
  assert_int_equal(sp_world_order(war, sp_key_of("rear"), "hooge to van: halt", faults), SP_BAD_INPUT);
  sp_faults_destroy(faults);
}

static void canonical_lines_parse_back(void **state) {
  (void)state;
  static const char *const lines[] = {
      "day 2 05:30 hooge to abatai, van: march to fuzhou by pingshan, baiqiankou at 07:15 briskly through the night", "hooge to van: march to fuzhou by pingshan, in turns",
      "on request 2 from abatai after 25 min hooge to last: detach 100 foot, all horse as relief under liu to follow van at 3 km",
      "on word from van hooge to all: march to fuzhou at 05:00", "on arrival at baiqiankou hooge to van: cross at baiqiankou toward fuzhou",
      "abatai: send word to hooge: \"come\"", "day 1 08:00 abatai: ask hooge for instructions", "hooge to rear: merge with van",
      "on contact abatai to rear: camp at pingshan", "day 2 dusk hooge to rear: detach 300 men to halt",
      "day 2 05:00 hooge to van: attack the enemy at fuzhou by pingshan at 06:00 forced giving no quarter", "hooge to van: hold baiqiankou, briskly, as rear guard",
      "hooge to last: hold as rear guard giving quarter", "hooge to abatai: pursue along the road through the night quarter to all", "hooge to van: attack guard",
      "on contact abatai to rear: detach all horse to pursue the enemy, no quarter", "hooge to rear: follow the enemy at 5 km",
      "hooge to van: ambush the enemy at baiqiankou letting the head pass, giving no quarter", "hooge to van: ambush", "hooge to van: detach all horse to ambush at pingshan", "hooge to van: draw 10 days of bread", "hooge to van: draw 300 shi", "hooge to van: draw all", "hooge to van: unload", "hooge to van: unload 12.5 kg of grain",
      "hooge to van: hand over 2 t to rear", "hooge to van: burn the stores", "hooge to all: issue two-thirds rations", "hooge to van: issue full rations",
      "hooge to van: forage no more", "hooge to van: forage in need", "hooge to van: forage", "hooge to van: leave the wounded", "hooge to van: take the wounded", "hooge to all: carry the wounded", "hooge to van: slaughter 40 horses", "hooge to van: slaughter all draught beasts",
      "day 1 09:00 hooge to van: entrench at pingshan deep toward fuzhou, through the night", "hooge to van: entrench shallow all round", "hooge to van: hold baiqiankou as rear guard, entrenched shallow",
      "hooge to rear: camp at pingshan, entrenched deep all round", "hooge to rear: detach 100 foot to entrench at fuzhou", "hooge to rear: detach 100 foot to camp, entrenched shallow toward shihe",
      "hooge to van: draw 300 kg of powder", "hooge to van: draw powder", "hooge to van: draw 400 grenades", "hooge to van: draw all grenades", "hooge to van: unload 12.5 kg powder",
      "hooge to van: hand over 40 grenades to rear", "hooge to van: hand over 1 t of powder to rear", "hooge to van: try 20 grenades", "hooge to van: try 20 grenades, refuse them if more than 2 fail",
      "hooge to van: try 20 grenades and refuse if more than 0 fail", "hooge to van: look over the powder", "hooge to van: look over powder by abatai",
      "hooge to van: promise 3 ranks", "hooge to all: promise a rank", "hooge to van: promise 50 taels a head", "on contact hooge to hooge: promise the plunder"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    sp_order_draft first, second;
    char line[400], again[400], text[400];
    int32_t before = sp_used(war, SP_TABLE_ORDER);
    assert_int_equal(parse(lines[i], &first, NULL), SP_OK);
    assert_int_equal(sp_order_enter(war, &first, -1), SP_OK);
    sp_order_canonical(war, before, line, sizeof line);
    assert_int_equal(parse(line, &second, NULL), SP_OK);
    int32_t row = sp_used(war, SP_TABLE_ORDER);
    assert_int_equal(sp_order_enter(war, &second, -1), SP_OK);
    sp_order_canonical(war, row, again, sizeof again);
    assert_string_equal(line, again);
    assert_int_equal(first.manner, second.manner);
    assert_true(war->order.key[before] != war->order.key[row]);
    assert_true(sp_world_order_text(war, before, SP_LANG_EN, text, sizeof text) > 10);
    assert_null(strchr(text, '{'));
    print_message("%s\n%s\n", line, text);
    assert_true(sp_world_order_text(war, before, SP_LANG_ZH, text, sizeof text) > 10);
    assert_null(strchr(text, '{'));
    print_message("%s\n", text);
  }
}

/* A commander may go where no place has a name; it is told by the nearest that has one. */
static void a_spot_without_a_name(void **state) {
  (void)state;
  sp_world *named = war;
  war = open_war(2000.0); /* nodes off the roads, too */
  const sp_model *m = war->model;
  int32_t nameless = -1;
  for (int32_t n = 0; n < m->node_count && nameless < 0; n++)
    if (m->node[n].place < 0 && m->node[n].crossing < 0) nameless = n;
  assert_true(nameless >= 0);
  int32_t near = sp_nearest_place(m, m->node[nameless].at), row = sp_used(war, SP_TABLE_ORDER);
  const char *name = m->node[near].place >= 0 ? sp_model_name(m, SP_ENTITY_PLACE, m->node[near].place, SP_LANG_EN) : sp_model_name(m, SP_ENTITY_CROSSING, m->node[near].crossing, SP_LANG_EN);
  static const char *const lines[] = {"hooge to van: march to baiqiankou", "hooge to van: attack the enemy at baiqiankou", "hooge to van: camp at baiqiankou"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++, row++) {
    sp_order_draft d;
    char text[400], spot[400];
    assert_int_equal(parse(lines[i], &d, NULL), SP_OK);
    assert_int_equal(sp_order_enter(war, &d, -1), SP_OK);
    war->order.goal_node[row] = nameless;
    (void)snprintf(spot, sizeof spot, "a spot near %s", name);
    sp_world_order_text(war, row, SP_LANG_EN, text, sizeof text);
    assert_non_null(strstr(text, spot));
    sp_world_order_text(war, row, SP_LANG_ZH, text, sizeof text);
    assert_non_null(strstr(text, "左近"));
    assert_null(strchr(text, '?'));
    sp_order_canonical(war, row, text, sizeof text);
    assert_non_null(strstr(text, " near "));
  }
  sp_lab_close(war);
  war = named;
}

/* What is said last does not take back what was said first. */
static void manners_add_up(void **state) {
  (void)state;
  static const struct { const char *line; int manner; } said[] = {
      {"hooge to van: ambush the enemy at baiqiankou letting the head pass, giving no quarter", SP_MANNER_AMBUSH | SP_MANNER_LET_PASS},
      {"hooge to van: ambush at baiqiankou as rear guard giving quarter", SP_MANNER_AMBUSH | SP_MANNER_REAR_GUARD},
      {"hooge to van: hold baiqiankou as rear guard, entrenched shallow all round", SP_MANNER_REAR_GUARD | SP_MANNER_SHALLOW | SP_MANNER_RING}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    sp_order_draft d;
    assert_int_equal(parse(said[i].line, &d, NULL), SP_OK);
    assert_int_equal(d.manner & ~SP_MANNER_QUARTER, said[i].manner);
  }
}

static void sentences(void **state) {
  (void)state;
  char text[400];
  sp_order_draft d;
  int32_t row = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(parse("hooge to abatai: follow van at 10 li", &d, NULL), SP_OK);
  assert_int_equal(sp_order_enter(war, &d, -1), SP_OK);
  (void)sp_world_order_text(war, row, SP_LANG_EN, text, sizeof text);
  assert_string_equal(text, "Hooge to Abatai: follow van 5.8 km behind");
  (void)sp_world_order_text(war, row, SP_LANG_ZH, text, sizeof text);
  assert_string_equal(text, "豪格令阿巴泰：尾van而行，相去十里");
  row = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(parse("hooge to abatai: attack the enemy at fuzhou at dawn, giving no quarter", &d, NULL), SP_OK);
  assert_int_equal(sp_order_enter(war, &d, -1), SP_OK);
  (void)sp_world_order_text(war, row, SP_LANG_EN, text, sizeof text);
  assert_string_equal(text, "Hooge to Abatai: attack the enemy at fuzhou at dawn giving no quarter");
  (void)sp_world_order_text(war, row, SP_LANG_ZH, text, sizeof text);
  assert_string_equal(text, "豪格令阿巴泰：黎明，于fuzhou进击敌军，不受降");
  row = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(parse("hooge to abatai: hold fuzhou as rear guard", &d, NULL), SP_OK);
  assert_int_equal(sp_order_enter(war, &d, -1), SP_OK);
  (void)sp_world_order_text(war, row, SP_LANG_EN, text, sizeof text);
  assert_string_equal(text, "Hooge to Abatai: hold fuzhou as rear guard");
  (void)sp_world_order_text(war, row, SP_LANG_ZH, text, sizeof text);
  assert_string_equal(text, "豪格令阿巴泰：进据fuzhou而守，以为殿后");
}

static void spades(void **state) {
  (void)state;
  sp_order_draft d;
  char text[400];
  assert_int_equal(parse("hooge to abatai: entrench at pingshan shallow toward fuzhou, slowly", &d, NULL), SP_OK);
  assert_int_equal(d.verb, SP_VERB_HOLD);
  assert_int_equal(d.goal_node, node_of("pingshan"));
  assert_int_equal(d.dig_toward, node_of("fuzhou"));
  assert_int_equal(d.manner, SP_MANNER_SHALLOW);
  assert_int_equal(d.pace, SP_PACE_SLOW);
  assert_int_equal(parse("hooge to abatai: entrench", &d, NULL), SP_OK);
  assert_int_equal(d.manner, SP_MANNER_DEEP);
  assert_int_equal(d.goal_node, -1);
  assert_int_equal(d.dig_toward, -1);
  int32_t row = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(parse("hooge to abatai: camp at pingshan, entrenched all round", &d, NULL), SP_OK);
  assert_int_equal(d.verb, SP_VERB_CAMP);
  assert_int_equal(d.manner, SP_MANNER_DEEP | SP_MANNER_RING);
  assert_int_equal(sp_order_enter(war, &d, -1), SP_OK);
  (void)sp_world_order_text(war, row, SP_LANG_EN, text, sizeof text);
  assert_string_equal(text, "Hooge to Abatai: make camp at pingshan and dig in to a deep ditch all round");
  (void)sp_world_order_text(war, row, SP_LANG_ZH, text, sizeof text);
  assert_string_equal(text, "豪格令阿巴泰：于pingshan安营，掘深壕四面环之");
  row = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(parse("hooge to abatai: hold", &d, NULL), SP_OK);
  assert_int_equal(d.manner, 0);
}

/* The place of a line in a file makes no difference to the key of the order, and so to no die. */
static void keys_come_from_what_is_said(void **state) {
  (void)state;
  sp_order_draft d;
  int32_t row = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(parse("day 3 10:00 hooge to van: halt", &d, NULL), SP_OK);
  assert_int_equal(sp_order_enter(war, &d, 3), SP_OK);
  sp_key key = war->order.key[row];
  sp_row_free(war, SP_TABLE_ORDER, row);
  assert_int_equal(parse("day 3 11:00 hooge to van: halt", &d, NULL), SP_OK);
  assert_int_equal(sp_order_enter(war, &d, 0), SP_OK);
  assert_int_equal(parse("day 3 10:00   hooge to van: halt", &d, NULL), SP_OK);
  int32_t second = sp_used(war, SP_TABLE_ORDER);
  assert_int_equal(sp_order_enter(war, &d, 1), SP_OK);
  assert_true(war->order.key[second] == key);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_march_with_everything), cmocka_unit_test(hours_and_dates), cmocka_unit_test(instructions),
      cmocka_unit_test(other_commands), cmocka_unit_test(fights), cmocka_unit_test(the_wrong_word_is_blamed), cmocka_unit_test(a_seat_hears_nothing_of_the_enemy),
      cmocka_unit_test(canonical_lines_parse_back), cmocka_unit_test(a_spot_without_a_name),
      cmocka_unit_test(manners_add_up), cmocka_unit_test(sentences), cmocka_unit_test(spades), cmocka_unit_test(keys_come_from_what_is_said)};
  return cmocka_run_group_tests(tests, open_once, close_once);
}
