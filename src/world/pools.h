/* pools.h - men who are not with their body but lie about at a place: stragglers, the scattered, the escaped.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_POOLS_H
#define SP_WORLD_POOLS_H

#include "world/world.h"

/* Ordinals of pools born of one body in one minute. */
typedef enum sp_pool_birth { SP_POOL_FELL_OUT, SP_POOL_SCATTERED, SP_POOL_ESCAPED, SP_POOL_MENDED } sp_pool_birth;

/* Lists the pools by the body they belong to, in the scratch. Those made later are added by sp_pool_new. */
void sp_pools_list(sp_world *w);
/* The nearest listed pool of this body within half of straggle_back_reach_m of a point, of equals the lower key, or -1.
 * Call sp_pools_list first. */
int32_t sp_pool_near(const sp_world *w, int32_t formation, sp_xy at);
/* An empty pool of this body where its tail is, its key of that minute: one of the clock, not of the tick. -1: no row.
 * Call sp_pools_list first. */
int32_t sp_pool_new(sp_world *w, int32_t formation, sp_minute minute, sp_pool_birth birth);
/* Its men ran when their body broke, or since. */
bool sp_pool_is_scattered(const sp_world *w, int32_t pool);
/* Of men who ran, the share that ever means to come back: by how many of them ride, and whether horse or foot came after their
 * body (combat.hunted). */
double sp_pool_back_share(const sp_world *w, int32_t pool);
/* Frees a pool in which nobody is left. */
void sp_pool_close_if_empty(sp_world *w, int32_t pool);

#endif
