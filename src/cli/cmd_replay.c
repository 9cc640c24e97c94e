/* cmd_replay.c - `shapan replay`: fight a recorded war again and hold it against its hashes. SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/hashes.h"

static const cli_option options[] = {{"html", "FILE", "cli.option.html"}, {NULL, NULL, NULL}};

/* What a page needs while a recorded war is fought again; all NULL when none is asked for. */
typedef struct telling {
  const char *path;
  sp_story *log;
  sp_page *page;
} telling;

static sp_status tell(const telling *t, sp_world *world) {
  if (!t->path) return SP_OK;
  sp_status status = sp_story_take(t->log, world);
  return status == SP_OK ? sp_page_take(t->page, world) : status;
}

static int write_page(const cli_line *line, const telling *t, const sp_world *world) {
  FILE *file = cli_create(line, NULL, t->path);
  if (!file) return EXIT_TROUBLE;
  sp_status status = sp_page_write(file, t->page, t->log, world, line->lang);
  if (fclose(file) != 0 && status == SP_OK) status = SP_IO;
  if (status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
  return cli_say(line, EXIT_DONE, "cli.run.page", "file", t->path, NULL);
}

static int refuse(const cli_line *line, const sp_save_info *info) {
  const char *what = info->rules_differ ? "cli.replay.rules" : "cli.replay.constants";
  return cli_say(line, EXIT_NO, what, "version", info->version, "here", sp_version(), NULL);
}

static int fight(const cli_line *line, const sp_recording *recording, sp_world *world, const telling *t) {
  cli_progress progress = cli_progress_begin(line);
  const char *subsystem = NULL;
  sp_world_set_events(world, t->path ? SP_EVENTS_FULL : SP_EVENTS_NONE);
  sp_status status = tell(t, world);
  while (status == SP_OK && !sp_world_over(world) && sp_world_minute(world) < sp_recording_end(recording)) {
    status = sp_recording_orders(recording, world);
    if (status == SP_OK) status = sp_world_step(world);
    if (status == SP_OK) status = tell(t, world);
    if (status == SP_OK) status = sp_recording_compare(recording, world, &subsystem);
    cli_progress_step(&progress, world);
  }
  cli_progress_end(&progress);
  char day[24];
  sp_minute start = sp_model_campaign(sp_world_model(world))->start;
  snprintf(day, sizeof day, "%" PRId64, (sp_world_minute(world) - 1) / 1440 - start / 1440 + 1);
  if (status == SP_MISMATCH) return cli_say(line, EXIT_NO, "cli.replay.differs", "day", day, "subsystem", subsystem, NULL);
  if (status != SP_OK) return cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(status), NULL);
  char count[24];
  snprintf(count, sizeof count, "%zu", sp_recording_hashes(recording));
  cli_print(line, stdout, "cli.replay.same", "days", count, NULL);
  fputc('\n', stdout);
  return t->path ? write_page(line, t, world) : EXIT_DONE;
}

static int fight_and_tell(const cli_line *line, const sp_recording *recording, sp_world *world) {
  telling t = {.path = cli_get(line, "html")};
  int code = EXIT_DONE;
  if (t.path) t.log = sp_story_create(sp_world_model(world));
  if (t.path) t.page = sp_page_create(world);
  if (t.path && (!t.log || !t.page)) code = cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(SP_NO_MEMORY), NULL);
  if (code == EXIT_DONE) code = fight(line, recording, world, &t);
  sp_page_destroy(t.page);
  sp_story_destroy(t.log);
  return code;
}

static int run(cli_line *line) {
  unsigned char *data = NULL;
  size_t size = 0;
  if (!cli_read_file(line, line->word[0], &data, &size)) return EXIT_BAD_INPUT;
  sp_faults *faults = sp_faults_create();
  sp_recording *recording = NULL;
  sp_world *world = NULL;
  sp_save_info info = {0};
  sp_status status = sp_recording_open(data, size, faults, &recording);
  if (status == SP_OK) status = sp_recording_world(recording, cli_model_reader, NULL, faults, &info, &world);
  int code = cli_faults(line, faults);
  if (status != SP_OK && code == EXIT_DONE) code = cli_say(line, EXIT_BAD_INPUT, "cli.trouble", "what", sp_status_name(status), NULL);
  if (code == EXIT_DONE) code = info.rules_differ || info.constants_differ ? refuse(line, &info) : fight_and_tell(line, recording, world);
  sp_world_destroy(world);
  sp_recording_close(recording);
  sp_faults_destroy(faults);
  free(data);
  return code;
}

const cli_command cli_command_replay = {"replay", run, options, 1, 1};
