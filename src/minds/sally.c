/* sally.c - shut in, whether to send men out.
 *
 * Models   a commander behind a wall who looks at those before it, and sends a part of his men out, by night rather than by day.
 * Formula  the odds of those sent against the nearest body, its standing there to be struck, darkness, his being shut in, his temper; against what may happen to
 *          them, going beyond his orders by initiative, weariness.
 * Leaves out  what they might be sent for; relief within call. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

int32_t sp_mind_sally_men(const sp_mind *m) { return sp_to_i32(sp_floor(m->k->mind_help_share * m->p->self.men)); }

/* Shut in behind a wall, told nothing else, with men to send; who was sent out himself sends nobody. */
static bool may_sally(const sp_mind *m) {
  const sp_self *self = &m->p->self;
  if (!self->shut_in || self->wall < m->k->mind_sally_wall || self->born_of || self->act != SP_ACT_ORDERS) return false;
  if (self->task != SP_TASK_STAND && self->task != SP_TASK_NONE) return false;
  if (!self->steady || self->fights || self->chases || self->train || sp_mind_sally_men(m) < m->k->mind_least_sent) return false;
  bool lately = self->sallied && (double)(m->p->now - self->sallied) < 60.0 * m->k->mind_sally_h;
  return !lately && sp_mind_mark(m->p, 4 * sp_max_i32(5, sp_to_i32(m->k->mind_think_min)));
}

bool sp_mind_sally(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  const sp_self *self = &p->self;
  d->count = 0;
  d->after_min = 0;
  if (!may_sally(m)) return false;
  int32_t before = sp_mind_scene(m).nearest;
  if (before < 0) return false;
  double dark = sp_clamp(1.0 - 2.0 * self->light, 0.0, 1.0), odds = sp_log(sp_max(1.0, sp_mind_sally_men(m)) / sp_max(1.0, p->body[before].men));
  sp_option *stay = sp_mind_option(d, SP_ACT_STAY_IN, -1);
  stay->term[SP_TERM_HABIT] += k->mind_habit;
  sp_option *o = sp_mind_option(d, SP_ACT_SALLY, before);
  o->term[SP_TERM_ODDS] += k->mind_sally_odds * k->mind_odds * sp_clamp(odds, -k->mind_odds_most, k->mind_odds_most);
  o->term[SP_TERM_CHANCE] += k->mind_chance * (p->body[before].shape == SP_SHAPE_CAMPED ? 1.0 : k->mind_sally_awake) * (k->mind_sally_day + (1.0 - k->mind_sally_day) * dark);
  o->term[SP_TERM_NEED] += k->mind_sally_need * k->mind_need; /* who sits still is lost in time */
  o->term[SP_TERM_ANGER] += k->mind_anger * self->trait[SP_TRAIT_TEMPER];
  o->term[SP_TERM_DANGER] -= k->mind_sally_risk * k->mind_caught * (0.5 + self->trait[SP_TRAIT_CAUTION]);
  o->term[SP_TERM_BEYOND] -= k->mind_half_beyond * k->mind_beyond * (1.0 - self->trait[SP_TRAIT_INITIATIVE]);
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * self->fatigue - 0.6, 0.0, 1.0);
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
