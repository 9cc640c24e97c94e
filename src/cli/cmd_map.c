/* cmd_map.c - `shapan map`: one picture of a war at one hour. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const cli_option options[] = {
    {"with", "NAME", "cli.option.with"},
    {"seed", "N", "cli.option.seed"},   {"at", "TIME", "cli.option.at"},     {"of", "ID", "cli.option.map_of"}, {"belief-only", NULL, "cli.option.belief_only"},
    {"width", "PIXELS", "cli.option.width"}, {"png", "FILE", "cli.option.png"}, {NULL, NULL, NULL},
};

#define LEAST_WIDTH 200 /* below it not even the legend can be read */
#define MOST_WIDTH 20000

static int said(const cli_line *line, sp_status status) {
  if (status == SP_OK) return EXIT_DONE;
  bool theirs = status == SP_BAD_INPUT || status == SP_NOT_FOUND;
  return cli_say(line, theirs ? EXIT_BAD_INPUT : EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
}

static int draw(cli_line *line, const sp_world *world) {
  uint64_t width = 0;
  if (!cli_number(line, "width", 1600, &width)) return EXIT_BAD_INPUT;
  if (width < LEAST_WIDTH || width > MOST_WIDTH) {
    char low[16], high[16];
    snprintf(low, sizeof low, "%d", LEAST_WIDTH);
    snprintf(high, sizeof high, "%d", MOST_WIDTH);
    return cli_say(line, EXIT_BAD_INPUT, "cli.width_range", "value", cli_get(line, "width"), "low", low, "high", high, NULL);
  }
  sp_map_options o = SP_MAP_OPTIONS_INIT;
  o.lang = line->lang;
  o.headquarters = cli_get(line, "of");
  o.truth = !cli_has(line, "belief-only");
  o.width_px = (double)width;
  const char *png = cli_get(line, "png");
  if (!png) {
    sp_status status = sp_write_map(stdout, world, &o);
    return said(line, status);
  }
  char *svg = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&svg, &length);
  if (!memory) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(SP_NO_MEMORY), NULL);
  sp_status status = sp_write_map(memory, world, &o);
  if (fclose(memory) != 0 && status == SP_OK) status = SP_NO_MEMORY;
  if (status == SP_OK) status = sp_write_png(png, svg, length);
  free(svg);
  return said(line, status);
}

static int run(cli_line *line) {
  uint64_t seed = 0;
  int code = EXIT_DONE;
  if (!cli_number(line, "seed", 1, &seed)) return EXIT_BAD_INPUT;
  sp_model *model = cli_model(line, line->word[0], &code);
  if (!model) return code;
  sp_minute at = sp_model_campaign(model)->start;
  const char *text = cli_get(line, "at"), *of = cli_get(line, "of");
  if (text && !cli_minute(line, model, text, &at)) code = EXIT_BAD_INPUT;
  if (of && sp_model_find(model, SP_ENTITY_FORMATION, of) < 0) code = cli_say(line, EXIT_BAD_INPUT, "cli.unknown_formation", "id", of, NULL);
  sp_world *world = code == EXIT_DONE ? cli_world(line, model, seed, &code) : NULL;
  if (world) {
    sp_world_set_events(world, SP_EVENTS_NONE);
    sp_status status = sp_world_run(world, at);
    code = status == SP_OK ? draw(line, world) : cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(status), NULL);
  }
  sp_world_destroy(world);
  sp_model_release(model);
  return code;
}

const cli_command cli_command_map = {"map", run, options, 1, 1};
