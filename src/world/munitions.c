/* munitions.c - the only code that changes a count of powder or grenades. SPDX-License-Identifier: Apache-2.0 */
#include "world/munitions.h"

#include <stdio.h>
#include <stdlib.h>

#include "shapan/calc_supply.h"
#include "world/battle.h"
#include "world/petitions.h"
#include "world/stores.h"

#define LINES SP_MUNITION_LINE_COUNT
#define ROW (SP_MUNITION_COUNT * LINES)
_Static_assert(ROW == 21, "arrays in fields.def are [3][7]");

static size_t cell(sp_munition kind, int32_t side, sp_munition_line line) { return (size_t)side * ROW + (size_t)kind * LINES + (size_t)line; }
static bool counted(const sp_world *w) { return sp_used(w, SP_TABLE_ARSENAL) > 0; }

/* ---- moving */

static void note_out(sp_world *w, sp_munition kind, sp_magazine at, int64_t n) {
  if (at.line == SP_MUNITION_OUTSIDE) w->arsenal.delivered[at.side * SP_MUNITION_COUNT + (int32_t)kind] += n;
  else w->arsenal.went_out[cell(kind, at.side, at.line)] += n;
}
static void note_in(sp_world *w, sp_munition kind, sp_magazine at, int64_t n) { w->arsenal.came_in[cell(kind, at.side, at.line)] += n; }

static void note(sp_world *w, sp_munition kind, sp_magazine from, sp_magazine to, int64_t n) {
  if (!counted(w)) return;
  note_out(w, kind, from, n);
  if (from.side != to.side) {
    note_in(w, kind, sp_munition_line_of(SP_MUNITION_ENEMY, from.side), n);
    note_out(w, kind, sp_munition_line_of(SP_MUNITION_ENEMY, to.side), n);
  }
  note_in(w, kind, to, n);
}

int64_t sp_munition_held(const sp_world *w, sp_munition kind, sp_magazine at) {
  bool depot = at.line == SP_MUNITION_KEPT;
  if (kind == SP_POWDER) return depot ? w->depot.powder_g[at.row] : w->munition.powder_g[at.row];
  if (kind == SP_SMOKE_POTS) return depot ? 0 : w->munition.smoke_pots[at.row]; /* no store keeps any */
  return depot ? w->depot.grenades[at.row] : w->combat.grenades[at.row];
}

static bool is_held(sp_magazine at) { return at.line <= SP_MUNITION_KEPT; }

static void add(sp_world *w, sp_munition kind, sp_magazine at, int64_t n) {
  bool depot = at.line == SP_MUNITION_KEPT;
  if (kind == SP_POWDER) *(depot ? &w->depot.powder_g[at.row] : &w->munition.powder_g[at.row]) += n;
  else if (kind == SP_SMOKE_POTS) w->munition.smoke_pots[at.row] += (int32_t)n;
  else *(depot ? &w->depot.grenades[at.row] : &w->combat.grenades[at.row]) += (int32_t)n;
}

static double *ln_of(sp_world *w, sp_magazine at) { return at.line == SP_MUNITION_KEPT ? &w->depot.powder_ln[at.row] : &w->munition.powder_ln[at.row]; }
static double *bad_of(sp_world *w, sp_munition kind, sp_magazine at) {
  if (kind == SP_SMOKE_POTS) return &w->munition.smoke_bad[at.row * 3];
  return at.line == SP_MUNITION_KEPT ? &w->depot.lot_bad[at.row * 3] : &w->combat.lot_bad[at.row * 3];
}

static int32_t *supplier_of(sp_world *w, sp_magazine at) { return at.line == SP_MUNITION_KEPT ? &w->depot.supplier[at.row] : &w->munition.supplier[at.row]; }

/* Log of the mean strength of a grams and b grams. */
static double mixed_ln(double ln_a, double a, double ln_b, double b) {
  if (a <= 0.0 || ln_a == ln_b) return ln_b;
  return b <= 0.0 ? ln_a : sp_log((a * sp_exp(ln_a) + b * sp_exp(ln_b)) / (a + b));
}

/* n come to what stands there; before the count is changed. */
static void mix(sp_world *w, sp_munition kind, sp_magazine from, sp_magazine to, int64_t n) {
  double a = (double)n, b = (double)sp_munition_held(w, kind, to);
  if (kind == SP_POWDER) {
    *ln_of(w, to) = mixed_ln(*ln_of(w, to), b, *ln_of(w, from), a);
    return;
  }
  if (kind == SP_GRENADES && a > b) *supplier_of(w, to) = *supplier_of(w, from); /* a mixed store goes by the larger part */
  double *bad = bad_of(w, kind, to);
  const double *theirs = bad_of(w, kind, from);
  for (int i = 0; i < 3 && a > 0.0; i++) bad[i] = (a * theirs[i] + b * bad[i]) / (a + b);
}

int64_t sp_munition_move(sp_world *w, sp_munition kind, sp_magazine from, sp_magazine to, int64_t n) {
  if (is_held(from)) n = sp_min_i64(n, sp_munition_held(w, kind, from));
  if (n <= 0) return 0;
  if (is_held(from) && is_held(to)) mix(w, kind, from, to, n);
  if (is_held(from)) add(w, kind, from, -n);
  if (is_held(to)) add(w, kind, to, n);
  note(w, kind, from, to, n);
  return n;
}

void sp_munitions_deliver(sp_world *w, int32_t d, int64_t powder_g, int32_t grenades, const sp_lot_start *lot) {
  sp_magazine to = sp_munition_kept(w, d), from = sp_munition_line_of(SP_MUNITION_OUTSIDE, w->depot.side[d]);
  if (powder_g > 0) {
    *ln_of(w, to) = mixed_ln(*ln_of(w, to), (double)w->depot.powder_g[d], sp_lot_ln(w, lot), (double)powder_g);
    (void)sp_munition_move(w, SP_POWDER, from, to, powder_g);
  }
  grenades = sp_min_i32(grenades, INT32_MAX - w->depot.grenades[d]);
  if (grenades <= 0) return;
  double theirs[3], *bad = bad_of(w, SP_GRENADES, to), a = grenades, b = w->depot.grenades[d];
  sp_lot_bad(w, lot, theirs);
  for (int i = 0; i < 3; i++) bad[i] = (a * theirs[i] + b * bad[i]) / (a + b);
  if (a > b) *supplier_of(w, to) = lot->supplier + 1; /* a mixed store goes by the larger part */
  (void)sp_munition_move(w, SP_GRENADES, from, to, grenades);
}

int64_t sp_munition_standing(const sp_world *w, sp_munition kind, int32_t side, sp_munition_line line) {
  if (side < 0 || side >= sp_used(w, SP_TABLE_ARSENAL)) return 0;
  if (line == SP_MUNITION_OUTSIDE) return -w->arsenal.delivered[side * SP_MUNITION_COUNT + (int32_t)kind];
  size_t at = cell(kind, side, line);
  return w->arsenal.opening[at] + w->arsenal.came_in[at] - w->arsenal.went_out[at];
}

/* ---- lots */

static sp_lot_worth worth_of(const sp_world *w, const sp_lot_start *lot) {
  sp_lot_worth worth = {lot->strength, lot->spread, {lot->bad[0], lot->bad[1], lot->bad[2]}};
  return lot->bribe > 0.0 ? sp_calc_lot_bribed(&w->constants, worth, lot->bribe) : worth;
}

double sp_lot_ln(const sp_world *w, const sp_lot_start *lot) {
  sp_lot_worth worth = worth_of(w, lot);
  double ln = worth.strength > 0.0 ? sp_log(worth.strength) : 0.0;
  if (!lot->key || worth.spread <= 0.0) return ln;
  sp_dice dice = {w->head->seed, 0};
  return ln + worth.spread * sp_normal_of(sp_uniform(&dice, lot->key, SP_STREAM_MISFIRE, 16));
}

void sp_lot_bad(const sp_world *w, const sp_lot_start *lot, double bad[3]) {
  sp_lot_worth worth = worth_of(w, lot);
  for (int i = 0; i < 3; i++) bad[i] = worth.bad[i];
}

/* ---- bodies that part, join, end */

static double train_kg(const sp_world *w, int32_t f) {
  sp_column column = sp_column_of(w, f);
  return sp_calc_powder_train_kg(&w->constants, &column);
}

void sp_munitions_split(sp_world *w, int32_t parent, int32_t child, double share) {
  sp_munition_columns *m = &w->munition;
  m->powder_ln[child] = m->powder_ln[parent];
  m->tried[child] = m->tried[parent];
  m->failed[child] = m->failed[parent];
  m->reading[child] = m->reading[parent];
  m->reading_ln[child] = m->reading_ln[parent];
  m->failing[child] = m->failing[parent];
  m->drawn_from[child] = m->drawn_from[parent];
  m->supplier[child] = m->supplier[parent];
  int64_t grenades = sp_to_i32(sp_clamp(share, 0.0, 1.0) * w->combat.grenades[parent]);
  (void)sp_munition_move(w, SP_GRENADES, sp_munition_carried(w, parent), sp_munition_carried(w, child), grenades);
  int64_t pots = sp_to_i32(sp_clamp(share, 0.0, 1.0) * m->smoke_pots[parent]);
  (void)sp_munition_move(w, SP_SMOKE_POTS, sp_munition_carried(w, parent), sp_munition_carried(w, child), pots);
  if (m->powder_g[parent] <= 0) return;
  double rest = train_kg(w, parent), goes = train_kg(w, child), part = rest + goes > 0.0 ? goes / (rest + goes) : 0.0;
  (void)sp_munition_move(w, SP_POWDER, sp_munition_carried(w, parent), sp_munition_carried(w, child), sp_to_i64(sp_floor(part * (double)m->powder_g[parent])));
}

/* Pouches are shared out. Sides of which no powder is told keep what the larger body had, as they always did. */
static void merge_pouches(sp_world *w, int32_t from, int32_t into, double men) {
  if (!w->model->side[w->formation.side[into]].munitioned) return;
  double had = sp_max(0.0, sp_men_of(w, into) - men);
  w->combat.lot_ln[into] = mixed_ln(w->combat.lot_ln[into], had * w->combat.powder[into], w->combat.lot_ln[from], men * w->combat.powder[from]);
  w->combat.powder[into] = sp_mean_of_two(w->combat.powder[into], had, w->combat.powder[from], men);
  w->combat.shot[into] = sp_mean_of_two(w->combat.shot[into], had, w->combat.shot[from], men);
}

void sp_munitions_merge(sp_world *w, int32_t from, int32_t into, int32_t men) {
  sp_munition_columns *m = &w->munition;
  merge_pouches(w, from, into, men);
  if (w->combat.grenades[from] > 0) {
    m->tried[into] += m->tried[from]; /* of both lots, as they are mixed now */
    m->failed[into] += m->failed[from];
  }
  m->thrown[into] += m->thrown[from];
  m->thrown_bad[into] += m->thrown_bad[from];
  m->aside[into] += m->aside[from];
  m->thrown[from] = m->thrown_bad[from] = m->aside[from] = 0;
  (void)sp_munition_move(w, SP_GRENADES, sp_munition_carried(w, from), sp_munition_carried(w, into), w->combat.grenades[from]);
  (void)sp_munition_move(w, SP_SMOKE_POTS, sp_munition_carried(w, from), sp_munition_carried(w, into), m->smoke_pots[from]);
  (void)sp_munition_move(w, SP_POWDER, sp_munition_carried(w, from), sp_munition_carried(w, into), m->powder_g[from]);
}

void sp_munitions_lose(sp_world *w, int32_t f, double share) {
  sp_magazine lost = sp_munition_line_of(SP_MUNITION_LOST, w->formation.side[f]), own = sp_munition_carried(w, f);
  if (share >= 1.0) {
    sp_munitions_lose_all(w, f);
    return;
  }
  for (int kind = 0; kind < SP_MUNITION_COUNT; kind++) (void)sp_munition_move(w, (sp_munition)kind, own, lost, sp_to_i64(sp_floor(sp_clamp(share, 0.0, 1.0) * (double)sp_munition_held(w, (sp_munition)kind, own))));
}

void sp_munitions_lose_all(sp_world *w, int32_t f) {
  sp_magazine lost = sp_munition_line_of(SP_MUNITION_LOST, w->formation.side[f]), own = sp_munition_carried(w, f);
  w->combat.grenades[f] += w->munition.aside[f];
  w->munition.aside[f] = 0;
  (void)sp_munition_move(w, SP_GRENADES, own, lost, w->combat.grenades[f]);
  (void)sp_munition_move(w, SP_SMOKE_POTS, own, lost, w->munition.smoke_pots[f]);
  (void)sp_munition_move(w, SP_POWDER, own, lost, w->munition.powder_g[f]);
}

void sp_munitions_fall_to(sp_world *w, int32_t d, int32_t side, int32_t loser) {
  sp_magazine was = {SP_MUNITION_KEPT, d, loser}, is = {SP_MUNITION_KEPT, d, side};
  if (loser == side) return;
  note(w, SP_POWDER, was, is, w->depot.powder_g[d]);
  note(w, SP_GRENADES, was, is, (int64_t)w->depot.grenades[d] + w->depot.refused[d]);
}

/* ---- pouches and guns */

static double hand_full_g(const sp_world *w, const sp_arms *arms) { return sp_calc_pouches_g(&w->constants, arms->shot); }
static double guns_full_g(const sp_world *w, const sp_arms *arms) { return sp_calc_gun_issue_g(&w->constants, arms->light_guns, arms->heavy_guns); }

double sp_issue_full_g(const sp_world *w, int32_t f) {
  sp_arms arms = sp_arms_of(w, f);
  return hand_full_g(w, &arms) + guns_full_g(w, &arms);
}

double sp_issue_wanting_g(const sp_world *w, int32_t f) {
  sp_arms arms = sp_arms_of(w, f);
  return (1.0 - w->combat.powder[f]) * hand_full_g(w, &arms) + (1.0 - w->combat.shot[f]) * guns_full_g(w, &arms);
}

int64_t sp_issue_powder(sp_world *w, int32_t f, sp_magazine from, int64_t most) {
  double wanting = sp_issue_wanting_g(w, f), in_hand = sp_issue_full_g(w, f) - wanting;
  int64_t want = sp_to_i64(-sp_floor(-wanting)), got = sp_min_i64(sp_min_i64(want, most), sp_munition_held(w, SP_POWDER, from));
  if (got <= 0) return 0;
  double share = sp_min(1.0, (double)got / wanting);
  w->combat.lot_ln[f] = mixed_ln(w->combat.lot_ln[f], in_hand, *ln_of(w, from), (double)got);
  w->combat.powder[f] = got >= want ? 1.0 : sp_min(1.0, w->combat.powder[f] + share * (1.0 - w->combat.powder[f]));
  w->combat.shot[f] = got >= want ? 1.0 : sp_min(1.0, w->combat.shot[f] + share * (1.0 - w->combat.shot[f]));
  return sp_munition_move(w, SP_POWDER, from, sp_munition_line_of(SP_MUNITION_ISSUED, from.side), got);
}

int64_t sp_powder_room_g(const sp_world *w, int32_t f) { return sp_max_i64(0, sp_to_i64(sp_rint(1000.0 * train_kg(w, f))) - w->munition.powder_g[f]); }

int32_t sp_grenade_room(const sp_world *w, int32_t f) {
  return sp_max_i32(0, sp_to_i32(w->constants.munition_grenades_man * w->formation.foot[f]) - w->combat.grenades[f] - w->munition.aside[f]);
}

/* ---- what is known of grenades */

void sp_failures_seen(sp_world *w, int32_t f, int32_t tried, int32_t failed) {
  double weight = sp_min(1.0, (double)tried / w->constants.munition_complain_least); /* two or three prove nothing */
  if (tried > 0) w->munition.failing[f] = sp_clamp(w->munition.failing[f] + weight * ((double)failed / tried - w->munition.failing[f]), 0.0, 1.0);
}

void sp_grenades_seen(sp_world *w, int32_t f, int32_t thrown, int32_t failed) {
  sp_munition_columns *m = &w->munition;
  m->tried[f] += thrown;
  m->failed[f] += failed;
  m->thrown[f] += thrown;
  m->thrown_bad[f] += failed;
  sp_supplier_note(w, f, thrown, failed);
  sp_failures_seen(w, f, thrown, failed);
}

/* ---- depots */

int32_t sp_grenades_refuse(sp_world *w, int32_t f, int32_t d) {
  int32_t n = w->combat.grenades[f];
  w->combat.grenades[f] = 0;
  w->munition.tried[f] = w->munition.failed[f] = 0.0;
  if (d < 0) {
    w->munition.aside[f] += n;
    return n;
  }
  note(w, SP_GRENADES, sp_munition_carried(w, f), sp_munition_kept(w, d), n);
  w->depot.refused[d] += n;
  if (w->munition.drawn_from[f] != w->depot.key[d]) return n;
  w->depot.refused[d] += w->depot.grenades[d];
  w->depot.grenades[d] = 0;
  return n;
}

static bool has_powder(const sp_world *w, int32_t d) { return w->depot.powder_g[d] > 0; }
static bool has_grenades(const sp_world *w, int32_t d) { return w->depot.grenades[d] > 0; }
static bool has_anything(const sp_world *w, int32_t d) { return w->depot.grain_g[d] > 0 || has_powder(w, d) || w->depot.grenades[d] + w->depot.refused[d] > 0; }

int32_t sp_magazine_in_reach(const sp_world *w, int32_t f, sp_munition kind) { return sp_depot_nearest(w, f, kind == SP_POWDER ? has_powder : has_grenades); }
int32_t sp_depot_to_burn(const sp_world *w, int32_t f) { return sp_depot_nearest(w, f, has_anything); }

/* ---- the opening */

void sp_munitions_open(sp_world *w) {
  const sp_model *m = w->model;
  if (!sp_any_stores(m)) return;
  w->head->used[SP_TABLE_ARSENAL] = m->side_count;
  for (int32_t s = 0; s < m->side_count; s++) {
    w->arsenal.key[s] = sp_key_pair(m->side[s].key, sp_key_of("arsenal"));
    w->arsenal.side[s] = (int8_t)s;
  }
  for (int32_t d = 0; d < m->depot_count; d++) {
    const sp_depot_start *start = &m->depot[d];
    w->depot.powder_g[d] = start->powder_g;
    w->depot.grenades[d] = start->grenades;
    w->depot.powder_ln[d] = sp_lot_ln(w, &start->lot);
    sp_lot_bad(w, &start->lot, &w->depot.lot_bad[d * 3]);
    w->depot.supplier[d] = start->lot.supplier + 1;
    w->arsenal.opening[cell(SP_POWDER, start->side, SP_MUNITION_KEPT)] += start->powder_g;
    w->arsenal.opening[cell(SP_GRENADES, start->side, SP_MUNITION_KEPT)] += start->grenades;
  }
  for (int32_t f = 0; f < m->formation_count; f++) {
    int32_t side = m->formation[f].side;
    w->munition.powder_g[f] = sp_to_i64(sp_rint(sp_max(0.0, m->formation[f].powder_kg) * 1000.0));
    w->arsenal.opening[cell(SP_POWDER, side, SP_MUNITION_CARRIED)] += w->munition.powder_g[f];
    w->arsenal.opening[cell(SP_GRENADES, side, SP_MUNITION_CARRIED)] += w->combat.grenades[f];
    w->arsenal.opening[cell(SP_SMOKE_POTS, side, SP_MUNITION_CARRIED)] += w->munition.smoke_pots[f];
  }
}

/* ---- checks */

bool sp_munitions_are_of(const sp_world *w, const sp_model *m) {
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_ARSENAL); s++) {
    if (w->arsenal.side[s] != s || w->arsenal.key[s] != sp_key_pair(m->side[s].key, sp_key_of("arsenal"))) return false;
  }
  return true;
}

static bool is_worth(double ln) { return ln > -10.0 && ln < 10.0; }

static sp_status bodies_hold(const sp_world *w, char *message, size_t size) {
  const sp_munition_columns *m = &w->munition;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_MUNITION); f++) {
    bool live = m->alive[f] != 0;
    if (live != (w->formation.alive[f] != 0)) return sp_row_wrong(message, size, "munition: it and its formation do not live and die together", f);
    if (m->powder_g[f] < 0 || m->aside[f] < 0 || m->smoke_pots[f] < 0 || (!live && (m->powder_g[f] != 0 || m->aside[f] != 0 || m->smoke_pots[f] != 0))) return sp_row_wrong(message, size, "munition: has less than nothing, or is gone and has", f);
    bool known = m->failed[f] >= 0.0 && m->failed[f] <= m->tried[f] + 1e-9 && m->reading[f] >= 0.0 && m->reading_ln[f] >= 0.0;
    if (!known || !(m->failing[f] >= 0.0 && m->failing[f] <= 1.0) || !is_worth(m->powder_ln[f])) return sp_row_wrong(message, size, "munition: knows what cannot be", f);
    if (m->trial[f] < 0 || m->trial_done[f] < 0 || m->trial_bad[f] > m->trial_done[f] || m->smoke_untold[f * 3] < 0 || m->smoke_untold[f * 3 + 1] + m->smoke_untold[f * 3 + 2] > m->smoke_untold[f * 3] || m->smoke_went[f] < -1 || m->smoke_went[f] > 1 || m->thrown_bad[f] > m->thrown[f]) return sp_row_wrong(message, size, "munition: more failed than were tried", f);
  }
  return SP_OK;
}

static sp_status sums_hold(const sp_world *w, int64_t *sum, char *message, size_t size) {
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_MUNITION); f++) {
    sum[cell(SP_POWDER, w->formation.side[f], SP_MUNITION_CARRIED)] += w->munition.powder_g[f];
    sum[cell(SP_GRENADES, w->formation.side[f], SP_MUNITION_CARRIED)] += (int64_t)w->combat.grenades[f] + w->munition.aside[f];
    sum[cell(SP_SMOKE_POTS, w->formation.side[f], SP_MUNITION_CARRIED)] += w->munition.smoke_pots[f];
  }
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    if (!w->depot.alive[d]) continue;
    if (w->depot.powder_g[d] < 0 || w->depot.grenades[d] < 0 || w->depot.refused[d] < 0 || !is_worth(w->depot.powder_ln[d])) return sp_row_wrong(message, size, "depot: powder or grenades below nothing", d);
    sum[cell(SP_POWDER, w->depot.side[d], SP_MUNITION_KEPT)] += w->depot.powder_g[d];
    sum[cell(SP_GRENADES, w->depot.side[d], SP_MUNITION_KEPT)] += (int64_t)w->depot.grenades[d] + w->depot.refused[d];
  }
  for (int32_t s = 0; s < sp_used(w, SP_TABLE_ARSENAL); s++) {
    for (int kind = 0; kind < SP_MUNITION_COUNT; kind++) {
      int64_t in = 0, out = 0;
      for (int line = 0; line < LINES; line++) {
        size_t at = cell((sp_munition)kind, s, (sp_munition_line)line);
        int64_t standing = sp_munition_standing(w, (sp_munition)kind, s, (sp_munition_line)line);
        in += w->arsenal.came_in[at];
        out += w->arsenal.went_out[at];
        if (line <= SP_MUNITION_KEPT && standing != sum[at]) return sp_row_wrong(message, size, "arsenal: what is held is not what the register says", s);
        if (line != SP_MUNITION_ENEMY && standing < 0) return sp_row_wrong(message, size, "arsenal: a line below nothing", s);
      }
      if (in != out + w->arsenal.delivered[s * SP_MUNITION_COUNT + kind]) return sp_row_wrong(message, size, "arsenal: what went out did not come in", s);
    }
  }
  return SP_OK;
}

sp_status sp_munitions_check(const sp_world *w, char *message, size_t size) {
  sp_status status = bodies_hold(w, message, size);
  if (status != SP_OK || !counted(w)) return status;
  if (!sp_munitions_are_of(w, w->model)) return sp_row_wrong(message, size, "arsenal: keys are not those of the scenario", 0);
  int64_t *sum = calloc((size_t)w->model->side_count * ROW, sizeof *sum);
  if (!sum) return SP_NO_MEMORY;
  status = sums_hold(w, sum, message, size);
  free(sum);
  return status;
}
