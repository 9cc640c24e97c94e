/* geometry.c - where things are on a compiled map: points along edges, nearest nodes, regions, land.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#define PLACE_REACH_M 50.0
#define MOST_NODE_CELLS 1000000

sp_xy sp_edge_point(const sp_model *m, int32_t edge, double along_m, sp_xy *heading) {
  const sp_edge *e = &m->edge[edge];
  const sp_xy *point = &m->point[e->first_point];
  const double *along = &m->point_along[e->first_point];
  double share = sp_clamp(along_m / e->length_m, 0.0, 1.0);
  double drawn = share * e->drawn_m;
  int32_t low = 0, high = e->point_count - 1; /* along[low] <= drawn, and high - low shrinks to one piece */
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (along[middle] <= drawn) low = middle;
    else high = middle;
  }
  sp_xy a = point[low], b = point[high];
  double piece = along[high] - along[low];
  if (heading) *heading = (sp_xy){(b.x - a.x) / piece, (b.y - a.y) / piece};
  return sp_xy_between(a, b, sp_clamp((drawn - along[low]) / piece, 0.0, 1.0));
}

int32_t sp_region_at(const sp_model *m, sp_xy at) {
  int32_t column = sp_to_i32(sp_floor((at.x - m->low.x) / m->region_m));
  int32_t row = sp_to_i32(sp_floor((at.y - m->low.y) / m->region_m));
  column = sp_min_i32(sp_max_i32(column, 0), m->region_columns - 1);
  row = sp_min_i32(sp_max_i32(row, 0), m->region_rows - 1);
  return row * m->region_columns + column;
}

bool sp_on_land(const sp_model *m, sp_xy at) {
  if (m->index->land_count == 0) return true;
  for (int32_t i = 0; i < m->index->land_count; i++) {
    if (sp_ring_contains(&m->index->land[i], at)) return true;
  }
  return false;
}

/* ---- rivers between two points */

#define MOST_PASSED 16 /* rivers that one line may touch and still be told apart */

typedef struct passed { int32_t river, times; double first; } passed;
typedef struct river_look { sp_xy a, b; passed river[MOST_PASSED]; int32_t count; } river_look;

static bool left_of(sp_xy a, sp_xy b, sp_xy c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0; }

/* A bend that lies on the line belongs to one of its two sides, so that it is passed once or not at all. */
static bool note_passed(void *context, const sp_segment *segment, double t) {
  river_look *look = context;
  if (left_of(look->a, look->b, segment->a) == left_of(look->a, look->b, segment->b)) return true;
  int32_t i = 0;
  while (i < look->count && look->river[i].river != segment->owner) i++;
  if (i == MOST_PASSED) return true;
  if (i == look->count) look->river[look->count++] = (passed){segment->owner, 0, t};
  look->river[i].times++;
  look->river[i].first = sp_min(look->river[i].first, t);
  return true;
}

int32_t sp_rivers_between(const sp_model *m, sp_xy a, sp_xy b, sp_river_cut cut[SP_RIVER_CUTS]) {
  river_look look = {.a = a, .b = b};
  int32_t count = 0;
  if (m->index->rivers.count == 0) return 0;
  (void)sp_segment_grid_walk(&m->index->rivers, a, b, note_passed, &look);
  for (int32_t river = -1; count < SP_RIVER_CUTS;) {
    int32_t next = -1;
    for (int32_t i = 0; i < look.count; i++)
      if (look.river[i].times % 2 != 0 && look.river[i].river > river && (next < 0 || look.river[i].river < look.river[next].river)) next = i;
    if (next < 0) break;
    river = look.river[next].river;
    cut[count++] = (sp_river_cut){river, sp_xy_between(a, b, look.river[next].first)};
  }
  return count;
}

static int32_t cell_column(const sp_model_index *index, double x) {
  return sp_min_i32(sp_max_i32(sp_to_i32((x - index->low.x) / index->cell_m), 0), index->columns - 1);
}

static int32_t cell_row(const sp_model_index *index, double y) {
  return sp_min_i32(sp_max_i32(sp_to_i32((y - index->low.y) / index->cell_m), 0), index->rows - 1);
}

bool sp_model_index_build(sp_model *m) {
  sp_model_index *index = m->index;
  if (m->node_count == 0) return true;
  sp_xy high = m->node[0].at;
  index->low = high;
  double widest = 0.0;
  for (int32_t i = 0; i < m->node_count; i++) {
    sp_xy at = m->node[i].at;
    index->low = (sp_xy){sp_min(index->low.x, at.x), sp_min(index->low.y, at.y)};
    high = (sp_xy){sp_max(high.x, at.x), sp_max(high.y, at.y)};
  }
  for (int32_t i = 0; i < m->point_count; i++) widest = sp_max(widest, sp_abs(m->point[i].x));
  index->edge_scale = (1.0 - 1e-9) / (1.0 + widest * widest / (2.0 * m->projection.radius_m * m->projection.radius_m));
  double area = (high.x - index->low.x) * (high.y - index->low.y);
  index->cell_m = sp_max(sp_sqrt(area / (double)m->node_count), 500.0);
  for (;; index->cell_m *= 2.0) { /* a long thin theatre has little area */
    double columns = (high.x - index->low.x) / index->cell_m + 1.0, rows = (high.y - index->low.y) / index->cell_m + 1.0;
    if (columns * rows > (double)MOST_NODE_CELLS) continue;
    index->columns = sp_to_i32(columns);
    index->rows = sp_to_i32(rows);
    break;
  }
  size_t cells = (size_t)index->columns * (size_t)index->rows;
  index->start = sp_arena_alloc(m->arena, cells + 2, sizeof *index->start);
  index->item = sp_arena_alloc(m->arena, (size_t)m->node_count, sizeof *index->item);
  if (!index->start || !index->item) return false;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < m->node_count; i++) {
      size_t cell = (size_t)cell_row(index, m->node[i].at.y) * (size_t)index->columns +
                    (size_t)cell_column(index, m->node[i].at.x);
      if (pass) index->item[index->start[cell + 1]++] = i;
      else index->start[cell + 2]++;
    }
    if (!pass) {
      for (size_t i = 0; i + 1 < cells; i++) index->start[i + 2] += index->start[i + 1];
    }
  }
  return true;
}

typedef struct nearest {
  sp_xy at;
  double square, place_square;
  int32_t node, place_node;
} nearest;

static void look_in_cell(const sp_model *m, int32_t row, int32_t column, nearest *best) {
  const sp_model_index *index = m->index;
  size_t cell = (size_t)row * (size_t)index->columns + (size_t)column;
  for (int32_t k = index->start[cell]; k < index->start[cell + 1]; k++) {
    int32_t i = index->item[k];
    double dx = m->node[i].at.x - best->at.x, dy = m->node[i].at.y - best->at.y, square = dx * dx + dy * dy;
    if (best->node < 0 || square < best->square || (square <= best->square && i < best->node)) {
      best->node = i;
      best->square = square;
    }
    if (m->node[i].place < 0 || square > PLACE_REACH_M * PLACE_REACH_M) continue;
    if (best->place_node < 0 || square < best->place_square || (square <= best->place_square && i < best->place_node)) {
      best->place_node = i;
      best->place_square = square;
    }
  }
}

/* Whether a cell, a metre wider than drawn, lies farther off than what has been found and than a place reaches. */
static bool too_far(const sp_model_index *index, int32_t row, int32_t column, const nearest *best) {
  if (best->node < 0) return false;
  double x = best->at.x - index->low.x - index->cell_m * (double)column, y = best->at.y - index->low.y - index->cell_m * (double)row;
  double dx = sp_max(0.0, sp_max(-x, x - index->cell_m) - 1.0), dy = sp_max(0.0, sp_max(-y, y - index->cell_m) - 1.0);
  return dx * dx + dy * dy > sp_max(best->square, PLACE_REACH_M * PLACE_REACH_M);
}

/* Every `step`-th cell of a row between two columns, as far as they are in the grid. */
static void look_along(const sp_model *m, int32_t row, int32_t first, int32_t last, int32_t step, nearest *best) {
  const sp_model_index *index = m->index;
  if (row < 0 || row >= index->rows) return;
  for (int32_t column = first; column <= last; column += step)
    if (column >= 0 && column < index->columns && !too_far(index, row, column, best)) look_in_cell(m, row, column, best);
}

/* How far from the middle of its cell's block of rings a point may look and have seen all: at least r cells, and in the
 * grid as far as the block's nearest side. */
static double seen_about(const sp_model_index *index, sp_xy at, int32_t row, int32_t column, int32_t r) {
  double x = at.x - index->low.x - index->cell_m * (double)column, y = at.y - index->low.y - index->cell_m * (double)row;
  double inside = sp_min(sp_min(x, index->cell_m - x), sp_min(y, index->cell_m - y)); /* negative outside the grid */
  return index->cell_m * (double)r + sp_max(0.0, inside);
}

/* Rings of cells outward. After ring r everything nearer than r cells has been seen (also for a point outside
 * the grid, whose clamped cell is nearer to every node than the point itself). */
int32_t sp_nearest_node(const sp_model *m, sp_xy at) {
  const sp_model_index *index = m->index;
  if (m->node_count == 0) return -1;
  nearest best = {.at = at, .node = -1, .place_node = -1};
  int32_t row = cell_row(index, at.y), column = cell_column(index, at.x);
  int32_t most = sp_max_i32(index->rows, index->columns);
  for (int32_t r = 0; r <= most; r++) {
    int32_t first = sp_max_i32(column - r, 0), last = sp_min_i32(column + r, index->columns - 1);
    look_along(m, row - r, first, last, 1, &best);
    if (r > 0) look_along(m, row + r, first, last, 1, &best);
    for (int32_t i = sp_max_i32(row - r + 1, 0); i <= sp_min_i32(row + r - 1, index->rows - 1); i++) look_along(m, i, column - r, column + r, 2 * r, &best);
    double seen = seen_about(index, at, row, column, r) * (1.0 - 1e-9); /* a cell's side is not drawn to the last digit */
    if (best.node >= 0 && seen >= PLACE_REACH_M && best.square < seen * seen) break;
  }
  return best.place_node >= 0 ? best.place_node : best.node;
}

typedef struct search {
  sp_xy at;
  bool (*fits)(const sp_model *, int32_t);
  double best_m;
  int32_t best;
} search;

static void search_cell(const sp_model *m, int32_t row, int32_t column, search *s) {
  const sp_model_index *index = m->index;
  if (column < 0 || column >= index->columns) return;
  size_t cell = (size_t)row * (size_t)index->columns + (size_t)column;
  for (int32_t k = index->start[cell]; k < index->start[cell + 1]; k++) {
    int32_t i = index->item[k];
    double d = sp_xy_distance(s->at, m->node[i].at);
    bool nearer = s->best < 0 || d < s->best_m || (d == s->best_m && m->node[i].key < m->node[s->best].key);
    if (!nearer || !s->fits(m, i)) continue;
    s->best = i;
    s->best_m = d;
  }
}

int32_t sp_nearest_node_of(const sp_model *m, sp_xy at, bool (*fits)(const sp_model *, int32_t)) {
  const sp_model_index *index = m->index;
  search s = {.at = at, .fits = fits, .best = -1};
  if (m->node_count == 0) return -1;
  int32_t row = cell_row(index, at.y), column = cell_column(index, at.x), most = sp_max_i32(index->rows, index->columns);
  for (int32_t r = 0; r <= most; r++) {
    for (int32_t y = sp_max_i32(row - r, 0); y <= sp_min_i32(row + r, index->rows - 1); y++) {
      int32_t step = y == row - r || y == row + r ? 1 : 2 * r; /* the ring alone */
      for (int32_t x = column - r; x <= column + r; x += step) search_cell(m, y, x, &s);
    }
    if (s.best >= 0 && s.best_m < seen_about(index, at, row, column, r) * (1.0 - 1e-9)) break;
  }
  return s.best;
}
