/* shapan/scenario.h - what a person states: the theatre, the order of battle, the sky, the orders.
 *
 * A scenario is editable: definition structs carry their size in the first member, so that later
 * versions may grow them; start from SP_xxx_DEF_INIT. Everything passed in is copied. Ids are ASCII
 * words [a-z0-9][a-z0-9_-]*, unique per kind; names are for people.
 * Units: metres, minutes, kilograms or grams where the name says so, WGS84 degrees.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_SCENARIO_H
#define SHAPAN_SCENARIO_H

#include "shapan/calendar.h"
#include "shapan/materiel.h"
#include "shapan/questions.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sp_scenario sp_scenario; /* editable */

typedef struct sp_point {
  double lat_deg, lon_deg;
} sp_point;

/* ---------------------------------------------------------------- theatre */

typedef enum sp_place_kind {
#define SP_PLACE_KIND(name, word, en, zh) SP_PLACE_##name,
#include "shapan/kinds.def"
  SP_PLACE_KIND_COUNT
} sp_place_kind;

typedef enum sp_wall_kind {
#define SP_WALL_KIND(name, word, en, zh) SP_WALL_##name,
#include "shapan/kinds.def"
  SP_WALL_KIND_COUNT
} sp_wall_kind;

typedef enum sp_road_class {
#define SP_ROAD_CLASS(name, word, en, zh) SP_ROAD_##name,
#include "shapan/kinds.def"
  SP_ROAD_CLASS_COUNT
} sp_road_class;

typedef enum sp_crossing_kind {
#define SP_CROSSING_KIND(name, word, en, zh) SP_CROSSING_##name,
#include "shapan/kinds.def"
  SP_CROSSING_KIND_COUNT
} sp_crossing_kind;

typedef enum sp_relief {
#define SP_RELIEF_KIND(name, word, en, zh) SP_RELIEF_##name,
#include "shapan/kinds.def"
  SP_RELIEF_COUNT
} sp_relief;

typedef enum sp_cover {
#define SP_COVER_KIND(name, word, en, zh) SP_COVER_##name,
#include "shapan/kinds.def"
  SP_COVER_COUNT
} sp_cover;

typedef enum sp_soil {
#define SP_SOIL_KIND(name, word, en, zh) SP_SOIL_##name,
#include "shapan/kinds.def"
  SP_SOIL_COUNT
} sp_soil;

typedef struct sp_place_def {
  size_t size;
  const char *id;
  sp_name name;
  sp_point at;
  sp_place_kind kind;
  double precision_m; /* how well the site is known; 0 = exactly */
  bool walled;        /* for maps; a place with a wall that tells in war is so too */
  sp_where where;
  sp_wall_kind wall;  /* of what strength, for sieges; none: as if there were no wall */
  double wall_length_m; /* round it; 0 = by its strength */
} sp_place_def;
#define SP_PLACE_DEF_INIT {.size = sizeof(sp_place_def)}

typedef struct sp_road_def {
  size_t size;
  const char *id; /* NULL: made from the ends */
  sp_name name;
  const char *from, *to;   /* places or crossings */
  sp_road_class road_class;
  const sp_point *points;  /* bends between the ends, in order from `from`; may be NULL */
  size_t point_count;
  bool whole_line;         /* points begin and end at the ends themselves: warned when they lie far from them */
  double length_m;         /* true length by road; 0 = the drawn line's. Never shorter than the drawn line */
  int32_t tracks_dry;      /* columns of foot and horse abreast in dry or frozen ground; 0 = by class */
  int32_t tracks_wet;      /* the same in mud; carts have one, and those beyond march_shoulders */
  uint16_t closed_months;  /* bit 0 = January: impassable then (a marsh in summer) */
  sp_relief relief;        /* SP_RELIEF_COUNT: from the ground polygons */
  sp_where where;
} sp_road_def;
#define SP_ROAD_DEF_INIT {.size = sizeof(sp_road_def), .relief = SP_RELIEF_COUNT}

typedef struct sp_river_def {
  size_t size;
  const char *id;
  sp_name name;
  const sp_point *points; /* downstream */
  size_t point_count;
  double width_m;
  double depth_m[12];     /* ordinary depth at fords by month, January first */
  double catchment_km2;   /* 0 = by length */
  double response_hours;  /* time from rain to the crest; 0 = by catchment */
  sp_where where;
} sp_river_def;
#define SP_RIVER_DEF_INIT {.size = sizeof(sp_river_def)}

/* A crossing is a node of the road net. Roads end there, one on each bank. */
typedef struct sp_crossing_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *river;
  sp_point at;
  sp_crossing_kind kind;
  double width_m;          /* usable width: how many may wade abreast; 0 = by kind */
  double depth_offset_m;   /* this ford against the river's ordinary depth */
  int32_t count;           /* bridges or ferry boats side by side; 0 = 1 */
  sp_where where;
} sp_crossing_def;
#define SP_CROSSING_DEF_INIT {.size = sizeof(sp_crossing_def)}

/* Ground where nothing is drawn is SP_RELIEF_PLAIN, SP_COVER_OPEN, SP_SOIL_LOAM. Later polygons lie on top. */
typedef struct sp_ground_def {
  size_t size;
  const char *id;
  sp_name name;
  sp_relief relief;
  sp_cover cover;
  sp_soil soil;
  const sp_point *ring; /* closed or not, either turn */
  size_t point_count;
  sp_where where;
} sp_ground_def;
#define SP_GROUND_DEF_INIT {.size = sizeof(sp_ground_def)}

/* Land polygon: what is not inside any land ring is sea. No land at all means all land. */
typedef struct sp_land_def {
  size_t size;
  const char *id;
  const sp_point *ring;
  size_t point_count;
  sp_where where;
} sp_land_def;
#define SP_LAND_DEF_INIT {.size = sizeof(sp_land_def)}

typedef struct sp_theatre_def {
  size_t size;
  const char *id;
  sp_name name;
  double mesh_m;           /* spacing of the off-road mesh; default 4000; 0 = no mesh */
  double region_m;         /* side of a weather region; default 40000, 25000..50000 */
  sp_point south_west, north_east; /* bounds; both zero = from what is drawn */
  const char *attribution; /* notices that must travel with the map */
  sp_where where;
} sp_theatre_def;
#define SP_THEATRE_DEF_INIT {.size = sizeof(sp_theatre_def), .mesh_m = 4000.0, .region_m = 40000.0}

/* ---------------------------------------------------------------- order of battle */

typedef enum sp_arm {
#define SP_ARM(name, word, category, en, zh) SP_ARM_##name,
#include "shapan/kinds.def"
  SP_ARM_COUNT
} sp_arm;

typedef enum sp_troop_class {
#define SP_TROOP_CLASS(name, word, en, zh) SP_CLASS_##name,
#include "shapan/kinds.def"
  SP_CLASS_COUNT
} sp_troop_class;

typedef enum sp_rank {
#define SP_RANK(name, word, en, zh) SP_RANK_##name,
#include "shapan/kinds.def"
  SP_RANK_COUNT
} sp_rank;
#define SP_PATIENTS 3 /* kinds of them: lightly wounded, seriously wounded, sick */

typedef enum sp_trait {
#define SP_TRAIT(name, word, fallback, en, zh) SP_TRAIT_##name,
#include "shapan/kinds.def"
  SP_TRAIT_COUNT
} sp_trait;

typedef struct sp_side_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *colour; /* "#rrggbb"; NULL = by position */
  double court_d;     /* days of post ride to its court, one way; 0: nothing is heard of one */
  sp_where where;
} sp_side_def;
#define SP_SIDE_DEF_INIT {.size = sizeof(sp_side_def)}

/* A contingent pays and counts itself: one block of the register; it may have its own bread too. */
typedef struct sp_contingent_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *side;
  bool feeds_apart;        /* within a body and at a depot it eats its own bread */
  const char *feeds_with;  /* or that of this contingent, which feeds apart; NULL = that of all who say nothing */
  sp_where where;
  sp_spot feeds_spot;
} sp_contingent_def;
#define SP_CONTINGENT_DEF_INIT {.size = sizeof(sp_contingent_def)}

typedef struct sp_person_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *side;
  const char *title_en, *title_zh; /* "governor", "总兵"; may be NULL */
  double trait[SP_TRAIT_COUNT];    /* 0..1; negative = the trait's fallback */
  sp_where where;
} sp_person_def;
SP_API void sp_person_def_init(sp_person_def *def); /* size set, all traits at fallback */

/* Where a formation stands at the opening. */
typedef struct sp_position_def {
  const char *place;       /* a place or crossing; or the start of a road leg */
  const char *toward;      /* with distance: so far along the way to that place */
  double distance_m;
} sp_position_def;

/* A formation moves by itself: it has a commander, a headquarters and a place on the road. */
typedef struct sp_formation_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *side;
  const char *parent;      /* superior formation; NULL = top of its side */
  const char *contingent;  /* default for its strength lines; NULL = parent's */
  const char *commander, *deputy; /* persons; NULL = an unnamed officer, none */
  sp_position_def at;
  int32_t files;           /* files abreast on the march; 0 = by road class */
  double commander_share;  /* where in the column he rides: 0 head, 1 tail; default 0.1 */
  double order_now;        /* 0..1 at the opening; default 0.8 */
  double fatigue_now;      /* 0..1 at the opening; default 0.1 */
  double knows_ground;     /* 0..1: how well the country is known; default 0.5 */
  bool camped;             /* in camp at the opening (else halted in column) */
  double works;            /* 0..1: cover of ditch and parapet about it; left behind when it marches */
  int32_t physicians;      /* of its men those who dress wounds and set bones; >= 0 */
  int32_t grenades, smoke_pots; const char *lot; /* of its powder, grenades and pots; NULL = a good arsenal's */
  double grain_kg, bread_days; /* grain that it carries, as weight or as days of its own need; negative = nothing said; not both */
  double powder_kg;        /* powder with its train, beside a full issue in pouches and at the guns; negative = nothing said */
  sp_where where;
  sp_spot at_spot, toward_spot, commander_spot, deputy_spot, contingent_spot, lot_spot;
} sp_formation_def;
#define SP_FORMATION_DEF_INIT {.size = sizeof(sp_formation_def), .commander_share = 0.1, .order_now = 0.8, .fatigue_now = 0.1, .knows_ground = 0.5, .grain_kg = -1.0, .bread_days = -1.0, .powder_kg = -1.0}

/* Men, beasts, guns or carts of one kind in a formation. */
typedef struct sp_strength_def {
  size_t size;
  const char *formation;
  const char *unit;        /* id of the named unit within it (a battalion); NULL = the formation itself */
  sp_name unit_name;
  const char *contingent;  /* NULL = the formation's */
  sp_arm arm;
  sp_troop_class troop_class;
  int32_t patients[SP_PATIENTS]; /* soldiers beside those, hurt on that day: lightly and seriously wounded, sick; >= 0, men only */
  int32_t count[SP_RANK_COUNT]; /* by rank; beasts, carts, guns use SP_RANK_SOLDIER only; >= 0 */
  double quality;          /* 0..1; default 0.5 */
  sp_where where;
  sp_spot contingent_spot;
} sp_strength_def;
#define SP_STRENGTH_DEF_INIT {.size = sizeof(sp_strength_def), .quality = 0.5}

/* ---------------------------------------------------------------- the sky, the orders, the questions */

/* What the sky does over a region in an interval. Unset values (NAN-free: use the has_ flags)
 * come from the season. Entries later in the script override earlier ones. */
typedef struct sp_weather_def {
  size_t size;
  sp_point at;             /* the region containing this point; both zero = everywhere */
  sp_minute from, to;      /* [from, to) */
  bool has_rain, has_temperature, has_wind, has_cloud, has_fog;
  double rain_mm_h;        /* 0..200 */
  double temperature_c;    /* -60..60 */
  double wind_m_s, wind_from_deg; /* 0..60; 0 = from the north, clockwise */
  double cloud;            /* 0..1 */
  double fog_m;            /* visibility in fog, metres; 0 = none */
  sp_where where;
  sp_spot to_spot;
} sp_weather_def;
#define SP_WEATHER_DEF_INIT {.size = sizeof(sp_weather_def)}

/* The season generator's climate, by month; used wherever no script line speaks. */
typedef struct sp_season_def {
  size_t size;
  double wet_day_chance[12];    /* share of days with rain */
  double wet_to_wet[12];        /* chance that a wet day follows a wet day; 0 = from the share */
  double rain_mm_per_wet_day[12];
  double temperature_c[12];     /* daily mean */
  double temperature_swing_c[12]; /* half of the day's range */
  double wind_m_s[12];
  double wind_from_deg[12];
  sp_where where;
} sp_season_def;
#define SP_SEASON_DEF_INIT {.size = sizeof(sp_season_def)}

/* One line of the order language (docs/scenario.md), given or standing. */
typedef struct sp_order_def {
  size_t size;
  const char *text;        /* "day 1 05:00 hooge to van: march to fuzhou" */
  sp_where where;          /* of the first character of text */
} sp_order_def;
#define SP_ORDER_DEF_INIT {.size = sizeof(sp_order_def)}

typedef struct sp_objective_def {
  size_t size;
  const char *id, *side, *place;
  sp_name name;
  bool held; /* at the opening, though nobody may stand there */
  sp_where where;
  sp_spot place_spot;
} sp_objective_def;
#define SP_OBJECTIVE_DEF_INIT {.size = sizeof(sp_objective_def)}

typedef enum sp_commanders {
#define SP_COMMANDERS(name, word, en, zh) SP_COMMANDERS_##name,
#include "shapan/kinds.def"
  SP_COMMANDERS_COUNT
} sp_commanders;

typedef struct sp_campaign_def {
  size_t size;
  const char *id;
  sp_name name;
  const char *summary_en, *summary_zh;
  sp_minute start, end;    /* end > start; at most 3 years */
  int32_t tick_min;        /* 5, 10, 15, 20, 30 or 60; default 15 */
  sp_commanders commanders; /* default: machine */
  sp_where where;
  sp_spot end_spot, tick_spot;
} sp_campaign_def;
#define SP_CAMPAIGN_DEF_INIT {.size = sizeof(sp_campaign_def), .tick_min = 15}

/* ---------------------------------------------------------------- building */

SP_API sp_scenario *sp_scenario_create(void); /* NULL: no memory. Caller destroys */
SP_API void sp_scenario_destroy(sp_scenario *scenario);

/* Each copies its definition. SP_NO_MEMORY, or SP_BAD_INPUT when def->size is unknown.
 * References are resolved and judged by sp_compile, so the order of calls is free. */
SP_API sp_status sp_scenario_set_theatre(sp_scenario *s, const sp_theatre_def *def);
SP_API sp_status sp_scenario_set_campaign(sp_scenario *s, const sp_campaign_def *def);
SP_API sp_status sp_scenario_set_season(sp_scenario *s, const sp_season_def *def);
SP_API sp_status sp_scenario_add_place(sp_scenario *s, const sp_place_def *def);
SP_API sp_status sp_scenario_add_road(sp_scenario *s, const sp_road_def *def);
SP_API sp_status sp_scenario_add_river(sp_scenario *s, const sp_river_def *def);
SP_API sp_status sp_scenario_add_crossing(sp_scenario *s, const sp_crossing_def *def);
SP_API sp_status sp_scenario_add_ground(sp_scenario *s, const sp_ground_def *def);
SP_API sp_status sp_scenario_add_land(sp_scenario *s, const sp_land_def *def);
SP_API sp_status sp_scenario_add_side(sp_scenario *s, const sp_side_def *def);
SP_API sp_status sp_scenario_add_contingent(sp_scenario *s, const sp_contingent_def *def);
SP_API sp_status sp_scenario_add_person(sp_scenario *s, const sp_person_def *def);
SP_API sp_status sp_scenario_add_formation(sp_scenario *s, const sp_formation_def *def);
SP_API sp_status sp_scenario_add_strength(sp_scenario *s, const sp_strength_def *def);
SP_API sp_status sp_scenario_add_larder(sp_scenario *s, const sp_larder_def *def);
SP_API sp_status sp_scenario_add_depot(sp_scenario *s, const sp_depot_def *def);
SP_API sp_status sp_scenario_add_delivery(sp_scenario *s, const sp_delivery_def *def);
SP_API sp_status sp_scenario_add_waste(sp_scenario *s, const sp_waste_def *def);
SP_API sp_status sp_scenario_add_supplier(sp_scenario *s, const sp_supplier_def *def);
SP_API sp_status sp_scenario_add_lot(sp_scenario *s, const sp_lot_def *def);
SP_API sp_status sp_scenario_add_water(sp_scenario *s, const sp_water_def *def);
SP_API sp_status sp_scenario_add_weather(sp_scenario *s, const sp_weather_def *def);
SP_API sp_status sp_scenario_add_order(sp_scenario *s, const sp_order_def *def);
SP_API sp_status sp_scenario_add_objective(sp_scenario *s, const sp_objective_def *def);
SP_API sp_status sp_scenario_add_measure(sp_scenario *s, const sp_measure_def *def);
SP_API sp_status sp_scenario_add_expectation(sp_scenario *s, const sp_expectation_def *def);

/* Attaches the text a scenario was read from, so that a save can embed it. role: "scenario", "theatre", "overlay". */
SP_API sp_status sp_scenario_add_source(sp_scenario *s, const char *role, const char *file, const char *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
