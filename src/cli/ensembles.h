/* ensembles.h - fighting the wars of an ensemble: threads, progress, interruption. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_ENSEMBLES_H
#define SP_CLI_ENSEMBLES_H

#include "cli/cli.h"
#include "shapan/ensemble_report.h"

typedef struct ensemble_job {
  sp_ensemble_about about;
  int32_t threads;
  sp_ensemble *ensemble;
  sp_ensemble_file *file; /* NULL: none */
  const char *path;       /* its name */
  FILE *csv;
  bool interrupted;
} ensemble_job;

/* Fights what is missing. EXIT_TROUBLE, and said so, when a file could not be written or somebody interrupted. */
int ensembles_fight(const cli_line *line, ensemble_job *job);

#endif
