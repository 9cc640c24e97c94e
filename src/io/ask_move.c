/* ask_move.c - marching, columns, bridges, ice, couriers asked of the formulas.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/ask.h"

#define FOOT {"foot", ASK_COUNT, 0, 0, 1e8, "foot men infantry soldiers 步兵 步卒 步军 步 人 名 兵", false}
#define HORSE {"horse", ASK_COUNT, 0, 0, 1e8, "horse horses horsemen cavalry riders 骑兵 骑 马 匹", false}
#define FOLLOWERS {"followers", ASK_COUNT, 0, 0, 1e8, "followers servants 随役 杂役 夫役", false}
#define CARTS {"carts", ASK_COUNT, 0, 0, 1e7, "carts cart wagons wagon 大车 车 辆", false}
#define GUNS {"guns", ASK_COUNT, 0, 0, 1e6, "guns gun light-guns 炮 轻炮 门", false}
#define HEAVY {"heavy", ASK_COUNT, 0, 0, 1e6, "heavy heavy-guns 重炮 红夷炮", false}
#define ROAD {"road", {"post 驿道", "road 大路", "track 小路", "path 径", "country open 野行"}}
#define RELIEF {"relief", {"plain 平地", "rolling 冈阜 岗阜", "hills 丘陵", "mountain mountains 山地"}}
#define WEATHER {"weather", {"dry 晴 干", "rain 雨", "mud muddy 泥 泥泞", "snow 雪"}}
#define LIGHT {"light", {"daytime day 昼", "night 夜"}}

static const char *lacks_bodies(const ask *q) {
  sp_column c = sp_ask_column(q);
  return c.foot + c.mounted + c.followers + c.carts + c.light_guns + c.heavy_guns > 0.0 ? NULL : "calc.fault.needs_column";
}

static void column_slots(const ask *q, ask_words *w) {
  static const char *const key[] = {"foot", "horse", "followers", "carts", "guns", "heavy"};
  for (size_t i = 0; i < sizeof key / sizeof *key; i++) sp_ask_slot(w, key[i], sp_ask_value(q, key[i]));
}

static void li_slots(ask_words *w, double metres) {
  sp_ask_slot(w, "km", metres / 1000.0);
  sp_ask_slot(w, "li", metres / SP_LI_M);
}

/* "13:24", "13:24 on day 2" */
static void clock_slot(ask_words *w, const char *name, double hours_from_midnight) {
  char text[SP_SAY], day[16], clock[16];
  int minutes = (int)(hours_from_midnight * 60.0 + 0.5);
  snprintf(clock, sizeof clock, "%02d:%02d", minutes / 60 % 24, minutes % 60);
  snprintf(day, sizeof day, "%d", minutes / 1440 + 1);
  const char *args[] = {"clock", clock, "day", day, NULL};
  sp_text(w->lang, minutes < 1440 ? "calc.clock" : "calc.clock_day", args, text, sizeof text);
  sp_ask_slot_text(w, name, text);
}

/* ---------------------------------------------------------------- march */

static const char *march_lacks(const ask *q) { return !sp_ask_given(q, "distance") ? "calc.fault.needs_distance" : lacks_bodies(q); }

static void march_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_column column = sp_ask_column(q);
  sp_going going = sp_ask_going(q);
  double way = sp_ask_value(q, "distance"), files = sp_ask_given(q, "files") ? sp_ask_value(q, "files") : sp_calc_files(c, going.road);
  out[0] = way / sp_calc_march_m_min(c, &column, &going, SP_PACE_ORDINARY, 0.0) / 60.0;
  out[1] = sp_calc_march_day_h(c, &column, way, &going, files);
  out[2] = sp_calc_march_days(c, &column, way, &going, false);
  out[3] = sp_calc_march_days(c, &column, way, &going, true);
  out[4] = sp_calc_passage_h(c, &column, &going, files, sp_ask_constant(c, "march_slack_usual"), 1.0);
}

static void march_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  sp_column column = sp_ask_column(q);
  sp_going going = sp_ask_going(q);
  double m_min = sp_calc_march_m_min(c, &column, &going, SP_PACE_ORDINARY, 0.0);
  bool one = out[0] * 60.0 <= sp_ask_constant(c, "march_day_min");
  column_slots(q, w);
  li_slots(w, sp_ask_value(q, "distance"));
  sp_ask_slot(w, "km_h", m_min * 0.06);
  sp_ask_slot(w, "fall_in", sp_calc_assembly_min(c, column.foot + column.mounted + column.followers, true) / 60.0);
  sp_ask_slot(w, "halts", sp_calc_halts_min(c, out[0] * 60.0) / 60.0);
  sp_ask_slot(w, "stage", sp_ask_constant(c, "march_stage_h"));
  sp_ask_slot(w, "rest", 1.0 + sp_ask_constant(c, "march_rest_share"));
  sp_ask_say(w, one ? "calc.march.one" : "calc.march.many");
  if (!one && out[4] > sp_ask_constant(c, "march_stage_h")) sp_ask_say(w, "calc.march.too_long");
  sp_ask_formula(w, "calc.march.formula");
  sp_ask_formula(w, one ? "calc.march.formula_one" : "calc.march.formula_many");
}

const ask_topic sp_ask_topic_march = {
    .name = "march",
    .field = {FOOT, HORSE, FOLLOWERS, CARTS, GUNS, HEAVY, {"distance", ASK_LENGTH, 0, 0, 1e7, "distance way 路程 行程", true}, {"files", ASK_PLAIN, 0, 1, 60, "files abreast 并行 路", false}, {0}},
    .group = {ROAD, RELIEF, WEATHER, LIGHT, {0}},
    .result = {{"road_h", false, false}, {"tail_in_h", false, false}, {"days", false, false}, {"days_with_rest", false, false}, {"passage_h", false, false}, {0}},
    .lacks = march_lacks, .eval = march_eval, .tell = march_tell};

/* ---------------------------------------------------------------- column */

static double usual_way_m(const ask *q, const sp_constants *c, double m_min) {
  return sp_ask_given(q, "distance") ? sp_ask_value(q, "distance") : m_min * 60.0 * sp_ask_constant(c, "march_stage_h");
}

static void column_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_column column = sp_ask_column(q);
  sp_going going = sp_ask_going(q);
  double files = sp_ask_given(q, "files") ? sp_ask_value(q, "files") : sp_calc_files(c, going.road);
  double slack = sp_ask_given(q, "slack") ? sp_ask_value(q, "slack") : sp_ask_constant(c, "march_slack_usual");
  double m_min = sp_calc_march_m_min(c, &column, &going, SP_PACE_ORDINARY, 0.0), roads = sp_ask_value(q, "roads");
  out[0] = sp_calc_column_m(c, &column, files, slack, 1.0) / roads / 1000.0;
  out[1] = out[0] * 1000.0 / m_min / 60.0;
  out[2] = usual_way_m(q, c, m_min) / m_min / 60.0;
  out[3] = out[2] + out[1];
  double day_h = sp_ask_constant(c, "march_stage_h");
  out[4] = ceil(out[1] * roads / day_h - 1e-9);
}

static void column_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  sp_column column = sp_ask_column(q);
  sp_going going = sp_ask_going(q);
  double m_min = sp_calc_march_m_min(c, &column, &going, SP_PACE_ORDINARY, 0.0);
  column_slots(q, w);
  sp_ask_slot(w, "length_li", out[0] * 1000.0 / SP_LI_M);
  li_slots(w, usual_way_m(q, c, m_min));
  sp_ask_slot(w, "km_h", m_min * 0.06);
  sp_ask_slot(w, "files", sp_ask_given(q, "files") ? sp_ask_value(q, "files") : sp_calc_files(c, going.road));
  sp_ask_slot(w, "slack", sp_ask_given(q, "slack") ? sp_ask_value(q, "slack") : sp_ask_constant(c, "march_slack_usual"));
  sp_ask_slot(w, "roads_used", sp_ask_value(q, "roads"));
  sp_ask_slot(w, "foot_all", column.foot + column.followers);
  sp_ask_slot(w, "guns_all", column.light_guns + column.heavy_guns);
  sp_ask_slot(w, "foot_m", sp_ask_constant(c, "march_foot_depth_m"));
  sp_ask_slot(w, "horse_m", sp_ask_constant(c, "march_horse_depth_m"));
  sp_ask_slot(w, "cart_m", sp_ask_constant(c, "march_cart_depth_m"));
  sp_ask_slot(w, "gun_m", sp_ask_constant(c, "march_gun_depth_m"));
  clock_slot(w, "head_clock", 6.0 + out[2]);
  clock_slot(w, "tail_leaves", 6.0 + out[1]);
  clock_slot(w, "tail_clock", 6.0 + out[3]);
  sp_ask_say(w, "calc.column.answer");
  sp_ask_say(w, "calc.column.tail");
  if (out[4] > sp_ask_value(q, "roads")) sp_ask_say(w, "calc.column.roads");
  sp_ask_formula(w, "calc.column.formula");
  sp_ask_formula(w, "calc.column.formula_tail");
}

const ask_topic sp_ask_topic_column = {
    .name = "column",
    .field = {FOOT, HORSE, FOLLOWERS, CARTS, GUNS, HEAVY, {"files", ASK_PLAIN, 0, 1, 60, "files abreast 并行 路", false}, {"slack", ASK_PLAIN, 0, 1, 5, "slack 松散", false},
              {"roads", ASK_COUNT, 1, 1, 50, "roads roads-abreast 道 条", false}, {"distance", ASK_LENGTH, 0, 0, 1e7, "distance way 路程 行程", true}, {0}},
    .group = {ROAD, RELIEF, WEATHER, LIGHT, {0}},
    .result = {{"length_km", false, false}, {"passage_h", false, false}, {"head_in_h", false, false}, {"tail_in_h", false, false}, {"roads_wanted", false, true}, {0}},
    .lacks = lacks_bodies, .eval = column_eval, .tell = column_tell};

/* ---------------------------------------------------------------- bridge */

static sp_flow flow_of(const ask *q, const sp_constants *c, double *count) {
  static const struct { const char *field; sp_crossing_kind kind; } sort[] = {{"bridges", SP_CROSSING_FLOATING}, {"fords", SP_CROSSING_FORD}, {"boats", SP_CROSSING_FERRY}};
  sp_crossing_kind kind = sp_ask_choice(q, "kind") == 1 ? SP_CROSSING_BRIDGE : SP_CROSSING_FLOATING;
  *count = 1.0;
  for (size_t i = 0; i < sizeof sort / sizeof *sort; i++) {
    if (!sp_ask_given(q, sort[i].field)) continue;
    *count = sp_ask_value(q, sort[i].field);
    if (i > 0) kind = sort[i].kind;
  }
  return sp_calc_crossing_flow(c, kind, sp_ask_value(q, "width"), (int32_t)*count, sp_ask_value(q, "depth"), 1.0);
}

static const char *bridge_lacks(const ask *q) {
  if (lacks_bodies(q)) return lacks_bodies(q);
  double count;
  sp_flow flow = flow_of(q, sp_constants_default(), &count);
  sp_column column = sp_ask_column(q);
  if ((sp_ask_given(q, "bridges") ? 1 : 0) + (sp_ask_given(q, "fords") ? 1 : 0) + (sp_ask_given(q, "boats") ? 1 : 0) > 1) return "calc.fault.one_crossing";
  return sp_calc_crossing_h(&flow, &column) < 0.0 ? "calc.fault.too_deep" : NULL;
}

static bool bridge_idle(const ask *q, const char *key) {
  bool other = sp_ask_given(q, "fords") || sp_ask_given(q, "boats");
  if (strcmp(key, "depth") == 0) return !sp_ask_given(q, "fords");
  return other && (strcmp(key, "bridges") == 0 || strcmp(key, "kind") == 0);
}

static void bridge_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  double count, daylight = sp_ask_value(q, "daylight");
  sp_flow flow = flow_of(q, c, &count);
  sp_column column = sp_ask_column(q);
  double work = sp_calc_crossing_h(&flow, &column);
  if (work < 0.0) work = SP_CALC_ENDLESS; /* a limit at the end of its range stops an arm */
  out[0] = sp_calc_crossing_elapsed_h(c, work, daylight, true);
  out[1] = work;
  out[2] = sp_calc_crossing_elapsed_h(c, work, daylight, false) / 24.0;
  out[3] = work * count;
}

static void bridge_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  double count;
  sp_flow flow = flow_of(q, c, &count);
  sp_column column = sp_ask_column(q);
  column_slots(q, w);
  sp_ask_slot(w, "count", count);
  sp_ask_slot(w, "foot_h", flow.foot_per_h);
  sp_ask_slot(w, "horse_h", flow.horse_per_h);
  sp_ask_slot(w, "cart_h", flow.cart_per_h);
  sp_ask_slot(w, "gun_h", flow.gun_per_h);
  sp_ask_slot(w, "foot_all", column.foot + column.followers);
  sp_ask_slot(w, "guns_all", column.light_guns + column.heavy_guns);
  sp_ask_slot(w, "daylight", sp_ask_value(q, "daylight"));
  sp_ask_slot(w, "dark", sp_ask_constant(c, "crossing_dark"));
  sp_ask_slot(w, "elapsed_days", out[0] / 24.0);
  sp_ask_slot_text(w, "kind", "");
  sp_ask_say(w, sp_ask_given(q, "fords") ? "calc.bridge.ford" : sp_ask_given(q, "boats") ? "calc.bridge.ferry" : "calc.bridge.answer");
  sp_ask_say(w, out[0] <= sp_ask_value(q, "daylight") ? "calc.bridge.same_day" : out[0] > 48.0 ? "calc.bridge.days" : "calc.bridge.hours");
  sp_ask_formula(w, "calc.bridge.formula");
  if (column.carts + column.light_guns + column.heavy_guns > 0.0) sp_ask_formula(w, "calc.bridge.formula_wheels");
  sp_ask_formula(w, "calc.bridge.formula_night");
}

const ask_topic sp_ask_topic_bridge = {
    .name = "bridge",
    .field = {FOOT, HORSE, FOLLOWERS, CARTS, GUNS, HEAVY, {"bridges", ASK_COUNT, 1, 1, 1000, "bridges bridge 浮桥 桥 座", false}, {"fords", ASK_COUNT, 0, 1, 1000, "fords ford 渡口 徒涉处", false},
              {"boats", ASK_COUNT, 0, 1, 10000, "boats boat ferries ferry 渡船 船", false}, {"width", ASK_LENGTH, 0, 0, 20000, "width wide 宽", false}, {"depth", ASK_LENGTH, 0.4, 0, 20, "depth deep 深", false},
              {"daylight", ASK_TIME, 12, 0, 24, "daylight light 昼长", true}, {0}},
    .group = {{"kind", {"floating 舟桥", "standing firm stone 石桥 木桥"}}, {0}},
    .result = {{"hours", false, false}, {"daylight_hours", false, false}, {"days_by_day_only", false, false}, {"crossing_hours", false, false}, {0}},
    .lacks = bridge_lacks, .idle = bridge_idle, .eval = bridge_eval, .tell = bridge_tell};

/* ---------------------------------------------------------------- ice */

static const char *ice_lacks(const ask *q) {
  return sp_ask_given(q, "thickness") || (sp_ask_given(q, "frost") && sp_ask_given(q, "warmth")) ? NULL : "calc.fault.needs_ice";
}

static void ice_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  double degree_days = sp_ask_value(q, "frost") / 24.0 * -sp_ask_value(q, "warmth");
  out[0] = sp_ask_given(q, "thickness") ? sp_ask_value(q, "thickness") * 100.0 : sp_calc_ice_cm(c, degree_days);
  out[1] = sp_calc_ice_needed_cm(c, SP_ARM_SPEAR);
  out[2] = sp_calc_ice_needed_cm(c, SP_ARM_HORSE);
  out[3] = sp_calc_ice_needed_cm(c, SP_ARM_HEAVY_GUN);
}

static void ice_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  static const char *const says[] = {"calc.ice.nobody", "calc.ice.foot", "calc.ice.horse", "calc.ice.heavy"};
  int bears = 0;
  for (int k = 1; k <= 3; k++)
    if (out[0] >= out[k]) bears = k;
  sp_ask_slot(w, "growth", sp_ask_constant(c, "ice_growth_cm"));
  sp_ask_slot(w, "frost_days", sp_ask_value(q, "frost") / 24.0);
  sp_ask_slot(w, "cold", -sp_ask_value(q, "warmth"));
  sp_ask_say(w, says[bears]);
  sp_ask_say(w, "calc.ice.needs");
  sp_ask_formula(w, sp_ask_given(q, "thickness") ? "calc.ice.formula" : "calc.ice.formula_grows");
}

const ask_topic sp_ask_topic_ice = {
    .name = "ice",
    .field = {{"thickness", ASK_LENGTH, 0, 0, 5, "thickness thick ice 冰厚 冰", true}, {"frost", ASK_TIME, 0, 0, 24 * 300, "frost 冻期", true}, {"warmth", ASK_WARMTH, 0, -60, 0, "temperature 气温", true}, {0}},
    .group = {{0}},
    .result = {{"thickness_cm", false, false}, {"foot_cm", false, false}, {"horse_cm", false, false}, {"heavy_guns_cm", false, false}, {0}},
    .lacks = ice_lacks, .eval = ice_eval, .tell = ice_tell};

/* ---------------------------------------------------------------- courier */

static double column_of(const ask *q, const sp_constants *c) {
  if (sp_ask_given(q, "column")) return sp_ask_value(q, "column");
  sp_column column = sp_ask_column(q);
  sp_going going = sp_ask_going(q);
  return sp_calc_column_m(c, &column, sp_calc_files(c, going.road), sp_ask_constant(c, "march_slack_usual"), 1.0);
}

static const char *courier_lacks(const ask *q) {
  return sp_ask_given(q, "distance") || column_of(q, sp_constants_default()) > 0.0 ? NULL : "calc.fault.needs_courier";
}

static bool courier_idle(const ask *q, const char *key) {
  bool along = column_of(q, sp_constants_default()) > 0.0, rides = sp_ask_given(q, "distance") && sp_ask_choice(q, "by") == 0;
  if (strcmp(key, "state") == 0) return !along;
  if (strcmp(key, "by") == 0) return !sp_ask_given(q, "distance");
  return !along && !rides; /* posts have their own pace on any ground */
}

static void courier_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_going going = sp_ask_going(q);
  sp_column column = sp_ask_column(q);
  double length = column_of(q, c), pace = 0.0;
  if (column.foot + column.mounted + column.followers + column.carts <= 0.0) column.foot = 1.0; /* of unknown make: the foot's pace */
  if (sp_ask_choice(q, "state") == 1) pace = sp_calc_march_m_min(c, &column, &going, SP_PACE_ORDINARY, 0.0);
  out[1] = sp_calc_letter_h(c, (sp_relay)sp_ask_choice(q, "by"), &going, sp_ask_value(q, "distance"));
  out[2] = sp_calc_along_column_min(c, &going, length, pace, false) / 60.0;
  out[3] = sp_calc_along_column_min(c, &going, length, pace, true) / 60.0;
  out[0] = out[1] + out[2];
  out[4] = length / 1000.0;
  out[5] = 2.0 * out[1] + out[2] + out[3];
}

static void courier_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  sp_going going = sp_ask_going(q);
  double rider = sp_calc_rider_m_min(c, &going, 0.0);
  li_slots(w, sp_ask_value(q, "distance"));
  sp_ask_slot(w, "column_li", out[4] * 1000.0 / SP_LI_M);
  sp_ask_slot(w, "rider", rider * 0.06);
  sp_ask_slot(w, "inside", rider * 0.06 * sp_ask_constant(c, "rider_inside"));
  sp_ask_slot(w, "letter_days", out[1] / 24.0);
  sp_ask_slot(w, "li_d", sp_ask_constant(c, sp_ask_choice(q, "by") == 1 ? "relay_foot_li_d" : sp_ask_choice(q, "by") == 3 ? "relay_express_li_d" : "relay_post_li_d"));
  bool by_rider = sp_ask_choice(q, "by") == 0;
  if (sp_ask_given(q, "distance")) sp_ask_say(w, by_rider ? "calc.courier.rider" : "calc.courier.post");
  if (out[4] > 0.0) sp_ask_say(w, sp_ask_choice(q, "state") == 1 ? "calc.courier.tail_marching" : "calc.courier.tail");
  if (sp_ask_given(q, "distance")) sp_ask_formula(w, by_rider ? "calc.courier.formula_rider" : "calc.courier.formula_post");
  if (out[4] > 0.0) sp_ask_formula(w, "calc.courier.formula_tail");
}

const ask_topic sp_ask_topic_courier = {
    .name = "courier",
    .field = {FOOT, HORSE, FOLLOWERS, CARTS, GUNS, HEAVY, {"column", ASK_LENGTH, 0, 0, 1e6, "column 队长 行列", false}, {"distance", ASK_LENGTH, 0, 0, 1e7, "distance way 路程 行程", true}, {0}},
    .group = {{"by", {"rider 塘马 专骑", "relay foot-relay 急递铺", "horse-post horsepost 驿马", "express 急驿 飞递"}}, {"state", {"halted standing 驻止", "marching moving 行进"}}, ROAD, RELIEF, WEATHER},
    .result = {{"hours", false, false}, {"letter_h", false, false}, {"tail_h", false, false}, {"back_h", false, false}, {"column_km", false, false}, {"answer_h", false, false}, {0}},
    .lacks = courier_lacks, .idle = courier_idle, .eval = courier_eval, .tell = courier_tell};
