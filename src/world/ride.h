/* ride.h - a rider's place on the graph, and in the measure of a column.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_RIDE_H
#define SP_WORLD_RIDE_H

#include "world/world.h"

/* Metres from a column's tail toward its head (beyond it along the legs held, below 0 behind it on leg 0) of a
 * spot on a leg; *direction: +1 when the leg runs as the column does. false: the column holds no such edge. */
bool sp_column_measure(const sp_world *w, int32_t formation, sp_leg leg, double along_m, double *at_m, int *direction);
bool sp_column_measure_node(const sp_world *w, int32_t formation, int32_t node, double *at_m);
/* Back: the leg, in the column's direction, and the way along it; clamped to the legs held. */
void sp_column_spot(const sp_world *w, int32_t formation, double at_m, sp_leg *leg, double *along_m);
/* Where its commander rides. */
double sp_column_chief_m(const sp_world *w, int32_t formation);
/* Its pace now, 0 unless it marches unhindered. */
double sp_column_pace_m_min(const sp_world *w, int32_t formation);
/* The spot of an edge nearest to a point: metres from node[0], and how far off it lies. */
double sp_edge_nearest_m(const sp_model *m, int32_t edge, sp_xy at, double *off_m);
/* Distance from a point to the column, and the nearest point of it (may be NULL). */
double sp_column_distance_m(const sp_world *w, int32_t formation, sp_xy at, sp_xy *nearest);

/* Factor on the pace of the man who carries a paper: the same on all his way. */
double sp_rider_luck(const sp_world *w, int32_t message);

#endif
