/* chronicle.h - inside of the chronicle: its paragraphs in order, and the pieces of a page that the digest uses too.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_CHRONICLE_H
#define SP_IO_CHRONICLE_H

#include "io/teller.h"

enum { SP_CHRONICLE_WIDTH = 80, SP_CHRONICLE_DAY = 1440 };

typedef struct sp_chronicle_entry {
  sp_minute minute;
  size_t order, event, from, length; /* of its text in the body */
} sp_chronicle_entry;

typedef struct sp_chronicle {
  sp_teller teller;
  const sp_world *world; /* may be NULL: no forces then */
  sp_prose body, page;
  sp_chronicle_entry *entries; /* by minute, then as told */
  size_t count;
  double lat_deg;
} sp_chronicle;

/* Tells the whole log; close it whatever comes back. */
sp_status sp_chronicle_open(sp_chronicle *c, const sp_story *log, const sp_world *world, sp_lang lang);
void sp_chronicle_close(sp_chronicle *c);
/* Writes the page; SP_IO, SP_NO_MEMORY. */
sp_status sp_chronicle_write(const sp_chronicle *c, FILE *file);

sp_minute sp_chronicle_start(const sp_chronicle *c);
/* One sentence of the page under a label. */
void sp_chronicle_line(sp_chronicle *c, const char *id, const char *const *args, const char *label);
void sp_chronicle_head(sp_chronicle *c, const char *title_id); /* title, summary, forces at the opening */
/* Both calendars, sun and sky of a day, or, with `last` after it, of several. */
void sp_chronicle_day(sp_chronicle *c, sp_minute day, sp_minute last);
/* The paragraph with its minute in the margin, unless that is *shown. */
void sp_chronicle_put(sp_chronicle *c, const sp_chronicle_entry *e, sp_minute *shown);

/* digest.c: which of the entries belong to the digest; mark holds c->count. false: memory is out. */
bool sp_digest_mark(const sp_chronicle *c, bool *mark);

#endif
