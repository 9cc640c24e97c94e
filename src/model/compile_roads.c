/* compile_roads.c - places, crossings and roads become the draft of a graph; roads that pass a river where
 * nobody declared a crossing are refused, and each road end at a crossing learns on which bank it lies.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

#define SAME_POINT_M 1.0
#define SHORTER_OK 0.98      /* a stated length may be rounded below the drawn line's by this much */
#define GROUND_STEP_M 500.0
#define FAR_FROM_END_M 2000.0 /* a line that begins so far from its place was drawn to another, or backwards */
#define MOST_MEETINGS 3      /* faults for one road */

static void draft_sites(sp_compiler *c) {
  const sp_model *m = c->model;
  for (int32_t site = 0; site < m->place_count + m->crossing_count; site++) {
    bool place = site < m->place_count;
    int32_t row = place ? site : site - m->place_count;
    sp_node node = {.key = m->key[place ? SP_ENTITY_PLACE : SP_ENTITY_CROSSING][row],
                    .at = place ? c->place_xy[row] : c->ford[row].at,
                    .place = place ? row : -1,
                    .crossing = place ? -1 : row};
    node.region = sp_region_at(m, node.at);
    sp_ground_at(c, node.at, &node.relief, &node.cover, &node.soil);
    if (!sp_push(&c->node, node)) {
      c->no_memory = true;
      return;
    }
    if (place && !sp_on_land(m, node.at))
      sp_warn(c, m->place_def[row].where, "fault.place_in_sea", "place", m->place_def[row].id);
  }
}

static const sp_ford_site *ford_at(const sp_compiler *c, int32_t site) {
  return site < c->model->place_count ? NULL : &c->ford[site - c->model->place_count];
}

/* End vertices are dropped when they stand for the end itself, so that a crossing moved onto its river
 * does not make the road step over and back. */
static double end_reach(const sp_compiler *c, int32_t site) {
  const sp_ford_site *ford = ford_at(c, site);
  return ford ? sp_max(SAME_POINT_M, ford->moved_m * 1.05 + SAME_POINT_M) : SAME_POINT_M;
}

static void push_point(sp_compiler *c, sp_xy at, int32_t first) {
  if ((int32_t)c->point.count > first && sp_xy_distance(c->point.data[c->point.count - 1], at) < SAME_POINT_M) return;
  if (!sp_push(&c->point, at)) c->no_memory = true;
}

static void judge_ends(sp_compiler *c, const sp_road_def *def, sp_xy from, sp_xy to) {
  if (!def->whole_line || def->point_count < 2) return;
  const sp_xy end[2] = {from, to};
  const char *const site[2] = {def->from, def->to};
  for (int i = 0; i < 2; i++) {
    char km[32];
    double apart_m = sp_xy_distance(sp_project(&c->model->projection, def->points[i ? def->point_count - 1 : 0]), end[i]);
    if (apart_m > FAR_FROM_END_M)
      sp_warn(c, def->where, i ? "fault.road_ends_far" : "fault.road_begins_far", "road", def->id, "site", site[i], "distance",
              sp_number_text(km, sizeof km, sp_floor(apart_m / 100.0 + 0.5) / 10.0));
  }
}

static void lay_line(sp_compiler *c, int32_t road, sp_edge *edge) {
  const sp_model *m = c->model;
  const sp_road_def *def = &m->road_def[road];
  sp_xy from = c->node.data[edge->node[0]].at, to = c->node.data[edge->node[1]].at;
  size_t first = 0, end = def->point_count;
  edge->first_point = (int32_t)c->point.count;
  while (first < end && sp_xy_distance(sp_project(&m->projection, def->points[first]), from) < end_reach(c, edge->node[0])) first++;
  while (end > first && sp_xy_distance(sp_project(&m->projection, def->points[end - 1]), to) < end_reach(c, edge->node[1])) end--;
  push_point(c, from, edge->first_point);
  for (size_t i = first; i < end; i++) push_point(c, sp_project(&m->projection, def->points[i]), edge->first_point);
  if (!c->no_memory) { /* the end is exact: it takes the place of a vertex that all but touches it */
    size_t last = c->point.count - 1;
    if ((int32_t)last > edge->first_point && sp_xy_distance(c->point.data[last], to) < SAME_POINT_M) c->point.data[last] = to;
    else push_point(c, to, edge->first_point);
  }
  edge->point_count = (int32_t)c->point.count - edge->first_point;
  judge_ends(c, def, from, to);
}

static void measure_line(const sp_compiler *c, sp_edge *edge) {
  const sp_xy *point = &c->point.data[edge->first_point];
  edge->drawn_m = edge->length_m = 0.0;
  for (int32_t i = 0; i + 1 < edge->point_count; i++) {
    edge->drawn_m += sp_xy_distance(point[i], point[i + 1]);
    edge->length_m += sp_plane_true_m(&c->model->projection, point[i], point[i + 1]);
  }
}

static bool true_length(sp_compiler *c, const sp_road_def *def, sp_edge *edge) {
  if (edge->point_count < 2 || edge->drawn_m < SAME_POINT_M) {
    sp_error(c, def->where, "fault.road_without_length", "road", def->id);
    return false;
  }
  if (!(def->length_m > 0.0)) return true;
  if (def->length_m < edge->length_m * SHORTER_OK) {
    char given[32], drawn[32];
    sp_error(c, def->where, "fault.road_shorter_than_line", "road", def->id, "given",
             sp_number_text(given, sizeof given, def->length_m / 1000.0), "drawn",
             sp_number_text(drawn, sizeof drawn, edge->length_m / 1000.0));
    return false;
  }
  edge->length_m = sp_max(def->length_m, edge->length_m);
  return true;
}

typedef struct meeting {
  sp_compiler *c;
  int32_t road;
  const int32_t *end; /* sites */
  sp_xy a, b;
  int32_t found;
} meeting;

static bool is_declared(const meeting *look, int32_t river, sp_xy at) {
  for (int end = 0; end < 2; end++) {
    const sp_ford_site *ford = ford_at(look->c, look->end[end]);
    if (!ford || look->c->model->crossing[look->end[end] - look->c->model->place_count].river != river) continue;
    if (sp_xy_distance(ford->at, at) <= ford->reach_m) return true;
  }
  return false;
}

static bool judge_meeting(void *context, const sp_segment *segment, double t) {
  meeting *look = context;
  sp_compiler *c = look->c;
  sp_xy at = sp_xy_between(look->a, look->b, t);
  if (is_declared(look, segment->owner, at)) return true;
  sp_point point = sp_unproject(&c->model->projection, at);
  char lat[32], lon[32];
  const sp_road_def *def = &c->model->road_def[look->road];
  sp_error(c, def->where, "fault.undeclared_crossing", "road", def->id, "river", c->model->river_def[segment->owner].id,
           "lat", sp_number_text(lat, sizeof lat, point.lat_deg), "lon", sp_number_text(lon, sizeof lon, point.lon_deg));
  return ++look->found < MOST_MEETINGS;
}

static void judge_rivers(sp_compiler *c, int32_t road, const sp_edge *edge) {
  meeting look = {.c = c, .road = road, .end = edge->node};
  for (int32_t i = 0; i + 1 < edge->point_count && look.found < MOST_MEETINGS; i++) {
    look.a = c->point.data[edge->first_point + i];
    look.b = c->point.data[edge->first_point + i + 1];
    (void)sp_segment_grid_walk(&c->rivers, look.a, look.b, judge_meeting, &look);
  }
}

/* 1 left, 2 right, looking downstream. At a bend's vertex both arms speak: the turn decides by the sum of their normals. */
uint8_t sp_bank_of(const sp_compiler *c, int32_t crossing, sp_xy at) {
  const sp_ford_site *ford = &c->ford[crossing];
  double best = 0.0, side = 0.0;
  for (int32_t k = ford->first; k < ford->last; k++) {
    sp_xy a = c->river_xy[k], b = c->river_xy[k + 1], near = sp_nearest_on_segment(at, a, b, NULL);
    double distance = sp_xy_distance(at, near), length = sp_xy_distance(a, b);
    if (!(length > 0.0)) continue;
    double hair = 1e-6 * (1.0 + distance);
    if (k > ford->first && distance > best + hair) continue;
    double left = ((b.x - a.x) * (at.y - near.y) - (b.y - a.y) * (at.x - near.x)) / length;
    side = k > ford->first && distance > best - hair ? side + left : left;
    best = distance;
  }
  return side > 0.0 ? 1 : 2;
}

/* Looked at where the road has left the ford's own ground. */
static uint8_t bank_of_end(const sp_compiler *c, const sp_edge *edge, int end, int32_t crossing) {
  const sp_xy *point = &c->point.data[edge->first_point];
  int32_t count = edge->point_count, step = end ? -1 : 1, at = end ? count - 1 : 0;
  double wanted = 1.5 * c->ford[crossing].reach_m;
  for (int32_t i = 0; i + 1 < count; i++, at += step) {
    double distance = sp_xy_distance(point[at + step], c->ford[crossing].at);
    if (distance < wanted) continue;
    double before = sp_xy_distance(point[at], c->ford[crossing].at);
    return sp_bank_of(c, crossing, sp_xy_between(point[at], point[at + step], sp_clamp((wanted - before) / (distance - before), 0.0, 1.0)));
  }
  return sp_bank_of(c, crossing, point[end ? 0 : count - 1]);
}

static void fill_edge(sp_compiler *c, int32_t road, sp_edge *edge) {
  const sp_model *m = c->model;
  const sp_road_def *def = &m->road_def[road];
  edge->key = m->key[SP_ENTITY_ROAD][road];
  edge->road = road;
  edge->road_class = (uint8_t)def->road_class;
  edge->tracks_dry = (uint8_t)def->tracks_dry;
  edge->tracks_wet = (uint8_t)def->tracks_wet;
  edge->closed_months = def->closed_months;
  double steps = -sp_floor(-edge->drawn_m / GROUND_STEP_M);
  sp_ground_along(c, &c->point.data[edge->first_point], edge->point_count, edge->drawn_m / steps, edge);
  if (def->relief < SP_RELIEF_COUNT) edge->relief = (uint8_t)def->relief;
  for (int end = 0; end < 2; end++) {
    int32_t crossing = c->node.data[edge->node[end]].crossing;
    edge->bank[end] = crossing >= 0 && m->crossing[crossing].river >= 0 ? bank_of_end(c, edge, end, crossing) : 0;
  }
}

static void draft_road(sp_compiler *c, int32_t road) {
  const sp_road_def *def = &c->model->road_def[road];
  sp_draft_edge draft = {.edge = {.node = {c->road_end[0][road], c->road_end[1][road]}}};
  sp_edge *edge = &draft.edge;
  if (edge->node[0] < 0 || edge->node[1] < 0 || edge->node[0] == edge->node[1]) return;
  if ((uint32_t)def->road_class >= SP_ROAD_COUNTRY) return;
  lay_line(c, road, edge);
  if (c->no_memory) return;
  measure_line(c, edge);
  if (!true_length(c, def, edge)) return;
  if (def->road_class != SP_ROAD_SEA) judge_rivers(c, road, edge);
  fill_edge(c, road, edge);
  if (!sp_push(&c->edge, draft)) c->no_memory = true;
}

/* A ford with roads on one bank only is a place to water horses; most likely the road beyond was forgotten. */
static void judge_banks(sp_compiler *c) {
  const sp_model *m = c->model;
  uint8_t *banks = sp_compile_scratch(c, (size_t)m->crossing_count, 1);
  if (!banks) return;
  for (size_t i = 0; i < c->edge.count; i++) {
    const sp_edge *edge = &c->edge.data[i].edge;
    for (int end = 0; end < 2; end++) {
      int32_t crossing = c->node.data[edge->node[end]].crossing;
      if (crossing >= 0) banks[crossing] |= edge->bank[end];
    }
  }
  for (int32_t i = 0; i < m->crossing_count; i++) {
    if (banks[i] == 1 || banks[i] == 2)
      sp_warn(c, m->crossing_def[i].where, "fault.crossing_one_bank", "crossing", m->crossing_def[i].id);
  }
}

void sp_compile_roads(sp_compiler *c) {
  const sp_model *m = c->model;
  if (!c->plane_ready) return;
  draft_sites(c);
  for (int32_t i = 0; i < m->road_count && !c->no_memory; i++) draft_road(c, i);
  if (!c->no_memory) judge_banks(c);
}
