/* repute.c - what is noted of a body's prisoners, merits and promises. SPDX-License-Identifier: Apache-2.0 */
#include "world/repute.h"

void sp_captives_note(sp_world *w, int32_t captor, int32_t of, int32_t n, sp_minute minute) {
  sp_repute_columns *c = &w->repute;
  sp_key key = w->formation.key[of];
  if (n <= 0 || (c->captives_of[captor] != 0 && c->captives_of[captor] != key)) return; /* one tale at a time */
  if (c->captives_of[captor] == 0) {
    c->captives_of[captor] = key;
    c->captives_since[captor] = minute;
    c->captives_new[captor] = 0;
    c->captives_at[captor * 2] = w->formation.tail_x[of];
    c->captives_at[captor * 2 + 1] = w->formation.tail_y[of];
  }
  c->captives_new[captor] += n;
}

void sp_promise_close(sp_world *w, int32_t f) {
  w->repute.promise[f] = SP_PROMISE_NONE;
  w->repute.promise_amount[f] = 0;
  w->repute.promise_by[f] = 0;
  w->repute.promise_person[f] = -1;
  w->repute.promised_at[f] = w->repute.earned_at[f] = 0;
  w->repute.promised[f] = 0.0;
}

/* The men who were promised something are now a part of others who were not. */
static void merge_promise(sp_world *w, int32_t from, int32_t to, int32_t men) {
  sp_repute_columns *c = &w->repute;
  double all = sp_max(1.0, (double)sp_men_of(w, to));
  if (c->promise[from] == SP_PROMISE_NONE || c->promise[to] != SP_PROMISE_NONE) return;
  c->promise[to] = c->promise[from];
  c->promise_amount[to] = c->promise_amount[from];
  c->promise_by[to] = c->promise_by[from];
  c->promise_person[to] = c->promise_person[from];
  c->promised_at[to] = c->promised_at[from];
  c->earned_at[to] = c->earned_at[from];
  c->promised[to] = c->promised[from] * sp_min(1.0, men / all);
}

void sp_repute_merge(sp_world *w, int32_t from, int32_t to, int32_t men) {
  sp_repute_columns *c = &w->repute;
  merge_promise(w, from, to, men);
  sp_promise_close(w, from);
  c->cut_down[to] += c->cut_down[from];
  c->taken[to] += c->taken[from];
  c->guns[to] += c->guns[from];
  c->colours_due[to] += c->colours_due[from];
  c->places[to] += c->places[from];
  c->cut_down[from] = c->taken[from] = c->guns[from] = c->places[from] = 0;
  c->colours_due[from] = 0.0;
  if (c->captives_of[to] == 0 && c->captives_of[from] != 0) {
    c->captives_of[to] = c->captives_of[from];
    c->captives_since[to] = c->captives_since[from];
    c->captives_new[to] = c->captives_new[from];
    for (int n = 0; n < 2; n++) c->captives_at[to * 2 + n] = c->captives_at[from * 2 + n];
  }
  c->captives_of[from] = 0;
  c->captives_new[from] = 0;
}

int32_t sp_known_chief(const sp_world *w, int32_t f) {
  int32_t chief = w->hq.superior[f] >= 0 ? w->hq.superior[f] : f, start = w->formation.start[chief];
  int32_t person = start >= 0 ? w->model->formation[start].commander : w->hq.person[chief];
  if (person >= 0 || chief == f) return person;
  start = w->formation.start[f];
  return start >= 0 ? w->model->formation[start].commander : w->hq.person[f];
}
