/* waters.c - rivers between bodies in the field.
 *
 * Who lies on which side of a river's line is plane geometry (model/geometry.c); at a crossing, whose place lies on the line itself, it is the bank of the
 * road by which a body came. Whether a river bars the way is asked of its state now: its depth, the ice, the bridges and fords near the spot.
 * A war without rivers pays one comparison, and a pair with none between them a walk through one cell or two of the grid.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/waters.h"

#include "shapan/calc_supply.h"
#include "world/passage.h"
#include "world/ride.h"

#define OFF_THE_BRINK 1.5   /* times the reach of a crossing: where the map's own banks are told apart */
#define LEAST_REACH_M 60.0
#define NEITHER_BANK (-1)

/* A place on dry ground; river: it lies on that river's very line and nobody knows on which bank. */
typedef struct dry_spot { sp_xy at; int32_t river; } dry_spot;

static double off_m(const sp_model *m, int32_t c) { return OFF_THE_BRINK * sp_max(LEAST_REACH_M, m->river[m->crossing[c].river].width_m); }

/* On the very spot of a crossing: back along a road of the bank that it came by. */
static dry_spot at_node(const sp_world *w, int32_t f) {
  const sp_model *m = w->model;
  const sp_node *node = &m->node[w->formation.node[f]];
  if (node->crossing < 0) return (dry_spot){node->at, NEITHER_BANK};
  for (int32_t h = node->first_edge; w->hq.bank[f] && h < node->first_edge + node->edge_count; h++) {
    sp_leg leg = m->half_edge[h].leg;
    if (sp_leg_bank(m, leg, false) == w->hq.bank[f]) return (dry_spot){sp_leg_point(m, leg, sp_min(off_m(m, node->crossing), sp_leg_length(m, leg)), NULL), NEITHER_BANK};
  }
  return (dry_spot){node->at, m->crossing[node->crossing].river};
}

static dry_spot end_of(const sp_world *w, int32_t f, bool head) {
  const sp_model *m = w->model;
  if (w->formation.leg_count[f] == 0) return w->formation.node[f] >= 0 ? at_node(w, f) : (dry_spot){{w->formation.head_x[f], w->formation.head_y[f]}, NEITHER_BANK};
  sp_leg leg = w->formation.leg[f * SP_LEGS + (head ? w->formation.head_leg[f] : 0)];
  double along = head ? w->formation.head_m[f] : w->formation.tail_m[f], length = sp_leg_length(m, leg);
  int32_t from = m->node[sp_leg_start(m, leg)].crossing, to = m->node[sp_leg_end(m, leg)].crossing;
  bool short_of_it = to >= 0 && sp_leg_bank(m, leg, true), past_it = from >= 0 && sp_leg_bank(m, leg, false);
  if (past_it) along = sp_max(along, sp_min(off_m(m, from), short_of_it ? 0.5 * length : length));
  if (short_of_it) along = sp_min(along, sp_max(length - off_m(m, to), past_it ? 0.5 * length : 0.0));
  return (dry_spot){sp_leg_point(m, leg, along, NULL), NEITHER_BANK};
}

/* By bridge, over ice or wading; not by boat. */
static bool passes_at(const sp_world *w, int32_t c, const sp_column *men) {
  sp_passage passage = sp_passage_at(w, c, false);
  bool ferry = w->model->crossing[c].kind == SP_CROSSING_FERRY && sp_passage_bridges(w, c) == 0 && !(passage.bears & SP_ICE_FOOT);
  return (ferry ? sp_calc_column_limit_m(&w->constants, men) : sp_passage_limit_m(w, &passage, men)) > passage.depth_m;
}

/* Away from its crossings a river is deeper, and has the ice of the nearest of them. */
static bool passes(const sp_world *w, const sp_river_cut *cut, const sp_column *men) {
  const sp_model *m = w->model;
  const sp_constants *k = &w->constants;
  int32_t nearest = -1;
  double least = 0.0;
  for (int32_t c = 0; c < m->crossing_count; c++) {
    if (m->crossing[c].river != cut->river) continue;
    sp_xy at = m->node[m->crossing[c].node].at;
    double away = sp_sqrt((at.x - cut->at.x) * (at.x - cut->at.x) + (at.y - cut->at.y) * (at.y - cut->at.y));
    if (away <= k->across_round_m && passes_at(w, c, men)) return true;
    if (nearest >= 0 && away >= least) continue;
    nearest = c;
    least = away;
  }
  uint8_t needs = men->foot > 0.0 ? SP_ICE_FOOT : SP_ICE_HORSE;
  if (nearest >= 0 && w->ford.ice_bears[nearest] & needs) return true;
  if (nearest >= 0 && w->ford.ice_bears[nearest] & SP_ICE_SHUTS) return false;
  double depth = k->across_deeper * sp_of_months(m->river[cut->river].depth_m, w->head->minute) + w->river.rise_m[cut->river];
  return depth < sp_calc_column_limit_m(k, men);
}

static bool bars(const sp_world *w, bool foot, dry_spot a, dry_spot b) {
  sp_river_cut cut[SP_RIVER_CUTS];
  const sp_column men = {.foot = foot ? 1.0 : 0.0, .mounted = foot ? 0.0 : 1.0};
  int32_t count = sp_rivers_between(w->model, a.at, b.at, cut);
  for (int32_t n = 0; n < count; n++)
    if (cut[n].river != a.river && cut[n].river != b.river && !passes(w, &cut[n], &men)) return true;
  return false;
}

bool sp_water_bars(const sp_world *w, bool foot, sp_xy from, sp_xy to) {
  return w->model->river_count > 0 && bars(w, foot, (dry_spot){from, NEITHER_BANK}, (dry_spot){to, NEITHER_BANK});
}

static bool on_foot(const sp_world *w, int32_t f) { return w->formation.mounted[f] == 0; } /* a mixed body's horse goes first */

/* Where f may come at g: both ends when g stands astride a river, else its nearest part. */
static int32_t parts_of(const sp_world *w, int32_t g, sp_xy from, dry_spot part[2]) {
  dry_spot head = end_of(w, g, true), tail = w->formation.extent_m[g] > 0.0 ? end_of(w, g, false) : head;
  if (w->formation.crossing[g] >= 0) {
    part[0] = head;
    part[1] = tail;
    return 2;
  }
  sp_xy spot;
  (void)sp_column_distance_m(w, g, from, &spot);
  bool is_head = spot.x == w->formation.head_x[g] && spot.y == w->formation.head_y[g], is_tail = spot.x == w->formation.tail_x[g] && spot.y == w->formation.tail_y[g];
  part[0] = is_head ? head : is_tail ? tail : (dry_spot){spot, NEITHER_BANK};
  return 1;
}

bool sp_water_between(const sp_world *w, int32_t f, int32_t g) {
  dry_spot mine[2], his[2];
  if (w->model->river_count == 0) return false;
  int32_t own = parts_of(w, f, sp_head_of(w, g), mine), other = parts_of(w, g, sp_head_of(w, f), his);
  bool foot = on_foot(w, f);
  for (int32_t a = 0; a < own; a++)
    for (int32_t b = 0; b < other; b++)
      if (!bars(w, foot, mine[a], his[b])) return false;
  return true;
}

bool sp_water_before(const sp_world *w, int32_t f, sp_xy at) {
  dry_spot mine[2];
  if (w->model->river_count == 0) return false;
  int32_t own = parts_of(w, f, at, mine);
  for (int32_t a = 0; a < own; a++)
    if (!bars(w, on_foot(w, f), mine[a], (dry_spot){at, NEITHER_BANK})) return false;
  return true;
}
