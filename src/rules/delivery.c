/* delivery.c - what comes to the stores of a side from outside the theatre.
 *
 * Models   grain, powder and grenades that are due at a place at an hour, once or again and again. While the place is another's, a
 *          ring keeps carts out, or formed enemies stand by the place or by the road along which it comes, it waits, and looks again every
 *          hour; after delivery_waits_d days it turns back. What comes is laid in the side's store there, and counts as
 *          delivered in its register.
 * Reads    places held, rings, where enemies stand; the way that wheels would take from where it comes.   Writes  delivery.*; depot.grain_g, powder_g,
 *          grenades, powder_ln, lot_bad, supplier; stock.delivered_g, arsenal.delivered, through world/stores.c and munitions.c.
 * Emits    SUPPLIES_ARRIVE, SUPPLIES_LATE, SUPPLIES_TURN_BACK.
 * Formula  none: the way is free, or it is not.
 * Sources  delivery.def.
 * Leaves out  convoys as bodies of their own beyond the edge of the map, that can be fought; boats, timber, men and beasts; what an enemy does who
 *          takes a delivery that waits; rain and mud, which hold up no delivery.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/body.h"
#include "world/earthworks.h"
#include "world/munitions.h"
#include "world/scratch.h"
#include "world/stores.h"
#include "world/ways.h"

enum { MOST_LEGS = 256, LOOKS_AGAIN_MIN = 60 };
typedef enum barred { WAY_FREE, HELD_BY_ENEMY, SHUT_IN, ROAD_CUT } barred;

/* ---- is the way free? */

static bool bars(const sp_tick *t, int32_t f, int32_t side) {
  const sp_world *w = t->world;
  return w->formation.alive[f] && w->formation.side[f] != side && w->combat.stance[f] <= SP_WAVERING && !sp_at_sea(w, f) && sp_men_of(w, f) - w->formation.followers[f] >= t->k->delivery_bar_men;
}

static double apart2(sp_xy a, sp_xy b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }
static double off_line2(sp_xy p, sp_xy a, sp_xy b) { return apart2(p, sp_nearest_on_segment(p, a, b, NULL)); }

static bool is_by_leg(const sp_model *m, sp_leg leg, sp_xy at, double reach_m) {
  const sp_edge *e = &m->edge[sp_leg_edge(leg)];
  for (int32_t i = 0; i + 1 < e->point_count; i++)
    if (off_line2(at, m->point[e->first_point + i], m->point[e->first_point + i + 1]) <= reach_m * reach_m) return true;
  return false;
}

/* Whoever stands by the place, or by the road from where it comes. */
static bool is_cut(sp_tick *t, const sp_delivery_start *d) {
  sp_world *w = t->world;
  sp_leg legs[MOST_LEGS];
  int32_t count = d->by >= 0 ? sp_ways_route(w, d->by, d->node, SP_MOVER_WHEELS, SP_NO_LEG, d->key, legs, MOST_LEGS, NULL) : 0;
  if (count < 0) return true; /* there is no road for carts */
  double reach = t->k->delivery_bar_m;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!bars(t, f, d->side)) continue;
    sp_xy head = sp_head_of(w, f);
    if (apart2(head, t->model->node[d->node].at) <= reach * reach) return true;
    for (int32_t n = 0; n < sp_min_i32(count, MOST_LEGS); n++)
      if (is_by_leg(t->model, legs[n], head, reach)) return true;
  }
  return false;
}

static barred how_it_stands(sp_tick *t, const sp_delivery_start *d) {
  const sp_world *w = t->world;
  int8_t side = (int8_t)d->side;
  int32_t place = t->model->node[d->node].place, holder = place >= 0 && place < sp_used(w, SP_TABLE_PLACE) ? w->place.holder[place] : -1;
  if (holder >= 0 && holder != d->side) return HELD_BY_ENEMY;
  for (int32_t n = 0; n < sp_used(w, SP_TABLE_WALL); n++)
    if (t->model->wall[n].node == d->node && sp_ring_against(w, n, side) >= 0 && w->wall.ring[n] >= t->k->delivery_bar_ring) return SHUT_IN;
  return is_cut(t, d) ? ROAD_CUT : WAY_FREE;
}

/* ---- what becomes of it */

static sp_event event_of(const sp_tick *t, const sp_delivery_start *d, sp_event_type type, sp_minute minute) {
  const sp_node *node = &t->model->node[d->node];
  return (sp_event){.minute = minute, .type = (uint16_t)type, .side = (int8_t)d->side, .node = d->node, .subject = node->key, .x_m = node->at.x, .y_m = node->at.y};
}

static void next_one(sp_world *w, int32_t row, bool turned) {
  w->delivery.done[row]++;
  w->delivery.turned[row] += turned;
  w->delivery.late_since[row] = w->delivery.next_try[row] = 0;
}

/* false: no row is free for a store, or it burns: in the next tick. */
static bool unload(sp_tick *t, int32_t row, const sp_delivery_start *d, sp_minute due, sp_minute now) {
  sp_world *w = t->world;
  int32_t depot = sp_depot_open_for(w, d->side, d->node, d->feeds + 1);
  if (depot < 0 || w->depot.burning_since[depot]) return false;
  (void)sp_store_move(w, sp_store_line_of(SP_STORE_OUTSIDE, d->side), sp_store_kept(w, depot), d->grain_g);
  sp_munitions_deliver(w, depot, d->powder_g, d->grenades, &d->lot);
  sp_event e = event_of(t, d, SP_EVENT_SUPPLIES_ARRIVE, now);
  e.object = w->depot.key[depot];
  e.a = sp_to_i32(sp_rint((double)d->grain_g / (1000.0 * t->k->ration_shi_kg)));
  e.b = sp_to_i32(sp_rint((double)d->powder_g / 1000.0));
  e.c = d->grenades;
  e.value = (double)(now - due);
  sp_emit(w, e);
  next_one(w, row, false);
  return true;
}

static void wait_or_turn(sp_tick *t, int32_t row, const sp_delivery_start *d, barred why, sp_minute due, sp_minute now) {
  sp_world *w = t->world;
  bool news = w->delivery.late_since[row] == 0, turns = (double)(now - due) >= 1440.0 * t->k->delivery_waits_d;
  if (news) w->delivery.late_since[row] = due;
  w->delivery.next_try[row] = now + LOOKS_AGAIN_MIN;
  if (!news && !turns) return;
  sp_event e = event_of(t, d, turns ? SP_EVENT_SUPPLIES_TURN_BACK : SP_EVENT_SUPPLIES_LATE, now);
  e.a = (int32_t)why;
  e.value = (double)(now - due);
  sp_emit(w, e);
  if (turns) next_one(w, row, true);
}

void sp_rule_delivery(sp_tick *t) {
  sp_world *w = t->world;
  for (int32_t row = 0; row < sp_used(w, SP_TABLE_DELIVERY); row++) {
    const sp_delivery_start *d = &t->model->delivery[row];
    while (d->times == 0 || w->delivery.done[row] < d->times) {
      sp_minute due = d->at + d->every * w->delivery.done[row], now = sp_max_i64(sp_max_i64(due, t->from), w->delivery.next_try[row]); /* carts that waited behind others come after them */
      if (now > t->to) break;
      int32_t before = w->delivery.done[row];
      barred why = how_it_stands(t, d);
      if (why == WAY_FREE && !unload(t, row, d, due, now)) break;
      if (why != WAY_FREE) wait_or_turn(t, row, d, why, due, now);
      if (w->delivery.done[row] == before && w->delivery.next_try[row] > t->to) break;
    }
  }
}
