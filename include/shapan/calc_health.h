/* shapan/calc_health.h - the formulas of wounds and sickness: care, carriage, dying, mending, falling sick.
 *
 * As calc.h: constants and plain numbers in, a number out; nothing allocates or fails. Numbers below their least sense
 * (negative men) count as that least. What each models and leaves out stands in src/lore/health.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_CALC_HEALTH_H
#define SHAPAN_CALC_HEALTH_H

#include "shapan/calc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sp_ailment { SP_AILMENT_LIGHT, SP_AILMENT_SERIOUS, SP_AILMENT_SICK } sp_ailment;

/* How men lie who are wounded or sick. */
typedef struct sp_bed {
  double care;          /* 0 nobody who knows wounds .. 1 a physician for all */
  double shelter;       /* 0 the open road .. 1 a roof */
  double temperature_c;
  double rain_mm_h;
  double jolted;        /* 0 they lie still .. 1 carried along all day */
  double hunger;        /* 0 fed .. 1 undone by hunger */
  bool in_field;        /* where they fell, with nobody by */
} sp_bed;

/* Share of the care that patients want (seriously wounded and sick) which so many physicians can give, 0..1. */
SP_API double sp_calc_care(const sp_constants *c, double physicians, double patients);
/* The same of prisoners, to whom the physicians come when they have seen to so many of their own. */
SP_API double sp_calc_care_left(const sp_constants *c, double physicians, double own, double captives);
/* Men who can be carried along on carts and led horses. */
SP_API double sp_calc_carriage_for_wounded(const sp_constants *c, double carts, double led_horses);
/* The same when every cart is cleared that can be; and carts whose loads that costs, beyond those cleared anyhow, for so many to be carried. */
SP_API double sp_calc_carriage_cleared(const sp_constants *c, double carts, double led_horses);
SP_API double sp_calc_carts_cleared(const sp_constants *c, double carts, double led_horses, double to_carry);
/* Minutes until so many are loaded by a body of men. light 0..1. */
SP_API double sp_calc_loading_min(const sp_constants *c, double patients, double men, double light);
/* Of a body's patients those who must be carried, by number. */
SP_API double sp_calc_to_be_carried(const sp_constants *c, double serious, double sick);
/* Patients whom a body of free men brings in from the field, or deals with there, in an hour. light 0..1. */
SP_API double sp_calc_gathered_per_h(const sp_constants *c, double men, double light);

/* Freshness of a wound after so many days: 1 at first. */
SP_API double sp_calc_wound_fresh(const sp_constants *c, double days);
/* Hazard of death a day. fresh: mean freshness of their wounds (nothing to the sick). */
SP_API double sp_calc_death_per_day(const sp_constants *c, sp_ailment ailment, double fresh, const sp_bed *bed);
/* Hazard a day of leaving the bed alive. days: since they were hurt, on the mean (nothing to the sick). */
SP_API double sp_calc_mend_per_day(const sp_constants *c, sp_ailment ailment, double days);
/* Of those who leave it, crippled: 0 but for the seriously wounded. */
SP_API double sp_calc_crippled_share(const sp_constants *c, sp_ailment ailment, double care);

typedef struct sp_course {
  double dead, back, crippled, lying; /* shares, together 1 */
} sp_course;
/* What has become of men hurt on one day after so many days (up to 1000) in such a bed. */
SP_API sp_course sp_calc_course(const sp_constants *c, sp_ailment ailment, double days, const sp_bed *bed);

/* How men live who are not sick yet. */
typedef struct sp_camp_air {
  double camp_days;     /* on one spot */
  double men;           /* in that camp */
  double fatigue;       /* 0..1 */
  double hunger;        /* 0..1 */
  double shelter;       /* 0..1 */
  double temperature_c;
  double rain_mm_h;
} sp_camp_air;
/* Hazard of falling sick, a day. */
SP_API double sp_calc_sick_per_day(const sp_constants *c, const sp_camp_air *x);

#ifdef __cplusplus
}
#endif
#endif
