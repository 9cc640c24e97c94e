/* scenario.c - the editable scenario: copies of definitions in one arena, judged later by sp_compile.
 * Each kind of definition is described once (its strings, its points); one piece of code copies them all.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <stdlib.h>
#include <string.h>

#define NAME(type) offsetof(type, name.en), offsetof(type, name.zh)
#define FILE_OF(type) offsetof(type, where.file)
#define SPOT(type, spot) offsetof(type, spot.file)

static const size_t place_texts[] = {offsetof(sp_place_def, id), NAME(sp_place_def), FILE_OF(sp_place_def)};
static const size_t road_texts[] = {offsetof(sp_road_def, id), NAME(sp_road_def), FILE_OF(sp_road_def),
                                    offsetof(sp_road_def, from), offsetof(sp_road_def, to)};
static const size_t river_texts[] = {offsetof(sp_river_def, id), NAME(sp_river_def), FILE_OF(sp_river_def)};
static const size_t crossing_texts[] = {offsetof(sp_crossing_def, id), NAME(sp_crossing_def),
                                        FILE_OF(sp_crossing_def), offsetof(sp_crossing_def, river)};
static const size_t ground_texts[] = {offsetof(sp_ground_def, id), NAME(sp_ground_def), FILE_OF(sp_ground_def)};
static const size_t land_texts[] = {offsetof(sp_land_def, id), FILE_OF(sp_land_def)};
static const size_t side_texts[] = {offsetof(sp_side_def, id), NAME(sp_side_def), FILE_OF(sp_side_def),
                                    offsetof(sp_side_def, colour)};
static const size_t contingent_texts[] = {offsetof(sp_contingent_def, id), NAME(sp_contingent_def),
                                          FILE_OF(sp_contingent_def), offsetof(sp_contingent_def, side), offsetof(sp_contingent_def, feeds_with), SPOT(sp_contingent_def, feeds_spot)};
static const size_t person_texts[] = {offsetof(sp_person_def, id),       NAME(sp_person_def),
                                      FILE_OF(sp_person_def),            offsetof(sp_person_def, side),
                                      offsetof(sp_person_def, title_en), offsetof(sp_person_def, title_zh)};
static const size_t formation_texts[] = {offsetof(sp_formation_def, id),         NAME(sp_formation_def),
                                         FILE_OF(sp_formation_def),              offsetof(sp_formation_def, side),
                                         offsetof(sp_formation_def, parent),     offsetof(sp_formation_def, contingent),
                                         offsetof(sp_formation_def, commander),  offsetof(sp_formation_def, deputy),
                                         offsetof(sp_formation_def, at.place),   offsetof(sp_formation_def, at.toward), offsetof(sp_formation_def, lot),
  SPOT(sp_formation_def, at_spot), SPOT(sp_formation_def, toward_spot), SPOT(sp_formation_def, commander_spot), SPOT(sp_formation_def, deputy_spot), SPOT(sp_formation_def, contingent_spot), SPOT(sp_formation_def, lot_spot)};
static const size_t objective_texts[] = {offsetof(sp_objective_def, id), NAME(sp_objective_def),
                                         FILE_OF(sp_objective_def), offsetof(sp_objective_def, side),
                                         offsetof(sp_objective_def, place),
  SPOT(sp_objective_def, place_spot)};
static const size_t measure_texts[] = {offsetof(sp_measure_def, id), NAME(sp_measure_def), FILE_OF(sp_measure_def),
                                       offsetof(sp_measure_def, subject), offsetof(sp_measure_def, object),
  SPOT(sp_measure_def, subject_spot), SPOT(sp_measure_def, object_spot)};
static const size_t expectation_texts[] = {offsetof(sp_expectation_def, id), NAME(sp_expectation_def),
                                           FILE_OF(sp_expectation_def), offsetof(sp_expectation_def, measure),
  SPOT(sp_expectation_def, measure_spot), SPOT(sp_expectation_def, low_spot), SPOT(sp_expectation_def, given_spot),
  offsetof(sp_expectation_def, given), offsetof(sp_expectation_def, against)};
static const size_t strength_texts[] = {offsetof(sp_strength_def, formation),    offsetof(sp_strength_def, unit),
                                        offsetof(sp_strength_def, unit_name.en), offsetof(sp_strength_def, unit_name.zh),
                                        offsetof(sp_strength_def, contingent),   FILE_OF(sp_strength_def),
  SPOT(sp_strength_def, contingent_spot)};
static const size_t weather_texts[] = {FILE_OF(sp_weather_def),
  SPOT(sp_weather_def, to_spot)};
static const size_t order_texts[] = {offsetof(sp_order_def, text), FILE_OF(sp_order_def)};
static const size_t theatre_texts[] = {offsetof(sp_theatre_def, id), NAME(sp_theatre_def), FILE_OF(sp_theatre_def),
                                       offsetof(sp_theatre_def, attribution)};
static const size_t campaign_texts[] = {offsetof(sp_campaign_def, id), NAME(sp_campaign_def),
                                        FILE_OF(sp_campaign_def), offsetof(sp_campaign_def, summary_en),
                                        offsetof(sp_campaign_def, summary_zh),
  SPOT(sp_campaign_def, end_spot), SPOT(sp_campaign_def, tick_spot)};
static const size_t depot_texts[] = {offsetof(sp_depot_def, id), NAME(sp_depot_def), FILE_OF(sp_depot_def), offsetof(sp_depot_def, side), offsetof(sp_depot_def, place),
  SPOT(sp_depot_def, place_spot), offsetof(sp_depot_def, lot), SPOT(sp_depot_def, lot_spot), offsetof(sp_depot_def, feeds), SPOT(sp_depot_def, feeds_spot)};
static const size_t delivery_texts[] = {offsetof(sp_delivery_def, side), offsetof(sp_delivery_def, place), offsetof(sp_delivery_def, by), offsetof(sp_delivery_def, lot), offsetof(sp_delivery_def, feeds), FILE_OF(sp_delivery_def),
  SPOT(sp_delivery_def, place_spot), SPOT(sp_delivery_def, by_spot), SPOT(sp_delivery_def, lot_spot), SPOT(sp_delivery_def, feeds_spot), SPOT(sp_delivery_def, at_spot)};
static const size_t larder_texts[] = {offsetof(sp_larder_def, formation), offsetof(sp_larder_def, contingent), FILE_OF(sp_larder_def)};
static const size_t waste_texts[] = {offsetof(sp_waste_def, place), FILE_OF(sp_waste_def), SPOT(sp_waste_def, place_spot)};
static const size_t lot_texts[] = {offsetof(sp_lot_def, id), FILE_OF(sp_lot_def), offsetof(sp_lot_def, supplier), SPOT(sp_lot_def, supplier_spot)};
static const size_t supplier_texts[] = {offsetof(sp_supplier_def, id), NAME(sp_supplier_def), FILE_OF(sp_supplier_def)};
static const size_t water_texts[] = {offsetof(sp_water_def, crossing), FILE_OF(sp_water_def)};
static const size_t season_texts[] = {FILE_OF(sp_season_def)};

#define TEXTS(list) .texts = (list), .text_count = sizeof(list) / sizeof(list)[0]
#define BASE(type, word_, list) .word = (word_), .size = sizeof(type), TEXTS(list), .where = offsetof(type, where)
#define NAMED(type, entity_) .id = offsetof(type, id), .name = offsetof(type, name), .entity = SP_ENTITY_##entity_
#define POINTS(type, member) .points = offsetof(type, member), .point_count = offsetof(type, point_count)
#define NO_POINTS .points = SP_NO_OFFSET, .point_count = SP_NO_OFFSET
#define NO_ID .id = SP_NO_OFFSET, .name = SP_NO_OFFSET, .entity = SP_ENTITY_KIND_COUNT, NO_POINTS, NO_ROWS
#define ROWS(thing) .rows = offsetof(sp_model, thing##_def), .rows_count = offsetof(sp_model, thing##_count)
#define NO_ROWS .rows = SP_NO_OFFSET, .rows_count = SP_NO_OFFSET

const sp_def_shape sp_def_shapes[SP_DEF_COUNT] = {
  [SP_DEF_PLACE] = {BASE(sp_place_def, "place", place_texts), NAMED(sp_place_def, PLACE), NO_POINTS, ROWS(place)},
  [SP_DEF_ROAD] = {BASE(sp_road_def, "road", road_texts), NAMED(sp_road_def, ROAD), POINTS(sp_road_def, points), ROWS(road)},
  [SP_DEF_RIVER] = {BASE(sp_river_def, "river", river_texts), NAMED(sp_river_def, RIVER), POINTS(sp_river_def, points), ROWS(river)},
  [SP_DEF_CROSSING] = {BASE(sp_crossing_def, "crossing", crossing_texts), NAMED(sp_crossing_def, CROSSING), NO_POINTS, ROWS(crossing)},
  [SP_DEF_GROUND] = {BASE(sp_ground_def, "ground", ground_texts), NAMED(sp_ground_def, GROUND), POINTS(sp_ground_def, ring), ROWS(ground)},
  [SP_DEF_LAND] = {BASE(sp_land_def, "land", land_texts), .id = offsetof(sp_land_def, id), .name = SP_NO_OFFSET,
                   .entity = SP_ENTITY_LAND, POINTS(sp_land_def, ring), ROWS(land)},
  [SP_DEF_SIDE] = {BASE(sp_side_def, "side", side_texts), NAMED(sp_side_def, SIDE), NO_POINTS, ROWS(side)},
  [SP_DEF_CONTINGENT] = {BASE(sp_contingent_def, "contingent", contingent_texts), NAMED(sp_contingent_def, CONTINGENT), NO_POINTS,
                         .rows = SP_NO_OFFSET, .rows_count = offsetof(sp_model, contingent_count)},
  [SP_DEF_PERSON] = {BASE(sp_person_def, "person", person_texts), NAMED(sp_person_def, PERSON), NO_POINTS, ROWS(person)},
  [SP_DEF_FORMATION] = {BASE(sp_formation_def, "formation", formation_texts), NAMED(sp_formation_def, FORMATION), NO_POINTS, ROWS(formation)},
  [SP_DEF_OBJECTIVE] = {BASE(sp_objective_def, "objective", objective_texts), NAMED(sp_objective_def, OBJECTIVE), NO_POINTS, ROWS(objective)},
  [SP_DEF_MEASURE] = {BASE(sp_measure_def, "measure", measure_texts), NAMED(sp_measure_def, MEASURE), NO_POINTS, ROWS(measure)},
  [SP_DEF_EXPECTATION] = {BASE(sp_expectation_def, "expectation", expectation_texts), NAMED(sp_expectation_def, EXPECTATION), NO_POINTS, ROWS(expectation)},
  [SP_DEF_DEPOT] = {BASE(sp_depot_def, "depot", depot_texts), NAMED(sp_depot_def, DEPOT), NO_POINTS, ROWS(depot)},
  [SP_DEF_SUPPLIER] = {BASE(sp_supplier_def, "supplier", supplier_texts), NAMED(sp_supplier_def, SUPPLIER), NO_POINTS, ROWS(supplier)},
  [SP_DEF_STRENGTH] = {BASE(sp_strength_def, "strength", strength_texts), NO_ID},
  [SP_DEF_WEATHER] = {BASE(sp_weather_def, "weather", weather_texts), NO_ID},
  [SP_DEF_ORDER] = {BASE(sp_order_def, "order", order_texts), NO_ID},
  [SP_DEF_THEATRE] = {BASE(sp_theatre_def, "theatre", theatre_texts), NO_ID},
  [SP_DEF_CAMPAIGN] = {BASE(sp_campaign_def, "campaign", campaign_texts), NO_ID},
  [SP_DEF_SEASON] = {BASE(sp_season_def, "season", season_texts), NO_ID},
  [SP_DEF_LOT] = {BASE(sp_lot_def, "lot", lot_texts), NO_ID},
  [SP_DEF_DELIVERY] = {BASE(sp_delivery_def, "delivery", delivery_texts), NO_ID},
  [SP_DEF_LARDER] = {BASE(sp_larder_def, "larder", larder_texts), NO_ID},
  [SP_DEF_WASTE] = {BASE(sp_waste_def, "devastated", waste_texts), NO_ID},
  [SP_DEF_WATER] = {BASE(sp_water_def, "crossing", water_texts), NO_ID},
};

const char *sp_def_id(sp_def_kind kind, const void *def) {
  const char *id;
  memcpy(&id, (const char *)def + sp_def_shapes[kind].id, sizeof id);
  return id;
}

sp_where sp_def_where(sp_def_kind kind, const void *def) {
  sp_where where;
  memcpy(&where, (const char *)def + sp_def_shapes[kind].where, sizeof where);
  return where;
}

static bool copy_points(sp_arena *arena, const sp_def_shape *shape, char *out) {
  const sp_point *points;
  size_t count;
  memcpy(&points, out + shape->points, sizeof points);
  memcpy(&count, out + shape->point_count, sizeof count);
  sp_point *copy = NULL;
  if (!points) count = 0;
  if (count) {
    copy = sp_arena_alloc(arena, count, sizeof *copy);
    if (!copy) return false;
    memcpy(copy, points, count * sizeof *copy);
  }
  points = copy;
  memcpy(out + shape->points, &points, sizeof points);
  memcpy(out + shape->point_count, &count, sizeof count);
  return true;
}

bool sp_def_copy(sp_arena *arena, sp_def_kind kind, const void *def, void *out) {
  const sp_def_shape *shape = &sp_def_shapes[kind];
  memcpy(out, def, shape->size);
  for (size_t i = 0; i < shape->text_count; i++) {
    char *place = (char *)out + shape->texts[i];
    const char *text;
    memcpy(&text, place, sizeof text);
    if (!text) continue;
    text = sp_arena_strdup(arena, text);
    if (!text) return false;
    memcpy(place, &text, sizeof text);
  }
  return shape->points == SP_NO_OFFSET || copy_points(arena, shape, out);
}

sp_scenario *sp_scenario_create(void) {
  sp_scenario *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->arena = sp_arena_create();
  if (!s->arena) {
    free(s);
    return NULL;
  }
  return s;
}

void sp_scenario_destroy(sp_scenario *scenario) {
  if (!scenario) return;
  for (int32_t i = 0; i < SP_DEF_COUNT; i++) free(scenario->list[i].data);
  sp_array_free(&scenario->source);
  sp_arena_destroy(scenario->arena);
  free(scenario);
}

static bool right_size(sp_def_kind kind, const void *def) {
  size_t size;
  if (!def) return false;
  memcpy(&size, def, sizeof size);
  return size == sp_def_shapes[kind].size;
}

static sp_status set(sp_scenario *s, sp_def_kind kind, const void *def, void *slot, bool *has) {
  union {
    sp_theatre_def theatre;
    sp_campaign_def campaign;
    sp_season_def season;
  } copy;
  if (!s || !right_size(kind, def)) return SP_BAD_INPUT;
  if (!sp_def_copy(s->arena, kind, def, &copy)) return SP_NO_MEMORY;
  memcpy(slot, &copy, sp_def_shapes[kind].size);
  *has = true;
  return SP_OK;
}

sp_status sp_scenario_set_theatre(sp_scenario *s, const sp_theatre_def *def) {
  return s ? set(s, SP_DEF_THEATRE, def, &s->theatre, &s->has_theatre) : SP_BAD_INPUT;
}

sp_status sp_scenario_set_campaign(sp_scenario *s, const sp_campaign_def *def) {
  return s ? set(s, SP_DEF_CAMPAIGN, def, &s->campaign, &s->has_campaign) : SP_BAD_INPUT;
}

sp_status sp_scenario_set_season(sp_scenario *s, const sp_season_def *def) {
  return s ? set(s, SP_DEF_SEASON, def, &s->season, &s->has_season) : SP_BAD_INPUT;
}

static sp_status add(sp_scenario *s, sp_def_kind kind, const void *def) {
  if (!s || !right_size(kind, def)) return SP_BAD_INPUT;
  sp_def_list *list = &s->list[kind];
  size_t size = sp_def_shapes[kind].size;
  if (!sp_array_reserve(&list->data, &list->capacity, list->count + 1, size)) return SP_NO_MEMORY;
  if (!sp_def_copy(s->arena, kind, def, (char *)list->data + list->count * size)) return SP_NO_MEMORY;
  list->count++;
  return SP_OK;
}

#define ADDER(thing, KIND) \
  sp_status sp_scenario_add_##thing(sp_scenario *s, const sp_##thing##_def *def) { return add(s, SP_DEF_##KIND, def); }
ADDER(place, PLACE)
ADDER(road, ROAD)
ADDER(river, RIVER)
ADDER(crossing, CROSSING)
ADDER(ground, GROUND)
ADDER(land, LAND)
ADDER(side, SIDE)
ADDER(contingent, CONTINGENT)
ADDER(person, PERSON)
ADDER(formation, FORMATION)
ADDER(strength, STRENGTH)
ADDER(supplier, SUPPLIER)
ADDER(lot, LOT)
ADDER(larder, LARDER)
ADDER(delivery, DELIVERY)
ADDER(depot, DEPOT)
ADDER(waste, WASTE)
ADDER(water, WATER)
ADDER(weather, WEATHER)
ADDER(order, ORDER)
ADDER(objective, OBJECTIVE)
ADDER(measure, MEASURE)
ADDER(expectation, EXPECTATION)

sp_status sp_scenario_add_source(sp_scenario *s, const char *role, const char *file, const char *text, size_t length) {
  if (!s || !role || (!text && length)) return SP_BAD_INPUT;
  if (length == SIZE_MAX) return SP_NO_MEMORY;
  char *copy = sp_arena_alloc(s->arena, length + 1, 1);
  char *role_copy = sp_arena_strdup(s->arena, role), *file_copy = sp_arena_strdup(s->arena, file ? file : "");
  if (!copy || !role_copy || !file_copy) return SP_NO_MEMORY;
  if (length) memcpy(copy, text, length);
  sp_source_text source = {.role = role_copy, .file = file_copy, .text = copy, .length = length};
  return sp_push(&s->source, source) ? SP_OK : SP_NO_MEMORY;
}
