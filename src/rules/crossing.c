/* crossing.c - passing a river: who may, how fast, who waits.
 *
 * Models   one column at a time on a crossing; the flow per hour by arm, kind, width and depth; waiting at
 *          the bank for the water or for another column; a column that stands half across.
 * Reads    legs ahead, ford.depth_m, light, speed_m_min, scratch march_min, free_m, blocker, gap_m.
 * Writes   formation.crossing, crossed_share, crossing_since, queue_since, activity (waiting or marching);
 *          ford.user, longest_queue_min; scratch free_m, turn_min, turn_m, ford_free_min.
 * Emits    QUEUE_BEGINS, CROSSING_BEGINS, CROSSING_HALF, CROSSING_ENDS.
 * Formula  share across grows by min(1 / hours over the crossing, pace / column length) per unit of time; the
 *          head stands share * length beyond the bank at the most, and no more are over than find room behind
 *          it, packed: a head that an enemy or another column keeps from the far bank brings nobody across. It is
 *          over when the share is whole and the tail
 *          has come up; the next column begins at that minute. First come, first across; a tie is a keyed die. A column turned about in the river passes back by the same rule.
 * Sources  crossing.def (Dyer, Halleck).
 * Leaves out  the order of arms within a column (they pass in the column's mixture), drowning.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules.h"
#include "world/scratch.h"
#include "world/trace.h"

#define CHAIN_MAX 32 /* columns of a file that are looked along */
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
  bool passing = j >= 0 && w->ford.user[a->crossing] == w->formation.key[j];
  return !passing && !waits_behind(t, a) && held_m(t, a->formation) < a->away_m + STEP_M;
}

/* How far the head is beyond a bank of its way; below 0 while it has still to come up. false: wholly past it. */
static bool head_beyond(const sp_world *w, int32_t i, int32_t node, double *beyond) {
  const sp_leg *leg = &w->formation.leg[i * SP_LEGS];
  *beyond = w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i]; n >= 0; n--) {
    if (sp_leg_start(w->model, leg[n]) == node) return true;
    if (n > 0) *beyond += sp_leg_length(w->model, leg[n - 1]);
  }
  *beyond = w->formation.head_m[i];
  for (int32_t n = w->formation.head_leg[i]; n < w->formation.leg_count[i]; n++) {
    *beyond -= sp_leg_length(w->model, leg[n]);
    if (sp_leg_end(w->model, leg[n]) == node) return true;
  }
  return false;
}

static void emit(sp_tick *t, int32_t i, int32_t c, sp_event_type type, sp_minute minute, int32_t a, int32_t b, double value) {
  sp_world *w = t->world;
  int32_t node = t->model->crossing[c].node;
  sp_xy at = t->model->node[node].at;
  sp_emit(w, (sp_event){.minute = minute, .type = (uint16_t)type, .side = w->formation.side[i], .node = node, .subject = w->formation.key[i], .object = t->model->crossing[c].key, .a = a, .b = b, .value = value, .x_m = at.x, .y_m = at.y});
}

/* Hours over the crossing as it is now; negative: somebody in the column cannot pass. */
static double hours_over(const sp_tick *t, int32_t i, int32_t c) {
  const sp_crossing *x = &t->model->crossing[c];
  sp_column column = sp_column_of(t->world, i);
  sp_flow flow = sp_calc_crossing_flow(t->k, x->kind, x->width_m, x->count, t->world->ford.depth_m[c], t->world->region.light[t->model->node[x->node].region]);
  return sp_calc_crossing_h(&flow, &column);
}

static void trace_passage(const sp_tick *t, int32_t i, int32_t c, int32_t waited) {
  const sp_world *w = t->world;
  if (!sp_tracing(w, w->formation.key[i])) return;
  const sp_crossing *x = &t->model->crossing[c];
  sp_column all = sp_column_of(w, i), foot = {.foot = all.foot, .followers = all.followers}, wheels = {.carts = all.carts, .light_guns = all.light_guns, .heavy_guns = all.heavy_guns};
  double light = w->region.light[t->model->node[x->node].region];
  sp_flow flow = sp_calc_crossing_flow(t->k, x->kind, x->width_m, x->count, w->ford.depth_m[c], light);
  double whole = 60.0 * sp_calc_crossing_h(&flow, &all), of_foot = 60.0 * sp_calc_crossing_h(&flow, &foot), of_wheels = 60.0 * sp_calc_crossing_h(&flow, &wheels);
  sp_trace r = {.minute = t->to, .kind = SP_TRACE_CROSSING, .subject = w->formation.key[i], .object = x->key, .option = c, .result = whole};
  sp_trace_add(&r, "foot_min", of_foot);
  sp_trace_add(&r, "beasts_min", sp_max(0.0, whole - of_foot - of_wheels));
  sp_trace_add(&r, "wheels_min", of_wheels);
  sp_trace_add(&r, "waited", (double)waited);
  sp_trace_add(&r, "depth_m", w->ford.depth_m[c]);
  sp_trace_add(&r, "light", light);
  sp_trace_put(w, &r);
}

/* Share of the column that passes per minute. */
static double share_per_min(const sp_tick *t, int32_t i, int32_t c) {
  double hours = hours_over(t, i, c);
  if (hours < 0.0) return 0.0;
  const sp_world *w = t->world;
  double by_road = w->formation.column_m[i] > 1.0 ? w->formation.speed_m_min[i] / w->formation.column_m[i] : 1.0;
  return hours > 0.0 ? sp_min(by_road, 1.0 / (hours * 60.0)) : by_road;
}

static void leave(sp_tick *t, int32_t i, int32_t c, sp_minute at) {
  sp_world *w = t->world;
  if (w->formation.crossing_since[i]) emit(t, i, c, SP_EVENT_CROSSING_ENDS, at, 0, 0, (double)(at - w->formation.crossing_since[i]));
  if (w->ford.user[c] == w->formation.key[i]) {
    w->ford.user[c] = 0;
  }
  w->formation.crossing[i] = -1;
  w->formation.crossed_share[i] = 0.0;
  w->formation.crossing_since[i] = 0;
}

/* The whole minute by which something has happened that many minutes into the tick. */
static sp_minute minute_at(const sp_tick *t, double into_min) {
  return t->to - sp_to_i64(sp_floor(sp_max(0.0, t->dt_min - into_min)));
}

/* Minutes of marching until the tail, so far behind the bank, is over. */
static double tail_over_min(const sp_tick *t, int32_t i, double behind_m) {
  return behind_m > 0.5 ? behind_m / sp_max(t->world->formation.speed_m_min[i] * t->k->traffic_close_up, 1e-9) : 0.0;
}

static void half_over(sp_tick *t, int32_t i, double into_min) {
  int32_t men = sp_men_of(t->world, i), c = t->world->formation.crossing[i];
  if (men < 2) return; /* carts alone, or one man: there is no half to tell */
  emit(t, i, c, SP_EVENT_CROSSING_HALF, minute_at(t, into_min), men / 2, men - men / 2, t->world->ford.depth_m[c]);
}

/* All over, minutes into its marching: the head is free from when its share was whole, as far as the road is. */
static void go_free(sp_tick *t, int32_t i, int32_t c, double free_m, double whole_min, double over_min) {
  sp_scratch *s = t->world->scratch;
  s->free_m[i] = sp_min(s->free_m[i] + t->world->formation.speed_m_min[i] * (s->march_min[i] - whole_min), free_m);
  s->ford_free_min[c] = s->begin_min[i] + over_min;
  leave(t, i, c, minute_at(t, s->begin_min[i] + over_min));
  s->left[i] = c;
}

/* The water has risen under a column that is half over: it waits astride, each part on its own bank. */
static void note_astride(sp_tick *t, int32_t i, int32_t c, bool stuck) {
  sp_world *w = t->world;
  if (stuck && !w->formation.queue_since[i]) {
    w->formation.queue_since[i] = t->from;
    emit(t, i, c, SP_EVENT_QUEUE_BEGINS, t->from, 1, 0, w->ford.depth_m[c]);
  }
  if (w->formation.queue_since[i]) w->ford.longest_queue_min[c] = sp_max(w->ford.longest_queue_min[c], (double)((stuck ? t->to : t->from) - w->formation.queue_since[i]));
  if (!stuck) w->formation.queue_since[i] = 0;
}

/* A column that stands astride a crossing goes on passing. Returns the minutes of its marching that took. */
static double pass_on(sp_tick *t, int32_t i) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  int32_t c = w->formation.crossing[i];
  double before = w->formation.crossed_share[i], minutes = s->march_min[i], column = w->formation.column_m[i], free_m = s->free_m[i];
  double beyond = 0.0, behind, comes_up = 0.0;
  bool on_way = head_beyond(w, i, t->model->crossing[c].node, &beyond);
  behind = w->formation.extent_m[i] - beyond;
  if (!on_way || (before >= 1.0 && behind <= 0.5)) {
    leave(t, i, c, t->from);
    return 0.0;
  }
  bool stays = w->formation.head_leg[i] + 1 >= w->formation.leg_count[i]; /* halted at the bank: its way ends here */
  bool on_near_bank = beyond <= 0.0 && (before <= 0.0 || beyond < -1.0 || stays); /* one that turned about may have all its men back */
  if ((minutes <= 0.0 || w->formation.blocked[i] || stays) && on_near_bank) { /* it rests before the bank, or cannot come up: let others pass */
    w->formation.crossing_since[i] = 0;
    leave(t, i, c, t->from);
    return 0.0;
  }
  if (beyond <= 0.0 && before < 0.5) before = w->formation.crossed_share[i] = 0.0; /* it has not even stepped in; what has been told stays */
  double room_for = sp_max(before, room_share(t, i, beyond + held_m(t, i)));
  if (beyond < 0.0) comes_up = sp_min(minutes, -beyond / sp_max(w->formation.speed_m_min[i], 1e-9)); /* another column kept it from the bank */
  double rate = share_per_min(t, i, c), after = sp_min(room_for, before + rate * (minutes - comes_up));
  if (minutes > 0.0) note_astride(t, i, c, rate <= 0.0 && before < 1.0);
  double whole = before >= 1.0 ? 0.0 : comes_up + (1.0 - before) / sp_max(rate, 1e-12), over = sp_max(whole, tail_over_min(t, i, behind));
  w->formation.crossed_share[i] = after;
  double room = sp_max(0.0, after * column - beyond);
  s->free_m[i] = sp_min(s->free_m[i], room);
  if (before < 0.5 && after >= 0.5 && w->formation.crossing_since[i]) half_over(t, i, s->begin_min[i] + comes_up + (0.5 - before) / sp_max(rate, 1e-12));
  if (minutes <= 0.0 || after < 1.0) return minutes;
  s->turn_min[i] = whole;
  s->turn_m[i] = s->free_m[i];
  if (over <= minutes) go_free(t, i, c, free_m, whole, over);
  else s->free_m[i] = sp_min(s->free_m[i] + w->formation.speed_m_min[i] * (minutes - whole), free_m); /* the head need not wait for its tail */
  return sp_min(over, minutes);
}

static void queue_up(sp_tick *t, const sp_approach *a) {
  sp_world *w = t->world;
  int32_t i = a->formation;
  if (a->minutes > w->scratch->march_min[i] || w->formation.queue_since[i]) return;
  sp_minute since = minute_at(t, w->scratch->begin_min[i] + a->minutes);
  w->formation.queue_since[i] = since;
  w->formation.activity[i] = SP_WAITING_TO_CROSS;
  emit(t, i, a->crossing, SP_EVENT_QUEUE_BEGINS, since, a->shut ? 1 : 2, 0, w->ford.depth_m[a->crossing]);
}

/* `into` its marching: at the bank, and the crossing free. */
static void begin(sp_tick *t, const sp_approach *a, double into) {
  sp_world *w = t->world;
  sp_scratch *s = w->scratch;
  int32_t i = a->formation, c = a->crossing;
  double left = sp_max(0.0, s->march_min[i] - into), column = w->formation.column_m[i], free_m = s->free_m[i];
  sp_minute at = minute_at(t, s->begin_min[i] + into);
  int32_t waited = w->formation.queue_since[i] ? sp_to_i32((double)(at - w->formation.queue_since[i])) : 0;
  w->ford.user[c] = w->formation.key[i];
  w->ford.longest_queue_min[c] = sp_max(w->ford.longest_queue_min[c], waited);
  w->formation.crossing[i] = c;
  w->formation.crossing_since[i] = at;
  w->formation.queue_since[i] = 0;
  w->formation.activity[i] = SP_MARCHING;
  double rate = share_per_min(t, i, c), share = sp_min(room_share(t, i, held_m(t, i) - a->away_m), rate * left), whole = into + 1.0 / sp_max(rate, 1e-12);
  w->formation.crossed_share[i] = share;
  s->free_m[i] = sp_min(s->free_m[i], a->away_m + share * column);
  s->turn_min[i] = into; /* who is over this river at a later minute is not seen beyond it before */
  s->turn_m[i] = a->away_m;
  emit(t, i, c, SP_EVENT_CROSSING_BEGINS, at, waited, 0, w->ford.depth_m[c]);
  trace_passage(t, i, c, waited);
  if (share >= 0.5) half_over(t, i, s->begin_min[i] + into + 0.5 / sp_max(rate, 1e-12));
  double over = sp_max(whole, tail_over_min(t, i, a->away_m + w->formation.extent_m[i]));
  if (share >= 1.0 && over <= s->march_min[i]) go_free(t, i, c, free_m, whole, over);
}

/* Crossing by crossing; on each the one that has waited longest, then the earlier at the bank, then a keyed
 * die, then the key. */
static int by_precedence(const void *left, const void *right, void *context) {
  const sp_approach *a = left, *b = right;
  const sp_tick *t = context;
  const sp_world *w = t->world;
  if (a->crossing != b->crossing) return a->crossing < b->crossing ? -1 : 1;
  if (a->shut != b->shut) return a->shut ? 1 : -1;
  sp_minute a_since = w->formation.queue_since[a->formation], b_since = w->formation.queue_since[b->formation];
  if (a_since != b_since) return !a_since ? 1 : !b_since ? -1 : a_since < b_since ? -1 : 1;
  if (a->minutes != b->minutes) return a->minutes < b->minutes ? -1 : 1;
  sp_key a_key = w->formation.key[a->formation], b_key = w->formation.key[b->formation];
  double a_die = sp_uniform(&t->dice, a_key, SP_STREAM_TIE, 0), b_die = sp_uniform(&t->dice, b_key, SP_STREAM_TIE, 0);
  return a_die != b_die ? (a_die < b_die ? -1 : 1) : a_key < b_key ? -1 : a_key > b_key;
}

static void collect(sp_tick *t) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION);
  w->scratch->approaches.count = 0;
  for (int32_t i = 0; i < used; i++) {
    if (!w->formation.alive[i]) continue;
    double spent = w->formation.crossing[i] >= 0 ? pass_on(t, i) : 0.0, walked = w->scratch->turn_m[i];
    if (w->formation.crossing[i] >= 0) continue;
    double minutes = w->scratch->march_min[i], speed = w->formation.speed_m_min[i];
    sp_approach a;
    if (minutes > 0.0 && next_bank(w, i, walked + speed * (minutes - spent) + 0.5, &a)) {
      a.minutes = sp_max(a.away_m <= 0.5 ? 0.0 : spent + sp_max(0.0, a.away_m - walked) / speed, behind_min(t, i, a.away_m));
      a.shut = hours_over(t, i, a.crossing) < 0.0;
      if (!sp_push(&w->scratch->approaches, a)) w->scratch->free_m[i] = 0.0; /* no memory: it waits a tick */
    } else if (w->formation.queue_since[i] && minutes <= 0.0) {
      w->formation.queue_since[i] = 0; /* went to camp instead */
    }
  }
}

void sp_rule_crossing(sp_tick *t) {
  sp_scratch *s = t->world->scratch;
  if (t->model->crossing_count == 0) return;
  for (int32_t c = 0; c < t->model->crossing_count; c++) s->ford_free_min[c] = 0.0;
  collect(t);
  if (s->approaches.count == 0) return;
  sp_sort(s->approaches.data, s->approaches.count, sizeof *s->approaches.data, by_precedence, t);
  for (size_t n = 0; n < s->approaches.count; n++) {
    const sp_approach *a = &s->approaches.data[n];
    double into = sp_max(a->minutes, s->ford_free_min[a->crossing] - s->begin_min[a->formation]);
    bool free_now = !t->world->ford.user[a->crossing] && into <= s->march_min[a->formation] && !waits_behind(t, a), kept = kept_off(t, a);
    if (a->shut || kept || !free_now) s->free_m[a->formation] = sp_min(s->free_m[a->formation], a->away_m);
    if (kept) continue;
    if (a->shut || !free_now || into > a->minutes) queue_up(t, a);
    if (!a->shut && free_now) begin(t, a, into);
  }
}
