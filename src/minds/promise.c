/* promise.c - rank and reward promised in need.
 *
 * Models   a commander whose fight goes ill, who promises rank to his own men; one who is hunted, who promises it to the helper near by.
 * Formula  his need and his life against what he would have to give, by greed, and a word that he may not be able to keep, by honour.
 * Leaves out  silver and plunder, which are promised by order; what his superior would say to it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

/* A body of his own side, not his chief's nor under him, formed, near enough to be called to. */
static int32_t helper(const sp_mind *m) {
  const sp_picture *p = m->p;
  int32_t best = -1;
  double least = m->k->mind_promise_near * m->k->mind_near_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool can = b->friendly && b->relation == SP_RELATION_FRIEND && b->shape != SP_SHAPE_FLEEING && !b->train && b->men > 0 && (double)(p->now - b->seen) <= m->k->mind_fresh_min;
    double d = can ? sp_mind_apart(p->at, b->at) : least;
    if (!can || d > least || (best >= 0 && d == least && b->formation > p->body[best].formation)) continue;
    least = d;
    best = n;
  }
  return best;
}

int32_t sp_mind_ranks(const sp_mind *m) { return 1 + sp_to_i32(sp_floor(2.0 * sp_mind_scene(m).peril)); }

static void add_promise(const sp_mind *m, const sp_scene *s, sp_decision *d, int32_t body, double need) {
  const sp_constants *k = m->k;
  const sp_self *self = &m->p->self;
  sp_option *o = sp_mind_option(d, SP_ACT_PROMISE, body);
  if (!o) return;
  o->term[SP_TERM_NEED] += k->mind_promise * need;
  o->term[SP_TERM_LIFE] += 0.5 * k->mind_promise * sp_min(1.0, s->peril) * (1.0 - self->trait[SP_TRAIT_HONOUR]);
  o->term[SP_TERM_COST] -= k->mind_promise_cost * (self->trait[SP_TRAIT_GREED] + (body >= 0 ? 0.5 * self->trait[SP_TRAIT_HONOUR] : 0.0));
}

bool sp_mind_promise(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  const sp_self *self = &p->self;
  d->count = 0;
  d->after_min = 0;
  if (!sp_mind_mark(p, sp_max_i32(5, sp_to_i32(k->mind_think_min)))) return false;
  if (self->gave && (double)(p->now - self->gave) < k->mind_promise_again_min) return false;
  bool hunted = self->act == SP_ACT_RIDE_OFF || self->act == SP_ACT_FALL_BACK || !(self->steady || self->wavering);
  if (!hunted && (!self->fights || self->promised)) return false;
  sp_scene s = sp_mind_scene(m);
  double need = sp_min(1.0, sp_max(s.danger * s.close, s.bad));
  int32_t friend = hunted ? helper(m) : -1;
  if (need < k->mind_promise_need || (hunted && friend < 0)) return false;
  sp_option *o = sp_mind_option(d, SP_ACT_SAY_NOTHING, -1);
  o->term[SP_TERM_SHAME] += 0.5 * k->mind_shame * self->trait[SP_TRAIT_HONOUR];
  add_promise(m, &s, d, friend, need);
  sp_mind_choose(m, d);
  return true;
}
