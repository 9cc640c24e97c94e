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
#include "model/frontier.h"

#include <stdlib.h>
#include <string.h>

#define UNREACHED (-1.0)
#define FIRST_FIELDS 64
#define FIRST_ROOM 16
#define STALE_LOOKED_AT 4 /* older fields of a goal that are asked whether they still hold */
#define CHUNK_BYTES ((size_t)256 << 10)

/* ---- the cache */
typedef struct field {
  int32_t goal;
  sp_mover mover;
  uint64_t epoch, edge_epoch; /* of the costs that it was last asked with */
  uint64_t passed;      /* a sum over the nodes settled so far that cost something to pass, and what they cost */
  int32_t next;         /* in its bucket, -1 ends */
  sp_frontier frontier; /* of the search from the goal; its costs are final where a rank is given */
} field;

/* Where the fields' memory comes from: chunks filled one after the other, each with room for a field over all nodes
 * and for the smaller ones that it grew out of. Nothing is given back singly: when all chunks are full, all fields go. */
typedef struct pool {
  unsigned char **chunk;
  size_t chunk_bytes, used; /* of the chunk now being filled */
  int32_t count, limit, at;
} pool;

struct sp_route_cache {
  const sp_model *model;
  pool pool;
  sp_frontier astar;
  double *cost;      /* A*: so far, by place in its frontier */
  sp_leg *way;       /* A*: backwards */
  field *field;
  int32_t field_count, field_room; /* a power of two, and twice as many buckets */
  int32_t *bucket;
  int32_t *crossing;   /* nodes with a crossing, each once */
  int32_t crossing_count;
#ifdef SP_DEV
  uint64_t clock;
#endif
};

static unsigned char *pool_take(pool *p, size_t bytes) {
  if (p->used + bytes > p->chunk_bytes) {
    if (p->at + 1 >= p->limit) return NULL;
    if (p->at + 1 >= p->count) {
      unsigned char *chunk = malloc(p->chunk_bytes);
      if (!chunk) return NULL; /* then the cache is smaller */
      p->chunk[p->count++] = chunk;
    }
    p->at++;
    p->used = 0;
  }
  unsigned char *at = p->chunk[p->at] + p->used;
  p->used += bytes;
  return at;
}

static bool pool_open(pool *p, size_t nodes, size_t max_bytes) {
  size_t chain = 0;
  for (int32_t room = FIRST_ROOM, last = sp_frontier_room((int32_t)nodes); room <= last; room *= 2) chain += sp_frontier_bytes(room);
  p->chunk_bytes = chain > CHUNK_BYTES || max_bytes < CHUNK_BYTES ? chain : CHUNK_BYTES;
  size_t limit = max_bytes / p->chunk_bytes;
  p->limit = limit < 1 ? 1 : limit > 4096 ? 4096 : (int32_t)limit;
  p->chunk = calloc((size_t)p->limit, sizeof *p->chunk);
  if (p->chunk) p->chunk[0] = malloc(p->chunk_bytes);
  if (!p->chunk || !p->chunk[0]) return false;
  p->count = 1;
  return true;
}

static void forget_fields(sp_route_cache *cache) {
  cache->field_count = 0;
  cache->pool.at = 0;
  cache->pool.used = 0;
  for (int32_t i = 0; i < 2 * cache->field_room; i++) cache->bucket[i] = -1;
}

static int by_node(const void *a, const void *b, void *unused) {
  (void)unused;
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static bool list_crossings(sp_route_cache *cache) {
  const sp_model *m = cache->model;
  cache->crossing = malloc(((size_t)m->crossing_count + 1) * sizeof *cache->crossing);
  if (!cache->crossing) return false;
  for (int32_t c = 0; c < m->crossing_count; c++) cache->crossing[c] = m->crossing[c].node;
  if (!sp_sort(cache->crossing, (size_t)m->crossing_count, sizeof *cache->crossing, by_node, NULL)) return false;
  for (int32_t c = 0; c < m->crossing_count; c++) {
    if (c == 0 || cache->crossing[c] != cache->crossing[cache->crossing_count - 1]) cache->crossing[cache->crossing_count++] = cache->crossing[c];
  }
  return true;
}

sp_route_cache *sp_route_cache_create(const sp_model *m, size_t max_bytes) {
  size_t nodes = m->node_count > 0 ? (size_t)m->node_count : 1;
  sp_route_cache *cache = calloc(1, sizeof *cache);
  if (!cache) return NULL;
  cache->model = m;
  cache->field_room = FIRST_FIELDS;
  cache->cost = malloc(nodes * sizeof *cache->cost);
  cache->way = malloc(nodes * sizeof *cache->way);
  cache->field = malloc(FIRST_FIELDS * sizeof *cache->field);
  cache->bucket = malloc(2 * FIRST_FIELDS * sizeof *cache->bucket);
  /* One chunk from the start: a query can then never fail for want of memory. */
  bool whole = pool_open(&cache->pool, nodes, max_bytes) && sp_frontier_create(&cache->astar, m->node_count) && cache->cost && cache->way && cache->field && cache->bucket && list_crossings(cache);
  if (!whole) {
    sp_route_cache_destroy(cache);
    return NULL;
  }
  forget_fields(cache);
  return cache;
}

void sp_route_cache_destroy(sp_route_cache *cache) {
  if (!cache) return;
  for (int32_t i = 0; i < cache->pool.count; i++) free(cache->pool.chunk[i]);
  free(cache->pool.chunk);
  sp_frontier_destroy(&cache->astar);
  free(cache->cost);
  free(cache->way);
  free(cache->field);
  free(cache->bucket);
  free(cache->crossing);
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

/* Fields of one bucket share the edges; where these have no epoch of their own, the whole content. */
static uint64_t content_of(uint64_t edge_epoch, uint64_t epoch) { return edge_epoch ? edge_epoch : epoch; }

static uint32_t bucket_of(const sp_route_cache *cache, int32_t goal, sp_mover mover, uint64_t content) {
  return (uint32_t)sp_hash_mix(content, (uint64_t)goal << 8 | (uint64_t)mover) & (uint32_t)(2 * cache->field_room - 1);
}

static bool open_field(sp_route_cache *cache, field *f) {
  unsigned char *memory = pool_take(&cache->pool, sp_frontier_bytes(FIRST_ROOM));
  if (!memory) return false;
  sp_frontier_lay(&f->frontier, memory, FIRST_ROOM);
  (void)sp_frontier_put(&f->frontier, f->goal, 0.0);
  return true;
}

/* The next field; its memory is that of the array. NULL: no room. */
static field *add_field(sp_route_cache *cache) {
  if (cache->field_count < cache->field_room) return &cache->field[cache->field_count++];
  size_t room = 2 * (size_t)cache->field_room;
  field *fields = realloc(cache->field, room * sizeof *fields);
  if (fields) cache->field = fields;
  int32_t *bucket = fields ? realloc(cache->bucket, 2 * room * sizeof *bucket) : NULL;
  if (!bucket) return NULL;
  cache->bucket = bucket;
  cache->field_room = (int32_t)room;
  for (size_t i = 0; i < 2 * room; i++) bucket[i] = -1;
  for (int32_t i = 0; i < cache->field_count; i++) {
    int32_t *first = &bucket[bucket_of(cache, fields[i].goal, fields[i].mover, content_of(fields[i].edge_epoch, fields[i].epoch))];
    fields[i].next = *first;
    *first = i;
  }
  return &fields[cache->field_count++];
}

static field *new_field(sp_route_cache *cache, int32_t goal, sp_mover mover, const sp_route_costs *costs) {
  field *f = add_field(cache);
  if (f) f->goal = goal;
  if (!f || !open_field(cache, f)) {
    forget_fields(cache);
    f = add_field(cache);
    f->goal = goal;
    SP_CHECK(open_field(cache, f)); /* of an empty pool */
  }
  f->mover = mover;
  f->epoch = costs->epoch;
  f->edge_epoch = costs->edge_epoch;
  f->passed = 0;
  int32_t *first = &cache->bucket[bucket_of(cache, goal, mover, content_of(costs->edge_epoch, costs->epoch))];
  f->next = *first;
  *first = (int32_t)(f - cache->field);
  return f;
}

/* What passing a node adds to the field's sum: nothing where it costs nothing. */
static uint64_t mark_of(const sp_route_costs *costs, int32_t node) {
  uint64_t bits = 0;
  if (costs->node_min && costs->node_min[node] != 0.0) memcpy(&bits, &costs->node_min[node], sizeof bits);
  return bits ? sp_hash_mix((uint64_t)node, bits) : 0;
}

/* Settles nodes outward until `wanted` is settled (-1: all). false: the pool is full. */
static bool grow_field(sp_route_cache *cache, field *f, const sp_route_costs *costs, int32_t wanted) {
  const sp_model *m = cache->model;
  sp_frontier *frontier = &f->frontier;
  while (frontier->open > 0 && (wanted < 0 || sp_frontier_rank(frontier, wanted) < 0)) {
    const sp_node *node = &m->node[frontier->reached[frontier->heap[0]].node];
    int32_t most = sp_min_i32(frontier->count + node->edge_count, m->node_count);
    if (most > frontier->room) { /* before anything changes */
      int32_t room = sp_frontier_room(most);
      unsigned char *memory = pool_take(&cache->pool, sp_frontier_bytes(room));
      if (!memory) return false;
      sp_frontier_move(frontier, memory, room);
    }
    sp_reached at = frontier->reached[sp_frontier_take(frontier)];
    double pass = at.node == f->goal ? 0.0 : node_cost(costs, at.node);
    if (at.node != f->goal) f->passed += mark_of(costs, at.node);
    if (pass < 0.0) continue;
    const sp_half_edge *half = &m->half_edge[node->first_edge];
    for (int32_t k = 0; k < node->edge_count; k++) {
      double step = edge_cost(costs, sp_leg_edge(half[k].leg));
      if (step >= 0.0) sp_frontier_offer(frontier, half[k].to, step + (pass + at.cost));
    }
  }
  return true;
}

/* Least minutes from a node to the field's goal; UNREACHED where there is no way. May move the field. */
static double minutes_from(sp_route_cache *cache, field **f, const sp_route_costs *costs, int32_t node) {
  int32_t at = sp_frontier_find(&(*f)->frontier, node);
  if ((at < 0 || (*f)->frontier.reached[at].rank < 0) && !grow_field(cache, *f, costs, node)) {
    field old = **f;
    forget_fields(cache);
    *f = new_field(cache, old.goal, old.mover, costs);
    SP_CHECK(grow_field(cache, *f, costs, node)); /* a chunk holds a whole field */
  }
  at = sp_frontier_find(&(*f)->frontier, node);
  return at >= 0 && (*f)->frontier.reached[at].rank >= 0 ? (*f)->frontier.reached[at].cost : UNREACHED;
}

#ifdef SP_DEV
/* A cached field must be what a fresh one would be, or the caller's epoch lied. */
static void recheck(sp_route_cache *cache, const field *f, const sp_route_costs *costs) {
  if (++cache->clock % 64 != 0) return;
  sp_route_cache *other = sp_route_cache_create(cache->model, 0);
  if (!other) return;
  field *fresh = new_field(other, f->goal, f->mover, costs);
  SP_CHECK(grow_field(other, fresh, costs, -1));
  for (int32_t i = 0; i < f->frontier.count; i++) {
    const sp_reached *r = &f->frontier.reached[i];
    if (r->rank < 0) continue;
    const sp_reached *same = &fresh->frontier.reached[sp_frontier_find(&fresh->frontier, r->node)];
    SP_CHECK(same->rank == r->rank && memcmp(&same->cost, &r->cost, sizeof(double)) == 0);
  }
  sp_route_cache_destroy(other);
}
#endif

/* Is all that the field has settled what it would be at these costs of the same edges? */
static bool still_holds(const sp_route_cache *cache, const field *f, const sp_route_costs *costs) {
  uint64_t passed = 0;
  for (int32_t c = 0; c < cache->crossing_count; c++) {
    int32_t node = cache->crossing[c];
    if (node != f->goal && sp_frontier_rank(&f->frontier, node) >= 0) passed += mark_of(costs, node);
  }
  return passed == f->passed;
}

static field *field_for(sp_route_cache *cache, int32_t goal, sp_mover mover, const sp_route_costs *costs) {
  int32_t older = 0;
  for (int32_t i = cache->bucket[bucket_of(cache, goal, mover, content_of(costs->edge_epoch, costs->epoch))]; i >= 0; i = cache->field[i].next) {
    field *f = &cache->field[i];
    if (f->goal != goal || f->mover != mover || f->edge_epoch != costs->edge_epoch) continue;
    if (f->epoch != costs->epoch) {
      if (f->edge_epoch == 0 || older >= STALE_LOOKED_AT) continue;
      older++;
      if (!still_holds(cache, f, costs)) continue;
      f->epoch = costs->epoch;
    }
#ifdef SP_DEV
    recheck(cache, f, costs);
#endif
    return f;
  }
  return new_field(cache, goal, mover, costs);
}

/* Of two edges that lead on equally well, does a go first? */
static bool tie_first(const sp_model *m, uint64_t tie_key, int32_t a, int32_t b) {
  uint64_t mix_a = sp_hash_mix(tie_key, m->edge[a].key), mix_b = sp_hash_mix(tie_key, m->edge[b].key);
  return mix_a != mix_b ? mix_a < mix_b : a < b; /* edges stand in order of key */
}

/* The best leg down the field from a settled node; index into its half edges, -1 at the goal. */
static int32_t step_down(const sp_model *m, const field *f, const sp_route_costs *costs, uint64_t tie_key, int32_t node) {
  const sp_half_edge *half = &m->half_edge[m->node[node].first_edge];
  const sp_frontier *frontier = &f->frontier;
  const sp_reached *at = &frontier->reached[sp_frontier_find(frontier, node)];
  int32_t best = -1;
  for (int32_t k = 0; k < m->node[node].edge_count; k++) {
    int32_t edge = sp_leg_edge(half[k].leg), found = sp_frontier_find(frontier, half[k].to);
    if (found < 0) continue;
    const sp_reached *to = &frontier->reached[found];
    double step = edge_cost(costs, edge), pass = to->node == f->goal ? 0.0 : node_cost(costs, to->node);
    if (step < 0.0 || pass < 0.0 || to->rank < 0 || to->rank >= at->rank) continue;
    if (step + (pass + to->cost) > at->cost) continue;
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
  sp_frontier *frontier; /* its costs are guesses of the whole way */
  double *cost;          /* so far, by place in the frontier */
  const sp_route_query *q;
  sp_route_cache *cache;
  field *field;          /* or NULL */
  double per_m;
} search;

/* With the cost of passing the node itself, or the guess could fall along a way. Negative: no way on. */
static double guess(search *s, int32_t node) {
  if (s->field) {
    double on = minutes_from(s->cache, &s->field, s->q->costs, node);
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

static bool run_search(search *s) {
  sp_frontier *f = s->frontier;
  sp_frontier_clear(f);
  s->cost[sp_frontier_put(f, s->q->from_node, 0.0)] = 0.0;
  while (f->open > 0) {
    int32_t at = sp_frontier_take(f), node = f->reached[at].node;
    if (node == s->q->goal_node) return true;
    const sp_half_edge *half = &s->m->half_edge[s->m->node[node].first_edge];
    for (int32_t k = 0; k < s->m->node[node].edge_count; k++) {
      int32_t to = half[k].to, known = sp_frontier_find(f, to);
      if (known >= 0 && f->reached[known].rank >= 0) continue;
      double step = leg_cost(s, node, half[k].leg), on = guess(s, to);
      if (step < 0.0 || on < 0.0) continue;
      double cost = s->cost[at] + step;
      if (known >= 0 && cost >= s->cost[known]) continue;
      s->cost[sp_frontier_put(f, to, cost + on)] = cost;
    }
  }
  return false;
}

/* Backwards from the goal over legs that account exactly for the cost; ties as in the head of this file. */
static int32_t trace(const search *s, sp_leg *backwards) {
  const sp_frontier *f = s->frontier;
  int32_t count = 0;
  for (int32_t node = s->q->goal_node; node != s->q->from_node; count++) {
    const sp_half_edge *half = &s->m->half_edge[s->m->node[node].first_edge];
    int32_t best = -1, at = sp_frontier_find(f, node);
    for (int32_t k = 0; k < s->m->node[node].edge_count; k++) {
      int32_t from = sp_frontier_find(f, half[k].to), edge = sp_leg_edge(half[k].leg);
      if (from < 0 || f->reached[from].rank < 0 || f->reached[from].rank >= f->reached[at].rank) continue;
      double step = leg_cost(s, half[k].to, half[k].leg ^ 1u);
      if (step < 0.0 || s->cost[from] + step > s->cost[at]) continue;
      if (best < 0 || tie_first(s->m, s->q->tie_key, edge, sp_leg_edge(half[best].leg))) best = k;
    }
    SP_CHECK(best >= 0);
    backwards[count] = half[best].leg ^ 1u;
    node = half[best].to;
  }
  return count;
}

static bool valid_node(const sp_model *m, int32_t node) { return node >= 0 && node < m->node_count; }

int32_t sp_route(sp_route_cache *cache, const sp_route_query *query, sp_leg *legs, int32_t max_legs, double *minutes) {
  const sp_model *m = cache->model;
  if (minutes) *minutes = UNREACHED;
  if (!valid_node(m, query->from_node) || !valid_node(m, query->goal_node)) return -1;
  field *f = field_for(cache, query->goal_node, query->mover, query->costs);
  double least = minutes_from(cache, &f, query->costs, query->from_node);
  if (least < 0.0) return -1;
  if (query->danger_count == 0) {
    int32_t count = walk_field(m, f, query, legs, max_legs);
    if (count >= 0) {
      if (minutes) *minutes = least;
      return count;
    }
  }
  search s = {.m = m, .frontier = &cache->astar, .cost = cache->cost, .q = query, .cache = cache, .field = f};
  if (!run_search(&s)) return -1;
  int32_t count = trace(&s, cache->way), goal = sp_frontier_find(&cache->astar, query->goal_node);
  for (int32_t i = 0; i < count && i < max_legs; i++) legs[i] = cache->way[count - 1 - i];
  if (minutes) *minutes = cache->cost[goal];
  return count;
}

bool sp_route_first(sp_route_cache *cache, int32_t from_node, int32_t goal_node, sp_mover mover, const sp_route_costs *costs, uint64_t tie_key, sp_leg *leg) {
  const sp_model *m = cache->model;
  if (!valid_node(m, from_node) || !valid_node(m, goal_node) || from_node == goal_node) return false;
  field *f = field_for(cache, goal_node, mover, costs);
  if (minutes_from(cache, &f, costs, from_node) < 0.0) return false;
  int32_t k = step_down(m, f, costs, tie_key, from_node);
  SP_CHECK(k >= 0);
  *leg = m->half_edge[m->node[from_node].first_edge + k].leg;
  return true;
}

double sp_route_minutes(sp_route_cache *cache, int32_t from_node, int32_t goal_node, sp_mover mover, const sp_route_costs *costs) {
  if (!valid_node(cache->model, from_node) || !valid_node(cache->model, goal_node)) return UNREACHED;
  field *f = field_for(cache, goal_node, mover, costs);
  return minutes_from(cache, &f, costs, from_node);
}

int32_t sp_shortest_way(const sp_model *m, int32_t from_node, int32_t goal_node, const double *costs_by_edge, double per_m,
                        sp_leg **legs, double *cost) {
  size_t nodes = (size_t)sp_max_i32(m->node_count, 1);
  sp_frontier frontier = {0};
  *legs = NULL;
  if (!valid_node(m, from_node) || !valid_node(m, goal_node)) return -1;
  double *so_far = malloc(nodes * sizeof *so_far);
  int32_t count = -2;
  sp_leg *way = malloc(nodes * sizeof *way);
  if (sp_frontier_create(&frontier, m->node_count) && so_far && way) {
    sp_route_costs costs = {.edge_min = costs_by_edge};
    sp_route_query q = {.from_node = from_node, .goal_node = goal_node, .avoid_leg = UINT32_MAX, .costs = &costs};
    search s = {.m = m, .frontier = &frontier, .cost = so_far, .q = &q, .per_m = per_m};
    count = run_search(&s) ? trace(&s, way) : -1;
    if (count >= 0) *cost = so_far[sp_frontier_find(&frontier, goal_node)];
  }
  for (int32_t i = 0; i < count / 2; i++) {
    sp_leg swap = way[i];
    way[i] = way[count - 1 - i];
    way[count - 1 - i] = swap;
  }
  sp_frontier_destroy(&frontier);
  free(so_far);
  if (count > 0) *legs = way;
  else free(way);
  return count;
}
