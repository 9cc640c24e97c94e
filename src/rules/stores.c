/* stores.c - grain in hands, on carts and in depots: drawn, unloaded, handed over, left behind, burnt, seized.
 *
 * Models   the doors of a depot, through which only so much passes in an hour, shared by all who stand before them;
 *          convoys that unload and bodies that feed one another; what a marching body cannot carry, which stays where it
 *          was; what the broken drop, which who chases them picks up; fire; depots that change hands with the ground.
 * Reads    where bodies stand, stance, activity, strength; rain.   Writes  provision.grain_g, task, task_amount, task_done;
 *          depot.*; stock through world/stores.c.
 * Emits    DRAWS, UNLOADS, HANDS_OVER, LEAVES_GRAIN, GRAIN_LOST, DEPOT_EMPTY, DEPOT_BURNS, DEPOT_BURNT, DEPOT_TAKEN, MAGAZINE_TAKEN.
 * Formula  depot_door_shi_h an hour and depot; a chore is done while the body stands and does not fight. A fire eats
 *          1 - depot_burn_left of what it found in depot_burn_h hours, slower in rain. On the hour: a depot in the open goes to
 *          the side with more steady men within depot_hold_m, one behind walls when none of its own are left there.
 * Sources  depot.def, provision.def.
 * Leaves out  guards left by order, thieves, mice and damp, grain dropped that peasants find, carts that break down; men
 *          within a burning town; what a depot has of fodder other than grain.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/munitions.h"
#include "world/stores.h"

#include "rules/rules.h"
#include "world/battle.h"
#include "world/larders.h"
#include "world/scratch.h"

static int32_t shi(const sp_tick *t, int64_t grams) { return sp_to_i32(sp_rint((double)grams / (1000.0 * t->k->ration_shi_kg))); }

static sp_event of_depot(const sp_tick *t, sp_event_type type, int32_t d) {
  const sp_world *w = t->world;
  sp_xy at = t->model->node[w->depot.node[d]].at;
  return (sp_event){.minute = t->to, .type = (uint16_t)type, .side = w->depot.side[d], .node = w->depot.node[d], .subject = w->depot.key[d], .x_m = at.x, .y_m = at.y};
}

/* ---- chores */

/* In a depot, and in all of its side at that place, as the tick begins; those before its doors then, 0: not counted yet. */
typedef struct seen_grain { int64_t own_g, about_g; int32_t before; } seen_grain;
typedef sp_array(seen_grain) found_grain; /* by depot */

static int64_t door_g(const sp_tick *t) { return sp_to_i64(t->k->depot_door_shi_h * t->k->ration_shi_kg * 1000.0 * t->dt_min / 60.0); }

static int64_t still_to_do(const sp_world *w, int32_t i, int64_t most) { return sp_chore_left(w->provision.task_amount[i], w->provision.task_done[i], most); }

static void finish(sp_tick *t, int32_t i, sp_event_type type, sp_key other) {
  sp_world *w = t->world;
  sp_event e = sp_event_of(w, type, i, t->to);
  e.object = other;
  e.a = shi(t, w->provision.task_done[i]);
  e.b = sp_to_i32(sp_floor(sp_min(sp_bread_days(w, i), 999.0)));
  bool worth_saying = w->provision.task_done[i] > 0;
  w->provision.task[i] = SP_CHORE_NONE;
  w->provision.task_done[i] = 0;
  if (worth_saying) sp_emit(w, e);
}

/* Those before a depot's doors in this tick, drawing or bringing. */
static int32_t before_the_doors(const sp_world *w, int32_t d) {
  int32_t n = 0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_PROVISION); i++) {
    bool here = w->provision.alive[i] && w->formation.side[i] == w->depot.side[d] && sp_stands_free(w, i);
    if (here && w->provision.task[i] == SP_CHORE_DRAW && sp_depot_in_reach(w, i) == d) n++;
    else if (here && w->provision.task[i] == SP_CHORE_UNLOAD && sp_unloads_at(w, i) == w->depot.node[d]) n++;
  }
  return sp_max_i32(1, n);
}

/* Counted when the first of them comes, before anybody is done: the order of rows changes nobody's part. */
static int32_t before_its_doors(const sp_world *w, found_grain *found, int32_t d) {
  if (d >= (int32_t)found->count) return before_the_doors(w, d); /* opened just now */
  if (found->data[d].before == 0) found->data[d].before = before_the_doors(w, d);
  return found->data[d].before;
}

/* The larder of a contingent in that body, if it is in it; else what it has for all. */
static sp_store for_whom(sp_world *w, int32_t to, int32_t contingent) {
  if (contingent > 0) sp_larders_count(w, to);
  int32_t larder = contingent > 0 ? sp_larder_of(w, to, contingent) : -1; /* none of them is in it */
  return larder >= 0 ? sp_store_carried_in(w, larder) : sp_store_carried(w, to);
}

/* Its equal part of what the doors let through and of what is there as the tick begins: nobody is first. */
static void draw(sp_tick *t, int32_t i, found_grain *found) {
  sp_world *w = t->world;
  int32_t d = sp_depot_in_reach(w, i);
  int64_t room = sp_max_i64(0, sp_can_carry_g(w, i) - w->provision.grain_g[i]), want = still_to_do(w, i, room);
  if (d >= (int32_t)found->count) return; /* opened just now: next tick */
  if (d < 0 || want <= 0 || room <= 0) {
    finish(t, i, SP_EVENT_DRAWS, d >= 0 ? w->depot.key[d] : w->provision.task_to[i]);
    return;
  }
  int32_t n = before_its_doors(w, found, d);
  int64_t share = found->data[d].about_g / n, part = sp_min_i64(sp_min_i64(want, room), sp_min_i64(door_g(t) / n, share));
  w->provision.task_to[i] = w->depot.key[d]; /* whence, if it is taken or on fire when he is done */
  w->provision.task_done[i] += sp_take_kept(w, d, w->depot.feeds[d] > 0 ? for_whom(w, i, w->depot.feeds[d]) : sp_store_carried(w, i), part);
  if (part >= want || part >= room || share - part <= 1000) finish(t, i, SP_EVENT_DRAWS, w->depot.key[d]);
}

/* Grain laid down at a node: of each larder into a store that is its contingent's. Into `d` where nobody feeds apart. Returns what was laid down. */
static int64_t lay_down(sp_world *w, int32_t i, int32_t d, int64_t grams) {
  int32_t side = w->formation.side[i], node = w->depot.node[d];
  if (!sp_feeds_apart(w, i)) return sp_store_move(w, sp_store_carried(w, i), sp_store_kept(w, d), grams);
  int64_t all = w->provision.grain_g[i], so_far = 0, done = 0;
  for (int32_t r = sp_larder_first(w, i); r >= 0 && all > 0; r = sp_larder_next(w, r)) {
    so_far += w->larder.grain_g[r];
    int64_t due = so_far >= all ? grams - done : sp_to_i64(sp_floor((double)grams * ((double)so_far / (double)all))) - done;
    int32_t own = w->larder.contingent[r] > 0 ? sp_depot_open_for(w, side, node, w->larder.contingent[r]) : d;
    if (own < 0 || w->depot.burning_since[own]) own = d;
    done += sp_store_move(w, sp_store_carried_in(w, r), sp_store_kept(w, own), due);
  }
  return done;
}

static void unload(sp_tick *t, int32_t i, found_grain *found) {
  sp_world *w = t->world;
  int32_t node = sp_unloads_at(w, i), d = node >= 0 ? sp_depot_open(w, w->formation.side[i], node) : -1;
  int64_t want = still_to_do(w, i, w->provision.grain_g[i]);
  if (d < 0 || w->depot.burning_since[d]) return; /* no place, or no row, or nothing but a fire: later */
  if (want > 0) {
    int64_t part = sp_min_i64(want, door_g(t) / before_its_doors(w, found, d));
    w->provision.task_done[i] += lay_down(w, i, d, part);
    if (part < want) return;
  }
  finish(t, i, SP_EVENT_UNLOADS, w->depot.key[d]);
}

static void hand_over(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t to = sp_formation_by_key(w, w->provision.task_to[i]);
  bool near = to >= 0 && sp_body_within(w, i, sp_head_of(w, to), t->k->depot_hand_reach_m);
  int64_t room = near ? sp_max_i64(0, sp_can_carry_g(w, to) - w->provision.grain_g[to]) : 0;
  int64_t want = sp_min_i64(still_to_do(w, i, w->provision.grain_g[i]), room);
  if (want > 0) {
    int64_t part = sp_min_i64(want, door_g(t));
    w->provision.task_done[i] += sp_store_move(w, sp_store_carried(w, i), for_whom(w, to, w->provision.task_for[i]), part);
    if (part < want) return;
  }
  finish(t, i, SP_EVENT_HANDS_OVER, w->provision.task_to[i]);
}

static void light(sp_tick *t, int32_t i, int32_t d) {
  sp_world *w = t->world;
  w->depot.burning_since[d] = t->to;
  w->depot.burns_g[d] = w->depot.grain_g[d];
  w->depot.burnt_g[d] = 0;
  sp_event e = of_depot(t, SP_EVENT_DEPOT_BURNS, d);
  e.object = w->formation.key[i];
  e.a = shi(t, w->depot.grain_g[d]);
  sp_emit(w, e);
}

/* To every store of theirs at that place. */
static void set_fire(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t d = sp_depot_to_burn(w, i), node = d >= 0 ? w->depot.node[d] : -1;
  w->provision.task[i] = SP_CHORE_NONE;
  for (; d >= 0 && w->depot.node[d] == node; d = sp_depot_to_burn(w, i)) light(t, i, d);
}

static void do_chores(sp_tick *t, found_grain *found) {
  sp_world *w = t->world;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_PROVISION); i++) {
    if (!w->provision.alive[i] || w->provision.task[i] == SP_CHORE_NONE || !sp_stands_free(w, i)) continue;
    switch ((sp_chore)w->provision.task[i]) {
      case SP_CHORE_DRAW: draw(t, i, found); break;
      case SP_CHORE_UNLOAD: unload(t, i, found); break;
      case SP_CHORE_HAND_OVER: hand_over(t, i); break;
      case SP_CHORE_BURN: set_fire(t, i); break;
      case SP_CHORE_SLAUGHTER: /* bread.c's */
      case SP_CHORE_NONE: break;
    }
  }
}

/* ---- fire */

static void burn(sp_tick *t, int32_t d) {
  sp_world *w = t->world;
  double rain = w->region.rain_mm_h[t->model->node[w->depot.node[d]].region];
  double hours = t->dt_min / 60.0 / (1.0 + t->k->depot_burn_rain * rain), first = (double)w->depot.burns_g[d];
  int64_t left_g = sp_to_i64(first * t->k->depot_burn_left), eats = sp_to_i64(sp_rint(first * (1.0 - t->k->depot_burn_left) * hours / t->k->depot_burn_h));
  eats = sp_min_i64(sp_max_i64(eats, 1), sp_max_i64(0, w->depot.grain_g[d] - left_g));
  w->depot.burnt_g[d] += sp_store_move(w, sp_store_kept(w, d), sp_store_line_of(SP_STORE_BURNT, w->depot.side[d]), eats);
  if (w->depot.grain_g[d] > left_g || w->depot.powder_g[d] > 0 || w->depot.grenades[d] + w->depot.refused[d] > 0) return; /* munitions.c: powder goes up */
  sp_event e = of_depot(t, SP_EVENT_DEPOT_BURNT, d);
  e.a = shi(t, w->depot.burnt_g[d]);
  e.b = shi(t, w->depot.grain_g[d]);
  bool grain = w->depot.burns_g[d] > 0;
  w->depot.burning_since[d] = w->depot.burns_g[d] = w->depot.burnt_g[d] = 0;
  if (grain) sp_emit(w, e);
}

/* ---- on the hour: whose the depots are, and what cannot be carried on */

/* *largest: the body that is named as the one that took the stores; -1 when nobody is there. */
static int64_t steady_men_near(const sp_world *w, int32_t side, sp_xy at, double reach_m, int32_t *largest) {
  int64_t men = 0;
  *largest = -1;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_FORMATION); i++) {
    bool counts = w->formation.alive[i] && w->formation.side[i] == side && w->combat.stance[i] <= SP_WAVERING;
    if (!counts || !sp_body_within(w, i, at, reach_m)) continue;
    men += w->formation.foot[i] + w->formation.mounted[i];
    *largest = sp_larger_body(w, *largest, i);
  }
  return men;
}

static void change_hands(sp_tick *t, int32_t d) {
  sp_world *w = t->world;
  sp_xy at = t->model->node[w->depot.node[d]].at;
  int32_t own = w->depot.side[d], best = -1, taker = -1, largest = -1;
  int64_t held = steady_men_near(w, own, at, t->k->depot_hold_m, &largest), most = w->depot.outside[d] ? held : held > 0 ? INT64_MAX : 0;
  for (int32_t s = 0; s < t->model->side_count; s++) {
    int64_t men = s != own ? steady_men_near(w, s, at, t->k->depot_hold_m, &largest) : 0;
    bool equal = best >= 0 && men == most && t->model->side[s].key < t->model->side[best].key;
    if (men <= 0 || (men <= most && !equal)) continue;
    most = men;
    best = s;
    taker = largest;
  }
  if (best < 0) return;
  int32_t held_shi = shi(t, w->depot.grain_g[d]);
  sp_depot_falls_to(w, d, best);
  sp_event e = of_depot(t, SP_EVENT_DEPOT_TAKEN, d);
  e.object = taker >= 0 ? w->formation.key[taker] : 0;
  e.a = held_shi;
  if (held_shi > 0) sp_emit(w, e);
  e.type = SP_EVENT_MAGAZINE_TAKEN;
  e.a = sp_to_i32((double)w->depot.powder_g[d] / 1000.0);
  e.b = w->depot.grenades[d] + w->depot.refused[d];
  if (e.a + e.b > 0) sp_emit(w, e);
}

/* Formed troops leave in good order what they cannot carry; from the broken it falls, to who is after them or to nobody. */
static void lighten(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  bool broken = w->combat.stance[i] >= SP_BROKEN, marches = w->formation.activity[i] == SP_MARCHING;
  if (!broken && !marches) return;
  int64_t over = w->provision.grain_g[i] - sp_can_carry_g(w, i);
  if (over <= 0) return;
  sp_event e = sp_event_of(w, broken ? SP_EVENT_GRAIN_LOST : SP_EVENT_LEAVES_GRAIN, i, t->to);
  e.a = shi(t, over);
  if (broken) {
    int32_t by = sp_formation_by_key(w, w->combat.broken_by[i]);
    bool near = by >= 0 && sp_body_within(w, by, sp_tail_of(w, i), 2.0 * t->k->depot_hand_reach_m);
    int64_t room = near ? sp_max_i64(0, sp_can_carry_g(w, by) - w->provision.grain_g[by]) : 0, taken = sp_min_i64(room, over);
    if (taken > 0) (void)sp_store_move(w, sp_store_carried(w, i), sp_store_carried(w, by), taken);
    if (over > taken) (void)sp_store_move(w, sp_store_carried(w, i), sp_store_line_of(SP_STORE_LOST, w->formation.side[i]), over - taken);
    e.object = taken > 0 ? w->formation.key[by] : 0;
  } else {
    int32_t node = sp_nearest_place(t->model, sp_tail_of(w, i)), d = node >= 0 ? sp_depot_open(w, w->formation.side[i], node) : -1;
    if (d < 0) return;
    (void)lay_down(w, i, d, over);
    if (w->depot.burning_since[d]) w->depot.burns_g[d] += over; /* food for the fire */
    e.object = w->depot.key[d];
  }
  if (e.a > 0) sp_emit(w, e);
}

void sp_rule_stores(sp_tick *t) {
  sp_world *w = t->world;
  if (sp_used(w, SP_TABLE_STOCK) == 0) return;
  int32_t depots = sp_used(w, SP_TABLE_DEPOT);
  found_grain found = {0};
  bool drawn = false;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_PROVISION) && !drawn; i++) drawn = w->provision.alive[i] && w->provision.task[i] == SP_CHORE_DRAW;
  for (int32_t d = 0; d < depots; d++) {
    if (!sp_push(&found, ((seen_grain){w->depot.grain_g[d], drawn && w->depot.alive[d] ? sp_kept_about(w, d) : 0, 0}))) break;
  }
  if (found.count == (size_t)depots) do_chores(t, &found);
  for (int32_t d = 0; d < depots && found.count == (size_t)depots; d++) {
    if ((double)found.data[d].own_g >= sp_ration_g(t->k) && !sp_depot_feeds(w, d) && w->depot.alive[d]) sp_emit(w, of_depot(t, SP_EVENT_DEPOT_EMPTY, d));
  }
  sp_array_free(&found);
  depots = sp_used(w, SP_TABLE_DEPOT);
  for (int32_t d = 0; d < depots; d++) {
    if (w->depot.alive[d] && w->depot.burning_since[d] && w->depot.burning_since[d] < t->to) burn(t, d);
  }
  if (t->to / 60 == t->from / 60) return;
  for (int32_t d = 0; d < depots; d++) {
    if (w->depot.alive[d]) change_hands(t, d);
  }
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (w->formation.alive[i] && w->provision.grain_g[i] > 0) lighten(t, i);
  }
}
