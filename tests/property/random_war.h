/* random_war.h - what wars of random orders share: keyed rolls, steps with every invariant looked at, and bodies, riders and
 * saves that are watched from outside. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_PROPERTY_RANDOM_WAR_H
#define SP_TESTS_PROPERTY_RANDOM_WAR_H

#include <stdint.h>

#include "support/lab.h"

typedef struct random_dice {
  uint64_t state;
} random_dice;
uint32_t random_roll(random_dice *d, uint32_t sides); /* 0 .. sides - 1 */

/* Fights `wars` wars, 10,000 with SP_LONG, SP_RANDOM_WARS when that is set, from SP_RANDOM_FIRST on: none may have a body that
 * sticks, orders must have been given, and most of them taken. one_war returns how many stuck in it. */
typedef int32_t random_one_war(uint64_t number, int32_t *given, int32_t *refused);
void random_wars(random_one_war *one_war, uint64_t wars);
/* An order of a headquarters as it may be written; counted. */
void random_order(sp_world *war, const char *from, const char *line, int32_t *given, int32_t *refused);

/* One tick, and sp_world_check after it; fails the test when either is not fine. */
void random_step(sp_world *war, uint64_t number);

typedef struct random_watch {
  double marched_m, tail, goal; /* where its tail is, as one number */
  sp_minute since;
} random_watch;
#define RANDOM_WATCHED 512

/* Has it stood for a day's length though told to march, or in the water whatever it is told? Before the enemy or his walls it may,
 * and behind one that follows, or waits itself, or stands before the enemy. 1 and a line on stderr when somebody has. */
int32_t random_stuck(const sp_world *war, random_watch seen[RANDOM_WATCHED], uint64_t number, int sides);

typedef struct random_rider {
  sp_key key; /* of his paper */
  double ridden_min;
  sp_minute since;
} random_rider;
#define RANDOM_RIDERS 4096

/* Men who carried papers: 1 when one is left with a paper that is done with, or has not stirred for two days though no water
 * keeps him and no staff has yet to read what he brought. */
int32_t random_lost_riders(const sp_world *war, random_rider seen[RANDOM_RIDERS], uint64_t number);

/* Saves the war and reads it back: the same state, and it goes on with the one that was read. */
sp_world *random_reopened(sp_world *war, uint64_t number);

#endif
