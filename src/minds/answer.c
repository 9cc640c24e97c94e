/* answer.c - somebody calls for help, or asks leave for what he has done.
 *
 * Models   hesitation over a first call; a second that is believed; help sent from whom is nearest, or from his own men, by a share of them; going
 *          oneself against one's orders; passing the call on; consent after the fact, or not; for bread or powder, a train of his is sent to a store
 *          and on, or who asks is called to the store, the less lightly the more he is bound where he stands: least of all out of a
 *          walled place.
 * Formula  need grows with each call and with enemies known about the caller; the way counts in hours of march; where the enemy is too many for
 *          the caller and his help together, help is good men after bad.
 * Leaves out  the caller's reputation; help from those under another's command. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static bool enemy_about(const sp_mind *m, sp_xy there) {
  for (int32_t n = 0; n < m->p->body_count; n++) {
    const sp_known_body *b = &m->p->body[n];
    if (!b->friendly && b->shape != SP_SHAPE_FLEEING && sp_mind_apart(b->at, there) < 2.0 * m->k->mind_near_m) return true;
  }
  return false;
}

/* Enemies known about there, and those of them whom a body with its help could not face, 0..1. */
static double beyond_help(const sp_mind *m, const sp_known_body *caller, double help) {
  double enemy = 0.0;
  for (int32_t n = 0; n < m->p->body_count; n++) {
    const sp_known_body *b = &m->p->body[n];
    if (!b->friendly && b->shape != SP_SHAPE_FLEEING && b->confidence >= m->k->mind_trust && sp_mind_apart(b->at, caller->at) < 2.0 * m->k->mind_near_m) enemy += b->men;
  }
  double face = m->k->mind_faces * (sp_max(0.0, (double)caller->men) + help);
  return enemy > face ? 1.0 - face / enemy : 0.0;
}

static double need_of(const sp_mind *m, const sp_known_paper *paper, sp_xy there) {
  double need = 0.4 + 0.35 * (double)(sp_min_i32(paper->serial, 4) - 1);
  return enemy_about(m, there) ? need + 0.2 : need;
}

static void add_help(const sp_mind *m, sp_decision *d, sp_act act, int32_t body, int32_t caller, double need, bool first) {
  const sp_constants *k = m->k;
  const sp_self *self = &m->p->self;
  double men = body >= 0 ? m->p->body[body].men : self->men, away_m = sp_mind_apart(body >= 0 ? m->p->body[body].at : m->p->at, m->p->body[caller].at);
  sp_option *o = sp_mind_option(d, act, body);
  if (!o) return;
  o->term[SP_TERM_NEED] += k->mind_need * need;
  o->term[SP_TERM_FAR] -= k->mind_need * sp_min(1.0, away_m / k->mind_column_m_h / k->mind_far_h);
  o->term[SP_TERM_FIT] += 0.4 * k->mind_fit * sp_min(1.0, men * k->mind_help_share / k->mind_small_help);
  if (first) o->term[SP_TERM_DOUBT] -= 0.5 * k->mind_doubt * self->trait[SP_TRAIT_CAUTION];
  o->term[SP_TERM_DANGER] -= 0.3 * k->mind_caught * self->trait[SP_TRAIT_CAUTION];
  o->term[SP_TERM_DANGER] -= k->mind_need * beyond_help(m, &m->p->body[caller], act == SP_ACT_GO ? men : men * k->mind_help_share); /* good men after bad */
  if (m->p->has_superior) o->term[SP_TERM_BEYOND] -= k->mind_beyond * (1.0 - self->trait[SP_TRAIT_INITIATIVE]);
  bool bound = self->task == SP_TASK_GO || self->task == SP_TASK_STAND || self->task == SP_TASK_KEEP_OFF || self->task == SP_TASK_ATTACK || self->task == SP_TASK_REAR_GUARD;
  if (act == SP_ACT_GO && bound) o->term[SP_TERM_OBEY] -= 0.7 * k->mind_obey * (0.5 + 0.5 * self->trait[SP_TRAIT_LOYALTY]);
}

static bool answer_call(const sp_mind *m, int32_t n, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  const sp_known_paper *paper = &p->paper[n];
  const sp_self *self = &p->self;
  int32_t caller = sp_mind_body_of(p, paper->from);
  bool first = paper->serial <= 1;
  double need = caller >= 0 ? need_of(m, paper, p->body[caller].at) : 0.4;
  sp_option *o = sp_mind_option(d, SP_ACT_WAIT, caller);
  o->term[SP_TERM_DOUBT] += k->mind_doubt * self->trait[SP_TRAIT_CAUTION] * (first ? 1.0 : 0.3);
  o->term[SP_TERM_SHAME] -= 0.3 * k->mind_shame * self->trait[SP_TRAIT_HONOUR] * (double)sp_min_i32(paper->serial, 3);
  if (p->has_superior) {
    o = sp_mind_option(d, SP_ACT_PASS_UP, caller);
    o->term[SP_TERM_BEYOND] += 0.7 * k->mind_beyond * (1.0 - self->trait[SP_TRAIT_INITIATIVE]);
    o->term[SP_TERM_NEED] += 0.5 * k->mind_need * need;
  }
  for (int32_t b = 0; caller >= 0 && b < p->body_count; b++) {
    const sp_known_body *other = &p->body[b];
    bool can = other->relation == SP_RELATION_UNDER_HIM && other->formation != paper->from && other->shape != SP_SHAPE_FLEEING && other->shape != SP_SHAPE_FIGHTING && !other->drawn_on;
    if (can && !other->train && k->mind_help_share * other->men >= k->mind_least_sent) add_help(m, d, SP_ACT_SEND, b, caller, need, first);
  }
  bool free = caller >= 0 && self->steady && !self->fights;
  if (free && !self->train && !self->drawn_on && k->mind_help_share * self->men >= k->mind_least_sent) add_help(m, d, SP_ACT_SEND, -1, caller, need, first);
  if (free && self->men >= k->mind_least_sent) add_help(m, d, SP_ACT_GO, -1, caller, need, first);
  d->after_min = sp_mind_hesitation(m, paper->from);
  sp_mind_choose(m, d);
  return true;
}

static bool answer_leave(const sp_mind *m, int32_t n, sp_decision *d) {
  const sp_constants *k = m->k;
  const sp_self *self = &m->p->self;
  int32_t asker = sp_mind_body_of(m->p, m->p->paper[n].from);
  sp_option *o = sp_mind_option(d, SP_ACT_CONSENT, asker);
  o->term[SP_TERM_DANGER] += k->mind_caught * self->trait[SP_TRAIT_CAUTION]; /* to be struck half across */
  o->term[SP_TERM_NEED] += 0.2 * k->mind_need;
  o = sp_mind_option(d, SP_ACT_FORBID, asker);
  o->term[SP_TERM_ANGER] += k->mind_anger * self->trait[SP_TRAIT_TEMPER];
  o->term[SP_TERM_FAVOUR] += 0.5 * k->mind_favour * (1.0 - self->trait[SP_TRAIT_CAUTION]);
  d->after_min = sp_mind_hesitation(m, m->p->paper[n].from) / 2;
  sp_mind_choose(m, d);
  return true;
}

/* How far a body is bound to stay where it is, of what an order weighs. */
static double bound_by(const sp_mind *m, sp_task task) {
  switch (task) {
    case SP_TASK_STAND:
    case SP_TASK_REAR_GUARD:
    case SP_TASK_ATTACK: return m->k->mind_bound_stands;
    case SP_TASK_GO:
    case SP_TASK_PURSUE:
    case SP_TASK_KEEP_OFF: return m->k->mind_bound_going;
    default: return m->k->mind_bound_idle;
  }
}

/* A train of his that has nothing to do, for each store the nearest to it; or who asks is called to the store himself. */
static void add_supply(const sp_mind *m, sp_decision *d, int32_t asker, bool powder, double need) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  int32_t store = -1;
  for (int32_t s = 0; s < p->means.store_count && store < 0; s++)
    if (powder ? p->means.store[s].powder_g > 0.0 : p->means.store[s].grain_g > 0.0) store = s;
  if (store < 0 || asker < 0) return;
  sp_xy at = p->means.store[store].at;
  double way_d = sp_mind_apart(at, p->body[asker].at) / k->mind_day_m;
  for (int32_t b = 0; b < p->body_count; b++) {
    const sp_known_body *train = &p->body[b];
    bool idle = train->relation == SP_RELATION_UNDER_HIM && train->horse == 3 && train->task != SP_TASK_GO && train->shape != SP_SHAPE_MARCHING && train->shape != SP_SHAPE_FLEEING;
    sp_option *o = idle && b != asker ? sp_mind_option(d, powder ? SP_ACT_FETCH_POWDER : SP_ACT_FETCH, b) : NULL;
    if (!o) continue;
    o->store = store;
    o->term[SP_TERM_NEED] += k->mind_need * need;
    o->term[SP_TERM_FAR] -= 0.1 * sp_min(5.0, way_d + sp_mind_apart(train->at, at) / k->mind_day_m);
    o->term[SP_TERM_DANGER] -= 0.3 * k->mind_caught * p->self.trait[SP_TRAIT_CAUTION] + k->mind_caught * sp_mind_danger_to_store(m, store, train->at, train->men);
  }
  if (p->body[asker].relation != SP_RELATION_UNDER_HIM) return;
  sp_option *o = sp_mind_option(d, SP_ACT_CALL_IN, asker);
  if (!o) return;
  o->store = store;
  o->term[SP_TERM_NEED] += k->mind_need * need;
  o->term[SP_TERM_FAR] -= 0.1 * sp_min(5.0, way_d);
  o->term[SP_TERM_DANGER] -= k->mind_caught * (0.5 + p->self.trait[SP_TRAIT_CAUTION]) * sp_mind_danger_to_store(m, store, p->body[asker].at, p->body[asker].men);
  double held = bound_by(m, p->body[asker].garrison ? SP_TASK_STAND : p->body[asker].task);
  o->term[SP_TERM_OBEY] -= held * k->mind_obey; /* he told them to be where they are; who was told nothing is not there by chance either */
}

static bool answer_supply(const sp_mind *m, int32_t n, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  const sp_known_paper *paper = &p->paper[n];
  int32_t asker = sp_mind_body_of(p, paper->from);
  double need = sp_min(1.0, 0.5 + 0.2 * (double)(sp_min_i32(paper->serial, 4) - 1));
  if (paper->for_powder && asker >= 0 && enemy_about(m, p->body[asker].at)) need += 0.2; /* empty pouches are worst before an enemy */
  sp_option *o = sp_mind_option(d, SP_ACT_WAIT, asker);
  o->term[SP_TERM_DOUBT] += 0.3 * k->mind_doubt * (paper->serial <= 1 ? 1.0 : 0.3);
  if (p->has_superior) {
    o = sp_mind_option(d, SP_ACT_PASS_UP, asker);
    o->term[SP_TERM_BEYOND] += 0.5 * k->mind_beyond * (1.0 - p->self.trait[SP_TRAIT_INITIATIVE]);
    o->term[SP_TERM_NEED] += 0.5 * k->mind_need * need;
  }
  add_supply(m, d, asker, paper->for_powder, need);
  d->after_min = sp_mind_hesitation(m, paper->from) / 2;
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}

bool sp_mind_answer(const sp_mind *m, int32_t n, sp_decision *d) {
  d->count = 0;
  d->after_min = 0;
  if (sp_mind_instructed(m->p, n)) return false;
  sp_mind then = {.p = m->p, .k = m->k, .seed = m->seed, .at = m->p->paper[n].acted};
  if (m->p->paper[n].for_help) return answer_call(&then, n, d);
  if (m->p->paper[n].for_bread || m->p->paper[n].for_powder) return answer_supply(&then, n, d);
  return m->p->paper[n].for_leave && answer_leave(&then, n, d);
}
