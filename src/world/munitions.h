/* munitions.h - powder, grenades and smoke pots: who has how much of them, of what worth, and their register. munitions.c is the only code that changes them.
 *
 * Powder is counted in grams, grenades and pots in pieces. A formation's train carries powder, its men the others; a depot keeps powder and grenades; all
 * else they may become is a line of their side's register. What goes into pouches and cartridges counts as issued, and so does
 * a grenade thrown. For every side, kind and line: opening + in - out = closing; the enemy is outside.
 * Worth travels along: of two lots mixed each grenade is as likely to be bad as before, and the strengths of powder have their mean.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_MUNITIONS_H
#define SP_WORLD_MUNITIONS_H

#include "world/world.h"

typedef enum sp_munition_line { SP_MUNITION_CARRIED, SP_MUNITION_KEPT, SP_MUNITION_ISSUED, SP_MUNITION_TRIED, SP_MUNITION_BURNT, SP_MUNITION_LOST, SP_MUNITION_ENEMY, SP_MUNITION_LINE_COUNT, SP_MUNITION_OUTSIDE = SP_MUNITION_LINE_COUNT } sp_munition_line;

typedef struct sp_magazine {
  sp_munition_line line;
  int32_t row; /* formation, depot; -1 for a line that nobody holds */
  int32_t side;
} sp_magazine;
static inline sp_magazine sp_munition_carried(const sp_world *w, int32_t formation) { return (sp_magazine){SP_MUNITION_CARRIED, formation, w->formation.side[formation]}; }
static inline sp_magazine sp_munition_kept(const sp_world *w, int32_t depot) { return (sp_magazine){SP_MUNITION_KEPT, depot, w->depot.side[depot]}; }
static inline sp_magazine sp_munition_line_of(sp_munition_line line, int32_t side) { return (sp_magazine){line, -1, side}; }

/* Moves n, or what there is, which it returns; between two sides as sp_store_move does. */
int64_t sp_munition_move(sp_world *w, sp_munition kind, sp_magazine from, sp_magazine to, int64_t n);
int64_t sp_munition_standing(const sp_world *w, sp_munition kind, int32_t side, sp_munition_line line); /* closing of a line; 0 when nobody counts */
int64_t sp_munition_held(const sp_world *w, sp_munition kind, sp_magazine at); /* what may be given out there */

/* So much comes to a depot from outside the theatre, of a lot. */
void sp_munitions_deliver(sp_world *w, int32_t depot, int64_t powder_g, int32_t grenades, const sp_lot_start *lot);

void sp_munitions_open(sp_world *w); /* what the scenario says is carried and kept */
bool sp_munitions_are_of(const sp_world *w, const sp_model *m);
sp_status sp_munitions_check(const sp_world *w, char *message, size_t size);

/* What a lot is truly worth in this war: drawn once, the same for all who have of it. */
double sp_lot_ln(const sp_world *w, const sp_lot_start *lot);
void sp_lot_bad(const sp_world *w, const sp_lot_start *lot, double bad[3]);
static inline double sp_grenades_bad(const sp_world *w, int32_t f) { return w->combat.lot_bad[f * 3] + w->combat.lot_bad[f * 3 + 1] + w->combat.lot_bad[f * 3 + 2]; }

/* A detachment takes the share of what its carriers can take of powder, and `share` of the grenades; a body that joins hands over all. */
void sp_munitions_split(sp_world *w, int32_t parent, int32_t child, double share);
void sp_munitions_merge(sp_world *w, int32_t from, int32_t into, int32_t men); /* the men are in the other already */
void sp_munitions_lose(sp_world *w, int32_t formation, double share); /* that share of all it carries */
void sp_munitions_lose_all(sp_world *w, int32_t formation); /* of a body that is no more */
void sp_munitions_fall_to(sp_world *w, int32_t depot, int32_t side, int32_t loser); /* its side is the new one already */

/* Grams of a full issue in pouches and at the guns, and what of that is wanting. */
double sp_issue_full_g(const sp_world *w, int32_t formation);
double sp_issue_wanting_g(const sp_world *w, int32_t formation);
/* Fills pouches and guns from a train or depot with at most so many grams, in proportion; grams that went in. */
int64_t sp_issue_powder(sp_world *w, int32_t formation, sp_magazine from, int64_t most);
int64_t sp_powder_room_g(const sp_world *w, int32_t formation);  /* what its train can still take */
int32_t sp_grenade_room(const sp_world *w, int32_t formation);

/* What its men saw of pieces of any kind: how far they trust their weapons. */
void sp_failures_seen(sp_world *w, int32_t formation, int32_t tried, int32_t failed);
/* The same of grenades thrown in a fight. */
void sp_grenades_seen(sp_world *w, int32_t formation, int32_t thrown, int32_t failed);
/* Lays the grenades of a body aside: in that depot with all like them there, or (-1) with the body. Returns how many of the body's. */
int32_t sp_grenades_refuse(sp_world *w, int32_t formation, int32_t depot);
/* Own depot with something of that kind to give out, nearest to a body and within depot_reach_m; ties by key. -1 none. */
int32_t sp_magazine_in_reach(const sp_world *w, int32_t formation, sp_munition kind);
int32_t sp_depot_to_burn(const sp_world *w, int32_t formation); /* the same with anything in it at all */

#endif
