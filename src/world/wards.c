/* wards.c - wards found, made, filled, emptied. SPDX-License-Identifier: Apache-2.0 */
#include "world/wards.h"

#include "shapan/calc_health.h"
#include "world/scratch.h"

enum { BORN_WARD = 11 };

static void put_on_list(const sp_world *w, int32_t ward) {
  sp_scratch *s = w->scratch;
  if (!s || s->ward_capacity <= ward) return;
  int32_t *first = &s->ward_first[w->ward.carer[ward] + 1];
  s->ward_next[ward] = *first;
  *first = ward;
}

void sp_wards_list(sp_world *w) {
  if (!w->scratch) return;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i <= used; i++) w->scratch->ward_first[i] = -1;
  for (int32_t p = sp_used(w, SP_TABLE_WARD) - 1; p >= 0; p--)
    if (w->ward.alive[p]) put_on_list(w, p);
}

int32_t sp_ward_first(const sp_world *w, int32_t carer) { return w->scratch ? w->scratch->ward_first[carer + 1] : -1; }
int32_t sp_ward_next(const sp_world *w, int32_t ward) { return w->scratch->ward_next[ward]; }

static double away2(const sp_world *w, int32_t ward, sp_xy at) {
  double dx = w->ward.x[ward] - at.x, dy = w->ward.y[ward] - at.y;
  return dx * dx + dy * dy;
}

/* What is asked for. */
typedef struct wanted {
  int32_t formation, carer;
  sp_xy at;
  sp_lies lies;
  sp_line line;
  sp_minute minute;
} wanted;

/* Is the ward one into which such men may still come? Those left in one hour at two ends of a field are two wards. */
static bool fits(const sp_world *w, int32_t ward, const wanted *x) {
  double reach = 0.5 * w->constants.wounded_reach_m;
  if (w->ward.formation[ward] != x->formation || w->ward.carer[ward] != x->carer || w->ward.line[ward] != x->line || w->ward.lies[ward] != x->lies) return false;
  if ((double)(x->minute - w->ward.since[ward]) > w->constants.health_cohort_days * 1440.0) return false;
  return x->carer >= 0 || away2(w, ward, x->at) <= reach * reach;
}

/* Of several the youngest, then the one of lower key. */
static int32_t better(const sp_world *w, int32_t a, int32_t b) {
  if (a < 0) return b;
  if (w->ward.since[a] != w->ward.since[b]) return w->ward.since[a] > w->ward.since[b] ? a : b;
  return w->ward.key[a] < w->ward.key[b] ? a : b;
}

static int32_t find(const sp_world *w, const wanted *x) {
  int32_t best = -1;
  if (w->scratch) {
    for (int32_t p = sp_ward_first(w, x->carer); p >= 0; p = sp_ward_next(w, p))
      if (fits(w, p, x)) best = better(w, best, p);
    return best;
  }
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) /* the opening and old saves: nothing is listed yet */
    if (w->ward.alive[p] && fits(w, p, x)) best = better(w, best, p);
  return best;
}

static bool is_taken(const sp_world *w, sp_key key) {
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++)
    if (w->ward.alive[p] && w->ward.key[p] == key) return true;
  return false;
}

/* A body on the march may leave men at two places within the minute of one key: the second is one of its own. */
static sp_key new_key(const sp_world *w, const wanted *x) {
  sp_key whose = x->carer >= 0 ? sp_key_pair(w->formation.key[x->formation], w->formation.key[x->carer]) : w->formation.key[x->formation];
  uint32_t sort = (uint32_t)x->line | (uint32_t)x->lies << 8, twin = 0;
  sp_key key;
  do key = sp_key_born(whose, x->minute, BORN_WARD, sort | twin++ << 16);
  while (is_taken(w, key));
  return key;
}

static int32_t find_or_make(sp_world *w, const wanted *x) {
  int32_t ward = find(w, x);
  if (ward >= 0) return ward;
  ward = sp_row_new(w, SP_TABLE_WARD, new_key(w, x));
  if (ward < 0) return -1;
  w->ward.alive[ward] = 1;
  w->ward.side[ward] = w->formation.side[x->formation];
  w->ward.line[ward] = (uint8_t)x->line;
  w->ward.lies[ward] = (uint8_t)x->lies;
  w->ward.formation[ward] = x->formation;
  w->ward.carer[ward] = x->carer;
  w->ward.first_strength[ward] = -1;
  w->ward.node[ward] = x->carer >= 0 ? -1 : sp_nearest_place(w->model, x->at);
  w->ward.x[ward] = x->at.x;
  w->ward.y[ward] = x->at.y;
  w->ward.since[ward] = x->minute;
  w->ward.fresh[ward] = 1.0;
  put_on_list(w, ward);
  return ward;
}

int32_t sp_ward_of(sp_world *w, int32_t formation, int32_t carer, sp_line line, sp_minute minute) {
  return find_or_make(w, &(wanted){formation, carer, sp_tail_of(w, carer), SP_LIES_WITH_BODY, line, minute});
}

int32_t sp_ward_at(sp_world *w, int32_t formation, sp_xy at, sp_lies lies, sp_line line, sp_minute minute) {
  return find_or_make(w, &(wanted){formation, -1, at, lies, line, minute});
}

/* The newcomers' wounds among those of the men who lay there before. */
static void mix(sp_world *w, int32_t ward, int32_t came, double days, double fresh) {
  double after = w->ward.men[ward], before = after - came;
  if (came <= 0) return;
  w->ward.days[ward] = (w->ward.days[ward] * before + days * came) / after;
  w->ward.fresh[ward] = sp_clamp((w->ward.fresh[ward] * before + fresh * came) / after, 0.0, 1.0);
}

int32_t sp_ward_take_men(sp_world *w, int32_t ward, int32_t formation, int32_t n, sp_cause cause) {
  int32_t came = sp_transfer_men(w, sp_in_formation(formation), sp_in_ward(w, ward), n, cause);
  mix(w, ward, came, 0.0, 1.0);
  return came;
}

void sp_ward_newcomers(sp_world *w, int32_t ward, int32_t came) { mix(w, ward, came, 0.0, 1.0); }

int32_t sp_ward_admit(sp_world *w, int32_t formation, sp_line line, int32_t strength, sp_rank rank, int32_t n, sp_cause cause, sp_minute minute) {
  int32_t ward = n > 0 ? sp_ward_of(w, formation, formation, line, minute) : -1;
  if (ward < 0) return 0;
  int32_t came = sp_transfer(w, strength, sp_in_formation(formation), sp_in_ward(w, ward), rank, n, cause);
  mix(w, ward, came, 0.0, 1.0);
  return came;
}

int32_t sp_ward_shift(sp_world *w, int32_t from, int32_t to, int32_t n, sp_cause cause) {
  double days = w->ward.days[from], fresh = w->ward.fresh[from];
  int32_t came = sp_transfer_men(w, sp_in_ward(w, from), sp_in_ward(w, to), n, cause);
  mix(w, to, came, days, fresh);
  return came;
}

int32_t sp_ward_common(const sp_world *w, int32_t ward) {
  int32_t men = w->ward.men[ward];
  for (int32_t s = w->ward.first_strength[ward]; s >= 0; s = w->strength.next[s]) men -= w->strength.count[s * SP_RANK_COUNT + SP_RANK_GENERAL];
  return men;
}

void sp_ward_close_if_empty(sp_world *w, int32_t ward) {
  if (w->ward.men[ward] > 0) return;
  w->ward.alive[ward] = 0;
  sp_row_free(w, SP_TABLE_WARD, ward);
}

void sp_wards_in_order(sp_world *w, int32_t *ward, size_t count) { (void)sp_sort_by_key(ward, count, w->ward.key); }

static int32_t lying_with(const sp_world *w, int32_t carer, sp_line line, bool captive) {
  int32_t men = 0;
  for (int32_t p = sp_ward_first(w, carer); p >= 0; p = sp_ward_next(w, p))
    if (w->ward.line[p] == line && sp_ward_is_captive(w, p) == captive) men += w->ward.men[p];
  return men;
}

int32_t sp_patients_with(const sp_world *w, int32_t carer, sp_line line) { return lying_with(w, carer, line, false); }
int32_t sp_captive_patients_with(const sp_world *w, int32_t captor, sp_line line) { return lying_with(w, captor, line, true); }

double sp_wounded_to_carry(const sp_world *w, int32_t carer) {
  int64_t serious = 0, sick = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || w->ward.carer[p] != carer || sp_ward_is_captive(w, p)) continue;
    if (w->ward.line[p] == SP_LINE_WOUNDED_SERIOUS) serious += w->ward.men[p];
    else if (w->ward.line[p] == SP_LINE_SICK) sick += w->ward.men[p];
  }
  return sp_calc_to_be_carried(&w->constants, (double)serious, (double)sick);
}

double sp_wounded_places(const sp_world *w, int32_t i) {
  double carts = sp_count_of_arm(w, w->formation.first_strength[i], SP_ARM_CART), led = sp_max_i32(0, w->formation.mounts[i] - w->formation.mounted[i]);
  if (w->health.carries[i] == SP_CARRIES_NOBODY) return 0.0;
  return w->health.carries[i] == SP_CARRIES_ALL ? sp_calc_carriage_cleared(&w->constants, carts, led) : sp_calc_carriage_for_wounded(&w->constants, carts, led);
}

void sp_captives_count(sp_world *w) {
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) w->health.captives_lying[i] = w->health.captives_light[i] = 0;
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++) {
    if (!w->ward.alive[p] || !sp_ward_is_captive(w, p)) continue;
    w->health.captives_lying[w->ward.carer[p]] += w->ward.men[p];
    if (w->ward.line[p] == SP_LINE_WOUNDED_LIGHT) w->health.captives_light[w->ward.carer[p]] += w->ward.men[p];
  }
}

void sp_captives_less(sp_world *w, int32_t captor, int32_t n) {
  w->combat.captives[captor] -= n;
  w->combat.captives_new[captor] = sp_min_i32(w->combat.captives_new[captor], w->combat.captives[captor]);
}

void sp_captives_join(sp_world *w, int32_t from, int32_t into) {
  sp_health_columns *h = &w->health;
  double here = (double)w->combat.captives[into] + h->captives_lying[into], come = (double)w->combat.captives[from] + h->captives_lying[from];
  h->captives_missed[into] = sp_mean_of_two(h->captives_missed[into], here, h->captives_missed[from], come);
  h->captives_due[into] = sp_mean_of_two(h->captives_due[into], here, h->captives_due[from], come);
  h->captives_fed[into] += h->captives_fed[from];
  h->captives_lying[into] += h->captives_lying[from];
  h->captives_light[into] += h->captives_light[from];
  h->captives_dead[into] += h->captives_dead[from];
  h->captives_starved[into] += h->captives_starved[from];
  w->combat.captives[into] += w->combat.captives[from];
  w->combat.captives_new[into] += w->combat.captives_new[from];
  h->captives_missed[from] = h->captives_due[from] = 0.0;
  h->captives_fed[from] = h->captives_lying[from] = h->captives_light[from] = h->captives_dead[from] = h->captives_starved[from] = 0;
  w->combat.captives[from] = w->combat.captives_new[from] = 0;
}

sp_xy sp_ward_place(const sp_world *w, int32_t ward) {
  int32_t carer = w->ward.carer[ward];
  return carer >= 0 ? sp_tail_of(w, carer) : (sp_xy){w->ward.x[ward], w->ward.y[ward]};
}
