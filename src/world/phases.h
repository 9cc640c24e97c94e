/* phases.h - orders kept for their moment, from the keeping to the end. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_PHASES_H
#define SP_WORLD_PHASES_H

#include "world/world.h"

typedef enum sp_phase_state { SP_PHASE_NEW, SP_PHASE_WAITS, SP_PHASE_GIVEN, SP_PHASE_UNDER_WAY, SP_PHASE_STATES } sp_phase_state;
/* Why a phase does not come. Texts "phase.<word>". */
typedef enum sp_phase_cause { SP_PHASE_NEVER, SP_PHASE_GONE, SP_PHASE_BROKEN, SP_PHASE_UNWILLING, SP_PHASE_UNHEARD, SP_PHASE_NOBODY, SP_PHASE_HELD_UP, SP_PHASE_CANCELLED, SP_PHASE_REFUSED, SP_PHASE_TOO_LATE, SP_PHASE_CAUSES } sp_phase_cause;

/* A row for an order that `hq` keeps. false: none is free. */
bool sp_phase_open(sp_world *w, int32_t order, int32_t hq, sp_minute since);
void sp_phase_tell(sp_world *w, int32_t phase); /* it is kept: emits PHASE_WAITS */
int32_t sp_phase_of(const sp_world *w, int32_t order); /* of that kept order, or -1 */
/* Its moment has come, and the order was given as `copy`. Emits PHASE_OPENS. */
void sp_phase_give(sp_world *w, int32_t phase, int32_t copy, sp_minute minute);
/* It does not come. Emits PHASE_FAILS, frees the row; what was kept is struck. */
void sp_phase_fail(sp_world *w, int32_t phase, sp_phase_cause cause, sp_minute minute);
/* Orders kept by this body's headquarters for itself are struck: it has been told otherwise. */
void sp_phases_cancel(sp_world *w, int32_t formation, sp_minute minute);
/* It keeps an order to fight, and is not to be drawn into a fight before. */
bool sp_waits_for_its_moment(const sp_world *w, int32_t formation);
/* Its moment has come, and it is on its way in: it is no reserve. */
bool sp_comes_at_its_moment(const sp_world *w, int32_t formation);
/* The body that it is for, and does it now; -1: all of them, or none. */
int32_t sp_phase_body(const sp_world *w, int32_t phase);

#endif
