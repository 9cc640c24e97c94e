/* leaguer.c - before a walled place that he is to take, or to shut in.
 *
 * Models   a wall to be stormed at once, or after the guns; a gallery dug under it, where there is powder for one and time; a ring drawn instead, and kept while his bread lasts; a siege raised for want of
 *          bread, for cold, after being beaten off; a ring left to turn on an army that comes to relieve the place, behind a ditch that looks its way.
 * Formula  the odds against those believed within, the wall as it stands before his eyes, guns that may yet open it, onsets beaten off;
 *          how far his men would close a ring; want of bread, which waiting makes worse; relief believed within mind_relief_m, by its number
 *          and nearness. Who is under a chief close by does as he is told.
 * Leaves out  hunger within, which nobody outside knows; parleys; a place taken by surprise. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"
#include "shapan/calc_supply.h"

typedef struct siege {
  double own, garrison, sigma, relief; /* men; spread of the estimate; 0..1 */
  int32_t coming;                      /* the nearest of those who come to relieve it, or -1 */
  double want;                         /* of bread */
} siege;

static bool is_within(const sp_mind *m, const sp_known_body *b) { return sp_mind_apart(b->at, m->p->self.town.at) <= m->p->self.town.radius_m + b->error_m; }

static siege look(const sp_mind *m) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  siege s = {.own = p->self.men, .coming = -1, .want = p->means.eats ? sp_mind_want(m, sp_mind_days(m, p->means.withheld, true)) : 0.0};
  double relief = 0.0, nearest = k->mind_relief_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    double d = sp_mind_apart(b->at, p->self.town.at);
    if (b->friendly && b->shape != SP_SHAPE_FLEEING && sp_mind_apart(b->at, p->at) < k->mind_near_m) s.own += b->men;
    if (b->friendly || b->shape == SP_SHAPE_FLEEING || b->confidence < k->mind_trust) continue;
    if (is_within(m, b)) {
      s.garrison += b->men;
      s.sigma = sp_max(s.sigma, b->sigma);
    } else if (d < k->mind_relief_m) {
      relief += b->men;
      if (d < nearest) s.coming = n;
      nearest = sp_min(nearest, d);
    }
  }
  s.relief = sp_min(1.0, relief / sp_max(1.0, s.own)) * sp_clamp(1.2 - nearest / k->mind_relief_m, 0.0, 1.0);
  return s;
}

static double trait(const sp_mind *m, sp_trait which) { return m->p->self.trait[which]; }
static double loyal(const sp_mind *m) { return m->k->mind_obey * (0.5 + 0.5 * trait(m, SP_TRAIT_LOYALTY)); }
static double wary(const sp_mind *m) { return 0.5 + trait(m, SP_TRAIT_CAUTION); }

static bool chief_is_by(const sp_mind *m) {
  int32_t chief = sp_mind_chief(m->p);
  return chief >= 0 && sp_mind_apart(m->p->at, m->p->body[chief].at) < m->k->mind_near_m;
}

/* Who is at the wall with ladders has chosen. */
static bool is_his_to_decide(const sp_mind *m) {
  const sp_self *self = &m->p->self;
  bool storms = self->touches && ((self->act == SP_ACT_ORDERS && self->task == SP_TASK_ATTACK) || self->act == SP_ACT_STORM || self->act == SP_ACT_ATTACK);
  return self->town.is && !self->fights && !self->chases && self->steady && !self->train && !storms && !chief_is_by(m);
}

static sp_option *add(const sp_mind *m, sp_decision *d, sp_act act, int32_t body, double obeys) {
  sp_option *o = sp_mind_option(d, act, body);
  o->term[SP_TERM_OBEY] += obeys * loyal(m);
  if (m->p->self.act == act) o->term[SP_TERM_HABIT] += m->k->mind_habit;
  return o;
}

static void as_storm(const sp_mind *m, const siege *s, sp_option *o) {
  const sp_constants *k = m->k;
  const sp_town *t = &m->p->self.town;
  double open = 1.0 - k->mind_guns_open * sp_min(1.0, t->guns / k->mind_guns_enough), dark = sp_clamp(1.0 - 2.0 * m->p->self.light, 0.0, 1.0);
  if (s->garrison > 0.0) o->term[SP_TERM_ODDS] += k->mind_odds * sp_clamp(sp_log(s->own / s->garrison), -k->mind_odds_most, k->mind_odds_most);
  o->term[SP_TERM_UNKNOWN] -= k->mind_unknown * trait(m, SP_TRAIT_CAUTION) * (s->garrison > 0.0 ? sp_min(1.0, s->sigma) : 1.0);
  o->term[SP_TERM_WORKS] -= k->mind_works * wary(m) * t->wall * open;
  o->term[SP_TERM_DANGER] -= k->mind_stay * wary(m) * (0.4 * sp_min_i32(t->repulsed, 3) + 0.5 * s->relief);
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * m->p->self.fatigue - 0.6, 0.0, 1.0);
  o->term[SP_TERM_DARK] -= 0.5 * k->mind_dark * dark;
  o->term[SP_TERM_ANGER] += k->mind_anger * trait(m, SP_TRAIT_TEMPER);
}

static void as_ring(const sp_mind *m, const siege *s, sp_option *o) {
  const sp_constants *k = m->k;
  const sp_town *t = &m->p->self.town;
  o->term[SP_TERM_FIT] += 2.0 * k->mind_fit * (sp_calc_ring(k, s->own, 0.0, t->ring_m) - k->mind_ring_least);
  o->term[SP_TERM_HUNGER] -= k->mind_bread * wary(m) * s->want;
  o->term[SP_TERM_DANGER] -= 1.5 * k->mind_stay * wary(m) * s->relief; /* posts strung out in a ring are beaten one by one */
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(-t->air_c / k->mind_cold_c, 0.0, 1.0); /* a winter in the trenches */
}

/* A ring while the gallery is driven: weeks of bread for a wall that may fall. */
static void add_mine(const sp_mind *m, const siege *s, sp_decision *d, bool to_take) {
  const sp_constants *k = m->k;
  const sp_town *t = &m->p->self.town;
  double days = t->mine_h / 24.0;
  bool worth = t->mine_opens >= k->mind_mine_least && t->wall >= k->mind_mine_least && days <= k->mind_mine_days && t->guns <= 0.0; /* guns would do it sooner */
  if (!worth && m->p->self.act != SP_ACT_MINE) return;
  sp_option *o = add(m, d, SP_ACT_MINE, -1, to_take ? 0.6 : 0.4);
  as_ring(m, s, o);
  o->term[SP_TERM_WORKS] += k->mind_works * t->mine_opens * t->wall;
  if (m->p->means.eats) o->term[SP_TERM_HUNGER] -= 0.5 * k->mind_bread * wary(m) * sp_clamp(1.0 - sp_mind_days(m, m->p->means.withheld, true) / sp_max(1.0, days), 0.0, 1.0);
  o->term[SP_TERM_FAR] -= 0.5 * k->mind_works * sp_clamp(days / k->mind_mine_days, 0.0, 1.0);
}

/* Towards a store with bread, else towards his chief. */
static void add_raising(const sp_mind *m, const siege *s, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  int32_t store = -1, chief = sp_mind_chief(p);
  for (int32_t n = 0; n < p->means.store_count && store < 0; n++)
    if (p->means.store[n].grain_g > 0.0 && sp_mind_apart(p->means.store[n].at, p->self.town.at) > k->mind_near_m) store = n;
  bool reason = s->want > 0.3 || s->relief > 0.3 || p->self.town.repulsed > 0 || p->self.town.air_c < -0.5 * k->mind_cold_c;
  if (!reason || (store < 0 && (chief < 0 || chief_is_by(m)))) return;
  sp_option *o = add(m, d, SP_ACT_RAISE, store < 0 ? chief : -1, -1.0);
  o->store = store;
  o->term[SP_TERM_SHAME] -= k->mind_shame * trait(m, SP_TRAIT_HONOUR);
  if (store < 0) o->term[SP_TERM_HUNGER] -= k->mind_bread * wary(m) * 0.5 * s->want;
  o->term[SP_TERM_DANGER] -= 0.3 * k->mind_caught * wary(m) * s->relief;
}

bool sp_mind_leaguer(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_self *self = &p->self;
  d->count = 0;
  d->after_min = 0;
  if (!is_his_to_decide(m)) return false;
  siege s = look(m);
  bool to_take = self->task == SP_TASK_ATTACK;
  as_storm(m, &s, add(m, d, to_take ? SP_ACT_ORDERS : SP_ACT_STORM, -1, to_take ? 1.0 : -0.4));
  as_ring(m, &s, add(m, d, to_take ? SP_ACT_INVEST : SP_ACT_ORDERS, -1, to_take ? 0.4 : 1.0));
  add_mine(m, &s, d, to_take);
  if (s.coming >= 0 && s.relief >= m->k->mind_relief_least) {
    sp_option *o = add(m, d, SP_ACT_FACE, s.coming, 0.3);
    o->term[SP_TERM_DANGER] -= 0.3 * m->k->mind_stay * wary(m) * s.relief;
    o->term[SP_TERM_HUNGER] -= 0.5 * m->k->mind_bread * wary(m) * s.want;
  }
  add_raising(m, &s, d);
  sp_mind_choose(m, d);
  return true;
}

/* Nobody but the garrison is near: what to do is a matter of the siege, not of the field. */
bool sp_mind_besieges(const sp_mind *m) {
  const sp_picture *p = m->p;
  if (!is_his_to_decide(m)) return false;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (!b->friendly && b->confidence >= m->k->mind_trust && sp_mind_apart(b->at, p->at) < m->k->mind_near_m && (b->shape == SP_SHAPE_FLEEING || !is_within(m, b))) return false;
  }
  return true;
}
