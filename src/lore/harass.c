/* harass.c - a mounted party strikes a column and rides off: who is hit, how long the column is held up.
 *
 * Time: until formed men come. Foot needs ten minutes, as many horse as ride in four; in between by the share of horse there is, a full
 *   screen being as many as the strikers; longer in the dark.
 * Hits: the strikers' bows at 35 m on a length of column, as in fire.c, six times as busy as in battle. 300 riders of middling quality, bows in the hands of
 *   half of them, past a column of two men to the metre for ten minutes: some 10 men. Foragers are cut down one by one:
 *   exposed * (1 - exp(-strikers * rate * minutes / exposed)).
 * Loss of the party: the shots of those of the struck who are ready, at riders in loose order; and those whom the screen cuts off,
 *   the more the less wind the horses have: hazard = screen * 0.05 * (1 + 5 * (1 - wind)).
 * Delay: (time + falling in again) * (1 - exp(-strikers / (0.02 * men))), less what a screen saves. 150 riders on 5,000 foot: 20 minutes * 0.78.
 * Ground: fewer find a way in hills, mountains, wood and marsh.
 *
 * Left out: beasts shot in the carts, carts burnt, prisoners taken alive, parties that lure a screen away.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

double sp_calc_harass_strikers(const sp_constants *c, double men, sp_relief relief, sp_cover cover) {
  double slope = relief == SP_RELIEF_MOUNTAIN ? c->harass_mountain : relief == SP_RELIEF_HILLS ? c->harass_hills : relief == SP_RELIEF_ROLLING ? 0.5 * (1.0 + c->harass_hills) : 1.0;
  double close = cover == SP_COVER_WOOD || cover == SP_COVER_MARSH ? c->harass_close : cover == SP_COVER_MIXED ? 0.5 * (1.0 + c->harass_close) : 1.0;
  return sp_max(0.0, men) * c->harass_share * slope * close;
}

static double screen_of(const sp_harass *h) { return h->strikers > 0.0 ? sp_lore_unit(sp_max(0.0, h->screen) / h->strikers) : 0.0; }

double sp_calc_harass_min(const sp_constants *c, const sp_harass *h) {
  double day = c->harass_foot_min + (sp_min(c->harass_horse_min, c->harass_foot_min) - c->harass_foot_min) * screen_of(h);
  return day * (1.0 + c->harass_dark_min * sp_lore_dark(c, h->light));
}

/* Men hit per minute by so many who shoot, at the strikers' distance. */
static double shot_down(const sp_constants *c, const sp_harass *h, const sp_fire *who) {
  sp_fire f = *who;
  f.range_m = c->harass_range_m;
  f.rain_mm_h = h->rain_mm_h;
  f.light = h->light;
  return sp_calc_fire_hits_per_min(c, &f, NULL);
}

double sp_calc_harass_hits(const sp_constants *c, const sp_harass *h) {
  double minutes = sp_calc_harass_min(c, h), exposed = sp_max(0.0, h->exposed), strikers = sp_max(0.0, h->strikers);
  if (exposed <= 0.0 || strikers <= 0.0) return 0.0;
  if (h->foragers) return exposed * (1.0 - sp_exp(-strikers * c->harass_cut_per_min * minutes * sp_lore_loss(c->pursuit_dark, sp_lore_dark(c, h->light)) / exposed));
  sp_fire fire = {.bow = strikers * c->fight_horse_bow * c->harass_busy, .quality = h->quality, .order = h->order, .target_armour = h->armour, .target_cover = h->cover_share, .target_density = h->density};
  return sp_min(exposed, minutes * shot_down(c, h, &fire));
}

double sp_calc_harass_lost(const sp_constants *c, const sp_harass *h) {
  double strikers = sp_max(0.0, h->strikers);
  if (strikers <= 0.0) return 0.0;
  sp_fire fire = {.shot = h->foragers ? 0.0 : sp_max(0.0, h->shot) * c->harass_unready, .bow = h->foragers ? 0.0 : sp_max(0.0, h->bow) * c->harass_unready, .quality = h->his_quality, .order = h->his_order, .target_armour = h->own_armour, .target_density = c->harass_loose_per_m};
  double shot = sp_calc_harass_min(c, h) * shot_down(c, h, &fire);
  double caught = screen_of(h) * c->harass_caught * (1.0 + c->harass_caught_blown * (1.0 - sp_lore_unit(h->wind)));
  caught *= sp_lore_loss(c->pursuit_dark, sp_lore_dark(c, h->light));
  return sp_min(strikers, shot + strikers * (1.0 - sp_exp(-caught)));
}

double sp_calc_harass_held(const sp_constants *c, const sp_harass *h) {
  double men = sp_max(0.0, h->men);
  return men > 0.0 ? (1.0 - sp_exp(-sp_max(0.0, h->strikers) / (c->harass_halts * men))) * (1.0 - c->harass_screen_march * screen_of(h)) : 0.0;
}

double sp_calc_harass_delay_min(const sp_constants *c, const sp_harass *h) { return (sp_calc_harass_min(c, h) + c->harass_reform_min) * sp_calc_harass_held(c, h); }

double sp_calc_harass_finds(const sp_constants *c, double fright) { return 1.0 - c->harass_forage * sp_lore_unit(fright); }
