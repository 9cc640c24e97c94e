/* rule_clock.h - what each rule of a tick costs, in the order of engine/tick.def. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_BENCH_RULE_CLOCK_H
#define SP_BENCH_RULE_CLOCK_H
#include "world/world.h"
enum { RULES_MAX = 64 };
extern const char *const rule_names[];
extern const int rule_count;
/* Of this thread's processor: a busy machine may not lengthen a tick of 10,000 more than one of 100. */
double thread_seconds(void);
/* Ticks of a quarter of an hour as the engine fights them; the seconds that each rule took are added to spent. */
void clock_rules(sp_world *w, int ticks, double spent[RULES_MAX]);
#endif
