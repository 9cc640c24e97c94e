/* map_legend.c - the signs that this map uses, two to a row.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <string.h>

#define ROW 19.0

typedef struct legend {
  sp_map *map;
  double x, y, column;
  int32_t count;
} legend;

static sp_map_xy sign_at(const legend *l) { return (sp_map_xy){l->x + 14.0 + l->column * (double)(l->count % 2), l->y + ROW * (double)(l->count / 2) + 9.0}; }

static void put_word(legend *l, const char *word) {
  sp_map_xy at = sign_at(l);
  sp_map_text(l->map, at.x + 19.0, at.y + 4.0, 11.0, l->map->colour.ink, 0, "start", word);
  l->count++;
}

static void put_id(legend *l, const char *name) {
  char id[64], word[SP_MAP_TEXT];
  snprintf(id, sizeof id, "map.legend.%s", name);
  sp_map_say(l->map, word, id, (char *)NULL);
  put_word(l, word);
}

static void roads(legend *l) {
  static const char *const word[SP_ROAD_CLASS_COUNT][SP_LANG_COUNT] = {
#define SP_ROAD_CLASS(name, file_word, en, zh) [SP_ROAD_##name] = {en, zh},
#include "shapan/kinds.def"
  };
  bool used[SP_ROAD_CLASS_COUNT] = {false};
  sp_map *map = l->map;
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_ROAD); i++) {
    const sp_road_def *road = sp_model_road(map->model, i);
    if (road->road_class < SP_ROAD_CLASS_COUNT && !used[road->road_class]) used[road->road_class] = sp_map_road_shows(map, road);
  }
  for (int c = 0; c < SP_ROAD_CLASS_COUNT; c++) {
    if (!used[c] || c == SP_ROAD_COUNTRY) continue;
    sp_map_xy at = sign_at(l);
    sp_svg path = {0};
    sp_svg_put(&path, "M%pq7 -5 14 0t14 0", at.x - 14.0, at.y);
    if (path.no_memory) map->no_memory = true;
    sp_svg_put(&map->svg, "<g fill=\"none\" stroke-linecap=\"round\">");
    if (path.data) sp_map_road_line(map, path.data, (sp_road_class)c);
    sp_svg_put(&map->svg, "</g>");
    sp_svg_free(&path);
    put_word(l, word[c][map->lang == SP_LANG_ZH]);
  }
}

static void places(legend *l) {
  static const char *const word[SP_PLACE_KIND_COUNT][SP_LANG_COUNT] = {
#define SP_PLACE_KIND(name, file_word, en, zh) [SP_PLACE_##name] = {en, zh},
#include "shapan/kinds.def"
  };
  bool used[SP_PLACE_KIND_COUNT] = {false};
  sp_map *map = l->map;
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_PLACE); i++) {
    const sp_place_def *place = sp_model_place(map->model, i);
    if (sp_map_place_shows(map, place)) used[place->kind] = true;
  }
  for (int k = 0; k < SP_PLACE_KIND_COUNT; k++) {
    if (!used[k] || k == SP_PLACE_JUNCTION || k == SP_PLACE_BEND || k == SP_PLACE_MOUTH || k == SP_PLACE_ISLAND) continue;
    sp_map_place_symbol(map, sign_at(l), (sp_place_kind)k, true);
    put_word(l, word[k][map->lang == SP_LANG_ZH]);
  }
}

static void crossings(legend *l) {
  static const char *const word[SP_CROSSING_KIND_COUNT][SP_LANG_COUNT] = {
#define SP_CROSSING_KIND(name, file_word, en, zh) [SP_CROSSING_##name] = {en, zh},
#include "shapan/kinds.def"
  };
  bool used[SP_CROSSING_KIND_COUNT] = {false};
  sp_map *map = l->map;
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_CROSSING); i++) {
    const sp_crossing_def *crossing = sp_model_crossing(map->model, i);
    if (crossing->kind < SP_CROSSING_KIND_COUNT && sp_map_crossing_shows(map, crossing)) used[crossing->kind] = true;
  }
  for (int k = 0; k < SP_CROSSING_KIND_COUNT; k++) {
    if (!used[k]) continue;
    sp_map_xy at = sign_at(l);
    sp_svg_put(&map->svg, "<path d=\"M%pv18\" stroke=\"%c\" stroke-width=\"4\"/>", at.x, at.y - 9.0, map->colour.water);
    sp_map_crossing_symbol(map, at, (sp_map_xy){1.0, 0.0}, (sp_crossing_kind)k);
    put_word(l, word[k][map->lang == SP_LANG_ZH]);
  }
}

static void column_sign(legend *l, bool marching) {
  sp_map *map = l->map;
  sp_map_xy at = sign_at(l);
  uint32_t colour = map->colour.faint, fill = marching ? colour : sp_map_mix(colour, map->colour.paper, 0.5);
  sp_svg_put(&map->svg, "<g fill=\"none\" stroke-linejoin=\"round\"><path d=\"M%ph22\" stroke=\"%c\" stroke-width=\"8.7\" stroke-linecap=\"butt\"/><path d=\"M%ph20.6\" stroke=\"%c\" stroke-width=\"7\"/>", at.x - 14.0, at.y,
             map->colour.ink, at.x - 13.3, at.y, fill);
  if (marching) sp_map_arrow_head(map, (sp_map_xy){at.x + 8.0, at.y}, (sp_map_xy){1.0, 0.0}, 6.0, colour);
  sp_svg_put(&map->svg, "</g>\n");
}

static void war(legend *l) {
  sp_map *map = l->map;
  const sp_map_scene *s = map->scene;
  uint32_t grey = map->colour.faint;
  bool camp = false, body = false, marching = false, halted = false, contact = false, queue = false, broken = false;
  for (size_t i = 0; i < s->body_count; i++) {
    const sp_map_body *b = &s->body[i];
    broken |= b->broken;
    contact |= b->in_contact && !b->fights;
    queue |= b->state == SP_MAP_WAITING;
    if (b->broken) continue;
    camp |= b->state == SP_MAP_CAMPED;
    marching |= b->state == SP_MAP_MARCHING;
    halted |= b->state != SP_MAP_MARCHING && b->point_count > 1;
    body |= b->state != SP_MAP_CAMPED && b->point_count == 1;
  }
  if (marching) column_sign(l, true), put_id(l, "column");
  if (halted) column_sign(l, false), put_id(l, "halted");
  if (marching || halted) {
    sp_map_xy at = sign_at(l);
    sp_svg_put(&map->svg, "<circle cx=\"%n\" cy=\"%n\" r=\"3.4\" fill=\"#ffffff\" stroke=\"%c\" stroke-width=\"1.1\"/>", at.x, at.y, map->colour.ink);
    put_id(l, "commander");
  }
  if (body) {
    double half;
    sp_map_block(map, sign_at(l), 1500, grey, &half);
    put_id(l, "body");
  }
  if (camp) {
    double w, h;
    sp_map_tents(map, sign_at(l), 1000, grey, &w, &h);
    put_id(l, "camp");
  }
  if (s->works_count > 0) {
    sp_map_xy at = sign_at(l);
    sp_svg_put(&map->svg, "<g fill=\"none\">");
    sp_map_works_mark(map, (sp_map_xy){at.x - 11.0, at.y + 2.5}, (sp_map_xy){at.x + 11.0, at.y + 2.5}, 1.5, map->colour.ink);
    sp_svg_put(&map->svg, "</g>");
    put_id(l, "works");
  }
  if (s->ring_count > 0) {
    sp_map_xy at = sign_at(l);
    sp_svg_put(&map->svg, "<g fill=\"none\">");
    for (int k = 0; k < SP_MAP_OCTANTS; k++) sp_map_ring_arc(map, at, 8.0, k, k < 3 ? 1.0 : k < 6 ? 0.5 * (s->rings->gaps + s->rings->shut) : 0.0, s->rings, map->colour.ink);
    sp_svg_put(&map->svg, "</g>");
    put_id(l, "ring");
  }
  if (s->depot_count > 0) sp_map_depot_mark(map, sign_at(l), false, grey), put_id(l, "depot");
  if (s->pool_count > 0) sp_map_pool_mark(map, sign_at(l), 5, 100, grey), put_id(l, "stragglers");
  if (s->rider_count > 0) {
    sp_map_xy at = sign_at(l);
    sp_map_rider_mark(map, (sp_map_xy){at.x, at.y + 3.0}, false, map->colour.ink);
    put_id(l, "rider");
  }
  if (broken) sp_map_shards(map, sign_at(l), 6.5, grey), put_id(l, "broken");
  if (s->fight_count > 0) {
    sp_map_xy at = sign_at(l);
    sp_svg_put(&map->svg, "<g transform=\"translate(%p) scale(0.62)\">", at.x, at.y);
    sp_map_fight_mark(map, (sp_map_xy){0.0, 0.0});
    sp_svg_put(&map->svg, "</g>\n");
    put_id(l, "fight");
  }
  if (contact) sp_map_contact_mark(map, sign_at(l)), put_id(l, "contact");
  if (queue) sp_map_queue_mark(map, sign_at(l)), put_id(l, "queue");
}

static void belief(legend *l) {
  sp_map *map = l->map;
  const sp_map_scene *s = map->scene;
  if (!s->has_seat) return;
  bool own = false, enemy = false, line = false;
  int32_t enemy_side = -1;
  for (size_t i = 0; i < s->belief_count; i++) {
    own |= s->belief[i].friendly;
    enemy |= !s->belief[i].friendly;
    line |= s->belief[i].has_true;
    if (!s->belief[i].friendly) enemy_side = s->belief[i].side;
  }
  sp_svg_put(&map->svg, "<g fill=\"none\">");
  sp_map_xy at = sign_at(l);
  sp_svg_put(&map->svg, "<g transform=\"translate(%p) scale(0.72)\">", at.x - 3.0, at.y + 5.0);
  sp_map_seat_mark(map, (sp_map_xy){0.0, 0.0}, sp_map_side_colour(map, s->seat_side));
  sp_svg_put(&map->svg, "</g>");
  put_id(l, "seat");
  if (enemy) sp_map_belief_mark(map, sign_at(l), 1, sp_map_side_colour(map, enemy_side)), put_id(l, "belief");
  if (own) sp_map_belief_mark(map, sign_at(l), 0, sp_map_side_colour(map, s->seat_side)), put_id(l, "belief_own");
  at = sign_at(l);
  sp_svg_put(&map->svg, "<circle cx=\"%n\" cy=\"%n\" r=\"8\" fill=\"%c\" fill-opacity=\"0.07\" stroke=\"%c\" stroke-width=\"0.9\" stroke-dasharray=\"2 3.4\"/>", at.x, at.y, map->colour.ink, map->colour.ink);
  put_id(l, "circle");
  if (line) {
    at = sign_at(l);
    sp_svg_put(&map->svg, "<path d=\"M%ph22\" stroke=\"%c\" stroke-width=\"0.8\" stroke-dasharray=\"6 2 1 2\"/><circle cx=\"%n\" cy=\"%n\" r=\"1.8\" fill=\"%c\"/>", at.x - 12.0, at.y, map->colour.ink, at.x + 11.0, at.y, map->colour.ink);
    put_id(l, "truth_line");
  }
  sp_svg_put(&map->svg, "</g>\n");
}

void sp_map_draw_legend(sp_map *map, double x, double y, double width, double *bottom) {
  char word[SP_MAP_TEXT];
  sp_map_say(map, word, "map.legend", (char *)NULL);
  sp_map_text(map, x + 0.5 * width, y + 11.0, 13.0, map->colour.ink, SP_MAP_SERIF | SP_MAP_BOLD, "middle", word);
  legend l = {map, x, y + 20.0, 0.5 * width, 0};
  war(&l);
  belief(&l);
  l.count += l.count % 2;
  roads(&l);
  places(&l);
  crossings(&l);
  *bottom = l.y + ROW * (double)((l.count + 1) / 2) + 10.0;
}
