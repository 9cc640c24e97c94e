/* database_file.c - the SQLite file itself: schema, rows, indexes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/database.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOUR(table) {table, "minute", "INTEGER NOT NULL", "min", "local solar minutes since 1600-01-01 00:00"}, {table, "time", "TEXT NOT NULL", "ISO 8601", "the same, local solar time"}

static const sp_db_column columns[] = {
    {"run", "what", "TEXT PRIMARY KEY NOT NULL", "", "what is said of the run"},
    {"run", "value", "TEXT", "", "what it is"},
    {"name", "key", "TEXT PRIMARY KEY NOT NULL", "key", "of a formation, crossing or region"},
    {"name", "name_en", "TEXT NOT NULL", "", "its name"},
    {"name", "name_zh", "TEXT NOT NULL", "", "its name"},
    {"name", "commander_en", "TEXT NOT NULL", "", "who commanded it when first heard of; empty: an unnamed officer, or no formation"},
    {"name", "commander_zh", "TEXT NOT NULL", "", "the same"},
    {"event", "number", "INTEGER PRIMARY KEY", "", "in the order of happening"},
    HOUR("event"),
    {"event", "type", "TEXT NOT NULL", "", "as in events.def"},
    {"event", "level", "INTEGER NOT NULL", "", "1 in the chronicle, 2 in full"},
    {"event", "side", "TEXT", "", "the subject's side"},
    {"event", "subject", "TEXT", "key", "formation, crossing or region, by type"},
    {"event", "object", "TEXT", "key", "the other party"},
    {"event", "a", "INTEGER NOT NULL", "", "by type"},
    {"event", "b", "INTEGER NOT NULL", "", "by type"},
    {"event", "c", "INTEGER NOT NULL", "", "by type"},
    {"event", "value", "REAL NOT NULL", "", "by type"},
    {"event", "lat", "REAL", "deg", "where"},
    {"event", "lon", "REAL", "deg", "where"},
    {"event", "where_en", "TEXT NOT NULL", "", "where in words, for events told with their place"},
    {"event", "where_zh", "TEXT NOT NULL", "", "the same"},
    {"event", "text_en", "TEXT NOT NULL", "", "the order's words, or the person's name"},
    {"event", "text_zh", "TEXT NOT NULL", "", "the same"},
    {"event", "paper", "INTEGER", "", "number of the paper it speaks of"},
    {"paper", "number", "INTEGER PRIMARY KEY", "", "in the order of sending as far as known"},
    {"paper", "kind", "TEXT", "", "order, request, word, report"},
    {"paper", "signal", "INTEGER NOT NULL", "flag", "went by drum or gun"},
    {"paper", "sender", "TEXT", "key", "formation of the sender"},
    {"paper", "recipient", "TEXT", "key", "formation of the recipient"},
    {"paper", "sent", "INTEGER", "min", "when the rider left"},
    {"paper", "tail", "INTEGER", "min", "when he passed the column's tail"},
    {"paper", "middle", "INTEGER", "min", "its middle"},
    {"paper", "head", "INTEGER", "min", "its head"},
    {"paper", "delivered", "INTEGER", "min", "when the commander had it"},
    {"paper", "acted", "INTEGER", "min", "when the staff had dealt with it"},
    {"paper", "ended", "INTEGER", "min", "when it was caught or lost, or the rider was back"},
    {"paper", "fate", "TEXT NOT NULL", "", "under way, heard, acted, caught, lost"},
    {"paper", "taken_by", "TEXT", "key", "formation that caught the rider"},
    {"paper", "text_en", "TEXT NOT NULL", "", "what it says"},
    {"paper", "text_zh", "TEXT NOT NULL", "", "the same"},
    HOUR("belief"),
    {"belief", "hq", "TEXT NOT NULL", "key", "formation whose headquarters believes it"},
    {"belief", "number", "INTEGER NOT NULL", "", "that headquarters' own number for the contact"},
    {"belief", "own_side", "INTEGER NOT NULL", "flag", "a body of its own side"},
    {"belief", "formation", "TEXT", "key", "own side only: which"},
    {"belief", "lat", "REAL NOT NULL", "deg", "where it was reported"},
    {"belief", "lon", "REAL NOT NULL", "deg", "where it was reported"},
    {"belief", "error_m", "REAL NOT NULL", "m", "spread of the place by now"},
    {"belief", "seen", "INTEGER NOT NULL", "min", "when it was seen"},
    {"belief", "heard", "INTEGER NOT NULL", "min", "when that became known here"},
    {"belief", "men", "INTEGER NOT NULL", "count", "estimate of men"},
    {"belief", "sigma", "REAL NOT NULL", "ln", "log-normal spread of that estimate"},
    {"belief", "heading_deg", "REAL NOT NULL", "deg", "clockwise from north; negative: standing"},
    {"belief", "arms", "INTEGER NOT NULL", "enum", "0 foot, 1 mixed, 2 horse, 3 carts"},
    {"belief", "confidence", "REAL NOT NULL", "share", "0..1"},
    {"belief", "source", "TEXT", "key", "formation whose men saw it"},
    HOUR("register"),
    {"register", "side", "TEXT NOT NULL", "", "id"},
    {"register", "contingent", "TEXT NOT NULL", "", "id"},
    {"register", "arm", "TEXT NOT NULL", "", "spear, foot, horse, carts ..."},
    {"register", "class", "TEXT NOT NULL", "", "line, guards, recruits ..."},
    {"register", "rank", "TEXT NOT NULL", "", "men, company officers, battalion officers, generals"},
    {"register", "line", "TEXT NOT NULL", "", "present, straggling, killed ...; lines without anybody are left out"},
    {"register", "count", "INTEGER NOT NULL", "count", "how many stand on it"},
    {"person", "id", "TEXT PRIMARY KEY NOT NULL", "", "as in the scenario"},
    {"person", "name_en", "TEXT NOT NULL", "", "name"},
    {"person", "name_zh", "TEXT NOT NULL", "", "name"},
    {"person", "side", "TEXT", "", "id"},
    {"person", "formation", "TEXT", "key", "where he rode when it befell him, or rides at the end"},
    {"person", "fate", "TEXT NOT NULL", "", "with_army, in_flight, fled, killed, wounded, died, mended, captured, missing"},
    {"person", "minute", "INTEGER", "min", "when it befell him"},
    {"person", "where_en", "TEXT NOT NULL", "", "where it befell him, or where he is"},
    {"person", "where_zh", "TEXT NOT NULL", "", "the same"},
    {"person", "heard", "INTEGER", "min", "when the first paper that left his men afterwards was heard"},
    {"person", "heard_by", "TEXT", "key", "by which formation's headquarters"},
    {"measure", "id", "TEXT PRIMARY KEY NOT NULL", "", "as in the scenario"},
    {"measure", "name_en", "TEXT NOT NULL", "", "name"},
    {"measure", "name_zh", "TEXT NOT NULL", "", "name"},
    {"measure", "unit", "TEXT NOT NULL", "", "men, min, m"},
    {"measure", "value", "REAL", "", "null: not known by the end"},
};

void sp_db_run(sp_db_file *file, const char *sql) {
  if (file->failed != SP_OK) return;
  int code = sqlite3_exec(file->db, sql, NULL, NULL, NULL);
  if (code != SQLITE_OK) file->failed = code == SQLITE_NOMEM ? SP_NO_MEMORY : SP_IO;
}

/* An older database may be replaced; a letter or a save that stands under that name may not. */
static bool may_replace(const char *path) {
  char head[16] = "";
  FILE *old = fopen(path, "rb");
  if (!old) return true;
  size_t size = fread(head, 1, sizeof head, old);
  fclose(old);
  return size == 0 || (size == sizeof head && memcmp(head, "SQLite format 3", 16) == 0);
}

sp_status sp_db_open(sp_db_file *file, const char *path) {
  *file = (sp_db_file){.failed = SP_OK};
  if (!may_replace(path)) return file->failed = SP_IO;
  remove(path);
  if (sqlite3_open_v2(path, &file->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) return file->failed = SP_IO;
  sp_db_run(file, "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA application_id=0x73686170; BEGIN");
  return file->failed;
}

void sp_db_meaning(sp_db_file *file, const char *table, const char *name, const char *unit, const char *meaning) {
  sp_db_begin(file, "column_meaning");
  sp_db_text(file, table);
  sp_db_text(file, name);
  sp_db_text(file, unit ? unit : "");
  sp_db_text(file, meaning ? meaning : "");
  sp_db_end(file);
}

void sp_db_tables(sp_db_file *file, const sp_db_column *c, size_t count) {
  char ddl[4096];
  for (size_t from = 0, to; from < count; from = to) {
    size_t used = (size_t)snprintf(ddl, sizeof ddl, "CREATE TABLE \"%s\"(", c[from].table);
    for (to = from; to < count && strcmp(c[to].table, c[from].table) == 0; to++) {
      if (used < sizeof ddl) used += (size_t)snprintf(ddl + used, sizeof ddl - used, "%s\"%s\" %s", to > from ? ", " : "", c[to].name, c[to].type);
      sp_db_meaning(file, c[to].table, c[to].name, c[to].unit, c[to].meaning);
    }
    if (used < sizeof ddl) snprintf(ddl + used, sizeof ddl - used, ") STRICT");
    sp_db_run(file, ddl);
  }
}

void sp_db_schema(sp_db_file *file) {
  sp_db_run(file, "CREATE TABLE column_meaning(table_name TEXT NOT NULL, column_name TEXT NOT NULL, unit TEXT NOT NULL, meaning TEXT NOT NULL, PRIMARY KEY(table_name, column_name)) STRICT");
  sp_db_tables(file, columns, sizeof columns / sizeof *columns);
}

void sp_db_indexes(sp_db_file *file) {
  sp_db_run(file, "CREATE INDEX event_by_type ON event(type); CREATE INDEX event_by_subject ON event(subject, minute); CREATE INDEX formation_by_key ON formation(key, minute);"
                  "CREATE INDEX bread_by_formation ON bread(formation, minute); CREATE INDEX depot_by_key ON depot(depot, minute); CREATE INDEX ward_by_formation ON ward(formation, minute);"
                  "CREATE INDEX belief_by_hq ON belief(hq, minute); CREATE INDEX paper_by_sender ON paper(sender, sent); COMMIT");
}

void sp_db_close(sp_db_file *file) {
  for (int i = 0; i < file->count; i++) sqlite3_finalize(file->kept[i].insert);
  sqlite3_close(file->db);
  *file = (sp_db_file){.failed = SP_IO};
}

/* ---- rows */

static sqlite3_stmt *in_hand(const sp_db_file *file) { return file->failed == SP_OK ? file->kept[file->now].insert : NULL; }

static int columns_of(sp_db_file *file, const char *table) {
  sqlite3_stmt *ask = NULL;
  char sql[160];
  int count = 0;
  snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", table);
  if (sqlite3_prepare_v2(file->db, sql, -1, &ask, NULL) == SQLITE_OK) count = sqlite3_column_count(ask);
  sqlite3_finalize(ask);
  return count;
}

void sp_db_begin(sp_db_file *file, const char *table) {
  if (file->failed != SP_OK) return;
  file->column = 0;
  for (file->now = 0; file->now < file->count; file->now++)
    if (strcmp(file->kept[file->now].table, table) == 0) return;
  char sql[1024];
  int many = columns_of(file, table);
  size_t used = (size_t)snprintf(sql, sizeof sql, "INSERT INTO \"%s\" VALUES(", table);
  for (int i = 0; i < many && used + 8 < sizeof sql; i++) used += (size_t)snprintf(sql + used, sizeof sql - used, i ? ",?" : "?");
  snprintf(sql + used, sizeof sql - used, ")");
  if (file->count == SP_DB_STATEMENTS || sqlite3_prepare_v2(file->db, sql, -1, &file->kept[file->count].insert, NULL) != SQLITE_OK) {
    file->failed = SP_IO;
    return;
  }
  file->kept[file->count].table = table;
  file->count++;
}

static void bound(sp_db_file *file, int code) {
  if (code != SQLITE_OK) file->failed = code == SQLITE_NOMEM ? SP_NO_MEMORY : SP_IO;
}

void sp_db_integer(sp_db_file *file, int64_t value) {
  if (in_hand(file)) bound(file, sqlite3_bind_int64(in_hand(file), ++file->column, value));
}

void sp_db_real(sp_db_file *file, double value) {
  if (in_hand(file)) bound(file, sqlite3_bind_double(in_hand(file), ++file->column, value));
}

void sp_db_text(sp_db_file *file, const char *text) {
  if (!text) sp_db_null(file);
  else if (in_hand(file)) bound(file, sqlite3_bind_text(in_hand(file), ++file->column, text, -1, SQLITE_TRANSIENT));
}

void sp_db_key(sp_db_file *file, sp_key key) {
  char digits[20];
  snprintf(digits, sizeof digits, "%016llx", (unsigned long long)key);
  sp_db_text(file, key ? digits : NULL);
}

void sp_db_null(sp_db_file *file) {
  if (in_hand(file)) bound(file, sqlite3_bind_null(in_hand(file), ++file->column));
}

void sp_db_end(sp_db_file *file) {
  sqlite3_stmt *row = in_hand(file);
  if (!row) return;
  int code = sqlite3_step(row);
  sqlite3_reset(row);
  sqlite3_clear_bindings(row);
  if (code != SQLITE_DONE) file->failed = code == SQLITE_NOMEM ? SP_NO_MEMORY : SP_IO;
}
