/* ring.c - a ring about a walled place, for those who would pass it: bodies are stopped, slip through, or fight.
 *
 * Models   a body inside that would march out, and one outside whose way leads in, stop at the posts unless they come through unheeded; by night and
 *          through gaps that is likelier, and less likely the more they are. Who was turned back tries again after a watch; who has found a gap
 *          has it for some hours. Who attacks is not stopped: he has a fight with those who draw the ring (engage.c).
 *          A body within that its orders name no way out chooses the road to leave by, by its length and by how far the ring looks closed there.
 * Reads    wall.ring, closed, what the watchers saw; hq.invests; verbs, places, ways, strength; light.
 * Writes   hq.barred, gate, ring_again, slips_until; formation.via_node.
 * Emits    RING_BARS (the first time), RING_SLIPPED.
 * Formula  src/lore/siege.c. The octant is that of the road on which it would pass. Decided as the tick begins, with one die of the body and the minute.
 *          A road counts by its minutes and those of waiting, a watch for each try that fails, by the closure believed (world/earthworks.c).
 *          Broken men and those who chase are not stopped.
 * Sources  siege.def.
 * Leaves out  men of the ring and of those who pass that fall in the dark; guides who know a gap; rings in open country.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/way_plan.h"
#include "shapan/calc_supply.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/ways.h"

static bool goes_somewhere(const sp_world *w, int32_t f) {
  if (sp_has_safe_conduct(w, f)) return false;
  uint8_t verb = w->formation.verb[f];
  bool rests = verb == SP_VERB_NONE || verb == SP_VERB_HALT || verb == SP_VERB_CAMP || verb == SP_VERB_FLEE;
  bool bound = w->formation.follow[f] != 0 || w->formation.goal_node[f] >= 0;
  return !rests && bound && w->combat.stance[f] <= SP_WAVERING && !w->combat.chasing[f] && !sp_wants_fight(w, f) && w->combat.engagement[f] < 0;
}

static double away_m(const sp_world *w, int32_t wall, int32_t f) {
  sp_xy at = sp_head_of(w, f), middle = w->model->node[w->model->wall[wall].node].at;
  double dx = at.x - middle.x, dy = at.y - middle.y;
  return sp_sqrt(dx * dx + dy * dy);
}

/* Its way, as far as it is planned, leads into the place. */
static bool leads_in(const sp_world *w, int32_t wall, int32_t f) {
  int32_t node = w->model->wall[wall].node;
  for (int32_t n = w->formation.head_leg[f]; n < w->formation.leg_count[f]; n++)
    if (sp_leg_end(w->model, w->formation.leg[f * SP_LEGS + n]) == node) return true;
  return w->formation.leg_count[f] == 0 && w->formation.goal_node[f] == node && w->formation.node[f] != node;
}

/* What it shows of itself, in men. */
static double signs_of(const sp_world *w, int32_t f) {
  return sp_men_of(w, f) + w->formation.mounts[f] + w->formation.draught[f] + 5.0 * w->formation.carts[f] + 20.0 * (w->formation.light_guns[f] + w->formation.heavy_guns[f]);
}

/* ---- by which side */

/* Minutes, by a road that leaves the place, till he is where he is bound, those of waiting for a night that lets him through included; < 0: he would come
 * back through the place, or it does not lead there. */
static double minutes_by(const sp_tick *t, int32_t wall, int32_t f, const sp_half_edge *h, double through) {
  sp_world *w = t->world;
  sp_column column = sp_column_of(w, f);
  sp_mover mover = sp_mover_of(&column);
  const sp_route_costs *costs = sp_ways_costs(w, mover);
  int32_t node = t->model->wall[wall].node, goal = w->formation.goal_node[f];
  double edge = costs->edge_min[sp_leg_edge(h->leg)], on = sp_route_minutes(w->routes, h->to, goal, mover, costs), back = sp_route_minutes(w->routes, node, goal, mover, costs);
  bool returns = h->to != goal && back >= 0.0 && on > (edge + back) * (1.0 - 1e-9);
  if (edge < 0.0 || on < 0.0 || returns) return -1.0;
  return edge + on + t->k->siege_ring_again_min * (1.0 / sp_max(t->k->siege_ring_hope, through) - 1.0);
}

static int32_t octant_of_road(const sp_tick *t, int32_t wall, const sp_half_edge *h) {
  return sp_octant_of(t->world, wall, sp_leg_point(t->model, h->leg, sp_min(t->k->siege_ring_m, sp_leg_length(t->model, h->leg)), NULL));
}

/* Stands in the place, and his orders leave him the way: or he chose it himself, and looks again. */
static bool may_choose(const sp_tick *t, int32_t wall, int32_t f) {
  const sp_world *w = t->world;
  bool stands = w->formation.node[f] == t->model->wall[wall].node && w->formation.extent_m[f] <= 0.0 && w->formation.head_leg[f] + 1 >= w->formation.leg_count[f];
  return stands && w->formation.goal_node[f] >= 0 && w->formation.follow[f] == 0 && (w->hq.gate[f] || w->formation.via_node[f * 4] < 0);
}

static void choose_side(sp_tick *t, int32_t wall, int32_t f, double signs, double light) {
  sp_world *w = t->world;
  const sp_node *node = &t->model->node[t->model->wall[wall].node];
  const sp_half_edge *best = NULL;
  double least = 0.0;
  for (int32_t h = node->first_edge; h < node->first_edge + node->edge_count; h++) {
    const sp_half_edge *road = &t->model->half_edge[h];
    double closed = sp_ring_believed(w, wall, w->formation.side[f], octant_of_road(t, wall, road)), minutes = closed < 0.0 ? -1.0 : minutes_by(t, wall, f, road, sp_calc_ring_slip(t->k, closed, signs, light));
    if (minutes < 0.0 || (best && (minutes > least || (minutes == least && t->model->edge[sp_leg_edge(road->leg)].key > t->model->edge[sp_leg_edge(best->leg)].key)))) continue;
    best = road;
    least = minutes;
  }
  if (!best) return;
  w->hq.gate[f] = (uint8_t)(octant_of_road(t, wall, best) + 1);
  sp_forget_way(w, f);
  w->formation.via_node[f * 4] = best->to == w->formation.goal_node[f] ? -1 : best->to;
}

/* The point on its road, about where the posts are. */
static int32_t octant_for(const sp_tick *t, int32_t wall, int32_t f, bool inside) {
  const sp_world *w = t->world;
  if (inside && w->hq.gate[f]) return w->hq.gate[f] - 1;
  sp_xy at = sp_head_of(w, f);
  if (inside) { /* toward where it is bound */
    int32_t to = w->formation.via_node[f * 4] >= 0 ? w->formation.via_node[f * 4] : w->formation.goal_node[f];
    if (to >= 0) at = t->model->node[to].at;
    if (w->formation.leg_count[f] > w->formation.head_leg[f]) at = sp_leg_point(t->model, w->formation.leg[f * SP_LEGS + w->formation.head_leg[f]], sp_min(t->k->siege_ring_m, sp_leg_length(t->model, w->formation.leg[f * SP_LEGS + w->formation.head_leg[f]])), NULL);
  }
  return sp_octant_of(w, wall, at);
}

static void tell(sp_tick *t, sp_event_type type, int32_t f, int32_t by, int32_t wall, int32_t octant, double closed) {
  sp_event e = sp_event_of(t->world, type, f, t->to);
  e.object = t->world->formation.key[by];
  e.node = t->model->wall[wall].node;
  e.a = sp_men_of(t->world, f);
  e.c = octant + 1;
  e.value = closed;
  sp_emit(t->world, e);
}

/* Stopped, unless it has found a gap or finds one now. */
static void try_to_pass(sp_tick *t, int32_t f, int32_t by, int32_t wall, bool inside) {
  sp_world *w = t->world;
  if (w->hq.slips_until[f] >= t->to) return;
  w->hq.barred[f] = 1;
  if (w->hq.ring_again[f] > t->to) return;
  double light = w->region.light[sp_formation_region(w, f)];
  if (inside && may_choose(t, wall, f)) choose_side(t, wall, f, signs_of(w, f), light);
  int32_t octant = octant_for(t, wall, f, inside);
  double closed = w->wall.closed[wall * SP_OCTANTS + octant];
  bool unheeded = sp_uniform(&t->dice, w->formation.key[f], SP_STREAM_SLIP, 0) < sp_calc_ring_slip(t->k, closed, signs_of(w, f), light);
  if (unheeded) {
    w->hq.barred[f] = 0;
    w->hq.ring_again[f] = 0;
    w->hq.slips_until[f] = t->to + sp_to_i64(t->k->siege_ring_slip_min);
    tell(t, SP_EVENT_RING_SLIPPED, f, by, wall, octant, closed);
    return;
  }
  if (w->hq.ring_again[f] == 0) tell(t, SP_EVENT_RING_BARS, f, by, wall, octant, closed);
  w->hq.ring_again[f] = t->to + sp_to_i64(t->k->siege_ring_again_min);
}

static bool may_march(const sp_tick *t, int32_t f) {
  const sp_world *w = t->world;
  return w->formation.start_minute[f] < t->to && (w->formation.through_night[f] || w->region.light[sp_formation_region(w, f)] >= t->k->march_start_light);
}

static void look_at(sp_tick *t, int32_t f) {
  sp_world *w = t->world;
  w->hq.barred[f] = 0;
  bool met = false;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++) {
    int32_t by = sp_ring_against(w, i, w->formation.side[f]);
    if (by < 0 || !goes_somewhere(w, f)) continue;
    double away = away_m(w, i, f), near_m = t->k->siege_ring_m + t->k->march_touch_m + t->k->march_horse_forced_m_min * t->dt_min;
    bool inside = away < t->k->siege_ring_m, leaves = inside && !leads_in(w, i, f) && w->formation.goal_node[f] != t->model->wall[i].node, enters = !inside && away < near_m && leads_in(w, i, f);
    if (!leaves && !enters) continue;
    met = true;
    if (may_march(t, f)) try_to_pass(t, f, by, i, inside);
    else w->hq.barred[f] = w->hq.slips_until[f] < t->to;
  }
  if (met) return;
  w->hq.ring_again[f] = 0;
  w->hq.gate[f] = 0;
}

void sp_rule_ring(sp_tick *t) {
  sp_world *w = t->world;
  bool any = false;
  if (sp_used(w, SP_TABLE_WALL) == 0) return;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++) any = any || w->wall.ring[i] > 0.0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (any && w->formation.alive[f]) look_at(t, f);
    else if (w->hq.barred[f]) w->hq.barred[f] = 0;
  }
}
