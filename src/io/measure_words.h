/* measure_words.h - a measure's value, bounds and told figure in words.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_MEASURE_WORDS_H
#define SP_IO_MEASURE_WORDS_H

#include "io/prose.h"

/* "men", "min", "m", "share", "times": a sum has its parts' unit. */
const char *sp_measure_unit(const sp_model *model, int32_t index);
/* Hours from the opening or from a sending: what has not come by the end is later than all that has. */
bool sp_measure_may_never_come(const sp_model *model, int32_t index);

void sp_say_measure(sp_lang lang, const sp_model *model, int32_t index, double value, char out[SP_SAY]);
/* The same for a difference: with its sign. */
void sp_say_difference(sp_lang lang, const sp_model *model, int32_t index, double value, char out[SP_SAY]);
/* "2 h 30 to 6 h 00", "at least 600", "at most 40 %". */
void sp_say_bounds(sp_lang lang, const sp_model *model, int32_t index, double low, double high, char out[SP_SAY * 3]);
/* The same of words; NULL = no bound on that side. */
void sp_join_bounds(sp_lang lang, const char *from, const char *to, char out[SP_SAY * 3]);

#endif
