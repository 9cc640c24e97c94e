/* page_ground.c - the theatre under the page: the map's own ground, without the war.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"
#include "io/page.h"

#include <stdlib.h>

enum { LEAST_MICRO = 20000, RIM = 9 }; /* 0.02 degrees; a ninth of the longer side */

typedef struct extent {
  int32_t low[2], high[2]; /* latitude, longitude */
  bool any;
} extent;

static void take_in(extent *e, const int32_t *at) {
  for (int i = 0; i < 2; i++) {
    if (!e->any || at[i] < e->low[i]) e->low[i] = at[i];
    if (!e->any || at[i] > e->high[i]) e->high[i] = at[i];
  }
  e->any = true;
}

/* Cosine of a latitude, near enough to shape a sheet. */
static double cosine(double degrees) {
  double x = degrees * (3.14159265358979323846 / 180.0), square = x * x;
  return 1.0 - square * (0.5 - square * (1.0 / 24.0 - square / 720.0));
}

/* Screens are wide, and a narrow one looks at a part: the sheet lies, however tall the war. */
static void lay_down(sp_map_options *o) {
  double tall = o->north_east.lat_deg - o->south_west.lat_deg, wide = o->north_east.lon_deg - o->south_west.lon_deg;
  double wanted = tall * 1.36 / cosine(0.5 * (o->north_east.lat_deg + o->south_west.lat_deg));
  if (wide >= wanted) return;
  o->south_west.lon_deg -= 0.5 * (wanted - wide);
  o->north_east.lon_deg += 0.5 * (wanted - wide);
}

/* All ground that anybody of the war stood on. */
static void ground_of(const sp_page *p, sp_map_options *o) {
  extent e = {0};
  for (size_t i = 0; i < p->subjects.count; i++) {
    const sp_page_subject *s = &p->subjects.data[i];
    if (s->kind != SP_TRACK_PLACE && s->kind != SP_TRACK_RIDER) continue;
    for (int32_t r = s->first; r >= 0; r = p->records.data[r].next) {
      const sp_page_record *record = &p->records.data[r];
      for (int32_t n = 0; n + 1 < record->count; n += s->kind == SP_TRACK_RIDER ? 3 : 2) take_in(&e, p->numbers.data + record->from + n);
    }
  }
  if (!e.any) return;
  int32_t tall = e.high[0] - e.low[0], wide = e.high[1] - e.low[1], rim = (tall > wide ? tall : wide) / RIM + LEAST_MICRO;
  o->south_west = (sp_point){(double)(e.low[0] - rim) * 1e-6, (double)(e.low[1] - rim) * 1e-6};
  o->north_east = (sp_point){(double)(e.high[0] + rim) * 1e-6, (double)(e.high[1] + rim) * 1e-6};
}

static void say_view(const sp_map *map, sp_page_view *view) {
  const sp_map_view *v = &map->view;
  *view = (sp_page_view){v->field.x0, v->field.y0, v->field.x1, v->field.y1, 0.5 * (v->field.x0 + v->field.x1), 0.5 * (v->field.y0 + v->field.y1),
                         v->middle.lat_deg, v->middle.lon_deg, v->per_lat, v->per_lon, v->per_m, {0}, {0}};
  for (int i = 0; i < 8; i++) view->side_colour[i] = sp_map_side_colour(map, i);
}

/* Where the war is on the sheet; all of it when nobody is anywhere. */
static void say_war(const sp_map *map, const sp_map_options *war, sp_page_view *view) {
  const sp_map_box *f = &map->view.field;
  sp_map_xy a = {f->x0, f->y1}, b = {f->x1, f->y0};
  if (war->south_west.lat_deg < war->north_east.lat_deg) {
    a = sp_map_at(map, war->south_west);
    b = sp_map_at(map, war->north_east);
  }
  view->war[0] = sp_svg_round(a.x - f->x0);
  view->war[1] = sp_svg_round(b.y - f->y0);
  view->war[2] = sp_svg_round(b.x - f->x0);
  view->war[3] = sp_svg_round(a.y - f->y0);
}

sp_status sp_page_ground(const sp_page *p, sp_prose *ground, sp_prose labels[SP_LANG_COUNT], sp_page_view *view) {
  sp_map_options options = SP_MAP_OPTIONS_INIT, war;
  sp_map_scene scene = {.seat_side = -1};
  sp_status status = SP_OK;
  ground_of(p, &options);
  war = options;
  if (options.south_west.lat_deg < options.north_east.lat_deg) lay_down(&options);
  for (int lang = 0; lang < SP_LANG_COUNT && status == SP_OK; lang++) {
    sp_map map = {.model = p->model, .scene = &scene, .lang = (sp_lang)lang};
    status = sp_map_lay_out(&map, &options);
    if (status == SP_OK) {
      sp_map_draw_base(&map);
      size_t names = map.svg.length;
      if (!map.no_memory) sp_map_labels_draw(&map);
      if (map.no_memory || map.svg.no_memory) status = SP_NO_MEMORY;
      if (status == SP_OK && lang == 0) sp_prose_putn(ground, map.svg.data, names);
      if (status == SP_OK) sp_prose_putn(&labels[lang], map.svg.data + names, map.svg.length - names);
      say_view(&map, view);
      say_war(&map, &war, view);
    }
    sp_svg_free(&map.svg);
    free(map.cell);
    free(map.height);
    free(map.label);
  }
  return status;
}
