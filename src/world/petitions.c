/* petitions.c - complaints, suppliers, inspections. SPDX-License-Identifier: Apache-2.0 */
#include "world/petitions.h"

#define PURPOSE_PETITION 0x70657469u

static int32_t named(const sp_world *w, int32_t stored) { return stored > 0 && stored <= sp_used(w, SP_TABLE_SUPPLIER) ? stored - 1 : -1; }

int32_t sp_supplier_of(const sp_world *w, int32_t f) { return named(w, w->munition.supplier[f]); }

void sp_supplier_note(sp_world *w, int32_t f, int32_t used, int32_t failed) {
  int32_t s = sp_supplier_of(w, f);
  if (s < 0) return;
  w->supplier.used[s] += used;
  w->supplier.failed[s] += failed;
}

void sp_petition_open(sp_world *w, int32_t f, int32_t thrown, int32_t failed, int32_t word, sp_minute minute) {
  if (w->model->side[w->formation.side[f]].court_d <= 0.0) return;
  int32_t row = sp_row_new(w, SP_TABLE_PETITION, sp_key_born(w->munition.key[f], minute, PURPOSE_PETITION, 0));
  if (row < 0) return;
  w->petition.alive[row] = 1;
  w->petition.side[row] = w->formation.side[f];
  w->petition.hq[row] = w->formation.hq[f];
  w->petition.of[row] = w->formation.key[f];
  w->petition.supplier[row] = w->munition.supplier[f];
  w->petition.word[row] = word;
  w->petition.thrown[row] = thrown;
  w->petition.failed[row] = failed;
  w->petition.sent[row] = minute;
}

static double bad_share(const sp_world *w, int32_t d) { return sp_min(1.0, w->depot.lot_bad[d * 3] + w->depot.lot_bad[d * 3 + 1] + w->depot.lot_bad[d * 3 + 2]); }

int32_t sp_lots_inspect(sp_world *w, int32_t side, int32_t supplier, double finds) {
  int32_t all = 0;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d] || w->depot.side[d] != side || named(w, w->depot.supplier[d]) != supplier || w->depot.burning_since[d]) continue;
    double bad = bad_share(w, d), kept = 1.0 - bad * finds;
    int32_t found = sp_min_i32(w->depot.grenades[d], sp_to_i32(sp_floor(w->depot.grenades[d] * bad * finds + 0.5)));
    w->depot.grenades[d] -= found;
    w->depot.refused[d] += found;
    for (int n = 0; n < 3 && kept > 0.0; n++) w->depot.lot_bad[d * 3 + n] *= (1.0 - finds) / kept;
    all += found;
  }
  w->supplier.refused[supplier] += all;
  return all;
}

void sp_suppliers_open(sp_world *w) {
  for (int32_t s = 0; s < w->model->supplier_count; s++) {
    int32_t row = sp_row_new(w, SP_TABLE_SUPPLIER, w->model->key[SP_ENTITY_SUPPLIER][s]);
    SP_CHECK(row == s);
    w->supplier.alive[row] = 1;
  }
}
