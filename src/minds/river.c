/* river.c - a river that bars his way, and a bridge that he leaves behind him.
 *
 * Models   a commander held up at a bank where the water is too deep, or the bridge gone: he waits for the water, has it bridged with the boats and the
 *          timber there are, by as many bridges as get him over soonest, or goes round by another crossing; over it, with the enemy
 *          beyond and nobody of his own still to come, he has the bridge broken, or marches on; going at the enemy, with the way back over it, he leaves a guard, or trusts to luck.
 * Formula  hours lost, of which mind_far_h weigh half of all: until the water falls; lore/bridge.c's work by his hands, and the passage; the way round as the march plans it. Toil; going
 *          beyond his orders. Of a bridge behind: the enemy's number and nearness to it, against the hours of breaking it.
 * Leaves out  another's bridge hastened by his hands; a guard called in again when nobody needs it; a bridge feigned elsewhere. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"
#include "shapan/calc.h"

static double trait(const sp_mind *m, sp_trait which) { return m->p->self.trait[which]; }
static double wary(const sp_mind *m) { return 0.5 + trait(m, SP_TRAIT_CAUTION); }
static double lost(const sp_mind *m, double hours) { return m->k->mind_need * hours / (hours + m->k->mind_far_h); }

int32_t sp_mind_bridges(const sp_mind *m, double *hours) {
  const sp_known_river *r = &m->p->self.river;
  const sp_constants *k = m->k;
  int32_t best = 1, most = sp_max_i32(1, sp_to_i32(k->mind_bridges_most));
  *hours = 1e9;
  for (int32_t n = 1; n <= most; n++) {
    double boats = n * sp_calc_bridge_boats(k, r->width_m), share = boats > 0.0 ? sp_min(1.0, r->boats / boats) : 0.0;
    double needs = n * sp_calc_bridge_man_h(k, r->width_m, share, r->wood) / sp_max(1.0, sp_calc_bridge_hands(k, m->p->self.men, n, 1.0)) + r->pass_h / n;
    if (needs >= *hours) continue;
    *hours = needs;
    best = n;
  }
  return best;
}

static bool goes_on(const sp_self *self) { return self->task == SP_TASK_GO || self->task == SP_TASK_ATTACK || self->task == SP_TASK_PURSUE; }

/* The bridge stands, or is down, or it came to nothing: he goes back to what he was told. */
static bool done_with_it(const sp_mind *m, sp_decision *d) {
  const sp_self *self = &m->p->self;
  bool was_at_it = self->act == SP_ACT_BRIDGE || self->act == SP_ACT_BREAK_BRIDGE;
  if (!was_at_it || self->works || self->marches) return false;
  sp_mind_option(d, SP_ACT_ORDERS, -1)->term[SP_TERM_OBEY] += m->k->mind_obey * (0.5 + 0.5 * trait(m, SP_TRAIT_LOYALTY));
  sp_mind_choose(m, d);
  return true;
}

bool sp_mind_river(const sp_mind *m, sp_decision *d) {
  const sp_self *self = &m->p->self;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  if (!self->steady || self->fights || self->chases || self->works) return false;
  if (done_with_it(m, d)) return true;
  if (!self->river.ahead || !self->has_goal || !goes_on(self)) return false;
  double beyond = k->mind_little_beyond * k->mind_beyond * (1.0 - trait(m, SP_TRAIT_INITIATIVE)), hours;
  sp_scene s = sp_mind_scene(m);
  sp_mind_option(d, SP_ACT_ORDERS, -1)->term[SP_TERM_FAR] -= lost(m, self->river.wait_h);
  (void)sp_mind_bridges(m, &hours);
  sp_option *o = sp_mind_option(d, SP_ACT_BRIDGE, -1);
  o->term[SP_TERM_FAR] -= lost(m, hours);
  o->term[SP_TERM_WEARY] -= k->mind_weary * (k->mind_dig_toil + 0.5 * self->fatigue);
  o->term[SP_TERM_BEYOND] -= beyond;
  o->term[SP_TERM_DANGER] -= k->mind_caught * wary(m) * s.danger * s.close;
  if (self->river.round_h >= 0.0) {
    o = sp_mind_option(d, SP_ACT_GO_ROUND, -1);
    o->term[SP_TERM_FAR] -= lost(m, self->river.round_h);
    o->term[SP_TERM_WEARY] -= 0.5 * k->mind_weary * self->fatigue;
    o->term[SP_TERM_BEYOND] -= beyond;
  }
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}

/* ---- behind him */

/* 0..1: how far those beyond the bridge are to be feared. false: somebody of his own is still to come. */
static bool feared(const sp_mind *m, double *threat) {
  const sp_picture *p = m->p;
  const sp_known_river *r = &p->self.river;
  *threat = 0.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool beyond = (b->at.x - r->at.x) * (p->at.x - r->at.x) + (b->at.y - r->at.y) * (p->at.y - r->at.y) < 0.0;
    double d = sp_mind_apart(b->at, r->at);
    if (!beyond || d >= m->k->mind_dig_m) continue;
    if (b->friendly && b->shape != SP_SHAPE_FLEEING && b->men > 0) return false;
    if (b->friendly || b->shape == SP_SHAPE_FLEEING || b->confidence < m->k->mind_trust) continue;
    *threat = sp_max(*threat, (1.0 - d / m->k->mind_dig_m) * sp_min(1.0, b->men / sp_max(1.0, (double)p->self.men)));
  }
  return true;
}

bool sp_mind_bridge_behind(const sp_mind *m, sp_decision *d) {
  const sp_self *self = &m->p->self;
  const sp_constants *k = m->k;
  const sp_known_river *r = &self->river;
  double threat;
  d->count = 0;
  d->after_min = 0;
  bool away = self->marches && (self->task == SP_TASK_GO || self->act == SP_ACT_FALL_BACK);
  if (!r->behind || !away || !self->steady || self->fights || self->train || !feared(m, &threat) || threat <= 0.0) return false;
  bool floats = r->built >= r->bridges;
  double man_h = r->bridges * sp_calc_bridge_break_man_h(k, r->width_m, floats, false), hours = man_h / sp_max(1.0, sp_calc_bridge_hands(k, self->men, 1, self->light)) + 2.0 * r->away_m / k->mind_column_m_h;
  sp_mind_option(d, SP_ACT_LEAVE_BRIDGE, -1)->term[SP_TERM_DANGER] -= k->mind_stay * wary(m) * threat;
  sp_option *o = sp_mind_option(d, SP_ACT_BREAK_BRIDGE, -1);
  o->term[SP_TERM_FAR] -= lost(m, hours);
  o->term[SP_TERM_DANGER] -= k->mind_caught * wary(m) * threat * sp_min(1.0, hours / k->mind_far_h); /* they may be there first */
  if (!floats) o->term[SP_TERM_BEYOND] -= k->mind_half_beyond * k->mind_beyond * (1.0 - trait(m, SP_TRAIT_INITIATIVE));
  if (self->task == SP_TASK_GO) o->term[SP_TERM_OBEY] -= k->mind_break_obey * k->mind_obey * (0.5 + 0.5 * trait(m, SP_TRAIT_LOYALTY));
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}

/* ---- the way back */

/* 0..1: how near those are who might come at the bridge, on either bank, and how strong to him. */
static double may_be_taken(const sp_mind *m) {
  const sp_picture *p = m->p;
  double threat = 0.0;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    double d = sp_mind_apart(b->at, p->self.river.at);
    if (b->friendly || b->shape == SP_SHAPE_FLEEING || b->confidence < m->k->mind_trust || d >= m->k->mind_dig_m) continue;
    threat = sp_max(threat, (1.0 - d / m->k->mind_dig_m) * sp_min(1.0, b->men / sp_max(1.0, (double)p->self.men)));
  }
  return threat;
}

/* Somebody of his own is at it, or comes over it yet. */
static bool is_guarded(const sp_mind *m) {
  const sp_picture *p = m->p;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (b->friendly && b->men > 0 && b->shape != SP_SHAPE_FLEEING && sp_mind_apart(b->at, p->self.river.at) <= m->k->mind_guard_near_m) return true;
  }
  return p->self.river.guard_sent;
}

/* He knows of a chief or a train of his beyond the river. */
static bool lives_beyond(const sp_picture *p) {
  const sp_known_river *r = &p->self.river;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    bool beyond = (b->at.x - r->at.x) * (p->at.x - r->at.x) + (b->at.y - r->at.y) * (p->at.y - r->at.y) < 0.0;
    if (b->friendly && beyond && (b->relation == SP_RELATION_CHIEF || b->train)) return true;
  }
  return false;
}

int32_t sp_mind_guard(const sp_mind *m) { return sp_to_i32(sp_floor(sp_min(m->k->mind_guard_most, m->k->mind_guard_share * m->p->self.men))); }

bool sp_mind_bridgehead(const sp_mind *m, sp_decision *d) {
  const sp_self *self = &m->p->self;
  const sp_constants *k = m->k;
  d->count = 0;
  d->after_min = 0;
  bool on = self->marches && goes_on(self) && self->act != SP_ACT_FALL_BACK && self->act != SP_ACT_RIDE_OFF;
  if (!self->river.behind || !on || !self->steady || self->fights || self->train || self->born_of || sp_mind_guard(m) < k->mind_guard_least) return false;
  double threat = may_be_taken(m);
  if (threat <= 0.0 || is_guarded(m)) return false;
  sp_mind_option(d, SP_ACT_LEAVE_BRIDGE, -1)->term[SP_TERM_DANGER] -= k->mind_line * wary(m) * threat * (lives_beyond(m->p) ? 1.0 : k->mind_line_alone);
  sp_option *o = sp_mind_option(d, SP_ACT_GUARD_BRIDGE, -1);
  o->term[SP_TERM_COST] -= k->mind_guard_cost;
  o->term[SP_TERM_BEYOND] -= k->mind_little_beyond * k->mind_beyond * (1.0 - trait(m, SP_TRAIT_INITIATIVE));
  d->or_nothing = true;
  sp_mind_choose(m, d);
  return true;
}
