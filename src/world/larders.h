/* larders.h - bread by contingent: where some contingents of a side feed apart, each body of that side has a larder for every
 * one of them that it has men or beasts of, and one for all the others. Together they are what the body carries.
 * A war in which nobody feeds apart has none of them. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_LARDERS_H
#define SP_WORLD_LARDERS_H

#include "world/stores.h"

/* Has its side contingents that feed apart? */
static inline bool sp_feeds_apart(const sp_world *w, int32_t formation) { return w->model->side[w->formation.side[formation]].apart; }

/* Larders of a body in order of key; -1: none, no more. */
int32_t sp_larder_first(const sp_world *w, int32_t formation);
int32_t sp_larder_next(const sp_world *w, int32_t larder);
/* Of a body, the one of a contingent (index+1; 0: the others); -1: none. */
int32_t sp_larder_of(const sp_world *w, int32_t formation, int32_t contingent);
/* The contingent whose larder a strength row eats from, index+1. */
static inline int32_t sp_larder_feeding(const sp_world *w, int32_t strength) { return w->model->contingent[w->strength.contingent[strength]].feeds + 1; }
/* Men, and pieces of an arm, who eat from a larder, or draw with it. */
int32_t sp_larder_men(const sp_world *w, int32_t larder);
int32_t sp_larder_arm(const sp_world *w, int32_t larder, sp_arm arm);
int32_t sp_larder_carts(const sp_world *w, int32_t larder);
int32_t sp_larder_riders(const sp_world *w, int32_t larder);
int32_t sp_larder_patients(const sp_world *w, int32_t larder); /* wounded and sick who lie with the body */
/* The contingent by which it is named; the body's own key for the others in it. */
sp_key sp_larder_name(const sp_world *w, int32_t larder);
/* Days that it feeds them at the ration now issued; 1e6 where nobody eats. */
double sp_larder_days(const sp_world *w, int32_t larder);

/* Makes those that are missing, closes those of which nobody is left (what they hold goes to the others), and counts. Nothing where nobody feeds apart. */
void sp_larders_count(sp_world *w, int32_t formation);
/* What the body is in all: hunger by men, by beasts; the rest as of those who are best off. */
void sp_larders_sum_up(sp_world *w, int32_t formation);
/* Those who were told to share have as many days as one another. */
void sp_larders_pool(sp_world *w, int32_t formation);
/* So much of what the others of a body have, to one of its larders, of each in proportion. Returns what was given. */
int64_t sp_larder_give(sp_world *w, int32_t larder, int64_t grams);
void sp_larders_split(sp_world *w, int32_t parent, int32_t child);
void sp_larders_merge(sp_world *w, int32_t from, int32_t into); /* the men are in the other already; counted before */
void sp_larders_end(sp_world *w, int32_t formation);           /* the body is gone, and its grain */

/* stores.c moves through it whatever has to do with a side some of which feed apart. */
int64_t sp_larders_move(sp_world *w, sp_store from, sp_store to, int64_t grams);
void sp_larders_open(sp_world *w);
/* A depot falls to another side. */
void sp_larders_depot_falls(sp_world *w, int32_t depot, int32_t side);
sp_status sp_larders_check(const sp_world *w, char *message, size_t size);

#endif
