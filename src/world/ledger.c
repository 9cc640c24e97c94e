/* ledger.c - the only code that changes a count of men, beasts, guns or carts.
 *
 * Strength rows say who is where: kinds (contingent, unit, arm, class) by holder, with a count for each rank.
 * Tally rows are the register: opening + in - out by rank and line, per contingent, arm and class. Between holders
 * on one line (a detachment, a merger) the register does not move; from line to line it is written out and in.
 * For lines with holders the register equals the sum over them; for the others it is all there is. The captured stand between:
 * wounded and sick among them are held by wards of their captors, the rest by nobody.
 * A holder's rows are linked in order of key, so that no splitting depends on who came first. An emptied row stays
 * with its holder: a rule may walk the list while it moves men.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/rows.h"
#include "world/scratch.h"
#include "world/wards.h"

#include <stdio.h>
#include <string.h>

enum { CELLS = SP_RANK_COUNT * SP_LINE_COUNT };

static size_t cell(int32_t tally, sp_rank rank, sp_line line) { return (size_t)tally * CELLS + (size_t)rank * SP_LINE_COUNT + (size_t)line; }

typedef struct kind {
  int32_t contingent, unit;
  uint8_t arm, troop_class;
} kind;

static kind kind_of(const sp_world *w, int32_t row) {
  return (kind){w->strength.contingent[row], w->strength.unit[row], w->strength.arm[row], w->strength.troop_class[row]};
}

static bool same_kind(const sp_world *w, int32_t row, kind k) {
  return w->strength.contingent[row] == k.contingent && w->strength.unit[row] == k.unit && w->strength.arm[row] == k.arm &&
         w->strength.troop_class[row] == k.troop_class;
}

/* ---- holders */

static bool line_is_held(sp_line line) { return line == SP_LINE_PRESENT || line == SP_LINE_STRAGGLING || line == SP_LINE_ON_ROAD || sp_line_of_patients(line); }

static sp_line line_of(const sp_world *w, sp_holder of, int32_t holder) {
  switch (of) {
    case SP_HOLDER_FORMATION:
    case SP_HOLDER_FORD: return SP_LINE_PRESENT;
    case SP_HOLDER_POOL: return SP_LINE_STRAGGLING;
    case SP_HOLDER_WARD: return sp_ward_line(w, holder);
    default: return SP_LINE_ON_ROAD;
  }
}

static sp_table table_of(sp_holder of) {
  switch (of) {
    case SP_HOLDER_FORMATION: return SP_TABLE_FORMATION;
    case SP_HOLDER_POOL: return SP_TABLE_POOL;
    case SP_HOLDER_WARD: return SP_TABLE_WARD;
    case SP_HOLDER_FORD: return SP_TABLE_FORD;
    default: return SP_TABLE_MESSAGE;
  }
}

static void check_account(const sp_world *w, sp_account a) {
  if (a.holder_kind == SP_HOLDER_FREE) {
    SP_CHECK(a.line < SP_LINE_COUNT && !line_is_held(a.line));
    return;
  }
  SP_CHECK(a.holder >= 0 && a.holder < sp_used(w, table_of(a.holder_kind)) && a.line == line_of(w, a.holder_kind, a.holder));
}

static int32_t *first_of(const sp_world *w, sp_account a) {
  switch (a.holder_kind) {
    case SP_HOLDER_FORMATION: return &w->formation.first_strength[a.holder];
    case SP_HOLDER_POOL: return &w->pool.first_strength[a.holder];
    case SP_HOLDER_WARD: return &w->ward.first_strength[a.holder];
    case SP_HOLDER_FORD: return &w->ford.first_strength[a.holder];
    default: return &w->message.first_strength[a.holder];
  }
}

int32_t sp_ledger_first(const sp_world *w, sp_account holder) { return *first_of(w, holder); }

static sp_key holder_key(const sp_world *w, sp_account a) {
  switch (a.holder_kind) {
    case SP_HOLDER_FORMATION: return w->formation.key[a.holder];
    case SP_HOLDER_POOL: return w->pool.key[a.holder];
    case SP_HOLDER_WARD: return w->ward.key[a.holder];
    case SP_HOLDER_FORD: return w->ford.key[a.holder];
    default: return w->message.key[a.holder];
  }
}

static sp_key strength_key(const sp_world *w, sp_account a, kind k) {
  sp_key unit = k.unit >= 0 ? w->model->unit[k.unit].key : 0;
  sp_key whose = sp_key_pair(w->model->contingent[k.contingent].key, unit);
  return sp_key_born(sp_key_pair(holder_key(w, a), whose), 0, k.arm, k.troop_class);
}

/* The holder's sum that a kind counts in, or NULL. */
static int32_t *cache_of(const sp_world *w, sp_account a, uint8_t arm) {
  if (a.holder_kind == SP_HOLDER_POOL) return sp_arm_is_man((sp_arm)arm) ? &w->pool.men[a.holder] : NULL;
  if (a.holder_kind == SP_HOLDER_WARD) return &w->ward.men[a.holder];
  if (a.holder_kind != SP_HOLDER_FORMATION) return NULL;
  switch (sp_arm_category_of[arm]) {
    case SP_CATEGORY_MAN_FOOT: return &w->formation.foot[a.holder];
    case SP_CATEGORY_MAN_HORSE: return &w->formation.mounted[a.holder];
    case SP_CATEGORY_MAN_FOLLOWER: return &w->formation.followers[a.holder];
    default: break;
  }
  switch (arm) {
    case SP_ARM_MOUNT: return &w->formation.mounts[a.holder];
    case SP_ARM_DRAUGHT: return &w->formation.draught[a.holder];
    case SP_ARM_CART:
    case SP_ARM_SHIELD_WAGON:
    case SP_ARM_BOAT:
    case SP_ARM_WAR_WAGON: return &w->formation.carts[a.holder];
    case SP_ARM_LIGHT_GUN: return &w->formation.light_guns[a.holder];
    case SP_ARM_HEAVY_GUN: return &w->formation.heavy_guns[a.holder];
    default: return NULL;
  }
}

static int32_t men_in_row(const sp_world *w, int32_t row) {
  int32_t sum = 0;
  for (int r = 0; r < SP_RANK_COUNT; r++) sum += w->strength.count[row * SP_RANK_COUNT + r];
  return sum;
}

static int32_t find_row(const sp_world *w, sp_account a, kind k) {
  for (int32_t row = *first_of(w, a); row >= 0; row = w->strength.next[row]) {
    if (same_kind(w, row, k)) return row;
  }
  return -1;
}

/* The holder's row of that kind, made when missing; -1 when no row is free. */
static int32_t row_for(sp_world *w, sp_account a, kind k, double quality) {
  int32_t row = find_row(w, a, k);
  if (row >= 0) return row;
  sp_key key = strength_key(w, a, k);
  row = sp_row_new(w, SP_TABLE_STRENGTH, key);
  if (row < 0) return -1;
  w->strength.holder_kind[row] = (uint8_t)a.holder_kind;
  w->strength.holder[row] = a.holder;
  w->strength.contingent[row] = k.contingent;
  w->strength.unit[row] = k.unit;
  w->strength.arm[row] = k.arm;
  w->strength.troop_class[row] = k.troop_class;
  w->strength.quality[row] = quality;
  int32_t *link = first_of(w, a);
  while (*link >= 0 && w->strength.key[*link] < key) link = &w->strength.next[*link];
  w->strength.next[row] = *link;
  *link = row;
  return row;
}

static void add_to_row(sp_world *w, sp_account a, int32_t row, sp_rank rank, int32_t n, double quality) {
  double before = men_in_row(w, row);
  w->strength.quality[row] = (w->strength.quality[row] * before + quality * n) / (before + n);
  w->strength.count[row * SP_RANK_COUNT + (int32_t)rank] += n;
  int32_t *sum = cache_of(w, a, w->strength.arm[row]);
  if (sum) *sum += n;
}

void sp_ledger_close_holder(sp_world *w, sp_account holder) {
  int32_t *first = first_of(w, holder);
  while (*first >= 0) {
    int32_t row = *first;
    SP_CHECK(men_in_row(w, row) == 0);
    *first = w->strength.next[row];
    sp_row_free(w, SP_TABLE_STRENGTH, row);
  }
}

/* ---- register */

static int compare_kinds(int32_t contingent_a, int arm_a, int class_a, int32_t contingent_b, int arm_b, int class_b) {
  if (contingent_a != contingent_b) return contingent_a < contingent_b ? -1 : 1;
  if (arm_a != arm_b) return arm_a < arm_b ? -1 : 1;
  return (class_a > class_b) - (class_a < class_b);
}

/* Tally rows stand in order of contingent, arm and class, and none is born after the opening. */
static int32_t tally_of(const sp_world *w, kind k) {
  int32_t low = 0, high = sp_used(w, SP_TABLE_TALLY);
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    int order = compare_kinds(k.contingent, k.arm, k.troop_class, w->tally.contingent[middle], w->tally.arm[middle], w->tally.troop_class[middle]);
    if (order == 0) return middle;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return -1;
}

static int64_t on_line(const sp_world *w, size_t at) { return (int64_t)w->tally.opening[at] + w->tally.came_in[at] - w->tally.went_out[at]; }

/* Of a kind and rank, prisoners in wards. */
static int64_t captives_in_wards(const sp_world *w, kind k, sp_rank rank) {
  int64_t sum = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || !sp_ward_is_captive(w, p)) continue;
    for (int32_t row = w->ward.first_strength[p]; row >= 0; row = w->strength.next[row])
      if (w->strength.contingent[row] == k.contingent && w->strength.arm[row] == k.arm && w->strength.troop_class[row] == k.troop_class) sum += w->strength.count[row * SP_RANK_COUNT + (int32_t)rank];
  }
  return sum;
}

static int64_t unheld(const sp_world *w, int32_t tally, kind k, sp_rank rank, sp_line line) {
  int64_t all = on_line(w, cell(tally, rank, line));
  return line == SP_LINE_CAPTURED && all > 0 ? all - captives_in_wards(w, k, rank) : all;
}

int32_t sp_unheld_of(const sp_world *w, int32_t strength, sp_rank rank, sp_line line) {
  kind k = kind_of(w, strength);
  int32_t tally = tally_of(w, k);
  return tally >= 0 ? (int32_t)unheld(w, tally, k, rank, line) : 0;
}

static int compare_starts(const void *a, const void *b, void *context) {
  const sp_strength_start *all = context;
  int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
  int order = compare_kinds(all[i].contingent, all[i].arm, all[i].troop_class, all[j].contingent, all[j].arm, all[j].troop_class);
  return order != 0 ? order : (i > j) - (i < j);
}

static bool open_tally(sp_world *w, int32_t *order) {
  const sp_model *m = w->model;
  for (int32_t i = 0; i < m->strength_count; i++) order[i] = i;
  if (!sp_sort(order, (size_t)m->strength_count, sizeof *order, compare_starts, m->strength)) return false;
  int32_t row = -1;
  for (int32_t i = 0; i < m->strength_count; i++) {
    const sp_strength_start *s = &m->strength[order[i]];
    bool same = row >= 0 && compare_kinds(w->tally.contingent[row], w->tally.arm[row], w->tally.troop_class[row], s->contingent, s->arm, s->troop_class) == 0;
    if (!same) {
      sp_key key = sp_key_born(m->contingent[s->contingent].key, 0, s->arm, s->troop_class);
      row = sp_row_new(w, SP_TABLE_TALLY, key);
      SP_CHECK(row >= 0);
      w->tally.contingent[row] = s->contingent;
      w->tally.arm[row] = s->arm;
      w->tally.troop_class[row] = s->troop_class;
    }
    for (int r = 0; r < SP_RANK_COUNT; r++) w->tally.opening[cell(row, (sp_rank)r, SP_LINE_PRESENT)] += s->count[r];
    for (int n = 0; n < SP_PATIENT_LINES; n++) w->tally.opening[cell(row, SP_RANK_SOLDIER, sp_patient_line[n])] += s->patients[n];
  }
  return true;
}

/* Wounded and sick of the opening lie with their body, hurt on that day. */
static bool open_patients(sp_world *w, const sp_strength_start *s) {
  for (int n = 0; n < SP_PATIENT_LINES; n++) {
    if (s->patients[n] <= 0) continue;
    int32_t ward = sp_ward_of(w, s->formation, s->formation, sp_patient_line[n], w->head->minute);
    int32_t row = ward >= 0 ? row_for(w, sp_in_ward(w, ward), (kind){s->contingent, s->unit, s->arm, s->troop_class}, s->quality) : -1;
    if (row < 0) return false;
    add_to_row(w, sp_in_ward(w, ward), row, SP_RANK_SOLDIER, s->patients[n], s->quality);
  }
  return true;
}

sp_status sp_ledger_open(sp_world *w) {
  const sp_model *m = w->model;
  int64_t all = 0;
  for (int32_t i = 0; i < m->strength_count; i++) {
    for (int r = 0; r < SP_RANK_COUNT; r++) all += m->strength[i].count[r];
    for (int n = 0; n < SP_PATIENT_LINES; n++) all += m->strength[i].patients[n];
  }
  if (all > SP_MAX_COUNTED) return SP_LIMIT; /* then no sum of ours can overflow */
  sp_arena *arena = sp_arena_create();
  int32_t *order = arena ? sp_arena_alloc(arena, (size_t)m->strength_count + 1, sizeof *order) : NULL;
  bool opened = order && open_tally(w, order);
  sp_arena_destroy(arena);
  if (!opened) return SP_NO_MEMORY;
  for (int32_t i = 0; i < m->strength_count; i++) {
    const sp_strength_start *s = &m->strength[i];
    sp_account at = sp_in_formation(s->formation);
    int32_t row = row_for(w, at, (kind){s->contingent, s->unit, s->arm, s->troop_class}, s->quality);
    if (row < 0) return SP_LIMIT;
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      if (s->count[r] > 0) add_to_row(w, at, row, (sp_rank)r, s->count[r], s->quality);
    }
    if (!open_patients(w, s)) return SP_LIMIT;
  }
  return SP_OK;
}

/* ---- transfers */

/* May n leave `from` and be written in the register? */
static bool may_move(const sp_world *w, int32_t strength, sp_account from, sp_account to, int32_t tally, sp_rank rank, int32_t n) {
  size_t out = cell(tally, rank, from.line), in = cell(tally, rank, to.line);
  if (to.holder_kind == SP_HOLDER_WARD && !sp_arm_is_man((sp_arm)w->strength.arm[strength])) return false;
  if (from.holder_kind != SP_HOLDER_FREE) {
    SP_CHECK(w->strength.holder_kind[strength] == from.holder_kind && w->strength.holder[strength] == from.holder);
    if (w->strength.count[strength * SP_RANK_COUNT + (int32_t)rank] < n) return false;
  } else if (unheld(w, tally, kind_of(w, strength), rank, from.line) < n) {
    return false;
  }
  return from.line == to.line || (w->tally.went_out[out] <= INT32_MAX - n && w->tally.came_in[in] <= INT32_MAX - n);
}

int32_t sp_transfer(sp_world *w, int32_t strength, sp_account from, sp_account to, sp_rank rank, int32_t n, sp_cause cause) {
  SP_CHECK(strength >= 0 && strength < sp_used(w, SP_TABLE_STRENGTH) && sp_row_live(w, SP_TABLE_STRENGTH, strength));
  SP_CHECK(rank < SP_RANK_COUNT && cause > SP_CAUSE_OPENING && cause < SP_CAUSE_COUNT);
  check_account(w, from);
  check_account(w, to);
  if (n <= 0) return 0;
  kind k = kind_of(w, strength);
  int32_t tally = tally_of(w, k);
  SP_CHECK(tally >= 0);
  if (!may_move(w, strength, from, to, tally, rank, n)) return 0;
  double quality = w->strength.quality[strength];
  int32_t target = to.holder_kind != SP_HOLDER_FREE ? row_for(w, to, k, quality) : -1;
  if (to.holder_kind != SP_HOLDER_FREE && target < 0) return 0;
  if (from.holder_kind != SP_HOLDER_FREE) {
    if (target == strength) return n;
    w->strength.count[strength * SP_RANK_COUNT + (int32_t)rank] -= n;
    int32_t *sum = cache_of(w, from, k.arm);
    if (sum) *sum -= n;
  }
  if (target >= 0) add_to_row(w, to, target, rank, n, quality);
  sp_scratch_men_moved(w->scratch, from);
  sp_scratch_men_moved(w->scratch, to);
  if (from.line != to.line) {
    w->tally.went_out[cell(tally, rank, from.line)] += n;
    w->tally.came_in[cell(tally, rank, to.line)] += n;
  }
  return n;
}

typedef struct share {
  int32_t row, take;
  sp_rank rank;
  sp_key key;
  int64_t remainder;
} share;

/* Larger remainders first, then by key and rank: a total order. */
static int compare_shares(const void *a, const void *b, void *context) {
  (void)context;
  const share *x = a, *y = b;
  if (x->remainder != y->remainder) return x->remainder > y->remainder ? -1 : 1;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool feeds_from(const sp_world *w, int32_t row, int32_t feeds) { return feeds == SP_ALL_WHO_FEED || w->model->contingent[w->strength.contingent[row]].feeds + 1 == feeds; }

/* Splits and moves n (clamped) of the men between two ranks. Returns men moved. */
static int32_t move_share(sp_world *w, sp_account from, sp_account to, int32_t feeds, sp_rank lowest, sp_rank highest, int32_t n, sp_cause cause) {
  sp_array(share) shares = {0};
  int64_t all = 0;
  for (int32_t row = *first_of(w, from); row >= 0; row = w->strength.next[row]) {
    if (!sp_arm_is_man((sp_arm)w->strength.arm[row]) || !feeds_from(w, row, feeds)) continue;
    for (int r = (int)lowest; r <= (int)highest; r++) {
      int32_t count = w->strength.count[row * SP_RANK_COUNT + r];
      if (count == 0) continue;
      if (!sp_push(&shares, (share){row, count, (sp_rank)r, w->strength.key[row], 0})) goto no_memory;
      all += count;
    }
  }
  if (n > all) n = (int32_t)all;
  int32_t left = n, moved = 0;
  for (size_t i = 0; i < shares.count; i++) {
    int64_t due = (int64_t)shares.data[i].take * n;
    shares.data[i].remainder = due % all;
    shares.data[i].take = (int32_t)(due / all);
    left -= shares.data[i].take;
  }
  if (!sp_sort(shares.data, shares.count, sizeof(share), compare_shares, NULL)) goto no_memory;
  for (size_t i = 0; i < shares.count; i++) {
    int32_t take = shares.data[i].take + (left > 0 ? 1 : 0);
    if (left > 0) left--;
    if (take > 0) moved += sp_transfer(w, shares.data[i].row, from, to, shares.data[i].rank, take, cause);
  }
  sp_array_free(&shares);
  return moved;
no_memory:
  sp_array_free(&shares);
  return 0;
}

int32_t sp_transfer_men(sp_world *w, sp_account from, sp_account to, int32_t n, sp_cause cause) { return sp_transfer_men_who(w, from, to, SP_ALL_WHO_FEED, n, cause); }

int32_t sp_transfer_men_who(sp_world *w, sp_account from, sp_account to, int32_t feeds, int32_t n, sp_cause cause) {
  check_account(w, from);
  SP_CHECK(from.holder_kind != SP_HOLDER_FREE);
  if (n <= 0) return 0;
  int32_t moved = move_share(w, from, to, feeds, SP_RANK_SOLDIER, SP_RANK_BATTALION, n, cause);
  if (moved < n) moved += move_share(w, from, to, feeds, SP_RANK_GENERAL, SP_RANK_GENERAL, n - moved, cause);
  return moved;
}

bool sp_transfer_all(sp_world *w, sp_account from, sp_account to, sp_cause cause) {
  check_account(w, from);
  check_account(w, to);
  SP_CHECK(from.holder_kind != SP_HOLDER_FREE);
  /* All rows first: half a merger would leave a body without its guns. */
  for (int32_t row = *first_of(w, from); row >= 0 && to.holder_kind != SP_HOLDER_FREE; row = w->strength.next[row]) {
    if (row_for(w, to, kind_of(w, row), w->strength.quality[row]) < 0) return false;
  }
  for (int32_t row = *first_of(w, from); row >= 0; row = w->strength.next[row]) {
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      sp_transfer(w, row, from, to, (sp_rank)r, w->strength.count[row * SP_RANK_COUNT + r], cause);
    }
  }
  return true;
}

/* ---- sums */

int32_t sp_men_of(const sp_world *w, int32_t formation) {
  return w->formation.foot[formation] + w->formation.mounted[formation] + w->formation.followers[formation];
}

static int by_key(const void *left, const void *right, void *context) {
  const sp_key *key = context;
  sp_key a = key[*(const int32_t *)left], b = key[*(const int32_t *)right];
  return (a > b) - (a < b);
}

bool sp_sort_by_key(int32_t *row, size_t count, const sp_key *key) { return sp_sort(row, count, sizeof *row, by_key, (void *)(uintptr_t)key); }

int32_t sp_larger_body(const sp_world *w, int32_t best, int32_t formation) {
  if (best < 0) return formation;
  int32_t more = sp_men_of(w, formation) - sp_men_of(w, best);
  return more > 0 || (more == 0 && w->formation.key[formation] < w->formation.key[best]) ? formation : best;
}

int32_t sp_count_of_arm(const sp_world *w, int32_t first, sp_arm arm) {
  int32_t count = 0;
  for (int32_t s = first; s >= 0; s = w->strength.next[s])
    if (w->strength.arm[s] == arm) count += w->strength.count[s * SP_RANK_COUNT + SP_RANK_SOLDIER];
  return count;
}

int32_t sp_transfer_arm(sp_world *w, int32_t first, sp_account from, sp_account to, sp_arm arm, int32_t n, sp_cause cause) { return sp_transfer_arm_who(w, first, from, to, SP_ALL_WHO_FEED, arm, n, cause); }

int32_t sp_transfer_arm_who(sp_world *w, int32_t first, sp_account from, sp_account to, int32_t feeds, sp_arm arm, int32_t n, sp_cause cause) {
  int32_t moved = 0;
  for (int32_t s = first, next; s >= 0 && moved < n; s = next) {
    next = w->strength.next[s];
    if (w->strength.arm[s] != arm || !feeds_from(w, s, feeds)) continue;
    moved += sp_transfer(w, s, from, to, SP_RANK_SOLDIER, sp_min_i32(n - moved, w->strength.count[s * SP_RANK_COUNT + SP_RANK_SOLDIER]), cause);
  }
  return moved;
}

sp_column sp_column_of(const sp_world *w, int32_t formation) {
  int32_t led = sp_max_i32(0, w->formation.mounts[formation] - w->formation.mounted[formation]);
  return (sp_column){
      .foot = w->formation.foot[formation],
      .mounted = w->formation.mounted[formation],
      .led_horses = led,
      .followers = w->formation.followers[formation],
      .draught = w->formation.draught[formation],
      .carts = w->formation.carts[formation],
      .light_guns = w->formation.light_guns[formation],
      .heavy_guns = w->formation.heavy_guns[formation],
  };
}

sp_status sp_row_wrong(char *message, size_t size, const char *what, int32_t row) {
  if (message && size) snprintf(message, size, "%s (row %d)", what, (int)row);
  return SP_CORRUPT;
}

/* Adds up what every holder has, by tally cell. Returns the first strength row that is not in order, or -1. */
static int32_t sum_holders(const sp_world *w, int64_t *sum) {
  for (int32_t row = 0; row < sp_used(w, SP_TABLE_STRENGTH); row++) {
    if (!sp_row_live(w, SP_TABLE_STRENGTH, row)) continue;
    int32_t tally = tally_of(w, kind_of(w, row));
    if (tally < 0) return row;
    sp_line line = line_of(w, (sp_holder)w->strength.holder_kind[row], w->strength.holder[row]);
    for (int r = 0; r < SP_RANK_COUNT; r++) {
      int32_t count = w->strength.count[row * SP_RANK_COUNT + r];
      if (count < 0) return row;
      sum[cell(tally, (sp_rank)r, line)] += count;
    }
  }
  return -1;
}

/* Any body of that contingent, the living first, then of lower key; -1: none. */
static int32_t body_of(const sp_world *w, int32_t contingent) {
  int32_t best = -1;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (w->formation.contingent[f] != contingent) continue;
    bool lives = w->formation.alive[f], better = best < 0 || (lives && !w->formation.alive[best]);
    if (better || (lives == (bool)w->formation.alive[best] && w->formation.key[f] < w->formation.key[best])) best = f;
  }
  return best;
}

static bool house(sp_world *w, int32_t tally, sp_rank rank, sp_line line, int32_t n) {
  int32_t body = body_of(w, w->tally.contingent[tally]);
  if (body < 0) return false;
  int32_t ward = w->formation.alive[body] ? sp_ward_of(w, body, body, line, w->head->minute) : sp_ward_at(w, body, sp_tail_of(w, body), SP_LIES_TENDED, line, w->head->minute);
  kind k = {w->tally.contingent[tally], -1, w->tally.arm[tally], w->tally.troop_class[tally]};
  int32_t row = ward >= 0 ? row_for(w, sp_in_ward(w, ward), k, 0.5) : -1;
  if (row < 0) return false;
  add_to_row(w, sp_in_ward(w, ward), row, rank, n, 0.5);
  return true;
}

sp_status sp_ledger_house(sp_world *w) {
  int32_t tallies = sp_used(w, SP_TABLE_TALLY);
  sp_arena *arena = sp_arena_create();
  int64_t *sum = arena ? sp_arena_alloc(arena, (size_t)tallies * CELLS + 1, sizeof *sum) : NULL;
  bool housed = sum && sum_holders(w, sum) < 0;
  for (int32_t row = 0; row < tallies && housed; row++)
    for (int n = 0; n < SP_PATIENT_LINES * SP_RANK_COUNT && housed; n++) {
      size_t at = cell(row, (sp_rank)(n / SP_PATIENT_LINES), sp_patient_line[n % SP_PATIENT_LINES]);
      int64_t nowhere = on_line(w, at) - sum[at];
      if (nowhere > 0) housed = nowhere <= SP_MAX_COUNTED && house(w, row, (sp_rank)(n / SP_PATIENT_LINES), sp_patient_line[n % SP_PATIENT_LINES], (int32_t)nowhere);
    }
  bool no_memory = !sum;
  sp_arena_destroy(arena);
  return no_memory ? SP_NO_MEMORY : housed ? SP_OK : SP_CORRUPT;
}

static sp_status check_tally(const sp_world *w, int32_t row, const int64_t *sum, char *message, size_t size) {
  for (int r = 0; r < SP_RANK_COUNT; r++) {
    int64_t opened = 0, closed = 0;
    for (int line = 0; line < SP_LINE_COUNT; line++) {
      size_t at = cell(row, (sp_rank)r, (sp_line)line);
      int64_t now = on_line(w, at);
      opened += w->tally.opening[at];
      closed += now;
      if (now < 0 || w->tally.came_in[at] < 0 || w->tally.went_out[at] < 0) return sp_row_wrong(message, size, "a line of the register is below zero", row);
      if (line == SP_LINE_CAPTURED && now < sum[at]) return sp_row_wrong(message, size, "more prisoners lie in wards than were taken", row);
      if (line_is_held((sp_line)line) && now != sum[at]) return sp_row_wrong(message, size, "the register and the holders differ", row);
    }
    if (opened != closed) return sp_row_wrong(message, size, "opening + in - out is not closing", row);
  }
  return SP_OK;
}

sp_status sp_ledger_check(const sp_world *w, char *message, size_t size) {
  int32_t tallies = sp_used(w, SP_TABLE_TALLY);
  sp_arena *arena = sp_arena_create();
  int64_t *sum = arena ? sp_arena_alloc(arena, (size_t)tallies * CELLS + 1, sizeof *sum) : NULL;
  if (!sum) {
    sp_arena_destroy(arena);
    return SP_NO_MEMORY;
  }
  int32_t bad = sum_holders(w, sum);
  sp_status status = bad >= 0 ? sp_row_wrong(message, size, "men of a kind that the register does not know, or fewer than none", bad) : SP_OK;
  for (int32_t row = 0; row < tallies && status == SP_OK; row++) status = check_tally(w, row, sum, message, size);
  sp_arena_destroy(arena);
  return status;
}
