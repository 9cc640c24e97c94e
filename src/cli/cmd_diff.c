/* cmd_diff.c - `shapan diff`: where two wars part: day, unit, field. SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/hashes.h"

#define SHOWN 20

static const cli_option options[] = {{NULL, NULL, NULL}};

typedef struct war {
  unsigned char *data;
  size_t size;
  sp_recording *recording; /* NULL: a plain save */
  sp_world *world;
} war;

static int open_war(cli_line *line, const char *path, war *w) {
  if (!cli_read_file(line, path, &w->data, &w->size)) return EXIT_BAD_INPUT;
  sp_faults *faults = sp_faults_create();
  sp_save_info info = {0};
  sp_status status = SP_OK;
  if (sp_recording_is(w->data, w->size)) {
    status = sp_recording_open(w->data, w->size, faults, &w->recording);
    if (status == SP_OK) status = sp_recording_world(w->recording, cli_model_reader, NULL, faults, &info, &w->world);
  } else {
    status = sp_load(w->data, w->size, cli_model_reader, NULL, faults, &info, &w->world);
  }
  int code = cli_faults(line, faults);
  sp_faults_destroy(faults);
  if (status != SP_OK && code == EXIT_DONE) code = cli_say(line, EXIT_BAD_INPUT, "cli.cannot_read", "file", path, NULL);
  if (code == EXIT_DONE) sp_world_set_events(w->world, SP_EVENTS_NONE);
  return code;
}

static void close_war(war *w) {
  sp_world_destroy(w->world);
  sp_recording_close(w->recording);
  free(w->data);
}

static void print_differences(const cli_line *line, const sp_world *left, const sp_world *right) {
  sp_difference list[SHOWN];
  size_t count = sp_world_differences(left, right, list, SHOWN);
  sp_minute start = sp_model_campaign(sp_world_model(left))->start;
  for (size_t n = 0; n < count && n < SHOWN; n++) {
    char day[24], hour[16];
    snprintf(day, sizeof day, "%" PRId64, list[n].minute / 1440 - start / 1440 + 1);
    snprintf(hour, sizeof hour, "%02d:%02d", (int)(list[n].minute % 1440 / 60), (int)(list[n].minute % 60));
    cli_print(line, stdout, "cli.diff.row", "day", day, "hour", hour, "subject", list[n].subject, "table", list[n].table, "field", list[n].field, "left", list[n].left, "right", list[n].right, NULL);
    fputc('\n', stdout);
  }
  if (count <= SHOWN) return;
  char more[24];
  snprintf(more, sizeof more, "%zu", count - SHOWN);
  cli_print(line, stdout, "cli.diff.more", "count", more, NULL);
  fputc('\n', stdout);
}

/* By subsystem: two seeds differ from the start, their wars only when a die first matters. */
static bool alike(const sp_world *a, const sp_world *b) {
  for (int32_t n = 0; n < SP_SUBSYSTEM_COUNT; n++) {
    if (sp_world_hash(a, sp_world_subsystem(n)) != sp_world_hash(b, sp_world_subsystem(n))) return false;
  }
  return true;
}

/* Two recordings are fought side by side to the first tick that differs. */
static sp_status walk(war *a, war *b) {
  sp_status status = SP_OK;
  while (status == SP_OK && alike(a->world, b->world)) {
    bool done = sp_world_over(a->world) || sp_world_over(b->world) || sp_world_minute(a->world) >= sp_recording_end(a->recording) || sp_world_minute(b->world) >= sp_recording_end(b->recording);
    if (done) break;
    status = sp_recording_orders(a->recording, a->world);
    if (status == SP_OK) status = sp_recording_orders(b->recording, b->world);
    if (status == SP_OK) status = sp_world_step(a->world);
    if (status == SP_OK) status = sp_world_step(b->world);
  }
  return status;
}

static int run(cli_line *line) {
  war a = {0}, b = {0};
  int code = open_war(line, line->word[0], &a);
  if (code == EXIT_DONE) code = open_war(line, line->word[1], &b);
  if (code == EXIT_DONE && a.recording && b.recording && walk(&a, &b) != SP_OK) code = cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", "step", NULL);
  if (code == EXIT_DONE && sp_world_minute(a.world) != sp_world_minute(b.world)) cli_say(line, 0, "cli.diff.minutes", NULL);
  if (code == EXIT_DONE) {
    sp_difference first;
    sp_status status = sp_world_compare(a.world, b.world, &first);
    if (status == SP_MISMATCH) print_differences(line, a.world, b.world);
    else cli_print(line, stdout, "cli.diff.same", NULL), fputc('\n', stdout);
    code = status == SP_MISMATCH ? EXIT_NO : EXIT_DONE;
  }
  close_war(&a);
  close_war(&b);
  return code;
}

const cli_command cli_command_diff = {"diff", run, options, 2, 2};
