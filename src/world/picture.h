/* picture.h - all that a mind may see: one headquarters' beliefs, its own state, the papers just dealt with, the
 * instructions it was left. Built by src/engine/minds.c; nothing here leads back to the world.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_PICTURE_H
#define SP_WORLD_PICTURE_H

#include "base/base.h"
#include "model/model.h"

/* The numbers are those of sp_trigger and sp_message_kind; src/engine/minds.c checks that. */
typedef enum sp_occasion { SP_OCCASION_NONE, SP_OCCASION_CONTACT, SP_OCCASION_REQUEST, SP_OCCASION_WORD, SP_OCCASION_ARRIVAL } sp_occasion;

typedef struct sp_known_body {
  int32_t number;
  bool friendly, fresh;   /* fresh: became known in this tick for the first time */
  sp_key formation;       /* own side only */
  sp_xy at;
  double error_m, sigma, heading_deg, confidence;
  sp_minute seen, heard;
  int32_t men, horse;
} sp_known_body;

typedef struct sp_known_paper {
  sp_occasion occasion;   /* REQUEST or WORD */
  sp_key from;            /* formation */
  int32_t serial;         /* n-th of its kind from him */
  bool for_help;
  sp_minute acted;
} sp_known_paper;

typedef struct sp_instruction {
  sp_key key;
  sp_occasion occasion;
  sp_key of;              /* 0: anybody's */
  int32_t count, seen;    /* the n-th time (0: every time); times so far */
  bool stands_there, stood_there; /* ARRIVAL: now, and when last looked */
  int32_t after_min;
} sp_instruction;

typedef struct sp_picture {
  sp_key formation;
  sp_minute from, now;
  sp_xy at;
  int32_t men;
  bool has_superior;
  int32_t body_count, paper_count, instruction_count;
  sp_known_body body[16];
  const sp_known_paper *paper;
  const sp_instruction *instruction;
} sp_picture;

#endif
