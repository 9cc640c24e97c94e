/* validate_scores.c - scores and baselines over all battles; whatever is fitted leaves out the battle it predicts.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/validate.h"

static bool is_decided(const sp_battle_judged *b) { return b->outcome->known && b->outcome->winner != SP_TRIAL_NOBODY; }
static double ln_ratio(const sp_battle *b) { return log((double)b->men[0] / b->men[1]); }

/* ---- who wins */

typedef struct columns {
  sp_battle_judged **battle;
  double *y, *bigger, *p[SP_WINNER_MODELS], *tune, *ratio;
  size_t n;
} columns;

static void free_columns(columns *c) {
  free(c->battle);
  free(c->y);
  free(c->bigger);
  free(c->tune);
  free(c->ratio);
  for (int m = 0; m < SP_WINNER_MODELS; m++) free(c->p[m]);
}

static bool make_columns(sp_validation *v, columns *c) {
  size_t n = v->decided;
  c->battle = malloc(n * sizeof *c->battle);
  c->y = calloc(n, sizeof *c->y);
  c->bigger = calloc(n, sizeof *c->bigger);
  c->tune = malloc(2 * n * sizeof *c->tune);
  c->ratio = malloc(2 * n * sizeof *c->ratio);
  bool fine = c->battle && c->y && c->bigger && c->tune && c->ratio;
  for (int m = 0; m < SP_WINNER_MODELS; m++) fine = (c->p[m] = malloc(n * sizeof(double))) != NULL && fine;
  if (!fine) return false;
  for (size_t i = 0; i < v->count; i++) {
    sp_battle_judged *b = &v->battle[i];
    if (!is_decided(b)) continue;
    double attacker = b->outcome->winner == SP_TRIAL_ATTACKER ? 1.0 : 0.0, ratio = ln_ratio(b->battle);
    c->battle[c->n] = b;
    c->y[c->n] = attacker;
    c->bigger[c->n] = ratio > 0.0 ? attacker : ratio < 0.0 ? 1.0 - attacker : 0.5; /* did the bigger side win? */
    c->p[SP_BY_RULES][c->n] = b->p;
    c->tune[2 * c->n] = c->ratio[2 * c->n] = 1.0;
    c->tune[2 * c->n + 1] = log(b->p / (1.0 - b->p));
    c->ratio[2 * c->n + 1] = ratio;
    c->n++;
  }
  return true;
}

static sp_status judge_winners(sp_validation *v) {
  columns c = {0};
  double beta[SP_FIT_COLUMNS];
  bool fine = make_columns(v, &c);
  if (fine) {
    sp_rate_left_out(c.y, c.n, c.p[SP_BY_BASE_RATE]);
    sp_rate_left_out(c.bigger, c.n, c.p[SP_BY_BIGGER]);
    bool fitted = c.n > 2 && sp_logistic_left_out(c.tune, c.y, c.n, 2, c.p[SP_BY_RULES_TUNED]) && sp_logistic_left_out(c.ratio, c.y, c.n, 2, c.p[SP_BY_RATIO]);
    if (fitted && sp_fit_logistic(c.tune, c.y, c.n, 2, beta)) memcpy(v->tuning, beta, sizeof v->tuning);
    for (size_t i = 0; i < c.n; i++) {
      sp_battle_judged *b = c.battle[i];
      if (!fitted) c.p[SP_BY_RULES_TUNED][i] = c.p[SP_BY_RATIO][i] = 0.5;
      double ratio = ln_ratio(b->battle), bigger = c.p[SP_BY_BIGGER][i];
      c.p[SP_BY_BIGGER][i] = ratio > 0.0 ? bigger : ratio < 0.0 ? 1.0 - bigger : 0.5;
      b->p_tuned = c.p[SP_BY_RULES_TUNED][i];
      b->p_base = c.p[SP_BY_BASE_RATE][i];
      b->p_bigger = c.p[SP_BY_BIGGER][i];
      b->p_ratio = c.p[SP_BY_RATIO][i];
      v->luck += b->luck / (double)c.n;
      v->even += b->even;
    }
    for (int m = 0; m < SP_WINNER_MODELS; m++) v->winner[m] = sp_score_binary(c.p[m], c.y, c.n);
  }
  free_columns(&c);
  return fine ? SP_OK : SP_NO_MEMORY;
}

/* ---- what it costs */

/* The others' losses stand for what one expects who knows nothing of this battle. */
static void judge_baseline(sp_validation *v, int w, double *others) {
  for (size_t i = 0; i < v->count; i++) {
    sp_loss_judged *own = &v->battle[i].loss[w];
    size_t n = 0;
    for (size_t j = 0; j < v->count; j++)
      if (j != i && v->battle[j].loss[w].judged) others[n++] = log(v->battle[j].loss[w].seen);
    if (!own->judged || n == 0) continue;
    sp_sort_numbers(others, n);
    own->base_error = fabs(log(own->seen) - sp_quantile(others, n, 0.5));
    own->base_crps = sp_score_crps(others, n, log(own->seen));
  }
}

static void score_losses(sp_validation *v, int w) {
  sp_loss_score *s = &v->loss[w];
  for (size_t i = 0; i < v->count; i++) {
    const sp_loss_judged *l = &v->battle[i].loss[w];
    if (!l->judged) continue;
    s->count++;
    s->ln_error += l->ln_error;
    s->crps += l->crps;
    s->base_error += l->base_error;
    s->base_crps += l->base_crps;
    s->cover50 += l->seen >= l->low50 && l->seen <= l->high50;
    s->cover90 += l->seen >= l->low90 && l->seen <= l->high90;
    s->bias += log(l->seen / l->median);
  }
  if (!s->count) return;
  double *part[] = {&s->ln_error, &s->crps, &s->base_error, &s->base_crps, &s->cover50, &s->cover90, &s->bias};
  for (size_t n = 0; n < sizeof part / sizeof *part; n++) *part[n] /= (double)s->count;
}

static const char *const class_ids[SP_LOSS_CLASSES] = {"all", "17c", "18c", "19c", "winner_smaller", "near_even", "winner_bigger"};

static bool in_class(const sp_battle_judged *b, int class) {
  double ratio = ln_ratio(b->battle);
  if (b->outcome->winner == SP_TRIAL_DEFENDER) ratio = -ratio;
  int century = b->battle->year < 1700 ? 1 : b->battle->year < 1800 ? 2 : 3;
  int odds = ratio < log(0.8) ? 4 : ratio > log(1.25) ? 6 : 5;
  return class == 0 || class == century || class == odds;
}

static void judge_class(sp_validation *v, int w, int class, double *seen, double *rules) {
  static const double at[5] = {0.1, 0.25, 0.5, 0.75, 0.9};
  sp_loss_class *c = &v->by_class[w][class];
  c->id = class_ids[class];
  c->count = 0;
  for (size_t i = 0; i < v->count; i++) {
    const sp_loss_judged *l = &v->battle[i].loss[w];
    if (!l->judged || !in_class(&v->battle[i], class)) continue;
    memcpy(rules + c->count * SP_GRID, l->grid, sizeof l->grid);
    seen[c->count++] = l->seen;
  }
  sp_sort_numbers(seen, c->count);
  sp_sort_numbers(rules, c->count * SP_GRID);
  for (int q = 0; q < 5; q++) {
    c->seen[q] = sp_quantile(seen, c->count, at[q]);
    c->rules[q] = sp_quantile(rules, c->count * SP_GRID, at[q]);
  }
}

static sp_status judge_exchange(sp_validation *v) {
  double *x = malloc(v->count * sizeof *x), *y = malloc(v->count * sizeof *y);
  size_t n = 0;
  for (size_t i = 0; x && y && i < v->count; i++) {
    const sp_battle_judged *b = &v->battle[i];
    if (!is_decided(b) || b->outcome->losses[0] <= 0.0 || b->outcome->losses[1] <= 0.0) continue;
    x[n] = ln_ratio(b->battle);
    y[n++] = log(b->outcome->losses[0] / b->outcome->losses[1]);
  }
  bool fine = x && y;
  if (fine) v->slope_seen = sp_fit_slope(x, y, n);
  free(x);
  free(y);
  return fine ? SP_OK : SP_NO_MEMORY;
}

sp_status sp_judge(sp_validation *v) {
  sp_status status = judge_winners(v);
  double *seen = malloc(v->count * sizeof *seen), *rules = malloc(v->count * SP_GRID * sizeof *rules);
  if (!seen || !rules) status = SP_NO_MEMORY;
  for (int w = 0; status == SP_OK && w < 2; w++) {
    judge_baseline(v, w, seen);
    score_losses(v, w);
    for (int c = 0; c < SP_LOSS_CLASSES; c++) judge_class(v, w, c, seen, rules);
  }
  if (status == SP_OK) status = judge_exchange(v);
  free(seen);
  free(rules);
  return status;
}
