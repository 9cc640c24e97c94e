/* cartage.c - a wagon train that feeds itself: what is left of a load after so many days.
 *
 * Handed over = load - eaten a day * days out * (2 when the empty train comes home on the load, else 1). The reach is where
 *   that is nothing. A two-ox cart of 5 shi (440 kg) with one driver, all fodder carried, eats 21 kg a day: it gets 21 days out
 *   one way, 10 there and back; on grass 65 and 33.
 * Loads are weights: a cart bears five Ming shi whatever shi the grain is counted in.
 * Carriers needed: those out and back at one time; days * 2 / delivered load for each kilogram a day (Engels' closed form
 *   for a round trip).
 * Porters (夢溪筆談, 運糧之法): a man carries 60 sheng and eats 2 a day, the soldier carries his own five days. When a porter's load is
 *   eaten down he is sent home on the rest of it, faster than he came (6 days for 8, 4 for 6.5, 9 for 13.5). One porter 18 days,
 *   two 26, three 31; coming home on it 9, 13, 16, as in the text.
 *
 * Left out: losses on the road, beasts that die with their loads, days of rest, weather (the march's formulas have it),
 *   an army that eats from the passing train.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

sp_carriage sp_calc_carriage(const sp_constants *c, sp_carrier carrier, const sp_ration *ration, bool grazing) {
  double man = ration->man_sheng / 100.0 * ration->shi_kg;
  double beast = grazing ? c->cartage_grazing_kg : c->cartage_fodder_kg;
  double donkey = grazing ? c->cartage_grazing_kg * c->cartage_fodder_donkey_kg / c->cartage_fodder_kg : c->cartage_fodder_donkey_kg;
  double drover = man / c->cartage_beasts_to_man, pack = c->cartage_pack_km_d * 1000.0;
  switch (carrier) {
  case SP_CARRIER_BARROW: return (sp_carriage){c->cartage_barrow_shi * c->ration_shi_kg, man, c->cartage_porter_km_d * 1000.0};
  case SP_CARRIER_PORTER: return (sp_carriage){c->cartage_porter_kg, man, c->cartage_porter_km_d * 1000.0};
  case SP_CARRIER_DONKEY: return (sp_carriage){c->cartage_donkey_kg, donkey + drover, pack};
  case SP_CARRIER_MULE: return (sp_carriage){c->cartage_mule_kg, beast + drover, pack};
  case SP_CARRIER_CAMEL: return (sp_carriage){c->cartage_camel_kg, beast + drover, pack};
  default: return (sp_carriage){c->cartage_cart_shi * c->ration_shi_kg, c->march_team_cart * beast + c->cartage_cart_men * man, c->cartage_ox_km_d * 1000.0};
  }
}

double sp_calc_delivered_share(const sp_carriage *carriage, double distance_m, bool returns) {
  double days = sp_max(0.0, distance_m) / carriage->m_per_day * (returns ? 2.0 : 1.0);
  return sp_clamp(1.0 - carriage->eats_kg_d * days / carriage->load_kg, 0.0, 1.0);
}

double sp_calc_carriage_reach_m(const sp_carriage *carriage, bool returns) {
  if (carriage->eats_kg_d <= 0.0) return SP_CALC_ENDLESS;
  return carriage->load_kg / carriage->eats_kg_d / (returns ? 2.0 : 1.0) * carriage->m_per_day;
}

double sp_calc_carriers_needed(const sp_carriage *carriage, double need_kg_d, double distance_m) {
  double handed_kg = carriage->load_kg * sp_calc_delivered_share(carriage, distance_m, true);
  double days = sp_max(1.0, 2.0 * sp_max(0.0, distance_m) / carriage->m_per_day); /* a carrier is not loaded twice in a day */
  return handed_kg > 0.0 ? sp_min(SP_CALC_ENDLESS, sp_max(0.0, need_kg_d) * days / handed_kg) : SP_CALC_ENDLESS;
}

/* The last stage of the text, the soldier and one porter, on a whole load and the soldier's own: 17.5 days, called 18. */
static double last_stage_d(const sp_constants *c) {
  return sp_floor((c->cartage_song_porter_sheng / c->cartage_song_man_sheng + c->cartage_song_own_days) / 2.0 + 0.5);
}

double sp_calc_porter_days(const sp_constants *c, int32_t porters, bool back) {
  double load_d = c->cartage_song_porter_sheng / c->cartage_song_man_sheng, days = 0.0;
  for (int32_t eaters = sp_min_i32(porters, 100) + 1; eaters > 2; eaters--) {
    /* stage * eaters + way home = load; the way home is a share of all the days out so far, this stage too */
    days += sp_max(0.0, (load_d - c->cartage_song_home * days) / (eaters + c->cartage_song_home));
  }
  days = sp_floor(days + (porters > 0 ? last_stage_d(c) : c->cartage_song_own_days));
  return back ? sp_floor((days + 1.0) / 2.0) : days;
}
