/* harry.c - an enemy too strong to be attacked passes or camps near by, and he has horse.
 *
 * Models   his horse kept together, or a party of it sent to hang on the enemy, strike and ride off (src/rules/harass.c), which costs the enemy men and hours; the
 *          party called back when its horses must be worn, or too few of it are left.
 * Formula  the chance that a column offers, or a camp, mind_party_camp of it; what horse he has, to mind_party_most, and in what order; against it darkness, weariness,
 *          going beyond his orders. Who was told to go, stand, attack or keep off does that, a garrison and who was told off himself keep together, and one party goes in mind_party_h. It is
 *          called back after mind_party_h, or when it is believed to have come down to mind_party_gone.
 * Leaves out  parties of several commanders at one enemy; riding with them himself. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static double trait(const sp_mind *m, sp_trait which) { return m->p->self.trait[which]; }

/* The nearest formed enemy on the march or in camp whom he would not attack. */
static int32_t too_strong(const sp_mind *m) {
  const sp_picture *p = m->p;
  int32_t best = -1;
  double least = m->k->mind_dig_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    double d = sp_mind_apart(p->at, b->at);
    bool prey = !b->friendly && (b->shape == SP_SHAPE_MARCHING || b->shape == SP_SHAPE_CAMPED) && b->confidence >= m->k->mind_trust && b->horse != 2;
    if (!prey || d >= least || b->men <= p->self.men) continue;
    least = d;
    best = n;
  }
  return best;
}

int32_t sp_mind_party(const sp_mind *m) {
  return sp_to_i32(sp_floor(sp_min(m->k->mind_party_most, m->k->mind_party_share * m->p->self.mounted)));
}

/* Told something else, or with a wall to hold: then he keeps his horse. */
static bool bound(const sp_self *self) { return (self->task != SP_TASK_NONE && self->task != SP_TASK_PURSUE) || self->wall > 0.0; }

/* His party that is out, or -1. */
static int32_t party_out(const sp_picture *p) {
  for (int32_t n = 0; n < p->body_count; n++)
    if (p->body[n].party_sent) return n;
  return -1;
}

static bool weigh_recall(const sp_mind *m, sp_decision *d, int32_t party) {
  const sp_picture *p = m->p;
  const sp_known_body *b = &p->body[party];
  double hours = (double)(p->now - b->party_sent) / 60.0, worn = hours / m->k->mind_party_h;
  bool few = b->men < m->k->mind_party_gone * b->party_men;
  if (b->task == SP_TASK_GO || (worn < 1.0 && !few)) return false; /* called already; or fresh yet */
  sp_mind_option(d, SP_ACT_KEEP_HORSE, party)->term[SP_TERM_HABIT] += m->k->mind_habit;
  sp_option *o = sp_mind_option(d, SP_ACT_RECALL, party);
  o->term[SP_TERM_WEARY] += m->k->mind_weary * sp_min(2.0, worn);
  if (few) o->term[SP_TERM_DANGER] += m->k->mind_caught * (0.5 + trait(m, SP_TRAIT_CAUTION));
  return true;
}

static bool weigh_sending(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  int32_t prey = too_strong(m), horse = sp_mind_party(m);
  bool lately = p->self.harried && (double)(p->now - p->self.harried) < 60.0 * k->mind_party_h;
  if (prey < 0 || horse < k->mind_party_least || lately || p->self.born_of || bound(&p->self)) return false;
  sp_option *o = sp_mind_option(d, SP_ACT_KEEP_HORSE, prey);
  o->term[SP_TERM_FIT] += k->mind_party_kept * k->mind_fit;
  o = sp_mind_option(d, SP_ACT_HARASS, prey);
  o->term[SP_TERM_CHANCE] += k->mind_chance * (p->body[prey].shape == SP_SHAPE_MARCHING ? 1.0 : k->mind_party_camp);
  o->term[SP_TERM_FIT] += k->mind_fit * p->self.order * horse / k->mind_party_most;
  o->term[SP_TERM_DANGER] -= k->mind_party_risk * k->mind_caught * (0.5 + trait(m, SP_TRAIT_CAUTION));
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * p->self.fatigue - 0.6, 0.0, 1.0);
  o->term[SP_TERM_DARK] -= k->mind_party_dark * k->mind_dark * sp_clamp(1.0 - 2.0 * p->self.light, 0.0, 1.0); /* to find them by */
  if (p->self.task != SP_TASK_PURSUE) o->term[SP_TERM_BEYOND] -= k->mind_half_beyond * k->mind_beyond * (1.0 - trait(m, SP_TRAIT_INITIATIVE));
  return true;
}

bool sp_mind_harry(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  d->count = 0;
  d->after_min = 0;
  int32_t party = party_out(p);
  bool can = p->self.steady && !p->self.fights && !p->self.chases && !p->self.train && sp_mind_mark(p, 2 * sp_max_i32(5, sp_to_i32(m->k->mind_think_min)));
  if (!can || !(party >= 0 ? weigh_recall(m, d, party) : weigh_sending(m, d))) return false;
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
