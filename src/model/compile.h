/* compile.h - inside of the model layer: the editable scenario, plane geometry with its indexes, and the
 * steps by which sp_compile turns the one into a model. Nobody outside src/model includes it, but tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_MODEL_COMPILE_H
#define SP_MODEL_COMPILE_H

#include "model/model.h"

/* ---- scenario.c: definitions, described once so that one piece of code copies and frees them all */
typedef enum sp_def_kind {
  SP_DEF_PLACE, SP_DEF_ROAD, SP_DEF_RIVER, SP_DEF_CROSSING, SP_DEF_GROUND, SP_DEF_LAND,
  SP_DEF_SIDE, SP_DEF_CONTINGENT, SP_DEF_PERSON, SP_DEF_FORMATION, SP_DEF_OBJECTIVE, SP_DEF_MEASURE,
  SP_DEF_EXPECTATION, SP_DEF_DEPOT, SP_DEF_SUPPLIER, /* up to here: with an id, in order */
  SP_DEF_STRENGTH, SP_DEF_WEATHER, SP_DEF_ORDER, SP_DEF_THEATRE, SP_DEF_CAMPAIGN, SP_DEF_SEASON, SP_DEF_LOT, SP_DEF_LARDER, SP_DEF_DELIVERY, SP_DEF_WASTE, SP_DEF_WATER,
  SP_DEF_COUNT
} sp_def_kind;
#define SP_DEF_WITH_ID (SP_DEF_SUPPLIER + 1)
#define SP_NO_OFFSET ((size_t)-1)

typedef struct sp_def_shape {
  const char *word;            /* as messages name it */
  size_t size;
  const size_t *texts;         /* offsets of its strings */
  size_t text_count;
  size_t id, name, where;      /* offsets, or SP_NO_OFFSET */
  size_t points, point_count;  /* offsets, or SP_NO_OFFSET */
  sp_entity_kind entity;       /* SP_ENTITY_KIND_COUNT: none */
  size_t rows, rows_count;     /* offsets in sp_model of its array and count, or SP_NO_OFFSET */
} sp_def_shape;
extern const sp_def_shape sp_def_shapes[SP_DEF_COUNT];

/* Deep copy into an arena. false: memory is out. */
bool sp_def_copy(sp_arena *arena, sp_def_kind kind, const void *def, void *out);
const char *sp_def_id(sp_def_kind kind, const void *def);
sp_where sp_def_where(sp_def_kind kind, const void *def);

typedef struct sp_def_list { void *data; size_t count, capacity; } sp_def_list;
typedef struct sp_source_text sp_source_text;

struct sp_scenario {
  sp_arena *arena;
  sp_def_list list[SP_DEF_COUNT];
  bool has_theatre, has_campaign, has_season;
  sp_theatre_def theatre;
  sp_campaign_def campaign;
  sp_season_def season;
  sp_array(sp_source_text) source;
};

/* ---- projection.c */
double sp_plane_true_m(const sp_projection *p, sp_xy a, sp_xy b); /* true metres between two points of the plane */

/* ---- plane.c: rings and segments, with indexes that stay linear in memory whatever is drawn */
typedef struct sp_ring {
  sp_xy low, high;
  const sp_xy *point;
  int32_t count, strips;
  double strip_m;
  int32_t *start, *item; /* sides by horizontal strip */
} sp_ring;
bool sp_ring_build(sp_arena *arena, const sp_xy *point, int32_t count, sp_ring *ring); /* false: memory is out */
bool sp_ring_contains(const sp_ring *ring, sp_xy at); /* even-odd */

typedef struct sp_segment { sp_xy a, b; int32_t owner; } sp_segment;
typedef struct sp_segment_grid {
  sp_xy low;
  double cell_m;
  int32_t columns, rows;
  int32_t *start, *item;
  const sp_segment *segment;
  int32_t count;
} sp_segment_grid;
bool sp_segment_grid_build(sp_arena *arena, const sp_segment *segment, int32_t count, double cell_m, sp_segment_grid *grid);
/* Do the closed segments touch? *t: where along a-b, 0..1. */
bool sp_segments_meet(sp_xy a, sp_xy b, sp_xy c, sp_xy d, double *t);
/* Calls visit for every segment of the grid that a-b touches, each once; stops when visit returns false. */
bool sp_segment_grid_walk(const sp_segment_grid *grid, sp_xy a, sp_xy b,
                          bool (*visit)(void *context, const sp_segment *segment, double t), void *context);

/* ---- geometry.c: the index kept with a model */
typedef struct sp_model_index {
  sp_ring *land;
  int32_t land_count;
  sp_xy low;
  double cell_m;
  int32_t columns, rows;
  int32_t *start, *item; /* nodes by cell */
  double edge_scale;     /* true metres are never less than plane metres times this */
  sp_segment_grid rivers; /* owner: the river */
} sp_model_index;
bool sp_model_index_build(sp_model *m); /* after nodes are final. false: memory is out */

/* ---- route.c */
/* Legs of the shortest way by `edge_cost`, whose plane bound is `per_m` cost per plane metre. Returns as sp_route,
 * -2 when memory is out. *legs is malloc'd for the caller when the answer is above 0. */
int32_t sp_shortest_way(const sp_model *m, int32_t from_node, int32_t goal_node, const double *edge_cost, double per_m,
                        sp_leg **legs, double *cost);

/* ---- model_hash.c */
uint64_t sp_model_hash_of(const sp_model *m);

/* ---- compile*.c */
typedef sp_key (*sp_key_maker)(const char *id);

typedef struct sp_draft_edge {
  sp_edge edge; /* node[] are draft nodes; first_point into draft points */
} sp_draft_edge;

/* The river line beside a crossing, for telling the banks apart. */
typedef struct sp_ford_site {
  sp_xy at;           /* the crossing, moved onto its river's line */
  double moved_m;     /* by how much */
  double reach_m;     /* meetings with the river nearer than this are the crossing itself */
  int32_t first, last; /* window of river points */
} sp_ford_site;

typedef struct sp_compiler {
  const sp_scenario *scenario;
  sp_faults *faults;
  sp_model *model;
  sp_arena *scratch;
  sp_key_maker key_of;
  size_t errors;
  bool no_memory;
  size_t suggestions; /* nearest names still worth looking for */

  /* definitions with ids: pointers in file order, made ids included */
  const void **def[SP_DEF_WITH_ID];
  size_t def_count[SP_DEF_WITH_ID];
  int32_t *row_of[SP_DEF_WITH_ID]; /* row by file order */
  int32_t *file_order[SP_DEF_WITH_ID]; /* file order by row */
  const char **site_ids; /* places, then crossings: candidates for nearest names */
  sp_contingent_def *made_contingent; /* one per side that declared none */

  /* theatre on the plane */
  bool bad_points, plane_ready;
  sp_xy *place_xy;
  sp_ford_site *ford;
  int32_t *road_end[2];  /* site (place row, or place_count + crossing row) of each road's ends, -1 unknown */
  sp_xy *river_xy;
  int32_t *river_first;  /* [river_count + 1] */
  sp_ring *ground;       /* in file order: later ones lie on top */
  int32_t *ground_row;
  sp_segment_grid rivers, coasts;

  /* graph before it is sorted */
  sp_array(sp_node) node;
  sp_array(sp_draft_edge) edge;
  sp_array(sp_xy) point;

  /* order of battle */
  int32_t *formation_order; /* superiors first */
  int32_t formation_ordered;
} sp_compiler;

/* Faults: count, then hand on. */
#define sp_error(c, where, ...) ((c)->errors++, sp_fault((c)->faults, SP_FAULT_ERROR, (where), __VA_ARGS__, (char *)NULL))
#define sp_warn(c, where, ...) sp_fault((c)->faults, SP_FAULT_WARNING, (where), __VA_ARGS__, (char *)NULL)
/* The value at fault where the reader knew its place, else the definition. */
static inline sp_where sp_at_spot(sp_where where, sp_spot spot) {
  return spot.line > 0 ? (sp_where){spot.file ? spot.file : where.file, spot.line, spot.column} : where;
}
void *sp_compile_alloc(sp_compiler *c, size_t count, size_t size); /* from the model's arena; notes lack of memory */
void *sp_compile_scratch(sp_compiler *c, size_t count, size_t size);
const char *sp_number_text(char *buffer, size_t size, double value); /* at most three decimals, no locale */
bool sp_check_range(sp_compiler *c, sp_where where, const char *key, double value, double low, double high, const char *unit);
bool sp_check_choice(sp_compiler *c, sp_where where, const char *key, int32_t value, int32_t count);
bool sp_check_point(sp_compiler *c, sp_where where, sp_point at);
bool sp_check_id(const char *id);
int32_t sp_find_id(const sp_model *m, sp_entity_kind kind, const char *id);
/* Index of a named thing, -1 with a fault when there is none or when id is NULL ("key" is missing). */
int32_t sp_resolve(sp_compiler *c, sp_where where, sp_def_kind kind, const char *key, const char *id);
int32_t sp_resolve_site(sp_compiler *c, sp_where where, const char *key, const char *id);
int32_t sp_site_node(const sp_model *m, int32_t site);

void sp_compile_rows(sp_compiler *c);
void sp_compile_theatre(sp_compiler *c);
void sp_compile_plane(sp_compiler *c);
void sp_compile_roads(sp_compiler *c);
void sp_compile_mesh(sp_compiler *c);
void sp_compile_graph(sp_compiler *c);
void sp_compile_army(sp_compiler *c);
void sp_compile_lots(sp_compiler *c);
/* Grain, powder and grenades that stand at a place, or come there: judged, in a row's own units, and what is told of its side. */
typedef struct sp_goods { double grain_kg, powder_kg; int32_t grenades, side; const char *lot; sp_where where, lot_where; } sp_goods;
typedef struct sp_goods_start { int64_t grain_g, powder_g; int32_t grenades; sp_lot_start lot; } sp_goods_start;
sp_goods_start sp_compile_goods(sp_compiler *c, const sp_goods *said);
sp_lot_start sp_compile_lot(sp_compiler *c, sp_where where, const char *id); /* id NULL: a good arsenal's; unknown: a fault, and that */
void sp_compile_stores(sp_compiler *c);
/* compile_larders.c */
void sp_compile_feeding(sp_compiler *c);
int32_t sp_compile_feeds(sp_compiler *c, sp_where where, const char *key, const char *contingent, int32_t side);
void sp_compile_larders(sp_compiler *c);
/* compile_deliveries.c */
void sp_compile_deliveries(sp_compiler *c);
void sp_compile_delivery_places(sp_compiler *c);
void sp_compile_store_places(sp_compiler *c);
void sp_compile_strengths(sp_compiler *c);
void sp_compile_positions(sp_compiler *c);
void sp_compile_story(sp_compiler *c);
void sp_compile_questions(sp_compiler *c);
void sp_compile_weather_regions(sp_compiler *c);

/* shared by roads and mesh */
void sp_ground_at(const sp_compiler *c, sp_xy at, uint8_t *relief, uint8_t *cover, uint8_t *soil);
void sp_ground_along(const sp_compiler *c, const sp_xy *point, int32_t count, double step_m, sp_edge *edge);
void sp_tracks_by_class(sp_road_class road_class, uint8_t *dry, uint8_t *wet);
uint8_t sp_bank_of(const sp_compiler *c, int32_t crossing, sp_xy at);

sp_status sp_compile_with(const sp_scenario *scenario, sp_faults *faults, sp_model **model, sp_key_maker key_of);

#endif
