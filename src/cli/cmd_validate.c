/* cmd_validate.c - `shapan validate`: the rules of battle against history. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/trials.h"
#include "shapan/validate.h"

static const cli_option options[] = {
    {"data", "FILE", "cli.option.data"},   {"runs", "N", "cli.option.runs"},         {"seed", "N", "cli.option.seed"},   {"threads", "N", "cli.option.trial_threads"},
    {"set", "NAME=X", "cli.option.set"},   {"json", NULL, "cli.option.json"},        {"markdown", NULL, "cli.option.validate_markdown"},
    {"plots", "DIR", "cli.option.plots"},  {NULL, NULL, NULL},
};

static void progress(void *context, size_t done, size_t of) {
  (void)context;
  fprintf(stderr, "\r%zu / %zu", done, of);
  if (done == of) fprintf(stderr, "\r%*s\r", 24, "");
  fflush(stderr);
}

static int draw(const cli_line *line, const sp_validation *v, const char *folder) {
  if (!cli_folder(line, folder)) return EXIT_TROUBLE;
  for (int n = 0; n < SP_PLOT_COUNT; n++) {
    char name[64];
    snprintf(name, sizeof name, "battles-%s.svg", sp_validation_plot_name((sp_validation_plot)n));
    FILE *file = cli_create(line, folder, name);
    if (!file) return EXIT_TROUBLE;
    sp_status status = sp_validation_plot_svg(v, (sp_validation_plot)n, file);
    if (fclose(file) != 0 || status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.cannot_write", "file", name, NULL);
  }
  return EXIT_DONE;
}

static int tell(const cli_line *line, const sp_validation *v) {
  const char *plots = cli_get(line, "plots");
  if (plots && draw(line, v, plots) != EXIT_DONE) return EXIT_TROUBLE;
  sp_status status = cli_has(line, "json") ? sp_validation_json(v, stdout) : cli_has(line, "markdown") ? sp_validation_markdown(v, "pictures", stdout) : sp_validation_text(v, line->lang, stdout);
  return status == SP_OK ? EXIT_DONE : cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
}

static int judge(const cli_line *line, const sp_battles *battles, const sp_constants *constants) {
  sp_validate_options o = SP_VALIDATE_OPTIONS_INIT;
  uint64_t runs = 0, seed = 0, threads = 0;
  if (!cli_number(line, "runs", o.runs, &runs) || !cli_number(line, "seed", o.seed, &seed) || !cli_number(line, "threads", 2, &threads)) return EXIT_BAD_INPUT;
  if (runs < 10 || runs > 100000 || threads < 1 || threads > 64) return cli_say(line, EXIT_BAD_INPUT, "cli.bad_runs", NULL);
  o.runs = (uint32_t)runs;
  o.seed = seed;
  o.threads = (int32_t)threads;
  o.constants = constants;
  if (isatty(STDERR_FILENO)) o.progress = progress;
  sp_validation *v = NULL;
  sp_status status = sp_validate(battles, &o, &v);
  int code = status == SP_OK ? tell(line, v) : status == SP_BAD_INPUT ? cli_say(line, EXIT_BAD_INPUT, "cli.validate.no_winner", NULL) : cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(status), NULL);
  sp_validation_destroy(v);
  return code;
}

static int run(cli_line *line) {
  bool fine = true;
  sp_constants *constants = trials_constants(line, &fine);
  if (!fine) return EXIT_BAD_INPUT;
  sp_faults *faults = sp_faults_create();
  sp_battles *battles = NULL;
  sp_status status = sp_read_battles(cli_get(line, "data"), faults, &battles);
  int code = cli_faults(line, faults);
  sp_faults_destroy(faults);
  if (status != SP_OK && code == EXIT_DONE) code = cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
  if (code == EXIT_DONE) code = judge(line, battles, constants);
  sp_battles_destroy(battles);
  sp_constants_destroy(constants);
  return code;
}

const cli_command cli_command_validate = {"validate", run, options, 0, 0};
