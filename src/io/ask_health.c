/* ask_health.c - what becomes of wounded men, asked of the formulas.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/ask.h"

#include "shapan/calc_battle.h"

#define HOURS_A_DAY 24.0

/* Of all wounded those seriously so: as given, else as fire leaves them. */
static double serious_of(const ask *q, const sp_constants *c) {
  double men = sp_ask_value(q, "wounded");
  if (!sp_ask_given(q, "wounded")) return sp_ask_value(q, "serious");
  return sp_ask_given(q, "serious") ? (sp_ask_value(q, "serious") < men ? sp_ask_value(q, "serious") : men) : men * sp_calc_serious_share(c, SP_TOLL_FIRE);
}

static double light_of(const ask *q, const sp_constants *c) { return sp_ask_given(q, "wounded") ? sp_ask_value(q, "wounded") - serious_of(q, c) : 0.0; }

static sp_bed bed_of(const ask *q, const sp_constants *c) {
  static const double jolted[] = {0.0, 1.0};
  int lies = sp_ask_choice(q, "lies");
  return (sp_bed){.care = sp_calc_care(c, sp_ask_value(q, "physicians"), serious_of(q, c)),
                  .shelter = lies == 0 ? sp_ask_constant(c, "health_camp_shelter") : lies == 1 ? 1.0 : 0.0,
                  .temperature_c = sp_ask_value(q, "warmth"),
                  .jolted = jolted[sp_ask_choice(q, "carriage") == 1],
                  .in_field = lies == 3};
}

static const char *wounds_lacks(const ask *q) { return sp_ask_value(q, "wounded") > 0.0 || sp_ask_value(q, "serious") > 0.0 ? NULL : "calc.fault.needs_wounded"; }

static void wounds_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_bed bed = bed_of(q, c);
  double days = sp_ask_value(q, "days") / HOURS_A_DAY, serious = serious_of(q, c), light = light_of(q, c);
  sp_course s = sp_calc_course(c, SP_AILMENT_SERIOUS, days, &bed), l = sp_calc_course(c, SP_AILMENT_LIGHT, days, &bed);
  out[0] = serious * s.dead + light * l.dead;
  out[1] = serious * s.back + light * l.back;
  out[2] = serious * s.crippled + light * l.crippled;
  out[3] = serious * s.lying + light * l.lying;
  out[4] = 100.0 * s.dead;
  out[5] = 100.0 * bed.care;
}

static void wounds_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  double days = sp_ask_value(q, "days") / HOURS_A_DAY, serious = serious_of(q, c);
  sp_ask_slot(w, "days", days);
  sp_ask_slot(w, "serious", serious);
  sp_ask_slot(w, "light", light_of(q, c));
  sp_ask_slot(w, "physicians", sp_ask_value(q, "physicians"));
  sp_ask_slot(w, "patients", sp_ask_constant(c, "health_patients"));
  sp_ask_slot(w, "wanted", serious / sp_ask_constant(c, "health_patients"));
  sp_ask_slot(w, "fresh_days", sp_ask_constant(c, "health_fresh_days"));
  sp_ask_slot(w, "cared", 100.0 * sp_ask_constant(c, "health_dead_30d"));
  sp_ask_slot(w, "uncared", 100.0 * sp_ask_constant(c, "health_dead_30d_untended"));
  sp_ask_slot(w, "carts", serious / sp_ask_constant(c, "wounded_per_cart"));
  sp_ask_say(w, "calc.wounds.answer");
  if (serious > 0.0) sp_ask_say(w, "calc.wounds.serious");
  if (light_of(q, c) > 0.0) sp_ask_say(w, "calc.wounds.light");
  if (out[5] < 100.0 && serious > 0.0) sp_ask_say(w, "calc.wounds.care");
  if (serious > 0.0) sp_ask_say(w, "calc.wounds.carts");
  sp_ask_formula(w, "calc.wounds.formula");
  sp_ask_formula(w, "calc.wounds.formula_back");
}

const ask_topic sp_ask_topic_wounds = {
    .name = "wounds",
    .field = {{"wounded", ASK_COUNT, 0, 0, 1e7, "wounded men hurt 伤者 伤 人", false}, {"serious", ASK_COUNT, 0, 0, 1e7, "serious seriously 重伤", false}, {"physicians", ASK_COUNT, 0, 0, 1e6, "physicians physician doctors 医者 医", false},
              {"days", ASK_TIME, 720, 0, 24000, "days 日", true}, {"warmth", ASK_WARMTH, 15, -60, 60, "temperature 气温", true}, {0}},
    .group = {{"lies", {"camp 营中", "roof 屋下", "unsheltered 露宿", "field 弃野"}}, {"carriage", {"still 静卧", "jolted carts 车载"}}, {0}},
    .result = {{"dead", false, false}, {"back", false, false}, {"crippled", false, false}, {"lying", false, false}, {"serious_dead_percent", false, false}, {"care_percent", false, false}, {0}},
    .lacks = wounds_lacks, .eval = wounds_eval, .tell = wounds_tell};
