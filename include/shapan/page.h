/* shapan/page.h - a whole run as one page that plays by itself (libshapan-io).
 *
 * One HTML file without network: map, slider, columns as lengths of road, what each headquarters believed, chronicle,
 * register, papers, fates; in both languages. It is the umpire's: it holds the whole truth.
 *
 * A page follows one world: take from it at the opening and after every step.
 * The same world gives the same bytes everywhere; no clock, locale or font is read.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_PAGE_H
#define SHAPAN_PAGE_H

#include <stdio.h>

#include "shapan/story.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_page sp_page;

SP_API sp_page *sp_page_create(const sp_world *world); /* at the opening; NULL when memory is out */
SP_API void sp_page_destroy(sp_page *page);

/* Keeps what has changed since the last moment kept. Long wars are kept by the hour or more, short ones by the tick.
 * SP_NO_MEMORY: what was taken before stays good. */
SP_API sp_status sp_page_take(sp_page *page, const sp_world *world);

/* Writes the page in `lang`, with a switch to the other language. `log` has followed the same world at
 * SP_EVENTS_FULL; `world` is where the story has come to. SP_BAD_INPUT, SP_NO_MEMORY, SP_IO. */
SP_API sp_status sp_page_write(FILE *file, const sp_page *page, const sp_story *log, const sp_world *world, sp_lang lang);

#ifdef __cplusplus
}
#endif
#endif
