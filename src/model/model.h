/* model.h - the compiled model: constant arrays, indices instead of pointers, ids sorted.
 * Built by compile*.c; read by everybody above. Rows of each kind stand in order of key,
 * so that the order of lines in a file can favour nobody.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_MODEL_MODEL_H
#define SP_MODEL_MODEL_H

#include <stdatomic.h>

#include "base/base.h"
#include "shapan/model.h"

/* declared limits; compile refuses more */
#define SP_MAX_COUNTED (1 << 30) /* men, beasts, guns and carts of a war: no sum of theirs overflows */
#define SP_MAX_NODES 200000
#define SP_MAX_EDGES 1600000
#define SP_MAX_FORMATIONS 120000
#define SP_MAX_SIDES 8
#define SP_MAX_TRACKS 12
#define SP_PATIENT_LINES SP_PATIENTS /* lines of the register for the wounded and sick */

typedef enum sp_arm_category {
  SP_CATEGORY_MAN_FOOT, SP_CATEGORY_MAN_HORSE, SP_CATEGORY_MAN_FOLLOWER,
  SP_CATEGORY_BEAST, SP_CATEGORY_VEHICLE, SP_CATEGORY_GUN, SP_CATEGORY_GEAR
} sp_arm_category;
extern const sp_arm_category sp_arm_category_of[SP_ARM_COUNT];
static inline bool sp_arm_is_man(sp_arm arm) { return sp_arm_category_of[arm] <= SP_CATEGORY_MAN_FOLLOWER; }

/* A point on the plane: transverse Mercator about the theatre's middle; metres, x east, y north. */
typedef struct sp_xy { double x, y; } sp_xy;

typedef struct sp_projection {
  double lat0_rad, lon0_rad, radius_m;
} sp_projection;
sp_projection sp_projection_about(double lat_deg, double lon_deg);
sp_xy sp_project(const sp_projection *p, sp_point at);
sp_point sp_unproject(const sp_projection *p, sp_xy at);
double sp_geodesic_m(sp_point a, sp_point b); /* ellipsoidal, error < 0.1 % below 100 km */

typedef struct sp_node {
  sp_key key;
  sp_xy at;
  int32_t place;      /* sp_place index, or -1 (mesh and bends) */
  int32_t crossing;   /* sp_crossing index, or -1 */
  int32_t region;     /* weather region */
  int32_t first_edge; /* into half_edge[] */
  int32_t edge_count;
  uint8_t relief, cover, soil;
  bool mesh;          /* an off-road mesh node */
} sp_node;

typedef struct sp_edge {
  sp_key key;
  int32_t node[2];     /* ends; node[0] < node[1] in key order */
  int32_t road;        /* road index, or -1 for the mesh */
  int32_t first_point, point_count; /* drawn polyline including both ends, from node[0] */
  double length_m;     /* true length; positions along an edge are true metres from node[0] */
  double drawn_m;      /* the polyline's own length, for placing points */
  int32_t region;      /* of its middle */
  uint8_t road_class;  /* sp_road_class */
  uint8_t relief, cover, soil;
  uint8_t tracks_dry, tracks_wet;
  uint16_t closed_months;
  uint8_t bank[2];     /* at a crossing end: 1 left bank, 2 right bank; 0 = not at a crossing */
} sp_edge;

/* edge index << 1 | 1 when walked from node[1] to node[0] */
typedef uint32_t sp_leg;
static inline sp_leg sp_leg_of(int32_t edge, bool backward) { return (uint32_t)edge << 1 | (backward ? 1u : 0u); }
static inline int32_t sp_leg_edge(sp_leg leg) { return (int32_t)(leg >> 1); }
static inline bool sp_leg_backward(sp_leg leg) { return (leg & 1u) != 0; }

typedef struct sp_half_edge { sp_leg leg; int32_t to; } sp_half_edge; /* leaving the owner node */

typedef struct sp_river {
  sp_key key;
  double width_m, depth_m[12], catchment_km2, response_hours, length_m;
  int32_t region;
} sp_river;

typedef struct sp_crossing {
  sp_key key;
  int32_t node, river;
  sp_crossing_kind kind;
  double width_m, depth_offset_m;
  int32_t count;
  double ice_cm; /* at the opening; below 0: as the season has it */
  int32_t bridges; /* floating bridges at the opening besides `count` */
} sp_crossing;

typedef struct sp_region {
  sp_key key;
  sp_xy middle;
  double lat_deg;
} sp_region;

/* A place with a wall that tells in war. */
typedef struct sp_wall {
  sp_key key;
  int32_t node;
  sp_wall_kind kind;
  double length_m; /* 0: by its kind */
} sp_wall;

typedef struct sp_side { sp_key key; bool provisioned, munitioned, apart; double court_d; } sp_side; /* apart: some of its contingents eat their own bread; court_d: post ride to its court, 0 none; grain, powder is told of it: it eats, it fills its pouches by the rules */
typedef struct sp_contingent { sp_key key; int32_t side, feeds; } sp_contingent; /* feeds: contingent whose bread it eats, which may be itself; -1: what all eat who say nothing */
typedef struct sp_person { sp_key key; int32_t side; double trait[SP_TRAIT_COUNT]; } sp_person;
typedef struct sp_unit { sp_key key; int32_t formation, parent_unit; } sp_unit; /* a named part of a formation */

/* What a lot is said to be; key 0: a good arsenal's, of the strength that it should have. Shares bad: dud, weak, premature. */
typedef struct sp_lot_start { sp_key key; double strength, spread, bad[3], bribe; int32_t supplier; } sp_lot_start; /* supplier: row, or -1 */

typedef struct sp_formation_start {
  sp_key key;
  int32_t side, parent, contingent; /* parent formation index or -1 */
  int32_t commander, deputy;        /* person index or -1 */
  int32_t leg_edge;                 /* edge it stands on, or -1 when at a node */
  double leg_m;                     /* true metres from the edge's node[0] */
  int32_t node;                     /* node it stands at, or -1 */
  int32_t first_strength, strength_count;
  int32_t files;
  double commander_share, order_now, fatigue_now, knows_ground;
  bool camped;
  double works;
  int32_t grenades, smoke_pots, physicians;
  sp_lot_start lot;
  double powder_kg;                 /* told, else negative */
  double grain_kg, bread_days;      /* one of them told, else both negative */
} sp_formation_start;

typedef struct sp_strength_start {
  int32_t formation, unit, contingent; /* unit -1 = the formation itself */
  uint8_t arm, troop_class;
  int32_t count[SP_RANK_COUNT];
  int32_t patients[SP_PATIENT_LINES]; /* soldiers lightly and seriously wounded, sick, beside those */
  double quality;
} sp_strength_start;

typedef struct sp_depot_start { sp_key key; int32_t side, node, grenades; int64_t grain_g, powder_g; bool outside; sp_lot_start lot; int32_t feeds; } sp_depot_start; /* feeds: contingent, or -1 */
typedef struct sp_larder_start { int32_t formation, feeds; double grain_kg, bread_days; } sp_larder_start; /* bread of one contingent of a body: one of both, else negative */
typedef struct sp_delivery_start { sp_key key; int32_t side, node, by, feeds, times, grenades; sp_minute at, every; int64_t grain_g, powder_g; sp_lot_start lot; } sp_delivery_start; /* by: node or -1; times 0: without end; every 0: once */
typedef struct sp_waste { sp_xy at; double within_m; } sp_waste;

/* Weather script, resolved per region; later rows override earlier ones. */
typedef struct sp_weather_line {
  sp_minute from, to;
  int32_t region; /* -1 everywhere */
  bool has_rain, has_temperature, has_wind, has_cloud, has_fog;
  double rain_mm_h, temperature_c, wind_m_s, wind_from_deg, cloud, fog_m;
} sp_weather_line;

typedef struct sp_order_line { const char *text; sp_where where; } sp_order_line;

typedef struct sp_measure {
  sp_key key;
  sp_measure_kind kind;
  const char *subject, *object;
  sp_minute at, from;
  double least_m, most_m;
  int32_t *part, part_count; /* measures that this one is made of */
  int32_t by;                /* measure that a ratio is divided by, or -1: by the divisor; that a difference takes away */
  double divisor;
} sp_measure;

/* 0: read off the world; 1: made of such; 2: made of those below. */
static inline int sp_measure_rank(sp_measure_kind kind) {
  if (kind == SP_MEASURE_RATIO || kind == SP_MEASURE_DIFFERENCE) return 2;
  return kind == SP_MEASURE_SUM || kind == SP_MEASURE_FIRST || kind == SP_MEASURE_LAST;
}

struct sp_model {
  atomic_int references;
  sp_arena *arena; /* owns all below */
  uint64_t hash;
  sp_campaign_def campaign;
  sp_theatre_def theatre;
  sp_projection projection;
  sp_xy low, high; /* bounds */

  /* the graph */
  int32_t node_count, edge_count, half_edge_count, point_count;
  sp_node *node;
  sp_edge *edge;
  sp_half_edge *half_edge;
  sp_xy *point;
  double *point_along;              /* drawn metres from the edge's first point, for binary search */
  struct sp_model_index *index;     /* of land and of nodes; geometry.c */

  int32_t place_count, road_count, river_count, crossing_count, ground_count, land_count, region_count;
  int32_t *place_node;         /* node of each place */
  int32_t wall_count;
  sp_wall *wall;               /* in order of place */
  sp_river *river;
  sp_crossing *crossing;
  sp_region *region;
  int32_t region_columns, region_rows; /* regions stand in a grid, row-major from the south-west */
  double region_m;

  int32_t side_count, contingent_count, person_count, formation_count, unit_count, strength_count;
  sp_side *side;
  sp_contingent *contingent;
  sp_person *person;
  sp_formation_start *formation;
  sp_unit *unit;
  sp_strength_start *strength;
  int32_t depot_count, waste_count, supplier_count, larder_count, delivery_count;
  sp_delivery_start *delivery; /* in order of key */
  sp_larder_start *larder; /* in order of formation, then of contingent */
  sp_depot_start *depot;
  sp_waste *waste;

  int32_t weather_count, order_count, measure_count, expectation_count, objective_count;
  sp_weather_line *weather;
  sp_order_line *order;
  sp_measure *measure;
  bool has_season;
  sp_season_def season;

  /* definitions and names by kind and index, for the public getters; sorted like the rows above */
  int32_t id_count[SP_ENTITY_KIND_COUNT];
  const char **id[SP_ENTITY_KIND_COUNT];
  sp_name *name[SP_ENTITY_KIND_COUNT];
  sp_key *key[SP_ENTITY_KIND_COUNT];
  int32_t *by_id[SP_ENTITY_KIND_COUNT]; /* indices in byte order of id, for sp_model_find */
  sp_place_def *place_def;
  sp_road_def *road_def;
  sp_river_def *river_def;
  sp_crossing_def *crossing_def;
  sp_ground_def *ground_def;
  sp_land_def *land_def;
  sp_side_def *side_def;
  sp_person_def *person_def;
  sp_formation_def *formation_def;
  sp_measure_def *measure_def;
  sp_expectation_def *expectation_def;
  sp_objective_def *objective_def;
  sp_depot_def *depot_def;
  sp_supplier_def *supplier_def;

  struct sp_source_text { const char *role, *file, *text; size_t length; } *source;
  size_t source_count;
};

/* ---- plane.c, geometry.c */
static inline sp_xy sp_xy_between(sp_xy a, sp_xy b, double t) { return (sp_xy){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; }
static inline double sp_xy_distance(sp_xy a, sp_xy b) {
  return sp_sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}
/* Of the straight way from a to b, the spot nearest to `at`; *t, or NULL: its share of that way, 0..1. */
sp_xy sp_nearest_on_segment(sp_xy at, sp_xy a, sp_xy b, double *t);
/* The point at `along_m` true metres from node[0] of the edge, and the unit heading there (from node[0]). */
sp_xy sp_edge_point(const sp_model *m, int32_t edge, double along_m, sp_xy *heading);
/* Nearest node to a point (over places first when within 50 m), by a grid index built at compile. */
int32_t sp_nearest_node(const sp_model *m, sp_xy at);
/* Of the nodes that fit, the nearest, of equals the one of lower key; -1: none fits. */
int32_t sp_nearest_node_of(const sp_model *m, sp_xy at, bool (*fits)(const sp_model *, int32_t));
int32_t sp_region_at(const sp_model *m, sp_xy at);
bool sp_on_land(const sp_model *m, sp_xy at);
/* Rivers that lie between two points: those that the line between them passes an odd number of times, each with the first
 * of these places from a. At most SP_RIVER_CUTS are told, in order of river. Points on the very line of a river lie on neither bank. */
#define SP_RIVER_CUTS 4
typedef struct sp_river_cut { int32_t river; sp_xy at; } sp_river_cut;
int32_t sp_rivers_between(const sp_model *m, sp_xy a, sp_xy b, sp_river_cut cut[SP_RIVER_CUTS]);
/* Straight between the middles of months. */
double sp_of_months(const double by_month[12], sp_minute minute);

/* ---- route.c: shared distance fields and A*; exact rules in docs/determinism.md */
typedef enum sp_mover { SP_MOVER_FOOT, SP_MOVER_HORSE, SP_MOVER_WHEELS, SP_MOVER_RIDER, SP_MOVER_COUNT } sp_mover;

/* Physical lower-bound cost in minutes of an edge for a mover, for ground epoch 0 (dry); negative = closed. */
typedef struct sp_route_costs {
  const double *edge_min; /* [edge_count]; < 0 closed. Owned by the caller, constant for `epoch` */
  const double *node_min; /* [node_count] extra cost of passing a node (a crossing); may be NULL; < 0 closed */
  uint64_t epoch;         /* identifies the content: equal epoch = equal arrays */
  uint64_t edge_epoch;    /* identifies edge_min alone, where only crossings cost anything to pass; 0: not told */
} sp_route_costs;

/* Per-thread cache of distance fields keyed by (goal, mover, epoch). Outside state and hash. With an edge_epoch a
 * field serves every epoch of the same edges in which the crossings it has passed cost what they did. */
typedef struct sp_route_cache sp_route_cache;
sp_route_cache *sp_route_cache_create(const sp_model *m, size_t max_bytes);
void sp_route_cache_destroy(sp_route_cache *cache);

/* Dangers believed by one headquarters: sparse extra minutes on edges, sorted by edge, all >= 0. */
typedef struct sp_danger { int32_t edge; double extra_min; } sp_danger;

typedef struct sp_route_query {
  int32_t from_node, goal_node;
  sp_leg avoid_leg;        /* do not start back along this leg (0xffffffff: any start) */
  sp_mover mover;
  const sp_route_costs *costs;
  const sp_danger *danger;
  size_t danger_count;
  uint64_t tie_key;        /* total tie-break between equal ways: by keyed mix, then by edge key */
} sp_route_query;

/* Legs from from_node to goal_node; at most max_legs are written (the way may go on).
 * Returns the number of legs of the whole way, 0 when already there, -1 when there is none. *minutes gets the cost. */
int32_t sp_route(sp_route_cache *cache, const sp_route_query *query, sp_leg *legs, int32_t max_legs, double *minutes);
/* The first leg of that way, without dangers and whatever the start. false: already there, or there is none. */
bool sp_route_first(sp_route_cache *cache, int32_t from_node, int32_t goal_node, sp_mover mover, const sp_route_costs *costs, uint64_t tie_key, sp_leg *leg);
/* Cost from a node to the goal by the shared field only; negative: none. */
double sp_route_minutes(sp_route_cache *cache, int32_t from_node, int32_t goal_node, sp_mover mover, const sp_route_costs *costs);

#endif
