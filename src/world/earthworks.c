/* earthworks.c - who has the use of a ditch, and of a wall. SPDX-License-Identifier: Apache-2.0 */
#include "world/earthworks.h"

#include "shapan/calc_battle.h"
#include "shapan/calendar.h"
#include "world/belief.h"

double sp_work_section_m2(const sp_world *w, int32_t work) {
  return w->work.front_m[work] > 0.0 ? w->work.moved_m3[work] / w->work.front_m[work] : 0.0;
}

double sp_work_depth_m(const sp_world *w, int32_t work) {
  return sp_calc_works_depth_m(&w->constants, w->work.depth_wanted_m[work], sp_work_section_m2(w, work));
}

/* ---- where they dig */

sp_ground sp_ground_of(const sp_world *w, int32_t f) {
  const sp_model *m = w->model;
  int32_t edge = sp_formation_edge(w, f), node = w->formation.node[f];
  if (node >= 0 && edge < 0) return (sp_ground){(sp_relief)m->node[node].relief, (sp_cover)m->node[node].cover, (sp_soil)m->node[node].soil};
  if (edge >= 0) return (sp_ground){(sp_relief)m->edge[edge].relief, (sp_cover)m->edge[edge].cover, (sp_soil)m->edge[edge].soil};
  return (sp_ground){SP_RELIEF_PLAIN, SP_COVER_OPEN, SP_SOIL_LOAM};
}

double sp_own_front_h(const sp_world *w, int32_t f, double depth_m) {
  const sp_constants *k = &w->constants;
  sp_ground ground = sp_ground_of(w, f);
  int32_t region = sp_formation_region(w, f);
  sp_digging d = {.diggers = sp_diggers_of(w, f), .soil = ground.soil, .depth_m = 0.5 * depth_m, .frost_m = sp_calc_works_frost_m(k, w->region.temperature_c[region]), .rain_mm_h = w->region.rain_mm_h[region], .mud = w->region.mud[region * SP_SOIL_COUNT + (int32_t)ground.soil], .light = 1.0, .fatigue = w->formation.fatigue[f]};
  double front = sp_min(sp_line_m(w, f), sp_calc_frontage_m(k, ground.relief, ground.cover, SP_ROAD_ROAD)), per_h = sp_calc_works_m3_h(k, &d);
  return per_h > 0.0 ? front * sp_calc_works_section_m2(k, depth_m, depth_m) / per_h : SP_CALC_ENDLESS;
}

bool sp_work_is_at(const sp_world *w, int32_t work, sp_xy at) {
  double dx = w->work.x[work] - at.x, dy = w->work.y[work] - at.y, reach = w->constants.works_reach_m;
  return w->work.alive[work] && dx * dx + dy * dy <= reach * reach;
}

/* ---- who digs, with what */

bool sp_can_dig(const sp_world *w, int32_t f) {
  uint8_t verb = w->formation.verb[f];
  bool told = verb == SP_VERB_NONE || verb == SP_VERB_HOLD || verb == SP_VERB_CAMP;
  return (w->hq.dig[f] & (SP_DIG_SHALLOW | SP_DIG_DEEP)) && told && sp_stands_still(w, f) && w->combat.engagement[f] < 0 && (!w->formation.in_contact[f] || w->hq.before_wall[f] == 2);
}

/* Somebody has written down what tools this contingent has. */
static bool tools_are_stated(const sp_world *w, int32_t contingent) {
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_TALLY); i++)
    if (w->tally.contingent[i] == contingent && w->tally.arm[i] == SP_ARM_TOOL) return true;
  return false;
}

double sp_diggers_of(const sp_world *w, int32_t f) {
  double men = sp_max_i32(0, sp_men_of(w, f) - sp_guards_of(w, f));
  int32_t tools = sp_count_of_arm(w, w->formation.first_strength[f], SP_ARM_TOOL);
  bool counted = tools > 0 || tools_are_stated(w, w->formation.contingent[f]);
  return sp_calc_works_diggers(&w->constants, men, counted ? tools : w->constants.works_tool_share * men);
}

static double ground_c(const sp_world *w, int32_t region, sp_minute minute) {
  const sp_model *m = w->model;
  if (!m->has_season) return w->region.temperature_c[region];
  int month = sp_date_of(minute).month - 1;
  return 0.5 * (m->season.temperature_c[month] + m->season.temperature_c[(month + 11) % 12]);
}

static double daylight_h(const sp_world *w, int32_t region, sp_minute minute) {
  double rise = 0.0, set = 0.0;
  sp_calc_sun_times(w->model->region[region].lat_deg, minute - minute % 1440, &rise, &set);
  return sp_max(0.0, set - rise) / 60.0;
}

sp_digging sp_digging_of(const sp_world *w, int32_t f, int32_t work, sp_minute minute) {
  int32_t region = w->work.region[work];
  uint8_t soil = w->work.soil[work];
  return (sp_digging){.diggers = sp_diggers_of(w, f), .soil = (sp_soil)soil, .depth_m = sp_work_depth_m(w, work), .frost_m = sp_calc_works_frost_m(&w->constants, ground_c(w, region, minute)), .rain_mm_h = w->region.rain_mm_h[region],
                      .mud = w->region.mud[region * SP_SOIL_COUNT + soil], .light = w->region.light[region], .fatigue = w->formation.fatigue[f], .daylight_h = daylight_h(w, region, minute), .by_night = w->formation.through_night[f] != 0};
}

double sp_work_left_m3(const sp_world *w, int32_t i) {
  double depth = w->work.depth_wanted_m[i];
  return sp_max(0.0, w->work.front_m[i] * sp_calc_works_section_m2(&w->constants, depth, depth) - w->work.moved_m3[i]);
}

/* ---- whose they are */

bool sp_stands_still(const sp_world *w, int32_t f) {
  uint8_t activity = w->formation.activity[f];
  bool rests = activity == SP_IN_CAMP || activity == SP_HALTED_IN_COLUMN;
  bool there = w->formation.goal_node[f] < 0 || w->formation.goal_node[f] == w->formation.node[f] || w->hq.before_wall[f] == 2;
  return w->formation.alive[f] && w->combat.stance[f] <= SP_WAVERING && rests && there && w->formation.extent_m[f] <= 1.0;
}

/* Front of all of that side who stand at a place to be held. */
static double to_hold_m(const sp_world *w, int8_t side, sp_xy at) {
  double sum = 0.0, reach = w->constants.works_reach_m;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++) {
    if (!w->formation.alive[f] || w->formation.side[f] != side) continue;
    double dx = w->formation.head_x[f] - at.x, dy = w->formation.head_y[f] - at.y;
    if (dx * dx + dy * dy <= reach * reach && sp_stands_still(w, f) && !sp_wants_fight(w, f)) sum += sp_line_m(w, f);
  }
  return sum;
}

sp_works_use sp_works_about(const sp_world *w, int32_t f, sp_xy toward) {
  sp_works_use sum = {.cover = 0.0};
  sp_xy at = {w->formation.head_x[f], w->formation.head_y[f]};
  double length = 0.0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WORK); i++) {
    if (!sp_work_is_at(w, i, at)) continue;
    bool ring = w->work.ring[i] != 0;
    if (!ring && w->work.facing[i * 2] * toward.x + w->work.facing[i * 2 + 1] * toward.y < SP_WORKS_STRAIGHT) continue;
    double front = w->work.front_m[i] / (ring ? w->constants.works_ring : 1.0);
    length += front;
    sum.cover += front * sp_calc_works_cover(&w->constants, sp_work_section_m2(w, i));
    sum.ditch += front * sp_calc_works_obstacle(&w->constants, sp_work_depth_m(w, i), w->work.palisade[i]);
    sum.ring += ring ? front * sp_calc_works_cover(&w->constants, sp_work_section_m2(w, i)) / w->constants.works_cover_most : 0.0;
  }
  if (length <= 0.0) return sum;
  double share = sp_min(1.0, length / sp_max(1.0, to_hold_m(w, w->formation.side[f], at))) / length;
  return (sp_works_use){sp_clamp(share * sum.cover, 0.0, 1.0), sp_clamp(share * sum.ditch, 0.0, 1.0), sp_clamp(share * sum.ring, 0.0, 1.0), 0.0};
}

int32_t sp_wall_of(const sp_world *w, int32_t f) {
  int32_t node = w->formation.node[f];
  int32_t place = node >= 0 ? w->model->node[node].place : -1;
  if (place < 0 || !w->formation.alive[f]) return -1;
  if (w->place.holder[place] >= 0 && w->place.holder[place] != w->formation.side[f]) return -1; /* it stands before the gate */
  for (int32_t i = 0; i < w->model->wall_count; i++)
    if (w->model->wall[i].node == node) return sp_stands_still(w, f) && !sp_wants_fight(w, f) && sp_men_of(w, f) > 0 ? i : -1;
  return -1;
}

double sp_wall_length_m(const sp_world *w, int32_t i) {
  double length = w->model->wall[i].length_m;
  return length > 0.0 ? length : sp_calc_wall_m(&w->constants, w->model->wall[i].kind);
}

/* Men of that body's side behind the same wall. */
static double behind_it(const sp_world *w, int32_t wall, int8_t side) {
  double men = 0.0;
  for (int32_t f = 0; f < sp_used(w, SP_TABLE_FORMATION); f++)
    if (w->formation.side[f] == side && sp_wall_of(w, f) == wall) men += w->formation.foot[f] + w->formation.mounted[f];
  return men;
}

sp_works_use sp_wall_about(const sp_world *w, int32_t f) {
  int32_t i = sp_wall_of(w, f);
  if (i < 0) return (sp_works_use){.cover = 0.0};
  sp_wall_worth worth = sp_calc_wall_worth(&w->constants, w->model->wall[i].kind, w->wall.breach_m[i]);
  double wanted = w->constants.siege_men_per_m * sp_wall_length_m(w, i), held = sp_min(1.0, behind_it(w, i, w->formation.side[f]) / sp_max(1.0, wanted));
  return (sp_works_use){.cover = worth.cover, .ditch = worth.obstacle * held, .ring = held, .wall = worth.wall * held};
}

double sp_ring_m(const sp_world *w, int32_t i) { return sp_wall_length_m(w, i) + 2.0 * SP_PI * w->constants.siege_ring_m; }

int32_t sp_octant_of(const sp_world *w, int32_t i, sp_xy at) {
  sp_xy middle = w->model->node[w->model->wall[i].node].at;
  double x = at.x - middle.x, y = at.y - middle.y, ax = sp_abs(x), ay = sp_abs(y);
  const double tan_22 = 0.41421356237309503; /* of 22.5 degrees */
  if (ax <= tan_22 * ay) return y >= 0.0 ? 0 : 4;
  if (ay <= tan_22 * ax) return x >= 0.0 ? 2 : 6;
  return x >= 0.0 ? (y >= 0.0 ? 1 : 3) : y >= 0.0 ? 7 : 5;
}

int32_t sp_ring_drawn_by(const sp_world *w, int32_t f) {
  if (w->hq.invests[f] < 0 || w->hq.before_wall[f] != 2) return -1;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++)
    if (w->model->wall[i].node == w->hq.invests[f]) return w->wall.ring[i] > 0.0 ? i : -1;
  return -1;
}

int32_t sp_ring_against(const sp_world *w, int32_t i, int8_t side) {
  int32_t by = w->wall.ring[i] > 0.0 ? sp_formation_by_key(w, w->wall.ring_by[i]) : -1;
  return by >= 0 && w->formation.side[by] != side ? by : -1;
}

double sp_ring_believed(const sp_world *w, int32_t i, int8_t side, int32_t octant) {
  if (w->wall.watched_by[i] != side + 1) return -1.0;
  double sum = 0.0, count = 0.0;
  for (int32_t k = i * SP_OCTANTS; k < (i + 1) * SP_OCTANTS; k++) {
    sum += w->wall.seen_at[k] ? w->wall.seen_closed[k] : 0.0;
    count += w->wall.seen_at[k] != 0;
  }
  if (count <= 0.0) return -1.0;
  int32_t k = i * SP_OCTANTS + octant;
  if (!w->wall.seen_at[k]) return sum / count;
  double age_h = (double)(w->head->minute - w->wall.seen_at[k]) / 60.0, old = age_h / (age_h + w->constants.siege_ring_stale_h);
  return w->wall.seen_closed[k] + old * (sum / count - w->wall.seen_closed[k]);
}

int32_t sp_ring_thinnest(const sp_world *w, int32_t i, int8_t side) {
  int32_t best = -1;
  double least = 0.0;
  for (int32_t k = 0; k < SP_OCTANTS; k++) {
    double closed = sp_ring_believed(w, i, side, k);
    if (closed < 0.0 || (best >= 0 && closed >= least)) continue;
    least = closed;
    best = k;
  }
  return best;
}

/* Where a rider from within goes through: a man alone finds his way round under the wall to the side that is thought thinnest. */
static int32_t octant_of_rider(const sp_world *w, int32_t i, sp_xy at, int32_t from, int8_t side) {
  int32_t thin = from >= 0 && sp_wall_of(w, from) == i ? sp_ring_thinnest(w, i, side) : -1;
  return thin >= 0 ? thin : sp_octant_of(w, i, at);
}

double sp_ring_caught_per_min(const sp_world *w, sp_xy at, int32_t from, int8_t side, double light, int32_t *captor) {
  double rate = 0.0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++) {
    if (w->wall.ring[i] <= 0.0) continue;
    sp_xy middle = w->model->node[w->model->wall[i].node].at;
    double dx = at.x - middle.x, dy = at.y - middle.y, reach = w->constants.siege_reach_m;
    int32_t by = dx * dx + dy * dy <= reach * reach ? sp_formation_by_key(w, w->wall.ring_by[i]) : -1;
    if (by < 0 || w->formation.side[by] == side) continue;
    double one = sp_calc_ring_caught_per_min(&w->constants, w->wall.closed[i * SP_OCTANTS + octant_of_rider(w, i, at, from, side)], light);
    if (one > rate) {
      rate = one;
      *captor = by;
    }
  }
  return rate;
}
