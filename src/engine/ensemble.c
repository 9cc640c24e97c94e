/* ensemble.c - the runs of one campaign shared out over threads. Which thread takes a run changes nothing in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shapan/ensemble.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/base.h"

#define SALT UINT64_C(0x656e73656d626c65) /* "ensemble": base seeds themselves are wars too */
#define DROPPED_BITS 15

typedef struct work {
  sp_model *model;
  const sp_ensemble_options *o;
  pthread_mutex_t telling;
  atomic_uint next;
  atomic_bool stopped;
  atomic_int status;
} work;

uint64_t sp_ensemble_seed(uint64_t base, uint32_t run) { return sp_hash_mix(sp_hash_mix(SALT, base), run) >> DROPPED_BITS; }

static void fail(work *job, sp_status status) {
  int fine = SP_OK;
  atomic_compare_exchange_strong(&job->status, &fine, (int)status);
  atomic_store(&job->stopped, true);
}

static bool stopped(work *job) {
  if (job->o->stop && job->o->stop(job->o->context)) atomic_store(&job->stopped, true);
  return atomic_load(&job->stopped);
}

/* Nobody reads the events, but measures do while a tick lasts. */
static sp_status step_all(work *job, sp_world *world) {
  sp_minute until = job->o->until ? job->o->until : INT64_MAX;
  sp_status status = SP_OK;
  sp_world_set_events(world, SP_EVENTS_NONE);
  while (status == SP_OK && !sp_world_over(world) && sp_world_minute(world) < until && !stopped(job)) status = sp_world_step(world);
  return status;
}

static void tell(work *job, const sp_world *world, sp_ensemble_run *run, double *value, bool *known) {
  run->minute = sp_world_minute(world);
  run->hash = sp_world_hash(world, NULL);
  for (int32_t m = 0; m < run->measures; m++) known[m] = sp_world_measure(world, m, &value[m]) == SP_OK;
  if (!job->o->done) return;
  pthread_mutex_lock(&job->telling);
  job->o->done(job->o->context, run);
  pthread_mutex_unlock(&job->telling);
}

static sp_status fight(work *job, uint32_t number, double *value, bool *known) {
  sp_ensemble_run run = {.run = number, .seed = sp_ensemble_seed(job->o->seed, number), .measures = sp_model_count(job->model, SP_ENTITY_MEASURE), .value = value, .known = known};
  sp_world *world = NULL;
  sp_status status = sp_world_create(job->model, job->o->constants, run.seed, NULL, &world);
  if (status != SP_OK) return status;
  run.status = step_all(job, world);
  if (run.status == SP_NO_MEMORY) status = SP_NO_MEMORY;
  else if (run.status != SP_OK || !atomic_load(&job->stopped)) tell(job, world, &run, value, known);
  sp_world_destroy(world);
  return status;
}

static void *take_runs(void *argument) {
  work *job = argument;
  size_t count = (size_t)sp_model_count(job->model, SP_ENTITY_MEASURE) + 1;
  double *value = calloc(count, sizeof *value);
  bool *known = calloc(count, sizeof *known);
  if (!value || !known) fail(job, SP_NO_MEMORY);
  while (!stopped(job)) {
    uint32_t n = atomic_fetch_add(&job->next, 1u);
    if (n >= job->o->count) break;
    sp_status status = fight(job, job->o->runs ? job->o->runs[n] : n, value, known);
    if (status != SP_OK) fail(job, status);
  }
  free(value);
  free(known);
  return NULL;
}

static bool is_sound(const sp_model *model, const sp_ensemble_options *o) {
  if (!model || !o || o->size != sizeof *o || o->count > SP_ENSEMBLE_RUNS_MAX || o->threads < 1 || o->threads > SP_ENSEMBLE_THREADS_MAX) return false;
  for (uint32_t n = 0; o->runs && n < o->count; n++)
    if (o->runs[n] >= SP_ENSEMBLE_RUNS_MAX) return false;
  return true;
}

sp_status sp_ensemble_fight(sp_model *model, const sp_ensemble_options *options) {
  if (!is_sound(model, options)) return SP_BAD_INPUT;
  work job = {.model = model, .o = options};
  pthread_t thread[SP_ENSEMBLE_THREADS_MAX];
  int32_t started = 0;
  if (pthread_mutex_init(&job.telling, NULL) != 0) return SP_NO_MEMORY;
  while (started + 1 < options->threads && (uint32_t)started + 1 < options->count && pthread_create(&thread[started], NULL, take_runs, &job) == 0) started++;
  take_runs(&job); /* this thread works too; fewer than asked for is only slower */
  for (int32_t n = 0; n < started; n++) (void)pthread_join(thread[n], NULL);
  pthread_mutex_destroy(&job.telling);
  return (sp_status)atomic_load(&job.status);
}
