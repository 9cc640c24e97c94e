/* thought.h - the words in which minds and world speak of each other. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MODEL_THOUGHT_H
#define SP_MODEL_THOUGHT_H

/* What a commander may choose to do; numbers are part of the save format. */
typedef enum sp_act {
#define SP_ACT(name, word, meaning) SP_ACT_##name,
#include "model/acts.def"
  SP_ACT_COUNT
} sp_act;

/* What weighs with him. */
typedef enum sp_term {
#define SP_TERM(name, word, meaning) SP_TERM_##name,
#include "model/terms.def"
  SP_TERM_COUNT
} sp_term;

/* What a body is seen to be about; in reports, part of the save format. */
typedef enum sp_shape { SP_SHAPE_UNKNOWN, SP_SHAPE_STANDING, SP_SHAPE_MARCHING, SP_SHAPE_CAMPED, SP_SHAPE_FIGHTING, SP_SHAPE_FLEEING } sp_shape;

/* Words of acts and terms: text ids "act.<word>", "term.<word>", "story.reason.<word>". */
extern const char *const sp_act_words[SP_ACT_COUNT];
extern const char *const sp_term_words[SP_TERM_COUNT];

#endif
