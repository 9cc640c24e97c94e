/* convoy.c - sent for bread, or for powder: what the officer of a train does at the store and on the way back.
 *
 * Models   carts that fill at the store they were sent to, wait there while the road is unsafe, bring what they fetched to whom it is for, and hand it over; of powder
 *          what he has no room for stays with them, to be handed over another day.
 * Formula  need of those who wait for it, by how full the carts are; enemies believed by the road, by caution.
 * Leaves out  another road, another store, an escort asked for. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

#define LEAST_POWDER_G 1000.0 /* less is not worth the way */

typedef struct load { double carried_g, room_g, done_g; int32_t here; } load;

/* What he was sent for. The last of it he keeps: of grain two days' bread of his own. */
static load load_of(const sp_picture *p) {
  const sp_means *s = &p->means;
  if (!p->self.fetches_powder) return (load){s->carried_g, s->room_g, 2.0 * s->need_g, sp_mind_store_in_reach(p)};
  load l = {s->train_g, s->train_room_g, LEAST_POWDER_G, -1};
  for (int32_t n = 0; n < s->store_count && l.here < 0; n++)
    if (s->store[n].in_reach && s->store[n].powder_g >= LEAST_POWDER_G) l.here = n;
  return l;
}

bool sp_mind_convoy(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  int32_t whom = sp_mind_body_of(p, p->self.fetch_for);
  load l = load_of(p);
  if (!s->looked || !p->self.fetches || !p->self.steady || p->self.fights || s->busy || p->self.marches || whom < 0) return false;
  bool with_him = sp_mind_apart(p->at, p->body[whom].at) <= 0.5 * k->depot_hand_reach_m;
  bool there = p->self.has_goal && sp_mind_apart(p->at, p->self.goal) <= k->depot_reach_m;
  double all = l.carried_g + l.room_g, full = all > 0.0 ? l.carried_g / all : 0.0;
  if (p->self.act == SP_ACT_BRING ? !with_him : !there) return false; /* on his way */
  sp_option *o = sp_mind_option(d, SP_ACT_LINGER, whom);
  o->term[SP_TERM_NEED] -= 0.5 * k->mind_need * full;
  if (p->self.act == SP_ACT_BRING) {
    bool lately = p->self.fetches_powder && p->self.fetched && (double)(p->now - p->self.fetched) < 60.0 * k->mind_ask_bread_h;
    if (l.carried_g <= l.done_g || lately) return false;
    sp_mind_option(d, SP_ACT_DELIVER, whom)->term[SP_TERM_NEED] += k->mind_need;
  } else {
    if (l.here >= 0 && full < 0.9 && s->free_to) {
      o = sp_mind_option(d, SP_ACT_DRAW, whom);
      o->store = l.here;
      o->term[SP_TERM_NEED] += k->mind_need * (1.0 - full);
      o->term[SP_TERM_HABIT] += k->mind_habit;
    }
    o = sp_mind_option(d, SP_ACT_BRING, whom);
    o->term[SP_TERM_NEED] += k->mind_need * full;
    o->term[SP_TERM_DANGER] -= 1.5 * k->mind_caught * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * sp_mind_danger_on_way(m, p->body[whom].at, p->self.men);
    if (l.here < 0) o->term[SP_TERM_HABIT] += k->mind_habit; /* there is nothing to wait for */
  }
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
