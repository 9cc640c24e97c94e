/* earthworks.h - ditch and parapet as they lie in the field: whose use they are. Pure helpers, shared by works and battle.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_EARTHWORKS_H
#define SP_WORLD_EARTHWORKS_H

#include "shapan/calc_supply.h"
#include "world/battle.h"

#define SP_WORKS_STRAIGHT 0.5 /* cosine of 60 degrees: a front serves against what comes from within that of where it looks */

/* What works do for a body. Shares of what they could do at most: cover 0..1 against fire and blows, ditch 0..1 before it,
 * ring 0..1 how far they are closed, wall 0..1 how far they must be climbed. All are less when there is more front to hold than there are works. */
typedef struct sp_works_use { double cover, ditch, ring, wall; } sp_works_use;

/* Against an enemy in that direction (a unit vector from the body to him). */
sp_works_use sp_works_about(const sp_world *w, int32_t formation, sp_xy toward);

/* The wall behind which it stands, holding or at rest, or -1. Whose the place is not, has no use of it. */
int32_t sp_wall_of(const sp_world *w, int32_t formation);
double sp_wall_length_m(const sp_world *w, int32_t wall);
/* What that wall does for it. */
sp_works_use sp_wall_about(const sp_world *w, int32_t formation);

enum { SP_OCTANTS = 8 };
/* Octant in which a point lies, seen from the wall's place: 0 north, 1 north-east .. 7 north-west. */
int32_t sp_octant_of(const sp_world *w, int32_t wall, sp_xy at);
/* The wall about which a body draws a ring, and stands in it; -1: none. */
int32_t sp_ring_drawn_by(const sp_world *w, int32_t formation);
/* The ring about that wall as it is for a side: its largest body, or -1 when there is none, or it is the side's own. */
int32_t sp_ring_against(const sp_world *w, int32_t wall, int8_t side);
/* How far an octant of the ring is closed as those within believe, by what their watchers saw and how long ago; below 0: they have seen nothing yet.
 * The second: the octant that they think thinnest, or -1; of equals the first from the north. */
double sp_ring_believed(const sp_world *w, int32_t wall, int8_t side, int32_t octant);
int32_t sp_ring_thinnest(const sp_world *w, int32_t wall, int8_t side);
/* Length of a ring about that wall, m. */
double sp_ring_m(const sp_world *w, int32_t wall);
/* Rate per minute at which a lone man of that side, sent by body `from` (-1: whoever), is taken by the posts of a ring he is passing; 0: there is none there. *captor gets
 * the body that draws it. */
double sp_ring_caught_per_min(const sp_world *w, sp_xy at, int32_t from, int8_t side, double light, int32_t *captor);

/* Depth reached, m. */
double sp_work_depth_m(const sp_world *w, int32_t work);
/* Earth thrown up for each metre of it, m2. */
double sp_work_section_m2(const sp_world *w, int32_t work);
/* Earth still to be moved until they are as deep as is wanted, m3. */
double sp_work_left_m3(const sp_world *w, int32_t work);
/* Men of a body who can dig: by the tools it has; where its contingent says nothing of tools, by the share of men with one. */
double sp_diggers_of(const sp_world *w, int32_t formation);
/* A body at those works at this minute, with what hinders it. */
sp_digging sp_digging_of(const sp_world *w, int32_t formation, int32_t work, sp_minute minute);
/* It stands where it was told to dig, and nothing keeps it from it. Before a wall that it invests it digs with the enemy in sight. */
bool sp_can_dig(const sp_world *w, int32_t formation);
/* The ground on which a body stands. */
typedef struct sp_ground { sp_relief relief; sp_cover cover; sp_soil soil; } sp_ground;
sp_ground sp_ground_of(const sp_world *w, int32_t formation);
/* Hours of daylight in which a body throws up works of that depth along its own front, as the ground looks to it now. */
double sp_own_front_h(const sp_world *w, int32_t formation, double depth_m);
/* Within reach of the works' middle. */
bool sp_work_is_at(const sp_world *w, int32_t work, sp_xy at);
/* Stands, formed, and has closed up; not on the road, and not on the way by its orders. */
bool sp_stands_still(const sp_world *w, int32_t formation);

#endif
