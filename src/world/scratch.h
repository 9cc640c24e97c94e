/* scratch.h - what a step works with and then forgets: never saved, copied or hashed.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_SCRATCH_H
#define SP_WORLD_SCRATCH_H

#include "lore/footing.h"
#include "world/key_rows.h"
#include "world/near.h"
#include "world/world.h"

/* One column's claim on one edge this tick. */
typedef struct sp_claim {
  int32_t edge, formation;
  int32_t next;          /* claim on the same spot, -1 none */
  int32_t depth;         /* claims on the spot from here on */
  int32_t crowd;         /* of the first claim on a spot: which crowd it is, -1 none */
  int32_t level;         /* in a crowd: the first of its kind with the same tail */
  int32_t beyond;        /* in a crowd: the first of its kind with a tail farther on, -1 none */
  sp_leg from;           /* the leg its head is on when it enters, SP_NO_LEG when it stands */
  double tail_m, head_m; /* along the direction of travel, from that direction's start */
  double enters_min;     /* minutes into the tick until it enters */
  double away_m;         /* way of its head until then */
  bool backward;         /* travels from node[1] */
  bool entering;         /* not on it yet: its head comes to the edge's start within this tick */
  bool over;             /* by a river that it has not begun to pass: crossing.c says who is first */
} sp_claim;

/* The claims on an edge with many, in order. Kinds: on the road along the edge, coming onto it, and both the other way. */
typedef struct sp_crowd {
  int32_t edge, first[4]; /* first claim of each kind, -1 none */
} sp_crowd;

/* A head that comes to a bank this tick. */
typedef struct sp_approach {
  int32_t formation, crossing;
  double away_m, minutes; /* to the bank; minutes into the tick, negative when it does not get there */
  uint8_t from_bank, to_bank;
  double opens, closes;   /* minutes of its marching between which the water lets all of it pass */
  bool shut;              /* not at or after its coming */
} sp_approach;

/* A column whose head is to step into the water this tick, if the mover finds it room. */
typedef struct sp_wade {
  sp_minute begins, half; /* whole minutes; begins 0: it is not; half 0: not in this tick */
  sp_minute waits_since;
  int32_t waited_min;
  double depth_m;
  bool kept; /* by those in its way, from the bank or from stepping in */
} sp_wade;

/* A body as sighting sees it: all that is asked of it again and again, side by side in one line of memory, for neighbours on
 * the map stand far apart in the rows. */
typedef struct sp_shown {
  sp_xy middle;         /* as near.h has it */
  double radius_m;
  sp_key key;
  double visibility_m;  /* under its own sky, its dust counted; negative: not yet asked for */
  double dust_m;
  int32_t region, parent, men;
  uint8_t side;
  bool marches;
} sp_shown;
_Static_assert(sizeof(sp_shown) == 64, "a line");

/* The footing of one region, soil and relief, and of what it was worked out: true as long as these are (ways.c). */
typedef struct sp_footing_kept {
  double mud, rain_mm_h, snow_mm, light, temperature_c;
  sp_footing footing; /* all zero: of nothing yet; no true pace is */
} sp_footing_kept;

/* What was worked out of a body's men, until some come or go. */
typedef struct sp_body_kept {
  double quality; /* negative: to be worked out */
  sp_marching_order order;
  int16_t files;  /* what the order of march was worked out for; -1: not yet */
  uint8_t road, pace;
} sp_body_kept;

/* What everybody on its side knows of a body of the opening: constant. */
typedef struct sp_troops {
  double quality, mounted; /* mounted negative: it has no men who fight */
  bool guns;               /* more gunners than others */
} sp_troops;

/* The node nearest to where a headquarters was when somebody last told of it. */
typedef struct sp_spot_kept {
  sp_xy at;
  int32_t node; /* -1: nobody has yet */
} sp_spot_kept;

/* How the man with a paper rides, drawn once. */
typedef struct sp_ride_luck {
  sp_key paper; /* 0: of none yet */
  double luck;
} sp_ride_luck;

/* Free rows of one table (world.c): a bit for each. */
typedef struct sp_free_rows {
  uint64_t *bits;
  int32_t rows;   /* that there are bits for */
  int32_t lowest; /* no bit stands in a word below */
  bool known;     /* false: look at the rows first */
} sp_free_rows;

struct sp_scratch {
  sp_free_rows free_rows[SP_TABLE_COUNT]; /* of tables whose rows come and go; else no bits */
  sp_key_rows formation_rows, order_rows; /* entered between ticks and at birth */
  /* papers.c: papers with a number (no reports), by sender; built at the first of a tick */
  int64_t papers_tick;      /* whose papers they are, plus one; 0 = nobody's */
  int32_t *paper_first;     /* by headquarters: the latest paper, -1 none */
  int32_t *paper_next;      /* by message: the one before it */
  sp_ride_luck *ride_luck;  /* ride.c: by message */
  int32_t paper_capacity;
  /* order_lists.c: orders by the headquarters that gave them */
  int32_t *order_first;     /* by headquarters: the last row, -1 none */
  int32_t *order_next;      /* by order: the one before it */
  int32_t order_capacity, orders_listed; /* listed: rows told of; 0 = of none, and the beginnings say nothing */
  sp_near_store near;       /* near.c */
  sp_lore_place *region_place; /* calendar: where each region lies to sun and moon; the model's, for good */
  sp_shown *shown;          /* by formation */
  double *region_sight_m;   /* sighting: how far one sees in a region, without dust, this tick */
  /* ways.c */
  uint64_t ways_epoch[SP_MOVER_COUNT], edges_epoch[SP_MOVER_COUNT];
  double *edge_min[SP_MOVER_COUNT];
  double *node_min[SP_MOVER_COUNT];
  sp_route_costs costs[SP_MOVER_COUNT];
  sp_route_costs highway;   /* see sp_ways_highway */
  sp_footing_kept *footing; /* by region, soil, relief */
  size_t footing_count;
  /* march, crossing, traffic -> mover, by formation row */
  int32_t capacity;
  double *march_min;   /* minutes of this tick meant for marching; after the mover, those spent going */
  double *tire_per_min; /* fatigue gained by going */
  double *begin_min;   /* minutes into the tick at which that begins */
  double *turn_min;    /* minutes of marching after which the head's pace changes (at a bank); 0: it does not */
  double *turn_m;      /* way of the head until then */
  int32_t *left;       /* crossing that it has wholly passed by this tick's reckoning; -1 none */
  double *over_min;    /* minutes into the tick by which it has */
  sp_wade *wade;
  bool waded;          /* some of them are more than zero */
  int64_t *queue;      /* minute since which it waits at a bank this tick; 0: it does not */
  double *free_m;      /* how far the head may go before an obstacle; HUGE when none */
  double *head_move_m; /* settled by traffic */
  int32_t *blocker;    /* formation ahead that limits it, or -1 */
  double *gap_m;       /* room between my head and the blocker's tail at the start of the tick */
  uint8_t *mark;
  bool dice_thrown;    /* some of the next */
  double *tie_die;     /* two to a formation: traffic.c's dice of this tick, negative until thrown */
  int32_t *pool_first;      /* straggle: by formation */
  int32_t *pool_next;       /* by pool */
  int32_t pool_capacity;
  int32_t *ward_first;      /* wards.c: by carer, those that lie by themselves first */
  int32_t *ward_next;       /* by ward */
  int32_t ward_capacity;
  sp_body_kept *body;       /* body.c: by formation */
  sp_spot_kept *spot;       /* belief.c: by headquarters */
  int8_t *enemies_held;     /* belief.c: by headquarters, whether its picture has any; -1: to be looked for */
  sp_troops *troops;        /* by the model's formation; for good */
  bool stores_told;         /* sp_any_stores of the model; for good */
  int32_t *chaser;          /* battle.c: who is after anybody */
  int32_t chasers;          /* of them; -1: to be listed */
  int32_t *stack;           /* mover's chain of blockers */
  double *ford_before_m; /* by crossing: depth as the tick began */
  double *ford_free_min; /* by crossing: minutes into the tick from which it is free */
  int32_t *passing;      /* by crossing: columns astride it */
  sp_array(sp_approach) approaches;
  sp_array(sp_claim) claims;
  sp_array(sp_crowd) crowds;
  int32_t *own_claim;   /* by formation: on the edge under its head, -1 none */
  int32_t *claim_first; /* by edge, then by node (for bodies that stand there): first claim, -1 none */
};

/* Room for every formation row; SP_NO_MEMORY leaves the world unchanged. */
sp_status sp_scratch_prepare(sp_world *w);
void sp_scratch_free(sp_scratch *scratch);
static inline void sp_scratch_forget_body(sp_body_kept *body) {
  body->quality = -1.0;
  body->files = -1;
}
/* ledger.c says so of both ends of every transfer: what was worked out of a holder's men is no longer true. */
static inline void sp_scratch_men_moved(const sp_scratch *scratch, sp_account account) {
  if (scratch && account.holder_kind == SP_HOLDER_FORMATION && account.holder < scratch->capacity) sp_scratch_forget_body(&scratch->body[account.holder]);
}
/* The world has become another: what is remembered of its rows goes. NULL is allowed. */
void sp_scratch_forget(sp_scratch *scratch);

#endif
