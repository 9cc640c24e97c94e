/* near.h - which bodies are near a point: one grid over the circles that hold them, side by side of the war.
 * A side index only: without memory for it every body is looked at, with the same answers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_NEAR_H
#define SP_WORLD_NEAR_H

#include "world/world.h"

/* A column lies within the circle about the middle between its ends whose radius is half its length by road. */
static inline sp_xy sp_near_middle(const sp_world *w, int32_t f) {
  return (sp_xy){0.5 * (w->formation.head_x[f] + w->formation.tail_x[f]), 0.5 * (w->formation.head_y[f] + w->formation.tail_y[f])};
}
static inline double sp_near_radius(const sp_world *w, int32_t f) { return 0.5 * w->formation.extent_m[f]; }

#define SP_NEAR_MORE 1.000001 /* rounding may not lose a body that touches the circle */

typedef struct sp_near_cells { int16_t low_column, high_column, low_row, high_row; } sp_near_cells;
static inline bool sp_near_in_one(sp_near_cells c) { return c.low_column == c.high_column && c.low_row == c.high_row; }

/* A body in a cell. */
typedef struct sp_near_item {
  sp_xy middle;
  float radius;
  int32_t formation;
  int16_t column, low_column, low_row; /* this cell's, and those of the first cell that it touches */
  int8_t side;
} sp_near_item;

typedef struct sp_near {
  const sp_world *world;
  sp_xy low;
  double per_m;           /* cells to a metre */
  int32_t columns, rows, sides;
  const int32_t *first;   /* by side, row, column, one more at the end; NULL: no grid, look at everybody */
  const sp_near_item *item;
  const sp_near_cells *cells; /* by formation */
  double about_m;
  int32_t words;          /* to a row of `about` */
  const uint64_t *about;  /* by side, row, and a bit by column: the side may have a body within about_m of the cell */
  const uint64_t *others; /* the same: some other side may */
} sp_near;

/* Its memory, kept in the scratch from tick to tick. */
typedef struct sp_near_store {
  sp_near grid;
  sp_minute minute;       /* whose places it holds; 0 = of none. Nobody moves between sighting and the next rider. */
  int32_t *first;
  sp_near_item *item;
  sp_near_item *body;     /* the live ones, before they are laid into cells */
  sp_near_cells *cells;   /* by formation */
  uint64_t *about, *spread;
  size_t first_room, item_room, body_room, cells_room, about_room, spread_room;
} sp_near_store;

typedef struct sp_near_walk {
  const sp_near *near;
  sp_xy at;
  double reach_m;
  int32_t side;
  int32_t column[2], row[2]; /* cells looked through, both ends included */
  int32_t at_row, next, end; /* the cells of a row stand together */
} sp_near_walk;

/* All live bodies where they stand at `minute`, laid out for questions of about that reach. What was built for that
 * minute already is handed out again, whatever the reach. Good until the next is built. */
const sp_near *sp_near_build(const sp_world *w, sp_minute minute, double reach_m);
void sp_near_store_free(sp_near_store *store);
/* Every live body of the side whose circle may come within reach of the point, each once, in no promised order. */
sp_near_walk sp_near_about(const sp_near *near, int32_t side, sp_xy at, double reach_m);
bool sp_near_next_row(sp_near_walk *walk); /* false: no more cells */

/* -1: no more. Here, because it is asked more often than anything else. */
static inline int32_t sp_near_next(sp_near_walk *walk) {
  do {
    while (walk->next < walk->end) {
      if (!walk->near->first) {
        int32_t f = walk->next++;
        if (walk->near->world->formation.alive[f] && walk->near->world->formation.side[f] == walk->side) return f;
        continue;
      }
      const sp_near_item *i = &walk->near->item[walk->next++];
      double dx = i->middle.x - walk->at.x, dy = i->middle.y - walk->at.y, reach = walk->reach_m + (double)i->radius;
      if (dx * dx + dy * dy > reach * reach * SP_NEAR_MORE) continue;
      /* A wide body stands in many cells; it counts in the first that it shares with the walk. */
      if (i->column == sp_max_i32(walk->column[0], i->low_column) && walk->at_row == sp_max_i32(walk->row[0], i->low_row)) return i->formation;
    }
  } while (sp_near_next_row(walk));
  return -1;
}

/* Every live body once, neighbours one after the other, so that what is looked at for one is at hand for the next. */
typedef struct sp_near_tour {
  const sp_near *near;
  int32_t side, row, next, end;
} sp_near_tour;
sp_near_tour sp_near_all(const sp_near *near);
int32_t sp_near_all_next(sp_near_tour *tour); /* -1: no more */
/* The other sides that may have a body within reach of a point, or of a live body's circle, as bits: a glance that
 * saves most walks. All of them when the grid was laid out for a shorter reach. */
uint32_t sp_near_others(const sp_near *near, int32_t side, sp_xy at, double reach_m);
uint32_t sp_near_enemies_wide(const sp_near *near, int32_t formation, double reach_m);

/* Most bodies touch one cell, and most cells have no enemies about: one bit says so. */
static inline uint32_t sp_near_enemies(const sp_near *n, int32_t f, double reach_m) {
  if (n->others && reach_m <= n->about_m) {
    sp_near_cells c = n->cells[f];
    int32_t side = n->world->formation.side[f];
    if (sp_near_in_one(c) && !(n->others[(side * n->rows + c.low_row) * n->words + c.low_column / 64] >> (c.low_column % 64) & 1u)) return 0;
  }
  return sp_near_enemies_wide(n, f, reach_m);
}

/* Bodies of more than one side are in the field. */
bool sp_near_two_sides(const sp_world *w);

#endif
