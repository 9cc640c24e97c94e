/* alarm.c - whether he calls for help, and whom.
 *
 * Models   a commander in need: pride against need; his chief, as is proper, or the nearest friend who could come, past him.
 * Formula  scene.c's danger or ill success is the need; hours of march saved by a nearer friend against the impropriety.
 * Leaves out  what he promises; feuds between neighbours. SPDX-License-Identifier: Apache-2.0 */
#include "minds/minds.h"

static int32_t neighbour(const sp_mind *m, double chief_m) {
  const sp_picture *p = m->p;
  int32_t best = -1;
  double least = 0.7 * chief_m;
  for (int32_t n = 0; n < p->body_count; n++) {
    const sp_known_body *b = &p->body[n];
    if (!b->friendly || b->relation == SP_RELATION_CHIEF || b->relation == SP_RELATION_UNDER_HIM) continue;
    if (b->shape == SP_SHAPE_FLEEING || b->shape == SP_SHAPE_FIGHTING || b->men < m->k->mind_least_help * p->self.men) continue;
    double d = sp_mind_apart(p->at, b->at);
    if (d >= least) continue;
    least = d;
    best = n;
  }
  return best;
}

/* A party of horse that was told off from his chief's own body, and can ride away. */
static bool rides_away(const sp_mind *m, int32_t chief) {
  const sp_self *self = &m->p->self;
  return self->born_of && self->born_of == m->p->body[chief].formation && !self->fights && self->men <= m->k->mind_party_most && self->mounted >= m->k->harass_mounted * self->men;
}

bool sp_mind_alarm(const sp_mind *m, sp_decision *d) {
  const sp_picture *p = m->p;
  const sp_constants *k = m->k;
  int32_t every = sp_max_i32(5, sp_to_i32(k->mind_think_min)), chief = sp_mind_chief(p);
  d->count = 0;
  if (!sp_mind_mark(p, every) || chief < 0) return false; /* of whom he knows nothing, he asks nothing */
  if (p->self.asked && (double)(p->now - p->self.asked) < k->mind_ask_again_min) return false;
  if (rides_away(m, chief)) return false;
  sp_scene s = sp_mind_scene(m);
  double need = sp_min(1.0, sp_max(s.danger * s.close, s.bad));
  bool broken = !p->self.steady && !p->self.wavering;
  if (broken && !p->self.leads) return false; /* nobody minds him any more */
  if (need < k->mind_alarm) return false;
  double chief_m = sp_mind_apart(p->at, p->body[chief].at), honour = p->self.trait[SP_TRAIT_HONOUR], initiative = p->self.trait[SP_TRAIT_INITIATIVE];
  if (chief_m < 0.7 * k->mind_near_m) return false; /* he sees it himself */
  sp_option *o = sp_mind_option(d, SP_ACT_SAY_NOTHING, -1);
  o->term[SP_TERM_SHAME] += 0.5 * k->mind_shame * honour;
  o->term[SP_TERM_HABIT] += k->mind_habit * p->self.asked_times * sp_clamp(1.0 - (double)(p->now - p->self.asked) / (60.0 * k->mind_forgotten_h), 0.0, 1.0);
  o = sp_mind_option(d, SP_ACT_ASK_CHIEF, chief);
  o->term[SP_TERM_NEED] += k->mind_need * need;
  o->term[SP_TERM_FAR] -= 0.3 * sp_min(1.0, chief_m / k->mind_column_m_h / k->mind_far_h);
  int32_t friend = neighbour(m, chief_m);
  if (friend >= 0) {
    double hours = sp_mind_apart(p->at, p->body[friend].at) / k->mind_column_m_h;
    o = sp_mind_option(d, SP_ACT_ASK_NEIGHBOUR, friend);
    o->term[SP_TERM_NEED] += k->mind_need * need;
    o->term[SP_TERM_FAR] -= 0.3 * sp_min(1.0, hours / k->mind_far_h);
    o->term[SP_TERM_BEYOND] -= k->mind_beyond * (1.2 - initiative);
  }
  sp_mind_choose(m, d);
  return true;
}
