/* source.h - where a war comes from that is fought again: a recording, or a scenario and a seed. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_SOURCE_H
#define SP_CLI_SOURCE_H

#include "cli/cli.h"

typedef struct cli_source {
  unsigned char *data;
  sp_recording *recording;
  sp_model *model;
  uint64_t seed;
} cli_source;

/* Opens the command's first word; the option "seed" is for scenarios alone. Complains; exit code. */
int cli_source_open(cli_line *line, cli_source *s);
void cli_source_close(cli_source *s);
/* The world as it opened; NULL and *code when it cannot be had. */
sp_world *cli_source_world(cli_line *line, const cli_source *s, int *code);

#endif
