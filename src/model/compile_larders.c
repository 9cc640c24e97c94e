/* compile_larders.c - whose bread a contingent eats: its own, another's, or what all of its side eat; and what of it lies in
 * which body at the opening. SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#define MOST_GRAIN_KG 1e9
#define MOST_DAYS 1000.0

static const sp_contingent_def *def_of(const sp_compiler *c, int32_t contingent) {
  return c->def[SP_DEF_CONTINGENT][c->file_order[SP_DEF_CONTINGENT][contingent]];
}

/* `with X` leads to one that feeds apart in a single step: then there is no ring, and nobody has to guess. */
void sp_compile_feeding(sp_compiler *c) {
  sp_model *m = c->model;
  for (int32_t i = 0; i < m->contingent_count; i++) m->contingent[i].feeds = -1;
  for (int32_t i = 0; i < m->contingent_count; i++) {
    const sp_contingent_def *def = def_of(c, i);
    int32_t with = i, side = m->contingent[i].side;
    sp_where where = sp_at_spot(def->where, def->feeds_spot);
    if (!def->feeds_apart && !def->feeds_with) continue;
    if (def->feeds_with) with = sp_resolve(c, where, SP_DEF_CONTINGENT, "feeds", def->feeds_with);
    if (with < 0 || side < 0) continue;
    if (m->contingent[with].side >= 0 && m->contingent[with].side != side)
      sp_error(c, where, "fault.feeds_with_other_side", "contingent", def->id, "with", def->feeds_with);
    else if (!def_of(c, with)->feeds_apart)
      sp_error(c, where, "fault.feeds_with_together", "contingent", def->id, "with", def->feeds_with);
    m->contingent[i].feeds = with;
    m->side[side].apart = true;
  }
}

/* The contingent with bread of its own that is named, of that side; -1: it is none, and a fault is given. */
int32_t sp_compile_feeds(sp_compiler *c, sp_where where, const char *key, const char *contingent, int32_t side) {
  const sp_model *m = c->model;
  int32_t row = contingent ? sp_resolve(c, where, SP_DEF_CONTINGENT, key, contingent) : -1;
  if (row < 0 || side < 0) return -1;
  if (m->contingent[row].side == side && m->contingent[row].feeds >= 0) return m->contingent[row].feeds;
  sp_error(c, where, m->contingent[row].side == side ? "fault.has_no_larder" : "fault.larder_of_other_side", "contingent", contingent, "key", key);
  return -1;
}

static int by_body(const void *a, const void *b, void *context) {
  (void)context;
  const sp_larder_start *x = a, *y = b;
  if (x->formation != y->formation) return x->formation < y->formation ? -1 : 1;
  return (x->feeds > y->feeds) - (x->feeds < y->feeds);
}

static bool has_men_of(const sp_model *m, int32_t formation, int32_t feeds) {
  for (int32_t s = 0; s < m->strength_count; s++)
    if (m->strength[s].formation == formation && m->contingent[m->strength[s].contingent].feeds == feeds) return true;
  return false;
}

/* Weight or days; for a contingent that is in that body. */
static bool take_larder(sp_compiler *c, const sp_larder_def *def, sp_larder_start *row) {
  const sp_model *m = c->model;
  bool weight = def->grain_kg >= 0.0, days = def->bread_days >= 0.0;
  *row = (sp_larder_start){.formation = sp_resolve(c, def->where, SP_DEF_FORMATION, "formation", def->formation), .feeds = -1, .grain_kg = -1.0, .bread_days = -1.0};
  if (row->formation < 0) return false;
  row->feeds = sp_compile_feeds(c, def->where, "larders", def->contingent, m->formation[row->formation].side);
  if (row->feeds < 0) return false;
  if (weight == days) sp_error(c, def->where, weight ? "fault.grain_and_bread" : "fault.larder_of_nothing", "formation", def->formation, "contingent", def->contingent);
  else if (weight && sp_check_range(c, def->where, "grain", def->grain_kg, 0.0, MOST_GRAIN_KG, "kg")) row->grain_kg = def->grain_kg;
  else if (days && sp_check_range(c, def->where, "bread", def->bread_days, 0.0, MOST_DAYS, "d")) row->bread_days = def->bread_days;
  return true;
}

/* After the strength lines are known. */
void sp_compile_larders(sp_compiler *c) {
  sp_model *m = c->model;
  const sp_def_list *list = &c->scenario->list[SP_DEF_LARDER];
  const sp_larder_def *def = list->data;
  m->larder = sp_compile_alloc(c, list->count, sizeof *m->larder);
  if (c->no_memory) return;
  for (size_t i = 0; i < list->count; i++) {
    sp_larder_start row;
    if (!take_larder(c, &def[i], &row)) continue;
    for (int32_t n = 0; n < m->larder_count; n++)
      if (m->larder[n].formation == row.formation && m->larder[n].feeds == row.feeds) sp_error(c, def[i].where, "fault.larder_twice", "formation", def[i].formation, "contingent", m->id[SP_ENTITY_CONTINGENT][row.feeds]);
    if (!has_men_of(m, row.formation, row.feeds)) sp_error(c, def[i].where, "fault.larder_of_nobody", "formation", def[i].formation, "contingent", def[i].contingent);
    int32_t side = m->formation[row.formation].side;
    if (side >= 0) m->side[side].provisioned = true;
    m->larder[m->larder_count++] = row;
  }
  if (!sp_sort(m->larder, (size_t)m->larder_count, sizeof *m->larder, by_body, NULL)) c->no_memory = true;
}
