/* compile_mesh.c - the mesh for moving off the road: a square grid on land with sixteen headings (axis,
 * diagonal, knight's move), so that a way over it is at most 1 / cos 13.3 degrees = 2.8 % too long.
 * No line of it passes a river or the sea; rivers are passed at crossings, which are joined from both banks.
 * Every place and crossing is joined to the mesh nodes around it, and to its nearest neighbours, or two
 * villages in sight of each other would lie a mesh apart.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define JOIN_REACH 2.24      /* meshes: as far as a knight's move */
#define NEIGHBOURS 6
#define LONGEST_SWEEP 1000   /* sites looked at each way; a heap of sites on one spot needs no more */
#define SAME_POINT_M 1.0
#define MOST_CUTS 64         /* coast lines that one mesh line may pass and still be looked at */

typedef struct mesh {
  double step_m;
  int32_t columns, rows;
  int32_t *node; /* draft node by cell, -1 at sea */
} mesh;

typedef struct river_look {
  const sp_compiler *c;
  sp_xy a, b;
  int32_t crossing[2]; /* -1, or the crossing at that end */
} river_look;

static bool river_stops(void *context, const sp_segment *segment, double t) {
  const river_look *look = context;
  sp_xy at = sp_xy_between(look->a, look->b, t);
  for (int end = 0; end < 2; end++) {
    int32_t crossing = look->crossing[end];
    if (crossing < 0 || look->c->model->crossing[crossing].river != segment->owner) continue;
    if (sp_xy_distance(look->c->ford[crossing].at, at) <= look->c->ford[crossing].reach_m) return true;
  }
  return false;
}

typedef struct coast_look { double cut[MOST_CUTS + 2]; int32_t count; } coast_look;

static bool note_cut(void *context, const sp_segment *segment, double t) {
  coast_look *look = context;
  (void)segment;
  if (look->count > MOST_CUTS) return false;
  int32_t i = look->count++;
  for (; i > 0 && look->cut[i - 1] > t; i--) look->cut[i] = look->cut[i - 1];
  look->cut[i] = t;
  return true;
}

/* Adjoining land rings share a border that is no coast: what counts is whether the stretches between are land. */
static bool over_land(const sp_compiler *c, sp_xy a, sp_xy b) {
  coast_look look = {.count = 0};
  if (c->coasts.count == 0) return true;
  if (!sp_segment_grid_walk(&c->coasts, a, b, note_cut, &look)) return false;
  double before = 0.0;
  for (int32_t i = 0; i <= look.count; i++) {
    double next = i < look.count ? look.cut[i] : 1.0;
    if (next - before > 1e-9 && !sp_on_land(c->model, sp_xy_between(a, b, 0.5 * (before + next)))) return false;
    before = next;
  }
  return true;
}

/* A line of country between two draft nodes, unless water lies between. */
static void join(sp_compiler *c, int32_t from, int32_t to) {
  const sp_model *m = c->model;
  const sp_node *a = &c->node.data[from], *b = &c->node.data[to];
  double plane = sp_xy_distance(a->at, b->at);
  if (plane < SAME_POINT_M || c->no_memory) return;
  river_look look = {.c = c, .a = a->at, .b = b->at, .crossing = {a->crossing, b->crossing}};
  if (!sp_segment_grid_walk(&c->rivers, a->at, b->at, river_stops, &look) || !over_land(c, a->at, b->at)) return;
  sp_draft_edge draft = {.edge = {.node = {from, to}, .road = -1, .road_class = SP_ROAD_COUNTRY}};
  sp_edge *edge = &draft.edge;
  edge->key = a->key < b->key ? sp_key_pair(a->key, b->key) : sp_key_pair(b->key, a->key);
  edge->first_point = (int32_t)c->point.count;
  edge->point_count = 2;
  edge->drawn_m = plane;
  edge->length_m = sp_plane_true_m(&m->projection, a->at, b->at);
  sp_tracks_by_class(SP_ROAD_COUNTRY, &edge->tracks_dry, &edge->tracks_wet);
  for (int end = 0; end < 2; end++) {
    int32_t crossing = look.crossing[end];
    if (crossing < 0) continue;
    double share = sp_min(1.5 * c->ford[crossing].reach_m / plane, 1.0);
    edge->bank[end] = sp_bank_of(c, crossing, sp_xy_between(a->at, b->at, end ? 1.0 - share : share));
  }
  sp_xy line[2] = {a->at, b->at};
  sp_ground_along(c, line, 2, plane / 3.0, edge);
  if (!sp_push(&c->point, line[0]) || !sp_push(&c->point, line[1]) || !sp_push(&c->edge, draft)) c->no_memory = true;
}

static bool too_many(sp_compiler *c, double nodes) {
  char limit[32];
  if (nodes <= (double)SP_MAX_NODES) return false;
  sp_error(c, c->model->theatre.where, "fault.mesh_too_fine", "limit", sp_number_text(limit, sizeof limit, SP_MAX_NODES));
  return true;
}

static void draft_nodes(sp_compiler *c, mesh *grid) {
  const sp_model *m = c->model;
  sp_key parent = c->key_of("mesh");
  for (int32_t row = 0; row < grid->rows; row++) {
    for (int32_t column = 0; column < grid->columns; column++) {
      size_t cell = (size_t)row * (size_t)grid->columns + (size_t)column;
      sp_node node = {.key = sp_key_born(parent, row, 0, (uint32_t)column), .place = -1, .crossing = -1, .mesh = true};
      node.at = (sp_xy){m->low.x + grid->step_m * (double)column, m->low.y + grid->step_m * (double)row};
      grid->node[cell] = -1;
      if (!sp_on_land(m, node.at)) continue;
      node.region = sp_region_at(m, node.at);
      sp_ground_at(c, node.at, &node.relief, &node.cover, &node.soil);
      grid->node[cell] = (int32_t)c->node.count;
      if (!sp_push(&c->node, node)) {
        c->no_memory = true;
        return;
      }
    }
  }
}

static int32_t node_at(const mesh *grid, int32_t column, int32_t row) {
  if (column < 0 || row < 0 || column >= grid->columns || row >= grid->rows) return -1;
  return grid->node[(size_t)row * (size_t)grid->columns + (size_t)column];
}

static void join_mesh(sp_compiler *c, const mesh *grid) {
  static const int32_t move[8][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}};
  for (int32_t row = 0; row < grid->rows; row++) {
    for (int32_t column = 0; column < grid->columns; column++) {
      int32_t from = node_at(grid, column, row);
      if (from < 0) continue;
      for (int k = 0; k < 8; k++) {
        int32_t to = node_at(grid, column + move[k][0], row + move[k][1]);
        if (to >= 0) join(c, from, to);
      }
    }
  }
}

static void join_site(sp_compiler *c, const mesh *grid, int32_t site) {
  sp_xy at = c->node.data[site].at;
  int32_t column = sp_to_i32(sp_floor((at.x - c->model->low.x) / grid->step_m));
  int32_t row = sp_to_i32(sp_floor((at.y - c->model->low.y) / grid->step_m));
  for (int32_t r = row - 2; r <= row + 3; r++) {
    for (int32_t k = column - 2; k <= column + 3; k++) {
      int32_t to = node_at(grid, k, r);
      if (to >= 0 && sp_xy_distance(at, c->node.data[to].at) <= JOIN_REACH * grid->step_m) join(c, site, to);
    }
  }
}

/* ---- sites to their nearest neighbours, found along a sweep from west to east */
typedef struct west { double x; sp_key key; int32_t site; } west;

static int from_west(const void *a, const void *b, void *context) {
  const west *p = a, *q = b;
  (void)context;
  if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
  return p->key < q->key ? -1 : p->key > q->key;
}

typedef struct pair { int32_t a, b; } pair;

static int pair_order(const void *a, const void *b, void *context) {
  const pair *p = a, *q = b;
  (void)context;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

typedef struct near_list { double distance[NEIGHBOURS]; int32_t site[NEIGHBOURS]; int32_t count; } near_list;

static void keep_near(const sp_compiler *c, near_list *list, int32_t site, double distance) {
  int32_t i = list->count < NEIGHBOURS ? list->count++ : NEIGHBOURS;
  for (; i > 0; i--) {
    double other = list->distance[i - 1];
    bool nearer = distance < other || (distance <= other && c->node.data[site].key < c->node.data[list->site[i - 1]].key);
    if (!nearer) break;
    if (i == NEIGHBOURS) continue;
    list->distance[i] = other;
    list->site[i] = list->site[i - 1];
  }
  if (i == NEIGHBOURS) return;
  list->distance[i] = distance;
  list->site[i] = site;
}

static near_list neighbours(const sp_compiler *c, const west *sweep, int32_t count, int32_t at, double reach) {
  near_list list = {.count = 0};
  sp_xy here = c->node.data[sweep[at].site].at;
  for (int step = -1; step <= 1; step += 2) {
    for (int32_t i = at + step; i >= 0 && i < count && (i - at) * step <= LONGEST_SWEEP; i += step) {
      double across = sp_abs(sweep[i].x - here.x);
      bool full = list.count == NEIGHBOURS;
      if (across > reach || (full && across > list.distance[NEIGHBOURS - 1])) break;
      double distance = sp_xy_distance(here, c->node.data[sweep[i].site].at);
      if (distance >= SAME_POINT_M && distance <= reach) keep_near(c, &list, sweep[i].site, distance);
    }
  }
  return list;
}

static void join_neighbours(sp_compiler *c, int32_t count, double reach) {
  west *sweep = sp_compile_scratch(c, (size_t)count, sizeof *sweep);
  pair *pairs = sp_compile_scratch(c, (size_t)count * NEIGHBOURS, sizeof *pairs);
  if (!sweep || !pairs) return;
  for (int32_t i = 0; i < count; i++) sweep[i] = (west){c->node.data[i].at.x, c->node.data[i].key, i};
  if (!sp_sort(sweep, (size_t)count, sizeof *sweep, from_west, NULL)) c->no_memory = true;
  size_t n = 0;
  for (int32_t i = 0; i < count; i++) {
    near_list list = neighbours(c, sweep, count, i, reach);
    for (int32_t k = 0; k < list.count; k++) {
      int32_t a = sweep[i].site, b = list.site[k];
      pairs[n++] = a < b ? (pair){a, b} : (pair){b, a};
    }
  }
  if (!sp_sort(pairs, n, sizeof *pairs, pair_order, NULL)) c->no_memory = true;
  for (size_t i = 0; i < n && !c->no_memory; i++) {
    if (i > 0 && pairs[i].a == pairs[i - 1].a && pairs[i].b == pairs[i - 1].b) continue;
    join(c, pairs[i].a, pairs[i].b);
  }
}

static void judge_reach(sp_compiler *c) {
  const sp_model *m = c->model;
  uint8_t *reached = sp_compile_scratch(c, c->node.count, 1);
  if (!reached) return;
  for (size_t i = 0; i < c->edge.count; i++) reached[c->edge.data[i].edge.node[0]] = reached[c->edge.data[i].edge.node[1]] = 1;
  for (int32_t i = 0; i < m->place_count && m->place_count > 1; i++) {
    if (!reached[i]) sp_warn(c, m->place_def[i].where, "fault.place_cut_off", "place", m->place_def[i].id);
  }
}

void sp_compile_mesh(sp_compiler *c) {
  const sp_model *m = c->model;
  int32_t sites = m->place_count + m->crossing_count;
  mesh grid = {.step_m = m->theatre.mesh_m};
  if (grid.step_m > 0.0 && sites > 0) {
    double columns = sp_floor((m->high.x - m->low.x) / grid.step_m) + 1.0;
    double rows = sp_floor((m->high.y - m->low.y) / grid.step_m) + 1.0;
    /* half of a theatre may be sea */
    if (too_many(c, columns * rows / 4.0)) return;
    grid.columns = sp_to_i32(columns);
    grid.rows = sp_to_i32(rows);
    grid.node = sp_compile_scratch(c, (size_t)grid.columns * (size_t)grid.rows, sizeof *grid.node);
    if (!grid.node) return;
    draft_nodes(c, &grid);
    if (c->no_memory || too_many(c, (double)c->node.count)) return;
    join_mesh(c, &grid);
    for (int32_t site = 0; site < sites && !c->no_memory; site++) join_site(c, &grid, site);
    if (!c->no_memory) join_neighbours(c, sites, grid.step_m);
  }
  if (!c->no_memory) judge_reach(c);
}
