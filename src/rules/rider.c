/* rider.c - the men who carry papers.
 *
 * Models    a rider is one real man out of the sender's ranks. He rides to where the sender believed the recipient to
 *           be, or to have been bound when he should be there by now, by the road net; meets the recipient's column inside the tick, passes its tail, middle and head
 *           each at its minute, and hands over the paper where the commander rides. Where nobody is, he asks: a
 *           headquarters of his side tells him what it believes, country people where the column was when they
 *           heard of it, or a wrong way; he follows, and gives up a day after he
 *           should have been there at his slowest. That a body is no more he learns by
 *           asking, and his sender when he is back. He loses his way at night, wades fords and waits for ferries,
 *           waits at a ford too deep for a horse, goes by sea where no road leads (rider_sea.c), is taken by enemy horse, riding or waiting; then they read what he
 *           carried.
 *           Having handed over he waits until it is dealt with, and rides home.
 * Reads     messages, rings about walled places, formations as they stood at the tick's beginning (marching on at their pace), sky, fords.
 * Writes    message.*, counts through the ledger; the captor's picture.
 * Emits     ORDER_REFUSED (gone), RIDER_LEAVES, RIDER_AT_TAIL, _MIDDLE, _HEAD, DELIVERED, RIDER_CAUGHT, RIDER_LOST, RIDER_BACK.
 * Formula   sp_calc_rider_m_min times one log-normal luck for the ride, sp_meet_column for meetings; being taken
 *           is 1 - exp(-rate * minutes) at every fifth minute of the clock, keyed by paper and minute; asking
 *           takes an exponential time of rate rider_search_per_min. Draws are keyed by paper, place or
 *           minute, never by tick, so that ticks of any length agree.
 * Sources   rider.def; src/lore/rider.c, meet.c.
 * Leaves out  changes of horse at posts, two riders by two roads, papers destroyed in time, false papers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lore/meet.h"
#include "rules/rider_parts.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/fetch.h"
#include "world/near.h"
#include "world/papers.h"
#include "world/passage.h"
#include "world/ride.h"
#include "world/ways.h"

#define AT_SPOT_M 60.0
#define SUB_MIN 5
#define MOST_STEPS 2000
#define RIDERS_AHEAD 3 /* whose papers are called for */
#define PURPOSE_READ 0x72656164u

static sp_dice once_only(const ride *r) { return (sp_dice){r->t->dice.seed, 0}; }
static sp_minute minute_at(const ride *r, double minutes) { return r->t->from + sp_to_i64(sp_rint(minutes)); }
static bool going_home(const ride *r) { return sp_ride_goes_home(r); }
/* Nobody moves while riders ride: one grid serves all of them. */
static const sp_near *bodies_of(const ride *r) { return sp_near_build(r->t->world, r->t->from, 6000.0); }
static double length_between(sp_xy a, sp_xy b) { return sp_sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }
static double dark_of(const sp_tick *t, double light) { return 1.0 - sp_clamp(light / t->k->march_light_enough, 0.0, 1.0); }

static int32_t home_of(const sp_world *w, int32_t hq) {
  int32_t f = sp_formation_living(w, w->hq.formation[hq]);
  for (int32_t up = w->hq.superior[hq]; f < 0 && up >= 0; up = w->hq.superior[up]) f = sp_formation_living(w, w->hq.formation[up]);
  return f;
}

static void place_on_plane(sp_world *w, int32_t m) {
  sp_xy at = w->message.leg[m] == SP_NO_LEG ? w->model->node[w->message.node[m]].at : sp_leg_point(w->model, w->message.leg[m], w->message.leg_m[m], NULL);
  w->message.x[m] = at.x;
  w->message.y[m] = at.y;
}

/* ---- where to */

static double leg_minutes(const sp_tick *t, int32_t edge) {
  double minutes = sp_ways_costs(t->world, SP_MOVER_RIDER)->edge_min[edge];
  return minutes < 0.0 ? 1e6 : minutes;
}

/* By the highway; only where none leads, by paths. */
static double rest_of_way(const sp_tick *t, int32_t node, int32_t goal) {
  const sp_route_costs *highway = sp_ways_highway(t->world);
  double minutes = sp_route_minutes(t->world->routes, node, goal, SP_MOVER_WHEELS, highway);
  if (minutes < 0.0) minutes = 1e4 + sp_max(0.0, sp_route_minutes(t->world->routes, node, goal, SP_MOVER_RIDER, sp_ways_costs(t->world, SP_MOVER_RIDER)));
  return node == goal || !highway->node_min || highway->node_min[node] < 0.0 ? minutes : minutes + highway->node_min[node];
}

/* The next leg of his way; false: there is none. */
static bool next_leg(const sp_tick *t, int32_t m, sp_leg *leg) {
  const sp_world *w = t->world;
  int32_t from = w->message.node[m], goal = w->message.goal_node[m];
  sp_key rider = w->message.key[m];
  return sp_route_first(w->routes, from, goal, SP_MOVER_WHEELS, sp_ways_highway(w), rider, leg) ||
         sp_route_first(w->routes, from, goal, SP_MOVER_RIDER, sp_ways_costs(w, SP_MOVER_RIDER), rider, leg) || sp_ride_sea_leg(t, m, leg);
}

/* How far off this road the spot lies that he rides to; a great way when it cannot be on it: who is on a road has no farther
 * from end to end than the road is long. */
static double goal_off_m(const sp_tick *t, int32_t m, int32_t edge, double *along_m) {
  const sp_message_columns *c = &t->world->message;
  const sp_edge *e = &t->model->edge[edge];
  sp_xy goal = {c->goal_x[m], c->goal_y[m]};
  bool ends = e->node[0] == c->goal_node[m] || e->node[1] == c->goal_node[m];
  double off = 1e12;
  if (ends || length_between(goal, t->model->node[e->node[0]].at) + length_between(goal, t->model->node[e->node[1]].at) <= e->length_m + 2.0 * AT_SPOT_M) *along_m = sp_edge_nearest_m(t->model, edge, goal, &off);
  return off;
}

static bool goal_on_edge(const sp_tick *t, int32_t m, int32_t edge, double *along_m) { return goal_off_m(t, m, edge, along_m) < AT_SPOT_M; }

/* In the middle of a road: on, or back, whichever is nearer to the goal. */
static void choose_direction(sp_tick *t, int32_t m) {
  sp_message_columns *c = &t->world->message;
  sp_leg leg = c->leg[m];
  if (leg == SP_NO_LEG) return;
  int32_t edge = sp_leg_edge(leg);
  double length = t->model->edge[edge].length_m, along = c->leg_m[m], spot;
  double whole = sp_ways_costs(t->world, SP_MOVER_WHEELS)->edge_min[edge], share = length > 0.0 ? along / length : 0.0;
  if (whole < 0.0) whole = leg_minutes(t, edge);
  bool back;
  if (goal_on_edge(t, m, edge, &spot)) back = (sp_leg_backward(leg) ? length - spot : spot) < along;
  else back = share * whole + rest_of_way(t, sp_leg_start(t->model, leg), c->goal_node[m]) < (1.0 - share) * whole + rest_of_way(t, sp_leg_end(t->model, leg), c->goal_node[m]);
  if (!back) return;
  c->leg[m] = leg ^ 1u;
  c->leg_m[m] = length - along;
  c->node[m] = sp_leg_end(t->model, c->leg[m]);
}

static void start_from(sp_tick *t, int32_t m, int32_t f) {
  sp_world *w = t->world;
  if (w->formation.leg_count[f] > 0) {
    sp_leg leg;
    sp_column_spot(w, f, sp_column_chief_m(w, f), &leg, &w->message.leg_m[m]);
    w->message.leg[m] = leg;
    w->message.node[m] = sp_leg_end(w->model, leg);
  } else {
    w->message.leg[m] = SP_NO_LEG;
    w->message.node[m] = w->formation.node[f] >= 0 ? w->formation.node[f] : sp_nearest_node(w->model, (sp_xy){w->formation.head_x[f], w->formation.head_y[f]});
  }
  choose_direction(t, m);
  place_on_plane(w, m);
}

/* A spot of a column, so far from its tail, by now minutes into the tick: it goes on meanwhile. */
static sp_xy spot_by(const sp_world *w, int32_t f, double at_m, double now) {
  if (w->formation.leg_count[f] <= 0) return (sp_xy){w->hq.x[w->formation.hq[f]], w->hq.y[w->formation.hq[f]]};
  sp_leg leg;
  double along;
  sp_column_spot(w, f, at_m + now * sp_column_pace_m_min(w, f), &leg, &along);
  return sp_leg_point(w->model, leg, along, NULL);
}

static sp_xy chief_by(const ride *r) { return spot_by(r->t->world, r->target, sp_column_chief_m(r->t->world, r->target), r->now); }

/* He has been told where the commander is, or was when he was so far back on his way. */
static void aim_behind(sp_tick *t, int32_t m, int32_t f, double behind_m) {
  sp_world *w = t->world;
  sp_xy at = {w->hq.x[w->formation.hq[f]], w->hq.y[w->formation.hq[f]]};
  int32_t node = w->formation.node[f];
  if (w->formation.leg_count[f] > 0) {
    sp_leg leg;
    double along;
    sp_column_spot(w, f, sp_column_chief_m(w, f) - behind_m, &leg, &along);
    at = sp_leg_point(w->model, leg, along, NULL);
    node = along * 2.0 < sp_leg_length(w->model, leg) ? sp_leg_start(w->model, leg) : sp_leg_end(w->model, leg);
  }
  w->message.goal_node[m] = node >= 0 ? node : sp_nearest_node(w->model, at);
  w->message.goal_x[m] = at.x;
  w->message.goal_y[m] = at.y;
  choose_direction(t, m);
}

static void aim_at(sp_tick *t, int32_t m, int32_t f) { aim_behind(t, m, f, 0.0); }

/* ---- mounting */

static bool not_left(const sp_world *w, int32_t m) { return w->message.first_strength[m] < 0 && w->message.node[m] < 0 && w->message.leg[m] == SP_NO_LEG; }

static bool mount(sp_tick *t, int32_t m) {
  sp_world *w = t->world;
  int32_t from = w->message.from_hq[m], f = sp_formation_living(w, w->hq.formation[from]);
  int32_t s = f >= 0 && !sp_at_sea(w, f) ? sp_ride_pick_man(w, f) : -1;
  if (s < 0 || sp_transfer(w, s, sp_in_formation(f), sp_in_message(m), SP_RANK_SOLDIER, 1, SP_CAUSE_RODE_OFF) != 1) {
    w->message.sent[m] = sp_max_i64(w->message.sent[m], t->to); /* nobody to send, or the sea about him: he leaves when there is */
    return false;
  }
  start_from(t, m, f);
  sp_paper_emit(w, SP_EVENT_RIDER_LEAVES, m, sp_hq_formation_key(w, from), sp_hq_formation_key(w, w->message.to_hq[m]), w->message.sent[m], 0.0);
  return true;
}

/* ---- ends */

static void mark(ride *r, int64_t *field, sp_event_type type, double minutes) {
  sp_world *w = r->t->world;
  if (minutes < 0.0 || *field || going_home(r)) return;
  *field = minute_at(r, minutes);
  if (*field <= r->t->to) sp_paper_emit(w, type, r->m, sp_hq_formation_key(w, w->message.to_hq[r->m]), sp_hq_formation_key(w, w->message.from_hq[r->m]), *field, 0.0);
}

static void turn_home(ride *r) {
  sp_world *w = r->t->world;
  int32_t home = home_of(w, w->message.from_hq[r->m]);
  w->message.state[r->m] = SP_MESSAGE_RETURNING;
  w->message.returning[r->m] = 1;
  w->message.searching_until[r->m] = 0;
  r->target = home;
  r->gone = false;
  if (home >= 0) aim_at(r->t, r->m, home);
}

static void arrive(ride *r, double minutes) {
  sp_world *w = r->t->world;
  sp_minute minute = sp_max_i64(minute_at(r, minutes), w->message.sent[r->m]);
  if (!going_home(r)) {
    sp_paper_deliver(w, r->m, minute);
    return;
  }
  int32_t to = w->message.to_hq[r->m], from = w->message.from_hq[r->m];
  bool in_vain = w->message.kind[r->m] == SP_MESSAGE_ORDER && w->message.order[r->m] >= 0 && !w->message.delivered[r->m] && !w->hq.alive[to];
  if (in_vain) sp_emit(w, (sp_event){.minute = minute, .type = SP_EVENT_ORDER_REFUSED, .side = w->hq.side[from], .node = -1, .subject = sp_hq_formation_key(w, to), .a = w->message.order[r->m], .b = SP_REFUSED_GONE, .x_m = w->hq.x[from], .y_m = w->hq.y[from]});
  sp_transfer_all(w, sp_in_message(r->m), sp_in_formation(r->target), SP_CAUSE_RODE_BACK);
  sp_paper_emit(w, SP_EVENT_RIDER_BACK, r->m, sp_hq_formation_key(w, w->message.from_hq[r->m]), 0, minute, 0.0);
  sp_paper_close(w, r->m);
}

static void give_up(ride *r) {
  sp_world *w = r->t->world;
  sp_paper_emit(w, SP_EVENT_RIDER_LOST, r->m, sp_hq_formation_key(w, w->message.from_hq[r->m]), sp_hq_formation_key(w, w->message.to_hq[r->m]), minute_at(r, r->now), 0.0);
  turn_home(r);
}

/* ---- being taken */

static int32_t captor_near(const ride *r, sp_xy at, double *rate) {
  const sp_world *w = r->t->world;
  int32_t best = -1;
  *rate = 0.0;
  int32_t edge = w->message.leg[r->m] == SP_NO_LEG ? -1 : sp_leg_edge(w->message.leg[r->m]);
  int32_t region = edge >= 0 ? w->model->edge[edge].region : w->model->node[w->message.node[r->m]].region;
  sp_cover cover = (sp_cover)(edge >= 0 ? w->model->edge[edge].cover : w->model->node[w->message.node[r->m]].cover);
  for (int32_t side = 0; side < w->model->side_count; side++) {
    if (side == w->hq.side[w->message.from_hq[r->m]]) continue;
    sp_near_walk walk = sp_near_about(bodies_of(r), side, at, r->t->k->rider_caught_reach_m);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
      if (w->formation.mounted[f] <= 0 || length_between(at, sp_near_middle(w, f)) - sp_near_radius(w, f) > r->t->k->rider_caught_reach_m) continue;
      double one = sp_calc_caught_per_min(r->t->k, sp_column_distance_m(w, f, at, NULL), (double)w->formation.mounted[f], w->region.light[region], cover);
      if (one > *rate || (best >= 0 && one == *rate && w->formation.key[f] < w->formation.key[best])) {
        *rate = one;
        best = f;
      }
    }
  }
  int32_t ring = -1;
  double posts = sp_ring_caught_per_min(w, at, w->hq.formation[w->message.from_hq[r->m]], w->hq.side[w->message.from_hq[r->m]], w->region.light[region], &ring);
  *rate += posts;
  return best >= 0 ? best : ring;
}

static void read_one(ride *r, int32_t hq, double x, double y, int32_t men, double sigma, sp_minute seen, uint32_t ordinal, uint32_t *claimed) {
  sp_world *w = r->t->world;
  int32_t report = sp_row_new(w, SP_TABLE_REPORT, sp_key_born(sp_key_pair(w->hq.key[hq], w->message.key[r->m]), seen, PURPOSE_READ, ordinal));
  if (report < 0) return;
  sp_report_columns *c = &w->report;
  c->holders[report] = 1;
  c->observer[report] = hq;
  c->seen[report] = seen;
  c->kind[report] = SP_REPORT_READ;
  c->side[report] = w->hq.side[w->message.from_hq[r->m]];
  c->x[report] = x;
  c->y[report] = y;
  c->node[report] = sp_nearest_node(w->model, (sp_xy){x, y});
  c->men[report] = men;
  c->sigma[report] = sigma;
  c->error_m[report] = r->t->k->rider_read_error_m;
  c->heading_deg[report] = -1.0;
  c->horse[report] = 1;
  c->goal_node[report] = -1;
  bool fresh;
  int32_t contact = sp_belief_learn(w, hq, report, minute_at(r, r->now), *claimed, &fresh);
  *claimed |= sp_belief_bit(contact);
  if (contact >= 0) w->hq.report_due[hq] = 1;
  sp_report_release(w, report);
}

/* What the paper tells the enemy: where its sender thought the recipient, and what it says of his own side. */
static void read_paper(ride *r, int32_t captor) {
  sp_world *w = r->t->world;
  int32_t hq = w->formation.hq[captor], from = w->message.from_hq[r->m];
  uint32_t claimed = 0;
  for (int i = 0; i < 4; i++) {
    int32_t said = w->message.report[r->m * 4 + i];
    if (said >= 0 && w->report.side[said] == w->hq.side[from])
      read_one(r, hq, w->report.x[said], w->report.y[said], w->report.men[said], w->report.sigma[said] + r->t->k->rider_read_sigma, w->report.seen[said], (uint32_t)i, &claimed);
  }
  int32_t c = sp_belief_friend(w, from, sp_hq_formation_key(w, w->message.to_hq[r->m]));
  int32_t known = c >= 0 ? w->contact.report[c] : -1;
  if (known >= 0) read_one(r, hq, w->report.x[known], w->report.y[known], w->report.men[known], w->report.sigma[known] + r->t->k->rider_read_sigma, w->report.seen[known], 4, &claimed);
}

/* Whether any enemy horse stands near enough to matter before the tick is over. */
static bool peril(const ride *r) {
  const sp_world *w = r->t->world;
  if (!r->enemies) return false;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++)
    if (w->wall.ring[i] > 0.0) return true; /* few wars have one: it is looked at when he comes there */
  sp_xy at = {w->message.x[r->m], w->message.y[r->m]};
  double reach = r->t->k->rider_caught_reach_m + (r->end - r->now) * r->t->k->rider_m_min * sp_max(1.0, r->luck);
  const sp_near *bodies = bodies_of(r);
  uint32_t others = sp_near_others(bodies, w->hq.side[w->message.from_hq[r->m]], at, reach);
  for (int32_t side = 0; others && side < w->model->side_count; side++) {
    if (!(others >> side & 1u)) continue;
    sp_near_walk walk = sp_near_about(bodies, side, at, reach);
    for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk))
      if (w->formation.mounted[f] > 0 && length_between(at, sp_near_middle(w, f)) - sp_near_radius(w, f) <= reach) return true;
  }
  return false;
}

/* At every fifth minute of the clock. true: he is taken. */
static bool taken(ride *r, double minutes) {
  sp_world *w = r->t->world;
  if (!r->in_peril) return false;
  place_on_plane(w, r->m);
  double rate;
  int32_t captor = captor_near(r, (sp_xy){w->message.x[r->m], w->message.y[r->m]}, &rate);
  if (captor < 0) return false;
  sp_dice once = once_only(r);
  double u = sp_uniform(&once, sp_key_born(w->message.key[r->m], minute_at(r, r->now), 0, 0), SP_STREAM_RIDER_CAUGHT, 0);
  if (u >= sp_hazard(rate, minutes)) return false;
  sp_paper_emit(w, SP_EVENT_RIDER_CAUGHT, r->m, sp_hq_formation_key(w, w->message.from_hq[r->m]), w->formation.key[captor], minute_at(r, r->now), 0.0);
  if (!going_home(r)) read_paper(r, captor);
  sp_transfer_all(w, sp_in_message(r->m), sp_on_line(SP_LINE_CAPTURED), SP_CAUSE_RIDER_TAKEN);
  sp_paper_close(w, r->m);
  return true;
}

/* To the next fifth minute of the clock, or to the tick's end. */
static double step_of(const ride *r) {
  double into = (double)(r->t->from % SUB_MIN) + r->now;
  double next = (sp_floor(into / SUB_MIN + 1e-9) + 1.0) * SUB_MIN - into;
  return sp_min(next, r->end - r->now);
}

/* He waits, asks or wades until then. false: he is taken. */
static bool stay(ride *r, double until) {
  while (r->now < until - 1e-9) {
    double step = step_of(r), left = until - r->now;
    r->now += sp_min(step, left);
    if (step <= left && minute_at(r, r->now) % SUB_MIN == 0 && taken(r, (double)SUB_MIN)) return false;
  }
  return true;
}

/* ---- asking */

/* Whom he can see he need not ask for. */
static bool sees_him(const ride *r) {
  const sp_world *w = r->t->world;
  sp_xy here = {w->message.x[r->m], w->message.y[r->m]};
  int32_t region = sp_formation_region(w, r->target);
  double sight = sp_calc_visibility_m(r->t->k, w->region.light[region], w->region.rain_mm_h[region], w->region.fog_m[region], 0.0);
  return sp_column_distance_m(w, r->target, here, NULL) < sp_min(sight, r->t->k->sighting_told_m);
}

/* false: he is there after all, and his ride is over. */
static bool ask_the_way(ride *r) {
  sp_world *w = r->t->world;
  place_on_plane(w, r->m);
  if (!r->gone && length_between((sp_xy){w->message.x[r->m], w->message.y[r->m]}, chief_by(r)) < SP_PAPER_NEAR_M) {
    arrive(r, r->now);
    return false;
  }
  if (!r->gone && sees_him(r)) {
    sp_ride_trace_wait(r, "asks", 1.0);
    r->now += 1.0; /* a look about him */
    aim_at(r->t, r->m, r->target);
    return true;
  }
  sp_dice once = once_only(r);
  sp_minute begun = minute_at(r, r->now);
  double u = sp_uniform(&once, sp_key_born(w->message.key[r->m], begun, 1, 0), SP_STREAM_RIDER_SEARCH, 0);
  double minutes = sp_exponential_of(u, 1.0 / r->t->k->rider_search_per_min);
  w->message.searching_until[r->m] = begun + sp_max_i64(1, sp_to_i64(sp_rint(minutes)));
  if (!going_home(r)) w->message.state[r->m] = SP_MESSAGE_SEARCHING;
  return true;
}

static void follow_wrong_way(ride *r, double u) {
  sp_world *w = r->t->world;
  sp_leg leg = w->message.leg[r->m];
  int32_t node = leg == SP_NO_LEG ? w->message.node[r->m] : sp_leg_end(w->model, leg);
  int32_t ways = w->model->node[node].edge_count;
  if (ways > 0) {
    int32_t pick = sp_min_i32(ways - 1, sp_to_i32(u * (double)ways));
    sp_half_edge way = w->model->half_edge[w->model->node[node].first_edge + pick];
    if (w->model->edge[sp_leg_edge(way.leg)].road_class != SP_ROAD_SEA) node = way.to;
  }
  w->message.goal_node[r->m] = node;
  w->message.goal_x[r->m] = w->model->node[node].at.x;
  w->message.goal_y[r->m] = w->model->node[node].at.y;
  choose_direction(r->t, r->m);
}

/* A body of his side that stands about here, other than the two: what its headquarters believes; -1: nobody knows. */
static int32_t friends_belief(const ride *r) {
  const sp_world *w = r->t->world;
  sp_xy here = {w->message.x[r->m], w->message.y[r->m]};
  int32_t best = -1;
  double least = r->t->k->sighting_told_m;
  sp_near_walk walk = sp_near_about(bodies_of(r), w->hq.side[w->message.from_hq[r->m]], here, least);
  for (int32_t f = sp_near_next(&walk); f >= 0; f = sp_near_next(&walk)) {
    if (f == r->target || w->formation.hq[f] == w->message.from_hq[r->m]) continue;
    double off = sp_column_distance_m(w, f, here, NULL);
    int32_t c = off > least ? -1 : sp_belief_friend(w, w->formation.hq[f], w->formation.key[r->target]);
    if (c < 0 || (best >= 0 && off == least && w->report.key[w->contact.report[c]] > w->report.key[best])) continue;
    least = off;
    best = w->contact.report[c];
  }
  return best;
}

/* Word of a column goes from mouth to mouth at the pace of people on the road: the farther off it is, the older is what
 * they say, and so far back on its way they say it is. */
static double heard_behind_m(const ride *r, double u) {
  const sp_world *w = r->t->world;
  int32_t f = r->target;
  sp_xy here = {w->message.x[r->m], w->message.y[r->m]};
  double distance = sp_min(length_between(here, spot_by(w, f, 0.0, r->now)), length_between(here, spot_by(w, f, w->formation.extent_m[f], r->now)));
  double age = sp_exponential_of(u, distance / r->t->k->rider_news_m_min);
  bool moves = w->formation.activity[f] == SP_MARCHING || w->formation.activity[f] == SP_WAITING_TO_CROSS;
  double rested = moves ? 0.0 : sp_max(0.0, (double)(minute_at(r, r->now) - w->formation.ready_minute[f]));
  return r->t->k->march_foot_m_min * sp_max(0.0, age - rested);
}

static void hear_the_way(ride *r) {
  sp_world *w = r->t->world;
  int32_t m = r->m, node = w->message.leg[m] == SP_NO_LEG ? w->message.node[m] : sp_leg_end(w->model, w->message.leg[m]);
  w->message.searching_until[m] = 0;
  if (r->gone) {
    give_up(r);
    return;
  }
  if (going_home(r)) {
    aim_at(r->t, m, r->target);
    return;
  }
  w->message.state[m] = SP_MESSAGE_RIDING;
  int32_t believed = friends_belief(r);
  if (believed >= 0 && w->report.seen[believed] > w->message.told_seen[m]) {
    w->message.told_seen[m] = w->report.seen[believed];
    sp_xy at = sp_belief_friend_at(w, believed, minute_at(r, r->now), &w->message.goal_node[m]);
    w->message.goal_x[m] = at.x;
    w->message.goal_y[m] = at.y;
    choose_direction(r->t, m);
    return;
  }
  sp_dice once = once_only(r);
  sp_draw4 draw = sp_draw(&once, sp_key_born(w->message.key[m], minute_at(r, r->now), 2, 0), SP_STREAM_RIDER_SEARCH, 1);
  double dark = dark_of(r->t, w->region.light[w->model->node[node].region]);
  double right = r->t->k->rider_ask_right * (1.0 - 0.5 * dark);
  if (sp_unit53(draw.word[0], draw.word[1]) < right) aim_behind(r->t, m, r->target, heard_behind_m(r, sp_unit53(draw.word[2], draw.word[3])) - r->now * sp_column_pace_m_min(w, r->target));
  else follow_wrong_way(r, sp_unit53(draw.word[2], draw.word[3]));
}

/* ---- at a node */

/* Minutes over the river that lies between him at a node and that leg; negative: he cannot pass now. */
static double passage_min(const ride *r, int32_t node, sp_leg leg) {
  const sp_model *m = r->t->model;
  int32_t c = m->node[node].crossing;
  uint8_t from = r->t->world->message.bank[r->m], to = sp_leg_bank(m, leg, false);
  if (c < 0 || !from || !to || from == to) return 0.0;
  return sp_passage_rider_min(r->t->world, c, r->on_foot);
}

/* The road out of this node on which the spot lies that he rides to, when it is not the node itself. */
static sp_leg last_leg(const ride *r, int32_t node) {
  const sp_model *m = r->t->model;
  const sp_message_columns *c = &r->t->world->message;
  sp_xy goal = {c->goal_x[r->m], c->goal_y[r->m]};
  sp_leg best = SP_NO_LEG;
  double least = length_between(goal, m->node[node].at);
  if (least < AT_SPOT_M) return SP_NO_LEG;
  for (int32_t h = m->node[node].first_edge; h < m->node[node].first_edge + m->node[node].edge_count; h++) {
    int32_t edge = sp_leg_edge(m->half_edge[h].leg);
    double along, off = m->edge[edge].road_class == SP_ROAD_SEA ? AT_SPOT_M : goal_off_m(r->t, r->m, edge, &along);
    if (off < AT_SPOT_M && off < least) {
      least = off;
      best = m->half_edge[h].leg;
    }
  }
  return best;
}

/* Black night on ground half known: he may lose the way once on each road. */
static void may_lose_way(ride *r, sp_leg leg) {
  sp_world *w = r->t->world;
  const sp_edge *e = &w->model->edge[sp_leg_edge(leg)];
  double dark = dark_of(r->t, w->region.light[e->region]);
  if (dark <= 0.01) return;
  int32_t f = w->hq.formation[w->message.from_hq[r->m]];
  double rate = r->t->k->rider_lost_per_h / 60.0 * dark * 2.0 * (1.0 - sp_clamp(w->formation.knows_ground[f], 0.0, 1.0));
  sp_dice once = once_only(r);
  sp_draw4 draw = sp_draw(&once, sp_key_pair(w->message.key[r->m], sp_key_born(e->key, minute_at(r, r->now), 0, 0)), SP_STREAM_RIDER_LOST, 0);
  if (sp_unit53(draw.word[0], draw.word[1]) >= sp_hazard(rate, leg_minutes(r->t, sp_leg_edge(leg)) * 2.0)) return;
  double astray = sp_lognormal_of(sp_unit53(draw.word[2], draw.word[3]), r->t->k->rider_lost_min, r->t->k->rider_lost_sigma);
  w->message.searching_until[r->m] = minute_at(r, r->now) + sp_max_i64(1, sp_to_i64(sp_rint(astray)));
}

static bool inside_column_at(ride *r, int32_t node) {
  const sp_world *w = r->t->world;
  double at;
  if (!sp_column_measure_node(w, r->target, node, &at)) return false;
  double frame = at - sp_column_pace_m_min(w, r->target) * r->now;
  return frame >= -1.0 && frame <= w->formation.extent_m[r->target] + 1.0;
}

static void take_leg(ride *r, sp_leg leg) {
  sp_world *w = r->t->world;
  w->message.leg[r->m] = leg;
  w->message.leg_m[r->m] = 0.0;
  w->message.node[r->m] = sp_leg_end(w->model, leg);
  w->message.bank[r->m] = 0;
}

/* Over the river, if one lies before it, and onto the leg. false: he is taken while he waits for the water. */
static bool go_over(ride *r, int32_t node, sp_leg leg) {
  sp_world *w = r->t->world;
  bool lane = sp_ride_is_lane(w->model, leg);
  double passage = lane ? (sp_ride_puts_out(r, leg) ? 0.0 : -1.0) : passage_min(r, node, leg);
  if (passage < 0.0) {
    sp_ride_trace_wait(r, lane ? "boat" : "ford", step_of(r));
    return stay(r, r->now + step_of(r));
  }
  if (!lane) may_lose_way(r, leg);
  take_leg(r, leg);
  if (passage < 0.5) return true;
  sp_minute from = sp_max_i64(w->message.searching_until[r->m], minute_at(r, r->now));
  w->message.searching_until[r->m] = from + sp_to_i64(sp_rint(passage));
  return true;
}

/* false: his ride is over. */
static bool at_node(ride *r) {
  sp_world *w = r->t->world;
  int32_t m = r->m, node = w->message.node[m], f = r->target;
  sp_xy here = w->model->node[node].at;
  bool stands_here = w->formation.leg_count[f] <= 0 && w->formation.node[f] == node;
  if (!r->gone && (stands_here || length_between(here, (sp_xy){w->hq.x[w->formation.hq[f]], w->hq.y[w->formation.hq[f]]}) < SP_PAPER_NEAR_M)) {
    mark(r, &w->message.reached_tail[m], SP_EVENT_RIDER_AT_TAIL, stands_here ? r->now : -1.0);
    mark(r, &w->message.reached_middle[m], SP_EVENT_RIDER_AT_MIDDLE, stands_here ? r->now : -1.0);
    mark(r, &w->message.reached_head[m], SP_EVENT_RIDER_AT_HEAD, stands_here ? r->now : -1.0);
    arrive(r, r->now);
    return false;
  }
  if (!r->gone && inside_column_at(r, node)) {
    double at = 0.0, along;
    sp_leg leg;
    (void)sp_column_measure_node(w, f, node, &at);
    sp_column_spot(w, f, at, &leg, &along);
    w->message.leg[m] = leg;
    w->message.leg_m[m] = along;
    w->message.node[m] = sp_leg_end(w->model, leg);
    return true;
  }
  if (node == w->message.goal_node[m]) {
    sp_leg last = last_leg(r, node);
    return last == SP_NO_LEG ? ask_the_way(r) : go_over(r, node, last);
  }
  /* A camp half-way along a road has no node of its own: the nearest may be one of the fields beside it. */
  sp_leg leg = last_leg(r, node);
  return leg != SP_NO_LEG || next_leg(r->t, m, &leg) ? go_over(r, node, leg) : ask_the_way(r);
}

/* ---- on the road */

static double pace_on(const ride *r, sp_leg leg) {
  if (sp_ride_is_lane(r->t->model, leg)) return sp_ride_sea_m_min(r, leg);
  const sp_world *w = r->t->world;
  int32_t f = w->hq.formation[w->message.from_hq[r->m]];
  sp_stretch stretch = sp_stretch_on(w, sp_leg_edge(leg), w->formation.knows_ground[f]);
  double pace = sp_lore_rider_m_min(r->t->k, &stretch, w->message.ridden_min[r->m] / 60.0) * r->luck;
  return r->on_foot ? pace * (r->t->k->rider_on_foot_m_min / r->t->k->rider_m_min) : pace;
}

/* The column that he seeks, when it lies on this road ahead of him or about him. */
static sp_meeting meeting_ahead(const ride *r, double pace, double *frame_m) {
  const sp_world *w = r->t->world;
  int32_t m = r->m, f = r->target;
  sp_meeting none = {.meets = false};
  int direction;
  double at, extent = w->formation.extent_m[f], speed = sp_column_pace_m_min(w, f);
  if (r->gone || !sp_column_measure(w, f, w->message.leg[m], w->message.leg_m[m], &at, &direction)) return none;
  at -= speed * r->now;
  /* He was in it already, and it did not march as it was expected to. */
  bool was_in = w->message.reached_tail[m] || w->message.reached_middle[m] || w->message.reached_head[m];
  if ((was_in && !going_home(r) && at > -500.0 && at < extent + 500.0) || (at > -1.0 && at < extent + 1.0)) at = sp_clamp(at, 0.0, extent);
  *frame_m = at;
  sp_meet_query q = {.at_m = at, .direction = direction, .rider_m_min = pace, .inside_m_min = pace * r->t->k->rider_inside, .extent_m = extent, .chief_m = sp_column_chief_m(w, f), .column_m_min = speed};
  return sp_meet_column(&q);
}

static void move_in_column(ride *r, const sp_meeting *meet, double frame_m, double pace, double step) {
  sp_world *w = r->t->world;
  int32_t f = r->target;
  double speed = sp_column_pace_m_min(w, f), extent = w->formation.extent_m[f];
  double from = meet->enter_min > 0.0 ? (meet->direction > 0 ? 0.0 : extent) : frame_m;
  double relative = pace * r->t->k->rider_inside - (double)meet->direction * speed;
  double at = sp_clamp(from + (double)meet->direction * relative * (step - meet->enter_min), 0.0, extent) + speed * (r->now + step), along;
  sp_leg leg;
  sp_column_spot(w, f, at, &leg, &along);
  bool back = meet->direction < 0;
  w->message.leg[r->m] = back ? leg ^ 1u : leg;
  w->message.leg_m[r->m] = back ? sp_leg_length(w->model, leg) - along : along;
  w->message.node[r->m] = sp_leg_end(w->model, w->message.leg[r->m]);
}

static void pass_marks(ride *r, const sp_meeting *meet, double frame_m, double until) {
  sp_message_columns *c = &r->t->world->message;
  /* The column drew out, or closed up, between two steps, and its middle slipped by him. */
  double middle = 0.5 * r->t->world->formation.extent_m[r->target];
  bool slipped = meet->direction > 0 ? c->reached_tail[r->m] && frame_m > middle : c->reached_head[r->m] && frame_m < middle;
  if (slipped) mark(r, &c->reached_middle[r->m], SP_EVENT_RIDER_AT_MIDDLE, r->now);
  if (meet->tail_min >= 0.0 && meet->tail_min <= until) mark(r, &c->reached_tail[r->m], SP_EVENT_RIDER_AT_TAIL, r->now + meet->tail_min);
  if (meet->middle_min >= 0.0 && meet->middle_min <= until) mark(r, &c->reached_middle[r->m], SP_EVENT_RIDER_AT_MIDDLE, r->now + meet->middle_min);
  if (meet->head_min >= 0.0 && meet->head_min <= until) mark(r, &c->reached_head[r->m], SP_EVENT_RIDER_AT_HEAD, r->now + meet->head_min);
}

/* false: his ride is over. */
static bool on_leg(ride *r) {
  sp_world *w = r->t->world;
  int32_t m = r->m;
  sp_leg leg = w->message.leg[m];
  double pace = pace_on(r, leg), step = step_of(r), frame = 0.0;
  sp_meeting meet = meeting_ahead(r, pace, &frame);
  if (meet.meets && meet.chief_min <= step) {
    pass_marks(r, &meet, frame, 1e9); /* the word runs on along the column when the commander has it */
    move_in_column(r, &meet, frame, pace, meet.chief_min);
    sp_ride_trace_piece(r, leg, meet.chief_min);
    w->message.ridden_min[m] += meet.chief_min;
    arrive(r, r->now + meet.chief_min);
    return false;
  }
  double rode = step;
  if (meet.meets && meet.enter_min <= step) {
    pass_marks(r, &meet, frame, step);
    move_in_column(r, &meet, frame, pace, step);
  } else {
    double length = sp_leg_length(w->model, leg), spot, stop = length;
    bool at_spot = goal_on_edge(r->t, m, sp_leg_edge(leg), &spot);
    if (at_spot) {
      spot = sp_leg_backward(leg) ? length - spot : spot;
      at_spot = spot >= w->message.leg_m[m] - AT_SPOT_M && spot < length - 1.0;
      if (at_spot) stop = sp_max(spot, w->message.leg_m[m]);
    }
    double left = (stop - w->message.leg_m[m]) / pace;
    if (left <= step) {
      rode = sp_max(left, 0.0);
      w->message.leg_m[m] = stop;
      if (!at_spot) {
        w->message.leg[m] = SP_NO_LEG;
        w->message.bank[m] = sp_leg_bank(w->model, leg, true);
      }
    } else w->message.leg_m[m] += pace * step;
    if (left <= step && at_spot) {
      sp_ride_trace_piece(r, leg, rode);
      r->now += rode;
      w->message.ridden_min[m] += rode;
      return ask_the_way(r);
    }
  }
  sp_ride_trace_piece(r, leg, rode);
  r->now += rode;
  if (sp_ride_is_lane(r->t->model, leg)) return rode < step || !sp_ride_goes_down(r, leg, minute_at(r, r->now));
  w->message.ridden_min[m] += rode;
  bool on_the_clock = rode >= step && minute_at(r, r->now) % SUB_MIN == 0;
  return !on_the_clock || !taken(r, (double)SUB_MIN);
}

/* ---- the rule */

/* For those who ask: in the water, or at the ferry, he has not yet set foot on the leg beyond. */
static const char *why_he_waits(const ride *r) {
  const sp_world *w = r->t->world;
  if (w->message.state[r->m] == SP_MESSAGE_SEARCHING) return "asks";
  sp_leg leg = w->message.leg[r->m];
  bool wades = leg != SP_NO_LEG && w->message.leg_m[r->m] <= 0.0 && w->model->node[sp_leg_start(w->model, leg)].crossing >= 0;
  return wades ? "ford" : "astray";
}

static void ride_on(ride *r) {
  sp_world *w = r->t->world;
  for (int steps = 0; steps < MOST_STEPS && r->now < r->end - 1e-9; steps++) {
    double late = (double)(minute_at(r, r->now) - w->message.sent[r->m]);
    if (!going_home(r) && sp_ride_is_in_vain(r, late)) give_up(r);
    if (r->target < 0) return;
    double waits = (double)(w->message.searching_until[r->m] - r->t->from);
    if (w->message.searching_until[r->m] && waits > r->now) {
      sp_ride_trace_wait(r, why_he_waits(r), sp_min(waits, r->end) - r->now);
      if (!stay(r, sp_min(waits, r->end))) return;
      if (waits > r->end) break;
    }
    if (w->message.searching_until[r->m]) {
      bool asked = w->message.state[r->m] == SP_MESSAGE_SEARCHING || going_home(r);
      if (asked) hear_the_way(r);
      w->message.searching_until[r->m] = 0;
      continue;
    }
    if (!(w->message.leg[r->m] == SP_NO_LEG ? at_node(r) : on_leg(r))) return;
  }
  place_on_plane(w, r->m);
}

/* Marks that lay beyond the commander, reached in a later tick than his. */
static void later_marks(sp_tick *t, int32_t m) {
  sp_world *w = t->world;
  const int64_t minute[3] = {w->message.reached_tail[m], w->message.reached_middle[m], w->message.reached_head[m]};
  static const sp_event_type type[3] = {SP_EVENT_RIDER_AT_TAIL, SP_EVENT_RIDER_AT_MIDDLE, SP_EVENT_RIDER_AT_HEAD};
  for (int i = 0; i < 3; i++)
    if (minute[i] > t->from && minute[i] <= t->to) sp_paper_emit(w, type[i], m, sp_hq_formation_key(w, w->message.to_hq[m]), sp_hq_formation_key(w, w->message.from_hq[m]), minute[i], 0.0);
}

/* Dealt with: the man who brought it may go. true: he rides home now. */
static bool dismissed(ride *r) {
  sp_world *w = r->t->world;
  int32_t m = r->m, to = sp_formation_living(w, w->hq.formation[w->message.to_hq[m]]);
  later_marks(r->t, m);
  bool dealt_with = w->message.acted[m] && w->message.acted[m] <= r->t->from;
  if (!dealt_with && w->hq.alive[w->message.to_hq[m]]) return false;
  if (w->message.first_strength[m] < 0) {
    sp_paper_close(w, m);
    return false;
  }
  if (to >= 0) start_from(r->t, m, to);
  turn_home(r);
  return true;
}

static void ride_one(sp_tick *t, int32_t m, bool enemies) {
  sp_world *w = t->world;
  ride r = {.t = t, .enemies = enemies, .m = m, .end = t->dt_min};
  switch ((sp_message_state)w->message.state[m]) {
    case SP_MESSAGE_FREE:
    case SP_MESSAGE_DONE: return;
    case SP_MESSAGE_IN_STAFF:
      if (!dismissed(&r)) return;
      break;
    case SP_MESSAGE_RIDING:
      if (not_left(w, m)) {
        if (w->message.sent[m] > t->to || !mount(t, m)) return;
        r.now = (double)(w->message.sent[m] - t->from);
      }
      break;
    case SP_MESSAGE_SEARCHING:
    case SP_MESSAGE_RETURNING: break;
  }
  r.target = going_home(&r) ? home_of(w, w->message.from_hq[m]) : w->hq.formation[w->message.to_hq[m]];
  if (r.target < 0) {
    sp_transfer_all(w, sp_in_message(m), sp_on_line(SP_LINE_LOST), SP_CAUSE_RIDER_ASTRAY);
    sp_paper_close(w, m);
    return;
  }
  r.gone = !going_home(&r) && !w->formation.alive[r.target];
  int32_t s = w->message.first_strength[m];
  r.on_foot = s >= 0 && sp_arm_category_of[w->strength.arm[s]] != SP_CATEGORY_MAN_HORSE;
  r.luck = sp_rider_luck(w, m);
  r.in_peril = peril(&r);
  ride_on(&r);
}

typedef struct busy { sp_key key; int32_t message; } busy;

static int by_key(const void *left, const void *right, void *context) {
  (void)context;
  const busy *a = left, *b = right;
  return a->key < b->key ? -1 : a->key > b->key;
}

void sp_rule_rider(sp_tick *t) {
  sp_world *w = t->world;
  sp_array(busy) riders = {0};
  for (int32_t m = 0; m < sp_used(w, SP_TABLE_MESSAGE); m++) {
    bool rides = w->message.state[m] != SP_MESSAGE_FREE && w->message.state[m] != SP_MESSAGE_DONE;
    if (rides && !sp_push(&riders, (busy){w->message.key[m], m})) break;
  }
  if (riders.count && sp_sort(riders.data, riders.count, sizeof *riders.data, by_key, NULL)) {
    bool enemies = sp_near_two_sides(w);
    for (size_t i = 0; i < riders.count; i++) {
      if (i + RIDERS_AHEAD < riders.count) sp_fetch_message(&w->message, riders.data[i + RIDERS_AHEAD].message);
      ride_one(t, riders.data[i].message, enemies);
    }
  }
  sp_array_free(&riders);
}
