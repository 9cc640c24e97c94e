/* outputs.h - what a run leaves behind. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_OUTPUTS_H
#define SP_CLI_OUTPUTS_H

#include "cli/cli.h"

typedef struct run_outputs {
  const char *folder;    /* NULL: the chronicle goes to stdout and nothing else is written */
  sp_minute map_every, next_map;
  int maps;
  sp_recorder *recorder;
  sp_page *page;         /* NULL: no page is asked for */
  sp_daybook *daybook;   /* with a folder */
  sp_database *database; /* NULL: none is asked for */
} run_outputs;

int outputs_begin(cli_line *line, run_outputs *out, const sp_world *world);
int outputs_step(cli_line *line, run_outputs *out, const sp_world *world);
int outputs_end(cli_line *line, run_outputs *out, const sp_world *world, const sp_story *log);
void outputs_free(run_outputs *out);

#endif
