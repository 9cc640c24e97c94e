/* compile_stores.c - grain, powder and grenades at the opening: what bodies carry, depots, country laid waste; who is fed and refilled by the rules.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#define MOST_GRAIN_KG 1e9 /* eleven million shi: more than a realm levies in a year */
#define MOST_DAYS 1000.0
#define MOST_POWDER_KG 1e7 /* some years of all the arsenals of a realm */

/* Weight or days; of both nobody could say which is meant. */
static void take_carried(sp_compiler *c, int32_t i) {
  sp_model *m = c->model;
  const sp_formation_def *def = &m->formation_def[i];
  sp_formation_start *row = &m->formation[i];
  bool weight = def->grain_kg >= 0.0, days = def->bread_days >= 0.0;
  row->grain_kg = row->bread_days = -1.0;
  if (weight && days) sp_error(c, def->where, "fault.grain_and_bread", "formation", def->id);
  else if (weight && sp_check_range(c, def->where, "grain", def->grain_kg, 0.0, MOST_GRAIN_KG, "kg")) row->grain_kg = def->grain_kg;
  else if (days && sp_check_range(c, def->where, "bread", def->bread_days, 0.0, MOST_DAYS, "d")) row->bread_days = def->bread_days;
  if ((weight || days) && row->side >= 0) m->side[row->side].provisioned = true;
  row->powder_kg = -1.0;
  if (def->powder_kg < 0.0 || !sp_check_range(c, def->where, "powder", def->powder_kg, 0.0, MOST_POWDER_KG, "kg")) return;
  row->powder_kg = def->powder_kg;
  if (row->side >= 0) m->side[row->side].munitioned = true;
}

sp_goods_start sp_compile_goods(sp_compiler *c, const sp_goods *said) {
  sp_goods_start row = {0};
  bool grain = said->grain_kg >= 0.0, powder = said->powder_kg >= 0.0;
  if (grain && sp_check_range(c, said->where, "grain", said->grain_kg, 0.0, MOST_GRAIN_KG, "kg")) row.grain_g = sp_to_i64(sp_rint(said->grain_kg * 1000.0));
  if (powder && sp_check_range(c, said->where, "powder", said->powder_kg, 0.0, MOST_POWDER_KG, "kg")) row.powder_g = sp_to_i64(sp_rint(said->powder_kg * 1000.0));
  if (sp_check_range(c, said->where, "grenades", (double)said->grenades, 0.0, 2000000.0, "")) row.grenades = said->grenades;
  row.lot = sp_compile_lot(c, said->lot_where, said->lot);
  if (said->side < 0) return row;
  c->model->side[said->side].provisioned |= grain;
  c->model->side[said->side].munitioned |= powder;
  return row;
}

/* Grain, powder, grenades: at least one of them. */
static void take_stored(sp_compiler *c, const sp_depot_def *def, sp_depot_start *row) {
  if (def->grain_kg < 0.0 && def->powder_kg < 0.0 && def->grenades <= 0) sp_error(c, def->where, "fault.empty_depot", "depot", def->id);
  sp_goods said = {def->grain_kg, def->powder_kg, def->grenades, row->side, def->lot, def->where, sp_at_spot(def->where, def->lot_spot)};
  sp_goods_start goods = sp_compile_goods(c, &said);
  row->grain_g = goods.grain_g;
  row->powder_g = goods.powder_g;
  row->grenades = goods.grenades;
  row->lot = goods.lot;
}

void sp_compile_stores(sp_compiler *c) {
  sp_model *m = c->model;
  for (int32_t i = 0; i < m->formation_count; i++) take_carried(c, i);
  m->depot = sp_compile_alloc(c, (size_t)m->depot_count, sizeof *m->depot);
  if (c->no_memory) return;
  for (int32_t i = 0; i < m->depot_count; i++) {
    const sp_depot_def *def = &m->depot_def[i];
    sp_depot_start *row = &m->depot[i];
    *row = (sp_depot_start){.key = m->key[SP_ENTITY_DEPOT][i], .outside = def->outside, .node = -1};
    row->side = sp_resolve(c, def->where, SP_DEF_SIDE, "side", def->side);
    (void)sp_resolve_site(c, sp_at_spot(def->where, def->place_spot), "at", def->place);
    row->feeds = sp_compile_feeds(c, sp_at_spot(def->where, def->feeds_spot), "feeds", def->feeds, row->side);
    take_stored(c, def, row);
  }
  const sp_def_list *list = &c->scenario->list[SP_DEF_WASTE];
  const sp_waste_def *waste = list->data;
  for (size_t i = 0; i < list->count; i++) {
    (void)sp_resolve_site(c, sp_at_spot(waste[i].where, waste[i].place_spot), "at", waste[i].place);
    (void)sp_check_range(c, waste[i].where, "within", waste[i].within_m, 0.0, 2000000.0, "m");
  }
}

static int by_place(const void *a, const void *b, void *context) {
  (void)context;
  const sp_waste *x = a, *y = b;
  if (x->at.x != y->at.x) return x->at.x < y->at.x ? -1 : 1;
  if (x->at.y != y->at.y) return x->at.y < y->at.y ? -1 : 1;
  return (x->within_m > y->within_m) - (x->within_m < y->within_m);
}

void sp_compile_store_places(sp_compiler *c) {
  sp_model *m = c->model;
  const sp_def_list *list = &c->scenario->list[SP_DEF_WASTE];
  const sp_waste_def *waste = list->data;
  m->waste = sp_compile_alloc(c, list->count, sizeof *m->waste);
  if (!m->waste) return;
  for (int32_t i = 0; i < m->depot_count; i++) m->depot[i].node = sp_site_node(m, sp_resolve_site(c, m->depot_def[i].where, "at", m->depot_def[i].place));
  for (size_t i = 0; i < list->count; i++) {
    int32_t node = sp_site_node(m, sp_resolve_site(c, waste[i].where, "at", waste[i].place));
    m->waste[m->waste_count++] = (sp_waste){m->node[node].at, waste[i].within_m};
  }
  if (!sp_sort(m->waste, (size_t)m->waste_count, sizeof *m->waste, by_place, NULL)) c->no_memory = true;
}
