/* map_label.c - finds places for names.
 *
 * Greedy: the most important name chooses first, each among several spots about what it belongs to, the spot that
 * covers least. A name never covers another name or a symbol; one that finds no room is left out. The order is total,
 * so the same map comes out every time.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <stdlib.h>
#include <string.h>

#define SECOND 0.84  /* size of the second line */
#define LETTER 0.18  /* spacing of spaced names, of the size */
#define REPEAT 520.0 /* the same name along a line not sooner than after so much */

sp_map_label *sp_map_label_add(sp_map *map) {
  if (!sp_map_grow((void **)&map->label, &map->label_room, map->label_count, sizeof *map->label)) {
    map->no_memory = true;
    return NULL;
  }
  sp_map_label *label = &map->label[map->label_count++];
  memset(label, 0, sizeof *label);
  return label;
}

static int by_importance(const void *left, const void *right) {
  const sp_map_label *a = left, *b = right;
  if (a->rank != b->rank) return a->rank > b->rank ? -1 : 1;
  if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
  if (a->tie != b->tie) return a->tie < b->tie ? -1 : 1;
  if (a->spot[0].x != b->spot[0].x) return a->spot[0].x < b->spot[0].x ? -1 : 1;
  if (a->spot[0].y != b->spot[0].y) return a->spot[0].y < b->spot[0].y ? -1 : 1;
  return strcmp(a->text[0], b->text[0]);
}

static int32_t characters(const char *text) {
  int32_t count = 0;
  for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

static double line_width(const sp_map_label *label, int line) {
  double size = label->size * (line == 0 ? 1.0 : SECOND);
  double width = sp_map_text_width(label->text[line], size) * (label->style & SP_MAP_BOLD ? 1.06 : 1.0);
  return label->style & SP_MAP_SPACED ? width + LETTER * size * (double)characters(label->text[line]) : width;
}

static void block(const sp_map_label *label, double *width, double *height) {
  double first = line_width(label, 0), second = label->text[1][0] ? line_width(label, 1) : 0.0;
  *width = first > second ? first : second;
  *height = label->size * (label->text[1][0] ? 1.0 + 1.12 * SECOND : 1.0);
}

/* What lies under the block: negative when it may not stand there. `kept_off`: marks not to be covered at all. */
static double cost_at(const sp_map *map, sp_map_xy middle, sp_map_xy along, double width, double height, int kept_off) {
  double cost = 0.0;
  for (double v = -0.5 * height; v <= 0.5 * height + 0.01; v += height / (height < 16.0 ? 4.0 : 8.0))
    for (double u = -0.5 * width;; u += SP_MAP_CELL) {
      if (u > 0.5 * width) u = 0.5 * width;
      const sp_map_cell *cell = sp_map_cell_at(map, middle.x + u * along.x - v * along.y, middle.y + u * along.y + v * along.x);
      if (!cell || cell->mark & kept_off) return -1.0;
      if (cell->mark & SP_MAP_COLUMN) cost += 9.0;
      else if (cell->mark & SP_MAP_LINE) cost += 1.4;
      if (u >= 0.5 * width) break;
    }
  return cost / (height < 16.0 ? 5.0 : 9.0);
}

static void take(sp_map *map, sp_map_xy middle, sp_map_xy along, double width, double height) {
  double half = 0.5 * width;
  for (double v = -0.5 * height; v <= 0.5 * height + 0.01; v += height / 8.0)
    sp_map_mark_line(map, (sp_map_xy){middle.x - half * along.x - v * along.y, middle.y - half * along.y + v * along.x},
                     (sp_map_xy){middle.x + half * along.x - v * along.y, middle.y + half * along.y + v * along.x}, 0.5, SP_MAP_WORD);
}

static void put_style(sp_map *map, int style, double size) {
  if (style & SP_MAP_SERIF) sp_svg_put(&map->svg, " font-family=\"Noto Serif CJK SC, Noto Sans CJK SC, DejaVu Serif, serif\"");
  if (style & SP_MAP_ITALIC && map->lang != SP_LANG_ZH) sp_svg_put(&map->svg, " font-style=\"italic\"");
  if (style & SP_MAP_WIDE_HALO) sp_svg_put(&map->svg, " stroke-width=\"5.5\"");
  if (style & SP_MAP_BOLD) sp_svg_put(&map->svg, " font-weight=\"bold\"");
  if (style & SP_MAP_SPACED) sp_svg_put(&map->svg, " letter-spacing=\"%n\"", LETTER * size);
}

void sp_map_text(sp_map *map, double x, double y, double size, uint32_t colour, int style, const char *anchor, const char *text) {
  sp_svg_put(&map->svg, "<text x=\"%n\" y=\"%n\" font-size=\"%n\" fill=\"%c\" text-anchor=\"%r\"", x, y, size, colour, anchor);
  put_style(map, style, size);
  sp_svg_put(&map->svg, ">%s</text>\n", text);
}

static void write_label(sp_map *map, const sp_map_label *label, sp_map_xy middle, double height, int side) {
  double width, tall;
  block(label, &width, &tall);
  const char *anchor = side < 0 ? "end" : side > 0 ? "start" : "middle";
  double x = middle.x - 0.5 * width * (double)side, top = middle.y - 0.5 * height;
  if (label->turned) {
    sp_svg_put(&map->svg, "<g transform=\"matrix(%n %n %n %n %p)\">", label->along.x, label->along.y, -label->along.y, label->along.x, middle.x, middle.y);
    sp_map_text(map, 0.0, 0.36 * label->size, label->size, label->colour, label->style, "middle", label->text[0]);
    sp_svg_put(&map->svg, "</g>\n");
    return;
  }
  sp_map_text(map, x, top + 0.86 * label->size, label->size, label->colour, label->style, anchor, label->text[0]);
  if (label->text[1][0])
    sp_map_text(map, x, top + label->size * (1.0 + SECOND), label->size * SECOND, label->colour, label->style & ~(SP_MAP_BOLD | SP_MAP_SERIF), anchor,
                label->text[1]);
}

typedef struct choice {
  double cost;
  sp_map_xy middle, spot;
  int side; /* the text begins (1), ends (-1) or is centred (0) at its anchor */
  bool found, far;
} choice;

static void consider(const sp_map *map, choice *best, double extra, sp_map_xy middle, sp_map_xy spot, int side, bool far, double width, double height) {
  if (best->found && extra >= best->cost) return;
  double cost = cost_at(map, middle, (sp_map_xy){1.0, 0.0}, width, height, SP_MAP_SYMBOL | SP_MAP_WORD);
  if (cost < 0.0 || (best->found && cost + extra >= best->cost)) return;
  *best = (choice){cost + extra, middle, spot, side, true, far};
}

/* East first: a name reads on from its place. Far rings only for names that may stand off. */
static choice choose(const sp_map *map, const sp_map_label *label, double width, double height) {
  static const struct { double x, y, extra; } way[] = {{1, 0, 0.0},     {-1, 0, 0.6},    {0.75, -0.75, 0.5}, {0.75, 0.75, 0.7}, {-0.75, -0.75, 1.1},
                                                       {-0.75, 0.75, 1.3}, {0, -1, 1.0}, {0, 1, 1.2}};
  static const double ring[] = {0.0, 16.0, 34.0, 56.0, 84.0};
  choice best = {0};
  for (int32_t s = 0; s < label->spot_count; s++) {
    sp_map_xy spot = label->spot[s];
    if (label->style & SP_MAP_MIDDLE) {
      consider(map, &best, 1.0 * (double)s, spot, spot, 0, false, width, height);
      continue;
    }
    for (size_t r = 0; r < (label->leader ? sizeof ring / sizeof ring[0] : 1); r++)
      for (size_t k = 0; k < sizeof way / sizeof way[0]; k++) {
        double d = label->clear + 2.0 + ring[r];
        int side = way[k].x > 0.0 ? 1 : way[k].x < 0.0 ? -1 : 0;
        sp_map_xy middle = {spot.x + way[k].x * d + 0.5 * width * (double)side, spot.y + way[k].y * (d + (side == 0 ? 0.5 * height : 0.3 * height))};
        consider(map, &best, way[k].extra + 0.8 * (double)s + 0.11 * ring[r], middle, spot, side, r > 0, width, height);
      }
  }
  return best;
}

static void leader(sp_map *map, const choice *c, double width, double height, double clear) {
  sp_map_xy to = {c->side > 0 ? c->middle.x - 0.5 * width - 2.0 : c->side < 0 ? c->middle.x + 0.5 * width + 2.0 : c->middle.x, c->middle.y};
  if (c->side == 0) to.y += c->middle.y < c->spot.y ? 0.5 * height + 1.0 : -0.5 * height - 1.0;
  double length = sp_map_length(c->spot, to);
  if (!(length > clear)) return;
  double t = clear / length * 0.7;
  sp_svg_put(&map->svg, "<path d=\"M%pL%p\" stroke=\"%c\" stroke-width=\"0.7\" fill=\"none\"/>\n", c->spot.x + t * (to.x - c->spot.x),
             c->spot.y + t * (to.y - c->spot.y), to.x, to.y, map->colour.ink);
}

static bool said_nearby(const sp_map *map, size_t index, const bool *placed) {
  const sp_map_label *label = &map->label[index];
  double reach = label->turned ? REPEAT : 140.0;
  for (size_t i = 0; i < index; i++)
    if (placed[i] && strcmp(map->label[i].text[0], label->text[0]) == 0 && sp_map_length(map->label[i].spot[0], label->spot[0]) < reach) return true;
  return false;
}

void sp_map_label_settle(sp_map *map) {
  sp_map_label *label = &map->label[map->label_count - 1];
  double width, height;
  block(label, &width, &height);
  choice best = choose(map, label, width, height);
  if (!best.found) return;
  take(map, best.middle, (sp_map_xy){1.0, 0.0}, width + 3.0, height);
  label->settled = true;
  label->spot[0] = best.middle;
  label->side = best.side;
}

static bool place_label(sp_map *map, const sp_map_label *label) {
  double width, height;
  block(label, &width, &height);
  if (label->settled) {
    write_label(map, label, label->spot[0], height, label->side);
    return true;
  }
  if (label->turned) {
    if (cost_at(map, label->spot[0], label->along, width + 4.0, height, SP_MAP_SYMBOL | SP_MAP_WORD | SP_MAP_COLUMN) < 0.0) return false;
    write_label(map, label, label->spot[0], height, 0);
    take(map, label->spot[0], label->along, width, height);
    return true;
  }
  choice best = choose(map, label, width, height);
  if (!best.found) return false;
  if (best.far) leader(map, &best, width, height, label->clear);
  write_label(map, label, best.middle, height, best.side);
  take(map, best.middle, (sp_map_xy){1.0, 0.0}, width + 3.0, height);
  return true;
}

void sp_map_labels_draw(sp_map *map) {
  if (map->label_count == 0) return;
  bool *placed = calloc(map->label_count, sizeof *placed);
  if (!placed) {
    map->no_memory = true;
    return;
  }
  qsort(map->label, map->label_count, sizeof *map->label, by_importance);
  sp_svg_put(&map->svg, "<g stroke=\"%c\" stroke-width=\"3\" stroke-opacity=\"0.88\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n", map->colour.paper);
  for (size_t i = 0; i < map->label_count; i++) {
    const sp_map_label *label = &map->label[i];
    if (!label->text[0][0] || (label->once && said_nearby(map, i, placed))) continue;
    placed[i] = place_label(map, label);
  }
  sp_svg_put(&map->svg, "</g>\n");
  free(placed);
}
