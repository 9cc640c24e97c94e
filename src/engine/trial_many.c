/* trial_many.c - the runs of one trial shared out over threads. Which thread takes a run changes nothing in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

#include "engine/trial.h"

enum { MOST_THREADS = 64 };

typedef struct work {
  const sp_trial_def *def;
  const sp_constants *constants;
  uint64_t seed;
  uint32_t runs;
  sp_trial_result *result;
  atomic_uint next;
  atomic_int status;
} work;

static void *take_runs(void *argument) {
  work *job = argument;
  for (;;) {
    uint32_t run = atomic_fetch_add(&job->next, 1u);
    if (run >= job->runs || atomic_load(&job->status) != SP_OK) return NULL;
    sp_status status = sp_trial_run(job->def, job->constants, job->seed, run, &job->result[run]);
    int fine = SP_OK;
    if (status != SP_OK) atomic_compare_exchange_strong(&job->status, &fine, (int)status);
  }
}

sp_status sp_trial_many(const sp_trial_def *def, const sp_constants *constants, uint64_t seed, uint32_t runs, int32_t threads, sp_trial_result *result) {
  if (threads < 1 || threads > MOST_THREADS || (!result && runs)) return SP_BAD_INPUT;
  sp_status status = sp_trial_check(def, NULL);
  if (status != SP_OK) return status;
  work job = {.def = def, .constants = constants, .seed = seed, .runs = runs, .result = result};
  pthread_t thread[MOST_THREADS];
  int32_t started = 0;
  while (started + 1 < threads && (uint32_t)started + 1 < runs && pthread_create(&thread[started], NULL, take_runs, &job) == 0) started++;
  take_runs(&job); /* this thread works too; fewer than asked for is only slower */
  for (int32_t n = 0; n < started; n++) (void)pthread_join(thread[n], NULL);
  return (sp_status)atomic_load(&job.status);
}
