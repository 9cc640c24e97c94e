/* breaking.c - the hazard that a body breaks, gives up or presses home.
 *
 * Breaking: rate per hour = base * exp(sum of weight * stress - what holds it). A fresh body of 1,000, orderly, of
 *   middling quality, breaks 0.9 % an hour; in ordinary contact (2.5 % lost in the hour and 6 % in all, half weary,
 *   order 0.75, a little pressed, no great reserve) about 5 %; with half of a flank open and half of its neighbours
 *   gone eight times that; the best troops a quarter, the worst four times. The largest term is the named cause. Losses
 *   are one of twelve: a tenth lost within the hour trebles the hazard, which open flanks and fleeing leaders
 *   outweigh, as McQuie's cases and the wars of this time say.
 * Cut off: men with no way home stand the better, until flank, neighbours or fugitives make them see it.
 * Giving up: attackers without gain break off in order, the sooner the longer it lasts, the more they lost against
 *   the enemy, the more cautious their chief, and at nightfall; but what has cost nothing has not been tried: at 1 % lost
 *   a fifth of that hazard, at 5 % two thirds, at 15 % all but a twentieth.
 * Pressing: a rate per five minutes; odds have a small exponent.
 *
 * A promise that is believed is one more thing that holds men: the most that can be promised takes two fifths off the hazard.
 *
 * Days among burnt villages lessen what holds men, by a third at the most after four.
 *
 * Men who know that they would get no quarter hold the longer when they are pressed, flanked or cut off: by a fourth of the hazard at the
 * most. Before others, or out of such straits, men fight as ever.
 *
 * Left out: cold, pay and grievance (an issue of contentment).
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

/* The order of sp_break_cause. */
enum { HELD, LOSSES, FIRE, FLANK, NEIGHBOUR, LEADER, NO_RESERVE, POWDER, WEARY, SURPRISE, FUGITIVES, PRESSED, CUT_OFF, HUNGER, WEAPONS };
_Static_assert(WEAPONS + 1 == SP_STRESS_TERMS, "a term for each cause");

#define SIZE_USUAL 1000.0 /* men; what the base is for */
#define SIZE_LEAST 50.0   /* a troop and an army: beyond, size adds nothing */
#define SIZE_MOST 20000.0
#define ODDS_MOST 20.0    /* beyond, more is no more */

/* All that is no cause: what holds a body, and its want of order. */
static inline double held(const sp_constants *c, const sp_stress *s, double term[SP_HOLD_TERMS]) {
  double size = sp_log(sp_clamp(s->size, SIZE_LEAST, SIZE_MOST) * (1.0 / SIZE_USUAL));
  double quality = c->morale_quality * sp_lore_above_middling(s->quality), leader = c->morale_leader_skill * sp_lore_above_middling(s->leader_skill);
  double works = c->morale_works * sp_lore_unit(s->works), success = c->morale_success * sp_lore_unit(s->success);
  double order = c->morale_order * (1.0 - sp_lore_unit(s->order)), sum = order;
  sum -= quality + leader;
  sum -= works + success;
  sum -= c->morale_size * size + s->form;
  term[SP_HOLD_ORDER] = order;
  term[SP_HOLD_QUALITY] = -quality;
  term[SP_HOLD_LEADER] = -leader;
  term[SP_HOLD_WORKS] = -works;
  term[SP_HOLD_SUCCESS] = -success;
  term[SP_HOLD_SIZE] = -c->morale_size * size;
  term[SP_HOLD_FORM] = -s->form;
  term[SP_HOLD_PROMISE] = s->promised > 0.0 ? -c->morale_promise * sp_lore_unit(s->promised) : 0.0;
  sum += term[SP_HOLD_PROMISE];
  term[SP_HOLD_DREAD] = s->waste_days > 0.0 ? c->morale_dread * sp_min(1.0, s->waste_days / c->morale_dread_d) : 0.0;
  sum += term[SP_HOLD_DREAD];
  double hopeless = s->no_quarter > 0.0 ? sp_lore_unit(sp_max(s->pressed, sp_max(s->flank, s->cut_off))) : 0.0;
  term[SP_HOLD_NO_QUARTER] = -c->morale_no_quarter * sp_lore_unit(s->no_quarter) * hopeless;
  if (hopeless > 0.0) sum += term[SP_HOLD_NO_QUARTER];
  term[SP_HOLD_ATTACKING] = s->attacking ? -c->morale_attacking : 0.0;
  return s->attacking ? sum - c->morale_attacking : sum;
}

double sp_calc_break_held(const sp_constants *c, const sp_stress *s, double term[SP_HOLD_TERMS]) { return held(c, s, term); }

double sp_calc_break_per_h(const sp_constants *c, const sp_stress *s, double term[SP_STRESS_TERMS]) {
  double own[SP_STRESS_TERMS];
  double *t = term ? term : own;
  double flank = sp_lore_unit(s->flank), neighbours = sp_lore_unit(s->neighbours), shaken = sp_lore_unit(s->shaken);
  double panic = sp_max(flank, sp_max(neighbours, shaken));
  double parts[SP_HOLD_TERMS];
  t[HELD] = held(c, s, parts);
  t[LOSSES] = c->morale_recent_loss * sp_lore_unit(s->recent_loss) + c->morale_total_loss * sp_lore_unit(s->total_loss);
  t[FIRE] = c->morale_unanswered * sp_lore_unit(s->unanswered);
  t[FLANK] = c->morale_flank * flank;
  t[NEIGHBOUR] = c->morale_neighbour * neighbours;
  t[LEADER] = c->morale_leader * sp_lore_unit(s->leader);
  t[NO_RESERVE] = c->morale_no_reserve * sp_lore_unit(s->no_reserve);
  t[POWDER] = c->morale_powder * sp_lore_unit(s->out_of_powder);
  t[WEARY] = c->morale_weary * sp_lore_unit(s->fatigue);
  t[SURPRISE] = c->morale_surprise * sp_lore_unit(s->surprise);
  t[FUGITIVES] = c->morale_shaken * shaken;
  t[PRESSED] = c->morale_pressed * sp_lore_unit(s->pressed);
  t[CUT_OFF] = sp_lore_unit(s->cut_off) * (c->morale_cut_off_panic * panic - c->morale_cut_off_holds * (1.0 - panic));
  t[HUNGER] = c->morale_hunger * sp_lore_unit(s->hunger);
  t[WEAPONS] = c->morale_weapons * sp_lore_unit(s->weapons);
  double sum = 0.0;
  for (int i = 0; i < SP_STRESS_TERMS; i++) sum += t[i];
  return c->morale_break_per_h * sp_exp(sum);
}

static double log_odds(double odds) { return sp_log(sp_clamp(odds, 1.0 / ODDS_MOST, ODDS_MOST)); }

double sp_calc_give_up_per_h(const sp_constants *c, double hours, double side_loss, double enemy_loss, double odds,
                             double caution, double light) {
  double sum = c->morale_give_up_hour * sp_max(0.0, hours) + c->morale_give_up_loss * sp_lore_unit(side_loss) -
               c->morale_give_up_enemy * sp_lore_unit(enemy_loss) - c->morale_give_up_odds * log_odds(odds) +
               c->morale_give_up_caution * sp_lore_above_middling(caution) + c->morale_give_up_dark * sp_lore_dark(c, light);
  double tried = 1.0 - sp_exp(-sp_lore_unit(side_loss) / c->morale_give_up_tried);
  return c->morale_give_up_per_h * tried * sp_exp(sum);
}

double sp_calc_press(const sp_constants *c, double odds, double order, double quality, double cover_ahead,
                     bool ordered_to_attack) {
  double rate = c->morale_press *
                sp_exp(c->morale_press_odds * log_odds(odds) + c->morale_press_quality * sp_lore_above_middling(quality));
  rate *= sp_lore_loss(c->morale_press_no_order, 1.0 - sp_lore_unit(order));
  rate *= 1.0 - c->morale_press_cover * sp_lore_unit(cover_ahead);
  if (!ordered_to_attack) rate *= c->morale_press_unasked;
  return sp_hazard(rate, 1.0);
}
