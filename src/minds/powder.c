/* powder.c - pouches that grow light, and grenades that failed his men.
 *
 * Models   a commander who makes do with the powder he has, asks his chief for more, or loads his train at a magazine; who tries a lot of
 *          grenades before it is issued again, when his own companies have seen some fail and the enemy leaves him the time.
 * Formula  want 0..1 as pouches, guns and train together fall below mind_powder_wary issues, the more the nearer an enemy is believed. Of a lot: the chance
 *          that it is worse than it may be, after what was seen of it (lore/lot.c), against what a trial uses up; the trial is the smallest
 *          that tells a good lot from a bad one.
 * Leaves out  fire held back to save powder; powder taken from friends; makers and suppliers. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"
#include "shapan/calc_supply.h"

/* 0..1: how near the nearest enemy is who stands formed. */
static double nearness(const sp_mind *m) {
  const sp_picture *p = m->p;
  double near = 0.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (!b->friendly && b->shape != SP_SHAPE_FLEEING && b->confidence >= m->k->mind_trust) near = sp_max(near, sp_clamp(1.0 - sp_mind_apart(b->at, p->at) / m->k->mind_dig_m, 0.0, 1.0));
  }
  return near;
}

static double want_of(const sp_mind *m, double issues) { return sp_clamp(1.0 - issues / m->k->mind_powder_wary, 0.0, 1.0) * (0.4 + 0.6 * nearness(m)); }

static sp_option *add(const sp_mind *m, sp_decision *d, sp_act act, int32_t body, double want) {
  sp_option *o = sp_mind_option(d, act, body);
  o->term[SP_TERM_NEED] -= m->k->mind_need * (0.5 + m->p->self.trait[SP_TRAIT_CAUTION]) * want;
  return o;
}

bool sp_mind_powder(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  if (!s->looked || !s->powder_told || p->self.fights || p->self.chases || !p->self.steady || p->self.fetches) return false;
  double issues = s->pouches + s->train_issues, want = want_of(m, issues);
  if (want < k->mind_bread_least) return false;
  (void)add(m, d, SP_ACT_MAKE_DO, -1, want);
  int32_t chief = sp_mind_chief(p), here = -1;
  for (int32_t n = 0; n < s->store_count && here < 0; n++)
    if (s->store[n].in_reach && s->store[n].powder_g > 0.0) here = n;
  if (here >= 0 && s->train_room_issues > 0.1 && s->free_to && !s->busy) add(m, d, SP_ACT_DRAW_POWDER, -1, want_of(m, issues + s->train_room_issues))->store = here;
  bool again = p->self.asked_powder && (double)(p->now - p->self.asked_powder) < 60.0 * k->mind_ask_bread_h;
  if (here < 0 && chief >= 0 && !again) {
    sp_option *o = add(m, d, SP_ACT_ASK_POWDER, chief, want * (1.0 - k->mind_bread_hope / (1.0 + sp_mind_apart(p->at, p->body[chief].at) / k->mind_day_m)));
    o->term[SP_TERM_SHAME] -= 0.2 * k->mind_shame * p->self.trait[SP_TRAIT_HONOUR];
  }
  if (d->count < 2) return false;
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}

/* ---- a lot that failed */

bool sp_mind_lot(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  if (!s->looked || s->grenades <= 0 || s->grenades_failed <= 0.0 || !s->free_to || s->busy || p->self.fights || p->self.touches || !p->self.steady) return false;
  sp_lot_plan plan = sp_calc_lot_plan(k->mind_lot_good, k->mind_lot_bad, k->mind_lot_risk, k->mind_lot_risk);
  double near = nearness(m), worse = sp_calc_lot_worse(s->grenades_failed, s->grenades_tried, k->mind_lot_bad, k->munition_prior, k->munition_prior);
  if (plan.sample <= 0 || s->grenades < 4 * plan.sample || s->grenades_tried >= 2.0 * plan.sample || near > k->mind_lot_near) return false;
  sp_option *o = sp_mind_option(d, SP_ACT_TRUST, -1);
  o->term[SP_TERM_DOUBT] -= k->mind_doubt * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * worse;
  o = sp_mind_option(d, SP_ACT_TRY_LOT, -1);
  o->term[SP_TERM_PRICE] -= k->mind_price * plan.sample / s->grenades;
  o->term[SP_TERM_DANGER] -= k->mind_caught * near; /* his men stand about a pit meanwhile */
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
