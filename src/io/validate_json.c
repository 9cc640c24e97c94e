/* validate_json.c - a validation as JSON: scores, classes, every battle. SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <math.h>

#include "io/validate.h"

static const char *const model_key[SP_WINNER_MODELS] = {"rules", "rules_recalibrated", "base_rate", "bigger_side", "logistic_ratio"};
static const char *const side_key[2] = {"winner", "loser"};

static json_t *real(double x) { return json_real(isfinite(x) ? x : 0.0); }
static void put(json_t *o, const char *key, double x) { json_object_set_new(o, key, real(x)); }

static json_t *list(const double *x, int n) {
  json_t *a = json_array();
  for (int i = 0; i < n; i++) json_array_append_new(a, real(x[i]));
  return a;
}

static json_t *winner_scores(const sp_validation *v) {
  json_t *all = json_object();
  for (int m = 0; m < SP_WINNER_MODELS; m++) {
    json_t *o = json_object();
    put(o, "log_loss", v->winner[m].log_loss);
    put(o, "brier", v->winner[m].brier);
    put(o, "accuracy", v->winner[m].accuracy);
    json_object_set_new(all, model_key[m], o);
  }
  return all;
}

static json_t *loss_scores(const sp_validation *v) {
  json_t *all = json_object();
  for (int w = 0; w < 2; w++) {
    const sp_loss_score *s = &v->loss[w];
    json_t *o = json_object(), *classes = json_object();
    json_object_set_new(o, "battles", json_integer((json_int_t)s->count));
    put(o, "ln_error", s->ln_error);
    put(o, "ln_error_of_median", s->base_error);
    put(o, "crps", s->crps);
    put(o, "crps_of_history", s->base_crps);
    put(o, "cover50", s->cover50);
    put(o, "cover90", s->cover90);
    put(o, "bias_ln", s->bias);
    for (int c = 0; c < SP_LOSS_CLASSES; c++) {
      const sp_loss_class *k = &v->by_class[w][c];
      json_t *q = json_object();
      json_object_set_new(q, "battles", json_integer((json_int_t)k->count));
      json_object_set_new(q, "history", list(k->seen, 5));
      json_object_set_new(q, "rules", list(k->rules, 5));
      json_object_set_new(classes, k->id, q);
    }
    json_object_set_new(o, "quantiles_10_25_50_75_90", classes);
    json_object_set_new(all, side_key[w], o);
  }
  return all;
}

static json_t *battle_row(const sp_battle_judged *b) {
  static const char *const winner_word[] = {"draw", "attacker", "defender"};
  json_t *o = json_object();
  json_object_set_new(o, "id", json_integer(b->battle->id));
  json_object_set_new(o, "name", json_string(b->battle->name));
  json_object_set_new(o, "year", json_integer(b->battle->year));
  json_object_set_new(o, "outcome", b->outcome->known ? json_string(winner_word[b->outcome->winner]) : json_null());
  put(o, "attacker", b->attacker);
  put(o, "nobody", b->nobody);
  put(o, "p", b->p);
  put(o, "ln_ratio", log((double)b->battle->men[0] / b->battle->men[1]));
  json_object_set_new(o, "runs_like_history", json_integer(b->runs_like));
  json_object_set_new(o, "hours_10_50_90", list(b->hours, 3));
  for (int w = 0; w < 2; w++) {
    const sp_loss_judged *l = &b->loss[w];
    if (!l->judged) continue;
    json_t *q = json_object();
    put(q, "seen", l->seen);
    json_object_set_new(q, "rules_5_25_50_75_95", list((const double[5]){l->low90, l->low50, l->median, l->high50, l->high90}, 5));
    put(q, "ln_error", l->ln_error);
    put(q, "crps", l->crps);
    json_object_set_new(o, side_key[w], q);
  }
  return o;
}

static json_t *causes(const double *share) {
  json_t *o = json_object();
  for (int c = 0; c < SP_TRIAL_CAUSES; c++) put(o, sp_trial_cause_name(c), share[c]);
  return o;
}

sp_status sp_validation_json(const sp_validation *v, FILE *file) {
  json_t *o = json_object(), *battles = json_array();
  json_object_set_new(o, "battles", json_integer((json_int_t)v->count));
  json_object_set_new(o, "decided", json_integer((json_int_t)v->decided));
  json_object_set_new(o, "runs", json_integer(v->runs));
  json_object_set_new(o, "seed", json_integer((json_int_t)v->seed));
  json_object_set_new(o, "winner", winner_scores(v));
  put(o, "brier_luck_of_runs", v->luck);
  json_object_set_new(o, "chance_near_half", json_integer((json_int_t)v->even));
  json_object_set_new(o, "recalibration", list(v->tuning, 2));
  json_object_set_new(o, "losses", loss_scores(v));
  put(o, "exchange_slope_history", v->slope_seen);
  put(o, "exchange_slope_rules", v->slope_rules);
  json_object_set_new(o, "loser_after_break_10_50_90", list(v->after_break, 3));
  put(o, "wounded_to_one_killed", v->killed_to_wounded);
  put(o, "taken_or_missing_of_losers_losses", v->taken_of_lost);
  json_object_set_new(o, "hours_10_50_90", list(v->hours, 3));
  put(o, "nobody", v->nobody);
  json_object_set_new(o, "first_cause", causes(v->cause));
  json_object_set_new(o, "causes", causes(v->cause_all));
  for (size_t n = 0; n < v->count; n++) json_array_append_new(battles, battle_row(&v->battle[n]));
  json_object_set_new(o, "each", battles);
  bool fine = o && battles && json_dumpf(o, file, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0 && fputc('\n', file) != EOF;
  json_decref(o);
  return fine ? SP_OK : SP_IO;
}
