/* passage.c - a crossing as it is at this moment: by its kind, by the water, and over the ice that bears.
 * SPDX-License-Identifier: Apache-2.0 */
#include "world/passage.h"

#include "shapan/calc_supply.h"

#define SEASON_DAYS 150 /* before the opening: longer than any winter here */
#define SEASON_STEP_MIN 180

static const struct { uint8_t flag; sp_arm arm; } borne_by[] = {{SP_ICE_FOOT, SP_ARM_FOOT}, {SP_ICE_HORSE, SP_ARM_HORSE}, {SP_ICE_HEAVY, SP_ARM_HEAVY_GUN}};

sp_passage sp_passage_at(const sp_world *w, int32_t c, bool daring) {
  const sp_constants *k = &w->constants;
  sp_passage p = {c, w->ford.depth_m[c], w->region.light[w->model->node[w->model->crossing[c].node].region], w->ford.ice_cm[c], w->ford.ice_bears[c]};
  for (size_t i = 0; daring && p.ice_cm > 0.0 && i < sizeof borne_by / sizeof *borne_by; i++) {
    if (p.ice_cm >= k->ice_dare * sp_calc_ice_needed_cm(k, borne_by[i].arm)) p.bears |= borne_by[i].flag;
  }
  return p;
}

/* What thin ice leaves of a way through the water. */
static void thin_out(sp_flow *flow, double share) {
  flow->foot_per_h *= share;
  flow->horse_per_h *= share;
  flow->cart_per_h *= share;
  flow->gun_per_h *= share;
}

static bool by_water(const sp_model *m, int32_t c) { return m->crossing[c].kind == SP_CROSSING_FORD || m->crossing[c].kind == SP_CROSSING_FERRY; }

int32_t sp_passage_bridges(const sp_world *w, int32_t c) {
  int32_t by_map = by_water(w->model, c) ? 0 : sp_max_i32(1, w->model->crossing[c].count);
  return sp_max_i32(0, by_map - w->ford.broken[c]) + w->ford.bridges[c];
}

bool sp_passage_fallen(const sp_world *w, int32_t c) { return !by_water(w->model, c) && sp_passage_bridges(w, c) == 0; }

bool sp_wood_about(const sp_model *m, int32_t c) {
  const sp_node *node = &m->node[m->crossing[c].node];
  bool wood = node->cover == SP_COVER_WOOD || node->cover == SP_COVER_MIXED;
  for (int32_t h = node->first_edge; h < node->first_edge + node->edge_count; h++) {
    uint8_t cover = m->edge[sp_leg_edge(m->half_edge[h].leg)].cover;
    wood = wood || cover == SP_COVER_WOOD || cover == SP_COVER_MIXED;
  }
  return wood;
}

static void add_flow(sp_flow *flow, const sp_flow *other) {
  flow->foot_per_h += other->foot_per_h;
  flow->horse_per_h += other->horse_per_h;
  flow->cart_per_h += other->cart_per_h;
  flow->gun_per_h += other->gun_per_h;
}

/* By its kind and the bridges that stand; where they are gone men wade, if they can. */
static sp_flow dry_flow(const sp_world *w, const sp_passage *p) {
  const sp_constants *k = &w->constants;
  const sp_crossing *x = &w->model->crossing[p->crossing];
  bool water = by_water(w->model, p->crossing);
  int32_t built = w->ford.bridges[p->crossing], by_map = sp_passage_bridges(w, p->crossing) - built;
  sp_flow floating = sp_calc_crossing_flow(k, SP_CROSSING_FLOATING, 0.0, built, 0.0, p->light), flow;
  if (water) {
    flow = sp_calc_crossing_flow(k, x->kind, x->width_m, x->count, p->depth_m, p->light);
    if (p->ice_cm > 0.0) thin_out(&flow, sp_calc_ice_open(k, p->ice_cm));
  } else if (by_map > 0) {
    flow = sp_calc_crossing_flow(k, x->kind, x->width_m, by_map, p->depth_m, p->light);
  } else if (built > 0) {
    return floating;
  } else {
    flow = sp_calc_crossing_flow(k, SP_CROSSING_FORD, 0.0, 1, p->depth_m, p->light);
    if (p->ice_cm > 0.0) thin_out(&flow, sp_calc_ice_open(k, p->ice_cm));
  }
  if (built > 0) add_flow(&flow, &floating);
  return flow;
}

sp_flow sp_passage_flow(const sp_world *w, const sp_passage *p, const sp_column *column) {
  const sp_constants *k = &w->constants;
  sp_flow flow = dry_flow(w, p);
  if (p->ice_cm <= 0.0 || !(p->bears & SP_ICE_FOOT)) return flow;
  sp_flow ice = sp_calc_ice_flow(k, p->light);
  flow.foot_per_h = sp_max(flow.foot_per_h, ice.foot_per_h);
  if (!(p->bears & SP_ICE_HORSE)) return flow;
  flow.horse_per_h = sp_max(flow.horse_per_h, ice.horse_per_h);
  flow.cart_per_h = sp_max(flow.cart_per_h, ice.cart_per_h);
  if (p->bears & SP_ICE_HEAVY || column->heavy_guns <= 0.0) flow.gun_per_h = sp_max(flow.gun_per_h, ice.gun_per_h);
  return flow;
}

double sp_passage_limit_m(const sp_world *w, const sp_passage *p, const sp_column *column) {
  sp_crossing_kind kind = w->model->crossing[p->crossing].kind;
  if (sp_passage_bridges(w, p->crossing) > 0) return SP_PASSAGE_ANY_M;
  sp_column rest = *column;
  if (p->bears & SP_ICE_FOOT) rest.foot = rest.followers = 0.0;
  if (p->bears & SP_ICE_HORSE) rest.mounted = rest.led_horses = rest.draught = rest.carts = rest.light_guns = 0.0;
  if (p->bears & SP_ICE_HEAVY) rest.heavy_guns = 0.0;
  bool nobody = rest.foot + rest.followers + rest.mounted + rest.led_horses + rest.draught + rest.carts + rest.light_guns + rest.heavy_guns <= 0.0;
  if (nobody) return SP_PASSAGE_ANY_M;
  if (p->ice_cm > 0.0 && sp_calc_ice_open(&w->constants, p->ice_cm) <= 0.0) return 0.0;
  return kind == SP_CROSSING_FERRY ? SP_PASSAGE_ANY_M : sp_calc_column_limit_m(&w->constants, &rest);
}

/* He leads his horse over ice that bears a man; where a bridge is gone he wades, or finds a boat. */
double sp_passage_rider_min(const sp_world *w, int32_t c, bool on_foot) {
  const sp_model *m = w->model;
  const sp_crossing *x = &m->crossing[c];
  bool fallen = sp_passage_fallen(w, c);
  if (!fallen && sp_passage_bridges(w, c) > 0) return 0.0;
  if (w->ford.ice_cm[c] > 0.0) {
    if (w->ford.ice_bears[c] & SP_ICE_FOOT) return m->river[x->river].width_m / w->constants.rider_ford_m_min;
    if (sp_calc_ice_open(&w->constants, w->ford.ice_cm[c]) <= 0.0) return -1.0;
  }
  if (fallen) {
    double wades = sp_calc_rider_passage_min(&w->constants, SP_CROSSING_FORD, m->river[x->river].width_m, w->ford.depth_m[c], on_foot);
    return wades >= 0.0 ? wades : sp_calc_rider_passage_min(&w->constants, SP_CROSSING_FERRY, m->river[x->river].width_m, 0.0, on_foot);
  }
  return sp_calc_rider_passage_min(&w->constants, x->kind, x->kind == SP_CROSSING_FERRY ? x->width_m : m->river[x->river].width_m, w->ford.depth_m[c], on_foot);
}

/* Mean of the day straight between the middles of months, and the hour's swing about it. */
static double air_of_season(const sp_world *w, sp_minute at) {
  const sp_season_def *s = &w->model->season;
  sp_date date = sp_date_of(at);
  double mean = sp_of_months(s->temperature_c, at), hour = (double)(at % 1440) / 60.0;
  return mean + s->temperature_swing_c[date.month - 1] * sp_cos(2.0 * SP_PI * (hour - w->constants.weather_warmest_h) / 24.0);
}

double sp_ice_by_season(const sp_world *w, int32_t c, double *water_c) {
  const sp_model *m = w->model;
  const sp_crossing *x = &m->crossing[c];
  double coldest = 100.0, ice = 0.0;
  for (int month = 0; month < 12; month++) coldest = sp_min(coldest, m->season.temperature_c[month] - m->season.temperature_swing_c[month]);
  *water_c = sp_max(0.0, m->season.temperature_c[sp_date_of(w->head->minute).month - 1]);
  if (coldest >= 0.0) return 0.0;
  sp_minute at = w->head->minute - SEASON_DAYS * 1440;
  *water_c = sp_max(0.0, air_of_season(w, at));
  for (; at < w->head->minute; at += SEASON_STEP_MIN) {
    double depth = m->river[x->river].depth_m[sp_date_of(at).month - 1] + x->depth_offset_m;
    ice = sp_calc_ice_step_cm(&w->constants, ice, water_c, air_of_season(w, at), 0.0, depth, SEASON_STEP_MIN);
  }
  return ice;
}
