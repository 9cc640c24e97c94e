/* pools.c - pools of men off the ranks: found, made, closed. SPDX-License-Identifier: Apache-2.0 */
#include "world/pools.h"

#include "shapan/calc_battle.h"
#include "world/scratch.h"

enum { BORN_POOL = 3 };

void sp_pools_list(sp_world *w) {
  sp_scratch *s = w->scratch;
  int32_t used = sp_used(w, SP_TABLE_FORMATION), pools = sp_used(w, SP_TABLE_POOL);
  for (int32_t i = 0; i < used; i++) s->pool_first[i] = -1;
  for (int32_t p = pools - 1; p >= 0; p--) {
    if (!w->pool.alive[p]) continue;
    s->pool_next[p] = s->pool_first[w->pool.formation[p]];
    s->pool_first[w->pool.formation[p]] = p;
  }
}

int32_t sp_pool_near(const sp_world *w, int32_t i, sp_xy at) {
  double reach = w->constants.straggle_back_reach_m, least = 0.25 * reach * reach;
  int32_t best = -1;
  for (int32_t p = w->scratch->pool_first[i]; p >= 0; p = w->scratch->pool_next[p]) {
    double dx = w->pool.x[p] - at.x, dy = w->pool.y[p] - at.y, d2 = dx * dx + dy * dy;
    if (d2 > least || (d2 == least && (best < 0 || w->pool.key[p] > w->pool.key[best]))) continue;
    least = d2;
    best = p;
  }
  return best;
}

/* Two pools of one body and minute lie in two places: each has a key of its own. Nobody else's can have it. */
static sp_key unused_key(const sp_world *w, int32_t i, sp_minute minute, sp_pool_birth birth) {
  const sp_scratch *s = w->scratch;
  uint32_t n = 0;
  sp_key key = sp_key_born(w->formation.key[i], minute, BORN_POOL, (uint32_t)birth);
  for (int32_t p = s->pool_first[i]; p >= 0;) {
    bool taken = w->pool.alive[p] && w->pool.key[p] == key;
    if (taken) key = sp_key_born(w->formation.key[i], minute, BORN_POOL, (uint32_t)birth | ++n << 8);
    p = taken ? s->pool_first[i] : s->pool_next[p];
  }
#ifdef SP_DEV
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_POOL); p++) SP_CHECK(!w->pool.alive[p] || w->pool.key[p] != key);
#endif
  return key;
}

int32_t sp_pool_new(sp_world *w, int32_t i, sp_minute minute, sp_pool_birth birth) {
  int32_t p = sp_row_new(w, SP_TABLE_POOL, unused_key(w, i, minute, birth));
  if (p < 0) return -1;
  w->pool.alive[p] = 1;
  w->pool.side[p] = w->formation.side[i];
  w->pool.formation[p] = i;
  w->pool.first_strength[p] = -1;
  bool on_leg = w->formation.leg_count[i] > 0;
  w->pool.leg[p] = on_leg ? w->formation.leg[i * SP_LEGS] : SP_NO_LEG;
  w->pool.x[p] = w->formation.tail_x[i];
  w->pool.y[p] = w->formation.tail_y[i];
  w->pool.node[p] = on_leg ? sp_leg_start(w->model, w->formation.leg[i * SP_LEGS]) : w->formation.node[i];
  w->scratch->pool_next[p] = w->scratch->pool_first[i];
  w->scratch->pool_first[i] = p;
  return p;
}

bool sp_pool_is_scattered(const sp_world *w, int32_t p) {
  sp_minute broke = w->combat.broke_at[w->pool.formation[p]];
  return broke != 0 && w->pool.since[p] >= broke;
}

static double riders_share(const sp_world *w, int32_t p) {
  double riders = 0.0;
  for (int32_t s = w->pool.first_strength[p]; s >= 0; s = w->strength.next[s]) {
    if (sp_arm_category_of[w->strength.arm[s]] != SP_CATEGORY_MAN_HORSE) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) riders += w->strength.count[s * SP_RANK_COUNT + r];
  }
  return w->pool.men[p] > 0 ? riders / w->pool.men[p] : 0.0;
}

double sp_pool_back_share(const sp_world *w, int32_t p) {
  double by_horse = sp_clamp(2.0 * (w->combat.hunted[w->pool.formation[p]] - 0.5), 0.0, 1.0);
  return sp_clamp(sp_calc_rally_back_share(&w->constants, riders_share(w, p), by_horse), 0.0, 1.0);
}

void sp_pool_close_if_empty(sp_world *w, int32_t p) {
  if (w->pool.men[p] > 0) return;
  w->pool.alive[p] = 0;
  sp_row_free(w, SP_TABLE_POOL, p);
}
