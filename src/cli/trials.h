/* trials.h - what `battle` and `validate` share. SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_TRIALS_H
#define SP_CLI_TRIALS_H

#include "cli/cli.h"
#include "shapan/trial.h"

/* Constants with `--set name=value,name=value` put in; complains. NULL and *fine false when it did not work. */
sp_constants *trials_constants(const cli_line *line, bool *fine);

/* A number with a dot, nothing behind it. */
bool trials_number(const char *text, double *value);

/* "30000 men, 8000 horse, 26 guns, quality 0.6" into a side; complains. */
bool trials_side(const cli_line *line, const char *option, sp_trial_side *side);

/* One word, or several with spaces, of a list: sets its place. */
typedef struct trials_words {
  const char *const *word;
  size_t count;
} trials_words;
int trials_place(trials_words list, const char *word, size_t length); /* -1: not there */

/* The field of a trial from --ground, --weather, --posture, --front, --year, --month; complains. */
bool trials_field(const cli_line *line, sp_trial_def *def);

#endif
