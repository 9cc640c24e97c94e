/* cmd_ensemble.c - `shapan ensemble`: one campaign fought many times, and what may be said of it.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/ensembles.h"

static const cli_option options[] = {
    {"runs", "N", "cli.option.ensemble_runs"}, {"threads", "N", "cli.option.ensemble_threads"}, {"seed", "N", "cli.option.base_seed"},
    {"with", "NAME", "cli.option.with"},       {"against", "NAME", "cli.option.against"},       {"until", "TIME", "cli.option.until"},
    {"json", NULL, "cli.option.json"},         {"markdown", NULL, "cli.option.ensemble_markdown"}, {"csv", "FILE", "cli.option.csv"},
    {"sqlite", "FILE", "cli.option.wars"},     {"resume", "FILE", "cli.option.resume"},         {"expect", NULL, "cli.option.expect"},
    {NULL, NULL, NULL},
};

enum { RUNS_USUAL = 400 };

static int status_code(const cli_line *line, sp_status status) { return cli_say(line, status == SP_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL); }

/* ---- what is asked for */

static int read_counts(const cli_line *line, ensemble_job *job) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t runs = 0, threads = 0, seed = 0, usual = job->file ? sp_ensemble_file_asked(job->file)->runs : RUNS_USUAL;
  if (!cli_number(line, "runs", usual, &runs) || !cli_number(line, "seed", 1, &seed)) return EXIT_BAD_INPUT;
  if (!cli_number(line, "threads", cpus > 0 && cpus <= SP_ENSEMBLE_THREADS_MAX ? (uint64_t)cpus : 1, &threads)) return EXIT_BAD_INPUT;
  if (runs < 1 || runs > SP_ENSEMBLE_RUNS_MAX) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.bad_runs", "value", cli_get(line, "runs"), NULL);
  if (threads < 1 || threads > SP_ENSEMBLE_THREADS_MAX) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.bad_threads", "value", cli_get(line, "threads"), NULL);
  job->about.runs = (uint32_t)runs;
  job->about.seed = seed;
  job->threads = (int32_t)threads;
  return EXIT_DONE;
}

/* A file that is gone on with says itself what was asked for. */
static int open_resumed(const cli_line *line, ensemble_job *job) {
  static const char *const own[] = {"seed", "with", "against", "until", "sqlite"};
  const char *path = cli_get(line, "resume"), *reason = "";
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (cli_has(line, own[i])) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.resume_alone", "option", own[i], NULL);
  sp_status status = sp_ensemble_file_open(path, &job->file, &reason);
  if (status == SP_NOT_FOUND) return cli_say(line, EXIT_BAD_INPUT, "cli.cannot_read", "file", path, NULL);
  if (status == SP_CORRUPT) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.not_ours", "file", path, NULL);
  if (status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.ensemble.database", "file", path, "what", *reason ? reason : sp_status_name(status), NULL);
  return EXIT_DONE;
}

static int read_asked(const cli_line *line, ensemble_job *job) {
  job->about = (sp_ensemble_about)SP_ENSEMBLE_ABOUT_INIT;
  if (cli_has(line, "resume")) {
    int code = open_resumed(line, job);
    if (code != EXIT_DONE) return code;
  }
  int code = read_counts(line, job);
  if (code != EXIT_DONE) return code;
  job->about.scenario = line->words ? line->word[0] : NULL;
  job->about.with = line->with;
  job->about.withs = line->withs;
  job->about.against = cli_get(line, "against");
  if (job->file) {
    const sp_ensemble_about *kept = sp_ensemble_file_asked(job->file);
    uint32_t runs = job->about.runs > kept->runs ? job->about.runs : kept->runs;
    const char *name = job->about.scenario ? job->about.scenario : kept->scenario;
    job->about = *kept;
    job->about.runs = runs;
    job->about.scenario = name;
  }
  if (!job->about.scenario) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.which", NULL);
  if (job->about.against && job->about.withs == SP_OVERLAYS_MAX) return cli_say(line, EXIT_BAD_INPUT, "cli.too_many_overlays", NULL);
  return EXIT_DONE;
}

/* ---- models */

/* A world is opened once here, so that what is wrong with the orders is told before the first war. */
static int open_model(const cli_line *line, const ensemble_job *job, bool other, sp_model **out) {
  const char *with[SP_OVERLAYS_MAX + 1];
  size_t count = job->about.withs;
  int code = EXIT_DONE;
  for (size_t i = 0; i < count; i++) with[i] = job->about.with[i];
  if (other) with[count++] = job->about.against;
  *out = cli_model_with(line, job->about.scenario, with, count, &code);
  sp_world *world = *out ? cli_world(line, *out, 1, &code) : NULL;
  sp_world_destroy(world);
  return code;
}

static int open_models(const cli_line *line, ensemble_job *job, sp_model *model[2]) {
  const char *until = cli_get(line, "until");
  int code = open_model(line, job, false, &model[0]);
  if (code == EXIT_DONE && job->about.against) code = open_model(line, job, true, &model[1]);
  if (code == EXIT_DONE && until && !cli_minute(line, model[0], until, &job->about.until)) code = EXIT_BAD_INPUT;
  if (code != EXIT_DONE) return code;
  sp_status status = sp_ensemble_create(&job->about, model[0], model[1], &job->ensemble);
  return status == SP_OK ? EXIT_DONE : status_code(line, status);
}

/* ---- files, before the first war is fought for nothing */

static int open_files(const cli_line *line, ensemble_job *job) {
  const char *path = cli_get(line, "sqlite"), *reason = "", *what = "";
  job->path = cli_has(line, "resume") ? cli_get(line, "resume") : path;
  if (job->file) {
    sp_status status = sp_ensemble_file_load(job->file, job->ensemble, &what);
    char id[64];
    snprintf(id, sizeof id, "cli.ensemble.differs.%s", what);
    if (status == SP_MISMATCH) return cli_say(line, EXIT_BAD_INPUT, id, "file", job->path, NULL);
    if (status == SP_CORRUPT) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.not_ours", "file", job->path, NULL);
    if (status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.ensemble.database", "file", job->path, "what", sp_ensemble_file_reason(job->file), NULL);
  } else if (path) {
    sp_status status = sp_ensemble_file_create(path, job->ensemble, &job->file, &reason);
    if (status == SP_LIMIT) return cli_say(line, EXIT_BAD_INPUT, "cli.ensemble.there", "file", path, NULL);
    if (status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.ensemble.database", "file", path, "what", *reason ? reason : sp_status_name(status), NULL);
  }
  if (!cli_has(line, "csv")) return EXIT_DONE;
  job->csv = cli_create(line, NULL, cli_get(line, "csv"));
  return job->csv ? EXIT_DONE : EXIT_TROUBLE;
}

/* ---- what is said */

static int write_csv(const cli_line *line, ensemble_job *job) {
  if (!job->csv) return EXIT_DONE;
  sp_status status = sp_ensemble_csv(job->ensemble, job->csv);
  bool written = fclose(job->csv) == 0 && status == SP_OK;
  job->csv = NULL;
  return written ? EXIT_DONE : cli_say(line, EXIT_TROUBLE, "cli.cannot_write", "file", cli_get(line, "csv"), NULL);
}

static int tell(const cli_line *line, ensemble_job *job) {
  sp_status status = cli_has(line, "json")       ? sp_ensemble_json(job->ensemble, stdout)
                     : cli_has(line, "markdown") ? sp_ensemble_markdown(job->ensemble, line->lang, stdout)
                                                 : sp_ensemble_text(job->ensemble, line->lang, stdout);
  int code = status == SP_OK ? EXIT_DONE : status_code(line, status);
  int csv = write_csv(line, job);
  if (code == EXIT_DONE) code = csv;
  if (code == EXIT_DONE && job->file && sp_ensemble_file_finish(job->file, job->ensemble) != SP_OK)
    code = cli_say(line, EXIT_TROUBLE, "cli.ensemble.database", "file", job->path, "what", sp_ensemble_file_reason(job->file), NULL);
  return code;
}

/* The answer of --expect; undecided is not missed: more wars would tell. */
static int answer(const cli_line *line, ensemble_job *job) {
  size_t count[SP_VERDICT_COUNT];
  uint64_t seed = 0;
  char number[24], seed_text[24], undecided[24];
  uint32_t failed = sp_ensemble_failed(job->ensemble, &seed);
  snprintf(number, sizeof number, "%" PRIu32, failed);
  snprintf(seed_text, sizeof seed_text, "%" PRIu64, seed);
  if (failed) return cli_say(line, EXIT_TROUBLE, "cli.ensemble.failed", "count", number, "seed", seed_text, "scenario", job->about.scenario, NULL);
  sp_status status = sp_ensemble_verdicts(job->ensemble, count);
  if (status != SP_OK) return status_code(line, status);
  if (!cli_has(line, "expect")) return EXIT_DONE;
  snprintf(number, sizeof number, "%zu", count[SP_VERDICT_MISSED]);
  snprintf(undecided, sizeof undecided, "%zu", count[SP_VERDICT_UNDECIDED]);
  if (count[SP_VERDICT_UNDECIDED]) cli_say(line, 0, "cli.ensemble.undecided", "count", undecided, NULL);
  return count[SP_VERDICT_MISSED] ? cli_say(line, EXIT_NO, "cli.ensemble.missed", "count", number, NULL) : EXIT_DONE;
}

static int fight_and_tell(const cli_line *line, ensemble_job *job) {
  int code = ensembles_fight(line, job);
  if (code == EXIT_BAD_INPUT) return code;
  int told = tell(line, job);
  if (code == EXIT_DONE) code = told;
  if (code == EXIT_DONE) code = answer(line, job);
  if (job->interrupted && job->file) cli_say(line, 0, "cli.ensemble.go_on", "file", job->path, NULL);
  return code;
}

static int run(cli_line *line) {
  ensemble_job job = {0};
  sp_model *model[2] = {NULL, NULL};
  int code = read_asked(line, &job);
  if (code == EXIT_DONE) code = open_models(line, &job, model);
  if (code == EXIT_DONE) code = open_files(line, &job);
  if (code == EXIT_DONE) code = fight_and_tell(line, &job);
  if (job.csv) fclose(job.csv);
  sp_ensemble_file_close(job.file);
  sp_ensemble_destroy(job.ensemble);
  for (int n = 0; n < 2; n++) sp_model_release(model[n]);
  return code;
}

const cli_command cli_command_ensemble = {"ensemble", run, options, 0, 1};
