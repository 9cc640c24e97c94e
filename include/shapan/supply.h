/* shapan/supply.h - how one body stands for bread, powder, patients, spades, walls and boats, and what a side has booked.
 *
 * Reckoned from the state by the functions that the rules use themselves, with the terms apart; nothing is kept and the war is
 * not changed. A key of 0 means: none. Factors are what is left of a whole: 1 hinders nothing. All of it is the
 * umpire's truth. SP_NOT_FOUND: no such body, or nothing of the kind is told of it. SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_SUPPLY_H
#define SHAPAN_SUPPLY_H

#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- bread */
typedef struct sp_bread_state {
  bool eats;                  /* by the rules of bread; else its men are taken as fed */
  int64_t men_g_d, patients_g_d, beasts_g_d; /* full rations of a day */
  int64_t captives_g_d;       /* what its prisoners are given while there is enough */
  int64_t grain_g, room_g;    /* carried; and what its carriers could take in all */
  double days;                /* that this feeds its men and patients at the ration issued */
  double withheld, meat;      /* share of the ration; rations of meat */
  double missed, missed_beasts, weak; /* rations missed; strength gone 0..1 */
  sp_key depot;               /* the store of its side from which it eats where it stands */
  int64_t depot_g;            /* all that its side has at that place */
  sp_key nearest;             /* without one: the nearest of its side that holds a ration */
  double nearest_m;
  int64_t nearest_g;
  int32_t foraging;           /* 0 in need, 1 always, 2 never */
  /* what weakness alone costs: it keeps weariness from falling below `weak` */
  double pace, slack, straggle; /* factors on pace, on the column's length, on stragglers (> 1: more) */
} sp_bread_state;
SP_API sp_status sp_world_bread(const sp_world *world, sp_key formation, sp_bread_state *out);
SP_API sp_key sp_world_convoy_for(const sp_world *world, sp_key formation); /* a body under orders to hand grain over to it: the one of lowest key */

/* ---- powder and fire */
typedef struct sp_powder_state {
  bool told;                  /* powder is told of its side: pouches are filled again */
  double hand_guns, bows, guns; /* in the hands of men who fight */
  double rounds, shot, arrows;  /* left to each of them: rounds, rounds, arrows */
  double strength;            /* of the powder in hand, 1 = sound */
  int32_t grenades, smoke_pots;
  int64_t full_g, wanting_g;  /* powder of a full issue in pouches and at the guns; what of it is wanting */
  int64_t train_g;            /* with its train */
  sp_key magazine;            /* of its side, within reach, with powder to give out */
  int64_t magazine_g;
  bool fights;
  double range_m;             /* between the lines; while it fights */
  double rain, smoke, dark, lot; /* factors on what its fire does at that range, each against the same fire without that cause */
  double smoke_share;         /* of the sector's view, 0..1 */
} sp_powder_state;
SP_API sp_status sp_world_powder(const sp_world *world, sp_key formation, sp_powder_state *out);

/* ---- wounded and sick with a body */
typedef struct sp_patients_state {
  int32_t light, serious, sick;
  double to_carry;            /* of these, such as cannot walk */
  double places;              /* on its carts and led horses, by its orders */
  uint8_t carries;            /* 0 as it can, 1 leaves them, 2 takes them all and waits for the loading */
  int32_t carts, led;
} sp_patients_state;
SP_API sp_status sp_world_patients(const sp_world *world, sp_key formation, sp_patients_state *out);

/* ---- spades */
typedef enum sp_dig_bar { SP_DIGS, SP_DIG_UNTOLD, SP_DIG_FIGHT, SP_DIG_ENEMY, SP_DIG_ON_ROAD, SP_DIG_DONE, SP_DIG_NIGHT, SP_DIG_NO_TOOLS, SP_DIG_BAR_COUNT } sp_dig_bar;
SP_API const char *sp_dig_bar_name(sp_dig_bar bar); /* "digs", "night" ..; NULL beyond */
typedef struct sp_spades_state {
  sp_dig_bar bar;             /* why it does not dig */
  int32_t work;               /* row of the table work, -1: nothing is begun */
  double front_m, depth_m, wanted_m, moved_m3, left_m3, palisade;
  double diggers;
  double m3_h;                /* by the clock, as it is now */
  double man_h_left;          /* of digging by day in this soil at this depth, dry and fresh */
  double frost, rain, mud, dark, weary, pauses; /* factors on what they move in an hour; pauses: meals and rest of a long day */
} sp_spades_state;
SP_API sp_status sp_world_spades(const sp_world *world, sp_key formation, sp_spades_state *out);

/* ---- walls: the one that it stands behind or before, or has orders to take */
typedef struct sp_storm_state {
  int32_t wall;               /* row of the table wall */
  bool behind;                /* it stands behind it */
  int32_t phase;              /* as in event siege_phase */
  sp_minute since;            /* 0: no assault goes on */
  double breach_m, enough_m;  /* shot down; what an assault wants */
  double heavy_guns, rounds;  /* of this body; rounds left to each */
  bool waits;                 /* it is held back: the guns speak first, or it draws a ring */
  bool invests;
  double ring;                /* how far a ring is closed about it */
  bool daylight;              /* guns can see what they hit */
  double gap_m;               /* between the lines, < 0: they are not engaged */
  double cover, ditch, climb; /* what the wall is worth to who stands behind it, 0..1 each */
} sp_storm_state;
SP_API sp_status sp_world_storm(const sp_world *world, sp_key formation, sp_storm_state *out);

/* ---- boats: a body with orders to go by sea, or with boats or rafts */
typedef enum sp_sea_bar { SP_SEA_FREE, SP_SEA_NO_ORDER, SP_SEA_ON_ROAD, SP_SEA_FIGHT, SP_SEA_ENEMY, SP_SEA_UNSTEADY, SP_SEA_NO_LANE, SP_SEA_NO_BOATS, SP_SEA_LOADING, SP_SEA_DARK, SP_SEA_WIND, SP_SEA_SAILING, SP_SEA_LANDING, SP_SEA_BUILDING, SP_SEA_BAR_COUNT } sp_sea_bar;
SP_API const char *sp_sea_bar_name(sp_sea_bar bar); /* "free", "wind" ..; NULL beyond */
typedef struct sp_sea_state {
  sp_sea_bar bar;             /* what it waits for, or is about */
  int32_t bound_for;          /* node, -1 none */
  sp_minute since;            /* in this stage */
  int32_t boats, rafts, rafts_wanted;
  double room, wanted;        /* in men: of its craft; of all that it has to carry */
  double work_left_min;       /* of loading or landing, by daylight */
  double raft_man_h_left;
  double wind_m_s, most_m_s;  /* over its lane; in which its craft do not put out any more */
  double way_m, lane_m;       /* sailed; in all */
} sp_sea_state;
SP_API sp_status sp_world_sea(const sp_world *world, sp_key formation, sp_sea_state *out);

SP_API int32_t sp_world_boats_at(const sp_world *world, int32_t crossing); /* boats that lie there: row of the table ford */

/* ---- the registers of a side: opening + in - out = closing, by line */
typedef enum sp_book { SP_BOOK_GRAIN, SP_BOOK_POWDER, SP_BOOK_GRENADES, SP_BOOK_SMOKE_POTS, SP_BOOK_COUNT } sp_book;
#define SP_BOOK_LINES 8
SP_API const char *sp_book_name(sp_book book);               /* "grain" .. "smoke_pots"; NULL beyond */
SP_API const char *sp_book_unit(sp_book book);               /* "g", "count" */
SP_API const char *sp_book_line(sp_book book, int32_t line); /* "carried", "kept", "eaten", "issued" ..; NULL beyond */
typedef struct sp_book_row {
  int64_t opening, in, out, closing;
  int64_t held;               /* what bodies or depots hold of it; -1: a line that nobody holds */
} sp_book_row;
/* SP_NOT_FOUND: that side keeps no such book in this war, or there is no such line. */
SP_API sp_status sp_world_book(const sp_world *world, int32_t side, sp_book book, int32_t line, sp_book_row *out);

#ifdef __cplusplus
}
#endif
#endif
