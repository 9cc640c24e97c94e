/* voyage.h - sea lanes, and the rows of those who go by them. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_VOYAGE_H
#define SP_WORLD_VOYAGE_H

#include "world/world.h"

/* voyage.stage: nothing begun (or rafts alone); going on board; on board, waiting for the wind; under way; going ashore. */
typedef enum sp_voyage_stage { SP_VOYAGE_ASHORE, SP_VOYAGE_LOADING, SP_VOYAGE_LOADED, SP_VOYAGE_SAILING, SP_VOYAGE_LANDING, SP_VOYAGE_STAGE_COUNT } sp_voyage_stage;

/* Does any sea lane end at a node? */
bool sp_lanes_to(const sp_model *m, int32_t node);
/* The lane from one node to another, of several the shortest; SP_NO_LEG: none. */
sp_leg sp_lane_between(const sp_model *m, int32_t from, int32_t to);
/* The node nearest to a body from which a lane leads to a place; -1: none. */
int32_t sp_port_for(const sp_world *w, int32_t formation, int32_t bound_for);

/* It stands on the shore in good order and nobody hinders it. */
bool sp_free_to_embark(const sp_world *w, int32_t formation);

int32_t sp_boats_of(const sp_world *w, int32_t formation);
/* Wounded and sick who lie with it, on every line. */
int32_t sp_patients_about(const sp_world *w, int32_t formation);
/* Bread that its men have on them, kg: it takes no room; and the room of all that it has to carry, in men. */
double sp_bags_kg(const sp_world *w, int32_t formation);
double sp_sea_cargo(const sp_world *w, int32_t formation);

/* A body's row, -1: it has none. */
int32_t sp_voyage_of(const sp_world *w, int32_t formation);
/* The same, made when there is none. -1: no row is free. */
int32_t sp_voyage_open(sp_world *w, int32_t formation);

#endif
