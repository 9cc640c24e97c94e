/* march.c - what each body means to do on the road this tick: fall in, march, halt, camp.
 *
 * Models   falling in, the wounded loaded by order, pace by the slowest arm, the day's limits, the long halt, night, exhaustion,
 *          planning of the way, following at a distance; going at an enemy, flight and chase. Sets intent and limits; the mover moves.
 * Reads    verb, goal, pace, light, ground, fatigue, the headquarters' picture (for following).
 * Writes   formation.activity, ready_minute, legs ahead of the head, route_whole, column_m,
 *          speed_m_min; scratch march_min, begin_min, tire_per_min, free_m.
 * Emits    ASSEMBLING, LOADS_WOUNDED, MARCH_BEGINS, HALTED, CAMPED, LONG_HALT, NO_WAY, REVERSED.
 * Formula  src/lore/march.c. In this order: wants to move? may start (hour, light, rest, enemy)?
 *          assemble; march until told otherwise, dark, spent, or the day is done.
 * Sources  march.def (Clausewitz V.11: assembly, pace, long halts; the day's length).
 * Leaves out  march security, foraging on the way, weather halts.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rules/way_plan.h"
#include "world/battle.h"
#include "world/body.h"
#include "world/fetch.h"
#include "shapan/calc_health.h"
#include "world/ride.h"
#include "world/scratch.h"
#include "world/trace.h"
#include "world/wards.h"
#include "world/ways.h"
#include "world/voyage.h"

#define NO_LIMIT_M 1e12
#define WORKS_OFF_M 50.0 /* from the bank, where the head of those who build stands */

static bool wants_to_move(const sp_world *w, int32_t i) {
  switch (w->formation.verb[i]) {
    case SP_VERB_MARCH:
    case SP_VERB_CROSS:
    case SP_VERB_BRIDGE:
    case SP_VERB_EMBARK:
    case SP_VERB_RAFTS:
    case SP_VERB_BREAK: return w->formation.goal_node[i] >= 0;
    case SP_VERB_FOLLOW:
    case SP_VERB_MERGE: return w->formation.follow[i] != 0;
    case SP_VERB_ATTACK:
    case SP_VERB_PURSUE: return w->formation.follow[i] != 0 || w->formation.goal_node[i] >= 0;
    case SP_VERB_HOLD: return w->formation.goal_node[i] >= 0;
    default: return false;
  }
}

static int32_t region_of(const sp_world *w, int32_t i) {
  if (w->formation.leg_count[i] > 0) return w->model->edge[sp_leg_edge(w->formation.leg[i * SP_LEGS + w->formation.head_leg[i]])].region;
  return w->model->node[w->formation.node[i]].region;
}

static void emit(sp_tick *t, int32_t i, sp_event_type type, sp_minute minute, int32_t node, int32_t a, double value) {
  sp_world *w = t->world;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .a = a, .value = value, .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
}

static void stop(sp_tick *t, int32_t i, sp_minute at, sp_halt_cause cause, bool camp) {
  sp_world *w = t->world;
  if (w->formation.ready_minute[i] <= t->to) at = sp_max_i64(at, w->formation.ready_minute[i]); /* nobody halts before he was born */
  w->formation.activity[i] = camp ? SP_IN_CAMP : SP_HALTED_IN_COLUMN;
  w->formation.ready_minute[i] = at; /* at rest since */
  emit(t, i, camp ? SP_EVENT_CAMPED : SP_EVENT_HALTED, at, -1, (int32_t)cause, 0.0);
}

/* Where a body that was seen on the march is reckoned to be by now: on along its heading at the pace of foot, no
 * farther than march_reckon_m beyond where it was seen. */
static sp_xy reckoned(const sp_tick *t, int32_t report) {
  const sp_world *w = t->world;
  sp_xy at = {w->report.x[report], w->report.y[report]};
  double heading = w->report.heading_deg[report] * (SP_PI / 180.0);
  if (heading < 0.0) return at;
  double on = sp_min(t->k->march_reckon_m, t->k->march_foot_m_min * (double)(t->from - w->report.seen[report]));
  return (sp_xy){at.x + on * sp_sin(heading), at.y + on * sp_cos(heading)};
}

/* The bodies that follow or join another go for where their headquarters believes it to be. false: not now, and why. */
static bool aim_at_followed(sp_tick *t, int32_t i, sp_halt_cause *why) {
  sp_world *w = t->world;
  int32_t quarry = sp_quarry(w, i), report = sp_believed_report(w, i, quarry);
  *why = quarry == SP_QUARRY_GONE ? SP_HALT_GONE : SP_HALT_UNKNOWN;
  if (report < 0) return false;
  *why = SP_HALT_CAUGHT_UP;
  bool stale = (double)(t->from - w->report.seen[report]) > t->k->march_stale_min;
  sp_xy at = stale ? reckoned(t, report) : (sp_xy){w->report.x[report], w->report.y[report]};
  int32_t node = stale ? sp_nearest_node(t->model, at) : w->report.node[report];
  if (node != w->formation.goal_node[i]) {
    w->formation.goal_node[i] = node;
    sp_forget_way(w, i);
  }
  if (w->formation.verb[i] != SP_VERB_FOLLOW) return true;
  double dx = at.x - w->formation.head_x[i], dy = at.y - w->formation.head_y[i];
  double room = sp_sqrt(dx * dx + dy * dy) - w->formation.follow_m[i];
  if (w->formation.crossing[i] < 0) w->scratch->free_m[i] = sp_max(0.0, room); /* who is in the water gets out of it first */
  bool at_rest = w->formation.activity[i] != SP_MARCHING && w->formation.activity[i] != SP_WAITING_TO_CROSS;
  bool there = w->formation.node[i] >= 0 && w->formation.node[i] == node;
  return !there && (!at_rest || room > t->k->march_follow_slack_m);
}

/* Who is to build or break a bridge stops on its bank. false: it is there. */
static bool comes_to_works(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t node = w->formation.goal_node[i];
  bool there = sp_column_distance_m(w, i, t->model->node[node].at, NULL) <= t->k->bridge_reach_m;
  if (there) w->formation.goal_node[i] = -1;
  if (there || !w->formation.route_whole[i] || w->formation.crossing[i] >= 0) return !there;
  double room = -w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i]; n < w->formation.leg_count[i]; n++) room += sp_leg_length(t->model, w->formation.leg[i * SP_LEGS + n]);
  w->scratch->free_m[i] = sp_min(w->scratch->free_m[i], sp_max(0.0, room - WORKS_OFF_M));
  return true;
}

/* Whom an order sends after another body, or to a place where it will stand ready. */
static bool seeks(const sp_world *w, int32_t i) {
  uint8_t verb = w->formation.verb[i];
  return verb == SP_VERB_FOLLOW || verb == SP_VERB_MERGE || ((verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE) && w->formation.follow[i] != 0);
}

static bool stands_at_goal(const sp_world *w, int32_t i) {
  uint8_t verb = w->formation.verb[i];
  bool comes_on = verb == SP_VERB_ATTACK || verb == SP_VERB_PURSUE || verb == SP_VERB_HOLD || verb == SP_VERB_EMBARK || verb == SP_VERB_RAFTS;
  return comes_on && w->formation.leg_count[i] == 0 && w->formation.node[i] == w->formation.goal_node[i];
}

/* An ordinary day's march ends some time; one that is forced or goes through the night, when men are spent. */
static bool day_is_done(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  bool long_day = w->formation.pace[i] == SP_PACE_FORCED || w->formation.through_night[i];
  return !long_day && w->formation.marched_today_min[i] >= t->k->march_day_min;
}

static bool began_with_men(const sp_model *m, int32_t start) {
  for (int32_t s = 0; start >= 0 && s < m->formation[start].strength_count; s++) {
    const sp_strength_start *row = &m->strength[m->formation[start].first_strength + s];
    for (int r = 0; r < SP_RANK_COUNT && sp_arm_is_man((sp_arm)row->arm); r++)
      if (row->count[r] > 0) return true;
    for (int n = 0; n < SP_PATIENT_LINES; n++)
      if (row->patients[n] > 0) return true;
  }
  return false;
}

/* Nobody is left of it who is not wounded or sick. Carts that were sent off alone, and headquarters without men, are none of these. */
static bool nobody_is_fit(const sp_world *w, int32_t i) { return sp_men_of(w, i) <= 0 && (sp_patients_about(w, i) > 0 || began_with_men(w->model, w->formation.start[i])); }

/* What keeps a body that wants to go where it is; NULL: nothing. */
static const char *bar_to_start(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  if (w->formation.start_minute[i] >= t->to) return "hour";
  double light = w->region.light[region_of(w, i)];
  if (!w->formation.through_night[i] && light < t->k->march_start_light) return "dark";
  if (w->hq.barred[i] && w->formation.node[i] >= 0) return "ring";
  if (day_is_done(t, i)) return "day_done";
  bool rested = w->formation.fatigue[i] < t->k->march_recovered || w->formation.activity[i] != SP_IN_CAMP || w->formation.marched_today_min[i] <= 0.0;
  return rested ? NULL : "spent";
}

static bool may_start(const sp_tick *t, int32_t i) { return bar_to_start(t, i) == NULL; }

/* No way is left before it: it is where it was to be. */
static void there_already(sp_world *w, int32_t i) {
  uint8_t *verb = &w->formation.verb[i];
  if (*verb == SP_VERB_MARCH || *verb == SP_VERB_CROSS) *verb = SP_VERB_NONE;
  w->formation.activity[i] = SP_IN_CAMP;
}

static void depart(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (!w->formation.route_whole[i] && !sp_plan_way(t, i)) {
    emit(t, i, SP_EVENT_NO_WAY, t->to, -1, w->formation.goal_node[i], 0.0);
    w->formation.verb[i] = SP_VERB_NONE;
    stop(t, i, t->to, SP_HALT_NO_WAY, false);
    return;
  }
  if (w->formation.leg_count[i] == 0) {
    there_already(w, i);
    return;
  }
  sp_form_anew(w, i);
  w->formation.activity[i] = SP_MARCHING;
}

/* Told to take them, it does not move off before the last is on a cart: in camp they all lie down for the night, on the road those are
 * loaded who have come since. Minutes. */
static double load_wounded(sp_tick *t, int32_t i, bool from_camp, sp_minute begin) {
  sp_world *w = t->world;
  if (from_camp || w->health.carries[i] != SP_CARRIES_ALL) w->health.loaded[i] = 0;
  if (w->health.carries[i] != SP_CARRIES_ALL) return 0.0;
  double all = sp_floor(sp_min(sp_wounded_to_carry(w, i), sp_wounded_places(w, i))), men = sp_max(0.0, all - w->health.loaded[i]);
  w->health.loaded[i] = sp_to_i32(all);
  if (men < 1.0) return 0.0;
  double wait = sp_calc_loading_min(t->k, men, sp_men_of(w, i), w->region.light[region_of(w, i)]);
  emit(t, i, SP_EVENT_LOADS_WOUNDED, begin, w->formation.node[i], sp_to_i32(men), wait);
  return wait;
}

static void fall_in(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  bool from_camp = w->formation.activity[i] == SP_IN_CAMP;
  sp_minute begin = sp_max_i64(t->from, w->formation.start_minute[i]);
  double wait = sp_max(sp_calc_assembly_min(t->k, sp_men_of(w, i), from_camp), load_wounded(t, i, from_camp, begin));
  w->formation.activity[i] = SP_ASSEMBLING;
  w->formation.ready_minute[i] = begin + sp_to_i64(wait);
  if (wait >= 1.0) emit(t, i, SP_EVENT_ASSEMBLING, begin, w->formation.node[i], 0, wait);
}

/* The road under the head. */
static int32_t edge_of_head(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  int32_t at = w->formation.head_leg[i];
  const int32_t legs = w->formation.leg_count[i];
  double left = sp_leg_length(t->model, w->formation.leg[i * SP_LEGS + at]) - w->formation.head_m[i];
  if (left < 1.0 && at + 1 < legs) at++; /* about to step onto the next leg */
  return sp_leg_edge(w->formation.leg[i * SP_LEGS + at]);
}

/* Length and pace on the road under the head. */
static void set_pace(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  int32_t e = edge_of_head(t, i);
  sp_stretch stretch = sp_stretch_on(w, e, w->formation.knows_ground[i]);
  const sp_edge *edge = &t->model->edge[e];
  const sp_marching_order *order = sp_marching_order_of(w, i, stretch.road);
  double fatigue = w->formation.fatigue[i], tracks = stretch.footing->mud >= t->k->ground_muddy ? edge->tracks_wet : edge->tracks_dry;
  w->formation.column_m[i] = sp_lore_column_m(t->k, order, sp_calc_slack(t->k, w->formation.order[i], fatigue), tracks);
  w->formation.speed_m_min[i] = order->own_pace_m_min * sp_lore_going_factor(t->k, &stretch, fatigue);
  w->scratch->tire_per_min[i] = sp_lore_fatigue_per_min(t->k, (sp_pace)w->formation.pace[i], stretch.footing, order->horse_share);
}

/* Must a body that is on the road stop now, and why? */
static bool must_stop(sp_tick *t, int32_t i, sp_halt_cause *cause) {
  sp_world *w = t->world;
  double light = w->region.light[region_of(w, i)];
  if (nobody_is_fit(w, i)) return *cause = SP_HALT_NOBODY, true;
  if (w->formation.fatigue[i] >= t->k->march_spent) return *cause = SP_HALT_WEARY, true;
  if (!w->formation.through_night[i] && light < t->k->march_stop_light) return *cause = SP_HALT_NIGHT, true;
  if (day_is_done(t, i)) return *cause = SP_HALT_DAY_DONE, true;
  return false;
}

static bool long_halt_due(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  double before = w->formation.marched_today_min[i];
  double due = sp_calc_halts_min(t->k, before + t->dt_min) - sp_calc_halts_min(t->k, before);
  if (due <= 0.0 || w->formation.pace[i] == SP_PACE_FORCED) return false;
  double every = t->k->march_long_halt_every_min;
  w->formation.marched_today_min[i] = sp_floor((before + t->dt_min) / every) * every; /* at the mark: one halt, not one a tick */
  due -= w->formation.stood_min[i]; /* who was held up behind others has eaten meanwhile */
  w->formation.stood_min[i] = 0.0;
  if (due < 1.0) return false;
  w->formation.activity[i] = SP_LONG_HALT;
  w->formation.ready_minute[i] = t->from + sp_to_i64(due);
  emit(t, i, SP_EVENT_LONG_HALT, t->from, -1, 0, due);
  return true;
}

static void on_the_road(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_halt_cause cause = SP_HALT_ORDERED;
  bool passing = w->formation.crossing[i] >= 0; /* nobody camps in a river */
  if (!passing && must_stop(t, i, &cause)) {
    if (cause == SP_HALT_NOBODY) w->formation.verb[i] = SP_VERB_NONE;
    stop(t, i, t->from, cause, true);
    return;
  }
  if (!passing && long_halt_due(t, i)) return;
  bool short_of_legs = !w->formation.route_whole[i] && w->formation.leg_count[i] - w->formation.head_leg[i] < 3;
  if (short_of_legs && wants_to_move(w, i) && !sp_plan_way(t, i)) {
    emit(t, i, SP_EVENT_NO_WAY, t->from, -1, w->formation.goal_node[i], 0.0);
    w->formation.verb[i] = SP_VERB_NONE;
    stop(t, i, t->from, SP_HALT_NO_WAY, false);
    return;
  }
  if (w->formation.leg_count[i] == 0) { /* a fight or a turn on the road may have left it at its goal */
    bool there = w->formation.node[i] >= 0 && w->formation.node[i] == w->formation.goal_node[i];
    if (there && (w->formation.verb[i] == SP_VERB_MARCH || w->formation.verb[i] == SP_VERB_CROSS)) there_already(w, i);
    return;
  }
  sp_minute begin = sp_max_i64(t->from, sp_min_i64(sp_max_i64(w->formation.ready_minute[i], w->hq.held_up_until[i]), t->to));
  w->scratch->begin_min[i] = (double)(begin - t->from);
  w->scratch->march_min[i] = (double)(t->to - begin);
  set_pace(t, i);
}

/* Told to rest in the middle of the tick: the column goes on until then. */
static void rest_from(sp_tick *t, int32_t i, sp_halt_cause why) {
  sp_world *w = t->world;
  sp_minute at = sp_max_i64(t->from, sp_min_i64(w->formation.start_minute[i], t->to));
  bool moves = w->formation.activity[i] == SP_MARCHING && w->formation.leg_count[i] > 0;
  if (moves && at > t->from) {
    w->scratch->march_min[i] = (double)(at - t->from);
    set_pace(t, i);
  }
  bool there = w->formation.verb[i] == SP_VERB_NONE; /* the last of it has come over the river */
  stop(t, i, at, there ? SP_HALT_ARRIVED : why, there || w->formation.verb[i] == SP_VERB_CAMP);
}

/* Nobody is there to go on: it has no orders any more. */
static void give_up(sp_tick *t, int32_t i, sp_minute at) {
  t->world->formation.verb[i] = SP_VERB_NONE;
  emit(t, i, SP_EVENT_HALTED, at, -1, SP_HALT_NOBODY, 0.0);
}

/* At rest, and it cannot go after those it was sent after: told once. */
static void stays(sp_tick *t, int32_t i, sp_halt_cause why) {
  const sp_world *w = t->world;
  bool just_told = w->formation.start_minute[i] > t->from && w->formation.start_minute[i] <= t->to;
  if (why == SP_HALT_GONE || (why == SP_HALT_UNKNOWN && just_told)) emit(t, i, SP_EVENT_HALTED, sp_max_i64(t->from, sp_min_i64(w->formation.start_minute[i], t->to)), -1, (int32_t)why, 0.0);
}

static bool at_end_of_way(const sp_world *w, int32_t i) {
  int32_t n = w->formation.head_leg[i];
  return w->formation.route_whole[i] && n + 1 == w->formation.leg_count[i] && w->formation.head_m[i] >= sp_leg_length(w->model, w->formation.leg[i * SP_LEGS + n]) - 0.01;
}

/* Fugitives and those who chase them: by day and night, without falling in, until they are where they run to. */
static void run(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  bool flees = w->formation.verb[i] == SP_VERB_FLEE, way = w->formation.goal_node[i] >= 0 && !at_end_of_way(w, i);
  bool short_of_legs = w->formation.leg_count[i] == 0 || (!w->formation.route_whole[i] && w->formation.leg_count[i] - w->formation.head_leg[i] < 3);
  if (way && short_of_legs) way = sp_plan_way(t, i) && w->formation.leg_count[i] > 0;
  if (!way && w->formation.crossing[i] < 0) {
    if (flees) w->formation.goal_node[i] = -1; /* the rout rule looks farther if need be */
    if (w->formation.activity[i] != SP_HALTED_IN_COLUMN) w->formation.ready_minute[i] = t->from;
    w->formation.activity[i] = SP_HALTED_IN_COLUMN;
    return;
  }
  bool under_way = w->formation.activity[i] == SP_MARCHING || w->formation.activity[i] == SP_WAITING_TO_CROSS;
  if (!under_way) {
    w->formation.activity[i] = SP_MARCHING;
    w->formation.ready_minute[i] = t->from;
  }
  w->scratch->march_min[i] = t->dt_min;
  set_pace(t, i);
  if (!flees) return;
  double hours = (double)(t->from - w->combat.broke_at[i]) / 60.0, panic = sp_clamp(1.0 - hours / t->k->rally_full_h, 0.0, 1.0);
  double haste = sp_calc_flight_pace(t->k, w->combat.shed[i], panic);
  w->formation.speed_m_min[i] *= haste;
  w->scratch->tire_per_min[i] *= haste;
}

/* Those behind close up; whoever is between the banks stays there. */
static void stand_and_fight(const sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (w->formation.activity[i] == SP_HALTED_IN_COLUMN) return;
  w->formation.activity[i] = SP_HALTED_IN_COLUMN;
  w->formation.ready_minute[i] = t->from;
}

static void decide(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  if (w->formation.verb[i] == SP_VERB_FLEE || (w->formation.verb[i] == SP_VERB_PURSUE && w->combat.chasing[i])) {
    run(t, i);
    return;
  }
  if (sp_held_by_fight(w, i) || w->hq.before_wall[i] == 2) {
    stand_and_fight(t, i);
    return;
  }
  bool wants = wants_to_move(w, i);
  bool joins = seeks(w, i);
  sp_halt_cause why = SP_HALT_ORDERED;
  if (wants && joins) wants = aim_at_followed(t, i, &why);
  else if (joins) wants = false;
  if (wants && stands_at_goal(w, i)) wants = false;
  bool builds = w->formation.verb[i] == SP_VERB_BRIDGE || w->formation.verb[i] == SP_VERB_BREAK;
  if (wants && builds && !comes_to_works(t, i)) wants = false, why = SP_HALT_ARRIVED;
  uint8_t *activity = &w->formation.activity[i];
  if (w->formation.crossing[i] >= 0 && !w->formation.in_contact[i]) *activity = SP_MARCHING; /* nobody rests astride a river */
  bool at_rest = *activity == SP_HALTED_IN_COLUMN || *activity == SP_IN_CAMP;
  if (!wants) {
    if (at_rest) {
      if (w->formation.verb[i] == SP_VERB_CAMP && *activity != SP_IN_CAMP) rest_from(t, i, why);
      else if (joins) stays(t, i, why);
    } else if (w->formation.crossing[i] < 0) {
      rest_from(t, i, why);
    }
    if (why == SP_HALT_GONE && *activity != SP_MARCHING) w->formation.verb[i] = SP_VERB_NONE;
    if (*activity != SP_MARCHING) return;
  }
  if (wants && *activity == SP_HALTED_IN_COLUMN && w->formation.in_contact[i] && w->formation.leg_count[i] > 0) {
    on_the_road(t, i); /* it stands before the enemy under arms: traffic says whether he has gone */
    return;
  }
  if (at_rest && wants && nobody_is_fit(w, i)) {
    give_up(t, i, sp_max_i64(t->from, sp_min_i64(w->formation.start_minute[i], t->to)));
    return;
  }
  if (at_rest && wants && may_start(t, i)) fall_in(t, i);
  bool waited = *activity == SP_ASSEMBLING || *activity == SP_LONG_HALT;
  if (waited && w->formation.ready_minute[i] < t->to) {
    bool leaving = *activity == SP_ASSEMBLING;
    if (leaving) depart(t, i);
    else *activity = SP_MARCHING;
    if (leaving && *activity == SP_MARCHING) {
      on_the_road(t, i);
      if (*activity == SP_MARCHING) emit(t, i, SP_EVENT_MARCH_BEGINS, sp_max_i64(t->from, w->formation.ready_minute[i]), w->formation.node[i], w->formation.goal_node[i], w->formation.column_m[i]);
      return;
    }
  }
  if (*activity == SP_MARCHING || *activity == SP_WAITING_TO_CROSS) on_the_road(t, i);
}

/* ---- when somebody asks */

/* The pace as set_pace made it, term by term; and the column's length. */
static void trace_pace(const sp_tick *t, int32_t i) {
  static const char *const names[SP_MARCH_TERMS] = {"arms", "pace", "hands", "road", "relief", "cover", "mud", "rain", "snow", "night", "strange", "weary"};
  const sp_world *w = t->world;
  int32_t e = edge_of_head(t, i);
  const sp_edge *edge = &t->model->edge[e];
  sp_going going = sp_going_on(w, e, w->formation.knows_ground[i]);
  sp_column column = sp_column_of(w, i);
  double term[SP_MARCH_TERMS], fatigue = w->formation.fatigue[i], order = w->formation.order[i];
  sp_arm who;
  double m_min = sp_calc_march_terms(t->k, &column, &going, (sp_pace)w->formation.pace[i], fatigue, term, &who);
  sp_trace pace = {.minute = t->to, .kind = SP_TRACE_MARCH, .subject = w->formation.key[i], .option = (int32_t)who, .result = w->formation.speed_m_min[i]};
  for (int n = 0; n < SP_MARCH_TERMS; n++) sp_trace_add(&pace, names[n], term[n]);
  sp_trace_add(&pace, "haste", w->formation.speed_m_min[i] / sp_max(m_min, 1e-9)); /* of those who run */
  sp_trace_put(w, &pace);
  double files = w->formation.files[i] > 0 ? w->formation.files[i] : sp_calc_files(t->k, going.road), tracks = going.mud >= t->k->ground_muddy ? edge->tracks_wet : edge->tracks_dry;
  double slack = sp_calc_slack(t->k, order, fatigue);
  sp_column foot = {.foot = column.foot, .followers = column.followers}, wheels = {.carts = column.carts, .light_guns = column.light_guns, .heavy_guns = column.heavy_guns};
  double foot_m = slack * sp_calc_column_m(t->k, &foot, files, 1.0, tracks), wheels_m = slack * sp_calc_column_m(t->k, &wheels, files, 1.0, tracks);
  sp_trace length = {.minute = t->to, .kind = SP_TRACE_COLUMN, .subject = pace.subject, .result = w->formation.column_m[i]};
  sp_trace_add(&length, "foot_m", foot_m);
  sp_trace_add(&length, "beasts_m", w->formation.column_m[i] - foot_m - wheels_m);
  sp_trace_add(&length, "wheels_m", wheels_m);
  sp_trace_add(&length, "files", files);
  sp_trace_add(&length, "tracks", tracks);
  sp_trace_add(&length, "slack", slack);
  sp_trace_put(w, &length);
}

/* Why it stands all this tick. */
static const char *why_it_stands(const sp_tick *t, int32_t i) {
  const sp_world *w = t->world;
  uint8_t verb = w->formation.verb[i];
  if (w->formation.activity[i] == SP_LONG_HALT) return "long_halt";
  if (w->formation.activity[i] == SP_MARCHING && w->hq.held_up_until[i] > t->from) return "harassed";
  if (w->combat.stance[i] == SP_BROKEN || w->combat.stance[i] == SP_YIELDED) return "fled";
  if (sp_held_by_fight(w, i)) return "fight";
  if (verb == SP_VERB_NONE) return "no_order";
  if (!wants_to_move(w, i)) return "ordered";
  if (stands_at_goal(w, i)) return "arrived";
  const char *bar = bar_to_start(t, i);
  if (bar) return bar;
  if (w->formation.in_contact[i]) return "enemy";
  if (seeks(w, i)) return verb == SP_VERB_FOLLOW ? "keeps_distance" : "no_quarry";
  return "stands";
}

/* The minutes of the tick that are not meant for marching: before it, after it, or all of them. */
static void trace_rest(const sp_tick *t, int32_t i, uint8_t before) {
  const sp_world *w = t->world;
  sp_trace r = {.minute = t->to, .kind = SP_TRACE_MINUTES, .subject = w->formation.key[i]};
  double march = w->scratch->march_min[i], begin = march > 0.0 ? w->scratch->begin_min[i] : t->dt_min, after = march > 0.0 ? t->dt_min - begin - march : 0.0;
  bool was_at_rest = before == SP_IN_CAMP || before == SP_HALTED_IN_COLUMN, falls_in = before == SP_ASSEMBLING || (was_at_rest && (march > 0.0 || w->formation.activity[i] == SP_ASSEMBLING));
  if (falls_in) {
    double waits = was_at_rest ? sp_clamp((double)(w->formation.start_minute[i] - t->from), 0.0, begin) : 0.0;
    if (waits > 0.0) sp_trace_add(&r, "hour", waits);
    if (begin > waits) sp_trace_add(&r, "assembling", begin - waits);
  } else if (begin > 0.0) {
    sp_trace_add(&r, march > 0.0 && before == SP_LONG_HALT ? "long_halt" : why_it_stands(t, i), begin);
  }
  if (after > 0.0) sp_trace_add(&r, w->formation.verb[i] == SP_VERB_NONE ? "arrived" : "ordered", after);
  if (r.count) sp_trace_put(w, &r);
}

void sp_rule_march(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  if (w->scratch->waded) memset(w->scratch->wade, 0, (size_t)w->scratch->capacity * sizeof *w->scratch->wade);
  w->scratch->waded = false;
  for (int32_t i = 0; i < used; i++) {
    sp_fetch_roads(w, i, used);
    w->scratch->march_min[i] = w->scratch->begin_min[i] = 0.0;
    w->scratch->turn_min[i] = w->scratch->turn_m[i] = w->scratch->tire_per_min[i] = 0.0;
    w->scratch->free_m[i] = NO_LIMIT_M;
    w->scratch->left[i] = -1;
    w->formation.speed_m_min[i] = 0.0;
    if (!w->formation.alive[i]) continue;
    uint8_t before = w->formation.activity[i];
    if (sp_at_sea(w, i)) continue;
    decide(t, i);
    if (!sp_tracing(w, w->formation.key[i])) continue;
    if (w->scratch->march_min[i] > 0.0) trace_pace(t, i);
    trace_rest(t, i, before);
  }
}
