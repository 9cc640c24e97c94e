/* cmd_battle.c - `shapan battle`: two sides and a field, fought many times: odds, losses, causes, hours.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/trials.h"

static const cli_option options[] = {
    {"attacker", "SIDE", "cli.option.attacker"}, {"defender", "SIDE", "cli.option.defender"}, {"posture", "WORD", "cli.option.posture"},
    {"ground", "WORDS", "cli.option.ground"},    {"weather", "WORDS", "cli.option.weather"},  {"front", "KM", "cli.option.front"},
    {"year", "N", "cli.option.year"},            {"month", "N", "cli.option.month"},          {"runs", "N", "cli.option.runs"},
    {"seed", "N", "cli.option.seed"},            {"threads", "N", "cli.option.trial_threads"},      {"set", "NAME=X", "cli.option.set"},
    {"json", NULL, "cli.option.json"},           {NULL, NULL, NULL},
};

#define LIKELY 1.96 /* 95 % */

typedef struct share {
  double value, low, high;
} share;

/* Wilson's interval. */
static share share_of(double hits, double n) {
  double p = hits / n, z2 = LIKELY * LIKELY, mid = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
  double half = LIKELY * sqrt(p * (1.0 - p) / n + z2 / (4.0 * n * n)) / (1.0 + z2 / n);
  return (share){p, mid - half < 0.0 ? 0.0 : mid - half, mid + half > 1.0 ? 1.0 : mid + half};
}

typedef struct summary {
  uint32_t runs;
  share won[3];                    /* nobody, attacker, defender */
  uint32_t count[3];
  double loss[3][2][3];            /* [winner][side][10, 50, 90 %], shares */
  double hours[3];
  double after_break;              /* of the losers' losses, mean */
  double cause[2][SP_TRIAL_CAUSES]; /* bodies of a side that broke by it, of all its bodies */
  double broke[2];
} summary;

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void three(double *x, size_t n, double out[3]) {
  static const double at[3] = {0.1, 0.5, 0.9};
  qsort(x, n, sizeof *x, by_value);
  for (int q = 0; q < 3; q++) {
    double place = n ? at[q] * (double)(n - 1) : 0.0;
    size_t low = (size_t)place;
    out[q] = !n ? 0.0 : low + 1 < n ? x[low] + (place - (double)low) * (x[low + 1] - x[low]) : x[n - 1];
  }
}

static void sum_causes(summary *s, const sp_trial_result *run) {
  double bodies[2] = {0}, losers = 0.0, before = 0.0;
  for (uint32_t i = 0; i < s->runs; i++) {
    const sp_trial_result *r = &run[i];
    for (int side = 0; side < 2; side++) {
      bodies[side] += r->bodies[side];
      s->broke[side] += r->broke[side];
      for (int c = 0; c < SP_TRIAL_CAUSES; c++) s->cause[side][c] += r->broke_by[side][c];
    }
    if (r->winner == SP_TRIAL_NOBODY) continue;
    int loser = r->winner == SP_TRIAL_ATTACKER;
    losers += sp_trial_lost(r, loser);
    before += r->before_break[loser];
  }
  s->after_break = losers > 0.0 ? 1.0 - before / losers : 0.0;
  for (int side = 0; side < 2; side++) {
    for (int c = 0; c < SP_TRIAL_CAUSES; c++) s->cause[side][c] /= bodies[side] > 0.0 ? bodies[side] : 1.0;
    s->broke[side] /= bodies[side] > 0.0 ? bodies[side] : 1.0;
  }
}

static bool summarise(summary *s, const sp_trial_result *run) {
  double *room = malloc(s->runs * sizeof *room);
  if (!room) return false;
  for (uint32_t i = 0; i < s->runs; i++) s->count[run[i].winner]++;
  for (int w = 0; w < 3; w++) {
    s->won[w] = share_of(s->count[w], s->runs);
    for (int side = 0; side < 2; side++) {
      size_t n = 0;
      for (uint32_t i = 0; i < s->runs; i++)
        if ((int)run[i].winner == w) room[n++] = (double)sp_trial_lost(&run[i], side) / run[i].men[side];
      three(room, n, s->loss[w][side]);
    }
  }
  size_t n = 0;
  for (uint32_t i = 0; i < s->runs; i++) room[n++] = run[i].hours;
  three(room, n, s->hours);
  free(room);
  sum_causes(s, run);
  return true;
}

/* ---- telling it */

static const char *tell(char out[64], const char *format, double a, double b, double c) {
  snprintf(out, 64, format, a, b, c);
  return out;
}

static void line_of(const cli_line *line, const char *id, const char *a, const char *b, const char *c) {
  cli_print(line, stdout, id, "a", a ? a : "", "b", b ? b : "", "c", c ? c : "", NULL);
  fputc('\n', stdout);
}

static void say_causes(const cli_line *line, const summary *s, int side) {
  char all[64];
  line_of(line, side ? "cli.battle.broke_defender" : "cli.battle.broke_attacker", tell(all, "%.0f", 100.0 * s->broke[side], 0, 0), NULL, NULL);
  bool told[SP_TRIAL_CAUSES] = {false};
  for (int turn = 0; turn < 5; turn++) { /* the five that tell most */
    int best = 0;
    for (int c = 1; c < SP_TRIAL_CAUSES; c++)
      if (!told[c] && (best == 0 || s->cause[side][c] > s->cause[side][best])) best = c;
    if (best == 0 || s->cause[side][best] < 0.005) break;
    told[best] = true;
    char id[64], part[64];
    snprintf(id, sizeof id, "trial.cause.%s", sp_trial_cause_name(best));
    for (char *p = id; *p; p++) *p = *p == '-' ? '_' : *p;
    fprintf(stdout, "  %5s %%  ", tell(part, "%.1f", 100.0 * s->cause[side][best], 0, 0));
    cli_print(line, stdout, id, NULL);
    fputc('\n', stdout);
  }
}

static void say_all(const cli_line *line, const summary *s) {
  static const char *const won[] = {"cli.battle.nobody", "cli.battle.attacker", "cli.battle.defender"};
  static const char *const losses[] = {"cli.battle.loss_nobody", "cli.battle.loss_attacker", "cli.battle.loss_defender"};
  static const int order[] = {1, 2, 0};
  char a[64], b[64], c[64];
  snprintf(a, sizeof a, "%u", (unsigned)s->runs);
  line_of(line, "cli.battle.head", a, NULL, NULL);
  for (int n = 0; n < 3; n++) {
    const share *w = &s->won[order[n]];
    line_of(line, won[order[n]], tell(a, "%5.1f", 100.0 * w->value, 0, 0), tell(b, "%.0f", 100.0 * w->low, 0, 0), tell(c, "%.0f", 100.0 * w->high, 0, 0));
  }
  fputc('\n', stdout);
  line_of(line, "cli.battle.losses", NULL, NULL, NULL);
  for (int n = 0; n < 3; n++) {
    int w = order[n];
    if (s->count[w] < 3) continue;
    const double *x = s->loss[w][0], *y = s->loss[w][1];
    line_of(line, losses[w], tell(a, "%4.1f / %4.1f / %4.1f", 100.0 * x[0], 100.0 * x[1], 100.0 * x[2]), tell(b, "%4.1f / %4.1f / %4.1f", 100.0 * y[0], 100.0 * y[1], 100.0 * y[2]), NULL);
  }
  fputc('\n', stdout);
  line_of(line, "cli.battle.after", tell(a, "%.0f", 100.0 * s->after_break, 0, 0), NULL, NULL);
  line_of(line, "cli.battle.hours", tell(a, "%.1f / %.1f / %.1f", s->hours[0], s->hours[1], s->hours[2]), NULL, NULL);
  fputc('\n', stdout);
  for (int side = 0; side < 2; side++) say_causes(line, s, side);
}

static void json_all(const summary *s) {
  static const char *const who[] = {"nobody", "attacker", "defender"};
  printf("{\n \"runs\": %u,\n \"holds_the_field\": {", (unsigned)s->runs);
  for (int w = 0; w < 3; w++) printf("%s\"%s\": {\"share\": %.6g, \"low95\": %.6g, \"high95\": %.6g}", w ? ", " : "", who[w], s->won[w].value, s->won[w].low, s->won[w].high);
  printf("},\n \"losses_10_50_90\": {");
  for (int w = 0, begun = 0; w < 3; w++) {
    if (!s->count[w]) continue;
    printf("%s\"%s\": {", begun++ ? ", " : "", who[w]);
    for (int side = 0; side < 2; side++) printf("%s\"%s\": [%.6g, %.6g, %.6g]", side ? ", " : "", who[side + 1], s->loss[w][side][0], s->loss[w][side][1], s->loss[w][side][2]);
    printf("}");
  }
  printf("},\n \"losers_losses_after_break\": %.6g,\n \"hours_10_50_90\": [%.6g, %.6g, %.6g],\n \"broke\": {", s->after_break, s->hours[0], s->hours[1], s->hours[2]);
  for (int side = 0; side < 2; side++) {
    printf("%s\"%s\": {\"all\": %.6g", side ? ", " : "", who[side + 1], s->broke[side]);
    for (int c = 1; c < SP_TRIAL_CAUSES; c++) printf(", \"%s\": %.6g", sp_trial_cause_name(c), s->cause[side][c]);
    printf("}");
  }
  printf("}\n}\n");
}

static int fight(cli_line *line, const sp_trial_def *def, const sp_constants *constants) {
  uint64_t runs = 0, seed = 0, threads = 0;
  if (!cli_number(line, "runs", 200, &runs) || !cli_number(line, "seed", 1, &seed) || !cli_number(line, "threads", 2, &threads)) return EXIT_BAD_INPUT;
  if (runs < 1 || runs > 1000000 || threads < 1 || threads > 64) return cli_say(line, EXIT_BAD_INPUT, "cli.bad_runs", NULL);
  summary *s = calloc(1, sizeof *s);
  sp_trial_result *run = calloc(runs, sizeof *run);
  sp_status status = s && run ? sp_trial_many(def, constants, seed, (uint32_t)runs, (int32_t)threads, run) : SP_NO_MEMORY;
  if (status == SP_OK) {
    s->runs = (uint32_t)runs;
    if (!summarise(s, run)) status = SP_NO_MEMORY;
  }
  if (status == SP_OK) {
    if (cli_has(line, "json")) json_all(s);
    else say_all(line, s);
  }
  free(run);
  free(s);
  return status == SP_OK ? EXIT_DONE : cli_say(line, EXIT_TROUBLE, "cli.war_stopped", "what", sp_status_name(status), NULL);
}

static int run(cli_line *line) {
  sp_trial_def def = SP_TRIAL_DEF_INIT;
  bool fine = true;
  if (!trials_side(line, "attacker", &def.side[0]) || !trials_side(line, "defender", &def.side[1]) || !trials_field(line, &def)) return EXIT_BAD_INPUT;
  sp_faults *faults = sp_faults_create();
  (void)sp_trial_check(&def, faults);
  int code = cli_faults(line, faults);
  sp_faults_destroy(faults);
  sp_constants *constants = code == EXIT_DONE ? trials_constants(line, &fine) : NULL;
  if (!fine) code = EXIT_BAD_INPUT;
  if (code == EXIT_DONE) code = fight(line, &def, constants);
  sp_constants_destroy(constants);
  return code;
}

const cli_command cli_command_battle = {"battle", run, options, 0, 0};
