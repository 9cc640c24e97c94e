/* register_rows.c - the tally as rows.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/register_rows.h"

#include "io/columns.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *left, const void *right) {
  const sp_register_row *a = left, *b = right;
  const int32_t x[4] = {a->side, a->contingent, a->arm, a->troop_class}, y[4] = {b->side, b->contingent, b->arm, b->troop_class};
  for (int i = 0; i < 4; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0; /* the tally has one row for each */
}

sp_status sp_register_rows(const sp_world *world, sp_lang lang, sp_register *out) {
  *out = (sp_register){.world = world, .model = sp_world_model(world), .lang = lang};
  sp_row_filter rows = sp_rows_of(world, "tally");
  sp_field_view contingent = sp_field_of(world, "tally", "contingent"), arm = sp_field_of(world, "tally", "arm"), troop_class = sp_field_of(world, "tally", "troop_class"),
                opening = sp_field_of(world, "tally", "opening"), in = sp_field_of(world, "tally", "came_in"), gone = sp_field_of(world, "tally", "went_out");
  while (out->lines < SP_REGISTER_LINES && sp_word_for(SP_WORDS_LINE, out->lines)) out->lines++;
  if (opening.count != out->lines * SP_RANK_COUNT) return SP_MISMATCH;
  out->rows = calloc((size_t)(rows.rows > 0 ? rows.rows : 1), sizeof *out->rows);
  if (!out->rows) return SP_NO_MEMORY;
  out->shown[0] = true;
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    sp_register_row *r = &out->rows[out->count++];
    r->contingent = (int32_t)sp_field_int(&contingent, row, 0);
    r->side = sp_model_contingent_side(out->model, r->contingent);
    r->arm = (int32_t)sp_field_int(&arm, row, 0);
    r->troop_class = (int32_t)sp_field_int(&troop_class, row, 0);
    for (int32_t i = 0; i < opening.count; i++) { /* [rank][line] */
      int32_t rank = i / out->lines, line = i % out->lines;
      int64_t closing = sp_field_int(&opening, row, i) + sp_field_int(&in, row, i) - sp_field_int(&gone, row, i);
      r->opening += sp_field_int(&opening, row, i);
      r->rank_opening[rank] += sp_field_int(&opening, row, i);
      r->line[line] += closing;
      r->rank[line][rank] += closing;
      if (closing != 0) out->shown[line] = true;
    }
  }
  qsort(out->rows, out->count, sizeof *out->rows, by_place);
  return SP_OK;
}
