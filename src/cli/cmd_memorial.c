/* cmd_memorial.c - `shapan memorial`: a campaign as one of its commanders reports it. SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"
#include "cli/source.h"

static const cli_option options[] = {
    {"side", "ID", "cli.option.memorial_side"}, {"author", "ID", "cli.option.memorial_author"}, {"audit", NULL, "cli.option.memorial_audit"},
    {"with", "NAME", "cli.option.with"},        {"seed", "N", "cli.option.seed"},               {"until", "TIME", "cli.option.until"},
    {NULL, NULL, NULL},
};

static sp_status fight(const cli_line *line, const cli_source *s, sp_world *world, sp_story *log, sp_minute until) {
  cli_progress progress = cli_progress_begin(line);
  sp_world_set_events(world, SP_EVENTS_FULL);
  sp_status status = sp_story_take(log, world);
  while (status == SP_OK && !sp_world_over(world) && sp_world_minute(world) < until) {
    if (s->recording) status = sp_recording_orders(s->recording, world);
    if (status == SP_OK) status = sp_world_step(world);
    if (status == SP_OK) status = sp_story_take(log, world);
    cli_progress_step(&progress, world);
  }
  cli_progress_end(&progress);
  return status;
}

/* Whoever is to write: asked of the war as it stands, for he may be dead, or have another body by now. */
static int author_of(const cli_line *line, const sp_world *world, sp_key *author) {
  const char *side = cli_get(line, "side"), *who = cli_get(line, "author");
  char near[300] = "";
  sp_status status = sp_memorial_author(world, side, who, author, near, sizeof near);
  if (status == SP_OK) return EXIT_DONE;
  if (status == SP_MISMATCH) return cli_say(line, EXIT_BAD_INPUT, "cli.memorial.other_side", "id", who, "side", side, NULL);
  bool unknown_side = side && sp_model_find(sp_world_model(world), SP_ENTITY_SIDE, side) < 0;
  const char *id = unknown_side ? "cli.memorial.side" : who ? "cli.memorial.author" : "cli.memorial.nobody", *about = unknown_side || !who ? side : who;
  char named[64];
  (void)snprintf(named, sizeof named, "%s%s", id, near[0] ? "_near" : "");
  return cli_say(line, EXIT_BAD_INPUT, named, "id", about, "near", near, NULL);
}

static int write_it(const cli_line *line, const cli_source *s, sp_world *world, sp_minute until) {
  sp_key author = 0;
  sp_story *log = sp_story_create(sp_world_model(world));
  if (!log) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(SP_NO_MEMORY), NULL);
  sp_status status = fight(line, s, world, log, until);
  int code = status == SP_OK ? author_of(line, world, &author) : cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(status), NULL);
  if (code == EXIT_DONE) {
    status = sp_write_memorial(stdout, log, world, author, cli_has(line, "audit"), line->lang);
    if (status == SP_NOT_FOUND) code = cli_say(line, EXIT_BAD_INPUT, "cli.memorial.gone", NULL);
    else if (status != SP_OK) code = cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
  }
  sp_story_destroy(log);
  return code;
}

static int run(cli_line *line) {
  cli_source s = {0};
  if (!cli_get(line, "side") && !cli_get(line, "author")) return cli_say(line, EXIT_BAD_INPUT, "cli.memorial.need", NULL);
  int code = cli_source_open(line, &s);
  sp_world *world = code == EXIT_DONE ? cli_source_world(line, &s, &code) : NULL;
  sp_minute until = world ? sp_model_campaign(sp_world_model(world))->end : 0;
  if (world && s.recording) until = sp_recording_end(s.recording);
  if (world && cli_get(line, "until") && !cli_minute(line, sp_world_model(world), cli_get(line, "until"), &until)) code = EXIT_BAD_INPUT;
  if (world && code == EXIT_DONE) code = write_it(line, &s, world, until);
  sp_world_destroy(world);
  cli_source_close(&s);
  return code;
}

const cli_command cli_command_memorial = {"memorial", run, options, 1, 1};
