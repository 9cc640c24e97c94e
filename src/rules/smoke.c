/* smoke.c - smoke pots in a step of a fight: lit by those who go forward under fire, carried by the wind, good or bad as their lot.
 *
 * Models   who wants to attack lights, from smoke_light_m on until the lines are at grips, as many as veil his part of the front, if
 *          the enemy can shoot and the wind is not in his face; the veil spoils both sides' aim, and the enemy's order if it reaches him.
 * Reads    munition.smoke_pots, smoke_bad; engagement axis, gap_m; wind, rain.
 * Writes   munition.smoke_pots through world/munitions.c, smoke_untold, smoke_went, failing; formation.order of those in the smoke; smoke_rounds of the step.
 * Emits    SMOKE, by the half hour.
 * Formula  src/lore/smoke.c; dice by the body and the mark: early, dud, weak.
 * Sources  smoke.def.
 * Leaves out  pots lit to cover a retreat, and by whoever stands on the defensive; the enemy's own wind-wise reply.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/battle_step.h"
#include "world/munitions.h"

enum { DIE_POTS = 8, TOLD_MIN = 30 };

/* The wind from this part's line to the other's, m/s; x east, y north; the wind's name is where it comes from. */
static double wind_along(const sp_world *w, int32_t e, int32_t part) {
  int32_t region = w->engagement.region[e];
  double from = w->region.wind_from_deg[region] * (SP_PI / 180.0), toward = part == SP_ATTACKER ? 1.0 : -1.0;
  return -toward * w->region.wind_m_s[region] * (w->engagement.axis[e * 2] * sp_sin(from) + w->engagement.axis[e * 2 + 1] * sp_cos(from));
}

static double front_m(const sp_tick *t, const sp_fight_state *x, const sp_line_state *l) { return sp_min(sp_sector_m(t->world, x->engagement), l->men / sp_men_per_m_of(t, l)); }

static bool shoots(const sp_line_state *l) { return l->shot + l->bow + l->light_guns + l->heavy_guns > 0.0; }

/* Part of the front that this body veils, m; 0: it has no use for pots now. */
static double to_veil_m(const sp_tick *t, const sp_fight_state *x, const sp_fighter *f) {
  const sp_world *w = t->world;
  if (f->line <= 0.0 || w->munition.smoke_pots[f->formation] <= 0 || !sp_wants_fight(w, f->formation)) return 0.0;
  const sp_line_state *own = &x->line[f->part][f->sector];
  double gap = w->engagement.gap_m[x->engagement * 3 + f->sector];
  if (gap <= 0.0 || gap > t->k->smoke_light_m || own->deployed < t->k->fight_advance_deployed || !shoots(&x->line[1 - f->part][f->sector])) return 0.0;
  return wind_along(w, x->engagement, f->part) <= -t->k->smoke_back_m_s ? 0.0 : front_m(t, x, own) * f->line / own->men;
}

/* What comes to a line: order, and men who fall out. */
static void choke(sp_tick *t, sp_fight_state *x, int32_t part, int32_t sector, double pots, double share) {
  sp_world *w = t->world;
  sp_line_state *l = &x->line[part][sector];
  if (l->men <= 0.0 || pots <= 0.0 || share <= 0.0) return;
  sp_smoke s = {.pots = pots, .share = share, .front_m = front_m(t, x, l), .density = sp_men_per_m_of(t, l), .wind_m_s = w->region.wind_m_s[w->engagement.region[x->engagement]]};
  l->fire += sp_calc_smoke_hits(t->k, &s) / SP_FIGHT_STEP_MIN;
  double kept = 1.0 - sp_calc_smoke_choke(t->k, &s);
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    if (f->part == part && f->sector == sector && f->line > 0.0) w->formation.order[f->formation] *= kept;
  }
}

void sp_tell_smoke(sp_world *w, int32_t f, sp_minute minute) {
  int32_t *untold = &w->munition.smoke_untold[f * 3];
  if (untold[0] <= 0) return;
  sp_event e = sp_event_of(w, SP_EVENT_SMOKE, f, minute);
  e.a = untold[0];
  e.b = untold[1];
  e.c = untold[2];
  e.value = w->munition.smoke_went[f];
  sp_emit(w, e);
  untold[0] = untold[1] = untold[2] = 0;
}

static void light(sp_tick *t, sp_fight_state *x, const sp_fighter *f, double veil_m, sp_minute mark) {
  sp_world *w = t->world;
  int32_t body = f->formation, e = x->engagement, region = w->engagement.region[e];
  int32_t lit = sp_min_i32(w->munition.smoke_pots[body], sp_to_i32(-sp_floor(-sp_calc_pots_wanted(t->k, veil_m))));
  if (lit <= 0) return;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_lot_outcome o = sp_lot_outcome_of(&dice, w->formation.key[body], DIE_POTS, lit, &w->munition.smoke_bad[body * 3]);
  double alight = sp_calc_pots_alight(t->k, w->region.rain_mm_h[region]), drift = sp_calc_smoke_drift(t->k, wind_along(w, e, f->part));
  x->smoke_rounds[f->sector] += alight * sp_calc_pot_rounds(t->k, o.good, o.weak);
  choke(t, x, 1 - f->part, f->sector, alight * o.good, drift);
  choke(t, x, f->part, f->sector, alight * (o.early + o.good * sp_max(0.0, -drift)), 1.0);
  (void)sp_munition_move(w, SP_SMOKE_POTS, sp_munition_carried(w, body), sp_munition_line_of(SP_MUNITION_ISSUED, w->formation.side[body]), lit);
  sp_failures_seen(w, body, lit, lit - o.good);
  int32_t *untold = &w->munition.smoke_untold[body * 3];
  untold[0] += lit;
  untold[1] += o.dud + o.weak;
  untold[2] += o.early;
  w->munition.smoke_went[body] = drift >= 0.5 ? 1 : drift <= -0.5 ? -1 : 0;
  if (mark % TOLD_MIN == 0 || w->munition.smoke_pots[body] == 0) sp_tell_smoke(w, body, mark);
}

void sp_light_smoke(sp_tick *t, sp_fight_state *x, sp_minute mark) {
  for (int s = 0; s < 3; s++) x->smoke_rounds[s] = 0.0;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    double m = to_veil_m(t, x, f);
    if (m > 0.0) light(t, x, f, m, mark);
  }
}
