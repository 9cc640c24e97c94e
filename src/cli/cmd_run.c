/* cmd_run.c - `shapan run`: fight a campaign and tell it. SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hashes.h"
#include "cli/outputs.h"

static const cli_option options[] = {
    {"with", "NAME", "cli.option.with"},
    {"seed", "N", "cli.option.seed"},
    {"until", "TIME", "cli.option.until"},
    {"out", "DIR", "cli.option.out"},
    {"map-of", "ID", "cli.option.map_of"},
    {"maps-every", "HOURS", "cli.option.maps_every"},
    {"save", "FILE", "cli.option.save"},
    {"record", "FILE", "cli.option.record"},
    {"html", "FILE", "cli.option.html"},
    {"sqlite", "FILE", "cli.option.sqlite"},
    {"states-every", "HOURS", "cli.option.states_every"},
    {"digest", NULL, "cli.option.digest"},
    {"fates", NULL, "cli.option.fates"},
    {"phases", NULL, "cli.option.phases"},
    {"audit", NULL, "cli.option.audit"},
    {"stated", "ID", "cli.option.stated"},
    {"quiet", NULL, "cli.option.quiet"},
    {"hash", NULL, "cli.option.hash"},
    {"threads", "N", "cli.option.threads"},
    {"resave", NULL, "cli.option.resave"},
    {NULL, NULL, NULL},
};

static int step_all(cli_line *line, sp_world *world, sp_story *log, run_outputs *out, sp_minute until) {
  cli_progress progress = cli_progress_begin(line);
  sp_status status = sp_story_take(log, world);
  int code = EXIT_DONE;
  while (status == SP_OK && code == EXIT_DONE && !sp_world_over(world) && sp_world_minute(world) < until) {
    status = sp_world_step(world);
    if (status == SP_OK) status = sp_story_take(log, world);
    if (status == SP_OK) code = outputs_step(line, out, world);
    cli_progress_step(&progress, world);
  }
  cli_progress_end(&progress);
  if (status == SP_OK) return code;
  char message[512] = "";
  if (status == SP_CORRUPT) sp_world_check(world, message, sizeof message);
  return cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", *message ? message : sp_status_name(status), NULL);
}

static int fight(cli_line *line, sp_world *world, sp_minute until) {
  run_outputs out = {0};
  sp_story *log = sp_story_create(sp_world_model(world));
  if (!log) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(SP_NO_MEMORY), NULL);
  sp_world_set_events(world, SP_EVENTS_FULL);
  int code = outputs_begin(line, &out, world);
  if (code == EXIT_DONE) code = step_all(line, world, log, &out, until);
  if (code == EXIT_DONE) code = outputs_end(line, &out, world, log);
  outputs_free(&out);
  sp_story_destroy(log);
  return code;
}

/* Hashes are all that such a run gives: what else was asked for would silently not be there. */
static int hashes_alone(cli_line *line, bool hashes) {
  static const char *const others[] = {"out", "map-of", "maps-every", "save", "record", "html", "sqlite", "states-every", "digest", "fates", "phases", "audit", "stated", "quiet"};
  for (size_t n = 0; hashes && n < sizeof others / sizeof *others; n++)
    if (cli_has(line, others[n])) return cli_say(line, EXIT_BAD_INPUT, "cli.hash_alone", "option", others[n], NULL);
  if (!hashes && cli_has(line, "resave")) return cli_say(line, EXIT_BAD_INPUT, "cli.resave_alone", NULL);
  return EXIT_DONE;
}

static int run(cli_line *line) {
  uint64_t seed = 0, threads = 0;
  int code = EXIT_DONE;
  if (!cli_number(line, "seed", 1, &seed) || !cli_number(line, "threads", 1, &threads)) return EXIT_BAD_INPUT;
  if (threads < 1 || threads > 64) return cli_say(line, EXIT_BAD_INPUT, "cli.bad_number", "option", "threads", "value", cli_get(line, "threads"), NULL);
  bool hashes = cli_has(line, "hash") || threads > 1;
  code = hashes_alone(line, hashes);
  if (code != EXIT_DONE) return code;
  sp_model *model = cli_model(line, line->word[0], &code);
  if (!model) return code;
  sp_minute until = INT64_MAX;
  const char *text = cli_get(line, "until");
  if (text && !cli_minute(line, model, text, &until)) code = EXIT_BAD_INPUT;
  const char *of = cli_get(line, "stated");
  if ((of != NULL) + cli_has(line, "digest") + cli_has(line, "fates") + cli_has(line, "phases") + cli_has(line, "audit") > 1) code = cli_say(line, EXIT_BAD_INPUT, "cli.one_of", NULL);
  else if (of && sp_model_find(model, SP_ENTITY_FORMATION, of) < 0) code = cli_say(line, EXIT_BAD_INPUT, "cli.unknown_formation", "id", of, NULL);
  if (code == EXIT_DONE && hashes) {
    code = hashes_print(line, model, seed, until, (int)threads, cli_has(line, "resave"));
  } else if (code == EXIT_DONE) {
    sp_world *world = cli_world(line, model, seed, &code);
    if (world) code = fight(line, world, until);
    sp_world_destroy(world);
  }
  sp_model_release(model);
  return code;
}

const cli_command cli_command_run = {"run", run, options, 1, 1};
