/* near.c - the grid of bodies. SPDX-License-Identifier: Apache-2.0 */
#include "world/near.h"

#include <stdlib.h>
#include <string.h>

#include "world/scratch.h"

#define MOST_ACROSS 512
#define WORD 64

/* Below 2^31 cells by MOST_ACROSS; the comparison also takes what is not a number. */
static int32_t clamped(double x, int32_t count) { return (int32_t)sp_min(sp_max(x, 0.0), (double)(count - 1)); } /* cast-ok: in range */

static sp_near_cells cells_of(const sp_near *n, sp_xy at, double reach) {
  double x = (at.x - n->low.x) * n->per_m, y = (at.y - n->low.y) * n->per_m, far = reach * n->per_m;
  return (sp_near_cells){(int16_t)clamped(x - far, n->columns), (int16_t)clamped(x + far, n->columns), (int16_t)clamped(y - far, n->rows), (int16_t)clamped(y + far, n->rows)};
}

static bool room(void **data, size_t *room, size_t wanted, size_t size) {
  if (wanted <= *room) return true;
  void *bigger = realloc(*data, (wanted + wanted / 2) * size);
  if (!bigger) return false;
  *data = bigger;
  *room = wanted + wanted / 2;
  return true;
}

static int32_t place_of(const sp_near *n, int32_t side, int32_t row, int32_t column) { return (side * n->rows + row) * n->columns + column; }

/* Reads off all live bodies and how far they reach. -1: no memory. */
static int32_t take_bodies(sp_near_store *s, const sp_world *w, sp_xy *low, sp_xy *high) {
  int32_t count = 0, used = sp_used(w, SP_TABLE_FORMATION);
  if (!room((void **)&s->body, &s->body_room, (size_t)used, sizeof *s->body) || !room((void **)&s->cells, &s->cells_room, (size_t)used, sizeof *s->cells)) return -1;
  for (int32_t f = 0; f < used; f++) {
    if (!w->formation.alive[f]) continue;
    sp_xy at = sp_near_middle(w, f);
    s->body[count] = (sp_near_item){.middle = at, .radius = (float)sp_near_radius(w, f), .formation = f, .side = w->formation.side[f]};
    if (!count++) *low = *high = at;
    low->x = sp_min(low->x, at.x);
    low->y = sp_min(low->y, at.y);
    high->x = sp_max(high->x, at.x);
    high->y = sp_max(high->y, at.y);
  }
  return count;
}

/* Entries of each cell and side, counted two places to the right. */
static void count_entries(sp_near_store *s, const sp_world *w, int32_t bodies) {
  const sp_near *n = &s->grid;
  for (int32_t b = 0; b < bodies; b++) {
    sp_near_item *item = &s->body[b];
    sp_near_cells c = s->cells[item->formation] = cells_of(n, item->middle, sp_near_radius(w, item->formation));
    item->low_column = c.low_column;
    item->low_row = c.low_row;
    if (sp_near_in_one(c)) { /* most are */
      s->first[place_of(n, item->side, c.low_row, c.low_column) + 2]++;
      continue;
    }
    for (int32_t row = c.low_row; row <= c.high_row; row++) {
      int32_t *place = &s->first[place_of(n, item->side, row, 0) + 2];
      for (int32_t column = c.low_column; column <= c.high_column; column++) place[column]++;
    }
  }
}

static void enter(sp_near_store *s, int32_t bodies) {
  const sp_near *n = &s->grid;
  for (int32_t b = 0; b < bodies; b++) {
    sp_near_item item = s->body[b];
    sp_near_cells c = s->cells[item.formation];
    if (sp_near_in_one(c)) {
      item.column = c.low_column;
      s->item[s->first[place_of(n, item.side, c.low_row, c.low_column) + 1]++] = item;
      continue;
    }
    for (int32_t row = c.low_row; row <= c.high_row; row++) {
      int32_t *place = &s->first[place_of(n, item.side, row, 0) + 1];
      for (item.column = c.low_column; item.column <= c.high_column; item.column++) s->item[place[item.column]++] = item;
    }
  }
}

/* Counting sort of bodies into the cells that their circles touch. */
static bool fill(sp_near_store *s, const sp_world *w, int32_t bodies) {
  size_t places = (size_t)(s->grid.columns * s->grid.rows * s->grid.sides);
  if (!room((void **)&s->first, &s->first_room, places + 2, sizeof *s->first)) return false;
  memset(s->first, 0, (places + 2) * sizeof *s->first);
  count_entries(s, w, bodies);
  for (size_t i = 2; i < places + 2; i++) s->first[i] += s->first[i - 1];
  if (!room((void **)&s->item, &s->item_room, (size_t)s->first[places + 1], sizeof *s->item)) return false;
  enter(s, bodies); /* moves each beginning to the next one's: now place i begins at first[i] */
  return true;
}

static void widen_by_one(uint64_t *row, int32_t words) {
  uint64_t before = 0;
  for (int32_t i = 0; i < words; i++) {
    uint64_t here = row[i], after = i + 1 < words ? row[i + 1] : 0;
    row[i] = here | here << 1 | here >> 1 | before >> (WORD - 1) | after << (WORD - 1);
    before = here;
  }
}

/* Each side's cells, then those about them: along the rows, then along the columns. A bit beyond the last column says
 * nothing to anybody. */
static bool spread(sp_near_store *s, int32_t bodies, double reach_m) {
  const sp_near *n = &s->grid;
  int32_t words = (n->columns + WORD - 1) / WORD, far = clamped(reach_m * n->per_m, MOST_ACROSS) + 1;
  size_t all = (size_t)(words * n->rows * n->sides);
  if (!room((void **)&s->about, &s->about_room, all, sizeof *s->about) || !room((void **)&s->spread, &s->spread_room, all, sizeof *s->spread)) return false;
  memset(s->about, 0, all * sizeof *s->about);
  for (int32_t b = 0; b < bodies; b++) {
    sp_near_cells c = s->cells[s->body[b].formation];
    if (sp_near_in_one(c)) {
      s->about[(s->body[b].side * n->rows + c.low_row) * words + c.low_column / WORD] |= UINT64_C(1) << (c.low_column % WORD);
      continue;
    }
    for (int32_t row = c.low_row; row <= c.high_row; row++) {
      uint64_t *bits = &s->about[(s->body[b].side * n->rows + row) * words];
      for (int32_t column = c.low_column; column <= c.high_column; column++) bits[column / WORD] |= UINT64_C(1) << (column % WORD);
    }
  }
  for (int32_t row = 0; row < n->rows * n->sides; row++)
    for (int32_t i = 0; i < far; i++) widen_by_one(&s->about[row * words], words);
  memset(s->spread, 0, all * sizeof *s->spread);
  for (int32_t side = 0; side < n->sides; side++)
    for (int32_t row = 0; row < n->rows; row++)
      for (int32_t r = sp_max_i32(0, row - far); r <= sp_min_i32(n->rows - 1, row + far); r++)
        for (int32_t i = 0; i < words; i++) s->spread[(side * n->rows + row) * words + i] |= s->about[(side * n->rows + r) * words + i];
  size_t plane = (size_t)(words * n->rows);
  memset(s->about, 0, all * sizeof *s->about); /* its memory serves a second time */
  for (int32_t side = 0; side < n->sides; side++)
    for (int32_t other = 0; other < n->sides; other++)
      for (size_t i = 0; other != side && i < plane; i++) s->about[(size_t)side * plane + i] |= s->spread[(size_t)other * plane + i];
  s->grid.words = words;
  s->grid.others = s->about;
  s->grid.about = s->spread;
  s->grid.about_m = reach_m;
  return true;
}

const sp_near *sp_near_build(const sp_world *w, sp_minute minute, double reach_m) {
  SP_CHECK(w->scratch != NULL);
  sp_near_store *s = &w->scratch->near;
  if (s->minute == minute && s->grid.world == w) return &s->grid;
  sp_xy low = {0.0, 0.0}, high = {0.0, 0.0};
  int32_t bodies = take_bodies(s, w, &low, &high);
  s->grid = (sp_near){.world = w, .low = low, .sides = sp_max_i32(1, w->model->side_count)};
  /* Not more than a few cells for each body: an empty country costs nothing. */
  double across = sp_max(high.x - low.x, high.y - low.y), fit = sp_sqrt((high.x - low.x + 1.0) * (high.y - low.y + 1.0) / (4.0 * (double)(sp_max_i32(0, bodies) + 1)));
  double cell = sp_max(sp_max(sp_clamp(1.001 * reach_m, 500.0, 12000.0), fit), across / MOST_ACROSS);
  s->grid.per_m = 1.0 / cell;
  s->grid.columns = 1 + clamped((high.x - low.x) / cell, MOST_ACROSS);
  s->grid.rows = 1 + clamped((high.y - low.y) / cell, MOST_ACROSS);
  s->minute = 0;
  if (bodies >= 0 && fill(s, w, bodies) && spread(s, bodies, reach_m)) {
    s->grid.first = s->first;
    s->grid.item = s->item;
    s->grid.cells = s->cells;
    s->minute = minute;
  }
  return &s->grid;
}

void sp_near_store_free(sp_near_store *s) {
  free(s->first);
  free(s->item);
  free(s->body);
  free(s->cells);
  free(s->about);
  free(s->spread);
}

static void open_row(sp_near_walk *walk) {
  const sp_near *n = walk->near;
  const int32_t *first = &n->first[place_of(n, walk->side, walk->at_row, 0)];
  walk->next = first[walk->column[0]];
  walk->end = first[walk->column[1] + 1];
}

sp_near_walk sp_near_about(const sp_near *n, int32_t side, sp_xy at, double reach_m) {
  if (!n->first) return (sp_near_walk){.near = n, .side = side, .end = sp_used(n->world, SP_TABLE_FORMATION)};
  sp_near_cells c = cells_of(n, at, reach_m);
  sp_near_walk walk = {.near = n, .at = at, .reach_m = reach_m, .side = side, .column = {c.low_column, c.high_column}, .row = {c.low_row, c.high_row}, .at_row = c.low_row};
  open_row(&walk);
  return walk;
}

/* Bit s: side s may be near the cell. */
static uint32_t sides_about(const sp_near *n, int32_t row, int32_t column) {
  uint32_t sides = 0;
  for (int32_t side = 0; side < n->sides; side++) sides |= (uint32_t)(n->about[(side * n->rows + row) * n->words + column / WORD] >> (column % WORD) & 1u) << side;
  return sides;
}

uint32_t sp_near_others(const sp_near *n, int32_t side, sp_xy at, double reach_m) {
  if (!n->about || reach_m > n->about_m) return ~(1u << side);
  int32_t column = clamped((at.x - n->low.x) * n->per_m, n->columns), row = clamped((at.y - n->low.y) * n->per_m, n->rows);
  return sides_about(n, row, column) & ~(1u << side);
}

/* Whether any other side may be near some cell of these. */
static bool others_about(const sp_near *n, int32_t side, sp_near_cells c) {
  const uint64_t *bits = n->others + (side * n->rows + c.low_row) * n->words;
  for (int32_t row = c.low_row; row <= c.high_row; row++, bits += n->words)
    for (int32_t column = c.low_column; column <= c.high_column; column++)
      if (bits[column / WORD] >> (column % WORD) & 1u) return true;
  return false;
}

uint32_t sp_near_enemies_wide(const sp_near *n, int32_t f, double reach_m) {
  int32_t side = n->world->formation.side[f];
  uint32_t own = 1u << side, sides = 0;
  if (!n->about || reach_m > n->about_m) return ~own;
  sp_near_cells c = n->cells[f];
  if (!others_about(n, side, c)) return 0;
  for (int32_t row = c.low_row; row <= c.high_row; row++)
    for (int32_t column = c.low_column; column <= c.high_column; column++) sides |= sides_about(n, row, column);
  return sides & ~own;
}

bool sp_near_next_row(sp_near_walk *walk) {
  if (!walk->near->first || walk->at_row >= walk->row[1]) return false;
  walk->at_row++;
  open_row(walk);
  return true;
}

sp_near_tour sp_near_all(const sp_near *n) {
  sp_near_tour tour = {.near = n, .row = -1};
  if (!n->first) tour.end = sp_used(n->world, SP_TABLE_FORMATION);
  return tour;
}

int32_t sp_near_all_next(sp_near_tour *tour) {
  const sp_near *n = tour->near;
  for (;;) {
    while (tour->next < tour->end) {
      int32_t i = tour->next++;
      if (!n->first && n->world->formation.alive[i]) return i;
      if (n->first && n->item[i].low_row == tour->row && n->item[i].low_column == n->item[i].column) return n->item[i].formation;
    }
    if (!n->first || tour->side >= n->sides) return -1;
    if (++tour->row >= n->rows) {
      tour->row = -1;
      tour->side++;
      continue;
    }
    tour->next = n->first[place_of(n, tour->side, tour->row, 0)];
    tour->end = n->first[place_of(n, tour->side, tour->row, n->columns)];
  }
}

bool sp_near_two_sides(const sp_world *w) {
  int32_t first = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->formation.alive[f]) continue;
    if (first >= 0 && w->formation.side[f] != first) return true;
    first = w->formation.side[f];
  }
  return false;
}
