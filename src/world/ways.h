/* ways.h - what each edge costs each kind of mover under today's ground, for routing.
 * Costs are quantised by ground epoch, so that shared distance fields live long; they are
 * scratch, rebuilt from state alone, and never hashed. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_WAYS_H
#define SP_WORLD_WAYS_H

#include "lore/footing.h"
#include "world/world.h"

/* Recomputes the tables when the quantised ground has changed. Call before any rule of a tick
 * and after a load. SP_NO_MEMORY leaves the old tables. */
sp_status sp_ways_refresh(sp_world *w);
const sp_route_costs *sp_ways_costs(const sp_world *w, sp_mover mover);
/* A rider keeps to the highway, the way that wheels would take, for there he may meet his man; fords are judged by
 * what a horse can do. To be asked for as SP_MOVER_WHEELS. */
const sp_route_costs *sp_ways_highway(const sp_world *w);
/* Way for a mover between two nodes; see sp_route. avoid: leg not to start back along, or SP_NO_LEG. */
int32_t sp_ways_route(sp_world *w, int32_t from_node, int32_t goal_node, sp_mover mover, sp_leg avoid, sp_key tie, sp_leg *legs, int32_t max_legs, double *minutes);
sp_going sp_going_on(const sp_world *w, int32_t edge, double knows_ground);
/* The same as the formulas of marching and riding want it, its footing kept from one asker to the next. */
sp_stretch sp_stretch_on(const sp_world *w, int32_t edge, double knows_ground);
sp_mover sp_mover_of(const sp_column *column);

#endif
