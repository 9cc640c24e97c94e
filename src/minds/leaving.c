/* leaving.c - he is to go, and a store of his side stays behind.
 *
 * Models   a store left as it is, for friends or for whoever comes; loaded as far as men and carts can carry, while the march waits for it; burnt.
 * Formula  what the enemy would find, by its days of bread and by how surely he is coming, against the shame of fire and the anger that likes
 *          it; the want that loading would spare, against the hours at the doors and the enemy's nearness. A store with friends about is
 *          nobody's to find.
 * Leaves out  powder apart from grain; promises to come back; the people of the place. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static bool friends_stay(const sp_mind *m, sp_xy at) {
  const sp_picture *p = m->p;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool stays = b->friendly && b->shape != SP_SHAPE_FLEEING && b->shape != SP_SHAPE_MARCHING && b->men >= m->k->mind_least_sent;
    if (stays && sp_mind_apart(b->at, at) <= m->k->depot_hold_m) return true;
  }
  return false;
}

/* 0..1: how surely the enemy will have what is left; hours until he may be here. */
static double comes_for_it(const sp_mind *m, sp_xy at, double *hours) {
  const sp_picture *p = m->p;
  double worst = 0.0;
  *hours = 1e9;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (b->friendly || b->shape == SP_SHAPE_FLEEING || b->confidence < m->k->mind_trust) continue;
    double d = sp_mind_apart(b->at, at);
    worst = sp_max(worst, sp_clamp(1.0 - d / (2.0 * m->k->mind_dig_m), 0.0, 1.0) * sp_min(1.0, b->men / m->k->mind_small_help));
    *hours = sp_min(*hours, d / m->k->mind_column_m_h);
  }
  return worst;
}

static double worth_of(const sp_mind *m, double grain_g) {
  double day = m->p->means.need_g > 0.0 ? m->p->means.need_g : 1.0;
  return sp_min(1.0, grain_g / (day * m->k->mind_store_worth_d));
}

bool sp_mind_leaving(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_means *s = &p->means;
  const sp_constants *k = m->k;
  int32_t here = sp_mind_store_in_reach(p);
  d->count = 0;
  d->after_min = 0;
  bool asked = s->looked && s->eats && s->sets_off && s->free_to && !s->busy && p->self.steady && !p->self.fights && !p->self.fetches;
  if (!asked || here < 0 || !p->self.has_goal || sp_mind_apart(p->self.goal, s->store[here].at) <= k->depot_reach_m) return false;
  const sp_known_store *store = &s->store[here];
  double hours, enemy = friends_stay(m, store->at) ? 0.0 : comes_for_it(m, store->at, &hours);
  if (enemy <= 0.0) hours = 1e9;
  double hunger = k->mind_bread * (0.5 + p->self.trait[SP_TRAIT_CAUTION]), loyal = k->mind_obey * (0.5 + 0.5 * p->self.trait[SP_TRAIT_LOYALTY]);
  double load = sp_min(s->room_g, store->grain_g), now = sp_mind_days(m, s->withheld, false), then = now + load / sp_max(1.0, s->need_g + s->beasts_g);
  double shame = k->mind_shame * (0.5 + 0.5 * p->self.trait[SP_TRAIT_HONOUR]), beyond = 0.5 * k->mind_beyond * (1.0 - p->self.trait[SP_TRAIT_INITIATIVE]); /* nobody told him to burn it */
  sp_option *o = sp_mind_option(d, SP_ACT_LEAVE_STORE, -1);
  o->store = here;
  o->term[SP_TERM_HUNGER] -= hunger * sp_mind_want(m, now);
  o->term[SP_TERM_DANGER] -= k->mind_deny * enemy * worth_of(m, store->grain_g);
  if (load >= 0.1 * (s->carried_g + s->room_g) && p->self.act == SP_ACT_ORDERS) {
    double needs = load / (k->depot_door_shi_h * k->ration_shi_kg * 1000.0);
    o = sp_mind_option(d, SP_ACT_CARRY, -1);
    o->store = here;
    o->term[SP_TERM_HUNGER] -= hunger * sp_mind_want(m, then);
    o->term[SP_TERM_OBEY] -= 0.5 * loyal * sp_min(1.0, needs / k->mind_far_h); /* he was to go, not to load */
    o->term[SP_TERM_DANGER] -= sp_min(k->mind_deny * enemy * worth_of(m, store->grain_g - load), shame + beyond); /* what is left he may burn yet */
    o->term[SP_TERM_DANGER] -= k->mind_caught * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * sp_clamp(needs - hours + 1.0, 0.0, 1.0);
  }
  if (enemy > 0.0) {
    o = sp_mind_option(d, SP_ACT_BURN_STORE, -1);
    o->store = here;
    o->term[SP_TERM_HUNGER] -= hunger * sp_mind_want(m, now);
    o->term[SP_TERM_ANGER] += k->mind_anger * p->self.trait[SP_TRAIT_TEMPER];
    o->term[SP_TERM_SHAME] -= shame;
    o->term[SP_TERM_BEYOND] -= beyond;
  }
  d->or_nothing = true;
  if (d->count < 2) return false;
  sp_mind_choose(m, d);
  return true;
}
