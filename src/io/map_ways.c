/* map_ways.c - rivers by width, roads by class, with their names along them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <stdlib.h>
#include <string.h>

/* ---- a road as a line on the sheet, both ends included */

typedef struct line {
  sp_map_xy *point;
  size_t count, room;
} line;

static bool line_add(sp_map *map, line *l, sp_point at) {
  if (!sp_map_grow((void **)&l->point, &l->room, l->count, sizeof *l->point)) {
    map->no_memory = true;
    return false;
  }
  l->point[l->count++] = sp_map_at(map, at);
  return true;
}

static bool end_of_road(const sp_model *model, const char *id, sp_point *at) {
  if (!id) return false;
  int32_t place = sp_model_find(model, SP_ENTITY_PLACE, id);
  if (place >= 0) {
    *at = sp_model_place(model, place)->at;
    return true;
  }
  int32_t crossing = sp_model_find(model, SP_ENTITY_CROSSING, id);
  if (crossing >= 0) *at = sp_model_crossing(model, crossing)->at;
  return crossing >= 0;
}

static bool road_line(sp_map *map, const sp_road_def *road, line *l) {
  sp_point from, to;
  l->count = 0;
  if (!end_of_road(map->model, road->from, &from) || !end_of_road(map->model, road->to, &to)) return false;
  if (!line_add(map, l, from)) return false;
  for (size_t i = 0; i < road->point_count; i++)
    if (!line_add(map, l, road->points[i])) return false;
  return line_add(map, l, to);
}

static bool river_line(sp_map *map, const sp_river_def *river, line *l) {
  l->count = 0;
  for (size_t i = 0; i < river->point_count; i++)
    if (!line_add(map, l, river->points[i])) return false;
  return l->count > 1;
}

static double river_width(const sp_map *map, const sp_river_def *river) {
  double width = river->width_m * map->view.per_m;
  return width < 2.0 ? 2.0 : width > 16.0 ? 16.0 : width;
}

static bool line_touches(const sp_map *map, const line *l) {
  sp_map_box box = {1e9, 1e9, -1e9, -1e9};
  for (size_t i = 0; i < l->count; i++) {
    sp_map_xy p = l->point[i];
    if (p.x < box.x0) box.x0 = p.x;
    if (p.x > box.x1) box.x1 = p.x;
    if (p.y < box.y0) box.y0 = p.y;
    if (p.y > box.y1) box.y1 = p.y;
  }
  const sp_map_box *f = &map->view.field;
  return box.x0 < f->x1 && box.x1 > f->x0 && box.y0 < f->y1 && box.y1 > f->y0;
}

/* Does a stretch of the line lie in the field? Each is cut by the four edges in turn. */
static bool piece_shows(const sp_map_box *f, sp_map_xy a, sp_map_xy b) {
  double from = 0.0, to = 1.0;
  const double way[4] = {a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y}, room[4] = {a.x - f->x0, f->x1 - a.x, a.y - f->y0, f->y1 - a.y};
  for (int n = 0; n < 4; n++) {
    bool along = way[n] >= 0.0 && way[n] <= 0.0;
    if (along && room[n] < 0.0) return false;
    if (along) continue;
    double at = room[n] / way[n];
    if (way[n] < 0.0 && at > from) from = at;
    if (way[n] > 0.0 && at < to) to = at;
  }
  return from < to;
}

bool sp_map_road_shows(sp_map *map, const sp_road_def *road) {
  line l = {0};
  bool shows = false;
  if (road_line(map, road, &l))
    for (size_t i = 0; i + 1 < l.count && !shows; i++) shows = piece_shows(&map->view.field, l.point[i], l.point[i + 1]);
  free(l.point);
  return shows;
}

void sp_map_mark_ways(sp_map *map) {
  line l = {0};
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_RIVER); i++) {
    const sp_river_def *river = sp_model_river(map->model, i);
    if (!river_line(map, river, &l)) continue;
    for (size_t k = 1; k < l.count; k++)
      sp_map_mark_line(map, l.point[k - 1], l.point[k], 0.5 * river_width(map, river) + 2.0, SP_MAP_LINE);
  }
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_ROAD); i++) {
    if (!road_line(map, sp_model_road(map->model, i), &l)) continue;
    for (size_t k = 1; k < l.count; k++) sp_map_mark_line(map, l.point[k - 1], l.point[k], 3.0, SP_MAP_LINE);
  }
  free(l.point);
}

/* ---- names along lines */

static sp_map_xy toward(sp_map_xy a, sp_map_xy b) {
  double length = sp_map_length(a, b);
  return length > 0.0 ? (sp_map_xy){(b.x - a.x) / length, (b.y - a.y) / length} : (sp_map_xy){1.0, 0.0};
}

/* The way along the line to its point k. */
static double along_to(const line *l, size_t k) {
  double sum = 0.0;
  for (size_t i = 1; i <= k; i++) sum += sp_map_length(l->point[i - 1], l->point[i]);
  return sum;
}

static sp_map_xy at_along(const line *l, double along) {
  for (size_t i = 1; i < l->count; i++) {
    double length = sp_map_length(l->point[i - 1], l->point[i]);
    if (along <= length || i + 1 == l->count) {
      double t = length > 0.0 ? along / length : 0.0;
      t = t > 1.0 ? 1.0 : t;
      return (sp_map_xy){l->point[i - 1].x + t * (l->point[i].x - l->point[i - 1].x), l->point[i - 1].y + t * (l->point[i].y - l->point[i - 1].y)};
    }
    along -= length;
  }
  return l->point[0];
}

/* Proposes places for a name where the line runs straightest within the field. */
static void name_line(sp_map *map, const line *l, const char *name, double size, double off, uint32_t colour, int style,
                      int32_t rank, uint64_t tie) {
  double wide = sp_map_text_width(name, size) * (style & SP_MAP_SPACED ? 1.25 : 1.05), whole = along_to(l, l->count - 1);
  sp_map_xy best_at[SP_MAP_SPOTS], best_way[SP_MAP_SPOTS];
  double best[SP_MAP_SPOTS];
  int found = 0;
  for (double along = 0.5 * wide; along + 0.5 * wide < whole; along += 18.0) {
    sp_map_xy a = at_along(l, along - 0.5 * wide), m = at_along(l, along), b = at_along(l, along + 0.5 * wide);
    if (!sp_map_inside(map, a, 14.0) || !sp_map_inside(map, b, 14.0)) continue;
    double straight = sp_map_length(a, b) / wide;
    sp_map_xy way = toward(a, b), middle = {(a.x + b.x + 2.0 * m.x) / 4.0, (a.y + b.y + 2.0 * m.y) / 4.0};
    if (straight < 0.9) continue;
    if (way.x < 0.0 || (way.x == 0.0 && way.y > 0.0)) way = (sp_map_xy){-way.x, -way.y};
    double score = straight - 0.12 * (way.y < 0.0 ? -way.y : way.y);
    int slot = found < SP_MAP_SPOTS ? found++ : SP_MAP_SPOTS;
    while (slot > 0 && score > best[slot - 1]) {
      slot--;
      if (slot + 1 < SP_MAP_SPOTS) {
        best[slot + 1] = best[slot];
        best_at[slot + 1] = best_at[slot];
        best_way[slot + 1] = best_way[slot];
      }
    }
    if (slot == SP_MAP_SPOTS) continue;
    best[slot] = score;
    best_at[slot] = (sp_map_xy){middle.x + off * way.y, middle.y - off * way.x};
    best_way[slot] = way;
  }
  for (int i = 0; i < found; i++) {
    sp_map_label *label = sp_map_label_add(map);
    if (!label) return;
    snprintf(label->text[0], sizeof label->text[0], "%s", name);
    label->size = size;
    label->colour = colour;
    label->style = style | SP_MAP_MIDDLE;
    label->rank = rank;
    label->weight = best[i];
    label->tie = tie;
    label->turned = label->once = true;
    label->spot[0] = best_at[i];
    label->along = best_way[i];
    label->spot_count = 1;
  }
}

static bool has_name(const sp_map *map, sp_entity_kind kind, int32_t index) {
  const char *id = sp_model_id(map->model, kind, index), *name = sp_model_name(map->model, kind, index, map->lang);
  return name && *name && !(id && strcmp(id, name) == 0);
}

/* ---- rivers: wider toward the mouth, bends softened */

static void curve(sp_svg *svg, const line *l, size_t k) {
  sp_map_xy p0 = l->point[k > 1 ? k - 2 : 0], p1 = l->point[k - 1], p2 = l->point[k], p3 = l->point[k + 1 < l->count ? k + 1 : k];
  const double bow = 1.0 / 7.0;
  sp_svg_put(svg, "M%pC%p %p %p", p1.x, p1.y, p1.x + bow * (p2.x - p0.x), p1.y + bow * (p2.y - p0.y), p2.x - bow * (p3.x - p1.x),
             p2.y - bow * (p3.y - p1.y), p2.x, p2.y);
}

enum { REACHES = 5 };

static void draw_river(sp_map *map, const line *l, double width, uint32_t colour, double more) {
  double whole = along_to(l, l->count - 1), done = 0.0;
  size_t k = 1;
  for (int part = 0; part < REACHES && k < l->count; part++) {
    double share = 0.45 + 0.55 * ((double)part + 0.5) / REACHES, w = width * share;
    sp_svg_put(&map->svg, "<path stroke=\"%c\" stroke-width=\"%n\" d=\"", colour, (w < 1.3 ? 1.3 : w) + more);
    do {
      done += sp_map_length(l->point[k - 1], l->point[k]);
      curve(&map->svg, l, k);
      k++;
    } while (k < l->count && done < whole * (double)(part + 1) / REACHES);
    sp_svg_put(&map->svg, "\"/>\n");
  }
}

static void draw_rivers(sp_map *map) {
  line l = {0};
  sp_svg_put(&map->svg, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
  for (int pass = 0; pass < 2; pass++)
    for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_RIVER); i++) {
      const sp_river_def *river = sp_model_river(map->model, i);
      if (!river_line(map, river, &l) || !line_touches(map, &l)) continue;
      double width = river_width(map, river);
      draw_river(map, &l, width, pass == 0 ? map->colour.shore : map->colour.water, pass == 0 ? 1.0 : 0.0);
      if (pass == 1 && has_name(map, SP_ENTITY_RIVER, i))
        name_line(map, &l, sp_model_name(map->model, SP_ENTITY_RIVER, i, map->lang), 12.5, 0.5 * width + 8.0,
                  sp_map_mix(map->colour.shore, 0x1f4a63, 0.6), SP_MAP_SERIF | SP_MAP_ITALIC | SP_MAP_SPACED, 45, (uint64_t)(uint32_t)i);
    }
  sp_svg_put(&map->svg, "</g>\n");
  free(l.point);
}

/* ---- roads */

void sp_map_road_line(sp_map *map, const char *path, sp_road_class road_class) {
  sp_svg *s = &map->svg;
  uint32_t ink = map->colour.road, paper = sp_map_mix(map->colour.paper, 0xf3c778, road_class == SP_ROAD_POST ? 0.55 : 0.0);
  switch (road_class) {
  case SP_ROAD_POST:
    sp_svg_put(s, "<path stroke=\"%c\" stroke-width=\"4\" d=\"%r\"/><path stroke=\"%c\" stroke-width=\"2.3\" d=\"%r\"/>\n", ink, path, paper, path);
    break;
  case SP_ROAD_ROAD:
    sp_svg_put(s, "<path stroke=\"%c\" stroke-width=\"3\" d=\"%r\"/><path stroke=\"%c\" stroke-width=\"1.6\" d=\"%r\"/>\n", ink, path, paper, path);
    break;
  case SP_ROAD_CAUSEWAY:
    sp_svg_put(s, "<path stroke=\"%c\" stroke-width=\"6\" stroke-dasharray=\"0.8 3\" stroke-linecap=\"butt\" d=\"%r\"/><path stroke=\"%c\" stroke-width=\"1.5\" d=\"%r\"/>\n",
               ink, path, ink, path);
    break;
  case SP_ROAD_TRACK: sp_svg_put(s, "<path stroke=\"%c\" stroke-width=\"1.2\" d=\"%r\"/>\n", ink, path); break;
  case SP_ROAD_SEA: sp_svg_put(s, "<path stroke=\"%c\" stroke-width=\"1.1\" stroke-dasharray=\"1.2 5\" d=\"%r\"/>\n", map->colour.shore, path); break;
  default: sp_svg_put(s, "<path stroke=\"%c\" stroke-width=\"1\" stroke-dasharray=\"4 2.6\" d=\"%r\"/>\n", ink, path); break;
  }
}

static void draw_roads(sp_map *map) {
  /* the great road on top where ways meet; a name once, on the longest line that bears it */
  static const sp_road_class order[] = {SP_ROAD_SEA, SP_ROAD_PATH, SP_ROAD_TRACK, SP_ROAD_CAUSEWAY, SP_ROAD_ROAD, SP_ROAD_POST};
  line l = {0};
  sp_svg_put(&map->svg, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
  for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
    sp_svg path = {0};
    for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_ROAD); i++) {
      const sp_road_def *road = sp_model_road(map->model, i);
      if (road->road_class != order[k] || !road_line(map, road, &l) || !line_touches(map, &l)) continue;
      for (size_t p = 0; p < l.count; p++) sp_svg_put(&path, p == 0 ? "M%p" : "L%p", l.point[p].x, l.point[p].y);
      if (has_name(map, SP_ENTITY_ROAD, i) && order[k] >= SP_ROAD_POST && order[k] <= SP_ROAD_ROAD)
        name_line(map, &l, sp_model_name(map->model, SP_ENTITY_ROAD, i, map->lang), 10.0, 8.0, map->colour.road, SP_MAP_ITALIC, 12,
                  (uint64_t)(uint32_t)i + (1u << 24));
    }
    if (path.no_memory) map->no_memory = true;
    if (path.data) sp_map_road_line(map, path.data, order[k]);
    sp_svg_free(&path);
  }
  sp_svg_put(&map->svg, "</g>\n");
  free(l.point);
}

void sp_map_draw_ways(sp_map *map) {
  draw_rivers(map);
  draw_roads(map);
}
