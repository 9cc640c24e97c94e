/* map_panel.c - beside the map: title, date and sky, the sides, the legend, the whole theatre, scale and north.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/map_sheet.h"
#include "io/prose.h"

#include <string.h>

typedef struct panel {
  sp_map *map;
  double x0, x1, y; /* text begins at y */
} panel;

/* Where to break a line: after a space, or between two ideographs; as much as fits, at least one character. */
static size_t fitting(const char *text, double size, double width) {
  char piece[SP_MAP_TEXT * 4];
  size_t length = strlen(text), end = 0, good = 0;
  if (length >= sizeof piece) length = sizeof piece - 1;
  while (end < length) {
    size_t next = end + 1;
    while (next < length && ((unsigned char)text[next] & 0xC0) == 0x80) next++;
    memcpy(piece, text, next);
    piece[next] = 0;
    if (end > 0 && sp_map_text_width(piece, size) > width) return good ? good : end;
    end = next;
    bool wide = (unsigned char)text[end] >= 0xE3 || ((unsigned char)piece[end - 1] & 0x80);
    /* no line begins with a closing mark: 。，、；」 and their kin all stand at E3 80 and EF BC */
    bool closing = memcmp(text + end, "\xE3\x80", 2) == 0 || memcmp(text + end, "\xEF\xBC", 2) == 0;
    if (text[end] == 0 || text[end - 1] == ' ' || (wide && !closing && text[end] != ' ')) good = end;
  }
  return length;
}

/* Wrapped text; returns the y below it. */
static double put_wrapped(sp_map *map, double x, double y, double width, double size, uint32_t colour, int style, const char *anchor, const char *text) {
  char line[SP_MAP_TEXT * 4];
  while (*text) {
    size_t n = fitting(text, size, style & SP_MAP_SERIF ? width / 1.09 : width);
    size_t kept = n;
    while (kept > 0 && text[kept - 1] == ' ') kept--;
    memcpy(line, text, kept);
    line[kept] = 0;
    sp_map_text(map, x, y + 0.86 * size, size, colour, style, anchor, line);
    y += 1.28 * size;
    text += n;
  }
  return y;
}

static void rule(panel *p) {
  double middle = 0.5 * (p->x0 + p->x1), half = 0.5 * (p->x1 - p->x0);
  sp_svg_put(&p->map->svg, "<path d=\"M%ph%nM%ph%n\" stroke=\"%c\" stroke-width=\"0.7\"/><path d=\"M%pl4 -3l4 3l-4 3z\" fill=\"%c\"/>\n", middle - half, p->y, half - 10.0,
             middle + 10.0, p->y, half - 10.0, p->map->colour.faint, middle - 4.0, p->y, p->map->colour.faint);
  p->y += 11.0;
}

static void title(panel *p) {
  sp_map *map = p->map;
  const sp_campaign_def *campaign = sp_model_campaign(map->model);
  const sp_theatre_def *theatre = sp_model_theatre(map->model);
  const sp_map_scene *s = map->scene;
  bool zh = map->lang == SP_LANG_ZH;
  const char *first = zh ? campaign->name.zh : campaign->name.en, *other = zh ? campaign->name.en : campaign->name.zh;
  const char *where = zh ? theatre->name.zh : theatre->name.en;
  const char *name = first && *first ? first : other && *other ? other : campaign->id;
  double middle = 0.5 * (p->x0 + p->x1), width = p->x1 - p->x0;
  if (name) p->y = put_wrapped(map, middle, p->y, 0.94 * width, 25.0, map->colour.ink, SP_MAP_SERIF | SP_MAP_BOLD, "middle", name);
  p->y += 2.0;
  if (where && *where) p->y = put_wrapped(map, middle, p->y, width, 14.0, map->colour.ink, SP_MAP_SERIF | SP_MAP_ITALIC | SP_MAP_SPACED, "middle", where);
  char words[SP_MAP_TEXT];
  const char *id = s->has_seat ? (s->truth ? "map.title.both" : "map.title.belief") : s->truth ? "map.title.truth" : "map.title.bare";
  if (s->has_seat) sp_map_say(map, words, id, "name", s->seat_name, (char *)NULL);
  else sp_map_say(map, words, id, (char *)NULL);
  p->y = put_wrapped(map, middle, p->y + 3.0, width, 12.5, map->colour.wall, SP_MAP_SERIF | SP_MAP_ITALIC, "middle", words) + 8.0;
  rule(p);
}

static void date(panel *p) {
  sp_map *map = p->map;
  char words[2 * SP_SAY];
  double middle = 0.5 * (p->x0 + p->x1), width = p->x1 - p->x0;
  sp_say_solar(map->lang, map->scene->minute, words);
  p->y = put_wrapped(map, middle, p->y, width, 18.0, map->colour.ink, SP_MAP_SERIF | SP_MAP_BOLD, "middle", words);
  sp_say_clock(map->lang, map->scene->minute, words);
  p->y = put_wrapped(map, middle, p->y, width, 15.0, map->colour.ink, SP_MAP_SERIF, "middle", words);
  sp_say_lunar(map->lang, map->scene->minute, words, sizeof words);
  p->y = put_wrapped(map, middle, p->y + 2.0, width, 12.0, map->colour.faint, SP_MAP_SERIF, "middle", words) + 8.0;
}

/* Sun or moon, cloud before it, drops or flakes below; in fog a pale disc behind bars. */
static void sky_sign(sp_map *map, double x, double y) {
  const sp_map_sky *sky = &map->scene->sky;
  bool day = sky->sun_deg > -0.8, falling = sky->rain_mm_h > 0.05, snow = sky->temperature_c <= 0.5;
  bool fog = sp_map_foggy(sky);
  sp_svg_put(&map->svg, "<g transform=\"translate(%p)\" stroke-linecap=\"round\">", x, y);
  if (fog) sp_svg_put(&map->svg, "<circle r=\"9\" fill=\"%c\"/><path d=\"M-13 -4h20M-9 1h22M-14 6h18M-6 11h18\" stroke=\"#8796a0\" stroke-width=\"2.4\"/>", day ? 0xe9e2cfu : 0x8d97a6u);
  else if (day) sp_svg_put(&map->svg, "<circle r=\"8\" fill=\"#e8b64a\" stroke=\"#9a6a14\"/><path d=\"M0 -12v-4M0 12v4M-12 0h-4M12 0h4M-8.5 -8.5l-2.8 -2.8M8.5 -8.5l2.8 -2.8M-8.5 8.5l-2.8 2.8M8.5 8.5l2.8 2.8\" stroke=\"#9a6a14\" stroke-width=\"1.4\"/>");
  else sp_svg_put(&map->svg, "<circle r=\"13\" fill=\"#2e3f63\"/><path d=\"M3 -8a8.4 8.4 0 1 0 5 11a7 7 0 0 1 -5 -11z\" fill=\"#f1e4b5\"/>");
  if (!fog && (sky->cloud > 0.35 || falling))
    sp_svg_put(&map->svg, "<path d=\"M-6 9q-6 0 -6 -5t6 -5q1.6 -5 6.6 -5q5 0 6.2 4.4q6.4 -.6 6.8 5q.2 5.6 -5.6 5.6z\" fill=\"%c\" stroke=\"#5b6873\" stroke-width=\"1\"/>", sky->cloud > 0.8 || falling ? 0xaab4bcu : 0xe4e8eau);
  int32_t drops = !falling ? 0 : sky->rain_mm_h >= 7.5 ? 4 : sky->rain_mm_h >= 2.0 ? 3 : 2;
  for (int32_t i = 0; i < drops; i++) {
    double dx = -7.0 + 5.0 * (double)i;
    if (snow) sp_svg_put(&map->svg, "<circle cx=\"%n\" cy=\"14\" r=\"1.5\" fill=\"#7f96a8\"/>", dx);
    else sp_svg_put(&map->svg, "<path d=\"M%pl-2 5.5\" stroke=\"#3f6f96\" stroke-width=\"1.5\"/>", dx + 1.0, 11.5);
  }
  sp_svg_put(&map->svg, "</g>\n");
}

static void sky(panel *p) {
  sp_map *map = p->map;
  if (!map->scene->sky.known) return;
  char words[3][SP_MAP_TEXT];
  sp_map_say_sky(map, words[0], words[1], words[2]);
  sky_sign(map, p->x0 + 24.0, p->y + 25.0);
  double y = p->y;
  for (int i = 0; i < 3; i++) y = put_wrapped(map, p->x0 + 54.0, y, p->x1 - p->x0 - 54.0, 12.0, map->colour.ink, 0, "start", words[i]);
  p->y = y + 8.0;
  rule(p);
}

static void sides(panel *p) {
  sp_map *map = p->map;
  const sp_map_scene *s = map->scene;
  if (!s->truth && !s->has_seat) return;
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_SIDE) && i < SP_MAP_SIDES; i++) {
    int64_t men = 0;
    for (size_t k = 0; k < s->body_count; k++)
      if (s->body[k].side == i) men += s->body[k].men;
    char words[SP_MAP_TEXT];
    sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"26\" height=\"12\" fill=\"%c\" stroke=\"%c\" stroke-width=\"0.8\"/>\n", p->x0, p->y, map->side_colour[i], map->colour.ink);
    sp_map_text(map, p->x0 + 34.0, p->y + 11.0, 13.0, map->colour.ink, SP_MAP_BOLD, "start", sp_model_name(map->model, SP_ENTITY_SIDE, i, map->lang));
    if (s->truth) {
      sp_map_say_men(map, men > INT32_MAX ? INT32_MAX : (int32_t)men, words);
      sp_map_text(map, p->x1, p->y + 11.0, 12.0, map->colour.ink, 0, "end", words);
    }
    p->y += 18.0;
  }
  p->y += 5.0;
  rule(p);
}

/* ---- scale and north */

static double round_length(double most) {
  double unit = 1.0;
  while (unit * 10.0 <= most) unit *= 10.0;
  while (unit > most) unit /= 10.0;
  return unit * 5.0 <= most ? unit * 5.0 : unit * 2.0 <= most ? unit * 2.0 : unit;
}

static void scale_bar(panel *p, double unit_m, const char *id, double width) {
  sp_map *map = p->map;
  double per_unit = map->view.per_m * unit_m, length = round_length(width / per_unit), wide = length * per_unit;
  char number[24], words[SP_MAP_TEXT];
  sp_svg_put(&map->svg, "<g stroke=\"%c\" stroke-width=\"0.9\">", map->colour.ink);
  for (int i = 0; i < 4; i++)
    sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"5\" fill=\"%c\"/>", p->x0 + wide * (double)i / 4.0, p->y, wide / 4.0, i % 2 ? map->colour.page : map->colour.ink);
  sp_svg_put(&map->svg, "</g>\n");
  sp_svg_number(length, 1, number);
  sp_map_say(map, words, id, "n", number, (char *)NULL);
  sp_map_text(map, p->x0 + wide + 7.0, p->y + 6.5, 11.5, map->colour.ink, 0, "start", words);
  p->y += 16.0;
}

static void north(sp_map *map, double x, double y) {
  char words[SP_MAP_TEXT];
  sp_map_say(map, words, "map.north", (char *)NULL);
  sp_svg_put(&map->svg,
             "<g transform=\"translate(%p)\" stroke=\"%c\" stroke-width=\"0.8\" stroke-linejoin=\"round\"><circle r=\"13\" fill=\"none\" stroke-opacity=\"0.5\"/><path d=\"M0 -22l5 17h-10z\" fill=\"%c\"/>"
             "<path d=\"M0 22l5 -17h-10z\" fill=\"%c\"/><path d=\"M-19 0l14 -3v6zM19 0l-14 -3v6z\" fill=\"%c\"/><circle r=\"3.4\" fill=\"%c\"/></g>\n",
             x, y, map->colour.ink, map->colour.wall, map->colour.page, map->colour.page, map->colour.page);
  sp_map_text(map, x, y - 25.0, 12.0, map->colour.ink, SP_MAP_SERIF | SP_MAP_BOLD, "middle", words);
}

/* ---- the whole theatre, with the sheet as a frame on it */

typedef struct inset {
  double x, y, per_lon, per_lat;
  sp_point low, high;
} inset;

static sp_map_xy inset_at(const inset *in, sp_point p) {
  double lat = p.lat_deg < in->low.lat_deg ? in->low.lat_deg : p.lat_deg > in->high.lat_deg ? in->high.lat_deg : p.lat_deg;
  double lon = p.lon_deg < in->low.lon_deg ? in->low.lon_deg : p.lon_deg > in->high.lon_deg ? in->high.lon_deg : p.lon_deg;
  return (sp_map_xy){in->x + (lon - in->low.lon_deg) * in->per_lon, in->y + (in->high.lat_deg - lat) * in->per_lat};
}

static void inset_land(sp_map *map, const inset *in) {
  int32_t lands = sp_model_count(map->model, SP_ENTITY_LAND);
  sp_svg_put(&map->svg, "<path fill=\"%c\" stroke=\"%c\" stroke-width=\"0.6\" stroke-linejoin=\"round\" d=\"M0 0", map->colour.paper, map->colour.shore);
  for (int32_t i = 0; i < lands; i++) {
    const sp_land_def *land = sp_model_land(map->model, i);
    sp_map_xy last = {-1e9, 0.0};
    bool begun = false;
    for (size_t k = 0; k < land->point_count; k++) {
      sp_map_xy at = inset_at(in, land->ring[k]);
      if (sp_map_length(at, last) < 0.7) continue; /* finer than the pen */
      sp_svg_put(&map->svg, begun ? "L%p" : "M%p", at.x, at.y);
      begun = true;
      last = at;
    }
    if (begun) sp_svg_put(&map->svg, "Z");
  }
  sp_svg_put(&map->svg, "\"/>\n");
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_RIVER); i++) {
    const sp_river_def *river = sp_model_river(map->model, i);
    sp_svg_put(&map->svg, "<path fill=\"none\" stroke=\"%c\" stroke-width=\"0.6\" d=\"", map->colour.water);
    for (size_t k = 0; k < river->point_count; k++) {
      sp_map_xy at = inset_at(in, river->points[k]);
      sp_svg_put(&map->svg, k == 0 ? "M%p" : "L%p", at.x, at.y);
    }
    sp_svg_put(&map->svg, "\"/>\n");
  }
}

static void draw_inset(sp_map *map, const inset *in, double width, double height) {
  const sp_map_view *v = &map->view;
  bool sea = sp_model_count(map->model, SP_ENTITY_LAND) > 0;
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\"/>\n", in->x, in->y, width, height, sea ? map->colour.sea : map->colour.paper);
  inset_land(map, in);
  for (int32_t i = 0; i < sp_model_count(map->model, SP_ENTITY_PLACE); i++) {
    const sp_place_def *place = sp_model_place(map->model, i);
    if (place->kind != SP_PLACE_CITY) continue;
    sp_map_xy at = inset_at(in, place->at);
    sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"3.6\" height=\"3.6\" fill=\"%c\"/>\n", at.x - 1.8, at.y - 1.8, map->colour.ink);
    bool east = at.x < in->x + 0.62 * width;
    sp_map_text(map, at.x + (east ? 4.0 : -4.0), at.y + 3.0, 8.5, map->colour.ink, 0, east ? "start" : "end", sp_model_name(map->model, SP_ENTITY_PLACE, i, map->lang));
  }
  double half_lat = 0.5 * (v->field.y1 - v->field.y0) / v->per_lat, half_lon = 0.5 * (v->field.x1 - v->field.x0) / v->per_lon;
  sp_map_xy a = inset_at(in, (sp_point){v->middle.lat_deg + half_lat, v->middle.lon_deg - half_lon}), b = inset_at(in, (sp_point){v->middle.lat_deg - half_lat, v->middle.lon_deg + half_lon});
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\" fill-opacity=\"0.14\" stroke=\"%c\" stroke-width=\"1.4\"/>\n", a.x, a.y, b.x - a.x, b.y - a.y, map->colour.wall, map->colour.wall);
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"none\" stroke=\"%c\" stroke-width=\"1\"/>\n", in->x, in->y, width, height, map->colour.ink);
}

#define SCALES 32.0
#define INSET_SHARE 0.27 /* of the panel's height, at most */

static double inset_top(const panel *p, double bottom) {
  const sp_map_box *f = &p->map->view.field;
  double top = bottom - SCALES - 10.0 - INSET_SHARE * (f->y1 - f->y0);
  return top > p->y ? top : p->y;
}

/* A sheet that shows most of the theatre needs no key to it. */
static bool shows_most(const sp_map *map) {
  const sp_theatre_def *t = sp_model_theatre(map->model);
  const sp_map_view *v = &map->view;
  double lat = (v->field.y1 - v->field.y0) / v->per_lat, lon = (v->field.x1 - v->field.x0) / v->per_lon;
  return lat > 0.7 * (t->north_east.lat_deg - t->south_west.lat_deg) && lon > 0.7 * (t->north_east.lon_deg - t->south_west.lon_deg);
}

/* At the foot: the inset on the left as large as room allows, north on its right, the scales below. */
static void foot(panel *p, double bottom) {
  sp_map *map = p->map;
  const sp_theatre_def *theatre = sp_model_theatre(map->model);
  double scales = bottom - SCALES, room = scales - 10.0 - inset_top(p, bottom);
  sp_point low = theatre->south_west, high = theatre->north_east;
  if (low.lat_deg < high.lat_deg && low.lon_deg < high.lon_deg && room > 60.0 && !shows_most(map)) {
    double wide = (high.lon_deg - low.lon_deg) * map->view.per_lon, tall = (high.lat_deg - low.lat_deg) * map->view.per_lat;
    double share = (p->x1 - p->x0 - 56.0) / wide;
    if (room / tall < share) share = room / tall;
    inset in = {p->x0, scales - 10.0 - tall * share, map->view.per_lon * share, map->view.per_lat * share, low, high};
    draw_inset(map, &in, wide * share, tall * share);
  }
  north(map, p->x1 - 22.0, scales - 40.0);
  p->y = scales;
  scale_bar(p, 1000.0, "map.scale.km", 0.72 * (p->x1 - p->x0));
  scale_bar(p, SP_LI_M, "map.scale.li", 0.72 * (p->x1 - p->x0));
}

/* ---- the roll: the greatest bodies, each under its own side; for a seat what he has been told */

#define ROLL_ROW 16.0

static void roll_head(panel *p, const char *id) {
  char words[SP_MAP_TEXT];
  rule(p);
  sp_map_say(p->map, words, id, (char *)NULL);
  sp_map_text(p->map, 0.5 * (p->x0 + p->x1), p->y + 11.0, 13.0, p->map->colour.ink, SP_MAP_SERIF | SP_MAP_BOLD, "middle", words);
  p->y += 20.0;
}

static void roll_row(panel *p, int32_t side, const char *left, const char *right) {
  sp_map *map = p->map;
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"7\" height=\"7\" fill=\"%c\"/>\n", p->x0, p->y + 3.0, sp_map_side_colour(map, side));
  sp_map_text(map, p->x0 + 14.0, p->y + 10.5, 11.0, map->colour.ink, 0, "start", left);
  sp_map_text(map, p->x1, p->y + 10.5, 11.0, map->colour.ink, 0, "end", right);
  p->y += ROLL_ROW;
}

static void roll_more(panel *p, size_t n) {
  char count[SP_MAP_TEXT], words[SP_MAP_TEXT];
  sp_map_say_count(p->map, (int32_t)(n > INT32_MAX ? INT32_MAX : n), count);
  sp_map_say(p->map, words, "map.roll.more", "n", count, (char *)NULL);
  sp_map_text(p->map, p->x0 + 14.0, p->y + 10.5, 11.0, p->map->colour.faint, SP_MAP_ITALIC, "start", words);
}

static void roll_of_bodies(panel *p, size_t rows) {
  const sp_map_scene *s = p->map->scene;
  char words[SP_MAP_TEXT];
  size_t shown = s->body_count <= rows ? s->body_count : rows - 1;
  roll_head(p, "map.roll");
  for (int32_t side = -1; side < SP_MAP_SIDES; side++)
    for (size_t i = 0; i < shown; i++) {
      const sp_map_body *b = &s->body[i];
      if ((b->side < 0 || b->side >= SP_MAP_SIDES ? -1 : b->side) != side) continue;
      char men[SP_MAP_TEXT], days[32];
      sp_map_say_count(p->map, b->men, men);
      snprintf(days, sizeof days, "%d", b->bread_days < 999.0 ? (int)b->bread_days : 999);
      if (b->bread_days >= 0.0) sp_map_say(p->map, words, "map.roll.bread", "men", men, "days", days, (char *)NULL);
      else memcpy(words, men, sizeof words);
      roll_row(p, b->side, b->name, words);
    }
  if (shown < s->body_count) roll_more(p, s->body_count - shown);
}

static void roll_of_beliefs(panel *p, size_t rows) {
  const sp_map_scene *s = p->map->scene;
  size_t shown = s->belief_count <= rows ? s->belief_count : rows - 1;
  char name[SP_MAP_TEXT], about[SP_MAP_TEXT], age[SP_MAP_TEXT], left[2 * SP_MAP_TEXT + 4];
  roll_head(p, "map.roll.known");
  for (size_t i = 0; i < shown; i++) {
    const sp_map_belief *b = &s->belief[i];
    if (b->name[0]) memcpy(name, b->name, sizeof name);
    else sp_map_say(p->map, name, "map.enemy", (char *)NULL);
    sp_map_say_about(p->map, b->men, b->arms, about);
    sp_map_say_age(p->map, b->age_min, age);
    snprintf(left, sizeof left, p->map->lang == SP_LANG_ZH ? "%s　%s" : "%s: %s", name, about);
    bool fits = sp_map_text_width(left, 11.0) + sp_map_text_width(age, 11.0) + 22.0 < p->x1 - p->x0;
    roll_row(p, b->side, fits ? left : name, age);
  }
  if (shown < s->belief_count) roll_more(p, s->belief_count - shown);
}

static void roll(panel *p, double bottom) {
  const sp_map_scene *s = p->map->scene;
  int32_t rows = sp_svg_round((bottom - p->y - 40.0) / ROLL_ROW - 0.5);
  if (rows < 5) return;
  if (s->body_count > 1) roll_of_bodies(p, (size_t)rows);
  else if (s->belief_count > 0) roll_of_beliefs(p, (size_t)rows);
}

void sp_map_draw_panel(sp_map *map) {
  const sp_map_box *f = &map->view.field;
  double x0 = f->x1 + 26.0, x1 = map->view.width - 36.0 + 6.0;
  sp_svg_put(&map->svg, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"none\" stroke=\"%c\" stroke-width=\"0.8\"/><rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"none\" stroke=\"%c\" stroke-width=\"2\"/>\n",
             x0 + 3.5, f->y0 - 8.5, x1 - x0 - 7.0, f->y1 - f->y0 + 17.0, map->colour.ink, x0, f->y0 - 12.0, x1 - x0, f->y1 - f->y0 + 24.0, map->colour.ink);
  panel p = {map, x0 + 18.0, x1 - 18.0, f->y0 + 8.0};
  title(&p);
  date(&p);
  sky(&p);
  sides(&p);
  sp_map_draw_legend(map, p.x0, p.y, p.x1 - p.x0, &p.y);
  panel rest = p;
  roll(&p, inset_top(&p, f->y1 - 2.0));
  foot(&rest, f->y1 - 2.0);
  const char *attribution = sp_model_theatre(map->model)->attribution;
  if (attribution && *attribution)
    put_wrapped(map, f->x0 - 12.0, f->y1 + 24.0, map->view.width - 48.0, 9.5, map->colour.faint, 0, "start", attribution);
}
