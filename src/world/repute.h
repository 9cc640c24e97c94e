/* repute.h - what is noted of a body's prisoners, merits and promises. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_REPUTE_H
#define SP_WORLD_REPUTE_H

#include "world/world.h"

/* n men of formation `of` have been taken by body `captor`: they may be questioned. */
void sp_captives_note(sp_world *w, int32_t captor, int32_t of, int32_t n, sp_minute minute);
/* What a body has earned and was promised goes over to the one that it joins; men: its own before it did. */
void sp_repute_merge(sp_world *w, int32_t from, int32_t to, int32_t men);
/* Nothing is promised to it any more. */
void sp_promise_close(sp_world *w, int32_t formation);
/* Who leads the body that formation `f` fights under: his person, as the order of battle has it; -1: nobody with a name. */
int32_t sp_known_chief(const sp_world *w, int32_t f);

#endif
