/* army.h - a small war for the tests of the world: a road with a ford, two armies, all by the public builder.
 *
 *   west (0 km) ---- 12 km post road ---- ford over the reed ---- 8 km ---- east        south, off the roads
 *   side north: main at west (parent), van 5 km from west toward ford, rear at west (both under main)
 *   side south: guard at east
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_WORLD_ARMY_H
#define TESTS_UNIT_WORLD_ARMY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "shapan/view.h"
#include "world/rows.h"

#define assert_near(a, b, tolerance) assert_true(sp_abs((a) - (b)) <= (tolerance))

enum { EXTRA_NONE = 0, EXTRA_REVERSED = 1, EXTRA_MANY = 2 };

/* extra: EXTRA_REVERSED adds the formations' lines from last to first; EXTRA_MANY adds 20 bodies under main. */
sp_model *army_model(int extra);
sp_world *army_world(sp_model *model); /* seed 7; asserts that every invariant holds */
int32_t army_row(const sp_world *w, const char *formation);
/* A strength row of that arm in the formation, or -1. */
int32_t army_strength(const sp_world *w, int32_t formation, sp_arm arm);
void army_check(const sp_world *w); /* fails the test with the message of a broken invariant */
/* A pool of stragglers and a paper on its way, empty of men. */
int32_t army_pool(sp_world *w, int32_t formation);
int32_t army_message(sp_world *w, int32_t from, int32_t to);

#endif
