/* health.c - wounds and sickness over days and weeks.
 *
 * Dying of wounds: the hazard falls off from the first day as exp(-t / 8 d), scaled so that of the seriously wounded a
 *   quarter are dead in 30 days where physicians see to all, 35 % where there is none. 1,000 tended: -ln 0.75 = 0.288 in all, of
 *   which the first day has 0.288 * (1 - e^(-1/8)) / (1 - e^(-30/8)) = 0.0346: 34 die that day, 16 on the seventh, 1 on the thirtieth.
 *   Carrying along, hunger, heavy rain without shelter and lying in the field add to it; frost adds a hazard of its own.
 * Mending: nobody before the third week (light wounds: the first), then at a steady rate by which nine of ten who live
 *   have left their beds in the eighth (third): ln 10 / 35 = 0.066 a day.
 * Sickness: a base rate times added shares for days on one spot, the more so the more men camp there, for weariness,
 *   hunger and wet; frost lays up men without shelter. 20,000 men 30 days on one spot: 0.0015 * (1 + 0.06 * 30 * 2) = 0.0069 on
 *   that day; over the thirty days 0.0015 * (30 + 0.06 * 2 * 450) = 0.126, 12 % of them.
 *   The sick lie 14 days on the mean; an eighth of them die.
 * Prisoners have what care is left: 3 physicians see to 120; of 100 of their own and 40 prisoners, half of these.
 * Carriage: half of the carts take four each, half of the led horses one each; told to take the wounded, nine carts of ten. 4,000 men load
 *   200 in an hour by day.
 *
 * Left out: amputations, which wound it is, camp fever as an epidemic that spreads from body to body, scurvy, seasons of
 *   flux and typhus apart from wet and cold, what the sick eat beyond their ration.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_health.h"

#define LN_10 2.302585092994046
#define TOLD_DAYS 30.0 /* the shares of the dead are told of so many */

double sp_calc_care(const sp_constants *c, double physicians, double patients) {
  double see_to = sp_max(0.0, physicians) * c->health_patients;
  return patients <= see_to ? (see_to > 0.0 ? 1.0 : 0.0) : see_to / patients;
}

double sp_calc_care_left(const sp_constants *c, double physicians, double own, double captives) {
  double left = sp_max(0.0, physicians) * c->health_patients - sp_max(0.0, own);
  return left <= 0.0 ? 0.0 : captives <= left ? 1.0 : left / captives;
}

double sp_calc_carriage_for_wounded(const sp_constants *c, double carts, double led_horses) {
  return c->wounded_carts * c->wounded_per_cart * sp_max(0.0, carts) + c->wounded_led * sp_max(0.0, led_horses);
}

double sp_calc_carriage_cleared(const sp_constants *c, double carts, double led_horses) {
  return c->wounded_carts_cleared * c->wounded_per_cart * sp_max(0.0, carts) + c->wounded_led * sp_max(0.0, led_horses);
}

double sp_calc_carts_cleared(const sp_constants *c, double carts, double led_horses, double to_carry) {
  double beyond = sp_min(to_carry, sp_calc_carriage_cleared(c, carts, led_horses)) - sp_calc_carriage_for_wounded(c, carts, led_horses);
  return sp_max(0.0, beyond) / c->wounded_per_cart;
}

double sp_calc_loading_min(const sp_constants *c, double patients, double men, double light) {
  double per_h = sp_max(1.0, men * c->wounded_bearers) * c->wounded_loaded_per_h * sp_lore_loss(c->wounded_dark, sp_lore_dark(c, light));
  return 60.0 * sp_max(0.0, patients) / per_h;
}

double sp_calc_to_be_carried(const sp_constants *c, double serious, double sick) {
  return sp_max(0.0, serious) + c->wounded_ride_sick * sp_max(0.0, sick);
}

double sp_calc_gathered_per_h(const sp_constants *c, double men, double light) {
  return sp_max(0.0, men) * c->wounded_bearers * c->wounded_each_per_h * sp_lore_loss(c->wounded_dark, sp_lore_dark(c, light));
}

/* ---- wounds */

double sp_calc_wound_fresh(const sp_constants *c, double days) { return sp_exp(-sp_max(0.0, days) / c->health_fresh_days); }

/* What frost does to those who lie without shelter, to what it does to the healthy at its limit. */
static double frost(const sp_constants *c, double temperature_c, double shelter) {
  double below = c->health_cold_c - temperature_c;
  return below <= 0.0 ? 0.0 : (1.0 + below / 10.0) * (1.0 - sp_lore_unit(shelter));
}

static double between(double untended, double tended, double care) { return untended + (tended - untended) * sp_lore_unit(care); }

static double hardship(const sp_constants *c, const sp_bed *b) {
  double wet = sp_lore_rain(c, b->rain_mm_h) * (1.0 - sp_lore_unit(b->shelter));
  return 1.0 + c->health_jolted * sp_lore_unit(b->jolted) + c->health_wet * wet + c->health_hungry * sp_lore_unit(b->hunger) + (b->in_field ? c->health_field : 0.0);
}

double sp_calc_death_per_day(const sp_constants *c, sp_ailment ailment, double fresh, const sp_bed *b) {
  double cold = c->health_freeze_per_day * c->health_freeze_wounded * frost(c, b->temperature_c, b->shelter);
  if (ailment == SP_AILMENT_SICK) {
    double dies = sp_min(0.95, c->health_sick_dead * (1.0 + c->health_sick_untended * (1.0 - sp_lore_unit(b->care))));
    return dies / c->health_sick_days * hardship(c, b) + cold;
  }
  double share = ailment == SP_AILMENT_LIGHT ? c->health_light_dead_30d : between(c->health_dead_30d_untended, c->health_dead_30d, b->care);
  double in_all = -sp_log(1.0 - share) / (1.0 - sp_exp(-TOLD_DAYS / c->health_fresh_days));
  if (ailment == SP_AILMENT_LIGHT) cold *= 0.5; /* they sit by the fires and move about */
  return in_all / c->health_fresh_days * sp_lore_unit(fresh) * hardship(c, b) + cold;
}

double sp_calc_mend_per_day(const sp_constants *c, sp_ailment ailment, double days) {
  if (ailment == SP_AILMENT_SICK) return (1.0 - c->health_sick_dead) / c->health_sick_days;
  double from = ailment == SP_AILMENT_LIGHT ? c->health_light_from_days : c->health_serious_from_days;
  double to = ailment == SP_AILMENT_LIGHT ? c->health_light_to_days : c->health_serious_to_days;
  return days < from ? 0.0 : LN_10 / sp_max(1.0, to - from);
}

double sp_calc_crippled_share(const sp_constants *c, sp_ailment ailment, double care) {
  return ailment == SP_AILMENT_SERIOUS ? between(c->health_crippled_untended, c->health_crippled, care) : 0.0;
}

/* Quarter by quarter of a day, as the rule does it. */
sp_course sp_calc_course(const sp_constants *c, sp_ailment ailment, double days, const sp_bed *bed) {
  sp_course x = {.lying = 1.0};
  double crippled = sp_calc_crippled_share(c, ailment, bed->care), end = sp_clamp(days, 0.0, 1000.0);
  for (double day = 0.0; day < end; day += 0.25) {
    double part = sp_min(0.25, end - day);
    double die = sp_calc_death_per_day(c, ailment, sp_calc_wound_fresh(c, day + 0.5 * part), bed), mend = sp_calc_mend_per_day(c, ailment, day);
    double leave = die + mend > 0.0 ? x.lying * sp_hazard(die + mend, part) : 0.0, dead = leave > 0.0 ? leave * die / (die + mend) : 0.0, rise = mend > 0.0 ? leave - dead : 0.0;
    x.lying -= leave;
    x.dead += dead;
    x.crippled += crippled * rise;
    x.back += (1.0 - crippled) * rise;
  }
  return x;
}

/* ---- sickness */

double sp_calc_sick_per_day(const sp_constants *c, const sp_camp_air *x) {
  double crowd = 1.0 + sp_min(c->health_sick_crowd_most, sp_max(0.0, x->men) / c->health_sick_crowd_men);
  double spot = c->health_sick_stay * sp_clamp(x->camp_days, 0.0, c->health_sick_stay_most_days) * crowd;
  double wet = c->health_wet * sp_lore_rain(c, x->rain_mm_h) * (1.0 - sp_lore_unit(x->shelter));
  return c->health_sick_per_day * (1.0 + spot + c->health_sick_weary * sp_lore_unit(x->fatigue) + c->health_hungry * sp_lore_unit(x->hunger) + wet) + c->health_freeze_per_day * frost(c, x->temperature_c, x->shelter);
}
