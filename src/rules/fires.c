/* fires.c - the smoke of burning stores by day, their glow by night, seen from far.
 *
 * Models   a store on fire is seen from much farther than any body of men, by every headquarters alike, friend or foe; it notes where
 *          it takes the fire to be and since when, and every paper to its own side tells of it.
 *          A commander who keeps books of his side's stores takes a smoke where he knows of one for that store, the nearest if of several, and counts what was in it
 *          as lost, until somebody has seen it otherwise.
 * Reads    depot.burning_since, burns_g; sky over both; places of bodies.   Writes  fire.* through world/fires.c; book.* through world/books.c.
 * Emits    SMOKE_SEEN when a headquarters did not know of it, TAKEN_FOR_BURNT.
 * Formula  src/lore/smoke.c; looked at every half hour of the clock. The place is taken wrong by fires_place_share of the distance, each
 *          observer the same way as long as it burns; a store within fires_take_for such spreads, or of depot_reach_m, is the one that is meant. Who stands at the store's doors knows it anyhow, and where.
 * Sources  fires.def.
 * Leaves out  houses and bridges that burn, camp fires, dust; what it says of the enemy; hills between.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "rules/rules.h"
#include "shapan/calc_battle.h"
#include "world/battle.h"
#include "world/belief.h"
#include "world/books.h"
#include "world/fires.h"
#include "world/stores.h"

#define LOOK_MIN 30
#define FIRE_DIE 16

static double seen_from_m(const sp_tick *t, int32_t region, int32_t here, double grams, bool *glow) {
  const sp_region_columns *r = &t->world->region;
  sp_far_fire fire = {.tonnes = grams / 1e6, .light = sp_min(r->light[region], r->light[here]), .rain_mm_h = sp_max(r->rain_mm_h[region], r->rain_mm_h[here]),
                      .fog_m = r->fog_m[region] > 0.0 && r->fog_m[here] > 0.0 ? sp_min(r->fog_m[region], r->fog_m[here]) : sp_max(r->fog_m[region], r->fog_m[here]), .wind_m_s = r->wind_m_s[region]};
  double smoke = sp_calc_fire_smoke_m(t->k, &fire), light = sp_calc_fire_glow_m(t->k, &fire);
  *glow = light > smoke;
  return sp_max(light, smoke);
}

/* Where the smoke seems to stand he knows of a store of his side: that is what burns, he thinks. */
static void take_for(sp_tick *t, int32_t f, int32_t burning, const sp_fire_note *note) {
  sp_world *w = t->world;
  sp_books books;
  int32_t hq = w->formation.hq[f], best = -1;
  double reach = sp_max(t->k->depot_reach_m, t->k->fires_take_for * note->error_m), least = reach * reach;
  if (!sp_books_are_kept(w) || !sp_books_open(w, &books)) return;
  for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
    sp_store_note known;
    double dx = w->depot.x[d] - note->at.x, dy = w->depot.y[d] - note->at.y, d2 = dx * dx + dy * dy;
    if (!w->depot.alive[d] || d2 > least || !sp_store_noted(w, &books, hq, d, &known) || known.side != w->hq.side[hq]) continue;
    bool nearer = d2 < least || best < 0 || w->depot.key[d] < w->depot.key[best];
    if (!nearer) continue;
    least = d2;
    best = d;
  }
  if (best >= 0 && sp_store_taken_for_burnt(w, &books, hq, best, note->minute)) {
    sp_event e = {.minute = note->minute, .type = SP_EVENT_TAKEN_FOR_BURNT, .side = w->formation.side[f], .node = w->depot.node[best], .subject = w->formation.key[f], .object = w->depot.key[best], .a = best == burning, .value = note->error_m, .x_m = note->at.x, .y_m = note->at.y};
    sp_emit(w, e);
  }
  sp_books_close(&books);
}

static void look(sp_tick *t, int32_t f, int32_t d, int32_t known, sp_minute mark) {
  sp_world *w = t->world;
  sp_xy at = {w->depot.x[d], w->depot.y[d]}, from = {w->formation.head_x[f], w->formation.head_y[f]};
  double dx = at.x - from.x, dy = at.y - from.y, away = sp_sqrt(dx * dx + dy * dy), farthest = sp_max(t->k->fires_smoke_m, t->k->fires_glow_m);
  if (away > farthest) return;
  bool glow = false;
  if (sp_body_within(w, f, at, t->k->depot_hold_m)) {
    (void)sp_fire_seen(w, f, d, known, &(sp_fire_note){.at = at, .minute = mark});
    return;
  }
  if (away > seen_from_m(t, t->model->node[w->depot.node[d]].region, sp_formation_region(w, f), (double)w->depot.burns_g[d] + (double)w->depot.powder_g[d], &glow)) return;
  sp_dice dice = {t->dice.seed, (uint32_t)w->depot.burning_since[d]};
  sp_draw4 draw = sp_draw(&dice, sp_key_pair(w->formation.key[f], w->depot.key[d]), SP_STREAM_SIGHT_ERROR, FIRE_DIE);
  double error = t->k->fires_place_share * away;
  sp_fire_note note = {.at = {at.x + error * sp_normal_of(sp_unit32(draw.word[0])), at.y + error * sp_normal_of(sp_unit32(draw.word[1]))}, .minute = mark, .glow = glow};
  double sx = note.at.x - from.x, sy = note.at.y - from.y, seems = sp_sqrt(sx * sx + sy * sy);
  note.error_m = t->k->fires_place_share * seems; /* by the distance as it looks to him */
  if (!sp_fire_seen(w, f, d, known, &note)) return;
  sp_event e = {.minute = mark, .type = SP_EVENT_SMOKE_SEEN, .side = w->formation.side[f], .node = sp_nearest_place(w->model, note.at), .subject = w->formation.key[f], .a = glow, .value = seems, .x_m = note.at.x, .y_m = note.at.y};
  sp_emit(w, e);
  take_for(t, f, d, &note);
}

static void all_look(sp_tick *t, int32_t d, sp_minute mark) {
  sp_world *w = t->world;
  int32_t used = sp_used(w, SP_TABLE_FORMATION), *row = malloc((size_t)used * sizeof *row + 1);
  if (!row) return; /* memory is out: in half an hour again */
  sp_fire_rows(w, d, row);
  for (int32_t f = 0; f < used; f++)
    if (w->formation.alive[f] && w->hq.alive[w->formation.hq[f]] && sp_men_of(w, f) > 0) look(t, f, d, row[w->formation.hq[f]], mark);
  free(row);
}

void sp_rule_fires(sp_tick *t) {
  sp_world *w = t->world;
  for (sp_minute mark = (t->from / LOOK_MIN + 1) * LOOK_MIN; mark <= t->to; mark += LOOK_MIN) {
    for (int32_t d = 0; d < sp_used(w, SP_TABLE_DEPOT); d++) {
      if (w->depot.alive[d] && w->depot.burning_since[d] && w->depot.burning_since[d] < mark) all_look(t, d, mark);
    }
    if (sp_used(w, SP_TABLE_FIRE) > 0) sp_fires_forget(w, mark - sp_to_i64(1440.0 * t->k->fires_kept_d));
  }
}
