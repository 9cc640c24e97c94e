/* scratch.c - a step's working memory. SPDX-License-Identifier: Apache-2.0 */
#include "world/scratch.h"

#include "world/stores.h"

#include <stdlib.h>
#include <string.h>

static bool grow(void **data, size_t count, size_t size) {
  void *bigger = realloc(*data, count * size);
  if (!bigger) return false;
  *data = bigger;
  return true;
}

static bool prepare_free_rows(const sp_world *w, sp_table table) {
  sp_free_rows *f = &w->scratch->free_rows[table];
  int32_t wanted = w->head->capacity[table];
  if (wanted <= f->rows) return true;
  f->known = false;
  if (!grow((void **)&f->bits, ((size_t)wanted + 63) / 64, sizeof(uint64_t))) return false;
  f->rows = wanted;
  return true;
}

static bool prepare_papers(const sp_world *w) {
  sp_scratch *s = w->scratch;
  int32_t wanted = w->head->capacity[SP_TABLE_MESSAGE];
  s->papers_tick = 0; /* a new tick */
  if (wanted <= s->paper_capacity) return true;
  if (!grow((void **)&s->paper_next, (size_t)wanted, sizeof(int32_t)) || !grow((void **)&s->ride_luck, (size_t)wanted, sizeof *s->ride_luck)) return false;
  memset(s->ride_luck + s->paper_capacity, 0, (size_t)(wanted - s->paper_capacity) * sizeof *s->ride_luck);
  s->paper_capacity = wanted;
  return true;
}

static bool prepare_orders(const sp_world *w) {
  sp_scratch *s = w->scratch;
  int32_t wanted = w->head->capacity[SP_TABLE_ORDER];
  if (wanted <= s->order_capacity) return true;
  if (!grow((void **)&s->order_next, (size_t)wanted, sizeof(int32_t))) return false;
  s->order_capacity = wanted;
  return true;
}

static void forget_bodies(sp_scratch *s) {
  for (int32_t f = 0; f < s->capacity; f++) {
    sp_scratch_forget_body(&s->body[f]);
    s->enemies_held[f] = -1;
  }
}

void sp_scratch_forget(sp_scratch *s) {
  if (!s) return;
  for (int t = 0; t < SP_TABLE_COUNT; t++) s->free_rows[t].known = false;
  sp_key_rows_forget(&s->formation_rows);
  sp_key_rows_forget(&s->order_rows);
  s->papers_tick = 0;
  if (s->ride_luck) memset(s->ride_luck, 0, (size_t)s->paper_capacity * sizeof *s->ride_luck);
  s->orders_listed = 0;
  s->chasers = -1;
  s->near.minute = 0;
  if (s->footing) memset(s->footing, 0, s->footing_count * sizeof *s->footing); /* the constants may be others */
  forget_bodies(s);
}

static sp_troops troops_of(const sp_model *m, int32_t start) {
  double men = 0.0, horse = 0.0, guns = 0.0, worth = 0.0;
  for (int32_t s = m->formation[start].first_strength; s < m->formation[start].first_strength + m->formation[start].strength_count; s++) {
    sp_arm arm = (sp_arm)m->strength[s].arm;
    if (!sp_arm_is_man(arm) || arm == SP_ARM_FOLLOWER) continue;
    double n = 0.0;
    for (int r = 0; r < SP_RANK_COUNT; r++) n += m->strength[s].count[r];
    men += n;
    worth += n * m->strength[s].quality;
    if (arm == SP_ARM_HORSE) horse += n;
    if (arm == SP_ARM_GUNNER) guns += n;
  }
  return (sp_troops){.quality = men > 0.0 ? worth / men : 0.5, .mounted = men > 0.0 ? horse / men : -1.0, .guns = guns > 0.5 * men};
}

static bool prepare_troops(const sp_world *w) {
  sp_scratch *s = w->scratch;
  if (s->troops) return true;
  s->stores_told = sp_any_stores(w->model);
  s->troops = malloc(((size_t)w->model->formation_count + 1) * sizeof *s->troops);
  for (int32_t i = 0; s->troops && i < w->model->formation_count; i++) s->troops[i] = troops_of(w->model, i);
  return s->troops != NULL;
}

/* What there is one of for each formation. */
static bool prepare_bodies(sp_scratch *s, int32_t wanted) {
  if (wanted <= s->capacity) return true;
  size_t n = (size_t)wanted;
  bool ok = grow((void **)&s->march_min, n, sizeof(double)) && grow((void **)&s->begin_min, n, sizeof(double)) && grow((void **)&s->tire_per_min, n, sizeof(double)) && grow((void **)&s->turn_min, n, sizeof(double)) && grow((void **)&s->turn_m, n, sizeof(double)) &&
            grow((void **)&s->left, n, sizeof(int32_t)) && grow((void **)&s->free_m, n, sizeof(double)) && grow((void **)&s->head_move_m, n, sizeof(double)) &&
            grow((void **)&s->blocker, n, sizeof(int32_t)) && grow((void **)&s->gap_m, n, sizeof(double)) && grow((void **)&s->mark, n, sizeof(uint8_t)) && grow((void **)&s->chaser, n, sizeof(int32_t)) && grow((void **)&s->stack, n, sizeof(int32_t)) && grow((void **)&s->pool_first, n, sizeof(int32_t)) && grow((void **)&s->ward_first, n + 1, sizeof(int32_t));
  if (!ok) return false;
  ok = grow((void **)&s->tie_die, 2 * n, sizeof(double)) && grow((void **)&s->own_claim, n, sizeof(int32_t)) && grow((void **)&s->paper_first, n, sizeof(int32_t)) && grow((void **)&s->order_first, n, sizeof(int32_t)) && grow((void **)&s->body, n, sizeof *s->body) && grow((void **)&s->spot, n, sizeof *s->spot) && grow((void **)&s->enemies_held, n, sizeof *s->enemies_held) &&
       grow((void **)&s->over_min, n, sizeof(double)) && grow((void **)&s->queue, n, sizeof *s->queue) && grow((void **)&s->wade, n, sizeof *s->wade);
  if (!ok) return false;
  free(s->shown);
  s->shown = aligned_alloc(sizeof *s->shown, n * sizeof *s->shown);
  if (!s->shown) return false;
  s->capacity = wanted;
  s->orders_listed = 0;
  s->chasers = -1;
  s->waded = s->dice_thrown = true; /* the new ones hold anything */
  forget_bodies(s);
  for (size_t i = 0; i < n; i++) s->spot[i].node = -1;
  return true;
}

sp_status sp_scratch_prepare(sp_world *w) {
  if (!w->scratch) {
    w->scratch = calloc(1, sizeof *w->scratch);
    if (!w->scratch) return SP_NO_MEMORY;
  }
  sp_scratch *s = w->scratch;
  sp_key_rows_enter(&s->formation_rows, w->formation.key, sp_used(w, SP_TABLE_FORMATION));
  sp_key_rows_enter(&s->order_rows, w->order.key, sp_used(w, SP_TABLE_ORDER));
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
  if (!s->ford_before_m) {
    s->ford_before_m = calloc((size_t)w->model->crossing_count + 1, sizeof(double));
    if (!s->ford_before_m) return SP_NO_MEMORY;
  }
  if (!s->passing) {
    s->passing = calloc((size_t)w->model->crossing_count + 1, sizeof *s->passing);
    if (!s->passing) return SP_NO_MEMORY;
  }
  if (!s->region_place) {
    s->region_place = malloc(((size_t)w->model->region_count + 1) * sizeof *s->region_place);
    if (!s->region_place) return SP_NO_MEMORY;
    for (int32_t r = 0; r < w->model->region_count; r++) s->region_place[r] = sp_lore_place_of(w->model->region[r].lat_deg);
  }
  if (!s->region_sight_m) {
    s->region_sight_m = calloc((size_t)w->model->region_count + 1, sizeof *s->region_sight_m);
    if (!s->region_sight_m) return SP_NO_MEMORY;
  }
  if (!s->footing) {
    s->footing_count = (size_t)w->model->region_count * SP_SOIL_COUNT * SP_RELIEF_COUNT;
    s->footing = calloc(s->footing_count + 1, sizeof *s->footing);
    if (!s->footing) return SP_NO_MEMORY;
  }
  if (!w->routes) {
    w->routes = sp_route_cache_create(w->model, (size_t)64 << 20);
    if (!w->routes) return SP_NO_MEMORY;
  }
  if (!prepare_free_rows(w, SP_TABLE_REPORT) || !prepare_free_rows(w, SP_TABLE_MESSAGE) || !prepare_free_rows(w, SP_TABLE_STRENGTH) || !prepare_free_rows(w, SP_TABLE_POOL) || !prepare_papers(w) || !prepare_orders(w) || !prepare_troops(w)) return SP_NO_MEMORY;
  int32_t pools = w->head->capacity[SP_TABLE_POOL];
  if (pools > s->pool_capacity) {
    if (!grow((void **)&s->pool_next, (size_t)pools, sizeof(int32_t))) return SP_NO_MEMORY;
    s->pool_capacity = pools;
  }
  int32_t wards = w->head->capacity[SP_TABLE_WARD];
  if (wards > s->ward_capacity) {
    if (!grow((void **)&s->ward_next, (size_t)wards, sizeof(int32_t))) return SP_NO_MEMORY;
    s->ward_capacity = wards;
  }
  return prepare_bodies(s, w->head->capacity[SP_TABLE_FORMATION]) ? SP_OK : SP_NO_MEMORY;
}

void sp_scratch_free(sp_scratch *s) {
  if (!s) return;
  for (int i = 0; i < SP_MOVER_COUNT; i++) {
    free(s->edge_min[i]);
    free(s->node_min[i]);
  }
  for (int t = 0; t < SP_TABLE_COUNT; t++) free(s->free_rows[t].bits);
  sp_key_rows_free(&s->formation_rows);
  sp_key_rows_free(&s->order_rows);
  free(s->paper_first);
  free(s->paper_next);
  free(s->ride_luck);
  free(s->order_first);
  free(s->order_next);
  free(s->shown);
  free(s->body);
  free(s->spot);
  free(s->enemies_held);
  free(s->troops);
  free(s->tie_die);
  free(s->own_claim);
  free(s->region_place);
  free(s->footing);
  free(s->region_sight_m);
  sp_near_store_free(&s->near);
  free(s->march_min);
  free(s->begin_min);
  free(s->tire_per_min);
  free(s->turn_min);
  free(s->turn_m);
  free(s->ford_free_min);
  free(s->left);
  free(s->over_min);
  free(s->queue);
  free(s->wade);
  free(s->passing);
  free(s->ford_before_m);
  free(s->free_m);
  free(s->head_move_m);
  free(s->blocker);
  free(s->gap_m);
  free(s->mark);
  free(s->stack);
  free(s->chaser);
  free(s->pool_first);
  free(s->pool_next);
  free(s->ward_first);
  free(s->ward_next);
  sp_array_free(&s->approaches);
  sp_array_free(&s->claims);
  sp_array_free(&s->crowds);
  free(s->claim_first);
  free(s);
}
