/* ensembles.c - fighting the wars of an ensemble: threads, progress, interruption. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cli/ensembles.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  (void)number;
  interrupted = 1;
}

/* One arm being fought. */
typedef struct watch {
  ensemble_job *job;
  int32_t arm;
  size_t done, of, before; /* wars of all arms; of these, found in the file */
  double began;
  double drawn;            /* when the bar was last */
  bool bar;
  sp_status status;        /* of keeping */
  bool file_failed;
  atomic_bool give_up;     /* a run could not be kept: no more are fought */
} watch;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void draw(watch *w) {
  double time = now(), spent = time - w->began;
  if (!w->bar || (time - w->drawn < 0.2 && w->done < w->of)) return;
  w->drawn = time;
  size_t fought = w->done - w->before, tenths = w->of ? w->done * 40 / w->of : 40;
  double left = fought ? spent / (double)fought * (double)(w->of - w->done) : 0.0;
  fprintf(stderr, "\r%zu / %zu [%-40.*s] %.1f/s  -%d:%02d:%02d ", w->done, w->of, (int)tenths, "########################################", spent > 0.0 ? (double)fought / spent : 0.0,
          (int)(left / 3600.0), (int)(left / 60.0) % 60, (int)left % 60);
  fflush(stderr);
}

static void on_done(void *context, const sp_ensemble_run *run) {
  watch *w = context;
  if (w->status != SP_OK) return;
  w->status = sp_ensemble_keep(w->job->ensemble, w->arm, run);
  if (w->status == SP_OK && w->job->file) {
    w->status = sp_ensemble_file_keep(w->job->file, w->arm, run);
    w->file_failed = w->status != SP_OK;
  }
  if (w->status != SP_OK) atomic_store(&w->give_up, true);
  w->done++;
  draw(w);
}

/* Read without a lock by every thread between ticks: what it finds a little late does no harm. */
static bool on_ask(void *context) {
  const watch *w = context;
  return interrupted != 0 || atomic_load(&w->give_up);
}

static sp_status fight_arm(watch *w, uint32_t *list) {
  ensemble_job *job = w->job;
  sp_ensemble_options o = SP_ENSEMBLE_OPTIONS_INIT;
  o.seed = job->about.seed;
  o.runs = list;
  o.count = sp_ensemble_missing(job->ensemble, w->arm, list);
  o.threads = job->threads;
  o.until = job->about.until;
  o.done = on_done;
  o.stop = on_ask;
  o.context = w;
  return sp_ensemble_fight(sp_ensemble_model(job->ensemble, w->arm), &o);
}

static int say_end(const cli_line *line, watch *w) {
  double spent = now() - w->began;
  size_t fought = w->done - w->before;
  char count[24], seconds[32], rate[32];
  snprintf(count, sizeof count, "%zu", fought);
  snprintf(seconds, sizeof seconds, "%.1f", spent);
  snprintf(rate, sizeof rate, "%.1f", spent > 0.0 ? (double)fought / spent : 0.0);
  if (w->bar) fprintf(stderr, "\r%*s\r", 90, "");
  cli_say(line, 0, "cli.ensemble.speed", "count", count, "seconds", seconds, "rate", rate, NULL);
  if (w->file_failed) return cli_say(line, EXIT_TROUBLE, "cli.ensemble.database", "file", w->job->path, "what", sp_ensemble_file_reason(w->job->file), NULL);
  if (w->status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(w->status), NULL);
  w->job->interrupted = interrupted != 0;
  return interrupted ? cli_say(line, EXIT_TROUBLE, "cli.ensemble.interrupted", "count", count, NULL) : EXIT_DONE;
}

int ensembles_fight(const cli_line *line, ensemble_job *job) {
  uint32_t *list = calloc((size_t)job->about.runs + 1, sizeof *list);
  if (!list) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(SP_NO_MEMORY), NULL);
  struct sigaction act = {.sa_handler = on_signal}, old_int, old_term;
  sigemptyset(&act.sa_mask);
  sigaction(SIGINT, &act, &old_int);
  sigaction(SIGTERM, &act, &old_term);
  watch w = {.job = job, .began = now(), .bar = isatty(STDERR_FILENO) != 0};
  int32_t arms = sp_ensemble_model(job->ensemble, 1) ? 2 : 1;
  for (int32_t a = 0; a < arms; a++) w.before += job->about.runs - sp_ensemble_missing(job->ensemble, a, list);
  w.done = w.before;
  w.of = (size_t)job->about.runs * (size_t)arms;
  for (w.arm = 0; w.arm < arms && w.status == SP_OK && !interrupted; w.arm++) {
    sp_status status = fight_arm(&w, list);
    if (w.status == SP_OK) w.status = status;
  }
  free(list);
  int code = say_end(line, &w);
  sigaction(SIGINT, &old_int, NULL);
  sigaction(SIGTERM, &old_term, NULL);
  return code;
}
