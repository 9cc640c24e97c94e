/* larders.c - bread by contingent: who of a body has how much of what it carries, and its register.
 *
 * What a body is given without a name goes to its larders by their men; what it loses without one comes from each in proportion to what
 * it holds. Sums are cut in order of key, so that no gram is lost and no row is first. Between two contingents of a side grain
 * moves over a line of its own in both their registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/larders.h"

#include <string.h>

#include "shapan/calc_supply.h"
#include "world/near.h"
#include "world/rows.h"

enum { OTHERS = SP_STORE_OUTSIDE + 1, LINES }; /* from and to others of the side */
_Static_assert(LINES == 9, "arrays of feeding in fields_last.def are [9]");

/* ---- who they are */

static bool is_of(const sp_world *w, int32_t row, int32_t formation) { return w->larder.alive[row] && w->larder.formation[row] == formation; }

static int32_t after(const sp_world *w, int32_t formation, sp_key key, bool first) {
  int32_t best = -1;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_LARDER); r++) {
    if (!is_of(w, r, formation) || (!first && w->larder.key[r] <= key)) continue;
    if (best < 0 || w->larder.key[r] < w->larder.key[best]) best = r;
  }
  return best;
}

int32_t sp_larder_first(const sp_world *w, int32_t f) { return after(w, f, 0, true); }
int32_t sp_larder_next(const sp_world *w, int32_t row) { return after(w, w->larder.formation[row], w->larder.key[row], false); }

int32_t sp_larder_of(const sp_world *w, int32_t f, int32_t contingent) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_LARDER); r++)
    if (is_of(w, r, f) && w->larder.contingent[r] == contingent) return r;
  return -1;
}

static int32_t count(const sp_world *w, int32_t larder, bool (*fits)(sp_arm)) {
  int32_t sum = 0;
  for (int32_t s = w->formation.first_strength[w->larder.formation[larder]]; s >= 0; s = w->strength.next[s]) {
    if (sp_larder_feeding(w, s) != w->larder.contingent[larder] || !fits((sp_arm)w->strength.arm[s])) continue;
    for (int r = 0; r < SP_RANK_COUNT; r++) sum += w->strength.count[s * SP_RANK_COUNT + r];
  }
  return sum;
}

static bool is_man(sp_arm arm) { return sp_arm_is_man(arm); }
static bool is_rider(sp_arm arm) { return sp_arm_category_of[arm] == SP_CATEGORY_MAN_HORSE; }
static bool is_follower(sp_arm arm) { return sp_arm_category_of[arm] == SP_CATEGORY_MAN_FOLLOWER; }
static bool is_cart(sp_arm arm) { return arm == SP_ARM_CART || arm == SP_ARM_SHIELD_WAGON || arm == SP_ARM_BOAT || arm == SP_ARM_WAR_WAGON; }
static bool is_mount(sp_arm arm) { return arm == SP_ARM_MOUNT; }
static bool is_draught(sp_arm arm) { return arm == SP_ARM_DRAUGHT; }

int32_t sp_larder_men(const sp_world *w, int32_t larder) { return count(w, larder, is_man); }
int32_t sp_larder_carts(const sp_world *w, int32_t larder) { return count(w, larder, is_cart); }
int32_t sp_larder_riders(const sp_world *w, int32_t larder) { return count(w, larder, is_rider); }
int32_t sp_larder_arm(const sp_world *w, int32_t larder, sp_arm arm) { return arm == SP_ARM_MOUNT ? count(w, larder, is_mount) : count(w, larder, is_draught); }

int32_t sp_larder_patients(const sp_world *w, int32_t larder) {
  int32_t f = w->larder.formation[larder], sum = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || w->ward.carer[p] != f || sp_ward_is_captive(w, p)) continue;
    for (int32_t s = w->ward.first_strength[p]; s >= 0; s = w->strength.next[s])
      for (int r = 0; r < SP_RANK_COUNT && sp_larder_feeding(w, s) == w->larder.contingent[larder]; r++) sum += w->strength.count[s * SP_RANK_COUNT + r];
  }
  return sum;
}

sp_key sp_larder_name(const sp_world *w, int32_t larder) {
  int32_t contingent = w->larder.contingent[larder];
  return contingent > 0 ? w->model->contingent[contingent - 1].key : w->formation.key[w->larder.formation[larder]];
}

double sp_larder_days(const sp_world *w, int32_t larder) {
  double men = (double)sp_larder_men(w, larder) + sp_larder_patients(w, larder), need = men * sp_ration_g(&w->constants) * (1.0 - w->larder.withheld[larder]);
  return need > 0.0 ? (double)w->larder.grain_g[larder] / need : 1e6;
}

/* ---- the register */

static int32_t feeding_row(const sp_world *w, int32_t side, int32_t contingent) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FEEDING); r++)
    if (w->feeding.side[r] == side && w->feeding.contingent[r] == contingent) return r;
  return -1;
}

/* Whose a store is: contingent index+1, 0 the others of the side, -1: a line that nobody holds. */
static int32_t whose(const sp_world *w, sp_store s) {
  if (s.line == SP_STORE_CARRIED) return s.larder > 0 ? w->larder.contingent[s.larder - 1] : 0;
  return s.line == SP_STORE_KEPT ? w->depot.feeds[s.row] : -1;
}

static void note(sp_world *w, int32_t side, int32_t contingent, int32_t out, int32_t in, int64_t grams) {
  int32_t row = feeding_row(w, side, contingent);
  if (row < 0) return; /* a side of which nobody feeds apart */
  w->feeding.went_out_g[row * LINES + out] += grams;
  w->feeding.came_in_g[row * LINES + in] += grams;
}

/* A line that nobody holds is that of whoever is on the other end. */
static void note_move(sp_world *w, sp_store from, sp_store to, int64_t grams) {
  int32_t giver = whose(w, from), taker = whose(w, to);
  if (from.side != to.side) {
    note(w, from.side, sp_max_i32(0, giver), (int32_t)from.line, SP_STORE_ENEMY, grams);
    note(w, to.side, sp_max_i32(0, taker), SP_STORE_ENEMY, (int32_t)to.line, grams);
    return;
  }
  if (giver < 0) giver = sp_max_i32(0, taker);
  if (taker < 0) taker = giver;
  if (giver == taker) {
    note(w, from.side, giver, (int32_t)from.line, (int32_t)to.line, grams);
    return;
  }
  note(w, from.side, giver, (int32_t)from.line, OTHERS, grams);
  note(w, from.side, taker, OTHERS, (int32_t)to.line, grams);
}

/* ---- moving */

static bool is_spread(const sp_world *w, sp_store s) { return s.line == SP_STORE_CARRIED && s.larder == 0 && sp_feeds_apart(w, s.row); }

/* Both ends are known: to the gram. */
static int64_t piece(sp_world *w, sp_store from, sp_store to, int64_t grams) {
  if (from.larder > 0) grams = sp_min_i64(grams, w->larder.grain_g[from.larder - 1]);
  int64_t moved = sp_store_move_plainly(w, from, to, grams);
  if (from.larder > 0) w->larder.grain_g[from.larder - 1] -= moved;
  if (to.larder > 0) w->larder.grain_g[to.larder - 1] += moved;
  note_move(w, from, to, moved);
  return moved;
}

static sp_store in_larder(sp_store s, int32_t row) {
  s.larder = row + 1;
  return s;
}

/* Of `all`, what falls on those up to `so_far`; what has gone already is taken off by who asks. */
static int64_t cut(int64_t grams, int64_t so_far, int64_t all) { return so_far >= all ? grams : sp_to_i64(sp_floor((double)grams * ((double)so_far / (double)all))); }

/* From one body to another to those of the same contingent; else by men; where there are none, all to the first. */
static int64_t to_larders(sp_world *w, sp_store from, sp_store to, int64_t grams) {
  if (!is_spread(w, to)) return piece(w, from, to, grams);
  if (sp_larder_first(w, to.row) < 0) sp_larders_count(w, to.row);
  int32_t same = from.larder > 0 && from.side == to.side ? sp_larder_of(w, to.row, w->larder.contingent[from.larder - 1]) : -1;
  if (same >= 0) return piece(w, from, in_larder(to, same), grams);
  int64_t all = 0, so_far = 0, done = 0;
  for (int32_t r = sp_larder_first(w, to.row); r >= 0; r = sp_larder_next(w, r)) all += sp_larder_men(w, r);
  for (int32_t r = sp_larder_first(w, to.row); r >= 0; r = sp_larder_next(w, r)) {
    so_far += sp_larder_men(w, r);
    done += piece(w, from, in_larder(to, r), cut(grams, so_far, all) - done);
  }
  return done;
}

int64_t sp_larders_move(sp_world *w, sp_store from, sp_store to, int64_t grams) {
  if (!is_spread(w, from)) return to_larders(w, from, to, grams);
  int64_t all = w->provision.grain_g[from.row], so_far = 0, done = 0;
  grams = sp_min_i64(grams, all);
  for (int32_t r = sp_larder_first(w, from.row); r >= 0; r = sp_larder_next(w, r)) {
    so_far += w->larder.grain_g[r];
    done += to_larders(w, in_larder(from, r), to, grams >= all ? w->larder.grain_g[r] : sp_min_i64(w->larder.grain_g[r], cut(grams, so_far, all) - done)); /* all of it: to the last gram */
  }
  return done;
}

int64_t sp_larder_give(sp_world *w, int32_t larder, int64_t grams) {
  int32_t f = w->larder.formation[larder];
  int64_t all = w->provision.grain_g[f] - w->larder.grain_g[larder], so_far = 0, done = 0;
  sp_store to = sp_store_carried_in(w, larder);
  grams = sp_min_i64(grams, all);
  for (int32_t r = sp_larder_first(w, f); r >= 0 && grams > 0; r = sp_larder_next(w, r)) {
    if (r == larder) continue;
    so_far += w->larder.grain_g[r];
    done += piece(w, sp_store_carried_in(w, r), to, grams >= all ? w->larder.grain_g[r] : sp_min_i64(w->larder.grain_g[r], cut(grams, so_far, all) - done));
  }
  return done;
}

/* ---- births and deaths */

static sp_key key_of(const sp_world *w, int32_t f, int32_t contingent) {
  sp_key whose_key = contingent > 0 ? w->model->contingent[contingent - 1].key : sp_key_of("larder");
  return sp_key_pair(w->formation.key[f], whose_key);
}

/* Newcomers come as hungry as those they come to, and under the same orders. */
static int32_t opened(sp_world *w, int32_t f, int32_t contingent) {
  int32_t row = sp_larder_of(w, f, contingent), like = sp_larder_first(w, f);
  if (row >= 0) return row;
  row = sp_row_new(w, SP_TABLE_LARDER, key_of(w, f, contingent));
  if (row < 0) return -1;
  w->larder.alive[row] = 1;
  w->larder.formation[row] = f;
  w->larder.contingent[row] = contingent;
  w->larder.withheld[row] = w->provision.withheld[f];
  w->larder.missed[row] = w->provision.missed[f];
  w->larder.missed_beasts[row] = w->provision.missed_beasts[f];
  w->larder.weak[row] = w->provision.weak[f];
  w->larder.told[row] = w->provision.told[f];
  w->larder.shares[row] = like >= 0 && w->larder.shares[like];
  return row;
}

static void close_row(sp_world *w, int32_t row) {
  w->larder.alive[row] = 0;
  sp_row_free(w, SP_TABLE_LARDER, row);
}

/* The others have what is left of those who are gone. */
static void close_empty(sp_world *w, int32_t f) {
  for (int32_t r = sp_larder_first(w, f), next; r >= 0; r = next) {
    next = sp_larder_next(w, r);
    if (w->larder.men[r] + w->larder.beasts[r] > 0 || sp_larder_patients(w, r) > 0) continue;
    int32_t heir = -1, alone = sp_larder_first(w, f) == r && next < 0;
    for (int32_t h = sp_larder_first(w, f); h >= 0; h = sp_larder_next(w, h))
      if (h != r && (heir < 0 || w->larder.men[h] > w->larder.men[heir])) heir = h;
    if (alone || heir < 0) return; /* nobody is left, but what they carried is still there */
    (void)piece(w, sp_store_carried_in(w, r), sp_store_carried_in(w, heir), w->larder.grain_g[r]);
    w->larder.meat[heir] += w->larder.meat[r];
    close_row(w, r);
  }
}

void sp_larders_count(sp_world *w, int32_t f) {
  if (!sp_feeds_apart(w, f) || sp_used(w, SP_TABLE_STOCK) == 0) return;
  for (int32_t s = w->formation.first_strength[f]; s >= 0; s = w->strength.next[s]) {
    sp_arm_category kind = sp_arm_category_of[w->strength.arm[s]];
    int32_t any = 0;
    for (int r = 0; r < SP_RANK_COUNT; r++) any |= w->strength.count[s * SP_RANK_COUNT + r];
    if (any && (sp_arm_is_man((sp_arm)w->strength.arm[s]) || kind == SP_CATEGORY_BEAST)) (void)opened(w, f, sp_larder_feeding(w, s));
  }
  int32_t own = w->formation.contingent[f];
  if (sp_larder_first(w, f) < 0) (void)opened(w, f, own >= 0 ? w->model->contingent[own].feeds + 1 : 0);
  for (int32_t r = sp_larder_first(w, f); r >= 0; r = sp_larder_next(w, r)) {
    w->larder.men[r] = sp_larder_men(w, r);
    w->larder.beasts[r] = sp_larder_arm(w, r, SP_ARM_MOUNT) + sp_larder_arm(w, r, SP_ARM_DRAUGHT);
  }
  close_empty(w, f);
}

void sp_larders_end(sp_world *w, int32_t f) {
  for (int32_t r = sp_larder_first(w, f), next; r >= 0; r = next) {
    next = sp_larder_next(w, r);
    close_row(w, r);
  }
}

/* ---- the body as a whole */

static sp_minute earlier(sp_minute a, sp_minute b) { return a == 0 || (b != 0 && b < a) ? b : a; }

void sp_larders_sum_up(sp_world *w, int32_t f) {
  const sp_larder_columns *l = &w->larder;
  sp_provision_columns *p = &w->provision;
  double men = 0.0, beasts = 0.0, sum[4] = {0.0}, missed_beasts = 0.0;
  int32_t first = sp_larder_first(w, f);
  if (first < 0) return;
  p->meat[f] = 0.0;
  p->told[f] = l->told[first];
  p->out_since[f] = p->first_out[f] = 0;
  for (int32_t r = first; r >= 0; r = sp_larder_next(w, r)) {
    const double each[4] = {l->missed[r], l->weak[r], l->went_short[r], l->withheld[r]};
    men += l->men[r];
    beasts += l->beasts[r];
    for (int n = 0; n < 4; n++) sum[n] += each[n] * l->men[r];
    missed_beasts += l->missed_beasts[r] * l->beasts[r];
    p->meat[f] += l->meat[r];
    if (l->told[r] < p->told[f]) p->told[f] = l->told[r];
    p->out_since[f] = earlier(p->out_since[f], l->out_since[r]);
    p->first_out[f] = earlier(p->first_out[f], l->first_out[r]);
  }
  if (beasts > 0.0) p->missed_beasts[f] = missed_beasts / beasts;
  if (men <= 0.0) return;
  p->missed[f] = sum[0] / men;
  p->weak[f] = sp_clamp(sum[1] / men, 0.0, 1.0);
  p->went_short[f] = sp_clamp(sum[2] / men, 0.0, 1.0);
  p->withheld[f] = sp_clamp(sum[3] / men, 0.0, 1.0);
}

/* First all of it to one of them, then to each what is his: the register sees who gained and who lost. */
void sp_larders_pool(sp_world *w, int32_t f) {
  int64_t men = 0, grain = 0;
  int32_t sharers = 0;
  for (int32_t r = sp_larder_first(w, f); r >= 0; r = sp_larder_next(w, r)) {
    if (!w->larder.shares[r]) continue;
    sharers++;
    men += sp_larder_men(w, r) + sp_larder_patients(w, r);
    grain += w->larder.grain_g[r];
  }
  if (sharers < 2 || men <= 0) return;
  int64_t so_far = 0, given = 0;
  int32_t holder = -1; /* of what some have too much, until it is given to those who have too little */
  for (int round = 0; round < 2; round++) {
    so_far = given = 0;
    for (int32_t r = sp_larder_first(w, f); r >= 0; r = sp_larder_next(w, r)) {
      if (!w->larder.shares[r]) continue;
      if (holder < 0) holder = r;
      so_far += sp_larder_men(w, r) + sp_larder_patients(w, r);
      int64_t due = cut(grain, so_far, men) - given, over = w->larder.grain_g[r] - due;
      given += due;
      if (r == holder) continue;
      if (round == 0 && over > 0) (void)piece(w, sp_store_carried_in(w, r), sp_store_carried_in(w, holder), over);
      if (round == 1 && over < 0) (void)piece(w, sp_store_carried_in(w, holder), sp_store_carried_in(w, r), -over);
    }
  }
}

/* ---- parting and joining */

static double carriers_g(const sp_world *w, int32_t row) {
  double riders = sp_larder_riders(w, row), mounts = sp_larder_arm(w, row, SP_ARM_MOUNT), followers = count(w, row, is_follower);
  sp_column column = {.foot = sp_larder_men(w, row) - riders - followers, .mounted = riders, .followers = followers, .led_horses = sp_max(0.0, mounts - riders), .draught = sp_larder_arm(w, row, SP_ARM_DRAUGHT), .carts = sp_larder_carts(w, row)};
  return 1000.0 * sp_calc_carried_kg(&w->constants, &column);
}

/* Those who part take of their contingent's bread what their carriers are of its carriers. */
void sp_larders_split(sp_world *w, int32_t parent, int32_t child) {
  sp_larder_columns *l = &w->larder;
  sp_larders_count(w, child);
  for (int32_t to = sp_larder_first(w, child); to >= 0; to = sp_larder_next(w, to)) {
    int32_t from = sp_larder_of(w, parent, l->contingent[to]);
    if (from < 0) continue;
    double rest = carriers_g(w, from), goes = carriers_g(w, to), share = rest + goes > 0.0 ? goes / (rest + goes) : 0.0;
    l->withheld[to] = l->withheld[from];
    l->missed[to] = l->missed[from];
    l->missed_beasts[to] = l->missed_beasts[from];
    l->weak[to] = l->weak[from];
    l->told[to] = l->told[from];
    l->out_since[to] = l->out_since[from];
    l->first_out[to] = l->first_out[from];
    l->shares[to] = l->shares[from];
    l->meat[to] = share * l->meat[from];
    l->meat[from] -= l->meat[to];
    (void)piece(w, sp_store_carried_in(w, from), sp_store_carried_in(w, to), sp_to_i64(sp_floor(share * (double)l->grain_g[from])));
  }
  sp_larders_count(w, parent);
  sp_larders_sum_up(w, parent);
  sp_larders_sum_up(w, child);
}

void sp_larders_merge(sp_world *w, int32_t from, int32_t into) {
  sp_larder_columns *l = &w->larder;
  for (int32_t r = sp_larder_first(w, from); r >= 0; r = sp_larder_next(w, r)) {
    bool met = sp_larder_of(w, into, l->contingent[r]) >= 0;
    int32_t to = opened(w, into, l->contingent[r]);
    if (to < 0) { /* no row: what they have is the others' */
      (void)sp_larders_move(w, sp_store_carried_in(w, r), sp_store_carried(w, into), l->grain_g[r]);
      continue;
    }
    if (!met) l->out_since[to] = l->out_since[r], l->first_out[to] = l->first_out[r], l->told[to] = l->told[r], l->withheld[to] = l->withheld[r];
    double own = met ? l->men[to] : 0.0, own_beasts = met ? l->beasts[to] : 0.0;
    l->missed[to] = sp_mean_of_two(l->missed[to], own, l->missed[r], l->men[r]);
    l->missed_beasts[to] = sp_mean_of_two(l->missed_beasts[to], own_beasts, l->missed_beasts[r], l->beasts[r]);
    l->weak[to] = sp_clamp(sp_mean_of_two(l->weak[to], own, l->weak[r], l->men[r]), 0.0, 1.0);
    l->meat[to] += l->meat[r];
    l->men[to] = sp_to_i32(own) + l->men[r];
    l->beasts[to] = sp_to_i32(own_beasts) + l->beasts[r];
    (void)piece(w, sp_store_carried_in(w, r), sp_store_carried_in(w, to), l->grain_g[r]);
  }
  sp_larders_count(w, into);
  sp_larders_sum_up(w, into);
}

/* ---- the opening, and what must hold */

static void open_register(sp_world *w) {
  const sp_model *m = w->model;
  for (int32_t s = 0; s < m->side_count; s++) {
    if (!m->side[s].apart) continue;
    for (int32_t k = -1; k < m->contingent_count; k++) {
      if (k >= 0 && (m->contingent[k].side != s || m->contingent[k].feeds != k)) continue;
      int32_t row = sp_row_new(w, SP_TABLE_FEEDING, k >= 0 ? m->contingent[k].key : sp_key_pair(m->side[s].key, sp_key_of("larder")));
      SP_CHECK(row >= 0);
      w->feeding.side[row] = (int8_t)s;
      w->feeding.contingent[row] = k + 1;
    }
  }
}

static int64_t said_g(const sp_world *w, int32_t row, double grain_kg, double bread_days) {
  double men = ((double)sp_larder_men(w, row) + sp_larder_patients(w, row)) * sp_ration_g(&w->constants);
  double beasts = ((double)sp_larder_arm(w, row, SP_ARM_MOUNT) + sp_larder_arm(w, row, SP_ARM_DRAUGHT)) * w->constants.ration_horse_sheng * w->constants.ration_shi_kg * 10.0;
  return sp_to_i64(sp_rint(bread_days >= 0.0 ? bread_days * (men + beasts) : 1000.0 * sp_max(0.0, grain_kg)));
}

static const sp_larder_start *start_of(const sp_model *m, int32_t f, int32_t contingent) {
  for (int32_t n = 0; n < m->larder_count; n++)
    if (m->larder[n].formation == f && m->larder[n].feeds + 1 == contingent) return &m->larder[n];
  return NULL;
}

/* What is said of the body is that of those of whom nothing is said: days of each, weight by men. */
static void open_body(sp_world *w, int32_t f) {
  const sp_formation_start *start = &w->model->formation[f];
  int64_t men = 0, so_far = 0, done = 0, whole = sp_to_i64(sp_rint(1000.0 * sp_max(0.0, start->grain_kg)));
  sp_larders_count(w, f);
  for (int32_t r = sp_larder_first(w, f); r >= 0; r = sp_larder_next(w, r)) men += start_of(w->model, f, w->larder.contingent[r]) ? 0 : w->larder.men[r];
  for (int32_t r = sp_larder_first(w, f); r >= 0; r = sp_larder_next(w, r)) {
    const sp_larder_start *own = start_of(w->model, f, w->larder.contingent[r]);
    int64_t grams = 0;
    if (own) grams = said_g(w, r, own->grain_kg, own->bread_days);
    else if (start->bread_days >= 0.0) grams = said_g(w, r, -1.0, start->bread_days);
    else {
      so_far += w->larder.men[r];
      grams = cut(whole, so_far, men) - done;
      done += grams;
    }
    w->larder.grain_g[r] = grams;
    w->provision.grain_g[f] += grams;
    w->feeding.opening_g[feeding_row(w, start->side, w->larder.contingent[r]) * LINES + SP_STORE_CARRIED] += grams;
  }
}

void sp_larders_open(sp_world *w) {
  const sp_model *m = w->model;
  open_register(w);
  for (int32_t f = 0; f < m->formation_count; f++)
    if (sp_feeds_apart(w, f)) open_body(w, f);
  for (int32_t d = 0; d < m->depot_count; d++) {
    w->depot.feeds[d] = m->depot[d].feeds + 1;
    int32_t row = feeding_row(w, m->depot[d].side, w->depot.feeds[d]);
    if (row >= 0) w->feeding.opening_g[row * LINES + SP_STORE_KEPT] += m->depot[d].grain_g;
  }
}

void sp_larders_depot_falls(sp_world *w, int32_t d, int32_t side) {
  note(w, w->depot.side[d], w->depot.feeds[d], SP_STORE_KEPT, SP_STORE_ENEMY, w->depot.grain_g[d]);
  note(w, side, 0, SP_STORE_ENEMY, SP_STORE_KEPT, w->depot.grain_g[d]);
  w->depot.feeds[d] = 0;
}

static bool is_part(double x) { return x >= 0.0 && x <= 1.0; }

static sp_status rows_hold(const sp_world *w, char *message, size_t size) {
  const sp_larder_columns *l = &w->larder;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_LARDER); r++) {
    if (!l->alive[r]) continue;
    if (l->formation[r] < 0 || !w->formation.alive[l->formation[r]] || l->contingent[r] < 0 || l->contingent[r] > w->model->contingent_count) return sp_row_wrong(message, size, "larder: nobody's", r);
    if (sp_larder_of(w, l->formation[r], l->contingent[r]) != r) return sp_row_wrong(message, size, "larder: two of one contingent in one body", r);
    if (l->grain_g[r] < 0 || l->men[r] < 0 || l->beasts[r] < 0 || l->told[r] > SP_BREAD_STARVING) return sp_row_wrong(message, size, "larder: less than nothing, or of no state", r);
    if (!is_part(l->withheld[r]) || !is_part(l->weak[r]) || !is_part(l->went_short[r])) return sp_row_wrong(message, size, "larder: a share is not a share", r);
    if (!(l->missed[r] >= 0.0 && l->missed_beasts[r] >= 0.0 && l->meat[r] >= 0.0)) return sp_row_wrong(message, size, "larder: hunger below none", r);
  }
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_PROVISION); f++) {
    int64_t sum = 0;
    if (!w->provision.alive[f] || !sp_feeds_apart(w, f)) continue;
    for (int32_t r = 0; r < sp_used(w, SP_TABLE_LARDER); r++) sum += is_of(w, r, f) ? l->grain_g[r] : 0;
    if (sum != w->provision.grain_g[f]) return sp_row_wrong(message, size, "provision: its larders do not hold what it carries", f);
  }
  return SP_OK;
}

static int64_t held_by(const sp_world *w, int32_t row, bool kept) {
  int64_t sum = 0;
  for (int32_t r = 0; !kept && r < sp_used(w, SP_TABLE_LARDER); r++)
    if (w->larder.alive[r] && w->larder.contingent[r] == w->feeding.contingent[row] && w->formation.side[w->larder.formation[r]] == w->feeding.side[row]) sum += w->larder.grain_g[r];
  for (int32_t d = 0; kept && d < sp_used(w, SP_TABLE_DEPOT); d++)
    if (w->depot.alive[d] && w->depot.side[d] == w->feeding.side[row] && w->depot.feeds[d] == w->feeding.contingent[row]) sum += w->depot.grain_g[d];
  return sum;
}

sp_status sp_larders_check(const sp_world *w, char *message, size_t size) {
  sp_status status = rows_hold(w, message, size);
  for (int32_t row = 0; status == SP_OK && row < sp_used(w, SP_TABLE_FEEDING); row++) {
    int64_t in = 0, out = 0;
    if (w->feeding.side[row] < 0 || w->feeding.side[row] >= w->model->side_count || w->feeding.contingent[row] < 0 || w->feeding.contingent[row] > w->model->contingent_count) return sp_row_wrong(message, size, "feeding: nobody's", row);
    for (int line = 0; line < LINES; line++) {
      size_t at = (size_t)row * LINES + (size_t)line;
      in += w->feeding.came_in_g[at];
      out += w->feeding.went_out_g[at];
      int64_t standing = w->feeding.opening_g[at] + w->feeding.came_in_g[at] - w->feeding.went_out_g[at];
      bool held = line == SP_STORE_CARRIED || line == SP_STORE_KEPT;
      if (held && standing != held_by(w, row, line == SP_STORE_KEPT)) return sp_row_wrong(message, size, "feeding: what is held is not what the register says", row);
    }
    if (in != out) return sp_row_wrong(message, size, "feeding: what went out did not come in", row);
  }
  return status;
}
