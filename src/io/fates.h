/* fates.h - what befell every named person. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_IO_FATES_H
#define SP_IO_FATES_H

#include "shapan/story.h"

enum { SP_FATE_WORDS = 400 };

typedef struct sp_fate_row {
  int32_t person, side;     /* rows in the model; side -1: unknown */
  sp_key formation;         /* where he rode when it befell him, or rides now; 0: nowhere */
  const char *word;         /* "with_army", "fled", "in_flight", "killed", "wounded", "died", "mended", "captured", "missing": of text ids */
  sp_minute minute;         /* 0: nothing befell him */
  int32_t node;
  double x_m, y_m;          /* where it befell him, or where he is */
  /* The first paper that left his body afterwards and was heard: nobody else could know sooner, but for eyes on the spot. */
  sp_minute heard;          /* 0: none yet */
  sp_key heard_by, sent_by;
} sp_fate_row;

/* One row for each person of the model, in the file's order of persons: malloc'd; NULL when memory is out. */
sp_fate_row *sp_fates_of(const sp_story *log, const sp_world *world, size_t *count);

/* Words for one row: what, where (may be ""), and who heard of it (may be ""). */
void sp_fate_say(const sp_fate_row *row, const sp_story *log, const sp_world *world, sp_lang lang, char what[SP_FATE_WORDS], char where[SP_FATE_WORDS], char known[SP_FATE_WORDS]);
/* "Hooge, Prince Su"; 肃亲王豪格. */
void sp_person_say(const sp_model *model, int32_t person, sp_lang lang, char out[SP_FATE_WORDS]);
/* A formation's name as it was when it was last heard of. */
void sp_body_say(const sp_story *log, const sp_world *world, sp_key key, sp_lang lang, char out[SP_FATE_WORDS]);

#endif
