/* cmd_check.c - `shapan check`: every fault of a scenario at once. SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

static const cli_option options[] = {{"with", "NAME", "cli.option.with"}, {NULL, NULL, NULL}};

static int run(cli_line *line) {
  int code = EXIT_DONE;
  size_t warnings = 0;
  line->warnings = &warnings;
  sp_model *model = cli_model(line, line->word[0], &code);
  if (!model) return code;
  sp_world *world = cli_world(line, model, 1, &code);
  if (world) {
    char places[16], formations[16], orders[16];
    snprintf(places, sizeof places, "%d", sp_model_count(model, SP_ENTITY_PLACE));
    snprintf(formations, sizeof formations, "%d", sp_model_count(model, SP_ENTITY_FORMATION));
    snprintf(orders, sizeof orders, "%d", sp_model_count(model, SP_ENTITY_PERSON));
    char count[16], said[64];
    snprintf(count, sizeof count, "%zu", warnings);
    const char *args[] = {"count", count, NULL};
    sp_text(line->lang, warnings == 1 ? "cli.check.warning" : "cli.check.warnings", args, said, sizeof said);
    cli_print(line, stdout, warnings ? "cli.check.warned" : "cli.check.good", "warnings", said, "scenario", line->word[0], "places", places, "formations", formations, "people", orders, NULL);
    fputc('\n', stdout);
  }
  line->warnings = NULL;
  sp_world_destroy(world);
  sp_model_release(model);
  return code;
}

const cli_command cli_command_check = {"check", run, options, 1, 1};
