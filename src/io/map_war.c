/* map_war.c - columns as lengths of road, camps, works, stores, stragglers, riders.
 *
 * A ribbon's length is true, its width is not. Columns that share a road are laid side by side, each in the first
 * lane where it covers no other.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHORTEST 7.0 /* a shorter body is a block, not a ribbon */
enum { LANES = 9 };

typedef struct ribbon {
  sp_map_xy *point; /* head first */
  size_t count, room;
  double length;
} ribbon;

static bool ribbon_of(sp_map *map, const sp_map_body *body, ribbon *r) {
  r->count = 0;
  r->length = 0.0;
  for (size_t i = 0; i < body->point_count; i++) {
    sp_map_xy at = sp_map_at(map, map->scene->point[body->first_point + i]);
    if (r->count > 0) {
      double step = sp_map_length(r->point[r->count - 1], at);
      if (step < 0.05) continue;
      r->length += step;
    }
    if (!sp_map_grow((void **)&r->point, &r->room, r->count, sizeof *r->point)) {
      map->no_memory = true;
      return false;
    }
    r->point[r->count++] = at;
  }
  return r->count > 0;
}

/* Point k of the ribbon pushed aside to the right of the march; sharp bends are cut, not spiked. */
static sp_map_xy aside(const ribbon *r, size_t k, double off) {
  sp_map_xy at = r->point[k], before = r->point[k > 0 ? k - 1 : k], after = r->point[k + 1 < r->count ? k + 1 : k];
  double la = sp_map_length(before, at), lb = sp_map_length(at, after);
  double dx = (la > 0.0 ? (at.x - before.x) / la : 0.0) + (lb > 0.0 ? (after.x - at.x) / lb : 0.0);
  double dy = (la > 0.0 ? (at.y - before.y) / la : 0.0) + (lb > 0.0 ? (after.y - at.y) / lb : 0.0);
  double length = sqrt(dx * dx + dy * dy);
  if (!(length > 0.0)) return at;
  double stretch = length > 1.0 && la > 0.0 && lb > 0.0 ? 2.0 / length : 1.0;
  return (sp_map_xy){at.x + off * stretch * dy / length, at.y - off * stretch * dx / length};
}

/* Share of the lane that is taken by columns drawn before; negative: nothing of it lies on the sheet. */
static double taken(const sp_map *map, const ribbon *r, double off) {
  int32_t looked = 0, hit = 0;
  for (size_t k = 1; k < r->count; k++) {
    sp_map_xy a = aside(r, k - 1, off), b = aside(r, k, off);
    double length = sp_map_length(a, b);
    for (double d = 0.0; d < length; d += SP_MAP_CELL) {
      double t = d / length;
      const sp_map_cell *cell = sp_map_cell_at(map, a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
      if (!cell) continue;
      looked++;
      hit += (cell->mark & SP_MAP_COLUMN) != 0;
    }
  }
  return looked ? (double)hit / (double)looked : -1.0;
}

static double choose_lane(const sp_map *map, const ribbon *r, double width) {
  static const double lane[LANES] = {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0};
  double best = 0.0, least = 2.0;
  for (int i = 0; i < LANES; i++) {
    double off = lane[i] * (width + 2.5), share = taken(map, r, off);
    if (share < 0.0) return 0.0;
    if (share < 0.04) return off;
    if (share < least) {
      least = share;
      best = off;
    }
  }
  return best;
}

/* ---- marks */

void sp_map_arrow_head(sp_map *map, sp_map_xy tip, sp_map_xy along, double half_width, uint32_t colour) {
  double l = 2.1 * half_width, w = 1.35 * half_width;
  sp_svg_put(&map->svg, "<path d=\"M%pL%pL%pL%pZ\" fill=\"%c\" stroke=\"%c\" stroke-width=\"0.9\" stroke-linejoin=\"round\"/>\n", tip.x + along.x * l * 0.55,
             tip.y + along.y * l * 0.55, tip.x - along.x * l * 0.6 - along.y * w, tip.y - along.y * l * 0.6 + along.x * w, tip.x - along.x * l * 0.25,
             tip.y - along.y * l * 0.25, tip.x - along.x * l * 0.6 + along.y * w, tip.y - along.y * l * 0.6 - along.x * w, colour, map->colour.ink);
}

/* Crossed sabres in a burst. */
void sp_map_contact_mark(sp_map *map, sp_map_xy at) {
  sp_svg_put(&map->svg,
             "<g transform=\"translate(%p)\"><path d=\"M0 -11l2.6 5.2l5.4 -2.6l-2.2 5.4l5.2 3l-5.2 3l2.2 5.4l-5.4 -2.6l-2.6 5.2l-2.6 -5.2l-5.4 2.6l2.2 -5.4l-5.2 -3l5.2 -3l-2.2 -5.4l5.4 2.6z\" "
             "fill=\"#f6c94f\" stroke=\"#8c1f14\" stroke-width=\"0.8\"/><path d=\"M-4.6 5q6 -2.4 8.4 -9M4.6 5q-6 -2.4 -8.4 -9M-5 3l2.6 2.8M5 3l-2.6 2.8\" fill=\"none\" stroke=\"#5a120b\" "
             "stroke-width=\"1.3\" stroke-linecap=\"round\"/></g>\n",
             at.x, at.y);
}

/* The same, larger, in its smoke: here they fight. */
void sp_map_fight_mark(sp_map *map, sp_map_xy at) {
  sp_svg_put(&map->svg, "<g transform=\"translate(%p)\"><path d=\"M-17 4q-4 -7 3 -10q1 -8 9 -7q6 -6 12 0q9 -1 9 7q6 4 1 10q-1 7 -9 6q-6 6 -12 1q-9 3 -13 -7z\" fill=\"#efe6d2\" fill-opacity=\"0.85\" stroke=\"%c\" "
             "stroke-width=\"0.7\"/></g>\n<g transform=\"translate(%p) scale(1.25)\">", at.x, at.y, map->colour.faint, at.x, at.y);
  sp_map_contact_mark(map, (sp_map_xy){0.0, 0.0});
  sp_svg_put(&map->svg, "</g>\n");
}

void sp_map_shards(sp_map *map, sp_map_xy at, double half, uint32_t colour) {
  static const double piece[5][3] = {{-1.1, -0.5, -14.0}, {0.1, -0.75, 20.0}, {1.15, -0.2, -28.0}, {-0.55, 0.65, 32.0}, {0.75, 0.75, 8.0}}; /* where, in halves; turned */
  for (int i = 0; i < 5; i++)
    sp_svg_put(&map->svg, "<g transform=\"translate(%p) rotate(%n)\"><path d=\"M%ph%nv%nh%nz\" fill=\"%c\" stroke=\"%c\" stroke-width=\"0.9\"/></g>\n", at.x + piece[i][0] * half, at.y + piece[i][1] * half, piece[i][2],
               -0.42 * half, -0.34 * half, 0.84 * half, 0.68 * half, -0.84 * half, sp_map_mix(colour, map->colour.paper, 0.3), map->colour.ink);
}

/* An hour-glass. */
void sp_map_queue_mark(sp_map *map, sp_map_xy at) {
  sp_svg_put(&map->svg,
             "<g transform=\"translate(%p)\"><path d=\"M-4.2 -6.5h8.4q0 4.4 -3.4 6.5q3.4 2.1 3.4 6.5h-8.4q0 -4.4 3.4 -6.5q-3.4 -2.1 -3.4 -6.5z\" fill=\"#fbf4e2\" stroke=\"%c\" "
             "stroke-width=\"1.1\"/><path d=\"M-2.8 6q0 -2.6 2.8 -3.4q2.8 .8 2.8 3.4zM-2.4 -3.2h4.8l-2.4 2.6z\" fill=\"#b07a1e\"/></g>\n",
             at.x, at.y, map->colour.ink);
}

/* Dots like spilt peas, one for every ten men or so, about the place where they fell out. */
void sp_map_pool_mark(sp_map *map, sp_map_xy at, uint64_t seed, int32_t men, uint32_t colour) {
  int32_t dots = men < 20 ? 3 : men < 60 ? 6 : men < 200 ? 10 : men < 600 ? 16 : 24;
  double radius = 2.5 + 0.42 * (double)dots;
  sp_svg_put(&map->svg, "<path stroke=\"%c\" stroke-width=\"2.1\" stroke-linecap=\"round\" fill=\"none\" d=\"", colour);
  for (int32_t i = 0; i < dots; i++) {
    uint64_t bits = sp_map_scatter(i, (int64_t)(seed & 0xFFFFFF), 7);
    double x = (double)(bits & 0xFFFF) / 32768.0 - 1.0, y = (double)(bits >> 16 & 0xFFFF) / 32768.0 - 1.0;
    if (x * x + y * y > 1.0) x *= 0.6, y *= 0.6;
    sp_svg_put(&map->svg, "M%ph0", at.x + radius * x, at.y + radius * y);
  }
  sp_svg_put(&map->svg, "\"/>\n");
}

/* A galloping horse, reduced to a few strokes; `left` when he rides west. */
void sp_map_rider_mark(sp_map *map, sp_map_xy at, bool left, uint32_t colour) {
  sp_svg_put(&map->svg,
             "<g transform=\"translate(%p) scale(%n 1)\"><path d=\"M-8 -1.2q1.6 -3 4.6 -2.6h5.2q1.4 -.2 2.2 -2.2l3.6 1.6l-.4 1.6l-2.2 -.2q-.6 2.8 -2.4 3.4l3.4 1.4l-1 2.6l-1 -.4l.2 -1.6l-3.8 -1.4h-3.4l-2.8 3.4"
             "l-2 .6l-.2 -1l1.4 -.8l.4 -2.8q-.6 -.6 -.4 -1.6l-1.4 1.6z\" fill=\"%c\" stroke=\"#fbf4e2\" stroke-width=\"0.5\"/><path d=\"M-1.6 -4l.6 -4.2l2.4 1.6l-.4 2.6z\" fill=\"%c\"/><circle cx=\"-.2\" cy=\"-9.4\" "
             "r=\"1.5\" fill=\"%c\"/></g>\n",
             at.x, at.y, left ? -1.0 : 1.0, colour, colour, colour);
}

/* A tent to every thousand men or so within a palisade. */
void sp_map_tents(sp_map *map, sp_map_xy at, int32_t men, uint32_t colour, double *half_width, double *half_height) {
  int32_t tents = men <= 400 ? 1 : men <= 1200 ? 2 : men <= 2500 ? 3 : men <= 5000 ? 4 : men <= 12000 ? 6 : men <= 30000 ? 8 : 10;
  int32_t across = tents <= 3 ? tents : (tents + 1) / 2, down = tents <= 3 ? 1 : 2;
  double w = 9.5, h = 8.5;
  *half_width = 0.5 * w * (double)across + 3.0;
  *half_height = 0.5 * h * (double)down + 3.0;
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"2.5\" fill=\"%c\" fill-opacity=\"0.9\" stroke=\"%c\" stroke-width=\"1\" stroke-dasharray=\"2.4 1.2\"/>\n",
             at.x - *half_width, at.y - *half_height, 2.0 * *half_width, 2.0 * *half_height, sp_map_mix(map->colour.paper, 0xffffff, 0.45), colour);
  sp_svg_put(&map->svg, "<g fill=\"%c\" stroke=\"%c\" stroke-width=\"0.6\" stroke-linejoin=\"round\">", colour, map->colour.ink);
  for (int32_t i = 0; i < tents; i++) {
    double x = at.x - 0.5 * w * (double)(across - 1) + w * (double)(i % across), y = at.y - 0.5 * h * (double)(down - 1) + h * (double)(i / across);
    sp_svg_put(&map->svg, "<path d=\"M%pl4 -6.6l4 6.6zM%pl1.2 -2.6l1.2 2.6z\" fill-rule=\"evenodd\"/>", x - 4.0, y + 3.3, x - 1.2, y + 3.3);
  }
  sp_svg_put(&map->svg, "</g>\n");
}

/* ---- bodies */

static void name_body(sp_map *map, const sp_map_body *body, const sp_map_xy *spot, int32_t count, double clear) {
  sp_map_label *label = sp_map_label_add(map);
  if (!label) return;
  memcpy(label->text[0], body->name, sizeof label->text[0]);
  char span[SP_MAP_TEXT], state[SP_MAP_TEXT];
  sp_map_say_men(map, body->men, label->text[1]);
  if (body->waiting_min > 0) {
    sp_map_say_span(map, body->waiting_min, span);
    sp_map_say(map, state, "map.waiting", "span", span, (char *)NULL);
    size_t used = strlen(label->text[1]);
    snprintf(label->text[1] + used, sizeof label->text[1] - used, ", %s", state);
  }
  label->size = body->men >= 2000 ? 13.0 : 11.5;
  label->style = SP_MAP_BOLD;
  label->colour = sp_map_mix(sp_map_side_colour(map, body->side), map->colour.ink, 0.25);
  label->rank = 80;
  label->weight = (double)body->men;
  label->tie = body->key;
  label->leader = true;
  label->clear = clear;
  for (int32_t i = 0; i < count && i < SP_MAP_SPOTS; i++)
    if (sp_map_inside(map, spot[i], 0.0)) label->spot[label->spot_count++] = spot[i];
  if (label->spot_count == 0) map->label_count--;
}

static sp_map_xy along_ribbon(const ribbon *r, double off, double share) {
  double left = share * r->length;
  for (size_t k = 1; k < r->count; k++) {
    double step = sp_map_length(r->point[k - 1], r->point[k]);
    if (left <= step || k + 1 == r->count) {
      sp_map_xy a = aside(r, k - 1, off), b = aside(r, k, off);
      double t = step > 0.0 ? left / step : 0.0;
      t = t > 1.0 ? 1.0 : t;
      return (sp_map_xy){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    }
    left -= step;
  }
  return r->point[0];
}

/* Where the commander rides: the point of the ribbon nearest to him. */
static double share_of(const sp_map *map, const ribbon *r, sp_point commander) {
  sp_map_xy at = sp_map_at(map, commander);
  double best = -1.0, share = 0.0;
  for (int i = 0; i <= 64; i++) {
    double d = sp_map_length(at, along_ribbon(r, 0.0, (double)i / 64.0));
    if (best >= 0.0 && d >= best) continue;
    best = d;
    share = (double)i / 64.0;
  }
  return share;
}

static void draw_ribbon(sp_map *map, const sp_map_body *body, const ribbon *r, double width) {
  double off = choose_lane(map, r, width);
  uint32_t colour = sp_map_side_colour(map, body->side), ink = map->colour.ink;
  bool marching = body->state == SP_MAP_MARCHING || body->broken;
  sp_svg path = {0};
  for (size_t k = r->count; k-- > 0;) {
    sp_map_xy at = aside(r, k, off);
    sp_svg_put(&path, k + 1 == r->count ? "M%p" : "L%p", at.x, at.y);
  }
  if (path.no_memory) map->no_memory = true;
  if (path.data && body->broken) /* a column no more: pieces of one */
    sp_svg_put(&map->svg, "<path d=\"%r\" stroke=\"%c\" stroke-width=\"%n\" stroke-dasharray=\"5 4.4\"/><path d=\"%r\" stroke=\"%c\" stroke-width=\"%n\" stroke-dasharray=\"3.6 5.8\" stroke-dashoffset=\"-0.7\"/>\n", path.data, ink,
               0.8 * width + 1.4, path.data, sp_map_mix(colour, map->colour.paper, 0.3), 0.8 * width);
  else if (path.data) {
    sp_svg_put(&map->svg, "<path d=\"%r\" stroke=\"%c\" stroke-width=\"%n\"/><path d=\"%r\" stroke=\"%c\" stroke-width=\"%n\"/>", path.data, ink, width + 1.7, path.data,
               marching ? colour : sp_map_mix(colour, map->colour.paper, 0.42), width);
    /* ranks: fine bars across the ribbon */
    sp_svg_put(&map->svg, "<path d=\"%r\" stroke=\"%c\" stroke-opacity=\"0.42\" stroke-width=\"%n\" stroke-dasharray=\"0.9 2.7\"/>\n", path.data, marching ? 0xffffffu : ink, width);
  }
  sp_svg_free(&path);
  for (size_t k = 1; k < r->count; k++) sp_map_mark_line(map, aside(r, k - 1, off), aside(r, k, off), 0.5 * width + 1.0, SP_MAP_COLUMN);
  sp_map_xy head = aside(r, 0, off), next = aside(r, 1, off);
  double step = sp_map_length(next, head);
  sp_map_xy way = step > 0.0 ? (sp_map_xy){(head.x - next.x) / step, (head.y - next.y) / step} : (sp_map_xy){0.0, -1.0};
  if (marching || body->state == SP_MAP_WAITING) sp_map_arrow_head(map, head, way, width, colour);
  sp_map_xy rides = along_ribbon(r, off, share_of(map, r, body->commander));
  sp_svg_put(&map->svg, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"#ffffff\" stroke=\"%c\" stroke-width=\"1.1\"/>\n", rides.x, rides.y, 0.40 * width + 0.4, ink);
  if (body->in_contact && !body->fights) sp_map_contact_mark(map, (sp_map_xy){head.x + 9.0 * way.x, head.y + 9.0 * way.y});
  if (body->state == SP_MAP_WAITING) sp_map_queue_mark(map, (sp_map_xy){head.x - 15.0 * way.y - 4.0 * way.x, head.y + 15.0 * way.x - 4.0 * way.y});
  sp_map_xy spot[SP_MAP_SPOTS];
  static const double share[SP_MAP_SPOTS] = {0.5, 0.3, 0.7, 0.1, 0.9};
  for (int i = 0; i < SP_MAP_SPOTS; i++) spot[i] = along_ribbon(r, off, share[i]);
  name_body(map, body, spot, SP_MAP_SPOTS, 0.5 * width + 4.0);
}

/* Free room for a symbol of that size near `at`; the place itself when all is full. */
static sp_map_xy free_place(const sp_map *map, sp_map_xy at, double half_width, double half_height) {
  static const sp_map_xy way[] = {{0, 0}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
  for (int ring = 1; ring <= 4; ring++)
    for (size_t k = ring == 1 ? 0 : 1; k < sizeof way / sizeof way[0]; k++) {
      sp_map_xy to = {at.x + way[k].x * (half_width + 9.0) * (double)ring, at.y + way[k].y * (half_height + 9.0) * (double)ring};
      bool clear = sp_map_inside(map, to, half_width);
      for (double y = -half_height; clear && y <= half_height; y += SP_MAP_CELL)
        for (double x = -half_width; clear && x <= half_width; x += SP_MAP_CELL) {
          const sp_map_cell *cell = sp_map_cell_at(map, to.x + x, to.y + y);
          clear = cell && !(cell->mark & (SP_MAP_SYMBOL | SP_MAP_COLUMN | SP_MAP_WORD));
        }
      if (clear) return to;
    }
  return at;
}

/* A body that stands, neither camped nor in column: a block that grows with its men. */
void sp_map_block(sp_map *map, sp_map_xy at, int32_t men, uint32_t colour, double *half) {
  *half = 3.2 + 0.055 * sqrt((double)men);
  if (*half > 9.0) *half = 9.0;
  sp_svg_put(&map->svg, "<path d=\"M%ph%nv%nh%nz\" fill=\"%c\" stroke=\"%c\" stroke-width=\"1\"/><path d=\"M%pl%p\" stroke=\"#ffffff\" stroke-width=\"1.1\" stroke-opacity=\"0.8\"/>\n",
             at.x - 1.35 * *half, at.y - *half, 2.7 * *half, 2.0 * *half, -2.7 * *half, colour, map->colour.ink, at.x - 1.35 * *half, at.y + *half, 2.7 * *half, -2.0 * *half);
}

static void draw_standing(sp_map *map, const sp_map_body *body, sp_map_xy at) {
  if (!sp_map_inside(map, at, 2.0)) return;
  uint32_t colour = sp_map_side_colour(map, body->side);
  bool camp = body->state == SP_MAP_CAMPED;
  double root = sqrt((double)body->men);
  double want = camp ? 13.0 + 0.1 * root : 8.0 + 0.05 * root, w = 0.0, h = 0.0;
  if (want > 26.0) want = 26.0;
  sp_map_xy to = free_place(map, at, want, 0.75 * want);
  if (sp_map_length(at, to) > 1.0)
    sp_svg_put(&map->svg, "<path d=\"M%pL%p\" stroke=\"%c\" stroke-width=\"0.9\"/><circle cx=\"%n\" cy=\"%n\" r=\"1.6\" fill=\"%c\"/>\n", at.x, at.y, to.x, to.y, colour, at.x, at.y, colour);
  if (body->broken) {
    w = h = 4.0 + 0.055 * root > 9.0 ? 9.0 : 4.0 + 0.055 * root;
    sp_map_shards(map, to, h, colour);
    w = h = 1.6 * h;
  } else if (camp) {
    sp_map_tents(map, to, body->men, colour, &w, &h);
  } else {
    sp_map_block(map, to, body->men, colour, &h);
    w = 1.35 * h;
  }
  sp_map_mark_box(map, (sp_map_box){to.x - w, to.y - h, to.x + w, to.y + h}, SP_MAP_SYMBOL);
  if (body->in_contact && !body->fights) sp_map_contact_mark(map, (sp_map_xy){to.x - w, to.y - h});
  if (body->state == SP_MAP_WAITING) sp_map_queue_mark(map, (sp_map_xy){to.x + w + 6.0, to.y});
  name_body(map, body, &to, 1, (w > h ? w : h) + 2.5);
}

/* ---- stragglers and riders */

static void draw_pools(sp_map *map) {
  for (size_t i = 0; i < map->scene->pool_count; i++) {
    const sp_map_pool *pool = &map->scene->pool[i];
    sp_map_xy at = sp_map_at(map, pool->at);
    if (!sp_map_inside(map, at, 6.0)) continue;
    uint32_t colour = sp_map_side_colour(map, pool->side);
    sp_map_pool_mark(map, at, pool->key, pool->men, colour);
    if (pool->men < 10) continue;
    sp_map_label *label = sp_map_label_add(map);
    if (!label) return;
    sp_map_say_count(map, pool->men, label->text[0]);
    label->size = 9.5;
    label->colour = colour;
    label->rank = 34;
    label->weight = (double)pool->men;
    label->tie = pool->key;
    label->spot[0] = at;
    label->spot_count = 1;
    label->clear = 7.0;
  }
}

static void draw_fights(sp_map *map) {
  for (size_t i = 0; i < map->scene->fight_count; i++) {
    sp_map_xy at = sp_map_at(map, map->scene->fight[i].at);
    if (!sp_map_inside(map, at, 8.0)) continue;
    sp_map_fight_mark(map, at);
    sp_map_mark_box(map, (sp_map_box){at.x - 17.0, at.y - 14.0, at.x + 17.0, at.y + 14.0}, SP_MAP_SYMBOL);
  }
}

#define SHORTEST_DITCH 18.0
#define ITS_RANKS 7.0 /* a front is drawn that far before those who hold it */

/* Ditch and parapet: a line thick as the ditch is deep, and strokes down its outer side, left as one looks from left to right
 * being outside. */
void sp_map_works_mark(sp_map *map, sp_map_xy left, sp_map_xy right, double depth_m, uint32_t colour) {
  double length = sp_map_length(left, right), ux = (right.x - left.x) / length, uy = (right.y - left.y) / length, out = 3.4 + 1.2 * (depth_m > 3.0 ? 3.0 : depth_m);
  int32_t strokes = sp_svg_round(length / 4.5);
  sp_svg_put(&map->svg, "<path d=\"M%pL%p\" stroke=\"%c\" stroke-width=\"%n\"/><path d=\"", left.x, left.y, right.x, right.y, colour, 1.0 + 0.5 * (depth_m > 3.0 ? 3.0 : depth_m));
  for (int32_t i = 0; i <= strokes && strokes > 0; i++) {
    double at = length * (double)i / (double)strokes;
    sp_svg_put(&map->svg, "M%pl%p", left.x + at * ux, left.y + at * uy, out * uy, -out * ux);
  }
  sp_svg_put(&map->svg, "\" stroke=\"%c\" stroke-width=\"0.9\"/>\n", colour);
}

/* The same bent into a ring. */
static void ring_mark(sp_map *map, sp_map_xy at, double radius, double depth_m, uint32_t colour) {
  double depth = depth_m > 3.0 ? 3.0 : depth_m;
  sp_svg_put(&map->svg, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" stroke=\"%c\" stroke-width=\"%n\"/><circle cx=\"%n\" cy=\"%n\" r=\"%n\" stroke=\"%c\" stroke-width=\"%n\" stroke-dasharray=\"0.9 3.4\"/>\n", at.x, at.y, radius, colour,
             1.0 + 0.5 * depth, at.x, at.y, radius + 1.7 + 0.6 * depth, colour, 3.4 + 1.2 * depth);
}

static void draw_works(sp_map *map) {
  for (size_t i = 0; i < map->scene->works_count; i++) {
    const sp_map_works *w = &map->scene->works[i];
    sp_map_xy at = sp_map_at(map, w->at), left = sp_map_at(map, w->left), right = sp_map_at(map, w->right);
    double length = sp_map_length(left, right);
    if (!sp_map_inside(map, at, 6.0) || !(length > 0.0)) continue;
    uint32_t colour = sp_map_mix(sp_map_side_colour(map, w->side), map->colour.ink, 0.35);
    if (w->ring) {
      ring_mark(map, at, length < 2.0 * SHORTEST_DITCH ? SHORTEST_DITCH : 0.5 * length, w->depth_m, colour);
      continue;
    }
    double ux = (right.x - left.x) / length, uy = (right.y - left.y) / length, half = 0.5 * (length < SHORTEST_DITCH ? SHORTEST_DITCH : length);
    at = (sp_map_xy){at.x + ITS_RANKS * uy, at.y - ITS_RANKS * ux};
    sp_map_works_mark(map, (sp_map_xy){at.x - half * ux, at.y - half * uy}, (sp_map_xy){at.x + half * ux, at.y + half * uy}, w->depth_m, colour);
  }
}

#define SMALLEST_RING 15.0 /* around the sign of the place */

/* An arc of a ring: whole where it is shut, dashed where it has posts, dots where there are gaps. octant 0 is the north. */
void sp_map_ring_arc(sp_map *map, sp_map_xy at, double radius, int octant, double closed, const sp_map_ring *ring, uint32_t colour) {
  double from = (45.0 * octant - 22.5 + 2.0) * 0.017453292519943295, to = (45.0 * octant + 22.5 - 2.0) * 0.017453292519943295;
  sp_svg_put(&map->svg, "<path d=\"M%pA%n %n 0 0 1 %p\" stroke=\"%c\" stroke-width=\"%n\"%r/>\n", at.x + radius * sin(from), at.y - radius * cos(from), radius, radius, at.x + radius * sin(to), at.y - radius * cos(to), colour,
             closed >= ring->gaps ? 2.0 : 1.2, closed >= ring->shut ? "" : closed >= ring->gaps ? " stroke-dasharray=\"4 2\"" : " stroke-dasharray=\"1 5\"");
}

static void draw_rings(sp_map *map) {
  for (size_t i = 0; i < map->scene->ring_count; i++) {
    const sp_map_ring *r = &map->scene->rings[i];
    sp_map_xy at = sp_map_at(map, r->at);
    double radius = sp_map_length(at, sp_map_at(map, r->out));
    if (radius < SMALLEST_RING) radius = SMALLEST_RING;
    if (!sp_map_inside(map, at, 6.0)) continue;
    for (int k = 0; k < SP_MAP_OCTANTS; k++) sp_map_ring_arc(map, at, radius, k, r->closed[k], r, sp_map_side_colour(map, r->side));
  }
}

/* A round bin under a straw roof; smoke over it when it burns. */
void sp_map_depot_mark(sp_map *map, sp_map_xy at, bool burns, uint32_t colour) {
  sp_svg_put(&map->svg, "<g transform=\"translate(%p)\" stroke=\"%c\" stroke-width=\"1\" stroke-linejoin=\"round\"><path d=\"M-4.5 5v-6.5h9v6.5z\" fill=\"#f3d9b6\"/><path d=\"M-6.5 -1.5l6.5 -5l6.5 5z\" fill=\"%c\"/>", at.x, at.y, colour, colour);
  if (burns) sp_svg_put(&map->svg, "%r", "<path d=\"M0 -7.5q-3.5 -3 0 -6t0 -6\" fill=\"none\" stroke=\"#6b6258\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>");
  sp_svg_put(&map->svg, "</g>\n");
}

#define BESIDE_ITS_PLACE 15.0

static void draw_depots(sp_map *map) {
  for (size_t i = 0; i < map->scene->depot_count; i++) {
    const sp_map_depot *d = &map->scene->depot[i];
    sp_map_xy place = sp_map_at(map, d->at), at = {place.x - BESIDE_ITS_PLACE, place.y + BESIDE_ITS_PLACE};
    if (!sp_map_inside(map, at, 8.0)) continue;
    uint32_t colour = sp_map_mix(sp_map_side_colour(map, d->side), map->colour.ink, 0.3);
    sp_map_depot_mark(map, at, d->burns, colour);
    sp_map_mark_box(map, (sp_map_box){at.x - 7.0, at.y - 7.0, at.x + 7.0, at.y + 6.0}, SP_MAP_SYMBOL);
    sp_map_label *label = sp_map_label_add(map);
    char count[SP_MAP_TEXT];
    if (!label) return;
    sp_map_say_count(map, d->shi, count);
    sp_map_say(map, label->text[0], "map.shi", "n", count, (char *)NULL);
    label->size = 10.0;
    label->colour = colour;
    label->rank = 44;
    label->tie = d->key;
    label->spot[0] = at;
    label->spot_count = 1;
    label->clear = 8.5;
  }
}

static void draw_riders(sp_map *map) {
  for (size_t i = 0; i < map->scene->rider_count; i++) {
    const sp_map_rider *rider = &map->scene->rider[i];
    sp_map_xy at = sp_map_at(map, rider->at), goal = sp_map_at(map, rider->goal);
    if (!sp_map_inside(map, at, 6.0)) continue;
    uint32_t colour = sp_map_mix(sp_map_side_colour(map, rider->side), map->colour.ink, 0.3);
    double far = sp_map_length(at, goal), reach = far < 44.0 ? far : 44.0;
    if (far > 14.0)
      sp_svg_put(&map->svg, "<path d=\"M%pl%p\" stroke=\"%c\" stroke-width=\"1.1\" stroke-dasharray=\"1.2 2.6\" stroke-linecap=\"round\"/>\n", at.x, at.y,
                 (goal.x - at.x) / far * reach, (goal.y - at.y) / far * reach, colour);
    sp_map_rider_mark(map, at, goal.x < at.x, colour);
    sp_map_mark_box(map, (sp_map_box){at.x - 5.0, at.y - 7.0, at.x + 5.0, at.y + 3.0}, SP_MAP_SYMBOL);
    sp_map_label *label = sp_map_label_add(map);
    if (!label) return;
    sp_map_say(map, label->text[0], "map.rider_to", "name", rider->to, (char *)NULL);
    label->size = 9.5;
    label->style = SP_MAP_ITALIC;
    label->colour = colour;
    label->rank = 36;
    label->once = true; /* six riders to one man on one road need one word */
    label->tie = rider->key;
    label->spot[0] = at;
    label->spot_count = 1;
    label->clear = 9.0;
  }
}

void sp_map_draw_war(sp_map *map) {
  const sp_map_scene *s = map->scene;
  ribbon r = {0};
  double width = s->body_count > 300 ? 4.0 : 7.0;
  sp_svg_put(&map->svg, "<g fill=\"none\" stroke-linejoin=\"round\">\n");
  draw_pools(map);
  draw_works(map);
  draw_rings(map);
  draw_depots(map);
  for (int pass = 0; pass < 2; pass++) { /* columns and fights first: who stands then keeps off them */
    if (pass == 1) draw_fights(map);
    for (size_t i = 0; i < s->body_count; i++) {
      if (!ribbon_of(map, &s->body[i], &r)) continue;
      bool column = r.count > 1 && r.length >= SHORTEST;
      if (column != (pass == 0)) continue;
      if (column) draw_ribbon(map, &s->body[i], &r, s->body[i].men < 400 ? 0.72 * width : width);
      else draw_standing(map, &s->body[i], r.point[0]);
    }
  }
  draw_riders(map);
  sp_svg_put(&map->svg, "</g>\n");
  free(r.point);
}
