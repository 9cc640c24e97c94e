/* cmd_replay.c - `shapan replay`: fight a recorded war again and hold it against its hashes. SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/hashes.h"

static const cli_option options[] = {{NULL, NULL, NULL}};

static int refuse(const cli_line *line, const sp_save_info *info) {
  const char *what = info->rules_differ ? "cli.replay.rules" : "cli.replay.constants";
  return cli_say(line, EXIT_NO, what, "version", info->version, "here", sp_version(), NULL);
}

static int fight(const cli_line *line, const sp_recording *recording, sp_world *world) {
  cli_progress progress = cli_progress_begin(line);
  sp_status status = SP_OK;
  const char *subsystem = NULL;
  sp_world_set_events(world, SP_EVENTS_NONE);
  while (status == SP_OK && !sp_world_over(world) && sp_world_minute(world) < sp_recording_end(recording)) {
    status = sp_recording_orders(recording, world);
    if (status == SP_OK) status = sp_world_step(world);
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
  return EXIT_DONE;
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
  if (code == EXIT_DONE) code = info.rules_differ || info.constants_differ ? refuse(line, &info) : fight(line, recording, world);
  sp_world_destroy(world);
  sp_recording_close(recording);
  sp_faults_destroy(faults);
  free(data);
  return code;
}

const cli_command cli_command_replay = {"replay", run, options, 1, 1};
