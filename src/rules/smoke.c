/* smoke.c - smoke pots in a step of a fight: lit by those who go forward under fire, carried by the wind, good or bad as their lot.
 *
 * Models   who wants to attack, or falls back by order before an enemy in touch, lights, from smoke_light_m on until the lines are at grips, as many as veil his part of the front, if
 *          the enemy can shoot and the wind is not in his face; the veil spoils both sides' aim, and the enemy's order if it reaches him.
 * Reads    munition.smoke_pots, smoke_bad; engagement axis, gap_m; wind, rain.
 * Writes   munition.smoke_pots through world/munitions.c, smoke_untold, smoke_went, failing, veil*; formation.order of those in the smoke; smoke_rounds of the step.
 * Emits    SMOKE, by the half hour.
 * Formula  src/lore/smoke.c; dice by the body and the mark: early, dud, weak.
 * Sources  smoke.def.
 *          The veil is left standing for its minutes (sighting.c looks across it).
 * Leaves out  pots lit by whoever stands on the defensive; the enemy's own wind-wise reply; a veil that drifts as a whole.
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
static double to_veil_m(const sp_tick *t, const sp_fight_state *x, const sp_fighter *f, sp_minute mark) {
  const sp_world *w = t->world;
  if (f->line <= 0.0 || w->munition.smoke_pots[f->formation] <= 0) return 0.0;
  bool comes_on = sp_wants_fight(w, f->formation);
  if (!comes_on && !sp_falls_back(w, f->formation, mark)) return 0.0;
  const sp_line_state *own = &x->line[f->part][f->sector];
  double gap = w->engagement.gap_m[x->engagement * 3 + f->sector];
  if (gap <= 0.0 || gap > t->k->smoke_light_m || (comes_on && own->deployed < t->k->fight_advance_deployed) || !shoots(&x->line[1 - f->part][f->sector])) return 0.0;
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

/* The veil stands where it was lit, between the body and its enemy, and thins by the wind; whoever looks across it sees less far. */
static void hang_veil(sp_tick *t, const sp_fight_state *x, const sp_fighter *f, double rounds, double veil_m, sp_minute mark) {
  sp_world *w = t->world;
  int32_t body = f->formation, e = x->engagement;
  double toward = f->part == SP_ATTACKER ? 1.0 : -1.0, half_gap = 0.5 * w->engagement.gap_m[e * 3 + f->sector], wind = w->region.wind_m_s[w->engagement.region[e]];
  sp_munition_columns *m = &w->munition;
  sp_xy at = sp_head_of(w, body), axis = {toward * w->engagement.axis[e * 2], toward * w->engagement.axis[e * 2 + 1]};
  at = (sp_xy){at.x + half_gap * axis.x, at.y + half_gap * axis.y};
  double dx = at.x - m->veil_xy[body * 2], dy = at.y - m->veil_xy[body * 2 + 1];
  bool there = dx * dx + dy * dy <= veil_m * veil_m;
  double left = there ? sp_calc_smoke(t->k, m->veil[body], 0.0, wind, (double)(mark - m->veil_at[body]) - SP_FIGHT_STEP_MIN) : 0.0;
  m->veil[body] = sp_calc_smoke(t->k, left, rounds / SP_FIGHT_STEP_MIN / sp_max(1.0, veil_m), wind, SP_FIGHT_STEP_MIN);
  m->veil_at[body] = mark;
  m->veil_m[body] = veil_m;
  m->veil_xy[body * 2] = at.x;
  m->veil_xy[body * 2 + 1] = at.y;
  m->veil_axis[body * 2] = axis.x;
  m->veil_axis[body * 2 + 1] = axis.y;
}

static void light(sp_tick *t, sp_fight_state *x, const sp_fighter *f, double veil_m, sp_minute mark) {
  sp_world *w = t->world;
  int32_t body = f->formation, e = x->engagement, region = w->engagement.region[e];
  int32_t lit = sp_min_i32(w->munition.smoke_pots[body], sp_to_i32(-sp_floor(-sp_calc_pots_wanted(t->k, veil_m))));
  if (lit <= 0) return;
  sp_dice dice = sp_step_dice(t->dice.seed, mark);
  sp_lot_outcome o = sp_lot_outcome_of(&dice, w->formation.key[body], DIE_POTS, lit, &w->munition.smoke_bad[body * 3]);
  double alight = sp_calc_pots_alight(t->k, w->region.rain_mm_h[region]), drift = sp_calc_smoke_drift(t->k, wind_along(w, e, f->part));
  double rounds = alight * sp_calc_pot_rounds(t->k, o.good, o.weak);
  x->smoke_rounds[f->sector] += rounds;
  if (rounds > 0.0) hang_veil(t, x, f, rounds, sp_min(veil_m, lit * t->k->smoke_pot_front_m), mark);
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

/* Who comes on leaves his veil behind, and the smoke of the sector is what there is; who falls back keeps behind it. */
double sp_veiled_fire(const sp_tick *t, const sp_fight_state *x, const sp_fighter *f, sp_minute mark) {
  const sp_world *w = t->world;
  int32_t body = f->formation;
  if (w->munition.veil[body] <= 0.0 || mark - w->munition.veil_at[body] > SP_FIGHT_STEP_MIN || !sp_falls_back(w, body, mark)) return 1.0;
  return sp_calc_veiled_fire(t->k, w->munition.veil[body], w->engagement.smoke[x->engagement * 3 + f->sector]);
}

void sp_light_smoke(sp_tick *t, sp_fight_state *x, sp_minute mark) {
  for (int s = 0; s < 3; s++) x->smoke_rounds[s] = 0.0;
  for (int32_t i = 0; i < x->count; i++) {
    const sp_fighter *f = &x->fighter[i];
    double m = to_veil_m(t, x, f, mark);
    if (m > 0.0) light(t, x, f, m, mark);
  }
}
