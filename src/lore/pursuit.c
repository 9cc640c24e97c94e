/* pursuit.c - flight and pursuit: who is overtaken, dies, yields, slips off; captives; standing again.
 *
 * Overtaken: a rate by who chases whom (horse after foot 0.55 an hour, 42 of a hundred in the first; foot after foot 0.08) in a usual
 *   chase: by day, on damp rolling ground of fields and copses, one pursuer to each fugitive, in the order that a victory leaves, winded by
 *   half an hour's chase, under a middling commander, after men who have thrown away a part and have somewhere to run. Each
 *   condition that differs multiplies it by its factor over the usual one's: wind, light, mud, rain, order, caution, what is shed, ground, being cut
 *   off. A better chase overtakes more than the table says, a worse one less, and the hazard never more than all.
 *   Numbers: few pursuers deal with three or one an hour each, as many as there are fugitives reach the table's figure, and
 *   more are in each other's way: u * e * n / (u * (1 - n) + e * n) for n pursuers to a fugitive. 2,000 horse after 6,000
 *   foot: 0.55 * 3 * 0.333 / (0.55 * 0.667 + 3 * 0.333) = 0.40 an hour.
 * Fate: slips off, or is dealt with; of the latter some are killed: three of ten with some quarter, three of four
 *   without any. Thrown-away arms save lives where quarter is given; horse and nowhere to go leave fewer ways out.
 * Scattering, pace, wind, loot: rates with added shares.
 * Captives: one guard to six in the field; what is wanting of that lets them go, with its square.
 * Rally: not within the first hour, the full rate from the fourth; scattered men come back by who chased them.
 *
 * Left out: fugitives who turn on few pursuers, horses taken on the way, enrolled captives.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

#define LN_2 0.6931471805599453

/* ---------------------------------------------------------------- overtaking */

static double chase_ground(const sp_constants *c, sp_relief relief, sp_cover cover) {
  double slope = relief == SP_RELIEF_MOUNTAIN  ? c->pursuit_mountain
                 : relief == SP_RELIEF_HILLS   ? c->pursuit_hills
                 : relief == SP_RELIEF_ROLLING ? 0.5 * (1.0 + c->pursuit_hills)
                                               : 1.0;
  switch (cover) {
  case SP_COVER_MIXED: return slope * c->pursuit_mixed;
  case SP_COVER_WOOD: return slope * c->pursuit_wood;
  case SP_COVER_MARSH: return slope * c->pursuit_marsh;
  default: return slope;
  }
}

/* What so many pursuers of one kind overtake in an hour of a usual chase. */
static double caught_per_h(double usual, double pursuers, double each_per_h, double fugitives) {
  double n = sp_min(1.0, sp_max(0.0, pursuers) / fugitives), slowed = usual * (1.0 - n) + each_per_h * n;
  return slowed > 0.0 ? usual * each_per_h * n / slowed : 0.0;
}

/* Factors as against the best of chases, each alone. */
static void hindered(const sp_constants *c, const sp_chase *x, double part[SP_CATCH_PARTS]) {
  part[SP_CATCH_WIND] = sp_lore_loss(c->pursuit_blown, 1.0 - sp_lore_unit(x->wind));
  part[SP_CATCH_LIGHT] = sp_lore_loss(c->pursuit_dark, sp_lore_dark(c, x->light));
  part[SP_CATCH_MUD] = sp_lore_loss(c->pursuit_mud, sp_lore_unit(x->mud));
  part[SP_CATCH_RAIN] = sp_lore_loss(c->pursuit_rain, sp_lore_rain(c, x->rain_mm_h));
  part[SP_CATCH_ORDER] = sp_lore_loss(c->pursuit_no_order, 1.0 - sp_lore_unit(x->order));
  part[SP_CATCH_CAUTION] = 1.0 - c->pursuit_caution * sp_lore_unit(x->caution);
  part[SP_CATCH_SHED] = 1.0 - c->pursuit_shed * sp_lore_unit(x->shed);
  part[SP_CATCH_GROUND] = chase_ground(c, x->relief, x->cover);
  part[SP_CATCH_CUT_OFF] = 1.0 + c->pursuit_cut_off * sp_lore_unit(x->cut_off);
}

/* What the rates of the table are for. */
static sp_chase usual_chase(const sp_constants *c) {
  return (sp_chase){.wind = 1.0 - c->pursuit_usual_h * c->pursuit_wind_horse_per_h, .light = 1.0, .mud = c->pursuit_usual_mud, .order = c->pursuit_usual_order,
                    .caution = 0.5, .shed = c->pursuit_usual_shed, .relief = SP_RELIEF_ROLLING, .cover = SP_COVER_MIXED};
}

double sp_calc_overtaken_parts(const sp_constants *c, const sp_chase *chase, double part[SP_CATCH_PARTS]) {
  double foot = sp_max(0.0, chase->fugitives_foot), horse = sp_max(0.0, chase->fugitives_horse), men = foot + horse;
  for (int n = 0; n < SP_CATCH_PARTS; n++) part[n] = n < SP_CATCH_WIND ? 0.0 : 1.0;
  if (men <= 0.0) return 0.0;
  double mounted = horse / men, usual[SP_CATCH_PARTS];
  const sp_chase norm = usual_chase(c);
  hindered(c, chase, part);
  hindered(c, &norm, usual);
  for (int n = SP_CATCH_WIND; n < SP_CATCH_PARTS; n++) part[n] /= usual[n]; /* no constant's range lets one be 0 */
  part[SP_CATCH_BY_HORSE] = caught_per_h(c->pursuit_horse_foot_per_h * (1.0 - mounted) + c->pursuit_horse_horse_per_h * mounted, chase->pursuers_horse, c->pursuit_deals_horse_per_h, men);
  part[SP_CATCH_BY_FOOT] = caught_per_h(c->pursuit_foot_foot_per_h * (1.0 - mounted) + c->pursuit_foot_horse_per_h * mounted, chase->pursuers_foot, c->pursuit_deals_foot_per_h, men);
  double rate = part[SP_CATCH_BY_HORSE] + part[SP_CATCH_BY_FOOT];
  for (int n = SP_CATCH_WIND; n < SP_CATCH_PARTS; n++) rate *= part[n];
  return rate;
}

double sp_calc_overtaken_per_h(const sp_constants *c, const sp_chase *chase) {
  double part[SP_CATCH_PARTS];
  return sp_calc_overtaken_parts(c, chase, part);
}

void sp_calc_overtaken_fate(const sp_constants *c, int32_t quarter, double shed, double horse_share, double cut_off,
                            double *cut_down, double *taken) {
  double slips = c->pursuit_slips_off, dies = c->pursuit_dies_some;
  double spared = 1.0 - c->pursuit_dies_shed * sp_lore_unit(shed);
  if (quarter == 1) {
    slips *= c->pursuit_slips_none;
    dies = c->pursuit_dies_none;
  } else {
    dies = (quarter == 2 ? c->pursuit_dies_all : dies) * spared;
  }
  slips *= 1.0 - c->pursuit_slips_horse * sp_lore_unit(horse_share);
  slips *= 1.0 - c->pursuit_slips_cut_off * sp_lore_unit(cut_off);
  double dealt_with = 1.0 - sp_lore_unit(slips);
  *cut_down = dealt_with * dies;
  *taken = dealt_with * (1.0 - dies);
}

/* ---------------------------------------------------------------- in hiding */

/* What is wanted and what can be dealt with, joined. */
static double dealt_per_h(double wanted, double searchers, double each_per_h, double men) {
  double possible = searchers * each_per_h / men;
  return possible > 0.0 ? wanted * possible / (wanted + possible) : 0.0;
}

double sp_calc_found_per_h(const sp_constants *c, const sp_hiding *x) {
  double men = sp_max(0.0, x->men);
  if (men <= 0.0) return 0.0;
  double slope = x->relief == SP_RELIEF_MOUNTAIN  ? 0.5 * c->sweep_hills
                 : x->relief == SP_RELIEF_HILLS   ? c->sweep_hills
                 : x->relief == SP_RELIEF_ROLLING ? 0.5 * (1.0 + c->sweep_hills)
                                                  : 1.0;
  double hidden = x->cover == SP_COVER_WOOD ? c->sweep_wood : x->cover == SP_COVER_MIXED || x->cover == SP_COVER_MARSH ? 0.5 * (1.0 + c->sweep_wood) : 1.0;
  double wanted = c->sweep_per_h * slope * hidden * sp_exp(-sp_max(0.0, x->hours) / c->sweep_hide_h);
  wanted *= sp_lore_loss(c->sweep_dark, sp_lore_dark(c, x->light)) * sp_lore_loss(c->sweep_rain, sp_lore_rain(c, x->rain_mm_h));
  return dealt_per_h(wanted, sp_max(0.0, x->searchers), c->sweep_each_per_h, men);
}

/* ---------------------------------------------------------------- fugitives */

double sp_calc_scatter_per_h(const sp_constants *c, sp_relief relief, sp_cover cover, double light, double pursued) {
  double steep = relief == SP_RELIEF_MOUNTAIN ? 2.0 : relief == SP_RELIEF_HILLS ? 1.0 : 0.0;
  double hidden = cover == SP_COVER_WOOD ? 1.0 : cover == SP_COVER_MIXED || cover == SP_COVER_MARSH ? 0.5 : 0.0;
  double ground = 1.0 + c->rout_scatter_hills * steep + c->rout_scatter_wood * hidden;
  double chased = 1.0 + c->rout_scatter_pursued * sp_lore_unit(pursued);
  return c->rout_scatter_per_h * ground * chased * (1.0 + c->rout_scatter_dark * sp_lore_dark(c, light));
}

double sp_calc_flight_pace(const sp_constants *c, double shed, double panic) {
  return c->rout_pace * (1.0 + c->rout_pace_panic * sp_lore_unit(panic)) *
         (1.0 + c->rout_pace_shed * sp_lore_unit(shed));
}

/* ---------------------------------------------------------------- pursuers */

double sp_calc_wind_per_h(const sp_constants *c, double horse_share, double mud, double fatigue) {
  double riding = sp_lore_unit(horse_share);
  double dry = c->pursuit_wind_horse_per_h * riding + c->pursuit_wind_foot_per_h * (1.0 - riding);
  return dry * (1.0 + c->pursuit_wind_mud * sp_lore_unit(mud)) * (1.0 + c->pursuit_wind_weary * sp_lore_unit(fatigue));
}

double sp_calc_stop_for_loot_per_h(const sp_constants *c, double greed, double shed, double order) {
  double drawn = sp_exp(c->pursuit_loot_greed * sp_lore_above_middling(greed));
  double lies_about = 1.0 + c->pursuit_loot_shed * sp_lore_unit(shed);
  double loose = 1.0 + c->pursuit_loot_no_order * (1.0 - sp_lore_unit(order));
  return c->pursuit_loot_per_h * drawn * lies_about * loose;
}

/* ---------------------------------------------------------------- captives */

double sp_calc_guards_wanted(const sp_constants *c, double captives, bool in_town) {
  return sp_max(0.0, captives) / (in_town ? c->captives_per_guard_town : c->captives_per_guard);
}

double sp_calc_escape_per_h(const sp_constants *c, double captives, double guards, double light, bool marching) {
  double wanted = sp_calc_guards_wanted(c, captives, false);
  if (wanted <= 0.0) return 0.0;
  double wanting = sp_lore_unit(1.0 - sp_max(0.0, guards) / wanted);
  double rate = c->captives_escape_per_h + c->captives_escape_unguarded_per_h * wanting * wanting;
  rate *= 1.0 + c->captives_escape_dark * sp_lore_dark(c, light);
  return marching ? rate * (1.0 + c->captives_escape_march) : rate;
}

/* ---------------------------------------------------------------- standing again */

double sp_calc_rally_per_h(const sp_constants *c, double quality, double leader_skill, double pursued,
                           double hours_since, double order) {
  double begun = sp_lore_ramp(hours_since, c->rally_first_h, c->rally_full_h); /* their ranges do not meet */
  double men = sp_exp(c->rally_quality * sp_lore_above_middling(quality) + c->rally_leader * sp_lore_above_middling(leader_skill));
  double left_alone = 1.0 - c->rally_pursued * sp_lore_unit(pursued);
  return c->rally_per_h * begun * men * left_alone * (1.0 + c->rally_order * sp_lore_unit(order));
}

double sp_calc_rally_back_share(const sp_constants *c, double fugitive_horse_share, double pursuer_horse_share) {
  double chasing = sp_lore_unit(pursuer_horse_share), mounted = sp_lore_unit(fugitive_horse_share);
  double foot = c->rally_back_foot_by_foot + (c->rally_back_foot_by_horse - c->rally_back_foot_by_foot) * chasing;
  return foot + (c->rally_back_horse - foot) * mounted;
}

double sp_calc_rally_willing_share(const sp_constants *c, double back_share, double hours_since) {
  double share = sp_lore_unit(back_share), left = share * sp_exp(-sp_calc_rally_back_per_h(c) * sp_max(0.0, hours_since));
  return left / sp_max(1e-9, left + 1.0 - share);
}

double sp_calc_rally_back_per_h(const sp_constants *c) { return LN_2 / (24.0 * c->rally_back_half_days); }
