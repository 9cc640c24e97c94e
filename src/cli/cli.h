/* cli.h - the command line: one file per subcommand, one table (commands.def).
 * To add a command: write cmd_<name>.c, one line in commands.def, its texts in po/cli.*.po, one test.
 * Data go to stdout, everything else to stderr. Exit: 0 done, 1 the answer is no, 2 bad input, 3 trouble.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_CLI_H
#define SP_CLI_CLI_H

#include <stdio.h>

#include "shapan/database.h"
#include "shapan/daybook.h"
#include "shapan/io.h"
#include "shapan/map.h"
#include "shapan/page.h"
#include "shapan/recorder.h"
#include "shapan/shapan.h"
#include "shapan/story.h"

enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_BAD_INPUT = 2, EXIT_TROUBLE = 3 };

typedef struct cli_option {
  const char *name;  /* "seed" */
  const char *value; /* what stands for its value in help, NULL = a flag */
  const char *help;  /* text id */
} cli_option;

#define CLI_ARGS 64

/* A command line as read: positional words, and options by name. */
typedef struct cli_line {
  sp_lang lang;
  const char *word[CLI_ARGS];
  int words;
  const cli_option *options;
  const char *given[32]; /* by option: NULL = not given, "" = flag given */
  const char *with[SP_OVERLAYS_MAX + 1]; /* --with, each time it was given */
  size_t withs;
  size_t *warnings;      /* warnings that were said are counted here; NULL: by nobody */
} cli_line;

typedef struct cli_command {
  const char *name;
  int (*run)(cli_line *line);
  const cli_option *options; /* NULL-name ended */
  int least_words, most_words;
} cli_command;

const char *cli_get(const cli_line *line, const char *option); /* NULL: not given */
bool cli_has(const cli_line *line, const char *option);
/* Whole number; complains and returns false when it is none. */
bool cli_number(const cli_line *line, const char *option, uint64_t fallback, uint64_t *value);

/* Message on stderr in the user's language: id, then name, value pairs. Returns code. */
int cli_say(const cli_line *line, int code, const char *id, ...);
/* All faults on stderr; EXIT_BAD_INPUT when there is an error, else EXIT_DONE. */
int cli_faults(const cli_line *line, sp_faults *faults);
/* Text for stdout. */
void cli_print(const cli_line *line, FILE *file, const char *id, ...);

/* Reads with the overlays of --with, compiles; complains by itself. NULL and *code set when it did not work. */
sp_model *cli_model(const cli_line *line, const char *name, int *code);
sp_model *cli_model_with(const cli_line *line, const char *name, const char *const *with, size_t count, int *code);
sp_world *cli_world(const cli_line *line, sp_model *model, uint64_t seed, int *code);
/* "day 3 06:00" or "1642-08-05 05:00" into a minute. */
bool cli_minute(const cli_line *line, const sp_model *model, const char *text, sp_minute *minute);
FILE *cli_create(const cli_line *line, const char *folder, const char *name); /* complains; NULL */
bool cli_folder(const cli_line *line, const char *path);                       /* mkdir -p */
bool cli_read_file(const cli_line *line, const char *path, unsigned char **data, size_t *size);

/* A bar on stderr when that is a terminal. */
typedef struct cli_progress {
  const cli_line *line;
  bool on;
  int last_permille;
} cli_progress;
cli_progress cli_progress_begin(const cli_line *line);
void cli_progress_step(cli_progress *p, const sp_world *world);
void cli_progress_end(cli_progress *p);

extern const cli_option cli_everywhere[]; /* what every command takes; NULL-name ended */

int cli_calc_help(const cli_line *line); /* that command has topics, each with its own help */
#define CLI_COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/commands.def"

#endif
