/* shapan/calc_supply.h - the formulas of supply and works: rations, depots, trains, posts, forage, digging, ice, lots.
 *
 * As calc.h: constants and plain numbers in, a number out; nothing allocates or fails. 1 shi (石) = 100 sheng.
 * Numbers below their least sense (negative men) count as that least. What is divided by nothing comes out as
 * SP_CALC_ENDLESS. What each models and leaves out stands in src/lore/<name>.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_CALC_SUPPLY_H
#define SHAPAN_CALC_SUPPLY_H

#include "shapan/calc.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SP_CALC_ENDLESS 1e15

/* ---------------------------------------------------------------- rations and hunger (ration.c) */

typedef enum sp_ration_norm {
  SP_RATION_CAMPAIGN, /* Ming 行糧 */
  SP_RATION_HALF,     /* half of it, men and beasts */
  SP_RATION_PARCHED,  /* 武備志: parched grain, men alone */
  SP_RATION_DRIED,    /* 武備志: rice cooked and dried, men alone; weighed before cooking */
  SP_RATION_TANG,     /* 太白陰經 */
  SP_RATION_NORM_COUNT
} sp_ration_norm;

typedef struct sp_ration {
  double man_sheng, horse_sheng; /* a day */
  double shi_kg;                 /* of the shi these sheng belong to */
} sp_ration;

SP_API sp_ration sp_calc_ration(const sp_constants *c, sp_ration_norm norm);
/* Share of that grain's weight and room that is left to carry: rice cooked and dried shrinks. */
SP_API double sp_calc_carried_share(const sp_constants *c, sp_ration_norm norm);
SP_API double sp_calc_salt_shi(const sp_constants *c, double men, double days);
SP_API double sp_calc_need_shi_d(const sp_ration *ration, double men, double horses);
/* Days that so much grain lasts; SP_CALC_ENDLESS when nobody eats. */
SP_API double sp_calc_depot_days(const sp_ration *ration, double grain_shi, double men, double horses);
/* Rations for a man and a day from beasts slaughtered. */
SP_API double sp_calc_slaughter_rations(const sp_constants *c, double oxen, double horses, double donkeys);
/* Share of men dead of hunger after missing so many full rations. */
SP_API double sp_calc_starved_share(const sp_constants *c, double rations_missed);

/* ---------------------------------------------------------------- provisions and want (provision.c) */

/* Grain that a column takes along, kg: in bags, on saddles, led horses, pack beasts, carts. */
SP_API double sp_calc_carried_kg(const sp_constants *c, const sp_column *column);
/* Full rations that a day costs which lacked that share of its food, 0..1: less than the share, for the body saves. */
SP_API double sp_calc_day_missed(const sp_constants *c, double short_share);
/* What men are worth in fight and march after missing so many full rations, 1 whole .. 0. */
SP_API double sp_calc_hungry_worth(const sp_constants *c, double rations_missed);
/* Share of the hungry who leave in a day. */
SP_API double sp_calc_hungry_leave_per_d(const sp_constants *c, double rations_missed);
/* Share of living men, of living beasts, who die while rations missed rise from one count to the other. */
SP_API double sp_calc_starved_between(const sp_constants *c, double missed_before, double missed_after);
SP_API double sp_calc_beasts_starved_between(const sp_constants *c, double missed_before, double missed_after);
/* Share of its feed that a beast has, of shares of its grain and of its grass. */
SP_API double sp_calc_beast_fed(const sp_constants *c, double grain_share, double grass_share);

/* ---------------------------------------------------------------- carriers (cartage.c) */

typedef enum sp_carrier { SP_CARRIER_CART, SP_CARRIER_BARROW, SP_CARRIER_PORTER, SP_CARRIER_DONKEY, SP_CARRIER_MULE, SP_CARRIER_CAMEL, SP_CARRIER_COUNT } sp_carrier;

typedef struct sp_carriage {
  double load_kg;   /* grain on one carrier at the start */
  double eats_kg_d; /* what it, its beasts and its men eat of the load in a day */
  double m_per_day;
} sp_carriage;
/* grazing: beasts find grass on the way and need grain beside it only; else all their fodder is carried. */
SP_API sp_carriage sp_calc_carriage(const sp_constants *c, sp_carrier carrier, const sp_ration *ration, bool grazing);
/* Share of the load that is handed over after that way (m); the way back is eaten from the load too when `returns`. 0..1. */
SP_API double sp_calc_delivered_share(const sp_carriage *carriage, double distance_m, bool returns);
/* The way after which nothing is left to hand over, m. */
SP_API double sp_calc_carriage_reach_m(const sp_carriage *carriage, bool returns);
/* Carriers that keep eaters of need_kg_d fed at the end of a road: those on the way out and back at one time. */
SP_API double sp_calc_carriers_needed(const sp_carriage *carriage, double need_kg_d, double distance_m);
/* Days that a soldier fed by so many porters marches out (夢溪筆談); emptied porters are sent back with food for it.
 * Porters 0..3 as in the text; more go on by the same rule. back: he must come home on it too. */
SP_API double sp_calc_porter_days(const sp_constants *c, int32_t porters, bool back);

/* ---------------------------------------------------------------- word on the road (relay.c) */

typedef enum sp_relay { SP_RELAY_RIDER, SP_RELAY_FOOT, SP_RELAY_POST, SP_RELAY_EXPRESS, SP_RELAY_COUNT } sp_relay;
/* Hours for a letter; SP_RELAY_RIDER is one man on one horse, without the nights he sleeps. */
SP_API double sp_calc_letter_h(const sp_constants *c, sp_relay relay, const sp_going *going, double distance_m);
/* Minutes for a rider along a column from its head to its tail while the column comes towards him at column_m_min, or
 * back from tail to head (`back`) while it walks away from him; SP_CALC_ENDLESS when he does not gain on it. */
SP_API double sp_calc_along_column_min(const sp_constants *c, const sp_going *going, double column_m, double column_m_min, bool back);

/* ---------------------------------------------------------------- living off the country (forage.c) */

typedef struct sp_forage_land {
  double reach_m; /* how far foragers go; 0 = as is usual */
  int32_t month;  /* 1..12, solar */
  bool devastated;
} sp_forage_land;
SP_API double sp_calc_forage_grain_shi(const sp_constants *c, const sp_forage_land *land); /* to be found within reach */
SP_API double sp_calc_forage_green_kg(const sp_constants *c, const sp_forage_land *land);
SP_API double sp_calc_forage_green_kg_d(const sp_constants *c, double horses);

/* ---------------------------------------------------------------- earth and ice (dig.c, ice.c) */

/* Cubic metres that one man digs in an hour from a ditch of that depth. */
SP_API double sp_calc_dig_m3_h(const sp_constants *c, sp_soil soil, double depth_m, bool frozen);
/* Earth of a ditch, m3 (width at the top, narrowing to half of it at the bottom); and the hours that so many take over it. */
SP_API double sp_calc_ditch_m3(double length_m, double width_m, double depth_m);
SP_API double sp_calc_ditch_h(const sp_constants *c, double volume_m3, double depth_m, double diggers, sp_soil soil, bool frozen);
SP_API double sp_calc_dig_days(const sp_constants *c, double hours); /* days of work */
SP_API double sp_calc_ice_cm(const sp_constants *c, double frost_degree_days);
SP_API double sp_calc_ice_needed_cm(const sp_constants *c, sp_arm arm); /* for formed bodies in open order */
/* Ice after dt_min under air of air_c and rain; without ice the water (C, state, kept) cools or warms first.
 * depth_m: ordinary depth of the water. Steps of any length agree while the air is steady. */
SP_API double sp_calc_ice_step_cm(const sp_constants *c, double ice_cm, double *water_c, double air_c, double rain_mm_h, double depth_m, double dt_min);
/* What passes over bearing ice at one crossing in open order. */
SP_API sp_flow sp_calc_ice_flow(const sp_constants *c, double light);
/* Of a ford's or ferry's flow, what thin ice leaves: 1 on open water .. 0 where it can no longer be broken. */
SP_API double sp_calc_ice_open(const sp_constants *c, double ice_cm);
/* Share of fugitives lost on ice that does not bear them; 0 when it does, 1 where they do not dare. */
SP_API double sp_calc_ice_drown_share(const sp_constants *c, double ice_cm, double needed_cm);

/* ---------------------------------------------------------------- ditch and parapet (works.c) */

/* Men who dig, and what helps or hinders them. */
typedef struct sp_digging {
  double diggers;     /* men with a tool in hand */
  sp_soil soil;
  double depth_m;     /* reached */
  double frost_m;     /* depth of frozen soil */
  double rain_mm_h, mud, light, fatigue; /* mud, light, fatigue 0..1 */
  double daylight_h;  /* from sunrise to sunset */
  bool by_night;      /* they were told to go on after dark */
} sp_digging;
/* Cubic metres moved in an hour by the clock. */
SP_API double sp_calc_works_m3_h(const sp_constants *c, const sp_digging *d);
/* Metres of palisade set in an hour, where wood is at hand. */
SP_API double sp_calc_works_stakes_m_h(const sp_constants *c, const sp_digging *d);
/* Earth per metre of a ditch that is to be wanted_m deep once it is depth_m deep, m2; and back: the depth, m. */
SP_API double sp_calc_works_section_m2(const sp_constants *c, double wanted_m, double depth_m);
SP_API double sp_calc_works_depth_m(const sp_constants *c, double wanted_m, double section_m2);
/* Cover 0..1 that so much earth per metre gives. */
SP_API double sp_calc_works_cover(const sp_constants *c, double section_m2);
/* Hindrance 0..1 of a ditch of that depth and of stakes along that share of it: at 1 nobody comes over without help. */
SP_API double sp_calc_works_obstacle(const sp_constants *c, double depth_m, double palisade);
/* Depth of frozen soil under a ground of that mean temperature, m. */
SP_API double sp_calc_works_frost_m(const sp_constants *c, double ground_c);
/* Of so many men with so many tools, how many dig. */
SP_API double sp_calc_works_diggers(const sp_constants *c, double men, double tools);

/* ---------------------------------------------------------------- walls (siege.c) */

/* Length round a place by what its wall is called, m. */
SP_API double sp_calc_wall_m(const sp_constants *c, sp_wall_kind kind);
/* Length of wall that so many hits bring down, m. */
SP_API double sp_calc_breach_m(const sp_constants *c, sp_wall_kind kind, double hits);
/* Metres of breach that so many men with tools close in an hour; by night less, and no more than find room. */
SP_API double sp_calc_repair_m_h(const sp_constants *c, double diggers, double breach_m, double light);
/* How far a ring of that length is closed by so many men and so much of it in deep ditches, 0..1. */
SP_API double sp_calc_ring(const sp_constants *c, double men, double works_m, double ring_m);
/* A mine (mine.c). Metres of gallery in an hour by so many men with tools; hours for so much of it, charged and stopped. */
SP_API double sp_calc_mine_m_h(const sp_constants *c, double diggers, sp_soil soil, double mud, bool marsh);
SP_API double sp_calc_mine_h(const sp_constants *c, double length_m, double metres_per_h);
/* Least way from its chamber to the open; powder for an ordinary crater, and beyond which more is wasted, kg. */
SP_API double sp_calc_mine_depth_m(const sp_constants *c, sp_wall_kind kind);
SP_API double sp_calc_mine_ordinary_kg(const sp_constants *c, sp_wall_kind kind);
SP_API double sp_calc_mine_full_kg(const sp_constants *c, sp_wall_kind kind);
/* Wall that so much powder throws down, m. */
SP_API double sp_calc_mine_breach_m(const sp_constants *c, sp_wall_kind kind, double charge_kg);
/* Chance to a metre that the roof comes in; rate at which those within hear it, so far from under the wall; chance that they do, from beginning to end;
 * chance that it goes off, and the right way. */
SP_API double sp_calc_mine_cave_per_m(const sp_constants *c, sp_soil soil, double mud);
SP_API double sp_calc_mine_heard_per_h(const sp_constants *c, double left_m);
SP_API double sp_calc_mine_heard(const sp_constants *c, double length_m, double metres_per_h);
SP_API double sp_calc_mine_works(const sp_constants *c);
/* Rate per minute at which its posts take a man who passes. */
SP_API double sp_calc_ring_caught_per_min(const sp_constants *c, double ring, double light);
/* Chance that so many men and beasts pass a ring unheeded at that light. Non-increasing in closure, number and light. */
SP_API double sp_calc_ring_slip(const sp_constants *c, double ring, double men, double light);
/* What a garrison asks for, or besiegers grant: the more the higher. NEVER: it does not yield, they grant nothing. */
typedef enum sp_terms { SP_TERMS_UNTOLD, SP_TERMS_PRISONERS, SP_TERMS_UNARMED, SP_TERMS_ARMED, SP_TERMS_NEVER } sp_terms;
/* How a garrison stands, as its commander sees it (terms.c). */
typedef struct sp_plight {
  double hunger, bread_d;  /* 0..1; days of bread, < 0: nothing is told of bread */
  double breach, shut_d;   /* 0..1 of a full one; days since it was shut in */
  double relief;           /* 0..1 how near and strong he believes it */
  double honour, loyalty;  /* of the commander, 0..1 */
} sp_plight;
/* Hazard per day that he asks for terms; chance that besiegers who have been told nothing grant them. */
SP_API double sp_calc_yield_per_d(const sp_constants *c, const sp_plight *p);
SP_API double sp_calc_grant(const sp_constants *c, sp_terms asked, double breach);
/* What a wall with that breach is worth where it is stormed, 0..1 each: cover, hindrance as of a ditch, wall that must be climbed. */
typedef struct sp_wall_worth { double cover, obstacle, wall; } sp_wall_worth;
SP_API sp_wall_worth sp_calc_wall_worth(const sp_constants *c, sp_wall_kind kind, double breach_m);

/* ---------------------------------------------------------------- lots and samples (lot.c) */

/* ln of the gamma function, x > 0; relative error <= 1e-13 of the larger of 1 and the value. */
SP_API double sp_calc_ln_gamma(double x);
/* Regularised incomplete beta function I_x(a, b), a, b > 0; absolute error <= 1e-12 for a, b up to 100, 1e-10 up to 1e4. */
SP_API double sp_calc_beta_share(double x, double a, double b);
/* The x at which that is `share`. */
SP_API double sp_calc_beta_quantile(double share, double a, double b);
/* Chance that at most `most` of `n` fail when each fails with chance p. */
SP_API double sp_calc_binomial_share(int32_t most, int32_t n, double p);
/* Chance that a lot fails more often than `limit`, after `failures` in `trials`; prior Beta(prior_a, prior_b). */
SP_API double sp_calc_lot_worse(double failures, double trials, double limit, double prior_a, double prior_b);

typedef struct sp_lot_plan {
  int32_t sample, accept; /* try `sample`, take the lot when at most `accept` fail; sample 0: no plan up to 2,000 */
  double risk_good, risk_bad; /* chances of refusing the good lot and of taking the bad one */
} sp_lot_plan;
/* The smallest sample that refuses lots failing `good` (share) at most with risk_good and takes lots failing `bad` at most with risk_bad. */
SP_API sp_lot_plan sp_calc_lot_plan(double good, double bad, double risk_good, double risk_bad);

/* ---------------------------------------------------------------- powder and grenades (munition.c) */

SP_API double sp_calc_pouches_g(const sp_constants *c, double hand_guns); /* powder of a full issue, g */
SP_API double sp_calc_gun_issue_g(const sp_constants *c, double light_guns, double heavy_guns);
SP_API double sp_calc_powder_train_kg(const sp_constants *c, const sp_column *column); /* what its carts and pack beasts take of powder */

/* Of powder: strength to sound powder and its log-normal spread between deliveries; of grenades: shares dud, weak, burst in the hand. */
typedef struct sp_lot_worth { double strength, spread, bad[3]; } sp_lot_worth;
/* What is delivered when that share of the price (0..1) was lost on the way. */
SP_API sp_lot_worth sp_calc_lot_bribed(const sp_constants *c, sp_lot_worth lot, double bribe);
/* Log-normal spread of the strength of powder as judged by the eye of a man of that skill 0..1. */
SP_API double sp_calc_look_ln(const sp_constants *c, double skill);
/* Between which shares (0..1) of a lot are bad, after so many failures in so many trials. */
SP_API void sp_calc_lot_interval(const sp_constants *c, double failures, double trials, double *low, double *high);
/* How far men's trust in their weapons is gone, 0..1: share of grenades seen to fail, strength of the powder, share of men with hand guns. */
SP_API double sp_calc_weapons_fail(const sp_constants *c, double grenades_failing, double powder, double shooters_share);
/* Men killed by a magazine that goes up, where they stand about it. */
SP_API double sp_calc_blast_dead(const sp_constants *c, double powder_kg);

/* ---------------------------------------------------------------- complaints at court (lot.c) */

typedef struct sp_lot_complaint {
  double thrown, failed; /* grenades */
  double before;         /* complaints of the same supplier that the court has had */
  double bribe;          /* share of the price that he gives away 0..1 */
} sp_lot_complaint;
/* Chance that it is gone into; of those gone into, that he is dismissed. Non-decreasing in failures and complaints, non-increasing in bribes. */
SP_API double sp_calc_court_hears(const sp_constants *c, const sp_lot_complaint *x);
SP_API double sp_calc_court_dismisses(const sp_constants *c, const sp_lot_complaint *x);

#ifdef __cplusplus
}
#endif
#endif
