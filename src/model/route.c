/* route.c - ways over the graph.
 *
 * A distance field holds, for one goal, mover and ground epoch, the least minutes from nodes to the goal. It grows
 * outward from the goal only as far as somebody has asked: a settled node never changes, so how far it has grown
 * changes no answer. Fields are shared by all headquarters of a thread in a cache bounded in bytes; what happens to be cached never
 * changes an answer. A way without believed dangers walks down the field. Dangers only add minutes, so the
 * field never overestimates, and A* with it as heuristic finds the way with dangers.
 *
 * Cost of a way = its edges, and the nodes passed through (not the first, not the last).
 * Ties: nodes leave the heap in order of (cost, node), node index being key order; between equally cheap ways
 * the leg whose mix of tie_key and edge key is smaller, then the smaller edge key.
 * The order in which nodes left the heap is kept with the field: walking only to earlier ones cannot go
 * in circles over edges that cost nothing.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <stdlib.h>
#include <string.h>

#define UNREACHED (-1.0)
#define MOST_FIELDS 65536

/* ---- a binary heap of nodes by (cost, node), with places so that a cost may sink */
typedef struct mark {
  double cost;
  int32_t place; /* -1: never in, -2: out again */
  int32_t rank;  /* order of settling in a field, -1 where not (yet) */
} mark;

typedef struct heap {
  int32_t *item;
  mark *mark;    /* by node; all that is asked of a node stands together */
  int32_t *met;  /* nodes that were ever in: clearing costs no more than the search did */
  int32_t count, met_count;
} heap;

static bool before(const heap *h, int32_t a, int32_t b) {
  return h->mark[a].cost < h->mark[b].cost || (h->mark[a].cost <= h->mark[b].cost && a < b);
}

static void put(heap *h, int32_t slot, int32_t node) {
  h->item[slot] = node;
  h->mark[node].place = slot;
}

static void rise(heap *h, int32_t slot, int32_t node) {
  for (; slot > 0; slot = (slot - 1) / 2) {
    int32_t above = h->item[(slot - 1) / 2];
    if (!before(h, node, above)) break;
    put(h, slot, above);
  }
  put(h, slot, node);
}

static void offer(heap *h, int32_t node, double cost) {
  h->mark[node].cost = cost;
  if (h->mark[node].place == -1) h->met[h->met_count++] = node;
  rise(h, h->mark[node].place >= 0 ? h->mark[node].place : h->count++, node);
}

static int32_t take(heap *h) {
  int32_t least = h->item[0], last = h->item[--h->count], slot = 0;
  h->mark[least].place = -2;
  if (h->count == 0) return least;
  for (;;) {
    int32_t child = 2 * slot + 1;
    if (child >= h->count) break;
    if (child + 1 < h->count && before(h, h->item[child + 1], h->item[child])) child++;
    if (!before(h, h->item[child], last)) break;
    put(h, slot, h->item[child]);
    slot = child;
  }
  put(h, slot, last);
  return least;
}

static void clear(heap *h) {
  for (int32_t i = 0; i < h->met_count; i++) h->mark[h->met[i]].place = h->mark[h->met[i]].rank = -1;
  h->count = h->met_count = 0;
}

/* ---- the cache */
typedef struct field {
  int32_t goal;
  sp_mover mover;
  uint64_t epoch;
  uint64_t used;   /* clock of the last use */
  int32_t next;    /* in its bucket, -1 ends */
  heap frontier;   /* of the search from the goal; its costs are final where a rank is given */
  int32_t settled;
} field;

struct sp_route_cache {
  const sp_model *model;
  heap heap;
  double *cost;      /* A*: so far, by node */
  int32_t *settled;  /* A*: rank or -1 */
  sp_leg *way;       /* A*: backwards */
  field *field;
  int32_t field_count, field_limit;
  int32_t *bucket;
  uint32_t bucket_mask;
  uint64_t clock;
};

static bool allocate_heap(heap *h, size_t nodes) {
  h->item = malloc(nodes * sizeof *h->item);
  h->mark = malloc(nodes * sizeof *h->mark);
  h->met = malloc(nodes * sizeof *h->met);
  h->count = h->met_count = 0;
  for (size_t i = 0; h->mark && i < nodes; i++) h->mark[i] = (mark){.place = -1, .rank = -1};
  return h->item && h->mark && h->met;
}

static void free_heap(heap *h) {
  free(h->item);
  free(h->mark);
  free(h->met);
}

static void free_field(field *f) {
  free_heap(&f->frontier);
  f->frontier = (heap){0};
}

static bool allocate_field(field *f, size_t nodes) {
  if (allocate_heap(&f->frontier, nodes)) return true;
  free_field(f);
  return false;
}

sp_route_cache *sp_route_cache_create(const sp_model *m, size_t max_bytes) {
  size_t nodes = m->node_count > 0 ? (size_t)m->node_count : 1;
  size_t fields = max_bytes / (nodes * (sizeof(mark) + 2 * sizeof(int32_t)));
  fields = fields < 1 ? 1 : fields > MOST_FIELDS ? MOST_FIELDS : fields;
  uint32_t buckets = 1;
  while (buckets < fields) buckets *= 2;
  sp_route_cache *cache = calloc(1, sizeof *cache);
  if (!cache) return NULL;
  cache->model = m;
  cache->field_limit = (int32_t)fields;
  cache->bucket_mask = buckets - 1;
  cache->cost = malloc(nodes * sizeof *cache->cost);
  cache->settled = malloc(nodes * sizeof *cache->settled);
  cache->way = malloc(nodes * sizeof *cache->way);
  cache->field = calloc(fields, sizeof *cache->field);
  cache->bucket = malloc(buckets * sizeof *cache->bucket);
  bool whole = allocate_heap(&cache->heap, nodes) && cache->cost && cache->settled && cache->way && cache->field && cache->bucket;
  /* One field from the start: a query can then never fail for want of memory. */
  if (!whole || !allocate_field(&cache->field[0], nodes)) {
    sp_route_cache_destroy(cache);
    return NULL;
  }
  for (uint32_t i = 0; i < buckets; i++) cache->bucket[i] = -1;
  return cache;
}

void sp_route_cache_destroy(sp_route_cache *cache) {
  if (!cache) return;
  for (int32_t i = 0; cache->field && i < cache->field_limit; i++) {
    free_field(&cache->field[i]);
  }
  free_heap(&cache->heap);
  free(cache->cost);
  free(cache->settled);
  free(cache->way);
  free(cache->field);
  free(cache->bucket);
  free(cache);
}

static double edge_cost(const sp_route_costs *costs, int32_t edge) {
  double cost = costs->edge_min[edge];
  return cost >= 0.0 ? cost : UNREACHED; /* not a number is closed, too */
}

/* Cost of passing through; closed nodes can be reached and left, not passed. */
static double node_cost(const sp_route_costs *costs, int32_t node) {
  if (!costs->node_min) return 0.0;
  return costs->node_min[node] >= 0.0 ? costs->node_min[node] : UNREACHED;
}

static void open_field(field *f) {
  clear(&f->frontier);
  f->settled = 0;
  offer(&f->frontier, f->goal, 0.0);
}

/* Settles nodes outward until `wanted` is settled (-1: all). */
static void grow_field(const sp_model *m, field *f, const sp_route_costs *costs, int32_t wanted) {
  heap *h = &f->frontier;
  while (h->count > 0 && (wanted < 0 || f->frontier.mark[wanted].rank < 0)) {
    int32_t at = take(h);
    f->frontier.mark[at].rank = f->settled++;
    double pass = at == f->goal ? 0.0 : node_cost(costs, at);
    if (pass < 0.0) continue;
    const sp_half_edge *half = &m->half_edge[m->node[at].first_edge];
    for (int32_t k = 0; k < m->node[at].edge_count; k++) {
      double step = edge_cost(costs, sp_leg_edge(half[k].leg));
      if (step < 0.0 || h->mark[half[k].to].place == -2) continue;
      double cost = step + (pass + h->mark[at].cost);
      if (h->mark[half[k].to].place == -1 || cost < h->mark[half[k].to].cost) offer(h, half[k].to, cost);
    }
  }
}

/* Least minutes from a node to the goal; UNREACHED where there is no way. */
static double minutes_from(const sp_model *m, field *f, const sp_route_costs *costs, int32_t node) {
  if (f->frontier.mark[node].rank < 0) grow_field(m, f, costs, node);
  return f->frontier.mark[node].rank >= 0 ? f->frontier.mark[node].cost : UNREACHED;
}

static uint32_t bucket_of(const sp_route_cache *cache, int32_t goal, sp_mover mover, uint64_t epoch) {
  return (uint32_t)sp_hash_mix(sp_hash_mix(epoch, (uint64_t)goal), (uint64_t)mover) & cache->bucket_mask;
}

static void unlink_field(sp_route_cache *cache, int32_t slot) {
  const field *f = &cache->field[slot];
  int32_t *link = &cache->bucket[bucket_of(cache, f->goal, f->mover, f->epoch)];
  while (*link != slot) link = &cache->field[*link].next;
  *link = f->next;
}

static int32_t free_slot(sp_route_cache *cache) {
  int32_t slot = cache->field_count;
  if (slot < cache->field_limit &&
      (cache->field[slot].frontier.mark || allocate_field(&cache->field[slot], (size_t)sp_max_i32(cache->model->node_count, 1)))) {
    cache->field_count++;
    return slot;
  }
  slot = 0;
  for (int32_t i = 1; i < cache->field_count; i++) {
    if (cache->field[i].used < cache->field[slot].used) slot = i;
  }
  unlink_field(cache, slot);
  return slot;
}

#ifdef SP_DEV
/* A cached field must be what a fresh one would be, or the caller's epoch lied. */
static void recheck(sp_route_cache *cache, const field *f, const sp_route_costs *costs) {
  if (cache->clock % 64 != 0) return;
  field fresh = {.goal = f->goal};
  int32_t nodes = sp_max_i32(cache->model->node_count, 1);
  if (!allocate_field(&fresh, (size_t)nodes)) return;
  open_field(&fresh);
  grow_field(cache->model, &fresh, costs, -1);
  for (int32_t i = 0; i < cache->model->node_count; i++) {
    if (f->frontier.mark[i].rank < 0) continue;
    SP_CHECK(fresh.frontier.mark[i].rank == f->frontier.mark[i].rank && memcmp(&fresh.frontier.mark[i].cost, &f->frontier.mark[i].cost, sizeof(double)) == 0);
  }
  free_field(&fresh);
}
#endif

static field *field_for(sp_route_cache *cache, int32_t goal, sp_mover mover, const sp_route_costs *costs) {
  uint32_t bucket = bucket_of(cache, goal, mover, costs->epoch);
  cache->clock++;
  for (int32_t i = cache->bucket[bucket]; i >= 0; i = cache->field[i].next) {
    field *f = &cache->field[i];
    if (f->goal != goal || f->mover != mover || f->epoch != costs->epoch) continue;
    f->used = cache->clock;
#ifdef SP_DEV
    recheck(cache, f, costs);
#endif
    return f;
  }
  int32_t slot = free_slot(cache);
  field *f = &cache->field[slot];
  f->goal = goal;
  f->mover = mover;
  f->epoch = costs->epoch;
  f->used = cache->clock;
  f->next = cache->bucket[bucket];
  cache->bucket[bucket] = slot;
  open_field(f);
  return f;
}

/* Of two edges that lead on equally well, does a go first? */
static bool tie_first(const sp_model *m, uint64_t tie_key, int32_t a, int32_t b) {
  uint64_t mix_a = sp_hash_mix(tie_key, m->edge[a].key), mix_b = sp_hash_mix(tie_key, m->edge[b].key);
  return mix_a != mix_b ? mix_a < mix_b : a < b; /* edges stand in order of key */
}

/* The best leg down the field from a node; index into its half edges, -1 at the goal. */
static int32_t step_down(const sp_model *m, const field *f, const sp_route_costs *costs, uint64_t tie_key, int32_t at) {
  const sp_half_edge *half = &m->half_edge[m->node[at].first_edge];
  int32_t best = -1;
  for (int32_t k = 0; k < m->node[at].edge_count; k++) {
    int32_t to = half[k].to, edge = sp_leg_edge(half[k].leg);
    double step = edge_cost(costs, edge), pass = to == f->goal ? 0.0 : node_cost(costs, to);
    if (step < 0.0 || pass < 0.0 || f->frontier.mark[to].rank < 0 || f->frontier.mark[to].rank >= f->frontier.mark[at].rank) continue;
    if (step + (pass + f->frontier.mark[to].cost) > f->frontier.mark[at].cost) continue;
    if (best < 0 || tie_first(m, tie_key, edge, sp_leg_edge(half[best].leg))) best = k;
  }
  return best;
}

static int32_t walk_field(const sp_model *m, const field *f, const sp_route_query *q, sp_leg *legs, int32_t max_legs) {
  int32_t count = 0;
  for (int32_t at = q->from_node; at != f->goal; count++) {
    int32_t k = step_down(m, f, q->costs, q->tie_key, at);
    SP_CHECK(k >= 0);
    const sp_half_edge *half = &m->half_edge[m->node[at].first_edge + k];
    if (count == 0 && half->leg == q->avoid_leg) return -1;
    if (count < max_legs) legs[count] = half->leg;
    at = half->to;
  }
  return count;
}

static double danger_of(const sp_route_query *q, int32_t edge) {
  size_t low = 0, high = q->danger_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (q->danger[middle].edge < edge) low = middle + 1;
    else high = middle;
  }
  if (low == q->danger_count || q->danger[low].edge != edge) return 0.0;
  return sp_max(q->danger[low].extra_min, 0.0);
}

/* What A* needs to know of its question; the same search serves routes (heuristic: the field) and plain
 * shortest ways (heuristic: the distance on the plane). */
typedef struct search {
  const sp_model *m;
  heap *heap;
  double *cost;
  int32_t *settled;
  const sp_route_query *q;
  field *field;        /* or NULL */
  double per_m;
} search;

/* With the cost of passing the node itself, or the guess could fall along a way. Negative: no way on. */
static double guess(const search *s, int32_t node) {
  if (s->field) {
    double on = minutes_from(s->m, s->field, s->q->costs, node);
    if (node == s->q->goal_node || on < 0.0) return on;
    double pass = node_cost(s->q->costs, node);
    return pass < 0.0 ? UNREACHED : pass + on;
  }
  return sp_xy_distance(s->m->node[node].at, s->m->node[s->q->goal_node].at) * s->per_m;
}

static double leg_cost(const search *s, int32_t at, sp_leg leg) {
  if (at == s->q->from_node && leg == s->q->avoid_leg) return UNREACHED;
  int32_t edge = sp_leg_edge(leg);
  double step = edge_cost(s->q->costs, edge), pass = at == s->q->from_node ? 0.0 : node_cost(s->q->costs, at);
  if (step < 0.0 || pass < 0.0) return UNREACHED;
  return step + danger_of(s->q, edge) + pass;
}

static bool run_search(const search *s) {
  heap *h = s->heap;
  int32_t settled = 0;
  clear(h);
  for (int32_t i = 0; i < s->m->node_count; i++) s->settled[i] = -1;
  s->cost[s->q->from_node] = 0.0;
  offer(h, s->q->from_node, 0.0);
  while (h->count > 0) {
    int32_t at = take(h);
    s->settled[at] = settled++;
    if (at == s->q->goal_node) return true;
    const sp_half_edge *half = &s->m->half_edge[s->m->node[at].first_edge];
    for (int32_t k = 0; k < s->m->node[at].edge_count; k++) {
      int32_t to = half[k].to;
      if (h->mark[to].place == -2) continue;
      double step = leg_cost(s, at, half[k].leg), on = guess(s, to);
      if (step < 0.0 || on < 0.0) continue;
      double cost = s->cost[at] + step;
      if (h->mark[to].place >= 0 && cost >= s->cost[to]) continue;
      s->cost[to] = cost;
      offer(h, to, cost + on);
    }
  }
  return false;
}

/* Backwards from the goal over legs that account exactly for the cost; ties as in the head of this file. */
static int32_t trace(const search *s, sp_leg *backwards) {
  int32_t count = 0;
  for (int32_t at = s->q->goal_node; at != s->q->from_node; count++) {
    const sp_half_edge *half = &s->m->half_edge[s->m->node[at].first_edge];
    int32_t best = -1;
    for (int32_t k = 0; k < s->m->node[at].edge_count; k++) {
      int32_t from = half[k].to, edge = sp_leg_edge(half[k].leg);
      if (s->settled[from] < 0 || s->settled[from] >= s->settled[at]) continue;
      double step = leg_cost(s, from, half[k].leg ^ 1u);
      if (step < 0.0 || s->cost[from] + step > s->cost[at]) continue;
      if (best < 0 || tie_first(s->m, s->q->tie_key, edge, sp_leg_edge(half[best].leg))) best = k;
    }
    SP_CHECK(best >= 0);
    backwards[count] = half[best].leg ^ 1u;
    at = half[best].to;
  }
  return count;
}

static bool valid_node(const sp_model *m, int32_t node) { return node >= 0 && node < m->node_count; }

int32_t sp_route(sp_route_cache *cache, const sp_route_query *query, sp_leg *legs, int32_t max_legs, double *minutes) {
  const sp_model *m = cache->model;
  if (minutes) *minutes = UNREACHED;
  if (!valid_node(m, query->from_node) || !valid_node(m, query->goal_node)) return -1;
  field *f = field_for(cache, query->goal_node, query->mover, query->costs);
  double least = minutes_from(m, f, query->costs, query->from_node);
  if (least < 0.0) return -1;
  if (query->danger_count == 0) {
    int32_t count = walk_field(m, f, query, legs, max_legs);
    if (count >= 0) {
      if (minutes) *minutes = least;
      return count;
    }
  }
  search s = {.m = m, .heap = &cache->heap, .cost = cache->cost, .settled = cache->settled, .q = query, .field = f};
  if (!run_search(&s)) return -1;
  int32_t count = trace(&s, cache->way);
  for (int32_t i = 0; i < count && i < max_legs; i++) legs[i] = cache->way[count - 1 - i];
  if (minutes) *minutes = cache->cost[query->goal_node];
  return count;
}

double sp_route_minutes(sp_route_cache *cache, int32_t from_node, int32_t goal_node, sp_mover mover, const sp_route_costs *costs) {
  if (!valid_node(cache->model, from_node) || !valid_node(cache->model, goal_node)) return UNREACHED;
  return minutes_from(cache->model, field_for(cache, goal_node, mover, costs), costs, from_node);
}

int32_t sp_shortest_way(const sp_model *m, int32_t from_node, int32_t goal_node, const double *costs_by_edge, double per_m,
                        sp_leg **legs, double *cost) {
  size_t nodes = (size_t)sp_max_i32(m->node_count, 1);
  heap h = {0};
  *legs = NULL;
  if (!valid_node(m, from_node) || !valid_node(m, goal_node)) return -1;
  double *so_far = malloc(nodes * sizeof *so_far);
  int32_t *settled = malloc(nodes * sizeof *settled), count = -2;
  sp_leg *way = malloc(nodes * sizeof *way);
  if (allocate_heap(&h, nodes) && so_far && settled && way) {
    sp_route_costs costs = {.edge_min = costs_by_edge};
    sp_route_query q = {.from_node = from_node, .goal_node = goal_node, .avoid_leg = UINT32_MAX, .costs = &costs};
    search s = {.m = m, .heap = &h, .cost = so_far, .settled = settled, .q = &q, .per_m = per_m};
    count = run_search(&s) ? trace(&s, way) : -1;
    if (count >= 0) *cost = so_far[goal_node];
  }
  for (int32_t i = 0; i < count / 2; i++) {
    sp_leg swap = way[i];
    way[i] = way[count - 1 - i];
    way[count - 1 - i] = swap;
  }
  free_heap(&h);
  free(so_far);
  free(settled);
  if (count > 0) *legs = way;
  else free(way);
  return count;
}
