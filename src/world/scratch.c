/* scratch.c - a step's working memory. SPDX-License-Identifier: Apache-2.0 */
#include "world/scratch.h"

#include <stdlib.h>

static bool grow(void **data, size_t count, size_t size) {
  void *bigger = realloc(*data, count * size);
  if (!bigger) return false;
  *data = bigger;
  return true;
}

sp_status sp_scratch_prepare(sp_world *w) {
  if (!w->scratch) {
    w->scratch = calloc(1, sizeof *w->scratch);
    if (!w->scratch) return SP_NO_MEMORY;
  }
  sp_scratch *s = w->scratch;
  if (!s->claim_first) {
    size_t spots = (size_t)w->model->edge_count + (size_t)w->model->node_count + 1;
    s->claim_first = malloc(spots * sizeof(int32_t));
    if (!s->claim_first) return SP_NO_MEMORY;
    for (size_t i = 0; i < spots; i++) s->claim_first[i] = -1;
  }
  if (!s->ford_free_min) {
    s->ford_free_min = calloc((size_t)w->model->crossing_count + 1, sizeof(double));
    if (!s->ford_free_min) return SP_NO_MEMORY;
  }
  if (!w->routes) {
    w->routes = sp_route_cache_create(w->model, (size_t)64 << 20);
    if (!w->routes) return SP_NO_MEMORY;
  }
  int32_t pools = w->head->capacity[SP_TABLE_POOL];
  if (pools > s->pool_capacity) {
    if (!grow((void **)&s->pool_next, (size_t)pools, sizeof(int32_t))) return SP_NO_MEMORY;
    s->pool_capacity = pools;
  }
  int32_t wanted = w->head->capacity[SP_TABLE_FORMATION];
  if (wanted <= s->capacity) return SP_OK;
  size_t n = (size_t)wanted;
  bool ok = grow((void **)&s->march_min, n, sizeof(double)) && grow((void **)&s->begin_min, n, sizeof(double)) && grow((void **)&s->tire_per_min, n, sizeof(double)) && grow((void **)&s->turn_min, n, sizeof(double)) && grow((void **)&s->turn_m, n, sizeof(double)) &&
            grow((void **)&s->free_m, n, sizeof(double)) && grow((void **)&s->head_move_m, n, sizeof(double)) &&
            grow((void **)&s->blocker, n, sizeof(int32_t)) && grow((void **)&s->gap_m, n, sizeof(double)) && grow((void **)&s->mark, n, sizeof(uint8_t)) && grow((void **)&s->stack, n, sizeof(int32_t)) && grow((void **)&s->pool_first, n, sizeof(int32_t));
  if (!ok) return SP_NO_MEMORY;
  s->capacity = wanted;
  return SP_OK;
}

void sp_scratch_free(sp_scratch *s) {
  if (!s) return;
  for (int i = 0; i < SP_MOVER_COUNT; i++) {
    free(s->edge_min[i]);
    free(s->node_min[i]);
  }
  free(s->march_min);
  free(s->begin_min);
  free(s->tire_per_min);
  free(s->turn_min);
  free(s->turn_m);
  free(s->ford_free_min);
  free(s->free_m);
  free(s->head_move_m);
  free(s->blocker);
  free(s->gap_m);
  free(s->mark);
  free(s->stack);
  free(s->pool_first);
  free(s->pool_next);
  sp_array_free(&s->approaches);
  sp_array_free(&s->claims);
  free(s->claim_first);
  free(s->claim_next);
  free(s);
}
