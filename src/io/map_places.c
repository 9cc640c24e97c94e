/* map_places.c - places by kind, and crossings with the water that is in them now.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"
#include "io/prose.h"

#include <string.h>

static const char *crossing_word(sp_crossing_kind kind, sp_lang lang) {
  switch (kind) {
#define SP_CROSSING_KIND(name, word, en, zh) \
  case SP_CROSSING_##name: return lang == SP_LANG_ZH ? zh : en;
#include "shapan/kinds.def"
  default: return "";
  }
}

/* Symbols are drawn about 0,0 and moved to their place. */
static const char *const symbol[SP_PLACE_KIND_COUNT] = {
    [SP_PLACE_FORT] = "<path d=\"M-4.5 -4.5h9v9h-9z\" fill=\"#fbf4e2\"/><path d=\"M-4.5 -4.5h9v9z\" fill=\"#9c3a2c\" stroke=\"none\"/><path d=\"M-4.5 -4.5h9v9h-9z\" fill=\"none\"/>",
    [SP_PLACE_POST] = "<circle r=\"4\" fill=\"#fbf4e2\"/><path d=\"M0 -4v-7l6 2.2l-6 2.2\" fill=\"#c98a2b\"/>",
    [SP_PLACE_VILLAGE] = "<circle r=\"3\" fill=\"#fbf4e2\"/>",
    [SP_PLACE_PASS] = "<path d=\"M-6 -5q4.5 5 0 10M6 -5q-4.5 5 0 10\" fill=\"none\" stroke-width=\"1.4\"/>",
    [SP_PLACE_GATE] = "<path d=\"M-5 4v-7h10v7M-7 -3h14M-2 4v-3.5h4v3.5\" fill=\"#fbf4e2\"/>",
    [SP_PLACE_HILL] = "<path d=\"M-6 4l6 -10l6 10\" fill=\"none\"/><path d=\"M0 -6l6 10l-4.2 0z\" fill=\"#2c2620\" stroke=\"none\" fill-opacity=\"0.55\"/>",
    [SP_PLACE_PORT] = "<circle cy=\"-5\" r=\"1.7\" fill=\"none\"/><path d=\"M0 -3.3v9M-3 -1h6M-5.5 1.5q1 4.2 5.5 4.2q4.5 0 5.5 -4.2\" fill=\"none\" stroke-width=\"1.2\"/>",
    [SP_PLACE_JUNCTION] = "<circle r=\"1.9\" fill=\"#2c2620\" stroke=\"none\"/>",
    [SP_PLACE_CAMP] = "<path d=\"M-5 4l5 -8l5 8z\" fill=\"#fbf4e2\"/><path d=\"M-1.4 4l1.4 -3l1.4 3\" fill=\"none\"/>",
    [SP_PLACE_BEND] = "<circle r=\"1.4\" fill=\"#2c2620\" stroke=\"none\"/>",
};
#define CITY "<path d=\"M-8 -6h3v-2.4h2.6v2.4h4.8v-2.4h2.6v2.4h3v13h-16z\" fill=\"#f3d9b6\"/>"
#define CITY_GATE "<path d=\"M-2 7v-4.2q2 -2.4 4 0v4.2z\" fill=\"#9c3a2c\" stroke=\"none\"/>"

void sp_map_place_symbol(sp_map *map, sp_map_xy at, sp_place_kind kind, bool walled) {
  bool city = kind == SP_PLACE_CITY;
  const char *drawn = kind < SP_PLACE_KIND_COUNT ? symbol[kind] : NULL;
  if (!drawn && !city) return;
  sp_svg_put(&map->svg, "<g transform=\"translate(%p)\" stroke=\"%c\" stroke-width=\"1.1\" stroke-linejoin=\"round\" stroke-linecap=\"round\">", at.x, at.y, map->colour.ink);
  if (city) sp_svg_put(&map->svg, walled ? CITY CITY_GATE : "<path d=\"M-6 -6h12v12h-12z\" fill=\"#f3d9b6\"/>");
  else sp_svg_put(&map->svg, "%r", drawn);
  sp_svg_put(&map->svg, "</g>\n");
}

static double symbol_radius(sp_place_kind kind) {
  switch (kind) {
  case SP_PLACE_CITY: return 9.0;
  case SP_PLACE_FORT: case SP_PLACE_GATE: case SP_PLACE_HILL: case SP_PLACE_PORT: case SP_PLACE_PASS: return 6.5;
  case SP_PLACE_POST: case SP_PLACE_CAMP: return 5.5;
  case SP_PLACE_VILLAGE: return 4.0;
  default: return 2.5;
  }
}

/* Half a city is none. */
bool sp_map_place_shows(const sp_map *map, const sp_place_def *place) {
  return place->kind < SP_PLACE_KIND_COUNT && sp_map_inside(map, sp_map_at(map, place->at), symbol_radius(place->kind) + 1.0);
}

bool sp_map_crossing_shows(const sp_map *map, const sp_crossing_def *crossing) { return sp_map_inside(map, sp_map_at(map, crossing->at), 4.0); }

static void draw_place(sp_map *map, int32_t index) {
  static const int32_t rank[SP_PLACE_KIND_COUNT] = {
      [SP_PLACE_CITY] = 90, [SP_PLACE_FORT] = 62, [SP_PLACE_POST] = 64, [SP_PLACE_VILLAGE] = 40, [SP_PLACE_PASS] = 60, [SP_PLACE_GATE] = 58,
      [SP_PLACE_HILL] = 50, [SP_PLACE_PORT] = 56, [SP_PLACE_ISLAND] = 54, [SP_PLACE_JUNCTION] = 28, [SP_PLACE_CAMP] = 52, [SP_PLACE_MOUTH] = 30,
      [SP_PLACE_BEND] = 26};
  static const double size[SP_PLACE_KIND_COUNT] = {
      [SP_PLACE_CITY] = 17.0, [SP_PLACE_FORT] = 12.5, [SP_PLACE_POST] = 12.5, [SP_PLACE_VILLAGE] = 11.0, [SP_PLACE_PASS] = 11.5,
      [SP_PLACE_GATE] = 11.5, [SP_PLACE_HILL] = 11.5, [SP_PLACE_PORT] = 12.0, [SP_PLACE_ISLAND] = 12.0, [SP_PLACE_JUNCTION] = 10.0,
      [SP_PLACE_CAMP] = 11.0, [SP_PLACE_MOUTH] = 10.0, [SP_PLACE_BEND] = 10.0};
  const sp_place_def *place = sp_model_place(map->model, index);
  sp_map_xy at = sp_map_at(map, place->at);
  if (place->kind >= SP_PLACE_KIND_COUNT) return;
  double r = symbol_radius(place->kind);
  if (!sp_map_place_shows(map, place)) return;
  sp_map_place_symbol(map, at, place->kind, place->walled);
  sp_map_mark_box(map, (sp_map_box){at.x - r, at.y - r, at.x + r, at.y + r}, SP_MAP_SYMBOL);
  sp_map_label *label = sp_map_label_add(map);
  if (!label) return;
  snprintf(label->text[0], sizeof label->text[0], "%s", sp_model_name(map->model, SP_ENTITY_PLACE, index, map->lang));
  label->size = size[place->kind];
  label->colour = map->colour.ink;
  label->rank = rank[place->kind];
  if (place->kind == SP_PLACE_CITY) label->style = SP_MAP_SERIF | SP_MAP_BOLD;
  if (place->kind == SP_PLACE_HILL || place->kind == SP_PLACE_BEND || place->kind == SP_PLACE_MOUTH) label->style = SP_MAP_ITALIC;
  label->tie = (uint64_t)(uint32_t)index;
  label->spot[0] = at;
  label->spot_count = 1;
  label->clear = r + 1.5;
  if (place->kind == SP_PLACE_CITY) sp_map_label_settle(map);
}

/* ---- crossings */

/* Unit vector across the river at a point: square to its nearest stretch. */
static sp_map_xy across_river(const sp_map *map, const sp_crossing_def *crossing, sp_map_xy at) {
  int32_t index = crossing->river ? sp_model_find(map->model, SP_ENTITY_RIVER, crossing->river) : -1;
  const sp_river_def *river = sp_model_river(map->model, index);
  sp_map_xy best = {1.0, 0.0};
  double nearest = -1.0;
  for (size_t i = 1; river && i < river->point_count; i++) {
    sp_map_xy a = sp_map_at(map, river->points[i - 1]), b = sp_map_at(map, river->points[i]);
    double length = sp_map_length(a, b);
    if (!(length > 0.0)) continue;
    sp_map_xy way = {(b.x - a.x) / length, (b.y - a.y) / length};
    double t = (at.x - a.x) * way.x + (at.y - a.y) * way.y;
    t = t < 0.0 ? 0.0 : t > length ? length : t;
    double d = sp_map_length(at, (sp_map_xy){a.x + t * way.x, a.y + t * way.y});
    if (nearest >= 0.0 && d >= nearest) continue;
    nearest = d;
    best = (sp_map_xy){-way.y, way.x};
  }
  return best;
}

/* Drawn with the crossing's way along the x axis, then turned. */
static const char *const crossing_symbol[SP_CROSSING_KIND_COUNT] = {
    [SP_CROSSING_FORD] = "<path d=\"M-9 -3h4m3 0h4m3 0h4M-9 3h4m3 0h4m3 0h4\" fill=\"none\" stroke-width=\"1.5\"/>",
    [SP_CROSSING_BRIDGE] = "<path d=\"M-7 -2.6h14v5.2h-14z\" fill=\"#fbf4e2\" stroke=\"none\"/><path d=\"M-9.5 -5.5l3 2.8h13l3 -2.8M-9.5 5.5l3 -2.8h13l3 2.8\" fill=\"none\" stroke-width=\"1.3\"/>",
    [SP_CROSSING_FLOATING] = "<path d=\"M-7 -2h14v4h-14z\" fill=\"#fbf4e2\"/><path d=\"M-5 -5.5v11M-1.7 -5.5v11M1.7 -5.5v11M5 -5.5v11\" fill=\"none\" stroke-width=\"1.6\"/>",
    [SP_CROSSING_FERRY] = "<path d=\"M-10 0h20\" fill=\"none\" stroke-dasharray=\"2 2\"/><path d=\"M-5 -1.5h10l-2 4.5h-6z\" fill=\"#fbf4e2\"/>",
};

void sp_map_crossing_symbol(sp_map *map, sp_map_xy at, sp_map_xy across, sp_crossing_kind kind) {
  if (kind >= SP_CROSSING_KIND_COUNT) return;
  sp_svg_put(&map->svg, "<g transform=\"matrix(%n %n %n %n %p)\" stroke=\"%c\" stroke-width=\"1\" stroke-linecap=\"round\">%r</g>\n", across.x, across.y,
             -across.y, across.x, at.x, at.y, map->colour.ink, crossing_symbol[kind]);
}

/* Bridges that stand there now; how many the map itself has. */
static int32_t bridges_at(const sp_map *map, int32_t index, const sp_crossing_def *crossing, int32_t *by_map) {
  bool has = crossing->kind == SP_CROSSING_BRIDGE || crossing->kind == SP_CROSSING_FLOATING;
  *by_map = has ? (crossing->count > 1 ? crossing->count : 1) : 0;
  return *by_map + (map->scene->bridges ? map->scene->bridges[index] : 0);
}

/* The second line of its name: what passes there, and how. */
static void say_crossing(const sp_map *map, int32_t index, const sp_crossing_def *crossing, char out[SP_MAP_TEXT]) {
  char part[3][SP_MAP_TEXT] = {"", "", ""}, number[SP_SAY];
  int32_t by_map, stand = bridges_at(map, index, crossing, &by_map);
  if (crossing->kind == SP_CROSSING_FORD && map->scene->depth_m) {
    sp_say_depth(map->lang, map->scene->depth_m[index], number);
    sp_map_say(map, part[0], "map.crossing.depth", "kind", crossing_word(crossing->kind, map->lang), "depth", number, (char *)NULL);
  }
  if (by_map > 0 && stand == 0) sp_map_say(map, part[1], "map.crossing.gone", (char *)NULL);
  else if (stand > 1 || (stand == 1 && by_map == 0)) {
    sp_say_count(map->lang, stand, number);
    sp_map_say(map, part[1], stand == 1 ? "map.crossing.bridge" : "map.crossing.bridges", "count", number, (char *)NULL);
  }
  if (map->scene->ice_cm && map->scene->ice_cm[index] >= 1.0) {
    if (map->lang == SP_LANG_ZH) sp_say_depth(map->lang, map->scene->ice_cm[index] / 100.0, number);
    else snprintf(number, sizeof number, "%.0f cm", map->scene->ice_cm[index]);
    sp_map_say(map, part[2], "map.crossing.ice", "depth", number, (char *)NULL);
  }
  out[0] = 0;
  for (int n = 0; n < 3; n++) {
    size_t used = strlen(out);
    if (part[n][0]) snprintf(out + used, SP_MAP_TEXT - used, "%s%s", used ? " · " : "", part[n]);
  }
}

static void draw_crossing(sp_map *map, int32_t index) {
  const sp_crossing_def *crossing = sp_model_crossing(map->model, index);
  sp_map_xy at = sp_map_at(map, crossing->at);
  if (!sp_map_crossing_shows(map, crossing)) return;
  int32_t by_map, stand = bridges_at(map, index, crossing, &by_map);
  sp_map_crossing_symbol(map, at, across_river(map, crossing, at), stand > by_map ? SP_CROSSING_FLOATING : crossing->kind);
  if (by_map > 0 && stand == 0) sp_svg_put(&map->svg, "<path d=\"M%pl12 12m0 -12l-12 12\" stroke=\"%c\" stroke-width=\"2\" fill=\"none\"/>\n", at.x - 6.0, at.y - 6.0, 0xa02318);
  sp_map_mark_box(map, (sp_map_box){at.x - 8.0, at.y - 8.0, at.x + 8.0, at.y + 8.0}, SP_MAP_SYMBOL);
  sp_map_label *label = sp_map_label_add(map);
  if (!label) return;
  snprintf(label->text[0], sizeof label->text[0], "%s", sp_model_name(map->model, SP_ENTITY_CROSSING, index, map->lang));
  say_crossing(map, index, crossing, label->text[1]);
  label->size = 11.5;
  label->style = SP_MAP_ITALIC;
  label->colour = sp_map_mix(map->colour.ink, 0x1f4a63, 0.7);
  label->rank = 85; /* the depth of a ford is news: before the names of bodies, which may stand off */
  label->leader = true;
  label->tie = (uint64_t)(uint32_t)index + (1u << 26);
  label->spot[0] = at;
  label->spot_count = 1;
  label->clear = 10.0;
}

void sp_map_draw_places(sp_map *map) {
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_CROSSING); i++) draw_crossing(map, i);
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_PLACE); i++) draw_place(map, i);
}
