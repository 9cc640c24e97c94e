/* shapan/materiel.h - what a person states of stores and of crossings: depots, country laid waste, lots of powder, ice and bridges.
 *
 * Part of scenario.h, with its rules: sizes first, SP_xxx_DEF_INIT to start from, everything copied.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_MATERIEL_H
#define SHAPAN_MATERIEL_H

#include "shapan/questions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A store at a place, of grain, powder, grenades. A side of which grain is told anywhere feeds by the rules; of others it is taken as fed. A side
 * of which powder is told anywhere fills its pouches from what it has; others have their full issue at the opening and no more of it. */
typedef struct sp_depot_def {
  size_t size; const char *id; sp_name name; const char *side, *place;
  double grain_kg, powder_kg; /* negative = nothing said of it */
  int32_t grenades; const char *lot; /* of its powder and grenades; NULL = a good arsenal's */
  bool outside;    /* before the walls, or in the open: whoever is stronger there has it */
  const char *feeds; /* the contingent that eats from it, one that feeds apart; NULL = all of its side */
  sp_where where; sp_spot place_spot, lot_spot, feeds_spot;
} sp_depot_def;
#define SP_DEPOT_DEF_INIT {.size = sizeof(sp_depot_def), .grain_kg = -1.0, .powder_kg = -1.0}

/* Bread that one contingent of a formation carries apart from what the formation's `grain` or `bread` says. */
typedef struct sp_larder_def {
  size_t size;
  const char *formation, *contingent;
  double grain_kg, bread_days; /* as weight or as days of its own need; negative = nothing said; one of both */
  sp_where where;
} sp_larder_def;
#define SP_LARDER_DEF_INIT {.size = sizeof(sp_larder_def), .grain_kg = -1.0, .bread_days = -1.0}

/* Something that comes to a side's store from outside the theatre: once, or `times` times, every so many minutes. */
typedef struct sp_delivery_def {
  size_t size;
  const char *side, *place;
  const char *by;      /* place or crossing by which it comes: on the way from there an enemy bars it; NULL = none is told */
  sp_minute at;
  double every_min;    /* 0 = once */
  int32_t times;       /* of a repeated one; 0 = to the end of the war */
  double grain_kg, powder_kg; /* negative = nothing said of it */
  int32_t grenades; const char *lot; /* of its powder and grenades; NULL = a good arsenal's */
  const char *feeds;   /* as of a depot */
  sp_where where; sp_spot place_spot, by_spot, lot_spot, feeds_spot, at_spot;
} sp_delivery_def;
#define SP_DELIVERY_DEF_INIT {.size = sizeof(sp_delivery_def), .grain_kg = -1.0, .powder_kg = -1.0}

/* Country laid waste: next to nothing but grass is found within that distance of a place. */
typedef struct sp_waste_def { size_t size; const char *place; double within_m; sp_where where; sp_spot place_spot; } sp_waste_def;
#define SP_WASTE_DEF_INIT {.size = sizeof(sp_waste_def)}

/* Who delivers lots. bad: of his grenades such as fail, < 0 as a good arsenal's; bribe: share of the price lost on the way to him. */
typedef struct sp_supplier_def { size_t size; const char *id; sp_name name; double bad, bribe; sp_where where; } sp_supplier_def;
#define SP_SUPPLIER_DEF_INIT {.size = sizeof(sp_supplier_def), .bad = -1.0}

/* A lot of powder and grenades: one delivery. Its true strength is drawn once in a war, log-normal. Shares 0..1, together at most 1. */
typedef struct sp_lot_def { /* powder: median to sound, 0.1..2, sigma 0..1; grenades: shares; bribe: share of the price lost on the way, 0..1 */
  size_t size; const char *id; double strength, spread, dud, weak, premature, bribe; sp_where where;
  const char *supplier; sp_spot supplier_spot; /* NULL: nobody is named; what is not told of its failures and bribe is then his */
  bool failures_told, bribe_told;
} sp_lot_def;
#define SP_LOT_DEF_INIT {.size = sizeof(sp_lot_def), .strength = 1.0, .spread = 0.1, .dud = 0.10, .weak = 0.04, .premature = 0.01}

/* How a crossing stands at the opening, where that is not as the map and the season have it. */
typedef struct sp_water_def {
  size_t size;
  const char *crossing;
  bool has_ice;
  double ice_cm; /* 0..300 */
  int32_t bridges; /* floating bridges that stand there besides the map's, 0..1000 */
  sp_where where;
} sp_water_def;
#define SP_WATER_DEF_INIT {.size = sizeof(sp_water_def)}

#ifdef __cplusplus
}
#endif
#endif
