/* passage.h - a crossing as it is at this moment, for those who would pass: the water, the ice, what stands over it.
 * Shared by routing and by the rules, so that who plans a way and who stands at the bank reckon alike.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_PASSAGE_H
#define SP_WORLD_PASSAGE_H

#include "world/world.h"

/* ford.ice_bears: whom the ice bears, and whether it is in the way of boats and waders. */
typedef enum sp_ice_flags { SP_ICE_FOOT = 1, SP_ICE_HORSE = 2, SP_ICE_HEAVY = 4, SP_ICE_SHUTS = 8 } sp_ice_flags;
#define SP_PASSAGE_ANY_M 1e9 /* no depth of water stops them */

typedef struct sp_passage {
  int32_t crossing;
  double depth_m, light, ice_cm;
  uint8_t bears; /* sp_ice_flags */
} sp_passage;

/* Of the map's bridges and those built, how many stand. */
int32_t sp_passage_bridges(const sp_world *w, int32_t crossing);
/* Columns that may pass at once: one to each bridge, and to each track over ice that bears. */
static inline int32_t sp_passage_lanes(const sp_world *w, int32_t crossing) {
  int32_t ice = w->ford.ice_bears[crossing] & SP_ICE_FOOT ? sp_to_i32(w->constants.ice_tracks) : 1;
  return sp_max_i32(ice, sp_passage_bridges(w, crossing));
}
/* There was a bridge by the map, and none stands. */
bool sp_passage_fallen(const sp_world *w, int32_t crossing);
/* Is there timber about a crossing, at its place or along its roads? */
bool sp_wood_about(const sp_model *m, int32_t crossing);
/* How it is now. daring: for men who run for their lives, who trust themselves to thinner ice. */
sp_passage sp_passage_at(const sp_world *w, int32_t crossing, bool daring);
/* What passes of such a column in an hour, each of its arms by the quickest way that bears it. */
sp_flow sp_passage_flow(const sp_world *w, const sp_passage *p, const sp_column *column);
/* Depth from which somebody of the column cannot pass: 0 at no depth, SP_PASSAGE_ANY_M at any. */
double sp_passage_limit_m(const sp_world *w, const sp_passage *p, const sp_column *column);
/* Ice (cm) that the season's means have made at a crossing by the war's opening, and the water's warmth then. */
double sp_ice_by_season(const sp_world *w, int32_t crossing, double *water_c);
/* Minutes that one man with his horse takes; negative: he cannot pass now. */
double sp_passage_rider_min(const sp_world *w, int32_t crossing, bool on_foot);

#endif
