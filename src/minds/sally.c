/* sally.c - shut in, whether to send men out.
 *
 * Models   a commander behind a wall who looks at those before it, and sends a part of his men out, by night rather than by day.
 * Formula  the odds of those sent against the nearest body, its standing there to be struck, darkness, his being shut in, his temper; against what may happen to
 *          them, going beyond his orders by initiative, weariness.
 * Leaves out  what they might be sent for; relief within call. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

int32_t sp_mind_sally_men(const sp_mind *m) { return sp_to_i32(sp_floor(m->k->mind_help_share * m->p->self.men)); }

bool sp_mind_sally(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  const sp_self *self = &p->self;
  sp_scene s = sp_mind_scene(m);
  int32_t sent = sp_mind_sally_men(m);
  d->count = 0;
  d->after_min = 0;
  bool shut_in = self->shut_in && self->wall >= k->mind_mine_least && s.nearest >= 0 && (self->task == SP_TASK_STAND || self->task == SP_TASK_NONE) && self->act == SP_ACT_ORDERS;
  bool lately = self->sallied && (double)(p->now - self->sallied) < 60.0 * k->mind_sally_h;
  if (!shut_in || lately || !self->steady || self->fights || self->chases || self->train || sent < k->mind_least_sent || !sp_mind_mark(p, 4 * sp_max_i32(5, sp_to_i32(k->mind_think_min)))) return false;
  double dark = sp_clamp(1.0 - 2.0 * self->light, 0.0, 1.0), odds = sp_log(sp_max(1.0, sent) / sp_max(1.0, p->body[s.nearest].men));
  sp_option *stay = sp_mind_option(d, SP_ACT_STAY_IN, -1);
  stay->term[SP_TERM_HABIT] += k->mind_habit;
  sp_option *o = sp_mind_option(d, SP_ACT_SALLY, s.nearest);
  o->term[SP_TERM_ODDS] += 0.5 * k->mind_odds * sp_clamp(odds, -k->mind_odds_most, k->mind_odds_most);
  o->term[SP_TERM_CHANCE] += k->mind_chance * (p->body[s.nearest].shape == SP_SHAPE_CAMPED ? 1.0 : 0.6) * (0.5 + 0.5 * dark);
  o->term[SP_TERM_NEED] += 0.25 * k->mind_need; /* who sits still is lost in time */
  o->term[SP_TERM_ANGER] += k->mind_anger * self->trait[SP_TRAIT_TEMPER];
  o->term[SP_TERM_DANGER] -= 0.5 * k->mind_caught * (0.5 + self->trait[SP_TRAIT_CAUTION]);
  o->term[SP_TERM_BEYOND] -= 0.5 * k->mind_beyond * (1.0 - self->trait[SP_TRAIT_INITIATIVE]);
  o->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * self->fatigue - 0.6, 0.0, 1.0);
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
