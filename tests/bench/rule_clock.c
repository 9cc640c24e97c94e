/* rule_clock.c - the engine's tick with a clock before and after each rule. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "rule_clock.h"

#include <time.h>

#include "engine/engine.h"
#include "world/ways.h"

const char *const rule_names[] = {
#define SP_RULE(name) #name,
#define SP_MINDS(when) "minds " #when,
#include "engine/tick.def"
};
const int rule_count = (int)(sizeof rule_names / sizeof *rule_names);
_Static_assert(sizeof rule_names / sizeof *rule_names <= RULES_MAX, "more rules than there is room for");

double thread_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void clock_rules(sp_world *w, int ticks, double spent[RULES_MAX]) {
  for (int n = 0; n < ticks; n++) {
    sp_world_reserve(w);
    sp_ways_refresh(w);
    sp_minute from = w->head->minute, to = from + 15;
    sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = from, .to = to, .dt_min = 15.0, .dice = {.seed = w->head->seed, .tick = (uint32_t)w->head->tick}};
    int r = 0;
    double t0;
#define SP_RULE(name) t0 = thread_seconds(), sp_rule_##name(&t), spent[r++] += thread_seconds() - t0;
#define SP_MINDS(when) t0 = thread_seconds(), sp_minds_##when(&t), spent[r++] += thread_seconds() - t0;
#include "engine/tick.def"
    w->head->minute = to;
    w->head->tick++;
    sp_world_drain_events(w);
  }
}
