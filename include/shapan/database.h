/* shapan/database.h - a run as an SQLite database (libshapan-io).
 *
 * STRICT tables: run, event, paper, formation, combat, engagement, ford, region, pool, belief, register, person,
 * measure; the tables of the daybook (daybook.h), one state to a day; and column_meaning, which says of every column what it is and in which unit.
 * Hours are minutes as in base.h beside ISO 8601 text; keys are 16 hexadecimal digits. It is the umpire's.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_DATABASE_H
#define SHAPAN_DATABASE_H

#include "shapan/story.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_database sp_database;

/* A new file at path; what is there is replaced, unless it is no SQLite database: then SP_IO and it stays.
 * every_min: minutes between two states kept, 1 or more. */
SP_API sp_status sp_database_create(const char *path, const sp_world *world, sp_minute every_min, sp_database **database);
/* Keeps the state when its hour has come. Call at the opening and after every step. */
SP_API sp_status sp_database_take(sp_database *database, const sp_world *world);
/* Events, papers, persons, measures; then the indexes. Nothing is in the file before this has succeeded. */
SP_API sp_status sp_database_finish(sp_database *database, const sp_story *log, const sp_world *world);
SP_API void sp_database_close(sp_database *database);

#ifdef __cplusplus
}
#endif
#endif
