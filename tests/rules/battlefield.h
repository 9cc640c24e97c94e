/* battlefield.h - two armies before each other on a plain, red to the west with orders to attack, blue holding.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_RULES_BATTLEFIELD_H
#define SP_TESTS_RULES_BATTLEFIELD_H

#include "support/lab.h"
#include "world/battle.h"
#include "world/world.h"

typedef struct sp_battlefield {
  int32_t red, blue;         /* bodies: red0, red1, ... */
  int32_t red_men, blue_men; /* in each: two of five with hand guns, two with spears, one of five mounted */
  double apart_m, hours;
  int32_t tick_min, hour;    /* hour of the opening */
  bool reversed;             /* everything written down in the other order */
  bool peace;                /* nobody wants to fight */
  bool rain;
  double loyalty;            /* of every commander; 0: unnamed officers */
} sp_battlefield;

#define SP_BATTLEFIELD ((sp_battlefield){.red = 3, .blue = 3, .red_men = 3000, .blue_men = 3000, .apart_m = 1200.0, .hours = 8.0, .tick_min = 15, .hour = 6})

sp_world *sp_battlefield_open(const sp_battlefield *field, uint64_t seed);
int32_t sp_battlefield_row(const sp_world *world, const char *id);
void sp_battlefield_step(sp_world *world, int32_t ticks); /* checks the world after each */
/* The only live engagement, or -1. */
int32_t sp_battlefield_fight(const sp_world *world);
/* Men of a side's register on a line. */
int32_t sp_battlefield_line(const sp_world *world, const char *side, sp_line line);

#endif
