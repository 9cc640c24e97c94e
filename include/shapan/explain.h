/* shapan/explain.h - why was this body late, why did it break, why was nobody chased (libshapan-io).
 *
 * A war is fought again with a sink on the world (trace.h) that keeps what was computed about one body, beside the story
 * of all of them; then it is told, in words or as JSON. Nothing is guessed afterwards: what no rule computed is not
 * said. All of it is the umpire's truth.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_EXPLAIN_H
#define SHAPAN_EXPLAIN_H

#include <stdio.h>

#include "shapan/trace.h"
#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_explain sp_explain;

typedef enum sp_why {
  SP_WHY_ANY, SP_WHY_LATE, SP_WHY_BROKEN, SP_WHY_NOT_PURSUING, SP_WHY_DECISION, SP_WHY_MESSAGE,
  SP_WHY_BREAD, SP_WHY_POWDER, SP_WHY_WOUNDED, SP_WHY_DIGGING, SP_WHY_ASSAULT, SP_WHY_BOATS, SP_WHY_COUNT
} sp_why;
SP_API const char *sp_why_name(sp_why why); /* "late"; "" for any; NULL: no such question */

typedef struct sp_explain_options {
  size_t size;
  sp_lang lang;
  sp_why why;
  bool json;       /* one object, whatever the language */
  sp_minute from;  /* what happened before is left out; 0: since its last order, fight or chase began */
} sp_explain_options;
#define SP_EXPLAIN_OPTIONS_INIT {.size = sizeof(sp_explain_options)}

/* The body meant by an id of the scenario, "ID/2" for its second detachment, or a name in either language, dead
 * ones included; a person's id means the body he is with. A named unit that is no body of its own means the one with
 * which most of its men are: `near` gets that one's name, else "". SP_NOT_FOUND: `near` gets the nearest right word, or
 * "". */
SP_API sp_status sp_explain_find(const sp_world *world, const char *text, sp_key *unit, char *near, size_t size);

/* Begins to keep: sets the world's sink and its level of events. The world must stay where it is until the end. NULL: no memory. */
SP_API sp_explain *sp_explain_begin(sp_world *world, sp_key unit);
/* After every step; drains the world's events. */
SP_API sp_status sp_explain_take(sp_explain *explain, sp_world *world);
/* Tells what led to the minute to which the world has come. SP_NO_MEMORY, SP_IO, SP_NOT_FOUND: the world holds no such body. */
SP_API sp_status sp_explain_write(const sp_explain *explain, const sp_world *world, const sp_explain_options *options, FILE *file);
/* Takes the sink off and frees. NULL is allowed. */
SP_API void sp_explain_end(sp_explain *explain, sp_world *world);

#ifdef __cplusplus
}
#endif
#endif
