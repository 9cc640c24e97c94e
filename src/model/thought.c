/* thought.c - words of acts and terms. SPDX-License-Identifier: Apache-2.0 */
#include "model/thought.h"

const char *const sp_act_words[SP_ACT_COUNT] = {
#define SP_ACT(name, word, meaning) word,
#include "model/acts.def"
};

const char *const sp_term_words[SP_TERM_COUNT] = {
#define SP_TERM(name, word, meaning) word,
#include "model/terms.def"
};
