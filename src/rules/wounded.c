/* wounded.c - where the wounded and the sick are: with their body, left behind, gathered up, taken.
 *
 * Models   Wounded stay with their body, who carry them behind the line. When it breaks, those who cannot walk stay where they are and
 *          half of the lightly wounded fall behind. On the march the lightly wounded and half of the sick walk; the others need a place on
 *          a cart or a led horse, and those for whom there is none, or all by order, stay behind: with a body of
 *          their side that stands there; tended, near a town, village or post or where
 *          their body has only gone forward in a fight or a chase, with no enemy about; else in the field. Whoever of either side stands
 *          nearest gathers up those who lie there: his own into his care, the enemy's by the quarter he gives; whom he takes
 *          lies with him as his prisoner, is carried last, left behind first, and free when his captors break or leave him. A general is carried
 *          off by his men, and taken only with the last of them.
 * Reads    health.carries; combat.stance, broke_at, engagement, chasing, quarter; scratch march_min; carts, horses, places, light.
 * Writes   ward.*; health.physicians, brought_in, found_killed, found_taken, captives_lying, captives_light, let_go; combat.heads; person.fate of generals taken in
 *          their beds; counts through the ledger.
 * Emits    WOUNDED_LEFT, WOUNDED_GATHERED, WOUNDED_FOUND (by the hour), CAPTIVES_LEFT, LEADER_FALLS.
 * Formula  src/lore/health.c (carriage, bearers), src/lore/pursuit.c (the fate of those found); bearers work by quarters of an hour of the
 *          clock, on one ward after the other in order of key, their own first.
 * Sources  wounded.def.
 * Leaves out  the dead, who are buried or burnt without loss of time; that the half of the carts they take up unbidden leave their loads,
 *          and that these are loaded in no time; attendants, who are not counted apart; lightly wounded prisoners who run.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "rules/rules.h"
#include "shapan/calc_health.h"
#include "world/belief.h"
#include "world/body.h"
#include "world/near.h"
#include "world/ride.h"
#include "world/scratch.h"
#include "world/wards.h"

#define QUARTER_MIN 15
#define UNARMED 1.0

typedef sp_array(int32_t) rows;

/* The wards of one body, or with -1 those that lie by themselves, in order of key. */
static void wards_of(sp_world *w, int32_t carer, rows *out) {
  out->count = 0;
  for (int32_t p = sp_ward_first(w, carer); p >= 0; p = sp_ward_next(w, p))
    if (w->ward.men[p] > 0 && !sp_push(out, p)) break;
  sp_wards_in_order(w, out->data, out->count);
}

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, int32_t a, int32_t b, sp_xy at) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = a, .b = b, .x_m = at.x, .y_m = at.y});
}

/* ---- left behind */

/* A formed body of another side within reach of a point. */
static bool enemy_near(const sp_tick *t, int32_t side, sp_xy at, double reach_m) {
  const sp_world *w = t->world;
  const sp_near *near = sp_near_build(w, t->to, reach_m);
  for (int32_t other = 0; other < t->model->side_count; other++) {
    if (other == side) continue;
    sp_near_walk walk = sp_near_about(near, other, at, reach_m);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
      bool formed = w->formation.alive[f] && !sp_at_sea(w, f) && sp_men_of(w, f) > 0 && w->combat.stance[f] <= SP_WAVERING;
      if (formed && !sp_body_beyond(w, f, at, reach_m) && sp_column_distance_m(w, f, at, NULL) <= reach_m) return true;
    }
  }
  return false;
}

/* The nearest body of its own side, of equals the one of lower key, that stands there in order; -1: none. */
static int32_t neighbour_of(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  sp_xy at = sp_tail_of(w, i);
  double least = t->k->wounded_reach_m;
  int32_t best = -1;
  sp_near_walk walk = sp_near_about(sp_near_build(w, t->to, least), w->formation.side[i], at, least);
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
    bool stays = f != i && !sp_at_sea(w, f) && sp_men_of(w, f) > 0 && w->combat.stance[f] <= SP_WAVERING && w->combat.engagement[f] < 0 && w->scratch->march_min[f] <= 0.0;
    if (stays && sp_is_nearer(w, f, at, best, &least)) best = f;
  }
  return best;
}

/* Where the country is laid waste, walls alone still hold some. */
static bool has_people(const sp_model *m, int32_t node) {
  int32_t place = node >= 0 ? m->node[node].place : -1;
  if (place < 0) return false;
  sp_place_kind kind = m->place_def[place].kind;
  if (kind != SP_PLACE_CITY && kind != SP_PLACE_FORT && sp_is_waste(m, m->node[node].at)) return false;
  return kind == SP_PLACE_CITY || kind == SP_PLACE_FORT || kind == SP_PLACE_POST || kind == SP_PLACE_VILLAGE || kind == SP_PLACE_PORT;
}

/* Where those lie whom a body leaves at its tail, and with whom. */
static sp_lies bed_for(const sp_tick *t, int32_t i, sp_xy *at) {
  const sp_world *w = t->world;
  *at = sp_tail_of(w, i);
  if (w->combat.stance[i] > SP_WAVERING || enemy_near(t, w->formation.side[i], *at, t->k->wounded_unsafe_m)) return SP_LIES_IN_FIELD;
  int32_t node = sp_nearest_place(t->model, *at);
  if (node >= 0 && has_people(t->model, node)) {
    sp_xy place = t->model->node[node].at;
    double dx = place.x - at->x, dy = place.y - at->y, reach = t->k->wounded_place_m;
    if (dx * dx + dy * dy <= reach * reach) return *at = place, SP_LIES_TENDED;
  }
  uint8_t verb = w->formation.verb[i];
  return verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE || verb == SP_VERB_HOLD ? SP_LIES_TENDED : SP_LIES_IN_FIELD;
}

/* Keys are made of minutes of the clock, not of the tick. */
static sp_minute of_the_hour(const sp_tick *t) { return t->to - t->to % 60; }

/* Up to n of a ward stay where that is. */
static int32_t leave(sp_tick *t, int32_t p, sp_xy at, sp_lies lies, int32_t n) {
  sp_world *w = t->world;
  n = sp_min_i32(n, sp_ward_common(w, p));
  if (n <= 0) return 0;
  int32_t bed = sp_ward_at(w, w->ward.formation[p], at, lies, (sp_line)w->ward.line[p], of_the_hour(t));
  return bed >= 0 ? sp_ward_shift(w, p, bed, n, SP_CAUSE_LEFT_BEHIND) : 0;
}

static int32_t hand_over(sp_tick *t, int32_t p, int32_t to, int32_t n) {
  sp_world *w = t->world;
  n = sp_min_i32(n, sp_ward_common(w, p));
  int32_t bed = n > 0 ? sp_ward_of(w, w->ward.formation[p], to, (sp_line)w->ward.line[p], of_the_hour(t)) : -1;
  return bed >= 0 ? sp_ward_shift(w, p, bed, n, SP_CAUSE_LEFT_BEHIND) : 0;
}

/* The lightly wounded who cannot keep up lie down by the way; whom nobody finds gets up and goes (health.c). */
static void fall_behind(sp_tick *t, int32_t i, int32_t p) {
  sp_world *w = t->world;
  sp_dice dice = sp_step_dice(t->dice.seed, w->combat.broke_at[i]);
  int32_t men = sp_ward_common(w, p);
  int32_t keep_up = sp_drawn(&dice, w->ward.key[p], SP_STREAM_HEAL, 8, men, t->k->wounded_keep_up);
  (void)leave(t, p, sp_tail_of(w, i), SP_LIES_IN_FIELD, men - keep_up);
}

/* Prisoners who stay where their captors leave them are free men again, if nobody else takes them. */
static int32_t let_go(sp_tick *t, int32_t p, int32_t n) {
  sp_world *w = t->world;
  int32_t captor = w->ward.carer[p];
  int32_t bed = n > 0 ? sp_ward_at(w, w->ward.formation[p], sp_tail_of(w, captor), SP_LIES_IN_FIELD, (sp_line)w->ward.line[p], of_the_hour(t)) : -1;
  if (bed >= 0) w->health.let_go[captor] = t->to;
  return bed >= 0 ? sp_ward_shift(w, p, bed, n, SP_CAUSE_SET_FREE) : 0;
}

static void tell_let_go(sp_tick *t, int32_t i, int32_t n) {
  if (n > 0) emit(t, i, SP_EVENT_CAPTIVES_LEFT, t->to, n, 0, sp_tail_of(t->world, i));
}

static int32_t cannot_walk(const sp_tick *t, int32_t p) {
  const sp_world *w = t->world;
  if (w->ward.line[p] == SP_LINE_WOUNDED_LIGHT) return 0;
  if (w->ward.line[p] == SP_LINE_WOUNDED_SERIOUS) return w->ward.men[p];
  return sp_to_i32(t->k->wounded_ride_sick * w->ward.men[p] + 0.5);
}

static void break_up(sp_tick *t, int32_t i, rows *wards) {
  sp_world *w = t->world;
  bool just_broken = w->combat.broke_at[i] > t->from && w->combat.broke_at[i] <= t->to;
  int32_t left = 0, freed = 0;
  wards_of(w, i, wards);
  for (size_t n = 0; n < wards->count; n++) {
    int32_t p = wards->data[n];
    if (sp_ward_is_captive(w, p)) {
      freed += let_go(t, p, w->ward.men[p]);
      continue;
    }
    if (w->ward.line[p] == SP_LINE_WOUNDED_SERIOUS || just_broken) left += leave(t, p, sp_tail_of(w, i), SP_LIES_IN_FIELD, cannot_walk(t, p));
    if (w->ward.line[p] == SP_LINE_WOUNDED_LIGHT && just_broken) fall_behind(t, i, p);
  }
  if (left > 0) emit(t, i, SP_EVENT_WOUNDED_LEFT, t->to, left, 0, sp_tail_of(w, i));
  tell_let_go(t, i, freed);
}

/* ---- carried along */

/* The first steps of a day's march: which of the sick cannot walk is found then, and once. */
static bool sets_out(const sp_world *w, int32_t i) { return w->formation.marched_today_min[i] <= w->scratch->march_min[i] + 1e-6; }

/* Prisoners who cannot walk have the places that are over; the others go to who stays near by, or are left. */
static void carry_captives(sp_tick *t, int32_t i, double places, rows *wards) {
  sp_world *w = t->world;
  if (w->health.captives_lying[i] <= w->health.captives_light[i]) return;
  double serious = sp_captive_patients_with(w, i, SP_LINE_WOUNDED_SERIOUS), sick = sp_captive_patients_with(w, i, SP_LINE_SICK);
  double excess = sp_calc_to_be_carried(t->k, serious, sick) - sp_floor(sp_max(0.0, places));
  if (excess < 1.0) return;
  int32_t over = sp_to_i32(sp_floor(excess)), left = 0, freed = 0, neighbour = neighbour_of(t, i);
  wards_of(w, i, wards);
  for (size_t n = 0; n < wards->count && left < over; n++) {
    int32_t p = wards->data[n];
    if (!sp_ward_is_captive(w, p) || (w->ward.line[p] == SP_LINE_SICK && !sets_out(w, i))) continue;
    int32_t here = sp_min_i32(over - left, cannot_walk(t, p)), gone = neighbour >= 0 ? hand_over(t, p, neighbour, here) : let_go(t, p, here);
    left += gone;
    if (neighbour < 0) freed += gone;
  }
  tell_let_go(t, i, freed);
}

/* It marches: who cannot be carried stays. Of the seriously wounded first, the longest hurt last. */
static void carry(sp_tick *t, int32_t i, rows *wards) {
  sp_world *w = t->world;
  double serious = sp_patients_with(w, i, SP_LINE_WOUNDED_SERIOUS), sick = sp_patients_with(w, i, SP_LINE_SICK);
  double room = sp_wounded_places(w, i);
  double own = sp_calc_to_be_carried(t->k, serious, sick), excess = own - sp_floor(room);
  carry_captives(t, i, room - own, wards);
  if (excess < 1.0) return;
  sp_xy at;
  sp_lies lies = bed_for(t, i, &at);
  int32_t over = sp_to_i32(sp_floor(excess)), left = 0, neighbour = neighbour_of(t, i);
  wards_of(w, i, wards);
  int passes = sets_out(w, i) ? 2 : 1;
  for (int pass = 0; pass < passes; pass++)
    for (size_t n = 0; n < wards->count && left < over; n++) {
      int32_t p = wards->data[n];
      if (sp_ward_is_captive(w, p) || w->ward.line[p] != (pass ? SP_LINE_SICK : SP_LINE_WOUNDED_SERIOUS)) continue;
      int32_t here = sp_min_i32(over - left, cannot_walk(t, p));
      left += neighbour >= 0 ? hand_over(t, p, neighbour, here) : leave(t, p, at, lies, here);
    }
  if (left > 0 && neighbour < 0) emit(t, i, SP_EVENT_WOUNDED_LEFT, t->to, left, lies == SP_LIES_TENDED, at);
}

/* ---- a body that is no more */

/* Its generals are taken in their beds. */
static void lose_generals(sp_tick *t, int32_t i, int32_t p) {
  sp_world *w = t->world;
  int32_t lost = 0;
  for (int32_t s = w->ward.first_strength[p]; s >= 0; s = w->strength.next[s])
    lost += sp_transfer(w, s, sp_in_ward(w, p), sp_on_line(SP_LINE_CAPTURED), SP_RANK_GENERAL, w->strength.count[s * SP_RANK_COUNT + SP_RANK_GENERAL], SP_CAUSE_TAKEN);
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_PERSON) && lost > 0; n++) {
    if (w->person.fate[n] != SP_FATE_WOUNDED || w->person.formation[n] != w->ward.formation[p]) continue;
    lost--;
    w->person.fate[n] = SP_FATE_CAPTURED;
    w->person.fate_minute[n] = t->to;
    emit(t, i, SP_EVENT_LEADER_FALLS, t->to, n, SP_FATE_CAPTURED, sp_tail_of(w, i));
  }
}

/* Nobody is left of it but those who lie: beaten, they lie in the field; else where people may tend them. */
static void be_lost(sp_tick *t, int32_t i, rows *wards) {
  sp_world *w = t->world;
  sp_xy at;
  sp_lies lies = bed_for(t, i, &at);
  int32_t left = 0, freed = 0;
  wards_of(w, i, wards);
  for (size_t n = 0; n < wards->count; n++) {
    if (sp_ward_is_captive(w, wards->data[n])) {
      freed += let_go(t, wards->data[n], w->ward.men[wards->data[n]]);
      continue;
    }
    if (w->combat.stance[i] > SP_WAVERING) lose_generals(t, i, wards->data[n]);
    left += leave(t, wards->data[n], at, lies, w->ward.men[wards->data[n]]);
  }
  if (left > 0) emit(t, i, SP_EVENT_WOUNDED_LEFT, t->to, left, lies == SP_LIES_TENDED, at);
  tell_let_go(t, i, freed);
  if (w->combat.stance[i] > SP_WAVERING) w->health.physicians[i] = 0;
}

/* Whoever joined another has taken his wounded there. */
static void go_over(sp_world *w, int32_t i, int32_t to, rows *wards) {
  wards_of(w, i, wards);
  for (size_t n = 0; n < wards->count; n++) w->ward.carer[wards->data[n]] = to;
}

static void see_to(sp_tick *t, int32_t i, rows *wards) {
  sp_world *w = t->world;
  int32_t living = sp_formation_living(w, i);
  uint8_t stance = w->combat.stance[i];
  if (living >= 0 && living != i) go_over(w, i, living, wards);
  else if (living < 0 || stance == SP_YIELDED || sp_men_of(w, i) <= 0) be_lost(t, i, wards);
  else if (stance == SP_BROKEN) break_up(t, i, wards);
  else if (w->scratch->march_min[i] > 0.0 && w->combat.engagement[i] < 0) carry(t, i, wards);
}

/* ---- those who lie in the field */

typedef struct rounds {
  sp_tick *t;
  const sp_near *near;
  double *hands; /* by formation: patients its bearers can still see to in this quarter of an hour; negative: not asked yet */
} rounds;

static bool may_search(const sp_world *w, int32_t f, bool own) {
  if (!w->formation.alive[f] || sp_men_of(w, f) <= 0 || w->combat.engagement[f] >= 0 || w->combat.chasing[f] || sp_at_sea(w, f)) return false;
  return own ? w->combat.stance[f] != SP_BROKEN && w->combat.stance[f] != SP_YIELDED : w->combat.stance[f] <= SP_WAVERING;
}

/* The formed body of any side that stands nearest, of equals the one of lower key; -1: none. */
static int32_t master_of(const rounds *r, int32_t p) {
  const sp_world *w = r->t->world;
  sp_xy at = {w->ward.x[p], w->ward.y[p]};
  double least = r->t->k->wounded_reach_m;
  int32_t best = -1;
  for (int32_t side = 0; side < r->t->model->side_count; side++) {
    sp_near_walk walk = sp_near_about(r->near, side, at, r->t->k->wounded_reach_m);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
      if (may_search(w, f, side == w->ward.side[p]) && sp_is_nearer(w, f, at, best, &least)) best = f;
    }
  }
  return best;
}

static double *hands_of(const rounds *r, int32_t f) {
  const sp_world *w = r->t->world;
  double *hands = &r->hands[f], free_men = sp_men_of(w, f) - sp_guards_of(w, f);
  if (*hands < 0.0) *hands = sp_calc_gathered_per_h(r->t->k, free_men, w->region.light[sp_formation_region(w, f)]) * QUARTER_MIN / 60.0;
  return hands;
}

static void bring_in(const rounds *r, int32_t p, int32_t f, int32_t n, sp_minute mark) {
  sp_world *w = r->t->world;
  int32_t bed = sp_ward_of(w, w->ward.formation[p], f, (sp_line)w->ward.line[p], mark);
  if (bed >= 0) w->health.brought_in[f] += sp_ward_shift(w, p, bed, n, SP_CAUSE_GATHERED);
}

static void find_enemies(const rounds *r, int32_t p, int32_t f, int32_t n, const sp_dice *dice, sp_minute mark) {
  sp_world *w = r->t->world;
  double cut = 0.0, taken = 0.0;
  sp_calc_overtaken_fate(r->t->k, w->combat.quarter[f], UNARMED, sp_mounted_share(w, f), 1.0, &cut, &taken);
  int32_t die = sp_drawn(dice, w->ward.key[p], SP_STREAM_FOUND, 1, n, cut + taken > 0.0 ? cut / (cut + taken) : 0.0);
  int32_t dead = sp_transfer_men(w, sp_in_ward(w, p), sp_on_line(SP_LINE_KILLED), die, SP_CAUSE_CUT_DOWN);
  int32_t bed = n > die ? sp_ward_of(w, w->ward.formation[p], f, (sp_line)w->ward.line[p], mark) : -1;
  int32_t caught = bed >= 0 ? sp_ward_shift(w, p, bed, n - die, SP_CAUSE_TAKEN) : 0;
  w->combat.heads[f] += (int32_t)sp_round_of(sp_uniform(dice, w->ward.key[p], SP_STREAM_FOUND, 2), r->t->k->pursuit_heads_claimed * dead);
  w->health.found_killed[f] += dead;
  w->health.found_taken[f] += caught;
}

static void visit(const rounds *r, int32_t p, bool own, sp_minute mark) {
  sp_world *w = r->t->world;
  int32_t f = w->ward.men[p] > 0 ? master_of(r, p) : -1;
  if (f < 0 || (w->formation.side[f] == w->ward.side[p]) != own) return;
  bool stands = w->scratch->march_min[f] <= 0.0, his = sp_formation_living(w, w->ward.formation[p]) == f;
  if (own && (!stands || (w->ward.lies[p] == SP_LIES_TENDED && !his))) return;
  if (!own && !stands && w->health.let_go[f] > 0 && mark - w->health.let_go[f] < 60 && w->ward.since[p] <= w->health.let_go[f]) return; /* it has just left them */
  double *hands = hands_of(r, f);
  sp_dice dice = sp_step_dice(r->t->dice.seed, mark);
  int32_t n = sp_min_i32(w->ward.men[p], (int32_t)sp_round_of(sp_uniform(&dice, w->ward.key[p], SP_STREAM_FOUND, 0), *hands));
  if (n <= 0) return;
  *hands = sp_max(0.0, *hands - n);
  if (own) bring_in(r, p, f, n, mark);
  else find_enemies(r, p, f, n, &dice, mark);
}

static void tell(sp_tick *t, sp_minute mark) {
  sp_world *w = t->world;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    int32_t *in = &w->health.brought_in[f], *killed = &w->health.found_killed[f], *taken = &w->health.found_taken[f];
    if (*in > 0) emit(t, f, SP_EVENT_WOUNDED_GATHERED, mark, *in, 0, sp_tail_of(w, f));
    if (*killed + *taken > 0) emit(t, f, SP_EVENT_WOUNDED_FOUND, mark, *killed, *taken, sp_tail_of(w, f));
    *in = *killed = *taken = 0;
  }
}

static void quarter(sp_tick *t, rows *wards, sp_minute mark) {
  sp_world *w = t->world;
  wards_of(w, -1, wards);
  if (wards->count == 0) return;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  rounds r = {t, sp_near_build(w, t->to, t->k->wounded_reach_m), malloc((size_t)used * sizeof(double))};
  for (int32_t f = 0; f < used && r.hands; f++) r.hands[f] = -1.0;
  for (int own = 1; own >= 0 && r.hands; own--)
    for (size_t n = 0; n < wards->count; n++) visit(&r, wards->data[n], own, mark);
  free(r.hands);
}

/* ---- the rule */

void sp_rule_wounded(sp_tick *t) {
  sp_world *w = t->world;
  if (sp_used(w, SP_TABLE_WARD) == 0) return;
  rows wards = {0};
  sp_wards_list(w);
  for (int32_t i = 0, used = sp_used(w, SP_TABLE_FORMATION); i < used; i++)
    if (sp_ward_first(w, i) >= 0) see_to(t, i, &wards);
  sp_wards_list(w); /* some have another carer */
  for (sp_minute mark = (t->from / QUARTER_MIN + 1) * QUARTER_MIN; mark <= t->to; mark += QUARTER_MIN) {
    quarter(t, &wards, mark);
    if (mark % 60 == 0) tell(t, mark);
  }
  for (int32_t p = 0; p < sp_used(w, SP_TABLE_WARD); p++)
    if (w->ward.alive[p]) sp_ward_close_if_empty(w, p);
  sp_captives_count(w);
  sp_array_free(&wards);
}
