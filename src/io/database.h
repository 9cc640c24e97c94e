/* database.h - inside of the database: one SQLite file, rows bound column by column in order.
 * The first thing that goes wrong stays in `failed`; later calls do nothing. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_DATABASE_H
#define SP_IO_DATABASE_H

#include "shapan/database.h"

enum { SP_DB_STATEMENTS = 32 };

typedef struct sp_db_file {
  struct sqlite3 *db;
  struct { const char *table; struct sqlite3_stmt *insert; } kept[SP_DB_STATEMENTS];
  int count, now, column; /* statement in hand, last column bound */
  sp_status failed;
} sp_db_file;

sp_status sp_db_open(sp_db_file *file, const char *path);
typedef struct sp_db_column { const char *table, *name, *type, *unit, *meaning; } sp_db_column;
void sp_db_tables(sp_db_file *file, const sp_db_column *columns, size_t count); /* those of one table stand together */
void sp_db_schema(sp_db_file *file);
void sp_db_indexes(sp_db_file *file); /* and commits */
void sp_db_close(sp_db_file *file);
void sp_db_run(sp_db_file *file, const char *sql);
void sp_db_meaning(sp_db_file *file, const char *table, const char *column, const char *unit, const char *meaning);

/* One row: begin, each column in order, end. table is a static string. */
void sp_db_begin(sp_db_file *file, const char *table);
void sp_db_integer(sp_db_file *file, int64_t value);
void sp_db_real(sp_db_file *file, double value);
void sp_db_text(sp_db_file *file, const char *text); /* NULL: null */
void sp_db_key(sp_db_file *file, sp_key key);        /* 0: null */
void sp_db_null(sp_db_file *file);
void sp_db_end(sp_db_file *file);

#endif
