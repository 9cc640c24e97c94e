/* shapan/battles.h - tables of historical battles: read, and set before the rules.
 *
 * The file is CSV with a heading; columns may stand in any order. What each means: reference/README.md.
 * Part of libshapan-io.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHAPAN_BATTLES_H
#define SHAPAN_BATTLES_H

#include "shapan/trial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was known that morning. Attacker first. */
typedef struct sp_battle {
  int32_t id, year;
  char name[96];
  sp_trial_posture posture;
  sp_relief relief;
  sp_cover cover;
  double rain_mm_h, temperature_c, latitude_deg;
  int32_t month;
  double front_km;                      /* 0 = not known */
  int32_t men[2], horse[2], guns[2];    /* horse, guns negative = not known */
} sp_battle;

/* What was known that evening. Kept apart: nothing that predicts is ever given one. */
typedef struct sp_outcome {
  bool known;
  sp_trial_winner winner; /* NOBODY: a draw */
  double losses[2];       /* men, prisoners included; negative = not known */
} sp_outcome;

typedef struct sp_battles sp_battles;

/* path NULL: the house's own table, reference/battles_train.csv, in the working folder, in $SP_DATA_DIR or where the
 * data are installed. All faults are collected: columns missing, unknown or twice, cells that cannot be, with line and column.
 * An unknown column is a warning: it is named and not read. *out is NULL unless SP_OK; caller destroys.
 * SP_BAD_INPUT, SP_NOT_FOUND, SP_IO, SP_NO_MEMORY. */
SP_API sp_status sp_read_battles(const char *path, sp_faults *faults, sp_battles **out);
SP_API sp_status sp_read_battles_text(const char *label, const char *text, size_t length, sp_faults *faults, sp_battles **out);
SP_API void sp_battles_destroy(sp_battles *battles);
SP_API size_t sp_battles_count(const sp_battles *battles);
SP_API const sp_battle *sp_battles_get(const sp_battles *battles, size_t index);      /* NULL past the end */
SP_API const sp_outcome *sp_battles_outcome(const sp_battles *battles, size_t index); /* NULL past the end */

/* The trial that stands for a battle. */
SP_API void sp_battle_trial(const sp_battle *battle, sp_trial_def *out);

#ifdef __cplusplus
}
#endif
#endif
