/* cmd_explain.c - `shapan explain`: why was this body late, why did it break? SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hashes.h"
#include "cli/source.h"
#include "shapan/explain.h"

static const cli_option options[] = {
    {"unit", "ID", "cli.option.explain_unit"}, {"at", "TIME", "cli.option.explain_at"}, {"for", "TIME", "cli.option.explain_for"}, {"why", "WHAT", "cli.option.explain_why"},
    {"with", "NAME", "cli.option.with"},       {"seed", "N", "cli.option.seed"},          {"json", NULL, "cli.option.explain_json"}, {NULL, NULL, NULL},
};

typedef struct question {
  sp_explain_options o;
  sp_minute at, until;
  sp_key unit;
} question;

/* "2 h", "90 min", "3 d". */
static bool span(const cli_line *line, sp_minute *minutes) {
  const char *text = cli_get(line, "for");
  char unit[8] = "";
  int n = 0, used = 0;
  *minutes = 0;
  if (!text) return true;
  bool good = sscanf(text, "%6d %7s%n", &n, unit, &used) == 2 && !text[used] && n > 0;
  int each = strcmp(unit, "h") == 0 ? 60 : strcmp(unit, "min") == 0 ? 1 : strcmp(unit, "d") == 0 ? 1440 : 0;
  if (!good || !each) return cli_say(line, 0, "cli.explain.span", "value", text, NULL), false;
  *minutes = (sp_minute)n * each;
  return true;
}

static bool question_of(const cli_line *line, const sp_model *model, question *q) {
  const char *why = cli_get(line, "why"), *names[SP_WHY_COUNT];
  sp_minute length = 0;
  bool good = cli_minute(line, model, cli_get(line, "at"), &q->at);
  good = span(line, &length) && good;
  q->o = (sp_explain_options)SP_EXPLAIN_OPTIONS_INIT;
  q->o.lang = line->lang;
  q->o.json = cli_has(line, "json");
  q->o.from = length ? q->at : 0;
  q->until = q->at + length;
  if (!why) return good;
  for (int n = 1; n < SP_WHY_COUNT; n++) {
    names[n - 1] = sp_why_name((sp_why)n);
    if (strcmp(why, names[n - 1]) == 0) q->o.why = (sp_why)n;
  }
  if (q->o.why != SP_WHY_ANY) return good;
  const char *near = sp_nearest(why, names, SP_WHY_COUNT - 1);
  return cli_say(line, 0, near ? "cli.explain.why_near" : "cli.explain.why", "value", why, "near", near ? near : "", NULL), false;
}

/* Fights on to the minute; explain NULL: nobody listens. */
static sp_status fight(const cli_source *s, sp_world *world, sp_minute until, sp_explain *explain) {
  sp_status status = SP_OK;
  if (!explain) sp_world_set_events(world, SP_EVENTS_NONE);
  while (status == SP_OK && !sp_world_over(world) && sp_world_minute(world) < until) {
    if (s->recording) status = sp_recording_orders(s->recording, world);
    if (status == SP_OK) status = sp_world_step(world);
    if (status == SP_OK && explain) status = sp_explain_take(explain, world);
  }
  return status;
}

static int say_trouble(const cli_line *line, sp_status status) {
  return cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(status), NULL);
}

/* Its men go with another body: that one is told of. */
static void part_of(const cli_line *line, const sp_world *world, sp_key unit, const char *text) {
  char name[300];
  sp_world_name(world, unit, line->lang, name, sizeof name);
  cli_say(line, 0, "cli.explain.part", "id", text, "who", name, NULL);
}

/* Bodies that are born in the war are known only when it has been fought up to then. */
static int find_unit(cli_line *line, cli_source *s, sp_world *opening, question *q) {
  const char *text = cli_get(line, "unit");
  char near[300] = "";
  int code = EXIT_DONE;
  if (sp_explain_find(opening, text, &q->unit, near, sizeof near) == SP_OK && !near[0]) return EXIT_DONE;
  sp_world *later = cli_source_world(line, s, &code);
  if (!later) return code;
  sp_status status = fight(s, later, q->until, NULL);
  if (status != SP_OK) code = say_trouble(line, status);
  else if (sp_explain_find(later, text, &q->unit, near, sizeof near) != SP_OK) code = cli_say(line, EXIT_BAD_INPUT, near[0] ? "cli.explain.unit_near" : "cli.explain.unit", "id", text, "near", near, NULL);
  else if (near[0]) part_of(line, later, q->unit, text);
  sp_world_destroy(later);
  return code;
}

static int explain(cli_line *line, cli_source *s, sp_world *world, question *q) {
  int code = find_unit(line, s, world, q);
  if (code != EXIT_DONE) return code;
  sp_explain *x = sp_explain_begin(world, q->unit);
  if (!x) return cli_say(line, EXIT_TROUBLE, "cli.trouble", "what", sp_status_name(SP_NO_MEMORY), NULL);
  sp_status status = fight(s, world, q->until, x);
  if (status == SP_OK) status = sp_explain_write(x, world, &q->o, stdout);
  if (status == SP_NOT_FOUND) code = cli_say(line, EXIT_BAD_INPUT, "cli.explain.unit", "id", cli_get(line, "unit"), NULL);
  else if (status != SP_OK) code = say_trouble(line, status);
  sp_explain_end(x, world);
  return code;
}

static int run(cli_line *line) {
  cli_source s = {0};
  question q = {0};
  if (!cli_get(line, "unit") || !cli_get(line, "at")) return cli_say(line, EXIT_BAD_INPUT, "cli.explain.need", NULL);
  int code = cli_source_open(line, &s);
  sp_world *world = code == EXIT_DONE ? cli_source_world(line, &s, &code) : NULL;
  if (world && !question_of(line, sp_world_model(world), &q)) {
    sp_key unit;
    char near[300] = "";
    bool known = sp_explain_find(world, cli_get(line, "unit"), &unit, near, sizeof near) == SP_OK;
    if (!known && near[0]) cli_say(line, 0, "cli.explain.unit_near", "id", cli_get(line, "unit"), "near", near, NULL);
    code = EXIT_BAD_INPUT;
  }
  if (world && code == EXIT_DONE && s.recording && q.until > sp_recording_end(s.recording)) code = cli_say(line, EXIT_BAD_INPUT, "cli.explain.past_end", NULL);
  if (world && code == EXIT_DONE) code = explain(line, &s, world, &q);
  sp_world_destroy(world);
  cli_source_close(&s);
  return code;
}

const cli_command cli_command_explain = {"explain", run, options, 1, 1};
