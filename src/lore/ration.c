/* ration.c - what an army eats in a day, how long a store lasts, what hunger does.
 *
 * Need: men * sheng + horses * sheng, a hundred sheng to the shi. 70,000 shi for 100,000 men at 1.5 sheng: 46.7 days;
 *   with 40,000 horses on 3 sheng of grain: 25.9.
 * Norms: the Ming campaign ration (行糧); its half; parched grain and rice cooked and dried from 武備志 (one shi feeds a man
 *   for fifty days and shrinks to two dou to carry); the Tang army of 太白陰經, whose 12,500 men eat 250 small shi and whose
 *   25,000 horses eat 1,250. That text gives one dou to a horse, which would be 2,500: the army's total is taken, since
 *   its salt and its half year follow from it too; the single horse's figure is the top of the range.
 * Slaughter: 武備志, an ox or a horse feeds fifty men for a day, a donkey thirty.
 * Hunger: nobody dies before hunger_deaths_begin_d full rations are missed, half are dead at hunger_half_dead_d, a straight
 *   line through both.
 *
 * Left out: cold, sickness, spoilage, the officers' larger share, fuel to cook with.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

#define SHENG_PER_SHI 100.0

sp_ration sp_calc_ration(const sp_constants *c, sp_ration_norm norm) {
  sp_ration r = {.man_sheng = c->ration_man_sheng, .horse_sheng = c->ration_horse_sheng, .shi_kg = c->ration_shi_kg};
  switch (norm) {
  case SP_RATION_HALF:
    r.man_sheng *= c->ration_half;
    r.horse_sheng *= c->ration_half;
    break;
  case SP_RATION_PARCHED: r.man_sheng = c->ration_parched_sheng; break;
  case SP_RATION_DRIED: r.man_sheng = SHENG_PER_SHI / c->ration_dried_days; break;
  case SP_RATION_TANG: return (sp_ration){c->ration_tang_man_sheng, c->ration_tang_horse_sheng, c->ration_tang_shi_kg};
  default: break;
  }
  return r;
}

double sp_calc_carried_share(const sp_constants *c, sp_ration_norm norm) { return norm == SP_RATION_DRIED ? c->ration_dried_dou / 10.0 : 1.0; }

double sp_calc_salt_shi(const sp_constants *c, double men, double days) { return sp_max(0.0, men) * sp_max(0.0, days) * c->ration_salt_sheng / SHENG_PER_SHI; }

double sp_calc_need_shi_d(const sp_ration *ration, double men, double horses) {
  return (sp_max(0.0, men) * ration->man_sheng + sp_max(0.0, horses) * ration->horse_sheng) / SHENG_PER_SHI;
}

double sp_calc_depot_days(const sp_ration *ration, double grain_shi, double men, double horses) {
  double need = sp_calc_need_shi_d(ration, men, horses);
  return need > 0.0 ? sp_min(SP_CALC_ENDLESS, sp_max(0.0, grain_shi) / need) : SP_CALC_ENDLESS;
}

double sp_calc_slaughter_rations(const sp_constants *c, double oxen, double horses, double donkeys) {
  return sp_max(0.0, oxen) * c->ration_ox_men + sp_max(0.0, horses) * c->ration_horse_men + sp_max(0.0, donkeys) * c->ration_donkey_men;
}

double sp_calc_starved_share(const sp_constants *c, double rations_missed) {
  return 0.5 * sp_clamp((rations_missed - c->hunger_deaths_begin_d) / (c->hunger_half_dead_d - c->hunger_deaths_begin_d), 0.0, 2.0);
}
