/* rider_sea.c - letters by sea: where no road leads to whom they are for, their bearer makes for a port, and over.
 *
 * Models    the port and the lane by which he is there soonest; a small boat of those who have boats or rafts of his side there, which brings him over, waits
 *           for him, and brings him back; the wind that keeps it in port, helps or hinders it, and sinks it.
 * Reads     boats and rafts ashore, wind, roads.   Writes  through rider.c.
 * Formula   src/lore/boat.c's pace and danger of a boat, the wind in which a boat, or a raft, puts out; the danger is drawn on the hour, keyed by paper and hour.
 * Sources   boat.def, rider.def.
 * Leaves out  ways by two lanes, boats hired where his side has none, a boat of those he goes to, the slower pace of a raft, papers saved from the water. SPDX-License-Identifier: Apache-2.0 */
#include "rules/rider_parts.h"
#include "shapan/calc_supply.h"
#include "world/papers.h"
#include "world/voyage.h"
#include "world/ways.h"

bool sp_ride_is_lane(const sp_model *m, sp_leg leg) { return leg != SP_NO_LEG && m->edge[sp_leg_edge(leg)].road_class == SP_ROAD_SEA; }

static double by_road(const sp_tick *t, int32_t from, int32_t to) {
  return sp_route_minutes(t->world->routes, from, to, SP_MOVER_RIDER, sp_ways_costs(t->world, SP_MOVER_RIDER));
}

/* Craft of that side that lie at a node: 2 boats, 1 rafts alone, 0 none. */
static int craft_at(const sp_world *w, int32_t side, int32_t node) {
  int best = 0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION) && best < 2; f++)
    if (w->formation.alive[f] && w->formation.side[f] == side && w->formation.leg_count[f] == 0 && w->formation.node[f] == node && sp_boats_of(w, f) > 0) best = 2;
  for (int32_t v = 0; v < sp_used(w, SP_TABLE_VOYAGE) && best < 1; v++)
    if (w->voyage.alive[v] && w->voyage.rafts_at[v] == node && w->voyage.rafts[v] > 0 && w->formation.side[w->voyage.formation[v]] == side) best = 1;
  return best;
}

bool sp_ride_sea_leg(const sp_tick *t, int32_t m, sp_leg *leg) {
  const sp_world *w = t->world;
  const sp_model *model = t->model;
  int32_t from = w->message.node[m], goal = w->message.goal_node[m], port = -1;
  double best = -1.0;
  if (goal < 0) return false;
  for (int32_t p = 0; p < model->place_count; p++) {
    const sp_node *node = &model->node[model->place_node[p]];
    for (int32_t h = node->first_edge; h < node->first_edge + node->edge_count; h++) {
      sp_half_edge way = model->half_edge[h];
      if (!sp_ride_is_lane(model, way.leg)) continue;
      double to_port = from == model->place_node[p] ? 0.0 : by_road(t, from, model->place_node[p]), on = way.to == goal ? 0.0 : by_road(t, way.to, goal);
      double minutes = to_port + on + sp_leg_length(model, way.leg) / t->k->boat_m_min;
      if (to_port < 0.0 || on < 0.0 || (best >= 0.0 && minutes >= best)) continue; /* places stand in order of key, and so do lanes */
      best = minutes;
      port = model->place_node[p];
      *leg = way.leg;
    }
  }
  if (best < 0.0 || port == from) return best >= 0.0;
  return sp_route_first(w->routes, from, port, SP_MOVER_RIDER, sp_ways_costs(w, SP_MOVER_RIDER), w->message.key[m], leg);
}

/* Over the water from here: neither end of his leg has a road to his goal. */
bool sp_ride_is_over_sea(const ride *r) {
  const sp_message_columns *c = &r->t->world->message;
  if (sp_ride_is_lane(r->t->model, c->leg[r->m])) return true;
  return c->goal_node[r->m] >= 0 && c->node[r->m] >= 0 && c->node[r->m] != c->goal_node[r->m] && by_road(r->t, c->node[r->m], c->goal_node[r->m]) < 0.0;
}

bool sp_ride_puts_out(const ride *r, sp_leg lane) {
  const sp_world *w = r->t->world;
  int32_t side = w->hq.side[w->message.from_hq[r->m]];
  int craft = sp_ride_goes_home(r) ? 2 : craft_at(w, side, sp_leg_start(r->t->model, lane)); /* the boat has waited for him */
  return craft > 0 && w->region.wind_m_s[r->t->model->edge[sp_leg_edge(lane)].region] <= sp_calc_boat_wind_m_s(r->t->k, craft < 2);
}

double sp_ride_sea_m_min(const ride *r, sp_leg lane) {
  const sp_world *w = r->t->world;
  const sp_model *m = r->t->model;
  int32_t region = m->edge[sp_leg_edge(lane)].region;
  sp_xy a = m->node[sp_leg_start(m, lane)].at, b = m->node[sp_leg_end(m, lane)].at;
  double course = sp_atan2(b.x - a.x, b.y - a.y), from = w->region.wind_from_deg[region] * (SP_PI / 180.0);
  return sp_calc_boat_m_min(r->t->k, false, w->region.wind_m_s[region], -sp_cos(course - from));
}

bool sp_ride_goes_down(const ride *r, sp_leg lane, sp_minute now) {
  sp_world *w = r->t->world;
  if (now % 60 != 0) return false;
  double risk = sp_hazard(sp_calc_boat_founder_per_h(r->t->k, false, w->region.wind_m_s[r->t->model->edge[sp_leg_edge(lane)].region]), 1.0);
  sp_dice hour = {r->t->dice.seed, (uint32_t)(now / 60)};
  if (risk <= 0.0 || sp_uniform(&hour, w->message.key[r->m], SP_STREAM_BOAT, 2) >= risk) return false;
  sp_paper_emit(w, SP_EVENT_RIDER_LOST, r->m, sp_hq_formation_key(w, w->message.from_hq[r->m]), sp_hq_formation_key(w, w->message.to_hq[r->m]), now, 0.0);
  sp_transfer_all(w, sp_in_message(r->m), sp_on_line(SP_LINE_LOST), SP_CAUSE_DROWNED);
  sp_paper_close(w, r->m);
  return true;
}
