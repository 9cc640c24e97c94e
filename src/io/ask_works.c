/* ask_works.c - ditches, and samples from lots of powder and grenades, asked of the formulas.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "io/ask.h"

/* ---------------------------------------------------------------- ditch */

static const char *ditch_lacks(const ask *q) { return sp_ask_value(q, "length") > 0.0 && sp_ask_value(q, "men") > 0.0 ? NULL : "calc.fault.needs_ditch"; }

static void ditch_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  double depth = sp_ask_value(q, "depth");
  out[3] = sp_calc_ditch_m3(sp_ask_value(q, "length"), sp_ask_value(q, "width"), depth);
  out[1] = sp_calc_ditch_h(c, out[3], depth, sp_ask_value(q, "men"), (sp_soil)sp_ask_choice(q, "soil"), sp_ask_choice(q, "frost") == 1);
  out[0] = sp_calc_dig_days(c, out[1]);
  out[2] = out[0] * sp_ask_value(q, "men");
}

static void ditch_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  (void)out;
  sp_ask_slot(w, "km", sp_ask_value(q, "length") / 1000.0);
  sp_ask_slot(w, "li", sp_ask_value(q, "length") / SP_LI_M);
  sp_ask_slot(w, "length", sp_ask_value(q, "length"));
  sp_ask_slot(w, "width", sp_ask_value(q, "width"));
  sp_ask_slot(w, "depth", sp_ask_value(q, "depth"));
  sp_ask_slot(w, "men", sp_ask_value(q, "men"));
  sp_ask_slot(w, "rate", sp_calc_dig_m3_h(c, (sp_soil)sp_ask_choice(q, "soil"), sp_ask_value(q, "depth"), sp_ask_choice(q, "frost") == 1));
  sp_ask_slot(w, "day", sp_ask_constant(c, "dig_day_h"));
  sp_ask_say(w, "calc.ditch.answer");
  sp_ask_say(w, "calc.ditch.tools");
  sp_ask_formula(w, "calc.ditch.formula");
  sp_ask_formula(w, "calc.ditch.formula_hours");
}

const ask_topic sp_ask_topic_ditch = {
    .name = "ditch",
    .field = {{"length", ASK_LENGTH, 0, 0, 1e6, "length long ditch 长", true}, {"width", ASK_LENGTH, 4, 0.1, 100, "width wide 宽", false}, {"depth", ASK_LENGTH, 2, 0.1, 30, "depth deep 深", false}, {"men", ASK_COUNT, 0, 0, 1e7, "men diggers spades tools 人 名 锹", false}, {0}},
    .group = {{"soil", {"loam 壤土", "clay 黏土", "sand 沙土", "stone stony 石地"}}, {"frost", {"thawed 未冻", "frozen frost 冻"}}, {0}},
    .result = {{"days", false, false}, {"hours", false, false}, {"man_days", false, false}, {"m3", false, false}, {0}},
    .lacks = ditch_lacks, .eval = ditch_eval, .tell = ditch_tell};

/* ---------------------------------------------------------------- lot */

static double prior_of(const ask *q) { return sp_ask_choice(q, "prior") == 1 ? 0.5 : 1.0; }

static const char *lot_lacks(const ask *q) {
  if (!sp_ask_given(q, "trials") || !sp_ask_given(q, "failures")) return "calc.fault.needs_trials";
  return sp_ask_value(q, "failures") <= sp_ask_value(q, "trials") ? NULL : "calc.fault.more_failures";
}

static void lot_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  (void)c;
  double bad = sp_ask_value(q, "failures"), n = sp_ask_value(q, "trials"), prior = prior_of(q);
  double a = prior + bad, b = prior + n - bad;
  out[0] = 100.0 * sp_calc_lot_worse(bad, n, sp_ask_value(q, "limit"), prior, prior);
  out[1] = 100.0 * a / (a + b);
  out[2] = 100.0 * sp_calc_beta_quantile(0.05, a, b);
  out[3] = 100.0 * sp_calc_beta_quantile(0.95, a, b);
  out[4] = 100.0 * (1.0 - sp_calc_binomial_share((int32_t)bad - 1, (int32_t)n, sp_ask_value(q, "limit")));
}

static void lot_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  (void)c;
  (void)out;
  double bad = sp_ask_value(q, "failures"), n = sp_ask_value(q, "trials"), prior = prior_of(q);
  sp_ask_slot(w, "failures", bad);
  sp_ask_slot(w, "trials", n);
  sp_ask_slot(w, "seen", n > 0.0 ? 100.0 * bad / n : 0.0);
  sp_ask_slot(w, "limit", 100.0 * sp_ask_value(q, "limit"));
  sp_ask_slot(w, "x", sp_ask_value(q, "limit"));
  sp_ask_slot(w, "prior", prior);
  sp_ask_slot(w, "a", prior + bad);
  sp_ask_slot(w, "b", prior + n - bad);
  sp_ask_say(w, "calc.lot.answer");
  sp_ask_say(w, "calc.lot.interval");
  sp_ask_say(w, "calc.lot.chance");
  sp_ask_formula(w, "calc.lot.formula");
  sp_ask_formula(w, prior < 1.0 ? "calc.lot.prior_jeffreys" : "calc.lot.prior_uniform");
}

const ask_topic sp_ask_topic_lot = {
    .name = "lot",
    .field = {{"failures", ASK_COUNT, 0, 0, 1e5, "failures failure failed duds bad 不响 坏", false}, {"trials", ASK_COUNT, 0, 0, 1e5, "trials trial tried tests 试 枚", false}, {"limit", ASK_SHARE, 0.3, 0.0001, 0.9999, "limit worse 限", true}, {0}},
    .group = {{"prior", {"uniform 均匀", "jeffreys"}}, {0}},
    .result = {{"chance_percent", false, false}, {"mean_percent", false, false}, {"low90_percent", false, false}, {"high90_percent", false, false}, {"as_many_by_chance_percent", false, false}, {0}},
    .range = "calc.lot.range",
    .lacks = lot_lacks, .eval = lot_eval, .tell = lot_tell};

/* ---------------------------------------------------------------- plan */

static const char *plan_lacks(const ask *q) {
  if (!(sp_ask_value(q, "good") < sp_ask_value(q, "bad"))) return "calc.fault.good_bad";
  if (sp_ask_given(q, "sample")) return NULL;
  return sp_calc_lot_plan(sp_ask_value(q, "good"), sp_ask_value(q, "bad"), sp_ask_value(q, "refuse"), sp_ask_value(q, "take")).sample > 0 ? NULL : "calc.fault.no_plan";
}

/* With a sample given, the acceptance number that keeps the good lot's risk. */
static sp_lot_plan plan_of(const ask *q) {
  double good = sp_ask_value(q, "good"), bad = sp_ask_value(q, "bad");
  if (!sp_ask_given(q, "sample")) return sp_calc_lot_plan(good, bad, sp_ask_value(q, "refuse"), sp_ask_value(q, "take"));
  sp_lot_plan p = {.sample = (int32_t)sp_ask_value(q, "sample")};
  while (p.accept < p.sample && 1.0 - sp_calc_binomial_share(p.accept, p.sample, good) > sp_ask_value(q, "refuse")) p.accept++;
  p.risk_good = 1.0 - sp_calc_binomial_share(p.accept, p.sample, good);
  p.risk_bad = sp_calc_binomial_share(p.accept, p.sample, bad);
  return p;
}

static void plan_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  (void)c;
  sp_lot_plan p = plan_of(q);
  out[0] = p.sample;
  out[1] = p.accept;
  out[2] = 100.0 * p.risk_good;
  out[3] = 100.0 * p.risk_bad;
}

static void plan_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  (void)c;
  static const char *const slot[] = {"p5", "p10", "p20", "p30", "p40", "p50"};
  static const double at[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  for (int i = 0; i < 6; i++) sp_ask_slot(w, slot[i], 100.0 * sp_calc_binomial_share((int32_t)out[1], (int32_t)out[0], at[i]));
  sp_ask_slot(w, "good", 100.0 * sp_ask_value(q, "good"));
  sp_ask_slot(w, "bad", 100.0 * sp_ask_value(q, "bad"));
  sp_ask_slot(w, "refuse_from", out[1] + 1.0);
  sp_ask_say(w, "calc.plan.answer");
  sp_ask_say(w, "calc.plan.curve");
  sp_ask_formula(w, "calc.plan.formula");
  sp_ask_formula(w, "calc.plan.formula_risks");
}

const ask_topic sp_ask_topic_plan = {
    .name = "plan",
    .field = {{"good", ASK_SHARE, 0.1, 0, 0.95, "good 良", false}, {"bad", ASK_SHARE, 0.4, 0.01, 0.999, "bad 劣", false}, {"refuse", ASK_SHARE, 0.05, 0.0001, 0.5, "refuse 误拒", false}, {"take", ASK_SHARE, 0.1, 0.0001, 0.5, "take 误收", false}, {"sample", ASK_COUNT, 0, 1, 2000, "sample trials pieces 试 枚", false}, {0}},
    .group = {{0}},
    .result = {{"sample", false, false}, {"accept", false, false}, {"risk_good_percent", false, false}, {"risk_bad_percent", false, false}, {0}},
    .range = "calc.plan.range",
    .lacks = plan_lacks, .eval = plan_eval, .tell = plan_tell};
