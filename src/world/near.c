/* near.c - the grid of bodies. SPDX-License-Identifier: Apache-2.0 */
#include "world/near.h"

#include <stdlib.h>

#define MOST_ACROSS 512

typedef struct cells { int32_t low_column, high_column, low_row, high_row; } cells;

static int32_t clamped(double x, int32_t count) { return sp_max_i32(0, sp_min_i32(count - 1, sp_to_i32(sp_floor(x)))); }

static cells cells_of(const sp_near *n, sp_xy at, double reach) {
  return (cells){clamped((at.x - reach - n->low.x) / n->cell_m, n->columns), clamped((at.x + reach - n->low.x) / n->cell_m, n->columns),
                 clamped((at.y - reach - n->low.y) / n->cell_m, n->rows), clamped((at.y + reach - n->low.y) / n->cell_m, n->rows)};
}

static bool counts(const sp_near *n, int32_t f) {
  return n->world->formation.alive[f] && (n->side < 0 || n->world->formation.side[f] == n->side);
}

static int32_t bounds(const sp_near *n, sp_xy *low, sp_xy *high) {
  const sp_world *w = n->world;
  int32_t count = 0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!counts(n, f)) continue;
    sp_xy at = sp_near_middle(w, f);
    if (!count++) *low = *high = at;
    low->x = sp_min(low->x, at.x);
    low->y = sp_min(low->y, at.y);
    high->x = sp_max(high->x, at.x);
    high->y = sp_max(high->y, at.y);
  }
  return count;
}

/* Counting sort of formations into the cells that their circles touch: sizes first, then entries. */
static void fill(sp_near *n, const sp_world *w, bool entries) {
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!counts(n, f)) continue;
    cells c = cells_of(n, sp_near_middle(w, f), sp_near_radius(w, f));
    n->low_column[f] = c.low_column;
    n->low_row[f] = c.low_row;
    for (int32_t row = c.low_row; row <= c.high_row; row++)
      for (int32_t column = c.low_column; column <= c.high_column; column++) {
        int32_t *at = &n->first[row * n->columns + column + 1];
        if (entries) n->item[at[0]] = f;
        at[0]++;
      }
  }
}

void sp_near_build(sp_near *n, const sp_world *w, int32_t side, double cell_m) {
  sp_xy low = {0.0, 0.0}, high = {0.0, 0.0};
  *n = (sp_near){.world = w, .side = side};
  int32_t bodies = bounds(n, &low, &high);
  n->low = low;
  /* Not more than a few cells for each body: an empty country costs nothing. */
  double across = sp_max(high.x - low.x, high.y - low.y), fit = sp_sqrt((high.x - low.x + 1.0) * (high.y - low.y + 1.0) / (4.0 * (double)(bodies + 1)));
  n->cell_m = sp_max(sp_max(cell_m, fit), across / MOST_ACROSS);
  n->columns = 1 + clamped((high.x - low.x) / n->cell_m, MOST_ACROSS);
  n->rows = 1 + clamped((high.y - low.y) / n->cell_m, MOST_ACROSS);
  size_t used = (size_t)sp_used(w, SP_TABLE_FORMATION) + 1, count = (size_t)(n->columns * n->rows);
  n->first = calloc(count + 2, sizeof *n->first);
  n->low_column = malloc(used * sizeof *n->low_column);
  n->low_row = malloc(used * sizeof *n->low_row);
  if (n->first && n->low_column && n->low_row) {
    /* Counted one cell to the right, summed, filled: then first[cell] is where the cell begins. */
    n->first++;
    fill(n, w, false);
    for (size_t i = 1; i <= count; i++) n->first[i] += n->first[i - 1];
    n->item = malloc((size_t)(n->first[count] + 1) * sizeof *n->item);
    n->first--;
    if (n->item) fill(n, w, true);
  }
  if (!n->item) sp_near_free(n);
}

void sp_near_free(sp_near *n) {
  free(n->first);
  free(n->low_column);
  free(n->low_row);
  free(n->item);
  n->first = n->low_column = n->low_row = n->item = NULL;
}

sp_near_walk sp_near_about(const sp_near *n, sp_xy at, double reach_m) {
  cells c = cells_of(n, at, reach_m);
  sp_near_walk walk = {.near = n, .column = {c.low_column, c.high_column}, .row = {c.low_row, c.high_row}, .at_column = c.low_column, .at_row = c.low_row};
  walk.next = n->first ? n->first[c.low_row * n->columns + c.low_column] : 0;
  return walk;
}

int32_t sp_near_next(sp_near_walk *w) {
  const sp_near *n = w->near;
  if (!n->first) {
    while (w->next < sp_used(n->world, SP_TABLE_FORMATION))
      if (counts(n, w->next++)) return w->next - 1;
    return -1;
  }
  for (;;) {
    int32_t cell = w->at_row * n->columns + w->at_column;
    while (w->next < n->first[cell + 1]) {
      int32_t f = n->item[w->next++];
      /* A wide body stands in many cells; it counts in the first that it shares with the walk. */
      if (w->at_column == sp_max_i32(w->column[0], n->low_column[f]) && w->at_row == sp_max_i32(w->row[0], n->low_row[f])) return f;
    }
    if (w->at_column < w->column[1]) w->at_column++;
    else if (w->at_row < w->row[1]) {
      w->at_row++;
      w->at_column = w->column[0];
    } else return -1;
    w->next = n->first[w->at_row * n->columns + w->at_column];
  }
}
