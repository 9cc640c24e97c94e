/* shapan/calc_battle.h - the formulas of battle: fire, shock, breaking, flight, pursuit.
 *
 * As in calc.h: pure, stateless, computed with the constants that are passed, cheap enough for every body in a
 * fight every five minutes. What each models, its sources and limits stand in src/lore/<name>.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_CALC_BATTLE_H
#define SHAPAN_CALC_BATTLE_H

#include "shapan/calc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- ground and line (line.c) */

/* Frontage that the ground gives to each side, metres: a plain much, a defile or causeway little. */
SP_API double sp_calc_frontage_m(const sp_constants *c, sp_relief relief, sp_cover cover, sp_road_class road);
/* Men that fight in one metre of line, foot and horse. */
SP_API double sp_calc_line_men_per_m(const sp_constants *c, double horse_share);
/* Factor on the hits on a mass so many times as deep as finds room to fight, 1 or more. */
SP_API double sp_calc_depth(const sp_constants *c, double depth, double horse_share);
/* Minutes in which a column of that length and order comes into line. */
SP_API double sp_calc_deploy_min(const sp_constants *c, double column_m, double order, double quality, sp_relief relief);

/* ---------------------------------------------------------------- fire (fire.c) */

typedef struct sp_fire {
  double shot, bow, light_guns, heavy_guns; /* that can bear: in line, with ammunition */
  double range_m;       /* between the lines; guns bear to 800, shot to 150, bows to 60 m or so */
  double quality;       /* 0..1 of the shooters */
  double order;         /* 0..1 */
  double rain_mm_h, light, smoke; /* smoke 0..1 */
  double powder;        /* strength of the lot, 1 = sound */
  double target_armour; /* share of the target's men in armour 0..1 */
  double target_cover;  /* 0..1 of works and ground */
  double target_density; /* men per metre of its line, 0 = nobody there */
} sp_fire;

/* Men hit per minute; *rounds (may be NULL) gets shots fired per minute by hand guns. Non-increasing in rain, smoke,
 * range, cover, armour; non-decreasing in everything that shoots. */
SP_API double sp_calc_fire_hits_per_min(const sp_constants *c, const sp_fire *f, double *rounds);
/* Arrows of all bows, rounds of all guns that are shot away per minute. */
SP_API double sp_calc_arrows_per_min(const sp_constants *c, const sp_fire *f);
SP_API double sp_calc_gun_rounds_per_min(const sp_constants *c, const sp_fire *f);
/* Share of matchlocks that do not go off. */
SP_API double sp_calc_misfire(const sp_constants *c, double rain_mm_h);
/* Smoke of a sector after dt minutes of `rounds` per minute and metre of front, against wind. */
SP_API double sp_calc_smoke(const sp_constants *c, double smoke, double rounds_per_m, double wind_m_s, double dt_min);

/* ---------------------------------------------------------------- grenades, wagons, night (grenade.c, wagon.c, night.c) */

typedef struct sp_grenades {
  double good, weak;    /* thrown into a line at arm's length, that burst well, or feebly */
  double rain_mm_h;
  double target_armour, target_cover, target_density; /* as in sp_fire */
} sp_grenades;
/* Men hit by them. */
SP_API double sp_calc_grenade_hits(const sp_constants *c, const sp_grenades *g);

/* Smoke pots (smoke.c). Pots that veil a front for a step of a fight; share that keeps alight in the rain, non-increasing in it. */
SP_API double sp_calc_pots_wanted(const sp_constants *c, double front_m);
SP_API double sp_calc_pots_alight(const sp_constants *c, double rain_mm_h);
/* As much smoke as so many shots of hand guns. */
SP_API double sp_calc_pot_rounds(const sp_constants *c, double good, double weak);
/* Where it goes: 1 all over the enemy, 0 it hangs between, -1 all back. along_m_s: wind towards the enemy, < 0 in the face. */
SP_API double sp_calc_smoke_drift(const sp_constants *c, double along_m_s);
typedef struct sp_smoke {
  double pots, share;      /* good pots; share of their smoke that comes here, 0..1 */
  double front_m, density; /* metres of the line it comes to, men to a metre */
  double wind_m_s;
} sp_smoke;
/* Order lost, 0..1, and men who fall out, in a step. Non-increasing in wind, non-decreasing in pots. */
SP_API double sp_calc_smoke_choke(const sp_constants *c, const sp_smoke *s);
SP_API double sp_calc_smoke_hits(const sp_constants *c, const sp_smoke *s);

/* Fire on a body that keeps behind a veil of its own, to that through the smoke between the lines anyhow: never more than 1. */
SP_API double sp_calc_veiled_fire(const sp_constants *c, double veil, double smoke);
/* How far one sees through a veil of that thickness (0..1) who sees so far beside it. */
SP_API double sp_calc_veil_seen_m(const sp_constants *c, double visibility_m, double veil);
/* A great fire, from afar. */
typedef struct sp_far_fire {
  double tonnes;           /* of stores that were in it when it was laid */
  double light, rain_mm_h, fog_m, wind_m_s;
} sp_far_fire;
/* From how far its smoke is seen by day, its glow by night. Non-increasing in rain, fog and wind, non-decreasing in tonnes. */
SP_API double sp_calc_fire_smoke_m(const sp_constants *c, const sp_far_fire *f);
SP_API double sp_calc_fire_glow_m(const sp_constants *c, const sp_far_fire *f);

/* Share 0..1 of a line of that length that finds room behind so many shield wagons. */
SP_API double sp_calc_shield_share(const sp_constants *c, double wagons, double line_m, sp_relief relief, sp_cover cover);
/* How far so many war wagons close a ring about men and beasts, 0..1. */
SP_API double sp_calc_laager(const sp_constants *c, double wagons, double men, double beasts, sp_relief relief, sp_cover cover);

/* How dark it is for men, 0 enough light .. 1 black night; then, by that: hits with hand weapons to those by day, order lost
 * in hand-to-hand to that by day. */
SP_API double sp_calc_dark(const sp_constants *c, double light);
SP_API double sp_calc_dark_blows(const sp_constants *c, double dark);
SP_API double sp_calc_dark_disorder(const sp_constants *c, double dark);

/* ---------------------------------------------------------------- shock (shock.c) */

typedef struct sp_melee {
  double foot, horse;   /* of one side in the sector's line */
  double quality, order, fatigue, armour; /* 0..1 */
  double form;          /* log of the form of the day */
  double cover;         /* works it stands behind, 0..1 */
  double flanked;       /* 0..1: struck in flank or rear */
  double ditch;         /* 0..1: a ditch before it that the other must come over */
  double wall;          /* 0..1: a wall that the other must climb */
  bool charging;
} sp_melee;

/* Fighting power of one side in hand-to-hand, in men of middling quality. */
SP_API double sp_calc_melee_power(const sp_constants *c, const sp_melee *own, const sp_melee *other, sp_relief relief);
/* Men of `own` hit per minute by `other`. Modest and near even whatever the odds, as history shows. */
SP_API double sp_calc_melee_hits_per_min(const sp_constants *c, const sp_melee *own, const sp_melee *other, sp_relief relief);

/* ---------------------------------------------------------------- breaking (breaking.c) */

/* What weighs on a body; each 0 when absent. Index of the terms: sp_break_cause in the world (losses .. cut off). */
typedef struct sp_stress {
  double recent_loss;   /* share lost in about the last hour */
  double total_loss;    /* share lost since the fight began */
  double unanswered;    /* fire taken without reply, as a share of men */
  double flank;         /* 0..1 flank or rear open to the enemy */
  double neighbours;    /* share of its side's neighbours that have broken 0..1 */
  double leader;        /* 0 well, 0.5 down, 1 fled */
  double no_reserve;    /* 0..1: nothing behind it while pressed */
  double out_of_powder; /* 0..1 */
  double fatigue;       /* 0..1 */
  double surprise;      /* 0..1 */
  double shaken;        /* fugitives, rumour 0..1 */
  double pressed;       /* 0..1, hand-to-hand and going ill */
  double cut_off;       /* 0..1 no way home: holds men up, until flank, neighbours or shaken turn it into panic */
  double hunger;        /* 0..1: what missed rations have taken from its men */
  double weapons;       /* 0..1: how far they have ceased to trust their grenades and powder */
  /* what holds it */
  double quality, leader_skill, works, success; /* 0..1 */
  double order;         /* 0..1 */
  double form;          /* log */
  double size;          /* men: large bodies bend before they break */
  bool attacking;
  double promised;      /* 0..1: what they were promised, as far as they believe it */
  double waste_days;    /* days they have been in country laid waste: no cause of its own, but it lessens what holds them */
  double no_quarter;    /* 0..1: they know that they would get no quarter */
} sp_stress;

/* Number of terms, the order of sp_stress's causes: none, losses, fire, flank, neighbour, leader, no reserve,
 * powder, weary, surprise, fugitives, pressed, cut off, hunger, weapons. */
#define SP_STRESS_TERMS 15

/* Hazard of breaking per hour, exp(sum of weights * stress). term (may be NULL) gets each cause's part of the exponent;
 * what holds the body and its want of order are nobody's cause. */
SP_API double sp_calc_break_per_h(const sp_constants *c, const sp_stress *s, double term[SP_STRESS_TERMS]);
/* What is nobody's cause, part by part: their sum is term[0]. Below 0 it holds the body. */
typedef enum sp_hold_term {
  SP_HOLD_ORDER, SP_HOLD_QUALITY, SP_HOLD_LEADER, SP_HOLD_WORKS, SP_HOLD_SUCCESS, SP_HOLD_SIZE, SP_HOLD_FORM, SP_HOLD_ATTACKING, SP_HOLD_PROMISE, SP_HOLD_DREAD, SP_HOLD_NO_QUARTER, SP_HOLD_TERMS
} sp_hold_term;
SP_API double sp_calc_break_held(const sp_constants *c, const sp_stress *s, double term[SP_HOLD_TERMS]);
/* Hazard per hour that a side which attacks and gets nowhere breaks off in order. */
SP_API double sp_calc_give_up_per_h(const sp_constants *c, double hours, double side_loss, double enemy_loss, double odds, double caution, double light);
/* Chance per 5 minutes that a sector within reach presses home. */
SP_API double sp_calc_press(const sp_constants *c, double odds, double order, double quality, double cover_ahead, bool ordered_to_attack);

/* ---------------------------------------------------------------- who falls (toll.c) */

typedef enum sp_toll { SP_TOLL_FIRE, SP_TOLL_SHOCK, SP_TOLL_FLIGHT } sp_toll;
/* Of men hit: share killed outright, and of the wounded the share that is serious. */
SP_API double sp_calc_killed_share(const sp_constants *c, sp_toll how);
SP_API double sp_calc_serious_share(const sp_constants *c, sp_toll how);
/* An officer's risk against a man's, by rank. */
SP_API double sp_calc_rank_risk(const sp_constants *c, sp_rank rank);
/* Chance that a commander is hit, of his body's loss share in the step and where he rides (0 behind .. 1 in front). */
SP_API double sp_calc_leader_hit(const sp_constants *c, double loss_share, double in_front, double guard_share);

/* ---------------------------------------------------------------- flight and pursuit (pursuit.c) */

typedef struct sp_chase {
  double fugitives_foot, fugitives_horse, shed; /* shed 0..1 lightens and disarms */
  double pursuers_foot, pursuers_horse, wind;   /* wind 1 fresh .. 0 blown */
  double light, rain_mm_h, mud;
  sp_relief relief;
  sp_cover cover;
  double caution;       /* of the pursuer's commander 0..1 */
  double order;         /* of the pursuers */
  double cut_off;       /* 0..1 fugitives have nowhere to go */
} sp_chase;

/* Fugitives overtaken in an hour, as a hazard: a share 1 - exp(-rate) in the first. */
SP_API double sp_calc_overtaken_per_h(const sp_constants *c, const sp_chase *chase);
/* The same with its terms: what so many horse and foot overtake in a usual chase, 1/h, and what each condition makes of their
 * sum, 1 as usual. */
typedef enum sp_catch_part {
  SP_CATCH_BY_HORSE, SP_CATCH_BY_FOOT, SP_CATCH_WIND, SP_CATCH_LIGHT, SP_CATCH_MUD, SP_CATCH_RAIN, SP_CATCH_ORDER,
  SP_CATCH_CAUTION, SP_CATCH_SHED, SP_CATCH_GROUND, SP_CATCH_CUT_OFF, SP_CATCH_PARTS
} sp_catch_part;
SP_API double sp_calc_overtaken_parts(const sp_constants *c, const sp_chase *chase, double part[SP_CATCH_PARTS]);
/* Of those overtaken: shares that are cut down and taken (the rest slips off); quarter 0 some, 1 none, 2 all;
 * horse_share of the pursuers. */
SP_API void sp_calc_overtaken_fate(const sp_constants *c, int32_t quarter, double shed, double horse_share, double cut_off, double *cut_down, double *taken);
/* Men in hiding near an enemy body. hours: since they went into hiding; light 0..1. */
typedef struct sp_hiding {
  double men, searchers, hours, light, rain_mm_h;
  sp_relief relief;
  sp_cover cover;
} sp_hiding;
/* Of them, share found per hour. */
SP_API double sp_calc_found_per_h(const sp_constants *c, const sp_hiding *hiding);
/* Of the fugitives, share that leaves the road per hour. */
SP_API double sp_calc_scatter_per_h(const sp_constants *c, sp_relief relief, sp_cover cover, double light, double pursued);
/* Pace of fugitives to their column's ordinary pace. */
SP_API double sp_calc_flight_pace(const sp_constants *c, double shed, double panic);
/* Formed men who go back before an enemy in touch with them. */
typedef struct sp_withdrawal {
  double men;                         /* who go */
  double order;                       /* theirs, 0..1 */
  double staying;                     /* friends who stay and cover them */
  bool in_turns;                      /* one half stands while the other goes */
  double enemy_horse, enemy_foot;     /* who may come after them */
  double enemy_attacks;               /* of these, share that came on, and did not only hold their ground, 0..1 */
  double enemy_caution;               /* of the commander of those who do most of it, 0..1 */
  double light;                       /* 0..1 */
  sp_relief relief;
  sp_cover cover;
} sp_withdrawal;
SP_API double sp_calc_withdraw_pressed(const sp_constants *c, const sp_withdrawal *x);   /* 0..1: horse that comes after each man, or as good as */
SP_API double sp_calc_withdraw_covered(const sp_constants *c, const sp_withdrawal *x);   /* factor 0..1 */
SP_API double sp_calc_withdraw_overtaken(const sp_constants *c, const sp_withdrawal *x); /* share of those who go */
SP_API double sp_calc_withdraw_disorder(const sp_constants *c, const sp_withdrawal *x);  /* order lost */

/* Loss of wind per hour for horse and foot in a chase at that going. */
SP_API double sp_calc_wind_per_h(const sp_constants *c, double horse_share, double mud, double fatigue);
/* Hazard per hour that pursuers stop for loot and heads. */
SP_API double sp_calc_stop_for_loot_per_h(const sp_constants *c, double greed, double shed, double order);
/* Guards that so many captives want, and their hazard of escape per hour with so many guards. */
SP_API double sp_calc_guards_wanted(const sp_constants *c, double captives, bool in_town);
SP_API double sp_calc_escape_per_h(const sp_constants *c, double captives, double guards, double light, bool marching);
/* Hazard per hour that a broken body stands again; pursued 0..1, order what it has left. */
SP_API double sp_calc_rally_per_h(const sp_constants *c, double quality, double leader_skill, double pursued, double hours_since, double order);
/* Share of the scattered who mean to come back, by who was chased and who chased; the hazard per hour that one of
 * these does, while own troops are near. */
SP_API double sp_calc_rally_back_share(const sp_constants *c, double fugitive_horse_share, double pursuer_horse_share);
SP_API double sp_calc_rally_back_per_h(const sp_constants *c);
/* Of the scattered who are not back after so many hours, share that still means to come. */
SP_API double sp_calc_rally_willing_share(const sp_constants *c, double back_share, double hours_since);

/* ---------------------------------------------------------------- harassing (harass.c) */

/* A mounted party strikes part of a column, a camp or foragers, and rides off. */
typedef struct sp_harass {
  double strikers;           /* who ride in: sp_calc_harass_strikers */
  double quality, order, own_armour, wind; /* theirs; wind 1 fresh .. 0 blown */
  double men;                /* of the body struck, all of them */
  double exposed, density;   /* of these, who can be struck; men per metre where they stand */
  double shot, bow;          /* of those exposed, who have hand guns, bows */
  double his_quality, his_order, armour, cover_share; /* of those struck */
  double screen;             /* formed horse near enough to come */
  double light, rain_mm_h;
  bool foragers;             /* scattered men, cut down one by one */
} sp_harass;
/* Of so many, who ride in on that ground. */
SP_API double sp_calc_harass_strikers(const sp_constants *c, double men, sp_relief relief, sp_cover cover);
/* Minutes until formed men are there; the shorter the more horse. */
SP_API double sp_calc_harass_min(const sp_constants *c, const sp_harass *h);
/* Men hit, of those exposed and of the strikers. Hits do not grow with the screen, losses do; losses do not grow with wind. */
SP_API double sp_calc_harass_hits(const sp_constants *c, const sp_harass *h);
SP_API double sp_calc_harass_lost(const sp_constants *c, const sp_harass *h);
/* Share of the body that is held up 0..1, and minutes for which its head stands. */
SP_API double sp_calc_harass_held(const sp_constants *c, const sp_harass *h);
SP_API double sp_calc_harass_delay_min(const sp_constants *c, const sp_harass *h);
/* What foragers still find, of what they would: fright 0..1. */
SP_API double sp_calc_harass_finds(const sp_constants *c, double fright);

#ifdef __cplusplus
}
#endif
#endif
