/* stores.c - the only code that changes a store of grain. SPDX-License-Identifier: Apache-2.0 */
#include "world/stores.h"
#include "shapan/calc_health.h"
#include "world/voyage.h"
#include "world/wards.h"

#include <stdio.h>
#include <stdlib.h>

#include "shapan/calc_supply.h"
#include "world/larders.h"
#include "world/munitions.h"
#include "world/rows.h"

#define LINES SP_STORE_LINE_COUNT
#define LEAST_CELL_M 5000.0 /* a village and its fields */
#define MOST_CELLS 16000.0
#define ANYBODY (-1)

static size_t cell(int32_t side, sp_store_line line) { return (size_t)side * LINES + (size_t)line; }

/* ---- moving */

static int64_t *grams_of(sp_world *w, sp_store s) {
  if (s.line == SP_STORE_CARRIED) return &w->provision.grain_g[s.row];
  return s.line == SP_STORE_KEPT ? &w->depot.grain_g[s.row] : NULL;
}

static void note_out(sp_world *w, sp_store s, int64_t grams) {
  if (s.line == SP_STORE_OUTSIDE) w->stock.delivered_g[s.side] += grams;
  else w->stock.went_out_g[cell(s.side, s.line)] += grams;
}
static void note_in(sp_world *w, sp_store s, int64_t grams) { w->stock.came_in_g[cell(s.side, s.line)] += grams; }

int64_t sp_store_move(sp_world *w, sp_store from, sp_store to, int64_t grams) {
  if (sp_used(w, SP_TABLE_FEEDING) > 0 && grams > 0) return sp_larders_move(w, from, to, grams);
  return sp_store_move_plainly(w, from, to, grams);
}

int64_t sp_store_move_plainly(sp_world *w, sp_store from, sp_store to, int64_t grams) {
  if (grams <= 0 || sp_used(w, SP_TABLE_STOCK) == 0) return 0;
  SP_CHECK(from.side >= 0 && from.side < w->model->side_count && to.side >= 0 && to.side < w->model->side_count);
  int64_t *have = grams_of(w, from), *gets = grams_of(w, to);
  if (have) {
    grams = sp_min_i64(grams, *have);
    *have -= grams;
  }
  if (gets) *gets += grams;
  note_out(w, from, grams);
  if (from.side != to.side) {
    note_in(w, sp_store_line_of(SP_STORE_ENEMY, from.side), grams);
    note_out(w, sp_store_line_of(SP_STORE_ENEMY, to.side), grams);
  }
  note_in(w, to, grams);
  return grams;
}

int64_t sp_store_standing(const sp_world *w, int32_t side, sp_store_line line) {
  if (side < 0 || side >= sp_used(w, SP_TABLE_STOCK)) return 0;
  if (line == SP_STORE_OUTSIDE) return -w->stock.delivered_g[side];
  size_t at = cell(side, line);
  return w->stock.opening_g[at] + w->stock.came_in_g[at] - w->stock.went_out_g[at];
}

/* ---- what a body eats and carries */

int64_t sp_bread_of_men_g(const sp_world *w, int32_t f) { return sp_to_i64(sp_rint(sp_men_of(w, f) * sp_ration_g(&w->constants))); }

int64_t sp_bread_of_beasts_g(const sp_world *w, int32_t f) {
  double beasts = (double)w->formation.mounts[f] + w->formation.draught[f];
  return sp_to_i64(sp_rint(beasts * w->constants.ration_horse_sheng * w->constants.ration_shi_kg * 10.0));
}

int64_t sp_can_carry_g(const sp_world *w, int32_t f) {
  sp_column column = sp_column_of(w, f);
  if (w->health.carries[f] == SP_CARRIES_ALL) { /* carts that are kept for the wounded, over those that any body clears */
    double led = sp_max_i32(0, w->formation.mounts[f] - w->formation.mounted[f]), carts = sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_CART);
    double kept = sp_calc_carts_cleared(&w->constants, carts, led, sp_wounded_to_carry(w, f));
    column.carts -= kept;
    column.draught -= kept * w->constants.provision_team; /* their teams draw the wounded */
  }
  double kg = sp_calc_carried_kg(&w->constants, &column);
  int32_t boats = sp_at_sea(w, f) || (w->formation.carts[f] > 0 && sp_lanes_to(w->model, w->formation.node[f])) ? sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_BOAT) : 0;
  if (boats > 0) kg += w->constants.boat_grain_kg * sp_max(0.0, sp_calc_boat_room(&w->constants, boats, 0.0) - sp_men_of(w, f)); /* afloat, not on carts */
  return sp_to_i64(sp_rint(1000.0 * kg));
}

int64_t sp_bread_of_patients_g(const sp_world *w, int32_t f) { return sp_to_i64(sp_rint(sp_max_i32(0, sp_patients_about(w, f) - w->health.captives_lying[f]) * sp_ration_g(&w->constants))); }

int64_t sp_bread_of_captives_g(const sp_world *w, int32_t f) {
  double held = (double)w->combat.captives[f] + w->health.captives_lying[f];
  return sp_to_i64(sp_rint(held * w->constants.captives_ration * sp_ration_g(&w->constants)));
}

double sp_bread_days_for(const sp_world *w, int32_t f, int64_t men_g) {
  double need = (double)men_g * (1.0 - w->provision.withheld[f]);
  return need > 0.0 ? (double)w->provision.grain_g[f] / need : 1e6;
}

double sp_bread_days(const sp_world *w, int32_t f) { return sp_bread_days_for(w, f, sp_bread_of_men_g(w, f) + sp_bread_of_patients_g(w, f) + sp_bread_of_captives_g(w, f)); }

void sp_grain_split(sp_world *w, int32_t parent, int32_t child) {
  if (sp_feeds_apart(w, parent)) {
    w->provision.foraging[child] = w->provision.foraging[parent];
    sp_larders_split(w, parent, child);
    return;
  }
  double rest = (double)sp_can_carry_g(w, parent), goes = (double)sp_can_carry_g(w, child);
  double share = rest + goes > 0.0 ? goes / (rest + goes) : 0.0;
  w->provision.withheld[child] = w->provision.withheld[parent];
  w->provision.foraging[child] = w->provision.foraging[parent];
  w->provision.missed[child] = w->provision.missed[parent];
  w->provision.missed_beasts[child] = w->provision.missed_beasts[parent];
  w->provision.weak[child] = w->provision.weak[parent];
  w->provision.told[child] = w->provision.told[parent];
  w->provision.out_since[child] = w->provision.out_since[parent];
  w->provision.first_out[child] = w->provision.first_out[parent];
  w->provision.meat[child] = share * w->provision.meat[parent];
  w->provision.meat[parent] -= w->provision.meat[child];
  (void)sp_store_move(w, sp_store_carried(w, parent), sp_store_carried(w, child), sp_to_i64(sp_floor(share * (double)w->provision.grain_g[parent])));
}

void sp_grain_merge(sp_world *w, int32_t from, int32_t into, int32_t men, int32_t beasts) {
  double all = sp_men_of(w, into), theirs = men, all_beasts = (double)w->formation.mounts[into] + w->formation.draught[into];
  sp_provision_columns *p = &w->provision;
  if (sp_feeds_apart(w, into)) {
    sp_larders_merge(w, from, into);
    return;
  }
  p->missed[into] = sp_mean_of_two(p->missed[into], all - theirs, p->missed[from], theirs);
  p->missed_beasts[into] = sp_mean_of_two(p->missed_beasts[into], all_beasts - beasts, p->missed_beasts[from], beasts);
  p->weak[into] = sp_mean_of_two(p->weak[into], all - theirs, p->weak[from], theirs);
  p->meat[into] += p->meat[from];
  p->meat[from] = 0.0;
  (void)sp_store_move(w, sp_store_carried(w, from), sp_store_carried(w, into), p->grain_g[from]);
}

/* ---- depots */

static int32_t depot_at_for(const sp_world *w, int32_t side, int32_t node, int32_t feeds) {
  int32_t best = -1;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d] || w->depot.side[d] != side || w->depot.node[d] != node || (feeds != ANYBODY && w->depot.feeds[d] != feeds)) continue;
    bool burns = w->depot.burning_since[d] != 0, best_burns = best >= 0 && w->depot.burning_since[best] != 0;
    if (best < 0 || burns < best_burns || (burns == best_burns && w->depot.key[d] < w->depot.key[best])) best = d;
  }
  return best;
}

int32_t sp_depot_at(const sp_world *w, int32_t side, int32_t node) { return depot_at_for(w, side, node, ANYBODY); }

/* A depot keeps its key when it falls to another side, and its first side may open one there again. */
static sp_key unused_key(const sp_world *w, sp_key first) {
  sp_key key = first;
  for (int32_t d = 0, n = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (w->depot.key[d] != key) continue;
    key = sp_key_pair(first, (uint64_t)++n);
    d = -1;
  }
  return key;
}

int32_t sp_depot_open(sp_world *w, int32_t side, int32_t node) { return sp_depot_open_for(w, side, node, 0); }

int32_t sp_depot_open_for(sp_world *w, int32_t side, int32_t node, int32_t feeds) {
  int32_t d = depot_at_for(w, side, node, feeds);
  if (d >= 0) return d;
  sp_key key = sp_key_pair(w->model->side[side].key, w->model->node[node].key);
  d = sp_row_new(w, SP_TABLE_DEPOT, unused_key(w, feeds > 0 ? sp_key_pair(key, w->model->contingent[feeds - 1].key) : key));
  if (d < 0) return -1;
  w->depot.feeds[d] = feeds;
  w->depot.alive[d] = 1;
  w->depot.side[d] = (int8_t)side;
  w->depot.start[d] = -1;
  w->depot.node[d] = node;
  w->depot.x[d] = w->model->node[node].at.x;
  w->depot.y[d] = w->model->node[node].at.y;
  w->depot.outside[d] = 1;
  return d;
}

int32_t sp_unloads_at(const sp_world *w, int32_t f) {
  if (w->formation.leg_count[f] == 0 && w->formation.node[f] >= 0) return w->formation.node[f];
  int32_t node = sp_nearest_place(w->model, sp_head_of(w, f));
  return node >= 0 && sp_body_within(w, f, w->model->node[node].at, w->constants.depot_reach_m) ? node : -1;
}

void sp_depot_falls_to(sp_world *w, int32_t d, int32_t side) {
  int64_t grams = w->depot.grain_g[d];
  int32_t loser = w->depot.side[d];
  if (sp_used(w, SP_TABLE_FEEDING) > 0) sp_larders_depot_falls(w, d, side);
  note_out(w, sp_store_kept(w, d), grams);
  note_in(w, sp_store_line_of(SP_STORE_ENEMY, loser), grams);
  w->depot.side[d] = (int8_t)side;
  note_out(w, sp_store_line_of(SP_STORE_ENEMY, side), grams);
  note_in(w, sp_store_kept(w, d), grams);
  sp_munitions_fall_to(w, d, side, loser);
}

bool sp_stands_free(const sp_world *w, int32_t i) {
  bool still = w->formation.activity[i] == SP_IN_CAMP || w->formation.activity[i] == SP_HALTED_IN_COLUMN || w->formation.activity[i] == SP_ASSEMBLING || w->formation.activity[i] == SP_LONG_HALT;
  return still && w->combat.engagement[i] < 0 && w->combat.stance[i] <= SP_WAVERING;
}

static double distance2(const sp_world *w, int32_t f, sp_xy at) {
  double hx = w->formation.head_x[f] - at.x, hy = w->formation.head_y[f] - at.y, tx = w->formation.tail_x[f] - at.x, ty = w->formation.tail_y[f] - at.y;
  return sp_min(hx * hx + hy * hy, tx * tx + ty * ty);
}

bool sp_body_within(const sp_world *w, int32_t f, sp_xy at, double reach_m) { return distance2(w, f, at) <= reach_m * reach_m; }

typedef bool has_matter(const sp_world *, int32_t);

static int32_t nearest(const sp_world *w, int32_t f, has_matter *has, bool (*may)(const sp_world *, int32_t depot, int32_t f, int32_t feeds), int32_t feeds) {
  double least = w->constants.depot_reach_m * w->constants.depot_reach_m;
  int32_t best = -1;
  if (sp_at_sea(w, f)) return best;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d] || w->depot.side[d] != w->formation.side[f] || w->depot.burning_since[d] || !has(w, d) || (may && !may(w, d, f, feeds))) continue;
    double d2 = distance2(w, f, w->model->node[w->depot.node[d]].at);
    bool nearer = d2 < least || (d2 <= least && (best < 0 || w->depot.key[d] < w->depot.key[best]));
    if (!nearer) continue;
    least = d2;
    best = d;
  }
  return best;
}

static bool feeds(const sp_world *w, int32_t d) { return sp_depot_feeds(w, d); }
static bool is_for_all(const sp_world *w, int32_t d, int32_t f, int32_t who) { return (void)f, (void)who, w->depot.feeds[d] == 0; }
static bool is_for(const sp_world *w, int32_t d, int32_t f, int32_t who) { return (void)f, w->depot.feeds[d] == who; }
static bool is_for_some(const sp_world *w, int32_t d, int32_t f, int32_t who) { return (void)who, w->depot.feeds[d] == 0 || sp_larder_of(w, f, w->depot.feeds[d]) >= 0; }

int32_t sp_depot_nearest(const sp_world *w, int32_t f, has_matter *has) { return nearest(w, f, has, NULL, 0); }
int32_t sp_depot_in_reach(const sp_world *w, int32_t f) { return nearest(w, f, feeds, sp_feeds_apart(w, f) ? is_for_some : NULL, 0); }

int32_t sp_depot_for(const sp_world *w, int32_t f, int32_t who) {
  int32_t own = who > 0 ? nearest(w, f, feeds, is_for, who) : -1;
  return own >= 0 ? own : nearest(w, f, feeds, is_for_all, 0);
}

static bool serves(const sp_world *w, int32_t d, int32_t about) {
  return w->depot.alive[d] && w->depot.feeds[d] == w->depot.feeds[about] && w->depot.side[d] == w->depot.side[about] && w->depot.node[d] == w->depot.node[about] && !w->depot.burning_since[d];
}

int64_t sp_kept_about(const sp_world *w, int32_t about) {
  int64_t grams = 0;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++)
    if (serves(w, d, about)) grams += w->depot.grain_g[d];
  return grams;
}

int64_t sp_take_kept(sp_world *w, int32_t about, sp_store to, int64_t grams) {
  int64_t taken = 0;
  while (taken < grams) {
    int32_t next = -1;
    for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++)
      if (serves(w, d, about) && w->depot.grain_g[d] > 0 && (next < 0 || w->depot.key[d] < w->depot.key[next])) next = d;
    if (next < 0) break;
    taken += sp_store_move(w, sp_store_kept(w, next), to, grams - taken);
  }
  return taken;
}

/* ---- land */

sp_land_grid sp_land_grid_of(const sp_model *m) {
  double wide = sp_max(1.0, m->high.x - m->low.x), high = sp_max(1.0, m->high.y - m->low.y);
  sp_land_grid g = {.low = m->low, .cell_m = sp_max(LEAST_CELL_M, sp_sqrt(wide * high / MOST_CELLS))};
  g.columns = sp_to_i32(sp_floor(wide / g.cell_m)) + 1;
  g.rows = sp_to_i32(sp_floor(high / g.cell_m)) + 1;
  g.count = g.columns * g.rows;
  return g;
}

/* ---- the opening */

void sp_stores_open(sp_world *w) {
  const sp_model *m = w->model;
  if (!sp_any_stores(m)) return;
  w->head->used[SP_TABLE_STOCK] = m->side_count;
  for (int32_t s = 0; s < m->side_count; s++) {
    w->stock.key[s] = sp_key_pair(m->side[s].key, sp_key_of("stock"));
    w->stock.side[s] = (int8_t)s;
  }
  int32_t cells = sp_any_provisioned(m) ? sp_land_grid_of(m).count : 0;
  w->head->used[SP_TABLE_LAND] = cells;
  for (int32_t c = 0; c < cells; c++) w->land.key[c] = sp_key_pair(sp_key_of("land"), (uint64_t)c + 1);
  for (int32_t d = 0; d < m->delivery_count; d++) {
    int32_t row = sp_row_new(w, SP_TABLE_DELIVERY, m->delivery[d].key);
    SP_CHECK(row == d);
  }
  for (int32_t d = 0; d < m->depot_count; d++) {
    int32_t row = sp_row_new(w, SP_TABLE_DEPOT, m->depot[d].key);
    SP_CHECK(row == d);
    w->depot.alive[row] = 1;
    w->depot.side[row] = (int8_t)m->depot[d].side;
    w->depot.start[row] = d;
    w->depot.node[row] = m->depot[d].node;
    w->depot.x[row] = m->node[m->depot[d].node].at.x;
    w->depot.y[row] = m->node[m->depot[d].node].at.y;
    w->depot.outside[row] = m->depot[d].outside;
    w->depot.grain_g[row] = m->depot[d].grain_g;
    w->stock.opening_g[cell(m->depot[d].side, SP_STORE_KEPT)] += m->depot[d].grain_g;
  }
  for (int32_t f = 0; f < m->formation_count; f++) {
    const sp_formation_start *start = &m->formation[f];
    if (sp_feeds_apart(w, f)) continue;
    double days_g = start->bread_days * (double)(sp_bread_of_men_g(w, f) + sp_bread_of_patients_g(w, f) + sp_bread_of_beasts_g(w, f));
    int64_t grams = start->bread_days >= 0.0 ? sp_to_i64(sp_rint(days_g)) : sp_to_i64(sp_rint(sp_max(0.0, start->grain_kg) * 1000.0));
    w->provision.grain_g[f] = grams;
    w->stock.opening_g[cell(start->side, SP_STORE_CARRIED)] += grams;
  }
  sp_larders_open(w);
  for (int32_t f = 0; f < m->formation_count; f++)
    if (sp_feeds_apart(w, f)) w->stock.opening_g[cell(m->formation[f].side, SP_STORE_CARRIED)] += w->provision.grain_g[f];
}

/* ---- checks */

bool sp_stores_are_of(const sp_world *w, const sp_model *m) {
  for (int32_t d = 0; d < m->depot_count; d++) {
    if (d >= sp_used(w, SP_TABLE_DEPOT) || w->depot.key[d] != m->depot[d].key) return false;
  }
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_STOCK); s++) {
    if (w->stock.side[s] != s || w->stock.key[s] != sp_key_pair(m->side[s].key, sp_key_of("stock"))) return false;
  }
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DELIVERY); d++)
    if (d >= m->delivery_count || w->delivery.key[d] != m->delivery[d].key || w->delivery.done[d] < 0 || w->delivery.turned[d] < 0 || w->delivery.turned[d] > w->delivery.done[d]) return false;
  return true;
}

static bool is_part(double x) { return x >= 0.0 && x <= 1.0; }

static sp_status bodies_hold(const sp_world *w, char *message, size_t size) {
  const sp_provision_columns *p = &w->provision;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_PROVISION); f++) {
    if (p->alive[f] != w->formation.alive[f]) return sp_row_wrong(message, size, "provision: it and its formation do not live and die together", f);
    if (p->grain_g[f] < 0 || (!p->alive[f] && p->grain_g[f] != 0)) return sp_row_wrong(message, size, "provision: carries less than nothing, or is gone and carries", f);
    if (!is_part(p->withheld[f]) || !is_part(p->weak[f]) || !is_part(p->went_short[f])) return sp_row_wrong(message, size, "provision: a share is not a share", f);
    if (!(p->missed[f] >= 0.0 && p->missed_beasts[f] >= 0.0 && p->meat[f] >= 0.0)) return sp_row_wrong(message, size, "provision: hunger below none", f);
  }
  return SP_OK;
}

static sp_status sums_hold(const sp_world *w, int64_t *sum, char *message, size_t size) {
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_PROVISION); f++) sum[cell(w->formation.side[f], SP_STORE_CARRIED)] += w->provision.grain_g[f];
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d]) continue;
    if (w->depot.feeds[d] < 0 || w->depot.feeds[d] > w->model->contingent_count) return sp_row_wrong(message, size, "depot: feeds nobody", d);
    if (w->depot.grain_g[d] < 0) return sp_row_wrong(message, size, "depot: holds less than nothing", d);
    sum[cell(w->depot.side[d], SP_STORE_KEPT)] += w->depot.grain_g[d];
  }
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_STOCK); s++) {
    int64_t in = 0, out = 0;
    for (int line = 0; line < LINES; line++) {
      int64_t standing = sp_store_standing(w, s, (sp_store_line)line);
      in += w->stock.came_in_g[cell(s, (sp_store_line)line)];
      out += w->stock.went_out_g[cell(s, (sp_store_line)line)];
      bool held = line == SP_STORE_CARRIED || line == SP_STORE_KEPT;
      if (held && standing != sum[cell(s, (sp_store_line)line)]) return sp_row_wrong(message, size, "stock: what is held is not what the register says", s);
      if (line != SP_STORE_LAND && line != SP_STORE_ENEMY && standing < 0) return sp_row_wrong(message, size, "stock: a line below nothing", s);
    }
    if (in != out + w->stock.delivered_g[s] || w->stock.delivered_g[s] < 0) return sp_row_wrong(message, size, "stock: what went out did not come in", s);
  }
  return SP_OK;
}

sp_status sp_stores_check(const sp_world *w, char *message, size_t size) {
  sp_status status = bodies_hold(w, message, size);
  if (status != SP_OK || sp_used(w, SP_TABLE_STOCK) == 0) return status;
  if (!sp_stores_are_of(w, w->model)) return sp_row_wrong(message, size, "stock, depot: keys are not those of the scenario", 0);
  int64_t *sum = calloc((size_t)w->model->side_count * LINES, sizeof *sum);
  if (!sum) return SP_NO_MEMORY;
  status = sums_hold(w, sum, message, size);
  free(sum);
  return status == SP_OK && sp_used(w, SP_TABLE_FEEDING) > 0 ? sp_larders_check(w, message, size) : status;
}
