/* model_hash.c - one number for all that can change a war: definitions in order of key, the graph with its ground.
 * Left out: what is only read by people (names, titles, colours, notices, notes, where in a file a thing stood).
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/compile.h"

#include <string.h>

typedef struct hasher { uint64_t sum; } hasher;

static void whole(hasher *h, int64_t value) { h->sum = sp_hash_mix(h->sum, (uint64_t)value); }

static void key(hasher *h, sp_key value) { h->sum = sp_hash_mix(h->sum, value); }

static void real(hasher *h, double value) {
  uint64_t bits;
  if (!(value > 0.0) && !(value < 0.0)) value = 0.0; /* minus zero says the same */
  memcpy(&bits, &value, sizeof bits);
  h->sum = sp_hash_mix(h->sum, bits);
}

static void reals(hasher *h, const double *value, size_t count) {
  for (size_t i = 0; i < count; i++) real(h, value[i]);
}

static void text(hasher *h, const char *value) {
  size_t size = value ? strlen(value) : 0;
  whole(h, value ? (int64_t)size : -1);
  if (size) h->sum = sp_hash_mix(h->sum, sp_hash_bytes(value, size, 0));
}

static void hash_frame(hasher *h, const sp_model *m) {
  text(h, m->campaign.id);
  whole(h, m->campaign.start);
  whole(h, m->campaign.end);
  whole(h, m->campaign.tick_min);
  whole(h, m->campaign.commanders);
  text(h, m->theatre.id);
  real(h, m->theatre.mesh_m);
  real(h, m->theatre.region_m);
  real(h, m->projection.lat0_rad);
  real(h, m->projection.lon0_rad);
  reals(h, (const double[]){m->low.x, m->low.y, m->high.x, m->high.y}, 4);
  whole(h, m->region_columns);
  whole(h, m->region_rows);
}

static void hash_theatre(hasher *h, const sp_model *m) {
  for (int32_t i = 0; i < m->place_count; i++) {
    const sp_place_def *d = &m->place_def[i];
    key(h, m->key[SP_ENTITY_PLACE][i]);
    reals(h, (const double[]){d->at.lat_deg, d->at.lon_deg, d->precision_m}, 3);
    whole(h, (int64_t)d->kind << 1 | (d->walled ? 1 : 0));
    if (d->wall != SP_WALL_NONE) {
      whole(h, (int64_t)d->wall);
      real(h, d->wall_length_m);
    }
  }
  for (int32_t i = 0; i < m->river_count; i++) {
    const sp_river *r = &m->river[i];
    key(h, r->key);
    reals(h, (const double[]){r->width_m, r->catchment_km2, r->response_hours, r->length_m}, 4);
    reals(h, r->depth_m, 12);
    for (size_t k = 0; k < m->river_def[i].point_count; k++)
      reals(h, (const double[]){m->river_def[i].points[k].lat_deg, m->river_def[i].points[k].lon_deg}, 2);
  }
  for (int32_t i = 0; i < m->crossing_count; i++) {
    const sp_crossing *x = &m->crossing[i];
    key(h, x->key);
    whole(h, x->river);
    whole(h, (int64_t)x->kind << 32 | x->count);
    reals(h, (const double[]){x->width_m, x->depth_offset_m}, 2);
    if (x->ice_cm >= 0.0) real(h, x->ice_cm);
    if (x->bridges > 0) whole(h, x->bridges);
  }
  for (int32_t i = 0; i < m->land_count; i++) {
    key(h, m->key[SP_ENTITY_LAND][i]);
    for (size_t k = 0; k < m->land_def[i].point_count; k++)
      reals(h, (const double[]){m->land_def[i].ring[k].lat_deg, m->land_def[i].ring[k].lon_deg}, 2);
  }
}

/* The ground's polygons speak through nodes and edges, where their order on top of each other is settled. */
static void hash_graph(hasher *h, const sp_model *m) {
  for (int32_t i = 0; i < m->node_count; i++) {
    const sp_node *n = &m->node[i];
    key(h, n->key);
    reals(h, (const double[]){n->at.x, n->at.y}, 2);
    whole(h, n->relief | n->cover << 8 | n->soil << 16);
  }
  for (int32_t i = 0; i < m->edge_count; i++) {
    const sp_edge *e = &m->edge[i];
    key(h, e->key);
    whole(h, (int64_t)e->node[0] << 32 | e->node[1]);
    reals(h, (const double[]){e->length_m, e->drawn_m}, 2);
    whole(h, e->relief | e->cover << 8 | e->soil << 16);
    whole(h, (int64_t)e->closed_months << 32 | e->road_class << 24 | e->tracks_dry << 16 | e->tracks_wet << 8 | e->bank[0] << 4 | e->bank[1]);
    for (int32_t k = 0; e->road >= 0 && k < e->point_count; k++)
      reals(h, (const double[]){m->point[e->first_point + k].x, m->point[e->first_point + k].y}, 2);
  }
}

static void hash_lot(hasher *h, const sp_lot_start *l) {
  reals(h, (const double[]){l->strength, l->spread, l->bad[0], l->bad[1], l->bad[2]}, 5);
  if (l->bribe > 0.0) real(h, l->bribe);
  if (l->supplier >= 0) whole(h, (int64_t)1 << 35 | l->supplier);
}

static void hash_army(hasher *h, const sp_model *m) {
  for (int32_t i = 0; i < m->side_count; i++) {
    key(h, m->side[i].key);
    if (m->side[i].court_d > 0.0) real(h, m->side[i].court_d);
  }
  for (int32_t i = 0; i < m->supplier_count; i++) {
    key(h, m->key[SP_ENTITY_SUPPLIER][i]);
    reals(h, (const double[]){m->supplier_def[i].bad, m->supplier_def[i].bribe}, 2);
  }
  for (int32_t i = 0; i < m->contingent_count; i++) {
    key(h, m->contingent[i].key);
    whole(h, m->contingent[i].side);
    if (m->contingent[i].feeds >= 0) whole(h, (int64_t)1 << 36 | m->contingent[i].feeds);
  }
  for (int32_t i = 0; i < m->person_count; i++) {
    key(h, m->person[i].key);
    whole(h, m->person[i].side);
    reals(h, m->person[i].trait, SP_TRAIT_COUNT);
  }
  for (int32_t i = 0; i < m->formation_count; i++) {
    const sp_formation_start *f = &m->formation[i];
    key(h, f->key);
    const int32_t links[] = {f->side, f->parent, f->contingent, f->commander, f->deputy, f->leg_edge, f->node, f->files, f->camped};
    for (size_t k = 0; k < sizeof links / sizeof links[0]; k++) whole(h, links[k]);
    reals(h, (const double[]){f->leg_m, f->commander_share, f->order_now, f->fatigue_now, f->knows_ground}, 5);
    if (f->smoke_pots > 0) whole(h, (int64_t)1 << 34 | f->smoke_pots);
    if (f->physicians > 0) whole(h, (int64_t)1 << 33 | f->physicians);
    if (f->works > 0.0 || f->grenades > 0 || f->lot.key) {
      key(h, f->lot.key);
      whole(h, f->grenades);
      real(h, f->works);
      hash_lot(h, &f->lot);
    }
    if (f->powder_kg >= 0.0) real(h, f->powder_kg);
    if (f->grain_kg >= 0.0 || f->bread_days >= 0.0) reals(h, (const double[]){f->grain_kg, f->bread_days}, 2);
  }
  for (int32_t i = 0; i < m->unit_count; i++) {
    key(h, m->unit[i].key);
    whole(h, m->unit[i].formation);
  }
  for (int32_t i = 0; i < m->strength_count; i++) {
    const sp_strength_start *s = &m->strength[i];
    whole(h, (int64_t)s->formation << 32 | (uint32_t)s->unit);
    whole(h, (int64_t)s->contingent << 32 | s->arm << 8 | s->troop_class);
    for (int rank = 0; rank < SP_RANK_COUNT; rank++) whole(h, s->count[rank]);
    for (int n = 0; n < SP_PATIENT_LINES; n++)
      if (s->patients[n]) whole(h, (int64_t)(n + 1) << 32 | (uint32_t)s->patients[n]);
    real(h, s->quality);
  }
}

static void hash_stores(hasher *h, const sp_model *m) {
  for (int32_t i = 0; i < m->larder_count; i++) {
    whole(h, (int64_t)m->larder[i].formation << 32 | (uint32_t)m->larder[i].feeds);
    reals(h, (const double[]){m->larder[i].grain_kg, m->larder[i].bread_days}, 2);
  }
  for (int32_t i = 0; i < m->delivery_count; i++) {
    const sp_delivery_start *d = &m->delivery[i];
    const int64_t parts[] = {d->side, d->node, d->by, d->feeds, d->times, d->grenades, d->at, d->every, d->grain_g, d->powder_g};
    key(h, d->key);
    for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) whole(h, parts[n]);
    key(h, d->lot.key);
    hash_lot(h, &d->lot);
  }
  if (m->depot_count == 0 && m->waste_count == 0) return;
  whole(h, (int64_t)m->depot_count << 32 | m->waste_count);
  for (int32_t i = 0; i < m->depot_count; i++) {
    const sp_depot_start *d = &m->depot[i];
    key(h, d->key);
    whole(h, (int64_t)d->side << 40 | (int64_t)d->outside << 32 | d->node);
    whole(h, d->grain_g);
    if (d->feeds >= 0) whole(h, (int64_t)1 << 36 | d->feeds);
    if (d->powder_g <= 0 && d->grenades <= 0) continue;
    whole(h, d->powder_g);
    whole(h, d->grenades);
    key(h, d->lot.key);
    hash_lot(h, &d->lot);
  }
  for (int32_t i = 0; i < m->waste_count; i++) reals(h, (const double[]){m->waste[i].at.x, m->waste[i].at.y, m->waste[i].within_m}, 3);
}

static void hash_sky(hasher *h, const sp_model *m) {
  whole(h, m->has_season);
  if (m->has_season) {
    const sp_season_def *s = &m->season;
    const double *const months[] = {s->wet_day_chance, s->wet_to_wet, s->rain_mm_per_wet_day, s->temperature_c,
                                    s->temperature_swing_c, s->wind_m_s, s->wind_from_deg};
    for (size_t i = 0; i < sizeof months / sizeof months[0]; i++) reals(h, months[i], 12);
  }
  for (int32_t i = 0; i < m->weather_count; i++) {
    const sp_weather_line *w = &m->weather[i];
    whole(h, w->from);
    whole(h, w->to);
    whole(h, w->region);
    whole(h, w->has_rain | w->has_temperature << 1 | w->has_wind << 2 | w->has_cloud << 3 | w->has_fog << 4);
    if (w->has_rain) real(h, w->rain_mm_h);
    if (w->has_temperature) real(h, w->temperature_c);
    if (w->has_wind) reals(h, (const double[]){w->wind_m_s, w->wind_from_deg}, 2);
    if (w->has_cloud) real(h, w->cloud);
    if (w->has_fog) real(h, w->fog_m);
  }
}

static void hash_words(hasher *h, const sp_model *m) {
  for (int32_t i = 0; i < m->order_count; i++) text(h, m->order[i].text);
  for (int32_t i = 0; i < m->objective_count; i++) {
    key(h, m->key[SP_ENTITY_OBJECTIVE][i]);
    text(h, m->objective_def[i].side);
    text(h, m->objective_def[i].place);
    if (m->objective_def[i].held) whole(h, 1);
  }
  for (int32_t i = 0; i < m->measure_count; i++) {
    const sp_measure *q = &m->measure[i];
    key(h, q->key);
    whole(h, q->kind);
    text(h, q->subject);
    text(h, q->object);
    whole(h, q->at);
    if (q->kind == SP_MEASURE_SPACING) whole(h, q->from), reals(h, (const double[]){q->least_m, q->most_m}, 2);
  }
  for (int32_t i = 0; i < m->expectation_count; i++) {
    const sp_expectation_def *e = &m->expectation_def[i];
    key(h, m->key[SP_ENTITY_EXPECTATION][i]);
    text(h, e->measure);
    text(h, e->given);
    text(h, e->against);
    reals(h, (const double[]){e->low, e->high, e->share, e->share_most, e->quantile, e->times}, 6);
  }
}

/* Counts go in before their rows, so that rows cannot pass from one table to the next unseen. */
uint64_t sp_model_hash_of(const sp_model *m) {
  hasher h = {.sum = 0};
  const int32_t counts[] = {m->place_count, m->river_count, m->crossing_count, m->land_count, m->node_count, m->edge_count,
                            m->side_count, m->contingent_count, m->person_count, m->formation_count, m->unit_count,
                            m->strength_count, m->weather_count, m->order_count, m->objective_count, m->measure_count,
                            m->expectation_count};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) whole(&h, counts[i]);
  hash_frame(&h, m);
  hash_theatre(&h, m);
  hash_graph(&h, m);
  hash_army(&h, m);
  hash_stores(&h, m);
  hash_sky(&h, m);
  hash_words(&h, m);
  return h.sum;
}
