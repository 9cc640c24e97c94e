/* validate_runs.c - what many runs of one battle say: chances, and losses where the run went as history did.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "io/validate.h"

typedef struct numbers {
  double *data;
  size_t count, room;
} numbers;

/* Sums over all battles; each battle weighs the same through its quantiles or means. */
struct sp_tallies {
  numbers after_break, hours;
  numbers ratio, exchange; /* one pair for each run */
  double killed, wounded, taken, lost, nobody, runs;
  double cause[SP_TRIAL_CAUSES], causes, cause_all[SP_TRIAL_CAUSES], causes_all;
};

static bool push(numbers *n, double x) {
  if (n->count == n->room) {
    size_t room = n->room ? n->room * 2 : 256;
    double *data = realloc(n->data, room * sizeof *data);
    if (!data) return false;
    n->data = data;
    n->room = room;
  }
  n->data[n->count++] = x;
  return true;
}

sp_tallies *sp_tallies_create(void) { return calloc(1, sizeof(sp_tallies)); }

void sp_tallies_destroy(sp_tallies *t) {
  if (!t) return;
  free(t->after_break.data);
  free(t->hours.data);
  free(t->ratio.data);
  free(t->exchange.data);
  free(t);
}

/* Nobody hurt counts as half a man, so that a logarithm can be taken. */
static double share(const sp_trial_result *r, int side) {
  double lost = sp_trial_lost(r, side);
  return (lost < 0.5 ? 0.5 : lost) / r->men[side];
}

static bool tally_decided(sp_tallies *t, const sp_trial_result *r) {
  int winner = r->winner == SP_TRIAL_ATTACKER ? 0 : 1, loser = 1 - winner;
  double lost = sp_trial_lost(r, loser);
  t->killed += (double)r->killed[winner] / r->men[winner];
  t->wounded += (double)r->wounded[winner] / r->men[winner];
  t->taken += (double)(r->captured[loser] + r->missing[loser]) / r->men[loser];
  t->lost += lost / r->men[loser];
  t->cause[r->first_cause[loser]] += 1.0;
  t->causes += 1.0;
  for (int c = 0; c < SP_TRIAL_CAUSES; c++) t->cause_all[c] += r->broke_by[loser][c], t->causes_all += r->broke_by[loser][c];
  bool fine = push(&t->ratio, log((double)r->men[0] / r->men[1])) && push(&t->exchange, log(share(r, 0) * r->men[0] / (share(r, 1) * r->men[1])));
  return fine && (lost < 1.0 || push(&t->after_break, 1.0 - r->before_break[loser] / lost));
}

/* Losses of history's winner (w = 0) or loser in the runs that he won. */
static void judge_losses(sp_battle_judged *b, int w, const sp_trial_result *run, uint32_t runs, double *room) {
  sp_loss_judged *loss = &b->loss[w];
  int side = (b->outcome->winner == SP_TRIAL_ATTACKER) == (w == 0) ? 0 : 1;
  double lost = b->outcome->losses[side];
  size_t n = 0;
  for (uint32_t i = 0; i < runs; i++)
    if (run[i].winner == b->outcome->winner) room[n++] = log(share(&run[i], side));
  b->runs_like = (uint32_t)n;
  if (n < SP_LEAST_RUNS || lost < 0.0) return;
  sp_sort_numbers(room, n);
  double seen = log((lost < 0.5 ? 0.5 : lost) / b->battle->men[side]);
  loss->judged = true;
  loss->seen = exp(seen);
  loss->median = exp(sp_quantile(room, n, 0.5));
  loss->low50 = exp(sp_quantile(room, n, 0.25));
  loss->high50 = exp(sp_quantile(room, n, 0.75));
  loss->low90 = exp(sp_quantile(room, n, 0.05));
  loss->high90 = exp(sp_quantile(room, n, 0.95));
  loss->ln_error = fabs(seen - sp_quantile(room, n, 0.5));
  loss->crps = sp_score_crps(room, n, seen);
  for (int g = 0; g < SP_GRID; g++) loss->grid[g] = exp(sp_quantile(room, n, 0.05 * (g + 1)));
}

static bool read_hours(sp_tallies *t, sp_battle_judged *b, const sp_trial_result *run, uint32_t runs, double *room) {
  size_t n = 0;
  for (uint32_t i = 0; i < runs; i++) {
    if (run[i].hours <= 0.0) continue;
    room[n++] = run[i].hours;
    if (!push(&t->hours, run[i].hours)) return false;
  }
  sp_sort_numbers(room, n);
  for (int q = 0; q < 3; q++) b->hours[q] = sp_quantile(room, n, 0.1 + 0.4 * q);
  return true;
}

sp_status sp_take_runs(sp_tallies *t, sp_battle_judged *b, const sp_trial_result *run, uint32_t runs) {
  double won[3] = {0};
  double *room = malloc(runs * sizeof *room);
  bool fine = room != NULL;
  for (uint32_t i = 0; fine && i < runs; i++) {
    won[run[i].winner] += 1.0;
    if (run[i].winner != SP_TRIAL_NOBODY) fine = tally_decided(t, &run[i]);
  }
  b->attacker = won[SP_TRIAL_ATTACKER] / runs;
  b->nobody = won[SP_TRIAL_NOBODY] / runs;
  b->p = (won[SP_TRIAL_ATTACKER] + 0.5) / (runs - won[SP_TRIAL_NOBODY] + 1.0);
  b->luck = sp_score_luck(won[SP_TRIAL_ATTACKER], runs - won[SP_TRIAL_NOBODY]);
  b->even = sp_score_even(won[SP_TRIAL_ATTACKER], runs - won[SP_TRIAL_NOBODY]);
  t->nobody += won[SP_TRIAL_NOBODY];
  t->runs += runs;
  if (fine) fine = read_hours(t, b, run, runs, room);
  if (fine && b->outcome->known && b->outcome->winner != SP_TRIAL_NOBODY) {
    for (int w = 0; w < 2; w++) judge_losses(b, w, run, runs, room);
  }
  free(room);
  return fine ? SP_OK : SP_NO_MEMORY;
}

static void three(numbers *n, double out[3]) {
  sp_sort_numbers(n->data, n->count);
  for (int q = 0; q < 3; q++) out[q] = sp_quantile(n->data, n->count, 0.1 + 0.4 * q);
}

void sp_finish_tallies(sp_tallies *t, sp_validation *v) {
  three(&t->after_break, v->after_break);
  three(&t->hours, v->hours);
  v->slope_rules = sp_fit_slope(t->ratio.data, t->exchange.data, t->ratio.count);
  v->killed_to_wounded = t->killed > 0.0 ? t->wounded / t->killed : 0.0;
  v->taken_of_lost = t->lost > 0.0 ? t->taken / t->lost : 0.0;
  v->nobody = t->runs > 0.0 ? t->nobody / t->runs : 0.0;
  for (int c = 0; c < SP_TRIAL_CAUSES; c++) {
    v->cause[c] = t->causes > 0.0 ? t->cause[c] / t->causes : 0.0;
    v->cause_all[c] = t->causes_all > 0.0 ? t->cause_all[c] / t->causes_all : 0.0;
  }
}
