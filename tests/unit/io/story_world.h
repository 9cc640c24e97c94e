/* story_world.h - a small war for the tests of what a reader gets: one road, two columns and a rider.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TEST_STORY_WORLD_H
#define TEST_STORY_WORLD_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapan/shapan.h"
#include "shapan/story.h"

typedef struct story_war {
  sp_model *model;
  sp_world *world;
  sp_story *log;
} story_war;

static inline void story_strength(sp_scenario *s, const char *formation, const char *contingent, sp_arm arm, sp_troop_class c, int32_t men, int32_t officers) {
  sp_strength_def def = SP_STRENGTH_DEF_INIT;
  def.formation = formation;
  def.contingent = contingent;
  def.arm = arm;
  def.troop_class = c;
  def.count[SP_RANK_SOLDIER] = men;
  def.count[SP_RANK_COMPANY] = officers;
  def.quality = 0.6;
  assert_int_equal(sp_scenario_add_strength(s, &def), SP_OK);
}

static inline void story_formation(sp_scenario *s, const char *id, sp_name name, const char *side, const char *parent, const char *contingent, const char *commander, const char *at) {
  sp_formation_def def = SP_FORMATION_DEF_INIT;
  def.id = id;
  def.name = name;
  def.side = side;
  def.parent = parent;
  def.contingent = contingent;
  def.commander = commander;
  def.at.place = at;
  def.camped = true;
  assert_int_equal(sp_scenario_add_formation(s, &def), SP_OK);
}

static inline void story_people(sp_scenario *s) {
  sp_person_def person;
  sp_person_def_init(&person);
  person.id = "hong";
  person.name = (sp_name){"Hong", "洪某"};
  person.side = "ming";
  person.title_en = "governor";
  person.title_zh = "总督";
  assert_int_equal(sp_scenario_add_person(s, &person), SP_OK);
  sp_side_def side = SP_SIDE_DEF_INIT;
  side.id = "ming";
  side.name = (sp_name){"Ming", "明军"};
  assert_int_equal(sp_scenario_add_side(s, &side), SP_OK);
  sp_contingent_def contingent = SP_CONTINGENT_DEF_INIT;
  contingent.id = "camp-men";
  contingent.name = (sp_name){"The camp, \"old\"", "旧营"};
  contingent.side = "ming";
  assert_int_equal(sp_scenario_add_contingent(s, &contingent), SP_OK);
  story_formation(s, "main", (sp_name){"Main body", "中军"}, "ming", NULL, "camp-men", "hong", "west");
  story_formation(s, "guard", (sp_name){"Advance guard", "前锋营"}, "ming", "main", "camp-men", NULL, "middle");
  story_strength(s, "main", "camp-men", SP_ARM_SPEAR, SP_CLASS_LINE, 3000, 30);
  story_strength(s, "main", "camp-men", SP_ARM_HORSE, SP_CLASS_LINE, 198, 2);
  story_strength(s, "main", "camp-men", SP_ARM_MOUNT, SP_CLASS_MATERIEL, 240, 0);
  story_strength(s, "guard", "camp-men", SP_ARM_SHOT, SP_CLASS_RECRUITS, 495, 5);
}

static inline story_war story_begin(void) {
  sp_scenario *s = sp_scenario_create();
  assert_non_null(s);
  sp_theatre_def theatre = SP_THEATRE_DEF_INIT;
  theatre.id = "plain";
  theatre.mesh_m = 0;
  assert_int_equal(sp_scenario_set_theatre(s, &theatre), SP_OK);
  sp_campaign_def campaign = SP_CAMPAIGN_DEF_INIT;
  campaign.id = "two-marches";
  campaign.name = (sp_name){"Two marches", "两军行"};
  campaign.start = sp_minute_of((sp_date){1642, 8, 5, 5, 0});
  campaign.end = campaign.start + 1440;
  assert_int_equal(sp_scenario_set_campaign(s, &campaign), SP_OK);
  static const struct { const char *id, *en, *zh; double lon; } places[] = {{"west", "West post", "西驿", 121.5}, {"middle", "Middle post", "中驿", 121.7}, {"east", "East post", "东驿", 121.9}};
  for (size_t i = 0; i < 3; i++) {
    sp_place_def place = SP_PLACE_DEF_INIT;
    place.id = places[i].id;
    place.name = (sp_name){places[i].en, places[i].zh};
    place.at = (sp_point){39.0, places[i].lon};
    place.kind = SP_PLACE_POST;
    assert_int_equal(sp_scenario_add_place(s, &place), SP_OK);
  }
  for (size_t i = 0; i < 2; i++) {
    sp_road_def road = SP_ROAD_DEF_INIT;
    road.from = places[i].id;
    road.to = places[i + 1].id;
    road.road_class = SP_ROAD_POST;
    assert_int_equal(sp_scenario_add_road(s, &road), SP_OK);
  }
  story_people(s);
  static const char *const orders[] = {"day 1 06:00 main to main: march to middle", "day 1 06:30 main to guard: march to east"};
  for (size_t i = 0; i < 2; i++) {
    sp_order_def order = {.size = sizeof order, .text = orders[i]};
    assert_int_equal(sp_scenario_add_order(s, &order), SP_OK);
  }
  sp_measure_def measure = SP_MEASURE_DEF_INIT;
  measure.id = "way";
  measure.name = (sp_name){"way of the main body", "中军行程"};
  measure.kind = SP_MEASURE_MARCHED;
  measure.subject = "main";
  assert_int_equal(sp_scenario_add_measure(s, &measure), SP_OK);
  story_war war = {0};
  sp_faults *faults = sp_faults_create();
  sp_status status = sp_compile(s, faults, &war.model);
  if (status == SP_OK) status = sp_world_create(war.model, NULL, 7, faults, &war.world);
  for (size_t i = 0; i < sp_faults_total(faults); i++) {
    char words[300];
    sp_faults_format(faults, i, SP_LANG_EN, words, sizeof words);
    print_message("%s\n", words);
  }
  assert_int_equal(status, SP_OK);
  sp_faults_destroy(faults);
  sp_scenario_destroy(s);
  war.log = sp_story_create(war.model);
  assert_non_null(war.log);
  sp_world_set_events(war.world, SP_EVENTS_FULL);
  assert_int_equal(sp_story_take(war.log, war.world), SP_OK);
  return war;
}

static inline void story_run(story_war *war) {
  while (!sp_world_over(war->world)) {
    assert_int_equal(sp_world_step(war->world), SP_OK);
    assert_int_equal(sp_story_take(war->log, war->world), SP_OK);
  }
}

static inline void story_end(story_war *war) {
  sp_story_destroy(war->log);
  sp_world_destroy(war->world);
  sp_model_release(war->model);
}

/* What a writer writes, as one text the caller frees. */
static char *story_text;
static size_t story_size;
#define STORY_TEXT(out, ...)                                      \
  do {                                                            \
    FILE *story_file = open_memstream(&story_text, &story_size); \
    assert_non_null(story_file);                                  \
    assert_int_equal((__VA_ARGS__), SP_OK);                       \
    assert_int_equal(fclose(story_file), 0);                      \
    (out) = story_text;                                           \
  } while (0)

#endif
