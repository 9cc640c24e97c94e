/* shapan/story.h - what a reader gets: chronicle, register, time line, tables (libshapan-io).
 *
 * A log follows one world: take from it after the opening and after every step. It keeps the
 * events, and of every paper sent the hours at which it went from hand to hand; so it outlives
 * rows that the world frees. For the whole story set SP_EVENTS_FULL before the first step.
 * All of this is the umpire's: it is cut from the truth and may not be shown to a seat.
 *
 * Writers write UTF-8 to the stream they are given and nothing anywhere else. They return SP_IO
 * when the stream refuses, SP_NO_MEMORY when memory is out; what was written then stays written.
 * The same log and world give the same bytes everywhere; no locale is read.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_STORY_H
#define SHAPAN_STORY_H

#include <stdio.h>

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_story sp_story;

SP_API sp_story *sp_story_create(const sp_model *model); /* NULL when memory is out; the model must outlive it */
SP_API void sp_story_destroy(sp_story *log);

/* Copies the events since the last drain, with the words for them, and drains the world.
 * On SP_NO_MEMORY nothing is drained and the call may be made again. */
SP_API sp_status sp_story_take(sp_story *log, sp_world *world);

SP_API const sp_event *sp_story_event(const sp_story *log, size_t index); /* NULL past the end */

typedef enum sp_word_fate { SP_WORD_UNDER_WAY, SP_WORD_HEARD, SP_WORD_ACTED, SP_WORD_CAUGHT, SP_WORD_LOST } sp_word_fate;

/* One paper, word or signal. A minute of 0 means: not, or not yet. */
typedef struct sp_message_facts {
  sp_key key;                  /* 0 when it came and went within one tick */
  sp_key from, to;             /* formations of sender and recipient */
  int32_t kind;                /* as in events: an index for SP_WORDS_MESSAGE_KIND */
  int32_t serial;              /* n-th of this kind between the two; 0 unknown */
  bool signal;                 /* by drum or gun */
  sp_minute sent, tail, middle, head, delivered, acted, ended;
  sp_key taken_by;             /* formation that caught the rider, or 0 */
  sp_word_fate fate;
} sp_message_facts;

SP_API size_t sp_story_message_count(const sp_story *log);
SP_API sp_status sp_story_message(const sp_story *log, size_t index, sp_message_facts *out); /* SP_NOT_FOUND */

/* ---- to read */
/* The story, by day and hour. `world` is where the story has come to. */
SP_API sp_status sp_write_chronicle(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang);
/* The same in short: of each day the dozen things that weigh most, how many men each side has at its end and what the day has cost it. */
SP_API sp_status sp_write_digest(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang);
/* Who is where of those who were there at the opening: per side, contingent, arm and class; then each
 * formation, the stragglers by place, the wounded and sick, depots, bread, powder and lots with their books, and the named
 * persons. Each line adds up, and shows that it does. */
SP_API sp_status sp_write_register(FILE *file, const sp_world *world, sp_lang lang);
/* Every book line by line, men, beasts, carts, guns, tools, grain, powder, grenades: opening, in, out, closing, and what is
 * there when those who hold it are counted. *wrong gets the lines that disagree. */
SP_API sp_status sp_write_audit(FILE *file, const sp_world *world, sp_lang lang, int64_t *wrong);
/* One row per paper: from, to, sent, passed tail, middle and head, heard, acted on, minutes, fate. */
SP_API sp_status sp_write_timeline(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang);
/* Every named person: what befell him, when, where, and the first paper of his men that was heard afterwards. */
SP_API sp_status sp_write_fates(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang);
/* Assaults in phases, one after the other: hour, phase, who, what it cost. Of each side's orders kept for their moment, and of walled places. */
SP_API sp_status sp_write_phases(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang);
/* The register as the headquarters of formation `headquarters` (an id) would state it, the missing counted as lost and
 * the enemy as reported, beside the true figures. SP_NOT_FOUND: no such headquarters now. */
SP_API sp_status sp_write_stated(FILE *file, const sp_story *log, const sp_world *world, const char *headquarters, sp_lang lang);
/* Who of a side writes to the throne: the chief whose command has most men. By an id, a name or a person's (explain.h): that body.
 * `side` or `author` may be NULL, not both. SP_NOT_FOUND: nobody; `near` gets the nearest right word, or "". SP_MISMATCH: the
 * author is of another side. */
SP_API sp_status sp_memorial_author(const sp_world *world, const char *side, const char *author, sp_key *formation, char *near, size_t size);
/* The campaign as that headquarters reports it to the throne, from what it knows; audit: each figure beside the true one, and whence it
 * came. SP_NOT_FOUND: no such headquarters now. */
SP_API sp_status sp_write_memorial(FILE *file, const sp_story *log, const sp_world *world, sp_key author, bool audit, sp_lang lang);
/* The scenario's measures, with what was expected of them. */
SP_API sp_status sp_write_measures(FILE *file, const sp_world *world, sp_lang lang);

/* ---- to compute with: CSV after RFC 4180 (CRLF, UTF-8, a dot in numbers), JSON one object a line */
/* A table of the world by name ("formation", "region", ...): one column per field and element, heads like
 * "head_m (m)"; free rows left out; keys as 16 hexadecimal digits, followed by name_en and name_zh in the
 * tables formation, hq, ford, pool and region. SP_NOT_FOUND: no such table. */
SP_API sp_status sp_write_csv(FILE *file, const sp_world *world, const char *table);
SP_API sp_status sp_write_register_csv(FILE *file, const sp_world *world, sp_lang lang);
SP_API sp_status sp_write_timeline_csv(FILE *file, const sp_story *log, const sp_world *world, sp_lang lang);
/* Each event: minute, time (ISO 8601, local solar, no zone), type, names in both languages, place, numbers. */
SP_API sp_status sp_write_events_jsonl(FILE *file, const sp_story *log, const sp_world *world);

#ifdef __cplusplus
}
#endif
#endif
