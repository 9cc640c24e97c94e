/* ask_supply.c - rations, depots, trains, forage, sieges asked of the formulas.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "io/ask.h"

#define MEN {"men", ASK_COUNT, 0, 0, 1e8, "men man soldiers people 人 名 兵 口", false}
#define HORSES {"horses", ASK_COUNT, 0, 0, 1e8, "horses horse 马 匹", false}
#define RATION {"ration", ASK_WEIGHT, 0, 0.001, 10, "ration 口粮", false}
#define FODDER {"fodder", ASK_WEIGHT, 0, 0, 30, "fodder 马料 料", false}
#define NORM {"norm", {"campaign 行粮", "half 半饷 半粮", "parched 炒米", "dried 干饭", "tang 唐制"}}
/* Grain or beasts: a number of them in any weight. */
#define GRAIN {"grain", ASK_WEIGHT, 0, 0, 1e11, "grain 粮", true}

static void ration_slots(const ask *q, const sp_constants *c, ask_words *w) {
  sp_ration r = sp_ask_ration(q, c);
  sp_ask_slot(w, "men", sp_ask_value(q, "men"));
  sp_ask_slot(w, "horses", sp_ask_value(q, "horses"));
  sp_ask_slot(w, "man_sheng", r.man_sheng);
  sp_ask_slot(w, "horse_sheng", r.horse_sheng);
  sp_ask_slot(w, "man_kg", r.man_sheng / 100.0 * r.shi_kg);
  sp_ask_slot(w, "horse_kg", r.horse_sheng / 100.0 * r.shi_kg);
  sp_ask_slot(w, "shi_kg", r.shi_kg);
}

/* "15,000 men and 2,000 horses", or one of the two. */
static void eaters_slot(const ask *q, ask_words *w) {
  char men[SP_SAY], horses[SP_SAY], text[SP_SAY];
  sp_ask_number(sp_ask_value(q, "men"), men);
  sp_ask_number(sp_ask_value(q, "horses"), horses);
  const char *args[] = {"men", men, "horses", horses, NULL};
  sp_text(w->lang, sp_ask_value(q, "horses") <= 0.0 ? "calc.eaters.men" : sp_ask_value(q, "men") <= 0.0 ? "calc.eaters.horses" : "calc.eaters.both", args, text, sizeof text);
  sp_ask_slot_text(w, "eaters", text);
}

/* ---------------------------------------------------------------- ration */

static const char *ration_lacks(const ask *q) { return sp_ask_value(q, "men") + sp_ask_value(q, "horses") > 0.0 ? NULL : "calc.fault.needs_eaters"; }

static void ration_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_ration r = sp_ask_ration(q, c);
  double men = sp_ask_value(q, "men"), days = sp_ask_value(q, "days") / 24.0;
  sp_carriage cart = sp_calc_carriage(c, SP_CARRIER_CART, &r, true), mule = sp_calc_carriage(c, SP_CARRIER_MULE, &r, true);
  out[0] = sp_calc_need_shi_d(&r, men, sp_ask_value(q, "horses"));
  out[1] = out[0] * days;
  out[2] = out[1] * r.shi_kg / 1000.0;
  double carried = sp_calc_carried_share(c, (sp_ration_norm)sp_ask_choice(q, "norm"));
  out[3] = ceil(out[1] * carried * r.shi_kg / cart.load_kg - 1e-9);
  out[4] = ceil(out[1] * carried * r.shi_kg / mule.load_kg - 1e-9);
  out[5] = ceil(men / sp_calc_slaughter_rations(c, 0, 1, 0) - 1e-9);
  out[6] = sp_calc_salt_shi(c, men, days);
}

static void ration_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  (void)out;
  ration_slots(q, c, w);
  sp_ask_slot(w, "days", sp_ask_value(q, "days") / 24.0);
  sp_ask_say(w, sp_ask_value(q, "days") == 24.0 ? "calc.ration.one" : "calc.ration.answer");
  if (sp_ask_value(q, "men") > 0.0) sp_ask_say(w, "calc.ration.beasts");
  sp_ask_formula(w, "calc.ration.formula");
}

const ask_topic sp_ask_topic_ration = {
    .name = "ration",
    .field = {MEN, HORSES, {"days", ASK_TIME, 24, 0, 24e4, "days 日", true}, RATION, FODDER, {0}},
    .group = {NORM, {0}},
    .result = {{"shi_per_day", false, false}, {"shi", false, false}, {"tonnes", false, false}, {"carts", false, true}, {"mules", false, true}, {"horses_slaughtered_per_day", false, true}, {"salt_shi", false, false}, {0}},
    .lacks = ration_lacks, .eval = ration_eval, .tell = ration_tell};

/* ---------------------------------------------------------------- depot */

static const char *depot_lacks(const ask *q) {
  if (!sp_ask_given(q, "grain")) return "calc.fault.needs_grain";
  return ration_lacks(q);
}

static void depot_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_ration r = sp_ask_ration(q, c);
  double shi = sp_ask_shi(q, "grain", r.shi_kg), men = sp_ask_value(q, "men"), horses = sp_ask_value(q, "horses");
  out[0] = sp_calc_depot_days(&r, shi, men, horses);
  out[1] = sp_calc_need_shi_d(&r, men, horses);
  out[2] = shi * r.shi_kg / 1000.0;
  out[3] = ceil(shi * r.shi_kg / sp_calc_carriage(c, SP_CARRIER_CART, &r, true).load_kg - 1e-9);
  out[4] = ceil(shi * r.shi_kg / sp_calc_carriage(c, SP_CARRIER_MULE, &r, true).load_kg - 1e-9);
  out[5] = horses > 0.0 ? sp_calc_depot_days(&r, shi, men, 0.0) : 0.0;
}

static void depot_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  (void)out;
  sp_ration r = sp_ask_ration(q, c);
  ration_slots(q, c, w);
  sp_ask_slot(w, "grain", sp_ask_shi(q, "grain", r.shi_kg));
  bool both = sp_ask_value(q, "horses") > 0.0 && sp_ask_value(q, "men") > 0.0;
  sp_ask_say(w, both ? "calc.depot.both" : sp_ask_value(q, "men") > 0.0 ? "calc.depot.men" : "calc.depot.horses");
  if (both) sp_ask_say(w, "calc.depot.men_alone");
  sp_ask_say(w, "calc.depot.carry");
  sp_ask_formula(w, "calc.depot.formula");
}

const ask_topic sp_ask_topic_depot = {
    .name = "depot",
    .field = {GRAIN, MEN, HORSES, RATION, FODDER, {0}},
    .group = {NORM, {0}},
    .result = {{"days", false, false}, {"shi_per_day", false, false}, {"tonnes", false, false}, {"carts", false, true}, {"mules", false, true}, {"days_men_alone", true, false}, {0}},
    .lacks = depot_lacks, .eval = depot_eval, .tell = depot_tell};

/* ---------------------------------------------------------------- train */

static const char *const carrier_key[SP_CARRIER_COUNT] = {"carts", "barrows", "porters", "donkeys", "mules", "camels"};

static sp_carrier carrier_of(const ask *q) {
  for (int k = 0; k < SP_CARRIER_COUNT; k++)
    if (sp_ask_given(q, carrier_key[k])) return (sp_carrier)k;
  return SP_CARRIER_CART;
}

static sp_carriage carriage_of(const ask *q, const sp_constants *c) {
  sp_ration r = sp_ask_ration(q, c);
  sp_carriage k = sp_calc_carriage(c, carrier_of(q), &r, sp_ask_choice(q, "grass") == 0);
  if (sp_ask_given(q, "load")) k.load_kg = sp_ask_shi(q, "load", r.shi_kg) * r.shi_kg;
  if (sp_ask_given(q, "speed")) k.m_per_day = sp_ask_value(q, "speed");
  return k;
}

static const char *train_lacks(const ask *q) {
  int sorts = 0;
  for (int k = 0; k < SP_CARRIER_COUNT; k++) sorts += sp_ask_given(q, carrier_key[k]);
  return sorts > 1 ? "calc.fault.one_carrier" : NULL;
}

static bool train_idle(const ask *q, const char *key) {
  return strcmp(key, "grass") == 0 && (carrier_of(q) == SP_CARRIER_PORTER || carrier_of(q) == SP_CARRIER_BARROW);
}

static void train_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_ration r = sp_ask_ration(q, c);
  sp_carriage k = carriage_of(q, c);
  bool returns = sp_ask_choice(q, "way") == 0;
  double way = sp_ask_value(q, "distance"), count = sp_ask_given(q, carrier_key[carrier_of(q)]) ? sp_ask_value(q, carrier_key[carrier_of(q)]) : 1.0;
  out[0] = sp_calc_carriage_reach_m(&k, returns) / 1000.0;
  out[1] = out[0] * 1000.0 / k.m_per_day;
  out[2] = 100.0 * sp_calc_delivered_share(&k, way, returns);
  out[3] = count * k.load_kg / r.shi_kg;
  out[4] = out[3] * out[2] / 100.0;
  double need = sp_calc_need_shi_d(&r, sp_ask_value(q, "men"), sp_ask_value(q, "horses")) * r.shi_kg;
  out[5] = need > 0.0 ? ceil(sp_calc_carriers_needed(&k, need, way)) : 0.0;
}

static void train_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  static const char *const names[SP_CARRIER_COUNT] = {"calc.carrier.cart", "calc.carrier.barrow", "calc.carrier.porter", "calc.carrier.donkey", "calc.carrier.mule", "calc.carrier.camel"};
  sp_ration r = sp_ask_ration(q, c);
  sp_carriage k = carriage_of(q, c);
  char name[SP_SAY];
  sp_text(w->lang, names[carrier_of(q)], NULL, name, sizeof name);
  ration_slots(q, c, w);
  sp_ask_slot_text(w, "carrier", name);
  eaters_slot(q, w);
  sp_ask_slot(w, "km", sp_ask_value(q, "distance") / 1000.0);
  sp_ask_slot(w, "li", sp_ask_value(q, "distance") / SP_LI_M);
  sp_ask_slot(w, "reach_li", out[0] * 1000.0 / SP_LI_M);
  sp_ask_slot(w, "load_kg", k.load_kg);
  sp_ask_slot(w, "load_shi", k.load_kg / r.shi_kg);
  sp_ask_slot(w, "eats", k.eats_kg_d);
  sp_ask_slot(w, "km_d", k.m_per_day / 1000.0);
  sp_ask_slot(w, "way_days", sp_ask_value(q, "distance") / k.m_per_day);
  sp_ask_slot(w, "legs", sp_ask_choice(q, "way") == 0 ? 2.0 : 1.0);
  bool returns = sp_ask_choice(q, "way") == 0;
  sp_ask_say(w, returns ? "calc.train.reach_back" : "calc.train.reach");
  sp_ask_say(w, out[2] > 0.0 ? "calc.train.delivered" : "calc.train.nothing");
  if (sp_ask_value(q, "men") + sp_ask_value(q, "horses") > 0.0) sp_ask_say(w, out[2] > 0.0 ? "calc.train.needed" : "calc.train.never");
  if (carrier_of(q) == SP_CARRIER_PORTER) {
    static const char *const slot[2][3] = {{"out1", "out2", "out3"}, {"back1", "back2", "back3"}};
    for (int32_t n = 1; n <= 3; n++)
      for (int b = 0; b < 2; b++) sp_ask_slot(w, slot[b][n - 1], sp_calc_porter_days(c, n, b));
    sp_ask_say(w, "calc.train.song");
  }
  sp_ask_formula(w, "calc.train.formula");
  sp_ask_formula(w, "calc.train.formula_share");
}

const ask_topic sp_ask_topic_train = {
    .name = "train",
    .field = {{"carts", ASK_COUNT, 0, 1, 1e7, "carts cart wagons wagon 大车 车 辆", false}, {"barrows", ASK_COUNT, 0, 1, 1e7, "barrows barrow 小车 推车", false}, {"porters", ASK_COUNT, 0, 1, 1e8, "porters porter 夫 运夫", false},
              {"donkeys", ASK_COUNT, 0, 1, 1e7, "donkeys donkey 驴", false}, {"mules", ASK_COUNT, 0, 1, 1e7, "mules mule pack-horses 骡", false}, {"camels", ASK_COUNT, 0, 1, 1e7, "camels camel 驼 骆驼", false},
              {"distance", ASK_LENGTH, 100000, 0, 1e7, "distance way 路程 行程", true}, MEN, HORSES, {"load", ASK_WEIGHT, 0, 0.01, 1e4, "load 载", false}, {"speed", ASK_LENGTH, 0, 1000, 1e5, "speed a-day 日行", false}, RATION, FODDER, {0}},
    .group = {{"way", {"return back 往返", "oneway one-way 单程"}}, {"grass", {"grazing grass 牧放", "carried winter fodder-carried 载刍 冬"}}, {0}},
    .result = {{"reach_km", false, false}, {"reach_days", false, false}, {"delivered_percent", false, false}, {"loaded_shi", false, false}, {"delivered_shi", false, false}, {"carriers_needed", false, true}, {0}},
    .lacks = train_lacks, .idle = train_idle, .eval = train_eval, .tell = train_tell};

/* ---------------------------------------------------------------- forage */

static sp_forage_land land_of(const ask *q) {
  return (sp_forage_land){.reach_m = sp_ask_value(q, "reach"), .month = (int32_t)sp_ask_value(q, "month"), .devastated = sp_ask_choice(q, "land") == 1};
}

static void forage_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_ration r = sp_ask_ration(q, c);
  sp_forage_land land = land_of(q);
  double men = sp_ask_value(q, "men"), horses = sp_ask_value(q, "horses"), green = sp_calc_forage_green_kg_d(c, horses);
  out[3] = sp_calc_forage_grain_shi(c, &land);
  out[4] = sp_calc_forage_green_kg(c, &land) / 1000.0;
  out[1] = men > 0.0 ? sp_calc_depot_days(&r, out[3], men, 0.0) : SP_CALC_ENDLESS;
  out[2] = green > 0.0 ? out[4] * 1000.0 / green : SP_CALC_ENDLESS;
  out[0] = out[1] < out[2] ? out[1] : out[2];
}

static void forage_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  sp_forage_land land = land_of(q);
  ration_slots(q, c, w);
  sp_ask_slot(w, "reach", land.reach_m > 0.0 ? land.reach_m / 1000.0 : sp_ask_constant(c, "forage_reach_km"));
  sp_ask_slot(w, "month", land.month);
  sp_ask_slot(w, "green_kg", sp_ask_constant(c, "forage_green_kg"));
  sp_ask_slot(w, "people", sp_ask_constant(c, "forage_people_km2"));
  sp_ask_slot(w, "store", sp_ask_constant(c, "forage_store_shi"));
  sp_ask_slot(w, "found", 100.0 * sp_ask_constant(c, "forage_found"));
  if (sp_ask_value(q, "men") > 0.0) sp_ask_say(w, "calc.forage.men");
  if (sp_ask_value(q, "horses") > 0.0) sp_ask_say(w, "calc.forage.horses");
  sp_ask_say(w, out[1] <= out[2] ? "calc.forage.first_bread" : "calc.forage.first_grass");
  if (sp_ask_value(q, "men") > 0.0) sp_ask_formula(w, "calc.forage.formula");
  if (sp_ask_value(q, "horses") > 0.0) sp_ask_formula(w, "calc.forage.formula_grass");
}

const ask_topic sp_ask_topic_forage = {
    .name = "forage",
    .field = {MEN, HORSES, {"reach", ASK_LENGTH, 0, 100, 1e5, "reach 远", true}, {"month", ASK_PLAIN, 10, 1, 12, "month 月", false}, RATION, FODDER, {0}},
    .group = {{"land", {"settled 有民", "devastated waste 残破 荒"}}, {0}},
    .result = {{"days", false, false}, {"grain_days", false, false}, {"grass_days", false, false}, {"grain_shi", false, false}, {"grass_tonnes", false, false}, {0}},
    .lacks = ration_lacks, .eval = forage_eval, .tell = forage_tell};

/* ---------------------------------------------------------------- siege */

static const char *siege_lacks(const ask *q) {
  if (!sp_ask_given(q, "grain")) return "calc.fault.needs_grain";
  return sp_ask_value(q, "men") > 0.0 ? NULL : "calc.fault.needs_eaters";
}

static void siege_eval(const ask *q, const sp_constants *c, double out[ASK_RESULTS]) {
  sp_ration r = sp_ask_ration(q, c);
  double shi = sp_ask_shi(q, "grain", r.shi_kg), men = sp_ask_value(q, "men"), half = sp_ask_constant(c, "ration_half");
  out[1] = sp_calc_depot_days(&r, shi, men, 0.0);
  out[2] = out[1] / half;
  out[3] = sp_calc_slaughter_rations(c, sp_ask_value(q, "oxen"), sp_ask_value(q, "horses"), sp_ask_value(q, "donkeys")) / men;
  out[0] = out[1] + out[3];
  out[4] = out[0] + sp_ask_constant(c, "hunger_deaths_begin_d");
  out[5] = out[0] + sp_ask_constant(c, "hunger_half_dead_d");
}

static void siege_tell(const ask *q, const sp_constants *c, const double *out, ask_words *w) {
  sp_ration r = sp_ask_ration(q, c);
  ration_slots(q, c, w);
  sp_ask_slot(w, "grain", sp_ask_shi(q, "grain", r.shi_kg));
  sp_ask_slot(w, "oxen", sp_ask_value(q, "oxen"));
  sp_ask_slot(w, "donkeys", sp_ask_value(q, "donkeys"));
  sp_ask_slot(w, "beast_rations", sp_calc_slaughter_rations(c, sp_ask_value(q, "oxen"), sp_ask_value(q, "horses"), sp_ask_value(q, "donkeys")));
  sp_ask_say(w, "calc.siege.answer");
  if (out[3] > 0.0) sp_ask_say(w, "calc.siege.beasts");
  sp_ask_say(w, "calc.siege.hunger");
  sp_ask_formula(w, "calc.siege.formula");
  sp_ask_formula(w, "calc.siege.formula_hunger");
}

const ask_topic sp_ask_topic_siege = {
    .name = "siege",
    .field = {GRAIN, MEN, HORSES, {"oxen", ASK_COUNT, 0, 0, 1e7, "oxen ox 牛", false}, {"donkeys", ASK_COUNT, 0, 0, 1e7, "donkeys donkey 驴", false}, RATION, {0}},
    .group = {NORM, {0}},
    .result = {{"days", false, false}, {"grain_days", false, false}, {"grain_days_on_half", false, false}, {"beast_days", false, false}, {"deaths_begin_day", false, false}, {"half_dead_day", false, false}, {0}},
    .lacks = siege_lacks, .eval = siege_eval, .tell = siege_tell};
