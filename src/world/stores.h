/* stores.h - grain: who has how much of it, and its register. stores.c is the only code that changes a store.
 *
 * Grain is counted in grams. A formation carries some, a depot holds some; all else it may become or come from is a
 * line of its side's register. For every side and line: opening + in - out = closing; what is carried and stored equals
 * the sums over bodies and depots. Land and the enemy are outside: their lines may fall below zero.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_STORES_H
#define SP_WORLD_STORES_H

#include "world/world.h"

typedef enum sp_store_line { SP_STORE_CARRIED, SP_STORE_KEPT, SP_STORE_LAND, SP_STORE_EATEN, SP_STORE_BURNT, SP_STORE_LOST, SP_STORE_ENEMY, SP_STORE_LINE_COUNT, SP_STORE_OUTSIDE = SP_STORE_LINE_COUNT } sp_store_line; /* outside the theatre: things only come from there */

typedef struct sp_store {
  sp_store_line line;
  int32_t row;  /* formation, depot; -1 for a line that nobody holds */
  int32_t side;
  int32_t larder; /* of a formation where some feed apart: row plus one of larders.h; 0 = all of them */
} sp_store;
static inline sp_store sp_store_carried(const sp_world *w, int32_t formation) { return (sp_store){SP_STORE_CARRIED, formation, w->formation.side[formation], 0}; }
static inline sp_store sp_store_carried_in(const sp_world *w, int32_t larder) { return (sp_store){SP_STORE_CARRIED, w->larder.formation[larder], w->formation.side[w->larder.formation[larder]], larder + 1}; }
static inline sp_store sp_store_kept(const sp_world *w, int32_t depot) { return (sp_store){SP_STORE_KEPT, depot, w->depot.side[depot], 0}; }
static inline sp_store sp_store_line_of(sp_store_line line, int32_t side) { return (sp_store){line, -1, side, 0}; }

/* Moves grams between two stores of one side: all, or what there is, which it returns. Between two sides the giver loses
 * to the enemy what the taker wins from him. */
int64_t sp_store_move(sp_world *w, sp_store from, sp_store to, int64_t grams);
int64_t sp_store_move_plainly(sp_world *w, sp_store from, sp_store to, int64_t grams); /* without a look at larders, for larders.c */
int64_t sp_store_standing(const sp_world *w, int32_t side, sp_store_line line); /* closing of a line; 0 when nobody counts */

void sp_stores_open(sp_world *w); /* what the scenario says is carried and kept */
bool sp_stores_are_of(const sp_world *w, const sp_model *m);
sp_status sp_stores_check(const sp_world *w, char *message, size_t size);

static inline bool sp_any_provisioned(const sp_model *m) {
  for (int32_t i = 0; i < m->side_count; i++) {
    if (m->side[i].provisioned) return true;
  }
  return false;
}
/* Is anything told of grain, powder or smoke pots: then there are registers of them, and there may be depots. */
static inline bool sp_any_stores(const sp_model *m) {
  for (int32_t i = 0; i < m->side_count; i++) {
    if (m->side[i].munitioned) return true;
  }
  for (int32_t i = 0; i < m->formation_count; i++) {
    if (m->formation[i].smoke_pots > 0) return true;
  }
  return m->depot_count > 0 || m->delivery_count > 0 || sp_any_provisioned(m);
}
/* Does it eat by the rules? Else it is taken as fed. */
static inline bool sp_eats(const sp_world *w, int32_t formation) { return w->model->side[w->formation.side[formation]].provisioned; }

/* One man's full ration of a day, g: a sheng is a hundredth of a shi. */
static inline double sp_ration_g(const sp_constants *k) { return k->ration_man_sheng * k->ration_shi_kg * 10.0; }
/* Full rations of a day, g: of its men; of its beasts beside their grass. */
int64_t sp_bread_of_men_g(const sp_world *w, int32_t formation);
int64_t sp_bread_of_beasts_g(const sp_world *w, int32_t formation);
int64_t sp_can_carry_g(const sp_world *w, int32_t formation);
int64_t sp_bread_of_patients_g(const sp_world *w, int32_t formation); /* of the wounded and sick of its side who lie with it */
int64_t sp_bread_of_captives_g(const sp_world *w, int32_t formation); /* of its prisoners, at theirs */
/* Days that what it carries feeds its men and the patients with it, at the ration now issued; 1e6 where nobody eats. The
 * second is for who knows their full ration of a day already. */
double sp_bread_days(const sp_world *w, int32_t formation);
double sp_bread_days_for(const sp_world *w, int32_t formation, int64_t men_g);

/* A detachment takes the share of what its carriers can take. A body that joins hands over all, and its hunger is mixed
 * with the other's: its `men` and `beasts` are in the other already. */
void sp_grain_split(sp_world *w, int32_t parent, int32_t child);
void sp_grain_merge(sp_world *w, int32_t from, int32_t into, int32_t men, int32_t beasts);

/* The depot of a side at a node: the one of lowest key, of those that do not burn if there is one; -1 none. The second opens
 * one when there is none; -1: no row. */
int32_t sp_depot_at(const sp_world *w, int32_t side, int32_t node);
int32_t sp_depot_open(sp_world *w, int32_t side, int32_t node);
/* The same for a contingent that feeds apart, index+1; 0: of those from which all of the side eat. */
int32_t sp_depot_open_for(sp_world *w, int32_t side, int32_t node, int32_t feeds);
/* It holds at least one man's ration of a day: grams that are left over in dividing feed nobody. */
static inline bool sp_depot_feeds(const sp_world *w, int32_t depot) { return (double)w->depot.grain_g[depot] >= sp_ration_g(&w->constants); }
/* Own depot with grain, nearest to the head or tail of a body and within depot_reach_m; ties by key. -1 none. */
int32_t sp_depot_in_reach(const sp_world *w, int32_t formation);
int32_t sp_depot_for(const sp_world *w, int32_t formation, int32_t feeds); /* the same for those who eat from one larder (index+1): their own before one for all */
int32_t sp_depot_nearest(const sp_world *w, int32_t formation, bool (*has)(const sp_world *, int32_t depot)); /* the same with what `has` asks for */
/* What its side has at the place of a depot, in every store there that does not burn; and so much of it taken out, store by
 * store in order of key: who stands before a granary goes to the next when it is empty. Returns what was moved. */
int64_t sp_kept_about(const sp_world *w, int32_t depot);
int64_t sp_take_kept(sp_world *w, int32_t depot, sp_store to, int64_t grams);
/* The node whose stores a body may unload into: where it stands, or the nearest place if that is within depot_reach_m. -1 none. */
int32_t sp_unloads_at(const sp_world *w, int32_t formation);
void sp_depot_falls_to(sp_world *w, int32_t depot, int32_t side); /* with all that is in it */
/* Of a chore told for so much, negative: for all there is, what is still to do of at most `most`. */
static inline int64_t sp_chore_left(int64_t amount, int64_t done, int64_t most) { return amount < 0 ? most : sp_min_i64(most, amount - done); }
/* Stands still, formed, in no fight: it can be given things. */
bool sp_stands_free(const sp_world *w, int32_t formation);
bool sp_body_within(const sp_world *w, int32_t formation, sp_xy at, double reach_m); /* its head or tail */

/* ---- the grid of land: square cells over the theatre, row-major from the south-west */
typedef struct sp_land_grid { sp_xy low; double cell_m; int32_t columns, rows, count; } sp_land_grid;
sp_land_grid sp_land_grid_of(const sp_model *m);
static inline sp_xy sp_land_middle(const sp_land_grid *g, int32_t cell) { return (sp_xy){g->low.x + (cell % g->columns + 0.5) * g->cell_m, g->low.y + (cell / g->columns + 0.5) * g->cell_m}; }

#endif
