/* page.h - inside of the page: what is kept while a war runs, and how it becomes JSON.
 *
 * Everything that changes is a track: for one subject a list of (frame, whole numbers), written down only when the
 * numbers differ from the last ones. An empty list of numbers says that the subject is gone.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_PAGE_H
#define SP_IO_PAGE_H

#include "io/prose.h"
#include "shapan/page.h"

typedef enum sp_track {
  SP_TRACK_PLACE,  /* of a body: lat, lon, ... in millionths of a degree, head first */
  SP_TRACK_MEN,    /* of a body: arm, count, ... with the colours */
  SP_TRACK_STATE,  /* of a body: doing, cause of its break, person in command or -1, prisoners, heads, his share of the column in % or -1 */
  SP_TRACK_GAUGE,  /* of a body: fatigue, order in % */
  SP_TRACK_POOL,   /* lat, lon, men;               head: side, body */
  SP_TRACK_RIDER,  /* lat, lon, returning;         head: from, to, kind, side */
  SP_TRACK_FIGHT,  /* lat, lon, then of attacker and defender: men now there, killed and wounded;  head: sides */
  SP_TRACK_FORD,   /* depth in cm;                 head: crossing */
  SP_TRACK_SKY,    /* rain in tenths of mm/h, light %, degrees C, wind dm/s, wind from, cloud %, fog m */
  SP_TRACK_TALLY,  /* of a contingent: men by line of the register */
  SP_TRACK_BELIEF, /* of a contact: lat, lon, men, spread %, error m when seen, heading or -1, arms, minute seen, minute heard, source body;  head: hq body, number, own side, body or -1 */
  SP_TRACK_WORKS,  /* lat, lon, where it looks (thousandths east, north; both 0: all round), metres, depth in dm, side that stands in it */
  SP_TRACK_COUNT
} sp_track;

typedef struct sp_page_subject {
  uint64_t key;
  int32_t kind, index; /* index: among its kind, in order of appearance */
  int32_t head[4];
  int32_t first, last; /* records, -1 none */
  int32_t seen;        /* frame */
} sp_page_subject;

typedef struct sp_page_record {
  int32_t frame, next, count;
  size_t from; /* in numbers */
} sp_page_record;

#define SP_PAGE_LIST(type) struct { type *data; size_t count, capacity; }

typedef struct sp_page_body {
  sp_key key;
  int32_t side, frame; /* first seen */
} sp_page_body;

struct sp_page {
  const sp_model *model;
  sp_minute start, next, step; /* step: least minutes between frames */
  double blur_m_min, blur_most_m; /* how the spread of a place grows with age */
  int32_t kinds[SP_TRACK_COUNT];
  SP_PAGE_LIST(sp_minute) frames;
  SP_PAGE_LIST(sp_page_subject) subjects;
  SP_PAGE_LIST(sp_page_record) records;
  SP_PAGE_LIST(int32_t) numbers;
  SP_PAGE_LIST(int32_t) slots; /* open addressing: subject + 1; looked up, never walked */
  SP_PAGE_LIST(sp_page_body) bodies;
  bool failed;
};

int32_t sp_page_subject_of(sp_page *p, sp_track kind, uint64_t key, bool *made); /* -1: memory is out */
int32_t sp_page_find(const sp_page *p, sp_track kind, uint64_t key);            /* -1: none */
int32_t sp_page_body_of(const sp_page *p, sp_key key);                          /* index of a body, or -1 */

/* ---- JSON that may stand within <script>: <, > and & are escaped, what is no UTF-8 becomes U+FFFD */
void sp_json_text(sp_prose *out, const char *text);
void sp_json_number(sp_prose *out, int64_t n);
void sp_json_pair(sp_prose *out, const char *en, const char *zh);
void sp_html_text(sp_prose *out, const char *text);

/* ---- the parts of the data, each `,"name":...` (page_data.c, page_words.c) */
typedef struct sp_page_view {
  double x0, y0, x1, y1;           /* the field on the sheet */
  double mid_x, mid_y, lat, lon, per_lat, per_lon, per_m;
  uint32_t side_colour[8];
  int32_t war[4];                  /* where the war is: left, top, right, bottom, from the field's corner */
} sp_page_view;
/* The ground as SVG, its names in both languages apart (page_ground.c). */
sp_status sp_page_ground(const sp_page *p, sp_prose *ground, sp_prose labels[SP_LANG_COUNT], sp_page_view *view);
void sp_page_put_tracks(const sp_page *p, const sp_page_view *view, sp_prose *out);
void sp_page_put_words(const sp_page *p, const sp_story *log, const sp_world *world, const sp_page_view *view, sp_prose *out);
sp_status sp_page_put_story(const sp_page *p, const sp_story *log, const sp_world *world, sp_prose *out);

/* page_assets.c, made from src/io/page/ by cmake/embed.cmake */
extern const char sp_page_asset_html[], sp_page_asset_css[], sp_page_asset_js[];

#endif
