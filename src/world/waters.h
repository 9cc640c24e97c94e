/* waters.h - rivers between bodies in the field: who can come to blows with whom at this moment.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_WATERS_H
#define SP_WORLD_WATERS_H

#include "world/world.h"

/* Does a river lie between two points that men on foot, or such horse, cannot pass there now: neither wading nor over ice, nor by a bridge or
 * ford near by? A ferry does not help: nobody fights his way over by boatloads. */
bool sp_water_bars(const sp_world *w, bool foot, sp_xy from, sp_xy to);
/* The same between two bodies: no part of g can be come at by f, each part on the bank that it stands on, at a crossing too. */
bool sp_water_between(const sp_world *w, int32_t f, int32_t g);
/* From the nearest part of f to a point off the roads. */
bool sp_water_before(const sp_world *w, int32_t f, sp_xy at);

#endif
