/* ensemble_file.h - inside of an ensemble's SQLite file. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_ENSEMBLE_FILE_H
#define SP_IO_ENSEMBLE_FILE_H

#include <sqlite3.h>

#include "io/ensemble.h"

enum {
  SP_FILE_ID = 0x5350454E, /* "SPEN", SQLite's application_id */
  SP_FILE_FORMAT = 1,      /* SQLite's user_version */
  SP_FILE_BATCH = 64,      /* runs between two writings to the disk */
};

struct sp_ensemble_file {
  sqlite3 *db;
  sqlite3_stmt *add_run, *add_value;
  int code;                  /* of the last failure */
  int waiting;               /* runs since the last writing */
  bool open;                 /* a transaction is open */
  sp_ensemble_about about;   /* read from the file */
  char *texts[20];           /* what it points into: scenario, against, overlays */
  const char *with[16];
  sp_model *model[SP_ARMS];  /* whose ids the measures have; retained */
};

/* SP_OK, or SP_IO with the code kept. */
sp_status sp_file_do(sp_ensemble_file *f, const char *sql);
sp_status sp_file_begin(sp_ensemble_file *f);
sp_status sp_file_commit(sp_ensemble_file *f);
sqlite3_stmt *sp_file_prepare(sp_ensemble_file *f, const char *sql); /* NULL: the code is kept */
sp_status sp_file_step(sp_ensemble_file *f, sqlite3_stmt *statement); /* one that gives no rows; resets it */
/* What an ensemble was made under, as the table about keeps it. n from 0; false past the end. */
typedef struct sp_made_under {
  const char *key;
  char value[24];
  const char *word; /* what differs, for people */
} sp_made_under;
bool sp_file_made_under(const sp_ensemble *e, int n, sp_made_under *out);

/* ensemble_file_said.c */
sp_status sp_file_write_said(sp_ensemble_file *f, sp_ensemble *e);

#endif
