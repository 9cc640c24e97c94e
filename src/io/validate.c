/* validate.c - fights every battle of a table and has the results judged. SPDX-License-Identifier: Apache-2.0 */
#include "io/validate.h"

#include <stdlib.h>

void sp_validation_destroy(sp_validation *v) {
  if (v) free(v->battle);
  free(v);
}

/* Seeds follow the battle, not its line, so that another file with the same battle fights the same runs. */
static uint64_t seed_of(uint64_t seed, int32_t id) {
  uint64_t x = seed + 0x9e3779b97f4a7c15u * ((uint64_t)(uint32_t)id + 1u);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static sp_status fight_all(sp_validation *v, const sp_validate_options *o, sp_trial_result *run, sp_tallies *tallies) {
  for (size_t n = 0; n < v->count; n++) {
    sp_trial_def def;
    sp_battle_trial(v->battle[n].battle, &def);
    sp_status status = sp_trial_many(&def, o->constants, seed_of(o->seed, v->battle[n].battle->id), o->runs, o->threads, run);
    if (status == SP_OK) status = sp_take_runs(tallies, &v->battle[n], run, o->runs);
    if (status != SP_OK) return status;
    if (o->progress) o->progress(o->context, n + 1, v->count);
  }
  sp_finish_tallies(tallies, v);
  return sp_judge(v);
}

static sp_status open_validation(const sp_battles *battles, const sp_validate_options *o, sp_validation **out) {
  sp_validation *v = calloc(1, sizeof *v);
  if (!v) return SP_NO_MEMORY;
  *out = v;
  v->runs = o->runs;
  v->seed = o->seed;
  v->count = sp_battles_count(battles);
  v->battle = calloc(v->count ? v->count : 1, sizeof *v->battle);
  if (!v->battle) return SP_NO_MEMORY;
  for (size_t n = 0; n < v->count; n++) {
    v->battle[n].battle = sp_battles_get(battles, n);
    v->battle[n].outcome = sp_battles_outcome(battles, n);
    if (!v->battle[n].outcome->known) continue;
    if (v->battle[n].outcome->winner == SP_TRIAL_NOBODY) v->draws++;
    else v->decided++;
  }
  return v->decided > 0 ? SP_OK : SP_BAD_INPUT;
}

sp_status sp_validate(const sp_battles *battles, const sp_validate_options *o, sp_validation **out) {
  *out = NULL;
  if (!battles || !o || o->size != sizeof *o || o->runs < 10 || o->runs > 100000 || o->threads < 1 || o->threads > 64) return SP_BAD_INPUT;
  sp_validation *v = NULL;
  sp_status status = open_validation(battles, o, &v);
  sp_trial_result *run = status == SP_OK ? calloc(o->runs, sizeof *run) : NULL;
  sp_tallies *tallies = sp_tallies_create();
  if (status == SP_OK && (!run || !tallies)) status = SP_NO_MEMORY;
  if (status == SP_OK) status = fight_all(v, o, run, tallies);
  free(run);
  sp_tallies_destroy(tallies);
  if (status == SP_OK) *out = v;
  else sp_validation_destroy(v);
  return status;
}
