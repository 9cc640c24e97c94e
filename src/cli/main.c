/* main.c - finds the command, reads its options, runs it. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const cli_command *const commands[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#include "cli/commands.def"
};
enum { COMMANDS = sizeof commands / sizeof *commands };

const cli_option cli_everywhere[] = {
    {"lang", "en|zh", "cli.option.lang"},
    {"help", NULL, "cli.option.help"},
    {NULL, NULL, NULL},
};

static bool starts(const char *text, const char *with) { return text && strncmp(text, with, strlen(with)) == 0; }

static sp_lang language_of_environment(void) {
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    const char *value = getenv(names[n]);
    if (value && *value) return starts(value, "zh") ? SP_LANG_ZH : SP_LANG_EN;
  }
  return SP_LANG_EN;
}

static const cli_option *find_option(const cli_option *list, const char *name, size_t length) {
  for (; list && list->name; list++) {
    if (strlen(list->name) == length && strncmp(list->name, name, length) == 0) return list;
  }
  return NULL;
}

static void print_options(const cli_line *line, FILE *file, const cli_option *list) {
  for (; list && list->name; list++) {
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", list->name, list->value ? " " : "", list->value ? list->value : "");
    fprintf(file, "  %-24s ", left);
    cli_print(line, file, list->help, NULL);
    fputc('\n', file);
  }
}

static void help(const cli_line *line, FILE *file) {
  cli_print(line, file, "cli.help.head", "version", sp_version(), NULL);
  fputs("\n\n", file);
  for (int n = 0; n < COMMANDS; n++) {
    char id[64];
    snprintf(id, sizeof id, "cli.%s.short", commands[n]->name);
    fprintf(file, "  shapan %-10s ", commands[n]->name);
    cli_print(line, file, id, NULL);
    fputc('\n', file);
  }
  fputc('\n', file);
  cli_print(line, file, "cli.help.tail", NULL);
  fputc('\n', file);
}

static void help_command(const cli_line *line, FILE *file, const cli_command *command) {
  char id[64];
  snprintf(id, sizeof id, "cli.%s.usage", command->name);
  cli_print(line, file, id, NULL);
  fputs("\n\n", file);
  print_options(line, file, command->options);
  print_options(line, file, cli_everywhere);
  fputc('\n', file);
  snprintf(id, sizeof id, "cli.%s.long", command->name);
  cli_print(line, file, id, NULL);
  fputc('\n', file);
}

static int complain_option(const cli_line *line, const cli_command *command, const char *name) {
  const char *names[40];
  size_t count = 0;
  for (const cli_option *o = command->options; o && o->name; o++) names[count++] = o->name;
  for (const cli_option *o = cli_everywhere; o->name; o++) names[count++] = o->name;
  const char *near = sp_nearest(name, names, count);
  if (near) return cli_say(line, EXIT_BAD_INPUT, "cli.unknown_option_near", "option", name, "near", near, "command", command->name, NULL);
  return cli_say(line, EXIT_BAD_INPUT, "cli.unknown_option", "option", name, "command", command->name, NULL);
}

/* Takes one option, its value joined to it or, when that is NULL, the next word: *at is moved past it. 0, or the exit code. */
static int take_option(cli_line *line, const cli_command *command, int argc, char **argv, int *at, bool *wants_help, const char *name, size_t length, const char *joined) {
  const cli_option *option = find_option(command->options, name, length), *common = find_option(cli_everywhere, name, length);
  if (!option && !common) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), name);
    return complain_option(line, command, word);
  }
  const cli_option *known = option ? option : common;
  const char *value = joined ? joined : "";
  if (known->value && !joined) {
    if (*at + 1 >= argc) return cli_say(line, EXIT_BAD_INPUT, "cli.option_needs_value", "option", known->name, "value", known->value, NULL);
    value = argv[++*at];
  }
  if (!known->value && joined) return cli_say(line, EXIT_BAD_INPUT, "cli.option_takes_none", "option", known->name, NULL);
  if (common && strcmp(known->name, "help") == 0) *wants_help = true;
  if (common && strcmp(known->name, "lang") == 0) {
    if (strcmp(value, "en") != 0 && strcmp(value, "zh") != 0) return cli_say(line, EXIT_BAD_INPUT, "cli.bad_lang", "value", value, NULL);
    line->lang = value[0] == 'z' ? SP_LANG_ZH : SP_LANG_EN;
  }
  if (option) line->given[option - command->options] = value;
  if (option && strcmp(known->name, "with") == 0) {
    if (line->withs == SP_OVERLAYS_MAX) return cli_say(line, EXIT_BAD_INPUT, "cli.too_many_overlays", NULL);
    line->with[line->withs++] = value;
  }
  return 0;
}

/* Reads one "--name[=value]". */
static int read_option(cli_line *line, const cli_command *command, int argc, char **argv, int *at, bool *wants_help) {
  const char *name = argv[*at] + 2, *equals = strchr(name, '=');
  return take_option(line, command, argc, argv, at, wants_help, name, equals ? (size_t)(equals - name) : strlen(name), equals ? equals + 1 : NULL);
}

/* "-n 400", "-j4": what they are short for; NULL for any other word. */
static const char *long_of(const cli_command *command, const char *word) {
  static const char *const names[] = {"runs", "threads"};
  const char *at = word[0] == '-' && word[1] ? strchr("nj", word[1]) : NULL;
  if (!at || (word[2] && (word[2] < '0' || word[2] > '9'))) return NULL;
  const char *name = names[*at == 'j'];
  return find_option(command->options, name, strlen(name)) ? name : NULL;
}

static int run_command(cli_line *line, const cli_command *command, int argc, char **argv, bool wants_help) {
  bool only_words = false;
  line->options = command->options;
  for (int n = 2; n < argc; n++) {
    if (!only_words && strcmp(argv[n], "--") == 0) {
      only_words = true;
    } else if (!only_words && strcmp(argv[n], "-h") == 0) {
      wants_help = true;
    } else if (!only_words && starts(argv[n], "--")) {
      int code = read_option(line, command, argc, argv, &n, &wants_help);
      if (code) return code;
    } else if (!only_words && long_of(command, argv[n])) {
      const char *name = long_of(command, argv[n]);
      int code = take_option(line, command, argc, argv, &n, &wants_help, name, strlen(name), argv[n][2] ? argv[n] + 2 : NULL);
      if (code) return code;
    } else if (line->words < CLI_ARGS) {
      line->word[line->words++] = argv[n];
    } else {
      return cli_say(line, EXIT_BAD_INPUT, "cli.too_many_words", "command", command->name, NULL);
    }
  }
  if (wants_help && command == &cli_command_calc) return cli_calc_help(line);
  if (wants_help) {
    help_command(line, stdout, command);
    return EXIT_DONE;
  }
  if (line->words < command->least_words || line->words > command->most_words) {
    cli_say(line, 0, line->words < command->least_words ? "cli.too_few_words" : "cli.too_many_words", "command", command->name, NULL);
    help_command(line, stderr, command);
    return EXIT_BAD_INPUT;
  }
  return command->run(line);
}

/* "shapan help --lang zh": no command, but in which language. */
static int help_at_large(cli_line *line, int argc, char **argv) {
  static const cli_command none = {.name = "help"};
  bool wants_help = true;
  for (int n = 1; n < argc; n++) {
    int code = starts(argv[n], "--") ? read_option(line, &none, argc, argv, &n, &wants_help) : 0;
    if (code) return code;
  }
  help(line, stdout);
  return EXIT_DONE;
}

/* Started with a standard stream closed, the first file written would take its number, and messages go into it. */
static void fill_streams(void) {
  for (int n = STDIN_FILENO; n <= STDERR_FILENO; n++) {
    if (fcntl(n, F_GETFD) == -1 && errno == EBADF && open("/dev/null", n == STDIN_FILENO ? O_WRONLY : O_RDONLY) != n) exit(EXIT_TROUBLE);
  }
}

/* What could not be written was not said. */
static int finish(const cli_line *line, int code) {
  if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_DONE) return cli_say(line, EXIT_TROUBLE, "cli.cannot_write", "file", "stdout", NULL);
  return code;
}

int main(int argc, char **argv) {
  fill_streams();
  cli_line line = {.lang = language_of_environment()};
  const char *name = argc > 1 ? argv[1] : "help";
  if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
    printf("shapan %s\n", sp_version());
    return finish(&line, EXIT_DONE);
  }
  bool asked = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
  if (asked && argc <= 2) {
    help(&line, stdout);
    return finish(&line, EXIT_DONE);
  }
  /* "help run --lang zh" is "run --lang zh" with a question before it. */
  if (asked) {
    argv++;
    argc--;
  }
  if (asked && starts(argv[1], "--")) return finish(&line, help_at_large(&line, argc, argv));
  const char *wanted = argv[1] ? argv[1] : name, *names[COMMANDS];
  for (int n = 0; n < COMMANDS; n++) {
    names[n] = commands[n]->name;
    if (strcmp(wanted, names[n]) == 0) return finish(&line, run_command(&line, commands[n], argc, argv, asked));
  }
  const char *near = sp_nearest(wanted, names, COMMANDS);
  if (near) cli_say(&line, 0, "cli.unknown_command_near", "command", wanted, "near", near, NULL);
  else cli_say(&line, 0, "cli.unknown_command", "command", wanted, NULL);
  help(&line, stderr);
  return EXIT_BAD_INPUT;
}
