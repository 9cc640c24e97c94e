/* earthworks.c - who has the use of a ditch, and of a wall. SPDX-License-Identifier: Apache-2.0 */
#include "world/earthworks.h"

#include "shapan/calc_supply.h"

double sp_work_section_m2(const sp_world *w, int32_t work) {
  return w->work.front_m[work] > 0.0 ? w->work.moved_m3[work] / w->work.front_m[work] : 0.0;
}

double sp_work_depth_m(const sp_world *w, int32_t work) {
  return sp_calc_works_depth_m(&w->constants, w->work.depth_wanted_m[work], sp_work_section_m2(w, work));
}

bool sp_work_is_at(const sp_world *w, int32_t work, sp_xy at) {
  double dx = w->work.x[work] - at.x, dy = w->work.y[work] - at.y, reach = w->constants.works_reach_m;
  return w->work.alive[work] && dx * dx + dy * dy <= reach * reach;
}

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
  if (node < 0 || w->model->node[node].place < 0 || !w->formation.alive[f]) return -1;
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

double sp_ring_caught_per_min(const sp_world *w, sp_xy at, int8_t side, double light, int32_t *captor) {
  double rate = 0.0;
  for (int32_t i = 0; i < sp_used(w, SP_TABLE_WALL); i++) {
    if (w->wall.ring[i] <= 0.0) continue;
    sp_xy middle = w->model->node[w->model->wall[i].node].at;
    double dx = at.x - middle.x, dy = at.y - middle.y, reach = w->constants.siege_reach_m;
    int32_t by = dx * dx + dy * dy <= reach * reach ? sp_formation_by_key(w, w->wall.ring_by[i]) : -1;
    if (by < 0 || w->formation.side[by] == side) continue;
    double one = sp_calc_ring_caught_per_min(&w->constants, w->wall.ring[i], light);
    if (one > rate) {
      rate = one;
      *captor = by;
    }
  }
  return rate;
}
