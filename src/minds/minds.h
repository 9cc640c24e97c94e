/* minds.h - commanders decide on pictures, and answer with choices. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MINDS_MINDS_H
#define SP_MINDS_MINDS_H

#include "world/picture.h"

typedef enum sp_choice_kind { SP_CHOICE_GIVE, SP_CHOICE_PASS_UP } sp_choice_kind;

typedef struct sp_choice {
  sp_choice_kind kind;
  int32_t index;   /* GIVE: instruction; PASS_UP: paper */
  sp_minute due;   /* when the order is given, the paper sent */
  int32_t times;   /* GIVE: the how-manyeth time */
} sp_choice;

/* standing.c: instructions that come into force, requests passed up. Fills `seen[i]` with the count that each
 * instruction has reached. Returns choices, at most `room`, in order of instruction, then of paper. */
size_t sp_mind_standing(const sp_picture *p, bool after_sighting, int32_t *seen, sp_choice *choice, size_t room);

#endif
