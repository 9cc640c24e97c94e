/* plane.c - rings and segments on the plane, with indexes: horizontal strips for "inside?", a grid for
 * "what does this line meet?". Both coarsen until they hold at most eight entries per side drawn.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#define ENTRIES_PER_ITEM 8
#define MOST_STRIPS 8192
#define MOST_CELLS 4194304

static int32_t strip_of(const sp_ring *ring, double y) {
  int32_t i = sp_to_i32((y - ring->low.y) / ring->strip_m);
  return i < 0 ? 0 : i >= ring->strips ? ring->strips - 1 : i;
}

static int64_t strip_entries(const sp_ring *ring) {
  int64_t total = 0;
  for (int32_t i = 0; i < ring->count; i++) {
    double ya = ring->point[i].y, yb = ring->point[i + 1 < ring->count ? i + 1 : 0].y;
    total += strip_of(ring, sp_max(ya, yb)) - strip_of(ring, sp_min(ya, yb)) + 1;
  }
  return total;
}

static void set_strips(sp_ring *ring, int32_t strips) {
  ring->strips = strips;
  ring->strip_m = sp_max((ring->high.y - ring->low.y) / (double)strips, 1e-3);
}

bool sp_ring_build(sp_arena *arena, const sp_xy *point, int32_t count, sp_ring *ring) {
  *ring = (sp_ring){.point = point, .count = count, .low = point[0], .high = point[0]};
  for (int32_t i = 1; i < count; i++) {
    ring->low = (sp_xy){sp_min(ring->low.x, point[i].x), sp_min(ring->low.y, point[i].y)};
    ring->high = (sp_xy){sp_max(ring->high.x, point[i].x), sp_max(ring->high.y, point[i].y)};
  }
  set_strips(ring, sp_min_i32(sp_max_i32(count / 4, 1), MOST_STRIPS));
  while (ring->strips > 1 && strip_entries(ring) > (int64_t)count * ENTRIES_PER_ITEM) set_strips(ring, ring->strips / 2);
  ring->start = sp_arena_alloc(arena, (size_t)ring->strips + 1, sizeof *ring->start);
  ring->item = sp_arena_alloc(arena, (size_t)strip_entries(ring), sizeof *ring->item);
  if (!ring->start || !ring->item) return false;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < count; i++) {
      double ya = point[i].y, yb = point[i + 1 < count ? i + 1 : 0].y;
      int32_t last = strip_of(ring, sp_max(ya, yb));
      for (int32_t s = strip_of(ring, sp_min(ya, yb)); s <= last; s++) {
        if (pass) ring->item[ring->start[s]++] = i;
        else ring->start[s + 1]++;
      }
    }
    if (!pass) {
      for (int32_t s = 0; s < ring->strips; s++) ring->start[s + 1] += ring->start[s];
    }
  }
  for (int32_t s = ring->strips; s > 0; s--) ring->start[s] = ring->start[s - 1];
  ring->start[0] = 0;
  return true;
}

bool sp_ring_contains(const sp_ring *ring, sp_xy at) {
  if (at.x < ring->low.x || at.x > ring->high.x || at.y < ring->low.y || at.y > ring->high.y) return false;
  int32_t strip = strip_of(ring, at.y);
  bool inside = false;
  for (int32_t k = ring->start[strip]; k < ring->start[strip + 1]; k++) {
    int32_t i = ring->item[k];
    sp_xy a = ring->point[i], b = ring->point[i + 1 < ring->count ? i + 1 : 0];
    if ((a.y > at.y) == (b.y > at.y)) continue;
    if (at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

sp_xy sp_nearest_on_segment(sp_xy at, sp_xy a, sp_xy b, double *t) {
  double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  double along = square > 0.0 ? sp_clamp(((at.x - a.x) * dx + (at.y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
  if (t) *t = along;
  return sp_xy_between(a, b, along);
}

static double turn(sp_xy a, sp_xy b, sp_xy c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static bool boxes_meet(sp_xy a, sp_xy b, sp_xy c, sp_xy d) {
  return sp_max(a.x, b.x) >= sp_min(c.x, d.x) && sp_max(c.x, d.x) >= sp_min(a.x, b.x) &&
         sp_max(a.y, b.y) >= sp_min(c.y, d.y) && sp_max(c.y, d.y) >= sp_min(a.y, b.y);
}

bool sp_segments_meet(sp_xy a, sp_xy b, sp_xy c, sp_xy d, double *t) {
  if (!boxes_meet(a, b, c, d)) return false;
  double side_a = turn(c, d, a), side_b = turn(c, d, b), side_c = turn(a, b, c), side_d = turn(a, b, d);
  if ((side_a > 0.0 && side_b > 0.0) || (side_a < 0.0 && side_b < 0.0)) return false;
  if ((side_c > 0.0 && side_d > 0.0) || (side_c < 0.0 && side_d < 0.0)) return false;
  double span = side_a - side_b;
  if (t) {
    if (span > 0.0 || span < 0.0) *t = sp_clamp(side_a / span, 0.0, 1.0);
    else (void)sp_nearest_on_segment(sp_xy_between(c, d, 0.5), a, b, t); /* along each other */
  }
  return true;
}

static int32_t column_of(const sp_segment_grid *grid, double x) {
  int32_t i = sp_to_i32((x - grid->low.x) / grid->cell_m);
  return i < 0 ? 0 : i >= grid->columns ? grid->columns - 1 : i;
}

static int32_t row_of(const sp_segment_grid *grid, double y) {
  int32_t i = sp_to_i32((y - grid->low.y) / grid->cell_m);
  return i < 0 ? 0 : i >= grid->rows ? grid->rows - 1 : i;
}

/* Columns that a segment touches within one row of cells, a hair too many rather than too few. */
static void columns_in_row(const sp_segment_grid *grid, sp_xy a, sp_xy b, int32_t row, int32_t *first, int32_t *last) {
  double left = sp_min(a.x, b.x), right = sp_max(a.x, b.x), hair = 1e-6 * grid->cell_m;
  double low = grid->low.y + grid->cell_m * (double)row - hair, high = low + grid->cell_m + 2.0 * hair;
  if (row_of(grid, a.y) != row_of(grid, b.y)) {
    double xa = a.x + (low - a.y) / (b.y - a.y) * (b.x - a.x), xb = a.x + (high - a.y) / (b.y - a.y) * (b.x - a.x);
    double l = sp_max(left, sp_min(xa, xb) - hair), r = sp_min(right, sp_max(xa, xb) + hair);
    if (l <= r) {
      left = l;
      right = r;
    }
  }
  *first = column_of(grid, left);
  *last = column_of(grid, right);
}

/* Counts entries, or with `fill` writes them, in order of segment within each cell. */
static int64_t spread(sp_segment_grid *grid, int32_t *count_or_next, bool fill, int64_t most) {
  int64_t total = 0;
  for (int32_t i = 0; i < grid->count; i++) {
    sp_xy a = grid->segment[i].a, b = grid->segment[i].b;
    int32_t top = row_of(grid, sp_max(a.y, b.y));
    for (int32_t row = row_of(grid, sp_min(a.y, b.y)); row <= top; row++) {
      int32_t first, last;
      columns_in_row(grid, a, b, row, &first, &last);
      total += last - first + 1;
      if (total > most) return total;
      if (!count_or_next) continue;
      for (int32_t column = first; column <= last; column++) {
        int32_t *slot = &count_or_next[(size_t)row * (size_t)grid->columns + (size_t)column];
        if (fill) grid->item[*slot] = i;
        (*slot)++;
      }
    }
  }
  return total;
}

bool sp_segment_grid_build(sp_arena *arena, const sp_segment *segment, int32_t count, double cell_m, sp_segment_grid *grid) {
  *grid = (sp_segment_grid){.segment = segment, .count = count, .cell_m = sp_max(cell_m, 100.0)};
  if (count == 0) return true;
  sp_xy high = segment[0].a;
  grid->low = high;
  for (int32_t i = 0; i < count; i++) {
    sp_xy a = segment[i].a, b = segment[i].b;
    grid->low = (sp_xy){sp_min(grid->low.x, sp_min(a.x, b.x)), sp_min(grid->low.y, sp_min(a.y, b.y))};
    high = (sp_xy){sp_max(high.x, sp_max(a.x, b.x)), sp_max(high.y, sp_max(a.y, b.y))};
  }
  const int64_t most = (int64_t)count * ENTRIES_PER_ITEM + 64;
  int64_t total;
  for (;; grid->cell_m *= 2.0) {
    double columns = (high.x - grid->low.x) / grid->cell_m + 1.0, rows = (high.y - grid->low.y) / grid->cell_m + 1.0;
    if (columns * rows > (double)MOST_CELLS) continue;
    grid->columns = sp_to_i32(columns);
    grid->rows = sp_to_i32(rows);
    total = spread(grid, NULL, false, most);
    if (total <= most) break;
  }
  size_t cells = (size_t)grid->columns * (size_t)grid->rows;
  grid->start = sp_arena_alloc(arena, cells + 1, sizeof *grid->start);
  grid->item = sp_arena_alloc(arena, (size_t)total, sizeof *grid->item);
  if (!grid->start || !grid->item) return false;
  (void)spread(grid, grid->start + 1, false, most);
  for (size_t i = 0; i < cells; i++) grid->start[i + 1] += grid->start[i];
  (void)spread(grid, grid->start, true, most);
  for (size_t i = cells; i > 0; i--) grid->start[i] = grid->start[i - 1];
  grid->start[0] = 0;
  return true;
}

/* A segment that lies in several cells is met in the first one that both lines reach. */
static bool seen_before(const sp_segment_grid *grid, const sp_segment *segment, sp_xy a, sp_xy b, int32_t row, int32_t column) {
  int32_t first_row = sp_max_i32(row_of(grid, sp_min(a.y, b.y)), row_of(grid, sp_min(segment->a.y, segment->b.y)));
  for (int32_t r = first_row; r <= row; r++) {
    int32_t first, last, other_first, other_last;
    columns_in_row(grid, a, b, r, &first, &last);
    columns_in_row(grid, segment->a, segment->b, r, &other_first, &other_last);
    int32_t shared = sp_max_i32(first, other_first);
    if (shared > sp_min_i32(last, other_last)) continue;
    return r < row || shared < column;
  }
  return false;
}

bool sp_segment_grid_walk(const sp_segment_grid *grid, sp_xy a, sp_xy b,
                          bool (*visit)(void *context, const sp_segment *segment, double t), void *context) {
  if (grid->count == 0) return true;
  int32_t top = row_of(grid, sp_max(a.y, b.y));
  for (int32_t row = row_of(grid, sp_min(a.y, b.y)); row <= top; row++) {
    int32_t first, last;
    columns_in_row(grid, a, b, row, &first, &last);
    for (int32_t column = first; column <= last; column++) {
      size_t cell = (size_t)row * (size_t)grid->columns + (size_t)column;
      for (int32_t k = grid->start[cell]; k < grid->start[cell + 1]; k++) {
        const sp_segment *segment = &grid->segment[grid->item[k]];
        double t;
        if (!sp_segments_meet(a, b, segment->a, segment->b, &t)) continue;
        if (seen_before(grid, segment, a, b, row, column)) continue;
        if (!visit(context, segment, t)) return false;
      }
    }
  }
  return true;
}
