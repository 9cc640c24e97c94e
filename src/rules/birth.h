/* birth.h - a part of a body becomes a body of its own: used by orders (detachments) and leaders (those who ride off).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_BIRTH_H
#define SP_RULES_BIRTH_H

#include "rules/rules.h"

#define SP_BORN_DETACHMENT 4u /* what new keys are made of */
#define SP_BORN_FLIGHT 6u

/* A new body without men where the parent's commander rides, with the parent's state, picture and superior, under an
 * unnamed officer. -1: no row is free. */
int32_t sp_give_birth(sp_tick *t, int32_t parent, uint32_t purpose, sp_minute born);
/* Hands over the horses that go with the riders who went from `parent` to `child`; riders_before: the parent's. */
void sp_take_mounts(sp_tick *t, int32_t parent, int32_t child, int32_t riders_before);

#endif
