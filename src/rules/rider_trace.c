/* rider_trace.c - a ride told to those who ask where its minutes went. SPDX-License-Identifier: Apache-2.0 */
#include "rules/rider_parts.h"
#include "world/papers.h"
#include "world/trace.h"
#include "world/ways.h"

static bool is_traced(const ride *r) {
  const sp_world *w = r->t->world;
  return w->trace && !sp_ride_goes_home(r) && sp_tracing_either(w, sp_hq_formation_key(w, w->message.to_hq[r->m]), sp_hq_formation_key(w, w->message.from_hq[r->m]));
}

static sp_trace trace_of(const ride *r, double minutes) {
  const sp_world *w = r->t->world;
  return (sp_trace){.minute = r->t->to, .kind = SP_TRACE_RIDE, .subject = sp_hq_formation_key(w, w->message.to_hq[r->m]), .object = sp_hq_formation_key(w, w->message.from_hq[r->m]), .option = r->m, .result = minutes};
}

void sp_ride_trace_wait(const ride *r, const char *why, double minutes) {
  if (minutes <= 0.0 || !is_traced(r)) return;
  sp_trace x = trace_of(r, minutes);
  sp_trace_add(&x, why, minutes);
  sp_trace_put(r->t->world, &x);
}

void sp_ride_trace_piece(const ride *r, sp_leg leg, double minutes) {
  static const char *const names[SP_RIDE_TERMS] = {"fresh", "road", "relief", "mud", "rain", "snow", "night", "tired", "least"};
  const sp_world *w = r->t->world;
  if (minutes <= 0.0 || !is_traced(r)) return;
  int32_t f = w->hq.formation[w->message.from_hq[r->m]];
  sp_going going = sp_going_on(w, sp_leg_edge(leg), w->formation.knows_ground[f]);
  double term[SP_RIDE_TERMS];
  (void)sp_calc_rider_terms(r->t->k, &going, w->message.ridden_min[r->m] / 60.0, term);
  sp_trace x = trace_of(r, minutes);
  for (int n = 0; n < SP_RIDE_TERMS; n++) sp_trace_add(&x, names[n], term[n]);
  sp_trace_add(&x, "on_foot", r->on_foot ? r->t->k->rider_on_foot_m_min / r->t->k->rider_m_min : 1.0);
  sp_trace_add(&x, "luck", r->luck);
  sp_trace_put(w, &x);
}
