/* trace.h - what rules and minds say of their own reckoning, when somebody asks. Off: one branch.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_TRACE_H
#define SP_WORLD_TRACE_H

#include "world/world.h"

static inline bool sp_tracing(const sp_world *w, sp_key subject) { return w->trace && (!w->trace_subject || w->trace_subject == subject); }
/* The same for what two bodies have to do with each other. */
static inline bool sp_tracing_either(const sp_world *w, sp_key a, sp_key b) { return w->trace && (!w->trace_subject || w->trace_subject == a || w->trace_subject == b); }
void sp_trace_put(const sp_world *w, const sp_trace *trace);
/* One term more; those beyond the last place are dropped. */
static inline void sp_trace_add(sp_trace *trace, const char *name, double value) {
  if (trace->count < SP_TRACE_TERMS) trace->term[trace->count++] = (sp_trace_term){name, value};
}

#endif
