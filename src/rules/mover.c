/* mover.c - the one mover: writes where heads and tails are.
 *
 * Models   heads go forward as far as pace, crossing, traffic and enemy allow; tails close up, or wait until
 *          the column has drawn out: the accordion.
 * Reads    speed_m_min, column_m, crossing, crossed_share; scratch march_min, begin_min, turn_min, turn_m, free_m, blocker,
 *          gap_m.
 * Writes   formation.fatigue, node, leg, leg_count, head_leg, head_m, tail_m, extent_m, marched_m, marched_today_min,
 *          blocked, crossing, crossed_share, crossing_since, queue_since, the points on the plane; ford.longest_queue_min; hq.bank, x, y; via and goal bookkeeping on arrival (verb, activity).
 * Emits    CROSSING_BEGINS, CROSSING_HALF, CROSSING_ENDS, TAIL_LEAVES, HEAD_PASSES, TAIL_PASSES, HEAD_ARRIVES, TAIL_ARRIVES, BLOCKED; the minute is the first whole
 *          one by which it has happened.
 * Formula  head: min(pace * time, free way, gap + what the tail ahead does). Chains of blockers are settled front
 *          to back; in a ring of them each has its own gap and no more. Within the tick the head goes evenly, in two pieces where a bank
 *          changes its pace, and stands from when it has come to its end. tail: goes at most traffic_close_up times the pace, towards
 *          head - column length on the march, towards the head at a halt; at a crossing the part on the near bank
 *          closes up to traffic_packed of its length.
 * Sources  traffic.def; contracts: one mover, swept intervals.
 * Leaves out  bodies that leave the road to make way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/banks.h"
#include "world/fetch.h"
#include "world/passage.h"
#include "world/scratch.h"
#include "world/trace.h"

#define OUT_OF_WATER_M 0.25 /* where a tail stands that has just come over */

enum { UNSETTLED = 0, IN_CHAIN = 1, SETTLED = 2, IN_RING = 3 };

static sp_leg *legs_of(const sp_world *w, int32_t i) { return &w->formation.leg[i * SP_LEGS]; }

static void emit(sp_tick *t, int32_t i, sp_event_type type, double into_min, int32_t node, sp_key object, double value) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = sp_minute_into(t, into_min), .type = (uint16_t)type, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .object = object, .value = value, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

/* Names worth telling: places and crossings, not bends and mesh. */
static bool has_name(const sp_model *m, int32_t node) { return m->node[node].place >= 0 || m->node[node].crossing >= 0; }

/* ---- the clock of one tick */

/* The head stands until begin, goes turn_m until turn and the rest until end, and stands again. */
typedef struct head_way {
  double begin, turn, end, turn_m, gone_m;
} head_way;

static head_way head_in_time(const sp_tick *t, int32_t i, double gone, bool stands) {
  const sp_scratch *s = t->world->scratch;
  double begin = s->begin_min[i], march = s->march_min[i], turn = sp_min(s->turn_min[i], march), first = sp_min(s->turn_m[i], gone);
  double rest = march - turn, ahead = gone - first;
  if (stands) rest = sp_min(rest, ahead / sp_max(t->world->formation.speed_m_min[i], 1e-9));
  return (head_way){.begin = begin, .turn = begin + turn, .end = begin + turn + rest, .turn_m = first, .gone_m = gone};
}

static double piece(double from, double to, double way, double of) { return of > 0.0 ? from + (to - from) * sp_min(1.0, way / of) : from; }

static double head_minute(const head_way *h, double way) {
  return way <= h->turn_m && h->turn_m > 0.0 ? piece(h->begin, h->turn, way, h->turn_m) : piece(h->turn, h->end, way - h->turn_m, h->gone_m - h->turn_m);
}

/* A tail's way by the minute: straight between the knots. */
typedef struct tail_way {
  double at_min[10], way_m[10], extent_m;
  int32_t knots;
} tail_way;

static void go_on(tail_way *k, double until, double head_m_min, double tail_m_min) {
  int32_t n = k->knots;
  double minutes = until - k->at_min[n - 1];
  if (minutes <= 0.0) return;
  k->at_min[n] = until;
  k->way_m[n] = k->way_m[n - 1] + tail_m_min * minutes;
  k->extent_m += (head_m_min - tail_m_min) * minutes;
  k->knots++;
}

/* Until then the head goes evenly, and the tail makes for `wanted` behind it: it waits, or closes up, then follows. */
static void keep_behind(tail_way *k, double until, double head_m_min, double pace, double wanted) {
  if (until <= k->at_min[k->knots - 1]) return;
  double now = k->at_min[k->knots - 1], off = k->extent_m - wanted;
  if (off < 0.0) go_on(k, head_m_min > 0.0 ? sp_min(until, now - off / head_m_min) : until, head_m_min, 0.0);
  else if (pace > head_m_min) go_on(k, sp_min(until, now + off / (pace - head_m_min)), head_m_min, pace);
  go_on(k, until, head_m_min, sp_min(head_m_min, pace));
}

/* The minute at which a tail has gone so far; for 0 the minute at which it sets out. */
static double tail_minute(const tail_way *k, double way) {
  for (int32_t n = 1; n < k->knots; n++) {
    if (k->way_m[n] <= 0.0 || k->way_m[n] < way) continue;
    return piece(k->at_min[n - 1], k->at_min[n], way - k->way_m[n - 1], k->way_m[n] - k->way_m[n - 1]);
  }
  return k->at_min[k->knots - 1];
}

/* ---- the tail */

/* How far the tail should be behind the head. */
static double wanted_extent(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  bool on_march = w->formation.activity[i] == SP_MARCHING;
  if (w->formation.crossing[i] >= 0 && (on_march || w->formation.crossed_share[i] < 1.0)) {
    double beyond = 0.0; /* stays so while it is still on the brink */
    (void)sp_head_beyond(w, i, t->model->crossing[w->formation.crossing[i]].node, &beyond);
    if (w->formation.crossed_share[i] >= 1.0) return sp_clamp(beyond - OUT_OF_WATER_M, 0.0, w->formation.column_m[i]); /* the last of them come over, however long the column will be */
    return sp_max(0.0, beyond) + (1.0 - w->formation.crossed_share[i]) * w->formation.column_m[i] * t->k->traffic_packed;
  }
  if (w->formation.activity[i] == SP_WAITING_TO_CROSS) return w->formation.column_m[i] * t->k->traffic_packed;
  if (w->formation.activity[i] == SP_LONG_HALT) return w->formation.column_m[i];
  return on_march ? w->formation.column_m[i] : 0.0;
}

static double tail_pace(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  double pace = w->formation.speed_m_min[i];
  if (pace <= 0.0) { /* the head stands: those behind come on at the pace of foot on this road */
    sp_column column = sp_column_of(w, i);
    sp_going going = {.road = SP_ROAD_ROAD, .light = w->region.light[t->model->node[sp_leg_end(t->model, legs_of(w, i)[0])].region]};
    int32_t e = sp_leg_edge(legs_of(w, i)[0]);
    going.road = (sp_road_class)t->model->edge[e].road_class;
    going.mud = w->region.mud[t->model->edge[e].region * SP_SOIL_COUNT + t->model->edge[e].soil];
    pace = sp_calc_march_m_min(t->k, &column, &going, SP_PACE_ORDINARY, w->formation.fatigue[i]);
  }
  return pace * t->k->traffic_close_up;
}

static void drop_behind(sp_tick *t, int32_t i, double tail_from, const tail_way *walked) {
  sp_world *w = t->world;
  sp_leg *leg = legs_of(w, i);
  double gone = 0.0;
  int32_t dropped = 0;
  while (dropped < w->formation.head_leg[i] && w->formation.tail_m[i] >= sp_leg_length(t->model, leg[dropped])) {
    double length = sp_leg_length(t->model, leg[dropped]);
    gone += length - (dropped == 0 ? tail_from : 0.0);
    int32_t node = sp_leg_end(t->model, leg[dropped]);
    w->formation.tail_m[i] -= length;
    dropped++;
    if (has_name(t->model, node)) emit(t, i, SP_EVENT_TAIL_PASSES, tail_minute(walked, gone), node, 0, 0.0);
  }
  if (!dropped) return;
  int32_t left = w->formation.leg_count[i] - dropped;
  for (int32_t n = 0; n < left; n++) leg[n] = leg[n + dropped];
  w->formation.leg_count[i] = (int16_t)left;
  w->formation.head_leg[i] = (int16_t)(w->formation.head_leg[i] - dropped);
}

/* What lies beyond the last knot is never read. */
static void tail_in_time(const sp_tick *t, int32_t i, double extent, const head_way *h, tail_way *k) {
  const sp_world *w = t->world;
  k->extent_m = extent;
  k->knots = 1;
  k->at_min[0] = k->way_m[0] = 0.0;
  double pace = tail_pace(t, i), column = w->formation.column_m[i], wanted = wanted_extent(t, i);
  double rest_m = h->gone_m - h->turn_m, rest_min = h->end - h->turn;
  keep_behind(k, h->begin, 0.0, pace, column);
  keep_behind(k, h->turn, h->turn > h->begin ? h->turn_m / (h->turn - h->begin) : 0.0, pace, column);
  keep_behind(k, h->end, rest_min > 0.0 ? rest_m / rest_min : 0.0, pace, w->formation.activity[i] == SP_MARCHING ? wanted : column);
  keep_behind(k, t->dt_min, 0.0, pace, wanted);
}

static double move_tail(sp_tick *t, int32_t i, const head_way *h, double extent_before, tail_way *walked) {
  sp_world *w = t->world;
  if (w->formation.leg_count[i] == 0) return 0.0;
  tail_in_time(t, i, extent_before, h, walked);
  double moved = sp_min(walked->way_m[walked->knots - 1], w->formation.extent_m[i]), from = w->formation.tail_m[i];
  if (moved <= 0.0) return 0.0;
  bool whole = moved >= w->formation.extent_m[i] - 1e-6, departs = from <= 0.0 && has_name(t->model, sp_leg_start(t->model, legs_of(w, i)[0]));
  if (departs) emit(t, i, SP_EVENT_TAIL_LEAVES, tail_minute(walked, 0.0), sp_leg_start(t->model, legs_of(w, i)[0]), 0, (double)(sp_minute_into(t, tail_minute(walked, 0.0)) - w->formation.ready_minute[i]));
  w->formation.tail_m[i] += moved;
  w->formation.extent_m[i] = whole ? 0.0 : w->formation.extent_m[i] - moved;
  drop_behind(t, i, from, walked);
  if (whole) {
    w->formation.head_leg[i] = 0;
    w->formation.tail_m[i] = w->formation.head_m[i];
  }
  return moved;
}

/* ---- the head */

/* Way left on the legs held, or as much of it as is more than enough. */
static double way_on_legs(const sp_world *w, int32_t i, double enough) {
  const sp_leg *leg = legs_of(w, i);
  if (w->formation.leg_count[i] == 0) return 0.0;
  double way = -w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i], count = w->formation.leg_count[i]; n < count && way <= enough; n++) way += sp_leg_length(w->model, leg[n]);
  return sp_max(0.0, way);
}

static void move_head(sp_tick *t, int32_t i, const head_way *h, double went_min) {
  sp_world *w = t->world;
  sp_leg *leg = legs_of(w, i);
  double way = h->gone_m;
  if (w->formation.leg_count[i] == 0) return;
  w->formation.node[i] = -1; /* on its first leg, even if another column keeps it from setting out */
  if (way <= 0.0) return;
  double gone = 0.0;
  for (;;) {
    int32_t n = w->formation.head_leg[i];
    double left = sp_leg_length(t->model, leg[n]) - w->formation.head_m[i];
    bool last = n + 1 >= w->formation.leg_count[i];
    if (way - gone <= left + 1e-6 || last) { /* who stops at a bank stands before it, not on the next leg */
      w->formation.head_m[i] += sp_min(way - gone, left);
      break;
    }
    gone += left;
    int32_t node = sp_leg_end(t->model, leg[n]);
    if (has_name(t->model, node)) emit(t, i, SP_EVENT_HEAD_PASSES, head_minute(h, gone), node, 0, 0.0);
    w->formation.head_leg[i] = (int16_t)(n + 1);
    w->formation.head_m[i] = 0.0;
  }
  w->formation.extent_m[i] += way;
  w->formation.marched_m[i] += way;
  w->formation.marched_today_min[i] += went_min;
}

static bool at_end_of_way(const sp_world *w, int32_t i) {
  int32_t n = w->formation.head_leg[i];
  return w->formation.leg_count[i] > 0 && w->formation.route_whole[i] && n + 1 == w->formation.leg_count[i] && w->formation.head_m[i] >= sp_leg_length(w->model, legs_of(w, i)[n]) - 0.01;
}

static void arrive(sp_tick *t, int32_t i, const head_way *h) {
  sp_world *w = t->world;
  uint8_t verb = w->formation.verb[i];
  bool to_place = (verb == SP_VERB_HOLD || verb == SP_VERB_ATTACK || verb == SP_VERB_BRIDGE || verb == SP_VERB_BREAK || verb == SP_VERB_EMBARK || verb == SP_VERB_RAFTS) && w->formation.follow[i] == 0 && w->formation.goal_node[i] >= 0; /* it keeps its order there */
  bool goes = w->formation.activity[i] == SP_MARCHING || (w->formation.activity[i] == SP_HALTED_IN_COLUMN && w->formation.in_contact[i]); /* up to the enemy */
  bool marches = (verb == SP_VERB_MARCH || verb == SP_VERB_CROSS || to_place) && goes;
  bool told_to_rest = (verb == SP_VERB_HALT || verb == SP_VERB_CAMP) && h->gone_m > 0.0; /* in this tick, but it is there already */
  if ((!marches && !told_to_rest) || !at_end_of_way(w, i)) return;
  int32_t node = sp_leg_end(t->model, legs_of(w, i)[w->formation.head_leg[i]]);
  emit(t, i, SP_EVENT_HEAD_ARRIVES, h->end, node, 0, 0.0);
  if (told_to_rest) return;
  if (to_place) w->formation.goal_node[i] = -1;
  else w->formation.verb[i] = SP_VERB_NONE;
  w->formation.ready_minute[i] = sp_minute_into(t, h->end);
  bool astride = w->formation.crossing[i] >= 0 && w->formation.crossed_share[i] < 1.0;
  w->formation.activity[i] = astride ? SP_MARCHING : SP_IN_CAMP; /* the rest must still come over */
}

/* A body whose tail has come up to its head at a node stands there, off the legs. */
static void gather(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (w->formation.extent_m[i] > 0.0 || w->formation.leg_count[i] == 0) return;
  sp_leg leg = legs_of(w, i)[w->formation.head_leg[i]];
  bool at_end = w->formation.head_m[i] >= sp_leg_length(t->model, leg) - 0.01, last = w->formation.head_leg[i] + 1 == w->formation.leg_count[i];
  if (!at_end || !last) return;
  int32_t c = t->model->node[sp_leg_end(t->model, leg)].crossing;
  if (c >= 0 && sp_leg_bank(t->model, leg, true) && sp_passage_fallen(w, c)) return; /* before a broken bridge it stands on its own bank */
  w->formation.node[i] = sp_leg_end(t->model, leg);
  w->hq.bank[i] = c >= 0 ? sp_leg_bank(t->model, leg, true) : 0;
  w->formation.leg_count[i] = 0;
  w->formation.head_leg[i] = 0;
  w->formation.head_m[i] = w->formation.tail_m[i] = 0.0;
}

/* ---- when somebody asks */

/* The crossing whose bank the head stands at or comes to next, -1: none. */
static int32_t crossing_ahead(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  for (int32_t n = w->formation.head_leg[i]; n < w->formation.leg_count[i]; n++) {
    int32_t c = t->model->node[sp_leg_end(t->model, legs_of(w, i)[n])].crossing;
    if (c >= 0) return c;
  }
  return -1;
}

/* Another body that stands astride that river, 0: none. */
static sp_key passing_at(const sp_world *w, int32_t c, int32_t i) {
  for (int32_t j = 0; j < sp_used(w, SP_TABLE_FORMATION); j++)
    if (j != i && w->formation.alive[j] && w->formation.crossing[j] == c && w->formation.crossed_share[j] < 1.0) return w->formation.key[j];
  return 0;
}

/* What kept it from going so far as it meant to; *whom: the body in its way. */
static const char *what_held(const sp_tick *t, int32_t i, double way, bool at_end, sp_key *whom) {
  const sp_world *w = t->world;
  const sp_scratch *s = w->scratch;
  int32_t ahead = s->blocker[i];
  *whom = 0;
  if (w->formation.activity[i] == SP_IN_CAMP || w->formation.verb[i] == SP_VERB_NONE) return "arrived";
  if (at_end) return "way_ends"; /* those it seeks are not where it believed them */
  if (w->formation.activity[i] == SP_WAITING_TO_CROSS || w->formation.queue_since[i]) {
    int32_t c = w->formation.crossing[i] >= 0 ? w->formation.crossing[i] : crossing_ahead(t, i);
    *whom = c >= 0 ? passing_at(w, c, i) : 0;
    return *whom ? "queue" : "water";
  }
  bool passes = s->left[i] >= 0 || (w->formation.crossing[i] >= 0 && w->formation.crossed_share[i] < 1.0);
  if (passes && way >= s->free_m[i] - 0.5) return "passage";
  if (ahead >= 0) {
    *whom = w->formation.key[ahead];
    return w->formation.side[ahead] != w->formation.side[i] ? "enemy" : "traffic";
  }
  if (passes) return "passage";
  if (w->formation.in_contact[i]) return "enemy";
  return w->formation.verb[i] == SP_VERB_FOLLOW ? "keeps_distance" : "meeting";
}

static void trace_road(const sp_tick *t, int32_t i, double meant, double went, double way, bool at_end) {
  sp_trace r = {.minute = t->to, .kind = SP_TRACE_MINUTES, .subject = t->world->formation.key[i], .result = way};
  if (went > 0.0) sp_trace_add(&r, "going", went);
  if (meant - went > 1e-6) sp_trace_add(&r, what_held(t, i, way, at_end, &r.object), meant - went);
  sp_trace_put(t->world, &r);
}

/* ---- one body, once those ahead are settled */

/* The head goes so far: into the water, if it was to step in and those ahead leave it room; else it waits as before. */
static void step_in(sp_tick *t, int32_t i, double way) {
  sp_world *w = t->world;
  const sp_wade *wade = &w->scratch->wade[i];
  int32_t c = w->formation.crossing[i];
  if (c < 0 || !wade->begins) return;
  if (way > w->scratch->turn_m[i] + 1e-6) {
    int32_t node = t->model->crossing[c].node;
    sp_xy at = t->model->node[node].at;
    w->formation.crossing_since[i] = wade->begins;
    w->ford.longest_queue_min[c] = sp_max(w->ford.longest_queue_min[c], wade->waited_min);
    sp_emit(w, (sp_event){.minute = wade->begins, .type = SP_EVENT_CROSSING_BEGINS, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .object = t->model->crossing[c].key, .a = wade->waited_min, .value = wade->depth_m, .x_m = at.x, .y_m = at.y});
    sp_trace_passage(t, i, c, wade->waited_min);
    if (wade->half) sp_tell_half_over(t, i, c, wade->half, wade->depth_m);
    return;
  }
  w->formation.crossing[i] = w->scratch->left[i] = -1;
  w->formation.crossed_share[i] = 0.0;
  w->formation.queue_since[i] = wade->waits_since;
  if (wade->waits_since) w->formation.activity[i] = SP_WAITING_TO_CROSS;
}

static void settle(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  double before = w->formation.extent_m[i], way = sp_min(w->formation.speed_m_min[i] * s->march_min[i], s->free_m[i]);
  int32_t ahead = s->blocker[i];
  bool was_blocked = w->formation.blocked[i] != 0;
  w->formation.blocked[i] = 0;
  if (ahead >= 0) {
    double room = sp_max(0.0, s->gap_m[i] + (s->mark[ahead] == SETTLED && s->mark[i] != IN_RING ? s->head_move_m[ahead] : 0.0));
    if (room < way || s->wade[i].kept) {
      way = sp_min(way, room);
      if (way < 1.0 && !w->formation.in_contact[i]) {
        w->formation.blocked[i] = 1;
        if (!was_blocked) emit(t, i, SP_EVENT_BLOCKED, 0.0, -1, w->formation.key[ahead], 0.0);
      }
    }
  }
  double on_legs = way_on_legs(w, i, way + 1.0);
  way = sp_max(0.0, sp_min(way, on_legs));
  bool at_end = way > 0.0 && way >= on_legs - 1e-6;
  head_way head = head_in_time(t, i, way, at_end || w->formation.activity[i] != SP_MARCHING);
  double went_min = way / sp_max(w->formation.speed_m_min[i], 1e-9);
  step_in(t, i, way);
  move_head(t, i, &head, went_min);
  w->formation.stood_min[i] += sp_max(0.0, s->march_min[i] - went_min);
  arrive(t, i, &head);
  tail_way walked;
  walked.knots = 0;
  double moved = move_tail(t, i, &head, before, &walked);
  s->head_move_m[i] = moved; /* what a follower may count on: the tail's own step */
  bool stands = w->formation.activity[i] == SP_IN_CAMP || w->formation.activity[i] == SP_HALTED_IN_COLUMN;
  if (stands && moved > 0.0 && w->formation.extent_m[i] <= 0.0) {
    int32_t node = w->formation.leg_count[i] ? sp_leg_end(t->model, legs_of(w, i)[w->formation.head_leg[i]]) : w->formation.node[i];
    double into = tail_minute(&walked, moved);
    emit(t, i, SP_EVENT_TAIL_ARRIVES, into, at_end_of_way(w, i) ? node : -1, 0, (double)(sp_minute_into(t, into) - w->formation.ready_minute[i]));
  }
  gather(t, i);
  w->formation.fatigue[i] = sp_clamp(w->formation.fatigue[i] + s->tire_per_min[i] * went_min, 0.0, 1.0); /* who is held up stands */
  if (s->march_min[i] > 0.0 && sp_tracing(w, w->formation.key[i])) trace_road(t, i, s->march_min[i], went_min, way, way >= on_legs - 1e-6);
  s->march_min[i] = went_min;
  s->mark[i] = SETTLED;
}

static void settle_chain(sp_tick *t, int32_t i) {
  sp_scratch *s = t->world->scratch;
  int32_t depth = 0, j = i;
  for (; j >= 0 && s->mark[j] == UNSETTLED; j = s->blocker[j]) {
    s->mark[j] = IN_CHAIN;
    s->stack[depth++] = j;
  }
  /* Each waits for the next, round and round: none may count on another's step. */
  for (int32_t n = depth - 1; j >= 0 && s->mark[j] == IN_CHAIN; n--) s->mark[s->stack[n]] = IN_RING;
  while (depth > 0) settle(t, s->stack[--depth]);
}

/* ---- the plane */

static void place_points(sp_world *w, int32_t i) {
  sp_xy head, tail;
  if (w->formation.leg_count[i] == 0) {
    head = tail = w->model->node[w->formation.node[i]].at;
  } else {
    head = sp_leg_point(w->model, legs_of(w, i)[w->formation.head_leg[i]], w->formation.head_m[i], NULL);
    tail = w->formation.extent_m[i] > 0.0 ? sp_leg_point(w->model, legs_of(w, i)[0], w->formation.tail_m[i], NULL) : head;
  }
  w->formation.head_x[i] = head.x;
  w->formation.head_y[i] = head.y;
  w->formation.tail_x[i] = tail.x;
  w->formation.tail_y[i] = tail.y;
  double back = w->formation.commander_share[i] * w->formation.extent_m[i];
  bool in_front = back <= 0.0 && (w->formation.head_leg[i] > 0 || w->formation.head_m[i] >= w->formation.tail_m[i]);
  sp_xy chief = w->formation.extent_m[i] <= 0.0 || in_front ? head : sp_formation_point(w, i, back);
  w->hq.x[i] = chief.x;
  w->hq.y[i] = chief.y;
}

void sp_rule_mover(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    w->scratch->mark[i] = UNSETTLED;
    w->scratch->head_move_m[i] = 0.0;
  }
  for (int32_t i = 0; i < used; i++) {
    sp_fetch_roads(w, i, used);
    if (!w->formation.alive[i] || w->scratch->mark[i] != UNSETTLED) continue;
    bool still = w->scratch->march_min[i] <= 0.0 && w->formation.extent_m[i] <= 0.0;
    if (still) {
      w->formation.blocked[i] = 0;
      if (w->formation.leg_count[i] > 0) w->formation.node[i] = -1; /* it fell in, and then the day was over */
      w->scratch->mark[i] = SETTLED;
      continue;
    }
    settle_chain(t, i);
  }
  for (int32_t i = 0; i < used; i++) {
    sp_fetch_roads(w, i, used);
    if (!w->formation.alive[i] || (w->scratch->march_min[i] <= 0.0 && w->scratch->head_move_m[i] <= 0.0)) continue;
    place_points(w, i);
    sp_settle_banks(t, i, w->scratch->left[i] >= 0 ? sp_minute_into(t, w->scratch->over_min[i]) : t->to);
  }
}
