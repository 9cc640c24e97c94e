/* munition.c - powder and grenades: what an issue weighs, what a train takes, what a price stolen on the way does to a lot, how
 * well an eye judges it, what men think of weapons that fail.
 *
 * Issue: fight_rounds_full shots for each hand gun, fight_shot_full rounds for each gun, at so many grams a shot. 1,000 matchlocks
 *   hold 480 kg, ten heavy guns 1,500 kg.
 * Lots: strength, spread and failures follow the share of the price that was lost in straight lines through the two arsenals of
 *   the design table: sound (nothing lost) 1.0, 0.10, 10/4/1 in the hundred; corrupt (half lost) 0.7, 0.35, 20/13/7.
 * Trials: lore/lot.c; the interval is that of the Beta distribution, tails alike. 8 of 20: between 22 and 61 in the hundred.
 * Trust: nothing up to what is borne, then along a straight line to wholly gone; the worse of grenades and powder counts.
 * Blast: the dead grow with the root of the powder, since most of a crowd is beyond the stones of a small tower anyhow.
 *
 * Left out: damp that spoils powder in store, corning, saltpetre taken out and sold, balls and match.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"
#include "shapan/calc_supply.h"

double sp_calc_pouches_g(const sp_constants *c, double hand_guns) { return sp_max(0.0, hand_guns) * c->fight_rounds_full * c->munition_shot_g; }

double sp_calc_gun_issue_g(const sp_constants *c, double light_guns, double heavy_guns) {
  return c->fight_shot_full * (sp_max(0.0, light_guns) * c->munition_light_gun_g + sp_max(0.0, heavy_guns) * c->munition_heavy_gun_g);
}

double sp_calc_powder_train_kg(const sp_constants *c, const sp_column *column) {
  double carts = column->carts, pack = sp_max(0.0, column->draught - carts * c->provision_team);
  return c->munition_cart_share * (carts * c->cartage_cart_shi * c->ration_shi_kg + pack * c->cartage_mule_kg);
}

sp_lot_worth sp_calc_lot_bribed(const sp_constants *c, sp_lot_worth lot, double bribe) {
  double b = sp_lore_unit(bribe);
  lot.strength *= 1.0 - c->munition_bribe_strength * b;
  lot.spread += c->munition_bribe_spread * b;
  lot.bad[0] += c->munition_bribe_dud * b;
  lot.bad[1] += c->munition_bribe_weak * b;
  lot.bad[2] += c->munition_bribe_premature * b;
  double all = lot.bad[0] + lot.bad[1] + lot.bad[2];
  for (int i = 0; i < 3 && all > 1.0; i++) lot.bad[i] /= all;
  return lot;
}

double sp_calc_look_ln(const sp_constants *c, double skill) { return c->munition_look_ln * (1.0 - c->munition_look_skill * sp_lore_above_middling(skill)); }

void sp_calc_lot_interval(const sp_constants *c, double failures, double trials, double *low, double *high) {
  double bad = sp_clamp(failures, 0.0, sp_max(0.0, trials)), a = c->munition_prior + bad, b = c->munition_prior + sp_max(0.0, trials) - bad;
  double tail = (1.0 - c->munition_interval) / 2.0;
  *low = sp_calc_beta_quantile(tail, a, b);
  *high = sp_calc_beta_quantile(1.0 - tail, a, b);
}

double sp_calc_weapons_fail(const sp_constants *c, double grenades_failing, double powder, double shooters_share) {
  double grenades = sp_lore_ramp(grenades_failing, c->munition_bad_borne, c->munition_bad_undone);
  double falls_short = sp_lore_ramp(1.0 - powder, c->munition_short_borne, c->munition_short_undone);
  return sp_max(grenades, falls_short * sp_min(1.0, 2.0 * sp_lore_unit(shooters_share)));
}

double sp_calc_blast_dead(const sp_constants *c, double powder_kg) { return c->munition_blast_dead_t * sp_sqrt(sp_max(0.0, powder_kg) / 1000.0); }
