/* cmd_order.c - `shapan order`: is this a line of the order language, and what does it say? SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli/cli.h"

static const cli_option options[] = {{NULL, NULL, NULL}};

static int run(cli_line *line) {
  int code = EXIT_DONE;
  sp_model *model = cli_model(line, line->word[0], &code);
  if (!model) return code;
  sp_faults *faults = sp_faults_create();
  sp_order_check(model, line->word[1], (sp_where){.file = "order", .line = 1, .column = 1}, faults);
  code = cli_faults(line, faults);
  if (code == EXIT_DONE) {
    cli_print(line, stdout, "cli.order.good", NULL);
    fputc('\n', stdout);
  }
  sp_faults_destroy(faults);
  sp_model_release(model);
  return code;
}

const cli_command cli_command_order = {"order", run, options, 2, 2};
