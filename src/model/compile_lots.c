/* compile_lots.c - lots of powder and grenades, judged and handed to the formations and depots that have of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

static const sp_lot_def *lots(const sp_compiler *c, size_t *count) {
  *count = c->scenario->list[SP_DEF_LOT].count;
  return c->scenario->list[SP_DEF_LOT].data;
}

static void judge_lot(sp_compiler *c, const sp_lot_def *lot, const sp_lot_def *first, size_t before) {
  if (!lot->id) sp_error(c, lot->where, "fault.missing_key", "key", "id");
  else if (!sp_check_id(lot->id)) sp_error(c, lot->where, "fault.bad_id", "id", lot->id);
  for (size_t i = 0; i < before && lot->id; i++) {
    char line[32];
    if (!first[i].id || strcmp(first[i].id, lot->id) != 0) continue;
    sp_error(c, lot->where, "fault.duplicate_id", "kind", "lot", "id", lot->id, "first_line", sp_number_text(line, sizeof line, (double)first[i].where.line));
    break;
  }
  bool fine = sp_check_range(c, lot->where, "strength", lot->strength, 0.1, 2.0, "");
  fine = sp_check_range(c, lot->where, "spread", lot->spread, 0.0, 1.0, "") && fine;
  fine = sp_check_range(c, lot->where, "dud", lot->dud, 0.0, 1.0, "") && fine;
  fine = sp_check_range(c, lot->where, "weak", lot->weak, 0.0, 1.0, "") && fine;
  fine = sp_check_range(c, lot->where, "premature", lot->premature, 0.0, 1.0, "") && fine;
  (void)sp_check_range(c, lot->where, "bribe", lot->bribe, 0.0, 1.0, "");
  if (lot->supplier) (void)sp_resolve(c, sp_at_spot(lot->where, lot->supplier_spot), SP_DEF_SUPPLIER, "supplier", lot->supplier);
  if (fine) (void)sp_check_range(c, lot->where, "dud + weak + premature", lot->dud + lot->weak + lot->premature, 0.0, 1.0 + 1e-9, "");
}

/* The lot of that id, or NULL with a fault that names the nearest. */
static const sp_lot_def *lot_of(sp_compiler *c, sp_where where, const char *id) {
  size_t count;
  const sp_lot_def *lot = lots(c, &count);
  const char **ids = sp_compile_scratch(c, count, sizeof *ids);
  if (!ids && count) return NULL;
  size_t named = 0;
  for (size_t i = 0; i < count; i++) {
    if (!lot[i].id) continue;
    if (strcmp(lot[i].id, id) == 0) return &lot[i];
    ids[named++] = lot[i].id;
  }
  const char *near = sp_nearest(id, ids, named);
  if (near) sp_error(c, where, "fault.unknown_id_near", "kind", "lot", "id", id, "near", near);
  else sp_error(c, where, "fault.unknown_id", "kind", "lot", "id", id);
  return NULL;
}

sp_lot_start sp_compile_lot(sp_compiler *c, sp_where where, const char *id) {
  const sp_lot_def usual = SP_LOT_DEF_INIT, *own = id ? lot_of(c, where, id) : &usual;
  if (!own) own = &usual;
  sp_lot_start start = {own->id ? c->key_of(own->id) : 0, own->strength, own->id ? own->spread : 0.0, {own->dud, own->weak, own->premature}, own->bribe, -1};
  start.supplier = own->supplier ? sp_find_id(c->model, SP_ENTITY_SUPPLIER, own->supplier) : -1;
  if (start.supplier < 0) return start;
  const sp_supplier_def *by = &c->model->supplier_def[start.supplier];
  double sound = usual.dud + usual.weak + usual.premature;
  if (by->bad >= 0.0 && !own->failures_told) start.bad[0] = by->bad * usual.dud / sound, start.bad[1] = by->bad * usual.weak / sound, start.bad[2] = by->bad * usual.premature / sound;
  if (!own->bribe_told) start.bribe = by->bribe;
  return start;
}

void sp_compile_lots(sp_compiler *c) {
  sp_model *m = c->model;
  size_t count;
  const sp_lot_def *lot = lots(c, &count);
  for (size_t i = 0; i < count; i++) judge_lot(c, &lot[i], lot, i);
  for (int32_t i = 0; i < m->supplier_count; i++) {
    const sp_supplier_def *def = &m->supplier_def[i];
    if (def->bad >= 0.0) (void)sp_check_range(c, def->where, "bad", def->bad, 0.0, 1.0, "");
    (void)sp_check_range(c, def->where, "bribe", def->bribe, 0.0, 1.0, "");
  }
  for (int32_t i = 0; i < m->formation_count && !c->no_memory; i++) {
    const sp_formation_def *def = &m->formation_def[i];
    sp_formation_start *row = &m->formation[i];
    (void)sp_check_range(c, def->where, "works", def->works, 0.0, 1.0, "");
    (void)sp_check_range(c, def->where, "grenades", (double)def->grenades, 0.0, 2000000.0, "");
    (void)sp_check_range(c, def->where, "physicians", (double)def->physicians, 0.0, 100000.0, "");
    row->physicians = def->physicians;
    row->works = def->works;
    row->grenades = def->grenades;
    (void)sp_check_range(c, def->where, "smoke_pots", (double)def->smoke_pots, 0.0, 2000000.0, "");
    row->smoke_pots = def->smoke_pots;
    row->lot = sp_compile_lot(c, sp_at_spot(def->where, def->lot_spot), def->lot);
  }
}
