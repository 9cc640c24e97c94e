/* cmd_manual.c - `shapan manual`: the manual page and the shells' completions, from the table of commands and its texts.
 * The build runs it, so that what is installed cannot fall behind. SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const cli_option options[] = {{"completion", "SHELL", "cli.option.completion"}, {NULL, NULL, NULL}};

static const cli_command *const commands[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#include "cli/commands.def"
};
enum { COMMANDS = sizeof commands / sizeof *commands, LONGEST = 4096 };

static void text(const cli_line *line, const char *command, const char *part, char out[LONGEST]) {
  char id[96];
  if (command) snprintf(id, sizeof id, "cli.%s.%s", command, part);
  else snprintf(id, sizeof id, "%s", part);
  sp_text(line->lang, id, NULL, out, LONGEST);
}

/* ---- roff */

/* A line of roff must not begin with a dot or an apostrophe; a hyphen that one may type is a minus. */
static void roff(const char *words, size_t length) {
  if (length && (*words == '.' || *words == '\'')) fputs("\\&", stdout);
  for (size_t i = 0; i < length; i++) {
    if (words[i] == '\\') fputs("\\e", stdout);
    else if (words[i] == '-') fputs("\\-", stdout);
    else fputc(words[i], stdout);
  }
}

/* Paragraphs; lines that begin with two spaces are examples and stay as they are. */
static void roff_text(const char *words) {
  bool example = false, open = false;
  for (const char *at = words; *at;) {
    size_t length = strcspn(at, "\n");
    bool now = length > 2 && at[0] == ' ' && at[1] == ' ';
    if (now != example) puts(now ? ".RS 4\n.nf" : ".fi\n.RE");
    example = now;
    if (length == 0) open = false;
    else if (!open && !now) puts(".PP");
    if (length) open = true;
    roff(now ? at + 2 : at, now ? length - 2 : length);
    if (length) putchar('\n');
    at += length + (at[length] == '\n');
  }
  if (example) puts(".fi\n.RE");
}

static void roff_option(const cli_line *line, const cli_option *o) {
  char words[LONGEST];
  fputs(".TP\n\\fB\\-\\-", stdout);
  roff(o->name, strlen(o->name));
  fputs("\\fR", stdout);
  if (o->value) {
    fputs(" \\fI", stdout);
    roff(o->value, strlen(o->value));
    fputs("\\fR", stdout);
  }
  putchar('\n');
  text(line, NULL, o->help, words);
  roff(words, strlen(words));
  putchar('\n');
}

static void roff_heading(const cli_line *line, const char *id) {
  char words[LONGEST];
  text(line, NULL, id, words);
  printf(".SH \"%s\"\n", words);
}

static void roff_item(const cli_line *line, const char *item, const char *id) {
  char words[LONGEST];
  text(line, NULL, id, words);
  printf(".TP\n.B %s\n", item);
  roff(words, strlen(words));
  putchar('\n');
}

static void roff_command(const cli_line *line, const cli_command *command) {
  char words[LONGEST];
  printf(".SS \"shapan %s\"\n", command->name);
  text(line, command->name, "short", words);
  roff(words, strlen(words));
  putchar('\n');
  text(line, command->name, "usage", words);
  puts(".PP\n.nf");
  roff(words, strlen(words));
  puts("\n.fi");
  text(line, command->name, "long", words);
  roff_text(words);
  for (const cli_option *o = command->options; o && o->name; o++) roff_option(line, o);
}

static int manual(const cli_line *line) {
  char words[LONGEST];
  const char *version = sp_version();
  text(line, NULL, "cli.manual.section", words);
  printf(".\\\" Made by \"shapan manual\"; do not edit.\n.TH SHAPAN 1 \"\" \"shapan %.*s\" \"%s\"\n", (int)strcspn(version, " "), version, words);
  if (line->lang == SP_LANG_ZH) puts(".ad l"); /* stretched spaces look wrong between ideographs */
  roff_heading(line, "cli.manual.name");
  text(line, NULL, "cli.manual.what", words);
  printf("shapan \\- %s\n", words);
  roff_heading(line, "cli.manual.synopsis");
  puts(".B shapan\n.I COMMAND\n[words] [\\-\\-options]");
  roff_heading(line, "cli.manual.description");
  text(line, NULL, "cli.manual.about", words);
  roff_text(words);
  roff_heading(line, "cli.manual.commands");
  for (int n = 0; n < COMMANDS; n++) roff_command(line, commands[n]);
  roff_heading(line, "cli.manual.everywhere");
  for (const cli_option *o = cli_everywhere; o->name; o++) roff_option(line, o);
  static const char *const codes[][2] = {{"0", "cli.manual.exit0"}, {"1", "cli.manual.exit1"}, {"2", "cli.manual.exit2"}, {"3", "cli.manual.exit3"}};
  roff_heading(line, "cli.manual.exit");
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) roff_item(line, codes[i][0], codes[i][1]);
  roff_heading(line, "cli.manual.environment");
  roff_item(line, "SP_DATA_DIR", "cli.manual.data_dir");
  roff_item(line, "LC_ALL, LC_MESSAGES, LANG", "cli.manual.locale");
  return EXIT_DONE;
}

/* ---- completions */

static bool takes_scenario(const cli_command *command) {
  static const char *const no[] = {"battle", "validate", "constants", "schema", "manual", "replay"};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    if (strcmp(command->name, no[i]) == 0) return false;
  return true;
}

static bool is_file(const cli_option *o) { return o->value && (strcmp(o->value, "FILE") == 0 || strcmp(o->value, "DIR") == 0); }

static const char finder[] =
    "_shapan_scenarios() {\n"
    "  local root folder\n"
    "  for root in . \"${SP_DATA_DIR:-.}\" /usr/share/shapan /usr/local/share/shapan; do\n"
    "    [ -d \"$root/scenarios\" ] || continue\n"
    "    for folder in \"$root\"/scenarios/*/ \"$root\"/scenarios/*/*/ \"$root\"/scenarios/*/*/*/; do\n"
    "      [ -f \"${folder}scenario.yaml\" ] || continue\n"
    "      folder=\"${folder#\"$root\"/scenarios/}\"\n"
    "      printf '%s\\n' \"${folder%/}\"\n"
    "    done\n"
    "  done | sort -u\n"
    "}\n";

static void bash_completion(void) {
  printf("# bash completion for shapan; made by \"shapan manual --completion bash\".\n%s\n_shapan() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" command=\"${COMP_WORDS[1]}\"\n"
         "  COMPREPLY=()\n  if [ \"$COMP_CWORD\" = 1 ]; then\n    mapfile -t COMPREPLY < <(compgen -W \"help version", finder);
  for (int n = 0; n < COMMANDS; n++) printf(" %s", commands[n]->name);
  puts("\" -- \"$word\")\n    return\n  fi\n  case \"$before\" in\n    --lang) mapfile -t COMPREPLY < <(compgen -W \"en zh\" -- \"$word\"); return ;;\n"
       "    --completion) mapfile -t COMPREPLY < <(compgen -W \"bash zsh fish\" -- \"$word\"); return ;;\n  esac\n  case \"$command:$before\" in");
  for (int n = 0; n < COMMANDS; n++)
    for (const cli_option *o = commands[n]->options; o && o->name; o++) {
      if (!o->value || strcmp(o->name, "completion") == 0) continue;
      printf("    %s:--%s) %s ;;\n", commands[n]->name, o->name, is_file(o) ? "mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return" : "return");
    }
  puts("  esac\n  case \"$command\" in");
  for (int n = 0; n < COMMANDS; n++) {
    printf("    %s)\n      case \"$word\" in\n        -*) mapfile -t COMPREPLY < <(compgen -W \"", commands[n]->name);
    for (const cli_option *o = commands[n]->options; o && o->name; o++) printf("--%s ", o->name);
    for (const cli_option *o = cli_everywhere; o->name; o++) printf("%s--%s", o == cli_everywhere ? "" : " ", o->name);
    printf("\" -- \"$word\") ;;\n        *) mapfile -t COMPREPLY < <(%scompgen -f -- \"$word\") ;;\n      esac\n      ;;\n", takes_scenario(commands[n]) ? "compgen -W \"$(_shapan_scenarios)\" -- \"$word\"; " : "");
  }
  puts("    help)\n      mapfile -t COMPREPLY < <(compgen -W \"");
  for (int n = 0; n < COMMANDS; n++) printf("%s%s", n ? " " : "", commands[n]->name);
  puts("\" -- \"$word\")\n      ;;\n  esac\n}\ncomplete -o filenames -F _shapan shapan");
}

/* Single quotes, brackets and colons mean something to zsh; fish quotes as the shell does. */
static void quoted(const char *words, bool zsh) {
  for (; *words; words++) {
    if (*words == '\'') fputs(zsh ? "'\\''" : "\\'", stdout);
    else if (zsh && strchr("[]:\\", *words)) printf("\\%c", *words);
    else if (!zsh && *words == '\\') fputs("\\\\", stdout);
    else fputc(*words, stdout);
  }
}

static void zsh_option(const cli_line *line, const cli_option *o) {
  char words[LONGEST];
  text(line, NULL, o->help, words);
  printf(" \\\n        '--%s[", o->name);
  quoted(words, true);
  fputs("]", stdout);
  if (o->value && strcmp(o->name, "lang") == 0) fputs(":language:(en zh)", stdout);
  else if (o->value && strcmp(o->name, "completion") == 0) fputs(":shell:(bash zsh fish)", stdout);
  else if (o->value) printf(":%s:%s", strcmp(o->value, "FILE") == 0 ? "file" : "value", is_file(o) ? "_files" : " ");
  fputs("'", stdout);
}

static void zsh_completion(const cli_line *line) {
  char words[LONGEST];
  printf("#compdef shapan\n# Made by \"shapan manual --completion zsh\".\n%s\n_shapan() {\n  local -a commands\n  commands=(\n", finder);
  for (int n = 0; n < COMMANDS; n++) {
    text(line, commands[n]->name, "short", words);
    printf("    '%s:", commands[n]->name);
    quoted(words, true);
    puts("'");
  }
  puts("  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in");
  for (int n = 0; n < COMMANDS; n++) {
    printf("    %s)\n      _arguments", commands[n]->name);
    for (const cli_option *o = commands[n]->options; o && o->name; o++) zsh_option(line, o);
    for (const cli_option *o = cli_everywhere; o->name; o++) zsh_option(line, o);
    printf(" \\\n        %s\n      ;;\n", takes_scenario(commands[n]) ? "'*:scenario:{ compadd -- ${(f)\"$(_shapan_scenarios)\"}; _files }'" : "'*:file:_files'");
  }
  puts("    help) _describe command commands ;;\n  esac\n}\n_shapan \"$@\"");
}

static void fish_option(const cli_line *line, const char *command, const cli_option *o) {
  char words[LONGEST];
  text(line, NULL, o->help, words);
  if (command) printf("complete -c shapan -n '__fish_seen_subcommand_from %s' -l %s", command, o->name);
  else printf("complete -c shapan -l %s", o->name);
  if (strcmp(o->name, "lang") == 0) fputs(" -x -a 'en zh'", stdout);
  else if (strcmp(o->name, "completion") == 0) fputs(" -x -a 'bash zsh fish'", stdout);
  else if (o->value) fputs(is_file(o) ? " -r -F" : " -x", stdout);
  fputs(" -d '", stdout);
  quoted(words, false);
  puts("'");
}

static void fish_completion(const cli_line *line) {
  char words[LONGEST];
  puts("# fish completion for shapan; made by \"shapan manual --completion fish\".");
  for (int n = 0; n < COMMANDS; n++) {
    text(line, commands[n]->name, "short", words);
    printf("complete -c shapan -n __fish_use_subcommand -f -a %s -d '", commands[n]->name);
    quoted(words, false);
    puts("'");
    for (const cli_option *o = commands[n]->options; o && o->name; o++) fish_option(line, commands[n]->name, o);
  }
  for (const cli_option *o = cli_everywhere; o->name; o++) fish_option(line, NULL, o);
}

static int run(cli_line *line) {
  static const char *const shells[] = {"bash", "zsh", "fish"};
  const char *shell = cli_get(line, "completion");
  if (!shell) return manual(line);
  if (strcmp(shell, "bash") == 0) bash_completion();
  else if (strcmp(shell, "zsh") == 0) zsh_completion(line);
  else if (strcmp(shell, "fish") == 0) fish_completion(line);
  else {
    const char *near = sp_nearest(shell, shells, 3);
    return cli_say(line, EXIT_BAD_INPUT, "cli.unknown_shell", "shell", shell, "near", near ? near : "bash", NULL);
  }
  return EXIT_DONE;
}

const cli_command cli_command_manual = {"manual", run, options, 0, 0};
