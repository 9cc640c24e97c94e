/* moment.c - his moment in the assault has come: whether he goes in with his men.
 *
 * Models   a commander who waits behind the fight for the moment at which he was told to go in, and holds his men back when it is there: for
 *          fear of what he sees of the others, of the odds, for his own life, for want of loyalty.
 * Formula  orders by loyalty, friends who fight, the odds, a line that is broken in already, against friends who run, works and weariness; for
 *          holding back his own life, against shame by honour and his chief's eyes.
 * Leaves out  who has spoken with whom. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static double trait(const sp_mind *m, sp_trait which) { return m->p->self.trait[which]; }

/* From `least` for a man without the trait to 1 for one who has all of it. */
static double from(double least, double trait_of_his) { return least + (1.0 - least) * trait_of_his; }

/* 0..1: of friends within sight, by number, those who run. */
static double running(const sp_picture *p, const sp_constants *k) {
  double run = 0.0, all = 1.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (!b->friendly || sp_mind_apart(p->at, b->at) > k->mind_near_m || (double)(p->now - b->seen) > k->mind_fresh_min) continue;
    all += b->men;
    if (b->shape == SP_SHAPE_FLEEING) run += b->men;
  }
  return run / all;
}

static double chief_is_by(const sp_mind *m) {
  int32_t chief = sp_mind_chief(m->p);
  return chief < 0 ? 0.0 : sp_clamp(1.0 - sp_mind_apart(m->p->at, m->p->body[chief].at) / m->k->mind_near_m, 0.0, 1.0);
}

void sp_mind_moment(const sp_mind *m, int32_t on, bool broken_in, bool ill, sp_decision *d) {
  const sp_constants *k = m->k;
  sp_scene s = sp_mind_scene(m);
  double flight = sp_max(running(m->p, k), ill ? k->mind_moment_ill : 0.0), wary = 0.5 + trait(m, SP_TRAIT_CAUTION), loyalty = trait(m, SP_TRAIT_LOYALTY), honour = trait(m, SP_TRAIT_HONOUR);
  double peril = sp_clamp(k->mind_moment_peril + k->mind_moment_abroad * s.abroad + flight, 0.0, 1.0) * (broken_in ? k->mind_moment_in : 1.0);
  d->count = 0;
  d->after_min = 0;
  sp_option *come = sp_mind_option(d, SP_ACT_COME_ON, s.nearest);
  come->term[SP_TERM_OBEY] += k->mind_obey * from(k->mind_moment_bound, loyalty);
  come->term[SP_TERM_FRIENDS] += k->mind_friends * from(k->mind_moment_company, honour) * (1.0 - flight);
  come->term[SP_TERM_ODDS] += k->mind_odds * s.odds;
  come->term[SP_TERM_CHANCE] += k->mind_chance * (broken_in ? 1.0 : s.beaten_share);
  come->term[SP_TERM_DANGER] -= k->mind_stay * wary * flight;
  come->term[SP_TERM_FEARED] -= k->mind_feared * wary * s.renown;
  come->term[SP_TERM_WEARY] -= k->mind_weary * sp_clamp(2.0 * m->p->self.fatigue - 0.6, 0.0, 1.0);
  sp_option *stay = sp_mind_option(d, SP_ACT_HOLD_BACK, on);
  stay->term[SP_TERM_LIFE] += k->mind_life * peril * (1.0 - honour) * (1.0 - k->mind_moment_loyal * loyalty);
  stay->term[SP_TERM_SHAME] -= k->mind_shame * honour;
  stay->term[SP_TERM_FAVOUR] -= k->mind_moment_eyes * k->mind_eyes * chief_is_by(m) + k->mind_favour * loyalty;
  sp_mind_choose(m, d);
}
