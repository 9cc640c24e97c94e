/* convoy.c - sent for bread: what the officer of a train does at the store and on the way back.
 *
 * Models   carts that fill at the store they were sent to, wait there while the road is unsafe, bring the grain to whom it is for, and hand it over.
 * Formula  need of those who wait for it, by how full the carts are; enemies believed by the road, by caution.
 * Leaves out  another road, another store, an escort asked for. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

bool sp_mind_convoy(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  int32_t whom = sp_mind_body_of(p, p->self.fetch_for), here = sp_mind_store_in_reach(p);
  if (!s->looked || !p->self.fetches || !p->self.steady || p->self.fights || s->busy || p->self.marches || whom < 0) return false;
  bool with_him = sp_mind_apart(p->at, p->body[whom].at) <= 0.5 * k->depot_hand_reach_m;
  bool there = p->self.has_goal && sp_mind_apart(p->at, p->self.goal) <= k->depot_reach_m;
  double all = s->carried_g + s->room_g, full = all > 0.0 ? s->carried_g / all : 0.0;
  if (p->self.act == SP_ACT_BRING ? !with_him : !there) return false; /* on his way */
  sp_option *o = sp_mind_option(d, SP_ACT_LINGER, whom);
  o->term[SP_TERM_NEED] -= 0.5 * k->mind_need * full;
  if (p->self.act == SP_ACT_BRING) {
    if (s->carried_g <= 2.0 * s->need_g) return false; /* it is done: the rest he eats himself */
    sp_mind_option(d, SP_ACT_DELIVER, whom)->term[SP_TERM_NEED] += k->mind_need;
  } else {
    if (here >= 0 && full < 0.9 && s->free_to) {
      o = sp_mind_option(d, SP_ACT_DRAW, whom);
      o->store = here;
      o->term[SP_TERM_NEED] += k->mind_need * (1.0 - full);
      o->term[SP_TERM_HABIT] += k->mind_habit;
    }
    o = sp_mind_option(d, SP_ACT_BRING, whom);
    o->term[SP_TERM_NEED] += k->mind_need * full;
    o->term[SP_TERM_DANGER] -= 1.5 * k->mind_caught * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * sp_mind_danger_on_way(m, p->body[whom].at, p->self.men);
    if (here < 0) o->term[SP_TERM_HABIT] += k->mind_habit; /* there is nothing to wait for */
  }
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
