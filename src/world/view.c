/* view.c - a seat: what one headquarters knows, copied out of its picture. Nothing here looks at the truth beyond
 * where the commander himself is, so that two worlds which differ in what he cannot know give him the same answers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shapan/view.h"

#include "world/belief.h"
#include "world/rows.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FIRES 8

struct sp_seat {
  sp_minute minute;
  sp_point position;
  size_t count;
  sp_contact_view contact[SP_CONTACTS];
  size_t fires;
  sp_fire_view fire[MOST_FIRES];
};

static bool is_later(const sp_fire_view *a, const sp_fire_view *b) { return a->since != b->since ? a->since > b->since : a->source != b->source ? a->source > b->source : a->at.lat_deg != b->at.lat_deg ? a->at.lat_deg > b->at.lat_deg : a->at.lon_deg > b->at.lon_deg; }

/* Kept in order; when there is no room the oldest goes. */
static void keep_fire(sp_seat *s, sp_fire_view v) {
  size_t n = s->fires;
  if (n == MOST_FIRES) {
    if (!is_later(&v, &s->fire[0])) return;
    memmove(s->fire, s->fire + 1, (MOST_FIRES - 1) * sizeof *s->fire);
    n--;
  } else s->fires++;
  for (; n > 0 && is_later(&s->fire[n - 1], &v); n--) s->fire[n] = s->fire[n - 1];
  s->fire[n] = v;
}

static void view_fires(const sp_world *w, int32_t hq, sp_seat *s) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FIRE); r++) {
    if (!w->fire.alive[r] || w->fire.hq[r] != hq) continue;
    sp_point at = sp_unproject(&w->model->projection, (sp_xy){w->fire.x[r], w->fire.y[r]});
    keep_fire(s, (sp_fire_view){at, w->fire.error_m[r], w->fire.since[r], w->fire.seen[r], w->fire.glow[r] != 0, w->fire.by[r]});
  }
}

static sp_contact_view view_of(const sp_world *w, int32_t contact) {
  int32_t report = w->contact.report[contact], observer = w->report.observer[report];
  return (sp_contact_view){
      .number = w->contact.number[contact],
      .friendly = w->contact.friendly[contact] != 0,
      .formation = w->contact.friendly[contact] ? w->report.subject[report] : 0,
      .side = w->report.side[report],
      .at = sp_unproject(&w->model->projection, (sp_xy){w->report.x[report], w->report.y[report]}),
      .error_m = sp_belief_error_m(w, report, w->head->minute),
      .seen = w->report.seen[report],
      .heard = w->contact.heard[contact],
      .men = w->report.men[report],
      .sigma = w->report.sigma[report],
      .heading_deg = w->report.heading_deg[report],
      .horse = w->report.horse[report],
      .confidence = w->contact.confidence[contact],
      .source = observer >= 0 ? w->formation.key[w->hq.formation[observer]] : 0,
  };
}

static int compare_numbers(const void *a, const void *b, void *context) {
  (void)context;
  const sp_contact_view *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

sp_status sp_seat_open(const sp_world *w, sp_key formation, sp_seat **seat) {
  if (!seat) return SP_BAD_INPUT;
  *seat = NULL;
  if (!w) return SP_BAD_INPUT;
  int32_t hq = sp_world_formation_row(w, formation);
  if (hq < 0) return SP_NOT_FOUND;
  sp_seat *s = calloc(1, sizeof *s);
  if (!s) return SP_NO_MEMORY;
  s->minute = w->head->minute;
  s->position = sp_unproject(&w->model->projection, (sp_xy){w->hq.x[hq], w->hq.y[hq]});
  for (int32_t c = hq * SP_CONTACTS; c < (hq + 1) * SP_CONTACTS; c++) {
    if (w->contact.report[c] >= 0) s->contact[s->count++] = view_of(w, c);
  }
  view_fires(w, hq, s);
  if (!sp_sort(s->contact, s->count, sizeof *s->contact, compare_numbers, NULL)) {
    free(s);
    return SP_NO_MEMORY;
  }
  *seat = s;
  return SP_OK;
}

void sp_seat_close(sp_seat *seat) { free(seat); }
size_t sp_seat_contact_count(const sp_seat *seat) { return seat ? seat->count : 0; }
sp_minute sp_seat_minute(const sp_seat *seat) { return seat->minute; }
sp_point sp_seat_position(const sp_seat *seat) { return seat->position; }

sp_status sp_seat_contact(const sp_seat *seat, size_t index, sp_contact_view *out) {
  if (!seat || !out) return SP_BAD_INPUT;
  if (index >= seat->count) return SP_NOT_FOUND;
  *out = seat->contact[index];
  return SP_OK;
}

size_t sp_seat_fire_count(const sp_seat *seat) { return seat ? seat->fires : 0; }

sp_status sp_seat_fire(const sp_seat *seat, size_t index, sp_fire_view *out) {
  if (!seat || !out) return SP_BAD_INPUT;
  if (index >= seat->fires) return SP_NOT_FOUND;
  *out = seat->fire[index];
  return SP_OK;
}
