/* battle.h - who fights, on which side, where in the line, and with what. Pure helpers, shared by the rules of battle.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_WORLD_BATTLE_H
#define SP_WORLD_BATTLE_H

#include "world/body.h"

/* How far a body has come in a fight: nowhere, within shot, at blows, in. */
typedef enum sp_stage { SP_STAGE_NONE, SP_STAGE_CLOSE, SP_STAGE_AT_BLOWS, SP_STAGE_IN } sp_stage;

typedef enum sp_sector { SP_SECTOR_LEFT, SP_SECTOR_CENTRE, SP_SECTOR_RIGHT, SP_SECTOR_RESERVE } sp_sector;

/* What a body can bring to bear. Followers, guards of prisoners and men who threw their arms away do not count. */
typedef struct sp_arms {
  double men;              /* fighting men: foot, horse, gunners; the rest is of these */
  double foot, horse;      /* who can come to hand-to-hand */
  double shot, bow;        /* who can shoot */
  double light_guns, heavy_guns;
  double shield_wagons, war_wagons;
  double armour, quality;  /* 0..1 */
} sp_arms;
sp_arms sp_arms_of(const sp_world *w, int32_t formation);

/* Length of its line, m: foot and horse side by side. */
double sp_line_m(const sp_world *w, int32_t formation);

/* Alive, with men, formed, neither in flight nor in pursuit. */
bool sp_can_fight(const sp_world *w, int32_t formation);
/* It stands where it was to lie in wait, and does. */
bool sp_lies_in_wait(const sp_world *w, int32_t formation);
/* Goes for any enemy in reach. */
bool sp_wants_fight(const sp_world *w, int32_t formation);
/* On its way by an order that does not ask it to fight. */
bool sp_marches_by(const sp_world *w, int32_t formation);
/* Ordered away since its fight began. */
bool sp_is_ordered_away(const sp_world *w, int32_t formation);
/* In a fight, in line, and an enemy's line within reach of it. */
bool sp_in_touch(const sp_world *w, int32_t formation);
/* Ordered away since its fight began, and still within reach of the line before it. */
bool sp_falls_back(const sp_world *w, int32_t formation, sp_minute now);
/* Ordered away since its fight began, and out of it. */
bool sp_breaks_off(const sp_world *w, int32_t formation);
/* Held where it is by a fight. */
static inline bool sp_held_by_fight(const sp_world *w, int32_t f) {
  return w->combat.engagement[f] >= 0 && w->combat.stance[f] <= SP_WAVERING && !w->combat.chasing[f] && !sp_breaks_off(w, f);
}

/* How far it has come in its fight, and since when it has; *since may be NULL. */
sp_stage sp_stage_of(const sp_world *w, int32_t formation, sp_minute *since);

/* Wind of its horses, or men, for a chase: 1 fresh .. 0 blown. Not while it chases. */
double sp_wind_now(const sp_world *w, int32_t formation, sp_minute now);
/* Bound on striking and riding off: whoever could not run it down gets no fight out of it, and it bars no road. */
bool sp_harasses(const sp_world *w, int32_t formation);

/* It marches off by agreement: nobody touches it, and it touches nobody. */
static inline bool sp_has_safe_conduct(const sp_world *w, int32_t f) { return w->hq.safe_until[f] > w->head->minute; }

/* Who is after whom is written here alone; quarry 0: after nobody. */
void sp_chase_set(sp_world *w, int32_t formation, sp_key quarry);
/* Rows of all who are after anybody, ascending, the dead among them. Good until somebody takes up a chase or gives it up. */
const int32_t *sp_chasers(const sp_world *w, int32_t *count);
/* No formed enemy stands in line before it: it may go after those who ran. true for a body in no fight. */
bool sp_front_is_clear(const sp_world *w, int32_t formation);

/* 0 attacker, 1 defender, -1 neither. */
static inline int32_t sp_part_of(const sp_world *w, int32_t e, int32_t f) {
  int8_t side = w->formation.side[f];
  return side == w->engagement.attacker[e] ? 0 : side == w->engagement.defender[e] ? 1 : -1;
}
/* A body's own left, centre, right to the attacker's, and back: the sides face each other. */
static inline int32_t sp_sector_turned(int32_t part, int32_t sector) { return part == 1 && sector < SP_SECTOR_RESERVE ? 2 - sector : sector; }
/* The luck of a beaten side on the day its body broke, a factor on how fast men leave the road or are overtaken: panic,
 * nightfall before a bridge, a wood in the right place. One draw for the whole side, so that it does not average out. */
double sp_luck_in_flight(const sp_world *w, int32_t formation);
/* Front of one sector. */
static inline double sp_sector_m(const sp_world *w, int32_t e) { return w->engagement.front_m[e] / (w->engagement.one_line[e] ? 1.0 : 3.0); }

/* A uniform of one word of a draw. */
static inline double sp_unit32(uint32_t word) { return ((double)word + 0.5) * 0x1p-32; }

#endif
