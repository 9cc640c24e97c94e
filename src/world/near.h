/* near.h - which bodies are near a point: a grid over the circles that hold them, rebuilt when it is needed.
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

typedef struct sp_near {
  const sp_world *world;
  int32_t side;
  sp_xy low;
  double cell_m;
  int32_t columns, rows;
  int32_t *first; /* by cell; NULL: no grid, look at everybody */
  int32_t *item, *low_column, *low_row; /* item by entry; lows by formation */
} sp_near;

typedef struct sp_near_walk {
  const sp_near *near;
  int32_t column[2], row[2]; /* cells looked through, both ends included */
  int32_t at_column, at_row, next;
} sp_near_walk;

/* side -1: everybody */
void sp_near_build(sp_near *near, const sp_world *w, int32_t side, double cell_m);
void sp_near_free(sp_near *near);
/* Every live formation whose circle may come within reach of the point, each once, in no promised order. */
sp_near_walk sp_near_about(const sp_near *near, sp_xy at, double reach_m);
int32_t sp_near_next(sp_near_walk *walk); /* -1: no more */

#endif
