/* toll.c - who falls: killed, seriously and lightly wounded; officers; commanders.
 *
 * Of men hit by fire about a quarter die at once, hand-to-hand a third, cut down in flight three quarters; of the
 *   wounded about half are seriously so (a quarter die within a month, a fifth are crippled). Killed to wounded
 *   of 1,000 hit by fire: 260 to 740, or 1 : 2.8.
 * Officers by rank run a soldier's risk times a factor. A commander's chance in a step is his body's share of losses
 *   in it times his own risk: a fifth of his men's if he stays behind, two and a half times if he rides in front,
 *   less what his household men catch for him.
 *
 * Left out: the wounded's care (weeks, not hours), duels, the enemy's choosing of marks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

double sp_calc_killed_share(const sp_constants *c, sp_toll how) {
  switch (how) {
  case SP_TOLL_SHOCK: return c->fight_killed_shock;
  case SP_TOLL_FLIGHT: return c->fight_killed_flight;
  default: return c->fight_killed_fire;
  }
}

double sp_calc_serious_share(const sp_constants *c, sp_toll how) {
  switch (how) {
  case SP_TOLL_SHOCK: return c->fight_serious_shock;
  case SP_TOLL_FLIGHT: return c->fight_serious_flight;
  default: return c->fight_serious_fire;
  }
}

double sp_calc_rank_risk(const sp_constants *c, sp_rank rank) {
  switch (rank) {
  case SP_RANK_COMPANY: return c->fight_rank_company;
  case SP_RANK_BATTALION: return c->fight_rank_battalion;
  case SP_RANK_GENERAL: return c->fight_rank_general;
  default: return 1.0;
  }
}

double sp_calc_leader_hit(const sp_constants *c, double loss_share, double in_front, double guard_share) {
  double risk = c->leaders_risk_behind + (c->leaders_risk_front - c->leaders_risk_behind) * sp_lore_unit(in_front);
  double reached = 1.0 - c->leaders_guarded * sp_lore_unit(guard_share);
  return sp_lore_unit(sp_max(0.0, loss_share) * risk * reached);
}
