/* map_belief.c - what one headquarters believes: hollow and dashed, with its age, beside the truth or alone.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "io/map_sheet.h"

void sp_map_belief_mark(sp_map *map, sp_map_xy at, int32_t arms, uint32_t colour) {
  static const char *const inside[] = {"", "M-9 6l18 -12", "M-9 6l18 -12M-9 -6l18 12", "M-4 0h8M-5.5 2.6a1.8 1.8 0 1 0 .1 0M4.5 2.6a1.8 1.8 0 1 0 .1 0"};
  sp_svg_put(&map->svg,
             "<g transform=\"translate(%p)\" stroke=\"%c\" stroke-linecap=\"butt\"><path d=\"M-9 -6h18v12h-18z\" fill=\"%c\" fill-opacity=\"0.82\" stroke-width=\"1.7\" stroke-dasharray=\"3.2 1.8\"/>"
             "<path d=\"M0 0%r\" fill=\"none\" stroke-width=\"1\"/></g>\n",
             at.x, at.y, colour, map->colour.paper, inside[arms >= 0 && arms < 4 ? arms : 1]);
}

/* The commander's own standard. */
void sp_map_seat_mark(sp_map *map, sp_map_xy at, uint32_t colour) {
  sp_svg_put(&map->svg,
             "<g transform=\"translate(%p)\"><path d=\"M0 3v-24\" stroke=\"%c\" stroke-width=\"1.5\"/><path d=\"M0 -21q4 -2.4 7.5 -.4t8 -.2v9.6q-4 2.2 -8 .2t-7.5 .4z\" fill=\"%c\" stroke=\"%c\" "
             "stroke-width=\"0.9\"/><circle cy=\"3\" r=\"2.6\" fill=\"#ffffff\" stroke=\"%c\" stroke-width=\"1.1\"/></g>\n",
             at.x, at.y, map->colour.ink, colour, map->colour.ink, map->colour.ink);
}

static void name_belief(sp_map *map, const sp_map_belief *b, sp_map_xy at, uint32_t colour) {
  sp_map_label *label = sp_map_label_add(map);
  if (!label) return;
  char about[SP_MAP_TEXT], age[SP_MAP_TEXT];
  sp_map_say_about(map, b->men, b->arms, about);
  sp_map_say_age(map, b->age_min, age);
  if (b->name[0]) {
    memcpy(label->text[0], b->name, sizeof label->text[0]);
    snprintf(label->text[1], sizeof label->text[1], "%.100s, %.40s", about, age);
  } else {
    memcpy(label->text[0], about, sizeof label->text[0]);
    memcpy(label->text[1], age, sizeof label->text[1]);
  }
  label->size = 11.5;
  label->style = SP_MAP_ITALIC;
  label->colour = sp_map_mix(colour, map->colour.ink, 0.25);
  label->rank = b->friendly ? 68 : 78;
  label->weight = (double)b->men;
  label->tie = (uint64_t)(uint32_t)b->number + (1u << 28);
  label->leader = true;
  label->spot[0] = at;
  label->spot_count = 1;
  label->clear = 12.0;
}

static void draw_one(sp_map *map, const sp_map_belief *b) {
  sp_map_xy at = sp_map_at(map, b->at);
  if (!sp_map_inside(map, at, 2.0)) return;
  uint32_t colour = sp_map_side_colour(map, b->side);
  double radius = b->error_m * map->view.per_m;
  if (radius > 14.0)
    sp_svg_put(&map->svg, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"%c\" fill-opacity=\"%n\" stroke=\"%c\" stroke-width=\"0.9\" stroke-opacity=\"%n\" stroke-dasharray=\"2 3.4\"/>\n", at.x, at.y,
               radius > 3000.0 ? 3000.0 : radius, colour, radius > 150.0 ? 0.0 : 0.06, colour, radius > 150.0 ? 0.5 : 0.9); /* a wide guess must not veil the map */
  if (b->has_true) {
    sp_map_xy to = sp_map_at(map, b->true_at);
    if (sp_map_length(at, to) > 14.0)
      sp_svg_put(&map->svg, "<path d=\"M%pL%p\" stroke=\"%c\" stroke-width=\"0.8\" stroke-dasharray=\"6 2 1 2\"/><circle cx=\"%n\" cy=\"%n\" r=\"1.8\" fill=\"%c\"/>\n", at.x, at.y, to.x,
                 to.y, colour, to.x, to.y, colour);
  }
  if (b->heading_deg >= 0.0) {
    sp_map_xy way = sp_map_heading(b->heading_deg);
    sp_svg_put(&map->svg, "<path d=\"M%pl%pm%pl%pl%p\" stroke=\"%c\" stroke-width=\"1.4\" stroke-linecap=\"round\"/>\n", at.x + 9.0 * way.x, at.y + 9.0 * way.y, 15.0 * way.x, 15.0 * way.y,
               -5.0 * way.x - 3.4 * way.y, -5.0 * way.y + 3.4 * way.x, 5.0 * way.x + 3.4 * way.y, 5.0 * way.y - 3.4 * way.x,
               -5.0 * way.x + 3.4 * way.y, -5.0 * way.y - 3.4 * way.x, colour);
  }
  sp_map_belief_mark(map, at, b->arms, colour);
  sp_map_mark_box(map, (sp_map_box){at.x - 10.0, at.y - 7.0, at.x + 10.0, at.y + 7.0}, SP_MAP_SYMBOL);
  name_belief(map, b, at, colour);
}

void sp_map_draw_belief(sp_map *map) {
  const sp_map_scene *s = map->scene;
  if (!s->has_seat) return;
  sp_svg_put(&map->svg, "<g fill=\"none\">\n");
  for (size_t i = s->belief_count; i-- > 0;) draw_one(map, &s->belief[i]);
  sp_map_xy at = sp_map_at(map, s->seat_at);
  uint32_t colour = sp_map_side_colour(map, s->seat_side);
  sp_map_seat_mark(map, at, colour);
  sp_map_mark_box(map, (sp_map_box){at.x - 2.0, at.y - 22.0, at.x + 16.0, at.y + 4.0}, SP_MAP_SYMBOL);
  sp_svg_put(&map->svg, "</g>\n");
  if (s->truth) return; /* the true body bears the name */
  sp_map_label *label = sp_map_label_add(map);
  if (!label) return;
  memcpy(label->text[0], s->seat_name, sizeof label->text[0]);
  label->size = 13.0;
  label->style = SP_MAP_BOLD;
  label->colour = colour;
  label->rank = 95;
  label->spot[0] = (sp_map_xy){at.x + 7.0, at.y - 8.0};
  label->spot_count = 1;
  label->clear = 16.0;
  label->leader = true;
}
