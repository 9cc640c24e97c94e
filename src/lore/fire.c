/* fire.c - shot, bows and guns: who is hit, what is spent; misfires and smoke.
 *
 * Practice: a volley at a close line hits with 5 % of its shots at 50 m, 2 % at 100, 0.7 % at 150: 13.4 % at the
 *   muzzle falling exponentially over 51 m, that length in proportion to the powder's strength. Bows fall off over
 *   25 m. Fewer men shoot the nearer the range comes to the weapon's reach.
 * Battle: men with hand guns fire a fifth of the time they are in reach (or no pouch would last an hour), and hit
 *   with an eighth of what practice promises: at 80 m some 450 rounds to a man hit, as battles had it.
 *   12,000 a side on 2.5 km, 4,800 of them with matchlocks and 30 guns, lines at 80 m: about 85 men hit an hour
 *   by shot and 65 by guns. tests/unit/lore/test_fire.c does that sum, test_shock.c adds the hand-to-hand.
 * Guns: men hit per round at the muzzle, falling over some hundreds of metres; battle's figures already.
 * All: times quality, order, darkness, smoke, how much of its front the target fills, cover, armour. Rain makes
 *   matchlocks miss fire (dry 12 %, drizzle 30, rain 70, downpour all), slackens bows, and wets guns by half of that.
 * Smoke: made per round and metre of front, cleared by time and wind; solved exactly over a step.
 *
 * Left out: volleys against rolling fire, grenades, rockets, mounted archery apart, wind on arrows.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

#define POWDER_LEAST 0.1 /* weaker powder is no powder; keeps the fall of range finite */

double sp_calc_misfire(const sp_constants *c, double rain_mm_h) {
  if (rain_mm_h <= 0.0) return c->fight_misfire_dry;
  double drizzle = sp_lore_ramp(rain_mm_h, 0.0, c->fight_drizzle_mm_h);
  double rain = sp_lore_ramp(rain_mm_h, c->fight_drizzle_mm_h, c->fight_rain_mm_h);
  double downpour = sp_lore_ramp(rain_mm_h, c->fight_rain_mm_h, c->fight_downpour_mm_h);
  double share = c->fight_misfire_dry + (c->fight_misfire_drizzle - c->fight_misfire_dry) * drizzle +
                 (c->fight_misfire_rain - c->fight_misfire_drizzle) * rain + (1.0 - c->fight_misfire_rain) * downpour;
  return sp_lore_unit(share);
}

static double shots_per_min(const sp_constants *c, const sp_fire *f) {
  double willing = 1.0 - sp_lore_ramp(f->range_m, c->fight_shot_full_m, c->fight_shot_reach_m);
  double goes_off = 1.0 - sp_calc_misfire(c, f->rain_mm_h);
  return sp_max(0.0, f->shot) * c->fight_shot_per_min * c->fight_shot_busy * willing * goes_off;
}

double sp_calc_arrows_per_min(const sp_constants *c, const sp_fire *f) {
  double willing = 1.0 - sp_lore_ramp(f->range_m, c->fight_bow_full_m, c->fight_bow_reach_m);
  return sp_max(0.0, f->bow) * c->fight_bow_per_min * c->fight_bow_busy * willing;
}

/* Rounds per minute of one kind of gun. */
static double rounds_per_min(const sp_constants *c, const sp_fire *f, double guns, double per_h) {
  double willing = 1.0 - sp_lore_ramp(f->range_m, c->fight_gun_full_m, c->fight_gun_reach_m);
  double dry = sp_calc_misfire(c, 0.0);
  double wetted = dry < 1.0 ? (sp_calc_misfire(c, f->rain_mm_h) - dry) / (1.0 - dry) : 1.0;
  return sp_max(0.0, guns) * per_h * (1.0 / 60.0) * willing * (1.0 - c->fight_gun_wet * sp_lore_unit(wetted));
}

double sp_calc_gun_rounds_per_min(const sp_constants *c, const sp_fire *f) {
  return rounds_per_min(c, f, f->light_guns, c->fight_light_gun_per_h) +
         rounds_per_min(c, f, f->heavy_guns, c->fight_heavy_gun_per_h);
}

/* What helps or hinders every weapon alike. */
static double aim(const sp_constants *c, const sp_fire *f) {
  double quality = 1.0 + c->fight_quality * sp_lore_above_middling(f->quality);
  double order = sp_lore_loss(c->fight_no_order, 1.0 - sp_lore_unit(f->order));
  double seen = sp_lore_loss(c->fight_dark, sp_lore_dark(c, f->light));
  double clear = sp_lore_loss(c->fight_smoked, sp_lore_unit(f->smoke));
  double filled = 1.0 - sp_exp(-sp_max(0.0, f->target_density) / c->fight_density_per_m);
  return quality * order * seen * clear * filled;
}

/* Hits per shot, arrow or round at that range. */
static double hits_at(double at_muzzle, double range_m, double fall_m, double powder) {
  return at_muzzle * sp_exp(-sp_max(0.0, range_m) / (fall_m * sp_max(POWDER_LEAST, powder)));
}

double sp_calc_fire_hits_per_min(const sp_constants *c, const sp_fire *f, double *rounds) {
  double shots = shots_per_min(c, f);
  if (rounds) *rounds = shots;
  double arrows = sp_calc_arrows_per_min(c, f) * sp_lore_loss(c->fight_bow_wet, sp_lore_rain(c, f->rain_mm_h));
  double armour = sp_lore_unit(f->target_armour), cover = sp_lore_unit(f->target_cover);
  double by_hand = 0.0, by_guns = 0.0;
  if (shots > 0.0) {
    double hit = hits_at(c->fight_shot_hit, f->range_m, c->fight_shot_fall_m, f->powder);
    by_hand += shots * hit * (1.0 - c->fight_armour_ball * armour);
  }
  if (arrows > 0.0) {
    double hit = hits_at(c->fight_bow_hit, f->range_m, c->fight_bow_fall_m, 1.0);
    by_hand += arrows * hit * (1.0 - c->fight_armour_arrow * armour);
  }
  if (f->light_guns > 0.0) {
    by_guns += rounds_per_min(c, f, f->light_guns, c->fight_light_gun_per_h) *
               hits_at(c->fight_light_gun_hit, f->range_m, c->fight_light_gun_fall_m, f->powder);
  }
  if (f->heavy_guns > 0.0) {
    by_guns += rounds_per_min(c, f, f->heavy_guns, c->fight_heavy_gun_per_h) *
               hits_at(c->fight_heavy_gun_hit, f->range_m, c->fight_heavy_gun_fall_m, f->powder);
  }
  by_hand *= c->fight_stress * (1.0 - c->fight_cover_fire * cover);
  by_guns *= 1.0 - c->fight_cover_gun * cover;
  return (by_hand + by_guns) * aim(c, f);
}

/* ds/dt = made * (1 - s) - cleared * s. */
double sp_calc_smoke(const sp_constants *c, double smoke, double rounds_per_m, double wind_m_s, double dt_min) {
  double made = c->fight_smoke_per_round * sp_max(0.0, rounds_per_m);
  double cleared = c->fight_smoke_clear_per_min + c->fight_smoke_wind * sp_max(0.0, wind_m_s);
  double settled = made / (made + cleared);
  return sp_lore_unit(settled + (sp_lore_unit(smoke) - settled) * sp_exp(-(made + cleared) * sp_max(0.0, dt_min)));
}
