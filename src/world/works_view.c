/* works_view.c - how a body stands with its spades, before or behind a wall, and on the shore. SPDX-License-Identifier: Apache-2.0 */
#include "shapan/calc_supply.h"
#include "shapan/supply.h"
#include "world/belief.h"
#include "world/earthworks.h"
#include "world/rows.h"
#include "world/voyage.h"

static int32_t living(const sp_world *w, sp_key key) {
  int32_t row = w ? sp_formation_row(w, key) : -1;
  return row >= 0 && w->formation.alive[row] ? row : -1;
}

/* ---- spades */

static int32_t works_of(const sp_world *w, int32_t f) {
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK) && w->hq.digs[f]; i++)
    if (w->work.alive[i] && w->work.key[i] == w->hq.digs[f]) return i;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK); i++)
    if (w->work.side[i] == w->formation.side[f] && sp_work_is_at(w, i, sp_head_of(w, f))) return i;
  return -1;
}

static void weigh_digging(const sp_world *w, int32_t f, sp_spades_state *out) {
  const sp_constants *k = &w->constants;
  sp_digging now = sp_digging_of(w, f, out->work, w->head->minute), best = now;
  best.rain_mm_h = best.mud = best.fatigue = best.frost_m = best.daylight_h = 0.0;
  best.light = 1.0;
  bool stakes = out->left_m3 <= 0.0; /* they set stakes when the earth is moved */
  double (*rate)(const sp_constants *, const sp_digging *) = stakes ? sp_calc_works_stakes_m_h : sp_calc_works_m3_h;
  struct { double *factor; sp_digging with; } cause[] = {{&out->frost, best}, {&out->rain, best}, {&out->mud, best}, {&out->dark, best}, {&out->weary, best}, {&out->pauses, best}};
  cause[0].with.frost_m = now.frost_m;
  cause[1].with.rain_mm_h = now.rain_mm_h;
  cause[2].with.mud = now.mud;
  cause[3].with.light = now.light;
  cause[4].with.fatigue = now.fatigue;
  cause[5].with.daylight_h = now.daylight_h;
  double whole = rate(k, &best);
  for (size_t n = 0; n < sizeof cause / sizeof *cause; n++) *cause[n].factor = whole > 0.0 ? rate(k, &cause[n].with) / whole : 1.0;
  best.frost_m = now.frost_m; /* the ground is frozen by day too */
  out->diggers = now.diggers;
  out->m3_h = stakes ? 0.0 : rate(k, &now);
  double by_day = sp_calc_works_m3_h(k, &best);
  out->man_h_left = by_day > 0.0 ? out->left_m3 / by_day * now.diggers : 0.0;
}

const char *sp_dig_bar_name(sp_dig_bar bar) {
  static const char *const names[SP_DIG_BAR_COUNT] = {"digs", "untold", "fight", "enemy", "on_road", "done", "night", "no_tools"};
  return (unsigned)bar < SP_DIG_BAR_COUNT ? names[bar] : NULL;
}

static sp_dig_bar bar_to_dig(const sp_world *w, int32_t f, const sp_spades_state *s) {
  if (!w->hq.dig[f]) return SP_DIG_UNTOLD;
  if (w->combat.engagement[f] >= 0) return SP_DIG_FIGHT;
  if (w->formation.in_contact[f] && w->hq.before_wall[f] != 2) return SP_DIG_ENEMY;
  if (!sp_can_dig(w, f)) return SP_DIG_ON_ROAD;
  if (s->work >= 0 && s->left_m3 <= 0.0 && s->palisade >= w->work.timber[s->work]) return SP_DIG_DONE;
  if (s->work >= 0 && s->diggers <= 0.0) return SP_DIG_NO_TOOLS;
  return s->work >= 0 && s->dark <= 0.0 ? SP_DIG_NIGHT : SP_DIGS;
}

sp_status sp_world_spades(const sp_world *w, sp_key formation, sp_spades_state *out) {
  int32_t f = living(w, formation);
  if (f < 0 || !out) return SP_NOT_FOUND;
  *out = (sp_spades_state){.work = works_of(w, f), .frost = 1.0, .rain = 1.0, .mud = 1.0, .dark = 1.0, .weary = 1.0, .pauses = 1.0};
  int32_t i = out->work;
  if (i < 0 && !w->hq.dig[f]) return SP_NOT_FOUND;
  if (i >= 0) {
    out->front_m = w->work.front_m[i];
    out->depth_m = sp_work_depth_m(w, i);
    out->wanted_m = w->work.depth_wanted_m[i];
    out->moved_m3 = w->work.moved_m3[i];
    out->left_m3 = sp_work_left_m3(w, i);
    out->palisade = w->work.palisade[i];
    weigh_digging(w, f, out);
  }
  out->bar = bar_to_dig(w, f, out);
  return SP_OK;
}

/* ---- walls */

/* The wall behind which it stands; else the one that it is to take or invest; else the nearest that it stands before. */
static int32_t wall_about(const sp_world *w, int32_t f) {
  const sp_model *m = w->model;
  int32_t best = sp_wall_of(w, f), goal = w->hq.invests[f] >= 0 ? w->hq.invests[f] : sp_wants_fight(w, f) ? w->formation.goal_node[f] : -1;
  double least = w->constants.siege_reach_m;
  for (int32_t i = 0; i < m->wall_count && best < 0; i++)
    if (m->wall[i].node == goal) best = i;
  if (best >= 0) return best;
  for (int32_t i = 0; i < m->wall_count; i++) {
    sp_xy at = m->node[m->wall[i].node].at;
    double dx = at.x - w->formation.head_x[f], dy = at.y - w->formation.head_y[f], d = sp_sqrt(dx * dx + dy * dy);
    bool means_it = w->wall.by[i] == w->formation.key[f] || (w->wall.phase[i] != SP_SIEGE_NONE && sp_wants_fight(w, f));
    if (!means_it || d > least) continue;
    least = d;
    best = i;
  }
  return best;
}

static double gap_of_fight(const sp_world *w, int32_t f) {
  int32_t e = w->combat.engagement[f];
  if (e < 0) return -1.0;
  double gap = w->engagement.gap_m[e * 3];
  for (int32_t s = 1; s < 3; s++) gap = sp_min(gap, w->engagement.gap_m[e * 3 + s]);
  return sp_max(0.0, gap);
}

sp_status sp_world_storm(const sp_world *w, sp_key formation, sp_storm_state *out) {
  int32_t f = living(w, formation), i = f >= 0 && out ? wall_about(w, f) : -1;
  if (i < 0 || i >= sp_used(w, SP_TABLE_WALL)) return SP_NOT_FOUND;
  sp_wall_worth worth = sp_calc_wall_worth(&w->constants, w->model->wall[i].kind, w->wall.breach_m[i]);
  *out = (sp_storm_state){.wall = i, .behind = sp_wall_of(w, f) == i, .phase = w->wall.phase[i], .since = w->wall.phase[i] ? w->wall.since[i] : 0, .breach_m = w->wall.breach_m[i], .enough_m = w->constants.siege_breach_enough_m,
                          .heavy_guns = w->formation.heavy_guns[f], .rounds = w->combat.shot[f] * w->constants.fight_shot_full, .waits = w->hq.before_wall[f] != 0, .invests = w->hq.invests[f] == w->model->wall[i].node,
                          .ring = w->wall.ring[i], .daylight = w->region.sun_deg[sp_formation_region(w, f)] > 0.0, .gap_m = gap_of_fight(w, f), .cover = worth.cover, .ditch = worth.obstacle, .climb = worth.wall};
  return SP_OK;
}

/* ---- boats */

int32_t sp_world_boats_at(const sp_world *w, int32_t crossing) {
  return w && crossing >= 0 && crossing < sp_used(w, SP_TABLE_FORD) ? sp_count_of_arm(w, w->ford.first_strength[crossing], SP_ARM_BOAT) : 0;
}

const char *sp_sea_bar_name(sp_sea_bar bar) {
  static const char *const names[SP_SEA_BAR_COUNT] = {"free", "no_order", "on_road", "fight", "enemy", "unsteady", "no_lane", "no_boats", "loading", "dark", "wind", "sailing", "landing", "building"};
  return (unsigned)bar < SP_SEA_BAR_COUNT ? names[bar] : NULL;
}

static sp_sea_bar bar_ashore(const sp_world *w, int32_t f, const sp_sea_state *s, sp_leg lane) {
  if (s->bound_for < 0 && s->rafts_wanted == 0) return SP_SEA_NO_ORDER;
  if (w->combat.engagement[f] >= 0) return SP_SEA_FIGHT;
  if (w->formation.in_contact[f]) return SP_SEA_ENEMY;
  if (w->combat.stance[f] != SP_STEADY) return SP_SEA_UNSTEADY;
  if (!sp_free_to_embark(w, f)) return SP_SEA_ON_ROAD;
  if (s->rafts_wanted > 0) return SP_SEA_BUILDING;
  return lane == SP_NO_LEG ? SP_SEA_NO_LANE : s->boats + s->rafts == 0 ? SP_SEA_NO_BOATS : SP_SEA_FREE;
}

static sp_sea_bar bar_in(const sp_world *w, int32_t f, int32_t v, const sp_sea_state *s, sp_leg lane) {
  double work = w->formation.node[f] >= 0 ? sp_calc_boat_work(&w->constants, w->region.light[w->model->node[w->formation.node[f]].region]) : 1.0;
  sp_sea_bar ashore = w->voyage.stage[v] <= SP_VOYAGE_LOADED ? bar_ashore(w, f, s, lane) : SP_SEA_FREE;
  switch ((sp_voyage_stage)w->voyage.stage[v]) {
    case SP_VOYAGE_LOADING: return ashore != SP_SEA_FREE ? ashore : work < 1.0 - 0.5 * w->constants.boat_dark ? SP_SEA_DARK : SP_SEA_LOADING;
    case SP_VOYAGE_LOADED: return ashore != SP_SEA_FREE ? ashore : s->wind_m_s > s->most_m_s ? SP_SEA_WIND : SP_SEA_FREE;
    case SP_VOYAGE_SAILING: return SP_SEA_SAILING;
    case SP_VOYAGE_LANDING: return SP_SEA_LANDING;
    default: return ashore;
  }
}

sp_status sp_world_sea(const sp_world *w, sp_key formation, sp_sea_state *out) {
  int32_t f = living(w, formation), v = f >= 0 && out ? sp_voyage_of(w, f) : -1;
  if (f < 0 || !out) return SP_NOT_FOUND;
  const sp_constants *k = &w->constants;
  *out = (sp_sea_state){.bound_for = -1, .boats = sp_boats_of(w, f), .wanted = sp_sea_cargo(w, f)};
  if (v < 0 && out->boats == 0) return SP_NOT_FOUND;
  out->room = sp_calc_boat_room(k, out->boats, v >= 0 ? w->voyage.rafts[v] : 0);
  if (v < 0) {
    out->bar = SP_SEA_NO_ORDER;
    return SP_OK;
  }
  out->bound_for = w->voyage.bound_for[v];
  out->since = w->voyage.since[v];
  out->rafts = w->voyage.rafts[v];
  out->rafts_wanted = w->voyage.rafts_wanted[v];
  bool works = w->voyage.stage[v] == SP_VOYAGE_LOADING || w->voyage.stage[v] == SP_VOYAGE_LANDING;
  if (works) out->work_left_min = sp_max(0.0, sp_calc_boat_load_min(k, out->boats, out->rafts) - w->voyage.done_min[v]);
  if (out->rafts_wanted > 0) out->raft_man_h_left = out->rafts_wanted * sp_calc_boat_raft_man_h(k) - w->voyage.raft_mh[v];
  sp_leg lane = sp_at_sea(w, f) ? w->formation.leg[f * SP_LEGS] : sp_lane_between(w->model, w->formation.node[f], out->bound_for);
  if (lane != SP_NO_LEG) {
    out->wind_m_s = w->region.wind_m_s[w->model->edge[sp_leg_edge(lane)].region];
    out->lane_m = sp_leg_length(w->model, lane);
  }
  out->most_m_s = sp_calc_boat_wind_m_s(k, out->rafts > 0);
  out->way_m = sp_at_sea(w, f) ? w->formation.head_m[f] : 0.0;
  out->bar = bar_in(w, f, v, out, lane);
  return SP_OK;
}
