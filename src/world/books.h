/* books.h - what each headquarters last knew of the stores of its side. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_BOOKS_H
#define SP_WORLD_BOOKS_H

#include "world/world.h"

/* The rows of each headquarters in a list; built when it is wanted, no state. */
typedef struct sp_books { int32_t *first, *next; int32_t hqs, rows; } sp_books;
bool sp_books_open(const sp_world *w, sp_books *b); /* false: no memory */
void sp_books_close(sp_books *b);

/* What he believes of a store. */
typedef struct sp_store_note { int8_t side; int64_t grain_g, powder_g; int32_t grenades; sp_minute seen; } sp_store_note;
/* His own note; else, of a store of the opening, what all of its side were told then. false: he never heard of it. */
bool sp_store_noted(const sp_world *w, const sp_books *b, int32_t hq, int32_t depot, sp_store_note *note);
/* He sees it himself. */
void sp_store_seen(sp_world *w, sp_books *b, int32_t hq, int32_t depot, sp_minute now);
/* He takes it for burnt, by a smoke that he has seen from afar; what he knows better he keeps. false: he knew it already. */
bool sp_store_taken_for_burnt(sp_world *w, sp_books *b, int32_t hq, int32_t depot, sp_minute now);
/* What `from` knew when he wrote becomes known to `to`, where it is newer than what he had. */
void sp_stores_told(sp_world *w, sp_books *b, int32_t from, int32_t to, sp_minute written);

/* Are there stores, and commanders who would think of them? Else nobody keeps books. */
static inline bool sp_books_are_kept(const sp_world *w) { return w->model->campaign.commanders == SP_COMMANDERS_MACHINE && sp_used(w, SP_TABLE_DEPOT) > 0; }

#endif
