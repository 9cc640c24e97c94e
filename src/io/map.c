/* map.c - the war as a picture: reads the scene, lays out the sheet, draws the layers one upon the other.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"

#include <stdlib.h>

/* ---- the frame: a double line with minutes of latitude and longitude in black and white, as on a sea chart */

/* Minutes of arc between marks, such that a mark takes about 50 units. */
static double mark_step(double per_degree) {
  static const double minutes[] = {0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0};
  for (size_t i = 0; i < sizeof minutes / sizeof minutes[0]; i++)
    if (minutes[i] / 60.0 * per_degree >= 46.0) return minutes[i];
  return 300.0;
}

static void put_degrees(sp_map *map, double x, double y, double minutes, bool turned) {
  char text[48];
  int32_t tenths = sp_svg_round(10.0 * minutes);
  int32_t whole = tenths < 0 ? -tenths : tenths;
  int length = snprintf(text, sizeof text, "%s%d°%02d", tenths < 0 ? "−" : "", (int)(whole / 600), (int)(whole % 600 / 10));
  if (length > 0 && length < 40) snprintf(text + length, sizeof text - (size_t)length, whole % 10 ? ".%d′" : "′", (int)(whole % 10));
  if (turned) sp_svg_put(&map->svg, "<g transform=\"translate(%p) rotate(-90)\">", x, y);
  sp_map_text(map, turned ? 0.0 : x, turned ? 0.0 : y, 9.0, map->colour.ink, 0, "middle", text);
  if (turned) sp_svg_put(&map->svg, "</g>\n");
}

static int64_t below(double x) {
  int64_t i = (int64_t)x; /* cast-ok: some minutes of arc */
  return (double)i > x ? i - 1 : i;
}

/* One pair of opposite sides. vertical: latitudes on the left and right. */
static void draw_scale(sp_map *map, bool vertical) {
  const sp_map_view *v = &map->view;
  const sp_map_box *f = &v->field;
  double per = vertical ? -v->per_lat : v->per_lon, centre = 60.0 * (vertical ? v->middle.lat_deg : v->middle.lon_deg);
  double from = vertical ? f->y0 : f->x0, to = vertical ? f->y1 : f->x1, middle = 0.5 * (from + to);
  double step = mark_step(vertical ? v->per_lat : v->per_lon), low = centre + 60.0 * (from - middle) / per, high = centre + 60.0 * (to - middle) / per;
  if (low > high) {
    double swap = low;
    low = high;
    high = swap;
  }
  for (int64_t i = below(low / step); (double)i * step < high; i++) {
    double a = middle + ((double)i * step - centre) / 60.0 * per, b = middle + ((double)(i + 1) * step - centre) / 60.0 * per;
    if (a > b) {
      double swap = a;
      a = b;
      b = swap;
    }
    double edge = vertical ? b : a; /* of the minute's own value */
    if (a < from) a = from;
    if (b > to) b = to;
    uint32_t fill = i % 2 ? map->colour.page : map->colour.ink;
    if (vertical)
      sp_svg_put(&map->svg, "<path d=\"M%pv%nh5v%nz\" fill=\"%c\"/><path d=\"M%pv%nh5v%nz\" fill=\"%c\"/>", f->x0 - 8.0, a, b - a, a - b, fill, f->x1 + 3.0, a, b - a, a - b, fill);
    else
      sp_svg_put(&map->svg, "<path d=\"M%ph%nv5h%nz\" fill=\"%c\"/><path d=\"M%ph%nv5h%nz\" fill=\"%c\"/>", a, f->y0 - 8.0, b - a, a - b, fill, a, f->y1 + 3.0, b - a, a - b, fill);
    if (i % 2 || edge < from + 14.0 || edge > to - 14.0) continue;
    if (vertical) put_degrees(map, f->x0 - 15.0, edge, (double)i * step, true);
    else put_degrees(map, edge, f->y0 - 15.0, (double)i * step, false);
  }
}

static void draw_frame(sp_map *map) {
  const sp_map_box *f = &map->view.field;
  static const double out[] = {0.0, 3.0, 8.0, 12.0}, width[] = {0.8, 0.6, 0.6, 2.0};
  draw_scale(map, false);
  draw_scale(map, true);
  for (int i = 0; i < 4; i++)
    sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"none\" stroke=\"%c\" stroke-width=\"%n\"/>\n", f->x0 - out[i], f->y0 - out[i],
               f->x1 - f->x0 + 2.0 * out[i], f->y1 - f->y0 + 2.0 * out[i], map->colour.ink, width[i]);
}

/* Beyond the theatre's bounds nothing was drawn: blank paper, and no shore where the survey ends. */
static void draw_beyond(sp_map *map) {
  const sp_theatre_def *theatre = sp_model_theatre(map->model);
  const sp_map_box *f = &map->view.field;
  if (!(theatre->south_west.lat_deg < theatre->north_east.lat_deg && theatre->south_west.lon_deg < theatre->north_east.lon_deg)) return;
  sp_map_xy a = sp_map_at(map, (sp_point){theatre->north_east.lat_deg, theatre->south_west.lon_deg});
  sp_map_xy b = sp_map_at(map, (sp_point){theatre->south_west.lat_deg, theatre->north_east.lon_deg});
  if (a.x <= f->x0 && a.y <= f->y0 && b.x >= f->x1 && b.y >= f->y1) return;
  sp_svg_put(&map->svg, "<path fill-rule=\"evenodd\" fill=\"%c\" d=\"M%pL%pL%pL%pZM%pL%pL%pL%pZ\"/><path fill=\"none\" stroke=\"%c\" stroke-width=\"0.8\" stroke-dasharray=\"8 3 2 3\" d=\"M%pL%pL%pL%pZ\"/>\n",
             map->colour.page, f->x0 - 1.0, f->y0 - 1.0, f->x1 + 1.0, f->y0 - 1.0, f->x1 + 1.0, f->y1 + 1.0, f->x0 - 1.0, f->y1 + 1.0, a.x, a.y, b.x, a.y, b.x, b.y, a.x, b.y,
             map->colour.faint, a.x, a.y, b.x, a.y, b.x, b.y, a.x, b.y);
}

void sp_map_draw_base(sp_map *map) {
  sp_map_mark_ways(map);
  sp_map_draw_ground(map);
  if (map->no_memory) return;
  sp_map_draw_ways(map);
  draw_beyond(map);
  sp_map_draw_places(map);
}

static void draw(sp_map *map, double width_px) {
  const sp_map_view *v = &map->view;
  const sp_map_box *f = &v->field;
  sp_svg_put(&map->svg,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%n\" height=\"%n\" viewBox=\"0 0 %n %n\" "
             "font-family=\"Noto Sans CJK SC, Noto Serif CJK SC, DejaVu Sans, sans-serif\">\n<rect width=\"%n\" height=\"%n\" fill=\"%c\"/>\n",
             width_px, (double)sp_svg_round(width_px * v->height / v->width), v->width, v->height, v->width, v->height, map->colour.page);
  sp_svg_put(&map->svg, "<defs><clipPath id=\"field\"><rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\"/></clipPath></defs>\n<g clip-path=\"url(#field)\">\n", f->x0, f->y0,
             f->x1 - f->x0, f->y1 - f->y0);
  sp_map_draw_base(map);
  if (map->no_memory) return;
  sp_map_draw_war(map);
  sp_map_draw_belief(map);
  sp_map_labels_draw(map);
  sp_svg_put(&map->svg, "</g>\n");
  draw_frame(map);
  sp_map_draw_panel(map);
  sp_svg_put(&map->svg, "</svg>\n");
}

static bool good_point(sp_point p) { return p.lat_deg >= -89.0 && p.lat_deg <= 89.0 && p.lon_deg >= -360.0 && p.lon_deg <= 360.0; }

static bool good_options(const sp_map_options *o) {
  if (o->size != sizeof *o || (unsigned)o->lang >= SP_LANG_COUNT) return false;
  if (!(o->width_px == 0.0 || (o->width_px >= 200.0 && o->width_px <= 20000.0))) return false;
  if (!good_point(o->south_west) || !good_point(o->north_east)) return false;
  bool none = o->south_west.lat_deg == 0.0 && o->south_west.lon_deg == 0.0 && o->north_east.lat_deg == 0.0 && o->north_east.lon_deg == 0.0;
  return none || (o->south_west.lat_deg < o->north_east.lat_deg && o->south_west.lon_deg < o->north_east.lon_deg);
}

sp_status sp_write_map(FILE *file, const sp_world *world, const sp_map_options *options) {
  static const sp_map_options plain = SP_MAP_OPTIONS_INIT;
  if (!options) options = &plain;
  if (!file || !world || !good_options(options)) return SP_BAD_INPUT;
  sp_map_scene scene;
  sp_status status = sp_map_scene_read(&scene, world, options);
  sp_map map = {.model = sp_world_model(world), .scene = &scene, .lang = options->lang};
  if (status == SP_OK) status = sp_map_lay_out(&map, options);
  if (status == SP_OK) {
    draw(&map, options->width_px > 0.0 ? options->width_px : 1600.0);
    if (map.no_memory || map.svg.no_memory) status = SP_NO_MEMORY;
    else if (fwrite(map.svg.data, 1, map.svg.length, file) != map.svg.length || fflush(file) != 0) status = SP_IO;
  }
  sp_svg_free(&map.svg);
  free(map.cell);
  free(map.height);
  free(map.label);
  sp_map_scene_free(&scene);
  return status;
}
