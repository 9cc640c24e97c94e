/* compile_graph.c - the draft becomes the graph: nodes and edges in order of key, lines from node[0] to
 * node[1], half edges by owner. From here on indices are final.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

typedef struct ranked { sp_key key; int32_t draft; } ranked;

static int by_key(const void *a, const void *b, void *context) {
  const ranked *x = a, *y = b;
  (void)context;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->draft < y->draft ? -1 : x->draft > y->draft;
}

static const char *node_name(const sp_compiler *c, int32_t draft) {
  const sp_node *node = &c->node.data[draft];
  if (node->place >= 0) return c->model->id[SP_ENTITY_PLACE][node->place];
  return node->crossing >= 0 ? c->model->id[SP_ENTITY_CROSSING][node->crossing] : "mesh";
}

static const char *edge_name(const sp_compiler *c, int32_t draft) {
  int32_t road = c->edge.data[draft].edge.road;
  return road >= 0 ? c->model->id[SP_ENTITY_ROAD][road] : node_name(c, c->edge.data[draft].edge.node[0]);
}

/* Sorted by key; equal keys are refused, because a key is all that tells two things apart. */
static ranked *rank(sp_compiler *c, size_t count, bool nodes) {
  ranked *list = sp_compile_scratch(c, count, sizeof *list);
  if (!list) return NULL;
  for (size_t i = 0; i < count; i++) list[i] = (ranked){nodes ? c->node.data[i].key : c->edge.data[i].edge.key, (int32_t)i};
  if (!sp_sort(list, count, sizeof *list, by_key, NULL)) {
    c->no_memory = true;
    return NULL;
  }
  for (size_t i = 1; i < count; i++) {
    if (list[i].key != list[i - 1].key) continue;
    int32_t a = list[i].draft, b = list[i - 1].draft;
    sp_error(c, c->model->theatre.where, "fault.key_collision", "id", nodes ? node_name(c, a) : edge_name(c, a), "other",
             nodes ? node_name(c, b) : edge_name(c, b));
  }
  return list;
}

static int32_t *place_nodes(sp_compiler *c, const ranked *order) {
  sp_model *m = c->model;
  size_t count = c->node.count;
  int32_t *final = sp_compile_scratch(c, count, sizeof *final);
  m->node = sp_compile_alloc(c, count, sizeof *m->node);
  if (c->no_memory) return NULL;
  for (size_t i = 0; i < count; i++) {
    sp_node *node = &m->node[i];
    *node = c->node.data[order[i].draft];
    final[order[i].draft] = (int32_t)i;
    if (node->place >= 0) m->place_node[node->place] = (int32_t)i;
    if (node->crossing >= 0) m->crossing[node->crossing].node = (int32_t)i;
  }
  m->node_count = (int32_t)count;
  return final;
}

static void place_points(sp_compiler *c, sp_edge *edge, const sp_xy *draft, bool turned) {
  sp_model *m = c->model;
  edge->first_point = m->point_count;
  double along = 0.0;
  for (int32_t k = 0; k < edge->point_count; k++) {
    sp_xy at = draft[turned ? edge->point_count - 1 - k : k];
    if (k > 0) along += sp_xy_distance(m->point[m->point_count - 1], at);
    m->point_along[m->point_count] = along;
    m->point[m->point_count++] = at;
  }
  edge->drawn_m = along; /* summed from node[0], so that the last point lies at exactly drawn_m */
}

static void place_edges(sp_compiler *c, const ranked *order, const int32_t *final) {
  sp_model *m = c->model;
  size_t count = c->edge.count;
  m->edge = sp_compile_alloc(c, count, sizeof *m->edge);
  m->point = sp_compile_alloc(c, c->point.count, sizeof *m->point);
  m->point_along = sp_compile_alloc(c, c->point.count, sizeof *m->point_along);
  if (c->no_memory) return;
  for (size_t i = 0; i < count; i++) {
    sp_edge *edge = &m->edge[i];
    *edge = c->edge.data[order[i].draft].edge;
    const sp_xy *draft = &c->point.data[edge->first_point];
    int32_t a = final[edge->node[0]], b = final[edge->node[1]];
    bool turned = a > b;
    if (turned) {
      uint8_t bank = edge->bank[0];
      edge->bank[0] = edge->bank[1];
      edge->bank[1] = bank;
    }
    edge->node[0] = turned ? b : a;
    edge->node[1] = turned ? a : b;
    place_points(c, edge, draft, turned);
    m->edge_count = (int32_t)i + 1;
    edge->region = sp_region_at(m, sp_edge_point(m, (int32_t)i, 0.5 * edge->length_m, NULL));
  }
}

/* Edges are walked in order, so each node's half edges stand in order of edge key. */
static void place_half_edges(sp_compiler *c) {
  sp_model *m = c->model;
  m->half_edge_count = 2 * m->edge_count;
  m->half_edge = sp_compile_alloc(c, (size_t)m->half_edge_count, sizeof *m->half_edge);
  if (!m->half_edge) return;
  for (int32_t i = 0; i < m->edge_count; i++) {
    m->node[m->edge[i].node[0]].edge_count++;
    m->node[m->edge[i].node[1]].edge_count++;
  }
  int32_t first = 0;
  for (int32_t i = 0; i < m->node_count; i++) {
    m->node[i].first_edge = first;
    first += m->node[i].edge_count;
    m->node[i].edge_count = 0;
  }
  for (int32_t i = 0; i < m->edge_count; i++) {
    for (int end = 0; end < 2; end++) {
      sp_node *owner = &m->node[m->edge[i].node[end]];
      m->half_edge[owner->first_edge + owner->edge_count++] = (sp_half_edge){sp_leg_of(i, end == 1), m->edge[i].node[1 - end]};
    }
  }
}

static bool over_limit(sp_compiler *c, const char *kind, size_t count, size_t most) {
  char text[32];
  if (count <= most) return false;
  sp_error(c, c->model->theatre.where, "fault.too_many", "kind", kind, "limit", sp_number_text(text, sizeof text, (double)most));
  return true;
}

static void place_walls(sp_compiler *c) {
  sp_model *m = c->model;
  m->wall = sp_compile_alloc(c, (size_t)m->place_count, sizeof *m->wall);
  for (int32_t i = 0; i < m->place_count && !c->no_memory; i++) {
    const sp_place_def *def = &m->place_def[i];
    if (def->wall != SP_WALL_NONE) m->wall[m->wall_count++] = (sp_wall){m->key[SP_ENTITY_PLACE][i], m->place_node[i], def->wall, def->wall_length_m};
  }
}

void sp_compile_graph(sp_compiler *c) {
  if (over_limit(c, "node", c->node.count, SP_MAX_NODES) || over_limit(c, "edge", c->edge.count, SP_MAX_EDGES) ||
      over_limit(c, "point", c->point.count, INT32_MAX / 4))
    return;
  ranked *nodes = rank(c, c->node.count, true), *edges = rank(c, c->edge.count, false);
  if (c->no_memory || c->errors) return;
  int32_t *final = place_nodes(c, nodes);
  if (!final) return;
  place_walls(c);
  place_edges(c, edges, final);
  if (c->no_memory) return;
  place_half_edges(c);
  if (!c->no_memory && !sp_model_index_build(c->model)) c->no_memory = true;
}
