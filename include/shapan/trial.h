/* shapan/trial.h - one battle by itself, fought many times by the rules of any campaign.
 *
 * A trial says what is known of two sides and the ground. What is not known (how good the men are, their horse
 * and guns if nobody counted them, the hour) is drawn anew for each run, from the ranges of src/rules/trial.def,
 * by keyed dice: run n of a seed is the same run everywhere, whatever the number of threads.
 * Side 0 attacks, side 1 receives. Nothing here knows who won.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_TRIAL_H
#define SHAPAN_TRIAL_H

#include "shapan/calc.h"
#include "shapan/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the defender stands. Order is part of files: add at the end. */
typedef enum sp_trial_posture {
  SP_TRIAL_HASTY,       /* in line on ground he happens to hold */
  SP_TRIAL_PREPARED,    /* ground chosen and prepared: ditch, wagons, shields */
  SP_TRIAL_FORTIFIED,   /* parapet and ditch */
  SP_TRIAL_DELAYING,    /* a rear guard that gives way in time */
  SP_TRIAL_WITHDRAWING, /* on its way home */
  SP_TRIAL_POSTURE_COUNT
} sp_trial_posture;

typedef struct sp_trial_side {
  int32_t men;     /* 50..500,000, horse and gunners included */
  int32_t horse;   /* of these; negative = not known */
  int32_t guns;    /* negative = not known */
  int32_t archers; /* foot with bows; negative = none */
  double quality;  /* 0..1, middling 0.5; negative = not known */
  double skill;    /* of its commander, 0..1; negative = not known */
} sp_trial_side;
#define SP_TRIAL_SIDE_INIT {.horse = -1, .guns = -1, .archers = -1, .quality = -1.0, .skill = -1.0}

typedef struct sp_trial_def {
  size_t size;
  sp_trial_side side[2];     /* attacker, defender */
  sp_trial_posture posture;
  sp_relief relief;
  sp_cover cover;
  double rain_mm_h;          /* all day; 0..100 */
  double temperature_c;      /* -40..50 */
  double front_km;           /* that the fight takes; 0 = not known, 0.1..50 */
  int32_t year, month;       /* 1400..1900: arms of the foot; 1..12: the length of the day */
  double latitude_deg;       /* -66..66 */
  double horse_shoots;       /* share of the horse that shoots from the line with bow or carbine, 0..1; negative = as the rules have it */
} sp_trial_def;
#define SP_TRIAL_DEF_INIT \
  {.size = sizeof(sp_trial_def), .side = {SP_TRIAL_SIDE_INIT, SP_TRIAL_SIDE_INIT}, .cover = SP_COVER_FIELDS, .temperature_c = 15.0, .year = 1640, .month = 6, .latitude_deg = 41.0, .horse_shoots = -1.0}

typedef enum sp_trial_winner { SP_TRIAL_NOBODY, SP_TRIAL_ATTACKER, SP_TRIAL_DEFENDER } sp_trial_winner;

#define SP_TRIAL_CAUSES 15 /* causes of breaking; 0 = none */

typedef struct sp_trial_result {
  sp_trial_winner winner;    /* who holds the field when all is quiet */
  int32_t men[2];
  int32_t killed[2], wounded[2], captured[2];
  int32_t missing[2];        /* scattered, and not expected back */
  int32_t before_break[2];   /* of all these, lost by bodies that had not (yet) broken */
  int32_t left_guns[2];      /* guns lost */
  double hours;              /* of fighting, pauses of the night left out */
  int32_t bodies[2], broke[2]; /* bodies, and those of them that broke */
  int32_t first_cause[2];    /* why the first of each side broke, 0 = none did */
  int32_t broke_by[2][SP_TRIAL_CAUSES];
  bool gave_up[2];           /* broke off in order */
} sp_trial_result;

/* SP_OK, or SP_BAD_INPUT with faults (may be NULL) that name each value out of range. */
SP_API sp_status sp_trial_check(const sp_trial_def *def, sp_faults *faults);

/* Fights one run. constants NULL = the sourced values. SP_BAD_INPUT, SP_NO_MEMORY, SP_CORRUPT. */
SP_API sp_status sp_trial_run(const sp_trial_def *def, const sp_constants *constants, uint64_t seed, uint32_t run, sp_trial_result *result);

/* Runs 0 .. runs-1 of one trial into result[runs], on so many threads (1..64). */
SP_API sp_status sp_trial_many(const sp_trial_def *def, const sp_constants *constants, uint64_t seed, uint32_t runs, int32_t threads, sp_trial_result *result);

/* The small war that a run is: to look at, to save, or to hand to other tools. Caller releases and destroys. */
SP_API sp_status sp_trial_open(const sp_trial_def *def, const sp_constants *constants, uint64_t seed, uint32_t run, sp_world **world);

/* Men of a side that are lost: killed, wounded, taken, missing. */
SP_API int32_t sp_trial_lost(const sp_trial_result *result, int32_t side);

/* "hasty", "prepared", ... and the causes of breaking ("losses", "fire", "flank" ...). NULL past the end. */
SP_API const char *sp_trial_posture_name(int32_t index);
SP_API const char *sp_trial_cause_name(int32_t index);

#ifdef __cplusplus
}
#endif
#endif
