/* smoke.c - pots of poisoned smoke: how many a front takes, where the wind carries it, what it does there.
 *
 * A pot burns out in the step in which it is lit, and makes as much smoke as smoke_pot_rounds shots; fire.c's balance of smoke
 *   made and cleared does the rest, so that a gale tears the veil and still air leaves it hanging. Both sides aim badly through it.
 * Drift: the wind along the line from the lighter to the enemy, over smoke_drift_m_s, from -1 (all of it back over his own men)
 *   to 1 (all over the enemy); strong wind thins it: thickness = 1 / (1 + (wind / smoke_thin_m_s)^2).
 * Those in it lose order, and a few of them fall out, sick: smoke_pot_hit men a pot in a close line. In rain pots go out as
 *   matchlocks miss fire.
 *
 * Through a veil one sees less far in a straight line: at smoke_hides of its full thickness nobody. 0.25 of 0.5: half as far.
 * A fire of fires_great_t is seen from half as far as the greatest. Smoke by the light there is (as bodies are, by its cube), and less in rain and
 *   wind, which lays it flat; the glow by what is wanting of that light. 100 t in a wind of 10 m/s by day: 25,000 / 2 / 2 = 6,250 m.
 *
 * Left out: horses that shy at it, masks of wet cloth.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lore/lore.h"

#include "shapan/calc_battle.h"

double sp_calc_pots_wanted(const sp_constants *c, double front_m) { return sp_max(0.0, front_m) / c->smoke_pot_front_m; }

double sp_calc_pots_alight(const sp_constants *c, double rain_mm_h) {
  double dry = sp_calc_misfire(c, 0.0);
  return dry < 1.0 ? sp_lore_unit((1.0 - sp_calc_misfire(c, rain_mm_h)) / (1.0 - dry)) : 0.0;
}

double sp_calc_pot_rounds(const sp_constants *c, double good, double weak) { return c->smoke_pot_rounds * (sp_max(0.0, good) + c->smoke_rounds_weak * sp_max(0.0, weak)); }

double sp_calc_smoke_drift(const sp_constants *c, double along_m_s) { return sp_clamp(along_m_s / c->smoke_drift_m_s, -1.0, 1.0); }

double sp_calc_veiled_fire(const sp_constants *c, double veil, double smoke) { return sp_min(1.0, sp_lore_loss(c->fight_smoked, sp_lore_unit(veil)) / sp_lore_loss(c->fight_smoked, sp_lore_unit(smoke))); }

double sp_calc_veil_seen_m(const sp_constants *c, double visibility_m, double veil) { return visibility_m * sp_lore_unit(1.0 - sp_lore_unit(veil) / c->smoke_hides); }

static double by_day(const sp_constants *c, double light) {
  double t = sp_lore_unit(light / c->sighting_light_enough);
  return t * t * t;
}

static double fire_from_m(const sp_constants *c, const sp_far_fire *f, double most_m) {
  double size = sp_max(0.0, f->tonnes) / (sp_max(0.0, f->tonnes) + c->fires_great_t), seen = most_m * size / (1.0 + sp_max(0.0, f->rain_mm_h) / c->sighting_rain_half_mm_h);
  return f->fog_m > 0.0 ? sp_min(seen, f->fog_m) : seen;
}

double sp_calc_fire_smoke_m(const sp_constants *c, const sp_far_fire *f) {
  double wind = sp_max(0.0, f->wind_m_s) / c->fires_wind_m_s;
  return fire_from_m(c, f, c->fires_smoke_m * by_day(c, f->light) / (1.0 + wind * wind));
}

double sp_calc_fire_glow_m(const sp_constants *c, const sp_far_fire *f) { return fire_from_m(c, f, c->fires_glow_m * (1.0 - by_day(c, f->light))); }

static double thickness(const sp_constants *c, double wind_m_s) {
  double x = sp_max(0.0, wind_m_s) / c->smoke_thin_m_s;
  return 1.0 / (1.0 + x * x);
}

double sp_calc_smoke_choke(const sp_constants *c, const sp_smoke *s) {
  return c->smoke_choke * sp_lore_unit(s->pots * c->smoke_pot_front_m / sp_max(1.0, s->front_m)) * sp_lore_unit(s->share) * thickness(c, s->wind_m_s);
}

double sp_calc_smoke_hits(const sp_constants *c, const sp_smoke *s) {
  double filled = 1.0 - sp_exp(-sp_max(0.0, s->density) / c->fight_density_per_m);
  return c->smoke_pot_hit * sp_max(0.0, s->pots) * sp_lore_unit(s->share) * thickness(c, s->wind_m_s) * filled;
}
