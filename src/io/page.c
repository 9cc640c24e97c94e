/* page.c - follows a war and keeps what a page will show, once for every change.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/page.h"

#include "io/columns.h"
#include "io/register_rows.h"
#include "io/table_out.h"
#include "shapan/calc_supply.h"
#include "shapan/view.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FRAMES = 1600, NUMBERS = 4096 };

static bool grow(void *list, size_t size) {
  struct any { unsigned char *data; size_t count, capacity; } *l = list;
  if (l->count < l->capacity) return true;
  size_t wanted = l->capacity ? l->capacity * 2 : 64;
  if (wanted > SIZE_MAX / 4 / size) return false;
  unsigned char *data = realloc(l->data, wanted * size);
  if (!data) return false;
  l->data = data;
  l->capacity = wanted;
  return true;
}

/* ---- subjects */

static size_t slot_of(const sp_page *p, sp_track kind, uint64_t key) {
  uint64_t z = (key ^ (uint64_t)kind * 0x9E3779B97F4A7C15u) * 0xD1B54A32D192ED03u;
  size_t at = (size_t)(z ^ z >> 29) & (p->slots.capacity - 1);
  while (p->slots.data[at]) {
    const sp_page_subject *s = &p->subjects.data[p->slots.data[at] - 1];
    if (s->key == key && s->kind == (int32_t)kind) break;
    at = (at + 1) & (p->slots.capacity - 1);
  }
  return at;
}

static bool widen_slots(sp_page *p) {
  if ((p->subjects.count + 1) * 2 <= p->slots.capacity) return true;
  size_t capacity = p->slots.capacity ? p->slots.capacity * 2 : 256;
  int32_t *data = calloc(capacity, sizeof *data);
  if (!data) return false;
  free(p->slots.data);
  p->slots.data = data;
  p->slots.capacity = capacity;
  for (size_t i = 0; i < p->subjects.count; i++) p->slots.data[slot_of(p, (sp_track)p->subjects.data[i].kind, p->subjects.data[i].key)] = (int32_t)i + 1;
  return true;
}

int32_t sp_page_find(const sp_page *p, sp_track kind, uint64_t key) { return p->slots.capacity ? p->slots.data[slot_of(p, kind, key)] - 1 : -1; }

int32_t sp_page_subject_of(sp_page *p, sp_track kind, uint64_t key, bool *made) {
  *made = false;
  if (!widen_slots(p) || !grow(&p->subjects, sizeof *p->subjects.data)) return -1;
  size_t slot = slot_of(p, kind, key);
  if (p->slots.data[slot]) return p->slots.data[slot] - 1;
  *made = true;
  p->subjects.data[p->subjects.count] = (sp_page_subject){.key = key, .kind = (int32_t)kind, .index = p->kinds[kind]++, .head = {-1, -1, -1, -1}, .first = -1, .last = -1, .seen = -1};
  p->slots.data[slot] = (int32_t)++p->subjects.count;
  return (int32_t)p->subjects.count - 1;
}

int32_t sp_page_body_of(const sp_page *p, sp_key key) {
  int32_t s = key ? sp_page_find(p, SP_TRACK_PLACE, key) : -1;
  return s < 0 ? -1 : p->subjects.data[s].index;
}

/* ---- records */

static int32_t frame_now(const sp_page *p) { return (int32_t)p->frames.count - 1; }

static void keep(sp_page *p, int32_t subject, const int32_t *numbers, int32_t count) {
  if (subject < 0) p->failed = true;
  if (p->failed) return;
  sp_page_subject *s = &p->subjects.data[subject];
  s->seen = frame_now(p);
  if (s->last >= 0) {
    const sp_page_record *last = &p->records.data[s->last];
    if (last->count == count && (count == 0 || memcmp(p->numbers.data + last->from, numbers, (size_t)count * sizeof *numbers) == 0)) return;
  } else if (count == 0) {
    return;
  }
  sp_page_record record = {.frame = frame_now(p), .next = -1, .count = count, .from = p->numbers.count};
  for (int32_t i = 0; i < count; i++) {
    if (!grow(&p->numbers, sizeof *p->numbers.data)) p->failed = true;
    if (p->failed) return;
    p->numbers.data[p->numbers.count++] = numbers[i];
  }
  if (!grow(&p->records, sizeof *p->records.data)) p->failed = true;
  if (p->failed) return;
  p->records.data[p->records.count] = record;
  if (s->last >= 0) p->records.data[s->last].next = (int32_t)p->records.count;
  else s->first = (int32_t)p->records.count;
  s->last = (int32_t)p->records.count++;
}

static int32_t subject(sp_page *p, sp_track kind, uint64_t key, const int32_t *head, int count) {
  bool made;
  int32_t s = sp_page_subject_of(p, kind, key, &made);
  for (int i = 0; made && i < count; i++) p->subjects.data[s].head[i] = head[i];
  return s;
}

/* What was there and is not now. */
static void close_gone(sp_page *p) {
  for (size_t i = 0; i < p->subjects.count && !p->failed; i++) {
    const sp_page_subject *s = &p->subjects.data[i];
    bool goes = s->kind == SP_TRACK_PLACE || s->kind == SP_TRACK_POOL || s->kind == SP_TRACK_RIDER || s->kind == SP_TRACK_FIGHT || s->kind == SP_TRACK_BELIEF;
    if (goes && s->seen != frame_now(p)) keep(p, (int32_t)i, NULL, 0);
  }
}

static int32_t whole(double x) { return x > 2e9 ? 2000000000 : x < -2e9 ? -2000000000 : (int32_t)(x < 0 ? x - 0.5 : x + 0.5); /* cast-ok: range judged */ }

static int32_t percent(double share, int32_t step) {
  int32_t n = whole(share * 100.0 / step) * step;
  return n < 0 ? 0 : n > 100 ? 100 : n;
}

static void put_point(int32_t *out, sp_point at) {
  out[0] = whole(at.lat_deg * 1e6);
  out[1] = whole(at.lon_deg * 1e6);
}

/* ---- what is taken */

typedef struct taking {
  sp_page *page;
  const sp_world *world;
  int32_t *room; /* NUMBERS of them */
} taking;

static int64_t cell(const taking *t, const char *table, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(t->world, table, field);
  return row >= 0 && row < view.rows ? sp_field_int(&view, row, 0) : 0;
}

static double real_cell(const taking *t, const char *table, const char *field, int32_t row) {
  sp_field_view view = sp_field_of(t->world, table, field);
  return row >= 0 && row < view.rows ? sp_field_real(&view, row, 0) : 0;
}

/* Numbers of "stance" and "activity", fixed by the save format; the words stand in page_words.c in the order of doing. */
enum { STANCE_BROKEN = 2, STANCE_RALLYING = 3, ACTIVITY_AT_SEA = 6, DOING_BROKEN = 6, DOING_RALLYING, DOING_FIGHTING, DOING_AT_SEA };

static void take_state(taking *t, int32_t row, sp_key key) {
  int64_t stance = cell(t, "combat", "stance", row), hq = cell(t, "formation", "hq", row);
  sp_field_view engaged = sp_field_of(t->world, "combat", "engagement");
  int64_t doing = cell(t, "formation", "activity", row);
  if (doing == ACTIVITY_AT_SEA) doing = DOING_AT_SEA;
  else if (stance == STANCE_BROKEN) doing = DOING_BROKEN;
  else if (stance == STANCE_RALLYING) doing = DOING_RALLYING;
  else if (row < engaged.rows && sp_field_int(&engaged, row, 0) >= 0) doing = DOING_FIGHTING;
  double rides = real_cell(t, "formation", "commander_share", row);
  if (cell(t, "formation", "turned", row)) rides = 1.0 - rides;
  int32_t state[6] = {(int32_t)doing, (int32_t)cell(t, "combat", "cause", row), hq >= 0 ? (int32_t)cell(t, "hq", "person", (int32_t)hq) : -1,
                      (int32_t)cell(t, "combat", "captives", row), (int32_t)cell(t, "combat", "heads", row), percent(rides, 1)};
  keep(t->page, subject(t->page, SP_TRACK_STATE, key, NULL, 0), state, 6);
  int32_t gauge[2] = {percent(real_cell(t, "formation", "fatigue", row), 2), percent(real_cell(t, "formation", "order", row), 2)};
  keep(t->page, subject(t->page, SP_TRACK_GAUGE, key, NULL, 0), gauge, 2);
}

static void take_men(taking *t, int32_t row, sp_key key) {
  sp_field_view arm = sp_field_of(t->world, "strength", "arm"), next = sp_field_of(t->world, "strength", "next"), count = sp_field_of(t->world, "strength", "count");
  int64_t sum[SP_ARM_COUNT] = {0};
  int32_t out[2 * SP_ARM_COUNT], used = 0;
  for (int64_t s = cell(t, "formation", "first_strength", row), left = arm.rows; s >= 0 && left > 0; s = sp_field_int(&next, (int32_t)s, 0), left--) {
    int64_t a = sp_field_int(&arm, (int32_t)s, 0);
    for (int r = 0; r < count.count && a >= 0 && a < SP_ARM_COUNT; r++) sum[a] += sp_field_int(&count, (int32_t)s, r);
  }
  for (int a = 0; a < SP_ARM_COUNT; a++) {
    if (sum[a] <= 0) continue;
    out[used++] = a;
    out[used++] = (int32_t)sum[a];
  }
  keep(t->page, subject(t->page, SP_TRACK_MEN, key, NULL, 0), out, used);
}

static void take_place(taking *t, int32_t row, sp_key key) {
  static sp_point none;
  size_t needed = sp_world_trace(t->world, row, NULL, 0);
  sp_point *points = malloc((needed + 1) * sizeof *points);
  int32_t side = (int32_t)cell(t, "formation", "side", row);
  if (!points) t->page->failed = true;
  if (!points) return;
  points[0] = none;
  sp_world_trace(t->world, row, points, needed);
  if (needed > NUMBERS / 2) needed = NUMBERS / 2;
  for (size_t i = 0; i < needed; i++) put_point(t->room + 2 * i, points[i]);
  free(points);
  bool made;
  int32_t s = sp_page_subject_of(t->page, SP_TRACK_PLACE, key, &made);
  if (made && s >= 0) {
    if (!grow(&t->page->bodies, sizeof *t->page->bodies.data)) t->page->failed = true;
    else t->page->bodies.data[t->page->bodies.count++] = (sp_page_body){key, side, frame_now(t->page)};
  }
  keep(t->page, s, t->room, (int32_t)(2 * needed));
}

static void take_bodies(taking *t) {
  sp_row_filter rows = sp_rows_of(t->world, "formation");
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    sp_key key = (sp_key)sp_field_int(&rows.key, row, 0);
    if (cell(t, "formation", "foot", row) + cell(t, "formation", "mounted", row) + cell(t, "formation", "followers", row) <= 0 && sp_page_body_of(t->page, key) < 0) continue;
    take_place(t, row, key);
    take_men(t, row, key);
    take_state(t, row, key);
  }
}

static sp_key key_of_hq(const taking *t, int64_t hq) {
  return hq < 0 ? 0 : (sp_key)cell(t, "formation", "key", (int32_t)cell(t, "hq", "formation", (int32_t)hq));
}

static void take_pools(taking *t) {
  sp_row_filter rows = sp_rows_of(t->world, "pool");
  for (int32_t row = 0; row < rows.rows; row++) {
    int32_t men = (int32_t)cell(t, "pool", "men", row), out[3] = {0, 0, men};
    if (!sp_row_shown(&rows, row) || men <= 0) continue;
    sp_key body = (sp_key)cell(t, "formation", "key", (int32_t)cell(t, "pool", "formation", row));
    int32_t head[2] = {(int32_t)cell(t, "pool", "side", row), sp_page_body_of(t->page, body)};
    put_point(out, sp_world_point(t->world, real_cell(t, "pool", "x", row), real_cell(t, "pool", "y", row)));
    keep(t->page, subject(t->page, SP_TRACK_POOL, (uint64_t)sp_field_int(&rows.key, row, 0), head, 2), out, 3);
  }
}

/* Numbers of the column "state" of messages, fixed by the save format: those of a rider in the saddle. */
static bool rides(int64_t state) { return state == 1 || state == 2 || state == 4; }

static void take_riders(taking *t) {
  sp_row_filter rows = sp_rows_of(t->world, "message");
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row) || !rides(cell(t, "message", "state", row)) || cell(t, "message", "signal", row)) continue;
    int64_t from = cell(t, "message", "from_hq", row), to = cell(t, "message", "to_hq", row);
    int32_t head[4] = {sp_page_body_of(t->page, key_of_hq(t, from)), sp_page_body_of(t->page, key_of_hq(t, to)), (int32_t)cell(t, "message", "kind", row),
                       (int32_t)cell(t, "hq", "side", (int32_t)from)};
    int32_t out[3] = {0, 0, (int32_t)cell(t, "message", "returning", row)};
    put_point(out, sp_world_point(t->world, real_cell(t, "message", "x", row), real_cell(t, "message", "y", row)));
    keep(t->page, subject(t->page, SP_TRACK_RIDER, (uint64_t)sp_field_int(&rows.key, row, 0), head, 4), out, 3);
  }
}

static void take_fights(taking *t) {
  sp_row_filter rows = sp_rows_of(t->world, "engagement");
  sp_field_view lost = sp_field_of(t->world, "engagement", "lost"), engaged = sp_field_of(t->world, "combat", "engagement");
  sp_row_filter bodies = sp_rows_of(t->world, "formation");
  for (int32_t row = 0; row < rows.rows; row++) {
    if (!sp_row_shown(&rows, row)) continue;
    int32_t head[2] = {(int32_t)cell(t, "engagement", "attacker", row), (int32_t)cell(t, "engagement", "defender", row)};
    int32_t out[6] = {0, 0, 0, (int32_t)sp_field_int(&lost, row, 0), 0, (int32_t)sp_field_int(&lost, row, 1)};
    put_point(out, sp_world_point(t->world, real_cell(t, "engagement", "x", row), real_cell(t, "engagement", "y", row)));
    for (int32_t b = 0; b < bodies.rows && b < engaged.rows; b++) {
      if (!sp_row_shown(&bodies, b) || sp_field_int(&engaged, b, 0) != row) continue;
      int32_t men = (int32_t)(cell(t, "formation", "foot", b) + cell(t, "formation", "mounted", b));
      out[cell(t, "formation", "side", b) == head[0] ? 2 : 4] += men;
    }
    keep(t->page, subject(t->page, SP_TRACK_FIGHT, (uint64_t)sp_field_int(&rows.key, row, 0), head, 2), out, 6);
  }
}

static void take_works(taking *t) {
  sp_row_filter rows = sp_rows_of(t->world, "work");
  sp_field_view facing = sp_field_of(t->world, "work", "facing");
  for (int32_t row = 0; row < rows.rows; row++) {
    double front = real_cell(t, "work", "front_m", row), moved = real_cell(t, "work", "moved_m3", row);
    if (!sp_row_shown(&rows, row) || moved <= 0.0 || front <= 0.0) continue;
    bool ring = cell(t, "work", "ring", row) != 0;
    double depth = sp_calc_works_depth_m(sp_world_constants(t->world), real_cell(t, "work", "depth_wanted_m", row), moved / front);
    int32_t out[7] = {0, 0, ring ? 0 : whole(1000.0 * sp_field_real(&facing, row, 0)), ring ? 0 : whole(1000.0 * sp_field_real(&facing, row, 1)), whole(front), whole(10.0 * depth), (int32_t)cell(t, "work", "held_by", row)};
    put_point(out, sp_world_point(t->world, real_cell(t, "work", "x", row), real_cell(t, "work", "y", row)));
    keep(t->page, subject(t->page, SP_TRACK_WORKS, (uint64_t)sp_field_int(&rows.key, row, 0), NULL, 0), out, 7);
  }
}

static void take_waters(taking *t) {
  sp_field_view depth = sp_field_of(t->world, "ford", "depth_m");
  for (int32_t row = 0; row < depth.rows; row++) {
    int32_t now[3] = {whole(sp_field_real(&depth, row, 0) * 50.0) * 2, (int32_t)(cell(t, "ford", "bridges", row) - cell(t, "ford", "broken", row)), whole(real_cell(t, "ford", "ice_cm", row))};
    keep(t->page, subject(t->page, SP_TRACK_FORD, (uint64_t)row, &row, 1), now, 3);
  }
  static const char *const fields[7] = {"rain_mm_h", "light", "temperature_c", "wind_m_s", "wind_from_deg", "cloud", "fog_m"};
  static const double scale[7] = {10, 100, 1, 10, 1, 100, 1};
  double sum[7] = {0};
  int32_t regions = sp_field_of(t->world, "region", "rain_mm_h").rows, out[7];
  if (regions <= 0 || sp_world_tick(t->world) == 0) return; /* before the first tick no sky has been made */
  for (int i = 0; i < 7; i++) {
    for (int32_t row = 0; row < (i == 4 ? 1 : regions); row++) sum[i] += real_cell(t, "region", fields[i], row);
    out[i] = whole(sum[i] / (i == 4 ? 1 : regions) * scale[i]);
  }
  out[1] = out[1] / 2 * 2;
  out[4] = (out[4] + 22) / 45 % 8 * 45;
  out[3] = (out[3] + 2) / 5 * 5;
  out[6] = out[6] / 50 * 50;
  keep(t->page, subject(t->page, SP_TRACK_SKY, 0, NULL, 0), out, 7);
}

static void take_tally(taking *t) {
  sp_register r;
  if (sp_register_rows(t->world, SP_LANG_EN, &r) != SP_OK) {
    t->page->failed = true;
    return;
  }
  int32_t contingents = sp_model_count(t->page->model, SP_ENTITY_CONTINGENT);
  for (int32_t c = 0; c < contingents; c++) {
    int32_t line[SP_REGISTER_LINES] = {0};
    for (size_t i = 0; i < r.count; i++)
      for (int32_t l = 0; r.rows[i].contingent == c && sp_force_of(r.rows[i].arm) == SP_FORCE_MEN && l < r.lines; l++) line[l] += (int32_t)r.rows[i].line[l];
    keep(t->page, subject(t->page, SP_TRACK_TALLY, (uint64_t)c, &c, 1), line, r.lines);
  }
  free(r.rows);
}

/* The spread of a place grows with age; kept is what it was when seen, so that a contact is written down once. */
static double blur_m(const taking *t, sp_minute seen) {
  double blur = t->page->blur_m_min * (double)(sp_world_minute(t->world) - seen);
  return blur < t->page->blur_most_m ? blur : t->page->blur_most_m;
}

static void take_picture(taking *t, sp_key body, int32_t hq) {
  sp_seat *seat = NULL;
  sp_status status = sp_seat_open(t->world, body, &seat);
  if (status == SP_NO_MEMORY) t->page->failed = true;
  if (status != SP_OK) return;
  for (size_t i = 0; i < sp_seat_contact_count(seat); i++) {
    sp_contact_view v;
    if (sp_seat_contact(seat, i, &v) != SP_OK) continue;
    int32_t head[4] = {hq, v.number, v.friendly, v.friendly ? sp_page_body_of(t->page, v.formation) : -1};
    int32_t out[10] = {0, 0, v.men, whole(v.sigma * 100.0), whole((v.error_m - blur_m(t, v.seen)) / 10.0) * 10, v.heading_deg < 0 ? -1 : whole(v.heading_deg / 5.0) * 5, v.horse,
                       (int32_t)(v.seen - t->page->start), (int32_t)(v.heard - t->page->start), sp_page_body_of(t->page, v.source)};
    put_point(out, v.at);
    keep(t->page, subject(t->page, SP_TRACK_BELIEF, body ^ (uint64_t)(uint32_t)v.number * 0x9E3779B97F4A7C15u, head, 4), out, 10);
  }
  sp_seat_close(seat);
}

static void take_pictures(taking *t) {
  sp_row_filter rows = sp_rows_of(t->world, "formation");
  for (int32_t row = 0; row < rows.rows; row++) {
    sp_key key = (sp_key)sp_field_int(&rows.key, row, 0);
    int32_t body = sp_row_shown(&rows, row) ? sp_page_body_of(t->page, key) : -1;
    if (body >= 0) take_picture(t, key, body);
  }
}

/* ---- the whole */

sp_page *sp_page_create(const sp_world *world) {
  if (!world) return NULL;
  sp_page *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->model = sp_world_model(world);
  const sp_campaign_def *campaign = sp_model_campaign(p->model);
  p->start = campaign->start;
  p->next = sp_world_minute(world);
  p->step = (campaign->end - campaign->start) / MOST_FRAMES;
  sp_constants_value(sp_world_constants(world), "picture_blur_m_min", &p->blur_m_min);
  sp_constants_value(sp_world_constants(world), "picture_blur_most_m", &p->blur_most_m);
  return p;
}

void sp_page_destroy(sp_page *p) {
  if (!p) return;
  free(p->frames.data);
  free(p->subjects.data);
  free(p->records.data);
  free(p->numbers.data);
  free(p->slots.data);
  free(p->bodies.data);
  free(p);
}

sp_status sp_page_take(sp_page *p, const sp_world *world) {
  if (!p || !world || sp_world_model(world) != p->model) return SP_BAD_INPUT;
  sp_minute now = sp_world_minute(world);
  if (now < p->next && !sp_world_over(world)) return SP_OK;
  p->next = now + (p->step > 1 ? p->step : 1);
  taking t = {.page = p, .world = world, .room = malloc(NUMBERS * sizeof *t.room)};
  if (!t.room || !grow(&p->frames, sizeof *p->frames.data)) p->failed = true;
  if (!p->failed) {
    p->frames.data[p->frames.count++] = now;
    take_bodies(&t);
    take_pools(&t);
    take_riders(&t);
    take_fights(&t);
    take_works(&t);
    take_waters(&t);
    take_tally(&t);
    take_pictures(&t);
    close_gone(p);
  }
  free(t.room);
  return p->failed ? SP_NO_MEMORY : SP_OK;
}
