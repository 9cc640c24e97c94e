/* battle_step.h - five minutes of a fight: what fight.c and morale.c share. Both work on one roll of those who fight,
 * made once a tick; what they find out in a step is taken from the state at its beginning, then applied to all.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RULES_BATTLE_STEP_H
#define SP_RULES_BATTLE_STEP_H

#include "rules/rules.h"
#include "world/battle.h"

enum { SP_ATTACKER = 0, SP_DEFENDER = 1 };

/* A body in a fight. */
typedef struct sp_fighter {
  int32_t formation;
  int32_t part;           /* SP_ATTACKER, SP_DEFENDER */
  int32_t sector;         /* by the attacker's numbering; SP_SECTOR_RESERVE */
  bool stands;            /* still formed */
  sp_arms arms;           /* at the beginning of the tick */
  int32_t men_then, men;  /* all its foot and horse then and now */
  double line;            /* fighting men in line now */
  double fire, shock;     /* men of it that this step is expected to hit */
  int32_t by_fire, by_hand; /* fallen, and not yet entered in the register */
  double unanswered;      /* share of that fire it cannot pay back */
  double flank;           /* 0..1 flank or rear open */
  int32_t burst;          /* hurt by its own grenades in this step */
  double pressed;
  sp_break_cause breaks;  /* what broke it in this step, or none */
} sp_fighter;

/* One side of one sector in this step. */
typedef struct sp_line_state {
  int32_t bodies;
  double men;             /* fighting men in line */
  double room;            /* share of these that find room to fight, before an enemy whom they reach; the rest stands behind them */
  double foot, horse, shot, bow, light_guns, heavy_guns; /* who find room, with ammunition */
  double quality, order, fatigue, armour, form, cover, deployed; /* means over the men */
  double powder, shield, laager; /* means: strength of the lots, shield wagons before the men, wagons or works closed about them */
  double ditch, ring, wall; /* means: ditch before the men, of it closed all round, wall they stand on */
  double wants;           /* share of men ordered to attack */
  double flanked;         /* 0..1 */
  double fire, shock;     /* men of it hit per minute */
  double pays_back;       /* fire it gives, men hit per minute */
  double pressed;
} sp_line_state;

typedef struct sp_fight_state {
  int32_t engagement;
  sp_fighter *fighter;
  int32_t count;
  sp_line_state line[2][3]; /* by part and the attacker's sector */
  double smoke_rounds[3];   /* smoke of the pots lit in this step, as so many shots */
} sp_fight_state;

static inline double sp_horse_share_of(const sp_line_state *l) { return l->foot + l->horse > 0.0 ? l->horse / (l->foot + l->horse) : 0.0; }
static inline double sp_men_per_m_of(const sp_tick *t, const sp_line_state *l) { return sp_max(0.1, sp_calc_line_men_per_m(t->k, sp_horse_share_of(l))); }

/* flanks.c: how far each line's flank or rear is open, and what closes it. */
void sp_set_flanks(const sp_tick *t, sp_fight_state *fight);

/* grenades.c: where lines come together those who have grenades throw; fire on the other, and own men burst. charged: part
 * that charges in each sector, or -1. */
void sp_throw_grenades(sp_tick *t, sp_fight_state *fight, const int32_t charged[3], sp_minute mark);

/* What becomes of n pieces of a lot with such shares of duds, weak ones, premature ones; dice from `first` on, three of them. */
typedef struct sp_lot_outcome { int32_t good, dud, weak, early; } sp_lot_outcome;
sp_lot_outcome sp_lot_outcome_of(const sp_dice *dice, sp_key key, uint32_t first, int32_t n, const double bad[3]);

/* smoke.c: who goes forward lights his pots; hits on those in the smoke, their order, smoke_rounds. */
void sp_light_smoke(sp_tick *t, sp_fight_state *fight, sp_minute mark);
/* Of the fire on a body, what is left of it by its own veil, when it falls back behind one; else 1. */
double sp_veiled_fire(const sp_tick *t, const sp_fight_state *fight, const sp_fighter *fighter, sp_minute mark);
void sp_tell_smoke(sp_world *world, int32_t formation, sp_minute minute); /* what has not been told of it */

/* Sector in which the enemies of this part are met by those of `sector`: its own, else where the next of them stand.
 * -1: there are none in line. */
int32_t sp_faced_sector(const sp_fight_state *fight, int32_t part, int32_t sector);

/* morale.c: hazards of breaking, reserves, giving up, in the five minutes that end at `mark`. */
void sp_morale_step(sp_tick *t, sp_fight_state *fight, sp_minute mark);

#endif
