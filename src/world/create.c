/* create.c - the opening: the model's men, headquarters, sky and waters put into rows.
 *
 * Rows of formations, persons, regions, rivers, crossings and measures are the model's own, which stand in order
 * of key. A headquarters has the row of its formation. Every headquarters opens knowing where its superior, its
 * direct subordinates and those beside it under the same superior stand: one report each, held by all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/belief.h"
#include "world/munitions.h"
#include "world/orders.h"
#include "world/passage.h"
#include "world/rows.h"
#include "world/stores.h"
#include "world/petitions.h"

#include <string.h>

/* One line of the order language may name several recipients. */
enum { ROWS_PER_ORDER_LINE = 2 };

static int32_t tally_rows(const sp_model *m) {
  int64_t kinds = (int64_t)m->contingent_count * SP_ARM_COUNT * SP_CLASS_COUNT;
  return (int32_t)sp_min_i64(kinds, m->strength_count);
}

void sp_world_plan(const sp_model *m, int32_t planned[SP_TABLE_COUNT]) {
  memset(planned, 0, sizeof(int32_t) * SP_TABLE_COUNT);
  planned[SP_TABLE_FORMATION] = planned[SP_TABLE_COMBAT] = planned[SP_TABLE_PROVISION] = planned[SP_TABLE_MUNITION] = planned[SP_TABLE_REPUTE] = planned[SP_TABLE_HEALTH] = planned[SP_TABLE_HQ] = m->formation_count;
  /* All orders may fall due in one tick, and each paper takes its sender's own state with it. For the rest, what a
   * body has about it in the field: a rider under way, stragglers, a few reports. The block need not grow then
   * while the war is young, which costs as much as many ticks. */
  planned[SP_TABLE_MESSAGE] = m->formation_count + m->order_count;
  planned[SP_TABLE_REPORT] = 4 * m->formation_count + m->order_count;
  planned[SP_TABLE_POOL] = m->formation_count;
  planned[SP_TABLE_CONTACT] = m->formation_count * SP_CONTACTS;
  planned[SP_TABLE_WARD] = 3 * m->formation_count;
  planned[SP_TABLE_STRENGTH] = 3 * m->strength_count + 2 * m->formation_count; /* its wounded, light and serious */
  planned[SP_TABLE_TALLY] = tally_rows(m);
  planned[SP_TABLE_ORDER] = m->order_count * ROWS_PER_ORDER_LINE;
  planned[SP_TABLE_WORD] = m->order_count;
  planned[SP_TABLE_PERSON] = m->person_count;
  planned[SP_TABLE_REGION] = m->region_count;
  planned[SP_TABLE_RIVER] = m->river_count;
  planned[SP_TABLE_FORD] = m->crossing_count;
  planned[SP_TABLE_READING] = m->measure_count;
  planned[SP_TABLE_PLACE] = m->place_count;
  planned[SP_TABLE_DEPOT] = m->depot_count;
  planned[SP_TABLE_STOCK] = sp_any_stores(m) ? m->side_count : 0;
  planned[SP_TABLE_LAND] = sp_any_provisioned(m) ? sp_land_grid_of(m).count : 0;
  for (int32_t k = 0; k < m->contingent_count; k++) planned[SP_TABLE_FEEDING] += m->contingent[k].feeds == k;
  for (int32_t s = 0; s < m->side_count; s++) planned[SP_TABLE_FEEDING] += m->side[s].apart;
  planned[SP_TABLE_LARDER] = planned[SP_TABLE_FEEDING] > 0 ? m->strength_count + m->formation_count : 0; /* no more than there are kinds of men */
  planned[SP_TABLE_DELIVERY] = m->delivery_count;
  planned[SP_TABLE_WALL] = m->wall_count;
  planned[SP_TABLE_SUPPLIER] = m->supplier_count;
  planned[SP_TABLE_ARSENAL] = sp_any_stores(m) ? m->side_count : 0;
}

/* ---- formations and headquarters */

static void place_formation(sp_world *w, int32_t row, const sp_formation_start *start) {
  const sp_model *m = w->model;
  sp_xy at;
  if (start->node >= 0) {
    w->formation.node[row] = start->node;
    at = m->node[start->node].at;
  } else {
    w->formation.node[row] = -1;
    w->formation.leg[row * SP_LEGS] = sp_leg_of(start->leg_edge, false);
    w->formation.leg_count[row] = 1;
    w->formation.head_m[row] = w->formation.tail_m[row] = start->leg_m;
    at = sp_edge_point(m, start->leg_edge, start->leg_m, NULL);
  }
  w->formation.head_x[row] = w->formation.tail_x[row] = w->hq.x[row] = at.x;
  w->formation.head_y[row] = w->formation.tail_y[row] = w->hq.y[row] = at.y;
}

static void open_formation(sp_world *w, const sp_formation_start *start, int32_t index) {
  int32_t row = sp_row_new(w, SP_TABLE_FORMATION, start->key);
  SP_CHECK(row == index);
  w->formation.start[row] = index;
  w->formation.name_unit[row] = w->formation.name_word[row] = -1;
  w->formation.side[row] = (int8_t)start->side;
  w->formation.parent[row] = start->parent;
  w->formation.joined[row] = -1;
  w->formation.contingent[row] = start->contingent;
  w->formation.first_strength[row] = -1;
  w->formation.activity[row] = start->camped ? SP_IN_CAMP : SP_HALTED_IN_COLUMN;
  w->formation.pace[row] = SP_PACE_ORDINARY;
  w->formation.goal_node[row] = -1;
  for (int i = 0; i < 4; i++) w->formation.via_node[row * 4 + i] = -1;
  w->formation.order[row] = start->order_now;
  w->formation.fatigue[row] = start->fatigue_now;
  w->formation.knows_ground[row] = start->knows_ground;
  w->formation.commander_share[row] = start->commander_share;
  w->formation.files[row] = (int16_t)sp_min_i32(start->files, INT16_MAX);
  w->formation.crossing[row] = w->formation.next_order[row] = -1;
  w->health.physicians[row] = start->physicians;
  w->combat.works[row] = start->works;
  w->combat.grenades[row] = start->grenades;
  w->munition.smoke_pots[row] = start->smoke_pots;
  sp_lot_bad(w, &start->lot, &w->munition.smoke_bad[row * 3]);
  w->combat.lot_ln[row] = w->munition.powder_ln[row] = sp_lot_ln(w, &start->lot);
  sp_lot_bad(w, &start->lot, &w->combat.lot_bad[row * 3]);
  w->munition.supplier[row] = start->lot.supplier + 1;
  w->hq.side[row] = (int8_t)start->side;
  w->hq.superior[row] = start->parent;
  w->hq.person[row] = start->commander;
  w->hq.next_contact_number[row] = 1;
  w->hq.mission[row] = w->hq.dig_toward[row] = w->hq.invests[row] = -1;
  w->hq.staff_free[row] = w->hq.last_report[row] = w->head->minute;
  place_formation(w, row, start);
}

static void open_persons(sp_world *w) {
  const sp_model *m = w->model;
  w->head->used[SP_TABLE_PERSON] = m->person_count;
  for (int32_t i = 0; i < m->person_count; i++) {
    w->person.key[i] = m->person[i].key;
    w->person.formation[i] = -1;
    w->person.fate[i] = SP_FATE_WITH_ARMY;
    w->person.fate_minute[i] = w->head->minute;
  }
  /* From the last to the first, commanders after deputies: the first command named wins. */
  for (int32_t f = m->formation_count - 1; f >= 0; f--) {
    if (m->formation[f].deputy >= 0) w->person.formation[m->formation[f].deputy] = f;
  }
  for (int32_t f = m->formation_count - 1; f >= 0; f--) {
    if (m->formation[f].commander >= 0) w->person.formation[m->formation[f].commander] = f;
  }
}

/* ---- sky and water */

/* A mild dry day until the sky's own rules speak; soil as moist as it may be where roads still bear. */
static void open_regions(sp_world *w) {
  const sp_model *m = w->model;
  const sp_constants *k = &w->constants;
  int month = sp_date_of(w->head->minute).month - 1;
  w->head->used[SP_TABLE_REGION] = m->region_count;
  for (int32_t i = 0; i < m->region_count; i++) {
    w->region.key[i] = m->region[i].key;
    w->region.temperature_c[i] = m->has_season ? m->season.temperature_c[month] : k->weather_default_c;
    w->region.sun_deg[i] = sp_calc_sun_deg(m->region[i].lat_deg, w->head->minute);
    w->region.light[i] = sp_calc_light(k, m->region[i].lat_deg, w->head->minute, 0.0);
    w->region.season_day[i] = -1;
    for (int soil = 0; soil < SP_SOIL_COUNT; soil++) {
      w->region.water_mm[i * SP_SOIL_COUNT + soil] = sp_calc_soil_capacity_mm(k, (sp_soil)soil) * sp_min(k->ground_field_share, k->ground_mud_drying);
    }
  }
}

static void open_waters(sp_world *w) {
  const sp_model *m = w->model;
  int month = sp_date_of(w->head->minute).month - 1;
  w->head->used[SP_TABLE_RIVER] = m->river_count;
  for (int32_t i = 0; i < m->river_count; i++) w->river.key[i] = m->river[i].key;
  w->head->used[SP_TABLE_FORD] = m->crossing_count;
  for (int32_t i = 0; i < m->crossing_count; i++) {
    const sp_crossing *crossing = &m->crossing[i];
    w->ford.key[i] = crossing->key;
    w->ford.depth_m[i] = sp_max(0.0, m->river[crossing->river].depth_m[month] + crossing->depth_offset_m);
    w->ford.greatest_m[i] = w->ford.depth_m[i];
    w->ford.first_strength[i] = -1;
    w->ford.bridges[i] = crossing->bridges;
    w->ford.water_c[i] = w->constants.weather_default_c;
    if (m->has_season) w->ford.ice_cm[i] = sp_ice_by_season(w, i, &w->ford.water_c[i]);
    if (crossing->ice_cm >= 0.0) w->ford.ice_cm[i] = crossing->ice_cm;
    if (w->ford.ice_cm[i] > 0.0) w->ford.water_c[i] = 0.0;
  }
}

static bool is_stronghold(sp_place_kind kind) {
  return kind == SP_PLACE_CITY || kind == SP_PLACE_FORT || kind == SP_PLACE_POST || kind == SP_PLACE_PASS || kind == SP_PLACE_GATE || kind == SP_PLACE_PORT || kind == SP_PLACE_ISLAND;
}

/* What is wanted counts as a place whatever it is; said to be held, it is so though nobody stands there. */
void sp_world_open_places(sp_world *w) {
  const sp_model *m = w->model;
  w->head->used[SP_TABLE_PLACE] = m->place_count;
  for (int32_t i = 0; i < m->place_count; i++) {
    w->place.key[i] = m->key[SP_ENTITY_PLACE][i];
    w->place.counts[i] = is_stronghold(m->place_def[i].kind);
    w->place.holder[i] = -1;
    w->place.since[i] = w->head->minute;
  }
  for (int32_t i = 0; i < m->objective_count; i++) {
    int32_t place = sp_model_find(m, SP_ENTITY_PLACE, m->objective_def[i].place), side = sp_model_find(m, SP_ENTITY_SIDE, m->objective_def[i].side);
    if (place < 0) continue; /* a crossing */
    w->place.counts[place] = 1;
    if (m->objective_def[i].held) w->place.holder[place] = (int8_t)side;
  }
}

void sp_world_open_rows(sp_world *w) {
  const sp_model *m = w->model;
  for (int32_t i = 0; i < m->formation_count; i++) open_formation(w, &m->formation[i], i);
  open_persons(w);
  open_regions(w);
  open_waters(w);
  sp_world_open_places(w);
  w->head->used[SP_TABLE_WALL] = m->wall_count;
  for (int32_t i = 0; i < m->wall_count; i++) w->wall.key[i] = m->wall[i].key;
  w->head->used[SP_TABLE_READING] = m->measure_count;
  for (int32_t i = 0; i < m->measure_count; i++) w->reading.key[i] = m->measure[i].key;
}

/* ---- pictures */

static void hear_of(sp_world *w, int32_t hq, int32_t about) {
  int32_t count = w->hq.contact_count[hq];
  if (count >= SP_CONTACTS) return;
  int32_t slot = hq * SP_CONTACTS + count, report = about; /* the opening's reports have their formations' rows */
  w->contact.report[slot] = report;
  w->contact.number[slot] = w->hq.next_contact_number[hq]++;
  w->contact.heard[slot] = w->head->minute;
  w->contact.friendly[slot] = 1;
  w->contact.sent_up[slot] = 1;
  w->contact.confidence[slot] = sp_belief_confidence(w, report, w->head->minute);
  w->hq.contact_count[hq] = count + 1;
  sp_report_hold(w, report);
}

/* Lists of those under each superior, in order of key: child[first[p] .. first[p + 1]); those without one come last. */
static bool list_children(const sp_world *w, int32_t **first, int32_t **child, sp_arena *arena) {
  int32_t n = w->model->formation_count;
  *first = sp_arena_alloc(arena, (size_t)n + 3, sizeof **first);
  *child = sp_arena_alloc(arena, (size_t)n + 1, sizeof **child);
  if (!*first || !*child) return false;
  for (int32_t i = 0; i < n; i++) (*first)[(w->formation.parent[i] < 0 ? n : w->formation.parent[i]) + 2]++;
  for (int32_t i = 2; i < n + 3; i++) (*first)[i] += (*first)[i - 1];
  for (int32_t i = 0; i < n; i++) (*child)[(*first)[(w->formation.parent[i] < 0 ? n : w->formation.parent[i]) + 1]++] = i;
  return true;
}

sp_status sp_world_open_pictures(sp_world *w) {
  int32_t n = w->model->formation_count, *first, *child;
  sp_arena *arena = sp_arena_create();
  if (!arena || !list_children(w, &first, &child, arena)) {
    sp_arena_destroy(arena);
    return SP_NO_MEMORY;
  }
  for (int32_t i = 0; i < n; i++) {
    if (sp_report_own_state(w, i, i, w->head->minute) == i) continue;
    sp_arena_destroy(arena);
    return SP_LIMIT;
  }
  for (int32_t i = 0; i < n; i++) {
    int32_t superior = w->formation.parent[i];
    if (superior >= 0) hear_of(w, i, superior);
    for (int32_t c = first[i]; c < first[i + 1]; c++) hear_of(w, i, child[c]);
    for (int32_t c = superior >= 0 ? first[superior] : 0; superior >= 0 && c < first[superior + 1]; c++) {
      if (w->hq.contact_count[i] >= SP_CONTACTS) break;
      if (child[c] != i) hear_of(w, i, child[c]);
    }
  }
  for (int32_t i = 0; i < n; i++) sp_report_release(w, i);
  sp_arena_destroy(arena);
  return SP_OK;
}

sp_status sp_world_create(sp_model *model, const sp_constants *constants, uint64_t seed, sp_faults *faults, sp_world **world) {
  if (!world) return SP_BAD_INPUT;
  *world = NULL;
  if (!model) return SP_BAD_INPUT;
  int32_t planned[SP_TABLE_COUNT], capacity[SP_TABLE_COUNT];
  sp_world_plan(model, planned);
  for (int t = 0; t < SP_TABLE_COUNT; t++) capacity[t] = sp_capacity_for((sp_table)t, planned[t]);
  sp_world *w;
  sp_status status = sp_world_alloc(model, constants, capacity, &w);
  if (status != SP_OK) return status;
  w->head->seed = seed;
  w->head->minute = model->campaign.start;
  sp_world_open_rows(w);
  status = sp_ledger_open(w);
  if (status == SP_OK) sp_stores_open(w);
  if (status == SP_OK) sp_munitions_open(w);
  if (status == SP_OK) sp_suppliers_open(w);
  if (status == SP_OK) status = sp_world_open_pictures(w);
  if (status == SP_OK) status = sp_orders_open(w, faults);
  if (status == SP_OK) status = sp_world_reserve(w);
  if (status == SP_OK) *world = w;
  else sp_world_destroy(w);
  return status;
}
