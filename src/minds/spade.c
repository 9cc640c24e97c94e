/* spade.c - the enemy is some way off, and his men have nothing to do: whether they dig.
 *
 * Models   a camp within a day of an enemy, a body told to hold a place with hours to spare: left as it is, a shallow ditch and bank,
 *          a deep one. Behind a wall that guns have breached: left open, or closed.
 * Formula  what is to be feared of those within mind_dig_m, by their number to his own and how near they are, less what works or a
 *          wall take of it already; works take of it by the share that would be done before they are here: the way at mind_column_m_h,
 *          and mind_dig_idle_h more
 *          while they are at rest, less the mind_dig_ready_h in which spades are laid down and the line is formed. The ditch is dug by tired men.
 *          A breach counts by what of it would do for an onset, whatever the rest of the wall takes; behind it one works while the enemy looks on,
 *          mind_dig_idle_h at the least.
 * Leaves out  where he stands (he digs there); works for others; a second line. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

/* 0..1: how far he must reckon with them, works or wall apart; hours in which he can dig before the first are upon him. */
static double menace(const sp_mind *m, double *hours, int32_t *whom) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  double enemy = 0.0, friends = 0.0;
  *hours = 1e9;
  *whom = -1;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    double d = sp_mind_apart(p->at, b->at);
    if (b->friendly && d < k->mind_friends_near * k->mind_near_m && b->shape != SP_SHAPE_FLEEING) friends += k->mind_friends_count * b->men;
    if (b->friendly || b->shape == SP_SHAPE_FLEEING || b->confidence < k->mind_trust || d >= k->mind_dig_m) continue;
    bool idle = b->shape == SP_SHAPE_CAMPED || (b->shape == SP_SHAPE_STANDING && d >= k->mind_near_m); /* formed troops close by may come on at any moment */
    double away = d / k->mind_column_m_h + (idle ? k->mind_dig_idle_h : 0.0) - k->mind_dig_ready_h;
    enemy += b->men * (1.0 - d / k->mind_dig_m);
    if (away >= *hours) continue;
    *hours = away;
    *whom = n;
  }
  return sp_min(1.0, enemy / sp_max(1.0, p->self.men + friends));
}

static void add_works(const sp_mind *m, sp_decision *d, sp_act act, int32_t whom, double fear, double spared, double hours) {
  const sp_constants *k = m->k;
  const sp_self *self = &m->p->self;
  bool deep = act == SP_ACT_DIG_DEEP;
  double needs = m->p->means.dig_h[deep], done = needs > 0.0 ? sp_min(1.0, hours / needs) : 1.0;
  sp_option *o = sp_mind_option(d, act, whom);
  o->term[SP_TERM_DANGER] -= k->mind_dig * (0.5 + self->trait[SP_TRAIT_CAUTION]) * fear * (1.0 - spared * done);
  o->term[SP_TERM_WEARY] -= k->mind_weary * (deep ? 2.0 : 1.0) * (k->mind_dig_toil + 0.5 * self->fatigue);
  if (self->task == SP_TASK_STAND || self->task == SP_TASK_REAR_GUARD) o->term[SP_TERM_OBEY] += 0.2 * k->mind_obey * (0.5 + 0.5 * self->trait[SP_TRAIT_LOYALTY]); /* to hold is to hold by all means */
}

static bool about_the_breach(const sp_mind *m, sp_decision *d, double fear, double hours, int32_t whom) {
  const sp_constants *k = m->k;
  const sp_self *self = &m->p->self;
  double danger = k->mind_dig * (0.5 + self->trait[SP_TRAIT_CAUTION]) * fear * m->p->means.breach, time = sp_max(hours, k->mind_dig_idle_h);
  if (m->p->means.digs & SP_MIND_DIGS_WALL || fear * m->p->means.breach < k->mind_dig_least) return false;
  sp_mind_option(d, SP_ACT_SPARE, whom)->term[SP_TERM_DANGER] -= danger;
  sp_option *o = sp_mind_option(d, SP_ACT_REPAIR, whom);
  o->term[SP_TERM_DANGER] -= danger * (1.0 - sp_min(1.0, time / sp_max(m->p->means.mend_h, 1e-9)));
  o->term[SP_TERM_WEARY] -= k->mind_weary * (k->mind_dig_toil + 0.5 * self->fatigue);
  if (self->task == SP_TASK_STAND || self->task == SP_TASK_REAR_GUARD) o->term[SP_TERM_OBEY] += 0.2 * k->mind_obey * (0.5 + 0.5 * self->trait[SP_TRAIT_LOYALTY]);
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}

bool sp_mind_spade(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  bool can = p->means.looked && p->means.stood_down && p->self.steady && !p->self.train && p->self.men >= k->mind_least_sent, breached = p->means.breach > 0.0;
  if (!can || (!breached && (p->self.touches || p->means.digs & SP_MIND_DIGS_DEEP))) return false;
  double hours;
  int32_t whom;
  double fear = menace(m, &hours, &whom);
  if (breached) return whom >= 0 && about_the_breach(m, d, fear, hours, whom);
  fear *= 1.0 - p->means.cover;
  if (whom < 0 || hours <= 0.0 || fear < k->mind_dig_least) return false;
  sp_option *o = sp_mind_option(d, SP_ACT_SPARE, whom);
  o->term[SP_TERM_DANGER] -= k->mind_dig * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * fear * (p->means.digs ? 1.0 - k->mind_dig_shallow : 1.0);
  if (p->means.digs) {
    o->term[SP_TERM_WEARY] -= k->mind_weary * (k->mind_dig_toil + 0.5 * p->self.fatigue);
    o->term[SP_TERM_HABIT] += k->mind_habit;
  }
  if (!p->means.digs) add_works(m, d, SP_ACT_DIG, whom, fear, k->mind_dig_shallow, hours);
  add_works(m, d, SP_ACT_DIG_DEEP, whom, fear, k->mind_dig_deep, hours);
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
