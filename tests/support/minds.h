/* minds.h - a commander asked by hand: one picture, his question, the scores without luck. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_SUPPORT_MINDS_H
#define SP_TESTS_SUPPORT_MINDS_H

#include "minds/minds.h"

static inline sp_mind mind(const sp_picture *p) { return (sp_mind){.p = p, .k = sp_constants_default(), .seed = 11}; }

/* NULL: he has not thought of it. */
static inline const sp_option *option_of(const sp_decision *d, sp_act act) {
  for (int32_t n = 0; n < d->count; n++)
    if (d->option[n].act == act) return &d->option[n];
  return NULL;
}

static inline double without_luck(const sp_option *o) { return o->score - o->term[SP_TERM_LUCK]; }

#endif
