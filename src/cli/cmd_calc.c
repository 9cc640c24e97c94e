/* cmd_calc.c - `shapan calc`: the formulas asked in plain words. SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/trials.h"
#include "shapan/ask.h"

static const cli_option options[] = {
    {"json", NULL, "cli.option.json"}, {"shi-kg", "KG", "cli.option.shi_kg"}, {"set", "NAME=X", "cli.option.set"}, {NULL, NULL, NULL},
};

static void list_topics(const cli_line *line, FILE *file) {
  cli_print(line, file, "cli.calc.usage", NULL);
  fputs("\n\n", file);
  for (size_t n = 0; sp_ask_topic(n); n++) {
    char id[64];
    fprintf(file, "  %-8s ", sp_ask_topic(n));
    snprintf(id, sizeof id, "calc.%s.short", sp_ask_topic(n));
    cli_print(line, file, id, NULL);
    fprintf(file, "\n           shapan calc %s ", sp_ask_topic(n));
    snprintf(id, sizeof id, "calc.%s.example", sp_ask_topic(n));
    cli_print(line, file, id, NULL);
    fputc('\n', file);
  }
  fputc('\n', file);
  cli_print(line, file, "cli.calc.long", NULL);
  fputc('\n', file);
}

static int help_topic(const cli_line *line, const char *topic) {
  char id[64];
  snprintf(id, sizeof id, "calc.%s.help", topic);
  printf("shapan calc %s - ", topic);
  char short_id[64], example[64];
  snprintf(short_id, sizeof short_id, "calc.%s.short", topic);
  snprintf(example, sizeof example, "calc.%s.example", topic);
  cli_print(line, stdout, short_id, NULL);
  printf("\n\n  shapan calc %s ", topic);
  cli_print(line, stdout, example, NULL);
  fputs("\n\n", stdout);
  cli_print(line, stdout, id, NULL);
  fputc('\n', stdout);
  return EXIT_DONE;
}

static bool is_topic(const char *word) {
  for (size_t n = 0; sp_ask_topic(n); n++)
    if (strcmp(sp_ask_topic(n), word) == 0) return true;
  return false;
}

/* `calc lot plan` is the topic plan. */
static const char *topic_of(const cli_line *line, int *used) {
  bool plan = line->words > 1 && strcmp(line->word[0], "lot") == 0 && strcmp(line->word[1], "plan") == 0;
  *used = plan ? 2 : 1;
  return plan ? "plan" : line->word[0];
}

int cli_calc_help(const cli_line *line) {
  int used = 0;
  if (line->words == 0) return list_topics(line, stdout), EXIT_DONE;
  const char *topic = topic_of(line, &used);
  if (is_topic(topic)) return help_topic(line, topic);
  list_topics(line, stdout);
  return EXIT_DONE;
}

static int answer(const cli_line *line, const sp_constants *constants, double shi_kg) {
  int used = 0;
  sp_answer *found = NULL;
  sp_faults *faults = sp_faults_create();
  sp_question question = {.topic = topic_of(line, &used), .constants = constants, .shi_kg = shi_kg};
  question.word = line->word + used;
  question.words = (size_t)(line->words - used);
  sp_status status = faults ? sp_ask(&question, faults, &found) : SP_NO_MEMORY;
  int code = faults ? cli_faults(line, faults) : EXIT_TROUBLE;
  if (status == SP_OK && code == EXIT_DONE) {
    char *text = cli_has(line, "json") ? sp_answer_json(found) : sp_answer_text(found, line->lang);
    if (text) fputs(text, stdout);
    else status = SP_NO_MEMORY;
    free(text);
  }
  sp_answer_destroy(found);
  sp_faults_destroy(faults);
  if (status == SP_NO_MEMORY) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
  return status == SP_OK ? code : EXIT_BAD_INPUT;
}

static int run(cli_line *line) {
  if (line->words == 0) return list_topics(line, stderr), EXIT_BAD_INPUT;
  const char *kg = cli_get(line, "shi-kg");
  double shi_kg = 0.0;
  bool fine = true;
  if (kg && (!trials_number(kg, &shi_kg) || !(shi_kg >= 1.0 && shi_kg <= 1000.0))) return cli_say(line, EXIT_BAD_INPUT, "cli.calc.bad_shi", "value", kg, NULL);
  sp_constants *constants = trials_constants(line, &fine);
  if (!fine) return EXIT_BAD_INPUT;
  int code = answer(line, constants, shi_kg);
  sp_constants_destroy(constants);
  return code;
}

const cli_command cli_command_calc = {"calc", run, options, 0, CLI_ARGS};
