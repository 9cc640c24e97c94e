/* trace.c - the sink on a world's handle. It reads; nothing in the war reads it. SPDX-License-Identifier: Apache-2.0 */
#include "world/trace.h"

void sp_world_set_trace(sp_world *w, sp_trace_sink *sink, void *context, sp_key subject) {
  w->trace = sink;
  w->trace_context = sink ? context : NULL;
  w->trace_subject = sink ? subject : 0;
}

void sp_trace_put(const sp_world *w, const sp_trace *trace) {
  if (sp_tracing_either(w, trace->subject, trace->object)) w->trace(w->trace_context, trace);
}
