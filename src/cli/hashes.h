/* hashes.h - golden hashes: one line per day and subsystem. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_HASHES_H
#define SP_CLI_HASHES_H

#include "cli/cli.h"

/* Prints "day subsystem hash" at each midnight and at the end. With several threads the same war is fought side by
 * side and the copies must agree; with resave each day's world is saved, loaded and goes on from there. */
int hashes_print(cli_line *line, sp_model *model, uint64_t seed, sp_minute until, int threads, bool resave);

/* Rebuilds a model from a save's texts; context: unused. */
sp_status cli_model_reader(void *context, size_t count, const char *const *roles, const char *const *files, const char *const *texts, const size_t *lengths, sp_faults *faults, sp_model **model);

#endif
