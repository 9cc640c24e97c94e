/* ask_mine.c - a gallery under a wall, and what its powder opens, asked of the formulas. SPDX-License-Identifier: Apache-2.0 */
#include "io/ask.h"

static const sp_wall_kind walls[] = {SP_WALL_CITY, SP_WALL_TOWN, SP_WALL_FORT, SP_WALL_RUINS};
static const double mud_of[] = {0.0, 0.4, 1.0, 1.0}; /* dry, damp, sodden, marsh */

static sp_wall_kind wall_of(const ask *q) { return walls[sp_ask_choice(q, "wall")]; }
static double length_of(const ask *q, const sp_constants *c) { return sp_ask_given(q, "gallery") ? sp_ask_value(q, "gallery") : sp_ask_constant(c, "mine_start_m"); }
static double pace_of(const ask *q, const sp_constants *c) {
  int ground = sp_ask_choice(q, "ground");
  return sp_calc_mine_m_h(c, sp_ask_value(q, "men"), (sp_soil)sp_ask_choice(q, "soil"), mud_of[ground], ground == 3);
}

static const char *mine_lacks(const ask *q) { return sp_ask_value(q, "men") > 0.0 ? NULL : "calc.fault.needs_mine"; }

static void mine_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  double pace = pace_of(q, c), kg = sp_ask_given(q, "powder") ? sp_ask_value(q, "powder") : sp_calc_mine_ordinary_kg(c, wall_of(q));
  out[1] = sp_calc_mine_h(c, length_of(q, c), pace);
  out[0] = out[1] / 24.0;
  out[2] = sp_calc_mine_breach_m(c, wall_of(q), kg);
  out[3] = 100.0 * sp_calc_mine_heard(c, length_of(q, c), pace);
  out[4] = 100.0 * sp_calc_mine_works(c);
  out[5] = kg;
  out[6] = sp_calc_mine_full_kg(c, wall_of(q));
}

static void mine_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  double h = sp_calc_mine_depth_m(c, wall_of(q)), ordinary = sp_calc_mine_ordinary_kg(c, wall_of(q));
  sp_ask_slot(w, "length", length_of(q, c));
  sp_ask_slot(w, "men", sp_ask_value(q, "men"));
  sp_ask_slot(w, "rate", pace_of(q, c));
  sp_ask_slot(w, "charging", sp_ask_constant(c, "mine_charge_h"));
  sp_ask_slot(w, "h", h);
  sp_ask_slot(w, "q", sp_ask_constant(c, "mine_kg_m3"));
  sp_ask_slot(w, "ordinary", ordinary);
  sp_ask_slot(w, "least", ordinary * sp_ask_constant(c, "mine_least"));
  sp_ask_slot(w, "most", sp_ask_constant(c, "mine_most"));
  sp_ask_say(w, "calc.mine.answer");
  sp_ask_say(w, out[2] > 0.0 ? "calc.mine.breach" : "calc.mine.too_little");
  sp_ask_say(w, "calc.mine.chances");
  sp_ask_formula(w, "calc.mine.formula_hours");
  sp_ask_formula(w, "calc.mine.formula");
}

const ask_topic sp_ask_topic_mine = {
    .name = "mine",
    .field = {{"gallery", ASK_LENGTH, 0, 1, 1000, "length long gallery 长 穴", true}, {"men", ASK_COUNT, 0, 0, 1e7, "men diggers miners spades tools 人 名 锹", false}, {"powder", ASK_WEIGHT, 0, 1, 1e6, "powder charge 药 火药", true}, {0}},
    .group = {{"wall", {"city 城 府城", "town 县城", "fort 堡", "ruins 残垣"}}, {"soil", {"loam 壤土", "clay 黏土", "sand 沙土", "stone stony 石地"}}, {"ground", {"dry 干", "damp wet 湿", "sodden muddy mud 泥", "marsh 沼"}}, {0}},
    .result = {{"days", false, false}, {"hours", false, false}, {"breach_m", false, false}, {"heard_percent", false, false}, {"works_percent", false, false}, {"charge_kg", true, false}, {"full_kg", false, false}, {0}},
    .lacks = mine_lacks, .eval = mine_eval, .tell = mine_tell};
