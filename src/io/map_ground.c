/* map_ground.c - sea and land, hills in hachures, woods, fields and marshes.
 *
 * The theatre says of ground only "hills" or "wood". Hachures are drawn down the slopes of a made-up surface whose
 * height follows those words: a pattern that reads as relief, like the engraver's, not a survey. It is fixed to
 * latitude and longitude at each scale, so that it stays put when the view moves.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the order of painting: as the lines of the theatre's file; where it had none, small on large */

typedef struct layer {
  int32_t index;
  sp_where where;
  double area;
} layer;

static int by_layer(const void *left, const void *right) {
  const layer *a = left, *b = right;
  if (a->where.line != b->where.line) return a->where.line < b->where.line ? -1 : 1;
  if (a->where.column != b->where.column) return a->where.column < b->where.column ? -1 : 1;
  if (a->area != b->area) return a->area > b->area ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static double ring_area(const sp_point *ring, size_t count) {
  double twice = 0.0;
  for (size_t i = 0; i < count; i++) {
    sp_point a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
    twice += a.lon_deg * b.lat_deg - b.lon_deg * a.lat_deg;
  }
  return twice < 0.0 ? -0.5 * twice : 0.5 * twice;
}

/* Caller frees; NULL when there is none or memory is out. */
static layer *layers_of(sp_map *map, int32_t *count) {
  *count = sp_model_count(map->model, SP_ENTITY_GROUND);
  layer *list = *count > 0 ? malloc((size_t)*count * sizeof *list) : NULL;
  if (!list) {
    if (*count > 0) map->no_memory = true;
    *count = 0;
    return NULL;
  }
  for (int32_t i = 0; i < *count; i++) {
    const sp_ground_def *g = sp_model_ground(map->model, i);
    list[i] = (layer){i, g->where, ring_area(g->ring, g->point_count)};
  }
  qsort(list, (size_t)*count, sizeof *list, by_layer);
  return list;
}

/* ---- filling cells with polygons, even-odd by the middle of each cell */

typedef struct fill {
  sp_map *map;
  double *cut;
  size_t cut_room;
  uint8_t land, relief, cover;
  bool is_land;
} fill;

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

static void fill_span(fill *f, int32_t row, double x0, double x1) {
  sp_map *map = f->map;
  for (int32_t c = 0; c < map->columns; c++) {
    double x = map->view.field.x0 + ((double)c + 0.5) * SP_MAP_CELL;
    if (x < x0 || x >= x1) continue;
    sp_map_cell *cell = &map->cell[(size_t)row * (size_t)map->columns + (size_t)c];
    if (f->is_land) {
      cell->land = 1;
    } else {
      cell->relief = f->relief;
      cell->cover = f->cover;
    }
  }
}

static void fill_ring(fill *f, const sp_point *ring, size_t count) {
  sp_map *map = f->map;
  if (count < 3) return;
  while (f->cut_room < count)
    if (!sp_map_grow((void **)&f->cut, &f->cut_room, f->cut_room, sizeof *f->cut)) {
      map->no_memory = true;
      return;
    }
  for (int32_t row = 0; row < map->rows; row++) {
    double y = map->view.field.y0 + ((double)row + 0.5) * SP_MAP_CELL;
    size_t cuts = 0;
    sp_map_xy a = sp_map_at(map, ring[count - 1]);
    for (size_t i = 0; i < count; i++) {
      sp_map_xy b = sp_map_at(map, ring[i]);
      if ((a.y > y) != (b.y > y)) f->cut[cuts++] = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
      a = b;
    }
    if (cuts > 1) qsort(f->cut, cuts, sizeof *f->cut, by_value);
    for (size_t i = 0; i + 1 < cuts; i += 2) fill_span(f, row, f->cut[i], f->cut[i + 1]);
  }
}

static void fill_cells(sp_map *map, const layer *order, int32_t count) {
  fill f = {.map = map, .is_land = true};
  int32_t lands = sp_model_count(map->model, SP_ENTITY_LAND);
  for (int32_t i = 0; i < lands; i++) {
    const sp_land_def *land = sp_model_land(map->model, i);
    fill_ring(&f, land->ring, land->point_count);
  }
  size_t cells = (size_t)map->columns * (size_t)map->rows;
  if (lands == 0)
    for (size_t i = 0; i < cells; i++) map->cell[i].land = 1;
  f.is_land = false;
  for (int32_t i = 0; i < count; i++) {
    const sp_ground_def *ground = sp_model_ground(map->model, order[i].index);
    f.relief = (uint8_t)ground->relief;
    f.cover = (uint8_t)ground->cover;
    fill_ring(&f, ground->ring, ground->point_count);
  }
  free(f.cut);
}

/* ---- the made-up surface */

enum { SOFTEN = 5, PASSES = 2 };

static void soften_line(const double *from, double *to, size_t count, size_t step) {
  for (size_t i = 0; i < count; i++) {
    double sum = 0.0;
    for (int k = -SOFTEN; k <= SOFTEN; k++) {
      size_t at = k < 0 && (size_t)-k > i ? 0 : (size_t)((ptrdiff_t)i + k);
      sum += from[(at >= count ? count - 1 : at) * step];
    }
    to[i * step] = sum / (2.0 * SOFTEN + 1.0);
  }
}

static void make_height(sp_map *map) {
  static const double by_relief[SP_RELIEF_COUNT] = {
      [SP_RELIEF_PLAIN] = 0.0, [SP_RELIEF_ROLLING] = 0.10, [SP_RELIEF_HILLS] = 0.52, [SP_RELIEF_MOUNTAIN] = 1.0};
  size_t columns = (size_t)map->columns, rows = (size_t)map->rows, cells = columns * rows;
  double *other = malloc(cells * sizeof *other);
  if (!other) {
    map->no_memory = true;
    return;
  }
  for (size_t i = 0; i < cells; i++)
    map->height[i] = map->cell[i].land && map->cell[i].relief < SP_RELIEF_COUNT ? by_relief[map->cell[i].relief] : 0.0;
  for (int pass = 0; pass < PASSES; pass++) {
    for (size_t r = 0; r < rows; r++) soften_line(map->height + r * columns, other + r * columns, columns, 1);
    for (size_t c = 0; c < columns; c++) soften_line(other + c, map->height + c, rows, columns);
  }
  free(other);
}

static double height_share(const sp_map *map, double x, double y) {
  double c = (x - map->view.field.x0) / SP_MAP_CELL - 0.5, r = (y - map->view.field.y0) / SP_MAP_CELL - 0.5;
  c = c < 0.0 ? 0.0 : c > (double)(map->columns - 2) ? (double)(map->columns - 2) : c;
  r = r < 0.0 ? 0.0 : r > (double)(map->rows - 2) ? (double)(map->rows - 2) : r;
  size_t i = (size_t)c, j = (size_t)r, w = (size_t)map->columns;
  double fx = c - (double)i, fy = r - (double)j;
  const double *h = map->height + j * w + i;
  return (h[0] * (1.0 - fx) + h[1] * fx) * (1.0 - fy) + (h[w] * (1.0 - fx) + h[w + 1] * fx) * fy;
}

static double unit(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

static double floor_of(double x, int64_t *cell) {
  int64_t i = (int64_t)x; /* cast-ok: sheet coordinates */
  if ((double)i > x) i--;
  *cell = i;
  return x - (double)i;
}

/* Smooth noise 0..1, one hill to a square. */
static double noise(double x, double y, uint64_t purpose) {
  int64_t i, j;
  double fx = floor_of(x, &i), fy = floor_of(y, &j);
  fx = fx * fx * (3.0 - 2.0 * fx);
  fy = fy * fy * (3.0 - 2.0 * fy);
  double a = unit(sp_map_scatter(i, j, purpose)), b = unit(sp_map_scatter(i + 1, j, purpose));
  double c = unit(sp_map_scatter(i, j + 1, purpose)), d = unit(sp_map_scatter(i + 1, j + 1, purpose));
  return (a + (b - a) * fx) * (1.0 - fy) + (c + (d - c) * fx) * fy;
}

/* Ridges rather than domes: folded noise, two sizes of it. gx, gy: sheet units counted from 0 N 0 E. */
static double surface(const sp_map *map, double x, double y, double gx, double gy) {
  double share = height_share(map, x, y);
  if (share <= 0.002) return 0.0;
  double large = noise(gx / 88.0, gy / 88.0, 1), small = noise(gx / 37.0, gy / 37.0, 2);
  large = 1.0 - (large > 0.5 ? 2.0 * large - 1.0 : 1.0 - 2.0 * large);
  small = 1.0 - (small > 0.5 ? 2.0 * small - 1.0 : 1.0 - 2.0 * small);
  return share * (0.35 + 0.9 * large * large + 0.35 * small);
}

/* ---- hachures: strokes down the slope, heavier where it is steep and turned from the light in the north-west */

enum { WEIGHTS = 4 };
static const double weight_width[WEIGHTS] = {0.35, 0.55, 0.8, 1.15};

static void hachure(sp_map *map, int weight, int64_t i, int64_t j, double ox, double oy) {
  const double step = 5.2;
  uint64_t bits = sp_map_scatter(i, j, 3);
  double gx = ((double)i + 0.9 * unit(bits)) * step, gy = ((double)j + 0.9 * unit(bits * 0x9E3779B97F4A7C15u)) * step;
  double x = gx - ox, y = gy - oy;
  sp_map_cell *cell = sp_map_cell_at(map, x, y);
  if (!cell || !cell->land || cell->mark || height_share(map, x, y) < 0.02) return;
  const double e = 2.0;
  double dx = surface(map, x + e, y, gx + e, gy) - surface(map, x - e, y, gx - e, gy);
  double dy = surface(map, x, y + e, gx, gy + e) - surface(map, x, y - e, gx, gy - e);
  double slope = sqrt(dx * dx + dy * dy) / (2.0 * e);
  if (slope < 0.0052) return;
  dx /= 2.0 * e * slope;
  dy /= 2.0 * e * slope;
  double shade = slope * (1.0 - 0.55 * (dx + dy) * 0.7071); /* uphill to the north-west is the dark side */
  int of = shade < 0.011 ? 0 : shade < 0.019 ? 1 : shade < 0.030 ? 2 : 3;
  if (of != weight) return;
  double length = 3.2 + 150.0 * slope;
  if (length > 8.5) length = 8.5;
  sp_svg_put(&map->svg, "M%pl%p", x + 0.5 * dx * length, y + 0.5 * dy * length, -dx * length, -dy * length);
}

static void draw_hachures(sp_map *map) {
  const double step = 5.2;
  double ox = map->view.middle.lon_deg * map->view.per_lon - 0.5 * (map->view.field.x0 + map->view.field.x1);
  double oy = -map->view.middle.lat_deg * map->view.per_lat - 0.5 * (map->view.field.y0 + map->view.field.y1);
  int64_t i0, i1, j0, j1;
  floor_of((map->view.field.x0 + ox) / step, &i0);
  floor_of((map->view.field.x1 + ox) / step, &i1);
  floor_of((map->view.field.y0 + oy) / step, &j0);
  floor_of((map->view.field.y1 + oy) / step, &j1);
  sp_svg_put(&map->svg, "<g fill=\"none\" stroke=\"%c\" stroke-linecap=\"round\">\n", map->colour.hachure);
  for (int weight = 0; weight < WEIGHTS; weight++) {
    sp_svg_put(&map->svg, "<path stroke-width=\"%n\" d=\"M0 0", weight_width[weight]);
    for (int64_t j = j0; j <= j1; j++)
      for (int64_t i = i0; i <= i1; i++) hachure(map, weight, i, j, ox, oy);
    sp_svg_put(&map->svg, "\"/>\n");
  }
  sp_svg_put(&map->svg, "</g>\n");
}

/* ---- cover: trees, strips of field, reeds, one sign to a square of a loose grid */

typedef struct sign {
  uint8_t cover;
  double step, chance;
  const char *path; /* relative to its place */
} sign;

static const sign signs[] = {
    {SP_COVER_WOOD, 13.0, 0.85, "m0 3v-2m-2.4 -.6a2.4 2.4 0 1 1 4.8 0q-2.4 1-4.8 0"},
    {SP_COVER_MIXED, 44.0, 0.45, "m0 3v-2m-2 -.6a2 2 0 1 1 4 0q-2 .8-4 0m6 2.4h5m-4 1.8h5"},
    {SP_COVER_FIELDS, 30.0, 0.55, "m-5 0l4.6 -1m1 -.2l4.6 -1m-9.6 4.4l6 -1.4m1 -.2l3 -.6m-8 3.8l6.4 -1.4"},
    {SP_COVER_MARSH, 17.0, 0.85, "m-5 2h10m-7 2h5m-4 -2v-4m1.8 4l1.4 -3.4m-3.2 3.4l-1.4 -3.4"},
};

static void draw_signs(sp_map *map, const sign *s) {
  double ox = map->view.middle.lon_deg * map->view.per_lon - 0.5 * (map->view.field.x0 + map->view.field.x1);
  double oy = -map->view.middle.lat_deg * map->view.per_lat - 0.5 * (map->view.field.y0 + map->view.field.y1);
  int64_t i0, i1, j0, j1;
  floor_of((map->view.field.x0 + ox) / s->step, &i0);
  floor_of((map->view.field.x1 + ox) / s->step, &i1);
  floor_of((map->view.field.y0 + oy) / s->step, &j0);
  floor_of((map->view.field.y1 + oy) / s->step, &j1);
  bool marsh = s->cover == SP_COVER_MARSH, wood = s->cover == SP_COVER_WOOD || s->cover == SP_COVER_MIXED;
  sp_svg_put(&map->svg, "<path fill=\"none\" stroke=\"%c\" stroke-width=\"%n\" stroke-linecap=\"round\" d=\"M0 0",
             marsh ? map->colour.marsh : wood ? map->colour.tree : sp_map_mix(map->colour.hachure, map->colour.paper, 0.45), wood ? 0.7 : 0.6);
  for (int64_t j = j0; j <= j1; j++)
    for (int64_t i = i0; i <= i1; i++) {
      uint64_t bits = sp_map_scatter(i, j, 16u + s->cover);
      if (unit(bits) >= s->chance) continue;
      double x = ((double)i + unit(bits * 0x9E3779B97F4A7C15u)) * s->step - ox;
      double y = ((double)j + unit(bits * 0xD1B54A32D192ED03u)) * s->step - oy;
      sp_map_cell *cell = sp_map_cell_at(map, x, y), *below = sp_map_cell_at(map, x, y + 4.0);
      if (!cell || !below || !cell->land || cell->cover != s->cover || cell->mark || below->mark) continue;
      sp_svg_put(&map->svg, "M%p%r", x, y, s->path);
    }
  sp_svg_put(&map->svg, "\"/>\n");
}

/* ---- sea and shore */

/* Bends are softened a little: a survey to half a kilometre has corners that no shore has. */
static void put_ring(sp_map *map, const sp_point *ring, size_t count) {
  const double bow = 1.0 / 8.0;
  if (count > 1 && ring[0].lat_deg == ring[count - 1].lat_deg && ring[0].lon_deg == ring[count - 1].lon_deg) count--;
  if (count < 3) return;
  sp_map_xy p0 = sp_map_at(map, ring[count - 1]), p1 = sp_map_at(map, ring[0]), p2 = sp_map_at(map, ring[1]);
  sp_svg_put(&map->svg, "M%p", p1.x, p1.y);
  for (size_t i = 0; i < count; i++) {
    sp_map_xy p3 = sp_map_at(map, ring[(i + 2) % count]);
    double length = sp_map_length(p1, p2), before = sp_map_length(p0, p2), after = sp_map_length(p1, p3);
    /* never bows farther than a share of the stretch itself */
    double a = before > 2.0 * length ? bow * 2.0 * length / before : bow, b = after > 2.0 * length ? bow * 2.0 * length / after : bow;
    sp_svg_put(&map->svg, "C%p %p %p", p1.x + a * (p2.x - p0.x), p1.y + a * (p2.y - p0.y), p2.x - b * (p3.x - p1.x), p2.y - b * (p3.y - p1.y), p2.x, p2.y);
    p0 = p1;
    p1 = p2;
    p2 = p3;
  }
  sp_svg_put(&map->svg, "Z");
}

/* Lines that follow the shore out to sea, as engravers draw water: wide strokes one upon the other. */
static void draw_sea_and_land(sp_map *map) {
  const sp_map_box *f = &map->view.field;
  const sp_map_palette *c = &map->colour;
  int32_t lands = sp_model_count(map->model, SP_ENTITY_LAND);
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\"/>\n", f->x0, f->y0, f->x1 - f->x0,
             f->y1 - f->y0, lands ? c->sea : c->paper);
  if (lands == 0) return;
  sp_svg_put(&map->svg, "<defs><path id=\"land\" stroke-linejoin=\"round\" d=\"");
  for (int32_t i = 0; i < lands; i++) {
    const sp_land_def *land = sp_model_land(map->model, i);
    put_ring(map, land->ring, land->point_count);
  }
  sp_svg_put(&map->svg, "\"/></defs>\n<g fill=\"none\">\n");
  static const double reach[] = {58.0, 43.0, 31.0, 21.5, 14.0, 8.0, 3.8};
  for (size_t i = 0; i < sizeof reach / sizeof reach[0]; i++) {
    double near = (double)i / 6.0;
    sp_svg_put(&map->svg, "<use href=\"#land\" stroke=\"%c\" stroke-width=\"%n\"/><use href=\"#land\" stroke=\"%c\" stroke-width=\"%n\"/>\n",
               sp_map_mix(c->sea, c->wave, 0.35 + 0.65 * near), reach[i] + 1.1, sp_map_mix(c->sea, c->wave, 0.22 * near), reach[i] - 0.3);
  }
  sp_svg_put(&map->svg, "</g>\n<use href=\"#land\" fill=\"%c\" fill-rule=\"nonzero\" stroke=\"%c\" stroke-width=\"1.3\"/>\n", c->paper, c->shore);
}

static void draw_tints(sp_map *map, const layer *order, int32_t count) {
  static const double by_relief[SP_RELIEF_COUNT] = {[SP_RELIEF_HILLS] = 0.10, [SP_RELIEF_MOUNTAIN] = 0.17};
  bool shore = sp_model_count(map->model, SP_ENTITY_LAND) > 0;
  sp_svg_put(&map->svg, shore ? "<g clip-path=\"url(#shore)\">\n" : "<g>\n");
  for (int32_t i = 0; i < count; i++) {
    const sp_ground_def *g = sp_model_ground(map->model, order[i].index);
    double strength = g->relief < SP_RELIEF_COUNT ? by_relief[g->relief] : 0.0;
    uint32_t colour = map->colour.hachure;
    if (g->cover == SP_COVER_MARSH || g->cover == SP_COVER_WOOD) {
      colour = g->cover == SP_COVER_MARSH ? map->colour.marsh : map->colour.tree;
      if (strength < 0.12) strength = 0.14;
    }
    if (strength <= 0.0) continue;
    /* a broad faint edge about the polygon hides its corners */
    sp_svg_put(&map->svg, "<path fill=\"%c\" stroke=\"%c\" fill-opacity=\"%n\" stroke-opacity=\"%n\" stroke-width=\"16\" stroke-linejoin=\"round\" d=\"",
               colour, colour, strength, 0.4 * strength);
    put_ring(map, g->ring, g->point_count);
    sp_svg_put(&map->svg, "\"/>\n");
  }
  sp_svg_put(&map->svg, "</g>\n");
}

/* ---- names of mountains and islands */

static void name_area(sp_map *map, sp_entity_kind kind, int32_t index, const sp_point *ring, size_t count, bool hills) {
  sp_map_xy low = {0}, high = {0}, sum = {0};
  for (size_t i = 0; i < count; i++) {
    sp_map_xy at = sp_map_at(map, ring[i]);
    if (i == 0) low = high = at;
    low = (sp_map_xy){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
    high = (sp_map_xy){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
    sum = (sp_map_xy){sum.x + at.x, sum.y + at.y};
  }
  const char *id = sp_model_id(map->model, kind, index), *name = sp_model_name(map->model, kind, index, map->lang);
  double wide = high.x - low.x, tall = high.y - low.y;
  if (count < 3 || !name || (id && strcmp(name, id) == 0) || wide < 26.0 || tall < 10.0) return;
  sp_map_xy middle = {sum.x / (double)count, sum.y / (double)count};
  const sp_map_cell *cell = sp_map_cell_at(map, middle.x, middle.y);
  if (!cell || (!hills && (wide > 500.0 || tall > 500.0))) return;
  sp_map_label *label = sp_map_label_add(map);
  if (!label) return;
  snprintf(label->text[0], sizeof label->text[0], "%s", name);
  label->size = hills && wide > 160.0 ? 15.0 : 12.0;
  label->style = SP_MAP_SERIF | SP_MAP_ITALIC | SP_MAP_MIDDLE | (hills ? SP_MAP_SPACED | SP_MAP_WIDE_HALO : 0);
  label->colour = hills ? sp_map_mix(map->colour.hachure, map->colour.ink, 0.62) : map->colour.ink;
  label->rank = 20;
  label->weight = wide * tall;
  label->tie = (uint64_t)(uint32_t)index + (hills ? 0u : 1u << 20);
  label->spot[0] = middle;
  label->spot[1] = (sp_map_xy){middle.x, middle.y - 0.22 * tall};
  label->spot[2] = (sp_map_xy){middle.x, middle.y + 0.22 * tall};
  label->spot_count = 3;
  label->once = true;
}

static void name_areas(sp_map *map) {
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_GROUND); i++) {
    const sp_ground_def *g = sp_model_ground(map->model, i);
    if (g->relief >= SP_RELIEF_HILLS || g->cover == SP_COVER_MARSH)
      name_area(map, SP_ENTITY_GROUND, i, g->ring, g->point_count, true);
  }
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_LAND); i++) {
    const sp_land_def *land = sp_model_land(map->model, i);
    name_area(map, SP_ENTITY_LAND, i, land->ring, land->point_count, false);
  }
}

void sp_map_draw_ground(sp_map *map) {
  int32_t count;
  layer *order = layers_of(map, &count);
  fill_cells(map, order, count);
  make_height(map);
  draw_sea_and_land(map);
  if (sp_model_count(map->model, SP_ENTITY_LAND) > 0)
    sp_svg_put(&map->svg, "<defs><clipPath id=\"shore\"><use href=\"#land\"/></clipPath></defs>\n");
  draw_tints(map, order, count);
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) draw_signs(map, &signs[i]);
  draw_hachures(map);
  name_areas(map);
  free(order);
}
