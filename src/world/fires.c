/* fires.c - notes of smoke and glow, by headquarters and fire. SPDX-License-Identifier: Apache-2.0 */
#include "world/fires.h"

#include "world/rows.h"

static int32_t row_of(const sp_world *w, int32_t hq, sp_key of) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FIRE); r++)
    if (w->fire.alive[r] && w->fire.hq[r] == hq && w->fire.of[r] == of) return r;
  return -1;
}

static int32_t row_for(sp_world *w, int32_t hq, sp_key of) {
  int32_t r = sp_row_new(w, SP_TABLE_FIRE, sp_key_pair(w->hq.key[hq], of));
  if (r < 0) return -1;
  w->fire.alive[r] = 1;
  w->fire.hq[r] = hq;
  w->fire.of[r] = of;
  return r;
}

void sp_fire_rows(const sp_world *w, int32_t depot, int32_t *row) {
  for (int32_t hq = 0; hq < sp_used(w, SP_TABLE_HQ); hq++) row[hq] = -1;
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FIRE); r++)
    if (w->fire.alive[r] && w->fire.of[r] == w->depot.key[depot]) row[w->fire.hq[r]] = r;
}

bool sp_fire_seen(sp_world *w, int32_t formation, int32_t depot, int32_t r, const sp_fire_note *note) {
  int32_t hq = w->formation.hq[formation];
  bool fresh = r < 0;
  if (fresh) r = row_for(w, hq, w->depot.key[depot]);
  if (r < 0) return false; /* no row is left: next time */
  if (fresh) w->fire.since[r] = note->minute;
  bool own = w->fire.by[r] == w->formation.key[formation];
  if (!fresh && !own && w->fire.error_m[r] < note->error_m) { /* another's men stand nearer to it */
    w->fire.seen[r] = note->minute;
    return false;
  }
  w->fire.by[r] = w->formation.key[formation];
  w->fire.x[r] = note->at.x;
  w->fire.y[r] = note->at.y;
  w->fire.error_m[r] = note->error_m;
  w->fire.node[r] = sp_nearest_place(w->model, note->at);
  w->fire.glow[r] = note->glow;
  w->fire.seen[r] = note->minute;
  return fresh;
}

void sp_fires_told(sp_world *w, int32_t from, int32_t to, sp_minute written) {
  for (int32_t r = 0, used = sp_used(w, SP_TABLE_FIRE); r < used; r++) {
    if (!w->fire.alive[r] || w->fire.hq[r] != from || w->fire.since[r] > written) continue;
    int32_t own = row_of(w, to, w->fire.of[r]);
    if (own >= 0) continue; /* he has it from his own men, or from another */
    own = row_for(w, to, w->fire.of[r]);
    if (own < 0) return;
    w->fire.by[own] = w->fire.by[r];
    w->fire.x[own] = w->fire.x[r];
    w->fire.y[own] = w->fire.y[r];
    w->fire.error_m[own] = w->fire.error_m[r];
    w->fire.node[own] = w->fire.node[r];
    w->fire.glow[own] = w->fire.glow[r];
    w->fire.since[own] = w->fire.since[r];
    w->fire.seen[own] = sp_min_i64(w->fire.seen[r], written);
  }
}

void sp_fires_forget(sp_world *w, sp_minute before) {
  for (int32_t r = 0; r < sp_used(w, SP_TABLE_FIRE); r++) {
    if (!w->fire.alive[r] || w->fire.seen[r] >= before) continue;
    w->fire.alive[r] = 0;
    sp_row_free(w, SP_TABLE_FIRE, r);
  }
}
