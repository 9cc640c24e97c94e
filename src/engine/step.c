/* step.c - one tick: the rules of tick.def in their order, then the reckoning; once, or for each part of a long tick (parts.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"
#include "world/ways.h"

static void run_rules(sp_tick *t) {
  t->world->event_phase = 0;
#define SP_RULE(name) (t->world->event_phase++, sp_rule_##name(t));
#define SP_MINDS(when) (t->world->event_phase++, sp_minds_##when(t));
#include "engine/tick.def"
}

/* Measures are read off events that nobody may have asked to keep: those go again. */
static void drop_unwanted(sp_world *w, size_t first, sp_event_level wanted) {
  size_t kept = first;
  for (size_t n = first; n < w->events.count; n++) {
    if (w->events.data[n].level <= (uint8_t)wanted) w->events.data[kept++] = w->events.data[n];
  }
  w->events.count = w->event_phases.count = kept;
}

/* Whole-world checks cost more than a tick: each tick in dev builds, else at midnight and the end. */
static bool reckoning_due(const sp_tick *t) {
#ifdef SP_DEV
  (void)t;
  return true;
#else
  return t->to / 1440 != t->from / 1440 || t->to >= t->model->campaign.end;
#endif
}

/* What the dice of a part are keyed by: the tick, and how far into it the part begins; so that a tick gone through in parts moves no die of
 * those after it. */
static uint32_t dice_tick(const sp_campaign_def *campaign, sp_minute from) {
  int64_t since = from - campaign->start;
  return (uint32_t)(since / campaign->tick_min) + ((uint32_t)(since % campaign->tick_min) << 24);
}

/* One part, or all, of the tick that ends then. */
static sp_status step_part(sp_world *w, sp_minute end) {
  sp_status status = sp_world_reserve(w);
  if (status == SP_OK) status = sp_ways_refresh(w);
  if (status != SP_OK) return status;
  sp_minute from = w->head->minute, to = sp_part_of_tick(w, end);
  sp_tick t = {.world = w, .model = w->model, .k = &w->constants, .from = from, .to = to, .dt_min = (double)(to - from), .dice = {.seed = w->head->seed, .tick = dice_tick(&w->model->campaign, from)}};
  size_t first = w->events.count;
  sp_event_level wanted = w->event_level;
  if (w->model->measure_count > 0) w->event_level = SP_EVENTS_FULL;
  if (w->head->tick == 0) sp_emit(w, (sp_event){.minute = from, .type = SP_EVENT_OPENING, .side = -1, .node = -1});
  run_rules(&t);
  w->head->minute = to;
  w->head->tick++;
  sp_measures_read(&t, first);
  sp_events_settle(w, first);
  w->event_level = wanted;
  drop_unwanted(w, first, wanted);
  return reckoning_due(&t) ? sp_world_check(w, NULL, 0) : SP_OK;
}

/* Ticks end at their marks, counted from the opening, however often one was broken off. */
sp_status sp_world_step(sp_world *w) {
  if (sp_world_over(w)) return SP_OK;
  const sp_campaign_def *campaign = &w->model->campaign;
  sp_minute now = w->head->minute, end = sp_min_i64(now + campaign->tick_min - (now - campaign->start) % campaign->tick_min, campaign->end);
  sp_status status = SP_OK;
  while (status == SP_OK && w->head->minute < end) status = step_part(w, end);
  return status;
}

sp_status sp_world_run(sp_world *w, sp_minute minute) {
  sp_status status = SP_OK;
  while (status == SP_OK && !sp_world_over(w) && w->head->minute < minute) status = sp_world_step(w);
  return status;
}

bool sp_world_over(const sp_world *w) { return w->head->minute >= w->model->campaign.end; }
