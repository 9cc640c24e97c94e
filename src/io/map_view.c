/* map_view.c - fits the ground to the sheet, and keeps account of what lies where on it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <math.h>
#include <stdlib.h>

#define MARGIN 36.0
#define GAP 26.0
#define PANEL 316.0
#define FOOT 40.0
#define LONG_SIDE 1200.0
#define SHORT_SIDE 900.0
#define LEAST_M 12000.0 /* never closer than this across: a single camp still lies in a country */

/* ---- small geometry */

double sp_map_length(sp_map_xy a, sp_map_xy b) {
  double dx = b.x - a.x, dy = b.y - a.y;
  return sqrt(dx * dx + dy * dy);
}

/* Cosine of degrees within +-90, by its series: one bit of a library's cosine would move a digit somewhere. */
static double cosine(double degrees) {
  double x = degrees * (3.14159265358979323846 / 180.0), square = x * x, term = 1.0, sum = 1.0;
  for (int k = 1; k <= 12; k++) {
    term *= -square / (double)((2 * k - 1) * (2 * k));
    sum += term;
  }
  return sum;
}

sp_map_xy sp_map_heading(double degrees) {
  if (!(degrees >= 0.0 && degrees < 3600.0)) degrees = 0.0;
  while (degrees >= 360.0) degrees -= 360.0;
  double east = degrees < 180.0 ? cosine(degrees - 90.0) : -cosine(degrees - 270.0);
  double north = degrees < 90.0 ? cosine(degrees) : degrees < 270.0 ? -cosine(degrees - 180.0) : cosine(degrees - 360.0);
  return (sp_map_xy){east, -north};
}

/* Metres in a degree of latitude and of longitude on WGS84, by the usual series in multiples of the latitude. */
static void degree_lengths(double lat_deg, double *lat_m, double *lon_m) {
  double c1 = cosine(lat_deg), c2 = 2.0 * c1 * c1 - 1.0, c3 = c1 * (4.0 * c1 * c1 - 3.0), c4 = 2.0 * c2 * c2 - 1.0;
  *lat_m = 111132.954 - 559.822 * c2 + 1.175 * c4;
  *lon_m = 111412.84 * c1 - 93.5 * c3 + 0.118 * c2 * c3;
}

uint64_t sp_map_scatter(int64_t i, int64_t j, uint64_t purpose) {
  uint64_t z = (uint64_t)i * 0x9E3779B97F4A7C15u ^ ((uint64_t)j + purpose * 0x632BE59BD9B4E019u) * 0xD1B54A32D192ED03u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

uint32_t sp_map_mix(uint32_t a, uint32_t b, double share_of_b) {
  uint32_t out = 0;
  for (int shift = 0; shift <= 16; shift += 8) {
    double from = (double)(a >> shift & 255), to = (double)(b >> shift & 255);
    out |= (uint32_t)sp_svg_round(from + (to - from) * share_of_b) << shift;
  }
  return out;
}

/* ---- what to show */

typedef struct extent {
  sp_point low, high;
  bool any;
} extent;

static void take_in(extent *e, sp_point at) {
  if (!e->any) *e = (extent){at, at, true};
  if (at.lat_deg < e->low.lat_deg) e->low.lat_deg = at.lat_deg;
  if (at.lon_deg < e->low.lon_deg) e->low.lon_deg = at.lon_deg;
  if (at.lat_deg > e->high.lat_deg) e->high.lat_deg = at.lat_deg;
  if (at.lon_deg > e->high.lon_deg) e->high.lon_deg = at.lon_deg;
}

#define EDGE_SHARE 0.08
#define EDGE_M 3000.0 /* at least: symbols, names and columns of march stand beside the places themselves */

/* What is drawn, with a rim: the outermost place is no place to stand half off the sheet. */
static extent with_rim(extent e) {
  double lat_m, lon_m;
  degree_lengths(0.5 * (e.low.lat_deg + e.high.lat_deg), &lat_m, &lon_m);
  double tall = (e.high.lat_deg - e.low.lat_deg) * lat_m, wide = (e.high.lon_deg - e.low.lon_deg) * lon_m;
  double rim = EDGE_SHARE * (tall > wide ? tall : wide);
  if (rim < EDGE_M) rim = EDGE_M;
  e.low.lat_deg -= rim / lat_m;
  e.high.lat_deg += rim / lat_m;
  e.low.lon_deg -= rim / lon_m;
  e.high.lon_deg += rim / lon_m;
  return e;
}

static extent theatre_extent(const sp_model *model) {
  const sp_theatre_def *theatre = sp_model_theatre(model);
  extent e = {.low = theatre->south_west, .high = theatre->north_east, .any = true};
  if (e.low.lat_deg < e.high.lat_deg && e.low.lon_deg < e.high.lon_deg) return e;
  e.any = false;
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_PLACE); i++) take_in(&e, sp_model_place(model, i)->at);
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_CROSSING); i++) take_in(&e, sp_model_crossing(model, i)->at);
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_RIVER); i++) {
    const sp_river_def *river = sp_model_river(model, i);
    for (size_t k = 0; k < river->point_count; k++) take_in(&e, river->points[k]);
  }
  for (int32_t i = 0; i < sp_model_count(model, SP_ENTITY_ROAD); i++) {
    const sp_road_def *road = sp_model_road(model, i);
    for (size_t k = 0; k < road->point_count; k++) take_in(&e, road->points[k]);
  }
  return e.any ? with_rim(e) : e;
}

sp_point sp_map_middle(const sp_model *model) {
  extent e = theatre_extent(model);
  return (sp_point){0.5 * (e.low.lat_deg + e.high.lat_deg), 0.5 * (e.low.lon_deg + e.high.lon_deg)};
}

/* Where the war is: every body shown, the riders between them, and what the seat believes. */
static extent war_extent(const sp_map_scene *s) {
  extent e = {0};
  for (size_t i = 0; i < s->point_count; i++) take_in(&e, s->point[i]);
  for (size_t i = 0; i < s->rider_count; i++) take_in(&e, s->rider[i].at);
  for (size_t i = 0; i < s->belief_count; i++) take_in(&e, s->belief[i].at);
  if (s->has_seat) take_in(&e, s->seat_at);
  return e;
}

/* Grows [low, high] to `wanted` about its middle, slid back into [from, to] where it fits there. */
static void widen(double *low, double *high, double wanted, double from, double to) {
  double middle = 0.5 * (*low + *high);
  *low = middle - 0.5 * wanted;
  *high = middle + 0.5 * wanted;
  if (wanted > to - from) return;
  double shift = *low < from ? from - *low : *high > to ? to - *high : 0.0;
  *low += shift;
  *high += shift;
}

static void fit(sp_map_view *view, extent e, extent whole, double margin) {
  double lat_m, lon_m;
  degree_lengths(0.5 * (e.low.lat_deg + e.high.lat_deg), &lat_m, &lon_m);
  double tall = (e.high.lat_deg - e.low.lat_deg) * lat_m * (1.0 + 2.0 * margin);
  double wide = (e.high.lon_deg - e.low.lon_deg) * lon_m * (1.0 + 2.0 * margin);
  if (tall < LEAST_M) tall = LEAST_M;
  if (wide < LEAST_M) wide = LEAST_M;
  bool portrait = tall > wide;
  double across = portrait ? SHORT_SIDE : LONG_SIDE, down = portrait ? LONG_SIDE : SHORT_SIDE;
  double per_m = across / wide < down / tall ? across / wide : down / tall;
  widen(&e.low.lat_deg, &e.high.lat_deg, down / per_m / lat_m, whole.low.lat_deg, whole.high.lat_deg);
  widen(&e.low.lon_deg, &e.high.lon_deg, across / per_m / lon_m, whole.low.lon_deg, whole.high.lon_deg);
  view->middle = (sp_point){0.5 * (e.low.lat_deg + e.high.lat_deg), 0.5 * (e.low.lon_deg + e.high.lon_deg)};
  view->per_m = per_m;
  view->per_lat = per_m * lat_m;
  view->per_lon = per_m * lon_m;
  view->field = (sp_map_box){MARGIN, MARGIN, MARGIN + across, MARGIN + down};
  view->width = 2.0 * MARGIN + across + GAP + PANEL;
  view->height = 2.0 * MARGIN + down + FOOT;
}

/* ---- colours: paper and ink by day, the same under a blue lamp by night */

static void choose_colours(sp_map *map) {
  static const sp_map_palette day = {.page = 0xf7f1e3, .paper = 0xf2e9d2, .sea = 0xc3d6da, .wave = 0x8fb0b8, .shore = 0x3f5a63,
                                     .ink = 0x2c2620, .faint = 0x8d7f68, .water = 0x7fa6b3, .hachure = 0x7d6547,
                                     .tree = 0x6f8457, .marsh = 0x6c9290, .road = 0x8a5a34, .wall = 0x9c3a2c};
  static const int32_t by_position[SP_MAP_SIDES] = {0xa3352b, 0x2b4a8b, 0x6b7d2a, 0x84508f, 0xb07a1e, 0x2f7f76, 0x7a4a32, 0x555b66};
  map->colour = day;
  const sp_map_sky *sky = &map->scene->sky;
  double dark = sky->known ? 0.40 * (1.0 - (sky->light < 0.0 ? 0.0 : sky->light > 1.0 ? 1.0 : sky->light)) : 0.0;
  uint32_t *tinted[] = {&map->colour.paper, &map->colour.sea, &map->colour.wave, &map->colour.water,
                        &map->colour.hachure, &map->colour.tree, &map->colour.marsh, &map->colour.faint};
  for (size_t i = 0; i < sizeof tinted / sizeof tinted[0]; i++) *tinted[i] = sp_map_mix(*tinted[i], 0x2b4a86, dark);
  for (int32_t i = 0; i < SP_MAP_SIDES; i++) {
    const sp_side_def *side = sp_model_side(map->model, i);
    map->side_colour[i] = (uint32_t)by_position[i];
    if (!side || !side->colour || side->colour[0] != '#') continue;
    uint32_t value = 0;
    int digits = 0;
    for (const char *c = side->colour + 1; *c; c++, digits++) {
      int digit = *c >= '0' && *c <= '9' ? *c - '0' : *c >= 'a' && *c <= 'f' ? *c - 'a' + 10 : *c >= 'A' && *c <= 'F' ? *c - 'A' + 10 : -1;
      if (digit < 0) break;
      value = value << 4 | (uint32_t)digit;
    }
    if (digits == 6) map->side_colour[i] = value;
  }
}

uint32_t sp_map_side_colour(const sp_map *map, int32_t side) {
  return side >= 0 && side < SP_MAP_SIDES ? map->side_colour[side] : 0x5b5348;
}

sp_status sp_map_lay_out(sp_map *map, const sp_map_options *options) {
  extent whole = theatre_extent(map->model), shown = {options->south_west, options->north_east, true};
  double margin = 0.0;
  if (shown.low.lat_deg == 0.0 && shown.low.lon_deg == 0.0 && shown.high.lat_deg == 0.0 && shown.high.lon_deg == 0.0) {
    shown = war_extent(map->scene);
    margin = 0.12;
    if (!shown.any) {
      shown = whole;
      margin = 0.0;
    }
  }
  fit(&map->view, shown, whole, margin);
  choose_colours(map);
  map->columns = sp_svg_round((map->view.field.x1 - map->view.field.x0) / SP_MAP_CELL);
  map->rows = sp_svg_round((map->view.field.y1 - map->view.field.y0) / SP_MAP_CELL);
  size_t cells = (size_t)map->columns * (size_t)map->rows;
  map->cell = calloc(cells, sizeof *map->cell);
  map->height = calloc(cells, sizeof *map->height);
  return map->cell && map->height ? SP_OK : SP_NO_MEMORY;
}

/* ---- places on the sheet */

sp_map_xy sp_map_at(const sp_map *map, sp_point point) {
  const sp_map_view *v = &map->view;
  return (sp_map_xy){0.5 * (v->field.x0 + v->field.x1) + (point.lon_deg - v->middle.lon_deg) * v->per_lon,
                     0.5 * (v->field.y0 + v->field.y1) - (point.lat_deg - v->middle.lat_deg) * v->per_lat};
}

bool sp_map_inside(const sp_map *map, sp_map_xy at, double margin) {
  const sp_map_box *f = &map->view.field;
  return at.x >= f->x0 + margin && at.x <= f->x1 - margin && at.y >= f->y0 + margin && at.y <= f->y1 - margin;
}

sp_map_cell *sp_map_cell_at(const sp_map *map, double x, double y) {
  double column = (x - map->view.field.x0) / SP_MAP_CELL, row = (y - map->view.field.y0) / SP_MAP_CELL;
  if (!(column >= 0.0 && row >= 0.0 && column < (double)map->columns && row < (double)map->rows)) return NULL;
  return &map->cell[(size_t)row * (size_t)map->columns + (size_t)column];
}

/* A cell counts as taken when the box covers more than its rim: else small symbols would swell by a cell all round. */
void sp_map_mark_box(sp_map *map, sp_map_box box, uint8_t mark) {
  const double rim = 1.4;
  if (box.x1 - box.x0 > 3.0 * rim) box.x0 += rim, box.x1 -= rim;
  if (box.y1 - box.y0 > 3.0 * rim) box.y0 += rim, box.y1 -= rim;
  for (double y = box.y0; y < box.y1 + SP_MAP_CELL; y += SP_MAP_CELL)
    for (double x = box.x0; x < box.x1 + SP_MAP_CELL; x += SP_MAP_CELL) {
      sp_map_cell *cell = sp_map_cell_at(map, x < box.x1 ? x : box.x1, y < box.y1 ? y : box.y1);
      if (cell) cell->mark |= mark;
    }
}

/* Liang-Barsky: the share [*from, *to] of the stretch within the field grown by `margin`; false: none. */
static bool clip(const sp_map *map, sp_map_xy a, sp_map_xy b, double margin, double *from, double *to) {
  const sp_map_box *f = &map->view.field;
  double d[4] = {a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y};
  double q[4] = {a.x - f->x0 + margin, f->x1 + margin - a.x, a.y - f->y0 + margin, f->y1 + margin - a.y};
  *from = 0.0;
  *to = 1.0;
  for (int i = 0; i < 4; i++) {
    if (d[i] == 0.0) {
      if (q[i] < 0.0) return false;
      continue;
    }
    double t = q[i] / d[i];
    if (d[i] < 0.0 && t > *from) *from = t;
    if (d[i] > 0.0 && t < *to) *to = t;
  }
  return *from <= *to;
}

void sp_map_mark_line(sp_map *map, sp_map_xy a, sp_map_xy b, double half_width, uint8_t mark) {
  double from, to, length = sp_map_length(a, b);
  if (!clip(map, a, b, half_width, &from, &to)) return;
  for (double d = from * length;; d += 0.5 * SP_MAP_CELL) {
    double t = length > 0.0 ? (d < to * length ? d : to * length) / length : 0.0;
    double x = a.x + t * (b.x - a.x), y = a.y + t * (b.y - a.y);
    sp_map_mark_box(map, (sp_map_box){x - half_width, y - half_width, x + half_width, y + half_width}, mark);
    if (d >= to * length) break;
  }
}
