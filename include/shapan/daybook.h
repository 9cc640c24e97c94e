/* shapan/daybook.h - a war of bread and powder day by day: grain, depots, munitions and lots, wards, works, walls, boats, bridges.
 *
 * A daybook follows one world: a state at the opening, at each midnight, and at the end, as tables with the same names,
 * columns and units as those of the database (database.h). Rows of things that are not there are left out; a war in
 * which none of it is told has tables with heads alone. It is the umpire's. SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_DAYBOOK_H
#define SHAPAN_DAYBOOK_H

#include <stdio.h>

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_daybook sp_daybook;

SP_API sp_daybook *sp_daybook_create(const sp_world *world); /* takes the opening; NULL: no memory */
/* After every step: keeps the state of a day that has ended. SP_NO_MEMORY */
SP_API sp_status sp_daybook_take(sp_daybook *book, const sp_world *world);
/* The state as the story ends, unless it was kept. */
SP_API sp_status sp_daybook_end(sp_daybook *book, const sp_world *world);
SP_API void sp_daybook_destroy(sp_daybook *book);

SP_API const char *sp_daybook_table(size_t n); /* "bread", "depot" ..; NULL beyond */
/* CSV after RFC 4180: heads like "grain_g (g)". SP_NOT_FOUND: no such table. */
SP_API sp_status sp_write_daybook_csv(FILE *file, const sp_daybook *book, const char *table);
/* docs/tables.md: every table, column, unit. */
SP_API sp_status sp_write_tables_doc(FILE *file);

#ifdef __cplusplus
}
#endif
#endif
