/* page_data.c - tracks as JSON: whole numbers, points of the sheet in tenths, each line after its first point as steps.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/page.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 2048 };

/* A bend nearer than this to the straight line (in tenths of a sheet unit) is not worth its bytes. */
#define FLAT 5.0

typedef struct writing {
  const sp_page *page;
  const sp_page_view *view;
  sp_prose *out;
  bool comma;
} writing;

static void put(writing *w, int64_t n) {
  if (w->comma) sp_prose_putn(w->out, ",", 1);
  w->comma = true;
  sp_json_number(w->out, n);
}

static void open_list(writing *w) {
  sp_prose_put(w->out, w->comma ? ",[" : "[");
  w->comma = false;
}

static void close_list(writing *w) {
  sp_prose_put(w->out, "]");
  w->comma = true;
}

static int32_t tenths(double x) { return x > 1e8 ? 100000000 : x < -1e8 ? -100000000 : (int32_t)(x * 10.0 + (x < 0 ? -0.5 : 0.5)); /* cast-ok: range judged */ }

static void at_sheet(const sp_page_view *v, const int32_t *micro, int32_t out[2]) {
  out[0] = tenths(v->mid_x + ((double)micro[1] * 1e-6 - v->lon) * v->per_lon - v->x0);
  out[1] = tenths(v->mid_y - ((double)micro[0] * 1e-6 - v->lat) * v->per_lat - v->y0);
}

static double off_line(const int32_t *a, const int32_t *b, const int32_t *at) {
  double dx = b[0] - a[0], dy = b[1] - a[1], length = sqrt(dx * dx + dy * dy);
  double x = at[0] - a[0], y = at[1] - a[1];
  if (!(length > 0)) return sqrt(x * x + y * y);
  double along = (x * dx + y * dy) / length, off = (x * dy - y * dx) / length;
  return along < 0 || along > length ? 1e9 : off < 0 ? -off : off;
}

/* Keeps the first and last point, and any that lies off the line between those kept about it. */
static int32_t thin_out(int32_t (*point)[2], int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    bool same = kept > 0 && point[kept - 1][0] == point[i][0] && point[kept - 1][1] == point[i][1];
    bool flat = kept > 0 && i + 1 < count && off_line(point[kept - 1], point[i + 1], point[i]) < FLAT;
    if (same || flat) continue;
    point[kept][0] = point[i][0];
    point[kept][1] = point[i][1];
    kept++;
  }
  return kept;
}

static void put_line(writing *w, const int32_t *numbers, int32_t count, int32_t (*point)[2]) {
  int32_t points = count / 2 < POINTS ? count / 2 : POINTS, before[2] = {0, 0};
  for (int32_t i = 0; i < points; i++) at_sheet(w->view, numbers + 2 * i, point[i]);
  points = thin_out(point, points);
  for (int32_t i = 0; i < points; i++) {
    put(w, point[i][0] - before[0]);
    put(w, point[i][1] - before[1]);
    before[0] = point[i][0];
    before[1] = point[i][1];
  }
}

static void put_record(writing *w, sp_track kind, const sp_page_record *r, int32_t (*point)[2]) {
  const int32_t *numbers = r->count ? w->page->numbers.data + r->from : NULL; /* a gone subject has none */
  bool placed = kind == SP_TRACK_POOL || kind == SP_TRACK_RIDER || kind == SP_TRACK_FIGHT || kind == SP_TRACK_BELIEF || kind == SP_TRACK_WORKS;
  if (kind == SP_TRACK_PLACE) {
    put_line(w, numbers, r->count, point);
    return;
  }
  int32_t from = 0, at[2];
  if (placed && r->count >= 2) {
    at_sheet(w->view, numbers, at);
    put(w, at[0]);
    put(w, at[1]);
    from = 2;
  }
  for (int32_t i = from; i < r->count; i++) put(w, numbers[i]);
}

/* [head..., [frame, number...], ...] */
static void put_subject(writing *w, const sp_page_subject *s, int32_t (*point)[2]) {
  static const int heads[SP_TRACK_COUNT] = {[SP_TRACK_POOL] = 2, [SP_TRACK_RIDER] = 4, [SP_TRACK_FIGHT] = 2, [SP_TRACK_FORD] = 1, [SP_TRACK_TALLY] = 1, [SP_TRACK_BELIEF] = 4};
  int32_t frame = 0;
  open_list(w);
  for (int i = 0; i < heads[s->kind]; i++) put(w, s->head[i]);
  for (int32_t r = s->first; r >= 0; r = w->page->records.data[r].next) {
    const sp_page_record *record = &w->page->records.data[r];
    open_list(w);
    put(w, record->frame - frame);
    frame = record->frame;
    put_record(w, (sp_track)s->kind, record, point);
    close_list(w);
  }
  close_list(w);
}

void sp_page_put_tracks(const sp_page *p, const sp_page_view *view, sp_prose *out) {
  static const char *const names[SP_TRACK_COUNT] = {"place", "men", "state", "gauge", "pool", "rider", "fight", "ford", "sky", "tally", "belief", "works"};
  static const int heads[SP_TRACK_COUNT] = {0, 0, 0, 0, 2, 4, 2, 1, 0, 1, 4, 0};
  int32_t(*point)[2] = malloc(POINTS * sizeof *point);
  if (!point) out->failed = true;
  if (!point) return;
  writing w = {.page = p, .view = view, .out = out};
  sp_prose_put(out, ",\"frames\":[");
  for (size_t i = 0; i < p->frames.count; i++) put(&w, p->frames.data[i] - p->start);
  sp_prose_put(out, "],\"heads\":{");
  for (int k = 0; k < SP_TRACK_COUNT; k++) {
    sp_prose_put(out, k ? ",\"" : "\"");
    sp_prose_put(out, names[k]);
    sp_prose_put(out, "\":");
    sp_json_number(out, heads[k]);
  }
  sp_prose_put(out, "}");
  for (int k = 0; k < SP_TRACK_COUNT; k++) {
    sp_prose_put(out, ",\"");
    sp_prose_put(out, names[k]);
    sp_prose_put(out, "\":[");
    w.comma = false;
    for (size_t i = 0; i < p->subjects.count; i++)
      if (p->subjects.data[i].kind == k) put_subject(&w, &p->subjects.data[i], point);
    sp_prose_put(out, "]");
  }
  free(point);
}
