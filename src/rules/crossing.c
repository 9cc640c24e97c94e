/* crossing.c - passing a river: who may, how fast, who waits.
 *
 * Models   one column at a time on a crossing, or one to each bridge where there are several, which share what
 *          passes; the flow per hour by arm, kind, width and depth; waiting at
 *          the bank for the water, for ice that bears, for a bridge or for another column; a column that stands half across.
 * Reads    legs ahead, ford.depth_m, ice_cm, ice_bears, scratch ford_before_m, light, speed_m_min, scratch march_min, free_m, blocker, gap_m.
 * Writes   formation.crossing, crossed_share, crossing_since, queue_since, activity (waiting or marching);
 *          ford.longest_queue_min; scratch free_m, turn_min, turn_m, ford_free_min, left, over_min, wade, queue, passing.
 * Emits    QUEUE_BEGINS, CUT_IN_TWO, CROSSING_HALF, ICE_BREAKS, NO_WAY; the mover tells CROSSING_BEGINS and CROSSING_ENDS, when it has found the room.
 * Formula  share across grows by min(1 / hours over the crossing, pace / column length) per unit of time; the
 *          head stands share * length beyond the bank at the most, and no more are over than find room behind
 *          it, packed: a head that an enemy or another column keeps from the far bank brings nobody across. It is
 *          over when the share is whole and the tail
 *          has come up; the next column begins at that minute. Whose turn it is follows each tick from where they
 *          stand: who is astride the water has it; else who has waited longest at the bank, then who is first
 *          there; a tie is a keyed die. Who found no room to step in last tick stands behind those who
 *          did not try. A column turned about in the river passes back by the same rule.
 *          Within the tick the water is taken to rise or fall straight: a column begins, or is cut in two, in the minute
 *          in which the depth passes what its weakest arm can wade.
 * Sources  crossing.def (Dyer, Halleck).
 * Leaves out  the order of arms within a column (they pass in the column's mixture), drowning; of two rivers under
 *          one column the one nearer its tail holds it up.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/banks.h"
#include "rules/way_plan.h"
#include "shapan/calc_supply.h"
#include "world/passage.h"
#include "world/scratch.h"
#include "world/trace.h"

#define CHAIN_MAX 32 /* columns of a file that are looked along */
#define CUT_SHARE 20 /* a part of at least a twentieth of the men is worth telling */
#define STEP_M 1.0 /* room on the far bank below which nobody steps into the water */

/* How far a tail may go in this tick, by its pace and by those before it; it makes room for the next. */
static double makes_room_m(const sp_tick *t, int32_t j) {
  const sp_world *w = t->world;
  double room = 0.0, least = 1e12;
  for (int n = 0; j >= 0 && n < CHAIN_MAX; n++, j = w->scratch->blocker[j]) {
    bool waits = w->formation.in_contact[j] || (w->formation.queue_since[j] && w->formation.crossing[j] < 0);
    least = sp_min(least, room + (waits ? 0.0 : w->formation.speed_m_min[j] * w->scratch->march_min[j] * t->k->traffic_close_up));
    if (w->scratch->blocker[j] < 0) return least;
    room += w->scratch->gap_m[j];
  }
  return sp_max(0.0, sp_min(least, room)); /* a ring, or too long a file to look along */
}

/* How far those in its way let the head come in this tick. */
static double held_m(const sp_tick *t, int32_t i) {
  const sp_scratch *s = t->world->scratch;
  if (s->blocker[i] < 0) return s->free_m[i];
  return sp_min(s->free_m[i], sp_max(0.0, s->gap_m[i] + makes_room_m(t, s->blocker[i])));
}

/* Minutes until the tail ahead has cleared so much way: a quick column is at the bank no earlier than the slow one
 * before it. */
static double behind_min(const sp_tick *t, int32_t i, double way_m) {
  const sp_world *w = t->world;
  int32_t j = w->scratch->blocker[i];
  double short_m = way_m - w->scratch->gap_m[i];
  return j >= 0 && short_m > 0.5 ? short_m / sp_max(w->formation.speed_m_min[j] * t->k->traffic_close_up, 1e-9) : 0.0;
}

/* The share of the column that has room on the far bank when its head can come so far beyond it. */
static double room_share(const sp_tick *t, int32_t i, double beyond_m) {
  if (beyond_m < STEP_M) return 0.0;
  return sp_min(1.0, beyond_m / sp_max(t->world->formation.column_m[i] * t->k->traffic_packed, 1e-9));
}

/* The next bank ahead of a head within reach; not the one it has just passed, by reckoning. */
static bool next_bank(const sp_world *w, int32_t i, double reach_m, sp_approach *out) {
  const sp_model *m = w->model;
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  double away = -w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i]; n + 1 < w->formation.leg_count[i] && away <= reach_m; n++) {
    away += sp_leg_length(m, leg[n]);
    int32_t node = sp_leg_end(m, leg[n]), crossing = m->node[node].crossing;
    if (crossing < 0 || crossing == w->scratch->left[i] || away > reach_m) continue;
    uint8_t from = sp_leg_bank(m, leg[n], true), to = sp_leg_bank(m, leg[n + 1], false);
    if (from == to || !from || !to) continue; /* the road along the bank crosses nothing */
    *out = (sp_approach){.formation = i, .crossing = crossing, .away_m = sp_max(0.0, away), .from_bank = from, .to_bank = to};
    return true;
  }
  return false;
}

/* Is the one before it still to pass the same crossing? Then it stands in the queue, and not first. */
static bool waits_behind(const sp_tick *t, const sp_approach *a) {
  const sp_world *w = t->world;
  int32_t j = w->scratch->blocker[a->formation], c = a->crossing;
  sp_approach his;
  return j >= 0 && w->formation.crossing[j] != c && w->scratch->march_min[j] > 0.0 && next_bank(w, j, 1e12, &his) && his.crossing == c;
}

/* Somebody keeps it from the bank, or from stepping beyond, who neither passes there nor waits to: that is no queue. */
static bool kept_off(const sp_tick *t, const sp_approach *a) {
  const sp_world *w = t->world;
  int32_t j = w->scratch->blocker[a->formation];
  bool passing = j >= 0 && w->formation.crossing[j] == a->crossing;
  return !passing && !waits_behind(t, a) && held_m(t, a->formation) < a->away_m + STEP_M;
}

static void emit(sp_tick *t, int32_t i, int32_t c, sp_event_type type, sp_minute minute, int32_t a, int32_t b, double value) {
  sp_world *w = t->world;
  int32_t node = t->model->crossing[c].node;
  sp_xy at = t->model->node[node].at;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .object = t->model->crossing[c].key, .a = a, .b = b, .value = value, .x_m = at.x, .y_m = at.y});
}

/* Within the tick the water rises or falls straight. */
static double depth_by(const sp_tick *t, int32_t c, double into_min) {
  double before = t->world->scratch->ford_before_m[c], now = t->world->ford.depth_m[c];
  return before + (now - before) * sp_clamp(into_min / t->dt_min, 0.0, 1.0);
}

/* Minutes into the tick between which the water lets all of a column pass; nothing between them: not in this tick. */
typedef struct span {
  double from, until;
} span;

static bool runs_for_life(const sp_world *w, int32_t i) { return w->combat.stance[i] == SP_BROKEN; }

static span open_span(const sp_tick *t, int32_t i, int32_t c) {
  sp_column column = sp_column_of(t->world, i);
  sp_passage passage = sp_passage_at(t->world, c, runs_for_life(t->world, i));
  double before = t->world->scratch->ford_before_m[c], now = t->world->ford.depth_m[c], limit = sp_passage_limit_m(t->world, &passage, &column);
  if (limit <= 0.0) return (span){t->dt_min, 0.0};
  if (before < limit && now < limit) return (span){0.0, t->dt_min};
  if (before >= limit && now >= limit) return (span){t->dt_min, 0.0};
  double at = t->dt_min * (limit - before) / (now - before);
  return now < limit ? (span){at, t->dt_min} : (span){0.0, at};
}

/* Hours over the crossing in water of that depth; negative: somebody in the column cannot pass. */
static double hours_over(const sp_tick *t, int32_t i, int32_t c, double depth_m) {
  sp_column column = sp_column_of(t->world, i);
  sp_passage passage = sp_passage_at(t->world, c, runs_for_life(t->world, i));
  passage.depth_m = depth_m;
  sp_flow flow = sp_passage_flow(t->world, &passage, &column);
  return sp_calc_crossing_h(&flow, &column);
}

void sp_trace_passage(const sp_tick *t, int32_t i, int32_t c, int32_t waited) {
  const sp_world *w = t->world;
  if (!sp_tracing(w, w->formation.key[i])) return;
  sp_passage passage = sp_passage_at(w, c, runs_for_life(w, i));
  sp_column all = sp_column_of(w, i), foot = {.foot = all.foot, .followers = all.followers}, wheels = {.carts = all.carts, .light_guns = all.light_guns, .heavy_guns = all.heavy_guns};
  sp_flow flow = sp_passage_flow(w, &passage, &all);
  double whole = 60.0 * sp_calc_crossing_h(&flow, &all), of_foot = 60.0 * sp_calc_crossing_h(&flow, &foot), of_wheels = 60.0 * sp_calc_crossing_h(&flow, &wheels);
  sp_trace r = {.minute = t->to, .kind = SP_TRACE_CROSSING, .subject = w->formation.key[i], .object = t->model->crossing[c].key, .option = c, .result = whole};
  sp_trace_add(&r, "foot_min", of_foot);
  sp_trace_add(&r, "beasts_min", sp_max(0.0, whole - of_foot - of_wheels));
  sp_trace_add(&r, "wheels_min", of_wheels);
  sp_trace_add(&r, "waited", (double)waited);
  sp_trace_add(&r, "depth_m", w->ford.depth_m[c]);
  sp_trace_add(&r, "light", passage.light);
  if (passage.ice_cm > 0.0) sp_trace_add(&r, "ice_cm", passage.ice_cm);
  sp_trace_put(w, &r);
}

/* Share of the column that passes per minute, in the water midway between two minutes of the tick; so many columns
 * abreast share what passes there. */
static double share_per_min(const sp_tick *t, int32_t i, int32_t c, double from, double until, int32_t abreast) {
  if (until <= from) return 0.0;
  double hours = hours_over(t, i, c, depth_by(t, c, 0.5 * (from + until)));
  if (hours < 0.0) return 0.0;
  const sp_world *w = t->world;
  double by_road = w->formation.column_m[i] > 1.0 ? w->formation.speed_m_min[i] / w->formation.column_m[i] : 1.0;
  double by_flow = hours > 0.0 ? 1.0 / (hours * 60.0 * (double)sp_max_i32(1, abreast)) : by_road;
  return sp_min(by_road, by_flow);
}

/* Minutes of marching until the tail, so far behind the bank, is over. */
static double tail_over_min(const sp_tick *t, int32_t i, double behind_m) {
  return behind_m > 0.5 ? behind_m / sp_max(t->world->formation.speed_m_min[i] * t->k->traffic_close_up, 1e-9) : 0.0;
}

/* Share of an arm that breaks in where it dares what does not bear it; on thinner ice it wades, or stays. */
static double breaking_share(const sp_tick *t, const sp_passage *daring, sp_ice_flags flag, sp_arm arm) {
  bool dares = (daring->bears & flag) && !(t->world->ford.ice_bears[daring->crossing] & flag);
  return dares ? sp_calc_ice_drown_share(t->k, daring->ice_cm, sp_calc_ice_needed_cm(t->k, arm)) : 0.0;
}

/* Who runs for his life over ice that would not bear him in good order: some break in. Beasts go under with their share. */
static void break_in(sp_tick *t, int32_t i, int32_t c, double passed_share) {
  sp_world *w = t->world;
  if (w->ford.ice_cm[c] <= 0.0 || passed_share <= 0.0 || !runs_for_life(w, i) || sp_passage_bridges(w, c) > 0) return;
  sp_passage daring = sp_passage_at(w, c, true);
  double foot = breaking_share(t, &daring, SP_ICE_FOOT, SP_ARM_FOOT), horse = breaking_share(t, &daring, SP_ICE_HORSE, SP_ARM_HORSE);
  double on_foot = w->formation.foot[i] + w->formation.followers[i], mounted = w->formation.mounted[i], men = on_foot + mounted;
  if (men < 1.0 || foot + horse <= 0.0) return;
  double lost = passed_share * (on_foot * foot + mounted * horse) / men, beasts = sp_min(1.0, passed_share * horse);
  int32_t gone = sp_drawn(&t->dice, w->formation.key[i], SP_STREAM_ICE, 0, sp_men_of(w, i), sp_min(1.0, lost)), horses = 0;
  for (int32_t s = w->formation.first_strength[i], next; s >= 0; s = next) {
    next = w->strength.next[s];
    if (w->strength.arm[s] != SP_ARM_MOUNT || beasts <= 0.0) continue;
    int32_t under = sp_drawn(&t->dice, w->strength.key[s], SP_STREAM_ICE, 1, w->strength.count[s * SP_RANK_COUNT + SP_RANK_SOLDIER], beasts);
    if (under > 0) horses += sp_transfer(w, s, sp_in_formation(i), sp_on_line(SP_LINE_LOST), SP_RANK_SOLDIER, under, SP_CAUSE_BROKE_IN);
  }
  if (gone > 0) gone = sp_transfer_men(w, sp_in_formation(i), sp_on_line(SP_LINE_KILLED), gone, SP_CAUSE_BROKE_IN);
  if (gone + horses > 0) emit(t, i, c, SP_EVENT_ICE_BREAKS, t->to, gone, horses, daring.ice_cm / 100.0);
}

/* All over, minutes into its marching: the head is free from when its share was whole, as far as the road is. The
 * mover says whether it found the way so. */
static void go_free(sp_tick *t, int32_t i, int32_t c, double free_m, double whole_min, double over_min) {
  sp_scratch *s = t->world->scratch;
  s->free_m[i] = sp_min(s->free_m[i] + t->world->formation.speed_m_min[i] * (s->march_min[i] - whole_min), free_m);
  s->over_min[i] = s->begin_min[i] + over_min;
  s->ford_free_min[c] = sp_max(s->ford_free_min[c], s->over_min[i]);
  s->left[i] = c;
}

/* The water has risen under a column that is half over: it waits astride, each part on its own bank. */
static void note_astride(sp_tick *t, int32_t i, int32_t c, bool stuck, double into_min) {
  sp_world *w = t->world;
  sp_minute since = w->formation.queue_since[i];
  if (stuck && !since) {
    int32_t men = sp_men_of(w, i), over = sp_to_i32(w->formation.crossed_share[i] * (double)men);
    bool cut = over * CUT_SHARE >= men && (men - over) * CUT_SHARE >= men; /* a few who have just stepped in are no half of a column */
    since = sp_minute_into(t, into_min);
    emit(t, i, c, cut ? SP_EVENT_CUT_IN_TWO : SP_EVENT_QUEUE_BEGINS, since, cut ? over : 1, cut ? men - over : 0, depth_by(t, c, into_min));
  }
  if (since) w->ford.longest_queue_min[c] = sp_max(w->ford.longest_queue_min[c], (double)((stuck ? t->to : t->from) - since));
  if (stuck) w->scratch->queue[i] = since;
}

/* A column that stands astride a crossing goes on passing. Returns the minutes of its marching that took. */
static double pass_on(sp_tick *t, int32_t i, int32_t abreast) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  int32_t c = w->formation.crossing[i];
  double before = w->formation.crossed_share[i], minutes = s->march_min[i], column = w->formation.column_m[i], free_m = s->free_m[i], beyond = 0.0;
  (void)sp_head_beyond(w, i, t->model->crossing[c].node, &beyond);
  double behind = w->formation.extent_m[i] - beyond, room_for = sp_max(before, room_share(t, i, beyond + held_m(t, i)));
  span open = open_span(t, i, c);
  double begin = s->begin_min[i], from = sp_max(begin, open.from), until = sp_min(begin + minutes, open.until);
  double rate = share_per_min(t, i, c, from, until, abreast), after = sp_min(room_for, before + rate * sp_max(0.0, until - from));
  double whole = before >= 1.0 ? 0.0 : from - begin + (1.0 - before) / sp_max(rate, 1e-12), over = sp_max(whole, tail_over_min(t, i, behind));
  w->formation.crossed_share[i] = after;
  break_in(t, i, c, after - before);
  if (minutes > 0.0) note_astride(t, i, c, after < 1.0 && open.until < begin + minutes - 1e-9, sp_max(begin, open.until));
  else s->queue[i] = w->formation.queue_since[i];
  double room = sp_max(0.0, after * column - beyond);
  s->free_m[i] = sp_min(s->free_m[i], room);
  if (before < 0.5 && after >= 0.5 && w->formation.crossing_since[i]) {
    double half = from + (0.5 - before) / sp_max(rate, 1e-12);
    sp_tell_half_over(t, i, c, sp_minute_into(t, half), depth_by(t, c, half));
  }
  if (minutes <= 0.0 || after < 1.0) return minutes;
  s->turn_min[i] = whole;
  s->turn_m[i] = s->free_m[i];
  if (over <= minutes) go_free(t, i, c, free_m, whole, over);
  else s->free_m[i] = sp_min(s->free_m[i] + w->formation.speed_m_min[i] * (minutes - whole), free_m); /* the head need not wait for its tail */
  return sp_min(over, minutes);
}

/* What keeps it on the bank, as events tell it: 1 the water, 2 another column, 3 ice that stops waders and boats and does not bear,
 * 4 a bridge that is gone. */
static int32_t why_waits(const sp_tick *t, const sp_approach *a) {
  if (!a->shut && a->opens <= a->minutes) return 2;
  sp_column column = sp_column_of(t->world, a->formation);
  sp_passage passage = sp_passage_at(t->world, a->crossing, false);
  if (sp_passage_fallen(t->world, a->crossing)) return 4;
  return passage.ice_cm > 0.0 && sp_passage_limit_m(t->world, &passage, &column) <= 0.0 ? 3 : 1;
}

static void queue_up(sp_tick *t, const sp_approach *a) {
  sp_world *w = t->world;
  int32_t i = a->formation;
  sp_minute since = w->formation.queue_since[i];
  if (!since && a->minutes > w->scratch->march_min[i]) return;
  if (!since) {
    int32_t why = why_waits(t, a);
    double depth = why == 3 ? w->ford.ice_cm[a->crossing] / 100.0 : depth_by(t, a->crossing, w->scratch->begin_min[i] + a->minutes);
    emit(t, i, a->crossing, SP_EVENT_QUEUE_BEGINS, since = sp_minute_into(t, w->scratch->begin_min[i] + a->minutes), why, 0, depth);
  }
  w->scratch->queue[i] = since;
}

/* Before a bridge that is gone: who was sent to cross here waits for another; who only came this way looks for one round
 * about; and nobody waits for ever where nobody builds, nor into the night. */
static void look_elsewhere(sp_tick *t, const sp_approach *a) {
  sp_world *w = t->world;
  int32_t i = a->formation;
  if (!a->shut || !w->scratch->queue[i] || !sp_passage_fallen(w, a->crossing) || w->ford.begun[a->crossing] > 0) return;
  double light = w->region.light[t->model->node[t->model->crossing[a->crossing].node].region];
  bool dusk = !w->formation.through_night[i] && light < t->k->march_start_light, waited = dusk || (double)(t->to - w->scratch->queue[i]) >= t->k->bridge_give_up_min;
  if (w->formation.verb[i] == SP_VERB_CROSS && !waited) return;
  if (w->formation.verb[i] != SP_VERB_CROSS) sp_forget_way(w, i);
  else {
    sp_emit(w, (sp_event){.minute = t->to, .type = SP_EVENT_NO_WAY, .side = w->formation.side[i], .node = -1, .subject = w->formation.key[i], .a = w->formation.goal_node[i], .x_m = w->formation.head_x[i], .y_m = w->formation.head_y[i]});
    w->formation.verb[i] = SP_VERB_NONE;
    sp_forget_way(w, i);
  }
}

/* `into` its marching: at the bank, and the crossing free. What is told of it waits for the mover. */
static void begin(sp_tick *t, const sp_approach *a, double into) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  int32_t i = a->formation, c = a->crossing;
  double left = sp_max(0.0, sp_min(s->march_min[i], a->closes) - into), column = w->formation.column_m[i], free_m = s->free_m[i];
  sp_minute at = sp_minute_into(t, s->begin_min[i] + into);
  int32_t waited = w->formation.queue_since[i] ? sp_to_i32((double)(at - w->formation.queue_since[i])) : 0;
  if (s->left[i] >= 0) sp_end_crossing(t, i, s->left[i], sp_minute_into(t, s->over_min[i])); /* the river before */
  s->left[i] = -1;
  s->passing[c]++;
  w->formation.crossing[i] = c;
  double rate = share_per_min(t, i, c, s->begin_min[i] + into, s->begin_min[i] + into + left, s->passing[c]), share = sp_min(room_share(t, i, held_m(t, i) - a->away_m), rate * left), whole = into + 1.0 / sp_max(rate, 1e-12);
  w->formation.crossed_share[i] = share;
  break_in(t, i, c, share);
  s->free_m[i] = sp_min(s->free_m[i], a->away_m + share * column);
  s->turn_min[i] = into; /* who is over this river at a later minute is not seen beyond it before */
  s->turn_m[i] = a->away_m;
  s->waded = true;
  s->wade[i] = (sp_wade){.begins = at, .half = share >= 0.5 ? sp_minute_into(t, s->begin_min[i] + into + 0.5 / sp_max(rate, 1e-12)) : 0, .waits_since = w->formation.queue_since[i], .waited_min = waited, .depth_m = depth_by(t, c, s->begin_min[i] + into)};
  double over = sp_max(whole, tail_over_min(t, i, a->away_m + w->formation.extent_m[i]));
  if (share < 1.0 || over > s->march_min[i]) return;
  go_free(t, i, c, free_m, whole, over);
  s->passing[c]--;
}

/* Crossing by crossing; on each, of those that the water and the traffic of the tick before let pass, the one that
 * has waited longest, then the earlier at the bank, then a keyed die, then the key. */
static int by_precedence(const void *left, const void *right, void *context) {
  const sp_approach *a = left, *b = right;
  const sp_tick *t = context;
  const sp_world *w = t->world;
  if (a->crossing != b->crossing) return a->crossing < b->crossing ? -1 : 1;
  if (a->shut != b->shut) return a->shut ? 1 : -1;
  bool a_blocked = w->formation.blocked[a->formation] != 0, b_blocked = w->formation.blocked[b->formation] != 0;
  if (a_blocked != b_blocked) return a_blocked ? 1 : -1;
  sp_minute a_since = w->formation.queue_since[a->formation], b_since = w->formation.queue_since[b->formation];
  if (a_since != b_since) return !a_since ? 1 : !b_since ? -1 : a_since < b_since ? -1 : 1;
  if (a->minutes != b->minutes) return a->minutes < b->minutes ? -1 : 1;
  sp_key a_key = w->formation.key[a->formation], b_key = w->formation.key[b->formation];
  sp_dice dice = sp_tie_dice(t);
  double a_die = sp_uniform(&dice, a_key, SP_STREAM_TIE, 0), b_die = sp_uniform(&dice, b_key, SP_STREAM_TIE, 0);
  return a_die != b_die ? (a_die < b_die ? -1 : 1) : a_key < b_key ? -1 : a_key > b_key;
}

/* The next bank it comes to within its reach, or still waits at; `spent` minutes of its marching have passed a river. */
static bool approach(const sp_tick *t, int32_t i, double spent, sp_approach *a) {
  const sp_world *w = t->world;
  double minutes = w->scratch->march_min[i], speed = w->formation.speed_m_min[i], walked = w->scratch->turn_m[i];
  bool waits = w->formation.queue_since[i] != 0;
  double reach = walked + speed * (minutes - spent) + 0.5;
  if (minutes <= 0.0 || !next_bank(w, i, waits ? 1e12 : reach, a)) return false;
  if (a->away_m > reach && !waits_behind(t, a)) return false; /* it has been sent another way */
  a->minutes = sp_max(a->away_m <= 0.5 ? 0.0 : spent + sp_max(0.0, a->away_m - walked) / speed, behind_min(t, i, a->away_m));
  span open = open_span(t, i, a->crossing);
  a->opens = open.from - w->scratch->begin_min[i];
  a->closes = open.until - w->scratch->begin_min[i];
  a->shut = a->closes <= sp_max(a->opens, a->minutes);
  return true;
}

static void collect(sp_tick *t) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  s->approaches.count = 0;
  for (int32_t i = 0; i < used; i++) {
    s->queue[i] = 0;
    if (w->formation.alive[i]) sp_settle_banks(t, i, t->from); /* orders may have turned it about */
  }
  sp_count_astride(w);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    int32_t c = w->formation.crossing[i];
    double spent = c >= 0 ? pass_on(t, i, s->passing[c]) : 0.0;
    sp_approach a;
    if ((c < 0 || s->left[i] >= 0) && approach(t, i, spent, &a) && !sp_push(&s->approaches, a)) s->free_m[i] = 0.0; /* no memory: it waits a tick */
  }
  for (int32_t i = 0; i < used; i++) {
    if (w->formation.alive[i] && s->left[i] >= 0) s->passing[s->left[i]]--;
  }
}

/* Who waits at a bank, for all to see; who no longer does has gone to camp or another way, or has begun. */
static void note_queues(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    sp_minute since = w->formation.queue_since[i] = w->scratch->queue[i];
    uint8_t *activity = &w->formation.activity[i];
    if (since && w->formation.crossing[i] < 0) *activity = SP_WAITING_TO_CROSS;
    else if (*activity == SP_WAITING_TO_CROSS) *activity = SP_MARCHING;
  }
}

/* Minutes into its marching from which it has a bridge, or the only way over, to itself. */
static double has_lane_from(const sp_tick *t, const sp_approach *a) {
  const sp_world *w = t->world;
  const sp_scratch *s = w->scratch;
  int32_t lanes = sp_passage_lanes(w, a->crossing), taken = s->passing[a->crossing];
  for (int32_t j = 0; lanes > 1 && j < sp_used(w, SP_TABLE_FORMATION); j++) taken += w->formation.alive[j] && s->left[j] == a->crossing;
  return lanes > 1 && taken < lanes ? 0.0 : s->ford_free_min[a->crossing] - s->begin_min[a->formation];
}

void sp_rule_crossing(sp_tick *t) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  if (t->model->crossing_count == 0) return;
  for (int32_t c = 0; c < t->model->crossing_count; c++) s->ford_free_min[c] = 0.0;
  collect(t);
  sp_sort(s->approaches.data, s->approaches.count, sizeof *s->approaches.data, by_precedence, t);
  for (size_t n = 0; n < s->approaches.count; n++) {
    const sp_approach *a = &s->approaches.data[n];
    int32_t i = a->formation;
    double into = sp_max(sp_max(a->minutes, a->opens), has_lane_from(t, a));
    bool free_now = s->passing[a->crossing] < sp_passage_lanes(w, a->crossing) && into < sp_min(s->march_min[i], a->closes) && !waits_behind(t, a), kept = kept_off(t, a);
    if (a->shut || kept || !free_now) s->free_m[i] = sp_min(s->free_m[i], a->away_m);
    s->wade[i].kept = kept;
    s->waded = s->waded || kept;
    if (kept) s->queue[i] = w->formation.queue_since[i];
    else if (a->shut || !free_now || into > a->minutes) {
      queue_up(t, a);
      look_elsewhere(t, a);
    }
    if (!kept && !a->shut && free_now) {
      begin(t, a, into);
      s->queue[i] = 0;
    }
  }
  note_queues(t);
}
