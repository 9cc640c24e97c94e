/* map_sheet.h - inside of the map: what is to be shown, where it falls on the sheet, and what is taken there.
 *
 * sp_write_map works in three steps: the scene is read off the world, the sheet is laid out, the layers are drawn.
 * Drawing sees the scene and the model only, never the world, so that a seat's map cannot leak.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SP_IO_MAP_SHEET_H
#define SP_IO_MAP_SHEET_H

#include "io/svg.h"
#include "shapan/map.h"
#include "shapan/view.h"

enum { SP_MAP_TEXT = 160, SP_MAP_SIDES = 8 };

/* ---------------------------------------------------------------- the scene (map_scene.c) */

typedef enum sp_map_state { SP_MAP_HALTED, SP_MAP_CAMPED, SP_MAP_MARCHING, SP_MAP_WAITING } sp_map_state;

typedef struct sp_map_body {
  sp_key key;
  int32_t side, men;
  sp_map_state state;
  bool in_contact, fights, broken;
  int64_t waiting_min;             /* at a crossing */
  double bread_days;               /* that it carries, men alone at the full ration; -1: it is not said to carry any */
  sp_point commander;
  size_t first_point, point_count; /* of the trace, head first */
  char name[SP_MAP_TEXT];
} sp_map_body;

typedef struct sp_map_pool {
  sp_key key;
  int32_t side, men;
  sp_point at;
} sp_map_pool;

typedef struct sp_map_fight {
  sp_key key;
  sp_point at;
} sp_map_fight;

/* Ditch and parapet. */
typedef struct sp_map_works {
  sp_key key;
  int32_t side;
  sp_point at, left, right; /* middle and ends of the front, as who stands in it looks; of a ring a spot on it */
  bool ring;
  double depth_m;           /* reached */
} sp_map_works;

/* A ring about a walled place, by octants from the north. */
enum { SP_MAP_OCTANTS = 8 };
typedef struct sp_map_ring {
  int32_t side;
  sp_point at, out;                /* the place; a spot of the ring due north of it */
  double closed[SP_MAP_OCTANTS];   /* 0..1 */
  double gaps, shut;               /* closure from which it has posts at all, and is called shut */
} sp_map_ring;

/* A store of grain. */
typedef struct sp_map_depot {
  sp_key key;
  int32_t side;
  sp_point at;
  int32_t shi;
  bool burns;
} sp_map_depot;

typedef struct sp_map_rider {
  sp_key key;
  int32_t side;
  sp_point at, goal;
  char to[SP_MAP_TEXT];
} sp_map_rider;

typedef struct sp_map_belief {
  int32_t number, side; /* side -1: of the enemy, nobody knows whose */
  bool friendly;
  sp_point at;
  double error_m, heading_deg, confidence;
  int64_t age_min;
  int32_t men, arms; /* arms as in sp_contact_view.horse */
  bool has_true;     /* the umpire's map: the body that this most likely is */
  sp_point true_at;
  char name[SP_MAP_TEXT];
} sp_map_belief;

typedef struct sp_map_sky {
  bool known;
  double rain_mm_h, temperature_c, wind_m_s, wind_from_deg, cloud, fog_m, light, sun_deg;
} sp_map_sky;

typedef struct sp_map_scene {
  sp_minute minute;
  sp_map_sky sky;
  bool truth, has_seat;
  int32_t seat_side;
  sp_point seat_at;
  char seat_name[SP_MAP_TEXT];
  sp_map_body *body;
  sp_map_pool *pool;
  sp_map_fight *fight;
  sp_map_works *works;
  sp_map_ring *rings;
  sp_map_depot *depot;
  sp_map_rider *rider;
  sp_map_belief *belief;
  sp_point *point;  /* traces of the bodies */
  double *depth_m;  /* by crossing; NULL when nobody may know */
  double *ice_cm;   /* the same */
  int32_t *bridges; /* the same: built there less those of the map that are broken */
  size_t body_count, body_room, pool_count, pool_room, fight_count, fight_room, works_count, works_room, ring_count, ring_room, depot_count, depot_room, rider_count, rider_room, belief_count, belief_room, point_count,
      point_room;
} sp_map_scene;

sp_status sp_map_scene_read(sp_map_scene *scene, const sp_world *world, const sp_map_options *options);
sp_point sp_map_middle(const sp_model *model); /* of the theatre */
void sp_map_scene_free(sp_map_scene *scene);
/* Room for one more item; false when memory is out. */
bool sp_map_grow(void **items, size_t *room, size_t count, size_t item_bytes);

/* ---------------------------------------------------------------- the sheet (map_view.c) */

typedef struct sp_map_xy {
  double x, y;
} sp_map_xy;

typedef struct sp_map_box {
  double x0, y0, x1, y1;
} sp_map_box;

/* Plate carrée, true to scale at the middle parallel; over a theatre of two degrees it errs by 2 % at the edge. */
typedef struct sp_map_view {
  sp_point middle;
  double per_lon, per_lat; /* sheet units to a degree */
  double per_m;            /* sheet units to a metre */
  sp_map_box field;        /* the map proper, within the page */
  double width, height;    /* of the page */
} sp_map_view;

/* What is drawn in a cell: keeps relief off the roads, words off the symbols. */
enum { SP_MAP_LINE = 1, SP_MAP_COLUMN = 2, SP_MAP_SYMBOL = 4, SP_MAP_WORD = 8, SP_MAP_SHORE = 16 };
enum { SP_MAP_CELL = 4 };

typedef struct sp_map_cell {
  uint8_t land, relief, cover, mark;
} sp_map_cell;

typedef struct sp_map_palette {
  uint32_t page, paper, sea, wave, shore, ink, faint, water, hachure, tree, marsh, road, wall;
} sp_map_palette;

typedef struct sp_map_label sp_map_label;

typedef struct sp_map {
  sp_svg svg;
  const sp_model *model;
  const sp_map_scene *scene;
  sp_lang lang;
  sp_map_view view;
  sp_map_palette colour;
  uint32_t side_colour[SP_MAP_SIDES];
  int32_t columns, rows; /* of cells over the field */
  sp_map_cell *cell;
  double *height;        /* by cell: how mountainous, 0..1, softened */
  sp_map_label *label;
  size_t label_count, label_room;
  bool no_memory;
} sp_map;

sp_status sp_map_lay_out(sp_map *map, const sp_map_options *options);
sp_map_xy sp_map_at(const sp_map *map, sp_point point);
/* The cell at a point of the sheet, NULL outside the field. */
sp_map_cell *sp_map_cell_at(const sp_map *map, double x, double y);
void sp_map_mark_line(sp_map *map, sp_map_xy a, sp_map_xy b, double half_width, uint8_t mark);
void sp_map_mark_box(sp_map *map, sp_map_box box, uint8_t mark);
bool sp_map_inside(const sp_map *map, sp_map_xy at, double margin); /* within the field by that much */
double sp_map_length(sp_map_xy a, sp_map_xy b);
sp_map_xy sp_map_heading(double degrees); /* unit vector on the sheet, clockwise from north */
/* 64 bits of chance fixed by place: ornament must not dance when the map is drawn again. */
uint64_t sp_map_scatter(int64_t i, int64_t j, uint64_t purpose);
uint32_t sp_map_mix(uint32_t a, uint32_t b, double share_of_b);
uint32_t sp_map_side_colour(const sp_map *map, int32_t side);

/* ---------------------------------------------------------------- words (map_words.c) */

double sp_map_text_width(const char *text, double size);
void sp_map_say(const sp_map *map, char out[SP_MAP_TEXT], const char *id, ...); /* name, value, ..., (char *)NULL */
void sp_map_say_count(const sp_map *map, int32_t n, char out[SP_MAP_TEXT]);     /* "12,300", "12300" */
void sp_map_say_men(const sp_map *map, int32_t men, char out[SP_MAP_TEXT]);
void sp_map_say_about(const sp_map *map, int32_t men, int32_t arms, char out[SP_MAP_TEXT]); /* an estimate, rounded */
void sp_map_say_span(const sp_map *map, int64_t minutes, char out[SP_MAP_TEXT]);            /* "2 h 10 min", 一个时辰 */
void sp_map_say_age(const sp_map *map, int64_t minutes, char out[SP_MAP_TEXT]);             /* "2 h ago" */
bool sp_map_foggy(const sp_map_sky *sky); /* fog, and nothing falling through it */
void sp_map_say_sky(const sp_map *map, char sky[SP_MAP_TEXT], char air[SP_MAP_TEXT], char light[SP_MAP_TEXT]);

/* ---------------------------------------------------------------- labels (map_label.c) */

enum { SP_MAP_ITALIC = 1, SP_MAP_BOLD = 2, SP_MAP_SERIF = 4, SP_MAP_SPACED = 8, SP_MAP_MIDDLE = 16, SP_MAP_WIDE_HALO = 32 };
enum { SP_MAP_SPOTS = 5 };

/* Words wanting a place. Higher rank goes first, then greater weight, then lower tie: a total order. */
struct sp_map_label {
  char text[2][SP_MAP_TEXT]; /* second line smaller; may be empty */
  double size;
  uint32_t colour;
  int style;
  int32_t rank;
  double weight;
  uint64_t tie;
  sp_map_xy spot[SP_MAP_SPOTS]; /* what the words belong to, best first */
  int32_t spot_count;
  double clear;              /* radius of the symbol to keep free of */
  bool leader;               /* may stand off, joined by a fine line */
  bool once;                 /* not where the same name already stands near by */
  bool settled;              /* spot[0] is the middle of the words, already marked; side as chosen */
  int side;
  bool turned;               /* along a line: centred on spot[0], turned by the direction below */
  sp_map_xy along;           /* unit vector */
};

sp_map_label *sp_map_label_add(sp_map *map); /* zeroed but for defaults; NULL when memory is out */
/* Chooses a place for the label last added now, before the war is drawn: camps then keep off a city's name. */
void sp_map_label_settle(sp_map *map);
void sp_map_labels_draw(sp_map *map);
/* Plain words at a place, no search. anchor: "start", "middle", "end". */
void sp_map_text(sp_map *map, double x, double y, double size, uint32_t colour, int style, const char *anchor,
                 const char *text);

/* ---------------------------------------------------------------- layers */

void sp_map_draw_base(sp_map *map);    /* map.c: ground, ways, places; their names wait for sp_map_labels_draw */
void sp_map_mark_ways(sp_map *map);    /* before the ground, so that relief keeps off the roads */
void sp_map_draw_ground(sp_map *map);  /* map_ground.c */
void sp_map_draw_ways(sp_map *map);    /* map_ways.c: rivers and roads */
void sp_map_draw_places(sp_map *map);  /* map_places.c: places and crossings */
void sp_map_draw_war(sp_map *map);     /* map_war.c */
void sp_map_draw_belief(sp_map *map);  /* map_belief.c */
void sp_map_draw_panel(sp_map *map);   /* map_panel.c */
void sp_map_draw_legend(sp_map *map, double x, double y, double width, double *bottom); /* map_legend.c */

void sp_map_belief_mark(sp_map *map, sp_map_xy at, int32_t arms, uint32_t colour);
void sp_map_seat_mark(sp_map *map, sp_map_xy at, uint32_t colour);
void sp_map_place_symbol(sp_map *map, sp_map_xy at, sp_place_kind kind, bool walled);
void sp_map_crossing_symbol(sp_map *map, sp_map_xy at, sp_map_xy across, sp_crossing_kind kind);
bool sp_map_place_shows(const sp_map *map, const sp_place_def *place); /* its sign stands whole in the picture */
bool sp_map_crossing_shows(const sp_map *map, const sp_crossing_def *crossing);
bool sp_map_road_shows(sp_map *map, const sp_road_def *road); /* some of it lies in the picture */
void sp_map_road_line(sp_map *map, const char *path, sp_road_class road_class);
void sp_map_tents(sp_map *map, sp_map_xy at, int32_t men, uint32_t colour, double *half_width, double *half_height);
void sp_map_block(sp_map *map, sp_map_xy at, int32_t men, uint32_t colour, double *half);
void sp_map_contact_mark(sp_map *map, sp_map_xy at);
void sp_map_fight_mark(sp_map *map, sp_map_xy at);
void sp_map_depot_mark(sp_map *map, sp_map_xy at, bool burns, uint32_t colour);
void sp_map_ring_arc(sp_map *map, sp_map_xy at, double radius, int octant, double closed, const sp_map_ring *ring, uint32_t colour);
void sp_map_works_mark(sp_map *map, sp_map_xy left, sp_map_xy right, double depth_m, uint32_t colour);
/* A body that stood and is a crowd now: a block in pieces. */
void sp_map_shards(sp_map *map, sp_map_xy at, double half, uint32_t colour);
void sp_map_queue_mark(sp_map *map, sp_map_xy at);
void sp_map_pool_mark(sp_map *map, sp_map_xy at, uint64_t seed, int32_t men, uint32_t colour);
void sp_map_rider_mark(sp_map *map, sp_map_xy at, bool left, uint32_t colour);
void sp_map_arrow_head(sp_map *map, sp_map_xy tip, sp_map_xy along, double half_width, uint32_t colour);

#endif
