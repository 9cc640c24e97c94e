/* shapan/ask.h - questions in plain words to the formulas of calc.h and calc_supply.h: `shapan calc`.
 *
 * "depot" and "70000 shi, 100000 men, 40000 horses" come to a number, its formula with the numbers put in, the
 * range that the constants' own ranges give it, and their sources.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_ASK_H
#define SHAPAN_ASK_H

#include "shapan/calc_health.h"
#include "shapan/calc_supply.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_answer sp_answer; /* independent of the question and its constants */

typedef struct sp_question {
  const char *topic;           /* "depot"; sp_ask_topic lists them */
  const char *const *word;     /* what is asked, in any division into words: numbers before their nouns or units */
  size_t words;
  const sp_constants *constants; /* NULL = the defaults */
  double shi_kg;               /* weight of one shi for this question, 0 = ration_shi_kg */
} sp_question;

SP_API const char *sp_ask_topic(size_t index); /* NULL past the last */

/* SP_BAD_INPUT with every fault told when the words make no question. *out only when SP_OK; caller destroys. */
SP_API sp_status sp_ask(const sp_question *question, sp_faults *faults, sp_answer **out);
SP_API void sp_answer_destroy(sp_answer *answer);

/* A number of the answer by its key in JSON ("days"); low and high may be NULL. SP_NOT_FOUND. */
SP_API sp_status sp_answer_value(const sp_answer *answer, const char *key, double *value, double *low, double *high);

/* The whole answer as text or JSON, UTF-8, ending in a newline; caller frees. NULL when memory is out. */
SP_API char *sp_answer_text(const sp_answer *answer, sp_lang lang);
SP_API char *sp_answer_json(const sp_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
