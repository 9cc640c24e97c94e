/* cmd_schema.c - `shapan schema`: the JSON Schema for editors, the page of keys, or that of tables. SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

static const cli_option options[] = {{"markdown", NULL, "cli.option.markdown"}, {"tables", NULL, "cli.option.tables"}, {NULL, NULL, NULL}};

static int run(cli_line *line) {
  if (cli_has(line, "markdown") && cli_has(line, "tables")) return cli_say(line, EXIT_BAD_INPUT, "cli.schema.one_of", NULL);
  sp_status status = cli_has(line, "tables") ? sp_write_tables_doc(stdout) : cli_has(line, "markdown") ? sp_write_scenario_doc(stdout) : sp_write_json_schema(stdout);
  return status == SP_OK ? EXIT_DONE : cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
}

const cli_command cli_command_schema = {"schema", run, options, 0, 0};
