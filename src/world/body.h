/* body.h - what a body is worth at this moment: quality, arms and armour left, men tied down as guards.
 * Shared by the rules of battle. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_BODY_H
#define SP_WORLD_BODY_H

#include "lore/footing.h"
#include "shapan/calc_battle.h"
#include "world/near.h"

#define SP_FIGHT_STEP_MIN 5 /* fights and chases go on in steps of so many minutes of the clock */

/* Mean quality of its men 0..1; 0.5 where there are none. */
double sp_quality_of(const sp_world *w, int32_t formation);
/* How it marches on a road of that class, at the pace and in the files ordered; good until its men change. Within a tick only. */
const sp_marching_order *sp_marching_order_of(const sp_world *w, int32_t formation, sp_road_class road);
/* Share of its men who are guards or retainers: the commander's own. */
double sp_household_share(const sp_world *w, int32_t formation);
/* A trait of a person; -1: the fallback, as of an officer without a name. */
double sp_person_trait(const sp_world *w, int32_t person, sp_trait trait);
/* A trait of its commander; the trait's fallback for an unnamed officer. */
double sp_commander_trait(const sp_world *w, int32_t formation, sp_trait trait);
/* Country laid waste at the opening. */
bool sp_is_waste(const sp_model *m, sp_xy at);
/* Men who guard its prisoners: they neither fight nor pursue. */
int32_t sp_guards_of(const sp_world *w, int32_t formation);
/* In a city or a fort. */
bool sp_in_town(const sp_world *w, int32_t formation);

/* What flight has left of armour and arms, of what there was. combat.shed: 0.25 carts gone, 0.5 armour, 1 arms. */
static inline double sp_armour_left(double shed) { return 1.0 - sp_clamp((shed - 0.25) / 0.25, 0.0, 1.0); }
static inline double sp_arms_left(double shed) { return 1.0 - 0.8 * sp_clamp((shed - 0.5) / 0.5, 0.0, 1.0); }

/* Surely farther than that from the point: spares measuring along the column. */
static inline bool sp_body_beyond(const sp_world *w, int32_t f, sp_xy at, double reach_m) {
  sp_xy middle = sp_near_middle(w, f);
  double dx = middle.x - at.x, dy = middle.y - at.y, most = reach_m + sp_near_radius(w, f) + 1.0;
  return dx * dx + dy * dy > most * most;
}

/* Is a body nearer to a point than the best so far, *least_m away or -1: none; of equals the lower key. Sets *least_m when it is. */
bool sp_is_nearer(const sp_world *w, int32_t f, sp_xy at, int32_t best, double *least_m);

static inline double sp_mounted_share(const sp_world *w, int32_t f) {
  double men = sp_men_of(w, f);
  return men > 0.0 ? w->formation.mounted[f] / men : 0.0;
}

/* Marks of the clock in (from, to]: the first after from; step on by SP_FIGHT_STEP_MIN. Dice are keyed by the mark, so
 * that ticks of any length share their luck. */
static inline sp_minute sp_first_step(sp_minute from) { return (from / SP_FIGHT_STEP_MIN + 1) * SP_FIGHT_STEP_MIN; }
static inline sp_dice sp_step_dice(uint64_t seed, sp_minute mark) { return (sp_dice){seed, (uint32_t)(mark / SP_FIGHT_STEP_MIN)}; }

#endif
