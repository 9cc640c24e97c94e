/* shapan/calc.h - the formulas: pure, stateless, shared by rules, minds, calculator and tests.
 *
 * Each takes the constants it is computed with (sp_constants_default() for the sourced
 * values) and plain numbers with units in their names; none allocates or fails.
 * What each models, its source and its limits stand in src/lore/<name>.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_CALC_H
#define SHAPAN_CALC_H

#include "shapan/base.h"
#include "shapan/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- constants */

typedef struct sp_constants sp_constants; /* opaque; plain data, copied by value inside */

SP_API const sp_constants *sp_constants_default(void); /* static */
SP_API sp_constants *sp_constants_create(void);        /* a copy of the defaults; caller destroys */
SP_API void sp_constants_destroy(sp_constants *c);
SP_API sp_status sp_constants_set(sp_constants *c, const char *name, double value); /* SP_NOT_FOUND, or SP_BAD_INPUT outside [low, high] */
SP_API sp_status sp_constants_value(const sp_constants *c, const char *name, double *value);

typedef struct sp_constant_info {
  const char *rule, *name, *unit, *distribution, *source, *source_place, *meaning;
  double value, low, high;
  bool assumed;
} sp_constant_info;
SP_API size_t sp_constant_count(void);
SP_API sp_status sp_constant_describe(size_t index, sp_constant_info *out);

/* ---------------------------------------------------------------- columns and marching (march.c) */

/* What stands in a column. Counts >= 0. Followers walk like foot. draught counts all beasts of burden and
 * draught; those in harness go with their carriage, the rest (sp_calc_loose_beasts) like led horses. */
typedef struct sp_column {
  double foot, mounted, led_horses, followers, draught, carts, light_guns, heavy_guns;
} sp_column;

typedef enum sp_pace { SP_PACE_SLOW, SP_PACE_ORDINARY, SP_PACE_BRISK, SP_PACE_FORCED, SP_PACE_COUNT } sp_pace;

/* Files a road allows: foot abreast. Horse ride march_horse_files_share times as many (1 by default). */
SP_API double sp_calc_files(const sp_constants *c, sp_road_class road);
/* 1.2 fresh and orderly .. 2.5 ragged. order, fatigue 0..1. */
SP_API double sp_calc_slack(const sp_constants *c, double order, double fatigue);
/* Length on one road, metres. tracks >= 1: parallel tracks for foot and horse; carts and guns keep one, and those beyond march_shoulders. */
SP_API double sp_calc_column_m(const sp_constants *c, const sp_column *column, double files, double slack, double tracks);

/* Beasts of `draught` that are not in harness before carts and guns. */
SP_API double sp_calc_loose_beasts(const sp_constants *c, const sp_column *column);

typedef struct sp_going {
  sp_road_class road;
  sp_relief relief;
  sp_cover cover;
  double mud;      /* 0 dry .. 1 bottomless */
  double rain_mm_h, snow; /* snow 0..1 */
  double light;    /* 0 black night .. 1 day */
  double temperature_c;
  double knows_ground; /* 0..1 */
} sp_going;

/* Metres per minute of the slowest arm that `column` holds, unhindered. */
SP_API double sp_calc_march_m_min(const sp_constants *c, const sp_column *column, const sp_going *going, sp_pace pace, double fatigue);
/* The same, and what it is made of: SP_MARCH_ARMS in m/min at an ordinary pace on a good road, all others factors whose product with
 * it is the pace (but for rounding). *slowest (may be NULL) gets the arm that the others wait for. */
typedef enum sp_march_term {
  SP_MARCH_ARMS, SP_MARCH_PACE, SP_MARCH_HANDS, SP_MARCH_ROAD, SP_MARCH_RELIEF, SP_MARCH_COVER,
  SP_MARCH_MUD, SP_MARCH_RAIN, SP_MARCH_SNOW, SP_MARCH_NIGHT, SP_MARCH_STRANGE, SP_MARCH_WEARY, SP_MARCH_TERMS
} sp_march_term;
SP_API double sp_calc_march_terms(const sp_constants *c, const sp_column *column, const sp_going *going, sp_pace pace, double fatigue, double term[SP_MARCH_TERMS], sp_arm *slowest);
/* Share of fatigue (0..1) gained per minute on the march, at that pace and going; lost per minute at rest. */
SP_API double sp_calc_fatigue_per_min(const sp_constants *c, sp_pace pace, const sp_going *going, double horse_share);
SP_API double sp_calc_rest_per_min(const sp_constants *c, double light, double rain_mm_h, bool in_camp);
/* Minutes from the order to the head's departure for so many men from camp (0 from a halt in column). */
SP_API double sp_calc_assembly_min(const sp_constants *c, double men, bool from_camp);
/* Long halts due after so many minutes of marching in one day, minutes. */
SP_API double sp_calc_halts_min(const sp_constants *c, double marched_min);
/* Chance per minute that one man falls out. */
SP_API double sp_calc_straggle_per_min(const sp_constants *c, double fatigue, const sp_going *going, sp_pace pace, double quality);

/* Hours in which a column at an ordinary pace passes one point. */
SP_API double sp_calc_passage_h(const sp_constants *c, const sp_column *column, const sp_going *going, double files, double slack, double tracks);
/* A whole day's march by the book: hours from falling in to the tail's arrival. */
SP_API double sp_calc_march_day_h(const sp_constants *c, const sp_column *column, double distance_m, const sp_going *going, double files);
/* Days for a long way by ordinary marches (march_stage_h on the road each); rests: with the days of rest that a long way wants. */
SP_API double sp_calc_march_days(const sp_constants *c, const sp_column *column, double distance_m, const sp_going *going, bool rests);

/* ---------------------------------------------------------------- crossings and rivers (crossing.c, river.c) */

typedef struct sp_flow {
  double foot_per_h, horse_per_h, cart_per_h, gun_per_h; /* 0 = that arm cannot pass */
  double cart_team, light_gun_team, heavy_gun_team;      /* beasts that cross in harness with each, taking no time of their own */
} sp_flow;
/* width_m: usable width of a ford or bridge, width of the water for a ferry; 0 = by kind. count: bridges, boats or
 * fords side by side, below 1 counts as 1. depth_m matters for fords only. */
SP_API sp_flow sp_calc_crossing_flow(const sp_constants *c, sp_crossing_kind kind, double width_m, int32_t count, double depth_m, double light);
/* Hours for a column to pass, its arms one after the other; negative: some arm cannot. */
SP_API double sp_calc_crossing_h(const sp_flow *flow, const sp_column *column);
/* Hours from first light until so many hours' work by daylight is done; by_night: it goes on in the dark at crossing_dark of
 * the flow, else it rests till morning. daylight_h 0..24. */
SP_API double sp_calc_crossing_elapsed_h(const sp_constants *c, double work_h, double daylight_h, bool by_night);
/* Depth limits of a ford for an arm, metres. */
/* Depth at which the first arm of a column can no longer wade; large when nobody is in it. */
SP_API double sp_calc_column_limit_m(const sp_constants *c, const sp_column *column);
SP_API double sp_calc_ford_limit_m(const sp_constants *c, sp_arm arm);
/* ---- floating bridges (bridge.c). Boats for one over so much water. */
SP_API int32_t sp_calc_bridge_boats(const sp_constants *c, double width_m);
/* Man-hours for one. boats_share: 0..1 of those it wants that are there, the rest is timber; wood: it grows at hand. */
SP_API double sp_calc_bridge_man_h(const sp_constants *c, double width_m, double boats_share, bool wood);
/* Of so many men, those who find work on that many bridges; in the dark what they are worth. light 0..1. */
SP_API double sp_calc_bridge_hands(const sp_constants *c, double men, int32_t bridges, double light);
/* Man-hours to break one; save: take up a floating one's boats instead of cutting it. */
SP_API double sp_calc_bridge_break_man_h(const sp_constants *c, double width_m, bool floating, bool save);
/* Hazard per hour that one is carried away: the river's rise above its ordinary level, thickness of drifting ice. Non-decreasing in both. */
SP_API double sp_calc_bridge_swept_per_h(const sp_constants *c, bool floating, double rise_m, double drift_cm);
/* ---- boats and rafts on the sea (boat.c). What is to be carried, in men's room: a horse or an ox, a cart, a gun take that of several men. */
typedef struct sp_cargo { double men, beasts, carts, light_guns, heavy_guns, grain_kg; } sp_cargo;
SP_API double sp_calc_boat_cargo(const sp_constants *c, const sp_cargo *cargo);
/* The room that so many boats and rafts have. */
SP_API double sp_calc_boat_room(const sp_constants *c, double boats, double rafts);
/* Minutes of daylight in which they are filled, or emptied; and what a minute of other light is worth of one of those. */
SP_API double sp_calc_boat_load_min(const sp_constants *c, double boats, double rafts);
SP_API double sp_calc_boat_work(const sp_constants *c, double light);
/* Wind (m/s) above which they do not put out, and are in danger at sea. */
SP_API double sp_calc_boat_wind_m_s(const sp_constants *c, bool rafts);
/* Their way in a minute, m. astern: the cosine of the angle between their course and the wind's: 1 it blows from behind, -1 from ahead. */
SP_API double sp_calc_boat_m_min(const sp_constants *c, bool rafts, double wind_m_s, double astern);
/* Chance per hour at sea that one of them goes down. */
SP_API double sp_calc_boat_founder_per_h(const sp_constants *c, bool raft, double wind_m_s);
/* Man-hours for a raft. */
/* Hazard that men crowd the boats: the enemy's nearness 0..1, their order 0..1. */
SP_API double sp_calc_boat_rush_per_h(const sp_constants *c, double nearness, double order);
SP_API double sp_calc_boat_raft_man_h(const sp_constants *c);
/* Rise of the water (m) after dt minutes of rain over the catchment; a two-step linear reservoir.
 * store_mm: water on its way (state, mm over the catchment); returns the new rise, updates the store. */
SP_API double sp_calc_river_rise_m(const sp_constants *c, double rise_m, double *store_mm, double runoff_mm_h, double response_hours, double width_m, double catchment_km2, double dt_min);
/* The rise at which a steady outflow stands: the rating curve. */
SP_API double sp_calc_river_level_m(const sp_constants *c, double outflow_mm_h, double width_m, double catchment_km2);
SP_API double sp_calc_river_response_h(const sp_constants *c, double catchment_km2);

/* ---------------------------------------------------------------- ground and sky (ground.c, sky.c) */

/* New soil water (mm, 0..capacity) after dt minutes; *runoff_mm_h (may be NULL) gets what does not soak in.
 * rain_mm_h is water that reaches the ground: rain and melted snow. */
SP_API double sp_calc_soil_water_mm(const sp_constants *c, sp_soil soil, double water_mm, double rain_mm_h, double temperature_c, double light, double dt_min, double *runoff_mm_h);
SP_API double sp_calc_soil_capacity_mm(const sp_constants *c, sp_soil soil);
/* Lying snow (mm of water) as sp_going's 0..1. */
SP_API double sp_calc_snow_share(const sp_constants *c, double snow_mm);
/* Mud 0..1 from soil water; frozen ground has none. `before` gives the hysteresis. */
SP_API double sp_calc_mud(const sp_constants *c, sp_soil soil, double water_mm, double temperature_c, double before);
/* Height of the sun's middle, degrees; local solar time. */
SP_API double sp_calc_sun_deg(double lat_deg, sp_minute minute);
/* Minutes after midnight of sunrise and sunset (refraction and semi-diameter allowed for). */
SP_API void sp_calc_sun_times(double lat_deg, sp_minute day, double *rise_min, double *set_min);
/* The moon by the lunar day: its lit share 0..1 and height in degrees. */
SP_API void sp_calc_moon(double lat_deg, sp_minute minute, double *lit, double *moon_deg);
/* Light 0..1 with twilight, moon (by age and height) and cloud. */
SP_API double sp_calc_light(const sp_constants *c, double lat_deg, sp_minute minute, double cloud);

/* ---------------------------------------------------------------- word and sight (rider.c, sight.c) */

/* A mounted messenger, metres per minute. */
SP_API double sp_calc_rider_m_min(const sp_constants *c, const sp_going *going, double hours_ridden);
/* The same, and what it is made of: SP_RIDE_FRESH in m/min, all others factors. Where the going would bring him below
 * a led horse's walk, SP_RIDE_LEAST makes up for it. */
typedef enum sp_ride_term {
  SP_RIDE_FRESH, SP_RIDE_ROAD, SP_RIDE_RELIEF, SP_RIDE_MUD, SP_RIDE_RAIN, SP_RIDE_SNOW, SP_RIDE_NIGHT, SP_RIDE_TIRED, SP_RIDE_LEAST, SP_RIDE_TERMS
} sp_ride_term;
SP_API double sp_calc_rider_terms(const sp_constants *c, const sp_going *going, double hours_ridden, double term[SP_RIDE_TERMS]);
/* Minutes of a messenger over water of that width and depth: he wades a ford, for a ferry he waits half a round and is
 * half a round under way, a bridge costs nothing. Negative: too deep. */
SP_API double sp_calc_rider_passage_min(const sp_constants *c, sp_crossing_kind kind, double width_m, double depth_m, bool on_foot);
/* Minutes that a staff takes over one paper: median for a staff of skill 0..1 with `waiting` papers before it. */
SP_API double sp_calc_staff_min(const sp_constants *c, double staff, double waiting);
/* Chance per minute that a rider within reach of enemy horse is taken. */
SP_API double sp_calc_caught_per_min(const sp_constants *c, double distance_m, double enemy_horse, double light, sp_cover cover);
/* dust_m: how far the body's dust shows, 0 = none; screen_horse: horse of its own side that keep observers off.
 * Farthest that formed bodies can be made out (m), and the rate (per minute) of finding one at `distance_m`. */
SP_API double sp_calc_visibility_m(const sp_constants *c, double light, double rain_mm_h, double fog_m, double dust_m);
SP_API double sp_calc_sight_per_min(const sp_constants *c, double distance_m, double visibility_m, double target_men, bool moving, double screen_horse, sp_cover cover);
/* How far the dust of a column on the march shows, metres; 0 when the ground is wet. */
SP_API double sp_calc_dust_m(const sp_constants *c, const sp_column *column, double mud, double rain_mm_h, double snow);
/* Log-normal sigma of the estimate of strength at that distance. */
SP_API double sp_calc_estimate_sigma(const sp_constants *c, double distance_m, double visibility_m, double skill);
/* Spread of a reported heading, degrees; the chance that foot, horse and wheels are taken for something else; whether it
 * can be told whose the body is. */
SP_API double sp_calc_heading_sigma_deg(const sp_constants *c, double distance_m, double visibility_m, double skill);
SP_API double sp_calc_kind_wrong(const sp_constants *c, double distance_m, double visibility_m, double skill);
SP_API bool sp_calc_side_told(const sp_constants *c, double distance_m, double visibility_m);
/* How far drums, horns and signal guns carry (m) against rain and wind. */
SP_API double sp_calc_hearing_m(const sp_constants *c, double rain_mm_h, double wind_m_s, bool gun);

#ifdef __cplusplus
}
#endif
#endif
