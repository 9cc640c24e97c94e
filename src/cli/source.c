/* source.c - a war from a scenario and a seed, or from a recording. SPDX-License-Identifier: Apache-2.0 */
#include "cli/source.h"

#include <stdlib.h>

#include "cli/hashes.h"

void cli_source_close(cli_source *s) {
  sp_model_release(s->model);
  sp_recording_close(s->recording);
  free(s->data);
}

static bool is_file(const char *path) {
  FILE *file = fopen(path, "rb");
  unsigned char head[16];
  size_t got = file ? fread(head, 1, sizeof head, file) : 0;
  if (file) fclose(file);
  return sp_recording_is(head, got);
}

/* The world as it opened. */
sp_world *cli_source_world(cli_line *line, const cli_source *s, int *code) {
  sp_world *world = NULL;
  if (!s->recording) return cli_world(line, s->model, s->seed, code);
  sp_faults *faults = sp_faults_create();
  sp_save_info info = {0};
  sp_status status = sp_recording_world(s->recording, cli_model_reader, NULL, faults, &info, &world);
  *code = cli_faults(line, faults);
  sp_faults_destroy(faults);
  if (status != SP_OK && *code == EXIT_DONE) *code = cli_say(line, EXIT_BAD_INPUT, "cli.trouble", "what", sp_status_name(status), NULL);
  if (*code == EXIT_DONE && (info.rules_differ || info.constants_differ)) *code = cli_say(line, EXIT_NO, info.rules_differ ? "cli.replay.rules" : "cli.replay.constants", "version", info.version, "here", sp_version(), NULL);
  if (*code == EXIT_DONE) return world;
  sp_world_destroy(world);
  return NULL;
}

int cli_source_open(cli_line *line, cli_source *s) {
  const char *name = line->word[0];
  size_t size = 0;
  int code = EXIT_DONE;
  if (!cli_number(line, "seed", 1, &s->seed)) return EXIT_BAD_INPUT;
  if (!is_file(name)) {
    s->model = cli_model(line, name, &code);
    return code;
  }
  if (cli_has(line, "seed")) return cli_say(line, EXIT_BAD_INPUT, "cli.explain.seed", NULL);
  if (line->withs > 0) return cli_say(line, EXIT_BAD_INPUT, "cli.explain.with", NULL);
  if (!cli_read_file(line, name, &s->data, &size)) return EXIT_BAD_INPUT;
  sp_faults *faults = sp_faults_create();
  sp_status status = sp_recording_open(s->data, size, faults, &s->recording);
  code = cli_faults(line, faults);
  sp_faults_destroy(faults);
  return status != SP_OK && code == EXIT_DONE ? cli_say(line, EXIT_BAD_INPUT, "cli.cannot_read", "file", name, NULL) : code;
}
