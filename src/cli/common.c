/* common.c - what the commands share: texts, faults, files, progress. SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

#define SLOTS 24

const char *cli_get(const cli_line *line, const char *option) {
  for (int n = 0; line->options && line->options[n].name; n++) {
    if (strcmp(line->options[n].name, option) == 0) return line->given[n];
  }
  return NULL;
}

bool cli_has(const cli_line *line, const char *option) { return cli_get(line, option) != NULL; }

bool cli_number(const cli_line *line, const char *option, uint64_t fallback, uint64_t *value) {
  const char *text = cli_get(line, option);
  *value = fallback;
  if (!text) return true;
  char *end = NULL;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || errno) {
    cli_say(line, 0, "cli.bad_number", "option", option, "value", text, NULL);
    return false;
  }
  *value = n;
  return true;
}

static void print_slots(sp_lang lang, FILE *file, const char *id, va_list list) {
  const char *args[2 * SLOTS + 1] = {0};
  for (int n = 0; n < 2 * SLOTS; n++) {
    args[n] = va_arg(list, const char *);
    if (!args[n]) break;
  }
  size_t size = sp_text(lang, id, args, NULL, 0) + 1;
  char *text = malloc(size);
  if (!text) return;
  sp_text(lang, id, args, text, size);
  fputs(text, file);
  free(text);
}

void cli_print(const cli_line *line, FILE *file, const char *id, ...) {
  va_list list;
  va_start(list, id);
  print_slots(line->lang, file, id, list);
  va_end(list);
}

int cli_say(const cli_line *line, int code, const char *id, ...) {
  va_list list;
  fflush(stdout); /* where both go to one place, what was printed first stands first */
  va_start(list, id);
  fputs("shapan: ", stderr);
  print_slots(line->lang, stderr, id, list);
  fputc('\n', stderr);
  va_end(list);
  return code;
}

int cli_faults(const cli_line *line, sp_faults *faults) {
  fflush(stdout);
  sp_faults_sort(faults);
  for (size_t n = 0; n < sp_faults_total(faults); n++) {
    size_t size = sp_faults_format(faults, n, line->lang, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text) continue;
    sp_faults_format(faults, n, line->lang, text, size);
    sp_fault_view fault = {0};
    bool nowhere = sp_faults_get(faults, n, &fault) == SP_OK && !fault.where.file;
    fprintf(stderr, "%s%s\n", nowhere ? "shapan: " : "", text);
    free(text);
  }
  if (line->warnings) *line->warnings += sp_faults_count(faults, SP_FAULT_WARNING);
  return sp_faults_count(faults, SP_FAULT_ERROR) ? EXIT_BAD_INPUT : EXIT_DONE;
}

/* What a status without faults of its own means for the user. */
static int say_status(const cli_line *line, sp_status status) {
  return cli_say(line, status == SP_BAD_INPUT || status == SP_NOT_FOUND ? EXIT_BAD_INPUT : EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(status), NULL);
}

sp_model *cli_model(const cli_line *line, const char *name, int *code) { return cli_model_with(line, name, line->with, line->withs, code); }

sp_model *cli_model_with(const cli_line *line, const char *name, const char *const *with, size_t count, int *code) {
  sp_faults *faults = sp_faults_create();
  sp_scenario *scenario = NULL;
  sp_model *model = NULL;
  sp_status status = sp_read_scenario_with(name, with, count, faults, &scenario);
  if (status == SP_OK) status = sp_compile(scenario, faults, &model);
  sp_scenario_destroy(scenario);
  *code = cli_faults(line, faults);
  if (status != SP_OK && *code == EXIT_DONE) *code = say_status(line, status);
  sp_faults_destroy(faults);
  return model;
}

sp_world *cli_world(const cli_line *line, sp_model *model, uint64_t seed, int *code) {
  sp_faults *faults = sp_faults_create();
  sp_world *world = NULL;
  sp_status status = sp_world_create(model, NULL, seed, faults, &world);
  *code = cli_faults(line, faults);
  if (status != SP_OK && *code == EXIT_DONE) *code = say_status(line, status);
  sp_faults_destroy(faults);
  return world;
}

/* An hour before the opening or after the close is not asked for on purpose. */
static bool is_in_campaign(const cli_line *line, const sp_model *model, const char *text, sp_minute minute) {
  const sp_campaign_def *c = sp_model_campaign(model);
  if (minute >= c->start && minute <= c->end) return true;
  char from[32], to[32];
  sp_date start = sp_date_of(c->start), end = sp_date_of(c->end);
  snprintf(from, sizeof from, "%04d-%02d-%02d %02d:%02d", start.year, start.month, start.day, start.hour, start.minute);
  snprintf(to, sizeof to, "%04d-%02d-%02d %02d:%02d", end.year, end.month, end.day, end.hour, end.minute);
  return cli_say(line, 0, "cli.time_outside", "value", text, "from", from, "to", to, NULL), false;
}

/* "day 3 06:00" counts days from the opening's date; "1642-08-05 05:00" is the date itself. */
bool cli_minute(const cli_line *line, const sp_model *model, const char *text, sp_minute *minute) {
  int day = 0, hour = 0, min = 0, used = 0;
  sp_date d = {0};
  sp_minute start = sp_model_campaign(model)->start;
  if (sscanf(text, "day %9d %2d:%2d%n", &day, &hour, &min, &used) == 3 && !text[used]) {
    *minute = start - start % 1440 + (sp_minute)(day - 1) * 1440 + hour * 60 + min;
  } else if (sscanf(text, "%4d-%2d-%2d %2d:%2d%n", &d.year, &d.month, &d.day, &hour, &min, &used) == 5 && !text[used]) {
    d.hour = hour;
    d.minute = min;
    *minute = sp_minute_of(d);
    sp_date back = sp_date_of(*minute);
    if (back.year != d.year || back.month != d.month || back.day != d.day) hour = 99;
  } else {
    hour = 99;
  }
  if (hour < 0 || hour > 23 || min < 0 || min > 59) return cli_say(line, 0, "cli.bad_time", "value", text, NULL), false;
  return is_in_campaign(line, model, text, *minute);
}

bool cli_folder(const cli_line *line, const char *path) {
  char part[4096];
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof part) return cli_say(line, 0, "cli.cannot_write", "file", path, NULL), false;
  for (size_t n = 1; n <= length; n++) {
    if (path[n] != '/' && path[n] != '\0') continue;
    memcpy(part, path, n);
    part[n] = '\0';
    if (mkdir(part, 0777) != 0 && errno != EEXIST) return cli_say(line, 0, "cli.cannot_write", "file", part, NULL), false;
  }
  return true;
}

FILE *cli_create(const cli_line *line, const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s%s", folder ? folder : "", folder ? "/" : "", name);
  FILE *file = fopen(path, "wb");
  if (!file) cli_say(line, 0, "cli.cannot_write", "file", path, NULL);
  return file;
}

bool cli_read_file(const cli_line *line, const char *path, unsigned char **data, size_t *size) {
  FILE *file = fopen(path, "rb");
  size_t count = 0, room = 0;
  unsigned char *bytes = NULL;
  bool ok = file != NULL;
  while (ok) {
    if (count == room) {
      room = room ? room * 2 : 65536;
      unsigned char *more = room > (size_t)1 << 31 ? NULL : realloc(bytes, room);
      if (!more) {
        ok = false;
        break;
      }
      bytes = more;
    }
    size_t got = fread(bytes + count, 1, room - count, file);
    count += got;
    if (got == 0) break;
  }
  if (file) {
    ok = ok && !ferror(file);
    fclose(file);
  }
  if (!ok) {
    free(bytes);
    cli_say(line, 0, "cli.cannot_read", "file", path, NULL);
    return false;
  }
  *data = bytes;
  *size = count;
  return true;
}

cli_progress cli_progress_begin(const cli_line *line) { return (cli_progress){.line = line, .on = isatty(STDERR_FILENO) != 0, .last_permille = -1}; }

void cli_progress_step(cli_progress *p, const sp_world *world) {
  if (!p->on) return;
  const sp_campaign_def *c = sp_model_campaign(sp_world_model(world));
  int permille = (int)((sp_world_minute(world) - c->start) * 1000 / (c->end - c->start));
  if (permille == p->last_permille) return;
  p->last_permille = permille;
  sp_date date = sp_date_of(sp_world_minute(world));
  fprintf(stderr, "\r%04d-%02d-%02d %02d:%02d [%-40.*s] %3d%%", date.year, date.month, date.day, date.hour, date.minute, permille / 25, "########################################", permille / 10);
  fflush(stderr);
}

void cli_progress_end(cli_progress *p) {
  if (p->on) fprintf(stderr, "\r%*s\r", 78, "");
}
