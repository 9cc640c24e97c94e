/* names.c - words for things and places, as the umpire speaks of them.
 *
 * A place is said by the nearest name: at it, on a road from it to the next one, or so far from it and in which
 * direction. Distances are kilometres in English and the li of 576 m in Chinese, rounded as one would say them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "world/orders.h"
#include "world/rows.h"

#include <stdio.h>
#include <string.h>

#define AT_PLACE_M 300.0 /* nearer than that one is there */
#define ON_ROAD_M 250.0

enum { SAY = 96, NAME = 256, MOST_BENDS = 32 };

/* ---- numbers */

/* Four places, 0..9999, as they are said within a number: a gap before or among them is one 零. */
static void say_four(int64_t n, bool *started, bool gap, sp_text_sink *sink) {
  static const char *const digit[] = {"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
  static const char *const unit[] = {"千", "百", "十", ""};
  static const int64_t value[] = {1000, 100, 10, 1};
  for (int i = 0; i < 4; i++) {
    int64_t d = n / value[i] % 10;
    if (d == 0) {
      gap = *started;
      continue;
    }
    if (gap) sp_text_puts(sink, digit[0]);
    if (!(d == 1 && i == 2 && !*started)) sp_text_puts(sink, digit[d]); /* 十二, but 一百一十二 */
    sp_text_puts(sink, unit[i]);
    *started = true;
    gap = false;
  }
}

static void say_chinese(int64_t n, char out[SAY]) {
  static const char *const unit[] = {"万亿", "亿", "万", ""};
  static const int64_t value[] = {1000000000000, 100000000, 10000, 1};
  sp_text_sink sink = {out, SAY, 0};
  bool started = false, gap = false;
  n = sp_min_i64(sp_max_i64(n, 0), 9999999999999999);
  if (n == 0) sp_text_puts(&sink, "零");
  for (int i = 0; i < 4; i++) {
    int64_t four = n / value[i] % 10000;
    if (four == 0) {
      gap = started;
      continue;
    }
    say_four(four, &started, gap, &sink);
    sp_text_puts(&sink, unit[i]);
    gap = false;
  }
  sp_text_end(&sink);
}

void sp_say_number_zh(int64_t n, char *buffer, size_t size) {
  char text[SAY];
  say_chinese(n, text);
  snprintf(buffer, size, "%s", text);
}

void sp_say_li(double metres, char *buffer, size_t size) {
  char number[SAY];
  bool steps = metres < 0.97 * SP_LI_M;
  int64_t bu = sp_to_i64(sp_rint(sp_max(metres, 0.0) / SP_BU_M)), half = sp_to_i64(sp_rint(sp_max(metres, 0.0) / SP_LI_M * 2.0));
  if (bu > 20) bu = (bu + 5) / 10 * 10;
  if (half >= 20) half = (half + 1) / 2 * 2; /* of ten li one does not count halves */
  say_chinese(steps ? bu : half / 2, number);
  snprintf(buffer, size, "%s%s", number, steps ? "步" : half % 2 ? "里半" : "里");
}

static void say_ordinal(sp_lang lang, int32_t n, char out[SAY]) {
  static const char *const ending[] = {"th", "st", "nd", "rd"};
  if (lang == SP_LANG_ZH) {
    say_chinese(n, out);
    return;
  }
  bool teen = n % 100 >= 11 && n % 100 <= 13;
  snprintf(out, SAY, "%d%s", (int)n, ending[!teen && n % 10 <= 3 && n > 0 ? n % 10 : 0]);
}

static void say_distance(sp_lang lang, double metres, char out[SAY]) {
  char number[SAY];
  bool zh = lang == SP_LANG_ZH, small = metres < (zh ? 0.75 * SP_LI_M : 950.0);
  if (zh) {
    double steps = sp_max(10.0, 10.0 * sp_rint(metres / SP_BU_M / 10.0));
    say_chinese(sp_to_i64(small ? steps : sp_rint(metres / SP_LI_M)), number);
  } else if (small) {
    snprintf(number, sizeof number, "%d", (int)sp_to_i32(sp_max(50.0, 50.0 * sp_rint(metres / 50.0))));
  } else {
    int32_t tenths = sp_to_i32(sp_rint(metres / 100.0));
    if (tenths >= 100 || tenths % 10 == 0) snprintf(number, sizeof number, "%d", (int)((tenths + 5) / 10));
    else snprintf(number, sizeof number, "%d.%d", (int)(tenths / 10), (int)(tenths % 10));
  }
  const char *args[] = {"number", number, NULL};
  sp_text(lang, small ? "distance.short" : "distance.long", args, out, SAY);
}

static const char *wind_of(double x, double y) {
  static const char *const word[3][3] = {{"wind.south_west", "wind.south", "wind.south_east"},
                                         {"wind.west", "wind.north", "wind.east"},
                                         {"wind.north_west", "wind.north", "wind.north_east"}};
  const double edge = 0.41421356237309505; /* tan 22.5 deg */
  int column = sp_abs(x) < edge * sp_abs(y) ? 1 : x < 0.0 ? 0 : 2;
  int row = sp_abs(y) < edge * sp_abs(x) ? 1 : y < 0.0 ? 0 : 2;
  return word[row][column];
}

/* ---- places */

static bool has_text(const char *text) { return text && *text; }

/* Bends and nameless forks are there for the map's sake. */
static bool is_named(const sp_model *m, int32_t node) {
  const sp_node *n = &m->node[node];
  if (n->crossing >= 0) return true;
  if (n->place < 0) return false;
  const sp_place_def *place = &m->place_def[n->place];
  return place->kind != SP_PLACE_BEND && (place->kind != SP_PLACE_JUNCTION || has_text(place->name.en) || has_text(place->name.zh));
}

static double distance_m(sp_xy a, sp_xy b) { return sp_sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

static bool is_place(const sp_model *m, int32_t node) { return m->node[node].place >= 0 || m->node[node].crossing >= 0; }

int32_t sp_nearest_place(const sp_model *m, sp_xy at) {
  int32_t node = sp_nearest_node_of(m, at, is_named);
  return node >= 0 ? node : sp_nearest_node_of(m, at, is_place);
}

static const char *node_name(const sp_model *m, int32_t node, sp_lang lang) {
  if (m->node[node].crossing >= 0) return sp_model_name(m, SP_ENTITY_CROSSING, m->node[node].crossing, lang);
  return sp_model_name(m, SP_ENTITY_PLACE, m->node[node].place, lang);
}

/* ---- roads */

typedef struct spot {
  int32_t edge;
  double off_m;   /* from the road */
  double along_m; /* true, from the edge's node[0] */
} spot;

static void look_along(const sp_model *m, int32_t e, sp_xy at, spot *best) {
  const sp_edge *edge = &m->edge[e];
  double walked = 0.0, scale = edge->drawn_m > 0.0 ? edge->length_m / edge->drawn_m : 1.0;
  for (int32_t i = 0; i + 1 < edge->point_count; i++) {
    sp_xy a = m->point[edge->first_point + i], b = m->point[edge->first_point + i + 1];
    double dx = b.x - a.x, dy = b.y - a.y, whole = dx * dx + dy * dy;
    double share = whole > 0.0 ? sp_clamp(((at.x - a.x) * dx + (at.y - a.y) * dy) / whole, 0.0, 1.0) : 0.0;
    double off = distance_m(at, (sp_xy){a.x + share * dx, a.y + share * dy}), length = sp_sqrt(whole);
    if (off < best->off_m) *best = (spot){e, off, scale * (walked + share * length)};
    walked += length;
  }
}

static spot nearest_road(const sp_model *m, sp_xy at) {
  spot best = {-1, ON_ROAD_M, 0.0};
  for (int sea = 0; sea < 2 && best.edge < 0; sea++) { /* on land as long as there is a road */
    for (int32_t e = 0; e < m->edge_count; e++) {
      if (m->edge[e].road >= 0 && (m->edge[e].road_class == SP_ROAD_SEA) == (sea > 0)) look_along(m, e, at, &best);
    }
  }
  return best;
}

/* The other road out of a bend; -1 at an end or a fork. */
static int32_t road_on(const sp_model *m, int32_t node, int32_t edge) {
  int32_t other = -1;
  for (int32_t i = 0; i < m->node[node].edge_count; i++) {
    int32_t e = sp_leg_edge(m->half_edge[m->node[node].first_edge + i].leg);
    if (e == edge || m->edge[e].road < 0) continue;
    if (other >= 0) return -1;
    other = e;
  }
  return other;
}

/* The first named node along the road from one end of an edge, and the way there from that end. */
static int32_t named_end(const sp_model *m, int32_t edge, int end, double *way_m) {
  int32_t node = m->edge[edge].node[end];
  for (int32_t bends = 0; bends < MOST_BENDS && !is_named(m, node); bends++) {
    edge = road_on(m, node, edge);
    if (edge < 0) return -1;
    *way_m += m->edge[edge].length_m;
    node = m->edge[edge].node[m->edge[edge].node[0] == node ? 1 : 0];
  }
  return is_named(m, node) ? node : -1;
}

static bool say_on_road(const sp_model *m, sp_xy at, sp_lang lang, char *buffer, size_t size, size_t *needed) {
  spot here = nearest_road(m, at);
  if (here.edge < 0) return false;
  double way[2] = {here.along_m, sp_max(0.0, m->edge[here.edge].length_m - here.along_m)};
  int32_t end[2] = {named_end(m, here.edge, 0, &way[0]), named_end(m, here.edge, 1, &way[1])};
  if (end[0] < 0 || end[1] < 0 || end[0] == end[1]) return false;
  int near = way[1] < way[0] ? 1 : 0;
  char distance[SAY];
  say_distance(lang, way[near], distance);
  const char *args[] = {"distance", distance, "place", node_name(m, end[near], lang), "toward", node_name(m, end[1 - near], lang), NULL};
  *needed = sp_text(lang, m->edge[here.edge].road_class == SP_ROAD_SEA ? "where.at_sea" : "where.on_road", args, buffer, size);
  return true;
}

static size_t say_point(const sp_model *m, sp_xy at, sp_lang lang, char *buffer, size_t size) {
  sp_point point = sp_unproject(&m->projection, at);
  char lat[SAY], lon[SAY];
  int32_t north = sp_to_i32(sp_rint(point.lat_deg * 100.0)), east = sp_to_i32(sp_rint(point.lon_deg * 100.0));
  snprintf(lat, sizeof lat, "%s%d.%02d", north < 0 ? "-" : "", (int)(north < 0 ? -north : north) / 100, (int)(north < 0 ? -north : north) % 100);
  snprintf(lon, sizeof lon, "%s%d.%02d", east < 0 ? "-" : "", (int)(east < 0 ? -east : east) / 100, (int)(east < 0 ? -east : east) % 100);
  const char *args[] = {"lat", lat, "lon", lon, NULL};
  return sp_text(lang, "where.point", args, buffer, size);
}

size_t sp_world_where(const sp_world *w, int32_t node, double x_m, double y_m, sp_lang lang, char *buffer, size_t size) {
  const sp_model *m = w->model;
  sp_xy at = {x_m, y_m};
  if (node >= 0 && node < m->node_count) at = m->node[node].at;
  else node = -1;
  int32_t place = node >= 0 && is_named(m, node) ? node : sp_nearest_place(m, at);
  if (place < 0) return say_point(m, at, lang, buffer, size);
  sp_xy there = m->node[place].at;
  double away = distance_m(at, there);
  if (away < AT_PLACE_M) {
    const char *args[] = {"place", node_name(m, place, lang), NULL};
    return sp_text(lang, "where.at", args, buffer, size);
  }
  size_t needed;
  if (say_on_road(m, at, lang, buffer, size, &needed)) return needed;
  char distance[SAY], wind[SAY];
  say_distance(lang, away, distance);
  sp_text(lang, wind_of(at.x - there.x, at.y - there.y), NULL, wind, sizeof wind);
  const char *args[] = {"distance", distance, "place", node_name(m, place, lang), "direction", wind, NULL};
  return sp_text(lang, "where.near", args, buffer, size);
}

/* ---- names */

static size_t copy_name(const char *name, char *buffer, size_t size) {
  sp_text_sink sink = {buffer, size, 0};
  sp_text_puts(&sink, name);
  return sp_text_end(&sink);
}

static size_t with_unit(sp_lang lang, const char *id, const char *unit, const char *ordinal, char *buffer, size_t size) {
  const char *args[] = {"unit", unit, ordinal ? "ordinal" : NULL, ordinal, NULL};
  return sp_text(lang, id, args, buffer, size);
}

static int32_t row_of(const sp_key *keys, int32_t count, sp_key key) {
  for (int32_t i = 0; i < count; i++) {
    if (keys[i] == key) return i;
  }
  return -1;
}

/* Detachments of detachments are named through their parents; a parent is always older than its child. */
static size_t formation_name(const sp_world *w, int32_t row, sp_lang lang, char *buffer, size_t size) {
  if (w->formation.start[row] >= 0) return copy_name(sp_model_name(w->model, SP_ENTITY_FORMATION, w->formation.start[row], lang), buffer, size);
  if (w->formation.name_unit[row] >= 0) return copy_name(sp_model_name(w->model, SP_ENTITY_UNIT, w->formation.name_unit[row], lang), buffer, size);
  if (w->formation.name_word[row] >= 0) { /* a word of the order's, in no language: quoted, so that it reads as a name */
    const char *args[] = {"word", (const char *)&w->word.text[w->formation.name_word[row] * 240], NULL};
    return sp_text(lang, "name.called", args, buffer, size);
  }
  char parent[NAME], ordinal[SAY];
  int32_t of = row_of(w->formation.key, row, w->formation.born_of[row]);
  if (of >= 0) formation_name(w, of, lang, parent, sizeof parent);
  else sp_text(lang, "name.unknown", NULL, parent, sizeof parent);
  say_ordinal(lang, w->formation.ordinal[row], ordinal);
  return with_unit(lang, "name.detachment", parent, ordinal, buffer, size);
}

/* What the war made: bodies, headquarters, stragglers. false: none of these. */
static bool born_name(const sp_world *w, sp_key key, sp_lang lang, char *buffer, size_t size, size_t *needed) {
  char unit[NAME];
  int32_t row = row_of(w->formation.key, sp_used(w, SP_TABLE_FORMATION), key);
  if (row >= 0) {
    *needed = formation_name(w, row, lang, buffer, size);
    return true;
  }
  row = row_of(w->hq.key, sp_used(w, SP_TABLE_HQ), key);
  int32_t pool = row < 0 ? row_of(w->pool.key, sp_used(w, SP_TABLE_POOL), key) : -1;
  if (row < 0 && pool < 0) return false;
  formation_name(w, row >= 0 ? row : w->pool.formation[pool], lang, unit, sizeof unit);
  *needed = with_unit(lang, row >= 0 ? "name.headquarters" : "name.stragglers", unit, NULL, buffer, size);
  return true;
}

/* A depot by its own name, or by its place; at a fork that has none, by the nearest that has. */
static size_t depot_name(const sp_world *w, int32_t d, sp_lang lang, char *buffer, size_t size) {
  const sp_model *m = w->model;
  int32_t start = w->depot.start[d];
  const sp_name *own = start >= 0 ? &m->name[SP_ENTITY_DEPOT][start] : NULL;
  if (own && (own->en || own->zh)) return copy_name(sp_model_name(m, SP_ENTITY_DEPOT, start, lang), buffer, size);
  int32_t node = w->depot.node[d], near = sp_nearest_place(m, m->node[node].at); /* no theatre is without a place */
  bool there = is_named(m, node) || near < 0;
  const char *args[] = {"place", node_name(m, there ? node : near, lang), NULL};
  return sp_text(lang, there ? "name.stores" : "name.stores_near", args, buffer, size);
}

size_t sp_world_name(const sp_world *w, sp_key key, sp_lang lang, char *buffer, size_t size) {
  static const sp_entity_kind kinds[] = {SP_ENTITY_CROSSING, SP_ENTITY_PERSON, SP_ENTITY_PLACE, SP_ENTITY_RIVER,
                                         SP_ENTITY_UNIT, SP_ENTITY_CONTINGENT, SP_ENTITY_SIDE, SP_ENTITY_SUPPLIER, SP_ENTITY_MEASURE};
  const sp_model *m = w->model;
  size_t needed;
  if (key == 0) return sp_text(lang, "name.nobody", NULL, buffer, size);
  if (born_name(w, key, lang, buffer, size, &needed)) return needed;
  int32_t depot = row_of(w->depot.key, sp_used(w, SP_TABLE_DEPOT), key);
  if (depot >= 0) return depot_name(w, depot, lang, buffer, size);
  for (int32_t i = 0; i < m->region_count; i++) {
    if (m->region[i].key != key) continue;
    int32_t node = sp_nearest_place(m, m->region[i].middle);
    if (node < 0) return copy_name(sp_model_name(m, SP_ENTITY_REGION, i, lang), buffer, size);
    const char *args[] = {"place", node_name(m, node, lang), NULL};
    return sp_text(lang, "name.region", args, buffer, size);
  }
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    int32_t row = m->key[kinds[k]] ? row_of(m->key[kinds[k]], m->id_count[kinds[k]], key) : -1;
    if (row >= 0) return copy_name(sp_model_name(m, kinds[k], row, lang), buffer, size);
  }
  return sp_text(lang, "name.unknown", NULL, buffer, size);
}
